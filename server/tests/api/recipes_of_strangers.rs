//! Recipes that somebody else wrote: what they do to a terminal, and to a folder of good ones.

use std::{fs, path::Path, process::Command};

use crate::cli::{RECIPE, program, read};

fn recipes_of(data: &Path, what: &[&str]) -> (bool, String, String) {
    let mut arguments = vec!["recipes", "--data-dir", data.to_str().unwrap()];
    arguments.extend(what);
    read(program(&arguments).output().unwrap())
}

/// Proves that nothing of a recipe, nor of its name, reaches a terminal as a command or turns what is read there.
#[test]
fn a_recipe_commands_no_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let recipes = folder.path().join("recipes");
    fs::create_dir(&recipes).unwrap();
    let trap = "\u{1b}]0;x\u{7}\u{9b}2J\u{202e}";
    let text = RECIPE.replace("# What it is about.", &format!("# {trap} key = \"password\""));
    fs::write(recipes.join("jobs.toml"), &text).unwrap();
    fs::write(recipes.join("jobs@1.toml"), text.replace("company", "email")).unwrap();
    fs::write(recipes.join(format!("{trap}.toml")), &text).unwrap();
    let strange = recipes.join(format!("{trap}.toml"));
    for what in [
        &["list"][..],
        &["show", "jobs"],
        &["diff", "jobs"],
        &["test"],
        &["check", strange.to_str().unwrap()],
        &["check", folder.path().join(trap).to_str().unwrap()],
        &["show", trap],
    ] {
        let (_, out, err) = recipes_of(folder.path(), what);
        let is_plain = |c: char| c == '\n' || !c.is_control() && c != '\u{202e}';
        assert!((out.clone() + &err).chars().all(is_plain), "{what:?} {out:?} {err:?}");
        assert!(!out.is_empty() || !err.is_empty(), "{what:?}");
    }
}

/// Proves that a folder with what is no file, or has no end, is listed and tried all the same, as are the good ones in it.
#[test]
fn what_has_no_end_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let recipes = folder.path().join("recipes");
    fs::create_dir_all(recipes.join("folder.toml")).unwrap();
    fs::write(recipes.join("bytes.toml"), [0xff, 0xfe]).unwrap();
    std::os::unix::fs::symlink("/dev/zero", recipes.join("endless.toml")).unwrap();
    let pipe = recipes.join("pipe.toml");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    fs::write(recipes.join("jobs.toml"), RECIPE).unwrap();
    std::os::unix::fs::symlink("/dev/zero", recipes.join("jobs.json")).unwrap();
    let (ok, listed, why) = recipes_of(folder.path(), &["list"]);
    assert!(ok && listed.contains("jobs  https://jobs.example/apply"), "{listed} {why}");
    assert_eq!(listed.matches("no recipe").count(), 4, "{listed}");
    let (ok, tried, _) = recipes_of(folder.path(), &["test"]);
    assert!(!ok && tried.contains("jobs: FAILED, jobs.json: "), "{tried}");
    assert_eq!(tried.matches("FAILED").count(), 5, "{tried}");
    let endless = recipes.join("endless.toml");
    assert!(!recipes_of(folder.path(), &["check", endless.to_str().unwrap()]).0);
}

/// Proves that a version is raised however it is spelled: an earlier one is not written over.
#[test]
fn a_version_that_is_spelled_otherwise_is_raised() {
    let folder = tempfile::tempdir().unwrap();
    let recipes = folder.path().join("recipes");
    fs::create_dir(&recipes).unwrap();
    let file = folder.path().join("jobs.toml");
    for (key, expected) in [("company", 1), ("email", 2), ("jobTitle", 3)] {
        let text = RECIPE.replace("version = 1", "\"version\" = 1").replace("company", key);
        fs::write(&file, text).unwrap();
        let (ok, _, said) = recipes_of(folder.path(), &["import", file.to_str().unwrap()]);
        assert!(ok && said.contains(&format!("version {expected} now")), "{said}");
    }
    let before = fs::read_to_string(recipes.join("jobs@1.toml")).unwrap();
    assert!(before.contains("company"), "{before}");
}

/// Proves that a list is made of names of entries alone, is signed by a key that its owner alone can read, is checked with
/// its reason, and is written over nothing.
#[test]
fn lists_are_signed_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let recipes = folder.path().join("recipes");
    fs::create_dir(&recipes).unwrap();
    let words = "words = \"2222222222222222\"\nrole = \"none\"";
    let more = "\n[[steps.fields]]\nfingerprint = \"3333333333333333\"\nwords = \"4444444444444444\"\n\
        role = \"none\"\nown = \"5555555555555555\"\nway = \"typed\"\n";
    let text = format!("{}{more}", RECIPE.replace("role = \"none\"", words));
    fs::write(recipes.join("jobs.toml"), text).unwrap();
    fs::write(recipes.join("wordless.toml"), RECIPE).unwrap();
    let [key, list, again] = ["key", "list", "again"].map(|name| folder.path().join(name));
    let [key_file, list_file, again_file] =
        [&key, &list, &again].map(|path| path.to_str().unwrap());
    let sign = |version: &str, to: &str, ids: &[&str]| {
        let what = ["sign", "--key", key_file, "--name", "careers", "--version", version, to];
        recipes_of(folder.path(), &[&what[..], ids].concat())
    };
    assert!(!sign("1", list_file, &[]).0, "no key yet");
    let (ok, out, _) = recipes_of(folder.path(), &["keygen", key_file]);
    assert!(ok && out.contains("fingerprint "), "{out}");
    let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&key).unwrap().permissions());
    assert_eq!(mode & 0o777, 0o600);
    let secret = fs::read_to_string(&key).unwrap();
    assert!(!out.contains(secret.trim()));
    let (ok, _, why) = recipes_of(folder.path(), &["keygen", key_file]);
    assert!(!ok && why.contains("not written over"), "{why}");
    assert_eq!(fs::read_to_string(&key).unwrap(), secret);

    let (ok, out, why) = sign("3", list_file, &[]);
    assert!(ok && out.contains("list careers, version 3: 1 forms, 1 fields"), "{out}{why}");
    let signed = fs::read_to_string(&list).unwrap();
    assert!(signed.contains("key = \"company\"") && !signed.contains(secret.trim()));
    assert!(!signed.contains("5555555555555555") && !signed.contains("typed"), "{signed}");
    assert!(!sign("3", list_file, &[]).0, "nothing is written over");
    let (ok, _, why) = sign("3", again_file, &["wordless"]);
    assert!(!ok && why.contains("nothing that") || why.contains("says anything"), "{why}");
    let (ok, out, _) = recipes_of(folder.path(), &["check", list_file]);
    assert!(ok && out.contains("https://jobs.example"), "{out}");
    for (from, to, said) in [
        ("company", "jobTitle", "signature is wrong"),
        ("vaulty-recipes 1", "vaulty-recipes 2", "newer version"),
        ("vaulty-recipes 1 ", "vaulty-recipes 1  ", "no list"),
    ] {
        fs::write(&again, signed.replacen(from, to, 1)).unwrap();
        let (ok, _, why) = recipes_of(folder.path(), &["check", again_file]);
        assert!(!ok && why.contains(said), "{from}: {why}");
    }
    for name in ["Careers", "", "a b"] {
        let what = ["sign", "--key", key_file, "--name", name, "--version", "1", "other"];
        assert!(!recipes_of(folder.path(), &what).0, "{name}");
    }
}
