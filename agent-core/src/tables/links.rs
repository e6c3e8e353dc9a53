//! The links of a page as a list of forms. What a page calls them is text and nothing else; none is opened by reading them.

use std::collections::HashSet;

use shared_types::{
    Private,
    import::{ROWS_IN_A_PIECE, TableFound},
    json,
    table::PageLink,
};

use crate::{
    person::typed,
    text::{collapse, fold},
};

/// What [`of_links`] calls its columns in each language, a line each.
const NAMES: &str = include_str!("links.tsv");

/// Most links that are offered.
pub const MOST_LINKS: usize = 300;
/// Characters of a link's text that are kept, and those of an address that is taken.
const MAX_TEXT: usize = 120;
const MAX_ADDRESS: usize = 2_000;

/// The links of a page that may lead to forms, in the page's order, each address once, and how many more there were.
/// Places on the page itself, and what is no page of the web, are left out.
pub fn links(found: Vec<PageLink>, page: &str) -> (Vec<PageLink>, usize) {
    let bare = |address: &str| address.split('#').next().unwrap_or_default().to_owned();
    let mut known = HashSet::from([bare(page)]);
    let mut all = Vec::new();
    for link in found {
        let address = bare(link.address.trim());
        let is_web = address.starts_with("https://") || address.starts_with("http://");
        let is_taken = is_web
            && address.len() <= MAX_ADDRESS
            && typed::page_address(&address).is_ok()
            // One with a user in it is none that opens.
            && !super::host(&address).is_empty()
            && known.insert(address.clone());
        if is_taken {
            let text = collapse(&link.text).chars().take(MAX_TEXT).collect();
            all.push(PageLink { text, address });
        }
    }
    let more = all.len().saturating_sub(MOST_LINKS);
    all.truncate(MOST_LINKS);
    (all, more)
}

/// Links that the person ticked, as a table: what a link is called is in a column of its own, which fills nothing.
pub fn of_links(links: &[PageLink]) -> TableFound {
    let rows: Vec<[&str; 2]> =
        links.iter().map(|link| [link.text.as_str(), link.address.as_str()]).collect();
    let pieces = rows.chunks(ROWS_IN_A_PIECE as usize);
    let pieces = pieces.map(|piece| Private::new(json::to_value(&piece).to_string())).collect();
    TableFound {
        columns: vec![msg!("tables_link"), msg!("tables_address")],
        rows: u32::try_from(rows.len()).unwrap_or(u32::MAX),
        pieces,
        notes: Vec::new(),
    }
}

/// Whether columns are those of a list of forms: of links, or of addresses alone ([`super::of_addresses`]), in any language.
pub fn is_list(columns: &[String]) -> bool {
    let columns: Vec<String> = columns.iter().map(|name| fold(name)).collect();
    NAMES.lines().any(|line| {
        let names: Vec<String> = line.split('\t').map(fold).collect();
        columns == names || names.last().is_some_and(|address| columns == [address.as_str()])
    })
}
