//! Signed lists of recipes: a key is made, what is in a folder is signed, and a list is checked. Nothing is fetched, sent or
//! served here: a list is a file, and who publishes it puts it on a site.

use std::{
    fs,
    io::{self, Write},
    path::Path,
};

use agent_core::memory::recipe::{
    Recipe,
    list::{self, LARGEST, List},
};

use super::files::{File, RecipeError, all, named, read_up_to};
use crate::private_file;

/// Bytes of a file that holds a key.
const MAX_KEY: u64 = 1_024;

/// Makes a secret key in a new file that its owner alone can read. Says what its public key is known by.
pub fn keygen(file: &Path, out: &mut impl Write) -> Result<(), RecipeError> {
    let mut secret = [0_u8; 32];
    getrandom::fill(&mut secret).map_err(io::Error::other)?;
    let digits: String = secret.iter().map(|byte| format!("{byte:02x}")).collect();
    if !private_file::create(file, &format!("{digits}\n"))? {
        return Err(RecipeError::KeyIsThere(file.to_owned()));
    }
    let key = list::public_key(&secret);
    writeln!(out, "key {key}\nfingerprint {}", list::fingerprint(&key))?;
    Ok(())
}

/// What a list is made of.
#[derive(Debug)]
pub struct Publish<'a> {
    /// The file with the secret key.
    pub key: &'a Path,
    /// What the list is called.
    pub name: &'a str,
    /// Which version of it that is.
    pub version: u32,
    /// The recipes; all of the folder where none is named.
    pub ids: &'a [String],
    /// The file that it is written to.
    pub to: &'a Path,
}

/// Signs what recipes of a folder say that others may be told, as one list.
pub fn sign(folder: &Path, publish: &Publish<'_>, out: &mut impl Write) -> Result<(), RecipeError> {
    let secret = secret_in(publish.key)?;
    let mut recipes: Vec<Recipe> = Vec::new();
    if publish.ids.is_empty() {
        for (_, path) in all(folder)? {
            recipes.push(File::read(path)?.recipe()?);
        }
    }
    for id in publish.ids {
        recipes.push(File::read(named(folder, id)?)?.recipe()?);
    }
    let list =
        List::of(publish.name, publish.version, &recipes).ok_or(RecipeError::NothingToTell)?;
    let file = list::sign(&list, &secret).map_err(RecipeError::NoList)?;
    fs::File::create_new(publish.to)?.write_all(file.as_bytes())?;
    describe(&list, &list::public_key(&secret), out)
}

/// Whether a file is a list, and whose.
pub fn check(file: &Path, out: &mut impl Write) -> Result<bool, RecipeError> {
    let unreadable = |cause| RecipeError::Unreadable { path: file.to_owned(), cause };
    if !fs::metadata(file).map_err(unreadable)?.is_file() {
        return Ok(false);
    }
    let mut bytes = Vec::new();
    let most = u64::try_from(LARGEST).unwrap_or(u64::MAX);
    let opened = fs::File::open(file).map_err(unreadable)?;
    io::Read::read_to_end(&mut io::Read::take(opened, most + 1), &mut bytes).map_err(unreadable)?;
    if !list::is_list(&bytes) {
        return Ok(false);
    }
    let signed = list::open(&bytes).map_err(RecipeError::NoList)?;
    describe(&signed.list, &signed.key, out)?;
    Ok(true)
}

fn describe(list: &List, key: &str, out: &mut impl Write) -> Result<(), RecipeError> {
    let List { name, version, forms, .. } = list;
    let fields: usize =
        forms.iter().flat_map(|form| &form.steps).map(|page| page.fields.len()).sum();
    let forms = forms.len();
    writeln!(out, "list {name}, version {version}: {forms} forms, {fields} fields")?;
    writeln!(out, "key {key}\nfingerprint {}", list::fingerprint(key))?;
    for site in list.sites() {
        writeln!(out, "  {site}")?;
    }
    Ok(())
}

fn secret_in(file: &Path) -> Result<[u8; 32], RecipeError> {
    let unreadable = |cause| RecipeError::Unreadable { path: file.to_owned(), cause };
    let text = read_up_to(file, MAX_KEY).map_err(unreadable)?.unwrap_or_default();
    list::bytes_of(text.trim()).ok_or_else(|| RecipeError::NoKey(file.to_owned()))
}
