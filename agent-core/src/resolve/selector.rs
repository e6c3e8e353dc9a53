//! The small grammar that `css` and `xpath` targets are written in, and what of the observation fits one.
//!
//! Nothing is run on the page: what a selector can tell apart is what the observation shows anyway. What
//! the grammar does not know names nothing.
//!
//! ```text
//! selector  = { ancestor , " " } , compound           ancestor = "html" | "body" | "form"
//! compound  = [ tag | "*" ] , { "#id" | ".class" | "[" , name , "=" , value , "]" }
//! name      = "id" | "name" | "type" | "role" | "class" | "aria-label" | "for"
//! expression = ( "//" | "/html/body//" ) , { ancestor , "//" } , step
//! step      = ( tag | "*" ) , { "[" , test , { " and " , test } , "]" }
//! test      = ( "@" , name | "text()" | "." | "normalize-space()" | "normalize-space(.)"
//!             | "normalize-space(text())" ) , "=" , quoted
//! ```
//! A child (`>`, `/`) is understood only from `html` to `body`: of other parents the observation tells
//! nothing. `label[for=x]` and `//label[text()='…']` name the field that is labelled.

use shared_types::{Button, Field, Observation};

use super::element::{Found, aria_role_of_button, aria_role_of_field, matches, unmarked};

/// Longest selector that is read, in bytes.
const LONGEST: usize = 500;

/// What a selector demands of the one element that it names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Selector {
    in_form: bool,
    /// Lower case; none for any.
    tag: Option<String>,
    tests: Vec<(Fact, String)>,
}

/// A fact that the observation knows of a field or button.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fact {
    Id,
    Name,
    Type,
    Role,
    /// One of the classes.
    Class,
    /// All of the classes, as the attribute has them.
    Classes,
    Label,
    For,
    Text,
}

impl Fact {
    fn named(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "id" => Self::Id,
            "name" => Self::Name,
            "type" => Self::Type,
            "role" => Self::Role,
            "class" => Self::Classes,
            "aria-label" => Self::Label,
            "for" => Self::For,
            _ => return None,
        })
    }
}

/// How an element hangs from the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Within {
    Somewhere,
    Directly,
}

/// What may stand before the element that is named.
#[derive(Debug, Default)]
struct Around {
    last: String,
    in_form: bool,
}

impl Around {
    /// Takes an ancestor in; none: the observation cannot tell.
    fn enter(&mut self, tag: &str, within: Within) -> Option<()> {
        let tag = tag.to_ascii_lowercase();
        let known = match (tag.as_str(), within) {
            ("html", _) => self.last.is_empty(),
            ("body", Within::Directly) => self.last == "html",
            ("body", Within::Somewhere) => self.last.is_empty() || self.last == "html",
            ("form", Within::Somewhere) => self.last != "form",
            _ => false,
        };
        self.in_form |= tag == "form";
        self.last = tag;
        known.then_some(())
    }
}

/// Reads a CSS selector. None: it is not of this grammar.
pub(super) fn css(text: &str) -> Option<Selector> {
    let mut rest = bounded(text)?;
    let mut around = Around::default();
    let mut within = Within::Somewhere;
    loop {
        let (compound, after) = compound(rest)?;
        let next = after.trim_start();
        if next.is_empty() {
            let here = within == Within::Somewhere;
            return here.then_some(Selector { in_form: around.in_form, ..compound });
        }
        let tag = compound.tag.as_deref().filter(|_| compound.tests.is_empty())?;
        around.enter(tag, within)?;
        (within, rest) = match next.strip_prefix('>') {
            Some(child) => (Within::Directly, child.trim_start()),
            None if next.len() < after.len() => (Within::Somewhere, next),
            None => return None,
        };
    }
}

/// Reads an XPath expression. None: it is not of this grammar.
pub(super) fn xpath(text: &str) -> Option<Selector> {
    let mut rest = bounded(text)?;
    let mut around = Around::default();
    loop {
        let (within, step) = match rest.strip_prefix("//") {
            Some(step) => (Within::Somewhere, step),
            None => (Within::Directly, rest.strip_prefix('/')?),
        };
        let (tag, after) = match step.strip_prefix('*') {
            Some(after) => (None, after),
            None => word(step).map(|(tag, after)| (Some(tag.to_ascii_lowercase()), after))?,
        };
        let (tests, after) = predicates(after)?;
        if after.is_empty() {
            let here = within == Within::Somewhere;
            return here.then_some(Selector { in_form: around.in_form, tag, tests });
        }
        let tag = tag.filter(|_| tests.is_empty())?;
        around.enter(&tag, within)?;
        rest = after;
    }
}

fn bounded(text: &str) -> Option<&str> {
    let text = text.trim();
    (!text.is_empty() && text.len() <= LONGEST).then_some(text)
}

/// A word of letters, digits, `-` and `_`, and what follows it.
fn word(text: &str) -> Option<(&str, &str)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let end = text.find(|c: char| !is_part(c)).unwrap_or(text.len());
    let (word, rest) = text.split_at_checked(end)?;
    (!word.is_empty()).then_some((word, rest))
}

/// A text in quotation marks, without escapes, and what follows it.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let mark = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (inside, rest) = text.get(1..)?.split_once(mark)?;
    (!inside.contains('\\')).then_some((inside, rest))
}

/// One compound of CSS and what follows it.
fn compound(text: &str) -> Option<(Selector, &str)> {
    let mut tests = Vec::new();
    let (tag, mut rest) = match (text.strip_prefix('*'), word(text)) {
        (Some(rest), _) => (None, rest),
        (None, Some((tag, rest))) => (Some(tag.to_ascii_lowercase()), rest),
        (None, None) => (None, text),
    };
    loop {
        rest = match rest.chars().next() {
            Some('#') => named(rest, Fact::Id, &mut tests)?,
            Some('.') => named(rest, Fact::Class, &mut tests)?,
            Some('[') => {
                let (name, after) = word(rest.get(1..)?.trim_start())?;
                let after = after.trim_start().strip_prefix('=')?.trim_start();
                let (value, after) = quoted(after).or_else(|| word(after))?;
                tests.push((Fact::named(name)?, value.to_owned()));
                after.trim_start().strip_prefix(']')?
            }
            _ => break,
        };
    }
    let says_something = rest.len() < text.len();
    says_something.then_some((Selector { in_form: false, tag, tests }, rest))
}

fn named<'t>(text: &'t str, fact: Fact, tests: &mut Vec<(Fact, String)>) -> Option<&'t str> {
    let (value, rest) = word(text.get(1..)?)?;
    tests.push((fact, value.to_owned()));
    Some(rest)
}

/// The tests in brackets behind a step of XPath, and what follows them.
fn predicates(text: &str) -> Option<(Vec<(Fact, String)>, &str)> {
    let mut tests = Vec::new();
    let mut rest = text;
    while let Some(inside) = rest.strip_prefix('[') {
        rest = inside;
        loop {
            let (fact, after) = fact(rest.trim_start())?;
            let after = after.trim_start().strip_prefix('=')?.trim_start();
            let (value, after) = quoted(after)?;
            tests.push((fact, value.to_owned()));
            let after = after.trim_start();
            if let Some(after) = after.strip_prefix(']') {
                rest = after;
                break;
            }
            rest = after.strip_prefix("and ")?;
        }
    }
    Some((tests, rest))
}

fn fact(text: &str) -> Option<(Fact, &str)> {
    /// The text of an element, longest first.
    const TEXTS: &[&str] =
        &["normalize-space(text())", "normalize-space(.)", "normalize-space()", "text()", "."];
    if let Some(name) = text.strip_prefix('@') {
        let (name, rest) = word(name)?;
        return Some((Fact::named(name)?, rest));
    }
    TEXTS.iter().find_map(|form| Some((Fact::Text, text.strip_prefix(form)?)))
}

impl Selector {
    /// The fields and buttons that it names.
    pub(super) fn find(&self, observation: &Observation) -> Vec<Found> {
        matches(observation, |field| self.fits_field(field), |button| self.fits_button(button))
    }

    fn fits_field(&self, field: &Field) -> bool {
        let name = field.accessible_name.as_deref().unwrap_or(&field.label);
        // A label is an element of its own, which names the field that it labels.
        if self.tag.as_deref() == Some("label") {
            return self.fits_form(field.form)
                && !self.tests.is_empty()
                && self.tests.iter().all(|(fact, wanted)| match fact {
                    Fact::For => !wanted.is_empty() && field.id == *wanted,
                    Fact::Text => same_text(&field.label, wanted),
                    _ => false,
                });
        }
        self.fits(&field.tag, field.form, |fact, wanted| match fact {
            Fact::Id => field.id == wanted,
            Fact::Name => field.name == wanted,
            Fact::Type => field.kind.eq_ignore_ascii_case(wanted),
            Fact::Role => aria_role_of_field(field).eq_ignore_ascii_case(wanted),
            Fact::Class => field.classes.iter().any(|class| class == wanted),
            Fact::Classes => same_classes(&field.classes, wanted),
            Fact::Label => same_text(name, wanted),
            Fact::Text => same_text(&field.label, wanted),
            Fact::For => false,
        })
    }

    fn fits_button(&self, button: &Button) -> bool {
        self.fits(&button.tag, button.form, |fact, wanted| match fact {
            Fact::Id => button.id == wanted,
            Fact::Type => button.kind.eq_ignore_ascii_case(wanted),
            Fact::Role => aria_role_of_button(button).eq_ignore_ascii_case(wanted),
            Fact::Class => button.classes.iter().any(|class| class == wanted),
            Fact::Classes => same_classes(&button.classes, wanted),
            Fact::Label | Fact::Text => same_text(&button.text, wanted),
            Fact::Name | Fact::For => false,
        })
    }

    fn fits(&self, tag: &str, form: Option<u32>, has: impl Fn(Fact, &str) -> bool) -> bool {
        self.tag.as_deref().is_none_or(|wanted| tag == wanted)
            && self.fits_form(form)
            // An empty value would ask whether there is none.
            && self.tests.iter().all(|(fact, wanted)| !wanted.is_empty() && has(*fact, wanted))
    }

    fn fits_form(&self, form: Option<u32>) -> bool {
        !self.in_form || form.is_some()
    }
}

fn same_text(text: &str, wanted: &str) -> bool {
    let wanted = unmarked(wanted);
    !wanted.is_empty() && unmarked(text) == wanted
}

fn same_classes(classes: &[String], wanted: &str) -> bool {
    wanted.split_whitespace().eq(classes.iter().map(String::as_str))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Observation {
        let field = |index: u32, tag: &str, kind: &str, id: &str, form: Option<u32>| Field {
            index,
            tag: tag.into(),
            kind: kind.into(),
            id: id.into(),
            name: format!("{id}-name"),
            label: format!("{id} label *"),
            accessible_name: Some(format!("{id} said")),
            classes: vec!["control".into(), id.into()],
            form,
            ..Field::default()
        };
        let button = |index: u32, tag: &str, kind: &str, text: &str| Button {
            index,
            tag: tag.into(),
            kind: kind.into(),
            text: text.into(),
            id: format!("b{index}"),
            classes: vec!["btn".into(), format!("b-{index}")],
            form: (index == 0).then_some(0),
            ..Button::default()
        };
        Observation {
            fields: vec![
                field(0, "input", "email", "mail", Some(0)),
                field(1, "select", "select-one", "land", Some(0)),
                field(2, "input", "checkbox", "news", None),
            ],
            buttons: vec![
                button(0, "button", "submit", "Send  it"),
                button(1, "a", "link", "Back"),
            ],
            ..Observation::default()
        }
    }

    fn found(selector: Option<Selector>) -> String {
        let Some(selector) = selector else { return "unread".to_owned() };
        let found: Vec<String> = selector
            .find(&page())
            .iter()
            .map(|found| match found {
                Found::Field(index) => format!("f{index}"),
                Found::Button(index) => format!("b{index}"),
            })
            .collect();
        found.join(" ")
    }

    #[test]
    fn css_names_what_the_observation_knows() {
        for (selector, expected) in [
            ("#mail", "f0"),
            ("input", "f0 f2"),
            ("INPUT", "f0 f2"),
            ("*", "f0 f1 f2 b0 b1"),
            ("*#mail", "f0"),
            ("input#mail", "f0"),
            ("select#mail", ""),
            ("input[type=email]", "f0"),
            ("input[ type = 'EMAIL' ]", "f0"),
            ("[name=\"land-name\"]", "f1"),
            ("[name=land-name][id=land]", "f1"),
            ("[name=land-name][id=mail]", ""),
            ("[role=checkbox]", "f2"),
            ("[role=combobox]", "f1"),
            ("[aria-label='mail said']", "f0"),
            ("[aria-label='mail label']", ""),
            (".control", "f0 f1 f2"),
            (".control.mail", "f0"),
            ("[class='control mail']", "f0"),
            ("[class=control]", ""),
            ("label[for=mail]", "f0"),
            ("[for=mail]", ""),
            ("label", ""),
            ("label#mail", ""),
            ("form input", "f0"),
            ("form label[for=mail]", "f0"),
            ("form label[for=news]", ""),
            ("html > body form input", "f0"),
            ("html body input", "f0 f2"),
            ("body input.news", "f2"),
            ("button", "b0"),
            ("button[type=submit]", "b0"),
            (".btn.b-1", "b1"),
            ("[class='btn b-1']", "b1"),
            ("a[role=link]", "b1"),
            ("[role=button]", "b0"),
            ("[aria-label='send it']", "b0"),
            ("form button", "b0"),
            ("form a", ""),
            ("button[name=go]", ""),
            ("[id='']", ""),
            ("[aria-label='']", ""),
            ("[type='']", ""),
        ] {
            assert_eq!(found(css(selector)), expected, "{selector}");
        }
    }

    #[test]
    fn what_has_no_name_is_not_named_by_that() {
        let page = Observation {
            fields: vec![Field::default()],
            buttons: vec![Button::default()],
            ..Observation::default()
        };
        for name in ["id", "name", "type", "class"] {
            let css = css(&format!("[{name}='']")).unwrap();
            let xpath = xpath(&format!("//*[@{name}='']")).unwrap();
            assert!(css.find(&page).is_empty() && xpath.find(&page).is_empty(), "{name}");
        }
    }

    #[test]
    fn other_css_is_not_read() {
        for selector in [
            "",
            " ",
            "input:checked",
            "form*",
            "form,input",
            "input[value^='4']",
            "input[value='4']",
            "input[type^=em]",
            "input[type$=il]",
            "input[type*=ma]",
            "input[type~=email]",
            "input[type|=email]",
            "input[type=email i]",
            "input[type]",
            "[data-secret='a']",
            "[placeholder=x]",
            "input:has(~ .x)",
            "form:has([value='1']) input",
            "body:has(.vip) input",
            "#secret input",
            "form#a input",
            "form.a input",
            "form[name=a] input",
            "form > input",
            "form form input",
            "body > input",
            "body > form input",
            "html > form input",
            "body html input",
            "html > html input",
            "> input",
            "input >",
            "input > ",
            "input, button",
            "input + input",
            "input ~ input",
            "div input",
            "input input",
            "* input",
            "script",
            "input::before",
            "input\\:x",
            "[id='a\\62']",
            "#",
            ".",
            "[",
            "[id",
            "[id=",
            "[id=a",
            "[id='a'",
            "#mail/**/",
            "input#",
        ] {
            let read = css(selector);
            let nothing = read.as_ref().is_none_or(|read| read.find(&page()).is_empty());
            assert!(nothing, "{selector}: {read:?}");
        }
        assert_eq!(css(&format!("#{}", "a".repeat(LONGEST - 1))).map(|_| ()), Some(()));
        assert_eq!(css(&format!("#{}", "a".repeat(LONGEST))), None);
        assert_eq!(css("script").map(|found| found.find(&page())), Some(Vec::new()));
    }

    #[test]
    fn xpath_has_the_equal_forms() {
        for (expression, expected) in [
            ("//input", "f0 f2"),
            ("//*[@id='mail']", "f0"),
            ("//input[@id=\"mail\"]", "f0"),
            ("//input[@type='email' and @name='mail-name']", "f0"),
            ("//input[@type='email'][@name='mail-name']", "f0"),
            ("//input[@type='email'][@name='other']", ""),
            ("//form//input", "f0"),
            ("/html/body//form//input", "f0"),
            ("/html/body//input", "f0 f2"),
            ("//body//input", "f0 f2"),
            ("//button[text()='Send it']", "b0"),
            ("//button[normalize-space()='Send it']", "b0"),
            ("//button[normalize-space(.) = 'Send it']", "b0"),
            ("//button[normalize-space(text())='Send it']", "b0"),
            ("//button[.='Send it']", "b0"),
            ("//button[text()='Send']", ""),
            ("//button[@type='submit' and text()='Send it']", "b0"),
            ("//label[text()='mail label']", "f0"),
            ("//label[@for='mail']", "f0"),
            ("//select[@class='control land']", "f1"),
            ("//a[@role='link']", "b1"),
        ] {
            assert_eq!(found(xpath(expression)), expected, "{expression}");
        }
    }

    #[test]
    fn other_xpath_is_not_read() {
        for expression in [
            "",
            "input",
            "/input",
            "//form/input",
            "//body/input",
            "//html/form//input",
            "//input[1]",
            "//input[last()]",
            "//input[@value='4']",
            "//input[starts-with(@value,'4')]",
            "//input[contains(@id,'a')]",
            "//button[contains(text(),'Send')]",
            "//script[contains(text(),'token')]",
            "//input[@data-x='1']",
            "//input[@id]",
            "//input[@id='a' or @id='b']",
            "//input[not(@id='a')]",
            "//input[@id!='a']",
            "//input | //button",
            "//input/..",
            "//input/@value",
            "//input/following::input",
            "//div//input",
            "//input[..//x='y']",
            "//input[string-length(@value)=4]",
            "//*[substring(//input[@type='hidden']/@value,1,1)='a']",
            "id('mail')",
            "//input[@id='a]",
            "//input[@id=a]",
            "//input[@id='mail'",
            "//input[@id='mail' and]",
            "//input[@id='mail' and ]",
            "//input[@id='mail'and @name='mail-name']x",
            "//",
            "/",
            "//[",
            "//*[",
        ] {
            assert_eq!(xpath(expression), None, "{expression}");
        }
    }
}
