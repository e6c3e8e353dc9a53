//! What tells a question from another one that has all of its words.

use super::{
    concept::Concept::{self, *},
    form::Form,
    intent::Intent,
    sentence::Sentence,
};

/// Whether a sentence that has all that a question needs asks for something else.
pub(super) fn is_another(intent: Intent, sentence: &Sentence, form: Form) -> bool {
    let says = |concept: Concept| sentence.speaks_of(concept);
    match intent {
        // "Without sponsorship" asks for the opposite of "excluding transfers, sponsorship".
        Intent::WorkPermissionAlone => !sentence.leaves_out(Sponsor),
        Intent::Sponsorship => sentence.leaves_out(Sponsor),
        // Whoever is sponsored needs a permit as well; asked is the sponsor.
        Intent::PermitNeeded => says(Sponsor),
        // "Worked with Excel" is no question of an employer.
        Intent::JobHere => says(Using) && !says(Here) && !says(Company),
        // A document that one has is no readiness for a check.
        Intent::BackgroundCheck => says(Have) && !says(Willing),
        // How one works now is no readiness for it.
        Intent::Remote | Intent::OnSite => works_so_now(sentence),
        // Five days a week in an office are all of them.
        Intent::Hybrid => works_so_now(sentence) || says(DaysAWeek) && !is_part_of_week(sentence),
        // A country that is named is the one that is meant: "a US citizen?"
        Intent::Nationality => {
            !sentence.regions.is_empty() && !says(Concept::Nationality) && !says(Country)
        }
        // "Current country of residence" asks for no city; and where somebody lives is not asked by naming the place:
        // "located in Ireland?" is answered by yes or no.
        Intent::Location => {
            says(Country) || form == Form::ClosedList && !sentence.regions.is_empty()
        }
        _ => false,
    }
}

fn works_so_now(sentence: &Sentence) -> bool {
    let says = |concept: Concept| sentence.speaks_of(concept);
    says(Now) && says(Work) && !says(Willing)
}

fn is_part_of_week(sentence: &Sentence) -> bool {
    sentence.number.is_some_and(|days| (1..=4).contains(&days))
}
