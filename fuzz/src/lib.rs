//! What reads what others wrote, given good input with damage in it: one function for each, which fails by
//! panicking and tells whether its input could be read at all.
//!
//! `cargo xtask fuzz` runs them in cargo-fuzz, which looks for input that reaches new code. The tests below
//! keep them compiling, and keep the damage such that a good part of it gets past the parser.
#![expect(clippy::panic, reason = "a finding is a panic")]

use agent_core::{
    bind::{self, Source},
    exit::Exit,
    gate::{self, Allowance, Allowed, Grants, Kind, Row, Verdict},
    job::answer,
    memory::recipe::{self, Listed, Recipe, RecipeSet, Taught, list, list::List},
    model::{
        answer::choices,
        doubt::Odds,
        parse,
        validate::{self, Asking},
    },
    observe::{self, Page},
    plan::{self, Plan, PlanInput, asked},
    resolve::{self, Found},
};
use serde_json::json;
use server::{
    planner::{intake, redact, replay},
    search,
};
use shared_types::{
    AgentAction, JobMode, Observation, Private, Profile, ProfileId, ProfileKey, ValueSource,
    api::NextRequest, json, profile::Address, search::SearchProvider, snapshot::FrameSnapshot,
};

mod damage;

use damage::damaged;

/// A form as a content script describes it, with the person's e-mail address where pages put it.
const SNAPSHOT: &str = include_str!("snapshot.json");
/// A request of a client that sends values.
const REQUEST: &str = include_str!("request.json");
/// An answer of `POST /api/agent/next` with every kind of action and of target.
const ANSWER: &str = include_str!("answer.json");
/// A trace of one step.
const TRACE: &str = include_str!("trace.json");
/// A recipe of the form, as JSON: it becomes a file once it is damaged.
const RECIPE: &str = include_str!("recipe.json");
/// What a model may say about the form.
const SAID: &str = r#"{"0": "email", "1": "Germany", "2": "ask", "3": "custom.Notice period"}"#;
/// A CV, a contact and an address table of the person, and a résumé as JSON. `cv.docx` is the CV.
const CV: &str = include_str!("cv.txt");
const CONTACT: &str = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Lovelace;Ada;;;\r\nEMAIL;TYPE=HOME:ada@lovelace.example\r\nTEL;TYPE=CELL:+44 20 7946 0958\r\nADR;ENCODING=QUOTED-PRINTABLE:;;12 St James=27s Sq;London;;SW1;UK\r\nEND:VCARD\r\n";
const TABLE: &str = "name,email,street,city,\"postal code\"\n\"Lovelace, Ada\",ada@lovelace.example,\"12 \"\"A\"\" Square\",London,SW1\n";
const RESUME: &str = r#"{"basics": {"name": "Ada Lovelace", "email": "ada@lovelace.example", "location": {"city": "London"}, "profiles": [{"network": "GitHub", "url": "https://github.example/ada"}]}, "work": [{"name": "Analytical", "position": "Engineer", "startDate": "1842-10"}], "education": [{"institution": "Home", "area": "Mathematics"}]}"#;
/// What search providers say.
const FOUND: &str = r#"<div class="results"><div class="result"><h2><a class="result__a" href="//duckduckgo.com/l/?uddg=https%3A%2F%2Fa.example%2F">A &amp; <b>B</b></a></h2><a class="result__snippet">Text</a></div></div>"#;
const FOUND_LIST: &str =
    r#"{"results": [{"title": "A", "url": "https://a.example/", "content": "<b>Text</b>"}]}"#;
const FOUND_WEB: &str = r#"{"type": "search", "web": {"results": [{"title": "A", "url": "https://a.example/", "description": "Text"}]}}"#;
/// Bytes of damage to a file: what is damaged all over is not read at all.
const FEW: usize = 9;
const DOCX: &[u8] = include_bytes!("cv.docx");
const PDF: &[u8] = include_bytes!("cv.pdf");
/// The person's, in the texts above.
const EMAIL: &str = "ada@lovelace.example";
/// Where the form is.
const SITE: &str = "https://a.example";

/// What a content script sends is understood and planned. A write goes only to a field of the page, with
/// something that the person has; nothing that says who they are is in what a planner sees.
pub fn snapshot(data: &[u8]) -> bool {
    let Ok(snapshot) = json::from_str(&damaged(SNAPSHOT, data)) else { return false };
    let frame = FrameSnapshot { frame_id: 0, document_id: "d".to_owned(), snapshot };
    let profile = person();
    let source = Source { profile: &profile, record: None, today: None, others: &[], site: "" };
    let page = observe::observe(&[frame], &source);
    assert_eq!(page.fields.len(), page.observation.fields.len(), "an element for each field");
    assert_eq!(page.buttons.len(), page.observation.buttons.len(), "an element for each button");
    let mut outside = page.observation.clone();
    Exit::new(&source).observation(&mut outside);
    carries_nothing(&outside, &source);

    let keys = source.keys();
    let plan = planned(&page.observation, &keys);
    carry_out(&plan.actions, &page, &keys, &source);
    true
}

/// What a client sends is planned, and the plan made fit to be kept; nothing that says who the person is
/// is in what a planner sees.
pub fn observation(data: &[u8]) -> bool {
    let Ok(request) = json::from_str::<NextRequest>(&damaged(REQUEST, data)) else { return false };
    let prepared = intake::prepare(request);
    let question = prepared.question;
    if let Some(values) = &prepared.values {
        let source = values.source();
        if source.value(&"email".into()).is_some_and(|email| email.reveal() == EMAIL) {
            carries_nothing(&question.observation, &source);
        }
    }
    let plan = plan::plan(&question.input());
    plan.actions.iter().for_each(|action| drop(redact::action(action)));
    true
}

/// What a server answers is checked action by action: nothing is written that the person does not have.
pub fn plan(data: &[u8]) -> bool {
    let profile = person();
    let source = Source { profile: &profile, record: None, today: None, others: &[], site: "" };
    let keys = source.keys();
    let page = page(&source);
    match answer::read(&damaged(ANSWER, data), &keys, &page.observation) {
        Ok(answer) => {
            carry_out(&answer.plan.actions, &page, &keys, &source);
            true
        }
        Err(_) => false,
    }
}

/// What a model says is read as far as nothing has to be guessed, and brings nothing of its own.
pub fn answer(data: &[u8]) -> bool {
    let profile = person();
    let source = Source { profile: &profile, record: None, today: None, others: &[], site: "" };
    let keys = source.keys();
    let observation = page(&source).observation;
    let asked = asked(&observation);
    let (choices, _) = choices(&observation, &asked, &keys);
    let asking = Asking { choices: &choices, keys: &keys, before_rules: true };
    let texts = [
        damaged(SAID, data),
        format!("Here you are:\n```json\n{}\n```", damaged(SAID, data)),
        String::from_utf8_lossy(data).into_owned(),
    ];
    let mut was_read = false;
    for text in texts {
        let Ok(parsed) = parse::parse(&text) else { continue };
        was_read = true;
        let judged = validate::judge(&parsed.answer, &asking, &Odds::default());
        for hint in &judged.hints {
            assert!(asked.iter().any(|asked| asked.field == hint.field), "a field that was asked");
        }
        plan::plan_with(&input(&observation, &keys), &judged.hints);
    }
    was_read
}

/// Whatever trace or log somebody sends is planned again, or refused in words.
pub fn trace(data: &[u8]) -> bool {
    let _ = replay::replay(&String::from_utf8_lossy(data));
    replay::replay(&damaged(TRACE, data)).is_ok()
}

/// What a search provider says is read as far as it can be: no address gets through that is not of the web.
pub fn search(data: &[u8]) -> bool {
    let (which, damage) = data.split_first().unwrap_or((&0, &[]));
    let (provider, good) = match which % 4 {
        0 => (SearchProvider::Duckduckgo, FOUND),
        1 => (SearchProvider::Searxng, FOUND_LIST),
        2 => (SearchProvider::Brave, FOUND_WEB),
        _ => (SearchProvider::Tavily, FOUND_LIST),
    };
    let _ = search::parse(provider, damage);
    let damaged = damage::damaged_bytes(good.as_bytes(), damage.get(..FEW).unwrap_or(damage));
    let found = search::parse(provider, &damaged);
    for result in found.iter().flatten() {
        let is_web = ["http://", "https://"].iter().any(|start| result.address.starts_with(start));
        assert!(is_web, "an address of no web site: {}", result.address);
    }
    found.is_ok()
}

fn person() -> Profile {
    let text = |text: &str| Private::new(text);
    Profile {
        first_name: text("Ada"),
        last_name: text("Lovelace"),
        email: text(EMAIL),
        phone: text("+44 20 7946 0958"),
        birth_date: text("1815-12-10"),
        address: Address { country: text("Germany"), ..Address::default() },
        ..Profile::default()
    }
}

/// The good form, understood.
fn page(source: &Source<'_>) -> Page {
    let Ok(snapshot) = json::from_str(SNAPSHOT) else { panic!("the good snapshot can be read") };
    let frame = FrameSnapshot { frame_id: 0, document_id: "d".to_owned(), snapshot };
    observe::observe(&[frame], source)
}

fn input<'a>(observation: &'a Observation, keys: &'a [ProfileKey]) -> PlanInput<'a> {
    PlanInput { observation, keys, history: &[], step: 1, mode: JobMode::Live }
}

/// The plan for a page: the same each time, its targets on the page, its values the person's.
fn planned(observation: &Observation, keys: &[ProfileKey]) -> Plan {
    let plan = plan::plan(&input(observation, keys));
    assert_eq!(plan, plan::plan(&input(observation, keys)), "the same twice");
    for action in &plan.actions {
        if let Some(target) = action.target() {
            let resolved = resolve::resolve(target, observation);
            assert!(resolved.is_ok(), "{target:?}: {resolved:?}");
        }
    }
    plan
}

/// As the extension does: resolve, gate, bind. A value of the planner's own is never let through, nor
/// another site's field.
fn carry_out(actions: &[AgentAction], page: &Page, keys: &[ProfileKey], source: &Source<'_>) {
    let origins = [SITE.to_owned()];
    // Everything was agreed to, so that what is refused is refused for another reason.
    let fields = page.observation.fields.iter();
    let rows = fields
        .flat_map(|field| keys.iter().map(move |key| Row::of(key, field, Kind::of_field(field))));
    let here = [Allowance { origin: SITE.to_owned(), rows: rows.collect() }];
    let allowed = Allowed { here: &here, kept: &[], profile: &ProfileId::default() };
    let grants = Grants {
        origins: &origins,
        covers_pages: Some(SITE),
        allowed,
        chosen: &[],
        source: *source,
    };
    for action in actions {
        let found = match action.target().map(|target| resolve::resolve(target, &page.observation))
        {
            Some(Ok(found)) => Some(found),
            Some(Err(_)) => continue,
            None => None,
        };
        let allowed = gate::judge(action, found, page, &grants) == Verdict::Allow;
        match (action, found) {
            (
                AgentAction::Fill { source: from, .. } | AgentAction::Select { source: from, .. },
                Some(Found::Field(index)),
            ) if allowed => {
                let ValueSource::Key(key) = from else { panic!("a value of its own is allowed") };
                assert!(keys.contains(key), "a key that the person does not have");
                let element = page.fields.get(index as usize);
                assert_eq!(element.map(|element| element.expect.origin.as_str()), Some(SITE));
                let _ = bind::bind(&page.observation, index, key, source);
            }
            (AgentAction::Navigate { .. }, _) => assert!(!allowed, "an address of its own"),
            _ => {}
        }
    }
}

/// No value that says who somebody is stands in what leaves, however it is cut up: not the e-mail address, not
/// the phone number with or without its country, not the day of birth. A choice that is nothing but something
/// ordinary stays.
fn carries_nothing(observation: &Observation, source: &Source<'_>) {
    let values: Vec<String> =
        source.values().iter().map(|(_, value)| plain(value.reveal())).collect();
    let mut observation = observation.clone();
    for field in &mut observation.fields {
        assert!(field.value.is_empty(), "a value is seen");
        let options = field.options.iter_mut().flatten();
        let choices = options.flat_map(|option| [&mut option.text, &mut option.value]);
        let labels = [&mut field.label].into_iter().chain(&mut field.accessible_name);
        for text in choices.chain(labels) {
            if values.contains(&plain(text)) {
                text.clear();
            }
        }
    }
    let seen = plain(&json!(observation).to_string());
    let spoken = ["adaatlovelacedotexample", "10december1815", "december101815"].map(str::to_owned);
    let numbers = ["2079460958", "18151210", "10121815", "12101815"].map(str::to_owned);
    for value in [plain(EMAIL)].into_iter().chain(spoken).chain(numbers) {
        if let Some((before, after)) = seen.split_once(&value) {
            panic!("a value is seen: {before}→{value}←{after}");
        }
    }
}

/// Letters and digits alone, in lower case.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// A file that the person takes their data from is read, or refused with a reason: neither that nor what was left out
/// quotes it.
pub fn file(data: &[u8]) -> bool {
    let [which, damage @ ..] = data else {
        return profile_import::read("cv.txt", CV.as_bytes()).is_ok();
    };
    let (name, good) = match which % 6 {
        0 => ("cv.docx", DOCX),
        1 => ("cv.pdf", PDF),
        2 => ("contact.vcf", CONTACT.as_bytes()),
        3 => ("addresses.csv", TABLE.as_bytes()),
        4 => ("resume.json", RESUME.as_bytes()),
        _ => ("cv.txt", CV.as_bytes()),
    };
    let damaged = damage::damaged_bytes(good, damage.get(..FEW).unwrap_or(damage));
    rows(name, &damaged);
    let found = profile_import::read(name, &damaged);
    let said = match &found {
        Ok(found) => found.problems.iter().map(|problem| problem.reason.clone()).collect(),
        Err(error) => error.to_string(),
    };
    assert!(!plain(&said).contains(&plain(EMAIL)), "a value is told: {said}");
    found.is_ok()
}

/// The same as a table whose rows fill a form each.
fn rows(name: &str, damaged: &[u8]) {
    let said = match profile_import::rows::read(name, damaged) {
        Ok(found) => {
            let rows = found.pieces.iter().map(|piece| json::from_str(piece.reveal()));
            for row in rows.filter_map(Result::ok).flat_map(|rows: Vec<Vec<String>>| rows) {
                assert!(row.len() <= found.columns.len(), "a cell without a column");
            }
            found.notes.concat()
        }
        Err(error) => error.to_string(),
    };
    assert!(!plain(&said).contains(&plain(EMAIL)), "a value is told: {said}");
}

/// A recipe that somebody handed on is read, or refused in words; what is read can be written and read again, names no
/// secret, and says of a form only what the person has.
pub fn recipe(data: &[u8]) -> bool {
    let _ = recipe::read(&String::from_utf8_lossy(data));
    // What is strict reads little of what is damaged all over: more often it says something else.
    let damaged = match data.first() {
        Some(which) if which % 4 == 0 => json::from_str::<Recipe>(&damaged(RECIPE, data)).ok(),
        _ => damage::other_recipe(RECIPE, data),
    };
    let Some(damaged) = damaged else { return false };
    let Some(text) = recipe::write(&damaged) else { return false };
    let few = damage::damaged_bytes(text.as_bytes(), data.get(..FEW).unwrap_or(data));
    let _ = recipe::read(&String::from_utf8_lossy(&few));
    let read = match recipe::read(&text) {
        Ok(read) => read,
        Err(faults) => {
            assert!(faults.iter().all(|fault| !fault.said().is_empty()), "a fault without words");
            return false;
        }
    };
    assert_eq!(read, damaged, "what is read is what was written");
    let secret = |key: &ProfileKey| gate::is_secret_by_name(key);
    let fields = || read.steps.iter().flat_map(|step| &step.fields);
    assert!(!fields().any(|known| known.key.as_ref().is_some_and(secret)), "a secret is named");
    let profile = person();
    let source = Source { profile: &profile, record: None, today: None, others: &[], site: "" };
    let observation = page(&source).observation;
    if let Some(kept) = recipe::keep(Vec::new(), read, Taught::File, 1) {
        let again = recipe::write(&kept.recipe).map(|text| recipe::read(&text));
        assert!(matches!(again, Some(Ok(_))), "what is kept cannot be read");
        let set = RecipeSet::new(vec![kept]);
        let places = observation.fields.len();
        let says = set.relatives(&observation);
        assert!(says.keys().all(|field| (*field as usize) < places), "a field of the page");
        if let recipe::Advice::Says { sure, .. } = set.advice(&observation, "") {
            assert!(sure.is_empty(), "a file decides");
        }
    }
    true
}

/// A list of recipes that somebody publishes is read, or refused in words; what is read names no secret, has nothing but
/// names, and says of a form only what the person has. Who signs it may be anybody: the damage is signed.
pub fn list(data: &[u8]) -> bool {
    let _ = list::open(data);
    let others = || [damage::other_recipe(RECIPE, data), json::from_str(RECIPE).ok()];
    let recipes: Vec<Recipe> = others().into_iter().flatten().collect();
    let number = data.iter().fold(1_u32, |sum, byte| sum + u32::from(*byte));
    let Some(made) = List::of("careers", number, &recipes) else { return false };
    let signed = list::sign(&made, &[7; 32]);
    if let Ok(file) = &signed {
        let few = damage::damaged_bytes(file.as_bytes(), data.get(..FEW).unwrap_or(data));
        let opened = list::open(&few);
        assert!(opened.is_err() || few == file.as_bytes(), "what is not signed is read");
        let body = few.iter().position(|byte| *byte == b'\n').and_then(|at| few.get(at + 1..));
        let _ = list::read(&String::from_utf8_lossy(body.unwrap_or_default()));
    }
    let file = match signed {
        Ok(file) => file,
        Err(why) => {
            assert!(!why.said().is_empty(), "a refusal without words");
            return false;
        }
    };
    let Ok(read) = list::open(file.as_bytes()) else { panic!("what is signed is not read") };
    assert_eq!(read.list, made, "what is read is what was written");
    let forms: Vec<Recipe> = read.list.forms.iter().map(list::Form::as_recipe).collect();
    let fields = || forms.iter().flat_map(|form| &form.steps).flat_map(|step| &step.fields);
    let is_name = |known: &recipe::Known| {
        known.key.as_ref().is_some_and(|key| !gate::is_secret_by_name(key) && !key.is_own())
            && matches!(known.used(), Some(recipe::Use::Key(_)))
    };
    assert!(fields().all(is_name), "more than names");
    let profile = person();
    let source = Source { profile: &profile, record: None, today: None, others: &[], site: "" };
    let observation = page(&source).observation;
    let listed = forms.into_iter().map(|recipe| Listed { list: "careers".to_owned(), recipe });
    let set = RecipeSet::new(Vec::new()).with_lists(listed.collect());
    let places = observation.fields.len();
    assert!(set.listed(&observation).keys().all(|field| (*field as usize) < places));
    assert!(set.relatives(&observation).is_empty(), "a list is no relative");
    assert!(matches!(set.advice(&observation, ""), recipe::Advice::Nothing), "a list decides");
    true
}

#[cfg(test)]
mod tests {
    use proptest::{
        collection::vec,
        prelude::any,
        strategy::{Strategy as _, ValueTree as _},
        test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
    };

    use super::*;

    /// Tries a target, and holds it to reading at least this share of its inputs, in percent: damage that
    /// no parser accepts tries the parser alone.
    fn check(target: fn(&[u8]) -> bool, least: usize) {
        const INPUTS: usize = 500;
        let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
        let mut runner = TestRunner::new_with_rng(Config::default(), rng);
        let data = vec(any::<u8>(), 0..120);
        let read = (0..INPUTS)
            .filter(|_| data.new_tree(&mut runner).is_ok_and(|tree| target(&tree.current())))
            .count();
        let share = read * 100 / INPUTS;
        assert!(target(&[]), "the good input is not read");
        assert!((least..100).contains(&share), "{share} % of the inputs are read");
    }

    #[test]
    fn damaged_snapshots_are_understood() {
        check(snapshot, 30);
    }

    #[test]
    fn damaged_pages_are_planned() {
        check(observation, 30);
    }

    #[test]
    fn damaged_plans_are_judged() {
        check(plan, 30);
    }

    #[test]
    fn damaged_answers_of_models_are_judged() {
        check(answer, 30);
    }

    #[test]
    fn damaged_traces_are_planned_again() {
        check(trace, 30);
    }

    #[test]
    fn damaged_recipes_are_read_or_refused() {
        check(recipe, 30);
    }

    #[test]
    fn damaged_lists_are_read_or_refused() {
        check(list, 30);
    }

    #[test]
    fn damaged_answers_of_search_providers_are_read_or_refused() {
        check(search, 10);
    }

    #[test]
    fn damaged_files_are_read_or_refused() {
        check(file, 30);
    }
}
