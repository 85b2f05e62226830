//! A puzzle of your own and an engine: share 8 litres equally, with jugs of 8, 5 and 3 litres.
//!
//! Run it with `cargo run -p tait-search --example own_puzzle`.

#![expect(clippy::print_stdout, reason = "examples print what they find")]

use tait_search::{Control, Outcome, breadth_first};
use tait_space::{Numbered, Puzzle};

const SIZES: [u8; 3] = [8, 5, 3];

struct Share;

impl Puzzle for Share {
    type State = Vec<u8>; // the litres in each jug
    type Move = (u8, u8); // pour from one jug into another

    fn start(&self) -> Vec<u8> {
        vec![8, 0, 0]
    }
    fn moves(&self, litres: &Vec<u8>) -> Vec<((u8, u8), Vec<u8>)> {
        let pour = |(from, to): (usize, usize)| {
            let (mut next, room) = (litres.clone(), SIZES[to] - litres[to]);
            next[from] -= litres[from].min(room);
            next[to] += litres[from].min(room);
            ((from as u8, to as u8), next)
        };
        let pairs = [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)];
        pairs.map(pour).to_vec()
    }
    fn is_solved(&self, litres: &Vec<u8>) -> bool {
        litres[..] == [4, 4, 0]
    }
}

pub(crate) fn main() {
    let outcome = breadth_first(&Numbered::new(Share), 20, &Control::default());
    println!("{outcome:?}");
    assert!(matches!(outcome, Outcome::Found(found) if found.moves.len() == 7));
}
