//! The messages of an HTTP answer: one, none, or those of a stream of events as they come.

use reqwest::{Response, StatusCode, header};
use serde_json::Value;

/// Bytes of an event, at most.
const LARGEST: usize = 8 << 20;
const BROKE_OFF: &str = "the answer of Vaulty's server broke off";
const UNREADABLE: &str = "the answer of Vaulty's server cannot be read";

/// Messages that are still to come.
pub(super) enum Messages {
    /// What came at once.
    Whole(Option<Value>),
    /// A stream, and what of it is no whole event yet.
    Stream(Response, Vec<u8>),
}

impl Messages {
    /// Those of an answer.
    ///
    /// # Errors
    /// The server refused, or its answer cannot be read: why, for the agent.
    pub(super) async fn of(response: Response) -> Result<Self, String> {
        if response.status() == StatusCode::ACCEPTED {
            return Ok(Self::Whole(None));
        }
        let kind = response.headers().get(header::CONTENT_TYPE);
        if kind.is_some_and(|kind| kind.as_bytes().starts_with(b"text/event-stream")) {
            return Ok(Self::Stream(response, Vec::new()));
        }
        let body = response.bytes().await.map_err(|_| BROKE_OFF.to_owned())?;
        let answer: Value = serde_json::from_slice(&body).map_err(|_| UNREADABLE.to_owned())?;
        // An error of the server's own is no message of the protocol.
        if let Some(why) = answer.pointer("/error/requestId").and(answer.pointer("/error/message"))
        {
            return Err(why.as_str().unwrap_or_default().to_owned());
        }
        Ok(Self::Whole(Some(answer)))
    }

    /// The next one.
    pub(super) async fn next(&mut self) -> Option<Result<Value, String>> {
        match self {
            Self::Whole(message) => message.take().map(Ok),
            Self::Stream(response, text) => loop {
                if let Some(event) = take_event(text) {
                    match data_of(&event) {
                        // A sign of life.
                        None => continue,
                        Some(data) => {
                            return Some(
                                serde_json::from_str(&data).map_err(|_| UNREADABLE.to_owned()),
                            );
                        }
                    }
                }
                match response.chunk().await {
                    Ok(Some(more)) if text.len() + more.len() <= LARGEST => {
                        text.extend_from_slice(&more);
                    }
                    Ok(None) => return None,
                    Ok(Some(_)) | Err(_) => {
                        *self = Self::Whole(None);
                        return Some(Err(BROKE_OFF.to_owned()));
                    }
                }
            },
        }
    }
}

/// The first whole event of what has come: an empty line ends it.
fn take_event(text: &mut Vec<u8>) -> Option<String> {
    let ends: [&[u8]; 2] = [b"\n\n", b"\r\n\r\n"];
    let found = ends.iter().filter_map(|end| {
        let at = text.windows(end.len()).position(|part| part == *end)?;
        Some((at, end.len()))
    });
    let (at, length) = found.min()?;
    let event: Vec<u8> = text.drain(..at + length).take(at).collect();
    Some(String::from_utf8_lossy(&event).into_owned())
}

/// What an event says, if anything.
fn data_of(event: &str) -> Option<String> {
    let lines = event.lines().filter_map(|line| line.strip_prefix("data:"));
    let data: Vec<&str> = lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
    let data = data.join("\n");
    (!data.is_empty()).then_some(data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_taken_as_they_are_whole() {
        let mut text =
            b": ping\n\nid: 1\ndata: {\"a\":\ndata: 1}\n\ndata:{}\r\n\r\ndata: {".to_vec();
        let mut all = Vec::new();
        while let Some(event) = take_event(&mut text) {
            all.push(data_of(&event));
        }
        assert_eq!(all, [None, Some("{\"a\":\n1}".to_owned()), Some("{}".to_owned())]);
        assert_eq!(text, b"data: {");
    }
}
