//! `snapshot`: reads pages as the extension does and keeps what it read, for tests that need no browser.

use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use harness::{Options, Site, Vaulty, paths};
use serde_json::{Value, json};

use crate::{
    build,
    progress::Steps,
    run::{cargo, run},
    setup,
};

/// Read pages of `agent-core/tests/pages` in Chromium as the extension does, keep what it read beside them, and
/// write down what is understood of it now (`expected.snap`): look at the difference before you commit it. To add a
/// page, make `agent-core/tests/pages/NAME/page.html` first
#[derive(Debug, Args)]
pub(crate) struct Snapshot {
    /// Folders of `agent-core/tests/pages`; none: all
    names: Vec<String>,
}

/// What the extension reads of a frame, in its own world there.
const READ: &str = "() => globalThis.vaulty.snapshot()";
/// Time for a page to be read.
const PATIENCE: Duration = Duration::from_secs(20);

impl Snapshot {
    pub(crate) fn run(&self) -> Result<()> {
        let pages = paths::workspace().join("agent-core/tests/pages");
        let names = if self.names.is_empty() { all(&pages)? } else { self.names.clone() };
        for name in &names {
            let page = pages.join(name).join("page.html");
            ensure!(page.is_file(), "{} is not there: write the page first", page.display());
        }
        let steps = Steps::aside();
        setup::chromium(&steps)?;
        let built = build::extension(&steps)?;
        let vaulty =
            Vaulty::start_with(&Options { extension: Some(built.folder), ..Options::default() })?;
        vaulty.use_no_server()?;
        for (at, name) in names.iter().enumerate() {
            let folder = pages.join(name);
            let frames =
                read(&vaulty, &folder).with_context(|| format!("{name} cannot be read"))?;
            fs::write(folder.join("snapshot.json"), lines(&frames)?)?;
            println!("{} of {}: {name}", at + 1, names.len());
        }
        let test = ["test", "--locked", "--quiet", "--package", "agent-core", "--test", "pages"];
        run(cargo(&test).env("INSTA_UPDATE", "always").env("INSTA_FORCE_PASS", "1"))
    }
}

fn all(pages: &Path) -> Result<Vec<String>> {
    let mut folders: Vec<PathBuf> =
        fs::read_dir(pages)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    folders.retain(|folder| folder.join("page.html").is_file());
    folders.sort();
    let name = |folder: &PathBuf| Some(folder.file_name()?.to_string_lossy().into_owned());
    Ok(folders.iter().filter_map(name).collect())
}

/// What the extension reads of each frame, without what changes from run to run.
fn read(vaulty: &Vaulty, folder: &Path) -> Result<Vec<Value>> {
    let site = Site::serve(folder)?;
    let tab = vaulty.open(&site.url("page.html"))?;
    let popup = vaulty.popup(&tab)?;
    // This puts the content scripts into every frame, and waits until the page is quiet.
    popup.inspect(PATIENCE)?;
    let origin = site.url("").trim_end_matches('/').to_owned();
    let mut frames = Vec::new();
    for (at, (_, snapshot)) in popup.in_frames(READ, &[])?.into_iter().enumerate() {
        let text = snapshot.to_string().replace(&origin, "http://127.0.0.1");
        let mut snapshot: Value = serde_json::from_str(&text)?;
        if let Some(facts) = snapshot.as_object_mut() {
            facts.insert("gatherMs".to_owned(), json!(0));
        }
        frames.push(json!({"frameId": at, "documentId": at.to_string(), "snapshot": snapshot}));
    }
    Ok(frames)
}

/// JSON with a line for each frame and each of the facts about it.
fn lines(frames: &[Value]) -> Result<String> {
    Ok(serde_json::to_string(frames)?.replace("{\"id\":", "\n{\"id\":") + "\n")
}
