//! The person's own entries as an editor holds them: names, values, and how carefully each is handled.

use std::collections::BTreeMap;

use serde_json::Value;
use shared_types::{ProfileKey, Tier, profile::TierChoice};

use super::tree;
use crate::gate::Kind;

/// One entry as it is typed. It has no `Debug`: it is a person's.
#[derive(Clone, Default)]
pub struct Pair {
    /// What it is called.
    pub name: String,
    /// What it holds.
    pub text: String,
    /// Whether its value was JSON other than a text.
    pub was_json: bool,
}

/// The map that these pairs make; those without name and text count as none. An error names the pair by its position
/// and is a sentence for the person, who knows the map by the name `group`.
pub fn of(
    pairs: impl IntoIterator<Item = Pair>,
    group: &str,
) -> Result<BTreeMap<String, Value>, (usize, String)> {
    let mut map = BTreeMap::new();
    for (at, pair) in pairs.into_iter().enumerate() {
        let (name, text) = (pair.name.trim(), pair.text.trim());
        if name.is_empty() && text.is_empty() {
            continue;
        }
        if name.is_empty() {
            return Err((at, msg!("person_give_each_value_a_name", group = group)));
        }
        let value = tree::pair_value(text, pair.was_json);
        if map.insert(name.to_owned(), value).is_some() {
            return Err((at, msg!("person_two_entries_have_the_same_name", group = group)));
        }
    }
    Ok(map)
}

/// The key of an entry of `map` and what it is taken for, by its name and its value.
pub fn judged(map: &str, pair: &Pair) -> (ProfileKey, Kind) {
    let key = ProfileKey::new(format!("{map}.{}", pair.name.trim()));
    let kind = Kind::of_entry(&key, Some(pair.text.trim()), None);
    (key, kind)
}

/// Tiers as an editor names them.
const TIERS: [(&str, Tier); 3] =
    [("ordinary", Tier::Ordinary), ("personal", Tier::Personal), ("secret", Tier::Secret)];

/// The tier of that name; `None` for what leaves the choice to Vaulty.
pub fn tier_named(name: &str) -> Option<Tier> {
    TIERS.iter().find(|(known, _)| *known == name).map(|(_, tier)| *tier)
}

/// What an editor calls a tier.
pub fn name_of(tier: Tier) -> &'static str {
    TIERS.iter().find(|(_, known)| *known == tier).map_or("", |(name, _)| name)
}

/// Whether a choice is of less care than an entry seems to need.
pub fn lowers(chosen: Option<Tier>, judged: Kind) -> bool {
    chosen.is_some_and(|tier| tier < judged.tier())
}

/// What is kept of a choice. One of less care counts only with its own tick.
pub fn choice(chosen: Option<Tier>, judged: Kind, despite: bool) -> Option<TierChoice> {
    let lowers = lowers(chosen, judged);
    let despite_what = if lowers { judged.thing().to_owned() } else { String::new() };
    let tier = chosen.filter(|_| !lowers || despite)?;
    Some(TierChoice { tier, despite: despite_what })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn pair(name: &str, text: &str) -> Pair {
        Pair { name: name.to_owned(), text: text.to_owned(), was_json: false }
    }

    #[test]
    fn pairs_become_a_map_or_a_sentence_about_one_of_them() {
        let check = |pairs: &[(&str, &str)], expected: Result<Value, (usize, &str)>| {
            let found = of(pairs.iter().map(|(name, text)| pair(name, text)), "Answers");
            match (found, expected) {
                (Err((at, why)), Err((place, part))) => {
                    assert!(at == place && why.contains(part), "{at} {why}");
                }
                (found, expected) => assert_eq!(found.ok().map(|map| json!(map)), expected.ok()),
            }
        };
        check(&[(" Size ", " 47 "), ("", " ")], Ok(json!({"Size": "47"})));
        check(&[("Size", "")], Ok(json!({"Size": ""})));
        check(&[("", ""), ("", "canary")], Err((1, "give each value a name")));
        check(&[("Size", "canary"), ("Size ", "2")], Err((1, "two entries have the same name")));
        let json = Pair { was_json: true, ..pair("n", "7") };
        assert_eq!(of([json], "Answers").ok(), Some(BTreeMap::from([("n".to_owned(), json!(7))])));
    }

    #[test]
    fn less_care_than_an_entry_seems_to_need_counts_with_its_own_tick() {
        let (key, card) = judged("custom", &pair(" Note ", "4111111111111111"));
        assert_eq!((key.as_str(), card.tier()), ("custom.Note", Tier::Secret));
        let (_, plain) = judged("custom", &pair("Shoe size", "47"));
        let check = |chosen: &str, kind: Kind, despite, expected: Option<(Tier, &str)>| {
            let found = choice(tier_named(chosen), kind, despite);
            let found = found.as_ref().map(|choice| (choice.tier, choice.despite.as_str()));
            assert_eq!(found, expected, "{chosen}");
        };
        check("", card, true, None);
        check("ordinary", card, false, None);
        check("ordinary", card, true, Some((Tier::Ordinary, card.thing())));
        check("secret", card, false, Some((Tier::Secret, "")));
        check("personal", plain, false, Some((Tier::Personal, "")));
        assert!(lowers(Some(Tier::Personal), card) && !lowers(Some(Tier::Personal), plain));
    }

    #[test]
    fn tiers_have_names() {
        for tier in [Tier::Ordinary, Tier::Personal, Tier::Secret] {
            assert_eq!(tier_named(name_of(tier)), Some(tier));
        }
        assert_eq!(tier_named(""), None);
    }
}
