//! Rows as JSON.

/// Rows for `json_each`. Texts and numbers: this cannot fail.
pub(super) fn json(rows: &impl serde::Serialize) -> String {
    serde_json::to_string(rows).unwrap_or_default()
}
