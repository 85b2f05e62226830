//! Laws of reading: records, texts, names.

use serde::de::DeserializeOwned;
use std::fmt::{Debug, Display};
use std::str::FromStr;
use tait_grid as grid;
use tait_grid::{
    Board, Puzzle as GridPuzzle, PuzzleForm, Shapes, ShapesForm, Symbols, read_drawing,
};
use tait_linear as linear;
use tait_linear::{BlockSet, FinalType, Move, Puzzle, Restrictions, Solution, read_solution};
use tait_store::{Record, RecordError, Schema, check_solution};
use tait_text::{MoveTextError, Stated as _};
use tait_vacancy as vacancy;
use tait_vacancy::shuffling::Variant;

/// The largest size of solutions that are also compared with the naive rules.
const LARGEST_JUDGED: u64 = 1_000;

/// Reads a record, or bytes that are not a record.
pub fn records(data: &[u8]) {
    let record = match Record::read(data) {
        Ok(record) => record,
        // Quotations from the file are escaped where they are shown.
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let text = match record.to_json() {
        Ok(text) => text,
        // A record by a later tait is read as far as it is known, and never written.
        Err(RecordError::NewerTait(_)) if Record::schema_of(data).is_ok_and(Schema::is_newer) => {
            return;
        }
        Err(error) => panic!("{error}"),
    };
    let again = Record::read(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(again, record);
}

/// Reads a text of moves, a solution as JSON, a drawing, a puzzle on a grid, or a name.
pub fn texts(data: &[u8]) {
    match read_solution(data) {
        Ok(solution) => {
            same_solution(&solution);
            let again = read_solution(solution.to_text().as_bytes());
            assert_eq!(again.ok().as_ref(), Some(&solution));
        }
        Err(error) => in_one_line(&error),
    }
    if let Ok(text) = std::str::from_utf8(data) {
        text.lines().take(100).for_each(moves);
    }
    let mut reader = vacancy::MoveReader::new(data);
    if let Err(error) = reader.header() {
        in_one_line(&error);
    }
    for cell in reader {
        if let Err(error) = cell {
            in_one_line(&error);
        }
    }
    if let Ok(solution) = serde_json::from_slice::<Solution>(data) {
        same_solution(&solution);
        same_json(&solution);
    }
    if let Ok(solution) = serde_json::from_slice::<vacancy::Solution>(data) {
        // Only small rows are laid out.
        if solution.puzzle.cells() <= LARGEST_JUDGED {
            let is_right = solution.check().is_ok();
            let judgement = crate::naive::vacancy::judge(solution.puzzle, &solution.moves);
            assert_eq!(
                judgement == crate::naive::vacancy::Judgement::Solved,
                is_right
            );
        }
    }
    drawings(data);
    if let Ok(text) = std::str::from_utf8(data) {
        words(text);
    }
}

/// Requires that the moves in a line are the same where they are written as tait writes them.
fn moves(line: &str) {
    fn law<T: PartialEq + Debug>(
        line: &str,
        read: impl Fn(&str) -> Result<Vec<T>, MoveTextError>,
        written: impl Fn(&T) -> String,
    ) {
        match read(line) {
            Ok(moves) => {
                let text: Vec<String> = moves.iter().map(written).collect();
                assert_eq!(read(&text.join("\n")).as_ref(), Ok(&moves), "{line}");
            }
            Err(error) => in_one_line(&error),
        }
    }
    law(line, linear::moves_in_line, Move::to_string);
    law(
        line,
        |line| grid::moves_in_line(line, None),
        grid::Move::to_string,
    );
    law(
        line,
        |line| vacancy::Puzzle::moves(line, None),
        |step| match step.to {
            Some(to) => format!("({}→{to})", step.cell),
            None => step.cell.to_string(),
        },
    );
}

fn same_solution(solution: &Solution) {
    let checked = check_solution(solution);
    let near = |step: &Move| step.from.abs().max(step.to.abs()) < 1 << 40;
    if solution.puzzle().n() <= LARGEST_JUDGED
        && solution.start().abs() < 1 << 40
        && solution.moves().iter().all(near)
    {
        let is_right = crate::laws::replaying::judged(solution);
        // Besides, the store refuses lists of moves that are too short, which are never solutions.
        assert_eq!(checked.is_ok(), is_right, "{checked:?}");
    }
}

fn same_json<T: serde::Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let text = serde_json::to_string(value).unwrap_or_else(|error| panic!("{error}"));
    let again: T = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(again, *value);
}

fn drawings(data: &[u8]) {
    if let Ok(form) = serde_json::from_slice::<PuzzleForm>(data) {
        match GridPuzzle::try_from(form) {
            Ok(puzzle) => {
                let again = GridPuzzle::try_from(PuzzleForm::from(&puzzle));
                assert_eq!(again.ok().as_ref(), Some(&puzzle));
            }
            Err(error) => in_one_line(&error),
        }
    }
    if let Ok(form) = serde_json::from_slice::<ShapesForm>(data) {
        match Shapes::try_from(form) {
            Ok(shapes) => {
                let again = Shapes::try_from(ShapesForm::from(&shapes));
                assert_eq!(again.ok().as_ref(), Some(&shapes));
            }
            Err(error) => in_one_line(&error),
        }
    }
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    for board in [Board::Square, Board::Triangular] {
        for symbols in [Symbols::Plain, Symbols::Labels] {
            if let Err(error) = read_drawing(board.clone(), text, symbols) {
                in_one_line(&error);
            }
        }
    }
}

/// Requires that names are printed as they are read.
fn words(text: &str) {
    fn law<T: FromStr<Err: Display> + Display + PartialEq + Debug>(text: &str) {
        match text.parse::<T>() {
            Ok(value) => assert_eq!(value.to_string().parse().ok(), Some(value)),
            Err(error) => in_one_line(&error),
        }
    }
    law::<Move>(text);
    law::<BlockSet>(text);
    law::<FinalType>(text);
    law::<Variant>(text);
    law::<vacancy::Puzzle>(text);
    law::<Schema>(text);
    if let Ok(restrictions) = serde_json::from_str::<Restrictions>(text) {
        same_json(&restrictions);
    }
    // The header of a text names any puzzle.
    if let Ok(solution) = read_solution(text.as_bytes()) {
        let (k, n) = (solution.puzzle().k(), solution.puzzle().n());
        assert_eq!(Puzzle::new(k.into(), n).ok(), Some(solution.puzzle()));
        let _ = linear::header_line(solution.puzzle(), solution.start());
    }
}

/// Requires that an error is one line without control characters.
fn in_one_line(error: &impl Display) {
    let line = error.to_string();
    assert!(!line.is_empty(), "an error without words");
    assert!(
        !line.chars().any(char::is_control),
        "control characters in {line:?}"
    );
    assert!(line.len() < 10_000, "{} bytes of error", line.len());
}
