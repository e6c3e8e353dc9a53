//! Hurdles: how single fields of a form refused what was written into them. Once the same happened on two visits, and the
//! form was sent each time, the next visit begins with the way that worked, or leaves the field to the person.
//!
//! A hurdle is of one form: of its site and of the fields that it showed. It names an entry and a way, never a value.

use serde::{Deserialize, Serialize};
use shared_types::{
    Field, ProfileKey, Tier,
    message::{LessonRow, Trouble},
};

use super::{
    UNUSED_FOR,
    recipe::{Use, Way, use_of, words_of},
};
use crate::gate::{self, Kind};

/// Visits after which it is known.
const KNOWN: u32 = 2;
/// Hurdles that are kept; those that were met longest ago go first.
const MOST: usize = 2_000;

/// How a write met with a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Met {
    /// It was not kept at first, and then it was: in the form of this number, in this way.
    Written {
        /// The form: 0 is the one that is bound, the others follow as they are tried.
        form: u8,
        /// How.
        way: Way,
    },
    /// The page said that it does not want it.
    Refused,
    /// The page took it away again.
    TakenBack,
    /// Its list showed nothing.
    Unopened,
    /// No hurdle: it was kept at once.
    Nothing,
}

impl Met {
    /// Whether the field is left to the person.
    pub fn is_left(self) -> bool {
        matches!(self, Self::Refused | Self::TakenBack | Self::Unopened)
    }

    fn told(self) -> Option<Trouble> {
        Some(match self {
            Self::Written { way: Way::Pressed, .. } => Trouble::Calendar,
            Self::Written { form: 1.., .. } => Trouble::Format,
            Self::Written { way: Way::Typed, .. } => Trouble::Typed,
            Self::Written { .. } => Trouble::Pasted,
            Self::Refused => Trouble::Refused,
            Self::TakenBack => Trouble::TakenBack,
            Self::Unopened => Trouble::Unopened,
            Self::Nothing => return None,
        })
    }
}

/// A field of a form, and the entry that was written into it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    /// The site.
    pub site: String,
    /// Which fields the form showed, as recipes have it.
    pub form: String,
    /// A digest of the field's words.
    pub words: String,
    /// What it was to take.
    pub used: Use,
}

impl Place {
    /// The place of a field. `None` for what nothing is learned of: a secret, an agreement, a choice of a group, what has
    /// no words, and what comes from a record, which is another each time.
    pub fn of(field: &Field, site: &str, form: &str, key: &ProfileKey) -> Option<Self> {
        let words = words_of(field);
        let is_barred = gate::is_agreement(field)
            || Kind::of_field(field).tier() == Tier::Secret
            || gate::is_secret_by_name(key)
            || key.as_str().starts_with("record.")
            || field.checked.is_some();
        let is_known = !words.is_empty() && !site.is_empty() && !form.is_empty();
        (is_known && !is_barred).then(|| Self {
            site: site.to_owned(),
            form: form.to_owned(),
            words,
            used: use_of(key),
        })
    }
}

/// How a field was met on a visit, once its form was sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Meeting {
    /// Where.
    pub place: Place,
    /// What the field is called, for the list that the person sees.
    pub label: String,
    /// How.
    pub met: Met,
}

/// What is known of a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Hurdle {
    pub(super) id: u64,
    meeting: Meeting,
    /// Visits in a row, and the last of them.
    visits: u32,
    visit: String,
    /// Seconds since 1970.
    at: u64,
}

impl Hurdle {
    fn is_known(&self) -> bool {
        self.visits >= KNOWN
    }

    /// For the person to look through.
    pub(super) fn row(&self, keys: &[ProfileKey]) -> Option<LessonRow> {
        let Meeting { place, label, met } = &self.meeting;
        self.is_known().then(|| LessonRow {
            id: self.id,
            label: label.clone(),
            key: keys.iter().find(|key| use_of(key) == place.used).cloned(),
            sites: vec![place.site.clone()],
            times: self.visits,
            at: self.at,
            trouble: met.told(),
            ..LessonRow::default()
        })
    }
}

/// How a field was met on two visits.
pub(super) fn known(all: &[Hurdle], place: &Place) -> Option<Met> {
    let mut own = all.iter().filter(|one| one.meeting.place == *place && one.is_known());
    own.next().map(|one| one.meeting.met)
}

/// Whether anything was noted of a field, be it on one visit.
pub(super) fn is_noted(all: &[Hurdle], place: &Place) -> bool {
    all.iter().any(|one| one.meeting.place == *place)
}

/// A form was sent on a visit. What was met otherwise than before begins anew, and what was no hurdle is none any more.
/// `last` numbers what is kept.
pub(super) fn meet(
    all: &mut Vec<Hurdle>,
    visit: &str,
    meetings: Vec<Meeting>,
    at: u64,
    last: &mut u64,
) {
    for meeting in meetings {
        let known = all.iter().position(|one| one.meeting.place == meeting.place);
        let same =
            known.and_then(|at| all.get_mut(at)).filter(|one| one.meeting.met == meeting.met);
        if let Some(same) = same {
            same.visits = same.visits.saturating_add(u32::from(same.visit != visit));
            same.visit = visit.to_owned();
            same.meeting.label = meeting.label;
            same.at = at;
            continue;
        }
        if let Some(known) = known {
            all.remove(known);
        }
        if meeting.met != Met::Nothing {
            *last += 1;
            all.push(Hurdle { id: *last, meeting, visits: 1, visit: visit.to_owned(), at });
        }
    }
    // A field that is left to the person is not met again; a way of writing is, at each visit.
    all.retain(|one| {
        one.at >= at.saturating_sub(UNUSED_FOR) || !matches!(one.meeting.met, Met::Written { .. })
    });
    if all.len() > MOST {
        all.sort_by_key(|one| (one.at, one.id));
        all.drain(..all.len() - MOST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SITE: &str = "https://a.example";

    fn field(label: &str) -> Field {
        Field { tag: "input".into(), kind: "text".into(), label: label.into(), ..Field::default() }
    }

    fn place(label: &str, form: &str) -> Place {
        Place::of(&field(label), SITE, form, &"phone".into()).unwrap()
    }

    /// What is known after visits that met a field so.
    fn after(visits: &[(&str, Met)]) -> Option<Met> {
        let (mut all, mut last) = (Vec::new(), 0);
        for (visit, met) in visits {
            let meeting = Meeting { place: place("Phone", "f"), label: "Phone".into(), met: *met };
            meet(&mut all, visit, vec![meeting], 1, &mut last);
        }
        known(&all, &place("Phone", "f"))
    }

    #[test]
    fn what_happened_on_two_visits_in_a_row_is_known() {
        let typed = Met::Written { form: 0, way: Way::Typed };
        let other = Met::Written { form: 1, way: Way::Inserted };
        for (visits, expected) in [
            (vec![("1", Met::Refused)], None),
            (vec![("1", Met::Refused), ("2", Met::Refused)], Some(Met::Refused)),
            // One visit that sends the form twice is one visit.
            (vec![("1", Met::Refused), ("1", Met::Refused)], None),
            (vec![("1", typed), ("2", other)], None),
            (vec![("1", typed), ("2", other), ("3", other)], Some(other)),
            (vec![("1", typed), ("2", Met::Nothing), ("3", typed)], None),
            (vec![("1", typed), ("2", typed), ("3", Met::Nothing)], None),
            (vec![("1", typed), ("2", typed), ("3", Met::Refused)], None),
            (vec![("1", Met::Nothing), ("2", Met::Nothing)], None),
        ] {
            assert_eq!(after(&visits), expected, "{visits:?}");
        }
    }

    #[test]
    fn a_way_of_writing_that_was_not_met_for_two_years_goes() {
        let (mut all, mut last) = (Vec::new(), 0);
        let typed = Met::Written { form: 0, way: Way::Typed };
        let mut at = |label: &str, met: Met, at: u64| {
            let meeting = Meeting { place: place(label, "f"), label: label.to_owned(), met };
            meet(&mut all, "1", vec![meeting], at, &mut last);
            all.iter().map(|one| one.meeting.label.clone()).collect::<Vec<_>>()
        };
        at("Phone", typed, 1_000);
        at("City", Met::Refused, 1_000);
        assert_eq!(at("Mobile", typed, 1_000 + UNUSED_FOR), ["Phone", "City", "Mobile"]);
        assert_eq!(at("Fax", typed, 1_001 + UNUSED_FOR), ["City", "Mobile", "Fax"]);
    }

    #[test]
    fn it_is_of_one_field_of_one_form_and_of_one_entry() {
        let (mut all, mut last) = (Vec::new(), 0);
        for visit in ["1", "2"] {
            let (place, label) = (place("Phone", "f"), "Phone".to_owned());
            let meeting = Meeting { place, label, met: Met::Unopened };
            meet(&mut all, visit, vec![meeting], 1, &mut last);
        }
        let of = |label: &str, site: &str, form: &str, key: &str| {
            known(&all, &Place::of(&field(label), site, form, &key.into()).unwrap())
        };
        assert_eq!(of("Phone", SITE, "f", "phone"), Some(Met::Unopened));
        assert_eq!(of("Mobile", SITE, "f", "phone"), None);
        assert_eq!(of("Phone", "https://b.example", "f", "phone"), None);
        assert_eq!(of("Phone", SITE, "g", "phone"), None);
        assert_eq!(of("Phone", SITE, "f", "email"), None);
        let row = all[0].row(&["phone".into()]).unwrap();
        assert_eq!((row.label.as_str(), row.trouble), ("Phone", Some(Trouble::Unopened)));
    }

    #[test]
    fn nothing_is_learned_of_secrets_agreements_and_what_has_no_words() {
        let tick = Field { kind: "checkbox".into(), checked: Some(false), ..field("I agree") };
        let card = Field { role: Some("cc-number".into()), ..field("Card number") };
        for (field, key) in [
            (tick, "phone"),
            (card, "custom.card"),
            (field(""), "phone"),
            (field("Login"), "password"),
            (field("Order"), "record.order"),
        ] {
            assert_eq!(Place::of(&field, SITE, "f", &key.into()), None, "{field:?}");
        }
    }

    #[test]
    fn the_latest_are_kept() {
        let (mut all, mut last) = (Vec::new(), 0);
        for at in 0..=MOST as u64 {
            let place = place(&format!("Field {at}"), "f");
            let meeting = Meeting { place, label: String::new(), met: Met::Refused };
            meet(&mut all, "1", vec![meeting], at, &mut last);
        }
        assert!(all.len() == MOST && !is_noted(&all, &place("Field 0", "f")));
        assert!(is_noted(&all, &place("Field 1", "f")));
    }
}
