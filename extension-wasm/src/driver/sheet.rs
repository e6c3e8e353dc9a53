//! The review sheet: shown with values that are bound now, and replied to.

use std::rc::Rc;

use agent_core::{
    job::{
        Context, Event, Job, Reading, Reply,
        given::{self, Kept, Occasion},
    },
    observe::{self, Page, Plain},
    person::profiles::Profiles,
    tables::{self, Other, SentForm},
};
use shared_types::{
    JobStatus, Profile, ProfileKey, Question, RowChoice, RowReply, Scope, content::ContentReply,
    job::ShownValue, message::PopupReply, profile::Document, settings::LogLevel,
};

use super::{
    kept_consents, learning, page,
    private::is_private,
    recipes,
    row_jobs::known,
    run::{Answer, tell},
    world::{self, today, with_world},
};
use extension_browser::chrome;

/// Asks a job something about a page, as it is or as it was read last. Nothing changes.
pub(super) fn look_at<R>(
    id: &str,
    profiles: &Rc<Profiles>,
    page: Option<&Page>,
    ask: impl FnOnce(&Job, &Page, &Context<'_>) -> R,
) -> Result<R, String> {
    let site = page.map_or_else(|| world::site_of(id), |page| page.own_site().to_owned());
    let (answers, set) = (world::answers(id, profiles, &site), world::recipes(id));
    with_world(|world| {
        let hash_key = world.hash_key.ok_or_else(|| msg!("worker_not_ready_yet"))?;
        let job = world.jobs.get(id).ok_or_else(|| msg!("worker_there_is_no_such_job_any_more"))?;
        let page = page
            .or_else(|| world.pages.get(id))
            .ok_or_else(|| msg!("worker_the_page_was_not_read_yet"))?;
        let context = Context {
            now: chrome::now(),
            source: profiles.source(&job.record.profile_id, world.records.get(id), today(), &site),
            profiles: profiles.set(),
            page: Some(page),
            hash_key: &hash_key,
            nonce: "",
            server: world.settings.use_server,
            consents: &world.consents,
            receipts: &world.receipts,
            lessons: &world.lessons,
            answers: &answers,
            model: world.settings.browser_model,
            recipes: &set,
            keeps_pages: world.settings.log_level == LogLevel::Debug,
        };
        Ok(ask(job, page, &context))
    })
}

/// The sheet of a job. The page is read for it while nothing is written there; what is shown is what a yes is for.
pub(super) async fn show(id: &str) -> Answer {
    let asked = with_world(|world| {
        let record = &world.jobs.get(id)?.record;
        let is_still = record.status.is_pause() || record.status.is_final();
        Some((is_still, record.tab_id))
    });
    let (is_still, tab) = asked.ok_or_else(|| msg!("worker_there_is_no_such_job_any_more"))?;
    let profiles = world::profiles().await.map_err(|error| error.to_string())?;
    let mut fresh = None;
    if is_still {
        let tab = tab.ok_or_else(|| msg!("worker_the_tab_is_gone"))?;
        let read = page::read(tab, 0, Some(id))
            .await
            .map_err(|_| msg!("worker_the_page_could_not_be_read_is_it"))?;
        fresh = Some(read.page);
    }
    let shows_card = |id: &str| with_world(|world| world.jobs.get(id).is_some_and(Job::shows_card));
    if shows_card(id)
        && let Some(page) = fresh.take()
    {
        with_world(|world| world.pages.insert(id.to_owned(), page));
        tell(id, Event::Shown).await?;
    }
    // A file may have been taken in since the page was read.
    recipes::find(id).await;
    let sheet = look_at(id, &profiles, fresh.as_ref(), |job, page, ctx| job.sheet(page, ctx))?;
    Ok(PopupReply::Sheet(Box::new(sheet)))
}

/// Notes what a card shows of the form of a row.
async fn note_form(id: &str, reading: &Reading) {
    if with_world(|world| world.jobs.get(id).is_some_and(tables::may_be_covered))
        && let Ok(form) = row_form(id, reading).await
    {
        known(id, |known| known.shown = Some((reading.id.clone(), form)));
    }
}

/// The form of a row that its job asks about, as it was read.
pub(super) async fn row_form(
    id: &str,
    reading: &Reading,
) -> Result<Result<SentForm, Other>, String> {
    let profiles = world::profiles().await.map_err(|error| error.to_string())?;
    let before = known(id, |known| known.before.clone());
    look_at(id, &profiles, Some(&reading.page), |job, _, ctx| {
        SentForm::of(job, reading, before.as_ref(), &ctx.source, ctx.now)
    })
}

/// Times that a page that changes while it is read is read anew.
const READINGS: usize = 3;

/// What the approval card of a job lists, from its page as it is now. The job is told that this was listed.
pub(super) async fn approval_card(id: &str) -> Answer {
    let job = with_world(|world| world.jobs.get(id).cloned());
    let job = job.ok_or_else(|| msg!("worker_there_is_no_such_job_any_more"))?;
    let tab = job.record.tab_id.ok_or_else(|| msg!("worker_the_tab_is_gone"))?;
    let reading = reading(&job, tab).await?;
    let shown = reading.id.clone();
    let mut values: Vec<ShownValue> = job.shown_code().into_iter().collect();
    values.extend(job.card(&reading.page, &reading.entries));
    with_world(|world| {
        // Once the person has answered, the job reads the page for itself.
        let waits = |job: &Job| job.record.status == JobStatus::PausedForApproval;
        if world.jobs.get(id).is_some_and(waits) {
            world.pages.insert(id.to_owned(), reading.page.clone());
        }
    });
    // Before the job takes in what is listed, so that a yes finds it.
    note_form(id, &reading).await;
    // What is listed is what the yes is for.
    tell(id, Event::Listed(Box::new(reading))).await?;
    Ok(PopupReply::Card { shown, values })
}

/// Reads a page and what goes along with the press, both at the same state of it.
pub(super) async fn reading(job: &Job, tab: i32) -> Result<Reading, String> {
    for _ in 0..READINGS {
        let read = page::read(tab, 0, Some(&job.record.id))
            .await
            .map_err(|_| msg!("worker_the_page_could_not_be_read_is_it"))?;
        let (page, snapshots) = (read.page, read.snapshots);
        let Some((document, button)) = job.asked_button(&page) else {
            return Ok(Reading { id: chrome::random_id(), page, ..Reading::default() });
        };
        let sends = page::entries(tab, &document, button).await?;
        if job.is_of_one_state(&page, &sends) {
            let is_rows = tables::may_be_covered(job);
            let plain = if is_rows { observe::plain(&snapshots) } else { Plain::default() };
            let ContentReply { entries, way, .. } = sends;
            return Ok(Reading { id: chrome::random_id(), page, plain, entries, way });
        }
    }
    Err(msg!("worker_the_page_changes_as_it_is_read"))
}

/// The plan of a job as a file.
pub(super) async fn plan_file(id: &str) -> Answer {
    let profiles = world::profiles().await.map_err(|error| error.to_string())?;
    let text = look_at(id, &profiles, None, |job, page, ctx| job.plan_file(page, ctx))?;
    let text = text.ok_or_else(|| msg!("plan_nothing_to_save"))?;
    Ok(PopupReply::File {
        name: "plan.toml".to_owned(),
        media_type: "application/toml".to_owned(),
        content: text.into(),
    })
}

/// What a row of the sheet could be filled with.
pub(super) async fn offers(id: &str, row: &str) -> Answer {
    let profiles = world::profiles().await.map_err(|error| error.to_string())?;
    look_at(id, &profiles, None, |job, page, ctx| job.offers(page, row, ctx))
        .map(PopupReply::Offers)
}

/// Consent, with what the person made of rows. What they gave to be kept is in the profile before the job hears of it.
pub(super) async fn grant(
    id: &str,
    origin: &str,
    mut reply: Reply,
    mut rows: Vec<RowReply>,
) -> Answer {
    if is_of_nobody(id) {
        // There is no profile to keep it in.
        for row in &mut rows {
            if let RowChoice::Write { keep, .. } = &mut row.choice {
                *keep = false;
            }
        }
    }
    let is_open = with_world(|world| {
        let card = world.jobs.get(id).and_then(|job| job.record.consent.as_ref());
        card.is_some_and(|card| card.id == reply.card && card.origin == origin)
    });
    let (mut taken, mut taught) = (Vec::new(), Vec::new());
    if is_open && !rows.is_empty() && reply.scope != Scope::Never {
        let profiles = world::profiles().await.map_err(|error| error.to_string())?;
        let sorted =
            look_at(id, &profiles, None, |job, page, ctx| job.sort_rows(page, rows, ctx))??;
        keep(id, sorted.kept, sorted.documents).await?;
        reply.rows = sorted.rows;
        (taken, taught) = (sorted.taken, sorted.taught);
    }
    let answer = kept_consents::grant(id, origin, reply).await?;
    // What the card did not take teaches nothing.
    learning::correct(id, origin, &world::profile_of(id), taught).await;
    if !taken.is_empty() && !is_private(id).await {
        noting(id, &[], |profile, on| {
            for (key, question) in &taken {
                given::note_taken(profile, key, question, on);
            }
        })
        .await?;
    }
    Ok(answer)
}

/// Puts answers and documents into the profile that a job fills from, and notes what was asked.
pub(super) async fn keep(
    id: &str,
    answers: Vec<Kept>,
    documents: Vec<(ProfileKey, Document)>,
) -> Result<(), String> {
    if answers.is_empty() && documents.is_empty() {
        return Ok(());
    }
    if is_of_nobody(id) {
        return Err(msg!("tables_no_profile_to_keep"));
    }
    let asked: Vec<&Question> =
        answers.iter().filter(|kept| kept.only_here).map(|kept| &kept.question).collect();
    noting(id, &asked, |profile, on| {
        for kept in &answers {
            given::keep_noted(profile, kept, on);
        }
        for (key, document) in documents {
            given::keep_document(profile, &key, document);
        }
    })
    .await
}

/// Whether a job fills from no profile: from a row of a table alone.
pub(super) fn is_of_nobody(id: &str) -> bool {
    world::profile_of(id).is_nobody()
}

/// Changes the profile that a job fills from, on the occasion that this is. Of a private window it names no site. Nothing
/// is changed where what answers these questions cannot be kept to the page's site.
async fn noting(
    id: &str,
    only_here: &[&Question],
    with: impl FnOnce(&mut Profile, Occasion<'_>),
) -> Result<(), String> {
    if is_of_nobody(id) {
        return Ok(());
    }
    let is_private = is_private(id).await;
    let (origin, lang) = with_world(|world| {
        let record = world.jobs.get(id).map(|job| &job.record);
        let origin = record.and_then(|record| record.origin.clone());
        let origin = origin.filter(|_| !is_private).unwrap_or_default();
        (origin, world.pages.get(id).and_then(|page| page.observation.lang.clone()))
    });
    let site = world::site_of(id);
    let on = Occasion { origin: &origin, site: &site, lang: lang.as_deref(), now: chrome::now() };
    only_here.iter().try_for_each(|question| given::check_only_here(question, on))?;
    world::change(&world::profile_of(id), |profile| with(profile, on)).await
}
