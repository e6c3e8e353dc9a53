//! `/api/recipes`: what forms have taught, for the browsers of one person.

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    cli::{Process, RECIPE},
    support::{Answer, Running, send},
};

const ID: &str = "00112233445566aa";

fn path(id: &str) -> String {
    format!("/api/recipes/{id}")
}

async fn put(server: &Running, id: &str, body: &Value) -> Answer {
    send(server.request(Method::PUT, &path(id)).json(body)).await
}

/// The same recipe with another entry.
fn other(version: u32, key: &str) -> String {
    let recipe = RECIPE.replace("version = 1", &format!("version = {version}"));
    recipe.replace("\"company\"", &format!("{key:?}"))
}

async fn changes(server: &Running, since: i64) -> Value {
    let answer = server.get(&format!("/api/recipes?since={since}")).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

/// Proves that a recipe goes from one browser to another and back, each version on top of the one before, and stays over
/// a restart; and that what is deleted leaves a mark for those who knew it.
#[tokio::test]
async fn browsers_exchange_recipes_in_one_line() {
    let server = Running::start().await;
    assert_eq!(changes(&server, 0).await, json!({"recipes": [], "cursor": 0, "more": false}));
    let none = (404, "no-such-recipe".to_owned(), None);
    assert_eq!(server.get(&path(ID)).await.error(), none);
    assert_eq!(server.delete(&path(ID)).await.error(), none);

    let first = put(&server, ID, &json!({"recipe": RECIPE, "used": 7})).await;
    assert_eq!(first.status, 200, "{first:?}");
    let first = first.json()["revision"].as_i64().unwrap();
    let stored = server.get(&path(ID)).await.json();
    assert_eq!(
        (&stored["id"], &stored["version"], &stored["used"], &stored["deleted"]),
        (&json!(ID), &json!(1), &json!(7), &json!(false))
    );
    let text = stored["recipe"].as_str().unwrap();
    assert!(text.contains("key = \"company\"") && !text.contains('#'), "no remark: {text}");

    // Sent again because no answer came: nothing is new.
    let again = put(&server, ID, &json!({"recipe": text})).await;
    assert_eq!(again.json()["revision"], first);
    let second = put(&server, ID, &json!({"recipe": other(2, "email"), "base": first})).await;
    let second = second.json()["revision"].as_i64().unwrap();
    assert!(second > first);
    for base in [0, first, second + 1, -1] {
        let late = json!({"recipe": other(2, "phone"), "base": base});
        let refused = put(&server, ID, &late).await.error();
        assert_eq!(refused, (409, "recipe-changed".to_owned(), Some("base".to_owned())), "{base}");
    }
    let new = changes(&server, first).await;
    assert_eq!((&new["cursor"], &new["recipes"][0]["version"]), (&json!(second), &json!(2)));

    let server = server.restart().await;
    assert_eq!(changes(&server, first).await, new);
    assert_eq!(changes(&server, second).await["recipes"], json!([]));
    let gone = server.delete(&path(ID)).await.json()["revision"].as_i64().unwrap();
    assert!(gone > second);
    let mark = &changes(&server, second).await["recipes"][0];
    assert_eq!((&mark["deleted"], &mark["recipe"]), (&json!(true), &json!("")));
    assert_eq!(changes(&server, 0).await["recipes"], json!([]));
    let on_old = json!({"recipe": other(3, "phone"), "base": second});
    assert_eq!(put(&server, ID, &on_old).await.error().0, 409, "who has not heard of it is told");
    let on_mark = json!({"recipe": other(3, "phone"), "base": gone});
    assert_eq!(put(&server, ID, &on_mark).await.status, 200);
}

/// Proves that nothing is stored that is no recipe of this version, whatever is tried: values, secrets, remarks, other
/// names, newer formats, more than a form has; that the answer says what is wrong in which line; and that what was sent is
/// in no answer and in no file.
#[tokio::test]
async fn nothing_but_a_recipe_is_stored() {
    let server = Running::start().await;
    let fields =
        "[[steps.fields]]\nfingerprint = \"1111111111111111\"\nrole = \"none\"\nkey = \"email\"\n";
    let cases = [
        ("canary".to_owned(), "Line 1"),
        (RECIPE.replace("\"company\"", "\"canary\""), "Line 12"),
        (RECIPE.replace("\"company\"", "\"custom.canary\""), "Line 12"),
        (RECIPE.replace("\"company\"", "\"password\""), "Line 12"),
        (format!("{RECIPE}value = \"canary\"\n"), "Line 14"),
        (RECIPE.replace("schema = 1", "schema = 2"), "Line 1"),
        (RECIPE.replace("/apply", "/apply?name=canary"), "Line 7"),
        (RECIPE.replace("1111111111111111", "canary"), "Line"),
        (format!("{RECIPE}{}", fields.repeat(1_000)), "400"),
        (format!("{RECIPE}# {}", "canary".repeat(100_000)), "large"),
    ];
    for (recipe, said) in cases {
        let answer = put(&server, ID, &json!({"recipe": recipe})).await;
        let expected = (400, "not-a-recipe".to_owned(), Some("recipe".to_owned()));
        assert_eq!(answer.error(), expected, "{recipe:.300}");
        let message = answer.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains(said) && !message.contains("canary"), "{message}");
    }
    // A name could say anything, too.
    for id in ["canary", "0011223344556677889", "00112233445566AA", "jobs.example"] {
        let answer = put(&server, id, &json!({"recipe": RECIPE})).await;
        assert_eq!(answer.error().2.as_deref(), Some("id"), "{id}");
    }
    let remark = format!("{RECIPE}# canary\n");
    assert_eq!(put(&server, ID, &json!({"recipe": remark})).await.status, 200);
    let server = server.restart().await;
    for file in std::fs::read_dir(server.folder()).unwrap() {
        let file = file.unwrap().path();
        let bytes = std::fs::read(&file).unwrap();
        assert!(!bytes.windows(6).any(|window| window == b"canary"), "{}", file.display());
    }
    assert_eq!(changes(&server, 0).await["recipes"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn bodies_and_cursors_are_bounded_and_checked() {
    let server = Running::start().await;
    let typed = |body: Vec<u8>| {
        let request = server.request(Method::PUT, &path(ID));
        send(request.header("content-type", "application/json").body(body))
    };
    assert_eq!(typed(vec![b' '; 50 << 20]).await.error().0, 413);
    assert_eq!(typed(b"{".to_vec()).await.error().1, "invalid-json");
    let missing = (400, "missing-field".to_owned(), Some("recipe".to_owned()));
    assert_eq!(typed(b"{}".to_vec()).await.error(), missing);
    let wrong = typed(br#"{"recipe": "", "base": "canary"}"#.to_vec()).await;
    assert_eq!(wrong.error(), (400, "invalid-field".to_owned(), Some("base".to_owned())));
    let plain = server.request(Method::PUT, &path(ID)).header("content-type", "text/plain");
    assert_eq!(send(plain.body("{}")).await.error().0, 415);
    for since in ["-1", "x", "1.5", "99999999999999999999"] {
        let answer = server.get(&format!("/api/recipes?since={since}")).await;
        assert_eq!(answer.error().2.as_deref(), Some("since"), "{since}");
    }
    let far = json!({"recipe": RECIPE, "used": i64::MAX});
    assert_eq!(put(&server, ID, &far).await.status, 200);
    let used = server.get(&path(ID)).await.json()["used"].as_i64().unwrap();
    assert!(used < 10_000_000_000, "no time to come keeps one for good");
}

/// Proves that recipes are a user's own, are among what is taken along, and go when the user is erased.
#[tokio::test]
async fn recipes_are_a_users_own_and_go_with_the_user() {
    let server = Running::start().await;
    let paired = async |user| {
        let body = json!({"code": Process::pair(server.folder(), user).await, "name": user});
        let answer = send(server.bare(Method::POST, "/api/pair").json(&body)).await;
        answer.json()["token"].as_str().unwrap().to_owned()
    };
    let (ada, eve) = (paired("ada").await, paired("eve").await);
    let ask = async |token: &str, method, path: &str| {
        send(server.bare(method, path).bearer_auth(token)).await
    };
    let save = server.bare(Method::PUT, &path(ID)).bearer_auth(&ada);
    assert_eq!(send(save.json(&json!({"recipe": RECIPE}))).await.status, 200);
    assert_eq!(ask(&eve, Method::GET, &path(ID)).await.error().0, 404);
    assert_eq!(ask(&eve, Method::DELETE, &path(ID)).await.error().0, 404);
    assert_eq!(ask(&eve, Method::GET, "/api/recipes").await.json()["recipes"], json!([]));
    // A browser that was given somebody else's token, and says for whom it asks, is told.
    for (method, of) in [
        (Method::GET, "/api/recipes?userId=ada".to_owned()),
        (Method::GET, format!("{}?userId=ada", path(ID))),
        (Method::DELETE, format!("{}?userId=ada", path(ID))),
    ] {
        assert_eq!(ask(&eve, method.clone(), &of).await.error().1, "another-user", "{method} {of}");
        assert_eq!(ask(&ada, Method::GET, &of).await.status, 200, "{of}");
    }
    let save = server.bare(Method::PUT, &format!("{}?userId=ada", path(ID))).bearer_auth(&eve);
    assert_eq!(send(save.json(&json!({"recipe": RECIPE}))).await.error().1, "another-user");
    let all = ask(&ada, Method::GET, "/api/user").await.json();
    assert_eq!(
        (&all["recipes"][0]["id"], all["recipes"].as_array().unwrap().len()),
        (&json!(ID), 1)
    );

    assert_eq!(ask(&ada, Method::DELETE, "/api/user").await.status, 200);
    assert_eq!(ask(&ada, Method::GET, "/api/recipes").await.status, 401);
    let ada = paired("ada").await;
    assert_eq!(ask(&ada, Method::GET, &path(ID)).await.error().0, 404);
    assert_eq!(ask(&ada, Method::GET, "/api/user").await.json()["recipes"], json!([]));
}

/// Proves that many are read page by page, each once, and that copies of the database have them.
#[tokio::test]
async fn many_are_read_page_by_page_and_come_back_from_a_copy() {
    let settings = [("VAULTY_REQUESTS_PER_SECOND", "100000"), ("VAULTY_REQUEST_BURST", "100000")];
    let server = Running::with(&settings).await;
    let count = 620;
    for number in 0..count {
        let id = format!("{number:016x}");
        assert_eq!(put(&server, &id, &json!({"recipe": RECIPE})).await.status, 200);
    }
    let (mut ids, mut since, mut pages) = (Vec::new(), 0, 0);
    loop {
        let page = changes(&server, since).await;
        let recipes = page["recipes"].as_array().unwrap();
        ids.extend(recipes.iter().map(|one| one["id"].as_str().unwrap().to_owned()));
        (since, pages) = (page["cursor"].as_i64().unwrap(), pages + 1);
        if page["more"] == false {
            break;
        }
    }
    let expected: Vec<String> = (0..count).map(|number| format!("{number:016x}")).collect();
    assert_eq!((ids, pages), (expected, 2));

    let copy = server.folder().join("copy.sqlite3");
    server::store::backup::backup(server.folder(), &copy).await.unwrap();
    for number in 0..count {
        server.delete(&path(&format!("{number:016x}"))).await;
    }
    let folder = server.stop().await;
    let vault = server::crypto::Vault::open(folder.path(), None).unwrap();
    server::store::backup::restore(folder.path(), &copy, &vault).await.unwrap();
    let server = Running::again(folder).await;
    assert_eq!(changes(&server, 0).await["recipes"].as_array().unwrap().len(), 500);
    // What is stored from now on is later than all that any browser has seen.
    let after = put(&server, &"a".repeat(16), &json!({"recipe": RECIPE})).await;
    assert!(after.json()["revision"].as_i64().unwrap() > since);
}
