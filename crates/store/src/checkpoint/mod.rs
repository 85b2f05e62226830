//! Finished pieces of work of a run that is still going on, so that a run that is killed continues
//! where it was.
//!
//! A [`CheckpointLog`] is an append-only file `checkpoints/KIND-DIGEST.checkpoint` in the data
//! directory, where DIGEST stands for the parameters of the run. All numbers are little-endian:
//!
//! ```text
//! magic "TAIT-CKP"   8 bytes
//! format version     u32
//! frame              the header: version of tait (for the reader), kind, parameters as JSON
//! frame ...          one record each, in the order in which the work was finished
//! ```
//!
//! A frame consists of the length of its payload (u32), the uncompressed length of the payload
//! (u32), a checksum of these two numbers (u32), a checksum of the payload (u64), and the payload:
//! a record in the format of `postcard`, compressed with zstd. The checksums are xxHash3, seeded
//! with the frame's place in the file, so a frame is invalid at any other place.
//!
//! * **A file that ends in the middle of a frame** was being written when the run was killed: it is
//!   cut off where the last whole record ends.
//! * **Any other error** is reported in one line with the file and the byte. A copy goes to
//!   `quarantine/checkpoints/`, and the records before that byte are used.
//! * **A file of another format, another kind or other parameters** under the same name is moved to
//!   quarantine in the same way, and the run begins from scratch.
//!
//! A search whose layers are on disk ([`LayerFiles`]) keeps them in a directory beside its log.
//!
//! Records are synced to disk every [`FLUSH_EVERY`] and when the log is dropped; a kill alone loses
//! no appended record.

mod error;
mod frames;
mod layers;
mod layers_on_demand;
mod layers_view;
mod listing;
mod log;

pub use error::CheckpointError;
pub use layers::LayerFiles;
pub use layers_on_demand::LayersOnDemand;
pub use layers_view::LayersView;
pub use listing::{CheckpointEntry, CheckpointSummary, checkpoints, of_fresh_runs};
pub use log::{CheckpointLog, FLUSH_EVERY, Reader, Recovered};
