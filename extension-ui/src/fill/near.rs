//! What the person chose for a field before, or answered to a question that may be this one: for them to take.

use shared_types::sheet::{Near, NearBy, Suggested};
use sycamore::prelude::*;

use super::sentences::aged_words;
use crate::paint::{capitalised, label_or_none, source_label, t};

/// Says it beside the question `label`, for as long as `is_open`, with a button that takes it.
pub(super) fn view(
    near: &Near,
    label: &str,
    is_open: impl Fn() -> bool + 'static,
    take: impl Fn() + 'static,
) -> View {
    let value = near.offer.value.reveal();
    let words = t(match near.question.as_str() {
        "" => match near.by {
            NearBy::Before => {
                msg!(
                    "sheet_you_chose",
                    entry = source_label(near.offer.key.as_str()),
                    value = value
                )
            }
            NearBy::Elsewhere => msg!("sheet_form_like_this", value = value),
            NearBy::File => msg!("sheet_recipe_file", value = value),
            NearBy::Rules => msg!("sheet_you_left_it_blank", value = value),
            NearBy::List => msg!("sheet_in_a_list", list = near.list, value = value),
            NearBy::Refused => msg!("sheet_refused_before", value = value),
        },
        question => msg!("sheet_you_answered", value = value, question = question),
    });
    let words = match aged_words(near.offer.aged) {
        Some(aged) => format!("{words} {}", capitalised(&aged)),
        None => words,
    };
    let name = t(msg!("sheet_use_that_for", label = label_or_none(label)));
    view! {
        span(class="near", hidden=!is_open()) {
            span { (words) }
            button(class="quiet small", r#type="button", aria-label=name, on:click=move |_| take()) { (msg!("sheet_use_that")) }
        }
    }
}

/// What an agent would answer to the question `label`, for as long as `is_open`, with a button that takes it.
pub(super) fn of_agent(
    suggested: &Suggested,
    label: &str,
    is_open: impl Fn() -> bool + 'static,
    take: impl Fn() + 'static,
) -> View {
    let words =
        t(msg!("sheet_an_agent_suggests", name = suggested.agent, value = suggested.text.reveal()));
    let name = t(msg!("sheet_use_the_agents_answer_for", label = label_or_none(label)));
    view! {
        span(class="near of-agent", hidden=!is_open()) {
            span { (words) }
            button(class="quiet small", r#type="button", aria-label=name, on:click=move |_| take()) { (msg!("sheet_use_that")) }
        }
    }
}
