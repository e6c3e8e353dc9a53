//! Lessons: what the person's corrections taught about single fields. A field is known by a digest of its words, so that
//! what was taught on one site can be recognised on another.
//!
//! A lesson holds for the sites that taught it, from two of them on everywhere, unless the person says where. Contradicted
//! twice, it is gone. What forms refused is kept beside them (`hurdle.rs`).

use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};

use serde::{Deserialize, Serialize};
use shared_types::{Field, ProfileKey, Tier, message::LessonRow};

use super::{
    UNUSED_FOR,
    correction::Correction,
    hurdle::{self, Hurdle, Meeting, Met, Place},
    recipe::{Use, use_of, words_of},
};
use crate::{bind::Source, gate::Kind};

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
    /// How often the person said so, as far as that was counted.
    #[serde(default)]
    said: u32,
    /// The profiles that were filled from when the field was left alone; none where it holds for all.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    profiles: BTreeSet<String>,
    /// Whether it holds on every site, where the person has said that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    everywhere: Option<bool>,
    /// Whether it is by what stood in a page, and not set otherwise since.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    by_page: bool,
}

impl Lesson {
    /// Whether it is kept at a time, in seconds since 1970. What a field is left alone by is never said again, and what the person
    /// set in the settings is theirs to end.
    fn is_kept_at(&self, now: u64) -> bool {
        let is_set = self.everywhere.is_some() && !self.by_page;
        self.at >= now.saturating_sub(UNUSED_FOR) || *self.used() == Use::Leave || is_set
    }

    /// Whether it holds on every site.
    pub fn is_general(&self) -> bool {
        self.everywhere.unwrap_or(self.sites.len() >= GENERAL)
    }

    fn used(&self) -> &Use {
        let Taught::Takes(used) = &self.taught;
        used
    }

    fn holds_on(&self, origin: &str) -> bool {
        self.sites.contains(origin)
    }

    fn holds_for(&self, profile: &str) -> bool {
        self.profiles.is_empty() || self.profiles.contains(profile)
    }

    fn taught_on(&mut self, origin: &str, profile: &str, at: u64) {
        self.said = self.said().saturating_add(1);
        if self.sites.len() < MOST_SITES {
            self.sites.insert(origin.to_owned());
        }
        if !self.profiles.is_empty() {
            self.profiles.insert(profile.to_owned());
        }
        self.at = self.at.max(at);
        self.contradicted = 0;
    }

    /// Before it was counted, each site said so once at least.
    fn said(&self) -> u32 {
        self.said.max(u32::try_from(self.sites.len()).unwrap_or(u32::MAX))
    }

    fn row(&self, keys: &[ProfileKey]) -> LessonRow {
        LessonRow {
            id: self.id,
            label: self.label.clone(),
            key: keys.iter().find(|key| use_of(key) == *self.used()).cloned(),
            leave: *self.used() == Use::Leave,
            sites: self.sites.iter().cloned().collect(),
            everywhere: self.is_general(),
            times: self.said(),
            at: self.at,
            trouble: None,
        }
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

    /// Whether a lesson may name an entry: no secret, by its name, its shape or the person's choice, and nothing that
    /// answers but its own question.
    pub fn may_name(key: &ProfileKey, source: &Source<'_>) -> bool {
        let rooms = ["answers.", "documents.", "record."];
        Kind::of_key(key, source).tier() != Tier::Secret
            && !rooms.iter().any(|room| key.as_str().starts_with(room))
    }

    /// Forgets a lesson. Whether it was there.
    pub fn revoke(&mut self, id: u64) -> bool {
        let before = self.list.len() + self.hurdles.len();
        self.list.retain(|lesson| lesson.id != id);
        self.hurdles.retain(|one| one.id != id);
        self.list.len() + self.hurdles.len() < before
    }

    /// Forgets what was taught for a profile that was deleted. What was taught for all stays.
    pub fn forget_profile(&mut self, profile: &str) {
        self.list.retain_mut(|lesson| {
            let was_its = lesson.profiles.remove(profile);
            // One of nobody would hold for everybody.
            !(was_its && lesson.profiles.is_empty())
        });
    }

    /// The person corrected fields of a site, filling from a profile, `now` in milliseconds since 1970: what that says
    /// holds there from now on. Whether anything was learned.
    pub fn learn(&mut self, origin: &str, profile: &str, all: Vec<Correction>, now: f64) -> bool {
        let mut is_any = false;
        // Of fields that read alike on a page, each thing is said once, and where they say different things nothing is.
        let mut said: BTreeMap<String, Option<Correction>> = BTreeMap::new();
        // A page in a sandbox is of no site.
        for one in all.into_iter().filter(|_| origin.contains("://")) {
            match said.entry(one.words.clone()) {
                Entry::Vacant(free) => {
                    free.insert(Some(one));
                }
                Entry::Occupied(mut taken) => {
                    if taken.get().as_ref().is_some_and(|known| known.used != one.used) {
                        taken.insert(None);
                    }
                }
            }
        }
        for one in said.into_values().flatten() {
            is_any |= one.used != Use::Open;
            self.correct(one, origin, profile, seconds(now));
        }
        self.list.retain(|one| one.is_kept_at(seconds(now)));
        if self.list.len() > MOST {
            self.list.sort_by_key(|lesson| (lesson.at, lesson.id));
            self.list.drain(..self.list.len() - MOST);
        }
        is_any
    }

    fn correct(&mut self, one: Correction, origin: &str, profile: &str, at: u64) {
        // A page can type into itself: what it says is no more to what the person taught on a sheet than any other text.
        let is_taught = |lesson: &Lesson| {
            let here = lesson.holds_on(origin) || lesson.is_general();
            let is_of_sheet = lesson.everywhere != Some(false) && lesson.holds_for(profile);
            lesson.words == one.words && is_of_sheet && here && lesson.is_kept_at(at)
        };
        if one.by_page
            && let Some(lesson) = self.list.iter().find(|lesson| is_taught(lesson))
        {
            if *lesson.used() != one.used {
                self.contradict(&Correction { used: Use::Open, ..one }, origin, profile);
            }
            return;
        }
        self.contradict(&one, origin, profile);
        let Correction { words, label, used, by_page } = one;
        if used == Use::Open {
            return;
        }
        let is_leave = used == Use::Leave;
        let taught = Taught::Takes(used);
        let is_it = |lesson: &&mut Lesson| {
            let may_be = !by_page || lesson.everywhere == Some(false);
            lesson.words == words && lesson.taught == taught && may_be
        };
        if let Some(lesson) = self.list.iter_mut().find(is_it) {
            lesson.taught_on(origin, profile, at);
            return;
        }
        self.last += 1;
        self.list.push(Lesson {
            id: self.last,
            words,
            label,
            taught,
            sites: BTreeSet::from([origin.to_owned()]),
            contradicted: 0,
            at,
            said: 1,
            profiles: is_leave.then(|| profile.to_owned()).into_iter().collect(),
            // What a page taught is of its site alone.
            everywhere: by_page.then_some(false),
            by_page,
        });
    }

    /// Counts what is said against lessons about the same field: what held on this site holds there no longer, if something
    /// else does.
    fn contradict(&mut self, said: &Correction, origin: &str, profile: &str) {
        for lesson in &mut self.list {
            let held =
                (lesson.holds_on(origin) || lesson.is_general()) && lesson.holds_for(profile);
            // What one profile leaves out says nothing of the others.
            let held = held && (said.used != Use::Leave || !lesson.profiles.is_empty());
            if lesson.words == said.words && *lesson.used() != said.used && held {
                lesson.contradicted += 1;
                if said.used != Use::Open {
                    lesson.sites.remove(origin);
                }
            }
        }
        self.list.retain(|one| one.contradicted < CONTRADICTED && !one.sites.is_empty());
    }

    /// The person says what a lesson is to say, `None` for what it says already, and whether it holds on every site; `now`
    /// is in milliseconds since 1970. What else was taught of the field gives way. Whether the lesson was there.
    pub fn change(&mut self, id: u64, used: Option<Use>, everywhere: bool, now: f64) -> bool {
        let Some(at) = self.list.iter().position(|one| one.id == id) else { return false };
        let mut lesson = self.list.remove(at);
        (lesson.everywhere, lesson.by_page) = (Some(everywhere), false);
        if let Some(used) = used.filter(|used| used != lesson.used()) {
            lesson.taught = Taught::Takes(used);
            // They speak for themselves, whichever profile they fill from.
            lesson.profiles.clear();
            (lesson.said, lesson.contradicted) = (1, 0);
        }
        lesson.at = lesson.at.max(seconds(now));
        for other in self.list.iter_mut().filter(|other| other.words == lesson.words) {
            if other.taught == lesson.taught {
                lesson.sites.append(&mut other.sites);
                continue;
            }
            other.sites.retain(|site| !lesson.holds_on(site));
            if lesson.is_general() && other.is_general() {
                other.everywhere = Some(false);
            }
        }
        self.list.retain(|other| !other.sites.is_empty());
        self.list.insert(at.min(self.list.len()), lesson);
        true
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
        profile: &str,
        keys: &'k [ProfileKey],
    ) -> Option<&'k ProfileKey> {
        let used = self.taken_by(field, origin, profile)?;
        keys.iter().find(|key| use_of(key) == *used)
    }

    /// Whether there is a field that is left alone.
    pub fn leaves_any(&self) -> bool {
        self.list.iter().any(|one| *one.used() == Use::Leave)
    }

    /// What fields take and refuse, for the person to look through, the latest first; `keys` are the entries that they have.
    pub fn rows(&self, keys: &[ProfileKey]) -> Vec<LessonRow> {
        let hurdles = self.hurdles.iter().filter_map(|one| one.row(keys));
        let lessons = self.list.iter().map(|one| one.row(keys));
        let mut all: Vec<LessonRow> = lessons.chain(hurdles).collect();
        all.sort_by_key(|row| std::cmp::Reverse(row.id));
        all
    }

    /// What was taught of what a field takes, on this site or on two others, to whoever fills from this profile; nothing
    /// where two lessons hold.
    pub fn taken_by(&self, field: &Field, origin: &str, profile: &str) -> Option<&Use> {
        let words = words_of(field);
        let is_its =
            |one: &&Lesson| !words.is_empty() && one.words == words && one.holds_for(profile);
        let its = || self.list.iter().filter(is_its);
        let here: Vec<&Lesson> = its().filter(|one| one.holds_on(origin)).collect();
        let mut all =
            if here.is_empty() { its().filter(|one| one.is_general()).collect() } else { here };
        // What is of this very profile goes before what is of all.
        if all.iter().any(|one| !one.profiles.is_empty()) {
            all.retain(|one| !one.profiles.is_empty());
        }
        // What a page taught may say the same as the sheet.
        let used = all.first()?.used();
        all.iter().all(|one| one.used() == used).then_some(used)
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

    fn key(name: &str) -> Use {
        Use::Key(name.into())
    }

    fn teach(lessons: &mut Lessons, site: &str, used: Use) -> bool {
        teach_with(lessons, site, "first", used)
    }

    fn teach_with(lessons: &mut Lessons, site: &str, profile: &str, used: Use) -> bool {
        let one = Correction::of(&field("Call sign"), used, |_| true).unwrap();
        lessons.learn(site, profile, vec![one], 1_000.0)
    }

    fn known(lessons: &Lessons, site: &str) -> Option<Use> {
        lessons.taken_by(&field("Call sign"), site, "first").cloned()
    }

    #[test]
    fn a_lesson_of_two_sites_holds_everywhere_until_it_is_contradicted_twice() {
        let mut lessons = Lessons::default();
        let nick = Some(key("username"));
        assert!(teach(&mut lessons, "https://a.example", key("username")));
        assert_eq!(
            (known(&lessons, "https://a.example"), known(&lessons, "https://c.example")),
            (nick.clone(), None)
        );
        teach(&mut lessons, "https://b.example", key("username"));
        assert_eq!(known(&lessons, "https://c.example"), nick);
        teach(&mut lessons, "https://c.example", Use::Leave);
        assert_eq!(known(&lessons, "https://c.example"), Some(Use::Leave));
        assert_eq!(known(&lessons, "https://d.example"), nick);
        // That one profile left it out speaks against nothing that others were taught.
        teach(&mut lessons, "https://d.example", key("lastName"));
        assert_eq!(known(&lessons, "https://a.example"), nick);
        teach(&mut lessons, "https://e.example", key("company"));
        assert_eq!(
            (known(&lessons, "https://a.example"), known(&lessons, "https://f.example")),
            (None, None)
        );
        assert_eq!(lessons.listed().len(), 3);
    }

    #[test]
    fn what_stands_twice_in_a_page_is_said_once_and_a_page_teaches_its_site_alone() {
        let mut lessons = Lessons::default();
        let said = |used: Use| Correction::of(&field("Call sign"), used, |_| true).unwrap();
        for site in ["https://a.example", "https://b.example"] {
            teach(&mut lessons, site, key("username"));
        }
        let nick = Some(key("username"));
        let learn = |lessons: &mut Lessons, site: &str, all: Vec<Correction>| {
            lessons.learn(
                site,
                "first",
                all.into_iter().map(Correction::in_page).collect(),
                2_000.0,
            )
        };
        learn(&mut lessons, "https://x.example", vec![said(Use::Open), said(Use::Open)]);
        assert_eq!(known(&lessons, "https://a.example"), nick, "once is no twice");
        learn(&mut lessons, "https://a.example", vec![said(key("company")), said(key("lastName"))]);
        assert_eq!(known(&lessons, "https://a.example"), nick, "they say different things");
        let mut by_pages = Lessons::default();
        for site in ["https://a.example", "https://b.example"] {
            learn(&mut by_pages, site, vec![said(key("birthDate"))]);
        }
        assert_eq!(known(&by_pages, "https://b.example"), Some(key("birthDate")));
        assert_eq!(known(&by_pages, "https://c.example"), None);
    }

    /// A page can type into itself. Whether its guess is one of the person's entries must make no difference to what they
    /// taught on a sheet.
    #[test]
    fn what_a_page_says_is_no_more_to_a_lesson_of_the_sheet_than_any_text() {
        let (a, b) = ("https://a.example", "https://b.example");
        let typed = |lessons: &mut Lessons, site: &str, used: Use| {
            let one = Correction::of(&field("Call sign"), used, |_| true).unwrap().in_page();
            lessons.learn(site, "first", vec![one], 2_000.0)
        };
        let mut lessons = Lessons::default();
        assert!(!typed(&mut lessons, "null", key("username")), "a sandbox is no site");
        teach(&mut lessons, a, key("username"));
        let taught = lessons.clone();
        typed(&mut lessons, a, key("username"));
        assert_eq!(lessons, taught, "it is what was taught");
        let after = |used: Use| {
            let mut lessons = taught.clone();
            typed(&mut lessons, a, used);
            lessons
        };
        assert_eq!(
            after(key("company")),
            after(Use::Open),
            "a guess that is an entry, and any text"
        );
        assert_eq!(known(&after(key("company")), a), Some(key("username")));
        typed(&mut lessons, b, key("username"));
        assert_eq!(known(&lessons, b), Some(key("username")));
        assert_eq!(known(&lessons, "https://c.example"), None, "two sites, but one by a page");
        teach(&mut lessons, b, key("username"));
        assert_eq!(known(&lessons, b), Some(key("username")), "both say the same there");
    }

    #[test]
    fn profiles_do_not_cancel_what_others_were_taught() {
        let mut lessons = Lessons::default();
        let of = |lessons: &Lessons, profile: &str| {
            lessons.taken_by(&field("Call sign"), "https://a.example", profile).cloned()
        };
        teach_with(&mut lessons, "https://a.example", "work", key("company"));
        teach_with(&mut lessons, "https://a.example", "first", Use::Leave);
        assert_eq!(
            (of(&lessons, "work"), of(&lessons, "first")),
            (Some(key("company")), Some(Use::Leave))
        );
        teach_with(&mut lessons, "https://a.example", "work", key("company"));
        assert_eq!(
            (of(&lessons, "work"), of(&lessons, "first")),
            (Some(key("company")), Some(Use::Leave))
        );
    }

    /// Words of the person's own take no place: they only speak against what was learned.
    #[test]
    fn what_is_typed_instead_twice_ends_a_lesson() {
        let mut lessons = Lessons::default();
        let site = "https://a.example";
        assert!(!teach(&mut lessons, site, Use::Open));
        teach(&mut lessons, site, key("username"));
        teach(&mut lessons, site, Use::Open);
        assert_eq!(known(&lessons, site), Some(key("username")));
        teach(&mut lessons, "https://b.example", Use::Open);
        assert_eq!(known(&lessons, site), Some(key("username")), "it does not hold there");
        teach(&mut lessons, site, Use::Open);
        assert!(lessons.listed().is_empty());
    }

    #[test]
    fn what_is_left_alone_with_one_profile_is_not_with_another() {
        let mut lessons = Lessons::default();
        let site = "https://a.example";
        let on = |lessons: &Lessons, profile: &str| {
            lessons.taken_by(&field("Call sign"), site, profile).cloned()
        };
        teach(&mut lessons, site, Use::Leave);
        assert!(lessons.leaves_any());
        assert_eq!((on(&lessons, "first"), on(&lessons, "w")), (Some(Use::Leave), None));
        teach_with(&mut lessons, site, "w", Use::Leave);
        assert_eq!(on(&lessons, "w"), Some(Use::Leave));
        assert_eq!(on(&lessons, "v"), None);
        // Said in the settings, it is said for all.
        let id = lessons.listed()[0].id;
        assert!(lessons.change(id, Some(key("company")), false, 1.0));
        assert!(lessons.change(id, Some(Use::Leave), false, 1.0));
        assert_eq!(on(&lessons, "v"), Some(Use::Leave));
    }

    #[test]
    fn a_profile_that_is_deleted_takes_its_own_lessons_along_and_no_others() {
        let mut lessons = Lessons::default();
        let site = "https://a.example";
        let on = |lessons: &Lessons, profile: &str| {
            lessons.taken_by(&field("Call sign"), site, profile).cloned()
        };
        for profile in ["w", "v"] {
            teach_with(&mut lessons, site, profile, Use::Leave);
        }
        lessons.forget_profile("w");
        assert_eq!((on(&lessons, "w"), on(&lessons, "v")), (None, Some(Use::Leave)));
        lessons.forget_profile("v");
        assert_eq!((on(&lessons, "v"), lessons.listed().len()), (None, 0), "it holds for nobody");
        teach(&mut lessons, site, key("username"));
        lessons.forget_profile("first");
        assert_eq!(on(&lessons, "first"), Some(key("username")), "that was taught for all");
    }

    #[test]
    fn an_entry_that_was_not_chosen_for_two_years_goes_unless_the_person_set_it() {
        let teach_at = |lessons: &mut Lessons, label: &str, years: f64| {
            let one = Correction::of(&field(label), key("username"), |_| true).unwrap();
            lessons.learn("https://a.example", "", vec![one], years * 365.0 * 86_400_000.0);
        };
        let mut lessons = Lessons::default();
        for label in ["Call sign", "Nickname"] {
            teach_at(&mut lessons, label, 10.0);
        }
        let typed = Correction::of(&field("Locker"), key("username"), |_| true).unwrap();
        lessons.learn("https://a.example", "", vec![typed.in_page()], 10.0 * 365.0 * 86_400_000.0);
        let left = Correction::of(&field("Fax"), Use::Leave, |_| true).unwrap();
        lessons.learn("https://a.example", "", vec![left], 10.0 * 365.0 * 86_400_000.0);
        let of_all = lessons.listed()[1].id;
        lessons.change(of_all, None, true, 10.0 * 365.0 * 86_400_000.0);
        let labels = |lessons: &Lessons| -> Vec<String> {
            lessons.listed().iter().map(|one| one.label.clone()).collect()
        };
        teach_at(&mut lessons, "Badge", 11.9);
        assert_eq!(labels(&lessons), ["Call sign", "Nickname", "Locker", "Fax", "Badge"]);
        teach_at(&mut lessons, "Badge", 12.1);
        assert_eq!(labels(&lessons), ["Nickname", "Fax", "Badge"]);
        // Said again after all that time it goes on with what it was, and a page goes on without it.
        teach_at(&mut lessons, "Badge", 14.2);
        assert_eq!(lessons.rows(&[]).iter().map(|row| row.times).max(), Some(3));
        let typed = Correction::of(&field("Badge"), key("username"), |_| true).unwrap().in_page();
        lessons.learn("https://a.example", "", vec![typed], 16.3 * 365.0 * 86_400_000.0);
        let badge = lessons.rows(&[]).into_iter().find(|row| row.label == "Badge");
        assert_eq!(badge.map(|row| row.times), Some(1));
    }

    #[test]
    fn a_lesson_says_how_often_and_when_it_was_said() {
        let mut lessons = Lessons::default();
        for site in ["https://a.example", "https://b.example", "https://a.example"] {
            teach(&mut lessons, site, key("username"));
        }
        let row = lessons.rows(&["username".into()]).remove(0);
        assert_eq!((row.times, row.at, row.everywhere, row.leave), (3, 1, true, false));
        assert_eq!(row.key, Some("username".into()));
        teach(&mut lessons, "https://c.example", Use::Leave);
        assert!(lessons.rows(&[])[0].leave);
    }

    #[test]
    fn a_lesson_can_be_changed_and_what_it_contradicts_gives_way() {
        let (a, b, c) = ("https://a.example", "https://b.example", "https://c.example");
        let mut lessons = Lessons::default();
        teach(&mut lessons, a, key("username"));
        let id = lessons.listed()[0].id;
        assert!(lessons.change(id, None, true, 9_000.0));
        assert_eq!(known(&lessons, c), Some(key("username")), "on every site");
        assert_eq!((lessons.listed()[0].at, lessons.rows(&[])[0].times), (9, 1));
        assert!(lessons.change(id, Some(key("company")), false, 9_000.0));
        assert_eq!((known(&lessons, a), known(&lessons, c)), (Some(key("company")), None));
        // Two that hold everywhere, and two that say the same.
        for site in [b, c] {
            teach(&mut lessons, site, key("lastName"));
        }
        assert!(lessons.change(id, None, true, 9_000.0));
        assert_eq!(known(&lessons, "https://d.example"), Some(key("company")));
        assert_eq!(known(&lessons, b), Some(key("lastName")), "what is said there goes first");
        assert!(lessons.change(id, Some(key("lastName")), false, 9_000.0));
        let [one] = lessons.listed() else { panic!("{:?}", lessons.listed()) };
        assert_eq!((one.sites.len(), one.is_general()), (3, false));
        assert!(!lessons.change(id + 100, None, true, 1.0), "it is not there");
    }

    #[test]
    fn what_earlier_versions_stored_is_read() {
        let stored = r#"{"list":[{"id":1,"words":"w","label":"Call sign","taught":{"takes":{"key":"username"}},
            "sites":["https://a.example","https://b.example"],"contradicted":0,"at":7},
            {"id":2,"words":"v","label":"Crew","taught":{"takes":"leave"},"sites":["https://a.example"],
            "contradicted":1,"at":8}],"last":2}"#;
        let lessons: Lessons = serde_json::from_str(stored).unwrap();
        let rows = lessons.rows(&["username".into()]);
        assert_eq!((rows[1].times, rows[1].key.clone()), (2, Some("username".into())));
        assert_eq!((rows[0].leave, rows[0].everywhere), (true, false));
    }

    #[test]
    fn nothing_is_learned_of_secrets_agreements_and_words_with_values() {
        let tick = Field {
            kind: "checkbox".into(),
            checked: Some(false),
            ..field("I agree to the terms")
        };
        let card = Field { role: Some("cc-number".into()), ..field("Card number") };
        for (field, is_clean) in
            [(tick, true), (card, true), (field("Are you Ann?"), false), (field(""), true)]
        {
            assert_eq!(Correction::of(&field, Use::Leave, |_| is_clean), None, "{field:?}");
        }
        assert!(!teach(&mut Lessons::default(), "", key("username")), "it is of no site");
    }

    proptest! {
        #[test]
        fn what_was_said_last_holds_on_its_site(steps in vec((0..4_usize, 0..3_usize), 1..40)) {
            let sites = ["https://a.example", "https://b.example", "https://c.example", "https://d.example"];
            let names = ["username", "lastName", "company"];
            let mut lessons = Lessons::default();
            for (site, name) in steps {
                prop_assert!(teach(&mut lessons, sites[site], key(names[name])));
                prop_assert_eq!(known(&lessons, sites[site]), Some(key(names[name])));
                for lesson in lessons.listed() {
                    prop_assert!(!lesson.sites.is_empty() && lesson.contradicted < CONTRADICTED);
                }
                // On each site one thing holds at most.
                for site in sites {
                    prop_assert!(lessons.listed().iter().filter(|one| one.holds_on(site)).count() <= 1);
                }
                // Elsewhere only what two sites taught.
                let elsewhere = known(&lessons, "https://z.example");
                let taught = elsewhere.clone().map(Taught::Takes);
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
