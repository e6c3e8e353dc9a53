//! Where the browser keeps Vaulty out of web pages, because the person took that permission back or never gave it: what it
//! is for, and a button that asks for it in the browser's own words.

use extension_browser::{platform, tasks::spawn_local};
use sycamore::prelude::*;

use crate::{paint::t, session::Session};

/// Follows whether web pages may be used.
pub(crate) fn follow(session: Session) {
    let look = move || {
        spawn_local(async move { session.shut_out.set(!platform::may_use_pages().await) });
    };
    look();
    platform::on_permission_change(look);
}

/// The card.
pub(super) fn view(session: Session) -> View {
    let said = create_signal(String::new());
    // The browser asks only within the press itself.
    let ask = move |_| {
        let asked = platform::ask_for_pages();
        spawn_local(async move {
            match asked.await {
                Ok(true) => session.shut_out.set(false),
                Ok(false) | Err(_) => said.set(msg!("fill_no_access_refused")),
            }
        });
    };
    view! {
        div(id="no-access", class="card notice", hidden=!session.shut_out.get()) {
            h2 { (msg!("fill_no_access")) }
            p { (msg!("fill_no_access_why")) }
            button(id="allow-access", class="primary", r#type="button", on:click=ask) { (msg!("fill_no_access_allow")) }
            p(id="access-message", class="hint", role="status", aria-live="polite") { (t(said.get_clone())) }
        }
    }
}
