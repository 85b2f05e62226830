//! Phase 1: the solutions of the auxiliary puzzle.

use super::Arguments;
use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::output::print;
use crate::progress::Progress;
use serde_json::json;
use tait_framework::{AuxiliaryExchange, LONGEST_AUXILIARY, auxiliary_solutions};
use tait_puzzle::linear::BlockLength;
use tait_search::{Control, Outcome};
use tait_store::to_text;

/// Searches and lists them.
pub(super) fn list_auxiliary(
    arguments: &Arguments,
    k: BlockLength,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    anyhow::ensure!(
        k.get() <= LONGEST_AUXILIARY,
        "k = {k}: the auxiliary puzzle is searched for k up to {LONGEST_AUXILIARY}"
    );
    let free_offsets = arguments.free_offsets;
    let format = globals
        .format_or(Format::Text)
        .among(&[Format::Text, Format::Json])?;
    let progress = Progress::new(&arguments.limits, globals)?;
    let control = Control {
        limits: arguments.limits.limits(),
        sink: &progress,
    };
    let solutions = auxiliary_solutions(k, free_offsets, &control);
    progress.finish();
    let solutions = match solutions {
        Ok(solutions) => solutions,
        Err(Outcome::Stopped(stopped)) => {
            globals.remark(&format!("stopped: {}", stopped.reason));
            return Ok(Exit::Stopped);
        }
        Err(_) => anyhow::bail!("k = {k}: the auxiliary puzzle has no solution"),
    };
    let offsets = |solution: &[AuxiliaryExchange], back: bool| -> Vec<u32> {
        solution
            .iter()
            .map(|e| if back { e.back_offset } else { e.front_offset })
            .collect()
    };
    let patterns = |solution: &[AuxiliaryExchange]| -> Vec<String> {
        solution
            .iter()
            .map(|exchange| exchange.pattern.to_string())
            .collect()
    };
    let listed: Vec<_> = solutions
        .iter()
        .map(|solution| {
            let complement = solution.iter().all(AuxiliaryExchange::returns_complement);
            (
                offsets(solution, false),
                offsets(solution, true),
                patterns(solution),
                complement,
            )
        })
        .collect();
    match format {
        Format::Json => {
            let rows: Vec<_> = listed
                .iter()
                .map(|(front, back, patterns, complement)| {
                    json!({"offsets": front, "back_offsets": back, "patterns": patterns, "complement": complement})
                })
                .collect();
            print(&to_text(
                &json!({"k": k.get(), "free_offsets": free_offsets, "count": rows.len(), "solutions": rows}),
            )?)?;
        }
        _ => {
            let mut text = String::new();
            for (front, back, patterns, complement) in &listed {
                text.push_str(&format!("{front:?}"));
                if free_offsets {
                    text.push_str(&format!(" {back:?}"));
                }
                text.push_str(&format!(" {}", patterns.join(" ")));
                text.push_str(if *complement {
                    "\n"
                } else {
                    " (another pattern than the complement returns)\n"
                });
            }
            print(&text)?;
        }
    }
    globals.remark(&format!(
        "{} solutions of the auxiliary puzzle for k = {k}",
        listed.len()
    ));
    Ok(Exit::Done)
}
