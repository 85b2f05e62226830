//! Which recorded searches are repeated, and whether what agrees is noted.

use crate::atlas::Atlas;
use crate::error::AtlasError;
use std::path::{Path, PathBuf};
use tait_jobs::{RecountEffort, Recounts, recounted};
use tait_store::{Level, Record};

/// Which recorded searches are repeated, and whether what agrees is noted.
#[derive(Debug, Clone, Default)]
pub struct Recounting {
    /// Which are repeated.
    pub effort: RecountEffort,
    /// Whether the store notes what agrees.
    pub confirm: Option<Confirm>,
}

/// Who notes that recorded searches were confirmed.
#[derive(Debug, Clone)]
pub struct Confirm {
    /// Whoever wants to be named.
    pub contributor: Option<String>,
    /// The command that repeats the searches of a file, without the name of the program.
    pub command: fn(&Path) -> String,
}

impl Atlas<'_> {
    /// Repeats the searches of a record in a file of the store, notes what agrees where that is asked for, and looks up
    /// what is known of earlier repetitions.
    pub(crate) fn recount(
        &self,
        file: &Path,
        record: &Record,
        recounting: &Recounting,
    ) -> Result<Recounts, AtlasError> {
        let mut recounts = recounted(record, recounting.effort)?;
        if let Some(confirm) = &recounting.confirm {
            let command = (confirm.command)(file);
            recounts.confirm(file, self.store(), command, confirm.contributor.clone())?;
        }
        recounts.look_up(file, record, self.store());
        Ok(recounts)
    }

    /// The name under which the store holds the record of a file, if it does. What rests on no search is not looked for.
    pub(crate) fn name_of(&self, file: &str, record: &Record) -> Option<PathBuf> {
        if record.level() == Level::Replayed {
            return None;
        }
        if let Ok(name) = Path::new(file).strip_prefix(self.store().directory()) {
            return Some(name.to_owned());
        }
        let name = record.path();
        let held = Record::read(self.store().text(&name).ok()?.as_bytes());
        held.is_ok_and(|held| held == *record).then_some(name)
    }
}
