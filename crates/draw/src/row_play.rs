//! A solution on a row, ready to be drawn.

use crate::error::DrawError;
use crate::face::Face;
use crate::figure::Figure;
use crate::frames::PlayedMove;
use crate::rows::Rows;
use std::fmt;
use std::ops::{Range, RangeInclusive};
use tait_linear::rows::{Boards, RowGoal, RowHeader, RowReplay, RowSolution};
use tait_linear::{
    AuxiliaryError, AuxiliaryHeader, AuxiliarySolution, BlockLength, Extension, Header, Move,
    MoveSequence, Puzzle, Replay, Size, Solution, check, rows,
};
use tait_vacancy as vacancy;

/// The maximum number of cells in a row.
pub const MOST_CELLS: u64 = 100_000;

/// The maximum number of moves.
pub const MOST_MOVES: u64 = 100_000;

/// A checked solution of a puzzle on a row, or its beginning: the linear puzzle, shuffling, checkers or a reversal.
///
/// Positions are those that users see. The cells reach from the first to the last position that a coin ever occupies.
///
/// ```
/// use tait_draw::RowPlay;
/// use tait_linear::read_solution;
/// let solution = read_solution("# linear k=2 n=3 start=1\n(1→7)(4→1)(7→4)".as_bytes())?;
/// assert!(RowPlay::of_solution(&solution).is_err());
/// let solution = read_solution("# linear k=2 n=4 start=1\n(2→9)(5→2)(8→5)(1→8)".as_bytes())?;
/// let play = RowPlay::of_solution(&solution)?;
/// assert_eq!((play.first(), play.cells(), play.moves().len()), (1, 10, 4));
/// let mut frames = play.frames();
/// while let Some(frame) = frames.next_frame() {
///     assert_eq!(frame.row.len(), 10);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct RowPlay {
    pub(crate) puzzle: RowPuzzle,
    pub(crate) title: String,
    pub(crate) claim: String,
    pub(crate) origin: String,
    pub(crate) optimum: Option<u64>,
    pub(crate) first: i64,
    pub(crate) start: Vec<Option<Face>>,
    pub(crate) moved: usize,
    pub(crate) moves: Vec<RowMove>,
    pub(crate) notes: Vec<String>,
    pub(crate) stationary: Vec<i64>,
    pub(crate) added: Vec<RangeInclusive<i64>>,
    pub(crate) figure: Option<Figure>,
}

/// A move on a row: the position of its leftmost coin, and the position where that coin lands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RowMove {
    /// The position of that coin.
    pub from: i64,
    /// The position where it lands.
    pub to: i64,
}

impl RowPlay {
    /// Prepares a solution of the linear puzzle.
    ///
    /// # Errors
    /// When the solution is wrong, or too large.
    pub fn of_solution(solution: &Solution) -> Result<Self, DrawError> {
        let puzzle = solution.puzzle();
        refuse_large(&puzzle.to_string(), puzzle.coins(), solution.moves().len())?;
        let verdict = check(solution)?;
        let mut play = Self::of_moves(puzzle, solution.start(), solution.moves())?;
        play.claim = verdict.to_string();
        play.optimum = verdict.meets_lower_bound.then_some(verdict.moves);
        Ok(play)
    }

    /// Prepares the first moves of a solution of the linear puzzle, whose row begins at 1: each with a note, and a
    /// claim about all of them.
    ///
    /// # Errors
    /// When a move is illegal, or the row or the number of moves too large.
    ///
    /// ```
    /// use tait_draw::{RowPlay, Rows, TextStyle, row_text};
    /// use tait_linear::{Move, Puzzle};
    /// let first = [(Move { from: 2, to: 9 }, "a pair is made".to_owned())];
    /// let play = RowPlay::of_beginning(Puzzle::new(2, 4)?, &first, "one move")?;
    /// assert_eq!(play.heading(), "k=2 n=4 start=1: one move");
    /// let text = row_text(&play, Rows::ALL, TextStyle::default())?;
    /// assert!(text.ends_with("1  o . . o x x x x[o o]  (2→9) oo +1 2 a pair is made\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_beginning(
        puzzle: Puzzle,
        first: &[(Move, String)],
        claim: &str,
    ) -> Result<Self, DrawError> {
        refuse_large(&puzzle.to_string(), puzzle.coins(), first.len())?;
        let moves: Vec<Move> = first.iter().map(|(step, _)| *step).collect();
        let mut replay = Replay::new(puzzle, 1);
        for &step in &moves {
            replay.play(step)?;
        }
        let mut play = Self::of_moves(puzzle, 1, &moves)?;
        play.claim = claim.to_owned();
        play.notes = first.iter().map(|(_, note)| note.clone()).collect();
        Ok(play)
    }

    /// Prepares legal moves, without any claim.
    pub(crate) fn of_moves(
        puzzle: Puzzle,
        first_coin: i64,
        moves: &[Move],
    ) -> Result<Self, DrawError> {
        let (k, n, coins) = (puzzle.k(), puzzle.n(), puzzle.coins() as i64);
        refuse_large(&puzzle.to_string(), puzzle.coins(), moves.len())?;
        let row = Replay::new(puzzle, first_coin);
        let face = |position| row.row().coin(position).map(Face::from);
        let title = format!("{}, n = {n}", at_a_time(k, puzzle.is_turned()));
        let range = first_coin..first_coin + coins;
        Self::on_line(RowPuzzle::Linear(puzzle), title, k, range, moves, &face)
    }

    /// Prepares legal moves of `k` coins on a line, without any claim. At the start, the coins stand within `range`.
    pub(crate) fn on_line(
        puzzle: RowPuzzle,
        title: String,
        k: u32,
        range: Range<i64>,
        moves: &[Move],
        face: &dyn Fn(i64) -> Option<Face>,
    ) -> Result<Self, DrawError> {
        let targets = || moves.iter().map(|step| step.to);
        let first = targets().fold(range.start, i64::min);
        let end = targets().fold(range.end, |end, to| end.max(to + i64::from(k)));
        refuse_large(&puzzle.to_string(), first.abs_diff(end), moves.len())?;
        let play = Self {
            puzzle,
            title,
            claim: String::new(),
            origin: String::new(),
            optimum: None,
            first,
            start: (first..end).map(face).collect(),
            moved: k as usize,
            moves: moves
                .iter()
                .map(|step| RowMove {
                    from: step.from,
                    to: step.to,
                })
                .collect(),
            notes: Vec::new(),
            stationary: Vec::new(),
            added: Vec::new(),
            figure: None,
        };
        Ok(play.with_stationary())
    }

    /// Prepares a solution of the auxiliary puzzle, with a note on where each move goes.
    ///
    /// # Errors
    /// When the solution is wrong.
    ///
    /// ```
    /// use tait_draw::{RowPlay, Rows, TextStyle, row_text};
    /// use tait_linear::{AuxiliarySolution, BlockLength};
    /// let solution = AuxiliarySolution::of_offsets(BlockLength::new(2)?, 1, &"0,1".parse()?);
    /// let text = row_text(&RowPlay::of_auxiliary(&solution)?, "1..1".parse()?, TextStyle::default())?;
    /// assert!(text.ends_with("1  . . o o x x x x[o o]  (1→9) oo F to R1\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_auxiliary(solution: &AuxiliarySolution) -> Result<Self, DrawError> {
        let (k, verdict) = (solution.k(), solution.check()?);
        let size = Size::new(2 * u64::from(k.get())).and_then(|n| Puzzle::of(k, n));
        let puzzle = size.map_err(AuxiliaryError::from)?;
        let mut play = Self::of_moves(puzzle, solution.start(), solution.moves())?;
        play.puzzle = RowPuzzle::Auxiliary(k);
        play.title = format!("The auxiliary puzzle, {k} coins at a time");
        play.claim = verdict.to_string();
        let group = ["F to R1", "H to F", "R1 to H"].into_iter().cycle();
        let notes = group.take(solution.moves().len());
        play.notes = notes.map(str::to_owned).collect();
        Ok(play)
    }

    /// Prepares a base that was extended, with the added coins marked.
    ///
    /// # Errors
    /// When the solution is too large.
    pub fn of_extension(extension: &Extension<'_>) -> Result<Self, DrawError> {
        let (puzzle, base) = (extension.puzzle(), extension.base());
        refuse_large(&puzzle.to_string(), puzzle.coins(), puzzle.n() as usize)?;
        let moves = extension.moves().collect();
        let solution = Solution::new(puzzle, extension.start(), moves);
        let mut play = Self::of_solution(&solution)?;
        let added = (puzzle.n() - base.puzzle().n()) as i64;
        if added > 0 {
            let distance = extension.start() - base.solution.start();
            let nickel = base.nickel + distance;
            // The new pennies go right of the stationary one, but left of it in the turned puzzle.
            let beside_penny = i64::from(!puzzle.is_turned());
            let penny = base.penny + distance + added + beside_penny;
            play.added = vec![nickel + 1..=nickel + added, penny..=penny + added - 1];
        }
        Ok(play)
    }

    /// Prepares a solution of a vacancy puzzle.
    ///
    /// # Errors
    /// When the solution is wrong, or too large.
    pub fn of_vacancy(solution: &vacancy::Solution) -> Result<Self, DrawError> {
        let puzzle = solution.puzzle;
        let name = puzzle.to_string();
        refuse_large(&name, puzzle.cells(), solution.moves.len())?;
        let mut replay = vacancy::Replay::new(puzzle)?;
        let start = replay.row().contents().map(Face::of_content).collect();
        let mut moves = Vec::with_capacity(solution.moves.len());
        let mut notes = Vec::new();
        for &cell in &solution.moves {
            let vacancy::Played { to, class } = replay.play(cell)?;
            let (from, to) = (cell as i64, to as i64);
            moves.push(RowMove { from, to });
            notes.extend(class.map(|class| class.to_string()));
        }
        let verdict = replay.finish()?;
        let play = Self {
            puzzle: RowPuzzle::Vacancy(puzzle),
            title: name,
            claim: verdict.to_string(),
            origin: String::new(),
            optimum: verdict
                .meets_lower_bound()
                .then_some(solution.moves.len() as u64),
            first: puzzle.first_cell() as i64,
            start,
            moved: puzzle.coins_per_move() as usize,
            moves,
            notes,
            stationary: Vec::new(),
            added: Vec::new(),
            figure: None,
        };
        Ok(play.with_stationary())
    }

    /// Sets the title.
    #[must_use]
    pub fn with_title(mut self, title: impl Into<String>) -> Self {
        self.title = title.into();
        self
    }

    /// Adds words on the origin of the solution.
    #[must_use]
    pub fn with_origin(mut self, origin: impl Into<String>) -> Self {
        self.origin = origin.into();
        self
    }

    /// Sets an optimum that is known by other means than the lower bound, and the reason.
    #[must_use]
    pub fn with_optimum(mut self, optimum: u64, why: &str) -> Self {
        self.optimum = Some(optimum);
        self.with_claim(why)
    }

    /// Adds a claim about the solution.
    #[must_use]
    pub fn with_claim(mut self, claim: &str) -> Self {
        self.claim = format!("{}; {claim}", self.claim);
        self
    }

    /// Finds the coins that never move: those on positions from which no move takes coins.
    fn with_stationary(mut self) -> Self {
        let mut stays: Vec<bool> = self.start.iter().map(Option::is_some).collect();
        for step in &self.moves {
            let from = (step.from - self.first) as usize;
            stays[from..from + self.moved].fill(false);
        }
        let positions = (self.first..).zip(stays);
        self.stationary = positions
            .filter_map(|(position, stays)| stays.then_some(position))
            .collect();
        self
    }

    /// Adds free cells around a row without ends, at least the given number of blocks of k on each side, as the board
    /// on which a visitor may try. With two blocks all solutions of n moves of the linear puzzle stay on it.
    #[must_use]
    pub fn widened(self, blocks: u32) -> Self {
        if !matches!(self.puzzle, RowPuzzle::Linear(_) | RowPuzzle::AnyRow(_)) {
            return self;
        }
        let around = i64::from(blocks) * self.moved as i64;
        let (left, right) = self.margins();
        let first = self.first + i64::from(left);
        let end = self.first + self.cells() as i64 - i64::from(right);
        self.over(first - around, end + around)
    }

    /// Returns the numbers of free cells left and right of the starting row.
    #[must_use]
    pub fn margins(&self) -> (u32, u32) {
        let free = |cell: &Option<Face>| cell.is_none();
        let left = self.start.iter().position(|cell| !free(cell));
        let right = self.start.iter().rev().position(|cell| !free(cell));
        (left.unwrap_or(0) as u32, right.unwrap_or(0) as u32)
    }

    /// Adds free cells, so that the cells reach at least from `first` to before `end`.
    pub(crate) fn over(mut self, first: i64, end: i64) -> Self {
        let before = (self.first - first).max(0);
        let after = (end - self.first - self.start.len() as i64).max(0);
        let mut start = vec![None; before as usize];
        start.append(&mut self.start);
        start.resize(start.len() + after as usize, None);
        self.first -= before;
        self.start = start;
        self
    }

    /// The position of the first coin at the start.
    pub(crate) fn first_coin(&self) -> i64 {
        let occupied = self.start.iter().position(Option::is_some);
        self.first + occupied.unwrap_or(0) as i64
    }

    /// The rows that are solved; none where the coins have to alternate anywhere. The end of the solution comes first.
    pub(crate) fn goals(&self) -> Vec<Vec<Option<Face>>> {
        let ends_anywhere = match &self.puzzle {
            _ if self.alternates() => return Vec::new(),
            RowPuzzle::Linear(_) | RowPuzzle::Auxiliary(_) => false,
            RowPuzzle::AnyRow(_) => return self.shifted_ends(),
            RowPuzzle::Vacancy(puzzle) => puzzle.ends_anywhere(),
        };
        let mut frames = self.frames();
        while frames.next_frame().is_some() {}
        let end = frames.row;
        if !ends_anywhere {
            return vec![end];
        }
        let order: Vec<Option<Face>> = end.into_iter().filter(Option::is_some).collect();
        let with_vacancy = |cell: usize| {
            let mut row = order.clone();
            row.insert(cell, None);
            row
        };
        (0..=order.len()).map(with_vacancy).collect()
    }

    /// Returns the puzzle.
    #[must_use]
    pub const fn puzzle(&self) -> &RowPuzzle {
        &self.puzzle
    }

    /// Returns the puzzle, as commands name it.
    #[must_use]
    pub fn name(&self) -> String {
        self.puzzle.to_string()
    }

    /// Returns the heading of a drawing: the puzzle, the start of its row, and its claim.
    #[must_use]
    pub fn heading(&self) -> String {
        let start = match &self.puzzle {
            RowPuzzle::Linear(_) | RowPuzzle::AnyRow(_) | RowPuzzle::Auxiliary(_) => {
                format!(" start={}", self.first_coin())
            }
            RowPuzzle::Vacancy(_) => String::new(),
        };
        format!("{}{start}: {}", self.name(), self.claim)
    }

    /// Returns the header line of a drawing of these rows as text: the puzzle, the layout, and the claim.
    ///
    /// ```
    /// use tait_draw::{RowPlay, Rows};
    /// let solution = tait_linear::read_solution("# linear k=2 n=4 start=1\n(2→9)(5→2)(8→5)(1→8)".as_bytes())?;
    /// let play = RowPlay::of_solution(&solution)?;
    /// assert!(play.header(Rows::ALL).starts_with("# linear k=2 n=4 start=1 drawn: 4 moves"));
    /// assert!(play.header("0..2".parse()?).starts_with("# linear k=2 n=4 start=1 moves=1..2 drawn: 4 moves"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn header(&self, rows: Rows) -> String {
        let start = self.first_coin();
        let name = match &self.puzzle {
            &RowPuzzle::Linear(puzzle) => Header { puzzle, start }.to_string(),
            RowPuzzle::AnyRow(puzzle) => {
                let puzzle = puzzle.clone();
                RowHeader { puzzle, start }.to_string()
            }
            &RowPuzzle::Auxiliary(k) => AuxiliaryHeader { k, start }.to_string(),
            RowPuzzle::Vacancy(puzzle) => puzzle.to_string(),
        };
        let moves = self.moves.len();
        match self.figure {
            None => format!("# {name}{}: {}", rows.layout(moves), self.claim),
            // A figure may leave moves out, and may name those to come.
            Some(_) => {
                let layout = Rows::ENDS.layout(moves);
                format!("# {name}{layout}: {}: {}", self.title, self.claim)
            }
        }
    }

    /// The claim and the origin.
    pub(crate) fn subtitle(&self) -> String {
        subtitle(&self.claim, &self.origin)
    }

    /// The remark at the end of a row: the move, its coins, gain and pairs, and a note.
    pub(crate) fn remark(&self, step: &PlayedMove<'_>, arrow: &str) -> String {
        let mut text = format!("{}{arrow}{}", step.step.from, step.step.to);
        if self.moved > 1 {
            text = format!("({text}) ");
            text.extend(step.carried.iter().flatten().map(Face::to_string));
        }
        if let Some((gain, pairs)) = step.pairs {
            text.push_str(&format!(" {gain:+} {pairs}"));
        }
        if !step.note.is_empty() {
            text.push(' ');
            text.push_str(step.note);
        }
        text
    }

    /// The names of the parts of a remark.
    pub(crate) fn columns(&self) -> &'static str {
        match &self.puzzle {
            _ if self.moves.is_empty() && self.figure.is_some() => "",
            _ if self.frames_next() => "next move, coins",
            _ if self.alternates() => "move, coins, gain, pairs",
            RowPuzzle::Linear(_) | RowPuzzle::AnyRow(_) => "move, coins",
            RowPuzzle::Auxiliary(_) => "move, coins, blocks",
            RowPuzzle::Vacancy(_) if self.moved > 1 => "move, coins",
            RowPuzzle::Vacancy(_) if !self.notes.is_empty() => "move, class",
            RowPuzzle::Vacancy(_) => "move",
        }
    }

    /// Returns whether the checkers carry numbers.
    #[must_use]
    pub fn is_numbered(&self) -> bool {
        matches!(self.start.iter().flatten().next(), Some(Face::Number(_)))
    }

    /// Returns the title.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the claim, in words.
    #[must_use]
    pub fn claim(&self) -> &str {
        &self.claim
    }

    /// Returns the optimum, if it is known.
    #[must_use]
    pub const fn optimum(&self) -> Option<u64> {
        self.optimum
    }

    /// Returns the position of the first cell.
    #[must_use]
    pub const fn first(&self) -> i64 {
        self.first
    }

    /// Returns the number of cells.
    #[must_use]
    pub const fn cells(&self) -> usize {
        self.start.len()
    }

    /// Returns the moves.
    #[must_use]
    pub fn moves(&self) -> &[RowMove] {
        &self.moves
    }

    /// The runs of adjacent positions whose coins never move, both ends included.
    pub(crate) fn stationary_runs(&self) -> Vec<(i64, i64)> {
        let mut runs: Vec<(i64, i64)> = Vec::new();
        for &position in &self.stationary {
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == position => *last = position,
                _ => runs.push((position, position)),
            }
        }
        runs
    }
}

pub(crate) fn subtitle(claim: &str, origin: &str) -> String {
    match origin {
        "" => claim.to_owned(),
        origin => format!("{claim}; {origin}"),
    }
}

fn refuse_large(puzzle: &str, cells: u64, moves: usize) -> Result<(), DrawError> {
    if cells > MOST_CELLS {
        return Err(DrawError::Wide {
            puzzle: puzzle.to_owned(),
            cells,
            most: MOST_CELLS,
        });
    }
    if moves as u64 > MOST_MOVES {
        return Err(DrawError::Long {
            puzzle: puzzle.to_owned(),
            moves: moves as u64,
            most: MOST_MOVES,
        });
    }
    Ok(())
}

fn at_a_time(k: u32, is_turned: bool) -> String {
    let turned = if is_turned { ", turned" } else { "" };
    format!("{k} coins at a time{turned}")
}

/// The puzzle of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowPuzzle {
    /// The linear puzzle.
    Linear(Puzzle),
    /// A puzzle from any row.
    AnyRow(rows::RowPuzzle),
    /// The auxiliary puzzle, by the number of coins that a move slides.
    Auxiliary(BlockLength),
    /// A vacancy puzzle.
    Vacancy(vacancy::Puzzle),
}

impl fmt::Display for RowPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Linear(puzzle) => puzzle.fmt(f),
            Self::AnyRow(puzzle) => puzzle.fmt(f),
            Self::Auxiliary(k) => write!(f, "auxiliary k={k}"),
            Self::Vacancy(puzzle) => puzzle.fmt(f),
        }
    }
}

impl RowPlay {
    /// Prepares a solution of a puzzle from any row. `why` says why it is optimal, or is empty.
    ///
    /// # Errors
    /// When the solution is wrong, or too large.
    ///
    /// ```
    /// use tait_draw::{RowPlay, Rows, TextStyle, row_text};
    /// let json = r#"{"puzzle":"row","k":2,"row":"abba","goal":"aabb","moves":[[2,5],[1,7],[4,2]]}"#;
    /// assert!(RowPlay::of_row(&serde_json::from_str(json)?, "").is_err());
    /// let json = r#"{"puzzle":"row","k":2,"row":"oxxxoo","optimal_on":"any","moves":[[4,7],[1,4]]}"#;
    /// let play = RowPlay::of_row(&serde_json::from_str(json)?, "optimal")?;
    /// let text = row_text(&play, "2..2".parse()?, TextStyle::default())?;
    /// assert!(text.ends_with("2  . . x[o x]o x o   (1→4) ox +2 5\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_row(solution: &RowSolution, why: &str) -> Result<Self, DrawError> {
        let verdict = solution.check()?;
        let puzzle = &solution.puzzle;
        let (k, row) = (puzzle.k(), puzzle.start());
        let title = format!("{}, from {row}", at_a_time(k, puzzle.is_turned()));
        let range = solution.start..solution.start + i64::from(row.span());
        let replay = RowReplay::new(puzzle, solution.start);
        let face = |at: i64| {
            replay
                .cells(at..at + 1)
                .flatten()
                .next()
                .map(Face::of_letter)
        };
        let kind = RowPuzzle::AnyRow(puzzle.clone());
        let mut play = Self::on_line(kind, title, k, range, &solution.moves, &face)?;
        play.claim = subtitle(&verdict.to_string(), why);
        let is_optimal = verdict.meets_lower_bound() || solution.optimal_on == Some(Boards::Any);
        play.optimum = is_optimal.then_some(verdict.moves);
        Ok(play)
    }

    /// Returns whether the coins have to alternate, wherever they stand.
    pub(crate) const fn alternates(&self) -> bool {
        match &self.puzzle {
            RowPuzzle::Linear(_) => true,
            RowPuzzle::AnyRow(puzzle) => matches!(puzzle.goal(), RowGoal::Alternating),
            RowPuzzle::Auxiliary(_) | RowPuzzle::Vacancy(_) => false,
        }
    }

    /// Returns whether a move reverses the order of the coins that it slides.
    pub(crate) const fn is_turned(&self) -> bool {
        match &self.puzzle {
            RowPuzzle::Linear(puzzle) => puzzle.is_turned(),
            RowPuzzle::AnyRow(puzzle) => puzzle.is_turned(),
            RowPuzzle::Auxiliary(_) | RowPuzzle::Vacancy(_) => false,
        }
    }

    /// Returns the place within its block that a coin has after a move.
    pub(crate) const fn place_in_block(&self, offset: usize) -> usize {
        match self.is_turned() {
            true => self.moved - 1 - offset,
            false => offset,
        }
    }

    /// The row at the end, and the same row everywhere else on the board.
    pub(crate) fn shifted_ends(&self) -> Vec<Vec<Option<Face>>> {
        let mut frames = self.frames();
        while frames.next_frame().is_some() {}
        let end = frames.row;
        let begin = end.iter().take_while(|cell| cell.is_none()).count();
        let free = begin + end.iter().rev().take_while(|cell| cell.is_none()).count();
        let turned = |left: usize| {
            let mut row = end.clone();
            row.rotate_left(begin);
            row.rotate_right(left);
            row
        };
        let others = (0..=free).filter(|&left| left != begin);
        std::iter::once(begin).chain(others).map(turned).collect()
    }
}

impl RowPlay {
    /// Returns the mirror image with nickels and pennies swapped, on the same starting positions. It solves the same
    /// puzzle, with the same final type and the negated shift (section 2.3 of the thesis).
    ///
    /// # Errors
    /// When it is not a solution of the linear puzzle.
    ///
    /// ```
    /// use tait_draw::RowPlay;
    /// let solution = tait_linear::read_solution("# linear k=2 n=4 start=1\n(2→9)(5→2)(8→5)(1→8)".as_bytes())?;
    /// let play = RowPlay::of_solution(&solution)?;
    /// let image = play.mirrored()?;
    /// assert_eq!(play.heading(), "k=2 n=4 start=1: 4 moves, black type, shift +2, optimal: n moves are a lower bound");
    /// assert_eq!(image.heading(), "k=2 n=4 start=1: 4 moves, black type, shift -2, optimal: n moves are a lower bound");
    /// assert_eq!((image.first(), image.moves()[0].from, image.moves()[0].to), (-1, 6, -1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn mirrored(&self) -> Result<Self, DrawError> {
        let RowPuzzle::Linear(puzzle) = self.puzzle else {
            return Err(DrawError::Mirror(self.title.clone()));
        };
        let moves = self.moves.iter().map(|step| Move {
            from: step.from,
            to: step.to,
        });
        let solution = Solution::new(puzzle, self.first_coin(), moves.collect());
        let image = solution.mirrored();
        let mut play = Self::of_moves(puzzle, image.start(), image.moves())?;
        // What follows the verdict in a claim holds for the mirror image as well.
        let (before, after) = (check(&solution)?.to_string(), check(&image)?.to_string());
        play.claim = match self.claim.strip_prefix(&before) {
            Some(rest) => after + rest,
            None => after,
        };
        play.origin = match self.origin.as_str() {
            "" => String::new(),
            origin => format!("{origin}, mirrored"),
        };
        play.optimum = self.optimum;
        play.notes = self.notes.clone();
        let ends = 2 * image.start() + puzzle.coins() as i64 - 1;
        let added = self.added.iter().rev();
        play.added = added
            .map(|range| ends - range.end()..=ends - range.start())
            .collect();
        Ok(play)
    }
}
