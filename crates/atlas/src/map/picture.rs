//! The map as a picture: standalone SVG, for light and dark, and for screen readers.

use super::{Map, Row, runs, symbol};
use tait_draw::escaped;
use tait_linear::CellAnswer;

/// The side of a cell.
const SIDE: usize = 36;
/// The width left of the cells, for the names of the rows.
const LEFT: usize = 64;
/// The height above the cells, for the heading and the sizes.
const TOP: usize = 76;
/// The height of a line of the legend.
const LINE: usize = 24;

/// Kinds of cells: the class in the style sheet, a light and a dark colour, and words.
const KINDS: [(&str, &str, &str, &str); 5] = [
    ("suffices", "#b7dfc3", "#1f6b3a", "n: n moves suffice"),
    ("more", "#fbd38d", "#8a5a00", "+m: the optimum is n + m"),
    (
        "bounds",
        "#f5b7a8",
        "#8c3b26",
        ">+m or +a..+b: n moves do not suffice; bounds",
    ),
    ("none", "#c9c9d6", "#4a4a5c", "x: no number of moves"),
    ("open", "#ffffff", "#1c1c22", "?: open"),
];

const fn kind(answer: CellAnswer) -> usize {
    match answer {
        CellAnswer::Suffices => 0,
        CellAnswer::Optimum(_) => 1,
        CellAnswer::Between { .. } => 2,
        CellAnswer::NoSolution => 3,
        CellAnswer::Open { .. } => 4,
    }
}

/// Returns the class of an answer's cell.
#[must_use]
pub const fn kind_name(answer: CellAnswer) -> &'static str {
    KINDS[kind(answer)].0
}

/// Returns the classes, and the meaning of each.
pub fn kinds() -> impl Iterator<Item = (&'static str, &'static str)> {
    KINDS.iter().map(|(class, _, _, words)| (*class, *words))
}

/// Returns the classes as a style sheet for cells of HTML.
#[must_use]
pub fn kinds_as_style() -> String {
    format!(
        "{}\n@media (prefers-color-scheme:dark){{{}}}\n",
        rules("background", false),
        rules("background", true)
    )
}

/// The colours of the classes, as values of a property.
fn rules(property: &str, dark: bool) -> String {
    KINDS
        .iter()
        .map(|(class, on_light, on_dark, _)| {
            let colour = if dark { on_dark } else { on_light };
            format!(".{class}{{{property}:{colour}}}")
        })
        .collect()
}

/// Draws the picture.
#[must_use]
pub fn draw(map: &Map) -> String {
    let columns = (map.sizes.last - map.sizes.first + 1) as usize;
    let width = (LEFT + columns * SIDE + 24).max(460);
    let legend = TOP + map.rows.len() * SIDE + 20;
    let height = legend + (KINDS.len() + 1) * LINE + 12;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-labelledby=\"title description\" font-family=\"system-ui, sans-serif\" font-size=\"13\">\n\
         <title id=\"title\">Which k and n take n moves</title>\n\
         <desc id=\"description\">{}</desc>\n{}",
        description(map),
        style()
    );
    let mut put = |line: &str| {
        svg.push_str(line);
        svg.push('\n');
    };
    put("<rect class=\"ground\" width=\"100%\" height=\"100%\"/>");
    put(
        "<text class=\"heading\" x=\"16\" y=\"28\">Sliding k coins at a time: do n moves solve n nickels and n pennies?</text>",
    );
    put(&label(LEFT / 2, TOP - 12, "k \\ n"));
    for (column, n) in (map.sizes.first..=map.sizes.last).enumerate() {
        put(&label(
            LEFT + column * SIDE + SIDE / 2,
            TOP - 12,
            &n.to_string(),
        ));
    }
    for (index, row) in map.rows.iter().enumerate() {
        let y = TOP + index * SIDE;
        put(&label(LEFT / 2, y + SIDE / 2 + 5, &row.k.to_string()));
        for (column, n) in (map.sizes.first..=map.sizes.last).enumerate() {
            if let Some(answer) = row.answer(n) {
                put(&cell(row, n, answer, LEFT + column * SIDE, y));
            }
        }
        if let Some(from) = row.threshold().from
            && (map.sizes.first..=map.sizes.last).contains(&from)
        {
            let x = LEFT + (from - map.sizes.first) as usize * SIDE;
            put(&format!(
                "<line class=\"threshold\" x1=\"{x}\" y1=\"{y}\" x2=\"{x}\" y2=\"{}\"/>",
                y + SIDE
            ));
        }
    }
    for (index, (class, _, _, words)) in KINDS.iter().enumerate() {
        let y = legend + index * LINE;
        put(&format!(
            "<rect class=\"{class}\" x=\"16\" y=\"{y}\" width=\"18\" height=\"18\" rx=\"3\"/>\
             <text x=\"44\" y=\"{}\">{}</text>",
            y + 14,
            escaped(words)
        ));
    }
    let y = legend + KINDS.len() * LINE;
    put(&format!(
        "<line class=\"threshold\" x1=\"25\" y1=\"{y}\" x2=\"25\" y2=\"{}\"/>\
         <text x=\"44\" y=\"{}\">from here on n moves suffice for every n</text>",
        y + 18,
        y + 14
    ));
    put("</svg>");
    svg
}

/// A cell with its letters, and its answer in words.
fn cell(row: &Row, n: u64, answer: CellAnswer, x: usize, y: usize) -> String {
    let letters = symbol(n, Some(answer));
    let class = KINDS[kind(answer)].0;
    let small = if letters.len() > 3 { " small" } else { "" };
    format!(
        "<g><title>k = {}, n = {n}: {answer}</title>\
         <rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" rx=\"4\"/>\
         <text class=\"letters{small}\" x=\"{}\" y=\"{}\">{}</text></g>",
        row.k,
        x + 1,
        y + 1,
        x + SIDE / 2,
        y + SIDE / 2 + 5,
        escaped(&letters),
        side = SIDE - 2
    )
}

fn label(x: usize, y: usize, text: &str) -> String {
    format!("<text class=\"letters\" x=\"{x}\" y=\"{y}\">{text}</text>")
}

/// Describes the map for readers who do not see it.
fn description(map: &Map) -> String {
    let rows = map.rows.iter().map(|row| {
        let of = |wanted: usize| {
            let sizes: Vec<u64> = (map.sizes.first..=map.sizes.last)
                .filter(|&n| row.answer(n).map(kind) == Some(wanted))
                .collect();
            (!sizes.is_empty()).then(|| format!("{} {}", KINDS[wanted].0, runs(&sizes)))
        };
        let parts: Vec<String> = (0..KINDS.len()).filter_map(of).collect();
        format!("k = {}: {}.", row.k, parts.join("; "))
    });
    let rows: Vec<String> = rows.collect();
    escaped(&format!(
        "A grid with a row for each k and a column for each n. For each k the sizes n by what is known. {}",
        rows.join(" ")
    ))
}

fn style() -> String {
    format!(
        "<style>\
         text{{fill:#1c1c22}}.ground{{fill:#fff}}.threshold{{stroke:#1c1c22;stroke-width:3}}\
         .open{{stroke:#8a8a99;stroke-dasharray:3 2}}\
         .heading{{font-size:16px;font-weight:600}}.letters{{text-anchor:middle}}.small{{font-size:9px}}{}\
         @media (prefers-color-scheme:dark){{text{{fill:#f2f2f5}}.ground{{fill:#121216}}.threshold{{stroke:#f2f2f5}}{}}}\
         </style>\n",
        rules("fill", false),
        rules("fill", true)
    )
}
