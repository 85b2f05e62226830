//! A directory that is written as a whole.

use super::leftovers::{OLD, discard, prefix, tidy, walk};
use super::manifest::{MANIFEST, Manifest};
use anyhow::{Context, bail, ensure};
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// A file of a site: its name within it, and its text.
pub(crate) type SiteFile = (PathBuf, String);

/// The place of a site.
#[derive(Debug)]
pub(crate) struct Site {
    /// As the user called it.
    name: String,
    /// The directory above it.
    parent: PathBuf,
    /// Its name in there.
    file_name: OsString,
    /// Both together; no link is at its end.
    path: PathBuf,
}

/// Exchanges two directories in one step, or says that this cannot be done here.
type Exchange = fn(&Path, &Path) -> io::Result<bool>;

impl Site {
    /// A place for a site. A link is resolved here, once.
    ///
    /// # Errors
    /// When something else than a directory is there, or, without `force`, a directory with something in it.
    pub(crate) fn new(directory: &Path, force: bool) -> anyhow::Result<Self> {
        let name = directory.display().to_string();
        let path = match fs::symlink_metadata(directory) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => directory.to_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
                bail!("{name}: it or something above it is a file; the site needs a folder")
            }
            Err(error) => return Err(error).context(name),
            Ok(found) => match directory.canonicalize() {
                Err(_) if found.is_symlink() => bail!("{name}: a link that leads to nothing"),
                path => path.with_context(|| name.clone())?,
            },
        };
        let (Some(parent), Some(file_name)) = (path.parent(), path.file_name()) else {
            bail!("{name}: a site needs a folder of its own");
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

    fn refuse_used(&self, force: bool) -> anyhow::Result<()> {
        let name = &self.name;
        match fs::read_dir(&self.path) {
            Ok(mut entries) => ensure!(
                force || entries.next().is_none(),
                "{name}: the folder is not empty; name an empty or a new one, or write into this one with --force"
            ),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
                bail!("{name}: it or something above it is a file; the site needs a folder")
            }
            Err(error) => return Err(error).context(name.clone()),
        }
        Ok(())
    }

    /// Puts these files into the place, and a list of them, instead of those that an earlier run put there. Other files
    /// stay.
    ///
    /// # Errors
    /// When a file that tait did not write is where one of these belongs, and then nothing is changed; when the
    /// environment is in the way.
    pub(crate) fn write(&self, files: &[SiteFile]) -> anyhow::Result<()> {
        self.write_by(files, exchanged)
    }

    fn write_by(&self, files: &[SiteFile], exchange: Exchange) -> anyhow::Result<()> {
        let fail = || format!("cannot write {}", self.name);
        fs::create_dir_all(&self.parent).with_context(fail)?;
        let manifest = Manifest::of(files);
        let kept = self.kept(&manifest)?;
        let (new, lock) = self.begin().with_context(fail)?;
        let written = fill(&new, files, &manifest)
            .and_then(|()| self.carry_over(&kept, &new))
            .and_then(|()| self.put(&new, exchange).with_context(fail));
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
    fn kept(&self, manifest: &Manifest) -> anyhow::Result<Vec<PathBuf>> {
        let below = match walk(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            below => below.with_context(|| self.name.clone())?,
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
        bail!(
            "{}: {count} of the files in the way were not written by tait or were changed since ({named}{more}); move them away or name another folder",
            self.name
        )
    }

    /// Gives files that stay a second name in the new site: nothing is copied, and a run that is killed leaves the first.
    fn carry_over(&self, kept: &[PathBuf], new: &Path) -> anyhow::Result<()> {
        for name in kept {
            let (from, to) = (self.path.join(name), new.join(name));
            let carried = || match fs::symlink_metadata(&from)?.is_dir() {
                true => fs::create_dir_all(&to),
                false => {
                    fs::create_dir_all(to.parent().unwrap_or(new))?;
                    fs::hard_link(&from, &to)
                }
            };
            carried().with_context(|| format!("cannot keep {}", from.display()))?;
        }
        if let Ok(found) = fs::metadata(&self.path) {
            fs::set_permissions(new, found.permissions())
                .with_context(|| format!("cannot write {}", self.name))?;
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

    fn tidy(&self) -> anyhow::Result<()> {
        tidy(&self.parent, &prefix(&self.file_name), &self.path)
            .with_context(|| format!("cannot tidy {}", self.parent.display()))
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
fn fill(new: &Path, files: &[SiteFile], manifest: &Manifest) -> anyhow::Result<()> {
    let put = |name: &Path, text: &str| {
        let path = new.join(name);
        let write = || {
            let mut file = File::create_new(&path)?;
            file.write_all(text.as_bytes())?;
            file.sync_data()
        };
        write().with_context(|| format!("cannot write {}", path.display()))
    };
    // First, so that a leftover says what it holds.
    put(Path::new(MANIFEST), &manifest.to_text()?)?;
    let directories: BTreeSet<PathBuf> = manifest.directories();
    for name in &directories {
        let path = new.join(name);
        fs::create_dir_all(&path).with_context(|| format!("cannot write {}", path.display()))?;
    }
    files
        .par_iter()
        .try_for_each(|(name, text)| put(name, text))?;
    for name in directories
        .iter()
        .map(PathBuf::as_path)
        .chain([Path::new("")])
    {
        sync(&new.join(name)).with_context(|| format!("cannot write {}", new.display()))?;
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
