//! What the shape of a value says that it is, whatever its name says: a card number, an account, the number
//! of a person, a credential.
//!
//! A shape only makes Vaulty more careful. Numbers that merely have as many digits as an identity number
//! are none: each shape here has a check digit, a date, or a spelling of its own.

use std::collections::BTreeMap;

use super::{button_words::begins_a_word, data::Kind, wallet::is_wallet};
use crate::{
    classify::{self, Sense},
    language::{List, has},
    text::{is_unseen, narrow, readings, unaccented},
};

/// Characters of a value that are looked at; what is longer is a text, or a file of keys that says so.
const LONGEST: usize = 4_096;

/// The kind that a value's shape betrays. `plain`: its name says that it is a number of another, ordinary
/// kind (a phone, a postal code), so that bare digits prove nothing.
pub(super) fn kind_of_value(value: &str, plain: bool) -> Option<Kind> {
    let text: String = value.chars().filter(|c| !is_unseen(*c)).take(LONGEST).collect();
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    if let Some(kind) = kind_of_wallet(text) {
        return Some(kind);
    }
    if is_credential(text) {
        return Some(Kind::Credential);
    }
    let compact: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && !matches!(c, '-' | '.' | '/' | '–' | '\u{2011}'))
        .map(narrow)
        .map(|c| c.to_ascii_uppercase())
        .collect();
    if is_iban(&compact) {
        return Some(Kind::BankAccount);
    }
    if let Some(kind) = kind_among_words(text, plain) {
        return Some(kind);
    }
    let digits = ascii_digits(&compact);
    let all_digits = digits.len() == compact.chars().count();
    if all_digits && !plain && is_card(&digits) {
        return Some(Kind::Card);
    }
    if is_written_identity(text) || is_lettered_identity(&compact) {
        return Some(Kind::NationalId);
    }
    (all_digits && !plain && is_numbered_identity(&digits)).then_some(Kind::NationalId)
}

/// The kind of what stands among other words of a value: words and an expiry beside a card's number excuse
/// nothing.
fn kind_among_words(text: &str, plain: bool) -> Option<Kind> {
    let words: Vec<String> = text
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')' | '"' | '“' | '”'))
        .map(|word| word.chars().map(narrow).collect::<String>())
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned())
        .filter(|word| !word.is_empty())
        .collect();
    if words.iter().any(|word| is_credential(word)) {
        return Some(Kind::Credential);
    }
    if let Some(kind) = words.iter().find_map(|word| kind_of_wallet(word)) {
        return Some(kind);
    }
    let runs = || (0..words.len()).flat_map(|from| runs_from(&words, from));
    if runs().any(|run| is_iban(&run)) {
        return Some(Kind::BankAccount);
    }
    if !plain && runs().any(|run| is_digits(&run) && is_card(&ascii_digits(&run))) {
        return Some(Kind::Card);
    }
    let is_identity = |word: &String| {
        is_written_identity(word) || is_lettered_identity(&word.to_ascii_uppercase())
    };
    if words.iter().any(is_identity) || runs().any(|run| is_lettered_identity(&run)) {
        return Some(Kind::NationalId);
    }
    kind_of_said(text)
}

/// Most words that one number is written in: an IBAN has nine groups.
const MOST_GROUPS: usize = 9;

/// What the words from one on are, written together, for each number of words: groups of a number are short.
fn runs_from(words: &[String], from: usize) -> Vec<String> {
    let mut run = String::new();
    let mut runs = Vec::new();
    for word in words.iter().skip(from).take(MOST_GROUPS) {
        let group: String =
            word.chars().filter(|c| !matches!(c, '-' | '.' | '–' | '\u{2011}')).collect();
        if !group.bytes().all(|b| b.is_ascii_alphanumeric()) {
            break;
        }
        run.push_str(&group.to_ascii_uppercase());
        runs.push(run.clone());
    }
    runs
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

/// An account of a chain, or the key to one: 0x and 64 hexadecimal digits, what its check says is one, and what looks like
/// Bitcoin's, mistyped ones too.
fn kind_of_wallet(word: &str) -> Option<Kind> {
    let hex = word.strip_prefix("0x").filter(|rest| rest.bytes().all(|b| b.is_ascii_hexdigit()));
    let is_base58 = |c: char| c.is_ascii_alphanumeric() && !matches!(c, '0' | 'O' | 'I' | 'l');
    let has = |test: fn(&char) -> bool| word.chars().any(|c| test(&c));
    let mixed = has(char::is_ascii_lowercase) && has(char::is_ascii_uppercase);
    let is_bitcoin = (25..=35).contains(&word.len())
        && word.starts_with(['1', '3'])
        && mixed
        && word.chars().all(is_base58);
    let is_segwit = word.len() >= 26
        && word.starts_with("bc1")
        && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    match hex.map(str::len) {
        Some(64) => Some(Kind::Credential),
        _ => (is_bitcoin || is_segwit || is_wallet(word)).then_some(Kind::BankAccount),
    }
}

/// Digits of a number that is said to be a secret.
const SAID_DIGITS: usize = 6;
/// Digits of a number that is said to be a card's.
const CARD_DIGITS: usize = 12;

/// Whether a card is named beside a number.
fn says_card(clause: &str) -> bool {
    readings(clause).any(|reading| begins_a_word(&unaccented(&reading), List::Card))
}

/// The kind that a value's own words give to a number beside them: "card 4929 …, valid to 11/29". Each clause
/// by itself, for a phone's number in the next one is none of a licence.
fn kind_of_said(text: &str) -> Option<Kind> {
    let clauses = text.split([',', ';', '\n', '!', '?']).flat_map(|part| part.split(". "));
    clauses.filter(|clause| ascii_digits(clause).len() >= SAID_DIGITS).find_map(|clause| {
        let senses = classify::senses(clause);
        let digits = ascii_digits(clause).len();
        if digits >= CARD_DIGITS && (senses.contains(&Sense::Card) || says_card(clause)) {
            Some(Kind::Card)
        } else if senses.contains(&Sense::Bank) {
            Some(Kind::BankAccount)
        } else {
            senses.iter().any(|sense| sense.is_identity()).then_some(Kind::NationalId)
        }
    })
}

/// The digits as numbers.
fn ascii_digits(text: &str) -> Vec<u32> {
    text.chars().filter_map(|c| c.to_digit(10)).collect()
}

/// Luhn's sum (ISO/IEC 7812-1, annex B).
pub(crate) fn luhn(digits: &[u32]) -> bool {
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(
            |(at, digit)| {
                if at % 2 == 0 { *digit } else { digit * 2 - if *digit > 4 { 9 } else { 0 } }
            },
        )
        .sum();
    sum.is_multiple_of(10) && digits.iter().any(|digit| *digit != 0)
}

/// 13 to 19 digits with Luhn's check digit and a first digit that payment cards have.
fn is_card(digits: &[u32]) -> bool {
    (13..=19).contains(&digits.len())
        && digits.first().is_some_and(|first| (2..=6).contains(first))
        && luhn(digits)
}

/// The remainder of a number too long for any integer type.
fn remainder(digits: impl IntoIterator<Item = u32>, modulus: u32) -> u32 {
    digits.into_iter().fold(0, |rest, digit| (rest * 10 + digit) % modulus)
}

/// ISO 13616: two letters, two check digits, up to 30 more; mod 97 of the rearranged text is 1.
fn is_iban(compact: &str) -> bool {
    let length = compact.len();
    if !(15..=34).contains(&length) || !compact.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return false;
    }
    let (Some(head), Some(tail)) = (compact.get(..4), compact.get(4..)) else { return false };
    let head_fits = head.bytes().take(2).all(|b| b.is_ascii_uppercase())
        && head.bytes().skip(2).all(|b| b.is_ascii_digit());
    let value = |c: char| c.to_digit(36).unwrap_or_default();
    let rest = tail.chars().chain(head.chars()).map(value).fold(0, |rest, value| {
        if value < 10 { (rest * 10 + value) % 97 } else { (rest * 100 + value) % 97 }
    });
    head_fits && rest == 1
}

/// A weighted sum of the leading digits.
fn weighted(digits: &[u32], weights: &[u32]) -> u32 {
    digits.iter().zip(weights).map(|(digit, weight)| digit * weight).sum()
}

fn at(digits: &[u32], position: usize) -> u32 {
    digits.get(position).copied().unwrap_or_default()
}

/// Whether these digits could be month and day.
fn is_month_and_day(month: u32, day: u32) -> bool {
    (1..=12).contains(&month) && (1..=31).contains(&day)
}

fn two(digits: &[u32], position: usize) -> u32 {
    at(digits, position) * 10 + at(digits, position + 1)
}

/// Numbers that are only digits and have check digits: by their length.
fn is_numbered_identity(digits: &[u32]) -> bool {
    if digits.iter().all(|digit| *digit == at(digits, 0)) {
        return false;
    }
    match digits.len() {
        9 => is_bsn(digits),
        10 => is_nhs(digits) || is_dated_luhn(digits) || is_rodne_cislo(digits),
        11 => {
            is_cpf(digits)
                || is_pesel(digits)
                || is_steuer_id(digits)
                || is_fodselsnummer(digits)
                || is_tckn(digits)
                || is_rijksregister(digits)
        }
        12 => is_aadhaar(digits) || is_dated_luhn(digits.get(2..).unwrap_or_default()),
        13 => is_ahv(digits) || is_cnp(digits),
        15 => is_nir(digits),
        18 => is_chinese_id(digits, None),
        _ => false,
    }
}

/// Netherlands, burgerservicenummer: the test of eleven.
fn is_bsn(digits: &[u32]) -> bool {
    let sum = weighted(digits.get(..8).unwrap_or_default(), &[9, 8, 7, 6, 5, 4, 3, 2]);
    sum % 11 == at(digits, 8)
}

/// England and Wales, NHS number (NHS Data Dictionary): modulus 11.
fn is_nhs(digits: &[u32]) -> bool {
    let sum = weighted(digits, &[10, 9, 8, 7, 6, 5, 4, 3, 2]);
    let check = 11 - sum % 11;
    check != 10 && check % 11 == at(digits, 9)
}

/// Sweden, personnummer: a date, three digits, and Luhn's.
fn is_dated_luhn(digits: &[u32]) -> bool {
    // A coordination number has 60 added to its day.
    digits.len() == 10 && is_month_and_day(two(digits, 2), two(digits, 4) % 60) && luhn(digits)
}

/// Czechia and Slovakia, rodné číslo: a date, and the whole divisible by eleven.
fn is_rodne_cislo(digits: &[u32]) -> bool {
    let month = two(digits, 2);
    let month = [0, 20, 50, 70]
        .into_iter()
        .find_map(|by| month.checked_sub(by).filter(|m| (1..=12).contains(m)));
    month.is_some_and(|month| is_month_and_day(month, two(digits, 4)))
        && remainder(digits.iter().copied(), 11) == 0
}

/// Brazil, CPF: two check digits.
fn is_cpf(digits: &[u32]) -> bool {
    let check = |count: usize| {
        let weights: Vec<u32> = (2..=count as u32 + 1).rev().collect();
        let rest = weighted(digits.get(..count).unwrap_or_default(), &weights) * 10 % 11;
        rest % 10 == at(digits, count)
    };
    check(9) && check(10)
}

/// Poland, PESEL: a date and a check digit.
fn is_pesel(digits: &[u32]) -> bool {
    let sum = weighted(digits, &[1, 3, 7, 9, 1, 3, 7, 9, 1, 3]);
    is_month_and_day(two(digits, 2) % 20, two(digits, 4)) && (10 - sum % 10) % 10 == at(digits, 10)
}

/// Germany, Identifikationsnummer: ISO 7064 modulus 11, 10; of the first ten digits one is there twice or
/// three times.
fn is_steuer_id(digits: &[u32]) -> bool {
    let mut product = 10;
    for digit in digits.iter().take(10) {
        let sum = (digit + product) % 10;
        product = (if sum == 0 { 10 } else { sum }) * 2 % 11;
    }
    let mut times: BTreeMap<u32, usize> = BTreeMap::new();
    for digit in digits.iter().take(10) {
        *times.entry(*digit).or_default() += 1;
    }
    let repeated: Vec<usize> = times.values().copied().filter(|times| *times > 1).collect();
    at(digits, 0) != 0
        && matches!(repeated.as_slice(), [2 | 3])
        && (11 - product) % 10 == at(digits, 10)
}

/// Norway, fødselsnummer: a date and two check digits.
fn is_fodselsnummer(digits: &[u32]) -> bool {
    let check = |weights: &[u32], position: usize| {
        let rest = weighted(digits, weights) % 11;
        // A check of ten is given to nobody.
        (11 - rest) % 11 == at(digits, position)
    };
    // A D-number has 40 added to its day.
    let day = two(digits, 0);
    is_month_and_day(two(digits, 2), day.checked_sub(40).unwrap_or(day))
        && check(&[3, 7, 6, 1, 8, 9, 4, 5, 2], 9)
        && check(&[5, 4, 3, 2, 7, 6, 5, 4, 3, 2], 10)
}

/// Türkiye, T.C. kimlik numarası: two check digits.
fn is_tckn(digits: &[u32]) -> bool {
    let sum =
        |start: usize| (start..9).step_by(2).map(|position| at(digits, position)).sum::<u32>();
    let (odd, even) = (sum(0), sum(1));
    at(digits, 0) != 0
        && (odd * 7 + 90 - even) % 10 == at(digits, 9)
        && digits.iter().take(10).sum::<u32>() % 10 == at(digits, 10)
}

/// Belgium, rijksregisternummer: a date and 97 minus the remainder; from 2000 on a two goes before it.
fn is_rijksregister(digits: &[u32]) -> bool {
    let first = digits.get(..9).unwrap_or_default();
    let check = two(digits, 9);
    let fits = |lead: Option<u32>| {
        97 - remainder(lead.into_iter().chain(first.iter().copied()), 97) == check
    };
    two(digits, 2) <= 12 && two(digits, 4) <= 31 && (fits(None) || fits(Some(2)))
}

/// India, Aadhaar: Verhoeff's check digit; the first digit is none of 0 and 1.
fn is_aadhaar(digits: &[u32]) -> bool {
    at(digits, 0) > 1 && verhoeff(digits)
}

/// Verhoeff's check (1969).
fn verhoeff(digits: &[u32]) -> bool {
    /// Products in the dihedral group of ten elements.
    const TIMES: [[u32; 10]; 10] = [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        [1, 2, 3, 4, 0, 6, 7, 8, 9, 5],
        [2, 3, 4, 0, 1, 7, 8, 9, 5, 6],
        [3, 4, 0, 1, 2, 8, 9, 5, 6, 7],
        [4, 0, 1, 2, 3, 9, 5, 6, 7, 8],
        [5, 9, 8, 7, 6, 0, 4, 3, 2, 1],
        [6, 5, 9, 8, 7, 1, 0, 4, 3, 2],
        [7, 6, 5, 9, 8, 2, 1, 0, 4, 3],
        [8, 7, 6, 5, 9, 3, 2, 1, 0, 4],
        [9, 8, 7, 6, 5, 4, 3, 2, 1, 0],
    ];
    /// What a digit counts as, by its place from the end.
    const PERMUTED: [[u32; 10]; 8] = [
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
        [1, 5, 7, 6, 2, 8, 3, 0, 9, 4],
        [5, 8, 0, 3, 7, 9, 6, 1, 4, 2],
        [8, 9, 1, 6, 0, 4, 3, 5, 2, 7],
        [9, 4, 5, 3, 1, 2, 6, 8, 7, 0],
        [4, 2, 8, 6, 5, 7, 3, 9, 0, 1],
        [2, 7, 9, 3, 8, 0, 6, 4, 1, 5],
        [7, 0, 4, 6, 9, 1, 3, 2, 5, 8],
    ];
    let cell = |row: Option<&[u32; 10]>, column: u32| {
        row.and_then(|row| row.get(column as usize)).copied().unwrap_or_default()
    };
    let product =
        digits.iter().rev().zip((0..PERMUTED.len()).cycle()).fold(0, |product, (digit, place)| {
            cell(TIMES.get(product as usize), cell(PERMUTED.get(place), *digit))
        });
    product == 0
}

/// Switzerland, AHV-Nummer: 756 and the check digit of EAN-13.
fn is_ahv(digits: &[u32]) -> bool {
    let sum = weighted(digits, &[1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3]);
    digits.starts_with(&[7, 5, 6]) && (10 - sum % 10) % 10 == at(digits, 12)
}

/// Romania, CNP: a date and a check digit.
fn is_cnp(digits: &[u32]) -> bool {
    let rest = weighted(digits, &[2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
    at(digits, 0) != 0
        && is_month_and_day(two(digits, 3), two(digits, 5))
        && (if rest == 10 { 1 } else { rest }) == at(digits, 12)
}

/// France, numéro de sécurité sociale: 97 minus the remainder of the first 13 digits.
fn is_nir(digits: &[u32]) -> bool {
    let number = digits.get(..13).unwrap_or_default();
    matches!(at(digits, 0), 1..=4 | 7 | 8)
        && 97 - remainder(number.iter().copied(), 97) == two(digits, 13)
}

/// China, resident identity card (GB 11643): a date and a check digit, which may be X.
fn is_chinese_id(digits: &[u32], last: Option<char>) -> bool {
    let sum = weighted(digits, &[7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]);
    let check = (12 - sum % 11) % 11;
    let fits = match last {
        Some('X') => check == 10,
        _ => digits.len() == 18 && check == at(digits, 17),
    };
    fits && is_month_and_day(two(digits, 10), two(digits, 12))
}

/// Numbers that are known by how they are written.
fn is_written_identity(text: &str) -> bool {
    let shape: String = text
        .chars()
        .map(|c| if c.is_ascii_digit() { '9' } else { c.to_ascii_uppercase() })
        .collect();
    let digits = ascii_digits(text);
    match shape.as_str() {
        // United States, social security number (SSA: no 000, 666, 9xx; no 00; no 0000).
        "999-99-9999" | "999 99 9999" => {
            let area = at(&digits, 0) * 100 + two(&digits, 1);
            area != 0 && area != 666 && area < 900 && two(&digits, 3) != 0
        }
        // Denmark, CPR: a date and four digits.
        "999999-9999" => {
            is_month_and_day(two(&digits, 2), two(&digits, 0)) || is_dated_luhn(&digits)
        }
        // Canada, social insurance number: Luhn's check digit.
        "999 999 999" | "999-999-999" => luhn(&digits),
        // United States, employer identification number.
        "99-9999999" => true,
        // Czechia and Slovakia, rodné číslo.
        "999999/9999" | "999999/999" => true,
        // Korea, resident registration number.
        "999999-9999999" => is_month_and_day(two(&digits, 2), two(&digits, 4)),
        _ => false,
    }
}

/// Numbers with letters, without what stands between their parts.
fn is_lettered_identity(compact: &str) -> bool {
    let shape: String = compact
        .chars()
        .map(|c| {
            if c.is_ascii_digit() {
                '9'
            } else if c.is_ascii_uppercase() {
                'A'
            } else {
                c
            }
        })
        .collect();
    let digits = ascii_digits(compact);
    let chars: Vec<char> = compact.chars().collect();
    let last = chars.last().copied();
    let number =
        |digits: &[u32]| digits.iter().fold(0_u64, |sum, digit| sum * 10 + u64::from(*digit));
    let letter_of =
        |letters: &str, at: u64| usize::try_from(at).ok().and_then(|at| letters.chars().nth(at));
    const SPANISH: &str = "TRWAGMYFPDXBNJZSQVHLCKE";
    match shape.as_str() {
        // Spain, DNI and NIE: a letter for the remainder of 23.
        "99999999A" => last == letter_of(SPANISH, number(&digits) % 23),
        "A9999999A" if matches!(chars.first(), Some('X' | 'Y' | 'Z')) => {
            let lead = match chars.first() {
                Some('Y') => 10_000_000,
                Some('Z') => 20_000_000,
                _ => 0,
            };
            last == letter_of(SPANISH, (lead + number(&digits)) % 23)
        }
        // United Kingdom, National Insurance number: also with letters that are not in use, as in samples.
        "AA999999A" => matches!(last, Some('A'..='D')),
        // Italy, codice fiscale.
        "AAAAAA99A99A999A" => matches!(chars.get(8), Some(c) if "ABCDEHLMPRST".contains(*c)),
        // Finland, henkilötunnus: a letter for the remainder of 31; the sign in the middle is a letter here.
        "999999A9999" | "999999A999A" => {
            const FINNISH: &str = "0123456789ABCDEFHJKLMNPRSTUVWXY";
            let first = digits.get(..9).unwrap_or_default();
            is_month_and_day(two(&digits, 2), two(&digits, 0))
                && last == letter_of(FINNISH, number(first) % 31)
        }
        // India, PAN: the fourth letter says whose it is.
        "AAAAA9999A" => matches!(chars.get(3), Some(c) if "PCHFATBLJG".contains(*c)),
        "99999999999999999A" => is_chinese_id(&digits, last),
        _ => {
            // Mexico, CURP.
            shape == "AAAA999999AAAAAA99" && matches!(chars.get(10), Some('H' | 'M' | 'X'))
        }
    }
}

/// Keys, tokens and phrases that let somebody in.
fn is_credential(text: &str) -> bool {
    const PREFIXES: &[&str] = &[
        "-----BEGIN ",
        "sk-",
        "sk_live_",
        "sk_test_",
        "rk_live_",
        "ghp_",
        "gho_",
        "github_pat_",
        "glpat-",
        "xoxb-",
        "xoxp-",
        "AKIA",
        "ASIA",
        "AIza",
        "ya29.",
        "npm_",
        "pypi-",
        "hf_",
        "AGE-SECRET-KEY-",
        "xprv",
        "otpauth://",
    ];
    PREFIXES.iter().any(|prefix| text.starts_with(prefix) && text.len() >= prefix.len() + 8)
        || is_jwt(text)
        || is_random(text)
        || is_made_up(text)
        || is_phrase(text)
}

/// Three parts in base64url, the first of which begins a JSON object (RFC 7519).
fn is_jwt(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    let base64url =
        |part: &&str| part.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'));
    parts.len() == 3 && text.starts_with("eyJ") && parts.iter().all(base64url)
}

/// Letters from which on a run without spaces can be a key.
const KEY_LENGTH: usize = 20;
/// Bits for each letter from which on it is no word or address.
const KEY_ENTROPY: f64 = 3.5;

/// Whether a run of letters and digits looks drawn at random.
fn is_random(text: &str) -> bool {
    let length = text.chars().count();
    let plain = text
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=' | b'_' | b'-'));
    let has = |test: fn(&u8) -> bool| text.as_bytes().iter().any(test);
    let (lower, upper, digit) =
        (has(u8::is_ascii_lowercase), has(u8::is_ascii_uppercase), has(u8::is_ascii_digit));
    let hexadecimal = length >= 32
        && text.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-')
        && digit
        && (lower || upper);
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let mixed = lower && upper && digits >= 3;
    let dense = length >= 24 && digits >= 3 && text.bytes().all(|b| b.is_ascii_alphanumeric());
    plain
        && length >= KEY_LENGTH
        && (hexadecimal || mixed || dense)
        && changes(text) * 4 >= length
        && entropy(text) >= KEY_ENTROPY
}

/// Letters of a password that is made up as advised.
const MADE_UP: std::ops::RangeInclusive<usize> = 8..=64;

/// Whether it is a word that nobody says: small and capital letters, digits, and a sign among them ("Tr0ub4dor&3"),
/// or all of these so mixed that nearly every one differs in kind from the one before ("Kx9vvT2p").
fn is_made_up(text: &str) -> bool {
    const MARKS: &[u8] = b"!#$%&*^~?+=<>|";
    let has = |test: fn(&u8) -> bool| text.bytes().any(|b| test(&b));
    let length = text.len();
    let is_plain = || text.bytes().all(|b| b.is_ascii_alphanumeric());
    let is_marked = || {
        text.bytes().all(|b| b.is_ascii_graphic() && !matches!(b, b'@' | b'/' | b':'))
            && text.bytes().any(|b| MARKS.contains(&b))
    };
    MADE_UP.contains(&length)
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_uppercase)
        && text.bytes().filter(u8::is_ascii_digit).count() >= 2
        && (is_marked() || is_plain() && changes(text) * 3 >= length * 2)
}

/// How often a letter follows a digit, a capital a small letter, or the other way round.
fn changes(text: &str) -> usize {
    let class = |b: u8| (b.is_ascii_digit(), b.is_ascii_uppercase());
    text.as_bytes()
        .windows(2)
        .filter(|pair| matches!(pair, [a, b] if class(*a) != class(*b)))
        .count()
}

/// Shannon's entropy in bits for each character.
fn entropy(text: &str) -> f64 {
    let mut times: BTreeMap<char, u32> = BTreeMap::new();
    for c in text.chars() {
        *times.entry(c).or_default() += 1;
    }
    let all = f64::from(times.values().sum::<u32>());
    times.values().map(|times| f64::from(*times) / all).map(|share| -share * share.log2()).sum()
}

/// Numbers of words that recovery phrases have (BIP-39, and 13 and 25 as Monero and others have).
const PHRASE_WORDS: &[usize] = &[12, 13, 15, 18, 20, 21, 24, 25, 33];

/// Whether it is a recovery phrase: so many plain short words and nothing that makes a sentence.
fn is_phrase(text: &str) -> bool {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || c == ',')
        .filter(|word| !word.is_empty())
        .collect();
    let is_plain = |word: &&str| {
        let letters = word.chars().count();
        word.chars().all(|c| c.is_alphabetic() && !c.is_uppercase()) && (2..=8).contains(&letters)
    };
    PHRASE_WORDS.contains(&words.len())
        && words.iter().all(is_plain)
        && !words.iter().any(|word| has(List::Sentence, word))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_shape_betrays_what_a_name_hides() {
        let check = |value: &str, expected: Option<Kind>| {
            assert_eq!(kind_of_value(value, false), expected, "{value}");
        };
        for card in
            ["4111 1111 1111 1111", "4929310087654321", "5500-0000-0000-0004", "378282246310005"]
        {
            // The second has no valid check digit.
            let expected = (card != "4929310087654321").then_some(Kind::Card);
            check(card, expected);
        }
        for iban in
            ["DE89 3704 0044 0532 0130 00", "GB29NWBK60161331926819", "fr1420041010050500013m02606"]
        {
            check(iban, Some(Kind::BankAccount));
        }
        for id in [
            "943 476 5919",          // NHS
            "078-05-1120",           // SSN
            "QQ 12 34 56 C",         // not in use
            "AB123456C",             // National Insurance
            "12345678Z",             // DNI
            "X1234567L",             // NIE
            "RSSMRA85T10A562S",      // codice fiscale
            "111.444.777-35",        // CPF
            "44051401359",           // PESEL
            "86095742719",           // Steuer-ID
            "10000000146",           // TCKN
            "85073003328",           // rijksregister
            "756.9217.0769.85",      // AHV
            "1800101221144",         // CNP
            "1 85 05 78 006 084 91", // NIR
            "11010519491231002X",    // China
            "811228-9874",           // Sweden
            "131052-308T",           // Finland: its sign is taken out
            "880101-1234567",        // Korea
            "736028/5163",           // Czechia
            "111222333",             // BSN
            "ABCPE1234F",            // PAN
            "GOMC900514HDFRRS09",    // CURP
        ] {
            let nothing = ["131052-308T"];
            check(id, (!nothing.contains(&id)).then_some(Kind::NationalId));
        }
        for key in [
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVP",
            "sk-proj-abcdefgh12345678",
            "AKIAIOSFODNN7EXAMPLE",
            "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "q7Zx2LmP9vRk4TnB8wYc1",
            "legal winner thank year wave sausage worth useful legal winner thank yellow",
            "-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl",
            "otpauth://totp/x?secret=JBSWY3DP",
        ] {
            check(key, Some(Kind::Credential));
        }
        for plain in [
            "",
            "42",
            "blue",
            "Yes",
            "A-113",
            "+49 151 23456789",
            "https://example.org/Some-Long-Path/With2Numbers",
            "Donaudampfschifffahrtsgesellschaft",
            "SomeVeryLongCompanyNameIncorporated2",
            "2024-05-01",
            "Senior Software Engineer",
            "i work at a small firm in the north and like it there",
            "1234567890123",
            "11111111111",
            "ada.lovelace1815@example.org",
        ] {
            check(plain, None);
        }
        assert_eq!(kind_of_value("9434765919", true), None, "a phone may look like it");
        let mistyped = "1A5AUMExiWvPQvp2uXm1FU3u9onB5oQvpg";
        assert_eq!(kind_of_value(mistyped, false), Some(Kind::BankAccount), "a wallet, mistyped");
        assert_eq!(kind_of_value("DE89370400440532013000", true), Some(Kind::BankAccount));
        assert_eq!(kind_of_value("4111\u{ad}1111\u{200b}1111 1111", false), Some(Kind::Card));
        assert_eq!(kind_of_value("４１１１１１１１１１１１１１１１", false), Some(Kind::Card));
    }

    #[test]
    fn a_secret_among_other_words_is_one() {
        for (value, expected) in [
            ("4111 1111 1111 1111 please", Some(Kind::Card)),
            ("4111 1111 1111 1111 12/29 123", Some(Kind::Card)),
            ("my card is 4111-1111-1111-1111.", Some(Kind::Card)),
            ("card 4929 3100 8765 4321, valid to 11/29", Some(Kind::Card)),
            ("IBAN DE89 3704 0044 0532 0130 00", Some(Kind::BankAccount)),
            ("please use DE89370400440532013000, thanks", Some(Kind::BankAccount)),
            ("account number 12345678", Some(Kind::BankAccount)),
            ("wallet 0x52908400098527886E0F7030069857D2E4169EE7", Some(Kind::BankAccount)),
            ("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", Some(Kind::BankAccount)),
            ("bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", Some(Kind::BankAccount)),
            (
                "0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318",
                Some(Kind::Credential),
            ),
            ("QQ123456C", Some(Kind::NationalId)),
            ("my number: AB 12 34 56 C", Some(Kind::NationalId)),
            ("passport number 533401234", Some(Kind::NationalId)),
            ("046 454 286", Some(Kind::NationalId)),
            ("12-3456789", Some(Kind::NationalId)),
            ("it is 078-05-1120", Some(Kind::NationalId)),
            ("Tr0ub4dor&3", Some(Kind::Credential)),
            ("Kx9vvT2p", Some(Kind::Credential)),
            ("the key is sk-proj-abcdefgh12345678", Some(Kind::Credential)),
            ("046 454 288", None),
            ("4929 3100 8765 4321", None),
            ("I have a driving licence, call +49 151 23456789", None),
            ("I hold a passport", None),
            ("From 2019 to 2021 I led 12 people", None),
            ("iPhone15Pro", None),
            ("Johnson&Johnson", None),
            ("R2D2 and C3PO", None),
            ("0x12", None),
            ("https://example.org/Some-Long-Path/With2Numbers&x=12", None),
        ] {
            assert_eq!(kind_of_value(value, false), expected, "{value}");
        }
        let phone = "ring 4111 1111 1111 1111";
        assert_eq!(kind_of_value(phone, true), None, "its name says that it is a phone's");
    }

    /// Digits by a linear congruential generator (Knuth, MMIX), small ones more often, so that many are days.
    fn numbers(length: usize) -> Vec<Vec<u32>> {
        let mut state = length as u64;
        let mut draw = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let drawn = state >> 33;
            ((drawn >> 8) % if drawn & 1 == 1 { 10 } else { 4 }) as u32
        };
        (0..20_000).map(|_| (0..length).map(|_| draw()).collect()).collect()
    }

    #[test]
    fn numbers_of_persons_are_told_as_a_second_reading_of_their_rules_tells_them() {
        // How many of the same numbers a program passes that was written by the specifications, not by this one.
        let check = |length: usize, test: fn(&[u32]) -> bool, expected: usize| {
            let passed = numbers(length).iter().filter(|digits| test(digits)).count();
            assert_eq!(passed, expected);
        };
        check(9, is_bsn, 1841);
        check(10, is_nhs, 1803);
        check(10, is_dated_luhn, 324);
        check(10, is_rodne_cislo, 578);
        check(11, is_cpf, 267);
        check(11, is_pesel, 729);
        check(11, is_steuer_id, 20);
        check(11, is_fodselsnummer, 24);
        check(11, is_tckn, 169);
        check(11, is_rijksregister, 62);
        check(12, is_aadhaar, 1336);
        check(13, is_cnp, 220);
        check(15, is_nir, 131);
        check(18, |digits| is_chinese_id(digits, None), 223);
        let mut swiss = numbers(13);
        swiss
            .iter_mut()
            .skip(1)
            .step_by(2)
            .for_each(|digits| digits[..3].copy_from_slice(&[7, 5, 6]));
        assert_eq!(swiss.iter().filter(|digits| is_ahv(digits)).count(), 1047);
    }

    #[test]
    fn each_number_of_a_person_is_one_by_itself() {
        // None of these fits the rule of another state.
        for number in [
            "103130500",
            "2233108213",
            "4403203831",
            "3411121021",
            "40004302702",
            "72521606193",
            "50136222872",
            "01126872700",
            "43632228718",
            "23080130242",
            "300321803072",
            "190211230081",
            "7569217076985",
            "3310821326400",
            "381743101232802",
            "030119310711010040",
        ] {
            assert_eq!(kind_of_value(number, false), Some(Kind::NationalId), "{number}");
            assert_eq!(kind_of_value(number, true), None, "{number} may be a phone's");
        }
        for number in [
            "463258436",
            "4632584368",
            "46325843684",
            "463258436845",
            "4632584368459",
            "463258436845904566",
            "000000000000",
        ] {
            assert_eq!(kind_of_value(number, false), None, "{number}");
        }
    }

    #[test]
    fn what_is_written_like_a_number_of_a_person_is_looked_at_closely() {
        let check = |text: &str, expected: bool| {
            assert_eq!(is_written_identity(text), expected, "{text}");
        };
        check("078-05-1120", true);
        check("078 05 1120", true);
        check("899-05-1120", true);
        check("000-05-1120", false);
        check("666-05-1120", false);
        check("900-05-1120", false);
        check("078-00-1120", false);
        check("311280-1234", true);
        check("321280-1234", false);
        check("123180-1234", false);
        check("811228-9874", true);
        check("046 454 286", true);
        check("046-454-286", true);
        check("046-454-288", false);
        check("12-3456789", true);
        check("736028/5163", true);
        check("736028/516", true);
        check("880101-1234567", true);
        check("881301-1234567", false);
        check("880132-1234567", false);
        check("12345", false);
        let check = |text: &str, expected: bool| {
            assert_eq!(is_lettered_identity(text), expected, "{text}");
        };
        check("12345678Z", true);
        check("12345678A", false);
        check("X1234567L", true);
        check("Y1234567X", true);
        check("Z1234567R", true);
        check("Y1234567L", false);
        check("W1234567L", false);
        check("AB123456A", true);
        check("AB123456D", true);
        check("AB123456E", false);
        check("RSSMRA85T10A562S", true);
        check("RSSMRA85F10A562S", false);
        check("131052A308T", true);
        check("131052A308U", false);
        check("131352A308T", false);
        check("131052A2896", true);
        check("131052A2897", false);
        check("ABCPE1234F", true);
        check("ABCDE1234F", false);
        check("11010519491231002X", true);
        check("11010519491231003X", false);
        check("GOMC900514HDFRRS09", true);
        check("GOMC900514ADFRRS09", false);
        check("AB12", false);
    }

    #[test]
    fn accounts_have_their_check_digits_and_lengths() {
        for (text, expected) in [
            ("DE89370400440532013000", true),
            ("MT84MALT011000012345MTLCAST001S", true),
            ("NO9386011117947", true),
            ("XX7811111111111", true),
            ("XX32111111111111111111111111111111", true),
            ("XX431111111111", false),
            ("XX651111111111111111111111111111111", false),
            ("1234370400440000000051", false),
            ("DEAB370400440000000093", false),
            ("D123370400440000000081", false),
            ("DE1B370400440000000038", false),
            ("DE88370400440532013000", false),
        ] {
            assert_eq!(is_iban(text), expected, "{text}");
        }
        for (number, expected) in [
            ("2111111111111", true),
            ("6111111111117", true),
            ("7111111111116", false),
            ("2111111111111111112", true),
            ("211111111111", false),
            ("21111111111111111119", false),
        ] {
            assert_eq!(is_card(&ascii_digits(number)), expected, "{number}");
        }
        assert!(!luhn(&[0; 16]) && luhn(&[4, 2]));
        assert_eq!(kind_of_value("4111/1111/1111/1111", false), Some(Kind::Card));
        assert_eq!(kind_of_value("4111/1111/1111/1111", true), None);
        assert_eq!(kind_of_value("ref X4111111111111111", false), None, "a serial number");
        for (word, expected) in [
            ("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", Some(Kind::BankAccount)),
            ("1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN0", None),
            ("1bvbmseystwetqtfn5au4m4gfg7xjanvn2", None),
            ("1BVBMSEYSTWETQTFN5AU4M4GFG7XJANVN2", None),
            ("2BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", None),
            ("1BvBMSEYstWetqTFn5Au4m4", None),
            ("bc1qar0srrr7xfkvy5l643lyd", None),
            ("bc1qar0srrr7xfkvy5l643lydn", Some(Kind::BankAccount)),
            ("bc1qar0srrr7xfkvy5l643lydN", None),
            ("0x52908400098527886E0F7030069857D2E4169EE7", Some(Kind::BankAccount)),
            ("0x52908400098527886E0F7030069857D2E4169EEg", None),
            ("TK3NUQcgsF3La6sfVoQimck34bXVG1iMpj", Some(Kind::BankAccount)),
            (
                "0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318",
                Some(Kind::Credential),
            ),
        ] {
            assert_eq!(kind_of_wallet(word), expected, "{word}");
        }
    }

    #[test]
    fn a_number_is_what_its_own_clause_says() {
        for (text, expected) in [
            ("account number 12345", None),
            ("account number 123456", Some(Kind::BankAccount)),
            ("card 49293100876", None),
            ("card 492931008765", Some(Kind::Card)),
            ("visa 492931008765", Some(Kind::Card)),
            ("Kreditkarte 492931008765", Some(Kind::Card)),
            ("カード 492931008765", Some(Kind::Card)),
            ("reference 463258436845", None),
            ("passport 1234567, ring 463258436845", Some(Kind::NationalId)),
            ("I have a passport; ring 463258436845", None),
        ] {
            assert_eq!(kind_of_said(text), expected, "{text}");
        }
    }

    #[test]
    fn keys_and_passwords_are_told_from_words() {
        for (text, expected) in
            [("eyJa-_1.b.c", true), ("eyJa.b", false), ("abca.b.c", false), ("eyJa.b!.c", false)]
        {
            assert_eq!(is_jwt(text), expected, "{text}");
        }
        for (text, expected) in [
            ("q7Zx2LmP9vRk4TnB8wYc", true),
            ("q7Zx2LmP9vRk4TnB8wY", false),
            ("q7Zx2LmP9vRk+4TnB8wYc1", true),
            ("q7Zx2LmP9vRk.4TnB8wYc1", false),
            ("7d3c1e92-5b0f-48a6-9e2c-1f64b8d0", true),
            ("7D3C1E92-5B0F-48A6-9E2C-1F64B8D0", true),
            ("7d3c1e92-5b0f-48a6-9e2c-1f64b8d", false),
            ("7g3c1e92-5b0f-48a6-9e2c-1f64b8d0", false),
            ("1234-5678-9012-3456-7890-1234-56", false),
            ("g1h2j3k4l5m6n7p8q9-r0s", false),
            ("aBcDeFgHiJkLmNoPq123", true),
            ("aBcDeFgHiJkLmNoPqr12", false),
            ("a1c2e3g4i5k6m7o8q9s0", false),
            ("A1C2E3G4I5K6M7O8Q9S0", false),
            ("a1c2e3g4i5k6m7o8q9s0u1w2", true),
            ("a1c2e3g4i5k6m7o8q9s0u1w", false),
            ("aBcDeFgHiJkLmNoPqRsTuV12", false),
            ("abcdeFGHIJ123klmno45", false),
            ("abcdeFGHIJ123klmno4P", true),
            ("aB1aB1aB1aB1aB1aB1aB1", false),
            // Exactly 3.5 bits.
            ("a1B2c3D4e5F6e5F6a1B2c3D4e5F6e5F6", true),
        ] {
            assert_eq!(is_random(text), expected, "{text}");
        }
        assert!((entropy("aabb") - 1.0).abs() < 1e-9 && (entropy("abcd") - 2.0).abs() < 1e-9);
        for (text, expected) in [
            ("Tr0ub4dor&3", true),
            ("Tr0ub4dor&x", true),
            ("Tr0ubador&x", false),
            ("TR0UB4DOR&3", false),
            ("tr0ub4dor&3", false),
            ("Tr0ub4dor.3", false),
            ("Tr0ub4dor&3@x", false),
            ("Tr0ub4 dor&3", false),
            ("Tr0ub4dor3", false),
            ("K.x9vT2pQ7", false),
            ("Kx9vvT2p", true),
            ("Kx9vvT2pp", true),
            ("Kx9vT2p", false),
        ] {
            assert_eq!(is_made_up(text), expected, "{text}");
        }
        let phrase = "legal winner thank year wave sausage worth useful legal winner thank yellow";
        let with = |word: &str| phrase.replacen("legal", word, 1);
        for (text, expected) in [
            (phrase.to_owned(), true),
            (phrase.replace(' ', ", "), true),
            (phrase.replacen(" yellow", "", 1), false),
            (with("Legal"), false),
            (with("l3gal"), false),
            (with("breakfasts"), false),
            (with("the"), false),
            (with("x"), false),
        ] {
            assert_eq!(is_phrase(&text), expected, "{text}");
        }
        assert!(is_credential("ghp_abcdefgh") && !is_credential("ghp_abcdefg"));
        assert_eq!(kind_of_value("(Kx9vvT2p)", false), Some(Kind::Credential));
    }

    proptest! {
        #[test]
        fn any_text_has_a_shape_or_none(text in ".{0,80}") {
            kind_of_value(&text, false);
            kind_of_value(&text, true);
        }

        #[test]
        fn one_wrong_digit_is_no_card(at in 0..16usize, by in 1..10u32) {
            let mut digits = ascii_digits("4111111111111111");
            digits[at] = (digits[at] + by) % 10;
            prop_assert!(!is_card(&digits));
        }
    }
}
