//! The facts of the view Profile: a row each, names with a value each, people in numbered blocks. What stands where is
//! `agent_core`'s table; a section is wherever the page has a place for its group.

use std::{cell::RefCell, collections::BTreeMap};

use agent_core::{
    person::{
        entries::Pair,
        facts::{self, Facts, MOST_PEOPLE, Part, Person, Typed},
    },
    question::{Fact, FactKind},
};
use shared_types::Tier;

use super::dom::{
    self, Control, attribute, attribute_of, button, el, focus, id, on, template, with, write,
};

/// What calls back when something was changed.
type Touched = fn();

thread_local! {
    /// The facts as they were when they were painted: those that are not shown stay as they are.
    static PAINTED: RefCell<Facts> = RefCell::default();
}

/// What can't be kept as it is typed: why, and where it stands.
pub(super) struct Wrong {
    /// For the person.
    pub(super) why: String,
    /// Where to mend it.
    pub(super) at: Option<Control>,
}

/// Shows facts.
pub(super) fn paint(facts: &Facts, touched: Touched) {
    let Typed { ones, families, people } = facts::typed(facts);
    let ones: BTreeMap<String, String> = ones.into_iter().collect();
    let families: BTreeMap<String, Vec<Pair>> = families.into_iter().collect();
    let people: BTreeMap<String, Vec<Person>> = people.into_iter().collect();
    for section in dom::all(&id("profile-form"), "[data-facts]") {
        let parts = facts::parts(&attribute_of(&section, "data-facts"));
        let painted = parts.iter().map(|part| match part {
            Part::One(fact) => one(fact, ones.get(fact.name).map_or("", String::as_str)),
            Part::Family(fact) => {
                let pairs = families.get(fact.family().unwrap_or_default());
                family(fact, pairs.map_or(&[], Vec::as_slice), touched)
            }
            Part::People(who, facts) => {
                people_of(who, facts, people.get(*who).map_or(&[], Vec::as_slice), touched)
            }
        });
        dom::fill(&section, painted);
    }
    PAINTED.replace(facts.clone());
}

/// The facts as they are on the screen.
pub(super) fn edited() -> Result<Facts, Wrong> {
    let form = id("profile-form");
    let text = |control: &Control, name: &str| (attribute_of(control, name), control.text());
    let ones = dom::all(&form, "[data-fact]");
    let families = dom::all(&form, "[data-family]");
    let people = dom::all(&form, "[data-people]");
    let typed = Typed {
        ones: ones.iter().map(|control| text(control, "data-fact")).collect(),
        families: families
            .iter()
            .map(|family| {
                let pairs = dom::all(family, ".pair");
                (attribute_of(family, "data-family"), pairs.iter().filter_map(pair_of).collect())
            })
            .collect(),
        people: people
            .iter()
            .map(|people| {
                let blocks = dom::all(people, ".row");
                let person = |block: &Control| Person {
                    was: attribute_of(block, "data-was").parse().ok(),
                    texts: dom::all(block, "[data-person]")
                        .iter()
                        .map(|control| text(control, "data-person"))
                        .collect(),
                };
                (attribute_of(people, "data-people"), blocks.iter().map(person).collect())
            })
            .collect(),
    };
    PAINTED.with_borrow(|painted| facts::facts(typed, painted)).map_err(|wrong| {
        let family = dom::one(&form, &format!("[data-family={}]", wrong.family));
        let pair = family.and_then(|family| dom::all(&family, ".pair").into_iter().nth(wrong.at));
        Wrong { why: wrong.why, at: pair.and_then(|pair| dom::one(&pair, "[data-pair=key]")) }
    })
}

fn pair_of(pair: &Control) -> Option<Pair> {
    let part = |part: &str| dom::one(pair, &format!("[data-pair={part}]"));
    Some(Pair { name: part("key")?.text(), text: part("value")?.text(), was_json: false })
}

// A row

fn one(fact: &'static Fact, text: &str) -> Control {
    let name = format!("fact-{}", fact.name);
    let label = with(el("label", "", ""), words_of(fact.label, fact.tier));
    attribute(&label, "for", &name);
    let control = control(fact, text);
    attribute(&control, "id", &name);
    attribute(&control, "data-fact", fact.name);
    let error = error_of(fact, &control, &name);
    with(el("div", "fact", ""), [label, control, error])
}

/// What something is called, marked where it is personal.
fn words_of(label: &str, tier: Tier) -> Vec<Control> {
    let mut words = vec![el("span", "", label)];
    if tier > Tier::Ordinary {
        let mark = el("span", "tag", "Personal");
        attribute(&mark, "title", "Filled only where you tick it");
        words.push(mark);
    }
    words
}

/// What a fact is typed into. A line would lose the breaks of a text that has some.
fn control(fact: &'static Fact, text: &str) -> Control {
    let control = el(if text.contains('\n') { "textarea" } else { "input" }, "", "");
    attribute(&control, "placeholder", &format!("e.g. {}", fact.example));
    match fact.kind {
        FactKind::YesNo if fact.tier > Tier::Ordinary => {
            attribute(&control, "list", "personal-answers");
        }
        FactKind::YesNo => attribute(&control, "list", "yes-no"),
        FactKind::Number => attribute(&control, "inputmode", "decimal"),
        FactKind::Text | FactKind::Date | FactKind::Pay => {}
    }
    control.put(text);
    control
}

/// Where it is said what looks wrong in a control, now and after each change.
fn error_of(fact: &'static Fact, control: &Control, name: &str) -> Control {
    let error = el("p", "error", "");
    let error_id = format!("{name}-error");
    attribute(&error, "id", &error_id);
    attribute(&error, "role", "status");
    attribute(control, "aria-describedby", &error_id);
    check(fact, control, &error);
    let (checked, said) = (control.clone(), error.clone());
    on(control, "change", move |_| check(fact, &checked, &said));
    error
}

fn check(fact: &Fact, control: &Control, error: &Control) {
    let concern = facts::concern(fact, &control.text());
    write(error, concern.unwrap_or_default());
    match concern {
        Some(_) => attribute(control, "aria-invalid", "true"),
        None => drop(control.remove_attribute("aria-invalid")),
    }
}

// Names with a value each

fn family(fact: &'static Fact, pairs: &[Pair], touched: Touched) -> Control {
    let name = fact.family().unwrap_or_default();
    let rows = el("div", "rows pairs", "");
    attribute(&rows, "data-family", name);
    let add = button("add", &format!("Add a {}", facts::name_asked(fact).to_lowercase()));
    attribute(&add, "aria-label", &format!("Add: {}", fact.label));
    dom::fill(&rows, pairs.iter().filter_map(|pair| new_pair(fact, pair, &add, touched)));
    let (into, focused) = (rows.clone(), add.clone());
    on(&add, "click", move |_| {
        if let Some(pair) = new_pair(fact, &Pair::default(), &focused, touched) {
            append(&into, &pair);
        }
    });
    let words = with(el("div", "fact-title", ""), words_of(fact.label, fact.tier));
    part(fact.label, [words, rows, add])
}

fn new_pair(fact: &'static Fact, pair: &Pair, add: &Control, touched: Touched) -> Option<Control> {
    let row = template("fact-pair-row")?;
    let key = dom::one(&row, "[data-pair=key]")?;
    let place = dom::one(&row, "[data-value]")?;
    let remove = dom::one(&row, "[data-remove]")?;
    let asked = facts::name_asked(fact);
    attribute(&key, "aria-label", asked);
    attribute(&key, "placeholder", asked);
    key.put(&pair.name);
    let value = control(fact, &pair.text);
    attribute(&value, "data-pair", "value");
    attribute(&value, "aria-label", fact.label);
    let name = format!("fact-{}-{}", fact.family().unwrap_or_default(), next_number());
    let error = error_of(fact, &value, &name);
    dom::fill(&place, [value, error]);
    let (removed, add) = (row.clone(), add.clone());
    on(&remove, "click", move |_| {
        removed.remove();
        touched();
        focus(&add);
    });
    Some(row)
}

/// A number that no control of this page has yet.
fn next_number() -> u32 {
    thread_local! {
        static LAST: RefCell<u32> = const { RefCell::new(0) };
    }
    LAST.with_borrow_mut(|last| {
        *last = last.saturating_add(1);
        *last
    })
}

// People

fn people_of(
    who: &'static str,
    facts: &[&'static Fact],
    people: &[Person],
    touched: Touched,
) -> Control {
    let title = facts.first().map_or("", |fact| facts::person_words(fact).0);
    let blocks = el("div", "rows", "");
    attribute(&blocks, "data-people", who);
    let add = button("add", "");
    let facts = facts.to_vec();
    let make = {
        let (into, add) = (blocks.clone(), add.clone());
        move |person: &Person| {
            let block = block(&facts, person);
            let remove = button("remove", "");
            let (removed, blocks, add) = (block.clone(), into.clone(), add.clone());
            on(&remove, "click", move |_| {
                removed.remove();
                number(title, &blocks, &add);
                touched();
                focus(&add);
            });
            with_last(block, &remove)
        }
    };
    dom::fill(&blocks, people.iter().map(&make));
    number(title, &blocks, &add);
    let (into, this) = (blocks.clone(), add.clone());
    on(&add, "click", move |_| {
        let block = make(&Person::default());
        append(&into, &block);
        number(title, &into, &this);
    });
    part(title, [blocks, add])
}

fn block(facts: &[&'static Fact], person: &Person) -> Control {
    let block = el("fieldset", "row", "");
    if let Some(was) = person.was {
        attribute(&block, "data-was", &was.to_string());
    }
    let fields = facts.iter().filter_map(|fact| {
        let (_, part) = facts::person_part(fact)?;
        let text = person.texts.iter().find(|(name, _)| name == part);
        let control = control(fact, text.map_or("", |(_, text)| text));
        attribute(&control, "data-person", part);
        let name = format!("fact-person-{}", next_number());
        let error = error_of(fact, &control, &name);
        attribute(&control, "id", &name);
        let label = el("label", "", &facts::person_words(fact).1);
        attribute(&label, "for", &name);
        Some(with(el("div", "field", ""), [label, control, error]))
    });
    with(block, [el("legend", "", ""), with(el("div", "grid", ""), fields)])
}

/// Numbers people of a kind as they stand, and names the buttons after that.
fn number(title: &str, blocks: &Control, add: &Control) {
    let all = dom::all(blocks, ".row");
    for (number, block) in (1_u32..).zip(&all) {
        let name = format!("{title} {number}");
        if let Some(legend) = dom::one(block, "legend") {
            write(&legend, &name);
        }
        if let Some(remove) = dom::one(block, ".remove") {
            write(&remove, &format!("Remove {}", in_sentence(&name)));
        }
    }
    let thing = in_sentence(title);
    let another = if all.is_empty() { article(&thing) } else { "another" };
    write(add, &format!("Add {another} {thing}"));
    add.set_hidden(all.len() >= MOST_PEOPLE as usize);
}

fn in_sentence(title: &str) -> String {
    let mut letters = title.chars();
    let first = letters.next().map(|letter| letter.to_lowercase().collect::<String>());
    first.unwrap_or_default() + letters.as_str()
}

fn article(thing: &str) -> &'static str {
    if thing.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

// Helpers

fn part(label: &str, children: impl IntoIterator<Item = Control>) -> Control {
    let part = with(el("div", "fact-part", ""), children);
    attribute(&part, "role", "group");
    attribute(&part, "aria-label", label);
    part
}

fn with_last(parent: Control, child: &Control) -> Control {
    // Appending a new element does not fail.
    let _ = parent.append_child(child);
    parent
}

/// Puts a new row at the end and the focus into it.
fn append(rows: &Control, row: &Control) {
    let _ = rows.append_child(row);
    if let Some(first) = dom::one(row, "input, textarea") {
        focus(&first);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_a_place_for_every_group() {
        let page = include_str!("../../../extension/popup.html");
        for fact in agent_core::question::FACTS {
            let place = format!("data-facts=\"{}\"", fact.group);
            assert_eq!(page.matches(&place).count(), 1, "{place} in popup.html");
        }
    }

    #[test]
    fn people_are_called_what_they_are() {
        let check = |title: &str, expected: &str| {
            let thing = in_sentence(title);
            assert_eq!(format!("Add {} {thing}", article(&thing)), expected);
        };
        check("Referee", "Add a referee");
        check("Emergency contact", "Add an emergency contact");
    }
}
