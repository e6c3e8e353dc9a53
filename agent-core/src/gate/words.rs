//! Words on buttons that raise the gate, and words by which a button is found. What is pressed without a
//! yes is judged by [`super::goes_on`].

use crate::text::{readings, unaccented};

/// Says that something is sent, ordered, paid or confirmed. Matched at the start of a word, because
/// many languages bend the end ("absenden", "absendung").
const SUBMIT: &[&str] = &[
    // en
    "submit",
    "apply",
    "confirm",
    "pay",
    "finish",
    "send",
    "complete",
    "place order",
    "place your order",
    "buy",
    "purchase",
    "checkout",
    "check out",
    "order now",
    "sign up",
    "register",
    "create account",
    "donate",
    "book now",
    "reserve",
    "subscribe",
    "agree",
    "accept",
    "publish",
    "delete",
    "done",
    "save",
    // de
    "absenden",
    "senden",
    "abschicken",
    "bewerben",
    "bestatigen",
    "bezahlen",
    "zahlen",
    "kaufen",
    "bestellen",
    "zahlungspflichtig",
    "abschliessen",
    "fertig",
    "registrieren",
    "anmelden",
    "speichern",
    "einreichen",
    "buchen",
    "loschen",
    "zustimmen",
    // fr
    "envoyer",
    "soumettre",
    "postuler",
    "confirmer",
    "payer",
    "acheter",
    "commander",
    "valider",
    "terminer",
    "finaliser",
    "s'inscrire",
    "inscription",
    "enregistrer",
    "reserver",
    "supprimer",
    "accepter",
    // es
    "enviar",
    "solicitar",
    "confirmar",
    "pagar",
    "comprar",
    "finalizar",
    "realizar pedido",
    "tramitar",
    "registrar",
    "guardar",
    "reservar",
    "aceptar",
    "postular",
    "eliminar",
    "inscribir",
    // it
    "invia",
    "inviare",
    "candidati",
    "conferma",
    "paga",
    "acquista",
    "ordina",
    "completa",
    "termina",
    "registrati",
    "salva",
    "prenota",
    "accetta",
    "iscriviti",
    "concludi",
    // pt
    "submeter",
    "candidatar",
    "concluir",
    "encomendar",
    "cadastrar",
    "salvar",
    "aceitar",
    "pedido",
    // nl
    "verzenden",
    "versturen",
    "verstuur",
    "solliciteer",
    "bevestig",
    "betaal",
    "betalen",
    "koop",
    "bestel",
    "voltooi",
    "afronden",
    "registreer",
    "opslaan",
    "aanmelden",
    "indienen",
    "boek",
    "akkoord",
    // pl
    "wyslij",
    "przeslij",
    "aplikuj",
    "potwierdz",
    "zaplac",
    "kup",
    "zamow",
    "zakoncz",
    "zarejestruj",
    "zapisz",
    "zloz",
    "kupuje",
    // cs, sk
    "odeslat",
    "odoslat",
    "potvrdit",
    "zaplatit",
    "koupit",
    "kupit",
    "objednat",
    "dokoncit",
    "registrovat",
    "ulozit",
    "prihlasit",
    // da, nb, sv
    "indsend",
    "ansog",
    "bekraeft",
    "betal",
    "kob",
    "bestil",
    "afslut",
    "gem",
    "tilmeld",
    "sok",
    "soek",
    "bekreft",
    "kjop",
    "fullfor",
    "registrer",
    "skicka",
    "ansok",
    "bekrafta",
    "kop",
    "bestall",
    "slutfor",
    "spara",
    "skapa konto",
    // fi
    "laheta",
    "hae",
    "vahvista",
    "maksa",
    "osta",
    "tilaa",
    "viimeistele",
    "rekisteroidy",
    "tallenna",
    // hu
    "kuldes",
    "elkuld",
    "bekuld",
    "jelentkez",
    "megerosit",
    "fizet",
    "vasarl",
    "megrendel",
    "befejez",
    "regisztr",
    "ment",
    "megrendeles",
    // ro
    "trimite",
    "aplica",
    "confirma",
    "plateste",
    "cumpara",
    "comanda",
    "finalizeaza",
    "inregistr",
    "salveaza",
    // tr
    "gonder",
    "basvur",
    "onayla",
    "ode",
    "satin al",
    "siparis",
    "tamamla",
    "kaydol",
    "kaydet",
    "uye ol",
    // el
    "υποβολη",
    "αποστολη",
    "επιβεβαιωση",
    "πληρωμη",
    "αγορα",
    "παραγγελια",
    "ολοκληρωση",
    "εγγραφη",
    // ru, uk
    "отправ",
    "подать",
    "подтверд",
    "оплат",
    "купить",
    "заказ",
    "заверш",
    "оформ",
    "зарегистр",
    "сохран",
    "надісл",
    "відправ",
    "подати",
    "підтверд",
    "сплат",
    "придбати",
    "замов",
    "зареєстр",
    "зберег",
    // he
    "שלח",
    "הגש",
    "אישור",
    "תשלום",
    "קנה",
    "הזמן",
    "סיום",
    "הרשמה",
    // ar
    "ارسال",
    "إرسال",
    "تقديم",
    "تاكيد",
    "تأكيد",
    "ادفع",
    "شراء",
    "اطلب",
    "انهاء",
    "تسجيل",
];

/// The same for languages that put no space between words: matched anywhere.
const SUBMIT_ANYWHERE: &[&str] = &[
    "送信",
    "提出",
    "応募",
    "確定",
    "支払",
    "購入",
    "注文",
    "完了",
    "登録",
    "申し込",
    "保存", // ja
    "提交",
    "发送",
    "申请",
    "确认",
    "支付",
    "购买",
    "下单",
    "完成",
    "注册",
    "保存",
    "送出",
    "確認", // zh
    "제출",
    "보내기",
    "지원하기",
    "확인",
    "결제",
    "구매",
    "주문",
    "완료",
    "가입",
    "저장",
    "등록", // ko
];

/// Says that the form goes on. Matched as whole words.
const NEXT: &[&str] = &[
    "next",
    "continue",
    "proceed",
    "next step",
    "forward", // en
    "weiter",
    "fortfahren",
    "nachster schritt",
    "nachste seite", // de
    "suivant",
    "suivante",
    "continuer",
    "poursuivre",
    "etape suivante", // fr
    "siguiente",
    "continuar",
    "seguir", // es
    "avanti",
    "continua",
    "prosegui",
    "successivo", // it
    "proximo",
    "seguinte",
    "avancar",
    "proxima", // pt
    "volgende",
    "verder",
    "doorgaan",
    "ga verder", // nl
    "dalej",
    "nastepny",
    "kontynuuj",
    "nastepna", // pl
    "dalsi",
    "pokracovat",
    "dale",
    "pokracovat dale", // cs, sk
    "naeste",
    "neste",
    "nasta",
    "fortsaet",
    "fortsett",
    "fortsatt",
    "videre",
    "vidare", // da, nb, sv
    "seuraava",
    "jatka", // fi
    "tovabb",
    "kovetkezo",
    "folytatas", // hu
    "urmatorul",
    "continua",
    "mai departe",
    "inainte", // ro
    "ileri",
    "devam",
    "devam et",
    "sonraki", // tr
    "επομενο",
    "συνεχεια",
    "επομενη", // el
    "далее",
    "продолжить",
    "следующий",
    "вперед",
    "далі",
    "продовжити",
    "наступний", // ru, uk
    "הבא",
    "המשך", // he
    "التالي",
    "متابعة",
    "استمرار", // ar
];

const NEXT_ANYWHERE: &[&str] = &[
    "次へ",
    "次に",
    "続ける",
    "進む",
    "下一步",
    "下一页",
    "继续",
    "下一頁",
    "繼續",
    "다음",
    "계속",
];

/// Says that something is added.
const ADD: &[&str] = &[
    "add",
    "hinzufugen",
    "erganzen",
    "ajouter",
    "anadir",
    "agregar",
    "aggiungi",
    "adicionar",
    "toevoegen",
    "dodaj",
    "pridat",
    "tilfoj",
    "legg til",
    "lagg till",
    "lisaa",
    "adauga",
    "ekle",
    "προσθηκη",
    "добавить",
    "додати",
    "הוסף",
    "הוספה",
    "اضافة",
];

const ADD_ANYWHERE: &[&str] = &["追加", "添加", "新增", "추가"];

/// Whether a button's text says that something is added.
pub fn says_add(text: &str) -> bool {
    let text = unaccented(text);
    ADD.iter().any(|word| is_a_word(&text, word))
        || ADD_ANYWHERE.iter().any(|word| text.contains(word))
}

/// Whether a button's text says that something is sent, paid or confirmed.
pub fn says_submit(text: &str) -> bool {
    readings(text).any(|reading| {
        let text = unaccented(&reading);
        SUBMIT.iter().any(|word| starts_a_word(&text, word))
            || SUBMIT_ANYWHERE.iter().any(|word| text.contains(word))
    })
}

/// Whether a button's text says that the form goes on to its next page.
pub fn says_next(text: &str) -> bool {
    let text = unaccented(text);
    NEXT.iter().any(|word| is_a_word(&text, word))
        || NEXT_ANYWHERE.iter().any(|word| text.contains(word))
}

pub(super) fn starts_a_word(text: &str, word: &str) -> bool {
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
