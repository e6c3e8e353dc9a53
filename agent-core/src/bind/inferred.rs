//! What follows from a résumé's lists as a whole. It stands under keys of its own, so that whatever the person said or
//! answered goes before it and the card can say that it follows.

use shared_types::{
    ProfileKey,
    profile::{Education, Experience},
};

use super::dates::Date;
use crate::question::{self, Class};

/// The key of the highest education that the list of schools says was completed.
pub(super) const HIGHEST_EDUCATION: &str = "resume.highestEducation";

/// The last part of the key of a job that goes on because no end of it is told: `resume.experiences.0.goesOn`.
pub(super) const GOES_ON: &str = "goesOn";

/// Whether a key is of what follows from the résumé as a whole, and no entry of its own.
pub(crate) fn is_inferred(key: &ProfileKey) -> bool {
    key.as_str() == HIGHEST_EDUCATION || is_of_job_that_goes_on(key)
}

/// Whether a key says of a job that it goes on because no end of it is told.
pub(crate) fn is_of_job_that_goes_on(key: &ProfileKey) -> bool {
    let rest = key.as_str().strip_prefix("resume.experiences.");
    rest.and_then(|rest| rest.split_once('.')).is_some_and(|(_, part)| part == GOES_ON)
}

/// The one job that goes on although nobody said so: it has begun by `today` (year and month), no end and no reason for leaving is told, and
/// there are others, which all have an end. Of two without an end one may have been left unfinished by whoever wrote the list,
/// and so may the only one.
pub(super) fn job_that_goes_on(jobs: &[Experience], today: Option<(u16, u8)>) -> Option<usize> {
    let is_open = |job: &Experience| job.current || job.end_date.is_empty();
    let told = || jobs.iter().enumerate().filter(|(_, job)| **job != Experience::default());
    let mut open = told().filter(|(_, job)| is_open(job));
    let (at, job) = open.next()?;
    let start = Date::parse(job.start_date.reveal(), None)?;
    let has_begun = (start.year, start.month.unwrap_or(1)) <= today?;
    let goes_on = has_begun && !job.current && job.reason_for_leaving.is_empty();
    (goes_on && open.next().is_none() && told().count() > 1).then_some(at)
}

/// What the highest completed education is called in the list. `None` where any that may be higher is of no known rank, or
/// nobody said whether it was completed.
pub(super) fn highest_education(schools: &[Education]) -> Option<&str> {
    let mut highest: Option<(usize, &str)> = None;
    for school in schools.iter().filter(|school| school.completed == Some(true)) {
        let ranked = rank(school)?;
        if highest.is_none_or(|(rank, _)| rank < ranked.0) {
            highest = Some(ranked);
        }
    }
    let (highest, text) = highest?;
    let is_below = |school: &Education| rank(school).is_some_and(|(rank, _)| rank <= highest);
    let mut unclear =
        schools.iter().filter(|s| s.completed.is_none() && **s != Education::default());
    unclear.all(is_below).then_some(text)
}

/// The rank of an education and the words that say it: its level, else a degree that is nothing but one, or one *in* or
/// *of* something. "Scrum Master" and "Master Mariner" are no Master's degree.
fn rank(school: &Education) -> Option<(usize, &str)> {
    let (level, degree) = (school.level.reveal().trim(), school.degree.reveal().trim());
    let text = if level.is_empty() { degree } else { level };
    let is_degree = !level.is_empty() || question::is_degree(degree);
    match question::classes(text, Class::Education).as_slice() {
        [rank] if is_degree => Some((*rank, text)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use shared_types::Profile;

    use super::*;

    fn resume(list: &str, entries: Value) -> Profile {
        serde_json::from_value(json!({"resume": {list: entries}})).expect("a profile")
    }

    #[test]
    fn the_highest_of_what_was_completed() {
        let check = |schools: Value, expected: Option<&str>| {
            let profile = resume("education", schools.clone());
            assert_eq!(highest_education(&profile.resume.education), expected, "{schools}");
        };
        let done = |degree: &str| json!({"school": "UCC", "degree": degree, "completed": true});
        let (bsc, msc) = (done("Bachelor of Science"), done("Master of Science"));
        check(json!([]), None);
        check(json!([bsc, msc]), Some("Master of Science"));
        check(json!([msc, bsc]), Some("Master of Science"));
        check(json!([bsc, {"degree": "PhD", "completed": false}]), Some("Bachelor of Science"));
        // Whether it was completed, or what it is, is not known: it may be higher.
        check(json!([bsc, {"degree": "PhD", "endDate": "2014-06"}]), None);
        check(json!([msc, {"degree": "Bachelor of Arts"}]), Some("Master of Science"));
        check(json!([msc, done("Certificate of attendance")]), None);
        check(json!([msc, {"school": "Quay"}]), None);
        // The level goes before the words of a degree, which only some say it.
        check(
            json!([{"degree": "Physics", "level": "Master's degree", "completed": true}]),
            Some("Master's degree"),
        );
        for odd in
            ["Certified Scrum Master", "Master Mariner", "Foundation for a bachelor's degree"]
        {
            check(json!([done(odd)]), None);
        }
        for plain in [
            "MSc",
            "Master's degree",
            "M.Sc. in Physics",
            "Licenciatura en Derecho",
            "Doctor of Law",
        ] {
            check(json!([done(plain)]), Some(plain));
        }
    }

    #[test]
    fn a_job_without_an_end_goes_on_if_it_is_the_only_one() {
        let check = |jobs: Value, expected: Option<usize>| {
            let profile = resume("experiences", jobs.clone());
            let today = Some((2026, 5));
            let found = job_that_goes_on(&profile.resume.experiences, today);
            assert_eq!(found, expected, "{jobs}");
            assert_eq!(job_that_goes_on(&profile.resume.experiences, None), None, "{jobs}");
        };
        let open = json!({"company": "Quay", "startDate": "2020-01"});
        let ended = json!({"company": "Quay", "startDate": "2018-01", "endDate": "2019-12"});
        let said = json!({"company": "Quay", "startDate": "2018-01", "current": true});
        let left =
            json!({"company": "Quay", "startDate": "2020-01", "reasonForLeaving": "It closed"});
        check(json!([open, ended]), Some(0));
        check(json!([ended, {}, open]), Some(2));
        check(json!([ended]), None);
        check(json!([open, open]), None);
        check(json!([open, said]), None);
        check(json!([said, ended]), None);
        check(json!([left, ended]), None);
        check(json!([open]), None);
        check(json!([{"company": "Quay", "startDate": "2026-06"}, ended]), None);
        check(json!([{"company": "Quay", "startDate": "2026-05"}, ended]), Some(0));
        check(json!([{"company": "Quay"}, ended]), None);
    }

    #[test]
    fn its_keys_are_known() {
        for (key, expected) in [
            ("resume.highestEducation", true),
            ("resume.experiences.1.goesOn", true),
            ("resume.experiences.1.current", false),
            ("custom.resume.highestEducation", false),
            ("resume.experiences.goesOn", false),
        ] {
            assert_eq!(is_inferred(&key.into()), expected, "{key}");
        }
    }
}
