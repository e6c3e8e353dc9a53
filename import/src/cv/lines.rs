//! Lines of a CV: which are items of a list, and what several say together.

/// What stands before an item of a list.
const BULLETS: [char; 13] =
    ['•', '◦', '▪', '●', '○', '■', '–', '-', '—', '*', '·', '‣', '\u{f0b7}'];

/// Whether a line is an item of a list.
pub(super) fn is_bullet(line: &str) -> bool {
    line.starts_with(BULLETS)
}

/// A line without what marks it as an item.
pub(super) fn unmarked(line: &str) -> &str {
    line.trim_start_matches(BULLETS).trim()
}

/// Lines as one text: those of a paragraph follow each other, an item begins a line.
pub(super) fn paragraph(lines: &[&str]) -> String {
    let mut text = String::new();
    for line in lines {
        let is_new = line.is_empty() || is_bullet(line);
        match (is_new, text.is_empty() || text.ends_with('\n')) {
            (true, false) => text.push('\n'),
            (false, false) => text.push(' '),
            _ => {}
        }
        text.push_str(unmarked(line));
    }
    text.trim().to_owned()
}
