//! `tait framework K`, the main job.

use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::limits::{FRESH, LimitArguments};
use crate::output::{print, print_prose, print_table, terminal_width};
use crate::remarks::tell_saved;
use crate::restrictions::RestrictionArguments;
use clap::Args;
use tait_atlas::explain::{doubles_family, family_table};
use tait_framework::CommonFailure;
use tait_jobs::{
    MadeFamily, family_request, forget_family_run, left_of_family, make_common_family,
    make_doubles, make_family, stored_family,
};
use tait_linear::{BlockLength, Family, Parity, Settles};
use tait_search::{Event, Sink as _, StopReason};
use tait_store::{FamilyCommand, FamilyRecord, Record, Store};
use tait_text::runs;

/// Arguments of `framework`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Number of adjacent coins that a move slides, at most 16: the search has a table of the 2^K sets of offsets
    #[arg(value_name = "K")]
    k: u64,

    /// Search, as the thesis does, for one sequence of patterns that serves consecutive n without complements
    #[arg(long)]
    common_pattern: bool,

    /// With --common-pattern: parity of the n that need a base
    #[arg(long, value_parser = ["all", "even", "odd"], default_value = "all", requires = "common_pattern")]
    parity: String,

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
    let command = arguments.command(k);
    if arguments.doubles {
        return search(arguments, &command, globals);
    }
    if arguments.estimate {
        let (request, range) = (family_request(&command), (arguments.from, arguments.to));
        let table = globals.atlas()?.base_estimates(&request, range)?;
        print_table(&table, globals.format_or(Format::Text))?;
        return Ok(Exit::Done);
    }
    let store = globals.store_to_write()?;
    let stored = match arguments.fresh {
        true => None,
        false => stored_family(&store, &command)?,
    };
    match stored {
        Some(stored) if stored.is_settled => {
            globals.remark("from the store, checked; --fresh searches again");
            forget_family_run(&store, &command.to_string())?;
            show(&stored.record, globals)
        }
        _ if arguments.common_pattern => common(arguments, &command, &store, globals),
        stored => {
            let stored = stored.map(|stored| stored.record);
            search_bases(arguments, &command, stored, &store, globals)
        }
    }
}

impl Arguments {
    /// Returns the command that finds a family again.
    fn command(&self, k: BlockLength) -> FamilyCommand {
        let parities = [Parity::Even, Parity::Odd];
        let is_asked = |parity: &Parity| self.parity == parity.name();
        FamilyCommand {
            k,
            common_pattern: self.common_pattern,
            parity: parities.into_iter().find(is_asked),
            // Where only the smallest bases are of use, nobody has to ask for them.
            smallest: (self.smallest || self.exhaustive) && Family::takes_any(k),
            exhaustive: self.exhaustive,
            doubles: self.doubles,
            from: self.from,
            to: self.to,
            seed: self.limits.seed,
            restrictions: self.restrictions.restrictions(1),
        }
    }
}

// The search for solutions that extend by doubles.

/// Searches for the bases that the stored family lacks, and prints the family.
fn search(
    arguments: &Arguments,
    command: &FamilyCommand,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    let format = globals
        .format_or(Format::Text)
        .among(&[Format::Text, Format::Json])?;
    let progress = arguments.limits.progress(globals)?;
    let (store, control) = (globals.store_to_write()?, progress.control());
    let made = make_doubles(command, &globals.run(&store, arguments.fresh, &control));
    progress.finish();
    let made = made?;
    if made.is_known {
        globals.remark("from the store, checked; --fresh searches again");
    }
    if let Some(record) = &made.family {
        match format {
            Format::Json => print(&Record::from(record.clone()).to_json()?)?,
            _ => print_prose(&doubles_family(&record.family))?,
        }
    }
    let Some(lack) = made.lack() else {
        return Ok(Exit::Done);
    };
    globals.remark(&match made.stopped {
        Some(_) => format!("{lack}; the same command continues from here"),
        None => lack,
    });
    Ok(Exit::Stopped)
}

// A family as text.

/// Prints a family.
fn show(record: &FamilyRecord, globals: &Globals) -> anyhow::Result<Exit> {
    match globals
        .format_or(Format::Text)
        .among(&[Format::Text, Format::Json])?
    {
        Format::Json => print(&Record::Family(record.clone()).to_json()?)?,
        _ => {
            print(&family_table(record, terminal_width())?)?;
            let k = record.family.k;
            let map = globals.atlas()?.map()?;
            let row = map.rows.iter().find(|row| row.k == k);
            let from = record.family.coverage().settles_from();
            if let Some((row, from)) = row.zip(from)
                && let Some(alone) = row.by_themselves(from)
            {
                globals.remark(&format!("k = {k}: family from {from}; {alone} by itself"));
            }
        }
    }
    Ok(Exit::Done)
}

// The search for bases, with its progress.

/// Runs phase 2 with one sequence of patterns for all bases.
fn common(
    arguments: &Arguments,
    command: &FamilyCommand,
    store: &Store,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    let progress = arguments.limits.progress(globals)?;
    let control = progress.control();
    let made = make_common_family(command, &globals.run(store, arguments.fresh, &control));
    progress.finish();
    let made = match made? {
        Ok(made) => made,
        Err(CommonFailure::Stopped(reason)) => {
            globals.remark(&format!("stopped: {reason}{}", again(reason)));
            return Ok(Exit::Stopped);
        }
        Err(CommonFailure::NotFound { excluded, .. }) => {
            globals.remark(&format!(
                "found no common pattern; a wider range may have one (--from, --to); {} of the windows have none for certain",
                excluded.len()
            ));
            return Ok(Exit::Stopped);
        }
        Err(failure) => return Err(failure.into()),
    };
    let kept = tell_saved(made.saved, globals);
    if made.is_another {
        globals
            .remark("kept the stored family: the new one does not settle every n that it settles");
    }
    show(&kept, globals)
}

/// Runs phase 2 with a permutation for each base, and with complements.
fn search_bases(
    arguments: &Arguments,
    command: &FamilyCommand,
    stored: Option<FamilyRecord>,
    store: &Store,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    let remarks = |event| match event {
        Event::Damaged { line } => globals.warn(&line),
        Event::Resumed { units, partials } => globals.remark(&format!(
            "continuing after {units} residues and {partials} attempts of an earlier run"
        )),
        event => globals.event(event),
    };
    let progress = arguments.limits.progress_with(globals, &remarks)?;
    if progress.is_shown() {
        let (settled, _) = left_of_family(store, command, arguments.fresh)?;
        let rounds = (globals.atlas()?).first_rounds(&family_request(command), &settled);
        progress.expect_seconds(rounds.ok().and_then(|rounds| rounds.seconds));
    }
    let control = progress.control();
    let made = make_family(
        command,
        stored,
        &globals.run(store, arguments.fresh, &control),
    );
    progress.finish();
    let MadeFamily {
        saved,
        without_base,
        open,
        stopped,
    } = made?;
    let exit = match saved {
        Some(saved) => show(&tell_saved(saved, globals), globals)?,
        None => Exit::Stopped,
    };
    let again = stopped.map_or("", again);
    if without_base.is_empty() {
        if open.is_empty() {
            return Ok(exit);
        }
        globals.remark(&match stopped {
            Some(reason) => format!(
                "stopped: {reason}; still to be searched exhaustively: n = {}{again}",
                runs(&open)
            ),
            None => format!(
                "n = {}: the exhaustive search is a plan of its own; the same command makes it",
                runs(&open)
            ),
        });
        return Ok(Exit::Stopped);
    }
    let residues = format!("n = {} modulo {}", runs(&without_base), 2 * command.k.get());
    globals.remark(&match stopped {
        Some(reason) => format!("stopped: {reason}; still without a base: {residues}{again}"),
        None => format!(
            "no base up to n = {} for {residues}",
            family_request(command).searched_to()
        ),
    });
    Ok(Exit::Stopped)
}

/// Returns what to say of going on after a stop. Where units are missing, others run them.
const fn again(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Missing => "",
        _ => "; the same command continues from here",
    }
}
