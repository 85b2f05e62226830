//! Layers on disk that take no space there before they are needed.

use super::error::CheckpointError;
use super::layers::KIND;
use crate::checkpoint::layers::LayerFiles;
use crate::checkpoint::log::CheckpointLog;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tait_search::{LayerStore, StoreEntry};

/// [`LayerFiles`] that are created with the first layer that is kept: most searches end before that.
///
/// ```
/// use tait_search::{StoreEntry, LayerStore};
/// use tait_store::checkpoint::LayersOnDemand;
/// # let data = tempfile::tempdir()?;
/// let (layers, _) = LayersOnDemand::open(data.path(), &"a search".into())?;
/// assert!(layers.kept()?.is_empty());
/// assert!(!data.path().join("checkpoints").exists());
/// let _ = layers.keep(StoreEntry::Exhausted, vec![])?;
/// drop(layers);
///
/// let (layers, _) = LayersOnDemand::open(data.path(), &"a search".into())?;
/// assert_eq!(layers.kept()?, [StoreEntry::Exhausted]);
/// layers.finish()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LayersOnDemand {
    data_directory: PathBuf,
    parameters: Value,
    files: Mutex<Option<Arc<LayerFiles>>>,
}

impl LayersOnDemand {
    /// Opens what is kept of the search with these parameters, if anything; returns it with the refusals, one line
    /// each.
    ///
    /// # Errors
    /// As [`LayerFiles::open`].
    pub fn open(
        data_directory: &Path,
        parameters: &Value,
    ) -> Result<(Self, Vec<String>), CheckpointError> {
        let (mut files, mut refused) = (None, Vec::new());
        if CheckpointLog::<()>::place(data_directory, KIND, parameters)?.exists() {
            let (opened, lines) = LayerFiles::open(data_directory, parameters)?;
            (files, refused) = (Some(Arc::new(opened)), lines);
        }
        let layers = Self {
            data_directory: data_directory.to_owned(),
            parameters: parameters.clone(),
            files: Mutex::new(files),
        };
        Ok((layers, refused))
    }

    /// Returns the path of the log, once something is kept.
    #[must_use]
    pub fn path(&self) -> Option<PathBuf> {
        let files = self.locked();
        files.as_ref().map(|files| files.path().to_owned())
    }

    /// Removes everything, because the result of the search is known.
    ///
    /// # Errors
    /// As [`LayerFiles::finish`].
    pub fn finish(self) -> Result<(), CheckpointError> {
        let files = self.locked().take();
        files
            .and_then(Arc::into_inner)
            .map_or(Ok(()), LayerFiles::finish)
    }

    fn locked(&self) -> MutexGuard<'_, Option<Arc<LayerFiles>>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn made(&self) -> Result<Arc<LayerFiles>, CheckpointError> {
        let mut files = self.locked();
        if let Some(files) = &*files {
            return Ok(Arc::clone(files));
        }
        let (made, _) = LayerFiles::open(&self.data_directory, &self.parameters)?;
        Ok(Arc::clone(files.insert(Arc::new(made))))
    }
}

impl LayerStore for LayersOnDemand {
    type Error = CheckpointError;

    fn kept(&self) -> Result<Vec<StoreEntry>, CheckpointError> {
        let files = self.locked().clone();
        files.map_or_else(|| Ok(Vec::new()), |files| files.kept())
    }
    fn keep(&self, kept: StoreEntry, blocks: Vec<Vec<u8>>) -> Result<usize, CheckpointError> {
        self.made()?.keep(kept, blocks)
    }
    fn block(&self, number: usize, block: usize) -> Result<Vec<u8>, CheckpointError> {
        self.made()?.block(number, block)
    }
    fn bytes(&self) -> u64 {
        let files = self.locked().clone();
        files.map_or(0, |files| files.bytes())
    }
}
