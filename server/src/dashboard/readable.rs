//! Numbers, times and strangers' texts as people read them.

use std::time::{Duration, SystemTime};

use maud::{Markup, html};
use shared_types::{RefusalReason, VerificationKind};

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
/// A day in milliseconds.
pub const DAY: i64 = 24 * HOUR;
/// Characters of a stranger's text that are shown.
const LONGEST: usize = 300;
/// Where a moment's parts are in an HTTP date: `Fri, 27 Nov 2026 00:31:07 GMT`.
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// A stranger's text, without what turns or hides letters, shortened.
pub fn shown(text: &str) -> String {
    let text = agent_core::shown::shown(text);
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

/// A number of things.
pub fn count(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number as u64), if number == 1 { one } else { many })
}

/// A number with its thousands apart.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A span of time.
pub fn lasted(ms: i64) -> String {
    match ms.max(0) {
        ms if ms < SECOND => format!("{ms} ms"),
        ms if ms < MINUTE => format!("{}.{} s", ms / SECOND, ms % SECOND / 100),
        ms if ms < HOUR => format!("{} min {} s", ms / MINUTE, ms % MINUTE / SECOND),
        ms if ms < DAY => format!("{} h {} min", ms / HOUR, ms % HOUR / MINUTE),
        ms => count(usize::try_from(ms / DAY).unwrap_or_default(), "day", "days"),
    }
}

/// How long ago something was.
pub fn ago(now: i64, at: i64) -> String {
    let since = now.saturating_sub(at).max(0);
    let unit = |span: i64, one: &str, many: &str| {
        format!("{} ago", count(usize::try_from(since / span).unwrap_or_default(), one, many))
    };
    match since {
        since if since < MINUTE => "just now".to_owned(),
        since if since < HOUR => unit(MINUTE, "minute", "minutes"),
        since if since < DAY => unit(HOUR, "hour", "hours"),
        _ => unit(DAY, "day", "days"),
    }
}

/// A moment: in UTC, until a script says it in the reader's own time.
pub fn moment(at: i64) -> Markup {
    let (machine, human) = utc(at);
    html! { time datetime=(machine) { (human) } }
}

/// A moment in UTC, for programs and for people.
pub fn utc(at: i64) -> (String, String) {
    let since_1970 = Duration::from_millis(u64::try_from(at).unwrap_or_default());
    // Beyond the year 9999 there is no such date.
    let since_1970 = since_1970.min(Duration::from_secs(253_402_300_799));
    let text = httpdate::fmt_http_date(SystemTime::UNIX_EPOCH + since_1970);
    let parts: Vec<&str> = text.split(' ').collect();
    let part = |at: usize| parts.get(at).copied().unwrap_or_default();
    let month = MONTHS.iter().position(|month| *month == part(2)).unwrap_or_default() + 1;
    let machine = format!("{}-{month:02}-{}T{}Z", part(3), part(1), part(4));
    let minutes = part(4).get(..5).unwrap_or_default();
    (machine, format!("{} {} {}, {minutes} UTC", part(1).trim_start_matches('0'), part(2), part(3)))
}

/// A day in UTC, as `27 Nov`.
pub fn day(at: i64) -> String {
    let (_, human) = utc(at);
    human.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// A size.
pub fn size(bytes: u64) -> String {
    match bytes {
        bytes if bytes < 1024 => count(usize::try_from(bytes).unwrap_or_default(), "byte", "bytes"),
        bytes if bytes < 1 << 20 => format!("{:.1} KB", bytes as f64 / 1024.0),
        bytes => format!("{:.1} MB", bytes as f64 / f64::from(1 << 20)),
    }
}

/// US dollars: cents where there are some, else as many digits as it takes.
pub fn dollars(usd: f64) -> String {
    if usd == 0.0 || usd >= 0.01 { format!("${usd:.2}") } else { format!("${usd:.6}") }
}

/// A share in whole percent; none of nothing.
pub fn percent(part: usize, of: usize) -> Option<String> {
    (of > 0).then(|| format!("{:.0} %", part as f64 * 100.0 / of as f64))
}

/// Why something was not done.
pub fn refusal(reason: RefusalReason) -> &'static str {
    match reason {
        RefusalReason::UnknownAction => "Vaulty doesn't know this action",
        RefusalReason::NotResolved => "it couldn't be told which field or button was meant",
        RefusalReason::WrongKind => "the field is of another kind",
        RefusalReason::ElementChanged => "the page had changed by then",
        RefusalReason::WordsChanged => "the page's words had changed by then",
        RefusalReason::DocumentChanged => "another page had been opened by then",
        RefusalReason::OriginChanged => "the page was of another site by then",
        RefusalReason::NotVisible => "it couldn't be seen",
        RefusalReason::Disabled => "the page has it disabled",
        RefusalReason::ReadOnly => "it can only be read",
        RefusalReason::Covered => "something covered it",
        RefusalReason::NotJudged => "the press would have reached something else",
        RefusalReason::UnknownKey => "the profile has no such entry",
        RefusalReason::NoProvenance => "the value came from nowhere",
        RefusalReason::DoesNotFit => "the value doesn't fit the field",
        RefusalReason::NoSuchOption => "none of its choices means the value",
        RefusalReason::NotKept => "the page didn't keep it",
        RefusalReason::NeedsApproval => "it waits for your approval",
        RefusalReason::NoConsent => "you haven't agreed to this kind of data here",
        RefusalReason::ApprovalStale => "something changed after your approval",
        RefusalReason::ForeignUrl => "the address is of another site",
        RefusalReason::Repeated => "it was tried before, with the same outcome",
        RefusalReason::Stopped => "it was stopped",
        RefusalReason::TimedOut => "it took too long",
        RefusalReason::PageError => "the page failed",
    }
}

/// What is asked of the person.
pub fn verification(kind: VerificationKind) -> &'static str {
    match kind {
        VerificationKind::Otp => "a one-time code",
        VerificationKind::EmailCode => "a code from an e-mail",
        VerificationKind::Captcha => "a captcha",
        VerificationKind::Password => "a password",
        VerificationKind::Oauth => "a sign-in elsewhere",
    }
}
