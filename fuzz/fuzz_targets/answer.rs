//! Whatever a model says is read as far as nothing has to be guessed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use server::llm::{answer::Line, parse};
use vaulty_fuzz::damaged;

const SAID: &str = "Sure:\n```json\n{\"answers\": [\"0 = email\", \"1 = ask: Which country?\", \"2 = draft\"]}\n```\n3: option: Germany";

fuzz_target!(|data: &[u8]| {
    for text in [damaged(SAID, data), String::from_utf8_lossy(data).into_owned()] {
        let _ = parse::parse(&text);
        text.lines().for_each(|line| drop(Line::read(line)));
    }
});
