//! `tait cluster`: long searches on several machines.

mod overview;

use crate::arguments::CommandLine;
use crate::exit::Exit;
use crate::globals::Globals;
use crate::output::say;
use crate::recounting::contributor;
use anyhow::{anyhow, bail};
use clap::{Args, Subcommand, ValueHint};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tait_cluster::{Ended, Merger, Plan, Planner, Selection, Slice, Verdict, Worker, WorkerName};
use tait_jobs::{HandOver, JobError};
use tait_terminal::refusal::one_line;
use tait_text::counted;

/// Arguments of `cluster`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

/// The subcommands of `cluster`.
#[derive(Debug, Subcommand)]
enum Action {
    /// Cut a long search into units, in a directory of its own
    Plan(PlanArguments),
    /// Run units of a plan
    Run {
        #[command(flatten)]
        plan: PlanArgument,
        /// Numbers of the units, from 0 on [default: all]
        #[arg(value_name = "UNIT")]
        units: Vec<usize>,
        /// Share the units out without a scheduler: run slice M of N
        #[arg(long, value_name = "M/N")]
        slice: Option<Slice>,
        #[command(flatten)]
        options: WorkerOptions,
    },
    /// Merge the findings of all units into the record of the search, and store it
    Merge(PlanArgument),
    /// Show how far a plan has come
    Status {
        #[command(flatten)]
        plan: PlanArgument,
        /// Show it again every few seconds, until all units are finished
        #[arg(long)]
        watch: bool,
    },
}

/// Arguments of `cluster plan`.
#[derive(Debug, Clone, Args)]
struct PlanArguments {
    /// The command whose search is planned: framework, wraps, classify, grid table, data check --recount, or
    /// exists with --engine external or ida
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "COMMAND"
    )]
    command: Vec<String>,
    /// Directory of the plan, which must not exist or must be empty
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    into: Option<PathBuf>,
    /// Plan each unit twice, for two workers, and compare their findings
    #[arg(long)]
    confirm: bool,
    /// Also write DIR/slurm.sh, which submits the units to Slurm
    #[arg(long)]
    slurm: bool,
}

/// The directory of a plan.
#[derive(Debug, Args)]
struct PlanArgument {
    /// Directory of the plan
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    directory: PathBuf,
}

/// The options of a worker, which are no part of what is searched.
#[derive(Debug, Args)]
struct WorkerOptions {
    /// Name of the person who runs them, to be recorded with the findings
    #[arg(long, value_name = "NAME", value_parser = contributor)]
    contributor: Option<String>,
    /// Stop after this time, such as 90, 90s, 15m or 2h; results so far are kept
    #[arg(long, value_name = "TIME", value_parser = tait_terminal::parse_time, help_heading = "Limits")]
    time_limit: Option<std::time::Duration>,
    /// Stop a unit before its states and tables exceed this much memory, such as 500M or 8G
    #[arg(long, value_name = "SIZE", help_heading = "Limits")]
    memory_limit: Option<String>,
}

/// Options that are no part of what is searched, and to whom they belong.
const OF_WORKERS: &str = "--time-limit --memory-limit --progress --data --threads --no-corpus";

/// Runs `cluster`.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    match &arguments.action {
        Action::Plan(plan) => plan.clone().plan(globals),
        Action::Run {
            plan,
            units,
            slice,
            options,
        } => {
            let selection = Selection {
                units: units.clone(),
                slice: *slice,
            };
            work(&plan.open()?, &selection, options, globals)
        }
        Action::Merge(plan) => merge(&plan.open()?, globals),
        Action::Status { plan, watch } => overview::show(&plan.open()?, *watch, globals),
    }
}

impl PlanArgument {
    fn open(&self) -> anyhow::Result<Arc<Plan>> {
        Ok(Arc::new(Plan::open(&self.directory)?))
    }
}

impl PlanArguments {
    /// Takes the options that stand behind or within the command.
    fn take_options(&mut self) {
        let mut words = std::mem::take(&mut self.command).into_iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--into" if self.into.is_none() => self.into = words.next().map(PathBuf::from),
                "--slurm" => self.slurm = true,
                // Only this command has an option of the same name.
                "--confirm" if self.command.first().is_none_or(|name| name != "data") => {
                    self.confirm = true;
                }
                _ => match word.strip_prefix("--into=") {
                    Some(directory) if self.into.is_none() => self.into = Some(directory.into()),
                    _ => self.command.push(word),
                },
            }
        }
    }

    fn plan(mut self, globals: &Globals) -> anyhow::Result<Exit> {
        self.take_options();
        let Self {
            command,
            into,
            confirm,
            slurm,
        } = self;
        let name = command.join(" ");
        if command.starts_with(&["data".to_owned(), "check".to_owned()])
            && !command.iter().any(|word| word.starts_with("--recount"))
        {
            bail!("data check is cut into units only where it repeats searches: add --recount");
        }
        if confirm && command.first().is_some_and(|name| name == "exists") {
            bail!("exists keeps no record that could be confirmed: plan it without --confirm");
        }
        let into = into.ok_or_else(|| anyhow!("name a directory for the plan: --into DIR"))?;
        let is_of_workers = |word: &&String| {
            let name = word.split('=').next().unwrap_or_default();
            OF_WORKERS.split(' ').any(|option| option == name)
        };
        if let Some(option) = command.iter().find(is_of_workers) {
            bail!(
                "{option} is no part of the search: give it to tait cluster run or merge, or to tait itself"
            );
        }
        let records = match command.first() {
            Some(name) if name == "data" => Some((globals.store()?, None)),
            _ if command.iter().any(|word| word == "--exhaustive") => {
                Some((globals.store()?, Some("families")))
            }
            _ => None,
        };
        let planner = Planner::new(&into, command.clone())
            .with_each_unit_twice(confirm)
            .with_options_that_write(&["--svg"])
            .with_records(records)
            .with_slurm(slurm);
        let planner = Arc::new(planner);
        // Each unit is planned twice, also where something is stored.
        let (data, is_without_corpus) = match confirm {
            true => (into.join("data"), true),
            false => (globals.directory()?, globals.is_without_corpus()),
        };
        let ended = handed_over(
            &command,
            None,
            &[],
            &data,
            is_without_corpus,
            true,
            &planner,
        );
        let Some(plan) = planner.plan() else {
            let exit = ended?;
            if exit != Exit::Done {
                return Ok(exit);
            }
            bail!(
                "nothing is left to search: tait {name} answers from what is stored (--fresh searches anew)"
            );
        };
        globals.remark(&format!(
            "{} in {1}; tait cluster run {1} runs them",
            counted(plan.units() as u64, "unit"),
            into.display()
        ));
        if slurm {
            let line = format!("sh {} submits them to Slurm", plan.slurm().display());
            globals.remark(&line);
        }
        Ok(Exit::Done)
    }
}

fn work(
    plan: &Arc<Plan>,
    selection: &Selection,
    options: &WorkerOptions,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    let is_quiet = globals.is_quiet();
    let tell = move |unit: usize, ended: &Ended| {
        if !is_quiet || ended.verdict() != Verdict::Well {
            say(&format!("unit {unit}: {ended}"));
        }
    };
    let name = WorkerName::of_this_process(options.contributor.clone());
    let worker = Arc::new(Worker::new(plan.clone(), name, selection, Box::new(tell))?);
    let time = options
        .time_limit
        .map(|time| format!("--time-limit={}", time.as_secs_f64()));
    let memory = options
        .memory_limit
        .as_ref()
        .map(|size| format!("--memory-limit={size}"));
    let more: Vec<_> = time.into_iter().chain(memory).collect();
    handed_over(
        plan.command(),
        plan.files(),
        &more,
        &plan.data(),
        true,
        true,
        &worker,
    )?;
    Ok(match worker.verdict() {
        Verdict::Well => Exit::Done,
        Verdict::Open => Exit::Stopped,
        Verdict::Wrong => Exit::Refuted,
    })
}

fn merge(plan: &Arc<Plan>, globals: &Globals) -> anyhow::Result<Exit> {
    let merger = Arc::new(Merger::new(plan.clone())?);
    let (data, is_without_corpus) = match plan.is_confirmed() {
        true => (merger.empty_merged()?, true),
        false => (globals.directory()?, globals.is_without_corpus()),
    };
    let name = plan.command().join(" ");
    let format = !name.contains("--format") && globals.is_asked(crate::format::AnyFormat::Json);
    let exit = handed_over(
        plan.command(),
        plan.files(),
        format.then(|| "--format=json".to_owned()).as_slice(),
        &data,
        is_without_corpus,
        globals.is_quiet(),
        &merger,
    )?;
    let Some(merged) = merger.merged() else {
        globals.remark(&format!(
            "nothing to merge: tait {name} answers from what is stored"
        ));
        return Ok(exit);
    };
    for line in merged.remarks(plan) {
        say(&line);
    }
    if plan.is_confirmed() {
        let confirmed = merged.confirm(plan, &globals.store()?)?;
        let units = counted(merged.accepted as u64, "unit");
        globals.remark(&format!(
            "two workers agree on {units}; confirmed searches on record: {confirmed}"
        ));
    }
    Ok(match exit {
        _ if !merged.refused.is_empty() => Exit::Refuted,
        Exit::Done if merged.is_wanting => Exit::Stopped,
        exit => exit,
    })
}

/// Runs a command whose long search is handed over, in a data directory and beside the files of its plan.
///
/// # Errors
/// Those of the command, except that its search was handed over.
fn handed_over(
    command: &[String],
    files: Option<PathBuf>,
    more: &[String],
    data: &Path,
    is_without_corpus: bool,
    is_quiet: bool,
    others: &Arc<impl HandOver + 'static>,
) -> anyhow::Result<Exit> {
    let options = [("--quiet", is_quiet), ("--no-corpus", is_without_corpus)];
    let here = std::env::current_dir()?;
    let data = files.as_ref().map_or(data.to_owned(), |_| here.join(data));
    let mut words: Vec<OsString> = vec!["tait".into(), "--data".into(), data.into()];
    let given = options.into_iter().filter(|(_, is_given)| *is_given);
    words.extend(given.map(|(option, _)| option.into()));
    words.extend(command.iter().chain(more).map(Into::into));
    let read = CommandLine::of(words);
    let mut line = read.map_err(|error| anyhow!(one_line(&error, CommandLine::definition())))?;
    if !line.is_cut_into_units() {
        let name = command.first().map_or("it", String::as_str);
        bail!("{name} is not cut into units: tait cluster plan --help names those that are");
    }
    line.globals.others = Some(others.clone());
    files.map_or(Ok(()), std::env::set_current_dir)?;
    let ran = line.run();
    std::env::set_current_dir(here)?;
    match ran {
        Err(error) if is_handed_over(&error) => Ok(Exit::Done),
        other => other,
    }
}

fn is_handed_over(error: &anyhow::Error) -> bool {
    let mut chain = error.chain();
    chain.any(|cause| matches!(cause.downcast_ref(), Some(JobError::HandedOver)))
}
