//! `tait gallery DIR`: a site that shows everything that is known.

use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::terminal::grouped;
use crate::user_files;
use clap::Args;
use std::path::PathBuf;
use tait_gallery::{Site, site_files};

/// Arguments of `tait gallery`.
#[derive(Debug, Args)]
#[command(
    after_help = "The site works from a disk: open DIR/index.html. It needs no network, and any web server can serve it \
                  as it is. tait writes the whole site beside DIR and swaps it in at the end, so DIR always holds \
                  either the old site or the new one. tait-files.json in DIR lists what tait wrote. tait replaces nothing else, and \
                  --force stops at any other file that is in the way. If DIR is a link, it is followed; links inside DIR are replaced."
)]
pub(crate) struct Arguments {
    /// Directory to write; it is created if it is missing
    #[arg(value_name = "DIR")]
    directory: PathBuf,

    /// Write into a directory that is not empty: replace the files of an earlier site, and keep all others
    #[arg(long)]
    force: bool,
}

/// Writes the site. All pages are made before the first file is written, and all files are written before the site
/// takes its place.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let Arguments { directory, force } = arguments;
    user_files::refuse_standard_output(directory, "the files of a site")?;
    let _ = globals.format_or(Format::Text).among(&[Format::Text])?;
    let place = Site::new(directory, *force)?;
    let store = globals.store()?;
    store.recognize()?;
    for skipped in store.skipped()? {
        globals.warn(&skipped.to_string());
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
