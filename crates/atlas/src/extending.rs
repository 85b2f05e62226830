//! What can be made of a solution by Theorem 5.1.1, and by the theorem of doubles.

use crate::catalogue::exchange;
use crate::error::AtlasError;
use crate::table::Format;
use serde_json::json;
use tait_linear::{
    Base, BaseChoices, CheckError, ChoiceError, DoublesBase, DoublesExtension, Exchange, Extension,
    Move, MoveSequence, Puzzle, Replay, RequirementFailure, Solution, Verdict,
};
use tait_store::to_text;

/// The largest size to which a solution is extended here: each extension is replayed.
const LARGEST: u64 = 10_000_000;

/// The maximum number of choices of exchanges in a list.
const MOST_LISTED: usize = 10_000;

/// A solution that anybody found, with all choices to extend it.
///
/// ```
/// use tait_atlas::Extensible;
/// use tait_linear::{MoveSequence as _, read_solution};
///
/// let solution = read_solution("# linear k=2 n=4 start=1\n(2→9)(5→2)(8→5)(1→8)".as_bytes())?;
/// let extensible = Extensible::new(solution)?;
/// assert!(extensible.failure().is_none());
/// let base = extensible.base(None, None, 1)?;
/// let (extension, told) = Extensible::extended(&base, 3)?;
/// assert_eq!((extension.puzzle().n(), extension.count()), (4 + 2 * 2 * 3, 16));
/// assert!(told.ends_with("replayed"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Extensible {
    choices: BaseChoices,
}

impl Extensible {
    /// Finds the choices of a solution.
    ///
    /// # Errors
    /// When it is wrong, or has too many choices for the memory.
    pub fn new(solution: Solution) -> Result<Self, ChoiceError> {
        BaseChoices::of(solution).map(|choices| Self { choices })
    }

    #[must_use]
    pub const fn choices(&self) -> &BaseChoices {
        &self.choices
    }

    /// Returns what fails if the solution cannot be extended.
    #[must_use]
    pub fn failure(&self) -> Option<RequirementFailure> {
        self.choices.failure()
    }

    /// Returns the puzzle of a solution and the start of its row, in words.
    #[must_use]
    pub fn name(solution: &Solution) -> String {
        named(solution.puzzle(), solution.start())
    }

    /// Returns the base of a choice: without a nickel or a penny, of the first that never moves; and of the exchanges
    /// of this number, counted from 1.
    ///
    /// # Errors
    /// When there is no such choice.
    pub fn base(
        &self,
        nickel: Option<i64>,
        penny: Option<i64>,
        exchanges: u128,
    ) -> Result<Base, AtlasError> {
        // If there is no first one, the requirement fails, whichever position is asked for.
        let first = |positions: &[i64]| positions.first().copied().unwrap_or_default();
        let nickel = nickel.unwrap_or_else(|| first(self.choices.nickels()));
        let penny = penny.unwrap_or_else(|| first(self.choices.pennies()));
        let base = self.choices.base(nickel, penny, exchanges);
        base.map_err(AtlasError::refused)
    }

    /// Extends a base and replays the extension by the checker. The text says so.
    ///
    /// # Errors
    /// When it is too large to be replayed here. The theorem rules out that the replay fails.
    pub fn extended(base: &Base, times: u64) -> Result<(Extension<'_>, String), AtlasError> {
        let extension = replayable(Extension::repeated(base, times), Extension::puzzle);
        let step = 2 * u64::from(base.puzzle().k());
        let extension = extension.ok_or_else(|| too_large(&base.solution, times, step))?;
        let verdict = replayed(extension.puzzle(), extension.start(), extension.moves())?;
        let told = format!(
            "{}: a = {}, b = {}, exchanges {}; {verdict}, replayed",
            named(extension.puzzle(), extension.start()),
            base.nickel,
            base.penny,
            written(&base.exchanges)
        );
        Ok((extension, told))
    }

    /// Extends a solution by doubles, as often as asked for, and replays the extension by the checker. The text says so.
    /// `None` if it has no such moves.
    ///
    /// # Errors
    /// When it is wrong, or too large to be replayed here. The theorem rules out that the replay fails.
    pub fn doubled(
        solution: &Solution,
        times: u64,
    ) -> Result<Option<(DoublesExtension<'_>, String)>, AtlasError> {
        let bases = DoublesBase::all(solution).map_err(AtlasError::refused)?;
        let Some(base) = bases.first() else {
            return Ok(None);
        };
        let extension = replayable(base.extended(times), DoublesExtension::puzzle);
        let extension =
            extension.ok_or_else(|| too_large(base.solution(), times, base.period()))?;
        let verdict = replayed(extension.puzzle(), extension.start(), extension.moves())?;
        let numbers: Vec<String> = base.numbers().map(|number| number.to_string()).collect();
        let moves = match &*numbers {
            [one] => format!("move {one}"),
            several => format!("moves {}", several.join(", ")),
        };
        let told = format!(
            "{}: doubles in {} of {}; {verdict}, replayed",
            named(extension.puzzle(), extension.start()),
            moves,
            Self::name(base.solution())
        );
        Ok(Some((extension, told)))
    }

    /// Returns the choices in a line: a dozen of each coin, and the number of choices of exchanges.
    #[must_use]
    pub fn summary(&self) -> String {
        let choices = &self.choices;
        let first = |all: &[i64]| match all.get(..12) {
            Some(first) if all.len() > 12 => {
                format!("{} and {} more", positions(first), all.len() - first.len())
            }
            _ => positions(all),
        };
        format!(
            "a: nickel {}; b: penny {}; {} of exchanges",
            first(choices.nickels()),
            first(choices.pennies()),
            counted_choices(choices.exchanges().count())
        )
    }

    /// Lists all choices, those of exchanges by their numbers; and says whether there are more than a list holds.
    ///
    /// # Errors
    /// Only those of writing JSON.
    pub fn list(&self, format: Format) -> Result<(String, bool), AtlasError> {
        let choices = &self.choices;
        let listed = choices.exchanges().iter().take(MOST_LISTED);
        let count = choices.exchanges().count();
        let is_partial = count > MOST_LISTED as u128;
        if format == Format::Json {
            let solution = choices.solution();
            let value = json!({
                "puzzle": "linear",
                "k": solution.puzzle().k(),
                "n": solution.puzzle().n(),
                "start": solution.start(),
                "nickels": choices.nickels(),
                "pennies": choices.pennies(),
                "count": u64::try_from(count).ok(),
                "exchanges": listed.collect::<Vec<_>>(),
            });
            let text = to_text(&value).map_err(AtlasError::refused)?;
            return Ok((text, is_partial));
        }
        let mut text = format!(
            "{}: {} of exchanges\na: nickel {}\nb: penny {}\n",
            Self::name(choices.solution()),
            counted_choices(count),
            positions(choices.nickels()),
            positions(choices.pennies())
        );
        let width = count.min(MOST_LISTED as u128).to_string().len();
        for (number, exchanges) in (1..).zip(listed) {
            text.push_str(&format!("{number:>width$}  {}\n", written(&exchanges)));
        }
        Ok((text, is_partial))
    }
}

/// Names a puzzle and the start of its row.
fn named(puzzle: Puzzle, start: i64) -> String {
    format!("{puzzle} start={start}")
}

/// Returns an extension that is small enough to be replayed here.
fn replayable<E>(extension: Option<E>, puzzle: impl Fn(&E) -> Puzzle) -> Option<E> {
    extension.filter(|extension| puzzle(extension).n() <= LARGEST)
}

/// The error of an extension that is too long: says how often the solution can be extended here.
fn too_large(solution: &Solution, times: u64, step: u64) -> AtlasError {
    AtlasError::Refused(format!(
        "extended {times} times it is too large to be replayed here: the limit is n = {LARGEST}, {} times",
        LARGEST.saturating_sub(solution.puzzle().n()) / step
    ))
}

/// Replays the moves of an extension by the checker.
fn replayed(
    puzzle: Puzzle,
    start: i64,
    mut moves: impl Iterator<Item = Move>,
) -> Result<Verdict, AtlasError> {
    let mut replay = Replay::new(puzzle, start);
    let played = moves.try_for_each(|step| replay.play(step).map(|_| ()));
    let verdict = played.and_then(|()| replay.finish());
    verdict.map_err(|error: CheckError| {
        AtlasError::Refused(format!(
            "its extension to n = {} fails: {error}",
            puzzle.n()
        ))
    })
}

/// Returns exchanges as text: `4:xooo@3` means that move 4 carries xooo at offset 3; a `'` follows for the complement.
#[must_use]
pub(crate) fn written(exchanges: &[Exchange]) -> String {
    let exchanges: Vec<String> = exchanges.iter().map(exchange).collect();
    exchanges.join(" ")
}

/// Writes a number of choices.
pub(crate) fn counted_choices(count: u128) -> String {
    match count {
        1 => "1 choice".to_owned(),
        u128::MAX => format!("at least {count} choices"),
        _ => format!("{count} choices"),
    }
}

/// Writes positions, runs of adjacent ones as ranges; `none` if there are none.
pub(crate) fn positions(positions: &[i64]) -> String {
    // Runs of adjacent positions are ranges, so that an extension's inserted coins stay readable.
    let mut runs: Vec<(i64, i64)> = Vec::new();
    for &position in positions {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == position => *last = position,
            _ => runs.push((position, position)),
        }
    }
    let runs: Vec<String> = runs
        .iter()
        .map(|&(first, last)| match last - first {
            0 => first.to_string(),
            1 => format!("{first}, {last}"),
            _ => format!("{first} to {last}"),
        })
        .collect();
    if runs.is_empty() {
        "none".to_owned()
    } else {
        runs.join(", ")
    }
}
