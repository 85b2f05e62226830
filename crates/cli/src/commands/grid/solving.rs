//! `tait grid solve FILE`: the answer to one puzzle, in every format.

use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::limits::{FRESH, LimitArguments};
use crate::moves::FORMATS;
use crate::output::{heading, print, terminal_width};
use crate::terminal::grouped;
use anyhow::Context;
use clap::Args;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use std::borrow::Cow;
use std::ffi::OsString;
use std::time::Instant;
use tait_atlas::grid::{Constructed, NamedPuzzle, Provenance, construct, provenance_in_words};
use tait_atlas::{AtlasError, Table};
use tait_framework::grid::known::Known;
use tait_framework::grid::{Solved, difficulty, solve};
use tait_framework::{Difficulty, Merit};
use tait_grid::{Move, NamedStep, Outline, Puzzle, PuzzleForm, check};
use tait_jobs::grid_solution_record;
use tait_search::{Outcome, Stopped};
use tait_store::{GridSolveCommand, to_text};
use tait_text::counted;

/// Arguments of `grid solve`.
#[derive(Debug, Args)]
#[command(
    after_help = "tait stores the answers to the figures of tait grid list, and prints stored answers from then on. It \
                  also prints answers to pairs of a font that tait grid table has stored. It stores nothing else, \
                  and nothing with --count or --most-moves."
)]
pub(super) struct SolveArguments {
    #[command(flatten)]
    puzzle: PuzzleArguments,

    /// Construct a solution without a search, or explain why there is none (Theorems 1 and 2)
    #[arg(long, conflicts_with_all = ["count", "most_moves", "fresh", "no_store", "time_limit", "memory_limit", "state_limit",
          "seed", "progress"])]
    construct: bool,

    /// Count all shortest solutions, to every place that the target may have. Two sequences of moves count
    /// as one if they differ only in coins with the same label. Also score how difficult the puzzle is (see tait grid boards --design)
    #[arg(long)]
    count: bool,

    /// Give up after proving that this many moves do not suffice
    #[arg(long, value_name = "MOVES")]
    most_moves: Option<u32>,

    #[arg(long, help = FRESH, help_heading = "Data")]
    fresh: bool,

    /// Do not store the answer
    #[arg(long, help_heading = "Data")]
    no_store: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

pub(super) fn run_solve(arguments: &SolveArguments, globals: &Globals) -> anyhow::Result<Exit> {
    if arguments.construct {
        return run_construct(arguments, globals);
    }
    let format = globals.format_or(Format::Text).among(&FORMATS)?;
    let given = arguments.puzzle.given()?;
    let from_store = match given.known.as_deref() {
        Some(known) if arguments.is_plain() && !arguments.fresh => {
            let store = match arguments.no_store {
                true => globals.store()?,
                false => globals.store_to_write()?,
            };
            let stored = globals.atlas_of(store).stored_on_grid(known)?;
            let settled = stored.filter(|stored| stored.is_settled);
            settled.map(|stored| stored.solution)
        }
        _ => None,
    };
    introduce(&given, globals);
    let NamedPuzzle {
        puzzle,
        known,
        form,
    } = given;
    let answer = AnswerForm::to(form, known.as_deref());
    let known = known.as_deref();
    let show = |answer| Show {
        answer,
        format,
        globals,
    };
    if let Some(solution) = from_store {
        globals.remark("from the store; --fresh searches again");
        return match solution {
            Ok(moves) => {
                globals.remark(&format!(
                    "{}, none fewer",
                    counted(moves.len() as u64, "move")
                ));
                show(answer).solution(known, &moves)
            }
            Err(reason) => show(answer).refuted(&reason),
        };
    }
    let begin = Instant::now();
    let progress = arguments.limits.progress(globals)?;
    let control = progress.control();
    let solved = solve(&puzzle, arguments.most_moves, &control);
    let all = match &solved {
        Ok(Solved::Optimal { moves, .. }) if arguments.count => {
            Some(difficulty(&puzzle, moves.len() as u32, &control))
        }
        _ => None,
    };
    progress.finish();
    let solved = solved?;
    // What cannot be stored is shown all the same.
    let kept = known.map_or(Ok(()), |known| {
        arguments.keep(known, &puzzle, &solved, begin, globals)
    });
    let exit = match solved {
        Solved::Optimal { moves, states } => {
            globals.remark(&format!(
                "{}, none fewer; {} states",
                counted(moves.len() as u64, "move"),
                grouped(states.iter().sum())
            ));
            let measured = match all.transpose()? {
                Some(Err(Outcome::Stopped(stopped))) => {
                    let found = moves.len() as u32;
                    return Ok(tell_stopped(&stopped, found, arguments, globals));
                }
                measured => measured.and_then(Result::ok),
            };
            if let Some(measured) = &measured {
                globals.remark(&format!(
                    "shortest solutions: {}",
                    measured.solutions_in_words()
                ));
                globals.remark(&measured.to_string());
            }
            show(answer.with_difficulty(measured.as_ref())).solution(known, &moves)
        }
        Solved::Unsolvable { reason, .. } => show(answer).refuted(&reason.to_string()),
        Solved::NoneWithin { moves, because } => {
            let why = because.map_or_else(|| "--most-moves".to_owned(), |error| error.to_string());
            let reason =
                format!("no solution of up to {moves} moves; the search ended there: {why}");
            show(answer).undecided(&reason)
        }
        Solved::Stopped { at_least, stopped } => {
            Ok(tell_stopped(&stopped, at_least, arguments, globals))
        }
    };
    kept.and(exit)
}

impl SolveArguments {
    /// Returns whether no option changes the question.
    const fn is_plain(&self) -> bool {
        !self.count && self.most_moves.is_none()
    }

    /// Stores the answer to a figure.
    fn keep(
        &self,
        known: &Known,
        puzzle: &Puzzle,
        solved: &Solved,
        begin: Instant,
        globals: &Globals,
    ) -> anyhow::Result<()> {
        if self.no_store || !self.is_plain() || !known.is_figure() {
            return Ok(());
        }
        let name = known.name.to_owned();
        let command = GridSolveCommand { puzzle: name };
        let run = (&*command.to_string(), begin.elapsed());
        let Some(record) = grid_solution_record((&known.name, puzzle), solved, run) else {
            return Ok(());
        };
        globals.store()?.save(&record)?.tell_set_aside(globals);
        Ok(())
    }
}

/// Says why a search stopped, and returns the exit.
fn tell_stopped(
    stopped: &Stopped,
    at_least: u32,
    arguments: &SolveArguments,
    globals: &Globals,
) -> Exit {
    globals.remark(&format!(
        "stopped after {} states: {}; a solution has at least {at_least} moves",
        grouped(stopped.states.iter().sum()),
        stopped.reason
    ));
    arguments.limits.exit(stopped.reason)
}

/// Constructs a solution without a search, or explains why there is none.
fn run_construct(arguments: &SolveArguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text).among(&FORMATS)?;
    let name = arguments.puzzle.name();
    let given = arguments.puzzle.given()?;
    let constructed = construct(&given.puzzle).with_context(|| name.to_string())?;
    introduce(&given, globals);
    let NamedPuzzle {
        puzzle,
        known,
        form,
    } = given;
    let answer = AnswerForm::to(form, known.as_deref()).constructed();
    let show = |answer| Show {
        answer,
        format,
        globals,
    };
    match constructed {
        Constructed::Solution {
            why,
            moves,
            outline,
        } => {
            // Solutions are checked before they are printed.
            let verdict = check(&puzzle, moves.iter().copied())
                .with_context(|| format!("{name}: the construction is wrong"))?;
            globals.remark(&format!("{verdict}: {why}"));
            let answer = answer.with_condition(why).with_steps(&outline);
            show(answer).solution(known.as_deref(), &moves)
        }
        Constructed::Unsolvable(reason) => show(answer).refuted(&reason),
        Constructed::Open(reason) => show(answer).undecided(&reason),
        Constructed::TooLong(reason) => show(answer).stopped(&reason),
    }
}

/// Arguments that name a puzzle.
#[derive(Debug, Args)]
struct PuzzleArguments {
    /// JSON file (- for standard input), or name of a known puzzle such as figure-5, theorem-1 or
    /// font5x7-A-9
    #[arg(value_name = "FILE | NAME")]
    puzzle: OsString,

    /// Puzzle to choose from a file with a list
    #[arg(long, value_name = "ID")]
    id: Option<String>,
}

impl PuzzleArguments {
    /// Returns the file or the name.
    fn name(&self) -> Cow<'_, str> {
        self.puzzle.to_string_lossy()
    }

    /// Looks up the puzzle.
    fn given(&self) -> Result<NamedPuzzle, AtlasError> {
        NamedPuzzle::find(&self.puzzle, self.id.as_deref())
    }
}

/// Describes the puzzle on standard error.
fn introduce(given: &NamedPuzzle, globals: &Globals) {
    globals.remark(&given.puzzle.to_string());
    if let Some(known) = &given.known {
        globals.remark(&provenance_in_words(known));
    }
}

/// An answer to print.
struct Show<'a> {
    /// The answer as JSON, without its moves.
    answer: AnswerForm,
    /// The output format.
    format: Format,
    /// The global options, which receive remarks.
    globals: &'a Globals,
}

impl Show<'_> {
    /// Prints a solution.
    fn solution(self, known: Option<&Known>, moves: &[Move]) -> anyhow::Result<Exit> {
        print(&self.answer.solved(moves).printed(known, self.format)?)?;
        Ok(Exit::Done)
    }

    /// Prints that there is no solution, and why.
    fn refuted(self, reason: &str) -> anyhow::Result<Exit> {
        self.without_moves(Some(false), "no solution", reason, Exit::Refuted)
    }

    /// Prints that the puzzle is undecided, and why.
    fn undecided(self, reason: &str) -> anyhow::Result<Exit> {
        self.without_moves(None, "undecided", reason, Exit::Stopped)
    }

    /// Prints that there is a solution, and why it is not constructed.
    fn stopped(self, reason: &str) -> anyhow::Result<Exit> {
        self.without_moves(Some(true), "stopped", reason, Exit::Stopped)
    }

    fn without_moves(
        self,
        solvable: Option<bool>,
        outcome: &str,
        reason: &str,
        exit: Exit,
    ) -> anyhow::Result<Exit> {
        self.globals.remark(&format!("{outcome}: {reason}"));
        if self.format == Format::Json {
            print(&to_text(&self.answer.without_moves(solvable, reason))?)?;
        }
        Ok(exit)
    }
}

/// What `tait grid solve` prints with `--format json`, with `--construct`, too.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(extend("unevaluatedProperties" = false))]
pub(crate) struct AnswerForm {
    /// The kind of puzzle.
    puzzle: PuzzleName,
    /// The puzzle itself, so that an answer can be drawn, checked and solved again.
    #[serde(flatten)]
    form: PuzzleForm,
    /// The origin of a known puzzle.
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<Provenance>,
    /// Whether there is a solution; null where that is open.
    solvable: Option<bool>,
    #[serde(flatten)]
    count: Count,
    /// The number of shortest solutions, with `--count`.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimal_solutions: Option<Large>,
    /// How difficult the puzzle is, with `--count` and where puzzles are designed.
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<DifficultyForm>,
    /// What makes a designed puzzle worth playing.
    #[serde(skip_serializing_if = "Option::is_none")]
    design: Option<DesignForm>,
    /// Why there is a solution, when it was constructed.
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<String>,
    /// The moves of the solution; null where none is known.
    moves: Option<Vec<Move>>,
    /// The named steps of a construction: each before the steps that are parts of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<NamedStep>,
    /// Why there is no solution, or none is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

/// The only puzzle with such answers.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum PuzzleName {
    Grid,
}

/// How many moves the solution has, under a key that says what is known of it.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Count {
    /// The solution has this many moves, and none has fewer; null where there is none.
    OptimalMoves(Option<usize>),
    /// The solution has this many moves, and may not be the shortest; null where there is none.
    ConstructedMoves(Option<usize>),
}

/// How difficult a puzzle is.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
struct DifficultyForm {
    /// The moves of a shortest solution beyond one for each coin that is not in its place.
    detours: u32,
    /// How many bits it takes to choose a shortest solution among all moves, in hundredths exactly.
    choices: f64,
    /// The score: choices plus detours.
    score: f64,
}

/// What makes a designed puzzle worth playing.
#[derive(Debug, Clone, Serialize, JsonSchema)]
struct DesignForm {
    /// That of which it is one of the best: `farthest`, `unique`, `detours`, `symmetric`, `score`.
    merits: Vec<&'static str>,
    /// Whether the target is an image of the start.
    symmetric: bool,
}

/// A number that may be too large for some readers of JSON.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(untagged)]
enum Large {
    /// A number of up to 64 bits.
    Number(u64),
    /// A larger number in decimal, or words that say that it is larger still.
    Text(String),
}

impl From<String> for Large {
    fn from(decimal: String) -> Self {
        match decimal.parse() {
            Ok(number) => Self::Number(number),
            Err(_) => Self::Text(decimal),
        }
    }
}

impl AnswerForm {
    /// Creates an answer without a result.
    pub(super) fn to(mut form: PuzzleForm, known: Option<&Known>) -> Self {
        form.id = known.map(|known| known.name.clone()).or(form.id);
        Self {
            puzzle: PuzzleName::Grid,
            form,
            known: known.map(Provenance::from),
            solvable: None,
            count: Count::OptimalMoves(None),
            optimal_solutions: None,
            difficulty: None,
            design: None,
            condition: None,
            moves: None,
            steps: Vec::new(),
            reason: None,
        }
    }

    /// States that the solution was constructed, not searched.
    pub(super) fn constructed(mut self) -> Self {
        self.count = Count::ConstructedMoves(None);
        self
    }

    /// Adds how difficult the puzzle is, and the number of shortest solutions, if they were counted.
    pub(super) fn with_difficulty(mut self, measured: Option<&Difficulty>) -> Self {
        self.optimal_solutions = measured.map(|found| found.solutions_in_words().into());
        self.difficulty = measured.map(|found| DifficultyForm {
            detours: found.detours,
            choices: found.choices,
            score: found.score(),
        });
        self
    }

    /// Adds what makes a designed puzzle worth playing.
    pub(super) fn with_merits(mut self, merits: &[Merit], symmetric: bool) -> Self {
        let merits = merits.iter().map(|merit| merit.name()).collect();
        self.design = Some(DesignForm { merits, symmetric });
        self
    }

    /// Adds the reason why there is a solution.
    pub(super) fn with_condition(mut self, condition: String) -> Self {
        self.condition = Some(condition);
        self
    }

    /// Adds the named steps of a construction.
    pub(super) fn with_steps(mut self, outline: &Outline) -> Self {
        self.steps = outline.steps().to_vec();
        self
    }

    /// Adds a solution.
    pub(super) fn solved(mut self, moves: &[Move]) -> Self {
        self.solvable = Some(true);
        match &mut self.count {
            Count::OptimalMoves(count) | Count::ConstructedMoves(count) => {
                *count = Some(moves.len());
            }
        }
        self.moves = Some(moves.to_vec());
        self
    }

    /// Returns the answer as it is printed: as text the moves, below a header line with the origin of a known puzzle, or
    /// else with the puzzle itself, and with the named steps as comments; in other formats than JSON a table of the moves, in
    /// JSON Lines each with its puzzle.
    ///
    /// # Errors
    /// When JSON cannot be written.
    pub(super) fn printed(
        &self,
        known: Option<&Known>,
        format: Format,
    ) -> Result<String, serde_json::Error> {
        let moves = self.moves.as_deref().unwrap_or_default();
        let outline = Outline::new(self.steps.clone(), moves.len()).unwrap_or_default();
        Ok(match format {
            Format::Json => to_text(self)?,
            Format::Text => {
                let name = match known {
                    Some(known) => provenance_in_words(known),
                    None => format!("grid {}", serde_json::to_string(&self.form)?),
                };
                // The puzzle itself is JSON, which stays in one line.
                let width = terminal_width().filter(|_| known.is_some());
                let header = heading(&format!("# {name}"), width);
                format!("{header}{}", outline.text(moves))
            }
            format => {
                let is_named = !self.steps.is_empty();
                let mut table = Table::new(if is_named {
                    &["move", "from", "to", "step"]
                } else {
                    &["move", "from", "to"]
                });
                let captions = outline.captions(moves.len());
                for ((number, step), caption) in (1..).zip(moves).zip(captions) {
                    let mut row = vec![json!(number), json!(step.from), json!(step.to)];
                    row.extend(is_named.then(|| json!(caption)));
                    table.push(row);
                }
                let text = table.to_text(format);
                if format != Format::Jsonl {
                    return Ok(text);
                }
                // Each move names its puzzle.
                let form = serde_json::to_string(&self.form)?;
                let form = form
                    .strip_prefix('{')
                    .and_then(|form| form.strip_suffix('}'));
                let fields = format!(r#"{{"puzzle":"grid",{},"#, form.unwrap_or_default());
                let lines = text
                    .lines()
                    .map(|line| line.replacen('{', &fields, 1) + "\n");
                lines.collect()
            }
        })
    }

    /// States that there are no moves to show: whether there is a solution, if that is known, and why no moves are
    /// shown.
    pub(super) fn without_moves(mut self, solvable: Option<bool>, reason: &str) -> Self {
        self.solvable = solvable;
        self.reason = Some(reason.to_owned());
        self
    }
}
