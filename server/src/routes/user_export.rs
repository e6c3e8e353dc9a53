//! `GET /api/user`

use axum::{Extension, Json, extract::State};
use shared_types::api::{JobTrace, UserExport};

use super::{
    profile_get::{Error, stored},
    refusals::Refusals,
};
use crate::{app::Shared, error::ApiError, user::User};

/// Jobs that an export holds at most: more than are ever kept.
const ALL: u32 = u32::MAX;

/// Everything that this server keeps of the user whose token it is: the profile, each job's trace, and the recipes that
/// the user's browsers exchange.
#[utoipa::path(
    get,
    path = "/api/user",
    tag = "profile",
    responses(Refusals, (status = 200, body = UserExport, description = "Everything.")),
    security(("bearer" = []))
)]
pub async fn export(
    State(app): State<Shared>,
    Extension(user): Extension<User>,
) -> Result<Json<UserExport>, ApiError> {
    app.traces.settle().await;
    let profile = match stored(&app, user.name()).await {
        Ok(profile) => Some(profile),
        Err(Error::None) => None,
        Err(error) => return Err(error.into()),
    };
    let mut jobs = Vec::new();
    for job in app.store.jobs(user.name(), ALL).await? {
        let trace = app.store.trace(user.name(), &job.job_id, 0).await?;
        jobs.push(JobTrace { job, trace });
    }
    let (mut recipes, mut since) = (Vec::new(), 0);
    loop {
        let page = app.store.recipes_since(user.name(), since).await?;
        recipes.extend(page.recipes.into_iter().filter(|one| !one.deleted));
        if !page.more {
            break;
        }
        since = page.cursor;
    }
    Ok(Json(UserExport { user_id: user.name().to_owned(), profile, jobs, recipes }))
}
