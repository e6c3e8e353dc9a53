//! What the popup asks for.

use std::collections::BTreeMap;

use agent_core::{
    exit::Exit,
    gate::CodeSource,
    job::{self, Event, Reply, given},
    person::sync::{self, Agreement, Decision},
};
use shared_types::{
    Private, Profile, ProfileId, ProfileKey,
    api::{DraftRequest, DraftResponse, SourceKind},
    job::ModelUse,
    message::{Inspection, PopupMessage, PopupReply, SyncDirection, SyncOutcome},
    profile::Document,
    search::{SearchOffer, SearchRequest},
};

use super::{
    bulk, exchange, imports, kept_consents, lessons, logbook, looks, own_model, page,
    private::is_private,
    profiles, receipts,
    run::{Answer, deliver, tell},
    shared_tabs, sheet,
    start::{Origin, Start, start},
    tables,
    world::{self, with_world},
};
use crate::planner_client::{self, Server};
use extension_browser::{
    chrome, profiles as kept_profiles, recipes as kept_recipes, storage, tables as kept_tables,
};

/// Answers a message of the popup. An error is a sentence for the person.
pub(super) async fn answer(message: PopupMessage) -> Answer {
    let replied = replies_to(&message).map(str::to_owned);
    let answer = answer_to(message).await;
    if let (Some(job), Ok(_)) = (replied, &answer) {
        // What stays behind goes when the job ends.
        let _ = storage::forget_unconfirmed(&job).await;
    }
    answer
}

/// The job whose card is confirmed or refused, or is another from then on: what was typed into it is of no use any more.
fn replies_to(message: &PopupMessage) -> Option<&str> {
    match message {
        PopupMessage::Grant { job_id, .. }
        | PopupMessage::Deny { job_id }
        | PopupMessage::Answer { job_id, .. }
        | PopupMessage::UseProfile { job_id, .. } => Some(job_id),
        _ => None,
    }
}

/// Begins a job of the person's.
async fn start_job(begin: PopupMessage) -> Answer {
    let PopupMessage::StartJob { job_id, start_url, tab_id, mode, record, goal, only, change_of } =
        begin
    else {
        return Err(msg!("worker_choose_a_tab_or_enter_an_address"));
    };
    let origin = Origin::Person;
    start(Start { job_id, start_url, tab_id, mode, record, goal, only, change_of, origin }).await
}

/// The person's yes to a press.
async fn approve(id: &str, yes: Event) -> Answer {
    let shown = match &yes {
        Event::Approve { shown, .. } => shown.clone(),
        _ => None,
    };
    let answer = tell(id, yes).await?;
    bulk::approved(id, shown.as_deref());
    bulk::drop_row_later(id);
    Ok(answer)
}

async fn answer_to(message: PopupMessage) -> Answer {
    match message {
        begin @ PopupMessage::StartJob { .. } => start_job(begin).await,
        PopupMessage::StopJob { job_id } => tell(&job_id, Event::Stop).await,
        PopupMessage::Approve { job_id, approval_id, cover_pages, secrets, shown } => {
            approve(&job_id, Event::Approve { approval_id, cover_pages, secrets, shown }).await
        }
        PopupMessage::Deny { job_id } => tell(&job_id, Event::Deny).await,
        PopupMessage::Grant { job_id, card_id, origin, scope, kinds, secrets, rows, .. } => {
            let reply = Reply { card: card_id, scope, kinds, secrets, rows: Vec::new() };
            sheet::grant(&job_id, &origin, reply, rows).await
        }
        PopupMessage::ShowSheet { job_id } => sheet::show(&job_id).await,
        PopupMessage::SavePlan { job_id } => sheet::plan_file(&job_id).await,
        PopupMessage::Outline { job_id, frame_id, element } => {
            Ok(page::outline(&job_id, frame_id, element).await)
        }
        PopupMessage::ShowOffers { job_id, row } => sheet::offers(&job_id, &row).await,
        PopupMessage::SetConsent { origin, scope, kinds, profile_id } => {
            kept_consents::set(&origin, &profile_id, scope, kinds).await
        }
        PopupMessage::ChangeProfiles { change } => profiles::change(&change).await,
        PopupMessage::UseProfile { job_id, profile_id } => {
            profiles::use_for(&job_id, profile_id).await
        }
        PopupMessage::ImportProfiles { profiles } => profiles::import(profiles).await,
        PopupMessage::Erase { server } => erase(server).await,
        PopupMessage::Answer { job_id, profile_id, answers, files, agents, only_here } => {
            take_answers(&job_id, profile_id, (answers, agents), files, only_here).await
        }
        PopupMessage::ResumeAfterVerification { job_id, code, .. } => {
            tell(&job_id, Event::Code { code, source: CodeSource::Person }).await
        }
        PopupMessage::Draft { job_id, key } => draft(&job_id, &key).await,
        PopupMessage::ShowApproval { job_id } => show_approval(&job_id).await,
        PopupMessage::Undo { job_id } => undo_with_changes(&job_id).await,
        PopupMessage::Inspect { tab_id } => inspect(tab_id).await,
        PopupMessage::SkipModel { job_id } => skip_model(&job_id).await,
        PopupMessage::PreviewImport { profile, how, profile_id } => {
            imports::preview(&profile, how, &profile_id).await
        }
        PopupMessage::ImportProfile { profile, how, profile_id } => {
            imports::take(&profile, how, profile_id).await
        }
        PopupMessage::UndoImport => imports::undo().await,
        PopupMessage::OpenWish { id, open } => shared_tabs::answer_wish(&id, open).await,
        PopupMessage::ShareTab { tab_id, share } => shared_tabs::share(tab_id, share).await,
        PopupMessage::ChangeTable { id, change } => tables::change(&id, change).await,
        PopupMessage::ShowBulk { id } => bulk::list(&id).await,
        PopupMessage::ApproveBulk { id, card } => tables::approve_bulk(&id, &card).await,
        PopupMessage::PageLinks { tab_id } => page_links(tab_id).await,
        PopupMessage::Receipts => receipts::list().await,
        PopupMessage::DeleteReceipts { id } => receipts::delete(id).await,
        PopupMessage::ExportReceipts => receipts::export().await,
        PopupMessage::Lessons => lessons::list().await,
        PopupMessage::RevokeLesson { id } => lessons::revoke(id).await,
        PopupMessage::ChangeLesson(change) => lessons::change(change).await,
        PopupMessage::GetLogs => logs().await,
        PopupMessage::ClearLogs => clear_logs().await,
        PopupMessage::Browsers
        | PopupMessage::Sources
        | PopupMessage::AskSource { .. }
        | PopupMessage::SearchOffer
        | PopupMessage::Search(_)
        | PopupMessage::Exchange { .. }
        | PopupMessage::RevokeBrowser { .. }
        | PopupMessage::Unpair
        | PopupMessage::Pair { .. }
        | PopupMessage::CheckServer
        | PopupMessage::SyncProfile { .. } => answer_with_server(message).await,
    }
}

/// Answers what is about the person's server.
async fn answer_with_server(message: PopupMessage) -> Answer {
    match message {
        PopupMessage::Browsers => server().await?.browsers().await.map(PopupReply::Browsers),
        PopupMessage::RevokeBrowser { id } => revoke_browser(id).await,
        PopupMessage::Sources => sources().await,
        PopupMessage::AskSource { kind: SourceKind::Records, query } => {
            server().await?.records(query).await.map(PopupReply::Records)
        }
        PopupMessage::AskSource { kind: SourceKind::Documents, query } => {
            server().await?.documents(query).await.map(PopupReply::Documents)
        }
        // Codes are asked for by a job that waits for one.
        PopupMessage::AskSource { .. } => Err(msg!("worker_source_is_gone")),
        PopupMessage::SearchOffer => search_offer().await,
        PopupMessage::Search(request) => search(request).await,
        PopupMessage::Exchange { act } => exchange::answer(act).await,
        PopupMessage::Unpair => unpair().await,
        PopupMessage::Pair { code } => pair(code).await,
        PopupMessage::SyncProfile { direction, profile_id } => {
            sync(direction, profile_id).await.map(PopupReply::Sync)
        }
        _ => check_server().await,
    }
}

/// What the server may ask; nothing where none is used, or an older one.
async fn sources() -> Answer {
    if !with_world(|world| world.settings.use_server) {
        return Ok(PopupReply::Sources(Vec::new()));
    }
    server().await?.sources().await.map(PopupReply::Sources)
}

/// Whom the server asks where a form is; nobody where no server is used, or an older one.
async fn search_offer() -> Answer {
    if !with_world(|world| world.settings.use_server) {
        return Ok(PopupReply::SearchOffer(SearchOffer::default()));
    }
    server().await?.search_offer().await.map(PopupReply::SearchOffer)
}

/// Words go to the person's server, and from there to whom it asks; nothing that was found is opened.
async fn search(request: SearchRequest) -> Answer {
    if !with_world(|world| world.settings.use_server) {
        return Err(msg!("worker_search_needs_your_server"));
    }
    server().await?.search(request).await.map(PopupReply::Searched)
}

/// Goes on without the model that thinks.
async fn skip_model(job: &str) -> Answer {
    let answer = tell(job, Event::WithoutModel).await;
    planner_client::abandon(job);
    own_model::abandon(job);
    answer
}

async fn revoke_browser(id: i64) -> Answer {
    let server = server().await?;
    server.revoke(id).await?;
    server.browsers().await.map(PopupReply::Browsers)
}

/// The log, with all that was to be kept until now.
async fn logs() -> Answer {
    let logs = async {
        logbook::stored().await?;
        storage::logs().await
    };
    logs.await.map(PopupReply::Logs).map_err(|error| error.to_string())
}

async fn clear_logs() -> Answer {
    logbook::empty().await.map(|()| PopupReply::Ok).map_err(|error| error.to_string())
}

async fn check_server() -> Answer {
    let (reachable, message) = server().await?.check().await;
    Ok(PopupReply::Server { reachable, message })
}

/// Puts back what the fields of a job's page held, also where the person has changed them since by themselves. That comes
/// first: then they hold again what the job wrote.
async fn undo_with_changes(id: &str) -> Answer {
    for change in storage::changes_of(id).await.map_err(|error| error.to_string())? {
        undo(&change).await?;
    }
    undo(id).await
}

/// Puts back what the fields of a job's page held, where they hold what it wrote.
pub(super) async fn undo(id: &str) -> Answer {
    let record = storage::job_record(id).await.map_err(|error| error.to_string())?;
    let tab = record.and_then(|record| record.tab_id);
    let tab = tab.ok_or_else(|| msg!("worker_this_job_has_no_page_that_could_be"))?;
    let (restored, kept) = page::undo(id, tab).await?;
    Ok(PopupReply::Undone { restored, kept })
}

/// Has the server forget this browser, and forgets its token whatever the server says.
async fn unpair() -> Answer {
    let server = server().await?;
    let told = server.unpair().await;
    let mut settings = storage::settings().await.map_err(|error| error.to_string())?;
    settings.server_token = Private::default();
    storage::set_settings(&settings).await.map_err(|error| error.to_string())?;
    let message = match told {
        Ok(()) => msg!("worker_unpaired_the_server_has_forgotten"),
        Err(why) => msg!("worker_this_browser_has_forgotten_its", why = why),
    };
    Ok(PopupReply::Server { reachable: true, message })
}

async fn pair(code: Private) -> Answer {
    let server = server().await?;
    let paired = server.pair(code).await?;
    let mut settings = storage::settings().await.map_err(|error| error.to_string())?;
    settings.server_token = paired.token;
    settings.use_server = true;
    server.origin().clone_into(&mut settings.server_origin);
    if !paired.user_id.is_empty() {
        settings.user_id = paired.user_id;
    }
    storage::set_settings(&settings).await.map_err(|error| error.to_string())?;
    // Who speaks something else is paired all the same, and the person told what to do about it.
    let advice = server.advice().await.ok().flatten();
    let message = planner_client::with_advice(msg!("worker_paired"), advice);
    Ok(PopupReply::Server { reachable: true, message })
}

/// Keeps the answers that may be kept and hands the others to the job. An answer that cannot be one is refused with
/// what is wrong, and nothing is kept.
async fn take_answers(
    job_id: &str,
    profile: Option<ProfileId>,
    (mut answers, of_agents): (BTreeMap<ProfileKey, Private>, Vec<ProfileKey>),
    files: BTreeMap<ProfileKey, Document>,
    only_here: Vec<ProfileKey>,
) -> Answer {
    let questions =
        with_world(|world| world.jobs.get(job_id).map(|job| job.record.questions.clone()));
    let questions = questions.unwrap_or_default();
    // They were typed for the other one, and would be kept in this.
    if profile.is_some_and(|profile| profile != world::profile_of(job_id)) {
        return Err(msg!("profiles_answers_for_another"));
    }
    given::check_all(&questions, &answers, &files)?;
    // What an agent said is never kept as the person's own.
    let taken: Vec<(ProfileKey, Private)> =
        of_agents.iter().filter_map(|key| answers.remove_entry(key)).collect();
    may_be_taken(job_id, &taken)?;
    let mut replies = given::sort(&questions, answers, &only_here);
    replies.once.extend(taken);
    if sheet::is_of_nobody(job_id) {
        // What one row is answered with says nothing of another, and there is no profile to keep it in.
        replies.use_once(|_| true);
    }
    if is_private(job_id).await {
        // Nothing is noted of a site there: what was taken of what is kept to it is used once.
        let profiles = world::profiles().await.map_err(|error| error.to_string())?;
        let profile = profiles.get(&world::profile_of(job_id));
        replies.use_once(|one| profile.is_some_and(|profile| one.is_kept_to_its_site(profile)));
    }
    sheet::keep(job_id, replies.kept, given::files(&questions, files)).await?;
    tell(job_id, Event::Answered { once: replies.once, of_agents }).await
}

/// Whether the answers of agents that the person took are those that lie there: else nothing is kept of the others.
fn may_be_taken(job_id: &str, taken: &[(ProfileKey, Private)]) -> Result<(), String> {
    with_world(|world| {
        let job = world.jobs.get(job_id);
        let judge = |(key, text): &(ProfileKey, Private)| {
            job.map_or(Ok(()), |job| job.may_take_from_agent(key, text.reveal()))
        };
        taken.iter().try_for_each(judge)
    })
}

async fn server() -> Result<Server, String> {
    Server::from_settings().await.map_err(|error| error.to_string())
}

/// Drafts an answer to an open question. Of the person nothing but the résumé goes out, and that without
/// what says who they are.
async fn draft(job_id: &str, key: &ProfileKey) -> Answer {
    let profiles = world::profiles().await.map_err(|error| error.to_string())?;
    let profile = world::profile_of(job_id);
    let source = profiles.source(&profile, None, None, "");
    if !source.profile.allow_drafts {
        return Err(msg!("worker_your_profile_does_not_allow_drafts"));
    }
    let found = with_world(|world| {
        let record = &world.jobs.get(job_id)?.record;
        let question = record.questions.iter().find(|question| question.save_as == *key)?;
        let page = world.pages.get(job_id).map(|page| &page.observation);
        let field = page.and_then(|page| page.fields.get(question.field as usize));
        Some(DraftRequest {
            job_id: job_id.to_owned(),
            step: record.step,
            url: record.origin.clone().unwrap_or_default(),
            question: question.question.clone(),
            max_length: field.and_then(|field| field.max_length),
            parts: BTreeMap::new(),
            opt_in: true,
            llm: None,
        })
    });
    let request = found.ok_or_else(|| msg!("worker_this_question_is_not_open_any_more"))?;
    let exit = Exit::new(&source);
    let draft = server().await?.draft(exit.draft(request, &source)).await?;
    if world::profile_of(job_id) != profile {
        return Err(msg!("worker_this_question_is_not_open_any_more"));
    }
    let DraftResponse { text, calls, input_tokens, output_tokens, .. } = draft;
    // What cannot be counted is no reason to lose the text.
    let _ = deliver(job_id, Event::Drafted(ModelUse { calls, input_tokens, output_tokens })).await;
    Ok(PopupReply::Draft(text))
}

/// Removes everything that is kept here; jobs that are under way stop first.
async fn erase(with_server: bool) -> Answer {
    looks::stop_all().await.map_err(|error| error.to_string())?;
    let running: Vec<String> = with_world(|world| {
        let going_on = world.jobs.values().filter(|job| !job.record.status.is_final());
        going_on.map(|job| job.record.id.clone()).collect()
    });
    for id in running {
        // A job that ended in between is what is wanted.
        let _ = deliver(&id, Event::Stop).await;
    }
    exchange::end().await?;
    let left = if with_server { server().await?.erase().await? } else { Vec::new() };
    // No line and no receipt of before comes after.
    receipts::erasing().await;
    logbook::empty().await.map_err(|error| error.to_string())?;
    kept_profiles::erase().await.map_err(|error| error.to_string())?;
    kept_recipes::erase().await.map_err(|error| error.to_string())?;
    kept_tables::erase().await.map_err(|error| error.to_string())?;
    chrome::unstore_everything().await.map_err(|error| error.to_string())?;
    world::forget_everything().await.map_err(|error| error.to_string())?;
    Ok(PopupReply::Erased { left })
}

async fn show_approval(id: &str) -> Answer {
    sheet::approval_card(id).await
}

async fn inspect(tab: i32) -> Answer {
    let read = page::read(tab, 0, None).await.map_err(|failure| match failure {
        job::ObserveFailure::Restricted(why) => why,
        job::ObserveFailure::TabClosed => msg!("worker_the_tab_is_gone_2"),
        job::ObserveFailure::NotReady | job::ObserveFailure::Silent => {
            msg!("worker_the_page_does_not_answer_reload_it")
        }
    })?;
    let elements = read.page.fields.iter().map(|field| (field.frame_id, field.element)).collect();
    Ok(PopupReply::Page(Box::new(Inspection {
        observation: read.page.observation,
        elements,
        timings_ms: (read.gather_ms, read.interpret_ms),
    })))
}

async fn page_links(tab: i32) -> Answer {
    let found = page::links(tab).await?;
    let address = chrome::tab(tab).await.map(|tab| tab.url).unwrap_or_default();
    let (links, more) = agent_core::tables::links(found, &address);
    Ok(PopupReply::Links { links, more: u32::try_from(more).unwrap_or(u32::MAX) })
}

/// Key of what both sides held when they last agreed.
const AGREEMENT: &str = "profileAgreement";

async fn sync(direction: SyncDirection, meant: Option<ProfileId>) -> Result<SyncOutcome, String> {
    let server = server().await?;
    // The server keeps one profile: the default.
    let profiles = world::profiles().await.map_err(|error| error.to_string())?;
    let id = &profiles.set().default;
    if meant.is_some_and(|meant| meant != *id) {
        return Err(msg!("profiles_default_changed"));
    }
    let local = profiles.get(id).cloned().unwrap_or_default();
    let remote = server.profile(&local).await?;
    let last: Option<Agreement> = chrome::stored(AGREEMENT).await.ok().flatten();
    // What was agreed on with another profile as the default says nothing of this one.
    let last = last.filter(|last| last.profile == *id);
    let decision = match direction {
        SyncDirection::Auto => {
            let is_only = profiles.set().profiles.len() == 1;
            sync::decide(&local, remote.as_ref(), last.as_ref(), is_only)
        }
        SyncDirection::Push => Decision::Push,
        SyncDirection::Pull => Decision::Pull,
    };
    let stamp = |profile: &Profile| profile.updated_at.clone().unwrap_or_default();
    match (decision, remote) {
        (Decision::Same, remote) => {
            let there = remote.as_ref().map(stamp).unwrap_or_default();
            agree(id, stamp(&local), there).await?;
            Ok(SyncOutcome::Same)
        }
        (Decision::Push, _) => {
            server.save_profile(sync::outgoing(&local)).await?;
            let there = server.profile(&local).await?;
            agree(id, stamp(&local), there.as_ref().map(stamp).unwrap_or_default()).await?;
            Ok(SyncOutcome::Pushed)
        }
        (Decision::Pull, Some(remote)) => {
            let there = stamp(&remote);
            let mut differing = None;
            let pulled = kept_profiles::update(id, |now| {
                // What was saved while the server was asked is not in what was decided.
                if *now != local {
                    differing = Some(sync::differences(now, &remote));
                    return None;
                }
                Some(sync::incoming(remote, now))
            });
            let now = pulled.await.map_err(|error| error.to_string())?;
            world::forget_profiles();
            if let Some(differing) = differing {
                return Ok(SyncOutcome::Conflict {
                    local_updated_at: stamp(&now),
                    server_updated_at: there,
                    differing,
                });
            }
            agree(id, there.clone(), there).await?;
            Ok(SyncOutcome::Pulled)
        }
        (Decision::Pull, None) => Err(msg!("worker_the_server_has_no_profile_of_yours")),
        (Decision::Ask(differing), remote) => Ok(SyncOutcome::Conflict {
            local_updated_at: stamp(&local),
            server_updated_at: remote.as_ref().map(stamp).unwrap_or_default(),
            differing,
        }),
    }
}

async fn agree(id: &ProfileId, local: String, server: String) -> Result<(), String> {
    let agreement = Agreement { profile: id.clone(), local, server };
    chrome::store(AGREEMENT, &agreement).await.map_err(|error| error.to_string())
}
