//! The bytes of a checkpoint: preamble, header, frames.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Range;
use twox_hash::XxHash3_64;

/// The first bytes of every checkpoint.
const MAGIC: &[u8; 8] = b"TAIT-CKP";
/// The version of the format that this crate writes, and the only one it reads.
const FORMAT: u32 = 1;
/// The byte at which the first frame, the header, begins.
const FIRST_FRAME: usize = MAGIC.len() + size_of::<u32>();
/// The bytes of lengths and checksums before a payload.
const FRAME_HEAD: usize = 20;
/// The most bytes of an uncompressed record; a frame that claims more is damaged.
pub(super) const LARGEST_RECORD: usize = 1 << 30;

/// The header of a checkpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    /// The version of tait that began the file, which nothing depends on.
    pub(super) tait: String,
    /// The kind of run.
    pub(super) kind: String,
    /// The parameters of the run, as JSON.
    pub(super) parameters: String,
}

/// The way in which the good part of a file ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum End {
    /// It ends with the file.
    Whole,
    /// It ends in the middle of a frame.
    HalfWritten,
    /// It ends before a damaged frame.
    Damaged(&'static str),
}

/// The reason why nothing of a file can be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It is not a checkpoint.
    NoCheckpoint,
    /// It was written in another version of the format.
    Format(u32),
    /// The first frame is damaged or missing.
    Header,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCheckpoint => write!(f, "not a checkpoint (byte 0)"),
            Self::Format(version) => write!(
                f,
                "checkpoint format {version} (byte {}), this tait reads format {FORMAT}",
                MAGIC.len()
            ),
            Self::Header => write!(f, "the header is damaged (byte {FIRST_FRAME})"),
        }
    }
}

/// The parts of a file whose header is good.
#[derive(Debug)]
pub(super) struct Parsed {
    pub(super) header: Header,
    /// The byte ranges of the good frames after the header.
    pub(super) frames: Vec<Range<usize>>,
    /// The byte at which the good part ends.
    pub(super) good: usize,
    /// The way in which it ends.
    pub(super) end: End,
}

/// Returns the beginning of a file, header included.
pub(super) fn begin(header: &Header) -> Option<Vec<u8>> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(FORMAT.to_le_bytes());
    let frame = Payload::new(header).ok()?.framed_at(bytes.len() as u64);
    bytes.extend(frame);
    Some(bytes)
}

/// Parses a file as far as it is good, and checks the payloads against their checksums.
pub(super) fn parse(bytes: &[u8]) -> Result<Parsed, Refusal> {
    let version = bytes
        .strip_prefix(MAGIC)
        .and_then(<[u8]>::first_chunk)
        .ok_or(Refusal::NoCheckpoint)?;
    match u32::from_le_bytes(*version) {
        FORMAT => {}
        other => return Err(Refusal::Format(other)),
    }
    let first = frame_at(bytes, FIRST_FRAME).map_err(|_| Refusal::Header)?;
    let header: Header = record(&bytes[first.clone()]).ok_or(Refusal::Header)?;
    let (mut frames, mut good) = (Vec::new(), first.end);
    let end = loop {
        if good == bytes.len() {
            break End::Whole;
        }
        match frame_at(bytes, good) {
            Ok(frame) => {
                good = frame.end;
                frames.push(frame);
            }
            Err(end) => break end,
        }
    };
    Ok(Parsed {
        header,
        frames,
        good,
        end,
    })
}

/// Returns the record of a frame that [`parse`] found; `None` if it is not a record of this type.
pub(super) fn record<R: for<'de> Deserialize<'de>>(frame: &[u8]) -> Option<R> {
    match postcard::take_from_bytes(&plain(frame)?) {
        Ok((record, [])) => Some(record),
        _ => None,
    }
}

/// Returns the payload of a frame, uncompressed.
fn plain(frame: &[u8]) -> Option<Vec<u8>> {
    let length = number_at(frame, 4)? as usize;
    if length > LARGEST_RECORD {
        return None;
    }
    let plain = zstd::bulk::decompress(frame.get(FRAME_HEAD..)?, length).ok()?;
    (plain.len() == length).then_some(plain)
}

/// Returns the range of the frame at a place, head included.
fn frame_at(bytes: &[u8], at: usize) -> Result<Range<usize>, End> {
    let rest = bytes.get(at..).ok_or(End::HalfWritten)?;
    let head = rest.get(..FRAME_HEAD).ok_or(End::HalfWritten)?;
    if number_at(head, 8) != Some(checksum(&head[..8], at as u64) as u32) {
        return Err(End::Damaged("the lengths of a record are damaged"));
    }
    let length = number_at(head, 0).ok_or(End::HalfWritten)? as usize;
    let payload = rest[FRAME_HEAD..].get(..length).ok_or(End::HalfWritten)?;
    if head[12..] != checksum(payload, at as u64).to_le_bytes() {
        return Err(End::Damaged("a record does not match its checksum"));
    }
    Ok(at..at + FRAME_HEAD + length)
}

fn number_at(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..)?.first_chunk()?;
    Some(u32::from_le_bytes(*bytes))
}

fn checksum(bytes: &[u8], place: u64) -> u64 {
    XxHash3_64::oneshot_with_seed(place, bytes)
}

/// Returns a digest that distinguishes parameters in file names.
pub(super) fn digest(kind: &str, parameters: &str) -> String {
    let seed = checksum(kind.as_bytes(), 0);
    format!("{:016x}", checksum(parameters.as_bytes(), seed))
}

/// A compressed record: a frame except for its place.
pub(super) struct Payload {
    bytes: Vec<u8>,
    uncompressed: u32,
}

impl Payload {
    /// Compresses a record.
    pub(super) fn new(record: &impl Serialize) -> Result<Self, String> {
        let plain = postcard::to_stdvec(record).map_err(|error| error.to_string())?;
        Self::of_bytes(&plain)
    }

    fn of_bytes(plain: &[u8]) -> Result<Self, String> {
        if plain.len() > LARGEST_RECORD {
            let (length, limit) = (plain.len(), LARGEST_RECORD);
            return Err(format!("it has {length} bytes, but the limit is {limit}"));
        }
        Ok(Self {
            bytes: zstd::bulk::compress(plain, 0).map_err(|error| error.to_string())?,
            uncompressed: plain.len() as u32,
        })
    }

    /// Returns the frame for a place in the file.
    pub(super) fn framed_at(&self, place: u64) -> Vec<u8> {
        let mut frame = Vec::with_capacity(FRAME_HEAD + self.bytes.len());
        // At most a few bytes longer than the record, which is far below 2^32.
        frame.extend((self.bytes.len() as u32).to_le_bytes());
        frame.extend(self.uncompressed.to_le_bytes());
        let lengths = checksum(&frame, place) as u32;
        frame.extend(lengths.to_le_bytes());
        frame.extend(checksum(&self.bytes, place).to_le_bytes());
        frame.extend(&self.bytes);
        frame
    }
}
