//! What the person gives as an answer: whether it can be one, under which entry it is kept, and in which form.
//!
//! An answer to a field that the profile has an entry for joins the profile there, so that the next form knows it under
//! its own words. What cannot be an answer is said why, by the same function as it is typed and when the reply comes.

use std::collections::BTreeMap;

use serde_json::Value;
use shared_types::{
    Private, Profile, ProfileKey, Question, SiteAnswer, action::AnswerKind, json, profile::Document,
};

use crate::{
    bind::{self, Day},
    gate, memory,
    person::{
        self,
        document::{self, Unfit},
        fits, tree,
    },
    plan, site,
    text::fold,
};

/// The person's answers, by what becomes of them.
#[derive(Debug, Default)]
pub struct Replies {
    /// To be kept as entries.
    pub kept: Vec<Kept>,
    /// Secrets: each is written into its field and kept nowhere.
    pub once: Vec<(ProfileKey, Private)>,
}

/// An answer that is to be kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Kept {
    /// As which entry.
    pub key: ProfileKey,
    /// What it answers.
    pub question: Question,
    /// The answer.
    pub reply: Private,
    /// Whether it is for the page's own site alone. Otherwise it is for those that it was for before.
    pub only_here: bool,
}

impl Replies {
    /// Has these used once, and kept nowhere.
    pub fn use_once(&mut self, which: impl Fn(&Kept) -> bool) {
        let (once, kept) = std::mem::take(&mut self.kept).into_iter().partition(which);
        self.kept = kept;
        let once: Vec<Kept> = once;
        self.once.extend(once.into_iter().map(|one| (one.question.save_as, one.reply)));
    }
}

impl Kept {
    /// Whether it says, for one site alone, just what the person keeps to that site as the answer to another question.
    pub fn is_kept_to_its_site(&self, profile: &Profile) -> bool {
        let answer = value(self.question.kind, self.reply.reveal());
        let is_it = |one: &SiteAnswer| one.site == self.question.origin && one.answer == answer;
        self.only_here && profile.site_answers.values().any(is_it)
    }

    /// Of a question. What is for one site alone is no entry of the profile, which is for every site.
    pub fn of(question: &Question, reply: Private, only_here: bool) -> Self {
        let key = if only_here { &question.save_as } else { kept_as(question) };
        Self { key: key.clone(), question: question.clone(), reply, only_here }
    }
}

/// Where and when answers are given.
#[derive(Debug, Clone, Copy)]
pub struct Occasion<'a> {
    /// The site; empty in a private window, which nothing is noted of.
    pub origin: &'a str,
    /// The page's own site, in a private window as well: what is kept to it stays so.
    pub site: &'a str,
    /// Language of the page (BCP 47), if it says.
    pub lang: Option<&'a str>,
    /// Milliseconds since 1970.
    pub now: f64,
}

/// Sorts the answers to the open questions; what answers none of them is dropped, and so is text for a file. A secret
/// is known by its question or by its own shape.
/// `only_here`: those that are for the page's own site alone.
pub fn sort(
    questions: &[Question],
    replies: BTreeMap<ProfileKey, Private>,
    only_here: &[ProfileKey],
) -> Replies {
    let mut sorted = Replies::default();
    for (key, reply) in replies.into_iter().filter(|(_, reply)| !reply.is_empty()) {
        let Some(question) = questions.iter().find(|question| question.save_as == key) else {
            continue;
        };
        if question.kind == AnswerKind::File {
            continue;
        }
        if is_secret(question, reply.reveal()) {
            sorted.once.push((key, reply));
        } else if key.as_str().starts_with("answers.") {
            sorted.kept.push(Kept::of(question, reply, only_here.contains(&key)));
        }
    }
    sorted
}

/// Whether an answer is a secret, by its question or by its own shape: it is written once, and kept nowhere.
pub fn is_secret(question: &Question, text: &str) -> bool {
    question.once || gate::is_secret(&question.save_as, text)
}

/// The choices that a text names, in their own order: a line each, or with commas between, as a row of the sheet shows
/// them. A choice may have a comma itself.
pub fn ticked<'a>(options: &'a [String], text: &str) -> Vec<&'a str> {
    const BETWEEN: &str = ", ";
    let mut named: Vec<&str> = Vec::new();
    for line in text.lines() {
        let mut rest = line.trim();
        while !rest.is_empty() {
            let after = |option: &'a String| {
                let after = rest.strip_prefix(option.as_str()).filter(|_| !option.is_empty())?;
                let after = if after.is_empty() { after } else { after.strip_prefix(BETWEEN)? };
                Some((option.as_str(), after))
            };
            // The longest is what is meant: another choice may be how it begins.
            let found = options.iter().filter_map(after).min_by_key(|(_, after)| after.len());
            rest = match found {
                Some((option, after)) => {
                    named.push(option);
                    after
                }
                None => rest.split_once(BETWEEN).map_or("", |(_, after)| after),
            };
        }
    }
    options.iter().map(String::as_str).filter(|option| named.contains(option)).collect()
}

/// An answer once one of its choices is ticked, or is no more: a line a choice.
pub fn toggled(options: &[String], text: &str, choice: &str) -> String {
    let before = ticked(options, text);
    let mut after: Vec<&str> = Vec::new();
    for option in options.iter().map(String::as_str).filter(|option| !option.is_empty()) {
        let is_in = before.contains(&option) != (option == choice);
        if is_in && !after.contains(&option) {
            after.push(option);
        }
    }
    after.join("\n")
}

/// The entry that an answer to a question is kept as.
pub fn kept_as(question: &Question) -> &ProfileKey {
    question.keep_as.as_ref().unwrap_or(&question.save_as)
}

/// Whether all that is given can be answers.
///
/// # Errors
/// What is wrong with the first that cannot, for the person.
pub fn check_all(
    questions: &[Question],
    answers: &BTreeMap<ProfileKey, Private>,
    files: &BTreeMap<ProfileKey, Document>,
) -> Result<(), String> {
    for question in questions {
        let text = answers.get(&question.save_as).map(Private::reveal).unwrap_or_default();
        check(question, text).map_err(|why| format!("{}: {why}", question.question))?;
        if let Some(file) = files.get(&question.save_as) {
            check_file(question, file).map_err(|why| format!("{}: {why}", question.question))?;
        }
    }
    Ok(())
}

/// Whether a file can be kept as the answer to a question: one that its field does not take must not be put in the place of
/// the one that was kept before.
///
/// # Errors
/// Why not, for the person.
pub fn check_file(question: &Question, file: &Document) -> Result<(), String> {
    if !bind::takes_file(&question.accept, file) {
        return Err(msg!("job_the_field_takes_other_files", accept = question.accept));
    }
    match document::unfit(document::size_of(file)) {
        None => Ok(()),
        Some(Unfit::Empty) => Err(msg!("job_the_file_is_empty_choose_another")),
        Some(Unfit::TooLarge) => {
            let most = document::LIMIT / (1024 * 1024);
            Err(msg!("job_the_file_is_too_large_choose_one", most = most))
        }
    }
}

/// The files that answer one of the questions, with the documents that they are kept as.
pub fn files(
    questions: &[Question],
    mut files: BTreeMap<ProfileKey, Document>,
) -> Vec<(ProfileKey, Document)> {
    let asked = questions.iter().filter(|question| question.kind == AnswerKind::File);
    asked.filter_map(|question| files.remove_entry(&question.save_as)).collect()
}

/// Whether a text can be an answer to a question. What is left empty is no answer, and fine.
///
/// # Errors
/// What is wrong and what to do, in a sentence for the person. It holds nothing of what they typed.
pub fn check(question: &Question, text: &str) -> Result<(), String> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(());
    }
    let is_option =
        |text: &str| question.options.iter().flatten().any(|option| fold(option) == fold(text));
    let (fine, why) = match question.kind {
        AnswerKind::Text | AnswerKind::LongText => (true, String::new()),
        AnswerKind::Date => return date(text),
        AnswerKind::Month => (Day::names_month(text), msg!("job_enter_a_month_and_a_year_e_g_may")),
        AnswerKind::Number => (is_number(text), msg!("job_enter_a_number_e_g_4_or_37_5")),
        AnswerKind::Email => (fits::is_email(text), msg!("job_enter_a_whole_e_mail_address_e_g")),
        AnswerKind::Phone => (fits::is_phone(text), msg!("job_enter_a_phone_number_e_g_44_20")),
        AnswerKind::Url => {
            let fine = text.contains('.') && !text.contains(char::is_whitespace);
            (fine, msg!("job_enter_a_web_address_e_g_https"))
        }
        AnswerKind::Choice => (is_option(text), msg!("job_choose_one_of_the_answers")),
        AnswerKind::Choices => (text.lines().all(is_option), msg!("job_choose_among_the_answers")),
        AnswerKind::File => (false, msg!("job_choose_a_file")),
    };
    if fine { Ok(()) } else { Err(why) }
}

/// A day of the calendar that can be read in one way.
fn date(text: &str) -> Result<(), String> {
    match Day::readings(text).len() {
        1 => Ok(()),
        0 if text.chars().filter(char::is_ascii_digit).count() >= 5 && !Day::names_month(text) => {
            Err(msg!("job_there_is_no_such_day_enter_a_full"))
        }
        0 => Err(msg!("job_enter_a_full_date_e_g_3_may_1990")),
        _ => Err(msg!("job_write_the_month_as_a_word_e_g_3")),
    }
}

fn is_number(text: &str) -> bool {
    let number = text.replace(',', ".");
    number.parse::<f64>().is_ok_and(f64::is_finite)
}

/// Keeps an answer, and notes which question it was given to, by which it is found again in other words.
pub fn keep_noted(profile: &mut Profile, kept: &Kept, on: Occasion<'_>) {
    let Some(name) = kept.key.as_str().strip_prefix("answers.") else {
        return keep(profile, &kept.key, kept.question.kind, &kept.reply);
    };
    if let Some(stored) = stored_for_site(profile, name, kept, on) {
        return keep_for_site(profile, stored, kept, name, on);
    }
    let answer_before = profile.answers.get(name).cloned();
    keep(profile, &kept.key, kept.question.kind, &kept.reply);
    let is_other = answer_before.is_some_and(|before| profile.answers.get(name) != Some(&before));
    let before = profile.answer_notes.get(name);
    // Who asks in a frame of another origin is not the page.
    let site = Some(kept.question.origin.as_str());
    let site = site.filter(|site| !site.is_empty() && !on.origin.is_empty());
    let note = memory::note(&kept.question, on.lang, site.unwrap_or(on.origin), on.now, before);
    match note.map(|note| note.corrected_if(is_other)) {
        Some(note) => drop(profile.answer_notes.insert(name.to_owned(), note)),
        None => drop(profile.answer_notes.remove(name)),
    }
}

/// Whether an answer can be kept to the page's own site: it is asked there and not in a frame of another, and outside
/// private windows. An agreement holds for its site and documents as it is.
///
/// # Errors
/// Why not, for the person.
pub fn check_only_here(question: &Question, on: Occasion<'_>) -> Result<(), String> {
    if gate::site_of_agreement(&question.save_as).is_some() {
        return Ok(());
    }
    if on.origin.is_empty() {
        return Err(msg!("job_not_kept_to_a_site_in_private"));
    }
    if site_of(question, on).is_none() {
        return Err(msg!("job_not_kept_to_this_site", question = question.question));
    }
    Ok(())
}

/// The page's own site, where it asks itself and no frame of another does. A question that waits for its answer says it, also
/// once the page is not read any more.
fn site_of<'a>(question: &'a Question, on: Occasion<'a>) -> Option<&'a str> {
    let said = Some(question.origin.as_str()).filter(|origin| !origin.is_empty());
    let site = said.unwrap_or(on.site);
    let is_own = said.is_none() || on.site.is_empty() || said == Some(on.site);
    (site.starts_with("http") && site::parts(site).1.is_none() && is_own).then_some(site)
}

/// For which site the answer is, and under what name it is stored among those that are for one: where it is for this one by
/// now, or already was.
fn stored_for_site<'a>(
    profile: &Profile,
    name: &str,
    kept: &'a Kept,
    on: Occasion<'a>,
) -> Option<(&'a str, String)> {
    let site = site_of(&kept.question, on)?;
    if gate::site_of_agreement(&kept.key).is_some() {
        return None;
    }
    let known = person::stored_for(profile, site, name);
    let is_asked_for = kept.only_here && !on.origin.is_empty();
    let stored = known.or_else(|| is_asked_for.then(|| person::name_for_site(name, site)));
    Some((site, stored?))
}

fn keep_for_site(
    profile: &mut Profile,
    (site, stored): (&str, String),
    kept: &Kept,
    name: &str,
    on: Occasion<'_>,
) {
    let before = profile.site_answers.get(&stored);
    let answer = value(kept.question.kind, kept.reply.reveal());
    let is_other = before.is_some_and(|before| before.answer != answer);
    let noted = before.map(|before| &before.note);
    let note = memory::note(&kept.question, on.lang, site, on.now, noted);
    let note = note.map(|note| note.corrected_if(is_other)).unwrap_or_default();
    let one = SiteAnswer { site: site.to_owned(), name: name.to_owned(), answer, note };
    profile.site_answers.insert(stored, one);
}

/// Notes that an answer was taken for a question in other words.
pub fn note_taken(profile: &mut Profile, key: &ProfileKey, question: &Question, on: Occasion<'_>) {
    let Some(name) = key.as_str().strip_prefix("answers.") else { return };
    let asked = memory::asked(question, on.lang);
    let site = site_of(question, on).unwrap_or_default();
    if let Some(stored) = person::stored_for(profile, site, name) {
        if let Some(one) = profile.site_answers.get_mut(&stored) {
            one.note = memory::note_also(Some(&one.note), asked);
        }
    } else if profile.answers.contains_key(name) {
        let note = memory::note_also(profile.answer_notes.get(name), asked);
        profile.answer_notes.insert(name.to_owned(), note);
    }
}

/// Keeps an answer in the profile. Dates are kept as `YYYY-MM-DD`, several choices as a list.
pub fn keep(profile: &mut Profile, key: &ProfileKey, kind: AnswerKind, reply: &Private) {
    let path = key.as_str();
    if let Some(name) = path.strip_prefix("answers.") {
        profile.answers.insert(name.to_owned(), value(kind, reply.reveal()));
        return;
    }
    if let Some((own, name)) = key.in_named_address() {
        let mut of_that = Profile {
            address: profile.addresses.get(name).cloned().unwrap_or_default(),
            ..Profile::default()
        };
        keep(&mut of_that, &ProfileKey::new(own), kind, reply);
        profile.addresses.insert(name.to_owned(), of_that.address);
        return;
    }
    let mut text = reply.reveal().trim().to_owned();
    if path == "birthDate"
        && let [day] = Day::readings(&text).as_slice()
        && let Some(of_month) = day.day
    {
        text = format!("{:04}-{:02}-{of_month:02}", day.year, day.month);
    }
    let mut whole = json::to_value(&*profile);
    tree::set(&mut whole, path, Value::String(text));
    if let Ok(changed) = json::from_value(&whole) {
        *profile = changed;
    }
}

/// Keeps a file that was given for a question among the documents.
pub fn keep_document(profile: &mut Profile, key: &ProfileKey, document: Document) {
    if let Some(name) = key.as_str().strip_prefix("documents.") {
        profile.documents.insert(name.to_owned(), document);
    }
}

/// An answer as it is bound: several choices are a list.
pub(super) fn value(kind: AnswerKind, text: &str) -> Value {
    match kind {
        AnswerKind::Choices => {
            text.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
        }
        _ => Value::String(text.to_owned()),
    }
}

/// Says of each question under which entry of the profile its answer is kept, where the profile has one of just that
/// meaning, lacks it, and the plan would fill the field from it.
pub(super) fn join_profile(questions: &mut [Question], input: &plan::PlanInput<'_>) {
    let entries: Vec<Option<ProfileKey>> = questions
        .iter()
        .map(|question| {
            let key = plan::entry_of(input, question.field)?;
            let is_new = !question.once && !input.keys.contains(&key);
            (is_new && question.save_as.as_str().starts_with("answers.")).then_some(key)
        })
        .collect();
    let mut keys = input.keys.to_vec();
    keys.extend(entries.iter().flatten().cloned());
    if keys.len() == input.keys.len() {
        return;
    }
    let plan = plan::plan(&plan::PlanInput { keys: &keys, ..input.clone() });
    for (question, entry) in questions.iter_mut().zip(entries) {
        let fills = |key: &ProfileKey| {
            plan.actions.iter().any(|action| {
                action.target() == Some(&shared_types::Target::field(question.field))
                    && gate::source_key(action) == Some(key)
            })
        };
        question.keep_as = entry.filter(fills);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn question(kind: AnswerKind) -> Question {
        let options = ["Yes", "No", "Not sure"].map(str::to_owned).to_vec();
        let options = matches!(kind, AnswerKind::Choice | AnswerKind::Choices).then_some(options);
        Question { kind, options, ..Question::default() }
    }

    #[test]
    fn what_is_no_answer_is_said_why() {
        let check = |kind: AnswerKind, text: &str, expected: &str| {
            let said = super::check(&question(kind), text).err().unwrap_or_default();
            assert!(
                said.contains(expected) && said.is_empty() == expected.is_empty(),
                "{text}: {said}"
            );
            assert!(text.len() < 4 || !said.contains(text), "it quotes the answer");
        };
        check(AnswerKind::Date, "1990-05-12", "");
        check(AnswerKind::Date, "31 January 1990", "");
        check(AnswerKind::Date, "31.02.1990", "no such day");
        check(AnswerKind::Date, "1990-13-01", "no such day");
        check(AnswerKind::Date, "June 1991", "full date");
        check(AnswerKind::Date, "soon", "full date");
        check(AnswerKind::Date, "05/06/1990", "month as a word");
        check(AnswerKind::Date, "", "");
        check(AnswerKind::Month, "06/1991", "");
        check(AnswerKind::Month, "June 1991", "");
        check(AnswerKind::Month, "soon", "month and a year");
        check(AnswerKind::Number, "37,5", "");
        check(AnswerKind::Number, "many", "number");
        check(AnswerKind::Email, "ada@example.org", "");
        check(AnswerKind::Email, "ada@example", "whole e-mail address");
        check(AnswerKind::Phone, "+44 20 7946 0958", "");
        check(AnswerKind::Phone, "call me", "phone number");
        check(AnswerKind::Url, "example.org/me", "");
        check(AnswerKind::Url, "my page", "web address");
        check(AnswerKind::Choice, "yes", "");
        check(AnswerKind::Choice, "Perhaps", "one of the answers");
        check(AnswerKind::Choices, "Yes\nNot sure", "");
        check(AnswerKind::Choices, "Yes\nPerhaps", "among the answers");
        check(AnswerKind::Text, "anything", "");
        check(AnswerKind::File, "cv", "file");
    }

    #[test]
    fn several_choices_are_a_line_each_in_the_order_of_the_question() {
        let options = ["Boat", "Boat, in winter", "Shore"].map(str::to_owned);
        let ticks = |text: &str| ticked(&options, text).join("; ");
        for (text, expected) in [
            ("", ""),
            ("Shore\nBoat", "Boat; Shore"),
            // As a row shows them.
            ("Boat, Shore", "Boat; Shore"),
            ("Boat, in winter, Shore", "Boat, in winter; Shore"),
            ("Boat, Boat, in winter", "Boat; Boat, in winter"),
            ("Sea, Shore", "Shore"),
            ("Shores", ""),
        ] {
            assert_eq!(ticks(text), expected, "{text}");
        }
        let mut text = String::new();
        for (choice, expected) in [
            ("Shore", "Shore"),
            ("Boat, in winter", "Boat, in winter\nShore"),
            ("Boat", "Boat\nBoat, in winter\nShore"),
            ("Shore", "Boat\nBoat, in winter"),
            ("Sea", "Boat\nBoat, in winter"),
        ] {
            text = toggled(&options, &text, choice);
            assert_eq!(text, expected, "{choice}");
            let asked =
                Question { options: Some(options.to_vec()), ..question(AnswerKind::Choices) };
            assert_eq!(check(&asked, &text), Ok(()));
        }
        let twice = ["Yes", "", "Yes"].map(str::to_owned);
        assert_eq!(toggled(&twice, "", "Yes"), "Yes");
    }

    #[test]
    fn a_secret_is_known_by_its_question_or_its_own_shape() {
        let asked = Question { save_as: "answers.Number".into(), ..question(AnswerKind::Text) };
        let once = Question { once: true, ..asked.clone() };
        assert!(is_secret(&once, "x") && is_secret(&asked, "4111 1111 1111 1111"));
        assert!(!is_secret(&asked, "42"));
    }

    #[test]
    fn files_answer_only_what_asks_for_one() {
        let file = |data: &str| Document { data: data.into(), ..Document::default() };
        let cv = Question { save_as: "documents.cv".into(), ..question(AnswerKind::File) };
        let text = Question { save_as: "answers.x".into(), ..question(AnswerKind::Text) };
        let given = |key: &str, data: &str| BTreeMap::from([(ProfileKey::from(key), file(data))]);
        let questions = [cv, text];
        let kept = |key: &str| super::files(&questions, given(key, "AAAA")).len();
        assert_eq!((kept("documents.cv"), kept("answers.x"), kept("documents.photo")), (1, 0, 0));
        let none = BTreeMap::new();
        let check = |data: &str| check_all(&questions, &none, &given("documents.cv", data));
        assert_eq!(check("AAAA"), Ok(()));
        assert!(check("").unwrap_err().contains("empty"));
        assert!(check(&"A".repeat(3 * 1024 * 1024)).unwrap_err().contains("at most 2 MB"));
        let texts = BTreeMap::from([(ProfileKey::from("documents.cv"), Private::from("my cv"))]);
        assert!(check_all(&questions, &texts, &BTreeMap::new()).is_err());
    }

    #[test]
    fn the_examples_that_are_shown_are_understood() {
        for (language, prefix) in
            [("en", "e.g. "), ("de", "z. B. "), ("es", "p. ej., "), ("fr", "p. ex. ")]
        {
            let root = env!("CARGO_MANIFEST_DIR");
            let file = format!("{root}/../extension/_locales/{language}/messages.json");
            let texts = crate::catalogue::read(&std::fs::read_to_string(file).unwrap()).unwrap();
            for (key, kind) in [
                ("plan_e_g_date", AnswerKind::Date),
                ("plan_e_g_month", AnswerKind::Month),
                ("plan_e_g_phone", AnswerKind::Phone),
                ("plan_e_g_url", AnswerKind::Url),
            ] {
                // Abbreviations hold together by spaces that do not break.
                let text = texts[key].replace('\u{a0}', " ");
                let example = text.strip_prefix(prefix).unwrap();
                assert_eq!(check(&question(kind), example), Ok(()), "{language}: {example}");
            }
        }
    }

    #[test]
    fn what_was_asked_in_a_frame_is_noted_as_asked_there() {
        let check = |origin: &str, expected: &str| {
            let mut profile = Profile::default();
            let question = Question {
                question: "Why us?".into(),
                origin: origin.into(),
                ..question(AnswerKind::Text)
            };
            let kept = Kept {
                key: "answers.Why us?".into(),
                question,
                reply: "For the sea.".into(),
                only_here: false,
            };
            let on = Occasion { origin: "https://site.example", site: "", lang: None, now: 1.0 };
            keep_noted(&mut profile, &kept, on);
            assert_eq!(profile.answer_notes["Why us?"].origin, expected);
        };
        let framed = crate::site::framed("https://boards.example", "https://site.example");
        check(&framed, &framed);
        check("", "https://site.example");
    }

    #[test]
    fn a_file_that_the_field_does_not_take_takes_no_place() {
        let question = Question {
            kind: AnswerKind::File,
            save_as: "documents.cv".into(),
            question: "CV".into(),
            accept: ".pdf,.docx".into(),
            ..Question::default()
        };
        let file = |name: &str| document::of_file(name.into(), String::new(), "QUJD".into());
        assert_eq!(check_file(&question, &file("cv.pdf")), Ok(()));
        let why = check_file(&question, &file("me.jpg")).unwrap_err();
        assert!(why.contains(".pdf,.docx"), "{why}");
        let files = BTreeMap::from([("documents.cv".into(), file("me.jpg"))]);
        assert!(check_all(std::slice::from_ref(&question), &BTreeMap::new(), &files).is_err());
        let any = Question { accept: String::new(), ..question };
        assert_eq!(check_file(&any, &file("me.jpg")), Ok(()));
    }

    #[test]
    fn another_text_is_a_correction_and_the_same_is_none() {
        let mut profile = Profile::default();
        let on = |now| Occasion { origin: "https://site.example", site: "", lang: None, now };
        for (now, (text, corrected)) in
            [("1 month", 0), ("1 month", 0), ("6 weeks", 1)].into_iter().enumerate()
        {
            let (key, question) = ("answers.Notice".into(), question(AnswerKind::Text));
            keep_noted(
                &mut profile,
                &Kept { key, question, reply: text.into(), only_here: false },
                on(now as f64),
            );
            assert_eq!(profile.answer_notes["Notice"].corrected, corrected, "{text}");
        }
    }

    #[test]
    fn an_answer_is_for_one_site_where_the_person_says_so_and_stays_so() {
        const HERE: &str = "https://site.example";
        let on = |origin, site| Occasion { origin, site, lang: None, now: 1.0 };
        let framed = crate::site::framed("https://boards.example", HERE);
        let kept = |text: &str, origin: &str, only_here| {
            let asked = Question {
                question: "Why us?".into(),
                origin: origin.into(),
                save_as: "answers.Why us?".into(),
                keep_as: Some("company".into()),
                ..question(AnswerKind::Text)
            };
            Kept::of(&asked, text.into(), only_here)
        };
        let check = |profile: &Profile, everywhere: Option<&str>, here: Option<&str>| {
            let here_now = profile.site_answers.values().map(|one| &one.answer);
            assert_eq!(here_now.collect::<Vec<_>>(), Vec::from_iter(here), "here");
            let company = profile.company.reveal();
            assert_eq!(company, everywhere.unwrap_or_default(), "everywhere");
            assert!(profile.answers.is_empty() && profile.answer_notes.is_empty());
        };
        let mut profile = Profile::default();
        // It is no entry of the profile, which is for every site.
        keep_noted(&mut profile, &kept("For the sea.", HERE, true), on(HERE, HERE));
        check(&profile, None, Some("For the sea."));
        let one = profile.site_answers.values().next().expect("one").clone();
        assert_eq!((one.site.as_str(), one.name.as_str()), (HERE, "Why us?"));
        assert_eq!((one.note.origin.as_str(), one.note.corrected), (HERE, 0));
        // In other sites' frames, on other sites, and where the page has no site, it is for every one.
        for (origin, site) in
            [(framed.as_str(), HERE), ("https://other.example", HERE), ("", "null"), ("", "")]
        {
            let asked = kept("Elsewhere", origin, true);
            let why = check_only_here(&asked.question, on(HERE, site));
            assert!(why.is_err(), "{origin} at {site}");
        }
        // A question that waits for its answer says its site, also once the page is not read any more.
        let waiting = kept("Here", HERE, true);
        assert_eq!(check_only_here(&waiting.question, on(HERE, "")), Ok(()));
        // A correction of it stays where it is, also in a private window, of which nothing is noted.
        let mut own = kept("For the boats.", "", false);
        own.key = "answers.Why us?".into();
        keep_noted(&mut profile, &own, on("", HERE));
        check(&profile, None, Some("For the boats."));
        assert_eq!(profile.site_answers.values().next().expect("one").note.corrected, 1);
        assert!(check_only_here(&own.question, on("", HERE)).is_err());
        // Another site's is another one.
        keep_noted(&mut profile, &kept("For the hills.", "", false), on(HERE, "https://b.example"));
        check(&profile, Some("For the hills."), Some("For the boats."));
        // Other words of the question are noted of the one that holds here.
        note_taken(&mut profile, &"answers.Why us?".into(), &own.question, on("", HERE));
        assert_eq!(profile.site_answers.values().next().expect("one").note.also.len(), 1);
    }

    #[test]
    fn what_is_taken_of_a_sites_own_answers_in_a_private_window_is_used_once() {
        const HERE: &str = "https://site.example";
        let own = SiteAnswer {
            site: HERE.into(),
            name: "Boat".into(),
            answer: "Rose".into(),
            ..SiteAnswer::default()
        };
        let profile = Profile {
            site_answers: [("Boat (https://site.example)".to_owned(), own)].into(),
            ..Profile::default()
        };
        let check = |text: &str,
                     origin: &str,
                     only_here: &[ProfileKey],
                     expected: (usize, usize)| {
            let asked = Question {
                save_as: "answers.Your boat".into(),
                origin: origin.into(),
                ..question(AnswerKind::Text)
            };
            let given = BTreeMap::from([("answers.Your boat".into(), text.into())]);
            let mut replies = sort(&[asked], given, only_here);
            replies.use_once(|one| one.is_kept_to_its_site(&profile));
            assert_eq!((replies.kept.len(), replies.once.len()), expected, "{text} at {origin}");
        };
        let key = ["answers.Your boat".into()];
        check("Rose", HERE, &key, (0, 1));
        check("Rose", HERE, &[], (1, 0));
        check("Lily", HERE, &key, (1, 0));
        check("Rose", "https://other.example", &key, (1, 0));
    }

    #[test]
    fn an_agreement_stays_the_one_that_it_is() {
        const HERE: &str = "https://site.example";
        let name = gate::agreement_name("I accept the terms", HERE, &[]);
        let asked = Question {
            question: "I accept the terms".into(),
            save_as: format!("answers.{name}").as_str().into(),
            ..question(AnswerKind::Choice)
        };
        let on = Occasion { origin: HERE, site: HERE, lang: None, now: 1.0 };
        assert_eq!(check_only_here(&asked, on), Ok(()));
        let mut profile = Profile::default();
        keep_noted(&mut profile, &Kept::of(&asked, "Yes".into(), true), on);
        assert!(profile.site_answers.is_empty() && profile.answers.contains_key(&name));
    }

    #[test]
    fn an_answer_from_a_private_window_is_kept_without_its_site() {
        let mut profile = Profile::default();
        let origin = crate::site::framed("https://boards.example", "https://site.example");
        let question =
            Question { question: "Why us?".into(), origin, ..question(AnswerKind::Text) };
        let kept = Kept {
            key: "answers.Why us?".into(),
            question,
            reply: "For the sea.".into(),
            only_here: false,
        };
        keep_noted(&mut profile, &kept, Occasion { origin: "", site: "", lang: None, now: 1.0 });
        assert_eq!(profile.answers["Why us?"], "For the sea.");
        assert_eq!(profile.answer_notes["Why us?"].origin, "");
    }

    #[test]
    fn answers_are_kept_where_they_belong_and_as_they_are_kept_there() {
        let mut profile = Profile::default();
        for (key, kind, text) in [
            ("firstName", AnswerKind::Text, " Ada "),
            ("address.city", AnswerKind::Text, "London"),
            ("addresses.Mum & Dad, 2.city", AnswerKind::Text, "Leeds"),
            ("birthDate", AnswerKind::Date, "12 May 1990"),
            ("answers.Crew?", AnswerKind::Choices, "Shore\nBoat\n"),
            ("answers.Notice period", AnswerKind::Text, "1 month"),
        ] {
            keep(&mut profile, &key.into(), kind, &text.into());
        }
        keep_document(&mut profile, &"documents.cv".into(), Document::default());
        assert_eq!(profile.first_name.reveal(), "Ada");
        assert_eq!(profile.address.city.reveal(), "London");
        assert_eq!(profile.addresses["Mum & Dad, 2"].city.reveal(), "Leeds");
        assert_eq!(profile.birth_date.reveal(), "1990-05-12");
        assert_eq!(profile.answers["Crew?"], serde_json::json!(["Shore", "Boat"]));
        assert_eq!(profile.answers["Notice period"], "1 month");
        assert!(profile.documents.contains_key("cv"));
    }
}
