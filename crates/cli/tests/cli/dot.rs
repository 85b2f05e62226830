//! Graphs of states in the DOT language: they are read back, and compared with graphs that naive
//! code makes.

use crate::common::Place;
use std::collections::{BTreeMap, BTreeSet};

/// A graph as a reader of DOT sees it, with its states by their labels.
#[derive(Debug, Default, PartialEq, Eq)]
struct Read {
    title: String,
    /// By state: its attributes.
    states: BTreeMap<String, BTreeMap<String, String>>,
    /// For each move, its two states, the words beside the arrow, and whether it is marked.
    moves: BTreeSet<(String, String, String, bool)>,
}

/// Reads the part of the DOT language that tait writes, with one statement per line.
fn read(text: &str) -> Read {
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("digraph states {"));
    assert_eq!(text.lines().last(), Some("}"));
    let (mut read, mut names) = (Read::default(), BTreeMap::new());
    for line in lines.map(str::trim).filter(|&line| line != "}") {
        if line.starts_with("{rank=same; ") || line.starts_with("node [") {
            continue;
        }
        let line = line.strip_suffix(';').unwrap();
        let (subject, attributes) = match line.split_once(" [") {
            Some((subject, rest)) => (subject, attributes(rest.strip_suffix(']').unwrap())),
            None => (line, BTreeMap::new()),
        };
        let label = attributes.get("label").cloned().unwrap_or_default();
        if subject == "graph" {
            read.title = label;
        } else if let Some((from, to)) = subject.split_once(" -> ") {
            let ends: [&String; 2] = [&names[from], &names[to]];
            let is_marked = attributes.contains_key("penwidth");
            let arrow =
                |from: &String, to: &String| (from.clone(), to.clone(), label.clone(), is_marked);
            assert!(read.moves.insert(arrow(ends[0], ends[1])), "{line}");
            if attributes.get("dir").is_some_and(|dir| dir == "both") {
                assert!(read.moves.insert(arrow(ends[1], ends[0])), "{line}");
            }
        } else {
            let _ = names.insert(subject.to_owned(), label.clone());
            assert_eq!(read.states.insert(label, attributes), None, "{line}");
        }
    }
    read
}

/// Reads `name=value, name="quoted value"`.
fn attributes(mut text: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    while !text.is_empty() {
        let (name, rest) = text.split_once('=').unwrap();
        let (mut value, mut end) = (String::new(), 0);
        if let Some(quoted) = rest.strip_prefix('"') {
            let mut letters = quoted.char_indices();
            loop {
                match letters.next().unwrap() {
                    (place, '"') => {
                        end = place + 2;
                        break;
                    }
                    (_, '\\') => match letters.next().unwrap().1 {
                        'n' => value.push('\n'),
                        other => value.push(other),
                    },
                    (_, letter) => value.push(letter),
                }
            }
        } else {
            end += rest.find(',').unwrap_or(rest.len());
            value.push_str(&rest[..end]);
        }
        let _ = found.insert(name.trim_start_matches(", ").to_owned(), value);
        text = &rest[end..];
    }
    found
}

/// Returns the rows one slide or jump away, each with the cell whose checker moves.
fn slides_and_jumps(row: &str) -> Vec<(usize, String)> {
    let vacant = row.find('.').unwrap() as i64;
    let mut found = Vec::new();
    for from in [vacant - 2, vacant - 1, vacant + 1, vacant + 2] {
        if (0..row.len() as i64).contains(&from) {
            let mut cells: Vec<char> = row.chars().collect();
            cells.swap(from as usize, vacant as usize);
            found.push((from as usize + 1, cells.into_iter().collect()));
        }
    }
    found
}

/// Returns the distance of every row from one row.
fn distances(from: &str) -> BTreeMap<String, usize> {
    let mut known = BTreeMap::from([(from.to_owned(), 0)]);
    let mut rows = vec![from.to_owned()];
    let mut next = 0;
    while let Some(row) = rows.get(next).cloned() {
        next += 1;
        for (_, other) in slides_and_jumps(&row) {
            if !known.contains_key(&other) {
                let _ = known.insert(other.clone(), known[&row] + 1);
                rows.push(other);
            }
        }
    }
    known
}

#[test]
fn every_state_and_move_of_checkers_is_drawn_and_the_shortest_solutions_are_marked() {
    let place = Place::new();
    for (n, m) in [(1, 1), (2, 1), (2, 2), (3, 2)] {
        let command = format!("checkers {n} {m} --format dot");
        let text = place.run(&command).done();
        assert_eq!(text, place.run(&command).done());
        let drawn = read(&text);
        assert_eq!(drawn.title, format!("checkers n={n} m={m}"));
        let (black, white) = ("b".repeat(n), "w".repeat(m));
        let (start, goal) = (format!("{black}.{white}"), format!("{white}.{black}"));
        // Moves can be taken back, so distances from the goal equal those to it.
        let (from, to) = (distances(&start), distances(&goal));
        assert!(drawn.states.keys().eq(from.keys()), "n={n} m={m}");
        let optimum = from[&goal];
        for (row, attributes) in &drawn.states {
            assert_eq!(attributes.contains_key("penwidth"), *row == start);
            assert_eq!(attributes.contains_key("peripheries"), *row == goal);
            assert_eq!(
                attributes.contains_key("color"),
                from[row] + to[row] == optimum
            );
        }
        let mut expected = BTreeSet::new();
        for row in from.keys() {
            for (cell, next) in slides_and_jumps(row) {
                let is_marked = from[row] + 1 + to[&next] == optimum;
                let _ = expected.insert((row.clone(), next, cell.to_string(), is_marked));
            }
        }
        assert_eq!(drawn.moves, expected);
    }
    // Figure 2 has two shortest solutions of three moves each, which share only their ends.
    let figure = read(&place.run("checkers 1 1 --format dot").done());
    let marked = figure.moves.iter().filter(|step| step.3);
    assert_eq!((figure.states.len(), marked.count()), (6, 6));
}

type Coins = BTreeSet<(usize, usize)>;

/// Returns the free cells of a square that have two coins beside them.
fn landings(side: usize, coins: &Coins) -> Coins {
    let cells = (0..side).flat_map(|x| (0..side).map(move |y| (x, y)));
    let beside = |one: &(usize, usize), other: &(usize, usize)| {
        one.0.abs_diff(other.0) + one.1.abs_diff(other.1) == 1
    };
    let is_landing = |cell: &(usize, usize)| {
        !coins.contains(cell) && coins.iter().filter(|coin| beside(cell, coin)).count() >= 2
    };
    cells.filter(is_landing).collect()
}

fn spans(side: usize, coins: &Coins) -> bool {
    let mut span = coins.clone();
    loop {
        let more = landings(side, &span);
        if more.is_empty() {
            return span.len() == side * side;
        }
        span.extend(more);
    }
}

fn rows(side: usize, coins: &Coins) -> String {
    let letter = |x, y| if coins.contains(&(x, y)) { 'o' } else { '.' };
    let row = |y| (0..side).map(|x| letter(x, y)).collect::<String>();
    (0..side).map(row).collect::<Vec<_>>().join("\n")
}

fn lifts(side: usize, coins: &Coins) -> Vec<Coins> {
    let mut found = Vec::new();
    for coin in coins {
        let mut lifted = coins.clone();
        let _ = lifted.remove(coin);
        for to in landings(side, &lifted) {
            if to != *coin {
                let mut moved = lifted.clone();
                let _ = moved.insert(to);
                found.push(moved);
            }
        }
    }
    found
}

/// Returns every set of `count` cells.
fn choices(side: usize, count: usize) -> Vec<Coins> {
    let cells: Vec<(usize, usize)> = (0..side)
        .flat_map(|x| (0..side).map(move |y| (x, y)))
        .collect();
    let chosen = |set: usize| (0..cells.len()).filter(move |cell| set >> cell & 1 == 1);
    (0..1_usize << cells.len())
        .filter(|set| set.count_ones() as usize == count)
        .map(|set| chosen(set).map(|cell| cells[cell]).collect())
        .collect()
}

#[test]
fn what_full_spans_lead_to_is_drawn() {
    let place = Place::new();
    // Figure 19 is 3x3 with three coins; one more coin connects its parts, in Figure 20.
    for (side, count) in [(2, 2), (2, 3), (3, 3), (3, 4)] {
        let text = place
            .run(&format!(
                "grid boards {side}x{side} --coins {count} --format dot"
            ))
            .done();
        let drawn = read(&text);
        let full: Vec<Coins> = choices(side, count)
            .into_iter()
            .filter(|coins| spans(side, coins))
            .collect();
        let (mut seen, mut next) = (full.clone(), 0);
        let mut expected = BTreeSet::new();
        while let Some(coins) = seen.get(next).cloned() {
            next += 1;
            for moved in lifts(side, &coins) {
                let arrow = (rows(side, &coins), rows(side, &moved));
                let _ = expected.insert((arrow.0, arrow.1, String::new(), false));
                if !seen.contains(&moved) {
                    seen.push(moved);
                }
            }
        }
        let names: BTreeSet<String> = seen.iter().map(|coins| rows(side, coins)).collect();
        assert!(
            drawn.states.keys().eq(&names),
            "{side}x{side}, {count} coins"
        );
        let is_bold = |name: &&String| drawn.states[*name].contains_key("penwidth");
        let bold: BTreeSet<String> = names.iter().filter(is_bold).cloned().collect();
        assert_eq!(bold, full.iter().map(|coins| rows(side, coins)).collect());
        assert_eq!(drawn.moves, expected);
    }
}

#[test]
fn what_is_too_large_or_is_no_graph_is_one_line() {
    let place = Place::new();
    for (command, message) in [
        (
            "checkers 6 6 --format dot",
            "checkers n=6 m=6: too many states to draw, the limit is 1000",
        ),
        (
            "checkers 60 60 --format dot",
            "checkers n=60 m=60: too many states to draw, the limit is 1000",
        ),
        (
            "checkers 2 2 --count --format dot",
            "cannot be combined with --reverse, --moves, --all, --count or --optimum",
        ),
        (
            "checkers --reverse 3 --format dot",
            "--format dot cannot be combined with --reverse",
        ),
        (
            "grid boards 4x5 --coins 5 --format dot",
            "4x5: 5 coins: too many configurations to draw, the limit is 500",
        ),
        (
            "grid boards 8x8 --coins 30 --format dot",
            "8x8: 30 coins: too many configurations to draw, the limit is 500",
        ),
        (
            "grid boards 3x3 --format dot",
            "--format dot needs --coins: it draws one number of coins",
        ),
        (
            "grid boards 3x3 --coins 10 --format dot",
            "there must be 1 to 9 coins on 9 positions",
        ),
        ("shuffling S(n,n,r) 3 --format dot", "invalid value 'dot'"),
    ] {
        let line = place.run(command).failed(2);
        assert!(line.contains(message), "{command}: {line}");
    }
    assert!(!place.path("data").exists());
}
