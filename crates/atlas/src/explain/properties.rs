//! The properties of a solution by their numbers in the thesis: chapter 2, and Requirement 5.1.2.

use crate::error::AtlasError;
use crate::extending::{Extensible, counted_choices, written};
use tait_linear::{Analysis, Solution, analyse, propositions};
use tait_text::counted;

/// The maximum number of moves that are named as those that spend slack.
const NAMED: usize = 20;

/// The moves that spend the slack, and how much each.
pub(super) fn slack(slack: i64, gains: &[i32]) -> String {
    let spent: Vec<String> = (1..)
        .zip(gains)
        .filter(|(_, gain)| **gain != 2)
        .map(|(number, gain): (usize, _)| format!("{} by move {number}", 2 - gain))
        .collect();
    let more = match spent.len() {
        0..=NAMED => String::new(),
        all => format!(", and the rest by {} more", all - NAMED),
    };
    match spent.is_empty() {
        true => String::new(),
        false => format!(
            "\nSlack spent: all {slack}, {}{more}.\n",
            spent[..spent.len().min(NAMED)].join(", ")
        ),
    }
}

/// The propositions of section 2.2, and the symmetry of section 2.3.
pub(super) fn chapter_2(solution: &Solution, analysis: &Analysis) -> Result<String, AtlasError> {
    let puzzle = solution.puzzle();
    let (k, moves) = (puzzle.k(), analysis.verdict.moves);
    let mut text = String::new();
    for condition in propositions(analysis) {
        let outcome = match (&condition.failure, &condition.case) {
            (Some(failure), _) => format!("fails ({failure})"),
            (None, Some(case)) => format!("holds ({case})"),
            (None, None) => "holds".to_owned(),
        };
        text.push_str(&format!(
            "Proposition {} {outcome}: {}.\n",
            condition.proposition, condition.statement
        ));
    }
    if let Some(more) = moves.checked_sub(puzzle.n()).filter(|more| *more > 0) {
        text.push_str(&format!(
            "Propositions 2.2.1 to 2.2.3 are on solutions of n moves. This one has {more} more.\n"
        ));
    }
    text.push_str(&format!(
        "Section 2.2: {} of {k} coins each move each of the {} coins {:.2} times on average.\n",
        counted(moves, "move"),
        puzzle.coins(),
        (moves * u64::from(k)) as f64 / puzzle.coins() as f64
    ));
    let image = analyse(&solution.mirrored()).map_err(AtlasError::refused)?;
    text.push_str(&format!(
        "Section 2.3: the mirror image with nickels and pennies swapped is a solution, too: {} type again, shift {:+}, on the blocks {}.\n",
        image.verdict.final_type,
        image.verdict.shift,
        used_blocks(&image)
    ));
    Ok(text)
}

/// The blocks on which moves land, and where else.
pub(super) fn used_blocks(analysis: &Analysis) -> String {
    match analysis.elsewhere {
        Some(position) => format!(
            "{}, and elsewhere, first at position {position}",
            analysis.blocks
        ),
        None => analysis.blocks.to_string(),
    }
}

/// Whether the solution is a base, with all choices, or which condition fails.
pub(super) fn requirement(solution: &Solution) -> String {
    let extensible = match Extensible::new(solution.clone()) {
        Ok(extensible) => extensible,
        Err(error) => return format!("\nWhether it is a base is not said: {error}.\n"),
    };
    let choices = extensible.choices();
    if let Some(failure) = extensible.failure() {
        return format!("\nIt is not a base. {failure}.\n");
    }
    let (n, step) = (solution.puzzle().n(), 2 * u64::from(solution.puzzle().k()));
    let more = (solution.moves().len() as u64).saturating_sub(n);
    let (standing, length) = match more {
        0 => (
            "It is a base: Requirement 5.1.2 holds.",
            "n moves".to_owned(),
        ),
        _ => (
            "It has more than n moves, so it is not a base, but Requirement 5.1.2 holds.",
            format!("n + {more} moves"),
        ),
    };
    let count = choices.exchanges().count();
    let first = choices.exchanges().nth(0).unwrap_or_default();
    format!(
        "\n{standing} The nickel a and the penny b can be any of the stationary coins, and {} {} of exchanges, the moves that carry the \
         patterns. The first choice is {} (move:pattern@offset, with ' for a complement). tait extend makes solutions of {length} of it, for \
         n = {}, {}, ....\n",
        if count == 1 { "there is" } else { "there are" },
        counted_choices(count),
        written(&first),
        n + step,
        n + 2 * step
    )
}
