//! What words mean wherever they stand in a list of choices: yes and no, gender, titles, refusing to
//! say, months. Tables of facts about languages; which of them applies is decided in [`super::options`].

use crate::text::{compact, fold, words};

const YES: &[&str] = &[
    "yes",
    "y",
    "true",
    "1",
    "on",
    "ja",
    "oui",
    "si",
    "sim",
    "да",
    "так",
    "tak",
    "ano",
    "igen",
    "evet",
    "da",
    "kylla",
    "jah",
    "はい",
    "是",
    "有",
    "예",
    "네",
    "vrai",
    "verdadero",
    "verdadeiro",
    "vero",
    "agree",
    "i agree",
    "accept",
    "i accept",
    "accepted",
    "checked",
];

const NO: &[&str] = &[
    "no",
    "n",
    "false",
    "0",
    "off",
    "nein",
    "non",
    "nao",
    "нет",
    "ні",
    "nie",
    "ne",
    "nem",
    "hayir",
    "nee",
    "nej",
    "nei",
    "ei",
    "nu",
    "いいえ",
    "否",
    "不",
    "没有",
    "아니요",
    "아니오",
    "faux",
    "falso",
    "disagree",
    "i do not agree",
    "i disagree",
    "decline",
    "unchecked",
];

/// Words that turn a statement into its opposite.
const NEGATIONS: &[&str] = &[
    "not", "no", "non", "never", "none", "dont", "doesnt", "isnt", "arent", "cannot", "cant",
    "without", "nicht", "kein", "keine", "keinen", "nein", "pas", "sans", "aucun", "sin", "nunca",
    "nao", "sem", "senza", "niet", "geen", "nie", "bez", "inte", "ikke", "не", "нет", "без",
];

/// Yes or no, if a text says so: by itself, or as its first word before a comma or dash.
pub(super) fn polarity(text: &str) -> Option<bool> {
    let folded = fold(text);
    if YES.contains(&folded.as_str()) {
        return Some(true);
    }
    if NO.contains(&folded.as_str()) {
        return Some(false);
    }
    let first = text.trim().split([',', '.', ':', ';', '-', '–', '—', '(', '/', '!']).next()?;
    let first = fold(first);
    // A number or a single letter before a comma says nothing.
    if first.chars().count() < 2 || first == folded {
        return None;
    }
    if YES.contains(&first.as_str()) {
        Some(true)
    } else if NO.contains(&first.as_str()) {
        Some(false)
    } else {
        None
    }
}

/// Whether a statement is negated.
pub(super) fn is_negated(text: &str) -> bool {
    has_negation(&words(text))
}

/// The same for the words of a statement.
pub(super) fn has_negation(words: &[String]) -> bool {
    words.iter().any(|word| NEGATIONS.contains(&word.as_str()))
}

/// Classes of meaning, each with what people write for it, folded. A word may stand in several.
type Classes = &'static [(&'static str, &'static [&'static str])];

const GENDERS: Classes = &[
    (
        "male",
        &[
            "male",
            "m",
            "man",
            "boy",
            "mann",
            "mannlich",
            "maennlich",
            "homme",
            "masculin",
            "hombre",
            "masculino",
            "varon",
            "uomo",
            "maschio",
            "maschile",
            "homem",
            "mezczyzna",
            "man vent",
            "mannelijk",
            "muz",
            "mies",
            "мужчина",
            "мужской",
            "erkek",
            "男",
            "男性",
            "남",
            "남성",
            "he him",
        ],
    ),
    (
        "female",
        &[
            "female",
            "f",
            "w",
            "woman",
            "girl",
            "frau",
            "weiblich",
            "femme",
            "feminin",
            "mujer",
            "femenino",
            "donna",
            "femmina",
            "femminile",
            "mulher",
            "feminino",
            "kobieta",
            "vrouw",
            "vrouwelijk",
            "kvinna",
            "kvinde",
            "kvinne",
            "zena",
            "nainen",
            "женщина",
            "женский",
            "kadin",
            "女",
            "女性",
            "여",
            "여성",
        ],
    ),
    (
        "diverse",
        &[
            "nonbinary",
            "non binary",
            "non binary person",
            "enby",
            "divers",
            "diverse",
            "gender diverse",
            "nichtbinar",
            "non binaire",
            "no binario",
            "nao binario",
            "non binario",
            "niebinarna",
            "third gender",
            "x",
            "genderqueer",
            "non binary third gender",
            "non binary non conforming",
            "x non binary",
        ],
    ),
];

const TITLES: Classes = &[
    (
        "mr",
        &[
            "mr",
            "mister",
            "herr",
            "hr",
            "m",
            "monsieur",
            "sr",
            "senor",
            "sig",
            "signor",
            "dhr",
            "pan",
            "г н",
            "господин",
        ],
    ),
    (
        "mrs",
        &[
            "mrs", "missus", "frau", "fr", "mme", "madame", "sra", "senora", "signora", "mevr",
            "mevrouw", "pani",
        ],
    ),
    ("ms", &["ms", "frau", "fr", "mme", "madame", "mevr", "mevrouw", "pani", "госпожа"]),
    ("miss", &["miss", "mlle", "mademoiselle", "srta", "senorita", "signorina", "fraulein"]),
    ("mx", &["mx"]),
    ("dr", &["dr", "doctor", "doktor", "dra", "docteur", "dott", "dottore"]),
    ("prof", &["prof", "professor", "professeur", "profesor", "professore"]),
];

const CARDS: Classes = &[
    ("visa", &["visa", "vi", "visa card", "visa credit", "visa credit card"]),
    (
        "mastercard",
        &["mastercard", "master card", "master", "mc", "euro mastercard", "eurocard mastercard"],
    ),
    ("amex", &["amex", "american express", "ae", "ax", "americanexpress", "american express card"]),
    ("discover", &["discover", "discover card", "di", "ds", "disc"]),
    ("diners", &["diners", "diners club", "dinersclub", "dc", "diners club international"]),
    ("jcb", &["jcb", "jcb card"]),
    ("unionpay", &["unionpay", "union pay", "china union pay", "cup", "china unionpay"]),
    ("maestro", &["maestro", "switch", "uk maestro"]),
    ("elo", &["elo"]),
    ("mir", &["mir", "мир"]),
    ("cartebancaire", &["carte bancaire", "cb", "cartebancaire", "carte bleue"]),
];

const DECLINES: &[&str] = &[
    "prefernottosay",
    "prefernottoanswer",
    "prefernottodisclose",
    "prefernottoselfidentify",
    "declinetoselfidentify",
    "declinetoanswer",
    "declinetostate",
    "idonotwishtoanswer",
    "idontwishtoanswer",
    "idonotwanttoanswer",
    "idontwanttoanswer",
    "idontwishtospecify",
    "idprefernottosay",
    "iprefernottosay",
    "iprefernottoanswer",
    "choosenottodisclose",
    "ichoosenottodisclose",
    "rathernotsay",
    "idrathernotsay",
    "notdisclosed",
    "undisclosed",
    "keineangabe",
    "keineangaben",
    "mochteichnichtangeben",
    "prefernotdisclosing",
    "jeprefererepaslindiquer",
    "nesouhaitepasrepondre",
    "nesedesearesponder",
    "prefieronodecirlo",
    "prefironaodizer",
    "prefieronoresponder",
    "preferisconorispondere",
    "preferiscononrispondere",
    "zegikliernniet",
    "zegikliverniet",
    "wolenieodpowiadac",
];

/// The classes that a text belongs to, by name.
fn classes(table: Classes, text: &str) -> Vec<&'static str> {
    let folded = fold(text);
    table
        .iter()
        .filter(|(_, members)| members.contains(&folded.as_str()))
        .map(|(class, _)| *class)
        .collect()
}

/// `male`, `female`, `diverse`.
pub(super) fn gender(text: &str) -> Vec<&'static str> {
    classes(GENDERS, text)
}

/// `mr`, `mrs`, `ms`, …; German *Frau* is both of the latter.
pub(super) fn title(text: &str) -> Vec<&'static str> {
    classes(TITLES, text)
}

/// `visa`, `mastercard`, …
pub(super) fn card(text: &str) -> Vec<&'static str> {
    classes(CARDS, text)
}

/// Whether a text refuses to say.
pub(super) fn declines(text: &str) -> bool {
    DECLINES.contains(&compact(text).as_str())
}

/// Whether an option only invites to choose, as its words say.
pub(super) fn invites(text: &str) -> bool {
    const OPENERS: &[&str] = &[
        "select",
        "choose",
        "pick",
        "please",
        "bitte",
        "auswahlen",
        "wahlen",
        "selectionner",
        "selectionnez",
        "choisir",
        "choisissez",
        "veuillez",
        "seleccione",
        "selecciona",
        "seleccionar",
        "elija",
        "elige",
        "elegir",
        "selecione",
        "selecionar",
        "escolha",
        "escolher",
        "seleziona",
        "selezionare",
        "scegli",
        "wybierz",
        "kies",
        "selecteer",
        "valj",
        "vaelg",
        "velg",
        "zvolte",
        "vyberte",
        "valassz",
        "valitse",
        "seciniz",
        "sec",
        "выберите",
        "виберіть",
    ];
    const PARTS: &[&str] = &["选择", "選擇", "選択", "선택", "auswahlen", "wahlen"];
    let folded = fold(text);
    folded.is_empty()
        || folded.split(' ').next().is_some_and(|word| OPENERS.contains(&word))
        || PARTS.iter().any(|part| folded.contains(part))
}

/// Whether a word is one that forms offer everybody: yes or no, a gender, a form of address, a make of card.
pub(crate) fn is_usual_word(word: &str) -> bool {
    polarity(word).is_some()
        || !gender(word).is_empty()
        || !title(word).is_empty()
        || !card(word).is_empty()
        || declines(word)
}

/// Names of months, January first, in the languages that forms are written in.
const MONTHS: &[&str] = &[
    "january february march april may june july august september october november december",
    "januar februar marz april mai juni juli august september oktober november dezember",
    "janner feber maerz april mai juni juli august september oktober november dezember",
    "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
    "januari februari maart april mei juni juli augustus september oktober november december",
    "januari februari mars april maj juni juli augusti september oktober november december",
    "styczen luty marzec kwiecien maj czerwiec lipiec sierpien wrzesien pazdziernik listopad grudzien",
    "stycznia lutego marca kwietnia maja czerwca lipca sierpnia wrzesnia pazdziernika listopada grudnia",
    "leden unor brezen duben kveten cerven cervenec srpen zari rijen listopad prosinec",
    "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь",
    "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    "ocak subat mart nisan mayis haziran temmuz agustos eylul ekim kasim aralik",
    "januar februar marcius aprilis majus junius julius augusztus szeptember oktober november december",
    "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie",
    "一月 二月 三月 四月 五月 六月 七月 八月 九月 十月 十一月 十二月",
];

/// More names of months, by which a date is found in a text. Their abbreviations are others' of other months.
const OTHER_MONTHS: &[&str] = &[
    "ledna unora brezna dubna kvetna cervna cervence srpna zari rijna listopadu prosince",
    "januar februar marts april maj juni juli august september oktober november december",
    "januar februar mars april mai juni juli august september oktober november desember",
    "tammikuu helmikuu maaliskuu huhtikuu toukokuu kesakuu heinakuu elokuu syyskuu lokakuu marraskuu joulukuu",
    "січень лютий березень квітень травень червень липень серпень вересень жовтень листопад грудень",
    "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",
    "ιανουάριος φεβρουάριος μάρτιος απρίλιος μάιος ιούνιος ιούλιος αύγουστος σεπτέμβριος οκτώβριος νοέμβριος δεκέμβριος",
    "ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου",
    "يناير فبراير مارس ابريل مايو يونيو يوليو اغسطس سبتمبر اكتوبر نوفمبر ديسمبر",
    "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
    "ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר",
];

/// Whether a word may name this month, 1 to 12, in some language: in full or by its first three letters or more.
pub(crate) fn may_name_month(word: &str, month: u8) -> bool {
    let word = fold(word);
    if let Some(number) = word.strip_suffix(['月', '월']) {
        return number.parse() == Ok(month) || MONTHS.iter().any(|names| nth(names, month) == word);
    }
    let is_long = word.chars().count() >= 3;
    MONTHS.iter().chain(OTHER_MONTHS).any(|names| {
        let name = nth(names, month);
        name == word || is_long && name.starts_with(&word)
    })
}

fn nth(names: &'static str, month: u8) -> &'static str {
    names.split(' ').nth(usize::from(month).saturating_sub(1)).unwrap_or_default()
}

/// The month, 1 to 12, that a word names in full or abbreviated to three letters or more.
pub(super) fn month_of_word(word: &str) -> Option<u8> {
    let word = fold(word);
    let numbered = word.strip_suffix(['月', '월']).and_then(|number| number.parse::<u8>().ok());
    if let Some(month) = numbered {
        return (1..=12).contains(&month).then_some(month);
    }
    let numbered = || MONTHS.iter().flat_map(|names| names.split(' ').zip(1u8..));
    if let Some((_, month)) = numbered().find(|(name, _)| *name == word) {
        return Some(month);
    }
    if word.chars().count() < 3 {
        return None;
    }
    let mut found = numbered().filter(|(name, _)| name.starts_with(&word)).map(|(_, month)| month);
    let month = found.next()?;
    found.all(|other| other == month).then_some(month)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yes_and_no_are_understood() {
        for (text, expected) in [
            ("Yes", Some(true)),
            ("OUI", Some(true)),
            ("Sí", Some(true)),
            ("Yes, I am authorized", Some(true)),
            ("No - not yet", Some(false)),
            ("Nein", Some(false)),
            ("нет", Some(false)),
            ("No preference", None),
            ("Norway", None),
            ("1, Main Street", None),
        ] {
            assert_eq!(polarity(text), expected, "{text}");
        }
    }

    #[test]
    fn months_are_understood() {
        for (word, expected) in [
            ("January", Some(1)),
            ("Jan.", Some(1)),
            ("März", Some(3)),
            ("juin", Some(6)),
            ("juil.", Some(7)),
            ("déc.", Some(12)),
            ("gru", Some(12)),
            ("Mai", Some(5)),
            ("7月", Some(7)),
            ("août", Some(8)),
            ("13月", None),
            ("ma", None),
            ("Monday", None),
        ] {
            assert_eq!(month_of_word(word), expected, "{word}");
        }
    }

    #[test]
    fn classes_of_words() {
        assert_eq!(gender("weiblich"), ["female"]);
        assert_eq!(title("Frau"), ["mrs", "ms"]);
        assert_eq!(card("American Express"), ["amex"]);
        assert!(declines("Prefer not to say"));
        assert!(invites("-- Please choose --") && invites("Sélectionnez…") && !invites("Selenium"));
    }
}
