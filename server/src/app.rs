//! What all operations share. Made once, at start; nothing in it is locked for long.

use std::{net::SocketAddr, sync::Arc, time::Instant};

use tokio::{sync::Mutex, task::JoinHandle};
use tokio_util::sync::CancellationToken;

use crate::{
    clock::Clock,
    codes::Codes,
    config::Config,
    crypto::{Marks, Vault},
    doctor::Report,
    pages::Pages,
    planner::{Planner, repeats::Repeats},
    relay::Relay,
    search::Search,
    security::{Allowed, Gates, PairingCodes, Tokens},
    sources::Sources,
    store::Store,
    telemetry::{Ids, Metrics},
    traces::Traces,
};

/// The server's parts.
pub struct App {
    /// Valid configuration.
    pub config: Config,
    /// The time.
    pub clock: Clock,
    /// What outlives the program.
    pub store: Arc<dyn Store>,
    /// Seals profiles.
    pub vault: Vault,
    /// Marks what is this server's own, and knows bodies again.
    pub marks: Marks,
    /// Tries pairing codes.
    pub pairing: PairingCodes,
    /// Tokens that are let in.
    pub tokens: Tokens,
    /// Hosts and origins that are answered.
    pub allowed: Allowed,
    /// How much may go on at once, and how often.
    pub gates: Gates,
    /// Makes request ids.
    pub ids: Ids,
    /// Counters and times.
    pub metrics: Arc<Metrics>,
    /// Who plans.
    pub planner: Planner,
    /// What was answered lately.
    pub repeats: Repeats,
    /// Codes on their way.
    pub codes: Codes,
    /// Other programs that may be asked for a person.
    pub sources: Sources,
    /// Search providers that may be asked where a form is.
    pub search: Search,
    /// What agents ask of browsers, on its way.
    pub relay: Relay,
    /// Where traces go.
    pub traces: Traces,
    /// What a look at this server found, and when: one look at a time, and not at every page.
    pub looked: Mutex<Option<(Instant, Arc<Report>)>>,
    /// The pages for people.
    pub pages: Pages,
    /// Cancelled when the server stops: whoever waits or streams ends then.
    pub stopping: CancellationToken,
}

/// The server's parts, as operations get them.
pub type Shared = Arc<App>;

impl App {
    /// Puts the parts together, with the tokens that are let in, and gives the task that writes traces.
    pub fn new(
        config: Config,
        clock: Clock,
        store: Arc<dyn Store>,
        vault: Vault,
        marks: Marks,
        tokens: Tokens,
        bound: SocketAddr,
    ) -> (Shared, JoinHandle<()>) {
        let metrics = Arc::new(Metrics::default());
        let (traces, writer) =
            Traces::start(store.clone(), metrics.clone(), config.keep, clock.clone());
        let app = Self {
            tokens,
            marks,
            pairing: PairingCodes::default(),
            allowed: Allowed::new(&config, bound),
            gates: Gates::new(&config.limits),
            ids: Ids::new(clock.now_ms()),
            metrics,
            // Half of what is worked on may wait for models; the rest is never theirs.
            planner: Planner::new(&config.llm, &clock)
                .with_model_places((config.limits.max_concurrent_requests / 2).max(1)),
            repeats: Repeats::default(),
            codes: Codes::new(clock.clone()),
            sources: Sources::new(&config.clients),
            search: Search::new(&config.search),
            relay: Relay::default(),
            traces,
            looked: Mutex::default(),
            pages: Pages::new(config.server.pages_dir.clone()),
            stopping: CancellationToken::new(),
            config,
            clock,
            store,
            vault,
        };
        (Arc::new(app), writer)
    }
}
