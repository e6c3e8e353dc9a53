//! One frame, with everything that is worked out once for all of its fields.

use std::collections::HashMap;

use shared_types::{
    observation::FrameId,
    operation::Expect,
    snapshot::{FrameSnapshot, RawHeld},
};

use super::{
    group::groups,
    label::Texts,
    section::Sections,
    tree::{Id, Part, Tree},
    visibility::{Visibility, visibility},
};
use crate::{
    page::{Element, Framed, HiddenInput, Sends},
    site,
};

/// A group as a field knows it.
#[derive(Debug, Clone)]
pub(super) struct GroupOf {
    /// Number of the group on the page.
    pub(super) number: u32,
    /// Its question.
    pub(super) question: Option<String>,
}

/// One frame of the page.
pub(super) struct Frame<'t, 'a> {
    pub(super) id: FrameId,
    pub(super) tree: &'t Tree<'a>,
    pub(super) texts: Texts<'t, 'a>,
    pub(super) sections: Sections,
    pub(super) fields: Vec<Id>,
    /// Hidden inputs.
    hidden: Vec<Id>,
    snapshot: &'a FrameSnapshot,
    groups: HashMap<Id, GroupOf>,
    /// The page's origin, where it is seen through documents of other origins.
    within: Option<&'a str>,
}

impl<'t, 'a> Frame<'t, 'a> {
    /// Works a frame out. Groups are numbered from `first_group`; `within` is the page's origin where it is seen through
    /// documents of other origins.
    pub(super) fn new(
        snapshot: &'a FrameSnapshot,
        tree: &'t Tree<'a>,
        first_group: u32,
        within: Option<&'a str>,
    ) -> Self {
        let texts = Texts::new(tree, |id| visibility(tree, id) != Visibility::Unseen);
        let mut by_member = HashMap::new();
        for (number, group) in (first_group..).zip(groups(tree, &texts)) {
            for member in group.members {
                by_member.insert(member, GroupOf { number, question: group.question.clone() });
            }
        }
        Self {
            id: snapshot.frame_id,
            tree,
            texts,
            sections: Sections::new(tree),
            hidden: tree.all().filter(|id| is_hidden(tree, *id)).collect(),
            fields: tree.all().filter(|id| tree.is_field(*id)).collect(),
            snapshot,
            groups: by_member,
            within,
        }
    }

    /// The number that the next frame's groups start from.
    pub(super) fn next_group(&self, first: u32) -> u32 {
        self.groups.values().map(|group| group.number.saturating_add(1)).max().unwrap_or(first)
    }

    /// The group of a radio or checkbox.
    pub(super) fn group_of(&self, id: Id) -> Option<&GroupOf> {
        self.groups.get(&id)
    }

    /// The field before this one in reading order.
    pub(super) fn field_before(&self, id: Id) -> Option<Id> {
        let at = self.fields.partition_point(|field| *field < id);
        self.fields.get(at.checked_sub(1)?).copied()
    }

    /// The field after this one in reading order.
    pub(super) fn field_after(&self, id: Id) -> Option<Id> {
        self.fields.get(self.fields.partition_point(|field| *field <= id)).copied()
    }

    /// What the page tried to send or open by itself.
    pub(super) fn held(&self) -> &'a [RawHeld] {
        &self.snapshot.snapshot.held
    }

    /// Whether the person has pressed anything in it.
    pub(super) fn is_used(&self) -> bool {
        self.snapshot.snapshot.used
    }

    /// Whether what its fields hold may be from an earlier visit.
    pub(super) fn is_restored(&self) -> bool {
        self.snapshot.snapshot.restored
    }

    /// The browser's id of its document.
    pub(super) fn document_id(&self) -> &'a str {
        &self.snapshot.document_id
    }

    /// The form that an element belongs to: itself, its owner, or for what has none the form around it.
    pub(super) fn form_of(&self, id: Id) -> Option<Id> {
        if self.tree.tag(id) == "form" {
            return Some(id);
        }
        let owner = self.tree.control(id).and_then(|control| control.form);
        owner.or_else(|| self.tree.ancestors(id).find(|a| self.tree.tag(*a) == "form"))
    }

    /// Which element it is.
    pub(super) fn element(&self, id: Id) -> Element {
        Element {
            frame_id: self.id,
            document_id: self.snapshot.document_id.clone(),
            element: self.tree.node(id).element.unwrap_or_default(),
            expect: self.expect(id),
            framed: self.within.map(|page| Framed {
                site: site::framed(&self.snapshot.snapshot.origin, page),
                page: page.to_owned(),
            }),
            ..Element::default()
        }
    }

    /// Where the form that an element belongs to says that it sends to.
    pub(super) fn action_of(&self, id: Id) -> &str {
        let action = self.form_of(id).and_then(|form| self.tree.attr(form, "action"));
        action.unwrap_or_default().split(['?', '#']).next().unwrap_or_default()
    }

    /// How pressing it sends its form.
    pub(super) fn sends(&self, id: Id) -> Sends {
        let digest = |id: Id| self.tree.control(id).map(|control| control.digest.clone());
        let form = self.form_of(id);
        // Of what has no form, a script may send whichever it likes.
        let of_form = |id: &&Id| form.is_none() || self.form_of(**id) == form;
        let hidden = |id: &Id| HiddenInput {
            element: self.tree.node(*id).element.unwrap_or_default(),
            name: self.tree.attr(*id, "name").unwrap_or_default().to_owned(),
            value: self.tree.control(*id).map(|control| control.value.clone()).unwrap_or_default(),
            digest: digest(*id).unwrap_or_default(),
        };
        Sends {
            digest: digest(id).unwrap_or_default(),
            way: self.tree.control(id).map(|control| control.way.clone()).unwrap_or_default(),
            hidden: self.hidden.iter().filter(of_form).map(hidden).collect(),
        }
    }

    /// What must still be true of it when it is operated.
    pub(super) fn expect(&self, id: Id) -> Expect {
        let tag = self.tree.tag(id);
        let attr = |name: &str| self.tree.attr(id, name).unwrap_or_default().to_owned();
        let kind = tree_kind(self.tree, id, tag);
        Expect {
            origin: self.snapshot.snapshot.origin.clone(),
            tag: tag.to_owned(),
            kind,
            id: attr("id"),
            name: attr("name"),
            ..Expect::default()
        }
    }

    /// What tells this frame from others on every visit: numbers of frames are drawn anew each time.
    pub(super) fn place(&self) -> &'a str {
        if self.id == 0 { "" } else { &self.snapshot.snapshot.origin }
    }

    /// Elements of a kind that can be pressed.
    pub(super) fn pressed(&self, part: Part) -> impl Iterator<Item = Id> + use<'_, 't, 'a> {
        self.tree.all().filter(move |id| self.tree.part(*id) == Some(part))
    }
}

/// Whether it is an `input type=hidden`.
fn is_hidden(tree: &Tree<'_>, id: Id) -> bool {
    tree.tag(id) == "input" && tree.control(id).is_some_and(|control| control.kind == "hidden")
}

/// The `type` property, of elements that have one as controls.
fn tree_kind(tree: &Tree<'_>, id: Id, tag: &str) -> String {
    let has_type = matches!(tag, "input" | "select" | "textarea" | "button");
    let kind = tree.control(id).filter(|_| has_type).map(|control| control.kind.clone());
    kind.unwrap_or_default()
}
