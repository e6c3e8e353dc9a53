//! A model's text → its answer, or why it cannot be used.
//!
//! Models wrap JSON in fences and prose, think aloud before it, quote it wrongly, or stop in the middle.
//! What can be read without guessing is read: the first balanced object that is an answer counts, and of
//! an object that was cut off the pairs that were finished. Nothing is ever completed or made up.

use super::answer::{ModelAnswer, field_number};

/// Longer texts are not looked at: no answer is that long.
const MAX_CHARS: usize = 64 << 10;
/// Fields of one answer that are looked at.
const MAX_FIELDS: usize = 400;
/// Objects in a text that are tried.
const MAX_OBJECTS: usize = 20;

/// A text that was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed {
    /// The answer.
    pub answer: ModelAnswer,
    /// Whether it was cut off: only finished pairs are in it.
    pub cut_off: bool,
}

/// Why a text cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Unusable {
    /// Nothing, or white space only.
    #[error("the answer is empty")]
    Empty,
    /// It only thought.
    #[error("it thought until the limit and gave no answer")]
    OnlyThought,
    /// Words without an object.
    #[error("there is no JSON object in the answer")]
    NoJson,
    /// An object that is no answer.
    #[error("the JSON object does not say a text for the number of a field")]
    OtherShape,
    /// An object that does not end, without one finished pair.
    #[error("the answer was cut off before its first field was answered")]
    CutOff,
    /// More than any answer is.
    #[error("the answer is far too long")]
    TooLong,
}

/// Reads a model's text.
///
/// # Errors
/// Nothing in it can be used; see [`Unusable`].
pub fn parse(text: &str) -> Result<Parsed, Unusable> {
    if text.len() > MAX_CHARS {
        // A loop on white space until the limit is empty, not long.
        return Err(if text.trim().is_empty() { Unusable::Empty } else { Unusable::TooLong });
    }
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() {
        return Err(Unusable::Empty);
    }
    let text = without_thoughts(text)?;
    let mut failure = Unusable::NoJson;
    let mut rest = text.as_str();
    for _ in 0..MAX_OBJECTS {
        let Some(start) = rest.find('{') else { break };
        let from = rest.get(start..).unwrap_or_default();
        let Some(length) = balanced(from) else {
            return salvage(from).ok_or(if failure == Unusable::NoJson {
                Unusable::CutOff
            } else {
                failure
            });
        };
        let (object, after) = from.split_at_checked(length).unwrap_or((from, ""));
        match read(object) {
            Some(answer) => return Ok(Parsed { answer, cut_off: false }),
            None => failure = Unusable::OtherShape,
        }
        rest = after;
    }
    Err(failure)
}

/// The text without what the model thought aloud.
fn without_thoughts(text: &str) -> Result<String, Unusable> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, thought)) = split_at_tag(rest, &["<think>", "<thinking>"]) {
        out.push_str(before);
        match split_at_tag(thought, &["</think>", "</thinking>"]) {
            Some((_, after)) => rest = after,
            None => return Err(Unusable::OnlyThought),
        }
    }
    // Some servers swallow the opening tag.
    if let Some((_, after)) = split_at_tag(rest, &["</think>", "</thinking>"]) {
        rest = after;
    }
    out.push_str(rest);
    if out.trim().is_empty() { Err(Unusable::OnlyThought) } else { Ok(out) }
}

fn split_at_tag<'a>(text: &'a str, tags: &[&str]) -> Option<(&'a str, &'a str)> {
    tags.iter()
        .filter_map(|tag| {
            let at = text.find(tag)?;
            Some((text.get(..at)?, text.get(at + tag.len()..)?))
        })
        .min_by_key(|(before, _)| before.len())
}

/// Bytes until the object that `text` begins with is closed, quotes of both kinds observed.
fn balanced(text: &str) -> Option<usize> {
    let mut depth = 0_u32;
    let mut quotes = Quotes::default();
    for (at, c) in text.char_indices() {
        if quotes.inside(c) {
            continue;
        }
        match c {
            '{' | '[' => depth += 1,
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return Some(at + c.len_utf8());
                }
            }
            _ => {}
        }
    }
    None
}

/// Whether a position is within a quoted text. An apostrophe after a letter opens nothing.
#[derive(Debug, Default)]
struct Quotes {
    open: Option<char>,
    escaped: bool,
    last: Option<char>,
}

impl Quotes {
    /// Takes the next character; whether it belongs to a quoted text, its quotes included.
    fn inside(&mut self, c: char) -> bool {
        let before = self.last.replace(c);
        match self.open {
            Some(_) if self.escaped => {
                self.escaped = false;
                true
            }
            Some(quote) => {
                match c {
                    '\\' => self.escaped = true,
                    _ if c == quote => self.open = None,
                    _ => {}
                }
                true
            }
            None if c == '"' || (c == '\'' && !before.is_some_and(char::is_alphanumeric)) => {
                self.open = Some(c);
                true
            }
            None => false,
        }
    }
}

fn read(object: &str) -> Option<ModelAnswer> {
    /// Some put it into an object of its own.
    #[derive(serde::Deserialize)]
    #[serde(untagged)]
    enum Shape {
        Plain(ModelAnswer),
        Wrapped { answers: ModelAnswer },
    }
    let shape: Shape =
        serde_json::from_str(object).or_else(|_| serde_json::from_str(&repaired(object))).ok()?;
    let (Shape::Plain(answer) | Shape::Wrapped { answers: answer }) = shape;
    is_answer(&answer).then_some(answer)
}

/// An answer names a field. One that names none says nothing at all.
fn is_answer(ModelAnswer { said }: &ModelAnswer) -> bool {
    let names_a_field = said.iter().any(|(property, _)| field_number(property).is_some());
    said.len() <= MAX_FIELDS && (said.is_empty() || names_a_field)
}

/// The object with double quotes for single ones, and without commas before a closing bracket.
fn repaired(object: &str) -> String {
    let mut out = String::with_capacity(object.len());
    let mut quotes = Quotes::default();
    for c in object.chars() {
        let was = quotes.open;
        if quotes.inside(c) {
            let single = was == Some('\'') || (was.is_none() && c == '\'');
            match c {
                '\'' if was.is_none() || quotes.open.is_none() => out.push('"'),
                '\'' if single && out.ends_with('\\') => {
                    // `\'` is no escape of JSON.
                    out.pop();
                    out.push('\'');
                }
                '"' if single => out.push_str("\\\""),
                _ => out.push(c),
            }
            continue;
        }
        if matches!(c, '}' | ']') {
            let kept = out.trim_end();
            if kept.ends_with(',') {
                out.truncate(kept.len() - 1);
            }
        }
        out.push(c);
    }
    out
}

/// The finished pairs of an answer that was cut off.
fn salvage(text: &str) -> Option<Parsed> {
    let mut rest = text.get(text.find('{')? + 1..)?;
    let mut said = Vec::new();
    let next = |rest: &mut &str, before: char| -> Option<String> {
        *rest = rest.trim_start().trim_start_matches(before).trim_start();
        let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<String>();
        let text = stream.next()?.ok()?;
        *rest = rest.get(stream.byte_offset()..)?;
        Some(text)
    };
    while let Some(number) = next(&mut rest, ',')
        && let Some(text) = next(&mut rest, ':')
    {
        said.push((number, text));
        if said.len() > MAX_FIELDS {
            return None;
        }
    }
    let answer = ModelAnswer { said };
    (!answer.said.is_empty() && is_answer(&answer)).then_some(Parsed { answer, cut_off: true })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, expected: Result<&[(&str, &str)], Unusable>) {
        let got = parse(text).map(|parsed| parsed.answer.said);
        let owned = |(number, said): &(&str, &str)| ((*number).to_owned(), (*said).to_owned());
        let expected = expected.map(|said| said.iter().map(owned).collect());
        assert_eq!(got, expected, "{text}");
    }

    const GOOD: &str = r#"{"0": "email", "1": "Why, or {why} not?"}"#;
    const SAID: &[(&str, &str)] = &[("0", "email"), ("1", "Why, or {why} not?")];

    #[test]
    fn answers_are_found_in_what_surrounds_them() {
        for text in [
            GOOD.to_owned(),
            format!("```json\n{GOOD}\n```"),
            format!("```\n{GOOD}```"),
            format!("\u{feff}  {GOOD}  \n\n\n"),
            format!("Here's the answer you're looking for:\n{GOOD}\nIt's done."),
            format!("<think>Field 0 is {{\"0\": \"phone\"}}?</think>\n{GOOD}"),
            format!("<thinking>hm</thinking>{GOOD}"),
            format!("it thought\n</think>{GOOD}"),
            format!("{{\"thought\": \"none\"}} {GOOD}"),
            format!("{GOOD}\n{{\"0\": \"phone\"}}"),
            GOOD.replace("\"}", "\", }"),
            GOOD.replace('"', "'"),
            format!("{{\"answers\": {GOOD}}}"),
        ] {
            check(&text, Ok(SAID));
        }
        check("{}", Ok(&[]));
        check(r#"{"0": "a", "0": "b"}"#, Ok(&[("0", "a"), ("0", "b")]));
        check(r#"{'1': 'What\'s "it"?'}"#, Ok(&[("1", "What's \"it\"?")]));
    }

    #[test]
    fn what_was_finished_counts() {
        let cut = r#"{"0": "email", "1": "pho"#;
        check(cut, Ok(&[("0", "email")]));
        assert!(parse(cut).unwrap().cut_off);
        check(&format!("```json\n{cut}"), Ok(&[("0", "email")]));
        check(r#"{"0": "email","#, Ok(&[("0", "email")]));
        check(r#"{"0": "email", "1"#, Ok(&[("0", "email")]));
        check(r#"{"0": "em"#, Err(Unusable::CutOff));
        check("{", Err(Unusable::CutOff));
    }

    #[test]
    fn the_rest_is_refused_with_a_reason() {
        let blank = " \n\t".repeat(30_000);
        for (text, why) in [
            ("", Unusable::Empty),
            ("  \n\t ", Unusable::Empty),
            (blank.as_str(), Unusable::Empty),
            ("<think>I wonder", Unusable::OnlyThought),
            ("<think>I wonder</think>  ", Unusable::OnlyThought),
            ("I'm sorry, I can't help with that.", Unusable::NoJson),
            ("[\"email\"]", Unusable::NoJson),
            ("{\"error\": \"no\"}", Unusable::OtherShape),
            ("{\"answers\": [\"0=email\"]}", Unusable::OtherShape),
            ("{\"Feld 0\": \"email\"}", Unusable::OtherShape),
            ("{\"0\": 1}", Unusable::OtherShape),
            ("{\"0\": {\"entry\": \"email\"}}", Unusable::OtherShape),
            ("{0: email}", Unusable::OtherShape),
        ] {
            check(text, Err(why));
        }
        check(&"x".repeat(MAX_CHARS + 1), Err(Unusable::TooLong));
    }

    proptest! {
        #[test]
        fn no_text_breaks_it(text in "[\\PC\\s]{0,200}") {
            let _ = parse(&text);
        }

        #[test]
        fn no_broken_json_breaks_it(text in r#"([{}\[\]"',:\\a0 ]|answers|<think>|</think>){0,60}"#) {
            let _ = parse(&text);
        }

        #[test]
        fn whatever_it_reads_was_there(cut in 0usize..50) {
            let cut: String = GOOD.chars().take(cut).collect();
            if let Ok(parsed) = parse(&cut) {
                for (number, said) in &parsed.answer.said {
                    prop_assert!(SAID.contains(&(number.as_str(), said.as_str())));
                }
            }
        }
    }
}
