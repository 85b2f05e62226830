//! A site of all stored records: a page for each puzzle of the map, each family, each search and each known puzzle on a
//! grid. The pages play solutions. The site also contains the records themselves.
//!
//! [`site_files`] makes the files, and [`Site`] writes them into a directory as a whole. The site works from a disk and
//! never uses the network.
//!
//! ```
//! use tait_atlas::Atlas;
//! use tait_gallery::{Site, site_files};
//! use tait_store::Store;
//!
//! # let home = tempfile::tempdir()?;
//! # let directory = home.path().join("site");
//! let atlas = Atlas::new(Store::new("nothing-is-stored-here"));
//! let site = Site::new(&directory, false)?;
//! match site_files(&atlas) {
//!     Ok(files) => site.write(&files)?,
//!     Err(nothing_stored) => println!("{nothing_stored}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod checkers;
mod directory;
mod error;
mod families;
mod grids;
mod index;
mod material;
mod numbers;
mod pages;
mod puzzles;
mod searches;
mod shuffling;
mod thesis;

pub use directory::{DirectoryError, Site, SiteFile};
pub use error::GalleryError;

use material::Material;
use pages::{Section, shared_files};
use rayon::prelude::*;
use tait_atlas::Atlas;

/// A function that makes the pages on one subject.
type Part = fn(&Material<'_>) -> Result<Section, GalleryError>;

/// Returns all files of the site, with their paths within it.
///
/// # Errors
/// When nothing is stored, or a stored file is wrong. A site that silently left out a file would be worse.
pub fn site_files(atlas: &Atlas<'_>) -> Result<Vec<SiteFile>, GalleryError> {
    let material = Material::gather(atlas)?;
    let parts: [Part; 8] = [
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
        .collect::<Result<_, _>>()?;
    let index = index::page(&material, &sections);
    let pages = sections.into_iter().flat_map(|section| section.files);
    let completeness = completeness(&material.map.completeness());
    let pages = pages
        .chain([index])
        .map(|page| with_last_words(page, &completeness));
    let copies = material.copies.iter().cloned();
    Ok(pages.chain(shared_files()).chain(copies).collect())
}

/// Returns the paragraph at the end of every page, which says which sizes are settled.
fn completeness(sentence: &str) -> String {
    let sentence = maud::html! { p class="completeness" { "Do n moves suffice? " (sentence) "." } };
    sentence.into_string()
}

/// Adds a paragraph at the end of the main part of a page. Other files stay as they are.
fn with_last_words((name, mut text): SiteFile, paragraph: &str) -> SiteFile {
    if name
        .extension()
        .is_some_and(|extension| extension == "html")
        && let Some(end) = text.rfind("</main>")
    {
        text.insert_str(end, paragraph);
    }
    (name, text)
}
