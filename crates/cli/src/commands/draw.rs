//! `tait draw K N`, `tait draw FILE`.

use crate::exit::Exit;
use crate::globals::Globals;
use crate::subject::Subject;
use crate::user_files;
use anyhow::{anyhow, bail};
use clap::{Args, ValueHint};
use std::path::{Path, PathBuf};
use tait_atlas::{NoSolution, to_try};
use tait_draw::{DrawError, Picture, Play, Rows, Worksheet, document, page, page_to_try};
use tait_text::quoted;

/// Arguments of `tait draw`.
#[derive(Debug, Args)]
#[command(
    after_help = "--format svg (the default) writes a standalone figure; tikz writes a tikzpicture for \\input in a document that \
                  loads the package tikz; html writes a page that plays the solution and lets you try, without a network; png and pdf are the figure as pixels and \
                  as a page; gif is what --animate draws, as pixels. Without --format, the ending of FILE decides: .svg, .tex, .html, .png, .pdf or .gif."
)]
pub(crate) struct Arguments {
    /// Show only rows A to B, both included; row 0 is the start. With 'ends': the first and the last row
    #[arg(long, value_name = "A..B")]
    steps: Option<Rows>,
    /// Draw a worksheet to cut out: the puzzle, and its solution on a second page. TikZ puts both into one document;
    /// SVG writes FILE and a second file with -solution in its name
    #[arg(long, conflicts_with_all = ["steps", "document"])]
    worksheet: bool,
    /// Animate the moves in a loop, for READMEs and slides: as SVG, which stands still for readers who prefer reduced motion, or as GIF
    #[arg(long, conflicts_with_all = ["steps", "worksheet", "document"])]
    animate: bool,
    /// Wrap TikZ in a complete document of one page
    #[arg(long)]
    document: bool,
    /// Make a page that opens for you to play; the solution is hidden until you ask for it
    #[arg(long, conflicts_with_all = ["steps", "worksheet", "document", "animate"])]
    hide_solution: bool,
    /// The engine for pages, as scripts/web makes it: the page then gives a hint from wherever a visitor is, also in a large puzzle
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    engine: Option<PathBuf>,
    /// File to write instead of standard output; a symbolic link is replaced, not followed
    #[arg(long, short, alias = "output", value_name = "FILE")]
    out: Option<PathBuf>,
    /// Mirror the row and swap nickels and pennies, which gives another solution
    #[arg(long)]
    mirror: bool,
    #[command(flatten)]
    subject: Subject,
}

/// Draws one solution.
pub(crate) fn run(arguments: &Arguments, globals: &Globals) -> anyhow::Result<Exit> {
    let picture = globals.picture_for(arguments.out.as_deref())?;
    anyhow::ensure!(
        picture == Picture::Tikz || !arguments.document,
        "--document needs --format tikz"
    );
    anyhow::ensure!(
        picture != Picture::Html || arguments.steps.is_none(),
        "--steps needs another format than html: a page has all rows"
    );
    anyhow::ensure!(
        picture == Picture::Html || !arguments.hide_solution,
        "--hide-solution needs --format html"
    );
    anyhow::ensure!(
        picture == Picture::Html || arguments.engine.is_none(),
        "--engine needs --format html"
    );
    anyhow::ensure!(
        !arguments.animate || matches!(picture, Picture::Svg | Picture::Gif),
        "--animate needs --format svg or gif"
    );
    anyhow::ensure!(
        arguments.animate || picture != Picture::Gif,
        "--format gif needs --animate"
    );
    let plays = match arguments.subject.plays(arguments.mirror, globals)? {
        Ok(plays) => plays,
        Err(NoSolution(reason)) => {
            globals.remark(&reason);
            return Ok(Exit::Refuted);
        }
    };
    let [play] = <[Play; 1]>::try_from(plays).map_err(|plays| {
        anyhow!(
            "expected one solution, found {}: choose one with tait draw K N",
            plays.len()
        )
    })?;
    if arguments.worksheet {
        return worksheet(&play, picture, arguments.out.as_deref(), globals);
    }
    if picture == Picture::Gif {
        let gif = play.to_gif().map_err(too_long)?;
        user_files::write_bytes(arguments.out.as_deref(), &gif)?;
        return Ok(Exit::Done);
    }
    let text = drawn(play, picture, arguments)?;
    user_files::write_picture(arguments.out.as_deref(), picture, text)?;
    if let (Picture::Html, Some(file)) = (picture, user_files::named(arguments.out.as_deref())) {
        globals.remark(&format!("written; open {} in a browser", quoted(file)));
    }
    Ok(Exit::Done)
}

fn worksheet(
    play: &Play,
    picture: Picture,
    out: Option<&Path>,
    globals: &Globals,
) -> anyhow::Result<Exit> {
    let sheet = Worksheet::new(play)?;
    match (picture, out) {
        (Picture::Html, _) => bail!("--worksheet needs another format than html: it is for paper"),
        (Picture::Tikz, out) => user_files::write_or_print(out, &sheet.to_tikz())?,
        (_, None) => {
            bail!("a worksheet is two files in this format: name the first with --out FILE")
        }
        (picture, Some(path)) => {
            user_files::refuse_standard_output(path, "the two files of a worksheet")?;
            let [puzzle, solution] = sheet.to_svg();
            user_files::write_picture(Some(path), picture, puzzle)?;
            let beside = Worksheet::solution_beside(path);
            user_files::write_picture(Some(&beside), picture, solution)?;
            let (puzzle, solution) = (quoted(path), quoted(&beside));
            globals.remark(&format!(
                "written; print {puzzle}, and {solution} for the answer"
            ));
        }
    }
    Ok(Exit::Done)
}

fn drawn(play: Play, picture: Picture, arguments: &Arguments) -> anyhow::Result<String> {
    let rows = arguments.steps.unwrap_or(Rows::ALL);
    Ok(match picture {
        Picture::Svg if arguments.animate => play.to_animated_svg().map_err(too_long)?,
        Picture::Svg | Picture::Png | Picture::Pdf | Picture::Gif => play.to_svg(rows)?,
        Picture::Tikz if arguments.document => document(&play.to_tikz(rows)?),
        Picture::Tikz => play.to_tikz(rows)?,
        Picture::Html => {
            let engine = arguments.engine.as_deref().map(user_files::engine);
            let engine = engine.transpose()?;
            let (play, is_small) = to_try(play);
            match arguments.hide_solution {
                true => page_to_try(&play, is_small, engine.as_ref()),
                false => page(&play, is_small, engine.as_ref()),
            }
        }
    })
}

/// Says what else shows the moves where they cannot be animated.
fn too_long(error: DrawError) -> anyhow::Error {
    match error {
        DrawError::Animation { .. } => anyhow!("{error}: use --format html"),
        error => error.into(),
    }
}
