//! The command line. Standard output holds what programs read; what is for people goes to standard error.

mod of_recipes;

use std::{
    fs,
    io::{self, IsTerminal as _, Write as _},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::ExitCode,
};

use agent_core::shown::shown_whole;
use clap::{Args, Parser, Subcommand};
use futures_util::future::join_all;
use shared_types::api::HealthResponse;
use tokio_util::sync::CancellationToken;

use crate::{
    clock::Clock,
    config::{
        self, Auth, Config, ConfigError, Flags, Raw,
        commands::{self as commands_of_config, CommandError, OfConfig, Place},
    },
    crypto::{self, Vault},
    doctor::{self, State},
    llm::{
        Router,
        router::{self, Ping},
        settings::Provider,
    },
    mcp::{
        commands::{self, AgentsError, OfAgents},
        proxy::{self, ProxyError},
    },
    planner::replay::{ReplayError, Step, replay},
    recipes::RecipeError,
    routes::extract::check_id,
    security::{self, CODE_LIFE},
    serve::{Server, make_folder, open_marks, open_store, take_folder},
    signals::Signals,
    store::{
        SQLITE_FILE,
        backup::{self, BackupError},
        to_postgres::{self, MoveError},
    },
    telemetry::{self, Export},
    user::User,
};

#[derive(Debug, Parser)]
#[command(
    name = "vaulty-server",
    version,
    about = "The server of Vaulty: plans how a form is filled in, without ever needing the values.",
    after_long_help = config::help()
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Answers requests until it is told to stop (Ctrl-C, SIGTERM).
    ///
    /// Prints `listening on http://ADDRESS` to standard output once it is ready. At the first start it
    /// makes a token in DATA_DIR/token, which only its owner can read.
    #[command(after_long_help = config::help())]
    Serve {
        /// Address and port to listen on; port 0 takes a free one [default: 127.0.0.1:3000].
        #[arg(long, value_name = "ADDRESS")]
        listen: Option<String>,
        #[command(flatten)]
        common: Common,
    },
    /// Says whether the configuration is valid: what holds and where it was set, or which keys are
    /// wrong and why.
    #[command(after_long_help = config::help())]
    CheckConfig {
        /// Address and port to listen on.
        #[arg(long, value_name = "ADDRESS")]
        listen: Option<String>,
        #[command(flatten)]
        common: Common,
    },
    /// Reads and changes the configuration file: comments and order stay, what would not be valid is refused.
    ///
    /// The file is the one that --config or VAULTY_CONFIG names, else vaulty/vaulty.toml in $XDG_CONFIG_HOME or ~/.config,
    /// which is made with the first key.
    Config {
        #[command(subcommand)]
        what: OfConfig,
        #[command(flatten)]
        common: Common,
    },
    /// Looks at all that can be wrong, and says what to do about it; changes nothing.
    ///
    /// Port, rights of files, master key, clock, disk, database, proxy settings, providers of models, paired browsers,
    /// versions: one line each. Ends with 1 if there is a problem.
    Doctor {
        /// As JSON: {ok, checks: [{name, state, said, fix}]}.
        #[arg(long)]
        json: bool,
        /// Does not ask the models' providers whether they are there. Asking costs no tokens.
        #[arg(long)]
        offline: bool,
        /// Address and port that the server is to listen on.
        #[arg(long, value_name = "ADDRESS")]
        listen: Option<String>,
        #[command(flatten)]
        common: Common,
    },
    /// Asks the server that these settings are of whether it is there. Ends with 1 if it is not.
    Health {
        /// Address and port that it listens on.
        #[arg(long, value_name = "ADDRESS")]
        listen: Option<String>,
        #[command(flatten)]
        common: Common,
    },
    /// Prints a new pairing code for the running server that uses this data folder.
    ///
    /// Type it into the extension's settings. It is good once, for ten minutes; an older code ends, also
    /// when the server starts again.
    Pair {
        /// Whom the browser is paired for: its token reads and writes this user's data alone.
        #[arg(long, value_name = "NAME", default_value = User::FIRST)]
        user: String,
        #[command(flatten)]
        common: Common,
    },
    /// Makes a new key for the sealed profiles.
    ///
    /// It stands beside the old one in DATA_DIR/master.key until the server starts again: then every profile
    /// goes over to it, and the old key is forgotten.
    RotateKey {
        #[command(flatten)]
        common: Common,
    },
    /// Copies the database into a new FILE, also while a server works on it.
    ///
    /// The copy is the database as it was at one moment. Profiles in it are sealed: keep DATA_DIR/master.key
    /// as well, at another place. A Postgres is copied with pg_dump.
    Backup {
        /// Where the copy goes; there must be no such file yet.
        file: PathBuf,
        #[command(flatten)]
        common: Common,
    },
    /// Puts a copy made by `backup` in the place of the database. Stop the server first.
    ///
    /// The copy is checked before anything is changed: whole, of no newer version, sealed with this server's
    /// key. The database that was there is kept beside it.
    Restore {
        /// The copy.
        file: PathBuf,
        #[command(flatten)]
        common: Common,
    },
    /// Copies what is in the SQLite database into the Postgres that the settings name. Stop the server first.
    ///
    /// In one transaction, into a database that no server has been started on. The SQLite file is left as it is.
    MoveToPostgres {
        #[command(flatten)]
        common: Common,
    },
    /// Plans every page of a recorded job again and says where this version plans otherwise.
    ///
    /// TRACE is what GET /api/jobs/ID answers, or its events, of a server with trace_pages = true; `-` is
    /// standard input. Nothing is asked, sent or stored. Ends with 1 if a plan differs.
    Replay {
        /// The trace.
        trace: PathBuf,
    },
    /// Recipes of forms and plans that were saved, as TOML files in DATA_DIR/recipes: docs/MEMORY.md describes them.
    #[command(visible_alias = "plans")]
    Recipes {
        #[command(subcommand)]
        what: of_recipes::OfRecipes,
        #[command(flatten)]
        common: Common,
    },
    /// Agents (MCP clients) that may ask your browser to fill forms; docs/AGENTS.md says what they can and never can.
    Agents {
        #[command(subcommand)]
        what: OfAgents,
        #[command(flatten)]
        common: Common,
    },
    /// Speaks the Model Context Protocol on standard input and output, for agents that start their tools as programs.
    ///
    /// Needs the running server and an agent's token, in VAULTY_AGENT_TOKEN or in a file. Agents that speak HTTP use /mcp
    /// of the server.
    Mcp {
        /// The running server.
        #[arg(long, value_name = "ADDRESS", default_value = "http://127.0.0.1:3000")]
        server: String,
        /// A file that holds the token.
        #[arg(long, value_name = "FILE")]
        token_file: Option<PathBuf>,
    },
    /// Lists the models' providers in the order in which they are asked.
    #[command(after_long_help = config::help())]
    Providers {
        /// Asks each of them for the smallest answer there is: reachable or why not, which model, how fast.
        #[arg(long)]
        ping: bool,
        #[command(flatten)]
        common: Common,
    },
}

#[derive(Debug, Args)]
struct Common {
    /// Folder for the database and the token.
    #[arg(long, value_name = "DIR", global = true)]
    data_dir: Option<PathBuf>,
    /// Configuration file (TOML).
    #[arg(long, value_name = "FILE", global = true)]
    config: Option<PathBuf>,
}

impl Common {
    fn flags(self, listen: Option<String>) -> Flags {
        Flags { listen, data_dir: self.data_dir, config: self.config }
    }
}

/// Why a command failed, as a person should read it.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("{}", list(.0))]
    Config(Vec<ConfigError>),
    #[error(transparent)]
    Start(#[from] crate::serve::StartError),
    #[error(transparent)]
    Export(#[from] telemetry::ExportError),
    #[error(transparent)]
    Pairing(#[from] security::PairingError),
    #[error(transparent)]
    Seal(#[from] crypto::SealError),
    #[error("VAULTY_MASTER_KEY is set: put the new key before the old one there, with a space")]
    KeyIsGiven,
    #[error("a user's name has 1 to 128 characters, no control characters")]
    UserName,
    #[error(transparent)]
    Backup(#[from] BackupError),
    #[error(
        "the data is in Postgres: copy it with `pg_dump --format=custom`, put it back with \
         `pg_restore`, and keep the master key at another place"
    )]
    IsPostgres,
    #[error(transparent)]
    Move(#[from] MoveError),
    #[error(
        "the settings name no Postgres: set its address with `vaulty-server config set database_url -`"
    )]
    NoPostgres,
    #[error(transparent)]
    Replay(#[from] ReplayError),
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    #[error("{path} cannot be read: {cause}")]
    Unreadable { path: PathBuf, cause: io::Error },
    #[error(transparent)]
    Agents(#[from] AgentsError),
    #[error(transparent)]
    Proxy(#[from] ProxyError),
    #[error("{0} of {1} steps are planned otherwise now")]
    Differs(usize, usize),
    #[error(transparent)]
    Settings(#[from] CommandError),
    #[error("problems: {0}, warnings: {1}")]
    Ill(usize, usize),
    #[error("no vaulty-server answers at {0}")]
    Silent(SocketAddr),
    #[error("{0}")]
    Io(#[from] io::Error),
}

fn list(errors: &[ConfigError]) -> String {
    let lines: Vec<String> = errors.iter().map(|error| format!("  {error}")).collect();
    format!("the configuration is not valid:\n{}", lines.join("\n"))
}

/// Runs the command that the arguments ask for.
pub fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // Nobody is left to tell when standard error is gone.
            let why = shown_whole(&failure.to_string());
            let _ = writeln!(io::stderr(), "vaulty-server: {why}");
            ExitCode::FAILURE
        }
    }
}

fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

fn run(command: Command) -> Result<(), Failure> {
    match command {
        Command::CheckConfig { listen, common } => check_config(&common.flags(listen)),
        Command::Serve { listen, common } => {
            let config = load(&common.flags(listen))?;
            telemetry::init(&config);
            let runtime = runtime()?;
            let collector = config.server.otlp_endpoint.as_deref();
            let export = collector.map(|at| Export::start(at, runtime.handle())).transpose()?;
            let served = runtime.block_on(serve(config));
            if let Some(export) = export {
                export.end();
            }
            served
        }
        Command::Config { what, common } => {
            let (mut out, mut told, flags) = (Vec::new(), Vec::new(), common.flags(None));
            let terminal = io::stdout().is_terminal();
            let mut place = Place {
                flags: &flags,
                environment: &environment,
                out: &mut out,
                told: &mut told,
                terminal,
            };
            let done = commands_of_config::run(&mut place, &what);
            io::stdout().write_all(shown_whole(&String::from_utf8_lossy(&out)).as_bytes())?;
            io::stderr().write_all(shown_whole(&String::from_utf8_lossy(&told)).as_bytes())?;
            Ok(done?)
        }
        Command::Doctor { json, offline, listen, common } => {
            runtime()?.block_on(doctor(&common.flags(listen), offline, json))
        }
        Command::Health { listen, common } => {
            let config = load(&common.flags(listen))?;
            runtime()?.block_on(health(&config))
        }
        Command::Providers { ping, common } => {
            let config = load(&common.flags(None))?;
            runtime()?.block_on(providers(&config, ping))
        }
        Command::Pair { user, common } => {
            let config = load(&common.flags(None))?;
            runtime()?.block_on(pair(&config, &user))
        }
        Command::Backup { file, common } => {
            let config = load(&common.flags(None))?;
            runtime()?.block_on(back_up(&config, &file))
        }
        Command::Restore { file, common } => {
            let config = load(&common.flags(None))?;
            runtime()?.block_on(put_back(&config, &file))
        }
        Command::MoveToPostgres { common } => {
            let config = load(&common.flags(None))?;
            runtime()?.block_on(move_to_postgres(&config))
        }
        Command::Replay { trace } => replay_trace(&trace),
        Command::Agents { what, common } => {
            let config = load(&common.flags(None))?;
            Ok(runtime()?.block_on(commands::run(&config, what))?)
        }
        Command::Mcp { server, token_file } => {
            let token = proxy::token(token_file.as_deref(), environment(proxy::TOKEN_VARIABLE))?;
            let runtime = runtime()?;
            let done = runtime.block_on(proxy::run(&server, token));
            // Nobody ends a read of standard input.
            runtime.shutdown_background();
            Ok(done?)
        }
        Command::Recipes { what, common } => of_recipes::run(what, || {
            Ok::<_, Failure>(load(&common.flags(None))?.server.data_dir.join("recipes"))
        }),
        Command::RotateKey { common } => rotate_key(&load(&common.flags(None))?),
    }
}

fn load(flags: &Flags) -> Result<Config, Failure> {
    Config::load(flags, &environment).map_err(Failure::Config)
}

fn runtime() -> io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()
}

fn check_config(flags: &Flags) -> Result<(), Failure> {
    let raw = Raw::gather(flags, &environment).map_err(Failure::Config)?;
    let config = Config::validate(&raw, &environment).map_err(Failure::Config)?;
    let mut out = io::stdout().lock();
    for line in config.describe(&raw) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "the configuration is valid")?;
    Ok(())
}

async fn doctor(flags: &Flags, offline: bool, json: bool) -> Result<(), Failure> {
    let report = doctor::examine(flags, &environment, offline).await;
    let said = if json {
        serde_json::to_string_pretty(&report).map_err(io::Error::other)?
    } else {
        report.lines().collect::<Vec<_>>().join("\n")
    };
    writeln!(io::stdout(), "{}", shown_whole(&said))?;
    let count = |state| report.checks.iter().filter(|check| check.state == state).count();
    match count(State::Problem) {
        0 => Ok(()),
        problems => Err(Failure::Ill(problems, count(State::Warning))),
    }
}

async fn health(config: &Config) -> Result<(), Failure> {
    let address = config.server.listen;
    let answer = doctor::facts::health(address, &config.security).await;
    let HealthResponse { version, contract, .. } = answer.ok_or(Failure::Silent(address))?;
    writeln!(io::stdout(), "vaulty-server {version}, contract {contract}")?;
    Ok(())
}

fn rotate_key(config: &Config) -> Result<(), Failure> {
    if config.master_key.is_some() {
        return Err(Failure::KeyIsGiven);
    }
    Vault::rotate(&config.server.data_dir)?;
    writeln!(io::stderr(), "A new key was made. Restart the server: it ends the rotation.")?;
    Ok(())
}

async fn back_up(config: &Config, file: &Path) -> Result<(), Failure> {
    if config.database.url.is_some() {
        return Err(Failure::IsPostgres);
    }
    let bytes = backup::backup(&config.server.data_dir, file).await?;
    writeln!(
        io::stderr(),
        "Copied {bytes} bytes to {}. Its profiles are sealed: keep the master key as well, at another place.",
        file.display()
    )?;
    Ok(())
}

async fn put_back(config: &Config, file: &Path) -> Result<(), Failure> {
    if config.database.url.is_some() {
        return Err(Failure::IsPostgres);
    }
    make_folder(&config.server.data_dir)?;
    let _taken = take_folder(&config.server.data_dir)?;
    let given = config.master_key.as_ref().map(|key| key.reveal());
    let vault = Vault::open(&config.server.data_dir, given)?;
    let restored = backup::restore(&config.server.data_dir, file, &vault).await?;
    let mut out = io::stderr();
    writeln!(
        out,
        "Put back {}: {} profiles, {} jobs. Browsers and users that were removed since are in it again.",
        file.display(),
        restored.profiles,
        restored.jobs
    )?;
    if restored.unreadable > 0 {
        writeln!(
            out,
            "{} of the profiles open with none of this server's keys; they are kept as they are.",
            restored.unreadable
        )?;
    }
    if restored.tokens_left_out > 0 {
        writeln!(
            out,
            "{} browsers were not paired by this server, or before it marked what it pairs; pair them again.",
            restored.tokens_left_out
        )?;
    }
    if let Some(before) = restored.before {
        writeln!(
            out,
            "What was there before is {}; delete it when it is not needed.",
            before.display()
        )?;
    }
    Ok(())
}

async fn move_to_postgres(config: &Config) -> Result<(), Failure> {
    let url = config.database.url.as_ref().ok_or(Failure::NoPostgres)?;
    let folder = &config.server.data_dir;
    make_folder(folder)?;
    let _taken = take_folder(folder)?;
    let vault = Vault::open(folder, config.master_key.as_ref().map(|key| key.reveal()))?;
    let copied = to_postgres::copy(folder, url, &vault).await?;
    let of = |table: &str| copied.get(table).copied().unwrap_or_default();
    writeln!(
        io::stderr(),
        "Copied {} profiles, {} tokens, {} jobs. Start the server; {} is as it was, delete it once all is well.",
        of("sealed_profiles"),
        of("tokens"),
        of("jobs"),
        folder.join(SQLITE_FILE).display()
    )?;
    Ok(())
}

fn replay_trace(path: &Path) -> Result<(), Failure> {
    let read = if path == Path::new("-") {
        io::read_to_string(io::stdin())
    } else {
        fs::read_to_string(path)
    };
    let text = read.map_err(|cause| Failure::Unreadable { path: path.to_owned(), cause })?;
    let steps = replay(&text)?;
    let mut out = io::stdout().lock();
    for Step { step, actions, differences } in &steps {
        let verdict = if differences.is_empty() { "the same" } else { "DIFFERS" };
        writeln!(out, "step {step}: {verdict}, {actions} actions")?;
        for line in differences {
            writeln!(out, "  {line}")?;
        }
    }
    match steps.iter().filter(|step| !step.differences.is_empty()).count() {
        0 => Ok(()),
        differ => Err(Failure::Differs(differ, steps.len())),
    }
}

async fn pair(config: &Config, user: &str) -> Result<(), Failure> {
    if check_id("user", user).is_err() {
        return Err(Failure::UserName);
    }
    let (store, vault) = open_store(config).await?;
    let marks = open_marks(store.as_ref(), &vault).await?;
    let code = security::open_pairing(store.as_ref(), &Clock::system(), &marks, user).await?;
    store.close().await;
    let minutes = CODE_LIFE.as_secs() / 60;
    writeln!(
        io::stderr(),
        "Type this code into the extension's settings within {minutes} minutes:"
    )?;
    writeln!(io::stdout(), "{code}")?;
    Ok(())
}

/// One line for each provider; with `ping`, what came of asking it. All are asked at once.
async fn providers(config: &Config, ping: bool) -> Result<(), Failure> {
    let router = &Router::new(&config.llm, &Clock::system());
    let mut out = io::stdout().lock();
    writeln!(out, "mode: {}", config.llm.mode)?;
    let targets = router.targets();
    let pings = targets.iter().map(|target| async move {
        let answer = if ping {
            Some(router::ping(router, target, target.provider().timeout).await)
        } else {
            None
        };
        (target, answer)
    });
    for (target, answer) in join_all(pings).await {
        writeln!(out, "{}", provider_line(target.provider(), answer.as_ref()))?;
    }
    Ok(())
}

fn provider_line(provider: &Provider, ping: Option<&Ping>) -> String {
    let Provider { name, endpoint, probe, .. } = provider;
    let model = ping.map_or(endpoint.model.as_str(), |ping| ping.model.as_str());
    let model = if model.is_empty() { "its first model" } else { model };
    let mut line = format!("{name}: {}, {model}, {}", endpoint.kind.name(), endpoint.base_url);
    if *probe {
        line.push_str(" (not configured; used if it answers)");
    }
    match ping {
        Some(Ping { problem: None, ms, .. }) => line.push_str(&format!(": ok, {ms} ms")),
        Some(Ping { problem: Some(problem), ms, .. }) => {
            line.push_str(&format!(": FAILED after {ms} ms, {problem}"));
        }
        None => {}
    }
    line
}

async fn serve(config: Config) -> Result<(), Failure> {
    let open = config.security.auth == Auth::None;
    let proxied = config.llm.proxy.is_some();
    // Signals are taken before anything is announced, so that none gets lost.
    let stop = CancellationToken::new();
    let mut signals = Signals::new()?;
    let server = Server::start(config, Clock::system()).await?;
    if open {
        tracing::warn!("auth = none: every program on this machine can read and change everything");
    }
    if proxied {
        tracing::warn!(
            "calls to models go through the proxy that is configured: it learns which providers are \
             called, and decides itself which machine a name means"
        );
    }
    for line in notices(&server, io::stderr().is_terminal()) {
        writeln!(io::stderr(), "{line}")?;
    }
    let mut out = io::stdout();
    writeln!(out, "listening on http://{}", server.address)?;
    out.flush()?;
    let told = stop.clone();
    tokio::spawn(async move {
        signals.next().await;
        told.cancel();
    });
    server.run(stop).await;
    Ok(())
}

/// What a person is told at start. The token itself is shown once, when it is made, and only on a
/// terminal: standard error may as well be a log that is kept.
fn notices(server: &Server, terminal: bool) -> Vec<String> {
    let path = server.token.path.display();
    let mut lines = Vec::new();
    if server.token.is_new {
        lines.push(format!("A token was made: {path}"));
        if terminal {
            lines.push(format!("It is shown this once: {}", server.token.token));
        }
    }
    let minutes = CODE_LIFE.as_secs() / 60;
    lines.push(match &server.pairing_code {
        Some(code) => format!("Pairing code, good for {minutes} minutes: {code}"),
        None => {
            "`vaulty-server pair` opens a pairing code for all servers of this database.".to_owned()
        }
    });
    lines
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;
    use crate::config::Flags;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[tokio::test]
    async fn the_token_is_shown_once_and_only_on_a_terminal() {
        let folder = tempfile::tempdir().unwrap();
        let flags = Flags {
            listen: Some("127.0.0.1:0".to_owned()),
            data_dir: Some(folder.path().to_owned()),
            config: None,
        };
        let config = Config::load(&flags, &|_| None).unwrap();
        for (start, terminal, shown) in [(1, true, true), (2, true, false), (1, false, false)] {
            if start == 1 {
                let _ = std::fs::remove_file(folder.path().join("token"));
            }
            let server = Server::start(config.clone(), Clock::system()).await.unwrap();
            let lines = notices(&server, terminal).join("\n");
            assert_eq!(lines.contains(&server.token.token), shown, "{start} {terminal}: {lines}");
            assert!(lines.contains(server.pairing_code.as_deref().unwrap()));
        }
    }
}
