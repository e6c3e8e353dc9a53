//! The words of a language, as people write them: `de.txt` has every German word that a rule looks for.

mod table;

pub(crate) use table::{LANGUAGES, Language};
