//! The day on which pages are filled. Ages and spans depend on it, so the extension's `Date` is replaced from outside;
//! nothing in the product knows of it.

use std::cell::RefCell;

use anyhow::{Result, ensure};
use harness::cdp::Page;
use serde_json::Value;

use super::super::browsers::BrowserWithPopup;

const SET: &str = include_str!("clock.js");

/// Has the worker answer something, so that it is awake.
const WAKE: &str = "chrome.runtime.sendMessage({}).catch(() => null)";

/// A day that is kept up in an extension.
pub(super) struct Clock {
    day: String,
    /// The worker that was told last; while it is attached to, it does not fall asleep.
    worker: RefCell<Option<Page>>,
}

impl Clock {
    pub(super) fn new(day: &str) -> Self {
        Self { day: day.to_owned(), worker: RefCell::default() }
    }

    /// Sets the day where it is not set: a worker that was woken again has a `Date` of its own.
    pub(super) fn set(&self, browser: &BrowserWithPopup) -> Result<()> {
        let day = [Value::from(self.day.as_str())];
        browser.popup.page.apply(SET, &day)?;
        browser.popup.page.evaluate(WAKE)?;
        // A call to a worker that has ended is never answered: which one is awake is asked each time.
        let awake = browser.vaulty.worker()?;
        awake.apply(SET, &day)?;
        self.worker.replace(Some(awake));
        Ok(())
    }

    /// Fails where the worker was another one for a while and had another day.
    pub(super) fn check(&self) -> Result<()> {
        let worker = self.worker.borrow();
        let day = worker.as_ref().and_then(|worker| worker.evaluate("Date.day ?? ''").ok());
        ensure!(
            day.is_some_and(|day| day == self.day.as_str()),
            "the worker ended while the page was filled, and its day with it"
        );
        Ok(())
    }
}
