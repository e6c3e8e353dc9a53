//! What is made of facts: pure, a function a topic. A value, a key or an address with a password in it is never said.

use std::{collections::BTreeSet, io::ErrorKind, net::SocketAddr, path::Path};

use super::{
    check::Check,
    facts::{ByProxy, Owned, Port, Provider, Room, What},
};
use shared_types::api::CONTRACT;

use crate::{
    config::{Auth, ConfigError, Database, Keep, Origin, Security},
    crypto::{SealError, TokenKind, Vault},
    llm::{providers::Problem, settings::Mode},
    search::settings::SearchConfig,
    sources::settings::{Client, Reach},
    store::{BeforeUpdate, look::Seen},
};

/// When this program was written, in milliseconds since 1970: no right clock shows less.
const FLOOR: i64 = 1_767_225_600_000;
/// What clocks may differ by.
const SKEW: i64 = 60_000;
/// Below this a server may stop in the midst of its work.
const LITTLE: u64 = 64 << 20;
const DAY: i64 = 24 * 60 * 60 * 1000;

/// The configuration: what is wrong by itself, and what does not hold because something stronger says otherwise.
pub(super) fn config(
    file: Option<&Path>,
    wrong: &[ConfigError],
    overridden: &[(&'static str, Origin)],
) -> Vec<Check> {
    let problem = |error: &ConfigError| {
        let ConfigError { key, origin, reason } = error;
        let fix = match origin {
            Origin::File => {
                format!("`vaulty-server config set {key} VALUE`, or `config unset {key}`.")
            }
            Origin::Environment(variable) => format!("Change {variable} or leave it out."),
            Origin::Flag => format!("Name another value for {key} on the command line."),
            Origin::Default => format!("`vaulty-server config set {key} VALUE`."),
        };
        let fix = match key.as_str() {
            "config" => {
                "Make the file readable TOML, or name another one with --config.".to_owned()
            }
            _ => fix,
        };
        Check::problem("config", format!("{key}: {reason} (set by: {origin})."), fix)
    };
    let mut checks: Vec<Check> = wrong.iter().map(problem).collect();
    checks.extend(overridden.iter().map(|(key, origin)| {
        Check::warning(
            "config",
            format!("{key} of the file does not hold: {origin} sets it as well, and wins."),
            format!("`vaulty-server config unset {key}`, or leave it out of the other place."),
        )
    }));
    if wrong.is_empty() {
        let from = file.map_or("there is no file".to_owned(), |file| file.display().to_string());
        checks.insert(0, Check::ok("config", format!("Valid ({from}).")));
    }
    checks
}

/// Settings that are allowed each and do not fit together.
pub(super) fn exposure(security: &Security, listen: SocketAddr) -> Vec<Check> {
    let mut checks = Vec::new();
    if security.auth == Auth::None {
        checks.push(Check::warning(
            "exposure",
            "auth = none: every program on this machine can read and change everything.",
            "`vaulty-server config set auth token`, unless a client needs it so.",
        ));
    }
    if security.tls_proxy {
        let plain = |origin: &&String| origin.starts_with("http://");
        checks.extend(security.allowed_origins.iter().filter(plain).map(|origin| {
            Check::warning(
                "exposure",
                format!(
                    "allowed_origins has {origin}: whoever stands between changes that page at will."
                ),
                "Name its https:// address.",
            )
        }));
    } else {
        let other_port = |host: &&String| {
            host.rsplit_once(':').is_some_and(|(_, port)| {
                port.parse().is_ok_and(|port: u16| listen.port() != 0 && port != listen.port())
            })
        };
        checks.extend(security.allowed_hosts.iter().filter(other_port).map(|host| {
            Check::warning(
                "exposure",
                format!(
                    "allowed_hosts has {host}, and the server listens on port {}.",
                    listen.port()
                ),
                "Leave it out, unless something on this machine forwards that port.",
            )
        }));
    }
    if checks.is_empty() {
        let said = match (security.tls_proxy, listen.ip().is_loopback()) {
            (false, _) => "Nothing but this machine can connect.",
            (true, true) => "A proxy with TLS on this machine is the way in.",
            (true, false) => {
                "A proxy with TLS is the way in; a firewall must let nobody past it, for what the proxy says of clients is believed."
            }
        };
        checks.push(Check::ok("exposure", said));
    }
    checks
}

/// The address to listen on. `alone`: SQLite, of which one server has the folder; `taken`: one has it now.
pub(super) fn port(listen: SocketAddr, port: &Port, alone: bool, taken: bool) -> Check {
    let other = "`vaulty-server config set listen 127.0.0.1:PORT`.";
    match port {
        Port::Free if taken => Check::warning(
            "port",
            format!(
                "{listen} is free, though a server works on the data folder: it listens elsewhere."
            ),
            "Start it with the same settings as this command, or stop it.",
        ),
        Port::Free => Check::ok("port", format!("{listen} can be listened on; no server runs.")),
        Port::Ours(health) if health.contract != CONTRACT || health.version != version() => {
            Check::warning(
                "port",
                format!(
                    "The server at {listen} is version {} (contract {}), this program {} (contract {CONTRACT}).",
                    health.version,
                    health.contract,
                    version()
                ),
                "Restart the server.",
            )
        }
        Port::Ours(_) if alone && !taken => Check::problem(
            "port",
            format!("The vaulty-server at {listen} works on another data folder."),
            "Name its folder with --data-dir, or stop it.",
        ),
        Port::Ours(_) => Check::ok("port", format!("A server answers at {listen}.")),
        Port::Taken => Check::problem(
            "port",
            format!("Another program has {listen}, or a server that does not answer."),
            format!("Stop it, or take another port: {other}"),
        ),
        Port::Refused(ErrorKind::PermissionDenied, _) => Check::problem(
            "port",
            format!("The system keeps {listen} for root."),
            format!("Take a port above 1023: {other}"),
        ),
        Port::Refused(ErrorKind::AddrNotAvailable, _) => Check::problem(
            "port",
            format!("This machine has no address {}.", listen.ip()),
            format!("Listen on one that it has: {other}"),
        ),
        Port::Refused(_, why) => Check::problem(
            "port",
            format!("{listen} cannot be listened on: {why}."),
            format!("Listen on another address: {other}"),
        ),
    }
}

fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// Who can read what is to be the owner's alone. `user` runs this program; root runs it for somebody else.
pub(super) fn files(files: &[Owned], user: u32) -> Vec<Check> {
    let mut checks = Vec::new();
    let folder = files.iter().find(|file| file.what == What::Folder);
    for Owned { path, mode, owner, what, .. } in files {
        let path = path.display();
        // A configuration may be its server's group's to read.
        let (too_much, right) = match what {
            What::Folder => (0o077, "700"),
            What::Data => (0o077, "600"),
            What::SecretConfig => (0o027, "640"),
            What::Config => (0o022, "644"),
        };
        if mode & too_much != 0 {
            checks.push(Check::problem(
                "files",
                format!("Others than its owner can use {path} (mode {mode:03o})."),
                format!("`chmod {right} {path}`."),
            ));
        }
        let of_folder = folder.map_or(*owner, |folder| folder.owner);
        if *what == What::Data && *owner != of_folder {
            checks.push(Check::problem(
                "files",
                format!("{path} belongs to user {owner}, the data folder to user {of_folder}."),
                format!("`chown {of_folder} {path}`."),
            ));
        }
    }
    if let Some(folder) = folder.filter(|folder| user != 0 && folder.owner != user) {
        checks.push(Check::warning(
            "files",
            format!("The data folder belongs to user {}, and this is user {user}.", folder.owner),
            "Run this command as the user whom the server runs as.",
        ));
    }
    if checks.is_empty() {
        checks.push(match folder {
            None => Check::ok("files", "There is no data folder yet; the first start makes it."),
            Some(_) => {
                Check::ok("files", "Folder, database, token and key are their owner's alone.")
            }
        });
    }
    checks
}

/// The key, and whether it opens what is sealed.
pub(super) fn key(
    key: &Result<Option<Vault>, SealError>,
    is_given: bool,
    seen: Option<&Seen>,
) -> Vec<Check> {
    let place = if is_given { "VAULTY_MASTER_KEY" } else { "master.key" };
    let back = "Put the key of the database's time back, from where you keep it, into master.key of the \
                data folder or into VAULTY_MASTER_KEY.";
    let first = seen.and_then(|seen| seen.first_box.as_ref());
    let vault = match key {
        Err(error) => {
            return vec![Check::problem("key", format!("{place}: {error}."), back)];
        }
        Ok(None) if first.is_some() => {
            let said = "There is no master key, and the database's profiles are sealed with one.";
            return vec![Check::problem("key", said, back)];
        }
        Ok(None) => return vec![Check::ok("key", "There is none yet; the first start makes one.")],
        Ok(Some(vault)) => vault,
    };
    let mut checks = Vec::new();
    if vault.newest() != *vault {
        checks.push(Check::warning(
            "key",
            format!("A rotation was begun: {place} holds more than one key."),
            "Restart every server of this database, then leave the old key out.",
        ));
    }
    let (Some(seen), Some(first)) = (seen, first) else {
        checks.push(Check::ok("key", format!("{place} is a key; nothing is sealed with it yet.")));
        return checks;
    };
    if vault.marks(first).is_err() {
        let said = format!("{place} is not the key that the database is sealed with.");
        checks.push(Check::problem("key", said, back));
        return checks;
    }
    let opens = |(user, sealed): &&(String, _)| vault.opener(user, sealed).is_ok();
    let (all, opened) = (seen.profiles.len(), seen.profiles.iter().filter(opens).count());
    checks.push(if opened == all {
        Check::ok("key", format!("{place} opens all {all} sealed profiles that were tried."))
    } else {
        let said = format!("{} of {all} sealed profiles do not open with {place}.", all - opened);
        Check::problem("key", said, back)
    });
    checks
}

/// This machine's clock, held against what was written before and against the database's.
pub(super) fn clock(now: i64, files: &[Owned], seen: Option<&Seen>) -> Check {
    let fix = "Set the clock, and let it be kept right (systemd-timesyncd, chrony).";
    if now < FLOOR {
        return Check::problem("clock", "It shows a time before this program was written.", fix);
    }
    let database = seen.and_then(|seen| seen.now).map(|database| now - database);
    if let Some(ahead) = database.filter(|ahead| ahead.abs() > SKEW) {
        let said = format!("It is {} s away from the database's clock.", ahead.abs() / 1000);
        return Check::problem("clock", said, fix);
    }
    let changed = files.iter().map(|file| file.changed).max();
    let stored = seen.map(|seen| seen.newest);
    let newest = changed.max(stored).unwrap_or_default();
    if newest > now.saturating_add(SKEW) {
        let said = format!(
            "It is at least {} s behind what was written here before.",
            newest.saturating_sub(now) / 1000
        );
        return Check::problem("clock", said, fix);
    }
    Check::ok("clock", "Nothing was written later than now.")
}

/// What the proxy makes of a request to the server's name. What it says of clients' addresses can't be seen from here.
pub(super) fn proxy(name: &str, found: &ByProxy, runs: bool) -> Check {
    match found {
        ByProxy::Ours => Check::ok(
            "proxy",
            format!("https://{name} leads to a server, and says that it came by TLS."),
        ),
        ByProxy::Refused(code) if code == "tls-required" => Check::problem(
            "proxy",
            format!(
                "The proxy at https://{name} does not say that a request came by TLS: all are refused."
            ),
            "Let it set `X-Forwarded-Proto: https` and `X-Forwarded-For` itself; docs/SCALE.md has a configuration.",
        ),
        ByProxy::Refused(code) if code == "host-not-allowed" => Check::problem(
            "proxy",
            format!(
                "The proxy at https://{name} passes on another Host: all requests are refused."
            ),
            "Let it pass on the Host that it was asked for.",
        ),
        ByProxy::Refused(code) => Check::warning(
            "proxy",
            format!("https://{name} leads to a server that refused to answer: {code}."),
            "Look for that in the server’s log.",
        ),
        ByProxy::Other(status) if !runs => Check::warning(
            "proxy",
            format!("https://{name} answers {status}; no server runs behind it."),
            "Start the server, then run this again.",
        ),
        ByProxy::Other(status) => Check::problem(
            "proxy",
            format!("https://{name} answers {status}, and that is no server of ours."),
            "See that the proxy leads to the address that the server listens on.",
        ),
        ByProxy::Nobody => Check::warning(
            "proxy",
            format!("https://{name} could not be asked from this machine."),
            "Start the proxy, and see that the name leads to it and its certificate is one that browsers trust.",
        ),
    }
}

/// The collector of spans, by the status of its answer to a request without one.
pub(super) fn collector(answer: Option<u16>) -> Check {
    match answer {
        Some(200..300) => Check::ok("collector", "It takes spans."),
        Some(401 | 403) => Check::warning(
            "collector",
            "It answers, and wants to know who asks.",
            "Set what it wants in OTEL_EXPORTER_OTLP_HEADERS; it was asked without that.",
        ),
        Some(status) => Check::problem(
            "collector",
            format!("It answers {status}: spans are dropped."),
            "otlp_endpoint must name what takes OTLP over HTTP (usually port 4318), without /v1/traces.",
        ),
        None => Check::problem(
            "collector",
            "Nobody answers: spans are dropped.",
            "Start it, or take it out: `vaulty-server config unset otlp_endpoint`.",
        ),
    }
}

/// The disk that the data lies on. `bytes` is how large the database is now, where it lies there.
pub(super) fn disk(room: Option<Room>, keep: &Keep, bytes: Option<i64>) -> Check {
    let Some(room) = room else {
        return Check::ok("disk", "This system does not say how much room there is.");
    };
    let fix = "Make room, or let less be kept: `vaulty-server config set trace_mb NUMBER`.";
    let left = format!("{} MB are left.", room.bytes >> 20);
    if !room.files || room.bytes < LITTLE {
        let said = if room.files { left } else { "No further file can be made.".to_owned() };
        return Check::problem("disk", said, fix);
    }
    let growth = bytes.map(|bytes| u64::try_from(keep.bytes.saturating_sub(bytes)).unwrap_or(0));
    match growth {
        Some(growth) if growth.saturating_add(LITTLE) > room.bytes => Check::warning(
            "disk",
            format!("{left} The database may grow by {} MB.", growth >> 20),
            fix,
        ),
        _ => Check::ok("disk", left),
    }
}

/// The database, and what this server would do with it.
pub(super) fn database(seen: &Result<Option<Seen>, String>, config: &Database) -> Vec<Check> {
    let (is_postgres, connections) = (config.url.is_some(), config.connections);
    let kind = if is_postgres { "Postgres" } else { "SQLite" };
    let seen = match seen {
        Ok(Some(seen)) => seen,
        Ok(None) => {
            return vec![Check::ok("database", "There is none yet; the first start makes it.")];
        }
        Err(why) => {
            let fix = if is_postgres {
                "Start it, let this machine reach it, and see that user, password and name in database_url are right."
            } else {
                "Stop the server and put a copy back: `vaulty-server restore FILE`."
            };
            return vec![Check::problem("database", format!("{kind} cannot be used: {why}."), fix)];
        }
    };
    let mut checks = Vec::new();
    if let Some(damage) = &seen.damage {
        checks.push(Check::problem(
            "database",
            format!("The file is damaged: {damage}."),
            "Stop the server and put a copy back: `vaulty-server restore FILE`.",
        ));
    }
    if let Some(why) = &seen.unwritable {
        checks.push(Check::problem(
            "database",
            format!("{kind} can be read and not written: {why}."),
            "End its read-only mode, make room on its disk, or give its user the right to write.",
        ));
    }
    checks.push(schema(seen, kind, config));
    let most = seen.connections.unwrap_or(i64::MAX);
    if i64::from(connections) > most {
        checks.push(Check::problem(
            "database",
            format!("It takes {most} connections, and database_connections is {connections}."),
            format!("`vaulty-server config set database_connections {}`.", (most / 4).max(2)),
        ));
    }
    checks
}

fn schema(seen: &Seen, kind: &str, config: &Database) -> Check {
    let Seen { version, known, odd, bytes, .. } = seen;
    let size = format!("{} MB", (bytes >> 20).max(1));
    match (odd, version) {
        (Some(odd), _) => Check::problem(
            "database",
            format!("Its schema {odd} is not the one of this program, or did not come to its end."),
            "Put a copy back that this version made: `vaulty-server restore FILE`.",
        ),
        (None, None) => {
            Check::ok("database", format!("{kind}, empty; the first start makes its tables."))
        }
        (None, Some(found)) if found > known => Check::problem(
            "database",
            format!(
                "A newer vaulty-server made it (schema {found}, this one knows up to {known})."
            ),
            "Install that version or a newer one.",
        ),
        (None, Some(found)) if found < known => Check::warning(
            "database",
            format!("{kind}, schema {found}; the next start brings it to {known}."),
            match (&config.url, config.before_update) {
                (None, _) => {
                    "None is needed: the start keeps a copy as vaulty.sqlite3.before-update. One at another \
                     place is made by `vaulty-server backup FILE`."
                }
                (Some(_), BeforeUpdate::Copy) => {
                    "None is needed: the start keeps a copy of its tables in the schema vaulty_before_update. It takes \
                     as much room again; one at another place is made by `pg_dump --format=custom`."
                }
                (Some(_), BeforeUpdate::Nothing) => {
                    "Take a copy before you start this version: `pg_dump --format=custom`."
                }
            },
        ),
        (None, Some(found)) => {
            Check::ok("database", format!("{kind}, {size}, schema {found}, writable."))
        }
    }
}

/// The providers of models, as far as they were asked.
pub(super) fn providers(mode: Mode, asked: Option<&[Provider]>) -> Vec<Check> {
    let providers = match asked {
        _ if mode == Mode::RulesOnly => {
            return vec![Check::ok("providers", "None is asked (llm.mode = rules-only).")];
        }
        None => return vec![Check::ok("providers", "Not tried (--offline).")],
        Some([]) => {
            return vec![Check::ok("providers", "None is configured; the rules plan alone.")];
        }
        Some(providers) => providers,
    };
    let one = |provider: &Provider| {
        let Provider { name, base_url, silent } = provider;
        let why = match silent {
            None | Some(Problem::TooLarge) => {
                return Check::ok("providers", format!("{name}: somebody answers at {base_url}."));
            }
            Some(Problem::NotSendable) => {
                "the address or this machine's certificates cannot be used"
            }
            Some(Problem::TimedOut) => "no answer came in time",
            Some(_) => "nobody answers there",
        };
        Check::warning(
            "providers",
            format!("{name}, {base_url}: {why}."),
            "Start it, or see that network, llm.proxy and base_url are right; `vaulty-server providers --ping` tells more.",
        )
    };
    providers.iter().map(one).collect()
}

/// Whom a person's words go to where they look for a form. What is missing of them is a wrong key, which was said.
pub(super) fn search(search: &SearchConfig) -> Check {
    let names: Vec<&str> = search.providers.iter().map(|one| one.name.as_str()).collect();
    let said = match names.as_slice() {
        [] => "Off (search.providers is empty).".to_owned(),
        names => {
            format!("Words go to {}; the next is asked where one gives nothing.", names.join(", "))
        }
    };
    Check::ok("search", said)
}

/// The programs that this server may use for a person, and which of them are not there. Those at an address are not asked:
/// what they do is the person's.
pub(super) fn sources(clients: &[Client], is_program: impl Fn(&str) -> bool) -> Vec<Check> {
    let missing = clients.iter().filter_map(|client| match &client.reach {
        Reach::Program { program, .. } if !is_program(program) => Some(Check::problem(
            "sources",
            format!("{program}, of mcp.clients.{}, is no program that can be run.", client.name),
            "Install it for the server's user, or name it by its whole path.",
        )),
        Reach::Program { .. } | Reach::Address { .. } => None,
    });
    let missing: Vec<Check> = missing.collect();
    if !missing.is_empty() {
        return missing;
    }
    let said = match clients.len() {
        0 => "None (mcp.clients is empty).".to_owned(),
        one_or_more => format!("{one_or_more} may be used; their programs are there."),
    };
    vec![Check::ok("sources", said)]
}

/// Paired browsers and agents. Sessions of the dashboard, which end by themselves, are not counted.
pub(super) fn browsers(now: i64, vault: Option<&Vault>, seen: Option<&Seen>) -> Check {
    let Some(seen) = seen.filter(|seen| seen.is_current()) else {
        return Check::ok("browsers", "None is paired yet.");
    };
    let marks =
        vault.zip(seen.first_box.as_ref()).and_then(|(vault, first)| vault.marks(first).ok());
    let of_pairing = |kind| kind == TokenKind::Pairing;
    let paired = || seen.tokens.iter().filter(|token| of_pairing(token.kind));
    let Some(marks) = marks else {
        return Check::ok("browsers", format!("{} are paired.", paired().count()));
    };
    let foreign = seen.tokens.iter().filter(|token| !token.is_ours(&marks)).count();
    if foreign > 0 {
        return Check::warning(
            "browsers",
            format!("{foreign} tokens were written by somebody else, and are not let in."),
            "Pair those browsers again, and find out who writes into the database.",
        );
    }
    let users: BTreeSet<&str> = paired().map(|token| token.user_id.as_str()).collect();
    let oldest = paired().map(|token| token.created_at).min();
    let age = oldest.map_or(String::new(), |at| {
        format!("; the oldest pairing is {} days old", now.saturating_sub(at).max(0) / DAY)
    });
    let (count, users, agents) = (paired().count(), users.len(), seen.agents);
    let said = format!(
        "{count} paired, of {users} users{age}; {agents} agents. The dashboard shows when each was last used; unpair what is no longer used there or in the panel."
    );
    Check::ok("browsers", said)
}

/// What this program speaks.
pub(super) fn contract() -> Check {
    Check::ok("version", format!("vaulty-server {}, contract {CONTRACT}.", version()))
}
