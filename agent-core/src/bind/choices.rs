//! Fields that offer choices: radio buttons, checkboxes, selects, lists that open, suggestions.

use shared_types::{Field, Private, ProfileKey, job::OpenCode};

use super::{
    ask::{Ask, Control},
    bound::{Bound, Unbindable, Write},
    meaning::polarity,
    options::{self, Choice, Kind, Miss, Wanted},
    source::{Datum, Source},
    text,
};
use crate::role::Role;

/// What divides several values in one text.
const DIVIDERS: &[char] = &[',', ';', '\n', '|', '/'];

impl From<Miss> for Unbindable {
    fn from(miss: Miss) -> Self {
        match miss {
            Miss::None => Self::unfit(msg!("bind_none_of_the_options_means_the")),
            Miss::Ambiguous => {
                Self::new(OpenCode::Ambiguous, msg!("bind_several_of_the_options_fit_the"))
            }
        }
    }
}

/// [`super::choose`]
pub(super) fn choose(list: &[&str], value: &str, role: Option<Role>) -> Result<usize, Unbindable> {
    let choices: Vec<Choice<'_>> =
        list.iter().map(|text| Choice { value: None, text, disabled: false }).collect();
    let kind = role.map_or(Kind::Any, Kind::of_role);
    let wanted = Wanted { text: value, kind, country: None };
    Ok(options::pick(&choices, &wanted)?)
}

/// What can be chosen, as it is shown; nothing where text is typed, or a single box is ticked.
pub(super) fn texts(ask: &Ask<'_>) -> Vec<String> {
    match ask.control() {
        Control::Radio | Control::Checkbox => {
            let members = group(ask);
            if members.len() < 2 {
                return Vec::new();
            }
            members.iter().map(|field| choice_of(field).text.to_owned()).collect()
        }
        Control::Select | Control::List => {
            let choosable =
                |choice: &Choice<'_>| choice.value.is_some_and(|value| !value.is_empty());
            let choices = choices_of(ask.field).into_iter().filter(choosable);
            choices.map(|choice| choice.text.to_owned()).collect()
        }
        _ => Vec::new(),
    }
}

/// The one radio of the group that means the value.
pub(super) fn radio(ask: &Ask<'_>, datum: &Datum) -> Result<Vec<Write>, Unbindable> {
    let members = group(ask);
    let choices: Vec<Choice<'_>> = members.iter().map(|field| choice_of(field)).collect();
    if let Some(position) = rated(&choices, datum) {
        let meant = members.get(position).ok_or(Miss::None)?;
        return Ok(vec![Write { field: meant.index, bound: Bound::Checked(true) }]);
    }
    let position = match pick(ask, &choices, single(datum)?) {
        // A radio without a group of its own is chosen by a plain yes.
        Err(_) if members.len() == 1 && polarity(&datum.text()) == Some(true) => 0,
        found => found?,
    };
    let meant = members.get(position).ok_or(Miss::None)?;
    Ok(vec![Write { field: meant.index, bound: Bound::Checked(true) }])
}

/// Choices that all read the same, or the same but for the number at their end, are counted, as stars are.
fn rated(choices: &[Choice<'_>], datum: &Datum) -> Option<usize> {
    let first = choices.first().filter(|_| choices.len() > 2)?;
    let number: usize = datum.text().trim().parse().ok()?;
    let same =
        choices.iter().all(|choice| choice.text == first.text && choice.value == first.value);
    let stem = |text: &str| text.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let counted = || {
        choices.iter().zip(1_usize..).all(|(choice, place)| {
            let (own, count) = choice.text.split_at(stem(choice.text));
            count.parse() == Ok(place) && first.text.get(..stem(first.text)) == Some(own)
        })
    };
    ((1..=choices.len()).contains(&number) && (same || counted())).then(|| number - 1)
}

/// A single checkbox is ticked or not; of a group every box that means one of the values.
pub(super) fn checkbox(ask: &Ask<'_>, datum: &Datum) -> Result<Vec<Write>, Unbindable> {
    let members = group(ask);
    if members.len() > 1 {
        let choices: Vec<Choice<'_>> = members.iter().map(|field| choice_of(field)).collect();
        match pick_several(ask, &choices, datum) {
            Ok(positions) => {
                return Ok(members
                    .iter()
                    .enumerate()
                    .filter_map(|(at, field)| {
                        let wanted = positions.contains(&at);
                        // What was ticked by the page and is not wanted is unticked.
                        (wanted || field.checked == Some(true))
                            .then_some(Write { field: field.index, bound: Bound::Checked(wanted) })
                    })
                    .collect());
            }
            // Yes or no is about the one box, not about which of them.
            Err(unbindable) if flag(datum).is_none() => return Err(unbindable),
            Err(_) => {}
        }
    }
    let ticked = tick(ask, datum)?;
    Ok(vec![Write { field: ask.field.index, bound: Bound::Checked(ticked) }])
}

/// Whether an entry only says yes or no.
pub(crate) fn is_yes_or_no(source: &Source<'_>, key: &ProfileKey) -> bool {
    source.datum(key).is_some_and(|datum| flag(&datum).is_some())
}

/// Whether a single box is ticked by the value: yes or no, or the box's own statement.
fn tick(ask: &Ask<'_>, datum: &Datum) -> Result<bool, Unbindable> {
    if let Some(flag) = flag(datum) {
        return Ok(flag);
    }
    let own = choice_of(ask.field);
    let texts = match datum {
        Datum::List(texts) => texts.clone(),
        other => vec![other.text()],
    };
    let question = ask.field.group.as_deref().unwrap_or_default();
    let asked = Choice { value: None, text: question, disabled: false };
    let means = |text: &String| {
        let wanted = Wanted { text, kind: Kind::Any, country: None };
        [own, asked]
            .iter()
            .any(|choice| options::pick(std::slice::from_ref(choice), &wanted).is_ok())
    };
    if texts.iter().any(means) { Ok(true) } else { Err(Miss::None.into()) }
}

/// Options of a `select`.
pub(super) fn select(ask: &Ask<'_>, datum: &Datum) -> Result<Bound, Unbindable> {
    let choices = choices_of(ask.field);
    let several = ask.field.multiple || ask.field.kind == "select-multiple";
    let positions = if several {
        pick_several(ask, &choices, datum)?
    } else {
        vec![pick(ask, &choices, single(datum)?)?]
    };
    let values = positions
        .iter()
        .filter_map(|at| choices.get(*at))
        .map(|choice| choice.value.unwrap_or(choice.text).to_owned())
        .collect();
    let positions = positions.into_iter().filter_map(|at| u32::try_from(at).ok()).collect();
    Ok(Bound::Options { positions, values })
}

/// The text of the one choice that means the value.
pub(super) fn one(ask: &Ask<'_>, datum: &Datum) -> Result<String, Unbindable> {
    let choices = choices_of(ask.field);
    let at = pick(ask, &choices, single(datum)?)?;
    choices.get(at).map(|choice| choice.text.to_owned()).ok_or_else(|| Miss::None.into())
}

/// What to look for in a list that opens.
pub(super) fn list(ask: &Ask<'_>, datum: &Datum) -> Result<Vec<Write>, Unbindable> {
    let bound = match datum {
        // Whether a list takes several shows when it is open.
        Datum::List(texts) => {
            let items = texts.iter().map(|text| listed(ask, &Datum::Text(text.clone())));
            Bound::Choices(items.map(|text| text.map(Private::new)).collect::<Result<_, _>>()?)
        }
        other => Bound::Choice(Private::new(listed(ask, single(other)?)?)),
    };
    Ok(vec![Write { field: ask.field.index, bound }])
}

fn listed(ask: &Ask<'_>, item: &Datum) -> Result<String, Unbindable> {
    let choices = choices_of(ask.field);
    let candidates = text::candidates(ask, item)?;
    if !choices.is_empty() {
        match pick(ask, &choices, item) {
            Ok(at) => {
                let chosen = choices.get(at).map(|choice| choice.text).unwrap_or_default();
                return Ok(chosen.to_owned());
            }
            Err(miss)
                if ask.field.widget == Some(shared_types::Widget::Listbox)
                    || miss.code == OpenCode::Ambiguous =>
            {
                return Err(miss);
            }
            // What is known of a list before it is opened may be a part of it, or none.
            Err(_) => {}
        }
    }
    candidates.into_iter().next().filter(|text| !text.is_empty()).ok_or_else(|| Miss::None.into())
}

/// The suggestion (`datalist`) that spells the value its own way; any text may be typed besides.
pub(super) fn suggested(ask: &Ask<'_>, datum: &Datum) -> Option<String> {
    let choices = choices_of(ask.field);
    if choices.is_empty() {
        return None;
    }
    let at = options::spelled(&choices, &datum.text()).ok()?;
    let choice = choices.get(at)?;
    let text = choice.value.filter(|value| !value.is_empty()).unwrap_or(choice.text);
    super::fit::first_fitting(ask, &[text.to_owned()]).ok()
}

fn pick(ask: &Ask<'_>, choices: &[Choice<'_>], datum: &Datum) -> Result<usize, Unbindable> {
    let role = ask.role();
    let kind = role.map_or(Kind::Any, Kind::of_role);
    let country = ask.country();
    let plain = datum.text();
    // What is spelled like the value is the value, whatever the role; but a month's number may be its place.
    if !matches!(kind, Kind::Date(_))
        && let Ok(at) = options::spelled(choices, plain.trim())
    {
        return Ok(at);
    }
    // The value itself first, except where the role asks for a part of it.
    let mut forms =
        if matches!(kind, Kind::Date(_) | Kind::CallingCode) || role.is_some_and(is_part) {
            Vec::new()
        } else {
            vec![plain.trim().to_owned()]
        };
    // A country or a state is found under all its names already.
    if !matches!(kind, Kind::Country | Kind::State) {
        match text::candidates(ask, datum) {
            Ok(others) => forms.extend(others),
            Err(unbindable) if forms.is_empty() => return Err(unbindable),
            Err(_) => {}
        }
    }
    let kind = text::date_part(ask, &plain).map_or(kind, Kind::Date);
    let mut miss = Miss::None;
    for form in &forms {
        match options::pick(choices, &Wanted { text: form, kind, country }) {
            Ok(at) => return Ok(at),
            Err(Miss::Ambiguous) => {
                miss = Miss::Ambiguous;
                break;
            }
            Err(Miss::None) => {}
        }
    }
    Err(miss.into())
}

/// Roles that want a part of the value, so that the whole is not looked for.
fn is_part(role: Role) -> bool {
    use Role::*;
    matches!(role, GivenName | FamilyName | AdditionalName | HonorificPrefix)
        || role.is_part_of_phone()
}

/// All choices that a list of values means. A résumé has more skills than a page asks about; any other
/// list is meant as a whole.
fn pick_several(
    ask: &Ask<'_>,
    choices: &[Choice<'_>],
    datum: &Datum,
) -> Result<Vec<usize>, Unbindable> {
    let texts: Vec<String> = match datum {
        Datum::List(texts) => texts.clone(),
        Datum::Flag(_) => return Ok(vec![pick(ask, choices, datum)?]),
        Datum::Text(text) | Datum::Number(text) => match pick(ask, choices, datum) {
            Ok(at) => return Ok(vec![at]),
            Err(miss) => {
                let parts: Vec<String> = text
                    .split(DIVIDERS)
                    .map(str::trim)
                    .filter(|part| !part.is_empty())
                    .map(str::to_owned)
                    .collect();
                if parts.len() < 2 {
                    return Err(miss);
                }
                parts
            }
        },
    };
    let partial = ask.key().starts_with("resume.");
    let mut positions = Vec::new();
    for text in texts {
        match pick(ask, choices, &Datum::Text(text)) {
            Ok(at) => positions.push(at),
            Err(miss) if !partial || miss.code == OpenCode::Ambiguous => return Err(miss),
            Err(_) => {}
        }
    }
    // In the page's order, each once.
    let positions: Vec<usize> = (0..choices.len()).filter(|at| positions.contains(at)).collect();
    if positions.is_empty() { Err(Miss::None.into()) } else { Ok(positions) }
}

/// A value for a field that takes one.
fn single(datum: &Datum) -> Result<&Datum, Unbindable> {
    match datum {
        Datum::List(texts) if texts.len() > 1 => {
            Err(Unbindable::new(OpenCode::Ambiguous, msg!("bind_there_are_several_values_and_the")))
        }
        other => Ok(other),
    }
}

fn flag(datum: &Datum) -> Option<bool> {
    match datum {
        Datum::Flag(flag) => Some(*flag),
        Datum::Text(text) | Datum::Number(text) => polarity(text),
        Datum::List(texts) => match texts.as_slice() {
            [only] => polarity(only),
            _ => None,
        },
    }
}

/// The fields of the group: by its number, else, in the observations of older clients, by name.
fn group<'a>(ask: &Ask<'a>) -> Vec<&'a Field> {
    let own = ask.field;
    let control = ask.control();
    ask.observation
        .fields
        .iter()
        .filter(|field| {
            let same = match (field.group_id, own.group_id) {
                (Some(a), Some(b)) => a == b,
                (None, None) => {
                    !own.name.is_empty() && field.name == own.name && field.form == own.form
                }
                _ => false,
            };
            field.index == own.index
                || (same && field.frame == own.frame && Ask { field, ..*ask }.control() == control)
        })
        .collect()
}

fn choice_of(field: &Field) -> Choice<'_> {
    let option = field.options.as_ref().and_then(|options| options.first());
    let (value, text) = match option {
        Some(option) => (option.value.as_str(), option.text.as_str()),
        None => (field.value.reveal(), ""),
    };
    let text = if text.is_empty() { field.label.as_str() } else { text };
    // Without an attribute a box's value is "on", which says nothing.
    let value = (value != "on" && !value.is_empty()).then_some(value);
    Choice { value, text, disabled: field.disabled }
}

fn choices_of(field: &Field) -> Vec<Choice<'_>> {
    field
        .options
        .iter()
        .flatten()
        .map(|option| Choice {
            value: Some(&option.value),
            text: &option.text,
            disabled: option.disabled,
        })
        .collect()
}
