//! Signed lists of recipes: what somebody publishes of forms, so that others are offered it. The format is described in
//! `docs/MEMORY.md`.
//!
//! An entry has types of its own, which have no place for a value, an answer, a field that is left alone, a button or a
//! tier. Whatever a list says is laid beside a field, below all that the person and their own forms have taught; it is
//! heard at the very site that it names.

use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use shared_types::ProfileKey;

use super::{
    Fault, Known, Reason, Recipe, SCHEMA, Step, Use,
    file::{self, MAX_VERSION},
};

/// Bytes of a list.
pub const LARGEST: usize = 1024 * 1024;
/// What a list begins with.
const MARK: &str = "vaulty-recipes";
/// The newest format of its head that is read.
const FORMAT: u32 = 1;
/// What is signed before the bytes of the body, so that no signature of anything else is one of a list.
const CONTEXT: &[u8] = b"vaulty/list-of-recipes/1\n";
/// Forms of a list, and letters of its name.
const MAX_FORMS: usize = 500;
const MAX_NAME: usize = 40;
/// Bytes of a key's digest that a person compares.
const FINGERPRINT: usize = 16;

/// What is in a list.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct List {
    /// The format of its forms, which is that of recipes.
    pub schema: u32,
    /// What it is called.
    pub name: String,
    /// Goes up with each that is published.
    pub version: u32,
    /// What it says.
    pub forms: Vec<Form>,
}

/// A form of a list.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Form {
    /// The site.
    pub origin: String,
    /// Its pages.
    pub steps: Vec<Page>,
}

/// A page of a form.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Page {
    /// As a recipe has it.
    pub path: String,
    /// As a recipe has it.
    pub signature: String,
    /// What its fields take.
    pub fields: Vec<Entry>,
}

/// A field: how it is known again, and the name of the entry that it takes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Entry {
    /// As a recipe has it, and so the next four.
    pub fingerprint: String,
    /// What people read of it: without that nothing is offered.
    pub words: String,
    /// What programmers call it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub names: String,
    /// What explains it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub more: String,
    /// What the rules took it for.
    pub role: String,
    /// The entry, one that every profile may have.
    pub key: ProfileKey,
}

/// A list whose signature is right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signed {
    /// The key that signed it, in hexadecimal.
    pub key: String,
    /// A digest of the bytes that were signed.
    pub digest: String,
    /// The list.
    pub list: List,
}

/// A list that the person took in, as they agreed to it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Pinned {
    /// What it is called.
    pub name: String,
    /// Where it was fetched from.
    pub address: String,
    /// The key that signs it, in hexadecimal.
    pub key: String,
    /// Of the list that is in use.
    pub version: u32,
    /// The same: a digest of its bytes.
    pub digest: String,
    /// How many forms it has.
    pub forms: usize,
    /// When it was fetched: seconds since 1970.
    pub at: u64,
}

/// Why a list is not taken in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// More bytes than a list has.
    TooLarge,
    /// It does not begin as a list does.
    NoList,
    /// Its head is of a newer format.
    Newer,
    /// Its signature is not that of these bytes by that key.
    WrongSignature,
    /// What is wrong in its body, by line.
    Faulty(Vec<Fault>),
    /// A list of this name is pinned to another key.
    OtherKey(String),
    /// At the address of one list there is another.
    OtherName(String),
    /// An older one than what is in use.
    Older,
    /// Another one of the same version.
    SameVersion,
}

impl Refused {
    /// For a person.
    pub fn said(&self) -> String {
        match self {
            Self::TooLarge => msg!("list_too_large"),
            Self::NoList => msg!("list_is_none"),
            Self::Newer => msg!("recipe_newer"),
            Self::WrongSignature => msg!("list_wrong_signature"),
            Self::Faulty(faults) => {
                faults.iter().take(5).map(Fault::said).collect::<Vec<_>>().join(" ")
            }
            Self::OtherKey(name) => msg!("list_other_key", name = name),
            Self::OtherName(name) => msg!("list_other_name", name = name),
            Self::Older => msg!("list_older"),
            Self::SameVersion => msg!("list_same_version"),
        }
    }
}

impl Form {
    /// What a recipe says that others may be told: entries that every profile may have, by fields that have words. `None`
    /// where that is nothing.
    pub fn of(recipe: &Recipe) -> Option<Self> {
        let entry = |known: &Known| {
            let Use::Key(key) = known.used()? else { return None };
            (!known.words.is_empty()).then(|| Entry {
                fingerprint: known.fingerprint.clone(),
                words: known.words.clone(),
                names: known.names.clone(),
                more: known.more.clone(),
                role: known.role.clone(),
                key,
            })
        };
        let page = |step: &Step| Page {
            path: step.path.clone(),
            signature: step.signature.clone(),
            fields: step.fields.iter().filter_map(entry).collect(),
        };
        let steps: Vec<Page> =
            recipe.steps.iter().map(page).filter(|page| !page.fields.is_empty()).collect();
        (!steps.is_empty()).then(|| Self { origin: recipe.origin.clone(), steps })
    }

    /// The same as a recipe that has nothing else: no button, no list of sections, no tier above the lowest.
    pub fn as_recipe(&self) -> Recipe {
        let known = |entry: &Entry| Known {
            fingerprint: entry.fingerprint.clone(),
            words: entry.words.clone(),
            names: entry.names.clone(),
            more: entry.more.clone(),
            role: entry.role.clone(),
            key: Some(entry.key.clone()),
            ..Known::default()
        };
        let step = |page: &Page| Step {
            path: page.path.clone(),
            signature: page.signature.clone(),
            fields: page.fields.iter().map(known).collect(),
            ..Step::default()
        };
        Recipe {
            schema: SCHEMA,
            version: 1,
            origin: self.origin.clone(),
            steps: self.steps.iter().map(step).collect(),
            ..Recipe::default()
        }
    }
}

impl List {
    /// A list of recipes. `None` where none of them says anything that others may be told.
    pub fn of<'a>(
        name: &str,
        version: u32,
        recipes: impl IntoIterator<Item = &'a Recipe>,
    ) -> Option<Self> {
        let forms: Vec<Form> = recipes.into_iter().filter_map(Form::of).collect();
        let name = name.to_owned();
        (!forms.is_empty()).then_some(Self { schema: SCHEMA, name, version, forms })
    }

    /// Its sites, each once.
    pub fn sites(&self) -> Vec<&str> {
        let mut sites: Vec<&str> = self.forms.iter().map(|form| form.origin.as_str()).collect();
        sites.sort_unstable();
        sites.dedup();
        sites
    }
}

/// A list as a file, signed with a secret key.
pub fn sign(list: &List, secret: &[u8; 32]) -> Result<String, Refused> {
    let body = toml::to_string(list).map_err(|_| Refused::NoList)?;
    read(&body)?;
    let secret = SigningKey::from_bytes(secret);
    let signature = secret.sign(&signed(body.as_bytes()));
    let (key, signature) = (hex(secret.verifying_key().as_bytes()), hex(&signature.to_bytes()));
    let file = format!("{MARK} {FORMAT} {key} {signature}\n{body}");
    if file.len() > LARGEST { Err(Refused::TooLarge) } else { Ok(file) }
}

/// The public key of a secret one, in hexadecimal.
pub fn public_key(secret: &[u8; 32]) -> String {
    hex(SigningKey::from_bytes(secret).verifying_key().as_bytes())
}

/// Whether a file is one of a list, as its first letters say.
pub fn is_list(bytes: &[u8]) -> bool {
    bytes.starts_with(MARK.as_bytes())
}

/// Reads a list: its signature first, before anything of its body is looked at.
pub fn open(bytes: &[u8]) -> Result<Signed, Refused> {
    if bytes.len() > LARGEST {
        return Err(Refused::TooLarge);
    }
    let end = bytes.iter().position(|byte| *byte == b'\n').ok_or(Refused::NoList)?;
    let (head, body) = bytes.split_at_checked(end).ok_or(Refused::NoList)?;
    let body = body.get(1..).ok_or(Refused::NoList)?;
    let head = str::from_utf8(head).map_err(|_| Refused::NoList)?;
    let mut parts = head.split(' ');
    let is_marked = parts.next() == Some(MARK);
    let format = parts.next().and_then(|format| format.parse::<u32>().ok());
    match format.filter(|_| is_marked) {
        Some(FORMAT) => {}
        Some(format) if format > FORMAT => return Err(Refused::Newer),
        _ => return Err(Refused::NoList),
    }
    let (Some(key), Some(signature), None) = (parts.next(), parts.next(), parts.next()) else {
        return Err(Refused::NoList);
    };
    let key: [u8; 32] = bytes_of(key).ok_or(Refused::NoList)?;
    let signature: [u8; 64] = bytes_of(signature).ok_or(Refused::NoList)?;
    let wrong = |_| Refused::WrongSignature;
    let public = VerifyingKey::from_bytes(&key).map_err(wrong)?;
    let signature = Signature::from_bytes(&signature);
    // The strict check: of weak keys, for which a signature is one of anything, none is right.
    public.verify_strict(&signed(body), &signature).map_err(wrong)?;
    let text = str::from_utf8(body).map_err(|_| Refused::NoList)?;
    Ok(Signed { key: hex(&key), digest: hex(&Sha256::digest(body)), list: read(text)? })
}

/// Reads the body of a list, and names everything that is wrong in it.
pub fn read(body: &str) -> Result<List, Refused> {
    if body.len() > LARGEST {
        return Err(Refused::TooLarge);
    }
    if let Some(newer) = file::newer(body) {
        return Err(Refused::Faulty(vec![newer]));
    }
    let list: List = toml::from_str(body)
        .map_err(|error| Refused::Faulty(vec![file::unreadable(&error, body)]))?;
    let faults = check(&list, body);
    if faults.is_empty() { Ok(list) } else { Err(Refused::Faulty(faults)) }
}

fn check(list: &List, body: &str) -> Vec<Fault> {
    let mut faults = Vec::new();
    let first = |name: &str| file::lines_of(body, name).first().copied().unwrap_or_default();
    let mut add = |line: usize, reason: Reason| faults.push(Fault { line, reason });
    match list.schema {
        SCHEMA => {}
        0 => add(first("schema"), Reason::NoNumber),
        _ => add(first("schema"), Reason::Newer),
    }
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !(1..=MAX_NAME).contains(&list.name.len()) || !list.name.chars().all(is_plain) {
        add(first("name"), Reason::NoName);
    }
    if !(1..=MAX_VERSION).contains(&list.version) {
        add(first("version"), Reason::NoNumber);
    }
    if list.forms.is_empty() || list.forms.len() > MAX_FORMS {
        add(0, Reason::TooManyForms(MAX_FORMS));
        return faults;
    }
    let parts = parts_of(body, list.forms.len());
    for (at, form) in list.forms.iter().enumerate() {
        let (before, part) = parts.get(at).map_or((0, ""), |(before, part)| (*before, part));
        let wordless = form.steps.iter().flat_map(|page| &page.fields);
        if wordless.clone().any(|entry| entry.words.is_empty()) || wordless.count() == 0 {
            faults.push(Fault { line: before + 1, reason: Reason::NoFingerprint });
        }
        let of_form = file::check(&form.as_recipe(), part).into_iter();
        let line = |line: usize| before + line.max(1);
        faults.extend(of_form.map(|fault| Fault { line: line(fault.line), ..fault }));
    }
    faults
}

/// The part of the body that each form has, and how many lines stand before it; nothing where that cannot be told.
fn parts_of(body: &str, forms: usize) -> Vec<(usize, String)> {
    let lines: Vec<&str> = body.lines().collect();
    let heads = lines.iter().enumerate().filter(|(_, line)| line.trim() == "[[forms]]");
    let heads: Vec<usize> = heads.map(|(at, _)| at).collect();
    if heads.len() != forms {
        return Vec::new();
    }
    let ends = heads.iter().skip(1).copied().chain([lines.len()]);
    let part = |(start, end): (&usize, usize)| {
        (*start, lines.get(*start..end).unwrap_or_default().join("\n"))
    };
    heads.iter().zip(ends).map(part).collect()
}

/// Whether a list may take the place of what the person agreed to, and what they agree to then; nothing where it is what is
/// in use. `address` is where it came from, `at` in seconds since 1970.
pub fn accept(
    all: &[Pinned],
    signed: &Signed,
    address: &str,
    at: u64,
) -> Result<Option<Pinned>, Refused> {
    let list = &signed.list;
    let there = all.iter().find(|one| one.address == address);
    if let Some(there) = there.filter(|one| one.name != list.name) {
        return Err(Refused::OtherName(there.name.clone()));
    }
    if let Some(known) = all.iter().find(|one| one.name == list.name) {
        if known.key != signed.key {
            return Err(Refused::OtherKey(known.name.clone()));
        }
        match list.version.cmp(&known.version) {
            std::cmp::Ordering::Less => return Err(Refused::Older),
            std::cmp::Ordering::Equal if known.digest != signed.digest => {
                return Err(Refused::SameVersion);
            }
            std::cmp::Ordering::Equal if known.address == address => return Ok(None),
            _ => {}
        }
    }
    Ok(Some(Pinned {
        name: list.name.clone(),
        address: address.to_owned(),
        key: signed.key.clone(),
        version: list.version,
        digest: signed.digest.clone(),
        forms: list.forms.len(),
        at,
    }))
}

/// A key as a person compares it: groups of four digits of its digest.
pub fn fingerprint(key: &str) -> String {
    let digest = Sha256::digest(key.as_bytes());
    let digits = hex(digest.get(..FINGERPRINT).unwrap_or_default());
    let groups = digits.as_bytes().chunks(4).map(|four| String::from_utf8_lossy(four).into_owned());
    groups.collect::<Vec<_>>().join(" ")
}

fn signed(body: &[u8]) -> Vec<u8> {
    [CONTEXT, body].concat()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Bytes of exactly so many small hexadecimal digits.
pub fn bytes_of<const N: usize>(text: &str) -> Option<[u8; N]> {
    let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if text.len() != 2 * N || !text.as_bytes().iter().all(is_digit) {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, at) in bytes.iter_mut().zip((0..).step_by(2)) {
        *byte = u8::from_str_radix(text.get(at..at + 2)?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests;
