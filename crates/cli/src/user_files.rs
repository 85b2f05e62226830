//! Writing what the user asked for into the file where the user wants it.
//!
//! * **There is always the old one or the new one.** Both are written beside their place under another name and
//!   put there by a rename; a run that is killed leaves the old one.
//! * **Nothing is written through a link.** A link at the end of a file's path is replaced by the file, and what it
//!   led to stays as it was.
//! * **What is no file is written into**: devices, pipes and open descriptors such as `/dev/stdout`.

use anyhow::Context;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use tait_store::write_file;

/// Writes a text to a path that the user gave; directories above it are made.
pub(crate) fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    if is_written_into(path) {
        let written = || -> io::Result<()> {
            let mut target = File::options().append(true).open(path)?;
            target.write_all(text.as_bytes())
        };
        return written().with_context(|| format!("cannot write {}", path.display()));
    }
    Ok(write_file(path, text)?)
}

/// Whether a path leads to something that is not to be replaced: a device, a pipe, or what the process has open.
fn is_written_into(path: &Path) -> bool {
    let Ok(target) = fs::metadata(path) else {
        return false;
    };
    (!target.is_file() && !target.is_dir()) || is_descriptor(path)
}

/// `/dev/stdout`, `/dev/fd/1`, `/proc/self/fd/1`, which are links also to files.
fn is_descriptor(path: &Path) -> bool {
    path.is_symlink()
        && path
            .parent()
            .and_then(|parent| parent.canonicalize().ok())
            .is_some_and(|parent| parent == Path::new("/dev") || parent.starts_with("/proc"))
}
