//! How much may be spent on one file: one budget for all readers.

use crate::{
    error::ImportError,
    limits::{MAX_STEPS, MAX_TEXT, MAX_UNPACKED},
};

/// What may still be spent on a file. It is one for all of its parts: what is little for a part may be much for a thousand
/// that name it.
#[derive(Debug)]
pub(crate) struct Budget {
    unpacked: usize,
    text: usize,
    steps: usize,
}

impl Budget {
    /// All that a file gets.
    pub(crate) const fn of_a_file() -> Self {
        Self { unpacked: MAX_UNPACKED, text: MAX_TEXT, steps: MAX_STEPS }
    }

    /// Bytes that may still be unpacked.
    pub(crate) const fn left_to_unpack(&self) -> usize {
        self.unpacked
    }

    /// Bytes were unpacked.
    pub(crate) fn unpack(&mut self, bytes: usize) -> Result<(), ImportError> {
        spend(&mut self.unpacked, bytes)
    }

    /// Text was read, in bytes.
    pub(crate) fn read(&mut self, bytes: usize) -> Result<(), ImportError> {
        spend(&mut self.text, bytes)
    }

    /// Steps were taken, or are about to be.
    pub(crate) fn step(&mut self, count: usize) -> Result<(), ImportError> {
        spend(&mut self.steps, count)
    }
}

fn spend(left: &mut usize, count: usize) -> Result<(), ImportError> {
    *left = left.checked_sub(count).ok_or(ImportError::TooMuch)?;
    Ok(())
}
