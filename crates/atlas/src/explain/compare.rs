//! Bases, preludes and wraps of all block lengths side by side.

use crate::atlas::Atlas;
use crate::error::AtlasError;
use crate::explain::preludes::name;
use crate::table::Table;
use serde_json::{Value, json};
use tait_generator::prelude::{Prelude, Shifts};
use tait_linear::wrap::AnyWrap;
use tait_linear::{Base, Move, analyse};
use tait_store::Record;

/// How many moves a row of the comparison shows.
const SHOWN: usize = 6;

impl Atlas<'_> {
    /// Compares all stored bases, a row for each. Bases that begin with a prelude come first, by its zigzag; then they are
    /// sorted by `n - 3k`, so that what is alike for several k is together.
    ///
    /// Positions are those of a row that begins at 1: `a` is the stationary nickel, and `b` the stationary penny counted
    /// from the first penny. `prelude` has the zigzag of the [`Prelude`] with which the most of the first moves agree, and
    /// how far its middle and its right strip are moved; `agrees` has their number. All k of them do where the base begins
    /// with the prelude. A `'` marks a mirror image.
    ///
    /// ```
    /// use tait_atlas::{Atlas, Format};
    /// use tait_store::Store;
    /// let table = Atlas::new(Store::new("nothing-is-stored-here")).compared_bases()?;
    /// let columns = "k,n,n-3k,n mod 2k,prelude,agrees,type,shift,blocks,a,b,exchanges,offsets,moves,family\n";
    /// assert_eq!(table.to_text(Format::Csv), columns);
    /// # Ok::<(), tait_atlas::AtlasError>(())
    /// ```
    ///
    /// # Errors
    /// When the store cannot be read, or a base is wrong.
    pub fn compared_bases(&self) -> Result<Table, AtlasError> {
        let mut table = Table::new(&[
            "k",
            "n",
            "n-3k",
            "n mod 2k",
            "prelude",
            "agrees",
            "type",
            "shift",
            "blocks",
            "a",
            "b",
            "exchanges",
            "offsets",
            "moves",
            "family",
        ]);
        let mut rows = Vec::new();
        for (name, record) in self.records_of("families")? {
            if let Record::Family(record) = record {
                for base in &record.family.bases {
                    rows.push(base_row(base, &name)?);
                }
            }
        }
        rows.sort_by(|(one, _), (other, _)| one.cmp(other));
        table.extend(rows.into_iter().map(|(_, row)| row).collect());
        Ok(table)
    }

    /// Compares the wraps of all stored families, a row for each, sorted by class, and then by block length and width.
    ///
    /// `inner` is how many moves come before the inner solution. Moves are in cells of the gadget.
    ///
    /// ```
    /// use tait_atlas::{Atlas, Format};
    /// use tait_store::Store;
    /// let table = Atlas::new(Store::new("nothing-is-stored-here")).compared_wraps()?;
    /// assert_eq!(table.to_text(Format::Csv), "class,k,width,width mod k,width mod 2k,type,is_closed,inner,moves,family\n");
    /// # Ok::<(), tait_atlas::AtlasError>(())
    /// ```
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn compared_wraps(&self) -> Result<Table, AtlasError> {
        let mut table = Table::new(&[
            "class",
            "k",
            "width",
            "width mod k",
            "width mod 2k",
            "type",
            "is_closed",
            "inner",
            "moves",
            "family",
        ]);
        let mut rows = Vec::new();
        for (name, record) in self.records_of("families")? {
            if let Record::WrapFamily(record) = record {
                for wrap in record.family.wraps() {
                    let order = (class_of(wrap), wrap.block_length(), wrap.width());
                    rows.push((order, wrap_row(wrap, &name)));
                }
            }
        }
        rows.sort_by(|(one, _), (other, _)| one.cmp(other));
        table.extend(rows.into_iter().map(|(_, row)| row).collect());
        Ok(table)
    }
}

/// By what the bases are sorted: whether they lack a move of a prelude, the zigzag, `n - 3k`, the block length.
type Order = (bool, String, i64, u32);

fn base_row(base: &Base, family: &str) -> Result<(Order, Vec<Value>), AtlasError> {
    let solution = base.solution.at_start(1);
    let analysis = analyse(&solution).map_err(AtlasError::refused)?;
    let (puzzle, verdict) = (solution.puzzle(), &analysis.verdict);
    let (k, n) = (i64::from(puzzle.k()), puzzle.n() as i64);
    let (zigzag, shifts, agrees) = nearest_prelude(base, solution.moves());
    let moved = base.solution.start() - 1;
    let of_exchanges = |value: fn(&tait_linear::Exchange) -> u64| {
        let values: Vec<String> = base
            .exchanges
            .iter()
            .map(|one| value(one).to_string())
            .collect();
        values.join(" ")
    };
    let row = vec![
        json!(k),
        json!(n),
        json!(n - 3 * k),
        json!(n % (2 * k)),
        json!(format!("{zigzag} {} {}", shifts.middle, shifts.right)),
        json!(agrees),
        json!(verdict.final_type.to_string()),
        json!(verdict.shift),
        json!(analysis.blocks.to_string()),
        json!(base.nickel - moved),
        json!(base.penny - moved - n),
        json!(of_exchanges(|exchange| exchange.number)),
        json!(of_exchanges(|exchange| exchange.offset.into())),
        json!(first_of(solution.moves())),
        json!(family),
    ];
    let is_whole = agrees as i64 == k;
    Ok(((!is_whole, zigzag, n - 3 * k, k as u32), row))
}

/// Returns the zigzag and the shifts of the prelude with which the most first moves agree, and their number.
fn nearest_prelude(base: &Base, moves: &[Move]) -> (String, Shifts, usize) {
    let puzzle = base.puzzle();
    let agreeing = |prelude: Vec<Move>| {
        let both = prelude.iter().zip(moves);
        both.take_while(|(one, other)| one == other).count()
    };
    let mut nearest = ("-".to_owned(), Shifts::default(), 0);
    // Of preludes with equal moves, those whose middle strip is in its place come first.
    for prelude in Prelude::all(puzzle) {
        let name = name(prelude.zigzag());
        for (moves, mark) in [(prelude.moves(), ""), (prelude.mirrored_moves(), "'")] {
            let agrees = agreeing(moves);
            if agrees > nearest.2 {
                nearest = (format!("{name}{mark}"), prelude.shifts(), agrees);
            }
        }
    }
    nearest
}

fn wrap_row(wrap: &AnyWrap, family: &str) -> Vec<Value> {
    let (k, width) = (u64::from(wrap.block_length().get()), wrap.width());
    let final_type = match wrap {
        AnyWrap::Whole(wrap) => wrap.inner_type(),
        AnyWrap::Split(wrap) => wrap.final_type(),
    };
    vec![
        json!(class_of(wrap)),
        json!(k),
        json!(width),
        json!(width % k),
        json!(width % (2 * k)),
        json!(final_type.to_string()),
        json!(wrap.is_closed()),
        json!(wrap.before()),
        json!(first_of(wrap.moves())),
        json!(family),
    ]
}

fn first_of(moves: &[Move]) -> String {
    moves.iter().take(SHOWN).map(Move::to_string).collect()
}

/// Returns the class of a wrap: whole, or that of a split wrap.
fn class_of(wrap: &AnyWrap) -> String {
    match wrap {
        AnyWrap::Whole(_) => "whole".to_owned(),
        AnyWrap::Split(wrap) => format!("T({} -> {})", wrap.inner_penny(), wrap.outer_penny()),
    }
}
