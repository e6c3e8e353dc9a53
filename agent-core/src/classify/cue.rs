//! What a word of the tables speaks for: a role, a hint, a sense, or an answer. Of these, roles and senses leave this room.

use crate::role::Role;

/// Declares words' meanings that are spelled with a mark in front, so that none is taken for a role.
macro_rules! marked {
    ($(#[$doc:meta])* $type:ident { $($name:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(super) enum $type { $($name,)* }

        impl $type {
            const ALL: &[(&str, $type)] = &[$(($text, $type::$name),)*];
        }
    };
}

marked! {
    /// What helps to find a role: words that tell about the form or the neighbours instead of the field.
    Hint {
        Password = "~password",
        Repeat = "~repeat",
        New = "~new",
        Current = "~current",
        Month = "~month",
        Year = "~year",
        Day = "~day",
        Card = "~card",
        Birth = "~birth",
        Number = "~number",
        Login = "~login",
        SignUp = "~sign-up",
        Reset = "~reset",
        Fax = "~fax",
        NotMe = "~not-me",
        Job = "~job",
        Education = "~education",
        Description = "~description",
        Further = "~further",
    }
}

marked! {
    /// Words of an answer: by which one agrees, says yes, or says nothing.
    Answer {
        Assent = "!assent",
        Yes = "!yes",
        Idle = "!idle",
    }
}

/// What a text speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sense {
    /// A passport.
    Passport,
    /// An identity card or another identity document.
    IdCard,
    /// The number that a state gives a person.
    PersonNumber,
    /// A number for taxes.
    TaxNumber,
    /// A driving licence.
    DrivingLicence,
    /// The number of a patient or of somebody with health insurance.
    HealthNumber,
    /// A bank account.
    Bank,
    /// A payment card.
    Card,
    /// What lets somebody in: passwords, keys, recovery phrases, security answers.
    Credential,
    /// Health.
    Health,
    /// What else the law calls sensitive.
    Sensitive,
    /// A statement that is agreed to.
    Agreement,
    /// A text that signs.
    Signature,
}

impl Sense {
    /// Whether it is the number of one person.
    pub fn is_identity(self) -> bool {
        self <= Self::HealthNumber
    }
}

/// Senses as the tables spell them.
pub(super) const SENSES: &[(&str, Sense)] = &[
    ("!passport", Sense::Passport),
    ("!id-card", Sense::IdCard),
    ("!person-number", Sense::PersonNumber),
    ("!tax-number", Sense::TaxNumber),
    ("!driving-licence", Sense::DrivingLicence),
    ("!health-number", Sense::HealthNumber),
    ("!bank", Sense::Bank),
    ("!card", Sense::Card),
    ("!credential", Sense::Credential),
    ("!health", Sense::Health),
    ("!sensitive", Sense::Sensitive),
    ("!agreement", Sense::Agreement),
    ("!signature", Sense::Signature),
];

/// What a row of a table is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Topic {
    /// What a field asks for, or what helps to find it.
    Cue(Cue),
    /// What is said of data and of statements, whatever role a field has.
    Sense(Sense),
    /// Words of an answer.
    Answer(Answer),
}

/// What competes for the words of a label.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Cue {
    /// A role.
    Role(Role),
    /// A hint.
    Hint(Hint),
}

impl Topic {
    /// The topic of this spelling.
    pub(super) fn spelled(text: &str) -> Option<Topic> {
        let role = || Role::parse(text).map(|role| Topic::Cue(Cue::Role(role)));
        let hint = || listed(Hint::ALL, text).map(|hint| Topic::Cue(Cue::Hint(hint)));
        let sense = || listed(SENSES, text).map(Topic::Sense);
        let answer = || listed(Answer::ALL, text).map(Topic::Answer);
        role().or_else(hint).or_else(sense).or_else(answer)
    }

    /// What it says of labels, if anything.
    pub(super) fn cue(self) -> Option<Cue> {
        if let Topic::Cue(cue) = self { Some(cue) } else { None }
    }

    /// What it says of data and statements, if anything.
    pub(super) fn sense(self) -> Option<Sense> {
        if let Topic::Sense(sense) = self { Some(sense) } else { None }
    }
}

fn listed<T: Copy>(all: &[(&str, T)], text: &str) -> Option<T> {
    all.iter().find(|(spelling, _)| *spelling == text).map(|(_, value)| *value)
}

impl Cue {
    /// Number of cues.
    pub(super) const COUNT: usize = Role::ALL.len() + Hint::ALL.len();

    /// Position in tables.
    pub(super) fn at(self) -> usize {
        match self {
            Cue::Role(role) => role as usize,
            Cue::Hint(hint) => Role::ALL.len() + hint as usize,
        }
    }

    /// Whether this only helps to find a role.
    pub(super) fn is_hint(self) -> bool {
        matches!(self, Cue::Hint(_))
    }
}

impl From<Role> for Cue {
    fn from(role: Role) -> Self {
        Cue::Role(role)
    }
}

impl From<Hint> for Cue {
    fn from(hint: Hint) -> Self {
        Cue::Hint(hint)
    }
}

impl PartialEq<Role> for Cue {
    fn eq(&self, role: &Role) -> bool {
        *self == Cue::Role(*role)
    }
}

impl PartialEq<Hint> for Cue {
    fn eq(&self, hint: &Hint) -> bool {
        *self == Cue::Hint(*hint)
    }
}
