//! `tait grid components ROWSxCOLUMNS|FILE`

use crate::exit::Exit;
use crate::format::{AnyFormat, Format};
use crate::globals::Globals;
use crate::limits::LimitArguments;
use crate::output::{print, print_table, say};
use crate::terminal::grouped;
use anyhow::{Context, bail};
use clap::Args;
use std::ffi::OsString;
use tait_atlas::grid::{COMPONENT_COLUMNS, component_rows, component_summary, whole_board};
use tait_atlas::{Table, diagram_of_board};
use tait_framework::grid::{Components, WholeBoardError};

/// Arguments of `grid components`.
#[derive(Debug, Args)]
#[command(
    after_help = "--format dot draws the moves between configurations of a fixed number of coins. It outlines those that span the board \
                  in bold, and leaves out what they cannot reach. Figures 19 and 20 of the paper are 3x3 with --coins 3 and 4."
)]
pub(crate) struct Arguments {
    /// Rectangle of the square grid such as 4x5 (rows x columns), or a JSON file with a graph, or with a
    /// configuration whose span is the board
    #[arg(value_name = "ROWSxCOLUMNS | FILE")]
    board: OsString,

    /// Number of coins [default: for a rectangle, enough to span it, that is half of rows plus columns, and up to
    /// --extra more; for a configuration, its own]
    #[arg(long, value_name = "N", conflicts_with = "extra")]
    coins: Option<usize>,

    /// Largest number of coins beyond those that span a rectangle
    #[arg(long, value_name = "N", default_value_t = 2)]
    extra: usize,

    #[command(flatten)]
    limits: LimitArguments,
}

pub(super) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text);
    let name = arguments.board.to_string_lossy();
    let (board, least, own) = whole_board(&arguments.board)?;
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
