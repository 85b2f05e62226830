//! The searches that are recorded in a data directory.

use crate::Search;
use serde_json::Value;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A record of an exhaustive search that found nothing.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// Where it stands.
    pub file: PathBuf,
    /// The search, or what about it this crate does not know.
    pub proof: Result<Proof, String>,
}

/// A search and its counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Proof {
    /// The search.
    pub search: Search,
    /// The counts that are recorded.
    pub states: Vec<u64>,
}

/// Every record in the JSON files below a directory, in the order of their names.
///
/// # Errors
/// When a file cannot be read or is no JSON.
pub fn proofs(directory: &Path) -> io::Result<Vec<Recorded>> {
    let mut records = Vec::new();
    for file in json_files(directory)? {
        let value: Value = serde_json::from_slice(&fs::read(&file)?)?;
        let found = match value["kind"].as_str() {
            Some("solution") => of_claim(&value),
            Some("family") => of_family(&value),
            Some("classification") => of_map(&value),
            _ => Vec::new(),
        };
        records.extend(found.into_iter().map(|proof| Recorded {
            file: file.clone(),
            proof,
        }));
    }
    Ok(records)
}

fn json_files(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(json_files(&path)?);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

type Found = Vec<Result<Proof, String>>;

/// The shorter lengths that a solution's claim excludes.
fn of_claim(file: &Value) -> Found {
    let searches = file["claim"]["shorter"].as_array();
    let searches = searches.into_iter().flatten();
    searches
        .map(|search| proof(&file["k"], &file["n"], search))
        .collect()
}

/// The sizes below a family's bases that have no `n`-move solution; searched for `n` moves on the
/// standard board, with both rules.
fn of_family(file: &Value) -> Found {
    if !file["restrictions"].is_null() {
        return Vec::new(); // they are about solutions with restrictions
    }
    let sizes = file["smaller_sizes"].as_array().into_iter().flatten();
    sizes
        .filter(|size| size["finding"] == "no_solution")
        .map(|size| {
            let (k, n) = (number(&file["k"])?, number(&size["n"])?);
            Ok(Proof {
                search: Search::for_n_moves(k, n),
                states: numbers(&size["states"])?,
            })
        })
        .collect()
}

/// The lengths that the cells of a map exclude.
fn of_map(file: &Value) -> Found {
    let cells = file["cells"].as_array().into_iter().flatten();
    cells
        .flat_map(|cell| {
            let searches = cell["excluded"].as_array().into_iter().flatten();
            searches.map(|search| proof(&file["k"], &cell["n"], search))
        })
        .collect()
}

fn proof(k: &Value, n: &Value, search: &Value) -> Result<Proof, String> {
    if !search["restrictions"].is_null() {
        return Err(format!("restricted: {}", search["restrictions"]));
    }
    let position = |value: &Value| {
        value
            .as_i64()
            .ok_or_else(|| format!("no position: {value}"))
    };
    let rule = |value: &Value| value.as_bool().ok_or_else(|| format!("no rule: {value}"));
    Ok(Proof {
        search: Search {
            k: number(k)?,
            n: number(n)?,
            moves: number(&search["moves"])?,
            from: position(&search["board_from"])?,
            to: position(&search["board_to"])?,
            pair_rule: rule(&search["rules"]["pairs"])?,
            block_rule: rule(&search["rules"]["blocks"])?,
            stationary: Vec::new(),
        },
        states: numbers(&search["states"])?,
    })
}

fn number(value: &Value) -> Result<usize, String> {
    let number = value
        .as_u64()
        .and_then(|number| usize::try_from(number).ok());
    number.ok_or_else(|| format!("no number: {value}"))
}

fn numbers(value: &Value) -> Result<Vec<u64>, String> {
    let list = value
        .as_array()
        .ok_or_else(|| format!("no list: {value}"))?;
    list.iter()
        .map(|member| {
            member
                .as_u64()
                .ok_or_else(|| format!("no number: {member}"))
        })
        .collect()
}
