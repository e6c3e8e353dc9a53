//! How much must be painted of an element for a person to see it. The only place that says so: the content
//! script measures, and compares with what is said here when something is written.

use shared_types::snapshot::RawPaint;

/// Smallest side of what is seen, in CSS pixels: half of an ordinary checkbox, and a bit.
const SIDE: f64 = 8.0;
/// Share of its box that must be left by all that clips it.
const SHARE: f64 = 0.25;
/// Least opacity. What is disabled is often painted at .38, placeholders at .4.
const OPACITY: f64 = 0.3;
/// Least contrast of what is written in a field (placeholders have 1.6 and more), and of the best that is
/// drawn in what stands in for one (hairlines have 1.1 to 1.3).
const TEXT_CONTRAST: f64 = 1.3;
const DRAWN_CONTRAST: f64 = 1.1;
/// What there must be of a text that is only read: page texts are smaller and fainter than fields, and
/// screen readers' texts are in boxes of 1 × 1.
const READ_SIDE: f64 = 2.0;
const READ_SHARE: f64 = 0.02;
const READ_OPACITY: f64 = 0.2;
const READ_CONTRAST: f64 = 1.2;
const READ_LETTER: f64 = 4.0;
/// Smallest letters, in CSS pixels.
const LETTER: f64 = 5.0;
/// How upright: within 60 degrees.
const UPRIGHT: f64 = 0.5;
/// Share of a field over which nothing may lie: labels float over one end, signs stand at the other.
const FREE: f64 = 0.4;
/// What blurs beyond reading, in pixels, and how far a filter may take away light or contrast.
const BLUR: f64 = 2.0;
const LIGHT: (f64, f64) = (0.4, 2.0);

/// Said of what is in a frame around which the content script cannot look.
const UNKNOWN_FRAME: &str = "frame: of another site";

/// Whether a person can see an element.
pub(super) fn is_enough(paint: &RawPaint) -> bool {
    is_at_least(paint, TEXT_CONTRAST)
}

/// Whether a person could see an element of another site's frame as far as is known there. It is named, and
/// never written: [`least`] does not let it pass.
pub(super) fn is_enough_elsewhere(paint: &RawPaint) -> bool {
    let effects = paint.effects.iter().filter(|effect| *effect != UNKNOWN_FRAME).cloned();
    is_enough(&RawPaint { effects: effects.collect(), ..paint.clone() })
}

/// Whether a person can see an element that shows a frame, as far as is known in its document: what is drawn and written
/// in it is measured there.
pub(super) fn is_enough_of_frame(paint: &RawPaint) -> bool {
    let (contrast, letter) = (TEXT_CONTRAST, LETTER);
    let mut measured = RawPaint { contrast, letter, ..paint.clone() };
    forget_frame(&mut measured);
    is_enough(&measured)
}

/// Takes away what the content script says of every element of a frame that it cannot look around.
pub(super) fn forget_frame(paint: &mut RawPaint) {
    paint.effects.retain(|effect| effect != UNKNOWN_FRAME);
}

/// Lets an operation be done in a frame of another origin, of which the documents around have just said that it is seen.
pub fn seen_through(paint: &mut RawPaint) {
    paint.effects.push(UNKNOWN_FRAME.to_owned());
}

/// What there must be of a part of a frame of another origin, as the documents around it see it.
pub fn least_of_frame() -> RawPaint {
    RawPaint { contrast: 0.0, letter: 0.0, ..least(None, true) }
}

/// Whether a person can see what stands in for a control.
pub(super) fn is_enough_of_face(paint: &RawPaint) -> bool {
    is_at_least(paint, DRAWN_CONTRAST)
}

/// Whether a person can read a text that something holds.
pub(super) fn is_enough_to_read(paint: &RawPaint) -> bool {
    paint.width >= READ_SIDE
        && paint.height >= READ_SIDE
        && paint.share >= READ_SHARE
        && paint.opacity * filtered_opacity(paint) >= READ_OPACITY
        && paint.contrast >= READ_CONTRAST
        && paint.letter >= READ_LETTER
        && paint.effects.iter().filter(|effect| *effect != UNKNOWN_FRAME).all(|e| may_be_read(e))
}

/// Whether text can be read through an effect. Pictures are drawn in letters by masks and blend modes, and
/// what they leave of them is not known.
fn may_be_read(effect: &str) -> bool {
    !effect.starts_with("filter: ") && !effect.starts_with("clip-path: ") || lets_through(effect)
}

/// Whether it lies where it is but is not painted: transparent itself, or what is written in it.
pub(super) fn is_faint(paint: &RawPaint) -> bool {
    paint.opacity < OPACITY || paint.contrast < TEXT_CONTRAST
}

/// What must be painted of an element when it is used, or of the face that stands in for it: as much as is
/// enough here, through nothing else than there was.
pub(super) fn least(seen: Option<&RawPaint>, is_face: bool) -> RawPaint {
    let effects = seen.map(|paint| paint.effects.clone()).unwrap_or_default();
    RawPaint {
        width: SIDE,
        height: SIDE,
        share: SHARE,
        opacity: OPACITY,
        contrast: if is_face { DRAWN_CONTRAST } else { TEXT_CONTRAST },
        letter: LETTER,
        upright: UPRIGHT,
        free: FREE,
        effects: effects.into_iter().filter(|effect| lets_through(effect)).collect(),
    }
}

fn is_at_least(paint: &RawPaint, contrast: f64) -> bool {
    paint.width >= SIDE
        && paint.height >= SIDE
        && paint.share >= SHARE
        && paint.opacity * filtered_opacity(paint) >= OPACITY
        && paint.contrast >= contrast
        && paint.letter >= LETTER
        && paint.upright >= UPRIGHT
        && paint.free >= FREE
        && paint.effects.iter().all(|effect| lets_through(effect))
}

/// What `opacity()` of all filters leaves.
fn filtered_opacity(paint: &RawPaint) -> f64 {
    let filters = paint.effects.iter().filter_map(|effect| effect.strip_prefix("filter: "));
    let amounts = filters.flat_map(functions).filter(|(name, _)| *name == "opacity");
    amounts.map(|(_, amount)| amount.unwrap_or(0.0)).product()
}

/// Whether what is below an effect can be seen through it. Of masks, blend modes and paths of any shape that
/// is not known.
fn lets_through(effect: &str) -> bool {
    let Some(filter) = effect.strip_prefix("filter: ") else { return false };
    functions(filter).into_iter().all(|(name, amount)| {
        let within = |least: f64, most: f64| amount.is_some_and(|a| (least..=most).contains(&a));
        match name {
            "opacity" => within(OPACITY, 1.0),
            "blur" => within(0.0, BLUR),
            "brightness" | "contrast" => within(LIGHT.0, LIGHT.1),
            // A half of it makes everything grey.
            "invert" => within(0.0, 0.3) || within(0.7, 1.0),
            "grayscale" | "sepia" | "saturate" | "hue-rotate" | "drop-shadow" => true,
            _ => false,
        }
    })
}

/// The functions of a computed `filter` (Filter Effects 1), each with its first number, per cent as shares.
fn functions(filter: &str) -> Vec<(&str, Option<f64>)> {
    let mut found = Vec::new();
    let mut rest = filter.trim();
    while !rest.is_empty() {
        let Some((name, after)) = rest.split_once('(') else {
            found.push((rest, None));
            break;
        };
        let mut depth = 1_u32;
        let end = after.char_indices().find(|(_, c)| {
            depth = match c {
                '(' => depth.saturating_add(1),
                ')' => depth.saturating_sub(1),
                _ => depth,
            };
            depth == 0
        });
        let (inside, behind) = match end {
            Some((at, _)) => (after.get(..at), after.get(at + 1..)),
            None => (Some(after), None),
        };
        found.push((name.trim(), inside.and_then(amount)));
        rest = behind.unwrap_or_default().trim();
    }
    found
}

fn amount(text: &str) -> Option<f64> {
    let text = text.trim();
    if let Some(percent) = text.strip_suffix('%') {
        return percent.parse::<f64>().ok().map(|percent| percent / 100.0);
    }
    text.strip_suffix("px").unwrap_or(text).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(change: impl FnOnce(&mut RawPaint), expected: bool) {
        let mut paint = RawPaint::default();
        change(&mut paint);
        assert_eq!(is_enough(&paint), expected, "{paint:?}");
    }

    #[test]
    fn each_measure_counts_by_itself() {
        check(|_| (), true);
        check(|p| p.width = 7.9, false);
        check(|p| p.width = 8.0, true);
        check(|p| p.height = 7.9, false);
        check(|p| p.height = 8.0, true);
        check(|p| p.share = 0.24, false);
        check(|p| p.share = 0.25, true);
        check(|p| p.opacity = 0.29, false);
        check(|p| p.opacity = 0.3, true);
        check(|p| p.contrast = 1.29, false);
        check(|p| p.contrast = 1.3, true);
        check(|p| p.letter = 4.9, false);
        check(|p| p.letter = 5.0, true);
        check(|p| p.upright = 0.49, false);
        check(|p| p.upright = 0.5, true);
        check(|p| p.free = 0.39, false);
        check(|p| p.free = 0.4, true);
        check(|p| p.width = f64::NAN, false);
    }

    #[test]
    fn a_text_that_is_only_read_may_be_fainter_and_smaller() {
        let of = |change: fn(&mut RawPaint)| {
            let mut paint = RawPaint::default();
            change(&mut paint);
            is_enough_to_read(&paint)
        };
        assert!(of(|_| ()));
        assert!(of(|p| (p.width, p.height) = (2.0, 2.0)));
        assert!(!of(|p| p.width = 1.9) && !of(|p| p.height = 1.9));
        assert!(of(|p| p.share = 0.02) && !of(|p| p.share = 0.01));
        assert!(of(|p| p.opacity = 0.2) && !of(|p| p.opacity = 0.19));
        assert!(of(|p| p.contrast = 1.2) && !of(|p| p.contrast = 1.19));
        assert!(of(|p| p.letter = 4.0) && !of(|p| p.letter = 3.9));
        assert!(!of(|p| p.effects = vec!["filter: opacity(0)".into()]));
        assert!(!of(|p| p.effects = vec!["clip-path: path(\"M 0 0\")".into()]));
        assert!(of(|p| p.effects = vec![UNKNOWN_FRAME.into(), "mask: url(\"a\")".into()]));
    }

    #[test]
    fn what_stands_in_is_drawn_not_read() {
        let of = |contrast: f64| is_enough_of_face(&RawPaint { contrast, ..RawPaint::default() });
        assert!(of(1.1) && !of(1.09));
    }

    #[test]
    fn only_effects_that_leave_something_to_see_pass() {
        let cases = [
            ("filter: blur(2px)", true),
            ("filter: blur(2.1px)", false),
            ("filter: opacity(0.3)", true),
            ("filter: opacity(0.29)", false),
            ("filter: opacity(29%)", false),
            ("filter: brightness(0.4)", true),
            ("filter: brightness(0.39)", false),
            ("filter: brightness(2)", true),
            ("filter: brightness(9)", false),
            ("filter: contrast(0)", false),
            ("filter: contrast(1.1)", true),
            ("filter: invert(0.5)", false),
            ("filter: invert(0.3)", true),
            ("filter: invert(0.7)", true),
            ("filter: invert(1)", true),
            ("filter: grayscale(1) sepia(0.2)", true),
            ("filter: grayscale(1) blur(20px)", false),
            ("filter: drop-shadow(rgba(0, 0, 0, 0.2) 0px 2px 4px)", true),
            ("filter: drop-shadow(rgba(0, 0, 0, 0.2) 0px 2px 4px) opacity(0)", false),
            ("filter: url(\"#gone\")", false),
            ("filter: something", false),
            ("filter: blur(", false),
            ("filter: hue-rotate(90deg) saturate(2)", true),
            ("mask: linear-gradient(rgb(0, 0, 0), rgb(0, 0, 0))", false),
            ("blend: screen", false),
            ("clip-path: path(\"M 0 0\")", false),
        ];
        for (effect, expected) in cases {
            let paint = RawPaint { effects: vec![effect.into()], ..RawPaint::default() };
            assert_eq!(is_enough(&paint), expected, "{effect}");
            let kept = least(Some(&paint), false).effects;
            assert_eq!(kept.len(), usize::from(expected), "{effect}");
        }
    }

    #[test]
    fn what_another_site_frames_is_named_and_never_written() {
        let of = |effects: &[&str]| RawPaint {
            effects: effects.iter().map(|effect| (*effect).to_owned()).collect(),
            ..RawPaint::default()
        };
        let framed = of(&[UNKNOWN_FRAME]);
        assert!(is_enough_elsewhere(&framed) && !is_enough(&framed));
        assert!(least(Some(&framed), false).effects.is_empty());
        assert!(!is_enough_elsewhere(&of(&[UNKNOWN_FRAME, "blend: screen"])));
    }

    #[test]
    fn opacities_and_filters_multiply() {
        check(
            |p| {
                p.opacity = 0.5;
                p.effects = vec!["filter: opacity(0.5)".into()];
            },
            false,
        );
        check(
            |p| {
                p.opacity = 0.7;
                p.effects = vec!["filter: opacity(0.5)".into()];
            },
            true,
        );
        check(|p| p.effects = vec!["filter: opacity(0.5)".into(); 2], false);
        check(|p| p.effects = vec!["filter: opacity(x)".into()], false);
    }

    #[test]
    fn what_is_faint_lies_there_all_the_same() {
        let of = |opacity: f64, contrast: f64| {
            is_faint(&RawPaint { opacity, contrast, ..RawPaint::default() })
        };
        assert!(of(0.0, 21.0) && of(0.29, 21.0) && of(1.0, 1.0) && of(1.0, 1.29));
        assert!(!of(0.3, 1.3));
    }

    #[test]
    fn what_is_demanded_of_a_write_is_what_is_enough() {
        let of_field = least(None, false);
        assert!(is_enough(&of_field), "{of_field:?}");
        assert!(!is_enough(&RawPaint { contrast: 1.29, ..of_field }));
        let least = least(None, true);
        assert!(is_enough_of_face(&least) && !is_enough(&least), "{least:?}");
        let less: [fn(&mut RawPaint); 8] = [
            |p| p.width -= 0.1,
            |p| p.height -= 0.1,
            |p| p.share -= 0.01,
            |p| p.opacity -= 0.01,
            |p| p.contrast -= 0.01,
            |p| p.letter -= 0.1,
            |p| p.upright -= 0.01,
            |p| p.free -= 0.01,
        ];
        for change in less {
            let mut less = least.clone();
            change(&mut less);
            assert!(!is_enough_of_face(&less), "{less:?}");
        }
    }
}
