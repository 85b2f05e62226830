//! The layered search: exhaustive without a beam, and honest about the states that a beam drops.

use super::runs::{Engine, OPTIMA, answer, bounded, known, run};
use tait_search::{Beam, Control, Ending, Outcome, StopReason};

#[test]
fn without_a_beam_it_is_the_breadth_first_search() {
    for (k, optima) in OPTIMA {
        for &(n, optimum) in optima {
            let one = known(Engine::Layered(None), k, n, n as u32);
            let other = known(Engine::BreadthFirst, k, n, n as u32);
            assert_eq!(answer(&one), answer(&other), "k={k} n={n}");
            assert_eq!(one.states(), other.states(), "k={k} n={n}");
            if n <= 7 {
                let longer = bounded(k, n, optimum);
                let one = run(Engine::Layered(None), &longer, Control::default());
                assert_eq!(answer(&one), Some(optimum as usize), "k={k} n={n}");
            }
        }
    }
}

#[test]
fn a_beam_that_dropped_states_finds_or_stops_and_never_claims_to_be_exhausted() {
    let (mut found, mut stopped, mut exhausted) = (0, 0, 0);
    for (k, optima) in OPTIMA {
        for &(n, optimum) in optima {
            let bounded = bounded(k, n, n as u32);
            let layers = known(Engine::Layered(None), k, n, n as u32);
            let widest = *layers.states().iter().max().unwrap() as usize;
            for (width, seed) in [(1, 0), (3, 1), (10, 2), (100, 3), (widest, 4)] {
                let beam = Beam {
                    width,
                    ending: None,
                    noise: 3,
                    seed,
                };
                let outcome = run(Engine::Layered(Some(beam)), &bounded, Control::default());
                let again = run(Engine::Layered(Some(beam)), &bounded, Control::default());
                assert_eq!(outcome, again, "a beam is a function of its seed");
                let kept = outcome.states().iter().all(|&kept| kept <= width as u64);
                assert!(kept, "k={k} n={n} width {width}");
                match outcome {
                    Outcome::Found(_) => {
                        assert_eq!(u64::from(optimum), n);
                        found += 1;
                    }
                    Outcome::Stopped(end) => {
                        assert_eq!(end.reason, StopReason::Width);
                        assert!(width < widest, "nothing had to be dropped");
                        stopped += 1;
                    }
                    Outcome::Exhausted(_) => {
                        assert!(u64::from(optimum) > n && width >= widest);
                        exhausted += 1;
                    }
                }
            }
        }
    }
    assert!(
        found > 20 && stopped > 20 && exhausted >= 10,
        "{found} {stopped} {exhausted}"
    );
}

#[test]
fn a_beam_of_one_state_on_a_puzzle_without_n_move_solution_stops() {
    for (k, n) in [(3, 6), (3, 8), (5, 9)] {
        let beam = Beam {
            width: 1,
            ending: None,
            noise: 0,
            seed: 0,
        };
        let outcome = run(
            Engine::Layered(Some(beam)),
            &bounded(k, n, n as u32),
            Control::default(),
        );
        let Outcome::Stopped(stopped) = outcome else {
            panic!("{outcome:?}");
        };
        assert_eq!(stopped.reason, StopReason::Width);
    }
}

#[test]
fn a_beam_is_as_wide_at_its_end_as_it_says() {
    let bounded = bounded(4, 13, 13);
    let all = run(Engine::Layered(None), &bounded, Control::default());
    for (layers, seed) in [(1, 0), (4, 1), (6, 2), (13, 3), (20, 4)] {
        let ending = Ending { layers, width: 50 };
        let beam = Beam {
            width: 7,
            ending: Some(ending),
            noise: 0,
            seed,
        };
        let outcome = run(Engine::Layered(Some(beam)), &bounded, Control::default());
        let allowed = |depth: usize| match depth + layers as usize >= 13 {
            true => 50,
            false => 7,
        };
        let mut full = 0;
        for (depth, (&kept, &there)) in outcome.states().iter().zip(all.states()).enumerate() {
            assert!(
                kept <= allowed(depth).min(there),
                "{layers} {depth}: {kept}"
            );
            full += usize::from(kept == allowed(depth));
        }
        assert!(full > 2, "{outcome:?}");
    }
}
