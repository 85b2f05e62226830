//! Designed puzzles, ready to be printed and opened.

use super::answer::AnswerForm;
use crate::error::AtlasError;
use crate::scores::{score_cells, score_columns};
use crate::table::{Format, Table};
use indicatif::HumanCount;
use serde_json::json;
use tait_framework::Merit;
use tait_framework::grid::{Design, Designs, WholeBoard};
use tait_grid::space::SmallBoard;
use tait_grid::{Configuration, PuzzleForm};
use tait_search::Control;
use tait_store::to_text;
use tait_text::counted;

/// The best puzzles of a board, each with its name and a solution.
#[derive(Debug)]
pub struct DesignedPuzzles {
    heading: String,
    puzzles: Vec<Designed>,
}

/// One of them.
#[derive(Debug)]
struct Designed {
    id: String,
    design: Design,
    merits: Vec<Merit>,
    /// The rows of the start and of the target; empty where the board cannot be drawn.
    drawings: [Vec<String>; 2],
    answer: AnswerForm,
}

impl DesignedPuzzles {
    /// Names the best puzzles of a board with this name, in the order of their merits, and finds a solution of each.
    ///
    /// # Errors
    /// When the search for a solution is stopped.
    ///
    /// ```
    /// use tait_atlas::grid::{DesignedPuzzles, whole_board};
    /// use tait_framework::grid::Designs;
    /// let (board, _, _) = whole_board("3x3")?;
    /// let designs = Designs::of(&board, 4, 1, &Default::default())?;
    /// let designed = DesignedPuzzles::new("3x3", &board, 4, &designs, &Default::default())?;
    /// let text = designed.printed(tait_atlas::Format::Text)?;
    /// assert!(text.starts_with("3x3, 4 coins: 126 configurations"), "{text}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        name: &str,
        board: &SmallBoard,
        coins: usize,
        designs: &Designs,
        control: &Control<'_>,
    ) -> Result<Self, AtlasError> {
        let mut chosen: Vec<(Design, Vec<Merit>)> = Vec::new();
        for (merit, best) in &designs.best {
            for design in best {
                match chosen.iter_mut().find(|(known, _)| known == design) {
                    Some((_, merits)) => merits.push(*merit),
                    None => chosen.push((*design, vec![*merit])),
                }
            }
        }
        let numbered = (1..).zip(chosen);
        let puzzles = numbered.map(|(number, (design, merits))| {
            let id = format!("{}-{coins}-{number}", stem(name));
            Designed::new(id, board, design, merits, control)
                .map_err(|error| AtlasError::input(name, error))
        });
        let puzzles = puzzles.collect::<Result<_, _>>()?;
        let heading = heading(name, coins, designs);
        Ok(Self { heading, puzzles })
    }

    /// Returns whether there is no puzzle.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// Returns the puzzles in a format: as text a table with drawings, as JSON a list from which any can be opened.
    ///
    /// # Errors
    /// When JSON cannot be written.
    pub fn printed(&self, format: Format) -> Result<String, serde_json::Error> {
        let answers = self.puzzles.iter().map(|puzzle| &puzzle.answer);
        match format {
            Format::Json => to_text(&answers.collect::<Vec<_>>()),
            Format::Jsonl => answers
                .map(|answer| Ok(serde_json::to_string(answer)? + "\n"))
                .collect(),
            Format::Text if self.is_empty() => Ok(self.heading.clone()),
            Format::Text => {
                let table = self.table(false).to_text(format);
                let drawings = self.puzzles.iter().map(Designed::side_by_side);
                let drawings: String = drawings.collect();
                Ok(format!("{}\n{table}{drawings}", self.heading))
            }
            Format::Csv | Format::Markdown => Ok(self.table(true).to_text(format)),
        }
    }

    fn table(&self, has_coins: bool) -> Table {
        const COLUMNS: &[&str] = score_columns!("id", "start", "target");
        let columns = if has_coins { COLUMNS } else { &COLUMNS[..8] };
        let mut table = Table::new(columns);
        for puzzle in &self.puzzles {
            let Design {
                difficulty,
                is_symmetric,
                ..
            } = &puzzle.design;
            let mut row = vec![json!(puzzle.id)];
            row.extend(score_cells(difficulty, *is_symmetric, &puzzle.merits));
            let drawings = puzzle.drawings.iter().filter(|_| has_coins);
            row.extend(drawings.map(|rows| json!(rows.join("/"))));
            table.push(row);
        }
        table
    }
}

impl Designed {
    fn new(
        id: String,
        board: &SmallBoard,
        design: Design,
        merits: Vec<Merit>,
        control: &Control<'_>,
    ) -> Result<Self, Box<dyn std::error::Error>> {
        let puzzle = board.puzzle(design.start, design.target)?;
        let whole = WholeBoard::search(board, design.start, &[design.target], control)?;
        let moves = whole.path(design.target).unwrap_or_default();
        let drawn = |coins: &Configuration| {
            let text = coins.drawing_with(board.cells()).unwrap_or_default();
            text.lines().map(str::to_owned).collect()
        };
        let drawings = [puzzle.start(), puzzle.target()].map(drawn);
        let mut form = PuzzleForm::from(&puzzle);
        form.id = Some(id.clone());
        let answer = AnswerForm::to(form, None)
            .solved(&moves)
            .with_difficulty(Some(&design.difficulty))
            .with_merits(&merits, design.is_symmetric);
        Ok(Self {
            id,
            design,
            merits,
            drawings,
            answer,
        })
    }

    /// The start and the target beside each other, under an empty line.
    fn side_by_side(&self) -> String {
        let [start, target] = &self.drawings;
        let mut text = String::new();
        for (number, (start, target)) in start.iter().zip(target).enumerate() {
            let id = if number == 0 { &self.id } else { "" };
            let line_break = if number == 0 { "\n" } else { "" };
            let width = self.id.chars().count();
            text.push_str(&format!("{line_break}{id:width$}  {start}   {target}\n"));
        }
        text
    }
}

/// The end of a path without its extension.
fn stem(name: &str) -> &str {
    let path = std::path::Path::new(name);
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    stem.filter(|stem| *stem != "-").unwrap_or("board")
}

/// Says how many puzzles were compared.
fn heading(name: &str, coins: usize, designs: &Designs) -> String {
    let puzzles: u64 = designs.by_moves.iter().sum();
    format!(
        "{name}, {}: {} configurations, {} starts up to symmetry\n\
         {} puzzles up to symmetry, {} with a single shortest solution, {} symmetric\n",
        counted(coins as u64, "coin"),
        HumanCount(designs.configurations),
        HumanCount(designs.starts),
        HumanCount(puzzles),
        HumanCount(designs.unique),
        HumanCount(designs.symmetric),
    )
}
