//! Files of recipes that the person takes in: read, checked line by line, kept as proposals. No file decides anything.

use agent_core::memory::recipe::{self, Fault, Recipe, Taught};
use extension_browser::recipes as kept;
use wasm_bindgen_futures::JsFuture;

/// Bytes of a file that is read at all.
const LARGEST: f64 = 1_048_576.0;
/// Faults of a file that are told.
const MOST_FAULTS: usize = 5;

/// Reads a file. An error is a sentence for the person.
pub(crate) async fn read(file: web_sys::File) -> Result<Recipe, String> {
    // A recipe is far smaller: what is not is not even read.
    if file.size() > LARGEST {
        return Err(told(&recipe::too_large()));
    }
    let Ok(text) = JsFuture::from(file.text()).await else {
        return Err(msg!("panel_the_file_couldnt_be_read_choose_it"));
    };
    recipe::read(&text.as_string().unwrap_or_default()).map_err(|faults| told(&faults))
}

/// Keeps what a file says, as a correction of what is known of its form.
pub(crate) async fn keep(recipe: Recipe) -> Result<(), String> {
    kept::keep(recipe, Vec::new(), Taught::File, now()).await.map_err(|why| why.0)
}

/// Seconds since 1970.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a time in seconds")]
pub(crate) fn now() -> u64 {
    (js_sys::Date::now() / 1000.0) as u64
}

fn told(faults: &[Fault]) -> String {
    let said: Vec<String> = faults.iter().take(MOST_FAULTS).map(Fault::said).collect();
    msg!("recipes_not_imported", faults = said.join(" "))
}
