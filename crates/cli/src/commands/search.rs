//! The common part of the commands that search one puzzle.

use crate::exit::Exit;
use crate::globals::Globals;
use crate::limits::LimitArguments;
use crate::output;
use crate::restrictions::{PuzzleArguments, RestrictionArguments, RuleArguments};
use crate::terminal::Progress;
use crate::terminal::grouped;
use anyhow::bail;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::sync::Arc;
use tait_atlas::explain::search_estimate;
use tait_draw::Unit;
use tait_framework::{bounded, estimate};
use tait_linear::{Cuts, Engine, Exhaustion, Solution, SolveRequest};
use tait_search::{Event, Sink as _, Stopped};

/// Arguments of a search for a solution of one puzzle.
#[derive(Debug, Args)]
pub(crate) struct SearchArguments {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArguments,
    #[command(flatten)]
    pub(crate) restrictions: RestrictionArguments,
    #[command(flatten)]
    pub(crate) rules: RuleArguments,

    /// Search engine
    #[arg(long, default_value_t, value_parser = engines(), help_heading = "Engine")]
    pub(crate) engine: Engine,

    /// Count the successor states that each prune rule cuts (breadth-first search)
    #[arg(long, help_heading = "Output")]
    pub(crate) stats: bool,

    /// Estimate the cost of an exhaustive search instead of searching
    #[arg(long, help_heading = "Output")]
    pub(crate) estimate: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArguments,
}

/// Whether blocks are turned as they move.
#[derive(Debug, Args)]
#[command(next_help_heading = "Any row")]
pub(crate) struct TurnedArgument {
    /// Turn the block round as it moves, so that the order of its coins is reversed
    #[arg(id = "turned", long = "turned", conflicts_with_all = [
        "blocks", "final_type", "shift", "stationary", "no_pair_rule", "no_block_rule", "engine", "stats", "estimate",
    ])]
    pub(crate) is_turned: bool,
}

/// Returns the parser for the name of an engine, with a line of help for each.
fn engines() -> impl TypedValueParser<Value = Engine> {
    let named = Engine::ALL.map(|engine| {
        PossibleValue::new(engine.name()).help(match engine {
            Engine::Automatic => {
                "All engines in turn: IDA* for a moment, breadth-first while small, IDA* for a while, beams, \
                 then the exhaustive engines without a limit"
            }
            Engine::BreadthFirst => {
                "Layered breadth-first search in memory, which begins anew after an interruption"
            }
            Engine::IterativeDeepening => "IDA*",
            Engine::Bidirectional => {
                "Bidirectional breadth-first search, which goes on in the data directory when its layers do not fit"
            }
            Engine::External => {
                "Breadth-first search that keeps its layers in the data directory and stays within the memory limit; \
                 the same command continues after an interruption"
            }
        })
    });
    PossibleValuesParser::new(named).try_map(|name| name.parse::<Engine>())
}

impl SearchArguments {
    /// Returns the request for the libraries.
    pub(crate) fn request(&self) -> anyhow::Result<SolveRequest> {
        if self.stats && self.engine == Engine::External {
            bail!("--stats cannot be combined with --engine external: use --engine breadth");
        }
        Ok(SolveRequest {
            restrictions: self.restrictions.restrictions(self.puzzle.start),
            rules: self.rules.rules(),
            engine: self.engine,
            cuts: self.stats.then(Arc::<Cuts>::default),
            ..SolveRequest::new(self.puzzle.puzzle()?)
        })
    }
}

/// Prints how many successors the prune rules cut.
pub(crate) fn tell_cuts(request: &SolveRequest, globals: &Globals) {
    if let Some(cuts) = &request.cuts {
        let counts = cuts.counts();
        globals.remark(&format!(
            "pruned successors: {} by the pair-count rule, {} by the k-block rule",
            grouped(counts.pairs),
            grouped(counts.blocks)
        ));
    }
}

/// Prints how much memory the states took.
pub(crate) fn tell_memory(progress: &Progress<'_>, globals: &Globals) {
    globals.remark(&format!(
        "peak memory of stored states: {}",
        Unit::Bytes.words(progress.take_peak() as f64)
    ));
}

/// Prints the states per depth.
pub(crate) fn tell_states(states: &[u64], globals: &Globals) {
    for (depth, &count) in states.iter().enumerate() {
        globals.remark(&format!("depth {depth:>3}: {:>15} states", grouped(count)));
    }
}

/// Prints the searches that found nothing.
pub(crate) fn tell_exhausted(searched: &[Exhaustion], globals: &Globals) {
    for exhaustion in searched {
        globals.remark(&exhaustion.to_string());
    }
}

/// Ends the progress of a search. If it stopped, the last progress has the states that [`stopped`] names, and these include
/// the part of a layer that an engine reported and does not count in the end.
pub(crate) fn finish(progress: &Progress<'_>, stopped: Option<&mut Stopped>) {
    if let Some(stopped) = stopped {
        let states = &mut stopped.states;
        let counted = states.iter().sum();
        let all = progress.states().max(counted);
        states.extend((all > counted).then(|| all - counted));
        let share = None;
        progress.event(Event::Progress { states: all, share });
    }
    progress.finish();
}

/// Prints why a search stopped, and returns the exit.
pub(crate) fn stopped(
    moves: u32,
    stopped: &Stopped,
    limits: &LimitArguments,
    globals: &Globals,
) -> Exit {
    let total = stopped.states.iter().sum();
    globals.remark(&format!(
        "stopped during the search for {moves} moves, after {} states: {}",
        grouped(total),
        stopped.reason
    ));
    limits.exit(stopped.reason)
}

/// Returns the solution with its first coin at the position that the user chose.
pub(crate) fn placed(solution: &Solution, arguments: &SearchArguments) -> Solution {
    solution.at_start(arguments.puzzle.start)
}

/// Prints an estimate of the cost of the search for `n` moves.
pub(crate) fn tell_estimate(
    arguments: &SearchArguments,
    request: &SolveRequest,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    let progress = arguments.limits.progress(globals)?;
    let bounded = bounded(request, u32::try_from(request.puzzle.n())?)?;
    let begin = std::time::Instant::now();
    let estimated = estimate(&bounded, &progress.control());
    progress.finish();
    let estimate = match estimated {
        Ok(estimate) => estimate,
        Err(why) => return Ok(stopped(bounded.moves, &why, &arguments.limits, globals)),
    };
    let text = search_estimate(&estimate, bounded.moves, begin.elapsed());
    output::print(&text)?;
    Ok(Exit::Done)
}
