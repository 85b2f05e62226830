//! Restrictions on a solution, as arguments.

use clap::Args;
use tait_puzzle::linear::{BlockSet, FinalType, PruneRules, Puzzle, Restrictions};

/// Where a board may begin: far enough from the ends of the number range for every size.
const FARTHEST_START: i64 = 1 << 59;

/// What is asked of a solution besides being one.
#[derive(Debug, Args)]
#[command(next_help_heading = "Restrictions")]
pub(crate) struct RestrictionArguments {
    /// The k-blocks beside the starting row that may be used: R1, L1, L1R1, R1R2, L1L2 or any
    #[arg(long, value_name = "SET", default_value_t = BlockSet::ANY)]
    pub(crate) blocks: BlockSet,

    /// How the final row begins: white (a nickel) or black (a penny)
    #[arg(long = "type", value_name = "TYPE")]
    pub(crate) final_type: Option<FinalType>,

    /// How far the final row lies right of the starting row (negative: left)
    #[arg(long, value_name = "DISTANCE", allow_hyphen_values = true,
          value_parser = clap::value_parser!(i64).range(-FARTHEST_START..=FARTHEST_START))]
    pub(crate) shift: Option<i64>,

    /// Positions whose coins must never move, as the user sees them (with --start counted in)
    #[arg(
        long,
        value_name = "POS,...",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub(crate) stationary: Vec<i64>,
}

impl RestrictionArguments {
    /// As the engines want them: positions with the first coin at 1.
    pub(crate) fn restrictions(&self, start: i64) -> Restrictions {
        let mut stationary: Vec<i64> = self
            .stationary
            .iter()
            .map(|position| position.saturating_sub(start).saturating_add(1))
            .collect();
        stationary.sort_unstable();
        stationary.dedup();
        Restrictions {
            blocks: self.blocks,
            final_type: self.final_type,
            shift: self.shift,
            stationary,
        }
    }
}

/// The prune rules, as arguments.
#[derive(Debug, Args)]
#[command(next_help_heading = "Engine")]
pub(crate) struct RuleArguments {
    /// Do not prune by pair counts
    #[arg(long)]
    pub(crate) no_pair_rule: bool,

    /// Do not prune by k-blocks
    #[arg(long)]
    pub(crate) no_block_rule: bool,
}

impl RuleArguments {
    /// The rules.
    pub(crate) const fn rules(&self) -> PruneRules {
        PruneRules {
            pairs: !self.no_pair_rule,
            blocks: !self.no_block_rule,
        }
    }
}

/// Which puzzle.
#[derive(Debug, Args)]
pub(crate) struct PuzzleArguments {
    /// How many adjacent coins a move slides
    #[arg(value_name = "K")]
    k: u64,

    /// How many nickels, and how many pennies
    #[arg(value_name = "N")]
    n: u64,

    /// The position of the first coin
    #[arg(long, value_name = "POS", default_value_t = 1, allow_hyphen_values = true,
          value_parser = clap::value_parser!(i64).range(-FARTHEST_START..=FARTHEST_START))]
    pub(crate) start: i64,
}

impl PuzzleArguments {
    /// The puzzle.
    pub(crate) fn puzzle(&self) -> anyhow::Result<Puzzle> {
        Ok(Puzzle::new(self.k, self.n)?)
    }
}
