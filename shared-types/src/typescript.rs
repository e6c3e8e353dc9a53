//! The TypeScript declarations that the extension's JavaScript is checked against.
//!
//! One text, made from the types of this crate: everything that a message to or from the content
//! script can hold. It is committed as `extension/types/vaulty.d.ts`; a test keeps it fresh. Nothing
//! is written to disk here.

use std::collections::BTreeMap;

use ts_rs::{Config, TS, TypeVisitor};

use crate::{
    content::{ContentMessage, ContentReply},
    operation::OperationKind,
    snapshot::FrameSnapshot,
};

/// What the file opens with.
const HEADER: &str = "\
// Made from the types of the crate `shared-types`. Do not edit.
// To make it again: UPDATE=1 cargo test -p shared-types --features schemas --test typescript
";

/// The declarations of all types that JavaScript needs, in alphabetical order, each exported.
pub fn typescript() -> String {
    let mut collector =
        Collector { config: Config::default().with_large_int("number"), found: BTreeMap::new() };
    collector.visit::<ContentMessage>();
    collector.visit::<ContentReply>();
    collector.visit::<FrameSnapshot>();
    // Flattened into `Operation`, so nothing refers to it by name.
    collector.visit::<OperationKind>();
    collector
        .found
        .into_values()
        .fold(HEADER.to_owned(), |text, declaration| text + "\n" + &declaration)
}

/// The declaration, without the generator's spaces at the ends of lines.
fn tidy(declaration: &str) -> String {
    declaration.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// Declarations by name, gathered over all dependencies.
struct Collector {
    config: Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Collector {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Only what has a file of its own can be declared; the rest are primitives and containers.
        if T::output_path().is_none() {
            return;
        }
        let name = T::ident(&self.config);
        if self.found.contains_key(&name) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let declaration = T::decl(&self.config);
        self.found.insert(name, tidy(&format!("{docs}export {declaration}")));
        T::visit_dependencies(self);
    }
}
