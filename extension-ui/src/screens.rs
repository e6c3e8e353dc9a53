//! Every screen in every state, with what a person might have there: what pictures and the checks for accessibility are
//! made of. Rendered natively, so that no job has to be brought into each state. Those of the larger views are in modules
//! of their own, beside them.

use agent_core::catalogue;
use shared_types::{Receipt, settings::LogEntry};

use crate::{
    fill::{screens as fill, sentences::status_name},
    log,
    profile::screens as profile,
    sent,
    settings::screens as settings,
    tests::{
        rendered,
        shown::{SITE, Screen},
    },
};

fn receipt(id: &str, title: &str, number: &str) -> sent::Line {
    sent::Line {
        receipt: Receipt {
            id: id.to_owned(),
            origin: SITE.to_owned(),
            title: title.to_owned(),
            fields: ["First name", "E-mail"].map(str::to_owned).to_vec(),
            number: number.to_owned(),
            said: "Thank you, we have your application.".to_owned(),
            approvals: vec!["Send application".to_owned()],
            ..Receipt::default()
        },
        day: ("3 May 2026".to_owned(), "2026-05-03T10:00:00.000Z".to_owned()),
    }
}

fn log_lines() -> Vec<log::Line> {
    let line = |kind: &str, message: &str| log::Line {
        entry: LogEntry {
            kind: kind.to_owned(),
            message: message.to_owned(),
            url: "https://jobs.example/apply".to_owned(),
            step: 1,
            action: Some(serde_json::json!({"type": "FILL", "valueFrom": "email"})),
            ..LogEntry::default()
        },
        time: ("3 May, 10:00:00".to_owned(), "2026-05-03T10:00:00.000Z".to_owned()),
    };
    vec![
        line("status", &msg!("job_fill_this_form_nothing_has_been")),
        line("action", "Filled “E-mail”."),
        line("error", "The page does not answer."),
    ]
}

/// What is left where the panel's program cannot be started; the page says it by itself.
const TROUBLE: &str = "fill-trouble";

/// Those of the smaller views, and of a panel that is no use yet, or not any more.
const SCREENS: &[Screen] = &[
    ("sent-empty", |app| app.session.view.set("sent")),
    ("sent-one", |app| {
        app.session.view.set("sent");
        app.sent.lines.set(vec![receipt("r", "Engineer, Berlin", "AB-12345")]);
    }),
    ("sent-many", |app| {
        app.session.view.set("sent");
        let title = |n: usize| receipt(&format!("r{n}"), "Engineer, Berlin", "");
        app.sent.lines.set((0..12).map(title).collect());
        app.sent.asks.set(Some("r3".to_owned()));
    }),
    ("log-empty", |app| {
        app.session.view.set("log");
        app.log.lines.set(Some(Vec::new()));
    }),
    ("log", |app| {
        app.session.view.set("log");
        app.log.lines.set(Some(log_lines()));
    }),
    ("sent-none-found", |app| {
        app.session.view.set("sent");
        app.sent.lines.set(vec![receipt("r", "Engineer, Berlin", "AB-12345")]);
        app.sent.filter.set("ferry".to_owned());
    }),
    ("log-clear", |app| {
        app.session.view.set("log");
        app.log.lines.set(Some(log_lines()));
        app.log.asks.set(true);
    }),
    ("fill-starting", |app| app.session.ready.set(false)),
    (TROUBLE, |app| app.session.ready.set(false)),
];

/// The screens that are shown in each language.
const TRANSLATED: &[&str] = &[
    "fill-start",
    "fill-sheet",
    "fill-sheet-careful",
    "fill-questions",
    "fill-approval",
    "fill-done",
    "profile",
    "sent-one",
    "settings",
];

/// A language that screens are shown in: what their names begin with, its texts, and which screens.
struct Shown {
    prefix: &'static str,
    texts: fn() -> Box<catalogue::Source>,
    screens: fn(&str) -> bool,
}

/// The languages that there are, and English texts that are longer and of other letters: what a translation may do to a
/// screen.
const LANGUAGES: &[Shown] = &[
    Shown { prefix: "", texts: || texts_of("en"), screens: |_| true },
    Shown { prefix: "de-", texts: || texts_of("de"), screens: |name| TRANSLATED.contains(&name) },
    Shown { prefix: "es-", texts: || texts_of("es"), screens: |name| TRANSLATED.contains(&name) },
    Shown { prefix: "fr-", texts: || texts_of("fr"), screens: |name| TRANSLATED.contains(&name) },
    Shown { prefix: "pseudo-", texts: || pseudo(texts_of("en")), screens: |_| true },
];

fn texts_of(language: &str) -> Box<catalogue::Source> {
    let root = env!("CARGO_MANIFEST_DIR");
    let file = format!("{root}/../extension/_locales/{language}/messages.json");
    let texts = catalogue::read(&std::fs::read_to_string(file).unwrap()).unwrap();
    Box::new(move |key| texts.get(key).cloned())
}

/// Texts as a translation could have them: 40 % longer, with marks on the letters, between brackets that show where one is
/// cut off.
fn pseudo(texts: Box<catalogue::Source>) -> Box<catalogue::Source> {
    Box::new(move |key| {
        let text = texts(key)?;
        if matches!(key, "language" | "decimal_mark") {
            return Some(text);
        }
        let mut depth = 0_usize;
        let marked: String = text
            .chars()
            .map(|letter| {
                match letter {
                    '{' => depth += 1,
                    '}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                let marks = "aáeéiíoöuüAÁEÉIÍOÖUÜtŧTŦnñNÑsšSŠ";
                let mut pairs = marks.chars().zip(marks.chars().skip(1)).step_by(2);
                let marked = pairs.find(|(plain, _)| *plain == letter && depth == 0);
                marked.map_or(letter, |(_, marked)| marked)
            })
            .collect();
        let longer: Vec<&str> =
            std::iter::repeat_n("öñé", (text.chars().count() * 2 / 5).div_ceil(4)).collect();
        Some(format!("[!! {marked} {} !!]", longer.join(" ")))
    })
}

/// Every screen as a page of its own, written to the folder that `VAULTY_SCREENS` names, for whoever looks at them in a
/// browser; without one they are rendered all the same.
#[test]
fn every_screen_is_rendered() {
    let folder = std::env::var_os("VAULTY_SCREENS").map(std::path::PathBuf::from);
    let mut seen = std::collections::BTreeSet::new();
    let all = LANGUAGES.iter().flat_map(|shown| {
        let screens = [
            SCREENS,
            fill::SCREENS,
            fill::SHEETS,
            fill::ENDED,
            profile::SCREENS,
            settings::SCREENS,
        ];
        let screens = screens.into_iter().flatten().filter(|(name, _)| (shown.screens)(name));
        screens.map(move |screen| (shown, screen))
    });
    for (Shown { prefix, texts, .. }, (name, set)) in all {
        catalogue::set_source(texts());
        let mut status = "";
        let inner = rendered(|app| {
            set(app);
            status = app.session.job.with(|job| status_name(job.status));
        });
        assert!(
            *name == TROUBLE || seen.insert(inner.clone()),
            "{prefix}{name} looks like another screen"
        );
        let trouble = match *name {
            TROUBLE => format!(
                "<main id=\"trouble\" class=\"startup\"><h1>Vaulty</h1><p role=\"alert\">{}</p></main>",
                msg!("panel_cant_start")
            ),
            _ => String::new(),
        };
        let inner = if trouble.is_empty() { inner } else { String::new() };
        let view = name.split('-').next().unwrap_or_default();
        let language = catalogue::language();
        let page = format!(
            "<!doctype html><html lang=\"{language}\"><head><meta charset=\"utf-8\"><title>Vaulty</title>\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <meta name=\"color-scheme\" content=\"light dark\"><link rel=\"stylesheet\" href=\"/panel.css\"></head>\
             <body data-status=\"{status}\" data-view=\"{view}\"><div id=\"panel\">{inner}</div>{trouble}</body></html>"
        );
        if let Some(folder) = &folder {
            std::fs::write(folder.join(format!("{prefix}{name}.html")), page).unwrap();
        }
    }
}
