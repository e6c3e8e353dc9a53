//! What may be pressed without a yes, by its words: texts that consist of known words and of nothing else.
//!
//! A button that says "Continue" goes on; "Continue with Google", "Continue 10 €" and a "Continue" with a
//! letter that only looks like one of its own do something else. So the whole text must be made of the
//! phrases of one language, and of the number of a step. Everything that is not plainly so asks.

use std::sync::LazyLock;

use crate::{
    classify::{self, Sense},
    language::{LANGUAGES, List, words_of},
    text::unaccented,
};

/// Languages so alike that a button is read with the words of all of them: Danish, Norwegian, Swedish.
const AS_ONE: &[&[&str]] = &[&["da", "nb", "sv"]];

/// What a language says on buttons, in lower case and with the language's own letters.
struct Phrases {
    /// [`List::GoesOn`]
    going: Vec<&'static str>,
    /// [`List::GoesOnTo`]
    beside: Vec<&'static str>,
    /// [`List::Step`]
    counted: Vec<&'static str>,
    /// [`List::StepOf`]
    of: Vec<&'static str>,
    /// [`List::Adds`]
    add: Vec<&'static str>,
    /// [`List::AddsMore`]
    more: Vec<&'static str>,
    /// [`List::AddsListed`]
    listed: Vec<&'static str>,
    /// [`List::Heading`]
    heading: Vec<&'static str>,
}

static SPOKEN: LazyLock<Vec<Phrases>> = LazyLock::new(|| {
    let tags: Vec<&str> = LANGUAGES.iter().map(|language| language.tag).collect();
    let alone = tags.iter().filter(|tag| !AS_ONE.iter().any(|group| group.contains(*tag)));
    let alone = alone.map(std::slice::from_ref);
    alone.chain(AS_ONE.iter().copied()).map(Phrases::of).collect()
});

/// Signs that may stand beside the words: arrows that point on, and what separates a step's number.
const SIGNS: &[char] = &[
    '→', '➔', '➜', '➝', '➞', '➡', '⇒', '⟶', '▶', '►', '▸', '›', '»', '>', '❯', '⟩', '…', '.', ':',
    '–', '-', '(', ')',
];
/// Pictures of icon fonts: a font draws an arrow for these names, and for characters of private use.
const ICONS: &[&str] = &[
    "arrow_forward",
    "arrow_forward_ios",
    "arrow_right",
    "arrow_right_alt",
    "chevron_right",
    "east",
    "keyboard_arrow_right",
    "navigate_next",
];
/// Longest text that is read, in characters.
const LONGEST: usize = 60;
/// A step's number is smaller.
const MOST_STEPS: u32 = 30;

/// Whether a text says that the form goes on, and says nothing else.
pub fn goes_on(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').filter(|word| !ICONS.contains(word)).collect();
    let Some(parts) = parts(&words.join(" ")) else { return false };
    SPOKEN.iter().any(|language| language.goes_on(&parts))
}

/// Whether a text says that one more entry is added to a list of the form, and says nothing else. What
/// else there is to add (a card, to a basket) may cost something.
pub(super) fn adds_an_entry(text: &str) -> bool {
    let Some(parts) = parts(text.trim_start().trim_start_matches('+')) else { return false };
    SPOKEN.iter().any(|language| language.adds(&parts))
}

/// Whether such a text names what forms have lists of: "Add education".
pub(super) fn names_what_it_adds(text: &str) -> bool {
    adds_an_entry(text) && !adds_of(text, |language| &language.more)
}

/// Whether such a text says that what it adds is one more of what is there: "Add another", not "Add" alone.
pub(super) fn adds_one_more(text: &str) -> bool {
    adds_an_entry(text) && !adds_of(text, |_| &[])
}

/// Whether a text says that something is added, with no more than this list of words beside.
fn adds_of(text: &str, beside: impl Fn(&Phrases) -> &[&'static str]) -> bool {
    let Some(parts) = parts(text.trim_start().trim_start_matches('+')) else { return false };
    SPOKEN.iter().any(|language| {
        let whole = &[beside(language)];
        let lists = Lists { needed: &language.add, whole, counted: &[], joining: &[] };
        language.covers(&parts, SoFar::default(), &lists)
    })
}

/// Whether a heading is of something that forms have lists of ("Education", "Position 2"), or of words of
/// forms alone.
pub(super) fn heads_a_list(heading: &str) -> bool {
    let heading = heading.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ');
    let pieces: Vec<&str> =
        heading.split([':', '(', ')', '*', ',', '/', '&']).map(str::trim).collect();
    let mut said = pieces.iter().filter(|piece| !piece.is_empty()).peekable();
    said.peek().is_some() && said.all(|piece| is_a_heading(piece))
}

/// Whether the heading of a closed part of a form says what is asked there in words that forms are made
/// of, and says nothing else: in one script and without numbers. What agrees to something is no heading, for a press
/// may be all that it takes.
pub(super) fn is_a_heading(text: &str) -> bool {
    let is_word = |part: &Part| matches!(part, Part::Word(_));
    // A question may be a heading.
    let text = text.trim_end_matches('?').trim_start_matches('+');
    let Some(parts) = parts(text) else { return false };
    if parts.is_empty() || !parts.iter().all(is_word) {
        return false;
    }
    let said = classify::senses_of_choice(text);
    if said.contains(&Sense::Agreement) || said.contains(&Sense::Signature) {
        return false;
    }
    let words = classify::words_of_forms(text);
    SPOKEN.iter().any(|language| {
        let is_filler =
            |word: &str| language.heading.iter().any(|filler| without_accents(filler) == word);
        words.iter().all(|(word, is_known)| *is_known || is_filler(word))
    })
}

/// A part of a button's text.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    /// In lower case.
    Word(String),
    Number(u32),
    Slash,
}

/// A text in parts. None: it holds something that no such text needs, or is too long, or is in two scripts.
fn parts(text: &str) -> Option<Vec<Part>> {
    if text.chars().count() > LONGEST {
        return None;
    }
    let mut script = None;
    let mut parts: Vec<Part> = Vec::new();
    let mut is_open = false; // whether the last part goes on
    for c in text.chars() {
        let (letter, digit) = (script_of(c), c.to_digit(10));
        is_open = match (letter, digit, parts.last_mut()) {
            (Some(own), ..) => {
                if *script.get_or_insert(own) != own {
                    return None;
                }
                match parts.last_mut() {
                    Some(Part::Word(word)) if is_open => word.extend(c.to_lowercase()),
                    // A number that runs into a word is none of a step.
                    Some(Part::Number(_)) if is_open => return None,
                    _ => parts.push(Part::Word(c.to_lowercase().collect())),
                }
                true
            }
            (None, Some(digit), Some(Part::Number(number))) if is_open => {
                *number = number.checked_mul(10)?.checked_add(digit)?;
                true
            }
            (None, Some(_), Some(Part::Word(_))) if is_open => return None,
            (None, Some(digit), _) => {
                parts.push(Part::Number(digit));
                true
            }
            (None, None, _) if c == '/' => {
                parts.push(Part::Slash);
                false
            }
            (None, None, _) if c == ' ' || SIGNS.contains(&c) || is_icon(c) => false,
            _ => return None,
        };
    }
    Some(parts)
}

/// A character of private use (Unicode, section 23.5), as icon fonts have them.
fn is_icon(c: char) -> bool {
    ('\u{e000}'..='\u{f8ff}').contains(&c)
}

/// Scripts that a word is written in. Each letter is in one; what is in none is no letter of a button.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Greek,
    Cyrillic,
    Hebrew,
    Arabic,
    Chinese,
    Korean,
}

fn script_of(c: char) -> Option<Script> {
    Some(match c {
        'a'..='z' | 'A'..='Z' => Script::Latin,
        '×' | '÷' => return None,
        'À'..='ɏ' | 'Ḁ'..='ỿ' => Script::Latin,
        'Ά' | 'Έ'..='ώ' => Script::Greek,
        'Ѐ'..='ԯ' => Script::Cyrillic,
        'א'..='ת' => Script::Hebrew,
        'ء'..='غ' | 'ف'..='ي' => Script::Arabic,
        'ぁ'..='ゖ' | 'ァ'..='ヺ' | 'ー' | '一'..='鿿' => Script::Chinese,
        '가'..='힣' => Script::Korean,
        _ => return None,
    })
}

impl Phrases {
    fn of(tags: &[&str]) -> Self {
        let phrases = |list| words_of(tags, list);
        Self {
            going: phrases(List::GoesOn),
            beside: phrases(List::GoesOnTo),
            counted: phrases(List::Step),
            of: phrases(List::StepOf),
            add: phrases(List::Adds),
            more: phrases(List::AddsMore),
            listed: phrases(List::AddsListed),
            heading: phrases(List::Heading),
        }
    }

    fn goes_on(&self, parts: &[Part]) -> bool {
        let (needed, counted, joining) = (&*self.going, &*self.counted, &*self.beside);
        self.covers(parts, SoFar::default(), &Lists { needed, whole: &[], counted, joining })
    }

    fn adds(&self, parts: &[Part]) -> bool {
        let is_word = |part: &Part| matches!(part, Part::Word(_));
        // What is added is more of the same, or what forms have lists of: "Add" alone says so, too.
        let whole = &[&*self.more, &*self.listed];
        let lists = Lists { needed: &self.add, whole, counted: &[], joining: &[] };
        parts.iter().all(is_word) && self.covers(parts, SoFar::default(), &lists)
    }

    /// Whether the parts are phrases of these lists, one after the other, and at the end perhaps a count:
    /// one at least is `needed`, and the last is no word that something else must follow ("to").
    fn covers(&self, parts: &[Part], so_far: SoFar, lists: &Lists) -> bool {
        let Some(first) = parts.first() else { return so_far.has_needed && so_far.is_whole };
        if !matches!(first, Part::Word(_)) {
            return so_far.has_needed && self.is_count(parts, so_far.is_counted);
        }
        let among = |list: &[&str], so_far: SoFar| {
            let mut rests = list.iter().filter_map(|phrase| after(parts, phrase));
            rests.any(|rest| self.covers(rest, so_far, lists))
        };
        let whole = SoFar { is_whole: true, is_counted: false, ..so_far };
        among(lists.needed, SoFar { has_needed: true, ..whole })
            || lists.whole.iter().any(|list| among(list, whole))
            || among(lists.counted, SoFar { is_counted: true, ..whole })
            || among(lists.joining, SoFar { is_whole: false, ..whole })
    }

    /// `2`, after the word for a step, or `2 / 5`, `2 of 5`.
    fn is_count(&self, parts: &[Part], is_counted: bool) -> bool {
        let fits = |number: u32, all: u32| (1..=all).contains(&number) && all < MOST_STEPS;
        match parts {
            [Part::Number(number)] => is_counted && fits(*number, *number),
            [Part::Number(number), Part::Slash, Part::Number(all)] => fits(*number, *all),
            [Part::Number(number), Part::Word(of), Part::Number(all)] => {
                self.of.contains(&of.as_str()) && fits(*number, *all)
            }
            _ => false,
        }
    }
}

/// The lists that a text may be put together from.
struct Lists<'a> {
    needed: &'a [&'static str],
    /// May be the last.
    whole: &'a [&'a [&'static str]],
    /// May be the last, and a number may follow.
    counted: &'a [&'static str],
    /// Something must follow.
    joining: &'a [&'static str],
}

/// What was read of a text.
#[derive(Debug, Clone, Copy, Default)]
struct SoFar {
    has_needed: bool,
    is_whole: bool,
    is_counted: bool,
}

/// What follows a phrase.
fn after<'p>(parts: &'p [Part], phrase: &str) -> Option<&'p [Part]> {
    let mut rest = parts;
    for wanted in phrase.split(' ') {
        let (Part::Word(word), after) = rest.split_first()? else { return None };
        if !is_written(word, wanted) {
            return None;
        }
        rest = after;
    }
    Some(rest)
}

/// Whether a word is spelled as it should be, or without any accent, as in capitals.
fn is_written(word: &str, wanted: &str) -> bool {
    word == wanted || word == without_accents(wanted)
}

/// A listed word without any accent. Turkish ğ is no g with an accent: a word that has one is written with it.
fn without_accents(wanted: &str) -> String {
    if wanted.contains('ğ') { wanted.to_owned() } else { unaccented(wanted) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_text_falls_into_words_numbers_and_slashes() {
        let word = |word: &str| Part::Word(word.to_owned());
        assert_eq!(parts("2 5"), Some(vec![Part::Number(2), Part::Number(5)]));
        assert_eq!(
            parts("Step 12/30"),
            Some(vec![word("step"), Part::Number(12), Part::Slash, Part::Number(30)])
        );
        assert_eq!(parts("step2"), None);
        assert_eq!(parts("2nd"), None);
        assert_eq!(parts(&"a".repeat(LONGEST)).map(|parts| parts.len()), Some(1));
        assert_eq!(parts(&"a".repeat(LONGEST + 1)), None);
        assert_eq!((script_of('×'), script_of('÷')), (None, None));
    }

    #[test]
    fn a_count_is_of_few_steps() {
        let english = SPOKEN.iter().find(|language| language.going.contains(&"continue")).unwrap();
        let of = |number, all| {
            english.is_count(
                &[Part::Number(number), Part::Word("of".into()), Part::Number(all)],
                false,
            )
        };
        assert!(of(1, MOST_STEPS - 1) && !of(1, MOST_STEPS) && !of(3, 2));
        let other = [Part::Number(2), Part::Word("apples".into()), Part::Number(5)];
        assert!(!english.is_count(&other, false));
        assert!(english.is_count(&[Part::Number(2)], true));
        assert!(!english.is_count(&[Part::Number(2)], false));
        assert!(goes_on("Next step 2") && !goes_on("Step next 2"));
    }

    #[test]
    fn what_consists_of_going_on_alone_goes_on() {
        for text in [
            "Next",
            "NEXT",
            "Next \u{f061}",
            "Next arrow_forward",
            "Continue",
            "Continue →",
            "Next ›",
            "Next »",
            "Next >",
            "» Next",
            "Continue…",
            "Next step",
            "Next page",
            "Proceed",
            "Proceed to the next step",
            "Continue to the next page",
            "Continue to step 2",
            "Continue to step 2 of 4",
            "Next (2/5)",
            "Next: step 3",
            "Next - page 2",
            "Next 2 of 5",
            "Go on",
            "Weiter",
            "Weiter zum nächsten Schritt",
            "Weiter zu Schritt 2 von 3",
            "Nächste Seite",
            "Nachste Seite",
            "Étape suivante",
            "ETAPE SUIVANTE",
            "Suivant",
            "Siguiente",
            "Continuar",
            "Avanti",
            "Próximo",
            "Volgende stap",
            "Dalej",
            "Další",
            "Næste",
            "Nästa",
            "Seuraava",
            "Tovább",
            "Continuă",
            "İleri",
            "Devam et",
            "Επόμενο",
            "ΕΠΟΜΕΝΟ",
            "Далее",
            "Следующий шаг",
            "Далі",
            "הבא",
            "التالي",
            "次へ",
            "次へ進む",
            "下一步",
            "继续",
            "다음",
            "다음 단계",
        ] {
            assert!(goes_on(text), "{text}");
        }
    }

    #[test]
    fn whatever_else_is_said_asks() {
        for text in [
            "",
            " ",
            "→",
            "2",
            "2/5",
            "of",
            "step 2",
            "page",
            "to the",
            "Continue with Google",
            "Continue with",
            "Continue to",
            "Continue to PayPal",
            "Proceed with the transfer of 1000 €",
            "Proceed 1000",
            "Continue 10",
            "Next 5",
            "Continue €",
            "Continue $",
            "Continue 10 EUR",
            "Continue (10)",
            "Next 5/2",
            "Next 31/31",
            "Next 0/5",
            "Next 2 of",
            "Next /",
            "Next 2/",
            "Next 99999999999/99999999999",
            "Next, pay",
            "Continue and pay",
            "Save and continue",
            "Continue to payment",
            "Continue to checkout",
            "Continue as Ada",
            "Next Ada",
            "Discontinue",
            "Nextdoor",
            "Next2",
            "2Next",
            "Next!",
            "Next&",
            "Next*",
            "Next@site",
            "Next avanti",
            "Weiter und bezahlen",
            "Weiter mit Apple",
            "Jetzt kaufen",
            "次へ購入",
            "下一步支付",
            "Continue\u{200b}",
            "Con\u{ad}tinue",
            "Continue\u{202e}",
            "\u{2066}Next\u{2069}",
            "Next\u{fe0f}",
            "➡\u{fe0f} Next",
            "Next\u{e0041}",
            "Next\u{200d}",
            "Next\u{feff}",
            "Сontinue",
            "Cоntinue",
            "contınue",
            "Nехt",
            "Νext",
            "Ｎｅｘｔ",
            "𝐍𝐞𝐱𝐭",
            "ⓝext",
            "Nеxt",
            "Ne\u{301}xt",
            "nächster\u{308}",
            "Далee",
            "dаlej",
            "jat\u{212a}a",
            "Next\u{a0}",
            "Next\n",
            "Next\u{2028}",
            "Continue to the next step and the page to the section of the part to it",
        ] {
            assert!(!goes_on(text), "{text:?}");
        }
    }

    #[test]
    fn what_is_added_is_one_more_of_what_forms_have_lists_of() {
        for text in [
            "Add",
            "+ Add",
            "Add another",
            "Add one more",
            "Add education",
            "+ Add work experience",
            "Add new entry",
            "Weitere hinzufügen",
            "Noch eine Ausbildung hinzufügen",
            "Ajouter",
            "Ajouter une expérience",
            "Añadir otro",
            "Aggiungi",
            "Toevoegen",
            "添加",
        ] {
            assert!(adds_an_entry(text), "{text}");
        }
        for (text, names, more) in [
            ("Add education", true, true),
            ("Add another school", true, true),
            ("Add another", false, true),
            ("Add item", false, true),
            ("Weitere hinzufügen", false, true),
            ("Add", false, false),
            ("+ Hinzufügen", false, false),
            ("Add insurance", false, false),
        ] {
            assert_eq!((names_what_it_adds(text), adds_one_more(text)), (names, more), "{text}");
        }
        for text in [
            "",
            "+",
            "Another",
            "Add to basket",
            "Add a card",
            "Add insurance",
            "Add and pay",
            "Add passenger",
            "Add education 10 €",
            "Add 2",
            "Add education to basket",
            "Аdd",
            "Add\u{200b}",
            "Add work experience weekend",
            "Add ajouter",
            "++ Add item!",
            "Add/",
            "Add 1/2",
        ] {
            assert!(!adds_an_entry(text), "{text:?}");
        }
    }

    #[test]
    fn lists_of_forms_have_headings_of_their_words() {
        for heading in [
            "Education",
            "Work experience: Position 2",
            "Languages (optional)",
            "Education *",
            "Berufserfahrung",
            "Formation",
        ] {
            assert!(heads_a_list(heading), "{heading}");
        }
        for heading in ["", "2", "*", "Travel insurance", "Your basket", "Education 10 €"] {
            assert!(!heads_a_list(heading), "{heading}");
        }
    }

    #[test]
    fn headings_are_of_words_that_forms_are_made_of() {
        for text in [
            "Contact",
            "Where",
            "Who",
            "Address",
            "Your address",
            "Where do you live?",
            "Personal details",
            "Work experience",
            "Additional information (optional)",
            "+ More details",
            "Angaben zur Person",
            "Adresse",
            "Weitere Angaben",
            "Vos coordonnées",
            "Datos personales",
        ] {
            assert!(is_a_heading(text), "{text}");
        }
        for text in [
            "",
            "?",
            "+",
            "Terms",
            "Terms and conditions",
            "Consent",
            "Newsletter",
            "Donation",
            "同意",
            "Transfer 1000 €",
            "Transfer",
            "Upgrade",
            "Unlock premium",
            "Delete everything",
            "Address 2",
            "Address\u{200b}",
            "Аddress",
            "Contact us now for a free loan",
            "Address адрес",
            "Email 住所",
            "Address €",
        ] {
            assert!(!is_a_heading(text), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn a_text_with_any_other_character_asks(
            before in "[A-Za-z ]{0,8}",
            other in any::<char>(),
            after in "[A-Za-z ]{0,8}",
            going in prop::sample::select(vec!["Next", "Continue", "Weiter", "Add", "Contact"]),
        ) {
            let allowed = |c: char| {
                script_of(c).is_some() || c.is_ascii_digit() || " /?+".contains(c) || is_icon(c) || SIGNS.contains(&c)
            };
            let text = format!("{going}{before}{other}{after}");
            if !allowed(other) {
                prop_assert!(!goes_on(&text) && !adds_an_entry(&text) && !is_a_heading(&text));
            }
        }

        #[test]
        fn a_letter_more_asks(other in any::<char>(), at in 0_usize..9) {
            let going = "Proceed";
            let mut text: Vec<char> = going.chars().collect();
            text.insert(at.min(text.len()), other);
            let text: String = text.into_iter().collect();
            if other.is_alphanumeric() || !other.is_ascii() && !SIGNS.contains(&other) && !is_icon(other) {
                prop_assert!(!goes_on(&text), "{:?}", text);
            }
        }
    }
}
