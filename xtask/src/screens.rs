//! `screens`: pictures of every screen of the panel, made anew.

use anyhow::Result;

use crate::{
    progress::Steps,
    run::{cargo, run},
    setup,
};

/// Makes the pictures, and checks the screens as the tests do.
pub(crate) fn all() -> Result<()> {
    let steps = Steps::aside();
    setup::chromium(&steps)?;
    setup::types(&steps)?;
    let test = ["test", "--locked", "--quiet", "--package", "tests", "--test", "screens"];
    run(cargo(&test).env("UPDATE", "1"))?;
    println!(
        "docs/screens has the screens, target/screens those of a dark, a narrow and a zoomed panel."
    );
    Ok(())
}
