//! What screens look like in a dark, a narrow and a zoomed panel, and with what is folded in them open: coarse grey
//! grids in a text file, of which a picture may differ as little as another machine's letters do.

use std::{collections::BTreeMap, fmt::Write as _, fs, path::PathBuf};

use serde_json::Value;
use tests::{cdp::Page, paths};

/// Grids by screen and look.
pub(crate) type Looks = BTreeMap<(String, String), String>;

/// The grid of a picture: its size, and of each part of 40 × 40 pixels how light it is, in 64 steps.
const GRID: &str = "async (now) => { const image = new Image(); image.src = now; await image.decode(); \
    const { width, height } = image, side = 40, canvas = document.createElement('canvas'); \
    canvas.width = width; canvas.height = height; \
    const context = canvas.getContext('2d'); context.drawImage(image, 0, 0); \
    const { data } = context.getImageData(0, 0, width, height); \
    const columns = Math.ceil(width / side), sums = new Float64Array(columns * Math.ceil(height / side)), \
        counts = new Float64Array(sums.length); \
    for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) { \
        const at = 4 * (y * width + x), part = columns * Math.floor(y / side) + Math.floor(x / side); \
        sums[part] += 0.3 * data[at] + 0.6 * data[at + 1] + 0.1 * data[at + 2]; counts[part] += 1; } \
    const steps = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'; \
    return `${width}x${height} ` + [...sums].map((sum, part) => steps[Math.round(sum / counts[part] / 255 * 63)]).join(''); }";
/// Steps that a part of a picture may be lighter or darker.
const STEPS: u8 = 2;
/// The largest share of parts that are more than that, and a number of them that is none too large in any picture.
const MOST: f64 = 0.01;
const FEW: usize = 2;
/// Pixels that a picture may be higher or lower.
const HIGHER: usize = 4;

/// The grid of a picture.
pub(crate) fn grid(page: &Page, picture: &[u8]) -> String {
    let now = format!("data:image/png;base64,{}", data_encoding::BASE64.encode(picture));
    let grid = page.apply(GRID, &[Value::from(now)]).expect("the picture is read");
    grid.as_str().expect("a grid").to_owned()
}

fn file() -> PathBuf {
    paths::workspace().join("tests/tests/screens/looks.txt")
}

/// The grids that are kept, a line each: screen, look, size and grid.
pub(crate) fn kept() -> Looks {
    let text = fs::read_to_string(file()).unwrap_or_default();
    let line = |line: &str| {
        let mut parts = line.splitn(3, ' ');
        let key = (parts.next()?.to_owned(), parts.next()?.to_owned());
        Some((key, parts.next()?.to_owned()))
    };
    text.lines().filter_map(line).collect()
}

/// Keeps grids.
pub(crate) fn keep(looks: &Looks) {
    let mut text = String::new();
    for ((screen, look), grid) in looks {
        writeln!(text, "{screen} {look} {grid}").expect("a line");
    }
    fs::write(file(), text).expect("the grids are kept");
}

/// What looks otherwise than it is kept.
pub(crate) fn faults(now: &Looks) -> Vec<String> {
    let kept = kept();
    let changed = now.iter().filter_map(|((screen, look), grid)| {
        let before = kept.get(&(screen.clone(), look.clone()));
        let how = before.map_or_else(|| Some("no such look is kept".to_owned()), |before| otherwise(before, grid))?;
        Some(format!(
            "{screen}, {look}: {how}. Look at target/screens/{screen}-{look}.png; if it is right, keep it with `cargo \
             xtask screens`, or UPDATE=1 before this test."
        ))
    });
    let gone = kept.keys().filter(|key| !now.contains_key(*key));
    let gone = gone
        .map(|(screen, look)| format!("{screen}, {look}: is kept, and there is no such screen"));
    changed.chain(gone).collect()
}

/// How two grids differ; `None` where that is next to nothing.
fn otherwise(before: &str, now: &str) -> Option<String> {
    let parts = |grid: &str| {
        let (size, grid) = grid.split_once(' ')?;
        let (width, height) = size.split_once('x')?;
        Some((width.parse::<usize>().ok()?, height.parse::<usize>().ok()?, grid.to_owned()))
    };
    let (Some((width, height, before)), Some((other_width, other_height, now))) =
        (parts(before), parts(now))
    else {
        return Some("the grid cannot be read".to_owned());
    };
    if width != other_width || height.abs_diff(other_height) > HIGHER {
        return Some(format!("{other_width} × {other_height} pixels, and was {width} × {height}"));
    }
    let step = |step: u8| match step {
        b'A'..=b'Z' => step - b'A',
        b'a'..=b'z' => step - b'a' + 26,
        b'0'..=b'9' => step - b'0' + 52,
        b'-' => 62,
        _ => 63,
    };
    let pairs = before.bytes().zip(now.bytes());
    let others = pairs.filter(|(a, b)| step(*a).abs_diff(step(*b)) > STEPS).count();
    let share = others as f64 / before.len().max(1) as f64;
    (others > FEW && share > MOST).then(|| format!("looks otherwise ({:.1} %)", share * 100.0))
}

#[test]
fn what_moves_is_told_from_letters_that_are_drawn_otherwise() {
    let check = |before: &str, now: &str, expected: bool| {
        assert_eq!(otherwise(before, now).is_some(), expected, "{before} {now}");
    };
    let grid = |height: usize, parts: &str| format!("120x{height} {parts}");
    check(&grid(96, "AAAzzz999"), &grid(96, "AAAzzz999"), false);
    check(&grid(96, "AAAzzz999"), &grid(99, "CBAyzx998"), false);
    check(&grid(96, "AAAzzz999"), &grid(96, "AAAzzzAA9"), false);
    check(&grid(96, "AAAzzz999"), &grid(96, "AAAzzzAAA"), true);
    check(&grid(96, "AAAzzz999"), &grid(101, "AAAzzz999"), true);
    check("96x96", &grid(96, "AAAzzz999"), true);
}
