//! What goes on, for whoever waits: a line for each step, redrawn on a terminal, and now and then a new one
//! where nothing can be redrawn. On the standard error: the standard output is for what a command was asked for.

use std::{
    io::{IsTerminal as _, stderr, stdout},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, RecvTimeoutError, channel},
    },
    thread,
    time::{Duration, Instant},
};

use anyhow::Result;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

/// How often a line is redrawn, and how often a new one is printed.
const REDRAWN: Duration = Duration::from_millis(250);
const PRINTED: Duration = Duration::from_secs(15);
/// From when on, and from what share on, the rest of the time is guessed.
const GUESSED_AFTER: Duration = Duration::from_secs(10);
const GUESSED_FROM: f64 = 0.05;

/// The steps of a command, some of them at the same time.
#[derive(Debug)]
pub(crate) struct Steps {
    /// How many there are; none: they are not counted, and told of only when they last.
    total: Option<usize>,
    begun: AtomicUsize,
    screen: Option<MultiProgress>,
}

/// One of them, while it lasts.
#[derive(Debug)]
pub(crate) struct Step {
    name: String,
    began: Instant,
    /// How many of how many crates, and since when.
    crates: Mutex<Option<(u32, u32, Instant)>>,
    bar: Option<ProgressBar>,
}

impl Steps {
    /// This many steps, one after the other told of.
    pub(crate) fn of(total: usize) -> Self {
        Self { screen: screen(), ..Self::lines(total) }
    }

    /// The same beside other output, which a line that is redrawn would break.
    pub(crate) fn lines(total: usize) -> Self {
        Self { total: Some(total), begun: AtomicUsize::new(0), screen: None }
    }

    /// What a command does first that is about something else.
    pub(crate) fn aside() -> Self {
        Self { total: None, begun: AtomicUsize::new(0), screen: screen() }
    }

    /// Does a step and tells how it goes.
    pub(crate) fn run<T>(&self, what: &str, work: impl FnOnce(&Step) -> Result<T>) -> Result<T> {
        let step = self.begin(what);
        let outcome = thread::scope(|scope| {
            let (over, ended) = channel::<()>();
            scope.spawn(|| step.tell_until(ended));
            let outcome = work(&step);
            drop(over);
            outcome
        });
        self.end(&step, if outcome.is_ok() { "done" } else { "failed" });
        outcome
    }

    /// Tells of a step that there is nothing to wait for.
    pub(crate) fn told(&self, what: &str) {
        match &self.screen {
            _ if self.total.is_none() => {}
            // Above what is redrawn.
            Some(screen) => drop(screen.println(self.numbered(what))),
            None => eprintln!("{}", self.numbered(what)),
        }
    }

    fn begin(&self, what: &str) -> Step {
        let name = self.numbered(what);
        let bar = self.screen.as_ref().map(|screen| {
            let style = ProgressStyle::with_template("{msg}");
            let bar = screen.add(ProgressBar::no_length());
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
        });
        if bar.is_none() && self.total.is_some() {
            eprintln!("{name}");
        }
        Step { name, began: Instant::now(), crates: Mutex::default(), bar }
    }

    fn end(&self, step: &Step, how: &str) {
        let took = step.began.elapsed();
        let line = format!("{}: {how} after {}", step.name, minutes(took));
        match &step.bar {
            Some(bar) if self.total.is_none() => bar.finish_and_clear(),
            Some(bar) => bar.finish_with_message(line),
            None if self.total.is_some() || took >= PRINTED => eprintln!("{line}"),
            None => {}
        }
    }

    fn numbered(&self, what: &str) -> String {
        match self.total {
            Some(total) => {
                format!("{} of {total}: {what}", self.begun.fetch_add(1, Ordering::Relaxed) + 1)
            }
            None => what.to_owned(),
        }
    }
}

impl Step {
    /// How many of how many crates are compiled.
    pub(crate) fn compiled(&self, (done, all): (u32, u32)) {
        let mut crates = self.crates.lock().unwrap_or_else(PoisonError::into_inner);
        if crates.is_none_or(|(before, of, _)| (before, of) != (done, all)) {
            *crates = Some((done, all, Instant::now()));
        }
    }

    #[expect(clippy::needless_pass_by_value, reason = "what hears the end goes with the thread")]
    fn tell_until(&self, ended: Receiver<()>) {
        let pause = if self.bar.is_some() { REDRAWN } else { PRINTED };
        while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
            let crates = *self.crates.lock().unwrap_or_else(PoisonError::into_inner);
            let crates = crates.map(|(done, all, since)| (done, all, since.elapsed()));
            let line = format!("{} ({})", self.name, how_far(self.began.elapsed(), crates));
            match &self.bar {
                Some(bar) => bar.set_message(line),
                None => eprintln!("{line}"),
            }
        }
    }
}

fn screen() -> Option<MultiProgress> {
    (stdout().is_terminal() && stderr().is_terminal()).then(MultiProgress::new)
}

/// `140 of 210 crates, about 2 min`, or for how long it has gone on. The last crates may take longest: where the same
/// one has taken longer than the rest should, nothing is guessed.
fn how_far(took: Duration, crates: Option<(u32, u32, Duration)>) -> String {
    let lasts = format!("for {}", minutes(took));
    let Some((done, all, since)) = crates else { return lasts };
    let share = f64::from(done) / f64::from(all.max(1));
    if took < GUESSED_AFTER || share < GUESSED_FROM {
        return format!("{done} of {all} crates");
    }
    let rest = took.as_secs_f64() * (1.0 - share) / share;
    let rest = match rest {
        _ if since.as_secs_f64() > rest.max(PRINTED.as_secs_f64()) => lasts,
        _ if rest < 60.0 => "less than a minute".to_owned(),
        _ => format!("about {:.0} min", rest / 60.0),
    };
    format!("{done} of {all} crates, {rest}")
}

/// `1:05 min`, and seconds below a minute.
pub(crate) fn minutes(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds < 60 {
        return format!("{seconds} s");
    }
    format!("{}:{:02} min", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_how_far_it_is() {
        let check = |seconds: u64, crates: Option<(u32, u32)>, since: u64, expected: &str| {
            let crates = crates.map(|(done, all)| (done, all, Duration::from_secs(since)));
            assert_eq!(how_far(Duration::from_secs(seconds), crates), expected);
        };
        check(35, None, 0, "for 35 s");
        check(125, None, 0, "for 2:05 min");
        check(5, Some((140, 210)), 0, "140 of 210 crates");
        check(60, Some((3, 210)), 0, "3 of 210 crates");
        check(240, Some((140, 210)), 3, "140 of 210 crates, about 2 min");
        check(60, Some((200, 210)), 1, "200 of 210 crates, less than a minute");
        check(125, Some((209, 210)), 40, "209 of 210 crates, for 2:05 min");
        check(1, Some((0, 0)), 0, "0 of 0 crates");
    }

    #[test]
    fn steps_are_counted_and_give_their_results() {
        let steps = Steps::lines(2);
        assert_eq!(steps.numbered("first"), "1 of 2: first");
        assert_eq!(steps.run("second", |_| Ok(5)).unwrap(), 5);
        assert_eq!(steps.begun.load(Ordering::Relaxed), 2);
        assert_eq!(Steps::aside().numbered("first"), "first");
    }
}
