//! A puzzle on a grid with its answer: stored, searched or constructed; and the best puzzles of a board, each with a name and a
//! solution.

use super::named::{
    GridHeader, PuzzleText, known_puzzle, listed, look_up, origin_in_words, puzzle_form,
};
use super::verified::moves_with_header;
use crate::ask::NoSolution;
use crate::atlas::Atlas;
use crate::error::{AtlasError, Missing};
use crate::explain;
use crate::reports::score_cells;
use crate::table::Table;
use serde::Deserialize;
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::io::BufRead;
use tait_draw::{GridPlay, Play};
use tait_framework::Merit;
use tait_framework::grid::known::{Known, font_pair};
use tait_framework::grid::{Design, Designs, Solved, WholeBoard, solve};
use tait_generator::grid::{square, triangular};
use tait_grid::space::SmallBoard;
use tait_grid::{Board, Configuration, Move, NamedStep, Outline, Position, Puzzle, PuzzleForm};
use tait_search::{Control, Limits};
use tait_store::{GridSolutionRecord, Level, PairAnswer};
use tait_text::MoveReader;

/// The maximum number of states in an exact search on a grid before a construction is drawn instead: this takes seconds
/// at most, and is enough for every figure.
const MOST_STATES: u64 = 200_000;

/// The contents of a file on a grid puzzle besides the puzzle.
#[derive(Deserialize)]
struct CaseForm {
    id: Option<String>,
    moves: Option<Vec<Move>>,
    #[serde(default)]
    steps: Vec<NamedStep>,
    optimal_moves: Option<u64>,
    solvable: Option<bool>,
    reason: Option<String>,
}

/// A puzzle on a grid, and its solution or the reason why there is none.
#[derive(Debug)]
pub struct GridCase {
    /// The name, or the file.
    name: String,
    /// The name of a known puzzle.
    known: Option<String>,
    /// The title and the origin.
    titles: Option<(String, String)>,
    /// The coins that a figure marks.
    marked: Marked,
    puzzle: Puzzle,
    solution: Result<Given, String>,
}

/// A solution.
#[derive(Debug)]
struct Given {
    moves: Vec<Move>,
    grounds: Grounds,
    /// The named steps of a construction.
    outline: Outline,
}

impl Given {
    /// A solution without named steps.
    fn unnamed(moves: Vec<Move>, grounds: Grounds) -> Self {
        let outline = Outline::default();
        Self {
            moves,
            grounds,
            outline,
        }
    }
}

/// The reason why no solution is shorter.
#[derive(Debug)]
enum Grounds {
    /// A record, in these words.
    Record(String),
    /// A search made just now.
    Search,
    /// No reason is given, but it was compared with the fewest moves that are known, in these words.
    Compared(String),
    /// No reason is given.
    Nothing,
}

impl GridCase {
    /// Finds a known puzzle with a solution, or reads a file with a puzzle and its moves.
    ///
    /// # Errors
    /// When there is no such puzzle, or no solution is known: one line.
    pub fn find(atlas: &Atlas<'_>, name: impl AsRef<OsStr>) -> Result<Self, AtlasError> {
        let found = look_up(&name)?;
        let name = &*name.as_ref().to_string_lossy();
        let known = match found {
            PuzzleText::Known(known) => known,
            PuzzleText::Text(text) => return Self::of_text(atlas, name, &text),
        };
        if known.puzzle.target.is_none() {
            return Self::configuration(name, &known);
        }
        let puzzle = known_puzzle(&known)?;
        let solution = match atlas.stored_on_grid(&known)? {
            Some(stored) => {
                let grounds = match stored.is_settled {
                    true => Grounds::recorded(),
                    false => Grounds::Nothing,
                };
                stored.solution.map(|moves| Given::unnamed(moves, grounds))
            }
            None => solved_or_constructed(name, &puzzle)?,
        };
        Ok(Self {
            name: name.to_owned(),
            known: Some(known.name.clone()),
            titles: Some(titles_of(&known)),
            marked: marked_of(&known),
            puzzle,
            solution,
        })
    }

    /// A figure that shows one configuration: a puzzle that is solved.
    fn configuration(name: &str, known: &Known) -> Result<Self, AtlasError> {
        let form = PuzzleForm {
            target: Some(known.puzzle.start.clone()),
            up_to: Some("absolute".to_owned()),
            ..known.puzzle.clone()
        };
        Ok(Self {
            name: name.to_owned(),
            known: Some(known.name.clone()),
            titles: Some(titles_of(known)),
            marked: marked_of(known),
            puzzle: Puzzle::try_from(form).map_err(|error| AtlasError::input(name, error))?,
            solution: Ok(Given::unnamed(Vec::new(), Grounds::Nothing)),
        })
    }

    /// Reads a puzzle and its moves from JSON, which may be a list of one.
    ///
    /// # Errors
    /// When the text is not such JSON, or holds several puzzles: one line.
    pub fn of_text(atlas: &Atlas<'_>, name: &str, text: &str) -> Result<Self, AtlasError> {
        let fail = |error: &dyn std::fmt::Display| AtlasError::input(name, error);
        let only = match listed(text).transpose().map_err(|error| fail(&error))? {
            None => None,
            Some(list) => match <[Value; 1]>::try_from(list) {
                Ok([only]) => Some(only.to_string()),
                Err(list) => {
                    let id = list.first().and_then(|first| first["id"].as_str());
                    return Err(AtlasError::Several {
                        name: name.to_owned(),
                        puzzles: list.len(),
                        such_as: id.map(str::to_owned),
                    });
                }
            },
        };
        let text = only.as_deref().unwrap_or(text);
        let puzzle =
            Puzzle::try_from(puzzle_form(name, text, None)?).map_err(|error| fail(&error))?;
        let answer: CaseForm =
            serde_json::from_slice(text.as_bytes()).map_err(|error| fail(&error))?;
        let Some(moves) = answer.moves else {
            if let (Some(false), Some(reason)) = (answer.solvable, answer.reason) {
                let reason = format!("{reason}, says the file; tait verify judges it");
                return Ok(Self {
                    name: name.to_owned(),
                    known: None,
                    titles: None,
                    marked: Marked::default(),
                    puzzle,
                    solution: Err(reason),
                });
            }
            let what = format!("{name}: the record holds no moves");
            return Err(AtlasError::unknown(
                what,
                Missing::GridMoves(name.to_owned()),
            ));
        };
        let outline = Outline::new(answer.steps, moves.len()).map_err(|error| fail(&error))?;
        let is_shortest = answer.optimal_moves == Some(moves.len() as u64);
        let compared = Grounds::compared(atlas, &puzzle, &moves);
        Ok(Self {
            name: name.to_owned(),
            known: None,
            titles: answer.id.map(|id| (id, String::new())),
            marked: Marked::default(),
            puzzle,
            solution: Ok(Given {
                moves,
                grounds: if is_shortest {
                    Grounds::recorded()
                } else {
                    compared
                },
                outline,
            }),
        })
    }

    /// Reads moves as text, whose header line states the puzzle.
    ///
    /// # Errors
    /// When a line is not a move, or no puzzle is stated: one line.
    pub(crate) fn of_moves<R: BufRead>(
        atlas: &Atlas<'_>,
        name: &str,
        reader: MoveReader<R, GridHeader>,
    ) -> Result<Self, AtlasError> {
        let (header, moves) = moves_with_header(name, reader)?;
        let titles = match &header {
            GridHeader::Known(known) => Some(titles_of(known)),
            GridHeader::Form(form) => form.id.clone().map(|id| (id, String::new())),
        };
        let known = header.known().map(|known| known.name.clone());
        let puzzle = header.puzzle(name)?;
        let grounds = Grounds::compared(atlas, &puzzle, &moves);
        Ok(Self {
            name: name.to_owned(),
            known,
            titles,
            marked: Marked::default(),
            puzzle,
            solution: Ok(Given::unnamed(moves, grounds)),
        })
    }

    /// Returns the solution, ready to be drawn, or the reason why there is none.
    ///
    /// # Errors
    /// When the moves are wrong.
    pub fn play(&self) -> Result<Result<Play, NoSolution>, AtlasError> {
        let Self { name, titles, .. } = self;
        let Given {
            moves,
            grounds,
            outline,
        } = match &self.solution {
            Ok(solution) => solution,
            Err(reason) => {
                return Ok(Err(NoSolution(format!("{name} has no solution: {reason}"))));
            }
        };
        let play = GridPlay::new(&self.puzzle, moves);
        let play = play.map_err(|error| AtlasError::input(name, error))?;
        let play = play.with_steps(outline).with_marked(&self.marked.coins);
        let play = play.with_rectangles(&self.marked.rectangles);
        let play = match grounds {
            Grounds::Record(_) => play.optimal_as(Level::Recorded),
            Grounds::Search => play.optimal(),
            Grounds::Compared(compared) => play.with_claim(compared),
            Grounds::Nothing => play,
        };
        let play = match &self.known {
            None => play,
            Some(known) => play.with_name(known),
        };
        Ok(Ok(Play::Grid(match titles {
            None => play,
            Some((title, origin)) => play.with_title(title).with_origin(origin),
        })))
    }

    /// Explains the puzzle, its span, and the evidence for its answer, in words.
    ///
    /// # Errors
    /// When the moves are wrong.
    pub fn explanation(&self) -> Result<String, AtlasError> {
        let title = match &self.titles {
            Some((title, origin)) if !origin.is_empty() => format!("{title} ({origin})"),
            Some((title, _)) => title.clone(),
            None => self.name.clone(),
        };
        let none = Outline::default();
        let (answer, outline) = match &self.solution {
            Ok(given) => {
                let answer = (given.moves.as_slice(), given.grounds.in_words());
                (Ok(answer), &given.outline)
            }
            Err(reason) => (Err(reason.as_str()), &none),
        };
        let explained = explain::grid::explanation(&title, &self.puzzle, answer, outline);
        explained.map_err(|error| AtlasError::input(&self.name, error))
    }
}

/// A stored answer.
impl From<GridSolutionRecord> for GridCase {
    fn from(record: GridSolutionRecord) -> Self {
        let states: u64 = record.states.iter().sum();
        let grounds = match record.is_settled() {
            true => Grounds::Record(format!(
                "none is shorter: the searches for fewer moves were exhaustive; the last search saw {states} states, as `tait {}` recorded",
                record.found_by.command
            )),
            false => Grounds::Nothing,
        };
        let solution = record.solution.map_err(|reason| reason.to_string());
        Self {
            titles: Some((record.name.clone(), String::new())),
            known: None,
            marked: Marked::default(),
            name: record.name,
            puzzle: record.puzzle,
            solution: solution.map(|moves| Given::unnamed(moves, grounds)),
        }
    }
}

impl Grounds {
    /// The comparison with a stored answer, if the puzzle has one.
    fn compared(atlas: &Atlas<'_>, puzzle: &Puzzle, moves: &[Move]) -> Self {
        let fewest = atlas.fewest_on_grid(puzzle);
        let compared = fewest.and_then(|fewest| fewest.compared(moves.len() as u64));
        compared.map_or(Self::Nothing, Self::Compared)
    }

    /// A search that is recorded, without its source.
    fn recorded() -> Self {
        Self::Record(
            "none is shorter, because the searches for fewer moves were exhaustive, as recorded"
                .to_owned(),
        )
    }

    fn in_words(&self) -> &str {
        match self {
            Self::Record(words) | Self::Compared(words) => words,
            Self::Search => "none is shorter, because the searches for fewer moves were exhaustive",
            Self::Nothing => "it was constructed or given, and a shorter one may exist",
        }
    }
}

/// The title and the origin of a known puzzle.
fn titles_of(known: &Known) -> (String, String) {
    let title = format!("{}: {}", known.figure, known.title);
    (title, origin_in_words(known))
}

/// What a figure marks at the start.
#[derive(Debug, Clone, Default)]
struct Marked {
    /// Coins.
    coins: Vec<Position>,
    /// Rectangles, by two opposite corners.
    rectangles: Vec<[Position; 2]>,
}

fn marked_of(known: &Known) -> Marked {
    let position = |at: &Vec<i32>| Position::new(at).ok();
    let rectangle = |[one, other]: &[Vec<i32>; 2]| Some([position(one)?, position(other)?]);
    Marked {
        coins: known.marked.iter().filter_map(position).collect(),
        rectangles: known.rectangles.iter().filter_map(rectangle).collect(),
    }
}

/// A shortest solution if a short exact search finds one, and otherwise a construction; or why there is no solution.
fn solved_or_constructed(name: &str, puzzle: &Puzzle) -> Result<Result<Given, String>, AtlasError> {
    let control = Control {
        limits: Limits::default().with_at_most(MOST_STATES),
        ..Control::default()
    };
    match solve(puzzle, None, &control) {
        Ok(Solved::Optimal { moves, .. }) => return Ok(Ok(Given::unnamed(moves, Grounds::Search))),
        Ok(Solved::Unsolvable { reason, .. }) => return Ok(Err(reason.to_string())),
        // This includes puzzles with too many coins for any exact search.
        Ok(Solved::NoneWithin { .. } | Solved::Stopped { .. }) | Err(_) => {}
    }
    match construct(puzzle)? {
        Constructed::Solution { moves, outline, .. } => Ok(Ok(Given {
            moves,
            grounds: Grounds::Nothing,
            outline,
        })),
        Constructed::Unsolvable(reason) => Ok(Err(reason)),
        Constructed::TooLong(why) => Err(AtlasError::input(name, why)),
        Constructed::Open(_) => Err(AtlasError::unknown(
            format!("{name} was not solved"),
            Missing::GridSolution(name.to_owned()),
        )),
    }
}

/// A stored answer to a puzzle on a grid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAnswer {
    /// A solution, or why there is none.
    pub solution: Result<Vec<Move>, String>,
    /// Whether no solution is shorter, or there is none. Otherwise it was found by other means, and a shorter one may exist.
    pub is_settled: bool,
}

impl Atlas<'_> {
    /// Returns the stored answer to a known puzzle: a solution, or why there is none.
    ///
    /// Figures have a file each; two glyphs of a font are looked up in the table of their font; no answers are stored
    /// for other families.
    ///
    /// # Errors
    /// When a file is wrong, or holds another puzzle under this name: one line.
    pub fn stored_on_grid(&self, known: &Known) -> Result<Option<StoredAnswer>, AtlasError> {
        let (name, store) = (&known.name, self.store());
        let mut is_settled = true;
        let (puzzle, solution) = if known.is_figure() {
            let Some(record) = store.grid_solution(name)? else {
                return Ok(None);
            };
            is_settled = record.is_settled();
            let solution = record.solution.map_err(|reason| reason.to_string());
            (Some(record.puzzle), solution)
        } else {
            let Some((font, from, to)) = font_pair(name) else {
                return Ok(None);
            };
            let Some(table) = store.grid_table(font.name())? else {
                return Ok(None);
            };
            let (from, to) = (from.to_string(), to.to_string());
            let solution = match table.answer(&from, &to) {
                Some(PairAnswer::Optimal(moves)) => Ok(moves.to_vec()),
                Some(PairAnswer::Unsolvable) => Err("an exhaustive search found none".to_owned()),
                Some(PairAnswer::Between(_, moves)) => {
                    is_settled = false;
                    Ok(moves.to_vec())
                }
                Some(PairAnswer::AtLeast(_)) | None => return Ok(None),
            };
            (table.shapes().pair(&from, &to), solution)
        };
        let is_same = |puzzle: Puzzle| known.puzzle().is_ok_and(|known| known == puzzle);
        if puzzle.is_some_and(is_same) {
            return Ok(Some(StoredAnswer {
                solution,
                is_settled,
            }));
        }
        Err(AtlasError::input(
            name,
            "the stored answer is for another puzzle of this name; move its file away to search again",
        ))
    }
}

/// The maximum number of states in the exact search that follows if no theorem covers a puzzle.
const MOST_STATES_BEYOND_THEOREMS: u64 = 2_000_000;

/// A solution, or why there is none, or why none is known, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Constructed {
    /// A solution, and why there is one.
    Solution {
        /// The reason.
        why: String,
        moves: Vec<Move>,
        /// The named steps of the construction; none if a search found the moves.
        outline: Outline,
    },
    /// No solution exists.
    Unsolvable(String),
    /// No solution is known.
    Open(String),
    /// A solution exists, with more moves than are listed.
    TooLong(String),
}

/// Constructs a solution by the theorem for the board. If there is none, or it leaves the puzzle open, a short exact
/// search follows.
///
/// # Errors
/// When a construction fails, or there are too many coins for an exact search.
pub fn construct(puzzle: &Puzzle) -> Result<Constructed, AtlasError> {
    let solution = |why: String, moves, outline| Constructed::Solution {
        why,
        moves,
        outline,
    };
    let open = match puzzle.board() {
        Board::Triangular => match triangular::construct(puzzle) {
            Ok(triangular::Construction::Solution {
                condition,
                moves,
                outline,
            }) => {
                return Ok(solution(condition.to_string(), moves, outline));
            }
            Ok(triangular::Construction::Unsolvable(reason)) => {
                return Ok(Constructed::Unsolvable(reason.to_string()));
            }
            Err(why @ triangular::NotCovered::TooLong) => {
                return Ok(Constructed::TooLong(why.to_string()));
            }
            Err(why) => why.to_string(),
        },
        Board::Square => match square::construct(puzzle) {
            Ok(square::Construction::Solution {
                condition,
                moves,
                outline,
            }) => {
                return Ok(solution(condition.to_string(), moves, outline));
            }
            Ok(square::Construction::Unsolvable(reason)) => {
                return Ok(Constructed::Unsolvable(reason.to_string()));
            }
            Err(why @ square::NotCovered::TooLong) => {
                return Ok(Constructed::TooLong(why.to_string()));
            }
            Err(why @ square::NotCovered::Defect) => return Err(AtlasError::refused(why)),
            Err(why) => why.to_string(),
        },
        board => format!(
            "no theorem covers the {board}: there are theorems for the square and the triangular grid"
        ),
    };
    let control = Control {
        limits: Limits::default().with_at_most(MOST_STATES_BEYOND_THEOREMS),
        ..Control::default()
    };
    Ok(
        match solve(puzzle, None, &control).map_err(AtlasError::refused)? {
            Solved::Optimal { moves, .. } => solution(
                format!("{open}; an exact search found a shortest solution"),
                moves,
                Outline::default(),
            ),
            Solved::Unsolvable { reason, .. } => {
                Constructed::Unsolvable(format!("{open}; {reason}"))
            }
            Solved::NoneWithin { moves, .. } => Constructed::Open(format!(
                "not covered: {open}; an exact search found no solution of up to {moves} moves"
            )),
            Solved::Stopped { at_least, .. } => Constructed::Open(format!(
                "not covered: {open}; an exact search of {MOST_STATES_BEYOND_THEOREMS} states found no solution of fewer than {at_least} moves"
            )),
        },
    )
}

/// A puzzle that is the best of its board in some respect.
#[derive(Debug)]
pub struct DesignedPuzzle {
    /// Its name, of the board, the number of coins, and a number.
    pub id: String,
    /// What was measured.
    pub design: Design,
    /// What it is best for.
    pub merits: Vec<Merit>,
    /// The start and the target.
    pub puzzle: Puzzle,
    /// A shortest solution.
    pub moves: Vec<Move>,
    /// The rows of the start and of the target; empty where the board cannot be drawn.
    drawings: [Vec<String>; 2],
}

impl DesignedPuzzle {
    /// Names the best puzzles of a board with this name, in the order of their merits, and finds a solution of each.
    ///
    /// # Errors
    /// When the search for a solution is stopped.
    pub fn of(
        name: &str,
        board: &SmallBoard,
        coins: usize,
        designs: &Designs,
        control: &Control<'_>,
    ) -> Result<Vec<Self>, AtlasError> {
        let mut chosen: Vec<(Design, Vec<Merit>)> = Vec::new();
        for (merit, best) in &designs.best {
            for design in best {
                match chosen.iter_mut().find(|(known, _)| known == design) {
                    Some((_, merits)) => merits.push(*merit),
                    None => chosen.push((*design, vec![*merit])),
                }
            }
        }
        let numbered = (1..).zip(chosen);
        let puzzles = numbered.map(|(number, (design, merits))| {
            let id = format!("{}-{coins}-{number}", stem(name));
            Self::new(id, board, design, merits, control).map_err(|error| AtlasError::Input {
                name: name.to_owned(),
                what: error.to_string(),
            })
        });
        puzzles.collect()
    }

    fn new(
        id: String,
        board: &SmallBoard,
        design: Design,
        merits: Vec<Merit>,
        control: &Control<'_>,
    ) -> Result<Self, Box<dyn std::error::Error>> {
        let puzzle = board.puzzle(design.start, design.target)?;
        let whole = WholeBoard::search(board, design.start, &[design.target], control)?;
        let moves = whole.path(design.target).unwrap_or_default();
        let drawn = |coins: &Configuration| {
            let text = coins.drawing_with(board.cells()).unwrap_or_default();
            text.lines().map(str::to_owned).collect()
        };
        let drawings = [puzzle.start(), puzzle.target()].map(drawn);
        Ok(Self {
            id,
            design,
            merits,
            puzzle,
            moves,
            drawings,
        })
    }

    /// Returns the rows of the start and of the target; none where the board cannot be drawn.
    #[must_use]
    pub const fn drawings(&self) -> &[Vec<String>; 2] {
        &self.drawings
    }

    /// Returns the puzzle as it is written in JSON.
    #[must_use]
    pub fn form(&self) -> PuzzleForm {
        let mut form = PuzzleForm::from(&self.puzzle);
        form.id = Some(self.id.clone());
        form
    }

    /// Returns a table with a row for each puzzle: what was measured, and with `has_coins` the start and the target.
    #[must_use]
    pub fn table(designed: &[Self], has_coins: bool) -> Table {
        const COLUMNS: &[&str] = &[
            "id",
            "moves",
            "detours",
            "solutions",
            "choices",
            "score",
            "symmetric",
            "best_for",
            "start",
            "target",
        ];
        let columns = if has_coins { COLUMNS } else { &COLUMNS[..8] };
        let mut table = Table::new(columns);
        for puzzle in designed {
            let Design {
                difficulty,
                is_symmetric,
                ..
            } = &puzzle.design;
            let mut row = vec![json!(puzzle.id)];
            row.extend(score_cells(difficulty, *is_symmetric, &puzzle.merits));
            let drawings = puzzle.drawings.iter().filter(|_| has_coins);
            row.extend(drawings.map(|rows| json!(rows.join("/"))));
            table.push(row);
        }
        table
    }
}

/// The end of a path without its extension.
fn stem(name: &str) -> &str {
    let path = std::path::Path::new(name);
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    stem.filter(|stem| *stem != "-").unwrap_or("board")
}
