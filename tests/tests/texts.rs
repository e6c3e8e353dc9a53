//! Every text that a person sees is in `extension/_locales`, once in each language: no key is missing or of no use, a
//! translation has the places of the English text, and no source holds a text of its own.

#![expect(
    clippy::expect_used,
    reason = "a test that cannot go on says why and fails; helpers count as tests"
)]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;
use tests::paths;

/// The languages that there are, the one first that the others fall back to.
const LANGUAGES: &[&str] = &["en", "de", "es", "fr"];
/// Where texts come before a person: what is compiled into the extension.
const CRATES: &[&str] = &[
    "agent-core",
    "extension-browser",
    "extension-import",
    "extension-ui",
    "extension-wasm",
    "import",
];
/// What a key ends with where a number of things is told.
const FORMS: [&str; 2] = ["_one", "_other"];

type Texts = BTreeMap<String, String>;

fn texts(language: &str) -> Texts {
    let file = paths::workspace().join(format!("extension/_locales/{language}/messages.json"));
    let json = fs::read_to_string(file).expect("the texts are read");
    let all: BTreeMap<String, Value> = serde_json::from_str(&json).expect("the texts are JSON");
    let text = |(key, entry): (String, Value)| {
        (key, entry.get("message").and_then(Value::as_str).expect("a message").to_owned())
    };
    all.into_iter().map(text).collect()
}

/// The sources of a crate without what is compiled for tests alone.
fn sources(name: &str) -> Vec<(PathBuf, String)> {
    fn below(folder: &Path, into: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder is read").filter_map(Result::ok) {
            let path = entry.path();
            if path.is_dir() {
                below(&path, into);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                into.push(path);
            }
        }
    }
    let mut files = Vec::new();
    below(&paths::workspace().join(name).join("src"), &mut files);
    files.retain(|file| {
        let is_of_tests =
            |part: &str| matches!(part, "tests" | "tests.rs" | "screens" | "screens.rs");
        !file.iter().filter_map(|part| part.to_str()).any(is_of_tests)
    });
    files.sort();
    let read = |file: PathBuf| {
        let text = fs::read_to_string(&file).expect("a source is read");
        let own = text.find("\n#[cfg(test)]\nmod tests {").unwrap_or(text.len());
        (file, text.get(..own).unwrap_or_default().to_owned())
    };
    files.into_iter().map(read).collect()
}

/// A string literal: what stands before it on its line, and what it holds, as it is written.
struct Literal<'a> {
    line: usize,
    before: &'a str,
    text: &'a str,
    end: usize,
}

/// The string literals of a source that are in no comment.
fn literals(source: &str) -> Vec<Literal<'_>> {
    let bytes = source.as_bytes();
    let at = |index: usize| bytes.get(index).copied().unwrap_or_default();
    let (mut found, mut index) = (Vec::new(), 0);
    while index < bytes.len() {
        match at(index) {
            b'/' if at(index + 1) == b'/' => {
                index = source
                    .get(index..)
                    .and_then(|rest| rest.find('\n'))
                    .map_or(bytes.len(), |end| index + end);
            }
            // A character, and no lifetime: `'"'`, `'\''`.
            b'\'' if at(index + 1) == b'\\' => index += 4,
            b'\'' if at(index + 2) == b'\'' => index += 3,
            b'"' => {
                let is_raw = at(index.wrapping_sub(1)) == b'r' || at(index.wrapping_sub(1)) == b'#';
                let mut end = index + 1;
                while end < bytes.len() && at(end) != b'"' {
                    end += if at(end) == b'\\' && !is_raw { 2 } else { 1 };
                }
                let start = source
                    .get(..index)
                    .and_then(|before| before.rfind('\n'))
                    .map_or(0, |line| line + 1);
                found.push(Literal {
                    line: bytes.iter().take(index).filter(|byte| **byte == b'\n').count() + 1,
                    before: source.get(start..index).unwrap_or_default(),
                    text: source.get(index + 1..end).unwrap_or_default(),
                    end: end + 1,
                });
                index = end + 1;
            }
            _ => index += 1,
        }
    }
    found
}

/// A use of a key, and the names of the values that it is given.
struct Use {
    place: String,
    key: String,
    values: BTreeSet<String>,
    /// Whether values are given elsewhere: the key is one of a table.
    is_of_table: bool,
}

/// Names of arguments at the outermost level behind a key: `, name = value, …)`.
fn values_behind(rest: &str) -> BTreeSet<String> {
    let (mut depth, mut is_text, mut names, mut from) = (0_usize, false, BTreeSet::new(), 0);
    let mut take = |part: &str| {
        if let Some((name, _)) = part.trim_start_matches(',').split_once('=') {
            names.insert(name.trim().to_owned());
        }
    };
    let mut characters = rest.char_indices();
    while let Some((index, character)) = characters.next() {
        match character {
            '\\' if is_text => drop(characters.next()),
            '"' => is_text = !is_text,
            _ if is_text => {}
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => {
                take(rest.get(from..index).unwrap_or_default());
                break;
            }
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                take(rest.get(from..index).unwrap_or_default());
                from = index;
            }
            _ => {}
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// Every use of a key.
fn uses() -> Vec<Use> {
    let mut all = Vec::new();
    for (file, source) in CRATES.iter().flat_map(|name| sources(name)) {
        for literal in literals(&source) {
            let before =
                source.get(..literal.end - literal.text.len() - 2).unwrap_or_default().trim_end();
            let (is_message, is_of_table) = (before.ends_with("msg!("), before.ends_with("key!("));
            if is_message || is_of_table {
                all.push(Use {
                    place: format!("{}:{}", file.display(), literal.line),
                    key: literal.text.to_owned(),
                    values: values_behind(source.get(literal.end..).unwrap_or_default()),
                    is_of_table,
                });
            }
        }
    }
    let extension = paths::workspace().join("extension");
    for (file, mark, end) in [
        ("manifest.json", "__MSG_", "__"),
        ("background.js", "title: \"", "\""),
        ("panel.js", "getMessage(\"", "\""),
    ] {
        let text =
            fs::read_to_string(extension.join(file)).expect("a file of the extension is read");
        for (key, _) in text.split(mark).skip(1).filter_map(|rest| rest.split_once(end)) {
            all.push(Use {
                place: file.to_owned(),
                key: key.to_owned(),
                values: BTreeSet::new(),
                is_of_table: false,
            });
        }
    }
    all.push(Use {
        place: "agent-core: set_source".to_owned(),
        key: "language".to_owned(),
        values: BTreeSet::new(),
        is_of_table: false,
    });
    all
}

/// The places of a text: `{name}`.
fn places_of(text: &str) -> BTreeSet<String> {
    let named = |rest: &str| {
        let (name, _) = rest.split_once('}')?;
        let is_name = !name.is_empty()
            && name.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c.is_ascii_digit());
        is_name.then(|| name.to_owned())
    };
    text.split('{').skip(1).filter_map(named).collect()
}

fn none(what: &str, found: &[String]) {
    assert!(found.is_empty(), "{what}:\n{}", found.join("\n"));
}

#[test]
fn every_key_is_there_with_its_values_and_none_is_of_no_use() {
    let english = texts("en");
    let mut wrong = Vec::new();
    let mut used = BTreeSet::new();
    for Use { place, key, values, is_of_table } in uses() {
        let is_counted = FORMS.iter().all(|form| english.contains_key(&format!("{key}{form}")));
        let keys = if is_counted {
            FORMS.map(|form| format!("{key}{form}")).to_vec()
        } else {
            vec![key.clone()]
        };
        let is_told_a_count = values.contains("count");
        if !is_of_table && is_counted != is_told_a_count {
            wrong.push(format!(
                "{place}: {key}: a count, and no forms for it, or the other way round"
            ));
        }
        for key in keys {
            let Some(text) = english.get(&key) else {
                wrong.push(format!("{place}: {key} is missing"));
                continue;
            };
            // A form for one may do without the number.
            let given: BTreeSet<String> =
                values.iter().filter(|name| *name != "count").cloned().collect();
            let asked: BTreeSet<String> =
                places_of(text).into_iter().filter(|name| name != "count").collect();
            if !is_of_table && given != asked {
                wrong.push(format!(
                    "{place}: {key}: has the places {asked:?} and is given {given:?}"
                ));
            }
            used.insert(key);
        }
    }
    none("keys", &wrong);
    let useless: Vec<String> = english.keys().filter(|key| !used.contains(*key)).cloned().collect();
    none("keys of no use", &useless);
}

#[test]
fn each_language_has_every_text_with_the_same_places() {
    let english = texts("en");
    let mut wrong = Vec::new();
    for language in LANGUAGES {
        let own = texts(language);
        if own.get("language").map(String::as_str) != Some(language) {
            wrong.push(format!("{language}: says that it is another language"));
        }
        for (key, text) in &english {
            match own.get(key) {
                None => wrong.push(format!("{language}: {key} is missing")),
                Some(translated) => {
                    let (asked, given) = (places_of(text), places_of(translated));
                    let is_one = key.ends_with("_one");
                    let without = |places: &BTreeSet<String>| -> BTreeSet<String> {
                        places.iter().filter(|name| !is_one || *name != "count").cloned().collect()
                    };
                    if without(&asked) != without(&given) {
                        wrong.push(format!(
                            "{language}: {key}: {asked:?} in English, {given:?} here"
                        ));
                    }
                    if translated.trim() != translated || translated.is_empty() {
                        wrong.push(format!("{language}: {key}: empty, or white space around it"));
                    }
                    // Chrome reads `$` as the beginning of a place of its own.
                    if translated.contains('$') {
                        wrong.push(format!("{language}: {key}: holds a $"));
                    }
                }
            }
        }
        wrong.extend(
            own.keys()
                .filter(|key| !english.contains_key(*key))
                .map(|key| format!("{language}: {key} is in no other language")),
        );
    }
    none("texts", &wrong);
}

/// Texts that end as their language abbreviates a word, or that are a mark themselves.
const ENDS_OF_THEIR_OWN: &[&str] = &["decimal_mark", "paint_hours_ago", "paint_minutes_ago"];

/// The mark that a text ends with, quotes and brackets behind it left out.
fn end_of(text: &str) -> Option<char> {
    let is_closing = |c: char| c.is_whitespace() || "»”“’)".contains(c);
    text.trim_end_matches(is_closing).chars().next_back().filter(|c| ".!?…:;,".contains(*c))
}

#[test]
fn each_language_ends_a_text_with_the_same_mark() {
    let english = texts("en");
    let mut wrong = Vec::new();
    for language in LANGUAGES {
        for (key, text) in texts(language) {
            let expected = english.get(&key).map(|english| end_of(english));
            if expected != Some(end_of(&text)) && !ENDS_OF_THEIR_OWN.contains(&key.as_str()) {
                wrong.push(format!("{language}: {key}: {text}"));
            }
        }
    }
    none("texts that end otherwise than in English", &wrong);
}

/// Folders and files that hold words which are looked for or told to planners and servers, and never shown; see
/// [`MACHINE`] for single texts.
const NOT_SHOWN: &[&str] = &[
    "agent-core/src/classify/",
    "agent-core/src/language/",
    "agent-core/src/model/",
    "agent-core/src/observe/",
    "agent-core/src/places.rs",
    "agent-core/src/question/concept.rs",
    "agent-core/src/question/region.rs",
    "agent-core/src/named.rs",
    "agent-core/src/plan/elsewhere.rs",
    "agent-core/src/bind/meaning.rs",
    "agent-core/src/bind/phone.rs",
    "agent-core/src/gate/shape.rs",
    "extension-browser/src/platform.rs",
    "import/src/pdf.rs",
    "import/src/docx.rs",
];

/// What a literal stands behind that no person reads: attributes for the browser, names, the console, other lists of words.
const MACHINE_BEHIND: &[&str] = &[
    "class=",
    "class = ",
    "id=",
    "d=",
    "viewBox=",
    "role=",
    "type=",
    "r#for=",
    "aria-labelledby=",
    "aria-describedby=",
    "console::log(",
    "console::error(",
    "focus_on(",
    "format!(\"[",
    "reason = ",
    "expect(",
];

/// Whether a literal is a text for people: two words side by side, or a word with a capital.
fn is_prose(text: &str) -> bool {
    let is_word = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphabetic());
        word.chars().count() > 1
            && word.chars().all(|c| c.is_alphabetic() || matches!(c, '’' | '-' | '\''))
    };
    let mut own = String::new();
    let mut depth = 0_usize;
    for c in text.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ if depth == 0 => own.push(c),
            _ => {}
        }
    }
    let words: Vec<&str> = own.split_whitespace().collect();
    let are_two = words.windows(2).any(|pair| pair.iter().all(|word| is_word(word)));
    // Marks alone are no words: `As {name}.` has one.
    let with_letters: Vec<&str> =
        words.iter().copied().filter(|word| word.chars().any(char::is_alphabetic)).collect();
    let is_title = matches!(with_letters.as_slice(), [word] if is_word(word)
        && word.chars().next().is_some_and(char::is_uppercase)
        && word.chars().skip(1).any(char::is_lowercase)
        && !word.chars().skip(1).any(char::is_uppercase));
    let is_example = text.starts_with("e.g. ");
    are_two || is_title || is_example
}

#[test]
fn a_text_is_told_from_names() {
    let check = |text: &str, expected: bool| assert_eq!(is_prose(text), expected, "{text}");
    check("As {}. ", true);
    check("Saved", true);
    check("{count} fields left", true);
    check("e.g. {example}", true);
    check("{}: {}", false);
    check("https://{host}", false);
    check("dataKind", false);
    check("#tab-{view}", false);
}

#[test]
fn no_source_holds_a_text_of_its_own() {
    let mut found = Vec::new();
    for (file, source) in CRATES.iter().flat_map(|name| sources(name)) {
        let place = file
            .strip_prefix(paths::workspace())
            .expect("a file of the workspace")
            .display()
            .to_string();
        if NOT_SHOWN.iter().any(|hidden| place.starts_with(hidden)) {
            continue;
        }
        for literal in literals(&source) {
            let before = literal.before.trim_end();
            let is_machine = before.ends_with("msg!(")
                || before.ends_with("key!(")
                || MACHINE_BEHIND.iter().any(|mark| {
                    before.ends_with(mark.trim_end())
                        || mark.ends_with('(') && before.contains(mark)
                })
                || MACHINE.contains(&literal.text);
            if !is_machine && is_prose(literal.text) {
                found.push(format!("{place}:{}: {:.100}", literal.line, literal.text));
            }
        }
    }
    none("texts in sources", &found);
}

/// Single texts that are no text of ours for a person: names that are the same everywhere, what is compared or kept by that
/// name, words of the browser's and of planners, the console.
const MACHINE: &[&str] = &[
    "country code",
    "{years} years",
    "Euro",
    "Yes",
    "No",
    "user name",
    "name on card",
    "date of birth",
    "sensitive answer",
    "health data",
    "payment card",
    "bank account",
    "identity number",
    "access code or key",
    "secret entry",
    "(of its own)",
    // Kept and compared, in no language of the person's.
    "no web site",
    // How an older version began what it asked a code for.
    "The page asks for: ",
    "not done",
    "insert text",
    "Phone",
    "First name",
    "Are you willing to relocate?",
    "Years of experience with Rust",
    "Next",
    "About you",
    "Leave to work",
    "The job you want",
    "What you know and did",
    "Questions about yourself",
    "Other people",
    "Home and travel",
    "Passport, licences and travel numbers",
    "Sam",
    "Ms",
    "3 Quay Street, Galway",
    "Vhi",
    "Dana Whitfield",
    "Harbour Instruments",
    "Paul Byrne",
    "Helena Duarte",
    "Dublin",
    "[vaulty] panel: a fault at {place}",
    "the page has no place for the panel",
    "Vaulty",
    "Home",
    "End",
    "hint suggested",
    "tag error",
    "tag need",
    "field wide",
    "Anthropic",
    "Ollama",
    "Azure",
    "Gemini",
    "Bedrock",
    "Brave",
    "Tavily",
    "rules of earlier are left",
    "the page cannot be held",
    "the page stays held",
    "the log could not be kept",
    "not a message of ours: {error}",
    "No tab with id",
    "tab was closed",
    "Cannot access",
    "cannot be scripted",
    "error page",
    "extensions gallery",
    "the alarm could not be set",
    "the number of a row could not be kept",
    "a table could not go on",
    "what came of a row could not be kept",
    "what was chosen at a row could not be kept",
    "a table could not be read",
    "a form could not be looked at",
    "looking at forms could not be ended",
    "tabs that are looked at could not be noted",
    "the job could not be stored",
    "the job could not be removed",
    "the receipt could not be stored",
    "the server has what is no recipe",
    "tab opened",
    "observe failed",
    "plan unavailable",
    "model thinks",
    "without model",
    "use profile",
    "profile gone",
    "cannot go on",
    "tab closed",
    "the toolbar button",
    "Accept",
    "Bearer {}",
    "<label>{}<{} type=\\\"{}\\\" id=\\\"{}\\\" name=\\\"{}\\\"></label>\\n",
    "<option value=\\\"{chosen}\\\"",
    "Authorization",
    "Windows",
    "Mac OS X",
    "Android",
    "Linux",
    "JSON Resume",
    "Male",
    "Female",
];
