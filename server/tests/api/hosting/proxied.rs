//! The proxy of docs/SCALE.md, before servers on one Postgres.

use std::{
    net::SocketAddr,
    process::{Child, Command},
    time::{Duration, Instant},
};

use reqwest::{Certificate, Client, Method};
use serde_json::json;
use tempfile::TempDir;

use super::{Machine, NEXT, run_of};
use crate::{
    cli::Process,
    postgres::Database,
    support::{client, free_port, next_body, page, send},
};

/// What the servers are called by.
pub(super) const NAME: &str = "vaulty.example.org";

/// The proxy of the document, before server processes.
pub(super) struct Proxied {
    proxy: Child,
    pub(super) front: Front,
    settings: Vec<(&'static str, String)>,
    pub(super) servers: Vec<Process>,
    _machine: Machine,
    folders: Vec<TempDir>,
}

/// Where the proxy is asked.
#[derive(Clone)]
pub(super) struct Front {
    client: Client,
    port: u16,
}

impl Front {
    pub(super) fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.client.request(method, format!("https://{NAME}:{}{path}", self.port))
    }
}

impl Drop for Proxied {
    fn drop(&mut self) {
        self.proxy.kill().unwrap();
        self.proxy.wait().unwrap();
    }
}

/// A certificate for the name, with its key, in one file as the proxy wants it.
fn certificate(machine: &Machine) -> Certificate {
    let folder = machine.at("/etc/vaulty");
    std::fs::create_dir_all(&folder).unwrap();
    let wanted = format!(
        "[req]\ndistinguished_name=name\nx509_extensions=more\nprompt=no\n[name]\nCN={NAME}\n\
         [more]\nbasicConstraints=critical,CA:FALSE\nsubjectAltName=DNS:{NAME}\n"
    );
    std::fs::write(folder.join("wanted"), wanted).unwrap();
    let make = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -config wanted -keyout key -out cert \
                && cat cert key > tls.pem";
    let made = Command::new("sh").args(["-c", make]).current_dir(&folder).output().unwrap();
    assert!(made.status.success(), "{made:?}");
    Certificate::from_pem(&std::fs::read(folder.join("cert")).unwrap()).unwrap()
}

impl Proxied {
    pub(super) async fn start(database: &Database, servers: usize) -> Self {
        let machine = Machine::new();
        let certificate = certificate(&machine);
        let port = free_port();
        let settings = vec![
            ("DATABASE_URL", database.url.clone()),
            ("VAULTY_MASTER_KEY", "5a".repeat(32)),
            ("VAULTY_TLS_PROXY", "true".to_owned()),
            ("VAULTY_ALLOWED_HOSTS", format!("{NAME},{NAME}:{port}")),
            ("VAULTY_LOG", "error".to_owned()),
            // None is refused for its number, and none goes for it.
            ("VAULTY_REQUESTS_PER_SECOND", "1000000".to_owned()),
            ("VAULTY_REQUEST_BURST", "1000000".to_owned()),
            ("VAULTY_TRACE_KEEP", "100000000".to_owned()),
        ];
        let folders: Vec<_> = (0..servers).map(|_| tempfile::tempdir().unwrap()).collect();
        let ports: Vec<_> = folders.iter().map(|_| free_port()).collect();
        let servers = folders.iter().zip(&ports);
        let servers = servers.map(|(folder, port)| serve(&settings, folder, *port)).collect();
        let text = configured(&machine.here("haproxy"), port, &ports);
        let file = machine.at("/etc/vaulty/haproxy.cfg");
        std::fs::write(&file, text).unwrap();
        let checked = Command::new("haproxy").args(["-c", "-f"]).arg(&file).output();
        // The slow set wants Debian's HAProxy; `cargo xtask test --slow` installs it.
        let checked = checked.unwrap();
        assert!(checked.status.success(), "{checked:?}");
        let log = std::fs::File::create(machine.at("/etc/vaulty/log")).unwrap();
        let mut proxy = Command::new("haproxy");
        proxy.arg("-db").arg("-f").arg(&file).stdout(log.try_clone().unwrap()).stderr(log);
        let proxy = proxy.spawn().unwrap();
        server::llm::transport::set_up_tls();
        // The proxy ends what is idle for a minute, at the very moment perhaps at which it would be used again.
        let client = Client::builder()
            .pool_idle_timeout(Duration::from_secs(20))
            .no_proxy()
            .tls_certs_only([certificate])
            .resolve(NAME, SocketAddr::from(([127, 0, 0, 1], port)))
            .build()
            .unwrap();
        let front = Front { client, port };
        let proxied = Self { proxy, front, settings, servers, _machine: machine, folders };
        let started = Instant::now();
        while !proxied
            .request(Method::GET, "/api/health")
            .send()
            .await
            .is_ok_and(|a| a.status() == 200)
        {
            assert!(started.elapsed() < Duration::from_secs(20), "the proxy answers");
        }
        proxied
    }

    /// Stops a server as a host does, and starts it anew where it was.
    pub(super) fn restart(&mut self, at: usize) {
        let old = self.servers.remove(at);
        let port = old.base.rsplit(':').next().unwrap().parse().unwrap();
        old.stop();
        self.servers.insert(at, serve(&self.settings, &self.folders[at], port));
    }

    pub(super) fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        self.front.request(method, path)
    }

    /// The run of a server, asked beside the proxy.
    pub(super) async fn run_of(&self, at: usize) -> String {
        let ask = client().get(format!("{}/api/health", self.servers[at].base));
        run_of(&send(ask.header("host", NAME).header("x-forwarded-proto", "https")).await)
    }

    pub(super) async fn pair(&self, database: &Database, user: &str) -> String {
        let code = crate::store::several_servers::code(database, user).await;
        let answer =
            send(self.request(Method::POST, "/api/pair").json(&json!({"code": code}))).await;
        answer.json()["token"].as_str().unwrap().to_owned()
    }

    /// Plans a step, as a client does that asks again when it got no answer.
    pub(super) async fn plan(&self, token: &str, step: u32) -> Duration {
        let started = Instant::now();
        let body = next_body("j", step, page(), json!({"profileKeys": ["email"]}));
        loop {
            let asked =
                self.request(Method::POST, NEXT).bearer_auth(token).json(&body).send().await;
            if asked.is_ok_and(|answer| answer.status() == 200) {
                return started.elapsed();
            }
            assert!(started.elapsed() < Duration::from_secs(30), "step {step}");
        }
    }
}

fn serve(settings: &[(&'static str, String)], folder: &TempDir, port: u16) -> Process {
    let (address, folder) = (format!("127.0.0.1:{port}"), folder.path().display().to_string());
    let mut all: Vec<(&str, &str)> =
        vec![("VAULTY_LISTEN", &address), ("VAULTY_DATA_DIR", &folder)];
    all.extend(settings.iter().map(|(name, value)| (*name, value.as_str())));
    Process::start_as_configured(&all)
}

/// The document's configuration, for servers at these ports.
fn configured(text: &str, port: u16, servers: &[u16]) -> String {
    let one = "server one 10.0.0.1:3000";
    assert_eq!(
        (text.matches(one).count(), text.matches("server two 10.0.0.2:3000").count()),
        (2, 2)
    );
    let mut lines = Vec::new();
    for line in text.lines().filter(|line| !line.contains("server two ")) {
        let for_each = |(at, port): (usize, &u16)| {
            line.replace(one, &format!("server s{at} 127.0.0.1:{port}"))
                .replace("servers/one", &format!("servers/s{at}"))
        };
        match line.contains(one) {
            true => lines.extend(servers.iter().enumerate().map(for_each)),
            false => lines.push(line.replace("bind :443", &format!("bind 127.0.0.1:{port}"))),
        }
    }
    lines.push(String::new());
    lines.join("\n")
}
