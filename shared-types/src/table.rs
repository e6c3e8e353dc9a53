//! A table whose rows fill one form each: what the panel and the worker tell each other about it.

use serde::{Deserialize, Serialize};

use crate::Private;

/// Which row of which table a job fills in.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub struct RowOf {
    /// The table's id.
    pub table: String,
    /// Its place in the table, from 0.
    pub row: u32,
    /// How many rows the table has.
    pub of: u32,
}

/// A link of a page.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct PageLink {
    /// What it is called, as the page says.
    pub text: String,
    /// Where it leads.
    pub address: String,
}

/// What one yes for the rows that are left is asked for: all that is sent, row by row.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct BulkCard {
    /// Its name: a yes says which card it is to.
    pub id: String,
    /// Where it is sent from.
    pub origin: String,
    /// What the button says.
    pub button: String,
    /// What the fields are called that get something from a row.
    pub columns: Vec<String>,
    /// The rows, in order.
    pub rows: Vec<BulkRow>,
    /// What all of them hold.
    pub same: Vec<BulkSame>,
    /// What the page sends along.
    pub by_page: Vec<BulkSame>,
    /// Rows that get a card of their own, and why.
    pub left: Vec<BulkLeft>,
    /// Rows behind these that this yes is not for.
    pub more: u32,
}

/// A row and what goes into its form.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct BulkRow {
    /// Its place in the table, from 0.
    pub row: u32,
    /// What each field of [`BulkCard::columns`] gets.
    pub values: Vec<Private>,
}

/// What goes along with each row.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct BulkSame {
    /// The field.
    pub label: String,
    /// What it holds.
    pub value: Private,
    /// Whether the page draws another each time.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub varies: bool,
}

/// A row that gets a card of its own.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct BulkLeft {
    /// Its place in the table, from 0.
    pub row: u32,
    /// Why.
    pub why: String,
}

/// What the person does with a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema, ts_rs::TS))]
pub enum TableChange {
    /// Begin, or go on: the next row is filled in.
    Start,
    /// Begin no further row. Jobs that are under way go on.
    Pause,
    /// Fill a row in once more that was not sent, was skipped, or of which nobody knows; without one, all that were not
    /// sent.
    Again {
        /// Which.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        row: Option<u32>,
    },
    /// Leave a row out. One that is under way stops.
    Skip {
        /// Which.
        row: u32,
    },
    /// A row of which nobody knew was sent, says the person, who has looked.
    WasSent {
        /// Which.
        row: u32,
    },
    /// Open the forms of rows that wait in tabs of their own, see what they ask for, and close them again. Nothing is written
    /// and nothing pressed.
    Look,
    /// Look at no further form.
    StopLooking,
    /// Fill this one in before all others that wait.
    Next {
        /// Which.
        row: u32,
    },
    /// Take back what is left of a yes for several rows.
    EndBulk,
    /// Forget the table, its rows and what came of them. Jobs that are under way stop.
    Remove,
}
