//! Agents: a form is filled for one that never has what is in it, and one that lies gets nowhere.

use std::thread;

use serde_json::{Value, json};
use tests::{
    Agent, Popup, Tab,
    agent::{SdkAgent, command},
    server::Server,
};

use crate::{
    canaries,
    stage::{PATIENCE, Stage, app, picture, rests},
};

/// A browser that a server is paired with, whose agents may ask, and a person with canaries for data.
pub(crate) fn with_agents(server: &Server) -> Stage {
    let stage = Stage::alone();
    stage.vaulty.home().import(&canaries::profile()).expect("the profile is imported");
    stage.vaulty.use_server(server).expect("the extension knows the server");
    let on = [("#agents-enabled", true.into())];
    stage.vaulty.home().set_settings(&on).expect("settings are saved");
    stage
}

/// Opens a page and shares its tab with agents.
pub(crate) fn shared(stage: &Stage, path: &str) -> (Tab, Popup) {
    let (tab, popup) = stage.open(path);
    let popup = popup.wary();
    share(&popup, true);
    (tab, popup)
}

/// The error of a call that comes to nothing.
pub(crate) fn error(agent: &Agent<'_>, tool: &str, arguments: Value) -> String {
    let said = agent.call(tool, arguments).expect("an answer");
    said["error"].as_str().expect("an error").to_owned()
}

fn share(popup: &Popup, on: bool) {
    let is_other = format!(
        "(() => {{ const share = document.querySelector('#share-tab'); \
         return share?.checkVisibility() && !share.disabled && share.checked === {}; }})()",
        !on
    );
    popup.page.wait_for(&is_other, PATIENCE).expect("the switch is there, as it was left");
    popup.press("#share-tab").expect("the switch is pressed");
    // The tick is there at the press; the worker has taken it in once the switch can be pressed again.
    let is_set = format!(
        "((share) => !share.disabled && share.checked === {on})(document.querySelector('#share-tab'))"
    );
    popup.page.wait_for(&is_set, PATIENCE).expect("the switch is set");
}

/// The page says in its title, its heading and beside its fields whatever was written into it.
const ECHOES: &str = "(() => { for (const control of document.querySelectorAll('input, select')) { \
    control.addEventListener('input', () => { \
        document.title += ` ${control.value}`; \
        for (const place of document.querySelectorAll('h1, [role=status]')) { \
            place.textContent += ` ${control.value}`; \
        } }); } return 1; })()";
/// The same in the labels of its fields, which are empty again then.
const LABELS: &str = "(() => { for (const label of document.querySelectorAll('label')) { \
    label.textContent += ` ${label.control.value}`; } \
    document.querySelector('form').reset(); return document.body.innerText; })()";

/// Proves that an agent has a whole form filled and sent without hearing one value, and that what is filled, and that it is
/// sent, are the person's alone to say.
#[test]
fn an_agent_has_a_form_filled_and_sent_without_seeing_a_value() {
    let server = Server::start(&[]).expect("the server starts");
    let stage = with_agents(&server);
    let agent = Agent::add(&server, "Helper", &["--tools", "all"]).expect("an agent is added");
    assert_eq!(agent.forms().expect("forms"), Vec::<Value>::new(), "nothing is shared by itself");
    let (tab, popup) = shared(&stage, "simple.html");
    tab.page.evaluate(ECHOES).expect("the page echoes");
    let forms = agent.forms().expect("forms");
    assert_eq!(forms.len(), 1, "{forms:?}");
    let form = forms[0]["form"].clone();

    let plan = agent.call("preview_plan", json!({"form": form})).expect("a plan");
    let entries: Vec<&str> = plan["plan"]["fields"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|field| field["entry"].as_str())
        .collect();
    assert!(entries.contains(&"email") && entries.contains(&"address.street"), "{plan}");

    let started = agent.call("start_fill", json!({"form": form})).expect("a job");
    let job = started["job"]["job"].as_str().expect("an id").to_owned();
    let waits = agent.follow(&job).expect("it comes to rest");
    assert_eq!(
        (&waits["state"], &waits["needs"]),
        (&json!("waiting_for_person"), &json!("consent"))
    );
    assert_eq!(app(&tab)["values"], json!({}), "nothing is filled before the person agreed");
    let nothing = agent.call("request_submit", json!({"job": job})).expect("an answer");
    assert_eq!(nothing["error"], "nothing_to_submit");
    rests(&popup, "paused_for_approval");
    assert!(
        popup.text("#asked-by").expect("a line").contains("Helper"),
        "the panel says who asked"
    );

    popup.agree().expect("the person agrees");
    let waits = agent.follow(&job).expect("it comes to rest");
    assert_eq!(
        (&waits["state"], &waits["needs"]),
        (&json!("waiting_for_person"), &json!("approval"))
    );
    assert_eq!(app(&tab)["values"]["email"], canaries::value("email"));
    let parked = agent.call("request_submit", json!({"job": job})).expect("an answer");
    assert_eq!(parked["job"]["needs"], "approval", "{parked}");
    agent.forms().expect("forms, with the title that echoes");
    assert_eq!(app(&tab)["submits"], 0, "no agent sends");

    rests(&popup, "paused_for_approval");
    popup.approve(false).expect("the person sends it");
    rests(&popup, "done");
    let done = agent.follow(&job).expect("it has ended");
    assert_eq!(
        (&done["state"], app(&tab)["submits"].as_u64()),
        (&json!("done"), Some(1)),
        "{done}"
    );
    let receipts = agent.call("list_receipts", json!({})).expect("receipts");
    assert_eq!(receipts["receipts"][0]["receipt"], done["receipt"], "{receipts}");
    assert!(receipts["receipts"][0]["entries"].to_string().contains("email"), "{receipts}");

    let page = tab.page.evaluate(LABELS).expect("the page echoes").to_string();
    assert!(canaries::found_in(&page).contains(&"address.street"), "{page}");
    let plan = agent.call("preview_plan", json!({"form": form})).expect("a plan");
    assert!(plan["plan"]["fields"].as_array().is_some_and(|fields| fields.len() > 5), "{plan}");
    agent.forms().expect("forms, with the title that echoes");
    assert_eq!(canaries::found_in(&agent.heard()), Vec::<&str>::new(), "{}", agent.heard());
    let log = command(&server, &["log"]).expect("the log");
    assert!(log.contains("start_fill") && log.contains("request_submit"), "{log}");
    assert_eq!(canaries::found_in(&log), Vec::<&str>::new(), "{log}");
    for line in server.output() {
        assert_eq!(canaries::found_in(&line), Vec::<&str>::new(), "{line}");
    }
}

/// The consents that are kept, until they are revoked and until the browser ends.
fn kept(stage: &Stage) -> String {
    let areas = "Promise.all(['local', 'session'].map((area) => chrome.storage[area].get('consents'))).then(JSON.stringify)";
    stage.vaulty.home().page.evaluate(areas).expect("what is kept").to_string()
}

/// Proves that what was agreed to before holds for the person's own jobs and for none that an agent asks for, and that
/// what is agreed to in an agent's job is kept for nobody.
#[test]
fn a_consent_that_is_kept_is_not_an_agents() {
    let server = Server::start(&[]).expect("the server starts");
    let stage = with_agents(&server);
    let agent = Agent::add(&server, "Helper", &["--tools", "all"]).expect("an agent is added");
    let (_tab, popup) = stage.start("simple.html");
    rests(&popup, "paused_for_approval");
    popup.stop().expect("the person stops");
    let kept = kept(&stage);
    assert!(kept.contains("session"), "the person's own job has left one: {kept}");
    let (tab, popup) = shared(&stage, "simple.html");
    let form = agent.forms().expect("forms")[0]["form"].clone();
    let job = agent.call("start_fill", json!({"form": form})).expect("a job");
    let job = job["job"]["job"].as_str().expect("an id").to_owned();
    let waits = agent.follow(&job).expect("it comes to rest");
    assert_eq!(waits["needs"], "consent", "the person is asked anew: {waits}");
    assert_eq!(app(&tab)["values"], json!({}));
    assert!(!popup.visible("#consent-scope").expect("the card"), "nothing is offered to be kept");
    popup.agree().expect("the person agrees");
    agent.follow(&job).expect("it comes to rest");
    assert_eq!(self::kept(&stage), kept);
}

/// Proves that an agent reaches no tab that was not shared, no job but its own, and nothing any more once the person
/// takes the tab back, the tab goes elsewhere, the agent is revoked, or agents are switched off.
#[test]
fn an_agent_that_lies_gets_nowhere() {
    let server = Server::start(&[]).expect("the server starts");
    let stage = with_agents(&server);
    let agent = Agent::add(&server, "Helper", &["--tools", "all"]).expect("an agent is added");
    let other = Agent::add(&server, "Other", &["--tools", "all"]).expect("an agent is added");
    let elsewhere =
        Agent::add(&server, "Elsewhere", &["--tools", "all", "--sites", "https://jobs.example"])
            .expect("an agent is added");
    let reader = Agent::add(&server, "Reader", &[]).expect("an agent is added");
    let (hidden, _popup) = stage.open("question.html");
    let (tab, popup) = shared(&stage, "simple.html");
    let forms = agent.forms().expect("forms");
    assert_eq!(forms.len(), 1, "{forms:?}");
    let form = forms[0]["form"].clone();
    for guessed in [hidden.id.to_string(), tab.id.to_string(), "f1".to_owned()] {
        assert_eq!(error(&agent, "start_fill", json!({"form": guessed})), "no_such_form");
    }
    assert_eq!(elsewhere.forms().expect("forms"), Vec::<Value>::new());
    assert_eq!(error(&elsewhere, "preview_plan", json!({"form": form})), "no_such_form");
    assert_eq!(error(&reader, "start_fill", json!({"form": form})), "not_allowed");

    let started = agent.call("start_fill", json!({"form": form})).expect("a job");
    let job = started["job"]["job"].clone();
    agent.follow(job.as_str().expect("an id")).expect("it comes to rest");
    assert_eq!(error(&agent, "start_fill", json!({"form": form})), "busy");
    for tool in ["get_job", "await_job", "list_open_questions", "request_submit", "undo"] {
        assert_eq!(error(&other, tool, json!({"job": job})), "no_such_job", "{tool}");
        assert!(
            ["no_such_job", "not_allowed"]
                .contains(&error(&reader, tool, json!({"job": job})).as_str()),
            "{tool}"
        );
    }
    for tool in ["approve", "grant", "answer", "GRANT"] {
        let refused = agent.ask("tools/call", &json!({"name": tool, "arguments": {"job": job}}));
        assert!(refused.expect("an answer")["error"].is_object(), "{tool}");
    }
    assert_eq!(error(&agent, "undo", json!({"job": job})), "nothing_to_undo");
    assert_eq!(app(&tab)["values"], json!({}));

    popup.stop().expect("the person stops");
    assert_eq!(
        agent.follow(job.as_str().expect("an id")).expect("it has ended")["state"],
        "stopped"
    );
    // A no to an agent's job takes the form back, so that it isn't asked for again at once.
    let is_back = "!document.querySelector('#share-tab').checked";
    popup.page.wait_for(is_back, PATIENCE).expect("the switch is off");
    assert_eq!(error(&agent, "start_fill", json!({"form": form})), "no_such_form");
    share(&popup, true);
    share(&popup, false);
    assert_eq!(agent.forms().expect("forms"), Vec::<Value>::new());
    share(&popup, true);
    let again = agent.forms().expect("forms")[0]["form"].clone();
    assert_ne!(again, form, "an id is of one sharing");
    let localhost = stage.site.url("simple.html").replace("127.0.0.1", "localhost");
    tab.page.navigate(&localhost).expect("the tab goes elsewhere");
    assert_eq!(error(&agent, "preview_plan", json!({"form": again})), "no_such_form");

    command(&server, &["revoke", "Helper"]).expect("it is revoked");
    let refused = agent.ask("tools/list", &json!({})).expect("an answer");
    assert_eq!(refused["error"]["code"], "unauthorized", "{refused}");
    let off = [("#agents-enabled", false.into())];
    stage.vaulty.home().set_settings(&off).expect("settings are saved");
    let said = error(&other, "list_forms", json!({}));
    assert!(["no_answer", "no_browser"].contains(&said.as_str()), "{said}");
    for one in [&agent, &other, &elsewhere, &reader] {
        assert_eq!(canaries::found_in(&one.heard()), Vec::<&str>::new(), "{}", one.heard());
    }
}

/// A tool's answers to so many calls of each agent, made at the same time.
fn at_once(agents: &[&Agent<'_>], calls: usize, tool: &str, arguments: &Value) -> Vec<Value> {
    thread::scope(|scope| {
        let calls = (0..calls)
            .flat_map(|_| agents)
            .map(|agent| scope.spawn(|| agent.call(tool, arguments.clone()).expect("an answer")));
        let calls: Vec<_> = calls.collect();
        calls.into_iter().map(|call| call.join().expect("a call ends")).collect()
    })
}

/// Proves that agents that ask at the same time as each other, and as the person decides, get one job, no yes, and nothing
/// sent but what the person's card showed.
#[test]
fn agents_that_race_get_one_job_and_no_yes() {
    let server = Server::start(&[]).expect("the server starts");
    let stage = with_agents(&server);
    let agent = Agent::add(&server, "Helper", &["--tools", "all"]).expect("an agent is added");
    let rival = Agent::add(&server, "Rival", &["--tools", "all"]).expect("an agent is added");
    let (tab, popup) = shared(&stage, "simple.html");
    let form = json!({"form": agent.forms().expect("forms")[0]["form"]});
    let said = at_once(&[&agent, &rival], 4, "start_fill", &form);
    let begun: Vec<&Value> = said.iter().filter(|said| said["job"].is_object()).collect();
    assert_eq!(begun.len(), 1, "{said:?}");
    assert_eq!(said.iter().filter(|said| said["error"] == "busy").count(), 7, "{said:?}");
    let job = json!({"job": begun[0]["job"]["job"]});
    rests(&popup, "paused_for_approval");
    assert_eq!(app(&tab)["values"], json!({}), "nothing is filled before the person agreed");

    let is_rivals = agent.call("get_job", job.clone()).expect("an answer")["error"].is_string();
    let (owner, other) = if is_rivals { (&rival, &agent) } else { (&agent, &rival) };

    // While the person agrees, both ask for what they may.
    thread::scope(|scope| {
        for (tool, of) in [("request_submit", &job), ("start_fill", &form)] {
            scope.spawn(move || at_once(&[owner, other], 2, tool, of));
        }
        scope.spawn(|| at_once(&[other], 4, "undo", &job));
        popup.agree().expect("the person agrees");
    });
    rests(&popup, "paused_for_approval");
    assert_eq!(app(&tab)["values"]["email"], canaries::value("email"));
    assert_eq!(app(&tab)["submits"], 0, "no agent sends");
    let jobs = "chrome.storage.local.get(null).then((all) => Object.keys(all).filter((key) => key.startsWith('job:')).length)";
    assert_eq!(popup.page.evaluate(jobs).expect("a number"), 1, "no second job came of it");

    // A yes, and an undo by whose job it is, at the same time: the form is sent as the card showed it, or not at all.
    popup.may_approve().expect("the card lists what goes along");
    let card = popup.text("#approval-values").expect("the card");
    thread::scope(|scope| {
        scope.spawn(|| at_once(&[owner, other], 4, "undo", &job));
        popup.press("#approve").expect("the person says yes");
    });
    popup.wait_at_rest(PATIENCE).expect("the job comes to rest");
    let app = app(&tab);
    let is_sent = app["submits"] == 1;
    println!("a yes and an undo at the same time: sent {is_sent}");
    for name in ["first", "last", "email", "phone", "street", "city", "zip"] {
        let sent = app["sent"][name].as_str().unwrap_or_default();
        let is_shown = !sent.is_empty() && card.contains(sent);
        assert!(!is_sent || is_shown, "{name} was sent as {sent:?}, and the card said: {card}");
    }
    for one in [&agent, &rival] {
        assert_eq!(canaries::found_in(&one.heard()), Vec::<&str>::new(), "{}", one.heard());
    }
}

/// Proves that agents that are made with another SDK, by HTTP or with a program of their own, have a whole job done.
#[test]
fn an_agent_of_another_sdk_has_a_form_filled() {
    let server = Server::start(&[]).expect("the server starts");
    let stage = with_agents(&server);
    let token = Agent::add(&server, "Other SDK", &["--tools", "all"]).expect("an agent is added");
    token.forms().expect("a browser answers");
    for by in [SdkAgent::by_http, SdkAgent::by_program] {
        let mut agent = by(&token).expect("the agent starts");
        assert_eq!(agent.found["prompts"], 2, "{}", agent.found);
        let (tab, popup) = shared(&stage, "simple.html");
        let forms = agent.call("list_forms", &json!({})).expect("forms");
        let form =
            forms["forms"].as_array().and_then(|all| all.last()).expect("a form")["form"].clone();
        agent.call("preview_plan", &json!({"form": form})).expect("a plan");
        let job = agent.call("start_fill", &json!({"form": form})).expect("a job");
        let job = job["job"]["job"].as_str().expect("an id").to_owned();
        assert_eq!(agent.follow(&job).expect("it waits")["needs"], "consent");
        popup.agree().expect("the person agrees");
        assert_eq!(agent.follow(&job).expect("it waits")["needs"], "approval");
        let parked = agent.call("request_submit", &json!({"job": job})).expect("an answer");
        assert_eq!(parked["job"]["state"], "waiting_for_person");
        assert_eq!(app(&tab)["submits"], 0);
        rests(&popup, "paused_for_approval");
        popup.approve(false).expect("the person sends it");
        let done = agent.follow(&job).expect("it has ended");
        assert_eq!((&done["state"], app(&tab)["submits"].as_u64()), (&json!("done"), Some(1)));
        let receipts = agent.call("list_receipts", &json!({})).expect("receipts").to_string();
        assert!(receipts.contains(&job), "{receipts}");
        assert_eq!(canaries::found_in(agent.heard()), Vec::<&str>::new(), "{}", agent.heard());
        share(&popup, false);
    }
}

/// Proves that agents are answered again after the browser has put the worker to sleep in the middle of it.
#[test]
fn agents_are_answered_after_the_worker_slept() {
    let server = Server::start(&[]).expect("the server starts");
    let stage = with_agents(&server);
    let agent = Agent::add(&server, "Helper", &["--tools", "all"]).expect("an agent is added");
    let (_tab, _popup) = shared(&stage, "simple.html");
    assert_eq!(agent.forms().expect("forms").len(), 1);
    stage.vaulty.stop_worker().expect("the worker ends");
    assert_eq!(agent.forms().expect("forms").len(), 1, "what was shared is shared still");
}

/// Proves that what an agent wants to open is opened, and shared, by the person's press alone; and that a no holds.
#[test]
fn an_address_of_an_agents_is_opened_by_the_person_alone() {
    let server = Server::start(&[]).expect("the server starts");
    let stage = with_agents(&server);
    let agent = Agent::add(&server, "Helper", &["--tools", "all"]).expect("an agent is added");
    let home = stage.vaulty.home();
    let address = stage.site.url("simple.html");
    let tabs = || {
        let count = format!(
            "chrome.tabs.query({{}}).then((all) => all.filter((tab) => tab.url === '{address}').length)"
        );
        home.page.evaluate(&count).expect("tabs")
    };
    let waits = "document.querySelector('#wish').checkVisibility()";
    assert_eq!(error(&agent, "open_form", json!({"address": "javascript:alert(1)"})), "no_address");
    let asked = agent.call("open_form", json!({"address": address})).expect("the person is asked");
    assert_eq!(asked["opening"]["origin"], stage.site.url("").trim_end_matches('/'), "{asked}");
    home.page.wait_for(waits, PATIENCE).expect("a card");
    picture(&home, "agent-opens.png", "#wish");
    let button_says = |text: &str| {
        let says = format!("chrome.action.getBadgeText({{}}).then((said) => said === '{text}')");
        home.page.wait_for(&says, PATIENCE).expect("the button tells of it, or no longer");
    };
    button_says("!");
    assert_eq!(home.text("#wish-address").expect("the address"), address);
    assert!(home.text("#wish-title").expect("a title").contains("Helper"));
    assert_eq!(tabs(), 0, "nothing is opened by itself");
    assert_eq!(agent.forms().expect("forms"), Vec::<Value>::new());
    assert_eq!(
        error(&agent, "open_form", json!({"address": stage.site.url("two-page/1.html")})),
        "busy"
    );

    home.page
        .wait_for("!document.querySelector('#wish-open').disabled", PATIENCE)
        .expect("takes it");
    home.press("#wish-open").expect("it is opened");
    button_says("");
    let tab = stage.vaulty.tab_at("simple.html").expect("the tab");
    tab.page.wait_for("window.app !== undefined", PATIENCE).expect("the page has loaded");
    assert_eq!(app(&tab)["submits"], 0);
    let forms = agent.forms().expect("forms");
    assert_eq!(forms.len(), 1, "it is shared: {forms:?}");
    agent.call("preview_plan", json!({"form": forms[0]["form"]})).expect("a plan");
    home.page.wait_for(&format!("!{waits}"), PATIENCE).expect("the card is gone");

    agent.call("open_form", json!({"address": stage.site.url("two-page/1.html")})).expect("asked");
    home.page.wait_for(waits, PATIENCE).expect("a card");
    button_says("!");
    home.page.wait_for("!document.querySelector('#wish-no').disabled", PATIENCE).expect("takes it");
    home.press("#wish-no").expect("it is not");
    home.page.wait_for(&format!("!{waits}"), PATIENCE).expect("the card is gone");
    button_says("");
    assert_eq!(error(&agent, "open_form", json!({"address": address})), "declined");
    assert_eq!(tabs(), 1);
    assert_eq!(agent.forms().expect("forms").len(), 1);
}
