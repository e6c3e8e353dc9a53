//! Which site a page is of, by its file's name: pages of one site must not teach each other.

/// What a name is told by: words that many sites share tell nothing.
const COMMON: &[&str] = &[
    "www",
    "html",
    "com",
    "checkout",
    "secure",
    "shop",
    "account",
    "register",
    "registration",
    "login",
    "signup",
    "sign",
    "log",
];
const LEAST_LENGTH: usize = 3;

/// The longest telling word of a file's name: `QA_NZ_www.mightyape.co.nz.html` is of `mightyape`.
pub(super) fn of(file: &str) -> String {
    let name = file.to_lowercase();
    let words = name.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    let telling = words.filter(|word| word.len() >= LEAST_LENGTH && !COMMON.contains(word));
    // Of words of one length the first: max_by_key takes the last.
    telling.rev().max_by_key(|word| word.len()).unwrap_or(&name).to_owned()
}

/// A number that is the same for the same site on every machine (FNV-1a).
pub(super) fn number(site: &str) -> u64 {
    site.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    }) >> 7
}

#[cfg(test)]
mod tests {
    use super::{number, of};

    #[test]
    fn pages_of_one_site_are_known_as_such() {
        for (file, site) in [
            ("QA_NZ_www.mightyape.co.nz.html", "mightyape"),
            ("EN_B128a.html", "b128a"),
            ("mightyape_checkout.html", "mightyape"),
            ("QA_DE_shop.rewe.de.html", "rewe"),
        ] {
            assert_eq!(of(file), site, "{file}");
        }
        assert_eq!(number("rewe"), number("rewe"));
        assert_ne!(number("rewe"), number("mightyape"));
    }
}
