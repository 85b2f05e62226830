//! Output formats, and which of them each command has.

use anyhow::bail;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgMatches, Command, ValueEnum};
pub(crate) use tait_atlas::Format;

/// What `--format` may say: how results are printed, which kind of picture is drawn, or that all states are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AnyFormat {
    /// How results are printed.
    Table(Format),
    /// Which kind of picture is drawn.
    Picture(Picture),
    /// The graph of all states of a small puzzle.
    Dot,
}

impl ValueEnum for AnyFormat {
    fn value_variants<'a>() -> &'a [Self] {
        &[
            Self::Table(Format::Text),
            Self::Table(Format::Json),
            Self::Table(Format::Jsonl),
            Self::Table(Format::Csv),
            Self::Table(Format::Markdown),
            Self::Picture(Picture::Svg),
            Self::Picture(Picture::Tikz),
            Self::Picture(Picture::Html),
            Self::Dot,
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Table(format) => {
                let value = PossibleValue::new(format.name()).help(match format {
                    Format::Text => "For reading; for moves, one move a line",
                    Format::Json => "JSON",
                    Format::Jsonl => "One JSON value a line",
                    Format::Csv => "Comma-separated values",
                    Format::Markdown => "A Markdown table",
                });
                Some(match format {
                    Format::Text => value.alias("moves"),
                    _ => value,
                })
            }
            Self::Picture(picture) => picture.to_possible_value(),
            Self::Dot => Some(
                PossibleValue::new("dot").help("A graph of all states, for Graphviz to lay out"),
            ),
        }
    }
}

const TEXT: AnyFormat = AnyFormat::Table(Format::Text);
const JSON: AnyFormat = AnyFormat::Table(Format::Json);
const JSONL: AnyFormat = AnyFormat::Table(Format::Jsonl);
const CSV: AnyFormat = AnyFormat::Table(Format::Csv);
const MARKDOWN: AnyFormat = AnyFormat::Table(Format::Markdown);
const SVG: AnyFormat = AnyFormat::Picture(Picture::Svg);
const TIKZ: AnyFormat = AnyFormat::Picture(Picture::Tikz);
const HTML: AnyFormat = AnyFormat::Picture(Picture::Html);

/// Moves, as `moves::FORMATS`.
const MOVES: &[AnyFormat] = &[TEXT, JSON, JSONL, CSV];
const TABLES: &[AnyFormat] = &[TEXT, JSON, JSONL, CSV, MARKDOWN];
/// Tables, or small puzzles as graphs.
const GRAPHS: &[AnyFormat] = &[TEXT, JSON, JSONL, CSV, MARKDOWN, AnyFormat::Dot];

/// The formats of each command that has any but text. What it is asked for may leave fewer.
const OF_COMMANDS: &[(&[&str], &[AnyFormat])] = &[
    (&["solve"], MOVES),
    (&["exists"], MOVES),
    (&["classify"], TABLES),
    (&["framework"], &[TEXT, JSON]),
    (&["wraps"], TABLES),
    (&["generate"], MOVES),
    (&["shuffling"], TABLES),
    (&["checkers"], GRAPHS),
    (&["verify"], TABLES),
    (&["show"], TABLES),
    (&["draw"], &[SVG, TIKZ, HTML]),
    (&["gallery"], &[TEXT]),
    (&["plot"], &[SVG]),
    (&["explain"], &[TEXT]),
    (&["tables"], TABLES),
    (&["export"], TABLES),
    (&["grid", "solve"], MOVES),
    (&["grid", "construct"], MOVES),
    (&["grid", "span"], &[TEXT, JSON]),
    (&["grid", "table"], TABLES),
    (&["grid", "components"], GRAPHS),
    (&["grid", "list"], TABLES),
    (&["data"], TABLES),
    (&["completions"], &[TEXT]),
];

/// The same command line, where `--format` of each command takes and lists the formats that the command has.
pub(crate) fn of_each_command(line: Command) -> Command {
    OF_COMMANDS.iter().fold(line, |line, (names, formats)| {
        with_formats(line, names, formats)
    })
}

fn with_formats(command: Command, names: &[&'static str], formats: &[AnyFormat]) -> Command {
    if let Some((&name, rest)) = names.split_first() {
        return command.mut_subcommand(name, |command| with_formats(command, rest, formats));
    }
    let possible = formats.iter().filter_map(ValueEnum::to_possible_value);
    let parser = PossibleValuesParser::new(possible);
    // In place of the global option, which takes all formats.
    let format = Arg::new("format")
        .long("format")
        .global(true)
        .value_name("FORMAT")
        .help("How results are printed")
        .value_parser(parser.try_map(|name| AnyFormat::from_str(&name, false)));
    command.arg(format)
}

/// Refuses a format before the name of a command that does not have it: only the option after it was held against
/// the formats of the command.
///
/// # Errors
/// As clap refuses a value.
pub(crate) fn refuse_others(line: &Command, matches: &ArgMatches) -> Result<(), clap::Error> {
    let (mut command, mut matches) = (line, matches);
    let mut formats: Option<Vec<PossibleValue>> = None;
    while let Some((name, below)) = matches.subcommand() {
        let Some(found) = command.find_subcommand(name) else {
            break;
        };
        (command, matches) = (found, below);
        let own = command
            .get_arguments()
            .find(|argument| argument.get_id() == "format");
        formats = own.map(Arg::get_possible_values).or(formats);
    }
    let asked = matches.try_get_one::<AnyFormat>("format").ok().flatten();
    let (Some(formats), Some(asked)) = (formats, asked) else {
        return Ok(());
    };
    let name = asked.to_possible_value();
    let name = name.as_ref().map_or("", PossibleValue::get_name);
    if formats.iter().any(|format| format.get_name() == name) {
        return Ok(());
    }
    let names = formats.iter().map(|format| format.get_name().to_owned());
    let mut error = clap::Error::new(ErrorKind::InvalidValue).with_cmd(command);
    for (kind, value) in [
        (
            ContextKind::InvalidArg,
            ContextValue::String("--format <FORMAT>".to_owned()),
        ),
        (
            ContextKind::InvalidValue,
            ContextValue::String(name.to_owned()),
        ),
        (
            ContextKind::ValidValue,
            ContextValue::Strings(names.collect()),
        ),
    ] {
        let _ = error.insert(kind, value);
    }
    Err(error)
}

/// A kind of picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Picture {
    /// A figure that stands alone
    Svg,
    /// A figure for papers
    Tikz,
    /// A page that plays a solution
    Html,
}

/// What a command line says of a format.
pub(crate) trait FormatExt: Sized {
    /// Its name.
    fn name(self) -> &'static str;

    /// This format, if a command can print it.
    fn among(self, possible: &[Self]) -> anyhow::Result<Self>;
}

impl FormatExt for Format {
    fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Jsonl => "jsonl",
            Self::Csv => "csv",
            Self::Markdown => "markdown",
        }
    }

    fn among(self, possible: &[Self]) -> anyhow::Result<Self> {
        if possible.contains(&self) {
            return Ok(self);
        }
        let names: Vec<&str> = possible.iter().map(|format| format.name()).collect();
        bail!(
            "--format {} is not for this command: {}",
            self.name(),
            names.join(", ")
        )
    }
}

#[cfg(test)]
mod tests {
    use super::of_each_command;
    use crate::arguments::CommandLine;
    use clap::{Command, CommandFactory};

    #[test]
    fn every_command_lists_its_own_formats() {
        let line = of_each_command(CommandLine::command());
        line.clone().debug_assert();
        for command in line.get_subcommands() {
            let has_own = |command: &Command| {
                let mut arguments = command.get_arguments();
                arguments.any(|argument| argument.get_id() == "format")
            };
            let mut below = command.get_subcommands().peekable();
            let has_below = below.peek().is_some() && below.all(has_own);
            assert!(has_own(command) || has_below, "{}", command.get_name());
        }
    }
}
