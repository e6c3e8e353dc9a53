//! Journeys with a model behind the server.

use std::{
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tests::{Engine, Model, Server};

use crate::stage::{PATIENCE, Stage, app, person, picture, rests};

fn with_model(known: &[(&str, &str)]) -> (Stage, Server, Model) {
    behind_server(Model::knowing(known).expect("the model starts"))
}

fn behind_server(model: Model) -> (Stage, Server, Model) {
    let stage = Stage::with_server_setting();
    let server = Server::start_with(&[], &model.variables()).expect("the server starts");
    stage.vaulty.use_server(&server).expect("the extension knows the server");
    (stage, server, model)
}

/// Proves that a question which the rules leave open is filled through the model, that its choice is no
/// more than a proposal, that it is asked once, and that no value gets to it.
#[test]
fn a_model_answers_what_the_rules_leave_open() {
    let known = [("payroll", "company"), ("tide", "low tide")];
    let (stage, server, model) = with_model(&known);
    let (tab, popup) = stage.start("odd-questions.html");
    rests(&popup, "needs_input");
    let values = app(&tab)["values"].clone();
    assert_eq!(values["payroll"], "Example Works", "{values}");
    assert_eq!(values["first"], "Ada");
    assert!(values.get("tide").is_none(), "a choice of the model is not made for the person");
    let chosen = "document.querySelector('#question-list select').value";
    assert_eq!(popup.page.evaluate(chosen).expect("a choice"), "Low tide");
    assert!(popup.text("#question-list").expect("text").contains("Proposed by the model"));
    popup.answer(&[]).expect("the proposal is taken");
    rests(&popup, "paused_for_approval");
    assert_eq!(app(&tab)["values"]["tide"], "l");
    let order = app(&tab)["order"].as_array().cloned().unwrap_or_default();
    let at = |name: &str| order.iter().position(|item| item == name);
    assert!(at("first") < at("payroll"), "the rules write first: {order:?}");

    let prompts = model.prompts();
    assert_eq!(prompts.len(), 1, "one call a page");
    assert!(prompts[0].contains("payroll") && prompts[0].contains("employer"));
    let said: Vec<String> = prompts.into_iter().chain(server.output()).collect();
    for value in ["Ada", "Example Works", "ada@example.org", "Beispielweg", "10115", "Low tide is"]
    {
        assert!(said.iter().all(|text| !text.contains(value)), "{value} left the browser");
    }
    popup.approve(false).expect("yes");
    rests(&popup, "done");
    assert_eq!(app(&tab)["submits"], 1);
}

/// Proves that a model that is not there costs the person nothing but a question.
#[test]
fn without_its_model_the_server_asks_the_person() {
    let stage = Stage::with_server_setting();
    let mut variables = Model::knowing(&[]).expect("the model starts").variables();
    variables.push(("VAULTY_LLM_STEP_SECONDS", "2".to_owned()));
    let server = Server::start_with(&[], &variables).expect("the server starts");
    stage.vaulty.use_server(&server).expect("the extension knows the server");
    let (tab, popup) = stage.start("odd-questions.html");
    rests(&popup, "needs_input");
    assert_eq!(app(&tab)["values"]["first"], "Ada");
    let asked = popup.job().expect("a job")["questions"].as_array().map_or(0, Vec::len);
    assert_eq!(asked, 2);
}

/// Proves that Stop ends a call to a model that is under way, all the way to the model.
#[test]
fn stop_ends_the_call_to_a_model() {
    let (stage, _server, model) = behind_server(Model::silent().expect("the model starts"));
    let (_tab, popup) = stage.start("odd-questions.html");
    popup.agree().expect("consent");
    wait_until("the model is asked", || !model.prompts().is_empty());
    popup.stop().expect("Stop");
    rests(&popup, "stopped");
    wait_until("the call has ended", || model.left() == 1);
}

/// Proves that the person sees that a model may be asked, may go on without it, and is asked what is left; that the call ends,
/// and that no model is asked about this form again.
#[test]
fn the_person_goes_on_without_a_model_that_thinks() {
    let (stage, server, model) = behind_server(Model::silent().expect("the model starts"));
    let (tab, popup) = stage.start("odd-questions.html");
    popup.agree().expect("consent");
    let offered = "!document.querySelector('#skip-model').hidden";
    popup.page.wait_for(offered, PATIENCE).expect("the person may go on");
    assert_eq!(app(&tab)["values"]["first"], "Ada", "the rules' part is filled meanwhile");
    assert!(popup.text("#message").expect("a message").contains("asking a model"));
    picture(&popup, "model-thinks.png", "#job");
    popup.press("#skip-model").expect("it is pressed");
    rests(&popup, "needs_input");
    wait_until("the call has ended", || model.left() == 1);
    assert_eq!(popup.page.evaluate(offered).expect("a state"), false);
    popup
        .answer(&[("answers.On whose payroll will we find you today?", "My own")])
        .expect("answers");
    popup.wait_at_rest(PATIENCE).expect("the job goes on");
    assert_eq!(app(&tab)["values"]["payroll"], "My own");
    assert_eq!(model.prompts().len(), 1, "{:?}", server.output());
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < deadline, "not so in time: {what}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Proves that what a person chooses of models in the settings is sent with each request, and that
/// “never” is heard.
#[test]
fn the_choice_in_the_settings_is_heard() {
    let (stage, _server, model) = with_model(&[("payroll", "company")]);
    let settings: [(&str, Value); 1] = [("#llm-mode", "rules-only".into())];
    stage.vaulty.home().set_settings(&settings).expect("settings are saved");
    let (_tab, popup) = stage.start("odd-questions.html");
    rests(&popup, "needs_input");
    assert_eq!(model.prompts().len(), 0);
}

/// Proves that a longer answer is drafted only where the profile allows it and the person asks for it, from
/// the résumé without who it is about, and that the person has the last word.
#[test]
fn a_text_is_drafted_where_the_profile_allows_it() {
    let (stage, server, model) = with_model(&[]);
    let (_tab, popup) = stage.start("odd-questions.html");
    rests(&popup, "needs_input");
    let offers = "document.querySelectorAll('#question-list .draft').length";
    assert_eq!(popup.page.evaluate(offers).expect("a count"), 0, "nobody allowed it");
    popup.stop().expect("Stop");

    let mut allowing = person();
    allowing["allowDrafts"] = json!(true);
    allowing["resume"] = json!({"summary": "Ada Example, ada@example.org: nine years of buoys."});
    stage.vaulty.home().import(&allowing).expect("the profile is imported");
    let (tab, popup) = stage.start("odd-questions.html");
    rests(&popup, "needs_input");
    let before = model.prompts().len();
    popup.page.wait_for(&format!("{offers} === 1"), PATIENCE).expect("a draft is offered");
    popup.press("#question-list .draft").expect("Draft is pressed");
    let written = "document.querySelector('#question-list textarea').value.includes('past years')";
    popup.page.wait_for(written, PATIENCE).expect("the draft is there");
    let prompts = model.prompts();
    assert_eq!(prompts.len(), before + 1);
    let sent = prompts.last().expect("a prompt");
    assert!(sent.contains("nine years of buoys"), "{sent}");
    for value in ["Ada", "ada@example.org", "Beispielweg"] {
        assert!(!sent.contains(value), "{value} is in {sent}");
    }
    assert!(!server.output().join(" ").contains("nine years"));
    popup
        .answer(&[("answers.On whose payroll will we find you today?", "My own")])
        .expect("answers");
    popup.wait_at_rest(PATIENCE).expect("the job comes to rest");
    assert_eq!(app(&tab)["values"]["payroll"], "My own", "the person has the last word");
}

/// A model as a browser brings it along, in place of one that takes gigabytes: it is there, or is to be downloaded, and says
/// of the first question that the entry for the first name answers it.
fn stand_in(place: &str, availability: &str) -> String {
    let model = r#"{
        availability: async () => state,
        create: async (options) => {
            options.monitor?.({ addEventListener: (_, told) => told({ loaded: 0.5 }) });
            state = "available";
            return {
                prompt: async (said, how) => {
                    globalThis.asked = [...(globalThis.asked ?? []), JSON.stringify(options) + said];
                    const [question] = Object.keys(how.responseConstraint.properties);
                    return JSON.stringify({ [question]: "first name" });
                },
                destroy: () => {},
            };
        },
    }"#;
    format!(
        "(async () => {{ let state = '{availability}'; ({place}).LanguageModel = {model}; return 1; }})()"
    )
}

/// Proves that a model of the browser's own is chosen, downloaded by a press, asked once by the real worker about what no rule
/// knows, with no value in what it is told, and that its entry is filled.
#[test]
fn the_browsers_own_model_answers_what_no_rule_knows() {
    let stage = Stage::alone();
    let home = stage.vaulty.home();
    if stage.vaulty.engine() == Engine::Firefox {
        home.page.click("#tab-settings").expect("Settings");
        let none = "document.querySelector('#browser-model-state').textContent.includes('has no model of its own')";
        home.page.wait_for(none, PATIENCE).expect("it brings none along");
        home.page.click("#tab-fill").expect("another view");
    }
    let (worker, place) = stage.background();
    worker.evaluate(&stand_in(place, "available")).expect("a model stands in");
    home.page.evaluate(&stand_in("globalThis", "downloadable")).expect("a model stands in");
    let (_tab, popup) = stage.start("unknown-question.html");
    rests(&popup, "needs_input");
    assert_eq!(worker.evaluate("globalThis.asked ?? null").expect("it answers"), Value::Null);

    home.page.click("#tab-settings").expect("Settings");
    let can = "document.querySelector('#browser-model-download').checkVisibility()";
    home.page.wait_for(can, PATIENCE).expect("it can be downloaded");
    home.page.click("#browser-model-download").expect("it is downloaded");
    let ready = "document.querySelector('#browser-model-state').textContent === 'It is ready.'";
    home.page.wait_for(ready, PATIENCE).expect("it is there");
    picture(&home, "own-model.png", "#browser-model");
    home.set_settings(&[("#browser-model", true.into())]).expect("it is chosen");
    let (tab, popup) = stage.start("unknown-question.html");
    rests(&popup, "paused_for_approval");
    assert_eq!(app(&tab)["values"]["odd"], "Ada");
    let asked = worker.evaluate("globalThis.asked").expect("what it was asked");
    assert_eq!(asked.as_array().map(Vec::len), Some(1), "{asked}");
    let asked = asked.to_string();
    assert!(asked.contains("What do your friends shout"), "{asked}");
    assert!(!asked.contains("Ada") && !asked.contains("ada@example.org"), "{asked}");
}
