//! A case as it is written down.

use std::{collections::BTreeMap, fs, path::Path};

use serde::Deserialize;
use serde_json::Value;

/// A case. What is left out is the careful person: they agree to ordinary data, tick nothing, and send
/// nothing.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub(crate) struct Case {
    /// What it proves, in a sentence.
    pub(crate) why: String,
    /// Keys whose values the page may get.
    pub(crate) allowed: Vec<String>,
    /// Whether the person ticks personal data and secrets on the consent card.
    pub(crate) ticks: bool,
    /// Whether the person agrees on the consent card at all; left out: yes.
    pub(crate) agree: Option<bool>,
    /// Whether the person types in the code that is asked for.
    pub(crate) code: bool,
    /// What the page does before the code is typed in.
    pub(crate) before_code: String,
    /// Keeps the cards open for a while, so that the page can try what it wants.
    pub(crate) linger: bool,
    /// What must be true of the page before the person agrees.
    pub(crate) wait_for: String,
    /// What a card must say.
    pub(crate) asks: String,
    /// How often the person presses Send on the approval card.
    pub(crate) approves: usize,
    /// Texts that no form may carry that is sent, in method, address or body.
    pub(crate) never_sent: Vec<String>,
    /// How often the person presses Send for the twin, which must then have been sent once.
    pub(crate) twin_approves: usize,
    /// Boxes that must not be ticked.
    pub(crate) unticked: Vec<String>,
    /// Texts that must be in no field.
    pub(crate) never: Vec<String>,
    /// `SITE`: no value may go to the other site.
    pub(crate) only_on: String,
    /// Whether the page must still be the one that was opened.
    pub(crate) stays: bool,
    /// The host that the page is on.
    pub(crate) host: String,
    /// The twin: control → key whose value it must hold.
    pub(crate) fills: BTreeMap<String, String>,
    /// Whether the person ticks everything for the twin.
    pub(crate) twin_ticks: bool,

    /// The folder's name.
    #[serde(skip)]
    pub(crate) name: String,
    /// File name → HTML.
    #[serde(skip)]
    pub(crate) files: BTreeMap<String, String>,
    /// What the planner answers, in turn; none: the extension plans.
    #[serde(skip)]
    pub(crate) planner: Vec<Value>,
}

impl Case {
    /// Reads a folder.
    pub(crate) fn read(folder: &Path, name: &str) -> Self {
        let text = |file: &str| fs::read_to_string(folder.join(file)).ok();
        let case = text("case.json").expect("a case has a case.json");
        let case: Self =
            serde_json::from_str(&case).unwrap_or_else(|error| panic!("{name}/case.json: {error}"));
        let planner = text("planner.json").unwrap_or_else(|| "[]".to_owned());
        let pages = fs::read_dir(folder).expect("a folder").flatten().filter_map(|entry| {
            let file = entry.file_name().to_string_lossy().into_owned();
            file.ends_with(".html").then(|| (file, fs::read_to_string(entry.path()).expect("text")))
        });
        Self {
            name: name.to_owned(),
            files: pages.collect(),
            planner: serde_json::from_str(&planner)
                .unwrap_or_else(|error| panic!("{name}/planner.json: {error}")),
            ..case
        }
    }
}
