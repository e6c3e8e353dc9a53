//! The text of a PDF (ISO 32000-1): what its pages show, line by line in the order in which it is written, and where its
//! links lead.

use std::collections::BTreeMap;

use lopdf::{Dictionary, Document, Encoding, LoadOptions, Object, ObjectId, content::Content};

use crate::{error::ImportError, limits::MAX_TEXT, source::Source};

/// Most pages that are read: no CV has more.
const MOST_PAGES: usize = 50;
/// Most text of all pages, in bytes.
const MOST_TEXT: usize = 1024 * 1024;
/// In thousandths of the font's size: from this gap on there is a blank, and from this one on another column.
const BLANK: f32 = 180.0;
const COLUMN: f32 = 2000.0;
/// How wide a character is that the font says nothing of, in the same unit.
const WIDTH: f32 = 500.0;

/// The text of a file.
pub(crate) fn text(bytes: &[u8]) -> Result<Source, ImportError> {
    let options = LoadOptions { max_decompressed_size: Some(MAX_TEXT), ..LoadOptions::default() };
    let document = match Document::load_mem_with_options(bytes, options) {
        Ok(document) => document,
        Err(lopdf::Error::InvalidPassword) => return Err(ImportError::Locked),
        Err(_) => return Err(ImportError::Damaged("PDF")),
    };
    if document.is_encrypted() {
        return Err(ImportError::Locked);
    }
    let mut source = Source::default();
    let mut pages = 0;
    for page in document.page_iter().take(MOST_PAGES) {
        pages += 1;
        // A page that can't be read costs itself alone.
        let shown = shown(&document, page).unwrap_or_default();
        source.text.push_str(&shown);
        source.text.push('\n');
        source.links.extend(links(&document, page));
        if source.text.len() > MOST_TEXT {
            return Err(ImportError::TooMuch);
        }
    }
    let letters = source.text.chars().filter(|c| c.is_alphabetic()).count();
    match (pages, letters) {
        (0, _) => Err(ImportError::Damaged("PDF")),
        (_, 0..20) => Err(ImportError::Scan),
        _ => Ok(source),
    }
}

/// Where the links of a page lead.
fn links(document: &Document, page: ObjectId) -> Vec<String> {
    let annotations = document.get_page_annotations(page).unwrap_or_default();
    let links = annotations.into_iter().filter_map(|annotation| {
        let action = document.get_dict_in_dict(annotation, b"A").ok()?;
        let address = action.get(b"URI").and_then(Object::as_str).ok()?;
        Some(crate::decode::as_text(address))
    });
    links.collect()
}

/// A font: how its bytes are letters, and how wide they are.
struct Font<'a> {
    encoding: Encoding<'a>,
    /// Whether a character is two bytes (§9.7: Identity-H, as nearly all composite fonts are).
    is_wide: bool,
    /// Widths by code, in thousandths of the size; those that are not listed.
    widths: BTreeMap<usize, f32>,
    other: f32,
}

impl<'a> Font<'a> {
    fn of(document: &'a Document, font: &'a Dictionary) -> Option<Self> {
        let encoding = font.get_font_encoding_with_limit(document, MAX_TEXT).ok()?;
        let below = font.get_deref(b"DescendantFonts", document).and_then(Object::as_array).ok();
        let below = below.and_then(|all| document.dereference(all.first()?).ok()?.1.as_dict().ok());
        let (widths, other) = match below {
            Some(below) => (
                listed(document, below),
                below.get(b"DW").and_then(Object::as_float).unwrap_or(1000.0),
            ),
            None => (simple(document, font), WIDTH),
        };
        Some(Self { encoding, is_wide: below.is_some(), widths, other })
    }

    /// What bytes say, and how wide that is in thousandths of the font's size.
    fn said(&self, bytes: &[u8]) -> (String, f32) {
        let text = Document::decode_text(&self.encoding, bytes).unwrap_or_default();
        let code =
            |bytes: &[u8]| bytes.iter().fold(0, |code, byte| code * 256 + usize::from(*byte));
        let codes = bytes.chunks(if self.is_wide { 2 } else { 1 }).map(code);
        let width = codes.map(|code| self.widths.get(&code).copied().unwrap_or(self.other)).sum();
        (text, width)
    }
}

/// The widths of a simple font, from its first code on.
fn simple(document: &Document, font: &Dictionary) -> BTreeMap<usize, f32> {
    let first = font.get(b"FirstChar").and_then(Object::as_i64).unwrap_or_default();
    let first = usize::try_from(first).unwrap_or_default();
    let widths = font.get_deref(b"Widths", document).and_then(Object::as_array).ok();
    let numbers = widths.into_iter().flatten().map(|one| number(Some(one)));
    (first..).zip(numbers).collect()
}

/// The widths of a composite font (§9.7.4.3): a code and a list of widths from there on, or two codes and one width.
fn listed(document: &Document, font: &Dictionary) -> BTreeMap<usize, f32> {
    let mut widths = BTreeMap::new();
    let list = font.get_deref(b"W", document).and_then(Object::as_array).ok();
    let mut rest = list.map(Vec::as_slice).unwrap_or_default();
    let code = |object: &Object| {
        object
            .as_i64()
            .ok()
            .and_then(|code| usize::try_from(code).ok())
            .filter(|code| *code < 65_536)
    };
    while let [first, second, after @ ..] = rest {
        let Some(from) = code(first) else { break };
        let second = document.dereference(second).map_or(second, |found| found.1);
        match (second, after) {
            (Object::Array(list), _) => {
                widths.extend((from..).zip(list.iter().map(|one| number(Some(one)))));
                rest = after;
            }
            (to, [width, after @ ..]) => {
                let Some(to) = code(to) else { break };
                widths.extend((from..=to).map(|code| (code, number(Some(width)))));
                rest = after;
            }
            _ => break,
        }
    }
    widths
}

/// The pen: where text is written next, in the page's units.
#[derive(Clone, Copy)]
struct Pen {
    /// The matrix of the line: scale, then place. Turned text is read as if it were not.
    scale: f32,
    x: f32,
    y: f32,
    leading: f32,
    size: f32,
    /// Where on the line the next text begins.
    at: f32,
}

/// The page's matrix: what scales, turns and moves everything (§8.3.3).
type Matrix = [f32; 6];

const AS_IT_IS: Matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
/// Most matrices that are kept for later.
const MOST_KEPT: usize = 64;

/// The matrix that does the first and then the second.
fn then(first: Matrix, second: Matrix) -> Matrix {
    let [a, b, c, d, e, f] = first;
    let [p, q, r, s, t, u] = second;
    [
        a * p + b * r,
        a * q + b * s,
        c * p + d * r,
        c * q + d * s,
        e * p + f * r + t,
        e * q + f * s + u,
    ]
}

/// Text as it is put together.
struct Page {
    text: String,
    matrix: Matrix,
    /// Where the last text ended, and the line that it stands on.
    end: Option<(f32, f32)>,
}

impl Page {
    /// Where the pen is on the page.
    fn place(&self, pen: &Pen) -> (f32, f32) {
        let [a, b, c, d, e, f] = self.matrix;
        (a * pen.at + c * pen.y + e, b * pen.at + d * pen.y + f)
    }

    fn write(&mut self, pen: &mut Pen, said: &str, width: f32) {
        let [a, b, ..] = self.matrix;
        let own = (pen.size * pen.scale).abs();
        let size = (own * a.hypot(b)).max(0.1);
        if let Some((x, y)) = self.end {
            let (now_x, now_y) = self.place(pen);
            let gap = (now_x - x) / size * 1000.0;
            if (now_y - y).abs() > size * 0.4 {
                self.text.push('\n');
                // A gap of more than two lines is one of paragraphs.
                if (now_y - y).abs() > size * 2.2 {
                    self.text.push('\n');
                }
            } else if gap > COLUMN {
                self.text.push('\t');
            } else if gap > BLANK && !self.text.ends_with([' ', '\n']) && !said.starts_with(' ') {
                self.text.push(' ');
            }
        }
        self.text.push_str(said);
        pen.at += width * own / 1000.0;
        self.end = Some(self.place(pen));
    }
}

fn number(object: Option<&Object>) -> f32 {
    object.and_then(|object| object.as_float().ok()).unwrap_or_default()
}

/// The text that a page shows.
fn shown(document: &Document, id: ObjectId) -> Option<String> {
    let fonts = document.get_page_fonts(id).ok()?;
    let fonts: BTreeMap<&[u8], Font<'_>> = fonts
        .iter()
        .filter_map(|(name, font)| Some((name.as_slice(), Font::of(document, font)?)))
        .collect();
    let content = document.get_page_content_with_limit(id, MAX_TEXT).ok()?;
    let content = Content::decode(&content).ok()?;
    let start = Pen { scale: 1.0, x: 0.0, y: 0.0, leading: 0.0, size: 1.0, at: 0.0 };
    let (mut pen, mut font, mut kept) = (start, None, Vec::new());
    let mut page = Page { text: String::new(), matrix: AS_IT_IS, end: None };
    for operation in &content.operations {
        let operands = &operation.operands;
        let of = |at: usize| number(operands.get(at));
        match operation.operator.as_str() {
            "q" if kept.len() < MOST_KEPT => kept.push(page.matrix),
            "Q" => page.matrix = kept.pop().unwrap_or(page.matrix),
            "cm" => page.matrix = then([of(0), of(1), of(2), of(3), of(4), of(5)], page.matrix),
            "BT" => pen = Pen { size: pen.size, leading: pen.leading, ..start },
            "Tf" => {
                font = operands.first().and_then(|name| fonts.get(name.as_name().ok()?));
                pen.size = of(1);
            }
            "TL" => pen.leading = of(0),
            "Td" | "TD" => {
                if operation.operator == "TD" {
                    pen.leading = -of(1);
                }
                moved(&mut pen, of(0), of(1));
            }
            "Tm" => {
                let scale = of(0).hypot(of(1)).max(0.001);
                pen = Pen { scale, x: of(4), y: of(5), at: of(4), ..pen };
            }
            "T*" => next_line(&mut pen),
            "Tj" | "TJ" => write(&mut page, &mut pen, font, operands),
            "'" => {
                next_line(&mut pen);
                write(&mut page, &mut pen, font, operands);
            }
            "\"" => {
                next_line(&mut pen);
                write(&mut page, &mut pen, font, operands.get(2..).unwrap_or_default());
            }
            _ => {}
        }
        if page.text.len() > MOST_TEXT {
            break;
        }
    }
    Some(page.text)
}

fn moved(pen: &mut Pen, x: f32, y: f32) {
    pen.x += x * pen.scale;
    pen.y += y * pen.scale;
    pen.at = pen.x;
}

fn next_line(pen: &mut Pen) {
    moved(pen, 0.0, -pen.leading);
}

/// Writes a text, or a list of texts with the distances between them.
fn write(page: &mut Page, pen: &mut Pen, font: Option<&Font<'_>>, operands: &[Object]) {
    let Some(font) = font else { return };
    for operand in operands {
        match operand {
            Object::String(bytes, _) => {
                let (said, width) = font.said(bytes);
                page.write(pen, &said, width);
            }
            Object::Array(list) => {
                for one in list {
                    match one {
                        Object::String(bytes, _) => {
                            let (said, width) = font.said(bytes);
                            page.write(pen, &said, width);
                        }
                        distance => {
                            let size = pen.size * pen.scale / 1000.0;
                            pen.at -= number(Some(distance)) * size;
                        }
                    }
                }
            }
            _ => {}
        }
    }
}
