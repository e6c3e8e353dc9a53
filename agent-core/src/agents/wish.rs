//! Addresses that agents ask the person to open. Nothing is opened by itself, and who was told no asks no more.

use core::net::{Ipv4Addr, Ipv6Addr};

use serde::{Deserialize, Serialize};
use shared_types::agents::{AgentName, AgentRefusal};

use super::judge::covers;
use crate::site::origin_of;

/// Characters of an address, at most: the person reads all of it.
const LONGEST: usize = 200;
/// Agents that may wait for the person at once.
const MOST: usize = 8;

/// An address that an agent asks the person to open. It never changes: what the person says of its id is about what they
/// were shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Wish {
    /// Random.
    pub id: String,
    /// Who asks.
    pub agent: AgentName,
    /// What.
    pub address: String,
    /// Whether the person said no.
    pub declined: bool,
}

/// Adds an agent's wish to those that there are. Returns the site.
///
/// # Errors
/// Why it is none: an address that is not of the web, that is too long to be read or hides something, a site that the agent
/// may not hear of, or a person who is asked already, or said no.
pub fn wish(
    all: &mut Vec<Wish>,
    id: String,
    agent: &AgentName,
    sites: &[String],
    address: &str,
) -> Result<String, AgentRefusal> {
    let origin = origin_of(address);
    if origin.is_empty() || !can_be_read(address) || address.len() > LONGEST {
        return Err(AgentRefusal::NoAddress);
    }
    if !covers(sites, &origin) {
        return Err(AgentRefusal::NoSuchForm);
    }
    let own = all.iter().find(|one| one.agent.key == agent.key);
    match own {
        Some(own) if own.declined => return Err(AgentRefusal::Declined),
        Some(own) if own.address == address => return Ok(origin),
        Some(_) => return Err(AgentRefusal::Busy),
        None if waiting(all).count() >= MOST => return Err(AgentRefusal::Busy),
        None => {}
    }
    let (agent, address) = (agent.clone(), address.to_owned());
    all.push(Wish { id, agent, address, declined: false });
    Ok(origin)
}

/// Whether what the person reads is where the browser goes: it is written as the browser writes it itself. Letters that
/// look like others, numbers in other words and what is decoded first stand for another address than they show.
fn can_be_read(address: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_graphic() && !matches!(c, '\\' | '"' | '<' | '>' | '`');
    let Some((scheme, rest)) = address.split_once("://") else { return false };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, Some(port)),
        _ => (authority, None),
    };
    let is_default = matches!((scheme, port), ("http", Some("80")) | ("https", Some("443")));
    let is_port = |port: &str| port.parse::<u16>().is_ok_and(|number| number.to_string() == port);
    address.chars().all(is_plain)
        && matches!(scheme, "http" | "https")
        && is_host(host)
        && !is_default
        && port.is_none_or(is_port)
}

/// A name, an IPv4 address with four numbers or an IPv6 address at its shortest.
fn is_host(host: &str) -> bool {
    if let Some(inner) = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        return inner.parse::<Ipv6Addr>().is_ok_and(|address| address.to_string() == inner);
    }
    let is_label = |label: &str| {
        !label.is_empty()
            && label
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    // What ends with a number is read as an address.
    let is_number = |label: &str| {
        label.bytes().all(|byte| byte.is_ascii_digit())
            || label
                .strip_prefix("0x")
                .is_some_and(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()))
    };
    let last = host.rsplit('.').next().unwrap_or_default();
    let is_address = host.parse::<Ipv4Addr>().is_ok_and(|address| address.to_string() == host);
    host.split('.').all(is_label) && (is_address || !is_number(last))
}

/// Those that the person has said nothing of.
pub fn waiting(all: &[Wish]) -> impl Iterator<Item = &Wish> {
    all.iter().filter(|one| !one.declined)
}

/// Withdraws what agents ask for that are let in no longer. `known`: keys of those that are.
pub fn withdraw(all: &mut Vec<Wish>, known: &[String]) {
    all.retain(|one| one.declined || known.contains(&one.agent.key));
}

/// Takes what the person says of a wish. Returns it where it is to be opened; it is none any more then.
pub fn answered(all: &mut Vec<Wish>, id: &str, open: bool) -> Option<Wish> {
    let at = all.iter().position(|one| one.id == id && !one.declined)?;
    if open {
        return Some(all.remove(at));
    }
    if let Some(one) = all.get_mut(at) {
        one.declined = true;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agent(key: &str) -> AgentName {
        AgentName { key: key.to_owned(), name: "Helper".to_owned() }
    }

    #[test]
    fn an_address_is_one_that_the_person_can_read() {
        let long = format!("https://a.example/{}", "x".repeat(200));
        for (address, expected) in [
            ("https://a.example/apply?job=7", Ok("https://a.example")),
            ("http://127.0.0.1:8080/", Ok("http://127.0.0.1:8080")),
            ("ftp://a.example/", Err(AgentRefusal::NoAddress)),
            ("javascript:alert(1)", Err(AgentRefusal::NoAddress)),
            ("file:///etc/passwd", Err(AgentRefusal::NoAddress)),
            ("https://a.example@b.example/", Err(AgentRefusal::NoAddress)),
            ("https://a.example/\u{202e}moc", Err(AgentRefusal::NoAddress)),
            ("https://a.example/a b", Err(AgentRefusal::NoAddress)),
            ("https://xn--80ak6aa92e.com/", Ok("https://xn--80ak6aa92e.com")),
            ("https://a.example/%D1%84?b=c&d=e#f", Ok("https://a.example")),
            ("http://[::1]:3000/", Ok("http://[::1]:3000")),
            // Cyrillic, a wide stop, a soft hyphen, an encoded letter, capitals.
            ("https://\u{430}\u{440}\u{440}\u{4cf}\u{435}.com/", Err(AgentRefusal::NoAddress)),
            ("https://a.example\u{3002}b.example/", Err(AgentRefusal::NoAddress)),
            ("https://a\u{ad}.example/", Err(AgentRefusal::NoAddress)),
            ("https://a.example/\u{444}", Err(AgentRefusal::NoAddress)),
            ("https://%61.example/", Err(AgentRefusal::NoAddress)),
            ("https://A.example/", Err(AgentRefusal::NoAddress)),
            ("HTTPS://a.example/", Err(AgentRefusal::NoAddress)),
            // This machine and others, in other words.
            ("http://2130706433/", Err(AgentRefusal::NoAddress)),
            ("http://0x7f.1/", Err(AgentRefusal::NoAddress)),
            ("http://127.1/", Err(AgentRefusal::NoAddress)),
            ("http://0177.0.0.1/", Err(AgentRefusal::NoAddress)),
            ("http://[0:0:0:0:0:0:0:1]/", Err(AgentRefusal::NoAddress)),
            ("http://[::ffff:7f00:1%25eth0]/", Err(AgentRefusal::NoAddress)),
            ("https://a.example.:443/", Err(AgentRefusal::NoAddress)),
            ("https://a.example:443/", Err(AgentRefusal::NoAddress)),
            ("https://a.example:0/", Ok("https://a.example:0")),
            ("https://a.example:08443/", Err(AgentRefusal::NoAddress)),
            ("https://a..example/", Err(AgentRefusal::NoAddress)),
            ("https://a.example\\.b.example/", Err(AgentRefusal::NoAddress)),
            ("https:a.example/", Err(AgentRefusal::NoAddress)),
            ("https:///a.example/", Err(AgentRefusal::NoAddress)),
            ("data:text/html,https://a.example/", Err(AgentRefusal::NoAddress)),
            ("chrome://settings/", Err(AgentRefusal::NoAddress)),
            ("view-source:https://a.example/", Err(AgentRefusal::NoAddress)),
            (&long, Err(AgentRefusal::NoAddress)),
            ("", Err(AgentRefusal::NoAddress)),
        ] {
            let said = wish(&mut Vec::new(), "w".to_owned(), &agent("k"), &[], address);
            assert_eq!(said, expected.map(str::to_owned), "{address}");
        }
    }

    #[test]
    fn an_agent_asks_for_one_address_of_its_sites_at_a_time_and_hears_a_no_once() {
        let mut all = Vec::new();
        let sites = ["https://a.example".to_owned()];
        let ask = |all: &mut Vec<Wish>, id: &str, key: &str, address: &str| {
            wish(all, id.to_owned(), &agent(key), &sites, address).map(drop)
        };
        assert_eq!(ask(&mut all, "1", "k", "https://b.example/"), Err(AgentRefusal::NoSuchForm));
        assert_eq!(ask(&mut all, "1", "k", "https://a.example/1"), Ok(()));
        assert_eq!(ask(&mut all, "2", "k", "https://a.example/1"), Ok(()), "the same again");
        assert_eq!(ask(&mut all, "2", "k", "https://a.example/2"), Err(AgentRefusal::Busy));
        assert_eq!(
            waiting(&all).map(|one| one.address.as_str()).collect::<Vec<_>>(),
            ["https://a.example/1"]
        );

        assert_eq!(answered(&mut all, "2", true), None, "of this id there is none");
        assert_eq!(answered(&mut all, "1", false), None);
        assert_eq!(answered(&mut all, "1", true), None, "a no is not taken back");
        assert_eq!(ask(&mut all, "3", "k", "https://a.example/3"), Err(AgentRefusal::Declined));
        assert_eq!(ask(&mut all, "3", "other", "https://a.example/3"), Ok(()));
        let opened = answered(&mut all, "3", true).unwrap();
        assert_eq!((opened.address.as_str(), waiting(&all).count()), ("https://a.example/3", 0));
        assert_eq!(ask(&mut all, "4", "other", "https://a.example/3"), Ok(()));
    }

    #[test]
    fn many_agents_do_not_bury_the_person() {
        let mut all = Vec::new();
        for number in 0..=MOST {
            let key = number.to_string();
            let said = wish(&mut all, key.clone(), &agent(&key), &[], "https://a.example/");
            assert_eq!(said.is_ok(), number < MOST, "{number}");
        }
    }
}
