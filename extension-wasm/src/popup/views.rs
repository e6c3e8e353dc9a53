//! The views and their tabs: one is shown.

use wasm_bindgen::JsCast;
use web_sys::KeyboardEvent;

use super::dom::{self, Control, attribute, focus, id, on, on_click, show};

/// The views, in the order of their tabs.
pub(super) const VIEWS: &[&str] = &["fill", "profile", "settings", "log"];

/// Listens to the tabs.
pub(super) fn wire() {
    for view in VIEWS {
        on_click(&id(&tab_of(view)), move || async move { show_view(view) });
    }
    if let Some(list) = dom::one(&dom::document_element(), "[role=tablist]") {
        on(&list, "keydown", |event| {
            let event: KeyboardEvent = event.unchecked_into();
            if let Some(view) = neighbour(&shown_view(), &event.key()) {
                event.prevent_default();
                show_view(view);
                focus(&id(&tab_of(view)));
            }
        });
    }
}

fn tab_of(view: &str) -> String {
    format!("tab-{view}")
}

/// The view that is shown.
pub(super) fn shown_view() -> String {
    dom::body_attribute("data-view")
}

/// The view that a key on the tabs leads to.
fn neighbour(view: &str, key: &str) -> Option<&'static str> {
    let count = VIEWS.len();
    let position = VIEWS.iter().position(|known| *known == view)?;
    let next = match key {
        "ArrowRight" => (position + 1) % count,
        "ArrowLeft" => (position + count - 1) % count,
        "Home" => 0,
        "End" => count - 1,
        _ => return None,
    };
    VIEWS.get(next).copied()
}

/// Shows one view.
pub(super) fn show_view(view: &str) {
    for known in VIEWS {
        let selected = *known == view;
        let tab: Control = id(&tab_of(known));
        attribute(&tab, "aria-selected", if selected { "true" } else { "false" });
        attribute(&tab, "tabindex", if selected { "0" } else { "-1" });
        show(&format!("view-{known}"), selected);
    }
    dom::set_body_attribute("data-view", view);
    id("main").set_scroll_top(0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_lead_from_tab_to_tab() {
        let check = |view: &str, key: &str, expected: Option<&str>| {
            assert_eq!(neighbour(view, key), expected, "{view} {key}");
        };
        check("fill", "ArrowRight", Some("profile"));
        check("log", "ArrowRight", Some("fill"));
        check("fill", "ArrowLeft", Some("log"));
        check("settings", "Home", Some("fill"));
        check("settings", "End", Some("log"));
        check("settings", "Enter", None);
    }
}
