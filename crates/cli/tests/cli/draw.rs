//! `draw`, end to end.

use crate::common::Place;
use roxmltree::Document;
use serde_json::Value;
use std::fs;
use std::path::Path;

#[test]
fn every_kind_of_solution_is_drawn_in_every_format() {
    let place = Place::with_data();
    for subject in [
        "4 13",
        "4 29",
        "3 7 --start -3",
        "data/solutions/k03/n006.json",
        "shuffling S(n,n,r) 6",
        "checkers 3 2",
        "grid figure-2",
        "grid font5x7-A-9",
        "figure 3.2",
        "figure 5",
    ] {
        let draw = |format: &str| {
            place
                .run(&format!("draw {subject} -q --format {format}"))
                .done()
        };
        let svg = draw("svg");
        let document = Document::parse(&svg).unwrap();
        let has = |tag: &str| document.descendants().any(|node| node.has_tag_name(tag));
        assert!(has("title") && has("desc"), "{subject}");
        assert_eq!(place.run(&format!("draw {subject} -q")).done(), svg);
        let tikz = draw("tikz");
        assert!(tikz.contains("\\end{tikzpicture}"), "{subject}");
        let page = draw("html");
        assert!(page.starts_with("<!DOCTYPE html>"), "{subject}");
        for outside in ["http:", "https:", "src=", "url("] {
            let found = page.matches(outside).count();
            // The name of the SVG namespace is not an address that is loaded, and a part of the page is not outside.
            let inside = match outside {
                "http:" => "http://www.w3.org/2000/svg",
                "url(" => "url(#",
                outside => outside,
            };
            let allowed = if inside == outside {
                0
            } else {
                page.matches(inside).count()
            };
            assert_eq!(found, allowed, "{subject}: {outside}");
        }
    }
}

/// Figures 2.2, 2.3, 3.2, 4.3, 4.5 and 4.6 of the thesis, as it draws them: blocks named, steps framed, groups shaded.
#[test]
fn figures_2_2_2_3_3_2_4_3_4_5_and_4_6_of_the_thesis_are_drawn_by_number() {
    let place = Place::with_data();
    for (number, framed, boxed, groups) in [
        ("2.2", 0, 3, 0),
        ("2.3", 0, 5, 0),
        ("3.2", 4, 0, 0),
        ("4.3", 2, 0, 0),
        ("4.5", 9, 22, 3),
        ("4.6", 16, 2, 3),
    ] {
        let svg = place.run(&format!("draw figure {number} -q")).done();
        let document = Document::parse(&svg).unwrap();
        let count = |class: &str| {
            let classes = document
                .descendants()
                .filter_map(|node| node.attribute("class"));
            classes
                .filter(|classes| classes.split(' ').any(|one| one == class))
                .count()
        };
        let counted = (count("moved"), count("added"), count("group"));
        assert_eq!(counted, (framed, boxed, groups), "{number}");
        assert!(
            svg.contains(&format!("Figure {number} of the thesis: ")),
            "{number}"
        );
        let tikz = place
            .run(&format!("draw figure {number} -q --format tikz"))
            .done();
        assert_eq!(tikz.matches("\\draw[moved]").count(), framed, "{number}");
    }
    let blocks = place.run("show figure 2.3 -q").done();
    assert!(
        blocks.ends_with("\n  L2  L1  M               R1  R2\n"),
        "{blocks}"
    );
    let none = place.run("draw figure 9.9").failed(2);
    assert!(
        none.contains("no figure '9.9': expected 2.2, 2.3, 3.2, 4.3, 4.5, 4.6 of the thesis"),
        "{none}"
    );
    // A figure leaves rows out, so it is no solution that could be checked.
    let drawn = place.run("show figure 3.2 -q").done();
    fs::write(place.path("figure.txt"), drawn).unwrap();
    let _ = place.run("verify figure.txt").failed(2);
}

/// Figures of the paper on coins by number: marked coins are shaded, and moves that can be undone have a bar.
#[test]
fn figures_10_to_30_of_the_paper_on_coins_are_drawn_and_played() {
    let place = Place::with_data();
    for (number, panels, marked, reversible) in [
        ("10", 2, 0, 0),
        ("12", 4, 12, 0),
        ("13", 4, 4, 2),
        ("16-b", 3, 0, 1),
        ("21", 1, 0, 0),
        ("22-c", 1, 24, 0),
        ("23", 5, 10, 4),
        ("30", 6, 12, 4),
    ] {
        let svg = place.run(&format!("draw figure {number} -q")).done();
        assert_eq!(
            svg,
            place.run(&format!("draw grid figure-{number} -q")).done()
        );
        assert_eq!(svg.matches("href=\"#board\"").count(), panels, "{number}");
        assert_eq!(svg.matches("class=\"marked\"").count(), marked, "{number}");
        let bars = svg.matches("class=\"arrow reversible\"").count();
        assert_eq!(bars, reversible, "{number}");
        let tikz = place
            .run(&format!("draw figure {number} -q --format tikz"))
            .done();
        assert_eq!(tikz.matches("trip,|-to").count(), reversible, "{number}");
        let page = place
            .run(&format!("draw figure {number} -q --format html"))
            .done();
        assert!(page.starts_with("<!DOCTYPE html>"), "{number}");
    }
    // The rectangles of two L's are shaded where they are merged.
    for name in ["27", "27-b", "27-c"] {
        let svg = place.run(&format!("draw figure {name} -q")).done();
        assert_eq!(svg.matches("class=\"stays\"").count(), 2, "{name}");
        let tikz = place
            .run(&format!("draw figure {name} -q --format tikz"))
            .done();
        assert_eq!(tikz.matches("fill opacity").count(), 2, "{name}");
    }
    let text = place.run("show figure 21 -q").done();
    assert!(
        text.starts_with("# figure-21 drawn: Figure 21: an L of even half-perimeter"),
        "{text}"
    );
    assert!(
        text.lines().next().unwrap().ends_with(": a configuration"),
        "{text}"
    );
}

/// Returns the width and the height of a PNG, and its bytes.
fn png_size(place: &Place, name: &str) -> ([u32; 2], Vec<u8>) {
    let png = fs::read(place.path(name)).unwrap();
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"), "{name}");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    ([number(16), number(20)], png)
}

/// Returns the width and the height of an SVG, in its own units.
fn svg_size(svg: &str) -> [f64; 2] {
    let document = Document::parse(svg).unwrap();
    let size = document.root_element().attribute("viewBox").unwrap();
    let size: Vec<f64> = size.split(' ').map(|one| one.parse().unwrap()).collect();
    [size[2], size[3]]
}

/// Without the letters both are smaller, so the letters are drawn.
#[test]
fn figures_are_pixels_and_pages_too() {
    let place = Place::with_data();
    for (index, command) in ["draw 3 8", "draw grid figure-5", "plot depths 3 6"]
        .into_iter()
        .enumerate()
    {
        let svg = place.run(&format!("{command} -q --format svg")).done();
        let [width, height] = svg_size(&svg);
        let names = [format!("{index}.png"), format!("{index}.pdf")];
        for name in &names {
            let _ = place.run(&format!("{command} -q --out {name}")).done();
        }
        let (size, png) = png_size(&place, &names[0]);
        assert_eq!(
            size.map(f64::from),
            [2.0 * width, 2.0 * height],
            "{command}"
        );
        assert!(png.len() > 20_000, "{command}: {}", png.len());
        let pdf = fs::read(place.path(&names[1])).unwrap();
        assert!(pdf.starts_with(b"%PDF-"), "{command}");
        let page = format!("/MediaBox [0 0 {} {}]", width * 0.75, height * 0.75);
        let has = |what: &str| pdf.windows(what.len()).any(|part| part == what.as_bytes());
        assert!(has(&page), "{command}: {page}");
        assert!(pdf.len() > 20_000, "{command}: {}", pdf.len());
    }
    // The same picture again, to the byte.
    let _ = place.run("draw 3 8 --format png -q --out again").done();
    assert_eq!(png_size(&place, "again").1, png_size(&place, "0.png").1);
    let _ = place.run("draw --worksheet 3 7 -q --out sheet.pdf").done();
    for name in ["sheet.pdf", "sheet-solution.pdf"] {
        let pdf = fs::read(place.path(name)).unwrap();
        let a4 = b"/MediaBox [0 0 595.27";
        assert!(pdf.windows(a4.len()).any(|part| part == a4), "{name}");
    }
}

#[test]
fn an_exhaustive_search_is_a_reason_to_call_a_solution_optimal() {
    let place = Place::with_data();
    let page = place
        .run("draw data/solutions/k03/n006.json --format html")
        .done();
    let told = told(&page);
    assert_eq!(told["optimum"], told["moves"].as_array().unwrap().len());
    assert!(told["optimum"].as_u64() > Some(6));
}

#[test]
fn pages_search_small_puzzles_and_no_larger_ones() {
    let place = Place::with_data();
    for subject in ["2 4", "3 5", "shuffling S(n,n,r) 5", "checkers 3 3"] {
        let page = place.run(&format!("draw {subject} --format html")).done();
        assert_eq!(told(&page)["small"], true, "{subject}");
        assert!(page.len() < 150_000, "{subject}: {}", page.len());
    }
    let page = place.run("draw 4 13 --format html").done();
    let hiding = place.run("draw 4 13 --format html --hide-solution").done();
    assert!(hiding.contains(r#">{"hidden":true,"title":"#) && !hiding.contains("(1→"));
    assert!(told(&page).get("small").is_none());
}

fn told(page: &str) -> Value {
    let json = page.split_once("id=\"play\">").unwrap().1;
    serde_json::from_str(json.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn an_answer_on_a_grid_is_drawn_from_its_file() {
    let place = Place::new();
    let answer = place.run("grid solve figure-1 --format json").done();
    place.write("answer.json", &answer);
    let drawn = place.run("draw grid answer.json --out figure.svg").done();
    assert_eq!(drawn, "");
    let svg = fs::read_to_string(place.path("figure.svg")).unwrap();
    assert_eq!(svg.matches("class=\"arrow\"").count(), 3);
    assert!(svg.contains("3 moves, no solution is shorter"));
    assert!(
        place
            .run("show grid answer.json")
            .done()
            .contains("1 (0, 1)→(1, 2)")
    );
    // The file also serves as a puzzle.
    let again = place.run("grid solve answer.json --format json").done();
    let moves = |text: &str| serde_json::from_str::<Value>(text).unwrap()["moves"].clone();
    assert_eq!(moves(&again), moves(&answer));
    // One move is not allowed.
    place.write(
        "wrong.json",
        &answer.replacen("[[0,1],[1,2]]", "[[0,1],[9,9]]", 1),
    );
    let line = place.run("draw grid wrong.json").failed(2);
    assert!(
        line.contains("wrong.json: move 1 (0, 1)→(9, 9) is not allowed"),
        "{line}"
    );
}

#[test]
fn rows_are_chosen_and_documents_are_whole() {
    let place = Place::with_data();
    let svg = place.run("draw 4 13 --steps 2..3").done();
    assert_eq!(svg.matches("class=\"moved\"").count(), 2);
    let whole = place.run("draw 4 13 --format tikz --document").done();
    assert!(whole.starts_with("\\documentclass{article}\n"));
    let text = place.run("show 4 13 --steps 9..9").done();
    assert_eq!(text.lines().count(), 5);
    let ascii = place.run("show 4 13 --characters ascii").done();
    assert!(ascii.is_ascii());
}

#[test]
fn worksheets_are_two_pages_on_which_every_coin_can_be_cut_out() {
    let place = Place::with_data();
    for (subject, coins, moves) in [
        ("2 4", 8, 4),
        ("3 9 --base published", 18, 9),
        ("shuffling S(n,n,r) 5", 10, 5),
        ("checkers 3 2", 5, 11),
        ("grid figure-5", 6, 18),
        ("grid figure-8", 5, 11),
    ] {
        let drawn = place.run(&format!("draw {subject} -q --worksheet --out sheet.svg"));
        assert_eq!(drawn.done(), "");
        let read = |name: &str| fs::read_to_string(place.path(name)).unwrap();
        let (puzzle, solution) = (read("sheet.svg"), read("sheet-solution.svg"));
        let cut = Document::parse(&puzzle).unwrap();
        let of_class = |class: &str| {
            let nodes = cut.descendants();
            nodes
                .filter(|node| node.attribute("class") == Some(class))
                .count()
        };
        assert_eq!(of_class("cut"), coins, "{subject}");
        assert!(puzzle.contains(&format!("in {moves} moves")), "{subject}");
        assert!(
            !puzzle.contains('→') && solution.matches('→').count() == moves,
            "{subject}"
        );
        assert!(Document::parse(&solution).is_ok());
        let tikz = place
            .run(&format!("draw {subject} -q --worksheet --format tikz"))
            .done();
        assert_eq!(tikz.matches("\\shipout").count(), 2);
    }
    for (arguments, expected) in [
        ("draw 4 13 --worksheet", "two files"),
        ("draw 4 13 --worksheet --format html", "for paper"),
        (
            "draw 4 200 --worksheet --out sheet.svg",
            "too large for a worksheet",
        ),
        ("draw 4 13 --worksheet --steps 1..2", "cannot be used with"),
    ] {
        let line = place.run(arguments).failed(2);
        assert!(line.contains(expected), "{arguments}: {line}");
    }
}

#[test]
fn solutions_are_animated_and_the_picture_of_the_readme_is_what_its_command_makes() {
    let place = Place::with_data();
    for subject in [
        "4 13",
        "shuffling S(n,n,r) 6",
        "checkers 3 2",
        "grid figure-5",
    ] {
        let svg = place
            .run(&format!("draw {subject} -q --format svg --animate"))
            .done();
        let document = Document::parse(&svg).unwrap();
        assert!(document.root_element().attribute("viewBox").is_some());
        assert!(svg.contains("@keyframes"), "{subject}");
    }
    if cfg!(feature = "pictures") {
        let _ = place.run("draw 2 3 --animate --out moves.gif").done();
        let gif = fs::read(place.path("moves.gif")).unwrap();
        assert!(gif.starts_with(b"GIF89a"));
    }
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let data = top.join("data");
    let data = data.to_str().unwrap();
    let arguments = [
        "--data",
        data,
        "draw",
        "3",
        "9",
        "--format",
        "svg",
        "--animate",
    ];
    let drawn = place.run_piped(&arguments, "").done();
    let committed = fs::read_to_string(top.join("pictures/tait-3-9.svg")).unwrap();
    assert!(
        drawn == committed,
        "tait draw 3 9 --format svg --animate --out pictures/tait-3-9.svg"
    );
}

#[test]
fn bad_input_is_one_line_and_writes_nothing() {
    let place = Place::with_data();
    place.write(
        "bare.json",
        r#"{"grid": "square", "start": ["oo", "o."], "target": [".o", "oo"]}"#,
    );
    for (arguments, expected) in [
        (
            "draw 4 13 --format csv",
            "expected svg, tikz, html, png, pdf or gif\n",
        ),
        ("draw 4 13 --steps 3", "expected rows like 0..10"),
        (
            "draw 4 13 --steps 3..14",
            "expected rows from 0 (the start) to 13",
        ),
        (
            "draw 4 13 --animate --format tikz",
            "--animate needs --format svg",
        ),
        (
            "draw 4 13 --animate --format html",
            "--animate needs --format svg",
        ),
        (
            "draw 4 13 --hide-solution",
            "--hide-solution needs --format html",
        ),
        ("draw 4 13 --animate --steps 1..2", "cannot be used with"),
        ("draw 4 13 --animate --worksheet", "cannot be used with"),
        (
            "draw 4 125 --animate",
            "k=4 n=125: 125 moves are too many to animate, the limit is 120; a page can play every solution: use --format html",
        ),
        ("draw 4 13 --format gif", "--format gif needs --animate"),
        ("draw 4 13 --document", "--document needs --format tikz"),
        (
            "draw 4 13 --format html --steps 1..2",
            "a page has all rows",
        ),
        ("draw 4 60000", "cells are too many to draw"),
        ("draw 4 5000", "choose rows with --steps A..B"),
        (
            "draw data/families/k04-bases.json",
            "expected one solution, found 8",
        ),
        ("draw missing.json", "missing.json: No such file"),
        ("draw grid missing", "neither a file nor a known puzzle"),
        ("draw grid bare.json", "the record holds no moves"),
        (
            "generate 4 9 --format svg",
            ": expected text, json, jsonl or csv",
        ),
        (
            "--format svg generate 4 9",
            "invalid value 'svg' for '--format <FORMAT>': expected text, json, jsonl or csv",
        ),
        (
            "plot thresholds --format csv",
            ": expected svg, tikz, png or pdf\n",
        ),
        ("show grid figure-1 --format csv", "not for this command"),
    ] {
        let command = format!(
            "{arguments} {}",
            if arguments.starts_with("draw") {
                "--out out"
            } else {
                ""
            }
        );
        let line = place.run(&command).failed(2);
        assert!(line.contains(expected), "{arguments}: {line}");
        assert!(!place.path("out").exists(), "{arguments}");
    }
    assert_eq!(place.run("draw 3 2").code, 1);
    assert_eq!(place.run("draw 4 13 --out /proc/figure.svg").code, 4);
}

#[test]
fn the_ending_of_the_file_decides_what_is_drawn() {
    let place = Place::new();
    let drawn = |file: &str, options: &str| {
        let _ = place
            .run(&format!("draw 2 4 --out {file} {options}"))
            .done();
        fs::read_to_string(place.path(file)).unwrap()
    };
    assert!(drawn("tait.svg", "").starts_with("<svg"));
    assert!(drawn("tait", "").starts_with("<svg"));
    assert!(drawn("tait.html", "").starts_with("<!DOCTYPE html>"));
    assert!(drawn("tait.tex", "").contains("\\begin{tikzpicture}"));
    assert!(drawn("tait.xml", "--format svg").starts_with("<svg"));
    let line = place.run("draw 2 4 --out tait.webp").failed(2);
    assert!(
        line.contains("expected .svg, .tex, .html, .png, .pdf or .gif"),
        "{line}"
    );
    let line = place.run("draw 2 4 --out .").failed(2);
    assert!(line.contains(". is a directory: name a file"), "{line}");
}
