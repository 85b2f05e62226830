//! `tait wraps K`: wraps and their bases.

use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::limits::{FRESH, LimitArguments};
use crate::output::{print, terminal_width};
use crate::remarks::tell_saved;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};
use std::str::FromStr;
use tait_atlas::map::Range;
use tait_atlas::wrap_report;
use tait_jobs::{StoredWraps, WrapRequest, forget_wrap_run, make_wraps};
use tait_linear::wrap::InnerRequirement;
use tait_linear::{BlockLength, BlockSet, FinalType, PuzzleError};
use tait_search::{Event, Sink as _};
use tait_store::{Pennies, Span, Store, WrapFamilyRecord, WrapSearchRecord, WrapsCommand};

/// The heading of options that few need.
const EXPERT: &str = "Expert options";

/// Arguments of `wraps`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Number of adjacent coins that a move slides
    #[arg(value_name = "K")]
    k: u64,

    /// Widths to search, numbers of outer moves: one, or the first and the last [default: from 2 up to the first closed wrap]
    #[arg(long, alias = "width", value_name = "A..B")]
    widths: Option<Widths>,

    /// For odd K: search split wraps, from stationary penny Q of the inner puzzle to stationary penny R of the whole.
    /// More pennies, such as 1,3,1, form a cycle: the wraps of its steps, one around another, make closed wraps
    #[arg(long, value_name = "Q,R,...", help_heading = EXPERT)]
    split: Option<Pennies>,

    /// With --split: type of the final row
    #[arg(long = "type", value_name = "TYPE", default_value_t = FinalType::Black, requires = "split", help_heading = EXPERT,
          value_parser = PossibleValuesParser::new([
              PossibleValue::new("black").help("The first coin is a penny"),
              PossibleValue::new("white").help("The first coin is a nickel"),
          ]).try_map(|name| name.parse::<FinalType>()))]
    final_type: FinalType,

    /// Also search for wraps that cannot be repeated: those with shift 0, and those of odd width
    #[arg(long, conflicts_with = "split", help_heading = EXPERT)]
    one_shots: bool,

    /// Run COUNT beam searches instead of an exhaustive one, for widths that are too large for it
    #[arg(long, value_name = "COUNT", help_heading = EXPERT, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    beams: Option<u64>,

    /// With --beams: search widths below M exhaustively
    #[arg(long, value_name = "M", requires = "beams", help_heading = EXPERT)]
    beams_from: Option<u32>,

    /// Number of states that a beam keeps in each layer
    #[arg(long, value_name = "STATES", default_value_t = 100_000, requires = "beams", help_heading = EXPERT,
          value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    beam_width: u32,

    /// Also search for bases of the closed wraps, and make a family
    #[arg(long)]
    bases: bool,

    /// With --split and --bases: blocks that a base may use beside its row
    #[arg(long, value_name = "SET", default_value = "R1", requires_all = ["split", "bases"], help_heading = "Restrictions",
          value_parser = PossibleValuesParser::new(["R1", "L1R1"]).try_map(|name| name.parse::<BlockSet>()))]
    blocks: BlockSet,

    /// Largest size to consider as a base [default: until every residue is settled, at most 2M + 2K]
    #[arg(long, value_name = "N", requires = "bases")]
    to: Option<u64>,

    /// With --bases: search sizes up to N exhaustively, not with beams
    #[arg(long, value_name = "N", requires = "bases", help_heading = EXPERT)]
    exhaustive_to: Option<u64>,

    #[arg(long, help = FRESH, help_heading = "Data")]
    fresh: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text);
    let request = WrapRequest::new(arguments.asked()?)?;
    let (store, asked) = (globals.store_to_write()?, request.asked());
    let stored = match arguments.fresh {
        true => None,
        false => store.wrap_search(asked.k, &asked.variant())?,
    };
    match stored {
        Some(record) if record.is_complete() => {
            globals.remark("from the store, checked; --fresh searches again");
            forget_wrap_run(&store, &asked.to_string())?;
            let family = request.family(&store)?;
            show(&record, family.as_ref(), format)
        }
        _ => search(&request, arguments, &store, globals),
    }
}

/// Prints the result of a search. The exit code says whether there is a wrap.
fn show(
    record: &WrapSearchRecord,
    family: Option<&WrapFamilyRecord>,
    format: Format,
) -> anyhow::Result<Exit> {
    print(&wrap_report(record, family, format, terminal_width())?)?;
    Ok(match record.has_wrap() {
        Some(true) => Exit::Done,
        Some(false) => Exit::Refuted,
        None => Exit::Stopped,
    })
}

impl Arguments {
    /// Returns the request.
    fn asked(&self) -> Result<WrapsCommand, PuzzleError> {
        let (width, widths) = match self.widths.clone() {
            Some(Widths::Only(width)) => (Some(width), None),
            Some(Widths::Several(widths)) => (None, Some(widths)),
            None => (None, None),
        };
        Ok(WrapsCommand {
            k: BlockLength::new(self.k)?,
            width,
            widths,
            split: self.split.clone(),
            final_type: Some(self.final_type).filter(|it| *it != FinalType::Black),
            one_shots: self.one_shots,
            beams: self.beams,
            beam_width: self.beams.map(|_| self.beam_width.into()),
            beams_from: self.beams_from.filter(|from| *from > 0),
            bases: self.bases,
            blocks: Some(self.blocks).filter(|blocks| *blocks != InnerRequirement::ONE_SIDE),
            to: self.to,
            exhaustive_to: self.exhaustive_to,
            seed: self.limits.seed,
        })
    }
}

/// One width, which is searched also where it is odd, or several.
#[derive(Debug, Clone)]
enum Widths {
    Only(u32),
    Several(Span),
}

impl FromStr for Widths {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Range { first, last } = text.parse()?;
        match u32::try_from(first) {
            Ok(width) if !text.contains("..") => Ok(Self::Only(width)),
            _ if last <= 1000 => Ok(Self::Several(Span(first..=last))),
            _ => Err("the largest width is 1000".to_owned()),
        }
    }
}

// The search for wraps, with its progress.

/// Searches, stores the results, and shows them.
fn search(
    request: &WrapRequest,
    arguments: &Arguments,
    store: &Store,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    let asked = request.asked();
    let remarks = |event| match event {
        Event::Closed { wraps } => {
            if asked.split.as_ref().is_some_and(Pennies::is_cycle) {
                for wrap in &wraps {
                    globals.remark(&format!("closed by the cycle: {wrap}"));
                }
            }
            if !wraps.is_empty() && !asked.bases {
                globals
                    .remark("--bases searches for bases of the closed wraps, and makes a family");
            }
        }
        event => globals.event(event),
    };
    let progress = arguments.limits.progress_with(globals, &remarks)?;
    let control = progress.control();
    let made = make_wraps(request, &globals.run(store, arguments.fresh, &control));
    progress.finish();
    match made? {
        Err(reason) => {
            globals.remark(&format!(
                "stopped: {reason}; the same command continues from here"
            ));
            Ok(Exit::Stopped)
        }
        Ok(StoredWraps { search, family }) => {
            let family = family.map(|family| tell_saved(family, globals));
            let record = tell_saved(search, globals);
            show(&record, family.as_ref(), globals.format_or(Format::Text))
        }
    }
}
