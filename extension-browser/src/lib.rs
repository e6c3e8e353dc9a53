//! The browser as the extension's modules use it: `chrome.*`, what is stored, tasks, the console. It decides nothing.

#[macro_use]
extern crate agent_core;

pub mod address;
mod body;
pub mod chrome;
pub mod console;
pub mod download;
mod js;
pub mod model;
pub mod platform;
pub mod profiles;
pub mod recipes;
pub mod storage;
pub mod tables;
pub mod tasks;
pub mod texts;
mod transaction;
