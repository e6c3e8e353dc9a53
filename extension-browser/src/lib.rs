//! The browser as the extension's modules use it: `chrome.*`, what is stored, tasks, the console. It decides nothing.

pub mod address;
pub mod chrome;
pub mod console;
pub mod profiles;
pub mod storage;
pub mod tasks;
