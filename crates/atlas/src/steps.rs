//! The effect of each move of a solution, as a table.

use crate::error::AtlasError;
use crate::table::{Format, Table, plain};
use serde_json::{Value, json};
use tait_draw::{Face, RowPlay};
use tait_vacancy::checkers::MoveClass;
use tait_vacancy::{Content, Puzzle, Replay, Row, Solution};

/// Returns a table with a row for each row of the drawing, in a format: a move is a list in JSON, and text as in a list of moves
/// elsewhere.
#[must_use]
pub fn steps(play: &RowPlay, format: Format) -> String {
    let mut table = Table::new(&[
        "puzzle", "number", "move", "pattern", "gain", "pairs", "position", "row", "note",
    ]);
    let between = match play.is_numbered() {
        true => " ",
        false => "",
    };
    let text = |cells: &[Option<Face>]| symbols(cells, between);
    let mut frames = play.frames();
    while let Some(frame) = frames.next_frame() {
        let step = frame.step.as_ref();
        table.push(vec![
            json!(play.name()),
            json!(frame.number),
            step.map_or(Value::Null, |step| {
                let step = json!([step.step.from, step.step.to]);
                match format {
                    Format::Json | Format::Jsonl => step,
                    _ => plain(&json!([step])).into(),
                }
            }),
            json!(step.map(|step| text(step.carried))),
            json!(step.and_then(|step| step.pairs).map(|(gain, _)| gain)),
            json!(step.and_then(|step| step.pairs).map(|(_, pairs)| pairs)),
            json!(play.first()),
            json!(text(frame.row)),
            json!(step.map(|step| step.note)),
        ]);
    }
    table.to_text(format)
}

/// Returns the twelve classes of moves of checkers, Table 1 of the paper: each with its number, its name, the cells before and
/// after, and the changes of inversions and of vacancy inversions.
#[must_use]
pub fn move_classes() -> Table {
    let mut table = Table::new(&[
        "class",
        "name",
        "before",
        "after",
        "inversions",
        "v_inversions",
    ]);
    for class in MoveClass::ALL {
        let [before, after] = class.cells();
        table.push(vec![
            json!(class.number()),
            json!(class.to_string()),
            json!(before),
            json!(after),
            json!(class.inversions()),
            json!(class.vacancy_inversions()),
        ]);
    }
    table
}

/// Returns a table with a row for each row of a solution of checkers or frogs: the move that leads to it, for checkers its class,
/// and the inversions and vacancy inversions that are left.
///
/// # Errors
/// When a move is wrong, and [`AtlasError::Refused`] for other puzzles.
///
/// ```
/// use tait_atlas::{Format, inversions};
/// let solution = tait_vacancy::Solution { puzzle: "checkers n=1 m=1".parse()?, moves: vec![1, 3, 2] };
/// assert_eq!(
///     inversions(&solution)?.to_text(Format::Csv),
///     "number,move,class,name,row,inversions,v_inversions\n0,,,,b.w,1,2\n1,1,1,\"slide(b,r)\",.bw,1,1\n\
///      2,3,4,\"jump(b,w,l)\",wb.,0,1\n3,2,1,\"slide(b,r)\",w.b,0,0\n",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn inversions(solution: &Solution) -> Result<Table, AtlasError> {
    let puzzle = solution.puzzle;
    if !matches!(puzzle, Puzzle::Checkers(_) | Puzzle::Frogs(_)) {
        return Err(AtlasError::Refused(format!(
            "{puzzle}: inversions are counted for checkers and frogs"
        )));
    }
    let mut table = Table::new(&[
        "number",
        "move",
        "class",
        "name",
        "row",
        "inversions",
        "v_inversions",
    ]);
    let mut replay = Replay::new(puzzle)?;
    let mut push = |number: usize, cell: Option<u64>, class: Option<MoveClass>, row: &Row| {
        let (pairs, vacant) = inverted(row);
        table.push(vec![
            json!(number),
            json!(cell),
            json!(class.map(MoveClass::number)),
            json!(class.map(|class| class.to_string())),
            json!(row.to_string()),
            json!(pairs),
            json!(vacant),
        ]);
    };
    push(0, None, None, replay.row());
    for (number, &cell) in (1..).zip(&solution.moves) {
        let played = replay.play(cell)?;
        push(number, Some(cell), played.class, replay.row());
    }
    let _ = replay.finish()?;
    Ok(table)
}

/// Counts the pairs of a black checker to the left of a white one, and of a vacant cell to the right of a black checker or to
/// the left of a white one.
fn inverted(row: &Row) -> (u64, u64) {
    let (mut black, mut vacant, mut pairs, mut with_vacancy) = (0, 0, 0, 0);
    for content in row.contents() {
        match content {
            Content::Black => black += 1,
            Content::White => {
                pairs += black;
                with_vacancy += vacant;
            }
            Content::Vacancy => {
                vacant += 1;
                with_vacancy += black;
            }
            Content::Number(_) => {}
        }
    }
    (pairs, with_vacancy)
}

/// Cells as text, with dots for empty ones.
pub(crate) fn symbols(cells: &[Option<Face>], between: &str) -> String {
    let symbols = cells
        .iter()
        .map(|cell| cell.map_or_else(|| ".".to_owned(), |face| face.to_string()));
    symbols.collect::<Vec<_>>().join(between)
}
