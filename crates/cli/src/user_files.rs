//! Writing results into files that the user named, and reading the engine for pages.
//!
//! * **There is always the old file or the new one.** A file is written beside its place under another name and put
//!   there by a rename; a run that is killed leaves the old file.
//! * **Nothing is written through a link.** A link at the end of a file's path is replaced by the file, and the target
//!   of the link stays as it was.
//! * **Everything that is not a regular file is written into**: devices, pipes and open descriptors such as
//!   `/dev/stdout`.

use anyhow::{Context, anyhow, ensure};
use std::fs::{self, File};
use std::io::{self, IsTerminal as _, Write};
use std::path::Path;
use tait_draw::{Engine, Picture, converted};
use tait_store::{read_at_most, write_file};

/// The name that stands for standard output.
const STANDARD_OUTPUT: &str = "-";

/// Returns the file that the user named, unless the name is that of standard output.
pub(crate) fn named(path: Option<&Path>) -> Option<&Path> {
    path.filter(|path| *path != Path::new(STANDARD_OUTPUT))
}

/// Writes a text to the path that the user gave, or prints it.
pub(crate) fn write_or_print(path: Option<&Path>, text: &str) -> anyhow::Result<()> {
    match named(path) {
        Some(path) => write(path, text),
        None => Ok(crate::output::print(text)?),
    }
}

/// Writes a picture to the path that the user gave, or prints it. SVG becomes what was asked for.
pub(crate) fn write_picture(
    path: Option<&Path>,
    picture: Picture,
    drawn: String,
) -> anyhow::Result<()> {
    if !picture.is_binary() {
        return write_or_print(path, &drawn);
    }
    write_bytes(path, &converted(drawn, picture)?)
}

/// Writes a binary picture to the path that the user gave, or prints it, but not to a terminal.
pub(crate) fn write_bytes(path: Option<&Path>, picture: &[u8]) -> anyhow::Result<()> {
    match named(path) {
        Some(path) => write(path, picture),
        None => {
            ensure!(
                !io::stdout().is_terminal(),
                "a terminal cannot show this picture: name a file with --out FILE"
            );
            let mut out = crate::output::results()?;
            out.write_all(picture)?;
            Ok(out.flush()?)
        }
    }
}

/// Refuses the name of standard output where it cannot take what is written.
pub(crate) fn refuse_standard_output(path: &Path, what: &str) -> anyhow::Result<()> {
    ensure!(
        named(Some(path)).is_some(),
        "- is standard output, which cannot hold {what}: give another name, or ./- for a file of that name"
    );
    Ok(())
}

/// Writes to a path that the user gave, and creates missing directories above it.
pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> anyhow::Result<()> {
    ensure!(
        !path.is_dir(),
        "{} is a directory: name a file",
        path.display()
    );
    if is_written_into(path) {
        let written = || -> io::Result<()> {
            let mut target = File::options().append(true).open(path)?;
            target.write_all(contents.as_ref())
        };
        return written().with_context(|| format!("cannot write {}", path.display()));
    }
    Ok(write_file(path, contents)?)
}

/// Returns whether a path leads to something that must not be replaced: a device, a pipe, or an open descriptor of the
/// process.
fn is_written_into(path: &Path) -> bool {
    let Ok(target) = fs::metadata(path) else {
        return false;
    };
    !target.is_file() || is_descriptor(path)
}

/// Returns whether a path is a link such as `/dev/stdout`, `/dev/fd/1` or `/proc/self/fd/1`.
fn is_descriptor(path: &Path) -> bool {
    path.is_symlink()
        && path
            .parent()
            .and_then(|parent| parent.canonicalize().ok())
            .is_some_and(|parent| parent == Path::new("/dev") || parent.starts_with("/proc"))
}

/// Reads the engine for pages.
pub(crate) fn engine(file: &Path) -> anyhow::Result<Engine> {
    let shown = || file.display().to_string();
    let mut opened = File::open(file).with_context(shown)?;
    let bytes = read_at_most(&mut opened, Engine::LARGEST).with_context(shown)?;
    let script = bytes.ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let engine = script.and_then(Engine::new);
    engine.ok_or_else(|| {
        anyhow!(
            "{}: not the engine: expected what scripts/web makes",
            shown()
        )
    })
}
