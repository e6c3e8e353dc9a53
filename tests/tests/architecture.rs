//! The arrows between the packages point one way, and `agent-core` stays pure.

#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on says why and fails; helpers count as tests"
)]

use std::{collections::BTreeSet, process::Command};

use serde_json::Value;

/// What each package of the workspace may depend on, of the workspace.
const MAY_USE: &[(&str, &[&str])] = &[
    ("shared-types", &[]),
    ("agent-core", &["shared-types"]),
    ("server", &["agent-core", "shared-types"]),
    ("extension-browser", &["agent-core", "shared-types"]),
    ("extension-wasm", &["agent-core", "extension-browser", "shared-types"]),
    ("extension-ui", &["agent-core", "extension-browser", "shared-types"]),
    ("profile-import", &["agent-core", "shared-types"]),
    ("extension-import", &["profile-import", "shared-types"]),
    ("tests", &[]),
    ("fuzz", &["agent-core", "profile-import", "server", "shared-types"]),
    ("xtask", &["agent-core", "shared-types", "tests"]),
];

/// What the tests of a package may use besides: a site or a provider of their own over HTTP.
const TESTS_MAY_USE: &[(&str, &str)] = &[("server", "tests")];

/// Crates that read clocks, draw random numbers, wait, or reach files, network or a browser.
const IMPURE: &[&str] = &[
    "tokio",
    "async-std",
    "smol",
    "futures-executor",
    "reqwest",
    "hyper",
    "axum",
    "sqlx",
    "rusqlite",
    "mio",
    "socket2",
    "rand",
    "getrandom",
    "fastrand",
    "uuid",
    "chrono",
    "time",
    "jiff",
    "web-sys",
    "js-sys",
    "wasm-bindgen",
    "tempfile",
    "walkdir",
    "notify",
    "ureq",
    "tungstenite",
    "tracing",
    "log",
];

/// Calls that `agent-core` must not make: the standard library's own clocks, files, network and threads.
const IMPURE_CALLS: &[&str] = &[
    "std::fs",
    "std::net",
    "std::io",
    "std::env",
    "std::process",
    "std::thread",
    "SystemTime",
    "Instant::now",
    "async fn",
    "println!",
    "eprintln!",
];

/// Without what the packages depend on: that would have to be there for every platform, also those that nobody
/// here builds for.
fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline", "--locked"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON")
}

fn package<'a>(metadata: &'a Value, name: &str) -> &'a Value {
    let packages = metadata["packages"].as_array().expect("packages");
    let found =
        packages.iter().find(|package| package["name"] == name && package["source"].is_null());
    found.unwrap_or_else(|| panic!("{name} is in the workspace"))
}

/// The names of what a package depends on, each with whether its tests alone do.
fn direct(metadata: &Value, name: &str) -> BTreeSet<(String, bool)> {
    let dependencies =
        package(metadata, name)["dependencies"].as_array().expect("dependencies").iter();
    dependencies
        .map(|dependency| {
            let name = dependency["name"].as_str().expect("a name").to_owned();
            (name, dependency["kind"] == "dev")
        })
        .collect()
}

#[test]
fn arrows_point_one_way() {
    let metadata = metadata();
    let ours: BTreeSet<&str> = MAY_USE.iter().map(|(name, _)| *name).collect();
    let members = metadata["workspace_members"].as_array().expect("members").len();
    assert_eq!(members, ours.len(), "a new package needs its arrows written down here");
    for (name, allowed) in MAY_USE {
        for (used, in_tests) in direct(&metadata, name) {
            let used = used.as_str();
            let is_allowed = allowed.contains(&used)
                || in_tests && TESTS_MAY_USE.contains(&(*name, used))
                || !ours.contains(used);
            assert!(is_allowed, "{name} must not depend on {used}");
        }
    }
}

/// By itself, that is: `cargo metadata` would add the features that the server turns on in shared-types.
/// Macros run in the compiler and are no part of the program.
#[test]
fn agent_core_has_no_crate_that_does_io() {
    let asked = [
        "tree",
        "--offline",
        "--locked",
        "--package",
        "agent-core",
        "--edges",
        "normal,no-proc-macro",
    ];
    let output = Command::new(env!("CARGO"))
        .args(asked)
        .args(["--prefix", "none", "--format", "{lib}"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let tree = String::from_utf8(output.stdout).expect("text");
    let seen: BTreeSet<String> = tree
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .map(|name| name.replace('_', "-"))
        .collect();
    let impure: Vec<&&str> = IMPURE.iter().filter(|name| seen.contains(**name)).collect();
    assert!(impure.is_empty(), "agent-core reaches {impure:?}");
    assert!(seen.contains("serde-json") && seen.len() > 5, "the tree was read: {tree}");
}

/// The code of the sources below a folder, without comments and without tests, by path.
fn code(folder: &str) -> Vec<(std::path::PathBuf, Vec<String>)> {
    let mut open = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder)];
    let mut found = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(
                path.read_dir().expect("a folder").map(|entry| entry.expect("an entry").path()),
            );
            continue;
        }
        let is_test = path.file_name().is_some_and(|name| name == "tests.rs");
        if path.extension().is_none_or(|extension| extension != "rs") || is_test {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a file");
        // Tests at the end of a file may use what they like.
        let text = text.split("#[cfg(test)]\nmod tests").next().expect("a part");
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        found.push((path, lines.map(str::to_owned).collect()));
    }
    found
}

#[test]
fn agent_core_calls_nothing_ambient() {
    let files = code("agent-core/src");
    for (path, lines) in &files {
        for line in lines {
            for call in IMPURE_CALLS {
                assert!(!line.contains(call), "{}: {line}", path.display());
            }
        }
    }
    assert!(files.len() > 20, "{} files were read", files.len());
}

/// The one place that may: programs that the host wrote into the configuration.
const STARTER: &str = "server/src/sources/call.rs";

#[test]
fn one_place_starts_programs_and_none_a_shell() {
    let mut starters = BTreeSet::new();
    let mut files = 0;
    for folder in [
        "agent-core/src",
        "extension-browser/src",
        "extension-ui/src",
        "extension-wasm/src",
        "import/src",
        "server/src",
        "shared-types/src",
    ] {
        for (path, lines) in code(folder) {
            files += 1;
            let imports = |line: &String| {
                line.contains("process::Command")
                    || line.contains("process::{") && line.contains("Command")
            };
            if lines.iter().any(|line| imports(line) || line.contains("Command::new")) {
                starters.insert(path.display().to_string());
            }
            for line in &lines {
                for shell in
                    ["\"sh\"", "\"/bin/", "\"bash\"", "\"cmd", "powershell", "connectNative"]
                {
                    assert!(!line.contains(shell), "{}: {line}", path.display());
                }
            }
        }
    }
    assert!(files > 300, "{files} files were read");
    let others: Vec<&String> = starters.iter().filter(|path| !path.ends_with(STARTER)).collect();
    assert!(others.is_empty() && starters.len() == 1, "{starters:#?}");
}
