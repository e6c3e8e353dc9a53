//! The one place that opens connections to providers. No redirects, no proxies of the environment, bodies
//! of bounded size, and for addresses that a request named: resolved once, judged, and pinned.

use std::{
    net::{IpAddr, Ipv6Addr, SocketAddr},
    sync::Once,
    time::{Duration, SystemTime},
};

use reqwest::{Client, Proxy, RequestBuilder, Url, header::HeaderValue, redirect};
use shared_types::Private;
use tokio::{net::lookup_host, time::timeout};

use super::providers::{Failure, Problem, Request, Response, retry_after};

/// A connection must be there in this time.
const CONNECT: Duration = Duration::from_secs(3);
/// A name must be resolved in this time.
const RESOLVE: Duration = Duration::from_secs(2);
/// Bytes of a response at most. The odds of a token with 20 others beside it take some 2 KB.
const MAX_BODY: usize = 4 << 20;

/// A client for configured addresses. A proxy gets what goes by https, as a connection that it cannot look
/// into; what goes in clear goes to nobody but the provider.
///
/// # Errors
/// The TLS of this machine cannot be set up.
pub fn client(proxy: Option<&Private>) -> Result<Client, reqwest::Error> {
    let builder = builder();
    match proxy {
        Some(proxy) => builder.proxy(Proxy::https(proxy.reveal())?).build(),
        None => builder.build(),
    }
}

/// Chooses the cryptography of TLS for this process, once.
pub fn set_up_tls() {
    static CRYPTO: Once = Once::new();
    CRYPTO.call_once(|| {
        // An error means that somebody chose one before, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
}

fn builder() -> reqwest::ClientBuilder {
    set_up_tls();
    Client::builder()
        .redirect(redirect::Policy::none())
        // Those of the environment would undo what is pinned, and see keys.
        .no_proxy()
        .connect_timeout(CONNECT)
        .pool_idle_timeout(Duration::from_secs(60))
}

/// A client that reaches this address and no other machine, whatever its name resolves to later, and by no
/// proxy.
///
/// # Errors
/// The name does not resolve, or resolves to an address of a private network although only public ones
/// are allowed.
pub async fn pinned(base: &str, public_only: bool) -> Result<Client, Failure> {
    let unusable = Failure::of(Problem::NotSendable);
    let url = Url::parse(base).map_err(|_| unusable)?;
    let host = url.host_str().ok_or(unusable)?.to_owned();
    let port = url.port_or_known_default().ok_or(unusable)?;
    let name = host.trim_start_matches('[').trim_end_matches(']').to_owned();
    let resolved = timeout(RESOLVE, lookup_host((name, port))).await;
    let addresses: Vec<SocketAddr> = match resolved {
        Ok(Ok(addresses)) => addresses.collect(),
        _ => return Err(Failure::of(Problem::Unreachable)),
    };
    // One private address among public ones is a trick, so all must be public.
    if addresses.is_empty() || (public_only && !addresses.iter().all(|at| is_public(at.ip()))) {
        return Err(unusable);
    }
    builder().resolve_to_addrs(&host, &addresses).build().map_err(|_| unusable)
}

/// Whether an address is reachable from everywhere (IANA special-purpose registries say which are not).
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => {
            let [a, b, c, _] = v4.octets();
            !(v4.is_private()
                || v4.is_loopback()
                || v4.is_link_local()
                || v4.is_multicast()
                || v4.is_broadcast()
                || v4.is_documentation()
                || v4.is_unspecified()
                || a == 0
                || a >= 240
                || (a == 100 && (64..128).contains(&b))
                || (a == 192 && b == 0 && c == 0)
                || (a == 198 && (18..20).contains(&b)))
        }
        IpAddr::V6(v6) => match embedded(v6) {
            Some(v4) => is_public(IpAddr::V4(v4)),
            None => {
                let [first, second, ..] = v6.segments();
                let global_unicast = first & 0xe000 == 0x2000;
                global_unicast && !(first == 0x2001 && (second < 0x200 || second == 0xdb8))
            }
        },
    }
}

/// The IPv4 address within an IPv6 one: mapped, or translated (NAT64, 6to4).
fn embedded(v6: Ipv6Addr) -> Option<std::net::Ipv4Addr> {
    let segments = v6.segments();
    let from =
        |high: u16, low: u16| std::net::Ipv4Addr::from((u32::from(high) << 16) | u32::from(low));
    match segments {
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            Some(from(high, low))
        }
        [0x2002, high, low, ..] => Some(from(high, low)),
        _ => None,
    }
}

/// Sends a request and reads the response to its end.
///
/// # Errors
/// Nobody is there, nothing came in time, the connection broke, or the response is too large.
pub async fn send(
    client: &Client,
    request: Request,
    within: Duration,
    now: SystemTime,
) -> Result<Response, Failure> {
    let mut sent = client
        .post(&request.url)
        .header("content-type", "application/json")
        .header("accept", "application/json")
        .body(request.body);
    for (name, value) in &request.headers {
        let unusable = Failure::of(Problem::NotSendable);
        let mut value = HeaderValue::from_str(value.reveal()).map_err(|_| unusable)?;
        value.set_sensitive(true);
        sent = sent.header(*name, value);
    }
    fetch(sent, MAX_BODY, within, now).await
}

/// Asks for what a provider has, by `GET`.
///
/// # Errors
/// As [`send`].
pub async fn get(client: &Client, url: &str, within: Duration) -> Result<Response, Failure> {
    fetch(client.get(url), MAX_BODY, within, SystemTime::UNIX_EPOCH).await
}

/// Sends any request of a [`client`], and reads at most so many bytes of the response.
///
/// # Errors
/// As [`send`].
pub async fn fetch(
    request: RequestBuilder,
    most: usize,
    within: Duration,
    now: SystemTime,
) -> Result<Response, Failure> {
    timeout(within, read(request, most, now)).await.unwrap_or(Err(Failure::of(Problem::TimedOut)))
}

async fn read(request: RequestBuilder, most: usize, now: SystemTime) -> Result<Response, Failure> {
    let mut response = request.send().await.map_err(|error| failure(&error))?;
    let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok());
    let retry_after = retry_after(header("retry-after-ms"), header("retry-after"), now);
    let status = response.status().as_u16();
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|error| failure(&error))? {
        if body.len() + chunk.len() > most {
            return Err(Failure::of(Problem::TooLarge));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Response { status, retry_after, body })
}

/// What an error of the client means. Its text is dropped: it names the address.
fn failure(error: &reqwest::Error) -> Failure {
    Failure::of(if error.is_timeout() {
        Problem::TimedOut
    } else if error.is_connect() {
        Problem::Unreachable
    } else if error.is_builder() {
        Problem::NotSendable
    } else {
        Problem::Cut
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_networks_are_known() {
        let private = [
            "127.0.0.1",
            "10.0.0.1",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
            "255.255.255.255",
            "198.18.0.1",
            "192.0.0.1",
            "240.0.0.1",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
            "2001::1",
        ];
        for address in private {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
        for address in ["1.1.1.1", "8.8.8.8", "2606:4700::1111", "::ffff:1.1.1.1", "2002:101:101::"]
        {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[tokio::test]
    async fn what_resolves_to_a_private_network_is_refused() {
        for base in ["http://localhost:80", "http://127.0.0.1:1", "http://[::1]:1"] {
            let refused = pinned(base, true).await.err().map(|failure| failure.problem);
            assert_eq!(refused, Some(Problem::NotSendable), "{base}");
            assert!(pinned(base, false).await.is_ok(), "{base}");
        }
    }
}
