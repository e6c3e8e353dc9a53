//! Whose data it is: users come from tokens, profiles are sealed, everything can be taken along and erased.

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    cli::{Process, program},
    support::{Answer, Running, code_page, next_body, page, send},
};

/// A user with a token of their own.
struct Someone<'a> {
    server: &'a Running,
    token: String,
}

impl Someone<'_> {
    async fn ask(&self, method: Method, path: &str) -> Answer {
        send(self.server.bare(method, path).bearer_auth(&self.token)).await
    }

    async fn post(&self, path: &str, body: &Value) -> Answer {
        send(self.server.bare(Method::POST, path).bearer_auth(&self.token).json(body)).await
    }
}

/// Pairs a browser for a user, with a code as `vaulty-server pair --user NAME` makes it.
async fn paired<'a>(server: &'a Running, user: &str) -> Someone<'a> {
    let code = Process::pair(server.folder(), user).await;
    let body = json!({"code": code, "name": format!("browser of {user}")});
    let answer = send(server.bare(Method::POST, "/api/pair").json(&body)).await;
    assert_eq!(answer.status, 200);
    Someone { server, token: answer.json()["token"].as_str().unwrap().to_owned() }
}

#[tokio::test]
async fn a_user_is_who_the_token_says() {
    let server = Running::start().await;
    let (ada, eve) = (paired(&server, "ada").await, paired(&server, "eve").await);
    let body = json!({"userId": "ada", "profile": {"firstName": "Ada"}});
    assert_eq!(ada.post("/api/profile", &body).await.status, 200);

    let refused = (403, "another-user".to_owned(), Some("userId".to_owned()));
    assert_eq!(eve.ask(Method::GET, "/api/profile?userId=ada").await.error(), refused);
    assert_eq!(eve.ask(Method::DELETE, "/api/profile?userId=ada").await.error(), refused);
    assert_eq!(eve.post("/api/profile", &body).await.error(), refused);
    assert_eq!(eve.ask(Method::GET, "/api/profile?userId=eve").await.status, 404);
    assert_eq!(ada.ask(Method::GET, "/api/profile?userId=ada").await.status, 200);
    assert_eq!(server.get("/api/profile?userId=ada").await.status, 200, "the host's own token");
}

#[tokio::test]
async fn a_stolen_job_id_is_of_no_use() {
    let server = Running::start().await;
    let (ada, eve) = (paired(&server, "ada").await, paired(&server, "eve").await);
    let plan = next_body("job", 1, code_page(), json!({"profileKeys": []}));
    assert_eq!(ada.post("/api/agent/next", &plan).await.status, 200);
    assert_eq!(ada.ask(Method::GET, "/api/jobs/job").await.status, 200);

    for path in ["/api/jobs/job", "/api/jobs/job/events"] {
        assert_eq!(eve.ask(Method::GET, path).await.error().0, 404, "{path}");
    }
    assert_eq!(eve.ask(Method::GET, "/api/jobs").await.json(), json!([]));
    let code = json!({"jobId": "job", "code": "123456"});
    assert_eq!(eve.post("/api/agent/verify", &code).await.error().0, 404);
    assert_eq!(ada.post("/api/agent/verify", &code).await.status, 200);
    let take = "/api/agent/verify?jobId=job&wait=0";
    assert_eq!(eve.ask(Method::GET, take).await.status, 204);
    assert_eq!(ada.ask(Method::GET, take).await.json()["code"], "123456");

    // The same id is another job for another user.
    let plan = next_body("job", 1, page(), json!({"profileKeys": ["email"]}));
    assert_eq!(eve.post("/api/agent/next", &plan).await.status, 200);
    let trace = ada.ask(Method::GET, "/api/jobs/job").await.json();
    assert_eq!((&trace["entries"], &trace["origin"]), (&json!(1), &json!("https://shop.example")));
}

#[tokio::test]
async fn browsers_are_listed_and_revoked_by_their_own_user() {
    let server = Running::start().await;
    let (ada, other, eve) =
        (paired(&server, "ada").await, paired(&server, "ada").await, paired(&server, "eve").await);
    let list = ada.ask(Method::GET, "/api/tokens").await.json();
    let browsers = list["browsers"].as_array().unwrap();
    let current: Vec<&Value> = browsers.iter().map(|one| &one["current"]).collect();
    assert_eq!((browsers.len(), current), (2, vec![&json!(true), &json!(false)]));
    assert_eq!(browsers[0]["name"], "browser of ada");

    let path = format!("/api/tokens/{}", browsers[1]["id"]);
    assert_eq!(eve.ask(Method::DELETE, &path).await.error().0, 404, "not hers");
    assert_eq!(other.ask(Method::GET, "/api/jobs").await.status, 200);
    assert_eq!(ada.ask(Method::DELETE, &path).await.status, 200);
    assert_eq!(other.ask(Method::GET, "/api/jobs").await.status, 401, "at once");
    assert_eq!(ada.ask(Method::DELETE, &path).await.error().0, 404);
    for wrong in ["0", "-1", "x", "99999999999999999999"] {
        let path = format!("/api/tokens/{wrong}");
        assert_eq!(ada.ask(Method::DELETE, &path).await.error().0, 404, "{wrong}");
    }
    assert_eq!(ada.ask(Method::DELETE, "/api/tokens/current").await.status, 200);
    assert_eq!(ada.ask(Method::GET, "/api/jobs").await.status, 401);
    assert_eq!(server.delete("/api/tokens/current").await.error().0, 404, "the file's stays");
    let token = eve.token.clone();
    let server = server.restart().await;
    let eve = Someone { server: &server, token };
    assert_eq!(eve.ask(Method::GET, "/api/jobs").await.status, 200);
}

#[tokio::test]
async fn everything_of_a_user_is_exported_and_erased() {
    let server = Running::start().await;
    let (ada, eve) = (paired(&server, "ada").await, paired(&server, "eve").await);
    for (user, name) in [(&ada, "ada"), (&eve, "eve")] {
        let body = json!({"userId": name, "profile": {"firstName": format!("canary-of-{name}")}});
        user.post("/api/profile", &body).await;
        let plan = next_body(name, 1, page(), json!({"profileKeys": ["email"]}));
        user.post("/api/agent/next", &plan).await;
    }
    let all = ada.ask(Method::GET, "/api/user").await.json();
    assert_eq!(all["userId"], "ada");
    assert_eq!(all["profile"]["firstName"], "canary-of-ada");
    assert_eq!(all["jobs"].as_array().unwrap().len(), 1);
    assert_eq!(all["jobs"][0]["jobId"], "ada");

    assert_eq!(ada.ask(Method::DELETE, "/api/user").await.status, 200);
    assert_eq!(ada.ask(Method::GET, "/api/user").await.status, 401, "the token is gone, too");
    let left = paired(&server, "ada").await.ask(Method::GET, "/api/user").await.json();
    assert_eq!((&left["profile"], &left["jobs"]), (&Value::Null, &json!([])));
    let eves = eve.ask(Method::GET, "/api/user").await.json();
    assert_eq!(eves["profile"]["firstName"], "canary-of-eve");
    assert_eq!(eves["jobs"].as_array().unwrap().len(), 1);
}

/// Whether these bytes are in any file of the data folder.
fn is_on_disk(folder: &std::path::Path, needle: &str) -> bool {
    std::fs::read_dir(folder).unwrap().any(|file| {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        bytes.windows(needle.len()).any(|window| window == needle.as_bytes())
    })
}

#[tokio::test]
async fn a_profile_is_on_no_page_of_the_database() {
    let server = Running::start().await;
    let body = json!({"userId": "ada", "profile": {"firstName": "canary-of-ada"}});
    server.post("/api/profile", &body).await;
    assert!(!is_on_disk(server.folder(), "canary-of-ada"));
    let server = server.restart().await;
    assert!(!is_on_disk(server.folder(), "canary-of-ada"));
    let read = server.get("/api/profile?userId=ada").await.json();
    assert_eq!(read["profile"]["firstName"], "canary-of-ada");
}

#[tokio::test]
async fn keys_are_rotated_with_nothing_lost() {
    let server = Running::start().await;
    let body = json!({"userId": "ada", "profile": {"firstName": "Ada"}});
    server.post("/api/profile", &body).await;
    let key = |server: &Running| {
        std::fs::read_to_string(server.folder().join("master.key")).unwrap().trim().to_owned()
    };
    let old = key(&server);
    Process::rotate(server.folder()).await;
    assert_eq!(server.get("/api/profile?userId=ada").await.status, 200, "while it goes on");
    let server = server.restart().await;
    assert_eq!(server.get("/api/profile?userId=ada").await.json()["profile"]["firstName"], "Ada");
    let new = key(&server);
    assert!(new.len() == 64 && new != old, "one key is left, and it is another");

    let folder = server.stop().await;
    let mut with_old = program(&["serve", "--listen", "127.0.0.1:0", "--data-dir"]);
    with_old.arg(folder.path()).env("VAULTY_MASTER_KEY", &old);
    let output = tokio::task::spawn_blocking(move || with_old.output().unwrap()).await.unwrap();
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && log.contains("master key is not the one"), "{log}");
    let server = Running::again_with(folder, &[("VAULTY_MASTER_KEY", &new)]).await;
    assert_eq!(server.get("/api/profile?userId=ada").await.status, 200);
}

/// Whatever becomes of a rotation, and whoever else begins one, what was saved opens.
#[tokio::test]
async fn rotations_that_are_killed_or_come_together_lose_nothing() {
    let server = Running::start().await;
    let save = async |server: &Running, name: String| {
        let body = json!({"userId": "ada", "profile": {"firstName": name}});
        assert_eq!(server.post("/api/profile", &body).await.status, 200);
    };
    save(&server, "0".to_owned()).await;
    for round in 1..=20_u64 {
        let mut rotate = program(&["rotate-key", "--data-dir"]);
        rotate.arg(server.folder()).stderr(std::process::Stdio::null());
        let mut begun = rotate.spawn().unwrap();
        // From before it has read the file until after it has written it.
        tokio::time::sleep(std::time::Duration::from_micros(round * 400)).await;
        begun.kill().unwrap();
        begun.wait().unwrap();
        save(&server, round.to_string()).await;
    }
    let (folder, saving) = (server.folder().to_owned(), save(&server, "at once".to_owned()));
    let at_once = (0..8).map(|_| Process::rotate(&folder));
    tokio::join!(futures_util::future::join_all(at_once), saving);
    let server = server.restart().await;
    let read = server.get("/api/profile?userId=ada").await.json();
    assert_eq!(read["profile"]["firstName"], "at once");
    let file = server.folder().join("master.key");
    let keys = std::fs::read_to_string(&file).unwrap();
    assert_eq!(keys.lines().count(), 1, "the rotation has ended");

    // A link that somebody put there is not written through.
    #[cfg(unix)]
    {
        let elsewhere = tempfile::tempdir().unwrap();
        let target = elsewhere.path().join("target");
        std::fs::rename(&file, &target).unwrap();
        std::os::unix::fs::symlink(&target, &file).unwrap();
        Process::rotate(server.folder()).await;
        assert_eq!(std::fs::read_to_string(&target).unwrap(), keys);
        assert!(!file.symlink_metadata().unwrap().is_symlink());
    }
    let server = server.restart().await;
    assert_eq!(server.get("/api/profile?userId=ada").await.status, 200);
}

#[tokio::test]
async fn a_row_of_another_user_does_not_open() {
    let server = Running::start().await;
    for user in ["ada", "eve"] {
        let body = json!({"userId": user, "profile": {"firstName": format!("canary-of-{user}")}});
        server.post("/api/profile", &body).await;
    }
    let folder = server.stop().await;
    let file = folder.path().join("vaulty.sqlite3");
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&file);
    let pool = sqlx::SqlitePool::connect_with(options).await.unwrap();
    let swap = "UPDATE sealed_profiles SET user_key = other.user_key, profile = other.profile \
                FROM (SELECT * FROM sealed_profiles WHERE user_id = 'ada') AS other \
                WHERE sealed_profiles.user_id = 'eve'";
    sqlx::query(swap).execute(&pool).await.unwrap();
    pool.close().await;
    let server = Running::again(folder).await;
    assert_eq!(server.get("/api/profile?userId=ada").await.status, 200);
    let answer = server.get("/api/profile?userId=eve").await;
    assert_eq!(answer.error().0, 500);
    assert!(!String::from_utf8_lossy(&answer.body).contains("canary"));
}
