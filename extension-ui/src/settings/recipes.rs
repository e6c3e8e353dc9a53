//! What forms have taught: each listed, forgotten, put back as it was, taken out as a file and in again.

use agent_core::memory::recipe::{self, Change, Kept, Known, Other, Recipe, Use};
use extension_browser::{recipes as kept, tasks::spawn_local};
use sycamore::prelude::*;

use super::exchange;
use crate::{
    browser::{download, focus_on, local_day, take_file},
    fill::sentences::host_of,
    paint::{Said, Tone, message, say, source_label, t},
    recipe_file,
};

/// Recipes that are shown at once; a file of everything has them all.
const SHOWN: usize = 100;

/// A recipe with the day on which it was used last.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Line {
    pub(crate) day: String,
    pub(crate) kept: Kept,
}

#[derive(Clone, Copy)]
pub(crate) struct State {
    pub(crate) lines: Signal<Vec<Line>>,
    said: Signal<Said>,
    pub(crate) exchange: exchange::State,
}

impl State {
    pub(crate) fn new() -> Self {
        Self {
            lines: create_signal(Vec::new()),
            said: create_signal(Said::default()),
            exchange: exchange::State::new(),
        }
    }

    fn fail(self, why: impl Into<String>) {
        say(self.said, Tone::Bad, why);
    }
}

/// Reads what is kept.
pub(crate) async fn load(state: State) {
    #[expect(clippy::cast_precision_loss, reason = "seconds since 1970")]
    let line = |kept: Kept| Line { day: local_day(kept.used as f64 * 1000.0), kept };
    match kept::all().await {
        Ok(mut all) => {
            // What waits for the person comes first.
            all.sort_by_key(|kept| kept.other.is_none());
            state.lines.set(all.into_iter().map(line).collect());
        }
        Err(why) => state.fail(why.0),
    }
    exchange::load(state.exchange).await;
}

/// Reads how the exchange stands.
pub(crate) async fn exchanged(state: State) {
    exchange::load(state.exchange).await;
}

/// The list, and what takes a file in.
pub(super) fn view(state: State) -> View {
    let lines = move || {
        let lines = state.lines.get_clone().into_iter().take(SHOWN);
        lines.map(|line| item(state, line)).collect::<Vec<View>>()
    };
    let more = move || {
        let more = state.lines.with(Vec::len).saturating_sub(SHOWN);
        if more == 0 { String::new() } else { msg!("recipes_more", count = more) }
    };
    let choose = move |event: web_sys::Event| {
        if let Some(file) = take_file(&event) {
            spawn_local(take_in(state, file));
        }
    };
    let message_part = message("recipes-message", "report", state.said);
    let exchange_part = exchange::view(state.exchange);
    view! {
        section(id="recipes", class="card", aria-labelledby="recipes-title") {
            h2(id="recipes-title", tabindex="-1") { (msg!("recipes_title")) }
            p(class="hint") { (msg!("recipes_hint")) }
            p(class="hint", hidden=state.lines.with(|lines| !lines.is_empty())) { (msg!("recipes_none")) }
            ul(id="recipe-list", class="plain") { (lines()) }
            p(class="hint", hidden=more().is_empty()) { (more()) }
            div(class="actions") {
                label(class="button", r#for="recipe-file") { (msg!("recipes_import")) }
                input(id="recipe-file", class="unseen", r#type="file", accept=".toml", on:change=choose)
            }
            (message_part)
            (exchange_part)
        }
    }
}

fn item(state: State, line: Line) -> View {
    let Line { day, kept } = line;
    let conflict = conflict(state, &kept);
    let Kept { id, recipe, unproved, used, .. } = kept;
    let form = form_of(&recipe);
    let count = recipe.steps.iter().map(|step| step.fields.len()).sum::<usize>();
    let version = recipe.version;
    let about = t(match used {
        0 => msg!("recipes_new", count = count, version = version),
        _ => msg!("recipes_about", count = count, version = version, day = day),
    });
    let class = if conflict.is_some() { "conflicted" } else { "" };
    let tag = match (conflict.is_some(), recipe.is_quarantined()) {
        (true, _) => Some(msg!("exchange_differs")),
        (false, true) => Some(msg!("recipes_not_used")),
        (false, false) => None,
    };
    let tag = tag.map(|words| view! { span(class="tag need") { (words) } });
    let unproved = (!unproved.is_empty())
        .then(|| view! { span(class="hint block") { (msg!("recipes_unproved")) } });
    let names = fields_of(&recipe);
    let history: Vec<View> =
        recipe.history.iter().rev().map(|change| older(state, &id, change)).collect();
    let forget_name = t(msg!("recipes_forget_that", form = form));
    let export_name = t(msg!("recipes_export_that", form = form));
    let forgotten = id.clone();
    let forget = move |_| {
        let id = forgotten.clone();
        spawn_local(async move {
            match kept::forget(&id).await {
                Ok(()) => state.exchange.follow(),
                Err(why) => state.fail(why.0),
            }
            load(state).await;
            focus_on("#recipes-title");
        });
    };
    let file = format!("{id}.toml");
    let export = move |_| {
        let saved = recipe::write(&recipe)
            .is_some_and(|text| download(&file, "application/toml", &text).is_ok());
        if !saved {
            state.fail(msg!("sent_the_browser_did_not_save_the_file"));
        }
    };
    let pages_name = t(msg!("recipes_export_pages_that", form = form));
    let tested = id.clone();
    let export_pages = move |_| {
        let id = tested.clone();
        spawn_local(async move { save_pages(state, &id).await });
    };
    let title = t(form);
    view! {
        li(class=class) {
            details(class="nested grow") {
                summary { (title) " " (tag) (unproved) span(class="hint block") { (about) } }
                p { (names) }
                ul(class="plain") { (history) }
                button(class="quiet", r#type="button", aria-label=export_name, on:click=export) { (msg!("recipes_export")) }
                button(class="quiet", r#type="button", aria-label=pages_name, on:click=export_pages) { (msg!("recipes_export_pages")) }
            }
            button(class="quiet", r#type="button", aria-label=forget_name, on:click=forget) { (msg!("learned_forget")) }
            (conflict)
        }
    }
}

/// What another browser says of a form otherwise, for the person to choose; nothing where none does.
fn conflict(state: State, kept: &Kept) -> Option<View> {
    let Other { recipe, revision, .. } = kept.other.as_ref()?;
    let revision = *revision;
    let form = form_of(&kept.recipe);
    let ours = t(msg!("exchange_this", fields = fields_of(&kept.recipe)));
    let theirs = recipe.as_ref().map(|theirs| {
        let theirs = t(msg!("exchange_other", fields = fields_of(theirs)));
        view! { p(class="hint") { (theirs) } }
    });
    let is_gone = recipe.is_none();
    let [why, keep, take] = if is_gone {
        [msg!("exchange_forgotten_there"), msg!("exchange_keep_form"), msg!("exchange_forget")]
    } else {
        [msg!("exchange_conflict"), msg!("exchange_keep"), msg!("exchange_take")]
    };
    let [keep_name, take_name] = if is_gone {
        [msg!("exchange_keep_form_that", form = form), msg!("exchange_forget_that", form = form)]
    } else {
        [msg!("exchange_keep_that", form = form), msg!("exchange_take_that", form = form)]
    };
    let (keep_name, take_name, name) = (t(keep_name), t(take_name), t(form));
    let settle = move |id: String, ours: bool| {
        spawn_local(async move {
            match kept::exchange::settle(&id, revision, ours, recipe_file::now()).await {
                Ok(()) => state.exchange.follow(),
                Err(why) => state.exchange.fail(&why.0),
            }
            load(state).await;
            focus_on("#recipes-title");
        });
    };
    let (kept_id, taken_id) = (kept.id.clone(), kept.id.clone());
    Some(view! {
        div(class="advice conflict", role="group", aria-label=name) {
            p { (why) }
            p(class="hint") { (ours) }
            (theirs)
            div(class="actions") {
                button(class="keep-ours", r#type="button", aria-label=keep_name, on:click=move |_| settle(kept_id.clone(), true)) { (keep) }
                button(class="take-theirs", r#type="button", aria-label=take_name, on:click=move |_| settle(taken_id.clone(), false)) { (take) }
            }
        }
    })
}

/// Takes out the pages that a recipe is tried on, as `vaulty-server recipes test` reads them.
async fn save_pages(state: State, id: &str) {
    match kept::pages(id).await {
        Ok(Some(pages)) => {
            if download(&format!("{id}.json"), "application/json", &pages).is_err() {
                state.fail(msg!("sent_the_browser_did_not_save_the_file"));
            }
        }
        Ok(None) => state.fail(msg!("recipes_no_pages")),
        Err(why) => state.fail(why.0),
    }
}

/// A change, with what puts the field back as it was before.
fn older(state: State, id: &str, change: &Change) -> View {
    let (id, version) = (id.to_owned(), change.version);
    let words = t(msg!("recipes_before", version = version, entry = used(&change.before)));
    let put_back = move |_| {
        let id = id.clone();
        spawn_local(async move {
            let now = recipe_file::now();
            let put = |kept: &mut Kept| {
                kept.put_back(version, now);
            };
            match kept::change(&id, put).await {
                Ok(_) => say(state.said, Tone::Good, msg!("recipes_put_back")),
                Err(why) => state.fail(why.0),
            }
            load(state).await;
        });
    };
    view! {
        li {
            span(class="grow hint") { (words) }
            button(class="quiet small", r#type="button", on:click=put_back) { (msg!("recipes_put_it_back")) }
        }
    }
}

/// `jobs.example/apply/…`: where the form is.
fn form_of(recipe: &Recipe) -> String {
    let path = recipe.steps.first().map(|step| step.path.replace('*', "…")).unwrap_or_default();
    format!("{}{}", host_of(&recipe.origin), path.trim_end_matches('/'))
}

/// What its fields take: no form's words are kept, so that these are the names of entries.
fn fields_of(recipe: &Recipe) -> String {
    let fields = recipe.steps.iter().flat_map(|step| &step.fields);
    t(fields.map(used).collect::<Vec<_>>().join(" · "))
}

fn used(known: &Known) -> String {
    match known.used() {
        Some(Use::Key(key)) => source_label(key.as_str()),
        Some(Use::Own(_)) => msg!("recipes_own_entry"),
        Some(Use::Answer) => msg!("recipes_your_answer"),
        Some(Use::Open) => msg!("recipes_open"),
        Some(Use::Leave) | None => msg!("recipes_left_blank"),
    }
}

/// Takes a file in that the person has edited, or got: as a correction of what is known of the form.
async fn take_in(state: State, file: web_sys::File) {
    let done = match recipe_file::read(file).await {
        Ok(recipe) => recipe_file::keep(recipe).await,
        Err(why) => Err(why),
    };
    match done {
        Ok(()) => say(state.said, Tone::Good, msg!("recipes_imported")),
        Err(why) => return state.fail(why),
    }
    load(state).await;
}
