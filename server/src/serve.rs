//! A running server: from a valid configuration to a socket that answers, and to a clean end.

use std::{
    collections::HashSet,
    fs::File,
    io,
    net::{IpAddr, SocketAddr},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use axum::{Extension, Router, middleware::AddExtension};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinHandle,
    time::{interval, sleep, timeout},
};
use tokio_util::sync::CancellationToken;
use tower::Layer as _;

use crate::{
    app::{App, Shared},
    clock::Clock,
    config::{Config, Database},
    crypto::{self, Marks, SealError, Vault},
    erasure,
    private_file::{self, LOCK, OWN_FILES},
    routes,
    security::{self, Crowd, Peer, Seat, Stranger, Tokens, token_file},
    store::{NewToken, Postgres, Rewrapped, Store, StoreError, TokenKind, before_update},
    strict::Strict,
    user::User,
    write_timeout::WriteTimeout,
};

/// A client has this long to send a request's head.
const HEAD_TIME: Duration = Duration::from_secs(15);
/// Requests that are being answered have this long after Stop.
const GRACE: Duration = Duration::from_secs(10);
/// Metrics are folded so often.
const FOLD_EVERY: Duration = Duration::from_secs(5);
/// After a failed accept (such as too many open files) the next try waits this long.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Why a server could not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The data folder cannot be used.
    #[error("the data folder {path} cannot be used: {cause}")]
    DataDir {
        /// Which folder.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// Another server works on the data folder.
    #[error("another vaulty-server works on the data folder {0}; stop it first")]
    InUse(PathBuf),
    /// The database is sealed with another key.
    #[error(
        "this server's master key is not the one that the database's profiles are sealed with: give \
         all servers of a database the same key, in master.key or VAULTY_MASTER_KEY"
    )]
    OtherKey,
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {cause}")]
    Listen {
        /// Which address.
        address: SocketAddr,
        /// Why.
        cause: io::Error,
    },
    /// The database can be read and not written to.
    #[error(
        "the database can be read and not written to ({0}), and a server begins only on one that it can \
         write to: make room on its disk, or end its read-only mode, then start again"
    )]
    Unwritable(StoreError),
    /// The store cannot be used.
    #[error(transparent)]
    Store(StoreError),
    /// The key that profiles are sealed with cannot be used.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// No pairing code could be made.
    #[error(transparent)]
    Pairing(#[from] security::PairingError),
}

impl From<StoreError> for StartError {
    fn from(error: StoreError) -> Self {
        if error.is_unwritable() { Self::Unwritable(error) } else { Self::Store(error) }
    }
}

/// A server that is bound to its address and ready to run.
pub struct Server {
    /// The address that it is bound to.
    pub address: SocketAddr,
    /// The token file's token, and whether it was made just now.
    pub token: security::TokenFile,
    /// The pairing code that is open now. A server that shares its database opens none by itself.
    pub pairing_code: Option<String>,
    app: Shared,
    listener: TcpListener,
    writer: JoinHandle<()>,
    /// Held for as long as the server lives.
    _lock: Option<TakenFolder>,
}

/// Makes the data folder if it is not there. It and what is kept in it are its owner's alone afterwards,
/// also where they were not before.
///
/// # Errors
/// It cannot be made or closed to others.
pub fn make_folder(folder: &Path) -> Result<(), StartError> {
    let made = private_file::make_folder(folder)
        .and_then(|()| private_file::close_files(folder, OWN_FILES));
    made.map_err(|cause| StartError::DataDir { path: folder.to_owned(), cause })
}

/// A data folder that is this program's alone. Dropping it gives it back, and so does the system however the program ends.
#[derive(Debug)]
pub struct TakenFolder(File);

impl Drop for TakenFolder {
    fn drop(&mut self) {
        // Closing the file would not do while a process that was begun meanwhile has it open as well, if only until that
        // is another program.
        let _ = self.0.unlock();
    }
}

/// Takes a data folder for this program alone, until what comes back is dropped.
///
/// # Errors
/// Another program has it.
pub fn take_folder(folder: &Path) -> Result<TakenFolder, StartError> {
    let unusable = |cause| StartError::DataDir { path: folder.to_owned(), cause };
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(folder.join(LOCK))
        .map_err(unusable)?;
    match file.try_lock() {
        Ok(()) => Ok(TakenFolder(file)),
        Err(std::fs::TryLockError::WouldBlock) => Err(StartError::InUse(folder.to_owned())),
        Err(std::fs::TryLockError::Error(cause)) => Err(unusable(cause)),
    }
}

/// Opens the store that is configured, and the key that its profiles are sealed with.
///
/// # Errors
/// The folder or the store cannot be used.
pub async fn open_store(config: &Config) -> Result<(Arc<dyn Store>, Vault), StartError> {
    make_folder(&config.server.data_dir)?;
    let given = config.master_key.as_ref().map(|key| key.reveal());
    let vault = Vault::open(&config.server.data_dir, given)?;
    let store: Arc<dyn Store> = match &config.database.url {
        Some(url) => {
            let Database { connections, before_update, .. } = config.database;
            Arc::new(Postgres::connect(url, connections, before_update).await?)
        }
        None => Arc::new(before_update::open(&config.server.data_dir, &vault).await?),
    };
    Ok((store, vault))
}

/// Marks of this database, by the box that its first server left. The key is tried on it.
///
/// # Errors
/// The box is of another key, or the store failed.
pub async fn open_marks(store: &dyn Store, vault: &Vault) -> Result<Marks, StartError> {
    let first = store.first_box(&vault.first_box()?).await?;
    vault.marks(&first).map_err(|_| StartError::OtherKey)
}

/// Ends a rotation that was begun: every profile's key goes under the newest of the server's keys, then
/// the others are forgotten.
async fn end_rotation(
    config: &Config,
    store: &dyn Store,
    vault: Vault,
) -> Result<Vault, StartError> {
    let newest = vault.newest();
    if newest == vault {
        return Ok(vault);
    }
    let Rewrapped { moved, unreadable } = store.rewrap(&vault).await?;
    if unreadable > 0 {
        tracing::error!(
            unreadable,
            "some profiles open with none of this server's keys; they are kept as they are"
        );
    }
    if config.master_key.is_none() {
        newest.forget_older(&config.server.data_dir)?;
    }
    tracing::info!(profiles = moved, "profiles are sealed with the new key");
    Ok(newest)
}

impl Server {
    /// Opens the store, makes what a first start needs, and binds the address.
    ///
    /// # Errors
    /// See [`StartError`].
    pub async fn start(config: Config, clock: Clock) -> Result<Self, StartError> {
        make_folder(&config.server.data_dir)?;
        let alone = config.database.url.is_none();
        let lock = alone.then(|| take_folder(&config.server.data_dir)).transpose()?;
        let (store, vault) = open_store(&config).await?;
        // Before anything is moved to another key.
        open_marks(store.as_ref(), &vault).await?;
        if let Some(shared) = store.shared() {
            // What is shared goes by the clock that is shared.
            clock.follow(shared.now().await?);
        }
        let vault = end_rotation(&config, store.as_ref(), vault).await?;
        let server = Self::with_store(config, clock, store, vault).await?;
        Ok(Self { _lock: lock, ..server })
    }

    /// The same on a store that is open already.
    ///
    /// # Errors
    /// See [`StartError`].
    pub async fn with_store(
        config: Config,
        clock: Clock,
        store: Arc<dyn Store>,
        vault: Vault,
    ) -> Result<Self, StartError> {
        let unusable = |cause| StartError::DataDir { path: config.server.data_dir.clone(), cause };
        let marks = open_marks(store.as_ref(), &vault).await?;
        store.mark_tokens(&marks).await?;
        let token = token_file(&config.server.data_dir, &marks).map_err(unusable)?;
        let digest = crypto::digest(&token.token);
        let of_file = NewToken::marked(digest, TokenKind::File, User::FIRST, "", &marks);
        let own = store.add_token(of_file, clock.now_ms()).await?;
        // Other servers have files of their own, codes that somebody is just typing, and tokens that are
        // looked up when they come.
        let (mut pairing_code, mut known, mut unmarked) = (None, vec![own], HashSet::new());
        if store.shared().is_none() {
            store.keep_only_file_token(digest).await?;
            let code = security::open_pairing(store.as_ref(), &clock, &marks, User::FIRST).await?;
            pairing_code = Some(code);
            known = store.tokens().await?;
            known.retain(|token| token.is_ours(&marks));
        } else {
            let all = store.tokens().await?.into_iter();
            unmarked = all.filter(|token| !token.checked).map(|token| token.digest).collect();
        }
        let tokens = Tokens::new(known, unmarked);

        let unbound = |cause| StartError::Listen { address: config.server.listen, cause };
        let listener = TcpListener::bind(config.server.listen).await.map_err(unbound)?;
        let address = listener.local_addr().map_err(unbound)?;
        let (app, writer) = App::new(config, clock, store, vault, marks, tokens, address);
        Ok(Self { address, token, pairing_code, app, listener, writer, _lock: None })
    }

    /// Answers until `stop` is cancelled. Then what is being answered ends, whatever else comes is told that
    /// the server is stopping, everything is written out and the store closed.
    pub async fn run(self, stop: CancellationToken) {
        let Self { app, listener, writer, _lock, .. } = self;
        let router = routes::router(app.clone());
        let folding = tokio::spawn(fold_metrics(app.clone()));
        tokio::spawn(erasure::resume(app.clone()));
        let connections = GracefulShutdown::new();
        let crowd = Crowd::new(app.config.limits.max_connections);
        let drained = drained(stop, &app);
        tokio::pin!(drained);
        loop {
            let (stream, from, seat) = tokio::select! {
                () = &mut drained => break,
                accepted = accept(&listener, &crowd) => accepted,
            };
            let seat = Arc::new(seat);
            let peer = Peer::new(from, seat.clone());
            let stream = WriteTimeout::new(Strict::new(stream), app.config.limits.request_timeout);
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_TIME)
                .serve_connection(TokioIo::new(stream), service(&router, peer));
            let connection = connections.watch(connection);
            tokio::spawn(async move {
                tokio::select! {
                    ended = connection => {
                        if let Err(error) = ended {
                            tracing::debug!(%error, "connection ended");
                        }
                    }
                    () = seat.sent_away() => tracing::debug!("an idle connection made room"),
                }
            });
        }
        drop(listener);
        if timeout(GRACE, connections.shutdown()).await.is_err() {
            tracing::warn!("some connections were cut off");
        }
        folding.abort();
        if timeout(GRACE, app.traces.settle()).await.is_err() {
            tracing::error!("the store takes nothing any more; some of the trace is lost");
        }
        writer.abort();
        app.store.close().await;
        tracing::info!("stopped");
    }
}

/// Waits for Stop, and then for what is being answered.
async fn drained(stop: CancellationToken, app: &App) {
    stop.cancelled().await;
    app.stopping.cancel();
    tracing::info!("stopping: nothing new is begun");
    if timeout(GRACE, app.gates.idle()).await.is_err() {
        tracing::warn!("some requests were cut off");
    }
}

/// The next connection. When there are too many, one that nobody known uses is closed for it.
async fn accept(
    listener: &TcpListener,
    crowd: &Crowd<Stranger>,
) -> (TcpStream, IpAddr, Seat<Stranger>) {
    loop {
        match listener.accept().await {
            Ok((stream, from)) => {
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "no TCP_NODELAY");
                }
                let seat = crowd.enter_in_time(from.ip().into()).await;
                return (stream, from.ip(), seat);
            }
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

/// The router for one connection: its requests say on which they came.
fn service(router: &Router, peer: Peer) -> TowerToHyperService<AddExtension<Router, Peer>> {
    TowerToHyperService::new(Extension(peer).layer(router.clone()))
}

async fn fold_metrics(app: Arc<App>) {
    let mut tick = interval(FOLD_EVERY);
    loop {
        tick.tick().await;
        app.metrics.fold();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_given_back_whoever_has_its_file_open_still() {
        let folder = tempfile::tempdir().unwrap();
        let taken = take_folder(folder.path()).unwrap();
        // As a process does that was begun a moment ago.
        let beside = taken.0.try_clone().unwrap();
        assert!(matches!(take_folder(folder.path()), Err(StartError::InUse(_))));
        drop(taken);
        take_folder(folder.path()).unwrap();
        drop(beside);
    }
}
