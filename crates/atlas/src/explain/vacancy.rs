//! Shuffling, checkers and reversals in words: the puzzle, why no solution is shorter, how the construction works.

use crate::algorithms::NamedRun;
use crate::error::AtlasError;
use crate::standing::Fewest;
use crate::table::{Format, Table};
use serde_json::json;
use std::collections::BTreeMap;
use tait_generator::checkers::{Algorithm, FirstMove, key_states};
use tait_store::{ReversalRecord, ShufflingRecord};
use tait_vacancy::checkers::Checkers;
use tait_vacancy::checkers::frogs::Frogs;
use tait_vacancy::checkers::reversal::Reversal;
use tait_vacancy::shuffling::{Grouping, Shuffling, Side};
use tait_vacancy::{Content, Played, Puzzle, Replay, Row, Solution};

/// The maximum number of moves that are listed one by one.
const LISTED: usize = 60;

/// The maximum number of cells in a row that is written out.
const WRITTEN: u64 = 80;

/// Explains a solution, and compares it with the fewest moves that are known.
///
/// # Errors
/// When it is wrong, or too large to be played.
pub fn solution(solution: &Solution, fewest: Option<Fewest>) -> Result<String, AtlasError> {
    let puzzle = solution.puzzle;
    let verdict = solution.check()?;
    let compared = fewest.and_then(|fewest| {
        let compared = fewest.compared(verdict.moves)?;
        Some((compared, fewest.moves < verdict.moves))
    });
    let mut text = format!("{puzzle}: {verdict}.\n\n");
    text.push_str(&rules(solution)?);
    text.push_str(&format!("\n{}\n", lower_bound(puzzle)));
    text.push_str(&if verdict.meets_lower_bound() {
        format!(
            "This solution has {} moves, so no solution is shorter.\n",
            verdict.moves
        )
    } else if let Some((compared, true)) = &compared {
        format!("This solution has {} moves: {compared}.\n", verdict.moves)
    } else {
        let fewest = compared.map_or_else(String::new, |(compared, _)| format!(", {compared}"));
        format!(
            "This solution has {} moves{fewest}. The bound alone does not exclude shorter ones; {}.\n",
            verdict.moves,
            beyond_the_bound(puzzle)
        )
    });
    text.push_str(&construction(puzzle));
    text.push_str(&named(solution)?);
    text.push_str(&moves(solution)?);
    Ok(text)
}

/// The run of the algorithm that makes these moves, part by part; or for checkers the key states that other moves pass.
fn named(solution: &Solution) -> Result<String, AtlasError> {
    if solution.moves.len() > LISTED {
        return Ok(String::new());
    }
    let runs = match solution.puzzle {
        Puzzle::Shuffling(puzzle) => vec![NamedRun::of_shuffling(puzzle)],
        Puzzle::Checkers(puzzle) => FirstMove::BOTH
            .map(|first| NamedRun::of_checkers(puzzle, Algorithm::Move, first))
            .into(),
        Puzzle::Reversal(_) | Puzzle::Frogs(_) => Vec::new(),
    };
    let indented = |table: &Table| -> String {
        let text = table.to_text(Format::Text);
        text.lines().map(|line| format!("  {line}\n")).collect()
    };
    // A puzzle that the source does not cover has no run.
    let runs: Vec<NamedRun> = runs.into_iter().flatten().collect();
    let makes_them = |run: &&NamedRun| run.moves().eq(solution.moves.iter().copied());
    if let Some(run) = runs.iter().find(makes_them) {
        let (name, table) = (run.name(), indented(&run.table()));
        return Ok(format!(
            "\nThe algorithm. {name}, makes these moves.\n{table}"
        ));
    }
    let names: Vec<&str> = runs.iter().map(NamedRun::name).collect();
    let Some(names) = (!names.is_empty()).then(|| names.join(" and ")) else {
        return Ok(String::new());
    };
    let mut text = format!("\nThe algorithm. These are not the moves of {names}.\n");
    if let Puzzle::Checkers(puzzle) = solution.puzzle {
        let states = FirstMove::BOTH
            .map(|first| key_states(puzzle, first))
            .concat();
        let mut passed = Table::new(&["moves", "state", "row"]);
        let mut replay = Replay::new(solution.puzzle)?;
        for played in 0..=solution.moves.len() {
            if let Some(&cell) = played
                .checked_sub(1)
                .and_then(|last| solution.moves.get(last))
            {
                let _ = replay.play(cell)?;
            }
            let row = replay.row().to_string();
            if let Some(state) = states.iter().find(|state| state.row() == row) {
                passed.push(vec![json!(played), json!(state.to_string()), json!(row)]);
            }
        }
        text += &format!("They pass these key states.\n{}", indented(&passed));
    }
    Ok(text)
}

/// The starting row, the final row, and the moves.
fn rules(solution: &Solution) -> Result<String, AtlasError> {
    let puzzle = solution.puzzle;
    let mut text = match puzzle {
        Puzzle::Shuffling(puzzle) => format!(
            "The puzzle. {} coins, black (b) and white (w), stand in a row of {} cells. Two adjacent cells are vacant. A move \
             takes two adjacent coins{}, in their order, to the vacant cells. The left cell that it vacates names the move; cells \
             are counted from 0. {}\n",
            puzzle.coins(),
            puzzle.cells(),
            if puzzle.is_constrained() {
                " of different colours"
            } else {
                ""
            },
            if puzzle.variant().is_inverse {
                "The alternating row must become the grouped row, with the vacant cells at the other end."
            } else {
                "The grouped row must become the alternating row, with the vacant cells at the other end."
            }
        ),
        Puzzle::Checkers(puzzle) => format!(
            "The puzzle. {} black and {} white checkers (b and w), with a vacant cell between them, must change sides. A checker \
             slides into the vacant cell beside it, or jumps over one checker into it. The cell whose checker moves names the \
             move; cells are counted from 1.\n",
            puzzle.black(),
            puzzle.white()
        ),
        Puzzle::Reversal(puzzle) => format!(
            "The puzzle. {} numbered checkers stand in {} cells, and cell {} is vacant. They must reverse their order, with {}. A checker \
             slides into the vacant cell beside it, or jumps over one checker into it. The cell whose checker moves names the \
             move; cells are counted from 1.\n",
            puzzle.checkers(),
            puzzle.cells(),
            puzzle.start(),
            match puzzle.end() {
                Some(end) => format!("cell {end} vacant at the end"),
                None => "any cell vacant at the end".to_owned(),
            }
        ),
        Puzzle::Frogs(puzzle) => format!(
            "The puzzle. {} frogs (b) and {} toads (w), with {} vacant cells between them, must change sides. Frogs move only to the right, \
             toads only to the left: into the vacant cell beside them, or by a jump over one animal of the other kind. The cell that \
             a move leaves names it; cells are counted from 1.\n",
            puzzle.frogs(),
            puzzle.toads(),
            puzzle.vacancies()
        ),
    };
    if puzzle.cells() <= WRITTEN {
        let mut replay = Replay::new(puzzle)?;
        let first = replay.row().clone();
        for &cell in &solution.moves {
            let _ = replay.play(cell)?;
        }
        text.push_str(&format!("  {first}  becomes  {}\n", replay.row()));
    }
    Ok(text)
}

/// Says why so many moves are needed.
///
/// ```
/// use tait_vacancy::checkers::Checkers;
/// let why = tait_atlas::explain::vacancy_bound(Checkers::new(3, 3)?.into());
/// assert!(why.ends_with("So at least nm + n + m = 15 moves are needed."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn lower_bound(puzzle: Puzzle) -> String {
    match puzzle {
        Puzzle::Shuffling(puzzle) => format!(
            "The lower bound (Theorem 1). A change is two adjacent coins of different colours. A move keeps the change within its pair \
             and makes at most two where it lands. At an end of the row it makes at most one, and the first move lands at an end. An inverse \
             puzzle is the same puzzle played backwards. So at least {} moves are needed.",
            puzzle.lower_bound()
        ),
        Puzzle::Checkers(puzzle) => checkers_bound(puzzle),
        Puzzle::Reversal(puzzle) => reversal_bound(puzzle),
        Puzzle::Frogs(puzzle) => frogs_bound(puzzle),
    }
}

fn checkers_bound(puzzle: Checkers) -> String {
    let (n, m) = (puzzle.black(), puzzle.white());
    format!(
        "The lower bound. Each of the nm = {} pairs of a black and a white checker changes its order. Only a jump over the other \
         colour does that, for one pair at a time. The level of the vacancy is the number of black checkers left of it plus \
         the number of white ones right of it. It goes from n + m = {} to 0, and only the other moves change it, by at \
         most one each. So at least nm + n + m = {} moves are needed.",
        n * m,
        n + m,
        puzzle.optimum()
    )
}

fn reversal_bound(puzzle: Reversal) -> String {
    let n = puzzle.checkers();
    format!(
        "The lower bound. Each of the n(n - 1)/2 = {} pairs changes its order, and a jump does that for one pair. A jump takes a checker \
         two cells on. So a checker that ends on a cell of the other parity slides at least once. Of the checkers that end on a cell of \
         the same parity, all slide twice, except one on even and one on odd cells. So at least {} moves are needed.",
        n * n.saturating_sub(1) / 2,
        puzzle.lower_bound()
    )
}

fn frogs_bound(puzzle: Frogs) -> String {
    let (n, m, v) = (puzzle.frogs(), puzzle.toads(), puzzle.vacancies());
    format!(
        "The number of moves. No animal overtakes its own kind, so each frog ends m + v = {} cells to the right of its start, and each toad \
         n + v = {} to the left. One jump exchanges each of the nm = {} pairs of a frog and a toad. A jump is two cells long, a slide one. So \
         every solution has nm jumps and v(n + m) slides, that is {} moves.",
        m + v,
        n + v,
        n * m,
        puzzle.optimum()
    )
}

/// What is known when no solution meets the bound.
fn beyond_the_bound(puzzle: Puzzle) -> &'static str {
    match puzzle {
        Puzzle::Shuffling(_) | Puzzle::Reversal(_) => {
            "an exhaustive search finds the optimum of a short row"
        }
        Puzzle::Checkers(_) => "the construction below meets it",
        Puzzle::Frogs(_) => "every solution has this many moves",
    }
}

/// How solutions of any size are made.
fn construction(puzzle: Puzzle) -> String {
    let how = match puzzle {
        Puzzle::Shuffling(puzzle) => shuffling(puzzle),
        Puzzle::Checkers(_) => {
            "Runs of jumps in one direction alternate with single slides that reverse the direction. The runs grow by one jump up to \
             the smaller number of checkers, keep this length, and shrink again. Formulas (29) and (30) give any move at once. There are two such \
             solutions, one for each first move, and no others unless one colour has only one checker."
                .to_owned()
        }
        Puzzle::Reversal(_) => {
            "The vacancy sweeps from one end of the row to the other by jumps. This exchanges the checkers on places 1 and 2, 3 and 4, ..., and in \
             the next round those on 2 and 3, 4 and 5, .... A slide brings the vacancy to the next round. After n rounds every checker is where it \
             belongs. If sweeps do not end with the right vacant cell, a search finds a solution."
                .to_owned()
        }
        Puzzle::Frogs(_) => {
            "The toads slide left until one vacant cell is left between frogs and toads; the others then lie behind the toads. Next, the formula \
             solves the puzzle with one vacant cell. Finally the frogs slide to the end of the row."
                .to_owned()
        }
    };
    format!("\nThe construction. {how}\n")
}

fn shuffling(puzzle: Shuffling) -> String {
    let variant = puzzle.variant();
    if puzzle.is_constrained() {
        return "From n = 3 on there is no solution, because a weight of the row never changes; a single move solves the few puzzles \
                of n = 2 that can be solved."
            .to_owned();
    }
    let side = |side: Side| match side {
        Side::Right => "r",
        Side::Left => "l",
    };
    let inverse = if variant.is_inverse { "^-1" } else { "" };
    let within = format!("S{inverse}(m,m,{})", side(variant.vacancy));
    let other = format!("S{inverse}(m,m,{})", side(variant.vacancy.opposite()));
    let how = match (variant.grouping, variant.vacancy, variant.is_inverse) {
        (Grouping::Equal, ..) => format!(
            "{variant} makes two moves, solves the same puzzle with four coins of each colour fewer within the row, and makes two more moves"
        ),
        (Grouping::BlackFirst, Side::Right, false) | (Grouping::WhiteFirst, Side::Left, true) => {
            format!("{variant} solves {other} of fewer coins within three moves of its own")
        }
        (Grouping::WhiteFirst, Side::Left, false) | (Grouping::BlackFirst, Side::Right, true) => {
            format!("{variant} solves {other} of fewer coins within three moves of its own")
        }
        (_, _, false) => format!("{variant} becomes {within} of fewer coins by two moves"),
        (_, _, true) => {
            format!("{variant} solves {within} of fewer coins and makes two more moves")
        }
    };
    format!(
        "{how}. This recursion depends on the variant, and removes four coins of each colour at a time, down to the rows of Table II. A formula \
         for each variant gives any move at once. tait searches rows that are too short for it."
    )
}

/// The moves and the effect of each; if there are many, only their number.
fn moves(solution: &Solution) -> Result<String, AtlasError> {
    if solution.moves.len() > LISTED {
        return Ok(format!(
            "\nThe solution has too many moves, {}, to list them one by one.\n",
            solution.moves.len()
        ));
    }
    let mut replay = Replay::new(solution.puzzle)?;
    let mut text = String::from(match solution.puzzle {
        Puzzle::Shuffling(_) => "\nmove: cell, changes gained, changes then\n",
        Puzzle::Checkers(_) => "\nmove: cell, class\n",
        Puzzle::Reversal(_) | Puzzle::Frogs(_) => "\nmove: cell, slide or jump\n",
    });
    let mut changes = count_changes(replay.row());
    for (number, &cell) in (1..).zip(&solution.moves) {
        let Played { to, class } = replay.play(cell)?;
        text.push_str(&match (solution.puzzle, class) {
            (Puzzle::Shuffling(_), _) => {
                let now = count_changes(replay.row());
                let gained = now - changes;
                changes = now;
                format!("{number:>4} {cell}: {gained:+}, {now}\n")
            }
            (_, Some(class)) => format!("{number:>4} {cell}: {class}\n"),
            (_, None) if to.abs_diff(cell) == 1 => format!("{number:>4} {cell}: slide\n"),
            (_, None) => format!("{number:>4} {cell}: jump\n"),
        });
    }
    Ok(text)
}

/// The number of adjacent coins with different colours.
fn count_changes(row: &Row) -> i64 {
    let pairs = row.contents().zip(row.contents().skip(1));
    let differ =
        |(one, other)| one != other && one != Content::Vacancy && other != Content::Vacancy;
    pairs.filter(|pair| differ(*pair)).count() as i64
}

/// Explains the table of the constrained shuffling puzzle.
pub fn shuffling_table(record: &ShufflingRecord) -> String {
    let mut text = format!(
        "The constrained shuffling puzzle: {}.\n\nThe puzzle. Black and white coins stand in a row with two adjacent vacant cells. A move takes \
         two adjacent coins of different colours to them. A grouped row must become the alternating row, or the reverse.\n\
         \nWhy there is no solution from n = 3 on. Read the row as a path that goes up with a black coin and down with a white one. The sum \
         of the levels of all coins and twice the height of the vacancy, the weight, does not change by such a move, and the first and the \
         last row have different weights. The searches below do not use this: each saw every row that can be reached from one end, and so \
         confirms it.\n\n",
        record.claim()
    );
    let mut variants: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for cell in &record.cells {
        let rows: u64 = cell.states.iter().sum();
        let line = format!(
            "  n = {}: {}, {rows} rows\n",
            cell.puzzle.n(),
            cell.answer()
        );
        let variant = cell.puzzle.variant().to_string();
        variants.entry(variant).or_default().push(line);
    }
    for (variant, lines) in variants {
        text.push_str(&format!("{variant}\n{}", lines.concat()));
    }
    text
}

/// Explains the stored reversals.
pub fn reversals(record: &ReversalRecord) -> String {
    let mut text = String::from(
        "Reversals of numbered checkers.\n\nThe puzzle. n numbered checkers in n + 1 cells must reverse their order. A checker slides \
         into the vacant cell beside it or jumps over one checker into it.\n\nWhy no solution is shorter. Each pair changes its order by \
         a jump. A jump takes a checker two cells on, so slides are needed to change the parity of its cell. If the optimum exceeds the \
         resulting bound, exhaustive searches excluded every number of moves from the bound on.\n\n",
    );
    for cell in record.cells() {
        let bound = cell.puzzle.lower_bound();
        text.push_str(&format!("{}: {} moves", cell.puzzle, cell.moves.len()));
        text.push_str(&match cell.solutions {
            Some(solutions) => format!(", {solutions} solutions"),
            None => ", the number of solutions was not counted".to_owned(),
        });
        if cell.excluded.is_empty() {
            text.push_str(", equal to the bound\n");
            continue;
        }
        let excluded = cell.excluded.iter().map(|search| {
            let states: u64 = search.states.iter().sum();
            format!("{} excluded by {states} states", search.moves)
        });
        let excluded: Vec<String> = excluded.collect();
        text.push_str(&format!(
            "; the bound is {bound}, {}\n",
            excluded.join(", ")
        ));
    }
    text
}
