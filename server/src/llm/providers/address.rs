//! Addresses of providers.

use std::{net::IpAddr, time::Duration};

use super::types::Kind;

/// `OLLAMA_HOST` as Ollama reads it: host, port or address, any of them alone.
pub fn ollama_address(host: &str) -> String {
    let (scheme, rest) = host.split_once("://").unwrap_or(("http", host));
    let rest = rest.trim_end_matches('/');
    // The address that a server listens on everywhere is no address to call.
    let rest = rest.replace("0.0.0.0", "127.0.0.1");
    match rest.rsplit_once(':') {
        Some(("", port)) => format!("{scheme}://127.0.0.1:{port}"),
        Some(_) => format!("{scheme}://{rest}"),
        None => format!("{scheme}://{rest}:11434"),
    }
}

/// An address of a provider: `http` or `https`, no user, no query, no slash at the end. The protocol's
/// version is added where OpenAI's shape is spoken and the address has no path.
///
/// # Errors
/// What is wrong with it.
pub fn base_url(kind: Kind, url: &str) -> Result<String, String> {
    let url = url.trim().trim_end_matches('/');
    if url.is_empty() {
        return Err("must be set: where the provider is".to_owned());
    }
    let parsed = reqwest::Url::parse(url).map_err(|_| format!("`{url}` is not an address"))?;
    let plain = parsed.username().is_empty()
        && parsed.password().is_none()
        && parsed.query().is_none()
        && parsed.fragment().is_none()
        && parsed.host_str().is_some();
    if !matches!(parsed.scheme(), "http" | "https") || !plain {
        return Err(
            "must be http:// or https:// with a host, without user, query and fragment".to_owned()
        );
    }
    let bare = matches!(parsed.path(), "" | "/");
    Ok(if kind == Kind::Compatible && bare { format!("{url}/v1") } else { url.to_owned() })
}

/// Whether an address is of this machine or of a private network (RFC 1918, RFC 4193): a model at home.
pub fn is_near(base_url: &str) -> bool {
    let url = reqwest::Url::parse(base_url).ok();
    let Some(host) = url.as_ref().and_then(reqwest::Url::host_str) else { return false };
    match host.trim_matches(['[', ']']).parse() {
        Ok(IpAddr::V4(address)) => address.is_loopback() || address.is_private(),
        Ok(IpAddr::V6(address)) => address.is_loopback() || address.is_unique_local(),
        Err(_) => host == "localhost" || !host.contains('.') || host.ends_with(".local"),
    }
}

/// Time for one call, unless the settings say another: a model at home runs on a processor that has other work.
pub fn usual_time(base_url: &str) -> Duration {
    if is_near(base_url) { NEAR } else { FAR }
}

/// Time for a call to a provider elsewhere.
pub const FAR: Duration = Duration::from_secs(15);
/// And to a model at home.
pub const NEAR: Duration = Duration::from_secs(60);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_at_home_are_near() {
        for near in [
            "http://127.0.0.1:8080/v1",
            "http://[::1]:1",
            "http://192.168.1.9",
            "http://box:99",
            "http://box.local",
        ] {
            assert!(is_near(near), "{near}");
        }
        for far in
            ["https://api.example/v1", "http://8.8.8.8", "https://[2001:db8::1]", "no address"]
        {
            assert!(!is_near(far), "{far}");
        }
    }

    #[test]
    fn addresses_of_ollama() {
        for (host, expected) in [
            ("127.0.0.1", "http://127.0.0.1:11434"),
            (":99", "http://127.0.0.1:99"),
            ("box:99", "http://box:99"),
            ("https://box.example:443/", "https://box.example:443"),
        ] {
            assert_eq!(ollama_address(host), expected);
        }
    }
}
