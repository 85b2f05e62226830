//! `tait checkers N M` and `tait checkers --reverse N`.

use crate::exit::Exit;
use crate::format::{AnyFormat, Format};
use crate::globals::Globals;
use crate::limits::{FRESH, LimitArguments};
use crate::remarks::tell_run;
use crate::{moves, output};
use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use tait_atlas::{NamedRun, Table, diagram_of_vacancy, move_classes, reversal_table};
use tait_framework::checkers::{
    CheckersSearchError, count_optimal, number_of_solutions, optimal_solutions,
};
use tait_framework::count_of_vacancy;
use tait_generator::checkers::{Algorithm, FirstMove, OptimalMoves};
use tait_generator::stream::MoveRange;
use tait_jobs::make_reversals;
use tait_search::{Event, Outcome, Sink as _};
use tait_vacancy::checkers::Checkers;
use tait_vacancy::checkers::frogs::{Frogs, FrogsError};
use tait_vacancy::{Puzzle, Solution};

/// The most solutions that can be listed.
const MOST_LISTED: usize = 100_000;

/// The most checkers for which `--count` also counts the optimal solutions by search.
const COUNTED: u64 = 14;

/// Arguments of `tait checkers`.
#[derive(Debug, Args)]
#[command(
    after_help = "A move names the cell whose checker goes to the vacant cell; cells are counted from 1. The moves come \
                  from an explicit formula; there are nm + n + m of them, which is optimal. tait show \
                  checkers N M draws them, tait verify --puzzle 'checkers n=5 m=3' checks other solutions. --format dot \
                  shows every state of a small puzzle and marks the shortest solutions."
)]
pub(crate) struct Arguments {
    /// Number of black checkers, left of the vacant cell
    #[arg(
        value_name = "N",
        required_unless_present_any = ["reverse", "classes"],
        requires = "white"
    )]
    black: Option<u64>,
    /// Number of white checkers, right of the vacant cell
    #[arg(value_name = "M")]
    white: Option<u64>,
    /// Reverse 1, 2, ..., N numbered checkers: search, store and show a table of optima and counts
    #[arg(long, value_name = "N", conflicts_with_all = ["black", "first", "moves", "algorithm", "task"])]
    reverse: Option<u64>,
    /// List the twelve classes of moves, Table 1 of the paper: the cells before and after, and the changes of inversions and of
    /// vacancy inversions. tait show checkers N M --inversions has both along a solution
    #[arg(long, conflicts_with_all = ["black", "reverse", "vacancies", "first", "algorithm", "moves", "task"])]
    classes: bool,
    /// Frogs and toads: V vacant cells in the middle; black moves only to the right, white only to the left
    #[arg(long, value_name = "V", conflicts_with_all = ["reverse", "first"])]
    vacancies: Option<u64>,
    /// Direction of the first move
    #[arg(long, value_enum, default_value_t)]
    first: First,
    /// Run an algorithm of the paper, by its name or number: move (3.6, or 3.4 for N = M) or iterative-move (3.7), each stage
    /// and call, its moves, and the key state that it reaches; of move the stages move1 (3.1), move3 (3.5) or move4 (3.3)
    /// alone; or backtrack (2.1), every call and solution
    #[arg(long, value_name = "NAME", conflicts_with_all = ["reverse", "vacancies", "moves", "task"])]
    algorithm: Option<Algorithm>,
    /// Print only moves A to B, counted from 1, both included
    #[arg(long, value_name = "A..B", conflicts_with = "task")]
    moves: Option<MoveRange>,
    #[command(flatten)]
    task: Task,
    #[arg(long, help = format!("With --reverse: {}{}", FRESH[..1].to_lowercase(), &FRESH[1..]), requires = "reverse", help_heading = "Data")]
    fresh: bool,
    #[command(flatten)]
    limits: LimitArguments,
}

/// What to do instead of printing moves.
#[derive(Debug, Args)]
#[group(id = "task", multiple = false)]
struct Task {
    /// List every optimal solution, by search
    #[arg(long)]
    all: bool,
    /// Count the optimal solutions
    #[arg(long)]
    count: bool,
    /// Print the number of moves of an optimal solution
    #[arg(long)]
    optimum: bool,
}

/// The direction of the first move on the command line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum First {
    /// A black checker slides to the right
    #[default]
    Right,
    /// A white checker slides to the left
    Left,
}

impl From<First> for FirstMove {
    fn from(first: First) -> Self {
        match first {
            First::Right => Self::Right,
            First::Left => Self::Left,
        }
    }
}

/// Runs `tait checkers`.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    if arguments.classes {
        output::print_table(&move_classes(), globals.format_or(Format::Text))?;
        return Ok(Exit::Done);
    }
    if globals.is_asked(AnyFormat::Dot) {
        return draw_states(arguments, globals);
    }
    if let Some(most) = arguments.reverse {
        return run_reverse(most, arguments, globals);
    }
    let (Some(black), Some(white)) = (arguments.black, arguments.white) else {
        bail!("expected N and M, the numbers of black and white checkers");
    };
    if let Some(vacancies) = arguments.vacancies {
        return run_frogs(Frogs::new(black, white, vacancies)?, arguments, globals);
    }
    let puzzle = Checkers::new(black, white)?;
    let format = globals.format_or(Format::Text);
    let task = &arguments.task;
    if let Some(algorithm) = arguments.algorithm {
        if (algorithm, arguments.first) == (Algorithm::Backtrack, First::Left) {
            bail!(
                "--first cannot be combined with --algorithm backtrack, which finds the solutions of both directions"
            );
        }
        let run = NamedRun::of_checkers(puzzle, algorithm, arguments.first.into())?;
        return tell_run(&run, Puzzle::from(puzzle), globals);
    }
    if task.optimum {
        let (columns, number) = (&["n", "m", "optimum"], puzzle.optimum().to_string());
        output::print(&number_text(&[black, white], columns, &number, format))?;
        Ok(Exit::Done)
    } else if task.count {
        count(puzzle, arguments, globals)
    } else if task.all {
        list(puzzle, arguments, globals)
    } else {
        let moves = OptimalMoves::new(puzzle, arguments.first.into());
        moves::write(&moves, arguments.moves, Puzzle::from(puzzle), format)?;
        Ok(Exit::Done)
    }
}

/// Draws the graph of all states, as in Figure 2 of the paper.
fn draw_states(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let task = &arguments.task;
    let asks_more = task.all
        || task.count
        || task.optimum
        || arguments.moves.is_some()
        || arguments.algorithm.is_some();
    let (Some(black), Some(white), false) = (arguments.black, arguments.white, asks_more) else {
        bail!(
            "--format dot cannot be combined with --reverse, --moves, --all, --count or --optimum: give only N and M"
        );
    };
    let puzzle: Puzzle = match arguments.vacancies {
        None => Checkers::new(black, white)?.into(),
        Some(vacancies) => Frogs::new(black, white, vacancies)?.into(),
    };
    let progress = arguments.limits.progress(globals)?;
    let diagram = diagram_of_vacancy(puzzle, &progress.control());
    progress.finish();
    let diagram = match diagram? {
        Ok(diagram) => diagram,
        Err(reason) => return Ok(arguments.limits.stopped(reason)),
    };
    output::print(&diagram.to_dot())?;
    Ok(Exit::Done)
}

fn count(puzzle: Checkers, arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let number = number_of_solutions(puzzle)?;
    if puzzle.black() + puzzle.white() <= COUNTED {
        let progress = arguments.limits.progress(globals)?;
        let counted = count_optimal(puzzle, &progress.control());
        progress.finish();
        let counted = match counted {
            Ok(count) => count.solutions,
            Err(error) => return stopped(error, &arguments.limits),
        };
        if counted.map(Into::into) != Some(number.clone()) {
            bail!(
                "{puzzle}: Theorem 4 gives {number} solutions, but the search counted {counted:?}"
            );
        }
        globals.remark(&format!(
            "{puzzle}: given by Theorem 4 and confirmed by search"
        ));
    } else {
        globals.remark(&format!(
            "{puzzle}: given by Theorem 4, which searches confirm for n + m <= {COUNTED}"
        ));
    }
    let format = globals.format_or(Format::Text);
    let (sizes, columns) = ([puzzle.black(), puzzle.white()], &["n", "m", "solutions"]);
    output::print(&number_text(&sizes, columns, &number.to_string(), format))?;
    Ok(Exit::Done)
}

fn list(puzzle: Checkers, arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let number = number_of_solutions(puzzle)?;
    if number > MOST_LISTED.into() {
        bail!(
            "{puzzle}: {number} optimal solutions are too many to list, the limit is {MOST_LISTED}: use --count"
        );
    }
    let progress = arguments.limits.progress(globals)?;
    let solutions = optimal_solutions(puzzle, MOST_LISTED, &progress.control());
    progress.finish();
    let solutions = match solutions {
        Ok(solutions) => solutions,
        Err(error) => return stopped(error, &arguments.limits),
    };
    let format = globals.format_or(Format::Text);
    output::print(&checkers_listed(puzzle, &solutions, format))?;
    Ok(Exit::Done)
}

/// Returns the exit if the search stopped, which is not bad input.
fn stopped(error: CheckersSearchError, limits: &LimitArguments) -> anyhow::Result<Exit> {
    match error {
        CheckersSearchError::Search(Outcome::Stopped(stopped)) => {
            Ok(limits.stopped(stopped.reason))
        }
        error => Err(error.into()),
    }
}

// `tait checkers N M --vacancies V`.

/// Prints a solution, the optimum, or the number of solutions.
fn run_frogs(puzzle: Frogs, arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text);
    let task = &arguments.task;
    if task.all || arguments.moves.is_some() {
        bail!("--vacancies can be combined only with --count, --optimum or --format dot");
    }
    let sizes = [puzzle.frogs(), puzzle.toads(), puzzle.vacancies()];
    if task.optimum {
        let (columns, number) = (&["n", "m", "v", "optimum"], puzzle.optimum().to_string());
        output::print(&number_text(&sizes, columns, &number, format))?;
        return Ok(Exit::Done);
    }
    if task.count {
        let progress = arguments.limits.progress(globals)?;
        let bound = u32::try_from(puzzle.optimum()).unwrap_or(u32::MAX);
        let count = count_of_vacancy(puzzle.into(), bound, &progress.control());
        progress.finish();
        let count = match count.ok_or(FrogsError::TooWideToSearch(puzzle))? {
            Ok(count) => count,
            Err(Outcome::Stopped(stopped)) => return Ok(arguments.limits.stopped(stopped.reason)),
            Err(_) => bail!("{puzzle}: the search found no solution, but a construction gives one"),
        };
        let too_many = || anyhow!("{puzzle}: the number of solutions does not fit in 128 bits");
        let solutions = count.solutions.ok_or_else(too_many)?.to_string();
        let columns = &["n", "m", "v", "solutions"];
        output::print(&number_text(&sizes, columns, &solutions, format))?;
        return Ok(Exit::Done);
    }
    let solution = globals.atlas()?.vacancy_solution(Puzzle::from(puzzle))?;
    output::print(&solution_text(&solution, format)?)?;
    Ok(Exit::Done)
}

// `tait checkers --reverse N`.

/// Shows the answers for 1 to `most` checkers, see [`make_reversals`].
fn run_reverse(most: u64, arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text);
    let remarks = |event| match event {
        Event::Stopped { part, reason } => output::say(&format!("tait: {part}: stopped: {reason}")),
        Event::SetAside { error } => globals.warn(&error),
        event => globals.event(event),
    };
    let progress = arguments.limits.progress_with(globals, &remarks)?;
    let (store, control) = (globals.store_to_write()?, progress.control());
    let made = make_reversals(most, &globals.run(&store, arguments.fresh, &control))?;
    progress.finish();
    let table = reversal_table(&made.record, &made.puzzles, format);
    output::print_table(&table, format)?;
    Ok(match made.stopped {
        Some(reason) => arguments.limits.exit(reason),
        None => Exit::Done,
    })
}

// What is printed in every format.

/// Returns solutions of shifting the checkers, as text like [`listed`].
fn checkers_listed(puzzle: Checkers, solutions: &[Vec<u64>], format: Format) -> String {
    if format == Format::Text {
        return moves::listed(puzzle.into(), solutions, format);
    }
    let mut table = Table::new(&["puzzle", "n", "m", "moves"]);
    for solution in solutions {
        let (n, m) = (puzzle.black(), puzzle.white());
        table.push(vec![json!("checkers"), json!(n), json!(m), json!(solution)]);
    }
    table.to_text(format)
}

/// Returns a number: alone as text, or with the sizes of its puzzle in other formats. A number that does not fit in 64
/// bits is a JSON string.
fn number_text(
    sizes: &[u64],
    columns: &'static [&'static str],
    number: &str,
    format: Format,
) -> String {
    if format == Format::Text {
        return format!("{number}\n");
    }
    let mut table = Table::new(columns);
    let value = number.parse::<u64>().map_or(json!(number), Value::from);
    let sizes = sizes.iter().copied().map(Value::from);
    table.push(sizes.chain([value]).collect());
    table.to_text(format)
}

/// Returns a solution of a vacancy puzzle: as text or JSON it is a file that can be read again, otherwise a table.
///
/// # Errors
/// When JSON cannot be written.
fn solution_text(solution: &Solution, format: Format) -> Result<String, serde_json::Error> {
    Ok(match format {
        Format::Text => solution.to_string(),
        Format::Json | Format::Jsonl => serde_json::to_string(solution)? + "\n",
        format => {
            let mut table = Table::new(&["puzzle", "moves"]);
            table.push(vec![
                json!(solution.puzzle.to_string()),
                json!(solution.moves),
            ]);
            table.to_text(format)
        }
    })
}
