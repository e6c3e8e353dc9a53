//! The texts that a person sees, in their language: found by key, with values in named places.
//!
//! Where texts come from is the shell's to say ([`set_source`]): in the browser that is the browser's own catalogue, which
//! has chosen the language and falls back to English by itself. Where nobody said, as in a server and in tests, they are
//! English. Nothing is decided by a text of the catalogue: what is compared or stored to be compared is a value of ours.

use std::{cell::RefCell, fmt::Display};

/// Says the text of a key; `None` where there is none.
pub type Source = dyn Fn(&str) -> Option<String>;

thread_local! {
    static SOURCE: RefCell<Option<Box<Source>>> = const { RefCell::new(None) };
    static LANGUAGE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// A text by its key: `msg!("fill_stop")`. Values go to the places that have their names: `msg!("fill_on", site = site)`.
/// With a `count`, the key's `_one` or `_other` is taken, as the language counts: `msg!("count_fields", count = 3)`.
#[macro_export]
macro_rules! msg {
    ($key:literal $(,)?) => { $crate::catalogue::text($key) };
    ($key:literal, count = $count:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::catalogue::counted($key, $count, &[$((stringify!($name), &$value)),*])
    };
    ($key:literal $(, $name:ident = $value:expr)+ $(,)?) => {
        $crate::catalogue::filled($key, &[$((stringify!($name), &$value)),+])
    };
}

/// A key in a table, for [`text()`] or [`counted`]: marks it for those who look for keys.
#[macro_export]
macro_rules! key {
    ($key:literal) => {
        $key
    };
}

/// Says where the texts of this thread come from from now on.
pub fn set_source(source: impl Fn(&str) -> Option<String> + 'static) {
    let language = source("language");
    SOURCE.with(|kept| kept.replace(Some(Box::new(source))));
    LANGUAGE.with(|kept| kept.replace(language));
}

/// The language that texts are in: `de`.
pub fn language() -> String {
    LANGUAGE.with_borrow(Clone::clone).unwrap_or_else(|| "en".to_owned())
}

/// The text of a key. What is no key is its own text: a name that is the same everywhere.
pub fn text(key: &str) -> String {
    find(key).unwrap_or_else(|| key.to_owned())
}

/// The text of a key with values in its places. A value is never read for places of its own.
pub fn filled(key: &str, values: &[(&str, &dyn Display)]) -> String {
    fill(&text(key), values)
}

/// The text for a number of things, with the number in its place `count`.
pub fn counted(key: &str, count: impl TryInto<u64>, values: &[(&str, &dyn Display)]) -> String {
    counted_exactly(key, count.try_into().unwrap_or(u64::MAX), values)
}

fn counted_exactly(key: &str, count: u64, values: &[(&str, &dyn Display)]) -> String {
    let form = if is_one(&language(), count) { "one" } else { "other" };
    let all: Vec<(&str, &dyn Display)> =
        values.iter().copied().chain([("count", &count as &dyn Display)]).collect();
    filled(&format!("{key}_{form}"), &all)
}

/// Whether a language says a number of things in the singular: the plural category `one` of Unicode's CLDR, for the
/// whole numbers of the languages that there are.
fn is_one(language: &str, count: u64) -> bool {
    match language {
        "fr" => count < 2,
        _ => count == 1,
    }
}

/// A number with so many places behind the mark that the language has.
pub fn decimal(number: f64, places: usize) -> String {
    format!("{number:.places$}").replace('.', &text(key!("decimal_mark")))
}

/// Things one after the other, as in `name, city and country`.
pub fn list<T: AsRef<str>>(things: &[T]) -> String {
    let mut things: Vec<&str> = things.iter().map(AsRef::as_ref).collect();
    match (things.pop(), things.join(", ")) {
        (None, _) => String::new(),
        (Some(last), before) if before.is_empty() => last.to_owned(),
        (Some(last), before) => msg!("list_and", before = before, last = last),
    }
}

/// Texts of others, each in quotation marks, one after the other.
pub fn quoted<T: AsRef<str>>(texts: &[T]) -> String {
    let quoted: Vec<String> =
        texts.iter().map(|text| msg!("quoted", text = text.as_ref())).collect();
    quoted.join(", ")
}

fn fill(text: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        filled.push_str(before);
        let place = behind.split_once('}').and_then(|(name, after)| {
            let (_, value) = values.iter().find(|(known, _)| *known == name)?;
            Some((value.to_string(), after))
        });
        match place {
            Some((value, after)) => {
                filled.push_str(&value);
                rest = after;
            }
            None => {
                filled.push('{');
                rest = behind;
            }
        }
    }
    filled + rest
}

fn find(key: &str) -> Option<String> {
    SOURCE.with_borrow(|source| match source {
        Some(source) => source(key),
        None => english(key),
    })
}

/// The module in the browser has no texts: the browser has them.
#[cfg(target_family = "wasm")]
fn english(_key: &str) -> Option<String> {
    None
}

#[cfg(not(target_family = "wasm"))]
fn english(key: &str) -> Option<String> {
    use std::{collections::BTreeMap, sync::LazyLock};
    static ENGLISH: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
        read(include_str!("../../extension/_locales/en/messages.json")).unwrap_or_default()
    });
    ENGLISH.get(key).cloned()
}

/// The texts of a `messages.json`, by key. The error is that of the JSON.
#[cfg(not(target_family = "wasm"))]
pub fn read(json: &str) -> Result<std::collections::BTreeMap<String, String>, serde_json::Error> {
    #[derive(serde::Deserialize)]
    struct Message {
        message: String,
    }
    let messages: std::collections::BTreeMap<String, Message> = serde_json::from_str(json)?;
    Ok(messages.into_iter().map(|(key, Message { message })| (key, message)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_go_to_their_places_and_nowhere_else() {
        let check = |text: &str, expected: &str| {
            let values: [(&str, &dyn Display); 2] = [("a", &"{b}"), ("b", &7)];
            assert_eq!(fill(text, &values), expected);
        };
        check("x", "x");
        check("{a} and {b}.", "{b} and 7.");
        check("{b}{b}", "77");
        check("{c} { {a", "{c} { {a");
    }

    #[test]
    fn each_language_counts_as_it_does() {
        let check = |language: &str, ones: &[u64]| {
            let found: Vec<u64> = (0..=101).filter(|count| is_one(language, *count)).collect();
            assert_eq!(found, ones, "{language}");
        };
        check("en", &[1]);
        check("de", &[1]);
        check("es", &[1]);
        check("fr", &[0, 1]);
    }

    #[test]
    fn texts_come_from_the_source_and_what_is_no_key_is_its_own_text() {
        assert_eq!((language().as_str(), text("OpenAI").as_str()), ("en", "OpenAI"));
        assert_eq!(
            [0, 1, 2].map(|n| msg!("count_fields", count = n)),
            ["0 fields", "1 field", "2 fields"]
        );
        assert_eq!(decimal(1.254, 2), "1.25");
        assert_eq!(
            [list::<&str>(&[]), list(&["a"]), list(&["a", "b", "c"])],
            ["", "a", "a, b and c"]
        );
        set_source(|key| match key {
            "language" => Some("fr".to_owned()),
            "decimal_mark" => Some(",".to_owned()),
            "count_fields_one" => Some("{count} champ".to_owned()),
            _ => None,
        });
        assert_eq!((language().as_str(), decimal(0.5, 1).as_str()), ("fr", "0,5"));
        assert_eq!(msg!("count_fields", count = 0_usize), "0 champ");
    }
}
