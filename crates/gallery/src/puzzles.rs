//! A page for each (k, n) of the map, and for each stored solution.

use crate::error::GalleryError;
use crate::material::{Filed, Material};
use crate::pages::grouped;
use crate::pages::{
    About, Entry, Kind, Part, Place, Section, Sizes, card, folded, found, players, states, table,
    text,
};
use maud::{Markup, html};
use rayon::prelude::*;
use tait_atlas::Standing;
use tait_atlas::explain;
use tait_atlas::map::{MapRow, kind_name, kinds};
use tait_atlas::row_of_claimed;
use tait_draw::{Play, RowPlay};
use tait_linear::{
    BlockLength, Cell, CellAnswer, Claim, Exhaustion, Extension, MoveSequence, Puzzle, Solution,
};
use tait_store::{CellRecord, ClassificationRecord, FamilyRecord, Level, SolutionRecord};

/// The largest k and n on the front page. Such rows fit into a frame of 600 pixels.
const LARGEST_TASK: (u32, u64) = (12, 20);

/// Returns the address of a puzzle, relative to the index.
pub(crate) fn address(puzzle: Puzzle) -> String {
    format!("{}#{}", address_of(puzzle.k()), name(puzzle))
}

/// Returns the address of the page of all puzzles of a k, relative to the index.
pub(crate) fn address_of(k: u32) -> String {
    format!("puzzles/k{k:02}.html")
}

/// The name of a puzzle on its page.
fn name(puzzle: Puzzle) -> String {
    format!("n{:03}", puzzle.n())
}

pub(crate) fn section(material: &Material<'_>) -> Result<Section, GalleryError> {
    let mut section = Section::default();
    let maps: Vec<Filed<'_, ClassificationRecord>> = material.of().collect();
    let pages: Vec<String> = maps
        .par_iter()
        .map(|map| page_of(material, map))
        .collect::<Result<_, GalleryError>>()?;
    for (map, page) in maps.iter().zip(pages) {
        section.add(address_of(map.record.k.get()), page);
        for cell in &map.record.cells {
            section.mention(entry(cell));
        }
    }
    solutions(material, &mut section)?;
    Ok(section)
}

/// The page of all puzzles of a k.
fn page_of(
    material: &Material<'_>,
    map: &Filed<'_, ClassificationRecord>,
) -> Result<String, GalleryError> {
    let k = map.record.k.get();
    let cells = &map.record.cells;
    let parts = cells.par_iter().map(|cell| part(material, map, cell));
    let parts: Vec<Part> = parts.collect::<Result<_, GalleryError>>()?;
    let row = material.map.rows.iter().find(|row| row.k.get() == k);
    let overview = html! {
        p class="lead" {
            "n nickels, then n pennies, stand in a row. A move slides " (k) " adjacent coins, in their order, to " (k) " free positions. How few moves make \
             the row alternate? Every solution takes at least n."
        }
        @if let Some(row) = row { p { (row.sentence()) "." } (sizes(row, cells)) }
    };
    let title = format!("{k} coins at a time");
    let text = match row {
        Some(row) => row.sentence(),
        None => String::new(),
    };
    let about = About {
        title: &title,
        text: &text,
    };
    Ok(players(Place::DIRECTORY, about, &overview, parts))
}

/// A link to each puzzle of a k, coloured as on the map.
fn sizes(row: &MapRow, cells: &[CellRecord]) -> Markup {
    html! {
        section class="card" aria-labelledby="choose" {
            h2 id="choose" { "Choose n" }
            ul class="sizes" {
                @for record in cells {
                    @let n = record.cell.puzzle.n();
                    @let answer = row.answer(n).unwrap_or_else(|| record.cell.answer());
                    li class=(kind_name(answer)) { a href=(format!("#{}", name(record.cell.puzzle))) title=(answer) { (n) } }
                }
            }
            (legend())
        }
    }
}

/// What the colours of the map mean.
pub(crate) fn legend() -> Markup {
    html! { ul class="legend" { @for (name, words) in kinds() { li { span class={ "swatch " (name) } {} (words.replace("..+", "–")) } } } }
}

/// The page of the stored solutions. They may have restrictions, or their puzzles may not be on the map.
fn solutions(material: &Material<'_>, section: &mut Section) -> Result<(), GalleryError> {
    const ADDRESS: &str = "solutions.html";
    let mut parts = Vec::new();
    for stored in material.of::<SolutionRecord>() {
        let (part, entry) = stored_solution(&stored, material.level(&stored))?;
        section.mention(entry.at(ADDRESS, &part.name));
        parts.push(part);
    }
    if parts.is_empty() {
        return Ok(());
    }
    let overview = html! {
        p class="lead" { "Each of these solutions was found by a search of its own. Some keep to restrictions, and some are of sizes that the map does not show." }
        ul { @for part in &parts { li { a href=(format!("#{}", part.name)) { (part.title) } } } }
    };
    let text = format!(
        "{} solutions with their proofs, each found by a search of its own",
        parts.len()
    );
    let about = About {
        title: "Stored solutions",
        text: &text,
    };
    section.add(ADDRESS, players(Place::TOP, about, &overview, parts));
    Ok(())
}

fn stored_solution(
    stored: &Filed<'_, SolutionRecord>,
    level: Level,
) -> Result<(Part, Entry), GalleryError> {
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
    let about = html! {
        (searched(puzzle, shorter))
        (card("Why it works", &folded("Move by move", &explain::solution(solution, &Standing::from(Some(claim.clone())))?)))
        (found(Place::TOP, &record.found_by, stored.file, level))
    };
    let text = play.claim().to_owned();
    let entry = Entry::new(Kind::Puzzle, title.clone(), text, String::new());
    let entry = entry
        .with_k(puzzle.k())
        .with_sizes(vec![Sizes::one(puzzle.n())]);
    let name = stored.name();
    let play = Some(Play::Row(play));
    Ok((
        Part {
            name,
            title,
            play,
            about,
            is_listed: false,
        },
        entry,
    ))
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

fn part(
    material: &Material<'_>,
    map: &Filed<'_, ClassificationRecord>,
    record: &CellRecord,
) -> Result<Part, GalleryError> {
    let cell = &record.cell;
    let (play, why) = match &cell.solution {
        Some(solution) => {
            let why = explain::solution(solution, &Standing::of_cell(cell))?;
            let why = card("Why it works", &folded("Move by move", &why));
            (Some(Play::Row(play(material, record, solution)?)), why)
        }
        None => (None, html! {}),
    };
    let about = html! {
        (known(map, record))
        (searched(cell.puzzle, &cell.excluded))
        (neighbours(material, cell.puzzle))
        (why)
    };
    let puzzle = cell.puzzle;
    let title = format!("{} coins at a time, n = {}", puzzle.k(), puzzle.n());
    Ok(Part {
        name: name(puzzle),
        title,
        play,
        about,
        is_listed: false,
    })
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
            (found(Place::DIRECTORY, &record.found_by, map.file, record.level()))
        },
    )
}

/// Explains the answer to a visitor who sees such a page for the first time.
pub(crate) fn meaning(cell: &Cell) -> String {
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
fn searched(puzzle: Puzzle, excluded: &[Exhaustion]) -> Markup {
    if excluded.is_empty() {
        return html! {};
    }
    let row = |search: &Exhaustion| {
        vec![
            text(search.moves),
            text(format!("{} to {}", search.board_from, search.board_to)),
            text(grouped(search.states.iter().sum())),
            states(&search.states),
        ]
    };
    let rows: Vec<Vec<Markup>> = excluded.iter().map(row).collect();
    card(
        "What searches excluded",
        &html! {
            p { "Each search saw every row that a solution of this length could pass through. A theorem proves that its board is wide enough." }
            (table(
                &format!("Searches that found no solution of {puzzle}"),
                &["moves", "board", "states", "states per depth"],
                &rows,
            ))
        },
    )
}

/// Returns whether there is a page of the puzzles of a k: there is a stored map.
pub(crate) fn has_row(material: &Material<'_>, k: BlockLength) -> bool {
    material
        .of::<ClassificationRecord>()
        .any(|map| map.record.k == k)
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
        p {
            "Neighbours on the map: "
            @for other in puzzles {
                @let address = address(other);
                @let part = address.find('#').filter(|_| other.k() == puzzle.k());
                a href=(address[part.unwrap_or("puzzles/".len())..]) { (other) } " "
            }
        }
    }
}
