//! Figures for papers, as TikZ.

use crate::error::DrawError;
use crate::face::{Face, Ground};
use crate::grid_play::{Extent, GridPlay};
use crate::row_play::RowPlay;
use crate::rows::Rows;
use crate::svg::is_unprintable;
use std::fmt::Write;
use std::ops::RangeInclusive;

/// The maximum number of positions in a figure: TeX keeps all of them in memory.
const MOST_POSITIONS: u64 = 100_000;
/// The digits and the minus of powers of ten.
const SUPERSCRIPTS: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹⁻";
/// The unit in which rows and grids are drawn, in millimetres.
const CELL: f64 = 4.0;
/// The radius of a coin, in this unit.
const RADIUS: f64 = 0.38;

/// Draws a solution on a row as a `tikzpicture` in the layout of the thesis, for `\input` in a document that loads only
/// the package tikz.
///
/// # Errors
/// When there are no such rows, or too many.
///
/// ```
/// use tait_draw::{RowPlay, Rows, row_tikz};
/// let solution = tait_linear::read_solution("# linear k=2 n=4 start=1\n(2→9)(5→2)(8→5)(1→8)".as_bytes())?;
/// let tikz = row_tikz(&RowPlay::of_solution(&solution)?, Rows::ALL)?;
/// assert!(tikz.contains(r"$(2 \rightarrow 9)$"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn row_tikz(play: &RowPlay, rows: Rows) -> Result<String, DrawError> {
    let are_ends = rows.are_ends();
    let rows = rows.within(play.moves.len(), play.cells() as u64, MOST_POSITIONS)?;
    let mut text = head(&play.title, &play.claim);
    let count = match are_ends {
        true => 2.min(rows.end() + 1),
        false => rows.clone().filter(|&number| play.shows(number)).count(),
    };
    for (begin, end) in play.shaded_runs() {
        let (begin, end) = (begin - play.first, end - play.first + 1);
        let _ = writeln!(
            text,
            "  \\fill[black!10] ({:.1},0.5) rectangle ({:.1},{:.1});",
            begin as f64 - 0.5,
            end as f64 - 0.5,
            0.5 - count as f64
        );
    }
    let every = if play.cells() <= 40 { 1 } else { 5 };
    for (index, position) in (play.first..).take(play.cells()).enumerate() {
        if position % every == 0 {
            let _ = writeln!(text, "  \\node[ruler] at ({index},0.9) {{${position}$}};");
        }
    }
    let (x, columns) = (play.cells(), play.columns());
    let _ = writeln!(
        text,
        "  \\node[ruler,anchor=west] at ({x},0.9) {{{columns}}};"
    );
    let boxed = |style: &str, range: &RangeInclusive<i64>, from: f64, to: f64| {
        let begin = (range.start() - play.first) as f64 - 0.5;
        let end = (range.end() - play.first) as f64 + 0.5;
        format!("  {style} ({begin:.1},{from:.2}) rectangle ({end:.1},{to:.2});\n")
    };
    let mut frames = play.frames();
    let mut y: i64 = 1;
    while let Some(frame) = frames.next_within(&rows, are_ends) {
        if !are_ends && !play.shows(frame.number) {
            continue;
        }
        y -= 1;
        let (low, high) = (y as f64 - 0.48, y as f64 + 0.48);
        let label = play.label(&frame, "→");
        if let Some(name) = play.group_of(frame.number) {
            let all = play.first..=play.first + play.cells() as i64 - 1;
            text.push_str(&boxed(
                "\\fill[orange!20]",
                &all,
                y as f64 - 0.5,
                y as f64 + 0.5,
            ));
            let x = -1.2 - 0.6 * play.name_width(0) as f64;
            let _ = writeln!(text, "  \\node[number] at ({x:.1},{y}) {{{name}}};");
        }
        if let Some(marked) = label.marked {
            for range in &marked.shaded {
                text.push_str(&boxed("\\fill[black!15]", range, low, high));
            }
            for range in &marked.boxed {
                text.push_str(&boxed("\\draw[added]", range, low, high));
            }
        }
        if let Some(framed) = label.framed {
            let begin = framed as f64 - 0.5;
            let _ = writeln!(
                text,
                "  \\draw[moved] ({begin:.1},{:.2}) rectangle ({:.1},{:.2});",
                y as f64 - 0.46,
                begin + play.moved as f64,
                y as f64 + 0.46
            );
        } else if frame.number == 0 && frame.step.is_none() {
            for range in &play.added {
                text.push_str(&boxed("\\draw[added]", range, low, high));
            }
        }
        if !label.name.is_empty() {
            let name = in_tex(&label.name);
            let _ = writeln!(text, "  \\node[number] at (-0.8,{y}) {{{name}}};");
        }
        if !label.remark.is_empty() {
            let (x, words) = (play.cells(), in_tex(&label.remark));
            let _ = writeln!(text, "  \\node[remark] at ({x},{y}) {{{words}}};");
        }
        for kind in [Face::Nickel, Face::Penny, Face::Black, Face::White] {
            let columns: Vec<String> = (0..)
                .zip(frame.row)
                .filter(|(_, cell)| **cell == Some(kind))
                .map(|(index, _): (usize, _)| index.to_string())
                .collect();
            if !columns.is_empty() {
                let _ = writeln!(
                    text,
                    "  \\foreach \\column in {{{}}} {{{}}}",
                    columns.join(","),
                    kind.in_tikz(&format!("(\\column,{y})"), RADIUS)
                );
            }
        }
        for (index, cell) in frame.row.iter().enumerate() {
            let Some(face) = cell else { continue };
            if let Some(label) = face.label() {
                let disc = face.in_tikz(&format!("({index},{y})"), RADIUS);
                let _ = writeln!(text, "  {disc} \\node[ruler] at ({index},{y}) {{{label}}};");
            }
        }
    }
    for (block, name) in play.figure().iter().flat_map(|figure| &figure.blocks) {
        text.push_str(&boxed("\\draw[added]", block, y as f64 - 0.5, 0.5));
        let middle = (block.start() + block.end() - 2 * play.first) as f64 / 2.0;
        let name = in_tex(name);
        let _ = writeln!(
            text,
            "  \\node[ruler] at ({middle:.1},{}) {{{name}}};",
            y - 1
        );
    }
    Ok(text + END)
}

/// Draws a solution on a grid as a `tikzpicture`: a panel for each configuration, side by side in lines, with an arrow
/// for the next move.
///
/// # Errors
/// When there are no such configurations, or too many.
pub fn grid_tikz(play: &GridPlay, rows: Rows) -> Result<String, DrawError> {
    let rows = play.rows_within(rows, MOST_POSITIONS)?;
    let Extent {
        left,
        top,
        width,
        height,
    } = play.extent();
    let (width, height) = (width.max(4.0) + 2.0, height + 2.6);
    // As many panels as fit into a line of text.
    let columns = ((150.0 / CELL / width) as usize).max(1);
    let mut text = head(&play.title, &play.claim);
    for (number, coins) in play.frames_within(rows.clone()) {
        let index = number - rows.start();
        let (x, y) = (
            (index % columns) as f64 * width,
            (index / columns) as f64 * height,
        );
        let at = |place: usize| {
            let (across, down) = play.places[place].at;
            format!("({:.3},{:.3})", x + across - left, top - y - down)
        };
        for corners in play.rectangles_after(number) {
            let [one, other] = corners.map(|place| play.places[place].at);
            let (x, y) = (x - left, top - y);
            let _ = writeln!(
                text,
                "  \\fill[black!20,fill opacity=0.6] ({:.3},{:.3}) rectangle ({:.3},{:.3});",
                x + one.0.min(other.0) - 0.45,
                y - one.1.min(other.1) + 0.45,
                x + one.0.max(other.0) + 0.45,
                y - one.1.max(other.1) - 0.45
            );
        }
        let mut lines = String::new();
        for (place, content) in play.places.iter().enumerate() {
            for &other in content.neighbours.iter().filter(|&&other| other > place) {
                let _ = write!(lines, " {} -- {}", at(place), at(other));
            }
        }
        let _ = writeln!(text, "  \\draw[line]{lines};");
        let marked = play.marked_after(number);
        for (place, coin) in coins.iter().enumerate() {
            if let Some(label) = coin {
                let style = match marked.contains(&place) {
                    true => "coin,fill=black!25",
                    false => "coin",
                };
                let _ = writeln!(
                    text,
                    "  \\draw[{style}] {0} circle[radius={RADIUS}]; \\node[ruler] at {0} {{{1}}};",
                    at(place),
                    play.text_on(*label)
                );
            }
        }
        let caption = match play.moves.get(number) {
            Some(&(from, to)) => {
                let style = match play.reversible[number] {
                    true => "trip,|-to",
                    false => "trip",
                };
                let _ = writeln!(
                    text,
                    "  \\draw[{style}] {} to[bend left=20] {};",
                    at(from),
                    at(to)
                );
                let position = |place: usize| play.places[place].position;
                let note = play.note(number).map(|note| format!(", {}", in_tex(note)));
                format!(
                    "{}. ${} \\rightarrow {}${}",
                    number + 1,
                    position(from),
                    position(to),
                    note.unwrap_or_default()
                )
            }
            None if play.moves.is_empty() => String::new(),
            None => "the end".to_owned(),
        };
        let _ = writeln!(
            text,
            "  \\node[caption] at ({:.2},{:.2}) {{{caption}}};",
            x - 0.4,
            1.7 - y - height
        );
    }
    Ok(text + END)
}

/// Returns a document of one page that is as large as its picture, for pdfLaTeX, LuaLaTeX and XeLaTeX.
///
/// ```
/// let text = tait_draw::document("\\begin{tikzpicture}\\end{tikzpicture}\n");
/// assert!(text.starts_with("\\documentclass"));
/// ```
#[must_use]
pub fn document(picture: &str) -> String {
    let paper = paper(
        "\\dimexpr\\wd\\figurebox+10mm\\relax",
        "\\dimexpr\\ht\\figurebox+\\dp\\figurebox+10mm\\relax",
        5.0,
    );
    // No argument of a command: the picture sets how its characters are read.
    format!(
        "\\documentclass{{article}}\n\\usepackage{{tikz}}\n\\pagestyle{{empty}}\n\\newsavebox{{\\figurebox}}\n\\begin{{document}}\n\
         \\begin{{lrbox}}{{\\figurebox}}%\n{picture}\\end{{lrbox}}%\n{paper}\\shipout\\vbox{{\\box\\figurebox}}\n\\end{{document}}\n"
    )
}

/// Sets the size of a page, and how far its contents are from its upper left corner, in millimetres. The three engines
/// have two names for the size; and only from an inch down and across can all of them move what is shipped.
pub(crate) fn paper(width: &str, height: &str, margin: f64) -> String {
    let size = |prefix: &str| format!("\\{prefix}width {width} \\{prefix}height {height}");
    format!(
        "\\ifdefined\\pdfpagewidth {}%\n\\else {}\\fi\n\\hoffset\\dimexpr {margin}mm-1in\\relax \\voffset\\hoffset\n",
        size("pdfpage"),
        size("page")
    )
}

/// What stands before every picture: the characters that some languages of babel give a meaning, such as `<`, `>` and `"`
/// in Spanish or `;` in French, are ordinary up to [`END`]. No such character may stand here.
pub(crate) const BEGIN: &str = "\\begingroup\\def\\ordinary#1{\\catcode#1 12 }\\ordinary{33}\\ordinary{34}\\ordinary{39}\\ordinary{42}\\ordinary{43}\\ordinary{44}\\ordinary{45}\\ordinary{46}\\ordinary{47}%\n\
     \\ordinary{58}\\ordinary{59}\\ordinary{60}\\ordinary{61}\\ordinary{62}\\ordinary{63}\\ordinary{96}\\ordinary{124}%\n\\begin{tikzpicture}";

/// What ends every picture.
pub(crate) const END: &str = "\\end{tikzpicture}%\n\\endgroup\n";

/// The beginning of every picture.
fn head(title: &str, claim: &str) -> String {
    // A line break would end the comment, and TeX would read the rest.
    let [title, claim] = [title, claim].map(|text| text.replace(is_unprintable, "\u{fffd}"));
    format!(
        "% {title}: {claim}\n% Needs \\usepackage{{tikz}}.\n\
         {BEGIN}[x={CELL}mm,y={CELL}mm,\n{}  \
         moved/.style={{thick,rounded corners=1pt}},added/.style={{densely dashed}},line/.style={{black!25}},\n  \
         trip/.style={{-to,thick}},ruler/.style={{font=\\tiny,inner sep=0pt}},\n  \
         number/.style={{font=\\scriptsize,anchor=east}},remark/.style={{font=\\scriptsize,anchor=west}},\n  \
         caption/.style={{font=\\scriptsize,anchor=west}}]\n",
        Ground::Light.in_tikz()
    )
}

/// Escapes words for TeX; sets arrows and comparisons. Control characters become question marks: a line break could end a paragraph.
pub fn escaped(text: &str) -> String {
    let mut words = String::new();
    for letter in text.chars() {
        match letter {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => {
                words.push('\\');
                words.push(letter);
            }
            '\\' => words.push_str("\\textbackslash{}"),
            '^' => words.push_str("\\textasciicircum{}"),
            '~' => words.push_str("\\textasciitilde{}"),
            // Not the replacement character, which pdfLaTeX does not know.
            letter if is_unprintable(letter) => words.push('?'),
            '×' => words.push_str("$\\times$"),
            // In the font that TeX begins with, these are other characters.
            '<' | '>' => {
                let _ = write!(words, "${letter}$");
            }
            letter if SUPERSCRIPTS.contains(letter) => {
                let power = SUPERSCRIPTS.chars().position(|other| other == letter);
                let digit = "0123456789-".chars().nth(power.unwrap_or(0));
                let _ = write!(words, "$^{}$", digit.unwrap_or('0'));
            }
            '→' => words.push_str("$\\rightarrow$"),
            '≥' => words.push_str("$\\ge$"),
            '≤' => words.push_str("$\\le$"),
            letter => words.push(letter),
        }
    }
    words
}

/// Sets words and moves in TeX.
fn in_tex(text: &str) -> String {
    let mut words = Vec::new();
    for word in text.split_whitespace() {
        words.push(match word.split_once('→') {
            Some(_) => format!("${}$", word.replace('→', " \\rightarrow ")),
            None if word.starts_with(['+', '-']) => format!("${word}$"),
            None => word.to_owned(),
        });
    }
    words.join("\\quad ")
}
