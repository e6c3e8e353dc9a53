//! Who follows jobs from above `run`, and hears of each of their turns once it is stored.

use std::cell::Cell;

use agent_core::exit::Exit;

/// Hears of a turn: of which job, and the exit for what is said of it.
type Follower = fn(&str, &Exit);

thread_local! {
    static FOLLOWER: Cell<Option<Follower>> = const { Cell::new(None) };
}

/// Has turns told to this from now on.
pub(super) fn follow(follower: Follower) {
    FOLLOWER.set(Some(follower));
}

/// A turn is stored.
pub(super) fn told(id: &str, exit: &Exit) {
    if let Some(follower) = FOLLOWER.get() {
        follower(id, exit);
    }
}
