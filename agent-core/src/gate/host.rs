//! What is unusual about a site's name: no encryption, letters that deceive, a name made to look like one
//! that the person knows. Says so; never decides.

use idna::punycode;

use crate::site::{host_of, is_loopback, origin_of};

/// Letters of other scripts that look like Latin ones, and the Latin letter (from Unicode's confusables,
/// the lower-case letters that fonts draw alike).
const LOOK_ALIKES: &[(&str, char)] = &[
    ("аɑαａ", 'a'),
    ("ьЬƅｂ", 'b'),
    ("сϲⅽｃ", 'c'),
    ("ԁⅾｄ", 'd'),
    ("еҽｅє", 'e'),
    ("ƒｆ", 'f'),
    ("ɡցｇ", 'g'),
    ("һհｈ", 'h'),
    ("іɩιıｉ1|l", 'i'),
    ("јϳｊ", 'j'),
    ("кκｋ", 'k'),
    ("ⅼӏｌ", 'i'),
    ("мｍ", 'm'),
    ("пոｎ", 'n'),
    ("оοσօｏ0", 'o'),
    ("рρｐ", 'p'),
    ("ԛգｑ", 'q'),
    ("гｒ", 'r'),
    ("ѕꜱｓ", 's'),
    ("тτｔ", 't'),
    ("υսｕ", 'u'),
    ("ѵνｖ", 'v'),
    ("ԝωｗ", 'w'),
    ("хχｘ", 'x'),
    ("уγүｙ", 'y'),
    ("ᴢｚ", 'z'),
];

/// The letters of a host's name.
#[derive(Debug, PartialEq, Eq)]
pub enum Letters {
    /// Those that every name was once written in.
    Latin,
    /// Letters of several alphabets in one word; the name in them.
    Mixed(String),
    /// Others, which look like Latin ones; the Latin name that it looks like.
    Deceiving(String),
    /// Those of another language; the name in them.
    Own(String),
}

impl Letters {
    /// Those of this host.
    pub fn of(host: &str) -> Self {
        if !host.split('.').any(|label| label.starts_with("xn--")) {
            return Self::Latin;
        }
        let shown = decoded(host);
        let alike = skeleton(&shown);
        match alike.is_ascii() {
            _ if is_mixed(&shown) => Self::Mixed(shown),
            true => Self::Deceiving(alike),
            false => Self::Own(shown),
        }
    }
}

/// What a person should know before giving anything to this site. `known` are origins that they gave
/// something to before.
pub fn warnings(origin: &str, known: &[&str]) -> Vec<String> {
    let Some((scheme, _)) = origin.split_once("://") else {
        return vec![msg!("gate_it_is_no_ordinary_web_site")];
    };
    let host = host_of(origin);
    let mut said = Vec::new();
    if scheme == "http" && !is_this_machine(host) {
        said.push(msg!("gate_it_is_not_encrypted_http_others_on"));
    }
    match Letters::of(host) {
        Letters::Latin => {}
        Letters::Mixed(shown) => {
            said.push(msg!("gate_its_name_mixes_letters_of_several", shown = shown));
        }
        Letters::Deceiving(alike) => {
            said.push(msg!("gate_its_name_only_looks_like_its", alike = alike));
        }
        Letters::Own(shown) => said.push(msg!("gate_its_name_in_its_own_letters", shown = shown)),
    }
    said.extend(known.iter().find_map(|known| alike(host, known)));
    said
}

/// Whether a host is this machine. Names below `localhost` count as well: Chromium resolves them to nothing else.
fn is_this_machine(host: &str) -> bool {
    is_loopback(host) || host.ends_with(".localhost")
}

/// Whether a host is made to be taken for the host of a known site.
fn alike(host: &str, known: &str) -> Option<String> {
    let theirs = host_of(known);
    (contains(host, theirs) || is_near(host, theirs))
        .then(|| msg!("gate_its_name_looks_like_which_you_know", theirs = theirs))
}

/// Whether two names are long enough, and no machine of one's own, so that one can be taken for the other.
fn can_be_taken(host: &str, theirs: &str) -> bool {
    theirs != host && !is_this_machine(theirs) && !is_this_machine(host) && theirs.len() >= 6
}

/// Whether a host's name begins with all of another's, or has it in the middle: `bank.example.evil.test`.
pub fn contains(host: &str, theirs: &str) -> bool {
    let shown = decoded(host);
    can_be_taken(host, theirs)
        && (shown.starts_with(&format!("{theirs}.")) || shown.contains(&format!(".{theirs}.")))
}

/// Whether a host's name is read like another's.
pub fn reads_alike(host: &str, theirs: &str) -> bool {
    can_be_taken(host, theirs) && skeleton(&decoded(host)) == skeleton(&decoded(theirs))
}

/// Whether a host's name is read like another's, or is one letter off.
pub fn is_near(host: &str, theirs: &str) -> bool {
    let is_one_off = || strsim::damerau_levenshtein(&decoded(host), theirs) == 1;
    reads_alike(host, theirs) || (can_be_taken(host, theirs) && is_one_off())
}

/// The host as a reader takes it: letters that look like Latin ones are those.
fn skeleton(host: &str) -> String {
    let one = |c: char| {
        LOOK_ALIKES.iter().find(|(letters, _)| letters.contains(c)).map_or(c, |(_, latin)| *latin)
    };
    host.chars().map(one).collect::<String>().replace("rn", "m").replace("vv", "w")
}

/// Whether one label has Latin letters beside letters of another alphabet.
fn is_mixed(host: &str) -> bool {
    host.split('.').any(|label| {
        let letters = || label.chars().filter(|c| c.is_alphabetic());
        let latin = |c: char| c.is_ascii() || ('\u{c0}'..='\u{24f}').contains(&c);
        letters().any(latin) && letters().any(|c| !latin(c))
    })
}

/// The host with its `xn--` labels in their own letters.
pub(crate) fn decoded(host: &str) -> String {
    let labels = host.split('.').map(|label| {
        label
            .strip_prefix("xn--")
            .and_then(punycode::decode_to_string)
            .unwrap_or_else(|| label.to_owned())
    });
    labels.collect::<Vec<_>>().join(".")
}

/// Whether a form goes to another site than the one it stands on. No address: it stays.
pub fn leaves(form_action: &str, origin: &str) -> bool {
    !form_action.is_empty() && origin_of(form_action) != origin
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_other_letters_are_read() {
        for (host, expected) in [
            ("xn--mnchen-3ya.de", "münchen.de"),
            ("www.xn--80ak6aa92e.com", "www.аррӏе.com"),
            ("xn--egbpdaj6bu4bxfgehfvwxn.example", "ليهمابتكلموشعربي؟.example"),
            ("xn--99999999999.example", "xn--99999999999.example"),
            ("xn--a-!.example", "xn--a-!.example"),
        ] {
            assert_eq!(decoded(host), expected);
        }
    }

    #[test]
    fn names_alike_are_of_other_sites_that_are_no_machine_of_ones_own() {
        for (host, known, expected) in [
            ("mybamk.example", "https://mybank.example", true),
            ("x.mybank.example.evil.test", "https://mybank.example", true),
            ("abd.de", "https://abc.de", true),
            ("ab.cd", "https://ab.ce", false),
            ("127.0.0.1", "http://127.0.0.2", false),
            ("locaihost", "http://localhost", false),
            ("localhost", "https://localhosx", false),
            ("mybank.example", "https://mybank.example:8443", false),
        ] {
            assert_eq!(alike(host, known).is_some(), expected, "{host} {known}");
        }
    }

    #[test]
    fn a_form_leaves_for_another_site_alone() {
        for (action, expected) in [
            ("", false),
            ("https://site.example/submit", false),
            ("https://other.example/submit", true),
            ("http://site.example/submit", true),
        ] {
            assert_eq!(leaves(action, "https://site.example"), expected, "{action}");
        }
    }

    #[test]
    fn what_is_unusual_is_said() {
        let known = ["https://mybank.example", "https://shop.example.org"];
        let check = |origin: &str, words: &[&str]| {
            let said = warnings(origin, &known);
            assert_eq!(said.len(), words.len(), "{origin}: {said:?}");
            for (said, word) in said.iter().zip(words) {
                assert!(said.contains(word), "{origin}: {said}");
            }
        };
        check("https://new.example", &[]);
        check("https://mybank.example", &[]);
        check("https://www.mybank.example", &[]);
        check("https://mybank.example:8443", &[]);
        check("http://new.example", &["http"]);
        check("http://127.0.0.1:8000", &[]);
        check("http://localhost", &[]);
        check("http://a.localhost", &[]);
        check("http://notlocalhost", &["http"]);
        check("http://[::1]:3000", &[]);
        check("http://127.0.0.1.evil.test", &["http"]);
        check("null", &["an ordinary"]);
        check("https://xn--mnchen-3ya.de", &["own letters"]);
        check("https://xn--80ak6aa92e.com", &["looks like"]);
        check("https://xn--mbank-2ve.example", &["mixes"]);
        check("https://rnybank.example", &["looks like mybank.example"]);
        check("https://mybanк.example", &["looks like"]);
        check("https://mybank.example.evil.test", &["looks like"]);
        check("https://mybamk.example", &["looks like"]);
    }
}
