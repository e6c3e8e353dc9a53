use proptest::{prelude::*, sample};
use shared_types::AnswerKind;

use super::*;
use crate::language::{self, List};

const SITE: &str = "https://a.example";

fn asked(text: &str) -> AskedQuestion {
    AskedQuestion { text: text.to_owned(), ..AskedQuestion::default() }
}

fn asked_in(lang: &str, text: &str) -> AskedQuestion {
    AskedQuestion { lang: lang.to_owned(), ..asked(text) }
}

fn choice(text: &str, options: &[&str]) -> AskedQuestion {
    let options = options.iter().map(|option| (*option).to_owned()).collect();
    AskedQuestion { options, kind: AnswerKind::Choice, ..asked(text) }
}

fn note_of(question: AskedQuestion) -> AnswerNote {
    AnswerNote { question, origin: SITE.to_owned(), given: 1.0, ..AnswerNote::default() }
}

/// What is known of a question after one other was answered, in a word.
fn found(known: AskedQuestion, other: &AskedQuestion, site: &str) -> String {
    let note = note_of(known);
    let answers = Answers::new([("it", Some(&note))]);
    match answers.find(other, site) {
        Known::Nothing => "nothing".to_owned(),
        Known::Same(_, because) => format!("same {because:?}"),
        Known::Near(near) => format!("near {:?}", near.first().map(|one| one.because)),
    }
}

#[test]
fn an_answer_is_found_by_words_by_meaning_and_nearby() {
    let check = |known: &str, other: &str, expected: &str| {
        assert_eq!(found(asked(known), &asked(other), SITE), expected, "{known} / {other}");
    };
    check("Shoe size", "shoe size *", "same Words");
    check("What is your shoe size?", "Shoe size", "same Words");
    check("Are you willing to relocate?", "Sind Sie bereit umzuziehen?", "same Meaning");
    check("How long is your notice period?", "Kündigungsfrist", "same Meaning");
    check("What is your favourite food?", "Your favorite local food", "near Some(Near)");
    check("What is your shoe size?", "Have you got a hat?", "nothing");
    check("Shoe size", "", "nothing");
}

#[test]
fn words_of_one_meaning_are_near() {
    let check = |known: &str, other: &str, expected: &str| {
        assert_eq!(found(asked(known), &asked(other), SITE), expected, "{known} / {other}");
    };
    let near = "near Some(Near)";
    check("What is the cause of the fault?", "Reason for the defect", near);
    check("How many guests will you bring?", "Number of visitors", near);
    check("How many guests are coming?", "Names of guests", "nothing");
    check("When do the guests arrive?", "Where do the guests arrive?", "nothing");
}

#[test]
fn what_has_no_telling_word_is_not_the_same_as_anything_else() {
    for (lang, known, other) in [
        ("en", "Why?", "Who?"),
        ("en", "Which one?", "Why?"),
        ("en", "Please specify where", "Please state why"),
        ("de", "Wer?", "Warum?"),
        ("fr", "Lequel ?", "Pourquoi ?"),
        ("es", "¿Quién?", "¿Por qué?"),
        ("it", "Chi?", "Perché?"),
        ("nl", "Wie?", "Waarom?"),
    ] {
        let found = found(asked_in(lang, known), &asked_in(lang, other), SITE);
        assert!(!found.starts_with("same"), "{known} / {other}: {found}");
    }
}

/// What was read as the same question once and is another, because something that tells was dropped: the word that
/// opens it, a particle, the ending of a word, one of two meanings of a row.
#[test]
fn what_only_shares_stems_and_classes_is_not_the_same() {
    for (lang, known, other, most) in [
        ("en", "Why do you want to move?", "When do you want to move?", "nothing"),
        ("en", "Who caused the accident?", "What caused the accident?", "near"),
        ("de", "Warum möchten Sie kündigen?", "Wann möchten Sie kündigen?", "nothing"),
        ("fr", "Pourquoi voulez-vous partir ?", "Quand voulez-vous partir ?", "nothing"),
        ("es", "¿Por qué quiere mudarse?", "¿Cuándo quiere mudarse?", "nothing"),
        ("it", "Perché vuole partire?", "Quando vuole partire?", "nothing"),
        ("nl", "Waarom wilt u verhuizen?", "Wanneer wilt u verhuizen?", "nothing"),
        ("en", "Which airport are you flying from?", "Which airport are you flying to?", "nothing"),
        ("en", "How do you pay your rent?", "What do you pay in rent?", "near"),
        ("en", "Check in date", "Check out date", "nothing"),
        ("en", "Move-in date", "Move-out date", "nothing"),
        ("en", "Height (feet)", "Height (inches)", "near"),
        ("en", "Policyholder's name", "Beneficiary's name", "nothing"),
        ("en", "Name of a friend", "Name of a colleague", "near"),
        ("it", "Data della prima visita", "Data dell'ultima visita", "near"),
        ("en", "Do you have a hearing disability?", "Do you have a learning disability?", "near"),
        ("en", "Name of the insurer", "Name of the insured", "near"),
        ("de", "Rasse", "Rasen", "near"),
        ("es", "Nombre de los padres", "Nombre del padre", "nothing"),
        ("it", "Indirizzo", "Indirizzo delle figlie", "nothing"),
        ("fr", "Téléphone", "Téléphone du parent", "nothing"),
        ("nl", "Hoeveel verdient u per week?", "Hoeveel verdient u per maand?", "nothing"),
    ] {
        for (known, other) in [(known, other), (other, known)] {
            let found = found(asked_in(lang, known), &asked_in(lang, other), SITE);
            let is_less = found == "nothing" || most == "near" && found.starts_with("near");
            assert!(is_less, "{known} / {other}: {found}");
        }
    }
    // Relative words and *ou* exclude nothing.
    for (lang, known, other) in [
        ("en", "Who should we contact about the boat?", "Whom should we contact about the boat?"),
        ("fr", "Motif du départ ou du changement", "Quel est le motif du départ ?"),
    ] {
        let found = found(asked_in(lang, known), &asked_in(lang, other), SITE);
        assert_ne!(found, "nothing", "{known} / {other}");
    }
    for (known, other) in [
        ("Which town do you live in?", "In which towns do you live?"),
        ("What is your surname?", "Last name"),
    ] {
        let found = found(asked_in("en", known), &asked_in("en", other), SITE);
        assert!(found.starts_with("same"), "{known} / {other}: {found}");
    }
}

/// *Non* has the stem of *nonna*.
#[test]
fn what_holds_a_sentence_together_is_nobody() {
    for tag in ["en", "de", "fr", "es", "it", "nl"] {
        let lexicon = lexicon::of(tag).unwrap();
        for list in [List::Not, List::QuestionWord, List::FunctionWord] {
            for word in language::words_of(&[tag], list) {
                let class = lexicon.class_at(&lexicon.somebody, word, &[lexicon.stem(word)]);
                assert_eq!(class, None, "{tag}: {word}");
            }
        }
    }
}

#[test]
fn people_whose_words_have_one_stem_are_told_apart() {
    for (lang, known, other) in [
        ("es", "Nombre del hermano", "Nombre de la hermana"),
        ("es", "Edad de su hijo", "Edad de su hija"),
        ("fr", "Prénom du fils", "Prénom de la fille"),
        ("it", "Nome della nonna", "Nome del nonno"),
        ("it", "Indirizzo del figlio", "Indirizzo della figlia"),
        ("es", "Nombre del hermano", "Nombre de las hermanas"),
        ("fr", "Prénom du fils", "Prénoms des filles"),
        ("it", "Cognome dello sposo", "Cognome della sposa"),
    ] {
        let found = found(asked_in(lang, known), &asked_in(lang, other), SITE);
        assert_eq!(found, "nothing", "{known} / {other}");
    }
}

#[test]
fn guards_decide_what_nearness_cannot() {
    let check = |known: AskedQuestion, other: AskedQuestion, expected: &str| {
        assert_eq!(found(known, &other, SITE), expected, "{}", other.text);
    };
    let size = || asked("What is your shoe size?");
    check(size(), asked("What is your brother's shoe size?"), "nothing");
    check(size(), asked("What was your previous shoe size?"), "nothing");
    check(size(), asked("What is your current shoe size?"), "near Some(Near)");
    check(asked("Height in centimetres"), asked("Height in inches"), "nothing");
    check(asked("Do you have shoes?"), asked("Which shoes do you have?"), "nothing");
    check(asked("Do you own shoes?"), asked("Do you not own shoes?"), "nothing");
    check(asked("Gross income"), asked("Net income"), "nothing");
    check(asked("Licence 1"), asked("Licence 2"), "nothing");
    // Choices: the same in another order, some others, all others, and yes and no in another language.
    let day = |options: &[&str]| choice("Which day suits you?", options);
    check(day(&["Mon", "Tue"]), day(&["Tue", "Mon"]), "same Words");
    check(day(&["Mon", "Tue"]), day(&["Tue", "Wed"]), "near Some(Words)");
    check(day(&["Mon", "Tue"]), day(&["Sat", "Sun"]), "nothing");
    let relocate = choice("Are you willing to relocate?", &["Yes", "No"]);
    check(relocate, choice("Sind Sie bereit umzuziehen?", &["Ja", "Nein"]), "same Meaning");
    // A day is no number.
    let of_kind = |kind: AnswerKind| AskedQuestion { kind, ..asked("Start of the lease") };
    check(of_kind(AnswerKind::Date), of_kind(AnswerKind::Number), "nothing");
    check(of_kind(AnswerKind::Date), of_kind(AnswerKind::Month), "same Words");
}

#[test]
fn what_is_asked_of_one_company_is_not_answered_to_another() {
    let here = "Have you worked for us before?";
    assert_eq!(found(asked(here), &asked(here), SITE), "same Words");
    assert_eq!(found(asked(here), &asked(here), "https://b.example"), "nothing");
    let named = |name: &str| asked(&format!("Why do you want to work at {name}?"));
    assert_eq!(found(named("Northwind"), &named("Contoso"), SITE), "nothing");
}

#[test]
fn two_that_mean_the_same_are_the_persons_to_tell_apart() {
    let notes =
        ["Are you willing to relocate?", "Would you relocate?"].map(|text| note_of(asked(text)));
    let named = ["a", "b"].into_iter().zip(notes.iter().map(Some));
    let answers = Answers::new(named);
    let known = answers.find(&asked("Are you open to relocation?"), SITE);
    let Known::Near(near) = &known else { panic!("{known:?}") };
    assert_eq!(
        near.iter().map(|one| one.key.as_str()).collect::<Vec<_>>(),
        ["answers.a", "answers.b"]
    );
    // Of the two the one that was given here.
    let there = AnswerNote { origin: "https://b.example".into(), ..notes[1].clone() };
    let answers = Answers::new([("a", Some(&notes[0])), ("b", Some(&there))]);
    let known = answers.find(&asked("Are you open to relocation?"), SITE);
    assert_eq!(known, Known::Same("answers.a".into(), Because::Meaning));
}

#[test]
fn secrets_and_agreements_are_not_remembered_by_meaning() {
    let agreed = "I accept the terms (https://a.example)";
    let answers = Answers::new([("Card number", None), (agreed, None)]);
    assert!(answers.is_empty());
    let ask = |save_as: &str, once: bool| Question {
        question: "Q".into(),
        save_as: save_as.into(),
        once,
        ..Question::default()
    };
    for (question, is_kept) in [
        (ask("answers.Shoe size", false), true),
        (ask("answers.Shoe size", true), false),
        (ask("answers.Card number", false), false),
        (ask(&format!("answers.{agreed}"), false), false),
    ] {
        assert_eq!(note(&question, None, SITE, 2.0, None).is_some(), is_kept, "{question:?}");
    }
}

#[test]
fn a_note_says_what_was_asked_and_keeps_what_it_answers_as_well() {
    let question = Question {
        question: "Are you willing to relocate?".into(),
        options: Some(vec!["Yes".into(), "No".into()]),
        save_as: "answers.x".into(),
        kind: AnswerKind::Choice,
        ..Question::default()
    };
    let first = note(&question, Some("en-GB"), SITE, 2.0, None).unwrap();
    assert_eq!(first.question.options, ["Yes", "No"]);
    assert_eq!((first.meaning.as_str(), first.origin.as_str()), ("Relocate  0", SITE));
    assert_eq!(first.given, 2.0);
    let taken = note_also(Some(&first), asked("Would you move for the job?"));
    let again = note(&question, Some("en-GB"), SITE, 5.0, Some(&taken)).unwrap();
    assert_eq!((again.given, again.also.len(), again.corrected), (5.0, 1, 0));
}

#[test]
fn an_answer_that_was_taken_for_other_words_answers_them_from_then_on() {
    let name = "How much notice must you give?";
    let other = "How many weeks does your boss need to know before?";
    let known =
        |note: &AnswerNote, text: &str| Answers::new([(name, Some(note))]).find(&asked(text), SITE);
    let mut note = AnswerNote::default();
    assert_eq!(known(&note, other), Known::Nothing);
    note = note_also(Some(&note), asked(other));
    let same = Known::Same(ProfileKey::new(format!("answers.{name}")), Because::Words);
    assert_eq!(known(&note, other), same);
    assert_eq!(known(&note, name), same, "its own words are known as before");
    // Not without end, and each once.
    for n in 0..50 {
        note = note_also(Some(&note), asked(&format!("Question {}", n % 30)));
    }
    assert_eq!(note.also.len(), MAX_WORDINGS);
}

/// Questions of the set that is measured with, with their languages.
fn questions() -> Vec<(&'static str, &'static str)> {
    let lines =
        include_str!("../../../tests/memory/pairs.txt").lines().filter(|one| !one.starts_with('#'));
    let parts = lines.filter_map(|line| line.split_once(" | "));
    parts.filter_map(|(lang, rest)| Some((lang, rest.split_once(" | ")?.0))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_guard_word_more_is_never_the_same_question(
        (lang, text) in sample::select(questions()),
        list in sample::select(vec![
            List::Not, List::Negates, List::Somebody, List::Measure, List::TimeOf, List::AmountOf,
        ]),
        word in any::<sample::Index>(),
        at in any::<sample::Index>(),
        is_in_memory in any::<bool>(),
    ) {
        let words = language::words_of(&[lang], list);
        // In other languages the first of a row is what it is compared as, and no word of theirs.
        let is_own = |word: &&str| lang == "en" || matches!(list, List::Not | List::Negates)
            || language::rows_of(lang, list).any(|row| row.iter().skip(1).any(|one| one == word));
        let words: Vec<&str> = words.into_iter().filter(is_own).collect();
        let guard = words[word.index(words.len())];
        let mut parts: Vec<&str> = text.split(' ').collect();
        // What is said already, by a word of the same row, is said twice; and at the end "no" is short for number.
        let said = text.to_lowercase();
        let mut row = language::rows_of(lang, list).filter(|row| row.contains(&guard)).flatten();
        prop_assume!(!said.contains(guard) && !row.any(|one| said.contains(one)));
        parts.insert(at.index(parts.len()), guard);
        let more = parts.join(" ");
        let (known, other) = if is_in_memory { (more.as_str(), text) } else { (text, more.as_str()) };
        let found = found(asked_in(lang, known), &asked_in(lang, other), SITE);
        prop_assert!(!found.starts_with("same"), "{known} / {other}: {found}");
    }

    #[test]
    fn what_is_the_same_is_told_without_the_lists(
        (lang, text) in sample::select(questions()),
        cut in any::<sample::Index>(),
    ) {
        let words: Vec<&str> = text.split(' ').collect();
        let text = words[..=cut.index(words.len())].join(" ");
        let ask = asked_in(lang, &text);
        let (bare, full) = (Wording::of(&ask), Wording::with_meanings(&ask));
        prop_assert_eq!(bare.saying(), full.saying());
        prop_assert_eq!(bare.signs, full.signs);
    }
}
