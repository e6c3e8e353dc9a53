//! The configuration as text, for `--help`.

use super::{
    keys::{self, MASTER_KEY_VARIABLE},
    llm,
};

/// The keys as text, for `--help`.
pub fn help() -> String {
    let mut text = String::from(
        "Configuration: a flag wins over an environment variable, that over the file, that over the default.\n",
    );
    text.push_str("The file is TOML; unknown keys in it are errors.\n");
    text.push_str(&format!(
        "{MASTER_KEY_VARIABLE}: the key that profiles are sealed with (64 hexadecimal digits), instead of \
         DATA_DIR/master.key.\n"
    ));
    for key in keys::ALL {
        text.push_str(&format!(
            "\n  {} ({})\n      {}\n      Default: {}\n",
            key.name, key.variable, key.doc, key.default
        ));
    }
    text.push_str(&llm::help());
    text
}
