//! The options that every command takes.

use crate::format::{AnyFormat, Format, GLOBAL};
use crate::remarks::words;
use crate::user_files::named;
use anstream::{AutoStream, ColorChoice};
use anyhow::anyhow;
use clap::builder::FalseyValueParser;
use clap::{ArgAction, Args, ValueHint};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tait_atlas::Atlas;
use tait_corpus::{CORPUS, results_directory};
use tait_draw::{DrawError, Picture, TextStyle};
use tait_jobs::{HandOver, Run, Workers};
use tait_search::{Control, Event};
use tait_store::Store;

/// The most threads: with more, a signal is not seen for minutes.
pub(crate) const MOST_THREADS: u16 = 1024;

/// Options that every command takes.
#[derive(Debug, Args)]
#[command(next_help_heading = GLOBAL)]
pub(crate) struct Globals {
    /// Directory of your own results [default: the platform's data directory, see 'tait data path']
    #[arg(long, global = true, value_name = "DIR", value_hint = ValueHint::DirPath, env = "TAIT_DATA",
          hide_env_values = true)]
    data: Option<PathBuf>,
    /// Use only the data directory, not the records inside tait
    #[arg(long, global = true, env = "TAIT_NO_CORPUS", hide_env_values = true, value_parser = FalseyValueParser::new())]
    no_corpus: bool,
    /// Output format
    #[arg(long, global = true)]
    format: Option<AnyFormat>,
    /// Print errors only, no remarks, on standard error
    #[arg(long, short, global = true)]
    quiet: bool,
    #[command(flatten)]
    color: colorchoice_clap::Color,
    /// Number of threads, up to 1024 [default: one per core]
    #[arg(long, short = 'j', global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_THREADS)))]
    pub(crate) threads: Option<u16>,
    /// The workers to which the units of a long search are handed over, if any.
    #[arg(skip)]
    pub(crate) others: Option<Arc<dyn HandOver>>,
    #[arg(long, short, global = true, action = ArgAction::Help, help = "Print help (see more with '--help')",
          long_help = "Print help (see a summary with '-h')")]
    help: Option<bool>,
}

impl Globals {
    /// Returns the directory of the user's own results, which need not exist.
    ///
    /// # Errors
    /// When no directory is named and there is no home directory.
    pub(crate) fn directory(&self) -> anyhow::Result<PathBuf> {
        if let Some(named) = &self.data {
            return Ok(named.clone());
        }
        results_directory().ok_or_else(|| {
            anyhow!("cannot find a home directory: name a directory for results with --data or TAIT_DATA")
        })
    }

    /// Returns whether only the data directory is used.
    pub(crate) const fn is_without_corpus(&self) -> bool {
        self.no_corpus
    }

    /// Returns the user's own results, above the records inside tait. Reading from it changes nothing.
    ///
    /// # Errors
    /// The same as for [`Globals::directory`].
    pub(crate) fn store(&self) -> anyhow::Result<Store> {
        Ok(self.store_to_write()?.for_reading())
    }

    /// Returns the same for a command that writes results: a file that is wrong and in their way is moved aside.
    ///
    /// # Errors
    /// The same as for [`Globals::directory`].
    pub(crate) fn store_to_write(&self) -> anyhow::Result<Store> {
        let is_quiet = self.quiet;
        let own = Store::new(self.directory()?).with_sink(move |event: Event| {
            if let (Some(line), false) = (words(&event), is_quiet) {
                crate::output::say(&line);
            }
        });
        Ok(match self.no_corpus {
            true => own,
            false => own.with_corpus(&CORPUS),
        })
    }

    /// Returns who runs the units of a long search.
    pub(crate) fn workers(&self) -> Workers<'_> {
        self.others
            .as_deref()
            .map_or(Workers::Threads, Workers::Others)
    }

    /// Returns how a search is run that stores its findings.
    pub(crate) fn run<'a>(
        &'a self,
        store: &'a Store,
        is_fresh: bool,
        control: &'a Control<'a>,
    ) -> Run<'a> {
        Run {
            store,
            is_fresh,
            workers: self.workers(),
            control,
        }
    }

    /// Returns the atlas, the one place that answers what is known.
    ///
    /// # Errors
    /// The same as for [`Globals::directory`].
    pub(crate) fn atlas(&self) -> anyhow::Result<Atlas<'_>> {
        Ok(self.atlas_of(self.store()?))
    }

    /// Returns the atlas above a store.
    pub(crate) fn atlas_of(&self, store: Store) -> Atlas<'_> {
        Atlas::new(store).with_workers(self.workers())
    }

    /// Returns the requested format, or the default of the command.
    pub(crate) fn format_or(&self, default: Format) -> Format {
        // Values that have no meaning for a command were refused before.
        self.format.and_then(AnyFormat::table).unwrap_or(default)
    }

    /// Returns the requested format, or that of the file to be written, or the default of the command.
    pub(crate) fn format_for(&self, file: Option<&Path>, default: Format) -> Format {
        self.format_or(named(file).and_then(Format::of_file).unwrap_or(default))
    }

    /// Returns the requested kind of picture, or that of the file to be written.
    pub(crate) fn picture_for(&self, file: Option<&Path>) -> Result<Picture, DrawError> {
        match self.format.and_then(AnyFormat::picture) {
            Some(picture) => Ok(picture),
            None => Ok(named(file)
                .map_or(Ok(None), Picture::of_file)?
                .unwrap_or(Picture::Svg)),
        }
    }

    /// Returns the kind of figure that is requested, or that the file to be written is, if that is one.
    pub(crate) fn figure_for(&self, file: Option<&Path>) -> Option<Picture> {
        let of_file = || named(file).and_then(|file| Picture::of_file(file).ok()?);
        let picture = match self.format {
            Some(format) => format.picture(),
            None => of_file(),
        };
        picture.filter(|picture| picture.is_figure())
    }

    /// Applies the choice of colours to all output.
    pub(crate) fn choose_colours(&self) {
        self.color.write_global();
    }

    /// Returns the style of rows as text. They are in colour on terminals, unless `--color`, `NO_COLOR` or a dumb
    /// terminal forbids it.
    pub(crate) fn text_style(&self) -> TextStyle {
        TextStyle {
            has_colour: AutoStream::choice(&std::io::stdout()) != ColorChoice::Never,
            width: crate::output::terminal_width(),
            ..TextStyle::default()
        }
    }

    /// Returns whether exactly this format was requested.
    pub(crate) fn is_asked(&self, format: AnyFormat) -> bool {
        self.format == Some(format)
    }

    /// Returns whether only errors are to be printed.
    pub(crate) const fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Prints a remark on standard error, unless `--quiet` is given. Where that is not a terminal, it is printed at the end,
    /// and only if the command does not end well.
    pub(crate) fn remark(&self, line: &str) {
        if !self.quiet {
            crate::output::remark(line);
        }
    }

    /// Prints a warning on standard error, unless `--quiet` is given.
    pub(crate) fn warn(&self, line: &str) {
        if !self.quiet {
            crate::output::say(line);
        }
    }
}
