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
    /// Whether the person also agrees to the cards of frames of other origins.
    pub(crate) frames: bool,
    /// Consent cards that the person agrees to; the next one gets a no. Left out: all.
    pub(crate) agrees_to: Option<usize>,
    /// Of the boxes on consent cards the person ticks these alone, by what they are for.
    pub(crate) tick_only: Vec<String>,
    /// How long the consent holds: `once`, `session`, `always`.
    pub(crate) scope: String,
    /// What the page does between the consent card and the yes.
    pub(crate) before_yes: String,
    /// A page of the same site that is opened, and filled, when the first job is over.
    pub(crate) again: String,
    /// Consent cards that the twin needs at most.
    pub(crate) twin_cards: Option<usize>,
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
    /// What happens on its page waits for a write of its own: it is no part of a mix.
    pub(crate) alone: bool,
    /// What no card and no message may say.
    pub(crate) unsaid: Vec<String>,
    /// What nothing that is kept may hold, the profile included.
    pub(crate) unkept: Vec<String>,
    /// What the planner may not be told.
    pub(crate) untold: Vec<String>,
    /// Whether nothing that the planner asked for may have been done.
    pub(crate) nothing_done: bool,
    /// Whether the planner is a server whose model does what the page says.
    pub(crate) model: bool,
    /// The code that the planner's server gives when it is asked for one.
    pub(crate) server_code: String,
    /// The person approves the first card that says this.
    pub(crate) approves: String,
    /// What the person answers: part of a question's key → reply.
    pub(crate) answers: BTreeMap<String, String>,
    /// How often the person presses Send on the approval card.
    pub(crate) sends: usize,
    /// Whether the person's yes is for going on to further pages as well.
    pub(crate) pages: bool,
    /// Texts that no form may carry that is sent, in method, address or body.
    pub(crate) never_sent: Vec<String>,
    /// How often the person presses Send for the twin, which must then have been sent once.
    pub(crate) twin_sends: usize,
    /// Boxes that must not be ticked.
    pub(crate) unticked: Vec<String>,
    /// Boxes that must still be ticked.
    pub(crate) stay_ticked: Vec<String>,
    /// Texts that must be in no field.
    pub(crate) never: Vec<String>,
    /// `SITE`: no value may go to the other site.
    pub(crate) only_on: String,
    /// Whether the person puts everything back at the end.
    pub(crate) undo: bool,
    /// What is true of the page when the person presses Stop, while it is filled.
    pub(crate) stop_when: String,
    /// Whether the page must still be the one that was opened.
    pub(crate) stays: bool,
    /// Whether its page goes elsewhere at whatever it hears, and takes nothing along: where what goes on is pressed
    /// besides, it may.
    pub(crate) leaves: bool,
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
