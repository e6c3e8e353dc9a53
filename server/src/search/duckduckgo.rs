//! DuckDuckGo's page without scripts. It is made for people, so it is read by the classes that it has had for years; a page
//! that has none of them is no answer.
//!
//! Links lead through `/l/?uddg=ADDRESS`, which counts clicks; what is offered is the page's own address. An ad leads through
//! `/y.js`; what is offered is the site that it names (`ad_domain`), without the counter.

use html5gum::{StartTag, Token};
use reqwest::Url;
use shared_types::search::{SearchFailure, SearchResult};

use super::{
    ask::Ask,
    read,
    settings::{Provider, facts},
};

/// The page's own class of an answer, whether or not it found something.
const OF_ANSWERS: &[&[u8]] = &[b"results", b"no-results", b"result--no-result"];

pub(super) fn to_request(at: &Provider, words: &str) -> Option<Ask> {
    let mut ask = Ask::get(at, "/html/", &[("q", words)])?;
    ask.headers.push(("accept", "text/html".into()));
    Some(ask)
}

/// One result, as far as it was read.
#[derive(Default)]
struct Draft {
    link: String,
    title: String,
    summary: String,
    is_ad: bool,
}

/// What the text that comes next belongs to, and the element that ends it.
enum Part {
    Title,
    Summary(Vec<u8>),
}

#[derive(Default)]
struct Page {
    drafts: Vec<Draft>,
    part: Option<Part>,
    is_answer: bool,
}

impl Page {
    fn open(&mut self, tag: &StartTag<()>) {
        let is = |class: &[u8]| has_class(tag, class);
        self.is_answer |= OF_ANSWERS.iter().any(|class| is(class));
        if is(b"result") {
            self.part = None;
            self.drafts.push(Draft { is_ad: is(b"result--ad"), ..Draft::default() });
        }
        let Some(draft) = self.drafts.last_mut() else { return };
        if is(b"result__a") && tag.name.as_slice() == b"a" && draft.link.is_empty() {
            draft.link = attribute(tag, b"href");
            self.part = Some(Part::Title);
        } else if is(b"result__snippet") && draft.summary.is_empty() {
            self.part = Some(Part::Summary(tag.name.to_vec()));
        }
    }

    fn close(&mut self, name: &[u8]) {
        let is_end = match &self.part {
            Some(Part::Title) => name == b"a",
            Some(Part::Summary(element)) => name == element.as_slice(),
            None => false,
        };
        if is_end {
            self.part = None;
        }
    }

    fn say(&mut self, text: &[u8]) {
        let (Some(part), Some(draft)) = (&self.part, self.drafts.last_mut()) else { return };
        let to = match part {
            Part::Title => &mut draft.title,
            Part::Summary(_) => &mut draft.summary,
        };
        // What stands there is text already: its signs are no markup once more.
        to.push_str(&escaped(&String::from_utf8_lossy(text)));
    }
}

pub(super) fn parse_response(body: &[u8]) -> Result<Vec<SearchResult>, SearchFailure> {
    let mut page = Page::default();
    for token in read::tokens(body) {
        match token {
            Token::StartTag(tag) if has_class(&tag, b"anomaly-modal__title") => {
                // A puzzle for people stands in the answer's place.
                return Err(SearchFailure::Limited);
            }
            Token::StartTag(tag) => page.open(&tag),
            Token::EndTag(tag) => page.close(&tag.name),
            Token::String(text) => page.say(&text),
            _ => {}
        }
    }
    if !page.is_answer && page.drafts.is_empty() {
        return Err(SearchFailure::Failed);
    }
    Ok(page.drafts.iter().filter_map(finished).collect())
}

fn finished(draft: &Draft) -> Option<SearchResult> {
    let (address, by_counter) = target(&draft.link)?;
    read::result(&draft.title, &address, &draft.summary, draft.is_ad || by_counter)
}

/// Where a link leads, and whether it is an ad's.
fn target(link: &str) -> Option<(String, bool)> {
    let base = Url::parse(facts(shared_types::search::SearchProvider::Duckduckgo).address).ok()?;
    let url = base.join(link.trim()).ok()?;
    let of = |name: &str| {
        url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
    };
    match url.path() {
        "/l/" if is_own(&url) => {
            let inner = of("uddg")?;
            // A counter within a counter leads nobody knows where.
            let is_counter = |url: Url| is_own(&url) && matches!(url.path(), "/l/" | "/y.js");
            (!Url::parse(&inner).is_ok_and(is_counter)).then_some((inner, false))
        }
        "/y.js" if is_own(&url) => {
            let site = of("ad_domain").filter(|site| is_name(site))?;
            Some((format!("https://{site}/"), true))
        }
        _ => Some((url.into(), false)),
    }
}

fn is_own(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    host == "duckduckgo.com" || host.ends_with(".duckduckgo.com")
}

/// Whether a text is the name of a host and nothing else.
fn is_name(text: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.');
    text.contains('.') && text.bytes().all(is_part)
}

fn attribute(tag: &StartTag<()>, name: &[u8]) -> String {
    let value = tag.attributes.iter().find(|(key, _)| key.as_slice() == name);
    value.map(|(_, value)| String::from_utf8_lossy(value).into_owned()).unwrap_or_default()
}

fn has_class(tag: &StartTag<()>, class: &[u8]) -> bool {
    let classes = tag.attributes.iter().find(|(key, _)| key.as_slice() == b"class");
    classes.is_some_and(|(_, all)| all.split(u8::is_ascii_whitespace).any(|one| one == class))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
