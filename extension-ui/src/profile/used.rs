//! What of the profile was of use: on how many forms that were sent; and what is known of an answer: where and when it was
//! given, how often it was changed, and what else it answers.

use shared_types::{AnswerNote, ProfileKey};
use sycamore::prelude::*;

use super::state::State;
use crate::{
    browser::local_day,
    fill::sentences::host_of,
    paint::{capitalised, t},
};

/// On how many forms an entry was used; nothing where it was on none.
pub(super) fn view(state: State, key: impl Fn() -> String + 'static) -> View {
    let uses = move || state.uses.with(|uses| uses.get(&ProfileKey::new(key())).copied());
    let words = move || uses().map(|count| msg!("profile_used", count = count)).unwrap_or_default();
    view! { p(class="used") { (words()) } }
}

/// What is known of an answer; nothing where nothing is.
pub(super) fn known(state: State, name: Signal<String>) -> View {
    let words = move || {
        let note = name.with(|name| state.editor.note(name));
        note.map(|note| t(words_of(&note))).unwrap_or_default()
    };
    view! { p(class="used", data-pair="known") { (words()) } }
}

pub(super) fn words_of(note: &AnswerNote) -> String {
    let site = host_of(&note.origin);
    let day = (note.given > 0.0).then(|| local_day(note.given));
    let is_changed = note.corrected > 0;
    let given = match &day {
        // When it was given is not known any more.
        _ if is_changed => (!site.is_empty()).then(|| msg!("profile_answer_site", site = site)),
        Some(day) if site.is_empty() => Some(msg!("profile_answer_given", day = day)),
        Some(day) => Some(msg!("profile_answer_given_at", site = site, day = day)),
        None => None,
    };
    let changed = day.filter(|_| is_changed);
    let changed =
        changed.map(|day| msg!("profile_answer_changed", count = note.corrected, day = day));
    let quoted = |text: &str| msg!("profile_answer_question", question = text);
    let also: Vec<String> = note.also.iter().map(|asked| quoted(&asked.text)).collect();
    let also = (!also.is_empty()).then(|| msg!("profile_answer_also", questions = also.join(", ")));
    let parts: Vec<String> = [given, changed, also].into_iter().flatten().collect();
    capitalised(&parts.join(" · "))
}

#[cfg(test)]
mod tests {
    use shared_types::AskedQuestion;

    use super::*;

    #[test]
    fn nothing_is_said_of_an_answer_that_nothing_is_known_of() {
        assert_eq!(words_of(&AnswerNote::default()), "");
        let asked = AskedQuestion { text: "Notice".into(), ..AskedQuestion::default() };
        let note = AnswerNote { also: vec![asked], ..AnswerNote::default() };
        assert_eq!(words_of(&note), "Also answers “Notice”");
    }
}
