//! A table: lines of a name and phrases.

/// A language's table.
#[derive(Debug)]
pub(crate) struct Language {
    /// Primary language subtag.
    pub(crate) tag: &'static str,
    /// The lines of roles, hints and senses.
    roles: &'static str,
    /// The lines of lists, which stand behind them.
    lists: &'static str,
}

/// All languages. English is first.
pub(crate) static LANGUAGES: &[Language] = include!(concat!(env!("OUT_DIR"), "/languages.rs"));

impl Language {
    /// A table for tests.
    #[cfg(test)]
    pub(super) const fn of(tag: &'static str, roles: &'static str, lists: &'static str) -> Self {
        Self { tag, roles, lists }
    }

    /// The lines of roles, hints and senses: a name and its phrases.
    pub(crate) fn roles(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        lines(self.roles).filter(|(name, _)| !name.starts_with('+'))
    }

    /// The lines of what questions speak of: a name and its phrases.
    pub(crate) fn concepts(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        lines(self.roles).filter_map(|(name, phrases)| Some((name.strip_prefix('+')?, phrases)))
    }

    /// The lines of lists: a name and its phrases.
    pub(super) fn lists(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        lines(self.lists).map(|(name, phrases)| (name.trim_start_matches('@'), phrases))
    }
}

/// The lines of a table, those that go on with the one above as one.
fn lines(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut rest = table;
    let line = move || {
        let mut ends = rest.match_indices('\n').map(|(at, _)| at + 1);
        let goes_on = |at: usize| rest.get(at..).is_some_and(|next| next.starts_with(' '));
        let end = ends.find(|at| !goes_on(*at)).unwrap_or(rest.len());
        let (line, after) = rest.split_at_checked(end).filter(|(line, _)| !line.is_empty())?;
        rest = after;
        Some(line)
    };
    std::iter::from_fn(line)
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_once(':').unwrap_or((line, "")))
}

/// The phrases of a line. One in quotation marks keeps the blanks in them.
pub(super) fn phrases(line: &'static str) -> impl Iterator<Item = &'static str> {
    line.split(',').map(|phrase| phrase.trim().trim_matches('"')).filter(|one| !one.is_empty())
}
