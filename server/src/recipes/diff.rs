//! What two texts differ in, line by line, for a person to read.

/// Lines around a change.
const AROUND: usize = 2;
/// Pairs of lines that are compared: a recipe has far fewer, and each needs room.
const MOST_PAIRS: usize = 16_000_000;

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

/// All lines of both texts: what they begin and end with in common, and what is between.
fn marked<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<(char, &'t str)> {
    let same = |(one, other): &(&&str, &&str)| one == other;
    let head = old.iter().zip(new).take_while(same).count();
    let (begin, old) = old.split_at(head);
    let (_, new) = new.split_at(head);
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(same).count();
    let (old, end) = old.split_at(old.len() - tail);
    let (new, _) = new.split_at(new.len() - tail);
    let kept = |line: &&'t str| (' ', *line);
    begin.iter().map(kept).chain(between(old, new)).chain(end.iter().map(kept)).collect()
}

/// The lines of both texts by their longest common subsequence; a recipe has at most a few thousand. Of more, all of one
/// are gone and all of the other are new.
fn between<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<(char, &'t str)> {
    if old.len().saturating_mul(new.len()) > MOST_PAIRS {
        let gone = old.iter().map(|line| ('-', *line));
        return gone.chain(new.iter().map(|line| ('+', *line))).collect();
    }
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
        check("a\nb\na", "a\na", &["  a", "- b", "  a"]);
        check("0\n1\n2\n3\n4\n5", "9\n1\n2\n3\n4\n5", &["- 0", "+ 9", "  1", "  2", "…"]);
    }
    /// A file of empty lines is small, and two of them have more pairs of lines than any machine has room for.
    #[test]
    fn what_has_too_many_lines_is_told_as_another() {
        let (many, more) = ("\n".repeat(200_000), "x\n".repeat(200_000));
        let told = lines(&format!("a\n{many}b"), &format!("a\n{more}b"));
        assert_eq!(told.len(), 400_002);
        assert_eq!(lines(&many, &many), Vec::<String>::new());
    }
}
