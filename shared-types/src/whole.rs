//! Profiles as they cross between programs: with the parts that came after the first version even where they are
//! empty. What is left out is not spoken of, and stays as it is where it is known; what is empty was emptied.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::{json, profile::Profile};

/// Parts of a profile that came after the first version.
pub const LATER: &[&str] = &["addresses", "facts"];

/// Parts of a list's rows that came after the first version.
#[derive(Debug)]
pub struct LaterInRows {
    /// Where the list is.
    pub path: &'static str,
    /// What tells one row from another.
    pub named_by: &'static [&'static str],
    /// Parts that are texts.
    pub texts: &'static [&'static str],
    /// Parts that are yes, no or not said.
    pub flags: &'static [&'static str],
}

impl LaterInRows {
    /// All the parts.
    pub fn parts(&self) -> impl Iterator<Item = &'static str> {
        self.texts.iter().chain(self.flags).copied()
    }
}

/// Parts of jobs and schools that came after the first version.
pub const LATER_IN_ROWS: &[LaterInRows] = &[
    LaterInRows {
        path: "resume.experiences",
        named_by: &["company", "title"],
        texts: &["employmentType", "reasonForLeaving"],
        flags: &[],
    },
    LaterInRows {
        path: "resume.education",
        named_by: &["school", "degree"],
        texts: &["level"],
        flags: &["completed"],
    },
];

/// Writes a profile with all these parts.
pub(crate) fn serialize<S: Serializer>(
    profile: &Profile,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut whole = json::to_value(profile);
    if let Some(parts) = whole.as_object_mut() {
        for part in LATER {
            parts.entry(*part).or_insert_with(|| Value::Object(Map::new()));
        }
    }
    for rows in LATER_IN_ROWS {
        let list = rows.path.split('.').try_fold(&mut whole, |node, part| node.get_mut(part));
        let each = list.and_then(Value::as_array_mut).into_iter().flatten();
        for row in each.filter_map(Value::as_object_mut) {
            for part in rows.texts {
                row.entry(*part).or_insert_with(|| Value::from(""));
            }
            for part in rows.flags {
                row.entry(*part).or_insert(Value::Null);
            }
        }
    }
    whole.serialize(serializer)
}
