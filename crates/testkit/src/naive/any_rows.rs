//! Puzzles from any row: a row is a text with a letter for each coin and a point for each free position, without points at
//! its ends.

use std::collections::HashMap;

/// Returns the rows that a move of `k` coins makes of a row, each with the positions of the first coin of the block before
/// and after, counted from the first coin of the row; only rows of at most `width` positions.
#[must_use]
pub fn moves_from(row: &str, k: usize, width: usize) -> Vec<((i64, i64), String)> {
    moves_with(row, k, width, <[u8]>::to_vec)
}

/// Returns what [`moves_from`] does, with blocks whose coins are put down in the reversed order.
#[must_use]
pub fn turned_moves_from(row: &str, k: usize, width: usize) -> Vec<((i64, i64), String)> {
    moves_with(row, k, width, |block| block.iter().rev().copied().collect())
}

fn moves_with(
    row: &str,
    k: usize,
    width: usize,
    put_down: impl Fn(&[u8]) -> Vec<u8>,
) -> Vec<((i64, i64), String)> {
    // A block from one end may leave a gap behind, so that there is more room beyond the other end.
    let margin = width;
    let free = ".".repeat(margin);
    let padded = format!("{free}{row}{free}").into_bytes();
    let places = |holds: &dyn Fn(u8) -> bool| -> Vec<usize> {
        let windows = padded.windows(k).enumerate();
        let held = windows.filter(|(_, window)| window.iter().all(|&letter| holds(letter)));
        held.map(|(place, _)| place).collect()
    };
    let free_places = places(&|letter| letter == b'.');
    let mut moves = Vec::new();
    for from in places(&|letter| letter != b'.') {
        for &to in &free_places {
            let mut next = padded.clone();
            next[from..from + k].fill(b'.');
            next[to..to + k].copy_from_slice(&put_down(&padded[from..from + k]));
            let next = String::from_utf8(next).unwrap();
            let next = next.trim_matches('.');
            if next.len() <= width {
                let place = |position: usize| position as i64 - margin as i64;
                moves.push(((place(from), place(to)), next.to_owned()));
            }
        }
    }
    moves
}

/// Returns every row from which one of the goals can be reached on a board of `width` positions, with the least number of
/// moves.
#[must_use]
pub fn distances(goals: &[&str], k: usize, width: usize) -> HashMap<String, u32> {
    distances_by(goals, |row| moves_from(row, k, width))
}

/// Returns what [`distances`] does, by any moves that others of them undo.
#[must_use]
pub fn distances_by(
    goals: &[&str],
    moves_from: impl Fn(&str) -> Vec<((i64, i64), String)>,
) -> HashMap<String, u32> {
    let mut layer: Vec<String> = goals.iter().map(|&goal| goal.to_owned()).collect();
    let mut distances: HashMap<String, u32> = HashMap::new();
    for depth in 0.. {
        layer.retain(|row| !distances.contains_key(row));
        layer.sort_unstable();
        layer.dedup();
        if layer.is_empty() {
            break;
        }
        distances.extend(layer.iter().map(|row| (row.clone(), depth)));
        // A move is undone by a move.
        let next = layer.iter().flat_map(|row| moves_from(row));
        layer = next.map(|(_, row)| row).collect();
    }
    distances
}
