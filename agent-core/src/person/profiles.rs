//! Several profiles: which one is used where, what may be changed about that, and how profiles of older versions and
//! files come in. Names are the person's and are in no message.

use std::sync::LazyLock;

use icu_normalizer::ComposingNormalizerBorrowed;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use shared_types::{
    Private, Profile, ProfileId, ProfileSet, Receipt, Record, json,
    message::ProfilesFile,
    profiles::{NamedProfile, PROFILES_VERSION, ProfileChange, ProfileName},
};

use super::{
    file::{self, Problem},
    import, merge,
};
use crate::{
    bind::{Source, Today},
    shown::shown,
    site::origin_of,
    text::narrow,
};

/// The longest name, in characters.
pub const MAX_NAME: usize = 40;
/// The most profiles: each one's values are looked for in whatever leaves.
pub const MAX_PROFILES: usize = 20;

/// What is said of profiles that a newer version of Vaulty wrote.
pub fn newer() -> String {
    msg!("profiles_newer")
}

/// What is said of a list of profiles that cannot be read.
pub fn unreadable() -> String {
    msg!("profiles_unreadable")
}

/// The profiles of somebody who has stored none yet: one, named in their language.
pub fn first_set() -> ProfileSet {
    let only = ProfileName { id: ProfileId::default(), name: msg!("profiles_main").into() };
    ProfileSet { profiles: vec![only], ..ProfileSet::default() }
}

/// All profiles, with what is in them.
#[derive(Debug, Clone, PartialEq)]
pub struct Profiles {
    set: ProfileSet,
    /// As many as the set names, in its order.
    all: Vec<Profile>,
}

impl Default for Profiles {
    fn default() -> Self {
        Self::new(ProfileSet::default(), |_| Profile::default())
    }
}

impl Profiles {
    /// With what is stored of each.
    pub fn new(set: ProfileSet, mut of: impl FnMut(&ProfileId) -> Profile) -> Self {
        let all = set.profiles.iter().map(|one| of(&one.id)).collect();
        Self { set, all }
    }

    /// Which there are.
    pub fn set(&self) -> &ProfileSet {
        &self.set
    }

    /// What is in all of them: whatever leaves must hold none of it.
    pub fn all(&self) -> &[Profile] {
        &self.all
    }

    /// What is in one of them; `None`: there is no such profile any more.
    pub fn get(&self, id: &ProfileId) -> Option<&Profile> {
        let names = self.set.profiles.iter();
        names.zip(&self.all).find(|(one, _)| one.id == *id).map(|(_, profile)| profile)
    }

    /// What a job fills from on a page of a site, empty where that does not matter. Of a profile that is gone there is
    /// nothing: never another one in its place.
    pub fn source<'a>(
        &'a self,
        id: &ProfileId,
        record: Option<&'a Record>,
        today: Option<Today>,
        site: &'a str,
    ) -> Source<'a> {
        static NOBODY: LazyLock<Profile> = LazyLock::new(Profile::default);
        let profile = self.get(id).unwrap_or(&NOBODY);
        Source { profile, record, today, others: &self.all, site }
    }
}

/// Whether there is such a profile.
pub fn has(set: &ProfileSet, id: &ProfileId) -> bool {
    set.profiles.iter().any(|one| one.id == *id)
}

/// What a profile is called; empty when it is gone.
pub fn name<'a>(set: &'a ProfileSet, id: &ProfileId) -> &'a str {
    set.profiles.iter().find(|one| one.id == *id).map_or("", |one| one.name.reveal())
}

/// A receipt as the person exports it: with what its profile is called, where there are several.
pub fn with_name(set: &ProfileSet, receipt: &Receipt) -> Value {
    let mut value = json::to_value(receipt);
    if let Some(members) = value.as_object_mut().filter(|_| set.profiles.len() > 1) {
        members.insert("profile".to_owned(), name(set, &receipt.profile_id).into());
    }
    value
}

/// The profile that a job on this page uses: the site's, else the default.
pub fn for_page<'a>(set: &'a ProfileSet, url: &str) -> &'a ProfileId {
    let chosen = set.sites.get(&origin_of(url));
    chosen.filter(|id| has(set, id)).unwrap_or(&set.default)
}

/// A name as it is kept. An error says what is wrong with it.
pub fn name_for(set: &ProfileSet, typed: &str, of: Option<&ProfileId>) -> Result<Private, String> {
    let name = seen(typed);
    if name.is_empty() {
        return Err(msg!("profiles_name_missing"));
    }
    if name.chars().count() > MAX_NAME {
        return Err(msg!("profiles_name_too_long", max = MAX_NAME));
    }
    let is_taken = |one: &&ProfileName| Some(&one.id) != of && are_alike(one.name.reveal(), &name);
    match set.profiles.iter().find(is_taken) {
        Some(_) => Err(msg!("profiles_name_taken")),
        None => Ok(name.into()),
    }
}

/// A name as it is seen, in one line.
fn seen(typed: &str) -> String {
    shown(typed).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether two names would be taken for one another: letters count as they are seen, however they are coded.
fn are_alike(one: &str, other: &str) -> bool {
    let looks = |name: &str| {
        let narrow: String = seen(name).chars().map(narrow).collect();
        ComposingNormalizerBorrowed::new_nfc().normalize(&narrow.to_lowercase()).into_owned()
    };
    looks(one) == looks(other)
}

/// The name with a number behind it, where it is taken.
fn free_name(set: &ProfileSet, wanted: &str) -> Private {
    let short: String = seen(wanted).chars().take(MAX_NAME - 4).collect();
    let wanted = if short.trim().is_empty() { msg!("profiles_profile") } else { short };
    let numbered = (2..=MAX_PROFILES + 1).map(|n| format!("{wanted} {n}"));
    let mut names = std::iter::once(wanted.clone()).chain(numbered);
    names.find_map(|name| name_for(set, &name, None).ok()).unwrap_or_else(|| wanted.into())
}

/// The set after a change; `new_id` is for a profile that comes in. An error is for the person, and nothing changes.
pub fn changed(
    set: &ProfileSet,
    change: &ProfileChange,
    new_id: ProfileId,
) -> Result<ProfileSet, String> {
    let known = |id: &ProfileId| match has(set, id) {
        true => Ok(()),
        false => Err(msg!("profiles_gone")),
    };
    let mut after = set.clone();
    match change {
        ProfileChange::Add { name, copy_of } => {
            copy_of.iter().try_for_each(known)?;
            room_for(set, 1)?;
            let name = name_for(set, name.reveal(), None)?;
            after.profiles.push(ProfileName { id: new_id, name });
        }
        ProfileChange::Rename { id, name } => {
            known(id)?;
            let name = name_for(set, name.reveal(), Some(id))?;
            after.profiles.iter_mut().filter(|one| one.id == *id).for_each(|one| {
                one.name.clone_from(&name);
            });
        }
        ProfileChange::Remove { id } => {
            known(id)?;
            if set.profiles.len() == 1 {
                return Err(msg!("profiles_only_one"));
            }
            if set.default == *id {
                return Err(msg!("profiles_is_default"));
            }
            after.profiles.retain(|one| one.id != *id);
            after.sites.retain(|_, used| used != id);
        }
        ProfileChange::MakeDefault { id } => {
            known(id)?;
            after.default = id.clone();
        }
        ProfileChange::UseOnSite { origin, id } => {
            let origin = origin_of(origin);
            if origin.is_empty() {
                return Err(msg!("profiles_site_begins"));
            }
            match id {
                Some(id) => {
                    known(id)?;
                    after.sites.insert(origin, id.clone());
                }
                None => drop(after.sites.remove(&origin)),
            }
        }
    }
    Ok(after)
}

fn room_for(set: &ProfileSet, more: usize) -> Result<(), String> {
    if set.profiles.len() + more > MAX_PROFILES {
        return Err(msg!("profiles_too_many", max = MAX_PROFILES));
    }
    Ok(())
}

/// The set with the profiles of a file, and what is to be stored of each that is new. Where nothing was entered yet the
/// first takes the place of the empty one. One that is there already, by name and content, is left out; another of the
/// same name gets a number.
pub fn with_imported(
    stored: &Profiles,
    found: Vec<NamedProfile>,
    mut new_id: impl FnMut() -> ProfileId,
) -> Result<(ProfileSet, Vec<(ProfileId, Profile)>), String> {
    let mut set = stored.set.clone();
    let mut new = Vec::new();
    let is_there = |one: &NamedProfile| {
        let names = stored.set.profiles.iter().zip(&stored.all);
        names.into_iter().any(|(name, profile)| {
            are_alike(name.name.reveal(), one.name.reveal())
                && merge::hold_the_same(&by_itself(profile), &one.profile)
        })
    };
    let mut nothing_yet = match stored.all.as_slice() {
        [only] => file::is_empty(only),
        _ => false,
    };
    let found = found
        .into_iter()
        .map(|one| NamedProfile { profile: by_itself(&one.profile), ..one })
        .filter(|one| !is_there(one));
    for one in found {
        let wanted = one.name.reveal();
        let id = match set.profiles.first_mut().filter(|_| std::mem::take(&mut nothing_yet)) {
            Some(only) => {
                let free = ProfileSet { profiles: Vec::new(), ..ProfileSet::default() };
                only.name = free_name(&free, wanted);
                only.id.clone()
            }
            None => {
                room_for(&set, 1)?;
                let name = free_name(&set, wanted);
                let id = new_id();
                set.profiles.push(ProfileName { id: id.clone(), name });
                id
            }
        };
        new.push((id, one.profile));
    }
    Ok((set, new))
}

/// What of a profile comes in by itself: profiles that come in together are not looked through entry by entry.
fn by_itself(profile: &Profile) -> Profile {
    import::without(profile, &import::unasked(profile))
}

/// All profiles as a file, the default first.
pub fn to_file(stored: &Profiles) -> ProfilesFile {
    let mut profiles: Vec<(&ProfileName, &Profile)> =
        stored.set.profiles.iter().zip(&stored.all).collect();
    profiles.sort_by_key(|(one, _)| one.id != stored.set.default);
    let named = profiles
        .into_iter()
        .map(|(one, profile)| NamedProfile { name: one.name.clone(), profile: profile.clone() });
    ProfilesFile { version: PROFILES_VERSION, profiles: named.collect() }
}

/// What a file holds: its profiles, and what of them can't be read.
pub type InFile = (Vec<NamedProfile>, Vec<Problem>);

/// The profiles of such a file; `None`: it is no such file. What of one can't be read is named by where it is. An error is
/// for the person.
pub fn of_file(file: &Value) -> Option<Result<InFile, String>> {
    let all = file.get("profiles")?.as_array()?;
    let version = file.get("version").and_then(Value::as_u64).unwrap_or_default();
    if version > u64::from(PROFILES_VERSION) {
        return Some(Err(msg!("profiles_file_newer")));
    }
    if all.len() > MAX_PROFILES {
        return Some(Err(msg!("profiles_file_too_many", max = MAX_PROFILES)));
    }
    let mut problems = Vec::new();
    let mut named = Vec::new();
    for (at, one) in all.iter().enumerate() {
        let found = file::salvage(one.get("profile").unwrap_or(&Value::Null));
        problems.extend(
            found.problems.into_iter().map(|problem| Problem {
                path: format!("profiles.{at}.{}", problem.path),
                ..problem
            }),
        );
        let unasked = import::unasked(&found.profile);
        problems.extend(unasked.into_iter().map(|path| Problem {
            path: format!("profiles.{at}.{path}"),
            reason: msg!("profiles_file_unasked"),
        }));
        if !file::is_empty(&found.profile) {
            let name = one.get("name").and_then(Value::as_str).unwrap_or_default();
            named.push(NamedProfile { name: name.into(), profile: by_itself(&found.profile) });
        }
    }
    match named.is_empty() {
        true => Some(Err(msg!("profiles_file_empty"))),
        false => Some(Ok((named, problems))),
    }
}

/// Whether this program may read what is stored as a set. An error is for the person.
pub fn readable(set: ProfileSet) -> Result<ProfileSet, String> {
    if set.version > PROFILES_VERSION {
        return Err(newer());
    }
    let is_whole = !set.profiles.is_empty() && has(&set, &set.default);
    if is_whole { Ok(set) } else { Err(unreadable()) }
}

/// What becomes of a profile that a version before stored in another place.
#[derive(Debug, Clone, PartialEq)]
pub enum Older {
    /// There is none.
    Nothing,
    /// It was taken in before, as it is: only its old place is to be cleared.
    Known,
    /// There are as many as there can be: it stays where it is until one is deleted.
    NoRoom,
    /// It comes in as the first profile, with this set.
    First(ProfileSet),
    /// An older version wrote it after another one was taken in: it comes in beside the others.
    Beside(ProfileSet, ProfileId),
}

/// What tells a profile of an older version from any other: all that is in it, not when it was stored alone.
fn mark(old: &Value) -> String {
    let digest = Sha256::digest(old.to_string());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What becomes of a profile of an older version, where `set` is stored already or nothing is.
pub fn older(set: Option<&ProfileSet>, old: Option<&Value>, new_id: ProfileId) -> Older {
    let Some(old) = old.filter(|old| !old.is_null()) else { return Older::Nothing };
    let mark = mark(old);
    match set {
        None => Older::First(ProfileSet { took_in: Some(mark), ..first_set() }),
        Some(set) if set.took_in.as_ref() == Some(&mark) => Older::Known,
        Some(set) if room_for(set, 1).is_err() => Older::NoRoom,
        Some(set) => {
            let mut set = ProfileSet { took_in: Some(mark), ..set.clone() };
            let name = free_name(&set, &msg!("profiles_from_older"));
            set.profiles.push(ProfileName { id: new_id.clone(), name });
            Older::Beside(set, new_id)
        }
    }
}

/// What is said where the browser did not keep or read profiles, by the name of its exception (WebIDL, IndexedDB).
pub fn failure(exception: &str) -> String {
    match exception {
        "QuotaExceededError" => msg!("profiles_no_room"),
        "VersionError" => newer(),
        "TimeoutError" => msg!("profiles_out_of_reach"),
        _ => msg!("profiles_browser_fails"),
    }
}

#[cfg(test)]
mod tests;
