//! What comes from elsewhere: licences, crates, their versions and sources as `deny.toml` has them, npm packages
//! by their lock files, and what the extension asks of the browser.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on says why and fails; helpers count as tests"
)]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::Command,
};

use serde::Deserialize;
use serde_json::{Value, json};
use spdx::{Expression, LicenseReq, ParseMode};

/// What `deny.toml` says, as far as it can be checked without a network. What is not known here is an error: nothing
/// is written there in vain.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Deny {
    graph: Graph,
    #[serde(rename = "advisories")]
    _advisories: Value,
    licenses: Licenses,
    bans: Bans,
    sources: Sources,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Graph {
    all_features: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Licenses {
    include_dev: bool,
    allow: Vec<String>,
    #[serde(rename = "confidence-threshold")]
    _confidence_threshold: f64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Bans {
    multiple_versions: String,
    multiple_versions_include_dev: bool,
    wildcards: String,
    allow_wildcard_paths: bool,
    deny: Vec<Named>,
    skip: Vec<Named>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Sources {
    unknown_registry: String,
    unknown_git: String,
}

/// A crate, perhaps with the beginning of a version behind `@`, and why it is named.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    #[serde(rename = "crate")]
    spec: String,
    reason: String,
    /// Crates of others that may use one that is banned, because they cannot be had without it.
    #[serde(default)]
    wrappers: Vec<String>,
}

impl Named {
    fn is(&self, name: &str, version: &str) -> bool {
        match self.spec.split_once('@') {
            None => self.spec == name,
            Some((known, begins)) => {
                let rest = version.strip_prefix(begins);
                known == name && rest.is_some_and(|rest| rest.starts_with('.'))
            }
        }
    }
}

fn deny() -> Deny {
    toml::from_str(&text("deny.toml")).expect("deny.toml says what is known")
}

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

fn said<'a>(package: &'a Value, what: &str) -> &'a str {
    package[what].as_str().unwrap_or_default()
}

/// Whether an SPDX expression can be fulfilled with these licences. A slash is an older "or".
fn is_fulfilled(expression: &str, allowed: &[LicenseReq]) -> bool {
    Expression::parse_mode(expression, ParseMode::LAX)
        .is_ok_and(|expression| expression.evaluate(|licence| allowed.contains(licence)))
}

fn allowed() -> Vec<LicenseReq> {
    let licence = |text: &String| {
        let expression = Expression::parse(text).expect("a licence of SPDX's list");
        let mut licences = expression.requirements().map(|licence| licence.req.clone());
        licences.next().expect("a licence")
    };
    deny().licenses.allow.iter().map(licence).collect()
}

#[test]
fn every_licence_is_one_of_ours() {
    let allowed = allowed();
    for (expression, fits) in [
        ("MIT OR Apache-2.0", true),
        ("Apache-2.0/MIT", true),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("Apache-2.0 WITH LLVM-exception", true),
        ("GPL-3.0", false),
        ("MIT AND GPL-3.0", false),
        ("(MIT OR GPL-3.0) AND GPL-2.0", false),
        ("", false),
    ] {
        assert_eq!(is_fulfilled(expression, &allowed), fits, "{expression}");
    }
    assert!(deny().licenses.include_dev, "{}", INCLUDED);
    for package in packages() {
        let licence = said(&package, "license");
        assert!(is_fulfilled(licence, &allowed), "{}: {licence:?}", package["name"]);
    }
}

/// Why some switches of `deny.toml` must be as they are.
const INCLUDED: &str = "what is read here is all of it, tests and features as well";

#[test]
fn every_crate_comes_from_the_registry_and_none_is_banned() {
    let Deny { graph, bans, sources, .. } = deny();
    assert!(graph.all_features, "{INCLUDED}");
    for rule in [&bans.wildcards, &sources.unknown_registry, &sources.unknown_git] {
        assert_eq!(rule, "deny");
    }
    assert!(bans.allow_wildcard_paths && bans.deny.iter().any(|one| one.is("openssl-sys", "1.0")));
    let packages = packages();
    let registry = packages.iter().find_map(|package| package["source"].as_str());
    let registry = registry.expect("a crate of the registry");
    assert!(registry.starts_with("registry+"), "{registry}");
    for package in &packages {
        let (name, version) = (said(package, "name"), said(package, "version"));
        let from = package["source"].as_str().unwrap_or(registry);
        assert!(from == registry, "{name} comes from {from}");
        let banned = bans.deny.iter().find(|one| one.is(name, version));
        let is_banned = |one: &Named| {
            one.wrappers.is_empty() || has_other_users(&packages, name, &one.wrappers)
        };
        assert!(!banned.is_some_and(is_banned), "{name} is banned: {banned:?}");
        if package["source"].is_null() {
            for used in package["dependencies"].as_array().expect("dependencies") {
                let is_open = used["req"] == "*" && used["path"].is_null();
                assert!(!is_open, "{name} takes any version of {}", used["name"]);
            }
        }
    }
}

/// Whether a crate is used by one of ours, or needed by another than these.
fn has_other_users(packages: &[Value], name: &str, wrappers: &[String]) -> bool {
    packages.iter().any(|package| {
        let user = said(package, "name");
        let is_ours = package["source"].is_null();
        let used = package["dependencies"].as_array().into_iter().flatten();
        let needs = |one: &Value| {
            one["name"] == name && (is_ours || one["optional"] != true && one["kind"].is_null())
        };
        !wrappers.iter().any(|wrapper| wrapper == user) && used.into_iter().any(needs)
    })
}

#[test]
fn a_crate_is_there_in_one_version_or_in_those_that_are_known() {
    let bans = deny().bans;
    assert!(bans.multiple_versions == "deny" && bans.multiple_versions_include_dev, "{INCLUDED}");
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in packages() {
        let version = said(&package, "version").to_owned();
        versions.entry(said(&package, "name").to_owned()).or_default().insert(version);
    }
    assert!(versions.len() > 100, "{} crates were read", versions.len());
    for (name, versions) in &versions {
        let known = |version: &&String| bans.skip.iter().any(|skipped| skipped.is(name, version));
        let unknown: Vec<&String> = versions.iter().filter(|version| !known(version)).collect();
        assert!(unknown.len() <= 1, "{name} is there in {unknown:?}: see `skip` in deny.toml");
    }
    for skipped in &bans.skip {
        assert!(!skipped.reason.is_empty(), "{} has no reason", skipped.spec);
        let is_needed = versions.iter().any(|(name, versions)| {
            versions.len() > 1 && versions.iter().any(|version| skipped.is(name, version))
        });
        assert!(is_needed, "{} is there in one version by now", skipped.spec);
    }
}

#[test]
fn npm_packages_are_pinned_by_their_content() {
    for path in [
        "extension/package-lock.json",
        "tests/agents/package-lock.json",
        "tests/pages/react/package-lock.json",
        "tests/widgets/package-lock.json",
    ] {
        let lock: Value = serde_json::from_str(&text(path)).expect("JSON");
        let packages = lock["packages"].as_object().expect("packages");
        assert!(packages.len() > 1, "{path} names packages");
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
    assert!(!listed("permissions").is_empty() && !listed("host_permissions").is_empty());
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

/// Each crate that something here uses by itself is named in ARCHITECTURE.md, with the reason.
#[test]
fn each_crate_has_its_reason() {
    let architecture = text("docs/ARCHITECTURE.md");
    let rows = architecture.split("\n## Libraries").nth(1).expect("the table of libraries");
    let is_name = |c: char| c.is_alphanumeric() || "_-".contains(c);
    let named: BTreeSet<&str> = rows
        .lines()
        .filter_map(|row| row.strip_prefix('|')?.split('|').next())
        .filter(|cell| !cell.contains("*(not)*"))
        .flat_map(|cell| cell.split(|c| !is_name(c)))
        .collect();
    let all = packages();
    let ours = || all.iter().filter(|package| package["source"].is_null());
    let is_ours = |name: &str| ours().any(|package| said(package, "name") == name);
    let used = ours().flat_map(|package| package["dependencies"].as_array().expect("a list"));
    let unnamed: BTreeSet<&str> = used
        .map(|dependency| said(dependency, "name"))
        .filter(|name| !is_ours(name) && !named.contains(name))
        .collect();
    assert!(unnamed.is_empty(), "docs/ARCHITECTURE.md gives no reason for {unnamed:?}");
}
