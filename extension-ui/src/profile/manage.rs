//! Which profiles there are: the one that is shown, and what can be made of it. With one profile it is a button alone.

use agent_core::{
    msg,
    person::{file, profiles},
};
use extension_browser::tasks::spawn_local;
use shared_types::{
    ProfileId, ProfileSet,
    message::{PopupMessage, PopupReply},
    profiles::ProfileChange,
};
use sycamore::prelude::*;

use super::state::{Asks, State, show_profile, take_set};
use crate::{
    browser::{focus_on, value_of},
    controls::GlobalAttributes,
    paint::{Tone, error, invalid, message, options_of, say, t},
    worker::{send, unexpected},
};

/// The view.
pub(super) fn view(state: State) -> View {
    let several = move || state.session.has_several();
    let class = move || if several() { "card" } else { "" };
    let options = move || {
        let shown = state.shown.get_clone();
        options_of(&state.session.profiles.get_clone().profiles, &shown)
    };
    let pick = move |event: web_sys::Event| {
        let id = ProfileId::new(value_of(&event));
        spawn_local(async move { show_profile(state, id).await });
    };
    let is_default = move || {
        let shown = state.shown.get_clone();
        state.session.profiles.with(|set| set.default == shown)
    };
    let about = move || match (several(), is_default()) {
        (false, _) => String::new(),
        (_, true) => msg!("manage_default_is"),
        _ => msg!("manage_used_where_chosen"),
    };
    let ask = move |what: Asks| move |_| begin(state, what);
    let make_default = move |_| {
        let id = state.shown.get_clone();
        spawn_local(changed(state, ProfileChange::MakeDefault { id }, msg!("manage_default_now")));
    };
    let sites = move || {
        let shown = state.shown.get_clone();
        sites_of(state, &state.session.profiles.get_clone(), &shown)
    };
    let said = message("profiles-message", "report", state.manage.said);
    let (naming_part, delete_part) = (naming(state), confirm(state));
    view! {
        section(id="profiles", class=class(), aria-label=msg!("manage_profiles")) {
            div(class="field", hidden=!several()) {
                label(r#for="profile-pick") { (msg!("profiles_profile")) }
                select(id="profile-pick", aria-describedby="profile-about", on:change=pick) { (options()) }
                p(id="profile-about", class="hint") { (about()) }
            }
            ul(id="profile-sites", class="plain", aria-label=msg!("manage_always_used_on"), hidden=!several()) { (sites()) }
            div(class="actions") {
                button(id="profile-rename", r#type="button", hidden=!several(), on:click=ask(Asks::Rename)) { (msg!("manage_rename")) }
                button(id="profile-copy", r#type="button", hidden=!several(), on:click=ask(Asks::Copy)) { (msg!("manage_duplicate")) }
                button(id="profile-default", r#type="button", hidden=!several() || is_default(), on:click=make_default) { (msg!("manage_make_default")) }
                button(id="profile-delete", class="danger", r#type="button", hidden=!several() || is_default(), on:click=ask(Asks::Delete)) { (msg!("manage_delete_more")) }
                button(id="profile-add", class="quiet", r#type="button", on:click=ask(Asks::Add)) { (msg!("manage_add_another")) }
            }
            (naming_part)
            (delete_part)
            (said)
        }
    }
}

/// Sites that always use a profile, each to be taken back.
fn sites_of(state: State, set: &ProfileSet, shown: &ProfileId) -> Vec<View> {
    let item = |origin: &String| {
        let (words, label) = (t(origin), msg!("manage_stop_on", origin = t(origin)));
        let origin = origin.clone();
        let stop = move |_| {
            let change = ProfileChange::UseOnSite { origin: origin.clone(), id: None };
            spawn_local(changed(state, change, msg!("manage_site_uses_default")));
        };
        view! {
            li {
                span(class="grow") { span(class="hint") { (msg!("manage_always_used_on")) " " } (words) }
                button(class="quiet", r#type="button", aria-label=label, on:click=stop) { (msg!("manage_stop")) }
            }
        }
    };
    set.sites.iter().filter(|(_, id)| *id == shown).map(|(origin, _)| item(origin)).collect()
}

/// Asks something, or nothing any more.
fn begin(state: State, what: Asks) {
    let manage = state.manage;
    let own = state.name();
    manage.name.set(match what {
        Asks::Rename => own,
        Asks::Copy => {
            let short: String = own.chars().take(profiles::MAX_NAME - 8).collect();
            msg!("manage_copy_name", name = short)
        }
        _ => String::new(),
    });
    manage.wrong.set(String::new());
    say(manage.said, Tone::Plain, "");
    manage.asks.set(what);
    match what {
        Asks::Add | Asks::Copy | Asks::Rename => focus_on("#profile-name"),
        Asks::Delete => focus_on("#profile-delete-no"),
        Asks::Nothing => focus_on("#profile-add"),
    }
}

/// Where a name is typed.
fn naming(state: State) -> View {
    let manage = state.manage;
    let is_open = move || matches!(manage.asks.get(), Asks::Add | Asks::Copy | Asks::Rename);
    let submit = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        spawn_local(named(state));
    };
    let button = move || match manage.asks.get() {
        Asks::Rename => msg!("manage_rename"),
        _ => msg!("manage_add"),
    };
    let hint = move || match manage.asks.get() {
        Asks::Copy => msg!("manage_begins_with_this"),
        Asks::Rename => String::new(),
        _ => msg!("manage_for_work"),
    };
    let wrong_part = error("profile-name-error", manage.wrong);
    view! {
        form(id="profile-naming", autocomplete="off", novalidate=true, hidden=!is_open(), on:submit=submit) {
            div(class="field") {
                label(r#for="profile-name") { (msg!("manage_name")) }
                input(id="profile-name", autocomplete="off", aria-describedby="profile-name-error profile-name-hint", aria-invalid=invalid(manage.wrong), bind:value=manage.name)
                (wrong_part)
                p(id="profile-name-hint", class="hint") { (hint()) }
            }
            div(class="actions") {
                button(id="profile-name-save", class="primary", r#type="submit", disabled=manage.busy.get()) { (button()) }
                button(id="profile-name-cancel", r#type="button", on:click=move |_| begin(state, Asks::Nothing)) { (msg!("manage_cancel")) }
            }
        }
    }
}

/// Asks before a profile goes, and says what goes with it.
fn confirm(state: State) -> View {
    let manage = state.manage;
    let what = move || {
        let count = state.stored.with(file::count);
        msg!("manage_delete_what", count = count, name = state.name())
    };
    let delete = move |_| {
        let id = state.shown.get_clone();
        spawn_local(async move {
            changed(state, ProfileChange::Remove { id }, msg!("manage_deleted")).await;
            focus_on("#profile-pick");
        });
    };
    view! {
        div(id="profile-delete-confirm", class="advice", role="group", aria-label=msg!("manage_delete_the_profile"), hidden=manage.asks.get() != Asks::Delete) {
            p { (t(what())) }
            div(class="actions") {
                button(id="profile-delete-yes", class="danger", r#type="button", disabled=manage.busy.get(), on:click=delete) { (msg!("manage_delete")) }
                button(id="profile-delete-no", r#type="button", on:click=move |_| begin(state, Asks::Nothing)) { (msg!("manage_keep")) }
            }
        }
    }
}

/// Adds or renames, once the name can be one.
async fn named(state: State) {
    let manage = state.manage;
    let (asks, shown, typed) =
        (manage.asks.get(), state.shown.get_clone(), manage.name.get_clone());
    let of = (asks == Asks::Rename).then_some(&shown);
    let checked = state.session.profiles.with(|set| profiles::name_for(set, &typed, of));
    let name = match checked {
        Ok(name) => name,
        Err(why) => {
            manage.wrong.set(why);
            focus_on("#profile-name");
            return;
        }
    };
    let (change, said) = match asks {
        Asks::Rename => {
            (ProfileChange::Rename { id: shown, name: name.clone() }, msg!("manage_renamed"))
        }
        Asks::Copy => {
            let copy_of = Some(shown);
            (ProfileChange::Add { name: name.clone(), copy_of }, msg!("manage_added_copy"))
        }
        _ => (ProfileChange::Add { name: name.clone(), copy_of: None }, msg!("manage_added")),
    };
    changed(state, change, said.clone()).await;
    let added = state
        .session
        .profiles
        .with(|set| set.profiles.iter().find(|one| one.name == name).map(|one| one.id.clone()));
    if let Some(id) = added.filter(|_| asks != Asks::Rename && manage.asks.get() == Asks::Nothing) {
        show_profile(state, id).await;
        say(manage.said, Tone::Good, said);
    }
    focus_on("#profile-pick");
}

/// Has the worker change something, and says what came of it.
async fn changed(state: State, change: ProfileChange, done: String) {
    let manage = state.manage;
    manage.busy.set(true);
    let answer = send(&PopupMessage::ChangeProfiles { change }).await;
    manage.busy.set(false);
    let set = answer.and_then(|reply| match reply {
        PopupReply::Profiles(set) => Ok(set),
        other => unexpected(other),
    });
    match set {
        Ok(set) => {
            manage.asks.set(Asks::Nothing);
            say(manage.said, Tone::Good, done);
            take_set(state, set).await;
        }
        Err(why) => {
            manage.asks.set(Asks::Nothing);
            say(manage.said, Tone::Bad, why);
        }
    }
}
