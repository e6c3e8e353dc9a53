//! The tools: what each is for, what it takes, and what it asks of the browser.

use std::time::Duration;

use serde_json::{Map, Value, json};
use shared_types::{Private, agents::AgentAsk};

use crate::security::ANSWERS;

/// The longest that `await_job` waits.
pub const LONGEST_WAIT: Duration = Duration::from_secs(20);
/// Characters of an address, at most; the browser counts.
const LONGEST_ADDRESS: usize = 200;
/// Characters of an answer, at most.
const LONGEST_ANSWER: usize = 1_000;
/// Characters of an id, at most.
const LONGEST_ID: usize = 128;

/// A tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    /// The forms that the person shared.
    ListForms,
    /// Has the person asked to open an address.
    OpenForm,
    /// What a form would be filled with.
    PreviewPlan,
    /// Starts a job.
    StartFill,
    /// How a job stands.
    GetJob,
    /// The same, once it stands otherwise than at work.
    AwaitJob,
    /// What a job asks the person.
    ListOpenQuestions,
    /// Lays an answer beside a question.
    AnswerQuestion,
    /// Has the person look at what would be sent.
    RequestSubmit,
    /// Puts back what was filled.
    Undo,
    /// What was sent.
    ListReceipts,
    /// What is known from earlier visits.
    ListRecipes,
}

/// All of them, in the order in which they are listed.
pub const ALL: &[Tool] = &[
    Tool::ListForms,
    Tool::OpenForm,
    Tool::PreviewPlan,
    Tool::StartFill,
    Tool::GetJob,
    Tool::AwaitJob,
    Tool::ListOpenQuestions,
    Tool::AnswerQuestion,
    Tool::RequestSubmit,
    Tool::Undo,
    Tool::ListReceipts,
    Tool::ListRecipes,
];

/// What a tool takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Takes {
    Nothing,
    Address,
    Form,
    Job,
    JobAndWait,
    Answer,
}

/// A call, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// What is asked of the browser.
    pub ask: AgentAsk,
    /// How long the job may go on before it is told all the same.
    pub wait: Option<Duration>,
    /// The open question that the person is to be asked by the agent's client: there is no answer yet.
    pub asks: Option<String>,
}

impl Call {
    /// One that waits for nothing.
    pub fn of(ask: AgentAsk) -> Self {
        Self { ask, wait: None, asks: None }
    }
}

impl Tool {
    /// The tool of a name.
    pub fn named(name: &str) -> Option<Self> {
        ALL.iter().copied().find(|tool| tool.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::ListForms => "list_forms",
            Self::OpenForm => "open_form",
            Self::PreviewPlan => "preview_plan",
            Self::StartFill => "start_fill",
            Self::GetJob => "get_job",
            Self::AwaitJob => "await_job",
            Self::ListOpenQuestions => "list_open_questions",
            Self::AnswerQuestion => ANSWERS,
            Self::RequestSubmit => "request_submit",
            Self::Undo => "undo",
            Self::ListReceipts => "list_receipts",
            Self::ListRecipes => "list_recipes",
        }
    }

    /// Whether it reads the state of things alone: an agent may use it as soon as it is added.
    pub fn only_reads(self) -> bool {
        !matches!(
            self,
            Self::OpenForm
                | Self::StartFill
                | Self::AnswerQuestion
                | Self::RequestSubmit
                | Self::Undo
        )
    }

    /// What it is for, as an agent reads it.
    pub fn says(self) -> &'static str {
        match self {
            Self::ListForms => {
                "Lists the forms that the person shared with agents, each with the id that other tools take. \
                 Empty until the person shares one in Vaulty's panel."
            }
            Self::OpenForm => {
                "Has the person asked to open a web address and to share it with agents. Once they have, it is among \
                 list_forms. One address at a time; after a no there are no others until the browser is started anew."
            }
            Self::PreviewPlan => {
                "Says which entry of the person's profile each field of a form would get, by name, and why \
                 other fields would stay blank. Nothing is filled and no value is told."
            }
            Self::StartFill => {
                "Starts filling a form in the person's browser. Vaulty shows the person what would be filled \
                 and waits for their consent. Returns the job at once; use await_job to follow it."
            }
            Self::GetJob => {
                "Says how a job stands: its state, which fields were filled from which entries, which stay blank and why."
            }
            Self::AwaitJob => {
                "Waits until a job of yours waits for the person or has ended, at most 20 seconds, and says how it \
                 stands. Call it again while the state is `working`."
            }
            Self::ListOpenQuestions => {
                "Lists what a job asks the person because their profile has no answer. The person answers in \
                 Vaulty's panel; their answers are not told."
            }
            Self::AnswerQuestion => {
                "Lays an answer of yours beside an open question that list_open_questions gave an id. The person sees it \
                 with your name in Vaulty's panel, and takes it or leaves it; nothing is filled before. Answer only from \
                 what the person told you, and never what they would not say aloud."
            }
            Self::RequestSubmit => {
                "Says whether a job is ready to be sent. If it is, the person finds a card with everything that would \
                 be sent in Vaulty's panel, and sends it or doesn't. Nobody else can."
            }
            Self::Undo => {
                "Puts back what the fields held before a job of yours filled them. It does not take back what was sent."
            }
            Self::ListReceipts => {
                "Lists the forms that the person sent in jobs of yours: where, when, which fields and entries. No values."
            }
            Self::ListRecipes => {
                "Lists which of the sites of shared forms Vaulty knows from forms that were sent there before."
            }
        }
    }

    fn takes(self) -> Takes {
        match self {
            Self::ListForms | Self::ListReceipts | Self::ListRecipes => Takes::Nothing,
            Self::OpenForm => Takes::Address,
            Self::PreviewPlan | Self::StartFill => Takes::Form,
            Self::GetJob | Self::ListOpenQuestions | Self::RequestSubmit | Self::Undo => Takes::Job,
            Self::AwaitJob => Takes::JobAndWait,
            Self::AnswerQuestion => Takes::Answer,
        }
    }

    /// The JSON schema of its arguments.
    pub fn schema(self) -> Map<String, Value> {
        let form = json!({"type": "string", "description": "`form` of list_forms"});
        let job = json!({"type": "string", "description": "`job` of start_fill"});
        let (properties, required) = match self.takes() {
            Takes::Nothing => (json!({}), json!([])),
            Takes::Address => {
                let address = json!({
                    "type": "string", "maxLength": LONGEST_ADDRESS,
                    "description": "Begins with https:// or http://; the person reads all of it."
                });
                (json!({"address": address}), json!(["address"]))
            }
            Takes::Form => (json!({"form": form}), json!(["form"])),
            Takes::Job => (json!({"job": job}), json!(["job"])),
            Takes::JobAndWait => {
                let wait = json!({
                    "type": "integer", "minimum": 0, "maximum": LONGEST_WAIT.as_secs(),
                    "description": "Seconds to wait at most; 20 when absent."
                });
                (json!({"job": job, "waitSeconds": wait}), json!(["job"]))
            }
            Takes::Answer => {
                let question =
                    json!({"type": "string", "description": "`id` of list_open_questions"});
                let answer = json!({
                    "anyOf": [
                        {"type": "string", "maxLength": LONGEST_ANSWER},
                        {"type": "number"},
                        {"type": "array", "items": {"type": "string"}, "minItems": 1, "uniqueItems": true}
                    ],
                    "description": "As the question's `kind` says: a text, a number, a date such as 3 May 1990, one of \
                                    its `options`, or for `choices` a list of them. Left out, your client asks the \
                                    person, where it can."
                });
                let all = json!({"job": job, "question": question, "answer": answer});
                (all, json!(["job", "question"]))
            }
        };
        let schema = json!({
            "type": "object", "properties": properties, "required": required,
            "additionalProperties": false
        });
        match schema {
            Value::Object(schema) => schema,
            _ => Map::new(),
        }
    }

    /// Reads the arguments of a call.
    ///
    /// # Errors
    /// A sentence that names the argument.
    pub fn read(self, arguments: Option<Map<String, Value>>) -> Result<Call, String> {
        let mut arguments = arguments.unwrap_or_default();
        let mut id = |name: &str| match arguments.remove(name) {
            None => Err(format!("`{name}` is missing")),
            Some(Value::String(id)) if is_id(&id) => Ok(id),
            Some(_) => Err(format!("`{name}` must be an id as another tool gave it")),
        };
        let (mut wait, mut asks) = (None, None);
        let ask = match self {
            Self::ListForms => AgentAsk::ListForms,
            Self::ListReceipts => AgentAsk::ListReceipts,
            Self::ListRecipes => AgentAsk::ListRecipes,
            Self::OpenForm => AgentAsk::OpenForm { address: address(arguments.remove("address"))? },
            Self::PreviewPlan => AgentAsk::PreviewPlan { form: id("form")? },
            Self::StartFill => AgentAsk::StartFill { form: id("form")? },
            Self::GetJob => AgentAsk::GetJob { job: id("job")? },
            Self::ListOpenQuestions => AgentAsk::ListQuestions { job: id("job")? },
            Self::AnswerQuestion => {
                let (job, question) = (id("job")?, id("question")?);
                match arguments.remove("answer") {
                    Some(given) => {
                        AgentAsk::AnswerQuestion { job, question, answer: answer(given)? }
                    }
                    None => {
                        asks = Some(question);
                        AgentAsk::ListQuestions { job }
                    }
                }
            }
            Self::RequestSubmit => AgentAsk::RequestSubmit { job: id("job")? },
            Self::Undo => AgentAsk::Undo { job: id("job")? },
            Self::AwaitJob => {
                let job = id("job")?;
                wait = Some(seconds(arguments.remove("waitSeconds"))?);
                AgentAsk::GetJob { job }
            }
        };
        match arguments.keys().next() {
            None => Ok(Call { ask, wait, asks }),
            // What it is called is the client's text.
            Some(_) => Err(format!("{} takes no argument beside those of its schema", self.name())),
        }
    }
}

/// Whether a text can be an id that a tool gave.
pub(super) fn is_id(text: &str) -> bool {
    (1..=LONGEST_ID).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

fn address(given: Option<Value>) -> Result<String, String> {
    match given {
        None => Err("`address` is missing".to_owned()),
        Some(Value::String(text)) if text.len() <= 4 * LONGEST_ADDRESS => Ok(text),
        Some(_) => Err(format!("`address` must be a text of at most {LONGEST_ADDRESS} characters")),
    }
}

/// An answer as the browser takes it, several choices one a line. Its kind is judged there, by the question.
///
/// # Errors
/// It is no text, no number and no list of texts, or longer than any answer.
pub fn answer(given: Value) -> Result<Private, String> {
    let text = match given {
        Value::String(text) => Some(text),
        Value::Number(number) => Some(number.to_string()),
        Value::Array(choices) if !choices.is_empty() => lines(&choices),
        _ => None,
    };
    let text = text.filter(|text| text.chars().count() <= LONGEST_ANSWER);
    let wrong = || {
        format!(
            "`answer` must be a text of at most {LONGEST_ANSWER} characters, a number, or a list of choices"
        )
    };
    text.map(Private::new).ok_or_else(wrong)
}

/// Choices, one a line: as they are told, none has two.
fn lines(choices: &[Value]) -> Option<String> {
    let of_a_line = |text: &&str| !text.is_empty() && !text.contains(['\n', '\r']);
    let texts = choices.iter().map(|choice| choice.as_str().filter(of_a_line));
    texts.collect::<Option<Vec<_>>>().map(|texts| texts.join("\n"))
}

fn seconds(given: Option<Value>) -> Result<Duration, String> {
    let Some(given) = given else { return Ok(LONGEST_WAIT) };
    let seconds = given.as_u64().filter(|seconds| *seconds <= LONGEST_WAIT.as_secs());
    let wrong =
        || format!("`waitSeconds` must be a whole number from 0 to {}", LONGEST_WAIT.as_secs());
    seconds.map(Duration::from_secs).ok_or_else(wrong)
}

/// The tools that a list can name: not the one that answers, which the person allows by a word of its own.
pub fn named() -> impl Iterator<Item = Tool> {
    ALL.iter().copied().filter(|tool| *tool != Tool::AnswerQuestion)
}

/// The tools of a list as a person writes it: names, `read` for what only reads, `all`.
///
/// # Errors
/// The name that is none.
pub fn listed(names: &[String]) -> Result<Vec<Tool>, String> {
    let mut tools = Vec::new();
    for name in names {
        match (name.as_str(), Tool::named(name)) {
            ("all", _) => tools.extend(named()),
            ("read", _) => tools.extend(ALL.iter().filter(|tool| tool.only_reads())),
            (_, Some(tool)) if tool != Tool::AnswerQuestion => tools.push(tool),
            (_, _) => return Err(name.clone()),
        }
    }
    Ok(ALL.iter().copied().filter(|tool| tools.contains(tool)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(value: Value) -> Option<Map<String, Value>> {
        value.as_object().cloned()
    }

    #[test]
    fn arguments_are_read_strictly() {
        let job = |id: &str| AgentAsk::GetJob { job: id.to_owned() };
        let form = |id: &str| AgentAsk::StartFill { form: id.to_owned() };
        let said = |text: &str| AgentAsk::AnswerQuestion {
            job: "j".to_owned(),
            question: "q".to_owned(),
            answer: text.into(),
        };
        for (tool, given, expected) in [
            (Tool::ListForms, json!({}), Ok((AgentAsk::ListForms, None))),
            (Tool::StartFill, json!({"form": "f-1"}), Ok((form("f-1"), None))),
            (Tool::AwaitJob, json!({"job": "j"}), Ok((job("j"), Some(20)))),
            (Tool::AwaitJob, json!({"job": "j", "waitSeconds": 3}), Ok((job("j"), Some(3)))),
            (
                Tool::AwaitJob,
                json!({"job": "j", "waitSeconds": 21}),
                Err("`waitSeconds` must be a whole number from 0 to 20"),
            ),
            (Tool::GetJob, json!({}), Err("`job` is missing")),
            (Tool::GetJob, json!({"job": 7}), Err("`job` must be an id as another tool gave it")),
            (
                Tool::GetJob,
                json!({"job": "../j"}),
                Err("`job` must be an id as another tool gave it"),
            ),
            (
                Tool::GetJob,
                json!({"job": "j\u{1b}[2J"}),
                Err("`job` must be an id as another tool gave it"),
            ),
            (
                Tool::ListForms,
                json!({"approve": true}),
                Err("list_forms takes no argument beside those of its schema"),
            ),
            (
                Tool::AnswerQuestion,
                json!({"job": "j", "question": "q", "answer": "a\nb"}),
                Ok((said("a\nb"), None)),
            ),
            (
                Tool::AnswerQuestion,
                json!({"job": "j", "question": "q", "answer": 4}),
                Ok((said("4"), None)),
            ),
            (
                Tool::AnswerQuestion,
                json!({"job": "j", "question": "q", "answer": ["a", "b c"]}),
                Ok((said("a\nb c"), None)),
            ),
            (
                Tool::AnswerQuestion,
                json!({"job": "j", "question": "q", "answer": []}),
                Err(
                    "`answer` must be a text of at most 1000 characters, a number, or a list of choices",
                ),
            ),
            (
                Tool::AnswerQuestion,
                json!({"job": "j", "question": "q", "answer": ["a\nb"]}),
                Err(
                    "`answer` must be a text of at most 1000 characters, a number, or a list of choices",
                ),
            ),
            (
                Tool::AnswerQuestion,
                json!({"job": "j", "question": "q", "answer": ["a", 1]}),
                Err(
                    "`answer` must be a text of at most 1000 characters, a number, or a list of choices",
                ),
            ),
            (
                Tool::AnswerQuestion,
                json!({"job": "j", "question": "q", "answer": true}),
                Err(
                    "`answer` must be a text of at most 1000 characters, a number, or a list of choices",
                ),
            ),
            (
                Tool::AnswerQuestion,
                json!({"job": "j", "question": "q", "answer": "x".repeat(1_001)}),
                Err(
                    "`answer` must be a text of at most 1000 characters, a number, or a list of choices",
                ),
            ),
            (
                Tool::AnswerQuestion,
                json!({"job": "j", "question": "q", "answer": "a", "keep": true}),
                Err("answer_question takes no argument beside those of its schema"),
            ),
            (
                Tool::RequestSubmit,
                json!({"job": "j", "approvalId": "a"}),
                Err("request_submit takes no argument beside those of its schema"),
            ),
        ] {
            let read = tool.read(arguments(given.clone()));
            let read = read.map(|call| (call.ask, call.wait.map(|wait| wait.as_secs())));
            assert_eq!(read, expected.map_err(str::to_owned), "{tool:?} {given}");
        }
    }

    #[test]
    fn no_tool_does_what_is_the_persons() {
        for tool in ALL {
            let told = format!("{} {}", tool.name(), Value::Object(tool.schema()));
            for word in
                ["approv", "consent", "value", "eval", "click", "press", "screenshot", "code"]
            {
                assert!(!told.contains(word), "{told}");
            }
            assert_eq!(Tool::named(tool.name()), Some(*tool));
        }
    }

    #[test]
    fn a_list_of_tools_is_read_as_a_person_writes_it() {
        let listed = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
            listed(&names)
        };
        assert_eq!(listed(&["all"]).unwrap(), named().collect::<Vec<_>>());
        // The person allows answers by a word of its own.
        assert_eq!(listed(&["answer_question"]), Err("answer_question".to_owned()));
        assert!(!listed(&["all", "read"]).unwrap().contains(&Tool::AnswerQuestion));
        assert_eq!(listed(&["undo", "list_forms", "undo"]).unwrap(), [Tool::ListForms, Tool::Undo]);
        assert!(!listed(&["read"]).unwrap().contains(&Tool::StartFill));
        assert_eq!(listed(&["read", "approve"]), Err("approve".to_owned()));
    }
}
