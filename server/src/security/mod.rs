//! Who may call: Host and Origin of every request, a token where data is read or written, and limits.
//! `routes::guard` asks all of it of a request.
//!
//! Nothing here keeps or logs a token; only digests are compared.

mod agents;
mod crowd;
mod framing;
mod gates;
mod headers;
mod origin;
mod pairing;
mod peer;
mod places;
mod rate_leases;
mod sessions;
mod tokens;

pub use agents::{ANSWERS, Agent, AgentError, add as add_agent, who as who_agent};
pub use crowd::{Crowd, Seat};
pub use framing::Framing;
pub use gates::Gates;
pub use headers::apply as apply_headers;
pub use origin::{Allowed, OfProfile, came_by_tls, extension_origin, is_own_page, not_allowed};
pub use pairing::{CODE_LIFE, Codes as PairingCodes, PairingError, open as open_pairing};
pub use peer::{Peer, Stranger};
pub use places::{Place, Places};
pub use sessions::{
    SESSION_LIFE, Session, is_open as is_open_session, new as new_session, session_cookie,
    who as who_session,
};
pub use tokens::{Admitted, TokenFile, Tokens, file as token_file, new as new_token};
