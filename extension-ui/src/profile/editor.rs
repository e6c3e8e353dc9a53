//! What the editor holds: a signal for each text, so that typing in one repaints no other. A signal lives as long as the
//! page; those of rows that are removed are kept until then.

use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
};

use agent_core::{
    person::{
        editor::{self, Edited},
        entries::{self, Pair},
        facts::{self, Facts, Part, Person, Typed},
        tree,
    },
    question::FACTS,
};
use serde_json::Value;
use shared_types::{
    AnswerNote, Profile, SiteAnswer, json,
    profile::{Address, Document, TierChoice},
};
use sycamore::prelude::*;

use super::fields::{self, PartKind, Rows};

/// Parts that the editor has no place for: nothing reads them, and they stay as they are.
pub(crate) const UNSHOWN: &[&str] = &["preferOAuth", "oauthProvider"];
/// Where it is kept whether a model may draft.
pub(super) const DRAFTS: &str = "allowDrafts";

/// A job, a school or an address.
#[derive(Clone, PartialEq)]
pub(super) struct Row {
    pub(super) id: u32,
    /// Texts by part; of ticks `true` or nothing.
    pub(super) texts: Vec<(&'static str, Signal<String>)>,
}

/// An own entry or an answer.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct PairRow {
    pub(super) id: u32,
    pub(super) name: Signal<String>,
    pub(super) text: Signal<String>,
    pub(super) was_json: bool,
    pub(super) tier: Signal<String>,
    pub(super) despite: Signal<bool>,
}

impl PairRow {
    /// What is typed in it.
    pub(super) fn pair(&self) -> Pair {
        Pair { name: self.name.get_clone(), text: self.text.get_clone(), was_json: self.was_json }
    }
}

/// A fact of a family: a name and what is known of it.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct FactRow {
    pub(super) id: u32,
    pub(super) name: Signal<String>,
    pub(super) text: Signal<String>,
}

/// Somebody else.
#[derive(Clone, PartialEq)]
pub(super) struct PersonRow {
    pub(super) id: u32,
    was: Option<u32>,
    pub(super) texts: Vec<(&'static str, Signal<String>)>,
}

/// What can't be kept as it is typed: why, and where to mend it.
pub(super) struct Wrong {
    pub(super) why: String,
    pub(super) at: String,
}

/// All that is typed.
pub(super) struct Editor {
    scope: NodeHandle,
    next: Cell<u32>,
    pub(super) texts: BTreeMap<&'static str, Signal<String>>,
    pub(super) may_draft: Signal<bool>,
    pub(super) jobs: Signal<Vec<Row>>,
    pub(super) schools: Signal<Vec<Row>>,
    pub(super) addresses: Signal<Vec<Row>>,
    pub(super) answers: Signal<Vec<PairRow>>,
    pub(super) own: Signal<Vec<PairRow>>,
    /// Answers for one site each, by what they are stored under.
    pub(super) site_answers: Signal<Vec<PairRow>>,
    pub(super) ones: BTreeMap<&'static str, Signal<String>>,
    pub(super) families: BTreeMap<&'static str, Signal<Vec<FactRow>>>,
    pub(super) people: BTreeMap<&'static str, Signal<Vec<PersonRow>>>,
    pub(super) documents: Signal<BTreeMap<String, Document>>,
    /// Parts that are not shown, by path.
    unshown: RefCell<Vec<(String, Value)>>,
    /// The facts as they were painted: those that are not shown stay as they are.
    facts: RefCell<Facts>,
    /// What is known of the answers.
    notes: Signal<BTreeMap<String, AnswerNote>>,
    /// What is known of those for one site each, by what they are stored under.
    of_sites: Signal<BTreeMap<String, SiteAnswer>>,
    updated_at: RefCell<Option<String>>,
}

impl Editor {
    /// An empty one. Only within a root.
    pub(super) fn new() -> Self {
        let text = || create_signal(String::new());
        let parts = || FACTS.iter().map(|fact| fact.group).flat_map(facts::parts);
        Self {
            scope: use_current_scope(),
            next: Cell::new(0),
            texts: fields::all().map(|field| (field.key, text())).collect(),
            may_draft: create_signal(false),
            jobs: create_signal(Vec::new()),
            schools: create_signal(Vec::new()),
            addresses: create_signal(Vec::new()),
            answers: create_signal(Vec::new()),
            own: create_signal(Vec::new()),
            site_answers: create_signal(Vec::new()),
            ones: FACTS.iter().map(|fact| (fact.name, text())).collect(),
            families: FACTS
                .iter()
                .filter_map(|fact| Some((fact.family()?, create_signal(Vec::new()))))
                .collect(),
            people: parts()
                .filter_map(|part| match part {
                    Part::People(who, _) => Some(who),
                    _ => None,
                })
                .map(|who| (who, create_signal(Vec::new())))
                .collect(),
            documents: create_signal(BTreeMap::new()),
            unshown: RefCell::default(),
            facts: RefCell::default(),
            notes: create_signal(BTreeMap::new()),
            of_sites: create_signal(BTreeMap::new()),
            updated_at: RefCell::default(),
        }
    }

    fn id(&self) -> u32 {
        let id = self.next.get().saturating_add(1);
        self.next.set(id);
        id
    }

    fn text(&self, text: &str) -> Signal<String> {
        self.scope.run_in(|| create_signal(text.to_owned()))
    }

    /// The rows at a path.
    pub(super) fn rows(&self, of: &Rows) -> Signal<Vec<Row>> {
        match of.id {
            id if id == fields::JOBS.id => self.jobs,
            id if id == fields::SCHOOLS.id => self.schools,
            _ => self.addresses,
        }
    }

    /// One of a list; `null` for an empty one.
    pub(super) fn new_row(&self, of: &Rows, value: &Value) -> Row {
        let text = |part: &fields::Part| match (part.kind, value.get(part.name)) {
            (PartKind::Tick, Some(Value::Bool(true))) => "true".to_owned(),
            (PartKind::Tick, _) => String::new(),
            (_, value) => editor::text_of(value),
        };
        Row {
            id: self.id(),
            texts: of.parts.iter().map(|part| (part.name, self.text(&text(part)))).collect(),
        }
    }

    /// An own entry or an answer.
    pub(super) fn new_pair(
        &self,
        name: &str,
        value: &Value,
        choice: Option<&TierChoice>,
    ) -> PairRow {
        let (text, was_json) = match value {
            Value::String(text) => (text.clone(), false),
            other => (other.to_string(), true),
        };
        PairRow {
            id: self.id(),
            name: self.text(name),
            text: self.text(&text),
            was_json,
            tier: self.text(choice.map_or("", |choice| entries::name_of(choice.tier))),
            despite: self
                .scope
                .run_in(|| create_signal(choice.is_some_and(|choice| !choice.despite.is_empty()))),
        }
    }

    /// A fact of a family.
    pub(super) fn new_fact(&self, pair: &Pair) -> FactRow {
        FactRow { id: self.id(), name: self.text(&pair.name), text: self.text(&pair.text) }
    }

    /// Somebody of a kind.
    pub(super) fn new_person(&self, who: &str, person: &Person) -> PersonRow {
        let parts = FACTS.iter().filter_map(facts::person_part).filter(|(kind, _)| *kind == who);
        let text = |part: &str| {
            person.texts.iter().find(|(name, _)| name == part).map_or("", |(_, text)| text)
        };
        PersonRow {
            id: self.id(),
            was: person.was,
            texts: parts.map(|(_, part)| (part, self.text(text(part)))).collect(),
        }
    }

    /// Shows a profile.
    pub(super) fn paint(&self, profile: &Profile) {
        let whole = json::to_value(profile);
        self.scope.run_in(|| {
            batch(|| {
                for (key, text) in &self.texts {
                    text.set(editor::text_of(tree::get(&whole, key)));
                }
                let drafts = tree::get(&whole, DRAFTS).and_then(Value::as_bool);
                self.may_draft.set(drafts.unwrap_or_default());
                for of in [&fields::JOBS, &fields::SCHOOLS] {
                    let rows = tree::get(&whole, of.path).and_then(Value::as_array);
                    let rows = rows.into_iter().flatten().map(|row| self.new_row(of, row));
                    self.rows(of).set(rows.collect());
                }
                let addresses = profile.addresses.iter().map(|(name, address)| {
                    let mut row = json::to_value(address);
                    tree::set(&mut row, fields::ADDRESS_NAME, Value::from(name.as_str()));
                    self.new_row(&fields::ADDRESSES, &row)
                });
                self.addresses.set(addresses.collect());
                for (rows, name, map) in [
                    (self.answers, "answers", &profile.answers),
                    (self.own, "custom", &profile.custom),
                ] {
                    let choice = |key: &str| profile.tiers.get(&format!("{name}.{key}"));
                    rows.set(
                        map.iter()
                            .map(|(key, value)| self.new_pair(key, value, choice(key)))
                            .collect(),
                    );
                }
                let of_sites = profile.site_answers.iter();
                let of_sites =
                    of_sites.map(|(stored, one)| self.new_pair(stored, &one.answer, None));
                self.site_answers.set(of_sites.collect());
                self.paint_facts(&profile.facts);
                self.documents.set(profile.documents.clone());
                self.take_notes(profile);
            });
        });
        let unshown = UNSHOWN
            .iter()
            .filter_map(|path| Some(((*path).to_owned(), tree::get(&whole, path)?.clone())));
        self.unshown.replace(unshown.collect());
        self.updated_at.replace(profile.updated_at.clone());
    }

    /// Takes in what is known of the answers.
    pub(super) fn take_notes(&self, profile: &Profile) {
        self.notes.set(profile.answer_notes.clone());
        self.of_sites.set(profile.site_answers.clone());
    }

    /// What the person answers to a question on every site; empty where there is no such answer.
    pub(super) fn everywhere(&self, question: &str) -> String {
        let is_it = |row: &&PairRow| row.name.with(|name| name.trim() == question);
        let text = |row: &PairRow| row.text.get_clone();
        self.answers.with(|rows| rows.iter().find(is_it).map(text)).unwrap_or_default()
    }

    /// What is known of an answer for one site, by what it is stored under.
    pub(super) fn of_site(&self, stored: &str) -> Option<SiteAnswer> {
        self.of_sites.with_untracked(|all| all.get(stored).cloned())
    }

    /// Has an answer for one site hold for every one, in the place of the one that did.
    pub(super) fn use_everywhere(&self, row: PairRow) {
        let stored = row.name.get_clone_untracked();
        let Some(one) = self.of_sites.with_untracked(|all| all.get(&stored).cloned()) else {
            return;
        };
        // How carefully the other one is handled was chosen for that.
        let typed = Pair { name: one.name.clone(), ..row.pair() };
        let Ok(answer) = entries::of(vec![typed], "") else { return };
        // What was emptied answers nothing, here or elsewhere.
        let Some(answer) = answer.into_values().next() else { return };
        if row.text.with_untracked(|text| text.trim().is_empty()) {
            return;
        }
        let fresh = self.new_pair(&one.name, &answer, None);
        let is_it = |other: &PairRow| other.name.with_untracked(|name| name.trim() == one.name);
        let known = self.answers.with_untracked(|rows| rows.iter().find(|row| is_it(row)).copied());
        // More care was asked for both.
        if let Some(known) = known.filter(|known| !known.despite.get_untracked()) {
            fresh.tier.set(known.tier.get_clone_untracked());
        }
        self.answers.update(|rows| {
            rows.retain(|other| !is_it(other));
            rows.push(fresh);
        });
        self.notes.update(|notes| notes.insert(one.name, one.note));
        self.site_answers.update(|rows| rows.retain(|other| other.id != row.id));
    }

    fn typed_site_answers(&self) -> Result<BTreeMap<String, SiteAnswer>, Wrong> {
        let all = self.of_sites.get_clone_untracked();
        let rows = self.site_answers.get_clone();
        let mut typed = BTreeMap::new();
        for (at, row) in rows.iter().enumerate() {
            let answer = entries::of(vec![row.pair()], "").map_err(|(_, why)| {
                let at = format!("#siteAnswers-rows .pair:nth-child({}) textarea", at + 1);
                Wrong { why, at }
            })?;
            let stored = row.name.get_clone();
            let one = all.get(&stored).cloned();
            let one = one.zip(answer.into_values().next());
            typed.extend(one.map(|(one, answer)| (stored, SiteAnswer { answer, ..one })));
        }
        Ok(typed)
    }

    /// What is known of an answer.
    pub(super) fn note(&self, name: &str) -> Option<AnswerNote> {
        self.notes.with(|notes| notes.get(name.trim()).cloned())
    }

    fn paint_facts(&self, known: &Facts) {
        let Typed { ones, families, people } = facts::typed(known);
        let ones: BTreeMap<String, String> = ones.into_iter().collect();
        for (name, text) in &self.ones {
            text.set(ones.get(*name).cloned().unwrap_or_default());
        }
        let families: BTreeMap<String, Vec<Pair>> = families.into_iter().collect();
        for (family, rows) in &self.families {
            let pairs = families.get(*family).map_or(&[][..], Vec::as_slice);
            rows.set(pairs.iter().map(|pair| self.new_fact(pair)).collect());
        }
        let people: BTreeMap<String, Vec<Person>> = people.into_iter().collect();
        for (who, rows) in &self.people {
            let all = people.get(*who).map_or(&[][..], Vec::as_slice);
            rows.set(all.iter().map(|person| self.new_person(who, person)).collect());
        }
        self.facts.replace(known.clone());
    }

    /// The profile as it is typed.
    pub(super) fn profile(&self) -> Result<Profile, Wrong> {
        let lists: Vec<&str> =
            fields::all().filter(|field| field.is_list).map(|field| field.key).collect();
        let texts = self.texts.iter().map(|(key, text)| {
            let value = text.with(|text| editor::value_of(key, text, lists.contains(key)));
            ((*key).to_owned(), value)
        });
        let rows = [&fields::JOBS, &fields::SCHOOLS].into_iter().flat_map(|of| self.row_values(of));
        let drafts = std::iter::once((DRAFTS.to_owned(), Value::Bool(self.may_draft.get())));
        let edited = Edited {
            parts: texts.chain(drafts).chain(rows).chain(self.unshown.borrow().clone()).collect(),
            rows: [fields::JOBS.path, fields::SCHOOLS.path].map(str::to_owned).to_vec(),
            facts: self.typed_facts()?,
            addresses: self.typed_addresses()?,
            answer_notes: self.notes.get_clone_untracked(),
            answers: pairs_of(self.answers, "answers", &msg!("profile_answers"))?,
            site_answers: self.typed_site_answers()?,
            custom: pairs_of(self.own, "custom", &msg!("profile_anything_else"))?,
            tiers: [("answers", self.answers), ("custom", self.own)]
                .into_iter()
                .flat_map(|(map, rows)| tiers_of(map, rows))
                .collect(),
            documents: self.documents.get_clone(),
            updated_at: self.updated_at.borrow().clone(),
        };
        Ok(edited.profile())
    }

    fn row_values(&self, of: &'static Rows) -> Vec<(String, Value)> {
        let rows = self.rows(of).get_clone();
        let value = |part: &fields::Part, text: &str| match part.kind {
            PartKind::Tick => Value::Bool(text == "true"),
            PartKind::YesNo => editor::flag_of(text),
            PartKind::Line | PartKind::Lines => editor::value_of(part.name, text, false),
        };
        rows.iter()
            .enumerate()
            .flat_map(|(n, row)| {
                row.texts.iter().zip(of.parts).map(move |((name, text), part)| {
                    (format!("{}.{n}.{name}", of.path), text.with(|text| value(part, text)))
                })
            })
            .collect()
    }

    fn typed_addresses(&self) -> Result<BTreeMap<String, Address>, Wrong> {
        let parts = |row: &Row| {
            row.texts.iter().map(|(part, text)| (*part, text.get_clone())).collect::<Vec<_>>()
        };
        let rows = self.addresses.with(|rows| rows.iter().map(parts).collect());
        editor::addresses(rows).map_err(|(at, why)| Wrong {
            why,
            at: format!("#{} .row:nth-child({}) [data-part=name]", fields::ADDRESSES.id, at + 1),
        })
    }

    fn typed_facts(&self) -> Result<Facts, Wrong> {
        let own = |texts: &[(&'static str, Signal<String>)]| {
            texts
                .iter()
                .map(|(name, text)| ((*name).to_owned(), text.get_clone()))
                .collect::<Vec<_>>()
        };
        let is_one = |name: &str| FACTS.iter().any(|fact| fact.name == name && is_one(fact));
        let typed = Typed {
            ones: self
                .ones
                .iter()
                .filter(|(name, _)| is_one(name))
                .map(|(name, text)| ((*name).to_owned(), text.get_clone()))
                .collect(),
            families: self
                .families
                .iter()
                .map(|(family, rows)| {
                    let pair = |row: &FactRow| Pair {
                        name: row.name.get_clone(),
                        text: row.text.get_clone(),
                        was_json: false,
                    };
                    ((*family).to_owned(), rows.with(|rows| rows.iter().map(pair).collect()))
                })
                .collect(),
            people: self
                .people
                .iter()
                .map(|(who, rows)| {
                    let person = |row: &PersonRow| Person { was: row.was, texts: own(&row.texts) };
                    ((*who).to_owned(), rows.with(|rows| rows.iter().map(person).collect()))
                })
                .collect(),
        };
        facts::facts(typed, &self.facts.borrow()).map_err(|wrong| Wrong {
            why: wrong.why,
            at: format!(
                "[data-family={}] .pair:nth-child({}) [data-pair=key]",
                wrong.family,
                wrong.at + 1
            ),
        })
    }
}

/// Whether a fact is a text by itself, neither of a family nor about somebody else.
pub(super) fn is_one(fact: &agent_core::question::Fact) -> bool {
    fact.family().is_none() && facts::person_part(fact).is_none()
}

fn pairs_of(
    rows: Signal<Vec<PairRow>>,
    map: &str,
    group: &str,
) -> Result<BTreeMap<String, Value>, Wrong> {
    let pairs: Vec<Pair> = rows.with(|rows| rows.iter().map(PairRow::pair).collect());
    entries::of(pairs, group).map_err(|(at, why)| Wrong {
        why,
        at: format!("#{map}-rows .pair:nth-child({}) [data-pair=key]", at + 1),
    })
}

/// What is chosen for the entries of a map, by key.
fn tiers_of(map: &'static str, rows: Signal<Vec<PairRow>>) -> Vec<(String, TierChoice)> {
    let chosen = |row: &PairRow| {
        let (key, judged) = entries::judged(map, &row.pair());
        let tier = entries::tier_named(&row.tier.get_clone());
        Some((key.as_str().to_owned(), entries::choice(tier, judged, row.despite.get())?))
    };
    rows.with(|rows| rows.iter().filter_map(chosen).collect())
}
