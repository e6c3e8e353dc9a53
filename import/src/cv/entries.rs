//! Jobs and schools: entries that each have a date. What says which of two texts is the employer is a word of theirs; where
//! none does, the entry is named as a problem, and left to the person.

use agent_core::person::cv::{is_at, names_degree, names_job, names_school};
use serde_json::json;

use super::{
    dates::{self, Span},
    lines::{is_bullet, paragraph, unmarked},
};
use crate::draft::Draft;

/// Most characters of a line that names a job or a school.
const HEADING: usize = 90;
/// What companies end in, without case and points.
const COMPANY: [&str; 28] = [
    "ltd",
    "limited",
    "inc",
    "llc",
    "llp",
    "plc",
    "gmbh",
    "ag",
    "kg",
    "se",
    "ohg",
    "ug",
    "ev",
    "sa",
    "sas",
    "sarl",
    "srl",
    "spa",
    "bv",
    "nv",
    "corp",
    "corporation",
    "co",
    "company",
    "group",
    "oy",
    "ab",
    "lda",
];

/// An entry: when, what its heading says, and what is below.
struct Entry {
    span: Span,
    heading: Vec<String>,
    below: String,
}

/// The jobs of a CV.
pub(super) fn jobs(draft: &mut Draft, lines: &[&str]) {
    for entry in entries(lines) {
        let parts = parts(&entry.heading, true);
        let Some((title, company, location)) = job(&parts) else {
            left_out(
                draft,
                "resume.experiences",
                &entry.span,
                &msg!("import_job_title_and_employer_cant_be"),
            );
            continue;
        };
        let Span { start, end, goes_on } = entry.span;
        let row = json!({
            "title": title, "company": company, "location": location, "startDate": start,
            "endDate": end, "current": goes_on, "description": entry.below,
        });
        draft.add_row("resume.experiences", row);
    }
}

/// The schools of a CV.
pub(super) fn schools(draft: &mut Draft, lines: &[&str]) {
    for entry in entries(lines) {
        let parts = parts(&entry.heading, false);
        let is_school = |part: &&String| names_school(part);
        let is_degree = |part: &&String| names_degree(part) && !names_school(part);
        let (school, degree) = (only(&parts, is_school), only(&parts, is_degree));
        let (school, degree) = match (school, degree, parts.as_slice()) {
            (None, Some(degree), [one, other]) => {
                (Some(if one == degree { other } else { one }), Some(degree))
            }
            (Some(school), None, [one, other]) => {
                (Some(school), Some(if one == school { other } else { one }))
            }
            (school, degree, _) => (school, degree),
        };
        if school.is_none() && degree.is_none() {
            left_out(
                draft,
                "resume.education",
                &entry.span,
                &msg!("import_school_and_degree_cant_be_told"),
            );
            continue;
        }
        let degree = degree.map(String::as_str).unwrap_or_default();
        let (degree, field) = degree.split_once(" in ").unwrap_or((degree, ""));
        let Span { start, end, goes_on } = entry.span;
        let row = json!({
            "school": school, "degree": degree, "field": field, "startDate": start, "endDate": end,
            "completed": if goes_on { Some(false) } else { None },
        });
        draft.add_row("resume.education", row);
    }
}

fn left_out(draft: &mut Draft, path: &str, span: &Span, why: &str) {
    let Span { start, end, goes_on } = span;
    let now = msg!("import_now");
    let end = if *goes_on { &now } else { end };
    let when =
        if start.is_empty() { end.to_owned() } else { msg!("import_to", start = start, end = end) };
    draft.problem(path, msg!("import_the_entry_of_was_left_out_as_add", when = when, why = why));
}

/// The one part of which something is true.
fn only<'a>(parts: &'a [String], is: impl Fn(&&'a String) -> bool) -> Option<&'a String> {
    let mut found = parts.iter().filter(|part| is(part));
    found.next().filter(|_| found.next().is_none())
}

/// Title, employer and place of a job.
fn job(parts: &[String]) -> Option<(&str, &str, &str)> {
    let is_title = |part: &str| names_job(part) && !names_company(part);
    let (first, second, rest) = match parts {
        [first, second, rest @ ..] => (first.as_str(), second.as_str(), rest),
        _ => return None,
    };
    let place = match rest {
        [] => "",
        [place] if !place.contains(|c: char| c.is_ascii_digit()) => place,
        _ => return None,
    };
    let (titled, other) = match (is_title(first), is_title(second)) {
        (true, false) => (first, second),
        (false, true) => (second, first),
        _ => match (names_company(first), names_company(second)) {
            (true, false) => (second, first),
            (false, true) => (first, second),
            _ => return None,
        },
    };
    Some((titled, other, place))
}

fn names_company(text: &str) -> bool {
    let last = text.split_whitespace().last().unwrap_or_default();
    let plain: String = last.chars().filter(|c| c.is_alphanumeric()).collect();
    COMPANY.contains(&plain.to_lowercase().as_str())
}

/// What a heading says: by its lines, by wide gaps and bars, then by “at”, dashes and commas.
fn parts(heading: &[String], is_work: bool) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for line in heading {
        for column in line.split(['\t', '|', '•', '·']).flat_map(|part| part.split("  ")) {
            parts.extend(dashed(column.trim(), is_work));
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

fn dashed(text: &str, is_work: bool) -> Vec<String> {
    if is_work && let Some((title, company)) = at(text) {
        return [vec![title], commas(&company)].concat();
    }
    let dash = [" – ", " — ", " - "].iter().find_map(|dash| text.split_once(dash));
    match dash {
        Some((first, second)) => [commas(first), commas(second)].concat(),
        None => commas(text),
    }
}

/// A text at its commas; the ending of a company belongs to what stands before it.
fn commas(text: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for part in text.split(", ").map(|part| part.trim().trim_end_matches(',')) {
        match parts.last_mut() {
            Some(last) if names_company(part) && !part.contains(' ') => {
                last.push_str(", ");
                last.push_str(part);
            }
            _ => parts.push(part.to_owned()),
        }
    }
    parts
}

/// `Engineer at Acme Ltd`: a job word before it, so that the word is not one of a name.
fn at(text: &str) -> Option<(String, String)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mark = words.iter().position(|word| is_at(word) || *word == "@")?;
    let (title, company) = (words.get(..mark)?.join(" "), words.get(mark + 1..)?.join(" "));
    (names_job(&title) && !company.is_empty()).then_some((title, company))
}

/// Whether a line may be a heading: short, no item of a list, no sentence.
fn may_head(line: &str) -> bool {
    let is_sentence = line.ends_with(['.', ':', ';']) && !names_company(line);
    !line.is_empty()
        && !is_bullet(line)
        && !is_sentence
        && line.chars().count() <= HEADING
        && !line.starts_with(|c: char| c.is_lowercase())
}

/// The entries of a part: each has its one date on its heading, or below or above it.
fn entries(lines: &[&str]) -> Vec<Entry> {
    let dated: Vec<(usize, Span, String)> = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| line.chars().count() <= HEADING * 2 && !is_bullet(line))
        .filter_map(|(at, line)| dates::span(line).map(|(span, rest)| (at, span, rest)))
        .filter(|(_, _, rest)| rest.is_empty() || may_head(rest))
        .collect();
    // Which lines head an entry: from, to (not included), and what they say.
    let mut heads: Vec<(usize, usize, Span, Vec<String>)> = Vec::new();
    for (at, span, rest) in dated {
        let free = heads.last().map_or(0, |head| head.1);
        let (mut from, mut to) = (at, at + 1);
        let mut said: Vec<String> = Vec::new();
        let single = |text: &str| parts(&[text.to_owned()], true).len() < 2;
        if rest.is_empty() {
            let above = |from: usize| {
                let before = from.checked_sub(1).filter(|before| *before >= free)?;
                lines.get(before).filter(|line| may_head(line)).map(|line| (before, *line))
            };
            while said.len() < 2
                && let Some((before, line)) = above(from)
            {
                said.insert(0, line.to_owned());
                from = before;
            }
            while said.is_empty() || to - at < 3 && from == at {
                match lines.get(to).filter(|line| may_head(line) && dates::span(line).is_none()) {
                    Some(line) => said.push((*line).to_owned()),
                    None => break,
                }
                to += 1;
            }
        } else {
            said.push(rest.clone());
            let next = lines.get(to).filter(|line| may_head(line) && dates::span(line).is_none());
            let before = at.checked_sub(1).filter(|before| *before >= free);
            let before = before.and_then(|before| lines.get(before)).filter(|line| may_head(line));
            if single(&rest) {
                match (before, next) {
                    // The line above is the last one of what is said of the job before.
                    (_, Some(line)) if before.is_none() || free > 0 && at > free + 1 => {
                        said.push((*line).to_owned());
                        to += 1;
                    }
                    (Some(line), _) => {
                        said.insert(0, (*line).to_owned());
                        from = at - 1;
                    }
                    _ => {}
                }
            }
        }
        heads.push((from, to, span, said));
    }
    let starts: Vec<usize> = heads.iter().map(|head| head.0).skip(1).chain([lines.len()]).collect();
    let each = heads.into_iter().zip(starts).map(|((_, to, span, heading), end)| {
        let below = lines.get(to..end.max(to)).unwrap_or_default();
        let heading = heading.iter().map(|line| unmarked(line).to_owned()).collect();
        Entry { span, heading, below: paragraph(below) }
    });
    each.collect()
}
