//! A model's text → its answer, or why it cannot be used.
//!
//! Models wrap JSON in fences and prose, think aloud before it, quote it wrongly, or stop in the middle.
//! What can be read without guessing is read: the first balanced object that is an answer counts, and of
//! a list that was cut off the lines that were finished. Nothing is ever completed or made up.

use serde_json::Value;

use super::answer::ModelAnswer;

/// Longer texts are not looked at: no answer is that long.
const MAX_CHARS: usize = 64 << 10;
/// Lines of one answer that are looked at.
const MAX_LINES: usize = 400;
/// Objects in a text that are tried.
const MAX_OBJECTS: usize = 20;

/// A text that was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed {
    /// The answer.
    pub answer: ModelAnswer,
    /// Whether it was cut off: only finished lines are in it.
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
    #[error("the JSON object has no list `answers` of texts")]
    OtherShape,
    /// An object that does not end, without one finished line.
    #[error("the answer was cut off before its first line ended")]
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
    let value: Value =
        serde_json::from_str(object).or_else(|_| serde_json::from_str(&repaired(object))).ok()?;
    let lines: Vec<String> = match value.get("answers")? {
        Value::Array(items) => items.iter().map(line).collect::<Option<_>>()?,
        // `{"answers": {"3": "firstName"}}` says the same.
        Value::Object(map) => map
            .iter()
            .map(|(number, said)| Some(format!("{number}={}", said.as_str()?)))
            .collect::<Option<_>>()?,
        _ => return None,
    };
    (lines.len() <= MAX_LINES).then_some(ModelAnswer { answers: lines })
}

fn line(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
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

/// The finished lines of an answer that was cut off.
fn salvage(text: &str) -> Option<Parsed> {
    let list = text.get(text.find("\"answers\"")?..)?;
    let mut rest = list.get(list.find('[')? + 1..)?;
    let mut answers = Vec::new();
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
        let mut stream = serde_json::Deserializer::from_str(rest).into_iter::<String>();
        let Some(Ok(line)) = stream.next() else { break };
        let read = stream.byte_offset();
        rest = rest.get(read..)?;
        answers.push(line);
        if answers.len() > MAX_LINES {
            return None;
        }
    }
    (!answers.is_empty()).then_some(Parsed { answer: ModelAnswer { answers }, cut_off: true })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str, expected: Result<&[&str], Unusable>) {
        let got = parse(text).map(|parsed| parsed.answer.answers);
        let expected = expected.map(|lines| lines.iter().map(ToString::to_string).collect());
        assert_eq!(got, expected, "{text}");
    }

    const GOOD: &str = r#"{"answers": ["0=email", "1=ask: Why, or {why} not?"]}"#;
    const LINES: &[&str] = &["0=email", "1=ask: Why, or {why} not?"];

    #[test]
    fn answers_are_found_in_what_surrounds_them() {
        for text in [
            GOOD.to_owned(),
            format!("```json\n{GOOD}\n```"),
            format!("```\n{GOOD}```"),
            format!("\u{feff}  {GOOD}  \n\n\n"),
            format!("Here's the answer you're looking for:\n{GOOD}\nIt's done."),
            format!("<think>Field 0 is {{\"answers\": [\"0=phone\"]}}?</think>\n{GOOD}"),
            format!("<thinking>hm</thinking>{GOOD}"),
            format!("it thought\n</think>{GOOD}"),
            format!("{{\"thought\": \"none\"}} {GOOD}"),
            format!("{GOOD}\n{{\"answers\": [\"0=phone\"]}}"),
            GOOD.replace("\"]}", "\", ] , }"),
            GOOD.replace('"', "'"),
            "{'answers': ['0=email', '1=ask: Why, or {why} not?',]}".to_owned(),
        ] {
            check(&text, Ok(LINES));
        }
        check(r#"{"answers": {"0": "email"}}"#, Ok(&["0=email"]));
        check(r#"{"answers": []}"#, Ok(&[]));
        check(r#"{'answers': ['1=ask: What\'s "it"?']}"#, Ok(&["1=ask: What's \"it\"?"]));
        check(r#"{'answers': ['1=a "b" c']}"#, Ok(&["1=a \"b\" c"]));
    }

    #[test]
    fn what_was_finished_counts() {
        let cut = r#"{"answers": ["0=email", "1=pho"#;
        check(cut, Ok(&["0=email"]));
        assert!(parse(cut).unwrap().cut_off);
        check(&format!("```json\n{cut}"), Ok(&["0=email"]));
        check(r#"{"answers": ["0=email","#, Ok(&["0=email"]));
        check(r#"{"answers": ["0=em"#, Err(Unusable::CutOff));
        check(r#"{"answers": ["#, Err(Unusable::CutOff));
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
            ("[\"0=email\"]", Unusable::NoJson),
            ("{\"error\": \"no\"}", Unusable::OtherShape),
            ("{\"answers\": [{\"0\": \"email\"}]}", Unusable::OtherShape),
            ("{\"answers\": \"0=email\"}", Unusable::OtherShape),
            ("{\"answers\": [1]}", Unusable::OtherShape),
            ("{answers: [0=email]}", Unusable::OtherShape),
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
        fn no_broken_json_breaks_it(text in r#"([{}\[\]"',:\\a0= ]|answers|<think>|</think>){0,60}"#) {
            let _ = parse(&text);
        }

        #[test]
        fn whatever_it_reads_was_there(cut in 0usize..60) {
            let cut: String = GOOD.chars().take(cut).collect();
            if let Ok(parsed) = parse(&cut) {
                for line in parsed.answer.answers {
                    prop_assert!(LINES.contains(&line.as_str()));
                }
            }
        }
    }
}
