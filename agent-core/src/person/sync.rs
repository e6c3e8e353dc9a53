//! Which profile wins when extension and server both have one. Nothing is ever merged silently.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared_types::{Private, Profile, ProfileId, ProfileKey, Tier};

use crate::{
    bind::Source,
    gate::{self, Kind},
    question::{FactKind, fact_of},
};

/// What both sides held when they last agreed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Agreement {
    /// Whose: the profile that was the default then.
    pub profile: ProfileId,
    /// `updatedAt` of the extension's profile.
    pub local: String,
    /// `updatedAt` of the server's profile.
    pub server: String,
}

/// What a sync should do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// Both hold the same.
    Same,
    /// The extension's goes to the server.
    Push,
    /// The server's comes to the extension.
    Pull,
    /// Both changed: the person decides. The keys whose values differ.
    Ask(Vec<ProfileKey>),
}

/// The profile as it may leave the extension: without password, payment card and documents, and without own
/// entries, answers and facts that are secrets by name, by shape or by the person's choice.
pub fn outgoing(profile: &Profile) -> Profile {
    let secrets = secrets_of(profile);
    let mut out = Profile {
        password: Private::default(),
        payment: None,
        documents: Default::default(),
        ..profile.clone()
    };
    out.custom.retain(|name, _| !secrets.contains(&format!("custom.{name}")));
    out.answers.retain(|name, _| !secrets.contains(&format!("answers.{name}")));
    out.answer_notes.retain(|name, _| !secrets.contains(&format!("answers.{name}")));
    out.site_answers.retain(|_, one| !gate::is_secret_of_site(one, &profile.tiers));
    out.facts.retain(|name, _| !secrets.contains(&format!("facts.{name}")));
    out.tiers.retain(|key, _| !secrets.contains(key));
    out
}

/// The server's profile with what never left the extension put back. Secrets that an earlier version left
/// among its answers are not taken.
pub fn incoming(mut server: Profile, local: &Profile) -> Profile {
    gate::take_secret_answers(&mut server);
    let mut merged = Profile {
        password: local.password.clone(),
        payment: local.payment.clone(),
        documents: local.documents.clone(),
        ..server
    };
    let secrets = secrets_of(local);
    let kept = |room: &str, entries: &BTreeMap<String, Value>| {
        let is_kept = |name: &String| secrets.contains(&format!("{room}.{name}"));
        entries.clone().into_iter().filter(move |(name, _)| is_kept(name)).collect::<Vec<_>>()
    };
    merged.custom.extend(kept("custom", &local.custom));
    merged.answers.extend(kept("answers", &local.answers));
    let notes = local.answer_notes.clone().into_iter();
    let is_kept = |name: &String| secrets.contains(&format!("answers.{name}"));
    merged.answer_notes.extend(notes.filter(|(name, _)| is_kept(name)));
    let of_sites = local.site_answers.clone().into_iter();
    merged
        .site_answers
        .extend(of_sites.filter(|(_, one)| gate::is_secret_of_site(one, &local.tiers)));
    let facts = local.facts.clone().into_iter();
    merged.facts.extend(facts.filter(|(name, _)| secrets.contains(&format!("facts.{name}"))));
    let tiers = local.tiers.clone().into_iter();
    merged.tiers.extend(tiers.filter(|(key, _)| secrets.contains(key)));
    merged
}

/// Entries of `custom`, `answers` and `facts` that are, or hold, a secret: `custom.Passport`.
fn secrets_of(profile: &Profile) -> BTreeSet<String> {
    let home =
        gate::kept_home(&Source { profile, record: None, today: None, others: &[], site: "" }, "");
    let is_secret = |name: &String| {
        home.iter().any(|key| {
            let rest = key.as_str().strip_prefix(name.as_str());
            let counts = gate::site_of_agreement(key).is_none();
            counts && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    };
    let custom = profile.custom.keys().map(|name| format!("custom.{name}"));
    let answers = profile.answers.keys().map(|name| format!("answers.{name}"));
    let own = custom.chain(answers).filter(is_secret);
    let facts = profile.facts.iter().filter(|(name, value)| is_secret_fact(name, value.reveal()));
    own.chain(facts.map(|(name, _)| format!("facts.{name}"))).collect()
}

/// Whether a fact is a secret, as an own entry would be by its name or its value. One that this version does not know
/// is judged as an own entry of that name: to withhold it would take it from a newer version that syncs with this one.
/// A name of a fact in words: `passportExpiry` → `passport expiry`.
fn spoken(name: &str) -> String {
    let mut words = String::new();
    for letter in name.rsplit('.').next().unwrap_or(name).chars() {
        if letter.is_ascii_uppercase() {
            words.push(' ');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}

fn is_secret_fact(name: &str, value: &str) -> bool {
    let key = ProfileKey::new(format!("facts.{name}"));
    let is_secret =
        |key: &ProfileKey, value| Kind::of_entry(key, value, None).tier() == Tier::Secret;
    let entry = |name: &str| ProfileKey::new(format!("custom.{name}"));
    let Some(fact) = fact_of(key.as_str()) else { return is_secret(&entry(name), Some(value)) };
    // Of a number little is told by what it counts, and what a fact is called ("passport expiry") is no secret's name.
    let own = fact.family().and_then(|family| name.strip_prefix(family)?.strip_prefix('.'));
    let named = match own.filter(|_| fact.kind == FactKind::Text) {
        Some(own) => entry(own),
        None => Some(entry(&spoken(fact.name)))
            .filter(|key| !is_secret(key, None))
            .unwrap_or_else(|| entry("fact")),
    };
    is_secret(&key, Some(value)) || is_secret(&named, Some(value))
}

/// Decides. A side that did not change since the last agreement gives way to the one that did.
/// Where it is the person's only profile, an empty one takes what the server has.
pub fn decide(
    local: &Profile,
    server: Option<&Profile>,
    last: Option<&Agreement>,
    is_only: bool,
) -> Decision {
    let Some(server) = server else { return Decision::Push };
    let differing = differences(local, server);
    if differing.is_empty() {
        return Decision::Same;
    }
    let nothing_here = keys_with_values(&outgoing(local)).is_empty();
    // Beside others an empty one may be somebody else's, who has entered nothing yet.
    if nothing_here && (is_only || last.is_some()) {
        return Decision::Pull;
    }
    let Some(last) = last else { return Decision::Ask(differing) };
    let local_changed = local.updated_at.as_deref().unwrap_or_default() != last.local;
    let server_changed = server.updated_at.as_deref().unwrap_or_default() != last.server;
    match (local_changed, server_changed) {
        (true, false) => Decision::Push,
        (false, true) => Decision::Pull,
        _ => Decision::Ask(differing),
    }
}

fn keys_with_values(profile: &Profile) -> Vec<(ProfileKey, Private)> {
    let source = Source { profile, record: None, today: None, others: &[], site: "" };
    let of_sites = profile.site_answers.iter().map(|(name, one)| {
        let said = format!("{} {} {}", one.site, one.name, one.answer);
        (ProfileKey::new(format!("siteAnswers.{name}")), Private::new(said))
    });
    source.values().into_iter().chain(of_sites).collect()
}

/// What two sides hold differently, of what is synced.
pub fn differences(a: &Profile, b: &Profile) -> Vec<ProfileKey> {
    let (a, b) = (keys_with_values(&outgoing(a)), keys_with_values(&outgoing(b)));
    let mut keys: Vec<ProfileKey> = a
        .iter()
        .filter(|pair| !b.contains(pair))
        .chain(b.iter().filter(|pair| !a.contains(pair)))
        .map(|(key, _)| key.clone())
        .collect();
    keys.sort();
    keys.dedup();
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    fn profile(name: &str, updated_at: &str) -> Profile {
        Profile {
            first_name: name.into(),
            updated_at: Some(updated_at.to_owned()),
            ..Profile::default()
        }
    }

    fn agreed(local: &str, server: &str) -> Agreement {
        Agreement { local: local.into(), server: server.into(), ..Agreement::default() }
    }

    #[test]
    fn the_side_that_changed_wins_and_two_changes_are_a_question() {
        let here = profile("Ada", "2");
        let there = profile("Eva", "2");
        let check = |last: Option<Agreement>, expected: Decision| {
            assert_eq!(decide(&here, Some(&there), last.as_ref(), true), expected, "{last:?}");
        };
        let ask = || Decision::Ask(vec![ProfileKey::new("firstName")]);
        check(Some(agreed("1", "2")), Decision::Push);
        check(Some(agreed("2", "1")), Decision::Pull);
        check(Some(agreed("1", "1")), ask());
        check(None, ask());
        assert_eq!(decide(&here, None, None, true), Decision::Push);
        assert_eq!(decide(&Profile::default(), Some(&there), None, true), Decision::Pull);
        // Beside another profile that may be whose it is, nothing comes in unasked.
        let asks = decide(&Profile::default(), Some(&there), None, false);
        assert!(matches!(asks, Decision::Ask(_)), "{asks:?}");
        let agreed = agreed("1", "1");
        let pulls = decide(&Profile::default(), Some(&there), Some(&agreed), false);
        assert_eq!(pulls, Decision::Pull, "both were one before");
        assert_eq!(decide(&here, Some(&profile("Ada", "9")), None, true), Decision::Same);
    }

    #[test]
    fn secrets_stay_here() {
        let mut here = profile("Ada", "1");
        here.password = "secret".into();
        here.payment = Some(shared_types::profile::Payment {
            card_number: "4111111111111111".into(),
            ..Default::default()
        });
        let sent = serde_json::to_string(&outgoing(&here)).unwrap();
        assert!(!sent.contains("secret") && !sent.contains("4111"), "{sent}");
        let back = incoming(profile("Eva", "2"), &here);
        assert_eq!(back.password, here.password);
        assert_eq!(back.payment, here.payment);
        assert_eq!(back.first_name, "Eva".into());
    }

    #[test]
    fn own_entries_that_are_secrets_stay_here() {
        let here: Profile = serde_json::from_value(serde_json::json!({
            "custom": {
                "Passport": "KX55667788Q", "Note": "4111111111111111", "Shoe size": "47",
                "Locker": "blue", "Card": {"number": "5500000000000004", "name": "Ada"},
            },
            "answers": {
                "What is your IBAN?": "DE89370400440532013000", "Favourite pet": "a cat",
                "I agree to the terms (https://a.example)": "Yes",
            },
            "tiers": {"custom.Locker": {"tier": "secret"}, "custom.Shoe size": {"tier": "personal"}},
        }))
        .unwrap();
        let out = outgoing(&here);
        let names = |map: &BTreeMap<String, Value>| map.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&out.custom), ["Shoe size"]);
        let answers = ["Favourite pet", "I agree to the terms (https://a.example)"];
        assert_eq!(names(&out.answers), answers);
        assert_eq!(out.tiers.keys().collect::<Vec<_>>(), ["custom.Shoe size"]);
        assert_eq!(incoming(out.clone(), &here), here, "what stayed is put back");
        assert_eq!(decide(&here, Some(&out), None, true), Decision::Same);
    }

    #[test]
    fn facts_that_are_secrets_stay_here() {
        let here: Profile = serde_json::from_value(serde_json::json!({"facts": {
            "relocate": "Yes", "years.Rust": "4", "years.Passport control": "2", "otherPhone": "+49 1512 3456789",
            "passportExpiry": "2031-06-14", "referee.1.phone": "+353 1 555 0188", "salaryExpected": "52000 EUR",
            "link.GitLab": "https://gitlab.example/ada",
            "link.IBAN": "DE89370400440532013000", "pets": "4111111111111111", "link.My password": "canary1",
            "ofANewerVersion": "x", "passportNumber": "KX55667788Q",
        }}))
        .unwrap();
        let out = outgoing(&here);
        let kept: Vec<&String> =
            here.facts.keys().filter(|name| !out.facts.contains_key(*name)).collect();
        assert_eq!(kept, ["link.IBAN", "link.My password", "passportNumber", "pets"]);
        assert_eq!(incoming(out.clone(), &here), here, "what stayed is put back");
        assert_eq!(decide(&here, Some(&out), None, true), Decision::Same);
        let there = Profile { facts: BTreeMap::new(), ..out.clone() };
        let Decision::Ask(differing) = decide(&here, Some(&there), None, true) else {
            panic!("no question")
        };
        assert_eq!(differing.len(), out.facts.len());
    }
}
