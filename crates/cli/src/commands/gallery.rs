//! `tait gallery DIR`: a site of everything that is stored.

use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::progress::grouped;
use clap::Args;
use std::path::PathBuf;
use tait_gallery::{Site, site_files};

/// Arguments of `tait gallery`.
#[derive(Debug, Args)]
#[command(
    after_help = "The site works from a disk: open DIR/index.html. It asks no network for anything, and can be put on any web \
                  server as it is. The whole site is written beside DIR and takes its place at the end, so that there is always \
                  the old one or the new one. tait-files.json in DIR lists what tait wrote; nothing else is ever replaced, and \
                  --force stops when another file is in the way. A link as DIR is resolved once, links in it are replaced."
)]
pub(crate) struct Arguments {
    /// The folder to write, which is made if it is missing
    #[arg(value_name = "DIR")]
    directory: PathBuf,

    /// Write into a folder that is not empty: the files of an earlier site are replaced, others are kept
    #[arg(long)]
    force: bool,
}

/// Writes the site. It is put together before the first file is written, and written before it takes its place.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let Arguments { directory, force } = arguments;
    let _ = globals.format_or(Format::Text).among(&[Format::Text])?;
    let place = Site::new(directory, *force)?;
    let store = globals.store()?;
    store.recognize()?;
    for skipped in store.skipped()? {
        globals.remark(&skipped.to_string());
    }
    let files = site_files(&globals.atlas()?)?;
    place.write(&files)?;
    let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
    globals.remark(&format!(
        "{} files, {:.1} MB; open {}",
        grouped(files.len() as u64),
        bytes as f64 / 1e6,
        directory.join("index.html").display()
    ));
    Ok(Exit::Done)
}
