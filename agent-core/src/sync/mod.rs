//! Which profile wins when extension and server both have one. Nothing is ever merged silently.

use serde::{Deserialize, Serialize};
use shared_types::{Private, Profile, ProfileKey};

use crate::{bind::Source, gate, order};

/// What both sides held when they last agreed.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Agreement {
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

/// The profile as it may leave the extension: without password, payment card, documents and answers that
/// are secrets.
pub fn outgoing(profile: &Profile) -> Profile {
    let mut profile = Profile {
        password: Private::default(),
        payment: None,
        documents: Default::default(),
        ..profile.clone()
    };
    gate::take_secret_answers(&mut profile);
    profile
}

/// The server's profile with what never left the extension put back. Secrets that an earlier version left
/// among its answers are not taken.
pub fn incoming(mut server: Profile, local: &Profile) -> Profile {
    gate::take_secret_answers(&mut server);
    Profile {
        password: local.password.clone(),
        payment: local.payment.clone(),
        documents: local.documents.clone(),
        ..server
    }
}

/// Decides. A side that did not change since the last agreement gives way to the one that did.
pub fn decide(local: &Profile, server: Option<&Profile>, last: Option<&Agreement>) -> Decision {
    let Some(server) = server else { return Decision::Push };
    let differing = differences(&outgoing(local), &outgoing(server));
    if differing.is_empty() {
        return Decision::Same;
    }
    let nothing_here = keys_with_values(&outgoing(local)).is_empty();
    if nothing_here {
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
    Source { profile, record: None }.values()
}

fn differences(a: &Profile, b: &Profile) -> Vec<ProfileKey> {
    let (a, b) = (keys_with_values(a), keys_with_values(b));
    let mut keys: Vec<ProfileKey> = a
        .iter()
        .filter(|pair| !b.contains(pair))
        .chain(b.iter().filter(|pair| !a.contains(pair)))
        .map(|(key, _)| key.clone())
        .collect();
    order::sort_by(&mut keys, Ord::cmp);
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
        Agreement { local: local.into(), server: server.into() }
    }

    #[test]
    fn the_side_that_changed_wins_and_two_changes_are_a_question() {
        let here = profile("Ada", "2");
        let there = profile("Eva", "2");
        let check = |last: Option<Agreement>, expected: Decision| {
            assert_eq!(decide(&here, Some(&there), last.as_ref()), expected, "{last:?}");
        };
        let ask = || Decision::Ask(vec![ProfileKey::new("firstName")]);
        check(Some(agreed("1", "2")), Decision::Push);
        check(Some(agreed("2", "1")), Decision::Pull);
        check(Some(agreed("1", "1")), ask());
        check(None, ask());
        assert_eq!(decide(&here, None, None), Decision::Push);
        assert_eq!(decide(&Profile::default(), Some(&there), None), Decision::Pull);
        assert_eq!(decide(&here, Some(&profile("Ada", "9")), None), Decision::Same);
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
}
