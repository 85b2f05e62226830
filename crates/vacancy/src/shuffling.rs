//! The shuffling puzzle: black and white coins in a row with one vacant pair, in twelve variants.
//!
//! `n` black coins `b` and as many white coins `w`, or one white coin fewer, stand in a row of cells, with two adjacent
//! vacant cells `OO` at one end. A move takes two adjacent coins, in the same order, into the vacant cells, and leaves
//! their cells vacant. The left one of these names the move; cells count from 0. The grouped row, `bbbwwwOO`, has to
//! become the alternating row with the vacancy at the other end, `OOwbwbwb`, or vice versa. The source is D. Zhu, L.
//! Wang, J. Tian and X. Wang, *Efficient Algorithms for a Generalized Shuffling Problem*; its Table I lists the
//! [`Variant`]s.
//!
//! The row is a board of the linear puzzle for `k = 2` that leaves no choice of destination. Section I prints the cells
//! 0 to `2n - 1`, with the white coins on `n, n - 1, ..., 2n - 1`. The row must have the cells 0 to `2n + 1`, with the
//! white coins on `n` to `2n - 1`: otherwise there is no room for the vacancy.
//! A *change* is two adjacent coins of different colours. No variant is solved in fewer than `n` moves, except for the variants
//! of `2n - 1` coins when `n < 3`, which the source omits. `docs/theory.md`, *Shuffling*, has the proof, and the bound of a state
//! that engines use.

use crate::row::{Content, IllegalMove, Row, Rules};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use tait_space::{Backward, Flow, StateSpace};
use thiserror::Error;

// What the checker asks. It shares no code with the state space that engines search.

/// The largest size that can be replayed: its row takes 250 megabytes.
pub const LARGEST_REPLAY: u64 = 1_000_000_000;

impl Rules for Shuffling {
    fn start(&self) -> Row {
        let vacancy = self.start_vacancy();
        Row::of_colours(0..self.cells(), vacancy..vacancy + 2, |cell| {
            self.start_at(cell)
        })
    }

    fn landing(&self, row: &Row, cell: u64) -> Result<u64, IllegalMove> {
        let (vacancy, last) = (row.vacancy(), self.cells() - 1);
        if cell >= last {
            return Err(IllegalMove::Beyond { last });
        }
        if cell.abs_diff(vacancy) < 2 {
            return Err(IllegalMove::Vacant { vacancy });
        }
        match row.content(cell) {
            Some(colour) if self.is_constrained && row.content(cell + 1) == Some(colour) => {
                Err(IllegalMove::SameColour { colour })
            }
            _ => Ok(vacancy),
        }
    }

    fn wanted(&self, _: &Row, cell: u64) -> Content {
        self.goal_at(cell)
    }

    fn bound(&self) -> u64 {
        self.lower_bound()
    }
}

// Restrictions of the moves.
//
// Section V of the source asks what is left of the puzzle if a move may take only coins of different colours, and
// invites other restrictions. Three of them leave almost nothing:
//
// **Theorem.** No variant has a solution, whatever its `n`, if
//
// 1. a move may take only two coins of different colours, except for `n = 2` in S(n-1,n,r), S(n,n-1,l) and their
// inverses, which one move solves;
// 2. a move may take only two coins of one colour;
// 3. a move may take only coins beside the vacancy, so that the vacancy moves by two cells.
//
// *Proof.* 1 is the theorem on the [weight](super::weight()). 2: the alternating row has no two adjacent coins of one
// colour, so no move leaves it, and since moves can be undone, none leads to it. For `n = 1` with a single coin there
// is no pair, and with two coins these differ. 3: two coins that pass into the vacancy beside them pass no other coin, so
// the order of the coins never changes. It has to, as the grouped and the alternating row have different orders for
// `n >= 2`; for `n = 1` a single coin cannot move, and `bw` has to become `wb`. ∎

/// A restriction of the moves of the shuffling puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Restriction {
    /// Only two coins of different colours may move, as in the [constrained](Shuffling::constrained) puzzle.
    Unlike,
    /// Only two coins of one colour may move.
    Like,
    /// Only two coins beside the vacancy may move: the vacancy moves by two cells.
    ByTwo,
}

impl Restriction {
    /// All restrictions.
    pub const ALL: [Self; 3] = [Self::Unlike, Self::Like, Self::ByTwo];

    /// Returns whether a move is allowed: of coins that differ in colour or not, to a vacancy that many cells away.
    const fn allows(self, is_unlike: bool, distance: u32) -> bool {
        match self {
            Self::Unlike => is_unlike,
            Self::Like => !is_unlike,
            Self::ByTwo => distance == 2,
        }
    }

    /// Returns why there is no solution from `n = 3` on.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Unlike => "a weight of the row never changes",
            Self::Like => "no two coins of one colour are adjacent in the alternating row",
            Self::ByTwo => "the order of the coins never changes",
        }
    }
}

impl fmt::Display for Restriction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Unlike => "only coins of different colours",
            Self::Like => "only coins of one colour",
            Self::ByTwo => "the vacancy moves by two cells",
        })
    }
}

// One shuffling puzzle: its rows and its lower bound.

/// The largest supported size: every cell fits in an `i64`.
pub const LARGEST_SIZE: u64 = 1_000_000_000_000_000_000;

/// The reason why a size is not supported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SizeError {
    /// There are no coins, or too many.
    #[error("n = {0} is out of range: 1 <= n <= {LARGEST_SIZE}")]
    OutOfRange(u64),
    /// The row is too long for the checker.
    #[error("n = {n} is too large for the checker, which keeps the row in memory: n <= {largest}")]
    TooLargeToReplay {
        /// The size asked for.
        n: u64,
        /// The largest possible size.
        largest: u64,
    },
    /// The row is too long for a search.
    #[error("n = {n} is too large for a search: n <= {largest}")]
    TooLargeToSearch {
        /// The size asked for.
        n: u64,
        /// The largest possible size.
        largest: u64,
    },
}

/// A shuffling puzzle of one variant and size.
///
/// ```
/// use tait_vacancy::Content;
/// use tait_vacancy::shuffling::Shuffling;
/// let puzzle = Shuffling::new("S(n,n-1,r)".parse()?, 4)?;
/// assert_eq!(puzzle.to_string(), "shuffling S(n,n-1,r) n=4");
/// assert_eq!((puzzle.coins(), puzzle.cells(), puzzle.lower_bound()), (7, 9, 4));
/// assert_eq!((puzzle.start_at(0), puzzle.start_at(8)), (Content::Black, Content::Vacancy));
/// assert_eq!((puzzle.goal_at(0), puzzle.goal_at(8)), (Content::Vacancy, Content::Black));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shuffling {
    variant: Variant,
    n: u64,
    is_constrained: bool,
}

impl Shuffling {
    /// Creates the puzzle of a variant and a size, in which any two adjacent coins may be moved.
    ///
    /// # Errors
    /// [`SizeError::OutOfRange`] unless `1 <= n <=` [`LARGEST_SIZE`].
    pub const fn new(variant: Variant, n: u64) -> Result<Self, SizeError> {
        if n == 0 || n > LARGEST_SIZE {
            return Err(SizeError::OutOfRange(n));
        }
        Ok(Self {
            variant,
            n,
            is_constrained: false,
        })
    }

    /// Returns the same puzzle restricted to moves of two coins of different colours (the open
    /// question of Section V of the source; see [`weight`](weight())).
    #[must_use]
    pub const fn constrained(self) -> Self {
        Self {
            is_constrained: true,
            ..self
        }
    }

    /// Returns the variant.
    #[must_use]
    pub const fn variant(self) -> Variant {
        self.variant
    }

    /// Returns `n`, the size.
    #[must_use]
    pub const fn n(self) -> u64 {
        self.n
    }

    /// Returns whether only coins of different colours may be moved together.
    #[must_use]
    pub const fn is_constrained(self) -> bool {
        self.is_constrained
    }

    /// Returns the number of coins, `2n` or `2n - 1`.
    #[must_use]
    pub const fn coins(self) -> u64 {
        match self.variant.grouping {
            Grouping::Equal => 2 * self.n,
            Grouping::BlackFirst | Grouping::WhiteFirst => 2 * self.n - 1,
        }
    }

    /// Returns the number of cells, two more than coins.
    #[must_use]
    pub const fn cells(self) -> u64 {
        self.coins() + 2
    }

    /// Returns the left one of the two vacant cells at the start.
    #[must_use]
    pub const fn start_vacancy(self) -> u64 {
        self.vacancy(self.variant.is_inverse)
    }

    /// Returns the left one of the two vacant cells at the end.
    #[must_use]
    pub const fn goal_vacancy(self) -> u64 {
        self.vacancy(!self.variant.is_inverse)
    }

    /// Returns the coin of a cell at the start, if there is one.
    #[must_use]
    pub const fn start_at(self, cell: u64) -> Content {
        self.colour(cell, self.variant.is_inverse)
    }

    /// Returns the coin of a cell at the end, if there is one.
    #[must_use]
    pub const fn goal_at(self, cell: u64) -> Content {
        self.colour(cell, !self.variant.is_inverse)
    }

    const fn vacancy(self, alternates: bool) -> u64 {
        match (self.variant.vacancy, alternates) {
            (Side::Right, false) | (Side::Left, true) => self.coins(),
            (Side::Right, true) | (Side::Left, false) => 0,
        }
    }

    const fn colour(self, cell: u64, alternates: bool) -> Content {
        let vacancy = self.vacancy(alternates);
        let coin = if cell < vacancy {
            cell
        } else if cell < vacancy + 2 || cell >= self.cells() {
            return Content::Vacancy;
        } else {
            cell - 2
        };
        let is_black = match (self.variant.grouping, alternates) {
            (Grouping::Equal, true) => coin % 2 == 1,
            (Grouping::BlackFirst | Grouping::WhiteFirst, true) => coin % 2 == 0,
            (Grouping::Equal | Grouping::BlackFirst, false) => coin < self.n,
            (Grouping::WhiteFirst, false) => coin >= self.n - 1,
        };
        Content::of_bit(is_black)
    }

    /// Returns a lower bound on the number of moves: `n`, or 1 for the sizes 1 and 2 of the
    /// variants with an odd number of coins (Theorem 1, corrected; `docs/theory.md`
    /// has the proof).
    #[must_use]
    pub const fn lower_bound(self) -> u64 {
        match self.variant.grouping {
            Grouping::BlackFirst | Grouping::WhiteFirst if self.n < 3 => 1,
            _ => self.n,
        }
    }
}

impl fmt::Display for Shuffling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "shuffling {} n={}", self.variant, self.n)?;
        if self.is_constrained {
            f.write_str(" constrained")?;
        }
        Ok(())
    }
}

// The state space that engines search.

/// The largest size that can be searched: 58 coins and the vacancy fill a key of 64 bits.
pub const LARGEST_SEARCH: u64 = 29;

/// A row in a form whose moves are fast.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ShufflingState {
    /// A bit for each cell, set where a black coin is.
    black: u64,
    /// The left vacant cell.
    vacancy: u32,
}

/// The state space of a puzzle. A move is the left cell of the pair that moves, counted from 0.
///
/// `docs/theory.md` proves the bound on the number of moves left. The search
/// leaves out only the states that this bound excludes. It does not use the theorem that a
/// [weight](weight()) rules out solutions of the constrained puzzle; it confirms that
/// theorem.
///
/// ```
/// use tait_vacancy::shuffling::{Shuffling, ShufflingSpace};
/// use tait_space::StateSpace;
/// let space = ShufflingSpace::new(Shuffling::new("S(n,n,r)".parse()?, 7)?)?;
/// assert_eq!(space.lower_bound(&space.starts()[0]), Some(7));
/// assert!(ShufflingSpace::new(Shuffling::new("S(n,n,r)".parse()?, 30)?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct ShufflingSpace {
    puzzle: Shuffling,
    restriction: Option<Restriction>,
    cells: u32,
    start: ShufflingState,
    goal: ShufflingState,
    /// The number of changes of colour in the final row.
    goal_changes: i32,
}

impl ShufflingSpace {
    /// Creates the state space of a puzzle.
    ///
    /// # Errors
    /// [`SizeError::TooLargeToSearch`] beyond [`LARGEST_SEARCH`].
    pub fn new(puzzle: Shuffling) -> Result<Self, SizeError> {
        let n = puzzle.n();
        if n > LARGEST_SEARCH {
            return Err(SizeError::TooLargeToSearch {
                n,
                largest: LARGEST_SEARCH,
            });
        }
        let row = |vacancy: u64, colour: &dyn Fn(u64) -> Content| ShufflingState {
            black: (0..puzzle.cells())
                .filter(|&cell| colour(cell) == Content::Black)
                .fold(0, |bits, cell| bits | 1 << cell),
            vacancy: vacancy as u32,
        };
        let mut space = Self {
            puzzle,
            restriction: puzzle.is_constrained().then_some(Restriction::Unlike),
            cells: puzzle.cells() as u32,
            start: row(puzzle.start_vacancy(), &|cell| puzzle.start_at(cell)),
            goal: row(puzzle.goal_vacancy(), &|cell| puzzle.goal_at(cell)),
            goal_changes: 0,
        };
        space.goal_changes = space.changes(space.goal);
        Ok(space)
    }

    /// Creates the state space of a puzzle whose moves are restricted. It uses none of the reasons why there may be no
    /// solution.
    ///
    /// ```
    /// use tait_space::{Flow, StateSpace};
    /// use tait_vacancy::shuffling::{Restriction, Shuffling, ShufflingSpace};
    /// let puzzle = Shuffling::new("S(n,n,r)".parse()?, 4)?;
    /// let space = ShufflingSpace::restricted(puzzle, Restriction::ByTwo)?;
    /// let mut moves = Vec::new();
    /// space.expand(&space.starts()[0], u32::MAX, &mut |cell, _| {
    ///     moves.push(cell);
    ///     Flow::Continue(())
    /// });
    /// assert_eq!(moves, [6]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As for [`new`](Self::new).
    pub fn restricted(puzzle: Shuffling, restriction: Restriction) -> Result<Self, SizeError> {
        Ok(Self {
            restriction: Some(restriction),
            ..Self::new(puzzle)?
        })
    }

    /// Returns the puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> Shuffling {
        self.puzzle
    }

    /// Returns the number of adjacent coins that differ in colour.
    const fn changes(&self, state: ShufflingState) -> i32 {
        let occupied = ((1 << self.cells) - 1) & !(0b11 << state.vacancy);
        let differ = (state.black ^ state.black >> 1) & occupied & occupied >> 1;
        differ.count_ones() as i32
    }

    /// Returns the bound on the number of moves left.
    fn bound(&self, state: ShufflingState) -> u32 {
        if state == self.goal {
            return 0;
        }
        let missing = self.goal_changes - self.changes(state);
        let is_at_end = state.vacancy == 0 || state.vacancy == self.cells - 2;
        // Halves, rounded up: a move gains or loses at most two changes of colour, a move into a
        // vacancy at an end gains at most one, and the last move loses at most one.
        let gains = (missing + i32::from(is_at_end)).max(0).cast_unsigned();
        let losses = (1 - missing).max(0).cast_unsigned();
        gains.max(losses).div_ceil(2).max(1)
    }

    /// Visits the pairs that may be moved, and the row after each.
    fn neighbours(
        &self,
        state: ShufflingState,
        visit: &mut dyn FnMut(u32, ShufflingState) -> Flow,
    ) -> Flow {
        for cell in (0..self.cells - 1).filter(|cell| cell.abs_diff(state.vacancy) >= 2) {
            let pair = state.black >> cell & 0b11;
            let (is_unlike, distance) =
                (pair == 0b01 || pair == 0b10, cell.abs_diff(state.vacancy));
            if self
                .restriction
                .is_some_and(|rule| !rule.allows(is_unlike, distance))
            {
                continue;
            }
            let after = ShufflingState {
                black: state.black & !(0b11 << cell) | pair << state.vacancy,
                vacancy: cell,
            };
            visit(cell, after)?;
        }
        Flow::Continue(())
    }
}

impl StateSpace for ShufflingSpace {
    type State = ShufflingState;
    /// The coins without the vacancy, and in the bits above them the place of the vacancy.
    type Key = u64;
    type Move = u64;

    fn starts(&self) -> Vec<ShufflingState> {
        vec![self.start]
    }

    fn key(&self, state: &ShufflingState) -> u64 {
        let right = state.black >> state.vacancy >> 2;
        let left = state.black & ((1 << state.vacancy) - 1);
        u64::from(state.vacancy) << 58 | right << state.vacancy | left
    }

    fn state(&self, key: &u64) -> ShufflingState {
        let vacancy = (key >> 58) as u32;
        let coins = key & ((1 << 58) - 1);
        let left = coins & ((1 << vacancy) - 1);
        ShufflingState {
            black: (coins >> vacancy) << vacancy << 2 | left,
            vacancy,
        }
    }

    fn expand(
        &self,
        state: &ShufflingState,
        budget: u32,
        visit: &mut dyn FnMut(u64, ShufflingState) -> Flow,
    ) {
        let _ = self.neighbours(*state, &mut |cell, after| {
            if self.bound(after) < budget {
                visit(u64::from(cell), after)
            } else {
                Flow::Continue(())
            }
        });
    }

    fn is_goal(&self, state: &ShufflingState) -> bool {
        *state == self.goal
    }

    fn lower_bound(&self, state: &ShufflingState) -> Option<u32> {
        Some(self.bound(*state))
    }
}

impl ShufflingSpace {
    /// Returns a state as text: a letter for each cell, and a point for a vacant one.
    #[must_use]
    pub fn letters(&self, state: &ShufflingState) -> String {
        let letter = |cell| match cell {
            _ if cell == state.vacancy || cell == state.vacancy + 1 => '.',
            _ if state.black >> cell & 1 == 1 => 'b',
            _ => 'w',
        };
        (0..self.cells).map(letter).collect()
    }
}

/// A move is undone by moving the same coins back, so the states that can be reached in one move are
/// also the predecessors.
impl Backward for ShufflingSpace {
    fn goals(&self, visit: &mut dyn FnMut(ShufflingState) -> Flow) {
        let _ = visit(self.goal);
    }

    fn predecessors(
        &self,
        state: &ShufflingState,
        _spent: u32,
        visit: &mut dyn FnMut(u64, ShufflingState) -> Flow,
    ) {
        // The move that leads here vacated the cells that are vacant now.
        let _ = self.neighbours(*state, &mut |_, before| {
            visit(u64::from(state.vacancy), before)
        });
    }
}

// The twelve variants of the puzzle and their names (Table I of the source).

/// The number of coins of each colour, and their order when they are grouped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grouping {
    /// `(n, n)`: `n` black coins, then `n` white ones.
    Equal,
    /// `(n, n-1)`: `n` black coins, then `n - 1` white ones.
    BlackFirst,
    /// `(n-1, n)`: `n - 1` white coins, then `n` black ones.
    WhiteFirst,
}

/// An end of the row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The right end, `r`.
    Right,
    /// The left end, `l`.
    Left,
}

impl Side {
    /// Returns the other end.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Right => Self::Left,
            Self::Left => Self::Right,
        }
    }
}

/// One of the twelve variants of the puzzle.
///
/// A variant leads from the grouped row, with the vacancy at the end in its name, to the
/// alternating row with the vacancy at the other end; an inverse variant leads back.
///
/// ```
/// use tait_vacancy::shuffling::Variant;
/// let variant: Variant = "s^-1( N-1, N, L )".parse()?;
/// assert_eq!(variant.to_string(), "S^-1(n-1,n,l)");
/// assert_eq!("Sinv(n-1,n,l)".parse(), Ok(variant));
/// assert_eq!("s-1n-1nl".parse(), Ok(variant)); // no characters that a shell would interpret
/// assert_eq!(variant.inverse().to_string(), "S(n-1,n,l)");
/// # Ok::<(), tait_vacancy::shuffling::VariantError>(())
/// ```
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(try_from = "String", into = "String")]
#[schemars(
    description = "One of the twelve variants of the shuffling puzzle, by its name in Table I.",
    extend("enum" = Variant::ALL.map(|variant| variant.to_string()))
)]
pub struct Variant {
    /// The numbers of coins, and their order in the grouped row.
    pub grouping: Grouping,
    /// The end at which the vacancy is in the grouped row.
    pub vacancy: Side,
    /// Whether the alternating row is the start.
    pub is_inverse: bool,
}

impl Variant {
    /// All twelve variants, in the order of Table I.
    pub const ALL: [Self; 12] = {
        use Grouping::{BlackFirst, Equal, WhiteFirst};
        use Side::{Left, Right};
        [
            Self::forward(Equal, Right),
            Self::forward(Equal, Left),
            Self::forward(Equal, Right).inverse(),
            Self::forward(Equal, Left).inverse(),
            Self::forward(BlackFirst, Right),
            Self::forward(WhiteFirst, Right),
            Self::forward(BlackFirst, Left),
            Self::forward(WhiteFirst, Left),
            Self::forward(BlackFirst, Right).inverse(),
            Self::forward(WhiteFirst, Right).inverse(),
            Self::forward(BlackFirst, Left).inverse(),
            Self::forward(WhiteFirst, Left).inverse(),
        ]
    };

    const fn forward(grouping: Grouping, vacancy: Side) -> Self {
        Self {
            grouping,
            vacancy,
            is_inverse: false,
        }
    }

    /// Returns the variant with the first and the final row exchanged.
    #[must_use]
    pub const fn inverse(self) -> Self {
        Self {
            is_inverse: !self.is_inverse,
            ..self
        }
    }

    /// Returns the mirror image of the variant, with the colours exchanged where Table I requires
    /// it.
    ///
    /// The left cell `x` of a pair becomes `cells - 2 - x`, and a solution remains a solution.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self {
            grouping: match self.grouping {
                Grouping::Equal => Grouping::Equal,
                Grouping::BlackFirst => Grouping::WhiteFirst,
                Grouping::WhiteFirst => Grouping::BlackFirst,
            },
            vacancy: self.vacancy.opposite(),
            ..self
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = if self.is_inverse { "S^-1" } else { "S" };
        let sizes = match self.grouping {
            Grouping::Equal => "n,n",
            Grouping::BlackFirst => "n,n-1",
            Grouping::WhiteFirst => "n-1,n",
        };
        let side = match self.vacancy {
            Side::Right => "r",
            Side::Left => "l",
        };
        f.pad(&format!("{name}({sizes},{side})"))
    }
}

/// The error of a text that does not name a variant.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown variant '{0}' of the shuffling puzzle: expected one of {all}", all = names())]
pub struct VariantError(String);

fn names() -> String {
    Variant::ALL.map(|variant| variant.to_string()).join(", ")
}

/// Accepts the names of Table I with `S^-1`, `S-1` or `Sinv` for an inverse, in upper or lower
/// case, with or without blanks, brackets and commas.
impl FromStr for Variant {
    type Err = VariantError;

    fn from_str(text: &str) -> Result<Self, VariantError> {
        let plain = |name: &str| -> String {
            name.chars()
                .filter(|letter| !letter.is_whitespace() && !"(){}^,_".contains(*letter))
                .flat_map(char::to_lowercase)
                .collect()
        };
        let wanted = plain(text).replacen("inv", "-1", 1);
        Self::ALL
            .into_iter()
            .find(|variant| plain(&variant.to_string()) == wanted)
            .ok_or_else(|| VariantError(tait_text::excerpt(text)))
    }
}

impl TryFrom<String> for Variant {
    type Error = VariantError;

    fn try_from(name: String) -> Result<Self, VariantError> {
        name.parse()
    }
}

impl From<Variant> for String {
    fn from(variant: Variant) -> Self {
        variant.to_string()
    }
}

// The constrained puzzle, in which only coins of different colours may be moved: an invariant that
// settles it for every size.
//
// The source leaves open (Section V) what an optimal solution is when a move may take only two adjacent coins of
// different colours, and whether one can be generated fast. There is almost nothing to generate:
//
// **Theorem.** The constrained puzzle has no solution, whatever its variant and `n`, except for `n = 2` in the
// variants S(n-1,n,r), S(n,n-1,l) and their inverses. One move solves these.
//
// *Proof.* Read the row from left to right as a path that begins at height 0 and goes up by one with
// a black coin and down by one with a white one. The vacancy goes neither up nor down. The *level* of
// a coin is the lower one of the two heights it joins. The **weight** of a row is the sum of the levels
// of all coins, plus twice the height of the vacancy.
//
// *A move of two coins of different colours does not change the weight.* Such a pair, `bw` or `wb`, ends at the height
// it begins at, and so does the vacancy. So no other coin changes its level. Let the pair begin at height `h` and the
// vacancy be at height `g`. Both coins of the pair have level `h` (`bw`) or `h - 1` (`wb`). When they are in the
// vacancy, they have level `g` or `g - 1`, and the vacancy is at height `h`. The levels change by `2(g - h)`, and
// twice the height of the vacancy by `2(h - g)`.
//
// The weights of the rows are, with the vacancy on the right (r) or on the left (l):
//
// | row | sum of levels | weight, r | weight, l |
// | --- | --- | --- | --- |
// | `n` times `b`, `n` times `w` | `n(n-1)` | `n(n-1)` | `n(n-1)` |
// | `n` times `wb` | `-2n` | `-2n` | `-2n` |
// | `n` times `b`, `n-1` times `w` | `n(n-1)` | `n(n-1) + 2` | `n(n-1)` |
// | `n-1` times `w`, `n` times `b` | `-n(n-1)` | `2 - n(n-1)` | `-n(n-1)` |
// | `bwb...wb`, `2n-1` coins | 0 | 2 | 0 |
//
// A variant leads from a grouped row to the alternating row with the vacancy at the other end, or back, so it requires
//
// * (n,n): `n(n-1) = -2n`, which does not hold for any `n >= 1`;
// * S(n,n-1,r): `n(n-1) + 2 = 0`, and S(n-1,n,l): `-n(n-1) = 2`, which do not hold for any `n`;
// * S(n-1,n,r): `2 - n(n-1) = 0`, and S(n,n-1,l): `n(n-1) = 2`, which hold for `n = 2` only.
//
// One move is then enough: `wbbOO` becomes `OObwb`. ∎
//
// It does not help to accept any alternating row. With the vacancy anywhere, `2n` coins in the order `bw...bw` have
// weight 0 or 2, in the order `wb...wb` they have `-2n` or `-2n - 2`, and `2n - 1` coins have 0 or 2 (or, when they
// begin with the rarer colour, they do not alternate). The start has `n(n-1)`, `n(n-1) + 2`, `-n(n-1)` or
// `2 - n(n-1)`. Among rows with the same number of coins, no start has the weight of an alternating row for `n >= 3`.
// (Rows with different numbers of coins may agree: for `n = 3` both the `2n - 1` coins `wwbbb` with the vacancy on the
// left and the `2n` coins `wbwbwb` have weight -6. But no move adds a coin.)
//
// The number of rows that can be reached from the grouped row was computed for `n` up to 29. In S(n,n,r) it is
// `1, 2, 4, 7, 12, 19, 30, ...` for `n = 0, 1, 2, ...`, the sums `p(0) + ... + p(n)` of the numbers of partitions.
// This is a computed result, not a theorem; the theorem above does not need it.

/// Returns the weight of a row, which no move of two coins of different colours changes.
///
/// ```
/// use tait_vacancy::Replay;
/// use tait_vacancy::shuffling::{Shuffling, weight};
/// let mut replay = Replay::new(Shuffling::new("S(n,n,r)".parse()?, 5)?.constrained())?;
/// for cell in [4, 9, 3] {
///     assert_eq!(weight(replay.row().contents()), 20);
///     let _ = replay.play(cell)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn weight(cells: impl IntoIterator<Item = Content>) -> i128 {
    let (mut height, mut sum) = (0, 0);
    for cell in cells {
        match cell {
            Content::Black => {
                sum += height;
                height += 1;
            }
            Content::White => {
                height -= 1;
                sum += height;
            }
            // Each of the two vacant cells counts the height once.
            _ => sum += height,
        }
    }
    sum
}

impl Shuffling {
    /// Returns whether the weights of the first and the final row differ, in which case the constrained puzzle has no
    /// solution.
    ///
    /// ```
    /// use tait_vacancy::shuffling::{Shuffling, Variant};
    /// for variant in Variant::ALL {
    ///     assert!(Shuffling::new(variant, 1_000_000_000)?.weights_differ());
    /// }
    /// assert!(!Shuffling::new("S(n-1,n,r)".parse()?, 2)?.weights_differ());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn weights_differ(self) -> bool {
        use Grouping;
        use Side;
        let variant = self.variant();
        let n = self.n() as i128;
        let (grouped, alternating, end) = match variant.grouping {
            Grouping::Equal => (n * (n - 1), -2 * n, 0),
            Grouping::BlackFirst => (n * (n - 1), 0, 1),
            Grouping::WhiteFirst => (-n * (n - 1), 0, 1),
        };
        let (grouped, alternating) = match variant.vacancy {
            Side::Right => (grouped + 2 * end, alternating),
            Side::Left => (grouped, alternating + 2 * end),
        };
        grouped != alternating
    }
}
