//! Helpers for building and reading the page. Data goes in as text, never as markup, and as [`shown`] leaves it:
//! nothing else here or in the other files paints (a test reads them).

use std::future::Future;

use agent_core::shown::{shown, shown_whole};
use js_sys::Array;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Document, Element, Event, HtmlElement};

use crate::tasks::spawn_local;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(thread_local_v2, js_name = document)]
    static DOCUMENT: Document;

    /// Whatever can be filled in: input, select, text area.
    #[wasm_bindgen(extends = HtmlElement, extends = Element)]
    #[derive(Clone)]
    pub(super) type Control;
    #[wasm_bindgen(method, getter)]
    fn value(this: &Control) -> JsValue;
    #[wasm_bindgen(method, setter)]
    fn set_value(this: &Control, value: &str);
    #[wasm_bindgen(method, getter)]
    pub(super) fn checked(this: &Control) -> bool;
    #[wasm_bindgen(method, setter)]
    pub(super) fn set_checked(this: &Control, checked: bool);
    #[wasm_bindgen(method, setter)]
    pub(super) fn set_disabled(this: &Control, disabled: bool);
    #[wasm_bindgen(method, getter)]
    fn files(this: &Control) -> Option<web_sys::FileList>;

    /// `<template>`
    type Template;
    #[wasm_bindgen(method, getter)]
    fn content(this: &Template) -> web_sys::Node;

    #[wasm_bindgen(method, js_name = replaceChildren, variadic)]
    fn replace_children(this: &Control, nodes: &Array);
}

impl Control {
    /// What it holds, as text.
    pub(super) fn text(&self) -> String {
        self.value().as_string().unwrap_or_default()
    }

    /// Puts text into it.
    pub(super) fn put(&self, text: &str) {
        self.set_value(text);
    }

    /// The file that was chosen.
    pub(super) fn file(&self) -> Option<web_sys::File> {
        self.files()?.get(0)
    }
}

/// The document.
pub(super) fn document() -> Document {
    DOCUMENT.with(Clone::clone)
}

/// The page's outermost element.
pub(super) fn document_element() -> Control {
    document().document_element().map_or_else(|| el("i", "", ""), JsCast::unchecked_into)
}

/// Reads an attribute of the body.
pub(super) fn body_attribute(name: &str) -> String {
    document().body().map(|body| attribute_of(&body, name)).unwrap_or_default()
}

/// Sets an attribute of the body.
pub(super) fn set_body_attribute(name: &str, value: &str) {
    if let Some(body) = document().body() {
        attribute(&body, name, value);
    }
}

/// The element with this id. A test holds that each id used here is in the page.
pub(super) fn id(id: &str) -> Control {
    document().get_element_by_id(id).map_or_else(|| el("i", "", ""), JsCast::unchecked_into)
}

/// All elements that a selector matches.
pub(super) fn all(root: &Element, selector: &str) -> Vec<Control> {
    let Ok(list) = root.query_selector_all(selector) else { return Vec::new() };
    (0..list.length()).filter_map(|n| list.get(n)).map(JsCast::unchecked_into).collect()
}

/// The first element that a selector matches.
pub(super) fn one(root: &Element, selector: &str) -> Option<Control> {
    root.query_selector(selector).ok().flatten().map(JsCast::unchecked_into)
}

/// A new element. `class` and `text` may be empty.
pub(super) fn el(tag: &str, class: &str, text: &str) -> Control {
    let element: Control = document()
        .create_element(tag)
        .map_or_else(|_| JsValue::NULL.unchecked_into(), JsCast::unchecked_into);
    if !class.is_empty() {
        element.set_class_name(class);
    }
    if !text.is_empty() {
        write(&element, text);
    }
    element
}

/// Sets the text of an element.
pub(super) fn write(element: &Element, text: &str) {
    element.set_text_content(Some(&shown(text)));
}

/// As [`write`], of a text of ours however long it is.
pub(super) fn write_whole(element: &Element, text: &str) {
    element.set_text_content(Some(&shown_whole(text)));
}

/// A new button.
pub(super) fn button(class: &str, text: &str) -> Control {
    let button = el("button", class, text);
    attribute(&button, "type", "button");
    button
}

/// An element with these children.
pub(super) fn with(parent: Control, children: impl IntoIterator<Item = Control>) -> Control {
    fill(&parent, children);
    parent
}

/// Replaces what is in an element.
pub(super) fn fill(parent: &Control, children: impl IntoIterator<Item = Control>) {
    parent.replace_children(&children.into_iter().map(JsValue::from).collect());
}

/// Attributes that a person reads or hears.
const SHOWN_ATTRIBUTES: &[&str] = &["title", "placeholder", "alt", "label"];

/// Sets an attribute.
pub(super) fn attribute(element: &Element, name: &str, value: &str) {
    let is_shown = SHOWN_ATTRIBUTES.contains(&name) || name.starts_with("aria-");
    let clean = if is_shown { shown(value) } else { value.to_owned() };
    // Fails for malformed names only, and these are constants.
    let _ = element.set_attribute(name, &clean);
}

/// Reads an attribute; empty when it is absent.
pub(super) fn attribute_of(element: &Element, name: &str) -> String {
    element.get_attribute(name).unwrap_or_default()
}

/// Sets the text of an element, if it is another: a live region speaks at each change.
pub(super) fn text(id_of: &str, text: &str) {
    let element = id(id_of);
    let text = shown(text);
    if element.text_content().as_deref() != Some(text.as_str()) {
        element.set_text_content(Some(&text));
    }
}

/// Sets the text of an element and shows it only when there is some.
pub(super) fn optional_text(id_of: &str, content: &str) {
    show(id_of, !content.is_empty());
    text(id_of, content);
}

/// Shows or hides an element.
pub(super) fn show(id_of: &str, shown: bool) {
    id(id_of).set_hidden(!shown);
}

/// How a message is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    /// Neither.
    Plain,
    /// It worked.
    Good,
    /// It worked, but look.
    Warn,
    /// It did not work.
    Bad,
}

/// Sets text and tone of a message.
pub(super) fn say(id_of: &str, tone: Tone, message: &str) {
    let element = id(id_of);
    for (name, of) in [("good", Tone::Good), ("warn", Tone::Warn), ("bad", Tone::Bad)] {
        // Fails for malformed class names only.
        let _ = element.class_list().toggle_with_force(name, of == tone);
    }
    element.set_hidden(message.is_empty());
    text(id_of, message);
}

/// Shows an error beside a control, or takes it away. `<control id>-error` holds it.
pub(super) fn invalid(control: &str, error_id: &str, error: Option<&str>) {
    text(error_id, error.unwrap_or_default());
    let control = id(control);
    match error {
        Some(_) => attribute(&control, "aria-invalid", "true"),
        None => drop(control.remove_attribute("aria-invalid")),
    }
}

/// Moves the focus.
pub(super) fn focus(element: &HtmlElement) {
    // The browser may refuse; then the focus stays where it is.
    let _ = element.focus();
}

/// Calls back at each event of this kind, for as long as the page lives.
pub(super) fn on(target: &web_sys::EventTarget, kind: &str, handler: impl FnMut(Event) + 'static) {
    listen(target, kind, Box::new(handler));
}

fn listen(target: &web_sys::EventTarget, kind: &str, handler: Box<dyn FnMut(Event)>) {
    let closure = Closure::wrap(handler);
    // Adding a listener does not fail.
    let _ = target.add_event_listener_with_callback(kind, closure.as_ref().unchecked_ref());
    closure.forget();
}

/// Runs a task at each click.
pub(super) fn on_click<F: Future<Output = ()> + 'static>(
    target: &Control,
    task: impl Fn() -> F + 'static,
) {
    on(target, "click", move |_| spawn_local(task()));
}

/// Runs a task when a form is sent by its button or by Enter; the browser itself sends nothing.
pub(super) fn on_submit<F: Future<Output = ()> + 'static>(
    form: &str,
    task: impl Fn() -> F + 'static,
) {
    on(&id(form), "submit", move |event| {
        event.prevent_default();
        spawn_local(task());
    });
}

/// Disables buttons while a task runs.
pub(super) async fn busy<T>(buttons: &[&str], task: impl Future<Output = T>) -> T {
    buttons.iter().for_each(|button| id(button).set_disabled(true));
    let result = task.await;
    buttons.iter().for_each(|button| id(button).set_disabled(false));
    result
}

/// A copy of what a template holds.
pub(super) fn template(name: &str) -> Option<Control> {
    let template: Template = id(name).unchecked_into();
    let copy = document().import_node_with_deep(&template.content(), true).ok()?;
    let mut child = copy.first_child();
    while let Some(node) = child {
        if node.node_type() == web_sys::Node::ELEMENT_NODE {
            return Some(node.unchecked_into());
        }
        child = node.next_sibling();
    }
    None
}

/// Lets the person save a text as a file.
pub(super) fn download(name: &str, content: &str) -> Result<(), JsValue> {
    let properties = web_sys::BlobPropertyBag::new();
    properties.set_type("application/json");
    let parts = Array::of1(&JsValue::from_str(content));
    let blob = web_sys::Blob::new_with_str_sequence_and_options(&parts, &properties)?;
    let url = web_sys::Url::create_object_url_with_blob(&blob)?;
    let link = el("a", "", "");
    attribute(&link, "href", &url);
    attribute(&link, "download", name);
    link.click();
    // The download may start after this call; the page's end frees the URL.
    Ok(())
}

/// The text of a file.
pub(super) async fn file_text(file: &web_sys::File) -> Option<String> {
    JsFuture::from(file.text()).await.ok()?.as_string()
}

/// A file's bytes in base64.
pub(super) async fn file_base64(file: &web_sys::File) -> Option<String> {
    let reader = web_sys::FileReader::new().ok()?;
    reader.read_as_data_url(file).ok()?;
    let loaded = js_sys::Promise::new(&mut |resolve, _| reader.set_onloadend(Some(&resolve)));
    JsFuture::from(loaded).await.ok()?;
    let url = reader.result().ok()?.as_string()?;
    url.split_once(',').map(|(_, data)| data.to_owned())
}

#[cfg(test)]
mod tests {
    /// The ids that the popup's code names, by the calls that name them.
    fn named(source: &str) -> Vec<&str> {
        const CALLS: &[&str] = &[
            " id(\"",
            "(id(\"",
            "&id(\"",
            "!id(\"",
            "text(\"",
            "show(\"",
            "say(\"",
            "on_submit(\"",
            "invalid(\"",
            "template(\"",
        ];
        let after = |call: &'static str| source.split(call).skip(1);
        CALLS
            .iter()
            .flat_map(|call| after(call))
            .filter_map(|rest| rest.split('"').next())
            .collect()
    }

    /// What puts something before a person's eyes, or into the page at all.
    const PAINTS: &[&str] = &[
        "set_text_content(",
        "set_inner_html(",
        "set_outer_html(",
        "set_inner_text(",
        "set_node_value(",
        "create_text_node(",
        "insert_adjacent_",
        "append_with_str",
        "set_title(",
        "set_alt(",
        "set_placeholder(",
        "set_attribute(",
        "set_aria_",
        "alert_with_message(",
        "confirm_with_message(",
    ];

    #[test]
    fn nothing_else_paints() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
        let mut folders = vec![std::path::PathBuf::from(folder)];
        let mut read = 0;
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else if !path.ends_with("popup/dom.rs") {
                    read += 1;
                    let source = std::fs::read_to_string(&path).unwrap();
                    let paints = PAINTS.iter().find(|paints| source.contains(*paints));
                    assert_eq!(paints, None, "{}", path.display());
                }
            }
        }
        assert!(read > 20, "only {read} files");
    }

    #[test]
    fn what_paints_here_is_cleaned() {
        let source = include_str!("dom.rs");
        let own = source.split("#[cfg(test)]").next().unwrap();
        let lines: Vec<&str> =
            own.lines().filter(|line| PAINTS.iter().any(|paints| line.contains(paints))).collect();
        assert_eq!(
            lines.iter().map(|line| line.trim()).collect::<Vec<_>>(),
            [
                "element.set_text_content(Some(&shown(text)));",
                "element.set_text_content(Some(&shown_whole(text)));",
                "let _ = element.set_attribute(name, &clean);",
                "element.set_text_content(Some(&text));",
            ]
        );
    }

    #[test]
    fn every_id_is_in_the_page() {
        let page = include_str!("../../../extension/popup.html");
        let sources = [
            include_str!("mod.rs"),
            include_str!("fill.rs"),
            include_str!("cards.rs"),
            include_str!("profile.rs"),
            include_str!("facts.rs"),
            include_str!("settings.rs"),
            include_str!("sites.rs"),
            include_str!("log.rs"),
        ];
        let ids: Vec<_> = sources.iter().flat_map(|source| named(source)).collect();
        assert!(ids.len() > 80, "only {} ids found", ids.len());
        for id in ids {
            assert!(page.contains(&format!("id=\"{id}\"")), "no #{id} in popup.html");
        }
    }
}
