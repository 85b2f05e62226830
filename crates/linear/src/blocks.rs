//! The `k`-blocks beside the starting row, and sets of them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A `k`-block beside `M`, the `2n` positions of the starting row: `L2 L1 M R1 R2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Block {
    /// The block left of `L1`.
    L2,
    /// The block left of `M`.
    L1,
    /// The block right of `M`.
    R1,
    /// The block right of `R1`.
    R2,
}

impl Block {
    /// All four blocks, from left to right.
    pub const ALL: [Self; 4] = [Self::L2, Self::L1, Self::R1, Self::R2];

    /// Returns its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::L2 => "L2",
            Self::L1 => "L1",
            Self::R1 => "R1",
            Self::R2 => "R2",
        }
    }

    /// Returns the block's mirror image.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        match self {
            Self::L2 => Self::R2,
            Self::L1 => Self::R1,
            Self::R1 => Self::L1,
            Self::R2 => Self::L2,
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// A set of `k`-blocks, written `R1`, `L1R1`, ..., or `any` for all four.
///
/// An `n`-move solution uses one of R1, L1, L1R1, R1R2 and L1L2 (Proposition 2.2.3), so `any` does
/// not restrict a search at all.
///
/// ```
/// use tait_linear::{Block, BlockSet};
/// let blocks: BlockSet = "L1R1".parse()?;
/// assert!(blocks.contains(Block::L1) && !blocks.contains(Block::R2));
/// assert_eq!(blocks.to_string(), "L1R1");
/// assert_eq!("any".parse::<BlockSet>()?, BlockSet::ANY);
/// # Ok::<(), String>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(description = "A set of k-blocks such as R1 or L1R1; any stands for all four.")]
#[schemars(extend("enum" = written()))]
pub struct BlockSet(u8);

/// Every block: no restriction.
impl Default for BlockSet {
    fn default() -> Self {
        Self::ANY
    }
}

/// Returns the sets in their written form, for the schema.
fn written() -> Vec<String> {
    let sets = BlockSet::OF_PROPOSITION.into_iter();
    let sets = sets.chain([BlockSet::ANY, BlockSet::NONE]);
    sets.map(String::from).collect()
}

impl BlockSet {
    /// No block.
    pub const NONE: Self = Self(0);
    /// All four blocks.
    pub const ANY: Self = Self(15);
    /// The sets that an `n`-move solution can use, smallest first.
    pub const OF_PROPOSITION: [Self; 5] = [
        Self::of(&[Block::R1]),
        Self::of(&[Block::L1]),
        Self::of(&[Block::L1, Block::R1]),
        Self::of(&[Block::R1, Block::R2]),
        Self::of(&[Block::L2, Block::L1]),
    ];

    /// Returns the set of these blocks.
    #[must_use]
    pub const fn of(blocks: &[Block]) -> Self {
        let mut bits = 0;
        let mut index = 0;
        while index < blocks.len() {
            bits |= blocks[index].bit();
            index += 1;
        }
        Self(bits)
    }

    /// Returns whether a block is in the set.
    #[must_use]
    pub const fn contains(self, block: Block) -> bool {
        self.0 & block.bit() != 0
    }

    /// Adds a block.
    pub fn insert(&mut self, block: Block) {
        self.0 |= block.bit();
    }

    /// Returns whether every block of this set is in the other set.
    #[must_use]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns the blocks, from left to right.
    pub fn iter(self) -> impl Iterator<Item = Block> {
        Block::ALL
            .into_iter()
            .filter(move |&block| self.contains(block))
    }

    /// Returns how many blocks left of `M` the set reaches: 0, 1 or 2.
    #[must_use]
    pub const fn reach_left(self) -> u32 {
        if self.contains(Block::L2) {
            2
        } else {
            self.contains(Block::L1) as u32
        }
    }

    /// Returns how many blocks right of `M` the set reaches: 0, 1 or 2.
    #[must_use]
    pub const fn reach_right(self) -> u32 {
        if self.contains(Block::R2) {
            2
        } else {
            self.contains(Block::R1) as u32
        }
    }

    /// Returns the set's mirror image.
    #[must_use]
    pub fn mirrored(self) -> Self {
        let mut image = Self::NONE;
        for block in self.iter() {
            image.insert(block.mirrored());
        }
        image
    }

    /// Returns the names of the blocks, from left to right.
    #[must_use]
    pub fn names(self) -> Vec<&'static str> {
        self.iter().map(Block::name).collect()
    }
}

impl fmt::Display for BlockSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::ANY => f.pad("any"),
            Self::NONE => f.pad("none"),
            _ => f.pad(&self.names().concat()),
        }
    }
}

impl FromStr for BlockSet {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.eq_ignore_ascii_case("any") {
            return Ok(Self::ANY);
        }
        if text == "none" {
            return Ok(Self::NONE);
        }
        let upper = text.to_ascii_uppercase();
        let mut set = Self::NONE;
        let mut rest = upper.as_str();
        while !rest.is_empty() {
            let Some(block) = Block::ALL.into_iter().find(|b| rest.starts_with(b.name())) else {
                return Err(format!(
                    "invalid block set '{}': expected R1, L1, L1R1, R1R2, L1L2 or any",
                    tait_text::excerpt(text)
                ));
            };
            set.insert(block);
            rest = &rest[2..];
        }
        if Self::OF_PROPOSITION.contains(&set) || set == Self::ANY {
            Ok(set)
        } else {
            Err(format!(
                "invalid block set '{}' for an n-move solution: expected R1, L1, L1R1, R1R2, L1L2 or any",
                tait_text::excerpt(text)
            ))
        }
    }
}

impl TryFrom<String> for BlockSet {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<BlockSet> for String {
    fn from(set: BlockSet) -> Self {
        set.to_string()
    }
}
