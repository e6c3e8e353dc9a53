//! The text of a PDF (ISO 32000-1): what its pages show, line by line in the order in which it is written, and where its
//! links lead.

use std::{collections::BTreeMap, rc::Rc};

use lopdf::{Dictionary, Document, Encoding, LoadOptions, Object, ObjectId, content::Content};

use crate::{budget::Budget, error::ImportError, source::Source};

/// Most pages that are read: no CV has more.
const MOST_PAGES: usize = 50;
/// Most bytes that streams of objects unpack to, taken together.
const MOST_OF_OBJECTS: usize = 64 * 1024 * 1024;
/// Most bytes that what a page shows unpacks to.
const MOST_OF_A_PAGE: usize = 2 * 1024 * 1024;
/// Most bytes of a table that says what a font's codes are, and of what it says of their lengths.
const MOST_OF_A_TABLE: usize = 1024 * 1024;
const MOST_OF_LENGTHS: usize = 4096;
/// Bytes of a text that are read in one go: a code may stand for many characters. Codes are of one, two or four.
const AT_ONCE: usize = 256;
/// In thousandths of the font's size: from this gap on there is a blank, and from this one on another column.
const BLANK: f32 = 180.0;
const COLUMN: f32 = 2000.0;
/// How wide a character is that the font says nothing of, in the same unit.
const WIDTH: f32 = 500.0;

/// The text of a file.
pub(crate) fn text(bytes: &[u8]) -> Result<Source, ImportError> {
    // These are all unpacked as it is opened.
    let most = Some(MOST_OF_OBJECTS / object_streams(bytes).max(1));
    let options = LoadOptions { max_decompressed_size: most, ..LoadOptions::default() };
    let document = match Document::load_mem_with_options(bytes, options) {
        Ok(document) => document,
        Err(lopdf::Error::InvalidPassword) => return Err(ImportError::Locked),
        Err(_) => return Err(ImportError::Damaged("PDF")),
    };
    if document.is_encrypted() {
        return Err(ImportError::Locked);
    }
    let mut budget = Budget::of_a_file();
    let mut fonts = Fonts { document: &document, known: BTreeMap::new() };
    let mut source = Source::default();
    let mut pages = 0;
    for page in document.page_iter().take(MOST_PAGES) {
        pages += 1;
        // A page that can't be read costs itself alone.
        let shown = shown(&mut fonts, page, &mut budget)?.unwrap_or_default();
        source.text.push_str(&shown);
        source.text.push('\n');
        source.links.extend(links(&document, page, &mut budget)?);
    }
    let letters = source.text.chars().filter(|c| c.is_alphabetic()).count();
    match (pages, letters) {
        (0, _) => Err(ImportError::Damaged("PDF")),
        (_, 0..20) => Err(ImportError::Scan),
        _ => Ok(source),
    }
}

/// How many streams of objects and of where they stand a file may have, however the names of their types are written.
fn object_streams(bytes: &[u8]) -> usize {
    /// The types, and their letters as a name may write them (§7.3.5). Nobody writes letters like that.
    const MARKS: [&[u8]; 15] = [
        b"ObjStm", b"/XRef", b"#4f", b"#4F", b"#62", b"#6a", b"#6A", b"#53", b"#74", b"#6d",
        b"#6D", b"#58", b"#52", b"#65", b"#66",
    ];
    let begins = |at: &usize| {
        let rest = bytes.get(*at..).unwrap_or_default();
        MARKS.iter().any(|mark| rest.starts_with(mark))
    };
    (0..bytes.len())
        .filter(|at| matches!(bytes.get(*at), Some(b'O' | b'/' | b'#')) && begins(at))
        .count()
}

/// Where the links of a page lead.
fn links(
    document: &Document,
    page: ObjectId,
    budget: &mut Budget,
) -> Result<Vec<String>, ImportError> {
    let annotations = document.get_page_annotations(page).unwrap_or_default();
    budget.step(annotations.len())?;
    let links = annotations.into_iter().filter_map(|annotation| {
        let action = document.get_dict_in_dict(annotation, b"A").ok()?;
        action.get(b"URI").and_then(Object::as_str).ok()
    });
    let text = |address: &[u8]| {
        budget.read(address.len())?;
        Ok(crate::decode::as_text(address))
    };
    links.map(text).collect()
}

/// The fonts of a document, each read once.
struct Fonts<'a> {
    document: &'a Document,
    /// By where its description stands in memory.
    known: BTreeMap<usize, Option<Rc<Font<'a>>>>,
}

impl<'a> Fonts<'a> {
    /// The fonts of a page, by the names that it has for them.
    fn of_page(
        &mut self,
        page: ObjectId,
        budget: &mut Budget,
    ) -> Result<BTreeMap<Vec<u8>, Rc<Font<'a>>>, ImportError> {
        let named = self.document.get_page_fonts(page).unwrap_or_default();
        budget.step(named.len())?;
        let mut fonts = BTreeMap::new();
        for (name, described) in named {
            let at = std::ptr::from_ref(described).addr();
            let font = match self.known.get(&at) {
                Some(known) => known.clone(),
                None => {
                    let font = Font::of(self.document, described, budget)?.map(Rc::new);
                    self.known.insert(at, font.clone());
                    font
                }
            };
            fonts.extend(font.map(|font| (name, font)));
        }
        Ok(fonts)
    }
}

/// A font: how its bytes are letters, and how wide they are.
struct Font<'a> {
    encoding: Encoding<'a>,
    /// Whether a character is two bytes (§9.7: Identity-H, as nearly all composite fonts are).
    is_wide: bool,
    widths: Widths,
    /// How wide those are that are not listed.
    other: f32,
}

/// Widths in thousandths of the size, by the first code that has it, each with the last one.
type Widths = BTreeMap<usize, (usize, f32)>;

impl<'a> Font<'a> {
    /// `None` where it can't be read.
    fn of(
        document: &'a Document,
        font: &'a Dictionary,
        budget: &mut Budget,
    ) -> Result<Option<Self>, ImportError> {
        if !tables_are_short(document, font, budget)? {
            return Ok(None);
        }
        let Ok(encoding) = font.get_font_encoding_with_limit(document, MOST_OF_A_TABLE) else {
            return Ok(None);
        };
        let below = font.get_deref(b"DescendantFonts", document).and_then(Object::as_array).ok();
        let below = below.and_then(|all| document.dereference(all.first()?).ok()?.1.as_dict().ok());
        let (widths, other) = match below {
            Some(below) => (
                listed(document, below, budget)?,
                below.get(b"DW").and_then(Object::as_float).unwrap_or(1000.0),
            ),
            None => (simple(document, font, budget)?, WIDTH),
        };
        Ok(Some(Self { encoding, is_wide: below.is_some(), widths, other }))
    }

    /// What bytes say, and how wide that is in thousandths of the font's size.
    fn said(&self, bytes: &[u8]) -> (String, f32) {
        let text = Document::decode_text(&self.encoding, bytes).unwrap_or_default();
        let code =
            |bytes: &[u8]| bytes.iter().fold(0, |code, byte| code * 256 + usize::from(*byte));
        let codes = bytes.chunks(if self.is_wide { 2 } else { 1 }).map(code);
        let width = |code: usize| {
            let found = self.widths.range(..=code).next_back().map(|(_, found)| *found);
            found.filter(|(last, _)| code <= *last).map_or(self.other, |(_, width)| width)
        };
        (text, codes.map(width).sum())
    }
}

/// Whether what a font says of its codes is short enough to be read: each code is looked up in it.
fn tables_are_short(
    document: &Document,
    font: &Dictionary,
    budget: &mut Budget,
) -> Result<bool, ImportError> {
    let encoding = font.get_deref(b"Encoding", document).and_then(Object::as_dict);
    let differences = encoding.and_then(|all| all.get_deref(b"Differences", document));
    budget.step(differences.and_then(Object::as_array).map_or(0, Vec::len))?;
    let Ok(table) = font.get_deref(b"ToUnicode", document).and_then(Object::as_stream) else {
        return Ok(true);
    };
    let Ok(table) = table.get_plain_content_with_limit(MOST_OF_A_TABLE) else { return Ok(false) };
    budget.unpack(table.len())?;
    let table = String::from_utf8_lossy(&table);
    if !codes_are_few(&table, budget)? {
        return Ok(false);
    }
    let lengths = table.split("begincodespacerange").skip(1);
    let lengths = lengths.map(|rest| rest.find("endcodespacerange").unwrap_or(rest.len()));
    Ok(lengths.sum::<usize>() <= MOST_OF_LENGTHS)
}

/// Whether the ranges of codes in a table are of as many codes as a font has: each code is listed when they are read.
fn codes_are_few(table: &str, budget: &mut Budget) -> Result<bool, ImportError> {
    for section in table.split("beginbfrange").skip(1) {
        let section = section.split("endbfrange").next().unwrap_or_default();
        // A range begins with its first and its last code; one with a list has the codes' texts in brackets.
        let mut codes: Vec<&str> = Vec::new();
        let mut depth = 0_usize;
        for part in section.split_inclusive(['<', '[', ']']) {
            let text = part.trim_end_matches(['<', '[', ']']);
            if let (Some((code, _)), 0) = (text.split_once('>'), depth) {
                codes.push(code);
            }
            match part.chars().last() {
                Some('[') => {
                    codes.push("");
                    depth = 1;
                }
                Some(']') => depth = 0,
                _ => {}
            }
        }
        for range in codes.chunks(3) {
            let [first, last, text] = range else { continue };
            let code = |code: &str| u32::from_str_radix(code, 16).ok();
            let (Some(first), Some(last)) = (code(first), code(last)) else { return Ok(false) };
            let count = usize::try_from(last.saturating_sub(first)).unwrap_or(usize::MAX);
            if count >= 65_536 {
                return Ok(false);
            }
            budget.step((count + 1) * (1 + text.len() / 16))?;
        }
    }
    Ok(true)
}

/// The widths of a simple font, from its first code on.
fn simple(
    document: &Document,
    font: &Dictionary,
    budget: &mut Budget,
) -> Result<Widths, ImportError> {
    let first = font.get(b"FirstChar").and_then(Object::as_i64).unwrap_or_default();
    let first = usize::try_from(first).unwrap_or_default();
    let widths = font.get_deref(b"Widths", document).and_then(Object::as_array).ok();
    let widths = widths.map(Vec::as_slice).unwrap_or_default();
    budget.step(widths.len())?;
    Ok((first..).zip(widths).map(|(code, one)| (code, (code, number(Some(one))))).collect())
}

/// The widths of a composite font (§9.7.4.3): a code and a list of widths from there on, or two codes and one width.
fn listed(
    document: &Document,
    font: &Dictionary,
    budget: &mut Budget,
) -> Result<Widths, ImportError> {
    let mut widths = Widths::new();
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
                budget.step(list.len() + 1)?;
                let each = (from..).zip(list);
                widths.extend(each.map(|(code, one)| (code, (code, number(Some(one))))));
                rest = after;
            }
            (to, [width, after @ ..]) => {
                budget.step(1)?;
                let Some(to) = code(to) else { break };
                widths.insert(from, (to, number(Some(width))));
                rest = after;
            }
            _ => break,
        }
    }
    Ok(widths)
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
fn shown(
    fonts: &mut Fonts<'_>,
    id: ObjectId,
    budget: &mut Budget,
) -> Result<Option<String>, ImportError> {
    let most = budget.left_to_unpack().min(MOST_OF_A_PAGE);
    // A stream that can't be unpacked counts as it is: only too much of them is an error.
    let content = fonts.document.get_page_content_with_limit(id, most);
    let content = content.map_err(|_| ImportError::TooMuch)?;
    budget.unpack(content.len())?;
    let fonts = fonts.of_page(id, budget)?;
    let Ok(content) = Content::decode(&content) else { return Ok(None) };
    budget.step(content.operations.len())?;
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
                font = operands
                    .first()
                    .and_then(|name| fonts.get(name.as_name().ok()?))
                    .map(Rc::as_ref);
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
            "Tj" | "TJ" => write(&mut page, &mut pen, font, operands, budget)?,
            "'" => {
                next_line(&mut pen);
                write(&mut page, &mut pen, font, operands, budget)?;
            }
            "\"" => {
                next_line(&mut pen);
                let said = operands.get(2..).unwrap_or_default();
                write(&mut page, &mut pen, font, said, budget)?;
            }
            _ => {}
        }
    }
    Ok(Some(page.text))
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
fn write(
    page: &mut Page,
    pen: &mut Pen,
    font: Option<&Font<'_>>,
    operands: &[Object],
    budget: &mut Budget,
) -> Result<(), ImportError> {
    let Some(font) = font else { return Ok(()) };
    let lists = operands.iter().flat_map(|operand| match operand {
        Object::Array(list) => list.as_slice(),
        one => std::slice::from_ref(one),
    });
    for one in lists {
        match one {
            Object::String(bytes, _) => {
                for bytes in bytes.chunks(AT_ONCE) {
                    let (said, width) = font.said(bytes);
                    budget.read(said.len())?;
                    page.write(pen, &said, width);
                }
            }
            distance => pen.at -= number(Some(distance)) * pen.size * pen.scale / 1000.0,
        }
    }
    Ok(())
}
