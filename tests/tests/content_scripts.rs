//! The content scripts press and type through one exit. Nothing else in them sends an event, clicks, submits
//! or types; this reads the sources for it, and for what would get round it. They are in an order, and no script has a
//! function that is too long to read.

#![expect(
    clippy::expect_used,
    reason = "a test that cannot go on says why and fails; helpers count as tests"
)]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

use tests::paths;

/// The one exit.
const EXIT: &str = "press.js";

/// What sends, clicks, submits, types or opens by itself, wherever it stands in a line of code.
const SENDS: &[&str] = &[
    "dispatchEvent",
    "Event(",
    "createEvent",
    "initEvent",
    "initMouseEvent",
    "initUIEvent",
    "fireEvent",
    ".click",
    "requestSubmit",
    ".submit",
    ".reset",
    "showPicker",
    "showPopover",
    "togglePopover",
    "showModal",
    "execCommand",
    "window.open",
    "open(\"",
    "location.",
    "location=",
    "location =",
    "history.",
    "navigate(",
    ".href =",
    ".src =",
    ".action =",
    "setAttribute(",
    "insertAdjacent",
    "innerHTML",
    "outerHTML",
    "document.write",
    "eval(",
    "Function(",
    "import(",
    "setTimeout(\"",
    "Reflect",
    "__proto__",
    "fetch(",
    "sendBeacon",
    "XMLHttpRequest",
    "WebSocket",
    // A page's tools for agents would get values as their input.
    "modelContext",
    "executeTool",
];
/// Names of methods as texts: by them a method is reached in a roundabout way.
const NAMES: &[&str] =
    &["click", "dispatchEvent", "requestSubmit", "submit", "reset", "showPicker", "execCommand"];
/// Ways to call what was taken from somewhere else.
const ROUNDABOUT: &[&str] = &[".call", ".apply", ".bind", "](", "]?.(", "](\"", ")?.(\""];

/// Lines that may have what is forbidden elsewhere, word for word: reading through prototypes, names of
/// operations and types.
const KNOWN: &[&str] = &[
    "const action = submitter?.getAttribute(\"formaction\") ?? Element.prototype.getAttribute.call(form, \"action\");",
    "const fits = (element, selector) => Element.prototype.matches.call(element, selector);",
    "const uncurried = (run) => Function.prototype.call.bind(run);",
    "const clicks = operations.filter((operation) => operation.op === \"click\");",
    "case \"click\": {",
    "if (kind === \"submit\" || kind === \"image\") {",
    "if (tag === \"button\" || kind === \"submit\" || kind === \"image\" || kind === \"reset\" || kind === \"button\") {",
    "addEventListener(\"submit\", (event) => {",
    "const matches = method(Element, \"matches\");",
    "url: location.href,",
    "if (tag === \"a\") control.href = target.href.slice(0, MAX_TEXT);",
    "if (typeof target.href === \"string\") control.href = target.href.slice(0, MAX_TEXT);",
    "const isSubmitter = (button) => isNative(button) && (button.type === \"submit\" || button.type === \"image\");",
    "addEventListener(\"submit\", onSubmit, true);",
    "addEventListener(\"submit\", onSubmit);",
    "removeEventListener(\"submit\", onSubmit);",
    "addEventListener(\"submit\", () => watched && hearLast(), true);",
    "const NOT_TEXT = new Set([\"button\", \"checkbox\", \"file\", \"hidden\", \"image\", \"radio\", \"reset\", \"submit\"]);",
    // A picture that a style has in itself, looked at and never put into the page.
    "picture.src = url;",
    // Vaulty's own parts of the page: what it shows, and the live region of that.
    "status.setAttribute(\"role\", \"status\");",
    "status.setAttribute(\"aria-live\", \"polite\");",
    "track.setAttribute(\"aria-hidden\", \"true\");",
];

/// A line without the comments that it begins with: a type may stand before code.
fn code_of(line: &str) -> &str {
    let mut line = line.trim();
    while let Some((_, code)) = line.strip_prefix("/*").and_then(|rest| rest.split_once("*/")) {
        line = code.trim_start();
    }
    line
}

/// What a line of code would do that the exit alone may, by the pattern that found it.
fn found_in(line: &str) -> Option<String> {
    let code = code_of(line.split(" // ").next().unwrap_or_default());
    let is_comment = ["//", "/*", "* ", "*/"].iter().any(|start| code.starts_with(start));
    if is_comment || code == "*" || KNOWN.contains(&code) {
        return None;
    }
    let listens = code.replace("addEventListener(", "").replace("removeEventListener(", "");
    // `.click` is not the beginning of `.clicks`.
    let has = |pattern: &str| {
        listens.match_indices(pattern).any(|(at, found)| {
            let next = listens.get(at + found.len()..).and_then(|rest| rest.chars().next());
            let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            let compares = found.ends_with('=') && next == Some('=');
            !(compares || is_word(found.chars().next_back()) && is_word(next))
        })
    };
    let sends = SENDS.iter().find(|pattern| has(pattern));
    let quoted = |name: &str| {
        ["\"", "'", "`"].iter().any(|mark| code.contains(&format!("{mark}{name}{mark}")))
    };
    let names = NAMES.iter().find(|name| quoted(name));
    let roundabout = ROUNDABOUT.iter().find(|pattern| code.contains(**pattern));
    let by_name = code.match_indices(['[']).any(|(at, _)| {
        let before = code.get(..at).and_then(|text| text.chars().next_back());
        let after = code.get(at + 1..).and_then(|text| text.chars().next());
        // What is read of a computed style is no method.
        let reads = code.get(..at).is_some_and(|text| text.ends_with("style"));
        !reads
            && before.is_some_and(|c| c.is_alphanumeric() || "_$)].".contains(c))
            && after.is_some_and(|c| "\"'`".contains(c))
    });
    sends
        .or(names)
        .or(roundabout)
        .map(|pattern| (*pattern).to_owned())
        .or_else(|| by_name.then(|| "a property by a text".to_owned()))
}

/// Most lines of a function.
const MAX_FUNCTION: usize = 80;
/// Functions that may have more: they hold what one look at the page has read, with the functions that read it.
const ONE_LOOK: &[&str] = &["groundsOnce", "inkOnce", "painter"];

fn scripts() -> Vec<(String, String)> {
    let folder = paths::workspace().join("extension/content");
    let mut scripts: Vec<(String, String)> = fs::read_dir(folder)
        .expect("the content scripts are there")
        .flatten()
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, fs::read_to_string(entry.path()).expect("text"))
        })
        .collect();
    scripts.sort();
    assert!(scripts.iter().any(|(name, _)| name == EXIT), "the exit is among them");
    scripts
}

#[test]
fn presses_and_keys_have_one_exit() {
    let found: Vec<String> = scripts()
        .iter()
        .filter(|(name, _)| name != EXIT)
        .flat_map(|(name, text)| {
            let lines = text.lines().enumerate();
            lines.filter_map(move |(at, line)| {
                found_in(line).map(|what| format!("{name}:{}: {what}: {}", at + 1, line.trim()))
            })
        })
        .collect();
    assert!(found.is_empty(), "only {EXIT} may do this:\n{}", found.join("\n"));
}

#[test]
fn what_would_get_round_the_exit_is_found() {
    for line in [
        "element.click();",
        "/** @type {any} */ (element).click();",
        "element . click ( )".replace(' ', "").as_str(),
        "element?.click()",
        "element[\"click\"]()",
        "element['click']()",
        "const { click } = HTMLElement.prototype; click.call(element);",
        "const press = element[name]; press.apply(element);",
        "element[name]();",
        "element.dispatchEvent(event);",
        "element.dispatchEvent(new Event(\"click\"));",
        "new MouseEvent(\"mousedown\")",
        "const { dispatchEvent: tell } = element;",
        "form.requestSubmit();",
        "form.submit();",
        "HTMLFormElement.prototype.submit.call(form);",
        "input.showPicker();",
        "method(HTMLElement, \"click\")(element);",
        "document.execCommand(\"insertText\", false, text);",
        "location.href = url;",
        "Reflect.apply(press, element, []);",
        "document.createEvent(\"MouseEvents\")",
        "frame.setAttribute(\"src\", url);",
        "navigator.modelContext.provideContext(tools)",
    ] {
        assert!(found_in(line).is_some(), "{line}");
    }
    for line in [
        "// element.click() is what people do",
        "addEventListener(\"keydown\", (event) => look(event));",
        "const [first, second] = [\"a\", \"b\"];",
        "hand.press({ owner: element, as: \"self\" }, element, point);",
    ] {
        assert_eq!(found_in(line), None, "{line}");
    }
}

/// Each guard has a name of its own and stands on one line, so that a tool can take it out.
#[test]
fn each_guard_can_be_taken_out_by_its_name() {
    let mut names = BTreeSet::new();
    for (file, text) in scripts() {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for pair in lines.windows(2) {
            let [mark, code] = pair else { continue };
            let Some(name) = mark.strip_prefix("// guard: ") else { continue };
            // Behind the name may be the attacks that find it missing.
            let name = name.split(" (").next().unwrap_or_default();
            assert!(names.insert(name.to_owned()), "{file}: two guards are called {name}");
            assert!(code.starts_with("if (") && code.ends_with(';'), "{file}: {name}: {code}");
        }
    }
    for known in ["submitter", "link", "acting", "label", "evidence", "key-place", "navigate"] {
        assert!(names.contains(known), "{known} is not there: {names:?}");
    }
}

/// The scripts in the order in which they are injected.
fn injected() -> Vec<String> {
    let driver = paths::workspace().join("extension-wasm/src/driver/page.rs");
    let driver = fs::read_to_string(driver).expect("the driver");
    let list = driver.split_once("const FILES").and_then(|(_, rest)| rest.split_once("];"));
    let (list, _) = list.expect("the driver lists what it injects");
    list.split('"').filter_map(|part| part.strip_prefix("content/").map(str::to_owned)).collect()
}

/// What is injected is what is read here: no file is left out, none comes from elsewhere.
#[test]
fn every_content_script_is_injected_and_none_besides() {
    let there: BTreeSet<String> = scripts().into_iter().map(|(name, _)| name).collect();
    assert_eq!(BTreeSet::from_iter(injected()), there);
}

/// The names that a text begins with, as a list in braces has them: `a, b: c, d }`.
fn listed(text: &str) -> impl Iterator<Item = String> {
    let list = text.split_once('}').map_or("", |(list, _)| list);
    list.split(',').filter_map(|name| {
        name.split(':').next().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty())
    })
}

/// Where `vaulty` stands whole; anywhere else a name must follow it.
const WHOLE: [&str; 8] = [
    "globalThis.vaulty)",
    "globalThis.vaulty ||",
    "globalThis.vaulty = ",
    "{typeof vaulty}",
    "Object.hasOwn(vaulty, ",
    "Object.assign(vaulty, {",
    "\"vaulty-overlay\"",
    "\"[vaulty content]\"",
];

/// Whether a line takes `vaulty` by another name, or in a way that is not read here.
fn takes_whole(line: &str) -> bool {
    let rest = WHOLE.iter().fold(line.to_owned(), |rest, form| rest.replace(form, ""));
    let is_list = rest.starts_with("const {") && rest.ends_with("} = vaulty;");
    !is_list && rest.split("vaulty").skip(1).any(|after| !after.starts_with('.'))
}

/// What a script sets on `vaulty`, and all that it names of it.
fn of_vaulty(text: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut set, mut named) = (BTreeSet::new(), BTreeSet::new());
    for line in text.lines().map(code_of) {
        if ["//", "/*", "*"].iter().any(|start| line.starts_with(start)) {
            continue;
        }
        if takes_whole(line) {
            named.insert(format!("vaulty by another name: {line}"));
        }
        for part in line.split("vaulty.").skip(1) {
            let end = part.find(|c: char| !c.is_alphanumeric()).unwrap_or(part.len());
            let (name, rest) = part.split_at(end);
            named.insert(name.to_owned());
            if rest.starts_with(" = ") {
                set.insert(name.to_owned());
            }
        }
        let made = line.strip_prefix("globalThis.vaulty = ");
        let made = made.and_then(|made| made.split_once(" */ ({ "));
        let assigned = line.split_once("Object.assign(vaulty, {");
        for (_, rest) in [assigned, made].into_iter().flatten() {
            set.extend(listed(rest));
        }
        if let Some(list) = line.strip_suffix(" = vaulty;").and_then(|l| l.split_once('{')) {
            named.extend(listed(list.1));
        }
    }
    (set, named)
}

#[test]
fn whatever_takes_it_whole_is_found() {
    for line in [
        "const v = vaulty;",
        "vaulty?.performs",
        "vaulty[NAME]",
        "const { performs } = globalThis.vaulty;",
        "const { dom, performs } = vaulty; // late",
        "const [{ performs }] = [vaulty];",
        "} = vaulty;",
        "/** @type {any} */ (vaulty).performs",
    ] {
        assert!(takes_whole(code_of(line)), "{line}");
    }
    for line in ["const { dom, performs } = vaulty;", "vaulty.dom.own(node)"] {
        assert!(!takes_whole(code_of(line)), "{line}");
    }
}

#[test]
fn each_content_script_uses_what_those_before_it_have_set() {
    let scripts: BTreeMap<String, String> = scripts().into_iter().collect();
    let mut known = BTreeSet::new();
    for name in injected() {
        let (set, named) = of_vaulty(&scripts[&name]);
        known.extend(set);
        let later: Vec<&String> = named.difference(&known).collect();
        assert!(later.is_empty(), "{name} uses what no script before it sets: {later:?}");
    }
    for there in ["dom", "elements", "settleSinceWrites", "hold", "snapshot", "performs"] {
        assert!(known.contains(there), "{there} is set: {known:?}");
    }
}

/// Where a text or a pattern ends that begins with this mark.
fn end_of(text: &str, mark: char) -> usize {
    let (mut is_escaped, mut is_in_class) = (false, false);
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if letter == mark && !is_in_class => return at + 1,
            '[' | ']' => is_in_class = mark == '/' && letter == '[',
            _ => {}
        }
    }
    text.len()
}

/// A script without its comments, texts and patterns: what braces are left are code.
fn bare(text: &str) -> String {
    let (mut bare, mut rest) = (String::new(), text);
    while let Some(next) = rest.chars().next() {
        let before = bare.trim_end().chars().next_back();
        let is_pattern = next == '/' && before.is_none_or(|c| "(,=:[!&|?{};>+".contains(c));
        let (length, instead) = if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), "")
        } else if rest.starts_with("/*") {
            (rest.find("*/").map_or(rest.len(), |end| end + 2), "")
        } else if "\"'`".contains(next) || is_pattern {
            (end_of(rest, next), "_")
        } else {
            bare.push(next);
            rest = rest.strip_prefix(next).unwrap_or_default();
            continue;
        };
        let (gone, left) = rest.split_at(length);
        bare.push_str(instead);
        bare.extend(gone.chars().filter(|c| *c == '\n'));
        rest = left;
    }
    bare
}

/// Whether the brace after this begins a function, other than one around a whole file.
fn begins_function(before: &str) -> bool {
    let before = before.trim_end();
    let Some(head) = before.strip_suffix(')') else {
        return before.ends_with("=>") && before != "(() =>" && !before.ends_with("\n(() =>");
    };
    let mut depth = 1;
    let mut backwards = head.char_indices().rev();
    let opens = backwards.find(|(_, c)| {
        depth += i32::from(*c == ')') - i32::from(*c == '(');
        depth == 0
    });
    let name = head.get(..opens.map_or(0, |(at, _)| at)).unwrap_or_default().trim_end();
    let name = name.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    !["if", "for", "while", "switch", "catch"].contains(&name)
}

/// The functions of a script: the line that each begins in, and how many it has.
fn functions(text: &str) -> Vec<(String, usize)> {
    let bare = bare(text);
    let (mut open, mut found, mut line) = (Vec::new(), Vec::new(), 0);
    for (at, letter) in bare.char_indices() {
        match letter {
            '\n' => line += 1,
            '{' => open.push((line, begins_function(bare.get(..at).unwrap_or_default()))),
            '}' => {
                let (from, is_function) = open.pop().expect("braces come in pairs");
                if is_function {
                    let head = text.lines().nth(from).unwrap_or_default().trim();
                    found.push((head.to_owned(), line - from + 1));
                }
            }
            _ => {}
        }
    }
    assert!(open.is_empty(), "braces come in pairs");
    found
}

#[test]
fn functions_of_scripts_are_read_at_a_sitting() {
    let long = "a".to_owned() + &"\n".repeat(MAX_FUNCTION);
    for (text, count) in [
        (format!("(() => {{\n  const f = (x) => {{{long}}};\n}})();\n"), 1),
        (format!("export function f(x = (1)) {{{long}}}\n"), 1),
        (format!("const one = {{ f() {{{long}}} }};\n"), 1),
        (
            format!(
                "if (x) {{{long}}}\n// }} f() {{{{\nconst text = \"{{\" + `{{` + /[/{{]\\//;\n"
            ),
            0,
        ),
    ] {
        let found = functions(&text).iter().filter(|(_, lines)| *lines > MAX_FUNCTION).count();
        assert_eq!(found, count, "{text}");
    }
    let root = paths::workspace();
    let folders = ["extension", "extension/content", "web-static", "web-static/demo"];
    let files =
        folders.iter().flat_map(|folder| fs::read_dir(root.join(folder)).expect("a folder"));
    let scripts = files
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "js"));
    let (mut long, mut known) = (Vec::new(), BTreeSet::new());
    for script in scripts {
        let text = fs::read_to_string(&script).expect("text");
        for (head, lines) in functions(&text).into_iter().filter(|(_, n)| *n > MAX_FUNCTION) {
            match ONE_LOOK.iter().find(|name| head.starts_with(&format!("const {name} = "))) {
                Some(name) => drop(known.insert(*name)),
                None => long.push(format!("{}: {lines} lines: {head}", script.display())),
            }
        }
    }
    assert!(long.is_empty(), "too long:\n{}", long.join("\n"));
    assert_eq!(known, BTreeSet::from_iter(ONE_LOOK.iter().copied()), "what is named is long");
}
