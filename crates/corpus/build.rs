//! Packs the records of `data/`: one compressed pack for each directory, so that a request for a family does not unpack
//! the fonts.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Directories that hold no records of a store; `tait-generator` contains the published data.
const NO_RECORDS: [&str; 3] = ["checkpoints", "published", "quarantine"];

/// The compression level: the slowest, with the smallest output.
const LEVEL: u8 = 10;

fn main() -> io::Result<()> {
    // A link to the directory of the workspace, which a package holds itself.
    let data = fs::read_link("data").unwrap_or_else(|_| "data".into());
    println!("cargo::rerun-if-changed={}", data.display());
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says where output goes"));
    let mut packs = Vec::new();
    for directory in entries(&data)? {
        let name = name_of(&directory);
        if !directory.is_dir() || name.starts_with('.') || NO_RECORDS.contains(&&name[..]) {
            continue;
        }
        let mut files = Vec::new();
        gather(&directory, &mut files)?;
        let (mut whole, mut listed) = (Vec::new(), String::new());
        for file in files {
            let begin = whole.len();
            whole.extend(fs::read(&file)?);
            let inside = file.strip_prefix(&data).expect("it lies below");
            let inside = inside.to_str().expect("names of records are ASCII");
            let inside = inside.replace('\\', "/");
            let _ = write!(listed, "({inside:?}, {begin}..{}), ", whole.len());
        }
        let pack = out.join(format!("{name}.deflate"));
        fs::write(&pack, miniz_oxide::deflate::compress_to_vec(&whole, LEVEL))?;
        packs.push(format!(
            "Pack::new({name:?}, include_bytes!({pack:?}), {}, &[{listed}])",
            whole.len()
        ));
    }
    let source = format!(
        "static PACKS: [Pack; {}] = [{}];",
        packs.len(),
        packs.join(",\n")
    );
    fs::write(out.join("packs.rs"), source)
}

/// Appends all records below a directory, sorted.
fn gather(directory: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in entries(directory)? {
        if entry.is_dir() {
            gather(&entry, files)?;
        } else if entry
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            files.push(entry);
        }
    }
    Ok(())
}

fn entries(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(directory)? {
        entries.push(entry?.path());
    }
    entries.sort();
    Ok(entries)
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}
