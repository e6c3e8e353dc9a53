//! JSON Resume (jsonresume.org, schema 1.0.0), and the names that its drafts had.

use serde_json::{Value, json};
use shared_types::import::{FileFormat, FileFound};

use crate::{draft::Draft, error::ImportError};

/// Parts that a profile has no place for.
const NO_PLACE: [&str; 6] =
    ["volunteer", "awards", "publications", "interests", "references", "projects"];

/// Whether a JSON text is a JSON Resume: it has parts that Vaulty's own files have not.
pub(crate) fn is_one(tree: &Value) -> bool {
    let is_list = |name: &str| tree.get(name).is_some_and(Value::is_array);
    tree.get("basics").is_some_and(Value::is_object) || is_list("work") || is_list("education")
}

/// What is in a JSON Resume.
pub(crate) fn read(tree: &Value) -> Result<FileFound, ImportError> {
    let mut draft = Draft::default();
    if let Some(basics) = tree.get("basics") {
        about(&mut draft, basics);
    }
    for job in rows(tree, "work") {
        let [start, end] = ["startDate", "endDate"].map(|name| text(job, &[name]));
        let described = [text(job, &["summary", "description"]), lines(job, "highlights")];
        let row = json!({
            "company": text(job, &["name", "company"]),
            "title": text(job, &["position"]),
            "startDate": dated(&mut draft, "resume.experiences", &start),
            "endDate": dated(&mut draft, "resume.experiences", &end),
            // The schema says so: a job without an end goes on.
            "current": !start.is_empty() && end.is_empty(),
            "description": described.join("\n").trim(),
            "location": text(job, &["location"]),
        });
        draft.add_row("resume.experiences", row);
    }
    for school in rows(tree, "education") {
        let [start, end] = ["startDate", "endDate"].map(|name| text(school, &[name]));
        let row = json!({
            "school": text(school, &["institution"]),
            "degree": text(school, &["studyType"]),
            "field": text(school, &["area"]),
            "startDate": dated(&mut draft, "resume.education", &start),
            "endDate": dated(&mut draft, "resume.education", &end),
            "gpa": text(school, &["score", "gpa"]),
        });
        draft.add_row("resume.education", row);
    }
    for skill in rows(tree, "skills") {
        let keywords = rows(skill, "keywords");
        if keywords.is_empty() {
            draft.add("resume.skills", &text(skill, &["name"]));
        }
        keywords.iter().filter_map(Value::as_str).for_each(|word| draft.add("resume.skills", word));
        if let Some(word) = skill.as_str() {
            draft.add("resume.skills", word);
        }
    }
    for language in rows(tree, "languages") {
        let [name, fluency] = ["language", "fluency"].map(|part| text(language, &[part]));
        let line = if fluency.is_empty() { name } else { format!("{name} ({fluency})") };
        draft.add("resume.languages", &line);
    }
    for certificate in rows(tree, "certificates") {
        draft.add("resume.certifications", &text(certificate, &["name"]));
    }
    for part in NO_PLACE.iter().filter(|part| !rows(tree, part).is_empty()) {
        draft.problem(part, msg!("import_not_taken_a_profile_has_no_place"));
    }
    draft.found(FileFormat::JsonResume, "JSON Resume")
}

fn about(draft: &mut Draft, basics: &Value) {
    draft.put("fullName", &text(basics, &["name"]));
    crate::contact::split_name(draft, &text(basics, &["name"]));
    draft.put("firstName", &text(basics, &["firstName"]));
    draft.put("lastName", &text(basics, &["lastName"]));
    draft.put("jobTitle", &text(basics, &["label"]));
    draft.put("email", &text(basics, &["email"]));
    draft.put("phone", &text(basics, &["phone"]));
    draft.put("resume.summary", &text(basics, &["summary", "bio"]));
    for profile in rows(basics, "profiles") {
        let link = text(profile, &["url"]);
        if matches!(crate::draft::host(&link), Some(host) if host.ends_with("linkedin.com") || host.ends_with("github.com"))
        {
            draft.put_link(&link);
        }
    }
    draft.put_link(&text(basics, &["url", "website"]));
    if let Some(place) = basics.get("location") {
        let address = text(place, &["address"]);
        let mut address = address.lines();
        draft.put("address.street", address.next().unwrap_or_default());
        draft.put("address.street2", &address.collect::<Vec<_>>().join(", "));
        draft.put("address.zipCode", &text(place, &["postalCode"]));
        draft.put("address.city", &text(place, &["city"]));
        draft.put("address.state", &text(place, &["region"]));
        draft.put("address.country", &text(place, &["countryCode", "country"]));
    }
}

/// The first of these that a part says, as text.
fn text(part: &Value, names: &[&str]) -> String {
    let said = names.iter().filter_map(|name| match part.get(name)? {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    });
    said.into_iter().find(|text| !text.is_empty()).unwrap_or_default()
}

fn rows<'a>(part: &'a Value, name: &str) -> &'a [Value] {
    part.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn lines(part: &Value, name: &str) -> String {
    rows(part, name).iter().filter_map(Value::as_str).collect::<Vec<_>>().join("\n")
}

/// A date of the schema: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. Another one is named and left out.
fn dated(draft: &mut Draft, list: &str, text: &str) -> String {
    let date = text.split('T').next().unwrap_or_default();
    if date.is_empty() || crate::cv::dates::is_iso(date) {
        return date.to_owned();
    }
    draft.problem(list, msg!("import_a_date_was_left_out_write_dates_as"));
    String::new()
}
