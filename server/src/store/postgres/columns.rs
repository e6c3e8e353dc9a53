//! Values as columns of Postgres.

/// A column of texts.
pub(super) fn texts<T>(rows: &[T], text: impl Fn(&T) -> &str) -> Vec<String> {
    rows.iter().map(|row| text(row).to_owned()).collect()
}
