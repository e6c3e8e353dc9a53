//! What kind of thing a key holds and a field asks for, and whether the two agree. Decided from names
//! and the field's role; a planner's word for either is not asked.

use shared_types::{Field, ProfileKey, Tier};

use crate::{bind::fold::words, classify::role_of};

/// A kind of thing that is handled with care, or [`Kind::Ordinary`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Name, address, e-mail, work, and whatever else forms ask for.
    Ordinary,
    /// Date of birth, or age.
    Birth,
    /// Gender and pronouns.
    Gender,
    /// A file.
    Document,
    /// What the law calls sensitive: origin, religion, health.
    Sensitive,
    /// A payment card.
    Card,
    /// A bank account.
    BankAccount,
    /// Number of a passport, identity card, licence, or for tax and insurance.
    NationalId,
    /// A password.
    Password,
}

impl Kind {
    /// How carefully it is handled.
    pub fn tier(self) -> Tier {
        match self {
            Self::Ordinary => Tier::Ordinary,
            Self::Birth | Self::Gender | Self::Document | Self::Sensitive => Tier::Personal,
            Self::Card | Self::BankAccount | Self::NationalId | Self::Password => Tier::Secret,
        }
    }

    /// What a person ticks: `payment card`. Empty for what is ordinary.
    pub fn thing(self) -> &'static str {
        match self {
            Self::Ordinary => "",
            Self::Birth => "date of birth",
            Self::Gender => "gender",
            Self::Document => "documents",
            Self::Sensitive => "sensitive answers",
            Self::Card => "payment card",
            Self::BankAccount => "bank account",
            Self::NationalId => "identity number",
            Self::Password => "password",
        }
    }

    /// The kind of a role that classification gives.
    fn of_role(role: &str) -> Self {
        match role {
            "bday" | "bday-day" | "bday-month" | "bday-year" | "x-age" => Self::Birth,
            "sex" | "x-pronouns" => Self::Gender,
            "x-resume" | "x-cover-letter" | "x-photo" | "x-file" => Self::Document,
            "id-number" => Self::NationalId,
            "x-bank-account" => Self::BankAccount,
            "new-password" | "current-password" | "x-pin" => Self::Password,
            // Names and makes of cards are not what makes a card.
            "cc-number" | "cc-csc" | "cc-exp" | "cc-exp-month" | "cc-exp-year" => Self::Card,
            _ => Self::Ordinary,
        }
    }

    /// The kind of what a key names. Keys of a person's own (`record.`, `custom.`, `answers.`) are read
    /// as labels are.
    pub fn of_key(key: &ProfileKey) -> Self {
        let key = key.as_str();
        let of_name = |name: &str| Self::of_words(name);
        match key.split_once('.') {
            Some(("record" | "custom" | "answers", name)) => of_name(name),
            Some(("payment", "cardName" | "cardType")) => Self::Ordinary,
            Some(("payment", _)) => Self::Card,
            Some(("documents", _)) => Self::Document,
            _ => match key {
                "password" => Self::Password,
                "birthDate" => Self::Birth,
                "gender" | "pronouns" => Self::Gender,
                _ => Self::Ordinary,
            },
        }
    }

    /// The kind of thing that a field asks for.
    pub fn of_field(field: &Field) -> Self {
        if field.kind == "file" {
            return Self::Document;
        }
        let by_role = Self::of_role(field.role.as_deref().unwrap_or_default());
        if by_role != Self::Ordinary {
            return by_role;
        }
        if field.kind == "password" {
            return Self::Password;
        }
        let question = field.group.as_deref().unwrap_or(&field.label);
        if is_sensitive(question) { Self::Sensitive } else { Self::Ordinary }
    }

    /// The kind of what a name says, in any language that labels are understood in.
    fn of_words(name: &str) -> Self {
        if name.to_lowercase().contains("password") {
            return Self::Password;
        }
        if is_sensitive(name) {
            return Self::Sensitive;
        }
        let label = name.replace(['_', '.'], " ");
        Self::of_role(&role_of(&label, None))
    }
}

/// Words of questions that are sensitive by themselves (GDPR article 9 and the questions of equal
/// opportunity forms), matched at the start of a word.
const SENSITIVE: &[&str] = &[
    "ethnic",
    "race",
    "racial",
    "hispanic",
    "religio",
    "disab",
    "veteran",
    "sexual",
    "lgbt",
    "transgender",
    "medical",
    "health cond",
    "diagnos",
    "pregnan",
    "criminal",
    "convict",
    "political",
    "trade union",
    "behinder",
    "konfession",
    "vorstraf",
    "handicap",
    "discapac",
    "disabil",
    "deficien",
];

fn is_sensitive(text: &str) -> bool {
    let text = text.to_lowercase();
    let starts = |word: &str| {
        text.match_indices(word).any(|(at, _)| {
            text.get(..at)
                .and_then(|before| before.chars().last())
                .is_none_or(|c| !c.is_alphabetic())
        })
    };
    SENSITIVE.iter().any(|word| starts(word))
}

/// Whether a value of this key may go into this field at all; the kind that consent is needed for.
///
/// # Errors
/// Why not, for a person: the field does not plainly ask for what the key holds.
pub fn agree(key: &ProfileKey, field: &Field) -> Result<Kind, String> {
    let (held, asked) = (Kind::of_key(key), Kind::of_field(field));
    if gives_consent(field) && !names(key, field) {
        return Err(
            "it asks for your consent; none of your entries names this statement".to_owned()
        );
    }
    if asked.tier() == Tier::Secret && is_disguised(field) {
        return Err(format!(
            "what it says and what it is marked as differ (marked as: {})",
            asked.thing()
        ));
    }
    match held.tier() {
        Tier::Ordinary => Ok(asked),
        _ if held == asked => Ok(held),
        Tier::Secret if is_own(key) && names(key, field) => Ok(held),
        Tier::Secret => Err(format!("it does not ask for your {}", held.thing())),
        // A gender also fits a form of address, and own words are matched by their own words.
        Tier::Personal if is_open(field) || is_own(key) || held == Kind::Gender => Ok(held),
        Tier::Personal => Err(format!("it does not ask for your {}", held.thing())),
    }
}

/// Whether the visible label plainly asks for something that everybody gives: then a mark that asks for a
/// secret is a disguise.
pub(super) fn is_disguised(field: &Field) -> bool {
    const HARMLESS: &[&str] = &[
        "name",
        "given-name",
        "family-name",
        "email",
        "tel",
        "street-address",
        "address-line1",
        "address-level1",
        "address-level2",
        "postal-code",
        "country",
        "country-name",
        "organization",
        "organization-title",
        "url",
        "x-comment",
        "x-search",
        "x-coupon",
        "x-bio",
    ];
    !field.label.trim().is_empty() && HARMLESS.contains(&&*role_of(&field.label, None))
}

/// Whether nothing is known of what it asks for.
fn is_open(field: &Field) -> bool {
    matches!(field.role.as_deref(), None | Some("" | "none"))
}

/// Whether a key is one of the person's own naming.
fn is_own(key: &ProfileKey) -> bool {
    ["record.", "custom.", "answers."].iter().any(|room| key.as_str().starts_with(room))
}

/// Whether ticking it agrees to something.
pub(crate) fn gives_consent(field: &Field) -> bool {
    matches!(field.role.as_deref(), Some("x-consent" | "x-newsletter"))
}

/// Whether a key of the person's own says what the field says: the words of the shorter one are all in
/// the other.
fn names(key: &ProfileKey, field: &Field) -> bool {
    let Some((_, own)) = key.as_str().split_once('.').filter(|_| is_own(key)) else {
        return false;
    };
    let mut texts: Vec<&str> = vec![&field.label, &field.name, &field.id];
    texts.extend(field.group.as_deref());
    texts.extend(field.options.iter().flatten().map(|option| option.value.as_str()));
    let own = words(own);
    texts.into_iter().map(words).any(|theirs| {
        let (few, many) = if own.len() <= theirs.len() { (&own, &theirs) } else { (&theirs, &own) };
        !few.is_empty() && few.iter().all(|word| many.contains(word))
    })
}

#[cfg(test)]
mod tests {
    use shared_types::Observation;

    use super::*;

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
        crate::classify::classify(&mut page);
        page.fields.remove(0)
    }

    #[test]
    fn keys_are_of_the_kind_that_their_name_says() {
        for (key, kind) in [
            ("firstName", Kind::Ordinary),
            ("address.city", Kind::Ordinary),
            ("birthDate", Kind::Birth),
            ("gender", Kind::Gender),
            ("documents.cv", Kind::Document),
            ("payment.cardNumber", Kind::Card),
            ("payment.expMonth", Kind::Card),
            ("payment.cardName", Kind::Ordinary),
            ("password", Kind::Password),
            ("custom.Passport number", Kind::NationalId),
            ("record.ssn", Kind::NationalId),
            ("answers.IBAN", Kind::BankAccount),
            ("custom.Router password", Kind::Password),
            ("answers.Do you have a disability?", Kind::Sensitive),
            ("custom.Favourite colour", Kind::Ordinary),
        ] {
            assert_eq!(Kind::of_key(&ProfileKey::new(key)), kind, "{key}");
        }
    }

    #[test]
    fn a_value_goes_only_where_its_kind_is_asked_for() {
        let check = |key: &str, field: Field, expected: Option<Kind>| {
            let found = agree(&ProfileKey::new(key), &field);
            assert_eq!(found.clone().ok(), expected, "{key} → {} {found:?}", field.label);
        };
        check("email", field("E-mail", "email", "email", "email"), Some(Kind::Ordinary));
        check(
            "payment.cardNumber",
            field("Card number", "cc", "cc-number", "text"),
            Some(Kind::Card),
        );
        check("payment.cardNumber", field("Card number", "number", "", "text"), Some(Kind::Card));
        check("payment.cardNumber", field("Comment", "comment", "", "text"), None);
        check("payment.cardNumber", field("E-mail", "email", "cc-number", "text"), None);
        check(
            "payment.expMonth",
            field("Month", "exp-month", "cc-exp-month", "text"),
            Some(Kind::Card),
        );
        check("fullName", field("Name on card", "ccname", "cc-name", "text"), Some(Kind::Ordinary));
        check(
            "custom.Passport number",
            field("Passport number", "pp", "", "password"),
            Some(Kind::NationalId),
        );
        check(
            "firstName",
            field("First name", "first", "cc-given-name", "text"),
            Some(Kind::Ordinary),
        );
        check("birthDate", field("Date of birth", "dob", "", "text"), Some(Kind::Birth));
        check("birthDate", field("City", "city", "", "text"), None);
        check("gender", field("Title", "title", "honorific-prefix", "text"), Some(Kind::Gender));
        check(
            "custom.Passport number",
            field("Passport number", "pp", "", "text"),
            Some(Kind::NationalId),
        );
        check("custom.Passport number", field("Your message", "msg", "", "text"), None);
        check("record.ssn", field("Number", "ssn", "", "text"), Some(Kind::NationalId));
        check("documents.cv", field("CV", "cv", "", "file"), Some(Kind::Document));
        // Whatever made classification believe the mark: the label is what a person reads.
        let disguised =
            Field { role: Some("cc-number".into()), ..field("Company", "x", "", "text") };
        check("payment.cardNumber", disguised, None);
    }

    #[test]
    fn a_statement_is_agreed_to_by_its_own_words_alone() {
        let terms = Field {
            kind: "checkbox".into(),
            label: "I agree to the terms of use".into(),
            name: "terms".into(),
            role: Some("x-consent".into()),
            ..Field::default()
        };
        for (key, fits) in [
            ("record.I agree to the terms of use", true),
            ("record.terms", true),
            ("answers.Terms of use", true),
            ("record.newsletter", false),
            ("email", false),
            ("custom.yes", false),
        ] {
            assert_eq!(agree(&ProfileKey::new(key), &terms).is_ok(), fits, "{key}");
        }
    }
}
