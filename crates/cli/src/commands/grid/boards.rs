//! `tait grid boards`: all configurations of small boards.

use super::solving::AnswerForm;
use crate::exit::Exit;
use crate::format::{AnyFormat, Format};
use crate::globals::Globals;
use crate::limits::LimitArguments;
use crate::output::{print, print_table, say};
use crate::terminal::grouped;
use anyhow::{Context as _, bail, ensure};
use clap::Args;
use std::ffi::{OsStr, OsString};
use tait_atlas::grid::{
    COMPONENT_COLUMNS, DesignedPuzzle, NamedBoard, candidate_table, component_rows,
    component_summary, whole_board,
};
use tait_atlas::{Table, diagram_of_board};
use tait_framework::grid::{
    Components, DesignError, Designs, RECONSTRUCTED, ReconstructError, WholeBoardError, reconstruct,
};
use tait_store::to_text;
use tait_text::counted;

/// Arguments of `grid boards`.
#[derive(Debug, Args)]
#[command(
    after_help = "--format dot draws the moves between configurations of --coins N, of which there may be 500. It outlines those that span the board \
                  in bold, and leaves out what they cannot reach. Figures 19 and 20 of the paper are 3x3 with --coins 3 and 4. \
                  With --design a start spans the board; images of a puzzle count once. The score adds detours, the moves beyond one for \
                  each coin that is not in its place, and choices, the bits that it takes to choose a shortest solution among all moves. \
                  Among equals the higher score comes first, then the smaller start and target. tait grid solve FILE --id ID opens a puzzle \
                  of --format json."
)]
pub(super) struct BoardsArguments {
    /// Rectangle of the square grid such as 4x5 (rows x columns), or a JSON file with a graph, or with a
    /// configuration whose span is the board; with --diameters one or more
    #[arg(value_name = "ROWSxCOLUMNS | FILE", required_unless_present = "cells")]
    boards: Vec<OsString>,

    /// Number of coins [default: for a rectangle, enough to span it, that is half of rows plus columns, and up to
    /// --extra more; for a configuration, its own]
    #[arg(long, value_name = "N", conflicts_with_all = ["extra", "diameters", "candidates"])]
    coins: Option<usize>,

    /// Largest number of coins beyond those that span a rectangle
    #[arg(
        long,
        value_name = "N",
        default_value_t = 2,
        conflicts_with = "question"
    )]
    extra: usize,

    /// Find the best puzzles: farthest apart, with a single shortest solution, most detours, symmetric, highest score
    #[arg(long, requires = "coins", group = "question")]
    design: bool,

    /// With --design: number of puzzles of each merit
    #[arg(long, value_name = "COUNT", default_value_t = 1, requires = "design", value_parser = clap::value_parser!(u16).range(1..=1000))]
    best: u16,

    /// Find the largest optimum on each board, for each number of coins
    #[arg(long, group = "question")]
    diameters: bool,

    /// With --diameters: all rectangles of at least two rows and at most N cells
    #[arg(
        long,
        value_name = "N",
        requires = "diameters",
        conflicts_with = "boards"
    )]
    cells: Option<u32>,

    /// Count the arrangements that fit a figure of the paper whose picture is lost, such as figure-5, by their optimum
    #[arg(long, group = "question")]
    candidates: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

/// Runs `grid boards`.
pub(super) fn run_boards(arguments: &BoardsArguments, globals: &Globals) -> anyhow::Result<Exit> {
    let has_question = arguments.design || arguments.diameters || arguments.candidates;
    ensure!(
        !has_question || !globals.is_asked(AnyFormat::Dot),
        "--format dot draws components: it cannot be combined with --design, --diameters and --candidates"
    );
    if arguments.diameters {
        return run_diameters(arguments, globals);
    }
    let [board] = &arguments.boards[..] else {
        bail!("several boards need --diameters");
    };
    match (arguments.design, arguments.candidates, arguments.coins) {
        (true, _, Some(coins)) => run_design(board, coins, arguments, globals),
        (_, true, _) => run_candidates(board, arguments, globals),
        _ => run_components(board, arguments, globals),
    }
}

/// Splits the configurations of a board into components that moves connect.
fn run_components(
    board: &OsStr,
    arguments: &BoardsArguments,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text);
    let name = board.to_string_lossy();
    let (board, least, own) = whole_board(board)?;
    let counts: Vec<usize> = match (arguments.coins, least, own) {
        (Some(coins), _, _) => vec![coins],
        (None, Some(least), _) => {
            let most = (least + arguments.extra).min(board.cells().len());
            (least..=most).collect()
        }
        (None, None, Some(own)) => vec![own],
        (None, None, None) => bail!("{name}: the number of coins is missing; give --coins"),
    };
    let progress = arguments.limits.progress(globals)?;
    let control = progress.control();
    if globals.is_asked(AnyFormat::Dot) {
        let [coins] = counts[..] else {
            bail!("--format dot needs --coins: it draws one number of coins");
        };
        let diagram = diagram_of_board(&name, &board, coins, &control);
        progress.finish();
        return match diagram? {
            Ok(diagram) => {
                print(&diagram.to_dot())?;
                Ok(Exit::Done)
            }
            Err(reason) => Ok(arguments.limits.stopped(reason)),
        };
    }
    let (mut table, mut exit) = (Table::new(COMPONENT_COLUMNS), Exit::Done);
    for coins in counts {
        let components = match Components::of(&board, coins, &control) {
            Err(WholeBoardError::Stopped { reason, states }) => {
                globals.remark(&format!(
                    "{coins} coins: stopped after {} configurations: {reason}",
                    grouped(states.iter().sum())
                ));
                exit = Exit::Stopped;
                break;
            }
            // If the user chose no limit, the machine is too small.
            Err(error @ WholeBoardError::Memory { .. })
                if arguments.limits.memory_limit.is_none() =>
            {
                say(&format!("tait: {name}: {error}"));
                exit = Exit::Environment;
                break;
            }
            components => components.with_context(|| name.to_string())?,
        };
        globals.remark(&component_summary(&components, coins));
        table.extend(component_rows(&components, coins, least));
    }
    progress.finish();
    print_table(&table, format)?;
    Ok(exit)
}

/// Finds the best puzzles of a board.
fn run_design(
    board: &OsStr,
    coins: usize,
    arguments: &BoardsArguments,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    let limits = &arguments.limits;
    let name = &*board.to_string_lossy();
    let (board, _, _) = whole_board(board)?;
    let progress = limits.progress(globals)?;
    let control = progress.control();
    let designs = Designs::of(&board, coins, arguments.best.into(), &control);
    progress.finish();
    let designs = match designs {
        Err(error @ DesignError::Stopped { reason, .. }) => {
            globals.remark(&format!("{name}: {error}"));
            return Ok(limits.exit(reason));
        }
        designs => designs.with_context(|| name.to_owned())?,
    };
    let designed = DesignedPuzzle::of(name, &board, coins, &designs, &control)?;
    let heading = heading(name, coins, &designs);
    print(&printed(
        &heading,
        &designed,
        globals.format_or(Format::Text),
    )?)?;
    Ok(match designed.is_empty() {
        true => Exit::Refuted,
        false => Exit::Done,
    })
}

/// Returns the best puzzles of a board in a format: as text a table with drawings, as JSON a list from which any can be opened.
///
/// # Errors
/// When JSON cannot be written.
fn printed(
    heading: &str,
    designed: &[DesignedPuzzle],
    format: Format,
) -> Result<String, serde_json::Error> {
    let answers = designed.iter().map(|one| {
        AnswerForm::to(one.form(), None)
            .solved(&one.moves)
            .with_difficulty(Some(&one.design.difficulty))
            .with_merits(&one.merits, one.design.is_symmetric)
    });
    match format {
        Format::Json => to_text(&answers.collect::<Vec<_>>()),
        Format::Jsonl => answers
            .map(|answer| Ok(serde_json::to_string(&answer)? + "\n"))
            .collect(),
        Format::Text if designed.is_empty() => Ok(heading.to_owned()),
        Format::Text => {
            let table = DesignedPuzzle::table(designed, false).to_text(format);
            let drawings: String = designed.iter().map(side_by_side).collect();
            Ok(format!("{heading}\n{table}{drawings}"))
        }
        Format::Csv | Format::Markdown | Format::Latex => {
            Ok(DesignedPuzzle::table(designed, true).to_text(format))
        }
    }
}

/// The start and the target beside each other, under an empty line.
fn side_by_side(designed: &DesignedPuzzle) -> String {
    let (id, [start, target]) = (&designed.id, designed.drawings());
    let mut text = String::new();
    for (number, (start, target)) in start.iter().zip(target).enumerate() {
        let name = if number == 0 { id } else { "" };
        let line_break = if number == 0 { "\n" } else { "" };
        let width = id.chars().count();
        text.push_str(&format!("{line_break}{name:width$}  {start}   {target}\n"));
    }
    text
}

/// Says how many puzzles were compared.
fn heading(name: &str, coins: usize, designs: &Designs) -> String {
    let puzzles: u64 = designs.by_moves.iter().sum();
    format!(
        "{name}, {}: {} configurations, {} starts up to symmetry\n\
         {} puzzles up to symmetry, {} with a single shortest solution, {} symmetric\n",
        counted(coins as u64, "coin"),
        grouped(designs.configurations),
        grouped(designs.starts),
        grouped(puzzles),
        grouped(designs.unique),
        grouped(designs.symmetric),
    )
}

/// Finds the largest optimum on boards.
fn run_diameters(arguments: &BoardsArguments, globals: &Globals) -> anyhow::Result<Exit> {
    let names = match arguments.cells {
        Some(cells) => {
            let names = NamedBoard::rectangles(cells).into_iter();
            names.map(OsString::from).collect()
        }
        None => arguments.boards.clone(),
    };
    let boards = names.iter().map(NamedBoard::find);
    let boards: Vec<NamedBoard> = boards.collect::<Result<_, _>>()?;
    let progress = arguments.limits.progress(globals)?;
    let (mut table, mut exit) = (NamedBoard::table(), Exit::Done);
    for board in &boards {
        match board.add_to(&mut table, &progress.control()) {
            Err(WholeBoardError::Stopped { reason, .. }) => {
                exit = arguments.limits.stopped(reason);
                break;
            }
            added => added.with_context(|| board.name.clone())?,
        }
    }
    progress.finish();
    print_table(&table, globals.format_or(Format::Text))?;
    Ok(exit)
}

/// Counts the arrangements that fit a figure.
fn run_candidates(
    figure: &OsStr,
    arguments: &BoardsArguments,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    let figure = &*figure.to_string_lossy();
    ensure!(
        RECONSTRUCTED.contains(&figure),
        "invalid figure '{figure}': expected {}",
        RECONSTRUCTED.join(", ")
    );
    let progress = arguments.limits.progress(globals)?;
    let found = reconstruct(figure, &progress.control());
    progress.finish();
    let reason = found.as_ref().err().and_then(ReconstructError::stop_reason);
    if let Some(reason) = reason {
        return Ok(arguments.limits.stopped(reason));
    }
    let found = found.with_context(|| figure.to_owned())?;
    globals.remark(found.fits);
    print_table(&candidate_table(&found), globals.format_or(Format::Text))?;
    Ok(Exit::Done)
}
