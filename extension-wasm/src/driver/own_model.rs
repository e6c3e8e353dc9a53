//! The browser's own model, asked for a job: one answer to one page, for as long as the person waits for it.

use std::{cell::RefCell, collections::BTreeMap};

use agent_core::{
    job::Event,
    model::{prompt, task::Task},
};
use extension_browser::{
    model::{self, Availability, Conversation},
    tasks::within,
};
use web_sys::AbortController;

/// How long an answer may take: models on a device are slow the first time.
const ANSWER_WAIT_MS: u32 = 30_000;

thread_local! {
    /// Answers that are waited for, by job.
    static WAITING: RefCell<BTreeMap<String, AbortController>> = const { RefCell::new(BTreeMap::new()) };
}

/// Asks it; what comes of that is the job's next event.
pub(super) async fn ask(job: &str, task: &Task) -> Event {
    let answer = answer(job, task).await;
    Event::advised(task, answer.as_deref().map_err(Clone::clone))
}

async fn answer(job: &str, task: &Task) -> Result<String, String> {
    match model::availability().await {
        Availability::Ready => {}
        Availability::Missing => return Err(msg!("worker_this_browser_has_no_model")),
        Availability::Downloadable | Availability::Downloading => {
            return Err(msg!("worker_the_browsers_model_is_not_there_yet"));
        }
    }
    let abort = AbortController::new().map_err(|_| msg!("worker_planned_here"))?;
    WAITING.with_borrow_mut(|waiting| {
        waiting.insert(job.to_owned(), abort.clone());
    });
    let schema = task.schema(true);
    let conversation = Conversation {
        system: prompt::SYSTEM_AT_HOME,
        example: (prompt::EXAMPLE.user, prompt::EXAMPLE.answer),
        question: &task.prompt,
        schema: &schema,
    };
    let answer = within(ANSWER_WAIT_MS, model::ask(&conversation, &abort.signal())).await;
    let was_ended = WAITING.with_borrow_mut(|waiting| waiting.remove(job)).is_none();
    match answer {
        _ if was_ended => Err(msg!("worker_you_went_on_without_the_browsers_model")),
        Some(answer) => answer.map_err(|error| error.0),
        None => {
            abort.abort();
            Err(msg!("worker_the_browsers_model_took_too_long"))
        }
    }
}

/// Ends the waiting for an answer about this job, if there is one.
pub(super) fn abandon(job: &str) {
    if let Some(abort) = WAITING.with_borrow_mut(|waiting| waiting.remove(job)) {
        abort.abort();
    }
}
