//! The extension from its parts: the WASM, its glue, and the files beside it.

use std::{
    env, fs,
    io::Write as _,
    path::{Path, PathBuf},
    thread,
    time::UNIX_EPOCH,
};

use anyhow::{Context as _, Result, anyhow, ensure};
use flate2::{Compression, write::GzEncoder};
use harness::{Engine, paths};
use serde_json::Value;
use wasm_bindgen_cli_support::Bindgen;
use zip::{CompressionMethod, DateTime, ZipWriter, write::SimpleFileOptions};

use crate::{
    progress::Steps,
    run::{cargo, is_newer, program, quietly},
    setup,
    table::Table,
};

/// What is beside the extension's own files for developing only, by its path in `extension/`.
const NOT_SHIPPED: [&str; 7] = [
    "node_modules",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "types",
    "README.md",
    FIREFOX_DIFFERENCES,
];
/// What the manifest has otherwise in Firefox, as a JSON Merge Patch (RFC 7396).
const FIREFOX_DIFFERENCES: &str = "manifest.firefox.json";
/// What Firefox's package lacks: the page that Chromium's worker answers with nothing.
const NOT_IN_FIREFOX: [&str; 1] = ["hold.html"];
/// Level of the zip's compression: above 9 it is zopfli's, which takes seconds and saves 5 %.
const ZOPFLI: i64 = 14;
/// The extension's WASM modules: the package that each is made of, and what its files are called. The panel's is loaded
/// where it is painted alone, so that the worker wakes without it; the one that reads files, when a file is chosen.
const MODULES: [(&str, &str); 3] =
    [("extension-wasm", "vaulty"), ("extension-ui", "panel"), ("extension-import", "import")];
/// Modules that are loaded where they are needed alone.
const ON_DEMAND: [&str; 2] = ["panel_bg.wasm", "import_bg.wasm"];
/// Files that are shipped without their comments.
const TRIMMED: [&str; 3] = ["js", "css", "html"];

/// The built extension.
#[derive(Debug)]
pub(crate) struct Built {
    /// The unpacked folder for Chromium.
    pub(crate) folder: PathBuf,
    /// The one for Firefox.
    pub(crate) firefox: PathBuf,
}

impl Built {
    /// The unpacked folder for this browser.
    pub(crate) fn of(&self, engine: Engine) -> PathBuf {
        match engine {
            Engine::Chromium => self.folder.clone(),
            Engine::Firefox => self.firefox.clone(),
        }
    }
}

/// Sizes in bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sizes {
    /// The worker's WASM module, gzipped.
    pub(crate) wasm: u64,
    /// The panel's, gzipped.
    pub(crate) panel: u64,
    /// That of the module that reads files, gzipped.
    pub(crate) import: u64,
    /// The extension's zip, without the modules that are loaded on demand.
    pub(crate) zip: u64,
}

/// Builds all that tests and demo run.
pub(crate) fn all() -> Result<()> {
    everything(&Steps::of(ALL_STEPS), pages).map(|_| ())
}

/// How many steps [`everything`] has when the test pages are what goes on beside.
const ALL_STEPS: usize = EVERYTHING_STEPS + PAGES_STEPS;
/// How many [`everything`] has by itself: the server, and those of the extension.
pub(crate) const EVERYTHING_STEPS: usize = 1 + EXTENSION_STEPS;
/// How many [`extension`] has: its compilation target, and itself.
pub(crate) const EXTENSION_STEPS: usize = 2;
/// How many [`pages`] has.
pub(crate) const PAGES_STEPS: usize = 2;

/// Builds the extension and the server. Something else goes on beside that: what downloads, mostly, for the
/// compiler leaves the network alone.
pub(crate) fn everything(
    steps: &Steps,
    beside: impl FnOnce(&Steps) -> Result<()> + Send,
) -> Result<Built> {
    thread::scope(|scope| {
        let beside = scope.spawn(|| beside(steps));
        let server = scope.spawn(|| server(steps));
        let built = extension(steps);
        for other in [server, beside] {
            other.join().map_err(|_| anyhow!("a step came to no end"))??;
        }
        built
    })
}

/// Bundles the test pages that are made from npm packages; each says itself how.
pub(crate) fn pages(steps: &Steps) -> Result<()> {
    setup::node_packages(steps)?;
    let mut old = Vec::new();
    for source in setup::bundled_pages()? {
        let name = source.file_name().context("a folder has a name")?;
        let bundle = paths::bundled_pages().join(name).join("index.html");
        let files = files_below(&source)?;
        if !bundle.is_file() || !files.iter().all(|file| is_newer(&bundle, &source.join(file))) {
            old.push(source);
        }
    }
    if old.is_empty() {
        steps.told("the test pages are bundled");
        return Ok(());
    }
    steps.run("bundling the test pages", |step| {
        old.iter().try_for_each(|source| {
            let mut bundle = program("npm", &["run", "--silent", "build"]);
            bundle.current_dir(source);
            quietly(bundle, step)
        })
    })
}

/// Builds the server's program.
pub(crate) fn server(steps: &Steps) -> Result<()> {
    let build = ["build", "--locked", "--package", "server", "--bin", "vaulty-server"];
    steps.run("building the server", |step| quietly(cargo(&build), step))
}

/// How the extension's modules are compiled.
#[derive(Debug, Clone, Copy)]
enum Compiled {
    /// For whoever waits for the build: tests, and the demo.
    Soon,
    /// For whoever waits for the extension: as small as it gets.
    Small,
}

impl Compiled {
    /// The profile in the workspace's manifest, whose name is its folder's in `target/` as well.
    const fn profile(self) -> &'static str {
        match self {
            Self::Soon => "wasm",
            Self::Small => "wasm-dist",
        }
    }
}

/// Builds the unpacked extension for tests; does nothing when nothing has changed, or when the person names an
/// extension to use.
pub(crate) fn extension(steps: &Steps) -> Result<Built> {
    compiled(Compiled::Soon, steps)
}

/// Builds the unpacked extension as people get it; like [`extension`] otherwise.
pub(crate) fn extension_to_ship(steps: &Steps) -> Result<Built> {
    compiled(Compiled::Small, steps)
}

fn compiled(how: Compiled, steps: &Steps) -> Result<Built> {
    if let Some(folder) = paths::given_extension() {
        steps.told("the extension is given");
        return Ok(Built { firefox: folder.clone(), folder });
    }
    setup::wasm_target(steps)?;
    let mut build =
        vec!["build", "--locked", "--target", "wasm32-unknown-unknown", "--profile", how.profile()];
    build.extend(MODULES.iter().flat_map(|(package, _)| ["--package", *package]));
    let mut build = cargo(&build);
    build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", no_paths()?);
    steps.run("building the extension", |step| {
        quietly(build, step)?;
        unpacked(how)
    })
}

/// What the compiler is told so that no path of this machine gets into what others are given: the same sources are the
/// same bytes, wherever they are built.
pub(crate) fn no_paths() -> Result<String> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cargo")));
    let home = home.context("neither CARGO_HOME nor HOME is set")?;
    // The last one that fits counts, and the target may lie within the workspace.
    let places = [
        (home.as_path(), "/cargo"),
        (&paths::workspace(), "/vaulty"),
        (&paths::target(), "/vaulty/target"),
    ];
    let flags = places.map(|(from, to)| format!("--remap-path-prefix={}={to}", from.display()));
    Ok(flags.join(" "))
}

/// The folders that the browsers load, made anew when something in them has changed.
fn unpacked(how: Compiled) -> Result<Built> {
    let compiled = paths::target().join("wasm32-unknown-unknown").join(how.profile());
    let modules = MODULES.map(|(package, name)| {
        (compiled.join(package.replace('-', "_")).with_extension("wasm"), name)
    });
    let source = paths::workspace().join("extension");
    let folder = paths::unpacked(Engine::Chromium);
    let firefox = paths::unpacked(Engine::Firefox);
    let stamp = paths::target().join("extension.stamp");

    let files = shipped(&source)?;
    let mut inputs: Vec<PathBuf> = modules.iter().map(|(wasm, _)| wasm.clone()).collect();
    inputs.extend(files.iter().map(|file| source.join(file)));
    inputs.push(source.join(FIREFOX_DIFFERENCES));
    let wanted = fingerprint(&inputs)?;
    let done = fs::read_to_string(&stamp).is_ok_and(|stamp| stamp == wanted);
    if !done || !folder.is_dir() || !firefox.is_dir() {
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        copy(&source, &files, &folder)?;
        for (wasm, name) in &modules {
            glue(wasm, name, &folder.join("pkg"))?;
        }
        for file in files_below(&folder)? {
            let is_text =
                file.extension().is_some_and(|ending| TRIMMED.iter().any(|t| ending == *t));
            if is_text {
                let file = folder.join(file);
                fs::write(&file, without_comments(&fs::read_to_string(&file)?))?;
            }
        }
        for_firefox(&source, &folder, &firefox)?;
        fs::write(&stamp, wanted)?;
    }
    Ok(Built { folder, firefox })
}

/// Makes Firefox's folder of Chromium's: all of it but for what the manifest says otherwise, and what only Chromium needs.
fn for_firefox(source: &Path, chromium: &Path, firefox: &Path) -> Result<()> {
    if firefox.exists() {
        fs::remove_dir_all(firefox)?;
    }
    let mut files = files_below(chromium)?;
    files.retain(|file| !NOT_IN_FIREFOX.iter().any(|one| file == Path::new(one)));
    copy(chromium, &files, firefox)?;
    let json = |file: PathBuf| -> Result<Value> {
        let text = fs::read_to_string(&file)?;
        serde_json::from_str(&text).with_context(|| format!("{} is no JSON", file.display()))
    };
    let mut manifest = json(source.join("manifest.json"))?;
    json_patch::merge(&mut manifest, &json(source.join(FIREFOX_DIFFERENCES))?);
    let manifest = serde_json::to_string_pretty(&manifest)?;
    Ok(fs::write(firefox.join("manifest.json"), manifest + "\n")?)
}

/// A script, sheet or page without the lines that are comments and without what is set in from the left:
/// scripts are loaded into every frame that is filled. Lines stay lines, so that an error still has a place.
fn without_comments(script: &str) -> String {
    let mut in_block = false;
    let mut lines = String::new();
    for line in script.lines().map(str::trim) {
        let starts = line.starts_with("/*") && !in_block;
        let is_comment = in_block || starts && (line.ends_with("*/") || !line.contains("*/"));
        in_block = (in_block || starts) && !line.contains("*/");
        if !is_comment && !line.starts_with("//") {
            lines.push_str(line);
        }
        lines.push('\n');
    }
    lines
}

/// Writes a module and its JavaScript as the extension loads them.
fn glue(wasm: &Path, name: &str, folder: &Path) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(wasm)
        .out_name(name)
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true);
    bindgen
        .web(true)
        .and_then(|bindgen| bindgen.omit_default_module_path(true).generate(folder))
        .map_err(|error| anyhow!("wasm-bindgen: {error:#}"))
}

/// The files of a folder that are shipped, by their paths in it.
fn shipped(folder: &Path) -> Result<Vec<PathBuf>> {
    let files = files_below(folder)?;
    let is_shipped = |file: &PathBuf| {
        let first = file.components().next().map(|part| part.as_os_str().to_string_lossy());
        first.is_some_and(|first| {
            !first.starts_with('.') && !NOT_SHIPPED.contains(&first.as_ref()) && first != "pkg"
        })
    };
    Ok(files.into_iter().filter(is_shipped).collect())
}

/// Every file below a folder, by its path in it, in order.
pub(crate) fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(current) = open.pop() {
        let entries = fs::read_dir(&current)
            .with_context(|| format!("{} cannot be read", current.display()))?;
        for entry in entries {
            let path = entry?.path();
            if path.file_name().is_some_and(|name| name == "node_modules") {
                continue;
            }
            if path.is_dir() {
                open.push(path);
            } else if let Ok(inside) = path.strip_prefix(folder) {
                found.push(inside.to_path_buf());
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Path, length and time of change of each file: differs when one of them was written anew.
fn fingerprint(files: &[PathBuf]) -> Result<String> {
    let mut lines = String::new();
    for file in files {
        let data = file.metadata().with_context(|| format!("{} is missing", file.display()))?;
        let changed = data.modified()?.duration_since(UNIX_EPOCH)?.as_nanos();
        lines.push_str(&format!("{} {} {changed}\n", file.display(), data.len()));
    }
    Ok(lines)
}

fn copy(from: &Path, files: &[PathBuf], to: &Path) -> Result<()> {
    for file in files {
        let target = to.join(file);
        if let Some(parent) = target.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::copy(from.join(file), target)?;
    }
    Ok(())
}

/// Copies a folder with everything in it.
pub(crate) fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    copy(from, &files_below(from)?, to)
}

/// The packages of the extension by name.
const PACKAGES: [(Engine, &str); 2] =
    [(Engine::Chromium, "vaulty-extension"), (Engine::Firefox, "vaulty-extension-firefox")];

/// Makes `target/dist/vaulty-extension/`, `vaulty-extension-firefox/` and their zips.
pub(crate) fn dist() -> Result<()> {
    let built = extension_to_ship(&Steps::of(EXTENSION_STEPS))?;
    let dist = paths::target().join("dist");
    for (engine, name) in PACKAGES {
        let (unpacked, folder) = (built.of(engine), dist.join(name));
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        copy_folder(&unpacked, &folder)?;
        let zip = dist.join(format!("{name}.zip"));
        fs::write(&zip, zipped(&unpacked, |_| true)?)?;
        println!("{}\n{}", folder.display(), zip.display());
    }
    print_sizes(&built);
    Ok(())
}

/// The packages of a release: the zips alone.
pub(crate) fn packages(steps: &Steps, folder: &Path) -> Result<()> {
    ensure!(paths::given_extension().is_none(), "a release has the extension of this working tree");
    let built = extension_to_ship(steps)?;
    fs::create_dir_all(folder)?;
    for (engine, name) in PACKAGES {
        let file = folder.join(format!("{name}.zip"));
        let zip = zipped(&built.of(engine), |_| true)?;
        // A file that is as it was is left alone: the server is built anew where one is changed.
        if fs::read(&file).ok().as_ref() != Some(&zip) {
            fs::write(file, zip)?;
        }
    }
    Ok(())
}

/// The sizes of a built extension.
pub(crate) fn sizes(built: &Built) -> Result<Sizes> {
    let module = |name: &str| -> Result<u64> {
        let module = fs::read(built.folder.join(format!("pkg/{name}_bg.wasm")))?;
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(&module)?;
        Ok(u64::try_from(gzip.finish()?.len())?)
    };
    let zip = zipped(&built.folder, |file| !ON_DEMAND.iter().any(|module| file.ends_with(module)))?;
    let zip = u64::try_from(zip.len())?;
    Ok(Sizes { wasm: module("vaulty")?, panel: module("panel")?, import: module("import")?, zip })
}

fn print_sizes(built: &Built) {
    let mut table = Table::new(&["what", "size"]);
    match sizes(built) {
        Ok(sizes) => sizes.rows().into_iter().for_each(|row| table.row(row)),
        Err(error) => eprintln!("sizes are not known: {error:#}"),
    }
    table.print();
}

impl Sizes {
    /// A row for each size: what, and how much.
    pub(crate) fn rows(self) -> Vec<Vec<String>> {
        [
            ("the worker's WASM, gzipped", self.wasm),
            ("the panel's WASM, gzipped", self.panel),
            ("the file reader's WASM, gzipped", self.import),
            ("extension, zipped, without what is loaded on demand", self.zip),
        ]
        .map(|(what, size)| vec![what.to_owned(), kilobytes(size)])
        .to_vec()
    }
}

fn kilobytes(bytes: u64) -> String {
    format!("{} KB", bytes.div_ceil(1024))
}

/// The wanted files of a folder as a zip: the same bytes for the same files.
fn zipped(folder: &Path, is_wanted: impl Fn(&Path) -> bool) -> Result<Vec<u8>> {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(ZOPFLI))
        // The same files are the same zip, whenever it is made.
        .last_modified_time(DateTime::default());
    for file in files_below(folder)?.into_iter().filter(|file| is_wanted(file)) {
        zip.start_file(file.to_string_lossy(), options)?;
        zip.write_all(&fs::read(folder.join(file))?)?;
    }
    Ok(zip.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_go_and_code_stays() {
        let check = |script: &str, expected: &str| {
            assert_eq!(without_comments(script), expected, "{script}");
        };
        check("// a\n  f(1); // b\n", "\nf(1); // b\n");
        check("/** a */\nf();\n", "\nf();\n");
        check("/**\n * a\n */\nf();\n", "\n\n\nf();\n");
        check("const g = /** @type {A} */ (a);\n", "const g = /** @type {A} */ (a);\n");
        check("/** @type {A} */ let a;\n", "/** @type {A} */ let a;\n");
    }
}
