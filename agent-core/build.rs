//! Lists the tables of `src/language`, so that a new language is a new file and nothing else.

use std::{env, error::Error, fmt::Write as _, fs, path::Path};

/// Which language is meant where a word asks for different things in two: the one that stands here first. English
/// is in the names of fields everywhere. Those that do not stand here follow, by their tags.
const ORDER: &[&str] = &[
    "en", "de", "fr", "es", "it", "pt", "nl", "pl", "cs", "da", "sv", "nb", "fi", "hu", "ro", "tr",
    "el", "ru", "uk", "ja", "ko", "zh", "ar", "he",
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("src/language");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut tables = Vec::new();
    for entry in fs::read_dir(&folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            let tag = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let place = ORDER.iter().position(|known| *known == tag).unwrap_or(ORDER.len());
            tables.push((place, tag, fs::read_to_string(&path)?));
        }
    }
    tables.sort();
    let mut code = String::from("&[\n");
    for (_, tag, table) in tables {
        // Lists stand behind the roles.
        let (roles, lists) = table.split_at(table.find("\n@").map_or(table.len(), |at| at + 1));
        writeln!(code, "Language {{ tag: {tag:?}, roles: {roles:?}, lists: {lists:?} }},")?;
    }
    code.push(']');
    fs::write(Path::new(&env::var("OUT_DIR")?).join("languages.rs"), code)?;
    Ok(())
}
