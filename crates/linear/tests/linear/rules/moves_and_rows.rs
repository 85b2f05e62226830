//! Compares moves on boards and on the checker's row with a map of coins; mirror images.

use proptest::prelude::*;
use std::collections::BTreeMap;
use tait_linear::{
    BlockLength, Board, CheckError, Coin, Extension, Family, Move, MoveSequence, Puzzle, Replay,
    Row, Solution, check,
};

/// A row as a map from each occupied position to whether its coin is a penny.
type Map = BTreeMap<i64, bool>;

fn starting(start: i64, n: i64) -> Map {
    (0..2 * n)
        .map(|index| (start + index, index >= n))
        .collect()
}

/// Plays a move on the map if it is allowed; returns its coins.
fn play(map: &mut Map, k: i64, step: Move) -> Option<String> {
    let there = (step.from..step.from + k).all(|p| map.contains_key(&p));
    let free = (step.to..step.to + k).all(|p| !map.contains_key(&p));
    if !there || !free {
        return None;
    }
    let block: Vec<bool> = (0..k)
        .map(|index| map.remove(&(step.from + index)).unwrap())
        .collect();
    for (position, &coin) in (step.to..).zip(&block) {
        let _ = map.insert(position, coin);
    }
    Some(
        block
            .iter()
            .map(|&penny| if penny { 'x' } else { 'o' })
            .collect(),
    )
}

fn agree(row: &Row, map: &Map, k: i64, around: i64) {
    let mut runs: Vec<(i64, i64)> = Vec::new();
    for &position in map.keys() {
        match runs.last_mut() {
            Some((_, end)) if *end == position => *end += 1,
            _ => runs.push((position, position + 1)),
        }
    }
    assert_eq!(row.runs().collect::<Vec<_>>(), runs);
    for position in around - 2 * k - 2..=around + 2 * k + 2 {
        let penny = map.get(&position);
        assert_eq!(row.coin(position).map(Coin::is_penny), penny.copied());
        let mut window = position..position + k;
        let unoccupied = window.clone().find(|p| !map.contains_key(p));
        assert_eq!(row.first_unoccupied(position, k as u32), unoccupied);
        let occupied = window.find(|p| map.contains_key(p));
        assert_eq!(row.first_occupied(position, k as u32), occupied);
        if unoccupied.is_none() {
            let coins = (0..k).fold(0, |w, i| w | u64::from(map[&(position + i)]) << i);
            assert_eq!(row.window(position, k as u32), coins);
        }
    }
}

/// Generates the start of a row: near the borders between the row's pages, and far from 0.
fn start() -> impl Strategy<Value = i64> {
    (-3..=3i64, -140..=140i64, any::<bool>())
        .prop_map(|(page, offset, far)| 4096 * page + offset + if far { -(1 << 40) } else { 0 })
}

/// A move given by a coin and a place, so that most are allowed but not all.
#[derive(Debug, Clone)]
struct Choice {
    source: usize,
    wrong_source: bool,
    to: i64,
}

fn choice() -> impl Strategy<Value = Choice> {
    let to = prop_oneof![6 => -150..400i64, 2 => -9_000..9_000i64];
    (any::<usize>(), prop::bool::weighted(0.1), to).prop_map(|(source, wrong_source, to)| Choice {
        source,
        wrong_source,
        to,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_row_is_a_map_of_coins_under_valid_and_invalid_moves(
        start in start(),
        k in 2..=63u64,
        more in 0..90u64,
        choices in prop::collection::vec(choice(), 1..60),
    ) {
        let n = k / 2 + 1 + more;
        let puzzle = Puzzle::new(k, n).unwrap();
        let k = k as i64;
        let mut replay = Replay::new(puzzle, start);
        let mut map = starting(start, n as i64);
        agree(replay.row(), &map, k, start);
        for Choice { source, wrong_source, to } in choices {
            let windows: Vec<i64> = map
                .keys()
                .copied()
                .filter(|&p| (p..p + k).all(|q| map.contains_key(&q)))
                .collect();
            let from = match windows.get(source % windows.len().max(1)) {
                Some(&window) if !wrong_source => window,
                _ => start - 200 + (source % 500) as i64,
            };
            let step = Move { from, to: start + to };
            let moved = play(&mut map, k, step);
            let played = replay.play(step);
            assert_eq!(played.ok().map(|pattern| pattern.to_string()), moved);
            agree(replay.row(), &map, k, step.from);
            agree(replay.row(), &map, k, step.to);
        }
    }

    #[test]
    fn a_counted_move_gains_the_pairs_made_less_the_pairs_broken(
        k in 2..=9u64,
        more in 0..12u64,
        choices in prop::collection::vec((any::<usize>(), -20..60i64), 1..40),
    ) {
        let n = k / 2 + 1 + more;
        let mut replay = Replay::new(Puzzle::new(k, n).unwrap(), 1);
        let mut map = starting(1, n as i64);
        let pairs = |map: &Map| {
            map.iter().filter(|(p, c)| map.get(&(*p + 1)).is_some_and(|d| d != *c)).count() as i32
        };
        for (source, to) in choices {
            let step = Move { from: (source % 60) as i64 - 15, to };
            let before = pairs(&map);
            if play(&mut map, k as i64, step).is_some() {
                let counted = replay.play_counting(step).unwrap();
                assert_eq!(counted.gain, pairs(&map) - before);
                assert!(counted.gain <= 2);
            }
        }
    }

    #[test]
    fn a_board_is_a_list_of_letters_and_a_move_undone_gives_it_back(
        letters in prop::collection::vec(prop::sample::select(vec!['o', 'x', '.']), 130),
        fill in prop::collection::vec(prop::bool::weighted(0.8), 16),
        k in 2..=8u64,
    ) {
        // Long runs of coins and of free cells, so that some moves are possible.
        let letters: Vec<char> = letters
            .iter()
            .enumerate()
            .map(|(cell, &letter)| match (fill[cell / 9], letter) {
                (true, '.') => 'o',
                (true, letter) => letter,
                (false, _) => '.',
            })
            .collect();
        let mut board = Board::<3>::default();
        for (cell, &letter) in (0..).zip(&letters) {
            if letter != '.' {
                board.occupied |= tait_space::Bits::single(cell);
            }
            if letter == 'x' {
                board.pennies |= tait_space::Bits::single(cell);
            }
        }
        assert_eq!(board.draw(130), letters.iter().collect::<String>());
        let pairs = crate::rules::model::pairs(&letters);
        assert_eq!(i64::from(board.pairs().count()), pairs);
        let length = BlockLength::new(k).unwrap();
        let k = k as usize;
        for (from, to) in crate::rules::model::all_moves(&letters, k) {
            let next = board.moved(length, from as u32, to as u32);
            let drawn: String = crate::rules::model::after(&letters, k, (from, to)).iter().collect();
            assert_eq!(next.draw(130), drawn);
            assert_eq!(next.moved(length, to as u32, from as u32), board);
            let turned = board.moved_turned(length, from as u32, to as u32);
            let mut block: Vec<char> = letters[from..from + k].to_vec();
            block.reverse();
            let block: String = block.into_iter().collect();
            assert_eq!(turned.draw(130), [&drawn[..to], &block, &drawn[to + k..]].concat());
            assert_eq!(turned.moved_turned(length, to as u32, from as u32), board);
            let slid: String = letters[from..from + k].iter().collect();
            assert_eq!(board.pattern(length, from as u32).to_string(), slid);
        }
    }
}

#[test]
fn a_board_alternates_exactly_when_its_row_does() {
    for n in 1..=4u32 {
        for mask in 0..1u64 << (2 * n) {
            let mut board = Board::<1>::starting(3, n);
            board.pennies = tait_space::Bits::laid(mask, 3);
            let cells: Vec<char> = board.draw(20).chars().collect();
            assert_eq!(
                board.alternates(),
                crate::rules::model::is_alternating(&cells)
            );
        }
    }
    let split = Board::<1>::starting(3, 2).moved(BlockLength::new(2).unwrap(), 3, 9);
    assert!(!split.alternates());
}

#[test]
fn mirror_images_are_solutions_of_the_same_type_with_the_negated_shift() {
    #[derive(serde::Deserialize)]
    struct Published {
        family: Family,
    }
    let text = include_str!("../../../../../data/published/thesis-families.json");
    let families: Vec<Published> = serde_json::from_str(text).unwrap();
    for base in families
        .iter()
        .flat_map(|published| &published.family.bases)
    {
        for times in 0..3 {
            let extension = Extension::repeated(base, times).unwrap();
            let moves = extension.moves().collect();
            let solution = Solution::new(extension.puzzle(), extension.start(), moves);
            let image = solution.mirrored();
            let (verdict, mirrored) = (check(&solution).unwrap(), check(&image).unwrap());
            assert_eq!(mirrored.final_type, verdict.final_type);
            assert_eq!(mirrored.shift, -verdict.shift);
            assert_eq!(mirrored.moves, verdict.moves);
            assert_eq!(image.mirrored(), solution);
            let elsewhere = solution.at_start(-77);
            assert_eq!(check(&elsewhere).unwrap(), verdict);
            assert_eq!(elsewhere.at_start(solution.start()), solution);
        }
    }
}

#[test]
fn the_row_of_the_largest_puzzle_takes_hardly_any_room_until_its_coins_move() {
    // 2^36 coins: stored one by one, their bits would fill 4 GiB of pages.
    let n = 1_i64 << 35;
    let mut replay = Replay::new(Puzzle::new(2, n as u64).unwrap(), -n);
    let coin = |replay: &Replay, position| replay.row().coin(position).unwrap();
    for position in [-n, -n / 2, -65, -64, -1] {
        assert_eq!(coin(&replay, position), Coin::Nickel, "{position}");
    }
    for position in [0, 63, 64, n / 2, n - 1] {
        assert_eq!(coin(&replay, position), Coin::Penny, "{position}");
    }
    assert_eq!(replay.row().coin(n), None);
    for (from, to, pattern) in [(-1, n, "ox"), (n - 2, -1, "xx")] {
        let played = replay.play(Move { from, to }).unwrap();
        assert_eq!(played.to_string(), pattern);
    }
    assert_eq!(coin(&replay, n), Coin::Nickel);
    assert_eq!(
        (coin(&replay, -1), coin(&replay, -2)),
        (Coin::Penny, Coin::Nickel)
    );
    assert!(matches!(replay.finish(), Err(CheckError::NotContiguous { gap, .. }) if gap == n - 2));
}
