//! Answers that the person keeps to one site.
//!
//! One that another site's answer to the same question stands beside is stored with its site behind its name, and is seen
//! on that site under the name itself.

use shared_types::{AnswerNote, Profile};

/// A profile as pages of these sites are filled from it, where that is another than it is: without answers that are for
/// other sites alone, and with those for one of these in the place of those for every site.
pub fn of_sites(profile: &Profile, sites: &[&str]) -> Option<Profile> {
    let scoped = profile.answer_notes.iter().filter(|(_, note)| note.only_here);
    let scoped: Vec<(&String, &AnswerNote)> = scoped.collect();
    if scoped.is_empty() {
        return None;
    }
    let mut seen = profile.clone();
    let mut own = Vec::new();
    for (name, note) in scoped {
        let taken = (seen.answers.remove(name), seen.answer_notes.remove(name));
        if let (Some(answer), Some(kept)) = taken
            && sites.contains(&note.origin.as_str())
        {
            own.push((plain(name, &note.origin), answer, kept));
        }
    }
    for (name, answer, note) in own {
        seen.answers.insert(name.to_owned(), answer);
        seen.answer_notes.insert(name.to_owned(), note);
    }
    Some(seen)
}

/// The name that an answer of this name is stored under that was given on a site, or seen there.
pub(crate) fn name_on(profile: &Profile, name: &str, site: &str) -> String {
    let beside = beside(name, site);
    let is_own = |note: &AnswerNote| note.only_here && note.origin == site;
    match profile.answer_notes.get(&beside).is_some_and(is_own) {
        true => beside,
        false => name.to_owned(),
    }
}

/// Makes room under a name for an answer that is given on a site: one that is another site's alone moves aside.
pub(crate) fn make_room(profile: &mut Profile, name: &str, site: &str) {
    let others =
        profile.answer_notes.get(name).filter(|note| note.only_here && note.origin != site);
    let Some(aside) = others.map(|note| beside(name, &note.origin)) else { return };
    if let Some(answer) = profile.answers.remove(name) {
        profile.answers.insert(aside.clone(), answer);
    }
    if let Some(note) = profile.answer_notes.remove(name) {
        profile.answer_notes.insert(aside, note);
    }
}

fn beside(name: &str, site: &str) -> String {
    format!("{name} ({})", host(site))
}

fn plain<'n>(name: &'n str, site: &str) -> &'n str {
    let behind = format!(" ({})", host(site));
    name.strip_suffix(&behind).filter(|plain| !plain.is_empty()).unwrap_or(name)
}

fn host(origin: &str) -> &str {
    origin.rsplit("://").next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const HERE: &str = "https://a.example";
    const THERE: &str = "https://b.example";

    fn profile() -> Profile {
        let note = |text: &str, origin: &str, only: bool| json!({"question": {"text": text}, "origin": origin, "onlyHere": only, "given": 1});
        let profile = json!({
            "answers": {"Crew": "Boat", "Crew (a.example)": "Shore", "Notice": "A month", "Tea": "Yes"},
            "answerNotes": {
                "Crew": note("Crew", THERE, false),
                "Crew (a.example)": note("Crew", HERE, true),
                "Notice": note("Notice", HERE, true),
            },
        });
        serde_json::from_value(profile).expect("a profile")
    }

    #[test]
    fn an_answer_for_one_site_is_seen_there_alone_and_goes_before_others_there() {
        let check = |sites: &[&str], expected: &[(&str, &str)]| {
            let seen = of_sites(&profile(), sites).expect("another");
            let answers = seen.answers.iter();
            let seen: Vec<(&str, &str)> = answers
                .map(|(name, answer)| (name.as_str(), answer.as_str().unwrap_or("")))
                .collect();
            assert_eq!(seen, expected, "{sites:?}");
        };
        let here = [("Crew", "Shore"), ("Notice", "A month"), ("Tea", "Yes")];
        check(&[HERE], &here);
        // In a frame of it.
        check(&[THERE, HERE], &here);
        check(&[THERE], &[("Crew", "Boat"), ("Tea", "Yes")]);
        check(&[], &[("Crew", "Boat"), ("Tea", "Yes")]);
    }

    #[test]
    fn nothing_is_copied_where_no_answer_is_for_a_site_alone() {
        let mut profile = profile();
        profile.answer_notes.values_mut().for_each(|note| note.only_here = false);
        assert!(of_sites(&profile, &[]).is_none());
    }

    #[test]
    fn an_answer_given_elsewhere_stands_beside_the_one_of_a_site() {
        let mut profile = profile();
        assert_eq!(name_on(&profile, "Crew", HERE), "Crew (a.example)");
        assert_eq!(name_on(&profile, "Crew", THERE), "Crew");
        assert_eq!(name_on(&profile, "Notice", HERE), "Notice");

        make_room(&mut profile, "Notice", HERE);
        assert_eq!(profile.answers["Notice"], "A month", "it is this site's");
        make_room(&mut profile, "Notice", THERE);
        assert_eq!(profile.answers["Notice (a.example)"], "A month");
        assert!(
            !profile.answers.contains_key("Notice") && !profile.answer_notes.contains_key("Notice")
        );
        let seen = of_sites(&profile, &[HERE]).expect("another");
        assert_eq!(seen.answers["Notice"], "A month", "seen there under its own name");
    }
}
