//! One command for each thing a person wants of this repository: `cargo xtask --help`.
//!
//! Commands set up what they need. Whatever fills a form here does it through the extension's own
//! popup in a browser; there is no way past it.

mod bench;
mod book;
mod build;
mod check;
mod demo;
mod eval;
mod fill;
mod fuzz;
mod guards;
mod mutants;
mod progress;
mod release;
mod run;
mod screens;
mod select;
mod setup;
mod smoke;
mod snapshot;
mod table;
mod train;
mod written;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Everything that is done with this repository, one command each.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Install what the other commands need: the WASM target, Chromium, Firefox, npm packages
    Setup,
    /// Build the extension (target/extension, target/extension-firefox), the server and the test pages
    Build,
    /// Make the extension's folders and zips for giving away, for Chromium and for Firefox (target/dist)
    Dist,
    /// Make what people install: static programs, a Debian package, an image's root, checksums (target/release-files)
    Release(release::Release),
    /// Fill the demo application before your eyes: server, extension, approval, table, screenshots
    Demo(demo::Demo),
    /// Fill the demo forms with a real model that you have at hand, and print what it said
    SmokeLlm(smoke::Smoke),
    /// Run every check and test; the last line is `N passed, N failed`
    Test(check::Test),
    /// Run what needs no browser, before a commit
    Check(check::Check),
    /// Measure against the limits and print a table
    Bench(bench::Bench),
    /// Throw damaged input at everything that reads what others wrote
    Fuzz(fuzz::Fuzz),
    /// Change the code that guards, one place at a time, and see that a test misses each
    Mutants(mutants::Mutants),
    /// Take each guard out of the content scripts and see that an attack gets through
    Guards(guards::Guards),
    /// Fill one page from a record through the extension and print the form's state as JSON
    Fill(fill::Fill),
    /// Read a page of the corpus in Chromium, for the tests of what is understood
    Snapshot(snapshot::Snapshot),
    /// Make a picture of every screen of the panel in every state (docs/screens), to be looked at after a change
    Screens,
    /// Make a book of the documents (target/book/html)
    Book,
    /// Learn from labelled pages what evidence is worth, and write the table of weights
    Train(train::Train),
    /// Measure how well pages are understood and filled
    Eval(eval::Eval),
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().command {
        Command::Setup => setup::all(),
        Command::Build => build::all(),
        Command::Dist => build::dist(),
        Command::Release(release) => release.run(),
        Command::Demo(demo) => demo.run(),
        Command::SmokeLlm(smoke) => smoke.run(),
        Command::Test(test) => test.run(),
        Command::Check(check) => check.run(),
        Command::Bench(bench) => bench.run(),
        Command::Fuzz(fuzz) => fuzz.run(),
        Command::Mutants(mutants) => mutants.run(),
        Command::Guards(guards) => guards.run(),
        Command::Fill(fill) => fill.run(),
        Command::Snapshot(snapshot) => snapshot.run(),
        Command::Screens => screens::all(),
        Command::Book => book::make(),
        Command::Train(train) => train.run(),
        Command::Eval(eval) => eval.run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
