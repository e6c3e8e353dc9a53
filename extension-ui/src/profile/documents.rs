//! Documents: files for upload fields.

use agent_core::{
    job::given,
    person::document::{self, Unfit},
};
use extension_browser::tasks::spawn_local;
use shared_types::{Question, api::FoundDocument, message::PopupReply, profile::Document};
use sycamore::prelude::*;

use super::state::State;
use crate::{
    browser::{file_base64, focus_on, take_file},
    controls::GlobalAttributes,
    paint::{error, file_size, source_label, t},
    sources,
};

/// The list, and what adds to it.
pub(super) fn view(state: State) -> View {
    let (name, wrong) = (state.document_name, state.document_error);
    let documents = state.editor.documents;
    let add = move |event: web_sys::Event| {
        let Some(file) = take_file(&event) else { return };
        let Some(kind) = kind_of(state) else { return };
        spawn_local(async move {
            match read_document(&file).await {
                Ok(document) => {
                    keep(state, kind, document);
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
    let found = async move |_, reply: PopupReply| match reply {
        PopupReply::Documents(found) => state.found.set(found),
        _ => state.source.fail(msg!("panel_unexpected_answer_from_the")),
    };
    let source_part = sources::view(state.source, msg!("sources_documents"), found);
    let found_part = move || {
        let found = state.found.get_clone().into_iter();
        found.map(|one| found_item(state, one)).collect::<Vec<View>>()
    };
    view! {
        ul(id="documents", class="plain") { (items()) }
        div(class="inline document-add") {
            div(class="field") { label(r#for="document-name") { (msg!("documents_type")) } input(id="document-name", "list"="document-names", placeholder="cv", autocomplete="off", bind:value=name) }
            datalist(id="document-names") { option(value="cv") option(value="coverLetter") option(value="photo") option(value="transcript") }
            div(class="field grow") { label(r#for="document-file") { (msg!("documents_file")) } input(id="document-file", r#type="file", on:change=add) }
        }
        (document_error_part)
        (source_part)
        ul(id="documents-found", class="plain", hidden=state.found.with(Vec::is_empty)) { (found_part()) }
    }
}

/// What the next document is kept as; the person is asked where that is not known.
fn kind_of(state: State) -> Option<String> {
    let kept = state.editor.documents;
    let kind = kept.with(|kept| document::name_for(&state.document_name.get_clone(), kept));
    if kind.is_none() {
        state.document_error.set(msg!("documents_say_what_kind_of_document_this_is"));
        focus_on("#document-name");
    }
    kind
}

fn keep(state: State, kind: String, document: Document) {
    let is_odd = kind == "cv" && document::is_picture(&document);
    state.document_error.set(if is_odd {
        t(msg!("documents_a_picture_as_cv", name = document.name))
    } else {
        String::new()
    });
    state.editor.documents.update(|documents| documents.insert(kind, document));
    state.document_name.set(String::new());
    state.touched();
}

/// A document that was found: nothing is kept of it before it is added.
fn found_item(state: State, found: FoundDocument) -> View {
    let FoundDocument { name, media_type, data } = found;
    let document = document::of_file(t(name), media_type, data.reveal().to_owned());
    let title = t(&document.name);
    let about = file_size(document::size_of(&document));
    let label = msg!("sources_add_this", name = title.clone());
    let add = move |_| {
        let Some(kind) = kind_of(state) else { return };
        if document::check_base64(document.data.reveal()).is_err() {
            return state.document_error.set(msg!("documents_the_file_couldnt_be_read"));
        }
        keep(state, kind, document.clone());
        state.found.set(Vec::new());
        focus_on("#document-name");
    };
    view! {
        li(class="document") {
            div(class="grow") { div { (title) } div(class="hint") { (about) } }
            button(r#type="button", aria-label=label, on:click=add) { (msg!("sources_add")) }
        }
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

/// A file as the answer to a question. The error is for the person.
pub(crate) async fn read_answer(
    question: &Question,
    file: &web_sys::File,
) -> Result<Document, String> {
    let document = read_document(file).await?;
    given::check_file(question, &document)?;
    Ok(document)
}

/// A file as a document. The error is for the person.
async fn read_document(file: &web_sys::File) -> Result<Document, String> {
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
