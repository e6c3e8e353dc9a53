//! What the person agreed to give to which site: in a job the exact rows that a card showed, kept beyond it
//! the kinds of those rows.

use serde::{Deserialize, Serialize};
use shared_types::{Consent, DataKind, Field, ProfileId, ProfileKey, Scope, Tier};

use super::{data::Kind, statement::own_name};
use crate::{
    site,
    text::{fold, is_unseen},
};

/// One line of a consent card: this entry, as this kind of thing, into a field of this label.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Row {
    /// The entry.
    pub key: String,
    /// What it counts as there.
    pub kind: DataKind,
    /// The field's label, folded, with its symbols: its meaning for a reader, not its spelling.
    pub label: String,
}

impl Row {
    /// The row of a write.
    pub fn of(key: &ProfileKey, field: &Field, kind: Kind) -> Self {
        Self {
            key: key.as_str().to_owned(),
            kind: data_kind(key, kind),
            label: meaning(&shown_label(field)),
        }
    }
}

/// A label's words and the symbols in it, by which alone some labels differ: ☎ and ☠, 10 € and 10 $.
pub(crate) fn meaning(label: &str) -> String {
    let is_symbol = |c: &char| match c {
        '\u{a1}' | '\u{a7}' | '\u{ab}' | '\u{b6}' | '\u{b7}' | '\u{bb}' | '\u{bf}' => false,
        // Punctuation: general, of Chinese and Japanese, and as wide as these.
        '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ffef}' => false,
        c if c.is_ascii() => "#$%&+<=>@".contains(*c),
        c => !c.is_alphanumeric() && !c.is_whitespace() && !is_unseen(*c),
    };
    let symbols: String = label.chars().filter(is_symbol).collect();
    format!("{}{symbols}", fold(label))
}

/// The label that a card shows for a field.
pub fn shown_label(field: &Field) -> String {
    let label = field.group.clone().unwrap_or_else(|| field.label.clone());
    let texts = [label, field.placeholder.clone(), field.name.clone(), field.id.clone()];
    texts.into_iter().find(|text| !text.trim().is_empty()).unwrap_or_default()
}

/// The kind that a consent is about: what is ticked, and what is kept. Secrets, documents and own entries are
/// told apart one by one.
fn data_kind(key: &ProfileKey, kind: Kind) -> DataKind {
    // Whoever may have the person's address, or another thing of theirs, may not have their parents' address for that.
    if let Some((_, address)) = key.in_named_address() {
        return DataKind { tier: kind.tier(), kind: format!("addresses.{address}.") };
    }
    let name = key.as_str();
    let own = own_name(key).is_some();
    let id = match kind {
        // An own entry is called by its own name there.
        Kind::Ordinary => everyday(name),
        Kind::Birth | Kind::Gender | Kind::Pronouns => kind.thing(),
        Kind::Card if !own => kind.thing(),
        _ => name,
    };
    DataKind { tier: kind.tier(), kind: id.to_owned() }
}

/// What a profile's own key is called among what everybody gives.
fn everyday(key: &str) -> &str {
    match key.split_once('.').map_or(key, |(room, _)| room) {
        "firstName" | "middleName" | "lastName" | "fullName" => "name",
        "email" => "e-mail",
        "username" => "user name",
        "address" => "address",
        "company" | "jobTitle" => "work",
        "linkedIn" | "website" | "github" => "links",
        "resume" => "résumé",
        "payment" => "name on card",
        _ => key,
    }
}

/// The kinds of what everybody gives, as [`everyday`] calls them: what a person may allow in advance.
pub const EVERYDAY: &[&str] =
    &["name", "e-mail", "phone", "address", "work", "links", "résumé", "user name", "name on card"];

/// How a person calls what a row gives, where it is more than ordinary.
pub fn thing_of(key: &ProfileKey, kind: Kind) -> String {
    match (own_name(key), key.as_str().strip_prefix("documents.")) {
        _ if kind == Kind::Ordinary => String::new(),
        (Some(own), _) => own,
        (None, Some(name)) => format!("{} ({name})", kind.thing()),
        (None, None) => kind.thing().to_owned(),
    }
}

/// An entry that the person chose for one field, with its value before them.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Chosen {
    /// Scheme, host and port, exactly.
    pub origin: String,
    /// The field's fingerprint.
    pub fingerprint: String,
    /// The entry.
    pub key: ProfileKey,
}

/// What was agreed to for one site, in one job.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Allowance {
    /// Scheme, host and port, exactly.
    pub origin: String,
    /// The rows that were agreed to.
    pub rows: Vec<Row>,
}

/// What the person has agreed to: in this job, and before.
#[derive(Debug, Clone, Copy)]
pub struct Allowed<'a> {
    /// In this job.
    pub here: &'a [Allowance],
    /// Consents that are kept, of all profiles.
    pub kept: &'a [Consent],
    /// The profile that is filled from: what was agreed to for another is nothing to it.
    pub profile: &'a ProfileId,
}

impl Allowed<'_> {
    /// Whether this may be written on this site.
    pub fn covers(&self, origin: &str, row: &Row) -> bool {
        if self.is_off(origin) {
            return false;
        }
        let here = self.here.iter().any(|one| one.origin == origin && one.rows.contains(row));
        here || (row.kind.tier != Tier::Secret
            && self.kept_for(origin).any(|kept| kept.kinds.contains(&row.kind)))
    }

    /// Whether the site was given anything before.
    pub fn knows(&self, origin: &str) -> bool {
        self.here.iter().any(|one| one.origin == origin && !one.rows.is_empty())
            || self.kept_for(origin).any(|kept| !kept.kinds.is_empty())
    }

    /// Whether the person has switched Vaulty off for this site, whoever is filled in.
    pub fn is_off(&self, origin: &str) -> bool {
        is_off(self.kept, origin)
    }

    fn kept_for(&self, origin: &str) -> impl Iterator<Item = &Consent> {
        self.kept.iter().filter(move |one| {
            one.origin == origin
                && one.profile_id == *self.profile
                && matches!(one.scope, Scope::Session | Scope::Always)
        })
    }
}

/// Whether the person has switched Vaulty off for a site, whichever profile it would be filled from.
pub fn is_off(kept: &[Consent], origin: &str) -> bool {
    // A frame's site is off by its own name, too.
    let (own, _) = site::parts(origin);
    let is_it = |one: &str| one == origin || one == own;
    kept.iter().any(|one| is_it(&one.origin) && one.scope == Scope::Never)
}

/// What is kept once this consent is: it takes the place of the one of its site, profile and scope. One for this once
/// takes all others of site and profile away, `never` all of the site; what allows something takes `never` away, and one
/// without kinds is none.
pub fn keep(mut all: Vec<Consent>, consent: Consent) -> Vec<Consent> {
    let is_replaced = |kept: &Consent| {
        let is_same = kept.profile_id == consent.profile_id
            && (consent.scope == Scope::Once || kept.scope == consent.scope);
        kept.origin == consent.origin
            && (is_same || kept.scope == Scope::Never || consent.scope == Scope::Never)
    };
    all.retain(|kept| !is_replaced(kept));
    if consent.scope == Scope::Never || (consent.scope != Scope::Once && !consent.kinds.is_empty())
    {
        all.push(consent);
    }
    all
}

/// What is kept once a profile is gone.
pub fn without_profile(mut all: Vec<Consent>, profile: &ProfileId) -> Vec<Consent> {
    all.retain(|kept| kept.profile_id != *profile || kept.scope == Scope::Never);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    const SITE: &str = "https://site.example";

    fn row(key: &str, label: &str, kind: Kind) -> Row {
        let field = Field { label: label.to_owned(), ..Field::default() };
        Row::of(&ProfileKey::new(key), &field, kind)
    }

    #[test]
    fn labels_are_alike_by_their_words_and_their_symbols() {
        for (label, other) in [
            ("Prénom", "Prenom"),
            ("First\u{a0}name", "First name"),
            ("First\u{ad}name", "Firstname"),
            ("Name:", "Name"),
        ] {
            assert_eq!(meaning(label), meaning(other), "{label}");
        }
        for (label, other) in [("10 €", "10 $"), ("☎", "☠"), ("Name ★", "Name")] {
            assert_ne!(meaning(label), meaning(other), "{label}");
        }
    }

    #[test]
    fn what_is_ticked_is_called_by_what_it_is() {
        let check = |key: &str, kind: Kind, expected: &str| {
            assert_eq!(data_kind(&ProfileKey::new(key), kind).kind, expected, "{key}");
        };
        check("firstName", Kind::Ordinary, "name");
        check("phone", Kind::Ordinary, "phone");
        check("payment.cardNumber", Kind::Card, "payment card");
        check("custom.Note", Kind::Card, "custom.Note");
        check("custom.Note", Kind::Ordinary, "custom.Note");
        check("birthDate", Kind::Birth, "date of birth");
        check("documents.cv", Kind::Document, "documents.cv");
    }

    #[test]
    fn an_agreement_is_for_the_row_that_was_shown() {
        let shown = row("email", "E-mail", Kind::Ordinary);
        let here = [Allowance { origin: SITE.into(), rows: vec![shown] }];
        let check = |origin: &str, key: &str, label: &str, kind: Kind, expected: bool| {
            let allowed = Allowed { here: &here, kept: &[], profile: &ProfileId::default() };
            assert_eq!(allowed.covers(origin, &row(key, label, kind)), expected, "{key} {label}");
        };
        check(SITE, "email", "E-mail", Kind::Ordinary, true);
        check(SITE, "email", "e-mail:", Kind::Ordinary, true);
        check(SITE, "email", "“E-mail” – *", Kind::Ordinary, true);
        check(SITE, "email", "E-mail：", Kind::Ordinary, true);
        check(SITE, "email", "Work e-mail", Kind::Ordinary, false);
        check(SITE, "phone", "E-mail", Kind::Ordinary, false);
        check(SITE, "email", "E-mail", Kind::Password, false);
        check("http://site.example", "email", "E-mail", Kind::Ordinary, false);
        check("https://site.example:8443", "email", "E-mail", Kind::Ordinary, false);
        for (shown, other) in [
            ("E-mail", "E-mail (made public)"),
            ("Phone 1", "Phone 2"),
            ("☎", "☠"),
            ("+", "-"),
            ("E-mail → all", "E-mail"),
            ("メール", "電話"),
            ("E-mail 10 €", "E-mail 10 $"),
            ("E-mail -", "E-mail +"),
        ] {
            let [shown, other] = [shown, other].map(|label| row("email", label, Kind::Ordinary));
            assert_ne!(shown, other);
        }
        let name = [Allowance {
            origin: SITE.into(),
            rows: vec![row("firstName", "Name", Kind::Ordinary)],
        }];
        let of_name = |key: &str| {
            Allowed { here: &name, kept: &[], profile: &ProfileId::default() }
                .covers(SITE, &row(key, "Name", Kind::Ordinary))
        };
        assert!(of_name("firstName") && !of_name("lastName"), "another entry of the same kind");
        assert!(Allowed { here: &here, kept: &[], profile: &ProfileId::default() }.knows(SITE));
        assert!(
            !Allowed { here: &here, kept: &[], profile: &ProfileId::default() }
                .knows("https://other.example")
        );
        let nothing = [Allowance { origin: SITE.into(), rows: Vec::new() }];
        assert!(!Allowed { here: &nothing, kept: &[], profile: &ProfileId::default() }.knows(SITE));
    }

    #[test]
    fn kept_consents_hold_for_their_kinds_and_never_for_a_secret() {
        let of = |key: &str, kind: Kind| row(key, "x", kind).kind;
        let kept = |scope, kinds: Vec<DataKind>| Consent {
            origin: SITE.into(),
            scope,
            kinds,
            ..Consent::default()
        };
        let all = vec![
            of("firstName", Kind::Ordinary),
            of("birthDate", Kind::Birth),
            of("custom.Shoe size", Kind::Ordinary),
            of("documents.cv", Kind::Document),
            of("payment.cardNumber", Kind::Card),
        ];
        let check = |kept: &[Consent], key: &str, kind: Kind, expected: bool| {
            let allowed = Allowed { here: &[], kept, profile: &ProfileId::default() };
            let row = row(key, "whatever", kind);
            assert_eq!(allowed.covers(SITE, &row), expected, "{key} {kind:?} {kept:?}");
        };
        for scope in [Scope::Session, Scope::Always] {
            let kept = [kept(scope, all.clone())];
            check(&kept, "lastName", Kind::Ordinary, true);
            check(&kept, "birthDate", Kind::Birth, true);
            check(&kept, "custom.Shoe size", Kind::Ordinary, true);
            check(&kept, "custom.Shoe size", Kind::Own, false);
            check(&kept, "custom.Shoe size", Kind::Sensitive, false);
            check(&kept, "custom.Hat size", Kind::Ordinary, false);
            check(&kept, "email", Kind::Ordinary, false);
            check(&kept, "gender", Kind::Gender, false);
            check(&kept, "documents.cv", Kind::Document, true);
            check(&kept, "documents.passportScan", Kind::Document, false);
            check(&kept, "payment.cardNumber", Kind::Card, false);
        }
        for scope in [Scope::Once, Scope::Never] {
            check(&[kept(scope, all.clone())], "lastName", Kind::Ordinary, false);
        }
        let old = r#"{"origin":"https://site.example","scope":"always","personal":true,"since":1}"#;
        let old: Consent = serde_json::from_str(old).unwrap();
        check(&[old], "firstName", Kind::Ordinary, false);
        let off = [kept(Scope::Always, all), kept(Scope::Never, Vec::new())];
        check(&off, "firstName", Kind::Ordinary, false);
    }

    #[test]
    fn secrets_are_told_apart_by_their_number() {
        let passport = row("custom.Passport number", "Number", Kind::NationalId);
        let other = row("custom.SSN", "Number", Kind::NationalId);
        assert_ne!(passport.kind, other.kind);
        let (card, year) = (
            row("payment.cardNumber", "Card", Kind::Card),
            row("payment.expYear", "Year", Kind::Card),
        );
        assert_eq!(card.kind, year.kind, "one card");
        let words = |key: &str, kind: Kind| thing_of(&ProfileKey::new(key), kind);
        assert_eq!(words("custom.Passport number", Kind::NationalId), "Passport number");
        assert_eq!(words("payment.expYear", Kind::Card), "payment card");
        assert_eq!(words("documents.cv", Kind::Document), "document (cv)");
        assert_eq!(words("email", Kind::Ordinary), "");
        assert!(EVERYDAY.contains(&everyday("address.city")));
    }

    #[test]
    fn what_everybody_gives_is_kept_by_its_everyday_name() {
        for (key, name) in [
            ("firstName", "name"),
            ("middleName", "name"),
            ("lastName", "name"),
            ("fullName", "name"),
            ("email", "e-mail"),
            ("phone", "phone"),
            ("username", "user name"),
            ("address.city", "address"),
            ("company", "work"),
            ("jobTitle", "work"),
            ("linkedIn", "links"),
            ("website", "links"),
            ("github", "links"),
            ("resume", "résumé"),
            ("payment.nameOnCard", "name on card"),
        ] {
            assert_eq!(row(key, "x", Kind::Ordinary).kind.kind, name, "{key}");
            assert!(EVERYDAY.contains(&name));
        }
        for (key, kind) in [
            ("birthDate", Kind::Birth),
            ("gender", Kind::Gender),
            ("pronouns", Kind::Pronouns),
            ("payment.cardNumber", Kind::Card),
        ] {
            assert_eq!(row(key, "x", kind).kind.kind, kind.thing(), "{key}");
        }
        for (key, kind) in [
            ("custom.Hat size", Kind::Ordinary),
            ("custom.Card", Kind::Card),
            ("documents.cv", Kind::Document),
            ("custom.Address", Kind::Ordinary),
        ] {
            assert_eq!(row(key, "x", kind).kind.kind, key, "told apart one by one");
        }
        for (part, kind) in [("city", Kind::Ordinary), ("street", Kind::Pronouns)] {
            let key = format!("addresses.My parents.{part}");
            let kind = row(&key, "x", kind).kind.kind;
            assert_eq!(kind, "addresses.My parents.", "nothing else's yes is for this address");
        }
        let birthday = row("custom.Birthday of my child", "x", Kind::Birth).kind;
        assert_eq!(birthday.kind, Kind::Birth.thing());
        assert_eq!(thing_of(&ProfileKey::new("custom.Hat size"), Kind::Ordinary), "");
        assert_eq!(thing_of(&ProfileKey::new("birthDate"), Kind::Birth), Kind::Birth.thing());
    }

    #[test]
    fn a_site_is_known_by_what_it_was_given() {
        let kinds = vec![row("email", "E-mail", Kind::Ordinary).kind];
        let kept =
            |scope, kinds| [Consent { origin: SITE.into(), scope, kinds, ..Consent::default() }];
        let knows = |kept: &[Consent]| {
            Allowed { here: &[], kept, profile: &ProfileId::default() }.knows(SITE)
        };
        assert!(knows(&kept(Scope::Always, kinds.clone())));
        assert!(knows(&kept(Scope::Session, kinds.clone())));
        assert!(!knows(&kept(Scope::Always, Vec::new())));
        assert!(!knows(&kept(Scope::Never, kinds)));
    }

    #[test]
    fn what_one_profile_was_agreed_to_for_is_nothing_to_another() {
        let name = row("firstName", "Name", Kind::Ordinary);
        let of = |profile: &str, scope| Consent {
            origin: SITE.into(),
            profile_id: profile.into(),
            scope,
            kinds: vec![name.kind.clone()],
            ..Consent::default()
        };
        let check = |kept: &[Consent], profile: &str, expected: bool| {
            let profile = profile.into();
            let allowed = Allowed { here: &[], kept, profile: &profile };
            assert_eq!(allowed.covers(SITE, &name), expected, "{profile} {kept:?}");
            assert_eq!(allowed.knows(SITE), expected, "{profile} {kept:?}");
        };
        for scope in [Scope::Session, Scope::Always] {
            let kept = [of("work", scope)];
            check(&kept, "work", true);
            check(&kept, "first", false);
            check(&kept, "private", false);
        }
        let old = r#"{"origin":"https://site.example","scope":"always","kinds":[{"tier":"ordinary","kind":"name"}]}"#;
        let old: [Consent; 1] = [serde_json::from_str(old).unwrap()];
        check(&old, "first", true);
        check(&old, "work", false);
        let off = [of("work", Scope::Always), of("private", Scope::Never)];
        let allowed = Allowed { here: &[], kept: &off, profile: &"work".into() };
        assert!(!allowed.covers(SITE, &name), "it is off, whoever is filled in");
    }

    #[test]
    fn a_kept_consent_takes_the_place_of_its_own() {
        let of = |profile: &str, scope: Scope, kinds: usize| Consent {
            origin: SITE.into(),
            profile_id: profile.into(),
            scope,
            kinds: vec![DataKind::default(); kinds],
            ..Consent::default()
        };
        let other = Consent { origin: "https://other.example".into(), ..of("a", Scope::Never, 0) };
        let before = || {
            let own = [("a", Scope::Always), ("a", Scope::Session), ("b", Scope::Always)];
            own.map(|(who, scope)| of(who, scope, 1)).into_iter().chain([other.clone()]).collect()
        };
        let check = |all: Vec<Consent>, new: Consent, expected: &[(&str, Scope, usize)]| {
            let left: Vec<(String, Scope, usize)> = keep(all, new)
                .into_iter()
                .filter(|one| one.origin == SITE)
                .map(|one| (one.profile_id.to_string(), one.scope, one.kinds.len()))
                .collect();
            let expected = expected.iter().map(|(who, scope, n)| ((*who).to_owned(), *scope, *n));
            assert_eq!(left, expected.collect::<Vec<_>>());
        };
        let [a_session, b] = [("a", Scope::Session, 1), ("b", Scope::Always, 1)];
        check(before(), of("a", Scope::Always, 2), &[a_session, b, ("a", Scope::Always, 2)]);
        check(before(), of("a", Scope::Once, 2), &[b]);
        check(before(), of("a", Scope::Always, 0), &[a_session, b]);
        check(before(), of("a", Scope::Never, 0), &[("a", Scope::Never, 0)]);
        let off = vec![of("a", Scope::Never, 0)];
        check(off.clone(), of("b", Scope::Always, 1), &[b]);
        check(off.clone(), of("b", Scope::Once, 0), &[]);
        assert_eq!(keep(before(), of("a", Scope::Never, 0)).len(), 2, "another site's stays");
        assert_eq!(without_profile(before(), &"a".into()).len(), 2, "never is about everybody");
    }
}
