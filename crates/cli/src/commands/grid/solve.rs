//! `tait grid solve FILE`

use super::input::{Named, look_up, provenance, provenance_in_words, puzzle_form};
use crate::arguments::Globals;
use crate::exit::Exit;
use crate::format::Format;
use crate::limits::LimitArguments;
use crate::output::print;
use crate::progress::{Progress, grouped};
use crate::table::Table;
use anyhow::anyhow;
use clap::Args;
use serde_json::{Value, json};
use tait_framework::grid::known::Known;
use tait_framework::grid::{Solved, count, solve};
use tait_puzzle::grid::{Move, Puzzle};
use tait_search::{Control, Outcome, Stopped};
use tait_store::to_text;

/// Arguments of `grid solve`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A JSON file (- for standard input), or the name of a known puzzle such as figure-5 or
    /// font5x7-A-9
    #[arg(value_name = "FILE | NAME")]
    puzzle: String,

    /// Which puzzle of a file that holds a list
    #[arg(long, value_name = "ID")]
    id: Option<String>,

    /// Count all shortest solutions: sequences of moves from one position to another, where coins
    /// with the same label are not told apart, to all places that the target may have
    #[arg(long)]
    count: bool,

    /// Give up after proving that so many moves do not suffice
    #[arg(long, value_name = "MOVES")]
    most_moves: Option<u32>,

    #[command(flatten)]
    limits: LimitArguments,
}

const FORMATS: [Format; 4] = [Format::Text, Format::Json, Format::Jsonl, Format::Csv];

pub(super) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text).among(&FORMATS)?;
    let name = &arguments.puzzle;
    let (form, known) = match look_up(name)? {
        Named::Known(known) => (known.puzzle.clone(), Some(known)),
        Named::Text(text) => (puzzle_form(name, &text, arguments.id.as_deref())?, None),
    };
    let mut about = json!({ "puzzle": "grid", "id": form.id });
    let puzzle = Puzzle::try_from(form).map_err(|error| anyhow!("{name}: {error}"))?;
    globals.remark(&puzzle.to_string());
    if let Some(known) = &known {
        globals.remark(&provenance_in_words(known));
        about["id"] = json!(known.name);
        about["known"] = provenance(known);
    }
    let progress = Progress::new(&arguments.limits, globals)?;
    let control = Control {
        limits: arguments.limits.limits(),
        sink: &progress,
    };
    let solved = solve(&puzzle, arguments.most_moves, &control);
    let counted = match &solved {
        Ok(Solved::Optimal { moves, .. }) if arguments.count => {
            Some(count(&puzzle, moves.len() as u32, &control))
        }
        _ => None,
    };
    progress.finish();
    let show = Show {
        about,
        format,
        globals,
    };
    match solved? {
        Solved::Optimal { moves, states } => {
            globals.remark(&format!(
                "{} moves, none fewer; {} states",
                moves.len(),
                grouped(states.iter().sum())
            ));
            let solutions = match counted.transpose()? {
                None => None,
                Some(Ok(counted)) => Some(counted.solutions.map_or_else(
                    || "more than 128 bits hold".to_owned(),
                    |solutions| solutions.to_string(),
                )),
                Some(Err(Outcome::Stopped(stopped))) => {
                    return Ok(tell_stopped(
                        &stopped,
                        moves.len() as u32,
                        arguments,
                        globals,
                    ));
                }
                Some(Err(_)) => None,
            };
            if let Some(solutions) = &solutions {
                globals.remark(&format!("shortest solutions: {solutions}"));
            }
            show.solution(known.as_deref(), &moves, solutions)
        }
        Solved::Unsolvable { reason, .. } => show.none(true, &reason.to_string(), Exit::Refuted),
        Solved::NoneWithin { moves, because } => {
            let why = because.map_or_else(|| "--most-moves".to_owned(), |error| error.to_string());
            let reason = format!(
                "no solution of up to {moves} moves; longer ones were not searched for: {why}"
            );
            show.none(false, &reason, Exit::Stopped)
        }
        Solved::Stopped { at_least, stopped } => {
            Ok(tell_stopped(&stopped, at_least, arguments, globals))
        }
    }
}

/// Tells why a search stopped.
fn tell_stopped(
    stopped: &Stopped,
    at_least: u32,
    arguments: &Arguments,
    globals: &Globals,
) -> Exit {
    globals.remark(&format!(
        "stopped after {} states: {}; a solution has at least {at_least} moves",
        grouped(stopped.states.iter().sum()),
        stopped.reason
    ));
    arguments.limits.exit(stopped.reason)
}

/// Prints answers.
struct Show<'a> {
    about: Value,
    format: Format,
    globals: &'a Globals,
}

impl Show<'_> {
    fn solution(
        mut self,
        known: Option<&Known>,
        moves: &[Move],
        solutions: Option<String>,
    ) -> anyhow::Result<Exit> {
        let text = match self.format {
            Format::Json => {
                self.about["solvable"] = json!(true);
                self.about["optimal_moves"] = json!(moves.len());
                self.about["moves"] = json!(moves);
                if let Some(solutions) = solutions {
                    // A number where every reader can hold it.
                    self.about["optimal_solutions"] = solutions
                        .parse::<u64>()
                        .map_or_else(|_| json!(solutions), |number| json!(number));
                }
                to_text(&self.about)?
            }
            Format::Text => {
                let header = known.map(|known| format!("# {}\n", provenance_in_words(known)));
                let lines = moves.iter().map(|step| format!("{step}\n"));
                header.into_iter().chain(lines).collect()
            }
            format => {
                let mut table = Table::new(&["move", "from", "to"]);
                for (number, step) in (1..).zip(moves) {
                    table.push(vec![json!(number), json!(step.from), json!(step.to)]);
                }
                table.to_text(format)
            }
        };
        print(&text)?;
        Ok(Exit::Done)
    }

    fn none(mut self, is_proven: bool, reason: &str, exit: Exit) -> anyhow::Result<Exit> {
        self.globals.remark(&format!("no solution: {reason}"));
        if self.format == Format::Json {
            self.about["solvable"] = if is_proven { json!(false) } else { Value::Null };
            self.about["optimal_moves"] = Value::Null;
            self.about["moves"] = Value::Null;
            self.about["reason"] = json!(reason);
            print(&to_text(&self.about)?)?;
        }
        Ok(exit)
    }
}
