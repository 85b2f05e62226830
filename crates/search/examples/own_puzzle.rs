//! A state space of your own, solved by the engines: measure 4 litres with two jugs of 5 and 3
//! litres.
//!
//! Run it with `cargo run -p tait-search --example own_puzzle`.

#![expect(clippy::print_stdout, reason = "examples print what they find")]

use tait_search::{Control, Outcome, breadth_first, iterative_deepening};
use tait_space::{Flow, PackedMove, StateSpace};

/// The contents of the jugs in litres.
type Jugs = [u8; 2];

const SIZES: Jugs = [5, 3];

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Fill(usize),
    Empty(usize),
    PourFrom(usize),
}

/// Engines hold moves as numbers in the same order.
impl PackedMove for Step {
    fn packed(self) -> u64 {
        let (kind, jug) = match self {
            Self::Fill(jug) => (0, jug),
            Self::Empty(jug) => (1, jug),
            Self::PourFrom(jug) => (2, jug),
        };
        2 * kind + jug as u64
    }
    fn of_packed(packed: u64) -> Self {
        let jug = (packed % 2) as usize;
        [Self::Fill, Self::Empty, Self::PourFrom][(packed / 2) as usize](jug)
    }
}

/// The number of litres to measure in one of the jugs.
struct Measure(u8);

impl StateSpace for Measure {
    type State = Jugs;
    /// Engines hold keys as numbers.
    type Key = u16;
    type Move = Step;

    fn starts(&self) -> Vec<Jugs> {
        vec![[0, 0]]
    }
    fn key(&self, state: &Jugs) -> u16 {
        u16::from_be_bytes(*state)
    }
    fn state(&self, key: &u16) -> Jugs {
        key.to_be_bytes()
    }
    fn expand(&self, jugs: &Jugs, _budget: u32, visit: &mut dyn FnMut(Step, Jugs) -> Flow) {
        for jug in 0..2 {
            let other = 1 - jug;
            let poured = jugs[jug].min(SIZES[other] - jugs[other]);
            for (step, amount, others) in [
                (Step::Fill(jug), SIZES[jug], jugs[other]),
                (Step::Empty(jug), 0, jugs[other]),
                (
                    Step::PourFrom(jug),
                    jugs[jug] - poured,
                    jugs[other] + poured,
                ),
            ] {
                let mut next = *jugs;
                (next[jug], next[other]) = (amount, others);
                if next != *jugs && visit(step, next).is_break() {
                    return;
                }
            }
        }
    }
    fn is_goal(&self, jugs: &Jugs) -> bool {
        jugs.contains(&self.0)
    }
}

pub(crate) fn main() {
    let control = Control::default();
    let Outcome::Found(found) = breadth_first(&Measure(4), 20, &control) else {
        panic!("there is a way");
    };
    println!("{:?}, states per depth {:?}", found.moves, found.states);
    assert_eq!(found.moves.len(), 6);
    // Another engine finds the same canonical solution.
    let again = iterative_deepening(&Measure(4), 1..=20, &control);
    assert_eq!(again.moves(), Some(&found.moves[..]));
    // No jug can hold 6 litres: this is a proof, as the last layer is empty.
    let none = breadth_first(&Measure(6), 20, &control);
    assert!(matches!(none, Outcome::Exhausted(_)));
}
