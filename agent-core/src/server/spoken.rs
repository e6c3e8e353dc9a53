//! What a server speaks, by what it says of itself.

use shared_types::api::{CONTRACT, HealthResponse};

use crate::shown::shown;

/// Letters of a server's version that are shown: it is a stranger's text.
const LONGEST_VERSION: usize = 32;

/// What a server or another endpoint understands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spoken {
    /// This contract: plans with `valueFrom`.
    This,
    /// It is Vaulty's server of before: the nine old actions, one at a time.
    Before,
    /// It says nothing of a contract: the same old actions.
    Unsaid,
    /// A later contract. What is changed in it isn't known here, so it isn't asked for plans.
    Later,
}

/// What this endpoint understands, from its answer to `GET /api/health` if that was one.
pub fn spoken(health: Option<&HealthResponse>) -> Spoken {
    match health {
        Some(health) if health.contract > CONTRACT => Spoken::Later,
        Some(health) if health.contract == CONTRACT => Spoken::This,
        Some(health) if health.name == "vaulty" => Spoken::Before,
        _ => Spoken::Unsaid,
    }
}

/// What the person does about a server that speaks something else than this extension of version `here`; nothing where
/// both are of one time.
pub fn advice(health: Option<&HealthResponse>, base: &str, here: &str) -> Option<String> {
    let version = health.map(|health| health.version.as_str()).unwrap_or_default();
    let version: String = shown(version).chars().take(LONGEST_VERSION).collect();
    match spoken(health) {
        Spoken::This if version == here => None,
        Spoken::This => {
            Some(msg!("worker_the_server_is_of_version", version = version, here = here))
        }
        Spoken::Before => Some(msg!("worker_the_server_is_older", version = version, here = here)),
        Spoken::Later => {
            Some(msg!("worker_the_server_is_newer", version = version, here = here, base = base))
        }
        Spoken::Unsaid => Some(msg!("worker_answers_but_is_no_vaulty_server_of", base = base)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn health(name: &str, version: &str, contract: u32) -> HealthResponse {
        let status = "ok".to_owned();
        HealthResponse { status, name: name.to_owned(), version: version.to_owned(), contract }
    }

    #[test]
    fn what_a_server_speaks_is_known_by_its_contract() {
        let check = |contract, name: &str, expected| {
            assert_eq!(spoken(Some(&health(name, "1.0.0", contract))), expected, "{contract}");
        };
        check(CONTRACT, "vaulty", Spoken::This);
        check(CONTRACT + 1, "vaulty", Spoken::Later);
        check(CONTRACT - 1, "vaulty", Spoken::Before);
        check(0, "something", Spoken::Unsaid);
        assert_eq!(spoken(None), Spoken::Unsaid);
    }

    #[test]
    fn whoever_is_behind_is_told_to_follow() {
        let base = "http://127.0.0.1:3000";
        let check = |health: Option<HealthResponse>, parts: &[&str]| {
            let said = advice(health.as_ref(), base, "1.2.0").unwrap_or_default();
            assert_eq!(said.is_empty(), parts.is_empty(), "{said}");
            for part in parts {
                assert!(said.contains(part), "{said}");
            }
        };
        check(Some(health("vaulty", "1.2.0", CONTRACT)), &[]);
        check(Some(health("vaulty", "1.3.0", CONTRACT)), &["1.3.0", "1.2.0"]);
        check(Some(health("vaulty", "1.1.0", CONTRACT - 1)), &["Update the server", "1.1.0"]);
        check(Some(health("vaulty", "9.0.0", CONTRACT + 1)), &["Get the extension", base, "9.0.0"]);
        check(None, &[base, "old protocol"]);
        let odd = format!("9\u{202e}\n{}", "x".repeat(9_000));
        let said = advice(Some(&health("vaulty", &odd, CONTRACT + 1)), base, "1.2.0").unwrap();
        assert!(said.len() < 400 && !said.contains('\u{202e}'), "{}", said.len());
    }
}
