//! The figures of the thesis that are more than a solution, by number: blocks, and the steps of proofs.
//!
//! The thesis draws them with letters for the sizes; here each is an instance, whose moves the checker has passed.

use crate::error::AtlasError;
use std::ops::RangeInclusive;
use tait_draw::{Figure, FigureRow, RowPlay};
use tait_generator::published;
use tait_generator::thesis::Algorithm;
use tait_linear::{Extension, MoveSequence as _, Puzzle, Solution};

/// The figures, by their numbers.
pub(crate) const FIGURES: [&str; 6] = ["2.2", "2.3", "3.2", "4.3", "4.5", "4.6"];

/// Returns a figure of the thesis by its number.
///
/// # Errors
/// When there is none of this number.
pub(crate) fn figure_of_thesis(number: &str) -> Result<RowPlay, AtlasError> {
    let (play, figure, what, caption) = match number {
        "2.2" => {
            let blocks = [(1..=8, "M"), (9..=10, "G"), (11..=12, "A")];
            let caption =
                "an n-move solution leaves no gap G between the coins M and a block A that it uses";
            (
                blocks_of(2, 4)?,
                named(&blocks),
                "the gap of Proposition 2.2.2",
                caption,
            )
        }
        "2.3" => {
            let blocks = [
                (-3..=-2, "L2"),
                (-1..=0, "L1"),
                (1..=8, "M"),
                (9..=10, "R1"),
                (11..=12, "R2"),
            ];
            let caption = "an n-move solution uses, beside M, R1 or L1 alone, both of them, R1 and R2, or L1 and L2";
            (
                blocks_of(2, 4)?,
                named(&blocks),
                "the blocks of Proposition 2.2.3",
                caption,
            )
        }
        "3.2" => {
            let caption =
                "each row becomes the next one by the framed move; the smaller puzzle is shaded";
            (
                by(Algorithm::K2, 2, 8)?,
                step_of_two(8),
                "the inductive step of Theorem 3.2.1",
                caption,
            )
        }
        "4.3" => {
            let caption = "each row becomes the next one by the framed move; the smaller puzzle is shaded, and has a gap of two positions";
            (
                by(Algorithm::K3Odd, 3, 7)?,
                step_of_three(7),
                "the inductive step of Theorem 4.2.1",
                caption,
            )
        }
        "4.5" | "4.6" => {
            let family = published::family(3).ok_or_else(|| unknown(number))?;
            let extension = family.extension(16).ok_or_else(|| unknown(number))?;
            let play = RowPlay::of_extension(&extension)?;
            match number {
                "4.5" => {
                    let caption =
                        "the coins that never move are shaded, and the added coins are boxed";
                    (
                        play,
                        three_for_one(&extension),
                        "the construction of Lemma 4.2.2",
                        caption,
                    )
                }
                _ => {
                    let caption = "the groups A, B and C are moves 2, 3 and 9 of n = 10, extended; the added coins are boxed";
                    (
                        play,
                        all_rows(&extension),
                        "n = 16 from n = 10 by Lemma 4.2.2",
                        caption,
                    )
                }
            }
        }
        _ => return Err(unknown(number)),
    };
    let title = format!("Figure {number} of the thesis: {what}");
    let play = play.with_title(title).with_claim(caption);
    Ok(play.with_figure(figure))
}

fn unknown(number: &str) -> AtlasError {
    AtlasError::Refused(format!(
        "no figure '{}': expected {} of the thesis, or 1 to 33 of the paper on coins",
        tait_text::excerpt(number),
        FIGURES.join(", ")
    ))
}

/// The starting row alone.
fn blocks_of(k: u64, n: u64) -> Result<RowPlay, AtlasError> {
    let puzzle = Puzzle::new(k, n).map_err(AtlasError::refused)?;
    Ok(RowPlay::of_beginning(puzzle, &[], "the start")?)
}

fn named(blocks: &[(RangeInclusive<i64>, &str)]) -> Figure {
    let blocks = blocks.iter();
    Figure {
        rows: vec![FigureRow::default()],
        blocks: blocks
            .map(|(block, name)| (block.clone(), (*name).to_owned()))
            .collect(),
        ..Figure::default()
    }
}

/// The solution that an algorithm of the thesis makes, from position 1.
fn by(algorithm: Algorithm, k: u64, n: u64) -> Result<RowPlay, AtlasError> {
    let puzzle = Puzzle::new(k, n).map_err(AtlasError::refused)?;
    let moves = algorithm.moves(puzzle, 0, 1).map_err(AtlasError::refused)?;
    Ok(RowPlay::of_solution(&Solution::new(
        puzzle,
        1,
        moves.moves().collect(),
    ))?)
}

/// A row by its number in the figure: the number of moves made, what is done next, and what is shaded.
fn step(number: usize, moves: u64, remark: &str, shaded: &[RangeInclusive<i64>]) -> FigureRow {
    FigureRow {
        moves: moves as usize,
        name: format!("({number})"),
        remark: remark.to_owned(),
        shaded: shaded.to_vec(),
        boxed: Vec::new(),
    }
}

/// Two moves, the puzzle of four coins fewer of each kind, and two moves.
fn step_of_two(n: u64) -> Figure {
    let smaller = n - 4;
    let end = 2 * smaller as i64 + 4;
    let call = format!("SlidingCoinK2(5, {smaller})");
    Figure {
        rows: vec![
            step(1, 0, "line 10", &[]),
            step(2, 1, "line 11", &[]),
            step(3, 2, &call, &[5..=end]),
            step(4, n - 2, "line 13", &[7..=end + 2]),
            step(5, n - 1, "line 14", &[]),
            step(6, n, "", &[]),
        ],
        frames_next: true,
        ..Figure::default()
    }
}

/// Two moves, and the puzzle of two coins fewer of each kind, whose second penny has a gap of two positions before it.
fn step_of_three(n: u64) -> Figure {
    let (end, call) = (n as i64, format!("SlidingCoinK3Odd({}, 2)", n - 2));
    Figure {
        rows: vec![
            step(1, 0, "line 10", &[]),
            step(2, 1, "line 11", &[]),
            step(3, 2, &call, &[1..=end - 1, end + 2..=2 * end - 2]),
            step(4, n, "", &[4..=end - 1, end + 2..=2 * end + 1]),
        ],
        frames_next: true,
        ..Figure::default()
    }
}

/// The groups of three moves into which the construction turns the exchanges, by the numbers of their moves.
fn groups(extension: &Extension<'_>) -> Vec<(RangeInclusive<usize>, String)> {
    let exchanges = ('A'..).zip(&extension.base().exchanges).zip(0..);
    let group = |((name, exchange), before): ((char, &tait_linear::Exchange), usize)| {
        let first = exchange.number as usize + 2 * before;
        (first..=first + 2, name.to_string())
    };
    exchanges.map(group).collect()
}

/// The start, and the rows after the moves of the groups.
fn three_for_one(extension: &Extension<'_>) -> Figure {
    let base = extension.base();
    let shift = extension.start() - base.solution.start();
    let added = (extension.puzzle().n() - base.puzzle().n()) as i64;
    let (nickel, penny) = (base.nickel + shift, base.penny + shift + added);
    let boxed = vec![nickel + 1..=nickel + added, penny + 1..=penny + added];
    let row = |moves, name: String| FigureRow {
        moves,
        name,
        boxed: boxed.clone(),
        ..FigureRow::default()
    };
    let groups = groups(extension);
    let named = groups.iter().flat_map(|(group, name)| {
        let moves = group.clone().zip(1..);
        moves.map(move |(moves, number)| row(moves, format!("{name}-{number}")))
    });
    Figure {
        rows: std::iter::once(row(0, "Init".to_owned()))
            .chain(named)
            .collect(),
        groups: groups.clone(),
        ..Figure::default()
    }
}

/// All rows.
fn all_rows(extension: &Extension<'_>) -> Figure {
    let row = |moves: usize| FigureRow {
        moves,
        name: moves.to_string(),
        ..FigureRow::default()
    };
    Figure {
        rows: (0..=extension.puzzle().n() as usize).map(row).collect(),
        groups: groups(extension),
        ..Figure::default()
    }
}

#[cfg(test)]
mod tests {
    use super::{FIGURES, figure_of_thesis};
    use tait_draw::{Face, RowPlay};

    /// The coins on positions, after some moves.
    fn row(play: &RowPlay, moves: usize, positions: impl Iterator<Item = i64>) -> String {
        let mut frames = play.frames();
        for _ in 0..moves {
            assert!(frames.next_frame().is_some());
        }
        let frame = frames.next_frame().unwrap();
        let cell = |at: i64| frame.row[(at - play.first()) as usize];
        positions
            .map(|at| cell(at).map_or(".".to_owned(), |face: Face| face.to_string()))
            .collect()
    }

    /// The shaded coins of a row of a figure.
    fn shaded(play: &RowPlay, index: usize) -> String {
        let marked = &play.figure().unwrap().rows[index];
        row(play, marked.moves, marked.shaded.iter().cloned().flatten())
    }

    #[test]
    fn every_figure_of_the_thesis_is_a_checked_play() {
        for number in FIGURES {
            let play = figure_of_thesis(number).unwrap();
            assert!(
                play.title()
                    .starts_with(&format!("Figure {number} of the thesis: "))
            );
            let figure = play.figure().unwrap();
            assert!(figure.rows.is_sorted_by_key(|row| row.moves));
            assert!(
                figure
                    .rows
                    .iter()
                    .all(|row| row.moves <= play.moves().len())
            );
        }
        assert!(
            figure_of_thesis("9.9")
                .unwrap_err()
                .to_string()
                .contains("2.2, 2.3, 3.2")
        );
    }

    #[test]
    fn figures_2_2_and_2_3_of_the_thesis_name_blocks_around_the_coins() {
        for (number, coins) in [
            ("2.2", vec!["ooooxxxx", "..", ".."]),
            ("2.3", vec!["..", "..", "ooooxxxx", "..", ".."]),
        ] {
            let play = figure_of_thesis(number).unwrap();
            let blocks = &play.figure().unwrap().blocks;
            let shown: Vec<String> = blocks
                .iter()
                .map(|(block, _)| row(&play, 0, block.clone()))
                .collect();
            assert_eq!(shown, coins);
            assert!(
                blocks
                    .windows(2)
                    .all(|two| *two[0].0.end() + 1 == *two[1].0.start()),
                "{number}: side by side"
            );
        }
    }

    #[test]
    fn figures_3_2_and_4_3_of_the_thesis_shade_the_smaller_puzzle_and_its_end() {
        let play = figure_of_thesis("3.2").unwrap();
        assert_eq!(
            (shaded(&play, 2), shaded(&play, 3)),
            ("ooooxxxx".to_owned(), "xoxoxoxo".to_owned())
        );
        assert_eq!(row(&play, 8, 3..=18), "xo".repeat(8));
        let play = figure_of_thesis("4.3").unwrap();
        assert_eq!(
            (shaded(&play, 2), shaded(&play, 3)),
            ("oooooxxxxx".to_owned(), "oxoxoxoxox".to_owned())
        );
        assert_eq!(
            row(&play, 2, 7..=8),
            "xo",
            "the gap holds two coins that stay"
        );
        assert_eq!(row(&play, 7, 4..=17), "ox".repeat(7));
    }

    #[test]
    fn figures_4_5_and_4_6_of_the_thesis_group_the_moves_of_an_exchange() {
        let play = figure_of_thesis("4.5").unwrap();
        let marked = &play.figure().unwrap().rows;
        let names: Vec<&str> = marked.iter().map(|row| &*row.name).collect();
        assert_eq!(
            names,
            [
                "Init", "A-1", "A-2", "A-3", "B-1", "B-2", "B-3", "C-1", "C-2", "C-3"
            ]
        );
        let added = |index: usize| {
            let marked = &marked[index];
            row(&play, marked.moves, marked.boxed.iter().cloned().flatten())
        };
        assert_eq!(added(0), "ooooooxxxxxx");
        // Three coins of each kind have changed places after each group, and the added coins alternate in the end.
        for index in [3, 6, 9] {
            assert!(!added(index).contains('.'));
        }
        assert_eq!(added(9), "xoxoxooxoxox");
        let play = figure_of_thesis("4.6").unwrap();
        let groups = &play.figure().unwrap().groups;
        let groups: Vec<(usize, usize, &str)> = groups
            .iter()
            .map(|(rows, name)| (*rows.start(), *rows.end(), &**name))
            .collect();
        assert_eq!(groups, [(2, 4, "A"), (5, 7, "B"), (13, 15, "C")]);
        assert_eq!(play.moves().len(), 16);
    }
}
