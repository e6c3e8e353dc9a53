//! What the names of a page's fields have in common: `shipping_address_` before `city`, `zip` and `note`. It says what
//! they belong to, and not what each asks for.

use std::collections::{BTreeSet, HashMap};

use shared_types::Field;

/// Where a name is divided.
const BETWEEN: [char; 7] = ['_', '.', '-', '[', '$', ':', '/'];
/// So many different names begin alike where it is no accident: a phone has three parts, a street three lines.
const LEAST: usize = 5;
/// Letters that must be left of a name, for it to say something of its own.
const LEAST_LEFT: usize = 2;

/// Beginnings of names, and how many different names have them.
#[derive(Debug, Default)]
pub(super) struct Shared<'a> {
    beginnings: HashMap<&'a str, usize>,
}

impl<'a> Shared<'a> {
    pub(super) fn new(fields: &'a [Field]) -> Self {
        let mut shared = Self::default();
        if fields.len() >= LEAST {
            let all = fields.iter().flat_map(|field| [field.name.as_str(), field.id.as_str()]);
            let names: BTreeSet<&str> = all.filter(|name| !name.is_empty()).collect();
            for beginning in names.into_iter().flat_map(beginnings) {
                *shared.beginnings.entry(beginning).or_default() += 1;
            }
        }
        shared
    }

    /// The longest beginning that a name has in common with enough others.
    pub(super) fn of<'b>(&self, name: &'b str) -> &'b str {
        let is_shared =
            |beginning: &&str| self.beginnings.get(beginning).is_some_and(|count| *count >= LEAST);
        beginnings(name).filter(is_shared).last().unwrap_or_default()
    }
}

/// The beginnings of a name that leave a word of it, the shortest first.
fn beginnings(name: &str) -> impl Iterator<Item = &str> {
    name.char_indices().filter(|(_, c)| BETWEEN.contains(c)).filter_map(|(at, c)| {
        let (beginning, rest) = name.split_at_checked(at + c.len_utf8())?;
        let word = rest.trim_start_matches(|c: char| !c.is_alphabetic());
        let letters = word.chars().take_while(|c| c.is_alphabetic()).count();
        (letters >= LEAST_LEFT).then_some(beginning)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_many_names_begin_with_is_shared() {
        let named = |name: &str| Field { name: name.to_owned(), ..Field::default() };
        let fields = ["to.address.city", "to.address.zip", "to.address.note", "to.address.line[0]"]
            .map(named);
        let mut fields = Vec::from(fields);
        assert_eq!(Shared::new(&fields).of("to.address.note"), "");
        fields.extend(["to.address.state", "to.mail"].map(named));
        let shared = Shared::new(&fields);
        for (name, beginning) in [
            ("to.address.note", "to.address."),
            ("to.address.line[0]", "to.address."),
            ("to.address.1", "to."),
            ("to.mail", "to."),
            ("note", ""),
            ("", ""),
        ] {
            assert_eq!(shared.of(name), beginning, "{name}");
        }
    }
}
