//! Lines of JSON, shares and quantiles.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

/// The objects of a file with one JSON object a line.
pub(crate) fn json_lines(file: &Path, limit: Option<usize>) -> Result<Vec<Value>> {
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("{} cannot be read", file.display()))?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines
        .take(limit.unwrap_or(usize::MAX))
        .enumerate()
        .map(|(number, line)| {
            serde_json::from_str(line)
                .with_context(|| format!("line {} of {} is no JSON", number + 1, file.display()))
        })
        .collect()
}

/// A string of an object, or nothing.
pub(crate) fn part<'a>(value: &'a Value, key: &str) -> &'a str {
    value.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// Reports what failed; an error when something did.
pub(super) fn failures<'a, R: 'a>(
    names: impl Iterator<Item = &'a str>,
    results: &[Result<R>],
) -> Result<()> {
    let mut failed = 0;
    for (name, result) in names.zip(results) {
        if let Err(error) = result {
            failed += 1;
            eprintln!("{name}: {error:#}");
        }
    }
    if failed > 0 {
        bail!("{failed} of {} could not be measured", results.len());
    }
    Ok(())
}

/// `0.972 (3110/3200)`
pub(super) fn share(part: usize, whole: usize) -> String {
    #[expect(clippy::cast_precision_loss, reason = "counts are small")]
    let share = if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
    format!("{share:.3} ({part}/{whole})")
}

/// The value below which this share of the values lies (nearest rank).
pub(crate) fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "counts are small and positive"
    )]
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{quantile, share};

    #[test]
    fn shares_and_quantiles() {
        assert_eq!(share(3110, 3200), "0.972 (3110/3200)");
        assert_eq!(share(0, 0), "0.000 (0/0)");
        let check = |values: &[f64], at: f64, expected: f64| {
            assert!((quantile(values, at) - expected).abs() < 1e-9);
        };
        check(&[3.0, 1.0, 2.0], 0.5, 2.0);
        check(&[1.0, 2.0, 3.0, 4.0], 0.5, 2.0);
        check(&[1.0, 2.0, 3.0, 4.0], 0.95, 4.0);
        check(&[], 0.5, 0.0);
    }
}
