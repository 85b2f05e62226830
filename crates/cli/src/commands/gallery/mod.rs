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
use anyhow::{Context, bail, ensure};
use clap::Args;
use material::Material;
use rayon::prelude::*;
use site::{Section, shared_files};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Arguments of `tait gallery`.
#[derive(Debug, Args)]
#[command(
    after_help = "The site works from a disk: open DIR/index.html. It asks no network for anything, and can be put on any web \
                  server as it is."
)]
pub(crate) struct Arguments {
    /// The folder to write, which is made if it is missing
    #[arg(value_name = "DIR")]
    directory: PathBuf,

    /// Write into a folder that is not empty: files of the same names are replaced, others are left alone
    #[arg(long)]
    force: bool,
}

/// Writes the site. It is put together before the first file is written.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let Arguments { directory, force } = arguments;
    let _ = globals.format_or(Format::Text).among(&[Format::Text])?;
    refuse_used(directory, *force)?;
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
    let files: Vec<(PathBuf, String)> = sections
        .into_iter()
        .flat_map(|section| section.files)
        .chain(shared_files())
        .chain(copies)
        .chain([index])
        .collect();
    files
        .par_iter()
        .try_for_each(|(path, text)| write(&directory.join(path), text))?;
    let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
    globals.remark(&format!(
        "{} files, {:.1} MB; open {}",
        grouped(files.len() as u64),
        bytes as f64 / 1e6,
        directory.join("index.html").display()
    ));
    Ok(Exit::Done)
}

/// Refuses what is no folder, and a folder with something in it.
fn refuse_used(directory: &Path, force: bool) -> anyhow::Result<()> {
    let name = directory.display();
    match fs::read_dir(directory) {
        Ok(_) if force => Ok(()),
        Ok(mut entries) => {
            ensure!(
                entries.next().is_none(),
                "{name}: the folder is not empty; name an empty or a new one, or write into this one with --force"
            );
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            bail!("{name}: it or something above it is a file; the site needs a folder")
        }
        Err(error) => Err(error).with_context(|| name.to_string()),
    }
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let written = || {
        fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
        fs::write(path, text)
    };
    written().with_context(|| format!("cannot write {}", path.display()))
}
