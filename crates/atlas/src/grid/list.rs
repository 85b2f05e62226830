//! The known puzzles as a table.

use crate::atlas::Atlas;
use crate::error::AtlasError;
use crate::table::Table;
use serde_json::{Value, json};
use tait_framework::grid::known::{Font, collection};

impl Atlas<'_> {
    /// Returns a table with a row for each known puzzle on a grid, with the stored optimum, and for each family of
    /// them.
    ///
    /// # Errors
    /// When a stored answer cannot be read, or is wrong.
    pub fn known_on_grids(&self) -> Result<Table, AtlasError> {
        let mut table = Table::new(&[
            "name",
            "figure",
            "puzzle",
            "title",
            "stated",
            "optimum",
            "coordinates",
            "source",
        ]);
        for known in collection() {
            let puzzle = match known.puzzle.target {
                Some(_) => known.puzzle().map_err(AtlasError::refused)?.to_string(),
                None => "a configuration".to_owned(),
            };
            table.push(vec![
                json!(known.name),
                json!(known.figure),
                json!(puzzle),
                json!(known.title),
                json!(known.stated),
                match self.stored_on_grid(known)? {
                    Some(stored) if stored.is_settled => match stored.solution {
                        Ok(moves) => json!(moves.len()),
                        Err(_) => json!("none"),
                    },
                    _ => Value::Null,
                },
                json!(known.certainty.to_string()),
                json!(known.source),
            ]);
        }
        for font in Font::ALL {
            let letters: String = font.glyphs().keys().collect();
            let coins = font.glyphs().values().next().map_or(0, Vec::len);
            table.push(vec![
                json!(format!("{}-A-9", font.name())),
                json!("coin-sliding fonts"),
                json!(format!("{coins} coins on the square grid, absolute")),
                json!(format!("any glyph into any other: {letters}")),
                json!(null),
                json!(null),
                json!("exact"),
                json!("edemaine/coinsliding (MIT)"),
            ]);
        }
        table.push(vec![
            json!("v-to-diagonal-10"),
            json!("Figure lower_bound_sqr"),
            json!("24 coins on the square grid, absolute"),
            json!("a V with arms of any length to a diagonal: of order n³ moves"),
            json!(null),
            json!(null),
            json!("reconstructed"),
            json!("section 5.6"),
        ]);
        table.push(vec![
            json!("pyramid-4"),
            json!("Figure 2"),
            json!("10 coins on the triangular grid, up to translation"),
            json!("a pyramid of any number of rows upside down: n (n + 1) / 6 moves, rounded down"),
            json!(null),
            json!(null),
            json!("reconstructed"),
            json!("puzzle 23 of Fujimura 1978 (Coin pyramids), by its title"),
        ]);
        Ok(table)
    }
}
