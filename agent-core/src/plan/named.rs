//! Keys that the person named (`record.*`, `answers.*`, `custom.*`), matched to questions by meaning.

use std::collections::BTreeSet;

use shared_types::{Field, Observation, ProfileKey};

use super::ask::{Ask, AskKind};
use crate::bind::fold;

/// The least that counts as the same meaning.
const THRESHOLD: f32 = 0.62;
/// Two keys nearer than this fit equally well.
const MARGIN: f32 = 0.03;
/// A statement that is agreed to must be named nearly word for word.
const STATEMENT: f32 = 0.9;
/// A key that means the same kind of thing by its role, whatever words it uses.
const SAME_ROLE: f32 = 0.8;
/// From here on a key may answer more than one question.
const SHARED: f32 = 0.8;
/// What somebody else's name, phone or address must be called at least.
const OTHER_PERSON: f32 = 0.85;
/// Words of a label that are looked at.
const MAX_WORDS: usize = 40;

/// Words that carry no meaning in a label.
const FILLERS: &[&str] = &[
    "a", "an", "the", "of", "your", "please", "enter", "optional", "required", "in", "for", "to", "is",
    "are", "what", "do", "you", "have", "if", "any", "applicable", "select", "choose", "and", "or",
    "upload", "preferred", "current", "my",
];

/// Phrases that mean the same, by the words they are compared as. Longest first.
const SAME: &[(&str, &str)] = &[
    ("date of birth", "birthdate"), ("birth date", "birthdate"), ("dob", "birthdate"),
    ("birthday", "birthdate"), ("email address", "email"), ("e mail", "email"), ("mail", "email"),
    ("phone number", "phone"), ("telephone number", "phone"), ("mobile number", "phone"),
    ("telephone", "phone"), ("mobile", "phone"), ("cell", "phone"), ("tel", "phone"),
    ("company name", "company"), ("organisation", "company"), ("organization", "company"),
    ("employer", "company"), ("institution", "company"), ("zip code", "postcode"),
    ("postal code", "postcode"), ("zip", "postcode"), ("surname", "last name"),
    ("family name", "last name"), ("forename", "first name"), ("given name", "first name"),
    ("fname", "first name"), ("lname", "last name"), ("full name", "name"), ("resume", "cv"),
    ("curriculum vitae", "cv"), ("salary expectations", "salary"), ("expected salary", "salary"),
    ("desired salary", "salary"), ("site", "website"), ("url", "website"), ("town", "city"),
    ("nr", "number"), ("no", "number"), ("num", "number"), ("id number", "id"),
    ("reference number", "reference"), ("comments", "comment"), ("notes", "comment"),
    ("remarks", "comment"), ("qty", "quantity"), ("amount", "sum"), ("desc", "description"),
    ("position", "job title"), ("role", "job title"), ("representative", "rep"),
];

/// What was found for a question.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Match {
    /// No key is named like it.
    None,
    /// This one.
    One(ProfileKey),
    /// These fit equally well.
    Several(Vec<ProfileKey>),
}

/// The person's own keys, ready to be compared.
pub(super) struct NamedKeys {
    keys: Vec<Named>,
}

struct Named {
    key: ProfileKey,
    meaning: Meaning,
    role: Option<String>,
    is_record: bool,
}

impl NamedKeys {
    /// Prepares the keys that have a name of the person's own.
    pub(super) fn new(keys: &[ProfileKey], lang: Option<&str>) -> Self {
        let mut named: Vec<Named> = keys
            .iter()
            .filter_map(|key| {
                let (space, name) = key.as_str().split_once('.')?;
                let is_record = space == "record";
                if !is_record && space != "answers" && space != "custom" {
                    return None;
                }
                Some(Named { key: key.clone(), meaning: Meaning::of(name), role: None, is_record })
            })
            .collect();
        classify_names(&mut named, lang);
        Self { keys: named }
    }

    /// Finds for each question the key that is named like it. A key that is the very name of one
    /// question is not used for another that merely resembles it.
    pub(super) fn assign(&self, asks: &[Ask<'_>]) -> Vec<Match> {
        if self.keys.is_empty() {
            return asks.iter().map(|_| Match::None).collect();
        }
        let scores: Vec<Vec<f32>> = asks.iter().map(|ask| self.scores(ask)).collect();
        let best_of_key: Vec<f32> = (0..self.keys.len())
            .map(|key| {
                scores.iter().filter_map(|row| row.get(key)).fold(0.0_f32, |best, &score| best.max(score))
            })
            .collect();
        asks.iter().zip(&scores).map(|(ask, row)| self.pick(ask, row, &best_of_key)).collect()
    }

    fn pick(&self, ask: &Ask<'_>, scores: &[f32], best_of_key: &[f32]) -> Match {
        let threshold = match ask.role() {
            "x-consent" => STATEMENT,
            "x-other-person" => OTHER_PERSON,
            _ => THRESHOLD,
        };
        let mut fitting: Vec<(&Named, f32)> = self
            .keys
            .iter()
            .zip(scores.iter().zip(best_of_key))
            .filter(|(_, (score, best))| {
                **score >= threshold && (**score >= SHARED || **score + MARGIN >= **best)
            })
            .map(|(named, (score, _))| (named, *score))
            .collect();
        // The record is this form's data: it goes before what was said elsewhere.
        if fitting.iter().any(|(named, _)| named.is_record) {
            fitting.retain(|(named, _)| named.is_record);
        }
        fitting.sort_by(|a, b| b.1.total_cmp(&a.1));
        let Some((first, top)) = fitting.first().map(|(named, score)| (named.key.clone(), *score))
        else {
            return Match::None;
        };
        let equal: Vec<ProfileKey> = fitting
            .iter()
            .take_while(|(_, score)| top - score < MARGIN)
            .map(|(named, _)| named.key.clone())
            .collect();
        if equal.len() > 1 { Match::Several(equal) } else { Match::One(first) }
    }

    fn scores(&self, ask: &Ask<'_>) -> Vec<f32> {
        let texts = texts_of(ask);
        let role = ask.role();
        let by_role = !matches!(role, "none" | "x-other-person" | "x-consent" | "x-file")
            && ask.kind != AskKind::File;
        self.keys
            .iter()
            .map(|named| {
                let by_words = texts
                    .iter()
                    .map(|(meaning, weight)| named.meaning.likeness(meaning) * weight)
                    .fold(0.0_f32, f32::max);
                let same_role = by_role && named.role.as_deref() == Some(role);
                if same_role { by_words.max(SAME_ROLE) } else { by_words }
            })
            .collect()
    }
}

/// A key is a label of its own: what would a field with this label ask for?
fn classify_names(named: &mut [Named], lang: Option<&str>) {
    for entry in named {
        let label = entry.key.as_str().split_once('.').map_or("", |(_, name)| name);
        let mut page = Observation {
            lang: lang.map(str::to_owned),
            fields: vec![Field {
                tag: "input".into(),
                kind: "text".into(),
                label: label.replace('_', " "),
                ..Field::default()
            }],
            ..Observation::default()
        };
        crate::classify::classify(&mut page);
        entry.role = page
            .fields
            .into_iter()
            .next()
            .and_then(|field| field.role)
            .filter(|role| role != "none" && role != "x-other-person");
    }
}

/// The texts that say what a question is about, with the weight that each has.
fn texts_of(ask: &Ask<'_>) -> Vec<(Meaning, f32)> {
    let field = ask.first;
    let mut texts: Vec<(Meaning, f32)> = Vec::new();
    let mut add = |text: &str, weight: f32| {
        if !text.trim().is_empty() {
            texts.push((Meaning::of(text), weight));
        }
    };
    add(&ask.question, 1.0);
    if ask.kind == AskKind::Group {
        add(&field.name, 1.0);
        return texts;
    }
    add(&field.label, 1.0);
    add(field.accessible_name.as_deref().unwrap_or_default(), 1.0);
    add(&field.name, 1.0);
    add(&field.id, 0.97);
    add(&field.placeholder, 0.85);
    if let (Some(section), false) = (&field.section, field.label.is_empty()) {
        add(&format!("{section} {}", field.label), 0.95);
    }
    texts
}

/// A text, ready to be compared by meaning.
#[derive(Debug, Clone, PartialEq)]
struct Meaning {
    /// All letters and digits in a row.
    whole: String,
    words: BTreeSet<String>,
}

impl Meaning {
    fn of(text: &str) -> Self {
        let short: String = text.chars().take(400).collect();
        let folded = fold::fold(&short);
        let mut padded = format!(" {folded} ");
        for (phrase, same) in SAME {
            let phrase = format!(" {phrase} ");
            if padded.contains(&phrase) {
                padded = padded.replace(&phrase, &format!(" {same} "));
            }
        }
        let all: Vec<String> =
            padded.split_whitespace().take(MAX_WORDS).map(stem).collect();
        let meaningful: BTreeSet<String> =
            all.iter().filter(|word| !FILLERS.contains(&word.as_str())).cloned().collect();
        let words = if meaningful.is_empty() { all.into_iter().collect() } else { meaningful };
        Self { whole: folded.replace(' ', ""), words }
    }

    /// 0 to 1: how much of the meaning is shared.
    fn likeness(&self, other: &Self) -> f32 {
        if self.whole.is_empty() || other.whole.is_empty() {
            return 0.0;
        }
        if self.whole == other.whole {
            return 1.0;
        }
        if self.words == other.words {
            return 0.96;
        }
        let shared = self.words.iter().filter(|word| other.has(word)).count();
        if shared == 0 {
            return 0.0;
        }
        let (few, many) = ordered(self.words.len(), other.words.len());
        // What all words of the shorter text say, the longer one says too; the less it adds, the better.
        let part = ratio(shared, few);
        let whole = ratio(2 * shared, self.words.len() + other.words.len());
        if shared == few { (0.3 + 0.65 * ratio(few, many)).min(0.93) } else { part * whole }
    }

    fn has(&self, word: &str) -> bool {
        self.words.contains(word) || self.words.iter().any(|own| nearly_equal(own, word))
    }
}

fn ordered(a: usize, b: usize) -> (usize, usize) {
    if a < b { (a, b) } else { (b, a) }
}

#[expect(clippy::cast_precision_loss, reason = "counts of words are small")]
fn ratio(a: usize, b: usize) -> f32 {
    a as f32 / b.max(1) as f32
}

/// Plural and possessive endings do not count.
fn stem(word: &str) -> String {
    let long = word.chars().count() > 3;
    let stripped = word
        .strip_suffix("ies")
        .map(|stem| format!("{stem}y"))
        .or_else(|| {
            let plain = word.strip_suffix('s')?;
            (!plain.ends_with('s') && !plain.ends_with('u')).then(|| plain.to_owned())
        });
    match stripped {
        Some(stem) if long => stem,
        _ => word.to_owned(),
    }
}

/// One letter more, less, other or exchanged, in words long enough that this is a misspelling.
fn nearly_equal(a: &str, b: &str) -> bool {
    const LONG: usize = 6;
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len() < LONG || b.len() < LONG || a.len().abs_diff(b.len()) > 1 {
        return false;
    }
    let front = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let back = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
    let longest = a.len().max(b.len());
    front + back + 1 >= longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meaning_survives_wording() {
        let check = |key: &str, label: &str, at_least: f32| {
            let score = Meaning::of(key).likeness(&Meaning::of(label));
            assert!(score >= at_least, "{key} / {label}: {score}");
        };
        check("author_name", "Author Name", 1.0);
        check("email", "Email Address *", 0.95);
        check("Date of Birth", "dateOfBirth", 0.95);
        check("phone", "Phone Number", 0.95);
        check("Tax ID/EIN", "Tax ID / EIN", 0.95);
        check("current_role", "Current Role/Position", 0.62);
        check("Notice period", "What is your notice period?", 0.95);
        check("Certifications", "Certification", 0.95);
        check("Occupation", "Ocupation", 0.62);
    }

    #[test]
    fn different_things_stay_apart() {
        let check = |key: &str, label: &str| {
            let score = Meaning::of(key).likeness(&Meaning::of(label));
            assert!(score < THRESHOLD, "{key} / {label}: {score}");
        };
        check("Full Name", "Emergency Contact Name");
        check("founder_email", "founder_phone");
        check("First name", "Last name");
        check("start date", "end date");
        check("Party Name", "Party Type");
        check("email", "");
    }
}
