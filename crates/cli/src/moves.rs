//! Moves: what is said of those that are read, and printing those of a sequence.

use crate::format::{Format, FormatExt as _};
use crate::output;
use anyhow::Context;
use clap::Args;
use serde::Serialize;
use serde_json::json;
use tait_atlas::Expected;
use tait_generator::MoveSequence;
use tait_generator::stream::{self, MoveRange, WrittenMove};
use tait_linear::rows::RowSolution;
use tait_linear::{Header, Solution};
use tait_text::Layout;
use tait_vacancy as vacancy;

/// The size of a puzzle, which a header line would state.
#[derive(Debug, Args)]
pub(crate) struct SizeOptions {
    /// Number of coins that a move slides, for moves without a header line
    #[arg(long, value_name = "K", requires = "n")]
    pub(crate) k: Option<u64>,
    /// Size of the puzzle, for moves without a header line
    #[arg(long, value_name = "N", requires = "k")]
    pub(crate) n: Option<u64>,
}

/// What a header line would say of moves of nickels and pennies.
#[derive(Debug, Args)]
pub(crate) struct HeaderOptions {
    #[command(flatten)]
    size: SizeOptions,
    /// Position of the first coin, for moves without a header line
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    start: Option<i64>,
}

impl HeaderOptions {
    /// Returns the position of the first coin.
    pub(crate) const fn start(&self) -> Option<i64> {
        self.start
    }

    /// Returns what the user says about moves without a header line.
    pub(crate) fn expected(&self) -> anyhow::Result<Expected> {
        let sizes = self.size.k.zip(self.size.n);
        Ok(Expected::of_header(sizes, self.start)?)
    }
}

/// The formats in which moves are printed.
pub(crate) const FORMATS: [Format; 4] = [Format::Text, Format::Json, Format::Jsonl, Format::Csv];

/// The puzzle of moves as it is printed with them.
pub(crate) struct Named {
    /// The name in the header line of a text.
    pub(crate) name: String,
    /// The fields of JSON.
    fields: String,
}

impl From<Header> for Named {
    fn from(header: Header) -> Self {
        let Header { puzzle, start } = header;
        Self::of(&header, &Solution::new(puzzle, start, Vec::new()))
    }
}

impl From<&Solution> for Named {
    fn from(solution: &Solution) -> Self {
        let (puzzle, start) = (solution.puzzle(), solution.start());
        Header { puzzle, start }.into()
    }
}

impl From<&RowSolution> for Named {
    fn from(solution: &RowSolution) -> Self {
        let without_moves = RowSolution {
            moves: Vec::new(),
            puzzle: solution.puzzle.clone(),
            ..*solution
        };
        Self::of(&solution.header(), &without_moves)
    }
}

impl From<vacancy::Puzzle> for Named {
    fn from(puzzle: vacancy::Puzzle) -> Self {
        let moves = Vec::new();
        Self::of(&puzzle, &vacancy::Solution { puzzle, moves })
    }
}

impl Named {
    /// Takes the fields from the JSON of a solution without moves, which come last in it.
    fn of(name: &impl ToString, without_moves: &impl Serialize) -> Self {
        let json = serde_json::to_string(without_moves).unwrap_or_default();
        let fields = json.strip_suffix(r#","moves":[]}"#).unwrap_or_default();
        Self {
            name: name.to_string(),
            fields: fields.trim_start_matches('{').to_owned(),
        }
    }

    /// Gives moves of a puzzle that no header line can state a comment that says what they are.
    pub(crate) fn called(self, name: String) -> Self {
        Self { name, ..self }
    }

    /// Returns the fields of a JSON object that name the puzzle.
    pub(crate) fn fields(puzzle: impl Into<Self>) -> String {
        puzzle.into().fields
    }

    /// Returns the format of a stream of moves.
    pub(crate) fn written(&self, format: Format) -> stream::Format<'_> {
        match format {
            Format::Json => stream::Format::Json(&self.fields),
            Format::Csv => stream::Format::Csv,
            Format::Jsonl => stream::Format::JsonLines(&self.fields),
            Format::Text | Format::Markdown | Format::Latex => stream::Format::Text(&self.name),
        }
    }
}

/// Streams moves to standard output.
pub(crate) fn write<M: WrittenMove>(
    sequence: &(impl MoveSequence<M> + ?Sized),
    range: Option<MoveRange>,
    puzzle: impl Into<Named>,
    format: Format,
) -> anyhow::Result<()> {
    let (indices, puzzle) = (MoveRange::indices(range, sequence.count())?, puzzle.into());
    let format = puzzle.written(format.among(&FORMATS)?);
    stream::write_moves(sequence, indices, format, &mut output::results()?)
        .context("cannot write the moves")
}

/// Returns several solutions of one vacancy puzzle; as text one a line below a header line, with moves separated by blanks.
pub(crate) fn listed(puzzle: vacancy::Puzzle, solutions: &[Vec<u64>], format: Format) -> String {
    let lines = |line: &dyn Fn(&Vec<u64>) -> String| -> String {
        solutions.iter().map(|moves| line(moves) + "\n").collect()
    };
    match format {
        Format::Json => {
            let fields = Named::fields(puzzle);
            format!("{{{fields},\"solutions\":{}}}\n", json!(solutions))
        }
        Format::Jsonl => {
            let fields = Named::fields(puzzle);
            lines(&|moves| format!("{{{fields},\"moves\":{}}}", json!(moves)))
        }
        Format::Csv => {
            let rows = (1..).zip(solutions).flat_map(|(solution, moves)| {
                let numbered = (1..).zip(moves);
                numbered.map(move |(number, cell)| format!("{solution},{number},{cell}\n"))
            });
            "solution,move,cell\n".to_owned() + &rows.collect::<String>()
        }
        Format::Text | Format::Markdown | Format::Latex => {
            let solutions = lines(&|moves| {
                let cells: Vec<String> = moves.iter().map(ToString::to_string).collect();
                cells.join(" ")
            });
            format!("# {puzzle}{}\n{solutions}", Layout::Solutions)
        }
    }
}
