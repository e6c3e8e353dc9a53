//! Which password is asked for: a new one or the current one.

use shared_types::Observation;

use super::{field::Reading, role::Role, sequence::Form};

/// Settles the password boxes of one form.
pub(super) fn settle(observation: &Observation, form: &Form, readings: &mut [Reading], lang: Option<u8>) {
    let boxes: Vec<usize> = form
        .fields
        .iter()
        .copied()
        .filter(|&at| readings.get(at).is_some_and(is_password_box))
        .collect();
    if boxes.is_empty() {
        return;
    }
    let context = form.context(observation, readings, lang);
    for (nth, &at) in boxes.iter().enumerate() {
        let Some(reading) = readings.get(at) else { continue };
        let (role, why) = judge(reading, nth, boxes.len(), &context);
        if let Some(reading) = readings.get_mut(at) {
            reading.settle(role, why);
        }
    }
}

fn is_password_box(reading: &Reading) -> bool {
    reading.control == super::control::Control::Password
        && !reading.is_any(&[Role::CcCsc, Role::OneTimeCode, Role::CcNumber, Role::IdNumber])
}

fn judge(reading: &Reading, nth: usize, count: usize, context: &Context) -> (Role, &'static str) {
    match reading.claimed {
        Some(Role::NewPassword) => return (Role::NewPassword, "autocomplete=new-password"),
        Some(Role::CurrentPassword) => return (Role::CurrentPassword, "autocomplete=current-password"),
        _ => {}
    }
    if reading.hints(Role::Repeat) {
        return (Role::NewPassword, "a password is repeated");
    }
    if count >= 3 && nth == 0 && !reading.hints(Role::NewWord) {
        return (Role::CurrentPassword, "first of three passwords");
    }
    if reading.score(Role::CurrentWord) > reading.score(Role::NewWord) && (count != 1 || !context.signs_up()) {
        return (Role::CurrentPassword, "words for the current password");
    }
    if reading.score(Role::NewWord) > reading.score(Role::CurrentWord) {
        return (Role::NewPassword, "words for a new password");
    }
    if count >= 2 {
        return (Role::NewPassword, "several passwords");
    }
    if context.signs_up() {
        (Role::NewPassword, "a form to sign up")
    } else {
        (Role::CurrentPassword, "a form to log in")
    }
}

/// What a form is for, in points.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Context {
    /// What speaks for a log-in.
    pub(super) login: f32,
    /// What speaks for a sign-up or a change of password.
    pub(super) signup: f32,
}

impl Context {
    /// Whether a new password is more likely wanted than the current one.
    pub(super) fn signs_up(&self) -> bool {
        self.signup > self.login
    }
}
