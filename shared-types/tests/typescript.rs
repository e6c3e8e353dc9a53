//! The committed TypeScript declarations are those that the types give.
#![cfg(feature = "schemas")]

use std::path::Path;

/// Run with `UPDATE=1` to write the file anew.
#[test]
fn declarations_are_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../extension/types/vaulty.d.ts");
    let fresh = shared_types::typescript();
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &fresh).expect("extension/types/vaulty.d.ts can be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == fresh,
        "extension/types/vaulty.d.ts is stale; make it again with:\n    \
         UPDATE=1 cargo test -p shared-types --features schemas --test typescript\n"
    );
}

#[test]
fn every_declared_name_is_declared_once_and_exported() {
    let text = shared_types::typescript();
    for name in [
        "ContentMessage",
        "ContentReply",
        "Expect",
        "FileData",
        "Hud",
        "ListOption",
        "LogLevel",
        "Operation",
        "OperationKind",
        "OperationResult",
        "RawControl",
        "RawNode",
        "RawOption",
        "RawSnapshot",
        "RefusalReason",
        "TextStrategy",
    ] {
        let declared = text.matches(&format!("export type {name} =")).count();
        assert_eq!(declared, 1, "{name}");
    }
}
