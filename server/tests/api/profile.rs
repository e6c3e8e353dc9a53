//! `/api/profile`

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Running, send};

const ADA: &str = "/api/profile?userId=ada";

#[tokio::test]
async fn a_profile_goes_round_and_outlives_the_program() {
    let server = Running::start().await;
    assert_eq!(server.get(ADA).await.error(), (404, "no-profile".to_owned(), None));

    let profile = json!({
        "firstName": "Ada", "email": "ada@example.org", "address": {"city": "London"},
        "resume": {"skills": ["analysis"]}, "custom": {"Pet": "cat"}, "answers": {"Notice": "none"},
        "updatedAt": "2026-01-02T03:04:05Z",
    });
    let saved = server.post("/api/profile", &json!({"userId": "ada", "profile": profile})).await;
    assert_eq!(saved.status, 200);
    let saved = saved.json();
    assert_eq!(saved["ok"], true);
    for (pointer, value) in [
        ("/firstName", "Ada"),
        ("/address/city", "London"),
        ("/resume/skills/0", "analysis"),
        ("/custom/Pet", "cat"),
        ("/answers/Notice", "none"),
        ("/updatedAt", "2026-01-02T03:04:05Z"),
    ] {
        assert_eq!(saved["profile"].pointer(pointer).unwrap(), value, "{pointer}");
    }
    assert_eq!(server.get(ADA).await.json()["profile"], saved["profile"]);
    assert_eq!(server.get("/api/profile?userId=eve").await.status, 404);

    let server = server.restart().await;
    assert_eq!(server.get(ADA).await.json()["profile"], saved["profile"]);

    assert_eq!(server.delete(ADA).await.json(), json!({"ok": true, "left": []}));
    assert_eq!(server.get(ADA).await.status, 404);
    assert_eq!(server.delete(ADA).await.error(), (404, "no-profile".to_owned(), None));
}

#[tokio::test]
async fn password_payment_and_documents_are_never_stored() {
    let server = Running::start().await;
    let profile = json!({
        "firstName": "Ada",
        "password": "canary-password",
        "payment": {"cardNumber": "canary-card"},
        "documents": {"cv": {"name": "canary-cv.pdf", "data": "Y2FuYXJ5"}},
    });
    let saved = server.post("/api/profile", &json!({"userId": "ada", "profile": profile})).await;
    let read = server.get(ADA).await;
    for answer in [&saved.body, &read.body] {
        let text = String::from_utf8_lossy(answer);
        assert!(text.contains("Ada"), "{text}");
        for gone in ["canary", "Y2FuYXJ5", "password", "payment", "documents"] {
            assert!(!text.contains(gone), "{gone} in {text}");
        }
    }
    let folder = server.stop().await;
    let bytes = std::fs::read(folder.path().join("vaulty.sqlite3")).unwrap();
    assert!(!bytes.windows(6).any(|window| window == b"canary"));
}

#[tokio::test]
async fn a_deleted_profile_is_gone_from_the_file_too() {
    let server = Running::start().await;
    let body = json!({"userId": "ada", "profile": {"firstName": "canary-of-ada"}});
    server.post("/api/profile", &body).await;
    assert_eq!(server.delete(ADA).await.status, 200);
    for file in std::fs::read_dir(server.folder()).unwrap() {
        let path = file.unwrap().path();
        let bytes = std::fs::read(&path).unwrap();
        assert!(!bytes.windows(13).any(|window| window == b"canary-of-ada"), "{}", path.display());
    }
}

#[tokio::test]
async fn who_is_meant_must_be_said() {
    let server = Running::start().await;
    let missing = (400, "missing-field".to_owned(), Some("userId".to_owned()));
    assert_eq!(server.get("/api/profile").await.error(), missing);
    assert_eq!(server.delete("/api/profile").await.error(), missing);
    assert_eq!(server.post("/api/profile", &json!({"profile": {}})).await.error(), missing);
    let invalid = (400, "invalid-field".to_owned(), Some("userId".to_owned()));
    assert_eq!(server.get("/api/profile?userId=").await.error(), invalid);
    let missing = (400, "missing-field".to_owned(), Some("profile".to_owned()));
    assert_eq!(server.post("/api/profile", &json!({"userId": "ada"})).await.error(), missing);
    let wrong = json!({"userId": "ada", "profile": {"address": {"city": []}}});
    let invalid = (400, "invalid-field".to_owned(), Some("profile.address.city".to_owned()));
    assert_eq!(server.post("/api/profile", &wrong).await.error(), invalid);
    let head = send(server.request(Method::HEAD, ADA)).await;
    assert_eq!(head.status, 404);
}

/// A profile as a client of the first version sends it, and as the first version stored it.
fn first_version() -> Value {
    json!({
        "firstName": "Ada", "lastName": "Byron", "fullName": "", "email": "ada@example.org", "phone": "",
        "preferOAuth": false, "oauthProvider": "", "company": "", "jobTitle": "", "linkedIn": "", "website": "",
        "github": "",
        "address": {"street": "", "city": "London", "state": "", "zipCode": "", "country": ""},
        "resume": {
            "bio": "", "summary": "", "skills": ["analysis"], "certifications": [], "languages": [], "rawText": "",
            "experiences": [
                {"company": "A", "title": "Clerk", "startDate": "2020-01", "endDate": "", "current": true,
                 "description": "", "location": ""},
                {"company": "B", "title": "Clerk", "startDate": "2018-01", "endDate": "2019-12", "current": false,
                 "description": "", "location": ""},
            ],
            "education": [{"school": "S", "degree": "BA", "field": "", "startDate": "", "endDate": "", "gpa": ""}],
        },
        "custom": {"Pet": "cat"},
    })
}

#[tokio::test]
async fn a_profile_of_the_first_version_is_read_and_written_as_before() {
    let server = Running::start().await;
    let first = first_version();
    let save = async |server: &Running, profile: &Value| {
        let saved =
            server.post("/api/profile", &json!({"userId": "ada", "profile": profile})).await;
        assert_eq!(saved.status, 200);
        saved.json()["profile"].clone()
    };
    save(&server, &first).await;
    let server = server.restart().await;
    let read = server.get(ADA).await.json()["profile"].clone();
    // What came later is said to be empty; an older client passes over it.
    let mut expected = first.clone();
    expected["facts"] = json!({});
    expected["addresses"] = json!({});
    for row in expected["resume"]["experiences"].as_array_mut().unwrap() {
        row["employmentType"] = json!("");
        row["reasonForLeaving"] = json!("");
    }
    expected["resume"]["education"][0]["level"] = json!("");
    expected["resume"]["education"][0]["completed"] = json!(null);
    assert_eq!(read, expected);
    assert_eq!(save(&server, &first).await, expected);
    assert_eq!(save(&server, &read).await, expected, "as this version says it");
}

#[tokio::test]
async fn an_older_client_takes_nothing_away_that_it_does_not_know() {
    let server = Running::start().await;
    let save = async |profile: &Value| {
        let saved =
            server.post("/api/profile", &json!({"userId": "ada", "profile": profile})).await;
        assert_eq!(saved.status, 200);
        let saved = saved.json()["profile"].clone();
        assert_eq!(server.get(ADA).await.json()["profile"], saved);
        saved
    };
    let mut new = first_version();
    new["facts"] = json!({"relocate": "Yes", "years.Rust": "4", "ofANewerVersion": "x"});
    new["resume"]["experiences"][0]["employmentType"] = json!("Full-time");
    new["resume"]["experiences"][1]["reasonForLeaving"] = json!("Moved");
    new["resume"]["education"][0]["level"] = json!("Bachelor's degree");
    new["resume"]["education"][0]["completed"] = json!(false);
    save(&new).await;

    // It changes a name, puts a new job first and drops a school.
    let mut old = first_version();
    old["lastName"] = json!("Lovelace");
    let new_job = json!({"company": "C", "title": "Clerk"});
    old["resume"]["experiences"].as_array_mut().unwrap().insert(0, new_job);
    let saved = save(&old).await;
    assert_eq!(saved["lastName"], "Lovelace");
    assert_eq!(saved["facts"], new["facts"]);
    for (pointer, value) in [
        ("/experiences/0/company", json!("C")),
        ("/experiences/0/employmentType", json!("")),
        ("/experiences/1/employmentType", json!("Full-time")),
        ("/experiences/2/reasonForLeaving", json!("Moved")),
        ("/education/0/level", json!("Bachelor's degree")),
        ("/education/0/completed", json!(false)),
    ] {
        assert_eq!(saved["resume"].pointer(pointer), Some(&value), "{pointer}");
    }
    // What is said counts: facts are replaced, a part of a job is emptied.
    let mut less = saved.clone();
    less["facts"] = json!({"pets": "1 cat"});
    less["resume"]["experiences"][1]["employmentType"] = json!("");
    assert_eq!(save(&less).await, less);
    less["facts"] = json!({});
    assert_eq!(save(&less).await, less);
    // Somebody else's are not taken.
    let body = json!({"userId": "eve", "profile": first_version()});
    assert_eq!(server.post("/api/profile", &body).await.json()["profile"]["facts"], json!({}));
}
