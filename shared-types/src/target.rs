//! Targets: the seven ways to name an element.

use serde::{Deserialize, Serialize};

/// How an action names the one element it is for. More than one match is an error, never a guess.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "by", rename_all = "lowercase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum Target {
    /// By element id; a leading `#` is tolerated.
    Id {
        /// The id.
        selector: String,
    },
    /// By a field's label.
    Label {
        /// The label's text.
        text: String,
    },
    /// By a button's or link's visible text.
    Text {
        /// The text.
        text: String,
        /// Whether the whole text must be equal; otherwise a part suffices when it is unique.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        exact: Option<bool>,
    },
    /// By CSS selector.
    Css {
        /// The selector.
        selector: String,
    },
    /// By XPath.
    Xpath {
        /// The expression.
        xpath: String,
    },
    /// By position in the observation that the plan was made from.
    Index {
        /// `index` of the field or button.
        index: u32,
        /// Which list it counts in.
        #[serde(default)]
        element_type: ElementType,
    },
    /// By ARIA role and accessible name.
    Role {
        /// The role.
        role: String,
        /// The accessible name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
}

impl Target {
    /// The field at this index of the observation.
    pub fn field(index: u32) -> Self {
        Self::Index { index, element_type: ElementType::Field }
    }

    /// The button at this index of the observation.
    pub fn button(index: u32) -> Self {
        Self::Index { index, element_type: ElementType::Button }
    }
}

/// The list that an index counts in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema, schemars::JsonSchema, ts_rs::TS))]
pub enum ElementType {
    /// `observation.fields`
    #[default]
    Field,
    /// `observation.buttons`
    Button,
}
