//! Lessons: what the person's corrections taught about single fields. A field is known by a digest of its words, so that
//! what was taught on one site can be recognised on another.
//!
//! A lesson holds for the sites that taught it, from two of them on everywhere. Contradicted twice, it is gone. Nothing is
//! learned of secrets and of what agrees to something. What forms refused is kept beside them (`hurdle.rs`).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use shared_types::{Field, ProfileKey, Tier, message::LessonRow};

use super::{
    hurdle::{self, Hurdle, Meeting, Met, Place},
    recipe::{Use, Way, use_of, words_of},
};
use crate::gate::{self, Kind};

/// Sites from which on a lesson is a general one.
const GENERAL: usize = 2;
/// Contradictions after which it is gone.
const CONTRADICTED: u32 = 2;
/// Lessons that are kept; those that were taught longest ago go first.
const MOST: usize = 2_000;
/// Sites that are kept of a lesson.
const MOST_SITES: usize = 20;

/// What a correction says of a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Taught {
    /// It takes this.
    Takes(Use),
    /// It is written this way.
    Written(Way),
}

impl Taught {
    /// Whether both say something of the same.
    fn is_about_the_same(&self, other: &Self) -> bool {
        matches!(
            (self, other),
            (Self::Takes(_), Self::Takes(_)) | (Self::Written(_), Self::Written(_))
        )
    }
}

/// What was taught of a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Lesson {
    /// Names it, for as long as it is there.
    pub id: u64,
    /// A digest of the field's words.
    pub words: String,
    /// The field's label, for the list that the person sees.
    pub label: String,
    /// What was taught.
    pub taught: Taught,
    /// Origins of the sites that taught it.
    pub sites: BTreeSet<String>,
    /// How often it was contradicted.
    pub contradicted: u32,
    /// When it was taught last: seconds since 1970.
    pub at: u64,
}

impl Lesson {
    /// Whether it holds on every site.
    pub fn is_general(&self) -> bool {
        self.sites.len() >= GENERAL
    }

    fn holds_on(&self, origin: &str) -> bool {
        self.sites.contains(origin)
    }
}

/// All that was taught.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Lessons {
    list: Vec<Lesson>,
    last: u64,
    /// What forms refused.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hurdles: Vec<Hurdle>,
}

impl Lessons {
    /// What is known, for the person to look through.
    pub fn listed(&self) -> &[Lesson] {
        &self.list
    }

    /// Forgets a lesson. Whether it was there.
    pub fn revoke(&mut self, id: u64) -> bool {
        let before = self.list.len() + self.hurdles.len();
        self.list.retain(|lesson| lesson.id != id);
        self.hurdles.retain(|one| one.id != id);
        self.list.len() + self.hurdles.len() < before
    }

    /// The person corrected a field on a site: what it says holds there from now on. `is_clean` says whether a text holds
    /// nothing of the person's. Whether something was learned.
    pub fn correct(
        &mut self,
        field: &Field,
        origin: &str,
        taught: Taught,
        at: u64,
        is_clean: impl Fn(&str) -> bool,
    ) -> bool {
        let texts = [Some(&field.label), field.group.as_ref(), field.section.as_ref()];
        let is_plain = texts.into_iter().flatten().all(|text| is_clean(text));
        let words = words_of(field);
        let is_barred = gate::is_agreement(field) || Kind::of_field(field).tier() == Tier::Secret;
        if words.is_empty() || origin.is_empty() || !is_plain || is_barred {
            return false;
        }
        self.contradict(&words, origin, &taught);
        let known = self.list.iter_mut().find(|one| one.words == words && one.taught == taught);
        match known {
            Some(lesson) => {
                if lesson.sites.len() < MOST_SITES {
                    lesson.sites.insert(origin.to_owned());
                }
                lesson.at = lesson.at.max(at);
            }
            None => {
                self.last += 1;
                let sites = BTreeSet::from([origin.to_owned()]);
                let (id, label) = (self.last, field.label.clone());
                self.list.push(Lesson { id, words, label, taught, sites, contradicted: 0, at });
            }
        }
        if self.list.len() > MOST {
            self.list.sort_by_key(|lesson| (lesson.at, lesson.id));
            self.list.drain(..self.list.len() - MOST);
        }
        true
    }

    /// Counts what is said against lessons about the same field: what held on this site holds there no longer.
    fn contradict(&mut self, words: &str, origin: &str, taught: &Taught) {
        for lesson in &mut self.list {
            let is_same_field = lesson.words == words && lesson.taught.is_about_the_same(taught);
            let held = lesson.holds_on(origin) || lesson.is_general();
            if is_same_field && lesson.taught != *taught && held {
                lesson.contradicted += 1;
                lesson.sites.remove(origin);
            }
        }
        self.list.retain(|one| one.contradicted < CONTRADICTED && !one.sites.is_empty());
    }

    /// The person chose entries for fields of a site, `now` in milliseconds since 1970. Labels are read without values:
    /// what has a mark in the place of one is not learned.
    pub fn learn(&mut self, origin: &str, taught: Vec<(Field, Taught)>, now: f64) {
        let is_clean = |text: &str| !text.contains("{{");
        for (field, taught) in taught {
            self.correct(&field, origin, taught, seconds(now), is_clean);
        }
    }

    /// A form was sent on a visit, `now` in milliseconds since 1970: how its fields were met.
    pub fn meet(&mut self, visit: &str, meetings: Vec<Meeting>, now: f64) {
        hurdle::meet(&mut self.hurdles, visit, meetings, seconds(now), &mut self.last);
    }

    /// How a field was met on two visits.
    pub fn met(&self, place: &Place) -> Option<Met> {
        hurdle::known(&self.hurdles, place)
    }

    /// Whether anything was noted of how a field was met, be it on one visit.
    pub fn has_met(&self, place: &Place) -> bool {
        hurdle::is_noted(&self.hurdles, place)
    }

    /// Whether forms refused anything.
    pub fn has_hurdles(&self) -> bool {
        !self.hurdles.is_empty()
    }

    /// The entry that the person chose for a field before, on this site or on two others. It is offered, and filled by
    /// nobody but the person: a field with these words may ask for something else by now.
    pub fn chosen_for<'k>(
        &self,
        field: &Field,
        origin: &str,
        keys: &'k [ProfileKey],
    ) -> Option<&'k ProfileKey> {
        let used = self.taken_by(field, origin)?;
        keys.iter().find(|key| use_of(key) == *used)
    }

    /// What fields take and refuse, for the person to look through, the latest first; `keys` are the entries that they have.
    pub fn rows(&self, keys: &[ProfileKey]) -> Vec<LessonRow> {
        let row = |lesson: &Lesson| {
            let Taught::Takes(used) = &lesson.taught else { return None };
            Some(LessonRow {
                id: lesson.id,
                label: lesson.label.clone(),
                key: keys.iter().find(|key| use_of(key) == *used).cloned(),
                sites: lesson.sites.iter().cloned().collect(),
                everywhere: lesson.is_general(),
                trouble: None,
            })
        };
        let hurdles = self.hurdles.iter().filter_map(|one| one.row(keys));
        let mut all: Vec<LessonRow> = self.list.iter().filter_map(row).chain(hurdles).collect();
        all.sort_by_key(|row| std::cmp::Reverse(row.id));
        all
    }

    /// What was taught of what a field takes, on this site or on two others; nothing where two lessons hold.
    pub fn taken_by(&self, field: &Field, origin: &str) -> Option<&Use> {
        self.on(field, origin).into_iter().find_map(|taught| match taught {
            Taught::Takes(used) => Some(used),
            Taught::Written(_) => None,
        })
    }

    /// The same of how it is written.
    pub fn way_of(&self, field: &Field, origin: &str) -> Option<Way> {
        self.on(field, origin).into_iter().find_map(|taught| match taught {
            Taught::Written(way) => Some(*way),
            Taught::Takes(_) => None,
        })
    }

    /// At most one lesson of each kind.
    fn on(&self, field: &Field, origin: &str) -> Vec<&Taught> {
        let words = words_of(field);
        let own = self.list.iter().filter(|one| !words.is_empty() && one.words == words);
        let (here, elsewhere): (Vec<&Lesson>, Vec<&Lesson>) =
            own.partition(|one| one.holds_on(origin));
        let is_said_here =
            |one: &&Lesson| here.iter().any(|own| own.taught.is_about_the_same(&one.taught));
        let general = elsewhere.into_iter().filter(|one| one.is_general() && !is_said_here(one));
        let all: Vec<&Lesson> = here.iter().copied().chain(general).collect();
        let is_alone = |one: &&&Lesson| {
            all.iter().filter(|other| other.taught.is_about_the_same(&one.taught)).count() == 1
        };
        all.iter().filter(is_alone).map(|one| &one.taught).collect()
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a time in seconds")]
fn seconds(now: f64) -> u64 {
    (now / 1000.0) as u64
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    fn field(label: &str) -> Field {
        Field { tag: "input".into(), kind: "text".into(), label: label.into(), ..Field::default() }
    }

    fn key(name: &str) -> Taught {
        Taught::Takes(Use::Key(name.into()))
    }

    fn teach(lessons: &mut Lessons, site: &str, taught: Taught) -> bool {
        let at = lessons.last;
        lessons.correct(&field("Call sign"), site, taught, at, |_| true)
    }

    #[test]
    fn a_lesson_of_two_sites_holds_everywhere_until_it_is_contradicted_twice() {
        let mut lessons = Lessons::default();
        let on =
            |lessons: &Lessons, site: &str| lessons.taken_by(&field("Call sign"), site).cloned();
        let nick = Some(Use::Key("username".into()));
        assert!(teach(&mut lessons, "https://a.example", key("username")));
        assert_eq!(
            (on(&lessons, "https://a.example"), on(&lessons, "https://c.example")),
            (nick.clone(), None)
        );
        teach(&mut lessons, "https://b.example", key("username"));
        assert_eq!(on(&lessons, "https://c.example"), nick);
        teach(&mut lessons, "https://c.example", Taught::Takes(Use::Leave));
        assert_eq!(on(&lessons, "https://c.example"), Some(Use::Leave));
        assert_eq!(on(&lessons, "https://d.example"), nick);
        teach(&mut lessons, "https://d.example", key("lastName"));
        assert_eq!(
            (on(&lessons, "https://a.example"), on(&lessons, "https://e.example")),
            (None, None)
        );
        assert_eq!(lessons.listed().len(), 2);
    }

    #[test]
    fn ways_and_meanings_are_taught_apart() {
        let mut lessons = Lessons::default();
        teach(&mut lessons, "https://a.example", key("username"));
        teach(&mut lessons, "https://a.example", Taught::Written(Way::Typed));
        assert_eq!(lessons.way_of(&field("Call sign"), "https://a.example"), Some(Way::Typed));
        assert!(lessons.taken_by(&field("Call sign"), "https://a.example").is_some());
        assert!(lessons.taken_by(&field("Other"), "https://a.example").is_none());
    }

    #[test]
    fn nothing_is_learned_of_secrets_agreements_and_words_with_values() {
        let mut lessons = Lessons::default();
        let tick = Field {
            kind: "checkbox".into(),
            checked: Some(false),
            ..field("I agree to the terms")
        };
        let card = Field { role: Some("cc-number".into()), ..field("Card number") };
        for (field, is_clean) in
            [(tick, true), (card, true), (field("Are you Ann?"), false), (field(""), true)]
        {
            let site = "https://a.example";
            assert!(
                !lessons.correct(&field, site, Taught::Takes(Use::Leave), 1, |_| is_clean),
                "{field:?}"
            );
        }
        assert!(lessons.listed().is_empty());
    }

    proptest! {
        #[test]
        fn what_was_said_last_holds_on_its_site(steps in vec((0..4_usize, 0..3_usize), 1..40)) {
            let sites = ["https://a.example", "https://b.example", "https://c.example", "https://d.example"];
            let names = ["username", "lastName", "company"];
            let mut lessons = Lessons::default();
            for (site, name) in steps {
                prop_assert!(teach(&mut lessons, sites[site], key(names[name])));
                let known = lessons.taken_by(&field("Call sign"), sites[site]);
                prop_assert_eq!(known, Some(&Use::Key(names[name].into())));
                for lesson in lessons.listed() {
                    prop_assert!(!lesson.sites.is_empty() && lesson.contradicted < CONTRADICTED);
                }
                // On each site one thing holds at most.
                for site in sites {
                    prop_assert!(lessons.listed().iter().filter(|one| one.holds_on(site)).count() <= 1);
                }
                // Elsewhere only what two sites taught.
                let elsewhere = lessons.taken_by(&field("Call sign"), "https://z.example");
                let taught = elsewhere.cloned().map(Taught::Takes);
                let is_general = lessons.listed().iter().any(|one| Some(&one.taught) == taught.as_ref() && one.sites.len() >= 2);
                prop_assert!(elsewhere.is_none() || is_general);
            }
            let read: Lessons = serde_json::from_str(&serde_json::to_string(&lessons).unwrap()).unwrap();
            prop_assert_eq!(&read, &lessons);
            let ids: Vec<u64> = lessons.listed().iter().map(|one| one.id).collect();
            for id in ids {
                prop_assert!(lessons.revoke(id) && !lessons.revoke(id));
            }
            prop_assert!(lessons.listed().is_empty());
        }
    }
}
