//! Several profiles: made, chosen, filled from and told apart by the screens; and what older versions stored.

use serde_json::{Value, json};
use tests::browser::Popup;

use crate::stage::{
    MANY, PATIENCE, Stage, app, person, picture, rests, stopped_in_the_middle, wait,
};

/// Somebody whose data must not be taken for the first person's.
const WORK: [(&str, &str); 4] = [
    ("#p-first", "Wilhelmette"),
    ("#p-last", "Ostrakovsky"),
    ("#p-email", "wo@office.example"),
    ("#p-phone", "+44 20 7946 0931"),
];

/// What of the first person's must be nowhere when the other is filled in.
const FIRSTS: [&str; 4] = ["Ada", "ada@example.org", "901820", "Beispielweg"];

fn sees(popup: &Popup, expression: &str) -> Value {
    popup.page.wait_for(expression, PATIENCE).expect("the panel gets there")
}

fn types(popup: &Popup, fields: &[(&str, &str)]) {
    for (selector, text) in fields {
        popup.page.set(selector, &(*text).into()).expect(selector);
    }
}

fn saves(popup: &Popup) {
    popup.press("#profile-save").expect("Save");
    sees(popup, "document.querySelector('#profile-message').innerText.startsWith('Saved')");
}

/// Adds a profile by the screen, and fills it in.
fn add(popup: &Popup, name: &str, fields: &[(&str, &str)]) {
    popup.view("profile").expect("profile");
    popup.press("#profile-add").expect("Add another profile");
    types(popup, &[("#profile-name", name)]);
    popup.press("#profile-name-save").expect("Add");
    sees(
        popup,
        &format!("document.querySelector('#profile-pick').selectedOptions[0]?.text === '{name}'"),
    );
    sees(popup, "document.querySelector('#p-first').value === ''");
    types(popup, fields);
    saves(popup);
}

/// Chooses a profile where the sheet says which one is filled in.
fn fills_as(popup: &Popup, name: &str) {
    sees(popup, "document.querySelector('#fill-as-profile')?.checkVisibility()");
    let id = format!(
        "[...document.querySelector('#fill-as-profile').options].find((one) => one.text === '{name}').value"
    );
    let id = popup.page.evaluate(&id).expect("it can be chosen");
    popup.page.set("#fill-as-profile", &id).expect("it is chosen");
}

/// Proves that a second profile is made by the screens, taken on the review sheet before anything is filled, kept for the
/// site, and sent; that its receipt names it; and that nothing of the first one is in page, job, log or receipt.
#[test]
fn a_second_profile_is_filled_in_and_nothing_of_the_first() {
    let stage = Stage::alone();
    let home = stage.vaulty.home();
    home.view("profile").expect("profile");
    assert!(
        !home.visible("#profile-pick").expect("it answers"),
        "with one profile nothing is asked"
    );
    add(&home, "Work", &WORK);
    picture(&home, "profiles.png", "#profiles");

    let (tab, popup) = stage.open("simple.html");
    assert_eq!(popup.text("#start-as").expect("it is said"), "Fills as: Main");
    let popup = popup.wary();
    popup.start().expect("Start");
    sees(&popup, "document.querySelector('#consent-rows')?.innerText.includes('Ada')");
    fills_as(&popup, "Work");
    sees(&popup, "document.querySelector('#consent-rows')?.innerText.includes('Wilhelmette')");
    assert!(!popup.text("#consent").expect("a card").contains("Ada"));
    assert_eq!(app(&tab)["values"], json!({}), "nothing was filled before");
    picture(&popup, "fill-as.png", "#fill-as");
    popup.press("#fill-as-always").expect("Always use it on this site");
    let kept = "document.querySelector('#fill-as-always').checked && !document.querySelector('#fill-as-always').disabled";
    sees(&popup, kept);
    popup.agree().expect("Fill");
    rests(&popup, "paused_for_approval");
    assert!(!popup.visible("#fill-as").expect("it answers"), "it stays as it is now");
    assert_eq!(popup.text("#filled-as").expect("it is said"), "Filling as: Work");
    popup.approve(false).expect("Send");
    rests(&popup, "done");
    let values = app(&tab)["values"].to_string();
    assert!(values.contains("Wilhelmette") && values.contains("wo@office.example"), "{values}");

    popup.view("sent").expect("sent");
    sees(&popup, "document.querySelector('#sent-list').innerText.includes('Filled as Work')");
    let log = popup.log().expect("a log").to_string();
    let kept = popup.page.evaluate("chrome.storage.local.get(null).then((all) => { delete all.beforeImport; return JSON.stringify(all); })");
    let kept = kept.expect("what is kept").to_string();
    for value in FIRSTS {
        for (place, text) in [("page", &values), ("log", &log), ("storage", &kept)] {
            assert!(!text.contains(value), "{value} is in the {place}");
        }
    }
    for (_, value) in WORK {
        assert!(!kept.contains(value), "{value} is kept beside the profiles");
    }

    let (_again, popup) = stage.open("simple.html");
    assert_eq!(popup.text("#start-as").expect("it is said"), "Fills as: Work");
}

/// Proves that consents and answers are their profile's: what one agreed to is asked for the other, and what is answered
/// as one is remembered there alone.
#[test]
fn consents_and_answers_belong_to_their_profile() {
    let stage = Stage::alone();
    let home = stage.vaulty.home();
    let (_tab, popup) = stage.start("simple.html");
    rests(&popup, "paused_for_approval");
    popup.stop().expect("Stop");
    add(&home, "Work", &WORK);
    let (_tab, popup) = stage.open("simple.html");
    let popup = popup.wary();
    popup.start().expect("Start");
    popup.wait_at_rest(PATIENCE).expect("it rests");
    assert!(popup.job().expect("a job")["consent"].is_null(), "the first one has agreed");
    popup.stop().expect("Stop");
    home.page
        .apply(
            "(name) => { const pick = document.querySelector('#profile-pick'); \
             pick.value = [...pick.options].find((one) => one.text === name).value; \
             pick.dispatchEvent(new Event('change', { bubbles: true })); }",
            &["Work".into()],
        )
        .expect("it is shown");
    sees(&home, "document.querySelector('#p-first').value === 'Wilhelmette'");
    home.press("#profile-default").expect("Make default");
    sees(&home, "document.querySelector('#profile-default').hidden");
    let (_tab, popup) = stage.open("simple.html");
    let popup = popup.wary();
    popup.start().expect("Start");
    popup.wait_at_rest(PATIENCE).expect("it rests");
    let job = popup.job().expect("a job");
    assert!(job["consent"].is_object(), "the other one has not agreed: {}", job["message"]);
    popup.stop().expect("Stop");

    let (_tab, popup) = stage.start("odd-questions.html");
    rests(&popup, "needs_input");
    let question = popup.job().expect("a job")["questions"][0]["saveAs"].clone();
    let key = question.as_str().expect("a key");
    popup.answer(&[(key, "Blue")]).expect("an answer");
    popup.wait_at_rest(PATIENCE).expect("it rests");
    let [work, main] = ["Work", "Main"]
        .map(|name| home.profile_named(name).expect("a profile")["answers"].to_string());
    assert!(work.contains("Blue") && !main.contains("Blue"), "{work} {main}");
}

/// Proves that a profile that is deleted while a form waits ends that job with its reason, and fills nothing.
#[test]
fn a_profile_that_is_deleted_ends_the_job_that_uses_it() {
    let stage = Stage::alone();
    let home = stage.vaulty.home();
    add(&home, "Work", &WORK);
    let (tab, popup) = stage.open("simple.html");
    let popup = popup.wary();
    popup.start().expect("Start");
    fills_as(&popup, "Work");
    sees(&popup, "document.querySelector('#consent-rows')?.innerText.includes('Wilhelmette')");
    home.press("#profile-delete").expect("Delete …");
    let asked = home.text("#profile-delete-confirm").expect("it is asked");
    assert!(asked.contains("Delete “Work”? Its 4 values"), "{asked}");
    home.press("#profile-delete-yes").expect("Delete");
    popup.wait_status(&["error"], PATIENCE).expect("the job ends");
    let why = popup.text("#error-text").expect("why");
    assert!(why.contains("was deleted"), "{why}");
    assert_eq!(app(&tab)["values"], json!({}));
    sees(&home, "document.querySelector('#p-first').value === 'Ada'");
    let stored = home.stored_profiles().expect("profiles").to_string();
    assert!(!stored.contains("Wilhelmette") && stored.contains("Ada"), "{stored}");
}

/// Proves that the profile of a version before is taken over whole, half valid as it may be, and that its old place is
/// cleared only then.
#[test]
fn the_profile_of_a_version_before_is_taken_over() {
    let stage = Stage::alone();
    let home = stage.vaulty.home();
    let mut before = person();
    before["firstName"] = json!("Grace");
    before["address"] = json!("nowhere");
    before["updatedAt"] = json!("2026-01-02T03:04:05.000Z");
    home.store_as_before(&before).expect("as it was");
    stage.vaulty.stop_worker().expect("the worker stops");
    home.page.reload().expect("the panel starts");
    home.view("profile").expect("profile");
    sees(&home, "document.querySelector('#p-first').value === 'Grace'");
    assert_eq!(home.stored("userProfile").expect("storage"), Value::Null);
    assert_eq!(home.profile().expect("a profile"), before, "nothing of it is lost");
    let problems = home.text("#import-problems").expect("what is wrong");
    assert!(problems.contains("address"), "{problems}");
    let (tab, popup) = stage.start("simple.html");
    rests(&popup, "paused_for_approval");
    assert_eq!(app(&tab)["values"]["first"], "Grace");
}

/// Proves that profiles of a newer version are refused with what to do, and stay as they are.
#[test]
fn profiles_of_a_newer_version_stay_as_they_are() {
    let stage = Stage::alone();
    let home = stage.vaulty.home();
    let newer = "new Promise((ok, no) => { const open = indexedDB.open('vaulty', 2); \
        open.onsuccess = () => { open.result.close(); ok(1); }; open.onerror = () => no(open.error); })";
    home.page.evaluate(newer).expect("a newer version was here");
    stage.vaulty.stop_worker().expect("the worker stops");
    home.page.reload().expect("the panel starts");
    home.view("profile").expect("profile");
    sees(&home, "document.querySelector('#profile-message').innerText.includes('Update Vaulty')");
    let (tab, popup) = stage.open("simple.html");
    popup.press("#start").expect("Start");
    sees(&popup, "document.querySelector('#start-error').innerText.includes('Update Vaulty')");
    assert_eq!(app(&tab)["values"], json!({}));
    let stored = home.stored_profiles().expect("profiles").to_string();
    assert!(stored.contains("Ada"), "{stored}");
}

/// Proves that of two panels neither loses what is half typed: what one saves is seen in the other, or joins what is
/// being typed there; and what is decided in one is seen in the other.
#[test]
fn two_panels_see_each_other_and_lose_nothing() {
    let stage = Stage::alone();
    let one = stage.vaulty.home();
    let (_tab, two) = stage.open("simple.html");
    let two = two.wary();
    one.view("profile").expect("profile");
    two.view("profile").expect("profile");
    types(&one, &[("#p-last", "Lovelace")]);
    saves(&one);
    sees(&two, "document.querySelector('#p-last').value === 'Lovelace'");

    types(&two, &[("#p-first", "Augusta")]);
    sees(&two, "document.querySelector('#profile-message').innerText.startsWith('Unsaved')");
    types(&one, &[("#p-email", "al@example.org")]);
    saves(&one);
    add(&one, "Work", &WORK);
    sees(&two, "document.querySelector('#profile-pick').checkVisibility()");
    let typed = two.page.evaluate("document.querySelector('#p-first').value").expect("it answers");
    assert_eq!(typed, json!("Augusta"), "what is half typed stays");
    saves(&two);
    let main = two.profile_named("Main").expect("a profile");
    let got = ["firstName", "lastName", "email"].map(|key| main[key].clone());
    assert_eq!(got, ["Augusta", "Lovelace", "al@example.org"].map(Value::from));
    assert_eq!(two.profile_named("Work").expect("a profile")["firstName"], "Wilhelmette");

    two.view("fill").expect("fill");
    two.start().expect("Start");
    sees(&two, "document.querySelector('#consent-rows')?.innerText.includes('Augusta')");
    one.view("fill").expect("fill");
    sees(&one, "document.querySelector('#other-list button')?.checkVisibility()");
    one.press("#other-list button").expect("Show");
    sees(&one, "document.querySelector('#consent-rows')?.innerText.includes('Augusta')");
    fills_as(&one, "Work");
    sees(&two, "document.querySelector('#consent-rows')?.innerText.includes('Wilhelmette')");
    one.press("#consent-no").expect("Not now");
    sees(&two, "document.querySelector('#consent').hidden");
    sees(&two, "document.body.dataset.status === 'stopped'");
}

/// Proves that a file with all profiles brings them into a browser that has none, and changes none that is there.
#[test]
fn a_file_with_all_profiles_is_taken_in() {
    let stage = Stage::alone();
    let home = stage.vaulty.home();
    let file = tempfile::Builder::new().suffix(".json").tempfile().expect("a file");
    let all = json!({"version": 1, "profiles": [
        {"name": "Main", "profile": {"firstName": "Grace"}},
        {"name": "Work", "profile": {"firstName": "Wilhelmette"}},
    ]});
    std::fs::write(file.path(), all.to_string()).expect("it is written");
    home.view("profile").expect("profile");
    home.page.set_files("#profile-import-file", &[file.path()]).expect("it is chosen");
    sees(&home, "document.querySelector('#import-several').checkVisibility()");
    home.press("#import-several-yes").expect("Add these profiles");
    sees(&home, "document.querySelector('#import-report').innerText.startsWith('Imported')");
    let first = |name: &str| home.profile_named(name).expect(name)["firstName"].clone();
    let got = ["Main", "Main 2", "Work"].map(first);
    assert_eq!(got, ["Ada", "Grace", "Wilhelmette"].map(Value::from));
}

/// Sends the worker what a panel sends, and says what it answers.
fn ask(popup: &Popup, message: &Value) -> Value {
    let send = "async (message) => await chrome.runtime.sendMessage(message)";
    popup.page.apply(send, std::slice::from_ref(message)).expect("the worker answers")
}

/// Shows a profile in the editor.
fn shows(home: &Popup, name: &str) {
    let pick = "(name) => { const pick = document.querySelector('#profile-pick'); \
        pick.value = [...pick.options].find((one) => one.text === name).value; \
        pick.dispatchEvent(new Event('change', { bubbles: true })); }";
    home.page.apply(pick, &[name.into()]).expect("it is shown");
}

/// Proves that Stop ends a job at once and what the page is doing with it, although the profiles cannot be read any more;
/// nothing cheaper has a storage that fails while a page is filled.
#[test]
fn stop_needs_no_profile() {
    let stage = Stage::alone();
    let (tab, popup) = stage.open(MANY);
    popup.start().expect("Start");
    popup.agree().expect("it is agreed to");
    wait(&tab, "Object.keys(app.values).length > 20");
    // As after a newer version of the extension.
    let newer = "(async () => { await new Promise((done, fail) => { const open = indexedDB.open('vaulty', 2); \
        open.onsuccess = () => { open.result.close(); done(); }; open.onerror = () => fail(open.error); }); \
        await chrome.storage.local.set({ profilesChanged: 'now' }); })()";
    popup.page.evaluate(newer).expect("the storage is of a newer version");
    popup.stop().expect("Stop");
    popup.wait_status(&["stopped", "error"], PATIENCE).expect("the job ends");
    stopped_in_the_middle(&tab);
}

/// Proves that a site has its own profile also where a job was started at an address that leads on to it.
#[test]
fn the_site_that_a_job_arrives_at_says_which_profile() {
    let stage = Stage::alone();
    let home = stage.vaulty.home();
    add(&home, "Work", &WORK);
    let id = home.page.evaluate("document.querySelector('#profile-pick').value").expect("an id");
    let origin = stage.site.url("").trim_end_matches('/').to_owned();
    let change = json!({"change": "useOnSite", "origin": origin, "id": id});
    ask(&home, &json!({"type": "CHANGE_PROFILES", "change": change}));
    let (_tab, popup) = stage.open("simple.html");
    let popup = popup.wary();
    let away =
        stage.site.other_site_url(&format!("leads-to.html?{}", stage.site.url("simple.html")));
    popup.start_at(&away).expect("it starts elsewhere");
    rests(&popup, "paused_for_approval");
    sees(&popup, "document.querySelector('#consent-rows')?.innerText.includes('Wilhelmette')");
    assert!(!popup.text("#consent").expect("a card").contains("Ada"));
}

/// Proves that no list is overwritten by another change of the same moment.
#[test]
fn two_consents_of_one_moment_are_both_kept() {
    let stage = Stage::alone();
    let home = stage.vaulty.home();
    let both = "async (n) => { const set = (origin, scope, kinds) => chrome.runtime.sendMessage({ type: 'SET_CONSENT', origin, \
        scope, kinds, profileId: 'first' }); \
        await Promise.all([set(`https://a${n}.example`, 'never', []), \
            set(`https://b${n}.example`, 'always', [{ kind: 'name', tier: 'ordinary' }])]); \
        const { consents } = await chrome.storage.local.get('consents'); return consents.length; }";
    for n in 1..=10 {
        let kept = home.page.apply(both, &[json!(n)]).expect("both are kept");
        assert_eq!(kept, json!(2 * n));
    }
}

/// Proves that what was asked about one profile is not done to another one that is shown by then: an import, a name, the
/// answer to a question, a sync.
#[test]
fn what_is_asked_about_one_profile_is_not_done_to_another() {
    let stage = Stage::alone();
    let home = stage.vaulty.home();
    add(&home, "Work", &WORK);
    shows(&home, "Main");
    sees(&home, "document.querySelector('#p-first').value === 'Ada'");
    let mut file = person();
    file["firstName"] = json!("Grace");
    let path = tempfile::Builder::new().suffix(".json").tempfile().expect("a file");
    std::fs::write(path.path(), json!({"profile": file}).to_string()).expect("it is written");
    home.page.set_files("#profile-import-file", &[path.path()]).expect("a file is chosen");
    sees(&home, "document.querySelector('#import-pending').checkVisibility()");
    home.press("#profile-rename").expect("Rename");
    shows(&home, "Work");
    sees(&home, "document.querySelector('#p-first').value === 'Wilhelmette'");
    assert!(!home.visible("#import-pending").expect("it answers"));
    assert!(!home.visible("#profile-naming").expect("it answers"));

    let (_tab, popup) = stage.start("question.html");
    rests(&popup, "needs_input");
    let job = popup.job().expect("a job");
    let key = job["questions"][0]["saveAs"].as_str().expect("a question").to_owned();
    let answers = json!({"type": "ANSWER", "jobId": job["id"], "profileId": "gone", "answers": {key: "Blue"}});
    let refused = ask(&popup, &answers);
    assert_eq!(refused["ok"], false, "{refused}");
    let sync = json!({"type": "SYNC_PROFILE", "direction": "pull", "profileId": "gone"});
    let refused = ask(&popup, &sync);
    assert_eq!(refused["ok"], false, "{refused}");
    for name in ["Main", "Work"] {
        let stored = home.profile_named(name).expect("a profile").to_string();
        assert!(!stored.contains("Blue") && !stored.contains("Grace"), "{name}: {stored}");
    }
}

/// Proves that a profile that cannot be read is not replaced by what a job has to keep.
#[test]
fn a_damaged_profile_is_left_as_it_is() {
    let stage = Stage::alone();
    let home = stage.vaulty.home();
    let damage = "new Promise((done, fail) => { const open = indexedDB.open('vaulty'); open.onerror = () => fail(open.error); \
        open.onsuccess = () => { const change = open.result.transaction('profiles', 'readwrite'); \
            const all = change.objectStore('profiles'); \
            all.get('first').onsuccess = ({ target }) => all.put({ ...target.result, version: 'one' }, 'first'); \
            change.oncomplete = () => { open.result.close(); done(); }; }; })";
    home.page.evaluate(damage).expect("the record is damaged");
    stage.vaulty.stop_worker().expect("it is read anew");
    let (_tab, popup) = stage.start("question.html");
    rests(&popup, "needs_input");
    let job = popup.job().expect("a job");
    let key = job["questions"][0]["saveAs"].as_str().expect("a question").to_owned();
    let answers = json!({"type": "ANSWER", "jobId": job["id"], "answers": {key: "Blue"}});
    let refused = ask(&popup, &answers);
    assert_eq!(refused["ok"], false, "{refused}");
    let stored = home.stored_profiles().expect("what is stored").to_string();
    assert!(stored.contains("ada@example.org") && !stored.contains("Blue"), "{stored}");
}
