//! The remarks of runs, in words.

use crate::exit::Exit;
use crate::format::Format;
use crate::globals::Globals;
use crate::output::{print, print_table};
use crate::terminal::grouped;
use serde::Serialize;
use std::fmt::Display;
use tait_atlas::NamedRun;
use tait_search::{Event, Sink};
use tait_store::Saved;
use tait_text::Layout;

/// Prints remarks, and ignores how far a search is.
impl Sink for Globals {
    fn event(&self, event: Event) {
        let is_warning = matches!(
            event,
            Event::Damaged { .. }
                | Event::SetAside { .. }
                | Event::LeftOut { .. }
                | Event::Stopped { .. }
        );
        match words(&event) {
            Some(line) if is_warning => self.warn(&line),
            Some(line) => self.remark(&line),
            None => {}
        }
        if let Event::CommonPattern { is_first: true, .. } = event {
            self.remark("no earlier window has any: all bases of its small n were compared");
        }
    }
}

/// Returns an event as a line for people; `None` if it is not a remark.
pub(crate) fn words(event: &Event) -> Option<String> {
    Some(match event {
        Event::Damaged { line } => format!("warning: {line}"),
        Event::SetAside { error } => format!("warning: {error}"),
        Event::LeftOut { error } => format!("left out: {error}"),
        Event::Saved { path } => format!("stored in {path}"),
        Event::Stopped { part, reason } => format!("{part}: left out, {reason}"),
        Event::Resumed {
            units: 0,
            partials: 0,
        } => "continuing an earlier run, which finished no part".to_owned(),
        Event::Resumed { units: 0, partials } => {
            format!("continuing from {partials} partial results")
        }
        Event::Resumed { units, partials: 0 } => {
            format!("continuing after {units} finished units")
        }
        Event::Resumed { units, partials } => {
            format!("continuing after {units} finished units and {partials} partial results")
        }
        Event::TakesOver { parts, number } => format!("continuing from {number} stored {parts}"),
        Event::ResumesLayers {
            moves,
            layers,
            states,
        } => {
            let moves = moves.map_or(String::new(), |moves| format!(" for {moves} moves"));
            let states = grouped(*states);
            format!("continuing a search{moves} from {layers} layers with {states} states")
        }
        Event::KeepsLayers { path } => {
            format!("kept in {path}: the same command continues from there")
        }
        Event::CommonPattern {
            patterns, offsets, ..
        } => {
            let patterns = patterns.join(" ");
            format!("common patterns: {patterns} (offsets {offsets:?})")
        }
        _ => return None,
    })
}

/// Prints where a record is stored, and returns it.
pub(crate) fn tell_saved<R>(saved: Saved<R>, globals: &Globals) -> R {
    saved.tell(globals);
    saved.record
}

/// Prints the run of a named algorithm.
pub(crate) fn tell_run<M: Copy + Serialize>(
    run: &NamedRun<M>,
    puzzle: impl Display,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    globals.remark(&format!("{puzzle}: {}", run.claim()));
    let format = globals.format_or(Format::Text);
    if format == Format::Text {
        print(&format!("# {puzzle}{}\n", Layout::Table))?;
    }
    print_table(&run.table(), format)?;
    Ok(Exit::Done)
}
