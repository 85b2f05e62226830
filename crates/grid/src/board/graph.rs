//! Boards that are any finite graph.

use thiserror::Error;

/// The maximum number of vertices in a graph.
pub const MOST_VERTICES: usize = 1 << 16;

/// A finite simple graph; its vertices are numbered from 0.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Graph {
    neighbours: Vec<Vec<u32>>,
}

/// Reasons why a list of edges is not a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum GraphError {
    /// There are no vertices, or too many.
    #[error("a graph has 1 to {MOST_VERTICES} vertices, not {0}")]
    Vertices(usize),
    /// An edge names a vertex that does not exist.
    #[error("edge {edge:?} names an unknown vertex: expected 0 to below {vertices}")]
    NoVertex {
        /// The edge.
        edge: (u32, u32),
        /// The number of vertices.
        vertices: usize,
    },
    /// An edge joins a vertex to itself.
    #[error("edge ({0}, {0}) joins a vertex to itself")]
    Loop(u32),
}

impl Graph {
    /// Creates a graph with the given number of vertices and these edges; a repeated edge counts once.
    ///
    /// # Errors
    /// When there are no vertices or too many, or an edge does not join two different ones.
    ///
    /// ```
    /// use tait_grid::Graph;
    /// let triangle = Graph::new(3, &[(0, 1), (1, 2), (2, 0)])?;
    /// assert_eq!(triangle.neighbours(0), [1, 2]);
    /// # Ok::<(), tait_grid::GraphError>(())
    /// ```
    pub fn new(vertices: usize, edges: &[(u32, u32)]) -> Result<Self, GraphError> {
        if vertices == 0 || vertices > MOST_VERTICES {
            return Err(GraphError::Vertices(vertices));
        }
        let mut neighbours = vec![Vec::new(); vertices];
        for &edge in edges {
            let (one, other) = edge;
            if one as usize >= vertices || other as usize >= vertices {
                return Err(GraphError::NoVertex { edge, vertices });
            }
            if one == other {
                return Err(GraphError::Loop(one));
            }
            neighbours[one as usize].push(other);
            neighbours[other as usize].push(one);
        }
        for list in &mut neighbours {
            list.sort_unstable();
            list.dedup();
        }
        Ok(Self { neighbours })
    }

    /// Returns the number of vertices.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.neighbours.len()
    }

    /// Returns the neighbours of a vertex in ascending order, or none if there is no such vertex.
    #[must_use]
    pub fn neighbours(&self, vertex: u32) -> &[u32] {
        self.neighbours
            .get(vertex as usize)
            .map_or(&[], Vec::as_slice)
    }

    /// Returns each edge once, the smaller vertex first.
    pub fn edges(&self) -> impl Iterator<Item = (u32, u32)> {
        self.neighbours.iter().zip(0..).flat_map(|(list, vertex)| {
            let larger = list.iter().filter(move |&&other| other > vertex);
            larger.map(move |&other| (vertex, other))
        })
    }
}
