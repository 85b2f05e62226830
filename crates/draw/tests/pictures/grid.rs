//! Solutions on grids and graphs.

use roxmltree::Document;
use tait_draw::{GridPlay, Play, Rows, TextStyle, grid_svg, grid_text, grid_tikz, page};
use tait_grid::{Move, Puzzle, PuzzleForm};

/// The play of a puzzle in JSON with its moves.
fn play(text: &str) -> GridPlay {
    let form: PuzzleForm = serde_json::from_str(text).unwrap();
    let value: serde_json::Value = serde_json::from_str(text).unwrap();
    let moves: Vec<Move> = serde_json::from_value(value["moves"].clone()).unwrap();
    GridPlay::new(&Puzzle::try_from(form).unwrap(), &moves).unwrap()
}

const SQUARE: &str = r#"{"grid": "square", "start": ["oo.", "o.o"], "target": [".oo", ".oo"],
    "moves": [[[0,0],[1,1]],[[0,1],[2,0]]]}"#;
const SLIDES: &str = r#"{"grid": "triangular", "rule": "slide", "up_to": "any", "start": ["ooo", "ooo"],
    "target": [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]],
    "moves": [[[0,1],[1,2]],[[1,1],[0,1]],[[0,0],[0,2]]]}"#;
const GRAPH: &str = r#"{"grid": "graph", "vertices": 4, "edges": [[0,1],[1,2],[2,3],[3,0],[0,2]], "labeled": true,
    "start": [[0,1],[1,2]], "target": [[2,1],[1,2]], "adjacency": 1, "moves": [[[0],[2]]]}"#;

/// A corner of a square becomes a triangle; the places of the coin that moves overlap.
const MIXED: &str = r#"{"grid": "mixed", "start": [[0,0,0,0],[1,0,0,0],[0,0,0,1]], "target": [[0,0,0,0],[1,0,0,0],[0,0,1,0]],
    "moves": [[[0,0,0,1],[0,0,1,0]]]}"#;

#[test]
fn a_figure_has_a_panel_for_each_configuration() {
    for (text, coins) in [(SQUARE, 4), (SLIDES, 6), (GRAPH, 2)] {
        let play = play(text);
        let svg = grid_svg(&play, Rows::ALL).unwrap();
        let document = Document::parse(&svg).unwrap();
        let of_class = |class: &str| {
            let nodes = document.descendants();
            nodes
                .filter(|node| node.attribute("class") == Some(class))
                .count()
        };
        let moves = play.moves().len();
        assert_eq!(of_class("coin"), coins * (moves + 1));
        assert_eq!((of_class("arrow"), of_class("goal")), (moves, coins));
        assert_eq!(of_class("dot"), play.places().len());
    }
}

#[test]
fn pictures_look_like_this() {
    let square = play(SQUARE).with_title("Two corners").optimal();
    insta::assert_snapshot!("square-svg", grid_svg(&square, Rows::ALL).unwrap());
    insta::assert_snapshot!("square-tikz", grid_tikz(&square, Rows::ALL).unwrap());
    let text = grid_text(&play(SLIDES), Rows::ALL, TextStyle::default()).unwrap();
    insta::assert_snapshot!("slides-text", text);
}

#[test]
fn a_page_knows_the_rules_and_all_places_of_the_target() {
    let told = |play: GridPlay| {
        let page = page(&Play::Grid(play), false, None);
        let json = page.split_once("id=\"play\">").unwrap().1;
        let json = json.split_once("</script>").unwrap().0;
        serde_json::from_str::<serde_json::Value>(json).unwrap()
    };
    let square = told(play(SQUARE));
    assert_eq!(
        (&square["motion"], &square["adjacency"]),
        (&"lift".into(), &2.into())
    );
    assert_eq!(square["targets"].as_array().unwrap().len(), 1);
    let slides = told(play(SLIDES));
    assert_eq!(
        (&slides["motion"], &slides["room"]),
        (&"slide".into(), &true.into())
    );
    let places = slides["places"].as_array().unwrap();
    // A ring fits around every place that has six neighbours.
    let centres = places
        .iter()
        .filter(|place| place["neighbours"].as_array().unwrap().len() == 6);
    assert_eq!(slides["targets"].as_array().unwrap().len(), centres.count());
    let mixed = told(play(MIXED));
    let overlaps = |index: usize| mixed["places"][index].get("overlaps").cloned();
    let places = mixed["places"].as_array().unwrap();
    assert!(
        (0..places.len()).any(|index| overlaps(index).is_some()),
        "{places:?}"
    );
    let graph = told(play(GRAPH));
    assert_eq!(graph["coins"][0]["label"], "1");
    assert_eq!(graph["targets"][0], serde_json::json!([[1, "2"], [2, "1"]]));
}

#[test]
fn a_title_from_a_file_is_text_in_every_picture() {
    let attack = "a\u{1b}[2J<b>&\n\\input{secret}\u{0}";
    let play = play(SQUARE).with_title(attack);
    let svg = grid_svg(&play, Rows::ALL).unwrap();
    let document = Document::parse(&svg).unwrap();
    let title = document
        .descendants()
        .find(|node| node.has_tag_name("title"));
    let title = title.and_then(|node| node.text()).unwrap();
    assert_eq!(title, "a\u{fffd}[2J<b>&\u{fffd}\\input{secret}\u{fffd}");
    let tikz = grid_tikz(&play, Rows::ALL).unwrap();
    let of_attack = tikz.lines().filter(|line| line.contains("secret"));
    for line in of_attack {
        assert!(line.starts_with('%') || !line.contains("\\input"), "{line}");
    }
    assert!(!tikz.contains(|c: char| c.is_control() && c != '\n'));
}
