//! One field: everything that is known of it without asking what it means.

use shared_types::{
    Field, FieldOption, Private, ValueState, Widget,
    observation::Omitted,
    operation::Expect,
    snapshot::{FaceKind, RawControl, RawFace},
};

use super::{
    Element, Tokens,
    button::{holds_words, submits},
    context::cut,
    frame::Frame,
    group::choice_kind,
    label::is_error_like,
    name::{
        Name, Origin, accessible_description, accessible_name, collapse, content, label_text,
        referenced_text,
    },
    paint,
    scrub::Scrubber,
    tree::{Id, Part, Tree, is_box, is_native},
};
use crate::{
    classify::says_nothing,
    language::{self, List, has},
};

/// How long a label, name or description is at most, in characters.
pub(super) const MAX_LABEL: usize = 500;

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
    let raw_label = label(frame, id, &name, ticked);
    let error = error(frame, id, control).map(|text| short(text, Scrubber::own_label));
    let described_by = accessible_description(tree, id, &name)
        .filter(|text| !shows_value && *text != collapse(control.value.reveal()))
        .map(|text| short(text, Scrubber::own_label));
    // What only says yes is about what stands beside it, however far away that is.
    let about = ticked && says_nothing(&raw_label);
    let nearby =
        frame.texts.nearby(id, &raw_label, about).map(|text| short(text, Scrubber::own_label));
    let group = frame.group_of(id);
    let question =
        group.and_then(|group| group.question.clone()).map(|text| short(text, Scrubber::own_label));
    let section = named_group(tree, id)
        .or_else(|| frame.sections.of(id))
        .map(|text| short(text, Scrubber::own_label));
    let starred = |text: &str| text.contains('*') || text.contains('＊');
    let required = control.required
        || tree.is_true(id, "aria-required")
        || starred(&raw_label)
        || group.is_some() && question.as_deref().is_some_and(starred);
    let of_name = if ticked { Scrubber::own_tick } else { Scrubber::own_label };
    let accessible_name = (!name.text.is_empty()).then(|| short(name.text, of_name));
    let of_label = if ticked { Scrubber::own_tick } else { Scrubber::own_label };
    let label = short(without_kind(tree, id, bare(&raw_label)).to_owned(), of_label);

    let visibility = visibility(tree, id);
    let checked = control.checked.or_else(|| ticked.then(|| tree.is_true(id, "aria-checked")));
    let tokens = tokens(frame, id);
    let value = current_value(tree, id, control, checked, tokens);
    let value_state = value_state(tree, id, control, checked, &label, scrubber, &value);
    omitted.options = omitted.options.saturating_add(control.omitted_options);
    let mut options = options(tree, id, control, &label, checked, value_state == ValueState::Empty);
    for option in options.iter_mut().flatten() {
        option.text = scrubber.own_choice(&option.text);
        option.value = scrubber.own_choice(&option.value);
    }
    let kind = match (is_native(tree.node(id)), control.kind.as_str()) {
        (true, kind) => kind,
        (false, "contenteditable") => "contenteditable",
        _ if !matches!(tree.role(id), "" | "button") => tree.role(id),
        _ => "combobox",
    };

    let mut widget = widget(tree, id);
    if widget == Widget::Native
        && control.read_only
        && let Some(opens) = opened_by_read_only(tree, id, &label)
    {
        widget = opens;
    }
    let field = Field {
        tag: tree.tag(id).to_owned(),
        kind: kind.to_owned(),
        id: attr("id"),
        name: attr("name"),
        placeholder: tree
            .words(id, "placeholder")
            .or(tree.words(id, "aria-placeholder"))
            .map(|text| scrubber.own_label(text))
            .unwrap_or_default(),
        required,
        disabled: control.disabled || tree.is_true(id, "aria-disabled"),
        // What opens a list or a calendar is chosen from, not typed into.
        readonly: tree.is_true(id, "aria-readonly")
            || control.read_only && !matches!(widget, Widget::Combobox | Widget::DatePicker),
        options,
        checked,
        autocomplete: attr("autocomplete"),
        pattern: attr("pattern"),
        max_length: if is_one_character_wide(frame, id) { Some(1) } else { control.max_length },
        frame: Some(frame.id),
        group: question,
        group_id: group.map(|group| group.number),
        section,
        described_by,
        error,
        visible: Some(visibility != Visibility::Unseen),
        widget: Some(widget),
        value_state: Some(value_state),
        input_mode: some("inputmode"),
        min: some("min"),
        max: some("max"),
        step: some("step"),
        accept: some("accept"),
        multiple: control.multiple || tree.is_true(id, "aria-multiselectable"),
        label,
        accessible_name,
        nearby,
        submits: submits(frame, id, &["submit", "image", "reset"]),
        documents: documents(tree, id, scrubber),
        pictured: parts_of(tree, id).into_iter().any(|part| holds_words(tree, part)),
        ..Field::default()
    };
    let element =
        Element { expect: expect(frame, id, visibility), value, tokens, ..frame.element(id) };
    Built { field, element }
}

/// What must still be true of a field when it is written, and what must be painted of it.
fn expect(frame: &Frame<'_, '_>, id: Id, visibility: Visibility) -> Expect {
    let face = face(frame.tree, id).filter(|_| visibility == Visibility::ThroughLabel);
    let seen = face.map(|face| &face.paint).or(frame.tree.node(id).paint.as_ref());
    Expect {
        face: face.map(|face| face.element),
        paint: Some(paint::least(seen, face.is_some() || is_box(frame.tree.node(id)))),
        ..frame.expect(id)
    }
}

/// What is seen of a control in its stead: its own label, or what holds no other control.
fn face<'a>(tree: &Tree<'a>, id: Id) -> Option<&'a RawFace> {
    tree.node(id).faces.iter().find(|face| {
        (face.how == FaceKind::Label || face.others == 0) && paint::is_enough_of_face(&face.paint)
    })
}

/// The name of the ARIA group that a field is a part of.
fn named_group(tree: &Tree<'_>, id: Id) -> Option<String> {
    let group = tree.ancestors(id).find(|holder| tree.role(*holder) == "group")?;
    let name = accessible_name(tree, group);
    (!matches!(name.origin, Origin::Nowhere | Origin::Title)).then_some(name.text)
}

/// Whether it is ticked rather than written: checkbox, radio, switch.
pub(super) fn is_ticked(tree: &Tree<'_>, id: Id) -> bool {
    choice_kind(tree, id).is_some() || tree.role(id) == "switch"
}

/// How a field can be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Visibility {
    /// Itself.
    Seen,
    /// Not itself, but its label or opener.
    ThroughLabel,
    /// Not at all: hidden, or laid out to be a trap.
    Unseen,
}

/// Longest side of a box or switch that is drawn in place of a browser's own, in CSS pixels.
const BOX: f64 = 64.0;

/// How a field can be seen. Pages hide checkboxes, radios and file fields and show their labels instead;
/// other fields are shown themselves or not at all.
pub(super) fn visibility(tree: &Tree<'_>, id: Id) -> Visibility {
    if tree.is_stand_in(id) {
        return Visibility::Unseen;
    }
    if tree.is_seen(id) {
        return Visibility::Seen;
    }
    // Whatever stands beside it: what is seen in its stead must be painted, too.
    if tree.node(id).element.is_some() && face(tree, id).is_none() {
        return Visibility::Unseen;
    }
    let kind = tree.control(id).map(|control| control.kind.as_str()).unwrap_or_default();
    let is_file = kind == "file";
    if is_drawn_around(tree, id, kind) {
        return Visibility::ThroughLabel;
    }
    if !is_file && choice_kind(tree, id).is_none() {
        return Visibility::Unseen;
    }
    // A component may draw a box of its own, with a label outside of it.
    let is_components = tree.node(id).scope != 0;
    let drawn = face(tree, id).filter(|face| is_components && face.how != FaceKind::Label);
    if drawn.is_some_and(|face| face.paint.width <= BOX && face.paint.height <= BOX) {
        return Visibility::ThroughLabel;
    }
    let shown =
        |label: Id| tree.is_seen(label) || tree.subtree(label).any(|part| tree.is_seen(part));
    // What opens the file dialog instead: a button beside the field, in what holds nothing else.
    let opener = || {
        tree.ancestors(id).take(3).take_while(|holder| tree.fields_in(*holder) == 1).any(|holder| {
            tree.subtree(holder)
                .any(|part| tree.part(part) == Some(Part::Button) && tree.is_seen(part))
        })
    };
    if tree.labels(id).iter().any(|label| shown(*label)) || is_file && opener() {
        Visibility::ThroughLabel
    } else {
        Visibility::Unseen
    }
}

/// Whether what a person sees of a control is drawn around it: a box that opens a list, a slider, a star.
/// The control itself may then be transparent or tiny. Text fields are drawn by others only inside of a
/// component of the page's own (a shadow tree).
fn is_drawn_around(tree: &Tree<'_>, id: Id, kind: &str) -> bool {
    let levels = match (tree.role(id), kind) {
        ("combobox", _) => 4,
        _ if tree.attr(id, "aria-haspopup") == Some("listbox") => 4,
        ("spinbutton", _) | (_, "range" | "radio") => 2,
        (_, "text" | "textarea" | "email" | "tel" | "url" | "number" | "search")
            if tree.is_transparent(id) && tree.node(id).scope != 0 =>
        {
            4
        }
        // One field lies over the boxes that show its characters.
        (_, "text" | "tel" | "number")
            if tree.is_transparent(id)
                && tree.attr(id, "autocomplete") == Some("one-time-code") =>
        {
            2
        }
        _ => return false,
    };
    if tree.node(id).hidden {
        return false;
    }
    if (kind == "range" || tree.role(id) == "spinbutton") && tree.box_is_seen(id) {
        return true;
    }
    tree.ancestors(id)
        .take(levels)
        .take_while(|holder| tree.fields_in(*holder) == 1)
        .flat_map(|holder| tree.subtree(holder))
        .any(|part| part != id && tree.is_seen(part))
}

/// What a person reads as the label. A name that only shows as a tooltip or until something is typed
/// gives way to text that stands beside the field.
fn label(frame: &Frame<'_, '_>, id: Id, name: &Name, ticked: bool) -> String {
    if let Some(text) = label_of_stand_in(frame, id, name) {
        return text;
    }
    if frame.tree.is_loose_box(id) {
        let labels = frame.tree.box_labels(id);
        let texts: Vec<String> = labels.iter().map(|part| content(frame.tree, *part)).collect();
        return texts.join(" ");
    }
    // A button that shows what is chosen is named by its label and by itself.
    let (own, others) = named_by(frame, id);
    if !own.is_empty() && !others.is_empty() {
        let texts: Vec<String> = others.iter().map(|part| content(frame.tree, *part)).collect();
        return texts.join(" ");
    }
    let named = || name.text.clone();
    match name.origin {
        Origin::Nowhere => {}
        Origin::Title | Origin::Placeholder => {
            let beside = frame.texts.close_by(id, ticked, 2);
            return beside.or_else(|| frame.texts.label_to_itself(id)).unwrap_or_else(named);
        }
        Origin::Attribute if ticked => return visible_label(frame, id, &name.text),
        _ => return named(),
    }
    let is_file = frame.tree.control(id).is_some_and(|control| control.kind == "file");
    let zone = frame.tree.ancestors(id).take(3).find(|zone| frame.tree.role(*zone) == "button");
    if let Some(zone) = zone.filter(|_| is_file) {
        let name = accessible_name(frame.tree, zone);
        if !name.text.is_empty() {
            return name.text;
        }
    }
    if let Some(label) = frame.tree.loose_label(id) {
        return content(frame.tree, label);
    }
    if let Some(text) = frame.texts.beside(id, ticked) {
        return text;
    }
    // Parts of one value stand on one line behind one label.
    frame
        .field_before(id)
        .filter(|_| !ticked)
        .and_then(|previous| frame.texts.shared_label(previous, id))
        .unwrap_or_default()
}

/// What is read beside what is ticked: its `label`, unless `aria-label` says the same and more (WCAG 2.2,
/// 2.5.3 "Label in Name"). Some switches are named after the state that they are in.
fn visible_label(frame: &Frame<'_, '_>, id: Id, name: &str) -> String {
    let label = label_text(frame.tree, id);
    let says_it = name.to_lowercase().contains(&label.to_lowercase());
    if says_it { name.to_owned() } else { label }
}

/// What `aria-labelledby` names: the field itself and what is in it, and the others.
fn named_by(frame: &Frame<'_, '_>, id: Id) -> (Vec<Id>, Vec<Id>) {
    let tree = frame.tree;
    tree.references(id, "aria-labelledby").into_iter().partition(|part| tree.contains(id, *part))
}

/// A widget of the page's own stands beside the hidden control that it replaces; the label is still that
/// one's: where the widget has no other name than what it shows, and where the two are alone.
fn label_of_stand_in(frame: &Frame<'_, '_>, id: Id, name: &Name) -> Option<String> {
    let tree = frame.tree;
    let replaces = !is_native(tree.node(id))
        || matches!(tree.role(id), "combobox" | "searchbox" | "slider" | "spinbutton");
    if !replaces || is_ticked(tree, id) {
        return None;
    }
    let (own, others) = named_by(frame, id);
    let unnamed = matches!(name.origin, Origin::Nowhere | Origin::Title | Origin::Placeholder)
        || !own.is_empty() && others.is_empty();
    let replaced = |other: &Id| {
        let holder = tree.parent(*other).filter(|_| {
            is_native(tree.node(*other))
                && choice_kind(tree, *other).is_none()
                && visibility(tree, *other) == Visibility::Unseen
        });
        holder.is_some_and(|holder| {
            tree.ancestors(id).take(6).any(|around| around == holder)
                && (unnamed || others.is_empty() && tree.fields_in(holder) <= 2)
        })
    };
    let near = [frame.field_before(id), frame.field_after(id)];
    let other = near.into_iter().flatten().find(replaced)?;
    let text = label(frame, other, &accessible_name(tree, other), false);
    (!text.is_empty()).then_some(text)
}

/// Without the marks around it: `* E-mail:` is `E-mail`.
fn bare(label: &str) -> &str {
    label.trim_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '＊' | ':' | '：'))
}

/// Without what a slider calls itself at the end of its name: `Volume Slider handle` is `Volume`.
fn without_kind<'s>(tree: &Tree<'_>, id: Id, label: &'s str) -> &'s str {
    if tree.role(id) != "slider" {
        return label;
    }
    let lower = label.to_ascii_lowercase();
    // The longest counts.
    let kinds = language::words(List::Slider).iter();
    let end = kinds
        .filter_map(|kind| lower.strip_suffix(kind)?.strip_suffix(' '))
        .min_by_key(|rest| rest.len())
        .map_or(label.len(), str::len);
    label.get(..end).unwrap_or(label)
}

fn widget(tree: &Tree<'_>, id: Id) -> Widget {
    let node = tree.node(id);
    let kind = tree.control(id).map(|control| control.kind.as_str()).unwrap_or_default();
    if is_native(node) {
        let is_text =
            node.tag == "input" && !matches!(kind, "checkbox" | "radio" | "file" | "range");
        return match () {
            () if kind == "file" => Widget::File,
            () if is_text && opens_calendar(tree, id) => Widget::DatePicker,
            () if (is_text || node.tag == "textarea") && opens_list(tree, id) => Widget::Combobox,
            () => Widget::Native,
        };
    }
    match tree.role(id) {
        "combobox" => Widget::Combobox,
        "listbox" => Widget::Listbox,
        "checkbox" => Widget::Checkbox,
        "radio" => Widget::Radio,
        "switch" => Widget::Switch,
        "slider" | "spinbutton" => Widget::Slider,
        _ if kind == "contenteditable" => Widget::ContentEditable,
        _ if kind == "box" => Widget::Combobox,
        _ if tree.attr(id, "aria-haspopup").is_some() => Widget::Combobox,
        _ => Widget::Other,
    }
}

/// What a text field opens that cannot be typed into: a list where it asks for a choice, a calendar where
/// it is called a date.
fn opened_by_read_only(tree: &Tree<'_>, id: Id, label: &str) -> Option<Widget> {
    let label = label.to_lowercase();
    let names_date =
        || label.split(|c: char| !c.is_alphabetic()).any(|word| has(List::DateName, word));
    let is_text = tree.control(id).is_some_and(|control| control.kind == "text");
    match tree.words(id, "placeholder") {
        _ if !is_text || tree.is_stand_in(id) => None,
        Some(text) if asks_for_choice(text) => Some(Widget::Combobox),
        _ if names_date() => Some(Widget::DatePicker),
        _ => None,
    }
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

/// ARIA's combobox pattern, as it is now and as it was: on the input, or on an element around it.
fn opens_list(tree: &Tree<'_>, id: Id) -> bool {
    tree.role(id) == "combobox"
        || tree.attr(id, "aria-haspopup") == Some("listbox")
        || tree.ancestors(id).take(3).any(|a| tree.role(a) == "combobox")
}

/// A text field that opens a calendar says so by its popup, or by the class that date pickers give it. A
/// field that cannot be typed into and says that something is picked is taken for one, too.
fn opens_calendar(tree: &Tree<'_>, id: Id) -> bool {
    let popup = matches!(tree.attr(id, "aria-haspopup"), Some("dialog" | "grid"));
    let read_only = tree.control(id).is_some_and(|control| control.read_only);
    let class = tree.attr(id, "class").unwrap_or_default().to_ascii_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| class.contains(word));
    let lists = || {
        let controlled = tree.references(id, "aria-controls").into_iter();
        controlled.flat_map(|list| tree.subtree(list)).any(|part| tree.role(part) == "option")
    };
    popup && (read_only || tree.role(id) == "combobox" && !lists())
        || says(&["datepicker", "date-picker"])
        || read_only && says(&["pick", "calendar", "date"])
}

/// Whether a text box stands among tokens instead of being the place of a text: pages name such boxes, or
/// what surrounds them alone, so.
fn tokens(frame: &Frame<'_, '_>, id: Id) -> Tokens {
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

fn options(
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
fn current_value(
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

fn value_state(
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

/// Whether an option asks for a choice instead of being one.
fn asks_for_choice(text: &str) -> bool {
    let text = text.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    text.is_empty()
        || language::words(List::AsksForChoice).iter().any(|start| text.starts_with(start))
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

/// The text in an element that is pressed.
pub(super) fn pressed_text(tree: &Tree<'_>, id: Id) -> String {
    let name = accessible_name(tree, id);
    if name.text.is_empty() { content(tree, id) } else { name.text }
}
