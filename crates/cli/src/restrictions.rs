//! Arguments for the puzzle, restrictions and prune rules.

use anyhow::Context;
use clap::Args;
use std::collections::BTreeSet;
use tait_linear::{BlockLength, BlockSet, FinalType, PruneRules, Puzzle, Restrictions};

/// The farthest position of a first coin: far enough from the ends of the number range for every
/// size.
const FARTHEST_START: i64 = 1 << 59;

/// Restrictions on a solution, as arguments.
#[derive(Debug, Args)]
#[command(next_help_heading = "Restrictions")]
pub(crate) struct RestrictionArguments {
    /// Allowed blocks beside the starting row: R1, L1, L1R1, R1R2, L1L2 or any
    #[arg(long, value_name = "SET", default_value_t = BlockSet::ANY)]
    pub(crate) blocks: BlockSet,

    /// Type of the final row: white (begins with a nickel) or black (begins with a penny)
    #[arg(long = "type", value_name = "TYPE")]
    pub(crate) final_type: Option<FinalType>,

    /// Distance of the final row to the right of the starting row (negative: to the left)
    #[arg(long, value_name = "DISTANCE", allow_hyphen_values = true,
          value_parser = clap::value_parser!(i64).range(-FARTHEST_START..=FARTHEST_START))]
    pub(crate) shift: Option<i64>,

    /// Positions of stationary coins, in the numbering that --start sets
    #[arg(
        long,
        value_name = "POS,...",
        value_delimiter = ',',
        allow_hyphen_values = true
    )]
    pub(crate) stationary: Vec<i64>,
}

impl RestrictionArguments {
    /// Returns the restrictions as the engines take them: positions with the first coin at 1.
    pub(crate) fn restrictions(&self, start: i64) -> Restrictions {
        let from_1 = |position: &i64| position.saturating_sub(start).saturating_add(1);
        let stationary: BTreeSet<i64> = self.stationary.iter().map(from_1).collect();
        Restrictions {
            blocks: self.blocks,
            final_type: self.final_type,
            shift: self.shift,
            stationary: stationary.into_iter().collect(),
        }
    }
}

/// The prune rules, as arguments.
#[derive(Debug, Args)]
#[command(next_help_heading = "Engine")]
pub(crate) struct RuleArguments {
    /// Disable pruning by pair counts
    #[arg(long)]
    pub(crate) no_pair_rule: bool,

    /// Disable pruning by k-blocks
    #[arg(long)]
    pub(crate) no_block_rule: bool,
}

impl RuleArguments {
    pub(crate) const fn rules(&self) -> PruneRules {
        PruneRules {
            pairs: !self.no_pair_rule,
            blocks: !self.no_block_rule,
        }
    }
}

/// The puzzle, as arguments.
#[derive(Debug, Args)]
pub(crate) struct PuzzleArguments {
    /// Number of adjacent coins that a move slides
    #[arg(value_name = "K")]
    k: u64,

    /// Number of nickels, which is also the number of pennies
    #[arg(value_name = "N", required = true)]
    n: Option<u64>,

    /// Position of the first coin
    #[arg(long, value_name = "POS", default_value_t = 1, allow_hyphen_values = true,
          value_parser = clap::value_parser!(i64).range(-FARTHEST_START..=FARTHEST_START))]
    pub(crate) start: i64,
}

impl PuzzleArguments {
    pub(crate) fn puzzle(&self) -> anyhow::Result<Puzzle> {
        let n = self.n.context("the number of nickels, N, is missing")?;
        Ok(Puzzle::new(self.k, n)?)
    }

    /// Returns the number of coins that a move slides.
    pub(crate) fn k(&self) -> anyhow::Result<BlockLength> {
        Ok(BlockLength::new(self.k)?)
    }
}
