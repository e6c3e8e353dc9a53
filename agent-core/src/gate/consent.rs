//! Which kinds of data the person agreed to give to which site.

use serde::{Deserialize, Serialize};
use shared_types::{Consent, Scope, Tier};

use super::Kind;

/// What was agreed to for one site.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Allowance {
    /// Scheme, host and port, exactly.
    pub origin: String,
    /// Personal data as well as ordinary data.
    pub personal: bool,
    /// Secrets, by kind; only ever for one job.
    pub secrets: Vec<String>,
}

impl Allowance {
    /// Whether data of this kind may be written.
    pub fn covers(&self, kind: Kind) -> bool {
        match kind.tier() {
            Tier::Ordinary => true,
            Tier::Personal => self.personal,
            Tier::Secret => self.secrets.iter().any(|secret| secret == kind.thing()),
        }
    }
}

/// What the person has agreed to: in this job, and before.
#[derive(Debug, Clone, Copy)]
pub struct Allowed<'a> {
    /// In this job.
    pub here: &'a [Allowance],
    /// Consents that are kept.
    pub kept: &'a [Consent],
}

impl Allowed<'_> {
    /// Whether data of this kind may be written on this site.
    pub fn covers(&self, origin: &str, kind: Kind) -> bool {
        if self.is_off(origin) {
            return false;
        }
        let here = self.here.iter().any(|one| one.origin == origin && one.covers(kind));
        let kept = self.kept.iter().any(|one| {
            one.origin == origin
                && matches!(one.scope, Scope::Session | Scope::Always)
                && (kind.tier() == Tier::Ordinary
                    || (kind.tier() == Tier::Personal && one.personal))
        });
        here || kept
    }

    /// Whether the person has switched Vaulty off for this site.
    pub fn is_off(&self, origin: &str) -> bool {
        self.kept.iter().any(|one| one.origin == origin && one.scope == Scope::Never)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SITE: &str = "https://site.example";

    fn check(here: &[Allowance], kept: &[Consent], expected: [bool; 3]) {
        let allowed = Allowed { here, kept };
        let found =
            [Kind::Ordinary, Kind::Birth, Kind::Card].map(|kind| allowed.covers(SITE, kind));
        assert_eq!(found, expected, "{here:?} {kept:?}");
    }

    #[test]
    fn each_tier_needs_its_own_yes() {
        let origin = || SITE.to_owned();
        let here = |personal, secrets: &[&str]| Allowance {
            origin: origin(),
            personal,
            secrets: secrets.iter().map(|secret| (*secret).to_owned()).collect(),
        };
        let kept = |scope, personal| Consent { origin: origin(), scope, personal, since: 0.0 };
        check(&[], &[], [false; 3]);
        check(&[here(false, &[])], &[], [true, false, false]);
        check(&[here(true, &[])], &[], [true, true, false]);
        check(&[here(false, &["payment card"])], &[], [true, false, true]);
        check(&[here(false, &["password"])], &[], [true, false, false]);
        check(&[], &[kept(Scope::Always, false)], [true, false, false]);
        check(&[], &[kept(Scope::Session, true)], [true, true, false]);
        check(&[], &[kept(Scope::Once, true)], [false; 3]);
        check(&[here(true, &["payment card"])], &[kept(Scope::Never, false)], [false; 3]);
        let other = Consent { origin: "http://site.example".into(), ..kept(Scope::Always, true) };
        check(&[], &[other], [false; 3]);
    }
}
