//! Every screen of the panel in every state, in a real browser: whether everyone can use it (axe-core), whether it fits
//! a narrow panel and a large zoom, and whether it still looks as it did when somebody looked at it.
//!
//! The screens are those of `extension-ui/src/screens.rs`, rendered natively, with the panel's own style sheet. What they
//! look like stands in `docs/screens`, the main ones in German as well; `cargo xtask screens` makes the pictures anew, and those of a dark and a narrow
//! panel in `target/screens`, for whoever changed something and looks at them.

#![expect(
    clippy::expect_used,
    reason = "a test that cannot go on says why and fails; helpers count as tests"
)]

use std::{
    fs,
    num::NonZero,
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::Duration,
};

use serde_json::{Value, json};
use tests::{
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
/// What names of screens begin with that have longer texts than ours.
const PSEUDO: &str = "pseudo-";
/// Rules of WCAG 2.2, levels A and AA, and what axe-core calls good practice.
const AXE: &str = "axe.run(document, { runOnly: { type: 'tag', values: \
    ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] } }).then(({ violations }) => \
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)}: ${failureSummary}`)))";
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
    // Of the whole workspace: alone, the package would be built once more, with fewer features.
    let rendered = Command::new(cargo)
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
    copy(extension.join("node_modules/axe-core/axe.min.js"), "axe.js");
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

/// Shows a screen in a panel of this width.
fn show(page: &Page, url: &str, width: u32, dark: bool) {
    let scheme = if dark { "dark" } else { "light" };
    let features = json!([
        {"name": "prefers-color-scheme", "value": scheme},
        {"name": "prefers-reduced-motion", "value": "reduce"},
    ]);
    page.call("Emulation.setEmulatedMedia", json!({"features": features})).expect("it is styled");
    page.resize(width, 720).expect("it has a size");
    page.navigate(url).expect("the screen opens");
    page.wait_for("document.readyState === 'complete'", PATIENCE).expect("the screen is there");
    // The panel scrolls within itself; a picture shows all of it.
    let height = "Math.max(720, 2 + document.querySelector('#main').scrollHeight + document.querySelector('#main').offsetTop)";
    let height = page.evaluate(height).expect("a height").as_f64().unwrap_or(720.0);
    page.resize(width, height.ceil() as u32).expect("it has a size");
}

/// What is wrong with a screen as it is shown.
fn faults(page: &Page, screen: &str, look: &str) -> Vec<String> {
    let script = "new Promise((done) => { const script = document.createElement('script'); script.src = '/axe.js'; \
        script.onload = () => done(true); document.head.append(script); })";
    page.evaluate(script).expect("axe-core is loaded");
    let found = page.evaluate(AXE).expect("axe-core runs");
    let mut faults: Vec<String> = found
        .as_array()
        .into_iter()
        .flatten()
        .map(|fault| format!("{screen}, {look}: {}", fault.as_str().unwrap_or_default()))
        .collect();
    faults.extend(too_wide(page, screen, look));
    faults
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

/// What is wrong with some screens in all looks, in a browser of their own. Their pictures are kept.
fn wrong<'a>(names: impl Iterator<Item = &'a String>, site: &Site, anew: bool) -> Vec<String> {
    let browser = Browser::launch(&Launch::default()).expect("Chromium starts");
    let page = browser.open("about:blank", true).expect("a page");
    let looked_at = looked_at();
    let mut wrong = Vec::new();
    for screen in names {
        // Longer texts than ours have to fit as well; what they look like is nobody's business.
        if screen.starts_with(PSEUDO) {
            show(&page, &site.url(&format!("{screen}.html")), NARROW, false);
            keep(
                &looked_at.join(format!("{screen}.png")),
                &page.screenshot(true).expect("a picture"),
            );
            wrong.extend(too_wide(&page, screen, "narrow"));
            continue;
        }
        for (look, width, dark) in LOOKS {
            show(&page, &site.url(&format!("{screen}.html")), width, dark);
            let picture = page.screenshot(true).expect("a picture");
            if look == "light" {
                let kept = kept().join(format!("{screen}.png"));
                if anew {
                    keep(&kept, &picture);
                } else if let Some(share) = differs(&page, site, screen, &picture) {
                    wrong.push(format!(
                        "{screen}: looks otherwise ({:.1} %). Look at target/screens/{screen}-light.png; if it is \
                         right, keep it with `cargo xtask screens`.",
                        share * 100.0
                    ));
                }
            }
            keep(&looked_at.join(format!("{screen}-{look}.png")), &picture);
            wrong.extend(faults(&page, screen, look));
        }
    }
    wrong
}

/// Proves of every screen in every state, as no cheaper test can, that axe-core finds nothing, that nothing is wider than
/// the panel, and that it looks as it is kept.
#[test]
fn every_screen_is_for_everyone_and_looks_as_it_did() {
    let (folder, names) = pages();
    assert!(names.len() > 20, "{names:?}");
    let site = Site::serve(folder.path()).expect("the screens are served");
    let anew = std::env::var_os("UPDATE").is_some();
    fs::create_dir_all(looked_at()).expect("a folder");
    // A browser for each core, and a share of the screens for each browser.
    let browsers = thread::available_parallelism().map_or(1, NonZero::get);
    let wrong: Vec<String> = thread::scope(|scope| {
        let share = |first: usize| names.iter().skip(first).step_by(browsers);
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
            .flat_map(|thread| thread.join().expect("its screens were looked at"))
            .collect()
    });
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

/// What the stores show: a screen on a plain ground with what it is about, 1280 × 800, as both want it.
const FOR_STORES: [(&str, &str); 4] = [
    ("fill-sheet", "See what would be filled, and from where. Then press Fill."),
    ("fill-approval", "Nothing is sent before you have seen all that goes along."),
    ("fill-questions", "What it doesn’t know it asks. Once."),
    ("profile", "Your profile stays in your browser."),
];
/// The Chrome Web Store's tile.
const TILE: (&str, u32, u32) = ("tile", 440, 280);

/// Makes the stores' pictures of those that are kept.
fn for_stores(folder: &Path, site: &Site) {
    let browser = Browser::launch(&Launch::default()).expect("Chromium starts");
    let page = browser.open("about:blank", true).expect("a page");
    let pictures = paths::workspace().join("docs/store/pictures");
    fs::create_dir_all(&pictures).expect("a folder");
    let take = |name: &str, width: u32, height: u32, body: &str| {
        let html = format!(
            "<!doctype html><meta charset=utf-8><style>body {{ margin: 0; height: {height}px; overflow: hidden; \
             display: flex; align-items: center; justify-content: center; gap: 72px; background: #eef3f1; color: #14312b; \
             font: 600 44px/1.3 system-ui, sans-serif }} p {{ margin: 0; max-width: 560px }} \
             figure {{ margin: 0; height: 720px; overflow: hidden; border-radius: 14px; \
             box-shadow: 0 12px 48px #0003 }}</style>{body}"
        );
        fs::write(folder.join(format!("store-{name}.html")), html).expect("a page");
        page.resize(width, height).expect("it has a size");
        page.navigate(&site.url(&format!("store-{name}.html"))).expect("it opens");
        page.wait_for("[...document.images].every((image) => image.complete)", PATIENCE)
            .expect("it is drawn");
        keep(&pictures.join(format!("{name}.png")), &page.screenshot(true).expect("a picture"));
    };
    fs::create_dir_all(folder.join("for-stores")).expect("a folder");
    for (screen, said) in FOR_STORES {
        let file = format!("{screen}.png");
        fs::copy(kept().join(&file), folder.join("for-stores").join(&file)).expect("a screen");
        take(
            screen,
            1280,
            800,
            &format!("<p>{said}</p><figure><img src='/for-stores/{file}'></figure>"),
        );
    }
    let (name, width, height) = TILE;
    take(
        name,
        width,
        height,
        "<img src='/icons/vaulty.svg' width=96 height=96><p style='max-width: 220px'>Vaulty</p>",
    );
}

/// Proves that the stores' pictures are there in the sizes that the stores take.
#[test]
fn the_stores_have_their_pictures() {
    let sizes = FOR_STORES.iter().map(|(name, _)| (*name, 1280, 800)).chain([TILE]);
    for (name, width, height) in sizes {
        let file = paths::workspace().join(format!("docs/store/pictures/{name}.png"));
        let picture = fs::read(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        // PNG, 11.2.2: width and height follow the first chunk's name.
        let number = |at: usize| {
            picture
                .get(at..at + 4)
                .and_then(|bytes| Some(u32::from_be_bytes(bytes.try_into().ok()?)))
        };
        assert_eq!((number(16), number(20)), (Some(width), Some(height)), "{name}");
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
