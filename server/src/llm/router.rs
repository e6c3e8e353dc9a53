//! Asks one provider after another until one gives a usable answer or the time is over.
//!
//! A provider is tried again only when that may help, asked once more when its answer cannot be used, and
//! left alone while its breaker is open. Dropping the future ends the call: nothing goes on behind.

use std::{
    collections::VecDeque,
    hash::{BuildHasher as _, RandomState},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use agent_core::model::{
    answer::{self, Choices},
    parse,
    prompt::{self, Example},
};
use reqwest::Client;
use serde_json::Value;
use shared_types::ProfileKey;
use tokio::{
    sync::Semaphore,
    time::{sleep, timeout},
};

use super::{
    breaker::Breaker,
    policy::{Address, Own, Route},
    providers::{
        Call, Completion, Endpoint, Failure, Problem, Response, Usage, parse_response, to_request,
        usual_time,
    },
    settings::{LlmConfig, Price, Provider},
    transport,
};
use crate::{clock::Clock, telemetry::spans::Doing};

/// Times that one provider is tried when trying again may help.
const TRIES: u32 = 3;
/// First pause between tries; it doubles.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
/// Longest pause that is not the provider's own wish.
const LONGEST_PAUSE: Duration = Duration::from_secs(8);
/// A call that has less time than this is not begun.
const LEAST: Duration = Duration::from_millis(250);
/// A place among the calls of a provider must be free in this time.
const PLACE: Duration = Duration::from_secs(2);
/// A local Ollama that is there says so in this time.
const PROBE: Duration = Duration::from_millis(500);
/// Of the time that is left, the share of a provider that others come after, in percent.
const SHARE: u32 = 60;
/// Providers of requests whose breakers are remembered.
const OWN: usize = 64;
/// For how long the first model of an Ollama is remembered.
const MODEL_LIFE: Duration = Duration::from_secs(300);

/// Who can be asked.
pub struct Router {
    order: Vec<Arc<Live>>,
    others: Vec<Arc<Live>>,
    own: Mutex<VecDeque<(u64, Arc<Live>)>>,
    client: Option<Client>,
    clock: Clock,
    hasher: RandomState,
}

/// Tokens that a provider which a request describes may answer with.
const OWN_OUTPUT: u32 = 1000;

impl std::fmt::Debug for Router {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Router({} providers)", self.order.len() + self.others.len())
    }
}

/// A provider with what is known of it now.
#[derive(Debug)]
pub struct Live {
    provider: Provider,
    client: Client,
    clock: Clock,
    breaker: Breaker,
    places: Semaphore,
    model: Mutex<Option<(String, Instant)>>,
}

/// Someone to ask, with the model that is asked.
#[derive(Debug, Clone)]
pub struct Target {
    live: Arc<Live>,
    model: Option<String>,
}

impl Target {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.live.provider.name
    }

    /// How it is configured.
    pub fn provider(&self) -> &Provider {
        &self.live.provider
    }
}

/// One call, for the ledger.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// Provider.
    pub provider: String,
    /// Model.
    pub model: String,
    /// `ok`, `unusable`, or the code of what went wrong.
    pub outcome: String,
    /// Milliseconds.
    pub ms: f64,
    /// Tokens.
    pub usage: Usage,
    /// US dollars, if known.
    pub cost: Option<f64>,
}

/// What came of asking.
#[derive(Debug)]
pub struct Outcome<T> {
    /// The answer, with provider and model.
    pub answer: Option<(T, String, String)>,
    /// Every call that was made.
    pub calls: Vec<Record>,
    /// What went wrong on the way.
    pub notes: Vec<String>,
}

/// What is said to a model besides what is asked.
#[derive(Debug, Clone, Copy)]
pub struct Manner<'a> {
    /// The part that never changes.
    pub system: &'a str,
    /// An earlier turn that shows how it is done.
    pub example: Option<Example<'a>>,
    /// The schema of the answer; without one, text is wanted.
    pub schema: Option<&'a Value>,
}

/// What is asked, and how the answer is read: an error says why it cannot be used.
pub struct Task<'a, T> {
    /// The part of this page.
    pub user: &'a str,
    /// How models are asked.
    pub manner: Manner<'a>,
    /// How models that are run at home are asked.
    pub at_home: Manner<'a>,
    /// Reads what a model said.
    pub read: &'a (dyn Fn(&Completion) -> Result<T, String> + Send + Sync),
}

impl Router {
    /// Makes a router of the configured providers.
    pub fn new(config: &LlmConfig, clock: &Clock) -> Self {
        let client = match transport::client(config.proxy.as_ref()) {
            Ok(client) => Some(client),
            Err(error) => {
                tracing::error!(%error, "no model can be asked: TLS cannot be set up");
                None
            }
        };
        let live = |providers: &[Provider]| -> Vec<Arc<Live>> {
            let client = client.iter().cycle();
            let made = providers.iter().zip(client);
            made.map(|(provider, client)| {
                Arc::new(Live::new(provider.clone(), client.clone(), clock.clone()))
            })
            .collect()
        };
        Self {
            order: live(&config.order),
            others: live(&config.others),
            own: Mutex::new(VecDeque::new()),
            client,
            clock: clock.clone(),
            hasher: RandomState::new(),
        }
    }

    /// All configured providers, for `providers --ping`.
    pub fn targets(&self) -> Vec<Target> {
        let all = self.order.iter().chain(&self.others);
        all.map(|live| Target { live: live.clone(), model: None }).collect()
    }

    /// Whom a route leads to.
    ///
    /// # Errors
    /// The provider that the request describes cannot be reached under the policy.
    pub async fn follow(&self, route: &Route) -> Result<Vec<Target>, Failure> {
        let target = |live: &Arc<Live>| Target { live: live.clone(), model: None };
        match route {
            Route::Configured => Ok(self.order.iter().map(target).collect()),
            Route::Named(name, model) => {
                let mut all = self.order.iter().chain(&self.others);
                let found = all.find(|live| live.provider.name == *name);
                Ok(found
                    .map(|live| Target { live: live.clone(), model: model.clone() })
                    .into_iter()
                    .collect())
            }
            Route::Own(own) => Ok(vec![Target { live: self.own(own).await?, model: None }]),
            Route::Nobody => Ok(Vec::new()),
        }
    }

    /// The provider that a request describes, with the breaker that it had before.
    async fn own(&self, own: &Own) -> Result<Arc<Live>, Failure> {
        let Endpoint { kind, base_url, model, key, .. } = &own.endpoint;
        let print = self.hasher.hash_one((kind.name(), base_url, model, key.reveal()));
        let known = |list: &VecDeque<(u64, Arc<Live>)>| {
            list.iter().find(|(known, _)| *known == print).map(|(_, live)| live.clone())
        };
        if let Some(live) = known(&self.own.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Ok(live);
        }
        let client = match own.address {
            Address::Known => self.client.clone().ok_or(Failure::of(Problem::NotSendable))?,
            Address::Public => transport::pinned(base_url, true).await?,
            Address::Any => transport::pinned(base_url, false).await?,
        };
        let provider = Provider {
            name: kind.name().to_owned(),
            endpoint: own.endpoint.clone(),
            timeout: usual_time(base_url),
            max_concurrent: 2,
            max_output: OWN_OUTPUT,
            price: None,
            probe: false,
        };
        let live = Arc::new(Live::new(provider, client, self.clock.clone()));
        let mut list = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        list.push_back((print, live.clone()));
        if list.len() > OWN {
            list.pop_front();
        }
        Ok(live)
    }

    /// Whether somebody of these would be asked now. A local Ollama that nobody configured is looked for.
    pub async fn anyone(&self, targets: &[Target]) -> bool {
        for target in targets {
            let live = &target.live;
            if live.breaker.is_open(Instant::now()) {
                continue;
            }
            if !live.provider.probe || live.model_now(target).await.is_ok() {
                return true;
            }
        }
        false
    }

    /// Asks one after another.
    pub async fn ask<T>(
        &self,
        targets: &[Target],
        task: &Task<'_, T>,
        deadline: Instant,
    ) -> Outcome<T> {
        let mut outcome = Outcome { answer: None, calls: Vec::new(), notes: Vec::new() };
        for (position, target) in targets.iter().enumerate() {
            let left = deadline.saturating_duration_since(Instant::now());
            if left < LEAST {
                outcome.notes.push("the time for models is over".to_owned());
                break;
            }
            let last = position + 1 == targets.len();
            let share = if last { left } else { left * SHARE / 100 };
            match target.ask(task, Instant::now() + share, &mut outcome.calls).await {
                Ok((answer, model)) => {
                    let refused = Problem::SchemaUnknown.code();
                    if outcome.calls.iter().any(|call| call.outcome == refused) {
                        let name = target.name();
                        outcome
                            .notes
                            .push(format!("{name} refused the schema and was asked without it"));
                    }
                    outcome.answer = Some((answer, target.name().to_owned(), model));
                    return outcome;
                }
                // Nobody configured it, so nobody misses it.
                Err(_) if target.live.provider.probe && outcome.calls.is_empty() => {}
                Err(why) => outcome.notes.push(format!("{}: {why}", target.name())),
            }
        }
        outcome
    }
}

impl Live {
    fn new(provider: Provider, client: Client, clock: Clock) -> Self {
        Self {
            clock,
            places: Semaphore::new(provider.max_concurrent),
            provider,
            client,
            breaker: Breaker::default(),
            model: Mutex::new(None),
        }
    }

    /// The model that is asked: the request's, the configured one, or the first that an Ollama lists.
    async fn model_now(&self, target: &Target) -> Result<String, Failure> {
        let endpoint = &self.provider.endpoint;
        if let Some(model) = target.model.as_ref().filter(|model| !model.is_empty()) {
            return Ok(model.clone());
        }
        if !endpoint.model.is_empty() {
            return Ok(endpoint.model.clone());
        }
        let now = Instant::now();
        let known = self.model.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((model, since)) = known
            && now.duration_since(since) < MODEL_LIFE
        {
            return Ok(model);
        }
        let url = format!("{}/api/tags", endpoint.base_url);
        let listed = transport::get(&self.client, &url, PROBE).await.and_then(|r| first_model(&r));
        match &listed {
            Ok(model) => {
                *self.model.lock().unwrap_or_else(PoisonError::into_inner) =
                    Some((model.clone(), now));
            }
            Err(_) => self.breaker.failed(now, true),
        }
        listed
    }
}

/// The first model of an Ollama that can talk.
fn first_model(response: &Response) -> Result<String, Failure> {
    let body: Value = serde_json::from_slice(&response.body).unwrap_or_default();
    let models = body.get("models").and_then(Value::as_array).into_iter().flatten();
    let mut names = models.filter_map(|model| model.get("name")?.as_str());
    let talks = |name: &&str| !name.contains("embed") && !name.contains("bge-");
    names.find(talks).map(str::to_owned).ok_or(Failure::of(Problem::NoModel))
}

impl Target {
    async fn ask<T>(
        &self,
        task: &Task<'_, T>,
        until: Instant,
        calls: &mut Vec<Record>,
    ) -> Result<(T, String), String> {
        let live = &self.live;
        let why = |failure: Failure| failure.problem.why();
        if !live.breaker.admits(Instant::now()) {
            return Err(Problem::BreakerOpen.why());
        }
        let free = timeout(PLACE, live.places.acquire()).await;
        let Ok(Ok(_place)) = free else { return Err(Problem::Busy.why()) };
        let model = live.model_now(self).await.map_err(why)?;
        let endpoint = Endpoint { model: model.clone(), ..live.provider.endpoint.clone() };
        let mut turn = Turn {
            target: self,
            manner: if endpoint.kind.is_at_home() { task.at_home } else { task.manner },
            endpoint,
            user: task.user.to_owned(),
            until,
            calls,
        };
        turn.take(task).await.map(|answer| (answer, model))
    }
}

/// The tries at one provider.
struct Turn<'a, 'c> {
    target: &'a Target,
    endpoint: Endpoint,
    manner: Manner<'a>,
    user: String,
    until: Instant,
    calls: &'c mut Vec<Record>,
}

impl Turn<'_, '_> {
    async fn take<T>(&mut self, task: &Task<'_, T>) -> Result<T, String> {
        let breaker = &self.target.live.breaker;
        let mut tries = 0;
        let mut asked_again = false;
        loop {
            let failure = match self.call().await {
                Ok(completion) => {
                    breaker.succeeded();
                    match (task.read)(&completion) {
                        Ok(answer) => return Ok(answer),
                        Err(why) => {
                            self.mark_unusable();
                            if asked_again || self.left() < LEAST {
                                return Err(format!("its answer could not be used: {why}"));
                            }
                            asked_again = true;
                            let again = prompt::once_more(&why, task.manner.schema.is_some());
                            self.user = format!("{}\n{again}", task.user);
                            continue;
                        }
                    }
                }
                Err(failure) => failure,
            };
            tries += 1;
            if failure.problem == Problem::SchemaUnknown && self.manner.schema.take().is_some() {
                continue;
            }
            let pause = failure.retry_after.unwrap_or_else(|| pause(tries));
            if failure.problem.may_pass() && tries < TRIES && pause + LEAST < self.left() {
                sleep(pause).await;
                continue;
            }
            if failure.problem.is_outage() {
                breaker.failed(Instant::now(), is_hopeless(failure.problem));
            }
            return Err(failure.problem.why());
        }
    }

    fn left(&self) -> Duration {
        self.until.saturating_duration_since(Instant::now())
    }

    async fn call(&mut self) -> Result<Completion, Failure> {
        let provider = &self.target.live.provider;
        let Manner { system, example, schema } = self.manner;
        let max_output = provider.max_output;
        let call = Call { system, example, user: &self.user, schema, max_output };
        let now = self.target.live.clock.system_time();
        let started = Instant::now();
        let request = to_request(&self.endpoint, &call, now)?;
        let within = provider.timeout.min(self.left());
        let calling = Doing::call("model");
        calling.note("gen_ai.provider.name", provider.name.clone());
        let sent = transport::send(&self.target.live.client, request, within, now);
        let sent = calling.around(sent).await;
        let result = sent.and_then(|response| parse_response(self.endpoint.kind, &response, &call));
        let usage = result.as_ref().map(|completion| completion.usage).unwrap_or_default();
        calling.note("gen_ai.usage.input_tokens", i64::from(usage.input.unwrap_or(0)));
        calling.note("gen_ai.usage.output_tokens", i64::from(usage.output.unwrap_or(0)));
        if let Err(failure) = &result {
            calling.failed(failure.problem.code());
        }
        self.calls.push(Record {
            provider: provider.name.clone(),
            model: self.endpoint.model.clone(),
            outcome: match &result {
                Ok(_) => "ok".to_owned(),
                Err(failure) => failure.problem.code(),
            },
            ms: (started.elapsed().as_secs_f64() * 1e6).round() / 1e3,
            usage,
            cost: usage.cost.or_else(|| cost(&usage, provider.price?)),
        });
        result
    }

    fn mark_unusable(&mut self) {
        if let Some(record) = self.calls.last_mut() {
            record.outcome = "unusable".to_owned();
        }
    }
}

/// Half a second, doubling, with a quarter of chance either way.
fn pause(tries: u32) -> Duration {
    let doubled = FIRST_PAUSE.saturating_mul(1 << tries.saturating_sub(1).min(8));
    let mut byte = [128_u8];
    // Without chance the pause is just the middle one.
    let _ = getrandom::fill(&mut byte);
    let [chance] = byte;
    doubled.min(LONGEST_PAUSE) * (192 + u32::from(chance) / 2) / 256
}

/// Whether an outage will still be there in a moment.
fn is_hopeless(problem: Problem) -> bool {
    matches!(problem, Problem::Unreachable | Problem::TimedOut | Problem::Status(401..=404))
}

/// What a call cost by the price table.
fn cost(usage: &Usage, price: Price) -> Option<f64> {
    let cached = f64::from(usage.cached.unwrap_or(0));
    let input = f64::from(usage.input?) - cached;
    let output = f64::from(usage.output?);
    Some((input.max(0.0) * price.input + cached * price.cached + output * price.output) / 1e6)
}

/// What a provider says to a greeting, for `providers --ping`.
#[derive(Debug)]
pub struct Ping {
    /// The model that answered, or would have.
    pub model: String,
    /// The problem, if there is one.
    pub problem: Option<String>,
    /// Milliseconds.
    pub ms: f64,
}

/// Asks a provider for the smallest answer there is.
pub async fn ping(router: &Router, target: &Target, within: Duration) -> Ping {
    let read = |completion: &Completion| {
        parse::parse(&completion.text).map(|_| ()).map_err(|why| why.to_string())
    };
    let email = (ProfileKey::from("email"), "e-mail address".to_owned());
    let choices =
        [Choices { field: 0, repeated: String::new(), entries: vec![email], options: Vec::new() }];
    let schema = answer::schema(&choices, false);
    let manner = Manner { system: prompt::SYSTEM, example: None, schema: Some(&schema) };
    let user = "Entries: e-mail address\nQuestions:\n0 E-mail*";
    let task = Task { user, manner, at_home: manner, read: &read };
    let started = Instant::now();
    let targets = std::slice::from_ref(target);
    let outcome = router.ask(targets, &task, started + within).await;
    let model = match (&outcome.answer, outcome.calls.last()) {
        (Some((_, _, model)), _) => model.clone(),
        (None, Some(call)) => call.model.clone(),
        (None, None) => target.provider().endpoint.model.clone(),
    };
    let problem = match outcome.answer {
        Some(_) => None,
        None => Some(outcome.notes.join("; "))
            .map(|note| if note.is_empty() { "nobody answers there".to_owned() } else { note }),
    };
    Ping { model, problem, ms: (started.elapsed().as_secs_f64() * 1e4).round() / 10.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::llm::providers::Kind;

    #[test]
    fn pauses_double_and_end() {
        for (tries, least, most) in
            [(1, 375, 625), (2, 750, 1250), (3, 1500, 2500), (40, 6000, 10_000)]
        {
            for _ in 0..50 {
                let pause = pause(tries).as_millis();
                assert!((least..=most).contains(&pause), "{tries}: {pause}");
            }
        }
    }

    #[tokio::test]
    async fn a_model_at_home_that_a_request_names_gets_the_time_of_one() {
        let config = LlmConfig::none();
        let router = Router::new(&config, &Clock::system());
        for (base_url, call, step) in
            [("http://127.0.0.1:8080/v1", 60, 63), ("https://93.184.215.14/v1", 15, 18)]
        {
            let endpoint = Endpoint {
                kind: Kind::Compatible,
                base_url: base_url.to_owned(),
                model: "m".to_owned(),
                key: String::new().into(),
                aws: None,
                api_version: None,
                extra: serde_json::Map::new(),
            };
            let route = Route::Own(Box::new(Own { endpoint, address: Address::Any }));
            let targets = router.follow(&route).await.unwrap();
            let providers: Vec<&Provider> = targets.iter().map(Target::provider).collect();
            assert_eq!(providers[0].timeout.as_secs(), call, "{base_url}");
            assert_eq!(config.time_for(providers).as_secs(), step, "{base_url}");
        }
    }

    #[test]
    fn costs_follow_the_price_table() {
        let price = Price { input: 1.0, output: 10.0, cached: 0.1 };
        let usage = |input, output, cached| Usage { input, output, cached, cost: None };
        let check = |usage: Usage, expected: Option<f64>| {
            let got = cost(&usage, price).map(|cost| (cost * 1e9).round());
            assert_eq!(got, expected);
        };
        check(usage(Some(1000), Some(100), None), Some(2_000_000.0));
        check(usage(Some(1000), Some(100), Some(1000)), Some(1_100_000.0));
        check(usage(None, Some(100), None), None);
    }

    #[test]
    fn the_first_model_that_talks_is_taken() {
        let check = |body: &str, expected: Option<&str>| {
            let response = Response { status: 200, retry_after: None, body: body.into() };
            assert_eq!(first_model(&response).ok().as_deref(), expected, "{body}");
        };
        let list = r#"{"models":[{"name":"nomic-embed-text"},{"name":"qwen3:4b"},{"name":"b"}]}"#;
        check(list, Some("qwen3:4b"));
        check(r#"{"models":[]}"#, None);
        check("<html>", None);
    }
}
