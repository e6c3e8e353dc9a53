//! What is known of the buttons that a job pressed.

use serde::{Deserialize, Serialize};

use super::{changed::Changed, form_id::FormId};

/// Presses so far.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Presses {
    /// The last button whose click changed nothing, and the page's state then.
    pub(super) dead_click: Option<(String, String)>,
    /// The button of a click that may or may not have arrived, because the worker ended in between.
    pub(super) lost_click: Option<String>,
    /// What was other than approved when it was pressed.
    pub(super) changed: Changed,
    /// The form that the job is at, until it was sent.
    pub(super) form: Option<FormId>,
    /// Texts of the buttons that were pressed with a yes since a form was sent.
    pub(super) approvals: Vec<String>,
    /// Pages of forms that were sent.
    pub(super) sent_pages: u32,
    /// Messages that stood on the page before the last press.
    pub(super) messages: Vec<String>,
    /// Whether what was pressed last was pressed without a yes: it may send nothing.
    pub(super) is_unasked: bool,
}

impl Presses {
    /// Whether this button was pressed on this very state of the page, to no effect.
    pub(super) fn is_dead(&self, button: Option<&str>, state: impl FnOnce() -> String) -> bool {
        self.dead_click
            .as_ref()
            .is_some_and(|(dead, then)| button == Some(dead) && state() == *then)
    }

    /// Whether something that sends may have been pressed since a form was sent.
    pub(super) fn may_have_sent(&self) -> bool {
        !self.approvals.is_empty() || self.lost_click.is_some()
    }

    /// Whether nothing is known of any press.
    pub(super) fn is_untouched(&self) -> bool {
        self.sent_pages == 0 && self.dead_click.is_none() && self.changed.varies.is_empty()
    }

    /// Whether this is the button whose click was under way when the worker ended.
    pub(super) fn is_lost(&self, button: Option<&str>) -> bool {
        self.lost_click.is_some() && button == self.lost_click.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dead_press_is_dead_on_that_page_alone() {
        let presses = Presses {
            dead_click: Some(("send".into(), "page".into())),
            lost_click: Some("next".into()),
            ..Presses::default()
        };
        let is_dead = |button: Option<&str>, page: &str| presses.is_dead(button, || page.into());
        assert!(is_dead(Some("send"), "page"));
        assert!(!is_dead(Some("send"), "another"));
        assert!(!is_dead(Some("next"), "page"));
        assert!(!is_dead(None, "page"));
        assert!(presses.is_lost(Some("next")));
        assert!(!presses.is_lost(Some("send")) && !presses.is_lost(None));
        assert!(!Presses::default().is_lost(None));
    }
}
