//! 10,000 mutations of bases: the checker and the naive judgement agree on each, and every mutant
//! that is still a base can still be extended.

use crate::checker::{base_with_complement, published_bases};
use tait_linear::{Base, Exchange, Family, Move, Pattern, Solution, analyse};
use tait_testkit::Random;
use tait_testkit::naive::rows::{Judgement, is_base, judge};

/// Returns the mirror image of a base with flipped types: offset `o` becomes `k - 1 - o`, and the
/// halves of the auxiliary puzzle swap roles, so each pattern is reversed, and each exchange
/// carries the complement where it did not before.
fn mirrored(base: &Base) -> Base {
    let puzzle = base.puzzle();
    let reflect = |p: i64| 2 * base.solution.start() + puzzle.coins() as i64 - 1 - p;
    Base {
        solution: base.solution.mirrored(),
        nickel: reflect(base.penny),
        penny: reflect(base.nickel),
        exchanges: base
            .exchanges
            .iter()
            .map(|exchange| Exchange {
                offset: puzzle.k() - 1 - exchange.offset,
                pattern: flipped_and_reversed(exchange.pattern),
                complement: !exchange.complement,
                ..*exchange
            })
            .collect(),
    }
}

fn flipped_and_reversed(pattern: Pattern) -> Pattern {
    let flip = |letter| if letter == 'o' { 'x' } else { 'o' };
    let text: String = pattern.to_string().chars().rev().map(flip).collect();
    text.parse().unwrap()
}

fn originals() -> Vec<Base> {
    let mut originals = published_bases();
    originals.push(base_with_complement());
    let images: Vec<Base> = originals.iter().map(mirrored).collect();
    for (base, image) in originals.iter().zip(&images) {
        assert_eq!(base.mirrored(), *image);
    }
    originals.extend(images);
    originals
}

/// Returns the patterns that a solution carries, or none.
fn carried(solution: &Solution) -> Vec<String> {
    match judge(solution) {
        Judgement::Solved { carried, .. } => carried,
        _ => Vec::new(),
    }
}

/// Returns the base with one thing changed.
fn mutated(random: &mut Random, base: &Base) -> Base {
    let mut mutant = base.clone();
    let count = mutant.exchanges.len();
    if count == 0 {
        return mutant;
    }
    let index = random.below(count);
    let k = base.puzzle().k();
    match random.below(15) {
        0 => mutant.nickel += random.between(-3, 3),
        1 => mutant.penny += random.between(-3, 3),
        // Another coin that never moves is just as good.
        2 | 3 => {
            if let Ok(analysis) = analyse(&base.solution) {
                mutant.nickel = *random.of(&analysis.stationary.nickels);
                mutant.penny = *random.of(&analysis.stationary.pennies);
            }
        }
        4 => {
            let number = random.between(0, base.puzzle().n() as i64 + 1);
            mutant.exchanges[index].number = number as u64;
        }
        // A move that carries the same pattern is just as good if it keeps the order.
        5 | 6 => {
            let wanted = base.exchanges[index].pattern.to_string();
            let serving: Vec<u64> = (1..)
                .zip(carried(&base.solution))
                .filter(|(_, pattern)| *pattern == wanted)
                .map(|(number, _)| number)
                .collect();
            if !serving.is_empty() {
                mutant.exchanges[index].number = *random.of(&serving);
            }
        }
        7 => mutant.exchanges[index].offset = random.between(0, i64::from(k)) as u32,
        8 => {
            let other = random.below(count);
            let offset = mutant.exchanges[other].offset;
            mutant.exchanges[other].offset = mutant.exchanges[index].offset;
            mutant.exchanges[index].offset = offset;
        }
        9 => {
            let pattern = &mut mutant.exchanges[index].pattern;
            let flip = 1 << random.below(k as usize);
            *pattern = Pattern::new(base.puzzle().block_length(), pattern.pennies() ^ flip);
        }
        10 => mutant.exchanges[index].complement ^= true,
        11 => mutant.exchanges.swap(index, random.below(count)),
        12 => {
            if random.below(2) == 0 {
                let _ = mutant.exchanges.remove(index);
            } else {
                mutant.exchanges.insert(index, base.exchanges[index]);
            }
        }
        13 => {
            let mut moves = base.solution.moves().to_vec();
            let step = random.below(moves.len());
            match random.below(4) {
                0 => moves[step].to += random.between(-2, 2),
                1 => moves[step].from += random.between(-2, 2),
                2 => moves.swap(step, random.below(base.solution.moves().len())),
                _ => {
                    let far = base.solution.start() - 500;
                    let to = std::mem::replace(&mut moves[step].to, far);
                    moves.insert(step + 1, Move { from: far, to });
                }
            }
            mutant.solution = Solution::new(base.puzzle(), base.solution.start(), moves);
        }
        _ => {
            let distance = random.between(-70, 70);
            mutant.solution = base.solution.at_start(base.solution.start() + distance);
            mutant.nickel += distance;
            mutant.penny += distance;
        }
    }
    mutant
}

#[test]
fn published_bases_and_their_mirror_images_are_bases() {
    for base in originals() {
        assert!(is_base(&base), "{base:?}");
        base.check().unwrap();
    }
}

#[test]
fn checker_and_naive_judgement_agree_on_10_000_mutated_bases() {
    let originals = originals();
    let mut random = Random::new(2);
    let (mut valid, mut changed, mut invalid) = (0, 0, 0);
    for _ in 0..10_000 {
        let original = random.of(&originals).clone();
        let mut mutant = mutated(&mut random, &original);
        if random.below(3) == 0 {
            mutant = mutated(&mut random, &mutant);
        }
        let checked = mutant.check();
        assert_eq!(checked.is_ok(), is_base(&mutant), "{checked:?} {mutant:?}");
        if checked.is_ok() {
            // Theorem 5.1.1: a base that passes the check can be extended.
            let _ = Family::from(mutant.clone()).check(2).unwrap();
            valid += 1;
            changed += u32::from(mutant != original);
        } else {
            invalid += 1;
        }
    }
    assert!(valid >= 1_000 && changed >= 500, "{valid} {changed}");
    assert!(invalid >= 5_000, "{invalid}");
}
