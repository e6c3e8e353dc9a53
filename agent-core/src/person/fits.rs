//! Whether a text looks like what it should be. Nothing at all fits everything.

/// A user at a host.
pub(crate) fn is_email(text: &str) -> bool {
    text.is_empty()
        || text.rsplit_once('@').is_some_and(|(user, host)| {
            !user.is_empty() && host.contains('.') && !text.contains(char::is_whitespace)
        })
}

/// Digits, and an extension perhaps.
pub(crate) fn is_phone(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    // An extension (`x12`, `ext. 12`) may follow the number.
    let number = text.to_lowercase();
    let number = number.split("ext").next().and_then(|number| number.split('x').next());
    text.is_empty() || (digits >= 5 && !number.unwrap_or_default().contains(char::is_alphabetic))
}

/// `YYYY-MM-DD`
pub(crate) fn is_date(text: &str) -> bool {
    let mut parts = text.split('-');
    let mut part = |width, low, high| {
        parts.next().is_some_and(|part| part.len() == width && number_in(part, low, high))
    };
    text.is_empty()
        || (part(4, 1800, 2200) && part(2, 1, 12) && part(2, 1, 31) && parts.next().is_none())
}

/// `YYYY-MM`
pub(crate) fn is_month(text: &str) -> bool {
    text.is_empty() || text.len() == 7 && is_date(&format!("{text}-01"))
}

/// A whole number within bounds.
pub(crate) fn number_in(text: &str, low: u32, high: u32) -> bool {
    text.is_empty() || text.trim().parse().is_ok_and(|number: u32| (low..=high).contains(&number))
}
