//! axe-core in a page: whether everyone can use what is shown there.

use std::fs;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::paths;

/// Rules of WCAG 2.2, levels A and AA, and what axe-core calls good practice.
const RUN: &str = "axe.run(document, { runOnly: { type: 'tag', values: \
    ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] } }).then(({ violations }) => \
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)}: ${failureSummary}`)))";

/// What axe-core finds wrong in a page, which `evaluate` reaches.
///
/// # Errors
///
/// axe-core is not installed, or the page does not answer.
pub fn faults(evaluate: impl Fn(&str) -> Result<Value>) -> Result<Vec<String>> {
    if evaluate("typeof axe")? != "object" {
        let file = paths::workspace().join("extension/node_modules/axe-core/axe.min.js");
        let script = fs::read_to_string(&file)
            .with_context(|| format!("{}: `npm ci` in extension/ installs it", file.display()))?;
        evaluate(&format!("{script}; true"))?;
    }
    let found = evaluate(RUN)?;
    let found = found.as_array().into_iter().flatten();
    Ok(found.map(|fault| fault.as_str().unwrap_or_default().to_owned()).collect())
}
