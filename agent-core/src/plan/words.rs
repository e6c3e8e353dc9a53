//! Words on pages and buttons that the planner reads, in the languages that forms are met in.

use shared_types::{Field, Observation};

use crate::text::fold;

/// Buttons that never take a form further.
const NEVER: &[&str] = &[
    // back, cancel, reset
    "back",
    "previous",
    "cancel",
    "reset",
    "clear",
    "close",
    "zuruck",
    "abbrechen",
    "zurucksetzen",
    "retour",
    "precedent",
    "annuler",
    "atras",
    "anterior",
    "volver",
    "cancelar",
    "indietro",
    "annulla",
    "voltar",
    "terug",
    "vorige",
    "annuleren",
    "wstecz",
    "anuluj",
    "zpet",
    "zrusit",
    "tilbage",
    "tilbake",
    "tillbaka",
    "avbryt",
    "annuller",
    "takaisin",
    "peruuta",
    "vissza",
    "megse",
    "inapoi",
    "anuleaza",
    "geri",
    "iptal",
    "πισω",
    "ακυρωση",
    "назад",
    "отмена",
    "скасувати",
    "戻る",
    "キャンセル",
    "返回",
    "取消",
    "이전",
    "취소",
    "رجوع",
    "الغاء",
    "חזרה",
    "ביטול",
    // other doings
    "search",
    "suche",
    "suchen",
    "rechercher",
    "buscar",
    "cerca",
    "zoeken",
    "szukaj",
    "hledat",
    "apply coupon",
    "apply code",
    "apply discount",
    "redeem",
    "coupon",
    "gutschein",
    "newsletter",
    "subscribe",
    "abonnieren",
    "log in with",
    "login with",
    "sign in with",
    "sign up with",
    "continue with",
    "anmelden mit",
    "connect with",
    "google",
    "facebook",
    "apple",
    "linkedin",
    "paypal",
    "upload",
    "choose file",
    "browse",
    "hochladen",
    "add another",
    "add more",
    "remove",
    "delete",
    "edit",
    "save draft",
    "save for later",
    "print",
    "help",
    "cookie",
    "cookies",
    "accept all",
    "reject all",
    "decline",
    "resend",
    "send again",
    "send code again",
    "forgot",
    "show password",
    "logout",
    "log out",
    "sign out",
    "menu",
    "show",
    "hide",
];

/// What pages say when a form has arrived.
const CONFIRMED: &[&str] = &[
    "thank you",
    "thanks for",
    "has been received",
    "have received",
    "was received",
    "has been sent",
    "has been submitted",
    "successfully submitted",
    "submission received",
    "application received",
    "order confirmed",
    "order number",
    "confirmation number",
    "reference number",
    "you re all set",
    "registration complete",
    "payment successful",
    "success",
    "vielen dank",
    "danke",
    "wurde gesendet",
    "wurde ubermittelt",
    "eingegangen",
    "bestellnummer",
    "merci",
    "a ete envoye",
    "a bien ete",
    "gracias",
    "ha sido enviado",
    "se ha enviado",
    "hemos recibido",
    "grazie",
    "e stato inviato",
    "e stata inviata",
    "obrigado",
    "obrigada",
    "foi enviado",
    "recebemos",
    "bedankt",
    "dank je",
    "dank u",
    "is verzonden",
    "hebben ontvangen",
    "dziekujemy",
    "zostal wyslany",
    "zostalo wyslane",
    "dekujeme",
    "byla odeslana",
    "byl odeslan",
    "dakujeme",
    "mange tak",
    "takk for",
    "tack for",
    "er modtaget",
    "er sendt",
    "har skickats",
    "kiitos",
    "on lahetetty",
    "koszonjuk",
    "sikeresen",
    "multumim",
    "a fost trimis",
    "tesekkurler",
    "tesekkur ederiz",
    "alindi",
    "basariyla",
    "ευχαριστουμε",
    "спасибо",
    "благодарим",
    "отправлена",
    "отправлено",
    "дякуемо",
    "дякуємо",
    "надіслано",
    "ありがとうございま",
    "受け付け",
    "送信され",
    "感谢",
    "谢谢",
    "提交成功",
    "已提交",
    "感謝",
    "감사합니다",
    "접수되었",
    "제출되었",
    "شكرا",
    "تم ارسال",
    "تم استلام",
    "תודה",
    "נשלח בהצלחה",
];

/// Words that say that a code came by e-mail.
const MAIL: &[&str] = &[
    "e mail",
    "email",
    "mail",
    "inbox",
    "mailbox",
    "correo",
    "courriel",
    "posta",
    "почт",
    "メール",
    "邮箱",
    "이메일",
    "بريد",
];

/// Buttons that have a code sent to the person.
const SENDS_CODE: &[&str] = &[
    "send code",
    "send me a code",
    "send the code",
    "send a code",
    "get code",
    "get a code",
    "request code",
    "request a code",
    "mail me a code",
    "text me a code",
    "send otp",
    "get otp",
    "verify email",
    "verify e mail",
    "verify phone",
    "code senden",
    "code anfordern",
    "code erhalten",
    "envoyer le code",
    "recevoir un code",
    "recevoir le code",
    "enviar codigo",
    "obtener codigo",
    "invia codice",
    "richiedi codice",
    "enviar o codigo",
    "receber codigo",
    "code verzenden",
    "code aanvragen",
    "wyslij kod",
    "odeslat kod",
    "send kode",
    "skicka kod",
    "laheta koodi",
    "kod gonder",
    "отправить код",
    "получить код",
    "отримати код",
    "コードを送信",
    "获取验证码",
    "发送验证码",
    "인증번호",
];

/// Whether a button has a code sent to the person.
pub(super) fn sends_code(text: &str) -> bool {
    let text = fold(text);
    SENDS_CODE.iter().any(|phrase| has_phrase(&text, phrase))
}

/// Whether a button never takes a form further.
pub(super) fn never(text: &str) -> bool {
    let text = fold(text);
    NEVER.iter().any(|phrase| has_phrase(&text, phrase))
}

/// Whether the page says that a form has arrived.
pub(super) fn confirms(observation: &Observation) -> bool {
    [&observation.title, &observation.page_context, &observation.text].iter().any(|text| {
        let text = fold(text);
        CONFIRMED.iter().any(|phrase| has_phrase(&text, phrase))
    })
}

/// The first message of a page (`pageContext` marks them by `!`).
pub(super) fn message(observation: &Observation) -> Option<&str> {
    observation.page_context.lines().find_map(|line| line.strip_prefix("! "))
}

/// Whether a code came by e-mail.
pub(super) fn by_mail(context: &str) -> bool {
    let text = fold(context);
    MAIL.iter().any(|phrase| has_phrase(&text, phrase))
}

/// What the page says around a field.
pub(super) fn around(field: &Field, observation: &Observation) -> String {
    const LONGEST: usize = 200;
    let texts = [
        field.described_by.as_deref(),
        field.nearby.as_deref(),
        Some(field.label.as_str()),
        field.section.as_deref(),
    ];
    let mut said: Vec<&str> = Vec::new();
    for text in texts.into_iter().flatten().map(str::trim) {
        if !text.is_empty() && !said.contains(&text) {
            said.push(text);
        }
    }
    let text = if said.is_empty() { observation.title.clone() } else { said.join(" · ") };
    text.chars().take(LONGEST).collect()
}

/// Whole words, except in scripts that put no spaces between them.
fn has_phrase(text: &str, phrase: &str) -> bool {
    let spaceless = phrase.chars().any(|c| c >= '\u{2e80}');
    if spaceless {
        return text.contains(phrase);
    }
    text.match_indices(phrase).any(|(at, _)| {
        let before = text.get(..at).and_then(|text| text.chars().next_back());
        let after = text.get(at + phrase.len()..).and_then(|text| text.chars().next());
        let bounded = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
        // Stems in Cyrillic and Greek are listed without their endings.
        bounded(before) && (bounded(after) || phrase.chars().any(|c| c > '\u{24f}'))
    })
}
