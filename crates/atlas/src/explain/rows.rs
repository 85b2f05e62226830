//! Solutions from any row, in words.

use crate::error::AtlasError;
use crate::row_check::verdict_of_row;
use tait_linear::rows::{RowGoal, RowReplay, RowSolution};
use tait_text::counted;

/// Explains a solution from any row: the puzzle, its lower bound and its board, and where the slack is spent.
///
/// # Errors
/// When it is wrong.
pub fn row(solution: &RowSolution) -> Result<String, AtlasError> {
    let (verdict, why) = verdict_of_row(solution)?;
    let (puzzle, start) = (&solution.puzzle, solution.start);
    let k = puzzle.k();
    let (goal, link, what) = match puzzle.goal() {
        RowGoal::Alternating => ("alternate without gaps", "pair", "of different kinds"),
        RowGoal::Row(_) => ("form the row of the goal", "link", "of any kinds"),
    };
    let (has, wants) = (puzzle.links(puzzle.start()), puzzle.wanted_links());
    let mut text = format!(
        "{puzzle} start={start}: {verdict}.\n\nThe puzzle. A move slides {k} adjacent coins, in their order, to free positions. In the end the coins \
         must {goal}, anywhere on the line.\n\nThe lower bound. A {link} is two adjacent coins {what}. The start has {} and the goal {wants}. A move \
         makes at most two {link}s more than it breaks{}, so {} are needed.\n",
        counted(has.into(), link),
        match puzzle.start().runs() {
            1 => ", and the first move of a row without gaps at most one more",
            _ => "",
        },
        counted(verdict.lower_bound, "move"),
    );
    let moves = verdict.moves as u32;
    if let Some(board) = puzzle.board_for(moves) {
        text.push_str(&format!(
            "\nThe board. A solution of {} fits on {board} positions, but for positions between coins that are never taken.\n",
            counted(verdict.moves, "move")
        ));
    }
    text.push_str(&format!("\nThe solution is {why}.\n"));
    let slack = 2 * i64::from(moves) - (i64::from(wants) - i64::from(has));
    text.push_str(&format!(
        "\nSlack: {slack}, of which a move that gains g {link}s spends 2 - g.\n\nmove, coins, gain, {link}s, slack spent\n"
    ));
    let mut replay = RowReplay::new(puzzle, start);
    let mut links = i64::from(has);
    for (number, &step) in (1..).zip(&solution.moves) {
        let lost = links_beside(&replay, solution, step.from);
        replay.play(step).map_err(AtlasError::refused)?;
        let gain = links_beside(&replay, solution, step.to) - lost;
        links += gain;
        let letters = replay.cells(step.to..step.to + i64::from(k)).flatten();
        let coins: String = letters.collect();
        text.push_str(&format!(
            "{number:>4} {step} {coins} {gain:+} {links} {}\n",
            2 - gain
        ));
    }
    Ok(text)
}

/// Counts the links between a block and the coins beside it.
fn links_beside(replay: &RowReplay<'_>, solution: &RowSolution, block: i64) -> i64 {
    let links = [block - 1, block + i64::from(solution.puzzle.k()) - 1].map(|left| {
        let mut cells = replay.cells(left..left + 2);
        let (left, right) = (cells.next().flatten(), cells.next().flatten());
        i64::from(solution.puzzle.is_link(left, right))
    });
    links[0] + links[1]
}
