//! Fields that belong together, and what their form is for.

use shared_types::{Field, Observation, observation::FrameId};

use super::{
    control::Control,
    cue::{Cue, Hint},
    field::Reading,
    matcher::{self, Kind},
};
use crate::{role::Role, text::label_words};

/// The fields that belong together: of one form, or of none, in one frame.
pub(super) struct Form {
    frame: Option<FrameId>,
    form: Option<u32>,
    /// Positions in `observation.fields`, in order.
    pub(super) fields: Vec<usize>,
}

/// The forms of a page, in the order of their first fields.
pub(super) fn forms(fields: &[Field]) -> Vec<Form> {
    let mut forms: Vec<Form> = Vec::new();
    for (at, field) in fields.iter().enumerate() {
        match forms.iter_mut().find(|form| form.frame == field.frame && form.form == field.form) {
            Some(form) => form.fields.push(at),
            None => forms.push(Form { frame: field.frame, form: field.form, fields: vec![at] }),
        }
    }
    forms
}

impl Form {
    /// The positions of the fields that pass.
    pub(super) fn positions(&self, test: impl Fn(usize) -> bool) -> impl Iterator<Item = usize> {
        self.fields.iter().copied().filter(move |at| test(*at))
    }

    /// Whether the page is about another form: one that wants a person's name and address, or a card.
    pub(super) fn is_aside(&self, readings: &[Reading]) -> bool {
        const OF_A_PERSON: &[Role] = &[
            Role::Name,
            Role::GivenName,
            Role::FamilyName,
            Role::StreetAddress,
            Role::AddressLine1,
            Role::StreetName,
            Role::AddressLevel2,
            Role::PostalCode,
            Role::Tel,
            Role::CcNumber,
        ];
        let elsewhere = readings.iter().enumerate().filter(|(at, _)| !self.fields.contains(at));
        elsewhere.filter(|(_, reading)| reading.is_any(OF_A_PERSON)).count() >= 3
    }

    /// Whether it has at most two fields to type in: the first page of a log-in may.
    pub(super) fn is_short(&self, readings: &[Reading]) -> bool {
        let typed = self.positions(|at| readings.get(at).is_some_and(|r| r.control.is_typed()));
        (1..=2).contains(&typed.count())
    }

    /// What the form is for, by the words of its buttons and the other fields in it.
    pub(super) fn context(
        &self,
        observation: &Observation,
        readings: &[Reading],
        lang: Option<u8>,
    ) -> Context {
        let mut context = Context::default();
        let buttons = observation
            .buttons
            .iter()
            .filter(|button| button.frame == self.frame && button.form == self.form);
        for button in buttons {
            let weight =
                if button.submits == Some(true) || button.kind == "submit" { 3.0 } else { 1.0 };
            context.weigh(&button.text, weight, Kind::Prose, lang);
            context.weigh(&button.id, weight * 0.5, Kind::Identifier, lang);
        }
        for &at in &self.fields {
            let (Some(field), Some(reading)) = (observation.fields.get(at), readings.get(at))
            else {
                continue;
            };
            if reading.control == Control::Tick {
                context.weigh(&field.label, 1.5, Kind::Prose, lang);
            }
            context.weigh(&field.id, 0.7, Kind::Identifier, lang);
            context.weigh(&field.name, 0.7, Kind::Identifier, lang);
            if let Some(section) = &field.section {
                context.weigh(section, 1.0, Kind::Prose, lang);
            }
            if reading.is_any(&[
                Role::Name,
                Role::GivenName,
                Role::FamilyName,
                Role::Tel,
                Role::Bday,
                Role::BdayYear,
                Role::Country,
                Role::Consent,
                Role::Newsletter,
                Role::Sex,
                Role::Organization,
                Role::PostalCode,
            ]) {
                context.signup += 1.5;
            }
        }
        if context.login == context.signup {
            context.weigh(&observation.title, 1.0, Kind::Prose, lang);
            context.weigh(&observation.url, 0.5, Kind::Identifier, lang);
        }
        context
    }
}

/// What a form is for, in points.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Context {
    /// What speaks for a log-in.
    login: f32,
    /// What speaks for a sign-up or a change of password.
    signup: f32,
    /// What of that speaks for a forgotten password.
    reset: f32,
}

impl Context {
    /// Whether a new password is more likely wanted than the current one.
    pub(super) fn signs_up(&self) -> bool {
        self.signup > self.login
    }

    /// Whether it is a log-in beyond doubt.
    pub(super) fn logs_in(&self) -> bool {
        self.login >= 2.0 && self.signup == 0.0
    }

    /// Whether it is about a forgotten password and nothing else.
    pub(super) fn resets(&self) -> bool {
        self.reset >= 2.0 && self.reset >= self.signup
    }

    fn weigh(&mut self, text: &str, weight: f32, kind: Kind, lang: Option<u8>) {
        let text = label_words(text);
        for word in matcher::find(&text, kind, lang) {
            match word.topic {
                Cue::Hint(Hint::Login) => self.login += weight,
                Cue::Hint(Hint::Reset) => {
                    self.signup += weight;
                    self.reset += weight;
                }
                Cue::Hint(Hint::SignUp) | Cue::Role(Role::Newsletter) => self.signup += weight,
                _ => {}
            }
        }
    }
}
