//! Shifting the checkers and reversing numbered ones: compares the rules with naive ones on strings and
//! lists, and the bounds with exact distances of all states of small puzzles.

mod classes;
mod distances;
mod reversal;
mod solutions;
mod space;

/// Reads the entry `vectors` of the reference: n, m and the moves of an optimal solution.
fn reference_solutions() -> Vec<(u64, u64, Vec<u64>)> {
    let text = include_str!("../../data/checkers.json");
    let whole: serde_json::Value = serde_json::from_str(text).unwrap();
    let solutions = whole["vectors"].as_array().unwrap().iter();
    solutions
        .map(|entry| {
            let moves = serde_json::from_value(entry["x"].clone()).unwrap();
            let size = |name: &str| entry[name].as_u64().unwrap();
            (size("n"), size("m"), moves)
        })
        .collect()
}

/// Returns the starting row as text, as the paper draws it: `b`, `w` and `.`.
fn starting_row(n: u64, m: u64) -> String {
    format!("{}.{}", "b".repeat(n as usize), "w".repeat(m as usize))
}

/// Returns the row after a move of the checker of a cell, by the words of the rules, or `None` when they
/// forbid it.
fn moved(row: &str, cell: u64) -> Option<String> {
    let mut cells: Vec<u8> = row.bytes().collect();
    let vacancy = row.find('.')? as i64;
    let from = cell as i64 - 1;
    let in_row = (0..cells.len() as i64).contains(&from);
    if !in_row || from == vacancy || (from - vacancy).abs() > 2 {
        return None;
    }
    cells.swap(from as usize, vacancy as usize);
    String::from_utf8(cells).ok()
}

/// Counts inversions and vacancy inversions, by looking at all pairs of cells.
fn inversions(row: &str) -> (i32, i32) {
    let cells: Vec<char> = row.chars().collect();
    let (mut pairs, mut vacant) = (0, 0);
    for right in 0..cells.len() {
        for left in 0..right {
            match (cells[left], cells[right]) {
                ('b', 'w') => pairs += 1,
                ('b', '.') | ('.', 'w') => vacant += 1,
                _ => {}
            }
        }
    }
    (pairs, vacant)
}
