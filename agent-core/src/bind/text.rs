//! The texts that a value may take in a field, best first, by the field's role and type.

use shared_types::{Field, Widget};

use super::{
    Unbindable, address,
    ask::{Ask, Control},
    card,
    dates::{Date, Part, Pattern},
    fit,
    meaning::month_of_word,
    name_parts, numbers, phone,
    source::Datum,
};
use crate::{
    language::{self, List, has},
    places::{self, countries},
    role::Role,
    text::{digits, fold, words},
};

/// Ways to write a date that cannot be taken for one another.
const USUAL_DATES: &[&str] = &["dd.mm.yyyy", "yyyy-mm-dd"];

/// Last parts of keys that hold dates.
const DATE_KEYS: &[&str] = &["birthDate", "startDate", "endDate"];

/// Fewest digits of a number that may be written without its dashes and spaces.
const FEWEST_GROUPED_DIGITS: usize = 6;

/// Parts of a date, and the list of what a field for each is called, or shows as placeholder.
const PART_NAMES: &[(Part, List)] =
    &[(Part::Day, List::DateDay), (Part::Month, List::DateMonth), (Part::Year, List::DateYear)];

/// The texts that the value may take, best first. Not yet checked against length and pattern.
pub(super) fn candidates(ask: &Ask<'_>, datum: &Datum) -> Result<Vec<String>, Unbindable> {
    let text = datum.text();
    let text = text.trim();
    if let Some(dated) = of_date_type(ask, text) {
        return dated;
    }
    let Some(role) = ask.role() else { return Ok(plain(ask, text)) };
    match role {
        Role::Name
        | Role::CcName
        | Role::GivenName
        | Role::AdditionalName
        | Role::FamilyName
        | Role::CcGivenName
        | Role::CcAdditionalName
        | Role::CcFamilyName
        | Role::HonorificPrefix => name_parts::candidates(role, ask, text),
        Role::CcNumber | Role::CcType | Role::CcExp | Role::CcExpMonth | Role::CcExpYear => {
            card::candidates(role, ask, text)
        }
        Role::StreetAddress
        | Role::AddressLine1
        | Role::AddressLine2
        | Role::AddressLine3
        | Role::Street
        | Role::StreetName
        | Role::HouseNumber
        | Role::HouseSuffix
        | Role::Apartment
        | Role::Floor
        | Role::Building
        | Role::Stair
        | Role::AddressExtra => address::candidates(role, ask, text),
        Role::PostalCode => Ok(postal_code(text)),
        // "1.9 (German scale)": the scale is not asked for.
        Role::Gpa => {
            let number = text.split('(').next().unwrap_or(text).trim();
            Ok(vec![number.to_owned(), text.to_owned()])
        }
        Role::Country | Role::CountryName => Ok(country(role, ask, text)),
        Role::AddressLevel1 => Ok(state(ask, text)),
        role if role.is_phone() => phone::candidates(role, ask, text),
        _ => Ok(plain(ask, text)),
    }
}

/// Fields that only take dates or times, whatever they are about.
fn of_date_type(ask: &Ask<'_>, text: &str) -> Option<Result<Vec<String>, Unbindable>> {
    let date = || Date::parse(text, ask.date_order());
    let time = || super::dates::time(text);
    let (written, lacking) = match ask.field.kind.as_str() {
        "date" => (date().and_then(Date::iso), msg!("bind_the_value_is_no_full_date")),
        "month" => {
            let date =
                if ask.role() == Some(Role::CcExp) { card::expiry_of(ask, text) } else { date() };
            (date.and_then(Date::iso_month), msg!("bind_the_value_is_no_month_of_a_year"))
        }
        "week" => (date().and_then(Date::iso_week), msg!("bind_the_value_is_no_full_date")),
        "time" => (time(), msg!("bind_the_value_is_no_time_of_day")),
        "datetime-local" => {
            let both = date().and_then(Date::iso).zip(time());
            (
                both.map(|(date, time)| format!("{date}T{time}")),
                msg!("bind_the_value_is_no_date_with_a_time"),
            )
        }
        _ => return None,
    };
    Some(written.map(|text| vec![text]).ok_or_else(|| Unbindable::unfit(lacking)))
}

fn plain(ask: &Ask<'_>, text: &str) -> Vec<String> {
    let date = Date::parse(text, ask.date_order()).filter(|date| date.month.is_some());
    if let Some(date) = date {
        if let Some(part) = part_of_date(ask) {
            return date.part(part).map(|number| part_forms(ask, part, number)).unwrap_or_default();
        }
        return as_date(ask, text, date);
    }
    if let Some(part) = role_part(ask) {
        let named = || month_of_word(text).filter(|_| part == Part::Month).map(u16::from);
        if let Some(number) = text.parse().ok().or_else(named) {
            return part_forms(ask, part, number);
        }
    }
    if ask.field.kind == "url"
        && !text.contains("://")
        && text.contains('.')
        && !text.contains(char::is_whitespace)
    {
        return vec![format!("https://{text}")];
    }
    // A number of an identity card is the same without its dashes; "3-5" in a field for numbers is not 35.
    let grouped = text.chars().all(|c| c.is_ascii_digit() || matches!(c, ' ' | '-'));
    if grouped && ask.field.kind != "number" && digits(text).len() >= FEWEST_GROUPED_DIGITS {
        return vec![text.to_owned(), digits(text)];
    }
    vec![text.to_owned()]
}

/// A date in a text field: as the field shows it, else as its language writes it where the field is
/// surely for a date, else as the person wrote it.
fn as_date(ask: &Ask<'_>, text: &str, date: Date) -> Vec<String> {
    let surely = ask.role() == Some(Role::Bday)
        || DATE_KEYS.iter().any(|key| ask.key().rsplit('.').next() == Some(key));
    let pattern =
        ask.shown_pattern().or_else(|| surely.then(|| Pattern::of_language(ask.lang())).flatten());
    let written = pattern.and_then(|pattern| pattern.write(date));
    // A page's own pattern may leave only one way to write it.
    let usual: &[&str] = if surely && !ask.field.pattern.is_empty() { USUAL_DATES } else { &[] };
    let others = usual.iter().filter_map(|usual| Pattern::find(usual)?.write(date));
    written.into_iter().chain([text.to_owned()]).chain(others).collect()
}

/// The part of a date that a field wants of this value, if the value is a date or the role says so.
pub(super) fn date_part(ask: &Ask<'_>, text: &str) -> Option<Part> {
    let is_date = || Date::parse(text, ask.date_order()).is_some_and(|date| date.month.is_some());
    role_part(ask).or_else(|| if is_date() { part_of_date(ask) } else { None })
}

/// The part of a date that a field is for: by its role, else by its name and placeholder.
fn part_of_date(ask: &Ask<'_>) -> Option<Part> {
    role_part(ask).or_else(|| {
        let field = ask.field;
        let short = field.max_length.is_some_and(|length| length <= 4)
            || field.kind == "number"
            || field.widget == Some(Widget::Slider);
        if ask.control() != Control::Select && !short {
            return None;
        }
        named_part(field)
    })
}

fn role_part(ask: &Ask<'_>) -> Option<Part> {
    let role = ask.role()?;
    let is_one_part = ask.control() == Control::Select || ask.digits_only();
    part_of_role(role).or_else(|| part_in_words(role, ask.field).filter(|_| is_one_part))
}

/// "Graduation month", "Year of graduation": of what a role calls a date, the one part that the label names.
fn part_in_words(role: Role, field: &Field) -> Option<Part> {
    let has_date =
        matches!(role, Role::EducationStart | Role::EducationEnd | Role::JobStart | Role::JobEnd);
    let said = words(&field.label);
    let named = |list: List| said.iter().any(|word| has(list, word));
    let parts = PART_NAMES.iter().filter(|(_, list)| named(*list)).map(|(part, _)| *part);
    let parts: Vec<Part> = parts.collect();
    match parts.as_slice() {
        [one] if has_date => Some(*one),
        _ => None,
    }
}

/// The part of a date that a role is.
pub(super) fn part_of_role(role: Role) -> Option<Part> {
    match role {
        Role::BdayDay => Some(Part::Day),
        Role::BdayMonth | Role::CcExpMonth => Some(Part::Month),
        Role::BdayYear | Role::CcExpYear => Some(Part::Year),
        _ => None,
    }
}

/// Whether a text speaks of months or years, as what turns the pages of a calendar does.
pub(crate) fn speaks_of_calendar(text: &str) -> bool {
    let parts = PART_NAMES.iter().filter(|(part, _)| *part != Part::Day);
    let names = parts.flat_map(|(_, list)| language::words(*list));
    let mut names = names.filter(|name| name.chars().count() > 2);
    let words = words(text);
    names.any(|name| words.iter().any(|word| word == name))
}

/// Whether a field is called after a part of a date.
pub(crate) fn is_date_part(field: &Field) -> bool {
    named_part(field).is_some()
}

fn named_part(field: &Field) -> Option<Part> {
    let first_option = field.options.iter().flatten().next().map(|option| option.text.as_str());
    let last_word = |text: &str| words(text).pop().unwrap_or_default();
    let names = [
        fold(&field.placeholder),
        fold(&field.label),
        first_option.map(fold).unwrap_or_default(),
        last_word(&field.name),
        last_word(&field.id),
    ];
    names.iter().find_map(|name| {
        PART_NAMES.iter().find(|(_, list)| has(*list, name)).map(|(part, _)| *part)
    })
}

fn part_forms(ask: &Ask<'_>, part: Part, number: u16) -> Vec<String> {
    let (bare, padded) = (number.to_string(), format!("{number:02}"));
    match part {
        Part::Year => {
            let short = format!("{:02}", number % 100);
            if ask.field.max_length == Some(2) { vec![short] } else { vec![bare, short] }
        }
        // Two letters in the placeholder ("MM") want two digits; so do most fields.
        _ if ask.field.max_length == Some(1) || ask.field.placeholder.chars().count() == 1 => {
            vec![bare, padded]
        }
        _ => vec![padded, bare],
    }
}

/// As it is, without its spaces and dashes, and a US code without its extension.
fn postal_code(text: &str) -> Vec<String> {
    let joined: String = text.chars().filter(|c| !matches!(c, ' ' | '-')).collect();
    let mut forms = vec![text.to_owned(), joined];
    if let Some((zip, extension)) = text.split_once('-') {
        let digits =
            |part: &str, length| part.len() == length && part.chars().all(|c| c.is_ascii_digit());
        if digits(zip, 5) && digits(extension, 4) {
            forms.push(zip.to_owned());
        }
    }
    forms
}

/// As it is, then name and codes. The WHATWG name `country` asks for the code, `country-name` for the name.
fn country(role: Role, ask: &Ask<'_>, text: &str) -> Vec<String> {
    let countries = countries();
    let Some(code) = countries.code(text) else { return vec![text.to_owned()] };
    let name = countries.name(code).unwrap_or(text).to_owned();
    let is_code = countries.by_iso(text).is_some();
    let first = match role {
        Role::CountryName if is_code => name.clone(),
        _ if ask.control() == Control::List && is_code => name.clone(),
        Role::Country if asks_for_code(ask.field) => code.to_owned(),
        _ => text.to_owned(),
    };
    let alpha3 = countries.alpha3(code).map(str::to_owned);
    [first, name, code.to_owned()].into_iter().chain(alpha3).collect()
}

fn asks_for_code(field: &Field) -> bool {
    field.tag == "input" && field.autocomplete.split_whitespace().any(|token| token == "country")
}

/// As it is, then code and name.
fn state(ask: &Ask<'_>, text: &str) -> Vec<String> {
    let mut forms = vec![text.to_owned()];
    if let [state] = places::states(text, ask.country()).as_slice() {
        let name = places::state_name(*state).map(str::to_owned);
        if ask.control() == Control::List {
            forms.splice(0..0, name.clone());
        }
        forms.push(state.1.to_owned());
        forms.extend(name);
    }
    forms
}

/// The text for a text field.
pub(super) fn bind(ask: &Ask<'_>, datum: &Datum) -> Result<String, Unbindable> {
    let mut candidates = candidates(ask, datum)?;
    if matches!(ask.field.kind.as_str(), "number" | "range") && !matches!(datum, Datum::Number(_)) {
        candidates =
            candidates.iter().map(|text| as_number(ask, text)).collect::<Result<_, _>>()?;
    }
    fit::first_fitting(ask, &candidates)
}

/// The forms of a value that a text field takes, for fields that did not keep the first. A date is never
/// written in a form that could be read as another one.
pub(super) fn other_forms(ask: &Ask<'_>, datum: &Datum) -> Vec<String> {
    let mut forms = candidates(ask, datum).unwrap_or_default();
    let date = Date::parse(&datum.text(), ask.date_order()).filter(|date| date.month.is_some());
    if let Some(date) = date {
        forms.extend(date.iso());
        if let (None, Some(month)) = (date.day, date.month) {
            forms.push(format!("{month:02}/{:04}", date.year));
        }
        // With a day that is no month a page reads these rightly or not at all.
        if date.day.is_some_and(|day| day > 12) {
            let usual = ["mm/dd/yyyy", "dd/mm/yyyy", "dd.mm.yyyy"];
            forms.extend(usual.iter().filter_map(|usual| Pattern::find(usual)?.write(date)));
        }
    }
    let fits = |form: &String| fit::first_fitting(ask, std::slice::from_ref(form)).ok();
    forms.iter().filter_map(fits).collect()
}

/// A value that is a date, for a calendar.
pub(super) fn as_iso_date(ask: &Ask<'_>, datum: &Datum) -> Option<String> {
    let date = Date::parse(&datum.text(), ask.date_order())?;
    date.iso().or_else(|| date.iso_month())
}

/// What people write for a number, as HTML writes it. Digits stay: a code may begin with zeros.
fn as_number(ask: &Ask<'_>, text: &str) -> Result<String, Unbindable> {
    if text.chars().all(|c| c.is_ascii_digit()) {
        return Ok(text.to_owned());
    }
    let quantity = numbers::quantity(text)
        .ok_or_else(|| Unbindable::unfit(msg!("bind_the_field_takes_numbers_only")))?;
    if quantity.unit.is_none() {
        return Ok(numbers::plain(quantity.number));
    }
    let wanted = ask.shown().find_map(numbers::unit_in_label);
    let number = wanted.and_then(|_| numbers::in_unit(quantity, wanted));
    number
        .map(numbers::plain)
        .ok_or_else(|| Unbindable::unfit(msg!("bind_the_field_does_not_count_in_the")))
}
