//! Writing a plan: there is a whole one, or none.

use crate::cluster::plan::{DATA, FILES, PlanError, UNITS};
use crate::cluster::slurm::SCRIPT;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The file that becomes `plan.json`.
const PART: &str = "plan.json.part";

/// A directory that becomes a plan when `plan.json` gets its name, which is the last step. If it is dropped before, the
/// directory is as it was before.
pub(crate) struct Draft {
    directory: PathBuf,
    file: File,
    is_finished: bool,
}

impl Draft {
    /// Requires that a directory does not exist or is empty.
    pub(crate) fn require_empty(directory: &Path) -> Result<(), PlanError> {
        match fs::read_dir(directory).map(|mut entries| entries.next().is_some()) {
            Ok(true) => Err(PlanError::NotEmpty(directory.to_owned())),
            Ok(false) | Err(_) => Ok(()),
        }
    }

    /// Begins a plan in a directory, which must not exist or must be empty.
    pub(crate) fn begin(directory: &Path) -> Result<Self, PlanError> {
        Self::require_empty(directory)?;
        fs::create_dir_all(directory).map_err(PlanError::file("create", directory))?;
        let part = directory.join(PART);
        // Whoever has created this file is the only one to plan here.
        let file = File::create_new(&part).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => PlanError::NotEmpty(directory.to_owned()),
            _ => PlanError::file("write", &part)(error),
        })?;
        // Another one may have been here just before.
        let entries = fs::read_dir(directory).map(Iterator::count);
        if !matches!(entries, Ok(1)) {
            let _ = fs::remove_file(&part);
            return Err(PlanError::NotEmpty(directory.to_owned()));
        }
        Ok(Self {
            directory: directory.to_owned(),
            file,
            is_finished: false,
        })
    }

    /// Writes `plan.json`, when everything else is there.
    pub(crate) fn finish(mut self, text: &[u8], path: &Path) -> Result<(), PlanError> {
        let units = self.directory.join(UNITS);
        fs::create_dir_all(&units).map_err(PlanError::file("create", &units))?;
        let part = self.directory.join(PART);
        let written = self.file.write_all(text);
        let placed = written
            .and_then(|()| self.file.sync_all())
            .and_then(|()| fs::rename(&part, path));
        placed.map_err(PlanError::file("write", &part))?;
        self.is_finished = true;
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if self.is_finished {
            return;
        }
        for name in [FILES, DATA, UNITS] {
            let _ = fs::remove_dir_all(self.directory.join(name));
        }
        for name in [SCRIPT, PART] {
            let _ = fs::remove_file(self.directory.join(name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Draft;
    use std::fs;

    #[test]
    fn a_plan_is_there_when_all_of_it_is_there() {
        let place = tempfile::tempdir().unwrap();
        let names = || {
            let entries = fs::read_dir(place.path()).unwrap();
            let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
            names.sort();
            names
        };
        let fill = || {
            for name in ["files", "data"] {
                fs::create_dir(place.path().join(name)).unwrap();
                fs::write(place.path().join(name).join("one"), "").unwrap();
            }
            fs::write(place.path().join("slurm.sh"), "").unwrap();
        };
        // What a kill leaves here is no plan.
        let draft = Draft::begin(place.path()).unwrap();
        fill();
        assert_eq!(names(), ["data", "files", "plan.json.part", "slurm.sh"]);
        assert!(Draft::begin(place.path()).is_err());
        // What an error leaves is nothing.
        drop(draft);
        assert!(names().is_empty());
        let draft = Draft::begin(place.path()).unwrap();
        fill();
        let path = place.path().join("plan.json");
        draft.finish(b"{}", &path).unwrap();
        assert_eq!(names(), ["data", "files", "plan.json", "slurm.sh", "units"]);
        assert!(Draft::begin(place.path()).is_err());
        assert_eq!(fs::read(path).unwrap(), b"{}");
    }
}
