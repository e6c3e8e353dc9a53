//! Files as other programs write them, made here: a DOCX and a PDF of a text.

use std::io::{Cursor, Write as _};

use lopdf::{Document, Object, Stream, dictionary};
use zip::{ZipWriter, write::SimpleFileOptions};

/// A CV as text.
pub(crate) const CV: &str = "\
Ines Okafor
7 Cedar Row, Leeds LS1 4AP, United Kingdom
+44 20 7946 0958 | ines.okafor@mail.example
linkedin.com/in/ines-okafor | github.com/ines-okafor

Profile
Developer of systems that people book by.

Experience
Senior Developer, Northlight Studio Ltd\tMarch 2019 - present
- Leads a team of four
- Built the booking system
Junior Developer, Brightwater GmbH\tSep 2016 - Feb 2019
- Wrote tests

Education
BSc in Computer Science, University of Leeds\t2013 - 2016

Skills
Languages: Rust, SQL, C++

Languages
English (native), German
";

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        zip.start_file(*name, SimpleFileOptions::default()).expect("a file");
        zip.write_all(content).expect("its content");
    }
    zip.finish().expect("a zip").into_inner()
}

/// A DOCX with a paragraph for each line.
pub(crate) fn docx(text: &str) -> Vec<u8> {
    let paragraph = |line: &str| {
        let line = line.replace('&', "&amp;").replace('<', "&lt;");
        let runs: Vec<String> = line
            .split('\t')
            .map(|run| format!("<w:r><w:t xml:space=\"preserve\">{run}</w:t></w:r>"))
            .collect();
        format!("<w:p>{}</w:p>", runs.join("<w:r><w:tab/></w:r>"))
    };
    let body: String = text.lines().map(paragraph).collect();
    let document = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>{body}</w:body></w:document>"
    );
    zipped(&[("[Content_Types].xml", b"<Types/>"), ("word/document.xml", document.as_bytes())])
}

/// A zip of which the document is far larger unpacked.
pub(crate) fn zip_bomb() -> Vec<u8> {
    zipped(&[("word/document.xml", &vec![b' '; 40 * 1024 * 1024])])
}

/// A DOCX with these parts.
pub(crate) fn parts(parts: &[(&str, &str)]) -> Vec<u8> {
    let parts: Vec<(&str, &[u8])> =
        parts.iter().map(|(name, content)| (*name, content.as_bytes())).collect();
    zipped(&parts)
}

/// The page's content where each line is a text, and each column has its place.
fn by_line(text: &str) -> String {
    let mut content = String::from("BT /F1 10 Tf 14 TL 50 800 Td\n");
    for line in text.lines() {
        let mut columns = line.split('\t');
        let first = columns.next().unwrap_or_default();
        let escaped =
            |text: &str| text.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)");
        content.push_str(&format!("({}) Tj\n", escaped(first)));
        for column in columns {
            content.push_str(&format!("400 0 Td ({}) Tj -400 0 Td\n", escaped(column)));
        }
        content.push_str("T*\n");
    }
    content + "ET\n"
}

/// How wide a letter of the composite font is.
fn width(c: char) -> u32 {
    if "iljt.,|".contains(c) { 250 } else { 700 }
}

/// The same where each letter has its place, on a page that a matrix turns upside down, and blanks are gaps.
fn by_letter(text: &str) -> String {
    let mut content = String::from("q .5 0 0 -.5 0 842 cm\n");
    for (row, line) in (0_u32..).zip(text.lines()) {
        let mut x = 100;
        for c in line.chars() {
            match c {
                '\t' => x += 800,
                ' ' => x += 10,
                c => {
                    let (y, code) = (60 + row * 28, u32::from(c));
                    let place = format!("BT /F1 20 Tf 1 0 0 -1 {x} {y} Tm <{code:04X}> Tj ET\n");
                    content.push_str(&place);
                    x += width(c) * 20 / 1000;
                }
            }
        }
    }
    content + "Q\n"
}

/// A font whose characters are two bytes, with widths of its own and a table that says which letters they are.
fn composite(document: &mut Document) -> lopdf::ObjectId {
    let map = "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /A def /CMapType 2 def\n\
        1 begincodespacerange <0000> <FFFF> endcodespacerange\n\
        1 beginbfrange <0020> <007E> <0020> endbfrange\nendcmap end end";
    let map = document.add_object(Stream::new(dictionary! {}, map.as_bytes().to_vec()));
    let widths: Vec<Object> = (32_u8..127).map(|code| width(char::from(code)).into()).collect();
    let below = document.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "CIDFontType2", "BaseFont" => "A", "DW" => 1000,
        "W" => vec![32.into(), Object::Array(widths), 200.into(), 300.into(), 500.into()],
    });
    document.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type0", "BaseFont" => "A", "Encoding" => "Identity-H",
        "DescendantFonts" => vec![below.into()], "ToUnicode" => map,
    })
}

fn simple(document: &mut Document) -> lopdf::ObjectId {
    document.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica",
        "Encoding" => "WinAnsiEncoding",
    })
}

fn document(content: String, font: fn(&mut Document) -> lopdf::ObjectId) -> Document {
    let mut document = Document::with_version("1.5");
    let pages = document.new_object_id();
    let font = font(&mut document);
    let content = document.add_object(Stream::new(dictionary! {}, content.into_bytes()));
    let page = document.add_object(dictionary! {
        "Type" => "Page", "Parent" => pages, "Contents" => content,
        "Resources" => dictionary! { "Font" => dictionary! { "F1" => font } },
        "MediaBox" => vec![0.into(), 0.into(), 595.into(), 842.into()],
    });
    let all = dictionary! { "Type" => "Pages", "Kids" => vec![page.into()], "Count" => 1 };
    document.objects.insert(pages, Object::Dictionary(all));
    let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => pages });
    document.trailer.set("Root", catalog);
    document
}

fn saved(mut document: Document) -> Vec<u8> {
    document.compress();
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).expect("a PDF");
    bytes
}

/// A PDF of one page with a text.
pub(crate) fn pdf(text: &str) -> Vec<u8> {
    saved(document(by_line(text), simple))
}

/// A PDF in which each letter is written by itself.
pub(crate) fn composite_pdf(text: &str) -> Vec<u8> {
    saved(document(by_letter(text), composite))
}

/// A table that says which letters a font's codes are.
pub(crate) fn table(sections: &str) -> String {
    format!(
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /A def\n/CMapType 2 def\n\
        {sections}endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
    )
}

/// What a [`heavy`] PDF has of each.
pub(crate) struct Heavy {
    pub(crate) pages: usize,
    pub(crate) fonts: usize,
    pub(crate) links: usize,
    /// What the widths of a font begin with, how often they are listed, and how many are in a list of widths.
    pub(crate) widths: (usize, usize),
    /// What each page writes.
    pub(crate) content: String,
    /// The table that says which letters a font's codes are.
    pub(crate) map: String,
    /// Bytes of a link's address.
    pub(crate) address: usize,
}

impl Default for Heavy {
    fn default() -> Self {
        Self {
            pages: 1,
            fonts: 1,
            links: 0,
            widths: (0, 0),
            content: String::new(),
            map: table(
                "1 begincodespacerange <00> <FF> endcodespacerange\n1 beginbfrange <20> <7E> <0020> endbfrange\n",
            ),
            address: 0,
        }
    }
}

/// A PDF that names the same things again and again: small, and much to read for who takes each anew.
pub(crate) fn heavy(heavy: &Heavy) -> Vec<u8> {
    let mut document = document(heavy.content.clone(), simple);
    let (times, list) = heavy.widths;
    let list: Vec<Object> = vec![500.into(); list];
    let widths: Vec<Object> = match list.is_empty() {
        true => (0..times).flat_map(|_| [0.into(), 65_535.into(), 500.into()]).collect(),
        false => {
            let list = document.add_object(Object::Array(list));
            (0..times).flat_map(|_| [0.into(), list.into()]).collect()
        }
    };
    let below = document.add_object(dictionary! { "Type" => "Font", "W" => widths });
    let map = document.add_object(Stream::new(dictionary! {}, heavy.map.clone().into_bytes()));
    let mut fonts = lopdf::Dictionary::new();
    for number in 1..=heavy.fonts {
        let font = document.add_object(dictionary! {
            "Type" => "Font", "Subtype" => "Type0", "Encoding" => "Identity-H", "DescendantFonts" => vec![below.into()],
            "ToUnicode" => map,
        });
        fonts.set(format!("F{number}"), font);
    }
    let address =
        Object::string_literal(format!("https://a.example/{}", "a".repeat(heavy.address)));
    let link = document.add_object(dictionary! { "A" => dictionary! { "URI" => address } });
    let links = document.add_object(Object::Array(vec![link.into(); heavy.links]));
    let (page, pages) = {
        let mut pages = document.page_iter();
        let page = pages.next().expect("a page");
        let parent = document.get_dictionary(page).and_then(|page| page.get(b"Parent"));
        (page, parent.and_then(Object::as_reference).expect("its tree"))
    };
    let dictionary = document.get_object_mut(page).and_then(Object::as_dict_mut).expect("a page");
    dictionary.set("Resources", dictionary! { "Font" => fonts });
    dictionary.set("Annots", links);
    let tree = document.get_object_mut(pages).and_then(Object::as_dict_mut).expect("a tree");
    tree.set("Kids", vec![Object::from(page); heavy.pages]);
    saved(document)
}

/// A PDF that wants a password.
pub(crate) fn locked_pdf() -> Vec<u8> {
    let mut document = document(by_line("secret"), simple);
    let id = Object::string_literal("0123456789abcdef");
    document.trailer.set("ID", vec![id.clone(), id]);
    let encrypt = lopdf::EncryptionVersion::V2 {
        document: &document,
        owner_password: "owner",
        user_password: "user",
        key_length: 128,
        permissions: lopdf::Permissions::all(),
    };
    let state = lopdf::EncryptionState::try_from(encrypt).expect("a way to lock");
    document.encrypt(&state).expect("it is locked");
    let mut bytes = Vec::new();
    document.save_to(&mut bytes).expect("a PDF");
    bytes
}
