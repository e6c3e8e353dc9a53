//! Addresses, by the browser's own parser: what it makes of a text is what a request would go to.

use agent_core::server::{self, Address, Parts};

fn parts(text: &str) -> Result<Parts, String> {
    let url = web_sys::Url::new(text.trim())
        .map_err(|_| msg!("settings_that_is_no_address_write_it_as_in"))?;
    Ok(Parts {
        protocol: url.protocol(),
        username: url.username(),
        password: url.password(),
        hostname: url.hostname(),
        origin: url.origin(),
        pathname: url.pathname(),
        search: url.search(),
        hash: url.hash(),
    })
}

/// The address of a server that may be asked. An error is a sentence for the person.
pub fn of_server(text: &str) -> Result<Address, String> {
    server::judge(&parts(text)?)
}

/// The address of a provider, which the server asks. An error is a sentence for the person.
pub fn of_provider(text: &str) -> Result<Address, String> {
    server::plain(&parts(text)?)
}

/// The origin of an address; empty where it has none.
pub fn origin(text: &str) -> String {
    parts(text).map(|parts| parts.origin).unwrap_or_default()
}
