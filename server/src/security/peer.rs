//! Who is at the other end of a connection, as far as that is known before anybody says who they are.

use std::{
    net::{IpAddr, Ipv6Addr, SocketAddr},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use axum::{
    body::{Body, HttpBody},
    http::HeaderMap,
    response::Response,
};
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};

use super::crowd::{AtWork, Seat};

const FORWARDED_FOR: &str = "x-forwarded-for";
/// What one customer of a network is given of IPv6 addresses.
const NETWORK: u128 = !(u64::MAX as u128);

/// Where a stranger comes from: an IPv4 address, or the /64 network of an IPv6 one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stranger(IpAddr);

impl From<IpAddr> for Stranger {
    fn from(address: IpAddr) -> Self {
        Self(match address.to_canonical() {
            IpAddr::V6(v6) => Ipv6Addr::from_bits(v6.to_bits() & NETWORK).into(),
            v4 => v4,
        })
    }
}

/// The connection that a request came on.
#[derive(Debug, Clone)]
pub struct Peer {
    address: IpAddr,
    seat: Arc<Seat<Stranger>>,
}

impl Peer {
    /// A connection from this address, on this seat.
    pub fn new(address: IpAddr, seat: Arc<Seat<Stranger>>) -> Self {
        Self { address, seat }
    }

    /// Where a request comes from: the other end of the connection, or behind a proxy what that added to
    /// `X-Forwarded-For`. What a client wrote there itself stands before it and does not count.
    pub fn stranger(&self, headers: &HeaderMap, proxied: bool) -> Stranger {
        let forwarded = proxied.then(|| forwarded_for(headers)).flatten();
        forwarded.unwrap_or(self.address).into()
    }

    /// Keeps the connection for this answer, until all of it is sent.
    pub fn keep_for(&self, response: Response) -> Response {
        let at_work = self.at_work();
        response.map(|body| Body::new(Kept { body, _at_work: at_work }))
    }

    /// Keeps the connection while somebody known is served.
    pub fn at_work(&self) -> AtWork<Stranger> {
        self.seat.at_work()
    }
}

/// A body that keeps its connection. It is as long as it was, so that an answer says its length.
struct Kept {
    body: Body,
    _at_work: AtWork<Stranger>,
}

impl HttpBody for Kept {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

fn forwarded_for(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all(FORWARDED_FOR).iter().next_back()?.to_str().ok()?;
    let last = last.rsplit(',').next()?.trim();
    let with_port = || last.parse::<SocketAddr>().ok().map(|address| address.ip());
    let bare = last.trim_start_matches('[').trim_end_matches(']');
    bare.parse().ok().or_else(with_port)
}

#[cfg(test)]
mod tests {
    use super::{super::crowd::Crowd, *};

    fn check(proxied: bool, forwarded: &[&str], expected: &str) {
        let seat = Crowd::new(1).enter(Stranger::from(IpAddr::from([9, 9, 9, 9]))).unwrap();
        let peer = Peer::new([9, 9, 9, 9].into(), Arc::new(seat));
        let mut headers = HeaderMap::new();
        for value in forwarded {
            headers.append(FORWARDED_FOR, value.parse().unwrap());
        }
        let expected: IpAddr = expected.parse().unwrap();
        assert_eq!(peer.stranger(&headers, proxied), Stranger(expected), "{proxied} {forwarded:?}");
    }

    #[test]
    fn a_stranger_is_whom_the_proxy_saw() {
        check(false, &["1.2.3.4"], "9.9.9.9");
        check(true, &[], "9.9.9.9");
        check(true, &["1.2.3.4"], "1.2.3.4");
        check(true, &["5.5.5.5, 1.2.3.4"], "1.2.3.4");
        check(true, &["5.5.5.5", "6.6.6.6,1.2.3.4 "], "1.2.3.4");
        check(true, &["1.2.3.4:567"], "1.2.3.4");
        check(true, &["[2001:db8:1:2:3:4:5:6]:567"], "2001:db8:1:2::");
        check(true, &["[2001:db8:1:2::9]"], "2001:db8:1:2::");
        check(true, &["2001:db8:1:2:ffff::"], "2001:db8:1:2::");
        check(true, &["::ffff:1.2.3.4"], "1.2.3.4");
        check(true, &["unknown"], "9.9.9.9");
        check(true, &["1.2.3.4, "], "9.9.9.9");
    }

    #[tokio::test]
    async fn a_kept_answer_is_what_it_was() {
        let seat = Crowd::new(1).enter(Stranger::from(IpAddr::from([9, 9, 9, 9]))).unwrap();
        let peer = Peer::new([9, 9, 9, 9].into(), Arc::new(seat));
        for text in ["", "some"] {
            let kept = peer.keep_for(Response::new(Body::from(text))).into_body();
            assert_eq!(kept.size_hint().exact(), Some(text.len() as u64), "its length is said");
            assert_eq!(kept.is_end_stream(), text.is_empty());
            assert_eq!(axum::body::to_bytes(kept, 100).await.unwrap(), text);
        }
    }
}
