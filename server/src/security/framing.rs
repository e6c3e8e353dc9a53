//! Requests whose ends can be read in one way only.
//!
//! Where a proxy and this server could disagree about where a request ends, one client's bytes become
//! another's request. So lines end with CR LF, and there is one length or chunks, never both. What is
//! not so is made unreadable before the parser sees it, which then answers 400 and closes the connection.

/// Longest line of a head that is looked into; longer ones that say where a body ends are not taken.
const LOOKED_INTO: usize = 96;
/// In place of the byte that must not be there. No head, size or trailer may hold it.
const UNREADABLE: u8 = 0;

/// Follows the bytes of a connection from request to request.
#[derive(Debug, Default)]
pub struct Framing {
    state: State,
}

#[derive(Debug)]
enum State {
    /// In a head, or before one.
    Head(Head),
    /// In a body of known length.
    Sized(u64),
    /// In the line before a chunk; the size so far, and whether it has ended.
    Size { size: u64, ended: bool, cr: bool },
    /// In a chunk with what ends it.
    Chunk(u64),
    /// In the lines after the last chunk.
    Trailers { empty: bool, cr: bool },
    /// Nothing after this is a request.
    Refused,
}

impl Default for State {
    fn default() -> Self {
        Self::Head(Head::default())
    }
}

#[derive(Debug, Default)]
struct Head {
    line: Vec<u8>,
    lines: usize,
    too_long: bool,
    cr: bool,
    length: Option<u64>,
    chunked: bool,
}

/// What a line of a head or its end means.
enum Read {
    On,
    End(State),
    Refused,
}

impl Head {
    fn byte(&mut self, byte: u8) -> Read {
        let after_cr = std::mem::take(&mut self.cr);
        match byte {
            b'\n' if after_cr => self.end_of_line(),
            b'\n' => Read::Refused,
            _ if after_cr => Read::Refused,
            b'\r' => {
                self.cr = true;
                Read::On
            }
            _ if self.line.len() < LOOKED_INTO => {
                self.line.push(byte);
                Read::On
            }
            _ => {
                self.too_long = true;
                Read::On
            }
        }
    }

    fn end_of_line(&mut self) -> Read {
        let line = std::mem::take(&mut self.line);
        let too_long = std::mem::take(&mut self.too_long);
        if line.is_empty() {
            return match (self.lines, self.chunked, self.length) {
                // Empty lines before a request are none of it (RFC 9112 §2.2).
                (0, ..) => Read::On,
                (_, true, Some(_)) => Read::Refused,
                (_, true, None) => Read::End(State::Size { size: 0, ended: false, cr: false }),
                (_, false, None | Some(0)) => Read::End(State::default()),
                (_, false, Some(length)) => Read::End(State::Sized(length)),
            };
        }
        self.lines += 1;
        // The first line is the request's own.
        if self.lines == 1 {
            return Read::On;
        }
        let Some(colon) = line.iter().position(|&byte| byte == b':') else { return Read::On };
        let (name, value) = line.split_at(colon);
        let value = value.strip_prefix(b":").unwrap_or(value).trim_ascii();
        let known = if name.trim_ascii().eq_ignore_ascii_case(b"content-length") {
            self.sized(value)
        } else if name.trim_ascii().eq_ignore_ascii_case(b"transfer-encoding") {
            let first = !std::mem::replace(&mut self.chunked, true);
            first && value.eq_ignore_ascii_case(b"chunked")
        } else {
            return Read::On;
        };
        if known && !too_long { Read::On } else { Read::Refused }
    }

    fn sized(&mut self, value: &[u8]) -> bool {
        let digits = !value.is_empty() && value.iter().all(u8::is_ascii_digit);
        let number = std::str::from_utf8(value).ok().and_then(|text| text.parse().ok());
        let first = self.length.is_none();
        self.length = number;
        digits && first && number.is_some()
    }
}

impl Framing {
    /// Looks at bytes as they came, and makes unreadable what must not be taken.
    pub fn look(&mut self, bytes: &mut [u8]) {
        let mut at = 0;
        while let Some(byte) = bytes.get_mut(at) {
            // Bodies are passed over.
            if let State::Sized(left) | State::Chunk(left) = &mut self.state {
                let have = bytes.len() - at;
                let taken = usize::try_from(*left).map_or(have, |left| left.min(have));
                self.pass(taken);
                at += taken;
                continue;
            }
            if !self.step(*byte) {
                *byte = UNREADABLE;
                self.state = State::Refused;
            }
            at += 1;
        }
    }

    fn pass(&mut self, taken: usize) {
        let taken = u64::try_from(taken).unwrap_or(u64::MAX);
        match &mut self.state {
            State::Sized(left) if *left <= taken => self.state = State::default(),
            State::Chunk(left) if *left <= taken => {
                self.state = State::Size { size: 0, ended: false, cr: false };
            }
            State::Sized(left) | State::Chunk(left) => *left -= taken,
            _ => {}
        }
    }

    /// Whether a byte outside of a body may be there.
    fn step(&mut self, byte: u8) -> bool {
        match &mut self.state {
            State::Head(head) => match head.byte(byte) {
                Read::On => {}
                Read::End(next) => self.state = next,
                Read::Refused => return false,
            },
            State::Size { size, ended, cr } => match (byte, *cr) {
                (b'\n', true) if *size == 0 => {
                    self.state = State::Trailers { empty: true, cr: false };
                }
                // The chunk, and the CR LF that ends it.
                (b'\n', true) => self.state = State::Chunk(size.saturating_add(2)),
                (b'\n', false) | (_, true) => return false,
                (b'\r', false) => *cr = true,
                _ if *ended => {}
                _ => match char::from(byte).to_digit(16) {
                    Some(digit) if *size >> 56 == 0 => *size = *size << 4 | u64::from(digit),
                    Some(_) => return false,
                    None => *ended = true,
                },
            },
            State::Trailers { empty, cr } => match (byte, *cr) {
                (b'\n', true) if *empty => self.state = State::default(),
                (b'\n', true) => (*empty, *cr) = (true, false),
                (b'\n', false) | (_, true) => return false,
                (b'\r', false) => *cr = true,
                _ => *empty = false,
            },
            State::Sized(_) | State::Chunk(_) | State::Refused => {}
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn looked(bytes: &[u8], piece: usize) -> Vec<u8> {
        let mut framing = Framing::default();
        let mut bytes = bytes.to_vec();
        bytes.chunks_mut(piece).for_each(|some| framing.look(some));
        bytes
    }

    /// Whether bytes are left as they are, however they are cut.
    fn check(text: &str, taken: bool) {
        for piece in [1, 2, 3, 7, 4096] {
            let same = looked(text.as_bytes(), piece) == text.as_bytes();
            assert_eq!(same, taken, "{text:?} in pieces of {piece}");
        }
    }

    #[test]
    fn one_way_to_read_is_taken_and_another_is_not() {
        let get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
        let sized = "POST / HTTP/1.1\r\ncontent-LENGTH: 5 \r\nA: b\r\n\r\na\nb\nc";
        let chunked = "POST / HTTP/1.1\r\nTransfer-Encoding: Chunked\r\n\r\n\
                       5;x=y\r\na\nb\nc\r\nA\r\n0123456\n89\r\n0\r\nT: 1\r\n\r\n";
        // What follows a chunk's size is no digit of it, and what looks like a header behind the body is none.
        let trailed = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n\
                       5;abc\r\na\nb\nc\r\n0\r\nT: 1\r\nU: 2\r\nContent-Length: 99\r\n\r\n";
        for good in [get, sized, chunked, trailed, "\r\nGET / HTTP/1.1\r\n\r\n"] {
            check(good, true);
            check(&[good, sized, chunked, get, get].concat(), true);
        }
        let after = |text: &str| [chunked, sized, get, trailed, text].concat();
        for bad in [
            "GET / HTTP/1.1\nHost: h\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: h\n\r\n",
            "GET / HTTP/1.1\r\nHost: h\r\n\n",
            "\nGET / HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nA: b\rc\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length: +5\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length: 5, 5\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length:\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999\r\n\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked, identity\r\n\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\nabcde\r\n0\r\n\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5;a\nb\r\nabcde\r\n0\r\n\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nT: 1\n\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\n",
        ] {
            check(bad, false);
            check(&after(bad), false);
        }
        let long = format!("POST / HTTP/1.1\r\nContent-Length: {}1\r\n\r\n", "0".repeat(200));
        check(&long, false);
        for (longer, taken) in [(0, true), (1, false)] {
            let name = "Content-Length: ";
            let digits = LOOKED_INTO - name.len() + longer;
            check(&format!("POST / HTTP/1.1\r\n{name}{:0>digits$}\r\n\r\nx", 1), taken);
        }
        check(&format!("GET / HTTP/1.1\r\nCookie: {}\r\n\r\n", "x".repeat(5000)), true);
    }

    proptest! {
        /// A body is never touched, and a second request is found behind it.
        #[test]
        fn bodies_pass_as_they_are(
            body in prop::collection::vec(any::<u8>(), 1..200),
            cut in 1_usize..50,
            chunk in 1_usize..50,
        ) {
            let head = format!("POST / HTTP/1.1\r\nContent-Length: {}\r\n\r\n", body.len());
            let sized = [head.as_bytes(), &body].concat();
            let mut chunked = b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec();
            for some in body.chunks(chunk) {
                chunked.extend(format!("{:x}\r\n", some.len()).bytes().chain(some.iter().copied()));
                chunked.extend(b"\r\n");
            }
            chunked.extend(b"0\r\n\r\n");
            for request in [sized, chunked] {
                let good = [request.as_slice(), b"GET / HTTP/1.1\r\n\r\n"].concat();
                prop_assert_eq!(looked(&good, cut), good);
                let bad = [request.as_slice(), b"GET / HTTP/1.1\n\r\n"].concat();
                prop_assert_ne!(looked(&bad, cut), bad);
            }
        }
    }
}
