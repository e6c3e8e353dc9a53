//! Which parts of a profile the editor shows, in which section, and how: the one table that the screen is painted from.
//! Its words are keys of the catalogue, or names that are the same in every language.

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
        title: key!("profile_name_and_contact"),
        is_open: true,
        fields: &[
            text("firstName", "p-first", key!("profile_first_name")),
            text("lastName", "p-last", key!("profile_last_name")),
            text("middleName", "p-middle", key!("profile_middle_name")),
            Field {
                placeholder: key!("profile_if_it_differs"),
                ..text("fullName", "p-full", key!("profile_full_name"))
            },
            Field { kind: "email", ..wide("email", "p-email", key!("profile_e_mail")) },
            Field {
                kind: "tel",
                placeholder: key!("profile_with_country_code_e_g_44_20_7946"),
                ..wide("phone", "p-phone", key!("profile_phone"))
            },
        ],
        ..SECTION
    },
    Section {
        title: key!("profile_address"),
        is_open: true,
        fields: &[
            wide("address.street", "p-street", key!("profile_street_and_number")),
            wide("address.street2", "p-street2", key!("profile_apartment_floor_building")),
            text("address.zipCode", "p-zip", key!("profile_postal_code")),
            text("address.city", "p-city", key!("profile_city")),
            text("address.district", "p-district", key!("profile_district")),
            text("address.state", "p-state", key!("profile_state_or_region")),
            text("address.country", "p-country", key!("profile_country")),
        ],
        more: More::Addresses,
        ..SECTION
    },
    Section {
        title: key!("profile_work_and_links"),
        fields: &[
            text("company", "p-company", key!("profile_company")),
            text("jobTitle", "p-title", key!("profile_job_title")),
            Field { mode: "url", ..wide("linkedIn", "p-linkedin", "LinkedIn") },
            Field { mode: "url", ..wide("website", "p-website", key!("profile_website")) },
            Field { mode: "url", ..wide("github", "p-github", "GitHub") },
        ],
        ..SECTION
    },
    Section {
        title: key!("profile_about_you"),
        fields: &[
            Field {
                mode: "numeric",
                placeholder: key!("profile_date_format"),
                ..text("birthDate", "p-birth", key!("profile_date_of_birth"))
            },
            text("gender", "p-gender", key!("profile_gender")),
            text("pronouns", "p-pronouns", key!("profile_pronouns")),
        ],
        facts: "About you",
        ..SECTION
    },
    Section {
        title: key!("profile_resume"),
        fields: &[
            area("resume.summary", "p-summary", key!("profile_summary"), "3"),
            area("resume.bio", "p-bio", key!("profile_a_few_sentences_about_you"), "3"),
        ],
        more: More::Resume,
        ..SECTION
    },
    Section { title: key!("profile_right_to_work"), facts: "Leave to work", ..SECTION },
    Section { title: key!("profile_the_job_you_want"), facts: "The job you want", ..SECTION },
    Section {
        title: key!("profile_experience_and_skills"),
        facts: "What you know and did",
        ..SECTION
    },
    Section {
        title: key!("profile_personal_questions"),
        hint: key!("profile_forms_ask_these_of_everybody_leave"),
        facts: "Questions about yourself",
        ..SECTION
    },
    Section { title: key!("profile_references_and_contacts"), facts: "Other people", ..SECTION },
    Section { title: key!("profile_home_and_travel"), facts: "Home and travel", ..SECTION },
    Section {
        title: key!("profile_passport_licences"),
        facts: "Passport, licences and travel numbers",
        ..SECTION
    },
    Section {
        title: key!("profile_documents"),
        hint: key!("profile_for_upload_fields_up_to_2_mb_each"),
        more: More::Documents,
        ..SECTION
    },
    Section {
        title: key!("profile_payment_card"),
        hint: key!("profile_stays_in_this_browser_and_is_never"),
        fields: &[
            wide("payment.cardName", "p-card-name", key!("profile_name_on_the_card")),
            Field {
                mode: "numeric",
                ..wide("payment.cardNumber", "p-card", key!("profile_card_number"))
            },
            Field {
                mode: "numeric",
                placeholder: "1–12",
                ..text("payment.expMonth", "p-exp-month", key!("profile_expiry_month"))
            },
            Field {
                mode: "numeric",
                placeholder: key!("profile_year_format"),
                ..text("payment.expYear", "p-exp-year", key!("profile_expiry_year"))
            },
            text("payment.cardType", "p-card-type", key!("profile_type_of_card")),
        ],
        ..SECTION
    },
    Section {
        title: key!("profile_answers"),
        hint: key!("profile_questions_that_forms_have_asked"),
        more: More::Answers,
        ..SECTION
    },
    Section {
        title: key!("profile_anything_else"),
        hint: key!("profile_any_name_any_value_a_membership"),
        more: More::Own,
        ..SECTION
    },
    Section {
        title: key!("profile_sign_in"),
        fields: &[wide("username", "p-user", key!("profile_user_name"))],
        more: More::Password,
        ..SECTION
    },
];

/// Lists below the résumé.
pub(super) const LISTS: &[Field] = &[
    list("resume.skills", "p-skills", key!("profile_skills"), "3"),
    list("resume.certifications", "p-certs", key!("profile_certificates"), "2"),
    list("resume.languages", "p-langs", key!("profile_languages"), "2"),
    area("resume.rawText", "p-raw", key!("profile_resume_as_plain_text"), "4"),
];

/// The password, for older profiles.
pub(super) const PASSWORD: Field =
    Field { kind: "password", ..text("password", "p-password", key!("profile_password")) };

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
    /// What the button says that adds one, what one is called, and what the button says that removes one.
    pub(super) adds: &'static str,
    pub(super) numbered: &'static str,
    pub(super) removes: &'static str,
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
    adds: key!("profile_add_job"),
    numbered: key!("profile_job_numbered"),
    removes: key!("profile_remove_job"),
    title: key!("profile_experience"),
    hint: key!("profile_newest_first"),
    parts: &[
        part("company", key!("profile_company"), ""),
        part("title", key!("profile_title"), ""),
        part("startDate", key!("profile_from"), key!("profile_month_format")),
        part("endDate", key!("profile_to"), key!("profile_month_format")),
        part("location", key!("profile_place"), ""),
        part("employmentType", key!("profile_type_of_employment"), key!("profile_e_g_full_time")),
        Part {
            is_wide: true,
            kind: PartKind::Tick,
            ..part("current", key!("profile_i_still_work_there"), "")
        },
        Part {
            is_wide: true,
            kind: PartKind::Lines,
            ..part("description", key!("profile_what_you_did"), "")
        },
        Part { is_wide: true, ..part("reasonForLeaving", key!("profile_reason_for_leaving"), "") },
    ],
};

/// Schools.
pub(super) const SCHOOLS: Rows = Rows {
    path: "resume.education",
    id: "education",
    adds: key!("profile_add_school"),
    numbered: key!("profile_school_numbered"),
    removes: key!("profile_remove_school"),
    title: key!("profile_education"),
    hint: key!("profile_newest_first"),
    parts: &[
        Part { is_wide: true, ..part("school", key!("profile_school_or_university"), "") },
        part("degree", key!("profile_degree"), ""),
        part("field", key!("profile_field_of_study"), ""),
        part("startDate", key!("profile_from"), key!("profile_month_format")),
        part("endDate", key!("profile_to"), key!("profile_month_format")),
        part("level", key!("profile_level"), key!("profile_e_g_bachelors_degree")),
        Part { kind: PartKind::YesNo, ..part("completed", key!("profile_finished"), "") },
        part("gpa", key!("profile_grade_point_average"), ""),
    ],
};

/// What an address is called, beside its parts.
pub(super) const ADDRESS_NAME: &str = "name";

/// Further addresses, by name.
pub(super) const ADDRESSES: Rows = Rows {
    path: "addresses",
    id: "addresses",
    adds: key!("profile_add_address"),
    numbered: key!("profile_address_numbered"),
    removes: key!("profile_remove_address"),
    title: key!("profile_further_addresses"),
    hint: key!("profile_further_addresses_hint"),
    parts: &[
        Part {
            is_wide: true,
            ..part(
                ADDRESS_NAME,
                key!("profile_what_the_address_is_for"),
                key!("profile_e_g_billing_delivery_work"),
            )
        },
        Part { is_wide: true, ..part("street", key!("profile_street_and_number"), "") },
        Part { is_wide: true, ..part("street2", key!("profile_apartment_floor_building"), "") },
        part("zipCode", key!("profile_postal_code"), ""),
        part("city", key!("profile_city"), ""),
        part("district", key!("profile_district"), ""),
        part("state", key!("profile_state_or_region"), ""),
        part("country", key!("profile_country"), ""),
    ],
};
