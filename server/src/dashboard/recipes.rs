//! Recipes and their health: those of the server's folder. A browser's own are in that browser.

use maud::{Markup, html};

use super::{
    charts::{Bar, bars},
    frame::{in_code, nothing},
    readable::{count, shown},
};
use crate::recipes::Listed;

/// The page's body. `listed`: none where they are not for this user to see; an error where the folder cannot be read.
pub fn page(listed: Option<&Result<Vec<(String, Listed)>, String>>) -> Markup {
    html! {
        p { "What worked on a form that you sent is known as a recipe: names of entries by fields, no values. Recipes are learned and used in your browser, so that they work without a server: Vaulty’s Settings → Forms Vaulty knows lists them with their health, forgets them, puts them back, exports and imports them." }
        section aria-labelledby="here" {
            h2 #here { "In this server’s folder" }
            @match listed {
                None => p { (in_code("The files in this server’s folder are shown to whoever hosts it: sign in with a code from `vaulty-server pair` without a user’s name.")) },
                Some(Err(why)) => p.error { "The folder can’t be read: " (shown(why)) },
                Some(Ok(all)) if all.is_empty() => (nothing("There are none.", "`vaulty-server recipes import FILE` takes in a recipe that Vaulty exported, to be edited, compared, tested and signed for others.")),
                Some(Ok(all)) => { (health(all)) (table(all)) p.muted { (in_code("`vaulty-server recipes test` tries each on the pages beside it; `recipes put-back ID` makes an earlier version the newest.")) } },
            }
        }
    }
}

fn is_well(listed: &Listed) -> bool {
    matches!(listed, Listed::Recipe { failures: 0, .. })
}

fn is_out(listed: &Listed) -> bool {
    matches!(listed, Listed::Recipe { is_quarantined: true, .. })
}

fn health(all: &[(String, Listed)]) -> Markup {
    let number = |is: &dyn Fn(&Listed) -> bool| all.iter().filter(|(_, one)| is(one)).count();
    let faulty = number(&|one| matches!(one, Listed::Faulty(_)));
    let (well, out) = (number(&is_well), number(&is_out));
    let kinds = [
        ("Well", well, "sent"),
        ("Failed last time", all.len() - well - out - faulty, "waiting"),
        ("Out of use: failed too often", out, "left"),
        ("No recipe: a fault in the file", faulty, "left"),
    ];
    let bar = |(label, number, class): (&str, usize, &'static str)| Bar {
        label: label.to_owned(),
        value: number as f64,
        text: number.to_string(),
        class,
    };
    bars(&kinds.map(bar), None)
}

fn table(all: &[(String, Listed)]) -> Markup {
    html! {
        div.table-box tabindex="0" role="region" aria-label="Recipes" {
            table {
                thead { tr { th scope="col" { "Recipe" } th scope="col" { "Form" } th.number scope="col" { "Version" } th scope="col" { "Health" } } }
                tbody {
                    @for (id, listed) in all {
                        tr {
                            th scope="row" { (shown(id)) }
                            @match listed {
                                Listed::Recipe { form, fields, version, failures, is_quarantined } => {
                                    td { bdi { (shown(form)) } " (" (count(*fields, "field", "fields")) ")" }
                                    td.number { (version) }
                                    td {
                                        @if *is_quarantined { "out of use: failed " (count(*failures as usize, "time", "times")) " in a row" }
                                        @else if *failures > 0 { "failed last time" } @else { "well" }
                                    }
                                }
                                Listed::Faulty(why) => { td {} td {} td dir="auto" { "no recipe: " (shown(why)) } }
                            }
                        }
                    }
                }
            }
        }
    }
}
