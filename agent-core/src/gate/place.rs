//! Whether an address is one that the person or the page gave. No address of a planner's making is gone to:
//! it is told nothing in its path, query or fragment, and learns nothing from the answer.

use crate::{page::Page, site::origin_of};

/// Where an address comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The person gave it.
    Given,
    /// A link that the page shows: `index` in `observation.buttons`.
    Link(u32),
}

/// The place that an address names, letter by letter: one of those `given`, or that of a link that can be
/// seen. None: it is nobody's but the planner's.
pub fn place(url: &str, page: &Page, given: &[&str]) -> Option<Place> {
    if origin_of(url).is_empty() {
        return None;
    }
    if given.contains(&url) {
        return Some(Place::Given);
    }
    let links = page.observation.buttons.iter().zip(&page.buttons);
    let is_there = |button: &shared_types::Button| {
        button.kind == "link" && button.visible != Some(false) && !button.disabled
    };
    links
        .filter(|(button, _)| is_there(button))
        .find(|(_, element)| element.href.reveal() == url)
        .map(|(button, _)| Place::Link(button.index))
}

#[cfg(test)]
mod tests {
    use shared_types::{Button, Observation};

    use super::*;
    use crate::page::Element;

    #[test]
    fn an_address_is_the_persons_or_a_links_letter_by_letter() {
        let link = |index: u32| Button { index, kind: "link".into(), ..Button::default() };
        let to = |href: &str| Element { href: href.into(), ..Element::default() };
        let page = Page {
            observation: Observation {
                buttons: vec![
                    link(0),
                    link(1),
                    Button { visible: Some(false), ..link(2) },
                    Button { kind: "button".into(), ..link(3) },
                    Button { disabled: true, ..link(4) },
                    link(5),
                    link(6),
                ],
                ..Observation::default()
            },
            buttons: vec![
                to("https://site.example/a?b=c#d"),
                to("https://other.example/"),
                to("https://site.example/hidden"),
                to("https://site.example/button"),
                to("https://site.example/disabled"),
                to("javascript:go()"),
                to(""),
            ],
            ..Page::default()
        };
        let given = ["https://site.example/start?x=1", "about:blank", ""];
        for (url, expected) in [
            ("https://site.example/start?x=1", Some(Place::Given)),
            ("https://site.example/start?x=2", None),
            ("https://site.example/start", None),
            ("https://site.example/start?x=1#y", None),
            ("https://site.example/a?b=c#d", Some(Place::Link(0))),
            ("https://site.example/a?b=c", None),
            ("https://site.example/a?b=c#e", None),
            ("https://site.example/A?b=c#d", None),
            ("https://site.example/a", None),
            ("https://site.example/", None),
            ("https://other.example/", Some(Place::Link(1))),
            ("https://other.example", None),
            ("https://site.example/hidden", None),
            ("https://site.example/button", None),
            ("https://site.example/disabled", None),
            ("javascript:go()", None),
            ("about:blank", None),
            ("", None),
        ] {
            assert_eq!(place(url, &page, &given), expected, "{url}");
        }
    }
}
