//! Whatever trace or log somebody sends is planned again, or refused in words.
#![no_main]

use libfuzzer_sys::fuzz_target;
use server::planner::replay;
use vaulty_fuzz::damaged;

const TRACE: &str = r##"[{"seq":1,"step":1,"kind":"page","data":{"observation":{"url":"https://a.example/","title":"","text":"",
"fields":[{"index":0,"tag":"input","type":"email","label":"E-mail","name":"","id":"","placeholder":"","required":false}],
"buttons":[]},"keys":["email"],"history":[],"mode":"live","hints":[],"writesOnly":false}},
{"seq":2,"step":1,"kind":"plan","data":{"actions":[{"type":"DONE","summary":"x"}],"open":[]}}]"##;

fuzz_target!(|data: &[u8]| {
    let _ = replay::replay(&damaged(TRACE, data));
    let _ = replay::replay(&String::from_utf8_lossy(data));
});
