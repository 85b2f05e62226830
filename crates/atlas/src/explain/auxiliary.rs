//! Solutions of the auxiliary puzzle: a list of them, and one in words.

use crate::error::AtlasError;
use crate::table::Format;
use std::io::{self, Write};
use std::ops::ControlFlow;
use tait_framework::{auxiliary_solutions, visit_auxiliary_solutions};
use tait_linear::{
    AuxiliaryExchange, AuxiliaryList, AuxiliaryOffsets, AuxiliarySolution, BlockLength,
};
use tait_search::{Control, StopReason};
use tait_store::to_text;

/// Explains a solution of the auxiliary puzzle: the puzzle, and how the solution meets Requirement 5.1.1.
///
/// # Errors
/// When it is wrong.
pub fn auxiliary(solution: &AuxiliarySolution) -> Result<String, AtlasError> {
    let verdict = solution.check().map_err(AtlasError::refused)?;
    let (k, start) = (i64::from(solution.k().get()), solution.start());
    let (front, back, end) = (start + 2 * k - 1, start + 4 * k - 1, start + 5 * k - 1);
    let mut text = format!(
        "{} start={start}: {verdict}.\n\nThe auxiliary puzzle (Figure 5.1). {} nickels, F, and then as many pennies, H, stand in a row. F \
         must become black type and H white type, each where it stands. An extension inserts as many coins into a base, and each exchange \
         is played within the move that carries its pattern (Theorem 5.1.1).\n\n",
        solution.name(),
        2 * k
    );
    text.push_str(&format!(
        "Requirement 5.1.1:\n  (1) The row ends on the positions {start} to {back}, where it began.\n  (2) Of the k-blocks around it the moves \
         use R1 alone, the positions {} to {end}.\n  (3) The last coins of F and H, at {front} and {back}, are stationary.\n  (4) The moves come in \
         groups of three: from F to R1, from H to F, from R1 to H.\n  (5) There are 3k = {} moves.\n",
        back + 1,
        3 * k
    ));
    text.push_str("\nexchange: offset, moves, pattern through R1, pattern that returns\n");
    let offsets = verdict.offsets();
    let groups = solution.moves().chunks(3).zip(&offsets.0);
    for (number, ((moves, offset), exchange)) in (1..).zip(groups.zip(&verdict.exchanges)) {
        let offset = AuxiliaryOffsets(vec![*offset]);
        let moves: String = moves.iter().map(ToString::to_string).collect();
        let (pattern, returned) = (exchange.pattern, exchange.returned);
        let mark = match exchange.returns_complement() {
            true => "",
            false => ", not the complement",
        };
        text.push_str(&format!(
            "{number:>4} {offset}: {moves} {pattern} {returned}{mark}\n"
        ));
    }
    Ok(text)
}

/// Lists solutions of the auxiliary puzzle: a line for each with its offsets and patterns, or as JSON ([`AuxiliaryList`]).
///
/// # Errors
/// Only those of writing JSON.
pub fn auxiliary_list(
    k: BlockLength,
    solutions: &[Vec<AuxiliaryExchange>],
    free_offsets: bool,
    format: Format,
) -> Result<String, AtlasError> {
    if format == Format::Json {
        let list = AuxiliaryList::new(k, free_offsets, solutions);
        return to_text(&list).map_err(AtlasError::refused);
    }
    let lines = solutions.iter();
    Ok(lines.map(|solution| line(solution, free_offsets)).collect())
}

/// Searches for all solutions of the auxiliary puzzle, writes them as [`auxiliary_list`] does, and returns their number. As
/// text each is written as it is found, because there are k! of them or more, and none is kept. As JSON the list is made
/// first, within the memory limit.
///
/// ```
/// use tait_atlas::Format;
/// use tait_atlas::explain::write_auxiliary_list;
/// use tait_linear::BlockLength;
/// let mut list = Vec::new();
/// let k = BlockLength::new(3)?;
/// let count = write_auxiliary_list(k, false, Format::Text, &Default::default(), &mut list)?;
/// assert_eq!(count, Ok(6));
/// assert!(list.starts_with(b"[0, 1, 2] ooo xxo oxo\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the list cannot be written. The inner error says why the search stopped.
pub fn write_auxiliary_list(
    k: BlockLength,
    free_offsets: bool,
    format: Format,
    control: &Control<'_>,
    out: &mut dyn Write,
) -> io::Result<Result<u64, StopReason>> {
    if format == Format::Json {
        let solutions = match auxiliary_solutions(k, free_offsets, control) {
            Ok(solutions) => solutions,
            Err(reason) => return Ok(Err(reason)),
        };
        let list = auxiliary_list(k, &solutions, free_offsets, format);
        out.write_all(list.map_err(io::Error::other)?.as_bytes())?;
        out.flush()?;
        return Ok(Ok(solutions.len() as u64));
    }
    let mut written = Ok(());
    let ended = visit_auxiliary_solutions(k, free_offsets, control, &mut |solution| {
        written = out.write_all(line(solution, free_offsets).as_bytes());
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(StopReason::Asked),
        }
    });
    written.and_then(|()| out.flush())?;
    Ok(ended)
}

/// Returns a solution as a line: its offsets, in both halves where they are free, and its patterns.
fn line(solution: &[AuxiliaryExchange], free_offsets: bool) -> String {
    let offsets =
        |of: fn(&AuxiliaryExchange) -> u32| -> Vec<u32> { solution.iter().map(of).collect() };
    let mut line = format!("{:?}", offsets(|exchange| exchange.front_offset));
    if free_offsets {
        line.push_str(&format!(" {:?}", offsets(|exchange| exchange.back_offset)));
    }
    for exchange in solution {
        line.push_str(&format!(" {}", exchange.pattern));
    }
    let returns_complements = solution.iter().all(AuxiliaryExchange::returns_complement);
    line.push_str(match returns_complements {
        true => "\n",
        false => " (the pattern that returns is not the complement)\n",
    });
    line
}
