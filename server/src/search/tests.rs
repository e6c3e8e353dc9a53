use proptest::prelude::*;
use reqwest::Url;

use super::{
    read::MOST_RESULTS,
    settings::{PROVIDERS, facts},
    *,
};

const DUCKDUCKGO: &str = include_str!("tests/duckduckgo.html");

fn check(provider: SearchProvider, body: &str, expected: Result<&[&str], SearchFailure>) {
    let found = parse(provider, body.as_bytes());
    let line = |result: SearchResult| {
        let SearchResult { title, address, summary, is_ad } = result;
        let ad = if is_ad { "ad " } else { "" };
        format!("{ad}{title} | {address} | {summary}")
    };
    let found = found.map(|results| results.into_iter().map(line).collect::<Vec<_>>());
    let expected = expected.map(|lines| lines.iter().map(|line| (*line).to_owned()).collect());
    assert_eq!(found, expected, "{body:.200}");
}

#[test]
fn each_is_asked_in_its_own_way() {
    let check = |name, expected: &str| {
        let at = Provider { name, address: "https://p.example/base".to_owned(), key: "k-1".into() };
        let Ask { url, headers, body } = to_request(&at, "renew passport & 50% \"x\"").unwrap();
        let headers: Vec<String> =
            headers.iter().map(|(name, value)| format!("{name}: {}", value.reveal())).collect();
        let body = String::from_utf8(body.unwrap_or_default()).unwrap();
        assert_eq!(format!("{url} {} {body}", headers.join(", ")), expected);
    };
    let words = "renew+passport+%26+50%25+%22x%22";
    check(
        SearchProvider::Searxng,
        &format!("https://p.example/base/search?q={words}&format=json accept: application/json "),
    );
    check(
        SearchProvider::Brave,
        &format!(
            "https://p.example/base/res/v1/web/search?q={words}&count=20 accept: application/json, x-subscription-token: k-1 "
        ),
    );
    check(
        SearchProvider::Tavily,
        "https://p.example/base/search accept: application/json, authorization: Bearer k-1 \
         {\"max_results\":20,\"query\":\"renew passport & 50% \\\"x\\\"\",\"search_depth\":\"basic\"}",
    );
    check(
        SearchProvider::Duckduckgo,
        &format!("https://p.example/base/html/?q={words} accept: text/html "),
    );
}

#[test]
fn lists_of_objects_are_read() {
    check(
        SearchProvider::Searxng,
        r#"{"query": "x", "results": [
            {"url": "https://a.example/1", "title": "One", "content": "First &amp; <b>best</b>", "engine": "e"},
            {"url": "https://a.example/2", "title": "", "content": null},
            {"title": "nowhere"}, 7, null], "answers": []}"#,
        Ok(&["One | https://a.example/1 | First & best", "a.example | https://a.example/2 | "]),
    );
    check(
        SearchProvider::Brave,
        r#"{"type": "search", "web": {"type": "search", "results": [
            {"title": "Renew <strong>passport</strong>", "url": "https://b.example/", "description": "On&nbsp;line<br>today"}]}}"#,
        Ok(&["Renew passport | https://b.example/ | On line today"]),
    );
    check(
        SearchProvider::Tavily,
        r#"{"query": "x", "results": [{"title": "T", "url": "http://c.example/p?q=1#here", "content": "a < b", "score": 0.9}]}"#,
        Ok(&["T | http://c.example/p?q=1#here | a < b"]),
    );
}

#[test]
fn what_is_no_answer_is_told_from_one_that_found_nothing() {
    use SearchFailure::{Failed, Limited, Nothing};
    for (provider, body, why) in [
        (SearchProvider::Searxng, r#"{"results": []}"#, Nothing),
        (SearchProvider::Searxng, r#"{"results": {}}"#, Failed),
        (SearchProvider::Searxng, "[]", Failed),
        (SearchProvider::Searxng, "<html><body>Sign in</body></html>", Failed),
        (SearchProvider::Brave, r#"{"type": "search"}"#, Nothing),
        (SearchProvider::Brave, r#"{"type": "ErrorResponse"}"#, Failed),
        (SearchProvider::Tavily, r#"{"detail": "x"}"#, Failed),
        (SearchProvider::Tavily, "", Failed),
        (SearchProvider::Duckduckgo, "<h1>Sign in</h1>", Failed),
        (SearchProvider::Duckduckgo, "", Failed),
        (
            SearchProvider::Duckduckgo,
            "<div class='results'><div class='no-results'>No</div>",
            Nothing,
        ),
        (
            SearchProvider::Duckduckgo,
            "<div class='results'></div><div class=\"anomaly-modal__title\">Are you a robot?</div>",
            Limited,
        ),
        // Somebody paid for all of it.
        (
            SearchProvider::Duckduckgo,
            "<div class='result result--ad'><a class='result__a' href='//duckduckgo.com/y.js?ad_domain=ads.test'>Buy</a></div>",
            Nothing,
        ),
    ] {
        check(provider, body, Err(why));
    }
}

#[test]
fn a_page_of_duckduckgo_is_read() {
    check(
        SearchProvider::Duckduckgo,
        DUCKDUCKGO,
        Ok(&[
            "Passports - Ireland.ie | https://www.ireland.ie/en/dfa/passports/ | Renew your passport online in 10 days & more.",
            "A <b>bold</b> claim | https://direct.example/page?a=1&b=2 | Text only",
            "next.example | https://next.example/ | ",
            "ad Passport help | https://ads.test/ | We fill it in for money",
            "ad Cheaper passports | https://cheap.test/ | ",
        ]),
    );
}

#[test]
fn hostile_texts_and_addresses_get_nowhere() {
    let listed = |title: &str, url: &str, content: &str| {
        serde_json::json!({"results": [
            {"title": "ok", "url": "https://ok.example/", "content": ""},
            {"title": title, "url": url, "content": content},
        ]})
        .to_string()
    };
    for url in [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        " java\nscript:alert(1)",
        "data:text/html,<script>",
        "file:///etc/passwd",
        "chrome-extension://abc/panel.html",
        "about:blank",
        "blob:https://a.example/1",
        "//a.example/",
        "/relative",
        "https://",
        "https://user@evil.test/",
        "https://bank.example:pass@evil.test/",
        "ftp://a.example/",
        &format!("https://a.example/{}", "x".repeat(3000)),
        &format!("https://a.example/{}", "ü".repeat(1000)),
    ] {
        check(
            SearchProvider::Searxng,
            &listed("bad", url, ""),
            Ok(&["ok | https://ok.example/ | "]),
        );
    }
    let long = format!("{}{}", "y".repeat(159), "…");
    for (title, content, shown) in [
        ("<script>alert(1)</script>Hi", "<style>x</style>there", "Hi | https://b.example/ | there"),
        (
            "<img src=x onerror=alert(1)>Hi",
            "<a href='javascript:1'>x</a>",
            "Hi | https://b.example/ | x",
        ),
        ("a\u{202e}b\u{200b}c\u{0}d\n\te", "\u{feff}", "abcd e | https://b.example/ | "),
        (&"y".repeat(5000), "", &format!("{long} | https://b.example/ | ")),
        ("&lt;b&gt; <!-- x --> &#x41;", "&amp;amp;", "<b> A | https://b.example/ | &amp;"),
    ] {
        let expected = ["ok | https://ok.example/ | ", shown];
        check(
            SearchProvider::Searxng,
            &listed(title, "https://b.example/", content),
            Ok(&expected),
        );
    }
}

#[test]
fn links_of_duckduckgo_lead_to_the_page_itself() {
    let page = |link: &str| {
        format!(
            "<div class=result><a class=result__a href='https://ok.example/'>ok</a></div>\
             <div class=result><a class=result__a href='{link}'>x</a></div>"
        )
    };
    for (link, leads) in [
        (
            "//duckduckgo.com/l/?uddg=https%3A%2F%2Fa.example%2Fp%3Fq%3D1&amp;rut=1",
            Some("https://a.example/p?q=1"),
        ),
        ("/l/?kh=-1&uddg=http%3A%2F%2Fa.example%2F", Some("http://a.example/")),
        (
            "https://a.example/l/?uddg=https%3A%2F%2Fb.example%2F",
            Some("https://a.example/l/?uddg=https%3A%2F%2Fb.example%2F"),
        ),
        ("//duckduckgo.com/l/?uddg=javascript%3Aalert(1)", None),
        ("//duckduckgo.com/l/?uddg=%2F%2Fduckduckgo.com%2Fl%2F%3Fuddg%3Dx", None),
        ("//duckduckgo.com/l/?uddg=https%3A%2F%2Fduckduckgo.com%2Fl%2F%3Fuddg%3Dx", None),
        ("//duckduckgo.com/l/?rut=1", None),
        ("javascript:alert(1)", None),
        ("//duckduckgo.com/y.js?u3=https%3A%2F%2Fb.example", None),
        ("//duckduckgo.com/y.js?ad_domain=javascript%3A1", None),
        ("//duckduckgo.com/y.js?ad_domain=u%40evil.test", None),
    ] {
        let found = parse(SearchProvider::Duckduckgo, page(link).as_bytes()).unwrap();
        let found: Vec<&str> = found.iter().map(|result| result.address.as_str()).collect();
        let expected: Vec<&str> = ["https://ok.example/"].into_iter().chain(leads).collect();
        assert_eq!(found, expected, "{link}");
    }
}

#[test]
fn each_page_comes_once_and_twenty_come_at_most() {
    let one = |at: usize| serde_json::json!({"title": "t", "url": format!("https://a.example/{}", at / 2)});
    let body = serde_json::json!({"results": (0..100).map(one).collect::<Vec<_>>()}).to_string();
    let found = parse(SearchProvider::Tavily, body.as_bytes()).unwrap();
    assert_eq!(found.len(), MOST_RESULTS);
    let page: String = (0..50)
        .map(|at| format!("<div class='result result--ad'><a class=result__a href='https://a.example/{at}'>x</a></div>"))
        .chain(["<div class=result><a class=result__a href='https://last.example/'>x</a></div>".to_owned()])
        .collect();
    let found = parse(SearchProvider::Duckduckgo, page.as_bytes()).unwrap();
    assert_eq!((found.len(), found[0].address.as_str()), (MOST_RESULTS, "https://last.example/"));
}

#[test]
fn statuses_say_why() {
    use SearchFailure::{Failed, Limited, Refused};
    let at =
        |name| Provider { name, address: facts(name).address.to_owned(), key: Private::default() };
    for (status, why) in [
        (202, Limited),
        (402, Limited),
        (429, Limited),
        (432, Limited),
        (401, Refused),
        (403, Refused),
        (204, Failed),
        (302, Failed),
        (404, Failed),
        (500, Failed),
    ] {
        let response = Response { status, retry_after: None, body: DUCKDUCKGO.as_bytes().to_vec() };
        assert_eq!(judge(&at(SearchProvider::Duckduckgo), &response), Err(why), "{status}");
    }
}

/// A body of a provider with some of it replaced by other bytes.
fn damaged() -> impl Strategy<Value = (SearchProvider, Vec<u8>)> {
    let good = prop_oneof![
        Just(DUCKDUCKGO.to_owned()),
        Just(r#"{"type":"search","web":{"results":[{"title":"<b>t","url":"https://a.example/","description":"d"}]},"results":[{"title":"t","url":"javascript:x","content":"c"}]}"#.to_owned()),
    ];
    let parts = prop_oneof![
        any::<[u8; 4]>().prop_map(|bytes| bytes.to_vec()),
        Just(b"javascript:x".to_vec()),
        Just(b"data:x".to_vec()),
        Just(b"<script>".to_vec()),
        Just(b"' href='file:///x".to_vec()),
        Just(b"%00&#0;".to_vec()),
    ];
    let edits = prop::collection::vec((any::<prop::sample::Index>(), 0..40_usize, parts), 0..6);
    (prop::sample::select(PROVIDERS), good, edits).prop_map(|(provider, good, edits)| {
        let mut body = good.into_bytes();
        for (at, length, part) in edits {
            let start = at.index(body.len() + 1);
            let end = (start + length).min(body.len());
            body.splice(start..end, part);
        }
        (provider, body)
    })
}

fn is_fit(results: &[SearchResult]) -> bool {
    results.len() <= MOST_RESULTS
        && results.iter().all(|result| {
            let url = Url::parse(&result.address).unwrap();
            let texts = [&result.title, &result.summary];
            matches!(url.scheme(), "http" | "https")
                && url.has_host()
                && url.username().is_empty()
                && texts
                    .iter()
                    .all(|text| text.chars().count() <= 400 && !text.chars().any(char::is_control))
        })
}

proptest! {
    #[test]
    fn whatever_comes_no_other_address_gets_through((provider, body) in damaged()) {
        if let Ok(results) = parse(provider, &body) {
            prop_assert!(is_fit(&results), "{results:?}");
        }
    }

    #[test]
    fn any_bytes_are_read(provider in prop::sample::select(PROVIDERS), body in prop::collection::vec(any::<u8>(), 0..300)) {
        if let Ok(results) = parse(provider, &body) {
            prop_assert!(is_fit(&results), "{results:?}");
        }
    }
}
