//! The bytes of a checkpoint: preamble, header, frames.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::io;
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

/// How many bytes a byte of a payload may stand for, beyond [`FREE`] bytes.
const MOST_EXPANDED: usize = 256;
/// How many bytes the shortest payload may stand for.
const FREE: usize = 64 << 10;
/// The first bytes of what zstd skips.
const SKIPPED: [u8; 4] = 0x184D_2A50_u32.to_le_bytes();

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
pub(super) fn plain(frame: &[u8]) -> Option<Vec<u8>> {
    let length = number_at(frame, 4)? as usize;
    decompressed(frame.get(FRAME_HEAD..)?, length)
}

/// Compresses bytes so that [`decompressed`] takes them.
pub(super) fn compressed(plain: &[u8], level: i32) -> io::Result<Vec<u8>> {
    let mut bytes = zstd::bulk::compress(plain, level)?;
    let least = plain.len().saturating_sub(FREE).div_ceil(MOST_EXPANDED);
    if bytes.len() < least {
        // A file is to take the space that its contents deserve.
        let padding = (least - bytes.len()).saturating_sub(2 * SKIPPED.len());
        bytes.extend(SKIPPED);
        bytes.extend((padding as u32).to_le_bytes());
        bytes.resize(bytes.len() + padding, 0);
    }
    Ok(bytes)
}

/// Returns bytes that [`compressed`] has made of so many; `None` for any others. What they take in memory is bounded by
/// what they take on disk: a few bytes may claim to stand for gigabytes.
pub(super) fn decompressed(bytes: &[u8], length: usize) -> Option<Vec<u8>> {
    if length > LARGEST_RECORD || length > FREE + MOST_EXPANDED * bytes.len() {
        return None;
    }
    let plain = zstd::bulk::decompress(bytes, length).ok()?;
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
            bytes: compressed(plain, 0).map_err(|error| error.to_string())?,
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

#[cfg(test)]
mod tests {
    use super::{
        End, FREE, Header, LARGEST_RECORD, MOST_EXPANDED, Payload, begin, compressed, decompressed,
        parse, record,
    };
    use crate::checkpoint::checkpoints;

    #[test]
    fn what_is_compressed_takes_the_space_that_it_deserves() {
        for length in [0, 1, FREE, FREE + 1, 1 << 20, 40 << 20] {
            let plain = vec![7; length];
            let bytes = compressed(&plain, 0).unwrap();
            assert!(bytes.len() >= length.saturating_sub(FREE) / MOST_EXPANDED);
            assert!(bytes.len() <= length / MOST_EXPANDED + 64, "{length}");
            assert_eq!(decompressed(&bytes, length), Some(plain), "{length}");
        }
        let bomb = zstd::bulk::compress(&vec![0; 40 << 20], 0).unwrap();
        assert_eq!(decompressed(&bomb, 40 << 20), None);
        assert_eq!(decompressed(&bomb, LARGEST_RECORD + 1), None);
        assert_eq!(decompressed(&bomb, FREE), None);
    }

    /// A log of 32 kB, whose frame stands for a gigabyte: 340 million blocks.
    #[test]
    fn a_frame_that_stands_for_a_gigabyte_is_no_record() {
        let header = Header {
            tait: "0.1.0".to_owned(),
            kind: "layers-2".to_owned(),
            parameters: "1".to_owned(),
        };
        // Of the bytes that are compressed, only the first few matter.
        let bomb = Payload {
            bytes: zstd::bulk::compress(&vec![0; 100 << 20], 0).unwrap(),
            uncompressed: 100 << 20,
        };
        let place = tempfile::tempdir().unwrap();
        let directory = place.path().join("checkpoints");
        std::fs::create_dir(&directory).unwrap();
        let mut log = begin(&header).unwrap();
        log.extend(bomb.framed_at(log.len() as u64));
        let parsed = parse(&log).unwrap();
        assert_eq!((parsed.frames.len(), parsed.end), (1, End::Whole));
        assert_eq!(
            record::<Vec<(u8, u8, u8)>>(&log[parsed.frames[0].clone()]),
            None
        );
        std::fs::write(directory.join("layers-2-0.checkpoint"), &log).unwrap();
        let listed = checkpoints(place.path()).unwrap();
        let summary = listed[0].summary.as_ref().unwrap();
        assert_eq!(summary.records, 0);
        let error = summary.error.as_deref().unwrap();
        assert!(
            error.starts_with("record 1 is not a 'layers-2' (byte "),
            "{error}"
        );
    }
}
