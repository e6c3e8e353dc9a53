//! May this action run? What it gives away, to whom, what the person agreed to; how secret a value is (`kind`,
//! `secret`, `shape`), and by which words widgets may be pressed (`signs`).

mod allowance;
mod approval;
mod button_words;
mod code;
mod data;
mod decision;
mod goes_on;
mod host;
mod kind;
mod money;
mod place;
mod secret;
mod shape;
mod signs;
mod statement;
#[cfg(test)]
mod tests;
mod wallet;

pub use crate::site::{exact, origin_of, parts as parts_of_site};
pub(crate) use allowance::meaning;
pub use allowance::{
    Allowance, Allowed, Chosen, EVERYDAY, Row, is_off, keep, shown_label, thing_of, without_profile,
};
pub use approval::{FormState, HashKey, HiddenState, Listed, seal, seal_all};
pub use button_words::{says_add, says_next, says_submit};
pub use code::{CodeSource, is_one_time_code, judge_code, may_come_from_server, roles_for};
pub use data::{Kind, thing_words};
pub(crate) use decision::source_key;
pub use decision::{
    Grants, Verdict, is_barred, judge, may_cover_pages, may_join, may_send, row_of_write,
};
pub use goes_on::goes_on;
pub(crate) use host::decoded;
pub use host::{Letters, contains, is_near, leaves, reads_alike, warnings};
pub use kind::{agree, is_secret_by_name, kept_home};
pub use place::{Place, place};
pub use secret::{is_more_than_ordinary, is_secret, is_secret_of_site, take_secret_answers};
pub(crate) use shape::luhn;
pub use signs::signs;
pub use statement::{
    agreement_name, answer_name, is_agreement, may_propose, names_something, site_of_agreement,
    statement_around,
};
pub(crate) use wallet::is_wallet;
