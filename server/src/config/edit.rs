//! Changes of the file's text: one key at a time, and nothing else of it. Comments, order and what surrounds a key stay
//! as they are.

use std::ops::Range;

use toml_edit::{Document, DocumentMut, Item, Key, RawString, Table, TableLike, TomlError, Value};

/// Why a text cannot be changed so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum Unchanged {
    /// It is no TOML.
    #[error("it is no TOML: {0}")]
    NotToml(String),
    /// On the way to the key is something that holds no keys.
    #[error("{0} is no table in it")]
    NoTable(String),
    /// The key is a table that is written out.
    #[error("{0} is a table in it: set its keys, or edit the file")]
    IsTable(String),
    /// There is no such key.
    #[error("it is not set in it")]
    NotSet,
}

impl From<TomlError> for Unchanged {
    fn from(error: TomlError) -> Self {
        // Nothing of the text itself: it may be a secret.
        Self::NotToml(error.message().to_owned())
    }
}

/// A key of the text, and what it holds.
fn find<'a>(root: &'a Table, path: &[&str]) -> Option<(&'a Key, &'a Item, bool)> {
    let (last, way) = path.split_last()?;
    let (mut table, mut is_inline): (&dyn TableLike, bool) = (root, false);
    for part in way {
        let item = table.get(part)?;
        is_inline |= item.is_value();
        table = item.as_table_like()?;
    }
    table.get_key_value(last).map(|(key, item)| (key, item, is_inline))
}

/// What a key holds in the text, as it is written; a text without its quotes.
pub(super) fn get(text: &str, path: &[&str]) -> Result<Option<String>, Unchanged> {
    let document = Document::parse(text)?;
    Ok(find(document.as_table(), path).map(|(_, item, _)| match item.as_str() {
        Some(text) => text.to_owned(),
        None => item.to_string().trim().to_owned(),
    }))
}

/// The text with this value of a key, in the place of the one before.
pub(super) fn set(text: &str, path: &[&str], value: &Value) -> Result<String, Unchanged> {
    let document = Document::parse(text)?;
    if let Some((_, item, _)) = find(document.as_table(), path) {
        let place = item.as_value().and_then(Value::span);
        let place = place.ok_or_else(|| Unchanged::IsTable(path.join(".")))?;
        return Ok(splice(text, place, &value.to_string()));
    }
    let mut document: DocumentMut = text.parse()?;
    let is_empty = document.as_table().is_empty();
    let (last, way) = path.split_last().ok_or(Unchanged::NotSet)?;
    let mut table: &mut dyn TableLike = document.as_table_mut();
    for (depth, part) in way.iter().enumerate() {
        let item = table.entry(part).or_insert_with(|| {
            let mut new = Table::new();
            // Headers of tables that hold nothing but tables are not written.
            new.set_implicit(true);
            Item::Table(new)
        });
        let no_table = || Unchanged::NoTable(path.get(..=depth).unwrap_or_default().join("."));
        table = item.as_table_like_mut().ok_or_else(no_table)?;
    }
    table.insert(last, Item::Value(value.clone()));
    if is_empty && !text.trim().is_empty() {
        // Comments that stood alone stay at the beginning.
        document.set_trailing(RawString::default());
        let end = if text.ends_with('\n') { "" } else { "\n" };
        return Ok(format!("{text}{end}{document}"));
    }
    Ok(document.to_string())
}

/// The text without a key. Comments above it stay.
pub(super) fn unset(text: &str, path: &[&str]) -> Result<String, Unchanged> {
    let document = Document::parse(text)?;
    let (key, item, is_inline) = find(document.as_table(), path).ok_or(Unchanged::NotSet)?;
    let span = key.span().zip(item.as_value().and_then(Value::span)).filter(|_| !is_inline);
    if let Some((key, value)) = span {
        let before = text.get(..key.start).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |line| line + 1);
        let behind = text.get(value.end..).unwrap_or_default();
        let end = behind.find('\n').map_or(text.len(), |line| value.end + line + 1);
        return Ok(splice(text, start..end, ""));
    }
    let mut document: DocumentMut = text.parse()?;
    let (last, way) = path.split_last().ok_or(Unchanged::NotSet)?;
    let mut table: &mut dyn TableLike = document.as_table_mut();
    for part in way {
        let item = table.get_mut(part).and_then(Item::as_table_like_mut);
        table = item.ok_or(Unchanged::NotSet)?;
    }
    table.remove(last);
    Ok(document.to_string())
}

fn splice(text: &str, place: Range<usize>, new: &str) -> String {
    let before = text.get(..place.start).unwrap_or_default();
    let behind = text.get(place.end..).unwrap_or_default();
    [before, new, behind].concat()
}

/// What a person may have meant by a value: a switch, number, list or table if it reads as one, and the text itself.
pub(super) fn meant(value: &str) -> Vec<Value> {
    let text = Value::from(value);
    match value.parse::<Value>() {
        Ok(Value::Datetime(_)) | Err(_) => vec![text],
        Ok(mut typed) => {
            typed.decor_mut().clear();
            vec![typed, text]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "\
# The server of the house.
listen = \"127.0.0.1:3000\" # where

# How long.
trace_days = 30
allowed_hosts = [
  \"a\", # one
  \"b\",
]

[llm] # models
mode = \"auto\"

[llm.providers.home]
kind = \"ollama\"
price = { input = 1, output = 2 }
";

    fn path(key: &str) -> Vec<&str> {
        key.split('.').collect()
    }

    #[test]
    fn setting_changes_the_value_and_nothing_else() {
        let check = |key: &str, value: &str, from: &str, to: &str| {
            let first = meant(value).remove(0);
            let changed = set(FILE, &path(key), &first).unwrap();
            assert_eq!(changed, FILE.replacen(from, to, 1), "{key} {value}");
            assert_eq!(get(&changed, &path(key)).unwrap().as_deref(), Some(value), "{key}");
        };
        check("listen", "[::1]:1", "\"127.0.0.1:3000\"", "\"[::1]:1\"");
        check("trace_days", "7", "= 30", "= 7");
        check("llm.mode", "rules-only", "\"auto\"", "\"rules-only\"");
        check("llm.providers.home.price.input", "1.5", "input = 1", "input = 1.5");
        check("allowed_hosts", "[\"c\"]", "[\n  \"a\", # one\n  \"b\",\n]", "[\"c\"]");
        check("auth", "none", "]\n\n", "]\nauth = \"none\"\n\n");
        check("llm.drafts", "false", "\"auto\"\n", "\"auto\"\ndrafts = false\n");
        check("llm.providers.home.model", "m", "output = 2 }\n", "output = 2 }\nmodel = \"m\"\n");
        check(
            "llm.providers.far.kind",
            "openai",
            "output = 2 }\n",
            "output = 2 }\n\n[llm.providers.far]\nkind = \"openai\"\n",
        );
    }

    #[test]
    fn what_is_set_first_stands_below_the_comments() {
        let one = |text: &str| set(text, &["auth"], &Value::from("none")).unwrap();
        assert_eq!(one(""), "auth = \"none\"\n");
        assert_eq!(one("# a\n\n# b"), "# a\n\n# b\nauth = \"none\"\n");
        let two = set("# a\n", &["llm", "mode"], &Value::from("auto")).unwrap();
        assert_eq!(two, "# a\n[llm]\nmode = \"auto\"\n");
    }

    #[test]
    fn unsetting_takes_the_line_and_leaves_comments() {
        let check = |key: &str, gone: &str| {
            assert_eq!(unset(FILE, &path(key)).unwrap(), FILE.replacen(gone, "", 1), "{key}");
        };
        check("listen", "listen = \"127.0.0.1:3000\" # where\n");
        check("trace_days", "trace_days = 30\n");
        check("allowed_hosts", "allowed_hosts = [\n  \"a\", # one\n  \"b\",\n]\n");
        check("llm.mode", "mode = \"auto\"\n");
        check("llm.providers.home", &FILE[FILE.find("\n[llm.providers").unwrap()..]);
        assert_eq!(unset(FILE, &["auth"]), Err(Unchanged::NotSet));
        let inline = unset(FILE, &path("llm.providers.home.price.output")).unwrap();
        assert!(inline.contains("price = { input = 1") && !inline.contains("output"), "{inline}");
    }

    #[test]
    fn what_cannot_be_changed_is_told_without_the_text() {
        let secret = set("api = = \"secret\"", &["auth"], &Value::from("x")).unwrap_err();
        assert!(matches!(&secret, Unchanged::NotToml(why) if !why.contains("secret")), "{secret}");
        let table = set(FILE, &["llm"], &Value::from("x"));
        assert_eq!(table, Err(Unchanged::IsTable("llm".to_owned())));
        let none = set(FILE, &["listen", "port"], &Value::from("x"));
        assert_eq!(none, Err(Unchanged::NoTable("listen".to_owned())));
    }

    #[test]
    fn values_are_read_as_people_write_them() {
        let check = |value: &str, expected: &[&str]| {
            let meant: Vec<String> = meant(value).iter().map(ToString::to_string).collect();
            assert_eq!(meant, expected, "{value}");
        };
        check("true", &["true", "\"true\""]);
        check("12", &["12", "\"12\""]);
        check("127.0.0.1:3000", &["\"127.0.0.1:3000\""]);
        check("a, b", &["\"a, b\""]);
        check("[\"a\"]", &["[\"a\"]", "'[\"a\"]'"]);
        check("2026-01-01", &["\"2026-01-01\""]);
        check("", &["\"\""]);
    }
}
