//! What a release consists of: every crate that is compiled into the program or the extension, as CycloneDX and as licence
//! texts. Macros and build scripts run in the compiler and are no part of it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use anyhow::{Context as _, Result};
use harness::paths;
use serde_json::{Value, json};

use super::known::{PROGRAM, X86_64};
use crate::run::{cargo, output, program};

/// What is compiled, for which machine.
const ROOTS: [(&str, &[&str]); 2] = [
    (X86_64.target, &["server"]),
    ("wasm32-unknown-unknown", &["extension-wasm", "extension-ui", "extension-import"]),
];
/// Names that licence files begin with.
const LICENCE_FILES: [&str; 5] = ["license", "licence", "copying", "notice", "unlicense"];
/// What is compiled in without being a crate of its own.
struct Within {
    name: &'static str,
    /// What brings it: a crate, or Rust.
    by: &'static str,
    licence: &'static str,
    /// Whose it is, in its own words.
    notice: &'static str,
}

/// What is not a crate and comes with the compiler.
const RUST: &str = "Rust";
const WITHIN: [Within; 4] = [
    Within {
        name: "SQLite",
        by: "libsqlite3-sys",
        licence: "LicenseRef-public-domain",
        notice: "All of the code and documentation in SQLite has been dedicated to the public domain by the authors.",
    },
    Within {
        name: "Swagger UI",
        by: "utoipa-swagger-ui",
        licence: "Apache-2.0",
        notice: "swagger-ui. Copyright 2020-2021 SmartBear Software Inc.",
    },
    Within {
        name: "musl",
        by: RUST,
        licence: "MIT",
        notice: "Copyright © 2005-2020 Rich Felker, et al.",
    },
    Within {
        name: "Rust's standard library",
        by: RUST,
        licence: "MIT OR Apache-2.0",
        notice: "Copyright (c) The Rust Project Contributors",
    },
];

/// A crate of the release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    name: String,
    version: String,
    licence: String,
    /// Checksum of its package; none of our own.
    sum: Option<String>,
    /// Where its files are.
    folder: String,
    /// What it uses, as references.
    uses: BTreeSet<String>,
    is_ours: bool,
}

impl Part {
    fn reference(&self) -> String {
        format!("pkg:cargo/{}@{}", self.name, self.version)
    }
}

/// All crates by their references.
pub(super) type Parts = BTreeMap<String, Part>;

/// The crates that are compiled in.
pub(super) fn parts() -> Result<Parts> {
    let sums = sums(&fs::read_to_string(paths::workspace().join("Cargo.lock"))?);
    let mut parts = Parts::new();
    for (target, roots) in ROOTS {
        let asked = ["metadata", "--format-version", "1", "--locked", "--filter-platform", target];
        let metadata: Value = serde_json::from_str(&output(&mut cargo(&asked))?)?;
        gather(&metadata, roots, &sums, &mut parts)?;
    }
    Ok(parts)
}

/// Checksums of packages by name and version, from the lock file.
fn sums(lock: &str) -> BTreeMap<(String, String), String> {
    let mut sums = BTreeMap::new();
    for package in lock.split("[[package]]") {
        let of = |key: &str| {
            let line = package.lines().find_map(|line| line.strip_prefix(key))?;
            Some(line.trim_start_matches(" = ").trim_matches('"').to_owned())
        };
        if let (Some(name), Some(version), Some(sum)) = (of("name"), of("version"), of("checksum"))
        {
            sums.insert((name, version), sum);
        }
    }
    sums
}

fn gather(
    metadata: &Value,
    roots: &[&str],
    sums: &BTreeMap<(String, String), String>,
    parts: &mut Parts,
) -> Result<()> {
    let list = |value: &Value, key: &str| value.get(key).and_then(Value::as_array).cloned();
    let text = |value: &Value, key: &str| {
        value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let packages = list(metadata, "packages").context("packages")?;
    let packages: BTreeMap<String, &Value> =
        packages.iter().map(|package| (text(package, "id"), package)).collect();
    let nodes = metadata.get("resolve").and_then(|resolve| list(resolve, "nodes"));
    let nodes = nodes.context("a resolved graph")?;
    let nodes: BTreeMap<String, &Value> =
        nodes.iter().map(|node| (text(node, "id"), node)).collect();
    let is_macro = |id: &str| {
        let targets = packages.get(id).and_then(|package| list(package, "targets"));
        targets.unwrap_or_default().iter().any(|target| {
            list(target, "kind").unwrap_or_default().iter().any(|kind| kind == "proc-macro")
        })
    };
    let is_root = |package: &&Value| {
        package.get("source").is_none_or(Value::is_null)
            && roots.contains(&text(package, "name").as_str())
    };
    let mut open: Vec<String> =
        packages.values().filter(|package| is_root(package)).map(|one| text(one, "id")).collect();
    let mut seen: BTreeSet<String> = open.iter().cloned().collect();
    while let Some(id) = open.pop() {
        let package = packages.get(&id).with_context(|| format!("{id} is no package"))?;
        let node = nodes.get(&id).with_context(|| format!("{id} is not resolved"))?;
        let (name, version) = (text(package, "name"), text(package, "version"));
        let manifest = text(package, "manifest_path");
        let folder = Path::new(&manifest).parent().context("a manifest is in a folder")?;
        let mut part = Part {
            sum: sums.get(&(name.clone(), version.clone())).cloned(),
            licence: text(package, "license").replace('/', " OR "),
            folder: folder.display().to_string(),
            is_ours: package.get("source").is_none_or(Value::is_null),
            uses: BTreeSet::new(),
            name,
            version,
        };
        for used in list(node, "deps").unwrap_or_default() {
            let to = text(&used, "pkg");
            let kinds = list(&used, "dep_kinds").unwrap_or_default();
            let is_compiled_in =
                kinds.iter().any(|kind| kind.get("kind").is_none_or(Value::is_null));
            if !is_compiled_in || is_macro(&to) {
                continue;
            }
            if let Some(other) = packages.get(&to) {
                part.uses.insert(format!(
                    "pkg:cargo/{}@{}",
                    text(other, "name"),
                    text(other, "version")
                ));
            }
            if seen.insert(to.clone()) {
                open.push(to);
            }
        }
        let known = parts.entry(part.reference()).or_insert_with(|| part.clone());
        known.uses.extend(part.uses);
    }
    Ok(())
}

impl Within {
    /// Its version is that of what brings it.
    fn version(&self, parts: &Parts) -> Result<String> {
        if self.by == RUST {
            return Ok(output(&mut program("rustc", &["--version"]))?.trim().to_owned());
        }
        let part = parts.values().find(|part| part.name == self.by);
        let part = part.with_context(|| format!("{} comes with {}", self.name, self.by))?;
        Ok(format!("as in {} {}", self.by, part.version))
    }
}

/// The software bill of materials, CycloneDX 1.5. Without a time and a serial number: the same crates give the same bill.
pub(super) fn cyclone_dx(parts: &Parts) -> Result<String> {
    let one = |part: &Part| {
        let mut component = json!({
            "type": "library",
            "bom-ref": part.reference(),
            "name": part.name,
            "version": part.version,
            "purl": part.reference(),
            "licenses": [{"expression": part.licence}],
        });
        if let (Some(object), Some(sum)) = (component.as_object_mut(), &part.sum) {
            object.insert("hashes".to_owned(), json!([{"alg": "SHA-256", "content": sum}]));
        }
        component
    };
    let mut components: Vec<Value> = parts.values().map(one).collect();
    for within in &WITHIN {
        components.push(json!({
            "type": "library",
            "bom-ref": format!("{} of {}", within.name, within.by),
            "name": within.name,
            "version": within.version(parts)?,
            "copyright": within.notice,
            "licenses": [{"expression": within.licence}],
        }));
    }
    let server = parts.values().find(|part| part.name == "server").context("the server")?;
    let dependencies: Vec<Value> = parts
        .values()
        .map(|part| json!({"ref": part.reference(), "dependsOn": part.uses}))
        .collect();
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {
            "type": "application",
            "bom-ref": PROGRAM,
            "name": PROGRAM,
            "version": server.version,
            "licenses": [{"expression": server.licence}],
        }},
        "components": components,
        "dependencies": dependencies,
    });
    Ok(serde_json::to_string_pretty(&bill)? + "\n")
}

/// The licences of everything that others made, each text once, with whom it is of.
pub(super) fn licences(parts: &Parts) -> Result<String> {
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut list = String::new();
    for part in parts.values().filter(|part| !part.is_ours) {
        let name = format!("{} {}", part.name, part.version);
        list.push_str(&format!("{name}: {}\n", part.licence));
        for text in texts_of(Path::new(&part.folder))? {
            texts.entry(text).or_default().push(name.clone());
        }
    }
    for Within { name, by, licence, notice } in WITHIN {
        list.push_str(&format!("{name} (within {by}): {licence}. {notice}\n"));
    }
    let mut out = format!(
        "What others made of Vaulty's server and extension, and under which licences. Where a licence leaves a choice, the \
         texts of all alternatives follow that its makers ship.\n\n{list}"
    );
    let mut texts: Vec<(String, Vec<String>)> = texts.into_iter().collect();
    texts.sort_by(|(_, one), (_, other)| one.cmp(other));
    for (text, of) in texts {
        let rule = "─".repeat(80);
        out.push_str(&format!("\n{rule}\n{}\n{rule}\n\n{}\n", of.join(", "), text.trim_end()));
    }
    Ok(out)
}

fn texts_of(folder: &Path) -> Result<BTreeSet<String>> {
    let mut texts = BTreeSet::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        if path.is_file() && LICENCE_FILES.iter().any(|beginning| name.starts_with(beginning)) {
            texts.insert(String::from_utf8_lossy(&fs::read(&path)?).replace("\r\n", "\n"));
        }
    }
    Ok(texts)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Proves that the bill has what is compiled in and nothing of tests, that each part says what it is, and that what it
    /// refers to is there.
    #[test]
    fn the_bill_has_all_that_is_compiled_in() {
        let parts = parts().unwrap();
        let names: BTreeSet<&str> = parts.values().map(|part| part.name.as_str()).collect();
        for there in ["axum", "sqlx", "ring", "libsqlite3-sys", "rustls", "sycamore", "lopdf"] {
            assert!(names.contains(there), "{there}");
        }
        for not in ["proptest", "insta", "tempfile", "serde_derive", "tests", "xtask"] {
            assert!(!names.contains(not), "{not}");
        }
        let bill: Value = serde_json::from_str(&cyclone_dx(&parts).unwrap()).unwrap();
        assert_eq!(
            (bill["bomFormat"].as_str(), bill["specVersion"].as_str()),
            (Some("CycloneDX"), Some("1.5"))
        );
        let components = bill["components"].as_array().unwrap();
        let references: BTreeSet<&str> =
            components.iter().map(|one| one["bom-ref"].as_str().unwrap()).collect();
        assert_eq!(references.len(), components.len(), "each once");
        for part in components {
            for key in ["type", "name", "version"] {
                assert!(part[key].as_str().is_some_and(|text| !text.is_empty()), "{part}");
            }
            let licence = &part["licenses"][0];
            let licence = licence["expression"].as_str();
            assert!(
                licence.is_some_and(|licence| !licence.is_empty() && !licence.contains('/')),
                "{part}"
            );
        }
        for dependency in bill["dependencies"].as_array().unwrap() {
            let to = dependency["dependsOn"].as_array().unwrap();
            for reference in to.iter().chain([&dependency["ref"]]) {
                assert!(references.contains(reference.as_str().unwrap()), "{reference}");
            }
        }
        let foreign = parts.values().filter(|part| !part.is_ours);
        for part in foreign {
            assert!(part.sum.as_ref().is_some_and(|sum| sum.len() == 64), "{part:?}");
        }
        let licences = licences(&parts).unwrap();
        assert!(licences.contains("sqlx 0.") && licences.contains("Apache License"));
        assert!(!licences.contains("\nserver 0."), "ours is not among the others'");
        for text in ["Rich Felker", "Permission is hereby granted, free of charge"] {
            assert!(licences.contains(text), "{text}");
        }
    }
}
