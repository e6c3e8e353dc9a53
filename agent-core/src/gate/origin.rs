//! Where an address belongs.

/// Scheme, host and port of a URL (`https://example.org:8443`), or an empty text when it has none.
/// User names, back slashes and control characters make it empty: they are how addresses deceive.
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
