//! Answers that the person keeps to one site.

use shared_types::Profile;

/// The name that an answer to a question is stored under among those that are for one site alone, where there is one.
pub fn stored_for(profile: &Profile, site: &str, name: &str) -> Option<String> {
    let mut all = profile.site_answers.iter();
    let found = all.find(|(_, one)| one.site == site && one.name == name);
    found.map(|(stored, _)| stored.clone())
}

/// The name that an answer to a question is stored under that is for one site alone.
pub fn name_for_site(name: &str, site: &str) -> String {
    format!("{name} ({site})")
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use shared_types::{ProfileKey, Tier};

    use super::*;
    use crate::{
        bind::Source,
        gate::{self, Kind},
        memory::{Answers, Known},
        person::{file, import, sync},
    };

    const HERE: &str = "https://here.example";
    const THERE: &str = "https://there.example";

    fn profile() -> Profile {
        serde_json::from_value(json!({
            "answers": {"Crew": "Boat", "Tea": "Yes"},
            "tiers": {"answers.Crew": {"tier": "ordinary", "despite": "payment card"}},
            "siteAnswers": {
                "Crew (https://here.example)": {
                    "site": HERE, "name": "Crew", "answer": "Shore"
                },
                "Notice period (https://here.example)": {"site": HERE, "name": "Notice period", "answer": "A month",
                    "note": {"question": {"text": "How much notice do you have to give?", "lang": "en"}, "given": 1.0}},
            },
        }))
        .expect("a profile")
    }

    fn at<'a>(profile: &'a Profile, site: &'a str) -> Source<'a> {
        Source { profile, record: None, today: None, others: &[], site }
    }

    #[test]
    fn an_answer_for_one_site_is_there_alone_and_goes_before_the_one_for_every_site() {
        let profile = profile();
        let check = |site: &str, key: &str, expected: Option<&str>| {
            let found = at(&profile, site).value(&ProfileKey::new(key));
            assert_eq!(found.as_ref().map(|value| value.reveal()), expected, "{key} at {site}");
            let named = at(&profile, site).keys().contains(&ProfileKey::new(key));
            assert_eq!(named, expected.is_some(), "{key} at {site}");
        };
        check(HERE, "answers.Crew", Some("Shore"));
        check(HERE, "answers.Notice period", Some("A month"));
        check(HERE, "answers.Tea", Some("Yes"));
        for site in [THERE, "", "https://here.example.evil.example", "http://here.example"] {
            check(site, "answers.Crew", Some("Boat"));
            check(site, "answers.Notice period", None);
            check(site, "siteAnswers.Notice period (https://here.example)", None);
        }
    }

    #[test]
    fn it_is_found_in_other_words_on_its_site_alone() {
        let profile = profile();
        let asked = shared_types::AskedQuestion {
            text: "How much notice do you have to give?".into(),
            lang: "en".into(),
            ..Default::default()
        };
        let found = |site: &str| Answers::of_source(&at(&profile, site)).find(&asked, site);
        assert!(
            matches!(found(HERE), Known::Same(key, _) if key.as_str() == "answers.Notice period")
        );
        assert_eq!(found(THERE), Known::Nothing);
    }

    #[test]
    fn a_choice_of_less_care_is_not_of_the_answer_for_one_site() {
        let mut profile = profile();
        let card = json!("4111 1111 1111 1111");
        profile.answers.insert("Crew".into(), card.clone());
        profile.site_answers.get_mut("Crew (https://here.example)").expect("one").answer = card;
        let tier = |site: &str| Kind::of_key(&"answers.Crew".into(), &at(&profile, site)).tier();
        assert_eq!((tier(THERE), tier(HERE)), (Tier::Ordinary, Tier::Secret));
        // A secret is kept among no answers.
        gate::take_secret_answers(&mut profile);
        assert_eq!(
            profile.site_answers.keys().collect::<Vec<_>>(),
            ["Notice period (https://here.example)"]
        );
    }

    #[test]
    fn it_survives_a_file_and_a_sync_and_counts_as_a_difference() {
        let profile = profile();
        let text = serde_json::to_string(&profile).expect("JSON");
        assert_eq!(file::read(&text).expect("a profile").profile, profile);
        let without = Profile { site_answers: Default::default(), ..profile.clone() };
        assert_eq!(sync::differences(&profile, &without).len(), 2);
        assert_eq!(sync::incoming(sync::outgoing(&profile), &without), profile);
        assert_eq!(file::count(&profile), file::count(&without) + 2);
        let listed = import::listed(&profile);
        let one = listed
            .iter()
            .find(|one| one.path == "siteAnswers.Notice period (https://here.example)")
            .expect("listed");
        // Whatever it is stored under: the site that it is for is read.
        assert!(one.value.reveal().contains("A month") && one.value.reveal().contains(HERE));
        let left = import::without(
            &profile,
            &["siteAnswers.Notice period (https://here.example)".to_owned()].into(),
        );
        assert_eq!(left.site_answers.len(), 1);
        let broken =
            json!({"siteAnswers": {"a": {"site": "x", "name": "n", "answer": "y"}, "b": 3}});
        let found = file::salvage(&broken);
        assert_eq!((found.profile.site_answers.len(), found.problems.len()), (0, 2));
    }
}
