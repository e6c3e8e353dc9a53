//! Files of a crate import each other one way, rooms lie above each other, and nothing grows beyond what one reads
//! at a sitting.

#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on says why and fails; helpers count as tests"
)]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use syn::{
    Attribute, Item, ItemUse, UseTree, Visibility,
    spanned::Spanned as _,
    visit::{self, Visit},
};
use tests::paths;

const CRATES: &[&str] = &[
    "shared-types",
    "agent-core",
    "server",
    "extension-browser",
    "extension-wasm",
    "extension-ui",
    "import",
    "extension-import",
    "xtask",
    "tests",
    "fuzz",
];

/// The rooms of agent-core, the lowest first: each imports from those before it alone.
const ROOMS: &[&str] = &[
    "catalogue",
    "role",
    "site",
    "text",
    "language",
    "places",
    "question",
    "resolve",
    "shown",
    "server",
    "page",
    "bind",
    "classify",
    "named",
    "gate",
    "search",
    "observe",
    "person",
    "memory",
    "plan",
    "model",
    "exit",
    "agents",
    "job",
    "tables",
];

/// The rooms of agent-core in which values are read; `docs/ARCHITECTURE.md` says what for.
const READ_VALUES: &[&str] =
    &["bind", "exit", "gate", "job", "observe", "page", "person", "tables"];

/// Most lines of a file, and of a function.
const MAX_FILE: usize = 700;
const MAX_FUNCTION: usize = 80;
/// Most lines of a content script.
const MAX_SCRIPT: usize = 310;

/// A module by its path within the crate.
type Module = Vec<String>;

/// What a file imports, what it hands on, and how long its functions are.
#[derive(Default)]
struct Read {
    /// Paths from the root of the crate, and whether they are handed on.
    paths: Vec<(Vec<String>, bool)>,
    /// Modules of the crate that are in scope by a name of their own.
    scope: BTreeMap<String, Vec<String>>,
    /// Paths as written, to be looked up in `scope`.
    written: Vec<Vec<String>>,
    handed_on: BTreeMap<String, Vec<String>>,
    functions: Vec<(String, usize)>,
    module: Module,
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let is = |name: &str| attribute.path().is_ident(name);
        let tokens = attribute.meta.require_list().map(|list| list.tokens.to_string());
        is("test") || is("cfg") && tokens.is_ok_and(|tokens| tokens.starts_with("test"))
    })
}

impl Read {
    /// A path from the root of the crate; `None` for what is not of the crate.
    fn absolute(&self, path: &[String]) -> Option<Vec<String>> {
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => Some(rest.to_vec()),
            "self" => Some([&self.module, rest].concat()),
            "super" => {
                let ups = path.iter().take_while(|part| *part == "super").count();
                let base = self.module.get(..self.module.len().checked_sub(ups)?)?;
                Some([base, path.get(ups..)?].concat())
            }
            _ => None,
        }
    }

    fn import(&mut self, tree: &UseTree, prefix: &[String], is_public: bool) {
        let with = |name: String| [prefix, &[name]].concat();
        match tree {
            UseTree::Path(path) => {
                self.import(&path.tree, &with(path.ident.to_string()), is_public)
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|item| self.import(item, prefix, is_public));
            }
            UseTree::Name(name) if name.ident == "self" => {
                let own = prefix.last().cloned().unwrap_or_default();
                self.add(prefix.to_vec(), own, is_public);
            }
            UseTree::Name(name) => {
                self.add(with(name.ident.to_string()), name.ident.to_string(), is_public);
            }
            UseTree::Rename(name) => {
                self.add(with(name.ident.to_string()), name.rename.to_string(), is_public);
            }
            UseTree::Glob(_) => self.add(prefix.to_vec(), String::new(), is_public),
        }
    }

    fn add(&mut self, path: Vec<String>, name: String, is_public: bool) {
        let absolute = self.absolute(&path).or_else(|| {
            let (first, rest) = path.split_first()?;
            Some([self.scope.get(first)?, rest].concat())
        });
        let Some(path) = absolute else { return };
        if is_public {
            self.handed_on.insert(name.clone(), path.clone());
        }
        self.scope.entry(name).or_insert_with(|| path.clone());
        self.paths.push((path, is_public));
    }
}

impl<'a> Visit<'a> for Read {
    fn visit_item(&mut self, item: &'a Item) {
        let attributes = match item {
            Item::Mod(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            _ => return visit::visit_item(self, item),
        };
        if !is_test(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'a ItemUse) {
        let is_public = !matches!(item.vis, Visibility::Inherited);
        self.import(&item.tree, &[], is_public);
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        let path_of = path.segments.iter().map(|segment| segment.ident.to_string());
        let path_of: Vec<String> = path_of.collect();
        if path_of.len() > 1 {
            self.written.push(path_of);
        }
        visit::visit_path(self, path);
    }

    fn visit_item_fn(&mut self, function: &'a syn::ItemFn) {
        let lines = lines(function.sig.span(), function.block.span());
        self.functions.push((function.sig.ident.to_string(), lines));
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'a syn::ImplItemFn) {
        let lines = lines(function.sig.span(), function.block.span());
        self.functions.push((function.sig.ident.to_string(), lines));
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'a syn::TraitItemFn) {
        if let Some(default) = &function.default {
            let lines = lines(function.sig.span(), default.span());
            self.functions.push((function.sig.ident.to_string(), lines));
        }
        visit::visit_trait_item_fn(self, function);
    }
}

fn lines(signature: proc_macro2::Span, block: proc_macro2::Span) -> usize {
    block.end().line - signature.start().line + 1
}

/// The modules of a crate, with what was read of each.
fn modules(name: &str) -> BTreeMap<Module, Read> {
    let root = paths::workspace().join(name).join("src");
    let mut modules = BTreeMap::new();
    for file in sources(&root, "rs") {
        let relative = file.strip_prefix(&root).expect("below the root").with_extension("");
        let parts = relative.iter().map(|part| part.to_string_lossy().into_owned());
        let mut module: Module = parts.collect();
        if module.last().is_some_and(|last| ["mod", "lib", "main"].contains(&last.as_str())) {
            module.pop();
        }
        if module.iter().any(|part| part == "tests") {
            continue;
        }
        let text = fs::read_to_string(&file).expect("a source can be read");
        let parsed = syn::parse_file(&text).unwrap_or_else(|why| panic!("{file:?}: {why}"));
        let mut read = Read { module: module.clone(), ..Read::default() };
        for item in &parsed.items {
            if let Item::Mod(child) = item {
                let child = child.ident.to_string();
                read.scope.insert(child.clone(), [module.as_slice(), &[child]].concat());
            }
        }
        read.visit_file(&parsed);
        modules.insert(module, read);
    }
    assert!(!modules.is_empty(), "{name} has sources");
    modules
}

fn sources(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut open = vec![folder.to_owned()];
    let mut files = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = path.read_dir().expect("a folder");
            open.extend(entries.map(|entry| entry.expect("an entry").path()));
        } else if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The file that defines what a path names, as far as names are handed on.
fn target(modules: &BTreeMap<Module, Read>, path: &[String], hops: usize) -> Option<Module> {
    for length in (0..=path.len()).rev() {
        let (module, rest) = path.split_at_checked(length)?;
        let Some(read) = modules.get(module) else { continue };
        let (first, rest) = rest.split_first()?;
        if let Some(origin) = read.handed_on.get(first).filter(|_| hops < 6) {
            return target(modules, &[origin, rest].concat(), hops + 1);
        }
        return Some(module.to_vec());
    }
    None
}

/// Which file imports from which.
fn arrows(modules: &BTreeMap<Module, Read>) -> BTreeMap<Module, BTreeSet<Module>> {
    let mut arrows: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (module, read) in modules {
        let in_scope = read.written.iter().filter_map(|path| {
            let (first, rest) = path.split_first()?;
            let known = read.absolute(path);
            let path = known.or_else(|| Some([read.scope.get(first)?, rest].concat()))?;
            Some((path, false))
        });
        for (path, is_public) in read.paths.iter().cloned().chain(in_scope) {
            let Some(to) = target(modules, &path, 0) else { continue };
            // A room hands on what its files define.
            let is_own = is_public && to.starts_with(module);
            if to != *module && !is_own {
                arrows.entry(module.clone()).or_default().insert(to);
            }
        }
    }
    arrows
}

/// Everything that is reached from a file.
fn reached<'a>(
    arrows: &'a BTreeMap<Module, BTreeSet<Module>>,
    from: &'a Module,
) -> BTreeSet<&'a Module> {
    let mut seen = BTreeSet::new();
    let mut open: Vec<&Module> = arrows.get(from).into_iter().flatten().collect();
    while let Some(next) = open.pop() {
        if seen.insert(next) {
            open.extend(arrows.get(next).into_iter().flatten());
        }
    }
    seen
}

#[test]
fn no_file_imports_what_imports_it() {
    let mut circles = Vec::new();
    for name in CRATES {
        let modules = modules(name);
        let arrows = arrows(&modules);
        assert!(!arrows.is_empty() || modules.len() == 1, "{name}: imports were read");
        for (from, to) in &arrows {
            for to in to.iter().filter(|to| reached(&arrows, to).contains(from)) {
                circles.push(format!("{name}: {} → {}", from.join("/"), to.join("/")));
            }
        }
    }
    assert!(circles.is_empty(), "arrows that are a part of a circle:\n{}", circles.join("\n"));
}

#[test]
fn rooms_import_from_lower_rooms_alone() {
    let modules = modules("agent-core");
    let height = |module: &Module| {
        let room = module.first()?;
        let at = ROOMS.iter().position(|known| known == room);
        Some(at.unwrap_or_else(|| panic!("{room} needs its height written down here")))
    };
    let mut up = Vec::new();
    for (from, to) in &arrows(&modules) {
        for to in to.iter().filter(|to| height(from) < height(to) && height(from).is_some()) {
            up.push(format!("{} → {}", from.join("/"), to.join("/")));
        }
    }
    assert!(up.is_empty(), "arrows to a higher room:\n{}", up.join("\n"));
}

#[test]
fn files_and_functions_are_read_at_a_sitting() {
    let mut long = Vec::new();
    for name in CRATES {
        let root = paths::workspace().join(name).join("src");
        for file in sources(&root, "rs") {
            let own = file.strip_prefix(&root).expect("below the root");
            let is_tests = own.iter().any(|part| part == "tests") || own.ends_with("tests.rs");
            let text = fs::read_to_string(&file).expect("a source can be read");
            let own = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
            let count = text.get(..own).unwrap_or_default().lines().count();
            if count > MAX_FILE && !is_tests {
                long.push(format!("{}: {count} lines", file.display()));
            }
        }
        for (module, read) in modules(name) {
            for (function, lines) in read.functions.iter().filter(|(_, n)| *n > MAX_FUNCTION) {
                long.push(format!("{name}: {}::{function}: {lines} lines", module.join("::")));
            }
        }
    }
    let scripts = sources(&paths::workspace().join("extension/content"), "js");
    assert!(scripts.len() > 20, "the content scripts were found");
    for script in scripts {
        let count = fs::read_to_string(&script).expect("a script can be read").lines().count();
        if count > MAX_SCRIPT {
            long.push(format!("{}: {count} lines", script.display()));
        }
    }
    assert!(long.is_empty(), "too long:\n{}", long.join("\n"));
}

/// What a file is called says what it holds: these two have been several things at once.
#[test]
fn one_name_is_one_thing() {
    let root = paths::workspace();
    let all = CRATES.iter().flat_map(|name| sources(&root.join(name).join("src"), "rs"));
    let mut known: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for file in all {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        known.entry(name).or_default().push(file);
    }
    for name in ["words.rs", "consent.rs"] {
        let files = known.get(name).map_or(0, Vec::len);
        assert!(files <= 1, "{name} is several things: {:?}", known.get(name));
    }
    assert!(known.contains_key("consent.rs"), "the sources were read");
}

/// Values are read in these rooms alone: each of the others knows names.
#[test]
fn values_are_read_in_few_rooms() {
    let root = paths::workspace().join("agent-core/src");
    let mut reading = BTreeSet::new();
    for file in sources(&root, "rs") {
        let own = file.strip_prefix(&root).expect("below the root").with_extension("");
        let is_tests = own.iter().any(|part| part == "tests");
        let text = fs::read_to_string(&file).expect("a source can be read");
        let own_code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
        let reads = [".reveal()", "Private::reveal"].iter().any(|call| own_code.contains(call));
        if !is_tests && reads {
            let room = own.iter().next().expect("a name").to_string_lossy().into_owned();
            reading.insert(room);
        }
    }
    assert_eq!(reading, READ_VALUES.iter().map(|room| (*room).to_owned()).collect());
}
