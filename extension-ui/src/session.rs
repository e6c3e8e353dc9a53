//! What all screens share: which tab the panel is for, the jobs, and which view is shown.

use extension_browser::chrome;
use shared_types::{
    Consent, JobRecord, ProfileSet, Receipt, api::SourceSummary, search::SearchProvider,
};
use sycamore::prelude::*;

use crate::{
    browser::mark_body,
    fill::{jobs, sentences::status_name},
};

/// What all screens share. Its signals live as long as the page.
#[derive(Clone, Copy)]
pub(crate) struct Session {
    /// Whether everything was read.
    pub(crate) ready: Signal<bool>,
    /// The view that is shown.
    pub(crate) view: Signal<&'static str>,
    /// Whether the views beside the first are painted: whoever opens the panel waits for one alone.
    pub(crate) is_whole: Signal<bool>,
    /// The tab that the panel is for.
    pub(crate) tab: Signal<Option<i32>>,
    /// Whether the panel is for one tab, whichever is in front.
    pub(crate) is_for_one: Signal<bool>,
    /// The tab in front of this window.
    pub(crate) front: Signal<Option<i32>>,
    /// The site that the tab is on, where the browser tells.
    pub(crate) site: Signal<String>,
    /// The same with its scheme: by which a site has a profile of its own.
    pub(crate) origin: Signal<String>,
    /// Whether the tab is a page of Vaulty's own.
    pub(crate) own_page: Signal<bool>,
    /// What the person agreed to on which site, and where Vaulty is off.
    pub(crate) consents: Signal<Vec<Consent>>,
    /// All jobs that are kept.
    pub(crate) jobs: Signal<Vec<JobRecord>>,
    /// The job that was started or picked here.
    pub(crate) picked: Signal<Option<String>>,
    /// The job that is shown; an idle one where there is none.
    pub(crate) job: ReadSignal<JobRecord>,
    /// Which profiles there are.
    pub(crate) profiles: Signal<ProfileSet>,
    /// What was sent, newest first.
    pub(crate) receipts: Signal<Vec<Receipt>>,
    /// Other programs that may be asked by way of the server.
    pub(crate) sources: Signal<Vec<SourceSummary>>,
    /// Whom the server asks where a form is.
    pub(crate) search: Signal<Vec<SearchProvider>>,
    /// Whether the browser keeps Vaulty out of web pages.
    pub(crate) shut_out: Signal<bool>,
    /// Whether there is nothing to fill from.
    pub(crate) empty_profile: Signal<bool>,
    /// What the worker has to tell.
    pub(crate) notice: Signal<Option<String>>,
    /// Now, as it was when something was painted last, in milliseconds since 1970.
    pub(crate) now: Signal<f64>,
    /// Where signals of the whole page are made, also in answer to the worker.
    scope: NodeHandle,
}

impl Session {
    /// With nothing in it. Only within a root.
    pub(crate) fn new() -> Self {
        let (tab, picked) = (create_signal(None), create_signal(None));
        let jobs: Signal<Vec<JobRecord>> = create_signal(Vec::new());
        let job = create_selector(move || {
            let picked: Option<String> = picked.get_clone();
            let tab = tab.get();
            jobs.with(|jobs| {
                jobs::to_show(jobs, tab, picked.as_deref()).cloned().unwrap_or_default()
            })
        });
        Self {
            ready: create_signal(false),
            view: create_signal("fill"),
            is_whole: create_signal(false),
            tab,
            is_for_one: create_signal(false),
            front: create_signal(None),
            site: create_signal(String::new()),
            origin: create_signal(String::new()),
            own_page: create_signal(false),
            consents: create_signal(Vec::new()),
            jobs,
            picked,
            job,
            profiles: create_signal(ProfileSet::default()),
            receipts: create_signal(Vec::new()),
            sources: create_signal(Vec::new()),
            search: create_signal(Vec::new()),
            shut_out: create_signal(false),
            empty_profile: create_signal(false),
            notice: create_signal(None),
            now: create_signal(0.0),
            scope: use_current_scope(),
        }
    }

    /// Changes what jobs are known and shown. The body's attributes come last: whoever waits for a status there finds
    /// the page in that state.
    pub(crate) fn change_jobs(self, with: impl FnOnce()) {
        self.now.set(chrome::now());
        self.scope.run_in(|| batch(with));
        // Whoever has followed a table's rows goes on from the one that is shown: those before are forgotten one day.
        let row = self.job.with(|job| job.table.is_some().then(|| job.id.clone()));
        if row.is_some() && self.picked.with_untracked(|picked| *picked != row) {
            self.scope.run_in(|| self.picked.set(row));
        }
        self.mark();
    }

    fn mark(self) {
        let (id, status, asks) = self.job.with(|job| {
            (
                job.id.clone(),
                status_name(job.status),
                jobs::card(job).unwrap_or_default().to_owned(),
            )
        });
        mark_body(&[("data-job", &id), ("data-status", status), ("data-asks", &asks)]);
    }

    /// Whether there is more than one profile: with one alone nothing speaks of them.
    pub(crate) fn has_several(self) -> bool {
        self.profiles.with(|set| set.profiles.len() > 1)
    }

    /// Shows a view.
    pub(crate) fn show(self, view: &'static str) {
        self.is_whole.set(self.is_whole.get_untracked() || view != "fill");
        self.view.set(view);
        mark_body(&[("data-view", view)]);
    }
}
