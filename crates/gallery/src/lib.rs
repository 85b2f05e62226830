//! A site of everything that is stored: a page for each puzzle of the map, each family, each search, each known puzzle on
//! a grid, with solutions that play and the records themselves.
//!
//! [`site_files`] makes the files, [`Site`] puts them into a folder as a whole. The site works from a disk and asks no
//! network for anything.
//!
//! ```
//! use tait_atlas::Atlas;
//! use tait_gallery::{Site, site_files};
//! use tait_store::Store;
//!
//! # let home = tempfile::tempdir()?;
//! # let folder = home.path().join("site");
//! let atlas = Atlas::new(Store::new("nothing-is-stored-here"));
//! let place = Site::new(&folder, false)?;
//! match site_files(&atlas) {
//!     Ok(files) => place.write(&files)?,
//!     Err(nothing_stored) => println!("{nothing_stored}"),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod checkers;
mod error;
mod families;
mod folder;
mod grids;
mod index;
mod material;
mod numbers;
mod pages;
mod puzzles;
mod searches;
mod shuffling;
mod thesis;

pub use error::GalleryError;
pub use folder::{FolderError, Site, SiteFile};

use material::Material;
use pages::{Section, shared_files};
use rayon::prelude::*;
use tait_atlas::Atlas;

/// What makes the pages on one subject.
type Part = fn(&Material<'_>) -> Result<Section, GalleryError>;

/// All files of the site, by their names within it.
///
/// # Errors
/// When a stored file is wrong, or there is none: a site that leaves something out without a word would be worse.
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

/// What is settled and what is not, as every page says it at its end.
fn completeness(sentence: &str) -> String {
    let sentence = maud::html! { p class="completeness" { "Do n moves suffice? " (sentence) "." } };
    sentence.into_string()
}

/// A page with a paragraph at the end of its main part; other files as they are.
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
