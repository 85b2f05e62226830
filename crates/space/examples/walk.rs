//! A puzzle of your own as a graph, without an engine: a farmer takes a wolf, a goat and a cabbage across a river.
//!
//! The example `own_puzzle` of `tait-search` passes such a graph to the engines.

#![expect(clippy::print_stdout, reason = "examples print what they find")]

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use tait_space::{Flow, StateSpace};

/// Who is on the other bank: bit 0 the farmer, 1 the wolf, 2 the goat, 3 the cabbage.
struct River;

/// Returns whether nobody is eaten: neither wolf and goat nor goat and cabbage are left alone.
const fn is_safe(banks: u8) -> bool {
    let near = !banks;
    let alone = if banks & 1 == 0 { banks } else { near };
    alone & 0b0110 != 0b0110 && alone & 0b1100 != 0b1100
}

impl StateSpace for River {
    type State = u8;
    type Key = u8;
    type Move = u8;

    fn starts(&self) -> Vec<u8> {
        vec![0]
    }
    fn key(&self, state: &u8) -> u8 {
        *state
    }
    fn state(&self, key: &u8) -> u8 {
        *key
    }
    fn expand(&self, state: &u8, _budget: u32, visit: &mut dyn FnMut(u8, u8) -> Flow) {
        for passenger in [0, 0b0010, 0b0100, 0b1000] {
            let is_with_farmer = (state & passenger != 0) == (state & 1 != 0);
            let next = state ^ (passenger | 1);
            if (passenger == 0 || is_with_farmer)
                && is_safe(next)
                && visit(passenger, next).is_break()
            {
                return;
            }
        }
    }
    fn is_goal(&self, state: &u8) -> bool {
        *state == 0b1111
    }
}

pub(crate) fn main() {
    let mut seen = BTreeSet::from([0]);
    let mut open = River.starts();
    while let Some(state) = open.pop() {
        River.expand(&state, 1, &mut |_, next| {
            if seen.insert(next) {
                open.push(next);
            }
            ControlFlow::Continue(())
        });
    }
    println!("{} of 16 states can be reached", seen.len());
    assert_eq!(seen.len(), 10);
    assert!(seen.iter().any(|state| River.is_goal(state)));
}
