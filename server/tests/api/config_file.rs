//! `vaulty-server config`: the one file is read and changed with all that a person wrote in it, and nothing that no server
//! would start with gets in.

use std::{
    fs,
    io::Write as _,
    os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown, symlink},
    path::{Path, PathBuf},
    process::Stdio,
};

use tempfile::TempDir;

use crate::cli::{program, read};

const FILE: &str = "\
# The server of the house.

listen = \"127.0.0.1:3000\" # where

# How long.
trace_days = 30

[llm]
mode = \"rules-only\" # for now

[llm.providers.home]
kind = \"openai-compatible\"
base_url = \"http://127.0.0.1:9\"
model = \"m\"
api_key = \"canary-key\"
";

struct Place {
    folder: TempDir,
    file: PathBuf,
}

impl Place {
    fn new(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("vaulty.toml");
        fs::write(&file, text).unwrap();
        Self { folder, file }
    }

    /// Whether it succeeded, what it printed, what it complained of.
    fn run(&self, arguments: &[&str], settings: &[(&str, &str)]) -> (bool, String, String) {
        let mut command = program(&["config", "--config"]);
        command.arg(&self.file).args(arguments).envs(settings.iter().copied());
        read(command.output().unwrap())
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.file).unwrap()
    }

    #[track_caller]
    fn changes(&self, arguments: &[&str], from: &str, to: &str) {
        let before = self.text();
        assert!(before.contains(from), "{before}");
        let (ok, out, why) = self.run(arguments, &[]);
        assert!(ok && out.is_empty(), "{arguments:?}: {why}");
        assert_eq!(self.text(), before.replacen(from, to, 1), "{arguments:?}");
    }

    #[track_caller]
    fn refuses(&self, arguments: &[&str], why: &[&str]) {
        let before = self.text();
        let (ok, out, said) = self.run(arguments, &[]);
        assert!(!ok && out.is_empty(), "{arguments:?}: {out}{said}");
        for part in why {
            assert!(said.contains(part), "{arguments:?}: {part} not in {said}");
        }
        assert!(!said.contains("canary"), "{said}");
        assert_eq!(self.text(), before, "{arguments:?}");
    }
}

/// Proves that keys are set and taken out where they are, with everything else as it was, and that a server takes it.
#[test]
fn keys_are_set_and_taken_out_and_all_else_stays() {
    let place = Place::new(FILE);
    place.changes(&["set", "listen", "127.0.0.1:4000"], "127.0.0.1:3000", "127.0.0.1:4000");
    place.changes(&["set", "trace_days", "7"], "= 30", "= 7");
    place.changes(&["set", "llm.mode", "auto"], "\"rules-only\"", "\"auto\"");
    place.changes(&["set", "trace_mb", "64"], "= 7\n", "= 7\ntrace_mb = 64\n");
    place.changes(&["set", "llm.providers.home.model", "2"], "\"m\"", "\"2\"");
    place.changes(&["unset", "trace_mb"], "trace_mb = 64\n", "");
    // Settings that need each other.
    let both = ["set", "tls_proxy", "true", "allowed_hosts", "vaulty.example.org,b.example"];
    let to = "= 7\ntls_proxy = true\nallowed_hosts = \"vaulty.example.org,b.example\"\n";
    place.changes(&both, "= 7\n", to);
    let (ok, out, _) =
        read(program(&["check-config", "--config"]).arg(&place.file).output().unwrap());
    assert!(ok && out.contains("allowed_hosts = [vaulty.example.org, b.example]  (file)"), "{out}");
    assert_eq!(fs::read_dir(place.folder.path()).unwrap().count(), 1, "nothing is left over");
}

/// Proves that what no server would start with is refused with key and reason, and leaves the file as it was.
#[test]
fn what_is_not_valid_is_refused_and_nothing_is_written() {
    let place = Place::new(FILE);
    place.refuses(&["set", "listen", "nowhere"], &["listen: `nowhere` is not an address"]);
    place.refuses(&["set", "trace_days", "0"], &["trace_days: `0` is not a whole number"]);
    place.refuses(&["set", "trace_days", "many"], &["trace_days: `many`"]);
    place
        .refuses(&["set", "listen", "0.0.0.0:1"], &["listen: other machines could connect", "TLS"]);
    place.refuses(&["set", "tls_proxy", "true"], &["allowed_hosts: must name the host"]);
    place.refuses(&["set", "llm.mode", "often"], &["llm.mode: must be `auto`"]);
    place.refuses(&["set", "database_url", "mysql://canary@db"], &["database_url: is no address"]);
    place.refuses(&["unset", "llm.providers.home.kind"], &["llm.providers.home"]);
    place.refuses(&["set", "lisen", "x"], &["no key lisen; did you mean listen?"]);
    place.refuses(&["set", "VAULTY_TRACE_MB", "9"], &["did you mean trace_mb?"]);
    place.refuses(&["get", "llm.providers.home.modell"], &["llm.providers.home.model?"]);
    place.refuses(&["get", "mode"], &["did you mean llm.mode?"]);
    place.refuses(&["set", "something_else_entirely", "x"], &["no key something_else_entirely\n"]);
    place.refuses(&["set", "listen"], &["VALUE"]);
    place.refuses(&["set", "trace_days", "8", "trace_mb"], &["each KEY needs a VALUE"]);
    place.refuses(&["unset", "auth"], &["not set"]);
    // What holds elsewhere must not hide what is wrong here.
    let (ok, _, why) = place.run(&["set", "trace_days", "0"], &[("VAULTY_TRACE_DAYS", "9")]);
    assert!(!ok && why.contains("trace_days"), "{why}");
    assert_eq!(place.text(), FILE);
    let (ok, _, why) = place.run(&["set", "trace_days", "8"], &[("VAULTY_TRACE_DAYS", "9")]);
    assert!(ok && why.contains("VAULTY_TRACE_DAYS is set here, too"), "{why}");
    // Of two wrong keys one is mended after the other.
    let place = Place::new("trace_days = 0\ntrace_mb = 1\n");
    let (ok, _, why) = place.run(&["set", "trace_days", "8"], &[]);
    assert!(ok && why.contains("Still wrong:\n  trace_mb"), "{why}");
    assert_eq!(place.text(), "trace_days = 8\ntrace_mb = 1\n");
    let place = Place::new("api = = \"canary\"\n");
    place.refuses(&["set", "trace_days", "8"], &["it is no TOML"]);
}

/// Proves that what holds is read, that a key or a password is shown to nobody but a person, and that keys are found by
/// what they mean.
#[test]
fn what_holds_is_read_and_no_secret_shown() {
    let place = Place::new(&format!("database_url = \"postgres://a:canary@db/x\"\n{FILE}"));
    let get = |key: &str| place.run(&["get", key], &[]);
    for (key, held) in [
        ("listen", "127.0.0.1:3000\n"),
        ("trace_days", "30\n"),
        ("trace_mb", "1024\n"),
        ("llm.providers.home.base_url", "http://127.0.0.1:9\n"),
        ("llm.providers.home.api_key", "(set, not shown)\n"),
        ("database_url", "(set, not shown)\n"),
    ] {
        assert_eq!(get(key).1, held, "{key}");
    }
    let by_environment = place.run(&["get", "trace_days"], &[("VAULTY_TRACE_DAYS", "9")]);
    assert_eq!(by_environment.1, "9\n");
    let (ok, _, why) = get("llm.proxy");
    assert!(!ok && why.contains("llm.proxy is not set"), "{why}");
    let (ok, out, why) = place.run(&["get", "database_url", "--show"], &[]);
    assert!(!ok && out.is_empty() && why.contains("on a terminal alone"), "{out}{why}");
    let (ok, out, _) = place.run(&["list"], &[]);
    assert!(ok && out.contains("trace_days = 30  (file)\n") && !out.contains("canary"), "{out}");
    let (ok, out, _) = place.run(&["search", "proxy", "tls"], &[]);
    assert!(ok && out.starts_with("tls_proxy (VAULTY_TLS_PROXY)\n    Declares"), "{out}");
    assert!(out.contains("llm.") || out.contains("allowed_hosts"), "{out}");
    let (ok, ..) = place.run(&["search", "spaceship"], &[]);
    assert!(!ok);
}

/// Proves that a secret need not be typed where others see it, that rights, owner and links stay, and that a new file is
/// its owner's alone, where a server finds it by itself.
#[test]
fn files_keep_their_rights_and_new_ones_are_private() {
    let place = Place::new(FILE);
    let mut command = program(&["config", "--config"]);
    command.arg(&place.file).args(["set", "llm.providers.home.api_key", "-"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"canary-of-stdin\n").unwrap();
    let (ok, out, why) = read(child.wait_with_output().unwrap());
    assert!(ok && !(out + &why).contains("canary"));
    assert_eq!(place.text(), FILE.replace("canary-key", "canary-of-stdin"));

    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    fs::set_permissions(&place.file, fs::Permissions::from_mode(0o640)).unwrap();
    let owner = fs::metadata(&place.file).unwrap();
    // Root alone gives files away; others keep theirs.
    let given = if owner.uid() == 0 { 65_534 } else { owner.gid() };
    chown(&place.file, None, Some(given)).unwrap();
    let link = place.folder.path().join("link.toml");
    symlink(&place.file, &link).unwrap();
    let linked = ["config", "--config", link.to_str().unwrap(), "set", "trace_days", "5"];
    assert!(read(program(&linked).output().unwrap()).0);
    assert!(
        place.text().contains("trace_days = 5\n")
            && fs::symlink_metadata(&link).unwrap().is_symlink()
    );
    let now = fs::metadata(&place.file).unwrap();
    assert_eq!((mode(&place.file), now.uid(), now.gid()), (0o640, owner.uid(), given));

    let home = tempfile::tempdir().unwrap();
    let of_home =
        |arguments: &[&str]| read(program(arguments).env("HOME", home.path()).output().unwrap());
    assert!(of_home(&["config", "get", "trace_days"]).1 == "90\n");
    let (ok, _, why) = of_home(&["config", "set", "trace_days", "4"]);
    assert!(ok, "{why}");
    let file = home.path().join(".config/vaulty/vaulty.toml");
    assert_eq!((mode(&file), mode(file.parent().unwrap())), (0o600, 0o700));
    assert_eq!(of_home(&["config", "get", "trace_days"]).1, "4\n");
    assert!(of_home(&["check-config"]).1.contains("trace_days = 4  (file)\n"));
    let (ok, _, why) = read(program(&["config", "set", "trace_days", "4"]).output().unwrap());
    assert!(!ok && why.contains("no file is named"), "{why}");
}
