//! The layers of a search that somebody else has made.

use super::error::CheckpointError;
use super::layers::{Block, Entry, KIND, first_lost, loss, needed, place_of, read_block, replayed};
use super::log::{CheckpointLog, Reader};
use serde::Serialize;
use std::path::{Path, PathBuf};
use tait_search::{LayerStore, StoreEntry};

/// The layers of a search, to be read: several processes may have them open at once.
///
/// A file with a damaged block is moved aside when the block is read, so that whoever opens the
/// [`LayerFiles`](super::LayerFiles) next makes it again.
///
/// ```
/// use tait_search::{Layer, LayerStore, StoreEntry};
/// use tait_store::checkpoint::{LayerFiles, LayersView};
/// # let data = tempfile::tempdir()?;
/// let (layers, _) = LayerFiles::open(data.path(), &("k", 3))?;
/// let layer = StoreEntry::Layer(Layer { depth: 0, states: 1, has_goal: false, is_merged: false });
/// let _ = layers.keep(layer.clone(), vec![])?;
/// drop(layers);
///
/// let (view, damage) = LayersView::open(data.path(), &("k", 3))?;
/// assert_eq!((view.kept()?, damage), (vec![layer.clone()], None));
/// assert!(view.keep(layer, vec![]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LayersView {
    data_directory: PathBuf,
    log: PathBuf,
    kept: Vec<(StoreEntry, Vec<Block>)>,
}

impl LayersView {
    /// Opens what is kept of the search with these parameters, which may be nothing, and changes nothing. Also returns
    /// what is wrong with it, in one line, if anything.
    ///
    /// # Errors
    /// When the log cannot be read.
    pub fn open(
        data_directory: &Path,
        parameters: &impl Serialize,
    ) -> Result<(Self, Option<String>), CheckpointError> {
        let mut entries: Vec<Entry> = Vec::new();
        let mut take = |entry| {
            entries.push(entry);
            true
        };
        let damage =
            CheckpointLog::read_each(data_directory, KIND, parameters, Reader::Alone, &mut take)?;
        let view = Self {
            data_directory: data_directory.to_owned(),
            log: CheckpointLog::<Entry>::place(data_directory, KIND, parameters)?,
            kept: needed(&replayed(entries)),
        };
        let directory = view.directory();
        let lost = first_lost(&directory, &view.kept).map(|number| loss(&directory, number));
        Ok((view, damage.or(lost)))
    }

    /// The directory of the files of the pieces.
    fn directory(&self) -> PathBuf {
        self.log.with_extension("")
    }
}

impl LayerStore for LayersView {
    type Error = CheckpointError;

    fn kept(&self) -> Result<Vec<StoreEntry>, CheckpointError> {
        Ok(self.kept.iter().map(|(kept, _)| kept.clone()).collect())
    }

    fn keep(&self, _kept: StoreEntry, _blocks: Vec<Vec<u8>>) -> Result<usize, CheckpointError> {
        Err(CheckpointError::Unwritable {
            path: self.log.clone(),
            reason: "it is open for reading".to_owned(),
        })
    }

    fn block(&self, number: usize, block: usize) -> Result<Vec<u8>, CheckpointError> {
        let place = place_of(&self.directory(), &self.kept, number, block)?;
        read_block(&self.data_directory, &place)
    }

    fn bytes(&self) -> u64 {
        let blocks: usize = self.kept.iter().map(|(_, blocks)| blocks.len()).sum();
        (blocks * size_of::<Block>()) as u64
    }
}
