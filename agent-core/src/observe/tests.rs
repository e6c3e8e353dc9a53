//! What is understood of pages, case by case. Pages are written as outlines: depth and node.

use proptest::prelude::*;
use shared_types::{
    Field, Private, Profile, ProfileKey, ValueState, Widget,
    observation::FrameId,
    snapshot::{
        FaceKind, FrameSnapshot, RawControl, RawFace, RawHeld, RawNode, RawOption, RawPaint,
        RawSnapshot,
    },
};

use super::{Page, Tokens, fingerprint::stable, observe};
use crate::bind::Source;

// ---- pages as outlines ----

type Outline = Vec<(usize, RawNode)>;

/// Adjusts a node of an outline.
trait Adjust: Sized {
    fn node(&mut self) -> &mut RawNode;

    fn attr(mut self, name: &str, value: &str) -> Self {
        self.node().attrs.insert(name.to_owned(), value.to_owned());
        self
    }
    fn id(self, id: &str) -> Self {
        self.attr("id", id)
    }
    fn control(mut self, change: impl FnOnce(&mut RawControl)) -> Self {
        change(self.node().control.get_or_insert_default());
        self
    }
    fn value(self, value: &str) -> Self {
        self.control(|control| control.value = value.into())
    }
    fn checked(self, checked: bool) -> Self {
        self.control(|control| control.checked = Some(checked))
    }
    fn options(self, options: &[(&str, &str, bool)]) -> Self {
        let option = |(value, text, selected): &(&str, &str, bool)| RawOption {
            value: (*value).to_owned(),
            text: (*text).to_owned(),
            selected: *selected,
            disabled: false,
        };
        self.control(|control| control.options = Some(options.iter().map(option).collect()))
    }
    fn at(mut self, left: f64, top: f64, width: f64, height: f64) -> Self {
        self.node().rect = Some((left, top, width, height));
        self
    }
    fn hidden(mut self) -> Self {
        self.node().hidden = true;
        self
    }
    fn transparent(mut self) -> Self {
        self.node().paint = Some(RawPaint { opacity: 0.0, ..RawPaint::default() });
        self
    }
    fn scope(mut self, scope: u32) -> Self {
        self.node().scope = scope;
        self
    }
    fn block(mut self, block: bool) -> Self {
        self.node().block = Some(block);
        self
    }
    fn faint(mut self) -> Self {
        self.node().faint = true;
        self
    }
    fn generated(mut self, before: &str, after: &str) -> Self {
        self.node().generated = Some((before.to_owned(), after.to_owned()));
        self
    }
}

impl Adjust for RawNode {
    fn node(&mut self) -> &mut RawNode {
        self
    }
}

fn el(tag: &str) -> RawNode {
    RawNode { tag: tag.to_owned(), ..RawNode::default() }
}

fn text(text: &str) -> RawNode {
    RawNode { text: Some(text.to_owned()), ..RawNode::default() }
}

fn operable(tag: &str, kind: &str) -> RawNode {
    el(tag).control(|control| control.kind = kind.to_owned())
}

fn input(kind: &str) -> RawNode {
    let node = operable("input", kind).attr("type", kind);
    if matches!(kind, "checkbox" | "radio") { node.checked(false) } else { node }
}

fn button(kind: &str) -> RawNode {
    operable("button", kind)
}

fn widget(role: &str) -> RawNode {
    operable("div", "").attr("role", role)
}

/// Numbers what can be operated, gives it a place and its form owner, as the content script does.
fn nodes(outline: Outline) -> Vec<RawNode> {
    let mut nodes: Vec<RawNode> = Vec::new();
    let mut path: Vec<u32> = Vec::new();
    for (index, (depth, mut node)) in (0_u32..).zip(outline) {
        path.truncate(depth);
        node.parent = path.last().copied();
        if let Some(control) = &mut node.control {
            node.element = Some(index + 1);
            node.rect = node.rect.or(Some((10.0, 30.0 * f64::from(index), 200.0, 20.0)));
            let is_tiny = node.rect.is_some_and(|(_, _, width, height)| width * height < 64.0);
            if (node.hidden || node.paint.is_some() || is_tiny) && node.faces.is_empty() {
                // Something drawn is around everything, until a test says otherwise.
                let how = FaceKind::Around1;
                node.faces = vec![RawFace { element: 900, how, ..RawFace::default() }];
            }
            let form = path.iter().rev().find(|id| nodes[**id as usize].tag == "form");
            if control.form.is_none()
                && matches!(node.tag.as_str(), "input" | "select" | "textarea" | "button")
            {
                control.form = form.copied();
                control.has_form |= form.is_some();
            }
        }
        if let Some(owner) = node.attrs.get("form").cloned()
            && let Some(at) = nodes.iter().position(|n| n.attrs.get("id") == Some(&owner))
            && let Some(control) = &mut node.control
        {
            (control.form, control.has_form) = (Some(u32::try_from(at).unwrap()), true);
        }
        nodes.push(node);
        path.push(index);
    }
    nodes
}

fn frame(frame_id: FrameId, outline: Outline) -> FrameSnapshot {
    let snapshot = RawSnapshot {
        url: "https://shop.example/checkout".to_owned(),
        origin: "https://shop.example".to_owned(),
        nodes: nodes(outline),
        ..RawSnapshot::default()
    };
    FrameSnapshot { frame_id, document_id: format!("document-{frame_id}"), snapshot }
}

fn profile() -> Profile {
    let mut profile = Profile {
        first_name: "Ada".into(),
        last_name: "Lovelace".into(),
        full_name: "Ada Lovelace".into(),
        email: "ada@lovelace.example".into(),
        phone: "+44 20 7946 0958".into(),
        ..Profile::default()
    };
    profile.address.city = "London".into();
    profile
}

fn understand(frames: &[FrameSnapshot]) -> Page {
    observe(
        frames,
        &Source { profile: &profile(), record: None, today: None, others: &[], site: "" },
    )
}

fn page(outline: Outline) -> Page {
    understand(&[frame(0, outline)])
}

fn last_field(outline: Outline) -> Field {
    page(outline).observation.fields.pop().expect("a field")
}

// ---- accessible names ----

#[test]
fn accessible_names_follow_the_specification() {
    let check = |why: &str, outline: Outline, expected: &str| {
        let name = last_field(outline).accessible_name.unwrap_or_default();
        assert_eq!(name, expected, "{why}");
    };
    let t = text;
    check(
        "label by for",
        vec![(0, el("label").attr("for", "a")), (1, t("Name")), (0, input("text").id("a"))],
        "Name",
    );
    check("label around", vec![(0, el("label")), (1, t("Name ")), (1, input("text"))], "Name");
    check(
        "several labels, in order",
        vec![
            (0, el("label").attr("for", "a")),
            (1, t("One")),
            (0, el("label").attr("for", "a")),
            (1, t("Two")),
            (0, input("text").id("a")),
        ],
        "One Two",
    );
    check(
        "a hidden label gives way to one that is seen",
        vec![
            (0, el("label").attr("for", "a").hidden()),
            (1, t("Old")),
            (0, el("label").attr("for", "a")),
            (1, t("New")),
            (0, input("text").id("a")),
        ],
        "New",
    );
    check(
        "2B: aria-labelledby before everything, hidden targets included",
        vec![
            (0, el("p").id("x").hidden()),
            (1, t("Hidden")),
            (0, el("p").id("y")),
            (1, t("Seen")),
            (0, input("text").attr("aria-labelledby", "x nothing y").attr("aria-label", "No")),
        ],
        "Hidden Seen",
    );
    check(
        "2B is not followed twice",
        vec![
            (0, el("p").id("x").attr("aria-labelledby", "y")),
            (1, t("X")),
            (0, el("p").id("y")),
            (1, t("Y")),
            (0, input("text").attr("aria-labelledby", "x")),
        ],
        "X",
    );
    check(
        "2A: what is hidden in a target that is seen does not count",
        vec![
            (0, el("p").id("x")),
            (1, t("Seen ")),
            (1, el("b").hidden()),
            (2, t("hidden")),
            (1, el("b").attr("aria-hidden", "true")),
            (2, t("*")),
            (0, input("text").attr("aria-labelledby", "x")),
        ],
        "Seen",
    );
    check(
        "2D: aria-label before a label",
        vec![(0, el("label")), (1, t("No")), (1, input("text").attr("aria-label", " Yes "))],
        "Yes",
    );
    check(
        "2D: an empty aria-label is none",
        vec![(0, el("label")), (1, t("Name")), (1, input("text").attr("aria-label", " "))],
        "Name",
    );
    check(
        "2C is left out: the value of a control in the label",
        vec![
            (0, el("label").attr("for", "a")),
            (1, t("Remind me in ")),
            (1, input("number").value("42")),
            (1, t(" days")),
            (0, input("checkbox").id("a")),
        ],
        "Remind me in days",
    );
    check("2I: title", vec![(0, input("text").attr("title", "Name"))], "Name");
    check(
        "title before placeholder",
        vec![(0, input("text").attr("title", "Name").attr("placeholder", "Ada"))],
        "Name",
    );
    check("placeholder last", vec![(0, input("text").attr("placeholder", "Name"))], "Name");
    check(
        "an id that is empty names nothing",
        vec![(0, el("label").attr("for", "")), (1, t("No")), (0, input("text").id(""))],
        "",
    );
    check(
        "blocks stand apart",
        vec![
            (0, el("label")),
            (1, el("div")),
            (2, t("First")),
            (1, el("div")),
            (2, t("name")),
            (1, input("text")),
        ],
        "First name",
    );
    check(
        "words in line do not",
        vec![
            (0, el("label")),
            (1, el("span")),
            (2, t("First")),
            (1, el("span")),
            (2, t("name")),
            (1, input("text")),
        ],
        "Firstname",
    );
    check(
        "unless they are laid out as blocks",
        vec![
            (0, el("label")),
            (1, el("span").block(true)),
            (2, t("First")),
            (1, el("span").block(true)),
            (2, t("name")),
            (1, input("text")),
        ],
        "First name",
    );
    check(
        "images count by their alt",
        vec![
            (0, el("label")),
            (1, t("Pay by")),
            (1, el("img").attr("alt", "card")),
            (1, input("radio")),
        ],
        "Pay by card",
    );
    check(
        "generated content",
        vec![
            (0, el("label").attr("for", "a").generated("", "*")),
            (1, t("Name")),
            (0, input("text").id("a")),
        ],
        "Name*",
    );
    check("2F: widgets by content", vec![(0, widget("checkbox")), (1, t("I agree"))], "I agree");
    check(
        "a list's content is its value",
        vec![(0, widget("combobox").value("France")), (1, t("France"))],
        "",
    );
    check(
        "and stays its value when it is referred to",
        vec![
            (0, el("span").id("l")),
            (1, t("Country")),
            (0, widget("combobox").id("c").attr("aria-labelledby", "l v")),
            (1, el("span").id("v")),
            (2, t("France")),
        ],
        "Country",
    );
    check(
        "a tooltip that repeats the value is none",
        vec![(0, widget("combobox").value("France").attr("title", "France")), (1, t("France"))],
        "",
    );
    check(
        "a label within a label counts once",
        vec![
            (0, el("label").attr("for", "a")),
            (1, el("label").attr("for", "a")),
            (2, t("Name")),
            (0, input("text").id("a")),
        ],
        "Name",
    );
    check(
        "the first of two elements with one id",
        vec![
            (0, el("p").id("x")),
            (1, t("First")),
            (0, el("p").id("x")),
            (1, t("Second")),
            (0, input("text").attr("aria-labelledby", "x")),
        ],
        "First",
    );
    check(
        "ids are looked up in their own tree scope",
        vec![
            (0, el("label").attr("for", "a")),
            (1, t("Outside")),
            (0, el("x-field")),
            (1, el("label").attr("for", "a").scope(1)),
            (2, t("Inside")),
            (1, input("text").id("a").scope(1)),
        ],
        "Inside",
    );
}

#[test]
fn buttons_are_named() {
    let check = |outline: Outline, expected: &str| {
        let texts: Vec<_> = page(outline).observation.buttons.into_iter().map(|b| b.text).collect();
        assert_eq!(texts, [expected]);
    };
    check(vec![(0, button("submit")), (1, text(" Place  order "))], "Place order");
    check(vec![(0, input("submit").attr("value", "Go"))], "Go");
    check(vec![(0, input("submit"))], "Submit");
    check(vec![(0, input("reset"))], "Reset");
    check(vec![(0, input("image").attr("alt", "Buy"))], "Buy");
    check(vec![(0, button("button")), (1, el("svg").attr("title", "Search"))], "Search");
    check(vec![(0, button("button").attr("aria-label", "Close")), (1, text("×"))], "Close");
    check(vec![(0, widget("button")), (1, text("Next"))], "Next");
}

// ---- what a person reads ----

#[test]
fn labels_are_what_stands_beside() {
    let check = |why: &str, outline: Outline, expected: &[&str]| {
        let fields = page(outline).observation.fields;
        let labels: Vec<_> = fields.iter().map(|field| field.label.as_str()).collect();
        assert_eq!(labels, expected, "{why}");
    };
    let t = text;
    check(
        "before, in line",
        vec![
            (0, el("p")),
            (1, t("E-mail: ")),
            (1, input("text")),
            (1, t(" City: ")),
            (1, input("text")),
        ],
        &["E-mail", "City"],
    );
    check(
        "above",
        vec![(0, el("div")), (1, el("p")), (2, t("Name")), (1, el("div")), (2, input("text"))],
        &["Name"],
    );
    let switch = |name: &str| {
        let switch = operable("input", "checkbox").attr("role", "switch").attr("aria-label", name);
        vec![
            (0, el("label").attr("for", "s")),
            (1, t("Dark theme")),
            (0, el("label")),
            (1, switch.attr("id", "s")),
        ]
    };
    check("the label of a switch that is named after its state", switch("OFF"), &["Dark theme"]);
    check(
        "a name that says more",
        switch("Dark theme of the editor"),
        &["Dark theme of the editor"],
    );
    check(
        "the nearest line",
        vec![
            (0, el("div")),
            (1, el("p")),
            (2, t("Welcome")),
            (1, el("p")),
            (2, t("Name *")),
            (1, input("text")),
        ],
        &["Name"],
    );
    check(
        "never behind another field",
        vec![
            (0, el("div")),
            (1, el("div")),
            (2, t("A")),
            (2, input("text").at(0., 0., 9., 9.)),
            (2, t("hint")),
            (1, el("div")),
            (2, input("text").at(0., 50., 9., 9.)),
        ],
        &["A", ""],
    );
    check(
        "never the label of another field",
        vec![
            (0, el("label").attr("for", "b")),
            (1, t("B")),
            (0, input("text").id("a")),
            (0, input("text").id("b")),
        ],
        &["", "B"],
    );
    check(
        "a label of what nobody sees is free",
        vec![
            (0, el("label").attr("for", "b")),
            (1, t("Country")),
            (0, widget("combobox")),
            (0, operable("select", "select-one").id("b").hidden()),
        ],
        &["Country", "Country"],
    );
    check(
        "what is ticked has its label behind it",
        vec![
            (0, el("p")),
            (1, t("Size?")),
            (1, input("radio")),
            (1, t(" Small ")),
            (1, input("radio")),
            (1, t(" Large")),
        ],
        &["Small", "Large"],
    );
    check(
        "the cell to the left",
        vec![
            (0, el("table")),
            (1, el("tr")),
            (2, el("td")),
            (3, t("Street")),
            (2, el("td")),
            (3, input("text")),
            (2, el("td")),
            (3, t("No.")),
            (2, el("td")),
            (3, input("text")),
        ],
        &["Street", "No."],
    );
    check(
        "the head of the column",
        vec![
            (0, el("table")),
            (1, el("thead")),
            (2, el("tr")),
            (3, el("th").attr("colspan", "2")),
            (4, t("Who")),
            (3, el("th")),
            (4, t("When")),
            (1, el("tbody")),
            (2, el("tr")),
            (3, el("td")),
            (4, input("text")),
            (3, el("td")),
            (4, input("text")),
            (3, el("td")),
            (4, input("text")),
        ],
        &["Who", "Who", "When"],
    );
    check(
        "the row above, when it is one cell",
        vec![
            (0, el("table")),
            (1, el("tr")),
            (2, el("td")),
            (3, t("Name")),
            (1, el("tr")),
            (2, el("td")),
            (3, input("text")),
        ],
        &["Name"],
    );
    check(
        "a heading over several fields is none",
        vec![
            (0, el("div")),
            (1, el("h2")),
            (2, t("Address")),
            (1, el("div")),
            (2, input("text")),
            (1, el("div")),
            (2, input("text")),
        ],
        &["", ""],
    );
    check(
        "a heading over one field is one",
        vec![
            (0, el("div")),
            (1, el("h2")),
            (2, t("Newsletter")),
            (1, el("div")),
            (2, input("text")),
        ],
        &["Newsletter"],
    );
    check(
        "parts on one line share",
        vec![
            (0, el("div")),
            (1, t("Phone")),
            (1, input("text").at(0., 0., 40., 20.)),
            (1, input("text").at(50., 0., 90., 20.)),
        ],
        &["Phone", "Phone"],
    );
    check(
        "a mark is no label",
        vec![
            (0, el("div")),
            (1, el("span")),
            (2, t("(required)")),
            (1, input("text").attr("placeholder", "Name")),
        ],
        &["Name"],
    );
    check(
        "a label that floats behind its field",
        vec![
            (0, el("h2")),
            (1, t("Address")),
            (0, el("div")),
            (1, input("text")),
            (1, el("label")),
            (2, t("Street")),
        ],
        &["Street"],
    );
    check(
        "buttons and links are none",
        vec![
            (0, el("div")),
            (1, el("a").control(|_| ())),
            (2, t("Help")),
            (1, button("button")),
            (2, t("Show")),
            (1, input("text")),
        ],
        &[""],
    );
    check(
        "by geometry: left before far above",
        vec![
            (0, el("div")),
            (1, el("div")),
            (2, el("span").at(10., 100., 60., 20.)),
            (3, t("Left")),
            (2, el("span").at(100., 62., 60., 18.)),
            (3, t("Above")),
            (1, el("form")),
            (2, input("text").at(80., 100., 200., 20.)),
        ],
        &["Left"],
    );
}

#[test]
fn long_labels_are_cut_and_counted() {
    let observation =
        page(vec![(0, el("label")), (1, text(&"x".repeat(2_000))), (1, input("text"))]).observation;
    assert_eq!(observation.fields[0].label.len(), super::context::MAX_LABEL);
    assert!(observation.omitted.text_chars >= 1_500);
}

#[test]
fn required_and_described() {
    let field = last_field(vec![
        (0, el("label").attr("for", "a")),
        (1, text("Name *")),
        (0, input("text").id("a").attr("aria-describedby", "d")),
        (0, el("p").id("d")),
        (1, text("As in your passport.")),
    ]);
    assert_eq!((field.required, field.label.as_str()), (true, "Name"));
    assert_eq!(field.described_by.as_deref(), Some("As in your passport."));
}

#[test]
fn what_is_told_to_agents_counts_where_nothing_else_is_said() {
    let told = || {
        input("text")
            .attr("toolparamtitle", "Passenger")
            .attr("toolparamdescription", "Name of who flies")
    };
    let field = last_field(vec![(0, told())]);
    assert_eq!((field.label.as_str(), field.accessible_name), ("Passenger", None));
    assert_eq!(field.described_by.as_deref(), Some("Name of who flies"));
    let field =
        last_field(vec![(0, input("text").attr("toolparamdescription", "Name of who flies"))]);
    assert_eq!((field.label.as_str(), field.described_by), ("Name of who flies", None));
    let field = last_field(vec![
        (0, el("label").attr("for", "a")),
        (1, text("E-mail")),
        (0, told().id("a").attr("aria-description", "We write there")),
    ]);
    assert_eq!(field.label, "E-mail");
    assert_eq!(field.described_by.as_deref(), Some("We write there"));
}

#[test]
fn sections_are_the_nearest_heading_that_covers() {
    let fields = page(vec![
        (0, el("main")),
        (1, el("h1")),
        (2, text("Checkout")),
        (1, el("section")),
        (2, el("h2")),
        (3, text("Shipping")),
        (2, input("text")),
        (1, el("fieldset")),
        (2, el("legend")),
        (3, text("Billing")),
        (2, input("text")),
        (1, input("text")),
    ])
    .observation
    .fields;
    let sections: Vec<_> = fields.iter().map(|field| field.section.as_deref()).collect();
    assert_eq!(sections, [Some("Shipping"), Some("Billing"), Some("Checkout")]);
}

#[test]
fn a_heading_that_counts_comes_with_the_one_around_it() {
    let fields = page(vec![
        (0, el("form")),
        (1, el("h2")),
        (2, text("Work experience")),
        (1, el("fieldset")),
        (2, el("legend")),
        (3, text("Position 2")),
        (2, input("text")),
        (1, el("fieldset")),
        (2, el("legend")),
        (3, text("Referee")),
        (2, input("text")),
    ])
    .observation
    .fields;
    let sections: Vec<_> = fields.iter().map(|field| field.section.as_deref()).collect();
    assert_eq!(sections, [Some("Work experience: Position 2"), Some("Referee")]);
}

/// What the browser tells of a control, and whether it is taken for the page's own.
#[test]
fn what_nobody_has_touched_is_preset() {
    #[derive(Default, Clone, Copy)]
    struct Told {
        touched: bool,
        changed: bool,
        used: bool,
        restored: bool,
    }
    let untouched = Told::default();
    let check = |kind: &str, told: Told, expected: Option<bool>| {
        let control = RawControl {
            kind: kind.trim_start_matches("box").into(),
            value: "1".into(),
            checked: (kind == "radio").then_some(true),
            touched: told.touched,
            changed: told.changed,
            options: (kind == "select-one").then(|| {
                vec![RawOption {
                    value: "1".into(),
                    text: "One".into(),
                    selected: true,
                    disabled: false,
                }]
            }),
            ..RawControl::default()
        };
        let tag = match kind {
            "select-one" => "select",
            "box" => "div",
            _ => "input",
        };
        let role = if kind == "box" { "combobox" } else { "" };
        let node = operable(tag, "").attr("role", role).control(|known| *known = control);
        let mut frame = frame(0, vec![(0, node)]);
        (frame.snapshot.used, frame.snapshot.restored) = (told.used, told.restored);
        let page = understand(&[frame]);
        let field = &page.observation.fields[0];
        assert_eq!(field.preset, expected, "{kind}");
    };
    for kind in ["select-one", "number", "radio", "box"] {
        check(kind, untouched, Some(true));
        check(kind, Told { touched: true, ..untouched }, Some(false));
        check(kind, Told { changed: true, restored: true, ..untouched }, Some(false));
    }
    // A script has set it; only where nobody has pressed anything is that known.
    let by_script = Told { changed: true, used: true, ..untouched };
    check("number", Told { used: false, ..by_script }, Some(true));
    check("number", by_script, Some(false));
    check("radio", by_script, Some(false));
    check("select-one", by_script, Some(true));
    check("number", Told { used: true, ..untouched }, Some(true));
    // Nothing tells what a list of the page's own making held at first.
    check("box", Told { used: true, ..untouched }, Some(false));
    check("text", untouched, None);
}

#[test]
fn a_slider_is_not_named_by_its_handle() {
    let label = |name: &str| {
        let mut page = page(vec![(0, widget("slider").attr("aria-label", name))]);
        page.observation.fields.remove(0).label
    };
    assert_eq!(label("Volume Slider handle"), "Volume");
    assert_eq!(label("Slider"), "Slider");
}

#[test]
fn a_label_that_is_tied_to_nothing_names_what_it_has_to_itself() {
    let label = |more: bool| {
        let mut outline = vec![
            (0, el("div")),
            (1, el("label")),
            (2, text("Start date")),
            (1, el("div")),
            (2, el("div")),
            (3, el("div")),
            (4, input("text").attr("placeholder", "Select a date")),
        ];
        if more {
            outline.push((1, input("text").attr("aria-label", "Room")));
        }
        page(outline).observation.fields.remove(0).label
    };
    assert_eq!(label(false), "Start date");
    assert_eq!(label(true), "Select a date");
}

#[test]
fn a_box_that_says_nothing_of_itself_needs_a_label() {
    let fields = |label: &str, more: bool| {
        let mut outline = vec![
            (0, el("section")),
            (1, el(label).id("l")),
            (2, text("Country")),
            (1, el("div")),
            (2, operable("div", "box").attr("tabindex", "0").value("Please select")),
            (3, text("Please select")),
        ];
        if more {
            outline.push((1, input("text").attr("aria-label", "Room")));
        }
        page(outline).observation.fields
    };
    let found = fields("label", false);
    assert_eq!((found.len(), found[0].label.as_str()), (1, "Country"));
    assert_eq!(
        (found[0].widget, &found[0].value_state),
        (Some(Widget::Combobox), &Some(ValueState::Empty))
    );
    assert!(fields("p", false).is_empty(), "nothing is called so");
    assert_eq!(fields("label", true).len(), 1, "the label may be the other one's");
}

#[test]
fn a_box_may_be_drawn_around_what_opens_its_list() {
    let tiny = |popup: &str| {
        page(vec![
            (0, el("div")),
            (1, input("text").attr("aria-haspopup", popup).at(10., 10., 1., 1.).transparent()),
            (1, el("div").at(10., 10., 200., 30.)),
            (2, text("Choose")),
        ])
        .observation
        .fields[0]
            .visible
    };
    assert_eq!(tiny("listbox"), Some(true));
    assert_eq!(tiny("false"), Some(false));
}

// ---- groups ----

#[test]
fn groups_know_their_question() {
    let check = |why: &str, outline: Outline, expected: &[Option<&str>]| {
        let fields = page(outline).observation.fields;
        let groups: Vec<_> = fields.iter().map(|field| field.group.as_deref()).collect();
        assert_eq!(groups, expected, "{why}");
        let ids: Vec<_> =
            fields.iter().filter(|f| f.group.is_some()).filter_map(|f| f.group_id).collect();
        assert!(ids.windows(2).all(|pair| pair[0] == pair[1]), "{why}: one group");
    };
    let radio = |name: &str| input("radio").attr("name", name);
    let t = text;
    let size = Some("Which size?");
    check(
        "legend",
        vec![
            (0, el("fieldset")),
            (1, el("legend")),
            (2, t("Which size?")),
            (1, radio("s")),
            (1, radio("s")),
        ],
        &[size, size],
    );
    let two_of_one_legend = page(vec![
        (0, el("fieldset")),
        (1, el("legend")),
        (2, t("Which size?")),
        (1, el("div")),
        (2, radio("s")),
        (2, radio("s")),
        (1, el("div")),
        (2, radio("c")),
        (2, radio("c")),
    ]);
    let fields = two_of_one_legend.observation.fields;
    let groups: Vec<_> = fields.iter().map(|field| field.group.as_deref()).collect();
    assert_eq!(groups, [size, size, None, None], "the legend of another question's group");
    check(
        "role and aria-labelledby",
        vec![
            (0, el("p").id("q")),
            (1, t("Which size?")),
            (0, el("div").attr("role", "radiogroup").attr("aria-labelledby", "q")),
            (1, widget("radio")),
            (1, widget("radio")),
        ],
        &[size, size],
    );
    check(
        "text before the first choice",
        vec![
            (0, el("div")),
            (1, el("p")),
            (2, t("Which size?")),
            (1, el("div")),
            (2, el("label")),
            (3, radio("s")),
            (3, t("S")),
            (2, el("label")),
            (3, radio("s")),
            (3, t("L")),
        ],
        &[size, size],
    );
    check(
        "text in the same line",
        vec![
            (0, el("p")),
            (1, t("Which size? ")),
            (1, el("label")),
            (2, radio("s")),
            (2, t("S")),
            (1, el("label")),
            (2, radio("s")),
            (2, t("L")),
        ],
        &[size, size],
    );
    check(
        "the cell to the left",
        vec![
            (0, el("tr")),
            (1, el("td")),
            (2, t("Which size?")),
            (1, el("td")),
            (2, radio("s")),
            (2, radio("s")),
        ],
        &[size, size],
    );
    check(
        "a choice that is written out belongs to it",
        vec![
            (0, el("fieldset")),
            (1, el("legend")),
            (2, t("Which size?")),
            (1, radio("s")),
            (1, radio("s")),
            (1, input("text")),
        ],
        &[size, size, None],
    );
    check(
        "checkboxes of one name",
        vec![
            (0, el("p")),
            (1, t("Which size?")),
            (0, el("div")),
            (1, input("checkbox").attr("name", "s[]")),
            (1, input("checkbox").attr("name", "s[]")),
        ],
        &[size, size],
    );
    check(
        "a checkbox alone is no group",
        vec![(0, el("p")), (1, t("Terms")), (0, input("checkbox").attr("name", "t"))],
        &[None],
    );
}

#[test]
fn groups_are_told_apart_by_form() {
    let radio = || input("radio").attr("name", "s");
    let fields = page(vec![
        (0, el("form")),
        (1, radio()),
        (1, radio()),
        (0, el("form")),
        (1, radio()),
        (0, radio()),
    ])
    .observation
    .fields;
    let groups: Vec<_> = fields.iter().map(|field| field.group_id).collect();
    assert_eq!(groups, [Some(0), Some(0), Some(1), Some(2)]);
    let forms: Vec<_> = fields.iter().map(|field| field.form).collect();
    assert_eq!(forms, [Some(0), Some(0), Some(1), None]);
}

// ---- what can be seen, how it is operated ----

#[test]
fn visibility_is_what_a_person_sees() {
    let check = |why: &str, outline: Outline, visible: bool, through_label: bool| {
        let page = page(outline);
        let seen = page.observation.fields.last().and_then(|field| field.visible);
        let stand_in = page.fields.last().map(|element| element.expect.face.is_some());
        assert_eq!((seen, stand_in), (Some(visible), Some(through_label)), "{why}");
    };
    check("seen", vec![(0, input("text"))], true, false);
    check("below the fold", vec![(0, input("text").at(0., 9_000., 100., 20.))], true, false);
    check("hidden", vec![(0, input("text").hidden())], false, false);
    check("transparent", vec![(0, input("text").transparent())], false, false);
    check(
        "a trap far to the left",
        vec![(0, input("text").at(-9_999., 10., 100., 20.))],
        false,
        false,
    );
    check(
        "a trap above the page",
        vec![(0, input("text").at(10., -500., 100., 20.))],
        false,
        false,
    );
    check("a trap without size", vec![(0, input("text").at(10., 10., 1., 1.))], false, false);
    let label = || el("label").attr("for", "a").at(0., 0., 80., 20.);
    check(
        "a checkbox behind its label",
        vec![(0, label()), (1, text("I agree")), (0, input("checkbox").id("a").transparent())],
        true,
        true,
    );
    check(
        "a checkbox behind a hidden label",
        vec![(0, label().hidden()), (1, text("I agree")), (0, input("checkbox").id("a").hidden())],
        false,
        false,
    );
    check(
        "a text field behind a label is a trap",
        vec![(0, label()), (1, text("Leave empty")), (0, input("text").id("a").hidden())],
        false,
        false,
    );
    check(
        "one field over the boxes that show a code",
        vec![
            (0, el("div")),
            (1, el("span").at(0., 0., 30., 30.)),
            (1, input("text").attr("autocomplete", "one-time-code").transparent()),
        ],
        true,
        true,
    );
    check(
        "a file field behind its button",
        vec![
            (0, el("div")),
            (1, button("button")),
            (2, text("Upload")),
            (1, input("file").hidden()),
        ],
        true,
        true,
    );
}

#[test]
fn what_stands_in_for_a_control_is_painted_and_its_own() {
    let check = |why: &str, faces: Vec<RawFace>, expected: Option<u32>| {
        let mut checkbox = input("checkbox").id("a").transparent();
        checkbox.faces = if faces.is_empty() { vec![painted(0, 9, 0.0)] } else { faces };
        let label = el("label").attr("for", "a").at(0., 0., 80., 20.);
        let page = page(vec![(0, label), (1, text("I agree")), (0, checkbox)]);
        let expect = page.fields.last().map(|element| element.expect.clone()).unwrap();
        let visible = page.observation.fields.last().and_then(|field| field.visible);
        assert_eq!((visible, expect.face), (Some(expected.is_some()), expected), "{why}");
    };
    fn painted(element: u32, others: u32, opacity: f64) -> RawFace {
        let paint = RawPaint { opacity, ..RawPaint::default() };
        RawFace { element, how: FaceKind::Beside, others, paint }
    }
    check("nothing", Vec::new(), None);
    check("one", vec![painted(4, 0, 1.0)], Some(4));
    check("the first that is painted", vec![painted(4, 0, 0.0), painted(5, 0, 1.0)], Some(5));
    check("another's", vec![painted(4, 1, 1.0)], None);
    let label = |others| RawFace { how: FaceKind::Label, ..painted(4, others, 1.0) };
    check("a label may hold more", vec![label(2)], Some(4));
}

#[test]
fn a_component_may_draw_a_box_whose_label_is_elsewhere() {
    let seen = |scope: u32, kind: &str, how: FaceKind, side: f64| {
        let mut field = input(kind).transparent().scope(scope);
        let paint = RawPaint { width: side, height: 32.0, ..RawPaint::default() };
        field.faces = vec![RawFace { element: 4, how, paint, ..RawFace::default() }];
        let page = page(vec![(0, el("div")), (1, field)]);
        page.observation.fields.last().and_then(|field| field.visible)
    };
    assert_eq!(seen(1, "checkbox", FaceKind::Around1, 64.0), Some(true));
    assert_eq!(seen(1, "checkbox", FaceKind::Around1, 65.0), Some(false), "no box");
    assert_eq!(seen(0, "checkbox", FaceKind::Around1, 64.0), Some(false), "of the page itself");
    assert_eq!(seen(1, "text", FaceKind::Around1, 64.0), Some(false), "nothing to tick");
    assert_eq!(
        seen(1, "checkbox", FaceKind::Label, 64.0),
        Some(false),
        "a label in its tree alone"
    );
}

#[test]
fn what_is_not_painted_enough_is_not_seen_and_demanded_where_it_is() {
    let of = |paint: RawPaint| {
        let mut field = input("text");
        field.paint = Some(paint);
        field.faces = vec![RawFace::default()];
        let page = page(vec![(0, field)]);
        let expect = page.fields.last().map(|element| element.expect.clone()).unwrap();
        (page.observation.fields.last().and_then(|field| field.visible), expect.paint.unwrap())
    };
    let blurred = |by: &str| RawPaint { effects: vec![by.to_owned()], ..RawPaint::default() };
    let (seen, least) = of(blurred("filter: blur(1px)"));
    assert_eq!((seen, least.effects), (Some(true), vec!["filter: blur(1px)".to_owned()]));
    let (seen, least) = of(blurred("filter: blur(9px)"));
    assert_eq!((seen, least.effects), (Some(false), Vec::new()));
    assert_eq!(of(RawPaint { share: 0.1, ..RawPaint::default() }).0, Some(false));
}

#[test]
fn widgets_are_recognised() {
    let check =
        |outline: Outline, expected: Widget| assert_eq!(last_field(outline).widget, Some(expected));
    check(vec![(0, input("text"))], Widget::Native);
    check(vec![(0, operable("select", "select-one"))], Widget::Native);
    check(vec![(0, input("file"))], Widget::File);
    check(vec![(0, input("text").attr("role", "combobox"))], Widget::Combobox);
    check(vec![(0, widget("combobox")), (1, input("text"))], Widget::Combobox);
    check(vec![(0, button("button").attr("aria-haspopup", "listbox"))], Widget::Combobox);
    check(vec![(0, widget("listbox"))], Widget::Listbox);
    check(vec![(0, button("button").attr("role", "switch"))], Widget::Switch);
    check(vec![(0, button("button").attr("role", "checkbox"))], Widget::Checkbox);
    check(vec![(0, widget("radio"))], Widget::Radio);
    check(vec![(0, widget("slider"))], Widget::Slider);
    check(vec![(0, operable("div", "contenteditable"))], Widget::ContentEditable);
    check(vec![(0, input("text").attr("class", "form-control datepicker"))], Widget::DatePicker);
    let read_only = || input("text").control(|control| control.read_only = true);
    check(vec![(0, read_only())], Widget::Native);
    check(vec![(0, read_only().attr("placeholder", "Select…"))], Widget::Combobox);
    check(vec![(0, read_only().attr("aria-label", "Delivery date"))], Widget::DatePicker);
    check(vec![(0, read_only().attr("aria-label", "Updates"))], Widget::Native);
}

#[test]
fn boxes_for_tokens_are_told_by_their_marks() {
    let check = |why: &str, outline: Outline, expected: Tokens| {
        assert_eq!(
            page(outline).fields.last().map(|element| element.tokens),
            Some(expected),
            "{why}"
        );
    };
    check("a text field", vec![(0, input("text"))], Tokens::No);
    check("a named box", vec![(0, input("text").attr("class", "x-chip-input"))], Tokens::Yes);
    check(
        "a named holder",
        vec![(0, el("tags")), (1, operable("span", "contenteditable"))],
        Tokens::Yes,
    );
    check(
        "a holder of other fields, too",
        vec![(0, el("div").attr("class", "tags")), (1, input("text")), (1, input("text"))],
        Tokens::No,
    );
    check("a word in a word", vec![(0, input("text").attr("class", "stage"))], Tokens::No);
    check(
        "a list",
        vec![(0, input("text").attr("role", "combobox").attr("class", "tag"))],
        Tokens::No,
    );
    let instead_of = |hidden: RawNode, label: &str| {
        vec![
            (0, el("label").attr("for", label)),
            (1, text("Skills")),
            (0, el("div")),
            (1, hidden.id("a").hidden()),
            (1, input("search")),
        ]
    };
    check("instead of a hidden text field", instead_of(input("text"), "a"), Tokens::Perhaps);
    check("beside a trap", instead_of(input("text"), "b"), Tokens::No);
    check("instead of a hidden box", instead_of(input("checkbox"), "a"), Tokens::No);
}

#[test]
fn rows_of_narrow_boxes_take_a_character_each() {
    let row = |count: usize, width: f64| -> Vec<Option<u32>> {
        let place = |at: usize| input("text").at(50.0 * at as f64, 10., width, 30.);
        let outline = (0..count).map(|at| (0, place(at))).collect();
        page(outline).observation.fields.iter().map(|field| field.max_length).collect()
    };
    assert_eq!(row(4, 40.), [Some(1); 4]);
    assert_eq!(row(3, 40.), [None; 3]);
    assert_eq!(row(4, 49.), [None; 4], "wider than a character");
}

#[test]
fn one_widget_is_one_field() {
    let check = |why: &str, outline: Outline, expected: &[&str]| {
        let fields = page(outline).observation.fields;
        assert_eq!(fields.iter().map(|f| f.kind.as_str()).collect::<Vec<_>>(), expected, "{why}");
    };
    check(
        "a combobox around its input",
        vec![(0, widget("combobox")), (1, input("text"))],
        &["text"],
    );
    check(
        "a combobox around what shows its value",
        vec![(0, widget("combobox")), (1, widget("textbox"))],
        &["combobox"],
    );
    check(
        "the list that a combobox opens",
        vec![
            (0, widget("combobox").attr("aria-controls", "l")),
            (0, widget("listbox").id("l")),
            (1, el("div").attr("role", "option")),
            (2, text("A")),
        ],
        &["combobox"],
    );
    check(
        "a list of what is chosen in a combobox, beside its input",
        vec![(0, widget("combobox")), (1, widget("listbox")), (1, input("search"))],
        &["search"],
    );
    check(
        "a widget around a native control that is hidden",
        vec![(0, widget("switch")), (1, input("checkbox").hidden())],
        &["switch", "checkbox"],
    );
}

#[test]
fn lists_have_options() {
    let option = |text: &str| el("div").attr("role", "option").attr("aria-label", text);
    let field = last_field(vec![
        (0, el("div").id("l").hidden()),
        (1, option("Red")),
        (1, option("Blue")),
        (0, widget("combobox").attr("aria-controls", "l")),
    ]);
    let texts: Vec<_> = field.options.iter().flatten().map(|option| option.text.as_str()).collect();
    assert_eq!(texts, ["Red", "Blue"]);
    let radio = last_field(vec![
        (0, el("label")),
        (1, input("radio").attr("value", "r")),
        (1, text("Red")),
    ]);
    let options: Vec<_> =
        radio.options.iter().flatten().map(|o| (o.value.as_str(), o.text.as_str())).collect();
    assert_eq!(options, [("r", "Red")]);
}

#[test]
fn errors_are_the_pages_own() {
    let check = |why: &str, outline: Outline, expected: Option<&str>| {
        assert_eq!(last_field(outline).error.as_deref(), expected, "{why}");
    };
    let wrong = || input("text").attr("aria-invalid", "true");
    let t = text;
    check(
        "aria-errormessage",
        vec![
            (0, el("p").id("e")),
            (1, t("Too short")),
            (0, wrong().attr("aria-errormessage", "e")),
        ],
        Some("Too short"),
    );
    check(
        "aria-describedby of an invalid field",
        vec![(0, el("p").id("e")), (1, t("Too short")), (0, wrong().attr("aria-describedby", "e"))],
        Some("Too short"),
    );
    check(
        "aria-describedby of a valid one",
        vec![
            (0, el("p").id("e")),
            (1, t("A hint")),
            (0, input("text").attr("aria-describedby", "e")),
        ],
        None,
    );
    check(
        "beside it",
        vec![
            (0, el("div")),
            (1, wrong()),
            (1, el("span").attr("class", "field-error")),
            (2, t("Too short")),
        ],
        Some("Too short"),
    );
    check(
        "an alert beside it",
        vec![
            (0, el("div").attr("class", "has-error")),
            (1, input("text")),
            (1, el("p").attr("role", "alert")),
            (2, t("Too short")),
        ],
        Some("Too short"),
    );
    check(
        "hidden until needed",
        vec![
            (0, el("div")),
            (1, wrong()),
            (1, el("span").attr("class", "error").hidden()),
            (2, t("Too short")),
        ],
        None,
    );
    check(
        "the browser's",
        vec![(0, input("text").control(|c| c.validation_message = "Fill this in".to_owned()))],
        Some("Fill this in"),
    );
    check(
        "untouched Angular fields are not wrong",
        vec![
            (0, el("div")),
            (1, input("text").attr("class", "ng-invalid")),
            (1, el("p").attr("role", "alert")),
            (2, t("Cookies!")),
        ],
        None,
    );
}

// ---- buttons ----

#[test]
fn what_has_a_fields_role_and_sends_is_known_to() {
    let check = |why: &str, outline: Outline, expected: bool| {
        assert_eq!(last_field(outline).submits, expected, "{why}");
    };
    let in_form = |node: RawNode| vec![(0, el("form")), (1, node), (2, text("Yes"))];
    let radio = |kind: &str| button(kind).attr("role", "radio");
    check("a radio that is a submit button", in_form(radio("submit")), true);
    check("one that empties the form", in_form(radio("reset")), true);
    check("one that does nothing by itself", in_form(radio("button")), false);
    check("one without a form", vec![(0, radio("submit")), (1, text("Yes"))], false);
    let far = vec![(0, el("form").id("f")), (0, radio("submit").attr("form", "f"))];
    check("one that names a form", far, true);
    let component = |kind: &str| operable("x-radio", "").attr("role", "radio").attr("type", kind);
    check("a component that says so", in_form(component("Submit")), true);
    check("a component that says something else", in_form(component("radio")), false);
    check("a component outside of any form", vec![(0, component("submit"))], false);
    check("no component", in_form(widget("radio").attr("type", "submit")), false);
    check("a text field", in_form(input("text")), false);
}

#[test]
fn a_form_that_was_held_goes_on_by_a_button() {
    let held = |outline: Outline, held: RawHeld| {
        let mut frame = frame(0, outline);
        frame.snapshot.held = vec![held];
        for (number, node) in (900..).zip(&mut frame.snapshot.nodes) {
            if node.tag == "form" {
                node.element = Some(number);
            }
        }
        let page = understand(&[frame]);
        let last = page.observation.buttons.last().cloned();
        (page, last.filter(|button| button.tag == "form"))
    };
    let attempt = |form: Option<u32>| RawHeld {
        attempt: 3,
        form,
        form_action: "https://shop.example/send?x=1".to_owned(),
        ..RawHeld::default()
    };
    let alone = || vec![(0, el("form")), (1, input("text")), (0, button("submit"))];
    let (page, made) = held(alone(), attempt(Some(900)));
    let made = made.expect("a button for the form");
    assert_eq!((made.submits, made.text.as_str()), (Some(true), "Send the form"));
    assert_eq!(made.form_action.as_deref(), Some("https://shop.example/send"));
    assert_eq!(made.form, page.observation.fields[0].form);
    assert_eq!(page.buttons.last().map(|button| button.element), Some(900));
    assert_eq!(page.buttons.len(), page.observation.buttons.len());
    assert_eq!(
        (page.held[0].attempt, page.held[0].form, page.held[0].document_id.as_str()),
        (3, made.form, "document-0")
    );
    let sent = || vec![(0, el("form")), (1, input("text")), (1, button("submit"))];
    assert!(held(sent(), attempt(Some(900))).1.is_none(), "it has a button");
    let mut disabled = sent();
    disabled[2].1 = button("submit").control(|control| control.disabled = true);
    assert!(held(disabled, attempt(Some(900))).1.is_some(), "its button is disabled");
    let mut hidden = sent();
    hidden[2].1 = button("submit").hidden();
    assert!(held(hidden, attempt(Some(900))).1.is_some(), "nobody sees its button");
    assert!(held(alone(), attempt(None)).1.is_none(), "it was no form");
    assert!(held(alone(), attempt(Some(7))).1.is_none(), "the form is not there any more");
}

#[test]
fn submitting_is_decided_from_the_dom() {
    let check = |why: &str, outline: Outline, expected: bool| {
        let button = page(outline).observation.buttons.pop().expect("a button");
        assert_eq!(button.submits, Some(expected), "{why}");
    };
    check("a button without type in a form", vec![(0, el("form")), (1, button("submit"))], true);
    check(
        "type=button, whatever it says",
        vec![(0, el("form")), (1, button("button")), (2, text("Submit"))],
        false,
    );
    check("outside of any form", vec![(0, button("submit"))], false);
    check(
        "form= names a form elsewhere",
        vec![(0, el("form").id("f")), (0, button("submit").attr("form", "f"))],
        true,
    );
    check("an image", vec![(0, el("form")), (1, input("image"))], true);
    check("reset", vec![(0, el("form")), (1, input("reset"))], false);
    check("a link", vec![(0, el("form")), (1, el("a").control(|_| ()).attr("href", "/x"))], false);
    check("role=button", vec![(0, el("form")), (1, widget("button"))], false);
}

#[test]
fn what_has_an_address_is_a_link_and_keeps_it() {
    let check = |why: &str, outline: Outline, expected: (&str, &str)| {
        let page = page(outline);
        let (button, element) = (&page.observation.buttons[0], &page.buttons[0]);
        assert_eq!((button.kind.as_str(), element.href.reveal()), expected, "{why}");
    };
    let link = |href: &str| RawNode { tag: "a".into(), ..widget("button").attr("href", href) };
    let resolved = |href: &str, place: &str| {
        let place = place.to_owned();
        link(href).control(move |control| control.href = place)
    };
    check("a link", vec![(0, el("a").control(|_| ()).attr("href", "/x"))], ("link", "/x"));
    check("in button's clothes", vec![(0, link("/x"))], ("link", "/x"));
    check(
        "resolved",
        vec![(0, resolved("/x", "https://a.example/x"))],
        ("link", "https://a.example/x"),
    );
    check("to the page itself", vec![(0, link(""))], ("link", "#"));
    check("a script", vec![(0, link("javascript:go()"))], ("link", "javascript:go()"));
    check("to nowhere", vec![(0, link("#"))], ("button", ""));
    check("to a part of the page", vec![(0, link("#p")), (0, el("div").id("p"))], ("button", ""));
    check("to a part that is not there", vec![(0, link("#/order"))], ("link", "#/order"));
    check("a link to nowhere", vec![(0, el("a").control(|_| ()).attr("href", "#"))], ("link", "#"));
    check(
        "a button in a link",
        vec![(0, el("a").control(|_| ()).attr("href", "/x")), (1, button("button"))],
        ("link", "/x"),
    );
    check(
        "a link in a button",
        vec![(0, widget("button")), (1, el("a").control(|_| ()).attr("href", "/x"))],
        ("link", "/x"),
    );
    check("formaction", vec![(0, button("button").attr("formaction", "/x"))], ("link", "/x"));
    check(
        "formaction that sends",
        vec![(0, el("form")), (1, button("submit").attr("formaction", "/x"))],
        ("submit", ""),
    );
    check("data-href", vec![(0, button("button").attr("data-href", "/x"))], ("button", ""));
    check("a plain button", vec![(0, button("button"))], ("button", ""));
}

#[test]
fn what_stands_beside_a_button_is_its_row_and_its_heading() {
    let check = |why: &str, outline: Outline, expected: &str| {
        let page = page(outline);
        assert_eq!(page.buttons[0].beside.reveal(), expected, "{why}");
    };
    let add = || button("button");
    check("nothing", vec![(0, add()), (1, text("Add"))], "");
    check(
        "a row",
        vec![(0, el("div")), (1, text("Cover, 49 €")), (1, add()), (2, text("Add"))],
        "Cover, 49 €",
    );
    check(
        "what is around a row without fields",
        vec![
            (0, el("div")),
            (1, el("p").block(true)),
            (2, text("49 €")),
            (1, el("p").block(true)),
            (2, text("a month")),
            (2, add()),
            (3, text("Add")),
        ],
        "49 € a month",
    );
    check(
        "a heading far off",
        vec![
            (0, el("section")),
            (1, el("h2")),
            (2, text("Give 50 €")),
            (1, input("text")),
            (1, input("text")),
            (1, el("div")),
            (2, add()),
        ],
        "Give 50 €",
    );
    check(
        "a row with the number of pieces",
        vec![(0, el("div")), (1, text("Bag, 20 €")), (1, input("text")), (1, add())],
        "Bag, 20 €",
    );
    check(
        "among fields: what stands between them",
        vec![
            (0, el("form")),
            (1, text("20 €")),
            (1, input("text")),
            (1, text("here")),
            (1, add()),
            (1, text("and here")),
            (1, el("label")),
            (2, text("Salary in 1000 €")),
            (1, input("text")),
            (1, text("30 €")),
        ],
        "here and here",
    );
    check(
        "other buttons say nothing of it, nor does what is hidden",
        vec![
            (0, el("div")),
            (1, add()),
            (1, button("button")),
            (2, text("Pay 5 €")),
            (1, el("p").hidden()),
            (2, text("7 €").hidden()),
        ],
        "",
    );
    check("what a style draws", vec![(0, el("div").generated("49 €", "")), (1, add())], "49 €");
    check(
        "what a style draws in it",
        vec![(0, el("div")), (1, el("span").generated("49 €", "")), (1, add())],
        "49 €",
    );
    let long = "a page ".repeat(100);
    check("a page is no row", vec![(0, el("div")), (1, text(&long)), (1, add())], "");
}

#[test]
fn a_button_says_all_that_it_shows_and_is_called() {
    let check = |why: &str, outline: Outline, expected: &[&str]| {
        let page = page(outline);
        let says: Vec<&str> = page.buttons[0].says.iter().map(|text| text.reveal()).collect();
        assert_eq!(says, expected, "{why}");
    };
    check("text", vec![(0, button("button")), (1, text(" Next \n step "))], &["Next step"]);
    check(
        "a name",
        vec![(0, button("button").attr("aria-label", "Next")), (1, text("Buy"))],
        &["Buy", "Next"],
    );
    check(
        "a title",
        vec![(0, button("button").attr("title", "Pay")), (1, text("Next"))],
        &["Next", "Pay"],
    );
    check(
        "what readers do not hear",
        vec![
            (0, button("button").attr("aria-label", "Next")),
            (1, el("span").attr("aria-hidden", "true")),
            (2, text("Buy")),
        ],
        &["Buy", "Next"],
    );
    check(
        "what nobody sees",
        vec![(0, button("button")), (1, text("Next")), (1, el("span").hidden()), (2, text("Buy"))],
        &["Next"],
    );
    check(
        "a picture's name",
        vec![
            (0, button("button")),
            (1, text("Next")),
            (1, el("img").attr("alt", "Google").at(0.0, 0.0, 16.0, 16.0)),
        ],
        &["Next", "Google", "Next Google"],
    );
    check(
        "a large picture",
        vec![(0, button("button")), (1, text("Next")), (1, el("svg").at(0.0, 0.0, 65.0, 65.0))],
        &["Next", "(picture)"],
    );
    check(
        "an icon",
        vec![(0, button("button")), (1, text("Next")), (1, el("svg").at(0.0, 0.0, 64.0, 64.0))],
        &["Next"],
    );
    check(
        "a hidden picture",
        vec![
            (0, button("button")),
            (1, text("Next")),
            (1, el("svg").at(0.0, 0.0, 90.0, 90.0).hidden()),
        ],
        &["Next"],
    );
    check(
        "a canvas",
        vec![(0, button("button")), (1, text("Next")), (1, el("canvas"))],
        &["Next", "(picture)"],
    );
    check(
        "a picture alone",
        vec![(0, button("button").attr("aria-label", "Next")), (1, el("svg"))],
        &[],
    );
    check(
        "a text that can't be read",
        vec![(0, button("button").faint()), (1, text("Next"))],
        &["Next", "(picture)"],
    );
    check(
        "beside one that can",
        vec![(0, button("button")), (1, text("Next")), (1, el("span").faint()), (2, text("page"))],
        &["Nextpage"],
    );
    check(
        "a sign with a name for readers",
        vec![
            (0, button("button")),
            (1, el("svg").at(0.0, 0.0, 16.0, 16.0)),
            (1, el("span").faint()),
            (2, text("Next")),
        ],
        &["Next"],
    );
    check("a value", vec![(0, input("button").attr("value", "Next"))], &["Next"]);
    check(
        "generated",
        vec![(0, button("button")), (1, text("Next")), (1, el("span").generated("", " and pay"))],
        &["Next and pay"],
    );
    check(
        "a nested name",
        vec![(0, button("button")), (1, el("span").attr("aria-label", "Pay")), (2, text("Next"))],
        &["Next", "Pay"],
    );
}

#[test]
fn the_first_names_of_a_class_are_known() {
    let classes = |class: &str| {
        page(vec![(0, input("text").attr("class", class))]).observation.fields.remove(0).classes
    };
    assert_eq!(classes(" a  b-c\td "), ["a", "b-c", "d"]);
    assert_eq!(classes("a b c d e f g h"), ["a", "b", "c", "d", "e", "f"]);
    assert_eq!(classes(&format!("a {}", "b".repeat(98))), ["a"], "it may have been cut");
    assert_eq!(classes(&format!("a {}", "b".repeat(97))).len(), 2);
    assert!(classes(&"b".repeat(100)).is_empty());
    assert!(classes("").is_empty());
    let mut outline = vec![(0, button("button").attr("class", "btn go"))];
    outline.push((1, text("Next")));
    assert_eq!(page(outline).observation.buttons.remove(0).classes, ["btn", "go"]);
}

#[test]
fn buttons_that_open_a_part_of_the_page_name_its_fields() {
    let check = |why: &str, outline: Outline, expected: Option<&[u32]>| {
        let button = page(outline).observation.buttons.remove(0);
        assert_eq!(button.opens.as_deref(), expected, "{why}");
    };
    let header = || button("button").attr("aria-expanded", "false").attr("aria-controls", "panel");
    let panel = || el("div").id("panel").hidden();
    check(
        "an accordion",
        vec![
            (0, input("text")),
            (0, el("h3")),
            (1, header()),
            (0, panel()),
            (1, input("text").hidden()),
            (1, input("email").hidden()),
        ],
        Some(&[1, 2]),
    );
    check(
        "an open one",
        vec![
            (0, header().attr("aria-expanded", "true")),
            (0, el("div").id("panel")),
            (1, input("text")),
        ],
        None,
    );
    check(
        "one that shows its fields",
        vec![(0, header()), (0, el("div").id("panel")), (1, input("text"))],
        None,
    );
    check(
        "the panel is not there yet",
        vec![(0, el("div").attr("role", "heading")), (1, el("span")), (2, header())],
        Some(&[]),
    );
    check(
        "a panel that is built when it is opened",
        vec![(0, el("h3")), (1, header()), (0, panel())],
        Some(&[]),
    );
    check(
        "a panel without fields",
        vec![(0, el("h3")), (1, header()), (0, panel()), (1, text("Hours"))],
        None,
    );
    check(
        "a menu",
        vec![
            (0, header().attr("aria-haspopup", "menu")),
            (0, panel()),
            (1, input("text").hidden()),
        ],
        None,
    );
    check(
        "details",
        vec![(0, el("details")), (1, operable("summary", "")), (1, input("text").hidden())],
        Some(&[0]),
    );
    check(
        "open details",
        vec![(0, el("details")), (1, operable("summary", "")), (1, input("text"))],
        None,
    );
}

#[test]
fn buttons_know_where_they_stand() {
    let observation = page(vec![
        (0, el("main")),
        (1, el("h2")),
        (2, text("Work experience")),
        (1, input("text")),
        (1, button("button")),
        (2, text("Add another")),
        (1, input("text")),
    ])
    .observation;
    let button = &observation.buttons[0];
    assert_eq!((button.section.as_deref(), button.after), (Some("Work experience"), Some(1)));
}

#[test]
fn a_submit_names_its_place_without_query() {
    let go = button("submit")
        .control(|c| c.form_action = "https://pay.example/now?token=1#x".to_owned());
    let buttons = page(vec![(0, el("form")), (1, go)]).observation.buttons;
    assert_eq!(buttons[0].form_action.as_deref(), Some("https://pay.example/now"));
    assert_eq!(buttons[0].form, Some(0));
}

#[test]
fn links_come_after_buttons_and_not_in_crowds() {
    let link = || el("a").control(|_| ()).attr("href", "/x");
    let kinds = |links: usize| {
        let mut outline = vec![(0, link()), (0, el("form")), (1, link()), (1, button("submit"))];
        outline.extend((0..links).map(|_| (0, link())));
        let buttons = page(outline).observation.buttons;
        buttons.iter().map(|b| b.kind.clone()).collect::<Vec<_>>()
    };
    assert_eq!(kinds(1), ["submit", "link", "link", "link"]);
    assert_eq!(kinds(100), ["submit", "link"]);
}

// ---- values stay at home ----

#[test]
fn value_states_name_keys_not_values() {
    let check = |node: RawNode, expected: ValueState| {
        let page = page(vec![(0, node)]);
        assert_eq!(page.observation.fields[0].value_state, Some(expected));
        assert!(page.observation.fields[0].value.is_empty());
    };
    let matches = |key: &str| ValueState::Matches(ProfileKey::from(key));
    let select = |options: &[(&str, &str, bool)]| operable("select", "select-one").options(options);
    check(input("text"), ValueState::Empty);
    check(input("text").value("  "), ValueState::Empty);
    check(input("text").value("Grace"), ValueState::Filled);
    check(input("text").value(" ADA "), matches("firstName"));
    check(input("tel").value("+44-20-79460958"), matches("phone"));
    check(input("text").value("Your city").attr("placeholder", "Your city"), ValueState::Empty);
    check(input("password").value("•"), ValueState::Filled);
    check(input("checkbox").checked(false), ValueState::Empty);
    check(input("checkbox").checked(true), ValueState::Filled);
    check(input("range").value("50"), ValueState::Empty);
    check(select(&[("", "Any", true), ("1", "One", false)]), ValueState::Empty);
    check(select(&[("0", "-- Please choose --", true), ("1", "One", false)]), ValueState::Empty);
    check(select(&[("0", "None", false), ("1", "One", true)]), ValueState::Filled);
    check(select(&[("7", "Paris", false), ("8", "London", true)]), matches("address.city"));
    check(widget("combobox").value("Select a country"), ValueState::Empty);
    check(widget("combobox").value("France"), ValueState::Filled);
}

#[test]
fn the_chosen_option_stays_at_home() {
    let page = page(vec![(
        0,
        operable("select", "select-one").options(&[("7", "Paris", false), ("8", "Lyon", true)]),
    )]);
    assert!(page.observation.fields[0].options.iter().flatten().all(|option| !option.selected));
    assert_eq!(page.fields[0].value.reveal(), "8");
    let shown = super::shown_value(&page.observation.fields[0], &page.fields[0].value);
    assert_eq!(shown, Private::from("Lyon"));
}

#[test]
fn nothing_that_leaves_holds_a_value() {
    const CANARY: &str = "Zxq7 Canary@nowhere.example";
    let mut profile = profile();
    profile.email = CANARY.into();
    let mut snapshot = frame(
        0,
        vec![
            (0, el("h1")),
            (1, text(&format!("Welcome back {CANARY}"))),
            (0, el("form")),
            (1, el("label")),
            (2, text("E-mail")),
            (
                2,
                input("email")
                    .value(CANARY)
                    .attr("id", &format!("row-{CANARY}"))
                    .attr("name", &format!("user[{CANARY}]"))
                    .attr("autocomplete", CANARY)
                    .attr("pattern", CANARY)
                    .attr("aria-describedby", "who"),
            ),
            (1, el("p").attr("id", "who")),
            (2, text(CANARY)),
            (
                1,
                operable("select", "select-one")
                    .options(&[("1", "One", false), ("2", "Two", true)]),
            ),
            (1, widget("combobox").value(CANARY).attr("title", CANARY)),
            (2, text(CANARY)),
            (1, button("submit").attr("id", &format!("go-{CANARY}"))),
            (2, text(&format!("Continue as {CANARY}"))),
        ],
    );
    snapshot.snapshot.title = format!("Account of {CANARY}");
    snapshot.snapshot.url = format!("https://shop.example/?for={CANARY}");
    let mut page = observe(
        &[snapshot],
        &Source { profile: &profile, record: None, today: None, others: &[], site: "" },
    );
    let json = serde_json::to_string(&page.observation).unwrap();
    assert!(!json.contains("Canary"), "{json}");
    // What an element must still be when it is written to goes back to where it came from.
    for element in page.fields.iter_mut().chain(&mut page.buttons) {
        element.expect = shared_types::operation::Expect::default();
    }
    assert!(json.contains("{{email}}") && json.contains("matches:email"));
    assert!(!format!("{page:?}").contains("Canary"));
}

// ---- text, frames, fingerprints, limits ----

#[test]
fn context_tells_headings_steps_and_messages() {
    let observation = page(vec![
        (0, el("nav")),
        (1, text("Home Shop")),
        (0, el("h1")),
        (1, text("Checkout")),
        (0, el("p")),
        (1, text("Step 2 of 3")),
        (0, el("div").attr("role", "alert")),
        (1, text("Card declined")),
        (0, el("form")),
        (1, el("p")),
        (2, text("Pay with")),
        (1, input("text")),
        (1, el("p").hidden()),
        (2, text("secret")),
    ])
    .observation;
    assert_eq!(observation.page_context, "# Checkout\n> Step 2 of 3\n! Card declined\nPay with");
    assert_eq!(observation.text, "Home Shop\nCheckout\nStep 2 of 3\nCard declined\nPay with");
}

#[test]
fn long_text_is_cut_and_counted() {
    let paragraphs =
        (0..100).flat_map(|_| [(0, el("p")), (1, text(&"word ".repeat(50)))]).collect();
    let observation = page(paragraphs).observation;
    assert_eq!(observation.text.chars().count(), super::context::MAX_TEXT);
    assert!(observation.page_context.chars().count() <= super::context::MAX_CONTEXT);
    assert!(observation.omitted.text_chars > 10_000);
}

#[test]
fn the_page_comes_before_its_frames() {
    let page = understand(&[
        frame(7, vec![(0, el("form")), (1, input("text").id("card"))]),
        frame(0, vec![(0, el("form")), (1, input("text").id("name"))]),
    ]);
    let fields = &page.observation.fields;
    let places: Vec<_> = fields.iter().map(|f| (f.index, f.frame, f.id.as_str(), f.form)).collect();
    assert_eq!(places, [(0, Some(0), "name", Some(0)), (1, Some(7), "card", Some(1))]);
    assert_eq!((page.fields[1].frame_id, page.fields[1].document_id.as_str()), (7, "document-7"));
    assert_eq!(page.documents[0].frame_id, 0);
}

#[test]
fn the_element_behind_a_field_is_known() {
    let email = input("email").id("e").attr("name", "mail").value("x");
    let page = page(vec![
        (0, el("form")),
        (1, email.control(|control| control.words = "as judged".to_owned())),
    ]);
    let element = &page.fields[0];
    assert_eq!(element.element, 2);
    assert_eq!(element.expect.words.as_deref(), Some("as judged"));
    assert_eq!(element.value.reveal(), "x");
    let expect = &element.expect;
    assert_eq!(
        [&expect.origin, &expect.tag, &expect.kind, &expect.id, &expect.name],
        ["https://shop.example", "input", "email", "e", "mail"]
    );
}

#[test]
fn fingerprints_hold_from_visit_to_visit() {
    let visit = |frame_id: FrameId, id: &str| {
        let frames = [
            frame(0, vec![]),
            frame(frame_id, vec![(0, input("text").id(id).attr("aria-label", "Card"))]),
        ];
        understand(&frames).observation.fields[0].fingerprint.clone()
    };
    assert_eq!(visit(5, "card-8f3a2b1c"), visit(9, "card-77aa01ff"));
    assert_ne!(visit(5, "card"), visit(5, "name"));
    let twins = page(vec![(0, input("text")), (0, input("text"))]).observation.fields;
    assert_ne!(twins[0].fingerprint, twins[1].fingerprint);
}

#[test]
fn choices_have_the_same_fingerprints_whosever_they_are() {
    let offer = |choices: &[&str]| {
        let mut outline = vec![(0, el("fieldset")), (1, el("legend")), (2, text("Format"))];
        for choice in choices {
            outline.extend([(1, el("label")), (2, text(choice)), (2, input("radio"))]);
        }
        // A box that stands alone, and a switch.
        for kind in ["checkbox", "radio"] {
            outline.extend([(0, el("label")), (1, text("In the city")), (1, input(kind))]);
        }
        outline
    };
    let seen_by = |entry: &str, outline: Outline| -> Vec<Option<String>> {
        let mut profile = profile();
        profile.email = format!("{}@mail.example", entry.replace(' ', "")).into();
        profile.custom.insert("Format".into(), entry.into());
        let source = Source { profile: &profile, record: None, today: None, others: &[], site: "" };
        let page = observe(&[frame(0, outline)], &source);
        page.observation.fields.into_iter().map(|field| field.fingerprint).collect()
    };
    let choices = ["Lecture", "Workshop", "In the city", "Multiple sclerosis"];
    let public = seen_by("Nobody’s", offer(&choices));
    for entry in choices {
        assert_eq!(seen_by(entry, offer(&choices)), public, "{entry}");
    }
    // What says who somebody is is no choice that everybody is offered: of it no hash is made.
    let made_for = |entry: &str| seen_by(entry, offer(&[&format!("{entry}@mail.example")]));
    assert_eq!(made_for("grace"), made_for("linus"));
}

#[test]
fn names_lose_what_changes() {
    let check = |name: &str, expected: &str| assert_eq!(stable(name), expected);
    check("address2", "address2");
    check("items[0].name", "items[#].name");
    check("input-12345", "input-#");
    check(":r1a:", ":#:");
    check("field_9f86d081", "field_#");
    check("billing:street1", "billing:street1");
    check("Straße", "Straße");
}

#[test]
fn a_page_without_a_form_is_a_page() {
    for outline in [vec![], vec![(0, el("html")), (1, text("Nothing here"))]] {
        let page = page(outline);
        assert!(page.fields.is_empty() && page.buttons.is_empty());
    }
    assert!(understand(&[]).documents.is_empty());
}

#[test]
fn no_field_is_dropped() {
    let mut outline = vec![(0, el("form"))];
    for _ in 0..5_000 {
        outline.extend([(1, el("div")), (2, el("label")), (3, text("Name")), (3, input("text"))]);
    }
    let mut snapshot = frame(0, outline);
    snapshot.snapshot.omitted_fields = 3;
    let page = understand(&[snapshot]);
    assert_eq!((page.fields.len(), page.observation.omitted.fields), (5_000, 3));
    let mut prints: Vec<_> =
        page.observation.fields.iter().map(|f| f.fingerprint.clone()).collect();
    prints.sort();
    prints.dedup();
    assert_eq!(prints.len(), 5_000);
}

#[test]
fn deep_trees_end() {
    let mut outline: Outline = (0..3_000).map(|depth| (depth, el("label"))).collect();
    outline.extend([(3_000, text("Deep")), (3_000, input("text"))]);
    assert_eq!(page(outline).fields.len(), 1);
}

fn any_node() -> impl Strategy<Value = RawNode> {
    let word = || {
        prop::sample::select(vec![
            "a", "b", "c", "radio", "listbox", "combobox", "true", "", "form", "ä*",
        ])
    };
    let tag = prop::sample::select(vec![
        "", "input", "label", "select", "div", "td", "tr", "table", "form", "fieldset", "legend",
        "button", "a", "br",
    ]);
    let attribute = prop::sample::select(vec![
        "id",
        "for",
        "name",
        "role",
        "aria-labelledby",
        "aria-controls",
        "aria-label",
        "class",
        "colspan",
        "value",
    ]);
    let number = || prop::option::of(prop_oneof![0_u32..40, Just(u32::MAX)]);
    let rect = prop::option::of((
        -1e9..1e9_f64,
        -1e9..1e9_f64,
        -10.0..1e9_f64,
        prop_oneof![-10.0..100.0_f64, Just(f64::NAN)],
    ));
    let control = prop::option::of((
        word(),
        word(),
        number(),
        any::<bool>(),
        prop::option::of(any::<bool>()),
    ));
    (
        tag,
        prop::collection::btree_map(attribute, word(), 0..5),
        number(),
        (0_u32..3, any::<bool>()),
        rect,
        control,
    )
        .prop_map(|(tag, attrs, parent, (scope, hidden), rect, control)| RawNode {
            parent,
            text: tag.is_empty().then(|| "Some text".to_owned()),
            tag: tag.to_owned(),
            attrs: attrs
                .into_iter()
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            scope,
            hidden,
            rect,
            control: control.map(|(kind, value, form, has_form, checked)| RawControl {
                kind: kind.to_owned(),
                value: value.into(),
                form,
                has_form,
                checked,
                ..RawControl::default()
            }),
            ..RawNode::default()
        })
}

proptest! {
    #[test]
    fn whatever_a_snapshot_holds_is_understood(nodes in prop::collection::vec(any_node(), 0..60)) {
        let snapshot = RawSnapshot { nodes, ..RawSnapshot::default() };
        let page = understand(&[FrameSnapshot { snapshot, ..FrameSnapshot::default() }]);
        prop_assert_eq!(page.fields.len(), page.observation.fields.len());
        prop_assert_eq!(page.buttons.len(), page.observation.buttons.len());
    }
}

#[test]
fn a_bare_yes_is_told_with_what_stands_around_it() {
    let check = |what: &str, outline: Outline, expected: Option<&str>| {
        assert_eq!(last_field(outline).nearby.as_deref(), expected, "{what}");
    };
    let boxed = |depth: usize, label: &str| {
        vec![(depth, el("label")), (depth + 1, input("checkbox")), (depth + 1, text(label))]
    };
    let after = |mut before: Outline, label: &str, depth: usize| {
        before.extend(boxed(depth, label));
        before
    };
    let far = || {
        vec![
            (0, el("div").block(true)),
            (1, el("p").block(true)),
            (2, text("Do you smoke?")),
            (1, el("div").block(true)),
            (2, el("span")),
            (3, el("b")),
        ]
    };
    check("far before", after(far(), "Yes", 4), Some("Do you smoke?"));
    check("far before another label", after(far(), "Red", 4), None);
    let row = || {
        vec![
            (0, el("table").block(true)),
            (1, el("tr").block(true)),
            (2, el("th").block(true)),
            (3, text("Newsletter")),
            (2, el("td").block(true)),
        ]
    };
    check("the head of its row", after(row(), "Yes", 3), Some("Newsletter"));
    let lines = |label: &str| {
        let mut outline = vec![(0, el("div").block(true))];
        for line in ["One", "Two", "Three"] {
            outline.extend([(1, el("p").block(true)), (2, text(line))]);
        }
        after(outline, label, 1)
    };
    check("three lines", lines("Yes"), Some("One Two Three"));
    check("two of another", lines("Red"), Some("Two Three"));
}

#[test]
fn pictures_in_the_label_of_a_box_are_told() {
    let boxed = |kind: &str, picture: RawNode| {
        last_field(vec![
            (0, el("label")),
            (1, input(kind)),
            (1, text("Yes")),
            (1, picture),
            (0, el("svg").at(0.0, 0.0, 200.0, 20.0)),
        ])
        .pictured
    };
    let svg = |width: f64| el("svg").at(0.0, 0.0, width, 20.0);
    assert!(boxed("checkbox", svg(200.0)) && boxed("radio", svg(200.0)));
    assert!(!boxed("checkbox", svg(20.0)) && !boxed("checkbox", svg(200.0).hidden()));
    assert!(!boxed("text", svg(200.0)) && !boxed("checkbox", text("!")));
}
