//! Phone numbers: country code, trunk prefix, area code, extension.
//!
//! A small table of calling codes (ITU-T E.164) is all there is; it tells numbers apart and validates
//! none. Where an area code ends is only told where a country's plan or the person's own grouping says.

use super::{ask::Ask, bound::Unbindable};
use crate::{
    language::{List, words},
    role::Role,
    text::{digits, narrow},
};

/// Calling codes with their countries; of a shared code the main country is first.
const CODES: &[(&str, &str)] = &[
    ("1", "US CA PR DO JM TT BS BB AG AI BM VG KY GD TC MS MP GU AS SX LC DM VC KN VI"),
    ("7", "RU KZ"),
    ("20", "EG"),
    ("27", "ZA"),
    ("30", "GR"),
    ("31", "NL"),
    ("32", "BE"),
    ("33", "FR"),
    ("34", "ES"),
    ("36", "HU"),
    ("39", "IT VA"),
    ("40", "RO"),
    ("41", "CH"),
    ("43", "AT"),
    ("44", "GB GG JE IM"),
    ("45", "DK"),
    ("46", "SE"),
    ("47", "NO SJ BV"),
    ("48", "PL"),
    ("49", "DE"),
    ("51", "PE"),
    ("52", "MX"),
    ("53", "CU"),
    ("54", "AR"),
    ("55", "BR"),
    ("56", "CL"),
    ("57", "CO"),
    ("58", "VE"),
    ("60", "MY"),
    ("61", "AU CX CC"),
    ("62", "ID"),
    ("63", "PH"),
    ("64", "NZ PN"),
    ("65", "SG"),
    ("66", "TH"),
    ("81", "JP"),
    ("82", "KR"),
    ("84", "VN"),
    ("86", "CN"),
    ("90", "TR"),
    ("91", "IN"),
    ("92", "PK"),
    ("93", "AF"),
    ("94", "LK"),
    ("95", "MM"),
    ("98", "IR"),
    ("211", "SS"),
    ("212", "MA EH"),
    ("213", "DZ"),
    ("216", "TN"),
    ("218", "LY"),
    ("220", "GM"),
    ("221", "SN"),
    ("222", "MR"),
    ("223", "ML"),
    ("224", "GN"),
    ("225", "CI"),
    ("226", "BF"),
    ("227", "NE"),
    ("228", "TG"),
    ("229", "BJ"),
    ("230", "MU"),
    ("231", "LR"),
    ("232", "SL"),
    ("233", "GH"),
    ("234", "NG"),
    ("235", "TD"),
    ("236", "CF"),
    ("237", "CM"),
    ("238", "CV"),
    ("239", "ST"),
    ("240", "GQ"),
    ("241", "GA"),
    ("242", "CG"),
    ("243", "CD"),
    ("244", "AO"),
    ("245", "GW"),
    ("246", "IO"),
    ("248", "SC"),
    ("249", "SD"),
    ("250", "RW"),
    ("251", "ET"),
    ("252", "SO"),
    ("253", "DJ"),
    ("254", "KE"),
    ("255", "TZ"),
    ("256", "UG"),
    ("257", "BI"),
    ("258", "MZ"),
    ("260", "ZM"),
    ("261", "MG"),
    ("262", "RE YT TF"),
    ("263", "ZW"),
    ("264", "NA"),
    ("265", "MW"),
    ("266", "LS"),
    ("267", "BW"),
    ("268", "SZ"),
    ("269", "KM"),
    ("290", "SH"),
    ("291", "ER"),
    ("297", "AW"),
    ("298", "FO"),
    ("299", "GL"),
    ("350", "GI"),
    ("351", "PT"),
    ("352", "LU"),
    ("353", "IE"),
    ("354", "IS"),
    ("355", "AL"),
    ("356", "MT"),
    ("357", "CY"),
    ("358", "FI AX"),
    ("359", "BG"),
    ("370", "LT"),
    ("371", "LV"),
    ("372", "EE"),
    ("373", "MD"),
    ("374", "AM"),
    ("375", "BY"),
    ("376", "AD"),
    ("377", "MC"),
    ("378", "SM"),
    ("380", "UA"),
    ("381", "RS"),
    ("382", "ME"),
    ("383", "XK"),
    ("385", "HR"),
    ("386", "SI"),
    ("387", "BA"),
    ("389", "MK"),
    ("420", "CZ"),
    ("421", "SK"),
    ("423", "LI"),
    ("500", "FK GS"),
    ("501", "BZ"),
    ("502", "GT"),
    ("503", "SV"),
    ("504", "HN"),
    ("505", "NI"),
    ("506", "CR"),
    ("507", "PA"),
    ("508", "PM"),
    ("509", "HT"),
    ("590", "GP BL MF"),
    ("591", "BO"),
    ("592", "GY"),
    ("593", "EC"),
    ("594", "GF"),
    ("595", "PY"),
    ("596", "MQ"),
    ("597", "SR"),
    ("598", "UY"),
    ("599", "CW BQ"),
    ("670", "TL"),
    ("672", "NF AQ HM"),
    ("673", "BN"),
    ("674", "NR"),
    ("675", "PG"),
    ("676", "TO"),
    ("677", "SB"),
    ("678", "VU"),
    ("679", "FJ"),
    ("680", "PW"),
    ("681", "WF"),
    ("682", "CK"),
    ("683", "NU"),
    ("685", "WS"),
    ("686", "KI"),
    ("687", "NC"),
    ("688", "TV"),
    ("689", "PF"),
    ("690", "TK"),
    ("691", "FM"),
    ("692", "MH"),
    ("850", "KP"),
    ("852", "HK"),
    ("853", "MO"),
    ("855", "KH"),
    ("856", "LA"),
    ("880", "BD"),
    ("886", "TW"),
    ("960", "MV"),
    ("961", "LB"),
    ("962", "JO"),
    ("963", "SY"),
    ("964", "IQ"),
    ("965", "KW"),
    ("966", "SA"),
    ("967", "YE"),
    ("968", "OM"),
    ("970", "PS"),
    ("971", "AE"),
    ("972", "IL"),
    ("973", "BH"),
    ("974", "QA"),
    ("975", "BT"),
    ("976", "MN"),
    ("977", "NP"),
    ("992", "TJ"),
    ("993", "TM"),
    ("994", "AZ"),
    ("995", "GE"),
    ("996", "KG"),
    ("998", "UZ"),
];

/// What is dialled before a national number within the country; not part of the international one.
/// Countries not listed have none.
const TRUNKS: &[(&str, &str)] = &[
    (
        "0",
        "20 27 31 32 33 40 41 43 44 46 49 54 60 61 62 63 64 66 81 82 84 86 90 91 92 93 94 95 98 211 212 213 218 \
         233 234 243 249 250 251 254 255 256 260 261 263 353 355 358 359 373 374 380 381 382 383 385 386 387 389 \
         421 595 593 598 670 855 856 880 886 961 962 963 964 967 972 970 971 966 976 977 994 995 996",
    ),
    ("8", "7 370 375 993"),
    ("06", "36"),
];

/// How many digits of the national number are the area code, where all area codes of a plan are alike.
const AREA_LENGTHS: &[(&str, usize)] =
    &[("1", 3), ("7", 3), ("55", 2), ("61", 1), ("90", 3), ("64", 1)];

/// A phone number taken apart.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Phone {
    /// Calling code without `+`, if it is known.
    pub(super) code: Option<&'static str>,
    /// Whether the person wrote the calling code.
    pub(super) international: bool,
    /// Groups of the national number as the person wrote them, without trunk prefix.
    groups: Vec<String>,
    /// The number as the person wrote it, without extension.
    written: String,
    /// Digits of the extension.
    pub(super) extension: String,
}

impl Phone {
    /// Reads a number; `country` (alpha-2) tells the calling code of one that is written without.
    pub(super) fn parse(text: &str, country: Option<&str>) -> Option<Self> {
        let text: String = text.trim().chars().map(narrow).collect();
        let (written, extension) = split_extension(&text);
        let number = written.replace("(0)", " ");
        if number.chars().any(char::is_alphabetic) {
            return None;
        }
        let plain: String = number.chars().filter(char::is_ascii_digit).collect();
        if !(3..=17).contains(&plain.len()) {
            return None;
        }
        let home = country.and_then(code_of_country);
        let prefix = if number.trim_start_matches(['(', ' ']).starts_with('+') {
            Some("")
        } else if plain.starts_with("00") {
            Some("00")
        } else if home == Some("1") && plain.starts_with("011") {
            Some("011")
        } else {
            None
        };
        let abroad = prefix.and_then(|prefix| {
            let code = code_at_start(plain.strip_prefix(prefix)?)?;
            Some((prefix.len() + code.len(), code))
        });
        let groups = match abroad {
            Some((skip, _)) => groups_after(&number, skip),
            None => groups_after(&number, 0),
        };
        let code = abroad.map(|(_, code)| code).or(home);
        let mut phone = Self { code, international: abroad.is_some(), groups, written, extension };
        phone.drop_trunk();
        (!phone.digits().is_empty()).then_some(phone)
    }

    fn drop_trunk(&mut self) {
        let digits = self.digits();
        let trunk = match self.code {
            // The leading 1 is both trunk prefix and country code there.
            Some("1") if digits.len() == 11 && digits.starts_with('1') => "1",
            Some("1") => return,
            Some("7") if digits.len() != 11 => return,
            Some(code) => trunk_of(code),
            None => return,
        };
        if trunk.is_empty() || !digits.starts_with(trunk) {
            return;
        }
        let mut left = trunk.len();
        for group in &mut self.groups {
            let cut = left.min(group.len());
            group.drain(..cut);
            left -= cut;
        }
        self.groups.retain(|group| !group.is_empty());
    }

    /// The national number's digits without trunk prefix.
    pub(super) fn digits(&self) -> String {
        self.groups.concat()
    }

    /// The national number as dialled within the country, digits only.
    pub(super) fn dialled(&self) -> String {
        format!("{}{}", self.trunk(), self.digits())
    }

    /// The same, in the person's own groups.
    pub(super) fn dialled_grouped(&self) -> String {
        format!("{}{}", self.trunk(), self.groups.join(" "))
    }

    /// The digits without trunk prefix in the person's own groups.
    pub(super) fn grouped(&self) -> String {
        self.groups.join(" ")
    }

    /// `+` with calling code and digits (E.164), if the code is known.
    pub(super) fn e164(&self) -> Option<String> {
        Some(format!("+{}{}", self.code?, self.digits()))
    }

    /// Whether the number is of the North American plan: three digits, three, four.
    pub(super) fn north_american(&self) -> Option<(String, String, String)> {
        let digits = self.digits();
        if !matches!(self.code, Some("1") | None) || digits.len() != 10 {
            return None;
        }
        let (area, local) = digits.split_at_checked(3)?;
        let (prefix, suffix) = local.split_at_checked(3)?;
        Some((area.to_owned(), prefix.to_owned(), suffix.to_owned()))
    }

    /// Area code and local number, where it can be told which is which.
    pub(super) fn area_and_local(&self) -> Option<(String, String)> {
        let digits = self.digits();
        let known = AREA_LENGTHS
            .iter()
            .find(|(code, _)| Some(*code) == self.code)
            .map(|(_, length)| *length);
        let length = match (known, self.groups.as_slice()) {
            (Some(length), _) => length,
            (None, _) if self.north_american().is_some() => 3,
            (None, [first, _, ..]) => first.len(),
            _ => return None,
        };
        let (area, local) = digits.split_at_checked(length)?;
        if local.is_empty() {
            return None;
        }
        Some((area.to_owned(), local.to_owned()))
    }

    /// What is dialled before the national number within the country; often nothing.
    fn trunk(&self) -> &'static str {
        match self.code {
            Some(code) => trunk_of(code),
            None => "",
        }
    }
}

/// The digits of a phone number that stay the same however it is written: without country code and without
/// what is dialled before it. `None`: it is no phone number.
pub(crate) fn subscriber(text: &str, country: Option<&str>) -> Option<String> {
    let phone = Phone::parse(text, country)?;
    let digits = phone.digits();
    // Without a country the trunk prefix is not known; it is a zero nearly everywhere.
    Some(if phone.code.is_none() { digits.trim_start_matches('0').to_owned() } else { digits })
}

/// What a role of a phone number wants. Candidates, best first.
pub(super) fn candidates(role: Role, ask: &Ask<'_>, text: &str) -> Result<Vec<String>, Unbindable> {
    let Some(phone) = Phone::parse(text, ask.country()) else {
        return match role {
            Role::Tel | Role::TelNational => Ok(vec![text.to_owned()]),
            _ => Err(Unbindable::unfit(msg!("bind_the_value_is_no_phone_number_that"))),
        };
    };
    let has_code_field = ask.near(&[Role::TelCountryCode]);
    let unknown =
        |part: &str| Unbindable::unfit(msg!("bind_it_cannot_be_told_what_of_the", part = part));
    match role {
        Role::Tel => Ok(phone.whole(ask, text, has_code_field)),
        Role::TelNational => Ok(phone.national(has_code_field)),
        Role::TelCountryCode => {
            let code = phone.code.ok_or_else(|| unknown("country code"))?;
            let (plus, plain) = (format!("+{code}"), code.to_owned());
            Ok(if ask.digits_only() { vec![plain] } else { vec![plus, plain] })
        }
        Role::TelAreaCode => {
            let (area, _) =
                phone.area_and_local().ok_or_else(|| unknown(&msg!("bind_area_code")))?;
            let trunk = if has_code_field { "" } else { phone.trunk() };
            Ok(vec![format!("{trunk}{area}"), area])
        }
        Role::TelLocal => phone
            .area_and_local()
            .map(|(_, local)| vec![local])
            .ok_or_else(|| unknown(&msg!("bind_local_part"))),
        Role::TelLocalPrefix => phone
            .north_american()
            .map(|(_, prefix, _)| vec![prefix])
            .ok_or_else(|| unknown(&msg!("bind_first_part"))),
        Role::TelLocalSuffix => phone
            .north_american()
            .map(|(_, _, suffix)| vec![suffix])
            .ok_or_else(|| unknown(&msg!("bind_last_part"))),
        _ if phone.extension.is_empty() => {
            Err(Unbindable::no_value(msg!("bind_the_phone_number_has_no_extension")))
        }
        _ => Ok(vec![phone.extension]),
    }
}

impl Phone {
    /// The whole number: as the person writes it, else in the forms that pages demand.
    fn whole(&self, ask: &Ask<'_>, text: &str, has_code_field: bool) -> Vec<String> {
        if has_code_field {
            return self.national(true);
        }
        let mut forms = Vec::new();
        if ask.digits_only() {
            // A page for digits has no place for a plus: at home the number is dialled without it.
            let at_home =
                self.code.is_some() && self.code == ask.country().and_then(code_of_country);
            forms.push(if self.international && !at_home { digits(text) } else { self.dialled() });
            forms.push(self.dialled());
            return forms;
        }
        forms.push(if ask.near(&[Role::TelExtension]) {
            self.written.clone()
        } else {
            text.to_owned()
        });
        forms.push(self.written.clone());
        forms.extend(self.e164());
        forms.extend(self.national(false));
        forms.extend(self.e164().map(|number| digits(&number)));
        forms
    }

    /// The national number: in the person's groups, in digits, and as North America writes it. Beside a
    /// field for the country code the trunk prefix is left out.
    fn national(&self, has_code_field: bool) -> Vec<String> {
        let mut forms = if has_code_field {
            vec![self.grouped(), self.digits()]
        } else {
            vec![self.dialled_grouped(), self.dialled(), self.digits()]
        };
        if let Some((area, prefix, suffix)) = self.north_american() {
            forms.extend([
                format!("{area}-{prefix}-{suffix}"),
                format!("({area}) {prefix}-{suffix}"),
                format!("({area}){prefix}-{suffix}"),
                format!("{area}.{prefix}.{suffix}"),
                format!("+1 ({area}) {prefix}-{suffix}"),
                format!("1-{area}-{prefix}-{suffix}"),
            ]);
        }
        forms
    }
}

/// The calling code of a country.
pub(super) fn code_of_country(country: &str) -> Option<&'static str> {
    CODES
        .iter()
        .find(|(_, countries)| countries.split(' ').any(|known| known == country))
        .map(|(code, _)| *code)
}

/// The main country of a calling code.
pub(super) fn country_of_code(code: &str) -> Option<&'static str> {
    CODES.iter().find(|(known, _)| *known == code)?.1.split(' ').next()
}

/// The calling code that a text is or names behind a `+`: "+49", "Germany (+49)", "49", "0049".
pub(super) fn code_in_text(text: &str) -> Option<&'static str> {
    let text: String = text.chars().map(narrow).collect();
    let digits_of = |part: &str| -> String {
        part.chars()
            .take_while(|c| c.is_ascii_digit() || matches!(c, '-' | ' '))
            .filter(char::is_ascii_digit)
            .collect()
    };
    let number = match text.split_once('+') {
        Some((_, after)) => digits_of(after.trim_start()),
        None => {
            let bare: String =
                text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '(' | ')')).collect();
            if bare.is_empty() || !bare.chars().all(|c| c.is_ascii_digit()) {
                return None;
            }
            bare.trim_start_matches("00").to_owned()
        }
    };
    // "+1-242" and the like are one of several countries of code 1.
    let exact = CODES.iter().find(|(code, _)| *code == number).map(|(code, _)| *code);
    exact.or_else(|| (number.len() == 4 && number.starts_with('1')).then_some("1"))
}

fn code_at_start(digits: &str) -> Option<&'static str> {
    CODES.iter().find(|(code, _)| digits.starts_with(code)).map(|(code, _)| *code)
}

fn trunk_of(code: &str) -> &'static str {
    TRUNKS
        .iter()
        .find(|(_, codes)| codes.split_whitespace().any(|known| known == code))
        .map_or("", |(trunk, _)| *trunk)
}

/// The groups of digits behind the first `skip` digits.
fn groups_after(number: &str, skip: usize) -> Vec<String> {
    let mut seen = 0;
    let mut groups = vec![String::new()];
    for c in number.chars() {
        if c.is_ascii_digit() {
            seen += 1;
            if let Some(group) = groups.last_mut().filter(|_| seen > skip) {
                group.push(c);
            }
        } else if groups.last().is_some_and(|group| !group.is_empty()) {
            groups.push(String::new());
        }
    }
    groups.retain(|group| !group.is_empty());
    groups
}

/// Divides "555-0123 x 45", "ext. 45", "#45" into number and extension.
fn split_extension(text: &str) -> (String, String) {
    let lower = text.to_lowercase();
    for mark in words(List::PhoneExtension).iter().chain(&["x", "#", ";"]) {
        if let Some(at) = lower.rfind(mark) {
            let (Some(number), Some(behind)) = (lower.get(..at), lower.get(at + mark.len()..))
            else {
                continue;
            };
            let extension: String = behind.chars().filter(char::is_ascii_digit).collect();
            let only =
                behind.chars().all(|c| c.is_ascii_digit() || matches!(c, ' ' | ':' | '.' | '-'));
            if only && !extension.is_empty() && number.chars().any(|c| c.is_ascii_digit()) {
                return (number.trim_end().to_owned(), extension);
            }
        }
    }
    (text.to_owned(), String::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(
        text: &str,
        country: Option<&str>,
        code: Option<&str>,
        dialled: &str,
        extension: &str,
    ) {
        let phone = Phone::parse(text, country);
        let found = phone.as_ref().map(|p| (p.code, p.dialled(), p.extension.as_str()));
        assert_eq!(found, Some((code, dialled.to_owned(), extension)), "{text}");
    }

    #[test]
    fn numbers_are_taken_apart() {
        check("+16172535702", None, Some("1"), "6172535702", "");
        check("+44 20 7946 0958", None, Some("44"), "02079460958", "");
        check("+44 (0)20 7946 0958", None, Some("44"), "02079460958", "");
        check("020 7946 0958", Some("GB"), Some("44"), "02079460958", "");
        check("0049 30 123456", None, Some("49"), "030123456", "");
        check("(+86) 138 1234 5678", None, Some("86"), "013812345678", "");
        check("001-250-204-3652x75507", None, Some("1"), "2502043652", "75507");
        check("1 (650) 903-0800", Some("US"), Some("1"), "6509030800", "");
        check("555-0123", None, None, "5550123", "");
        check("+39 06 1234567", None, Some("39"), "061234567", "");
        check("8 (495) 123-45-67", Some("RU"), Some("7"), "84951234567", "");
        check("06 1 234 5678", Some("HU"), Some("36"), "0612345678", "");
        check("+34 612 345 678 ext. 12", None, Some("34"), "612345678", "12");
        assert!(Phone::parse("none", None).is_none());
        assert!(Phone::parse("12", None).is_none());
    }

    #[test]
    fn area_codes_are_told_where_they_can_be() {
        for (text, expected) in [
            ("+16172535702", Some(("617", "2535702"))),
            ("+49 30 123456", Some(("30", "123456"))),
            ("+4930123456", None),
            ("+5511987654321", Some(("11", "987654321"))),
        ] {
            let found = Phone::parse(text, None).and_then(|phone| phone.area_and_local());
            assert_eq!(found, expected.map(|(a, l)| (a.to_owned(), l.to_owned())), "{text}");
        }
    }

    #[test]
    fn every_calling_code_is_a_prefix_of_no_other() {
        for (code, _) in CODES {
            for (other, _) in CODES {
                assert!(code == other || !other.starts_with(code), "{code} {other}");
            }
        }
        assert_eq!(code_of_country("CA"), Some("1"));
        assert_eq!(country_of_code("44"), Some("GB"));
        for (text, code) in [
            ("+49", Some("49")),
            ("Germany (+49)", Some("49")),
            ("0049", Some("49")),
            ("+1-242", Some("1")),
            ("US +1", Some("1")),
            ("DE", None),
            ("12345", None),
        ] {
            assert_eq!(code_in_text(text), code, "{text}");
        }
    }
}
