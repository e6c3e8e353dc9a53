//! What the measurements run on: browsers at work side by side.

use std::{
    path::PathBuf,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use anyhow::Result;
use harness::{Engine, Options, Popup, Tab, Vaulty};
use indicatif::{ProgressBar, ProgressStyle};

use crate::{build, progress::Steps, setup};

/// What the measurements run on.
pub(super) struct Bench {
    pub(super) engine: Engine,
    pub(super) extension: PathBuf,
    pub(super) jobs: usize,
}

/// A browser with one tab and the popup that belongs to it.
pub(super) struct BrowserWithPopup {
    pub(super) vaulty: Vaulty,
    pub(super) tab: Tab,
    pub(super) popup: Popup,
}

impl BrowserWithPopup {
    pub(super) fn set_up(bench: &Bench, page_scripts: bool) -> Result<Self> {
        let extension = Some(bench.extension.clone());
        let engine = Some(bench.engine);
        let vaulty = Vaulty::start_with(&Options { engine, extension, ..Options::default() })?;
        vaulty.use_no_server()?;
        let tab = vaulty.open("about:blank")?;
        // The extension's own scripts run in worlds of their own and are not affected.
        if !page_scripts {
            tab.page.disable_scripts(true)?;
        }
        let popup = vaulty.popup(&tab)?;
        Ok(Self { vaulty, tab, popup })
    }
}

impl Bench {
    /// Builds what is needed. Without a wish for the number of browsers there are two, or one where times are
    /// told (`is_timed`).
    pub(super) fn set_up(jobs: Option<usize>, is_timed: bool, engine: Engine) -> Result<Self> {
        let steps = Steps::aside();
        setup::browser(engine, &steps)?;
        let extension = build::extension(&steps)?.of(engine);
        Ok(Self { engine, extension, jobs: jobs.unwrap_or(if is_timed { 1 } else { 2 }).max(1) })
    }

    /// The same with one browser at a time, so that times are not spoiled.
    pub(super) fn alone(&self) -> Self {
        Self { engine: self.engine, extension: self.extension.clone(), jobs: 1 }
    }

    /// Does something with every item, at as many places as there are jobs, with a progress bar. A place
    /// where something fails is made anew.
    pub(super) fn each<T: Sync, P, R: Send>(
        &self,
        items: &[T],
        place: impl Fn() -> Result<P> + Sync,
        work: impl Fn(&P, &T) -> Result<R> + Sync,
    ) -> Vec<Result<R>> {
        let next = AtomicUsize::new(0);
        let bar = progress(items.len());
        let done: Mutex<Vec<(usize, Result<R>)>> = Mutex::new(Vec::with_capacity(items.len()));
        thread::scope(|scope| {
            for _ in 0..self.jobs.min(items.len()) {
                scope.spawn(|| {
                    let mut kept = None;
                    loop {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        let Some(item) = items.get(index) else { break };
                        let result = kept.take().map_or_else(&place, Ok).and_then(|here| {
                            let result = work(&here, item)?;
                            kept = Some(here);
                            Ok(result)
                        });
                        done.lock().unwrap_or_else(PoisonError::into_inner).push((index, result));
                        bar.inc(1);
                    }
                });
            }
        });
        bar.finish_and_clear();
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|(index, _)| *index);
        done.into_iter().map(|(_, result)| result).collect()
    }
}

fn progress(length: usize) -> ProgressBar {
    let bar = ProgressBar::new(length.try_into().unwrap_or(u64::MAX));
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {elapsed} left {eta}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
