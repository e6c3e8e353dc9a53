//! May this action run? Allow, Ask or Refuse, each with a reason. The default is Ask.
//!
//! Submitting is decided from the DOM. Words, and a planner's wish, can only raise the gate; nothing a
//! planner or a page says lowers it.

use shared_types::{AgentAction, Button, Field, ProfileKey, RefusalReason, ValueSource};

use crate::{
    bind::Source,
    classify::Sense,
    page::{Element, Page},
    resolve::Found,
    role::Role,
    site::{self, origin_of},
};

use super::{
    allowance::{Allowed, Chosen, Row},
    button_words::says_submit,
    data::{Kind, thing_words},
    goes_on::{self, goes_on},
    kind::agree,
    money, statement,
};

/// What the person has consented to in this job.
#[derive(Debug, Clone, Copy)]
pub struct Grants<'a> {
    /// The sites that may be worked on: scheme, host and port.
    pub origins: &'a [String],
    /// The site on which an earlier yes covers going on to further pages of the form.
    pub covers_pages: Option<&'a str>,
    /// Which kinds of data may be written where.
    pub allowed: Allowed<'a>,
    /// What the person chose for single fields.
    pub chosen: &'a [Chosen],
    /// What the person has: a value's shape tells how it is handled.
    pub source: Source<'a>,
}

impl Grants<'_> {
    /// What a write gives away, as [`row_of_write`] says. An entry that the person chose for this very field needs no
    /// words of the page that ask for it; it counts as the more careful of what it is and what the field asks for.
    ///
    /// # Errors
    /// As [`row_of_write`].
    pub fn row(
        &self,
        action: &AgentAction,
        field: &Field,
        origin: &str,
    ) -> Result<(Kind, Row), String> {
        if is_barred(field, origin) {
            return Err(msg!("gate_you_have_not_agreed_to_this"));
        }
        row_of_write(action, field, origin, &self.source).or_else(|why| {
            let key = source_key(action).filter(|key| self.is_chosen(key, field, origin));
            let key = key.ok_or(why)?;
            let (held, asked) = (Kind::of_key(key, &self.source.at(origin)), Kind::of_field(field));
            let kind = if asked.tier() > held.tier() { asked } else { held };
            Ok((kind, Row::of(key, field, kind)))
        })
    }

    /// Whether the person chose this entry for this field. What agrees to something is answered, not filled.
    fn is_chosen(&self, key: &ProfileKey, field: &Field, origin: &str) -> bool {
        let is_it = |chosen: &Chosen| {
            chosen.origin == origin
                && chosen.key == *key
                && field.fingerprint.as_ref() == Some(&chosen.fingerprint)
        };
        self.chosen.iter().any(is_it) && !statement::is_agreement(field)
    }

    /// Whether an earlier yes to further pages was given on the site of this button.
    fn covers(&self, button: &Element) -> bool {
        self.covers_pages == Some(button.site())
    }
}

/// What the gate says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It may run.
    Allow,
    /// The person must say yes first, for these reasons.
    Ask(Vec<String>),
    /// It must not run.
    Refuse(RefusalReason, String),
}

/// Judges an action on the element that its target was resolved to.
pub fn judge(
    action: &AgentAction,
    found: Option<Found>,
    page: &Page,
    grants: &Grants<'_>,
) -> Verdict {
    match action {
        AgentAction::Fill { source, .. } | AgentAction::Select { source, .. } => {
            if let ValueSource::Literal(_) = source {
                return Verdict::Refuse(
                    RefusalReason::NoProvenance,
                    msg!("gate_the_planner_wrote_a_value_of_its"),
                );
            }
            judge_write(found, action, page, grants)
        }
        AgentAction::Upload { .. } => judge_write(found, action, page, grants),
        // A tick says something in the person's name; by itself it comes from nowhere.
        AgentAction::Check { .. } => Verdict::Refuse(
            RefusalReason::NoProvenance,
            msg!("gate_a_box_is_ticked_or_cleared_only_by"),
        ),
        AgentAction::Click { requires_approval, .. } => {
            judge_click(found, *requires_approval == Some(true), page, grants)
        }
        // An address is asked for as a link is: see [`place`]. None is gone to on a planner's word.
        AgentAction::Navigate { .. } => {
            Verdict::Refuse(RefusalReason::ForeignUrl, msg!("gate_an_address_that_neither_you_nor"))
        }
        AgentAction::WaitFor { .. }
        | AgentAction::Extract { .. }
        | AgentAction::RequestVerification { .. }
        | AgentAction::AskUser { .. }
        | AgentAction::Done { .. } => Verdict::Allow,
    }
}

/// Whether nothing goes into a field because of where it is: what agrees to something, and what takes a one-time code, is
/// answered on the page itself, never in a frame of another origin.
pub fn is_barred(field: &Field, site: &str) -> bool {
    let is_framed = site::parts(site).1.is_some();
    is_framed && (statement::is_agreement(field) || Role::of(field) == Some(Role::OneTimeCode))
}

/// Where the value of a write comes from.
pub(crate) fn source_key(action: &AgentAction) -> Option<&ProfileKey> {
    match action {
        AgentAction::Fill { source: ValueSource::Key(key), .. }
        | AgentAction::Select { source: ValueSource::Key(key), .. }
        | AgentAction::Upload { value_from: key, .. } => Some(key),
        _ => None,
    }
}

/// What a write gives away: the kind of data, and the row that a consent must have shown.
///
/// # Errors
/// The field does not plainly ask for it, or the write does not say where its value comes from.
pub fn row_of_write(
    action: &AgentAction,
    field: &Field,
    origin: &str,
    source: &Source<'_>,
) -> Result<(Kind, Row), String> {
    let key = source_key(action).ok_or(msg!("gate_it_does_not_say_where_the_value"))?;
    let kind = agree(key, field, origin, source)?;
    Ok((kind, Row::of(key, field, kind)))
}

fn judge_write(
    found: Option<Found>,
    action: &AgentAction,
    page: &Page,
    grants: &Grants<'_>,
) -> Verdict {
    let Some(Found::Field(index)) = found else {
        return Verdict::Refuse(RefusalReason::WrongKind, msg!("gate_this_is_not_a_field"));
    };
    let (origin, kind, row) = match may_be_given(index, action, page, grants) {
        Ok(given) => given,
        Err(verdict) => return verdict,
    };
    if !grants.allowed.covers(origin, &row) {
        let what = match kind.thing() {
            "" => msg!("gate_this"),
            thing => thing_words(thing),
        };
        return Verdict::Refuse(
            RefusalReason::NoConsent,
            msg!("gate_you_have_not_agreed_to_giving_to", what = what, origin = origin),
        );
    }
    Verdict::Allow
}

/// Whether everything but consent speaks for a write.
fn may_be_given<'p>(
    index: u32,
    action: &AgentAction,
    page: &'p Page,
    grants: &Grants<'_>,
) -> Result<(&'p str, Kind, Row), Verdict> {
    let position = index as usize;
    let (Some(field), Some(element)) =
        (page.observation.fields.get(position), page.fields.get(position))
    else {
        return Err(Verdict::Refuse(RefusalReason::NotResolved, msg!("gate_no_such_field")));
    };
    let site = element.site();
    if !is_at(element, grants) {
        return Err(Verdict::Refuse(
            RefusalReason::OriginChanged,
            msg!("gate_it_belongs_to_another_site", origin = element.expect.origin),
        ));
    }
    if let Some((reason, words)) = state_of(field) {
        return Err(Verdict::Refuse(reason, words.to_owned()));
    }
    if field.submits {
        let why = msg!("gate_choosing_it_sends_or_empties_the");
        return Err(Verdict::Refuse(RefusalReason::NotJudged, why));
    }
    match grants.row(action, field, site) {
        Ok((kind, row)) => Ok((site, kind, row)),
        Err(why) => Err(Verdict::Refuse(RefusalReason::NoProvenance, why)),
    }
}

/// Whether an element is of a page that the job may work on: of its own documents, or of a frame in it that is seen.
fn is_at(element: &Element, grants: &Grants<'_>) -> bool {
    grants.origins.iter().any(|origin| origin == element.at())
}

/// Whether a write that was allowed for the field at `first` may go into another one as well, because both
/// hold one value together (a group's choices, the boxes of a code): of the same document, in a state to be
/// written, asking for nothing more careful.
pub fn may_join(
    action: &AgentAction,
    first: u32,
    other: u32,
    page: &Page,
    grants: &Grants<'_>,
) -> bool {
    let document = |index: u32| page.fields.get(index as usize).map(|field| &field.document_id);
    let given = |index: u32| may_be_given(index, action, page, grants).ok();
    let (Some((_, kind, _)), Some((_, joined, _))) = (given(first), given(other)) else {
        return false;
    };
    document(first) == document(other) && joined.tier() <= kind.tier()
}

/// The state that keeps a field from being written, if there is one.
pub(super) fn state_of(field: &Field) -> Option<(RefusalReason, String)> {
    if field.visible == Some(false) {
        Some((RefusalReason::NotVisible, msg!("gate_nobody_can_see_it")))
    } else if field.disabled {
        Some((RefusalReason::Disabled, msg!("gate_it_is_disabled")))
    } else if field.readonly {
        Some((RefusalReason::ReadOnly, msg!("gate_it_is_read_only")))
    } else {
        None
    }
}

fn judge_click(
    found: Option<Found>,
    planner_asks: bool,
    page: &Page,
    grants: &Grants<'_>,
) -> Verdict {
    let position = match found {
        Some(Found::Button(index)) => index as usize,
        Some(Found::Field(_)) => {
            return Verdict::Refuse(
                RefusalReason::WrongKind,
                msg!("gate_fields_are_filled_in_or_ticked_not"),
            );
        }
        None => {
            return Verdict::Refuse(RefusalReason::NotResolved, msg!("gate_no_such_button"));
        }
    };
    let (Some(button), Some(element)) =
        (page.observation.buttons.get(position), page.buttons.get(position))
    else {
        return Verdict::Refuse(RefusalReason::NotResolved, msg!("gate_no_such_button"));
    };
    if !is_at(element, grants) {
        return Verdict::Refuse(
            RefusalReason::OriginChanged,
            msg!("gate_the_button_belongs_to_another_site", origin = element.expect.origin),
        );
    }
    if button.disabled {
        return Verdict::Refuse(RefusalReason::Disabled, msg!("gate_the_button_is_disabled"));
    }
    if button.visible == Some(false) {
        return Verdict::Refuse(RefusalReason::NotVisible, msg!("gate_nobody_can_see_the_button"));
    }
    let mut reasons = reasons_to_ask(button, element);
    if planner_asks {
        reasons.push(msg!("gate_the_plan_asks_for_your_yes"));
    }
    // In a frame that the person has agreed to nothing in, nothing is pressed for them.
    if let (own, Some(page)) = site::parts(element.site())
        && !grants.allowed.knows(element.site())
    {
        reasons.push(msg!("job_this_part_belongs_to_inside", frame = own, page = page));
    }
    let goes_on = says_alone(button, element, goes_on);
    let shows_more = || {
        button.opens.is_some() && says_alone(button, element, goes_on::is_a_heading)
            || adds_to_a_list(button, element)
    };
    if reasons.is_empty() && (goes_on || shows_more()) {
        return Verdict::Allow;
    }
    if grants.covers(element) && is_step(button, element) {
        return Verdict::Allow;
    }
    if reasons.is_empty() {
        reasons.push(msg!("gate_it_isnt_clear_what_this_button"));
    }
    // The card names it by its name; what it shows may be something else.
    if let Some(other) = element.says.iter().find(|text| text.reveal() != button.text) {
        reasons.push(msg!("gate_it_also_says", other = crate::resolve::shorten(other.reveal())));
    }
    Verdict::Ask(reasons)
}

/// Whether a button adds one more entry to a list of the form: its own words name it, or the heading that it
/// stands under, or it says that it is one more of what is there. "Add" beside "Travel insurance" adds
/// something else, and so does "Add item" in a basket.
fn adds_to_a_list(button: &Button, element: &Element) -> bool {
    let beside = element.beside.reveal();
    let is_sold = || {
        says_submit(beside)
            || money::sells(beside)
            || crate::classify::senses(beside).contains(&Sense::Agreement)
    };
    says_alone(button, element, goes_on::adds_an_entry)
        && (says_alone(button, element, goes_on::names_what_it_adds)
            || button.section.as_deref().is_some_and(goes_on::heads_a_list)
            || says_alone(button, element, goes_on::adds_one_more) && !is_sold())
}

/// Whether a button does no more than go on with this form on this site: an earlier yes may cover it, but
/// none to what a price stands beside.
fn is_step(button: &Button, element: &Element) -> bool {
    let is_link = button.kind == "link" || !element.href.is_empty();
    says_alone(button, element, goes_on)
        && !is_link
        && !costs(element)
        && same_place(button, &element.expect.origin)
}

/// Whether a price stands beside what is pressed.
fn costs(element: &Element) -> bool {
    money::names_money(element.beside.reveal())
}

/// Whether what is pressed may send what was filled in, because an earlier yes covers it.
pub fn may_send(index: u32, page: &Page, grants: &Grants<'_>) -> bool {
    let position = index as usize;
    let both = page.observation.buttons.get(position).zip(page.buttons.get(position));
    both.is_some_and(|(button, element)| grants.covers(element) && is_step(button, element))
}

/// Whether everything that a button says and shows is so, and it shows something.
fn says_alone(button: &Button, element: &Element, is_so: impl Fn(&str) -> bool) -> bool {
    is_so(&button.text)
        && element.says.iter().all(|text| is_so(text.reveal()))
        && !element.says.is_empty()
}

/// Whether a yes to this button may cover going on to further pages.
pub fn may_cover_pages(button: &Button, element: &Element) -> bool {
    says_alone(button, element, goes_on)
}

/// Why pressing a button needs a yes. DOM facts first; words come on top.
fn reasons_to_ask(button: &Button, element: &Element) -> Vec<String> {
    let origin = element.expect.origin.as_str();
    let mut reasons = Vec::new();
    if button.submits == Some(true) {
        reasons.push(msg!("gate_it_sends_the_form"));
    }
    if button.kind == "reset" {
        reasons.push(msg!("gate_it_empties_the_form"));
    }
    if !same_place(button, origin) {
        let place = button.form_action.as_deref().unwrap_or_default();
        reasons.push(msg!("gate_the_form_goes_to_another_site", place = origin_of(place)));
    }
    if says_submit(&button.text) || element.says.iter().any(|text| says_submit(text.reveal())) {
        reasons.push(msg!("gate_its_words_say_that_something_is"));
    }
    if button.kind == "link" || !element.href.is_empty() {
        reasons.push(msg!("gate_its_a_link_to_another_page"));
    }
    if costs(element) {
        reasons.push(msg!("gate_an_amount_of_money_stands_beside"));
    }
    reasons
}

fn same_place(button: &Button, origin: &str) -> bool {
    button.form_action.as_deref().is_none_or(|url| url.is_empty() || origin_of(url) == origin)
}
