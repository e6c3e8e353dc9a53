//! Which key answers which question.

use std::collections::{BTreeMap, BTreeSet};

use shared_types::{Field, Observation, ProfileKey, Tier, job::OpenCode};

use super::{
    addresses::{self, Asked},
    ask::{Ask, AskKind, MIN_CONFIDENCE},
    history::History,
};
use crate::{
    bind::is_inferred,
    catalogue, gate,
    named::{self, Answered, Match, NamedKeys, Wording},
    person::called,
    question::{self, Intent, Question},
    role::Role,
};

/// What is chosen for an [`Ask`].
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Choice {
    /// This key.
    Key(ProfileKey),
    /// Nothing: why, and the keys that fit equally well.
    Open(OpenCode, String, Vec<ProfileKey>),
}

/// Profile keys by role, best first. A role that is not listed here is no question to a profile.
const BY_ROLE: &[(Role, &[&str])] = &[
    (Role::Name, &["fullName"]),
    (Role::GivenName, &["firstName"]),
    (Role::AdditionalName, &["middleName"]),
    (Role::FamilyName, &["lastName"]),
    (Role::Nickname, &["username"]),
    (Role::Username, &["username", "email"]),
    (Role::Email, &["email"]),
    (Role::Tel, &["phone"]),
    (Role::TelNational, &["phone"]),
    (Role::TelCountryCode, &["phone"]),
    (Role::TelAreaCode, &["phone"]),
    (Role::TelLocal, &["phone"]),
    (Role::TelLocalPrefix, &["phone"]),
    (Role::TelLocalSuffix, &["phone"]),
    (Role::TelExtension, &["phone"]),
    (Role::Bday, &["birthDate"]),
    (Role::BdayDay, &["birthDate"]),
    (Role::BdayMonth, &["birthDate"]),
    (Role::BdayYear, &["birthDate"]),
    (Role::Sex, &["gender"]),
    (Role::Pronouns, &["pronouns"]),
    (Role::HonorificPrefix, &["facts.title", "custom.title", "custom.honorific", "gender"]),
    (Role::StreetAddress, &["address.street"]),
    (Role::AddressLine1, &["address.street"]),
    (Role::AddressLine2, &["address.street2"]),
    (Role::AddressLine3, &["address.street2"]),
    (Role::Street, &["address.street"]),
    (Role::StreetName, &["address.street"]),
    (Role::HouseNumber, &["address.street"]),
    (Role::HouseSuffix, &["address.street"]),
    (Role::Apartment, &["address.street2"]),
    (Role::Floor, &["address.street2"]),
    (Role::Stair, &["address.street2"]),
    (Role::Building, &["address.street2"]),
    (Role::AddressExtra, &["address.street2"]),
    (Role::AddressLevel1, &["address.state"]),
    (Role::AddressLevel2, &["address.city"]),
    (Role::AddressLevel3, &["address.district"]),
    (Role::PostalCode, &["address.zipCode"]),
    (Role::PostalCodeOrSuburb, &["address.zipCode"]),
    (Role::PostalCodeAndCity, &["address.zipCode"]),
    (Role::Country, &["address.country"]),
    (Role::CountryName, &["address.country"]),
    (Role::Organization, &["company"]),
    (Role::OrganizationTitle, &["jobTitle"]),
    (Role::Url, &["website"]),
    (Role::LinkedIn, &["linkedIn"]),
    (Role::GitHub, &["github"]),
    (Role::Bio, &["resume.bio", "resume.summary"]),
    (Role::Skills, &["resume.skills"]),
    (Role::Languages, &["resume.languages"]),
    (Role::Certifications, &["resume.certifications"]),
    (Role::CcName, &["payment.cardName", "fullName"]),
    (Role::CcGivenName, &["payment.cardName", "firstName"]),
    (Role::CcFamilyName, &["payment.cardName", "lastName"]),
    (Role::CcNumber, &["payment.cardNumber"]),
    (Role::CcExp, &["payment.expMonth"]),
    (Role::CcExpMonth, &["payment.expMonth"]),
    (Role::CcExpYear, &["payment.expYear"]),
    (Role::CcType, &["payment.cardType"]),
    (Role::NewPassword, &["password"]),
    (Role::CurrentPassword, &["password"]),
    (Role::Resume, &["documents.cv", "documents.resume"]),
    (Role::CoverLetter, &["documents.coverLetter"]),
    (Role::PhotoFile, &["documents.photo"]),
];

/// Profile keys of the résumé's repeating parts, by role. `N` is the ordinal of the entry.
const BY_ROLE_REPEATING: &[(Role, &str)] = &[
    (Role::School, "resume.education.N.school"),
    (Role::Degree, "resume.education.N.degree"),
    (Role::FieldOfStudy, "resume.education.N.field"),
    (Role::Gpa, "resume.education.N.gpa"),
    (Role::EducationStart, "resume.education.N.startDate"),
    (Role::EducationEnd, "resume.education.N.endDate"),
    (Role::JobCompany, "resume.experiences.N.company"),
    (Role::JobTitle, "resume.experiences.N.title"),
    (Role::JobLocation, "resume.experiences.N.location"),
    (Role::JobStart, "resume.experiences.N.startDate"),
    (Role::JobEnd, "resume.experiences.N.endDate"),
    (Role::JobCurrent, "resume.experiences.N.current"),
    (Role::JobCurrent, "resume.experiences.N.goesOn"),
    (Role::JobDescription, "resume.experiences.N.description"),
];

/// Roles of which a second one begins the next entry. A date may have several fields.
const OPENING: &[Role] =
    &[Role::School, Role::Degree, Role::FieldOfStudy, Role::JobCompany, Role::JobTitle];

/// Roles that ask for nothing of a person.
const NOT_PERSONAL: &[(Role, &str)] = &[
    (Role::Search, key!("plan_it_is_a_search_box")),
    (Role::Coupon, key!("plan_it_takes_a_coupon_code")),
    (Role::Newsletter, key!("plan_it_is_for_a_newsletter")),
    (Role::Honeypot, key!("plan_it_is_not_meant_for_people")),
];

/// Roles that only the person may answer, whatever the profile holds.
const PERSON_ONLY: &[(Role, &str)] = &[
    (Role::CcCsc, key!("plan_a_card_s_security_code_is_never")),
    (Role::OneTimeCode, key!("plan_it_asks_for_a_code")),
    (Role::Captcha, key!("plan_it_is_a_captcha")),
];

/// Roles whose text is an entry of the profile, whole and as it is.
const WHOLE: &[Role] = &[
    Role::Name,
    Role::GivenName,
    Role::AdditionalName,
    Role::FamilyName,
    Role::Username,
    Role::Email,
    Role::Tel,
    Role::Bday,
    Role::Sex,
    Role::Pronouns,
    Role::HonorificPrefix,
    Role::StreetAddress,
    Role::AddressLine1,
    Role::AddressLine2,
    Role::Apartment,
    Role::AddressLevel1,
    Role::AddressLevel2,
    Role::PostalCode,
    Role::Country,
    Role::CountryName,
    Role::Organization,
    Role::OrganizationTitle,
    Role::Url,
    Role::LinkedIn,
    Role::GitHub,
];

/// The profile's entry that a role asks for as a whole.
pub(super) fn entry_of(role: Role) -> Option<ProfileKey> {
    let (_, keys) = BY_ROLE.iter().find(|(listed, _)| *listed == role && WHOLE.contains(listed))?;
    keys.first().map(|key| ProfileKey::new(*key))
}

/// Chooses a key for each question.
pub(super) fn choose(
    asks: &[Ask<'_>],
    observation: &Observation,
    keys: &[ProfileKey],
    history: &History<'_>,
) -> Vec<Choice> {
    let mut offered: BTreeSet<&ProfileKey> = BTreeSet::new();
    offered.extend(keys);
    let with_names = keys.iter().filter(|key| gate::names_something(key));
    let named = NamedKeys::new(with_names, observation.lang.as_deref());
    let wordings: Vec<Wording<'_>> = asks.iter().map(wording_of).collect();
    let matches = named.assign(&wordings);
    let addresses = addresses::names(keys);
    let mut entries = Entries::default();
    let of = |test: &dyn Fn(Role) -> bool| {
        asks.iter().filter(|ask| ask.is_open_to_people() && ask.role().is_some_and(test)).count()
    };
    let around = Around {
        has_card: of(&|role| role == Role::CcNumber) > 0,
        address: Asked::Own,
        phones: of(&|role| matches!(role, Role::Tel | Role::TelNational)),
        in_history: false,
        asks_for_schools: of(&|role| list_of(role) == Some("resume.education")) > 0,
        asks_for_street: false,
        asks_for_email: false,
    };
    let place = |ask: &Ask<'_>| (ask.first.frame, ask.first.form);
    let places_of = |test: fn(Role) -> bool| -> BTreeSet<_> {
        let asks =
            asks.iter().filter(|ask| ask.is_open_to_people() && ask.role().is_some_and(test));
        asks.map(place).collect()
    };
    let with_email = places_of(|role| role == Role::Email);
    let with_street = places_of(|role| role.is_street_line() || role.slot() == Role::PostalCode);
    asks.iter()
        .zip(matches)
        .map(|(ask, matched)| {
            let ordinal = entries.of(ask);
            let around = Around {
                in_history: entries.has_jobs(),
                address: addresses::asked(ask.first, &addresses),
                asks_for_street: with_street.contains(&place(ask)),
                asks_for_email: with_email.contains(&place(ask)),
                ..around.clone()
            };
            let answer = ask.answer_key();
            // What the person answered in this job goes before everything else.
            if (ask.is_agreement() || history.was_asked(&answer)) && offered.contains(&answer) {
                Choice::Key(answer)
            } else if ask.is_agreement() {
                agreement(ask, matched)
            } else {
                choose_one(ask, matched, ordinal, &around, &offered)
            }
        })
        .collect()
}

fn wording_of<'a>(ask: &'a Ask<'_>) -> Wording<'a> {
    Wording {
        field: ask.first,
        understood: ask.understood.as_ref(),
        question: &ask.question,
        is_group: ask.kind == AskKind::Group,
        is_file: ask.kind == AskKind::File,
        answered_by: match ask.kind {
            AskKind::Text | AskKind::File => Answered::Typing,
            AskKind::Choice | AskKind::Group => Answered::Choosing,
            AskKind::Tick => Answered::Ticking,
        },
    }
}

/// What answers an agreement that was not given here: a record that names the very statement.
fn agreement(ask: &Ask<'_>, matched: Match) -> Choice {
    let named = match matched {
        Match::One(key) => Some(key),
        Match::None | Match::Ambiguous(_) => None,
    };
    let named = named.filter(|key| key.as_str().starts_with("record."));
    let why = || msg!("plan_it_asks_you_to_agree_only_you_can");
    match named {
        Some(key) => Choice::Key(key),
        None if ask.role() == Some(Role::Newsletter) => {
            Choice::Open(OpenCode::NotPersonal, msg!("plan_it_is_for_a_newsletter"), Vec::new())
        }
        None => Choice::Open(OpenCode::PersonOnly, why(), Vec::new()),
    }
}

/// Counts the entries of a résumé that a page asks for, job by job, school by school.
#[derive(Default)]
struct Entries {
    /// By the list's key: the entry, and which roles it has so far.
    lists: BTreeMap<&'static str, (usize, BTreeSet<Role>)>,
}

impl Entries {
    /// Whether past jobs were asked for.
    fn has_jobs(&self) -> bool {
        self.lists.contains_key("resume.experiences")
    }

    /// The ordinal of the entry that a question belongs to.
    fn of(&mut self, ask: &Ask<'_>) -> usize {
        if let Some(question) = &ask.understood {
            // It belongs to the entry that was opened last.
            let of = |list: &str| question.keys(0).iter().any(|key| key.starts_with(list));
            let open = self.lists.iter().find(|(list, _)| of(list));
            return open.map_or(0, |(_, (ordinal, _))| *ordinal);
        }
        let listed = ask.role().and_then(|role| Some((role, list_of(role)?)));
        let Some((role, list)) = listed else { return 0 };
        let (ordinal, roles) = self.lists.entry(list).or_default();
        if ask.first.visible != Some(false) && !roles.insert(role) && OPENING.contains(&role) {
            *ordinal += 1;
            *roles = BTreeSet::from([role]);
        }
        *ordinal
    }
}

/// The list of the résumé that a role is a part of: `resume.experiences`.
pub(super) fn list_of(role: Role) -> Option<&'static str> {
    let (_, key) = BY_ROLE_REPEATING.iter().find(|(listed, _)| *listed == role)?;
    key.split_once(".N.").map(|(list, _)| list)
}

/// How many entries of a list can be seen on the page.
pub(super) fn entries(asks: &[Ask<'_>], list: &str) -> usize {
    let mut entries = Entries::default();
    asks.iter()
        .filter(|ask| {
            ask.first.visible != Some(false) && ask.role().and_then(list_of) == Some(list)
        })
        .map(|ask| entries.of(ask) + 1)
        .max()
        .unwrap_or(0)
}

fn choose_one(
    ask: &Ask<'_>,
    matched: Match,
    ordinal: usize,
    around: &Around<'_>,
    offered: &BTreeSet<&ProfileKey>,
) -> Choice {
    let role = ask.role();
    let find = |table: &[(Role, &str)]| {
        table.iter().find(|(listed, _)| Some(*listed) == role).map(|(_, why)| catalogue::text(why))
    };
    if let Some(why) = find(PERSON_ONLY) {
        return Choice::Open(OpenCode::PersonOnly, why, Vec::new());
    }
    // A record was made for this very form.
    if let Match::One(key) = &matched
        && is_record(key)
    {
        return Choice::Key(key.clone());
    }
    let asked = ask
        .understood
        .as_ref()
        .filter(|question| !is_answered_by_role(question.intent, role, around))
        .filter(|question| !lacks_another(question, offered));
    if let Some(question) = asked {
        return answered(question, matched, ordinal, around, offered);
    }
    let own = role
        .filter(|_| ask.is_sure())
        .map_or_else(Vec::new, |role| keys_around(role, ordinal, around));
    // What the profile itself has an entry for is answered by that, unless the person has one of their own that is
    // called just as the field is.
    let has_own = own.iter().any(|key| offered.contains(key) && !is_inferred(key));
    let is_own_word = |key: &ProfileKey| {
        key.as_str().starts_with("custom.") && named::is_called(key, &ask.question)
    };
    let is_of_profile = has_own && !matches!(&matched, Match::One(key) if is_own_word(key));
    if let Match::One(key) = &matched
        && !is_of_profile
    {
        return Choice::Key(key.clone());
    }
    if let Some(why) = find(NOT_PERSONAL) {
        return Choice::Open(OpenCode::NotPersonal, why, Vec::new());
    }
    let addresses = role.and_then(|role| around.address.unclear(&keys_of_role(role, ordinal)));
    let entries = match matched {
        Match::Ambiguous(candidates) if !is_of_profile => Some(candidates),
        _ => None,
    };
    if let Some(candidates) = addresses.or(entries) {
        let why = msg!("plan_more_than_one_of_your_entries_fits");
        return Choice::Open(OpenCode::Ambiguous, why, candidates);
    }
    if role == Some(Role::OtherPerson) {
        let why = msg!("plan_it_asks_about_somebody_else");
        return Choice::Open(OpenCode::NoValue, why, Vec::new());
    }
    let candidates = own;
    if candidates.is_empty() {
        let why = msg!("plan_what_it_asks_for_is_not_known");
        return Choice::Open(OpenCode::NotUnderstood, why, Vec::new());
    }
    let fits = |key: &&ProfileKey| (ask.kind == AskKind::File) == is_document(key);
    let key = candidates.iter().filter(fits).find(|key| offered.contains(key));
    match key {
        Some(key) => Choice::Key(key.clone()),
        None if role.is_some_and(Role::is_password) => Choice::Open(
            OpenCode::PersonOnly,
            msg!("plan_passwords_are_typed_by_you_or_your"),
            Vec::new(),
        ),
        None => {
            let first = candidates.first().map_or("", ProfileKey::as_str);
            let why = msg!("plan_your_profile_has_no", first = in_words(first));
            Choice::Open(OpenCode::NoValue, why, Vec::new())
        }
    }
}

/// Whether what a field is for says more than the question that its words are.
fn is_answered_by_role(intent: Intent, role: Option<Role>, around: &Around<'_>) -> bool {
    match (intent, role) {
        (_, Some(Role::HonorificPrefix | Role::Search | Role::Honeypot | Role::Captcha)) => true,
        (Intent::Location, Some(Role::JobLocation)) => true,
        // A network that the profile has an entry of its own for.
        (Intent::Link, Some(Role::LinkedIn | Role::GitHub)) => true,
        // A card expires, too.
        (Intent::OfDocument, Some(role)) => role.is_of_card() && around.has_card,
        // What is another number by all else is not a paper's.
        (intent, Some(role)) if intent.is_number_of_a_paper() => role != Role::IdNumber,
        // The only phone that is asked for is the one that the person is reached by.
        (Intent::OtherPhone, _) => around.phones < 2,
        _ => false,
    }
}

/// Whether another e-mail address is asked for and the person has but one: who asks for that at work is told it.
fn lacks_another(question: &Question, offered: &BTreeSet<&ProfileKey>) -> bool {
    question.intent == Intent::OtherEmail
        && !offered.iter().any(|key| question.draws_on(key.as_str()))
}

/// What else a page asks for.
#[derive(Debug, Clone)]
struct Around<'k> {
    has_card: bool,
    /// Which of the person's addresses its block asks for.
    address: Asked<'k>,
    /// How many whole phone numbers.
    phones: usize,
    /// Whether past jobs were asked for before.
    in_history: bool,
    /// Whether schools are asked for one by one.
    asks_for_schools: bool,
    /// Whether its form asks for a street or a postal code: then a district is of an address.
    asks_for_street: bool,
    /// Whether its form asks for the e-mail address: then a user name is something else.
    asks_for_email: bool,
}

/// What answers a question that is understood: the entry for it, else one of the person's own that asks the same.
fn answered(
    question: &Question,
    matched: Match,
    ordinal: usize,
    around: &Around<'_>,
    offered: &BTreeSet<&ProfileKey>,
) -> Choice {
    let mut keys: Vec<ProfileKey> =
        question.keys(ordinal).into_iter().map(ProfileKey::new).collect();
    keys = around.address.keys(keys);
    // Outside of a list of past jobs a form asks for the one that is wanted.
    if question.intent == Intent::JobType && !around.in_history {
        keys.reverse();
    }
    // A level of nobody knows what, unless the person has told it by that very name.
    if question.intent == Intent::LanguageLevel
        && question::languages_in(&question.text).is_empty()
        && let Match::One(key) = matched
    {
        return Choice::Key(key);
    }
    let mut known = keys.iter().filter(|key| offered.contains(key));
    if let Some(key) = known.clone().find(|key| !is_inferred(key)) {
        return Choice::Key(key.clone());
    }
    // What a page asks of each school is not what the person has of all.
    let inferred = known.find(|_| !around.asks_for_schools);
    match matched {
        Match::One(key) => Choice::Key(key),
        Match::None if let Some(key) = inferred => Choice::Key(key.clone()),
        Match::Ambiguous(candidates) => {
            let why = msg!("plan_more_than_one_of_your_entries_fits");
            Choice::Open(OpenCode::Ambiguous, why, candidates)
        }
        Match::None if question.intent == Intent::SomebodyElse => {
            let why = msg!("plan_it_asks_about_somebody_else");
            Choice::Open(OpenCode::NoValue, why, Vec::new())
        }
        Match::None => {
            let why = msg!("plan_your_profile_does_not_say");
            Choice::Open(OpenCode::NoValue, why, Vec::new())
        }
    }
}

fn is_record(key: &ProfileKey) -> bool {
    key.as_str().starts_with("record.")
}

/// A key as people say it: `address.zipCode` is a postal code.
fn in_words(key: &str) -> String {
    let is_name = |part: &&str| !part.chars().all(|c| c.is_ascii_digit());
    let name = key.rsplit('.').find(is_name).unwrap_or(key);
    if let Some((own, address)) = ProfileKey::new(key).in_named_address() {
        return msg!("plan_part_in_address", part = in_words(&own), address = address);
    }
    if let Some(said) = called::part(name) {
        return said;
    }
    let mut words = String::new();
    for c in name.chars() {
        if c.is_uppercase() {
            words.push(' ');
        }
        words.extend(c.to_lowercase());
    }
    words
}

/// Whether a question asks for what no planner may give: what only the person has or may say, what asks
/// for nothing of a person, and what asks about somebody else.
pub(super) fn is_out_of_bounds(ask: &Ask<'_>) -> bool {
    let is_out = |role: Role| {
        let listed = |table: &[(Role, &str)]| table.iter().any(|(listed, _)| *listed == role);
        listed(PERSON_ONLY)
            || listed(NOT_PERSONAL)
            || matches!(role, Role::OtherPerson | Role::Pin)
            || matches!(role, Role::SecurityAnswer | Role::BankAccount)
            || role.is_password()
            || role.is_of_card()
    };
    let is_of_another =
        ask.understood.as_ref().is_some_and(|question| question.intent == Intent::SomebodyElse);
    let is_secret = gate::Kind::of_field(ask.first).tier() == Tier::Secret;
    ask.is_agreement() || is_of_another || is_secret || ask.role().is_some_and(is_out)
}

fn is_document(key: &ProfileKey) -> bool {
    key.as_str().starts_with("documents.")
}

/// The keys of a role, best first, by what stands around it.
fn keys_around(role: Role, ordinal: usize, around: &Around<'_>) -> Vec<ProfileKey> {
    let mut keys = keys_of_role(role, ordinal);
    if role == Role::Username && around.asks_for_email {
        keys.retain(|key| key.as_str() != "email");
    }
    // A sector, a ward or a quarter may be anything else.
    if role == Role::AddressLevel3 && !around.asks_for_street {
        keys.clear();
    }
    around.address.keys(keys)
}

fn keys_of_role(role: Role, ordinal: usize) -> Vec<ProfileKey> {
    let parts = BY_ROLE_REPEATING.iter().filter(|(listed, _)| *listed == role);
    let parts: Vec<ProfileKey> = parts
        .map(|(_, key)| ProfileKey::new(key.replace(".N.", &format!(".{ordinal}."))))
        .collect();
    if !parts.is_empty() {
        return parts;
    }
    let listed = BY_ROLE.iter().find(|(listed, _)| *listed == role);
    listed.map_or_else(Vec::new, |(_, keys)| keys.iter().map(|key| ProfileKey::new(*key)).collect())
}

/// Whether a key may answer a question because somebody who is no rule says so.
pub(super) fn may_answer(ask: &Ask<'_>, key: &ProfileKey, offered: &[ProfileKey]) -> bool {
    ask.kind != AskKind::File
        && !is_inferred(key)
        && !is_out_of_bounds(ask)
        && !contradicts(ask.first, key)
        && addresses::is_of_its_block(ask.first, key, offered)
        && !gate::is_secret_by_name(key)
        && offered.contains(key)
}

/// The part of a list's entry that a question is known to ask for.
pub(super) fn part_of_entry(ask: &Ask<'_>, entry: &ProfileKey) -> Option<ProfileKey> {
    let role = ask.role()?;
    let (_, key) = BY_ROLE_REPEATING.iter().find(|(listed, _)| *listed == role)?;
    let (list, part) = key.split_once(".N.")?;
    entry.as_str().starts_with(list).then(|| ProfileKey::new(format!("{entry}.{part}")))
}

/// Whether what a field is known to ask for speaks against a key: a middle name is not in `firstName`.
/// Keys that the person made up may mean anything.
pub(super) fn contradicts(field: &Field, key: &ProfileKey) -> bool {
    if key.is_own() {
        return false;
    }
    if key.as_str().starts_with("facts.") && key.as_str() != "facts.title" {
        return match question::of_field(field) {
            Some(question) => !question.draws_on(key.as_str()),
            None => !question::is_told_as_it_stands(key.as_str()),
        };
    }
    let sure = field.confidence.is_none_or(|confidence| confidence >= MIN_CONFIDENCE);
    let Some(role) = Role::of(field).filter(|_| sure) else { return false };
    let mut parts = BY_ROLE_REPEATING.iter().filter(|(listed, _)| *listed == role).peekable();
    if parts.peek().is_some() {
        return !parts.any(|(_, listed)| {
            let (before, after) = listed.split_once(".N.").unwrap_or((listed, ""));
            key.as_str().starts_with(before) && key.as_str().ends_with(after)
        });
    }
    let listed = BY_ROLE.iter().find(|(listed, _)| *listed == role);
    listed.is_some_and(|(_, keys)| !keys.contains(&key.kind().as_ref()))
}
