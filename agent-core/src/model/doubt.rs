//! How sure a model was of what it chose, where its provider tells the odds of its tokens.
//!
//! A schema takes away what may not be said, and a model that would have said something else entirely still has to
//! choose. So its odds are compared among what it was allowed to say alone: the share of the chosen text, token by
//! token, of all texts of the list that could go on from there. What is below [`LEAST_SHARE`] is not advised.

use super::answer::Choices;

/// The least share of an answer that counts: it is likelier than everything else that might have been said, together.
pub const LEAST_SHARE: f64 = 0.5;

/// A token of an answer, and how likely it was.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TokenOdds {
    /// Its text.
    pub text: String,
    /// From 0 to 1.
    pub odds: f64,
    /// The likeliest tokens in its place, it may be among them.
    pub others: Vec<(String, f64)>,
}

/// The odds of an answer's tokens.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Odds {
    tokens: Vec<TokenOdds>,
}

impl Odds {
    /// Of the tokens of an answer; none where the provider tells nothing.
    pub fn new(tokens: &[TokenOdds]) -> Self {
        Self { tokens: tokens.to_vec() }
    }

    /// Whether the model was nearly as sure of something else that it might have said.
    pub fn is_doubtful(&self, choices: &Choices, said: &str) -> bool {
        self.of(choices, said).is_some_and(|share| share < LEAST_SHARE)
    }

    /// The share of a text among what the question may be answered with; `None` where that is not known.
    pub fn of(&self, choices: &Choices, said: &str) -> Option<f64> {
        let (mut at, mut skip) = self.begin(choices)?;
        let ends: Vec<String> = choices.values().map(|value| format!("{value}\"")).collect();
        let whole = format!("{said}\"");
        let mut so_far = String::new();
        let mut share = 1.0;
        while so_far.len() < whole.len() {
            let token = self.tokens.get(at)?;
            let head = token.text.get(..skip)?;
            let fits = |text: &str| {
                let Some(tail) = text.strip_prefix(head) else { return false };
                let then = format!("{so_far}{tail}");
                !tail.is_empty()
                    && ends.iter().any(|end| end.starts_with(&then) || then.starts_with(end))
            };
            let others = token.others.iter().filter(|(text, _)| *text != token.text && fits(text));
            let all: f64 = token.odds + others.map(|(_, odds)| odds).sum::<f64>();
            if all > 0.0 {
                share *= token.odds / all;
            }
            so_far.push_str(token.text.get(skip..)?);
            (at, skip) = (at + 1, 0);
        }
        so_far.starts_with(&whole).then_some(share)
    }

    /// The token in which the text about a field begins, and how many bytes of it stand before.
    fn begin(&self, choices: &Choices) -> Option<(usize, usize)> {
        let text: String = self.tokens.iter().map(|token| token.text.as_str()).collect();
        let after = |repeats: bool| {
            let name = format!("\"{}\"", choices.property(repeats));
            Some(text.rfind(&name)? + name.len())
        };
        let after_name = after(true).or_else(|| after(false))?;
        let rest = text.get(after_name..)?;
        let value = rest.trim_start().strip_prefix(':')?.trim_start().strip_prefix('"')?;
        let mut left = text.len() - value.len();
        for (at, token) in self.tokens.iter().enumerate() {
            if left < token.text.len() {
                return Some((at, left));
            }
            left -= token.text.len();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use shared_types::ProfileKey;

    use super::*;

    fn token(text: &str, odds: f64, others: &[(&str, f64)]) -> TokenOdds {
        let others = others.iter().map(|(text, odds)| ((*text).to_owned(), *odds)).collect();
        TokenOdds { text: text.to_owned(), odds, others }
    }

    fn choices() -> Choices {
        Choices {
            field: 1,
            repeated: "How soon?".to_owned(),
            entries: ["custom.Notice period", "custom.Pay"]
                .map(|key| (ProfileKey::from(key), key.to_owned()))
                .into(),
            options: vec!["Shore".to_owned()],
        }
    }

    #[test]
    fn odds_are_compared_among_what_may_be_said() {
        let odds = Odds::new(&[
            token("{\n", 0.4, &[("```", 0.6)]),
            token(" \"1\": \"", 0.1, &[]),
            // What may not be said does not count, however likely.
            token("custom", 0.03, &[("How", 0.6), ("Sh", 0.01), ("custom.", 0.0)]),
            token(".Not", 0.8, &[(".P", 0.1), (".X", 0.1)]),
            token("ice period", 0.99, &[]),
            token("\",", 0.7, &[("s\"", 0.2)]),
            token(" \"2\": \"ask\"}", 1.0, &[]),
        ]);
        let share = odds.of(&choices(), "custom.Notice period").unwrap();
        assert!((share - 0.75 * 0.8 / 0.9).abs() < 1e-9, "{share}");
        assert!(!odds.is_doubtful(&choices(), "custom.Notice period"));
        let near = Odds::new(&[
            token("{\"1\":\"S", 0.2, &[("{\"1\":\"custom", 0.3), ("{\"1\":\"ask", 0.4)]),
            token("hore\"}", 1.0, &[]),
        ]);
        assert!(near.is_doubtful(&choices(), "Shore"));
        let repeated = Odds::new(&[
            token("{\"1 How soon?\"", 1.0, &[]),
            token(":\"", 1.0, &[]),
            token("Shore", 0.3, &[("ask", 0.1)]),
            token("\"}", 1.0, &[]),
        ]);
        let share = repeated.of(&choices(), "Shore").unwrap();
        assert!((share - 0.75).abs() < 1e-9, "{share}");
    }

    #[test]
    fn where_nothing_is_told_nothing_is_doubted() {
        assert_eq!(Odds::default().of(&choices(), "Shore"), None);
        let other = Odds::new(&[token("{\"2\":\"ask\"}", 0.1, &[])]);
        assert_eq!(other.of(&choices(), "Shore"), None);
        let half = Odds::new(&[token("{\"1\":\"Sho", 0.1, &[])]);
        assert_eq!(half.of(&choices(), "Shore"), None);
        let alone = Odds::new(&[token("{\"1\":\"Shore\"}", 0.1, &[])]);
        assert_eq!(alone.of(&choices(), "Shore"), Some(1.0));
    }
}
