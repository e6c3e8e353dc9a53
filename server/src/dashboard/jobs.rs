//! Jobs in a list, with filters.

use maud::{Markup, html};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use shared_types::api::JobSummary;

use super::{
    digest::{Entries, State},
    frame::nothing,
    readable::{ago, count, lasted, moment, shown},
};

/// A job in a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Its id.
    pub id: String,
    /// Its site.
    pub site: String,
    /// How it stands.
    pub state: State,
    /// When it began and when something was last heard of it; milliseconds since 1970.
    pub began: i64,
    /// When something was last heard of it.
    pub heard: i64,
    /// Rounds that were planned, and those of them without a model.
    pub rounds: (usize, usize),
    /// Fields that were written.
    pub written: usize,
    /// Calls to models.
    pub calls: usize,
}

impl Row {
    /// From what the store says of a job.
    pub fn new(job: &JobSummary, entries: &Entries, now: i64) -> Self {
        Self {
            id: job.job_id.clone(),
            site: job.origin.clone(),
            state: entries.state(now),
            began: job.started_at,
            heard: job.updated_at,
            rounds: entries.rounds(),
            written: entries.written(),
            calls: entries.calls().count(),
        }
    }
}

/// A text as a part of an address.
pub fn encoded(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}

/// Where a job's page is.
pub fn address(id: &str) -> String {
    format!("/dashboard/jobs/{}", encoded(id))
}

/// How a job stands, as a word with its colour.
pub fn badge(state: State) -> Markup {
    html! { span class=(format!("badge {}", state.name())) { (state.label()) } }
}

/// The site as people read it.
pub fn site(site: &str) -> Markup {
    let host = agent_core::site::host_of(site);
    html! {
        @if host.is_empty() { span.muted { "no site" } } @else { bdi { (shown(host)) } }
    }
}

/// Jobs as a table.
pub fn list(rows: &[&Row], now: i64) -> Markup {
    html! {
        ul.jobs {
            @for row in rows {
                li {
                    a href=(address(&row.id)) { (site(&row.site)) }
                    (badge(row.state))
                    span.muted { (moment(row.began)) }
                    span.muted {
                        (count(row.written, "field", "fields")) " filled in "
                        (count(row.rounds.0, "round", "rounds"))
                        @if row.calls > 0 { ", " (count(row.calls, "call", "calls")) " to models" }
                        ", " (lasted(row.heard - row.began)) ", last news " (ago(now, row.heard))
                    }
                }
            }
        }
    }
}

/// What a list is asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wanted {
    /// How the jobs stand.
    pub state: Option<State>,
    /// Their site: an origin.
    pub site: String,
}

impl Wanted {
    /// The address of the list that goes on behind a job.
    fn behind(&self, heard: i64, id: &str) -> String {
        let state = self.state.map_or("", State::name);
        let (site, id) = (encoded(&self.site), encoded(id));
        format!("/dashboard/jobs?state={state}&site={site}&heard={heard}&behind={id}")
    }
}

/// The page's body. `next`: the job behind which there may be more.
pub fn page(
    rows: &[Row],
    wanted: &Wanted,
    sites: &[String],
    next: Option<(i64, &str)>,
    now: i64,
) -> Markup {
    let is_all = *wanted == Wanted::default();
    html! {
        form.filter method="get" action="/dashboard/jobs" {
            div {
                label for="state" { "State" }
                select #state name="state" {
                    option value="" { "All" }
                    @for state in State::ALL {
                        option value=(state.name()) selected[wanted.state == Some(state)] { (state.label()) }
                    }
                }
            }
            div {
                label for="site" { "Site" }
                input #site name="site" type="text" list="sites" value=(shown(&wanted.site)) autocomplete="off" spellcheck="false"
                    maxlength="300" placeholder="All";
                datalist #sites { @for site in sites { option value=(shown(site)) {} } }
            }
            button type="submit" { "Show" }
            @if !is_all { a href="/dashboard/jobs" { "Show all" } }
        }
        @if rows.is_empty() && is_all {
            (nothing("No job yet.", "Pair a browser in Vaulty’s Settings with a code from `vaulty-server pair`, then fill a form; `/demo/` on this server has some to try."))
        } @else if rows.is_empty() {
            (nothing("No such job here.", if next.is_some() { "Older jobs weren’t looked at yet." } else { "Choose another state or site." }))
        } @else {
            (list(&rows.iter().collect::<Vec<_>>(), now))
        }
        @if let Some((heard, id)) = next {
            p { a.button.quiet href=(wanted.behind(heard, id)) rel="next" { "Older jobs" } }
        }
    }
}
