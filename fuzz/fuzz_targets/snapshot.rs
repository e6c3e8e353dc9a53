//! Whatever a content script sends is understood, and planned.
#![no_main]

use agent_core::{bind::Source, observe, plan};
use libfuzzer_sys::fuzz_target;
use shared_types::{JobMode, Profile, ProfileKey, json, snapshot::FrameSnapshot};
use vaulty_fuzz::{SNAPSHOT, damaged};

fuzz_target!(|data: &[u8]| {
    let Ok(snapshot) = json::from_str(&damaged(SNAPSHOT, data)) else { return };
    let frame = FrameSnapshot { frame_id: 0, document_id: "d".to_owned(), snapshot };
    let profile = Profile::default();
    let page = observe::observe(&[frame], &Source { profile: &profile, record: None });
    let keys: Vec<ProfileKey> = vec!["email".into(), "resume.experiences.1.company".into()];
    let input = plan::PlanInput {
        observation: &page.observation,
        keys: &keys,
        history: &[],
        step: 1,
        mode: JobMode::Live,
    };
    plan::plan(&input);
});
