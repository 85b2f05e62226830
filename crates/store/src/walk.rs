//! Walks through directories: regular files only, each once.
//!
//! A link is never followed, so there are no loops and nothing outside the directory is reached. Only regular files are
//! opened, because a named pipe would wait for a writer.

use crate::error::StoreError;
use std::ffi::OsStr;
use std::fs::{self, File, FileType, OpenOptions};
use std::path::{Path, PathBuf};
use std::{fmt, io};

/// An entry of a data directory that is neither a regular file nor a directory, and is not read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// Its path, relative to the data directory.
    pub name: PathBuf,
    /// Its type: `a symbolic link`, `a named pipe`.
    pub what: &'static str,
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}, skipped", self.name.display(), self.what)
    }
}

/// The entries below a directory.
#[derive(Debug, Default)]
pub(crate) struct Below {
    /// The regular files with the requested extension, sorted.
    pub(crate) files: Vec<PathBuf>,
    /// The entries that are neither regular files nor directories, whatever their names, sorted.
    pub(crate) skipped: Vec<(PathBuf, &'static str)>,
}

/// Lists the entries below a directory; if that is missing or a link, nothing below it is listed.
pub(crate) fn below(directory: &Path, extension: &str) -> Result<Below, StoreError> {
    let mut below = Below::default();
    match fs::symlink_metadata(directory) {
        Err(error) if is_missing(&error) => return Ok(below),
        Err(error) => return Err(StoreError::environment("list", directory)(error)),
        Ok(found) if found.is_dir() => {}
        Ok(found) => {
            if let Some(what) = irregular(found.file_type()) {
                below.skipped.push((directory.to_owned(), what));
            }
            return Ok(below);
        }
    }
    let mut waiting = vec![directory.to_owned()];
    while let Some(directory) = waiting.pop() {
        let entries = match fs::read_dir(&directory) {
            Ok(entries) => entries,
            // Another process has removed it meanwhile.
            Err(error) if is_missing(&error) => continue,
            Err(error) => return Err(StoreError::environment("list", directory)(error)),
        };
        for entry in entries {
            let listed = entry.and_then(|entry| Ok((entry.path(), entry.file_type()?)));
            let (path, kind) = match listed {
                Ok(listed) => listed,
                Err(error) if is_missing(&error) => continue,
                Err(error) => return Err(StoreError::environment("list", &directory)(error)),
            };
            if kind.is_dir() {
                waiting.push(path);
            } else if let Some(what) = irregular(kind) {
                below.skipped.push((path, what));
            } else if path.extension() == Some(OsStr::new(extension)) {
                below.files.push(path);
            }
        }
    }
    below.files.sort();
    below.skipped.sort();
    Ok(below)
}

/// Names the type of what is neither a regular file nor a directory.
fn irregular(kind: FileType) -> Option<&'static str> {
    if kind.is_file() || kind.is_dir() {
        return None;
    }
    if kind.is_symlink() {
        return Some("a symbolic link");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return Some("a named pipe");
        }
        if kind.is_socket() {
            return Some("a socket");
        }
        if kind.is_block_device() || kind.is_char_device() {
            return Some("a device");
        }
    }
    Some("a special file")
}

fn is_missing(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::NotFound
}

/// Requires that everything below a directory, and the directory itself, is a regular file or a directory; it may also be
/// missing. So no path that continues it leads anywhere else.
///
/// # Errors
/// [`StoreError::NotAFile`] names the first link, pipe or device.
pub fn require_plain(directory: &Path) -> Result<(), StoreError> {
    match below(directory, "")?.skipped.into_iter().next() {
        Some((path, what)) => Err(StoreError::NotAFile {
            path,
            expected: "a file or a directory",
            what,
        }),
        None => Ok(()),
    }
}

/// Opens a regular file; returns `None` if it does not exist. It neither follows a link nor waits for the other end of a
/// pipe.
pub(crate) fn open(path: &Path, options: &mut OpenOptions) -> Result<Option<File>, StoreError> {
    opened("read", path, options)
}

/// Opens a regular file, or creates it. The options say for what.
pub(crate) fn open_or_create(
    action: &'static str,
    path: &Path,
    options: &mut OpenOptions,
) -> Result<File, StoreError> {
    let missing = || StoreError::environment(action, path)(io::ErrorKind::NotFound.into());
    opened(action, path, options.create(true))?.ok_or_else(missing)
}

fn opened(
    action: &'static str,
    path: &Path,
    options: &mut OpenOptions,
) -> Result<Option<File>, StoreError> {
    let refuse = |what| StoreError::NotAFile {
        path: path.to_owned(),
        expected: "a file",
        what,
    };
    match fs::symlink_metadata(path) {
        // It may be created.
        Err(error) if is_missing(&error) => {}
        Err(error) => return Err(StoreError::environment(action, path)(error)),
        Ok(found) => {
            if let Some(what) = irregular(found.file_type()) {
                return Err(refuse(what));
            }
        }
    }
    let file = match without_waiting(options).open(path) {
        Ok(file) => file,
        Err(error) if is_missing(&error) => return Ok(None),
        Err(error) => return Err(StoreError::environment(action, path)(error)),
    };
    // It may have been replaced between the check and the opening.
    let found = file.metadata();
    let found = found.map_err(StoreError::environment(action, path))?;
    match irregular(found.file_type()) {
        Some(what) => Err(refuse(what)),
        None => Ok(Some(file)),
    }
}

/// Adds flags to the options: no waiting at a pipe, and no following of a link at the end of the path.
fn without_waiting(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        let flags = OFlags::NONBLOCK | OFlags::NOFOLLOW;
        let _ = options.custom_flags(flags.bits() as i32);
    }
    options
}

#[cfg(all(test, unix))]
mod tests {
    use super::{below, open, require_plain};
    use std::fs::{self, OpenOptions};
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    use std::path::Path;

    /// Three links that lead in circles: a walk that followed them would meet exponentially many paths.
    #[test]
    fn links_are_not_followed_and_everything_that_is_skipped_is_named() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        fs::create_dir_all(root.join("a/b")).unwrap();
        for (target, link) in [("..", "a/up"), (".", "a/here"), ("../..", "a/b/top")] {
            symlink(target, root.join(link)).unwrap();
        }
        fs::write(root.join("a/b/c.json"), "1").unwrap();
        fs::write(root.join("a/other.txt"), "1").unwrap();
        symlink("b/c.json", root.join("a/linked.json")).unwrap();
        let _socket = UnixListener::bind(root.join("a/socket")).unwrap();
        let found = below(root, "json").unwrap();
        assert_eq!(found.files, [root.join("a/b/c.json")]);
        let skipped: Vec<_> = found
            .skipped
            .iter()
            .map(|(path, what)| (path.strip_prefix(root).unwrap(), *what))
            .collect();
        let link = "a symbolic link";
        assert_eq!(
            skipped,
            [
                ("a/b/top", link),
                ("a/here", link),
                ("a/linked.json", link),
                ("a/socket", "a socket"),
                ("a/up", link),
            ]
            .map(|(name, what)| (Path::new(name), what))
        );
        let linked = below(&root.join("a/up"), "json").unwrap();
        assert_eq!((linked.files.len(), linked.skipped.len()), (0, 1));
        assert_eq!(below(&root.join("nothing"), "json").unwrap().files.len(), 0);
    }

    #[test]
    fn a_plain_directory_has_nothing_that_leads_elsewhere() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().join("root");
        require_plain(&root).unwrap();
        fs::create_dir_all(root.join("a/b")).unwrap();
        fs::write(root.join("a/b/c"), "1").unwrap();
        require_plain(&root).unwrap();
        symlink("nowhere", root.join("a/b/d")).unwrap();
        let line = require_plain(&root).unwrap_err().to_string();
        let expected = "b/d: expected a file or a directory, found a symbolic link";
        assert!(line.ends_with(expected), "{line}");
        symlink("root/a", directory.path().join("link")).unwrap();
        assert!(require_plain(&directory.path().join("link")).is_err());
    }

    #[test]
    fn only_regular_files_are_opened() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        fs::write(root.join("file"), "1").unwrap();
        symlink("file", root.join("link")).unwrap();
        let _socket = UnixListener::bind(root.join("socket")).unwrap();
        let open = |name| open(&root.join(name), OpenOptions::new().read(true));
        assert!(open("file").unwrap().is_some());
        assert!(open("nothing").unwrap().is_none());
        for (name, what) in [
            ("link", "link: expected a file, found a symbolic link"),
            ("socket", "socket: expected a file, found a socket"),
        ] {
            let error = open(name).unwrap_err();
            assert!(!error.is_environment());
            assert!(error.to_string().contains(what), "{error}");
        }
    }
}
