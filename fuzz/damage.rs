//! Good texts with damage: a fuzzer that starts from nothing seldom gets past the first brace.

/// A text with bytes replaced: every three bytes of the fuzzer's data are a place and what stands there.
pub fn damaged(text: &str, data: &[u8]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for [high, low, byte] in data.iter().copied().collect::<Vec<u8>>().as_chunks::<3>().0 {
        let place = usize::from(u16::from_be_bytes([*high, *low])) % bytes.len();
        bytes[place] = *byte;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A form of two questions.
pub const SNAPSHOT: &str = r##"{"url":"https://a.example/form","origin":"https://a.example","title":"Form","lang":"en",
"nodes":[{"tag":"form","attrs":{"id":"f"}},{"tag":"h2","parent":0},{"parent":1,"text":"Work experience"},
{"tag":"label","parent":0,"attrs":{"for":"e"}},{"parent":3,"text":"E-mail *"},
{"tag":"input","parent":0,"ref":5,"box":[10,10,200,20],"attrs":{"id":"e","type":"email","aria-describedby":"d"},
"control":{"type":"email","hasForm":true,"form":0,"value":"a@b.example","maxLength":60}},
{"tag":"p","parent":0,"attrs":{"id":"d","role":"alert"},"hidden":true},{"parent":6,"text":"Not valid"},
{"tag":"select","parent":0,"ref":8,"box":[10,40,200,20],"attrs":{"name":"c","aria-label":"Country"},
"control":{"type":"select-one","options":[{"value":"","text":"Choose","selected":true},{"value":"de","text":"Germany"}]}},
{"tag":"div","parent":0,"ref":9,"box":[10,70,200,20],"attrs":{"role":"combobox","aria-expanded":"false"},"control":{}},
{"tag":"button","parent":0,"ref":10,"box":[10,99,80,20],"control":{"type":"submit","hasForm":true,"form":0}},
{"parent":10,"text":"Send"}]}"##;

/// The same, understood.
pub const OBSERVATION: &str = r##"{"url":"https://a.example/form","title":"Form","text":"","fields":[
{"index":0,"tag":"input","type":"email","label":"E-mail","name":"email","id":"e","placeholder":"","required":true,
"visible":true,"valueState":"empty","role":"email","confidence":0.9,"form":0,"fingerprint":"a","section":"Contact"},
{"index":1,"tag":"select","type":"select-one","label":"Country","options":[{"value":"de","text":"Germany"}],
"visible":true,"valueState":"filled","error":"Choose one","form":0,"fingerprint":"b"}],
"buttons":[{"index":0,"tag":"button","type":"submit","text":"Send","id":"","submits":true,"form":0,"after":2,"opens":[1]}]}"##;
