//! From an empty profile to a sent form, by what the screens say and by keys alone.

use std::time::Instant;

use serde_json::Value;
use tests::{
    axe,
    browser::{Popup, Vaulty},
    page::{Page, Stroke},
    paths,
    serve::Site,
};

use crate::stage::{PATIENCE, app, picture, rests};

/// More presses of Tab than any view has places to stop at.
const PLACES: usize = 200;

/// Hands on a keyboard, and eyes on the page in front.
struct Keys<'p>(&'p Page);

impl Keys<'_> {
    fn press(&self, key: Stroke) {
        self.0.press_key(key).expect("a key");
    }

    fn enter(&self) {
        self.press(Stroke::Enter);
    }

    fn arrow_right(&self) {
        self.press(Stroke::ArrowRight);
    }

    fn types(&self, text: &str) {
        self.0.insert_text(text).expect("it is typed");
    }

    /// Presses Tab until the focus is there, and checks that a person sees where it is.
    fn to(&self, selector: &str) {
        let is_there = format!("document.activeElement?.matches({selector:?})");
        let reached = (0..PLACES).any(|_| {
            let reached = self.is(&is_there);
            if !reached {
                self.press(Stroke::Tab);
            }
            reached
        });
        assert!(reached, "no key leads to {selector}");
        let is_seen = "(() => { const style = getComputedStyle(document.activeElement); \
            return style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0; })()";
        assert!(self.is(is_seen), "the focus on {selector} is not seen");
    }

    fn is(&self, expression: &str) -> bool {
        self.0.evaluate(expression).expect("the page answers") == Value::Bool(true)
    }
}

fn sees(popup: &Popup, expression: &str) {
    popup.page.wait_for(expression, PATIENCE).expect("the panel gets there");
}

/// Whether everyone can use the panel as it is now, what is folded in it included.
fn is_for_everyone(popup: &Popup, stop: &str) {
    let unfold = "document.querySelectorAll('details:not([open])').forEach((part) => { part.open = true; part.dataset.folded = ''; })";
    let fold = "document.querySelectorAll('[data-folded]').forEach((part) => { part.open = false; delete part.dataset.folded; })";
    // As high as all that is in it: what lies below the bar that stays in view is judged where it is scrolled to.
    popup.page.resize(400, 8000).expect("a high panel");
    popup.page.evaluate(unfold).expect("the panel answers");
    let faults = axe::faults(|script| popup.page.evaluate(script)).expect("axe-core runs");
    popup.page.evaluate(fold).expect("the panel answers");
    popup.page.resize(400, 700).expect("as before");
    assert!(faults.is_empty(), "{stop}:\n{}", faults.join("\n"));
}

/// Proves that somebody who has just installed Vaulty gets from an empty profile to a sent form and its receipt by what
/// the screens offer, without a mouse, and always sees where the focus is; that axe-core finds nothing wrong with the panel
/// where they stop; and that the profile then says what of it was used.
#[test]
fn from_an_empty_profile_to_a_sent_form_without_a_mouse() {
    let vaulty = Vaulty::start().expect("Chromium starts with the extension");
    let installed = Instant::now();
    let site = Site::serve(&paths::workspace().join("tests/pages")).expect("pages are served");
    let tab = vaulty.open(&site.url("simple.html")).expect("the page opens");
    let popup = vaulty.popup(&tab).expect("the popup opens").wary();
    popup.page.bring_to_front().expect("the panel is in front");
    let keys = Keys(&popup.page);

    // The first screen says that there is nothing to fill from, and leads to where that is entered.
    keys.to("#go-profile");
    picture(&popup, "first.png", "#view-fill");
    is_for_everyone(&popup, "an empty profile");
    keys.enter();
    sees(&popup, "document.activeElement?.id === 'p-first'");
    let typed = [
        ("#p-first", "Ada"),
        ("#p-last", "Example"),
        ("#p-email", "ada@example.org"),
        ("#p-phone", "call me"),
        ("#p-street", "Beispielweg 12"),
        ("#p-zip", "10115"),
        ("#p-city", "Berlin"),
        ("#p-country", "Germany"),
    ];
    for (field, text) in typed {
        keys.to(field);
        keys.types(text);
    }
    // What is mistyped is said where it stands, before it is saved.
    let said = "document.querySelector('#p-phone-wrong').innerText";
    sees(&popup, &format!("{said}.startsWith('The phone number')"));
    popup.page.set("#p-phone", &"+49 30 901820".into()).expect("it is mended");
    sees(&popup, &format!("{said} === ''"));
    keys.to("#profile-save");
    keys.enter();
    sees(&popup, "document.querySelector('#profile-message').innerText.startsWith('Saved')");
    is_for_everyone(&popup, "the profile, saved");

    // Back by the tabs, as tabs go: one of them is reached by Tab, the others by arrows.
    keys.to("[role=tab]");
    while !keys.is("document.body.dataset.view === 'fill'") {
        keys.arrow_right();
    }
    keys.to("#start");
    keys.enter();
    rests(&popup, "paused_for_approval");
    sees(&popup, "document.querySelector('#consent-rows')?.getAttribute('aria-busy') === 'false'");
    is_for_everyone(&popup, "the review sheet");
    keys.to("#consent-fill");
    keys.enter();
    sees(&popup, "document.querySelector('#approval')?.checkVisibility()");
    assert_eq!(app(&tab)["submits"], 0, "nothing is sent before a yes");
    println!("from a fresh browser to a filled form: {:.1} s", installed.elapsed().as_secs_f64());
    popup.may_approve().expect("the card lists what goes along");
    is_for_everyone(&popup, "the card before it is sent");
    keys.to("#approve");
    keys.enter();
    popup.wait_status(&["done"], PATIENCE).expect("it is sent");
    is_for_everyone(&popup, "the result");
    let page = app(&tab);
    assert_eq!(page["submits"], 1);
    assert_eq!(page["values"]["city"], "Berlin");

    // What was used is told in the profile, and the receipt is found.
    popup.view("profile").expect("profile");
    sees(
        &popup,
        "document.querySelector('.field:has(#p-city) .used')?.innerText === 'used on 1 form'",
    );
    picture(&popup, "used.png", "#view-profile");
    popup.view("sent").expect("sent");
    sees(&popup, "document.querySelector('#view-sent').innerText.includes('Your details')");
    is_for_everyone(&popup, "the receipts");
    popup.view("settings").expect("settings");
    is_for_everyone(&popup, "the settings");
}
