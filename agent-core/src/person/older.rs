//! Profiles said by a program of an older version: what it does not know it does not speak of, and what somebody does
//! not speak of they do not take away.
//!
//! Only parts that came after the first version count ([`LATER`]: facts, further addresses): of all others, what is left out is empty.

use serde_json::Value;
use shared_types::{
    Profile, json,
    whole::{LATER, LATER_IN_ROWS},
};

use super::{file::salvage, tree};

/// Whether a profile, as it was said, leaves out what older versions don't know.
pub fn leaves_out(said: &Value) -> bool {
    LATER.iter().any(|part| said.get(part).is_none())
        || LATER_IN_ROWS.iter().any(|rows| {
            let all = tree::get(said, rows.path).and_then(Value::as_array);
            let lacks = |row: &Value| rows.parts().any(|part| row.get(part).is_none());
            all.is_some_and(|all| all.iter().any(lacks))
        })
}

/// A profile with what `said`, the JSON that it was read from, leaves out as `known` has it. A job is the same one when
/// company and title are the same, a school when school and degree are; of several the first that is left.
pub fn with_unsaid(said: &Value, profile: Profile, known: &Profile) -> Profile {
    if !leaves_out(said) {
        return profile;
    }
    let (mut whole, known) = (json::to_value(&profile), json::to_value(known));
    for part in LATER.iter().filter(|part| said.get(part).is_none()) {
        if let Some(value) = known.get(part) {
            tree::set(&mut whole, part, value.clone());
        }
    }
    for rows in LATER_IN_ROWS {
        let list = |tree| tree::get(tree, rows.path).and_then(Value::as_array);
        let (Some(said), Some(known)) = (list(said), list(&known)) else { continue };
        let mut left: Vec<&Value> = known.iter().collect();
        for (n, row) in said.iter().enumerate() {
            let is_same = |other: &&Value| {
                rows.named_by.iter().all(|part| text(row, part) == text(other, part))
            };
            let Some(at) = left.iter().position(is_same) else { continue };
            let same = left.remove(at);
            for part in rows.parts().filter(|part| row.get(part).is_none()) {
                if let Some(value) = same.get(part) {
                    tree::set(&mut whole, &format!("{}.{n}.{part}", rows.path), value.clone());
                }
            }
        }
    }
    salvage(&whole).profile
}

fn text<'a>(row: &'a Value, part: &str) -> &'a str {
    row.get(part).and_then(Value::as_str).unwrap_or_default().trim()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn known() -> Profile {
        salvage(&json!({
            "firstName": "Ada", "facts": {"relocate": "Yes"}, "custom": {"a": "b"},
            "addresses": {"Billing": {"city": "Leeds"}},
            "resume": {
                "experiences": [
                    {"company": "A", "title": "t", "employmentType": "one"},
                    {"company": "A", "title": "t", "employmentType": "two"},
                    {"company": "B", "title": "t", "reasonForLeaving": "Moved"},
                ],
                "education": [{"school": "S", "degree": "D", "level": "Bachelor", "completed": false}],
            },
        }))
        .profile
    }

    fn check(said: Value, expected: Value) {
        let found = with_unsaid(&said, salvage(&said).profile, &known());
        let expected = salvage(&expected).profile;
        assert!(found == expected, "{}", json::to_value(&found));
    }

    #[test]
    fn what_is_left_out_stays_and_what_is_said_counts() {
        check(
            json!({"firstName": "Eva"}),
            json!({
                "firstName": "Eva", "facts": {"relocate": "Yes"}, "addresses": {"Billing": {"city": "Leeds"}},
            }),
        );
        check(json!({"facts": {}, "addresses": {}}), json!({}));
        let billing = json!({"addresses": {"Billing": {"city": "Leeds"}}});
        check(json!({"facts": {}}), billing);
        let both = json!({"facts": {"pets": "1 cat"}, "addresses": {"Work": {"city": "Cork"}}});
        check(both.clone(), both);
    }

    #[test]
    fn jobs_and_schools_keep_what_was_not_spoken_of() {
        let jobs =
            |rows: Value| json!({"addresses": {}, "facts": {}, "resume": {"experiences": rows}});
        check(
            jobs(json!([
                {"company": "B", "title": " t"}, {"company": "A", "title": "t", "location": "Cork"},
                {"company": "A", "title": "other"}, {"company": "A", "title": "t"},
                {"company": "A", "title": "t"},
            ])),
            jobs(json!([
                {"company": "B", "title": " t", "reasonForLeaving": "Moved"},
                {"company": "A", "title": "t", "location": "Cork", "employmentType": "one"},
                {"company": "A", "title": "other"},
                {"company": "A", "title": "t", "employmentType": "two"},
                {"company": "A", "title": "t"},
            ])),
        );
        let said = json!([{"company": "B", "title": "t", "reasonForLeaving": ""}]);
        check(jobs(said.clone()), jobs(said));
        let schools =
            |rows: Value| json!({"addresses": {}, "facts": {}, "resume": {"education": rows}});
        check(
            schools(json!([{"school": "S", "degree": "D"}])),
            schools(
                json!([{"school": "S", "degree": "D", "level": "Bachelor", "completed": false}]),
            ),
        );
        let said = json!([{"school": "S", "degree": "D", "level": "", "completed": null}]);
        check(schools(said.clone()), schools(said));
    }

    #[test]
    fn a_profile_as_this_version_says_it_leaves_nothing_out() {
        for profile in [Profile::default(), known()] {
            let request = shared_types::api::SaveProfileRequest { user_id: "ada".into(), profile };
            let said = json::to_value(&request);
            assert!(!leaves_out(&said["profile"]), "{said}");
            let profile = salvage(&said["profile"]).profile;
            assert!(with_unsaid(&said["profile"], profile, &known()) == request.profile);
            assert!(leaves_out(&json::to_value(&Profile::default())));
        }
    }
}
