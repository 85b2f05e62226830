//! A page for each (k, n) of the map, and for each stored solution.

use crate::error::GalleryError;
use crate::material::{Filed, Material};
use crate::pages::grouped;
use crate::pages::{
    Entry, Kind, Place, Section, Sizes, card, figure_of, folded, found, page, player, table, text,
};
use maud::{Markup, html};
use rayon::prelude::*;
use tait_atlas::Standing;
use tait_atlas::explain;
use tait_atlas::row_of_claimed;
use tait_draw::{Play, RowPlay};
use tait_linear::{Cell, CellAnswer, Claim, Exhaustion, Extension, MoveSequence, Puzzle, Solution};
use tait_store::{
    CellRecord, ClassificationRecord, FamilyRecord, Level, SearchCounts, SolutionRecord,
};

/// The largest k and n on the front page. Such boards fit into a frame of 600 pixels.
const LARGEST_TASK: (u32, u64) = (5, 7);

/// Returns the address of a puzzle's page, relative to the index.
pub(crate) fn address(puzzle: Puzzle) -> String {
    format!("puzzles/k{:02}-n{:03}.html", puzzle.k(), puzzle.n())
}

pub(crate) fn section(material: &Material<'_>) -> Result<Section, GalleryError> {
    let maps: Vec<Filed<'_, ClassificationRecord>> = material.of().collect();
    let cells: Vec<(&Filed<'_, ClassificationRecord>, &CellRecord)> = maps
        .iter()
        .flat_map(|map| map.record.cells.iter().map(move |cell| (map, cell)))
        .collect();
    let pages: Vec<Section> = cells
        .par_iter()
        .map(|(map, cell)| puzzle_page(material, map, cell))
        .collect::<Result<_, GalleryError>>()?;
    let mut section = Section::default();
    for page in pages {
        section.files.extend(page.files);
        section.entries.extend(page.entries);
    }
    for stored in material.of::<SolutionRecord>() {
        solution_page(&stored, material.level(&stored), &mut section)?;
    }
    Ok(section)
}

/// The page of a stored solution. It may have restrictions, or its puzzle may not be on the map.
fn solution_page(
    stored: &Filed<'_, SolutionRecord>,
    level: Level,
    section: &mut Section,
) -> Result<(), GalleryError> {
    let record = stored.record;
    let (solution, claim) = (&record.solution, &record.claim);
    let puzzle = solution.puzzle();
    let restricted = match record.restrictions.is_none() {
        true => String::new(),
        false => format!(", {}", record.restrictions),
    };
    let title = format!("Stored solution of {puzzle}{restricted}");
    let shorter = match claim {
        Claim::LowerBound => &[][..],
        Claim::Exhaustion { shorter } => shorter,
    };
    let claimed = Some((claim, level));
    let play = row_of_claimed(solution, claimed)?;
    let below = html! {
        (searched(shorter, &html! {}))
        (card("Why it works", &folded("Move by move", &explain::solution(solution, &Standing::from(Some(claim.clone())))?)))
        (found(&record.found_by, stored.file, level))
    };
    let text = play.claim().to_owned();
    let address = format!(
        "solutions/{}.html",
        stored
            .file
            .trim_start_matches("solutions/")
            .trim_end_matches(".json")
            .replace('/', "-")
    );
    let place = Place::DIRECTORY;
    let page = player(place, &title, Play::Row(play), &below);
    section.list(
        Entry::new(Kind::Puzzle, title, text, address)
            .with_k(puzzle.k())
            .with_sizes(vec![Sizes::one(puzzle.n())]),
        page,
    );
    Ok(())
}

fn entry(record: &CellRecord) -> Entry {
    let puzzle = record.cell.puzzle;
    let entry = Entry::new(
        Kind::Puzzle,
        puzzle.to_string(),
        record.cell.answer().to_string(),
        address(puzzle),
    )
    .with_k(puzzle.k())
    .with_sizes(vec![Sizes::one(puzzle.n())]);
    let moves = match record.cell.answer() {
        CellAnswer::Suffices => puzzle.n(),
        CellAnswer::Optimum(moves) => moves,
        _ => return entry,
    };
    let (k, n) = (puzzle.k(), puzzle.n());
    if record.cell.solution.is_none() || k > LARGEST_TASK.0 || n > LARGEST_TASK.1 {
        return entry;
    }
    entry.with_task(format!("{n} nickels and {n} pennies: slide {k} adjacent coins at a time, until the row alternates"), moves)
}

fn puzzle_page(
    material: &Material<'_>,
    map: &Filed<'_, ClassificationRecord>,
    record: &CellRecord,
) -> Result<Section, GalleryError> {
    let mut section = Section::default();
    let cell = &record.cell;
    let place = Place::DIRECTORY;
    let searches = SearchCounts::excluding(cell.puzzle, &cell.excluded);
    let plot = address(cell.puzzle).replace(".html", "-states.svg");
    let plotted = figure_of(&plot, searches, &mut section)?;
    let below = html! {
        (known(map, record))
        (searched(&cell.excluded, &plotted))
        (neighbours(material, cell.puzzle))
    };
    let title = cell.puzzle.to_string();
    let entry = entry(record);
    let text = match &cell.solution {
        Some(solution) => {
            let play = play(material, record, solution)?;
            let why = explain::solution(solution, &Standing::of_cell(cell))?;
            let below = html! { (below) (card("Why it works", &folded("Move by move", &why))) };
            player(place, &title, Play::Row(play), &below)
        }
        None => page(place, &title, &entry.text, &below),
    };
    section.list(entry, text);
    Ok(section)
}

/// Returns the solution to play. If the map has it from a base, it is an extension, which shows the added coins.
fn play(
    material: &Material<'_>,
    record: &CellRecord,
    solution: &Solution,
) -> Result<RowPlay, GalleryError> {
    let source = record.source.as_deref().unwrap_or_default();
    let families = material.of::<FamilyRecord>();
    let extension = families
        .filter(|stored| source.starts_with(stored.file))
        .find_map(|stored| stored.record.family.extension(record.cell.puzzle.n()));
    let play = match extension {
        Some(extension) if is_same(&extension, solution) => RowPlay::of_extension(&extension)?,
        _ => {
            let standing = Standing::of_cell(&record.cell);
            let claimed = match &standing {
                Standing::Optimal(claim, _) => Some((claim, record.level())),
                _ => None,
            };
            row_of_claimed(solution, claimed)?
        }
    };
    Ok(match &record.source {
        Some(source) => play.with_origin(format!("from {source}")),
        None => play,
    })
}

fn is_same(extension: &Extension<'_>, solution: &Solution) -> bool {
    extension.start() == solution.start() && extension.moves().eq(solution.moves().iter().copied())
}

fn known(map: &Filed<'_, ClassificationRecord>, record: &CellRecord) -> Markup {
    let cell = &record.cell;
    let puzzle = cell.puzzle;
    card(
        "What is known",
        &html! {
            p { strong { (puzzle) ": " (cell.answer()) "." } " " (meaning(cell)) }
            @if let Some(source) = &record.source { p { "From " (source) "." } }
            (found(&record.found_by, map.file, record.level()))
        },
    )
}

/// Explains the answer to a visitor who sees such a page for the first time.
fn meaning(cell: &Cell) -> String {
    let n = cell.puzzle.n();
    match cell.answer() {
        CellAnswer::Suffices => format!(
            "This solution is optimal: every solution has at least n = {n} moves, because a move gains at most two pairs of adjacent coins \
             of different type."
        ),
        CellAnswer::Optimum(moves) => format!(
            "n = {n} moves, the lower bound, do not suffice: exhaustive searches excluded fewer than {moves} moves."
        ),
        CellAnswer::Between { .. } => {
            format!(
                "n = {n} moves, the lower bound, do not suffice. For the optimum, only bounds are known."
            )
        }
        CellAnswer::NoSolution => {
            format!(
                "The puzzle {}.",
                cell.puzzle.unsolvable().unwrap_or_default()
            )
        }
        CellAnswer::Open { .. } => "Nothing is proven beyond the lower bound.".to_owned(),
    }
}

/// The searches that excluded numbers of moves.
fn searched(excluded: &[Exhaustion], plotted: &Markup) -> Markup {
    if excluded.is_empty() {
        return html! {};
    }
    let row = |search: &Exhaustion| {
        vec![
            text(search.moves),
            text(format!("{} to {}", search.board_from, search.board_to)),
            text(grouped(search.states.iter().sum())),
            text(spaced(&search.states)),
        ]
    };
    let rows: Vec<Vec<Markup>> = excluded.iter().map(row).collect();
    card(
        "What searches excluded",
        &html! {
            p { "Each search saw every row that a solution of this length could pass through. A theorem proves that its board is wide enough." }
            (table(
                "Searches that found no solution",
                &["moves", "board", "states", "states per depth"],
                &rows,
            ))
            (plotted)
        },
    )
}

/// Returns the numbers, separated by spaces.
pub(crate) fn spaced(numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(|&number| grouped(number)).collect();
    numbers.join(" ")
}

/// Returns whether a puzzle has a page: it is on a stored map.
pub(crate) fn has_page(material: &Material<'_>, puzzle: Puzzle) -> bool {
    let mut maps = material.of::<ClassificationRecord>();
    let map = maps.find(|map| map.record.k == puzzle.block_length());
    map.is_some_and(|map| map.record.cell(puzzle.n()).is_some())
}

/// Returns links to the neighbours of this puzzle on the map.
fn neighbours(material: &Material<'_>, puzzle: Puzzle) -> Markup {
    let (k, n) = (i64::from(puzzle.k()), puzzle.n() as i64);
    let at = |k: i64, n: i64| {
        let puzzle = Puzzle::new(k.try_into().ok()?, n.try_into().ok()?).ok()?;
        has_page(material, puzzle).then_some(puzzle)
    };
    let steps = [(0, -1), (0, 1), (-1, 0), (1, 0)];
    let puzzles: Vec<Puzzle> = steps
        .iter()
        .filter_map(|(down, right)| at(k + down, n + right))
        .collect();
    html! {
        nav class="card" aria-label="Neighbours on the map" {
            h2 { "Neighbours on the map" }
            ul class="row" {
                @for puzzle in puzzles {
                    li { a href=(format!("../{}", address(puzzle))) { (puzzle) } }
                }
            }
        }
    }
}
