//! Directories that runs leave beside a site: the old site after an exchange, and the unfinished site of a killed run.

use super::manifest::{MANIFEST, Manifest};
use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

/// The suffix of the old site's name where two directories cannot be exchanged in one step.
pub(super) const OLD: &str = ".old";

/// Removes what killed runs have left beside a site. Directories of other running processes are locked, so they stay.
/// The caller holds the lock of the parent directory.
pub(super) fn tidy(parent: &Path, prefix: &str, site: &Path) -> io::Result<()> {
    let mut found = Vec::new();
    for entry in fs::read_dir(parent)? {
        let entry = entry?;
        let is_ours = entry.file_name().to_string_lossy().starts_with(prefix);
        if is_ours && entry.file_type()?.is_dir() {
            found.push(entry.path());
        }
    }
    // A run was killed between its two renames, so the old site goes back to its place.
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

/// Removes a directory that held a site or was to become one, but no file of the user. A file that its list does not
/// name is removed only if the site has it too. Otherwise it is moved to the site, or stays if that is impossible.
///
/// The list is removed last, so that a run that is killed here leaves a directory with its list.
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
    // Subdirectories come before their parents. A directory that is not empty stays.
    emptied.sort_by_key(|name| std::cmp::Reverse(name.components().count()));
    for name in emptied {
        let _ = fs::remove_dir(directory.join(name));
    }
    let _ = fs::remove_dir(directory);
    Ok(())
}

/// Returns everything below a directory, with its path within the directory. Links are not followed.
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

/// Returns whether two names belong to the same file.
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

/// Returns the common prefix of the names of all directories that runs create beside a site.
pub(super) fn prefix(site: &OsStr) -> String {
    format!(".{}.tait-", site.to_string_lossy())
}
