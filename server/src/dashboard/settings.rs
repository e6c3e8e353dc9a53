//! What holds for this server, and what its doctor finds.

use maud::{Markup, html};
use shared_types::api::CONTRACT;

use super::{frame::in_code, readable::shown};
use crate::{
    config::Setting,
    doctor::{Check, Report, State},
};

/// What is shown to whoever hosts the server alone.
#[derive(Debug)]
pub struct Hosted<'a> {
    /// What holds for each key.
    pub settings: &'a [Setting],
    /// What was found.
    pub report: &'a Report,
}

/// The page's body. `hosted`: none for a user who does not host the server.
pub fn page(database: &str, hosted: Option<&Hosted<'_>>) -> Markup {
    html! {
        dl.figures {
            div { dt { "Version" } dd { (env!("CARGO_PKG_VERSION")) } }
            div { dt { "Contract" } dd { (CONTRACT) } }
            div { dt { "Database" } dd { (database) } }
        }
        @match hosted {
            None => p { (in_code("The configuration is shown to whoever hosts the server: sign in with a code from `vaulty-server pair` without a user’s name.")) },
            Some(hosted) => {
                section aria-labelledby="doctor" {
                    h2 #doctor { "How it is" }
                    (checks(&hosted.report.checks))
                    p.muted { (in_code("`vaulty-server doctor` looks further: at the address it listens on and at the models’ providers.")) }
                }
                section aria-labelledby="settings" {
                    h2 #settings { "Configuration" }
                    p.muted { (in_code("As this server was started. `vaulty-server config set KEY VALUE` changes the file; a running server takes it at its next start. Keys and passwords aren’t shown.")) }
                    (table(hosted.settings))
                }
            }
        }
    }
}

fn checks(all: &[Check]) -> Markup {
    let class = |state: State| match state {
        State::Ok => "sent",
        State::Warning => "waiting",
        State::Problem => "left",
    };
    let label = |state: State| match state {
        State::Ok => "OK",
        State::Warning => "Look at it",
        State::Problem => "Problem",
    };
    let mut sorted: Vec<&Check> = all.iter().collect();
    // What asks for something comes first.
    sorted.sort_by_key(|check| std::cmp::Reverse(check.state));
    html! {
        ul.checks {
            @for check in sorted {
                li {
                    span class=(format!("badge {}", class(check.state))) { (label(check.state)) }
                    " " b { (check.name) } " "
                    span dir="auto" { (in_code(&shown(&check.said))) @if !check.fix.is_empty() { " " (in_code(&shown(&check.fix))) } }
                }
            }
        }
    }
}

fn table(settings: &[Setting]) -> Markup {
    html! {
        div.table-box tabindex="0" role="region" aria-label="Keys and values" {
            table {
                thead { tr { th scope="col" { "Key" } th scope="col" { "Value" } th scope="col" { "Set by" } } }
                tbody {
                    @for setting in settings {
                        tr {
                            th scope="row" { code { (setting.name) } @if !setting.doc.is_empty() { p.muted { (in_code(setting.doc)) } } }
                            td { code { (shown(&setting.value)) } }
                            td { (shown(&setting.origin)) }
                        }
                    }
                }
            }
        }
    }
}
