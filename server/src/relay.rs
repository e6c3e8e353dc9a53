//! What agents ask, on its way to the browser that a person paired, and its answers on their way back.
//!
//! The browser connects out and asks whether there is something to do; nothing listens in it. Of one user's browsers one
//! answers at a time. A command's id is random, so that an answer is one to what was asked of that very browser; what
//! it says is judged before an agent gets it. In memory only: a command lives as long as its agent waits for it.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use agent_core::agents::judged;
use shared_types::agents::{AgentAnswer, AgentAsk, AgentCommand, AgentName, AgentReply};
use tokio::{
    sync::{Notify, oneshot},
    time::timeout,
};

use crate::security::Agent;

/// A browser that was not heard of for so long is not there. Between two polls lies at most a sleep of its worker.
const SEEN: Duration = Duration::from_secs(60);
/// What a user's agents may have asked without an answer, and what one of them.
const MOST: usize = 32;
const MOST_OF_ONE: usize = 8;
/// Random bytes of a command's id.
const ID: usize = 16;

/// Commands and answers on their way.
#[derive(Debug, Default)]
pub struct Relay {
    desks: Mutex<HashMap<String, Desk>>,
}

/// What goes on for one user.
#[derive(Debug)]
struct Desk {
    /// The browser that answers: its token.
    browser: i64,
    seen: Instant,
    /// The number of its latest poll: an earlier one is nobody's any more.
    poll: u64,
    queue: VecDeque<Queued>,
    waiting: HashMap<String, Waiting>,
    arrived: Arc<Notify>,
}

/// A command that no browser has taken yet, and whoever asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Queued {
    /// The command.
    pub command: AgentCommand,
    /// As it was let in: one that was revoked or changed in between asks nothing.
    pub agent: Agent,
}

#[derive(Debug)]
struct Waiting {
    agent: i64,
    answer: oneshot::Sender<AgentAnswer>,
}

/// Why an agent gets no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotAnswered {
    /// No browser of the user's answers agents.
    NoBrowser,
    /// Too much is asked at once.
    Busy,
    /// The browser did not answer in time.
    Late,
    /// What it answered is none to this.
    Wrong,
    /// The system has no randomness to give.
    NoRandomness,
}

/// Another browser of this user answers agents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnotherBrowser;

impl Relay {
    fn with<T>(&self, work: impl FnOnce(&mut HashMap<String, Desk>) -> T) -> T {
        work(&mut self.desks.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Asks the browser of an agent's user, and waits for the answer.
    ///
    /// # Errors
    /// See [`NotAnswered`].
    pub async fn ask(
        &self,
        agent: &Agent,
        ask: AgentAsk,
        wait: Duration,
    ) -> Result<AgentAnswer, NotAnswered> {
        let id = random_id().ok_or(NotAnswered::NoRandomness)?;
        let command = AgentCommand {
            id: id.clone(),
            agent: AgentName { key: agent.key(), name: agent.name.clone() },
            sites: agent.sites.clone(),
            answers: agent.may_answer(),
            ask: ask.clone(),
        };
        let answer = self.queue(agent, command)?;
        let _asked = Asked { relay: self, user: &agent.user, id: &id };
        let answer = timeout(wait, answer).await.map_err(|_| NotAnswered::Late)?;
        let answer = answer.map_err(|_| NotAnswered::Late)?;
        judged(&ask, &agent.sites, answer).ok_or(NotAnswered::Wrong)
    }

    fn queue(
        &self,
        agent: &Agent,
        command: AgentCommand,
    ) -> Result<oneshot::Receiver<AgentAnswer>, NotAnswered> {
        self.with(|desks| {
            let desk = desks.get_mut(&agent.user).filter(|desk| desk.seen.elapsed() < SEEN);
            let desk = desk.ok_or(NotAnswered::NoBrowser)?;
            let own = desk.waiting.values().filter(|waiting| waiting.agent == agent.id).count();
            if desk.waiting.len() >= MOST || own >= MOST_OF_ONE {
                return Err(NotAnswered::Busy);
            }
            let (answer, answered) = oneshot::channel();
            desk.waiting.insert(command.id.clone(), Waiting { agent: agent.id, answer });
            desk.queue.push_back(Queued { command, agent: agent.clone() });
            desk.arrived.notify_waiters();
            Ok(answered)
        })
    }

    /// Takes a browser's answers in and gives it what is asked, waiting for that if need be.
    ///
    /// # Errors
    /// Another browser of this user answers. What this one says is not heard then.
    pub async fn poll(
        &self,
        user: &str,
        browser: i64,
        replies: Vec<AgentReply>,
        wait: Duration,
    ) -> Result<Vec<Queued>, AnotherBrowser> {
        let (poll, arrived) = self.take_in(user, browser, replies)?;
        let waiting = async {
            loop {
                let notified = arrived.notified();
                tokio::pin!(notified);
                // Counted as waiting before it looks, so that nothing is missed in between.
                notified.as_mut().enable();
                match self.take_now(user, browser, poll) {
                    Some(commands) if commands.is_empty() => notified.await,
                    taken => return taken.unwrap_or_default(),
                }
            }
        };
        let commands = timeout(wait, waiting).await.unwrap_or_default();
        self.with(|desks| {
            let desk = desks.get_mut(user).filter(|desk| desk.browser == browser);
            desk.into_iter().for_each(|desk| desk.seen = Instant::now());
        });
        Ok(commands)
    }

    fn take_in(
        &self,
        user: &str,
        browser: i64,
        replies: Vec<AgentReply>,
    ) -> Result<(u64, Arc<Notify>), AnotherBrowser> {
        self.with(|desks| {
            let desk = desks.entry(user.to_owned()).or_insert_with(|| Desk {
                browser,
                seen: Instant::now(),
                poll: 0,
                queue: VecDeque::new(),
                waiting: HashMap::new(),
                arrived: Arc::default(),
            });
            if desk.browser != browser {
                if desk.seen.elapsed() < SEEN {
                    return Err(AnotherBrowser);
                }
                // What was asked of the other one is answered by nobody.
                desk.queue.clear();
                desk.waiting.clear();
                desk.browser = browser;
            }
            for AgentReply { id, answer } in replies {
                // One that nobody waits for, or no more, is dropped.
                if let Some(waiting) = desk.waiting.remove(&id) {
                    let _ = waiting.answer.send(answer);
                }
            }
            desk.seen = Instant::now();
            desk.poll += 1;
            desk.arrived.notify_waiters();
            Ok((desk.poll, desk.arrived.clone()))
        })
    }

    /// What is asked now; none where a later poll has taken this one's place.
    fn take_now(&self, user: &str, browser: i64, poll: u64) -> Option<Vec<Queued>> {
        self.with(|desks| {
            let desk = desks.get_mut(user)?;
            (desk.browser == browser && desk.poll == poll).then(|| desk.queue.drain(..).collect())
        })
    }

    /// Forgets a user's browser, and what was asked of it.
    pub fn forget(&self, user: &str) {
        self.with(|desks| desks.remove(user));
    }

    /// Forgets this browser of a user's, which is let in no longer: who waits for its answers waits no more, and another one
    /// may answer from now on.
    pub fn forget_browser(&self, user: &str, browser: i64) {
        self.with(|desks| {
            if let Some(desk) = desks.get(user).filter(|desk| desk.browser == browser) {
                desk.arrived.notify_waiters();
                desks.remove(user);
            }
        });
    }

    fn give_up(&self, user: &str, id: &str) {
        self.with(|desks| {
            if let Some(desk) = desks.get_mut(user) {
                desk.waiting.remove(id);
                desk.queue.retain(|queued| queued.command.id != id);
            }
        });
    }
}

/// A command that somebody waits for. Once nobody does it is taken back, also from the queue.
struct Asked<'a> {
    relay: &'a Relay,
    user: &'a str,
    id: &'a str,
}

impl Drop for Asked<'_> {
    fn drop(&mut self) {
        self.relay.give_up(self.user, self.id);
    }
}

fn random_id() -> Option<String> {
    let mut random = [0_u8; ID];
    getrandom::fill(&mut random).ok()?;
    Some(random.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use shared_types::agents::{AgentForm, AgentRefusal};

    use super::*;

    const WAIT: Duration = Duration::from_secs(5);
    const NOW: Duration = Duration::ZERO;

    fn agent(id: i64) -> Agent {
        Agent {
            id,
            digest: [u8::try_from(id).unwrap(); 32],
            name: format!("agent {id}"),
            user: "ada".to_owned(),
            sites: Vec::new(),
            tools: Vec::new(),
            created_at: 0,
        }
    }

    fn reply(id: &str, answer: AgentAnswer) -> Vec<AgentReply> {
        vec![AgentReply { id: id.to_owned(), answer }]
    }

    fn forms(title: &str) -> AgentAnswer {
        AgentAnswer::Forms(vec![AgentForm {
            form: "f1".to_owned(),
            origin: "https://a.example".to_owned(),
            title: title.to_owned(),
            job: None,
        }])
    }

    #[tokio::test]
    async fn a_question_goes_to_the_browser_and_its_answer_back() {
        let relay = Relay::default();
        let agent = agent(1);
        assert_eq!(relay.ask(&agent, AgentAsk::ListForms, WAIT).await, Err(NotAnswered::NoBrowser));
        relay.poll("ada", 7, Vec::new(), NOW).await.unwrap();
        let (answer, ()) = tokio::join!(relay.ask(&agent, AgentAsk::ListForms, WAIT), async {
            let commands = relay.poll("ada", 7, Vec::new(), WAIT).await.unwrap();
            assert_eq!(commands.len(), 1);
            assert_eq!(commands[0].command.agent.key, agent.key());
            let id = &commands[0].command.id;
            // Of another browser, of another user, to another id: nobody hears it.
            assert_eq!(
                relay.poll("ada", 8, reply(id, forms("wrong")), NOW).await,
                Err(AnotherBrowser)
            );
            relay.poll("eve", 7, reply(id, forms("wrong")), NOW).await.unwrap();
            relay.poll("ada", 7, reply("other", forms("wrong")), NOW).await.unwrap();
            relay.poll("ada", 7, reply(id, forms("right")), NOW).await.unwrap();
            // Said twice, it is heard once.
            relay.poll("ada", 7, reply(id, forms("again")), NOW).await.unwrap();
        });
        assert_eq!(answer, Ok(forms("right")));
    }

    #[tokio::test]
    async fn an_answer_to_something_else_is_none() {
        let relay = Relay::default();
        relay.poll("ada", 7, Vec::new(), NOW).await.unwrap();
        let (agent, ask) = (agent(1), AgentAsk::GetJob { job: "j".to_owned() });
        let (answer, ()) = tokio::join!(relay.ask(&agent, ask, WAIT), async {
            let commands = relay.poll("ada", 7, Vec::new(), WAIT).await.unwrap();
            relay.poll("ada", 7, reply(&commands[0].command.id, forms("x")), NOW).await.unwrap();
        });
        assert_eq!(answer, Err(NotAnswered::Wrong));
    }

    #[tokio::test]
    async fn what_nobody_waits_for_any_more_is_asked_of_nobody() {
        let relay = Relay::default();
        relay.poll("ada", 7, Vec::new(), NOW).await.unwrap();
        let late = relay.ask(&agent(1), AgentAsk::ListForms, Duration::from_millis(5)).await;
        assert_eq!(late, Err(NotAnswered::Late));
        assert_eq!(relay.poll("ada", 7, Vec::new(), NOW).await, Ok(Vec::new()));
    }

    #[tokio::test]
    async fn a_browser_that_is_let_in_no_longer_is_asked_nothing() {
        let relay = Relay::default();
        let agent = agent(1);
        relay.poll("ada", 7, Vec::new(), NOW).await.unwrap();
        let (waiting, answer, ()) = tokio::join!(
            relay.poll("ada", 7, Vec::new(), WAIT),
            async {
                tokio::task::yield_now().await;
                tokio::task::yield_now().await;
                relay.ask(&agent, AgentAsk::ListForms, WAIT).await
            },
            async {
                tokio::task::yield_now().await;
                relay.forget_browser("ada", 8);
                relay.forget_browser("ada", 7);
            }
        );
        assert_eq!(waiting, Ok(Vec::new()));
        assert_eq!(answer, Err(NotAnswered::NoBrowser));
        assert_eq!(
            relay.poll("ada", 8, Vec::new(), NOW).await,
            Ok(Vec::new()),
            "another may answer"
        );
    }

    #[tokio::test]
    async fn a_later_poll_takes_the_place_of_an_earlier_one() {
        let relay = Relay::default();
        let agent = agent(1);
        let (first, second, answer) = tokio::join!(
            relay.poll("ada", 7, Vec::new(), WAIT),
            async {
                tokio::task::yield_now().await;
                let commands = relay.poll("ada", 7, Vec::new(), WAIT).await.unwrap();
                let refused = AgentAnswer::Refused(AgentRefusal::Failed);
                relay.poll("ada", 7, reply(&commands[0].command.id, refused), NOW).await.unwrap();
                commands.len()
            },
            async {
                tokio::task::yield_now().await;
                tokio::task::yield_now().await;
                relay.ask(&agent, AgentAsk::ListForms, WAIT).await
            },
        );
        assert_eq!((first, second), (Ok(Vec::new()), 1));
        assert_eq!(answer, Ok(AgentAnswer::Refused(AgentRefusal::Failed)));
    }

    #[tokio::test]
    async fn a_flood_stands_in_its_own_way_alone() {
        let relay = Relay::default();
        relay.poll("ada", 7, Vec::new(), NOW).await.unwrap();
        let (one, other) = (agent(1), agent(2));
        let mut asked = Vec::new();
        for _ in 0..MOST_OF_ONE {
            asked.push(Box::pin(relay.ask(&one, AgentAsk::ListForms, WAIT)));
        }
        for ask in &mut asked {
            tokio::select! {
                biased;
                _ = ask => panic!("nobody answers"),
                () = tokio::task::yield_now() => {}
            }
        }
        assert_eq!(relay.ask(&one, AgentAsk::ListForms, WAIT).await, Err(NotAnswered::Busy));
        let late = relay.ask(&other, AgentAsk::ListForms, Duration::from_millis(5)).await;
        assert_eq!(late, Err(NotAnswered::Late));
        drop(asked);
        let late = relay.ask(&one, AgentAsk::ListForms, Duration::from_millis(5)).await;
        assert_eq!(late, Err(NotAnswered::Late));
    }
}
