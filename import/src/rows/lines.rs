//! Rows as JSON: a list of objects, or an object a line (JSON Lines). What is nested is a column of its own, called by its
//! path.

use std::collections::HashMap;

use serde_json::Deserializer;

use super::{collect::Rows, ordered::Ordered};
use crate::{error::ImportError, limits::MAX_COLUMNS};

/// How deep what is nested is looked at.
const DEPTH: usize = 4;

/// Columns by their names, in the order in which they first came.
#[derive(Default)]
struct Columns {
    names: Vec<String>,
    at: HashMap<String, usize>,
}

impl Columns {
    fn at(&mut self, name: &str) -> usize {
        if let Some(at) = self.at.get(name) {
            return *at;
        }
        self.names.push(name.to_owned());
        self.at.insert(name.to_owned(), self.names.len() - 1);
        self.names.len() - 1
    }
}

pub(super) fn read(text: &str, rows: &mut Rows) -> Result<(), ImportError> {
    let damaged = || ImportError::Damaged("JSON");
    let mut objects = Vec::new();
    for value in Deserializer::from_str(text).into_iter::<Ordered>() {
        match value.map_err(|_| damaged())? {
            Ordered::List(items) => objects.extend(items),
            other => objects.push(other),
        }
        rows.fits(objects.len())?;
    }
    let mut columns = Columns::default();
    let mut all = Vec::with_capacity(objects.len());
    for object in objects {
        let Ordered::Members(members) = object else { return Err(ImportError::NoObjects) };
        let mut cells = Vec::new();
        for (name, value) in members {
            put(&mut columns, &mut cells, &name, value, 0);
        }
        if columns.names.len() > MAX_COLUMNS {
            return Err(ImportError::TooManyColumns);
        }
        all.push(cells);
    }
    rows.name(columns.names)?;
    all.into_iter().try_for_each(|cells| {
        if cells.iter().all(String::is_empty) { Ok(()) } else { rows.put(cells) }
    })
}

fn put(columns: &mut Columns, cells: &mut Vec<String>, name: &str, value: Ordered, depth: usize) {
    let text = match value {
        Ordered::Nothing => return,
        Ordered::Members(members) if depth < DEPTH => {
            for (inner, value) in members {
                put(columns, cells, &format!("{name} {inner}"), value, depth + 1);
            }
            return;
        }
        Ordered::List(items) => {
            let texts = items.iter().filter(|item| **item != Ordered::Nothing).map(text_of);
            texts.collect::<Vec<_>>().join(", ")
        }
        other => text_of(&other),
    };
    let at = columns.at(name);
    if cells.len() <= at {
        cells.resize(at + 1, String::new());
    }
    if let Some(cell) = cells.get_mut(at) {
        text.trim().clone_into(cell);
    }
}

fn text_of(value: &Ordered) -> String {
    match value {
        Ordered::Text(text) => text.clone(),
        Ordered::Is(true) => "Yes".to_owned(),
        Ordered::Is(false) => "No".to_owned(),
        other => serde_json::to_string(other).unwrap_or_default(),
    }
}
