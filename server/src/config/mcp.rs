//! `[mcp.clients]`: tools of other programs that this server may use for a person, and for what.

use std::{collections::BTreeMap, time::Duration};

use serde::{Deserialize, Deserializer};
use shared_types::{Private, json::Object};
use toml::{Table, Value};

use super::{
    error::{ConfigError, Origin},
    raw::{Environment, MCP, Raw},
    read::{by, filled},
    section::{TableKey, Wrong, from_table, key},
};
use crate::sources::settings::{Client, Reach, Use};

/// Keys of `[mcp.clients.NAME]`, in the order of the documentation.
pub(in crate::config) const CLIENT_KEYS: &[TableKey] = &[
    key(
        "command",
        "The program that has the tools, and its arguments: a list. It speaks on standard input and output.",
    ),
    key(
        "env",
        "Variables of the environment that the program gets; a list. It gets no others but PATH, HOME and LANG.",
    ),
    key(
        "address",
        "Where the tools are, instead of `command`: an address that speaks streamable HTTP.",
    ),
    key("token_env", "The variable of the environment that holds the bearer token for `address`."),
    key(
        "user",
        "Whose it is; no other user of this server gets anything from it. Without it, the first one's (`me`).",
    ),
    key("timeout_seconds", "Time for a call with everything around it, 1 to 60 seconds."),
    key("codes", "The tool that finds a one-time code; it gets `site` and `since`."),
    key("records", "The tool that finds records, such as contacts; it gets `query`."),
    key("documents", "The tool that finds a document; it gets `query`."),
];

/// Seconds that a call takes at most, where nothing is said.
const SECONDS: u64 = 20;

/// `[mcp]`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Section {
    #[serde(deserialize_with = "tables")]
    clients: BTreeMap<String, Raws>,
}

/// `[mcp.clients.NAME]`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Raws {
    #[serde(deserialize_with = "words")]
    command: Vec<String>,
    #[serde(deserialize_with = "words")]
    env: Vec<String>,
    #[serde(deserialize_with = "filled")]
    address: Option<String>,
    #[serde(deserialize_with = "filled")]
    token_env: Option<String>,
    #[serde(deserialize_with = "filled")]
    user: Option<String>,
    #[serde(deserialize_with = "seconds")]
    timeout_seconds: Option<u64>,
    #[serde(deserialize_with = "filled")]
    codes: Option<String>,
    #[serde(deserialize_with = "filled")]
    records: Option<String>,
    #[serde(deserialize_with = "filled")]
    documents: Option<String>,
}

fn tables<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, Raws>, D::Error> {
    let tables = BTreeMap::<String, Object<Raws>>::deserialize(deserializer)?;
    Ok(tables.into_iter().map(|(name, Object(raws))| (name, raws)).collect())
}

/// A list of texts that are not empty.
fn words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    by(deserializer, |value| {
        let wrong = || "must be a list of texts, such as [\"program\", \"argument\"]".to_owned();
        let Value::Array(items) = value else { return Err(wrong()) };
        let texts: Option<Vec<String>> =
            items.iter().map(|item| item.as_str().map(str::to_owned)).collect();
        texts.filter(|texts| texts.iter().all(|text| !text.contains('\0'))).ok_or_else(wrong)
    })
}

fn seconds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    by(deserializer, |value| {
        let number = value.as_integer().filter(|number| (1..=60).contains(number));
        let number = number.and_then(|number| u64::try_from(number).ok());
        number.map(Some).ok_or_else(|| "must be a whole number from 1 to 60".to_owned())
    })
}

/// What is configured of other programs' tools.
///
/// # Errors
/// Every key that is wrong.
pub(super) fn load(
    raw: &Raw,
    environment: Environment<'_>,
) -> Result<Vec<Client>, Vec<ConfigError>> {
    let (clients, wrong) = judge(raw.mcp().cloned().unwrap_or_default(), environment);
    if wrong.is_empty() {
        return Ok(clients);
    }
    let told = |Wrong { path, reason }| ConfigError {
        key: format!("{MCP}.{}", path.join(".")),
        origin: Origin::File,
        reason,
    };
    Err(wrong.into_iter().map(told).collect())
}

fn judge(table: Table, environment: Environment<'_>) -> (Vec<Client>, Vec<Wrong>) {
    let mut wrong = Vec::new();
    let section: Section = from_table(table, &mut wrong);
    for Wrong { reason, .. } in wrong.iter_mut().filter(|wrong| wrong.path == ["clients"]) {
        *reason = "must be tables: [mcp.clients.NAME]".to_owned();
    }
    let mut clients = Vec::new();
    for (name, raws) in section.clients {
        let mut told = |key: &str, reason: String| {
            wrong.push(Wrong::new(&["clients", &name, key], reason));
        };
        if !is_name(&name) {
            told("", "a name has 1 to 32 letters, digits, `-` and `_`".to_owned());
            continue;
        }
        let uses = [
            (Use::Codes, &raws.codes),
            (Use::Records, &raws.records),
            (Use::Documents, &raws.documents),
        ];
        let uses: BTreeMap<Use, String> =
            uses.into_iter().filter_map(|(of, tool)| Some((of, tool.clone()?))).collect();
        if uses.is_empty() {
            told("records", "`codes`, `records` or `documents` must name a tool of it".to_owned());
        }
        let Some(reach) = reach(&raws, environment, &mut told) else { continue };
        clients.push(Client {
            name: name.clone(),
            user: raws.user.clone(),
            reach,
            timeout: Duration::from_secs(raws.timeout_seconds.unwrap_or(SECONDS)),
            uses,
        });
    }
    (clients, wrong)
}

fn reach(
    raws: &Raws,
    environment: Environment<'_>,
    told: &mut impl FnMut(&str, String),
) -> Option<Reach> {
    let mut held = |key: &str, name: &String| {
        let value = environment(name).filter(|value| !value.is_empty());
        if value.is_none() {
            told(key, format!("the variable {name} is not set"));
        }
        value.map(Private::from)
    };
    match (&raws.address, raws.command.split_first()) {
        (None, Some((program, arguments))) => {
            let passed = raws.env.iter();
            let passed = passed.filter_map(|name| Some((name.clone(), held("env", name)?)));
            Some(Reach::Program {
                passed: passed.collect(),
                program: program.clone(),
                arguments: arguments.to_vec(),
            })
        }
        (Some(address), None) => {
            let token = raws.token_env.as_ref().map(|name| held("token_env", name));
            if !is_address(address) {
                told(
                    "address",
                    "must be https:// with a host, or http:// of this machine; no user, query or fragment"
                        .to_owned(),
                );
                return None;
            }
            Some(Reach::Address { url: address.clone(), token: token.flatten() })
        }
        _ => {
            told("command", "must be set, or `address`; not both".to_owned());
            None
        }
    }
}

fn is_name(name: &str) -> bool {
    (1..=32).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

/// Whether what is said there stays between the two: a token and what comes back are nobody else's.
fn is_address(address: &str) -> bool {
    let Ok(url) = reqwest::Url::parse(address) else { return false };
    let is_plain = url.username().is_empty()
        && url.password().is_none()
        && url.query().is_none()
        && url.fragment().is_none();
    let is_here = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
    is_plain && url.has_host() && (url.scheme() == "https" || (url.scheme() == "http" && is_here))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(file: &str, expected: Result<&str, &[&str]>) {
        let set = |name: &str| (name == "TOKEN").then(|| "secret".to_owned());
        let (clients, wrong) = judge(file.parse().unwrap(), &set);
        let wrong: Vec<String> = wrong
            .into_iter()
            .map(|Wrong { path, reason }| format!("{}: {reason}", path.join(".")))
            .collect();
        match expected {
            Ok(shown) => {
                assert!(wrong.is_empty(), "{wrong:?}");
                assert_eq!(format!("{:?}", clients[0]), shown);
            }
            Err(expected) => assert_eq!(wrong, expected, "{file}"),
        }
    }

    #[test]
    fn tools_are_read_with_what_they_are_for() {
        check(
            "[clients.mail]\ncommand = [\"mail-tools\", \"--quick\"]\nenv = [\"TOKEN\"]\ncodes = \"latest\"",
            Ok("Client { name: \"mail\", user: None, reach: Program { program: \"mail-tools\", \
                arguments: [\"--quick\"], passed: [(\"TOKEN\", Private(…))] }, timeout: 20s, \
                uses: {Codes: \"latest\"} }"),
        );
        check(
            "[clients.crm]\naddress = \"https://crm.example/mcp\"\ntoken_env = \"TOKEN\"\nuser = \"ada\"\n\
             timeout_seconds = 5\nrecords = \"find\"\ndocuments = \"get\"",
            Ok(
                "Client { name: \"crm\", user: Some(\"ada\"), reach: Address { url: \"https://crm.example/mcp\", \
                token: Some(Private(…)) }, timeout: 5s, uses: {Records: \"find\", Documents: \"get\"} }",
            ),
        );
    }

    #[test]
    fn what_is_wrong_is_named() {
        let none = "clients.a.command: must be set, or `address`; not both";
        let far = "clients.a.address: must be https:// with a host, or http:// of this machine; no \
                   user, query or fragment";
        for (file, expected) in [
            ("[clients.a]\nrecords = \"find\"", [none].as_slice()),
            ("[clients.a]\nrecords = \"find\"\ncommand = []", &[none]),
            (
                "[clients.a]\nrecords = \"f\"\ncommand = [\"x\"]\naddress = \"https://a.example\"",
                &[none],
            ),
            ("[clients.a]\nrecords = \"f\"\naddress = \"http://a.example\"", &[far]),
            ("[clients.a]\nrecords = \"f\"\naddress = \"https://u:p@a.example\"", &[far]),
            (
                "[clients.a]\ncommand = [\"x\"]",
                &["clients.a.records: `codes`, `records` or `documents` must name a tool of it"],
            ),
            (
                "[clients.a]\ncommand = [\"x\"]\ncodes = \"c\"\nenv = [\"NONE\"]",
                &["clients.a.env: the variable NONE is not set"],
            ),
            (
                "[clients.a]\ncommand = \"x y\"\ncodes = \"c\"",
                &[
                    "clients.a.command: must be a list of texts, such as [\"program\", \"argument\"]",
                    none,
                ],
            ),
            (
                "[clients.\"a b\"]\ncommand = [\"x\"]\ncodes = \"c\"",
                &["clients.a b.: a name has 1 to 32 letters, digits, `-` and `_`"],
            ),
            ("[clients]\na = 1", &["clients.a: must be a table"]),
            ("[client]\na = 1", &["client: there is no such key"]),
        ] {
            check(file, Err(expected));
        }
    }
}
