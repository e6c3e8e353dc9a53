//! One thing that was looked at: how it is, what was found, and what a person can do about it.

use serde::Serialize;

/// How something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// As it should be.
    Ok,
    /// It works, and somebody should look at it.
    Warning,
    /// It does not work, or will harm.
    Problem,
}

impl State {
    /// As a word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Problem => "problem",
        }
    }
}

/// What was found of one thing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Check {
    /// What was looked at.
    pub name: &'static str,
    /// How it is.
    pub state: State,
    /// What was found.
    pub said: String,
    /// What to do about it, in one sentence; empty where nothing is to be done.
    pub fix: String,
}

impl Check {
    /// As it should be.
    pub fn ok(name: &'static str, said: impl Into<String>) -> Self {
        Self { name, state: State::Ok, said: said.into(), fix: String::new() }
    }

    /// It works, and somebody should look at it.
    pub fn warning(name: &'static str, said: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { name, state: State::Warning, said: said.into(), fix: fix.into() }
    }

    /// It does not work, or will harm.
    pub fn problem(name: &'static str, said: impl Into<String>, fix: impl Into<String>) -> Self {
        Self { name, state: State::Problem, said: said.into(), fix: fix.into() }
    }

    /// As one line for people.
    pub fn line(&self) -> String {
        let Self { name, state, said, fix } = self;
        let fix = if fix.is_empty() { String::new() } else { format!(" Fix: {fix}") };
        format!("{:<8} {name:<10} {said}{fix}", state.name())
    }
}
