//! Where a row of the review sheet gets another value: typed, ticked, chosen from a list, a file, or another entry.

use agent_core::{job::given, site::parts as site_parts};
use extension_browser::tasks::spawn_local;
use shared_types::{
    Question, Tier,
    profile::Document,
    sheet::{Offer, RowChoice, RowState, SheetRow},
};
use sycamore::prelude::*;

use super::{
    control::{self, Control},
    sentences::host_of,
};
use crate::{
    browser::{focus_on, take_file, value_of},
    controls::GlobalAttributes,
    paint::{error, source_label, t},
    profile::documents::read_answer,
};

/// The control that the value is given in.
pub(super) const FIRST: &str = ":is(#row-text, #row-text *):is(input, select)";

/// What the person gives a row.
pub(super) enum Given {
    /// Nothing: it stays blank.
    Nothing,
    /// Their own words, and how far they are kept.
    Text(String, Keep),
    /// A file, which is kept.
    File(Document),
    /// Another entry.
    Entry(Offer),
}

/// How far words of the person's own are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    /// For this form alone.
    No,
    /// In the profile, for the sites that such an answer was for before, or every one.
    Profile,
    /// In the profile, for this site alone.
    Here,
}

impl Keep {
    /// As a reply has it.
    pub(super) fn of(keep: bool, only_here: bool) -> Self {
        match (keep, only_here) {
            (false, _) => Self::No,
            (true, false) => Self::Profile,
            (true, true) => Self::Here,
        }
    }

    /// The words with it, as a reply.
    pub(super) fn written(self, text: &str) -> RowChoice {
        let (keep, only_here) = (self != Self::No, self == Self::Here);
        RowChoice::Write { text: text.into(), keep, only_here }
    }
}

/// What is being given.
#[derive(Clone, Copy)]
struct Draft {
    text: Signal<String>,
    file: Signal<Option<Document>>,
    keep: Signal<bool>,
    only_here: Signal<bool>,
    wrong: Signal<String>,
}

impl Draft {
    /// What is given so far, unless it cannot be an answer.
    fn given(self, question: Option<&Question>) -> Result<Given, String> {
        if question.map(control::of) == Some(Control::File) {
            let file = self.file.get_clone();
            return file.map(Given::File).ok_or_else(|| msg!("job_choose_a_file"));
        }
        let text = self.text.with(|text| text.trim().to_owned());
        if text.is_empty() {
            return Ok(Given::Nothing);
        }
        let Some(question) = question else { return Ok(Given::Text(text, Keep::No)) };
        given::check(question, &text)?;
        let keep = self.keep.get() && !given::is_secret(question, &text);
        Ok(Given::Text(text, Keep::of(keep, self.only_here.get())))
    }
}

/// Whether what a row gets, or is near to what it asks for, is kept to this site.
fn is_only_here(row: &SheetRow) -> bool {
    row.from.as_ref().is_some_and(|from| from.only_here)
        || row.near.as_ref().is_some_and(|near| near.offer.only_here)
}

/// Whether what a row gets is the answer to this very question that is kept to this site: another text is kept so, too. In
/// the profile it can be had for every site.
fn stays_here(row: &SheetRow) -> bool {
    let asked = row.question.as_ref().map(|question| &question.save_as);
    let of_it = row.from.as_ref().filter(|from| from.only_here);
    of_it.is_some_and(|from| asked.is_some() && from.key.as_ref() == asked)
}

/// The editor of a row of a form on `site` that would get `value`, where the person's own words were kept so before.
/// `typed` is told what is in it once that is another text, `give` what the person gives, or that they leave it as it is.
pub(super) fn view(
    row: &SheetRow,
    value: String,
    (site, before): (&str, Option<Keep>),
    typed: impl Fn(&str) + 'static,
    offers: Signal<Vec<Offer>>,
    give: impl Fn(Option<Given>) + Clone + 'static,
) -> View {
    let question = row.question.clone();
    let kind = question.as_ref().map_or(Control::Typed, control::of);
    let is_once = question.as_ref().is_some_and(|question| question.once);
    // What is more than ordinary would be kept as an ordinary answer.
    let can_keep =
        question.is_some() && !is_once && kind != Control::File && row.tier == Tier::Ordinary;
    let draft = Draft {
        text: create_signal(at_first(question.as_ref(), value)),
        file: create_signal(None),
        keep: create_signal(
            before.map_or(row.state == RowState::Ask, |keep| keep != Keep::No) && can_keep,
        ),
        only_here: create_signal(before.map_or(is_only_here(row), |keep| keep == Keep::Here)),
        wrong: create_signal(String::new()),
    };
    let before = create_signal(draft.text.get_clone_untracked());
    create_effect(on(draft.text, move || {
        let text = draft.text.get_clone_untracked();
        if text != before.replace(text.clone()) {
            typed(&text);
        }
    }));
    let ticks = keep_ticks(draft, question.as_ref().filter(|_| can_keep), (site, stays_here(row)));
    let input = input(draft, question.as_ref());
    let hints = hints(question.as_ref(), kind);
    let name = (kind != Control::Several)
        .then(|| view! { label(r#for="row-text") { (msg!("sheet_value_for_this_form")) } });
    let give_it = {
        let give = give.clone();
        move |_| match draft.given(question.as_ref()) {
            Ok(given) => give(Some(given)),
            Err(why) => {
                draft.wrong.set(why);
                focus_on(FIRST);
            }
        }
    };
    let taken = give.clone();
    let take = move |event: web_sys::Event| {
        let key = value_of(&event);
        let offer =
            offers.with(|offers| offers.iter().find(|offer| offer.key.as_str() == key).cloned());
        if let Some(offer) = offer {
            taken(Some(Given::Entry(offer)));
        }
    };
    let entries = move || {
        let item = |offer: Offer| {
            let key = offer.key.as_str().to_owned();
            let words = t(format!("{}: {}", source_label(&key), offer.value.reveal()));
            view! { option(value=key) { (words) } }
        };
        offers.get_clone().into_iter().map(item).collect::<Vec<View>>()
    };
    let wrong_part = error("row-error", draft.wrong);
    view! {
        div(class="row-editor") {
            div(class="field") {
                (name)
                (input)
                (hints)
                (wrong_part)
            }
            (ticks)
            div(class="field", hidden=offers.with(Vec::is_empty)) {
                label(r#for="row-offer") { (msg!("sheet_or_use_another_entry")) }
                select(id="row-offer", on:change=take) { option(value="") { (msg!("sheet_choose_2")) } (entries()) }
            }
            div(class="actions") { button(class="primary", r#type="button", on:click=give_it) { (msg!("sheet_use_this")) } button(r#type="button", on:click=move |_| give(None)) { (msg!("sheet_cancel")) } }
        }
    }
}

/// Whether words of one's own are kept, and for how many sites; nothing where they may not be.
fn keep_ticks(draft: Draft, question: Option<&Question>, (site, stays): (&str, bool)) -> View {
    let can_keep = question.is_some();
    // In a frame of another site it is not this one that asks.
    let is_of_page = question.is_some_and(|question| is_of(question, site));
    let only_for = t(msg!("sheet_only_for_site", site = host_of(site)));
    view! {
            label(class="check", hidden=!can_keep) { input(r#type="checkbox", bind:checked=draft.keep) span { (msg!("sheet_keep_it_in_my_profile")) } }
            label(class="check", hidden=!is_of_page || !draft.keep.get()) { input(r#type="checkbox", data-keep="here", disabled=stays, bind:checked=draft.only_here) span { (only_for) } }
    }
}

/// Whether a question is asked by a page of this site itself, and by no frame of another.
pub(super) fn is_of(question: &Question, site: &str) -> bool {
    let is_page = !site.is_empty() && site_parts(site).1.is_none();
    is_page && (question.origin.is_empty() || question.origin == site)
}

/// What is given at first, of a row that would get `value`: several choices are a line each.
fn at_first(question: Option<&Question>, value: String) -> String {
    match question {
        Some(question) if control::of(question) == Control::Several => {
            given::ticked(question.options.as_deref().unwrap_or_default(), &value).join("\n")
        }
        _ => value,
    }
}

/// How the answer is written, and what becomes of it besides.
fn hints(question: Option<&Question>, kind: Control) -> Vec<View> {
    let Some(question) = question else { return Vec::new() };
    let is_file = kind == Control::File;
    let words = [
        (!question.format.is_empty()).then(|| t(&question.format)),
        question.once.then(|| msg!("sheet_used_once_not_stored")),
        is_file.then(|| msg!("sheet_the_file_is_kept")),
        (is_file && question.replaces).then(|| msg!("questions_replaces_your_earlier_answer")),
    ];
    words.into_iter().flatten().map(|words| view! { p(class="hint") { (words) } }).collect()
}

/// What the value is given in.
fn input(draft: Draft, question: Option<&Question>) -> View {
    let Draft { text, .. } = draft;
    let plain = || view! { input(id="row-text", autocomplete="off", bind:value=text) };
    let Some(question) = question else { return plain() };
    match control::of(question) {
        Control::File => file_input(draft, question),
        Control::Several => {
            let asked = msg!("sheet_value_for_this_form");
            let (read, write) = (move || text.get_clone(), move |after| text.set(after));
            control::several("row-text", asked, question, create_node_ref(), read, write)
        }
        Control::One => {
            let choices = control::choices(question);
            view! { select(id="row-text", bind:value=text) { option(value="") { (msg!("sheet_choose_2")) } (choices) } }
        }
        Control::Covered => view! {
            input(id="row-text", r#type="password", autocomplete="off", bind:value=text)
        },
        Control::Typed => plain(),
    }
}

/// A file is chosen; its name is said.
fn file_input(draft: Draft, question: &Question) -> View {
    let (accept, question) = (question.accept.clone(), question.clone());
    let attach = move |event: web_sys::Event| {
        let Some(file) = take_file(&event) else { return };
        let question = question.clone();
        spawn_local(async move {
            match read_answer(&question, &file).await {
                Ok(document) => {
                    draft.wrong.set(String::new());
                    draft.file.set(Some(document));
                }
                Err(why) => {
                    draft.file.set(None);
                    draft.wrong.set(why);
                }
            }
        });
    };
    let name =
        move || draft.file.with(|file| file.as_ref().map(|file| t(&file.name)).unwrap_or_default());
    view! {
        input(id="row-text", r#type="file", accept=accept, on:change=attach)
        p(class="hint", role="status") { (name()) }
    }
}

#[cfg(test)]
mod tests {
    use shared_types::AnswerKind;

    use super::*;

    #[test]
    fn what_is_given_is_kept_only_where_it_may_be() {
        let root = create_root(|| {
            let text = Question { save_as: "answers.Code".into(), ..Question::default() };
            let once = Question { once: true, ..text.clone() };
            let file = Question { kind: AnswerKind::File, ..text.clone() };
            let day = Question { kind: AnswerKind::Date, ..text.clone() };
            let of = |question: Option<&Question>, typed: &str, keep: bool, only_here: bool| {
                let draft = Draft {
                    text: create_signal(typed.to_owned()),
                    file: create_signal(None),
                    keep: create_signal(keep),
                    only_here: create_signal(only_here),
                    wrong: create_signal(String::new()),
                };
                match draft.given(question) {
                    Ok(Given::Text(text, kept)) => format!("{text}, kept: {kept:?}"),
                    Ok(Given::Nothing) => "nothing".to_owned(),
                    Ok(_) => "another thing".to_owned(),
                    Err(_) => "wrong".to_owned(),
                }
            };
            let given =
                |question: Option<&Question>, typed: &str, keep| of(question, typed, keep, false);
            assert_eq!(of(Some(&text), "harbour", true, true), "harbour, kept: Here");
            assert_eq!(of(Some(&text), "harbour", false, true), "harbour, kept: No");
            assert_eq!(of(Some(&once), "harbour", true, true), "harbour, kept: No");
            assert_eq!(given(Some(&text), " harbour ", true), "harbour, kept: Profile");
            assert_eq!(given(Some(&text), "harbour", false), "harbour, kept: No");
            assert_eq!(given(Some(&once), "harbour", true), "harbour, kept: No");
            let card = "4111 1111 1111 1111";
            assert_eq!(given(Some(&text), card, true), format!("{card}, kept: No"));
            assert_eq!(given(None, "harbour", true), "harbour, kept: No");
            assert_eq!(given(Some(&text), " ", true), "nothing");
            assert_eq!(given(Some(&day), "soon", true), "wrong");
            let options = Some(["Shore", "Boat"].map(str::to_owned).to_vec());
            let days = Question { kind: AnswerKind::Choices, options, ..text.clone() };
            let shown = at_first(Some(&days), "Shore, Boat".to_owned());
            assert_eq!(given(Some(&days), &shown, false), "Shore\nBoat, kept: No");
            assert_eq!(given(Some(&file), "cv.pdf", true), "wrong", "no file was chosen");
        });
        root.dispose();
    }

    #[test]
    fn a_frame_of_another_site_is_not_the_page() {
        let check = |origin: &str, site: &str, expected: bool| {
            let question = Question { origin: origin.to_owned(), ..Question::default() };
            assert_eq!(is_of(&question, site), expected, "{origin} at {site}");
        };
        let (here, there) = ("https://here.example", "https://there.example");
        let framed = agent_core::site::framed(there, here);
        check("", here, true);
        check(here, here, true);
        check(there, here, false);
        check(&framed, here, false);
        check(&framed, &framed, false);
        check("", "", false);
    }
}
