//! What the stores show: some of the screens, on a plain ground.

use std::{fs, path::Path};

use tests::{
    cdp::{Browser, Launch},
    paths,
    serve::Site,
};

use crate::{PATIENCE, keep, kept};

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
pub(crate) fn for_stores(folder: &Path, site: &Site) {
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
