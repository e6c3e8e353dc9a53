//! Texts of pages as an agent gets them: one line, without signs that nobody sees and without those that steer a terminal,
//! and never longer than anybody reads.

/// Characters of a text, at most.
const LONGEST: usize = 200;

/// A text with what can be seen of it alone.
pub fn printed(text: &str) -> String {
    let mut out = String::new();
    let mut count = 0;
    let mut is_after_space = true;
    for c in text.chars() {
        // What divides words divides them still.
        let c = if c.is_whitespace() { ' ' } else { c };
        if is_unseen(c) || (c == ' ' && is_after_space) {
            continue;
        }
        if count == LONGEST {
            out.push('…');
            break;
        }
        is_after_space = c == ' ';
        out.push(c);
        count += 1;
    }
    out.truncate(out.trim_end().len());
    out
}

/// Whether all of a line can be seen: nothing of it would be taken out.
pub fn printed_whole(line: &str) -> bool {
    !line.chars().any(is_unseen)
}

/// Controls, marks of direction, joiners and fillers of no width, and the tags and selectors that carry text unseen.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}' | '\u{f0000}'..='\u{10ffff}')
}
