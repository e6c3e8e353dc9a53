//! Groups of radios and checkboxes, and the question that each answers.

use std::collections::HashMap;

use super::{
    label::Texts,
    name::{Origin, accessible_name, content},
    tree::{Id, Tree, choice_kind},
};

/// A group: fields that answer one question together.
#[derive(Debug, Clone, Default)]
pub(super) struct Group {
    /// The question, if the page asks one.
    pub(super) question: Option<String>,
    /// In reading order.
    pub(super) members: Vec<Id>,
}

/// What holds a group together.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Bond<'a> {
    /// Same form owner and name (HTML, "radio button group"); checkboxes of one name likewise.
    Name(&'static str, u32, Option<Id>, &'a str),
    /// The same ARIA group or `fieldset`.
    Element(&'static str, Id),
}

/// The groups of a frame, in reading order of their first members. A single checkbox is no group, a
/// single radio is.
pub(super) fn groups(tree: &Tree<'_>, texts: &Texts<'_, '_>) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut by_bond: HashMap<Bond<'_>, usize> = HashMap::new();
    let mut holders = HashMap::new();
    for id in tree.all().filter(|id| tree.is_field(*id)) {
        let Some(kind) = choice_kind(tree, id) else { continue };
        let Some(bond) = bond(tree, id, kind, &mut holders) else { continue };
        let at = *by_bond.entry(bond).or_insert_with(|| {
            groups.push(Group::default());
            groups.len() - 1
        });
        if let Some(group) = groups.get_mut(at) {
            group.members.push(id);
        }
    }
    groups.retain(|group| {
        group.members.len() > 1
            || group.members.first().is_some_and(|id| choice_kind(tree, *id) == Some("radio"))
    });
    for group in &mut groups {
        group.question = question(tree, texts, &group.members);
    }
    groups
}

/// `holders` remembers of each element whether all fields in it are choices of one kind.
fn bond<'a>(
    tree: &Tree<'a>,
    id: Id,
    kind: &'static str,
    holders: &mut HashMap<(&'static str, Id), bool>,
) -> Option<Bond<'a>> {
    let control = tree.control(id)?;
    if tree.tag(id) == "input"
        && let Some(name) = tree.words(id, "name")
        && (kind == "radio" || shares_name(tree, id, name))
    {
        return Some(Bond::Name(kind, tree.node(id).scope, control.form, name));
    }
    let named = tree
        .ancestors(id)
        .find(|a| tree.tag(*a) == "fieldset" || matches!(tree.role(*a), "radiogroup" | "group"));
    // ARIA radios stand together even where nothing says that they are a group.
    let together = || {
        let holder = tree.ancestors(id).find(|a| tree.fields_in(*a) > 1);
        holder.filter(|_| tree.role(id) == "radio")
    };
    let holder = named.or_else(together)?;
    let choices_only = *holders.entry((kind, holder)).or_insert_with(|| {
        tree.subtree(holder).all(|f| !tree.is_field(f) || choice_kind(tree, f) == Some(kind))
    });
    (tree.role(holder) == "radiogroup" || choices_only).then_some(Bond::Element(kind, holder))
}

/// Whether the checkbox that precedes or follows it has the same name: then they are one list.
fn shares_name(tree: &Tree<'_>, id: Id, name: &str) -> bool {
    const NEAR: Id = 60;
    let same = |other: Id| {
        other != id
            && tree.words(other, "name") == Some(name)
            && choice_kind(tree, other) == Some("checkbox")
    };
    (id.saturating_sub(NEAR)..id.saturating_add(NEAR)).any(same)
}

fn question(tree: &Tree<'_>, texts: &Texts<'_, '_>, members: &[Id]) -> Option<String> {
    let (first, last) = (*members.first()?, *members.last()?);
    let count = u32::try_from(members.len()).unwrap_or(u32::MAX);
    // What is inside of the smallest element that holds them all, before the first choice.
    let common = tree.ancestors(first).find(|a| tree.contains(*a, last))?;
    let holders = std::iter::once(common).chain(tree.ancestors(common));
    // One more field, such as the text beside "Other", still belongs to the question.
    for holder in holders.take_while(|h| tree.fields_in(*h) <= count.saturating_add(1)) {
        let names_groups =
            tree.tag(holder) == "fieldset" || matches!(tree.role(holder), "radiogroup" | "group");
        let name = if names_groups { accessible_name(tree, holder) } else { Default::default() };
        if !matches!(name.origin, Origin::Nowhere | Origin::Title) {
            return Some(name.text);
        }
        if let Some(label) = tree.loose_label(holder) {
            return Some(content(tree, label)).filter(|text| !text.is_empty());
        }
    }
    let top = std::iter::once(first)
        .chain(tree.ancestors(first))
        .take_while(|a| *a != common)
        .last()
        .unwrap_or(first);
    texts.question(top).or_else(|| legend_around(tree, first))
}

/// The legend of the nearest `fieldset`. Where the choices of another question stand before, it is that one's.
fn legend_around(tree: &Tree<'_>, id: Id) -> Option<String> {
    let fieldset = tree.ancestors(id).find(|a| tree.tag(*a) == "fieldset")?;
    let mut before = tree.subtree(fieldset).take_while(|one| *one != id);
    if before.any(|one| tree.is_field(one) && choice_kind(tree, one).is_some()) {
        return None;
    }
    let legend = tree.children(fieldset).find(|c| tree.tag(*c) == "legend")?;
    Some(content(tree, legend)).filter(|text| !text.is_empty())
}
