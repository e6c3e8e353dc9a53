//! What a question is answered with: which control it gets, and check boxes where several of its choices may be ticked.

use agent_core::job::given;
use shared_types::{AnswerKind, Question};
use sycamore::prelude::*;

use crate::{controls::GlobalAttributes, paint::t};

/// What an answer is given in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Control {
    /// A file is chosen.
    File,
    /// Check boxes.
    Several,
    /// A list of which one is chosen.
    One,
    /// It is typed, and nobody reads it over a shoulder.
    Covered,
    /// It is typed.
    Typed,
}

/// The control for a question.
pub(super) fn of(question: &Question) -> Control {
    let has_choices = question.options.iter().flatten().any(|option| !option.is_empty());
    match question.kind {
        AnswerKind::File => Control::File,
        AnswerKind::Choices if has_choices => Control::Several,
        _ if has_choices => Control::One,
        _ if question.once => Control::Covered,
        _ => Control::Typed,
    }
}

/// The choices of a list of which one is chosen.
pub(super) fn choices(question: &Question) -> Vec<View> {
    let option = |choice: &String| {
        let (value, words) = (choice.clone(), t(choice));
        view! { option(value=value) { (words) } }
    };
    let all = question.options.iter().flatten();
    all.filter(|choice| !choice.is_empty()).map(option).collect()
}

/// A check box for each choice, under what is asked. The answer is a text with a line for each that is ticked: `text` says
/// it, `write` takes what it is after a press. `first` is the first of them.
pub(super) fn several(
    id: &str,
    asked: impl Into<View>,
    question: &Question,
    first: NodeRef,
    text: impl Fn() -> String + Clone + 'static,
    write: impl Fn(String) + Clone + 'static,
) -> View {
    let (id, asked) = (id.to_owned(), asked.into());
    let (key, all) = (question.save_as.as_str().to_owned(), question.options.clone());
    let all = all.unwrap_or_default();
    let check_box = |node: NodeRef, choice: &String| {
        let words = t(choice);
        let is_ticked = {
            let (all, choice, text) = (all.clone(), choice.clone(), text.clone());
            move || given::ticked(&all, &text()).contains(&choice.as_str())
        };
        let at_first = untrack(&is_ticked);
        let toggle = {
            let (all, choice, text, write) =
                (all.clone(), choice.clone(), text.clone(), write.clone());
            move |_| write(given::toggled(&all, &untrack(&text), &choice))
        };
        view! {
            label(class="check") {
                input(r#type="checkbox", r#ref=node, checked=at_first, prop:checked=is_ticked(), on:change=toggle)
                span { (words) }
            }
        }
    };
    let nodes = std::iter::once(first).chain(std::iter::repeat_with(create_node_ref));
    let shown = all.iter().filter(|choice| !choice.is_empty());
    let boxes: Vec<View> = nodes.zip(shown).map(|(node, choice)| check_box(node, choice)).collect();
    view! {
        fieldset(id=id, class="several", data-key=key) {
            legend { (asked) }
            div(class="ticks") { (boxes) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_gets_the_control_that_its_answer_needs() {
        let check = |kind, options: &[&str], once, expected| {
            let options = options.iter().map(|option| (*option).to_owned()).collect();
            let question = Question { kind, options: Some(options), once, ..Question::default() };
            assert_eq!(of(&question), expected, "{question:?}");
        };
        check(AnswerKind::Text, &[], false, Control::Typed);
        check(AnswerKind::Date, &[], false, Control::Typed);
        check(AnswerKind::Text, &[], true, Control::Covered);
        check(AnswerKind::Choice, &["Yes", "No"], false, Control::One);
        check(AnswerKind::Choice, &["1", "2"], true, Control::One);
        check(AnswerKind::Choices, &["Shore", "Boat"], false, Control::Several);
        check(AnswerKind::Choices, &[""], false, Control::Typed);
        check(AnswerKind::File, &[], false, Control::File);
    }
}
