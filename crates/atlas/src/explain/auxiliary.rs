//! Solutions of the auxiliary puzzle as a list.

use crate::error::AtlasError;
use crate::table::Format;
use serde_json::json;
use tait_puzzle::linear::{AuxiliaryExchange, BlockLength};
use tait_store::to_text;

/// Lists solutions of the auxiliary puzzle: a line for each with its offsets and patterns, or JSON.
///
/// # Errors
/// Only those of writing JSON.
pub fn auxiliary_list(
    k: BlockLength,
    solutions: &[Vec<AuxiliaryExchange>],
    free_offsets: bool,
    format: Format,
) -> Result<String, AtlasError> {
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
            to_text(
                &json!({"k": k.get(), "free_offsets": free_offsets, "count": rows.len(), "solutions": rows}),
            )
            .map_err(AtlasError::refused)
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
                    " (the pattern that returns is not the complement)\n"
                });
            }
            Ok(text)
        }
    }
}
