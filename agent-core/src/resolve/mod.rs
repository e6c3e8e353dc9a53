//! Target → exactly one element, or an error that lists the candidates. Never a guess.
//!
//! Everything is resolved on the observation, CSS and XPath by a small grammar ([`selector`]). The page is
//! never asked: a planner learns from a target nothing that the observation does not tell it.

use shared_types::{ElementType, Field, Observation, Target};

mod element;
mod selector;

pub use element::Found;

use element::{aria_role_of_button, aria_role_of_field, matches, unmarked};

/// A target that does not name one element, and why: for the person's log alone. Names the target, and
/// the candidates with a way to name each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unresolved(pub String);

/// Candidates that an error lists; the rest is counted.
const LISTED_CANDIDATES: usize = 5;

/// Resolves a target on an observation.
///
/// Among several matches the one that a person can see wins over those that nobody sees (a page often
/// keeps a hidden twin of a field); two visible ones are an error.
pub fn resolve(target: &Target, observation: &Observation) -> Result<Found, Unresolved> {
    let unread = || Unresolved(msg!("target_is_not_understood", target = describe_target(target)));
    let found = match target {
        Target::Css { selector } => selector::css(selector).ok_or_else(unread)?.find(observation),
        Target::Xpath { xpath } => selector::xpath(xpath).ok_or_else(unread)?.find(observation),
        Target::Index { index, element_type } => by_index(*index, *element_type, observation),
        Target::Id { selector } => {
            let id = selector.strip_prefix('#').unwrap_or(selector);
            let hit = |own: &str| !id.is_empty() && own == id;
            matches(observation, |field| hit(&field.id), |button| hit(&button.id))
        }
        Target::Label { text } => {
            let wanted = unmarked(text);
            strictest(observation, |strictness| {
                let hit = |label: &str| strictness.fits(&unmarked(label), &wanted);
                matches(
                    observation,
                    |field| {
                        hit(&field.label)
                            || field.accessible_name.as_deref().is_some_and(hit)
                            || (first_of_group(field, observation)
                                && field.group.as_deref().is_some_and(hit))
                    },
                    |_| false,
                )
            })
        }
        Target::Text { text, exact } => {
            let wanted = unmarked(text);
            let only_whole = *exact == Some(true);
            strictest(observation, |strictness| {
                if only_whole && strictness == Strictness::Part {
                    return Vec::new();
                }
                let hit = |text: &str| strictness.fits(&unmarked(text), &wanted);
                matches(observation, |_| false, |button| hit(&button.text))
            })
        }
        Target::Role { role, name } => {
            let wanted = name.as_deref().map(unmarked);
            strictest(observation, |strictness| {
                let named = |text: &str| {
                    wanted.as_ref().is_none_or(|wanted| strictness.fits(&unmarked(text), wanted))
                };
                matches(
                    observation,
                    |field| {
                        aria_role_of_field(field) == role
                            && named(field.accessible_name.as_deref().unwrap_or(&field.label))
                    },
                    |button| aria_role_of_button(button) == role && named(&button.text),
                )
            })
        }
    };
    one_of(&found, &describe_target(target), observation)
}

/// How strictly a text must match. The stricter way wins if it finds anything.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Strictness {
    Whole,
    Part,
}

impl Strictness {
    fn fits(self, text: &str, wanted: &str) -> bool {
        match self {
            Self::Whole => text == wanted,
            Self::Part => !wanted.is_empty() && text.contains(wanted),
        }
    }
}

fn strictest(observation: &Observation, find: impl Fn(Strictness) -> Vec<Found>) -> Vec<Found> {
    let whole = find(Strictness::Whole);
    if whole.iter().any(|found| is_visible(*found, observation)) {
        return whole;
    }
    let part = find(Strictness::Part);
    if part.is_empty() { whole } else { part }
}

fn by_index(index: u32, kind: ElementType, observation: &Observation) -> Vec<Found> {
    match kind {
        ElementType::Field => matches(observation, |field| field.index == index, |_| false),
        ElementType::Button => matches(observation, |_| false, |button| button.index == index),
    }
}

fn one_of(found: &[Found], target: &str, observation: &Observation) -> Result<Found, Unresolved> {
    let visible: Vec<Found> =
        found.iter().copied().filter(|found| is_visible(*found, observation)).collect();
    match (found, visible.as_slice()) {
        (_, [one]) | ([one], []) => Ok(*one),
        ([], _) => Err(Unresolved(msg!("target_nothing_on_the_page_matches", target = target))),
        (all, visible) => {
            let candidates = if visible.is_empty() { all } else { visible };
            let mut listed: Vec<String> = candidates
                .iter()
                .take(LISTED_CANDIDATES)
                .map(|found| describe(*found, observation))
                .collect();
            if candidates.len() > LISTED_CANDIDATES {
                listed.push(msg!(
                    "target_and_more",
                    candidates = candidates.len() - LISTED_CANDIDATES
                ));
            }
            let (count, listed) = (candidates.len(), listed.join("; "));
            Err(Unresolved(msg!(
                "target_matches_elements",
                target = target,
                number = count,
                listed = listed
            )))
        }
    }
}

fn is_visible(found: Found, observation: &Observation) -> bool {
    let visible = match found {
        Found::Field(index) => {
            observation.fields.iter().find(|f| f.index == index).map(|f| f.visible)
        }
        Found::Button(index) => {
            observation.buttons.iter().find(|b| b.index == index).map(|b| b.visible)
        }
    };
    visible.is_some_and(|visible| visible != Some(false))
}

/// An element with a way to name it alone.
fn describe(found: Found, observation: &Observation) -> String {
    match found {
        Found::Field(index) => {
            let label = observation
                .fields
                .iter()
                .find(|field| field.index == index)
                .map_or("", |field| field.label.as_str());
            msg!("target_field", index = index, label = shorten(label))
        }
        Found::Button(index) => {
            let text = observation
                .buttons
                .iter()
                .find(|button| button.index == index)
                .map_or("", |button| button.text.as_str());
            msg!("target_button", index = index, text = shorten(text))
        }
    }
}

fn describe_target(target: &Target) -> String {
    match target {
        Target::Id { selector } => format!("id \"{}\"", shorten(selector)),
        Target::Label { text } => format!("label \"{}\"", shorten(text)),
        Target::Text { text, .. } => format!("text \"{}\"", shorten(text)),
        Target::Css { selector } => format!("css \"{}\"", shorten(selector)),
        Target::Xpath { xpath } => format!("xpath \"{}\"", shorten(xpath)),
        Target::Index { index, element_type: ElementType::Field } => {
            msg!("target_field_2", index = index)
        }
        Target::Index { index, element_type: ElementType::Button } => {
            msg!("target_button_2", index = index)
        }
        Target::Role { role, name: Some(name) } => {
            msg!("target_role_named", role = shorten(role), name = shorten(name))
        }
        Target::Role { role, name: None } => msg!("target_role", role = shorten(role)),
    }
}

/// Enough of a text to recognise it.
pub(crate) fn shorten(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

fn first_of_group(field: &Field, observation: &Observation) -> bool {
    field.group_id.is_some()
        && observation
            .fields
            .iter()
            .find(|other| other.group_id == field.group_id)
            .is_some_and(|first| first.index == field.index)
}

#[cfg(test)]
mod tests {
    use shared_types::Button;

    use super::*;

    fn page() -> Observation {
        let field = |index: u32, id: &str, label: &str, visible: bool| Field {
            index,
            tag: "input".into(),
            kind: "text".into(),
            id: id.into(),
            label: label.into(),
            visible: Some(visible),
            ..Field::default()
        };
        let button = |index: u32, text: &str, kind: &str| Button {
            index,
            tag: "button".into(),
            kind: kind.into(),
            text: text.into(),
            ..Button::default()
        };
        Observation {
            fields: vec![
                field(0, "first", "First name *", true),
                field(1, "last", "Last name", true),
                field(2, "mail", "E-mail", true),
                field(3, "mail2", "E-mail", true),
                field(4, "twin", "City", false),
                field(5, "city", "City", true),
                field(6, "dup", "Street", true),
                field(7, "dup", "House number", true),
            ],
            buttons: vec![
                button(0, "Send", "submit"),
                button(1, "Send a copy", "button"),
                button(2, "Back", "link"),
            ],
            ..Observation::default()
        }
    }

    fn check(target: &str, expected: &str) {
        let target: Target = serde_json::from_str(target).unwrap();
        let got = match resolve(&target, &page()) {
            Ok(Found::Field(index)) => format!("field {index}"),
            Ok(Found::Button(index)) => format!("button {index}"),
            Err(Unresolved(why)) => why,
        };
        assert_eq!(got, expected, "{target:?}");
    }

    #[test]
    fn every_kind_of_target_names_one_element() {
        check(r#"{"by":"id","selector":"first"}"#, "field 0");
        check(r##"{"by":"id","selector":"#last"}"##, "field 1");
        check(r#"{"by":"label","text":"first name"}"#, "field 0");
        check(r#"{"by":"label","text":"Last"}"#, "field 1");
        check(r#"{"by":"text","text":"Send"}"#, "button 0");
        check(r#"{"by":"text","text":"copy"}"#, "button 1");
        check(r##"{"by":"css","selector":"input#first"}"##, "field 0");
        check(r#"{"by":"xpath","xpath":"//button[text()='Send']"}"#, "button 0");
        check(r#"{"by":"index","index":2,"elementType":"button"}"#, "button 2");
        check(r#"{"by":"index","index":1}"#, "field 1");
        check(r#"{"by":"role","role":"link"}"#, "button 2");
        check(r#"{"by":"role","role":"textbox","name":"House number"}"#, "field 7");
    }

    #[test]
    fn buttons_are_told_apart_by_what_is_seen_and_said() {
        let button = |index: u32, text: &str, visible: Option<bool>| Button {
            index,
            text: text.into(),
            visible,
            ..Button::default()
        };
        let page = |buttons: Vec<Button>| Observation { buttons, ..Observation::default() };
        let text = |text: &str| Target::Text { text: text.into(), exact: None };
        let alike = page(vec![button(0, "Copy link", None), button(1, "Compare", None)]);
        assert_eq!(
            resolve(&text("Co"), &alike),
            Err(Unresolved(
                "text \"Co\" matches 2 elements: button 0 \"Copy link\"; button 1 \"Compare\""
                    .into()
            ))
        );
        let twins = page(vec![button(0, "Go", Some(false)), button(1, "Go", Some(true))]);
        assert_eq!(resolve(&text("Go"), &twins), Ok(Found::Button(1)));
    }

    #[test]
    fn a_visible_element_wins_over_its_hidden_twin() {
        check(r#"{"by":"label","text":"City"}"#, "field 5");
        check(r#"{"by":"id","selector":"twin"}"#, "field 4");
    }

    #[test]
    fn more_than_one_match_lists_the_candidates() {
        check(
            r#"{"by":"label","text":"E-mail"}"#,
            "label \"E-mail\" matches 2 elements: field 2 \"E-mail\"; field 3 \"E-mail\"",
        );
        check(
            r#"{"by":"id","selector":"dup"}"#,
            "id \"dup\" matches 2 elements: field 6 \"Street\"; field 7 \"House number\"",
        );
        check(
            r#"{"by":"role","role":"textbox"}"#,
            "role textbox matches 7 elements: field 0 \"First name *\"; \
             field 1 \"Last name\"; field 2 \"E-mail\"; field 3 \"E-mail\"; field 5 \"City\"; and 2 more",
        );
    }

    #[test]
    fn nothing_is_an_error_that_names_the_target() {
        check(
            r#"{"by":"text","text":"Sen","exact":true}"#,
            "nothing on the page matches text \"Sen\"",
        );
        check(r#"{"by":"index","index":99}"#, "nothing on the page matches field 99");
        check(r#"{"by":"label","text":""}"#, "nothing on the page matches label \"\"");
    }

    #[test]
    fn what_a_selector_cannot_tell_apart_is_nothing() {
        check(
            r#"{"by":"css","selector":"input"}"#,
            "css \"input\" matches 7 elements: field 0 \"First name *\"; field 1 \"Last name\"; \
             field 2 \"E-mail\"; field 3 \"E-mail\"; field 5 \"City\"; and 2 more",
        );
        check(
            r#"{"by":"css","selector":"input[value^='4']"}"#,
            "css \"input[value^='4']\" isn’t understood",
        );
        check(r#"{"by":"xpath","xpath":"//input[1]"}"#, "xpath \"//input[1]\" isn’t understood");
        check(r##"{"by":"css","selector":"#none"}"##, "nothing on the page matches css \"#none\"");
        check(r#"{"by":"id","selector":""}"#, "nothing on the page matches id \"\"");
        check(r##"{"by":"id","selector":"#"}"##, "nothing on the page matches id \"#\"");
    }

    #[test]
    fn a_group_is_named_by_its_first_field() {
        let radio = |index: u32, group_id: Option<u32>| Field {
            index,
            kind: "radio".into(),
            label: format!("choice {index}"),
            group: Some("Size".into()),
            group_id,
            ..Field::default()
        };
        let page = |groups: [Option<u32>; 3]| Observation {
            fields: (0..).zip(groups).map(|(index, group)| radio(index, group)).collect(),
            ..Observation::default()
        };
        let size = Target::Label { text: "Size".into() };
        assert_eq!(resolve(&size, &page([Some(3); 3])), Ok(Found::Field(0)));
        let of_two = Unresolved(
            "label \"Size\" matches 2 elements: field 0 \"choice 0\"; field 2 \"choice 2\"".into(),
        );
        assert_eq!(resolve(&size, &page([Some(3), Some(3), Some(4)])), Err(of_two));
        assert!(resolve(&size, &page([None; 3])).is_err(), "no group has no first field");
    }

    #[test]
    fn five_candidates_are_listed_and_more_are_counted() {
        let page = |count: u32| Observation {
            buttons: (0..count)
                .map(|index| Button {
                    index,
                    kind: "button".into(),
                    text: "Edit".into(),
                    ..Button::default()
                })
                .collect(),
            ..Observation::default()
        };
        let edit = Target::Text { text: "Edit".into(), exact: None };
        let why = |count| resolve(&edit, &page(count)).unwrap_err().0;
        assert!(why(5).ends_with("button 4 \"Edit\""), "{}", why(5));
        assert!(why(6).ends_with("; and 1 more"), "{}", why(6));
        let of_fields = |shown: &[bool]| Observation {
            fields: (0..)
                .zip(shown)
                .map(|(index, shown)| Field {
                    index,
                    label: "City".into(),
                    visible: Some(*shown),
                    ..Field::default()
                })
                .collect(),
            ..Observation::default()
        };
        let city = Target::Label { text: "City".into() };
        assert_eq!(resolve(&city, &of_fields(&[false, true])), Ok(Found::Field(1)));
        assert_eq!(resolve(&city, &of_fields(&[true, false])), Ok(Found::Field(0)));
        assert!(resolve(&city, &of_fields(&[false, false])).is_err());
    }

    #[test]
    fn long_texts_are_shortened_and_short_ones_are_whole() {
        assert_eq!(shorten(&"é".repeat(60)), "é".repeat(60));
        assert_eq!(shorten(&"é".repeat(61)), format!("{}…", "é".repeat(60)));
        assert_eq!(shorten(""), "");
    }

    #[test]
    fn fields_have_the_roles_of_their_widgets_or_of_their_tags() {
        use shared_types::Widget;
        let of = |widget: Option<Widget>, kind: &str| {
            aria_role_of_field(&Field { widget, kind: kind.into(), ..Field::default() })
        };
        for (widget, role) in [
            (Widget::Combobox, "combobox"),
            (Widget::Listbox, "listbox"),
            (Widget::Checkbox, "checkbox"),
            (Widget::Radio, "radio"),
            (Widget::Switch, "switch"),
            (Widget::Slider, "slider"),
        ] {
            assert_eq!(of(Some(widget), "text"), role);
        }
        for (kind, role) in [
            ("checkbox", "checkbox"),
            ("radio", "radio"),
            ("range", "slider"),
            ("number", "spinbutton"),
            ("search", "searchbox"),
            ("select-one", "combobox"),
            ("select-multiple", "listbox"),
            ("text", "textbox"),
            ("email", "textbox"),
        ] {
            assert_eq!(of(Some(Widget::Native), kind), role, "{kind}");
            assert_eq!(of(None, kind), role, "{kind}");
        }
    }
}
