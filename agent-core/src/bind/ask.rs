//! A field that a value is wanted for, with what stands around it.

use shared_types::{Field, Observation, ProfileKey, Widget, job::OpenCode};

use super::{
    bound::Unbindable,
    dates::{Order, Pattern},
    source::Source,
};
use crate::{
    language::{self, List},
    places::countries,
    role::Role,
    text::fold,
};

/// How far away a field may be to belong to the same address, name or number.
const NEAR: u32 = 8;

/// A field, its page, and who asks.
#[derive(Clone, Copy)]
pub(super) struct Ask<'a> {
    pub(super) observation: &'a Observation,
    pub(super) field: &'a Field,
    /// The key that is bound; absent for a literal.
    pub(super) key: Option<&'a ProfileKey>,
    pub(super) source: Option<&'a Source<'a>>,
}

/// What kind of control a field is, as far as writing goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Control {
    File,
    Radio,
    Checkbox,
    Select,
    List,
    Text,
    /// Buttons and hidden fields.
    Nothing,
}

impl<'a> Ask<'a> {
    pub(super) fn new(
        observation: &'a Observation,
        index: u32,
        key: Option<&'a ProfileKey>,
        source: Option<&'a Source<'a>>,
    ) -> Result<Self, Unbindable> {
        match observation.fields.iter().find(|field| field.index == index) {
            Some(field) => Ok(Self { observation, field, key, source }),
            None => {
                Err(Unbindable::new(OpenCode::NotUnderstood, msg!("bind_there_is_no_such_field")))
            }
        }
    }

    pub(super) fn control(&self) -> Control {
        let field = self.field;
        match (field.kind.as_str(), field.widget) {
            ("hidden" | "submit" | "button" | "reset" | "image", _) => Control::Nothing,
            ("file", _) | (_, Some(Widget::File)) => Control::File,
            ("radio", _) | (_, Some(Widget::Radio)) => Control::Radio,
            ("checkbox", _) | (_, Some(Widget::Checkbox | Widget::Switch)) => Control::Checkbox,
            (kind, _) if field.tag == "select" || kind.starts_with("select") => Control::Select,
            (_, Some(Widget::Combobox | Widget::Listbox)) => Control::List,
            _ => Control::Text,
        }
    }

    pub(super) fn role(&self) -> Option<Role> {
        Role::of(self.field)
    }

    pub(super) fn key(&self) -> &'a str {
        self.key.map(ProfileKey::as_str).unwrap_or_default()
    }

    /// Whether the field takes several lines.
    pub(super) fn takes_lines(&self) -> bool {
        self.field.tag == "textarea"
            || self.field.kind == "textarea"
            || self.field.widget == Some(Widget::ContentEditable)
            || self.field.kind == "contenteditable"
    }

    /// What the field shows about the form it wants, nearest first.
    pub(super) fn shown(&self) -> impl Iterator<Item = &'a str> {
        let field = self.field;
        [
            Some(field.placeholder.as_str()),
            Some(field.label.as_str()),
            field.described_by.as_deref(),
            field.nearby.as_deref(),
        ]
        .into_iter()
        .flatten()
        .filter(|text| !text.is_empty())
    }

    /// The date pattern that the field shows.
    pub(super) fn shown_pattern(&self) -> Option<Pattern> {
        self.shown().find_map(Pattern::find)
    }

    /// Fields of the same form in the same frame.
    pub(super) fn form(&self) -> impl Iterator<Item = &'a Field> {
        let field = self.field;
        self.observation
            .fields
            .iter()
            .filter(move |other| other.form == field.form && other.frame == field.frame)
    }

    /// Whether the same address, name or number also has a field with one of these roles: near by, and
    /// not beyond the next field with this one's role.
    pub(super) fn near(&self, roles: &[Role]) -> bool {
        let here = self.field.index;
        let own = self.role();
        let found = |fields: &mut dyn Iterator<Item = &Field>| {
            fields
                .take_while(|other| other.index.abs_diff(here) <= NEAR && Role::of(other) != own)
                .any(|other| Role::of(other).is_some_and(|role| roles.contains(&role)))
        };
        let (before, after): (Vec<&Field>, Vec<&Field>) =
            self.form().filter(|other| other.index != here).partition(|other| other.index < here);
        found(&mut after.into_iter()) || found(&mut before.into_iter().rev())
    }

    /// The address that the key is of, and which part of it: `addresses.Billing` and `city`.
    pub(super) fn address(&self) -> Option<(&str, &str)> {
        let (address, part) = self.key().rsplit_once('.')?;
        (address == "address" || address.starts_with("addresses.")).then_some((address, part))
    }

    /// The person's country, alpha-2: from the profile, else from a key of the record that says so.
    pub(super) fn country(&self) -> Option<&'static str> {
        let source = self.source?;
        let countries = countries();
        // A region is one of the country of its address.
        if let Some((address, _)) = self.address().filter(|(address, _)| *address != "address") {
            return countries.code(&source.text(&format!("{address}.country")));
        }
        if let Some(code) = countries.code(source.profile.address.country.reveal()) {
            return Some(code);
        }
        source.record?.0.iter().find_map(|(name, value)| {
            let asks = language::has(List::CountryKey, &fold(name));
            asks.then(|| countries.code(value.as_str()?)).flatten()
        })
    }

    /// Which comes first when the person writes 03/04/2020: by the person's country, else the page's
    /// language; unknown for an English page of no country.
    pub(super) fn date_order(&self) -> Option<Order> {
        match self.country() {
            Some("US" | "PH" | "PR" | "GU") => return Some(Order::MonthFirst),
            Some("CA") | None => {}
            Some(_) => return Some(Order::DayFirst),
        }
        match self.lang().to_ascii_lowercase().as_str() {
            "" | "en" => None,
            "en-us" => Some(Order::MonthFirst),
            _ => Some(Order::DayFirst),
        }
    }

    pub(super) fn lang(&self) -> &'a str {
        self.observation.lang.as_deref().unwrap_or_default()
    }

    /// Whether the field wants digits and nothing else.
    pub(super) fn digits_only(&self) -> bool {
        self.field.kind == "number" || self.field.input_mode.as_deref() == Some("numeric")
    }
}
