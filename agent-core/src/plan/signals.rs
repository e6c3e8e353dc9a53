//! Words on pages and buttons that the planner reads, in the languages that forms are met in.

use shared_types::{Field, Observation};

use crate::{
    language::{self, List},
    text::fold,
};

/// Whether a button has a code sent to the person.
pub(super) fn sends_code(text: &str) -> bool {
    says(text, List::SendsCode)
}

/// Whether a button never takes a form further.
pub(super) fn never(text: &str) -> bool {
    says(text, List::Never)
}

/// Whether the page says that a form has arrived.
pub(super) fn confirms(observation: &Observation) -> bool {
    let texts = [&observation.title, &observation.page_context, &observation.text];
    texts.iter().any(|text| says_arrived(text))
}

/// Whether a text says that a form has arrived.
pub(super) fn says_arrived(text: &str) -> bool {
    says(text, List::Arrived)
}

/// The first message of a page (`pageContext` marks them by `!`).
pub(super) fn message(observation: &Observation) -> Option<&str> {
    observation.page_context.lines().find_map(|line| line.strip_prefix("! "))
}

/// Whether a code came by e-mail.
pub(super) fn by_mail(context: &str) -> bool {
    says(context, List::ByMail)
}

/// What the page says around a field.
pub(super) fn around(field: &Field, observation: &Observation) -> String {
    const LONGEST: usize = 200;
    let texts = [
        field.described_by.as_deref(),
        field.nearby.as_deref(),
        Some(field.label.as_str()),
        field.section.as_deref(),
    ];
    let mut said: Vec<&str> = Vec::new();
    for text in texts.into_iter().flatten().map(str::trim) {
        if !text.is_empty() && !said.contains(&text) {
            said.push(text);
        }
    }
    let text = if said.is_empty() { observation.title.clone() } else { said.join(" · ") };
    text.chars().take(LONGEST).collect()
}

/// Whether a text has a phrase of a list.
fn says(text: &str, list: List) -> bool {
    let text = fold(text);
    language::words(list).iter().any(|phrase| has_phrase(&text, phrase))
}

/// Whole words, except in scripts that put no spaces between them.
fn has_phrase(text: &str, phrase: &str) -> bool {
    let spaceless = phrase.chars().any(|c| c >= '\u{2e80}');
    if spaceless {
        return text.contains(phrase);
    }
    text.match_indices(phrase).any(|(at, _)| {
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let after = text.get(at + phrase.len()..).and_then(|text| text.chars().next());
        let bounded = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        // Stems in Cyrillic and Greek are listed without their endings.
        bounded(before) && (bounded(after) || phrase.chars().any(|c| c > '\u{24f}'))
    })
}
