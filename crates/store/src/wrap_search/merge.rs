//! Merges two searches for wraps.

use super::{SizeResult, WidthRecord, WidthResult, WrapSearchRecord};
use crate::merge::{Conflict, contradiction, union};
use tait_linear::wrap::WrapClass;

/// Merges the widths and the sizes. The name says what was searched for, so both come from one command.
pub(super) fn merged(
    known: WrapSearchRecord,
    new: WrapSearchRecord,
) -> Result<WrapSearchRecord, Conflict> {
    let (runs, new_runs) = (known.found_by.clone(), new.found_by.clone());
    let merge = |stored: WidthRecord, new: WidthRecord| {
        let (one, other) = (stored.result.strength(), new.result.strength());
        if one.0 != other.0 && one.0.min(other.0) == WidthResult::NONE {
            return Err(contradiction(
                &format!("width {}, {}", stored.width, stored.looked_for),
                (stored.result.in_words(), &runs),
                (new.result.in_words(), &new_runs),
            ));
        }
        Ok(if one > other { stored } else { new })
    };
    let (stored, wanted) = (known.knowledge(), new.knowledge());
    let place = |width: &WidthRecord| (width.width, width.looked_for);
    let merged = WrapSearchRecord {
        widths: union(known.widths.clone(), new.widths.clone(), place, merge)?,
        smaller_sizes: union(
            known.smaller_sizes.clone(),
            new.smaller_sizes.clone(),
            |size| size.n,
            |stored, new| {
                let is_stronger = stored.result.strength() > new.result.strength();
                Ok(if is_stronger { stored } else { new })
            },
        )?,
        ..new.clone()
    };
    let knowledge = merged.knowledge();
    Ok(if knowledge == wanted {
        new
    } else if knowledge == stored {
        known
    } else {
        let found_by = new.found_by.and(known.found_by);
        WrapSearchRecord { found_by, ..merged }
    })
}

/// The strength of each finding, by width and by size.
type Knowledge = (Vec<((u32, WrapClass), Strength)>, Vec<(u64, Strength)>);

/// The kind of a finding, then the number of beams or attempts.
type Strength = (u8, u64);

impl WrapSearchRecord {
    fn knowledge(&self) -> Knowledge {
        let widths = self.widths.iter();
        let widths = widths.map(|width| ((width.width, width.looked_for), width.result.strength()));
        let mut widths: Vec<_> = widths.collect();
        // A command may search the classes of a width in another order.
        widths.sort_unstable();
        let sizes = self.smaller_sizes.iter();
        let sizes = sizes.map(|size| (size.n, size.result.strength()));
        (widths, sizes.collect())
    }
}

impl WidthResult {
    /// The kind of [`WidthResult::None`], which anything stronger contradicts.
    const NONE: u8 = 2;

    const fn strength(&self) -> Strength {
        match self {
            Self::Found(_) => (3, 0),
            Self::None => (Self::NONE, 0),
            Self::NotFound(beams) => (1, *beams),
            Self::Stopped(_) => (0, 0),
        }
    }

    fn in_words(&self) -> String {
        match self {
            Self::Found(_) => "a wrap".to_owned(),
            Self::None => "none".to_owned(),
            Self::NotFound(beams) => format!("none found by {beams} beams"),
            Self::Stopped(reason) => format!("stopped: {reason}"),
        }
    }
}

impl SizeResult {
    const fn strength(&self) -> Strength {
        match self {
            Self::None(_) => (1, 0),
            Self::NotFound(attempts) => (0, *attempts),
        }
    }
}
