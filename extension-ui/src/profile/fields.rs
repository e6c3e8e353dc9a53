//! Which parts of a profile the editor shows, in which section, and how: the one table that the screen is painted from.

/// A section of the editor.
pub(super) struct Section {
    /// What it is called.
    pub(super) title: &'static str,
    /// What is said below that; empty for nothing.
    pub(super) hint: &'static str,
    /// Whether it is open at first.
    pub(super) is_open: bool,
    /// Texts.
    pub(super) fields: &'static [Field],
    /// The group of facts that follows them; empty for none.
    pub(super) facts: &'static str,
    /// What else is in it.
    pub(super) more: More,
}

/// What a section holds beside texts and facts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum More {
    Nothing,
    Addresses,
    Resume,
    Documents,
    Answers,
    Own,
    Password,
}

/// A text of the profile.
#[derive(Clone, Copy)]
pub(super) struct Field {
    /// Its path.
    pub(super) key: &'static str,
    /// The id of its control.
    pub(super) id: &'static str,
    /// What it is called.
    pub(super) label: &'static str,
    /// An example or a format; empty for none.
    pub(super) placeholder: &'static str,
    /// `type` of a one-line input; `textarea` for several lines.
    pub(super) kind: &'static str,
    /// `inputmode`; empty for the one of its type.
    pub(super) mode: &'static str,
    /// Lines at first, of a text of several.
    pub(super) lines: &'static str,
    /// Whether each line is an entry of its own.
    pub(super) is_list: bool,
    /// Whether it takes the whole width.
    pub(super) is_wide: bool,
}

const TEXT: Field = Field {
    key: "",
    id: "",
    label: "",
    placeholder: "",
    kind: "text",
    mode: "",
    lines: "",
    is_list: false,
    is_wide: false,
};

const fn text(key: &'static str, id: &'static str, label: &'static str) -> Field {
    Field { key, id, label, ..TEXT }
}

const fn wide(key: &'static str, id: &'static str, label: &'static str) -> Field {
    Field { is_wide: true, ..text(key, id, label) }
}

const fn area(
    key: &'static str,
    id: &'static str,
    label: &'static str,
    lines: &'static str,
) -> Field {
    Field { kind: "textarea", lines, ..wide(key, id, label) }
}

const fn list(
    key: &'static str,
    id: &'static str,
    label: &'static str,
    lines: &'static str,
) -> Field {
    Field { is_list: true, ..area(key, id, label, lines) }
}

const SECTION: Section =
    Section { title: "", hint: "", is_open: false, fields: &[], facts: "", more: More::Nothing };

/// The sections, in their order.
pub(super) const SECTIONS: &[Section] = &[
    Section {
        title: "Name and contact",
        is_open: true,
        fields: &[
            text("firstName", "p-first", "First name"),
            text("lastName", "p-last", "Last name"),
            text("middleName", "p-middle", "Middle name"),
            Field { placeholder: "if it differs", ..text("fullName", "p-full", "Full name") },
            Field { kind: "email", ..wide("email", "p-email", "E-mail") },
            Field {
                kind: "tel",
                placeholder: "with country code, e.g. +44 20 7946 0958",
                ..wide("phone", "p-phone", "Phone")
            },
        ],
        ..SECTION
    },
    Section {
        title: "Address",
        is_open: true,
        fields: &[
            wide("address.street", "p-street", "Street and number"),
            wide("address.street2", "p-street2", "Apartment, floor, building"),
            text("address.zipCode", "p-zip", "Postal code"),
            text("address.city", "p-city", "City"),
            text("address.state", "p-state", "State or region"),
            text("address.country", "p-country", "Country"),
        ],
        more: More::Addresses,
        ..SECTION
    },
    Section {
        title: "Work and links",
        fields: &[
            text("company", "p-company", "Company"),
            text("jobTitle", "p-title", "Job title"),
            Field { mode: "url", ..wide("linkedIn", "p-linkedin", "LinkedIn") },
            Field { mode: "url", ..wide("website", "p-website", "Website") },
            Field { mode: "url", ..wide("github", "p-github", "GitHub") },
        ],
        ..SECTION
    },
    Section {
        title: "About you",
        fields: &[
            Field {
                mode: "numeric",
                placeholder: "YYYY-MM-DD",
                ..text("birthDate", "p-birth", "Date of birth")
            },
            text("gender", "p-gender", "Gender"),
            text("pronouns", "p-pronouns", "Pronouns"),
        ],
        facts: "About you",
        ..SECTION
    },
    Section {
        title: "Résumé",
        fields: &[
            area("resume.summary", "p-summary", "Summary", "3"),
            area("resume.bio", "p-bio", "A few sentences about you", "3"),
        ],
        more: More::Resume,
        ..SECTION
    },
    Section { title: "Right to work", facts: "Leave to work", ..SECTION },
    Section { title: "The job you want", facts: "The job you want", ..SECTION },
    Section { title: "Experience and skills", facts: "What you know and did", ..SECTION },
    Section {
        title: "Personal questions",
        hint: "Forms ask these of everybody. Leave empty what you don’t want to answer; entries marked “Personal” are filled only where you tick them.",
        facts: "Questions about yourself",
        ..SECTION
    },
    Section { title: "References and contacts", facts: "Other people", ..SECTION },
    Section { title: "Home and travel", facts: "Home and travel", ..SECTION },
    Section {
        title: "Passport, licences and travel numbers",
        facts: "Passport, licences and travel numbers",
        ..SECTION
    },
    Section {
        title: "Documents",
        hint: "For upload fields. Up to 2 MB each; they stay in this browser.",
        more: More::Documents,
        ..SECTION
    },
    Section {
        title: "Payment card",
        hint: "Stays in this browser and is never synced. The security code (CVC) is never stored: you’re always asked for it.",
        fields: &[
            wide("payment.cardName", "p-card-name", "Name on the card"),
            Field { mode: "numeric", ..wide("payment.cardNumber", "p-card", "Card number") },
            Field {
                mode: "numeric",
                placeholder: "1–12",
                ..text("payment.expMonth", "p-exp-month", "Expiry month")
            },
            Field {
                mode: "numeric",
                placeholder: "YYYY",
                ..text("payment.expYear", "p-exp-year", "Expiry year")
            },
            text("payment.cardType", "p-card-type", "Type of card"),
        ],
        ..SECTION
    },
    Section {
        title: "Answers",
        hint: "Questions that forms have asked, and what you replied.",
        more: More::Answers,
        ..SECTION
    },
    Section {
        title: "Anything else",
        hint: "Any name, any value: a membership number, a shoe size.",
        more: More::Own,
        ..SECTION
    },
    Section {
        title: "Sign-in",
        fields: &[wide("username", "p-user", "User name")],
        more: More::Password,
        ..SECTION
    },
];

/// Lists below the résumé.
pub(super) const LISTS: &[Field] = &[
    list("resume.skills", "p-skills", "Skills", "3"),
    list("resume.certifications", "p-certs", "Certificates", "2"),
    list("resume.languages", "p-langs", "Languages", "2"),
    area("resume.rawText", "p-raw", "Résumé as plain text", "4"),
];

/// The password, for older profiles.
pub(super) const PASSWORD: Field =
    Field { kind: "password", ..text("password", "p-password", "Password") };

/// All texts that there are.
pub(super) fn all() -> impl Iterator<Item = &'static Field> {
    SECTIONS
        .iter()
        .flat_map(|section| section.fields)
        .chain(LISTS)
        .chain(std::iter::once(&PASSWORD))
}

/// A list of jobs, schools or addresses.
pub(super) struct Rows {
    /// Its path, and the id of its container.
    pub(super) path: &'static str,
    pub(super) id: &'static str,
    /// What one of them is called.
    pub(super) one: &'static str,
    /// The name above the list, and what is said beside it.
    pub(super) title: &'static str,
    pub(super) hint: &'static str,
    /// Parts of each.
    pub(super) parts: &'static [Part],
}

/// A part of one of them.
pub(super) struct Part {
    pub(super) name: &'static str,
    pub(super) label: &'static str,
    pub(super) placeholder: &'static str,
    pub(super) is_wide: bool,
    pub(super) kind: PartKind,
}

/// How a part is typed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PartKind {
    Line,
    Lines,
    /// Ticked or not.
    Tick,
    /// Yes, no, or nothing said.
    YesNo,
}

const fn part(name: &'static str, label: &'static str, placeholder: &'static str) -> Part {
    Part { name, label, placeholder, is_wide: false, kind: PartKind::Line }
}

/// Jobs.
pub(super) const JOBS: Rows = Rows {
    path: "resume.experiences",
    id: "experiences",
    one: "job",
    title: "Experience",
    hint: "newest first",
    parts: &[
        part("company", "Company", ""),
        part("title", "Title", ""),
        part("startDate", "From", "YYYY-MM"),
        part("endDate", "To", "YYYY-MM"),
        part("location", "Place", ""),
        part("employmentType", "Type of employment", "e.g. Full-time"),
        Part { is_wide: true, kind: PartKind::Tick, ..part("current", "I still work there", "") },
        Part { is_wide: true, kind: PartKind::Lines, ..part("description", "What you did", "") },
        Part { is_wide: true, ..part("reasonForLeaving", "Reason for leaving", "") },
    ],
};

/// Schools.
pub(super) const SCHOOLS: Rows = Rows {
    path: "resume.education",
    id: "education",
    one: "school",
    title: "Education",
    hint: "newest first",
    parts: &[
        Part { is_wide: true, ..part("school", "School or university", "") },
        part("degree", "Degree", ""),
        part("field", "Field of study", ""),
        part("startDate", "From", "YYYY-MM"),
        part("endDate", "To", "YYYY-MM"),
        part("level", "Level", "e.g. Bachelor’s degree"),
        Part { kind: PartKind::YesNo, ..part("completed", "Finished", "") },
        part("gpa", "Grade point average", ""),
    ],
};

/// What an address is called, beside its parts.
pub(super) const ADDRESS_NAME: &str = "name";

/// Further addresses, by name.
pub(super) const ADDRESSES: Rows = Rows {
    path: "addresses",
    id: "addresses",
    one: "address",
    title: "Further addresses",
    hint: "used where a form asks for a billing or delivery address, or for the one you name",
    parts: &[
        Part {
            is_wide: true,
            ..part(ADDRESS_NAME, "What it is for", "e.g. Billing, Delivery, Work")
        },
        Part { is_wide: true, ..part("street", "Street and number", "") },
        Part { is_wide: true, ..part("street2", "Apartment, floor, building", "") },
        part("zipCode", "Postal code", ""),
        part("city", "City", ""),
        part("state", "State or region", ""),
        part("country", "Country", ""),
    ],
};
