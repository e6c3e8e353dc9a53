//! Charts as SVG: by attributes and classes alone, since the pages' policy allows no style of their own. Each says in words
//! what it shows, and the numbers stand beside it.

use maud::{Markup, html};

/// A bar that lies: what it is, how long it is, and what stands behind it.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// What it is.
    pub label: String,
    /// Its length.
    pub value: f64,
    /// What is said of it.
    pub text: String,
    /// Its colour: a class.
    pub class: &'static str,
}

/// Bars below each other, each as long as its share of the longest, or of `full`.
pub fn bars(bars: &[Bar], full: Option<f64>) -> Markup {
    let longest = full.unwrap_or_else(|| bars.iter().map(|bar| bar.value).fold(0.0, f64::max));
    html! {
        ul.bars {
            @for bar in bars {
                li {
                    span.bar-label { (bar.label) }
                    svg.bar viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false" {
                        rect.track width="100" height="8" {}
                        rect class=(bar.class) width=(share(bar.value, longest)) height="8" {}
                    }
                    span.bar-text { (bar.text) }
                }
            }
        }
    }
}

/// A part of 100, with two digits at most.
fn share(value: f64, full: f64) -> String {
    if full <= 0.0 || !value.is_finite() {
        return "0".to_owned();
    }
    let share = (value / full).clamp(0.0, 1.0) * 100.0;
    format!("{share:.2}")
}

/// A piece of a line, and its colour.
pub type Piece = (f64, &'static str);

/// Pieces behind each other on one line that is `full` long.
pub fn line(pieces: &[Piece], full: f64, said: &str) -> Markup {
    let mut at = 0.0;
    let placed: Vec<(String, String, &str)> = pieces
        .iter()
        .map(|(length, class)| {
            let from = at;
            at += length;
            (share(from, full), share(*length, full), *class)
        })
        .collect();
    html! {
        svg.bar viewBox="0 0 100 8" preserveAspectRatio="none" role="img" aria-label=(said) focusable="false" {
            rect.track width="100" height="8" {}
            @for (from, length, class) in placed {
                rect class=(class) x=(from) width=(length) height="8" {}
            }
        }
    }
}

/// A column: what stands below it, and how much of each kind it has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// What stands below it.
    pub label: String,
    /// How much of each kind, from the bottom, each with its colour.
    pub parts: Vec<(usize, &'static str)>,
}

const WIDTH: usize = 720;
const HEIGHT: usize = 160;
/// Room for words below the columns.
const BELOW: usize = 26;

/// Columns beside each other.
pub fn columns(columns: &[Column], said: &str) -> Markup {
    let total = |column: &Column| column.parts.iter().map(|(count, _)| count).sum::<usize>();
    let highest = columns.iter().map(total).max().unwrap_or_default().max(1);
    let wide = WIDTH / columns.len().max(1);
    // Not each column has its words: they would lie over each other.
    let every = columns.len().div_ceil(6).max(1);
    html! {
        svg.columns viewBox=(format!("0 0 {WIDTH} {}", HEIGHT + BELOW)) role="img" aria-label=(said) focusable="false" {
            line.axis x1="0" x2=(WIDTH) y1=(HEIGHT) y2=(HEIGHT) {}
            line.grid x1="0" x2=(WIDTH) y1="4" y2="4" {}
            text x="2" y="20" { (highest) }
            @for (at, column) in columns.iter().enumerate() {
                @for (top, height, class) in stacked(column, highest) {
                    rect class=(class) x=(at * wide + 2) y=(top) width=(wide.saturating_sub(4)) height=(height) {}
                }
                @if at % every == 0 {
                    text x=(at * wide + 2) y=(HEIGHT + 20) { (column.label) }
                }
            }
        }
    }
}

/// The pieces of a column: from where, how high, which colour.
fn stacked(column: &Column, highest: usize) -> Vec<(usize, usize, &'static str)> {
    let mut bottom = HEIGHT;
    let mut pieces = Vec::new();
    for &(count, class) in column.parts.iter().filter(|(count, _)| *count > 0) {
        let height = (count * (HEIGHT - 4) / highest).max(2).min(bottom);
        bottom -= height;
        pieces.push((bottom, height, class));
    }
    pieces
}

/// Which colour is what.
pub fn legend(kinds: &[(&'static str, String)]) -> Markup {
    html! {
        ul.legend {
            @for (class, label) in kinds {
                li {
                    svg.dot viewBox="0 0 10 10" aria-hidden="true" focusable="false" {
                        rect class=(class) width="10" height="10" rx="2" {}
                    }
                    (label)
                }
            }
        }
    }
}
