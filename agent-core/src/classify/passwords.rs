//! Which password is asked for, a new one or the current one, and which field names the account.

use shared_types::Observation;

use super::{
    control::Control,
    cue::Hint,
    field::Reading,
    form::{Context, Form},
    weights as w,
};
use crate::role::Role;

/// Evidence of a field that names the account by an e-mail address.
pub(super) const EMAIL_IDENTIFIER: &str = "names the account by e-mail";

/// Settles the password boxes of one form, and the identifier of a log-in.
pub(super) fn settle(
    observation: &Observation,
    form: &Form,
    readings: &mut [Reading],
    lang: Option<u8>,
) {
    let boxes: Vec<usize> =
        form.positions(|at| readings.get(at).is_some_and(is_password_box)).collect();
    if boxes.is_empty() && !form.is_short(readings) {
        return;
    }
    let context = form.context(observation, readings, lang);
    account_names(form, &boxes, readings);
    let mut roles = Vec::new();
    for (nth, &at) in boxes.iter().enumerate() {
        let Some(reading) = readings.get_mut(at) else { continue };
        let (role, why) = judge(reading, nth, boxes.len(), &context);
        reading.settle(role, why);
        roles.push(role);
    }
    let logs_in = if boxes.is_empty() {
        let aside = form.is_aside(readings);
        context.logs_in() || context.resets() || is_lone_account(form, &context, aside, readings)
    } else {
        !roles.contains(&Role::NewPassword)
    };
    if logs_in {
        let aside = form.is_aside(readings);
        identifier(form, boxes.first().copied(), aside, readings);
    }
}

/// What stands before a password and is called a user name in the page's own names is one, even where
/// people read just "Name".
fn account_names(form: &Form, boxes: &[usize], readings: &mut [Reading]) {
    const SHOWN_AS: &[Role] = &[Role::Name, Role::GivenName, Role::Nickname];
    for pair in form.fields.windows(2) {
        let [at, next] = pair else { continue };
        let Some(reading) = readings.get_mut(*at).filter(|_| boxes.contains(next)) else {
            continue;
        };
        let named = reading.claimed.is_none() && reading.score(Role::Username) > 0.0;
        if named && reading.is_any(SHOWN_AS) {
            reading.settle(Role::Username, "names the account");
        }
    }
}

/// The only field of a form that neither signs up nor stands aside of another, when the page's own names
/// call it a user name.
fn is_lone_account(form: &Form, context: &Context, aside: bool, readings: &[Reading]) -> bool {
    let named = |at: usize| readings.get(at).is_some_and(|r| r.score(Role::Username) > 0.0);
    !aside && !context.signs_up() && form.positions(named).next().is_some()
}

fn is_password_box(reading: &Reading) -> bool {
    let other = [Role::CcCsc, Role::OneTimeCode, Role::Pin, Role::IdNumber, Role::CcNumber]
        .into_iter()
        .any(|role| reading.is_any(&[role]) && reading.score(role) > reading.score(Hint::Password))
        || (reading.is_read_as(Role::SecurityAnswer) && !reading.is_read_as(Hint::Password));
    match reading.control {
        Control::Password => !other && !reading.one_character,
        // A password that is shown as it is typed.
        Control::Line => {
            reading.role().is_none() && reading.score(Hint::Password) >= w::CLEAR_LABEL
        }
        _ => false,
    }
}

fn judge(reading: &Reading, nth: usize, count: usize, context: &Context) -> (Role, &'static str) {
    match reading.claimed {
        Some(Role::NewPassword) => return (Role::NewPassword, "autocomplete=new-password"),
        Some(Role::CurrentPassword) => {
            return (Role::CurrentPassword, "autocomplete=current-password");
        }
        _ => {}
    }
    let (new, current) = (reading.score(Hint::New), reading.score(Hint::Current));
    if reading.hints(Hint::Repeat) && count > 1 {
        (Role::NewPassword, "a password is repeated")
    } else if count >= 3 && nth == 0 && !reading.hints(Hint::New) {
        (Role::CurrentPassword, "first of three passwords")
    } else if current > new && (count > 1 || !context.signs_up()) {
        (Role::CurrentPassword, "words for the current password")
    } else if new > current {
        (Role::NewPassword, "words for a new password")
    } else if count >= 2 {
        (Role::NewPassword, "several passwords")
    } else if context.signs_up() {
        (Role::NewPassword, "a form to sign up")
    } else {
        (Role::CurrentPassword, "a form to log in")
    }
}

/// In a log-in, the text field before the password names the account, whatever it is called. With
/// several candidates the one nearest to the password. Aside of another form, a box for an e-mail
/// address stays one.
fn identifier(form: &Form, password: Option<usize>, aside: bool, readings: &mut [Reading]) {
    let named = |reading: &Reading| {
        reading.is_any(&[Role::Username, Role::Email, Role::Tel, Role::Nickname, Role::IdNumber])
    };
    let nameless = |reading: &Reading| match reading.role() {
        None => true,
        Some(role) => matches!(
            role,
            Role::Name
                | Role::GivenName
                | Role::HouseNumber
                | Role::TelNational
                | Role::AddressLevel1
        ),
    };
    let before: Vec<usize> = form
        .positions(|at| readings.get(at).is_some_and(|r| r.control == Control::Line))
        .filter(|at| password.is_none_or(|password| *at < password))
        .collect();
    let is = |at: &usize, test: &dyn Fn(&Reading) -> bool| readings.get(*at).is_some_and(test);
    if before
        .iter()
        .any(|at| is(at, &|r: &Reading| r.is_any(&[Role::FamilyName, Role::PostalCode])))
    {
        return;
    }
    let found = before.iter().rev().find(|at| is(at, &named)).or_else(|| {
        before.last().filter(|at| password.is_some() && before.len() <= 2 && is(at, &nameless))
    });
    let Some(reading) = found.and_then(|at| readings.get_mut(*at)) else { return };
    let by_email = reading.is_any(&[Role::Email]);
    if by_email && aside {
        return;
    }
    reading.settle(Role::Username, if by_email { EMAIL_IDENTIFIER } else { "names the account" });
}
