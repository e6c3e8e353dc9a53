//! Which of a person's own entries is a secret: by its name and by its value's shape.

use std::collections::BTreeMap;

use shared_types::{Profile, ProfileKey, SiteAnswer, Tier, profile::TierChoice};

use super::{data::Kind, kind::tier_of_entry};

/// Whether an entry is a secret.
pub fn is_secret(key: &ProfileKey, value: &str) -> bool {
    tier_of_entry(key, value) == Tier::Secret
}

/// Whether a text that is given under this name is more than ordinary, by the name or by its own shape.
pub fn is_more_than_ordinary(key: &ProfileKey, value: &str) -> bool {
    tier_of_entry(key, value) != Tier::Ordinary
}

/// Whether an answer for one site is a secret. A choice of less care is of the answer for every site, one of more of both.
pub fn is_secret_of_site(one: &SiteAnswer, choices: &BTreeMap<String, TierChoice>) -> bool {
    let key = ProfileKey::new(format!("answers.{}", one.name));
    let text = one.answer.as_str().map_or_else(|| one.answer.to_string(), str::to_owned);
    let choice = choices.get(key.as_str()).filter(|choice| choice.despite.is_empty());
    Kind::of_entry(&key, Some(&text), choice).tier() == Tier::Secret
}

/// Takes the secrets out of the answers: they are used once and kept nowhere. Their names.
pub fn take_secret_answers(profile: &mut Profile) -> Vec<String> {
    let choices = &profile.tiers;
    let is_kept = |name: &str, value: &serde_json::Value| {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let key = ProfileKey::new(format!("answers.{name}"));
        Kind::of_entry(&key, Some(&text), choices.get(key.as_str())).tier() != Tier::Secret
    };
    let mut taken = Vec::new();
    profile.answers.retain(|name, value| {
        let kept = is_kept(name, value);
        if !kept {
            taken.push(name.clone());
        }
        kept
    });
    profile.answer_notes.retain(|name, _| !taken.contains(name));
    let choices = &profile.tiers;
    profile.site_answers.retain(|_, one| {
        let kept = !is_secret_of_site(one, choices);
        if !kept {
            taken.push(one.name.clone());
        }
        kept
    });
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_known_by_its_name_or_its_shape() {
        for (key, value, expected) in [
            ("answers.Card number", "12 34", true),
            ("answers.Passport number", "X1", true),
            ("answers.Comments", "4111 1111 1111 1111", true),
            ("answers.Comments", "4111-1111-1111-1111", true),
            ("answers.Comments", "4111\u{ad}111111111111", true),
            ("answers.Comments", "4111 1111 1111 1112", false),
            ("answers.Comments", "411111111111", false),
            ("answers.Comments", "0000000000000000", false),
            ("answers.Comments", "4111 1111 1111 1111 please", true),
            ("answers.like us", "card 4929 3100 8765 4321, valid to 11/29", true),
            ("answers.Comments", "4222222222222", true),
            ("answers.Comments", "GB82 WEST 1234 5698 7654 32", true),
            ("answers.Comments", "gb82west12345698765432", true),
            ("answers.Comments", "GB82 WEST 1234 5698 7654 33", false),
            ("answers.Comments", "1B82WEST12345698765432", false),
            ("answers.Comments", "GBX2WEST12345698765432", false),
            ("answers.Comments", "GB", false),
            ("answers.Comments", "", false),
            ("answers.Notice period", "3 months", false),
        ] {
            assert_eq!(is_secret(&ProfileKey::new(key), value), expected, "{key}: {value}");
        }
    }

    #[test]
    fn names_of_secrets_are_known_and_other_names_are_not() {
        let tier = |name: &str, value: &str| {
            tier_of_entry(&ProfileKey::new(format!("custom.{name}")), value)
        };
        for (name, value) in [
            ("PUK", "12345678"),
            ("Konto", "12345678"),
            ("Routing", "021000021"),
            ("Residence permit", "X123"),
            ("Aufenthaltstitel", "X123"),
            ("Titre de séjour", "X123"),
            ("Insurance number", "A123456789"),
            ("Numéro de sécu", "18505"),
            ("Wheelchair user", "yes"),
            ("Therapy", "weekly"),
            ("Vaccination", "two"),
            ("SIN", "046 454 286"),
            ("EIN", "12-3456789"),
            ("ETH", "0x52908400098527886E0F7030069857D2E4169EE7"),
            ("Wi-Fi", "Kx9vvT2p"),
            ("memo", "Tr0ub4dor&3"),
            ("note", "QQ123456C"),
        ] {
            assert_eq!(tier(name, value), Tier::Secret, "{name}: {value}");
        }
        assert_eq!(tier("Krankenkasse", "AOK"), Tier::Personal);
        assert_eq!(tier("Church", "St Mary"), Tier::Personal);
        for (name, value) in [
            ("Shoe size", "42"),
            ("Number of guests", "4"),
            ("Work permit needed", "no"),
            ("LinkedIn", "https://www.linkedin.com/in/ada-lovelace-1815"),
            ("Notice period", "3 months"),
            ("Residence permit", "yes"),
            ("Visa sponsorship", "not needed"),
            ("Orientation day", "Monday"),
            ("Salary", "65000"),
            ("Favourite colour", "blue"),
        ] {
            assert_eq!(tier(name, value), Tier::Ordinary, "{name}: {value}");
        }
    }

    #[test]
    fn secret_answers_are_taken_out() {
        let mut profile: Profile = serde_json::from_str(
            r#"{"answers": {"Card number": "4111111111111111", "Notice period": "3 months",
                "What is it?": "GB82 WEST 1234 5698 7654 32", "Number": 4111111111111111}}"#,
        )
        .unwrap();
        let taken = take_secret_answers(&mut profile);
        assert_eq!(taken, ["Card number", "Number", "What is it?"]);
        assert_eq!(profile.answers.keys().collect::<Vec<_>>(), ["Notice period"]);
        assert!(take_secret_answers(&mut profile).is_empty());
    }
}
