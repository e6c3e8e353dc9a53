//! Words on buttons that raise the gate, and words by which a button is found. What is pressed without a
//! yes is judged by [`super::goes_on`].

use crate::{
    language::{List, stands_anywhere, words},
    text::{readings, unaccented},
};

/// Whether a button's text says that something is added.
pub fn says_add(text: &str) -> bool {
    has_a_word(&unaccented(text), List::Add)
}

/// Whether a button's text says that something is sent, paid or confirmed.
pub fn says_submit(text: &str) -> bool {
    readings(text).any(|reading| begins_a_word(&unaccented(&reading), List::Submit))
}

/// Whether a button's text says that the form goes on to its next page.
pub fn says_next(text: &str) -> bool {
    has_a_word(&unaccented(text), List::Next)
}

/// Whether a word of a folded text begins as a phrase of a list does; many languages bend the end ("absenden",
/// "absendung").
pub(super) fn begins_a_word(text: &str, list: List) -> bool {
    words(list).iter().any(|word| is_begun(text, word))
}

/// Whether a word of a folded text begins with this phrase.
pub(super) fn is_begun(text: &str, phrase: &str) -> bool {
    if stands_anywhere(phrase) { text.contains(phrase) } else { starts_a_word(text, phrase) }
}

/// Whether a phrase of a list stands in a folded text as words of its own.
fn has_a_word(text: &str, list: List) -> bool {
    let is_there = |word: &&str| {
        if stands_anywhere(word) { text.contains(*word) } else { is_a_word(text, word) }
    };
    words(list).iter().any(is_there)
}

fn starts_a_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        text.get(..at)
            .and_then(|before| before.chars().next_back())
            .is_none_or(|c| !c.is_alphanumeric())
    })
}

fn is_a_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text.get(at + word.len()..).and_then(|after| after.chars().next());
        before.is_none_or(|c| !c.is_alphanumeric()) && after.is_none_or(|c| !c.is_alphanumeric())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sending_words_of_many_languages_raise_the_gate() {
        for text in [
            "Submit",
            "Place order",
            "Zahlungspflichtig bestellen",
            "Envoyer ma candidature",
            "Enviar",
            "Invia",
            "Zapłać",
            "Odeslat",
            "Köp nu",
            "Lähetä",
            "Trimite",
            "Gönder",
            "Υποβολή",
            "Отправить",
            "送信する",
            "提交订单",
            "제출",
            "إرسال",
            "שלח",
            "Pay $12.00",
            "Ｐａｙ",
            "Place\u{a0}order",
            "Sub\u{2060}mit",
            "Now\u{2060}submit",
            "Place\u{0}order",
        ] {
            assert!(says_submit(text), "{text}");
        }
        for text in ["Next", "Weiter", "Back", "Show more", "Add another", "repayment info", "Help"]
        {
            assert!(!says_submit(text), "{text}");
        }
    }

    #[test]
    fn adding_is_recognised_as_a_whole_word() {
        for text in ["Add another", "Weitere hinzufügen", "Ajouter", "Añadir"] {
            assert!(says_add(text), "{text}");
        }
        for text in ["Address", "Remove", "Next", ""] {
            assert!(!says_add(text), "{text}");
        }
    }

    #[test]
    fn going_on_is_recognised_as_a_whole_word() {
        for text in
            ["Next", "Continue →", "Nächste Seite", "Étape suivante", "Siguiente", "次へ", "Další"]
        {
            assert!(says_next(text), "{text}");
        }
        for text in ["Nextdoor", "discontinued", "Submit", ""] {
            assert!(!says_next(text), "{text}");
        }
    }
}
