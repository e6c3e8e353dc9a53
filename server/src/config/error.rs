//! What can be wrong with a configuration.

use std::fmt;

/// Where a value was set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// On the command line.
    Flag,
    /// In the environment, by this variable.
    Environment(&'static str),
    /// In the configuration file.
    File,
    /// Nowhere.
    Default,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => f.write_str("command line"),
            Self::Environment(variable) => f.write_str(variable),
            Self::File => f.write_str("file"),
            Self::Default => f.write_str("default"),
        }
    }
}

/// A key that cannot be used as it is set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigError {
    /// Which key.
    pub key: String,
    /// Where it was set.
    pub origin: Origin,
    /// What is wrong with it, and what would be right.
    pub reason: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} (set by: {})", self.key, self.reason, self.origin)
    }
}
