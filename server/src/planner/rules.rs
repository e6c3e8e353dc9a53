//! The rules as a source: they need nobody, and they always answer.

use std::sync::Arc;

use agent_core::plan::{Hint, Plan, plan_with};

use super::{intake::Question, offload::offload};

/// The rule planner.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rules;

impl Rules {
    /// Plans a page, with advice where there is some. If the planner itself breaks, the plan is empty and says so.
    pub async fn plan(&self, question: &Arc<Question>, hints: Vec<Hint>) -> Plan {
        let question = question.clone();
        let fields = question.observation.fields.len();
        let work = move || plan_with(&question.input(), &hints);
        offload(fields, work).await.unwrap_or_else(|| Plan {
            notes: vec!["the rules failed on this page".to_owned()],
            ..Plan::default()
        })
    }
}
