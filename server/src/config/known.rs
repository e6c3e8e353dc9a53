//! Every key by the path that a person writes: what it means, whether it is secret, and what was meant by one that there
//! is not.

use super::{
    keys::{self, Key},
    llm::{KEYS, PROVIDER_KEYS},
    mcp::CLIENT_KEYS,
    search,
    section::TableKey,
};

/// From here on two names are alike enough to be taken for each other.
const ALIKE: f64 = 0.6;
/// Stands for a name that whoever writes the file gives.
const NAME: &str = "NAME";

/// A key as it is documented.
#[derive(Debug)]
pub(super) struct Known {
    /// Its path; NAME stands for the name of a provider or of a program with tools.
    pub(super) path: String,
    /// Its variable of the environment; empty where there is none.
    pub(super) variable: &'static str,
    /// What holds when it is not set; empty where docs/LLM.md says it.
    pub(super) default: &'static str,
    /// What it means.
    pub(super) doc: &'static str,
}

/// All keys, in the order of the documentation.
pub(super) fn all() -> Vec<Known> {
    let own = keys::ALL.iter().map(|key| {
        let Key { name, variable, default, doc } = key;
        Known { path: (*name).to_owned(), variable, default, doc }
    });
    let of_table = |path: String, doc| Known { path, variable: "", default: "", doc };
    let llm = KEYS.iter().filter(|key| key.name != "providers");
    let llm = llm.map(|key| of_table(format!("llm.{}", key.name), key.doc));
    let providers = PROVIDER_KEYS
        .iter()
        .map(|key| of_table(format!("llm.providers.{NAME}.{}", key.name), key.doc));
    let clients =
        CLIENT_KEYS.iter().map(|key| of_table(format!("mcp.clients.{NAME}.{}", key.name), key.doc));
    let search = search::KEYS.iter().map(|key| of_table(format!("search.{}", key.name), key.doc));
    let of_search = search::PROVIDER_KEYS
        .iter()
        .map(|key| of_table(format!("search.{NAME}.{}", key.name), key.doc));
    own.chain(llm).chain(providers).chain(clients).chain(search).chain(of_search).collect()
}

/// The key of the first level that a path is, if it is one.
pub(super) fn own(path: &[&str]) -> Option<&'static Key> {
    let [name] = path else { return None };
    keys::ALL.iter().find(|key| key.name == *name).copied()
}

/// A key's path, if there is such a key; otherwise the one that was likely meant.
///
/// # Errors
/// There is no such key.
pub(super) fn find(key: &str) -> Result<Vec<&str>, Option<String>> {
    let path: Vec<&str> = key.split('.').collect();
    let is_in = |all: &[TableKey], name: &str| all.iter().any(|key| key.name == name);
    let is_known = match path.as_slice() {
        [name] => keys::ALL.iter().any(|key| key.name == *name),
        ["llm", "providers", name] => !name.is_empty(),
        ["llm", "providers", name, "price" | "extra", ..] => !name.is_empty(),
        ["llm", "providers", name, last] => !name.is_empty() && is_in(PROVIDER_KEYS, last),
        ["llm", "user_models", user] => !user.is_empty(),
        ["mcp", "clients", name, last] => {
            !name.is_empty() && CLIENT_KEYS.iter().any(|key| key.name == *last)
        }
        ["search", name] => search::KEYS.iter().any(|key| key.name == *name),
        ["search", name, last] => {
            // The documentation's own name stands for any of them.
            (search::named(name).is_some() || *name == NAME)
                && search::PROVIDER_KEYS.iter().any(|key| key.name == *last)
        }
        ["llm", name] => *name != "providers" && is_in(KEYS, name),
        _ => false,
    };
    if is_known && path.iter().all(|part| !part.is_empty()) { Ok(path) } else { Err(nearest(key)) }
}

fn nearest(key: &str) -> Option<String> {
    // Where a name stands that whoever writes the file gives, or one of several.
    let at = match key.split('.').next() {
        Some("search") => 1,
        _ => 2,
    };
    let starts = ["llm.providers.", "mcp.clients.", "search."];
    let is_of_name = starts.iter().any(|start| key.starts_with(start));
    let named = key.split('.').nth(at).filter(|_| is_of_name);
    let of_provider = format!(".{NAME}.");
    let all = all().into_iter().map(|known| match named {
        Some(name) => (known.path.replace(&of_provider, &format!(".{name}.")), known.variable),
        None => (known.path, known.variable),
    });
    let key = key.to_lowercase();
    let rated = all.map(|(path, variable)| {
        let by_variable = key == variable.to_lowercase();
        let alike = strsim::normalized_damerau_levenshtein(&key, &path);
        // Somebody may leave out the table that a key is in.
        let last = path.rsplit('.').next().unwrap_or_default();
        let by_last = strsim::normalized_damerau_levenshtein(&key, last) - 0.1;
        (if by_variable { 2.0 } else { alike.max(by_last) }, path)
    });
    let best = rated.max_by(|(one, _), (other, _)| one.total_cmp(other));
    best.filter(|(alike, _)| *alike >= ALIKE).map(|(_, path)| path)
}

/// Whether what a key holds is shown to nobody who did not ask for it.
pub(super) fn is_secret(path: &[&str]) -> bool {
    matches!(
        path,
        ["database_url"]
            | ["llm", "proxy"]
            | ["llm", "providers", _, "api_key", ..]
            | ["mcp", "clients", _, "address" | "command"]
            | ["search", _, "api_key"]
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::help;

    /// Each key that the reader takes is found by its path, and each documented one is a key.
    #[test]
    fn every_key_is_known_and_documented() {
        for Known { path, doc, .. } in all() {
            assert!(find(&path).is_ok(), "{path}");
            assert!(!doc.is_empty(), "{path}");
        }
        for key in keys::ALL {
            assert!(help().contains(key.doc), "{}", key.name);
        }
        for (wrong, meant) in [
            ("lisen", Some("listen")),
            ("VAULTY_AUTH", Some("auth")),
            ("tls", None),
            ("llm.mod", Some("llm.mode")),
            ("llm.providers.a.modle", Some("llm.providers.a.model")),
            ("llm.providers", None),
            ("mcp.clients.crm.record", Some("mcp.clients.crm.records")),
            ("search.brave.api_kez", Some("search.brave.api_key")),
            ("search.google.address", None),
            ("", None),
            ("llm..mode", Some("llm.mode")),
        ] {
            let found = find(wrong).unwrap_err();
            if meant.is_some() {
                assert_eq!(found.as_deref(), meant, "{wrong}");
            }
        }
    }

    #[test]
    fn secrets_are_known() {
        let check = |key: &str, expected| {
            assert_eq!(is_secret(&find(key).unwrap()), expected, "{key}");
        };
        check("database_url", true);
        check("llm.proxy", true);
        check("llm.providers.a.api_key", true);
        check("llm.providers.a.api_key_env", false);
        check("mcp.clients.a.address", true);
        check("mcp.clients.a.command", true);
        check("mcp.clients.a.codes", false);
        check("search.brave.api_key", true);
        check("search.brave.api_key_env", false);
        check("listen", false);
    }
}
