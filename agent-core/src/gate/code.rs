//! Codes: what a person types for one field, and what their server passes on. Which may go where.
//!
//! A one-time code goes into a field that asks for one. A password or a card's code is typed by the person
//! alone: whoever runs the server could have the page given one of their own choosing.

use shared_types::{Field, VerificationKind};

use super::{
    button_words::{begins_a_word, is_begun},
    data::Kind,
    decision::state_of,
    kind::is_harmless,
};
use crate::{
    classify::role_of,
    language::{self, List, has},
    page::Element,
    role::Role,
    shown::shown,
    text::{readings, unaccented, words},
};

/// Who gave a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CodeSource {
    /// The person typed it in the popup.
    Person,
    /// It came from the person's server.
    Server,
    /// A program that the server asks found it; by its name there.
    Found(String),
}

impl CodeSource {
    /// As cards, log and what was written name it.
    pub fn words(&self) -> String {
        match self {
            Self::Person => msg!("gate_typed_by_you"),
            Self::Server => msg!("gate_from_your_server"),
            Self::Found(by) => {
                let by: String = shown(by).chars().take(LONGEST_NAME).collect();
                msg!("gate_found_by", source = by)
            }
        }
    }

    /// Whether a person typed it here.
    pub fn is_person(&self) -> bool {
        *self == Self::Person
    }
}

/// Longest name of a program, in characters.
const LONGEST_NAME: usize = 32;
/// Longest code, in characters; passwords are codes, too.
const LONGEST: usize = 200;
/// Characters of a one-time code, without what groups them.
const ONE_TIME: std::ops::RangeInclusive<usize> = 4..=10;
/// What a password or a card's code may go into.
const PASSWORDS: &[Role] = &[Role::CcCsc, Role::CurrentPassword, Role::NewPassword];

/// Whether a text has the shape of a one-time code: 4 to 10 digits and letters, with a digit among them, in
/// groups perhaps.
pub fn is_one_time_code(code: &str) -> bool {
    let code = code.trim();
    let groups = || code.split([' ', '-']);
    let length: usize = groups().map(str::len).sum();
    ONE_TIME.contains(&length)
        && groups().all(|group| {
            !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
        && code.bytes().any(|byte| byte.is_ascii_digit())
}

/// Whether the server may be waited for: it gives one-time codes and nothing else.
pub fn may_come_from_server(kind: VerificationKind) -> bool {
    matches!(kind, VerificationKind::Otp | VerificationKind::EmailCode)
}

/// The roles of fields that take a code of this kind, the first that is there.
pub fn roles_for(kind: VerificationKind) -> &'static [Role] {
    match kind {
        VerificationKind::Otp | VerificationKind::EmailCode => &[Role::OneTimeCode],
        VerificationKind::Password => PASSWORDS,
        VerificationKind::Captcha | VerificationKind::Oauth => &[],
    }
}

/// Whether a code may be written into a field.
///
/// # Errors
/// Why not, for a person. It never quotes the code.
pub fn judge_code(
    kind: VerificationKind,
    code: &str,
    source: &CodeSource,
    (field, element): (&Field, &Element),
    origins: &[String],
) -> Result<Kind, String> {
    let no = |why: &str| Err(why.to_owned());
    if element.framed.is_some() || !origins.contains(&element.expect.origin) {
        return no(&msg!("gate_the_field_belongs_to_another_site"));
    }
    if let Some((_, why)) = state_of(field) {
        return no(&why);
    }
    if !Role::of(field).is_some_and(|role| roles_for(kind).contains(&role)) {
        return no(&msg!("gate_the_field_does_not_ask_for_a_code"));
    }
    if is_harmless(field) && !(source.is_person() && says_where_sent(field)) {
        return no(&msg!("gate_what_the_field_says_and_what_it_is"));
    }
    if code.chars().count() > LONGEST || code.chars().any(char::is_control) {
        return no(&msg!("gate_it_has_not_the_shape_of_a_code"));
    }
    if !source.is_person() {
        if !may_come_from_server(kind) || !is_one_time_code(code) {
            return no(&msg!("gate_only_one_time_codes_are_taken_from"));
        }
        if !says_code(field) {
            return no(&msg!("gate_the_field_s_own_words_do_not_ask"));
        }
    }
    Ok(Kind::of_field(field))
}

/// Whether a label asks for a code and names what it was sent by: "Code from the e-mail".
fn says_where_sent(field: &Field) -> bool {
    let sent_by = matches!(
        role_of(&field.label, None),
        Some(Role::Email | Role::Tel | Role::TelNational | Role::AddressLevel2)
    );
    sent_by && words(&field.label).iter().any(|word| has(List::Code, word))
}

/// Whether words speak of a code that lets somebody in later. The server gives none: whoever runs it would know
/// what opens the person's door. "New" and "recovery" say so whatever else is said.
fn is_lasting(text: &str) -> bool {
    lasts(text, |_| true)
}

/// The same of a heading: that one signs in here is where codes of one occasion are asked for.
fn is_headed_as_lasting(text: &str) -> bool {
    lasts(text, |word| !has(List::SignIn, word))
}

fn lasts(text: &str, counts: impl Fn(&str) -> bool) -> bool {
    readings(text).any(|reading| says_lasting(&reading, &counts))
}

fn says_lasting(text: &str, counts: impl Fn(&str) -> bool) -> bool {
    let text = unaccented(text).replace(['-', '_', '\u{2011}'], " ");
    let mut lasting = language::words(List::CodeThatLasts).iter();
    lasting.any(|word| is_begun(&text, word) && counts(word))
        && (!begins_a_word(&text, List::CodeForOnce) || begins_a_word(&text, List::CodeKept))
}

/// Whether what a person reads of a field asks for a one-time code, and its label for nothing else. A word that
/// speaks of a code for later refuses it; in descriptions, where "Request a new code" may stand, it only does
/// not speak for it.
fn says_code(field: &Field) -> bool {
    let named = [Some(&field.label), Some(&field.placeholder), field.accessible_name.as_ref()];
    let headed = [field.group.as_ref(), field.section.as_ref()];
    let described = [field.described_by.as_ref(), field.nearby.as_ref()];
    if named.into_iter().flatten().any(|text| is_lasting(text))
        || headed.into_iter().flatten().any(|text| is_headed_as_lasting(text))
    {
        return false;
    }
    let role = |text: &String| role_of(text, None);
    let labelled = role(&field.label);
    matches!(labelled, Some(Role::OneTimeCode) | None)
        && named
            .into_iter()
            .chain(headed)
            .chain(described.into_iter().filter(|text| !text.is_some_and(|text| is_lasting(text))))
            .flatten()
            .any(|text| role(text) == Some(Role::OneTimeCode))
}

#[cfg(test)]
mod tests {
    use shared_types::operation::Expect;

    use super::*;

    #[test]
    fn a_label_may_say_where_the_code_was_sent() {
        let check = |label: &str, expected: bool| {
            let field = Field { label: label.into(), ..Field::default() };
            assert_eq!(says_where_sent(&field), expected, "{label}");
        };
        check("Code from the e-mail", true);
        check("E-mail", false);
        check("Postal code", false);
        check("Coupon code", false);
    }

    #[test]
    fn what_describes_a_field_speaks_for_it_unless_it_is_of_a_code_that_lasts() {
        let described = |text: &str| Field { described_by: Some(text.into()), ..Field::default() };
        assert!(says_code(&described("One-time code")));
        assert!(!says_code(&described("Your new one-time code for later")));
        assert!(!says_code(&described("Favourite colour")));
    }

    #[test]
    fn a_one_time_code_has_a_shape() {
        for code in
            ["1234", "123456", "1234567890", "123 456", "123-456", "G-123456", "A1B2C3", " 12345 "]
        {
            assert!(is_one_time_code(code), "{code}");
        }
        for code in [
            "",
            "123",
            "12345678901",
            "abcdef",
            "hunter2hunter2",
            "12 3",
            "12--34",
            "12  34",
            "-1234",
            "1234-",
            "12.34",
            "1234€",
            "١٢٣٤",
            "12\u{200b}34",
            "pass word1 23456",
            "<1234>",
            "1234\n5",
            "4111 1111 1111 1111",
        ] {
            assert!(!is_one_time_code(code), "{code:?}");
        }
    }

    #[test]
    fn a_code_goes_where_it_is_asked_for_by_those_who_may_give_it() {
        const SITE: &str = "https://site.example";
        let field = |role: &str, label: &str| Field {
            role: Some(role.into()),
            label: label.into(),
            ..Field::default()
        };
        let otp = || field("one-time-code", "Verification code");
        let (person, server) = (&CodeSource::Person, &CodeSource::Server);
        let (code, password) = (VerificationKind::Otp, VerificationKind::Password);
        let judged =
            |kind: VerificationKind, text: &str, source: &CodeSource, field: &Field, at: &str| {
                let element = Element {
                    expect: Expect { origin: at.into(), ..Expect::default() },
                    ..Element::default()
                };
                judge_code(kind, text, source, (field, &element), &[SITE.to_owned()]).is_ok()
            };
        let check = |kind, text: &str, source, field: Field, expected: bool| {
            assert_eq!(judged(kind, text, source, &field, SITE), expected, "{text} {field:?}");
        };
        // The person knows where theirs comes from, a server does not speak for an address.
        let from_mail = || field("one-time-code", "Code from the e-mail");
        check(code, "123456", person, from_mail(), true);
        check(code, "123456", server, from_mail(), false);
        for source in [person, server] {
            check(code, "123456", source, otp(), true);
            check(VerificationKind::EmailCode, "123456", source, otp(), true);
            check(code, "123456", source, field("one-time-code", "E-mail"), false);
            check(code, "123456", source, field("new-password", "Password"), false);
            check(code, "123456", source, field("cc-csc", "CVC"), false);
            check(code, "123456", source, field("none", "Amount"), false);
            check(code, "123456", source, Field { role: None, ..otp() }, false);
            check(code, "123456", source, Field { visible: Some(false), ..otp() }, false);
            check(code, "123456", source, Field { disabled: true, ..otp() }, false);
            check(code, "123456", source, Field { readonly: true, ..otp() }, false);
            check(VerificationKind::Captcha, "123456", source, otp(), false);
            check(VerificationKind::Oauth, "123456", source, otp(), false);
            check(password, "123456", source, otp(), false);
            assert!(!judged(code, "123456", source, &otp(), "https://other.example"));
            // A frame of the site's own origin, within one of another.
            let framed = Element {
                expect: Expect { origin: SITE.into(), ..Expect::default() },
                framed: Some(crate::page::Framed { page: SITE.into(), ..Default::default() }),
                ..Element::default()
            };
            let origins = [SITE.to_owned()];
            assert!(judge_code(code, "123456", source, (&otp(), &framed), &origins).is_err());
        }
        for label in ["Password", "Your password"] {
            check(password, "hunter2", person, field("new-password", label), true);
            check(password, "hunter2", server, field("new-password", label), false);
            check(password, "123456", server, field("new-password", label), false);
        }
        check(password, "123", person, field("cc-csc", "CVC"), true);
        check(password, "1234", server, field("cc-csc", "CVC"), false);
        check(password, "hunter2", person, field("new-password", "E-mail"), false);
        check(code, "hunter2 and more", person, otp(), true);
        check(code, "hunter2 and more", server, otp(), false);
        check(code, "12\u{7}34", person, otp(), false);
        check(code, &"1".repeat(LONGEST), person, otp(), true);
        check(code, &"1".repeat(LONGEST + 1), person, otp(), false);
        // A mark alone is the page's word; a server and a page may be one.
        check(code, "5000", server, field("one-time-code", "Amount"), false);
        check(code, "5000", person, field("one-time-code", "Amount"), true);
        let digit =
            Field { group: Some("Verification code".into()), ..field("one-time-code", "1") };
        check(code, "5000", server, digit, true);
        for label in [
            "New passcode",
            "Recovery code",
            "Access code",
            "Backup verification code",
            "Choose a code",
            "Login code for your new account",
            "One-time passcode for your new door",
            "Neuer Zugangscode",
            "Wiederherstellungscode",
            "Code de récupération",
            "Código de acceso",
            "Codice di recupero",
            "Novo código",
            "Herstelcode",
            "Kod odzyskiwania",
            "Код доступа",
            "Код восстановления",
            "復旧コード",
            "新しいコード",
            "恢复代码",
            "복구 코드",
            "رمز الاسترداد",
            "קוד שחזור",
        ] {
            check(code, "840213", server, field("one-time-code", label), false);
            check(code, "840213", person, field("one-time-code", label), true);
            let under = Field { section: Some(label.into()), ..otp() };
            check(code, "840213", server, under, false);
        }
        for label in [
            "Verification code",
            "One-time passcode",
            "One-time password",
            "Enter the code we sent you",
            "Bestätigungscode",
            "Code de vérification",
            "Código de verificación",
            "認証コード",
            "Код подтверждения",
        ] {
            check(code, "840213", server, field("one-time-code", label), true);
            let again = "Nothing there? Request a new code";
            let described =
                Field { described_by: Some(again.into()), ..field("one-time-code", label) };
            check(code, "840213", server, described, true);
        }
        let by_section = Field {
            section: Some("Enter the code we sent you".into()),
            ..field("one-time-code", "")
        };
        check(code, "5000", server, by_section, true);
        for heading in ["Sign in", "Log in to your account", "Anmelden", "Connexion"] {
            let headed = Field { section: Some(heading.into()), ..otp() };
            check(code, "5000", server, headed, true);
            check(code, "5000", server, field("one-time-code", &format!("{heading} code")), false);
        }
    }

    #[test]
    fn only_one_time_codes_are_waited_for() {
        for (kind, expected) in [
            (VerificationKind::Otp, true),
            (VerificationKind::EmailCode, true),
            (VerificationKind::Password, false),
            (VerificationKind::Captcha, false),
            (VerificationKind::Oauth, false),
        ] {
            assert_eq!(may_come_from_server(kind), expected, "{kind:?}");
        }
        assert_eq!(CodeSource::Person.words(), "typed by you");
        assert_eq!(CodeSource::Server.words(), "from your server");
        let found = |by: &str| CodeSource::Found(by.to_owned()).words();
        assert_eq!(found("mail"), "found by mail, from your server");
        assert!(found(&"x".repeat(500)).chars().count() < 80);
    }
}
