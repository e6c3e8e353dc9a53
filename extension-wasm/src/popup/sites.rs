//! The part of Settings about consent: sites, what leaves with an export, and erasing everything.

use agent_core::{gate, person::file::without_secrets_of_ours};
use shared_types::{
    Consent, DataKind, Scope,
    api::PairedBrowser,
    message::{PopupMessage, PopupReply},
    settings::LogLevel,
};

use super::{
    dom::{
        self, Control, Tone, attribute, busy, button, el, id, on_click, on_submit, say, show, with,
    },
    format, settings,
    worker::send,
};
use crate::{
    chrome::{self, ChromeError},
    console, storage, tasks,
};

/// Listens to the controls.
pub(super) fn wire() {
    on_submit("site-form", add);
    on_click(&id("unpair"), unpair);
    on_click(&id("browsers"), || browsers(PopupMessage::Browsers));
    on_click(&id("export-all"), export);
    on_click(&id("erase"), || async { confirm(true) });
    on_click(&id("erase-no"), || async { confirm(false) });
    on_click(&id("erase-yes"), erase);
}

/// Shows the consents that are kept.
pub(super) async fn load() -> Result<(), ChromeError> {
    let consents = storage::consents().await?;
    show("sites-empty", consents.is_empty());
    dom::fill(&id("site-list"), consents.iter().map(site));
    Ok(())
}

fn site(consent: &Consent) -> Control {
    let words = match consent.scope {
        Scope::Never => "Never filled in",
        Scope::Session => "Until the browser closes; press a kind to take it back:",
        _ => "Always; press a kind to take it back:",
    };
    // A consent of an older version says nothing of what it is for.
    let words = match consent.scope {
        Scope::Session | Scope::Always if consent.kinds.is_empty() => "Asks again: nothing is kept",
        _ => words,
    };
    let revoke = button("", "Revoke");
    attribute(&revoke, "aria-label", &format!("Revoke for {}", consent.origin));
    attribute(&revoke, "data-origin", &consent.origin);
    let origin = consent.origin.clone();
    on_click(&revoke, move || set(origin.clone(), Scope::Once, Vec::new()));
    let kinds = consent.kinds.iter().map(|kind| kind_button(consent, kind));
    let kinds = with(el("div", "kinds", ""), kinds);
    let about = with(
        el("div", "grow", ""),
        [el("div", "", &consent.origin), el("div", "hint", words), kinds],
    );
    with(el("li", "", ""), [about, revoke])
}

/// A kind that is kept, which takes it back.
fn kind_button(consent: &Consent, kind: &DataKind) -> Control {
    let label = format::kind_label(&kind.kind);
    let remove = button("quiet", &label);
    attribute(&remove, "aria-label", &format!("Take back for {}: {label}", consent.origin));
    attribute(&remove, "data-kind", &kind.kind);
    let (origin, scope) = (consent.origin.clone(), consent.scope);
    let left: Vec<DataKind> = consent.kinds.iter().filter(|kept| *kept != kind).cloned().collect();
    on_click(&remove, move || set(origin.clone(), scope, left.clone()));
    remove
}

async fn add() {
    let typed = id("site-address").text();
    let typed = typed.trim();
    let address = if typed.contains("://") { typed.to_owned() } else { format!("https://{typed}") };
    let origin = gate::origin_of(&address);
    if origin.is_empty() {
        return say("site-message", Tone::Bad, "Enter a site, such as https://example.org.");
    }
    let everyday = gate::EVERYDAY
        .iter()
        .map(|kind| DataKind { kind: (*kind).to_owned(), ..DataKind::default() });
    let (scope, kinds) = match id("site-scope").text().as_str() {
        "everyday" => (Scope::Always, everyday.collect()),
        _ => (Scope::Never, Vec::new()),
    };
    id("site-address").put("");
    set(origin, scope, kinds).await;
}

async fn set(origin: String, scope: Scope, kinds: Vec<DataKind>) {
    let said = if scope == Scope::Once { "Revoked." } else { "Kept." };
    let message = PopupMessage::SetConsent { origin, scope, kinds };
    match busy(&["site-add"], send(&message)).await {
        Ok(_) => say("site-message", Tone::Good, said),
        Err(error) => say("site-message", Tone::Bad, &error),
    }
}

/// Asks for the browsers that are paired and lists them.
async fn browsers(message: PopupMessage) {
    match busy(&["browsers"], send(&message)).await {
        Ok(PopupReply::Browsers(list)) => {
            if list.is_empty() {
                say("server-message", Tone::Plain, "No browser is paired with this server.");
            }
            dom::fill(&id("browser-list"), list.iter().map(browser));
        }
        Ok(_) => {}
        Err(error) => say("server-message", Tone::Bad, &error),
    }
}

fn browser(browser: &PairedBrowser) -> Control {
    let name = if browser.name.is_empty() { "A browser" } else { &browser.name };
    #[expect(clippy::cast_precision_loss, reason = "milliseconds since 1970 fit")]
    let age = chrome::now() - browser.paired_at as f64;
    let mut hint = format!("Paired {}", format::ago(age));
    if browser.current {
        hint.push_str(": this one");
    }
    let about = with(el("div", "grow", ""), [el("div", "", name), el("div", "hint", &hint)]);
    let revoke = button("", "Revoke");
    attribute(&revoke, "aria-label", &format!("Revoke {name}"));
    let id = browser.id;
    on_click(&revoke, move || browsers(PopupMessage::RevokeBrowser { id }));
    with(el("li", "", ""), [about, revoke])
}

async fn unpair() {
    match busy(&["unpair"], send(&PopupMessage::Unpair)).await {
        Ok(PopupReply::Server { message, .. }) => {
            dom::fill(&id("browser-list"), []);
            // As after pairing: a form that still holds the token would save it again.
            match settings::load().await {
                Ok(()) => say("server-message", Tone::Good, &message),
                Err(error) => say("server-message", Tone::Bad, &error.to_string()),
            }
        }
        Ok(_) => {}
        Err(error) => say("server-message", Tone::Bad, &error),
    }
}

/// Everything that is kept, as the person may want to look at it; keys and tokens stay.
async fn export() {
    let everything = chrome::stored_all().await.map(without_secrets_of_ours);
    let written = everything.and_then(|all| chrome::pretty(&all));
    let saved = written
        .and_then(|text| dom::download("vaulty-everything.json", &text).map_err(ChromeError::from));
    match saved {
        Ok(()) => {
            say("erase-message", Tone::Good, "Exported. The file holds your values: keep it safe.")
        }
        Err(_) => say("erase-message", Tone::Bad, "The browser did not save the file."),
    }
}

fn confirm(asking: bool) {
    show("erase-confirm", asking);
    id("erase-server").set_checked(false);
    say("erase-message", Tone::Plain, "");
}

/// What is said of an erasure. `left`: a server's own words for what goes later, of which some are shown.
fn erased(left: &[String]) -> String {
    let mut text = "Erased. Nothing of yours is left here.".to_owned();
    for later in left.iter().take(MOST_SENTENCES) {
        let said: String = later.chars().take(LONGEST_SENTENCE).collect();
        text.push_str(&format!(" Your server says: {}.", said.trim_end_matches('.')));
    }
    text
}

/// How much of what a server says is shown, in sentences and characters.
const MOST_SENTENCES: usize = 3;
const LONGEST_SENTENCE: usize = 300;

async fn erase() {
    let server = id("erase-server").checked();
    console::log(LogLevel::Info, "popup: erase");
    match busy(&["erase-yes", "erase-no"], send(&PopupMessage::Erase { server })).await {
        Ok(reply) => {
            confirm(false);
            let left = match reply {
                PopupReply::Erased { left } => left,
                _ => Vec::new(),
            };
            say("erase-message", Tone::Good, &erased(&left));
            tasks::spawn_local(async {
                if load().await.is_err() {
                    console::log(LogLevel::Error, "popup: storage could not be read");
                }
            });
        }
        Err(error) => say("erase-message", Tone::Bad, &error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_later_at_the_server_is_said() {
        assert_eq!(erased(&[]), "Erased. Nothing of yours is left here.");
        let later = ["pages are in its log until a program that reads it ends.".to_owned()];
        assert_eq!(
            erased(&later),
            "Erased. Nothing of yours is left here. Your server says: pages are in its log until a program \
             that reads it ends."
        );
        let much = vec!["x".repeat(1_000); 9];
        assert_eq!(erased(&much).matches("Your server says").count(), 3);
        assert!(erased(&much).len() < 1_000);
    }
}
