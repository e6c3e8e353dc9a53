//! What a field holds, what it can hold, and whether that is an answer.

use shared_types::{FieldOption, Private, ValueState, snapshot::RawControl};

use super::super::{
    frame::Frame,
    label::is_error_like,
    name::{accessible_name, collapse},
    scrub::Scrubber,
    tree::{Id, Tree, is_native},
    visibility::{Visibility, visibility},
};
use super::widget::{asks_for_choice, opens_list};
use crate::page::Tokens;

/// Whether a text box stands among tokens instead of being the place of a text: pages name such boxes, or
/// what surrounds them alone, so.
pub(super) fn tokens(frame: &Frame<'_, '_>, id: Id) -> Tokens {
    const TOKENS: &[&str] = &["chip", "chips", "tag", "tags", "tagsinput", "token", "tokens"];
    let tree = frame.tree;
    let is_text = |id: Id| {
        let kind = tree.control(id).map(|control| control.kind.as_str()).unwrap_or_default();
        matches!(kind, "text" | "search" | "contenteditable")
    };
    if !is_text(id) || opens_list(tree, id) {
        return Tokens::No;
    }
    let names = |part: Id| {
        let class = tree.attr(part, "class").unwrap_or_default().to_ascii_lowercase();
        let mut words = class.split(|c: char| !c.is_ascii_alphanumeric());
        words.any(|word| TOKENS.contains(&word)) || TOKENS.contains(&tree.tag(part))
    };
    let around = tree.ancestors(id).take(2).take_while(|holder| tree.fields_in(*holder) == 1);
    if std::iter::once(id).chain(around).any(names) {
        return Tokens::Yes;
    }
    let replaced = |other: &Id| {
        let holder = tree.ancestors(id).take(4).find(|holder| tree.contains(*holder, *other));
        is_text(*other)
            && visibility(tree, *other) == Visibility::Unseen
            && !tree.labels(*other).is_empty()
            && holder.is_some_and(|holder| tree.fields_in(holder) == 2)
    };
    let near = [frame.field_before(id), frame.field_after(id)];
    let stands_in = tree.words(id, "name").is_none() && near.iter().flatten().any(replaced);
    if stands_in { Tokens::Perhaps } else { Tokens::No }
}

pub(super) fn options(
    tree: &Tree<'_>,
    id: Id,
    control: &RawControl,
    label: &str,
    checked: Option<bool>,
    unchosen: bool,
) -> Option<Vec<FieldOption>> {
    if let Some(checked) = checked {
        let by_default = if is_native(tree.node(id)) { "on" } else { label };
        let value = tree.attr(id, "value").unwrap_or(by_default).to_owned();
        return Some(vec![FieldOption {
            value,
            text: label.to_owned(),
            selected: checked,
            disabled: false,
        }]);
    }
    if let Some(options) = &control.options {
        // Which one is chosen is the field's value, and stays here.
        let option = |option: &shared_types::snapshot::RawOption| FieldOption {
            value: option.value.clone(),
            text: collapse(&option.text),
            selected: option.selected && unchosen,
            disabled: option.disabled,
        };
        return Some(options.iter().map(option).collect());
    }
    let lists =
        ["aria-controls", "aria-owns"].into_iter().flat_map(|name| tree.references(id, name));
    let options: Vec<FieldOption> = std::iter::once(id)
        .filter(|id| !is_native(tree.node(*id)))
        .chain(lists)
        .flat_map(|list| tree.subtree(list))
        .filter(|option| tree.role(*option) == "option")
        .map(|option| {
            let text = accessible_name(tree, option).text;
            FieldOption {
                value: tree.words(option, "value").unwrap_or(&text).to_owned(),
                disabled: tree.is_true(option, "aria-disabled"),
                selected: false,
                text,
            }
        })
        .collect();
    (!options.is_empty()).then_some(options)
}

/// What the field holds now; `true` or `false` for what is ticked.
pub(super) fn current_value(
    tree: &Tree<'_>,
    id: Id,
    control: &RawControl,
    checked: Option<bool>,
    tokens: Tokens,
) -> Private {
    if let Some(checked) = checked {
        return Private::new(checked.to_string());
    }
    match &control.options {
        Some(options) if tree.tag(id) == "select" => {
            let chosen: Vec<&str> =
                options.iter().filter(|o| o.selected).map(|o| o.value.as_str()).collect();
            Private::new(chosen.join("\n"))
        }
        _ => match tree.role(id) {
            "slider" | "spinbutton" if !is_native(tree.node(id)) => {
                Private::new(tree.words(id, "aria-valuenow").unwrap_or_default())
            }
            "listbox" if !is_native(tree.node(id)) => Private::new(chosen_options(tree, id)),
            _ if control.value.is_empty() => Private::new(shown_beside(tree, id, tokens)),
            _ => control.value.clone(),
        },
    }
}

pub(super) fn value_state(
    tree: &Tree<'_>,
    id: Id,
    control: &RawControl,
    checked: Option<bool>,
    label: &str,
    scrubber: &Scrubber,
    value: &Private,
) -> ValueState {
    if let Some(checked) = checked {
        return if checked { ValueState::Filled } else { ValueState::Empty };
    }
    if control.kind == "file" {
        return if control.files > 0 { ValueState::Filled } else { ValueState::Empty };
    }
    let shown = match &control.options {
        Some(options) if tree.tag(id) == "select" => {
            let mut chosen = options.iter().enumerate().filter(|(_, option)| option.selected);
            let Some((at, option)) = chosen.next() else { return ValueState::Empty };
            let asks = at == 0 && asks_for_choice(&option.text) || option.disabled;
            if chosen.next().is_none() && (option.value.trim().is_empty() || asks) {
                return ValueState::Empty;
            }
            collapse(&option.text)
        }
        _ => collapse(&value.reveal().replace('\u{200b}', "")),
    };
    let asks = |text: &str| {
        text == tree.words(id, "placeholder").unwrap_or_default()
            || (!is_native(tree.node(id)) || control.value.is_empty() || opens_list(tree, id))
                && (text == label || asks_for_choice(text))
    };
    if shown.is_empty() || asks(&shown) {
        return ValueState::Empty;
    }
    match scrubber.state(value, &shown) {
        // These always hold something; what they hold unasked says nothing.
        ValueState::Filled if control.touched => ValueState::Filled,
        ValueState::Filled
            if matches!(control.kind.as_str(), "range" | "color")
                || matches!(tree.role(id), "slider" | "spinbutton")
                    && control.kind != "contenteditable"
                || control.kind == "number" && shown == "0" =>
        {
            ValueState::Empty
        }
        state => state,
    }
}

/// What is chosen in a list that is always open.
fn chosen_options(tree: &Tree<'_>, list: Id) -> String {
    let chosen = |id: &Id| tree.role(*id) == "option" && tree.is_true(*id, "aria-selected");
    let texts: Vec<String> =
        tree.subtree(list).filter(chosen).map(|id| accessible_name(tree, id).text).collect();
    texts.join(", ")
}

/// What a box shows as its choice beside its empty input, on the same line: a text, or tokens. What only
/// asks for a choice, explains or is pressed is no choice.
fn shown_beside(tree: &Tree<'_>, id: Id, tokens: Tokens) -> String {
    let editable = tree.control(id).is_some_and(|control| control.kind == "contenteditable");
    let opens = opens_list(tree, id) || tokens != Tokens::No;
    let is_box = is_native(tree.node(id)) && opens || editable;
    let Some((_, top, _, height)) = tree.node(id).rect.filter(|_| is_box) else {
        return String::new();
    };
    let says_else = |part: Id| {
        tree.part(part).is_some()
            || tree.words(part, "aria-live").is_some()
            || matches!(tree.tag(part), "label" | "legend")
            || matches!(
                tree.role(part),
                "listbox" | "option" | "menu" | "alert" | "status" | "log" | "tooltip" | "dialog"
            )
            || ["class", "id"].iter().any(|name| {
                tree.attr(part, name)
                    .is_some_and(|v| v.to_ascii_lowercase().contains("placeholder"))
            })
            || is_error_like(tree, part)
    };
    let own = tree.references(id, "aria-labelledby");
    let beside =
        |part: Id| tree.node(part).rect.is_some_and(|(_, y, _, h)| y < top + height && y + h > top);
    for holder in tree.ancestors(id).take(4).take_while(|holder| {
        tree.fields_in(*holder) == 1 && !matches!(tree.tag(*holder), "form" | "fieldset" | "label")
    }) {
        let shown: Vec<&str> = tree
            .subtree(holder)
            .filter_map(|text| Some((tree.parent(text)?, tree.text(text)?)))
            .filter(|(parent, text)| {
                !text.trim().is_empty()
                    && tree.is_seen(*parent)
                    && beside(*parent)
                    && std::iter::once(*parent)
                        .chain(tree.ancestors(*parent))
                        .take_while(|around| *around != holder)
                        .all(|around| !says_else(around) && !own.contains(&around))
            })
            .map(|(_, text)| text.trim())
            .collect();
        if !shown.is_empty() {
            return shown.join(" ");
        }
    }
    String::new()
}
