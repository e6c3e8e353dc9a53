//! What a person types, checked: addresses, records, numbers. An error says what to do and
//! holds nothing of what was typed.

use serde_json::Value;
use shared_types::Record;

/// A page's address; `https://` is added where the scheme is missing (`http://` on this machine).
pub fn page_address(text: &str) -> Result<String, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err(msg!("person_enter_the_address_of_the_page"));
    }
    let url = if has_scheme(text) {
        text.to_owned()
    } else if is_loopback(authority(text)) {
        format!("http://{text}")
    } else {
        format!("https://{text}")
    };
    let (scheme, rest) = url.split_once("://").unwrap_or_default();
    match scheme.to_ascii_lowercase().as_str() {
        "http" | "https" if is_host(authority(rest)) => Ok(url),
        "http" | "https" => Err(msg!("person_that_is_no_address_a_name_such_as")),
        _ => Err(msg!("person_only_pages_whose_address_starts")),
    }
}

/// A scheme with `://`, or one such as `javascript:` that is no host with a port.
fn has_scheme(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else { return false };
    let port = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let is_port = !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    !is_port && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
}

fn authority(rest: &str) -> &str {
    rest.split(['/', '?', '#']).next().unwrap_or_default()
}

fn host(authority: &str) -> &str {
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, _)) => address,
        None => host.split(':').next().unwrap_or_default(),
    }
}

fn is_host(authority: &str) -> bool {
    let port = authority.rsplit_once(':').map(|(_, port)| port).filter(|port| !port.contains(']'));
    let port_fits = port.is_none_or(|port| port.parse::<u16>().is_ok());
    port_fits
        && !host(authority).is_empty()
        && !authority.contains(|c: char| c.is_whitespace() || "<>\"{}|\\^`".contains(c))
}

fn is_loopback(authority: &str) -> bool {
    let host = host(authority);
    host == "localhost" || host.starts_with("127.") || host == "::1"
}

/// A record: a JSON object, or nothing.
pub fn record(text: &str) -> Result<Option<Record>, String> {
    if text.trim().is_empty() {
        return Ok(None);
    }
    match serde_json::from_str::<Value>(text) {
        Ok(Value::Object(map)) => {
            let mut record = Record::default();
            record.0.extend(map);
            Ok(Some(record))
        }
        Ok(other) => {
            Err(msg!("person_a_record_is_an_object_in_braces_as", other = kind_of(&other)))
        }
        Err(error) => Err(json_error(&error)),
    }
}

/// Where JSON goes wrong, in words. Nothing of the text itself is repeated.
pub fn json_error(error: &serde_json::Error) -> String {
    let place = msg!("person_line_column", line = error.line(), column = error.column());
    if error.is_eof() {
        msg!("person_this_is_no_complete_json_it_ends", place = place)
    } else {
        msg!("person_this_is_no_json_look_at_names_and", place = place)
    }
}

/// The kind of a JSON value, with its article.
pub fn kind_of(value: &Value) -> String {
    match value {
        Value::Null => msg!("person_nothing"),
        Value::Bool(_) => msg!("person_a_yes_or_no"),
        Value::Number(_) => msg!("person_a_number"),
        Value::String(_) => msg!("person_a_text"),
        Value::Array(_) => msg!("person_a_list"),
        Value::Object(_) => msg!("person_an_object"),
    }
}

/// Rounds at most, 1 to 200.
pub fn max_steps(text: &str) -> Result<u32, String> {
    text.trim()
        .parse()
        .ok()
        .filter(|steps| (1..=200).contains(steps))
        .ok_or_else(|| msg!("person_enter_a_whole_number_from_1_to_200"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_addresses() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(page_address(text).ok().as_deref(), expected, "{text}");
        };
        check(" https://example.com/form?a=1 ", Some("https://example.com/form?a=1"));
        check("example.com/apply", Some("https://example.com/apply"));
        check("example.com:8443/apply", Some("https://example.com:8443/apply"));
        check("127.0.0.1:3000/demo", Some("http://127.0.0.1:3000/demo"));
        check("localhost:3000", Some("http://localhost:3000"));
        check("file:///home/me/form.html", None);
        check("", None);
        check("https://", None);
        check("two words", None);
        check("javascript:alert(1)", None);
        check("chrome://settings", None);
        check("http://host:99999/", None);
    }

    #[test]
    fn records() {
        let check = |text: &str, expected: Result<Option<usize>, &str>| {
            let found = record(text).map(|record| record.map(|record| record.0.len()));
            match (found, expected) {
                (Err(error), Err(part)) => assert!(error.contains(part), "{error}"),
                (found, expected) => assert_eq!(found.ok(), expected.ok(), "{text}"),
            }
        };
        check("  ", Ok(None));
        check(r#"{"a": 1, "b": {"c": [true]}}"#, Ok(Some(2)));
        check("[1]", Err("This is a list"));
        check(r#"{"a": 1,}"#, Err("line 1, column 9"));
        check(r#"{"secret value": "#, Err("ends too early"));
    }

    #[test]
    fn errors_repeat_nothing_that_was_typed() {
        for text in [r#"{"canary": canary}"#, r#""canary""#, "canary"] {
            assert!(!record(text).unwrap_err().contains("canary"), "{text}");
        }
        assert!(!page_address("canary://x").unwrap_err().contains("canary"));
    }

    #[test]
    fn rounds() {
        let check = |text: &str, expected| assert_eq!(max_steps(text).ok(), expected, "{text}");
        check("1", Some(1));
        check(" 200 ", Some(200));
        check("0", None);
        check("201", None);
        check("4.5", None);
        check("", None);
    }
}
