//! What providers say, made fit to be shown: texts without markup, addresses of web sites. Pure.

use std::collections::BTreeSet;

use html5gum::{DefaultEmitter, Token, Tokenizer};
use reqwest::Url;
use serde_json::Value;
use shared_types::search::{SearchFailure, SearchResult};

/// Results of an answer at most.
pub const MOST_RESULTS: usize = 20;

/// Characters of a title.
const LONGEST_TITLE: usize = 160;
/// Characters of a summary.
const LONGEST_SUMMARY: usize = 400;
/// Bytes of an address.
const LONGEST_ADDRESS: usize = 2048;
/// Bytes of a text that are looked at, markup included.
const LONGEST_MARKUP: usize = 1 << 14;

/// The tokens of a piece of HTML, errors left out; what scripts and styles hold is no markup.
pub(super) fn tokens(html: &[u8]) -> impl Iterator<Item = Token> {
    let mut emitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    // A slice can always be read.
    let tokens = Tokenizer::new_with_emitter(html, emitter).filter_map(Result::ok);
    tokens.filter(|token| !matches!(token, Token::Error(_)))
}

/// A text as it is shown: without markup, on one line, and not too long.
fn text(html: &str, longest: usize) -> String {
    let start = html.as_bytes().get(..LONGEST_MARKUP).unwrap_or(html.as_bytes());
    let mut out = String::new();
    let mut is_hidden = false;
    for token in tokens(start) {
        match token {
            Token::StartTag(tag) => {
                is_hidden = is_code(&tag.name);
                out.push_str(gap(&tag.name));
            }
            Token::EndTag(tag) => {
                is_hidden = false;
                out.push_str(gap(&tag.name));
            }
            Token::String(text) if !is_hidden => out.push_str(&String::from_utf8_lossy(&text)),
            _ => {}
        }
    }
    plain(&out, longest)
}

/// Whether what stands in an element is for no reader.
fn is_code(name: &[u8]) -> bool {
    matches!(name, b"script" | b"style" | b"template" | b"noscript")
}

/// What an element leaves between the texts around it: those that only mark words leave nothing.
fn gap(name: &[u8]) -> &'static str {
    match name {
        b"a" | b"b" | b"em" | b"font" | b"i" | b"mark" | b"span" | b"strong" | b"u" => "",
        _ => " ",
    }
}

/// A text on one line, without characters that show nothing or turn the rest around, and not too long.
pub(super) fn plain(text: &str, longest: usize) -> String {
    let is_odd = |c: char| {
        matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fffd}')
            || (c.is_control() && !c.is_whitespace())
    };
    let text: String = text.chars().filter(|c| !is_odd(*c)).collect();
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= longest {
        return line;
    }
    let cut: String = line.chars().take(longest.saturating_sub(1)).collect();
    format!("{}…", cut.trim_end())
}

/// An address that may be offered: of the web, of a host, without a user in it.
pub(super) fn address(text: &str) -> Option<Url> {
    let text = text.trim();
    let url = Url::parse(text).ok().filter(|_| text.len() <= LONGEST_ADDRESS)?;
    let is_plain = url.username().is_empty() && url.password().is_none();
    let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
    // Written out it may be longer than it was.
    (is_web && is_plain && url.as_str().len() <= LONGEST_ADDRESS).then_some(url)
}

/// A result, if its address may be offered. `title` and `summary` may hold markup.
pub(super) fn result(title: &str, at: &str, summary: &str, is_ad: bool) -> Option<SearchResult> {
    let url = address(at)?;
    let title = text(title, LONGEST_TITLE);
    Some(SearchResult {
        title: if title.is_empty() { url.host_str()?.to_owned() } else { title },
        summary: text(summary, LONGEST_SUMMARY),
        address: url.into(),
        is_ad,
    })
}

/// The results of a list of objects that say where a page is in `url` and what it is called in `title`.
pub(super) fn listed(list: &Value, summary: &str) -> Result<Vec<SearchResult>, SearchFailure> {
    let list = list.as_array().ok_or(SearchFailure::Failed)?;
    let one = |value: &Value| {
        let of = |name: &str| value.get(name).and_then(Value::as_str).unwrap_or_default();
        result(of("title"), of("url"), of(summary), false)
    };
    Ok(list.iter().filter_map(one).collect())
}

/// A body as JSON.
pub(super) fn json(body: &[u8]) -> Result<Value, SearchFailure> {
    let value: Value = serde_json::from_slice(body).map_err(|_| SearchFailure::Failed)?;
    if value.is_object() { Ok(value) } else { Err(SearchFailure::Failed) }
}

/// Each page once, where it stands first, ads behind all others, and no more than are shown.
pub(super) fn once(mut results: Vec<SearchResult>) -> Vec<SearchResult> {
    results.sort_by_key(|result| result.is_ad);
    let mut seen = BTreeSet::new();
    let is_new = |result: &SearchResult| seen.insert(result.address.clone());
    results.into_iter().filter(is_new).take(MOST_RESULTS).collect()
}
