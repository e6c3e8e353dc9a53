//! One field: everything that is known of it without asking what it means.

mod label;
mod preset;
mod value;
mod widget;

use shared_types::{
    Field, FieldOption, Private, ValueState, Widget, observation::Omitted, operation::Expect,
    snapshot::RawControl,
};

use self::{
    label::{bare, label, without_kind},
    preset::preset,
    value::{current_value, options, tokens, value_state},
    widget::{opened_by_read_only, widget},
};
use super::{
    button::{holds_words, submits},
    context::{MAX_LABEL, cut},
    frame::Frame,
    label::is_error_like,
    name::{
        Name, Origin, accessible_description, accessible_name, collapse, referenced_text,
        told_to_agents,
    },
    paint,
    scrub::Scrubber,
    tree::{Id, Tree, is_box, is_native, is_ticked},
    visibility::{Visibility, face, visibility},
};
use crate::classify::says_nothing;
use crate::page::{Element, Tokens};

/// What stands for a field of the page: what leaves the browser, and what stays.
pub(super) struct Built {
    pub(super) field: Field,
    pub(super) element: Element,
}

/// Documents of a statement that are told apart.
const MAX_DOCUMENTS: usize = 3;

/// What the words of a box or radio are made of; nothing of other fields.
fn parts_of(tree: &Tree<'_>, id: Id) -> Vec<Id> {
    if !is_ticked(tree, id) {
        return Vec::new();
    }
    let mut roots: Vec<Id> = tree.labels(id).to_vec();
    roots.extend(tree.references(id, "aria-labelledby"));
    if roots.is_empty() {
        // Without a label of its own: what it has to itself.
        roots.extend(tree.ancestors(id).take(2).filter(|holder| tree.fields_in(*holder) == 1));
    }
    roots.into_iter().flat_map(|root| tree.subtree(root)).collect()
}

/// What the words of a box or radio link to, without query and fragment: what would be agreed to.
fn documents(tree: &Tree<'_>, id: Id, scrubber: &Scrubber) -> Vec<String> {
    let links = parts_of(tree, id);
    let addresses =
        links.into_iter().filter_map(|node| tree.control(node)).map(|control| &control.href);
    let mut documents: Vec<String> = Vec::new();
    for address in addresses.filter(|address| address.starts_with("http")) {
        let plain = address.split(['?', '#']).next().unwrap_or_default();
        let plain = scrubber.url(plain).replace([',', '(', ')', ' '], "");
        if !documents.contains(&plain) && documents.len() < MAX_DOCUMENTS {
            documents.push(plain);
        }
    }
    documents
}

/// What is said of a field, without the person's values.
struct FieldTexts {
    label: String,
    accessible_name: Option<String>,
    described_by: Option<String>,
    nearby: Option<String>,
    /// The question that its group answers.
    question: Option<String>,
    section: Option<String>,
    error: Option<String>,
    required: bool,
}

impl FieldTexts {
    fn of(
        frame: &Frame<'_, '_>,
        id: Id,
        control: &RawControl,
        scrubber: &Scrubber,
        omitted: &mut Omitted,
    ) -> Self {
        let tree = frame.tree;
        let mut short = |text: String, without: fn(&Scrubber, &str) -> String| {
            let (text, more) = cut(text, MAX_LABEL);
            omitted.text_chars = omitted.text_chars.saturating_add(more);
            without(scrubber, &text)
        };
        let mut name = accessible_name(tree, id);
        let ticked = is_ticked(tree, id);
        // Widgets repeat what they hold as a tooltip.
        let shows_value = !is_native(tree.node(id)) && !ticked && !control.value.is_empty();
        if name.origin == Origin::Title
            && (shows_value || name.text == collapse(control.value.reveal()))
        {
            name = Name::default();
        }
        let (told, told_more) = told_to_agents(tree, id);
        let mut raw_label = label(frame, id, &name, ticked);
        if raw_label.is_empty() {
            raw_label = told.or_else(|| told_more.clone()).unwrap_or_default();
        }
        let error = error(frame, id, control).map(|text| short(text, Scrubber::own_label));
        let described_by = accessible_description(tree, id, &name)
            .filter(|text| !shows_value && *text != collapse(control.value.reveal()))
            .or_else(|| told_more.filter(|text| *text != raw_label))
            .map(|text| short(text, Scrubber::own_label));
        // What only says yes is about what stands beside it, however far away that is.
        let about = ticked && says_nothing(&raw_label);
        let nearby =
            frame.texts.nearby(id, &raw_label, about).map(|text| short(text, Scrubber::own_label));
        let group = frame.group_of(id);
        let question = group
            .and_then(|group| group.question.clone())
            .map(|text| short(text, Scrubber::own_label));
        let section = named_group(tree, id)
            .or_else(|| frame.sections.of(id))
            .map(|text| short(text, Scrubber::own_label));
        let starred = |text: &str| text.contains('*') || text.contains('＊');
        let required = control.required
            || tree.is_true(id, "aria-required")
            || starred(&raw_label)
            || group.is_some() && question.as_deref().is_some_and(starred);
        let own = if ticked { Scrubber::own_tick } else { Scrubber::own_label };
        let accessible_name = (!name.text.is_empty()).then(|| short(name.text, own));
        let label = short(without_kind(tree, id, bare(&raw_label)).to_owned(), own);
        Self { label, accessible_name, described_by, nearby, question, section, error, required }
    }
}

/// What a field holds and can hold.
struct FieldContent {
    checked: Option<bool>,
    tokens: Tokens,
    value: Private,
    state: ValueState,
    options: Option<Vec<FieldOption>>,
}

impl FieldContent {
    fn of(
        frame: &Frame<'_, '_>,
        id: Id,
        control: &RawControl,
        label: &str,
        scrubber: &Scrubber,
    ) -> Self {
        let tree = frame.tree;
        let checked = control
            .checked
            .or_else(|| is_ticked(tree, id).then(|| tree.is_true(id, "aria-checked")));
        let tokens = tokens(frame, id);
        let value = current_value(tree, id, control, checked, tokens);
        let state = value_state(tree, id, control, checked, label, scrubber, &value);
        let mut options = options(tree, id, control, label, checked, state == ValueState::Empty);
        for option in options.iter_mut().flatten() {
            option.text = scrubber.own_choice(&option.text);
            option.value = scrubber.own_choice(&option.value);
        }
        Self { checked, tokens, value, state, options }
    }
}

/// Understands one field.
pub(super) fn field(
    frame: &Frame<'_, '_>,
    id: Id,
    scrubber: &Scrubber,
    omitted: &mut Omitted,
) -> Built {
    let tree = frame.tree;
    let empty = RawControl::default();
    let control = tree.control(id).unwrap_or(&empty);
    let attr = |name: &str| tree.attr(id, name).unwrap_or_default().to_owned();
    let some = |name: &str| tree.words(id, name).map(str::to_owned);
    let said = FieldTexts::of(frame, id, control, scrubber, omitted);
    let held = FieldContent::of(frame, id, control, &said.label, scrubber);
    omitted.options = omitted.options.saturating_add(control.omitted_options);
    let visibility = visibility(tree, id);
    let kind = match (is_native(tree.node(id)), control.kind.as_str()) {
        (true, kind) => kind,
        (false, "contenteditable") => "contenteditable",
        _ if !matches!(tree.role(id), "" | "button") => tree.role(id),
        _ => "combobox",
    };
    let opens = || opened_by_read_only(tree, id, &said.label).filter(|_| control.read_only);
    let widget = match widget(tree, id) {
        Widget::Native => opens().unwrap_or(Widget::Native),
        widget => widget,
    };
    let placeholder = tree.words(id, "placeholder").or(tree.words(id, "aria-placeholder"));
    let field = Field {
        tag: tree.tag(id).to_owned(),
        kind: kind.to_owned(),
        id: attr("id"),
        name: attr("name"),
        placeholder: placeholder.map(|text| scrubber.own_label(text)).unwrap_or_default(),
        required: said.required,
        disabled: control.disabled || tree.is_true(id, "aria-disabled"),
        // What opens a list or a calendar is chosen from, not typed into.
        readonly: tree.is_true(id, "aria-readonly")
            || control.read_only && !matches!(widget, Widget::Combobox | Widget::DatePicker),
        options: held.options,
        checked: held.checked,
        autocomplete: attr("autocomplete"),
        pattern: attr("pattern"),
        max_length: if is_one_character_wide(frame, id) { Some(1) } else { control.max_length },
        frame: Some(frame.id),
        group: said.question,
        group_id: frame.group_of(id).map(|group| group.number),
        section: said.section,
        described_by: said.described_by,
        error: said.error,
        visible: Some(visibility != Visibility::Unseen),
        widget: Some(widget),
        preset: preset(frame, id, control, widget, &held.state),
        value_state: Some(held.state),
        input_mode: some("inputmode").map(|mode| mode.to_ascii_lowercase()),
        min: some("min"),
        max: some("max"),
        step: some("step"),
        accept: some("accept"),
        multiple: control.multiple || tree.is_true(id, "aria-multiselectable"),
        label: said.label,
        accessible_name: said.accessible_name,
        nearby: said.nearby,
        submits: submits(frame, id, &["submit", "image", "reset"]),
        documents: documents(tree, id, scrubber),
        pictured: parts_of(tree, id).into_iter().any(|part| holds_words(tree, part)),
        ..Field::default()
    };
    let element = Element {
        expect: expect(frame, id, visibility),
        value: held.value,
        tokens: held.tokens,
        preset: !control.changed && !control.touched,
        touched: control.touched,
        ..frame.element(id)
    };
    Built { field, element }
}

/// What must still be true of a field when it is written, and what must be painted of it.
fn expect(frame: &Frame<'_, '_>, id: Id, visibility: Visibility) -> Expect {
    let face = face(frame.tree, id).filter(|_| visibility == Visibility::ThroughLabel);
    let seen = face.map(|face| &face.paint).or(frame.tree.node(id).paint.as_ref());
    Expect {
        words: frame.tree.control(id).map(|control| control.words.clone()),
        face: face.map(|face| face.element),
        paint: Some(paint::least(seen, face.is_some() || is_box(frame.tree.node(id)))),
        ..frame.expect(id)
    }
}

/// The name of the ARIA group that a field is a part of.
fn named_group(tree: &Tree<'_>, id: Id) -> Option<String> {
    let group = tree.ancestors(id).find(|holder| tree.role(*holder) == "group")?;
    let name = accessible_name(tree, group);
    (!matches!(name.origin, Origin::Nowhere | Origin::Title)).then_some(name.text)
}

/// Whether it is one of a row of boxes that are wide enough for one character each.
fn is_one_character_wide(frame: &Frame<'_, '_>, id: Id) -> bool {
    /// Fewest boxes that are a row, and what is a box for a character: not much wider than high.
    const FEWEST: usize = 4;
    const WIDEST: f64 = 1.6;
    let tree = frame.tree;
    let text_box = |id: &Id| {
        let kind = tree.control(*id).map(|control| control.kind.as_str()).unwrap_or_default();
        let is_text = matches!(kind, "text" | "tel" | "number" | "password");
        tree.node(*id).rect.filter(|_| is_text && tree.is_seen(*id))
    };
    let Some((_, top, width, height)) = text_box(&id).filter(|(_, _, w, h)| *w <= *h * WIDEST)
    else {
        return false;
    };
    let alike = |other: &Id| {
        text_box(other).is_some_and(|(_, y, w, _)| (y - top).abs() < 2.0 && (w - width).abs() < 2.0)
    };
    let before = std::iter::successors(frame.field_before(id), |id| frame.field_before(*id));
    let after = std::iter::successors(frame.field_after(id), |id| frame.field_after(*id));
    height > 0.0 && before.take_while(alike).count() + after.take_while(alike).count() + 1 >= FEWEST
}

/// The page's own message about a field that it holds to be wrong.
fn error(frame: &Frame<'_, '_>, id: Id, control: &RawControl) -> Option<String> {
    let tree = frame.tree;
    let said_invalid =
        tree.words(id, "aria-invalid").is_some_and(|v| !v.eq_ignore_ascii_case("false"));
    // The elements around it that hold no other field.
    let own: Vec<Id> = std::iter::once(id)
        .chain(tree.ancestors(id).take(3).take_while(|holder| tree.fields_in(*holder) == 1))
        .collect();
    let marked = own.iter().any(|part| is_error_like(tree, *part));
    if !said_invalid && !marked && control.validation_message.is_empty() {
        return None;
    }
    let seen = |attribute: &str| {
        let shown = tree.references(id, attribute).iter().any(|part| !tree.hidden(*part));
        referenced_text(tree, id, attribute).filter(|_| shown)
    };
    let message = || Some(collapse(&control.validation_message)).filter(|text| !text.is_empty());
    let beside = || {
        let holder = own.last().filter(|holder| **holder != id)?;
        frame.texts.error_in(tree.subtree(*holder))
    };
    seen("aria-errormessage")
        .or_else(|| if said_invalid { seen("aria-describedby") } else { None })
        .or_else(beside)
        .or_else(message)
}
