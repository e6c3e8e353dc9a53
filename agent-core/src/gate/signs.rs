//! Words on the buttons of widgets: what opens a list, turns a calendar, steps a number. A button that says
//! anything else is never pressed for that, whatever else speaks for it.

use shared_types::operation::Signs;

use crate::language::{self, List};

/// The words, for whoever presses.
pub fn signs() -> Signs {
    let words = |list| language::words(list).iter().map(|word| (*word).to_owned()).collect();
    Signs {
        opens: words(List::Opens),
        turns: words(List::Turns),
        more: words(List::StepsUp),
        less: words(List::StepsDown),
        clears: words(List::Empties),
        chooses: words(List::OpensChoosing),
        lists: words(List::OpensOptions),
        days: words(List::OpensDays),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::says_submit;

    #[test]
    fn no_sign_says_that_something_is_sent() {
        let Signs { opens, turns, more, less, .. } = signs();
        for word in [opens, turns, more, less].concat() {
            assert!(!says_submit(&word), "{word}");
            assert!(word.to_lowercase() == word && !word.is_empty(), "{word}");
        }
    }

    #[test]
    fn signs_are_those_of_widgets() {
        let Signs { opens, turns, more, less, clears, chooses, lists, days } = signs();
        let has = |list: &[String], text: &str| {
            text.split(' ').all(|word| list.iter().any(|known| known == word))
        };
        let check = |list: &[String], yes: &[&str], no: &[&str]| {
            yes.iter().for_each(|text| assert!(has(list, text), "{text}"));
            no.iter().for_each(|text| assert!(!has(list, text), "{text}"));
        };
        check(
            &opens,
            &["open", "toggle menu", "choose date", "kalender öffnen", "show options"],
            &["place order", "next", "open account", "delete", "pay", "add"],
        );
        check(
            &turns,
            &["next month", "previous year", "vorheriger monat", "go to next month", "前の月"],
            &["delete account", "pay", "close", "clear", "next step", "order"],
        );
        check(&more, &["increase", "plus", "increase value"], &["decrease", "buy", "add to cart"]);
        check(&less, &["decrease", "minus"], &["increase", "delete", "remove", "buy"]);
        check(&clears, &["clear"], &["remove", "delete row"]);
        check(
            &chooses,
            &["select", "choose", "auswählen", "vælg", "選択"],
            &["open", "option", "date"],
        );
        check(&lists, &["options", "menu", "list", "список"], &["select", "open", "date"]);
        check(&days, &["date", "calendar", "datum", "日历"], &["select", "option"]);
        for word in [chooses, lists, days].concat() {
            assert!(opens.contains(&word), "{word}");
        }
    }
}
