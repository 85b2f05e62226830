//! A directory that is written as a whole.
//!
//! * **The directory always holds either the old site or the new one.** tait writes the new site beside the old one
//!   under another name, and exchanges them by a rename. A run that is killed leaves the old site.
//! * **tait writes nothing through a link.** A link to the directory is resolved once, before anything is written. Links
//!   within the directory are replaced.
//! * **The user loses no file.** A list in the directory names the files that tait wrote. Other files are not replaced.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::fs::{File, Metadata};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use std::{fs, io};
use tait_store::{LARGEST_JSON, read_at_most};
use twox_hash::XxHash3_64;

/// The error where the path, or a part of it, is a file.
const NOT_A_DIRECTORY: &str = "not a directory";

/// The directory of a site, which may not exist yet.
#[derive(Debug)]
pub struct Site {
    /// The path as the user wrote it.
    name: String,
    /// The parent directory.
    parent: PathBuf,
    /// The name within the parent directory.
    file_name: OsString,
    /// The parent and the name. The last component is not a link.
    path: PathBuf,
}

/// The reason why a site was not written, in one line.
#[derive(Debug, thiserror::Error)]
pub enum DirectoryError {
    /// The directory is not empty, and the caller did not set `force`.
    #[error("{0}: the directory is not empty")]
    NotEmpty(String),
    /// The path cannot be the directory of a site, or files are in the way.
    #[error("{name}: {what}")]
    Unfit {
        /// The path as the user wrote it.
        name: String,
        /// The reason.
        what: String,
    },
    /// An operation failed, for example because of the disk or the permissions.
    #[error("{0}")]
    Environment(String, #[source] io::Error),
}

impl DirectoryError {
    fn unfit(name: &str, what: impl Into<String>) -> Self {
        Self::Unfit {
            name: name.to_owned(),
            what: what.into(),
        }
    }

    /// Returns a function that adds the failed action and its place to an I/O error.
    fn at(action: &str, place: impl Display) -> impl Fn(io::Error) -> Self {
        let tried = format!("cannot {action} {place}");
        move |error| Self::Environment(tried.clone(), error)
    }
}

/// A function that exchanges two directories in one step, or returns false where the system cannot.
type Exchange = fn(&Path, &Path) -> io::Result<bool>;

impl Site {
    /// Chooses the directory for a site. If the path is a link, it is resolved here, once.
    ///
    /// # Errors
    /// When the path is not a directory, or when the directory is not empty and `force` is false.
    pub fn new(directory: &Path, force: bool) -> Result<Self, DirectoryError> {
        let name = directory.display().to_string();
        let path = match fs::symlink_metadata(directory) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => directory.to_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
                return Err(DirectoryError::unfit(&name, NOT_A_DIRECTORY));
            }
            Err(error) => return Err(DirectoryError::Environment(name, error)),
            Ok(found) => match directory.canonicalize() {
                Err(_) if found.is_symlink() => {
                    return Err(DirectoryError::unfit(&name, "the link leads nowhere"));
                }
                path => path.map_err(|error| DirectoryError::Environment(name.clone(), error))?,
            },
        };
        let (Some(parent), Some(file_name)) = (path.parent(), path.file_name()) else {
            return Err(DirectoryError::unfit(
                &name,
                "a site needs a directory of its own",
            ));
        };
        let parent = match parent == Path::new("") {
            true => Path::new("."),
            false => parent,
        };
        let site = Self {
            name,
            parent: parent.to_owned(),
            file_name: file_name.to_owned(),
            path: path.clone(),
        };
        if site.parent.is_dir() {
            let _lock = site.lock();
            site.tidy()?;
        }
        site.refuse_used(force)?;
        Ok(site)
    }

    fn refuse_used(&self, force: bool) -> Result<(), DirectoryError> {
        let name = &self.name;
        match fs::read_dir(&self.path) {
            Ok(mut entries) => match force || entries.next().is_none() {
                true => Ok(()),
                false => Err(DirectoryError::NotEmpty(name.clone())),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
                Err(DirectoryError::unfit(name, NOT_A_DIRECTORY))
            }
            Err(error) => Err(DirectoryError::Environment(name.clone(), error)),
        }
    }

    /// Writes these files, and a list of them, into the directory. They replace the files of an earlier run. All other
    /// files stay.
    ///
    /// # Errors
    /// When a file that tait did not write is in the way; nothing is changed then. Also when the system fails, for
    /// example because the disk is full.
    pub fn write(&self, files: &[SiteFile]) -> Result<(), DirectoryError> {
        self.write_by(files, exchanged)
    }

    fn write_by(&self, files: &[SiteFile], exchange: Exchange) -> Result<(), DirectoryError> {
        let failed = DirectoryError::at("write", &self.name);
        fs::create_dir_all(&self.parent).map_err(&failed)?;
        let manifest = Manifest::of(files);
        let kept = self.kept(&manifest)?;
        let (new, lock) = self.begin().map_err(&failed)?;
        let written = fill(&new, files, &manifest)
            .and_then(|()| self.carry_over(&kept, &new))
            .and_then(|()| self.put(&new, exchange).map_err(&failed));
        drop(lock);
        if written.is_err() {
            // The first error counts. The next run removes what this one cannot.
            let _ = discard(&new, &self.path);
        }
        written
    }

    /// Creates a directory beside the site and locks it, so that no other run takes it for a leftover.
    fn begin(&self) -> io::Result<(PathBuf, Option<File>)> {
        let _lock = self.lock();
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = now.map_or(0, |now| now.as_nanos());
        let unique = format!("{}{}-{now:x}", prefix(&self.file_name), std::process::id());
        let new = self.parent.join(unique);
        fs::create_dir(&new)?;
        Ok((new.clone(), locked(&new)))
    }

    /// Returns what stays: the files that tait did not write, and the directories that belong neither to the old site
    /// nor to the new one.
    fn kept(&self, manifest: &Manifest) -> Result<Vec<PathBuf>, DirectoryError> {
        let below = match walk(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            below => {
                below.map_err(|error| DirectoryError::Environment(self.name.clone(), error))?
            }
        };
        let old = Manifest::read(&self.path);
        let has_list = old.is_some();
        let old = old.unwrap_or_default();
        let (new_directories, old_directories) = (manifest.directories(), old.directories());
        let (mut kept, mut in_the_way) = (Vec::new(), Vec::new());
        for (name, found) in below {
            let is_list = name == Path::new(MANIFEST);
            let is_wanted = manifest.lists(&name) || is_list;
            let of_site = is_wanted || new_directories.contains(&name);
            let of_old_site = old.lists(&name) || old_directories.contains(&name);
            let path = self.path.join(&name);
            let is_replaced = match (found.is_dir(), found.is_symlink()) {
                // Links are not followed. Each file below a directory is decided by itself.
                (true, _) | (_, true) => of_site || of_old_site,
                _ => (is_list && has_list) || old.is_unchanged(&name, &path),
            };
            if is_replaced {
                continue;
            }
            if found.is_dir() {
                kept.push(name);
            } else if of_site || name.ancestors().skip(1).any(|above| manifest.lists(above)) {
                in_the_way.push(name);
            } else {
                kept.push(name);
            }
        }
        if in_the_way.is_empty() {
            return Ok(kept);
        }
        let count = in_the_way.len();
        let named = in_the_way
            .iter()
            .take(3)
            .map(|name| name.display().to_string());
        let named = named.collect::<Vec<_>>().join(", ");
        let more = if count > 3 { ", ..." } else { "" };
        Err(DirectoryError::unfit(
            &self.name,
            format!(
                "tait did not write these files, or they were changed since: {named}{more} ({count} in all); move them away or name another directory"
            ),
        ))
    }

    /// Hard-links the files that stay into the new site. Nothing is copied. If this run is killed, the old names remain.
    fn carry_over(&self, kept: &[PathBuf], new: &Path) -> Result<(), DirectoryError> {
        for name in kept {
            let (from, to) = (self.path.join(name), new.join(name));
            let carried = || match fs::symlink_metadata(&from)?.is_dir() {
                true => fs::create_dir_all(&to),
                false => {
                    fs::create_dir_all(to.parent().unwrap_or(new))?;
                    fs::hard_link(&from, &to)
                }
            };
            carried().map_err(DirectoryError::at("keep", from.display()))?;
        }
        if let Ok(found) = fs::metadata(&self.path) {
            fs::set_permissions(new, found.permissions())
                .map_err(DirectoryError::at("write", &self.name))?;
        }
        Ok(())
    }

    /// Moves the new site to its place and removes the old one.
    fn put(&self, new: &Path, exchange: Exchange) -> io::Result<()> {
        let _lock = self.lock();
        let aside = if fs::symlink_metadata(&self.path).is_err() {
            fs::rename(new, &self.path)?;
            None
        } else if exchange(new, &self.path)? {
            Some(new.to_owned())
        } else {
            // Two renames. If this run is killed between them, the next run restores the old site.
            let mut aside = new.to_owned().into_os_string();
            aside.push(OLD);
            fs::rename(&self.path, &aside)?;
            if let Err(error) = fs::rename(new, &self.path) {
                fs::rename(&aside, &self.path)?;
                return Err(error);
            }
            Some(aside.into())
        };
        sync(&self.parent)?;
        match aside {
            Some(old) => discard(&old, &self.path),
            None => Ok(()),
        }
    }

    fn tidy(&self) -> Result<(), DirectoryError> {
        tidy(&self.parent, &prefix(&self.file_name), &self.path)
            .map_err(DirectoryError::at("tidy", self.parent.display()))
    }

    /// Locks the parent directory. While the lock is held, no other run tidies up or exchanges sites there.
    fn lock(&self) -> Option<File> {
        locked(&self.parent)
    }
}

/// Waits for the lock on a directory. Returns `None` where directories cannot be locked.
fn locked(directory: &Path) -> Option<File> {
    let file = File::open(directory).ok()?;
    file.lock().ok()?;
    Some(file)
}

/// Writes the list and then the files, and syncs them to the disk.
fn fill(new: &Path, files: &[SiteFile], manifest: &Manifest) -> Result<(), DirectoryError> {
    let put = |name: &Path, content: &[u8]| {
        let path = new.join(name);
        let write = || {
            let mut file = File::create_new(&path)?;
            file.write_all(content)?;
            file.sync_data()
        };
        write().map_err(DirectoryError::at("write", path.display()))
    };
    // The list comes first, so that a leftover lists its files.
    let list = manifest.to_text();
    let list = list.map_err(|error| DirectoryError::unfit(MANIFEST, error.to_string()))?;
    put(Path::new(MANIFEST), list.as_bytes())?;
    let directories: BTreeSet<PathBuf> = manifest.directories();
    for name in &directories {
        let path = new.join(name);
        fs::create_dir_all(&path).map_err(DirectoryError::at("write", path.display()))?;
    }
    files
        .par_iter()
        .try_for_each(|(name, content)| put(name, content))?;
    for name in directories
        .iter()
        .map(PathBuf::as_path)
        .chain([Path::new("")])
    {
        sync(&new.join(name)).map_err(DirectoryError::at("write", new.display()))?;
    }
    Ok(())
}

/// Syncs the names in a directory to the disk, where the system supports it.
fn sync(directory: &Path) -> io::Result<()> {
    match cfg!(unix) {
        true => File::open(directory)?.sync_all(),
        false => Ok(()),
    }
}

/// Exchanges two directories in one step. Returns false where the system or the file system cannot.
fn exchanged(one: &Path, other: &Path) -> io::Result<bool> {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE) {
            Ok(()) => Ok(true),
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = (one, other);
        Ok(false)
    }
}

// Directories that runs leave beside a site: the old site after an exchange, and the unfinished site of a killed run.

/// The suffix of the old site's name where two directories cannot be exchanged in one step.
const OLD: &str = ".old";

/// Removes what killed runs have left beside a site. Directories of other running processes are locked, so they stay.
/// The caller holds the lock of the parent directory.
fn tidy(parent: &Path, prefix: &str, site: &Path) -> io::Result<()> {
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
fn discard(directory: &Path, site: &Path) -> io::Result<()> {
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
fn walk(directory: &Path) -> io::Result<Vec<(PathBuf, Metadata)>> {
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
fn prefix(site: &OsStr) -> String {
    format!(".{}.tait-", site.to_string_lossy())
}

// The list of the files that tait wrote into a directory. A later run replaces these files and no others.

/// A file of a site: its path within the site, and its content.
pub type SiteFile = (PathBuf, Vec<u8>);

/// The name of the list within the directory. The list names every file except itself.
pub(crate) const MANIFEST: &str = "tait-files.json";

/// The files that tait wrote.
#[derive(Debug, Default)]
struct Manifest {
    files: BTreeMap<PathBuf, Fingerprint>,
}

/// Detects whether a file has changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Fingerprint {
    /// The length in bytes.
    bytes: u64,
    /// The 64-bit XXH3 checksum in hexadecimal.
    xxh3: String,
}

/// The list as JSON.
#[derive(Serialize, Deserialize)]
struct Form {
    /// The version of tait that wrote the files.
    tait: String,
    files: Vec<Line>,
}

#[derive(Serialize, Deserialize)]
struct Line {
    /// The path within the directory, with slashes.
    path: String,
    #[serde(flatten)]
    fingerprint: Fingerprint,
}

impl Fingerprint {
    fn of(content: &[u8]) -> Self {
        Self {
            bytes: content.len() as u64,
            xxh3: format!("{:016x}", XxHash3_64::oneshot(content)),
        }
    }
}

impl Manifest {
    /// Lists these files.
    fn of(files: &[SiteFile]) -> Self {
        let lines = files.iter();
        let lines = lines.map(|(path, content)| (path.clone(), Fingerprint::of(content)));
        Self {
            files: lines.collect(),
        }
    }

    /// Reads the list of a directory. Returns `None` when it is missing or cannot be read.
    fn read(directory: &Path) -> Option<Self> {
        let path = directory.join(MANIFEST);
        if !fs::symlink_metadata(&path).ok()?.is_file() {
            return None;
        }
        let text = read_at_most(&mut File::open(path).ok()?, LARGEST_JSON);
        let form: Form = serde_json::from_slice(&text.ok()?.ok()?).ok()?;
        let lines = form.files.into_iter();
        let files = lines.map(|line| (PathBuf::from(line.path), line.fingerprint));
        Some(Self {
            files: files.collect(),
        })
    }

    /// Returns the list as text, with one line for each file.
    fn to_text(&self) -> serde_json::Result<String> {
        let lines = self.files.iter().map(|(path, fingerprint)| Line {
            path: path.to_string_lossy().replace('\\', "/"),
            fingerprint: fingerprint.clone(),
        });
        let form = Form {
            tait: env!("CARGO_PKG_VERSION").to_owned(),
            files: lines.collect(),
        };
        tait_store::to_text(&form)
    }

    /// Returns whether the list contains a name.
    fn lists(&self, name: &Path) -> bool {
        self.files.contains_key(name)
    }

    /// Returns whether a file is unchanged since tait wrote it.
    fn is_unchanged(&self, name: &Path, path: &Path) -> bool {
        let Some(written) = self.files.get(name) else {
            return false;
        };
        fs::metadata(path).is_ok_and(|found| found.len() == written.bytes)
            && fs::read(path).is_ok_and(|content| Fingerprint::of(&content) == *written)
    }

    /// Returns the directories of the files, relative to the directory of the list.
    fn directories(&self) -> BTreeSet<PathBuf> {
        let above = self.files.keys().flat_map(|name| name.ancestors().skip(1));
        let above = above.filter(|name| !name.as_os_str().is_empty());
        above.map(Path::to_owned).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Exchange, Site, exchanged, prefix};
    use std::fs;
    use std::path::PathBuf;

    fn files(text: &str) -> Vec<(PathBuf, Vec<u8>)> {
        ["index.html", "a/b.html"]
            .map(|name| (PathBuf::from(name), text.into()))
            .into()
    }

    #[test]
    fn both_ways_of_exchanging_end_the_same() {
        let never: Exchange = |_, _| Ok(false);
        for exchange in [exchanged, never] {
            let directory = tempfile::tempdir().unwrap();
            let place = directory.path().join("site");
            let site = Site::new(&place, false).unwrap();
            site.write_by(&files("old"), exchange).unwrap();
            fs::write(place.join("a/mine"), "mine").unwrap();
            assert!(Site::new(&place, false).is_err());
            let site = Site::new(&place, true).unwrap();
            site.write_by(&files("new"), exchange).unwrap();
            for (name, text) in [
                ("index.html", "new"),
                ("a/b.html", "new"),
                ("a/mine", "mine"),
            ] {
                assert_eq!(fs::read_to_string(place.join(name)).unwrap(), text);
            }
            assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
        }
    }

    #[test]
    fn a_run_killed_between_two_renames_is_mended_by_the_next_one() {
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().join("site");
        let site = Site::new(&place, false).unwrap();
        site.write(&files("old")).unwrap();
        fs::write(place.join("mine"), "mine").unwrap();
        let beside = |end: &str| {
            let name = format!("{}1-1{end}", prefix(&site.file_name));
            directory.path().join(name)
        };
        fs::rename(&place, beside(".old")).unwrap();
        fs::create_dir(beside("")).unwrap();
        fs::write(beside("").join("tait-files.json"), "{\"tait\"").unwrap();
        let _ = Site::new(&place, true).unwrap();
        assert_eq!(fs::read_to_string(place.join("index.html")).unwrap(), "old");
        assert_eq!(fs::read_to_string(place.join("mine")).unwrap(), "mine");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_leftover_loses_no_file_of_the_user() {
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().join("site");
        let site = Site::new(&place, false).unwrap();
        site.write(&files("new")).unwrap();
        let leftover = directory
            .path()
            .join(format!("{}1-1", prefix(&site.file_name)));
        fs::create_dir(&leftover).unwrap();
        fs::write(leftover.join("late"), "late").unwrap();
        fs::write(leftover.join("index.html"), "other").unwrap();
        let _ = Site::new(&place, true).unwrap();
        assert_eq!(fs::read_to_string(place.join("late")).unwrap(), "late");
        assert_eq!(fs::read_to_string(place.join("index.html")).unwrap(), "new");
        // The site has another file of this name, so this one stays where it is.
        assert_eq!(
            fs::read_to_string(leftover.join("index.html")).unwrap(),
            "other"
        );
    }
}
