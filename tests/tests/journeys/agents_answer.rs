//! Agents that answer: what they say lies beside its question, and is filled where the person takes it.

use serde_json::{Value, json};
use tests::{Agent, Popup, Tab, agent::command, server::Server};

use crate::{
    agents::{error, shared, with_agents},
    stage::{PATIENCE, Stage, app, picture, rests},
};

const SUGGESTION: &str = "#questions .near.of-agent";

/// A browser whose person lets agents answer, and one that they added for it.
fn with_answers(server: &Server) -> (Stage, Agent<'_>) {
    let stage = with_agents(server);
    let on = [("#agents-enabled", true.into()), ("#agents-answer", true.into())];
    stage.vaulty.home().set_settings(&on).expect("settings are saved");
    let agent =
        Agent::add(server, "Helper", &["--tools", "all", "--answers"]).expect("an agent is added");
    agent.forms().expect("a browser answers");
    (stage, agent)
}

/// A job of the agent's that waits with its one question: the job and the question's id.
fn asked(stage: &Stage, agent: &Agent<'_>) -> (Tab, Popup, String, Value) {
    asked_at(stage, agent, "question.html")
}

fn asked_at(stage: &Stage, agent: &Agent<'_>, path: &str) -> (Tab, Popup, String, Value) {
    let (tab, popup) = shared(stage, path);
    let form = agent.forms().expect("forms").pop().expect("a form")["form"].clone();
    let job = agent.call("start_fill", json!({"form": form})).expect("a job");
    let job = job["job"]["job"].as_str().expect("an id").to_owned();
    assert_eq!(agent.follow(&job).expect("it comes to rest")["needs"], "answers");
    let said = agent.call("list_open_questions", json!({"job": job})).expect("questions");
    let question = said["questions"]["asked"][0]["id"].clone();
    (tab, popup, job, question)
}

fn shows(popup: &Popup, text: &str) {
    let is_there =
        format!("document.querySelector('{SUGGESTION}')?.textContent.includes({})", json!(text));
    popup.page.wait_for(&is_there, PATIENCE).expect("the panel shows what the agent said");
}

/// Proves that what an agent answers is shown with its name, is filled by the person's press alone, in the words that they
/// read, and is nothing of theirs afterwards.
#[test]
fn an_agents_answer_is_filled_where_the_person_takes_it() {
    let server = Server::start(&[]).expect("the server starts");
    let (stage, agent) = with_answers(&server);
    let (tab, popup, job, question) = asked(&stage, &agent);
    let answer = |text: &str| json!({"job": job, "question": question, "answer": text});
    for (arguments, expected) in [
        (json!({"job": job, "question": "q-0", "answer": "x"}), "no_such_question"),
        (answer("4111 1111 1111 1111"), "person_only"),
        (answer("a\u{202e}b"), "no_answer_to_it"),
    ] {
        assert_eq!(error(&agent, "answer_question", arguments), expected);
    }
    agent.call("answer_question", answer("The Gull")).expect("it is laid there");
    shows(&popup, "Helper (agent) suggests: The Gull");
    // Said anew, the panel shows that.
    agent.call("answer_question", answer("The Heron")).expect("it is laid there");
    shows(&popup, "Helper (agent) suggests: The Heron");
    picture(&popup, "agent-suggests.png", "#questions");
    assert_eq!(app(&tab)["values"], json!({}), "nothing is filled by itself");
    let nothing = "[...document.querySelectorAll('#question-list [data-key]')].every((one) => one.value === '')";
    assert_eq!(popup.page.evaluate(nothing).expect("the panel"), json!(true), "nor taken");
    let said = agent.call("list_open_questions", json!({"job": job})).expect("questions");
    assert_eq!(said["questions"]["asked"][0]["suggested"], true);

    popup.press(&format!("{SUGGESTION} button")).expect("the person takes it");
    let is_named =
        "document.querySelector('#questions p.of-agent')?.textContent.includes('Helper')";
    popup.page.wait_for(is_named, PATIENCE).expect("the panel says whose it is");
    popup.press("#answer").expect("the person goes on");
    agent.follow(&job).expect("it comes to rest");
    assert_eq!(app(&tab)["values"]["boat"], "The Heron");
    rests(&popup, "paused_for_approval");
    let written = popup.job().expect("the record")["written"].to_string();
    assert!(written.contains("suggested by Helper (agent)"), "{written}");
    assert!(!popup.job().expect("the record").to_string().contains("The Heron"));
    popup.approve(false).expect("the person sends it");
    rests(&popup, "done");

    // The next form of its kind asks again: nothing was learned of it, and nothing kept.
    let kept = "Promise.all(['local', 'session'].map((area) => chrome.storage[area].get(null))).then(JSON.stringify)";
    let kept = stage.vaulty.home().page.evaluate(kept).expect("what is kept").to_string();
    assert!(!kept.contains("The Heron") && !kept.contains("The Gull"), "{kept}");
    let (_tab, popup) = stage.start("question.html");
    popup.wait_status(&["needs_input"], PATIENCE).expect("it is asked again");
    let log = command(&server, &["log"]).expect("the log");
    assert!(log.contains("answer_question") && !log.contains("The Heron"), "{log}");
}

/// Proves that an agent suggests several choices at once, that the person reads all of them before and after they took
/// them, and that these are ticked and no other.
#[test]
fn several_choices_of_an_agents_are_ticked_where_the_person_takes_them() {
    let server = Server::start(&[]).expect("the server starts");
    let (stage, agent) = with_answers(&server);
    let (tab, popup, job, question) = asked_at(&stage, &agent, "question.html?piers");
    let told = agent.call("list_open_questions", json!({"job": job})).expect("questions");
    let told = &told["questions"]["asked"][0];
    assert_eq!(told["kind"], "choices", "{told}");
    assert_eq!(told["options"], json!(["North pier", "South pier", "East pier"]));
    let answer = |said: Value| json!({"job": job, "question": question, "answer": said});
    for wrong in [json!(["West pier"]), json!(["North pier", "North pier"]), json!("North, East")] {
        assert_eq!(error(&agent, "answer_question", answer(wrong)), "no_answer_to_it");
    }
    agent
        .call("answer_question", answer(json!(["North pier", "East pier"])))
        .expect("it is laid there");
    shows(&popup, "Helper (agent) suggests: North pier\nEast pier");
    let ticks = "[...document.querySelectorAll('[name=pier]')].map((one) => one.checked)";
    let ticked = || tab.page.evaluate(ticks).expect("ticks");
    assert_eq!(ticked(), json!([false, false, false]), "nothing is ticked by itself");
    popup.press(&format!("{SUGGESTION} button")).expect("the person takes it");
    let chosen = "JSON.stringify([...document.querySelectorAll('#question-list fieldset input')].map((one) => one.checked)) === '[true,false,true]'";
    popup.page.wait_for(chosen, PATIENCE).expect("what they took is shown");
    popup.press("#answer").expect("the person goes on");
    agent.follow(&job).expect("it comes to rest");
    assert_eq!(ticked(), json!([true, false, true]));
}

/// Proves that what an agent answers while the review sheet is shown is filled with the rest where the person takes it there,
/// and not before.
#[test]
fn an_agents_answer_is_taken_on_the_review_sheet() {
    let server = Server::start(&[]).expect("the server starts");
    let (stage, agent) = with_answers(&server);
    let (tab, popup) = shared(&stage, "unknown-question.html");
    let form = agent.forms().expect("forms").pop().expect("a form")["form"].clone();
    let job = agent.call("start_fill", json!({"form": form})).expect("a job");
    let job = job["job"]["job"].as_str().expect("an id").to_owned();
    assert_eq!(agent.follow(&job).expect("it comes to rest")["needs"], "consent");
    let said = agent.call("list_open_questions", json!({"job": job})).expect("questions");
    let question = said["questions"]["asked"][0]["id"].clone();
    let answer = json!({"job": job, "question": question, "answer": "Ahoy"});
    agent.call("answer_question", answer).expect("it is laid there");
    let there = "document.querySelector('#consent .near.of-agent')?.textContent";
    let is_there = format!("{there}?.includes('Helper (agent) suggests: Ahoy')");
    popup.page.wait_for(&is_there, PATIENCE).expect("the sheet shows it");
    assert_eq!(app(&tab)["values"], json!({}));
    popup.press("#consent .near.of-agent button").expect("the person takes it");
    let is_named =
        "document.querySelector('#consent').textContent.includes('suggested by Helper (agent)')";
    popup.page.wait_for(is_named, PATIENCE).expect("the row says whose it is");
    picture(&popup, "agent-suggests-on-the-sheet.png", "#consent");
    assert_eq!(app(&tab)["values"], json!({}), "nothing is filled before the sheet was agreed to");
    popup.agree().expect("the person agrees");
    agent.follow(&job).expect("it comes to rest");
    tab.page.wait_for("window.app.values.odd === 'Ahoy'", PATIENCE).expect("it is filled");
    let record = popup.job().expect("the record").to_string();
    assert!(record.contains("suggested by Helper (agent)") && !record.contains("Ahoy"), "{record}");
}

/// Proves that an answer that was withdrawn, or became another, after the person took it is not filled, and that no agent
/// answers where the person switched that off, or never allowed it.
#[test]
fn an_answer_that_is_withdrawn_is_not_filled() {
    let server = Server::start(&[]).expect("the server starts");
    let (stage, agent) = with_answers(&server);
    let mute = Agent::add(&server, "Mute", &["--tools", "all"]).expect("an agent is added");
    let (tab, popup, job, question) = asked(&stage, &agent);
    let answer = |text: &str| json!({"job": job, "question": question, "answer": text});
    assert_eq!(error(&mute, "answer_question", answer("The Gull")), "not_allowed");
    let other =
        Agent::add(&server, "Other", &["--tools", "all", "--answers"]).expect("an agent is added");
    assert_eq!(error(&other, "answer_question", answer("The Gull")), "no_such_job");

    agent.call("answer_question", answer("The Gull")).expect("it is laid there");
    shows(&popup, "The Gull");
    popup.press(&format!("{SUGGESTION} button")).expect("the person takes it");
    agent.call("answer_question", answer("The Heron")).expect("it is another");
    shows(&popup, "The Heron");
    let is_empty = "document.querySelector('#question-list [data-key]').value === ''";
    popup.page.wait_for(is_empty, PATIENCE).expect("what was taken is not taken any more");

    let is_gone = format!("!document.querySelector('{SUGGESTION}')");
    let off = [("#agents-answer", false.into())];
    stage.vaulty.home().set_settings(&off).expect("settings are saved");
    popup.page.wait_for(&is_gone, PATIENCE).expect("it is withdrawn");
    assert_eq!(error(&agent, "answer_question", answer("The Gull")), "answers_off");
    let said = agent.call("list_open_questions", json!({"job": job})).expect("questions");
    assert!(said["questions"]["asked"][0]["id"].is_null(), "{said}");
    let on = [("#agents-answer", true.into())];
    stage.vaulty.home().set_settings(&on).expect("settings are saved");
    agent.call("answer_question", answer("The Heron")).expect("it is laid there");
    shows(&popup, "The Heron");
    command(&server, &["revoke", "Helper"]).expect("it is revoked");
    popup.page.wait_for(&is_gone, PATIENCE).expect("what a revoked agent said is withdrawn");
    assert_eq!(app(&tab)["values"], json!({}));
}

/// Proves that a page that asks something else once an answer lies there, such as for a password, gets that answer for nothing,
/// also where the person took it.
#[test]
fn a_question_that_becomes_another_gets_no_answer() {
    let server = Server::start(&[]).expect("the server starts");
    let (stage, agent) = with_answers(&server);
    let (tab, popup, job, question) = asked(&stage, &agent);
    let answer = json!({"job": job, "question": question, "answer": "The Heron"});
    agent.call("answer_question", answer.clone()).expect("it is laid there");
    shows(&popup, "The Heron");
    let turns = "(() => { const boat = document.querySelector('#boat'); boat.type = 'password'; \
        document.querySelector('label').textContent = 'Your password'; return boat.type; })()";
    assert_eq!(tab.page.evaluate(turns).expect("the page"), json!("password"));
    popup.press(&format!("{SUGGESTION} button")).expect("the person takes it");
    popup.press("#answer").expect("the person goes on");
    agent.follow(&job).expect("it comes to rest");
    let holds = "document.querySelector('#boat').value";
    assert_eq!(tab.page.evaluate(holds).expect("the page"), json!(""));
    assert_eq!(error(&agent, "answer_question", answer), "no_such_question");
}

/// Proves that the card of an address that an agent asks for goes when the agent is revoked.
#[test]
fn a_revoked_agent_asks_for_nothing_any_more() {
    let server = Server::start(&[]).expect("the server starts");
    let stage = with_agents(&server);
    let agent = Agent::add(&server, "Helper", &["--tools", "all"]).expect("an agent is added");
    agent.forms().expect("a browser answers");
    let home = stage.vaulty.home();
    let address = stage.site.url("simple.html");
    agent.call("open_form", json!({"address": address})).expect("the person is asked");
    let waits = "document.querySelector('#wish').checkVisibility()";
    home.page.wait_for(waits, PATIENCE).expect("a card");
    command(&server, &["revoke", "Helper"]).expect("it is revoked");
    home.page.wait_for(&format!("!{waits}"), PATIENCE).expect("the card is gone");
    let quiet = "chrome.action.getBadgeText({}).then((said) => said === '')";
    home.page.wait_for(quiet, PATIENCE).expect("the button says nothing any more");
}
