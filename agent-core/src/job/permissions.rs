//! What the person agreed to in a job, and what they were shown for it.

use serde::{Deserialize, Serialize};
use shared_types::{Consent, DataKind, ProfileId};

use crate::{
    bind::Source,
    gate::{Allowance, Allowed, Chosen, Grants, Row},
    observe::Page,
    site,
};

/// Cards on one page of a form before what is new there is left open: a page that changes for ever.
const MAX_CARDS: u32 = 5;

/// What the person agreed to.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Permissions {
    /// Sites that the person consented to.
    pub origins: Vec<String>,
    /// The site on which a yes covers going on to further pages.
    pub covers_pages_of: Option<String>,
    /// What the person agreed to give in this job, by site: the rows that were shown.
    pub allowed: Vec<Allowance>,
    /// Site and kind of thing that a card showed and the person did not tick: it is not asked for again.
    declined: Vec<(String, DataKind)>,
    /// Frames of other origins, by their site, that the person said no to as a whole.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left: Vec<String>,
    /// What the person agreed to for several rows of a table, and so to nothing else at that site.
    #[serde(skip_serializing_if = "Option::is_none")]
    in_bulk: Option<InBulk>,
    /// The card that was replied to, until the page was compared with it.
    pub(super) answered_card: Option<Card>,
    /// Entries that the person chose for single fields.
    pub(super) chosen: Vec<Chosen>,
    /// Fields that nobody fills in this job.
    pub(super) closed: Vec<Closed>,
    /// Page of the form, and consent cards that were shown on it.
    cards: (u32, u32),
    /// Other sites that forms send to, each with what would go there, as the person was shown.
    rows_to_places: Vec<(String, Row)>,
}

/// What the person agreed to for several rows of a table.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct InBulk {
    /// What was agreed to by that alone.
    agreed: Allowance,
    /// The document that was written into first: it is for no other.
    document: Option<String>,
}

/// A field that nobody fills any more in this job: the person left it out, or has typed something into it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Closed {
    pub(super) origin: String,
    pub(super) fingerprint: String,
    pub(super) typed: bool,
}

/// A value as a card showed it, for the comparison with what would be written when the yes arrives.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct ShownRow {
    pub(super) fingerprint: String,
    pub(super) key: String,
    /// Keyed hash of the value.
    pub(super) seal: String,
}

/// A card that is shown, or was replied to a moment ago: its rows and the fields that they stood for.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Card {
    pub(super) origin: String,
    pub(super) rows: Vec<(Row, Place)>,
    /// What the review sheet showed of them, if it was shown.
    pub(super) shown: Vec<ShownRow>,
    /// Whether it is about a frame of another origin, beside which there is something else to be filled.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) is_part: bool,
}

/// The very field of a row, for the comparison with the page when the yes arrives.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Place {
    pub(super) fingerprint: String,
    pub(super) document: String,
    /// Where the field's form sends to.
    pub(super) goes_to: Vec<String>,
}

impl Permissions {
    /// Whether the job works at a site, or fills a frame that is of it.
    pub fn work_at(&self, site: &str) -> bool {
        let frames = self.allowed.iter().map(|one| one.origin.as_str());
        let frames = frames.flat_map(|one| [one, site::parts(one).0]);
        // What is kept for a frame is used on whichever page of its page's shows that.
        let at = [Some(site), site::parts(site).1];
        self.origins.iter().map(String::as_str).chain(frames).any(|known| at.contains(&Some(known)))
    }

    /// Whether the person agreed to anything in this job.
    pub(super) fn has_allowed(&self) -> bool {
        self.allowed.iter().any(|one| !one.rows.is_empty())
    }

    /// As the gate asks for them, with the consents that are kept.
    pub(super) fn grants<'a>(
        &'a self,
        profile: &'a ProfileId,
        kept: &'a [Consent],
        source: Source<'a>,
    ) -> Grants<'a> {
        Grants {
            origins: &self.origins,
            covers_pages: self.covers_pages_of.as_deref(),
            allowed: Allowed { here: &self.allowed, kept, profile },
            chosen: &self.chosen,
            source,
        }
    }

    /// Another profile is filled from: of what the person agreed to for the one before nothing is left but the sites
    /// that the job works at.
    pub(super) fn for_another_profile(&mut self) {
        *self = Self { origins: std::mem::take(&mut self.origins), ..Self::default() };
    }

    /// Adds rows to what may be written on a site.
    pub(super) fn allow(&mut self, origin: &str, rows: Vec<Row>) {
        let at = self.allowed.iter().position(|one| one.origin == origin);
        let at = at.unwrap_or_else(|| {
            self.allowed.push(Allowance { origin: origin.to_owned(), rows: Vec::new() });
            self.allowed.len() - 1
        });
        if let Some(allowance) = self.allowed.get_mut(at) {
            for row in rows {
                if !allowance.rows.contains(&row) {
                    allowance.rows.push(row);
                }
            }
        }
    }

    /// Adds rows to what may be written on a site, where nothing else is asked for from now on.
    pub(super) fn allow_only(&mut self, origin: &str, rows: Vec<Row>) {
        let known = self.allowed.iter().filter(|one| one.origin == origin);
        let known: Vec<&Row> = known.flat_map(|one| &one.rows).collect();
        // What was agreed to for this form by itself stays so.
        let own: Vec<Row> = rows.iter().filter(|row| !known.contains(row)).cloned().collect();
        self.allow(origin, rows);
        let agreed = Allowance { origin: origin.to_owned(), rows: own };
        self.in_bulk = Some(InBulk { agreed, document: None });
    }

    /// Takes that back.
    pub(super) fn end_bulk(&mut self) {
        if let Some(InBulk { agreed, .. }) = self.in_bulk.take() {
            self.withdraw(&agreed.origin, &agreed.rows);
        }
    }

    /// From the first write on it is for that page alone.
    pub(super) fn keep_bulk_to(&mut self, page: &Page) {
        if let Some(in_bulk) = &mut self.in_bulk
            && in_bulk.document.is_none()
        {
            in_bulk.document = Some(document_of(page));
        }
    }

    /// Takes it back where the page is another than that.
    pub(super) fn end_bulk_elsewhere(&mut self, page: &Page) {
        let is_other = |known: &String| *known != document_of(page);
        let document = self.in_bulk.as_ref().and_then(|in_bulk| in_bulk.document.as_ref());
        if document.is_some_and(is_other) {
            self.end_bulk();
        }
    }

    /// Takes rows back from what may be written on a site.
    pub(super) fn withdraw(&mut self, origin: &str, rows: &[Row]) {
        for allowance in self.allowed.iter_mut().filter(|one| one.origin == origin) {
            allowance.rows.retain(|row| !rows.contains(row));
        }
    }

    pub(super) fn was_declined(&self, origin: &str, kind: &DataKind) -> bool {
        self.left.iter().any(|site| site == origin)
            || self.in_bulk.as_ref().is_some_and(|one| one.agreed.origin == origin)
            || self.declined.iter().any(|(site, declined)| site == origin && declined == kind)
    }

    pub(super) fn decline(&mut self, origin: &str, kind: DataKind) {
        let declined = (origin.to_owned(), kind);
        if !self.declined.contains(&declined) {
            self.declined.push(declined);
        }
    }

    /// Nothing of a site is asked for any more.
    pub(super) fn leave(&mut self, site: String) {
        self.left.push(site);
    }

    /// Counts a card on this page of the form, unless as many were shown as may be.
    pub(super) fn may_show_card(&mut self, page: u32) -> bool {
        let shown = if self.cards.0 == page { self.cards.1 } else { 0 };
        let may = shown < MAX_CARDS;
        if may {
            self.cards = (page, shown + 1);
        }
        may
    }

    /// Whether the person was shown that this row goes to that site.
    pub(super) fn knows_place(&self, place: &(String, Row)) -> bool {
        self.rows_to_places.contains(place)
    }

    /// Whether the person chose something else than this entry for a field, or left it out.
    pub(super) fn is_decided(&self, origin: &str, fingerprint: &str, key: &str) -> bool {
        let is_it = |site: &str, print: &str| site == origin && print == fingerprint;
        self.closed.iter().any(|one| is_it(&one.origin, &one.fingerprint))
            || self
                .chosen
                .iter()
                .any(|one| is_it(&one.origin, &one.fingerprint) && one.key.as_str() != key)
    }

    /// Whether the person chose this entry for a field of this job.
    pub(super) fn chose(&self, site: &str, fingerprint: &str, key: &str) -> bool {
        self.chosen.iter().any(|one| {
            one.origin == site && one.fingerprint == fingerprint && one.key.as_str() == key
        })
    }

    /// Whether the person agreed to this very row in this job.
    pub(super) fn was_allowed(&self, origin: &str, row: &Row) -> bool {
        self.allowed.iter().any(|one| one.origin == origin && one.rows.contains(row))
    }

    /// Whether the person was shown that something goes to that site.
    pub(super) fn knows_site(&self, site: &str) -> bool {
        self.rows_to_places.iter().any(|(known, _)| known == site)
    }

    /// Notes that the person is shown where rows go.
    pub(super) fn note_places(&mut self, places: Vec<(String, Row)>) {
        self.rows_to_places.extend(places);
    }

    /// The person agreed to go on at another site: what was said yes to on the one before ends there.
    pub(super) fn go_on_at(&mut self, origin: String) {
        self.origins.push(origin);
        self.covers_pages_of = None;
    }
}

/// The document that is seen.
fn document_of(page: &Page) -> String {
    page.documents.first().map(|document| document.document_id.clone()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::Document;

    #[test]
    fn what_the_person_decided_is_known_for_its_field_alone() {
        let (origin, fingerprint) = ("https://site.example".to_owned(), "field".to_owned());
        let key = "company".into();
        let chosen = Chosen { origin: origin.clone(), fingerprint: fingerprint.clone(), key };
        let chose = Permissions { chosen: vec![chosen], ..Permissions::default() };
        assert!(chose.is_decided(&origin, "field", "jobTitle"), "another entry was chosen");
        assert!(!chose.is_decided(&origin, "field", "company"), "this one was chosen");
        assert!(!chose.is_decided(&origin, "other", "jobTitle"));
        assert!(!chose.is_decided("https://other.example", "field", "jobTitle"));
        let closed = Closed { origin: origin.clone(), fingerprint, typed: false };
        let closed = Permissions { closed: vec![closed], ..Permissions::default() };
        assert!(closed.is_decided(&origin, "field", "company"));
        assert!(!closed.is_decided(&origin, "other", "company"));
    }

    #[test]
    fn a_site_that_was_shown_is_known_and_no_other() {
        let mut permissions = Permissions::default();
        assert!(!permissions.knows_site("https://site.example"));
        permissions.note_places(vec![("https://site.example".to_owned(), Row::default())]);
        assert!(permissions.knows_site("https://site.example"));
        assert!(!permissions.knows_site("https://other.example"));
    }

    #[test]
    fn what_is_agreed_to_for_several_rows_goes_with_that_yes_and_asks_for_nothing_else() {
        const SITE: &str = "https://site.example";
        let row = |label: &str| Row { label: label.into(), ..Row::default() };
        let mut permissions = Permissions::default();
        permissions.allow(SITE, vec![row("own")]);
        permissions.allow_only(SITE, vec![row("own"), row("of several")]);
        assert!(permissions.was_allowed(SITE, &row("of several")));
        assert!(permissions.was_declined(SITE, &DataKind::default()), "nothing else is asked for");
        assert!(!permissions.was_declined("https://other.example", &DataKind::default()));
        let page = |id: &str| Page {
            documents: vec![Document { document_id: id.into(), ..Document::default() }],
            ..Page::default()
        };
        permissions.end_bulk_elsewhere(&page("another"));
        permissions.keep_bulk_to(&page("first"));
        permissions.keep_bulk_to(&page("second"));
        permissions.end_bulk_elsewhere(&page("first"));
        assert!(permissions.was_allowed(SITE, &row("of several")));
        permissions.end_bulk_elsewhere(&page("second"));
        assert!(!permissions.was_allowed(SITE, &row("of several")), "it is for one page");
        assert!(permissions.was_allowed(SITE, &row("own")), "that was for this form");
        assert!(!permissions.was_declined(SITE, &DataKind::default()));
    }

    #[test]
    fn a_page_has_only_so_many_cards() {
        let mut permissions = Permissions::default();
        let shown = |page: u32, permissions: &mut Permissions| {
            (0..9).filter(|_| permissions.may_show_card(page)).count()
        };
        assert_eq!(shown(1, &mut permissions), 5);
        assert_eq!(shown(2, &mut permissions), 5);
        assert_eq!(shown(2, &mut permissions), 0);
    }

    #[test]
    fn what_is_agreed_to_is_noted_once_and_taken_back() {
        const SITE: &str = "https://site.example";
        let row = |label: &str| Row { label: label.into(), ..Row::default() };
        let mut permissions = Permissions::default();
        permissions.allow(SITE, vec![row("a"), row("b"), row("a")]);
        permissions.allow(SITE, vec![row("b")]);
        permissions.allow("https://other.example", vec![row("a")]);
        permissions.withdraw(SITE, &[row("a")]);
        let allowed: Vec<(&str, Vec<&str>)> = permissions
            .allowed
            .iter()
            .map(|one| (&*one.origin, one.rows.iter().map(|row| &*row.label).collect()))
            .collect();
        assert_eq!(allowed, [(SITE, vec!["b"]), ("https://other.example", vec!["a"])]);
        assert!(!permissions.was_declined(SITE, &DataKind::default()));
        permissions.decline(SITE, DataKind::default());
        permissions.decline(SITE, DataKind::default());
        assert_eq!(permissions.declined.len(), 1);
        assert!(permissions.was_declined(SITE, &DataKind::default()));
        assert!(!permissions.was_declined("https://other.example", &DataKind::default()));
    }
}
