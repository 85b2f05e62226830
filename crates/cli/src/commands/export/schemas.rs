//! JSON Schemas by name.

use crate::user_files;
use anyhow::{Context, bail};
use clap::builder::PossibleValuesParser;
use std::path::Path;
use tait_atlas::grid::AnswerForm;
use tait_store::JsonForm;

/// The name that stands for all schemas.
const ALL: &str = "all";

/// The one form that only the command line prints.
const GRID_ANSWER: JsonForm =
    JsonForm::printed::<AnswerForm>("grid-answer", "Answer to a puzzle on a grid");

fn forms() -> impl Iterator<Item = JsonForm> {
    JsonForm::all().chain([GRID_ANSWER])
}

/// Returns the parser for the names on the command line.
pub(super) fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(forms().map(|form| form.name()).chain([ALL]))
}

/// Returns the schema with this name. For `all`, writes each schema into a file of its own and
/// returns `None`.
pub(super) fn schema(name: &str, directory: Option<&Path>) -> anyhow::Result<Option<String>> {
    if name != ALL {
        let mut forms = forms();
        let form = forms.find(|form| form.name() == name);
        let form = form.with_context(|| format!("unknown schema '{name}'"))?;
        return Ok(Some(form.to_text()?));
    }
    let Some(directory) = directory else {
        bail!(
            "--schema {ALL} needs --output: it writes a file for each schema into that directory"
        );
    };
    user_files::refuse_standard_output(directory, "a file for each schema")?;
    for form in forms() {
        user_files::write(&directory.join(form.file_name()), &form.to_text()?)?;
    }
    Ok(None)
}
