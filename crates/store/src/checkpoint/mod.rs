//! Finished pieces of work of a run that is still going on, so that a run that is killed goes on
//! where it was.
//!
//! A [`CheckpointLog`] is an append-only file `checkpoints/KIND-DIGEST.checkpoint` of the data
//! directory, where DIGEST stands for the parameters of the run. All numbers are little-endian:
//!
//! ```text
//! magic "TAIT-CKP"   8 bytes
//! format version     u32
//! frame              the header: version of tait (for the reader), kind, parameters as JSON
//! frame ...          one record each, in the order in which the work was finished
//! ```
//!
//! A frame is the length of its payload (u32), the length that the payload has uncompressed (u32),
//! a checksum of these two numbers (u32), a checksum of the payload (u64), and the payload: zstd of
//! the record in the format of `postcard`. Checksums are xxHash3 with the frame's place in the file
//! as seed, so a frame that stands at another place is none.
//!
//! * **A file that ends in the middle of a frame** was being written when the run was killed: it is
//!   cut off where the last whole record ends.
//! * **Anything else that is wrong** is told in one line with the file and the byte. A copy goes to
//!   `quarantine/checkpoints/`, and the records before that byte are used.
//! * **A file of another format, another kind or other parameters** under the same name is moved
//!   aside in the same way, and the run begins from nothing.
//!
//! A search whose layers are on disk ([`LayerFiles`]) keeps them in a directory beside its log.
//!
//! Records are forced onto the disk every [`FLUSH_EVERY`] and when the log is dropped; a kill alone
//! loses no record that was appended.

mod error;
mod frames;
mod layers;
mod layers_on_demand;
mod listing;
mod log;

pub use error::CheckpointError;
pub use layers::LayerFiles;
pub use layers_on_demand::LayersOnDemand;
pub use listing::{CheckpointEntry, CheckpointSummary, checkpoints};
pub use log::{CheckpointLog, FLUSH_EVERY, Recovered};
