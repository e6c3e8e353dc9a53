//! The profile: what a person has to fill forms with.

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    answer::{AnswerNote, SiteAnswer},
    consent::Tier,
    json,
    private::Private,
};

/// A person's data. Every part is optional; unknown parts are ignored.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct Profile {
    /// Given name.
    pub first_name: Private,
    /// Middle name or names.
    #[serde(skip_serializing_if = "Private::is_empty")]
    pub middle_name: Private,
    /// Family name.
    pub last_name: Private,
    /// The whole name as the person writes it.
    pub full_name: Private,
    /// E-mail address.
    pub email: Private,
    /// Phone number, best with its country code: `+44 20 7946 0958`.
    pub phone: Private,
    /// Kept for compatibility; never sent, off by default.
    #[serde(skip_serializing_if = "Private::is_empty")]
    pub password: Private,
    /// Whether signing in with another service is preferred.
    pub prefer_o_auth: bool,
    /// Which service.
    pub oauth_provider: String,
    /// Login name.
    #[serde(skip_serializing_if = "Private::is_empty")]
    pub username: Private,
    /// Date of birth, `YYYY-MM-DD`.
    #[serde(skip_serializing_if = "Private::is_empty")]
    pub birth_date: Private,
    /// Gender, in the person's words.
    #[serde(skip_serializing_if = "Private::is_empty")]
    pub gender: Private,
    /// Pronouns, in the person's words.
    #[serde(skip_serializing_if = "Private::is_empty")]
    pub pronouns: Private,
    /// Postal address.
    #[serde(deserialize_with = "json::object")]
    pub address: Address,
    /// Further addresses by what the person calls them: `Billing`, `Delivery`, `Work`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "schemas", schema(value_type = Object))]
    pub addresses: BTreeMap<String, Address>,
    /// Employer.
    pub company: Private,
    /// Job title.
    pub job_title: Private,
    /// LinkedIn address.
    pub linked_in: Private,
    /// Website.
    pub website: Private,
    /// GitHub address.
    pub github: Private,
    /// Résumé.
    #[serde(deserialize_with = "json::object")]
    pub resume: Resume,
    /// What else forms ask about a person, by names that Vaulty knows how to use (schema 2): leave to work,
    /// wishes for a job, self-identification, referees.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "schemas", schema(value_type = Object))]
    pub facts: BTreeMap<String, Private>,
    /// Anything else: any key, any value.
    #[cfg_attr(feature = "schemas", schema(value_type = Object))]
    pub custom: BTreeMap<String, Value>,
    /// Questions once asked, with the person's reply.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "schemas", schema(value_type = Object))]
    pub answers: BTreeMap<String, Value>,
    /// What is known of each answer beside its text, by the same name; answers of older versions have none.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub answer_notes: BTreeMap<String, AnswerNote>,
    /// Answers that are for one site alone, by a name that tells them apart.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub site_answers: BTreeMap<String, SiteAnswer>,
    /// How carefully an own entry (`custom.X`, `answers.X`) is handled, where the person has chosen: by key.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub tiers: BTreeMap<String, TierChoice>,
    /// Documents by name: `cv`, `coverLetter`, `photo`. Kept in the extension.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub documents: BTreeMap<String, Document>,
    /// Payment card. Kept in the extension, never synced; a CVC is always asked for.
    #[serde(deserialize_with = "json::optional_object", skip_serializing_if = "Option::is_none")]
    pub payment: Option<Payment>,
    /// Whether a model may draft longer answers from the résumé, when the person asks for one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub allow_drafts: bool,
    /// When it was last changed (RFC 3339).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub updated_at: Option<String>,
}

impl fmt::Debug for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Profile(…)")
    }
}

/// A person's choice of how carefully an own entry is handled. It holds no value.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct TierChoice {
    /// The tier.
    pub tier: Tier,
    /// What the entry was taken for when the person chose a lower tier all the same: `payment card`. For
    /// anything else the choice only raises.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub despite: String,
}

/// A postal address.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct Address {
    /// Street and house number.
    pub street: Private,
    /// Apartment, floor, building.
    #[serde(skip_serializing_if = "Private::is_empty")]
    pub street2: Private,
    /// District, neighbourhood, village of a town: `address-level3` of HTML.
    #[serde(skip_serializing_if = "Private::is_empty")]
    pub district: Private,
    /// City or town.
    pub city: Private,
    /// State, province or region: name or code.
    pub state: Private,
    /// Postal code.
    pub zip_code: Private,
    /// Country: name or ISO 3166 code.
    pub country: Private,
}

/// What a résumé holds.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct Resume {
    /// A few sentences about the person.
    pub bio: Private,
    /// Professional summary.
    pub summary: Private,
    /// Jobs, newest first.
    pub experiences: Vec<Experience>,
    /// Schools and degrees, newest first.
    pub education: Vec<Education>,
    /// Skills.
    pub skills: Vec<Private>,
    /// Certificates.
    pub certifications: Vec<Private>,
    /// Languages.
    pub languages: Vec<Private>,
    /// The résumé as plain text.
    pub raw_text: Private,
}

/// A job.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct Experience {
    /// Employer.
    pub company: Private,
    /// Job title.
    pub title: Private,
    /// First day, `YYYY-MM` or `YYYY-MM-DD`.
    pub start_date: Private,
    /// Last day; empty while `current`.
    pub end_date: Private,
    /// Whether the person still works there.
    pub current: bool,
    /// What the work was.
    pub description: Private,
    /// Where.
    pub location: Private,
    /// Full-time, freelance, … (schema 2).
    #[serde(skip_serializing_if = "Private::is_empty")]
    pub employment_type: Private,
    /// Why it ended (schema 2).
    #[serde(skip_serializing_if = "Private::is_empty")]
    pub reason_for_leaving: Private,
}

/// A school or degree.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct Education {
    /// School or university.
    pub school: Private,
    /// Degree.
    pub degree: Private,
    /// Field of study.
    pub field: Private,
    /// First day, `YYYY-MM` or `YYYY-MM-DD`.
    pub start_date: Private,
    /// Last day.
    pub end_date: Private,
    /// Grade point average.
    pub gpa: Private,
    /// High school, bachelor's degree, … (schema 2).
    #[serde(skip_serializing_if = "Private::is_empty")]
    pub level: Private,
    /// Whether it was finished (schema 2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completed: Option<bool>,
}

/// A file of the person's.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct Document {
    /// File name, such as `cv.pdf`.
    pub name: String,
    /// Media type, such as `application/pdf`.
    pub media_type: String,
    /// Contents in base64 (RFC 4648 §4).
    pub data: Private,
}

impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Document(…)")
    }
}

/// A payment card, without its CVC.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct Payment {
    /// Name on the card.
    pub card_name: Private,
    /// Card number.
    pub card_number: Private,
    /// Month of expiry, 1 to 12.
    pub exp_month: Private,
    /// Year of expiry, four digits.
    pub exp_year: Private,
    /// `visa`, `mastercard`, …
    pub card_type: Private,
}

/// A record: any key → value, for people who fill the same kind of form from a table.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schemas", schema(value_type = Object))]
pub struct Record(pub BTreeMap<String, Value>);

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Record(…)")
    }
}
