//! Solutions on a row.

use roxmltree::{Document, Node};
use std::collections::BTreeMap;
use tait_draw::{
    Characters, DrawError, Face, Play, RowPlay, Rows, TextStyle, document, page, row_svg, row_text,
    row_thumbnail, row_tikz,
};
use tait_generator::MoveSequence;
use tait_generator::thesis::SlidingCoinK2;
use tait_linear::{Base, Extension, Move, Puzzle, Replay, Solution};
use tait_vacancy as vacancy;

/// Algorithm 3.1 of the thesis.
fn solution(n: u64, start: i64) -> Solution {
    let moves: Vec<Move> = SlidingCoinK2::new(n, start).unwrap().moves().collect();
    Solution::new(Puzzle::new(2, n).unwrap(), start, moves)
}

pub(crate) fn play(n: u64, start: i64) -> RowPlay {
    RowPlay::of_solution(&solution(n, start)).unwrap()
}

/// The smallest base of the thesis for k = 3.
fn base() -> Base {
    let families = tait_generator::published::families();
    let of_three = families
        .iter()
        .find(|entry| entry.family.k.get() == 3)
        .unwrap();
    of_three.family.bases[0].clone()
}

pub(crate) fn cells(name: &str, moves: &[u64]) -> RowPlay {
    let puzzle: vacancy::Puzzle = name.parse().unwrap();
    let moves = moves.to_vec();
    RowPlay::of_vacancy(&vacancy::Solution { puzzle, moves }).unwrap()
}

/// All rows of a play.
pub(crate) fn rows(play: &RowPlay) -> Vec<Vec<Option<Face>>> {
    let mut frames = play.frames();
    let mut rows = Vec::new();
    while let Some(frame) = frames.next_frame() {
        rows.push(frame.row.to_vec());
    }
    rows
}

#[test]
fn frames_are_the_rows_and_gains_of_the_checker() {
    for n in 3..40 {
        let start = n as i64 - 20;
        let solution = solution(n, start);
        let play = RowPlay::of_solution(&solution).unwrap().widened(2);
        let mut replay = Replay::new(solution.puzzle(), start);
        let mut frames = play.frames();
        assert!(frames.next_frame().unwrap().step.is_none());
        let mut pairs = 1;
        for &step in solution.moves() {
            let did = replay.play_counting(step).unwrap();
            pairs += i64::from(did.gain);
            let frame = frames.next_frame().unwrap();
            let shown = frame.step.unwrap();
            assert_eq!((shown.step.from, shown.step.to), (step.from, step.to));
            assert_eq!(shown.pairs, Some((did.gain, pairs)));
            let carried: String = shown
                .carried
                .iter()
                .flatten()
                .map(Face::to_string)
                .collect();
            assert_eq!(carried, did.pattern.to_string());
            for (position, cell) in (play.first()..).zip(frame.row) {
                assert_eq!(*cell, replay.row().coin(position).map(Face::from));
            }
        }
        assert!(frames.next_frame().is_none());
    }
}

#[test]
fn stationary_and_added_coins_are_those_of_the_extension() {
    let base = base();
    for times in 0..3 {
        let extension = Extension::repeated(&base, times).unwrap();
        let play = RowPlay::of_extension(&extension).unwrap();
        let svg = row_svg(&play, Rows::ALL).unwrap();
        let boxes = if times == 0 { 0 } else { 2 };
        assert_eq!(svg.matches("class=\"added\"").count(), boxes);
        // Coins that never move look the same in every row.
        let rows = rows(&play);
        let first_coin = rows[0].iter().position(Option::is_some).unwrap();
        let same = |index: &usize| rows.iter().all(|row| row[*index] == rows[0][*index]);
        let stays: Vec<usize> = (first_coin..rows[0].len())
            .filter(|index| rows[0][*index].is_some())
            .filter(same)
            .collect();
        let document = Document::parse(&svg).unwrap();
        let mut shaded = 0;
        for band in with_class(&document, "stays") {
            shaded += number(band, "width") / 20;
        }
        assert!(
            shaded >= 2 && shaded <= stays.len(),
            "{shaded} of {}",
            stays.len()
        );
    }
}

fn with_class<'a>(
    document: &'a Document<'a>,
    class: &'a str,
) -> impl Iterator<Item = Node<'a, 'a>> {
    let nodes = document.descendants();
    nodes.filter(move |node| node.attribute("class") == Some(class))
}

fn number(node: Node<'_, '_>, name: &str) -> usize {
    node.attribute(name).unwrap().parse().unwrap()
}

/// The rows of a figure, read back from its circles: for each line the classes of the coins by column.
fn read_back(svg: &str) -> Vec<BTreeMap<usize, String>> {
    let document = Document::parse(svg).unwrap();
    let mut pieces: BTreeMap<String, Vec<(usize, String)>> = BTreeMap::new();
    for group in document.descendants().filter(|node| node.has_tag_name("g")) {
        let Some(id) = group.attribute("id") else {
            continue;
        };
        let mut coins = Vec::new();
        let mut marks = Vec::new();
        for path in group.children().filter(|node| node.has_tag_name("path")) {
            for outline in path.attribute("d").unwrap().split('M').skip(1) {
                let x: f64 = outline.split(' ').next().unwrap().parse().unwrap();
                let column = (x / 20.0) as usize;
                match path.attribute("class").unwrap() {
                    "ring" => marks.push((column, "nickel".to_owned())),
                    "cross" => marks.push((column, "penny".to_owned())),
                    face => coins.push((column, face.to_owned())),
                }
            }
        }
        marks.sort();
        let mut marked: Vec<_> = coins.clone();
        marked.retain(|(_, face)| face == "nickel" || face == "penny");
        marked.sort();
        assert_eq!(
            marks, marked,
            "every nickel has a ring, and every penny a cross"
        );
        let _ = pieces.insert(format!("#{id}"), coins);
    }
    let mut lines = Vec::new();
    for line in document.descendants().filter(|node| {
        node.attribute("transform")
            .is_some_and(|transform| transform.starts_with("translate(0 "))
    }) {
        let mut row = BTreeMap::new();
        for piece in line.children().filter(|node| node.has_tag_name("use")) {
            let column = number(piece, "x") / 20;
            for (offset, class) in &pieces[piece.attribute("href").unwrap()] {
                let _ = row.insert(column + offset, class.clone());
            }
        }
        lines.push(row);
    }
    lines
}

#[test]
fn a_figure_shows_every_coin_of_every_row() {
    let plays = [
        play(3, 1),
        play(40, -7),
        play(101, 1).widened(2),
        cells("shuffling S(n,n,r) n=5", &[1, 7, 4, 9, 0]),
        cells("checkers n=1 m=1", &[1, 3, 2]),
    ];
    for play in plays {
        for rows_shown in [Rows::ALL, "2..3".parse().unwrap()] {
            let svg = row_svg(&play, rows_shown).unwrap();
            let range = rows_shown.within(play.moves().len(), 1, 1000).unwrap();
            let expected: Vec<BTreeMap<usize, String>> = rows(&play)[range]
                .iter()
                .map(|row| {
                    let coins = row.iter().enumerate();
                    coins
                        .filter_map(|(column, cell)| {
                            Some((column, cell.as_ref()?.class().to_owned()))
                        })
                        .collect()
                })
                .collect();
            assert_eq!(read_back(&svg), expected, "{}", play.name());
        }
    }
}

/// The dots of a thumbnail's path: column and line.
fn dots(document: &Document<'_>, class: &str) -> Vec<(usize, usize)> {
    let path = with_class(document, class).next().unwrap();
    let mut dots = Vec::new();
    for line in path.attribute("d").unwrap().split('M').skip(1) {
        let mut parts = line.split("h0").filter(|part| !part.is_empty());
        let (x, y) = parts.next().unwrap().split_once(' ').unwrap();
        let (mut x, y): (usize, usize) = (x.parse().unwrap(), y.parse().unwrap());
        dots.push((x / 4, y / 4));
        for part in parts {
            let by = part.trim_start_matches('m').trim_end_matches(" 0");
            x += by.parse::<usize>().unwrap();
            dots.push((x / 4, y / 4));
        }
    }
    dots
}

#[test]
fn a_thumbnail_has_a_dot_for_each_coin_from_the_first_row_to_the_last() {
    for play in [
        play(3, 1),
        play(40, -7),
        play(100, 1),
        cells("checkers n=1 m=1", &[1, 3, 2]),
    ] {
        let svg = row_thumbnail(&play);
        let document = Document::parse(&svg).unwrap();
        let (light, dark) = (dots(&document, "light"), dots(&document, "dark"));
        let rows = rows(&play);
        let lines = light.iter().map(|(_, line)| line + 1).max().unwrap();
        assert!(
            lines <= 40 && (lines == rows.len() || rows.len() > 40),
            "{lines}"
        );
        for (line, row) in [(0, rows.first()), (lines - 1, rows.last())] {
            for (column, face) in row.unwrap().iter().enumerate() {
                let shown = [&light, &dark].map(|dots| dots.contains(&(column, line)));
                let expected = [
                    face.is_some_and(|face| !face.is_dark()),
                    face.is_some_and(Face::is_dark),
                ];
                assert_eq!(shown, expected, "{}: {column} {line}", play.name());
            }
        }
    }
}

#[test]
fn coins_of_any_kinds_keep_their_letters_and_goals_are_everywhere_on_the_board() {
    let json = r#"{"puzzle":"row","k":2,"row":"abc","goal":"cab","start":-2,"moves":[[-2,1]]}"#;
    let play = RowPlay::of_row(&serde_json::from_str(json).unwrap(), "optimal").unwrap();
    assert_eq!(
        (play.first(), play.cells(), play.optimum()),
        (-2, 5, Some(1))
    );
    let [a, b, c] = ['a', 'b', 'c'].map(|letter| Some(Face::Letter(letter)));
    assert_eq!(rows(&play)[1], [None, None, c, a, b]);
    let wide = Play::Row(play.clone().widened(2));
    let page = page(&wide, false, None);
    let goals = page.split("\"goals\":").nth(1).unwrap();
    let goals = &goals[..goals.find("]]").unwrap() + 2];
    let goals: Vec<Vec<String>> = serde_json::from_str(goals).unwrap();
    // Eleven cells and three coins.
    assert_eq!((goals.len(), goals[0].len()), (9, 11), "{goals:?}");
    for goal in &goals {
        assert_eq!(goal.concat(), "cab");
    }
    let svg = row_svg(&play, Rows::ALL).unwrap();
    for letter in ["a", "b", "c"] {
        assert!(svg.contains(&format!(">{letter}</text>")), "{svg}");
    }
}

#[test]
fn pictures_look_like_this() {
    let play = play(4, 1).with_origin("Algorithm 3.1 <of the thesis>");
    insta::assert_snapshot!("row-svg", row_svg(&play, Rows::ALL).unwrap());
    insta::assert_snapshot!("row-tikz", row_tikz(&play, Rows::ALL).unwrap());
    let numbered = cells("reversal n=3 start=4 end=1", &[2, 1, 3, 4, 2, 1]);
    insta::assert_snapshot!("numbered-svg", row_svg(&numbered, Rows::ALL).unwrap());
    insta::assert_snapshot!(
        "numbered-tikz",
        document(&row_tikz(&numbered, "1..2".parse().unwrap()).unwrap())
    );
    for (name, characters, has_colour) in [
        ("letters", Characters::Letters, false),
        ("ascii", Characters::Ascii, false),
        ("unicode-colour", Characters::Unicode, true),
    ] {
        let style = TextStyle {
            characters,
            has_colour,
            width: None,
        };
        insta::assert_snapshot!(
            format!("row-{name}"),
            row_text(&play, Rows::ALL, style).unwrap()
        );
    }
    let ascii = TextStyle {
        characters: Characters::Ascii,
        ..TextStyle::default()
    };
    assert!(row_text(&play, Rows::ALL, ascii).unwrap().is_ascii());
    // Rows that do not fit are shown by what changes, whole where they fit.
    let whole = row_text(&play, Rows::ALL, ascii).unwrap();
    let most = whole.lines().map(str::len).max().unwrap();
    let fitted = |width: usize| {
        let width = u16::try_from(width).ok();
        row_text(&play, Rows::ALL, TextStyle { width, ..ascii }).unwrap()
    };
    assert_eq!(fitted(most + 20), whole);
    let narrow = fitted(40);
    assert!(narrow.lines().all(|line| line.len() <= 40), "{narrow}");
    insta::assert_snapshot!("row-narrow", narrow);
}

#[test]
fn a_page_is_told_everything_and_nothing_breaks_out_of_it() {
    let play = play(4, 1).with_origin("</script><b>{{title}}");
    let page = page(&Play::Row(play.widened(2)), false, None);
    assert_eq!(
        page.matches("</script>").count(),
        page.matches("<script").count()
    );
    let json = page.split_once("id=\"play\">").unwrap().1;
    let json = json.split_once("</script>").unwrap().0;
    let told: serde_json::Value = serde_json::from_str(json).unwrap();
    assert_eq!(told["origin"], "</script><b>{{title}}");
    assert_eq!(told["first"], -3);
    assert_eq!(told["start"].as_array().unwrap().len(), 16);
    assert_eq!(told["optimum"], 4);
    assert_eq!(told["puzzle"], "linear");
}

#[test]
fn what_cannot_be_drawn_is_refused_with_a_reason() {
    let play = play(10, 1);
    for (rows, expected) in [
        ("3..11", "expected rows from 0 (the start) to 10"),
        ("5..4", "rows 5..4"),
    ] {
        let error = row_svg(&play, rows.parse().unwrap()).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
    assert!("5".parse::<Rows>().is_err());
    let wrong = Solution::new(Puzzle::new(2, 3).unwrap(), 1, vec![Move { from: 1, to: 7 }]);
    assert!(matches!(
        RowPlay::of_solution(&wrong),
        Err(DrawError::Linear(_))
    ));
    let large = RowPlay::of_solution(&solution(3000, 1)).unwrap();
    let error = row_tikz(&large, Rows::ALL).unwrap_err();
    assert!(matches!(error, DrawError::Large { .. }), "{error}");
    assert!(
        error.to_string().ends_with("the limit is 100000 positions"),
        "{error}"
    );
    assert!(row_tikz(&large, "2990..3000".parse().unwrap()).is_ok());
    let huge = Solution::new(Puzzle::new(2, 60_000).unwrap(), 1, Vec::new());
    assert!(matches!(
        RowPlay::of_solution(&huge),
        Err(DrawError::Wide { .. })
    ));
}

#[test]
fn a_mirror_image_shows_the_rows_reversed_with_the_coins_swapped() {
    let base = base();
    let extension = Extension::repeated(&base, 1).unwrap().at_start(-2);
    let play = RowPlay::of_extension(&extension)
        .unwrap()
        .with_origin("a base");
    let image = play.mirrored().unwrap();
    let swap = |face: &Option<Face>| match face {
        Some(Face::Nickel) => Some(Face::Penny),
        Some(Face::Penny) => Some(Face::Nickel),
        other => *other,
    };
    let reversed: Vec<Vec<Option<Face>>> = rows(&play)
        .iter()
        .map(|row| row.iter().rev().map(swap).collect())
        .collect();
    assert_eq!(rows(&image), reversed);
    let boxes = |play: &RowPlay| {
        row_svg(play, Rows::ALL)
            .unwrap()
            .matches("class=\"added\"")
            .count()
    };
    assert_eq!((boxes(&play), boxes(&image)), (2, 2));
    let twice = image.mirrored().unwrap();
    assert_eq!(
        (twice.moves(), twice.heading()),
        (play.moves(), play.heading())
    );
    assert!(cells("checkers n=1 m=1", &[1, 3, 2]).mirrored().is_err());
}

#[test]
fn the_first_and_the_last_row_alone_show_no_move() {
    let ends: Rows = "ends".parse().unwrap();
    for play in [play(4, 1), play(40, 1)] {
        let text = row_text(&play, ends, TextStyle::default()).unwrap();
        let drawn: Vec<&str> = text
            .lines()
            .filter(|line| line.contains("o x") || line.contains("o o"))
            .collect();
        assert_eq!(drawn.len(), 2, "{text}");
        assert!(!text.contains('[') && !text.contains('→'), "{text}");
        let svg = row_svg(&play, ends).unwrap();
        assert_eq!(svg.matches("<g transform=\"translate(0 ").count(), 2);
        assert!(!svg.contains("class=\"moved\""));
        let tikz = row_tikz(&play, ends).unwrap();
        assert_eq!(tikz.matches("\\draw[nickel]").count(), 2);
    }
}
