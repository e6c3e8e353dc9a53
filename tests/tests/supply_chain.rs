//! What comes from elsewhere: licences, banned crates and sources as `deny.toml` has them, npm packages by
//! their lock files, and what the extension asks of the browser.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on says why and fails; helpers count as tests"
)]

use std::{fs, path::Path, process::Command};

use serde_json::{Value, json};

fn workspace() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder above")
}

fn text(path: &str) -> String {
    fs::read_to_string(workspace().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--all-features"])
        .current_dir(workspace())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

/// The quoted texts of a part of `deny.toml`, up to the next bracket that closes it.
fn listed(after: &str) -> Vec<String> {
    let config = text("deny.toml");
    let (_, rest) = config.split_once(after).unwrap_or_else(|| panic!("no {after} in deny.toml"));
    let list = rest.split_once("\n]").map_or(rest, |(list, _)| list);
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Whether an SPDX expression can be fulfilled with these licences. A slash is an older "or".
fn is_fulfilled(expression: &str, allowed: &[String]) -> bool {
    let expression = expression.replace(" / ", " OR ").replace('/', " OR ");
    let alternatives = |part: &str| {
        let part = part.trim().trim_matches(['(', ')']);
        part.split(" OR ").any(|one| allowed.iter().any(|known| known == one.trim()))
    };
    // Every part of a conjunction; alternatives that are not in brackets bind weaker.
    if expression.contains('(') || !expression.contains(" OR ") {
        expression.split(" AND ").all(alternatives)
    } else {
        alternatives(&expression)
    }
}

#[test]
fn every_licence_is_one_of_ours() {
    let allowed = listed("allow = [");
    for (expression, fits) in [
        ("MIT OR Apache-2.0", true),
        ("Apache-2.0/MIT", true),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("GPL-3.0", false),
        ("MIT AND GPL-3.0", false),
        ("(MIT OR GPL-3.0) AND GPL-2.0", false),
    ] {
        assert_eq!(is_fulfilled(expression, &allowed), fits, "{expression}");
    }
    for package in packages() {
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(is_fulfilled(licence, &allowed), "{}: {licence:?}", package["name"]);
    }
}

#[test]
fn every_crate_comes_from_the_registry_and_none_is_banned() {
    let banned = listed("deny = [");
    assert!(banned.iter().any(|name| name == "openssl-sys"));
    let packages = packages();
    let source = |package: &Value| package["source"].as_str().map(str::to_owned);
    let registry = packages.iter().find_map(source).expect("a crate of the registry");
    assert!(registry.starts_with("registry+"), "{registry}");
    for package in &packages {
        let name = package["name"].as_str().expect("a name").to_owned();
        let from = source(package).unwrap_or_else(|| registry.clone());
        assert!(from == registry, "{name} comes from {from}");
        assert!(!banned.contains(&name), "{name} is banned in deny.toml");
    }
}

#[test]
fn npm_packages_are_pinned_by_their_content() {
    for lock in [
        "extension/package-lock.json",
        "tests/pages/react/package-lock.json",
        "tests/widgets/package-lock.json",
    ] {
        let lock: Value = serde_json::from_str(&text(lock)).expect("JSON");
        let packages = lock["packages"].as_object().expect("packages");
        for (name, package) in packages.iter().filter(|(name, _)| !name.is_empty()) {
            assert!(package["integrity"].is_string(), "{name} has no hash");
        }
    }
}

/// What the extension asks of the browser is what `docs/SAFETY.md` gives reasons for, and no more.
#[test]
fn the_extension_asks_for_little() {
    let manifest: Value = serde_json::from_str(&text("extension/manifest.json")).expect("JSON");
    let listed = |key: &str| -> Vec<String> {
        let list = manifest[key].as_array().cloned().unwrap_or_default();
        list.iter().map(|one| one.as_str().unwrap_or_default().to_owned()).collect()
    };
    let safety = text("docs/SAFETY.md");
    for permission in listed("permissions").iter().chain(&listed("host_permissions")) {
        assert!(safety.contains(&format!("| `{permission}` |")), "{permission} has no reason");
    }
    for absent in ["externally_connectable", "content_scripts", "optional_permissions", "sandbox"] {
        assert!(manifest.get(absent).is_none(), "{absent}");
    }
    // The one page that pages may be led to: a navigation that is held ends there. Its address is another one in
    // each session, so that no page can tell by it who has Vaulty.
    assert_eq!(
        manifest["web_accessible_resources"],
        json!([{"resources": ["hold.html"], "matches": ["<all_urls>"], "use_dynamic_url": true}])
    );
    assert!(
        !text("extension/hold.html").contains("<script"),
        "the page that anybody may open runs nothing"
    );
    let policy = manifest["content_security_policy"]["extension_pages"].as_str().expect("a policy");
    for part in [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ] {
        assert!(policy.contains(part), "{part} is not in {policy}");
    }
    assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"), "{policy}");
    let background = text("extension/background.js");
    assert!(!background.contains("onMessageExternal") && !background.contains("onConnectExternal"));
}
