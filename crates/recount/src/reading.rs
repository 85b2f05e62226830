//! The searches in the JSON of a record.

use crate::any_rows::AnyRowSearch;
use crate::bases::BaseSearch;
use crate::counting::CountSearch;
use crate::distances::DistanceSearch;
use crate::grid::GridSearch;
use crate::grid::{Coin, UpTo};
use crate::recorded::{Claim, GridTarget, Recorded};
use crate::reversal::ReversalSearch;
use crate::rows::Search;
use crate::shuffling::ShufflingSearch;
use crate::wraps::of_wraps;
use serde_json::Value;

/// The longest block for which the plain search looks for bases: there are `2^k` sets of offsets.
const LONGEST_BLOCK_OF_BASES: usize = 16;

/// Returns the searches in a record, in their order there.
///
/// A record that holds only what a replay proves has none.
#[must_use]
pub fn searches(record: &Value) -> Vec<Recorded> {
    match record["kind"].as_str() {
        Some("solution") => of_claim(record),
        Some("family") => of_family(record),
        Some("classification" | "turned_classification") => of_map(record),
        Some("wrap_search") => of_wraps(record),
        Some("shuffling") => each(record, "cells").map(shuffling).collect(),
        Some("reversal") => each(record, "cells").flat_map(reversal).collect(),
        Some("solution_counts") => each(record, "cells")
            .flat_map(|cell| {
                let found = distances(&record["k"], cell);
                std::iter::once(counted(&record["k"], cell)).chain(found)
            })
            .collect(),
        Some("grid_solution") => of_grid(record),
        Some("grid_table") => of_table(record),
        _ if record["puzzle"] == "row" => any_row(record).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Reads the claim that a solution from any row is optimal, if there is one.
fn any_row(solution: &Value) -> Option<Recorded> {
    let boards = solution.get("optimal_on")?;
    let length = solution["moves"].as_array()?.len();
    let shorter = length.checked_sub(1)?;
    let text = |name: &str| solution[name].as_str();
    let is_turned = solution["turned"] == true;
    let turned = if is_turned { " turned" } else { "" };
    let name = format!(
        "k={} row={}{turned} in fewer than {length} moves",
        solution["k"],
        text("row").unwrap_or_default()
    );
    let claim = || {
        let widest = match boards.as_str() {
            Some("any") => None,
            _ => Some(number(boards)?),
        };
        let row = text("row").ok_or("it has no row")?;
        let search = AnyRowSearch::new(number(&solution["k"])?, row, text("goal"), shorter, widest);
        Ok(Claim::AnyRow(AnyRowSearch {
            is_turned,
            ..search?
        }))
    };
    Some(recorded(name, None, claim()))
}

/// Reads the searches for lengths that a solution's claim excludes.
fn of_claim(file: &Value) -> Vec<Recorded> {
    let searches = each(&file["claim"], "shorter");
    searches
        .map(|search| rows(file, &file["n"], search))
        .collect()
}

/// Reads the searches for lengths that the cells of a map exclude.
fn of_map(file: &Value) -> Vec<Recorded> {
    let cells = each(file, "cells");
    cells
        .flat_map(|cell| {
            let searches = each(cell, "excluded");
            searches.map(|search| rows(file, &cell["n"], search))
        })
        .collect()
}

/// Reads the searches for sizes below a family's bases: those without an `n`-move solution, searched for `n` moves on
/// the standard board with both rules, and those without a base.
fn of_family(file: &Value) -> Vec<Recorded> {
    let sizes = each(file, "smaller_sizes");
    let found = sizes.flat_map(|size| match size["finding"].as_str() {
        Some("no_solution") => {
            let name = format!("k={} n={} in {1} moves", file["k"], size["n"]);
            let claim = || {
                let search = Search::for_n_moves(number(&file["k"])?, number(&size["n"])?);
                Ok(Claim::Rows {
                    search: restricted(search, &file["restrictions"])?,
                    states: numbers(&size["states"])?,
                })
            };
            vec![recorded(name, sum(&size["states"]), claim())]
        }
        Some("no_base") if size["search"].is_null() => vec![recorded(
            format!("a base for k={} n={}", file["k"], size["n"]),
            size["states"].as_u64(),
            Err("the record has no counts of the choices of stationary coins".to_owned()),
        )],
        Some("no_base") => {
            let choices = each(&size["search"], "choices");
            choices.map(|choice| base(file, size, choice)).collect()
        }
        _ => Vec::new(),
    });
    found.collect()
}

/// Reads the search for a base with two stationary coins that found nothing.
fn base(file: &Value, size: &Value, choice: &Value) -> Recorded {
    let (nickel, penny) = (&choice["nickel"], &choice["penny"]);
    let name = format!(
        "a base for k={} n={} with {nickel} and {penny} stationary",
        file["k"], size["n"]
    );
    let claim = || {
        let k = number(&file["k"])?;
        if k > LONGEST_BLOCK_OF_BASES {
            return Err(format!(
                "the plain search does not support bases of k = {k}"
            ));
        }
        let plain = Search::for_n_moves(k, number(&size["n"])?);
        let mut rows = Search {
            from: position(&size["search"]["board_from"])?,
            to: position(&size["search"]["board_to"])?,
            pair_rule: truth(&size["search"]["rules"]["pairs"])?,
            block_rule: truth(&size["search"]["rules"]["blocks"])?,
            ..restricted(plain, &file["restrictions"])?
        };
        rows.stationary
            .extend([position(nickel)?, position(penny)?]);
        Ok(Claim::Base {
            search: BaseSearch { rows },
            states: numbers(&choice["states"])?,
        })
    };
    recorded(name, sum(&choice["states"]), claim())
}

/// Reads the total distances that no solution of a row has, whatever the number of its moves.
fn distances(k: &Value, cell: &Value) -> Option<Recorded> {
    let states = cell.get("any_length")?.get("excluded")?;
    let claim = || {
        let search = DistanceSearch {
            k: number(k)?,
            n: number(&cell["n"])?,
        };
        let states = numbers(states)?;
        Ok(Claim::Distances { search, states })
    };
    let name = format!("k={k} n={} by total distance", cell["n"]);
    Some(recorded(name, sum(states), claim()))
}

/// Reads the number of shortest solutions of a row, with the least and the largest total distance.
fn counted(k: &Value, cell: &Value) -> Recorded {
    let distance = |moves: &Value| {
        let lengths = moves.as_array()?.iter().map(|step| {
            let (from, to) = (step[0].as_i64()?, step[1].as_i64()?);
            Some(from.abs_diff(to))
        });
        lengths.sum::<Option<u64>>()
    };
    let claim = || {
        let length = cell["least"].as_array().map_or(0, Vec::len);
        let solutions = word(cell, "solutions", "")?;
        let wrong = || format!("expected a number of at most 128 bits, found '{solutions}'");
        let distances = distance(&cell["least"]).zip(distance(&cell["largest"]));
        Ok(Claim::Counted {
            search: CountSearch {
                k: number(k)?,
                n: number(&cell["n"])?,
                moves: length,
            },
            solutions: solutions.parse().map_err(|_| wrong())?,
            is_whole: truth(&cell["whole"])?,
            distances: distances.ok_or("expected moves between positions")?,
        })
    };
    let name = format!("all shortest solutions of k={k} n={}", cell["n"]);
    recorded(name, cell["found_by"]["states"].as_u64(), claim())
}

/// Reads a search on rows that found nothing.
fn rows(file: &Value, n: &Value, search: &Value) -> Recorded {
    let (k, is_turned) = (&file["k"], file["kind"] == "turned_classification");
    let turned = if is_turned { " turned" } else { "" };
    let name = format!("k={k} n={n}{turned} in {} moves", search["moves"]);
    let claim = || {
        let plain = Search {
            moves: number(&search["moves"])?,
            from: position(&search["board_from"])?,
            to: position(&search["board_to"])?,
            pair_rule: truth(&search["rules"]["pairs"])?,
            block_rule: truth(&search["rules"]["blocks"])?,
            is_turned,
            ..Search::for_n_moves(number(k)?, number(n)?)
        };
        let asked = Search {
            from: plain.from,
            to: plain.to,
            ..restricted(plain, &search["restrictions"])?
        };
        Ok(Claim::Rows {
            search: asked,
            states: numbers(&search["states"])?,
        })
    };
    // An engine that counts no states leaves only its answer to be compared.
    let is_counted = search["states"]
        .as_array()
        .is_none_or(|states| !states.is_empty());
    let states = sum(&search["states"]).filter(|_| is_counted);
    recorded(name, states, claim())
}

/// Returns the same search under further restrictions on solutions. The board is that of the permitted blocks.
pub(crate) fn restricted(search: Search, restrictions: &Value) -> Result<Search, String> {
    let Some(asked) = restrictions.as_object() else {
        return Ok(search);
    };
    let mut search = search;
    for (key, value) in asked {
        match key.as_str() {
            "blocks" => {
                let blocks = value.as_str().unwrap_or_default();
                let reach = |side: &str| {
                    let reaches = [1, 2].into_iter().rev();
                    let of = |blocks_away: &i64| blocks.contains(&format!("{side}{blocks_away}"));
                    search.k as i64 * reaches.into_iter().find(of).unwrap_or(0)
                };
                let (left, right) = (reach("L"), reach("R"));
                search.from = 1 - left;
                search.to = 2 * search.n as i64 + right;
            }
            "final_type" => search.begins_with_penny = Some(value == "black"),
            "shift" => search.shift = Some(position(value)?),
            "stationary" => {
                let list = value.as_array().into_iter().flatten();
                search.stationary = list.map(position).collect::<Result<_, _>>()?;
            }
            other => {
                return Err(format!(
                    "the plain search does not support restriction '{other}'"
                ));
            }
        }
    }
    Ok(search)
}

fn shuffling(cell: &Value) -> Recorded {
    let variant = cell["variant"].as_str().unwrap_or_default();
    let claim = || {
        let search = ShufflingSearch::new(variant, number(&cell["n"])?);
        let solutions = each(cell, "solutions").map(numbers);
        Ok(Claim::Shuffling {
            search: search
                .ok_or_else(|| format!("the plain search does not support variant '{variant}'"))?,
            solutions: solutions.collect::<Result<_, _>>()?,
            states: numbers(&cell["states"])?,
        })
    };
    let name = format!("{variant} n={}", cell["n"]);
    recorded(name, sum(&cell["states"]), claim())
}

/// Reads the optimum of a reversal, and the searches for fewer moves.
fn reversal(cell: &Value) -> Vec<Recorded> {
    let search = || {
        let cells = number(&cell["n"])? + 1;
        let vacant = |value: &Value| match number(value)? {
            place if (1..=cells).contains(&place) => Ok(place),
            place => Err(format!("invalid cell {place}: expected 1 to {cells}")),
        };
        let checkers = u8::try_from(cells - 1).map_err(|_| "too many checkers".to_owned())?;
        Ok(ReversalSearch {
            checkers,
            start: vacant(&cell["start"])?,
            end: match &cell["end"] {
                Value::Null => None,
                end => Some(vacant(end)?),
            },
        })
    };
    let search: Result<ReversalSearch, String> = search();
    let end = match &cell["end"] {
        Value::Null => "any".to_owned(),
        end => end.to_string(),
    };
    let name = format!("reversal n={} start={} end={end}", cell["n"], cell["start"]);
    let optimum = search.clone().map(|search| Claim::Reversal {
        search,
        optimum: each(cell, "moves").count(),
        solutions: cell["solutions"].as_u64(),
    });
    let excluded = each(cell, "excluded").map(|excluded| {
        let claim = || {
            Ok(Claim::NoReversal {
                search: search.clone()?,
                moves: number(&excluded["moves"])?,
                states: numbers(&excluded["states"])?,
            })
        };
        let name = format!("{name} in {} moves", excluded["moves"]);
        recorded(name, sum(&excluded["states"]), claim())
    });
    let excluded: Vec<Recorded> = excluded.collect();
    let states = cell["found_by"]["states"].as_u64();
    let mut all = vec![recorded(name, states, optimum)];
    all.extend(excluded);
    all
}

/// Reads the claim that a solution on a grid is shortest, or that a search was exhausted without one. What a theorem
/// excludes took no search.
fn of_grid(file: &Value) -> Vec<Recorded> {
    let at_least = match (&file["moves"], &file["unsolvable"]) {
        // What was taken in without a search claims nothing that a search could repeat.
        (Value::Array(_), _) if file.get("states").is_none() => return Vec::new(),
        (Value::Array(moves), _) => Some(moves.len()),
        (_, reason) if reason == "exhausted" => None,
        _ => return Vec::new(),
    };
    let claim = || {
        let is_labelled = file["labeled"] == true;
        let start = coins(&file["start"], is_labelled)?;
        let target = coins(&file["target"], is_labelled)?;
        let up_to = match word(file, "up_to", "absolute")? {
            "absolute" => UpTo::Nothing,
            "translation" => UpTo::Translation,
            "rotation" => UpTo::Rotation,
            "reflection" => UpTo::Reflection,
            other => return Err(format!("the plain search does not support up_to '{other}'")),
        };
        let search = grid_search(file, start, &target, up_to)?;
        Ok(Claim::Grid { search, at_least })
    };
    let name = file["name"].as_str().unwrap_or_default();
    vec![recorded(
        in_moves(name, at_least),
        sum(&file["states"]),
        claim(),
    )]
}

fn in_moves(name: &str, at_least: Option<usize>) -> String {
    match at_least {
        Some(moves) => format!("{name} in fewer than {moves} moves"),
        None => format!("{name} in any number of moves"),
    }
}

/// Reads the rows of a table of shapes, and its pairs.
fn of_table(file: &Value) -> Vec<Recorded> {
    let shape = |name: &Value| {
        let mut shapes = each(file, "shapes");
        let shape = shapes.find(|shape| shape["name"] == *name);
        let shape = shape.ok_or_else(|| format!("unknown shape {name}"))?;
        coins(&shape["coins"], false)
    };
    let words = |name: &Value| name.as_str().unwrap_or_default().to_owned();
    let rows = each(file, "rows").map(|row| {
        let claim = || {
            let targets = each(row, "targets").map(|target| {
                Ok(GridTarget {
                    name: words(&target["to"]),
                    coins: shape(&target["to"])?,
                    moves: target["moves"].as_array().map(Vec::len),
                })
            });
            let search = grid_search(file, shape(&row["from"])?, &[], UpTo::Nothing)?;
            Ok(Claim::GridRow {
                search,
                states: numbers(&row["states"])?,
                is_exhausted: row["exhausted"] == true,
                targets: targets.collect::<Result<_, String>>()?,
            })
        };
        let name = format!("all from {}", words(&row["from"]));
        recorded(name, sum(&row["states"]), claim())
    });
    // What was taken in without a search claims nothing that a search could repeat.
    let pairs = each(file, "pairs").filter(|pair| pair["found_by"]["command"] != "add");
    let pairs = pairs.map(|pair| {
        let at_least = match (&pair["moves"], &pair["undecided"]) {
            (Value::Array(moves), Value::Null) => Ok(Some(moves.len())),
            (_, Value::Null) => Ok(None),
            (_, undecided) => number(&undecided["at_least"]).map(Some),
        };
        let name = format!("{} to {}", words(&pair["from"]), words(&pair["to"]));
        let name = in_moves(&name, at_least.clone().unwrap_or_default());
        let claim = || {
            let (start, target) = (shape(&pair["from"])?, shape(&pair["to"])?);
            Ok(Claim::Grid {
                search: grid_search(file, start, &target, UpTo::Nothing)?,
                at_least: at_least?,
            })
        };
        recorded(name, pair["found_by"]["states"].as_u64(), claim())
    });
    rows.chain(pairs).collect()
}

/// Makes a search with the board and the rules that a file names.
fn grid_search(
    file: &Value,
    start: Vec<Coin>,
    target: &[Coin],
    up_to: UpTo,
) -> Result<GridSearch, String> {
    let is_triangular = match word(file, "grid", "")? {
        "square" => false,
        "triangular" => true,
        grid => return Err(format!("the plain search does not support board '{grid}'")),
    };
    let slides = match word(file, "rule", "lift")? {
        "lift" => false,
        "slide" => true,
        rule => return Err(format!("the plain search does not support rule '{rule}'")),
    };
    let adjacency = match &file["adjacency"] {
        Value::Null => 2,
        value => number(value)?,
    };
    if adjacency == 0 {
        return Err("the plain search needs an adjacency of 1 or more".to_owned());
    }
    let search = GridSearch::new(is_triangular, adjacency, slides, start, target, up_to);
    Ok(search)
}

fn coins(side: &Value, is_labelled: bool) -> Result<Vec<Coin>, String> {
    let coin = |coin: &Value| {
        let numbers: Option<Vec<i32>> = coin.as_array().and_then(|numbers| {
            let number = |value: &Value| i32::try_from(value.as_i64()?).ok();
            numbers.iter().map(number).collect()
        });
        match (numbers.as_deref(), is_labelled) {
            (Some(&[x, y]), false) => Ok([x, y, 0]),
            (Some(&[x, y, label]), true) => Ok([x, y, label]),
            _ => Err(format!("invalid coin {coin}")),
        }
    };
    let list = side
        .as_array()
        .ok_or_else(|| format!("expected a list of coins, found {side}"))?;
    list.iter().map(coin).collect()
}

pub(crate) fn recorded(
    name: String,
    states: Option<u64>,
    claim: Result<Claim, String>,
) -> Recorded {
    Recorded {
        name,
        states,
        claim,
    }
}

/// Returns the members of a list under a key; none if there is no list.
pub(crate) fn each<'a>(value: &'a Value, key: &str) -> impl Iterator<Item = &'a Value> + use<'a> {
    value[key].as_array().into_iter().flatten()
}

fn word<'a>(file: &'a Value, key: &str, default: &'a str) -> Result<&'a str, String> {
    match &file[key] {
        Value::Null => Ok(default),
        value => value
            .as_str()
            .ok_or_else(|| format!("expected a text as {key}, found {value}")),
    }
}

pub(crate) fn position(value: &Value) -> Result<i64, String> {
    value
        .as_i64()
        .ok_or_else(|| format!("expected a position, found {value}"))
}

fn truth(value: &Value) -> Result<bool, String> {
    value
        .as_bool()
        .ok_or_else(|| format!("expected true or false, found {value}"))
}

pub(crate) fn number(value: &Value) -> Result<usize, String> {
    let number = value
        .as_u64()
        .and_then(|number| usize::try_from(number).ok());
    number.ok_or_else(|| format!("expected a number, found {value}"))
}

fn numbers(value: &Value) -> Result<Vec<u64>, String> {
    let list = value
        .as_array()
        .ok_or_else(|| format!("expected a list of numbers, found {value}"))?;
    list.iter()
        .map(|member| {
            member
                .as_u64()
                .ok_or_else(|| format!("expected a number, found {member}"))
        })
        .collect()
}

pub(crate) fn sum(states: &Value) -> Option<u64> {
    let states = numbers(states).ok()?;
    states
        .iter()
        .try_fold(0_u64, |sum, more| sum.checked_add(*more))
}
