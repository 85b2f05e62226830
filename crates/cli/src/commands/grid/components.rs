//! `tait grid components ROWSxCOLUMNS|FILE`

use super::input::{Named, look_up};
use crate::arguments::Globals;
use crate::exit::Exit;
use crate::format::{AnyFormat, Format};
use crate::limits::LimitArguments;
use crate::output::{print, say};
use crate::progress::{Progress, grouped};
use crate::table::Table;
use anyhow::{Context, anyhow, bail, ensure};
use clap::Args;
use serde_json::{Value, json};
use tait_draw::{DiagramMove, DiagramState, StateDiagram};
use tait_framework::graph_of_board;
use tait_framework::grid::{Components, WholeBoardError};
use tait_puzzle::grid::space::SmallBoard;
use tait_puzzle::grid::{Board, PuzzleForm, Rules};
use tait_search::{Control, StopReason};

/// The most configurations of a graph that is drawn.
const MOST_DRAWN: usize = 500;

/// Arguments of `grid components`.
#[derive(Debug, Args)]
#[command(
    after_help = "--format dot draws the configurations of one number of coins that can be reached from those that span the board, which \
                  are outlined in bold, and the moves between them: Figures 19 and 20 of the paper are 3x3 with --coins 3 and 4."
)]
pub(crate) struct Arguments {
    /// A rectangle of the square grid such as 4x5 (rows x columns), or a JSON file: a graph, or a
    /// configuration, whose span is the board
    #[arg(value_name = "ROWSxCOLUMNS | FILE")]
    board: String,

    /// How many coins there are [default: for a rectangle as many as it takes to span it, half of rows and
    /// columns together, and the extra ones; for a configuration its own]
    #[arg(long, value_name = "N", conflicts_with = "extra")]
    coins: Option<usize>,

    /// Up to how many coins there are beyond those that it takes to span a rectangle
    #[arg(long, value_name = "N", default_value_t = 2)]
    extra: usize,

    #[command(flatten)]
    limits: LimitArguments,
}

const COLUMNS: &[&str] = &[
    "coins",
    "extra",
    "configurations",
    "spans_board",
    "size",
    "parts",
    "reaches_least",
    "reaches_most",
    "solvable_pairs",
];

pub(super) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text);
    let (board, least, own) = board(&arguments.board)?;
    let counts: Vec<usize> = match (arguments.coins, least, own) {
        (Some(coins), _, _) => vec![coins],
        (None, Some(least), _) => {
            let most = (least + arguments.extra).min(board.cells().len());
            (least..=most).collect()
        }
        (None, None, Some(own)) => vec![own],
        (None, None, None) => bail!(
            "{}: it says nothing of coins; give --coins",
            arguments.board
        ),
    };
    let progress = Progress::new(&arguments.limits, globals)?;
    let control = Control {
        limits: arguments.limits.limits(),
        sink: &progress,
    };
    if globals.is_asked(AnyFormat::Dot) {
        let [coins] = counts[..] else {
            bail!("--format dot draws one number of coins; give --coins");
        };
        let drawn = draw(&arguments.board, &board, coins, &control);
        progress.finish();
        return match drawn? {
            Ok(()) => Ok(Exit::Done),
            Err(reason) => {
                say(&format!("tait: stopped: {reason}"));
                Ok(arguments.limits.exit(reason))
            }
        };
    }
    let (mut table, mut exit) = (Table::new(COLUMNS), Exit::Done);
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
            // Where the user chose no limit, it is the machine that is too small.
            Err(error @ WholeBoardError::Memory { .. })
                if arguments.limits.memory_limit.is_none() =>
            {
                say(&format!("tait: {}: {error}", arguments.board));
                exit = Exit::Environment;
                break;
            }
            components => components.with_context(|| arguments.board.clone())?,
        };
        globals.remark(&summary(coins, &components));
        for same in components.by_size() {
            table.push(vec![
                json!(coins),
                least.map_or(Value::Null, |least| json!(coins as i64 - least as i64)),
                json!(components.configurations),
                json!(same.is_full_span),
                json!(same.size),
                json!(same.parts),
                json!(same.reaches.map(|(least, _)| least)),
                json!(same.reaches.map(|(_, most)| most)),
                // There are fewer than 2^31 configurations.
                json!(
                    same.solvable_pairs
                        .and_then(|pairs| u64::try_from(pairs).ok())
                ),
            ]);
        }
    }
    progress.finish();
    print(&table.to_text(format))?;
    Ok(exit)
}

/// What can be reached from the configurations that span the board, as a graph.
fn draw(
    name: &str,
    board: &SmallBoard,
    coins: usize,
    control: &Control<'_>,
) -> anyhow::Result<Result<(), StopReason>> {
    let graph =
        graph_of_board(board, coins, MOST_DRAWN, control).with_context(|| name.to_owned())?;
    let graph = match graph {
        Ok(Some(graph)) => graph,
        Ok(None) => bail!(
            "{name}: more than {MOST_DRAWN} configurations of {coins} coins are too many to draw"
        ),
        Err(reason) => return Ok(Err(reason)),
    };
    let states = graph.vertices.into_iter().map(|vertex| DiagramState {
        label: vertex.state,
        depth: vertex.depth,
        is_bold: vertex.depth == 0,
        ..DiagramState::default()
    });
    let moves = graph.arcs.into_iter().map(|arc| DiagramMove {
        from: arc.from,
        to: arc.to,
        ..DiagramMove::default()
    });
    let diagram = StateDiagram {
        title: format!("{name}, {coins} coins, from those that span the board"),
        states: states.collect(),
        moves: moves.collect(),
    };
    print(&diagram.to_dot())?;
    Ok(Ok(()))
}

/// What it comes to, in words.
fn summary(coins: usize, components: &Components) -> String {
    let (all, parts) = (components.configurations, &components.parts);
    let spanning = parts.iter().filter(|part| part.is_full_span);
    let pairs = u128::from(all) * u128::from(all - 1);
    let solvable = components.solvable_pairs().map_or_else(
        || "too many parts for the memory limit to tell what each of them reaches".to_owned(),
        |solvable| format!("{solvable} of {pairs} pairs are solvable"),
    );
    format!(
        "{coins} coins: {} configurations in {} parts, {} of which span the board; {solvable}",
        grouped(all),
        grouped(parts.len() as u64),
        grouped(spanning.count() as u64)
    )
}

/// The board, how many coins it takes to span it where that is known, and how many the file has.
fn board(name: &str) -> anyhow::Result<(SmallBoard, Option<usize>, Option<usize>)> {
    let fail = |error: &dyn std::fmt::Display| anyhow!("{name}: {error}");
    let sides = name.split_once('x').map(|(rows, columns)| {
        let side = |text: &str| text.parse::<usize>().ok();
        (side(rows), side(columns))
    });
    if let Some((Some(rows), Some(columns))) = sides {
        let board = SmallBoard::rectangle(rows, columns, Rules::default());
        let least = rows.saturating_add(columns).div_ceil(2);
        return Ok((board.map_err(|error| fail(&error))?, Some(least), None));
    }
    let form = match look_up(name)? {
        Named::Known(known) => known.puzzle,
        Named::Text(text) => {
            let mut value: Value = serde_json::from_str(&text).map_err(|error| fail(&error))?;
            // A graph is a board without any coins.
            if let Some(fields) = value.as_object_mut() {
                let _ = fields.entry("start").or_insert_with(|| json!([]));
            }
            serde_json::from_value::<PuzzleForm>(value).map_err(|error| fail(&error))?
        }
    };
    let rules = Rules {
        adjacency: form.adjacency.unwrap_or(2),
        ..Rules::default()
    };
    ensure!(
        form.rule.as_deref().is_none_or(|rule| rule == "lift"),
        "{name}: whole boards are searched for coins that are lifted, not slid"
    );
    let is_empty = json!(form.start) == json!([]);
    let start = (!is_empty).then(|| form.start()).transpose();
    let start = start.map_err(|error| fail(&error))?;
    let grid = form.board().map_err(|error| fail(&error))?;
    let board = match (&grid, &start) {
        (Board::Graph(_), _) => SmallBoard::whole(&grid, rules),
        (_, Some(start)) => SmallBoard::around(&grid, start.positions(), rules),
        (_, None) => bail!("{name}: a {grid} has no end; give a start, whose span is the board"),
    };
    let board = board.map_err(|error| fail(&error))?;
    Ok((board, None, start.map(|start| start.len())))
}
