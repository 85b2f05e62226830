//! `tait gallery DIR`: a site of everything that is stored.

mod checkers;
mod families;
mod grids;
mod index;
mod material;
mod numbers;
mod puzzles;
mod searches;
mod shuffling;
mod site;
mod thesis;

use crate::arguments::Globals;
use crate::exit::Exit;
use crate::format::Format;
use crate::progress::grouped;
use crate::user_files::{Site, SiteFile};
use clap::Args;
use material::Material;
use rayon::prelude::*;
use site::{Section, shared_files};
use std::path::PathBuf;

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
    let material = Material::gather(globals)?;
    let parts: [fn(&Material) -> anyhow::Result<Section>; 8] = [
        puzzles::section,
        families::section,
        searches::section,
        thesis::section,
        shuffling::section,
        checkers::section,
        grids::section,
        numbers::section,
    ];
    let sections: Vec<Section> = parts
        .par_iter()
        .map(|part| part(&material))
        .collect::<anyhow::Result<_>>()?;
    let index = index::page(&material, &sections);
    let copies = material.copies.iter().cloned();
    let files: Vec<SiteFile> = sections
        .into_iter()
        .flat_map(|section| section.files)
        .chain(shared_files())
        .chain(copies)
        .chain([index])
        .collect();
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
