//! Puzzles on grids in words: the puzzle, its span, and the evidence for its answer.

use tait_generator::grid::triangular::{Decision, decide};
use tait_grid::{
    Board, CheckError, Configuration, Motion, Move, Outline, Puzzle, Span, check, span,
};
use tait_text::counted;

/// The maximum number of moves that are listed.
const LISTED: usize = 60;

/// The maximum number of components that have a line each.
const MOST_COMPONENTS: usize = 20;

/// Explains a puzzle and its answer: moves and what is known of shorter solutions, or why there are none.
///
/// # Errors
/// When the moves are wrong.
pub(crate) fn explanation(
    title: &str,
    puzzle: &Puzzle,
    answer: Result<(&[Move], &str), &str>,
    outline: &Outline,
) -> Result<String, CheckError> {
    let mut text = format!("{title}: {puzzle}.\n\n");
    text.push_str(&rules(puzzle));
    text.push_str(&spans(puzzle));
    text.push_str(&theorem(puzzle));
    match answer {
        Ok((moves, rests_on)) => {
            let verdict = check(puzzle, moves.iter().copied())?;
            text.push_str(&format!("\nThe solution. {verdict}; {rests_on}.\n"));
            text.push_str(&construction(outline));
            if moves.len() > LISTED {
                text.push_str("The solution has too many moves to list them one by one.\n");
            } else {
                let lines = (1..)
                    .zip(moves)
                    .map(|(number, step)| format!("{number:>4} {step}\n"));
                text.extend(lines);
            }
        }
        Err(reason) => text.push_str(&format!("\nNo solution: {reason}.\n")),
    }
    Ok(text)
}

/// The named steps of a construction, as deep as the lines suffice; the figures are those of the paper.
fn construction(outline: &Outline) -> String {
    if outline.steps().is_empty() {
        return String::new();
    }
    let depths = outline.steps().iter().map(|step| step.depth);
    let count = |deepest: usize| depths.clone().filter(|&depth| depth <= deepest).count();
    let deepest = depths.clone().max().unwrap_or(0);
    let deepest = (0..=deepest).rev().find(|&depth| count(depth) <= LISTED);
    let shown = outline.steps().iter().zip(outline.lines());
    let shown = shown.filter(|(step, _)| step.depth <= deepest.unwrap_or(0));
    let mut text =
        "\nThe steps of the construction, by the names and the figures of Coin-Moving Puzzles.\n"
            .to_owned();
    text.extend(shown.take(LISTED).map(|(_, line)| format!("  {line}\n")));
    let rest = outline.steps().len() - count(deepest.unwrap_or(0)).min(LISTED);
    if rest > 0 {
        text.push_str(&format!("  {rest} more, within these or after them.\n"));
    }
    text.push('\n');
    text
}

fn rules(puzzle: &Puzzle) -> String {
    let d = puzzle.rules().adjacency;
    let how = match puzzle.rules().motion {
        Motion::Lift => "picked up and put down",
        Motion::Slide => "slid in the plane, without disturbing another,",
    };
    format!(
        "The puzzle. A coin is {how} on a free position with at least d = {d} occupied neighbours, itself not counted. The coins must \
         come from the start to the target ({}).\n",
        puzzle.up_to()
    )
}

fn spans(puzzle: &Puzzle) -> String {
    let d = puzzle.rules().adjacency;
    let start = puzzle.start();
    let mut text = match span(start, d) {
        Ok(whole @ Span::Finite(_)) => {
            let components = whole.components(start);
            let size: usize = components.iter().map(|part| part.positions.len()).sum();
            let mut text = format!(
                "\nThe span of the start is every position that its coins could reach with unlimited further coins: {size} positions in {}. \
                 No coin ever leaves it, so its search is finite.\n",
                counted(components.len() as u64, "component")
            );
            for (number, part) in (1..).zip(components.iter().take(MOST_COMPONENTS)) {
                let (size, coins) = (part.positions.len(), part.coins.len());
                text.push_str(&match part.positions.as_slice() {
                    [first, .., last] if *puzzle.board() == Board::Square && d == 2 => format!(
                        "  {number}: the rectangle {first} to {last}, {coins} coins; {} span it\n",
                        part.least_coins()
                    ),
                    [first, ..] => format!("  {number}: {size} positions from {first}, {coins} coins\n"),
                    [] => String::new(),
                });
            }
            text
        }
        Ok(Span::Everything) => {
            "\nThe span of the start is the whole board. A number of moves reaches only part of it, so tait searches one number of moves \
             after another.\n"
                .to_owned()
        }
        Ok(Span::Infinite) => "\nThe span of the start is infinite. tait searches one number of moves after another.\n".to_owned(),
        Err(error) => format!("\n{error}.\n"),
    };
    if let (Some(start), Some(target)) = (extra(start, d), extra(puzzle.target(), d)) {
        text.push_str(&format!(
            "Extra coins, which the span does not need: the start has {start}, the target {target}.\n"
        ));
    }
    text
}

/// The number of coins, and of pairs of coins, that the span does not need.
fn extra(configuration: &Configuration, d: u32) -> Option<String> {
    let coins = configuration.extra_coins(d).ok()??;
    let pairs = configuration.extra_pairs(d).ok()??;
    Some(format!("{} (and {} pairs)", coins.len(), pairs.len()))
}

/// The statement of Theorems 1 and 2 on the puzzle.
fn theorem(puzzle: &Puzzle) -> String {
    match decide(puzzle) {
        Ok(Decision::Solvable(condition)) => {
            format!("\nTheorem 1 (the triangular grid): there is a solution, because {condition}.\n")
        }
        Ok(Decision::Unsolvable(reason)) => {
            format!("\nTheorem 1 (the triangular grid): there is no solution, because {reason}.\n")
        }
        Err(_) if *puzzle.board() == Board::Square && puzzle.rules().motion == Motion::Lift => {
            "\nTheorem 2 (the square grid): two extra coins each suffice if the rest of start and target have the same span, or if the span of \
             the target is smaller and its rectangles lie in a row. The construction bends a chain of coins over them, corner by corner.\n"
                .to_owned()
        }
        Err(_) => String::new(),
    }
}
