//! `tait starts K N`: the optimum of every row of `N` nickels and `N` pennies.

use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::limits::LimitArguments;
use crate::output::{print_prose, print_table};
use crate::terminal::grouped;
use anyhow::bail;
use clap::Args;
use tait_atlas::map::Range;
use tait_atlas::{start_table, start_text, starts_table};
use tait_draw::Unit;
use tait_framework::{MOST_STARTS, Starts, StartsError, starts};
use tait_linear::BlockLength;
use tait_linear::rows::{BoardError, MOST_POSITIONS};

/// Arguments of `tait starts`.
#[derive(Debug, Args)]
#[command(
    after_help = "Rows stand without gaps, and may end anywhere. Images of a row are its mirror image, and both with nickels \
                  and pennies exchanged; they need equally many moves. CSV and JSON list every row; tait plot starts draws \
                  how many rows need how many moves."
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    starts: StartArguments,

    /// Search only boards of this many positions, for a range one line each
    #[arg(long, value_name = "POSITIONS|A..B")]
    width: Option<Range>,

    /// For one N and one board, score how difficult each row is (see tait grid boards --design), on the board of the row and two blocks
    #[arg(long)]
    score: bool,
}

/// The sizes and the limits of the searches.
#[derive(Debug, Args)]
pub(crate) struct StartArguments {
    /// Number of adjacent coins that a move slides
    #[arg(value_name = "K")]
    k: u64,

    /// Number of nickels, which is also the number of pennies, or a range of them for a line each
    #[arg(value_name = "N|A..B")]
    n: Range,

    /// Turn the block round as it moves, so that the order of its coins is reversed
    #[arg(long = "turned")]
    is_turned: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

/// The searches that were finished, and the exit.
pub(crate) struct Searched {
    pub(crate) searches: Vec<Starts>,
    pub(crate) exit: Exit,
}

impl StartArguments {
    /// Searches each size, and scores its rows if asked.
    pub(crate) fn search(&self, score: bool, globals: &Globals) -> anyhow::Result<Searched> {
        if self.n.last > MOST_STARTS {
            return Err(StartsError::Size(self.n.last).into());
        }
        let sizes: Vec<_> = (self.n.first..=self.n.last).map(|n| (n, None)).collect();
        self.search_all(&sizes, score, globals)
    }

    /// Searches sizes, each on a board of its own if there is one.
    fn search_all(
        &self,
        all: &[(u64, Option<u32>)],
        score: bool,
        globals: &Globals,
    ) -> anyhow::Result<Searched> {
        let k = BlockLength::new(self.k)?;
        if score && all.len() > 1 {
            bail!("--score is for one N and one board: give numbers and not ranges");
        }
        let progress = self.limits.progress(globals)?;
        let (mut searches, mut exit, mut states) = (Vec::new(), Exit::Done, 0);
        for &(n, width) in all {
            let control = progress.control();
            let found =
                starts((k, n), self.is_turned, width, &control).and_then(|mut found| match score {
                    true => found.measure(width, &control).map(|()| found),
                    false => Ok(found),
                });
            match found {
                Ok(found) => searches.push(found),
                Err(StartsError::Stopped(reason, stored)) => {
                    (exit, states) = (self.limits.stopped(reason), stored);
                    break;
                }
                Err(error) => return Err(error.into()),
            }
        }
        progress.finish();
        states += searches.iter().map(|starts| starts.states).sum::<u64>();
        let peak = Unit::Bytes.words(progress.take_peak() as f64);
        globals.remark(&format!(
            "{} states; peak memory of stored states: {peak}",
            grouped(states)
        ));
        Ok(Searched { searches, exit })
    }
}

pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let Arguments {
        starts,
        width,
        score,
    } = arguments;
    let (Searched { searches, exit }, widths) = match width {
        None => (starts.search(*score, globals)?, None),
        Some(_) if starts.n.first < starts.n.last => {
            bail!("--width is for one N: give a number and not a range")
        }
        Some(range) if range.last > MOST_POSITIONS.into() => {
            let wide = u32::try_from(range.last).unwrap_or(u32::MAX);
            return Err(BoardError::TooWide(wide).into());
        }
        Some(range) => {
            let widths = range.first as u32..=range.last as u32;
            let sizes = widths.clone().map(|width| (starts.n.first, Some(width)));
            let searched = starts.search_all(&sizes.collect::<Vec<_>>(), *score, globals)?;
            (searched, Some(widths.collect::<Vec<u32>>()))
        }
    };
    match (&searches[..], globals.format_or(Format::Text)) {
        ([], _) => {}
        ([one], Format::Text) => print_prose(&start_text(one))?,
        ([one], format) => print_table(&start_table(one), format)?,
        (all, format) => print_table(&starts_table(all, widths.as_deref()), format)?,
    }
    Ok(exit)
}
