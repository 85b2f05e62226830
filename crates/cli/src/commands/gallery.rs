//! `tait gallery DIR`: a site that shows everything that is known.

use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::terminal::grouped;
use crate::user_files;
use anyhow::anyhow;
use clap::{Args, ValueHint};
use std::path::PathBuf;
use tait_gallery::{Address, Site, site_files};

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

    /// The engine for pages, as scripts/web makes it: pages then give a hint from wherever a visitor is
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    engine: Option<PathBuf>,

    /// The address where the site will be on the web, such as https://coins.example/: previews of links then show a picture, and 404.html
    /// leads from addresses of earlier versions to their pages
    #[arg(long, value_name = "URL")]
    address: Option<String>,
}

/// Writes the site. All pages are made before the first file is written, and all files are written before the site
/// takes its place.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let Arguments {
        directory,
        force,
        engine,
        address,
    } = arguments;
    user_files::refuse_standard_output(directory, "the files of a site")?;
    let _ = globals.format_or(Format::Text).among(&[Format::Text])?;
    let engine = engine.as_deref().map(user_files::engine).transpose()?;
    let address = address.as_deref().map(address_of).transpose()?;
    let place = Site::new(directory, *force)?;
    let store = globals.store()?;
    store.recognize()?;
    for skipped in store.skipped()? {
        globals.warn(&skipped.to_string());
    }
    let files = site_files(&globals.atlas()?, engine.as_ref(), address.as_ref())?;
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

fn address_of(text: &str) -> anyhow::Result<Address> {
    Address::new(text).ok_or_else(|| {
        anyhow!("invalid address {text:?}: expected something like https://coins.example/")
    })
}
