//! `tait shuffling VARIANT N`.

mod searching;
mod table;

use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::limits::LimitArguments;
use crate::moves::{self, FORMATS};
use crate::remarks::tell_run;
use anyhow::bail;
use clap::Args;
use searching::Search;
use tait_atlas::NamedRun;
use tait_atlas::map::Range;
use tait_generator::shuffling::{Algorithm, ExplicitSolution};
use tait_generator::stream::MoveRange;
use tait_vacancy::Puzzle;
use tait_vacancy::shuffling::{Shuffling, Variant};

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
        return table::list(globals);
    }
    if let (true, Some(sizes)) = (arguments.table, arguments.sizes) {
        return table::run(sizes, arguments.constrained, &arguments.limits, globals);
    }
    if let (true, Some(sizes)) = (arguments.restrictions, arguments.sizes) {
        return table::restrictions(sizes, &arguments.limits, globals);
    }
    let (Some(variant), Some(n)) = (arguments.variant, arguments.size) else {
        bail!("expected a variant and a size, such as tait shuffling 'S(n,n,r)' 10");
    };
    let free = Shuffling::new(variant, n)?;
    if let Some(algorithm) = arguments.algorithm {
        return tell_run(&NamedRun::by(algorithm, free)?, free.into(), globals);
    }
    let puzzle = if arguments.constrained {
        free.constrained()
    } else {
        free
    };
    let format = globals.format_or(Format::Text);
    if puzzle.is_constrained() && puzzle.weights_differ() {
        let reason = "no solution: a move of two coins of different colours keeps the weight of the row, \
                      but the first and the last row have different weights";
        return searching::none(puzzle, reason, format, globals);
    }
    let search = Search {
        puzzle,
        limits: &arguments.limits,
        globals,
    };
    let formula = ExplicitSolution::new(puzzle);
    match formula {
        _ if arguments.all => search.list(format.among(&FORMATS)?),
        _ if arguments.count => search.count(format),
        Ok(_) if arguments.optimum => searching::number(puzzle, "optimum", n, format),
        Ok(solution) => {
            globals.remark(&format!("{puzzle}: {n} moves, optimal: n is a lower bound"));
            moves::write(&solution, arguments.moves, Puzzle::from(puzzle), format)?;
            Ok(Exit::Done)
        }
        Err(_) => search.shortest(|found| {
            let count = found.len();
            if arguments.optimum {
                return searching::number(puzzle, "optimum", count, format);
            }
            globals.remark(&format!(
                "{puzzle}: {count} moves, optimal by exhaustive search"
            ));
            moves::write(found, arguments.moves, Puzzle::from(puzzle), format)?;
            Ok(Exit::Done)
        }),
    }
}
