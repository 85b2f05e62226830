//! `tait grid table FONT|FILE...`

use super::input::{Named, look_up};
use crate::arguments::Globals;
use crate::exit::Exit;
use crate::format::Format;
use crate::limits::LimitArguments;
use crate::output::print;
use crate::progress::{Progress, grouped};
use crate::table::Table;
use anyhow::{anyhow, bail, ensure};
use clap::Args;
use std::path::Path;
use std::time::Instant;
use tait_framework::grid::known::{FONT_SOURCE, Font};
use tait_framework::grid::{WholeBoard, WholeBoardError};
use tait_puzzle::grid::space::SmallBoard;
use tait_puzzle::grid::{Shapes, ShapesForm, check};
use tait_search::Control;
use tait_store::{FoundBy, GridAnswer, GridTableRecord, GridTableRow, GridTarget, RecordKind};

/// Arguments of `grid table`.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// font5x7 or font5x9, or a JSON file with the keys grid and shapes (or glyphs): coins by name
    #[arg(value_name = "FONT | FILE", required = true)]
    names: Vec<String>,

    /// Only these shapes: letters such as ABC, or names with commas between
    #[arg(long, value_name = "NAMES")]
    glyphs: Option<String>,

    /// Only from these shapes
    #[arg(long, value_name = "NAMES")]
    from: Option<String>,

    /// Search pair by pair instead of whole boards, those with the fewest coins out of place first, and give
    /// up a search of one pair after so many states; the same with more states goes on with what was given up
    #[arg(long, value_name = "COUNT", conflicts_with = "state_limit")]
    pair_states: Option<u64>,

    /// Search again what is stored
    #[arg(long)]
    fresh: bool,

    #[command(flatten)]
    limits: LimitArguments,
}

/// One search of all configurations for each shape, until all others are found, or one of each pair; what is
/// found is stored at once, and not searched again.
pub(super) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let format = globals.format_or(Format::Text);
    let tables = arguments
        .names
        .iter()
        .map(|name| Asked::new(name, arguments, globals))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let progress = Progress::new(&arguments.limits, globals)?;
    let control = Control {
        limits: arguments.limits.limits(),
        sink: &progress,
    };
    let mut exit = Exit::Done;
    let (mut text, mut list) = (String::new(), Table::of(RecordKind::GridTable));
    for mut asked in tables {
        let complete = match arguments.pair_states {
            Some(states) => {
                asked.complete_pairs(states, arguments.fresh, globals, &control, &progress)
            }
            None => asked.complete(arguments, globals, &control, &progress),
        };
        if !complete? {
            exit = Exit::Stopped;
        }
        match format {
            Format::Text => text.push_str(&asked.as_matrix()),
            _ => {
                let pairs = asked.record.pair_rows(&asked.name, &asked.from, &asked.to);
                list.extend(pairs);
            }
        }
        if exit == Exit::Stopped {
            break;
        }
    }
    progress.finish();
    if format != Format::Text {
        text = list.to_text(format);
    }
    print(&text)?;
    Ok(exit)
}

/// A table that was asked for.
pub(super) struct Asked {
    pub(super) name: String,
    pub(super) record: GridTableRecord,
    pub(super) from: Vec<String>,
    pub(super) to: Vec<String>,
}

impl Asked {
    fn new(name: &str, arguments: &Arguments, globals: &Globals) -> anyhow::Result<Self> {
        let (name, source, form) = shapes_of(name)?;
        let shapes = Shapes::try_from(form).map_err(|error| anyhow!("{name}: {error}"))?;
        // Commands name shapes, and a command is one line.
        if let Some(shape) = shapes
            .names()
            .find(|shape| shape.contains(char::is_control))
        {
            bail!("{name}: the name of shape '{shape}' has control characters");
        }
        let names = |wanted: &Option<String>, all: Vec<String>| match wanted {
            None => Ok(all),
            Some(wanted) => chosen(&name, &shapes, wanted),
        };
        let to = names(
            &arguments.glyphs,
            shapes.names().map(str::to_owned).collect(),
        )?;
        let from = names(&arguments.from, to.clone())?;
        let record = match globals.store().grid_table(&name)? {
            Some(record) => {
                ensure!(
                    *record.shapes() == shapes,
                    "{name}: the table of this name that is stored is of other shapes; give the file another name"
                );
                record
            }
            None => GridTableRecord::new(name.clone(), source, shapes),
        };
        Ok(Self {
            name,
            record,
            from,
            to,
        })
    }

    /// Searches and stores the rows that are missing; whether it came to the end.
    fn complete(
        &mut self,
        arguments: &Arguments,
        globals: &Globals,
        control: &Control<'_>,
        progress: &Progress,
    ) -> anyhow::Result<bool> {
        let missing: Vec<String> = self
            .from
            .iter()
            .filter(|from| arguments.fresh || !self.is_known(from))
            .cloned()
            .collect();
        let all = self.from.len();
        progress.expect("rows", all - missing.len(), all);
        for from in missing {
            if !arguments.fresh && self.is_known(&from) {
                continue; // another run has stored it meanwhile
            }
            progress.begin_part(&format!("from {from}"));
            let row = match self.search(&from, control) {
                Ok(row) => row,
                Err(error) => {
                    progress.finish();
                    let Some(WholeBoardError::Stopped { reason, states }) =
                        error.downcast_ref::<WholeBoardError>()
                    else {
                        return Err(error);
                    };
                    let known = self.from.iter().filter(|from| self.is_known(from));
                    globals.remark(&format!(
                        "stopped after {} configurations from {from}: {reason}; {} of {all} rows are stored, the same command goes on",
                        grouped(states.iter().sum()),
                        known.count()
                    ));
                    return Ok(false);
                }
            };
            let states = row.states.iter().sum();
            self.keep(|found| found.put(row), globals)?;
            progress.end_part(&from, &format!("{} configurations", grouped(states)));
        }
        Ok(true)
    }

    /// Stores what was found, and takes over what others have stored meanwhile.
    pub(super) fn keep(
        &mut self,
        put: impl FnOnce(&mut GridTableRecord),
        globals: &Globals,
    ) -> anyhow::Result<()> {
        let known = &self.record;
        let mut found = GridTableRecord::new(known.name(), known.source(), known.shapes().clone());
        put(&mut found);
        let saved = globals.store().save(&found)?;
        if let Some(error) = saved.set_aside {
            globals.remark(&error.to_string());
        }
        self.record = saved.record;
        Ok(())
    }

    fn is_known(&self, from: &str) -> bool {
        let mut others = self.to.iter().filter(|to| *to != from);
        others.all(|to| {
            let answer = self.record.answer(from, to);
            answer.is_some_and(|answer| !matches!(answer, GridAnswer::AtLeast(_)))
        })
    }

    /// One search, for the shapes that are wanted and those that are known already.
    fn search(&self, from: &str, control: &Control<'_>) -> anyhow::Result<GridTableRow> {
        let begin = Instant::now();
        let (name, shapes) = (&self.name, self.record.shapes());
        let start = shapes
            .shape(from)
            .ok_or_else(|| anyhow!("{name}: no shape '{from}'"))?;
        let board = SmallBoard::around(shapes.board(), start.positions(), shapes.rules())
            .map_err(|error| anyhow!("{name}: {error}"))?;
        let known = self.record.row(from);
        let is_wanted = |to: &&str| {
            let is_known = known.is_some_and(|row| row.moves(to).is_some());
            *to != from && (is_known || self.to.iter().any(|wanted| wanted == to))
        };
        // A shape off the board makes the search see everything, which proves that nothing leads there.
        let set = |shape| Some(board.set(shapes.shape(shape)?.positions()).unwrap_or(0));
        let targets: Vec<&str> = shapes.names().filter(is_wanted).collect();
        let wanted: Vec<u64> = targets.iter().filter_map(|to| set(to)).collect();
        let start = set(from).unwrap_or(0);
        let whole = WholeBoard::search(&board, start, &wanted, control)?;
        let mut found = Vec::with_capacity(targets.len());
        for (to, set) in targets.iter().zip(wanted) {
            let moves = whole.path(set);
            if let (Some(moves), Some(puzzle)) = (&moves, shapes.pair(from, to)) {
                let _ = check(&puzzle, moves.iter().copied())
                    .map_err(|error| anyhow!("{name}: from {from} to {to}: {error}"))?;
            }
            let to = (*to).to_owned();
            found.push(GridTarget { to, moves });
        }
        let states = whole.states().to_vec();
        let mut command = format!("grid table {name} --from {from}");
        if shapes
            .names()
            .any(|to| to != from && !targets.contains(&to))
        {
            command.push_str(&format!(" --glyphs {}", targets.join(",")));
        }
        let found_by = FoundBy {
            states: Some(states.iter().sum()),
            ..FoundBy::new(command, begin.elapsed())
        };
        let exhausted = whole.is_exhausted();
        Ok(GridTableRow::new(from, states, exhausted, found, found_by))
    }

    /// The lengths as a matrix: a row for each start. `-` where there is no solution, `≥` before a bound, `?`
    /// where nothing is known.
    fn as_matrix(&self) -> String {
        let length = |from: &String, to: &String| {
            if from == to {
                return ".".to_owned();
            }
            match self.record.answer(from, to) {
                None => "?".to_owned(),
                Some(GridAnswer::Unsolvable) => "-".to_owned(),
                Some(GridAnswer::AtLeast(moves)) => format!("≥{moves}"),
                Some(GridAnswer::Optimal(moves)) => moves.len().to_string(),
            }
        };
        let header = [String::new()].into_iter().chain(self.to.iter().cloned());
        let mut rows: Vec<Vec<String>> = vec![header.collect()];
        for from in &self.from {
            let lengths = self.to.iter().map(|to| length(from, to));
            rows.push([from.clone()].into_iter().chain(lengths).collect());
        }
        let cells = rows.iter().flatten();
        let width = cells.map(|cell| cell.chars().count()).max().unwrap_or(0);
        let line = |row: &Vec<String>| {
            let cells: Vec<String> = row.iter().map(|cell| format!("{cell:>width$}")).collect();
            format!("{}\n", cells.join(" "))
        };
        rows.iter().map(line).collect()
    }
}

/// A font, or the shapes in a file: the name of the table, where they come from, and themselves.
fn shapes_of(name: &str) -> anyhow::Result<(String, String, ShapesForm)> {
    if let Some(font) = Font::ALL.into_iter().find(|font| font.name() == name) {
        return Ok((name.to_owned(), FONT_SOURCE.to_owned(), font.shapes()));
    }
    let text = match look_up(name)? {
        Named::Text(text) => text,
        Named::Known(_) => {
            bail!("{name}: one puzzle has no table; give font5x7, font5x9, or a file of shapes")
        }
    };
    let form = serde_json::from_str(&text).map_err(|error| anyhow!("{name}: {error}"))?;
    let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str());
    match stem.filter(|stem| GridTableRecord::is_name(stem)) {
        Some(stem) => Ok((stem.to_owned(), "a file".to_owned(), form)),
        None => bail!(
            "{name}: the table is stored under the file's name, which has to consist of letters, digits, - and _"
        ),
    }
}

/// The shapes that the user chose.
fn chosen(table: &str, shapes: &Shapes, wanted: &str) -> anyhow::Result<Vec<String>> {
    let names: Vec<String> = if wanted.contains(',') || shapes.index(wanted).is_some() {
        wanted.split(',').map(str::to_owned).collect()
    } else {
        wanted.chars().map(String::from).collect()
    };
    if let Some(name) = names.iter().find(|name| shapes.index(name).is_none()) {
        let known: Vec<&str> = shapes.names().collect();
        bail!(
            "{table}: there is no shape '{name}'; there are {}",
            known.join(" ")
        );
    }
    let mut chosen: Vec<String> = shapes.names().map(str::to_owned).collect();
    chosen.retain(|name| names.contains(name));
    Ok(chosen)
}
