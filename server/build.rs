//! Rebuilds the server when a migration or a page that is embedded in it changes.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
    println!("cargo:rerun-if-changed=migrations-postgres");
    println!("cargo:rerun-if-changed=../web-static");
}
