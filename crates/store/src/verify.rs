//! Compares the claims of a file with its contents.
//!
//! Everything here depends on the checkers of the puzzles, with two additions. A claim has to
//! follow from the replay, as far as it can without the search that it reports. And since a file
//! may hold any numbers at all, sizes and positions are checked before a row is laid out.
//!
//! One command makes each kind of record, and the command of a record has to be the one that makes this very record: the same puzzle,
//! the same restrictions, the same range. Whatever it asked for has to be there.

use crate::counts::{Forward, forward};
use crate::error::RecordError;
use crate::found_by::{Contributor, FoundBy, is_contributor, is_note};
use tait_linear::{
    Analysis, BoundedSearch, Exhaustion, FARTHEST_POSITION, Puzzle, Restrictions, Solution,
    Verdict, analyse, check,
};
use tait_text::Command;

/// The largest size whose row of `2n` bits is laid out for a check: 8 GiB.
pub const LARGEST_ROW: u64 = 1 << 35;

/// The largest size for which a list of moves that is too short is replayed all the same, because
/// the first bad move says more than the length.
const LARGEST_SHORT: u64 = 1 << 20;

/// Checks that a replay of this puzzle fits into memory and into the numbers of the checker.
///
/// # Errors
/// [`RecordError::RowTooLong`] or [`RecordError::TooFar`].
///
/// ```
/// use tait_linear::Puzzle;
/// assert!(tait_store::check_bounds(Puzzle::new(2, 10_000_000)?, 1).is_ok());
/// assert!(tait_store::check_bounds(Puzzle::new(2, 100_000_000_000)?, 1).is_err());
/// assert!(tait_store::check_bounds(Puzzle::new(2, 3)?, i64::MAX).is_err());
/// # Ok::<(), tait_linear::PuzzleError>(())
/// ```
pub fn check_bounds(puzzle: Puzzle, start: i64) -> Result<(), RecordError> {
    if puzzle.n() > LARGEST_ROW {
        return Err(RecordError::RowTooLong(puzzle.n()));
    }
    in_range(start)
}

/// Requires at most half of the farthest position, so that a row from there ends within range.
const fn in_range(position: i64) -> Result<(), RecordError> {
    if position.unsigned_abs() <= FARTHEST_POSITION.unsigned_abs() / 2 {
        Ok(())
    } else {
        Err(RecordError::TooFar(position))
    }
}

/// Checks a solution whose numbers have not been checked yet.
///
/// # Errors
/// Returns the first bad move and why it is bad, or the error in the final row or in the numbers.
pub fn check_solution(solution: &Solution) -> Result<Verdict, RecordError> {
    check_numbers(solution)?;
    Ok(check(solution)?)
}

/// Checks the numbers of a solution in a record, and that it is of the puzzle that records are about.
pub(crate) fn check_recorded(solution: &Solution) -> Result<(), RecordError> {
    if solution.puzzle().is_turned() {
        return Err(RecordError::Turned);
    }
    check_numbers(solution)
}

fn check_numbers(solution: &Solution) -> Result<(), RecordError> {
    let (puzzle, moves) = (solution.puzzle(), solution.moves());
    check_bounds(puzzle, solution.start())?;
    if puzzle.n() > LARGEST_SHORT.max(moves.len() as u64) {
        return Err(RecordError::TooFewMoves {
            moves: moves.len(),
            n: puzzle.n(),
        });
    }
    moves
        .iter()
        .flat_map(|step| [step.from, step.to])
        .try_for_each(in_range)
}

/// Checks that a search can be exhaustive: it has the board that its restrictions take, and possible counts, if it has
/// any. The search is not repeated.
///
/// ```
/// use tait_linear::{Exhaustion, Puzzle};
/// let json = r#"{"moves": 6, "board_from": -7, "board_to": 20, "rules": {"blocks": true, "pairs": true},
///     "states": [1, 30, 93, 151, 73, 20, 0]}"#;
/// let search: Exhaustion = serde_json::from_str(json)?;
/// assert!(tait_store::check_exhaustion(Puzzle::new(4, 6)?, &search).is_ok());
/// assert!(tait_store::check_exhaustion(Puzzle::new(4, 7)?, &search).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`RecordError::Claim`] with the reason.
pub fn check_exhaustion(puzzle: Puzzle, search: &Exhaustion) -> Result<(), RecordError> {
    let bounded = match search.bounded(puzzle) {
        Err(error) => return failed(search, &format!("cannot be made: {error}")),
        Ok(bounded) => bounded,
    };
    if (search.board_from, search.board_to) != (bounded.board_from(), bounded.board_to()) {
        let why = format!(
            "was on positions {}..{}, but needs {}..{}",
            search.board_from,
            search.board_to,
            bounded.board_from(),
            bounded.board_to()
        );
        return failed(search, &why);
    }
    match search.states.is_empty() {
        true => Ok(()),
        false => check_states(&bounded, &search.states),
    }
}

/// Checks that a stored search can be exhaustive: it has the requested restrictions, the board that they take, the prune
/// rules of all stored searches, and possible counts.
pub(crate) fn check_search(
    puzzle: Puzzle,
    restrictions: &Restrictions,
    search: &Exhaustion,
) -> Result<(), RecordError> {
    if search.restrictions != *restrictions {
        return failed(search, &format!("was for {}", search.restrictions));
    }
    match search.unrecorded() {
        Some(why) => failed(search, why),
        None => check_exhaustion(puzzle, search),
    }
}

fn failed(search: &Exhaustion, reason: &str) -> Result<(), RecordError> {
    let moves = search.moves;
    Err(RecordError::Claim(format!(
        "the search for {moves} moves {reason}"
    )))
}

/// Checks that numbers can be the states per depth of an exhaustive search that found nothing.
pub(crate) fn check_states(bounded: &BoundedSearch, states: &[u64]) -> Result<(), RecordError> {
    let fail = |reason: String| {
        let moves = bounded.moves;
        Err(RecordError::Claim(format!(
            "the search for {moves} moves {reason}; it reached {states:?} states by depth"
        )))
    };
    // A state with no pair missing is a goal, unless more than pairs is required of a goal.
    let asks_more =
        bounded.restrictions.final_type.is_some() || bounded.restrictions.shift.is_some();
    if states.last() != Some(&0) && !asks_more {
        return fail("does not end with an empty depth".to_owned());
    }
    let counted = forward(&bounded.space(), bounded.moves, states, Forward::Exhausted);
    counted.or_else(fail)
}

pub(crate) fn check_restrictions(
    restrictions: &Restrictions,
    solution: &Solution,
    analysis: &Analysis,
) -> Result<(), RecordError> {
    if restrictions.is_none() || restrictions.are_met(solution, analysis) {
        return Ok(());
    }
    Err(RecordError::Claim(format!(
        "{} moves of {} do not keep to {restrictions}",
        analysis.verdict.moves,
        solution.puzzle()
    )))
}

/// Returns whether a list of moves is a solution that meets restrictions.
pub(crate) fn keeps_to(restrictions: &Restrictions, solution: &Solution) -> bool {
    analyse(solution).is_ok_and(|analysis| restrictions.are_met(solution, &analysis))
}

/// The most bytes of a command line.
const LONGEST: usize = 4096;

/// The longest run, in seconds: a hundred years.
const MOST_SECONDS: f64 = 100.0 * 366.0 * 24.0 * 3600.0;

/// The version of tait that reads the record.
const OWN_VERSION: &str = env!("CARGO_PKG_VERSION");

impl FoundBy {
    /// Checks that each run is plausible, and that `is_own` accepts it.
    ///
    /// What was taken in is refused: these are the results of searches.
    pub(crate) fn check(&self, is_own: impl Fn(&Self) -> bool) -> Result<(), RecordError> {
        self.check_each(&is_own)
    }

    /// Does the same for what can be checked without a search, so that it may have been found by other means.
    pub(crate) fn check_or_added(&self, is_own: impl Fn(&Self) -> bool) -> Result<(), RecordError> {
        self.check_each(&|run| run.is_added() || is_own(run))
    }

    fn check_each(&self, is_own: &dyn Fn(&Self) -> bool) -> Result<(), RecordError> {
        let wrong = |what: String| Err(RecordError::Provenance(what));
        if self.also.iter().any(|run| !run.also.is_empty()) {
            return wrong("a run inside another run cannot hold a further run".to_owned());
        }
        for run in self.runs() {
            if !(0.0..=MOST_SECONDS).contains(&run.seconds) {
                return wrong(format!("a run cannot take {} seconds", run.seconds));
            }
            if version(&run.version).is_none() {
                return wrong(format!("{:?} is not a version of tait", run.version));
            }
            let command = &run.command;
            if command.len() > LONGEST || command.chars().any(char::is_control) {
                return wrong("the command is not one line of text".to_owned());
            }
            if run
                .seed
                .is_some_and(|seed| seed != run.asked_seed().unwrap_or(1))
            {
                return wrong("the seed is not that of the command".to_owned());
            }
            if !run.contributors.iter().all(Contributor::is_plain) {
                return wrong("the name of a contributor is not one short line of text".to_owned());
            }
            if let Some(what) = run.added_wrongly() {
                return wrong(what.to_owned());
            }
            if !is_own(run) {
                return Err(run.of_another());
            }
        }
        Ok(())
    }

    /// Returns what is wrong with what it says of a finding that was taken in.
    fn added_wrongly(&self) -> Option<&'static str> {
        let has_name = self.by.as_deref().is_none_or(is_contributor);
        if !has_name || !self.note.as_deref().is_none_or(is_note) {
            return Some("the name of the finder, or the note, is not one short line of text");
        }
        if !self.is_added() {
            let says_more = self.by.is_some() || self.note.is_some();
            return says_more.then_some("only what was taken in by 'add' names another finder");
        }
        let is_search = self.states.is_some()
            || self.seed.is_some()
            || self.seconds != 0.0
            || !self.contributors.is_empty();
        is_search.then_some("nothing is known of the search that found what was taken in by 'add'")
    }

    /// Checks that the command of each run `is_own`, and that one of them `looks_for` each part of the record. What was taken
    /// in may have been found in any way.
    pub(crate) fn check_parts<'a, C: Command, P: 'a>(
        &self,
        is_own: impl Fn(&Self, &C) -> bool,
        parts: impl IntoIterator<Item = &'a P>,
        looks_for: impl Fn(&C, &P) -> bool,
    ) -> Result<(), RecordError> {
        let parse = |run: &Self| run.asked().filter(|command| is_own(run, command));
        self.check_or_added(|run| parse(run).is_some())?;
        let commands: Vec<C> = self.runs().filter_map(parse).collect();
        let is_found = |part| commands.iter().any(|command| looks_for(command, part));
        match self.has_added() || parts.into_iter().all(is_found) {
            true => Ok(()),
            false => Err(self.of_another()),
        }
    }

    /// Returns the error that the command does not make the record.
    pub(crate) fn of_another(&self) -> RecordError {
        let command = &self.command;
        RecordError::Provenance(format!("'{command}' does not make this record"))
    }

    /// Returns whether a later version of tait wrote it, so that this one cannot know the command.
    pub(crate) fn is_newer(&self) -> bool {
        version(&self.version) > version(OWN_VERSION)
    }

    /// Returns the seed that the command names, if it does.
    fn asked_seed(&self) -> Option<u64> {
        let mut words = self.command.split(' ').skip_while(|word| *word != "--seed");
        words.nth(1)?.parse().ok()
    }
}

/// Parses `0.1.0` as three numbers.
fn version(text: &str) -> Option<[u16; 3]> {
    let mut parts = text.split('.').map(|part| {
        let is_plain = part == "0" || !part.starts_with(['0', '+']);
        part.parse().ok().filter(|_| is_plain)
    });
    let version = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(version)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid_table::{PairSearch, search_of_run};
    use crate::reversal::is_of_run;
    use crate::solution::solve;
    use tait_linear::{Puzzle, Restrictions};

    #[test]
    fn versions_are_three_numbers() {
        assert_eq!(version("0.1.0"), Some([0, 1, 0]));
        assert_eq!(version("10.0.12"), Some([10, 0, 12]));
        for text in [
            "",
            "1",
            "1.0",
            "1.0.0.0",
            "01.0.0",
            "+1.0.0",
            "1.0.-1",
            "a.b.c",
            "1.0.99999",
        ] {
            assert_eq!(version(text), None, "{text}");
        }
    }

    #[test]
    fn a_command_makes_the_records_that_it_names() {
        let found_by = |command: &str| FoundBy::new(command, std::time::Duration::ZERO);
        let puzzle = Puzzle::new(3, 6).unwrap();
        let none = Restrictions::default();
        let solves = |command| solve(&found_by(command), puzzle, &none, 7).is_ok();
        assert!(solves("solve 3 6") && solves("solve 3 6 --most-moves 7"));
        for other in [
            "solve 3 7",
            "solve 3 6 --blocks R1",
            "solve 3 6 --most-moves 6",
            "solve 3 6\n",
            "solve  3 6",
            "rm 3 6",
            "",
        ] {
            assert!(!solves(other), "{other}");
        }
        assert!(is_of_run(&found_by("checkers --reverse 4"), 4).is_ok());
        assert!(is_of_run(&found_by("checkers --reverse 3"), 4).is_err());
        let command = "grid table t --pair-states 9 --from a --glyphs a,b";
        let search = search_of_run(&found_by(command), "t", "a", "b").unwrap();
        let expected = PairSearch::Exact {
            state_limit: 9,
            patterns: None,
        };
        assert_eq!(search, Some(expected));
        for (options, is_run) in [
            (" --patterns 23", true),
            (" --patterns 7", false),
            (" --patterns +9", false),
            (" --patterns", false),
            (" --fresh", false),
        ] {
            let command = format!("grid table t --pair-states 9{options} --from a --glyphs a,b");
            let ran = search_of_run(&found_by(&command), "t", "a", "b");
            assert_eq!(ran.is_ok(), is_run, "{command}");
        }
    }
}
