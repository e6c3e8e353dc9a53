//! The text of a DOCX file (ISO/IEC 29500-1, WordprocessingML): paragraphs as lines, headers first, and where its links
//! lead.

use std::io::{Cursor, Read as _};

use quick_xml::{Reader, events::Event};
use zip::ZipArchive;

use crate::{budget::Budget, error::ImportError, source::Source};

/// Most headers that are looked at.
const MOST_HEADERS: usize = 8;
/// The kind of relationship that a link is.
const LINK: &str = "/hyperlink";

type Archive<'a> = ZipArchive<Cursor<&'a [u8]>>;

/// The text of a file.
pub(crate) fn text(bytes: &[u8]) -> Result<Source, ImportError> {
    let damaged = ImportError::Damaged("DOCX");
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| damaged.clone())?;
    if archive.index_for_name("word/document.xml").is_none() {
        return Err(other(&archive));
    }
    let mut budget = Budget::of_a_file();
    let mut text = String::new();
    for number in 1..=MOST_HEADERS {
        let name = format!("word/header{number}.xml");
        if let Some(header) = part(&mut archive, &name, &mut budget)? {
            paragraphs(&header, &mut text, &mut budget)?;
        }
    }
    let document = part(&mut archive, "word/document.xml", &mut budget)?.ok_or(damaged)?;
    paragraphs(&document, &mut text, &mut budget)?;
    let links = match part(&mut archive, "word/_rels/document.xml.rels", &mut budget)? {
        Some(relations) => links(&relations, &mut budget)?,
        None => Vec::new(),
    };
    Ok(Source { text, links })
}

/// What a zip is that is no DOCX.
fn other(archive: &Archive<'_>) -> ImportError {
    let has = |name: &str| archive.index_for_name(name).is_some();
    if has("xl/workbook.xml") {
        ImportError::OtherDocument(key!("import_tables_of_excel_save_them_as_csv"))
    } else if has("ppt/presentation.xml") {
        ImportError::OtherDocument(key!("import_presentations"))
    } else if has("content.xml") {
        ImportError::OtherDocument(key!("import_opendocument_files_odt"))
    } else {
        ImportError::Unknown
    }
}

/// A part of the file, unpacked within bounds.
fn part(
    archive: &mut Archive<'_>,
    name: &str,
    budget: &mut Budget,
) -> Result<Option<String>, ImportError> {
    let Ok(file) = archive.by_name(name) else { return Ok(None) };
    let mut bytes = Vec::new();
    let limit = u64::try_from(budget.left_to_unpack()).unwrap_or(u64::MAX);
    file.take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(|_| ImportError::Damaged("DOCX"))?;
    budget.unpack(bytes.len())?;
    Ok(Some(crate::decode::as_text(&bytes)))
}

/// Writes what stands in paragraphs, a line each. A text box is written twice, for new and for old programs: once is
/// enough.
fn paragraphs(xml: &str, text: &mut String, budget: &mut Budget) -> Result<(), ImportError> {
    let mut reader = Reader::from_str(xml);
    let (mut in_text, mut in_fallback) = (false, 0_usize);
    loop {
        let event = reader.read_event().map_err(|_| ImportError::Damaged("DOCX"))?;
        if let Event::Eof = event {
            break;
        }
        let before = text.len();
        match &event {
            Event::Start(tag) if tag.local_name().as_ref() == "Fallback" => in_fallback += 1,
            Event::End(tag) if tag.local_name().as_ref() == "Fallback" => {
                in_fallback = in_fallback.saturating_sub(1);
            }
            _ if in_fallback > 0 => {}
            Event::Start(tag) => in_text = tag.local_name().as_ref() == "t",
            Event::End(tag) => {
                in_text = false;
                if tag.local_name().as_ref() == "p" {
                    text.push('\n');
                }
            }
            Event::Empty(tag) => match tag.local_name().as_ref() {
                "tab" | "ptab" => text.push('\t'),
                "br" | "cr" => text.push('\n'),
                "noBreakHyphen" => text.push('-'),
                "p" => text.push('\n'),
                _ => {}
            },
            Event::Text(said) if in_text => text.push_str(said),
            Event::GeneralRef(reference) if in_text => push_reference(text, reference),
            _ => {}
        }
        budget.read(text.len() - before)?;
    }
    Ok(())
}

/// A character that XML writes by its name or number.
fn push_reference(text: &mut String, name: &str) {
    let number = name.strip_prefix('#').and_then(|digits| match digits.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16).ok(),
        None => digits.parse().ok(),
    });
    let known = match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => number.and_then(char::from_u32),
    };
    text.extend(known);
}

/// Where links lead that a text stands for.
fn links(xml: &str, budget: &mut Budget) -> Result<Vec<String>, ImportError> {
    let mut reader = Reader::from_str(xml);
    let mut links = Vec::new();
    while let Ok(event) = reader.read_event() {
        let (Event::Start(tag) | Event::Empty(tag)) = &event else {
            if let Event::Eof = event {
                break;
            }
            continue;
        };
        let of = |name: &str| {
            let attribute = tag.try_get_attribute(name).ok().flatten()?;
            Some(attribute.value.replace("&amp;", "&"))
        };
        if of("Type").is_some_and(|kind| kind.ends_with(LINK)) {
            let target = of("Target").unwrap_or_default();
            budget.read(target.len())?;
            links.push(target);
        }
    }
    Ok(links)
}
