//! Statements: what a box agrees to, and by what it may be ticked.
//!
//! An agreement (terms, a newsletter, an insurance, a waiver, a signature) is given by the person, for the
//! very statement, on the very site: by a record that names it, or by an answer that was given there. A
//! planner gives none, whatever it calls the action, and no answer is carried to another site.

use std::collections::BTreeSet;

use shared_types::{Field, ProfileKey, Widget};

use super::money;
use crate::{
    bind::is_of_job_that_goes_on,
    classify::{self, Sense},
    question,
    role::Role,
    site::origin_of,
    text::{fold, words},
};

/// Choices of a list from which on it is no question of yes or no.
const FEW_CHOICES: usize = 4;

/// Whether text is typed into it.
pub(super) fn is_typed(field: &Field) -> bool {
    !is_tick(field) && !is_choice(field) && field.kind != "file"
}

/// A checkbox or switch.
fn is_tick(field: &Field) -> bool {
    field.kind == "checkbox"
        || field.kind == "switch"
        || matches!(field.widget, Some(Widget::Checkbox | Widget::Switch))
}

/// A radio, or a list.
fn is_choice(field: &Field) -> bool {
    field.kind == "radio"
        || field.tag == "select"
        || field.kind.starts_with("select")
        || matches!(field.widget, Some(Widget::Radio | Widget::Combobox | Widget::Listbox))
}

fn senses_of<'a>(texts: impl IntoIterator<Item = Option<&'a str>>) -> BTreeSet<Sense> {
    texts.into_iter().flatten().flat_map(classify::senses).collect()
}

/// What they say of more than the thing that is asked for.
fn binding<'a>(texts: impl IntoIterator<Item = Option<&'a str>>) -> BTreeSet<Sense> {
    texts.into_iter().flatten().flat_map(classify::senses_beside_things).collect()
}

/// What is read of a field: its own texts, and what stands beside and above it where these only say yes.
fn read<'a>(field: &'a Field, own: &[Option<&'a str>]) -> Vec<Option<&'a str>> {
    let mut texts = own.to_vec();
    if say_nothing(own) {
        texts.extend([field.nearby.as_deref(), field.section.as_deref()]);
    }
    texts
}

/// Fewest words of a heading that says more than what it is about.
const SENTENCE: usize = 6;

/// What a page says of a field beside what it calls it: what answering it agrees to may stand there alone.
fn remarks(field: &Field) -> [Option<&str>; 4] {
    let heading = field.section.as_deref().filter(|text| words(text).len() >= SENTENCE);
    [field.described_by.as_deref(), field.nearby.as_deref(), field.error.as_deref(), heading]
}

fn say_nothing(texts: &[Option<&str>]) -> bool {
    texts.iter().flatten().all(|text| classify::says_nothing(text))
}

/// Whether a text agrees to whatever is asked: *Yes*, *I do*, *Yes, twice*.
fn is_yes(text: &str) -> bool {
    let agrees = || classify::senses(text).contains(&Sense::Agreement);
    classify::begins_with_yes(text)
        || classify::says_nothing(text) && (classify::has_yes(text) || agrees())
}

/// Whether a choice says yes and what it costs: "Yes, charge me 100 €" says more than what is so.
fn is_costly_yes(text: &str) -> bool {
    is_yes(text) && (money::names_money(text) || money::sells(text))
}

/// Whether answering it agrees to something or signs something, whatever role it was given.
pub fn is_agreement(field: &Field) -> bool {
    if matches!(Role::of(field), Some(Role::Consent | Role::Newsletter)) {
        return true;
    }
    let label = Some(field.label.as_str());
    let (group, name) = (field.group.as_deref(), field.accessible_name.as_deref());
    let agrees = |said: BTreeSet<Sense>| {
        said.contains(&Sense::Agreement) || said.contains(&Sense::Signature)
    };
    if is_tick(field) {
        let texts = read(field, &[label, group, name, field.described_by.as_deref()]);
        // What stands beside one of several boxes is often about them all; what is derived for a box needs no key that
        // names it.
        let is_fact = Role::of(field) == Some(Role::JobCurrent);
        let beside = if is_fact { &remarks(field)[..] } else { &[field.error.as_deref()] };
        let said = texts.iter().chain(beside).copied();
        return agrees(senses_of(said)) || is_unread(field, &texts);
    }
    if is_choice(field) {
        return !is_question_of_fact(field) && is_choice_to_agree(field);
    }
    let placeholder = Some(field.placeholder.as_str());
    let section = field.section.as_deref();
    let texts = || [label, group, name, placeholder, section].into_iter().chain(remarks(field));
    let said = binding(texts());
    let choices = || field.options.iter().flatten().any(|option| is_yes(&option.text));
    let asks_for_yes = || texts().flatten().any(classify::has_yes) || choices();
    is_typed(field)
        && (said.contains(&Sense::Signature) || said.contains(&Sense::Agreement) && asks_for_yes())
}

/// Whether a list or a group of radios asks what is so, and nothing is agreed to by saying it: every word of its
/// question is understood, no choice agrees to anything ("Contract" is a kind of employment there), and it comes with
/// no picture and no document.
fn is_question_of_fact(field: &Field) -> bool {
    let is_plain = |text: &str| {
        let said = classify::senses_of_choice(text);
        let binds = said.contains(&Sense::Agreement) || said.contains(&Sense::Signature);
        (!binds || question::is_answer(text)) && !is_costly_yes(text)
    };
    let options = field.options.iter().flatten();
    let mut choices = options.map(|option| option.text.as_str()).chain([field.label.as_str()]);
    !field.pictured
        && field.documents.is_empty()
        && question::of_field(field).is_some_and(|question| {
            // "Will you be bound by our agreement" is one word away from "are you bound by one".
            question.intent != question::Intent::NonCompete
                && asks_for_nothing_else(&question, field)
        })
        && (field.kind != "radio" || is_plain(&field.label))
        && (field.kind == "radio" || choices.all(|text| text == field.label || is_plain(text)))
}

/// Whether no text of a field agrees to anything beside the question that it asks.
fn asks_for_nothing_else(question: &question::Question, field: &Field) -> bool {
    let choice = if field.kind == "radio" { "" } else { field.label.as_str() };
    let own = [
        Some(choice),
        field.group.as_deref(),
        field
            .accessible_name
            .as_deref()
            .filter(|name| field.kind != "radio" || *name != field.label),
        Some(field.placeholder.as_str()),
    ];
    let texts: Vec<&str> = read(field, &own).into_iter().chain(remarks(field)).flatten().collect();
    let binds = |text: &String| {
        let said = binding([Some(text.as_str())]);
        said.contains(&Sense::Agreement) || said.contains(&Sense::Signature)
    };
    question::said_beside(question, &texts).is_some_and(|beside| !beside.iter().any(binds))
}

/// Whether nothing that can be read says what a box, or a radio that says yes, agrees to: no text at all, or a
/// picture.
fn is_unread(field: &Field, texts: &[Option<&str>]) -> bool {
    let is_fact = Role::of(field) == Some(Role::JobCurrent);
    let own = classify::says_nothing(&field.label);
    let is_alone = is_tick(field) && field.group_id.is_none();
    !is_fact && (say_nothing(texts) || field.pictured && (own || is_alone))
}

fn is_choice_to_agree(field: &Field) -> bool {
    let own =
        [Some(field.label.as_str()), field.group.as_deref(), field.accessible_name.as_deref()];
    let texts = read(field, &own);
    let choices = field.options.iter().flatten().filter(|option| !option.value.is_empty());
    let choices: Vec<&str> = choices.map(|option| option.text.as_str()).collect();
    let is_radio = field.kind == "radio";
    // A list of many choices asks for yes or no only where one of them says yes.
    let is_list = !is_radio && choices.len() > FEW_CHOICES;
    let said: Vec<&str> =
        choices.iter().copied().filter(|choice| !is_list || is_yes(choice)).collect();
    if is_list && said.is_empty() {
        return false;
    }
    let says_yes = if is_radio { is_yes(&field.label) } else { said.iter().any(|one| is_yes(one)) };
    if said.iter().copied().chain(is_radio.then_some(field.label.as_str())).any(is_costly_yes) {
        return true;
    }
    let mut senses = binding(texts.iter().copied());
    if says_yes {
        senses.extend(binding(remarks(field)));
    }
    senses.extend(said.into_iter().flat_map(classify::senses_of_choice));
    senses.contains(&Sense::Agreement)
        || senses.contains(&Sense::Signature)
        || says_yes && is_unread(field, &texts)
}

/// The statements that a field puts: of a group of radios its question, of a box its label, each with what
/// it is chosen from; where these only say yes, what stands around them. None where nobody can read it.
fn statements(field: &Field) -> Vec<String> {
    let label = field.label.clone();
    let group = field.group.clone().unwrap_or_default();
    let both = format!("{group} {label}");
    let own = match (group.trim().is_empty(), is_choice(field)) {
        (true, _) => vec![label],
        (false, true) => vec![group, both],
        (false, false) => vec![label, both],
    };
    let is_said = |text: &String| !classify::says_nothing(text);
    let around = [&field.nearby, &field.section].into_iter().flatten().cloned();
    let mut texts = own.clone();
    if !own.iter().any(is_said) {
        texts.extend(around);
    }
    if texts.iter().any(is_said) {
        texts.retain(is_said);
    } else if field.pictured {
        texts.clear();
    }
    texts.retain(|text| !text.trim().is_empty());
    texts
}

/// What a field whose own words only say yes is about, if that can be read.
pub fn statement_around(field: &Field) -> Option<String> {
    statements(field).into_iter().find(|text| !classify::says_nothing(text))
}

/// Whether a name is the very statement: the same words in the same order, those aside by which one agrees,
/// and the same signs at its numbers.
fn names(own: &str, statement: &str) -> bool {
    let said = |text: &str| {
        let all = words(text);
        let own = classify::without_assent(all.clone());
        let said = all.into_iter().filter(|word| own.contains(word));
        let letters = |word: String| word.chars().filter(|c| c.is_alphanumeric()).collect();
        said.map(letters).filter(|word: &String| !word.is_empty()).collect::<Vec<String>>()
    };
    let (few, many) = (said(own), said(statement));
    if few.is_empty() {
        return !own.trim().is_empty() && fold(own) == fold(statement);
    }
    few == many && signs(own) == signs(statement)
}

/// The signs that a number's meaning hangs on, in order: what stands right before or after a digit.
fn signs(text: &str) -> Vec<char> {
    let chars: Vec<char> = text.chars().filter(|c| !c.is_whitespace()).collect();
    let is_digit =
        |at: Option<usize>| at.and_then(|at| chars.get(at)).is_some_and(char::is_ascii_digit);
    let signs = chars.iter().enumerate().filter(|(at, c)| {
        let is_mark = !c.is_alphanumeric() && !matches!(c, '(' | ')' | '"' | '“' | '”' | ':' | ';');
        is_mark && (is_digit(at.checked_sub(1)) || is_digit(at.checked_add(1)))
    });
    // A point or comma at the end of a sentence is none.
    let is_inner = |at: usize| is_digit(at.checked_sub(1)) && is_digit(at.checked_add(1));
    signs
        .filter(|(at, c)| !matches!(c, '.' | ',' | '!' | '?') || is_inner(*at))
        .map(|(_, c)| *c)
        .collect()
}

/// The name of an entry that holds an agreement, for where it was given: the statement, the site, and the
/// documents that it links to.
pub fn agreement_name(statement: &str, origin: &str, documents: &[String]) -> String {
    let mut place = origin.to_owned();
    for document in documents {
        place.push_str(", ");
        place.push_str(document);
    }
    format!("{} ({place})", statement.trim())
}

/// The name of an answer that agrees to nothing. Whatever a page calls its question, it is not read as what was agreed to
/// somewhere: "I accept the terms (https://another.example)".
pub fn answer_name(question: &str) -> String {
    let question = question.trim();
    match split_place(question) {
        (_, Some(_)) => format!("{question}."),
        (_, None) => question.to_owned(),
    }
}

/// Divides the name of an answer into the statement and the place where it was given, if it is one of
/// [`agreement_name`]'s.
fn split_place(name: &str) -> (&str, Option<&str>) {
    let inner = name.strip_suffix(')').and_then(|rest| rest.rsplit_once(" ("));
    match inner {
        Some((statement, place)) if !origin_of(first_of(place)).is_empty() => {
            (statement, Some(place))
        }
        _ => (name, None),
    }
}

fn first_of(place: &str) -> &str {
    place.split(", ").next().unwrap_or_default()
}

/// The site of an answer that holds an agreement.
pub fn site_of_agreement(key: &ProfileKey) -> Option<&str> {
    let name = key.as_str().strip_prefix("answers.")?;
    split_place(name).1.map(first_of)
}

/// The name that the person, or a form, gave an own entry, as a label would have it; `None` for the
/// profile's own keys.
pub(super) fn own_name(key: &ProfileKey) -> Option<String> {
    let (room, name) = key.as_str().split_once('.')?;
    let own = matches!(room, "record" | "custom" | "answers");
    own.then(|| split_place(name).0.replace(['_', '.'], " "))
}

/// Whether what an answer says, here or elsewhere, is about the statement of this field: it may be proposed.
pub fn may_propose(key: &ProfileKey, field: &Field) -> bool {
    let Some((room @ ("answers" | "custom"), name)) = key.as_str().split_once('.') else {
        return false;
    };
    let statement = if room == "answers" { split_place(name).0 } else { name };
    is_agreement(field) && statements(field).iter().any(|theirs| names(statement, theirs))
}

/// Whether the name of an entry is only a yes, which fits whatever is asked: it names nothing.
fn is_bare_yes(name: &str) -> bool {
    classify::says_nothing(name) && is_yes(name)
}

/// Whether the name of an own entry tells what it is: an agreement that was given on a site is for that site
/// alone, and a yes is like every other.
pub fn names_something(key: &ProfileKey) -> bool {
    let name = key.as_str().split_once('.').map(|(_, name)| name.replace('_', " "));
    name.is_some_and(|name| !is_bare_yes(&name)) && site_of_agreement(key).is_none()
}

/// Whether typing this agrees to what the field speaks of.
fn agrees_by_typing(field: &Field, value: &str) -> bool {
    let texts = [
        Some(field.label.as_str()),
        field.group.as_deref(),
        field.accessible_name.as_deref(),
        Some(field.placeholder.as_str()),
    ];
    let texts = read(field, &texts).into_iter().chain(remarks(field));
    is_typed(field) && is_yes(value) && binding(texts).contains(&Sense::Agreement)
}

/// Whether a key, and its value, may answer this field as the statement that it is. Fields that are none pass.
pub(super) fn allows(
    key: &ProfileKey,
    value: Option<&str>,
    field: &Field,
    origin: &str,
) -> Result<(), String> {
    let room = key.as_str().split_once('.');
    let is_fact = Role::of(field) == Some(Role::JobCurrent);
    let own_name = own_name(key);
    let is_bare = |name: &String| {
        is_bare_yes(name)
            || is_tick(field) && field.group_id.is_none() && classify::says_nothing(name)
    };
    if own_name.as_ref().is_some_and(is_bare) && site_of_agreement(key).is_none() {
        return Err(msg!("gate_a_yes_alone_names_nothing_that_it"));
    }
    if is_agreement(field) {
        let theirs = statements(field);
        let is_it = |own: &str| theirs.iter().any(|theirs| names(own, theirs));
        return match room {
            Some(("record", name)) if is_it(&name.replace(['_', '.'], " ")) => Ok(()),
            Some(("answers", name)) => match split_place(name) {
                (statement, Some(place))
                    if is_it(statement)
                        && agreement_name(statement, origin, &field.documents)
                            == agreement_name(statement, first_of(place), &rest_of(place)) =>
                {
                    Ok(())
                }
                _ => Err(msg!("gate_you_have_not_agreed_to_this")),
            },
            _ => Err(msg!("gate_it_asks_you_to_agree_none_of_your")),
        };
    }
    // What was asked in just these words is answered; nothing else says yes to it.
    let is_asked = |name: &String| {
        room.is_some_and(|(room, _)| room != "custom")
            && statements(field).iter().any(|theirs| names(name, theirs))
    };
    if value.is_some_and(|value| agrees_by_typing(field, value))
        && !own_name.as_ref().is_some_and(is_asked)
    {
        return Err(msg!("gate_what_is_typed_there_agrees_to"));
    }
    // What is a company here is a signature in another language.
    let said = [&field.label, &field.placeholder].map(|text| Some(text.as_str()));
    if is_typed(field) && is_name(key) && senses_of(said).contains(&Sense::Signature) {
        return Err(msg!("gate_what_is_typed_there_may_sign_only"));
    }
    let own = own_name.is_some();
    let says_so = key.as_str().starts_with("resume.") && key.as_str().ends_with(".current");
    let is_flag = says_so || is_of_job_that_goes_on(key);
    if is_flag && !is_fact {
        return Err(msg!("gate_it_does_not_ask_whether_you_still"));
    }
    let alone = is_tick(field) && field.group_id.is_none();
    if alone && !own && !is_flag {
        return Err(msg!("gate_a_box_is_ticked_only_by_an_entry"));
    }
    Ok(())
}

/// Whether a key holds what one signs with.
fn is_name(key: &ProfileKey) -> bool {
    matches!(
        key.as_str(),
        "firstName" | "middleName" | "lastName" | "fullName" | "payment.cardName"
    )
}

fn rest_of(place: &str) -> Vec<String> {
    place.split(", ").skip(1).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use shared_types::FieldOption;

    use super::*;

    const SITE: &str = "https://site.example";

    fn tick(label: &str) -> Field {
        Field {
            tag: "input".into(),
            kind: "checkbox".into(),
            label: label.into(),
            ..Field::default()
        }
    }

    #[test]
    fn the_same_words_in_another_order_or_with_another_sign_are_another_statement() {
        for (own, statement, expected) in [
            ("I agree to the terms of use", "I accept the terms of use.", true),
            ("Terms of use", "I have read the terms of use", true),
            ("The seller pays the buyer", "The buyer pays the seller", false),
            ("I accept 5 % interest", "I accept 5% interest.", true),
            ("I accept 5 % interest", "I accept −5 % interest", false),
            ("I accept 5 % interest", "I accept 5 ‰ interest", false),
            ("I accept 1,5 % interest", "I accept 15 % interest", false),
            ("I pay 100 € (once)", "I pay 100 € once", true),
            ("I pay 100 €", "I pay 100 $", false),
            ("I pay (100)", "I pay 100", true),
            ("I pay 100.", "I pay 100", true),
            ("I pay “100”", "I pay 100", true),
            ("I pay 100, at most", "I pay 100 at most", true),
            ("I pay 1.000", "I pay 1000", false),
            ("I pay 10:1", "I pay 101", false),
            ("I pay #100", "I pay 100", false),
        ] {
            assert_eq!(names(own, statement), expected, "{own} / {statement}");
        }
    }

    #[test]
    fn a_company_is_no_signature_and_a_name_in_it_may_be_one() {
        let firma = Field {
            tag: "input".into(),
            kind: "text".into(),
            label: "Firma".into(),
            ..Field::default()
        };
        assert!(!is_agreement(&firma));
        assert_eq!(allows(&"company".into(), None, &firma, SITE), Ok(()));
        assert!(allows(&"fullName".into(), None, &firma, SITE).is_err());
        let sign = Field { label: "Firma aquí".into(), ..firma };
        assert!(is_agreement(&sign) && allows(&"company".into(), None, &sign, SITE).is_err());
        let work = "Are you legally authorized to work in this country?";
        assert!(!is_agreement(&radio(work, "Yes")));
        assert!(is_agreement(&radio("I authorize you to check this", "Yes")));
        assert!(!is_agreement(&select("Last name", &["Lovelace", "Byron"])));
        let degrees = ["Bachelor", "Master", "Professional Certification"];
        assert!(!is_agreement(&select("Highest level of education", &degrees)));
        assert!(is_agreement(&select(
            "Highest level of education",
            &["I certify that it is true", "No"]
        )));
        assert!(is_agreement(&select("Certification", &["Yes", "No"])));
    }

    /// A question of fact is none to agree to, and nothing that agrees becomes one.
    #[test]
    fn what_is_asked_is_no_agreement_and_what_is_agreed_to_is_no_question() {
        for (question, choices) in [
            ("Are you legally authorised to work in Ireland?", ["Yes", "No"]),
            ("Employment type", ["Contract", "Full-time"]),
            ("Veteran status", ["I am not a protected veteran", "I don't wish to answer"]),
        ] {
            assert!(!is_agreement(&select(question, &choices)), "{question}");
        }
        for (question, choices) in [
            ("Are you bound by any employment agreement or restriction?", ["Yes", "No"]),
            ("Are you bound by any employment agreement?", ["Yes, and I accept the terms", "No"]),
            ("Employment type", ["I agree to the contract", "Full-time"]),
            ("Do you agree to a background check and to our terms?", ["Yes", "No"]),
            ("Do you accept that you are legally authorised to work?", ["Yes", "No"]),
            ("Are you authorised to work, and do you waive all claims?", ["Yes", "No"]),
        ] {
            assert!(is_agreement(&select(question, &choices)), "{question}");
        }
        // What a radio is called again is its choice still.
        for (question, choice) in [
            ("Employment type", "Contract"),
            ("Highest level of education", "Professional certification"),
        ] {
            let choice =
                Field { accessible_name: Some(choice.to_owned()), ..radio(question, choice) };
            assert!(!is_agreement(&choice), "{choice:?}");
        }
        let mut pictured = select("Are you legally authorised to work in Ireland?", &["Yes", "No"]);
        pictured.documents = vec!["https://site.example/terms".to_owned()];
        assert!(is_agreement(&pictured), "what it links to is agreed to");
        // A box that is ticked says its own sentence; no question makes it a fact.
        let ticked = tick("I am legally authorised to work and agree to be checked");
        assert!(is_agreement(&ticked));
    }

    /// A question makes no fact of what stands beside it, wherever that is.
    #[test]
    fn what_is_agreed_to_beside_a_question_is_agreed_to() {
        let late = format!("Do you smoke? {} I accept binding arbitration.", "Please. ".repeat(40));
        for question in [
            "I agree to binding arbitration. Are you authorised to work in Ireland?",
            "Are you authorised to work in Ireland? And do you waive all claims?",
            "Are you authorised to work (and do you agree to arbitration) in Ireland?",
            "Are you authorised to work in Ireland (I accept arbitration",
            "Have you previously worked for Acme and do you waive all claims?",
            "Are you willing to relocate and accept binding arbitration?",
            "Are you willing to be bound by our company's remote work agreement?",
            "Do you waive your legal right to work in our company under this agreement in the future?",
            "Do you consent to a background check as required by law before starting work for our company?",
            "Do you authorise our company to conduct legal work for you?",
            "Do you give permission for us to work with your employer?",
            "Dichiara di essere autorizzato a lavorare in Italia?",
            "您同意接受背景调查吗?",
            "Acceptez-vous de travailler le week-end ?",
            &late,
        ] {
            assert!(is_agreement(&select(question, &["Yes", "No"])), "{question}");
            assert!(is_agreement(&radio(question, "Yes")), "{question}");
        }
        for question in [
            "Are you a protected veteran?",
            "Êtes-vous autorisé à travailler en France ?",
            "Do you currently have permission to work in the country of employment?",
            "Would the company need to sponsor your employment authorization, now or in the future?",
        ] {
            assert!(!is_agreement(&select(question, &["Yes", "No"])), "{question}");
        }
        let fact = || select("Are you a veteran?", &["Yes", "No"]);
        assert!(!is_agreement(&fact()));
        let arbitration = || Some("I accept binding arbitration".to_owned());
        assert!(is_agreement(&Field { group: arbitration(), ..fact() }));
        assert!(is_agreement(&Field { accessible_name: arbitration(), ..fact() }));
        let named = Field { accessible_name: arbitration(), ..radio("Are you a veteran?", "Yes") };
        assert!(is_agreement(&named));
    }

    /// Proves that what a page says beside a question, in whatever place, counts as much as the question.
    #[test]
    fn what_stands_beside_a_question_may_be_what_it_agrees_to() {
        let says = || Some("By answering Yes you accept binding arbitration.".to_owned());
        let beside: [fn(Field, Option<String>) -> Field; 4] = [
            |field, text| Field { described_by: text, ..field },
            |field, text| Field { nearby: text, ..field },
            |field, text| Field { error: text, ..field },
            |field, text| Field { section: text, ..field },
        ];
        let current =
            || Field { role: Some("x-job-current".into()), ..tick("I currently work here") };
        let questions = || {
            let fact = "Are you authorised to work in Ireland?";
            let own = "Do you like tea?";
            [
                select(fact, &["Yes", "No"]),
                radio(fact, "Yes"),
                select(own, &["Yes", "No"]),
                radio(own, "Yes"),
                current(),
            ]
        };
        for (place, put) in beside.iter().enumerate() {
            for field in questions() {
                assert!(!is_agreement(&field), "{field:?}");
                let help = Some("The office is on the third floor.".to_owned());
                assert!(!is_agreement(&put(field.clone(), help)), "{place} {field:?}");
                assert!(is_agreement(&put(field.clone(), says())), "{place} {field:?}");
            }
            let sign = Some("Typing your name below is your electronic signature.".to_owned());
            assert!(!is_agreement(&text("Full name")));
            assert!(is_agreement(&put(text("Full name"), sign)), "{place}");
        }
        // A heading of few words says what a part is about.
        let about = Some("Working conditions and contract".to_owned());
        let field = Field { section: about, ..select("Do you like tea?", &["Yes", "No"]) };
        assert!(!is_agreement(&field));
        // What stands beside one of several boxes may be about another one.
        assert!(!is_agreement(&Field { nearby: says(), ..tick("German") }));
        assert!(is_agreement(&Field { error: says(), ..tick("German") }));
    }

    /// Proves that no page makes an answer to it out to be an agreement on another site.
    #[test]
    fn no_question_is_called_as_an_agreement_elsewhere_is() {
        let terms = "I accept binding arbitration";
        for (question, expected) in [
            ("Favourite colour", "Favourite colour"),
            ("Colour (optional)", "Colour (optional)"),
            (
                " I accept binding arbitration (https://site.example) ",
                "I accept binding arbitration (https://site.example).",
            ),
        ] {
            let name = answer_name(question);
            assert_eq!(name, expected);
            let key = ProfileKey::new(format!("answers.{name}"));
            assert_eq!(site_of_agreement(&key), None);
            assert!(allows(&key, Some("Yes"), &tick(terms), SITE).is_err(), "{name}");
        }
        let key = ProfileKey::new(format!("answers.{}", agreement_name(terms, SITE, &[])));
        assert!(allows(&key, Some("Yes"), &tick(terms), SITE).is_ok());
    }

    #[test]
    fn a_yes_that_costs_something_agrees_to_that() {
        let question = "Are you authorised to work in Ireland?";
        for (choice, expected) in [
            ("Yes", false),
            ("Yes, since 2019", false),
            ("Yes, charge me 100 €", true),
            ("Yes, and 12 USD a month", true),
            ("Yes, with travel insurance", true),
            ("Yes, with priority boarding", true),
        ] {
            assert_eq!(is_agreement(&select(question, &[choice, "No"])), expected, "{choice}");
            assert_eq!(is_agreement(&radio(question, choice)), expected, "{choice}");
        }
        let pay = "What is your expected salary?";
        assert!(!is_agreement(&select(pay, &["£20,000 to £30,000", "£30,000 to £40,000"])));
    }

    fn radio(group: &str, label: &str) -> Field {
        Field { kind: "radio".into(), group: Some(group.into()), group_id: Some(1), ..tick(label) }
    }

    fn select(label: &str, options: &[&str]) -> Field {
        let option = |text: &&str| FieldOption {
            value: (*text).into(),
            text: (*text).into(),
            ..FieldOption::default()
        };
        Field {
            tag: "select".into(),
            kind: "select-one".into(),
            options: Some(options.iter().map(option).collect()),
            ..tick(label)
        }
    }

    fn text(label: &str) -> Field {
        Field { kind: "text".into(), ..tick(label) }
    }

    /// What is chosen from says so by its tag, its type or its widget; each is enough.
    #[test]
    fn nothing_is_typed_into_what_is_chosen_from() {
        let custom = |widget: Widget| Field { widget: Some(widget), ..text("") };
        for (field, expected) in [
            (text(""), true),
            (Field { kind: "textarea".into(), ..text("") }, true),
            (Field { tag: "select".into(), ..text("") }, false),
            (Field { kind: "select-one".into(), ..text("") }, false),
            (Field { kind: "radio".into(), ..text("") }, false),
            (custom(Widget::Radio), false),
            (custom(Widget::Combobox), false),
            (custom(Widget::Listbox), false),
            (custom(Widget::Checkbox), false),
            (custom(Widget::Switch), false),
            (tick(""), false),
            (Field { kind: "file".into(), ..text("") }, false),
        ] {
            assert_eq!(is_typed(&field), expected, "{field:?}");
        }
    }

    #[test]
    fn agreements_are_known_by_their_words_in_any_control() {
        let switch = |label: &str| Field { widget: Some(Widget::Switch), ..text(label) };
        let described =
            |described: &str| Field { described_by: Some(described.into()), ..tick("Yes") };
        let beside = Field { nearby: Some("I accept all conditions".into()), ..tick("") };
        for (field, expected) in [
            (tick("I agree to the terms"), true),
            (tick("Subscribe to our newsletter"), true),
            (tick("Protect my trip (insurance)"), true),
            (tick("Ich verzichte auf mein Widerrufsrecht"), true),
            (tick("Zgadzam się na przetwarzanie danych"), true),
            (tick("同意する"), true),
            (switch("Share my data with partners"), true),
            (described("By ticking this you waive your rights"), true),
            (beside, true),
            (radio("Arbitration", "Fine"), true),
            (radio("Shall we go on?", "I agree"), true),
            (select("Travel insurance", &["Yes", "No"]), true),
            (select("Next step", &["I accept", "Later"]), true),
            (text("Signature"), true),
            (text("Type your full name to sign"), true),
            (text("Enter your legal name to sign"), true),
            (text("Your legal name, to sign"), true),
            (text("By entering your legal name you are bound by this"), true),
            (text("Please enter your legal name"), false),
            (Field { section: Some("Electronic signature".into()), ..text("Full name") }, true),
            (Field { role: Some("x-consent".into()), ..tick("Fine") }, true),
            (Field { role: Some("x-newsletter".into()), ..text("E-mail") }, true),
            (tick("I currently work here"), false),
            (tick("Same as billing address"), false),
            (radio("Gender", "Female"), false),
            (select("How did you hear of us?", &["Newsletter", "a", "b", "c", "d"]), false),
            (select("How did you hear of us?", &["Newsletter", "a", "b", "c"]), true),
            (select("Country", &["France", "Spain"]), false),
            (text("First name"), false),
            (Field { described_by: Some("You agree to get texts".into()), ..text("Phone") }, false),
        ] {
            assert_eq!(is_agreement(&field), expected, "{field:?}");
        }
    }

    #[test]
    fn what_only_says_yes_agrees_to_what_stands_around_it() {
        let near = |nearby: &str, field: Field| Field { nearby: Some(nearby.into()), ..field };
        let under = |section: &str, field: Field| Field { section: Some(section.into()), ..field };
        let pictured = |field: Field| Field { pictured: true, ..field };
        let grouped = |field: Field| Field { group_id: Some(1), ..field };
        let many = |label: &str, yes: &str| select(label, &[yes, "Weekly", "Monthly", "b", "c"]);
        for (field, expected) in [
            (near("Do you accept binding arbitration?", tick("Yes")), true),
            (near("Do you accept binding arbitration?", tick("German")), false),
            (near("Do you smoke?", tick("Yes")), false),
            (near("Do you smoke?", tick("Sí")), false),
            (under("Newsletter", tick("OK")), true),
            (under("Willing to relocate?", tick("Yes")), false),
            // Nobody can read what it agrees to.
            (tick("Yes"), true),
            (tick("はい"), true),
            (tick(""), true),
            (Field { role: Some(Role::JobCurrent.as_str().into()), ..tick("") }, false),
            (pictured(tick("Pizza")), true),
            (pictured(grouped(tick("Pizza"))), false),
            (pictured(grouped(near("Do you smoke?", tick("Yes")))), true),
            (near("Add travel insurance", radio("", "Yes")), true),
            (near("Do you smoke?", radio("", "Yes")), false),
            (radio("", "Yes"), true),
            (radio("", "Female"), false),
            (pictured(radio("Size", "Large")), false),
            (pictured(radio("Size", "Yes")), true),
            (many("Newsletter", "Yes"), true),
            (many("Newsletter", "Yes, twice"), true),
            (many("Newsletter", "I agree"), true),
            (many("How often?", "Yes, the newsletter"), true),
            (many("How often?", "Yes"), false),
            (many("Newsletter", "Daily"), false),
            (near("Travel insurance", select("", &["Yes", "No"])), true),
            (select("", &["Yes", "No"]), true),
            (select("", &["France", "Spain"]), false),
            (text("Type yes to accept binding arbitration"), true),
            (text("Travel insurance, yes or no?"), true),
            (Field { options: select("", &["ja", "nein"]).options, ..text("Versicherung") }, true),
            (text("Insurance company"), false),
            (text("Yes or no?"), false),
        ] {
            assert_eq!(is_agreement(&field), expected, "{field:?}");
        }
        assert_eq!(
            statement_around(&near("Do you smoke?", tick("Yes"))).as_deref(),
            Some("Do you smoke?")
        );
        assert_eq!(
            statement_around(&under("Relocation", tick("OK"))).as_deref(),
            Some("Relocation")
        );
        assert_eq!(
            statement_around(&near("Do you smoke?", tick("I do like cats"))).as_deref(),
            Some("I do like cats")
        );
        assert_eq!(statement_around(&tick("Yes")), None);
        for (key, field, expected) in [
            (
                "record.Do you accept arbitration?",
                near("Do you accept arbitration?", tick("Yes")),
                true,
            ),
            ("record.Yes", near("Do you accept arbitration?", tick("Yes")), false),
            ("answers.Yes (https://site.example)", near("Accept arbitration?", tick("Yes")), false),
            (
                "answers.Accept arbitration? (https://site.example)",
                near("Accept arbitration?", tick("Yes")),
                true,
            ),
            ("answers.I agree (https://site.example)", tick("I agree"), true),
            ("answers.I agree (https://site.example)", pictured(tick("I agree")), false),
            ("record.I agree", tick("I agree"), false),
            ("answers.I like cats (https://site.example)", pictured(tick("I like cats")), true),
            // A name that is only a yes names nothing, whatever is asked.
            ("custom.Yes", near("Do you smoke?", tick("Yes")), false),
            ("custom.No", near("Do you smoke?", tick("No")), false),
            ("record.ja", radio("Rauchen Sie?", "Ja"), false),
            ("custom.I agree", select("Next step", &["I agree", "Never"]), false),
            ("custom.Yes", text("Yes"), false),
            ("custom.To", text("To"), true),
            ("custom.Do you smoke?", near("Do you smoke?", tick("Yes")), true),
        ] {
            let found = allows(&ProfileKey::new(key), None, &field, SITE).is_ok();
            assert_eq!(found, expected, "{key} → {field:?}");
        }
    }

    #[test]
    fn what_is_typed_agrees_where_it_says_yes() {
        for (key, value, field, expected) in [
            ("custom.Travel", "Yes", text("Travel insurance"), false),
            ("custom.Travel insurance", "Ja, gerne", text("Travel insurance"), false),
            ("custom.Travel insurance", "Allianz", text("Travel insurance"), true),
            ("custom.Travel", "Yes", text("Travel by car"), true),
            ("answers.Travel", "Yes", text("Travel insurance"), false),
            ("answers.Travel insurance", "Yes", text("Travel insurance"), true),
            ("record.travel_insurance", "yes", text("Travel insurance"), true),
            ("record.Travel insurance", "yes", text("Travel insurance, yes or no?"), false),
        ] {
            let found = allows(&ProfileKey::new(key), Some(value), &field, SITE).is_ok();
            assert_eq!(found, expected, "{key} {value} → {field:?}");
        }
    }

    #[test]
    fn an_agreement_needs_a_key_that_names_it_here() {
        let terms = || Field { name: "terms".into(), ..tick("I agree to the terms of use") };
        let linked = |address: &str| Field { documents: vec![address.into()], ..terms() };
        for (key, field, expected) in [
            ("record.I agree to the terms of use", terms(), true),
            ("record.terms_of_use", terms(), true),
            // What a page calls its box is no statement.
            ("record.terms", terms(), false),
            ("record.newsletter", terms(), false),
            ("email", terms(), false),
            ("custom.yes", terms(), false),
            ("custom.I agree to the terms of use", terms(), false),
            ("answers.Terms of use", terms(), false),
            ("answers.I agree to the terms of use", terms(), false),
            ("answers.I agree to the terms of use (https://site.example)", terms(), true),
            ("answers.I agree to the terms of use (https://site.example:8443)", terms(), false),
            ("answers.I agree to the terms of use (https://other.example)", terms(), false),
            ("answers.I agree to the privacy notice (https://site.example)", terms(), false),
            (
                "answers.I agree to the terms of use (https://site.example, https://a.example/t)",
                linked("https://a.example/t"),
                true,
            ),
            (
                "answers.I agree to the terms of use (https://site.example, https://a.example/t)",
                linked("https://b.example/t"),
                false,
            ),
            (
                "answers.I agree to the terms of use (https://site.example)",
                linked("https://b.example/t"),
                false,
            ),
            (
                "answers.Do you accept arbitration? (https://site.example)",
                radio("Do you accept arbitration?", "Yes"),
                true,
            ),
            (
                "answers.Do you accept arbitration?",
                radio("Do you accept arbitration?", "Yes"),
                false,
            ),
            ("record.Yes", radio("Do you accept arbitration?", "Yes"), false),
            ("fullName", text("Signature"), false),
            ("record.Signature", text("Signature"), true),
        ] {
            let found = allows(&ProfileKey::new(key), None, &field, SITE).is_ok();
            assert_eq!(found, expected, "{key} → {}", field.label);
        }
    }

    #[test]
    fn a_fact_is_ticked_by_what_names_it() {
        let current = |role: &str| Field { role: Some(role.into()), ..tick("I work here now") };
        let grouped = Field { group_id: Some(1), ..tick("German") };
        for (key, field, expected) in [
            ("resume.experiences.0.current", current("x-job-current"), true),
            ("resume.experiences.0.current", current("none"), false),
            ("resume.experiences.0.goesOn", current("x-job-current"), true),
            ("resume.experiences.0.goesOn", current("none"), false),
            ("resume.experiences.0.goesOn", radio("Do you like cats?", "Yes"), false),
            ("resume.experiences.0.current", radio("Do you like cats?", "Yes"), false),
            ("email", tick("Same as billing address"), false),
            ("custom.Same as billing address", tick("Same as billing address"), true),
            ("resume.languages", grouped, true),
            ("email", text("E-mail"), true),
        ] {
            let found = allows(&ProfileKey::new(key), None, &field, SITE).is_ok();
            assert_eq!(found, expected, "{key} → {}", field.label);
        }
    }

    #[test]
    fn names_of_agreements_are_read_as_they_are_written() {
        let documents = ["https://a.example/terms".to_owned()];
        let name = agreement_name(" I agree (really) ", SITE, &documents);
        assert_eq!(name, "I agree (really) (https://site.example, https://a.example/terms)");
        let place = Some("https://site.example, https://a.example/terms");
        assert_eq!(split_place(&name), ("I agree (really)", place));
        let key = ProfileKey::new(format!("answers.{name}"));
        assert_eq!(site_of_agreement(&key), Some(SITE));
        for plain in ["Shoe size (EU)", "I agree", "", "x (ftp://a.example)", "y ()"] {
            assert_eq!(split_place(plain), (plain, None));
        }
        assert_eq!(site_of_agreement(&ProfileKey::new("custom.x (https://a.example)")), None);
    }

    #[test]
    fn what_was_said_elsewhere_is_proposed() {
        let terms = tick("I agree to the terms of use");
        for (key, expected) in [
            ("answers.I agree to the terms of use", true),
            ("answers.I agree to the terms of use (https://other.example)", true),
            ("custom.Terms of use", true),
            ("record.Terms of use", false),
            ("answers.I agree to the privacy notice", false),
            ("email", false),
        ] {
            assert_eq!(may_propose(&ProfileKey::new(key), &terms), expected, "{key}");
        }
        assert!(!may_propose(&ProfileKey::new("answers.I like cats"), &tick("I like cats")));
    }
}
