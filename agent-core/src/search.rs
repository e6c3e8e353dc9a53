//! Pages that a search provider knows, as a list to choose from: what is an ad, what may imitate somebody, and what the
//! person used before. Which sites those are is known in the browser alone. Nothing here opens a page.

use shared_types::search::{SearchFailure, SearchProvider, SearchResult};

use crate::{
    gate::{Letters, contains, is_near, reads_alike},
    site::{host_of, origin_of, registrable},
};

/// Names shorter than this are one letter off each other by chance (`irs`, `dmv`).
const SHORT: usize = 5;
/// Most pages that are shown, whatever a server says.
const MOST: usize = 20;

/// A page to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// What it is called.
    pub title: String,
    /// Whose it is: the host in its own letters, with a port where that is unusual. What deceives is shown as it is sent.
    pub host: String,
    /// Where it is.
    pub address: String,
    /// What it says.
    pub summary: String,
    /// Whether somebody paid for it.
    pub is_ad: bool,
    /// Whether the person sent a form there, or taught one.
    pub is_used: bool,
    /// What speaks against it.
    pub doubt: Option<Doubt>,
}

/// Why a page may be somebody else's than it seems.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Doubt {
    /// Its name looks like this one.
    LooksLike(String),
    /// Its name mixes letters of several alphabets.
    Mixed,
}

/// What is shown of results, ads behind everything else. `used` are origins at which the person sent or taught a form. Of ads
/// alone nothing is shown.
pub fn choices(results: Vec<SearchResult>, used: &[&str]) -> Vec<Choice> {
    // As an address is sent: one in other letters would be shown as it wants to be read.
    let is_sent_so = |origin: &str| {
        origin.bytes().all(|byte| byte.is_ascii_alphanumeric() || b":/.-_[]".contains(&byte))
    };
    let is_web = |result: &SearchResult| {
        let origin = origin_of(&result.address);
        !origin.is_empty() && is_sent_so(&origin)
    };
    let mut results: Vec<SearchResult> = results.into_iter().filter(is_web).take(MOST).collect();
    results.sort_by_key(|result| result.is_ad);
    if results.first().is_none_or(|first| first.is_ad) {
        return Vec::new();
    }
    let hosts: Vec<String> = results
        .iter()
        .filter(|result| !result.is_ad)
        .map(|result| host_of(&origin_of(&result.address)).to_owned())
        .collect();
    results.into_iter().map(|result| choice(result, &hosts, used)).collect()
}

fn choice(result: SearchResult, others: &[String], used: &[&str]) -> Choice {
    let origin = origin_of(&result.address);
    let is_used = used.iter().any(|known| authority(known) == authority(&origin));
    let doubt = if is_used { None } else { doubt(host_of(&origin), others, used) };
    let host = match Letters::of(host_of(&origin)) {
        Letters::Own(shown) if doubt.is_none() => {
            authority(&origin).replacen(host_of(&origin), &shown, 1)
        }
        _ => authority(&origin).to_owned(),
    };
    let SearchResult { title, address, summary, is_ad } = result;
    Choice { title, host, address, summary, is_ad, is_used, doubt }
}

/// Host and port of an origin, whether by http or https, with or without `www`.
fn authority(origin: &str) -> &str {
    let authority = origin.split_once("://").map_or(origin, |(_, authority)| authority);
    without_www(authority)
}

fn without_www(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}

fn doubt(host: &str, others: &[String], used: &[&str]) -> Option<Doubt> {
    match Letters::of(host) {
        Letters::Mixed(_) => return Some(Doubt::Mixed),
        Letters::Deceiving(alike) => return Some(Doubt::LooksLike(alike)),
        Letters::Own(_) | Letters::Latin => {}
    }
    // Of two results that nobody knows either may be the imitation, so both are marked.
    let known = used.iter().map(|origin| host_of(origin));
    let theirs =
        known.chain(others.iter().map(String::as_str)).find(|theirs| imitates(host, theirs))?;
    Some(Doubt::LooksLike(without_www(theirs).to_owned()))
}

/// Whether a host may be taken for another one, of somebody else.
fn imitates(host: &str, theirs: &str) -> bool {
    let (ours, theirs_own) = (registrable(host), registrable(theirs));
    if ours == theirs_own {
        return false;
    }
    contains(host, theirs_own)
        || reads_alike(ours, theirs_own)
        || (is_near(ours, theirs_own) && is_telling(ours, theirs_own))
}

/// Whether names that differ in so little differ in what is theirs: not in the country alone, nor in a few letters in all.
fn is_telling(one: &str, other: &str) -> bool {
    let (name, rest) = one.split_once('.').unwrap_or((one, ""));
    let (other_name, other_rest) = other.split_once('.').unwrap_or((other, ""));
    let is_long = name.chars().count() >= SHORT && other_name.chars().count() >= SHORT;
    let is_country_alone = name == other_name && rest.len() == 2 && other_rest.len() == 2;
    is_long && !is_country_alone
}

/// What a provider is called.
pub const fn name(provider: SearchProvider) -> &'static str {
    match provider {
        SearchProvider::Searxng => "SearXNG",
        SearchProvider::Brave => "Brave",
        SearchProvider::Tavily => "Tavily",
        SearchProvider::Duckduckgo => "DuckDuckGo",
    }
}

/// Why a provider gave nothing, for people.
pub fn why(failure: SearchFailure) -> String {
    match failure {
        SearchFailure::Unreachable => msg!("find_why_unreachable"),
        SearchFailure::TimedOut => msg!("find_why_timed_out"),
        SearchFailure::Limited => msg!("find_why_limited"),
        SearchFailure::Refused => msg!("find_why_refused"),
        SearchFailure::Failed => msg!("find_why_failed"),
        SearchFailure::Nothing => msg!("find_why_nothing"),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(address: &str) -> SearchResult {
        let address = address.strip_prefix("ad ").map_or((address, false), |rest| (rest, true));
        SearchResult {
            title: "A page".to_owned(),
            address: address.0.to_owned(),
            is_ad: address.1,
            ..SearchResult::default()
        }
    }

    /// Each choice as its host and its marks.
    fn check(results: &[&str], used: &[&str], expected: &[&str]) {
        let choices = choices(results.iter().map(|address| at(address)).collect(), used);
        let line = |choice: &Choice| {
            let doubt = match &choice.doubt {
                Some(Doubt::LooksLike(host)) => format!(" like {host}"),
                Some(Doubt::Mixed) => " mixed".to_owned(),
                None => String::new(),
            };
            let ad = if choice.is_ad { " ad" } else { "" };
            let used = if choice.is_used { " used" } else { "" };
            format!("{}{ad}{used}{doubt}", choice.host)
        };
        let lines: Vec<String> = choices.iter().map(line).collect();
        assert_eq!(lines, expected, "{results:?} {used:?}");
    }

    #[test]
    fn ads_are_never_first() {
        let good = "https://www.ireland.ie/passports";
        check(&["ad https://ads.test/x", good], &[], &["ireland.ie", "ads.test ad"]);
        check(&["ad https://ads.test/x"], &[], &[]);
        check(&[], &[], &[]);
    }

    #[test]
    fn what_was_used_before_is_marked_whatever_its_scheme() {
        check(
            &["https://www.bank.example/a", "https://bank.example:8443/"],
            &["http://bank.example"],
            &["bank.example used", "bank.example:8443"],
        );
        check(
            &["http://127.0.0.1:1/", "http://127.0.0.1:2/"],
            &["http://127.0.0.1:2"],
            &["127.0.0.1:1", "127.0.0.1:2 used"],
        );
    }

    #[test]
    fn what_imitates_is_marked() {
        for (results, used, expected) in [
            // Somebody known, and somebody who is nearly called so.
            (
                &["https://mybamk.example/", "https://mybank.example/"][..],
                &["https://mybank.example"][..],
                &["mybamk.example like mybank.example", "mybank.example used"][..],
            ),
            (
                &["https://mybamk.example/"],
                &["https://www.mybank.example"],
                &["mybamk.example like mybank.example"],
            ),
            // Of two that nobody knows both are.
            (
                &["https://passport-office.org/", "https://www.passport-0ffice.org/"],
                &[],
                &[
                    "passport-office.org like passport-0ffice.org",
                    "passport-0ffice.org like passport-office.org",
                ],
            ),
            // Who has another's name in front of their own.
            (
                &["https://passport.gov.ie/", "https://passport.gov.ie.renew.test/"],
                &[],
                &["passport.gov.ie", "passport.gov.ie.renew.test like passport.gov.ie"],
            ),
            // Letters that deceive, and those of a language.
            (&["https://xn--80ak6aa92e.com/"], &[], &["xn--80ak6aa92e.com like appie.com"]),
            (&["https://xn--mbank-2ve.example/"], &[], &["xn--mbank-2ve.example mixed"]),
            (&["https://xn--mnchen-3ya.de/"], &[], &["münchen.de"]),
            // A server that sends them as they want to be read.
            (&["https://p\u{430}ypal.com/"], &[], &[]),
            // A short name that reads like one that was used.
            (&["https://lng.de/"], &["https://ing.de"], &["lng.de like ing.de"]),
            // An ad is no reason to doubt a result.
            (
                &["ad https://mybamk.example/", "https://mybank.example/"],
                &[],
                &["mybank.example", "mybamk.example ad like mybank.example"],
            ),
        ] {
            check(results, used, expected);
        }
    }

    #[test]
    fn what_is_alike_by_chance_is_not_marked() {
        for results in [
            ["https://www.dmv.ca.gov/", "https://www.dmv.pa.gov/"],
            ["https://www.example.org/a", "https://forms.example.org/b"],
            ["https://www.brand-shop.ca/", "https://www.brand-shop.cn/"],
            ["https://service.gov.uk/", "https://services.gov.uk.example.org/"],
            ["http://127.0.0.1/", "http://127.0.0.2/"],
        ] {
            let choices = choices(results.iter().map(|address| at(address)).collect(), &[]);
            assert!(choices.iter().all(|choice| choice.doubt.is_none()), "{choices:?}");
        }
    }

    #[test]
    fn addresses_of_no_web_site_are_left_out() {
        check(
            &[
                "javascript:alert(1)",
                "data:text/html,x",
                "file:///etc/passwd",
                "chrome://settings",
                "https://bank.example@evil.test/",
                "//evil.test/",
                "",
                "https://a.example/",
            ],
            &[],
            &["a.example"],
        );
    }

    proptest! {
        #[test]
        fn whatever_is_found_ads_are_last_and_addresses_are_of_the_web(
            results in prop::collection::vec((".{0,12}|(https?|data|javascript)://[a-z0-9.@-]{0,20}(/.{0,4})?", any::<bool>()), 0..8),
            used in prop::collection::vec("https?://[a-z.]{0,12}", 0..3),
        ) {
            let results = results.into_iter().map(|(address, is_ad)| SearchResult {
                address,
                is_ad,
                ..SearchResult::default()
            });
            let used: Vec<&str> = used.iter().map(String::as_str).collect();
            let choices = choices(results.collect(), &used);
            prop_assert!(choices.first().is_none_or(|first| !first.is_ad));
            prop_assert!(choices.is_sorted_by_key(|choice| choice.is_ad));
            prop_assert!(choices.iter().all(|choice| !origin_of(&choice.address).is_empty()));
            prop_assert!(choices.iter().all(|choice| !choice.is_used || choice.doubt.is_none()));
        }
    }
}
