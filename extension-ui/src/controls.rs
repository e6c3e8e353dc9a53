//! What the controls of a screen hold, where it is rendered natively: Sycamore sets `bind:…` and `prop:…` on nodes of a
//! browser alone, so that a text that was typed, a tick and a choice would be in no picture. In a browser nothing is here.

#[cfg(not(test))]
pub(crate) use sycamore::web::GlobalAttributes;

#[cfg(test)]
pub(crate) use native::{GlobalAttributes, with_choices};

#[cfg(test)]
mod native {
    use std::{any::Any, borrow::Cow};

    use sycamore::{
        prelude::{GlobalProps, MaybeDyn, Signal, untrack},
        web::{
            GlobalAttributes as Sycamores, HtmlNode, SsrNode, StringAttribute,
            bind::BindDescriptor,
            events::{EventDescriptor, EventHandler},
        },
    };
    use wasm_bindgen::JsValue;

    /// What a list says is chosen in it, until its options do, and how that stands in HTML.
    const NAME: &str = "data-chosen";
    const CHOSEN: &str = " data-chosen=\"";

    /// Takes the place of Sycamore's trait of this name. Attributes and events go to that; properties become what a
    /// browser reads in HTML.
    pub(crate) trait GlobalAttributes: Sycamores + GlobalProps {
        fn attr(self, name: &'static str, value: impl Into<StringAttribute>) -> Self {
            Sycamores::attr(self, name, value)
        }

        fn on<E: EventDescriptor, R>(self, event: E, handler: impl EventHandler<E, R>) -> Self {
            Sycamores::on(self, event, handler)
        }

        fn prop<U>(mut self, name: &'static str, value: impl Fn() -> U + 'static) -> Self
        where
            U: Into<MaybeDyn<JsValue>> + 'static,
        {
            hold(self.as_html_node(), name, &untrack(&value));
            self
        }

        fn bind<E: BindDescriptor>(self, _: E, signal: Signal<E::ValueTy>) -> Self
        where
            E::ValueTy: Into<MaybeDyn<JsValue>> + 'static,
        {
            GlobalAttributes::prop(self, E::TARGET_PROPERTY, move || signal.get_clone())
        }
    }

    impl<T: GlobalProps> GlobalAttributes for T {}

    /// Writes what a control holds into it: a tick, the text of a field or what is chosen of a list.
    fn hold(node: &mut HtmlNode, name: &'static str, value: &dyn Any) {
        let SsrNode::Element { tag, attributes, bool_attributes, children, .. } = node else {
            return;
        };
        if let Some(is_on) = value.downcast_ref::<bool>() {
            bool_attributes.push((Cow::Borrowed(name), *is_on));
        } else if let Some(text) = value.downcast_ref::<String>() {
            match tag.as_ref() {
                "select" => attributes.push((Cow::Borrowed(NAME), text.clone().into())),
                // HTML drops the first line break within one.
                "textarea" => {
                    children.push(SsrNode::TextStatic { text: format!("\n{text}").into() });
                }
                _ => attributes.push((Cow::Borrowed(name), text.clone().into())),
            }
        }
    }

    /// Marks in each list of a page the option that is chosen.
    pub(crate) fn with_choices(html: &str) -> String {
        let mut lists = html.split("<select");
        let mut whole = lists.next().unwrap_or_default().to_owned();
        for list in lists {
            whole.push_str("<select");
            let (list, rest) = list.split_once("</select").unwrap_or((list, ""));
            match list.split_once(CHOSEN).and_then(|(before, list)| {
                let (chosen, after) = list.split_once('"')?;
                let option = format!("<option value=\"{chosen}\"");
                let after = after.replacen(&option, &format!("{option} selected"), 1);
                Some(format!("{before}{after}"))
            }) {
                Some(list) => whole.push_str(&list),
                None => whole.push_str(list),
            }
            whole.push_str("</select");
            whole.push_str(rest);
        }
        whole
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    /// Files below a folder that bind controls without this module's trait.
    fn without(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap().filter_map(Result::ok) {
            let path = entry.path();
            if path.is_dir() {
                without(&path, found);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let binds = ["bind", "prop"].iter().any(|how| {
                ["value", "checked"].iter().any(|what| text.contains(&format!("{how}:{what}=")))
            });
            if binds && !text.contains("controls::GlobalAttributes") {
                found.push(path.display().to_string());
            }
        }
    }

    #[test]
    fn whatever_binds_a_control_shows_in_pictures_what_it_holds() {
        let mut found = Vec::new();
        without(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &mut found);
        assert!(found.is_empty(), "without controls::GlobalAttributes: {found:?}");
    }

    #[test]
    fn a_choice_is_marked_in_its_list_alone() {
        let html = "<select data-chosen=\"b\"><option value=\"a\">A</option><option value=\"b\">B</option></select>\
                    <select><option value=\"b\">B</option></select>";
        assert_eq!(
            super::with_choices(html),
            "<select><option value=\"a\">A</option><option value=\"b\" selected>B</option></select>\
             <select><option value=\"b\">B</option></select>"
        );
    }
}
