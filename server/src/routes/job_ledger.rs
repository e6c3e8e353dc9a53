//! `GET /api/jobs/{id}/ledger`

use axum::{Extension, Json, extract::State};
use shared_types::api::{ErrorEnvelope, Ledger, LedgerEntry};

use super::{extract::PathId, job_get, refusals::Refusals};
use crate::{app::Shared, error::ApiError, user::User};

/// What a job said to models: which fields were described to whom, calls, tokens, cost, time.
#[utoipa::path(
    get,
    path = "/api/jobs/{id}/ledger",
    tag = "jobs",
    params(("id" = String, Path, description = "The client's id of the job.")),
    responses(
        Refusals,
        (status = 200, body = Ledger, description = "Sums, and page by page."),
        (status = 400, body = ErrorEnvelope, description = "`id` is too long or has control characters."),
        (status = 404, body = ErrorEnvelope, description = "There is no such job."),
    ),
    security(("bearer" = []))
)]
pub async fn read(
    State(app): State<Shared>,
    Extension(user): Extension<User>,
    PathId(id): PathId,
) -> Result<Json<Ledger>, ApiError> {
    job_get::known(&app, &user, &id).await?;
    let trace = app.store.trace(user.name(), &id, 0).await?;
    let entries = trace.into_iter().filter(|entry| entry.kind == "llm");
    let entries = entries.filter_map(|entry| serde_json::from_value(entry.data).ok()).collect();
    Ok(Json(summed(id, entries)))
}

fn summed(job_id: String, entries: Vec<LedgerEntry>) -> Ledger {
    let mut ledger = Ledger { job_id, ..Ledger::default() };
    for call in entries.iter().flat_map(|entry| &entry.calls) {
        ledger.calls += 1;
        ledger.input_tokens += u64::from(call.input_tokens.unwrap_or(0));
        ledger.output_tokens += u64::from(call.output_tokens.unwrap_or(0));
        ledger.cached_tokens += u64::from(call.cached_tokens.unwrap_or(0));
        ledger.cost_usd += call.cost_usd.unwrap_or(0.0);
        ledger.ms += call.ms;
    }
    ledger.entries = entries;
    ledger
}
