//! Animated pictures, read back from their styles.

use crate::row::{cells, play, rows};
use roxmltree::{Document, Node};
use std::collections::BTreeMap;
use tait_draw::{DrawError, GridPlay, Play, RowPlay, grid_animation, row_animation};
use tait_grid::{Move, Puzzle, PuzzleForm};

const CELL: f64 = 30.0;

/// A value of `transform` in user units: none, or a translation.
fn translation(text: &str) -> (f64, f64) {
    let Some(inner) = text.strip_prefix("translate(") else {
        assert_eq!(text, "none");
        return (0.0, 0.0);
    };
    let (x, y) = inner.strip_suffix(')').unwrap().split_once(',').unwrap();
    let pixels = |text: &str| text.trim_end_matches("px").parse().unwrap();
    (pixels(x), pixels(y))
}

/// The keyframes of one name: percentages, each with a place.
fn keyframes(svg: &str, name: &str) -> Vec<(f64, (f64, f64))> {
    let rules = svg.split_once(&format!("@keyframes {name}{{")).unwrap().1;
    let rules = rules.split_once("}}").unwrap().0;
    let mut frames = Vec::new();
    for rule in rules.split('}') {
        let (times, style) = rule.split_once('{').unwrap();
        let Some(value) = style.strip_prefix("transform:") else {
            continue;
        };
        let at = translation(value.split(';').next().unwrap());
        let times = times.split(',');
        frames.extend(times.map(|time| (time.trim_end_matches('%').parse().unwrap(), at)));
    }
    frames
}

/// The place at a time, apart from the easing.
fn at_time(frames: &[(f64, (f64, f64))], time: f64) -> (f64, f64) {
    let after = frames.iter().position(|frame| frame.0 >= time).unwrap();
    let (next, to) = frames[after];
    let (last, from) = frames[after.saturating_sub(1)];
    let part = if next > last {
        (time - last) / (next - last)
    } else {
        1.0
    };
    let mix = |from: f64, to: f64| from + (to - from) * part;
    (mix(from.0, to.0), mix(from.1, to.1))
}

/// The coins of a group: their kinds, and their places without motion.
fn coins(group: Node<'_, '_>) -> Vec<(String, f64)> {
    let uses = group.children().filter(|node| node.has_tag_name("use"));
    let coin = |node: Node<'_, '_>| {
        let face = node.attribute("href").unwrap().trim_start_matches("#c");
        (
            face.to_owned(),
            node.attribute("x").unwrap().parse().unwrap(),
        )
    };
    uses.map(coin).collect()
}

fn plays() -> Vec<RowPlay> {
    vec![
        play(3, 1),
        play(25, -7),
        cells("shuffling S(n,n,r) n=5", &[1, 7, 4, 9, 0]),
        cells("checkers n=1 m=1", &[1, 3, 2]),
        cells("reversal n=3 start=4 end=1", &[2, 1, 3, 4, 2, 1]),
    ]
}

#[test]
fn coins_are_where_the_rows_have_them_before_and_after_each_move() {
    for play in plays() {
        let svg = row_animation(&play).unwrap();
        let document = Document::parse(&svg).unwrap();
        let row = document
            .descendants()
            .find(|node| node.attribute("class") == Some("row"))
            .unwrap();
        let mut moving = Vec::new();
        let mut still = Vec::new();
        for group in row.children().filter(|node| node.has_tag_name("g")) {
            match group.attribute("class") {
                Some(class) => {
                    let name = class.strip_prefix("m ").unwrap();
                    moving.push((keyframes(&svg, name), coins(group)));
                }
                None => still.extend(coins(group)),
            }
        }
        let frame = keyframes(&svg, "taken");
        let rows = rows(&play);
        // Each move has seven moments of its frame: it appears, lifts, slides, falls, lies, vanishes, is gone.
        assert_eq!(frame.len(), 7 * play.moves().len());
        let left = {
            let dots = svg.split_once("class=\"dot\" d=\"M").unwrap().1;
            let x: f64 = dots.split(' ').next().unwrap().parse().unwrap();
            x + 2.0
        };
        let mut seen = vec![(0.0, 0)];
        for (number, times) in frame.chunks(7).enumerate() {
            seen.push((times[0].0, number));
            seen.push((times[6].0, number + 1));
            // In the air a coin is as high as the frame, and nothing else is.
            let middle = (times[2].0 + times[3].0) / 2.0;
            let high = moving.iter().filter(|(frames, _)| {
                let (_, y) = at_time(frames, middle);
                assert!(y == 0.0 || y == at_time(&frame, middle).1, "{y}");
                y < 0.0
            });
            let coins: usize = high.map(|(_, coins)| coins.len()).sum();
            let moved = rows[number]
                .iter()
                .zip(&rows[number + 1])
                .filter(|(before, after)| before.is_some() && after.is_none())
                .count();
            assert!(coins >= moved, "{coins} of {moved}");
        }
        for (time, number) in seen {
            let mut shown = BTreeMap::new();
            let lying = still.iter().map(|coin| (coin, (0.0, 0.0)));
            let flying = moving
                .iter()
                .flat_map(|(frames, coins)| coins.iter().map(|coin| (coin, at_time(frames, time))));
            for ((face, x), (dx, dy)) in lying.chain(flying) {
                assert_eq!(dy, 0.0, "{}: {time}", play.name());
                let cell = (x + dx - left) / CELL;
                assert_eq!(cell, cell.round(), "{}: {time}", play.name());
                assert!(shown.insert(cell as usize, face.clone()).is_none());
            }
            let expected: BTreeMap<usize, String> = rows[number]
                .iter()
                .enumerate()
                .filter_map(|(cell, face)| Some((cell, (*face)?.to_string())))
                .collect();
            assert_eq!(shown, expected, "{}: row {number}", play.name());
        }
    }
}

#[test]
fn it_needs_nothing_but_itself_and_rests_where_motion_is_not_wanted() {
    for play in plays() {
        let svg = row_animation(&play).unwrap();
        assert_eq!(svg, row_animation(&play).unwrap());
        for foreign in ["<script", "url(", "@import", "https:", "src="] {
            assert!(!svg.contains(foreign), "{foreign}");
        }
        assert_eq!(
            svg.matches("http:").count(),
            1,
            "the name of SVG, and no address"
        );
        let (calm, motion) = svg
            .split_once("@media (prefers-reduced-motion:no-preference){")
            .unwrap();
        assert!(!calm.contains("animation") && !calm.contains("@keyframes"));
        assert!(motion.contains(".calm{display:none}"));
        assert!(svg.contains("@media (prefers-color-scheme:dark)"));
        // Every line is shown once in a round.
        assert_eq!(
            svg.matches("class=\"says then\"").count(),
            play.moves().len()
        );
    }
}

#[test]
fn it_looks_like_this() {
    let play = play(4, 1).with_origin("Algorithm 3.1 <of the thesis>");
    insta::assert_snapshot!("animated-svg", row_animation(&play).unwrap());
}

/// Two coins of a square step over each other, and one comes back.
fn board() -> GridPlay {
    let text = r#"{"grid": "square", "adjacency": 1, "labeled": true, "start": ["ab", "c."], "target": [".c", "ab"]}"#;
    let puzzle = Puzzle::try_from(serde_json::from_str::<PuzzleForm>(text).unwrap()).unwrap();
    let moves = [([1, 0], [1, 1]), ([0, 1], [1, 0]), ([0, 0], [0, 1])];
    let moves = moves.map(|(from, to): ([i32; 2], [i32; 2])| Move {
        from: from.into(),
        to: to.into(),
    });
    GridPlay::new(&puzzle, &moves).unwrap()
}

#[test]
fn coins_on_a_board_are_where_its_moves_have_brought_them() {
    let play = board();
    let svg = grid_animation(&play).unwrap();
    let document = Document::parse(&svg).unwrap();
    let groups = document.descendants().filter(|node| {
        let class = node.attribute("class");
        class.is_some_and(|class| class.starts_with("m m"))
    });
    let paths: Vec<_> = groups
        .map(|group| {
            let name = group.attribute("class").unwrap().trim_start_matches("m ");
            let [(shape, x)] = coins(group).try_into().unwrap();
            let y = group.first_element_child().unwrap().attribute("y").unwrap();
            (shape, (x, y.parse::<f64>().unwrap()), keyframes(&svg, name))
        })
        .collect();
    let frame = keyframes(&svg, "taken");
    assert_eq!(frame.len(), 7 * play.moves().len());
    let ends = |time: f64| -> BTreeMap<String, (i64, i64)> {
        let places = paths.iter().map(|(shape, (x, y), frames)| {
            let (dx, dy) = at_time(frames, time);
            (shape.clone(), ((x + dx) as i64, (y + dy) as i64))
        });
        places.collect()
    };
    let start = ends(0.0);
    let (left, top) = start["a"];
    let at = |x: i64, y: i64| (left + 32 * x, top + 32 * y);
    let of = |a, b, c| {
        BTreeMap::from([("a", a), ("b", b), ("c", c)].map(|(id, at)| (id.to_owned(), at)))
    };
    assert_eq!(start, of(at(0, 0), at(1, 0), at(0, 1)));
    assert_eq!(ends(frame[6].0), of(at(0, 0), at(1, 1), at(0, 1)));
    assert_eq!(ends(frame[13].0), of(at(0, 0), at(1, 1), at(1, 0)));
    assert_eq!(ends(100.0), of(at(0, 1), at(1, 1), at(1, 0)));
}

#[test]
fn what_cannot_be_watched_is_refused_with_what_to_do() {
    for (play, expected) in [
        (
            Play::Row(play(121, 1)),
            "121 moves are too many to animate, the limit is 120",
        ),
        (Play::Row(play(79, 1)), "160 positions"),
        (Play::Row(play(79, 1).widened(2)), "positions are too many"),
    ] {
        match play.to_animated_svg() {
            Err(error @ DrawError::Animation { .. }) => {
                let error = error.to_string();
                assert!(error.contains(expected), "{error}");
                assert!(
                    error.ends_with("; a page can play every solution"),
                    "{error}"
                );
            }
            Err(error) => panic!("{error}"),
            Ok(svg) => assert!(expected.starts_with("160") && svg.len() < 150_000),
        }
    }
}

#[cfg(feature = "pictures")]
#[test]
fn a_gif_ends_with_the_solved_row_and_is_small() {
    for play in [
        Play::Row(cells("checkers n=1 m=1", &[1, 3, 2])),
        Play::Grid(board()),
    ] {
        let gif = play.to_gif().unwrap();
        assert!(gif.len() < 60_000, "{}", gif.len());
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::Indexed);
        let mut decoder = options.read_info(gif.as_slice()).unwrap();
        assert!(decoder.width() <= 1_000 && decoder.height() <= 1_000);
        let (mut stills, mut shown) = (0, 0);
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            stills += 1;
            shown += u32::from(frame.delay);
        }
        let moves = match &play {
            Play::Row(play) => play.moves().len(),
            Play::Grid(play) => play.moves().len(),
        };
        assert_eq!(stills, 2 + 7 * moves);
        // As long as the animation in SVG, in hundredths of a second.
        assert!(
            shown.abs_diff(540 + 130 * moves as u32) <= stills as u32,
            "{shown}"
        );
    }
}
