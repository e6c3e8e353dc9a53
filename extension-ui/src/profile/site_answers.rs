//! Answers that the person keeps to one site: what they answer and where, to be changed, removed or used everywhere.

use sycamore::prelude::*;

use super::{editor::PairRow, state::State, used};
use crate::{browser::focus_on, controls::GlobalAttributes, fill::sentences::host_of, paint::t};

/// The list; nothing where there is none.
pub(super) fn view(state: State) -> View {
    let rows = state.editor.site_answers;
    view! {
        div(class="of-sites", hidden=rows.with(Vec::is_empty)) {
            h3(id="of-sites-title", tabindex="-1") { (msg!("profile_answers_for_one_site")) }
            div(id="siteAnswers-rows", class="rows pairs", role="group", aria-labelledby="of-sites-title") {
                Keyed(list=rows, view=move |row| pair(state, row), key=|row| row.id)
            }
        }
    }
}

fn pair(state: State, row: PairRow) -> View {
    let Some(one) = state.editor.of_site(&row.name.get_clone_untracked()) else { return view! {} };
    let gone = move || {
        state.touched();
        focus_on("#of-sites-title, [data-add=answers]");
    };
    let remove = move |_| {
        state.editor.site_answers.update(|rows| rows.retain(|other| other.id != row.id));
        gone();
    };
    let everywhere = move |_| {
        state.editor.use_everywhere(row);
        gone();
    };
    let is_empty = move || row.text.with(|text| text.trim().is_empty());
    let name = one.name.clone();
    let replaced = move || match state.editor.everywhere(&name) {
        answer if answer.is_empty() => String::new(),
        answer => msg!("profile_answer_on_other_sites", answer = answer),
    };
    let only_for = t(msg!("sheet_only_for_site", site = host_of(&one.site)));
    let known = t(used::words_of(&one.note));
    let (question, label) = (t(&one.name), t(&one.name));
    let everywhere_label = t(msg!("profile_use_everywhere_label", question = one.name));
    view! {
        div(class="pair of-site") {
            p(class="asked") { (question) }
            p(class="used") { (only_for) }
            textarea(data-pair="value", rows="1", aria-label=label, bind:value=row.text)
            button(r#type="button", class="icon", data-remove="", aria-label=msg!("entries_remove"), title=msg!("entries_remove"), on:click=remove) {
                svg(viewBox="0 0 20 20", aria-hidden="true") { path(d="m5.5 5.5 9 9m0-9-9 9") }
            }
            p(class="used") { (known) }
            p(class="used") { (t(replaced())) }
            button(r#type="button", class="quiet", data-pair="everywhere", aria-label=everywhere_label, disabled=is_empty(), on:click=everywhere) { (msg!("profile_use_everywhere")) }
        }
    }
}
