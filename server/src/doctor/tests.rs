use std::path::PathBuf;

use shared_types::api::HealthResponse;

use super::{
    check::State::{self, Ok as Good, Problem, Warning},
    facts::{ByProxy, Owned, Port, Provider, Room, What},
    *,
};
use crate::{
    config::{Database, Keep},
    crypto::Sealed,
    llm::{providers::Problem as Failure, settings::Mode},
    sources::settings::{Client, Reach},
    store::{BeforeUpdate, KnownToken, look::Seen},
};

const NOW: i64 = 1_800_000_000_000;

/// The states in order, and that whatever is not as it should be says what to do.
fn check(checks: &[Check], expected: &[State]) {
    let states: Vec<State> = checks.iter().map(|check| check.state).collect();
    assert_eq!(states, expected, "{checks:#?}");
    for check in checks {
        assert_eq!(check.fix.is_empty(), check.state == Good, "{check:?}");
        assert!(check.said.ends_with('.') && !check.said.contains('\n'), "{check:?}");
    }
}

fn config(settings: &[(&str, &str)]) -> (Config, Vec<ConfigError>, Raw) {
    let environment = |name: &str| {
        settings.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned())
    };
    let (raw, mut wrong) = Raw::gather_some(&Flags::default(), &environment);
    let (config, more) = Config::judge(&raw, &environment);
    wrong.extend(more);
    (config, wrong, raw)
}

#[test]
fn a_configuration_says_what_is_wrong_and_goes_on() {
    let (_, wrong, raw) = config(&[("VAULTY_LISTEN", "nowhere"), ("VAULTY_TRACE_DAYS", "0")]);
    let checks = judge::config(raw.file(), &wrong, raw.overridden());
    check(&checks, &[Problem, Problem]);
    assert!(checks[0].line().contains("listen: `nowhere`"), "{checks:?}");
    assert!(checks[0].fix.contains("VAULTY_LISTEN"), "{checks:?}");
    check(&judge::config(None, &[], &[]), &[Good]);
    check(&judge::config(None, &[], &[("listen", Origin::Flag)]), &[Good, Warning]);
}

#[test]
fn settings_that_do_not_fit_together_are_told() {
    let of = |settings: &[(&str, &str)]| {
        let (config, wrong, _) = config(settings);
        assert_eq!(wrong, [], "{settings:?}");
        judge::exposure(&config.security, config.server.listen)
    };
    check(&of(&[]), &[Good]);
    check(&of(&[("VAULTY_AUTH", "none")]), &[Warning]);
    check(&of(&[("VAULTY_ALLOWED_HOSTS", "localhost:3000")]), &[Good]);
    check(&of(&[("VAULTY_ALLOWED_HOSTS", "localhost:4000,localhost")]), &[Warning]);
    let proxied = [("VAULTY_TLS_PROXY", "true"), ("VAULTY_ALLOWED_HOSTS", "vaulty.example.org")];
    check(&of(&proxied), &[Good]);
    let plain =
        [proxied[0], proxied[1], ("VAULTY_ALLOWED_ORIGINS", "http://a.example,https://b.example")];
    let checks = of(&plain);
    check(&checks, &[Warning]);
    assert!(checks[0].said.contains("http://a.example"), "{checks:?}");
}

#[test]
fn a_port_is_free_ours_or_taken() {
    let health = |version: &str, contract| {
        let (status, name) = ("ok".to_owned(), "vaulty".to_owned());
        Port::Ours(HealthResponse { status, name, version: version.to_owned(), contract })
    };
    let ours = || health(env!("CARGO_PKG_VERSION"), 2);
    let refused = |kind| Port::Refused(kind, "no".to_owned());
    for (port, alone, taken, expected) in [
        (Port::Free, true, false, Good),
        (Port::Free, true, true, Warning),
        (Port::Taken, true, false, Problem),
        (ours(), true, true, Good),
        (ours(), true, false, Problem),
        (ours(), false, false, Good),
        (health("0.0.1", 2), true, true, Warning),
        (health(env!("CARGO_PKG_VERSION"), 1), true, true, Warning),
        (refused(std::io::ErrorKind::PermissionDenied), true, false, Problem),
        (refused(std::io::ErrorKind::AddrNotAvailable), true, false, Problem),
        (refused(std::io::ErrorKind::Other), true, false, Problem),
    ] {
        let at = "127.0.0.1:3000".parse().unwrap();
        check(&[judge::port(at, &port, alone, taken)], &[expected]);
    }
}

#[test]
fn rights_of_files_are_their_owners_alone() {
    let file = |what, mode, owner| {
        let path = PathBuf::from("/data");
        Owned { path, mode, owner, what, changed: 0 }
    };
    let folder = file(What::Folder, 0o700, 7);
    check(&judge::files(&[], 7), &[Good]);
    for (other, user, expected) in [
        (file(What::Data, 0o600, 7), 7, &[Good][..]),
        (file(What::Data, 0o400, 7), 0, &[Good]),
        (file(What::Data, 0o640, 7), 7, &[Problem]),
        (file(What::Data, 0o604, 7), 7, &[Problem]),
        (file(What::Data, 0o600, 8), 7, &[Problem]),
        (file(What::Data, 0o600, 7), 9, &[Warning]),
        (file(What::Folder, 0o750, 7), 7, &[Problem]),
        (file(What::Config, 0o644, 0), 7, &[Good]),
        (file(What::Config, 0o664, 0), 7, &[Problem]),
        (file(What::SecretConfig, 0o640, 0), 7, &[Good]),
        (file(What::SecretConfig, 0o644, 0), 7, &[Problem]),
        (file(What::SecretConfig, 0o660, 0), 7, &[Problem]),
    ] {
        check(&judge::files(&[folder.clone(), other], user), expected);
    }
}

/// A database of this version, sealed with this key, in which this user has a profile.
fn seen(vault: &Vault) -> Seen {
    let profiles = vec![("ada".to_owned(), vault.seal("ada", "{}").unwrap())];
    let first_box = Some(vault.first_box().unwrap());
    Seen { version: Some(9), known: 9, first_box, profiles, ..Seen::default() }
}

fn vault(digits: &str) -> Vault {
    let keys: Vec<String> = digits.split(' ').map(|digit| digit.repeat(64)).collect();
    Vault::read(std::path::Path::new("/none"), Some(&keys.join(" "))).unwrap().unwrap()
}

#[test]
fn a_key_opens_what_is_sealed_or_it_is_told() {
    let of = |key: Option<Vault>, seen: Option<&Seen>| judge::key(&Ok(key), true, seen);
    let a = seen(&vault("a"));
    check(&of(None, None), &[Good]);
    check(&of(None, Some(&a)), &[Problem]);
    check(&of(Some(vault("a")), None), &[Good]);
    check(&of(Some(vault("a")), Some(&a)), &[Good]);
    check(&of(Some(vault("b")), Some(&a)), &[Problem]);
    check(&of(Some(vault("b a")), Some(&a)), &[Warning, Good]);
    let mut foreign = seen(&vault("a"));
    let sealed: Sealed = vault("b").seal("bob", "{}").unwrap();
    foreign.profiles.push(("bob".to_owned(), sealed));
    check(&of(Some(vault("a")), Some(&foreign)), &[Problem]);
    let bad = Vault::read(std::path::Path::new("/none"), Some("secret that is no key"));
    let checks = judge::key(&bad, true, Some(&a));
    check(&checks, &[Problem]);
    assert!(!checks[0].line().contains("secret that"), "{checks:?}");
}

#[test]
fn a_clock_is_held_against_what_was_written() {
    let file = |changed| {
        let path = PathBuf::from("/data");
        [Owned { path, mode: 0o600, owner: 0, what: What::Data, changed }]
    };
    let stored = |newest, now| Some(Seen { newest, now, ..Seen::default() });
    for (now, changed, seen, expected) in [
        (NOW, NOW - 1, None, Good),
        (NOW, NOW + 50_000, None, Good),
        (NOW, NOW + 90_000, None, Problem),
        (NOW, 0, stored(NOW + 90_000, None), Problem),
        (NOW, 0, stored(NOW, Some(NOW + 59_000)), Good),
        (NOW, 0, stored(NOW, Some(NOW + 61_000)), Problem),
        (NOW, 0, stored(0, Some(NOW - 61_000)), Problem),
        (0, 0, None, Problem),
    ] {
        check(&[judge::clock(now, &file(changed), seen.as_ref())], &[expected]);
    }
}

#[test]
fn a_collector_is_known_by_its_answer() {
    for (answer, expected) in [
        (Some(200), Good),
        (Some(202), Good),
        (Some(401), Warning),
        (Some(404), Problem),
        (Some(503), Problem),
        (None, Problem),
    ] {
        check(&[judge::collector(answer)], &[expected]);
    }
}

#[test]
fn a_proxy_is_known_by_what_comes_through_it() {
    let refused = |code: &str| ByProxy::Refused(code.to_owned());
    for (found, runs, expected) in [
        (ByProxy::Ours, true, Good),
        (refused("tls-required"), true, Problem),
        (refused("host-not-allowed"), true, Problem),
        (refused("busy"), true, Warning),
        (ByProxy::Other(502), true, Problem),
        (ByProxy::Other(502), false, Warning),
        (ByProxy::Nobody, true, Warning),
    ] {
        check(&[judge::proxy("vaulty.example.org", &found, runs)], &[expected]);
    }
}

#[test]
fn room_on_a_disk_is_for_what_may_be_kept() {
    let keep = Keep { bytes: 1 << 30, ..Keep::default() };
    for (bytes, files, database, expected) in [
        (4 << 30, true, Some(0), Good),
        (1 << 30, true, Some(0), Warning),
        (1 << 30, true, Some(1 << 29), Good),
        (1 << 30, true, None, Good),
        (1 << 20, true, None, Problem),
        (4 << 30, false, None, Problem),
    ] {
        check(&[judge::disk(Some(Room { bytes, files }), &keep, database)], &[expected]);
    }
    check(&[judge::disk(None, &keep, None)], &[Good]);
}

#[test]
fn a_database_is_current_whole_and_writable() {
    let url = Some("postgres://db/vaulty".to_owned().into());
    let postgres = Database { url, ..Database::default() };
    let of = |change: &dyn Fn(&mut Seen)| {
        let mut seen = Seen { version: Some(9), known: 9, ..Seen::default() };
        change(&mut seen);
        judge::database(&Ok(Some(seen)), &postgres)
    };
    check(&of(&|_| {}), &[Good]);
    check(&of(&|seen| seen.version = None), &[Good]);
    check(&of(&|seen| seen.version = Some(8)), &[Warning]);
    check(&of(&|seen| seen.version = Some(10)), &[Problem]);
    check(&of(&|seen| seen.odd = Some(3)), &[Problem]);
    check(&of(&|seen| seen.unwritable = Some("a standby".to_owned())), &[Problem, Good]);
    check(&of(&|seen| seen.damage = Some("page 3".to_owned())), &[Problem, Good]);
    check(&of(&|seen| seen.connections = Some(5)), &[Good, Problem]);
    let sqlite = Database::default();
    check(&judge::database(&Ok(None), &sqlite), &[Good]);
    check(&judge::database(&Err("away".to_owned()), &sqlite), &[Problem]);
    // What an update does to each, and what the person has to do before it.
    let without = Database { before_update: BeforeUpdate::Nothing, ..postgres.clone() };
    for (database, fix) in [
        (&sqlite, "None is needed: the start keeps a copy as vaulty.sqlite3.before-update."),
        (&postgres, "None is needed: the start keeps a copy of its tables in the schema"),
        (&without, "Take a copy before you start this version"),
    ] {
        let older = Seen { version: Some(8), known: 9, ..Seen::default() };
        let told = judge::database(&Ok(Some(older)), database);
        check(&told, &[Warning]);
        assert!(told[0].fix.starts_with(fix), "{}", told[0].fix);
    }
}

#[test]
fn programs_that_are_not_there_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let (good, plain) = (folder.path().join("mail-tool"), folder.path().join("notes.txt"));
    for (file, mode) in [(&good, 0o700), (&plain, 0o600)] {
        std::fs::write(file, "").unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            std::fs::set_permissions(file, std::fs::Permissions::from_mode(mode)).unwrap();
        }
    }
    let is_program = |program: &str| facts::is_program(program, Some(folder.path().as_os_str()));
    let client = |program: &str| Client {
        name: "mail".to_owned(),
        user: None,
        reach: Reach::Program {
            program: program.to_owned(),
            arguments: Vec::new(),
            passed: Vec::new(),
        },
        timeout: std::time::Duration::from_secs(1),
        uses: std::collections::BTreeMap::new(),
    };
    check(&judge::sources(&[], is_program), &[Good]);
    check(
        &judge::sources(&[client("mail-tool"), client(good.to_str().unwrap())], is_program),
        &[Good],
    );
    let wrong =
        ["none", "notes.txt", "/none/mail-tool", folder.path().to_str().unwrap()].map(client);
    check(&judge::sources(&wrong, is_program), &[Problem; 4]);
}

#[test]
fn providers_are_told_by_name_and_none_is_no_trouble() {
    let one = |silent| {
        [Provider { name: "good".to_owned(), base_url: "http://127.0.0.1:9".to_owned(), silent }]
    };
    check(&judge::providers(Mode::Auto, Some(&one(None))), &[Good]);
    check(&judge::providers(Mode::Auto, Some(&one(Some(Failure::TooLarge)))), &[Good]);
    check(&judge::providers(Mode::Auto, Some(&one(Some(Failure::Unreachable)))), &[Warning]);
    check(&judge::providers(Mode::RulesOnly, Some(&one(Some(Failure::TimedOut)))), &[Good]);
    check(&judge::providers(Mode::Auto, Some(&[])), &[Good]);
    check(&judge::providers(Mode::Auto, None), &[Good]);
}

#[test]
fn browsers_are_counted_and_strangers_told() {
    let vault = vault("a");
    let mut seen = seen(&vault);
    let marks = vault.marks(seen.first_box.as_ref().unwrap()).unwrap();
    let token = |id, user: &str, marks: &crate::crypto::Marks| {
        let (digest, kind) = ([7; 32], crate::crypto::TokenKind::Pairing);
        let mark = Some(marks.token_row(&digest, kind, user).to_vec());
        let (name, origin) = (String::new(), String::new());
        let user_id = user.to_owned();
        let created_at = NOW - 3 * 24 * 60 * 60 * 1000;
        KnownToken {
            id,
            digest,
            kind,
            user_id,
            name,
            created_at,
            mark,
            checked: true,
            origin,
            used_at: 0,
        }
    };
    seen.tokens = vec![token(1, "ada", &marks), token(2, "ada", &marks)];
    let told = judge::browsers(NOW, Some(&vault), Some(&seen));
    check(std::slice::from_ref(&told), &[Good]);
    assert!(
        told.said.starts_with("2 paired, of 1 users; the oldest pairing is 3 days old"),
        "{told:?}"
    );
    let others = crate::crypto::Marks::new(b"others").unwrap();
    seen.tokens.push(token(3, "eve", &others));
    check(&[judge::browsers(NOW, Some(&vault), Some(&seen))], &[Warning]);
    check(&[judge::browsers(NOW, None, None)], &[Good]);
}
