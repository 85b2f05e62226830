//! A page for each family: its bases, wraps or doubles, and how they grow.

use crate::error::GalleryError;
use crate::material::{Filed, Material};
use crate::pages::{
    About, Entry, Kind, Part, Place, Section, Sizes, card, figure, folded, found, link, players,
    table, term, text,
};
use maud::{Markup, html};
use tait_atlas::catalogue::exchange;
use tait_atlas::explain;
use tait_draw::{Play, RowPlay, Rows, row_svg, row_thumbnail};
use tait_linear::wrap::{AnyWrap, Composition};
use tait_linear::{
    Analysis, Base, BlockLength, Coverage, Extension, Move, MoveSequence, Settles, Solution,
    analyse,
};
use tait_store::{DoublesFamilyRecord, FamilyRecord, Level, WrapFamilyRecord};

/// The widest row that a page draws as a figure. Wider rows are only played.
const WIDEST_FIGURE: u64 = 48;

pub(crate) fn section(material: &Material<'_>) -> Result<Section, GalleryError> {
    let mut section = Section::default();
    for stored in material.of::<FamilyRecord>() {
        bases(&stored, &mut section)?;
    }
    for stored in material.of::<WrapFamilyRecord>() {
        wraps(&stored, &mut section)?;
    }
    for stored in material.of::<DoublesFamilyRecord>() {
        doubles(&stored, &mut section)?;
    }
    Ok(section)
}

/// A family of bases.
fn bases(stored: &Filed<'_, FamilyRecord>, section: &mut Section) -> Result<(), GalleryError> {
    let (name, family) = (&*stored.name(), &stored.record.family);
    let coverage = family.coverage();
    let modulus = 2 * u64::from(family.k.get());
    let title = format!("Bases for k = {}: {name}", family.k);
    let mut rows = Vec::new();
    let mut parts = Vec::new();
    for base in &family.bases {
        rows.push(base_row(base, modulus, &title, &mut parts)?);
    }
    let growing = family.bases.iter().find_map(|base| {
        let extension = Extension::repeated(base, 1)?;
        (2 * extension.puzzle().n() <= WIDEST_FIGURE).then_some((base, extension))
    });
    let grown = match growing {
        Some((base, extension)) => grown(base, &extension)?,
        None => html! {},
    };
    let smaller = &stored.record.smaller_sizes;
    let body = html! {
        p class="lead" { "For k = " (family.k) ": " (coverage) "." }
        p {
            "A " (term(Place::DIRECTORY, "base", "base")) " is a solution of n moves with a stationary nickel and a stationary penny. Its k exchanges carry the patterns of a solution of \
             the auxiliary puzzle. By Theorem 5.1.1 it can be extended by 2k = " (modulus) " any number of times."
        }
        (card("Bases", &table("Bases", &["n", "extended", "start", "moves", "nickel", "penny", "exchanges"], &rows)))
        (grown)
        (card("Settled sizes", &growth(&coverage, modulus, "base")))
        @if !smaller.is_empty() {
            (card("Smaller sizes", &html! { ul { @for size in smaller { li { (explain::smaller_size(size)) } } } }))
        }
        (found(Place::DIRECTORY, &stored.record.found_by, stored.file, Level::Replayed))
    };
    let smallest = family.bases.iter().min_by_key(|base| base.puzzle().n());
    let text = format!("k = {}, {} bases: {coverage}", family.k, family.bases.len());
    let entry = Entry {
        picture: thumbnail(smallest.map(|base| &base.solution))?,
        ..entry(name, title, text, family.k)
    };
    list(section, entry, &coverage, &body, parts);
    Ok(())
}

/// Returns a row of the table of bases, and adds the parts that play the base and its first extension.
fn base_row(
    base: &Base,
    modulus: u64,
    family: &str,
    parts: &mut Vec<Part>,
) -> Result<Vec<Markup>, GalleryError> {
    let n = base.puzzle().n();
    let name = |n: u64| format!("n{n:03}");
    for times in [0, 1] {
        let Some(extension) = Extension::repeated(base, times) else {
            continue;
        };
        let title = match times {
            0 => format!("Base {}", base.puzzle()),
            _ => format!("{}, extended from n = {n}", extension.puzzle()),
        };
        let play = RowPlay::of_extension(&extension)?.with_origin(family);
        let about = match times {
            0 => html! {},
            _ => card(
                "How it grows",
                &folded(
                    "Exchanges and their chains",
                    &explain::extension(&extension),
                ),
            ),
        };
        let name = name(n + times * modulus);
        let play = Some(Play::Row(play));
        parts.push(Part {
            name,
            title,
            play,
            about,
            is_listed: true,
        });
    }
    let exchanges: Vec<String> = base.exchanges.iter().map(exchange).collect();
    Ok(vec![
        link(&format!("#{}", name(n)), n),
        link(&format!("#{}", name(n + modulus)), n + modulus),
        text(base.solution.start()),
        text(joined(base.solution.moves())),
        text(base.nickel),
        text(base.penny),
        text(exchanges.join(" ")),
    ])
}

/// The card that shows a base and its first extension.
fn grown(base: &Base, extension: &Extension<'_>) -> Result<Markup, GalleryError> {
    let n = base.puzzle().n();
    let Some(unchanged) = Extension::repeated(base, 0) else {
        return Ok(html! {});
    };
    let larger = extension.puzzle().n();
    let svg = |of: &Extension<'_>| row_svg(&RowPlay::of_extension(of)?, Rows::ALL);
    Ok(card(
        "How a base grows",
        &html! {
            p {
                "The figures shade the stationary coins. Boxes mark the 2k nickels and 2k pennies that the extension inserts beside them. Each of the \
                 k exchanges becomes a chain of three moves that also exchanges a block of the inserted coins. Every other move stays one move."
            }
            (figure(&svg(&unchanged)?, &format!("The base for n = {n}.")))
            (figure(&svg(extension)?, &format!("Extended once, to n = {larger}.")))
        },
    ))
}

/// A family of wraps.
fn wraps(stored: &Filed<'_, WrapFamilyRecord>, section: &mut Section) -> Result<(), GalleryError> {
    let (name, family) = (&*stored.name(), &stored.record.family);
    let title = format!("Wraps for k = {}: {name}", family.block_length());
    let coverage = family.coverage();
    let modulus = coverage.first.len() as u64;
    let shown = Shown { title: &title };
    let mut parts = Vec::new();
    let mut rows = Vec::new();
    for base in family.bases() {
        rows.push(shown.solution_row("base", base, &mut parts)?);
    }
    for wrap in family.wraps() {
        if let Some(alone) = wrap.around_trivial_base() {
            let what = format!("wrap of width {} alone", wrap.width());
            rows.push(shown.solution_row(&what, &alone, &mut parts)?);
        }
    }
    // The picture shows a base, or else a wrap with nothing inside.
    let alone = family.wraps().iter().find_map(AnyWrap::around_trivial_base);
    let shown_small = family
        .bases()
        .iter()
        .chain(&alone)
        .min_by_key(|solution| solution.puzzle().n());
    let picture = thumbnail(shown_small)?;
    let mut firsts: Vec<u64> = coverage.first.iter().copied().flatten().collect();
    firsts.sort_unstable();
    let first = firsts
        .iter()
        .find_map(|&first| family.composition(first + modulus));
    let wrapped = match first {
        Some(composition) => shown.composition(&composition, &mut parts)?,
        None => html! {},
    };
    let wraps: Vec<Vec<Markup>> = family.wraps().iter().map(wrap_row).collect();
    let body = html! {
        p class="lead" { "For k = " (family.block_length()) ": " (family.claim()) "." }
        p {
            "A " (term(Place::DIRECTORY, "wrap", "wrap")) " of width m puts m moves around any solution of a smaller puzzle. The result can be wrapped again: n, n + m, n + 2m, ..."
        }
        (card("Wraps", &html! {
            (table("Wraps", &["width m", "what it is", "moves before", "number of moves", "moves in cells with n' = 1"], &wraps))
            (folded("Why they work", &explain::wrap_family(family)))
        }))
        @if !rows.is_empty() {
            (card("Innermost solutions", &table("Innermost solutions", &["n", "what", "start", "moves", "gains"], &rows)))
        }
        (wrapped)
        (card("Settled sizes", &growth(&coverage, modulus, "smallest size")))
        (found(Place::DIRECTORY, &stored.record.found_by, stored.file, Level::Replayed))
    };
    let text = format!("k = {}: {}", family.block_length(), family.claim());
    let entry = Entry {
        picture,
        ..entry(name, title, text, family.block_length())
    };
    list(section, entry, &coverage, &body, parts);
    Ok(())
}

/// A family of doubles.
fn doubles(
    stored: &Filed<'_, DoublesFamilyRecord>,
    section: &mut Section,
) -> Result<(), GalleryError> {
    let (name, family) = (&*stored.name(), &stored.record.family);
    let title = format!("Doubles for k = {}: {name}", family.block_length());
    let coverage = family.coverage();
    let modulus = coverage.first.len() as u64;
    let shown = Shown { title: &title };
    let (mut rows, mut parts) = (Vec::new(), Vec::new());
    for base in family.bases() {
        let mut links = Vec::new();
        for solution in [0, 1]
            .iter()
            .filter_map(|&times| Some(base.extended(times)?.solution()))
        {
            let puzzle = solution.puzzle();
            let name = format!("n{:03}", puzzle.n());
            let title = match links.is_empty() {
                true => format!("Base {puzzle}"),
                false => format!(
                    "{puzzle}, extended from n = {}",
                    base.solution().puzzle().n()
                ),
            };
            links.push(link(&format!("#{name}"), puzzle.n()));
            parts.push(shown.part(&name, &title, &solution, html! {})?);
        }
        let numbers: Vec<String> = base.numbers().map(|number| number.to_string()).collect();
        links.push(text(joined(base.solution().moves())));
        links.push(text(numbers.join(", ")));
        rows.push(links);
    }
    let body = html! {
        p class="lead" { "For k = " (family.block_length()) ": " (family.claim()) "." }
        p {
            "A " (term(Place::DIRECTORY, "doubles move", "doubles move")) " slides a block that reads aabbaabb.. A solution with such a move can be extended by "
            (modulus) " nickels and pennies any number of times."
        }
        (card("Bases", &table("Bases", &["n", "extended", "moves", "doubles moves"], &rows)))
        (card("Why it works", &html! { pre class="words" tabindex="0" { (explain::doubles_family(family)) } }))
        (card("Settled sizes", &growth(&coverage, modulus, "smallest size")))
        (found(Place::DIRECTORY, &stored.record.found_by, stored.file, Level::Replayed))
    };
    let text = format!("k = {}: {}", family.block_length(), family.claim());
    let entry = Entry {
        picture: thumbnail(family.solutions().next())?,
        ..entry(name, title, text, family.block_length())
    };
    list(section, entry, &coverage, &body, parts);
    Ok(())
}

/// Returns the entry of a family.
fn entry(name: &str, title: String, text: String, k: BlockLength) -> Entry {
    let address = format!("families/{name}.html");
    Entry::new(Kind::Family, title, text, address).with_k(k.get())
}

/// Lists the page of a family, with the sizes that it settles.
fn list(section: &mut Section, entry: Entry, settled: &Coverage, body: &Markup, parts: Vec<Part>) {
    let about = About {
        title: &entry.title,
        text: &entry.text,
    };
    let page = players(Place::DIRECTORY, about, body, parts);
    section.list(entry.with_sizes(sizes(settled)), page);
}

/// Returns a small picture of a solution.
fn thumbnail(solution: Option<&Solution>) -> Result<Option<String>, GalleryError> {
    let draw = |solution| Ok(row_thumbnail(&RowPlay::of_solution(solution)?));
    solution.map(draw).transpose()
}

fn wrap_row(wrap: &AnyWrap) -> Vec<Markup> {
    vec![
        text(wrap.width()),
        text(wrap),
        text(wrap.before()),
        text(wrap.moves().len()),
        text(joined(wrap.moves())),
    ]
}

/// A family of wraps whose solutions are shown.
struct Shown<'a> {
    title: &'a str,
}

impl Shown<'_> {
    fn part(
        &self,
        name: &str,
        title: &str,
        solution: &Solution,
        about: Markup,
    ) -> Result<Part, GalleryError> {
        let play = RowPlay::of_solution(solution)?.with_origin(self.title);
        let (name, title) = (name.to_owned(), title.to_owned());
        let play = Some(Play::Row(play));
        Ok(Part {
            name,
            title,
            play,
            about,
            is_listed: true,
        })
    }

    fn solution_row(
        &self,
        what: &str,
        solution: &Solution,
        parts: &mut Vec<Part>,
    ) -> Result<Vec<Markup>, GalleryError> {
        let n = solution.puzzle().n();
        let name = format!("n{n:03}");
        let title = format!("{}: {what}", solution.puzzle());
        // Two wraps alone may solve the same size.
        if parts.iter().all(|part| part.name != name) {
            parts.push(self.part(&name, &title, solution, html! {})?);
        }
        let analysis = analyse(solution).map_err(GalleryError::wrong)?;
        Ok(vec![
            link(&format!("#{name}"), n),
            text(what),
            text(solution.start()),
            text(joined(solution.moves())),
            text(gains(&analysis)),
        ])
    }

    /// The card on the smallest size that a wrap around another solution settles.
    fn composition(
        &self,
        composition: &Composition<'_>,
        parts: &mut Vec<Part>,
    ) -> Result<Markup, GalleryError> {
        let puzzle = composition.puzzle();
        let moves: Vec<Move> = composition.moves().collect();
        let solution = Solution::new(puzzle, composition.start(), moves);
        let words = explain::composition(composition);
        let about = card("How it is made", &folded("From the outside in", &words));
        let title = format!("{puzzle}: nested wraps");
        parts.push(self.part("wrapped", &title, &solution, about)?);
        Ok(card(
            "How it grows",
            &html! {
                ul {
                    @for layer in composition.layers() {
                        li { "n = " (layer.inner_size()) " to " (layer.outer_size()) ": " (layer.count) " times " (layer.wrap) }
                    }
                }
                p { (link("#wrapped", format!("Play n = {}", puzzle.n()))) }
            },
        ))
    }
}

/// Returns a table of the first settled sizes of each residue.
fn growth(coverage: &Coverage, modulus: u64, first: &str) -> Markup {
    let row = |(residue, first): (usize, &Option<u64>)| {
        let next = |times: u64| {
            first.map_or_else(String::new, |first| (first + times * modulus).to_string())
        };
        let mut row = vec![
            text(residue),
            text(first.map_or_else(|| "none".to_owned(), |first| first.to_string())),
        ];
        row.extend((1..=4).map(|times| text(next(times))));
        row
    };
    let rows: Vec<Vec<Markup>> = coverage.first.iter().enumerate().map(row).collect();
    let names: Vec<String> = (1..=4)
        .map(|times| format!("+{}", times * modulus))
        .collect();
    let residue = format!("n mod {modulus}");
    let mut columns = vec![residue.as_str(), first];
    columns.extend(names.iter().map(String::as_str));
    table("Sizes for each residue", &columns, &rows)
}

fn sizes(coverage: &Coverage) -> Vec<Sizes> {
    let modulus = coverage.first.len() as u64;
    let firsts = coverage.first.iter().copied().flatten();
    firsts.map(|first| Sizes::from(first, modulus)).collect()
}

/// Returns the moves in their notation.
pub(crate) fn joined(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect()
}

/// Returns the gain of each move.
pub(crate) fn gains(analysis: &Analysis) -> String {
    let gains = analysis.gains.iter();
    let gains: Vec<String> = gains.map(|gain| format!("{gain:+}")).collect();
    gains.join(" ")
}
