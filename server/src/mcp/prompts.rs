//! Prompts that a person may choose in their agent.

use rmcp::model::{GetPromptResult, Prompt, PromptMessage, Role};

/// Name, title, what it is for, and text.
const PROMPTS: &[(&str, &str, &str, &str)] = &[
    (
        "apply_here",
        "Apply here",
        "Has a form that you shared filled in, with your consent in Vaulty.",
        "Fill in the form that I shared with you in Vaulty. Call list_forms; if several are shared, ask me which one. \
         Show me with preview_plan what would be filled and what would stay blank, by name. Then call start_fill and \
         follow the job with await_job. Whenever it waits for me, tell me what Vaulty asks and that I answer in Vaulty, \
         not here: don't ask me for personal data yourself. Call request_submit when everything is filled. I send the \
         form in Vaulty or I don't.",
    ),
    (
        "fill_from_last_claim",
        "Fill this from my last claim",
        "Has a form filled in the way that you filled the last one of its kind.",
        "Fill in the form that I shared with you in Vaulty the way I filled the last one of its kind. Call list_forms \
         and list_receipts, and compare with preview_plan which fields of the earlier form this one asks for again and \
         which are new. Tell me the differences by the names of fields. Then call start_fill, follow the job with \
         await_job, and tell me whenever Vaulty waits for me. You don't see any of my data, and you don't need it.",
    ),
];

/// All of them.
pub(super) fn all() -> Vec<Prompt> {
    let one = |(name, title, says, _): &(&str, &'static str, &'static str, &str)| {
        Prompt::new(*name, Some(*says), None).with_title(*title)
    };
    PROMPTS.iter().map(one).collect()
}

/// The one of this name.
pub(super) fn named(name: &str) -> Option<GetPromptResult> {
    let (_, title, _, text) = PROMPTS.iter().find(|(known, ..)| *known == name)?;
    let message = PromptMessage::new_text(Role::User, *text);
    Some(GetPromptResult::new(vec![message]).with_description(*title))
}
