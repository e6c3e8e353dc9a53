//! Kinds of data, by how carefully they are handled.

use shared_types::Tier;

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

    /// What a person calls it: `payment card`. Empty for what is ordinary.
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
