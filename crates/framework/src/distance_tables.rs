//! Tables of distances from rows to a solution, for pages that show them to visitors.

use tait_grid::space::{CoinList, ListSpace, Ranking, Region};
use tait_grid::{self as grid, Position};
use tait_linear::{BoundedSearch, DeadStates, LinearStates, PruneRules, Puzzle, Restrictions};
use tait_search::{Control, StopReason, distances};
use tait_space::{Backward, of_one};
use tait_vacancy as vacancy;

/// Lists the rows of the linear puzzle that are exactly 0, 1, 2, ... moves from a solution, on the board with `left`
/// positions left and `right` positions right of the starting row. A row has a letter for each position, and a point
/// where there is no coin. `None` when there are more than `most` rows, or the board is too wide.
///
/// No rule prunes anything: from a row that is not listed, no solution can be reached on this board. On a wider board
/// there may be one, and listed rows may have shorter ones.
///
/// # Errors
/// The reason why the search stopped.
///
/// ```
/// use tait_framework::distances_on_board;
/// use tait_linear::Puzzle;
/// let lists = distances_on_board(Puzzle::new(2, 3)?, 2, 4, 100_000, &Default::default());
/// let lists = lists.expect("nothing stops it").expect("few rows");
/// assert!(lists[3].contains(&"..oooxxx....".to_owned()), "three moves solve it");
/// assert!(lists[0].contains(&"......xoxoxo".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn distances_on_board(
    puzzle: Puzzle,
    left: u32,
    right: u32,
    most: u64,
    control: &Control<'_>,
) -> Result<Option<Vec<Vec<String>>>, StopReason> {
    let rules = PruneRules {
        pairs: false,
        blocks: false,
    };
    let Ok(bounded) = BoundedSearch::new(puzzle, puzzle.n() as u32, Restrictions::default(), rules)
    else {
        return Ok(None);
    };
    let bounded = BoundedSearch {
        margin_left: left,
        margin_right: right,
        dead_states: DeadStates::Kept,
        has_images: false,
        ..bounded
    };
    if left.saturating_add(right) as usize + puzzle.coins() as usize > WIDEST {
        return Ok(None);
    }
    of_one!(bounded.space().0, space => listed(&space, |state| space.letters(state), most, control))
}

/// The most positions; wider boards have too many rows to be listed.
const WIDEST: usize = 64;

/// Lists the states of a vacancy puzzle by distance, as [`distances_on_board`] does; numbers are digits of base 36.
/// `None` also when the puzzle is too large.
///
/// # Errors
/// The reason why the search stopped.
///
/// ```
/// use tait_framework::distances_of_vacancy;
/// let lists = distances_of_vacancy("checkers n=2 m=2".parse()?, 1000, &Default::default());
/// let lists = lists.expect("nothing stops it").expect("few rows");
/// assert_eq!(lists[8].iter().filter(|row| *row == "bb.ww").count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn distances_of_vacancy(
    puzzle: vacancy::Puzzle,
    most: u64,
    control: &Control<'_>,
) -> Result<Option<Vec<Vec<String>>>, StopReason> {
    let Some(space) = puzzle.space() else {
        return Ok(None);
    };
    of_one!(space.0, space => listed(&space, |state| space.letters(state), most, control))
}

/// Lists the configurations of a grid puzzle by distance, as [`distances_on_board`] does, with a letter as in drawings
/// for each of the `places`. `None` also when the span is not finite or not within the `places`, when there are more
/// than 16 coins or far more configurations than `most`, or when a label has no letter.
///
/// # Errors
/// The reason why the search stopped.
///
/// ```
/// use tait_framework::distances_on_grid;
/// use tait_grid::{Position, Puzzle, PuzzleForm};
/// let text = r#"{"grid": "square", "start": ["oo", "o."], "target": [".o", "oo"]}"#;
/// let puzzle = Puzzle::try_from(serde_json::from_str::<PuzzleForm>(text)?)?;
/// let places = [[0, 0], [0, 1], [1, 0], [1, 1]].map(Position::from);
/// let lists = distances_on_grid(&puzzle, &places, 1000, &Default::default());
/// let lists = lists.expect("nothing stops it").expect("few configurations");
/// // The other two cannot become the target: a coin that moved there would have one neighbour.
/// assert_eq!(lists, [[".ooo"], ["ooo."]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn distances_on_grid(
    puzzle: &grid::Puzzle,
    places: &[Position],
    most: u64,
    control: &Control<'_>,
) -> Result<Option<Vec<Vec<String>>>, StopReason> {
    let has_letters = puzzle
        .start()
        .coins()
        .all(|(_, label)| label.letter().is_some());
    let region = Region::new(puzzle, 0).ok().filter(Region::is_whole);
    let Some(region) = region.filter(|_| has_letters) else {
        return Ok(None);
    };
    // Some boards, such as those of fonts, have far too many configurations; searching to the limit would take long.
    let configurations = Ranking::new(region.cells().len(), puzzle.start().len());
    if configurations.map_or(true, |ranking| {
        ranking.count() > most.saturating_mul(MOST_UNREACHED)
    }) {
        return Ok(None);
    }
    let place = |cell: &Position| places.iter().position(|place| place == cell);
    let cells: Option<Vec<usize>> = region.cells().iter().map(place).collect();
    let (Some(cells), Some(space)) = (cells, ListSpace::<MOST_COINS>::new(region)) else {
        return Ok(None);
    };
    let letters = |state: &CoinList<MOST_COINS>| {
        let mut text = vec!['.'; places.len()];
        for (label, cell) in space.labelled(state) {
            text[cells[cell]] = label.letter().unwrap_or('?');
        }
        text.into_iter().collect()
    };
    listed(&space, letters, most, control)
}

/// How many configurations a board may have for each one that may be listed.
const MOST_UNREACHED: u64 = 40;
/// The most coins; more have too many configurations, except on boards that they almost fill.
const MOST_COINS: usize = 16;

fn listed<S: Backward>(
    space: &S,
    letters: impl Fn(&S::State) -> String,
    most: u64,
    control: &Control<'_>,
) -> Result<Option<Vec<Vec<String>>>, StopReason> {
    let lists = distances(space, most, control)?;
    let texts = |list: Vec<S::State>| list.iter().map(&letters).collect();
    Ok(lists.map(|lists| lists.into_iter().map(texts).collect()))
}
