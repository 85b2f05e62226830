//! Bad input: every reason is reported at once.

use std::collections::BTreeSet;
use tait_grid::{Board, Label, Position, Puzzle, PuzzleForm, Setup, Symbols, read_drawing};

fn form(text: &str) -> Result<Puzzle, String> {
    let form: PuzzleForm = serde_json::from_str(text).map_err(|error| error.to_string())?;
    Puzzle::try_from(form).map_err(|error| error.to_string())
}

#[test]
fn what_is_wrong_with_json_is_told() {
    for (text, message) in [
        (
            r#"{"grid": "square", "start": [[0, 0], [0, 0]], "target": [[0, 0], [1]]}"#,
            "start: position (0, 0) holds more than one coin; target: (1) is not a position of the square grid",
        ),
        (
            r#"{"grid": "square", "start": [[0, 0]], "target": [[0, 0], [1, 0]]}"#,
            "the start has 1 coin, but the target has 2",
        ),
        (
            r#"{"grid": "square", "labeled": true, "start": [[0, 0, 1], [2, 0, 2]], "target": [[0, 0, 1], [1, 0, 3]]}"#,
            "label 2 is on 1 coin of the start, but on 0 of the target; label 3 is on 0 coins of the start, but on 1 of the target",
        ),
        (
            r#"{"grid": "hexagonal", "start": [[0, 0]], "target": [[0, 0]]}"#,
            "unknown grid 'hexagonal': expected square, triangular, mixed, hypercube, graph",
        ),
        (
            r#"{"grid": "square", "start": [[0, 0]], "target": [[0, 0]], "up_to": "glide"}"#,
            "unknown up_to 'glide': expected absolute, translation, rotation, reflection, any",
        ),
        (
            r#"{"grid": "square", "start": [[0, 0]], "target": [[0, 0]], "rule": "jump"}"#,
            "unknown rule 'jump': expected lift, slide",
        ),
        (
            r#"{"grid": "square", "start": [[0, 0]]}"#,
            "a puzzle needs the key target",
        ),
        (
            r#"{"grid": "square", "start": [], "target": []}"#,
            "start: there are no coins; target: there are no coins",
        ),
        (
            r#"{"grid": "square", "labeled": true, "start": [[3, 4, -1]], "target": [[0, 0, 1]]}"#,
            "start: invalid coin [3, 4, -1]: expected [x, y, label] with a label of at least 0",
        ),
        (
            r#"{"grid": "square", "start": [[99999999, 0]], "target": [[0, 0]]}"#,
            "start: [99999999, 0]: coordinate 99999999 is farther than 16777216 from 0",
        ),
        (
            r#"{"grid": "mixed", "rule": "slide", "adjacency": 3, "start": [[0, 0]], "target": [[0, 0]]}"#,
            "d = 3 is out of range: the mixed lattice needs d = 2; slides are defined on the square, triangular and hypercube lattices and on graphs, not on the mixed lattice",
        ),
        (
            r#"{"grid": "mixed", "start": [[0, 0, 0, 0], [-1, 1, 0, 0]], "target": [[0, 0], [1, 0]]}"#,
            "start: the coins on (-1, 1, 0, 0) and (0, 0, 0, 0) overlap",
        ),
        (
            r#"{"grid": "graph", "start": [[0]], "target": [[0]]}"#,
            "a graph needs the key edges",
        ),
        (
            r#"{"grid": "square", "adjacency": 0, "start": [[0, 0]], "target": [[0, 0]]}"#,
            "d is out of range: d-adjacency needs d >= 1",
        ),
        (
            r#"{"grid": "hypercube", "dimension": 17, "start": [[0]], "target": [[0]]}"#,
            "start: a hypercube lattice has 1 to 16 dimensions, not 17; target: a hypercube lattice has 1 to 16 dimensions, not 17",
        ),
        (
            r#"{"grid": "square", "start": ["o?"], "target": ["oo"]}"#,
            "start: row 1, column 2: '?' is neither '.' nor a coin (o, 0-9, A-Z, a-z)",
        ),
        (
            r#"{"grid": "square", "start": ["ab.", "ooo"], "target": ["ba.", "ooo"]}"#,
            "start: its coins have several letters, but no labels: set \"labeled\" to true",
        ),
    ] {
        let error = form(text).unwrap_err();
        assert!(error.contains(message), "{text}: {error}");
        assert_eq!(error.lines().count(), 1);
    }
    let error = form(r#"{"grid": "square", "start": 7, "target": []}"#).unwrap_err();
    assert!(error.starts_with("coins are a list such as"), "{error}");
}

#[test]
fn remarks_after_the_first_word_are_skipped() {
    let text = r#"{"grid": "mixed (Z[zeta12])", "start": ["ooo"], "target": ["ooo"],
        "up_to": "translation + rotation by 30deg multiples", "rule": "lift: any way"}"#;
    // The mixed lattice cannot be drawn.
    assert!(
        form(text)
            .unwrap_err()
            .contains("drawings show the square or the triangular grid")
    );
    let text = text.replace(r#"["ooo"]"#, "[[0, 0], [1, 0]]");
    assert_eq!(
        form(&text).unwrap().to_string(),
        "2 coins on the mixed lattice, up to translation and rotation"
    );
}

#[test]
fn drawings_come_back() {
    for (board, text) in [
        (Board::Square, "o.o\n.o.\n"),
        (Board::Triangular, "o . o\n . o .\n"),
        (Board::Square, "12.\nA.z\n"),
    ] {
        let symbols = if text.contains('1') {
            Symbols::Labels
        } else {
            Symbols::Plain
        };
        let configuration = read_drawing(board.clone(), text, symbols).unwrap();
        assert_eq!(configuration.drawing().as_deref(), Some(text));
    }
    let coins = vec![
        (Position::from([4, 7]), Label(1000)),
        (Position::from([5, 7]), Label(0)),
    ];
    let shown = tait_grid::Configuration::try_from(Setup {
        board: Board::Square,
        coins,
    });
    assert_eq!(shown.unwrap().drawing().as_deref(), Some("#o\n"));
}

#[test]
fn json_comes_back_on_every_board() {
    for text in [
        r#"{"grid":"triangular","labeled":true,"start":[[0,0,1],[1,0,2]],"target":[[0,0,2],[1,0,1]],"up_to":"rotation","rule":"slide"}"#,
        r#"{"grid":"mixed","start":[[0,0,0,0],[1,0,0,0]],"target":[[0,0,0,0],[0,1,0,0]],"up_to":"absolute"}"#,
        r#"{"grid":"hypercube","dimension":3,"start":[[0,0,0]],"target":[[0,0,1]],"up_to":"reflection","adjacency":1}"#,
        r#"{"grid":"graph","vertices":3,"edges":[[0,1],[1,2]],"start":[[0]],"target":[[2]],"up_to":"absolute"}"#,
    ] {
        let puzzle = form(text).unwrap();
        assert_eq!(
            serde_json::to_string(&PuzzleForm::from(&puzzle)).unwrap(),
            text
        );
    }
}

#[test]
fn the_keys_of_a_puzzle_are_those_of_its_schema() {
    let schema = schemars::schema_for!(PuzzleForm);
    let keys: BTreeSet<&str> = schema
        .get("properties")
        .unwrap()
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(BTreeSet::from(PuzzleForm::KEYS), keys);
}
