//! The page that a recipe was made of, as what it is tried on later: what tells the fields apart that it knows, and no
//! values.

use shared_types::{Button, Field, Observation, Private};

use super::{Step, look};
use crate::site;

/// Bytes of a page that is kept; a larger one is not.
const LARGEST: usize = 48 * 1024;

/// A page as a recipe's test, from an observation whose texts were scrubbed. Its address is cut to what the recipe says of
/// it. What fields hold, their choices, and what else the page says is left out: that may be the person's, and in no entry.
/// So are the words of fields of which nothing was learned.
pub fn test_page(
    scrubbed: &Observation,
    step: &Step,
    is_clean: &impl Fn(&str) -> bool,
) -> Option<String> {
    let path = look::pattern_where(look::path_of(&scrubbed.url), is_clean);
    let print = step.submit.as_ref().map(|submit| submit.fingerprint.as_str());
    let pressed = scrubbed.buttons.iter().filter(|one| one.fingerprint.as_deref() == print);
    let page = Observation {
        url: format!("{}{path}", site::origin_of(&scrubbed.url)),
        fields: scrubbed.fields.iter().map(|one| field(one, step)).collect(),
        buttons: pressed.map(|one| button(one, is_clean)).collect(),
        lang: scrubbed.lang.clone(),
        ..Observation::default()
    };
    let text = serde_json::to_string(&page).ok()?;
    (text.len() <= LARGEST).then_some(text)
}

/// A field as a recipe's test: of one that the recipe does not know, that it is there.
fn field(field: &Field, step: &Step) -> Field {
    let place = Field {
        index: field.index,
        tag: field.tag.clone(),
        kind: field.kind.clone(),
        fingerprint: field.fingerprint.clone(),
        visible: field.visible,
        frame: field.frame,
        form: field.form,
        widget: field.widget,
        ..Field::default()
    };
    let is_it = |print: &String| Some(print) == field.fingerprint.as_ref();
    if !step.fields.iter().any(|known| is_it(&known.fingerprint)) {
        return place;
    }
    Field {
        value: Private::default(),
        value_state: None,
        checked: field.checked.map(|_| false),
        options: field.options.as_ref().map(|_| Vec::new()),
        error: None,
        preset: None,
        evidence: Vec::new(),
        ..field.clone()
    }
}

/// The button that was pressed, with where it sends to as far as recipes compare that.
fn button(button: &Button, is_clean: &impl Fn(&str) -> bool) -> Button {
    let address = |address: &String| {
        let path = look::pattern_where(look::path_of(address), is_clean);
        format!("{}{path}", site::origin_of(address))
    };
    Button {
        tag: button.tag.clone(),
        kind: button.kind.clone(),
        submits: button.submits,
        visible: button.visible,
        form: button.form,
        fingerprint: button.fingerprint.clone(),
        form_action: button.form_action.as_ref().map(address),
        ..Button::default()
    }
}
