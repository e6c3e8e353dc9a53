//! A CV by rules: what its lines plainly say, under the headings that it has. In doubt, nothing.
//!
//! The words are in `agent-core`'s tables; here is how a CV is laid out. What stands above the first heading is about the
//! person (`about`), jobs and schools are entries with a date (`entries`), the rest are lists.

mod about;
pub(crate) mod dates;
mod entries;
mod lines;

use agent_core::person::cv::{Section, is_title, section};
use shared_types::import::{FileFormat, FileFound};

use self::lines::{paragraph, unmarked};
use crate::{draft::Draft, error::ImportError, source::Source};

/// Most characters of an item of a list, and most words: what is longer is a sentence.
const ITEM: usize = 50;
const ITEM_WORDS: usize = 6;
/// Most lines that stand above the first heading.
const HEAD: usize = 15;
/// Most lines that are looked at.
const MOST_LINES: usize = 5_000;

/// Letters that are printed as one.
const LIGATURES: [(char, &str); 5] =
    [('ﬀ', "ff"), ('ﬁ', "fi"), ('ﬂ', "fl"), ('ﬃ', "ffi"), ('ﬄ', "ffl")];

/// What is in a CV.
pub(crate) fn read(source: &Source) -> Result<FileFound, ImportError> {
    let text = source.text.replace('\u{a0}', " ").replace(['\u{ad}', '\u{200b}', '\u{feff}'], "");
    let text = LIGATURES.iter().fold(text, |text, (one, letters)| text.replace(*one, letters));
    let lines: Vec<&str> = text.lines().map(str::trim).take(MOST_LINES).collect();
    let mut draft = Draft::default();
    let (head, parts) = divided(&lines);
    about::read(&mut draft, &head, &lines, &source.links);
    for (section, lines) in parts {
        match section {
            Section::Work => entries::jobs(&mut draft, &lines),
            Section::Education => entries::schools(&mut draft, &lines),
            Section::Skills => {
                items(&mut draft, "resume.skills", &lines, &[',', ';', '•', '|', '·', '\t'])
            }
            Section::Languages => {
                items(&mut draft, "resume.languages", &lines, &[',', ';', '•', '|', '·', '\t'])
            }
            Section::Certificates => items(&mut draft, "resume.certifications", &lines, &[]),
            Section::Summary => draft.put("resume.summary", paragraph(&lines).trim()),
            Section::Contact | Section::Other => {}
        }
    }
    draft.found(FileFormat::Cv, "CV")
}

/// The lines about the person, and those below each heading.
fn divided<'a>(lines: &[&'a str]) -> (Vec<&'a str>, Vec<(Section, Vec<&'a str>)>) {
    let mut head = Vec::new();
    let mut parts: Vec<(Section, Vec<&str>)> = Vec::new();
    let mut has_text = false;
    for line in lines {
        let opened = section(line).filter(|_| has_text || !is_title(line));
        has_text |= !line.is_empty() && !is_title(line);
        match (opened, parts.last_mut()) {
            (Some(section), _) => parts.push((section, Vec::new())),
            (None, Some((Section::Contact, _))) => head.push(*line),
            (None, Some((_, part))) => part.push(*line),
            (None, None) if head.len() < HEAD * 2 => head.push(*line),
            (None, None) => {}
        }
    }
    head.retain(|line| !line.is_empty());
    head.truncate(HEAD * 2);
    (head, parts)
}

/// Items of a list, divided by any of these marks beside lines.
fn items(draft: &mut Draft, list: &str, lines: &[&str], marks: &[char]) {
    for line in lines.iter().filter(|line| !is_printed_around(line)) {
        let line = unmarked(line);
        // “Languages: Rust, SQL” names the kind of what follows.
        let line = match line.split_once(": ") {
            Some((kind, rest)) if !marks.is_empty() && kind.len() < 40 && !rest.is_empty() => rest,
            _ => line,
        };
        for item in divided_at(line, marks) {
            let item = item.trim().trim_end_matches('.').trim();
            let is_short =
                item.chars().count() <= ITEM && item.split_whitespace().count() <= ITEM_WORDS;
            if is_short || marks.is_empty() {
                draft.add(list, item);
            }
        }
    }
}

/// Whether a line is what a browser prints around a page: when, and from which address.
fn is_printed_around(line: &str) -> bool {
    let has_letters = line.chars().any(char::is_alphabetic);
    let is_time =
        |pair: [char; 3]| pair[0].is_ascii_digit() && pair[1] == ':' && pair[2].is_ascii_digit();
    let characters: Vec<char> = line.chars().collect();
    let has_time =
        characters.windows(3).any(|three| <[char; 3]>::try_from(three).is_ok_and(is_time));
    !has_letters || has_time || line.contains("://")
}

/// A line at its marks; what stands in brackets stays together.
fn divided_at<'a>(line: &'a str, marks: &[char]) -> Vec<&'a str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_usize);
    for (at, c) in line.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            c if depth == 0 && marks.contains(&c) => {
                parts.extend(line.get(start..at));
                start = at + c.len_utf8();
            }
            _ => {}
        }
    }
    parts.extend(line.get(start..));
    parts
}
