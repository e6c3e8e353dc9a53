//! The card with the questions that nothing the person has answers.

use std::collections::BTreeMap;

use agent_core::{gate, job::given};
use extension_browser::{profiles, tasks::spawn_local};
use shared_types::{
    AnswerKind, JobRecord, JobStatus, Private, ProfileKey, Question,
    message::{PopupMessage, PopupReply},
    profile::Document,
    sheet::{Near, Suggested},
};
use sycamore::prelude::*;

use super::{
    control::{self, Control},
    jobs::needed,
    near,
    row_editor::is_of,
    sentences::host_of,
    unconfirmed::{self, Unconfirmed},
};
use crate::{
    browser::{focus_once_painted, take_file, value_of},
    controls::GlobalAttributes,
    paint::{error, site_name, t},
    profile::documents::read_answer,
    session::Session,
    worker::{send, unexpected},
};

/// Answers as they are typed, by where they are kept.
type Typed = BTreeMap<ProfileKey, String>;

#[derive(Clone, Copy)]
pub(super) struct State {
    card: ReadSignal<Option<(String, Vec<Question>)>>,
    typed: Signal<Typed>,
    /// What of it was laid there and not typed.
    laid: Signal<Typed>,
    files: Signal<BTreeMap<ProfileKey, Document>>,
    /// What is said beside a question, by where its answer is kept.
    notes: Signal<BTreeMap<ProfileKey, String>>,
    /// Answers to questions that may be the same, by the field that asks.
    near: Signal<BTreeMap<u32, Near>>,
    /// What an agent would answer, by the field that asks.
    suggested: Signal<BTreeMap<u32, Suggested>>,
    /// Answers of agents that were taken, by where answers are kept.
    taken: Signal<BTreeMap<ProfileKey, Suggested>>,
    /// Counts what agents suggested: then it is read anew.
    suggestions: ReadSignal<u32>,
    drafts_allowed: Signal<bool>,
    /// What was taken of what the person keeps to this site, as it was laid there.
    of_site: Signal<Typed>,
    /// Whether the answers are kept for this site alone.
    only_here: Signal<bool>,
    error: Signal<String>,
    busy: Signal<bool>,
}

impl State {
    pub(super) fn new(job: ReadSignal<JobRecord>) -> Self {
        let card = create_selector(move || {
            job.with(|job| {
                let questions = Some(&job.questions).filter(|all| !all.is_empty());
                needed(job, JobStatus::NeedsInput, questions)
            })
        });
        Self {
            card,
            typed: create_signal(Typed::new()),
            laid: create_signal(BTreeMap::new()),
            files: create_signal(BTreeMap::new()),
            notes: create_signal(BTreeMap::new()),
            near: create_signal(BTreeMap::new()),
            suggested: create_signal(BTreeMap::new()),
            taken: create_signal(BTreeMap::new()),
            suggestions: create_selector(move || job.with(|job| job.suggestions)),
            drafts_allowed: create_signal(false),
            of_site: create_signal(BTreeMap::new()),
            only_here: create_signal(false),
            error: create_signal(String::new()),
            busy: create_signal(false),
        }
    }

    /// Lays an answer that the person did not type into its place: it is theirs to change, and kept nowhere as it is.
    fn lay(self, key: &ProfileKey, text: String) {
        self.laid.update(|all| all.insert(key.clone(), text.clone()));
        self.write(key, text);
    }

    /// Writes an answer.
    fn write(self, key: &ProfileKey, text: String) {
        self.typed.update(|all| all.insert(key.clone(), text));
        self.keep_typed();
    }

    /// Keeps what is typed until it is confirmed.
    fn keep_typed(self) {
        let Some((job_id, asked)) = self.card.get_clone_untracked() else { return };
        let answers = untrack(|| {
            let at_first = at_first(&asked);
            let is_laid = |key: &ProfileKey, text: &str| {
                let is_it = |laid: &BTreeMap<ProfileKey, String>| {
                    laid.get(key).is_some_and(|laid| laid == text)
                };
                self.is_agents(key, text) || self.laid.with(is_it) || is_it(&at_first)
            };
            self.typed.with(|typed| unconfirmed::answers(&asked, typed, is_laid))
        });
        let only_here = self.only_here.get_untracked();
        unconfirmed::keep(&job_id, Unconfirmed::Answers { answers, only_here });
    }

    /// Takes up what was typed into this card before the panel was closed or showed another.
    async fn take_up(self) {
        let Some((job_id, asked)) = self.card.get_clone_untracked() else { return };
        let kept = unconfirmed::kept(&job_id).await;
        let is_same =
            self.card.with_untracked(|card| card.as_ref().is_some_and(|(_, now)| *now == asked));
        if let (Some(Unconfirmed::Answers { answers, only_here }), true) = (kept, is_same) {
            let at_first = at_first(&asked);
            self.only_here.set(only_here);
            self.typed.update(|typed| unconfirmed::take_up(answers, &asked, &at_first, typed));
        }
    }

    /// Reads what was answered to questions like these, unless others are asked by then.
    async fn read_near(self) {
        let Some((job_id, asked)) = self.card.get_clone_untracked() else { return };
        let answer = send(&PopupMessage::ShowSheet { job_id }).await;
        let is_same =
            self.card.with_untracked(|card| card.as_ref().is_some_and(|(_, now)| *now == asked));
        if let (Ok(PopupReply::Sheet(sheet)), true) = (answer, is_same) {
            let suggested = sheet.rows.iter();
            let suggested = suggested.filter_map(|row| Some((row.field, row.suggested.clone()?)));
            self.suggest(&asked, suggested.collect());
            let rows = sheet.rows.into_iter();
            self.near.set(rows.filter_map(|row| Some((row.field, row.near?))).collect());
        }
    }

    /// Lays what agents would answer beside the questions. What was taken and is withdrawn by now is taken no more.
    fn suggest(self, asked: &[Question], suggested: BTreeMap<u32, Suggested>) {
        let is_still = |key: &ProfileKey, taken: &Suggested| {
            let question = asked.iter().find(|question| question.save_as == *key);
            question.and_then(|question| suggested.get(&question.field)) == Some(taken)
        };
        let gone = self.taken.get_clone_untracked().into_iter();
        for (key, taken) in gone.filter(|(key, taken)| !is_still(key, taken)) {
            self.taken.update(|all| all.remove(&key));
            let is_its = self.typed.with_untracked(|typed| {
                typed.get(&key).is_some_and(|text| text == taken.text.reveal())
            });
            if is_its {
                self.typed.update(|typed| typed.remove(&key));
            }
        }
        self.suggested.set(suggested);
    }

    /// Whether what is typed for a question is an agent's answer, as it was taken.
    fn is_agents(self, key: &ProfileKey, text: &str) -> bool {
        self.taken.with(|taken| taken.get(key).is_some_and(|one| one.text.reveal() == text))
    }

    /// Which of the answers are for this site alone: all of them where the person says so, and what they took as it was laid
    /// there of what they keep to this site.
    fn for_this_site(self, answers: &BTreeMap<ProfileKey, Private>) -> Vec<ProfileKey> {
        let is_taken = |key: &ProfileKey, text: &str| {
            self.of_site.with_untracked(|all| all.get(key).is_some_and(|taken| taken == text))
        };
        let all = self.only_here.get_untracked();
        let here = answers.iter().filter(|(key, text)| all || is_taken(key, text.reveal()));
        here.map(|(key, _)| key.clone()).collect()
    }

    fn answer(
        self,
        session: Session,
        job_id: String,
        answers: BTreeMap<ProfileKey, Private>,
        files: BTreeMap<ProfileKey, Document>,
    ) {
        self.busy.set(true);
        let profile_id = Some(session.job.with_untracked(|job| job.profile_id.clone()));
        spawn_local(async move {
            let agents = answers.iter().filter(|(key, text)| self.is_agents(key, text.reveal()));
            let agents = agents.map(|(key, _)| key.clone()).collect();
            let only_here = self.for_this_site(&answers);
            let message =
                PopupMessage::Answer { job_id, profile_id, answers, files, agents, only_here };
            let answer = send(&message).await;
            self.busy.set(false);
            self.error.set(answer.as_ref().err().cloned().unwrap_or_default());
            if answer.is_err() {
                // What an agent would answer may be another by now.
                self.read_near().await;
            }
        });
    }
}

pub(super) fn view(session: Session, state: State) -> View {
    create_effect(on(state.card, move || {
        let asked = state.card.with_untracked(|card| card.clone().unwrap_or_default().1);
        state.typed.set(at_first(&asked));
        state.laid.set(BTreeMap::new());
        state.files.set(BTreeMap::new());
        state.notes.set(BTreeMap::new());
        state.near.set(BTreeMap::new());
        state.suggested.set(BTreeMap::new());
        state.taken.set(BTreeMap::new());
        state.of_site.set(BTreeMap::new());
        state.only_here.set(false);
        state.error.set(String::new());
        if state.card.with_untracked(Option::is_some) && cfg!(target_arch = "wasm32") {
            spawn_local(state.take_up());
            spawn_local(state.read_near());
            spawn_local(async move {
                let used = session.job.with_untracked(|job| job.profile_id.clone());
                let stored = profiles::stored().await.map(|stored| stored.profiles);
                let allowed = stored
                    .is_ok_and(|all| all.get(&used).is_some_and(|profile| profile.allow_drafts));
                state.drafts_allowed.set(allowed);
            });
        }
    }));
    create_effect(on(state.suggestions, move || {
        if state.card.with_untracked(Option::is_some) && cfg!(target_arch = "wasm32") {
            spawn_local(state.read_near());
        }
    }));
    view! {
        section(id="questions", class="card accent", aria-labelledby="questions-title", hidden=state.card.with(Option::is_none)) {
            (match state.card.get_clone() {
                Some((job_id, questions)) => card(session, state, job_id, questions),
                None => view! {},
            })
        }
    }
}

fn card(session: Session, state: State, job_id: String, questions: Vec<Question>) -> View {
    let title = msg!("questions_title", count = questions.len());
    let site = session.job.with_untracked(|job| job.origin.clone().unwrap_or_default());
    let (origin, only_for) = (t(&site), t(msg!("sheet_only_for_site", site = host_of(&site))));
    // Where one of them is asked by a frame of another site, it is not this one that they would be kept to.
    let is_kept = |question: &&Question| {
        let is_agreement = gate::site_of_agreement(&question.save_as).is_some();
        !question.once && question.kind != AnswerKind::File && !is_agreement
    };
    let mut kept = questions.iter().filter(is_kept).peekable();
    let may_be_only_here = kept.peek().is_some() && kept.all(|question| is_of(question, &site));
    let rows: Vec<View> = questions
        .iter()
        .enumerate()
        .map(|(n, question)| row(state, &job_id, n, question))
        .collect();
    let questions_asked = questions;
    let skipped = job_id.clone();
    let skip = move |_| state.answer(session, skipped.clone(), BTreeMap::new(), BTreeMap::new());
    let answer = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let typed = state.typed.get_clone();
        let answers: BTreeMap<ProfileKey, Private> = typed
            .into_iter()
            .map(|(key, text)| (key, text.trim().to_owned()))
            .filter(|(_, text)| !text.is_empty())
            .map(|(key, text)| (key, text.into()))
            .collect();
        let files = state.files.get_clone();
        let wrong = wrong_answers(&questions_asked, &answers);
        let is_fine = wrong.is_empty();
        state.notes.update(|notes| notes.extend(wrong));
        if !is_fine {
            state.error.set(msg!("questions_correct_what_is_marked_then_save"));
            return;
        }
        if answers.is_empty() && files.is_empty() {
            state.error.set(msg!("questions_answer_at_least_one_or_press_skip"));
        } else {
            state.answer(session, job_id.clone(), answers, files);
        }
    };
    let questions_error_part = error("questions-error", state.error);
    view! {
        h2(id="questions-title", tabindex="-1") { (title) }
        p(id="questions-site", class="quote") { (origin) }
        p(class="hint") { (msg!("questions_your_answers_are_saved_in_your")) }
        form(id="questions-form", autocomplete="off", novalidate=true, on:submit=answer) {
            div(id="question-list") { (rows) }
            label(class="check", hidden=!may_be_only_here) { input(id="answers-only-here", r#type="checkbox", bind:checked=state.only_here, on:change=move |_| state.keep_typed()) span { (only_for) } }
            (questions_error_part)
            div(class="actions") {
                button(id="answer", class="primary", r#type="submit", disabled=state.busy.get()) { (msg!("questions_save_and_continue")) }
                button(id="skip", r#type="button", disabled=state.busy.get(), on:click=skip) { (msg!("questions_skip")) }
            }
        }
    }
}

/// What the answers to questions are before anything is typed.
fn at_first(questions: &[Question]) -> Typed {
    let suggested = questions
        .iter()
        .filter_map(|question| Some((question.save_as.clone(), question.suggested.clone()?)));
    suggested.collect()
}

/// What is wrong with answers, by where they are kept.
fn wrong_answers(
    questions: &[Question],
    answers: &BTreeMap<ProfileKey, Private>,
) -> Vec<(ProfileKey, String)> {
    let checked = questions.iter().filter_map(|question| {
        let answer = answers.get(&question.save_as)?;
        let why = given::check(question, answer.reveal()).err()?;
        Some((question.save_as.clone(), why))
    });
    checked.collect()
}

fn row(state: State, job_id: &str, n: usize, question: &Question) -> View {
    let input_id = format!("question-{n}");
    let is_free = !question.once
        && question.options.as_ref().is_none_or(Vec::is_empty)
        && question.kind != AnswerKind::File;
    let hint = |class: &'static str, words: String| {
        let text = t(&words);
        view! { p(class=class) { (text) } }
    };
    let hints: Vec<View> = [
        (!question.complaint.is_empty()).then(|| {
            hint("error", msg!("questions_the_page_says", complaint = question.complaint))
        }),
        (!question.format.is_empty()).then(|| hint("hint", question.format.clone())),
        question.once.then(|| {
            hint(
                "hint",
                msg!("questions_used_once_on_not_stored", origin = site_name(&question.origin)),
            )
        }),
        question.replaces.then(|| {
            // One for this site alone lies beside it.
            let words = t(msg!("questions_replaces_your_earlier_answer"));
            view! { p(class="hint", hidden=state.only_here.get()) { (words) } }
        }),
        question
            .suggested
            .is_some()
            .then(|| hint("hint suggested", msg!("questions_proposed_by_the_model_from_the"))),
    ]
    .into_iter()
    .flatten()
    .collect();
    let key = question.save_as.clone();
    let note = move |key: &ProfileKey| {
        state.notes.with(|notes| notes.get(key).cloned().unwrap_or_default())
    };
    let (noted, drafted) = (key.clone(), key.clone());
    let job_id = job_id.to_owned();
    let described = input_id.clone();
    let draft = move || {
        if !is_free || !state.drafts_allowed.get() {
            return view! {};
        }
        let (job_id, key) = (job_id.clone(), drafted.clone());
        let described = described.clone();
        view! { button(class="quiet draft", r#type="button", aria-describedby=described, on:click=move |_| spawn_local(draft(state, job_id.clone(), key.clone()))) { (msg!("questions_draft")) } }
    };
    let (field, of_near, is_several) =
        (question.field, key.clone(), question.kind == AnswerKind::Choices);
    let near_label = question.question.clone();
    let near = move || {
        let near = state.near.with(|near| near.get(&field).cloned());
        near.filter(|_| !is_several).map(|near| {
            let (key, value) = (of_near.clone(), near.offer.value.reveal().to_owned());
            let only_here = near.offer.only_here;
            let take = move || {
                if only_here {
                    state.of_site.update(|all| all.insert(key.clone(), value.trim().to_owned()));
                }
                state.lay(&key, value.clone());
            };
            near::view(&near, &near_label, || true, take)
        })
    };
    let of_agent = agents_part(state, question);
    let (name, control) = answered_in(state, question, input_id, n == 0);
    view! {
        div(class="field") {
            (name)
            (control)
            (hints)
            (near())
            (of_agent)
            (draft())
            p(class="hint", role="status") { (t(note(&noted))) }
        }
    }
}

/// What an agent would answer; and once it was taken, whose it is and that it is kept nowhere.
fn agents_part(state: State, question: &Question) -> impl Fn() -> View + use<> {
    let (field, key, label) = (question.field, question.save_as.clone(), question.question.clone());
    move || {
        let Some(suggested) = state.suggested.with(|all| all.get(&field).cloned()) else {
            return view! {};
        };
        let text = state.typed.with(|typed| typed.get(&key).cloned().unwrap_or_default());
        if state.is_agents(&key, &text) {
            let words = t(msg!("questions_from_an_agent_used_once", name = suggested.agent));
            return view! { p(class="hint of-agent") { (words) } };
        }
        let (key, taken) = (key.clone(), suggested.clone());
        let take = move || {
            let text = taken.text.reveal().to_owned();
            state.taken.update(|all| all.insert(key.clone(), taken.clone()));
            state.write(&key, text);
        };
        near::of_agent(&suggested, &label, || true, take)
    }
}

/// What a question is called, where it stands apart, and what it is answered in.
fn answered_in(
    state: State,
    question: &Question,
    id: String,
    is_first: bool,
) -> (Option<View>, View) {
    let required = question
        .required
        .then(|| view! { span(class="tag need") { (msg!("questions_required")) } });
    let asked = t(&question.question);
    let asked = view! { (asked) (required) };
    if control::of(question) == Control::Several {
        return (None, several(state, question, &id, is_first, asked));
    }
    let of = id.clone();
    (Some(view! { label(r#for=of) { (asked) } }), control(state, question, id, is_first))
}

/// Check boxes for a question of which several choices may be ticked.
fn several(state: State, question: &Question, id: &str, is_first: bool, asked: View) -> View {
    let node = create_node_ref();
    if is_first {
        focus_once_painted(node);
    }
    let (read, written) = (question.save_as.clone(), question.save_as.clone());
    let text = move || state.typed.with(|typed| typed.get(&read).cloned().unwrap_or_default());
    let write = move |text: String| state.write(&written, text);
    control::several(id, asked, question, node, text, write)
}

/// What an answer is typed into.
fn control(state: State, question: &Question, id: String, is_first: bool) -> View {
    let key = question.save_as.clone();
    let data_key = key.as_str().to_owned();
    let node = create_node_ref();
    if is_first {
        focus_once_painted(node);
    }
    let (read, written) = (key.clone(), key.clone());
    let text = move || state.typed.with(|typed| typed.get(&read).cloned().unwrap_or_default());
    let typed = move |event: web_sys::Event| {
        state.write(&written, value_of(&event));
    };
    let kind = control::of(question);
    if kind == Control::File {
        let (accept, question) = (question.accept.clone(), question.clone());
        let attach = move |event: web_sys::Event| {
            let Some(file) = take_file(&event) else { return };
            let (key, question) = (key.clone(), question.clone());
            spawn_local(async move {
                let note = match read_answer(&question, &file).await {
                    Ok(document) => {
                        let note = document.name.clone();
                        state.files.update(|files| files.insert(key.clone(), document));
                        note
                    }
                    Err(why) => {
                        state.files.update(|files| files.remove(&key));
                        why
                    }
                };
                state.notes.update(|notes| notes.insert(key, note));
            });
        };
        return view! { input(id=id, r#type="file", accept=accept, data-key=data_key, r#ref=node, on:change=attach) };
    }
    match kind {
        Control::One => {
            let options = control::choices(question);
            view! {
                select(id=id, data-key=data_key, r#ref=node, prop:value=text(), on:input=typed) {
                    option(value="") { (msg!("questions_choose")) }
                    (options)
                }
            }
        }
        Control::Covered => view! {
            input(id=id, r#type="password", autocomplete="off", data-key=data_key, r#ref=node, prop:value=text(), on:input=typed)
        },
        _ => match input_of(question.kind) {
            Some((kind, mode)) => view! {
                input(id=id, r#type=kind, inputmode=mode, autocomplete="off", data-key=data_key, r#ref=node, prop:value=text(), on:input=typed)
            },
            None => view! {
                textarea(id=id, rows=move || if state.typed.with(|typed| typed.get(&key).is_some_and(|text| text.len() > 80)) { "6" } else { "1" }, data-key=data_key, r#ref=node, prop:value=text(), on:input=typed)
            },
        },
    }
}

/// `type` and `inputmode` of a one-line input for a kind of answer; none for what is written in sentences.
fn input_of(kind: AnswerKind) -> Option<(&'static str, &'static str)> {
    match kind {
        AnswerKind::Date | AnswerKind::Month => Some(("text", "text")),
        AnswerKind::Number => Some(("text", "decimal")),
        AnswerKind::Email => Some(("email", "email")),
        AnswerKind::Phone => Some(("tel", "tel")),
        AnswerKind::Url => Some(("url", "url")),
        AnswerKind::Text
        | AnswerKind::LongText
        | AnswerKind::Choice
        | AnswerKind::Choices
        | AnswerKind::File => None,
    }
}

/// Writes a draft into the answer. It stays the person's to change, to take, or to leave.
async fn draft(state: State, job_id: String, key: ProfileKey) {
    let note = |words: String| state.notes.update(|notes| notes.insert(key.clone(), words));
    note(msg!("questions_drafting"));
    let answer = send(&PopupMessage::Draft { job_id, key: key.clone() }).await;
    let text = answer.and_then(|reply| match reply {
        PopupReply::Draft(text) => Ok(text),
        other => unexpected(other),
    });
    match text {
        Ok(text) => {
            state.lay(&key, t(text.reveal()));
            note(msg!("questions_drafted_by_the_model_from_your"));
        }
        Err(error) => {
            note(error);
        }
    }
}
