//! Lists of all shortest solutions, written as they are found.

use num_bigint::BigUint;
use std::io::{self, Write};
use tait_framework::AllSolutions;
use tait_linear::{Header, Solution};
use tait_search::{Control, Pace};
use tait_text::Layout;

/// The form of a list of solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListFormat {
    /// A line of moves for each solution, below a header line that says so.
    Text,
    /// One JSON object with all solutions.
    Json,
    /// A JSON object for each solution, with its index.
    JsonLines,
}

/// Writes the solutions from an index on, in their order, with the first coin at `start`. Each is written before the next
/// one is made, so the list takes no memory.
///
/// Returns the index of the next solution if it is told to stop before the end.
///
/// # Errors
/// When the output cannot be written.
///
/// ```
/// use tait_framework::{SolveRequest, all_solutions};
/// use tait_jobs::{ListFormat, write_solutions};
/// use tait_linear::Puzzle;
/// let request = SolveRequest::new(Puzzle::new(2, 3)?);
/// let all = all_solutions(&request, &[], 3, &Default::default())?.expect("3 moves suffice");
/// let mut list = Vec::new();
/// let next = write_solutions(&all, &1_u32.into(), 1, ListFormat::Text, &mut list, &Default::default())?;
/// let text = "# linear k=2 n=3 start=1 lines=solutions\n(5→-1) (0→-3) (3→0)\n";
/// assert_eq!((next, list), (None, text.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_solutions(
    all: &AllSolutions,
    from: &BigUint,
    start: i64,
    format: ListFormat,
    out: &mut dyn Write,
    control: &Control<'_>,
) -> io::Result<Option<BigUint>> {
    let (puzzle, mut index, mut pace) = (all.puzzle(), from.clone(), Pace::default());
    if format == ListFormat::Json {
        let (k, n, moves) = (puzzle.k(), puzzle.n(), all.length());
        write!(
            out,
            "{{\"puzzle\":\"linear\",\"k\":{k},\"n\":{n},\"start\":{start},\"moves\":{moves},\
             \"from_index\":\"{from}\",\"solutions\":["
        )?;
    }
    if format == ListFormat::Text {
        writeln!(out, "# {}{}", Header { puzzle, start }, Layout::Solutions)?;
    }
    let mut separator = "";
    let mut solutions = all.from_index(from);
    let stopped_at = loop {
        let Some(moves) = solutions.next() else {
            break None;
        };
        if pace.is_due() && control.is_over() {
            break Some(index);
        }
        let solution = Solution::new(puzzle, 1, moves).at_start(start);
        let steps = solution.moves().iter();
        match format {
            ListFormat::Text => {
                let words: Vec<String> = steps.map(ToString::to_string).collect();
                writeln!(out, "{}", words.join(" "))?;
            }
            ListFormat::Json | ListFormat::JsonLines => {
                let pairs: Vec<String> = steps
                    .map(|step| format!("[{},{}]", step.from, step.to))
                    .collect();
                let pairs = pairs.join(",");
                match format {
                    ListFormat::JsonLines => {
                        writeln!(out, "{{\"index\":\"{index}\",\"moves\":[{pairs}]}}")?;
                    }
                    _ => write!(out, "{separator}\n[{pairs}]")?,
                }
            }
        }
        separator = ",";
        index += 1_u32;
    };
    if format == ListFormat::Json {
        writeln!(out, "\n]}}")?;
    }
    out.flush()?;
    Ok(stopped_at)
}
