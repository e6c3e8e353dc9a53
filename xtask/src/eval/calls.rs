//! `eval --calls DIR`: how often a page needs a model at all.

use std::{path::Path, time::Duration};

use anyhow::Result;
use harness::{Model, Server, Site};

use super::{
    browsers::{Bench, BrowserWithPopup},
    figures::{failures, share},
    options::Eval,
    roles,
};
use crate::{demo, fill::fill};

/// How long filling a page may take, a call to the model and all.
const LONGEST: Duration = Duration::from_secs(60);

/// A browser with a server whose model knows nothing and counts how often it is asked.
struct Place {
    browser: BrowserWithPopup,
    model: Model,
    _server: Server,
}

impl Place {
    fn set_up(bench: &Bench) -> Result<Self> {
        let model = Model::knowing(&[])?;
        let server = Server::start_with(&[], &model.variables())?;
        let browser = BrowserWithPopup::set_up(bench, false)?;
        browser.vaulty.use_server(&server)?;
        browser.vaulty.home().import(&demo::sample_profile()?)?;
        Ok(Self { browser, model, _server: server })
    }
}

/// Fills every page from the sample profile up to where the person is needed, and counts calls.
pub(super) fn run(options: &Eval, bench: &Bench, dir: &Path) -> Result<()> {
    let pages = roles::pages(&dir.join("pages"), options.limit)?;
    let site = Site::serve(&dir.join("pages"))?;
    let calls = bench.each(
        &pages,
        || Place::set_up(bench),
        |place, page| {
            let before = place.model.prompts().len();
            place.browser.tab.page.navigate(&site.url(page))?;
            fill(&place.browser.popup, None, LONGEST)?;
            Ok(place.model.prompts().len() - before)
        },
    );
    if options.explain {
        for (page, calls) in pages.iter().zip(&calls) {
            if let Ok(calls @ 1..) = calls {
                eprintln!("{page}: {calls}");
            }
        }
    }
    let count =
        |fits: fn(usize) -> bool| calls.iter().flatten().filter(|calls| fits(**calls)).count();
    println!("pages without a call {}", share(count(|calls| calls == 0), pages.len()));
    println!("pages with one call {}", share(count(|calls| calls == 1), pages.len()));
    println!("pages with more {}", share(count(|calls| calls > 1), pages.len()));
    failures(pages.iter().map(String::as_str), &calls)
}
