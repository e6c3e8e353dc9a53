//! Every screen of the panel in every state, in a real browser: whether everyone can use it (axe-core), whether it fits
//! a narrow panel and a large zoom, and whether it still looks as it did when somebody looked at it.
//!
//! The screens are those of `extension-ui/src/screens.rs`, rendered natively, with the panel's own style sheet. What they
//! look like stands in `docs/screens`, the main ones in German as well; those in Spanish and French have to fit and to be
//! for everyone, and no picture of them is kept. `cargo xtask screens` makes the pictures anew, and those of a dark, a
//! narrow and a zoomed panel and of folded parts in `target/screens`, for whoever changed something and looks at them.
//! Of these, grids are kept (`looks.txt`).

#![expect(
    clippy::expect_used,
    reason = "a test that cannot go on says why and fails; helpers count as tests"
)]

mod looks;
mod stores;

use std::{
    fs,
    num::NonZero,
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::Duration,
};

use looks::Looks;
use serde_json::{Value, json};
use stores::for_stores;
use tests::{
    axe,
    cdp::{Browser, Launch, Page},
    paths,
    serve::Site,
};

const PATIENCE: Duration = Duration::from_secs(30);
/// Widths of a panel in CSS pixels, and whether it is dark: as most people have it, in the dark, as narrow as the browser
/// makes it, and at a zoom of 200 %.
const LOOKS: [(&str, u32, bool); 4] =
    [("light", 380, false), ("dark", 380, true), ("narrow", NARROW, false), ("zoomed", 190, true)];
/// The width that the browser makes a panel at least.
const NARROW: u32 = 280;
/// A picture of the server's dashboard, which is no screen of the panel; `journeys/dashboard.rs` looks at that.
const OF_THE_SERVER: &str = "dashboard";
/// What names of screens end with that are looked at with what is folded in them open.
const OPEN: &str = "-open";
/// Opens what is folded and can be seen, also within another such part; of a profile what holds something, unless all is
/// wanted. The answer is whether there was any.
const UNFOLD: &str = "(all) => { let any = false; for (;;) { \
    const folded = [...document.querySelectorAll('details:not([open])')].filter((e) => e.checkVisibility() && \
        (all || e.querySelector('summary > .count')?.textContent !== '')); \
    if (folded.length === 0) return any; \
    for (const part of folded) { part.open = true; if (all) (window.unfolded ??= []).push(part); } any = true; } }";
/// Folds again what was opened for a look.
const FOLD: &str = "for (const part of (window.unfolded ?? []).splice(0)) part.open = false; \
    (document.querySelector('#main') ?? document.body).scrollTop = 0; 1";
/// What names of screens begin with that have longer texts than ours, or those of a language whose pictures nobody keeps:
/// they have to fit and to be for everyone, and what they look like is that of the others.
const UNKEPT: [&str; 3] = [PSEUDO, "es-", "fr-"];
/// The first of them.
const PSEUDO: &str = "pseudo-";
/// Share of a picture's parts, of 10 × 10 pixels each, that differ by more than a shade from the picture that is kept.
/// Letters that another machine draws differently stay below it; what moves does not.
const DIFFERS: &str = "async (kept, now) => { \
    const load = async (src) => { const image = new Image(); image.src = src; await image.decode(); return image; }; \
    const [a, b] = await Promise.all([load(kept), load(now)]); \
    if (a.width !== b.width || Math.abs(a.height - b.height) > 4) return 1; \
    const parts = (image) => { const canvas = document.createElement('canvas'); \
        canvas.width = Math.ceil(a.width / 10); canvas.height = Math.ceil(a.height / 10); \
        const context = canvas.getContext('2d'); context.imageSmoothingQuality = 'high'; \
        context.drawImage(image, 0, 0, canvas.width, canvas.height); \
        return context.getImageData(0, 0, canvas.width, canvas.height).data; }; \
    const [x, y] = [parts(a), parts(b)]; let other = 0; \
    for (let i = 0; i < x.length; i += 4) \
        if ([0, 1, 2].some((c) => Math.abs(x[i + c] - y[i + c]) > 40)) other += 1; \
    return other / (x.length / 4); }";
/// The largest such share.
const MOST: f64 = 0.02;

/// The screens as pages, and what they need, in a folder.
fn pages() -> (tempfile::TempDir, Vec<String>) {
    let folder = tempfile::tempdir().expect("a folder");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    // Of the whole workspace: alone, the package would be built once more, with fewer features. What Cargo says of this
    // test to it is nothing to build scripts that ask for it, which would run again, with all that needs them.
    let of_this_test = std::env::vars_os().map(|(name, _)| name).filter(|name| {
        let name = name.to_string_lossy();
        name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
    });
    let mut command = Command::new(cargo);
    for name in of_this_test {
        command.env_remove(name);
    }
    let rendered = command
        .args(["test", "--quiet", "--locked", "--workspace", "--lib", "screens::"])
        .current_dir(paths::workspace())
        .env("VAULTY_SCREENS", folder.path())
        .output()
        .expect("cargo runs");
    assert!(rendered.status.success(), "{}", String::from_utf8_lossy(&rendered.stdout));
    let mut names: Vec<String> = fs::read_dir(folder.path())
        .expect("the folder is read")
        .filter_map(|file| Some(file.ok()?.path().file_stem()?.to_str()?.to_owned()))
        .collect();
    names.sort();
    let extension = paths::workspace().join("extension");
    let copy = |from: PathBuf, to: &str| {
        fs::copy(&from, folder.path().join(to)).expect("a file of the panel is copied")
    };
    copy(extension.join("panel.css"), "panel.css");
    fs::create_dir(folder.path().join("icons")).expect("a folder");
    copy(extension.join("icons/vaulty.svg"), "icons/vaulty.svg");
    fs::create_dir(folder.path().join("kept")).expect("a folder");
    for picture in fs::read_dir(kept()).into_iter().flatten().filter_map(Result::ok) {
        let name = picture.file_name();
        copy(picture.path(), &format!("kept/{}", name.to_string_lossy()));
    }
    (folder, names)
}

/// Where the pictures are kept.
fn kept() -> PathBuf {
    paths::workspace().join("docs/screens")
}

/// Opens a screen.
fn open(page: &Page, url: &str) {
    page.resize(NARROW, 720).expect("it has a size");
    page.navigate(url).expect("the screen opens");
    page.wait_for("document.readyState === 'complete'", PATIENCE).expect("the screen is there");
    if url.ends_with(&format!("{OPEN}.html")) {
        page.apply(UNFOLD, &[Value::from(false)]).expect("what holds something is opened");
    }
}

/// Shows a screen that is open in a panel of this width. It is opened once for all looks: loading it and axe-core anew for
/// each takes a third of the time.
fn show(page: &Page, width: u32, dark: bool) {
    page.evaluate(FOLD).expect("it is as it was");
    let scheme = if dark { "dark" } else { "light" };
    let features = json!([
        {"name": "prefers-color-scheme", "value": scheme},
        {"name": "prefers-reduced-motion", "value": "reduce"},
    ]);
    page.call("Emulation.setEmulatedMedia", json!({"features": features})).expect("it is styled");
    page.resize(width, 720).expect("it has a size");
    whole(page, width);
}

/// Makes the panel as high as what it shows.
fn whole(page: &Page, width: u32) {
    // The panel scrolls within itself; a picture shows all of it.
    let height = "(() => { const main = document.querySelector('#main') ?? document.body; \
        return Math.max(720, 2 + main.scrollHeight + main.offsetTop); })()";
    let height = page.evaluate(height).expect("a height").as_f64().unwrap_or(720.0);
    page.resize(width, height.ceil() as u32).expect("it has a size");
}

/// What axe-core finds wrong with a screen as it is shown.
fn faults(page: &Page, screen: &str, look: &str) -> Vec<String> {
    let found = axe::faults(|script| page.evaluate(script)).expect("axe-core runs");
    found.into_iter().map(|fault| format!("{screen}, {look}: {fault}")).collect()
}

/// What of a screen is wider than the panel.
fn too_wide(page: &Page, screen: &str, look: &str) -> Option<String> {
    let wide = "[...document.querySelectorAll('body *')].filter((e) => e.checkVisibility() && !e.closest('.table-box') && \
        e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.id || e.className || e.tagName).slice(0, 5).join(', ')";
    let wide = page.evaluate(wide).expect("the screen answers");
    let wide = wide.as_str().unwrap_or_default();
    (!wide.is_empty()).then(|| format!("{screen}, {look}: wider than the panel: {wide}"))
}

/// Where the pictures of a run are, for whoever looks at them.
fn looked_at() -> PathBuf {
    paths::workspace().join("target/screens")
}

/// What is wrong with some screens in all looks, in a browser of their own; and what they look like. Their pictures are kept.
fn wrong<'a>(
    names: impl Iterator<Item = &'a String>,
    site: &Site,
    anew: bool,
) -> (Vec<String>, Looks) {
    let browser = Browser::launch(&Launch::default()).expect("Chromium starts");
    let page = browser.open("about:blank", true).expect("a page");
    let (mut wrong, mut grids) = (Vec::new(), Looks::new());
    let picture = |name: String| {
        let picture = page.screenshot(true).expect("a picture");
        keep(&looked_at().join(format!("{name}.png")), &picture);
        picture
    };
    let unfolds = |width| {
        let any = page.apply(UNFOLD, &[Value::from(true)]).expect("what is folded is opened");
        whole(&page, width);
        any == Value::Bool(true)
    };
    for screen in names {
        open(&page, &site.url(&format!("{screen}.html")));
        if UNKEPT.iter().any(|prefix| screen.starts_with(prefix)) {
            show(&page, NARROW, false);
            picture(screen.clone());
            wrong.extend(too_wide(&page, screen, "narrow"));
            if unfolds(NARROW) {
                picture(format!("{screen}-unfolded"));
                wrong.extend(too_wide(&page, screen, "narrow, unfolded"));
            }
            // What makes longer texts longer stands in names as well, and not where it stands in what they name.
            if !screen.starts_with(PSEUDO) {
                wrong.extend(faults(&page, screen, "narrow"));
            }
            continue;
        }
        for (look, width, dark) in LOOKS {
            show(&page, width, dark);
            let now = picture(format!("{screen}-{look}"));
            wrong.extend(too_wide(&page, screen, look));
            if look != "light" {
                grids.insert((screen.clone(), look.to_owned()), looks::grid(&page, &now));
            } else if anew {
                keep(&kept().join(format!("{screen}.png")), &now);
            } else if let Some(share) = differs(&page, site, screen, &now) {
                wrong.push(format!(
                    "{screen}: looks otherwise ({:.1} %). Look at target/screens/{screen}-light.png; if it is right, \
                     keep it with `cargo xtask screens`, or UPDATE=1 before this test.",
                    share * 100.0
                ));
            }
            if unfolds(width) {
                let unfolded = format!("{look}-unfolded");
                let now = picture(format!("{screen}-{unfolded}"));
                grids.insert((screen.clone(), unfolded.clone()), looks::grid(&page, &now));
                wrong.extend(too_wide(&page, screen, &unfolded));
            }
            // Nothing that it finds is hidden by what was opened.
            wrong.extend(faults(&page, screen, look));
        }
    }
    (wrong, grids)
}

/// Proves of every screen in every state, as no cheaper test can, that axe-core finds nothing, that nothing is wider than
/// the panel, and that it looks as it is kept. `ONLY=settings` looks at those alone that have this in their names, `UPDATE=1`
/// keeps what they look like.
#[test]
fn every_screen_is_for_everyone_and_looks_as_it_did() {
    let (folder, names) = pages();
    assert!(names.len() > 20, "{names:?}");
    let site = Site::serve(folder.path()).expect("the screens are served");
    let anew = std::env::var_os("UPDATE").is_some();
    let only = std::env::var("ONLY").unwrap_or_default();
    let chosen: Vec<&String> = names.iter().filter(|name| name.contains(&only)).collect();
    fs::create_dir_all(looked_at()).expect("a folder");
    // A browser for each core, and a share of the screens for each browser.
    let browsers = thread::available_parallelism().map_or(1, NonZero::get);
    let parts: Vec<(Vec<String>, Looks)> = thread::scope(|scope| {
        let share = |first: usize| chosen.iter().copied().skip(first).step_by(browsers);
        let threads: Vec<_> = (0..browsers)
            .map(|first| {
                scope.spawn({
                    let site = &site;
                    move || wrong(share(first), site, anew)
                })
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("its screens were looked at"))
            .collect()
    });
    let (mut wrong, mut grids) = (Vec::new(), looks::kept());
    grids.retain(|(screen, _), _| !screen.contains(&only));
    for (faults, looks) in parts {
        wrong.extend(faults);
        grids.extend(looks);
    }
    if anew {
        looks::keep(&grids);
    } else {
        wrong.extend(looks::faults(&grids));
    }
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
    if anew {
        for_stores(folder.path(), &site);
    } else {
        let gone: Vec<String> = fs::read_dir(kept())
            .expect("pictures are kept")
            .filter_map(|file| Some(file.ok()?.path().file_stem()?.to_str()?.to_owned()))
            .filter(|name| !names.contains(name) && name != OF_THE_SERVER)
            .collect();
        assert!(gone.is_empty(), "pictures of no screen: {gone:?}");
    }
}

/// Proves that what moves on the screen of a running job rests for whoever asked for less motion, and moves for others.
#[test]
fn nothing_moves_for_whoever_asked_for_less_motion() {
    let (folder, _) = pages();
    let site = Site::serve(folder.path()).expect("the screens are served");
    let browser = Browser::launch(&Launch::default()).expect("Chromium starts");
    let page = browser.open("about:blank", true).expect("a page");
    for (wish, moves) in [("reduce", false), ("no-preference", true)] {
        let features = json!([{"name": "prefers-reduced-motion", "value": wish}]);
        page.call("Emulation.setEmulatedMedia", json!({"features": features}))
            .expect("it is styled");
        page.navigate(&site.url("fill-running.html")).expect("the screen opens");
        page.wait_for("document.readyState === 'complete'", PATIENCE).expect("the screen is there");
        let moving = page.evaluate("document.getAnimations().length").expect("the screen answers");
        assert_eq!(moving.as_u64().is_some_and(|count| count > 0), moves, "{wish}: {moving}");
    }
}

fn keep(file: &Path, picture: &[u8]) {
    fs::write(file, picture).expect("a picture is kept");
}

/// How much a screen differs from the picture that is kept; `None` where that is next to nothing.
fn differs(page: &Page, site: &Site, screen: &str, picture: &[u8]) -> Option<f64> {
    let now = format!("data:image/png;base64,{}", data_encoding::BASE64.encode(picture));
    let kept = site.url(&format!("kept/{screen}.png"));
    // A picture that is not there differs wholly.
    let share = page.apply(DIFFERS, &[Value::from(kept), Value::from(now)]).ok();
    let share = share.and_then(|share| share.as_f64()).unwrap_or(1.0);
    (share > MOST).then_some(share)
}
