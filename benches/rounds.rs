//! How many bases an hour of processor time finds: from preludes, and by rounds of attempts at all exchanges.
//!
//! `cargo bench -p tait-benches --bench rounds -- 8 9` measures k = 8 and 9; without numbers k = 6 is.

#![expect(clippy::print_stdout, reason = "its table is all that it is for")]

mod processor;

use processor::processor_time;
use std::collections::BTreeMap;
use std::sync::Mutex;
use tait_framework::{AttemptHooks, FamilyRequest, find_residue};
use tait_linear::{BlockLength, Family};
use tait_search::Control;

fn measure(name: &str, request: &FamilyRequest) {
    // The sizes of the bases, and the rounds in which attempts found any.
    let rounds: Mutex<BTreeMap<u64, Vec<u32>>> = Mutex::default();
    let hooks = AttemptHooks {
        ended: &|attempt| {
            if attempt.moves.is_some() {
                let mut rounds = rounds.lock().expect("no thread panics");
                rounds.entry(attempt.n).or_default().push(attempt.round);
            }
        },
        ..AttemptHooks::ALONE
    };
    let begin = processor_time();
    let residues: Vec<_> = (0..2 * u64::from(request.k.get()))
        .map(|residue| find_residue(request, residue, &hooks, &Control::default()))
        .collect::<Result<_, _>>()
        .expect("blocks that are short enough");
    let seconds = processor_time() - begin;
    let rounds = rounds.into_inner().expect("no thread panics");
    let mut stages: BTreeMap<u32, u32> = BTreeMap::new();
    let bases: Vec<_> = residues
        .iter()
        .filter_map(|one| one.base.as_ref())
        .collect();
    for base in &bases {
        // The earliest: later rounds of a size are made only when it found none.
        if let Some(round) = rounds[&base.puzzle().n()].iter().min() {
            *stages.entry(*round).or_default() += 1;
        }
    }
    println!(
        "k = {}, {name}: {} bases in {seconds:.1} s of processor time, {:.0} an hour; the largest is n = {:?}; by round {stages:?}",
        request.k,
        bases.len(),
        bases.len() as f64 * 3600.0 / seconds,
        bases.iter().map(|base| base.puzzle().n()).max(),
    );
}

fn main() {
    let named: Vec<u64> = std::env::args()
        .filter_map(|argument| argument.parse().ok())
        .collect();
    for k in if named.is_empty() { vec![6] } else { named } {
        let k = BlockLength::new(k).expect("a length from 2 on");
        let rounds = FamilyRequest::smallest(k);
        let preludes = FamilyRequest {
            from: Family::searched_from(k, true),
            from_preludes: true,
            ..rounds.clone()
        };
        measure("from preludes", &preludes);
        measure("by rounds", &rounds);
    }
}
