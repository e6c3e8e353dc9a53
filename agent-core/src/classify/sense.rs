//! What words say of data and of statements, in every language of [`super::tables`]: that something is an
//! identity number, a credential, a question of health; that a box agrees to something or a text signs.
//!
//! A sense is no role. It is looked for in any text, whatever a page marked a field as, and it only ever
//! makes Vaulty more careful.

use std::{collections::BTreeSet, sync::OnceLock};

use super::{
    cue::{Answer, Cue, Sense, Topic},
    matcher::{self, Kind},
    tables::LANGUAGES,
};
use crate::{
    role::Role,
    text::{is_unseen, is_unspaced, label_words, readings, words},
};

/// Characters of a text that are looked at in one piece.
const PIECE: usize = 200;
/// Pieces of a text that are looked at.
const MAX_PIECES: usize = 20;

/// What a text speaks of, each sense once. Words for people are taken as they are; `birth_no` and
/// `passportNumber` are divided as identifiers are.
pub fn senses(text: &str) -> BTreeSet<Sense> {
    senses_beside(text, |_| false)
}

/// As [`senses`], but what stands inside the name of a thing that forms ask for is that thing: "authorized to
/// work" authorises nobody, and *Firma*, by which one signs in one language, is a company in nine others.
pub fn senses_beside_things(text: &str) -> BTreeSet<Sense> {
    senses_beside(text, |role| THINGS.contains(&role))
}

/// As [`senses_beside_things`], of one of several choices: a certification there is one that somebody has, not what they
/// certify.
pub fn senses_of_choice(text: &str) -> BTreeSet<Sense> {
    senses_beside(text, |role| role == Role::Certifications || THINGS.contains(&role))
}

/// What has words in its names, in some language, by which one agrees or signs in some language.
const THINGS: &[Role] = &[
    Role::Name,
    Role::FamilyName,
    Role::PhoneticFamilyName,
    Role::CcFamilyName,
    Role::CcCsc,
    Role::OneTimeCode,
    Role::Organization,
    Role::AddressLine2,
    Role::WorkAuthorization,
    Role::FieldOfStudy,
];

fn senses_beside(text: &str, is_beside: impl Fn(Role) -> bool) -> BTreeSet<Sense> {
    readings(text).flat_map(|reading| senses_in(&reading, &is_beside)).collect()
}

fn senses_in(text: &str, is_beside: impl Fn(Role) -> bool) -> BTreeSet<Sense> {
    let chars: Vec<char> = text.chars().filter(|c| !is_unseen(*c)).collect();
    // Pieces overlap by half: what stands at an edge stands in the middle of the next.
    let pieces = (0..MAX_PIECES)
        .map(|n| n * PIECE / 2)
        .take_while(|start| *start == 0 || start + PIECE / 2 < chars.len());
    let mut found = BTreeSet::new();
    for start in pieces {
        let piece: String = chars.iter().skip(start).take(PIECE).collect();
        let text = label_words(&piece);
        let mut matches = matcher::find_senses(&text, Kind::Prose);
        if !matches.is_empty() {
            let mut things = matcher::find(&text, Kind::Prose, None);
            things.retain(|thing| matches!(thing.topic, Cue::Role(role) if is_beside(role)));
            matches.retain(|found| {
                !things.iter().any(|thing| thing.start <= found.start && found.end <= thing.end)
            });
        }
        found.extend(matches.into_iter().map(|found| found.topic));
    }
    found
}

/// The words of a statement without those by which one agrees: *I agree to the terms of use* → `terms`,
/// `use`. In the folded form that is given.
pub fn without_assent(words: Vec<String>) -> BTreeSet<String> {
    static ASSENT: OnceLock<BTreeSet<String>> = OnceLock::new();
    let assent = ASSENT.get_or_init(|| listed(Answer::Assent));
    words.into_iter().filter(|word| !assent.contains(word)).collect()
}

/// Whether a text says nothing of its own: no word at all, or only words by which one agrees, declines or
/// points at something else (*Yes, I do*, *OK*, *tick here*).
pub fn says_nothing(text: &str) -> bool {
    static IDLE: OnceLock<BTreeSet<String>> = OnceLock::new();
    let idle = IDLE.get_or_init(|| {
        [Answer::Assent, Answer::Yes, Answer::Idle].into_iter().flat_map(listed).collect()
    });
    words(text).iter().all(|word| idle.contains(word))
}

/// Whether a word of a text says yes by itself.
pub fn has_yes(text: &str) -> bool {
    words(text).iter().any(|word| yes().contains(word))
}

/// Whether a text begins with a word that says yes by itself: *Yes, twice*. Where words are written without
/// spaces, the word ends anywhere.
pub fn begins_with_yes(text: &str) -> bool {
    let words = words(text);
    words.first().is_some_and(|first| {
        let unspaced = |word: &String| word.chars().all(is_unspaced);
        yes().contains(first)
            || yes().iter().any(|word| {
                unspaced(word) && word.chars().nth(1).is_some() && first.starts_with(word.as_str())
            })
    })
}

fn yes() -> &'static BTreeSet<String> {
    static YES: OnceLock<BTreeSet<String>> = OnceLock::new();
    YES.get_or_init(|| listed(Answer::Yes))
}

/// The words of a row, of all languages.
fn listed(wanted: Answer) -> BTreeSet<String> {
    let rows = LANGUAGES.iter().flat_map(|language| language.rows());
    rows.filter(|(topic, _)| *topic == Some(Topic::Answer(wanted)))
        .flat_map(|(_, phrases)| phrases.split(','))
        .flat_map(words)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{super::cue::SENSES, *};

    /// The names of all that forms ask for, in all languages, but for what is agreed to, and what is paid for or
    /// subscribed to with the field.
    #[test]
    fn what_asks_for_something_of_a_person_agrees_to_nothing() {
        let agreed = |role: Role| {
            matches!(role, Role::Consent | Role::Newsletter | Role::Honeypot)
                || matches!(role, Role::Coupon | Role::Occasion | Role::TransactionAmount)
                || matches!(role, Role::Email | Role::Username | Role::OtherPerson | Role::Search)
                // In the singular it is what one certifies.
                || role == Role::Certifications
        };
        let rows = LANGUAGES.iter().flat_map(|language| language.rows());
        let rows = rows.filter_map(|(topic, phrases)| match topic {
            Some(Topic::Cue(Cue::Role(role))) => Some((role, phrases)),
            _ => None,
        });
        let mut wrong = Vec::new();
        for (role, phrases) in rows.filter(|(role, _)| !agreed(*role)) {
            for phrase in phrases.split(',').map(str::trim).filter(|one| !one.contains('*')) {
                let senses = senses_beside_things(phrase);
                if senses.contains(&Sense::Agreement) || senses.contains(&Sense::Signature) {
                    wrong.push(format!("{}: {phrase}", role.as_str()));
                }
            }
        }
        assert_eq!(wrong, [""; 0]);
        for text in [
            "I agree to the company",
            "Firma aquí",
            "Firma del dichiarante",
            "Last name: I accept the terms",
            "I authorize you. Authorized to work?",
        ] {
            assert_eq!(senses_beside_things(text), senses(text), "{text}");
            assert_ne!(senses(text), BTreeSet::new(), "{text}");
        }
    }

    fn check(text: &str, expected: &[Sense]) {
        let found: Vec<Sense> = senses(text).into_iter().collect();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn every_language_knows_every_sense() {
        for language in LANGUAGES {
            let senses = SENSES.iter().map(|(_, sense)| Topic::Sense(*sense));
            let answers = [Answer::Assent, Answer::Yes, Answer::Idle].map(Topic::Answer);
            let has = |topic: &Topic| {
                let mut rows = language.rows();
                rows.any(|(listed, phrases)| listed == Some(*topic) && !phrases.trim().is_empty())
            };
            let lacks: Vec<Topic> = senses.chain(answers).filter(|topic| !has(topic)).collect();
            assert!(lacks.is_empty(), "{}.txt: no line for {lacks:?}", language.tag);
        }
    }

    #[test]
    fn words_of_any_language_are_understood() {
        use Sense::*;
        for (text, expected) in [
            ("Passport", &[Passport][..]),
            ("passportNumber", &[Passport]),
            ("Pass\u{ad}port no.", &[Passport]),
            ("Pass\u{2060}port no.", &[Passport]),
            ("Your\u{2060}passport\u{0}no.", &[Passport]),
            ("NHS number", &[HealthNumber]),
            ("Seed phrase", &[Credential]),
            ("HIV status", &[Health]),
            ("Reisepassnummer", &[Passport]),
            ("Numéro de sécurité sociale", &[PersonNumber]),
            ("Frase de recuperación", &[Credential]),
            ("Codice fiscale", &[PersonNumber, TaxNumber]),
            ("ΑΜΚΑ", &[PersonNumber]),
            ("Секретное слово", &[Credential]),
            ("マイナンバー", &[PersonNumber]),
            ("助记词", &[Credential]),
            ("주민등록번호", &[PersonNumber]),
            ("رقم جواز السفر", &[Passport]),
            ("דרכון", &[Passport]),
            ("Religionszugehörigkeit", &[Sensitive]),
            ("Shoe size", &[]),
            ("Membership number", &[Agreement]),
            ("Notice period", &[]),
            ("First name", &[]),
            ("Yes, add travel insurance", &[Agreement]),
            ("Ich willige in die Weitergabe ein", &[Agreement]),
            ("Type your full name to agree", &[Agreement, Signature]),
            ("Unterschrift", &[Signature]),
            ("I currently work here", &[]),
            ("Same as billing address", &[]),
        ] {
            check(text, expected);
        }
        let late = format!("{} and arbitration", "many words ".repeat(100));
        check(&late, &[Agreement]);
    }

    #[test]
    fn what_says_nothing_only_agrees_or_points() {
        for text in [
            "Yes",
            "Yes, I do",
            "OK",
            "I agree",
            "Tick here",
            "No, thanks",
            "Ja, gerne",
            "Oui",
            "Sí",
            "Так",
            "はい",
            "同意する",
            "동의합니다",
            "我同意",
            "نعم",
            "כן",
            "",
            "—",
            "✓",
        ] {
            assert!(says_nothing(text), "{text}");
        }
        for text in ["Yes, the newsletter", "Terms", "Female", "German", "同意しない人"] {
            assert!(!says_nothing(text), "{text}");
        }
        for (text, begins, has) in [
            ("Yes", true, true),
            ("Yes, twice", true, true),
            ("Type yes", false, true),
            ("はい、追加", true, true),
            ("同意するので", true, false),
            ("No", false, false),
            ("Japan", false, false),
        ] {
            assert_eq!((begins_with_yes(text), has_yes(text)), (begins, has), "{text}");
        }
    }

    #[test]
    fn a_statement_is_what_it_says_beside_agreeing() {
        for (statement, expected) in [
            ("I agree to the terms of use", &["terms", "use"][..]),
            ("Yes, I have read and accept the privacy policy", &["policy", "privacy"]),
            ("Ich stimme den AGB zu", &["agb"]),
            ("I do not agree to the terms", &["not", "terms"]),
            ("I agree", &[]),
        ] {
            let found: Vec<String> = without_assent(words(statement)).into_iter().collect();
            assert_eq!(found, expected, "{statement}");
        }
    }
}
