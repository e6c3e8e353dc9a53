//! The program itself: what it prints, what it leaves behind, how it stops.

use std::{
    path::Path,
    process::{Command, Output, Stdio},
};

use reqwest::Method;
use serde_json::json;
use tokio::task::spawn_blocking;

use crate::support::{Answer, client, send};

pub(crate) fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vaulty-server"));
    command.args(arguments).env_clear().stdin(Stdio::null());
    command
}

fn run(arguments: &[&str]) -> (bool, String, String) {
    read(program(arguments).output().unwrap())
}

/// Whether it succeeded, what it printed, what it complained of.
pub(crate) fn read(output: Output) -> (bool, String, String) {
    let Output { status, stdout, stderr } = output;
    (status.success(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// Runs the program on a data folder whose server may be in this process: blocking here would stop that
/// server in the middle of a transaction, and the program would wait for it.
pub(crate) async fn run_beside(arguments: &[&str], folder: &Path) -> (bool, String, String) {
    let mut command = program(arguments);
    command.arg("--data-dir").arg(folder);
    read(spawn_blocking(move || command.output().unwrap()).await.unwrap())
}

/// A server process.
pub(crate) struct Process {
    process: harness::Process,
    pub(crate) base: String,
}

impl Process {
    pub(crate) fn start(folder: &Path, settings: &[(&str, &str)]) -> Self {
        let mut command = program(&[]);
        // A model that happens to run on this machine is no part of a test.
        command.env("VAULTY_LLM_MODE", "rules-only").envs(settings.iter().copied());
        let process = harness::Process::serve(command, &[], folder).unwrap();
        Self { base: process.url().to_owned(), process }
    }

    /// Starts it where and as its settings say.
    pub(crate) fn start_as_configured(settings: &[(&str, &str)]) -> Self {
        let mut command = program(&["serve"]);
        command.env("VAULTY_LLM_MODE", "rules-only").envs(settings.iter().copied());
        let process = harness::Process::of(command).unwrap();
        Self { base: process.url().to_owned(), process }
    }

    /// A pairing code for a user, as the program prints it.
    pub(crate) async fn pair(folder: &Path, user: &str) -> String {
        let (ok, code, log) = run_beside(&["pair", "--user", user], folder).await;
        assert!(ok, "{log}");
        code.trim().to_owned()
    }

    /// Begins a rotation of the key.
    pub(crate) async fn rotate(folder: &Path) {
        let (ok, out, log) = run_beside(&["rotate-key"], folder).await;
        assert!(ok && out.is_empty(), "{log}");
    }

    async fn get(&self, path: &str, token: &str) -> Answer {
        send(client().request(Method::GET, format!("{}{path}", self.base)).bearer_auth(token)).await
    }

    /// The token of its token file.
    pub(crate) fn token(folder: &Path) -> String {
        std::fs::read_to_string(folder.join("token")).unwrap().trim().to_owned()
    }

    /// The memory that it has now.
    pub(crate) fn memory_kib(&self) -> u64 {
        let status =
            std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    }

    /// Ends it in the midst of whatever it does (SIGKILL).
    pub(crate) fn kill(mut self) {
        self.process.kill();
    }

    /// Tells it to stop (SIGTERM) without waiting.
    pub(crate) fn terminate(&self) {
        self.signal("-TERM");
    }

    /// Makes it stand still (SIGSTOP). A busy machine lets some of its threads run on for a while: it is waited
    /// for until none does.
    pub(crate) fn freeze(&self) {
        self.signal("-STOP");
        let tasks = format!("/proc/{}/task", self.process.id());
        let stands = |task: std::fs::DirEntry| {
            let stat = std::fs::read_to_string(task.path().join("stat")).unwrap_or_default();
            stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('T'))
        };
        while !std::fs::read_dir(&tasks).unwrap().flatten().all(stands) {
            std::thread::yield_now();
        }
    }

    /// Sends it a signal.
    pub(crate) fn signal(&self, name: &str) {
        let told = Command::new("kill").args([name, &self.process.id().to_string()]).status();
        assert!(told.unwrap().success());
    }

    /// Sends SIGTERM, waits, and gives what was written to standard error.
    pub(crate) fn stop(self) -> String {
        self.terminate();
        let (status, log) = self.process.wait().unwrap();
        assert!(status.success(), "{log}");
        log
    }
}

#[tokio::test]
async fn a_first_start_makes_a_token_and_a_second_keeps_it() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("new/data");
    let server = Process::start(&data, &[]);
    let file = data.join("token");
    let token = std::fs::read_to_string(&file).unwrap().trim().to_owned();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&file), mode(&data)), (0o600, 0o700));
    }
    assert_eq!(server.get("/api/jobs", &token).await.status, 200);
    let log = server.stop();
    assert!(log.contains("A token was made") && log.contains("Pairing code"), "{log}");
    assert!(!log.contains(&token), "the token is shown on a terminal only: {log}");

    let server = Process::start(&data, &[]);
    assert_eq!(server.get("/api/jobs", &token).await.status, 200);
    assert!(!server.stop().contains("A token was made"));
}

#[tokio::test]
async fn a_new_pairing_code_can_be_had_while_the_server_runs() {
    let folder = tempfile::tempdir().unwrap();
    let server = Process::start(folder.path(), &[]);
    let data = folder.path().to_str().unwrap();
    let (ok, code, _) = run(&["pair", "--data-dir", data]);
    assert!(ok);
    let request = client().request(Method::POST, format!("{}/api/pair", server.base));
    let answer = send(request.json(&json!({"code": code.trim()}))).await;
    assert_eq!(answer.status, 200);
    let token = answer.json()["token"].as_str().unwrap().to_owned();
    assert_eq!(server.get("/api/jobs", &token).await.status, 200);
    let log = server.stop();
    assert!(!log.contains(&token) && !log.contains(code.trim()), "{log}");
}

#[test]
fn a_running_server_stops_when_told_and_leaves_no_log_behind() {
    let folder = tempfile::tempdir().unwrap();
    let settings = [("VAULTY_AUTH", "none"), ("VAULTY_LOG_FORMAT", "json")];
    let log = Process::start(folder.path(), &settings).stop();
    assert!(log.contains("auth = none: every program on this machine"), "{log}");
    let last = log.lines().last().unwrap();
    let last: serde_json::Value = serde_json::from_str(last).unwrap();
    assert_eq!(last["message"], "stopped");
    assert!(!folder.path().join("vaulty.sqlite3-wal").exists());
}

#[test]
fn check_config_names_key_and_reason() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("vaulty.toml");
    let path = file.to_str().unwrap();
    std::fs::write(&file, "listen = \"127.0.0.1:4000\"\n").unwrap();
    let (ok, out, _) = run(&["check-config", "--config", path, "--data-dir", "/data"]);
    assert!(ok);
    assert!(out.contains("listen = 127.0.0.1:4000  (file)\n"), "{out}");
    assert!(out.contains("data_dir = /data  (command line)\n"), "{out}");
    assert!(out.ends_with("the configuration is valid\n"), "{out}");

    std::fs::write(&file, "listen = \"0.0.0.0:4000\"\nlog_format = \"xml\"\ntypo = 1\n").unwrap();
    let (ok, _, errors) = run(&["check-config", "--config", path]);
    assert!(!ok && errors.contains("  typo: there is no such key in "), "{errors}");

    std::fs::write(&file, "listen = \"0.0.0.0:4000\"\nlog_format = \"xml\"\n").unwrap();
    for command in ["check-config", "serve"] {
        let (ok, out, errors) = run(&[command, "--config", path]);
        assert!(!ok && out.is_empty(), "{out}");
        for part in ["listen: other machines could connect", "TLS", "log_format: `xml` is neither"]
        {
            assert!(errors.contains(part), "{part} not in {errors}");
        }
    }
}

#[test]
fn a_port_in_use_and_a_folder_that_is_none_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let data = folder.path().to_str().unwrap();
    let (ok, _, errors) = run(&["serve", "--listen", &address, "--data-dir", data]);
    assert!(!ok && errors.contains(&format!("cannot listen on {address}")), "{errors}");

    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let (ok, _, errors) =
        run(&["serve", "--listen", "127.0.0.1:0", "--data-dir", file.to_str().unwrap()]);
    assert!(!ok && errors.contains("the data folder"), "{errors}");
}

#[test]
fn help_names_every_command_and_variable() {
    let (ok, help, _) = run(&["--help"]);
    assert!(ok);
    for part in ["serve", "check-config", "pair", "VAULTY_LISTEN", "VAULTY_PAGES_DIR"] {
        assert!(help.contains(part), "{part} not in {help}");
    }
}

#[tokio::test]
async fn providers_are_listed_and_pinged() {
    let text = crate::llm::mock::answers(&["0=email"]);
    let good = crate::llm::mock::Mock::saying("openai", &text).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("vaulty.toml");
    let table = |name: &str, base: &str| {
        format!(
            "[llm.providers.{name}]\nkind = \"openai-compatible\"\nmodel = \"m\"\nbase_url = \"{base}\"\napi_key = \"never shown\"\n"
        )
    };
    let tables = [table("good", &good.base), table("dead", "http://127.0.0.1:9")].concat();
    std::fs::write(&file, format!("[llm]\norder = [\"good\", \"dead\"]\n{tables}")).unwrap();
    let file = file.display().to_string();
    let told = |arguments: &'static [&'static str]| {
        let arguments: Vec<String> = arguments
            .iter()
            .map(ToString::to_string)
            .chain(["--config".to_owned(), file.clone()])
            .collect();
        tokio::task::spawn_blocking(move || {
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            run(&arguments)
        })
    };
    let (ok, listed, _) = told(&["providers"]).await.unwrap();
    assert!(ok);
    let expected = [
        "mode: auto".to_owned(),
        format!("good: openai-compatible, m, {}/v1", good.base),
        "dead: openai-compatible, m, http://127.0.0.1:9/v1".to_owned(),
    ];
    assert_eq!(listed.lines().collect::<Vec<_>>(), expected);
    let (ok, pinged, _) = told(&["providers", "--ping"]).await.unwrap();
    assert!(ok);
    let lines: Vec<&str> = pinged.lines().collect();
    assert!(lines[1].starts_with(&expected[1]) && lines[1].contains(": ok, "), "{pinged}");
    assert!(
        lines[2].contains("FAILED after") && lines[2].ends_with("nobody answers there"),
        "{pinged}"
    );
    let (ok, checked, _) = told(&["check-config"]).await.unwrap();
    assert!(ok && checked.contains("llm.order = [good, dead]"), "{checked}");
    assert!(checked.contains("llm.providers.good = openai-compatible, m, "), "{checked}");
    assert!(!(checked + &listed + &pinged).contains("never shown"));
}

pub(crate) const RECIPE: &str = r#"schema = 1
# What it is about.
version = 1
origin = "https://jobs.example"

[[steps]]
path = "/apply"
signature = "00112233445566aa"

[[steps.fields]]
fingerprint = "1111111111111111"
role = "none"
key = "company"
"#;

/// Proves that recipes are listed, shown by line, checked, edited by line as new versions, compared, and that nothing that
/// is no recipe takes the place of one.
#[test]
fn recipes_are_files_that_a_person_edits() {
    let folder = tempfile::tempdir().unwrap();
    let recipes = folder.path().join("recipes");
    std::fs::create_dir(&recipes).unwrap();
    let file = recipes.join("jobs.toml");
    std::fs::write(&file, RECIPE).unwrap();
    let data = folder.path().to_str().unwrap();
    let recipes_of = |what: &[&str], input: &str| {
        let mut command = program(&["recipes", "--data-dir", data]);
        command.args(what).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        std::io::Write::write_all(&mut pipe, input.as_bytes()).unwrap();
        drop(pipe);
        read(child.wait_with_output().unwrap())
    };
    let (ok, listed, _) = recipes_of(&["list"], "");
    assert!(ok);
    assert_eq!(listed, "jobs  https://jobs.example/apply  1 fields, version 1\n");
    let (_, shown, _) = recipes_of(&["show", "jobs"], "");
    assert!(shown.contains("  13  key = \"company\"\n"), "{shown}");
    let (ok, ..) = recipes_of(&["edit", "jobs", "--lines", "13-13"], "key = \"jobTitle\"\n");
    assert!(ok);
    let now = std::fs::read_to_string(&file).unwrap();
    assert_eq!(
        now,
        RECIPE.replace("version = 1", "version = 2").replace("company", "jobTitle"),
        "comments stay"
    );
    let (_, told, _) = recipes_of(&["diff", "jobs"], "");
    assert!(told.contains("- key = \"company\"\n+ key = \"jobTitle\"\n"), "{told}");
    assert!(told.contains("- version = 1\n+ version = 2\n"), "{told}");
    for (what, input, said) in [
        // A value, a secret, a line that there is not, a name that leads elsewhere.
        (&["edit", "jobs", "--lines", "13-13"][..], "key = \"Ann Lee\"", "Line 12: "),
        (&["edit", "jobs", "--lines", "13-13"], "key = \"password\"", "Line 12: "),
        (&["edit", "jobs", "--lines", "13-13"], "value = \"Ann Lee\"", "Line 13: "),
        (&["edit", "jobs", "--lines", "1-1"], "schema = 2", "Line 1: "),
        (&["edit", "jobs", "--lines", "9-99"], "", "13 lines"),
        (&["edit", "jobs", "--lines", "3-2"], "", "13 lines"),
        (&["show", "../jobs"], "", "small letters"),
        (&["show", "others"], "", "cannot be read"),
        (&["diff", "jobs", "--version", "7"], "", "no earlier version"),
    ] {
        let (ok, _, why) = recipes_of(what, input);
        assert!(!ok && why.contains(said) && !why.contains("Ann"), "{what:?}: {why}");
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), now);
    let (ok, ..) = recipes_of(&["check", file.to_str().unwrap()], "");
    assert!(ok);
    let (ok, _, why) = recipes_of(&["put-back", "jobs", "--version", "1"], "");
    assert!(ok && why.contains("version 3"), "{why}");
    let back = std::fs::read_to_string(&file).unwrap();
    assert_eq!(back, RECIPE.replace("version = 1", "version = 3"));
    std::fs::write(recipes.join("broken.toml"), "schema = 1\nversion = \"Ann Lee\"\n").unwrap();
    let (ok, listed, _) = recipes_of(&["list"], "");
    assert!(ok && listed.contains("broken  no recipe: ") && !listed.contains("Ann"), "{listed}");
}

/// Proves that a recipe is taken in, out and away with its pages; that a file by the name of one is a new version of it; and
/// that nothing else is taken in: another format, a value, pages that are none, 50 MB.
#[test]
fn recipes_are_taken_in_and_out() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let recipes_of = |what: &[&str]| {
        let mut args = vec!["recipes", "--data-dir", data.to_str().unwrap()];
        args.extend(what);
        run(&args)
    };
    let file = folder.path().join("jobs.toml");
    let pages = folder.path().join("jobs.json");
    let import = |text: &str, page: &str| {
        std::fs::write(&file, text).unwrap();
        std::fs::write(&pages, page).unwrap();
        recipes_of(&["import", file.to_str().unwrap()])
    };
    let page = json!([{"url": "https://jobs.example/apply", "title": "", "text": "",
        "fields": [], "buttons": []}])
    .to_string();
    let large = format!("{RECIPE}#{}", "x".repeat(50 * 1024 * 1024));
    for (text, page, said) in [
        (RECIPE.replace("schema = 1", "schema = 2").as_str(), page.as_str(), "newer"),
        (&RECIPE.replace("company", "Ann Lee"), &page, "Line "),
        (&large, &page, "too large"),
        (RECIPE, "[7]", "no page"),
    ] {
        let (ok, _, why) = import(text, page);
        assert!(!ok && why.contains(said) && !why.contains("Ann"), "{said}: {why}");
    }
    let (_, listed, _) = recipes_of(&["list"]);
    assert_eq!(listed, "");
    let (ok, _, why) = import(RECIPE, &page);
    assert!(ok && why.contains("version 1"), "{why}");
    let (ok, _, why) = import(&RECIPE.replace("company", "jobTitle"), &page);
    assert!(ok && why.contains("version 2"), "{why}");
    let (_, told, _) = recipes_of(&["diff", "jobs"]);
    assert!(told.contains("+ key = \"jobTitle\""), "{told}");
    let out = folder.path().join("out");
    let (ok, _, why) = recipes_of(&["export", "jobs", out.to_str().unwrap()]);
    assert!(ok, "{why}");
    let taken_out = std::fs::read_to_string(out.join("jobs.toml")).unwrap();
    assert!(taken_out.contains("jobTitle"), "{taken_out}");
    assert_eq!(std::fs::read_to_string(out.join("jobs.json")).unwrap(), page);
    assert!(!recipes_of(&["export", "jobs", out.to_str().unwrap()]).0, "nothing is overwritten");
    let (ok, ..) = recipes_of(&["delete", "jobs"]);
    assert!(ok);
    assert_eq!(std::fs::read_dir(data.join("recipes")).unwrap().count(), 0);
    assert!(!recipes_of(&["delete", "jobs"]).0);
}

/// Proves that a recipe is tried on the pages beside it, and that a form that goes elsewhere fails it.
#[test]
fn recipes_are_tried_on_pages() {
    let folder = tempfile::tempdir().unwrap();
    let field = json!({"index": 0, "tag": "input", "type": "text", "label": "Zorblatt",
        "name": "odd", "fingerprint": "1111111111111111"});
    let button = |to: &str| {
        json!({"index": 0, "tag": "button", "type": "submit", "text": "Send", "submits": true,
            "fingerprint": "2222222222222222", "formAction": to})
    };
    let page = |to: &str| {
        json!({"url": "https://jobs.example/apply", "title": "", "text": "",
            "fields": [field], "buttons": [button(to)]})
    };
    let observation = serde_json::from_value(page("https://jobs.example/send")).unwrap();
    let wrote = [agent_core::memory::recipe::Wrote {
        fingerprint: "1111111111111111".to_owned(),
        held: agent_core::memory::recipe::Held::Entry("company".into()),
        way: None,
    }];
    let seen = agent_core::memory::recipe::Seen {
        observation: &observation,
        pressed: Some("2222222222222222"),
        wrote: &wrote,
    };
    let recipe = agent_core::memory::recipe::learn(&[seen], |_| true).unwrap();
    let text = agent_core::memory::recipe::write(&recipe).unwrap();
    std::fs::write(folder.path().join("jobs.toml"), text).unwrap();
    let dir = folder.path().to_str().unwrap();
    let put = |to: &str| {
        std::fs::write(folder.path().join("jobs.json"), page(to).to_string()).unwrap();
        run(&["recipes", "test", dir])
    };
    let (ok, told, why) = put("https://jobs.example/send");
    assert!(ok && told.contains("jobs: ok, jobs.json: 1 fields, the very page"), "{told}{why}");
    let (ok, told, why) = put("https://jobs.example/elsewhere");
    assert!(!ok && told.contains("FAILED") && told.contains("sent elsewhere"), "{told}{why}");
}
