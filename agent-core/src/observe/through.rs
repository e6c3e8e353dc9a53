//! Frames of other origins: what shows them, and whether that is seen. A frame cannot look around itself; the documents
//! around it can, each at the element that shows it.

use shared_types::snapshot::{FrameSnapshot, RawNode};

use super::paint;
use crate::page::Holder;

/// How a frame is seen from the page.
#[derive(Debug, PartialEq)]
pub(super) enum Seen {
    /// The page itself, or a frame that can look around itself up to the page.
    Itself,
    /// Through elements of documents around it, innermost first.
    Through(Vec<Holder>),
    /// Not at all: one of those elements is not seen.
    Not,
    /// Nobody knows: it has no origin of its own, or what shows it was not found.
    Unknown,
}

/// How a frame is seen.
pub(super) fn seen(frame: &FrameSnapshot, all: &[&FrameSnapshot]) -> Seen {
    let own = &frame.snapshot;
    if own.place.is_empty() {
        // What is around a fenced frame is hidden from it: it takes itself for the page.
        let is_page = all.first().is_some_and(|first| core::ptr::eq(*first, frame));
        return if is_page { Seen::Itself } else { Seen::Unknown };
    }
    let mut holders = Vec::new();
    let mut inner = frame;
    while let Some((at, around)) = inner.snapshot.place.split_last() {
        let mut outer = all.iter().filter(|one| one.snapshot.place == around);
        let (Some(outer), None) = (outer.next(), outer.next()) else { return Seen::Unknown };
        if !has_origin(&inner.snapshot.origin) {
            return Seen::Unknown;
        }
        // A frame of the same origin measures through the one around it.
        if outer.snapshot.origin != inner.snapshot.origin {
            let mut shows = outer.snapshot.nodes.iter().filter(|node| node.frame == Some(*at));
            let (Some(node), None) = (shows.next(), shows.next()) else { return Seen::Unknown };
            let Some(element) = node.element else { return Seen::Unknown };
            if !is_seen(node) {
                return Seen::Not;
            }
            let document_id = outer.document_id.clone();
            holders.push(Holder { document_id, element, place: place(node) });
        }
        inner = outer;
    }
    if holders.is_empty() { Seen::Itself } else { Seen::Through(holders) }
}

/// Whether a document has an origin that a consent can name: not one that is locked into none.
fn has_origin(origin: &str) -> bool {
    origin.starts_with("https://") || origin.starts_with("http://")
}

fn is_seen(node: &RawNode) -> bool {
    !node.hidden && node.paint.as_ref().is_some_and(paint::is_enough_of_frame)
}

#[expect(clippy::cast_possible_truncation, reason = "pixels of a page")]
fn place(node: &RawNode) -> (i64, i64, i64) {
    let (left, top, width, _) = node.rect.unwrap_or_default();
    (left.round() as i64, top.round() as i64, width.round() as i64)
}

/// The nodes of a frame that is seen through others, measured without what it could not know; of one that nobody sees
/// all are hidden. None: they are as they were read.
pub(super) fn nodes(frame: &FrameSnapshot, seen: &Seen) -> Option<Vec<RawNode>> {
    let mut nodes = match seen {
        Seen::Itself | Seen::Unknown => return None,
        Seen::Not | Seen::Through(_) => frame.snapshot.nodes.clone(),
    };
    for node in &mut nodes {
        node.hidden |= *seen == Seen::Not;
        let faces = node.faces.iter_mut().map(|face| &mut face.paint);
        node.paint.iter_mut().chain(faces).for_each(paint::forget_frame);
    }
    Some(nodes)
}

#[cfg(test)]
mod tests {
    use shared_types::{
        observation::FrameId,
        snapshot::{RawPaint, RawSnapshot},
    };

    use super::*;

    const PAGE: &str = "https://careers.example";
    const FRAME: &str = "https://boards.example";

    /// A document at a place, and which elements of it show which frames.
    fn document(place: &[u32], origin: &str, shows: &[u32]) -> FrameSnapshot {
        let nodes = (1..).zip(shows).map(|(number, frame)| RawNode {
            tag: "iframe".into(),
            element: Some(number),
            frame: Some(*frame),
            rect: Some((10.4, 20.0, 600.0, 900.0)),
            paint: Some(RawPaint { contrast: 0.0, letter: 0.0, ..RawPaint::default() }),
            ..RawNode::default()
        });
        FrameSnapshot {
            frame_id: place.iter().fold(0, |id, at| id * 10 + FrameId::from(*at) + 1),
            document_id: format!("{origin}{place:?}"),
            snapshot: RawSnapshot {
                origin: origin.into(),
                place: place.to_vec(),
                nodes: nodes.collect(),
                ..RawSnapshot::default()
            },
        }
    }

    fn seen_of(all: &[FrameSnapshot], at: usize) -> Seen {
        seen(&all[at], &all.iter().collect::<Vec<_>>())
    }

    fn holder(of: &FrameSnapshot) -> Holder {
        let document_id = of.document_id.clone();
        Holder { document_id, element: 1, place: (10, 20, 600) }
    }

    #[test]
    fn a_frame_is_seen_through_what_shows_it() {
        let all =
            [document(&[], PAGE, &[0]), document(&[0], FRAME, &[0]), document(&[0, 0], PAGE, &[])];
        assert_eq!(seen_of(&all, 0), Seen::Itself);
        assert_eq!(seen_of(&all, 1), Seen::Through(vec![holder(&all[0])]));
        // The page's own origin, but within another's.
        let both = vec![holder(&all[1]), holder(&all[0])];
        assert_eq!(seen_of(&all, 2), Seen::Through(both));
        // A frame of the frame's own origin measures through that.
        let all =
            [document(&[], PAGE, &[0]), document(&[0], FRAME, &[0]), document(&[0, 0], FRAME, &[])];
        assert_eq!(seen_of(&all, 2), Seen::Through(vec![holder(&all[0])]));
        let all = [document(&[], PAGE, &[0]), document(&[0], PAGE, &[])];
        assert_eq!(seen_of(&all, 1), Seen::Itself);
    }

    #[test]
    fn what_is_not_known_to_be_seen_is_not() {
        let pair = || [document(&[], PAGE, &[0]), document(&[0], FRAME, &[])];
        let changed = |change: &dyn Fn(&mut [FrameSnapshot; 2])| {
            let mut all = pair();
            change(&mut all);
            seen_of(&all, 1)
        };
        let node = |all: &mut [FrameSnapshot; 2], change: &dyn Fn(&mut RawNode)| {
            change(&mut all[0].snapshot.nodes[0]);
        };
        for origin in ["null", "", "file://", "data:"] {
            let is = changed(&|all| all[1].snapshot.origin = origin.into());
            assert_eq!(is, Seen::Unknown, "{origin}");
        }
        assert_eq!(changed(&|all| all[0].snapshot.nodes.clear()), Seen::Unknown);
        let twice = changed(&|all| {
            let same = all[0].snapshot.nodes[0].clone();
            all[0].snapshot.nodes.push(same);
        });
        assert_eq!(twice, Seen::Unknown, "two say that they show it");
        assert_eq!(changed(&|all| node(all, &|node| node.element = None)), Seen::Unknown);
        assert_eq!(changed(&|all| all[1].snapshot.place = vec![7]), Seen::Unknown);
        assert_eq!(changed(&|all| all[1].snapshot.place.clear()), Seen::Unknown);
        let fenced = changed(&|all| {
            all[1].snapshot.place.clear();
            all[1].snapshot.origin = PAGE.into();
        });
        assert_eq!(fenced, Seen::Unknown, "a page has one document that nothing shows");
        assert_eq!(changed(&|all| node(all, &|node| node.hidden = true)), Seen::Not);
        assert_eq!(changed(&|all| node(all, &|node| node.paint = None)), Seen::Not);
        let measures: [fn(&mut RawPaint); 7] = [
            |paint| paint.opacity = 0.1,
            |paint| paint.width = 4.0,
            |paint| paint.height = 4.0,
            |paint| paint.share = 0.1,
            |paint| paint.upright = 0.0,
            |paint| paint.free = 0.2,
            |paint| paint.effects.push("filter: blur(4px)".into()),
        ];
        for (at, measure) in measures.iter().enumerate() {
            let is = changed(&|all| node(all, &|node| node.paint.iter_mut().for_each(measure)));
            assert_eq!(is, Seen::Not, "measure {at}");
        }
    }
}
