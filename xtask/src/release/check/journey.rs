//! A person's way, on a machine that has a browser and no tool for building anything: the server in a root that holds nothing
//! but the program, its landing page, and what that says to do.

use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};
use harness::{Engine, Options, Page, Process, Vaulty, bidi, cdp};
use serde_json::json;

use super::{image::Root, tools::PATIENCE};
use crate::{
    demo::{Show, sample_profile},
    progress::Steps,
    setup,
};

/// How many steps [`walk`] has.
pub(super) const STEPS: usize = 3;
/// What the popup says of a form that was sent.
const SENT: &str = "The form was sent.";
/// What is said only to who builds it.
const FOR_BUILDERS: [&str; 3] = ["cargo", "target/", "source"];

/// Walks from the landing page to a form that was filled and sent, in Chromium; and in Firefox, where one is installed that is
/// new enough, from its package on.
pub(super) fn walk(root: &Root, out: &Path, steps: &Steps) -> Result<()> {
    setup::chromium(steps)?;
    let server = root.serve()?;
    let printed = code(&server)?;
    steps.run("following the landing page in Chromium", |_| {
        let downloads = root.beside("downloads");
        fs::create_dir(&downloads)?;
        let form = download(&server, &downloads)?;
        let package = downloads.join("vaulty-extension.zip");
        ensure!(fs::read(&package)? == fs::read(out.join("vaulty-extension.zip"))?);
        let folder = root.beside("vaulty-extension");
        unzip(&package, &folder)?;
        fill(&server, Engine::Chromium, &folder, &printed, &form)?;
        ensure!(root.jobs(&server)? == 1, "the server planned it and was told");
        Ok(())
    })?;
    if bidi::version().is_none_or(|version| version < setup::oldest_firefox().unwrap_or(u32::MAX)) {
        steps.told("no Firefox here is new enough for its package");
        return Ok(());
    }
    steps.run("loading the package into Firefox", |_| {
        let package = out.join("vaulty-extension-firefox.zip");
        let form = format!("{}/demo/application.html", server.url());
        fill(&server, Engine::Firefox, &package, &root.pairing_code()?, &form)?;
        ensure!(root.jobs(&server)? == 2, "the server planned it and was told");
        Ok(())
    })
}

/// Reads the landing page and presses its button in a browser without Vaulty. Where its form to try is.
fn download(server: &Process, downloads: &Path) -> Result<String> {
    let browser = cdp::Browser::launch(&cdp::Launch::default())?;
    let behavior = json!({"behavior": "allow", "downloadPath": downloads});
    browser.call("Browser.setDownloadBehavior", behavior)?;
    let page = browser.open(&format!("{}/", server.url()), true)?;
    page.wait_for("document.querySelector('#status').dataset.state === 'ok'", PATIENCE)?;
    let read = page.evaluate("document.body.innerText")?;
    let read = read.as_str().unwrap_or_default();
    for word in FOR_BUILDERS {
        ensure!(!read.contains(word), "the page speaks of {word} to somebody who builds nothing");
    }
    for step in ["Unpack the file", "Load unpacked", "Developer mode", server.url()] {
        ensure!(read.contains(step), "the page does not say: {step}");
    }
    page.click("#package")?;
    let wanted = downloads.join("vaulty-extension.zip");
    // Under this name when it is whole.
    wait(|| Ok(wanted.is_file().then_some(())), "the package was not downloaded")?;
    let form = page.evaluate("document.querySelector('.steps a[href^=demo]').href")?;
    form.as_str().map(str::to_owned).context("the page names a form to try")
}

/// Unpacks as any program that unpacks does.
fn unzip(file: &Path, folder: &Path) -> Result<()> {
    Ok(zip::ZipArchive::new(fs::File::open(file)?)?.extract(folder)?)
}

/// Loads the extension, pairs with a code of the server, notes a profile, fills the form and sends it.
fn fill(server: &Process, engine: Engine, extension: &Path, code: &str, form: &str) -> Result<()> {
    let vaulty = Vaulty::start_with(&Options {
        engine: Some(engine),
        extension: Some(extension.to_owned()),
        ..Options::default()
    })?;
    let home = vaulty.home();
    home.view("settings")?;
    home.page.set("#api-base", &server.url().into())?;
    home.page.set("#pair-code", &code.into())?;
    home.press("#pair")?;
    said(&home.page, "Paired")?;
    home.press("#check-server")?;
    said(&home.page, "Connected to")?;
    home.view("fill")?;
    home.import(&sample_profile()?)?;
    let ended = Show::open(&vaulty, form)?.run()?;
    ensure!(ended == SENT, "the form was to be sent, and the job ended so: {ended}");
    Ok(())
}

/// The code that the server printed when it started.
fn code(server: &Process) -> Result<String> {
    let printed = server.output();
    let line = printed.iter().find_map(|line| line.rsplit_once("good for 10 minutes: "));
    line.map(|(_, code)| code.trim().to_owned()).context("the server printed no pairing code")
}

/// Waits until the settings say something.
fn said(page: &Page, part: &str) -> Result<()> {
    let message = "document.querySelector('#server-message').innerText";
    let is_said = format!("{message}.includes({})", json!(part));
    if let Err(error) = page.wait_for(&is_said, PATIENCE) {
        bail!("{error:#}; the settings say: {}", page.evaluate(message)?);
    }
    Ok(())
}

/// Waits for something.
fn wait<T>(mut look: impl FnMut() -> Result<Option<T>>, missed: &str) -> Result<T> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = look()? {
            return Ok(found);
        }
        ensure!(Instant::now() < deadline, "{missed}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
