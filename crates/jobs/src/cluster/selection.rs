//! The units that a worker runs.

use crate::cluster::plan::{Plan, PlanError};
use std::str::FromStr;
use thiserror::Error;

/// The units that a worker runs: those that are named, or all; and of these one slice, or all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// Numbers of units, in the order in which they are run; none means all.
    pub units: Vec<usize>,
    /// The slice, if the work is shared out without a scheduler.
    pub slice: Option<Slice>,
}

/// One of several slices of a plan, such as `2/5`: every fifth unit, beginning with the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slice {
    number: usize,
    of: usize,
}

/// Why a text names no slice.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("expected a slice such as 1/4, its number from 1 to the number of slices")]
pub struct SliceError;

impl FromStr for Slice {
    type Err = SliceError;

    fn from_str(text: &str) -> Result<Self, SliceError> {
        let (number, of) = text.split_once('/').ok_or(SliceError)?;
        let parse = |text: &str| text.parse::<usize>().map_err(|_| SliceError);
        let (number, of) = (parse(number)?, parse(of)?);
        if (1..=of).contains(&number) {
            Ok(Self { number, of })
        } else {
            Err(SliceError)
        }
    }
}

impl Slice {
    /// Returns the number of the slice that has a unit at this place in a list. The same unit a second time is in
    /// another slice, if there are two.
    fn of_unit(self, place: usize, unit: usize, plan: &Plan) -> usize {
        let is_second = unit >= plan.different_units();
        let meets_the_first = plan.different_units().is_multiple_of(self.of);
        1 + (place + usize::from(is_second && meets_the_first)) % self.of
    }
}

impl Selection {
    /// Selects one slice of all units.
    #[must_use]
    pub const fn slice(slice: Slice) -> Self {
        Self {
            units: Vec::new(),
            slice: Some(slice),
        }
    }

    /// Returns the numbers of the selected units of a plan, in the order in which they are run.
    ///
    /// # Errors
    /// When a unit is named that the plan does not have.
    pub fn of(&self, plan: &Plan) -> Result<Vec<usize>, PlanError> {
        let units = plan.units();
        if let Some(&unit) = self.units.iter().find(|&&unit| unit >= units) {
            return Err(PlanError::NoUnit { unit, units });
        }
        let named = match self.units.is_empty() {
            true => (0..units).collect(),
            false => self.units.clone(),
        };
        Ok(match self.slice {
            None => named,
            Some(slice) => {
                let mine = (0..).zip(&named);
                let mine = mine
                    .filter(|(place, unit)| slice.of_unit(*place, **unit, plan) == slice.number);
                mine.map(|(_, &unit)| unit).collect()
            }
        })
    }
}
