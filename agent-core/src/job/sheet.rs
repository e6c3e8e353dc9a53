//! The review sheet: what is to be written on a page, with values that are bound when it is asked for, where they come
//! from and how sure that is; what is asked, and why the rest stays blank. It decides nothing and is kept nowhere.

use std::collections::BTreeMap;

use shared_types::{
    AgentAction, AnswerKind, Field, JobStatus, Observation, Private, ProfileKey, Question, Sheet,
    Tier, ValueState,
    job::{OpenCode, OpenField, Sure, WrittenField},
    sheet::{Held, HeldBy, Near, NearBy, Offer, RowSource, RowState, SheetRow, SourceKind},
};

use super::{
    card,
    event::{Context, Effect},
    permissions::ShownRow,
    phase::{About, Phase},
    recalled::{self, Likely},
    remembered,
    state::Job,
    view::why_taken,
    write,
};
use crate::{
    bind::{self, Bound, Source, Write},
    gate::{self, Chosen, Grants, Kind},
    observe::{self, Element, Page},
    plan::{self, AskKind, Asked},
    resolve::{self, Found},
    text::fold,
};

/// For how long an answer is taken to be as true as it was, in milliseconds: a year.
const AGED: f64 = 365.0 * 24.0 * 3_600.0 * 1_000.0;
/// Below this confidence in what a field asks for, the person is told to look.
const SURE: f32 = 0.8;

/// What stands on the page for a row.
struct Place<'a> {
    asked: &'a Asked,
    field: &'a Field,
    element: &'a Element,
}

/// What there is for a field, by its index: a page may have thousands.
struct ByField<'a> {
    /// The writes that are due.
    due: BTreeMap<u32, &'a AgentAction>,
    /// What the rules would fill where something stands already.
    ours: BTreeMap<u32, &'a AgentAction>,
    /// How it can be answered in place.
    questions: BTreeMap<u32, Question>,
    /// What recipes say of it.
    likely: BTreeMap<u32, Likely>,
}

fn by_field<'a>(
    actions: impl Iterator<Item = &'a AgentAction>,
    page: &Page,
) -> BTreeMap<u32, &'a AgentAction> {
    let mut all = BTreeMap::new();
    for action in actions {
        let found = action.target().map(|target| resolve::resolve(target, &page.observation));
        if let Some(Ok(Found::Field(index))) = found {
            all.entry(index).or_insert(action);
        }
    }
    all
}

fn into<'a>(actions: &BTreeMap<u32, &'a AgentAction>, asked: &Asked) -> Option<&'a AgentAction> {
    asked.fields.iter().find_map(|index| actions.get(index).copied())
}

/// How a field can be answered in place.
fn question_of(asked: &Asked, by_field: &ByField<'_>, ctx: &Context<'_>) -> Option<Question> {
    let mut question = by_field.questions.get(&asked.field)?.clone();
    question.replaces = !question.once && ctx.source.value(&question.save_as).is_some();
    Some(question)
}

impl Job {
    /// The sheet of the page that was read last, in the page's order.
    pub fn sheet(&self, page: &Page, ctx: &Context<'_>) -> Sheet {
        let card = self.record.consent.as_ref();
        let asked = plan::asked(&page.observation);
        let ours = self.ours(page, &asked, ctx);
        let by_field = ByField {
            due: by_field(self.due(), page),
            ours: by_field(ours.iter(), page),
            questions: plan::questions(&page.observation),
            likely: self.likely(page, ctx),
        };
        let row = |asked: &Asked| {
            let at = asked.field as usize;
            let (field, element) = (page.observation.fields.get(at)?, page.fields.get(at)?);
            self.row(&Place { asked, field, element }, page, ctx, &by_field)
        };
        Sheet {
            job_id: self.record.id.clone(),
            card_id: card.map(|card| card.id.clone()).unwrap_or_default(),
            origin: card
                .map(|card| card.origin.clone())
                .or_else(|| self.record.origin.clone())
                .unwrap_or_default(),
            rows: asked.iter().filter_map(row).collect(),
        }
    }

    /// The writes that are due.
    pub(super) fn due(&self) -> impl Iterator<Item = &AgentAction> {
        self.plan.pending.iter().take_while(|action| write::is_write(action))
    }

    /// What the rules would fill into fields that hold something already.
    pub(super) fn ours(&self, page: &Page, asked: &[Asked], ctx: &Context<'_>) -> Vec<AgentAction> {
        let is_held = |one: &&Asked| {
            let held = |open: &OpenField| {
                open.code == OpenCode::AlreadyFilled && one.fields.contains(&open.field)
            };
            self.record.open.iter().any(held)
        };
        let held: Vec<&Asked> = asked.iter().filter(is_held).collect();
        if held.is_empty() {
            return Vec::new();
        }
        let mut emptied: Observation = page.observation.clone();
        for index in held.iter().flat_map(|one| &one.fields) {
            if let Some(field) = emptied.fields.get_mut(*index as usize) {
                field.value_state = Some(ValueState::Empty);
                field.checked = field.checked.map(|_| false);
            }
        }
        let keys = ctx.source.keys();
        let input = plan::PlanInput {
            observation: &emptied,
            keys: &keys,
            history: &[],
            step: self.record.step,
            mode: self.record.mode,
        };
        let actions = plan::plan(&input).actions.into_iter();
        actions
            .filter(|action| held.iter().any(|one| is_into(action, one, page)))
            .filter(write::is_write)
            .collect()
    }

    /// A row, where there is something to be said.
    fn row(
        &self,
        place: &Place<'_>,
        page: &Page,
        ctx: &Context<'_>,
        by_field: &ByField<'_>,
    ) -> Option<SheetRow> {
        let Place { asked, field, element } = place;
        let of_it = |index: u32| asked.fields.contains(&index);
        let (due, ours) = (into(&by_field.due, asked), into(&by_field.ours, asked));
        let written = self.written_here(asked, page);
        let open = self.record.open.iter().find(|open| of_it(open.field));
        let question = self.open_question(asked);
        let mut base = SheetRow {
            id: row_id(element),
            field: field.index,
            frame_id: element.frame_id,
            element: element.element,
            label: asked.title.clone(),
            section: field.section.clone().unwrap_or_default(),
            required: asked.required,
            question: question.clone().or_else(|| question_of(asked, by_field, ctx)),
            ..SheetRow::default()
        };
        if let Some(action) = due.or(ours) {
            let row =
                self.planned_row(base.clone(), action, place, page, ctx, (due.is_some(), by_field));
            if row.is_some() || !self.is_about_only(asked, page) {
                return row;
            }
            if let Ok((kind, _)) = self.grants(ctx).row(action, field, element.site()) {
                base.tier = kind.tier();
            }
        }
        if let Some(written) = written {
            return Some(filled_row(base, written, field, element));
        }
        if question.is_some() {
            let reason = open.map(|open| open.reason.clone()).unwrap_or_default();
            let (code, candidates) =
                open.map_or((None, Vec::new()), |open| (Some(open.code), open.candidates.clone()));
            let near = self.near(place, base.question.as_ref(), page, &by_field.likely, ctx);
            let suggested = self.suggested_for(asked.field, page, ctx);
            return Some(SheetRow {
                state: RowState::Ask,
                reason,
                code,
                candidates,
                near,
                suggested,
                ..base
            });
        }
        // The one field that the person asks for has a row, whatever it holds.
        let held_one = || OpenField {
            code: OpenCode::AlreadyFilled,
            reason: msg!("job_it_holds_something_already"),
            ..OpenField::default()
        };
        let open = open.cloned().or_else(|| self.is_about_only(asked, page).then(held_one))?;
        Some(SheetRow {
            near: self.near(place, base.question.as_ref(), page, &by_field.likely, ctx),
            state: RowState::Blank,
            reason: open.reason,
            code: Some(open.code),
            candidates: open.candidates,
            holds: held(asked, field, element, page, None).filter(|_| base.tier != Tier::Secret),
            ..base
        })
    }

    /// What the person chose for this field before, or answered to a question that may be this one, if the field takes it:
    /// for them to take. Nothing is filled with it by itself.
    fn near(
        &self,
        place: &Place<'_>,
        question: Option<&Question>,
        page: &Page,
        likely: &BTreeMap<u32, Likely>,
        ctx: &Context<'_>,
    ) -> Option<Near> {
        let (question, origin) = (question?, place.element.site());
        if question.once || question.kind == AnswerKind::File {
            return None;
        }
        let keys = ctx.source.keys();
        let profile = self.record.profile_id.as_str();
        let chosen = ctx.lessons.chosen_for(place.field, origin, profile, &keys).cloned();
        let chosen = chosen.and_then(|key| self.offer(key, place.asked, page, ctx));
        if let Some(offer) = chosen.filter(|offer| offer.tier != Tier::Secret) {
            return Some(Near { offer, ..Near::default() });
        }
        let near = remembered::near(question, page, origin, ctx.known_answers());
        let answered = near.into_iter().find_map(|one| {
            let offer = self.offer(one.key, place.asked, page, ctx)?;
            Some(Near { question: one.question, offer, ..Near::default() })
        });
        answered.or_else(|| {
            let mut said = place.asked.fields.iter().filter_map(|field| likely.get(field));
            let Likely { used, by, list } = said.next()?;
            let key = recalled::key_of(used, place.asked, page, &keys)?;
            let is_fit = place.asked.open_to_advice && !gate::is_secret_by_name(&key);
            let offer = is_fit.then(|| self.offer(key, place.asked, page, ctx))??;
            let is_strangers = matches!(by, NearBy::File | NearBy::Elsewhere | NearBy::List);
            if is_strangers && !is_harmless(&offer, place.field) {
                return None;
            }
            Some(Near { offer, by: *by, list: list.clone(), ..Near::default() })
        })
    }

    /// The row of a write: as planned, or as it would be planned if nothing were there.
    fn planned_row(
        &self,
        base: SheetRow,
        action: &AgentAction,
        place: &Place<'_>,
        page: &Page,
        ctx: &Context<'_>,
        (is_due, by_field): (bool, &ByField<'_>),
    ) -> Option<SheetRow> {
        let Place { asked, field, element } = place;
        let key = gate::source_key(action)?;
        let value = match value_of(page, field.index, key, &ctx.source) {
            Ok(value) => value,
            Err(error) => {
                let (reason, code) = (error.reason, Some(error.code));
                return Some(SheetRow { state: RowState::Blank, reason, code, ..base });
            }
        };
        let holds = held(asked, field, element, page, Some(&value));
        if holds.is_none() && !is_due {
            // It holds what would be filled.
            return None;
        }
        let (kind, row) = self.grants(ctx).row(action, field, element.site()).ok()?;
        // What a file says is what its person edited.
        let of_files = by_field.likely.iter().filter(|(_, one)| one.by == NearBy::File);
        let of_files = of_files.map(|(field, said)| (*field, said.clone())).collect();
        let near = self.near(place, base.question.as_ref(), page, &of_files, ctx);
        let near = near.filter(|near| near.question.is_empty() && near.offer.key != *key);
        let is_persons = holds.as_ref().is_some_and(|held| held.by == HeldBy::Person);
        let state = if is_persons || !is_due { RowState::Held } else { RowState::Fill };
        Some(SheetRow {
            state,
            chosen: !is_persons,
            value,
            from: Some(self.source_of(key, page, field.index, ctx)),
            sure: sure(key, (field.index, &asked.title), page),
            by: self.decided_by(
                element.site(),
                field.fingerprint.as_deref().unwrap_or_default(),
                key.as_str(),
            ),
            why: why_taken(field),
            holds,
            tier: kind.tier(),
            kind: row.kind.kind,
            thing: gate::thing_of(key, kind),
            near,
            ..base
        })
    }

    /// What this job wrote into a field that is still there.
    fn written_here(&self, asked: &Asked, page: &Page) -> Option<&WrittenField> {
        let prints: Vec<&str> = asked
            .fields
            .iter()
            .filter_map(|index| page.observation.fields.get(*index as usize))
            .filter_map(|field| field.fingerprint.as_deref())
            .collect();
        let page = self.record.progress.page;
        let is_it =
            |one: &&WrittenField| one.page == page && prints.contains(&one.fingerprint.as_str());
        self.record.written.iter().find(is_it)
    }

    /// The question that the form waits for, of those that are put now or are to be put next.
    fn open_question(&self, asked: &Asked) -> Option<Question> {
        let of_it = |question: &&Question| asked.fields.contains(&question.field);
        self.asked_now().find(of_it).cloned()
    }

    /// What the sheet shows now is what a yes to it is for.
    pub(super) fn sheet_shown(&mut self, ctx: &Context<'_>) -> Vec<Effect> {
        if let Some(page) = ctx.page {
            self.seal_card(page, ctx);
        }
        Vec::new()
    }

    /// What the sheet has shown, for the comparison when the yes arrives.
    fn seal_card(&mut self, page: &Page, ctx: &Context<'_>) {
        let shown = self.shown_rows(page, ctx);
        if let Phase::Paused { about: About::Consent(open) } = &mut self.phase {
            open.card.shown = shown;
        }
    }

    fn shown_rows(&self, page: &Page, ctx: &Context<'_>) -> Vec<ShownRow> {
        let due = self.due().filter_map(|action| shown_row(action, page, ctx));
        due.collect()
    }

    /// Whether what would be written now is other than what the sheet showed.
    pub(super) fn differs_from_card(
        shown: &[ShownRow],
        action: &AgentAction,
        page: &Page,
        ctx: &Context<'_>,
    ) -> bool {
        let Some(now) = shown_row(action, page, ctx) else { return false };
        let same = |then: &&ShownRow| then.fingerprint == now.fingerprint && then.key == now.key;
        shown.iter().find(same).is_some_and(|then| then.seal != now.seal)
    }

    /// The entries that a row could be filled with, likeliest first, each with what the field would get.
    pub fn offers(&self, page: &Page, row: &str, ctx: &Context<'_>) -> Vec<Offer> {
        let Some(place) = field_of_row(page, row) else { return Vec::new() };
        let asked = plan::asked(&page.observation);
        let Some(asked) = asked.iter().find(|one| one.fields.contains(&place)) else {
            return Vec::new();
        };
        let keys = ctx.source.keys();
        let offered = plan::likely(&page.observation, asked, &keys);
        offered.into_iter().filter_map(|key| self.offer(key, asked, page, ctx)).collect()
    }

    pub(super) fn offer(
        &self,
        key: ProfileKey,
        asked: &Asked,
        page: &Page,
        ctx: &Context<'_>,
    ) -> Option<Offer> {
        let at = asked.field as usize;
        let (field, element) = (page.observation.fields.get(at)?, page.fields.get(at)?);
        let value = value_of(page, asked.field, &key, &ctx.source).ok()?;
        let origin = element.site();
        let action = plan::write_of(&page.observation, asked.field, key.clone())?;
        let chosen = [chosen(&key, field, origin)];
        let grants = Grants { chosen: &chosen, ..self.grants(ctx) };
        let (kind, row) = grants.row(&action, field, origin).ok()?;
        let thing = gate::thing_of(&key, kind);
        let only_here = ctx.source.at(origin).is_of_this_site(&key);
        let aged = self.aged(&key, origin, ctx);
        Some(Offer { key, value, tier: kind.tier(), kind: row.kind.kind, thing, only_here, aged })
    }

    fn source_of(&self, key: &ProfileKey, page: &Page, index: u32, ctx: &Context<'_>) -> RowSource {
        let site = page.site_of(index);
        RowSource {
            only_here: ctx.source.at(site).is_of_this_site(key),
            aged: self.aged(key, site, ctx),
            kind: kind_of(key),
            key: Some(key.clone()),
            derived: bind::is_derived(&page.observation, index, key, &ctx.source),
        }
    }

    /// When an answer was given or sent last, where that is long ago; else 0.
    fn aged(&self, key: &ProfileKey, site: &str, ctx: &Context<'_>) -> f64 {
        let Some(given) = ctx.source.at(site).given(key) else { return 0.0 };
        // A site's own answer has the name of the one for every site.
        let is_own = ctx.source.at(site).is_of_this_site(key);
        let is_it = |origin: &str| {
            if is_own { origin == site } else { !ctx.source.is_kept_to(key, origin) }
        };
        let own = ctx.receipts.iter().filter(|one| one.profile_id == self.record.profile_id);
        let sent = own.filter(|one| one.keys.contains(key) && is_it(&one.origin));
        let last = sent.map(|one| one.date).fold(given, f64::max);
        if last + AGED < ctx.now { last } else { 0.0 }
    }

    /// Whether a sheet can be replied to now.
    pub fn shows_card(&self) -> bool {
        self.record.status == JobStatus::PausedForApproval && self.record.consent.is_some()
    }
}

/// Whether an entry may be laid beside a field because a file, or what another form took, says so: it shows a value and not
/// what that is of, and a press on it agrees to its kind.
fn is_harmless(offer: &Offer, field: &Field) -> bool {
    !plan::contradicts(field, &offer.key) && offer.tier <= Kind::of_field(field).tier()
}

/// An entry, chosen for a field.
pub(super) fn chosen(key: &ProfileKey, field: &Field, origin: &str) -> Chosen {
    Chosen {
        origin: origin.to_owned(),
        fingerprint: field.fingerprint.clone().unwrap_or_default(),
        key: key.clone(),
    }
}

/// The name of a row: its element, as the content script numbers it.
fn row_id(element: &Element) -> String {
    format!("{}:{}", element.frame_id, element.element)
}

/// `index` of the field that a row stands for.
pub(super) fn field_of_row(page: &Page, row: &str) -> Option<u32> {
    let at = page.fields.iter().position(|element| row_id(element) == row)?;
    page.observation.fields.get(at).map(|field| field.index)
}

/// Whether an action goes into one of these fields.
pub(super) fn is_into(action: &AgentAction, asked: &Asked, page: &Page) -> bool {
    let found = action.target().map(|target| resolve::resolve(target, &page.observation));
    matches!(found, Some(Ok(Found::Field(index))) if asked.fields.contains(&index))
}

fn shown_row(action: &AgentAction, page: &Page, ctx: &Context<'_>) -> Option<ShownRow> {
    let found = resolve::resolve(action.target()?, &page.observation);
    let Ok(Found::Field(index)) = found else { return None };
    let field = page.observation.fields.get(index as usize)?;
    let key = gate::source_key(action)?;
    let value = value_of(page, index, key, &ctx.source).ok()?;
    Some(ShownRow {
        fingerprint: field.fingerprint.clone().unwrap_or_default(),
        key: key.to_string(),
        seal: gate::seal(ctx.hash_key, value.reveal())?,
    })
}

/// What a field would get from a key, as a person reads it.
pub(super) fn value_of(
    page: &Page,
    index: u32,
    key: &ProfileKey,
    source: &Source<'_>,
) -> Result<Private, bind::Unbindable> {
    let site = page.site_of(index);
    let writes = bind::bind(&page.observation, index, key, &source.at(site))?;
    let texts: Vec<String> = writes.iter().filter_map(|write| shown(write, page)).collect();
    let is_code = writes.len() > 1 && writes.iter().all(|w| matches!(w.bound, Bound::Text(_)));
    Ok(Private::new(texts.join(if is_code { "" } else { ", " })))
}

/// Whether an entry ticks a box. `None` where it says neither that nor the opposite.
pub(super) fn ticks(
    page: &Page,
    index: u32,
    key: &ProfileKey,
    source: &Source<'_>,
) -> Option<bool> {
    let writes = bind::bind(&page.observation, index, key, &source.at(page.site_of(index))).ok()?;
    writes.into_iter().find_map(|write| match write.bound {
        Bound::Checked(is_ticked) => Some(is_ticked),
        _ => None,
    })
}

/// What one write puts there; nothing for a choice of a group that is left out.
fn shown(write: &Write, page: &Page) -> Option<String> {
    let field = page.observation.fields.get(write.field as usize)?;
    let text = |texts: &mut dyn Iterator<Item = &str>| texts.collect::<Vec<_>>().join(", ");
    match &write.bound {
        Bound::Text(text) | Bound::Choice(text) => Some(text.reveal().to_owned()),
        Bound::Choices(all) => Some(text(&mut all.iter().map(Private::reveal))),
        Bound::Files(files) => Some(text(&mut files.iter().map(|file| file.name.as_str()))),
        Bound::Options { positions, .. } => {
            let options = field.options.as_deref().unwrap_or_default();
            let chosen = positions.iter().filter_map(|at| options.get(*at as usize));
            Some(text(&mut chosen.map(|option| option.text.as_str())))
        }
        Bound::Checked(true) if field.group_id.is_some() => Some(field.label.clone()),
        Bound::Checked(false) if field.group_id.is_some() => None,
        Bound::Checked(true) => Some(msg!("answer_yes")),
        Bound::Checked(false) => Some(msg!("answer_no")),
    }
}

/// What a field holds that is not what it would get.
fn held(
    asked: &Asked,
    field: &Field,
    element: &Element,
    page: &Page,
    ours: Option<&Private>,
) -> Option<Held> {
    let value = match asked.kind {
        AskKind::Group | AskKind::Tick => ticked(asked, page),
        _ => observe::shown_value(field, &element.value),
    };
    let same = |ours: &Private| fold(ours.reveal()) == fold(value.reveal());
    if value.is_empty() || ours.is_some_and(same) {
        return None;
    }
    let by_page = |index: &u32| page.fields.get(*index as usize).is_some_and(|one| one.preset);
    let is_preset = asked.fields.iter().all(by_page);
    Some(Held { value, by: if is_preset { HeldBy::Page } else { HeldBy::Person } })
}

/// Whether a field holds something else than this.
pub(super) fn differs(
    asked: &Asked,
    field: &Field,
    element: &Element,
    page: &Page,
    value: &Private,
) -> bool {
    held(asked, field, element, page, Some(value)).is_some()
}

/// The choices that are ticked.
fn ticked(asked: &Asked, page: &Page) -> Private {
    let fields =
        asked.fields.iter().filter_map(|index| page.observation.fields.get(*index as usize));
    let ticked = fields.filter(|field| field.checked == Some(true));
    let labels: Vec<String> = match asked.kind {
        AskKind::Tick => ticked.map(|_| msg!("answer_yes")).collect(),
        _ => ticked.map(|field| field.label.clone()).collect(),
    };
    Private::new(labels.join(", "))
}

fn filled_row(
    base: SheetRow,
    written: &WrittenField,
    field: &Field,
    element: &Element,
) -> SheetRow {
    let value = match field.checked {
        // What was used is in the page; it is not shown once more.
        _ if written.tier == Tier::Secret => Private::default(),
        Some(true) => field.label.as_str().into(),
        Some(false) => Private::new(msg!("answer_no")),
        None => observe::shown_value(field, &element.value),
    };
    let key = ProfileKey::new(written.source.as_str());
    let is_key = !written.source.contains(' ') || key.is_own();
    SheetRow {
        state: RowState::Filled,
        fingerprint: written.fingerprint.clone(),
        value,
        sure: written.sure,
        from: Some(RowSource {
            kind: if is_key { kind_of(&key) } else { SourceKind::Typed },
            key: Some(key).filter(|_| is_key),
            derived: written.derived,
            only_here: false,
            aged: 0.0,
        }),
        by: written.by,
        why: written.why.clone(),
        tier: written.tier,
        thing: written.thing.clone(),
        ..base
    }
}

fn kind_of(key: &ProfileKey) -> SourceKind {
    match key.as_str().split_once('.').map(|(room, _)| room) {
        Some("answers") => SourceKind::Answer,
        Some("custom") => SourceKind::Own,
        Some("record") => SourceKind::Record,
        Some("documents") => SourceKind::Document,
        _ => SourceKind::Profile,
    }
}

/// How sure it is that a field asks for an entry: by what the field was taken for, and of an entry that the person
/// named by whether it has the question's own name.
pub(super) fn sure(key: &ProfileKey, (index, title): (u32, &str), page: &Page) -> Sure {
    let field = page.observation.fields.get(index as usize);
    let confident =
        field.and_then(|field| field.confidence).is_none_or(|confidence| confidence >= SURE);
    let is_sure = match key.as_str().split_once('.') {
        Some(("custom" | "answers" | "record", name)) if key.is_own() => {
            fold(name) == fold(title)
                || plan::answer_key(&page.observation, index).as_ref() == Some(key)
        }
        _ => confident,
    };
    if is_sure { Sure::Sure } else { Sure::Check }
}

/// What a field is called on the sheet.
pub(super) fn title(field: &Field) -> String {
    card::label_of(field)
}
