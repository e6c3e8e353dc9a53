//! Screens of the view Settings.

use agent_core::{
    memory::recipe::list::{Form, List, Pinned, Signed},
    person::typed,
};
use shared_types::{
    Consent, DataKind, ProfileKey, Scope,
    api::PairedBrowser,
    message::{LessonRow, Trouble},
    recipes::ExchangeShown,
    settings::AgentSettings,
};

use super::{sites, state};
use crate::{
    app::App,
    paint::{Tone, say},
    settings::lists,
    tests::{
        forms,
        shown::{SITE, Screen, with_profiles},
    },
};

pub(crate) const SCREENS: &[Screen] = &[
    ("settings", |app| stored(app, AgentSettings::default())),
    ("settings-lesson", |app| {
        let row = LessonRow {
            id: 1,
            label: "Berth".to_owned(),
            key: Some("custom.cabin".into()),
            sites: vec![SITE.to_owned()],
            times: 2,
            at: 1_770_000_000,
            ..LessonRow::default()
        };
        app.settings.learned.rows.set(vec![row]);
        let keys = ["custom.cabin", "firstName", "address.city"].map(ProfileKey::from);
        app.settings.learned.keys.set(keys.to_vec());
        app.settings.learned.changes.set(Some(1));
        stored(app, AgentSettings::default());
    }),
    ("settings-learned", |app| {
        let row = |id, label: &str, key: Option<&str>, everywhere| LessonRow {
            id,
            label: label.to_owned(),
            key: key.map(ProfileKey::from),
            sites: vec![SITE.to_owned()],
            everywhere,
            times: 2,
            at: 1_770_000_000,
            ..LessonRow::default()
        };
        let refused = |id, label: &str, trouble| LessonRow {
            trouble: Some(trouble),
            ..row(id, label, Some("phone"), false)
        };
        app.settings.learned.rows.set(vec![
            row(1, "Berth", Some("custom.cabin"), false),
            row(2, "Name on the badge", Some("facts.preferredName"), true),
            row(3, "Crew number", None, false),
            LessonRow { leave: true, ..row(7, "Middle name", None, false) },
            refused(4, "Phone", Trouble::Format),
            refused(5, "Number on board", Trouble::Refused),
            refused(6, "Dialling code", Trouble::Unopened),
        ]);
        stored(app, AgentSettings::default());
    }),
    ("settings-recipes", |app| {
        app.settings.recipes.lines.set(forms::known(SITE));
        let shown = ExchangeShown { possible: true, on: true, last: None };
        app.settings.recipes.exchange.shown.set(shown);
        stored(app, AgentSettings::default());
    }),
    ("settings-lists", |app| {
        let pinned = |name: &str, version| Pinned {
            name: name.to_owned(),
            address: format!("https://lists.example/{name}"),
            key: "0b".repeat(32),
            version,
            forms: 12,
            ..Pinned::default()
        };
        let day = "3 Feb 2026".to_owned();
        app.settings.lists.lines.set(vec![
            lists::Line { day: day.clone(), pinned: pinned("careers", 7) },
            lists::Line { day, pinned: pinned("town-halls", 2) },
        ]);
        let form = |origin: &str| Form { origin: origin.to_owned(), steps: Vec::new() };
        let forms = ["https://ferry.example", "https://jobs.example"].map(form).to_vec();
        let list = List { schema: 1, name: "clinics".to_owned(), version: 1, forms };
        let signed = Signed { key: "c4".repeat(32), digest: String::new(), list };
        let address = "https://lists.example/clinics".to_owned();
        app.settings.lists.offered.set(Some(lists::Offered { address, signed }));
        stored(app, AgentSettings::default());
    }),
    ("settings-consents", |app| {
        with_profiles(app);
        let kind = |kind: &str| DataKind { kind: kind.to_owned(), ..DataKind::default() };
        let consent = |origin: &str, scope, kinds: &[&str], whose: &str| Consent {
            origin: origin.to_owned(),
            profile_id: whose.into(),
            scope,
            kinds: kinds.iter().copied().map(kind).collect(),
            since: 1.0,
        };
        let sites = app.settings.sites;
        sites.consents.set(vec![
            consent(SITE, Scope::Always, &["name", "e-mail", "address", "custom.shoe size"], "w"),
            consent("https://clinic.example", Scope::Session, &["name", "date of birth"], "o"),
            consent("https://old.example", Scope::Always, &[], "first"),
            consent("https://never.example", Scope::Never, &[], "first"),
        ]);
        say(sites.said, Tone::Good, msg!("sites_saved"));
        stored(app, AgentSettings::default());
    }),
    ("settings-erase", |app| {
        stored(app, AgentSettings::default());
        app.settings.sites.asks.set(true);
    }),
    ("settings-erased", |app| {
        stored(app, AgentSettings::default());
        let left = ["pages are in its log until a program that reads it ends.".to_owned()];
        say(app.settings.sites.erase_said, Tone::Good, sites::erased(&left));
    }),
    ("settings-paired", |app| {
        stored(app, AgentSettings { use_server: true, agents_enabled: true, ..own_server() });
        let browser = |id, name: &str, current| PairedBrowser {
            id,
            name: name.to_owned(),
            current,
            ..PairedBrowser::default()
        };
        app.settings.browsers.set(vec![
            (browser(1, "Chrome on Linux", true), "5 min ago".to_owned()),
            (browser(2, "", false), "2 days ago".to_owned()),
        ]);
        let said = msg!("worker_connected_to", base = "http://127.0.0.1:3000");
        say(app.settings.server_said, Tone::Good, said);
    }),
    ("settings-agents", |app| {
        let agents =
            AgentSettings { agents_enabled: true, agents_answer: true, ..AgentSettings::default() };
        stored(app, agents);
    }),
    ("settings-unreachable", |app| {
        stored(app, AgentSettings { use_server: true, ..own_server() });
        say(
            app.settings.server_said,
            Tone::Bad,
            msg!("worker_no_server_answers_at_start_it_or", base = "http://127.0.0.1:3000"),
        );
    }),
    ("settings-wrong", |app| {
        stored(app, AgentSettings::default());
        app.settings.base.text.set("my server".to_owned());
        app.settings.base.wrong.set(msg!("settings_start_the_address_with_http_or"));
        app.settings.max_steps.text.set("999".to_owned());
        let steps = typed::max_steps("999");
        app.settings.max_steps.checked(steps);
        say(app.settings.said, Tone::Bad, msg!("settings_not_saved_correct_what_is_marked"));
    }),
];

/// Settings of whoever has a server, with a model of their own choice.
fn own_server() -> AgentSettings {
    AgentSettings {
        llm_provider: "anthropic".to_owned(),
        llm_mode: "auto".to_owned(),
        llm_api_key: "a-key-of-mine".into(),
        server_token: "a-token".into(),
        ..AgentSettings::default()
    }
}

/// Shows settings as they are stored.
fn stored(app: App, settings: AgentSettings) {
    let state = app.settings;
    let stored = (settings, "http://127.0.0.1:3000".to_owned());
    for (control, text) in state::texts_of(state, &stored) {
        control.text.set(text);
    }
    for (control, is_on) in state::flags_of(state, &stored.0) {
        control.set(is_on);
    }
    app.session.view.set("settings");
}
