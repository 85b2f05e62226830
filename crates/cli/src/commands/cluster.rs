//! `tait cluster`: long searches on several machines.

use crate::arguments::CommandLine;
use crate::exit::Exit;
use crate::format::{Format, FormatExt as _};
use crate::globals::Globals;
use crate::limits::{ProgressMode, bound_reading};
use crate::output::{print, print_prose, remark, say, say_whole};
use crate::recounting::contributor;
use crate::terminal::parse_memory;
use crate::terminal::refusal::one_line;
use crate::words;
use anyhow::{Context as _, anyhow, bail, ensure};
use clap::parser::ValueSource;
use clap::{Arg, Args, Id, Subcommand, ValueEnum as _, ValueHint};
use serde_json::json;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use std::{iter, thread};
use tait_framework::grid::known::Font;
use tait_jobs::cluster::{
    Consequence, Ended, Merger, Overview, Plan, PlanError, Planner, Selection, Slice, Worker,
    WorkerName,
};
use tait_jobs::{HandOver, JobError};
use tait_text::{counted, quoted};

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
    /// Run units of a plan; --format json prints in the end what became of each
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
    /// Merge the findings of all units into the record of the search, and store it; --progress json says at the end how
    /// that went
    Merge {
        #[command(flatten)]
        plan: PlanArgument,
        #[command(flatten)]
        progress: ProgressArgument,
    },
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
    command: Vec<OsString>,
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

/// The options of a worker, which do not change what is searched.
#[derive(Debug, Args)]
struct WorkerOptions {
    /// Name of the person who runs them, to be recorded with the findings
    #[arg(long, value_name = "NAME", value_parser = contributor)]
    contributor: Option<String>,
    /// Stop after this time, such as 90, 90s, 15m or 2h; results so far are kept
    #[arg(long, value_name = "TIME", value_parser = crate::terminal::parse_time, help_heading = "Limits")]
    time_limit: Option<Duration>,
    /// Stop a unit before its states and tables exceed this much memory, such as 500M or 8G
    #[arg(long, value_name = "SIZE", help_heading = "Limits")]
    memory_limit: Option<String>,
    #[command(flatten)]
    progress: ProgressArgument,
}

/// The option that says how progress is shown.
#[derive(Debug, Args)]
struct ProgressArgument {
    /// How progress is shown on standard error
    #[arg(long, value_enum, default_value_t, help_heading = "Output")]
    progress: ProgressMode,
}

impl ProgressArgument {
    /// Returns the option for the command of a plan. The repetition of searches on record shows no progress.
    fn of(&self, plan: &Plan) -> Option<String> {
        let mode = self.progress.to_possible_value()?;
        let is_shown = plan.command().first().is_none_or(|name| name != "data");
        is_shown.then(|| format!("--progress={}", mode.get_name()))
    }
}

/// The commands that a plan may carry, and of each the options that say what is searched, or in which format the result
/// is printed. A plan may come from anybody. So this names what is harmless: none of these options names a file, and
/// options that are added to a command later are refused until somebody has thought of it.
const PLANNED: [(&[&str], &str); 6] = [
    (
        &["framework"],
        "common-pattern parity smallest exhaustive doubles from to fresh blocks type shift stationary state-limit seed \
         format",
    ),
    (
        &["wraps"],
        "widths split type one-shots beams beams-from beam-width bases blocks to exhaustive-to fresh state-limit \
         seed format",
    ),
    (
        &["classify"],
        "k n turned optimum-states fresh state-limit seed format",
    ),
    (
        &["grid", "table"],
        "glyphs from pair-states patterns beam-width fresh state-limit seed format",
    ),
    (&["data", "check"], "recount confirm format"),
    (
        &["exists"],
        "start blocks type shift stationary no-pair-rule no-block-rule engine state-limit seed format",
    ),
];

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
            let memory = options.memory_limit.as_deref().map(parse_memory);
            work(
                &plan.open(memory.and_then(Result::ok))?,
                &selection,
                options,
                globals,
            )
        }
        Action::Merge { plan, progress } => merge(&plan.open(None)?, progress, globals),
        Action::Status { plan, watch } => show(&plan.open(None)?, *watch, globals),
    }
}

impl PlanArgument {
    /// Opens the plan, unless its command is one that no plan carries.
    fn open(&self, memory: Option<u64>) -> anyhow::Result<Arc<Plan>> {
        bound_reading(memory);
        let plan = Plan::open(&self.directory)?;
        let checked = check_planned(plan.command()).and_then(|files| {
            let carried = files.iter().try_for_each(|file| plan.check_file(file));
            Ok(carried?)
        });
        checked.with_context(|| plan.path().display().to_string())?;
        Ok(Arc::new(plan))
    }
}

/// Requires that a plan may carry a command, and returns the files that it reads.
fn check_planned(command: &[String]) -> anyhow::Result<Vec<String>> {
    let mut definition = CommandLine::definition();
    let line = iter::once("tait").chain(command.iter().map(String::as_str));
    let (line, _) = words::spelled(&definition, line.map(OsString::from));
    let read = definition.try_get_matches_from_mut(line);
    let matches = read.map_err(|error| match error.use_stderr() {
        true => anyhow!(one_line(&error, CommandLine::definition())),
        false => anyhow!("the command asks for help: a plan carries a search"),
    })?;
    let (mut names, mut levels) = (Vec::new(), vec![(&definition, &matches)]);
    while let Some(&(level, matches)) = levels.last()
        && let Some((name, below)) = matches.subcommand()
        && let Some(command) = level.find_subcommand(name)
    {
        names.push(name);
        levels.push((command, below));
    }
    let planned = PLANNED.iter().find(|(planned, _)| *planned == names);
    let Some((_, options)) = planned else {
        let name = names.first().map_or("it", |name| *name);
        bail!("{name} is not cut into units: tait cluster plan --help names those that are");
    };
    for (level, matches) in &levels {
        let is_given = |id: &&Id| {
            matches.value_source(id.as_str()) == Some(ValueSource::CommandLine)
                && level.get_groups().all(|group| group.get_id() != *id)
        };
        for id in matches.ids().filter(is_given) {
            let argument = level
                .get_arguments()
                .find(|argument| argument.get_id() == id);
            let long = argument.and_then(Arg::get_long);
            let is_planned = match long {
                Some(long) => options.split_whitespace().any(|option| option == long),
                None => argument.is_some_and(Arg::is_positional),
            };
            ensure!(
                is_planned,
                "--{} is no part of the search, so no plan carries it: give limits to tait cluster run, and options of \
                 the output to the command itself when the plan is merged",
                long.unwrap_or(id.as_str())
            );
        }
    }
    let is_given = |id: &str| {
        let innermost = levels.last().map(|(_, matches)| matches.value_source(id));
        innermost == Some(Some(ValueSource::CommandLine))
    };
    if names == ["data", "check"] && !is_given("recount") {
        bail!("data check is cut into units only where it repeats searches: add --recount");
    }
    let Some((_, below)) = levels.last().filter(|_| names == ["grid", "table"]) else {
        return Ok(Vec::new());
    };
    let files = below.get_many::<OsString>("names").into_iter().flatten();
    let files = files.map(|name| name.to_string_lossy().into_owned());
    let files = files.filter(|name| Font::ALL.iter().all(|font| font.name() != *name));
    let files: Vec<String> = files.collect();
    ensure!(
        !files.iter().any(|name| name == "-"),
        "a plan cannot carry standard input: name a file of shapes"
    );
    Ok(files)
}

impl PlanArguments {
    /// Takes the options that stand behind or within the command, and returns its words.
    fn take_options(&mut self) -> anyhow::Result<Vec<String>> {
        let mut words = std::mem::take(&mut self.command).into_iter();
        let mut command: Vec<String> = Vec::new();
        while let Some(word) = words.next() {
            let Some(word) = word.to_str() else {
                bail!(
                    "a plan is JSON and cannot hold {}, which is not UTF-8: give the file another name",
                    quoted(&word)
                );
            };
            match word {
                "--into" if self.into.is_none() => self.into = words.next().map(PathBuf::from),
                "--slurm" => self.slurm = true,
                // Only this command has an option of the same name.
                "--confirm" if command.first().is_none_or(|name| name != "data") => {
                    self.confirm = true;
                }
                _ => match word.strip_prefix("--into=") {
                    Some(directory) if self.into.is_none() => self.into = Some(directory.into()),
                    _ => command.push(word.to_owned()),
                },
            }
        }
        Ok(command)
    }

    fn plan(mut self, globals: &Globals) -> anyhow::Result<Exit> {
        let command = self.take_options()?;
        let Self {
            into,
            confirm,
            slurm,
            ..
        } = self;
        let name = in_words(&command);
        let _ = check_planned(&command)?;
        if confirm && command.first().is_some_and(|name| name == "exists") {
            bail!("exists keeps no record that could be confirmed: plan it without --confirm");
        }
        let into = into.ok_or_else(|| anyhow!("name a directory for the plan: --into DIR"))?;
        let records = match command.first() {
            Some(name) if name == "data" => Some((globals.store()?, None)),
            _ if command.iter().any(|word| word == "--exhaustive") => {
                Some((globals.store()?, Some("families")))
            }
            _ => None,
        };
        let planner = Planner::new(&into, command.clone())
            .with_each_unit_twice(confirm)
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
            "{} in {}; tait cluster run {} runs them",
            counted(plan.units() as u64, "unit"),
            into.display(),
            quoted(&into)
        ));
        if slurm {
            let line = format!("sh {} submits them to Slurm", quoted(plan.slurm()));
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
    let format = globals
        .format_or(Format::Text)
        .among(&[Format::Text, Format::Json])?;
    let (is_quiet, units) = (globals.is_quiet(), Arc::new(Mutex::new(Vec::new())));
    let told = Arc::clone(&units);
    let tell = move |unit: usize, ended: &Ended| {
        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
        told.push(ended.to_json(unit));
        drop(told);
        let line = format!("unit {unit}: {ended}");
        match ended.consequence() {
            Consequence::Well if is_quiet => {}
            Consequence::Well => remark(&line),
            _ => say(&line),
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
    let progress = options.progress.of(plan);
    let more: Vec<_> = time.into_iter().chain(memory).chain(progress).collect();
    handed_over(
        plan.command(),
        plan.files(),
        &more,
        &plan.data(),
        true,
        is_quiet,
        &worker,
    )?;
    if format == Format::Json {
        let units = units.lock().unwrap_or_else(PoisonError::into_inner);
        print(&format!("{}\n", json!({ "units": *units })))?;
    }
    Ok(match worker.consequence() {
        Consequence::Well => Exit::Done,
        Consequence::Open => Exit::Stopped,
        Consequence::Wrong => Exit::Refuted,
    })
}

fn merge(plan: &Arc<Plan>, progress: &ProgressArgument, globals: &Globals) -> anyhow::Result<Exit> {
    let tells_programs = progress.progress == ProgressMode::Json;
    let merger = match Merger::new(plan.clone()) {
        Err(error @ PlanError::Merging { .. }) if tells_programs => {
            say_whole(&json!({ "merge": "busy", "says": [error.to_string()] }).to_string());
            return Ok(Exit::Environment);
        }
        merger => Arc::new(merger?),
    };
    let (data, is_without_corpus) = match plan.is_confirmed() {
        true => (merger.empty_merged()?, true),
        false => (globals.directory()?, globals.is_without_corpus()),
    };
    let name = in_words(plan.command());
    let format = !name.contains("--format") && globals.is_asked(crate::format::AnyFormat::Json);
    let format = format.then(|| "--format=json".to_owned());
    let more: Vec<_> = format.into_iter().chain(progress.of(plan)).collect();
    let exit = handed_over(
        plan.command(),
        plan.files(),
        &more,
        &data,
        is_without_corpus,
        globals.is_quiet(),
        &merger,
    )?;
    let merged = merger.merged();
    if tells_programs {
        let merged = merged.clone().unwrap_or_default();
        say_whole(&merged.to_json(plan).to_string());
    }
    let Some(merged) = merged else {
        globals.remark(&format!(
            "nothing to merge: tait {name} answers from what is stored"
        ));
        return Ok(exit);
    };
    if !tells_programs {
        merged.remarks(plan).iter().for_each(|line| say(line));
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

/// Returns the words of a command, as a shell reads them.
fn in_words(command: &[String]) -> String {
    let words: Vec<String> = command.iter().map(quoted).collect();
    words.join(" ")
}

/// Runs a command that hands over its long search, in a data directory and beside the files of its plan.
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

// How far a plan has come.

/// How often a plan is looked at.
const EVERY: Duration = Duration::from_secs(5);

/// Shows the numbers of units by state, and an estimate; over and over, if that is asked for.
fn show(plan: &Arc<Plan>, watch: bool, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals
        .format_or(Format::Text)
        .among(&[Format::Text, Format::Json])?;
    loop {
        let overview = Arc::new(Overview::new(plan.clone()));
        let _ = handed_over(
            plan.command(),
            plan.files(),
            &[],
            &plan.data(),
            true,
            true,
            &overview,
        )?;
        let counted = overview.counted();
        match format {
            Format::Json => print(&format!("{}\n", counted.to_json()))?,
            _ => print_prose(&counted.to_text(plan))?,
        }
        if !watch || counted.open() == 0 {
            return Ok(Exit::Done);
        }
        thread::sleep(EVERY);
    }
}

#[cfg(test)]
mod tests {
    use super::{PLANNED, check_planned};
    use crate::arguments::CommandLine;
    use std::any::TypeId;
    use std::path::PathBuf;

    #[test]
    fn no_option_that_a_plan_may_carry_names_a_file() {
        let mut definition = CommandLine::definition();
        definition.build();
        for (names, options) in PLANNED {
            let command = names.iter().fold(&definition, |command, name| {
                command.find_subcommand(name).unwrap()
            });
            for option in options.split_whitespace() {
                let mut all = command.get_arguments();
                let argument = all.find(|argument| argument.get_long() == Some(option));
                let argument = argument.unwrap_or_else(|| panic!("{names:?} has no --{option}"));
                let type_of_value = argument.get_value_parser().type_id();
                assert!(type_of_value != TypeId::of::<PathBuf>(), "{option}");
            }
        }
    }

    #[test]
    fn a_plan_carries_a_search_and_nothing_else() {
        let check = |line: &str| {
            let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            check_planned(&words).map_err(|error| error.to_string())
        };
        for (line, files) in [
            ("framework 14 --from 43 --format json", &[][..]),
            ("classify --k 2..3 --n=2..9 --state-limit 5", &[]),
            ("exists 3 8 --stationary -1,2 --engine ida", &[]),
            ("data check --recount --confirm", &[]),
            ("grid table font5x9 a.json --glyphs=AB", &["a.json"]),
        ] {
            assert_eq!(
                check(line).as_deref(),
                Ok(&files
                    .iter()
                    .map(|file| (*file).to_owned())
                    .collect::<Vec<_>>()[..])
            );
        }
        for (line, refused) in [
            ("classify --k 4 --n 4 --out a.svg", "--out is no part"),
            ("classify --svg=/a.svg --k 4 --n 4", "--out is no part"),
            (
                "--data /elsewhere classify --k 4 --n 4",
                "--data is no part",
            ),
            (
                "classify --k 4 --n 4 --data=/elsewhere",
                "--data is no part",
            ),
            ("framework 2 -q", "--quiet is no part"),
            ("framework 2 --threads 9", "--threads is no part"),
            ("framework 9 --phase 1", "auxiliary is not cut into units"),
            ("exists 3 8 --memory-limit 9G", "--memory-limit is no part"),
            (
                "data check --recount --confirm --contributor Ann",
                "--contributor is no part",
            ),
            ("data check", "add --recount"),
            ("data path", "data is not cut into units"),
            ("grid solve figure-5", "grid is not cut into units"),
            ("gallery site", "gallery is not cut into units"),
            ("grid table -", "a plan cannot carry standard input"),
            ("", "it is not cut into units"),
        ] {
            let error = check(line).unwrap_err();
            assert!(error.contains(refused), "{line}: {error}");
        }
    }
}
