//! `tait shuffling VARIANT N`.

use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::limits::LimitArguments;
use crate::moves;
use crate::moves::FORMATS;
use crate::output::{print, print_table};
use crate::remarks::{tell_run, tell_saved};
use crate::terminal::grouped;
use anyhow::bail;
use clap::Args;
use serde_json::json;
use std::time::Instant;
use tait_atlas::map::Range;
use tait_atlas::{NamedRun, Table, WEIGHTS_DIFFER, restriction_table, shuffling_cells};
use tait_framework::shuffling::{ShufflingOutcome, all_optimal, count_optimal, solve};
use tait_generator::shuffling::{Algorithm, ExplicitSolution};
use tait_generator::stream::MoveRange;
use tait_jobs::{ShufflingTable, keep_shuffling_table, search_shuffling_table};
use tait_search::Control;
use tait_store::{ShufflingCommand, Span};
use tait_vacancy::shuffling::{Shuffling, SizeError, Variant};
use tait_vacancy::{Puzzle, Replay};

/// Arguments of `tait shuffling`.
#[derive(Debug, Args)]
#[command(
    after_help = "A move names the left one of the two cells whose coins go to the vacant cells; cells are counted from 0. The \
                  variants have the names of the paper, such as 'S(n,n,r)' and 'S^-1(n-1,n,l)'; brackets, commas and \
                  the ^ are optional, as in snnr and s-1n-1nl. tait show shuffling VARIANT N draws a solution, tait \
                  verify --puzzle 'shuffling S(n,n,r) n=10' checks moves."
)]
pub(crate) struct Arguments {
    /// Variant of the puzzle; --list shows all
    #[arg(required_unless_present_any = ["list", "table", "restrictions"])]
    variant: Option<Variant>,
    /// Size: the number of coins of the colour that has more
    #[arg(required_unless_present_any = ["list", "table", "restrictions"], value_name = "N")]
    size: Option<u64>,
    /// Allow only moves of two coins of different colours
    #[arg(long)]
    constrained: bool,
    /// Print only moves A to B, counted from 1, both included
    #[arg(long, value_name = "A..B", group = "what")]
    moves: Option<MoveRange>,
    /// Run a recursive algorithm of the paper by its name, such as snnr, or its number, such as III.1: each call and its
    /// moves
    #[arg(
        long,
        value_name = "NAME",
        group = "what",
        conflicts_with = "constrained"
    )]
    algorithm: Option<Algorithm>,
    /// List all optimal solutions, by search
    #[arg(long, group = "what")]
    all: bool,
    /// Count the optimal solutions, by search
    #[arg(long, group = "what")]
    count: bool,
    /// Print the number of moves of an optimal solution
    #[arg(long, group = "what")]
    optimum: bool,
    /// List the variants, with their rows for n = 3
    #[arg(long, conflicts_with_all = ["variant", "what", "table", "restrictions", "constrained"])]
    list: bool,
    /// Show a table of all variants: the optimum and the number of optimal solutions. With --constrained, the
    /// table is stored
    #[arg(long, conflicts_with_all = ["variant", "what"], requires = "sizes", group = "tables")]
    table: bool,
    /// Show which puzzles can still be solved if the moves are restricted in three ways, by search
    #[arg(long, conflicts_with_all = ["variant", "what", "constrained"], requires = "sizes", group = "tables")]
    restrictions: bool,
    /// Sizes of the table: one, or the first and the last
    #[arg(long = "n", value_name = "A..B", requires = "tables")]
    sizes: Option<Range>,
    #[command(flatten)]
    limits: LimitArguments,
}

/// Runs `tait shuffling`.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    if arguments.list {
        return list(globals);
    }
    if let (true, Some(sizes)) = (arguments.table, arguments.sizes) {
        return run_table(sizes, arguments.constrained, &arguments.limits, globals);
    }
    if let (true, Some(sizes)) = (arguments.restrictions, arguments.sizes) {
        return restrictions(sizes, &arguments.limits, globals);
    }
    let (Some(variant), Some(n)) = (arguments.variant, arguments.size) else {
        bail!("expected a variant and a size, such as tait shuffling 'S(n,n,r)' 10");
    };
    let free = Shuffling::new(variant, n)?;
    if let Some(algorithm) = arguments.algorithm {
        let run = NamedRun::by(algorithm, free)?;
        return tell_run(&run, Puzzle::from(free), globals);
    }
    let puzzle = if arguments.constrained {
        free.constrained()
    } else {
        free
    };
    let format = globals.format_or(Format::Text);
    if puzzle.is_constrained() && puzzle.weights_differ() {
        return none(puzzle, WEIGHTS_DIFFER, format, globals);
    }
    let search = VariantSearch {
        puzzle,
        limits: &arguments.limits,
        globals,
    };
    let formula = ExplicitSolution::new(puzzle);
    match formula {
        _ if arguments.all => search.list(format.among(&FORMATS)?),
        _ if arguments.count => search.count(format),
        Ok(_) if arguments.optimum => number(puzzle, "optimum", n, format),
        Ok(solution) => {
            globals.remark(&format!("{puzzle}: {n} moves, optimal: n is a lower bound"));
            moves::write(&solution, arguments.moves, Puzzle::from(puzzle), format)?;
            Ok(Exit::Done)
        }
        Err(_) => search.shortest(|found| {
            let count = found.len();
            if arguments.optimum {
                return number(puzzle, "optimum", count, format);
            }
            globals.remark(&format!(
                "{puzzle}: {count} moves, optimal by exhaustive search"
            ));
            moves::write(found, arguments.moves, Puzzle::from(puzzle), format)?;
            Ok(Exit::Done)
        }),
    }
}

// The questions that are answered by search.

/// A search for the solutions of one puzzle.
struct VariantSearch<'a> {
    puzzle: Shuffling,
    limits: &'a LimitArguments,
    globals: &'a Globals,
}

impl VariantSearch<'_> {
    /// Passes a shortest solution to `then`.
    fn shortest(&self, then: impl FnOnce(&[u64]) -> anyhow::Result<Exit>) -> anyhow::Result<Exit> {
        let answer = self.ask(|control| solve(self.puzzle, control))?;
        self.tell(answer, |found| then(&found.moves))
    }

    /// Prints how many optimal solutions there are.
    fn count(&self, format: Format) -> anyhow::Result<Exit> {
        let answer = self.ask(|control| count_optimal(self.puzzle, control))?;
        self.tell(answer, |count| match count.solutions {
            Some(solutions) => number(self.puzzle, "solutions", solutions, format),
            None => bail!(
                "{}: the number of optimal solutions does not fit in 128 bits",
                self.puzzle
            ),
        })
    }

    /// Prints all optimal solutions.
    fn list(&self, format: Format) -> anyhow::Result<Exit> {
        let answer = self.ask(|control| all_optimal(self.puzzle, usize::MAX, control))?;
        self.tell(answer, |solutions| {
            let (puzzle, count) = (self.puzzle, solutions.len());
            let moves = solutions.first().map_or(0, Vec::len);
            self.globals.remark(&format!(
                "{puzzle}: all {count} optimal solutions, of {moves} moves"
            ));
            print(&moves::listed(puzzle.into(), &solutions, format))?;
            Ok(Exit::Done)
        })
    }

    fn ask<T>(
        &self,
        search: impl FnOnce(&Control<'_>) -> Result<T, SizeError>,
    ) -> anyhow::Result<T> {
        let progress = self.limits.progress(self.globals)?;
        let control = progress.control();
        let answer = search(&control);
        progress.finish();
        Ok(answer?)
    }

    fn tell<T>(
        &self,
        answer: ShufflingOutcome<T>,
        then: impl FnOnce(T) -> anyhow::Result<Exit>,
    ) -> anyhow::Result<Exit> {
        match answer {
            ShufflingOutcome::Optimal(found) => then(found),
            ShufflingOutcome::Unsolvable { states } => {
                let seen = grouped(states.iter().sum());
                let reason = format!(
                    "no solution: the search saw all rows that can be reached from the first or the last row, {seen} rows"
                );
                let format = self.globals.format_or(Format::Text);
                none(self.puzzle, &reason, format, self.globals)
            }
            ShufflingOutcome::Stopped(stopped) => {
                let states = grouped(stopped.states.iter().sum());
                let (puzzle, reason) = (self.puzzle, stopped.reason);
                self.globals.remark(&format!(
                    "{puzzle}: stopped after {states} states: {reason}"
                ));
                Ok(self.limits.exit(reason))
            }
        }
    }
}

/// Prints that there is no solution, and why.
fn none(
    puzzle: Shuffling,
    reason: &str,
    format: Format,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    globals.remark(&format!("{puzzle}: {reason}"));
    if format == Format::Json {
        let fields = moves::Named::fields(Puzzle::from(puzzle));
        print(&format!(
            "{{{fields},\"moves\":null,\"reason\":{}}}\n",
            json!(reason)
        ))?;
    }
    Ok(Exit::Refuted)
}

/// Prints a number that answers a question.
fn number(
    puzzle: Shuffling,
    what: &str,
    number: impl std::fmt::Display,
    format: Format,
) -> anyhow::Result<Exit> {
    let format = format.among(&[Format::Text, Format::Json])?;
    print(&match format {
        Format::Json => {
            let fields = moves::Named::fields(Puzzle::from(puzzle));
            format!("{{{fields},\"{what}\":{number}}}\n")
        }
        _ => format!("{number}\n"),
    })?;
    Ok(Exit::Done)
}

// The variants, and tables of their answers.

/// Lists the variants.
fn list(globals: &Globals) -> anyhow::Result<Exit> {
    let table = variants()?;
    print_table(&table, globals.format_or(Format::Text))?;
    Ok(Exit::Done)
}

/// Searches every variant for a range of sizes with restricted moves.
fn restrictions(sizes: Range, limits: &LimitArguments, globals: &Globals) -> anyhow::Result<Exit> {
    let progress = limits.progress(globals)?;
    let table = restriction_table(sizes.first..=sizes.last, &progress.control());
    progress.finish();
    match table? {
        Ok(table) => {
            print_table(&table, globals.format_or(Format::Text))?;
            Ok(Exit::Done)
        }
        Err(reason) => Ok(limits.stopped(reason)),
    }
}

/// Answers every variant for a range of sizes by search, and stores the answers to the constrained puzzle.
fn run_table(
    sizes: Range,
    constrained: bool,
    limits: &LimitArguments,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    let begin = Instant::now();
    let progress = limits.progress(globals)?;
    let Range { first, last } = sizes;
    let searched = search_shuffling_table(first..=last, constrained, &progress.control());
    progress.finish();
    let cells = match searched? {
        ShufflingTable::Complete(cells) => cells,
        ShufflingTable::Stopped { puzzle, reason } => {
            globals.remark(&format!("{puzzle}: stopped: {reason}"));
            return Ok(limits.exit(reason));
        }
    };
    let table = shuffling_cells(&cells);
    if constrained {
        let command = ShufflingCommand {
            constrained: true,
            table: true,
            n: Span(first..=last),
        };
        let made_by = (&*command.to_string(), begin.elapsed());
        let saved = keep_shuffling_table(cells, made_by, &globals.store()?)?;
        let _ = tell_saved(saved, globals);
    }
    print_table(&table, globals.format_or(Format::Text))?;
    Ok(Exit::Done)
}

/// Returns a table with a row for each variant of the shuffling puzzle: its first and its last row for three coins of
/// the colour that has more.
fn variants() -> anyhow::Result<Table> {
    let mut table = Table::new(&["variant", "first_row", "last_row"]);
    for variant in Variant::ALL {
        let row = |variant| -> anyhow::Result<String> {
            let row = Replay::new(Shuffling::new(variant, 3)?)?.row().to_string();
            Ok(row.replace('.', "O"))
        };
        let (first, last) = (row(variant)?, row(variant.inverse())?);
        table.push(vec![json!(variant), json!(first), json!(last)]);
    }
    Ok(table)
}
