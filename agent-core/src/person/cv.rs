//! What the words of a CV say: which part of it a heading opens, when something was, whether a text names a job or a
//! school. One question each, answered from the tables in `language`; what is in doubt is answered with nothing.

use crate::{
    language::{List, has, rows, words},
    places::countries,
    text::fold,
};

/// A part of a CV.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// Name and ways to reach the person.
    Contact,
    /// Jobs.
    Work,
    /// Schools.
    Education,
    /// Skills.
    Skills,
    /// Spoken languages.
    Languages,
    /// Certificates.
    Certificates,
    /// A few sentences about the person.
    Summary,
    /// What a profile has no place for.
    Other,
}

/// A word that says what stands behind it: `Phone: 020 7946 0958`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// The person's name.
    Name,
    /// Where they live.
    Address,
    /// A phone number.
    Phone,
    /// The date of birth.
    Born,
}

/// The part that a line opens, if it is a heading and nothing else.
pub fn section(line: &str) -> Option<Section> {
    let text = fold(line.trim().trim_end_matches([':', '-', '–', '—']));
    if text.is_empty() || text.len() > 60 {
        return None;
    }
    let sections = [
        (List::CvWork, Section::Work),
        (List::CvEducation, Section::Education),
        (List::CvSkills, Section::Skills),
        (List::CvLanguages, Section::Languages),
        (List::CvCertificates, Section::Certificates),
        (List::CvSummary, Section::Summary),
        (List::CvContact, Section::Contact),
        (List::CvOther, Section::Other),
    ];
    sections.into_iter().find(|(list, _)| has(*list, &text)).map(|(_, section)| section)
}

/// Whether a line says only that this is a CV.
pub fn is_title(line: &str) -> bool {
    has(List::CvTitle, &fold(line))
}

/// What a word before a colon announces.
pub fn mark(word: &str) -> Option<Mark> {
    let text = fold(word);
    let marks = [
        (List::CvName, Mark::Name),
        (List::CvAddress, Mark::Address),
        (List::CvPhone, Mark::Phone),
        (List::CvBorn, Mark::Born),
    ];
    marks.into_iter().find(|(list, _)| has(*list, &text)).map(|(_, mark)| mark)
}

/// A month by its name, in full or abbreviated to three letters or more, where only one month can be meant.
pub fn month(word: &str) -> Option<u32> {
    let text = fold(word);
    if text.chars().count() < 3 || !text.chars().all(char::is_alphabetic) {
        return None;
    }
    let numbered = || rows(List::Months).flat_map(|row| (1..=12).zip(row));
    let mut found = numbered().filter(|(_, name)| *name == text).map(|(number, _)| number);
    if let Some(number) = found.next() {
        return found.all(|other| other == number).then_some(number);
    }
    let begins = |names: &[&'static str]| {
        let mut found = (1..=12).zip(names).filter(|(_, name)| name.starts_with(text.as_str()));
        found.next().filter(|_| found.next().is_none()).map(|(number, _)| number)
    };
    // The abbreviations of one language may be another's of another month: the first, English, goes before the others.
    rows(List::Months).find_map(|row| begins(&row))
}

/// Whether a text stands for "until now".
pub fn is_now(text: &str) -> bool {
    let text = fold(text);
    has(List::CvUntilNow, &text) || has(List::GoesOnStill, &text)
}

/// Whether a word before a date says that something began then and goes on.
pub fn is_since(text: &str) -> bool {
    has(List::CvSince, &fold(text))
}

/// Whether a word stands between the first day of something and the last.
pub fn is_until(word: &str) -> bool {
    has(List::CvUntil, &fold(word))
}

/// Whether a word stands between a job and its employer.
pub fn is_at(word: &str) -> bool {
    has(List::CvAt, &fold(word))
}

/// Whether a text has a word of job titles in it.
pub fn names_job(text: &str) -> bool {
    fold(text).split(' ').any(|word| has(List::CvJob, word))
}

/// Whether a text has a word of the names of schools in it.
pub fn names_school(text: &str) -> bool {
    let long_enough = |list: &str| list.len() > 5;
    fold(text).split(' ').any(|word| {
        let ends = |name: &&str| long_enough(name) && word.ends_with(*name);
        has(List::CvSchool, word) || words(List::CvSchool).iter().any(ends)
    })
}

/// Whether a text has a degree in it.
pub fn names_degree(text: &str) -> bool {
    let text = format!(" {} ", fold(text));
    words(List::CvDegree).iter().any(|degree| text.contains(&format!(" {degree} ")))
}

/// Whether a text is a country, by one of its names.
pub fn is_country(text: &str) -> bool {
    text.trim().chars().count() > 3 && countries().code(text).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings() {
        let check = |line: &str, expected: Option<Section>| {
            assert_eq!(section(line), expected, "{line}");
        };
        check("EXPERIENCE", Some(Section::Work));
        check("  Work experience: ", Some(Section::Work));
        check("Berufserfahrung", Some(Section::Work));
        check("Formation", Some(Section::Education));
        check("Éducation", Some(Section::Education));
        check("Compétences", Some(Section::Skills));
        check("Idiomas", Some(Section::Languages));
        check("Referenties", Some(Section::Other));
        check("Experience with Rust", None);
        check("", None);
    }

    #[test]
    fn months() {
        let check = |word: &str, expected: Option<u32>| assert_eq!(month(word), expected, "{word}");
        check("January", Some(1));
        check("Sept.", Some(9));
        check("mar", Some(3));
        check("März", Some(3));
        check("Dez", Some(12));
        check("février", Some(2));
        check("juin", Some(6));
        check("jui", None);
        check("enero", Some(1));
        check("ma", None);
        check("Acme", None);
    }

    #[test]
    fn words_of_jobs_schools_and_degrees() {
        assert!(names_job("Senior Software Engineer") && names_job("Leiterin Einkauf"));
        assert!(!names_job("Northwind Ltd"));
        assert!(names_school("University of Leeds") && names_school("Musterhochschule"));
        assert!(!names_school("Northwind Ltd"));
        assert!(names_degree("B.Sc. Physics") && names_degree("Master of Arts"));
        assert!(!names_degree("Leeds"));
        assert!(is_country("Germany") && !is_country("CV") && !is_country("Leeds"));
        assert!(
            is_now("Present")
                && is_now("heute")
                && is_since("Seit")
                && is_until("até")
                && is_at("at")
        );
        assert_eq!(mark("Tel."), Some(Mark::Phone));
    }
}
