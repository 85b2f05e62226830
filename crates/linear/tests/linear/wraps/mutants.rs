//! Thousands of mutants of wraps and families, on which the symbolic checker agrees with replays of the solutions that
//! they make.

use crate::wraps::extension::families;
use crate::wraps::known::{
    algorithm_3_1, algorithm_4_1, k4_width_22, k5_one_to_three, k5_width_22, k5_width_24,
};
use tait_linear::wrap::{AnyWrap, AnyWrapForm, SplitWrapForm, Wrap, WrapFamily, WrapForm};
use tait_linear::{BlockLength, FinalType, Move, Solution};
use tait_testkit::Random;
use tait_testkit::naive::wraps::{is_inner, judge_split, judge_whole};

/// Changes a few moves, or their order, or their number.
fn mutate_moves(moves: &mut Vec<Move>, random: &mut Random) {
    let index = random.below(moves.len());
    match random.below(8) {
        0 => moves[index].from += random.between(-2, 2),
        1 => moves[index].to += random.between(-2, 2),
        2 => {
            let other = random.below(moves.len());
            moves.swap(index, other);
        }
        3 => drop(moves.remove(index)),
        4 => moves.insert(index, moves[index]),
        5 => moves[index] = moves[index].undone(),
        // A move and its undoing change nothing but the width, and with it all cell numbers.
        6 => moves[index] = Move::from((random.between(-1, 60), random.between(-1, 60))),
        _ => {
            // Two moves by way of another place: often allowed, sometimes even right.
            let last = moves.len() - 1;
            let to = moves[index.min(last)].to;
            moves[(index + 1).min(last)].from = to;
        }
    }
}

fn mutate_length(k: &mut BlockLength, random: &mut Random) {
    if random.below(12) == 0 {
        *k = BlockLength::new(random.between(2, 6) as u64).unwrap();
    }
}

#[test]
fn mutants_of_wraps_are_judged_as_replays_judge_them() {
    let known: [WrapForm; 2] = [algorithm_3_1().into(), k4_width_22().into()];
    let mut random = Random::new(31);
    let mut valid = 0;
    for _ in 0..6000 {
        let mut form = random.of(&known).clone();
        for _ in 0..random.below(3) {
            mutate_moves(&mut form.moves, &mut random);
            mutate_length(&mut form.k, &mut random);
            if form.moves.is_empty() {
                break;
            }
        }
        if random.below(4) == 0 {
            form.before = random.below(form.moves.len() + 2);
        }
        let judged = judge_whole(&form);
        let checked = Wrap::try_from(form.clone()).ok();
        let told = checked.map(|wrap| (wrap.inner_type(), (wrap.outer_type(), wrap.outer_shift())));
        assert_eq!(told, judged, "{form:?}");
        valid += usize::from(judged.is_some());
    }
    assert!(valid > 500, "{valid} of the mutants are wraps");
}

#[test]
fn mutants_of_split_wraps_are_judged_as_replays_judge_them() {
    let known: [SplitWrapForm; 4] = [
        algorithm_4_1().into(),
        k5_width_22().into(),
        k5_width_24().into(),
        k5_one_to_three().into(),
    ];
    let mut random = Random::new(41);
    let mut valid = 0;
    for _ in 0..6000 {
        let mut form = random.of(&known).clone();
        for _ in 0..random.below(3) {
            mutate_moves(&mut form.moves, &mut random);
            mutate_length(&mut form.k, &mut random);
            if form.moves.is_empty() {
                break;
            }
        }
        match random.below(12) {
            0 => form.inner_penny = random.below(4) as u64,
            1 => form.outer_penny = random.below(4) as u64,
            2 => {
                form.inner_penny += 1;
                form.outer_penny += 1;
            }
            3 => form.final_type = FinalType::White,
            4 => form.final_type = FinalType::Black,
            _ => {}
        }
        let judged = judge_split(&form);
        let checked = AnyWrap::try_from(AnyWrapForm::Split(form.clone()));
        assert_eq!(checked.is_ok(), judged, "{form:?}: {checked:?}");
        valid += usize::from(judged);
    }
    assert!(valid > 500, "{valid} of the mutants are split wraps");
}

/// Decides by replay and by counting whether wraps and bases are a family.
fn is_family(wraps: &[AnyWrap], bases: &[Solution]) -> bool {
    let classes: Vec<(BlockLength, FinalType, Option<u64>)> = wraps
        .iter()
        .map(|wrap| {
            let class = match wrap {
                AnyWrap::Whole(wrap) => (wrap.inner_type(), None),
                AnyWrap::Split(wrap) => (wrap.final_type(), Some(wrap.inner_penny())),
            };
            (wrap.block_length(), class.0, class.1)
        })
        .collect();
    let ascend = |numbers: Vec<u64>| numbers.windows(2).all(|two| two[0] < two[1]);
    let own: Vec<u64> = wraps
        .iter()
        .filter_map(|wrap| Some(wrap.around_trivial_base()?.puzzle().n()))
        .collect();
    let sizes: Vec<u64> = bases.iter().map(|base| base.puzzle().n()).collect();
    let Some(&(k, final_type, penny)) = classes.first() else {
        return false;
    };
    // All sizes up to the largest base that wraps make from smaller ones.
    let largest = sizes.iter().copied().max().unwrap_or(0);
    let mut made = vec![false; largest as usize + 1];
    for n in 0..=largest {
        let wrapped = wraps.iter().any(|wrap| {
            let inner = n.checked_sub(wrap.width());
            inner.is_some_and(|inner| made[inner as usize] || sizes.contains(&inner))
        });
        made[n as usize] = wrapped || own.contains(&n);
    }
    classes.iter().all(|class| *class == classes[0])
        && ascend(wraps.iter().map(AnyWrap::width).collect())
        && ascend(sizes.clone())
        && sizes.iter().all(|&n| !made[n as usize])
        && bases
            .iter()
            .all(|base| base.puzzle().block_length() == k && is_inner(base, final_type, penny))
        && !(sizes.is_empty() && own.is_empty())
}

#[test]
fn mutants_of_families_are_judged_as_replays_judge_them() {
    let known = families();
    let every_base: Vec<Solution> = known
        .iter()
        .flat_map(|family| family.bases().to_vec())
        .collect();
    let mut random = Random::new(59);
    let mut valid = 0;
    for _ in 0..4000 {
        let family = random.of(&known);
        let (mut wraps, mut bases) = (family.wraps().to_vec(), family.bases().to_vec());
        for _ in 0..random.below(3) {
            match random.below(7) {
                0 if !bases.is_empty() => drop(bases.remove(random.below(bases.len()))),
                1 => bases.insert(
                    random.below(bases.len() + 1),
                    random.of(&every_base).clone(),
                ),
                2 if !bases.is_empty() => {
                    let index = random.below(bases.len());
                    let mut moves = bases[index].moves().to_vec();
                    mutate_moves(&mut moves, &mut random);
                    bases[index] = Solution::new(bases[index].puzzle(), 1, moves);
                }
                3 if !bases.is_empty() => {
                    let index = random.below(bases.len());
                    bases[index] = match random.below(3) {
                        0 => bases[index].mirrored(),
                        1 => wraps.first().map_or_else(
                            || bases[index].clone(),
                            |wrap| {
                                wrap.around(&bases[index])
                                    .unwrap_or_else(|_| bases[index].clone())
                            },
                        ),
                        _ => bases[index].at_start(random.between(-9, 9)),
                    };
                }
                4 if !wraps.is_empty() => drop(wraps.remove(random.below(wraps.len()))),
                5 => {
                    let others = random.of(&known).wraps();
                    let other = random.of(others).clone();
                    wraps.insert(random.below(wraps.len() + 1), other);
                }
                _ => bases.reverse(),
            }
        }
        let checked = WrapFamily::new(wraps.clone(), bases.clone());
        assert_eq!(checked.is_ok(), is_family(&wraps, &bases), "{checked:?}");
        valid += usize::from(checked.is_ok());
    }
    assert!(valid > 500, "{valid} of the mutants are families");
}
