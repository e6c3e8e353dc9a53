//! What forms have taught: found for a page once that was read, and kept when a form was sent. Never in a private window.

use std::rc::Rc;

use agent_core::{
    job::Learned,
    memory::recipe::{RecipeSet, Taught, prints_of_page, site_of},
};
use shared_types::settings::LogLevel;

use super::{
    exchange::{self, seconds},
    learning,
    private::is_private,
    world::{notify, say, with_world},
};
use extension_browser::{chrome, recipes};

/// Finds the recipes for a job's page, unless that has the same fields as it had when it was read before, and no recipe was
/// changed or forgotten since.
pub(super) async fn find(id: &str) {
    let changed: Option<String> = chrome::stored(recipes::CHANGED).await.unwrap_or_default();
    let asked = with_world(|world| {
        let observation = &world.pages.get(id)?.observation;
        let mut of = prints_of_page(observation);
        of.push(site_of(observation));
        of.extend(changed);
        let is_known = world.recipes.get(id).is_some_and(|(known, _)| *known == of);
        (!is_known).then(|| (observation.clone(), of))
    });
    let Some((observation, of)) = asked else { return };
    let set = recipes::for_page(&observation).await.unwrap_or_else(|why| {
        say(LogLevel::Error, id, &why.0);
        RecipeSet::default()
    });
    with_world(|world| world.recipes.insert(id.to_owned(), (of, Rc::new(set))));
}

/// Keeps what a form has taught.
pub(super) async fn keep(id: &str, learned: Learned) {
    if is_private(id).await {
        return;
    }
    let Learned { origin, recipe, pages, profile, held, met, corrections } = learned;
    learning::meet(id, met).await;
    learning::correct(id, &origin, &profile, corrections).await;
    let Some(recipe) = recipe else { return };
    let by = Taught::Sent { profile: profile.as_str(), held };
    if recipes::keep(recipe, pages, by, seconds()).await.is_err() {
        return notify(&msg!("recipes_not_kept")).await;
    }
    exchange::after_a_form().await;
}

/// The page did not take what a recipe says. The person is told when it is used no longer.
pub(super) async fn misled(id: &str, recipe: &str) {
    if is_private(id).await {
        return;
    }
    match recipes::change(recipe, |kept| kept.recipe.ended(false)).await {
        Ok(Some(kept)) if kept.recipe.is_quarantined() => {
            notify(&msg!("recipes_quarantined", site = kept.recipe.origin)).await;
        }
        Ok(_) => {}
        Err(why) => say(LogLevel::Error, id, &why.0),
    }
}
