//! Which of the two kinds of browser is driven.

use std::str::FromStr;

use anyhow::{Error, Result, bail};

/// Names the browser that tests run in where they do not say it themselves.
pub const VARIABLE: &str = "VAULTY_BROWSER";

/// A kind of browser: each is driven in its own way, and has its own package of the extension.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Engine {
    /// Chromium, and what is made of it: Edge, Brave, Vivaldi, Opera.
    #[default]
    Chromium,
    /// Firefox.
    Firefox,
}

impl Engine {
    /// The one that [`VARIABLE`] names; Chromium where it names none.
    pub fn wanted() -> Result<Self> {
        match std::env::var(VARIABLE) {
            Ok(name) if !name.is_empty() => name.parse(),
            _ => Ok(Self::default()),
        }
    }

    /// As [`VARIABLE`] names it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Chromium => "chromium",
            Self::Firefox => "firefox",
        }
    }
}

impl FromStr for Engine {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        match [Self::Chromium, Self::Firefox].into_iter().find(|engine| engine.name() == name) {
            Some(engine) => Ok(engine),
            None => bail!("there is no browser {name} here: chromium or firefox"),
        }
    }
}
