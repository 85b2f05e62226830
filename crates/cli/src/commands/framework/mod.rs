//! `tait framework K`, the main job.

mod auxiliary;
mod doubles;
mod family_table;
mod searching;

use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::limits::{FRESH, LimitArguments};
use crate::output::print_table;
use crate::restrictions::RestrictionArguments;
use auxiliary::phase_1;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use family_table::show;
use tait_framework::Parity;
use tait_jobs::{forget_family_run, stored_family};
use tait_linear::{AuxiliaryOffsets, BlockLength};
use tait_store::FamilyCommand;

/// Arguments of `framework`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Number of adjacent coins that a move slides
    #[arg(value_name = "K")]
    k: u64,

    /// Phase to run: list the solutions of the auxiliary puzzle (1) or search for bases (2)
    #[arg(long, value_name = "PHASE", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=2))]
    phase: u8,

    /// In phase 1: allow different offsets in the two halves
    #[arg(long)]
    free_offsets: bool,

    /// In phase 1: print the moves of the solution with these offsets, such as 2,0,1, to be verified
    #[arg(long, value_name = "OFFSETS", conflicts_with_all = ["free_offsets", "prelude"])]
    offsets: Option<AuxiliaryOffsets>,

    /// In phase 1: show the preludes with which bases for n = N can begin
    #[arg(long, value_name = "N", conflicts_with_all = ["free_offsets", "time_limit", "memory_limit", "state_limit", "seed"])]
    prelude: Option<u64>,

    /// Search, as the thesis does, for one sequence of patterns that serves consecutive n without complements
    #[arg(long)]
    common_pattern: bool,

    /// With --common-pattern: parity of the n that need a base
    #[arg(long, value_parser = PossibleValuesParser::new(Parity::NAMES).map(|name| Parity::of_name(&name)),
          default_value = "all", requires = "common_pattern")]
    parity: Parity,

    /// For K > 8: search for the smallest base of each residue instead of any base
    #[arg(long, conflicts_with = "common_pattern")]
    smallest: bool,

    /// After the search for the smallest bases, search each smaller n of their residues exhaustively
    #[arg(long, conflicts_with = "common_pattern")]
    exhaustive: bool,

    /// Search for few solutions that extend by doubles: two for odd K, four for K = 6, 10, 14
    #[arg(long, conflicts_with_all = ["common_pattern", "smallest", "exhaustive", "estimate", "blocks", "final_type", "shift", "stationary"])]
    doubles: bool,

    /// First n to consider (with --exhaustive: to search exhaustively)
    #[arg(long, value_name = "N")]
    from: Option<u64>,

    /// Last n to consider (with --exhaustive: to search exhaustively; with --common-pattern: the first of the last 2k consecutive n)
    #[arg(long, value_name = "N")]
    to: Option<u64>,

    /// Bound the states of the search instead of searching, with the time that they take at a recorded speed
    #[arg(long, help_heading = "Output")]
    estimate: bool,

    #[arg(long, help = FRESH, help_heading = "Data")]
    fresh: bool,

    #[command(flatten)]
    restrictions: RestrictionArguments,

    #[command(flatten)]
    limits: LimitArguments,
}

pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let k = BlockLength::new(arguments.k)?;
    if let (Some(from), Some(to)) = (arguments.from, arguments.to) {
        anyhow::ensure!(from <= to, "--from {from} --to {to}: the range is empty");
    }
    if arguments.phase == 2 {
        anyhow::ensure!(!arguments.free_offsets, "--free-offsets needs --phase 1");
        anyhow::ensure!(arguments.prelude.is_none(), "--prelude needs --phase 1");
        anyhow::ensure!(arguments.offsets.is_none(), "--offsets needs --phase 1");
    } else {
        let restrictions = arguments.restrictions.restrictions(1);
        let phase_2 = [
            ("--from is", arguments.from.is_some()),
            ("--to is", arguments.to.is_some()),
            ("--common-pattern is", arguments.common_pattern),
            ("--smallest is", arguments.smallest),
            ("--exhaustive is", arguments.exhaustive),
            ("--doubles is", arguments.doubles),
            ("--estimate is", arguments.estimate),
            ("--fresh is", arguments.fresh),
            (
                "--blocks, --type, --shift and --stationary are",
                !restrictions.is_none(),
            ),
        ];
        if let Some((options, _)) = phase_2.iter().find(|(_, is_given)| *is_given) {
            anyhow::bail!("{options} for phase 2: phase 1 does not search for bases");
        }
        return phase_1(arguments, k, globals);
    }
    if arguments.doubles {
        return doubles::search(arguments, k, globals);
    }
    if arguments.estimate {
        let (request, range) = (
            searching::request(arguments, k),
            (arguments.from, arguments.to),
        );
        let table = globals.atlas()?.base_estimates(&request, range)?;
        print_table(&table, globals.format_or(Format::Text))?;
        return Ok(Exit::Done);
    }
    let store = globals.store_to_write()?;
    let command = command(arguments, k);
    let stored = match arguments.fresh {
        true => None,
        false => stored_family(&store, &command)?,
    };
    let place = (&store, &*command.variant());
    match stored {
        Some(stored) if stored.is_settled => {
            globals.remark("from the store, checked; --fresh searches again");
            forget_family_run(&store, &command.to_string())?;
            show(&stored.record, globals)
        }
        _ if arguments.common_pattern => searching::common(arguments, k, place, globals),
        stored => {
            let stored = stored.map(|stored| stored.record);
            searching::search(arguments, k, place, stored, globals)
        }
    }
}

/// Returns the command that finds a family again.
fn command(arguments: &Arguments, k: BlockLength) -> FamilyCommand {
    FamilyCommand {
        k,
        common: arguments.common_pattern.then_some(arguments.parity.word()),
        is_smallest: arguments.smallest,
        is_exhaustive: arguments.exhaustive,
        from: arguments.from,
        to: arguments.to,
        seed: arguments.limits.seed,
        restrictions: arguments.restrictions.restrictions(1),
    }
}
