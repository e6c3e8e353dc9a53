//! Recipes go to the person's server and come from there, for their other browsers: after a form was sent, and when the
//! person asks. Off until they turn it on. What failed is tried again the next time; nothing here waits for it.

use std::{cell::RefCell, rc::Rc};

use agent_core::{
    exit::Exit,
    memory::recipe::{self, Reason, merge::Came},
    site,
};
use futures_util::lock::Mutex;
use serde::{Deserialize, Serialize};
use shared_types::{
    message::PopupReply,
    recipes::{ExchangeAct, ExchangeShown, LastExchange, StoredRecipe},
    settings::LogLevel,
};

use super::world::say;
use crate::planner_client::{SavedRecipe, Server};
use extension_browser::{chrome, recipes::exchange as kept};

/// Answers of a server that are read in one exchange, and recipes that go out in one: the rest follows at the next.
const MOST_PAGES: u32 = 32;
const MOST_SENT: usize = 1_000;
/// How often a recipe is tried that another browser changes at the same time.
const TRIES: u32 = 3;

thread_local! {
    /// One after the other: each knows what the one before has seen.
    static TURN: Rc<Mutex<()>> = Rc::default();
    /// What the server said when the last one did not finish. A server may know values, so its words are stored nowhere.
    static SAID: RefCell<String> = RefCell::default();
}

/// How the exchange stands; none is stored while it is off.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct State {
    /// With which server, and as which user there.
    server: String,
    /// What was seen of it.
    cursor: i64,
    last: Option<LastExchange>,
}

/// Answers the panel.
pub(super) async fn answer(act: ExchangeAct) -> Result<PopupReply, String> {
    let server = Server::from_settings().await.map_err(|error| error.to_string())?;
    let mark = server.mark();
    match act {
        ExchangeAct::Show => {}
        ExchangeAct::On => {
            let mark = mark.clone().ok_or_else(|| msg!("exchange_not_paired"))?;
            store(&State { server: mark, ..State::default() }).await?;
            run(&server).await?;
        }
        ExchangeAct::Off => end().await?,
        ExchangeAct::Now => run(&server).await?,
    }
    let state = of(mark.as_deref()).await;
    let (possible, on) = (mark.is_some(), state.is_some());
    let mut last = state.and_then(|state| state.last);
    if let Some(last) = &mut last {
        let said = SAID.with_borrow(Clone::clone);
        if !said.is_empty() && !last.problem.is_empty() {
            last.problem = said;
        }
    }
    Ok(PopupReply::Exchange(ExchangeShown { possible, on, last }))
}

/// Ends it, so that nothing comes from a server any more.
pub(super) async fn end() -> Result<(), String> {
    chrome::unstore(kept::STATE).await.map_err(|error| error.to_string())
}

/// After a form was sent, in a window that is not private.
pub(super) async fn after_a_form() {
    let done = async {
        let server = Server::from_settings().await.map_err(|error| error.to_string())?;
        run(&server).await
    };
    if let Err(why) = done.await {
        say(LogLevel::Error, "exchange", &why);
    }
}

/// How it stands with a server, if it is on there.
async fn of(mark: Option<&str>) -> Option<State> {
    let state: Option<State> = chrome::stored(kept::STATE).await.ok().flatten();
    state.filter(|state| mark == Some(state.server.as_str()))
}

async fn store(state: &State) -> Result<(), String> {
    chrome::store(kept::STATE, state).await.map_err(|error| error.to_string())
}

/// Exchanges, where that is on, and notes what came of it.
async fn run(server: &Server) -> Result<(), String> {
    let turn = TURN.with(Rc::clone);
    let _mine = turn.lock().await;
    let Some(state) = of(server.mark().as_deref()).await else { return Ok(()) };
    let mut round = Round { server, state, last: LastExchange::default() };
    SAID.set(String::new());
    if let Err(why) = round.whole().await {
        round.failed(msg!("exchange_unfinished", why = why));
    }
    round.last.at = chrome::now();
    // Whoever turned it off in between wants nothing stored.
    if of(Some(&round.state.server)).await.is_none() {
        return Ok(());
    }
    store(&State { last: Some(round.last), ..round.state }).await
}

/// Seconds since 1970.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a time in seconds")]
pub(super) fn seconds() -> u64 {
    (chrome::now() / 1000.0) as u64
}

/// An exchange under way.
struct Round<'a> {
    server: &'a Server,
    state: State,
    last: LastExchange,
}

impl Round<'_> {
    async fn whole(&mut self) -> Result<(), String> {
        self.forget().await?;
        self.receive().await?;
        self.send().await
    }

    /// Notes that it did not finish, and what is shown of that as long as this worker lives.
    fn failed(&mut self, said: String) {
        self.last.problem = msg!("exchange_did_not_finish");
        SAID.set(said);
    }

    /// Nothing goes out, or comes in, once the person turned it off or erased everything.
    async fn is_still_on(&self) -> Result<(), String> {
        let state = of(Some(&self.state.server)).await;
        state.map(drop).ok_or_else(|| msg!("exchange_ended"))
    }

    /// What was forgotten here goes there as well.
    async fn forget(&mut self) -> Result<(), String> {
        let forgotten = kept::forgotten(&self.state.server).await;
        for id in forgotten.map_err(|error| error.0)? {
            self.is_still_on().await?;
            self.server.delete_recipe(&id).await?;
            kept::is_told(&id).await.map_err(|error| error.0)?;
            self.last.sent += 1;
        }
        Ok(())
    }

    async fn receive(&mut self) -> Result<(), String> {
        let (mut from, mut is_whole) = (self.state.cursor, true);
        for _ in 0..MOST_PAGES {
            let page = self.server.recipes(from).await?;
            is_whole &= self.take_in(page.recipes).await?;
            let is_further = page.cursor > from;
            from = from.max(page.cursor);
            // What is stored was seen: after an end in the middle it goes on from here. What found no room is read again.
            if is_whole {
                self.state.cursor = from;
            }
            if !page.more || !is_further {
                break;
            }
        }
        Ok(())
    }

    /// Whether all of them found room.
    async fn take_in(&mut self, stored: Vec<StoredRecipe>) -> Result<bool, String> {
        self.is_still_on().await?;
        let came: Vec<Came> = stored.into_iter().filter_map(|one| self.checked(one)).collect();
        let received = kept::take_in(&came, &self.state.server, seconds()).await;
        let received = received.map_err(|error| error.0)?;
        self.last.received += received.count;
        if received.is_full {
            self.last.problem = msg!("exchange_no_room");
        }
        Ok(!received.is_full)
    }

    /// A recipe of the server's, read as every file is.
    fn checked(&mut self, stored: StoredRecipe) -> Option<Came> {
        let StoredRecipe { id, revision, deleted, recipe, .. } = stored;
        if !recipe::is_digest(&id) {
            return None;
        }
        if deleted {
            return Some(Came { id, revision, recipe: None });
        }
        match recipe::read(&recipe) {
            Ok(recipe) => Some(Came { id, revision, recipe: Some(recipe) }),
            Err(faults) => {
                if faults.iter().any(|fault| fault.reason == Reason::Newer) {
                    self.last.problem = msg!("exchange_not_read");
                }
                say(LogLevel::Error, "the server has what is no recipe", &id);
                None
            }
        }
    }

    async fn send(&mut self) -> Result<(), String> {
        let due = kept::due(&self.state.server).await.map_err(|error| error.0)?;
        for one in due.into_iter().take(MOST_SENT) {
            self.send_one(one).await?;
        }
        Ok(())
    }

    /// Sends one. Where another browser was there before, what that stored is taken in first.
    async fn send_one(&mut self, mut due: kept::Due) -> Result<(), String> {
        for _ in 0..TRIES {
            let Some(body) = Exit::recipe(&due.recipe, due.base, due.used) else { return Ok(()) };
            self.is_still_on().await?;
            match self.server.save_recipe(&due.id, &body).await? {
                SavedRecipe::As(revision) => {
                    let noted = kept::sent(&due, &self.state.server, revision).await;
                    noted.map_err(|error| error.0)?;
                    self.last.sent += 1;
                    return Ok(());
                }
                SavedRecipe::Refused(why) => {
                    let site = site::host_of(&due.recipe.origin).to_owned();
                    self.failed(msg!("exchange_refused", site = site, why = why));
                    return Ok(());
                }
                SavedRecipe::Changed => {}
            }
            let Some(newest) = self.server.recipe(&due.id).await? else { return Ok(()) };
            if newest.revision < due.base {
                // Its database was put back from a copy: what was agreed on is no longer there.
                kept::agrees_no_more(&due.id).await.map_err(|error| error.0)?;
            }
            self.take_in(vec![newest]).await?;
            let again = kept::due(&self.state.server).await.map_err(|error| error.0)?;
            match again.into_iter().find(|one| one.id == due.id) {
                Some(again) => due = again,
                None => return Ok(()),
            }
        }
        Ok(())
    }
}
