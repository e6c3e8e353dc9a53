//! Whatever page a client describes is planned.
#![no_main]

use agent_core::plan;
use libfuzzer_sys::fuzz_target;
use shared_types::{JobMode, Observation, ProfileKey, json};
use vaulty_fuzz::{OBSERVATION, damaged};

fuzz_target!(|data: &[u8]| {
    let Ok(observation) = json::from_str::<Observation>(&damaged(OBSERVATION, data)) else { return };
    let keys: Vec<ProfileKey> = vec!["email".into(), "address.country".into()];
    let input = plan::PlanInput {
        observation: &observation,
        keys: &keys,
        history: &[],
        step: 1,
        mode: JobMode::Live,
    };
    plan::plan(&input);
});
