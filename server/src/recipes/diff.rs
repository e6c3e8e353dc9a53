//! What two texts differ in, line by line, for a person to read.

/// Lines around a change.
const AROUND: usize = 2;

/// The lines of both, with a mark before each: `-` gone, `+` new, and a few of those around. What is far from any change is
/// left out.
pub fn lines(before: &str, after: &str) -> Vec<String> {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let marked = marked(&old, &new);
    let is_near = |at: usize| {
        let from = at.saturating_sub(AROUND);
        marked.iter().skip(from).take(at - from + AROUND + 1).any(|(mark, _)| *mark != ' ')
    };
    let mut told = Vec::new();
    for (at, (mark, line)) in marked.iter().enumerate() {
        if is_near(at) {
            told.push(format!("{mark} {line}"));
        } else if told.last().is_some_and(|last| last != "…") {
            told.push("…".to_owned());
        }
    }
    told
}

/// All lines of both texts by their longest common subsequence; a recipe has at most a few thousand.
fn marked<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<(char, &'t str)> {
    let width = new.len() + 1;
    let mut common = vec![0_u32; (old.len() + 1) * width];
    let at = |row: usize, column: usize| row * width + column;
    let get = |table: &[u32], place: usize| table.get(place).copied().unwrap_or_default();
    for (row, line) in old.iter().enumerate().rev() {
        for (column, other) in new.iter().enumerate().rev() {
            let longest = if line == other {
                get(&common, at(row + 1, column + 1)) + 1
            } else {
                get(&common, at(row + 1, column)).max(get(&common, at(row, column + 1)))
            };
            if let Some(place) = common.get_mut(at(row, column)) {
                *place = longest;
            }
        }
    }
    let (mut row, mut column, mut all) = (0, 0, Vec::new());
    loop {
        match (old.get(row), new.get(column)) {
            (Some(line), Some(other)) if line == other => {
                all.push((' ', *line));
                (row, column) = (row + 1, column + 1);
            }
            (Some(line), other) => {
                let goes = get(&common, at(row + 1, column)) >= get(&common, at(row, column + 1));
                match other {
                    Some(other) if !goes => {
                        all.push(('+', *other));
                        column += 1;
                    }
                    _ => {
                        all.push(('-', *line));
                        row += 1;
                    }
                }
            }
            (None, Some(other)) => {
                all.push(('+', *other));
                column += 1;
            }
            (None, None) => return all,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_told_with_what_stands_around_it() {
        let check = |before: &str, after: &str, expected: &[&str]| {
            assert_eq!(lines(before, after), expected, "{before:?} {after:?}");
        };
        check("a\nb\nc", "a\nx\nc", &["  a", "- b", "+ x", "  c"]);
        check("a\nb", "a\nb", &[]);
        check("", "a", &["+ a"]);
        check("a", "", &["- a"]);
        check("1\n2\n3\n4\n5\n6\n7", "1\n2\n3\n4\n5\n6\n8", &["  5", "  6", "- 7", "+ 8"]);
        check("0\n1\n2\n3\n4\n5", "9\n1\n2\n3\n4\n5", &["- 0", "+ 9", "  1", "  2", "…"]);
    }
}
