//! How well remembered questions are found again, on two sets of lines: used by the test and by
//! `cargo xtask eval --memory`.

use std::fmt::Write as _;

use agent_core::{
    gate,
    memory::{Answers, Known},
};
use shared_types::{AnswerKind, AnswerNote, AskedQuestion};

/// A line of a set.
#[derive(Debug)]
pub(crate) struct Line {
    /// As it stands there.
    text: String,
    /// Language of both questions.
    lang: String,
    /// The question that was answered.
    remembered: AskedQuestion,
    /// The question that is asked.
    asked: AskedQuestion,
}

/// Both sets, and everything that they say was answered.
pub(crate) struct Sets {
    pub(crate) pairs: Vec<Line>,
    pub(crate) traps: Vec<Line>,
    answers: Answers,
}

/// What came of lines.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tally {
    all: usize,
    /// Their answers are of a kind that is kept nowhere.
    kept_nowhere: usize,
    pub(crate) filled: usize,
    /// The remembered answer was filled, or proposed first.
    pub(crate) found: usize,
    /// Another answer was filled.
    pub(crate) wrong_filled: usize,
    /// Another answer was proposed first.
    wrong_proposed: usize,
}

impl Tally {
    /// Share of all lines whose answer was found.
    fn of_all(&self) -> f64 {
        self.found as f64 / self.all.max(1) as f64
    }

    /// The same of those whose answer is kept at all.
    pub(crate) fn of_kept(&self) -> f64 {
        self.found as f64 / (self.all - self.kept_nowhere).max(1) as f64
    }

    fn add(&mut self, answers: &Answers, line: &Line) {
        let right = format!("answers.{}", line.remembered.text);
        self.all += 1;
        self.kept_nowhere += usize::from(gate::is_secret_by_name(&right.as_str().into()));
        match answers.find(&line.asked, "https://other.example") {
            Known::Nothing => {}
            Known::Same(key, _) if key.as_str() == right => {
                self.filled += 1;
                self.found += 1;
            }
            Known::Same(..) => self.wrong_filled += 1,
            Known::Near(near) => {
                let is_right = near.first().is_some_and(|first| first.key.as_str() == right);
                self.found += usize::from(is_right);
                self.wrong_proposed += usize::from(!is_right);
            }
        }
    }
}

impl Sets {
    /// The sets beside this file that the matcher was made with.
    pub(crate) fn ours() -> Self {
        Self::of(include_str!("pairs.txt"), include_str!("traps.txt"))
    }

    /// Those that somebody wrote who had not seen it.
    pub(crate) fn blind() -> Self {
        Self::of(include_str!("pairs-blind.txt"), include_str!("traps-blind.txt"))
    }

    fn of(pairs: &str, traps: &str) -> Self {
        let (pairs, traps) = (read(pairs), read(traps));
        let mut known: Vec<(String, AnswerNote)> = Vec::new();
        for line in pairs.iter().chain(&traps) {
            let name = line.remembered.text.clone();
            if !known.iter().any(|(other, _)| *other == name) {
                let question = line.remembered.clone();
                known.push((name, AnswerNote { question, given: 1.0, ..AnswerNote::default() }));
            }
        }
        let answers = Answers::new(known.iter().map(|(name, note)| (name.as_str(), Some(note))));
        Self { pairs, traps, answers }
    }

    /// What comes of the lines that are kept back, or of the others.
    pub(crate) fn tally(&self, lines: &[Line], held_back: bool) -> Tally {
        let mut tally = Tally::default();
        let part = lines.iter().filter(|line| is_held_back(line) == held_back);
        part.for_each(|line| tally.add(&self.answers, line));
        tally
    }

    /// The figures, a line each.
    pub(crate) fn report(&self) -> String {
        let mut out = String::new();
        for (part, held_back) in [("not kept back", false), ("kept back", true)] {
            for (set, lines) in [("pairs", &self.pairs), ("traps", &self.traps)] {
                let tally = self.tally(lines, held_back);
                let _ = writeln!(
                    out,
                    "{set}, {part}: {} lines, {} of kinds that are kept nowhere; found {} \
                     ({:.3} of all, {:.3} of those that are kept), {} of them filled; {} filled \
                     with another, {} proposed another",
                    tally.all,
                    tally.kept_nowhere,
                    tally.found,
                    tally.of_all(),
                    tally.of_kept(),
                    tally.filled,
                    tally.wrong_filled,
                    tally.wrong_proposed,
                );
            }
        }
        let mut languages: Vec<&str> = self.pairs.iter().map(|line| line.lang.as_str()).collect();
        languages.dedup();
        for lang in languages {
            let mut tally = Tally::default();
            let own = self.pairs.iter().filter(|line| line.lang == lang);
            own.for_each(|line| tally.add(&self.answers, line));
            let _ = writeln!(
                out,
                "pairs, {lang}: {:.3} of {}, {:.3} of those that are kept",
                tally.of_all(),
                tally.all,
                tally.of_kept()
            );
        }
        out
    }
}

/// Reads a set. Every line has the language first and the two questions last.
fn read(set: &str) -> Vec<Line> {
    let lines = set.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.filter_map(read_line).collect()
}

fn read_line(text: &str) -> Option<Line> {
    let parts: Vec<&str> = text.split(" | ").map(str::trim).collect();
    let (lang, (remembered, asked)) = match parts.as_slice() {
        [lang, remembered, asked] | [lang, _, remembered, asked] => (lang, (remembered, asked)),
        _ => return None,
    };
    let question = |text: &str| {
        let (words, options) = text.split_once('{').unwrap_or((text, ""));
        let options = options.trim_end_matches('}').split(';').map(|one| one.trim().to_owned());
        let options: Vec<String> = options.filter(|option| !option.is_empty()).collect();
        AskedQuestion {
            text: words.trim().to_owned(),
            kind: if options.is_empty() { AnswerKind::Text } else { AnswerKind::Choice },
            options,
            lang: (*lang).to_owned(),
        }
    };
    Some(Line {
        text: text.to_owned(),
        lang: (*lang).to_owned(),
        remembered: question(remembered),
        asked: question(asked),
    })
}

/// Whether a line is kept back: half of them are, by a hash of the line (FNV-1a).
fn is_held_back(line: &Line) -> bool {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    (line.text.bytes().fold(0xcbf2_9ce4_8422_2325, step) >> 32) & 1 == 1
}
