//! A folder that is written as a whole.
//!
//! * **There is always the old site or the new one.** The new one is written beside its place under another name and
//!   put there by a rename; a run that is killed leaves the old one.
//! * **Nothing is written through a link.** A link to the folder is resolved once, before anything is written; links
//!   within it are replaced.
//! * **Nothing of the user's is lost**: a list in the folder says what was written, and nothing else is replaced.

mod leftovers;
mod manifest;

use leftovers::{OLD, discard, prefix, tidy, walk};
pub use manifest::SiteFile;
use manifest::{MANIFEST, Manifest};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// What stands where a folder cannot be.
const BELOW_A_FILE: &str = "it or something above it is a file; the site needs a folder";

/// The place of a site.
#[derive(Debug)]
pub struct Site {
    /// As the user called it.
    name: String,
    /// The directory above it.
    parent: PathBuf,
    /// Its name in there.
    file_name: OsString,
    /// Both together; no link is at its end.
    path: PathBuf,
}

/// Why a site is not written: one line.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// There is something in the folder, and nobody allowed to write into it.
    #[error("{0}: the directory is not empty")]
    NotEmpty(String),
    /// The folder cannot be one of a site, or files are in the way.
    #[error("{name}: {what}")]
    Unfit {
        /// The folder, as the user called it.
        name: String,
        /// What is in the way.
        what: String,
    },
    /// The disk, the permissions or the directory are in the way of what was tried.
    #[error("{0}")]
    Environment(String, #[source] io::Error),
}

impl FolderError {
    fn unfit(name: &str, what: impl Into<String>) -> Self {
        Self::Unfit {
            name: name.to_owned(),
            what: what.into(),
        }
    }

    /// The error of an action in a place.
    fn at(action: &str, place: impl Display) -> impl Fn(io::Error) -> Self {
        let tried = format!("cannot {action} {place}");
        move |error| Self::Environment(tried.clone(), error)
    }
}

/// Exchanges two directories in one step, or says that this cannot be done here.
type Exchange = fn(&Path, &Path) -> io::Result<bool>;

impl Site {
    /// A place for a site. A link is resolved here, once.
    ///
    /// # Errors
    /// When something else than a directory is there, or, without `force`, a directory with something in it.
    pub fn new(directory: &Path, force: bool) -> Result<Self, FolderError> {
        let name = directory.display().to_string();
        let path = match fs::symlink_metadata(directory) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => directory.to_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
                return Err(FolderError::unfit(&name, BELOW_A_FILE));
            }
            Err(error) => return Err(FolderError::Environment(name, error)),
            Ok(found) => match directory.canonicalize() {
                Err(_) if found.is_symlink() => {
                    return Err(FolderError::unfit(&name, "a link that leads to nothing"));
                }
                path => path.map_err(|error| FolderError::Environment(name.clone(), error))?,
            },
        };
        let (Some(parent), Some(file_name)) = (path.parent(), path.file_name()) else {
            return Err(FolderError::unfit(
                &name,
                "a site needs a folder of its own",
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

    fn refuse_used(&self, force: bool) -> Result<(), FolderError> {
        let name = &self.name;
        match fs::read_dir(&self.path) {
            Ok(mut entries) => match force || entries.next().is_none() {
                true => Ok(()),
                false => Err(FolderError::NotEmpty(name.clone())),
            },
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
                Err(FolderError::unfit(name, BELOW_A_FILE))
            }
            Err(error) => Err(FolderError::Environment(name.clone(), error)),
        }
    }

    /// Puts these files into the place, and a list of them, instead of those that an earlier run put there. Other files
    /// stay.
    ///
    /// # Errors
    /// When a file that tait did not write is where one of these belongs, and then nothing is changed; when the
    /// environment is in the way.
    pub fn write(&self, files: &[SiteFile]) -> Result<(), FolderError> {
        self.write_by(files, exchanged)
    }

    fn write_by(&self, files: &[SiteFile], exchange: Exchange) -> Result<(), FolderError> {
        let failed = FolderError::at("write", &self.name);
        fs::create_dir_all(&self.parent).map_err(&failed)?;
        let manifest = Manifest::of(files);
        let kept = self.kept(&manifest)?;
        let (new, lock) = self.begin().map_err(&failed)?;
        let written = fill(&new, files, &manifest)
            .and_then(|()| self.carry_over(&kept, &new))
            .and_then(|()| self.put(&new, exchange).map_err(&failed));
        drop(lock);
        if written.is_err() {
            // The error is told; what could not be removed is left to the next run.
            let _ = discard(&new, &self.path);
        }
        written
    }

    /// Makes a directory beside the place and locks it, so that no other run takes it for a leftover.
    fn begin(&self) -> io::Result<(PathBuf, Option<File>)> {
        let _lock = self.lock();
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = now.map_or(0, |now| now.as_nanos());
        let unique = format!("{}{}-{now:x}", prefix(&self.file_name), std::process::id());
        let new = self.parent.join(unique);
        fs::create_dir(&new)?;
        Ok((new.clone(), locked(&new)))
    }

    /// What tait did not write and what therefore stays, by its name; directories only where they are empty or hold such
    /// files.
    fn kept(&self, manifest: &Manifest) -> Result<Vec<PathBuf>, FolderError> {
        let below = match walk(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            below => below.map_err(|error| FolderError::Environment(self.name.clone(), error))?,
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
                // Links are not followed; files below directories decide themselves.
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
        Err(FolderError::unfit(
            &self.name,
            format!(
                "{count} of the files in the way were not written by tait or were changed since ({named}{more}); move them away or name another folder"
            ),
        ))
    }

    /// Gives files that stay a second name in the new site: nothing is copied, and a run that is killed leaves the first.
    fn carry_over(&self, kept: &[PathBuf], new: &Path) -> Result<(), FolderError> {
        for name in kept {
            let (from, to) = (self.path.join(name), new.join(name));
            let carried = || match fs::symlink_metadata(&from)?.is_dir() {
                true => fs::create_dir_all(&to),
                false => {
                    fs::create_dir_all(to.parent().unwrap_or(new))?;
                    fs::hard_link(&from, &to)
                }
            };
            carried().map_err(FolderError::at("keep", from.display()))?;
        }
        if let Ok(found) = fs::metadata(&self.path) {
            fs::set_permissions(new, found.permissions())
                .map_err(FolderError::at("write", &self.name))?;
        }
        Ok(())
    }

    /// Puts the new site into its place and removes the old one.
    fn put(&self, new: &Path, exchange: Exchange) -> io::Result<()> {
        let _lock = self.lock();
        let aside = if fs::symlink_metadata(&self.path).is_err() {
            fs::rename(new, &self.path)?;
            None
        } else if exchange(new, &self.path)? {
            Some(new.to_owned())
        } else {
            // In two renames; the next run mends what is between them.
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

    fn tidy(&self) -> Result<(), FolderError> {
        tidy(&self.parent, &prefix(&self.file_name), &self.path)
            .map_err(FolderError::at("tidy", self.parent.display()))
    }

    /// While this is held no other run tidies up or exchanges beside this place.
    fn lock(&self) -> Option<File> {
        locked(&self.parent)
    }
}

/// Waits for the lock on a directory; `None` where directories cannot be locked.
fn locked(directory: &Path) -> Option<File> {
    let file = File::open(directory).ok()?;
    file.lock().ok()?;
    Some(file)
}

/// Writes the list, then the files, and brings them to the disk.
fn fill(new: &Path, files: &[SiteFile], manifest: &Manifest) -> Result<(), FolderError> {
    let put = |name: &Path, text: &str| {
        let path = new.join(name);
        let write = || {
            let mut file = File::create_new(&path)?;
            file.write_all(text.as_bytes())?;
            file.sync_data()
        };
        write().map_err(FolderError::at("write", path.display()))
    };
    // First, so that a leftover says what it holds.
    let list = manifest.to_text();
    put(
        Path::new(MANIFEST),
        &list.map_err(|error| FolderError::unfit(MANIFEST, error.to_string()))?,
    )?;
    let directories: BTreeSet<PathBuf> = manifest.directories();
    for name in &directories {
        let path = new.join(name);
        fs::create_dir_all(&path).map_err(FolderError::at("write", path.display()))?;
    }
    files
        .par_iter()
        .try_for_each(|(name, text)| put(name, text))?;
    for name in directories
        .iter()
        .map(PathBuf::as_path)
        .chain([Path::new("")])
    {
        sync(&new.join(name)).map_err(FolderError::at("write", new.display()))?;
    }
    Ok(())
}

/// Brings the names in a directory to the disk, where the system knows that.
fn sync(directory: &Path) -> io::Result<()> {
    match cfg!(unix) {
        true => File::open(directory)?.sync_all(),
        false => Ok(()),
    }
}

/// Exchanges two directories in one step; false when the system or the file system cannot.
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

#[cfg(test)]
mod tests {
    use super::{Exchange, Site, exchanged, prefix};
    use std::fs;
    use std::path::PathBuf;

    fn files(text: &str) -> Vec<(PathBuf, String)> {
        ["index.html", "a/b.html"]
            .map(|name| (PathBuf::from(name), text.to_owned()))
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
        // What has no place stays where it is.
        assert_eq!(
            fs::read_to_string(leftover.join("index.html")).unwrap(),
            "other"
        );
    }
}
