//! Whatever a planner answers is read, and its targets are looked for.
#![no_main]

use agent_core::{observe::Page, resolve};
use libfuzzer_sys::fuzz_target;
use shared_types::{AgentAction, json};
use vaulty_fuzz::{OBSERVATION, damaged};

const ACTIONS: &str = r##"[{"type":"FILL","target":{"by":"index","index":0,"elementType":"field"},"valueFrom":"email"},
{"type":"SELECT","target":{"by":"label","label":"Country"},"valueFrom":"address.country"},
{"type":"CLICK","target":{"by":"text","text":"Send"},"requiresApproval":true},
{"type":"CLICK","target":{"by":"css","selector":"#e"}},{"type":"WAIT_FOR","ms":100},{"type":"DONE","summary":"x"},
{"type":"ASK_USER","questions":[{"field":0,"question":"Who?","saveAs":"answers.Who","required":true}]}]"##;

fuzz_target!(|data: &[u8]| {
    let Ok(actions) = json::from_str::<Vec<AgentAction>>(&damaged(ACTIONS, data)) else { return };
    let observation = json::from_str(OBSERVATION).unwrap_or_default();
    let page = Page { observation, ..Page::default() };
    for target in actions.iter().filter_map(AgentAction::target) {
        let _ = resolve::resolve(target, &page.observation);
    }
});
