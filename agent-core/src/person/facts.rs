//! Facts as an editor holds them: a text each, names with a text each, and people with a text for each part.
//!
//! Facts of a newer version are not shown and stay as they are. Nothing here says a value.

use std::collections::{BTreeMap, BTreeSet};

use shared_types::Private;

use super::{
    entries::{self, Pair},
    fits,
};
use crate::question::{FACTS, Fact, FactKind, fact_of};

/// People of one kind at most; those beyond stay as they are.
pub const MOST_PEOPLE: u32 = 20;

/// Facts by name, as a profile holds them.
pub type Facts = BTreeMap<String, Private>;

/// A part of a section, in its order.
pub enum Part {
    /// A text.
    One(&'static Fact),
    /// Texts by names of the person's own.
    Family(&'static Fact),
    /// People, with the facts about each of them.
    People(&'static str, Vec<&'static Fact>),
}

/// What a section of the screen holds.
pub fn parts(group: &str) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for fact in FACTS.iter().filter(|fact| fact.group == group) {
        match (fact.family(), person_part(fact)) {
            (Some(_), _) => parts.push(Part::Family(fact)),
            (_, None) => parts.push(Part::One(fact)),
            (_, Some((who, _))) => {
                let known = parts.iter_mut().find_map(|part| match part {
                    Part::People(other, facts) if *other == who => Some(facts),
                    _ => None,
                });
                match known {
                    Some(facts) => facts.push(fact),
                    None => parts.push(Part::People(who, vec![fact])),
                }
            }
        }
    }
    parts
}

/// Whose fact it is and which, of one about people: `referee` and `email`.
pub fn person_part(fact: &Fact) -> Option<(&'static str, &'static str)> {
    fact.name.split_once(".N.")
}

/// What people of a kind are called (`Emergency contact`), and what a fact about them is (`Phone`).
pub fn person_words(fact: &Fact) -> (String, String) {
    let (who, what) = divided(&fact.label());
    let mut letters = what.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().collect::<String>());
    (who, first.unwrap_or_default() + letters.as_str())
}

/// The two sides of a label's colon, which some languages set off by a space.
fn divided(label: &str) -> (String, String) {
    let (who, what) = label.split_once(':').unwrap_or((label, label));
    (who.trim().to_owned(), what.trim().to_owned())
}

/// What stands before a text of a family.
pub fn name_asked(fact: &Fact) -> String {
    match fact.family() {
        Some("link") => msg!("facts_network"),
        Some("workPermission" | "sponsorship") => msg!("facts_country"),
        Some("years") => msg!("facts_skill"),
        Some("language") => msg!("facts_language"),
        Some("phone" | "email") => msg!("facts_label"),
        _ => msg!("facts_name"),
    }
}

/// What the button says that adds one to a family.
pub fn adds_to(fact: &Fact) -> String {
    match fact.family() {
        Some("link") => msg!("facts_add_network"),
        Some("workPermission" | "sponsorship") => msg!("facts_add_country"),
        Some("years") => msg!("facts_add_skill"),
        Some("language") => msg!("facts_add_language"),
        Some("phone" | "email") => msg!("facts_add_label"),
        _ => msg!("facts_add_name"),
    }
}

/// What the button says that adds somebody, or something that is kept like people, to others of its kind.
pub fn adds_person(who: &str, is_first: bool) -> String {
    match (who, is_first) {
        ("referee", true) => msg!("facts_add_referee"),
        ("referee", false) => msg!("facts_another_referee"),
        ("emergency", true) => msg!("facts_add_emergency"),
        ("emergency", false) => msg!("facts_another_emergency"),
        ("landlord", true) => msg!("facts_add_landlord"),
        ("landlord", false) => msg!("facts_another_landlord"),
        ("passport", true) => msg!("facts_add_passport"),
        ("passport", false) => msg!("facts_another_passport"),
        ("licence", true) => msg!("facts_add_licence"),
        ("licence", false) => msg!("facts_another_licence"),
        ("vehicle", true) => msg!("facts_add_vehicle"),
        ("vehicle", false) => msg!("facts_another_vehicle"),
        ("traveller", true) => msg!("facts_add_traveller"),
        ("traveller", false) => msg!("facts_another_traveller"),
        _ => msg!("facts_add_entry"),
    }
}

/// A person as they are typed. It has no `Debug`: it is a person's.
#[derive(Clone, Default)]
pub struct Person {
    /// The number that they are kept under; `None` for somebody new.
    pub was: Option<u32>,
    /// Texts by part: `email`.
    pub texts: Vec<(String, String)>,
}

/// Facts as they are typed. It has no `Debug`: they are a person's.
#[derive(Clone, Default)]
pub struct Typed {
    /// Texts by name.
    pub ones: Vec<(String, String)>,
    /// Pairs by family.
    pub families: Vec<(String, Vec<Pair>)>,
    /// People by kind, in their order.
    pub people: Vec<(String, Vec<Person>)>,
}

/// A pair that can't be kept as it is typed.
#[derive(Debug, PartialEq, Eq)]
pub struct Wrong {
    /// In which family.
    pub family: String,
    /// Which of its pairs.
    pub at: usize,
    /// Why, for the person.
    pub why: String,
}

/// Where the editor has a fact, by its name.
enum Place<'a> {
    One,
    Family(&'static str, &'a str),
    /// The kind of person, their number, which fact about them, and whether it is known.
    Person(&'static str, u32, &'a str, bool),
}

fn place(name: &str) -> Option<Place<'_>> {
    if let Some((who, number, part)) = numbered(name) {
        let known = || FACTS.iter().filter_map(person_part).filter(|(other, _)| *other == who);
        if let Some((who, _)) = known().next() {
            let is_known = known().any(|(_, other)| other == part);
            return Some(Place::Person(who, number, part, is_known));
        }
    }
    let fact = fact_of(&format!("facts.{name}")).filter(|fact| person_part(fact).is_none())?;
    let Some(family) = fact.family() else { return Some(Place::One) };
    let own = name.strip_prefix(family)?.strip_prefix('.')?;
    let fits = !own.is_empty() && own.trim() == own && !own.contains(char::is_control);
    fits.then_some(Place::Family(family, own))
}

/// Reads `referee.2.email`, where the number is written as it is here.
fn numbered(name: &str) -> Option<(&str, u32, &str)> {
    let (who, rest) = name.split_once('.')?;
    let (digits, part) = rest.split_once('.')?;
    let number: u32 = digits.parse().ok()?;
    let fits = (1..=MOST_PEOPLE).contains(&number) && number.to_string() == digits;
    fits.then_some((who, number, part))
}

/// What the editor shows of facts.
pub fn typed(facts: &Facts) -> Typed {
    let text = |name: &str| facts.get(name).map(|value| value.reveal().to_owned());
    let mut typed = Typed::default();
    let mut people = BTreeSet::new();
    for fact in FACTS {
        if let Some(family) = fact.family() {
            let own = facts.iter().filter_map(|(name, value)| match place(name) {
                Some(Place::Family(of, own)) if of == family => Some(Pair {
                    name: own.to_owned(),
                    text: value.reveal().to_owned(),
                    was_json: false,
                }),
                _ => None,
            });
            typed.families.push((family.to_owned(), own.collect()));
        } else if let Some((who, _)) = person_part(fact) {
            if people.insert(who) {
                typed.people.push((who.to_owned(), people_of(who, facts)));
            }
        } else {
            typed.ones.push((fact.name.to_owned(), text(fact.name).unwrap_or_default()));
        }
    }
    typed
}

/// The people of a kind up to the last one that something is known of.
fn people_of(who: &str, facts: &Facts) -> Vec<Person> {
    let of_them = |name: &String| match place(name) {
        Some(Place::Person(of, number, ..)) if of == who => Some(number),
        _ => None,
    };
    let last = facts.keys().filter_map(of_them).max().unwrap_or_default();
    let parts = || FACTS.iter().filter_map(person_part).filter(|(of, _)| *of == who);
    let person = |number: u32| {
        let text = |part: &str| facts.get(&format!("{who}.{number}.{part}"));
        let texts = parts().map(|(_, part)| {
            (part.to_owned(), text(part).map(|text| text.reveal().to_owned()).unwrap_or_default())
        });
        Person { was: Some(number), texts: texts.collect() }
    };
    (1..=last).map(person).collect()
}

/// The facts that were typed over `base`. What of `base` the editor does not show stays; what is not known about a
/// person goes with them.
pub fn facts(typed: Typed, base: &Facts) -> Result<Facts, Wrong> {
    let mut facts: Facts = base
        .iter()
        .filter(|(name, _)| place(name).is_none())
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    let mut put = |name: String, text: &str| {
        let text = text.trim();
        if !text.is_empty() {
            facts.insert(name, Private::new(text));
        }
    };
    for (name, text) in typed.ones {
        put(name, &text);
    }
    for (who, people) in typed.people {
        for (number, person) in (1_u32..).zip(people) {
            for (part, text) in person.texts {
                put(format!("{who}.{number}.{part}"), &text);
            }
            for (name, value) in base {
                if let Some(Place::Person(of, was, part, false)) = place(name)
                    && of == who
                    && Some(was) == person.was
                {
                    put(format!("{who}.{number}.{part}"), value.reveal());
                }
            }
        }
    }
    for (family, pairs) in typed.families {
        let label = label_of(&format!("{family}.*"));
        let pairs = entries::of(pairs, &label).map_err(|(at, why)| Wrong {
            family: family.clone(),
            at,
            why,
        })?;
        for (own, value) in pairs {
            facts.insert(
                format!("{family}.{own}"),
                Private::new(value.as_str().unwrap_or_default()),
            );
        }
    }
    Ok(facts)
}

fn label_of(name: &str) -> String {
    FACTS.iter().find(|fact| fact.name == name).map(Fact::label).unwrap_or_default()
}

/// What looks wrong in what is typed for a fact, in a sentence that says what to do. It is kept all the same.
pub fn concern(fact: &Fact, text: &str) -> Option<String> {
    let text = text.trim();
    let part = person_part(fact).map(|(_, part)| part);
    let (fine, why) = match fact.kind {
        FactKind::Date => {
            let fine = fits::is_date(text) || fits::is_month(text);
            (fine, msg!("person_write_the_date_as_yyyy_mm_dd_or"))
        }
        FactKind::Number => (is_number(text), msg!("person_write_a_number_such_as_4_or_37_5")),
        FactKind::Pay => {
            let fine = text.is_empty() || text.contains(char::is_numeric);
            (fine, msg!("person_write_an_amount_such_as_52000_eur"))
        }
        FactKind::Text | FactKind::YesNo
            if part == Some("email") || fact.family() == Some("email") =>
        {
            (fits::is_email(text), msg!("person_the_e_mail_address_looks"))
        }
        FactKind::Text | FactKind::YesNo
            if part == Some("phone")
                || fact.family() == Some("phone")
                || fact.name.ends_with("Phone") =>
        {
            (fits::is_phone(text), msg!("person_the_phone_number_has_letters_in_it"))
        }
        FactKind::Text | FactKind::YesNo => (true, String::new()),
    };
    (!fine).then_some(why)
}

/// What looks wrong in facts, each with what the fact is called.
pub fn concerns(facts: &Facts) -> Vec<String> {
    let each = facts.iter().filter_map(|(name, value)| {
        place(name)?;
        let fact = fact_of(&format!("facts.{name}"))?;
        let why = concern(fact, value.reveal())?;
        Some(format!("{}: {why}", called(name, fact)))
    });
    each.collect()
}

fn is_number(text: &str) -> bool {
    text.is_empty()
        || text.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ','))
            && text.replace(',', ".").parse::<f64>().is_ok()
}

/// What a person calls the fact of a name: `Years with a skill, Rust`, `Referee 2, e-mail`. `None` for a fact of a newer
/// version.
pub fn words(name: &str) -> Option<String> {
    fact_of(&format!("facts.{name}")).map(|fact| called(name, fact))
}

fn called(name: &str, fact: &Fact) -> String {
    match place(name) {
        Some(Place::Family(_, own)) => format!("{}, {own}", fact.label()),
        Some(Place::Person(_, number, ..)) => {
            let (who, what) = divided(&fact.label());
            format!("{who} {number}, {what}")
        }
        _ => fact.label(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn map(facts: &[(&str, &str)]) -> Facts {
        facts.iter().map(|(name, text)| ((*name).to_owned(), Private::new(*text))).collect()
    }

    fn people<'a>(typed: &'a mut Typed, who: &str) -> &'a mut Vec<Person> {
        let found = typed.people.iter_mut().find(|(of, _)| of == who);
        found.map(|(_, people)| people).expect("a kind of people")
    }

    #[test]
    fn every_fact_has_its_place_and_its_words() {
        let mut shown = 0;
        for group in FACTS.iter().map(|fact| fact.group).collect::<BTreeSet<_>>() {
            for part in parts(group) {
                shown += match part {
                    Part::One(fact) => {
                        assert!(matches!(place(fact.name), Some(Place::One)), "{}", fact.name);
                        1
                    }
                    Part::Family(fact) => {
                        let name = fact.name.replace('*', "a.b");
                        let found = place(&name);
                        assert!(matches!(found, Some(Place::Family(_, "a.b"))), "{name}");
                        assert_ne!(name_asked(fact), "Name", "{name} needs a word of its own");
                        1
                    }
                    Part::People(who, facts) => {
                        for fact in &facts {
                            let name = fact.name.replace('N', "2");
                            let found = place(&name);
                            assert!(
                                matches!(found, Some(Place::Person(of, 2, _, true)) if of == who),
                                "{name}"
                            );
                            let other = facts.first().expect("a fact").label();
                            assert_eq!(divided(&fact.label()).0, divided(&other).0);
                        }
                        facts.len()
                    }
                };
            }
        }
        assert_eq!(shown, FACTS.len());
    }

    #[test]
    fn facts_that_are_not_shown_stay() {
        let base = map(&[
            ("relocate", "Yes"),
            ("favouriteColour", " blue "),
            ("years", "4"),
            ("years.", "4"),
            ("years. Rust", "4"),
            ("referee.01.name", "Dana"),
            ("referee.21.name", "Dana"),
            ("referee.0.name", "Dana"),
            ("pet.1.name", "Rex"),
            ("relocate.sub", "x"),
        ]);
        let mut typed = typed(&base);
        assert!(people(&mut typed, "referee").is_empty());
        for (_, text) in &mut typed.ones {
            text.clear();
        }
        let mut left = base.clone();
        left.remove("relocate");
        assert_eq!(facts(typed, &base), Ok(left));
    }

    #[test]
    fn people_move_up_with_all_that_is_known_of_them() {
        let base = map(&[
            ("referee.1.name", "Dana"),
            ("referee.1.fax", "1"),
            ("referee.2.name", "Omar"),
            ("referee.2.fax", "2"),
            ("emergency.2.name", "Paul"),
        ]);
        assert_eq!(facts(typed(&base), &base), Ok(base.clone()), "untouched");
        let mut without = typed(&base);
        people(&mut without, "referee").remove(0);
        people(&mut without, "referee")
            .push(Person { was: None, texts: vec![("name".to_owned(), " Ines ".to_owned())] });
        let expected = map(&[
            ("referee.1.name", "Omar"),
            ("referee.1.fax", "2"),
            ("referee.2.name", "Ines"),
            ("emergency.2.name", "Paul"),
        ]);
        assert_eq!(facts(without, &base), Ok(expected));
    }

    #[test]
    fn a_pair_without_a_name_is_named_by_its_family() {
        let pair = |name: &str, text: &str| Pair {
            name: name.to_owned(),
            text: text.to_owned(),
            was_json: false,
        };
        let check = |pairs: Vec<Pair>, why: &str| {
            let families = vec![("years".to_owned(), pairs)];
            let wrong = facts(Typed { families, ..Typed::default() }, &Facts::new()).unwrap_err();
            assert_eq!((wrong.family.as_str(), wrong.at), ("years", 1));
            assert!(wrong.why.contains(why) && !wrong.why.contains("canary"), "{}", wrong.why);
        };
        check(
            vec![pair("", ""), pair("", "canary")],
            "“Years with a skill”: give each value a name",
        );
        check(vec![pair("Rust", "canary"), pair(" Rust ", "2")], "two entries have the same name");
    }

    #[test]
    fn what_does_not_fit_its_kind_is_said() {
        let check = |name: &str, text: &str, fits: bool| {
            let fact = fact_of(&format!("facts.{name}")).expect(name);
            let concern = concern(fact, text);
            assert_eq!(concern.is_none(), fits, "{name} {text}: {concern:?}");
        };
        for (text, fits) in [
            ("", true),
            (" 2027-01-11 ", true),
            ("2021-06", true),
            ("June 2021", false),
            ("2021", false),
            ("2021-13", false),
        ] {
            check("addressSince", text, fits);
        }
        for (text, fits) in
            [("40", true), ("37.5", true), ("37,5", true), ("forty", false), ("1.2.3", false)]
        {
            check("hoursPerWeek", text, fits);
            check("years.Rust", text, fits);
        }
        check("salaryExpected", "52000 EUR a year", true);
        check("salaryExpected", "negotiable", false);
        check("referee.1.email", "dana", false);
        check("referee.1.phone", "call", false);
        check("otherPhone", "+353 1 555 0100", true);
        check("relocate", "No, only in Cork", true);
        let found = map(&[("referee.2.email", "canary"), ("years.Rust", "canary")]);
        assert_eq!(
            concerns(&found),
            [
                "Referee 2, e-mail: The e-mail address looks incomplete.",
                "Years with a skill, Rust: Write a number, such as 4 or 37.5.",
            ]
        );
    }

    fn name() -> impl Strategy<Value = String> {
        let known = prop::sample::select(FACTS).prop_flat_map(|fact| {
            ("[A-Za-z .]{0,6}", 0_u32..24).prop_map(move |(own, number)| {
                let number = format!(".{number}.");
                fact.name.replace('*', &own).replace(".N.", &number)
            })
        });
        let newer = "(referee|pet)\\.(01|1|2|300)\\.(fax|name)|[a-z]{1,6}(\\.[A-Z]{1,3})?";
        prop_oneof![4 => known, 1 => newer]
    }

    proptest! {
        /// What is stored is on the screen or kept beside it: a round trip loses nothing and makes nothing up.
        #[test]
        fn a_round_trip_loses_nothing(
            entries in prop::collection::btree_map(name(), "[ a-z0-9\n]{0,8}", 0..24)
        ) {
            let stored: Facts =
                entries.iter().map(|(name, text)| (name.clone(), Private::new(text))).collect();
            let back = facts(typed(&stored), &stored).expect("names differ");
            let holds = |name: &str, text: &str| match place(name) {
                None => Some(text.to_owned()),
                Some(Place::Family(..)) => Some(text.trim().to_owned()),
                Some(_) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
            };
            let expected: Facts = entries
                .iter()
                .filter_map(|(name, text)| Some((name.clone(), Private::new(holds(name, text)?))))
                .collect();
            prop_assert!(back == expected, "names {:?}", entries.keys());
            prop_assert!(facts(typed(&back), &back).as_ref() == Ok(&back), "a second time");
        }
    }
}
