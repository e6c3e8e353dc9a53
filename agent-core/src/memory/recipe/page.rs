//! The page that a recipe was made of, as what it is tried on later: what tells fields apart, and no values.

use shared_types::{Button, Field, Observation, Private};

use super::look;
use crate::site;

/// Bytes of a page that is kept; a larger one is not.
const LARGEST: usize = 48 * 1024;
/// Choices of a field that are kept: the first tell what it asks for.
const MOST_CHOICES: usize = 30;

/// A page as a recipe's test, from an observation whose texts were scrubbed. Its address is cut to what the recipe says of
/// it. What fields hold, which choices are made, and what else the page says is left out.
pub fn test_page(scrubbed: &Observation, is_clean: &impl Fn(&str) -> bool) -> Option<String> {
    let path = look::pattern_where(look::path_of(&scrubbed.url), is_clean);
    let page = Observation {
        url: format!("{}{path}", site::origin_of(&scrubbed.url)),
        fields: scrubbed.fields.iter().map(field).collect(),
        buttons: scrubbed.buttons.iter().map(|one| button(one, is_clean)).collect(),
        lang: scrubbed.lang.clone(),
        ..Observation::default()
    };
    let text = serde_json::to_string(&page).ok()?;
    (text.len() <= LARGEST).then_some(text)
}

fn field(field: &Field) -> Field {
    let mut plain = Field {
        value: Private::default(),
        value_state: None,
        checked: field.checked.map(|_| false),
        error: None,
        preset: None,
        evidence: Vec::new(),
        ..field.clone()
    };
    if let Some(options) = &mut plain.options {
        options.truncate(MOST_CHOICES);
        options.iter_mut().for_each(|option| option.selected = false);
    }
    plain
}

/// A button, with where it sends to as far as recipes compare that.
fn button(button: &Button, is_clean: &impl Fn(&str) -> bool) -> Button {
    let address = |address: &String| {
        let path = look::pattern_where(look::path_of(address), is_clean);
        format!("{}{path}", site::origin_of(address))
    };
    Button { form_action: button.form_action.as_ref().map(address), ..button.clone() }
}
