//! Where a result says that it comes from, held against what it is.
//!
//! Each kind of record is made by one command, and the command of a record has to be the one that
//! makes this very record: the same puzzle, the same restrictions, the same range. What it asked for
//! has to be there.

mod wraps;

pub(crate) use wraps::WrapsCommand;
pub use wraps::wraps_variant;

use crate::{CellRecord, Fault, FoundBy};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use tait_puzzle::linear::{BlockLength, BlockSet, Puzzle, Restrictions};

/// The longest command line.
const LONGEST: usize = 4096;
/// The longest run, in seconds: a hundred years.
const MOST_SECONDS: f64 = 100.0 * 366.0 * 24.0 * 3600.0;
/// The first size that a search for bases looks at where its command names none.
const SMALLEST: u64 = 2;

/// The version of tait that reads.
const OWN_VERSION: &str = env!("CARGO_PKG_VERSION");

impl FoundBy {
    /// Holds what every run has in common against sense, and each run against `is_own`.
    pub(crate) fn check(&self, is_own: impl Fn(&Self) -> bool) -> Result<(), Fault> {
        let wrong = |what: String| Err(Fault::Provenance(what));
        if self.also.iter().any(|run| !run.also.is_empty()) {
            return wrong("a run beside another has none beside itself".to_owned());
        }
        for run in self.runs() {
            if !(0.0..=MOST_SECONDS).contains(&run.seconds) {
                return wrong(format!("no run takes {} seconds", run.seconds));
            }
            if version(&run.version).is_none() {
                return wrong(format!("{:?} is no version of tait", run.version));
            }
            let command = &run.command;
            if command.len() > LONGEST || command.chars().any(char::is_control) {
                return wrong("the command is not one line of text".to_owned());
            }
            if !is_own(run) {
                return wrong(format!("'{command}' makes no such record"));
            }
        }
        Ok(())
    }

    /// Whether a later version of tait wrote it, so that this one cannot know the command.
    pub(crate) fn is_newer(&self) -> bool {
        version(&self.version) > version(OWN_VERSION)
    }

    /// Whether the seed is that of the command, which is 1 where the command does not say it.
    fn has_seed(&self, options: &mut Options<'_>) -> bool {
        match options.number("--seed") {
            Some(seed) => seed != 1 && self.seed == Some(seed),
            None => self.seed.is_none_or(|seed| seed == 1),
        }
    }
}

/// `0.1.0` as three numbers.
fn version(text: &str) -> Option<[u16; 3]> {
    let mut parts = text.split('.').map(|part| {
        let is_plain = part == "0" || !part.starts_with(['0', '+']);
        part.parse().ok().filter(|_| is_plain)
    });
    let version = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(version)
}

/// The words of a command after its name. What is taken out has been looked at; a command is right
/// when nothing is left.
#[derive(Debug)]
struct Options<'a> {
    words: Vec<&'a str>,
}

impl<'a> Options<'a> {
    /// The words after the name of a command; `None` when it is another command.
    fn of(command: &'a str, name: &'a str) -> Option<Self> {
        let words: Vec<&str> = command.split(' ').collect();
        let name: Vec<&str> = name.split(' ').collect();
        let rest = words.strip_prefix(&name[..])?;
        Some(Self {
            words: rest.to_vec(),
        })
    }

    /// Takes the next word out, which is no option.
    fn positional(&mut self) -> Option<&'a str> {
        let first = self.words.first().filter(|word| !word.starts_with("--"))?;
        let first = *first;
        let _ = self.words.remove(0);
        Some(first)
    }

    /// Takes an option without a value out.
    fn flag(&mut self, name: &str) -> bool {
        let place = self.words.iter().position(|word| *word == name);
        place.map(|place| self.words.remove(place)).is_some()
    }

    /// Takes an option with its value out.
    fn value(&mut self, name: &str) -> Option<&'a str> {
        let place = self.words.iter().position(|word| *word == name)?;
        let value = *self.words.get(place + 1)?;
        drop(self.words.drain(place..=place + 1));
        Some(value)
    }

    fn number(&mut self, name: &str) -> Option<u64> {
        self.value(name)?.parse().ok()
    }

    /// Takes the words out that ask for restrictions, if they ask for these.
    fn restrictions(&mut self, restrictions: &Restrictions) -> bool {
        let asked = in_command(restrictions);
        let mut asked = asked.split_whitespace();
        while let (Some(name), Some(value)) = (asked.next(), asked.next()) {
            if self.value(name) != Some(value) {
                return false;
            }
        }
        true
    }

    const fn is_done(&self) -> bool {
        self.words.is_empty()
    }
}

/// Restrictions as a command line asks for them: ` --blocks R1 --shift 3`.
#[must_use]
pub fn in_command(restrictions: &Restrictions) -> String {
    let mut text = String::new();
    if restrictions.blocks != BlockSet::ANY {
        text.push_str(&format!(" --blocks {}", restrictions.blocks));
    }
    if let Some(final_type) = restrictions.final_type {
        text.push_str(&format!(" --type {final_type}"));
    }
    if let Some(shift) = restrictions.shift {
        text.push_str(&format!(" --shift {shift}"));
    }
    if !restrictions.stationary.is_empty() {
        let positions: Vec<String> = restrictions
            .stationary
            .iter()
            .map(ToString::to_string)
            .collect();
        text.push_str(&format!(" --stationary {}", positions.join(",")));
    }
    text
}

/// `A` or `A..B` as a range.
fn range(text: &str) -> Option<RangeInclusive<u64>> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    Some(first.parse().ok()?..=last.parse().ok()?)
}

/// `solve K N`, with the restrictions of the solution.
pub(crate) fn solve(
    found_by: &FoundBy,
    puzzle: Puzzle,
    restrictions: &Restrictions,
    moves: u64,
) -> Result<(), Fault> {
    found_by.check(|run| {
        let is_own = || {
            let mut options = Options::of(&run.command, "solve")?;
            let (k, n) = (options.positional()?, options.positional()?);
            let is_asked = k == puzzle.k().to_string() && n == puzzle.n().to_string();
            let is_within = options
                .number("--most-moves")
                .is_none_or(|most| most >= moves);
            Some(
                is_asked
                    && is_within
                    && options.restrictions(restrictions)
                    && run.has_seed(&mut options)
                    && options.is_done(),
            )
        };
        is_own().unwrap_or(false)
    })
}

/// `framework K`, with the restrictions of the bases, whose smallest size is given. The size from which on all sizes
/// below a base were looked at; `None` where the runs looked for bases of a common pattern, which tell nothing of
/// other sizes.
pub(crate) fn framework(
    found_by: &FoundBy,
    k: BlockLength,
    restrictions: &Restrictions,
    smallest: u64,
) -> Result<Option<u64>, Fault> {
    let from = |run: &FoundBy| framework_from(run, k, restrictions);
    found_by.check(|run| from(run).is_some())?;
    let begins = found_by.runs().filter_map(|run| from(run).flatten());
    if let Some(first) = begins.min().filter(|first| *first > smallest) {
        return Err(Fault::Provenance(format!(
            "a run that begins with n = {first} finds no base of n = {smallest}"
        )));
    }
    // Which of the runs found a base is not recorded: it may have been the one that began last.
    let mut runs = found_by.runs().filter_map(from);
    Ok(runs.try_fold(0, |last, from| Some(last.max(from?))))
}

/// The first size that a run looks at, the inner `None` where it looks for a common pattern.
fn framework_from(
    run: &FoundBy,
    k: BlockLength,
    restrictions: &Restrictions,
) -> Option<Option<u64>> {
    let mut options = Options::of(&run.command, "framework")?;
    let is_asked = options.positional()? == k.get().to_string();
    let is_common = options.flag("--common-pattern");
    let parity = options.value("--parity");
    let (from, _) = (options.number("--from"), options.number("--to"));
    let is_known_parity =
        parity.is_none_or(|parity| is_common && ["even", "odd"].contains(&parity));
    let is_own = is_asked
        && is_known_parity
        && options.restrictions(restrictions)
        && run.has_seed(&mut options)
        && options.is_done();
    is_own.then(|| (!is_common).then_some(from.unwrap_or(SMALLEST)))
}

/// `classify --k K --n N`, or what a cell was taken from, as its source says. What a stored solution or a family
/// gives is an optimum.
pub(crate) fn cell(record: &CellRecord) -> Result<(), Fault> {
    let (puzzle, found_by) = (record.cell.puzzle, &record.found_by);
    let none = Restrictions::default();
    let at_most = record.cell.at_most();
    let source = record.source.as_deref();
    let is_solution = source == Some("the stored solution");
    let family = source.filter(|source| source.starts_with("families/"));
    let is_own = |run: &FoundBy| match family {
        _ if is_solution => {
            let moves = at_most.unwrap_or_default();
            solve(found_by, puzzle, &none, moves).is_ok()
        }
        Some(_) => {
            let k = puzzle.block_length();
            let wraps = || WrapsCommand::parse(&run.command).filter(|wraps| wraps.k == k.get());
            // A family may be restricted: its solutions are solutions all the same.
            let is_framework = || {
                let mut options = Options::of(&run.command, "framework")?;
                (options.positional()? == k.get().to_string()).then_some(())
            };
            is_framework().is_some() || wraps().is_some()
        }
        None => is_classify(run, puzzle).unwrap_or(false),
    };
    found_by.check(is_own)?;
    let wrong = |what: String| Err(Fault::Provenance(format!("{puzzle}: {what}")));
    let is_optimum = at_most == Some(record.cell.at_least());
    if !is_optimum && (is_solution || family.is_some()) {
        let source = tait_puzzle::excerpt(source.unwrap_or_default());
        return wrong(format!("{source} gives an optimum"));
    }
    match family {
        Some(source) if !is_of_family(source, puzzle) => {
            let source = tait_puzzle::excerpt(source);
            wrong(format!("'{source}' tells of no family that gives it"))
        }
        _ => Ok(()),
    }
}

/// Whether a source is a family of this block length, with what makes a solution of this size of it:
/// `families/kKK-NAME.json, base n = B extended T times` or `families/kKK-NAME.json, wrapped T times`.
fn is_of_family(source: &str, puzzle: Puzzle) -> bool {
    let of_length = format!("families/k{:02}-", puzzle.k());
    let Some((_, way)) = source
        .strip_prefix(&of_length)
        .and_then(|source| source.split_once(".json, "))
    else {
        return false;
    };
    let times = |times: &str| match times {
        "" => Some(0),
        "once" => Some(1),
        _ => times.strip_suffix(" times")?.parse::<u64>().ok(),
    };
    if let Some(way) = way.strip_prefix("base n = ") {
        let (base, extended) = way.split_once(" extended ").unwrap_or((way, ""));
        let size = || {
            let more = times(extended)?.checked_mul(2 * u64::from(puzzle.k()))?;
            base.parse::<u64>().ok()?.checked_add(more)
        };
        return size() == Some(puzzle.n());
    }
    let wrapped = way.strip_prefix("wrapped ").and_then(times);
    way == "a base" || wrapped.is_some_and(|times| times > 0)
}

fn is_classify(run: &FoundBy, puzzle: Puzzle) -> Option<bool> {
    let mut options = Options::of(&run.command, "classify")?;
    let is_asked = options.value("--k")? == puzzle.k().to_string()
        && options.value("--n")? == puzzle.n().to_string();
    let _ = options.number("--optimum-states");
    let _ = options.number("--state-limit");
    Some(is_asked && run.has_seed(&mut options) && options.is_done())
}

/// The sizes of each run of `shuffling --constrained --table --n A..B`.
pub(crate) fn shuffling(found_by: &FoundBy) -> Result<Vec<RangeInclusive<u64>>, Fault> {
    let sizes = |run: &FoundBy| {
        let mut options = Options::of(&run.command, "shuffling")?;
        let is_table = options.flag("--constrained") && options.flag("--table");
        let sizes = range(options.value("--n")?)?;
        (is_table && options.is_done()).then_some(sizes)
    };
    found_by.check(|run| sizes(run).is_some())?;
    Ok(found_by.runs().filter_map(sizes).collect())
}

/// `checkers --reverse N`, where `N` is this size or a larger one.
pub(crate) fn reversal(found_by: &FoundBy, checkers: u64) -> Result<(), Fault> {
    found_by.check(|run| {
        let most = || {
            let mut options = Options::of(&run.command, "checkers")?;
            let most = options.number("--reverse")?;
            options.is_done().then_some(most)
        };
        most().is_some_and(|most| most >= checkers)
    })
}

/// `grid solve NAME`.
pub(crate) fn grid_solution(found_by: &FoundBy, name: &str) -> Result<(), Fault> {
    found_by.check(|run| run.command == format!("grid solve {name}"))
}

/// `grid table NAME --from SHAPE`, which looks for all other shapes, or with `--glyphs SHAPE,SHAPE` for these: all that
/// the runs look for, and nothing else, are the targets.
pub(crate) fn grid_row<'a>(
    found_by: &FoundBy,
    table: &str,
    from: &str,
    targets: &[&'a str],
    others: &[&'a str],
) -> Result<(), Fault> {
    let beginning = format!("grid table {table} --from {from}");
    let named = |run: &FoundBy| -> Option<Vec<&'a str>> {
        let rest = run.command.strip_prefix(&beginning)?;
        if rest.is_empty() {
            return Some(others.to_vec());
        }
        let names = rest.strip_prefix(" --glyphs ")?.split(',');
        names
            .map(|name| others.iter().copied().find(|other| *other == name))
            .collect()
    };
    found_by.check(|run| named(run).is_some())?;
    let asked: BTreeSet<&str> = found_by.runs().filter_map(named).flatten().collect();
    let there: BTreeSet<&str> = targets.iter().copied().collect();
    match asked.symmetric_difference(&there).next() {
        None => Ok(()),
        Some(shape) => Err(Fault::Provenance(format!(
            "from {from}: shape '{shape}' is {}",
            if there.contains(shape) {
                "a target that no run looks for"
            } else {
                "missing, which a run looks for"
            }
        ))),
    }
}

/// `grid table NAME --pair-states COUNT --from SHAPE --glyphs SHAPE,SHAPE`; the count.
pub(crate) fn grid_pair(
    found_by: &FoundBy,
    table: &str,
    from: &str,
    to: &str,
) -> Result<u64, Fault> {
    let beginning = format!("grid table {table} --pair-states ");
    let end = format!(" --from {from} --glyphs {from},{to}");
    let states = |run: &FoundBy| {
        let command = run.command.strip_prefix(&beginning)?;
        command.strip_suffix(&end)?.parse().ok()
    };
    found_by.check(|run| states(run).is_some())?;
    states(found_by).ok_or_else(|| Fault::Provenance("it names no number of states".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert!(reversal(&found_by("checkers --reverse 4"), 4).is_ok());
        assert!(reversal(&found_by("checkers --reverse 3"), 4).is_err());
        assert_eq!(
            grid_pair(
                &found_by("grid table t --pair-states 9 --from a --glyphs a,b"),
                "t",
                "a",
                "b"
            )
            .unwrap(),
            9
        );
    }
}
