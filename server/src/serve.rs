//! A running server: from a valid configuration to a socket that answers, and to a clean end.

use std::{io, net::SocketAddr, path::PathBuf, sync::Arc, time::Duration};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    task::JoinHandle,
    time::{interval, sleep, timeout},
};
use tokio_util::sync::CancellationToken;

use crate::{
    app::{App, Shared},
    clock::Clock,
    config::Config,
    routes,
    security::{self, SealError, User, Vault, token_file},
    store::{NewToken, Sqlite, Store, StoreError, TokenKind},
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
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {cause}")]
    Listen {
        /// Which address.
        address: SocketAddr,
        /// Why.
        cause: io::Error,
    },
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The key that profiles are sealed with cannot be used.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// No pairing code could be made.
    #[error(transparent)]
    Pairing(#[from] security::PairingError),
}

/// A server that is bound to its address and ready to run.
pub struct Server {
    /// The address that it is bound to.
    pub address: SocketAddr,
    /// The token file's token, and whether it was made just now.
    pub token: security::TokenFile,
    /// The pairing code that is open now.
    pub pairing_code: String,
    app: Shared,
    listener: TcpListener,
    writer: JoinHandle<()>,
}

/// Opens the store of a data folder, which is made if it is not there, for its owner alone.
///
/// # Errors
/// The folder or the store cannot be used.
pub async fn open_store(config: &Config) -> Result<(Sqlite, Vault), StartError> {
    let unusable = |cause| StartError::DataDir { path: config.data_dir.clone(), cause };
    if !config.data_dir.is_dir() {
        std::fs::create_dir_all(&config.data_dir).map_err(unusable)?;
        #[cfg(unix)]
        std::fs::set_permissions(
            &config.data_dir,
            std::os::unix::fs::PermissionsExt::from_mode(0o700),
        )
        .map_err(unusable)?;
    }
    let given = config.master_key.as_ref().map(|key| key.reveal());
    let vault = Vault::open(&config.data_dir, given)?;
    Ok((Sqlite::open(&config.data_dir, &vault).await?, vault))
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
    let profiles = store.rewrap(&vault).await?;
    if config.master_key.is_none() {
        newest.write(&config.data_dir)?;
    }
    tracing::info!(profiles, "profiles are sealed with the new key");
    Ok(newest)
}

impl Server {
    /// Opens the store, makes what a first start needs, and binds the address.
    ///
    /// # Errors
    /// See [`StartError`].
    pub async fn start(config: Config, clock: Clock) -> Result<Self, StartError> {
        let (store, vault) = open_store(&config).await?;
        let vault = end_rotation(&config, &store, vault).await?;
        let store: Arc<dyn Store> = Arc::new(store);
        let unusable = |cause| StartError::DataDir { path: config.data_dir.clone(), cause };
        let token = token_file(&config.data_dir).map_err(unusable)?;
        let digest = security::digest(&token.token);
        let of_file = NewToken { digest, kind: TokenKind::File, user_id: User::FIRST, name: "" };
        store.add_token(of_file, clock.now_ms()).await?;
        store.keep_only_file_token(digest).await?;
        let pairing_code = security::open_pairing(store.as_ref(), &clock, User::FIRST).await?;

        let unbound = |cause| StartError::Listen { address: config.listen, cause };
        let listener = TcpListener::bind(config.listen).await.map_err(unbound)?;
        let address = listener.local_addr().map_err(unbound)?;
        let (app, writer) = App::new(config, clock, store, vault, address).await?;
        Ok(Self { address, token, pairing_code, app, listener, writer })
    }

    /// Answers until `stop` is cancelled, then lets what is being answered end, writes everything out
    /// and closes the store.
    pub async fn run(self, stop: CancellationToken) {
        let Self { app, listener, writer, .. } = self;
        let router = routes::router(app.clone());
        let folding = tokio::spawn(fold_metrics(app.clone()));
        let connections = GracefulShutdown::new();
        let places = Arc::new(Semaphore::new(app.config.limits.max_connections));
        loop {
            let (stream, place) = tokio::select! {
                () = stop.cancelled() => break,
                accepted = accept(&listener, &places) => accepted,
            };
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_TIME)
                .serve_connection(TokioIo::new(stream), service(&router));
            let connection = connections.watch(connection);
            tokio::spawn(async move {
                if let Err(error) = connection.await {
                    tracing::debug!(%error, "connection ended");
                }
                drop(place);
            });
        }
        drop(listener);
        app.stopping.cancel();
        if timeout(GRACE, connections.shutdown()).await.is_err() {
            tracing::warn!("some requests were cut off");
        }
        folding.abort();
        app.traces.settle().await;
        writer.abort();
        app.store.close().await;
        tracing::info!("stopped");
    }
}

/// The next connection, once there is a place for it.
async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> (TcpStream, Option<tokio::sync::OwnedSemaphorePermit>) {
    // The semaphore is never closed, so there is always a permit in the end.
    let place = places.clone().acquire_owned().await.ok();
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "no TCP_NODELAY");
                }
                return (stream, place);
            }
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

fn service(router: &Router) -> TowerToHyperService<Router> {
    TowerToHyperService::new(router.clone())
}

async fn fold_metrics(app: Arc<App>) {
    let mut tick = interval(FOLD_EVERY);
    loop {
        tick.tick().await;
        app.metrics.fold();
    }
}
