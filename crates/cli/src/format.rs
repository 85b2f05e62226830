//! Output formats, and the formats of each command.

use crate::terminal::refusal::WithTip;
use AnyFormat::{Csv, Dot, Gif, Html, Json, Jsonl, Latex, Markdown, Pdf, Png, Svg, Text, Tikz};
use anyhow::bail;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, Command, ValueEnum};
pub(crate) use tait_atlas::Format;
use tait_draw::Picture;

/// The heading of the options that every command takes.
pub(crate) const GLOBAL: &str = "Global options";

/// The values of `--format`: a format for results, a kind of picture, or a graph of all states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum AnyFormat {
    /// Plain text; moves are printed one per line
    #[value(alias = "moves")]
    Text,
    /// JSON
    Json,
    /// One JSON value per line
    Jsonl,
    /// Comma-separated values
    Csv,
    /// A Markdown table
    Markdown,
    /// A table for LaTeX
    Latex,
    /// A standalone figure
    Svg,
    /// A TikZ figure for papers
    Tikz,
    /// A page that plays a solution
    Html,
    /// A picture of pixels
    Png,
    /// A picture on a page
    Pdf,
    /// Pixels that move
    Gif,
    /// A graph of all states for Graphviz
    Dot,
}

impl AnyFormat {
    /// Returns the format for results, if this is one.
    pub(crate) const fn table(self) -> Option<Format> {
        Some(match self {
            Text => Format::Text,
            Json => Format::Json,
            Jsonl => Format::Jsonl,
            Csv => Format::Csv,
            Markdown => Format::Markdown,
            Latex => Format::Latex,
            Svg | Tikz | Html | Png | Pdf | Gif | Dot => return None,
        })
    }

    /// Returns the kind of picture, if this is one.
    pub(crate) const fn picture(self) -> Option<Picture> {
        match self {
            Svg => Some(Picture::Svg),
            Tikz => Some(Picture::Tikz),
            Html => Some(Picture::Html),
            Png => Some(Picture::Png),
            Pdf => Some(Picture::Pdf),
            Gif => Some(Picture::Gif),
            Text | Json | Jsonl | Csv | Markdown | Latex | Dot => None,
        }
    }
}

/// The formats of moves, as in `moves::FORMATS`.
const MOVES: &[AnyFormat] = &[Text, Json, Jsonl, Csv];
const TABLES: &[AnyFormat] = &[Text, Json, Jsonl, Csv, Markdown, Latex];
/// The formats of tables, and of maps as figures.
const MAPS: &[AnyFormat] = &[Text, Json, Jsonl, Csv, Markdown, Latex, Svg, Png, Pdf];
/// The formats of tables, and of small puzzles as graphs.
const GRAPHS: &[AnyFormat] = &[Text, Json, Jsonl, Csv, Markdown, Latex, Dot];

/// The formats of each command. Other options may leave fewer.
const OF_COMMANDS: &[(&[&str], &[AnyFormat])] = &[
    (&["solve"], MOVES),
    (&["exists"], MOVES),
    (&["starts"], TABLES),
    (&["classify"], MAPS),
    (&["framework"], &[Text, Json]),
    (&["auxiliary"], TABLES),
    (&["wraps"], TABLES),
    (&["generate"], MOVES),
    (&["extend"], MOVES),
    (&["shuffling"], TABLES),
    (&["checkers"], GRAPHS),
    (&["verify"], TABLES),
    (&["add"], TABLES),
    (&["show"], TABLES),
    (&["draw"], &[Svg, Tikz, Html, Png, Pdf, Gif]),
    (&["gallery"], &[Text]),
    (&["plot"], &[Svg, Tikz, Png, Pdf]),
    (&["explain"], TABLES),
    (&["regenerate"], TABLES),
    (&["export"], TABLES),
    (&["grid", "solve"], MOVES),
    (&["grid", "span"], &[Text, Json]),
    (&["grid", "table"], TABLES),
    (&["grid", "boards"], GRAPHS),
    (&["grid", "list"], TABLES),
    (&["cluster"], &[Text, Json]),
    (&["data"], TABLES),
    (&["known"], TABLES),
    (&["terms"], TABLES),
    (&["cite"], &[Text]),
    (&["manual"], &[Text]),
    (&["completions"], &[Text]),
];

/// Returns the command line with the formats of each command in its `--format`.
pub(crate) fn of_each_command(line: Command) -> Command {
    OF_COMMANDS.iter().fold(line, |line, (names, formats)| {
        with_formats(line, names, formats)
    })
}

/// Returns the command line with the options that every command takes in the help of the program alone; all but the format and
/// the help, a line of the help of each command names them.
pub(crate) fn with_globals_once(line: Command) -> Command {
    let globals = line.get_arguments().filter(|one| one.is_global_set());
    let globals = globals.filter(|one| !["format", "help"].contains(&one.get_id().as_str()));
    let globals: Vec<Arg> = globals.map(|one| one.clone().hide(true)).collect();
    line.mut_subcommands(|command| without(command, &globals))
}

fn without(command: Command, globals: &[Arg]) -> Command {
    let names = globals.iter().filter_map(|one| one.get_long());
    let names: Vec<String> = names.map(|name| format!("--{name}")).collect();
    let more = command.get_after_help().map(|more| format!("{more}\n\n"));
    let after = format!(
        "{}Options of every command (tait --help): {}",
        more.unwrap_or_default(),
        names.join(", ")
    );
    let command = command.args(globals).after_help(after);
    command.mut_subcommands(|command| without(command, globals))
}

fn with_formats(command: Command, names: &[&'static str], formats: &[AnyFormat]) -> Command {
    if let Some((&name, rest)) = names.split_first() {
        return command.mut_subcommand(name, |command| with_formats(command, rest, formats));
    }
    let possible = formats.iter().filter_map(ValueEnum::to_possible_value);
    let tip = match command.get_name() {
        "starts" => Some("tait plot starts draws the numbers"),
        "show" => Some("tait draw makes pictures and pages"),
        _ => None,
    };
    let parser = WithTip {
        parser: PossibleValuesParser::new(possible),
        tip,
    };
    // This replaces the global option, which takes all formats.
    let format = Arg::new("format")
        .long("format")
        .global(true)
        .value_name("FORMAT")
        .help("Output format")
        .help_heading(GLOBAL)
        .value_parser(parser.try_map(|name| AnyFormat::from_str(&name, false)));
    command.arg(format)
}

/// The use of formats on the command line.
pub(crate) trait FormatExt: Sized {
    fn name(self) -> &'static str;

    /// Returns this format if it is a possible one.
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
            Self::Latex => "latex",
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
