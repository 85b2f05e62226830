//! The layered search with a requirement: words that a path must spell among its moves.

use super::external::{Search, check_in_store};
use super::graph::{Graph, Label, graph, long_graph};
use proptest::prelude::*;
use std::collections::HashSet;
use tait_search::{Control, InMemory, InStore, Outcome, StoreFailed, layered};
use tait_space::{Annotated, StateSpace};

/// A path must contain edges of these kinds (a label modulo 3), in this order.
#[derive(Debug, Clone)]
struct Spelling {
    graph: Graph,
    word: Vec<u8>,
}

impl Spelling {
    /// Returns the letters spelt at a start: every other one has the first.
    fn spelt_at(&self, start: usize) -> usize {
        (start % 2).min(self.word.len())
    }
}

fn kind(label: Label) -> u8 {
    label % 3
}

/// An annotation has bit `i` when some path has spelt the first `i` letters; a path may skip letters.
impl Annotated for Spelling {
    type Space = Graph;

    fn space(&self) -> &Graph {
        &self.graph
    }
    fn annotated_starts(&self) -> Vec<(usize, Vec<u64>)> {
        let starts = self.graph.starts().into_iter();
        let with_letters = |start| (start, vec![1 << self.spelt_at(start)]);
        starts.map(with_letters).collect()
    }
    fn carry(
        &self,
        annotation: &[u64],
        _: &usize,
        step: Label,
        budget: u32,
        carried: &mut [u64],
    ) -> bool {
        let annotation = annotation[0];
        let serves = |i: &usize| annotation >> i & 1 == 1 && self.word[*i] == kind(step);
        carried[0] = (0..self.word.len())
            .filter(serves)
            .fold(annotation, |carried, i| carried | 2 << i);
        let most = 63 - carried[0].leading_zeros();
        self.word.len() as u32 - most < budget
    }
    fn complete_part(&self, annotation: &[u64]) -> Option<Vec<u64>> {
        let full = 1 << self.word.len();
        (annotation[0] & full != 0).then_some(vec![full])
    }
    fn leading_part(
        &self,
        annotation: &[u64],
        _: &usize,
        step: Label,
        wanted: &[u64],
    ) -> Option<Vec<u64>> {
        let (annotation, wanted) = (annotation[0], wanted[0]);
        let serves = |i: &usize| wanted >> (i + 1) & 1 == 1 && self.word[*i] == kind(step);
        let leading = (0..self.word.len())
            .filter(serves)
            .fold(wanted, |leading, i| leading | 1 << i);
        (leading & annotation != 0).then_some(vec![leading & annotation])
    }
}

/// Returns the smallest number of moves that reach a goal and spell the word, by a plain search over pairs.
fn shortest(spelling: &Spelling, bound: u32) -> Option<u32> {
    let word = &spelling.word;
    let mut layer: HashSet<(usize, usize)> = spelling
        .graph
        .starts
        .iter()
        .map(|&start| (start, spelling.spelt_at(start)))
        .collect();
    for depth in 0..=bound {
        let done =
            |&(state, spelt): &(usize, usize)| spelt == word.len() && spelling.graph.goals[state];
        if layer.iter().any(done) {
            return Some(depth);
        }
        let mut next = HashSet::new();
        for (state, spelt) in layer {
            for &(label, to) in &spelling.graph.edges[state] {
                let _ = next.insert((to, spelt));
                if word.get(spelt) == Some(&kind(label)) {
                    let _ = next.insert((to, spelt + 1));
                }
            }
        }
        layer = next;
    }
    None
}

/// Returns whether a path leads from some start to a goal and spells the rest of the word there.
fn spells(spelling: &Spelling, path: &[Label]) -> bool {
    spelling.graph.starts.iter().any(|&start| {
        let mut letters = path.iter().map(|&label| kind(label));
        let mut left = spelling.word[spelling.spelt_at(start)..].iter();
        let is_spelt = left.all(|letter| letters.any(|met| met == *letter));
        is_spelt && spelling.graph.leads_from(start, path)
    })
}

fn check(spelling: &Spelling) {
    for bound in 0..12 {
        // Pruning without regard to the requirement would be wrong: a path may pass a goal twice.
        let expected = shortest(spelling, bound);
        match layered(spelling, bound, None, InMemory, &Control::default()).unwrap() {
            Outcome::Found(found) => {
                assert_eq!(Some(found.moves.len() as u32), expected);
                assert!(spells(spelling, &found.moves), "{found:?}");
            }
            Outcome::Exhausted(_) => assert_eq!(expected, None),
            Outcome::Stopped(stopped) => panic!("{stopped:?}"),
        }
    }
}

/// The layered search for a word with this bound.
struct Spelt<'a>(&'a Spelling, u32);

impl Search for Spelt<'_> {
    type End = Outcome<Label>;

    fn in_memory(&self) -> Outcome<Label> {
        layered(self.0, self.1, None, InMemory, &Control::default()).unwrap()
    }
    fn in_store(
        &self,
        store: InStore<'_>,
        control: &Control<'_>,
    ) -> Result<Outcome<Label>, StoreFailed> {
        layered(self.0, self.1, None, store, control)
    }
    fn is_stopped(end: &Outcome<Label>) -> bool {
        matches!(end, Outcome::Stopped(_))
    }
    fn patience(&self) -> usize {
        0
    }
}

fn check_spelt_in_store(spelling: &Spelling) {
    for bound in [0, 1, 4, 9] {
        let name = format!("{:?} in at most {bound} moves", spelling.word);
        check_in_store(&Spelt(spelling, bound), &name);
    }
}

fn uninformed(mut graph: Graph) -> Graph {
    graph.informed = false;
    graph
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_shortest_path_that_spells_a_word_is_found(
        graph in graph(2).prop_map(uninformed),
        word in prop::collection::vec(0..3u8, 0..4),
    ) {
        check(&Spelling { graph, word });
    }

    #[test]
    fn the_shortest_of_many_long_paths_that_spells_a_word_is_found(
        graph in long_graph().prop_map(uninformed),
        word in prop::collection::vec(0..3u8, 0..5),
    ) {
        check(&Spelling { graph, word });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn layers_in_a_store_come_out_as_in_memory(
        graph in graph(3).prop_map(uninformed),
        word in prop::collection::vec(0..3u8, 0..4),
    ) {
        check_spelt_in_store(&Spelling { graph, word });
    }

    #[test]
    fn long_layers_in_a_store_come_out_as_in_memory(
        graph in long_graph().prop_map(uninformed),
        word in prop::collection::vec(0..3u8, 0..5),
    ) {
        check_spelt_in_store(&Spelling { graph, word });
    }
}
