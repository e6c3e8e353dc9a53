//! Every shape that crosses a process, spelled as clients of Vaulty spell it.
//!
//! Each case goes JSON → type → JSON → type. The second JSON is held by a snapshot; where the first one
//! is complete, both must be equal.
#![expect(
    clippy::panic,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "what these tests share fails them by panicking"
)]

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use shared_types::{
    ActionResult, AgentAction, JobRecord, Observation, Profile, Record, RefusalReason, Target, api,
    content, message, operation, settings, snapshot,
};

/// Reads a shape, writes it, reads it again: nothing may be lost on the way. Returns what was written.
fn pass<T: DeserializeOwned + Serialize + PartialEq + std::fmt::Debug>(input: &Value) -> Value {
    let read: T = serde_json::from_value(input.clone())
        .unwrap_or_else(|error| panic!("{error} in {input:#}"));
    let written = serde_json::to_value(&read).expect("it can be written");
    let again: T = serde_json::from_value(written.clone()).expect("it can be read again");
    assert_eq!(read, again);
    written
}

/// A complete shape comes out as it went in, to the letter.
fn exact<T: DeserializeOwned + Serialize + PartialEq + std::fmt::Debug>(input: Value) -> Value {
    let written = pass::<T>(&input);
    assert_eq!(written, input);
    written
}

fn exact_all<T>(inputs: impl IntoIterator<Item = Value>) -> Vec<Value>
where
    T: DeserializeOwned + Serialize + PartialEq + std::fmt::Debug,
{
    inputs.into_iter().map(exact::<T>).collect()
}

fn targets() -> [Value; 9] {
    [
        json!({"by": "id", "selector": "email"}),
        json!({"by": "label", "text": "E-mail"}),
        json!({"by": "text", "text": "Continue"}),
        json!({"by": "text", "text": "Continue", "exact": true}),
        json!({"by": "css", "selector": "input[name=email]"}),
        json!({"by": "xpath", "xpath": "//input[1]"}),
        json!({"by": "index", "index": 3, "elementType": "field"}),
        json!({"by": "index", "index": 0, "elementType": "button"}),
        json!({"by": "role", "role": "textbox", "name": "E-mail"}),
    ]
}

fn field_target() -> Value {
    json!({"by": "index", "index": 0, "elementType": "field"})
}

fn actions() -> Vec<Value> {
    let target = field_target();
    let button = json!({"by": "index", "index": 1, "elementType": "button"});
    vec![
        json!({"type": "FILL", "target": target, "value": "Ada", "clear": true}),
        json!({"type": "FILL", "target": target, "valueFrom": "firstName", "clear": false}),
        json!({"type": "SELECT", "target": target, "value": "DE"}),
        json!({"type": "SELECT", "target": target, "valueFrom": "address.country"}),
        json!({"type": "CHECK", "target": target, "checked": true}),
        json!({"type": "CLICK", "target": button}),
        json!({"type": "CLICK", "target": button, "requiresApproval": true}),
        json!({"type": "NAVIGATE", "url": "https://example.com/apply"}),
        json!({"type": "WAIT_FOR", "target": target, "timeoutMs": 500}),
        json!({"type": "EXTRACT", "mode": "visibleText"}),
        json!({"type": "EXTRACT", "target": target, "mode": "html"}),
        json!({"type": "EXTRACT", "mode": "fields"}),
        json!({"type": "REQUEST_VERIFICATION", "kind": "OTP"}),
        json!({"type": "REQUEST_VERIFICATION", "kind": "EMAIL_CODE", "context": "We sent a code."}),
        json!({"type": "REQUEST_VERIFICATION", "kind": "CAPTCHA"}),
        json!({"type": "REQUEST_VERIFICATION", "kind": "PASSWORD"}),
        json!({"type": "REQUEST_VERIFICATION", "kind": "OAUTH"}),
        json!({"type": "DONE", "summary": "Filled in 9 fields."}),
        json!({"type": "UPLOAD", "target": target, "valueFrom": "documents.cv"}),
        json!({"type": "ASK_USER", "questions": [
            {"field": 4, "question": "Notice period?", "options": ["1 month", "3 months"],
             "saveAs": "answers.Notice period?", "required": true},
        ]}),
    ]
}

#[test]
fn each_target() {
    insta::assert_json_snapshot!(exact_all::<Target>(targets()));
}

#[test]
fn each_action() {
    insta::assert_json_snapshot!(exact_all::<AgentAction>(actions()));
}

#[test]
fn each_action_names_its_kind() {
    for action in actions() {
        let read: AgentAction = serde_json::from_value(action.clone()).expect("an action");
        assert_eq!(action["type"], read.kind());
    }
}

#[test]
fn result_of_an_action() {
    insta::assert_json_snapshot!(exact_all::<ActionResult>([
        json!({"ok": true}),
        json!({"ok": false, "fatal": true, "error": "The tab was closed.", "note": "page 2",
               "data": {"text": "…"}, "changed": false, "readBack": false, "refusal": "not-kept"}),
    ]));
}

fn field() -> Value {
    json!({
        "index": 0, "tag": "select", "type": "select-one", "id": "country", "name": "country",
        "label": "Country", "placeholder": "", "required": true, "disabled": false, "readonly": false,
        "value": "", "options": [{"value": "DE", "text": "Germany", "selected": false}],
        "checked": null, "autocomplete": "country", "pattern": "", "maxLength": null,
        "frame": 0, "role": "country", "confidence": 0.5, "group": "Address", "section": "Address",
        "describedBy": "Where you live.", "error": "Please choose.", "visible": true,
        "widget": "native", "fingerprint": "f00d", "valueState": "matches:address.country",
    })
}

fn observation() -> Value {
    json!({
        "url": "https://example.com/apply", "title": "Apply", "text": "Apply now",
        "pageContext": "Step 1 of 2", "fields": [field()],
        "buttons": [{"index": 0, "tag": "button", "type": "submit", "text": "Send", "id": "send",
                     "disabled": false, "submits": true}],
    })
}

#[test]
fn observation_of_a_page() {
    insta::assert_json_snapshot!(exact::<Observation>(observation()));
}

#[test]
fn observation_of_an_older_client() {
    let field = json!({
        "index": 0, "tag": "input", "type": "checkbox", "id": "", "name": "news", "label": "News",
        "placeholder": "", "required": false, "disabled": false, "readonly": false, "value": "on",
        "options": null, "checked": true, "autocomplete": "", "pattern": "", "maxLength": 5,
    });
    insta::assert_json_snapshot!(exact::<Observation>(json!({
        "url": "https://example.com/", "title": "", "text": "", "pageContext": "",
        "fields": [field], "buttons": [],
    })));
}

#[test]
fn each_value_state_and_widget() {
    for state in ["empty", "filled", "matches:custom.a.b"] {
        let mut field = field();
        field["valueState"] = json!(state);
        exact::<shared_types::Field>(field);
    }
    for widget in ["native", "combobox", "listbox", "date-picker", "content-editable", "file"] {
        let mut field = field();
        field["widget"] = json!(widget);
        exact::<shared_types::Field>(field);
    }
}

fn profile() -> Value {
    json!({
        "firstName": "Ada", "middleName": "K.", "lastName": "Byron", "fullName": "Ada K. Byron",
        "email": "ada@example.com", "phone": "+44 20 7946 0958", "password": "p",
        "preferOAuth": true, "oauthProvider": "google", "username": "ada",
        "birthDate": "1990-12-10", "gender": "woman", "pronouns": "she/her",
        "address": {"street": "1 Main St", "street2": "Flat 2", "city": "London", "state": "England",
                    "zipCode": "N1", "country": "GB"},
        "company": "Engines", "jobTitle": "Analyst", "linkedIn": "https://l.example/ada",
        "website": "https://ada.example", "github": "https://g.example/ada",
        "resume": {
            "bio": "b", "summary": "s",
            "experiences": [{"company": "Engines", "title": "Analyst", "startDate": "2015-01",
                             "endDate": "", "current": true, "description": "d", "location": "London"}],
            "education": [{"school": "Home", "degree": "BSc", "field": "Mathematics",
                           "startDate": "2008", "endDate": "2011", "gpa": "3.9"}],
            "skills": ["analysis"], "certifications": ["c"], "languages": ["English"], "rawText": "r",
        },
        "custom": {"any key": "any value", "number": 7},
        "answers": {"Notice period?": "1 month"},
        "documents": {"cv": {"name": "cv.pdf", "mediaType": "application/pdf", "data": "AA=="}},
        "payment": {"cardName": "Ada Byron", "cardNumber": "4111", "expMonth": "1",
                    "expYear": "2030", "cardType": "visa"},
        "updatedAt": "2025-01-01T00:00:00Z",
    })
}

#[test]
fn whole_profile() {
    insta::assert_json_snapshot!(exact::<Profile>(profile()));
}

/// Older profiles have no notes, and older clients do not read them: both sides go on with what they know.
#[test]
fn notes_of_answers_are_added_to_what_was_there() {
    let old = json!({"answers": {"Notice period": "3 months"}});
    let read: Profile = serde_json::from_value(old.clone()).expect("an older profile");
    assert!(read.answer_notes.is_empty());
    let written = serde_json::to_value(&read).expect("a profile");
    assert_eq!(written.get("answers"), old.get("answers"));
    assert_eq!(written.get("answerNotes"), None, "an older client reads what it wrote");

    let note = json!({
        "question": {"text": "Notice period", "options": ["None", "3 months"], "lang": "en-GB",
            "kind": "choice"},
        "meaning": "Notice  0", "origin": "https://a.example", "given": 1.0,
        "also": [{"text": "How much notice must you give?", "lang": "en"}], "corrected": 1,
    });
    let mut new = old;
    new["answerNotes"] = json!({"Notice period": note});
    let read: Profile = serde_json::from_value(new.clone()).expect("a profile with notes");
    let written = serde_json::to_value(&read).expect("a profile");
    assert_eq!(written.get("answers"), new.get("answers"));
    assert_eq!(written.get("answerNotes"), new.get("answerNotes"));
    // A note of a newer version is read as far as it is known.
    new["answerNotes"] = json!({"Notice period": {"given": 1.0, "ofANewerVersion": true}});
    assert!(serde_json::from_value::<Profile>(new).is_ok());
}

#[test]
fn empty_profile_is_written_with_the_old_fields() {
    insta::assert_json_snapshot!(pass::<Profile>(&json!({})));
}

#[test]
fn job_record() {
    insta::assert_json_snapshot!(pass::<JobRecord>(&json!({
        "status": "paused_for_approval", "step": 3, "tabId": 7, "mode": "background",
        "approved": false, "needsApproval": true, "stop": false, "error": null, "result": null,
    })));
}

#[test]
fn each_job_status() {
    for status in [
        "idle",
        "starting",
        "running",
        "done",
        "stopped",
        "error",
        "paused_for_approval",
        "needs_verification",
        "needs_input",
    ] {
        exact::<shared_types::JobStatus>(json!(status));
    }
}

#[test]
fn planning_request_and_answer() {
    let history = json!([{"step": 1, "action": actions()[0], "result": {"ok": true}}]);
    let request = exact::<api::NextRequest>(json!({
        "jobId": "j", "step": 2, "mode": "live", "observation": observation(),
        "profileKeys": ["firstName", "custom.a.b"], "history": history, "recordKeys": ["Name"],
        "record": {"Name": "Ada", "Age": 36}, "goal": "apply", "state": {"any": "thing"},
        "llm": {"provider": "ollama", "model": "m", "apiKey": "k", "baseUrl": "u", "mode": "auto"},
    }));
    let answer = exact::<api::NextResponse>(json!({
        "action": actions()[0], "forceLive": false, "actions": [actions()[0]],
        "planner": {"source": "llm", "provider": "ollama", "model": "m", "ms": 1.5,
                    "inputTokens": 10, "outputTokens": 5, "calls": 1, "notes": ["n"]},
        "open": [{"field": 2, "reason": "The profile has no GitHub address.", "code": "no-value"}],
    }));
    insta::assert_json_snapshot!([request, answer]);
}

#[test]
fn other_bodies() {
    insta::assert_json_snapshot!([
        exact::<api::VerifyRequest>(json!({"jobId": "j", "code": "123456", "kind": "OTP"})),
        exact::<api::CodeResponse>(json!({"code": "123456"})),
        exact::<api::PairRequest>(json!({"code": "ABC"})),
        exact::<api::PairResponse>(json!({"token": "t"})),
        exact::<api::LogRequest>(
            json!({"jobId": "j", "step": 1, "action": actions()[5], "result": {"ok": true}})
        ),
        exact::<api::OkResponse>(json!({"ok": true})),
        exact::<api::ErasedResponse>(json!({"ok": true, "left": ["a log"]})),
        pass::<api::SaveProfileRequest>(&json!({"userId": "me", "profile": {}})),
        exact::<api::ErrorEnvelope>(json!({"error": {
            "code": "missing-field", "message": "`jobId` is missing.", "field": "jobId", "requestId": "r",
        }})),
    ]);
}

#[test]
fn each_popup_message() {
    insta::assert_json_snapshot!(exact_all::<message::PopupMessage>([
        json!({"type": "START_JOB", "jobId": "j", "startUrl": "https://example.com/", "tabId": 7,
               "mode": "background", "record": {"Name": "Ada"}, "goal": "apply",
               "only": {"frameId": 3, "element": 12}}),
        json!({"type": "STOP_JOB", "jobId": "j"}),
        json!({"type": "APPROVE", "jobId": "j", "approvalId": "a", "coverPages": true}),
        json!({"type": "DENY", "jobId": "j"}),
        json!({"type": "GRANT", "jobId": "j", "cardId": "c", "origin": "https://a.example",
               "scope": "session", "personal": true, "kinds": ["date of birth"],
               "secrets": ["payment card"], "rows": [
                   {"row": "1", "choice": "fill"}, {"row": "2", "choice": "leave"},
                   {"row": "3", "choice": "take", "key": "email"},
                   {"row": "4", "choice": "write", "text": "Ada", "keep": true},
                   {"row": "5", "choice": "attach", "document": {"name": "cv.pdf",
                    "mediaType": "application/pdf", "data": "AA=="}}]}),
        json!({"type": "SHOW_SHEET", "jobId": "j"}),
        json!({"type": "SHOW_OFFERS", "jobId": "j", "row": "1"}),
        json!({"type": "OUTLINE", "jobId": "j", "frameId": 3, "element": 12}),
        json!({"type": "SET_CONSENT", "origin": "https://a.example", "scope": "always",
               "kinds": [{"tier": "ordinary", "kind": "name"}]}),
        json!({"type": "SET_CONSENT", "origin": "https://a.example", "scope": "once", "kinds": [],
               "profileId": "p"}),
        json!({"type": "CHANGE_PROFILES", "change": {"change": "add", "name": "Work", "copyOf": "first"}}),
        json!({"type": "CHANGE_PROFILES", "change": {"change": "rename", "id": "p", "name": "Work"}}),
        json!({"type": "CHANGE_PROFILES", "change": {"change": "remove", "id": "p"}}),
        json!({"type": "CHANGE_PROFILES", "change": {"change": "makeDefault", "id": "p"}}),
        json!({"type": "CHANGE_PROFILES", "change": {"change": "useOnSite",
               "origin": "https://a.example", "id": "p"}}),
        json!({"type": "USE_PROFILE", "jobId": "j", "profileId": "p"}),
        json!({"type": "ERASE", "server": true}),
        json!({"type": "SHOW_BULK", "id": "t"}),
        json!({"type": "APPROVE_BULK", "id": "t", "card": "c"}),
        json!({"type": "CHANGE_TABLE", "id": "t", "change": {"do": "endBulk"}}),
        json!({"type": "UNPAIR"}),
        json!({"type": "BROWSERS"}),
        json!({"type": "REVOKE_BROWSER", "id": 7}),
        json!({"type": "ANSWER", "jobId": "j", "answers": {"answers.Notice period?": "1 month"}}),
        json!({"type": "RESUME_AFTER_VERIFICATION", "jobId": "j", "code": "123456", "kind": "OTP"}),
        json!({"type": "SHOW_APPROVAL", "jobId": "j"}),
        json!({"type": "UNDO", "jobId": "j"}),
        json!({"type": "INSPECT", "tabId": 7}),
        json!({"type": "UNDO_IMPORT"}),
        json!({"type": "RECEIPTS"}),
        json!({"type": "DELETE_RECEIPTS", "id": "r"}),
        json!({"type": "EXPORT_RECEIPTS"}),
        json!({"type": "GET_LOGS"}),
        json!({"type": "CLEAR_LOGS"}),
        json!({"type": "PAIR", "code": "ABC"}),
        json!({"type": "CHECK_SERVER"}),
        json!({"type": "SYNC_PROFILE", "direction": "auto"}),
    ]));
}

#[test]
fn a_review_sheet_and_a_receipt() {
    let question = json!({"field": 4, "question": "Earliest start", "saveAs": "facts.earliestStart",
        "required": true, "kind": "date", "format": "e.g. 3 May 1990", "complaint": "In the past"});
    let rows = json!([
        {"id": "1", "field": 0, "frameId": 2, "element": 7, "label": "E-mail", "section": "You",
         "required": true, "state": "held", "chosen": true, "value": "ada@example.org",
         "from": {"kind": "profile", "key": "email", "derived": true}, "sure": "check",
         "why": "email, 60 %: label: e-mail", "holds": {"value": "x", "by": "page"},
         "tier": "personal", "kind": "e-mail", "thing": "address"},
        {"id": "2", "field": 4, "frameId": 0, "element": 8, "label": "Earliest start", "state": "ask",
         "chosen": false, "tier": "ordinary", "reason": "Not in your profile.", "code": "no-value",
         "candidates": ["email"], "question": question},
    ]);
    insta::assert_json_snapshot!([
        exact::<shared_types::Sheet>(
            json!({"jobId": "j", "cardId": "c", "origin": "https://a.example", "rows": rows})
        ),
        exact::<shared_types::Receipt>(json!({"id": "j", "origin": "https://a.example",
            "path": "/apply", "title": "Apply", "date": 1.0, "form": "00ff",
            "fields": ["E-mail"], "number": "4711", "said": "Thank you.", "approvals": ["Send"]})),
    ]);
}

fn paint() -> Value {
    json!({
        "width": 8.0, "height": 8.0, "share": 0.25, "opacity": 0.3, "contrast": 1.3, "letter": 5.0,
        "upright": 0.5, "free": 0.4, "effects": ["filter: blur(1px)"],
    })
}

fn operations() -> Vec<Value> {
    let expect = json!({
        "origin": "https://example.com", "tag": "input", "type": "text", "id": "a", "name": "b",
        "valuesDigest": "00ff", "face": 4, "paint": paint(),
    });
    [
        json!({"op": "setText", "value": "Ada", "strategy": "insertText"}),
        json!({"op": "setOptions", "positions": [1], "values": ["DE"]}),
        json!({"op": "setChecked", "checked": true}),
        json!({"op": "setFiles", "files": [
            {"name": "cv.pdf", "mediaType": "application/pdf", "data": "AA=="},
        ]}),
        json!({"op": "openList", "filter": "Ger"}),
        json!({"op": "openList"}),
        json!({"op": "pickOption", "option": 9}),
        json!({"op": "closeList"}),
        json!({"op": "click", "maySend": true}),
        json!({"op": "read"}),
    ]
    .into_iter()
    .map(|mut operation| {
        operation["ref"] = json!(5);
        operation["expect"] = expect.clone();
        operation
    })
    .collect()
}

#[test]
fn each_content_message() {
    insta::assert_json_snapshot!(exact_all::<content::ContentMessage>([
        json!({"type": "OBSERVE", "settleMs": 500}),
        json!({"type": "EXECUTE", "operations": operations(), "show": true, "settleMs": 0,
               "observe": false, "jobId": "j", "signs": {"opens": ["open"], "turns": ["next"],
               "more": ["plus"], "less": ["minus"], "clears": ["clear"], "chooses": ["pick"], "lists": ["list"], "days": ["day"]}}),
        json!({"type": "HOLD", "hold": "sends"}),
        json!({"type": "HALT", "jobId": "j"}),
        json!({"type": "POINTED"}),
        json!({"type": "UNDO_WRITES", "jobId": "j"}),
        json!({"type": "OUTLINE", "element": 12}),
        json!({"type": "OUTLINE"}),
        json!({"type": "HUD", "hud": null}),
        json!({"type": "HUD", "hud": {"title": "t", "detail": "d", "progress": 0.5, "tone": "working"}}),
        json!({"type": "SET_LOG_LEVEL", "level": "debug"}),
    ]));
}

#[test]
fn content_reply() {
    let result = json!({
        "done": false, "refusal": "covered", "detail": "covered by <div>", "read": "", "chosen": [0],
        "list": [{"ref": 9, "text": "Germany", "disabled": true, "selected": true}],
    });
    let node = json!({
        "parent": 0, "tag": "input", "attrs": {"id": "a"}, "scope": 1, "ref": 5, "hidden": true,
        "paint": paint(), "faces": [{"ref": 6, "how": "around1", "others": 1, "paint": paint()}], "box": [0.0, 1.0, 2.0, 3.0], "block": true, "generated": ["", "*"],
        "control": {
            "type": "text", "value": "Ada", "checked": false, "disabled": true, "readOnly": true,
            "required": true, "multiple": true, "maxLength": 9, "validationMessage": "v",
            "options": [{"value": "a", "text": "A", "selected": true, "disabled": true}],
            "omittedOptions": 1, "form": 0, "hasForm": true, "formAction": "f", "href": "h", "files": 1,
        },
    });
    insta::assert_json_snapshot!(exact::<content::ContentReply>(json!({
        "results": [{"done": true}, result], "error": "e",
        "undone": [1, 2], "executeMs": 1.5, "settleMs": 2.5,
        "snapshot": {
            "url": "https://example.com/", "origin": "https://example.com", "title": "t", "lang": "en",
            "readyState": "complete", "viewport": [800.0, 600.0],
            "nodes": [{"tag": "html"}, {"parent": 0, "text": "x"}, node],
            "omittedTextChars": 1, "omittedFields": 2, "omittedFrames": 3, "valuesDigest": "00ff",
            "gatherMs": 0.5,
        },
    })));
}

#[test]
fn settings_and_log() {
    insta::assert_json_snapshot!([
        pass::<settings::AgentSettings>(&json!({})),
        pass::<settings::LogEntry>(&json!({
            "id": "1", "jobId": "j", "step": 1, "timestamp": 1.5, "type": "action", "url": "u",
            "observation": {"fields": 3}, "action": actions()[5], "message": "m", "forceLive": true,
        })),
    ]);
}

#[test]
fn what_may_be_left_out_has_its_default() {
    fn check(input: Value, path: &str, expected: Value) {
        let written = pass::<AgentAction>(&input);
        assert_eq!(written.pointer(path), Some(&expected), "{input}");
    }
    let target = field_target();
    check(json!({"type": "FILL", "target": target, "value": ""}), "/clear", json!(true));
    check(json!({"type": "WAIT_FOR", "target": target}), "/timeoutMs", json!(15_000));
    check(json!({"type": "EXTRACT"}), "/mode", json!("visibleText"));
    check(
        json!({"type": "CHECK", "target": {"by": "index", "index": 1}, "checked": true}),
        "/target/elementType",
        json!("field"),
    );
    let request = pass::<api::NextRequest>(
        &json!({"jobId": "j", "step": 1, "observation": {"url": "https://example.com/"}}),
    );
    assert_eq!(request["mode"], "live");
    assert_eq!(request["observation"]["fields"], json!([]));
}

#[test]
fn values_may_be_numbers_and_booleans_and_the_unused_one_of_two_null() {
    fn check(source: Value, expected: Value) {
        let mut action = json!({"type": "FILL", "target": field_target(), "clear": true});
        let mut wanted = action.clone();
        for (action, source) in [(&mut action, &source), (&mut wanted, &expected)] {
            let (Some(action), Some(source)) = (action.as_object_mut(), source.as_object()) else {
                panic!("objects");
            };
            action.extend(source.clone());
        }
        assert_eq!(pass::<AgentAction>(&action), wanted);
    }
    check(json!({"value": 7}), json!({"value": "7"}));
    check(json!({"value": true}), json!({"value": "true"}));
    check(json!({"value": "x", "valueFrom": null}), json!({"value": "x"}));
    check(json!({"value": null, "valueFrom": "email"}), json!({"valueFrom": "email"}));
}

#[test]
fn unknown_fields_are_ignored() {
    fn check<T: DeserializeOwned + Serialize + PartialEq + std::fmt::Debug>(mut input: Value) {
        let plain = pass::<T>(&input);
        input["futureField"] = json!({"any": ["thing"]});
        assert_eq!(pass::<T>(&input), plain);
    }
    actions().into_iter().for_each(check::<AgentAction>);
    targets().into_iter().for_each(check::<Target>);
    check::<Observation>(observation());
    check::<shared_types::Field>(field());
    check::<Profile>(profile());
    check::<JobRecord>(json!({}));
    check::<ActionResult>(json!({"ok": true}));
    check::<message::PopupMessage>(json!({"type": "STOP_JOB", "jobId": "j"}));
    check::<content::ContentMessage>(json!({"type": "HALT", "jobId": "j"}));
    check::<api::NextRequest>(json!({"jobId": "j", "step": 1, "observation": observation()}));
    check::<snapshot::RawNode>(json!({"tag": "p"}));
    operations().into_iter().for_each(check::<operation::Operation>);
}

#[test]
fn what_is_missing_is_named() {
    fn check<T: DeserializeOwned + std::fmt::Debug>(input: Value, named: &str) {
        let error = serde_json::from_value::<T>(input.clone()).expect_err("it must not be read");
        assert!(error.to_string().contains(&format!("`{named}`")), "{input}: {error}");
    }
    let target = field_target();
    check::<AgentAction>(json!({"target": target, "value": "x"}), "type");
    check::<AgentAction>(json!({"type": "FORMAT_DISK"}), "FORMAT_DISK");
    check::<AgentAction>(json!({"type": "FILL", "value": "x"}), "target");
    check::<AgentAction>(json!({"type": "FILL", "target": target}), "value");
    check::<AgentAction>(
        json!({"type": "FILL", "target": target, "value": "x", "valueFrom": "email"}),
        "valueFrom",
    );
    check::<AgentAction>(json!({"type": "SELECT", "target": target}), "value");
    check::<AgentAction>(json!({"type": "CHECK", "target": target}), "checked");
    check::<AgentAction>(json!({"type": "NAVIGATE"}), "url");
    check::<AgentAction>(json!({"type": "UPLOAD", "target": target}), "valueFrom");
    check::<AgentAction>(json!({"type": "ASK_USER"}), "questions");
    check::<AgentAction>(json!({"type": "DONE"}), "summary");
    check::<Target>(json!({"selector": "a"}), "by");
    check::<Target>(json!({"by": "smell", "selector": "a"}), "smell");
    check::<Target>(json!({"by": "css"}), "selector");
    check::<api::NextRequest>(json!({"step": 1, "observation": observation()}), "jobId");
    check::<api::NextRequest>(json!({"jobId": "j", "observation": observation()}), "step");
    check::<api::NextRequest>(json!({"jobId": "j", "step": 1}), "observation");
    check::<Observation>(json!({}), "url");
    check::<api::VerifyRequest>(json!({"jobId": "j"}), "code");
    check::<api::SaveProfileRequest>(json!({"profile": {}}), "userId");
    check::<ActionResult>(json!({}), "ok");
    check::<message::PopupMessage>(json!({"type": "STOP_JOB"}), "jobId");
}

#[test]
fn each_refusal_is_spelled_in_kebab_case() {
    for reason in [
        "unknown-action",
        "not-resolved",
        "wrong-kind",
        "element-changed",
        "words-changed",
        "document-changed",
        "origin-changed",
        "not-visible",
        "disabled",
        "read-only",
        "covered",
        "not-judged",
        "unknown-key",
        "no-provenance",
        "does-not-fit",
        "no-such-option",
        "not-kept",
        "needs-approval",
        "approval-stale",
        "foreign-url",
        "repeated",
        "stopped",
        "timed-out",
        "page-error",
    ] {
        exact::<RefusalReason>(json!(reason));
    }
    // As stored by versions before.
    for reason in ["target-not-found", "target-ambiguous", "target-invalid"] {
        let read: RefusalReason = serde_json::from_value(json!(reason)).unwrap();
        assert_eq!(read, RefusalReason::NotResolved, "{reason}");
    }
}

#[test]
fn a_value_is_never_printed() {
    let canary = "canary-7f3a";
    let mut action = actions()[0].clone();
    action["value"] = json!(canary);
    let mut person = profile();
    person["email"] = json!(canary);
    person["custom"]["any key"] = json!(canary);
    let printed = [
        format!("{:?}", serde_json::from_value::<AgentAction>(action).expect("an action")),
        format!("{:?}", serde_json::from_value::<Profile>(person).expect("a profile")),
        format!("{:?}", serde_json::from_value::<Record>(json!({"a": canary})).expect("a record")),
    ];
    assert!(printed.iter().all(|text| !text.contains(canary)), "{printed:?}");
}

#[cfg(feature = "schemas")]
mod schemas {
    use std::collections::BTreeSet;

    use serde_json::Value;
    use shared_types::{AgentAction, Observation};

    /// Every `$ref` of a schema leads to a definition in it, and every action's name is in it.
    #[test]
    fn json_schemas_are_whole() {
        for schema in [schemars::schema_for!(AgentAction), schemars::schema_for!(Observation)] {
            let schema = schema.to_value();
            let mut references = BTreeSet::new();
            gather(&schema, "$ref", &mut references);
            assert!(!references.is_empty());
            for reference in references {
                let path = reference.strip_prefix('#').expect("a reference into the schema");
                assert!(schema.pointer(path).is_some(), "{reference}");
            }
        }
        let mut names = BTreeSet::new();
        gather(&schemars::schema_for!(AgentAction).to_value(), "const", &mut names);
        for action in super::actions() {
            let name = action["type"].as_str().expect("a type");
            assert!(names.contains(name), "{name}");
        }
    }

    fn gather(schema: &Value, key: &str, found: &mut BTreeSet<String>) {
        match schema {
            Value::Object(map) => {
                found.extend(map.get(key).and_then(Value::as_str).map(str::to_owned));
                map.values().for_each(|inner| gather(inner, key, found));
            }
            Value::Array(list) => list.iter().for_each(|inner| gather(inner, key, found)),
            _ => {}
        }
    }
}
