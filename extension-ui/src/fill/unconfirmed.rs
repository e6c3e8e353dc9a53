//! What the person typed into a card or chose on the review sheet, and has not confirmed yet. It is kept in the browser's
//! memory, so that neither closing the panel nor another tab in front loses it; the worker removes it once it is
//! confirmed, or its job ends. It holds no secret, no file, no entry of the profile, and nothing that an agent or a model said:
//! those are given again.

use std::collections::BTreeMap;

use agent_core::job::given;
use extension_browser::{chrome, console, storage, tasks::spawn_local};
use serde::{Deserialize, Serialize};
use shared_types::{ProfileKey, Question, RowChoice, settings::LogLevel};

/// What is kept of a job: it shows one card at a time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum Unconfirmed {
    /// Answers to questions, by where they are kept once they are given; and whether that is for this site alone.
    Answers {
        answers: BTreeMap<ProfileKey, String>,
        #[serde(default)]
        only_here: bool,
    },
    /// What was made of rows of a review sheet, and of which; and what is typed into the editor of a row.
    Sheet {
        card: String,
        rows: BTreeMap<String, RowChoice>,
        #[serde(default)]
        draft: Option<RowDraft>,
    },
}

/// What is typed into the editor of a row, and not used yet.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct RowDraft {
    pub(super) row: String,
    pub(super) text: String,
}

/// Keeps it. At once and not after a pause: another tab in front takes the card away at any moment.
pub(super) fn keep(job: &str, what: Unconfirmed) {
    if !cfg!(target_arch = "wasm32") {
        return;
    }
    let key = storage::unconfirmed_key(job);
    spawn_local(async move {
        if chrome::session_store(&key, &what).await.is_err() {
            console::log(LogLevel::Error, "panel: what was typed could not be kept");
        }
    });
}

/// What is kept of a job.
pub(super) async fn kept(job: &str) -> Option<Unconfirmed> {
    chrome::session_stored(&storage::unconfirmed_key(job)).await.ok().flatten()
}

/// What may be kept of answers: those that are typed, and not what an agent, a model or the profile laid there.
pub(super) fn answers(
    asked: &[Question],
    typed: &BTreeMap<ProfileKey, String>,
    is_laid: impl Fn(&ProfileKey, &str) -> bool,
) -> BTreeMap<ProfileKey, String> {
    let may_be = asked.iter().filter_map(|question| {
        let (key, text) = typed.get_key_value(&question.save_as)?;
        let is_kept = !given::is_secret(question, text) && !is_laid(key, text);
        is_kept.then(|| (key.clone(), text.clone()))
    });
    may_be.collect()
}

/// Puts kept answers where the person has typed nothing since the card was painted with `at_first`.
pub(super) fn take_up(
    kept: BTreeMap<ProfileKey, String>,
    asked: &[Question],
    at_first: &BTreeMap<ProfileKey, String>,
    typed: &mut BTreeMap<ProfileKey, String>,
) {
    for (key, text) in kept {
        let is_asked = asked.iter().any(|question| question.save_as == key && !question.once);
        if is_asked && typed.get(&key) == at_first.get(&key) {
            typed.insert(key, text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(key: &str, once: bool) -> Question {
        Question { save_as: ProfileKey::new(key), once, ..Question::default() }
    }

    fn texts(all: &[(&str, &str)]) -> BTreeMap<ProfileKey, String> {
        all.iter().map(|(key, text)| (ProfileKey::new(*key), (*text).to_owned())).collect()
    }

    #[test]
    fn no_secret_and_nothing_of_an_agent_is_kept() {
        let questions = [
            asked("answers.Notice period", false),
            asked("answers.Start", false),
            asked("answers.Pass phrase of the portal", true),
            asked("answers.How do you pay", false),
            asked("answers.Team", false),
        ];
        let typed = texts(&[
            ("answers.Notice period", "two mon"),
            ("answers.Start", ""),
            ("answers.Pass phrase of the portal", "harbour"),
            ("answers.How do you pay", "4111 1111 1111 1111"),
            ("answers.Team", "of an agent"),
            ("answers.Not asked", "left from before"),
        ]);
        let kept = answers(&questions, &typed, |_, text| text == "of an agent");
        let expected = texts(&[("answers.Notice period", "two mon"), ("answers.Start", "")]);
        assert_eq!(kept, expected, "also that a suggestion was taken out");
    }

    #[test]
    fn what_was_kept_gives_way_to_what_is_typed_by_now() {
        let questions =
            [asked("answers.A", false), asked("answers.B", false), asked("answers.C", true)];
        let at_first = texts(&[("answers.B", "suggested")]);
        let kept = [
            ("answers.A", "kept"),
            ("answers.B", "kept"),
            ("answers.C", "kept"),
            ("answers.D", "kept"),
        ];
        let check = |typed: &[(&str, &str)], expected: &[(&str, &str)]| {
            let mut typed = texts(typed);
            take_up(texts(&kept), &questions, &at_first, &mut typed);
            assert_eq!(typed, texts(expected));
        };
        check(&[("answers.B", "suggested")], &[("answers.A", "kept"), ("answers.B", "kept")]);
        check(
            &[("answers.A", "n"), ("answers.B", "no")],
            &[("answers.A", "n"), ("answers.B", "no")],
        );
    }
}
