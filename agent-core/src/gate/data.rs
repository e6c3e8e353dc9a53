//! Kinds of data, by how carefully they are handled.

use shared_types::Tier;

use crate::catalogue;

/// A kind of thing that is handled with care, or [`Kind::Ordinary`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Name, address, e-mail, work, and whatever else forms ask for.
    Ordinary,
    /// Date of birth, or age.
    Birth,
    /// Gender.
    Gender,
    /// Pronouns.
    Pronouns,
    /// A file.
    Document,
    /// What the law calls sensitive: origin, religion, disability.
    Sensitive,
    /// State of health.
    Health,
    /// A payment card.
    Card,
    /// A bank account.
    BankAccount,
    /// Number of a passport, identity card, licence, or for tax and insurance.
    NationalId,
    /// A password.
    Password,
    /// What else lets somebody in: keys, recovery phrases, security answers.
    Credential,
    /// What the person calls secret.
    Own,
}

impl Kind {
    /// How carefully it is handled.
    pub fn tier(self) -> Tier {
        match self {
            Self::Ordinary => Tier::Ordinary,
            Self::Birth | Self::Gender | Self::Pronouns | Self::Document | Self::Sensitive => {
                Tier::Personal
            }
            Self::Health
            | Self::Card
            | Self::BankAccount
            | Self::NationalId
            | Self::Password
            | Self::Credential
            | Self::Own => Tier::Secret,
        }
    }

    /// What it is called where it is kept and compared: `payment card`. Empty for what is ordinary. A person reads
    /// [`thing_words`] of that.
    pub fn thing(self) -> &'static str {
        match self {
            Self::Ordinary => "",
            Self::Birth => "date of birth",
            Self::Gender => "gender",
            Self::Pronouns => "pronouns",
            Self::Document => "document",
            Self::Sensitive => "sensitive answer",
            Self::Health => "health data",
            Self::Card => "payment card",
            Self::BankAccount => "bank account",
            Self::NationalId => "identity number",
            Self::Password => "password",
            Self::Credential => "access code or key",
            Self::Own => "secret entry",
        }
    }
}

/// What kinds of data are called: where they are kept, and the key of what a person reads.
const THINGS: &[(&str, &str)] = &[
    ("date of birth", key!("thing_date_of_birth")),
    ("gender", key!("thing_gender")),
    ("pronouns", key!("thing_pronouns")),
    ("document", key!("thing_document")),
    ("sensitive answer", key!("thing_sensitive_answer")),
    ("health data", key!("thing_health_data")),
    ("payment card", key!("thing_payment_card")),
    ("bank account", key!("thing_bank_account")),
    ("identity number", key!("thing_identity_number")),
    ("password", key!("thing_password")),
    ("access code or key", key!("thing_access_code_or_key")),
    ("secret entry", key!("thing_secret_entry")),
    ("name", key!("thing_name")),
    ("e-mail", key!("thing_e_mail")),
    ("phone", key!("thing_phone")),
    ("address", key!("thing_address")),
    ("work", key!("thing_work")),
    ("links", key!("thing_links")),
    ("résumé", key!("thing_resume")),
    ("user name", key!("thing_user_name")),
    ("name on card", key!("thing_name_on_card")),
];

/// A kind of data ([`Kind::thing`], one of what everybody gives, a document with its name) as a person reads it. A name of
/// the person's own stays as it is.
pub fn thing_words(thing: &str) -> String {
    let (kind, name) = match thing.split_once(" (") {
        Some((kind, name)) => (kind, Some(name)),
        None => (thing, None),
    };
    match (THINGS.iter().find(|(known, _)| *known == kind), name) {
        (Some((_, key)), None) => catalogue::text(key),
        (Some((_, key)), Some(name)) => format!("{} ({name}", catalogue::text(key)),
        (None, _) => thing.to_owned(),
    }
}
