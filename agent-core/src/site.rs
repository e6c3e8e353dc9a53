//! Where an address belongs: its origin, its host, whether that is this machine.

use core::net::Ipv4Addr;

/// Scheme, host and port of a URL (`https://example.org:8443`), or an empty text when it has none.
/// User names, back slashes and control characters make it empty: they are how addresses deceive. (What is only noted
/// of an address, in the server, is read more generously: `server/src/site.rs`.)
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
}
