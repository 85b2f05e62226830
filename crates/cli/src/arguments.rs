//! The command line.

use crate::commands::{
    Command, add, auxiliary, checkers, cite, classify, cluster, completions, data, draw, exists,
    explain, export, extend, framework, gallery, generate, grid, known, manual, plot, regenerate,
    show, shuffling, solve, starts, terms, verify, welcome, wraps,
};
use crate::exit::Exit;
use crate::format;
use crate::globals::Globals;
use crate::globals::MOST_THREADS;
use crate::terminal::refusal::refuse_others;
use crate::terminal::with_examples;
use crate::words;
use anyhow::Context;
use clap::builder::Resettable;
use clap::{Arg, ArgAction, CommandFactory, FromArgMatches, Parser};
use std::ffi::{OsStr, OsString};
use std::sync::{Arc, Mutex, Once, PoisonError, mpsc};
use std::{io, thread};

/// The groups of commands, with an example and the reason of each.
const HELP: &str = include_str!("help.txt");

/// Finds, proves, extends and shows solutions of coin-sliding puzzles.
///
/// The linear puzzle: n nickels, then n pennies, stand in a row. A move (i→j) takes the k coins at
/// i to i+k-1, in their order, to the unoccupied positions j to j+k-1. The row has to alternate in
/// the end.
#[derive(Debug, Parser)]
#[command(
    name = "tait",
    version,
    disable_help_flag = true,
    disable_version_flag = true,
    after_help = "Also: tait K N solves, tait K says what is known, tait play K N writes a page that plays, tait worksheet K N \
                  two sheets to print, tait map shows which sizes take n moves, and tait help terms explains the words. \
                  Numbers may be 1000000, 1e6, 1_000_000 or 1,000,000.\n\n\
                  Exit codes: 0 found or done, 1 proven not to exist or a check failed, 2 bad input, 3 stopped, \
                  4 environment (disk, memory, permissions)."
)]
pub(crate) struct CommandLine {
    #[command(flatten)]
    pub(crate) globals: Globals,
    /// Print version
    #[arg(long, short = 'V', short_alias = 'v', action = ArgAction::Version, help_heading = format::GLOBAL)]
    version: Option<bool>,
    #[command(subcommand)]
    command: Option<Command>,
}

impl CommandLine {
    /// Returns the definition of the command line, with the formats and the help of each command.
    pub(crate) fn definition() -> clap::Command {
        // An environment variable that is empty says as much as one that is not set.
        let is_empty = |name: &OsStr| std::env::var_os(name).is_some_and(|value| value.is_empty());
        let line = Self::command().mut_args(|argument| match argument.get_env() {
            Some(name) if is_empty(name) => argument.env(Resettable::Reset),
            _ => argument,
        });
        with_examples(
            format::with_globals_once(format::of_each_command(line)).mut_subcommand(
                "explain",
                |explain| {
                    let needed = |arg: Arg| arg.required_unless_present("compare");
                    explain.mut_arg("subject", needed)
                },
            ),
            HELP,
            format::GLOBAL,
        )
    }

    /// Reads the arguments of this process.
    ///
    /// # Errors
    /// The error of clap for bad input, and the requested help or version.
    pub(crate) fn read() -> Result<Self, clap::Error> {
        let (line, replaced) = Self::parsed(std::env::args_os())?;
        for what in replaced {
            line.globals.warn(&what);
        }
        Ok(line)
    }

    /// Does the same with any arguments, the first of which is the name of the program.
    ///
    /// # Errors
    /// The same as for [`read`](Self::read).
    pub(crate) fn of(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        Self::parsed(arguments).map(|(line, _)| line)
    }

    /// Does the same, and returns what to say of spellings of earlier versions.
    fn parsed(
        arguments: impl IntoIterator<Item = OsString>,
    ) -> Result<(Self, Vec<String>), clap::Error> {
        let mut definition = Self::definition();
        let (line, replaced) = words::spelled(&definition, arguments);
        let matches = definition.try_get_matches_from_mut(line);
        let mut matches = matches.map_err(|error| {
            if !error.use_stderr() {
                replaced.iter().for_each(|line| crate::output::say(line));
            }
            words::with_meaning(error)
        })?;
        refuse_others::<format::AnyFormat>(&definition, &matches, "format")?;
        let line = Self::from_arg_matches_mut(&mut matches);
        let line = line.map_err(|error| error.format(&mut definition))?;
        Ok((line, replaced))
    }

    /// Sets up colours and threads, and runs the command.
    pub(crate) fn run(&self) -> anyhow::Result<Exit> {
        let globals = &self.globals;
        globals.choose_colours();
        start_threads(globals.threads).context("cannot start the threads")?;
        let Some(command) = &self.command else {
            return welcome::run(globals);
        };
        match command {
            Command::Solve(arguments) => solve::run(arguments, globals),
            Command::Exists(arguments) => exists::run(arguments, globals),
            Command::Starts(arguments) => starts::run(arguments, globals),
            Command::Classify(arguments) => classify::run(arguments, globals),
            Command::Framework(arguments) => framework::run(arguments, globals),
            Command::Auxiliary(arguments) => auxiliary::run(arguments, globals),
            Command::Wraps(arguments) => wraps::run(arguments, globals),
            Command::Cluster(arguments) => cluster::run(arguments, globals),
            Command::Generate(arguments) => generate::run(arguments, globals),
            Command::Extend(arguments) => extend::run(arguments, globals),
            Command::Shuffling(arguments) => shuffling::run(arguments, globals),
            Command::Checkers(arguments) => checkers::run(arguments, globals),
            Command::Verify(arguments) => verify::run(arguments, globals),
            Command::Add(arguments) => add::run(arguments, globals),
            Command::Show(arguments) => show::run(arguments, globals),
            Command::Draw(arguments) => draw::run(arguments, globals),
            Command::Gallery(arguments) => gallery::run(arguments, globals),
            Command::Plot(arguments) => plot::run(arguments, globals),
            Command::Explain(arguments) => explain::run(arguments, globals),
            Command::Regenerate(arguments) => regenerate::run(arguments, globals),
            Command::Export(arguments) => export::run(arguments, globals),
            Command::Grid(arguments) => grid::run(arguments, globals),
            Command::Data(arguments) => data::run(arguments, globals),
            Command::Known(arguments) => known::run(arguments, globals),
            Command::Terms(arguments) => terms::run(arguments, globals),
            Command::Cite(arguments) => cite::run(arguments),
            Command::Completions(arguments) => completions::run(arguments, Self::definition()),
            Command::Manual(arguments) => manual::run(arguments, Self::definition(), globals),
        }
    }
}

/// Starts the threads of searches, once: as many as are asked for, or fewer where the system allows no more.
///
/// Left to itself, rayon starts them when they are first needed, takes any number from the environment, and panics where
/// the system refuses one.
fn start_threads(asked: Option<u16>) -> anyhow::Result<()> {
    static STARTED: Once = Once::new();
    if STARTED.is_completed() {
        // A command that a plan carries runs within another one.
        return Ok(());
    }
    STARTED.call_once(|| {});
    let in_environment = || std::env::var("RAYON_NUM_THREADS").ok()?.parse().ok();
    let asked = asked.map(usize::from).or_else(in_environment);
    let cores = || thread::available_parallelism().map_or(1, usize::from);
    let asked = asked.filter(|&threads| threads > 0).unwrap_or_else(cores);
    let (send, receive) = mpsc::channel::<rayon::ThreadBuilder>();
    let (receive, mut started) = (Arc::new(Mutex::new(receive)), 0);
    // The pool has the threads that are there, and so it cannot fail.
    while started < asked.min(MOST_THREADS.into()) {
        let receive = Arc::clone(&receive);
        let run = move || {
            let receive = receive.lock().unwrap_or_else(PoisonError::into_inner);
            let thread = receive.recv();
            drop(receive);
            if let Ok(thread) = thread {
                thread.run();
            }
        };
        match thread::Builder::new().spawn(run) {
            Ok(_) => started += 1,
            Err(error) if started == 0 => return Err(error.into()),
            Err(_) => break,
        }
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(started);
    let pool = pool.spawn_handler(|thread| {
        let sent = send.send(thread);
        sent.map_err(|_| io::ErrorKind::BrokenPipe.into())
    });
    Ok(pool.build_global()?)
}

#[cfg(test)]
mod tests {
    use super::{CommandLine, HELP};
    use crate::terminal::help_entries;
    use clap::Command;

    fn names(command: &Command, before: &str, found: &mut Vec<String>) {
        for below in command.get_subcommands() {
            let name = format!("{before}{}", below.get_name());
            names(below, &format!("{name} "), found);
            found.push(name);
        }
    }

    #[test]
    fn every_command_has_its_words_and_an_example_of_its_own() {
        let mut commands = Vec::new();
        names(&CommandLine::definition(), "", &mut commands);
        let entries = help_entries(HELP);
        let mut told: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
        commands.sort_unstable();
        told.sort_unstable();
        assert_eq!(told, commands);
        for entry in &entries {
            assert!(
                entry.example.contains(&format!("tait {}", entry.name)),
                "{}",
                entry.name
            );
            assert!(
                entry.why.join(" ").ends_with('.') && !entry.group.is_empty(),
                "{}",
                entry.name
            );
        }
    }
}
