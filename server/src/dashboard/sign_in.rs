//! The page for whoever is not signed in.

use maud::html;

use super::frame::{in_code, plain};

/// What came of a try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tried {
    /// None was made.
    Not,
    /// The code was wrong, spent or too old.
    Wrong,
}

/// The page with the field for a code.
pub fn page(tried: Tried) -> String {
    let wrong = tried == Tried::Wrong;
    let body = html! {
        p.lead { "See what Vaulty does for you: jobs as they happen, what models cost, and who is let in." }
        form.sign-in method="post" action="/dashboard/sign-in" {
            label for="code" { "Pairing code" }
            @if wrong {
                p.error #wrong role="alert" { (in_code("That isn’t the code, or it’s spent or older than ten minutes. `vaulty-server pair` shows a new one.")) }
            }
            input #code name="code" type="text" required autofocus autocomplete="one-time-code" autocapitalize="characters"
                spellcheck="false" maxlength="40" placeholder="K7QM-3XPD-9TB2"
                aria-invalid=[wrong.then_some("true")] aria-describedby=(if wrong { "wrong how" } else { "how" });
            button.button type="submit" { "Sign in" }
        }
        p.muted #how { (in_code("The server prints a code when it starts. For a new one, run `vaulty-server pair` where it runs; `--user NAME` makes one for another person. Each code is good once, for ten minutes.")) }
    };
    plain("Sign in to the dashboard", &body)
}
