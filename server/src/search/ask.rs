//! A request to a provider.

use reqwest::Url;
use shared_types::Private;

use super::settings::Provider;

/// What is asked of a provider.
#[derive(Debug)]
pub(super) struct Ask {
    pub(super) url: Url,
    /// Values may be secrets.
    pub(super) headers: Vec<(&'static str, Private)>,
    /// JSON that is posted; without it the address is got.
    pub(super) body: Option<Vec<u8>>,
}

impl Ask {
    /// An address below the provider's own, with a query.
    pub(super) fn get(at: &Provider, path: &str, query: &[(&str, &str)]) -> Option<Self> {
        let mut url = Url::parse(&format!("{}{path}", at.address)).ok()?;
        url.query_pairs_mut().extend_pairs(query);
        Some(Self { url, headers: Vec::new(), body: None })
    }
}
