//! What kind of thing a key holds and a field asks for, and whether the two agree. Decided from names in
//! every language, the value's shape, the person's own choice, and the field's role and words; a planner's
//! word for any of it is not asked.

use std::collections::BTreeSet;

use shared_types::{Field, ProfileKey, Tier, profile::TierChoice};

use super::{
    data::{Kind, thing_words},
    shape,
    statement::{self, own_name},
};
use crate::{
    bind::{self, Source},
    classify::{self, Sense, role_of},
    named, question,
    role::Role,
    text::words,
};

/// Roles of numbers that everybody gives: bare digits under such a name prove nothing.
const NUMBERS: &[Role] =
    &[Role::Tel, Role::TelNational, Role::PostalCode, Role::Quantity, Role::Salary, Role::Age];

/// Roles by which an entry's name says that it is no secret, whatever other words it has.
const PLAIN: &[Role] = &[
    Role::Name,
    Role::GivenName,
    Role::FamilyName,
    Role::Email,
    Role::Tel,
    Role::StreetAddress,
    Role::AddressLine1,
    Role::Organization,
    Role::OrganizationTitle,
    Role::CcName,
    Role::CcGivenName,
    Role::CcFamilyName,
    Role::CcType,
];

/// Roles that everybody's forms ask for: a label that says so asks for no secret.
const HARMLESS: &[Role] = &[
    Role::Name,
    Role::GivenName,
    Role::AdditionalName,
    Role::FamilyName,
    Role::Email,
    Role::Tel,
    Role::TelNational,
    Role::StreetAddress,
    Role::AddressLine1,
    Role::AddressLine2,
    Role::AddressLevel1,
    Role::AddressLevel2,
    Role::PostalCode,
    Role::Country,
    Role::CountryName,
    Role::Organization,
    Role::OrganizationTitle,
    Role::Url,
    Role::Comment,
    Role::Search,
    Role::Coupon,
    Role::Bio,
    Role::CcName,
    Role::CcGivenName,
    Role::CcFamilyName,
    Role::CcType,
];

impl Kind {
    /// The kind of a role that classification gives.
    fn of_role(role: Role) -> Self {
        match role {
            Role::Bday | Role::BdayDay | Role::BdayMonth | Role::BdayYear | Role::Age => {
                Self::Birth
            }
            Role::Sex => Self::Gender,
            Role::Pronouns => Self::Pronouns,
            Role::Resume | Role::CoverLetter | Role::PhotoFile | Role::File => Self::Document,
            Role::IdNumber => Self::NationalId,
            Role::BankAccount => Self::BankAccount,
            Role::NewPassword | Role::CurrentPassword | Role::Pin => Self::Password,
            Role::SecurityAnswer => Self::Credential,
            // Names and makes of cards are not what makes a card.
            Role::CcNumber | Role::CcCsc | Role::CcExp | Role::CcExpMonth | Role::CcExpYear => {
                Self::Card
            }
            _ => Self::Ordinary,
        }
    }

    /// The most careful kind that words speak of.
    fn of_senses(senses: &BTreeSet<Sense>) -> Self {
        let has = |sense: Sense| senses.contains(&sense);
        if has(Sense::Credential) {
            Self::Credential
        } else if has(Sense::Card) {
            Self::Card
        } else if has(Sense::Bank) {
            Self::BankAccount
        } else if senses.iter().any(|sense| sense.is_identity()) {
            Self::NationalId
        } else if has(Sense::Health) {
            Self::Health
        } else if has(Sense::Sensitive) {
            Self::Sensitive
        } else {
            Self::Ordinary
        }
    }

    /// The kind of what the person has under a key: by its name, the value's shape, and the person's choice.
    pub fn of_key(key: &ProfileKey, source: &Source<'_>) -> Self {
        let value = own_name(key).and_then(|_| source.value(key));
        let value = value.as_ref().map(|value| value.reveal());
        Self::of_entry(key, value, source.choice(key))
    }

    /// As [`Self::of_key`], of an entry whose value is at hand. Without a value its name decides alone.
    pub fn of_entry(key: &ProfileKey, value: Option<&str>, choice: Option<&TierChoice>) -> Self {
        let judged = Self::judged(key, value);
        let Some(choice) = choice.filter(|_| own_name(key).is_some()) else { return judged };
        if choice.tier > judged.tier() {
            return if choice.tier == Tier::Secret { Self::Own } else { Self::Sensitive };
        }
        let lowers = choice.tier < judged.tier() && choice.despite == judged.thing();
        match choice.tier {
            Tier::Ordinary if lowers => Self::Ordinary,
            Tier::Personal if lowers => Self::Sensitive,
            _ => judged,
        }
    }

    fn judged(key: &ProfileKey, value: Option<&str>) -> Self {
        if let Some(name) = own_name(key) {
            let role = role_of(&name, None);
            let by_name = Self::of_name(&name, role, value);
            let is_number = role.is_some_and(|role| NUMBERS.contains(&role));
            let plain = by_name == Self::Ordinary && is_number;
            let by_shape = value.and_then(|value| shape::kind_of_value(value, plain));
            return by_shape.filter(|kind| kind.tier() > by_name.tier()).unwrap_or(by_name);
        }
        let key = key.as_str();
        if let Some(fact) = question::fact_of(key) {
            return match fact.tier {
                Tier::Ordinary => Self::Ordinary,
                Tier::Personal => Self::Sensitive,
                Tier::Secret => Self::NationalId,
            };
        }
        match key.split_once('.') {
            // A fact that this version does not know is trusted with nothing.
            Some(("facts", _)) => Self::Own,
            Some(("payment", "cardName" | "cardType")) => Self::Ordinary,
            Some(("payment", _)) => Self::Card,
            Some(("documents", _)) => Self::Document,
            _ => match key {
                "password" => Self::Password,
                "birthDate" => Self::Birth,
                "gender" => Self::Gender,
                "pronouns" => Self::Pronouns,
                _ => Self::Ordinary,
            },
        }
    }

    /// The kind of what an own entry's name says. That somebody has a passport is no number of it.
    fn of_name(name: &str, role: Option<Role>, value: Option<&str>) -> Self {
        let is_plain = role.is_some_and(|role| PLAIN.contains(&role));
        let lower = name.to_lowercase();
        if lower.contains("password") && !is_plain {
            return Self::Password;
        }
        let has_digit = value.is_none_or(|value| value.chars().any(char::is_numeric));
        let counts = |kind: Self| {
            has_digit || !matches!(kind, Self::NationalId | Self::Card | Self::BankAccount)
        };
        let by_role = role.map_or(Self::Ordinary, Self::of_role);
        if by_role.tier() == Tier::Secret && counts(by_role) {
            return by_role;
        }
        let by_words =
            if is_plain { Self::Ordinary } else { Self::of_senses(&classify::senses(name)) };
        let by_words = if counts(by_words) { by_words } else { Self::Ordinary };
        if by_words.tier() > by_role.tier() || !counts(by_role) { by_words } else { by_role }
    }

    /// The kind of thing that a field asks for: by its role, or by its words in any language.
    pub fn of_field(field: &Field) -> Self {
        if field.kind == "file" {
            return Self::Document;
        }
        let by_role = Role::of(field).map_or(Self::Ordinary, Self::of_role);
        if by_role != Self::Ordinary {
            return by_role;
        }
        if field.kind == "password" {
            return Self::Password;
        }
        let said = said_of(field);
        let by_words = Self::of_senses(&said);
        if by_words == Self::Ordinary || is_harmless(field) {
            return Self::Ordinary;
        }
        // A choice gives no number and no key away.
        let number = by_words.tier() == Tier::Secret && by_words != Self::Health;
        match said.contains(&Sense::Sensitive) {
            _ if !number || statement::is_typed(field) => by_words,
            true => Self::Sensitive,
            false => Self::Ordinary,
        }
    }
}

/// How carefully an entry is handled, by its name and its value's shape alone: for what the person did not
/// choose a tier for, or has not saved yet.
pub(super) fn tier_of_entry(key: &ProfileKey, value: &str) -> Tier {
    Kind::of_entry(key, Some(value), None).tier()
}

/// Whether a key is a secret's by its name alone, for whoever has no values.
pub fn is_secret_by_name(key: &ProfileKey) -> bool {
    Kind::of_entry(key, None, None).tier() == Tier::Secret
}

/// Keys that not even the name of leaves the extension: of secrets, and of what was agreed to on other sites
/// than `origin`.
pub fn kept_home(source: &Source<'_>, origin: &str) -> BTreeSet<ProfileKey> {
    let is_secret = |key: &ProfileKey, value: &str| {
        Kind::of_entry(key, Some(value), source.choice(key)).tier() == Tier::Secret
    };
    let entries = source.values().into_iter();
    let kept = entries.filter(|(key, value)| {
        is_secret(key, value.reveal())
            || statement::site_of_agreement(key).is_some_and(|site| site != origin)
    });
    kept.map(|(key, _)| key).collect()
}

/// Texts of a field that a person reads as what it asks for; where there are none, what programs read.
fn asked_by(field: &Field) -> Vec<&str> {
    let read = [
        Some(&field.label),
        field.group.as_ref(),
        Some(&field.placeholder),
        field.accessible_name.as_ref(),
    ];
    let mut texts: Vec<&str> = read
        .into_iter()
        .flatten()
        .map(|text| text.trim())
        .filter(|text| !text.is_empty())
        .collect();
    if texts.is_empty() {
        texts.extend([field.name.as_str(), field.id.as_str()]);
    }
    texts
}

/// What the words of a field speak of.
fn said_of(field: &Field) -> BTreeSet<Sense> {
    asked_by(field).into_iter().flat_map(classify::senses).collect()
}

/// Whether the visible label plainly asks for something that everybody gives: then a mark that asks for a
/// secret is a disguise.
pub(super) fn is_harmless(field: &Field) -> bool {
    !field.label.trim().is_empty()
        && role_of(&field.label, None).is_some_and(|role| HARMLESS.contains(&role))
}

/// Whether a value of this key may go into this field of a page of `origin` at all; the kind that consent is
/// needed for.
///
/// # Errors
/// Why not, for a person: the field does not plainly ask for what the key holds.
pub fn agree(
    key: &ProfileKey,
    field: &Field,
    origin: &str,
    source: &Source<'_>,
) -> Result<Kind, String> {
    // A frame of another site has a name of its own: it is not this page.
    let (page, source) = (source, &source.at(origin));
    if page.is_of_this_site(key) && source.value(key).is_none() {
        return Err(msg!("gate_you_keep_this_answer_to_another_site"));
    }
    let (held, asked) = (Kind::of_key(key, source), Kind::of_field(field));
    let value = source.value(key);
    statement::allows(key, value.as_ref().map(|value| value.reveal()), field, origin)?;
    // Whatever made classification believe a mark: the label is what a person reads.
    if asked.tier() == Tier::Secret && is_harmless(field) {
        return Err(msg!(
            "gate_what_it_says_and_what_it_is_marked",
            thing = thing_words(asked.thing())
        ));
    }
    let own = own_name(key);
    if let Some(asks) = asks_for_fact(key, field) {
        let why = || msg!("gate_it_does_not_ask_for_this_entry_of");
        // What is given is the entry: words beside the question ("passport") make it no number of one.
        // A card's number is none of a licence, whatever its words are in another language.
        let is_other = held.tier() == Tier::Secret && asked.tier() == Tier::Secret && asked != held;
        return if asks && !is_other { Ok(held) } else { Err(why()) };
    }
    match held.tier() {
        Tier::Ordinary if own.is_none() || is_named(key, field) => Ok(asked),
        Tier::Ordinary => Err(msg!("gate_nothing_it_says_names_this_entry")),
        _ if held == asked && asks_for_this_number(own.as_deref(), field) => Ok(held),
        _ if own.as_deref().is_some_and(|own| is_named_visibly(own, held, field)) => Ok(held),
        // A gender also fits a form of address.
        Tier::Personal
            if held == Kind::Gender && Role::of(field) == Some(Role::HonorificPrefix) =>
        {
            Ok(held)
        }
        Tier::Personal if Role::is_absent(field) && asks_in_words(held, field) => Ok(held),
        _ => Err(msg!("gate_it_does_not_ask_for_your", thing = thing_words(held.thing()))),
    }
}

/// Whether a field asks the question that an entry answers, of entries that answer questions: a fact goes nowhere
/// else. Of the profile's other entries, where the question needs no more of it than what follows from it (an age, a
/// yes); `None` where it is not for this to say.
fn asks_for_fact(key: &ProfileKey, field: &Field) -> Option<bool> {
    let is_title = key.as_str() == "facts.title" && Role::of(field) == Some(Role::HonorificPrefix);
    let asks = is_title
        || question::of_field(field).is_some_and(|question| question.draws_on(key.as_str()));
    (asks || key.as_str().starts_with("facts.")).then_some(asks)
}

/// A passport's number is no social security number: where both the entry and the field say which number
/// they mean, they mean the same.
fn asks_for_this_number(own: Option<&str>, field: &Field) -> bool {
    let Some(own) = own else { return true };
    let which = |senses: BTreeSet<Sense>| -> BTreeSet<Sense> {
        let known = senses.into_iter().filter(|sense| sense.is_identity());
        // States call the number that they give a person by different names.
        let one = |sense| match sense {
            Sense::IdCard | Sense::TaxNumber => Sense::PersonNumber,
            other => other,
        };
        known.map(one).collect()
    };
    let (held, asked) = (which(classify::senses(own)), which(said_of(field)));
    held.is_empty() || asked.is_empty() || !held.is_disjoint(&asked)
}

/// Least likeness of an entry's name and a field's words.
const LIKENESS: f32 = 0.5;

/// Whether the field's own words, or its programmer's, name this entry.
fn is_named(key: &ProfileKey, field: &Field) -> bool {
    let likeness = || named::likeness(key, field);
    statement::names_something(key) && likeness() >= LIKENESS || {
        let own =
            classify::without_assent(own_name(key).map(|own| words(&own)).unwrap_or_default());
        let near = field.section.iter().chain(&field.described_by).chain(&field.nearby);
        let texts = [field.name.as_str(), field.id.as_str()];
        let options = field.options.iter().flatten().map(|option| option.text.as_str());
        let texts = texts.into_iter().chain(near.map(String::as_str)).chain(options);
        let theirs: BTreeSet<String> =
            asked_by(field).into_iter().chain(texts).flat_map(words).collect();
        own.iter().any(|word| word.chars().count() > 2 && theirs.contains(word))
    }
}

/// Whether what a person reads of the field says what the entry is called: all words of its name, in one text.
/// A label that says less (*Number* for an NHS number, *Status* for an HIV status) asks for something else.
fn is_named_visibly(own: &str, held: Kind, field: &Field) -> bool {
    let name = meant(own);
    // A name of one word that anything may be called by (*Note*, *Code*) is named by that word alone.
    let tells = Kind::of_senses(&classify::senses(own)) == held
        || name.len() > 1
        || name.iter().any(|word| !classify::is_form_word(word));
    !name.is_empty()
        && asked_by(field)
            .into_iter()
            .map(meant)
            .any(|asked| if tells { name.is_subset(&asked) } else { name == asked })
}

/// The words of a text without those that say nothing of their own: *your*, *the*.
fn meant(text: &str) -> BTreeSet<String> {
    classify::without_assent(words(text))
}

/// Whether a field that has no role asks in words for what everybody has one of.
fn asks_in_words(held: Kind, field: &Field) -> bool {
    let takes_day = matches!(field.kind.as_str(), "date" | "month") || bind::is_date_part(field);
    let above = field.section.as_deref().filter(|_| takes_day);
    let mut texts = asked_by(field).into_iter().chain(above);
    match held {
        Kind::Birth => texts.any(|text| classify::asks_for_birth(text, takes_day)),
        Kind::Gender => texts.any(|text| role_of(text, None) == Some(Role::Sex)),
        Kind::Pronouns => texts.any(|text| role_of(text, None) == Some(Role::Pronouns)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use shared_types::{Observation, Profile};

    use super::*;

    const SITE: &str = "https://site.example";

    fn field(label: &str, name: &str, autocomplete: &str, kind: &str) -> Field {
        let field = Field {
            tag: "input".into(),
            kind: kind.into(),
            label: label.into(),
            name: name.into(),
            autocomplete: autocomplete.into(),
            ..Field::default()
        };
        let mut page = Observation { fields: vec![field], ..Observation::default() };
        classify::classify(&mut page);
        page.fields.remove(0)
    }

    fn kind_of(key: &str, value: Option<&str>) -> Kind {
        Kind::of_entry(&ProfileKey::new(key), value, None)
    }

    #[test]
    fn a_frame_of_another_site_gets_the_answer_for_every_site() {
        let profile: Profile = serde_json::from_value(serde_json::json!({
            "answers": {"Favourite crew": "Boat"},
            "siteAnswers": {"a": {"site": SITE, "name": "Favourite crew", "answer": "Shore"}},
        }))
        .expect("a profile");
        let field =
            Field { label: "Favourite crew".into(), kind: "text".into(), ..Field::default() };
        let source =
            Source { profile: &profile, record: None, today: None, others: &[], site: SITE };
        let key = ProfileKey::new("answers.Favourite crew");
        let framed = crate::site::framed("https://other.example", SITE);
        for (origin, expected) in [(SITE, "Shore"), (framed.as_str(), "Boat")] {
            assert!(agree(&key, &field, origin, &source).is_ok(), "{origin}");
            let value = source.at(origin).value(&key).expect("an answer");
            assert_eq!(value.reveal(), expected, "{origin}");
        }
    }

    #[test]
    fn an_answer_for_one_site_goes_into_no_frame_of_another_and_into_no_other_page() {
        let profile: Profile = serde_json::from_value(serde_json::json!({"siteAnswers": {"a": {
            "site": SITE, "name": "Favourite crew", "answer": "Shore",
        }}}))
        .expect("a profile");
        let field =
            Field { label: "Favourite crew".into(), kind: "text".into(), ..Field::default() };
        let other = "https://other.example";
        let framed = crate::site::framed(other, SITE);
        let framed_here = crate::site::framed(SITE, other);
        for (site, origin, expected) in [
            (SITE, SITE, true),
            (SITE, framed.as_str(), false),
            (SITE, other, false),
            (other, SITE, false),
            (other, framed_here.as_str(), false),
            ("", SITE, false),
        ] {
            let source = Source { profile: &profile, record: None, today: None, others: &[], site };
            let key = ProfileKey::new("answers.Favourite crew");
            let may = source.value(&key).is_some() && agree(&key, &field, origin, &source).is_ok();
            assert_eq!(may, expected, "{origin} on a page of {site}");
        }
    }

    #[test]
    fn keys_are_of_the_kind_that_their_name_says() {
        for (key, kind) in [
            ("firstName", Kind::Ordinary),
            ("address.city", Kind::Ordinary),
            ("birthDate", Kind::Birth),
            ("gender", Kind::Gender),
            ("pronouns", Kind::Pronouns),
            ("documents.cv", Kind::Document),
            ("payment.cardNumber", Kind::Card),
            ("payment.expMonth", Kind::Card),
            ("payment.cardName", Kind::Ordinary),
            ("password", Kind::Password),
            ("custom.Passport number", Kind::NationalId),
            ("custom.Date of birth", Kind::Birth),
            ("custom.Gender", Kind::Gender),
            // What it is called by goes before what else its words speak of, where that is as careful.
            ("custom.Gender and religion", Kind::Gender),
            ("custom.Pronouns", Kind::Pronouns),
            ("custom.Passport", Kind::NationalId),
            ("custom.NHS number", Kind::NationalId),
            ("custom.Seed phrase", Kind::Credential),
            ("custom.HIV status", Kind::Health),
            ("record.ssn", Kind::NationalId),
            ("record.person.passport_no", Kind::NationalId),
            ("answers.IBAN", Kind::BankAccount),
            ("custom.Router password", Kind::Password),
            ("answers.Do you have a disability?", Kind::Sensitive),
            ("answers.Mother's maiden name", Kind::Credential),
            ("custom.Reisepass", Kind::NationalId),
            ("custom.Numéro de sécurité sociale", Kind::NationalId),
            ("custom.Frase semilla", Kind::Credential),
            ("custom.Секретное слово", Kind::Credential),
            ("custom.マイナンバー", Kind::NationalId),
            ("custom.助记词", Kind::Credential),
            ("custom.كلمة السر", Kind::Password),
            ("custom.Passkey", Kind::Credential),
            ("custom.Door code", Kind::Credential),
            ("custom.Alien registration number", Kind::NationalId),
            ("custom.Known traveller number", Kind::NationalId),
            ("custom.Krankenversichertennummer", Kind::NationalId),
            ("custom.UPI ID", Kind::BankAccount),
            ("custom.Voting intention", Kind::Sensitive),
            ("custom.Favourite colour", Kind::Ordinary),
            ("custom.Notice period", Kind::Ordinary),
            ("custom.PIN code", Kind::Password),
            ("custom.E-mail for password reset", Kind::Ordinary),
        ] {
            let found = kind_of(key, None);
            let same = found == kind
                // A password may be called a credential, and the other way round.
                || matches!((found, kind), (Kind::Credential, Kind::Password));
            assert!(same, "{key}: {found:?}, not {kind:?}");
        }
    }

    /// Proves that genetic and biometric data, which GDPR article 9 calls special, are told with care in every language.
    #[test]
    fn what_a_body_tells_is_personal_in_every_language() {
        for name in [
            "Fingerprint",
            "DNA",
            "Fingerabdruck",
            "Genomdatei",
            "Empreinte digitale",
            "Huella dactilar",
            "Impronte digitali",
            "Impressão digital",
            "Vingerafdruk",
            "Fingeravtryck",
            "Fingeraftryk",
            "Fingeravtrykk",
            "Sormenjälki",
            "Odcisk palca",
            "Otisk prstu",
            "Ujjlenyomat",
            "Amprentă",
            "Parmak izi",
            "Отпечаток пальца",
            "Відбиток пальця",
            "Δακτυλικό αποτύπωμα",
            "بصمة",
            "טביעת אצבע",
            "指紋",
            "지문",
            "指纹",
        ] {
            let found = kind_of(&format!("custom.{name}"), None);
            assert_eq!(found.tier(), Tier::Personal, "{name}: {found:?}");
        }
        assert_eq!(kind_of("custom.Asilo nido", None), Kind::Ordinary);
        assert_eq!(kind_of("custom.General remarks", None), Kind::Ordinary);
        assert_eq!(
            kind_of("custom.Género musical", None).tier(),
            kind_of("custom.Género", None).tier()
        );
    }

    #[test]
    fn a_secret_is_known_by_its_name_alone() {
        for (key, secret) in [
            ("custom.Passport number", true),
            ("answers.IBAN", true),
            ("payment.cardNumber", true),
            ("password", true),
            ("birthDate", false),
            ("custom.Date of birth", false),
            ("custom.Favourite colour", false),
        ] {
            assert_eq!(is_secret_by_name(&ProfileKey::new(key)), secret, "{key}");
        }
    }

    #[test]
    fn a_value_tells_what_its_name_hides() {
        for (key, value, kind) in [
            ("custom.Note", "4111 1111 1111 1111", Kind::Card),
            ("custom.Note", "DE89 3704 0044 0532 0130 00", Kind::BankAccount),
            ("answers.Anything else?", "078-05-1120", Kind::NationalId),
            ("record.ref", "943 476 5919", Kind::NationalId),
            ("custom.Mobile", "943 476 5919", Kind::Ordinary),
            ("custom.Locker", "blue", Kind::Ordinary),
            ("custom.Passport number", "4111 1111 1111 1111", Kind::NationalId),
            ("custom.National ID number", "German", Kind::Ordinary),
            ("custom.Passport", "German", Kind::Ordinary),
            ("answers.Do you have a driving licence?", "Yes", Kind::Ordinary),
            ("custom.Passport", "KX55667788Q", Kind::NationalId),
            ("custom.Seed phrase", "never mind", Kind::Credential),
            ("email", "4111 1111 1111 1111", Kind::Ordinary),
        ] {
            assert_eq!(kind_of(key, Some(value)), kind, "{key} {value}");
            let tier =
                if kind_of(key, None).tier() > kind.tier() { None } else { Some(kind.tier()) };
            let by_function = tier_of_entry(&ProfileKey::new(key), value);
            assert!(tier.is_none_or(|tier| tier == by_function), "{key} {value}");
        }
        assert_eq!(tier_of_entry(&ProfileKey::new("custom.Passport"), "KX55667788Q"), Tier::Secret);
        assert_eq!(tier_of_entry(&ProfileKey::new("custom.Locker"), "blue"), Tier::Ordinary);
    }

    #[test]
    fn the_person_raises_a_tier_and_lowers_it_only_knowingly() {
        let check = |tier: Tier, despite: &str, value: &str, expected: Kind| {
            let choice = TierChoice { tier, despite: despite.into() };
            let key = ProfileKey::new("custom.Note");
            let found = Kind::of_entry(&key, Some(value), Some(&choice));
            assert_eq!(found, expected, "{tier:?} {despite} {value}");
        };
        let card = "4111 1111 1111 1111";
        check(Tier::Secret, "", "blue", Kind::Own);
        check(Tier::Personal, "", "blue", Kind::Sensitive);
        check(Tier::Ordinary, "", "blue", Kind::Ordinary);
        check(Tier::Ordinary, "", card, Kind::Card);
        check(Tier::Ordinary, "bank account", card, Kind::Card);
        check(Tier::Ordinary, "payment card", card, Kind::Ordinary);
        check(Tier::Personal, "payment card", card, Kind::Sensitive);
        check(Tier::Personal, "", card, Kind::Card);
        check(Tier::Secret, "payment card", card, Kind::Card);
        let choice = TierChoice { tier: Tier::Personal, despite: "date of birth".into() };
        let born = Kind::of_entry(&ProfileKey::new("custom.Date of birth"), None, Some(&choice));
        assert_eq!(born, Kind::Birth, "nothing is lowered");
        // The profile's own keys have their tier.
        let choice = TierChoice { tier: Tier::Ordinary, despite: "date of birth".into() };
        let birth = Kind::of_entry(&ProfileKey::new("birthDate"), None, Some(&choice));
        assert_eq!(birth, Kind::Birth);
    }

    #[test]
    fn fields_ask_for_what_their_words_say() {
        for (label, kind, expected) in [
            ("Seed phrase", "text", Kind::Credential),
            ("Wiederherstellungsphrase", "text", Kind::Credential),
            ("Numero di passaporto", "text", Kind::NationalId),
            ("IBAN", "text", Kind::BankAccount),
            ("HIV status", "text", Kind::Health),
            ("Religion", "text", Kind::Sensitive),
            ("Mother's maiden name", "text", Kind::Credential),
            ("Name on card", "text", Kind::Ordinary),
            ("First name", "text", Kind::Ordinary),
            ("Favourite colour", "text", Kind::Ordinary),
            ("Do you have a driving licence?", "select-one", Kind::Ordinary),
            ("Do you have a disability?", "select-one", Kind::Sensitive),
        ] {
            let mut field = field(label, "x", "", kind);
            if kind == "select-one" {
                field.tag = "select".into();
            }
            assert_eq!(Kind::of_field(&field), expected, "{label}");
        }
        let choice = Field { tag: "select".into(), ..field("HIV status", "x", "", "select-one") };
        assert_eq!(Kind::of_field(&choice), Kind::Health);
        let disguised =
            Field { placeholder: "Passport number".into(), ..field("First name", "x", "", "text") };
        assert_eq!(
            Kind::of_field(&disguised),
            Kind::Ordinary,
            "its label asks for what everybody gives"
        );
        let unnamed =
            Field { name: "passportNumber".into(), kind: "text".into(), ..Field::default() };
        assert_eq!(Kind::of_field(&unnamed), Kind::NationalId);
    }

    #[test]
    fn each_role_has_its_kind() {
        for (roles, kind) in [
            (&["bday", "bday-day", "bday-month", "bday-year", "x-age"][..], Kind::Birth),
            (&["sex"], Kind::Gender),
            (&["x-pronouns"], Kind::Pronouns),
            (&["x-resume", "x-cover-letter", "x-photo", "x-file"], Kind::Document),
            (&["id-number"], Kind::NationalId),
            (&["x-bank-account"], Kind::BankAccount),
            (&["new-password", "current-password", "x-pin"], Kind::Password),
            (&["x-security-answer"], Kind::Credential),
            (&["cc-number", "cc-csc", "cc-exp", "cc-exp-month", "cc-exp-year"], Kind::Card),
            (&["cc-name", "cc-type", "email", ""], Kind::Ordinary),
        ] {
            for role in roles {
                let field = Field { role: Some((*role).into()), ..Field::default() };
                assert_eq!(Kind::of_field(&field), kind, "{role}");
            }
        }
    }

    #[test]
    fn an_own_entry_goes_where_the_programmer_or_the_text_beside_names_it() {
        let plain = field("Which one is yours?", "x", "", "text");
        let boat = Field { nearby: Some("xy".into()), ..field("Favourite pet", "x", "", "text") };
        for (key, field, expected) in [
            ("custom.Locker", plain.clone(), None),
            (
                "custom.Locker",
                Field { section: Some("Locker".into()), ..plain.clone() },
                Some(Kind::Ordinary),
            ),
            (
                "custom.Locker",
                Field { nearby: Some("The locker".into()), ..plain },
                Some(Kind::Ordinary),
            ),
            ("custom.XY of the boat", boat, None),
        ] {
            check(key, &field, expected);
        }
        // Words that any form has name an entry together.
        let code = field("Code of the note", "x", "", "text");
        check("custom.Note code", &code, Some(Kind::Card));
        check("custom.Note", &field("Code of the note", "x", "", "text"), None);
        check(
            "custom.City title",
            &field("Title of the city and country", "x", "", "text"),
            Some(Kind::Card),
        );
    }

    fn profile() -> Profile {
        serde_json::from_value(serde_json::json!({
            "custom": {
                "Passport number": "KX55667788Q", "SSN": "078-05-1120", "Note": "4111111111111111",
                "NHS number": "943 476 5919", "HIV status": "unknown",
                "Workshop label": "4111111111111111", "Zorblax": "4111111111111111",
                "XY of the boat": "blue", "Note code": "4111111111111111", "City title": "4111111111111111",
                "Locker": "blue", "Notice period": "3 months", "Religion": "none of yours",
            },
        }))
        .unwrap()
    }

    fn check(key: &str, field: &Field, expected: Option<Kind>) {
        let profile = profile();
        let source = Source { profile: &profile, record: None, today: None, others: &[], site: "" };
        let found = agree(&ProfileKey::new(key), field, SITE, &source);
        assert_eq!(found.clone().ok(), expected, "{key} → {} {found:?}", field.label);
    }

    #[test]
    fn a_value_goes_only_where_its_kind_is_asked_for() {
        let text = |label: &str, name: &str| field(label, name, "", "text");
        for (key, field, expected) in [
            ("email", field("E-mail", "email", "email", "email"), Some(Kind::Ordinary)),
            (
                "payment.cardNumber",
                field("Card number", "cc", "cc-number", "text"),
                Some(Kind::Card),
            ),
            ("payment.cardNumber", text("Card number", "number"), Some(Kind::Card)),
            ("payment.cardNumber", text("Comment", "comment"), None),
            ("payment.cardNumber", field("E-mail", "email", "cc-number", "text"), None),
            (
                "payment.expMonth",
                field("Month", "exp-month", "cc-exp-month", "text"),
                Some(Kind::Card),
            ),
            ("fullName", field("Name on card", "ccname", "cc-name", "text"), Some(Kind::Ordinary)),
            (
                "custom.Passport number",
                field("Passport number", "pp", "", "password"),
                Some(Kind::NationalId),
            ),
            (
                "firstName",
                field("First name", "first", "cc-given-name", "text"),
                Some(Kind::Ordinary),
            ),
            ("birthDate", text("Date of birth", "dob"), Some(Kind::Birth)),
            ("birthDate", text("City", "city"), None),
            ("gender", field("Title", "title", "honorific-prefix", "text"), Some(Kind::Gender)),
            ("gender", text("City", "city"), None),
            ("custom.Passport number", text("Passport number", "pp"), Some(Kind::NationalId)),
            ("custom.Passport number", text("Your message", "msg"), None),
            ("custom.Passport number", text("Social security number", "ssn"), None),
            ("custom.Passport number", text("Number", "id_number"), Some(Kind::NationalId)),
            ("custom.SSN", text("Social security number", "ssn"), Some(Kind::NationalId)),
            ("custom.SSN", text("Passport number", "pp"), None),
            ("record.ssn", text("Number", "ssn"), Some(Kind::NationalId)),
            ("custom.Note", text("Note", "note"), Some(Kind::Card)),
            ("custom.Note", text("Your message", "note"), None),
            ("custom.NHS number", text("NHS number", "x"), Some(Kind::NationalId)),
            ("custom.NHS number", text("Your NHS number", "x"), Some(Kind::NationalId)),
            ("custom.NHS number", text("Number", "x"), None),
            ("custom.HIV status", text("What is your HIV status?", "x"), Some(Kind::Health)),
            ("custom.HIV status", text("Status", "x"), None),
            ("custom.Workshop label", text("Label", "x"), None),
            ("custom.Workshop label", text("Label of the workshop", "x"), Some(Kind::Card)),
            ("custom.Note", text("Your note", "x"), Some(Kind::Card)),
            ("custom.Note", text("Note for the driver", "x"), None),
            ("custom.Zorblax", text("Which zorblax is yours?", "x"), Some(Kind::Card)),
            ("custom.Locker", text("Locker", "x"), Some(Kind::Ordinary)),
            ("custom.Locker", text("Which locker is yours?", "x"), Some(Kind::Ordinary)),
            ("custom.Locker", text("Favourite pet", "x"), None),
            ("custom.Locker", text("First name", "first"), None),
            (
                "custom.Notice period",
                text("When could you start?", "notice_period"),
                Some(Kind::Ordinary),
            ),
            ("custom.Religion", text("Religion", "x"), Some(Kind::Sensitive)),
            ("custom.Religion", text("Favourite pet", "x"), None),
            ("documents.cv", field("CV", "cv", "", "file"), Some(Kind::Document)),
        ] {
            check(key, &field, expected);
        }
        // Whatever made classification believe the mark: the label is what a person reads.
        let disguised =
            Field { role: Some("cc-number".into()), ..field("Company", "x", "", "text") };
        check("payment.cardNumber", &disguised, None);
        let open = |label: &str, kind: &str| Field {
            role: Some("none".into()),
            ..field(label, "x", "", kind)
        };
        for (key, field, expected) in [
            ("birthDate", open("When?", "text"), None),
            ("birthDate", open("Anything else?", "textarea"), None),
            ("birthDate", open("Date of arrival", "date"), None),
            ("birthDate", open("Place of birth", "text"), None),
            ("birthDate", open("Born on", "text"), Some(Kind::Birth)),
            ("birthDate", open("When were you born?", "date"), Some(Kind::Birth)),
            ("birthDate", open("Geboren am", "text"), Some(Kind::Birth)),
            ("gender", open("Anything else?", "text"), None),
            ("gender", open("Gender", "text"), Some(Kind::Gender)),
            ("pronouns", open("Anything else?", "text"), None),
            ("pronouns", open("Pronouns", "text"), Some(Kind::Pronouns)),
            (
                "pronouns",
                Field { placeholder: "Pronouns".into(), ..open("Anything else?", "text") },
                Some(Kind::Pronouns),
            ),
            (
                "gender",
                Field { placeholder: "Gender".into(), ..open("Anything else?", "text") },
                Some(Kind::Gender),
            ),
            ("documents.cv", open("Anything else?", "textarea"), None),
            ("documents.cv", open("Anything else?", "file"), Some(Kind::Document)),
        ] {
            check(key, &field, expected);
        }
        let part = |label: &str, section: &str| Field {
            section: Some(section.into()),
            ..open(label, "text")
        };
        check("birthDate", &part("Day", "Date of birth"), Some(Kind::Birth));
        check("birthDate", &part("Day", "Arrival"), None);
        check("birthDate", &part("City", "Date of birth"), None);
        let grouped = Field { group: Some("Geburtsdatum".into()), ..open("Jahr", "text") };
        check("birthDate", &grouped, Some(Kind::Birth));
    }

    /// What was agreed to is known where it was agreed to, and its name nowhere else; a secret's not even there.
    #[test]
    fn names_of_secrets_and_of_agreements_elsewhere_stay_home() {
        let here = statement::agreement_name("I agree to the terms", SITE, &[]);
        let elsewhere =
            statement::agreement_name("I agree to the terms", "https://other.example", &[]);
        let profile: Profile = serde_json::from_value(serde_json::json!({
            "answers": {(here): "true", (elsewhere.clone()): "true", "Notice period": "3 months"},
            "custom": {"Passport number": "KX55667788Q", "Locker": "blue"},
        }))
        .unwrap();
        let source = Source { profile: &profile, record: None, today: None, others: &[], site: "" };
        let kept = kept_home(&source, SITE);
        let expected = [format!("answers.{elsewhere}"), "custom.Passport number".to_owned()];
        assert_eq!(kept, expected.map(ProfileKey::new).into());
    }

    /// A fact goes into a field that asks its question, and nowhere else, whatever the field is marked as.
    #[test]
    fn a_fact_goes_only_where_it_is_asked_for() {
        let profile: Profile = serde_json::from_value(serde_json::json!({
            "birthDate": "1990-08-05",
            "facts": {"disability": "Yes", "convictions": "None", "workPermission.Ireland": "Yes",
                "religion": "None", "passportExpiry": "2031-01-01", "new thing": "x",
                "passport.1.number": "PX1234567", "licence.1.number": "D1234567"},
        }))
        .expect("a profile");
        let source = Source { profile: &profile, record: None, today: None, others: &[], site: "" };
        let asks = |key: &str, label: &str| {
            let field = field(label, "", "", "text");
            agree(&ProfileKey::new(key), &field, SITE, &source).map(Kind::tier).ok()
        };
        let personal = Some(Tier::Personal);
        assert_eq!(asks("facts.disability", "Do you have a disability?"), personal);
        assert_eq!(asks("facts.religion", "Religion"), personal);
        assert_eq!(asks("facts.passportExpiry", "When does your passport expire?"), personal);
        assert_eq!(asks("birthDate", "Age"), personal);
        // A title is asked for by its mark alone, and a mark makes no other entry a title.
        let titled = |key: &str, label: &str, mark: &str| {
            let field = field(label, "", mark, "text");
            agree(&ProfileKey::new(key), &field, SITE, &source).is_ok()
        };
        assert!(titled("facts.title", "Title", "honorific-prefix"));
        assert!(!titled("facts.title", "City", "address-level2"));
        assert!(!titled("facts.religion", "Title", "honorific-prefix"));
        assert!(!titled("birthDate", "Title", "honorific-prefix"));
        for label in [
            "Comment",
            "Name",
            "Passport number",
            "Religion of your mother",
            "",
            "Disability benefits office",
        ] {
            for key in
                ["facts.disability", "facts.convictions", "facts.passportExpiry", "facts.new thing"]
            {
                assert_eq!(asks(key, label), None, "{key} into {label}");
            }
        }
        assert_eq!(asks("facts.religion", "Do you have a disability?"), None);
        // A fact that this version does not know is as careful as can be, and goes nowhere.
        let number = Kind::of_entry(&"facts.passport.1.number".into(), None, None);
        assert_eq!((number, number.tier()), (Kind::NationalId, Tier::Secret));
        let known = Kind::of_entry(&"facts.traveller.1.known".into(), None, None);
        assert_eq!(known.tier(), Tier::Secret);
        let secret = Some(Tier::Secret);
        assert_eq!(asks("facts.passport.1.number", "Passport number"), secret);
        assert_eq!(asks("facts.licence.1.number", "Driving licence number"), secret);
        for label in ["Driving licence number", "Passport expiry date", "Card number", "Comment"] {
            assert_eq!(asks("facts.passport.1.number", label), None, "{label}");
        }
        let card = field("Número da carta de condução", "", "cc-number", "text");
        assert!(agree(&"facts.licence.1.number".into(), &card, SITE, &source).is_err());
        let expires = Kind::of_entry(&"facts.passport.1.expires".into(), None, None);
        assert_eq!(expires.tier(), Tier::Personal);
        assert_eq!(Kind::of_entry(&"facts.new thing".into(), Some("x"), None).tier(), Tier::Secret);
        let marked = Field {
            autocomplete: "facts.disability".into(),
            ..field("Comment", "disability", "", "text")
        };
        assert!(agree(&ProfileKey::new("facts.disability"), &marked, SITE, &source).is_err());
    }
}
