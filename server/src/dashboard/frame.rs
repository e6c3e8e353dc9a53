//! What all pages have around them.

use maud::{DOCTYPE, Markup, html};

use super::readable::shown;

/// The pages that the navigation leads to, by address and name.
const PAGES: [(&str, &str); 6] = [
    ("/dashboard", "Overview"),
    ("/dashboard/jobs", "Jobs"),
    ("/dashboard/access", "Access"),
    ("/dashboard/recipes", "Recipes"),
    ("/dashboard/accuracy", "Accuracy"),
    ("/dashboard/settings", "Settings"),
];

/// A page of somebody who is signed in.
#[derive(Debug, Clone, Copy)]
pub struct Frame<'a> {
    /// The page's name.
    pub title: &'a str,
    /// The page of the navigation that it belongs to, by its address.
    pub under: &'a str,
    /// Who is signed in.
    pub user: &'a str,
    /// Whether it follows what happens.
    pub live: bool,
}

impl Frame<'_> {
    /// The whole page.
    pub fn around(&self, body: &Markup) -> String {
        let Self { title, under, user, live } = *self;
        let events = live.then_some("/dashboard/events");
        let body = html! {
            header.top.wrap {
                a.brand href="/dashboard" { img src="/favicon.svg" alt="" width="28" height="28"; "Vaulty" }
                nav aria-label="Dashboard" {
                    @for (address, name) in PAGES {
                        a href=(address) aria-current=[(address == under).then_some("page")] { (name) }
                    }
                }
                form.sign-out method="post" action="/dashboard/sign-out" {
                    span.muted { "Signed in as " b dir="auto" { (shown(user)) } }
                    button type="submit" { "Sign out" }
                }
            }
            main #main.wrap tabindex="-1" {
                div.title-line {
                    h1 { (title) }
                    @if live {
                        p.live #live role="status" data-events=[events] { noscript { "Reload the page to see what is new." } }
                    }
                }
                div #content { (body) }
            }
            footer.wrap.foot {
                p { "Comes from your own server and loads nothing from anywhere else. No value of your profile is shown here." }
                p { a href="/index.html" { "Set-up and demo forms" } " " a href="/docs/" { "API reference" } }
            }
        };
        document(title, &body)
    }
}

/// A page of nobody's.
pub fn plain(title: &str, body: &Markup) -> String {
    let body = html! {
        header.top.wrap {
            a.brand href="/" { img src="/favicon.svg" alt="" width="28" height="28"; "Vaulty" }
        }
        main #main.wrap.narrow tabindex="-1" { h1 { (title) } (body) }
    };
    document(title, &body)
}

fn document(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="robots" content="noindex";
                title { (title) " · Vaulty" }
                link rel="icon" href="/favicon.svg" type="image/svg+xml";
                link rel="stylesheet" href="/dashboard.css";
                script type="module" src="/dashboard.js" {}
            }
            body {
                a.skip href="#main" { "Skip to the content" }
                (body)
            }
        }
    };
    page.into_string()
}

/// What a page says where something keeps it from being shown.
pub fn trouble(status: u16, said: &str) -> String {
    let (title, next) = match status {
        503 => (
            "Not available now",
            "Reload the page in a moment. If that doesn’t help, `vaulty-server doctor` says what is wrong.",
        ),
        429 => ("Too many requests", "Wait a moment, then try again."),
        404 => ("Nothing here", "It may have been removed because of its age."),
        403 => (
            "Not allowed from there",
            "Open the dashboard at this server’s own address and try again from there.",
        ),
        _ => ("Something went wrong", "The server’s log has the cause."),
    };
    let body = html! {
        p.lead { (shown(said)) }
        p { (in_code(next)) }
        p { a.button href="/dashboard" { "Go to the dashboard" } }
    };
    plain(title, &body)
}

/// A sentence of ours with what stands in backticks as code.
pub fn in_code(text: &str) -> Markup {
    html! {
        @for (at, part) in text.split('`').enumerate() {
            @if at % 2 == 1 { code { (part) } } @else { (part) }
        }
    }
}

/// What stands where there is nothing yet, and what to do about it.
pub fn nothing(said: &str, next: &str) -> Markup {
    html! { div.nothing { p { b { (said) } } p { (in_code(next)) } } }
}
