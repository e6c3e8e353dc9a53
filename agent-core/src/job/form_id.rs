//! Which form a job is at: the same at another visit.

use serde::{Deserialize, Serialize};
use shared_types::Receipt;

use super::view;
use crate::{gate, observe::Page};

/// A form, as it is found again at another visit.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct FormId {
    pub(super) origin: String,
    pub(super) path: String,
    pub(super) title: String,
    pub(super) signature: String,
}

impl FormId {
    /// The form of a page that was just opened; none where nothing can be filled in.
    pub(super) fn of(page: &Page) -> Option<Self> {
        let origin = page.documents.first()?.origin.clone();
        let observation = &page.observation;
        if observation.fields.iter().all(|field| field.visible == Some(false)) {
            return None;
        }
        Some(Self {
            path: path_of(&observation.url).to_owned(),
            title: observation.title.clone(),
            signature: view::fields_signature(page),
            origin,
        })
    }

    pub(super) fn is_of(&self, receipt: &Receipt) -> bool {
        receipt.origin == self.origin && receipt.path == self.path && receipt.form == self.signature
    }
}

/// An address without its site, query and fragment.
fn path_of(url: &str) -> &str {
    let url = url.split(['?', '#']).next().unwrap_or_default();
    let origin = gate::origin_of(url);
    if origin.is_empty() { "" } else { url.strip_prefix(origin.as_str()).unwrap_or_default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_an_address_without_site_and_query() {
        for (url, path) in [
            ("https://a.example/apply?id=1#x", "/apply"),
            ("https://a.example:8443/", "/"),
            ("about:blank", ""),
        ] {
            assert_eq!(path_of(url), path);
        }
    }
}
