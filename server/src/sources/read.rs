//! What a tool said, read as if it were hostile. Pure.

use agent_core::gate::is_one_time_code;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use rmcp::model::{CallToolResult, ContentBlock, ResourceContents};
use serde_json::{Map, Value};
use shared_types::{Private, api::FoundDocument};

use super::SourceError;

/// Records of an answer that are passed on.
const MOST_RECORDS: usize = 200;
/// Bytes of all records.
const MOST_BYTES: usize = 1 << 20;
/// Documents of an answer.
const MOST_DOCUMENTS: usize = 5;
/// Bytes of a document: a profile keeps no larger ones.
const LARGEST_DOCUMENT: usize = 2 << 20;
/// Characters of a document's name.
const LONGEST_NAME: usize = 120;

/// All that a tool said, as JSON: what it says is structured, or else its texts.
fn values(said: &CallToolResult) -> Vec<Value> {
    if let Some(value) = &said.structured_content {
        return vec![value.clone()];
    }
    texts(said).filter_map(|text| serde_json::from_str(text).ok()).collect()
}

fn texts(said: &CallToolResult) -> impl Iterator<Item = &str> {
    said.content.iter().filter_map(|block| match block {
        ContentBlock::Text(text) => Some(text.text.as_str()),
        _ => None,
    })
}

/// The objects of an answer: it is one, a list of them, or an object around such a list.
fn objects(value: Value) -> Vec<Map<String, Value>> {
    match value {
        Value::Array(all) => all
            .into_iter()
            .filter_map(|one| match one {
                Value::Object(one) => Some(one),
                _ => None,
            })
            .collect(),
        Value::Object(object) => {
            let is_list = |value: &Value| {
                value.as_array().is_some_and(|all| all.first().is_none_or(Value::is_object))
            };
            let lists: Vec<&String> =
                object.iter().filter(|(_, value)| is_list(value)).map(|(name, _)| name).collect();
            // What stands beside the only list says something of the answer, not of a person.
            let around = match lists.as_slice() {
                [only] if object.values().filter(|value| value.is_object()).count() == 0 => {
                    Some((*only).clone())
                }
                _ => None,
            };
            match around {
                Some(name) if is_envelope(&object, &name) => {
                    objects(object.get(&name).cloned().unwrap_or_default())
                }
                _ => vec![object],
            }
        }
        _ => Vec::new(),
    }
}

/// Whether an object stands around its list: else it is a record that has a list, such as a person with jobs.
fn is_envelope(object: &Map<String, Value>, list: &str) -> bool {
    object.iter().all(|(name, value)| {
        name == list || value.is_number() || value.is_boolean() || value.is_null()
    })
}

/// Records, as a list of objects that the reader of tables takes apart.
///
/// # Errors
/// There are none, or nothing that can be read as some, or too much.
pub fn records(said: &CallToolResult) -> Result<Private, SourceError> {
    let values = values(said);
    let is_silent =
        texts(said).all(|text| text.trim().is_empty()) && said.structured_content.is_none();
    if values.is_empty() {
        return Err(if is_silent { SourceError::Nothing } else { SourceError::Unreadable });
    }
    let mut found: Vec<_> = values.into_iter().flat_map(objects).collect();
    found.retain(|one| !one.is_empty());
    found.truncate(MOST_RECORDS);
    if found.is_empty() {
        return Err(SourceError::Nothing);
    }
    let text = serde_json::to_string(&found).map_err(|_| SourceError::Unreadable)?;
    if text.len() > MOST_BYTES { Err(SourceError::Unreadable) } else { Ok(text.into()) }
}

/// The code of an answer: one that it calls so, or the only thing in it that looks like one.
pub fn code(said: &CallToolResult) -> Option<Private> {
    for value in values(said) {
        let named = value.get("code").or_else(|| value.as_str().map(|_| &value));
        let named = match named {
            Some(Value::String(text)) => Some(text.clone()),
            Some(Value::Number(number)) => Some(number.to_string()),
            _ => None,
        };
        if let Some(code) = named.as_deref().map(str::trim).filter(|code| is_one_time_code(code)) {
            return Some(code.to_owned().into());
        }
    }
    let text: String = texts(said).flat_map(|text| [text, " "]).collect();
    let text = text.trim();
    if is_one_time_code(text) {
        return Some(text.to_owned().into());
    }
    let mut numbers: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| {
            (4..=8).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit())
        })
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    // Of two, one is a year, an amount or somebody else's.
    match numbers.as_slice() {
        [only] => Some((*only).to_owned().into()),
        _ => None,
    }
}

/// Documents: what is embedded in the answer. Links in it are not followed.
///
/// # Errors
/// There are none, or none that can be read.
pub fn documents(said: &CallToolResult) -> Result<Vec<FoundDocument>, SourceError> {
    let mut found = Vec::new();
    let mut is_damaged = false;
    for block in &said.content {
        let (name, media_type, data) = match block {
            ContentBlock::Resource(embedded) => match &embedded.resource {
                ResourceContents::BlobResourceContents { uri, mime_type, blob, .. } => {
                    (uri.as_str(), mime_type.as_deref(), blob.clone())
                }
                ResourceContents::TextResourceContents { uri, mime_type, text, .. } => (
                    uri.as_str(),
                    mime_type.as_deref().or(Some("text/plain")),
                    STANDARD.encode(text),
                ),
                _ => continue,
            },
            ContentBlock::Image(image) => {
                ("image", Some(image.mime_type.as_str()), image.data.clone())
            }
            _ => continue,
        };
        let bytes = STANDARD.decode(data.as_bytes()).ok();
        let bytes = bytes.filter(|bytes| (1..=LARGEST_DOCUMENT).contains(&bytes.len()));
        if bytes.is_none() {
            is_damaged = true;
            continue;
        }
        found.push(FoundDocument {
            name: file_name(name),
            media_type: media_type
                .filter(|kind| is_media_type(kind))
                .unwrap_or_default()
                .to_owned(),
            data: data.into(),
        });
    }
    found.truncate(MOST_DOCUMENTS);
    match found.is_empty() {
        false => Ok(found),
        true if is_damaged => Err(SourceError::Unreadable),
        true => Err(SourceError::Nothing),
    }
}

/// The last part of an address as a file's name.
fn file_name(uri: &str) -> String {
    let path = uri.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit(['/', '\\']).find(|part| !part.is_empty()).unwrap_or_default();
    let is_plain = |c: &char| !c.is_control() && !matches!(c, ':' | '"' | '<' | '>' | '|' | '*');
    let name: String = name.chars().filter(is_plain).take(LONGEST_NAME).collect();
    let name = name.trim_matches(['.', ' ']);
    if name.is_empty() { "document".to_owned() } else { name.to_owned() }
}

fn is_media_type(text: &str) -> bool {
    let is_token = |part: &str| {
        (1..=60).contains(&part.len())
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.+".contains(&byte))
    };
    text.split_once('/').is_some_and(|(kind, rest)| is_token(kind) && is_token(rest))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn said(value: Value) -> CallToolResult {
        serde_json::from_value(value).unwrap()
    }

    fn text(text: &str) -> CallToolResult {
        said(json!({"content": [{"type": "text", "text": text}]}))
    }

    #[test]
    fn records_are_objects_wherever_they_stand() {
        let check = |said: &CallToolResult, expected: Result<&str, SourceError>| {
            let found = records(said).map(|found| found.reveal().to_owned());
            assert_eq!(found, expected.map(str::to_owned), "{said:?}");
        };
        check(&text(r#"[{"a": 1}, 2, {}, {"b": 2}]"#), Ok(r#"[{"a":1},{"b":2}]"#));
        check(&text(r#"{"total": 2, "people": [{"a": 1}]}"#), Ok(r#"[{"a":1}]"#));
        check(
            &text(r#"{"name": "Ada", "jobs": [{"a": 1}]}"#),
            Ok(r#"[{"jobs":[{"a":1}],"name":"Ada"}]"#),
        );
        check(&text(r#"{"name": "Ada"}"#), Ok(r#"[{"name":"Ada"}]"#));
        check(
            &said(json!({"content": [], "structuredContent": {"rows": [{"a": 1}]}})),
            Ok(r#"[{"a":1}]"#),
        );
        check(&text("Ada Lovelace, 12 Street"), Err(SourceError::Unreadable));
        check(&text("[]"), Err(SourceError::Nothing));
        check(&text("{\"rows\": []}"), Err(SourceError::Nothing));
        check(&text(" "), Err(SourceError::Nothing));
        check(&said(json!({"content": []})), Err(SourceError::Nothing));
        let large = format!(r#"[{{"a": "{}"}}]"#, "x".repeat(MOST_BYTES));
        check(&text(&large), Err(SourceError::Unreadable));
        let many = serde_json::to_string(&vec![json!({"a": 1}); 500]).unwrap();
        let found = records(&text(&many)).unwrap();
        assert_eq!(found.reveal().matches('{').count(), MOST_RECORDS);
    }

    #[test]
    fn a_code_is_taken_where_there_is_one() {
        for (answer, expected) in [
            (text("123456"), Some("123456")),
            (text(r#"{"code": "AB12-9"}"#), Some("AB12-9")),
            (text(r#"{"code": 482913, "from": "shop"}"#), Some("482913")),
            (text("Your code is 482913. It is good for 10 minutes."), Some("482913")),
            (text("Your code: 482913 (482913)"), Some("482913")),
            (text("Order 48291377 of 2026: code 1234"), None),
            (text("No new mail."), None),
            (text("call +44 20 7946 0000001"), None),
            (text("<script>1234</script>"), Some("1234")),
            (text(r#"{"code": "javascript:alert(1)"}"#), None),
            (said(json!({"content": [], "structuredContent": {"code": "1234"}})), Some("1234")),
            (said(json!({"content": [], "structuredContent": null})), None),
            (text("no-code"), None),
            (text(&"9".repeat(11)), None),
        ] {
            let found = code(&answer).map(|code| code.reveal().to_owned());
            assert_eq!(found.as_deref(), expected, "{answer:?}");
        }
    }

    #[test]
    fn documents_are_what_is_embedded() {
        let check = |content: Value, expected: Result<&[(&str, &str)], SourceError>| {
            let found = documents(&said(json!({ "content": content })));
            let found = found.map(|all| {
                all.into_iter().map(|one| (one.name, one.media_type)).collect::<Vec<_>>()
            });
            let expected = expected.map(|all| {
                all.iter().map(|(name, kind)| ((*name).to_owned(), (*kind).to_owned())).collect()
            });
            assert_eq!(found, expected);
        };
        let blob = |uri: &str, kind: &str, blob: &str| json!({"type": "resource", "resource": {"uri": uri, "mimeType": kind, "blob": blob}});
        check(
            json!([blob("file:///home/ada/CV%201.pdf?x#y", "application/pdf", "JVBERg==")]),
            Ok(&[("CV%201.pdf", "application/pdf")]),
        );
        check(json!([blob("a/..", "no type", "JVBERg==")]), Ok(&[("document", "")]));
        check(json!([blob("a/b", "application/pdf", "not base64")]), Err(SourceError::Unreadable));
        check(json!([blob("a/b", "application/pdf", "")]), Err(SourceError::Unreadable));
        check(json!([{"type": "text", "text": "here it is"}]), Err(SourceError::Nothing));
        check(
            json!([{"type": "resource_link", "uri": "https://a.example/x.pdf", "name": "x"}]),
            Err(SourceError::Nothing),
        );
        check(
            json!([{"type": "image", "data": "JVBERg==", "mimeType": "image/png"}]),
            Ok(&[("image", "image/png")]),
        );
    }
}
