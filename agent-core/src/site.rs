//! Where an address belongs: its origin, its host, whether that is this machine.

use core::net::Ipv4Addr;

/// Scheme, host and port of a URL (`https://example.org:8443`), or an empty text when it has none.
/// User names, back slashes and control characters make it empty: they are how addresses deceive. (What is only noted
/// of an address is read more generously: [`noted`].)
pub fn origin_of(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else {
        return String::new();
    };
    let scheme = scheme.to_ascii_lowercase();
    let default_port = match scheme.as_str() {
        "http" => ":80",
        "https" => ":443",
        _ => return String::new(),
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let suspicious = |c: char| c == '@' || c == '\\' || c.is_whitespace() || c.is_control();
    if authority.is_empty() || authority.contains(suspicious) {
        return String::new();
    }
    let host = authority.to_lowercase();
    format!("{scheme}://{}", host.strip_suffix(default_port).unwrap_or(&host))
}

/// Scheme, host and port of an address, without user, path and query; empty if it has none. It is noted and told to a
/// model, and nothing is decided by it: addresses that deceive, and those of no web site, are noted as well, which
/// [`origin_of`] takes for no origin.
pub fn noted(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return String::new() };
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let sane = |text: &str, extra: &[u8]| {
        text.bytes().all(|b| b.is_ascii_alphanumeric() || extra.contains(&b)) && text.len() <= 260
    };
    if sane(scheme, b"+-.") && sane(host, b"-._:[]") {
        format!("{scheme}://{host}").to_ascii_lowercase()
    } else {
        String::new()
    }
}

/// A site that is shown by another: the frame's origin in the page's. No origin is written so.
pub fn framed(frame: &str, page: &str) -> String {
    format!("{frame}{IN}{page}")
}

/// The origin of a site, and of a framed one that of the page around it.
pub fn parts(site: &str) -> (&str, Option<&str>) {
    site.split_once(IN).map_or((site, None), |(frame, page)| (frame, Some(page)))
}

/// A site as consents name it, from what somebody wrote; empty where that is none.
pub fn exact(site: &str) -> String {
    let (own, page) = parts(site);
    let (own, page) = (origin_of(own), page.map(origin_of));
    match page {
        Some(page) if own.is_empty() || page.is_empty() => String::new(),
        Some(page) => framed(&own, &page),
        None => own,
    }
}

const IN: &str = " in ";

/// The host of an origin, or of what stands after its `://`: without its port, an IPv6 address with its brackets.
pub fn host_of(origin: &str) -> &str {
    let authority = origin.split_once("://").map_or(origin, |(_, authority)| authority);
    match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        _ => authority,
    }
}

/// The part of a host that its owner registered, such as `example.org` of `www.example.org`: its last two labels, or three
/// where the last is a country's and the one before it short (`co.uk`, `gov.ie`). The lists of such suffixes are larger than all
/// else here, so this is near enough for a warning and for nothing else.
pub fn registrable(host: &str) -> &str {
    let is_number = host.starts_with('[') || host.parse::<Ipv4Addr>().is_ok();
    let mut dots = host.rmatch_indices('.').map(|(at, _)| at);
    let (Some(last), Some(second)) = (dots.next(), dots.next()) else { return host };
    if is_number {
        return host;
    }
    let of_country = host.len() - last == 3;
    let middle = host.get(second + 1..last).unwrap_or_default();
    let is_suffix = of_country && (middle.len() <= 3 || matches!(middle, "gouv" | "govt"));
    let start = if is_suffix { dots.next().map(|at| at + 1) } else { Some(second + 1) };
    host.get(start.unwrap_or_default()..).unwrap_or(host)
}

/// Whether a host, as browsers write it, is this machine (RFC 6761 §6.3; 127.0.0.0/8). Names below `localhost`
/// are left to whoever asks: a token goes to the plain ones alone (`server.rs`), and no warning is due for any (`gate`).
pub(crate) fn is_loopback(host: &str) -> bool {
    host == "localhost"
        || host == "[::1]"
        || host.parse::<Ipv4Addr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_scheme_host_and_port() {
        for (url, origin) in [
            ("https://site.example/next?x=1", "https://site.example"),
            ("https://SITE.example:443/", "https://site.example"),
            ("http://site.example:80", "http://site.example"),
            ("http://site.example:8080/a", "http://site.example:8080"),
            ("https://site.example.evil.test/", "https://site.example.evil.test"),
            ("https://site.example@evil.test/", ""),
            ("https://site.example\\@evil.test/", ""),
            ("https:// site.example/", ""),
            ("https:///x", ""),
            ("ftp://site.example/", ""),
            ("javascript:alert(1)", ""),
            ("data:text/html,x", ""),
            ("//site.example/", ""),
            ("", ""),
        ] {
            assert_eq!(origin_of(url), origin, "{url}");
        }
    }

    #[test]
    fn a_host_is_told_from_its_port_and_from_this_machine() {
        for (origin, expected) in [
            ("[::1]", "[::1]"),
            ("[::1]:3000", "[::1]"),
            ("a.example:8443", "a.example"),
            ("a.example", "a.example"),
            ("https://a.example:8443", "a.example"),
            ("http://[::1]", "[::1]"),
        ] {
            assert_eq!(host_of(origin), expected);
        }
        for (host, expected) in [
            ("127.0.0.1", true),
            ("127.1.2.3", true),
            ("127.a.b.c", false),
            ("127.0.1", false),
            ("127.0.0.0.1", false),
            ("localhost", true),
            ("[::1]", true),
            ("a.localhost", false),
            ("notlocalhost", false),
        ] {
            assert_eq!(is_loopback(host), expected, "{host}");
        }
    }

    #[test]
    fn what_an_owner_registered_is_known_nearly() {
        for (host, expected) in [
            ("example.org", "example.org"),
            ("www.example.org", "example.org"),
            ("a.b.example.org", "example.org"),
            ("www.passport.gov.ie", "passport.gov.ie"),
            ("a.shop.co.uk", "shop.co.uk"),
            ("shop.co.uk", "shop.co.uk"),
            ("impots.gouv.fr", "impots.gouv.fr"),
            ("www.example.de", "example.de"),
            ("127.0.0.1", "127.0.0.1"),
            ("[2001:db8::1]", "[2001:db8::1]"),
            ("localhost", "localhost"),
            ("", ""),
            (".", "."),
        ] {
            assert_eq!(registrable(host), expected, "{host}");
        }
    }

    #[test]
    fn what_is_noted_of_an_address_is_its_origin() {
        for (url, expected) in [
            ("https://a.example/x?y#z", "https://a.example"),
            ("HTTP://A.example:8080", "http://a.example:8080"),
            ("https://user:secret@a.example/", "https://a.example"),
            ("https://a.example?secret", "https://a.example"),
            ("https://a.example\\secret", "https://a.example"),
            ("file:///home/secret", "file://"),
            ("https://se cret/", ""),
            ("secret", ""),
            ("", ""),
        ] {
            assert_eq!(noted(url), expected, "{url}");
        }
    }
}
