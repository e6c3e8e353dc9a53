//! What of the profile was of use: on how many forms that were sent.

use shared_types::ProfileKey;
use sycamore::prelude::*;

use super::state::State;

/// On how many forms an entry was used; nothing where it was on none.
pub(super) fn view(state: State, key: impl Fn() -> String + 'static) -> View {
    let uses = move || state.uses.with(|uses| uses.get(&ProfileKey::new(key())).copied());
    let words = move || uses().map(|count| msg!("profile_used", count = count)).unwrap_or_default();
    view! { p(class="used") { (words()) } }
}
