//! The server over real HTTP, with a real database in a folder of its own. One binary, because linking
//! is slow.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that cannot go on fails; helpers count as tests"
)]

mod attacks;
mod canary;
mod cli;
mod document;
mod errors;
mod jobs;
mod llm;
mod next;
mod pages;
mod pairing;
mod profile;
mod security;
mod support;
mod users;
mod verify;
