//! Documents: files for upload fields.

use agent_core::person::document::{self, Unfit};
use extension_browser::tasks::spawn_local;
use shared_types::profile::Document;
use sycamore::prelude::*;

use super::state::State;
use crate::{
    browser::{file_base64, focus_on, take_file},
    paint::{error, file_size, source_label, t},
};

/// The list, and what adds to it.
pub(super) fn view(state: State) -> View {
    let (name, wrong) = (state.document_name, state.document_error);
    let documents = state.editor.documents;
    let add = move |event: web_sys::Event| {
        let Some(file) = take_file(&event) else { return };
        let Some(kind) = documents.with(|kept| document::name_for(&name.get_clone(), kept)) else {
            wrong.set(msg!("documents_say_what_kind_of_document_this_is"));
            focus_on("#document-name");
            return;
        };
        spawn_local(async move {
            match read_document(&file).await {
                Ok(document) => {
                    documents.update(|documents| documents.insert(kind, document));
                    wrong.set(String::new());
                    name.set(String::new());
                    state.touched();
                }
                Err(why) => wrong.set(why),
            }
        });
    };
    let items = move || {
        let documents = documents.get_clone();
        documents.iter().map(|(name, kept)| item(state, name, kept)).collect::<Vec<View>>()
    };
    let document_error_part = error("document-error", wrong);
    view! {
        ul(id="documents", class="plain") { (items()) }
        div(class="inline document-add") {
            div(class="field") { label(r#for="document-name") { (msg!("documents_type")) } input(id="document-name", "list"="document-names", placeholder="cv", autocomplete="off", bind:value=name) }
            datalist(id="document-names") { option(value="cv") option(value="coverLetter") option(value="photo") option(value="transcript") }
            div(class="field grow") { label(r#for="document-file") { (msg!("documents_file")) } input(id="document-file", r#type="file", on:change=add) }
        }
        (document_error_part)
    }
}

fn item(state: State, name: &str, kept: &Document) -> View {
    let about = t(format!("{}, {}", kept.name, file_size(document::size_of(kept))));
    let label = t(msg!("documents_remove", name = name));
    let name = name.to_owned();
    let title = t(source_label(&name));
    let remove = move |_| {
        state.editor.documents.update(|documents| documents.remove(&name));
        state.touched();
        focus_on("#document-name");
    };
    view! {
        li(class="document") {
            div(class="grow") { div { (title) } div(class="hint") { (about) } }
            button(r#type="button", class="remove", aria-label=label, on:click=remove) { (msg!("documents_remove_2")) }
        }
    }
}

/// A file as a document. The error is for the person.
pub(crate) async fn read_document(file: &web_sys::File) -> Result<Document, String> {
    let size = file.size() as usize;
    match document::unfit(size) {
        Some(Unfit::TooLarge) => {
            let size = file_size(size);
            return Err(msg!(
                "documents_is_too_large_the_limit_is_2_mb",
                name = file.name(),
                size = size
            ));
        }
        Some(Unfit::Empty) => return Err(msg!("documents_is_empty", name = file.name())),
        None => {}
    }
    let data = file_base64(file).await.ok_or(msg!("documents_the_file_couldnt_be_read"))?;
    Ok(document::of_file(file.name(), file.type_(), data))
}
