//! Ranks compared with enumeration, and small boards with the rules.

use tait_grid::space::{Ranking, RankingError, SmallBoard, SmallBoardError, cells_of, next_set};
use tait_grid::{
    Board, Configuration, Graph, Label, Motion, Position, Rules, Setup, Symbols, read_drawing,
};

#[test]
fn ranks_count_all_sets_in_order() {
    for cells in 1..=11 {
        for coins in 1..=cells {
            let ranking = Ranking::new(cells, coins).unwrap();
            let mut sets = (0..1u64 << cells).filter(|set| set.count_ones() as usize == coins);
            let mut walked = (1u64 << coins) - 1;
            for (rank, set) in (0..ranking.count()).zip(sets.by_ref()) {
                assert_eq!((ranking.rank(set), ranking.unrank(rank)), (rank, set));
                assert_eq!(walked, set);
                walked = next_set(walked);
            }
            assert_eq!(sets.next(), None);
        }
    }
}

#[test]
fn ranks_of_neighbouring_sizes_come_in_one_pass() {
    for (cells, coins) in [(7, 1), (9, 4), (8, 8), (10, 6)] {
        let ranking = Ranking::new(cells, coins).unwrap();
        let fewer = (0..1u64 << cells).filter(|set| set.count_ones() as usize == coins - 1);
        let fewer: Vec<u64> = fewer.collect();
        assert_eq!(ranking.count_lifted(), fewer.len() as u64);
        let rank_lifted = |set: u64| fewer.binary_search(&set).unwrap() as u64;
        for rank in 0..ranking.count() {
            let set = ranking.unrank(rank);
            let mut seen = Vec::new();
            ranking.each_without(set, |cell, rank| seen.push((cell, rank)));
            let expected = cells_of(set).map(|cell| (cell, rank_lifted(set & !(1 << cell))));
            assert_eq!(seen, expected.collect::<Vec<_>>());
        }
        for (rank, &set) in (0..).zip(&fewer) {
            assert_eq!(ranking.unrank_lifted(rank), set);
            let unoccupied = !set & ((1 << cells) - 1);
            for some in [unoccupied, unoccupied & 0b1010_1010_1010, 0] {
                let mut seen = Vec::new();
                ranking.each_with(set, some, |cell, rank| seen.push((cell, rank)));
                let expected = cells_of(some).map(|cell| (cell, ranking.rank(set | 1 << cell)));
                assert_eq!(seen, expected.collect::<Vec<_>>());
            }
        }
    }
}

#[test]
fn the_largest_boards_fit() {
    let ranking = Ranking::new(64, 32).unwrap();
    assert_eq!(ranking.count(), 1_832_624_140_942_590_534);
    let last = ranking.count() - 1;
    assert_eq!(ranking.unrank(last), u64::MAX << 32);
    for rank in [0, 1, 12_345_678_901_234_567, last] {
        assert_eq!(ranking.rank(ranking.unrank(rank)), rank);
    }
    assert_eq!(Ranking::new(64, 64).unwrap().unrank(0), u64::MAX);
    assert_eq!(Ranking::new(65, 3).unwrap_err(), RankingError::Cells(65));
    let (coins, cells) = (5, 4);
    let error = RankingError::Coins { coins, cells };
    assert_eq!(Ranking::new(4, 5).unwrap_err(), error);
    assert!(Ranking::new(4, 0).is_err());
}

/// Compares the places where each coin can land with the moves of the rules.
fn lands_by_the_rules(board: &SmallBoard, coins: u64) {
    let setup = Setup {
        board: board.board().clone(),
        coins: board
            .positions(coins)
            .map(|at| (at, Label::PLAIN))
            .collect(),
    };
    let lying = Configuration::try_from(setup).unwrap();
    assert_eq!(board.coins(&lying), Ok(Some(coins)));
    let mut moves: Vec<(Position, Position)> = Vec::new();
    for from in cells_of(coins) {
        let landings = board.landings(coins & !(1 << from)) & !coins;
        let cell = |cell: u32| board.cells()[cell as usize];
        moves.extend(cells_of(landings).map(|to| (cell(from), cell(to))));
    }
    let expected = lying.moves(board.rules()).into_iter();
    assert_eq!(moves, expected.map(Into::into).collect::<Vec<_>>());
}

#[test]
fn coins_land_where_the_rules_say() {
    let rectangle = SmallBoard::rectangle(3, 4, Rules::default()).unwrap();
    // A ring of 7 with a centre and some chords.
    let edges = [0, 1, 2, 3, 4, 5, 6].map(|at| [(at, (at + 1) % 7), (at, 7)]);
    let edges: Vec<(u32, u32)> = edges
        .into_iter()
        .flatten()
        .chain([(1, 3), (2, 6)])
        .collect();
    let graph = Board::Graph(Graph::new(8, &edges).unwrap());
    let on_graph = [1, 2, 3, 4].map(|adjacency| {
        let motion = Motion::Lift;
        SmallBoard::whole(&graph, Rules { adjacency, motion }).unwrap()
    });
    for board in on_graph.iter().chain([&rectangle]) {
        for coins in 1..1u64 << board.cells().len() {
            lands_by_the_rules(board, coins);
        }
    }
}

#[test]
fn a_small_board_is_the_span_of_its_coins() {
    let diagonal = read_drawing(Board::Square, "o..\n.o.\n..o", Symbols::Plain).unwrap();
    let around = |rules| SmallBoard::around(&Board::Square, diagonal.positions(), rules);
    assert_eq!(around(Rules::default()).unwrap().cells().len(), 9);
    let d = |adjacency| Rules {
        adjacency,
        ..Rules::default()
    };
    assert_eq!(
        around(d(1)).unwrap_err().to_string(),
        "coins on the square grid with d = 1 are not confined to a finite part of the board"
    );
    assert_eq!(around(d(5)).unwrap_err(), SmallBoardError::Adjacency(5));
    let slides = Rules {
        motion: Motion::Slide,
        ..Rules::default()
    };
    assert_eq!(around(slides).unwrap_err(), SmallBoardError::Slides);
    let labels = read_drawing(Board::Square, "A..\n.B.\n..C", Symbols::Labels).unwrap();
    let board = around(Rules::default()).unwrap();
    assert_eq!(board.coins(&labels), Err(SmallBoardError::Labels));
    let far = read_drawing(Board::Square, "o...o", Symbols::Plain).unwrap();
    assert_eq!(board.coins(&far), Ok(None));
    let error = SmallBoard::rectangle(5, 13, Rules::default()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a whole board has at most 64 positions, not 65"
    );
    assert!(SmallBoard::rectangle(0, 3, Rules::default()).is_err());
    assert!(SmallBoard::rectangle(3, 3, d(1)).is_err());
}
