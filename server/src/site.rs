//! Which site an address is of.

/// Scheme, host and port of an address, without user, path and query; empty if it has none. It is noted and told to a
/// model, and nothing is decided by it: addresses that deceive, and those of no web site, are noted as well, which
/// `agent_core::site::origin_of` takes for no origin.
pub fn origin(url: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_only_origins() {
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
            assert_eq!(origin(url), expected, "{url}");
        }
    }
}
