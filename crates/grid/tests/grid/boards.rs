//! Neighbours and symmetries.

use proptest::prelude::*;
use std::collections::BTreeSet;
use tait_grid::{Board, Graph, Position, UpTo};

fn boards() -> Vec<Board> {
    let graph = Graph::new(5, &[(0, 1), (1, 2), (2, 3), (3, 0), (1, 3), (3, 1)]).unwrap();
    vec![
        Board::Square,
        Board::Triangular,
        Board::Mixed,
        Board::Hypercube(1),
        Board::Hypercube(3),
        Board::Hypercube(4),
        Board::Graph(graph),
    ]
}

#[test]
fn adjacency_is_symmetric_and_at_distance_one() {
    for board in boards() {
        let origin = match board.dimension() {
            1 => Position::from([1]),
            dimension => Position::new(&vec![0; dimension]).unwrap(),
        };
        let near = board.neighbours(&origin);
        assert_eq!(
            near.iter().collect::<BTreeSet<_>>().len(),
            near.len(),
            "{board}"
        );
        for other in &near {
            assert!(
                board.are_adjacent(other, &origin) && *other != origin,
                "{board}"
            );
            if let (Some(one), Some(other)) = (board.in_plane(&origin), board.in_plane(other)) {
                let squared = (one.0 - other.0).powi(2) + (one.1 - other.1).powi(2);
                assert!((squared - 1.0).abs() < 1e-9, "{board}");
            }
        }
    }
}

#[test]
fn there_are_as_many_symmetries_as_there_should_be() {
    let counts = |board: Board| {
        [UpTo::Nothing, UpTo::Rotation, UpTo::Reflection].map(|up_to| board.symmetries(up_to).len())
    };
    assert_eq!(counts(Board::Square), [1, 4, 8]);
    assert_eq!(counts(Board::Triangular), [1, 6, 12]);
    assert_eq!(counts(Board::Mixed), [1, 12, 24]);
    assert_eq!(counts(Board::Hypercube(3)), [1, 24, 48]);
}

proptest! {
    #[test]
    fn symmetries_are_different_and_keep_adjacency(numbers in prop::collection::vec(-9..9i32, 4)) {
        for board in boards().into_iter().filter(|board| !matches!(board, Board::Graph(_))) {
            let at = Position::new(&numbers[..board.dimension()]).unwrap();
            let symmetries = board.symmetries(UpTo::Reflection);
            for symmetry in &symmetries {
                let image = symmetry.image(&at);
                for other in board.neighbours(&at) {
                    prop_assert!(board.are_adjacent(&image, &symmetry.image(&other)));
                }
            }
            let images: BTreeSet<Vec<Position>> = symmetries
                .iter()
                .map(|symmetry| {
                    let mut axes = vec![vec![0; board.dimension()]; board.dimension()];
                    for (index, axis) in axes.iter_mut().enumerate() {
                        axis[index] = 1;
                    }
                    axes.iter().map(|axis| symmetry.image(&Position::new(axis).unwrap())).collect()
                })
                .collect();
            prop_assert_eq!(images.len(), symmetries.len());
        }
    }
}

#[test]
fn a_graph_keeps_its_edges() {
    let graph = Graph::new(4, &[(2, 1), (0, 1), (1, 2)]).unwrap();
    assert_eq!(graph.edges().collect::<Vec<_>>(), [(0, 1), (1, 2)]);
    assert!(graph.neighbours(3).is_empty() && graph.neighbours(9).is_empty());
    for (vertices, edges, message) in [
        (0, vec![], "a graph has 1 to 65536 vertices, not 0"),
        (
            2,
            vec![(0, 2)],
            "edge (0, 2) names an unknown vertex: expected 0 to below 2",
        ),
        (2, vec![(1, 1)], "edge (1, 1) joins a vertex to itself"),
    ] {
        assert_eq!(
            Graph::new(vertices, &edges).unwrap_err().to_string(),
            message
        );
    }
}
