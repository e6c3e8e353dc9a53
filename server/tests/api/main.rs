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
mod config_file;
mod dashboard;
mod doctor;
mod document;
mod drain;
mod errors;
mod hosting;
mod jobs;
mod kill;
mod llm;
mod load;
mod mcp;
mod next;
mod operators_day;
mod pages;
mod pairing;
mod postgres;
mod profile;
mod recipes;
mod recipes_of_strangers;
mod replay;
mod search;
mod security;
mod sequences;
mod sources;
mod spans;
mod store;
mod strangers;
mod support;
mod users;
mod verify;
