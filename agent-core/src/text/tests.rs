use proptest::prelude::*;

use super::{letter::push_latin, *};

/// One text in all the ways that texts are compared.
fn check(text: &str, expected: [&str; 5]) {
    let got = [caseless(text), unaccented(text), fold(text), label_words(text), skeleton(text)];
    assert_eq!(got, expected, "{text:?}");
}

#[test]
fn what_is_alike_in_every_way() {
    for (text, plain) in [
        ("STRASSE", "strasse"),
        ("İstanbul", "istanbul"),
        ("part time", "part time"),
        ("山田", "山田"),
        ("школа", "школа"),
    ] {
        let look_alike = skeleton(plain);
        check(text, [plain, plain, plain, plain, &look_alike]);
    }
}

/// Each row is a difference that a rule needs; what differed without need is in the test below.
#[test]
fn what_differs_and_where() {
    // Text; caseless, unaccented, fold, label_words, skeleton.
    for (text, expected) in [
        // Signs: a button's words end at them; "C++" is not "C"; "l’adresse" is two words of a label.
        ("Part-time", ["part-time", "part-time", "part time", "part time", "parttime"]),
        ("Driver’s", ["driver’s", "driver’s", "drivers", "driver s", "drivers"]),
        ("C++ & C#", ["c++ & c#", "c++ & c#", "c++ and c#", "c + + c #", "cc"]),
        ("*  Pay:\n", ["* pay:", "*  pay:\n", "pay", "pay", "pay"]),
        // What programmers run together.
        ("firstName2", ["firstname2", "firstname2", "first name2", "first name 2", "firstname2"]),
        // Accents: what a target quotes has them as the page does.
        ("São", ["são", "sao", "sao", "sao", "sao"]),
        ("Straße", ["straße", "strasse", "strasse", "strasse", "strasse"]),
        // Greek accents: buttons and labels are capitals without them; a value is given to a field that says
        // the very word.
        ("Πληρωμή", ["πληρωμή", "πληρωμη", "πληρωμή", "πληρωμη", "πληpωμη"]),
        ("Κωδικός", ["κωδικός", "κωδικοσ", "κωδικός", "κωδικοσ", "kωδikoσ"]),
        // Letters that people type in each other's stead.
        ("Ёлка", ["ёлка", "ёлка", "ёлка", "елка", "eлka"]),
        ("أسرة", ["أسرة", "أسرة", "أسرة", "اسره", "اسره"]),
        ("й", ["й", "й", "й", "й", "и"]),
        // Look-alikes and dressed letters: found where a value may hide, and nothing else anywhere.
        ("Аdа", ["аdа", "аdа", "аdа", "аdа", "ada"]),
        ("𝐀𝗱𝘢", ["𝐀𝗱𝘢", "𝐀𝗱𝘢", "𝐀𝗱𝘢", "𝐀𝗱𝘢", "ada"]),
        ("٤²③", ["٤²③", "٤²③", "٤²③", "٤²③", "423"]),
        ("N.º", ["n.º", "n.º", "n º", "n o", "nº"]),
        // A target quotes the page as it is written.
        ("ＰＡＹ", ["ｐａｙ", "pay", "pay", "pay", "pay"]),
        ("e\u{2060}mail", ["e\u{2060}mail", "email", "email", "email", "email"]),
    ] {
        check(text, expected);
    }
}

/// What one comparison knew and another did not, without a rule that needed it.
#[test]
fn no_comparison_knows_a_letter_that_another_does_not() {
    for (text, plain) in [
        // Latin letters with marks that were in one table and not in the other.
        ("Œuvre", "oeuvre"),
        ("Đorđe", "dorde"),
        ("Ğ ĺ ŵ ů ħ ŧ", "g l w u h t"),
        ("Þór", "thor"),
        ("Nguyễn Thị Ǹga", "nguyen thi nga"),
        ("ẞ", "ss"),
        ("ı ł ŀ ŉ", "i l l n"),
        // Marks apart from their letters.
        ("Cafe\u{301}", "cafe"),
        // What nobody sees: hyphens, joiners, direction, fillers, variation selectors.
        ("Sub\u{ad}mit", "submit"),
        ("Sub\u{200b}mit", "submit"),
        ("Sub\u{2060}mit", "submit"),
        ("Sub\u{202e}mit\u{202c}", "submit"),
        ("Sub\u{feff}mit", "submit"),
        ("Sub\u{fe0f}mit", "submit"),
        ("Sub\u{e0041}mit", "submit"),
        ("Sub\u{0}mit", "submit"),
        ("سـلام", "سلام"),
        ("مُحَمَّد", "محمد"),
        ("שָׁלוֹם", "שלום"),
        // Width.
        ("Ｐａｙ　ｎｏｗ", "pay now"),
        ("Pay\u{a0}now", "pay now"),
    ] {
        assert_eq!([unaccented(text), fold(text), label_words(text)], [plain; 3], "{text:?}");
        assert_eq!(skeleton(text), skeleton(plain), "{text:?}");
    }
    // A Hebrew hyphen is one: it divides.
    assert_eq!([fold("בית־ספר"), label_words("בית־ספר")], ["בית ספר"; 2]);
    assert_eq!(digits("(０１２) 34-5"), "012345");
    assert_eq!(caseless(" Two\n words\t"), "two words");
    assert_eq!(caseless("ΟΔΟΣ"), caseless("οδος"));
}

#[test]
fn white_space_collapses() {
    assert_eq!(collapse("  a\u{a0} b\n\tc "), "a b c");
    assert_eq!(collapse(" \n"), "");
}

proptest! {
    #[test]
    fn what_nobody_sees_is_in_no_comparison(text in any::<String>()) {
        let plain = skeleton(&text);
        prop_assert_eq!(skeleton(&plain), plain);
        prop_assert!(!fold(&text).contains(is_unseen) && !label_words(&text).contains(is_unseen));
    }

    #[test]
    fn what_a_latin_letter_is_compared_as_is_compared_as_itself(c in proptest::char::range('À', 'ɏ')) {
        let mut out = String::new();
        c.to_lowercase().for_each(|c| push_latin(&mut out, c));
        let mut again = String::new();
        out.chars().for_each(|c| push_latin(&mut again, c));
        prop_assert_eq!(again, out);
    }
}
