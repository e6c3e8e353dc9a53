//! Tables whose rows fill a form each, as they are stored: in a database of their own, so that whatever becomes of it
//! profiles are safe. Rows stay in the pieces that they were read in, and what came of a row is beside them, so that a long
//! table is never held whole. Each call opens the database and closes it.

use std::collections::{BTreeMap, BTreeSet};

use agent_core::tables::{Bulk, Row, RowState, Seen, Table, answer as answer_in, piece_of};
use idb::{
    Database, DatabaseEvent, Error, Factory, IndexParams, KeyPath, KeyRange, ObjectStore,
    ObjectStoreParams, Query, Transaction, TransactionMode, request::PutStoreRequest,
};
use serde::{Deserialize, Serialize};
use shared_types::{Private, json, settings::LogLevel};
use wasm_bindgen::JsValue;

use crate::{
    chrome::{self, ChromeError},
    console,
    tasks::within,
    transaction,
};

/// Key in `chrome.storage.local` whose value changes whenever a table does.
pub const CHANGED: &str = "tablesChanged";

const DATABASE: &str = "vaulty-tables";
const VERSION: u32 = 3;
/// A table each, by its id.
const TABLES: &str = "tables";
/// The rows, in pieces.
const PIECES: &str = "pieces";
/// What is kept of a row beside its cells.
const ROWS: &str = "rows";
/// What was seen of the forms of rows, with what the person answered for them.
const SEEN: &str = "seen";
/// What is kept of a table for one yes to several rows: forms that were sent, and the yes.
const BULK: &str = "bulk";
/// By what rows are found: their table and what became of them.
const AT: &str = "at";
/// How long the database may take to open, in milliseconds.
const OPENS_WITHIN_MS: u32 = 5_000;

#[derive(Serialize, Deserialize)]
struct StoredRow {
    at: String,
    number: u32,
    row: String,
}

#[derive(Serialize, Deserialize)]
struct StoredSeen {
    number: u32,
    seen: String,
}

/// Keeps a table that was opened, with its rows, and what became of them before.
pub async fn keep(
    table: &Table,
    pieces: Vec<Private>,
    rows: &[(u32, Row)],
) -> Result<(), ChromeError> {
    write(async |stores| {
        let mut last = None;
        for (at, piece) in (0..).zip(pieces) {
            let key = JsValue::from_str(&place(&table.id, at));
            let value = JsValue::from_str(piece.reveal());
            last = Some(stores.pieces.put(&value, Some(&key)).map_err(failed)?);
        }
        for (number, row) in rows {
            last = Some(row_request(stores, &table.id, *number, row)?);
        }
        // Requests of a transaction are done in order: when the last one is, all are.
        if let Some(last) = last {
            last.await.map_err(failed)?;
        }
        put_table(stores, table).await
    })
    .await
}

/// All tables without their rows, the latest first.
pub async fn all() -> Result<Vec<Table>, ChromeError> {
    read(async |stores| {
        let all = stores.tables.get_all(None, None).map_err(failed)?.await.map_err(failed)?;
        let mut all: Vec<Table> = all.iter().filter_map(read_json).collect();
        all.sort_by(|one, other| other.opened.total_cmp(&one.opened));
        Ok(all)
    })
    .await
}

/// A table without its rows.
pub async fn get(id: &str) -> Result<Option<Table>, ChromeError> {
    read(async |stores| get_table(stores, id).await).await
}

/// The piece that a row is in.
pub async fn piece(id: &str, row: u32) -> Result<Option<Private>, ChromeError> {
    read(async |stores| get_piece(stores, id, piece_of(row)).await).await
}

/// What is kept of a row.
pub async fn row(id: &str, row: u32) -> Result<Option<Row>, ChromeError> {
    read(async |stores| Ok(get_row(stores, id, row).await?.map(|(_, row)| row))).await
}

/// Rows of which this became, the first ones, with their places; all of them where no number is given.
pub async fn rows(
    id: &str,
    state: RowState,
    most: Option<u32>,
) -> Result<Vec<(u32, Row)>, ChromeError> {
    read(async |stores| {
        let index = stores.rows.index(AT).map_err(failed)?;
        let query = Some(Query::from(JsValue::from_str(&at(id, state))));
        let found = index.get_all(query, most).map_err(failed)?.await.map_err(failed)?;
        Ok(found.iter().filter_map(read_row).collect())
    })
    .await
}

/// All that is kept of a table, for an export: its pieces in order, and its rows.
pub async fn everything(id: &str) -> Result<(Vec<Private>, Vec<(u32, Row)>), ChromeError> {
    read(async |stores| {
        let pieces = stores.pieces.get_all(Some(all_of(id)?), None).map_err(failed)?;
        let pieces = pieces.await.map_err(failed)?;
        let rows = stores.rows.get_all(Some(all_of(id)?), None).map_err(failed)?;
        let rows = rows.await.map_err(failed)?;
        let pieces = pieces.iter().filter_map(JsValue::as_string).map(Private::new);
        Ok((pieces.collect(), rows.iter().filter_map(read_row).collect()))
    })
    .await
}

/// What was seen of the forms of a table, with their rows.
pub async fn all_seen(id: &str) -> Result<Vec<(u32, Seen)>, ChromeError> {
    read(async |stores| {
        let found = stores.seen.get_all(Some(all_of(id)?), None).map_err(failed)?;
        Ok(found.await.map_err(failed)?.iter().filter_map(read_seen).collect())
    })
    .await
}

/// Keeps what was seen of a row's form, with the answers that the person gave before, and that one more was looked at.
pub async fn keep_seen(id: &str, row: u32, seen: Seen) -> Result<(), ChromeError> {
    write(async |stores| {
        let Some(mut table) = get_table(stores, id).await? else { return Ok(()) };
        let seen = match get_seen(stores, id, row).await? {
            Some(before) => seen.with_answers_of(&before),
            None => seen,
        };
        put_seen(stores, id, row, &seen).await?;
        table.looks.done = table.looks.done.saturating_add(1).min(table.looks.of);
        put_table(stores, &table).await
    })
    .await
}

/// Keeps what the person answered: for each row the words of its question, and the answer.
pub async fn answer(id: &str, answers: &[(u32, String, Private)]) -> Result<(), ChromeError> {
    write(async |stores| {
        for (row, words, reply) in answers {
            if let Some(mut seen) = get_seen(stores, id, *row).await? {
                answer_in(&mut seen, words, reply);
                put_seen(stores, id, *row, &seen).await?;
            }
        }
        Ok(())
    })
    .await
}

/// Changes a table, and a row of it where one is named, in one transaction. What `with` gives comes back, unless the table
/// is gone. A row that it leaves as none is not stored.
pub async fn change<R>(
    id: &str,
    row: Option<u32>,
    with: impl FnOnce(&mut Table, &mut Option<Row>) -> R,
) -> Result<Option<R>, ChromeError> {
    write(async |stores| {
        let Some(mut table) = get_table(stores, id).await? else { return Ok(None) };
        let mut kept = match row {
            Some(row) => get_row(stores, id, row).await?.map(|(_, row)| row),
            None => None,
        };
        let before = kept.clone();
        let done = with(&mut table, &mut kept);
        put_table(stores, &table).await?;
        if let (Some(at), Some(now)) = (row, &kept)
            && before != kept
        {
            put_row(stores, id, at, now).await?;
        }
        Ok(Some(done))
    })
    .await
}

/// The pieces that rows are in, by their numbers.
pub async fn pieces(id: &str, rows: &[u32]) -> Result<BTreeMap<u32, Private>, ChromeError> {
    read(async |stores| {
        let mut pieces = BTreeMap::new();
        for at in rows.iter().copied().map(piece_of).collect::<BTreeSet<u32>>() {
            pieces.insert(at, get_piece(stores, id, at).await?.unwrap_or_default());
        }
        Ok(pieces)
    })
    .await
}

/// What is kept of a table for one yes to several rows; none where the table is gone.
pub async fn bulk(id: &str) -> Result<Option<Bulk>, ChromeError> {
    read(async |stores| {
        let table = get_table(stores, id).await?;
        Ok(if table.is_some() { Some(get_bulk(stores, id).await?) } else { None })
    })
    .await
}

/// Changes that, with its table, in one transaction.
pub async fn change_bulk<R>(
    id: &str,
    with: impl FnOnce(&mut Table, &mut Bulk) -> R,
) -> Result<Option<R>, ChromeError> {
    write(async |stores| {
        let Some(mut table) = get_table(stores, id).await? else { return Ok(None) };
        let mut bulk = get_bulk(stores, id).await?;
        let done = with(&mut table, &mut bulk);
        put_bulk(stores, id, &bulk).await?;
        put_table(stores, &table).await?;
        Ok(Some(done))
    })
    .await
}

/// Changes a table, a row of it, and what is kept of it for one yes to several, in one transaction. What `with` gives comes
/// back, unless the table is gone.
pub async fn change_all<R>(
    id: &str,
    row: u32,
    with: impl FnOnce(&mut Table, &mut Option<Row>, &mut Bulk) -> R,
) -> Result<Option<R>, ChromeError> {
    write(async |stores| {
        let Some(mut table) = get_table(stores, id).await? else { return Ok(None) };
        let mut kept = get_row(stores, id, row).await?.map(|(_, row)| row);
        let mut bulk = get_bulk(stores, id).await?;
        let before = (kept.clone(), bulk.clone());
        let done = with(&mut table, &mut kept, &mut bulk);
        put_table(stores, &table).await?;
        if let Some(now) = &kept
            && before.0 != kept
        {
            put_row(stores, id, row, now).await?;
        }
        if before.1 != bulk {
            put_bulk(stores, id, &bulk).await?;
        }
        Ok(Some(done))
    })
    .await
}

/// A row that is taken: the table as it is then, which row, the piece that it is in, and what was seen of its form.
pub type Taken = (Table, u32, Private, Option<Seen>);

/// Takes the next row for a job, if one is to begin now. It is stored as the job's before this comes back. `open`: see
/// [`Table::take`].
pub async fn take(
    id: &str,
    job: &str,
    open: &[String],
    now: f64,
) -> Result<Option<Taken>, ChromeError> {
    write(async |stores| {
        let Some(mut table) = get_table(stores, id).await? else { return Ok(None) };
        let before = table.run.clone();
        let places = get_places(stores, &table, &table.compared()).await?;
        let taken = table.take(job, &places, open);
        if table.run != before {
            put_table(stores, &table).await?;
        }
        let Some(row) = taken else { return Ok(None) };
        let kept = Row { job: job.to_owned(), date: now, ..Row::default() };
        put_row(stores, id, row, &kept).await?;
        let piece = get_piece(stores, id, piece_of(row)).await?.unwrap_or_default();
        let seen = get_seen(stores, id, row).await?;
        Ok(Some((table, row, piece, seen)))
    })
    .await
}

/// Fills all rows in once more that were not sent.
pub async fn again(id: &str) -> Result<(), ChromeError> {
    let not_sent = rows(id, RowState::NotSent, None).await?;
    write(async |stores| {
        let Some(mut table) = get_table(stores, id).await? else { return Ok(()) };
        for (row, _) in &not_sent {
            if let Some((_, kept)) = get_row(stores, id, *row).await?
                && table.run.again(*row, kept.state)
            {
                let key = JsValue::from_str(&place(id, *row));
                stores.rows.delete(key).map_err(failed)?.await.map_err(failed)?;
            }
        }
        put_table(stores, &table).await
    })
    .await
}

/// Forgets what is kept of a row beside its cells: it waits for its turn once more.
pub async fn forget_row(
    id: &str,
    row: u32,
    with: impl FnOnce(&mut Table, &Row) -> bool,
) -> Result<bool, ChromeError> {
    write(async |stores| {
        let Some(mut table) = get_table(stores, id).await? else { return Ok(false) };
        let Some((_, kept)) = get_row(stores, id, row).await? else { return Ok(false) };
        if !with(&mut table, &kept) {
            return Ok(false);
        }
        let key = JsValue::from_str(&place(id, row));
        stores.rows.delete(key).map_err(failed)?.await.map_err(failed)?;
        put_table(stores, &table).await?;
        Ok(true)
    })
    .await
}

/// Forgets a table and all that is kept of it.
pub async fn remove(id: &str) -> Result<(), ChromeError> {
    write(async |stores| {
        let key = JsValue::from_str(id);
        stores.tables.delete(key.clone()).map_err(failed)?.await.map_err(failed)?;
        stores.bulk.delete(key).map_err(failed)?.await.map_err(failed)?;
        for store in [&stores.pieces, &stores.rows, &stores.seen] {
            store.delete(all_of(id)?).map_err(failed)?.await.map_err(failed)?;
        }
        Ok(())
    })
    .await
}

/// Removes all of them.
pub async fn erase() -> Result<(), ChromeError> {
    write(async |stores| {
        for store in [&stores.tables, &stores.pieces, &stores.rows, &stores.seen, &stores.bulk] {
            store.clear().map_err(failed)?.await.map_err(failed)?;
        }
        Ok(())
    })
    .await
}

struct Stores {
    tables: ObjectStore,
    pieces: ObjectStore,
    rows: ObjectStore,
    seen: ObjectStore,
    bulk: ObjectStore,
}

impl Stores {
    fn of(transaction: &Transaction) -> Result<Self, ChromeError> {
        let store = |name: &str| transaction.object_store(name).map_err(failed);
        Ok(Self {
            tables: store(TABLES)?,
            pieces: store(PIECES)?,
            rows: store(ROWS)?,
            seen: store(SEEN)?,
            bulk: store(BULK)?,
        })
    }
}

/// Keys in order: an id has no slash, and numbers are as long as each other.
fn place(id: &str, number: u32) -> String {
    format!("{id}/{number:08}")
}

fn at(id: &str, state: RowState) -> String {
    format!("{id}/{state:?}")
}

fn all_of(id: &str) -> Result<Query, ChromeError> {
    // "0" comes right behind "/".
    let (from, to) = (JsValue::from_str(&format!("{id}/")), JsValue::from_str(&format!("{id}0")));
    KeyRange::bound(&from, &to, None, Some(true)).map(Query::from).map_err(failed)
}

fn read_json<T: serde::de::DeserializeOwned>(value: &JsValue) -> Option<T> {
    json::from_str(&value.as_string()?).ok()
}

fn read_row(value: &JsValue) -> Option<(u32, Row)> {
    let stored: StoredRow = chrome::from_js(value).ok()?;
    Some((stored.number, json::from_str(&stored.row).ok()?))
}

fn read_seen(value: &JsValue) -> Option<(u32, Seen)> {
    let stored: StoredSeen = chrome::from_js(value).ok()?;
    Some((stored.number, json::from_str(&stored.seen).ok()?))
}

async fn get_seen(stores: &Stores, id: &str, row: u32) -> Result<Option<Seen>, ChromeError> {
    let key = JsValue::from_str(&place(id, row));
    let found = stores.seen.get(key).map_err(failed)?.await.map_err(failed)?;
    Ok(found.as_ref().and_then(read_seen).map(|(_, seen)| seen))
}

async fn put_seen(stores: &Stores, id: &str, number: u32, seen: &Seen) -> Result<(), ChromeError> {
    let value = chrome::to_js(&StoredSeen { number, seen: chrome::written(seen)? })?;
    let key = JsValue::from_str(&place(id, number));
    stores.seen.put(&value, Some(&key)).map_err(failed)?.await.map(drop).map_err(failed)
}

async fn get_bulk(stores: &Stores, id: &str) -> Result<Bulk, ChromeError> {
    let found = stores.bulk.get(JsValue::from_str(id)).map_err(failed)?.await.map_err(failed)?;
    Ok(found.as_ref().and_then(read_json).unwrap_or_default())
}

async fn put_bulk(stores: &Stores, id: &str, bulk: &Bulk) -> Result<(), ChromeError> {
    let value = JsValue::from_str(&chrome::written(bulk)?);
    let key = JsValue::from_str(id);
    stores.bulk.put(&value, Some(&key)).map_err(failed)?.await.map(drop).map_err(failed)
}

async fn get_table(stores: &Stores, id: &str) -> Result<Option<Table>, ChromeError> {
    let found = stores.tables.get(JsValue::from_str(id)).map_err(failed)?.await.map_err(failed)?;
    Ok(found.as_ref().and_then(read_json))
}

async fn put_table(stores: &Stores, table: &Table) -> Result<(), ChromeError> {
    let value = JsValue::from_str(&chrome::written(table)?);
    let key = JsValue::from_str(&table.id);
    stores.tables.put(&value, Some(&key)).map_err(failed)?.await.map(drop).map_err(failed)
}

async fn get_piece(stores: &Stores, id: &str, at: u32) -> Result<Option<Private>, ChromeError> {
    let key = JsValue::from_str(&place(id, at));
    let found = stores.pieces.get(key).map_err(failed)?.await.map_err(failed)?;
    Ok(found.and_then(|piece| piece.as_string()).map(Private::new))
}

/// Where the forms of these rows are, by the pieces that hold them.
async fn get_places(
    stores: &Stores,
    table: &Table,
    rows: &BTreeSet<u32>,
) -> Result<Vec<(u32, String)>, ChromeError> {
    let pieces: BTreeSet<u32> = rows.iter().map(|row| piece_of(*row)).collect();
    let mut places = Vec::new();
    for at in pieces {
        let piece = get_piece(stores, &table.id, at).await?.unwrap_or_default();
        let of_it = table.places(at, &piece).into_iter();
        places.extend(of_it.filter(|(row, _)| rows.contains(row)));
    }
    Ok(places)
}

async fn get_row(stores: &Stores, id: &str, row: u32) -> Result<Option<(u32, Row)>, ChromeError> {
    let key = JsValue::from_str(&place(id, row));
    let found = stores.rows.get(key).map_err(failed)?.await.map_err(failed)?;
    Ok(found.as_ref().and_then(read_row))
}

async fn put_row(stores: &Stores, id: &str, number: u32, row: &Row) -> Result<(), ChromeError> {
    row_request(stores, id, number, row)?.await.map(drop).map_err(failed)
}

fn row_request(
    stores: &Stores,
    id: &str,
    number: u32,
    row: &Row,
) -> Result<PutStoreRequest, ChromeError> {
    let stored = StoredRow { at: at(id, row.state), number, row: chrome::written(row)? };
    let value = chrome::to_js(&stored)?;
    let key = JsValue::from_str(&place(id, number));
    stores.rows.put(&value, Some(&key)).map_err(failed)
}

async fn read<R>(
    work: impl AsyncFnOnce(&Stores) -> Result<R, ChromeError>,
) -> Result<R, ChromeError> {
    let database = open().await?;
    let read = async {
        let transaction = begin(&database, TransactionMode::ReadOnly)?;
        work(&Stores::of(&transaction)?).await
    };
    let read = read.await;
    database.close();
    read
}

/// Runs what writes in one transaction: all of it is stored, or nothing.
async fn write<R>(
    work: impl AsyncFnOnce(&Stores) -> Result<R, ChromeError>,
) -> Result<R, ChromeError> {
    let database = open().await?;
    let written = async {
        let transaction = begin(&database, TransactionMode::ReadWrite)?;
        let done = async { work(&Stores::of(&transaction)?).await }.await;
        transaction::end(transaction, done, failed, not_kept).await
    };
    let written = written.await;
    database.close();
    // It is stored, whether or not panels hear of it.
    if written.is_ok() && chrome::store(CHANGED, &chrome::random_id()).await.is_err() {
        console::log(LogLevel::Error, "nobody could be told that a table changed");
    }
    written
}

async fn open() -> Result<Database, ChromeError> {
    let factory = Factory::new().map_err(failed)?;
    let mut request = factory.open(DATABASE, Some(VERSION)).map_err(failed)?;
    request.on_upgrade_needed(|event| {
        let Ok(database) = event.database() else { return };
        // Of an earlier version there are some.
        let known = database.store_names();
        for name in [TABLES, PIECES, ROWS, SEEN, BULK] {
            if known.iter().any(|one| one == name) {
                continue;
            }
            let created = database.create_object_store(name, ObjectStoreParams::new());
            if let (ROWS, Ok(rows)) = (name, created) {
                // An index that is missing is an error of whoever looks something up in it.
                let _ = rows.create_index(AT, KeyPath::new_single(AT), None::<IndexParams>);
            }
        }
    });
    match within(OPENS_WITHIN_MS, request.into_future()).await {
        Some(opened) => opened.map_err(failed),
        None => Err(not_kept()),
    }
}

fn begin(database: &Database, mode: TransactionMode) -> Result<Transaction, ChromeError> {
    database.transaction(&[TABLES, PIECES, ROWS, SEEN, BULK], mode).map_err(failed)
}

/// A sentence for the person. What the browser says of it is not shown: it may quote anything.
fn failed(_: Error) -> ChromeError {
    not_kept()
}

fn not_kept() -> ChromeError {
    ChromeError(msg!("tables_browser_fails"))
}
