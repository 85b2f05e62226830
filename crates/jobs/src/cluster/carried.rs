//! The files that a command names, as a plan carries them.

use crate::cluster::plan::PlanError;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Component, Path, PathBuf, absolute};

/// The directory, among the files of a plan, of those that lie elsewhere.
const ELSEWHERE: &str = "elsewhere";

/// The words of a command for workers that have copies of its files, and these files.
#[derive(Debug, Default)]
pub(crate) struct Carried {
    /// The words. Files that do not lie below the current directory have other paths.
    pub(crate) command: Vec<String>,
    /// The files by the paths of their copies.
    files: BTreeMap<PathBuf, PathBuf>,
}

impl Carried {
    /// Looks for files among the words of a command, and among the values in words such as `--option=FILE`.
    pub(crate) fn of(command: &[String]) -> Self {
        let mut carried = Self::default();
        for word in command {
            let (option, value) = match word.split_once('=') {
                Some((option, value)) if option.starts_with('-') => (Some(option), value),
                _ => (None, word.as_str()),
            };
            let path = Path::new(value);
            if !path.is_file() {
                carried.command.push(word.clone());
                continue;
            }
            let copy = carried.place(path);
            let name = copy.to_string_lossy();
            let renamed = option.map_or(name.to_string(), |option| format!("{option}={name}"));
            let word = if copy == path { word } else { &renamed };
            carried.command.push(word.clone());
            let _ = carried.files.insert(copy, path.to_owned());
        }
        carried
    }

    /// Returns a path for the copy of a file: its own if that stays below the directory of the copies.
    fn place(&self, path: &Path) -> PathBuf {
        let is_inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
        if path.components().all(is_inside) {
            return path.to_owned();
        }
        let same = |other: &Path| matches!((absolute(other), absolute(path)), (Ok(one), Ok(two)) if one == two);
        let name = path.file_name().unwrap_or_default();
        let numbered = (1..).map(|number| match number {
            1 => Path::new(ELSEWHERE).join(name),
            _ => Path::new(&format!("{ELSEWHERE}-{number}")).join(name),
        });
        let mut free = numbered.filter(|copy| {
            let other = self.files.get(copy);
            !copy.exists() && other.is_none_or(|other| same(other))
        });
        free.next().unwrap_or_default()
    }

    /// Copies the files into a directory, which is created if there are any.
    pub(crate) fn copy_into(&self, directory: &Path) -> Result<(), PlanError> {
        for (copy, file) in &self.files {
            let copy = directory.join(copy);
            let copied = (copy.parent())
                .map_or(Ok(()), fs::create_dir_all)
                .and_then(|()| fs::copy(file, &copy))
                .and_then(|_| File::open(&copy)?.sync_all());
            copied.map_err(PlanError::file("copy", file))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Carried;
    use std::fs;

    #[test]
    fn words_that_are_no_files_stay_as_they_are() {
        let words = [
            "classify",
            "--k",
            "4",
            "nowhere.json",
            "/",
            "--from=nowhere",
        ];
        let words = words.map(str::to_owned);
        let carried = Carried::of(&words);
        assert_eq!(carried.command, words);
        assert!(carried.files.is_empty());
    }

    #[test]
    fn files_elsewhere_have_copies_of_different_names() {
        let place = tempfile::tempdir().unwrap();
        let named = |directory: &str| {
            let directory = place.path().join(directory);
            fs::create_dir_all(&directory).unwrap();
            let file = directory.join("shapes.json");
            fs::write(&file, directory.to_str().unwrap()).unwrap();
            file.to_str().unwrap().to_owned()
        };
        let (one, other) = (named("one"), named("other"));
        let words = [
            "grid".to_owned(),
            one.clone(),
            format!("--from={other}"),
            one.clone(),
        ];
        let carried = Carried::of(&words);
        assert_eq!(
            carried.command,
            [
                "grid",
                "elsewhere/shapes.json",
                "--from=elsewhere-2/shapes.json",
                "elsewhere/shapes.json"
            ]
        );
        let copies = place.path().join("copies");
        carried.copy_into(&copies).unwrap();
        for (copy, file) in [("elsewhere", one), ("elsewhere-2", other)] {
            let copy = fs::read(copies.join(copy).join("shapes.json")).unwrap();
            assert_eq!(copy, fs::read(file).unwrap());
        }
    }
}
