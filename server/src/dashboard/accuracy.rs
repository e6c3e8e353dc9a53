//! How well this build understands forms: `docs/ACCURACY.md`, as it was when the program was built. What is shown is read
//! from there, so that no number stands anywhere else.

use maud::{Markup, html};

use super::{
    charts::{Bar, bars},
    frame::in_code,
};

/// The document.
const DOCUMENT: &str = include_str!("../../../docs/ACCURACY.md");
/// Rows of a table that a chart is drawn of.
const MOST_BARS: usize = 12;
/// Rows from which on a table is folded.
const FOLDED: usize = 12;

/// A part of the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section<'a> {
    /// Its heading; empty for what stands before the first.
    pub title: &'a str,
    /// What it is made of.
    pub parts: Vec<Part<'a>>,
}

/// What a section is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part<'a> {
    /// A paragraph.
    Text(String),
    /// The points of a list.
    List(Vec<String>),
    /// A table: what its columns are called, and its rows.
    Table(Vec<&'a str>, Vec<Vec<&'a str>>),
}

/// Reads the document: headings, paragraphs, lists and tables, which is all that it has.
pub fn read(document: &str) -> Vec<Section<'_>> {
    let mut sections = vec![Section { title: "", parts: Vec::new() }];
    for block in document.split("\n\n").map(str::trim).filter(|block| !block.is_empty()) {
        if let Some(title) = block.strip_prefix("## ") {
            sections.push(Section { title, parts: Vec::new() });
            continue;
        }
        if block.starts_with("# ") {
            continue;
        }
        if let Some(section) = sections.last_mut() {
            section.parts.push(part(block));
        }
    }
    sections.retain(|section| !section.parts.is_empty());
    sections
}

fn part(block: &str) -> Part<'_> {
    let joined = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    if block.starts_with('|') {
        let mut rows = block.lines().map(cells);
        let head = rows.next().unwrap_or_default();
        return Part::Table(head, rows.skip(1).collect());
    }
    match block.strip_prefix("- ") {
        Some(list) => Part::List(list.split("\n- ").map(joined).collect()),
        None => Part::Text(joined(block)),
    }
}

fn cells(row: &str) -> Vec<&str> {
    let row = row.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    row.strip_suffix('|').unwrap_or(row).split('|').map(str::trim).collect()
}

/// A share as the document writes it: `0.936` or `.936`, maybe with the numbers it is made of behind it.
fn share(cell: &str) -> Option<f64> {
    let number = cell.split(' ').next()?;
    let is_share = number.contains('.') && !number.ends_with('.');
    number.parse().ok().filter(|share| is_share && (0.0..=1.0).contains(share))
}

/// The page's body.
pub fn page() -> Markup {
    let sections = read(DOCUMENT);
    html! {
        p.muted { "What docs/ACCURACY.md said when version " (env!("CARGO_PKG_VERSION")) " was built: measured by the rules alone, without any model." }
        @for (at, section) in sections.iter().enumerate() {
            @let id = format!("part-{at}");
            section aria-labelledby=(id) {
                h2 id=(id) { @if section.title.is_empty() { "What was measured" } @else { (capital(section.title)) } }
                @for part in &section.parts { (shown_as(part, section.title)) }
            }
        }
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

fn shown_as(part: &Part<'_>, title: &str) -> Markup {
    match part {
        Part::Text(text) => html! { p { (marked(text)) } },
        Part::List(points) => html! { ul { @for point in points { li { (marked(point)) } } } },
        Part::Table(head, rows) => html! {
            @if let Some(chart) = chart(head, rows) { figure { (chart) } }
            @if rows.len() > FOLDED {
                details { summary { "All " (rows.len()) " rows" } (table(title, head, rows)) }
            } @else {
                (table(title, head, rows))
            }
        },
    }
}

/// A chart of the first column that holds shares alone; of a single row of figures, one of those that are shares.
fn chart(head: &[&str], rows: &[Vec<&str>]) -> Option<Markup> {
    if let [row] = rows
        && row.first().is_some_and(|cell| share(cell).is_some())
    {
        let bar = |(name, cell): (&&str, &&str)| {
            let value = share(cell)?;
            let text = format!("{value:.3}");
            Some(Bar { label: capital(&name.replace('`', "")), value, text, class: "c-rules" })
        };
        let bars_of: Vec<Bar> = head.iter().zip(row).filter_map(bar).collect();
        return Some(bars(&bars_of, Some(1.0)));
    }
    let all = |at: usize| -> Option<Vec<f64>> {
        rows.iter().map(|row| row.get(at).and_then(|cell| share(cell))).collect()
    };
    let (at, shares) = (1..head.len()).find_map(|at| Some((at, all(at)?)))?;
    let name = head.get(at).copied().unwrap_or_default();
    let bar = |(row, share): (&Vec<&str>, &f64)| Bar {
        label: row.first().map_or(String::new(), |label| label.replace('`', "")),
        value: *share,
        text: format!("{share:.3}"),
        class: "c-rules",
    };
    let bars_of: Vec<Bar> = rows.iter().zip(&shares).map(bar).take(MOST_BARS).collect();
    let first = rows.len() > MOST_BARS;
    Some(html! {
        figcaption { (capital(&name.replace('`', ""))) @if first { ", the first " (MOST_BARS) } }
        (bars(&bars_of, Some(1.0)))
    })
}

fn table(title: &str, head: &[&str], rows: &[Vec<&str>]) -> Markup {
    let name = head.iter().find(|cell| !cell.is_empty()).copied().unwrap_or_default();
    html! {
        div.table-box tabindex="0" role="region" aria-label=(format!("{} {name}", capital(title)).trim().replace('`', "")) {
            table {
                thead { tr { @for cell in head { @if cell.is_empty() { td {} } @else { th scope="col" { (marked(cell)) } } } } }
                tbody {
                    @for row in rows {
                        tr { @for (at, cell) in row.iter().enumerate() {
                            @if at == 0 { th scope="row" { (marked(cell)) } } @else { td { (marked(cell)) } }
                        } }
                    }
                }
            }
        }
    }
}

/// A text with what it marks as bold or as code.
fn marked(text: &str) -> Markup {
    html! {
        @for (at, part) in text.split("**").enumerate() {
            @if at % 2 == 1 { b { (in_code(part)) } } @else { (in_code(part)) }
        }
    }
}
