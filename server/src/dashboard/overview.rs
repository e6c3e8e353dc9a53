//! The first page: what happens now, and what happened in the last thirty days.

use maud::{Markup, html};

use super::{
    charts::{Column, columns, legend},
    digest::{Entries, State},
    frame::nothing,
    jobs::{Row, list},
    readable::{DAY, count, day, lasted, percent},
    spent::{by_provider, shown_as},
};

/// Days that the charts go back.
pub const DAYS: i64 = 30;
/// Entries that are looked through at most.
pub const MOST: u32 = 5_000;

/// Past jobs that are listed.
const NEWEST: usize = 5;

/// What the page is made from.
#[derive(Debug)]
pub struct Overview<'a> {
    /// The time.
    pub now: i64,
    /// The newest jobs.
    pub newest: &'a [Row],
    /// Entries of the last days by job.
    pub days: &'a [Entries],
    /// Whether there were more than are looked through.
    pub cut: bool,
}

/// The page's body.
pub fn page(over: &Overview<'_>) -> Markup {
    let Overview { now, newest, days, cut } = over;
    let live: Vec<&Row> = newest.iter().filter(|row| row.state.is_live()).collect();
    html! {
        section aria-labelledby="now" {
            h2 #now { "Now" }
            @if live.is_empty() {
                (nothing("No job is running.", "Open a page with a form, press Vaulty’s button in the toolbar, then “Fill this page”. With this server in use under Vaulty’s Settings, the job shows up here."))
            } @else {
                (list(&live, *now))
            }
        }
        section aria-labelledby="days" {
            h2 #days { "Last " (DAYS) " days" }
            @if days.is_empty() {
                (nothing("Nothing happened yet.", "What your browsers plan with this server is counted here from the first job on. A browser is paired in Vaulty’s Settings with a code from `vaulty-server pair`."))
            } @else {
                @if *cut { p.muted { "Only the newest " (super::readable::grouped(MOST.into())) " entries are counted." } }
                (figures(days, *now))
                (by_day(days, *now))
            }
        }
        section aria-labelledby="models" {
            h2 #models { "Models" }
            @let all = by_provider(days.iter().flat_map(Entries::calls));
            @if all.is_empty() {
                (nothing("No model was asked.", "Everything was planned by rules, which cost nothing. `vaulty-server providers` shows who could be asked."))
            } @else {
                (shown_as(&all))
            }
        }
        @let past: Vec<&Row> = newest.iter().filter(|row| !row.state.is_live()).take(NEWEST).collect();
        @if !past.is_empty() {
            section aria-labelledby="newest" {
                h2 #newest { "Before" }
                (list(&past, *now))
                p { a href="/dashboard/jobs" { "All jobs" } }
            }
        }
    }
}

/// The figures that matter most.
fn figures(days: &[Entries], now: i64) -> Markup {
    let ended = |entries: &&Entries| matches!(entries.state(now), State::Sent | State::Finished);
    let mut times: Vec<i64> =
        days.iter().filter(ended).filter_map(Entries::span).map(|(from, to)| to - from).collect();
    let rounds = days.iter().map(Entries::rounds);
    let (all, without) = rounds.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    let fields: usize = days.iter().map(Entries::written).sum();
    let sent = days.iter().filter(|entries| entries.state(now) == State::Sent).count();
    html! {
        dl.figures {
            div { dt { "Jobs" } dd { (days.len()) } dd.small { (sent) " sent" } }
            div { dt { "Fields filled" } dd { (super::readable::grouped(fields as u64)) } }
            div {
                dt { "Median time" }
                dd { (median(&mut times).map_or_else(|| "–".to_owned(), lasted)) }
                dd.small { "of jobs that ended, waiting for you included" }
            }
            div {
                dt { "Planned without a model" }
                dd { (percent(without, all).unwrap_or_else(|| "–".to_owned())) }
                dd.small { "of " (count(all, "round", "rounds")) }
            }
        }
    }
}

/// The one in the middle; of two the earlier.
pub fn median(times: &mut [i64]) -> Option<i64> {
    times.sort_unstable();
    times.get(times.len().saturating_sub(1) / 2).copied()
}

/// Jobs by the day on which they began, and how they stand.
fn by_day(days: &[Entries], now: i64) -> Markup {
    let today = now / DAY;
    let first = today - DAYS + 1;
    let began: Vec<(i64, State)> = days
        .iter()
        .filter_map(|entries| Some((entries.span()?.0 / DAY, entries.state(now))))
        .collect();
    let of = |at: i64, state: State| began.iter().filter(|one| **one == (at, state)).count();
    let all: Vec<Column> = (first..=today)
        .map(|at| Column {
            label: day(at * DAY),
            parts: State::ALL.iter().map(|&state| (of(at, state), state.name())).collect(),
        })
        .collect();
    let counts: Vec<(State, usize)> = State::ALL
        .iter()
        .map(|&state| (state, began.iter().filter(|(_, one)| *one == state).count()))
        .filter(|(_, count)| *count > 0)
        .collect();
    let told: Vec<String> =
        counts.iter().map(|(state, count)| format!("{}: {count}", state.label())).collect();
    let kinds: Vec<(&'static str, String)> = counts
        .iter()
        .map(|(state, count)| (state.name(), format!("{} ({count})", state.label())))
        .collect();
    html! {
        figure {
            figcaption { "Jobs by the day on which they began" }
            (columns(&all, &format!("Jobs of the last {DAYS} days by how they ended. {}", told.join(", "))))
            (legend(&kinds))
        }
    }
}
