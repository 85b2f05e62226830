//! `tait wraps K`: wrap recursions and their bases.

mod report;
mod search;

use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::limits::LimitArguments;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};
use report::show;
use search::Search;
use std::ops::RangeInclusive;
use tait_atlas::map::Range;
use tait_jobs::{forget_wrap_run, wrap_searches};
use tait_puzzle::linear::wrap::{BoundedWrapSearch, WrapClass};
use tait_puzzle::linear::{BlockLength, FinalType};
use tait_store::wraps_variant;

/// The largest width that is tried when none is asked for.
const LAST_WIDTH: u32 = 28;

/// Arguments of `wraps`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// How many adjacent coins a move slides
    #[arg(value_name = "K")]
    k: u64,

    /// The width to search: how many outer moves there are [default: from 2 on, up to the first closed wrap]
    #[arg(long, value_name = "M", conflicts_with = "widths")]
    width: Option<u32>,

    /// The widths to search, such as 2..24
    #[arg(long, value_name = "A..B", value_parser = parse_widths)]
    widths: Option<RangeInclusive<u32>>,

    /// Split the inner puzzle left of its stationary penny Q; it is penny R of the whole (for odd K). More
    /// pennies, such as 1,3,1, are a cycle: wraps of each step around those of the step before make closed ones
    #[arg(long, value_name = "Q,R,...", value_parser = parse_pennies)]
    split: Option<Pennies>,

    /// With --split: the final type
    #[arg(long = "type", value_name = "TYPE", default_value_t = FinalType::Black, requires = "split",
          value_parser = PossibleValuesParser::new([
              PossibleValue::new("black").help("The first coin is a penny"),
              PossibleValue::new("white").help("The first coin is a nickel"),
          ]).try_map(|name| name.parse::<FinalType>()))]
    final_type: FinalType,

    /// Search also wraps that cannot be repeated: with shift 0, and of odd width
    #[arg(long, conflicts_with = "split")]
    one_shots: bool,

    /// Look for wraps with so many beams, rather than completely: for widths that are too large to see everything
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    beams: Option<u64>,

    /// With --beams: search narrower widths completely
    #[arg(
        long,
        value_name = "M",
        requires = "beams",
        default_value_t = 0,
        hide_default_value = true
    )]
    beams_from: u32,

    /// How many states of a layer a beam keeps
    #[arg(long, value_name = "STATES", default_value_t = 100_000, requires = "beams",
          value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    beam_width: u32,

    /// Search bases for the closed wraps, too, and make a family
    #[arg(long)]
    bases: bool,

    /// The largest size to consider as a base [default: until every residue is settled, 2M + 2K at most]
    #[arg(long, value_name = "N", requires = "bases")]
    to: Option<u64>,

    /// Search even when the result is stored
    #[arg(long, help_heading = "Data")]
    fresh: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

/// The numbers of the stationary penny, from the innermost puzzle outwards; at least two.
#[derive(Debug, Clone)]
struct Pennies(Vec<u32>);

impl Pennies {
    /// As text, with something between them.
    fn joined(&self, separator: &str) -> String {
        let numbers: Vec<String> = self.0.iter().map(u32::to_string).collect();
        numbers.join(separator)
    }
}

pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let k = BlockLength::new(arguments.k)?;
    let format = globals.format_or(Format::Text);
    let searches = arguments.searches(k)?;
    let store = globals.store()?;
    let stored = if arguments.fresh {
        None
    } else {
        store.wrap_search(k, &arguments.variant())?
    };
    let search = Search {
        arguments,
        k,
        store: &store,
        globals,
    };
    match stored {
        Some(record) if record.is_complete() => {
            globals.remark("from the store, checked; --fresh searches anew");
            forget_wrap_run(&store, &arguments.command())?;
            let families = store.wrap_families(k)?;
            let command = arguments.command();
            let family = families
                .into_iter()
                .find(|family| family.found_by.runs().any(|run| run.command == command));
            show(&record, family.as_ref(), format)
        }
        _ => search::search(&search, &searches, format),
    }
}

impl Arguments {
    /// The searches, in their order: by width, wraps that can be repeated first.
    fn searches(&self, k: BlockLength) -> anyhow::Result<Vec<BoundedWrapSearch>> {
        let widths = match (self.width, &self.widths) {
            (Some(width), _) => width..=width,
            (None, Some(widths)) => widths.clone(),
            (None, None) => 2..=LAST_WIDTH,
        };
        let classes = match &self.split {
            Some(_) => self.steps(),
            None if self.one_shots => vec![WrapClass::Closed, WrapClass::OneShot],
            None => vec![WrapClass::Closed],
        };
        // Without --one-shots a range is of closed wraps, whose widths are even.
        let is_odd_asked = self.one_shots || self.width.is_some();
        let is_range_asked = self.width.is_some() || self.widths.is_some();
        Ok(wrap_searches(
            k,
            widths,
            &classes,
            is_odd_asked,
            is_range_asked,
        )?)
    }

    /// How many beams look for wraps of a width; none where it is searched completely.
    fn beams_for(&self, width: u32) -> Option<u64> {
        self.beams.filter(|_| width >= self.beams_from)
    }

    /// The classes of split wraps that lead from each penny to the next, each once.
    fn steps(&self) -> Vec<WrapClass> {
        let mut classes = Vec::new();
        for step in self.split.iter().flat_map(|pennies| pennies.0.windows(2)) {
            let class = WrapClass::Split {
                final_type: self.final_type,
                inner_penny: step[0],
                outer_penny: step[1],
            };
            if !classes.contains(&class) {
                classes.push(class);
            }
        }
        classes
    }

    /// Whether wraps of several steps make closed ones.
    fn is_cycle(&self) -> bool {
        self.split
            .as_ref()
            .is_some_and(|pennies| pennies.0.len() > 2)
    }

    /// Whether the search ends with the first wrap that can be repeated.
    const fn ends_with_the_first(&self) -> bool {
        self.width.is_none() && self.widths.is_none()
    }

    /// The end of the file's name: what was asked for.
    fn variant(&self) -> String {
        wraps_variant(&self.command()).unwrap_or_default()
    }

    /// The command line that finds this again.
    fn command(&self) -> String {
        let mut text = format!("wraps {}", self.k);
        match (self.width, &self.widths) {
            (Some(width), _) => text.push_str(&format!(" --width {width}")),
            (None, Some(widths)) => {
                text.push_str(&format!(" --widths {}..{}", widths.start(), widths.end()));
            }
            (None, None) => {}
        }
        if let Some(pennies) = &self.split {
            text.push_str(&format!(" --split {}", pennies.joined(",")));
            if self.final_type == FinalType::White {
                text.push_str(" --type white");
            }
        }
        if self.one_shots {
            text.push_str(" --one-shots");
        }
        if let Some(beams) = self.beams {
            text.push_str(&format!(
                " --beams {beams} --beam-width {}",
                self.beam_width
            ));
            if self.beams_from > 0 {
                text.push_str(&format!(" --beams-from {}", self.beams_from));
            }
        }
        if self.bases {
            text.push_str(" --bases");
        }
        if let Some(to) = self.to {
            text.push_str(&format!(" --to {to}"));
        }
        if self.limits.seed != 1 {
            text.push_str(&format!(" --seed {}", self.limits.seed));
        }
        text
    }
}

fn parse_widths(text: &str) -> Result<RangeInclusive<u32>, String> {
    let Range { first, last } = text.parse()?;
    match (first.try_into(), last.try_into()) {
        (Ok(first), Ok(last @ ..=1000)) => Ok(first..=last),
        _ => Err("widths end at 1000".to_owned()),
    }
}

fn parse_pennies(text: &str) -> Result<Pennies, String> {
    let wrong = || {
        format!("'{text}' are no pennies: write Q,R, such as 1,1 or 1,3, or a cycle such as 1,3,1")
    };
    let pennies: Vec<u32> = text
        .split(',')
        .map(|penny| penny.parse().map_err(|_| wrong()))
        .collect::<Result<_, _>>()?;
    let is_cycle = pennies.len() > 2 && pennies.first() == pennies.last();
    if pennies.len() == 2 || is_cycle {
        Ok(Pennies(pennies))
    } else {
        Err(wrong())
    }
}
