//! The searches that are recorded in a data directory.

use crate::grid::{Coin, UpTo};
use crate::{GridSearch, Search};
use serde_json::Value;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A record of a search: of one that found nothing, or of one for a shortest solution on a grid.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// Where it stands.
    pub file: PathBuf,
    /// The search, or what about it this crate does not know.
    pub proof: Result<Proof, String>,
}

/// A search and what is recorded of it.
#[derive(Debug, Clone)]
pub enum Proof {
    /// A search on rows that found nothing.
    Rows {
        /// The search.
        search: Search,
        /// The counts that are recorded.
        states: Vec<u64>,
    },
    /// A search on a grid. What the engines count there depends on how they search, the optimum does not.
    Grid {
        /// The search.
        search: GridSearch,
        /// The length of the shortest solution that is recorded; `None` where there is none.
        optimum: Option<usize>,
    },
}

/// What a search came to that was carried out again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recomputed {
    /// How many states it saw.
    pub states: u64,
    /// In what it differs from what is recorded.
    pub difference: Option<String>,
}

impl Proof {
    /// How many states are recorded, where a search is to see as many again.
    #[must_use]
    pub fn states(&self) -> Option<u64> {
        match self {
            Self::Rows { states, .. } => Some(states.iter().sum()),
            Self::Grid { .. } => None,
        }
    }

    /// Searches again; `None` when `goes_on`, which is asked now and then with the number of states so far, says no.
    #[must_use]
    pub fn recompute(&self, goes_on: impl Fn(u64) -> bool) -> Option<Recomputed> {
        let (searched, is_same, recorded) = match self {
            Self::Rows { search, states } => {
                let searched = search.run(goes_on)?;
                let is_same = !searched.is_solved && searched.states == *states;
                (searched, is_same, format!("{states:?}"))
            }
            Self::Grid { search, optimum } => {
                let searched = search.run(goes_on)?;
                let found = searched.is_solved.then_some(searched.states.len() - 1);
                (searched, found == *optimum, format!("{optimum:?}"))
            }
        };
        Some(Recomputed {
            states: searched.states.iter().sum(),
            difference: (!is_same).then(|| format!("{recorded} recorded, {searched:?}")),
        })
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rows { search, .. } => {
                write!(f, "k={} n={} in {} moves", search.k, search.n, search.moves)
            }
            Self::Grid { search, optimum } => match optimum {
                Some(moves) => write!(f, "{} coins in {moves} moves", search.coins()),
                None => write!(f, "{} coins in no number of moves", search.coins()),
            },
        }
    }
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
            Some("grid_solution") => vec![of_grid(&value)],
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
            Ok(Proof::Rows {
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

/// The shortest solution of a puzzle on a grid.
fn of_grid(file: &Value) -> Result<Proof, String> {
    let word = |key: &str, default: &'static str| match &file[key] {
        Value::Null => Ok(default.to_owned()),
        value => value
            .as_str()
            .map(str::to_owned)
            .ok_or_else(|| format!("no {key}: {value}")),
    };
    if file["unsolvable"] == "single_move" {
        return Err("that there is no solution is said by a theorem and no search".to_owned());
    }
    let is_triangular = match word("grid", "")?.as_str() {
        "square" => false,
        "triangular" => true,
        grid => return Err(format!("the simple search knows no board '{grid}'")),
    };
    let up_to = match word("up_to", "absolute")?.as_str() {
        "absolute" => UpTo::Nothing,
        "translation" => UpTo::Translation,
        "rotation" => UpTo::Rotation,
        "reflection" => UpTo::Reflection,
        other => return Err(format!("no up_to: {other}")),
    };
    let slides = match word("rule", "lift")?.as_str() {
        "lift" => false,
        "slide" => true,
        other => return Err(format!("no rule: {other}")),
    };
    let adjacency = match &file["adjacency"] {
        Value::Null => 2,
        value => number(value)?,
    };
    let coins = |side: &Value| -> Result<Vec<Coin>, String> {
        let coin = |coin: &Value| {
            let numbers: Option<Vec<i32>> = coin.as_array().and_then(|numbers| {
                let number = |value: &Value| i32::try_from(value.as_i64()?).ok();
                numbers.iter().map(number).collect()
            });
            match (numbers.as_deref(), file["labeled"] == true) {
                (Some(&[x, y]), false) => Ok([x, y, 0]),
                (Some(&[x, y, label]), true) => Ok([x, y, label]),
                _ => Err(format!("no coin: {coin}")),
            }
        };
        let list = side.as_array().ok_or_else(|| format!("no coins: {side}"))?;
        list.iter().map(coin).collect()
    };
    let (start, target) = (coins(&file["start"])?, coins(&file["target"])?);
    Ok(Proof::Grid {
        search: GridSearch::new(is_triangular, adjacency, slides, start, &target, up_to),
        optimum: file["moves"].as_array().map(Vec::len),
    })
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
    Ok(Proof::Rows {
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
