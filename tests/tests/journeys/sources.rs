//! What other programs of the person's find, by way of their server.

use std::{fs, os::unix::fs::PermissionsExt as _};

use serde_json::json;
use tests::Server;

use crate::stage::{PATIENCE, Stage, app, picture, rests};

/// A program with three tools, in a language that every machine has.
const PROGRAM: &str = r#"#!/bin/sh
say() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$1"; }
while read -r line; do
  id=$(printf '%s' "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
  case "$line" in
    *'"method":"initialize"'*)
      say '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}' ;;
    *'"find_contact"'*)
      say '{"content":[],"structuredContent":{"contacts":[{"First name":"Mara","Last name":"Lind","E-mail":"mara@x.example","City":"Oslo"}]}}' ;;
    *'"latest_code"'*)
      say '{"content":[{"type":"text","text":"Your code is 424242."}]}' ;;
    *'"get_document"'*)
      say '{"content":[{"type":"resource","resource":{"uri":"file:///cv-of-2026.pdf","mimeType":"application/pdf","blob":"JVBERi0xLjQ="}}]}' ;;
    *'"id":'*) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no such method"}}\n' "$id" ;;
  esac
done
"#;

/// Proves that what a program of the person's finds reaches a form through all that stands between: a record as a row that is
/// looked at and sent with a yes, a code at a card that says who found it, a document once the person adds it.
#[test]
fn what_a_program_finds_is_shown_and_used_once_the_person_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("tools.sh");
    fs::write(&program, PROGRAM).expect("the program is written");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o700)).expect("it can be run");
    let config = folder.path().join("vaulty.toml");
    let file = format!(
        "[mcp.clients.contacts]\ncommand = [{0:?}]\nrecords = \"find_contact\"\ndocuments = \"get_document\"\n\
         [mcp.clients.mail]\ncommand = [{0:?}]\ncodes = \"latest_code\"\n",
        program.display().to_string()
    );
    fs::write(&config, file).expect("the settings are written");
    let stage = Stage::with_server_setting();
    let variables = [("VAULTY_CONFIG", config.display().to_string())];
    let server = Server::start_with(&[], &variables).expect("the server starts");
    stage.vaulty.use_server(&server).expect("the extension knows the server");

    let tab = stage.vaulty.open(&stage.site.url("simple.html")).expect("the form opens");
    let popup = stage.vaulty.popup(&tab).expect("the panel opens");
    let offered = "document.querySelector('#table-source')?.hidden === false";
    popup.page.wait_for(offered, PATIENCE).expect("the server's programs are offered");
    popup.page.evaluate("document.querySelector('#table-source').open = true; 1").expect("opened");
    popup.press("#table-source-find").expect("Find");
    let said = popup.text("#table-source-error").expect("what is wrong");
    assert_eq!(said, "Say what to look for.");
    popup.page.set("#table-source-words", &"Mara".into()).expect("words");
    picture(&popup, "sources.png", "#table-source");
    popup.press("#table-source-find").expect("Find");
    popup.page.wait_for("!!document.querySelector('#table-setup')", PATIENCE).expect("it is read");
    let setup = popup.text("#table-setup").expect("the columns");
    assert!(
        setup.contains("contacts (your server)") && setup.contains("mara@x.example"),
        "{setup}"
    );
    popup.press("#table-begin").expect("Start");
    rests(&popup, "paused_for_approval");
    let from = popup.text("#row-of").expect("where the row comes from");
    let expected = "Row 1 of 1 of “contacts (your server)”. “Extra data” comes from there.";
    assert_eq!(from, expected);
    popup.approve(false).expect("yes");
    let sent = "document.querySelector('.table-line')?.innerText === '1 of 1 sent'";
    popup.page.wait_for(sent, PATIENCE).expect("the row is sent");

    let (tab, popup) = stage.start("code.html");
    let asked = "document.querySelector('#approval')?.innerText.includes('found by mail')";
    popup
        .page
        .wait_for(asked, PATIENCE)
        .unwrap_or_else(|error| panic!("{error}: {:?} {:?}", popup.text("main"), server.output()));
    assert_eq!(app(&tab)["values"]["code"], json!(null), "nothing is typed before the yes");
    picture(&popup, "sources-code.png", "#approval");
    popup.approve(false).expect("yes to the code");
    let typed = "app.values.code === '424242'";
    tab.page.wait_for(typed, PATIENCE).expect("the code is typed");

    let home = stage.vaulty.home();
    home.view("profile").expect("the profile");
    let offered = "document.querySelector('#document-source')?.hidden === false";
    home.page.wait_for(offered, PATIENCE).expect("the server's programs are offered");
    home.page.set("#document-source-words", &"cv".into()).expect("words");
    home.press("#document-source-find").expect("Find");
    let found = "document.querySelectorAll('#documents-found li').length === 1";
    home.page.wait_for(found, PATIENCE).expect("it is found");
    assert!(
        !home.text("#documents").expect("documents").contains("cv-of-2026"),
        "nothing is added yet"
    );
    home.press("#documents-found button").expect("Add");
    let added = "document.querySelector('#documents').innerText.includes('cv-of-2026.pdf')";
    home.page.wait_for(added, PATIENCE).expect("it is added");
    for line in server.output() {
        assert!(!line.contains("mara@x.example") && !line.contains("424242"), "{line}");
    }
}
