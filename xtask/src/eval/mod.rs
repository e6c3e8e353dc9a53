//! `eval`: how well pages are understood and filled, measured on folders of pages through the extension's
//! own panel in a real browser.

mod again;
mod applications;
mod browsers;
mod calls;
mod compare;
mod elsewhere;
mod figures;
mod memory;
mod options;
mod report;
mod roles;
mod score;
mod tasks;
mod values;

use anyhow::{Result, bail};
use harness::Engine;

use self::browsers::Bench;
pub(crate) use self::{
    figures::{json_lines, part, quantile},
    options::{Eval, write_lines},
    roles::{LABELS, observations},
    score::{Score, slot},
};
use crate::{build, progress::Steps, run::existing};

impl Eval {
    pub(crate) fn run(&self) -> Result<()> {
        if let Some(dir) = &self.memory {
            return memory::run(dir.as_deref());
        }
        let steps = Steps::aside();
        if self.names && self.browser == Engine::Firefox {
            bail!("--names compares with Chromium's own names: leave out --browser");
        }
        let is_timed = self.tasks.is_some() || self.values.is_some();
        let bench = Bench::set_up(self.jobs, is_timed, self.browser)?;
        match (&self.dir, &self.tasks, &self.values, &self.calls, &self.applications, &self.report)
        {
            (Some(dir), ..) if self.distractors => elsewhere::run(self, &bench, &existing(dir)?),
            (Some(dir), ..) => roles::run(self, &bench, &existing(dir)?),
            (_, Some(dir), ..) if self.again => again::run(self, &bench, &existing(dir)?),
            (_, Some(dir), ..) => tasks::run(self, &bench, &existing(dir)?),
            (_, _, Some(dir), ..) => values::run(self, &bench, &existing(dir)?),
            (_, _, _, Some(dir), ..) => {
                build::server(&steps)?;
                calls::run(self, &bench, &existing(dir)?)
            }
            (.., Some(dir), _) if self.model.is_some() => {
                build::server(&steps)?;
                applications::run(self, &bench, &existing(dir)?)
            }
            (.., Some(dir), _) => applications::run(self, &bench, &existing(dir)?),
            (.., Some(dir)) => report::run(self, &bench, &existing(dir)?),
            _ => bail!("name a folder"),
        }
    }
}
