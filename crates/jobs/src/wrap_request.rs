//! The request for a search for wraps, and the bounded searches that it needs.

use crate::wrap_findings::{WrapFinding, WrapUnit};
use crate::wraps::WrapJob;
use std::path::Path;
use tait_framework::WrapBaseObserver;
use tait_linear::wrap::{AnyWrap, BoundedWrapSearch, BoundedWrapSearchError};
use tait_store::{
    Store, StoreError, WidthResult, WrapFamilyRecord, WrapSearchRecord, WrapsCommand,
};
use thiserror::Error;

/// The reason why a request for wraps cannot be searched.
#[derive(Debug, Error)]
pub enum NoWrapSearch {
    /// The requested range has no width.
    #[error("the range of widths is empty")]
    NoWidth,
    /// The stationary pennies fit none of the widths that are tried where none is named.
    #[error(
        "T({inner} -> {outer}) fits no width up to {to}: the pennies are counted from 1, and their difference is even \
         and less than the width"
    )]
    Pennies {
        /// The inner stationary penny.
        inner: u32,
        /// The outer stationary penny.
        outer: u32,
        /// The largest width that is tried.
        to: u32,
    },
    /// A width cannot be searched.
    #[error("{0}")]
    BoundedSearch(#[from] BoundedWrapSearchError),
}

/// Wraps to search, of widths and classes for which a search is possible.
#[derive(Debug, Clone)]
pub struct WrapRequest {
    asked: WrapsCommand,
    searches: Vec<BoundedWrapSearch>,
}

impl WrapRequest {
    /// Creates the request of a command. If the command names several widths, the largest must be
    /// one that can be searched.
    ///
    /// ```
    /// use tait_jobs::WrapRequest;
    /// use tait_store::{WrapWidths, WrapsCommand};
    /// use tait_linear::BlockLength;
    ///
    /// let asked = WrapsCommand::new(BlockLength::new(4)?);
    /// assert!(WrapRequest::new(asked.clone()).is_ok());
    /// let narrow = WrapsCommand { widths: WrapWidths::One(1), ..asked };
    /// assert!(WrapRequest::new(narrow).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there is nothing to search, or the largest named width cannot be searched.
    pub fn new(asked: WrapsCommand) -> Result<Self, NoWrapSearch> {
        let (k, widths, classes) = (asked.k, asked.range(), asked.classes());
        let refused = |width: u32| {
            let classes = classes.iter();
            classes.filter_map(move |&class| BoundedWrapSearch::new(k, width, class).err())
        };
        let searches = asked.searches();
        if searches.is_empty() {
            let to = *widths.end();
            return Err(match widths.flat_map(refused).last() {
                None => NoWrapSearch::NoWidth,
                Some(BoundedWrapSearchError::Pennies { inner, outer, .. })
                    if asked.ends_with_the_first() =>
                {
                    NoWrapSearch::Pennies { inner, outer, to }
                }
                Some(reason) => reason.into(),
            });
        }
        let are_several_named = !asked.ends_with_the_first() && widths.end() > widths.start();
        let mut largest = refused(*widths.end() & !1);
        match largest.next() {
            Some(error) if are_several_named => Err(error.into()),
            _ => Ok(Self { asked, searches }),
        }
    }

    /// Returns the command of the request.
    #[must_use]
    pub const fn asked(&self) -> &WrapsCommand {
        &self.asked
    }

    /// Returns the family that this search has stored, if any.
    ///
    /// # Errors
    /// When a stored family of wraps is wrong, or cannot be read.
    pub fn family(&self, store: &Store) -> Result<Option<WrapFamilyRecord>, StoreError> {
        let command = self.asked.to_string();
        let mut families = store.wrap_families(self.asked.k)?.into_iter();
        Ok(families.find(|family| family.found_by.runs().any(|run| run.command == command)))
    }

    /// Returns what a stored search found on the widths that this one searches exhaustively.
    pub(crate) fn findings_of(&self, stored: &WrapSearchRecord) -> Vec<(WrapUnit, WrapFinding)> {
        let mut findings = Vec::new();
        for width in stored.exhausted() {
            let is_it = |bounded: &BoundedWrapSearch| {
                bounded.width() == width.width && bounded.class() == width.looked_for
            };
            let number = self.searches.iter().position(is_it);
            let has_no_beams = self.asked.beams_for(width.width).is_none();
            let (Some(number), true) = (number, has_no_beams) else {
                continue;
            };
            let moves = match &width.result {
                WidthResult::Found(form) => match AnyWrap::try_from(form.clone()) {
                    Ok(wrap) => Some(wrap.moves().to_vec()),
                    Err(_) => continue,
                },
                _ => None,
            };
            let finding = WrapFinding::Width {
                moves,
                not_found: None,
                states: width.states.clone(),
            };
            findings.push((WrapUnit::Width(number as u32), finding));
        }
        findings
    }

    /// Returns the job, which keeps the layers of long searches in the data directory `directory`.
    #[must_use]
    pub fn job<'a>(
        &self,
        directory: &'a Path,
        warn: &'a (dyn Fn(&str) + Sync),
        observer: &'a dyn WrapBaseObserver,
    ) -> WrapJob<'a> {
        let asked = &self.asked;
        let searches = self.searches.iter();
        let beam_width = asked.beams.map_or(0, |beams| beams.width);
        WrapJob {
            name: asked.to_string(),
            k: asked.k,
            searches: searches
                .map(|bounded| (*bounded, asked.beams_for(bounded.width())))
                .collect(),
            beam_width: usize::try_from(beam_width).unwrap_or(usize::MAX),
            seed: asked.seed,
            ends_with_the_first: asked.ends_with_the_first(),
            pennies: asked.split.as_ref().map(|split| split.numbers().to_vec()),
            bases: asked.bases,
            blocks: asked.blocks,
            to: asked.to,
            exhaustive_to: asked.exhaustive_to.unwrap_or(0),
            directory,
            warn,
            observer,
        }
    }
}
