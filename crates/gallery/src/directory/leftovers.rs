//! Directories beside a site that runs leave there: the old site after an exchange, and what a killed run had written.

use super::manifest::{MANIFEST, Manifest};
use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// How the name ends under which a site waits for the new one, where two directories cannot be exchanged at once.
pub(super) const OLD: &str = ".old";

/// Removes what killed runs have left beside a site. Directories whose runs are going on are locked and stay. Whoever
/// calls this holds the lock of the directory above.
pub(super) fn tidy(parent: &Path, prefix: &str, site: &Path) -> io::Result<()> {
    let mut found = Vec::new();
    for entry in fs::read_dir(parent)? {
        let entry = entry?;
        let is_ours = entry.file_name().to_string_lossy().starts_with(prefix);
        if is_ours && entry.file_type()?.is_dir() {
            found.push(entry.path());
        }
    }
    // A run was killed between its two renames: the old site goes back to its place.
    if fs::symlink_metadata(site).is_err()
        && let Some(old) = found.iter().position(|path| is_old(path))
    {
        fs::rename(found.swap_remove(old), site)?;
    }
    for leftover in found {
        let is_free = File::open(&leftover).is_ok_and(|lock| lock.try_lock().is_ok());
        if is_free {
            discard(&leftover, site)?;
        }
    }
    Ok(())
}

fn is_old(path: &Path) -> bool {
    path.file_name()
        .is_some_and(|name| name.to_string_lossy().ends_with(OLD))
}

/// Removes a directory that held a site or was to become one, but no file of the user's: what its list does not name
/// is removed when the site has the same file, too, and otherwise moved there. What cannot be moved stays.
///
/// The list goes last, so that a run that is killed here leaves a directory that says what it holds.
pub(super) fn discard(directory: &Path, site: &Path) -> io::Result<()> {
    if !fs::symlink_metadata(directory)?.is_dir() {
        return Ok(());
    }
    let manifest = Manifest::read(directory).unwrap_or_default();
    let directories = manifest.directories();
    let mut below = walk(directory)?;
    below.sort_by_key(|(name, _)| name == Path::new(MANIFEST));
    for (name, found) in below.iter().filter(|(_, found)| !found.is_dir()) {
        let path = directory.join(name);
        let place = site.join(name);
        let is_tait =
            manifest.lists(name) || directories.contains(name) || name == Path::new(MANIFEST);
        match fs::symlink_metadata(&place) {
            _ if is_tait => ignore_missing(fs::remove_file(&path))?,
            Ok(there) if found.is_symlink() || is_same(found, &there) => {
                ignore_missing(fs::remove_file(&path))?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound && site.is_dir() => {
                fs::create_dir_all(place.parent().unwrap_or(site))?;
                ignore_missing(fs::rename(&path, &place))?;
            }
            _ => {}
        }
    }
    let mut emptied: Vec<&PathBuf> = below
        .iter()
        .filter(|(_, found)| found.is_dir())
        .map(|(name, _)| name)
        .collect();
    // What is below comes before what is above; one with something left in it stays.
    emptied.sort_by_key(|name| std::cmp::Reverse(name.components().count()));
    for name in emptied {
        let _ = fs::remove_dir(directory.join(name));
    }
    let _ = fs::remove_dir(directory);
    Ok(())
}

/// Everything below a directory by its name within it; no link is followed.
pub(super) fn walk(directory: &Path) -> io::Result<Vec<(PathBuf, Metadata)>> {
    let mut below = Vec::new();
    let mut waiting = vec![PathBuf::new()];
    while let Some(name) = waiting.pop() {
        for entry in fs::read_dir(directory.join(&name))? {
            let entry = entry?;
            let name = name.join(entry.file_name());
            let found = entry.metadata()?;
            if found.is_dir() {
                waiting.push(name.clone());
            }
            below.push((name, found));
        }
    }
    below.sort_by(|(one, _), (other, _)| one.cmp(other));
    Ok(below)
}

/// Whether two names are of one file.
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (one.dev(), one.ino()) == (other.dev(), other.ino())
    }
    #[cfg(not(unix))]
    {
        one.len() == other.len() && one.modified().ok() == other.modified().ok()
    }
}

fn ignore_missing(done: io::Result<()>) -> io::Result<()> {
    match done {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

/// How the names of all directories begin that runs make beside a site.
pub(super) fn prefix(site: &OsStr) -> String {
    format!(".{}.tait-", site.to_string_lossy())
}
