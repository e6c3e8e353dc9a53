use super::Words;

pub(super) const WORDS: Words = &[];
