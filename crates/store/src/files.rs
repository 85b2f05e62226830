//! Writing files so that there is always either the old one or the new one.

use crate::bounded::{TooLarge, read_at_most};
use crate::error::{RecordError, StoreError};
use crate::walk;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The right to write into a store: a lock on its lock file, held until it is dropped.
#[derive(Debug)]
pub(crate) struct WriteLock(
    #[expect(dead_code, reason = "holds the lock until it is dropped")] File,
);

impl WriteLock {
    /// Waits until nobody else writes into a directory, which is created if it does not exist.
    pub(crate) fn acquire(directory: &Path) -> Result<Self, StoreError> {
        create_directory(directory)?;
        let path = directory.join(".lock");
        let file = lock_file(&path)?;
        file.lock()
            .map_err(StoreError::environment("lock", &path))?;
        Ok(Self(file))
    }
}

/// Opens a file that is there to be locked. Where it or its directory does not exist, it is created.
///
/// ```
/// let place = tempfile::tempdir()?;
/// let path = place.path().join("locks").join("merge");
/// let lock = tait_store::lock_file(&path)?;
/// lock.try_lock()?;
/// assert!(tait_store::lock_file(&path)?.try_lock().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When it cannot be created or opened, or is not a regular file.
pub fn lock_file(path: &Path) -> Result<File, StoreError> {
    path.parent().map_or(Ok(()), create_directory)?;
    let mut options = File::options();
    walk::open_or_create("lock", path, options.truncate(false).write(true))
}

/// Appends to a regular file, which is created with its directory where it does not exist.
///
/// # Errors
/// When it cannot be written, or is not a regular file.
pub fn append_to(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    path.parent().map_or(Ok(()), create_directory)?;
    let mut file = walk::open_or_create("write", path, File::options().append(true))?;
    file.write_all(bytes)
        .map_err(StoreError::environment("write", path))
}

/// Creates a directory and its parents.
pub(crate) fn create_directory(directory: &Path) -> Result<(), StoreError> {
    fs::create_dir_all(directory).map_err(StoreError::environment("create directory", directory))
}

/// Reads a regular file of at most `most` bytes; returns `None` if it does not exist.
///
/// # Errors
/// When it cannot be read, is larger, or is not a regular file.
pub fn read(path: &Path, most: u64) -> Result<Option<Vec<u8>>, StoreError> {
    let Some(mut file) = walk::open(path, File::options().read(true))? else {
        return Ok(None);
    };
    read_open(&mut file, path, most).map(Some)
}

/// Reads an open regular file of at most `most` bytes; reads nothing of a larger one.
pub(crate) fn read_open(file: &mut File, path: &Path, most: u64) -> Result<Vec<u8>, StoreError> {
    let unreadable = || StoreError::environment("read", path);
    let text = match file.metadata().map_err(unreadable())?.len() > most {
        true => Err(TooLarge::Bytes(most)),
        false => read_at_most(file, most).map_err(unreadable())?,
    };
    text.map_err(|error| StoreError::data(path, RecordError::TooLarge(error)))
}

/// Replaces or creates a file: `fill` writes a temporary file beside it, which is synced and
/// renamed. If anything fails, the old file is as it was and the temporary one is gone.
pub(crate) fn replace(
    path: &Path,
    fill: impl FnOnce(&mut File) -> io::Result<()>,
) -> Result<(), StoreError> {
    // The parent of a bare name is empty and stands for the current directory.
    let parent = path.parent().filter(|parent| *parent != Path::new(""));
    let directory = parent.unwrap_or(Path::new("."));
    create_directory(directory)?;
    let write = || {
        let mut builder = tempfile::Builder::new();
        let _ = builder.prefix(".").suffix(".tmp");
        // Everybody may read results, as far as the user's umask permits.
        #[cfg(unix)]
        let _ = builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let mut file = builder.tempfile_in(directory)?;
        fill(file.as_file_mut())?;
        file.as_file().sync_all()?;
        let _ = file.persist(path)?;
        // The rename itself is on disk once the directory is.
        File::open(directory)?.sync_all()
    };
    write().map_err(StoreError::environment("write", path))
}

/// Removes the temporary files of a process that was killed while it wrote into a directory. The
/// caller holds the lock of the store, and nobody writes into the directory without it.
pub(crate) fn remove_abandoned(directory: &Path) -> Result<(), StoreError> {
    let remove = || -> io::Result<()> {
        for entry in fs::read_dir(directory)? {
            let entry = entry?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.starts_with('.') && name.ends_with(".tmp") {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    };
    match remove() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed.map_err(StoreError::environment("tidy", directory)),
    }
}

/// Replaces or creates a file, for results that leave the store.
///
/// A failure leaves the old file as it was.
///
/// # Errors
/// [`StoreError::Environment`] if it cannot be written.
pub fn write_file(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), StoreError> {
    replace(path, |file| file.write_all(contents.as_ref()))
}

/// Moves a file into a directory under a name that is free there.
pub(crate) fn move_into(path: &Path, directory: &Path) -> Result<PathBuf, StoreError> {
    let target = free_place(path, directory)?;
    fs::rename(path, &target).map_err(StoreError::environment("move aside", path))?;
    Ok(target)
}

/// Returns a free name for a file in a directory, which is created if necessary: the file's own
/// name, or that with a number. The name stays free for whoever holds the lock of the store.
pub(crate) fn free_place(path: &Path, directory: &Path) -> Result<PathBuf, StoreError> {
    create_directory(directory)?;
    let stem = path.file_stem().unwrap_or(OsStr::new("file"));
    let extension = path.extension();
    (1_u64..)
        .map(|number| {
            let mut name = stem.to_owned();
            if number > 1 {
                name.push(format!("-{number}"));
            }
            if let Some(extension) = extension {
                name.push(".");
                name.push(extension);
            }
            directory.join(name)
        })
        .find(|place| !place.exists())
        .ok_or_else(|| {
            StoreError::environment("move aside", path)(io::ErrorKind::AlreadyExists.into())
        })
}

/// Returns the number of bytes in the files of a directory; 0 if it does not exist.
pub(crate) fn size_below(directory: &Path) -> Result<u64, StoreError> {
    let size = || -> io::Result<u64> {
        let mut bytes = 0;
        for entry in fs::read_dir(directory)? {
            bytes += entry?.metadata()?.len();
        }
        Ok(bytes)
    };
    match size() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(0),
        size => size.map_err(StoreError::environment("list", directory)),
    }
}

#[cfg(test)]
mod tests {
    use super::{move_into, remove_abandoned, replace, write_file};
    use crate::walk;
    use std::fs;
    use std::io::{self, Write};

    #[test]
    fn a_write_that_fails_half_way_leaves_the_old_file_and_nothing_else() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a/b.json");
        write_file(&path, "old").unwrap();
        let error = replace(&path, |file| {
            file.write_all(b"half of the new")?;
            Err(io::ErrorKind::StorageFull.into())
        })
        .unwrap_err();
        assert!(error.is_environment());
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
        write_file(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }

    #[test]
    fn what_a_killed_writer_left_is_removed_and_nothing_else() {
        let directory = tempfile::tempdir().unwrap();
        for name in [".aBc123.tmp", ".lock", "b.tmp", "c.json"] {
            fs::write(directory.path().join(name), "x").unwrap();
        }
        remove_abandoned(directory.path()).unwrap();
        assert!(!directory.path().join(".aBc123.tmp").exists());
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 3);
        remove_abandoned(&directory.path().join("nowhere")).unwrap();
    }

    #[test]
    fn what_is_moved_aside_never_replaces_anything() {
        let directory = tempfile::tempdir().unwrap();
        let aside = directory.path().join("aside");
        let path = directory.path().join("n003.json");
        for content in ["one", "two", "three"] {
            write_file(&path, content).unwrap();
            move_into(&path, &aside).unwrap();
        }
        let files = walk::below(&aside, "json").unwrap().files;
        let contents: Vec<String> = files
            .iter()
            .map(|file| fs::read_to_string(file).unwrap())
            .collect();
        // Sorted by name: n003-2, n003-3, n003.
        assert_eq!(contents, ["two", "three", "one"]);
        assert!(!path.exists());
    }
}
