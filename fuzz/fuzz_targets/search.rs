//! [`fuzz::search`] as a program of cargo-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    fuzz::search(data);
});
