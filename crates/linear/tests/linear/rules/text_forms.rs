//! Text and JSON forms are read back unchanged, and nothing else is mistaken for one.

use proptest::prelude::*;
use tait_linear::{
    BlockLength, BlockSet, FARTHEST_POSITION, FinalType, Move, Pattern, Puzzle, Restrictions,
    Solution, moves_in_line,
};

fn position() -> impl Strategy<Value = i64> {
    prop_oneof![
        4 => -1_000..1_000i64,
        1 => -FARTHEST_POSITION..=FARTHEST_POSITION,
    ]
}

fn step() -> impl Strategy<Value = Move> {
    (position(), position()).prop_map(Move::from)
}

pub(crate) fn notations(step: Move) -> [String; 5] {
    let Move { from, to } = step;
    [
        format!("({from}→{to})"),
        format!("({from}->{to})"),
        format!(r"$({from} \rightarrow {to})$"),
        format!(r"({from} \to {to})"),
        format!("( {from} → {to} )"),
    ]
}

fn solution() -> impl Strategy<Value = Solution> {
    let moves = prop::collection::vec(step(), 0..20);
    (2..=63u64, 0..1_000u64, position(), moves).prop_map(|(k, more, start, moves)| {
        Solution::new(Puzzle::new(k, k / 2 + 1 + more).unwrap(), start, moves)
    })
}

proptest! {
    #[test]
    fn a_move_reads_back_from_every_notation(step in step()) {
        assert_eq!(step.to_string().parse(), Ok(step));
        for text in notations(step) {
            assert_eq!(text.parse(), Ok(step), "{}", text);
        }
        let json = serde_json::to_string(&step).unwrap();
        assert_eq!(&json, &format!("[{},{}]", step.from, step.to));
        assert_eq!(serde_json::from_str::<Move>(&json).unwrap(), step);
        assert_eq!(step.undone().undone(), step);
    }

    #[test]
    fn a_move_with_one_character_missing_is_not_read_as_a_move_with_other_ends(
        step in step(), notation in 0..3usize, at in any::<prop::sample::Index>(),
    ) {
        let text = &notations(step)[notation];
        let letters: Vec<char> = text.chars().collect();
        let missing = at.index(letters.len());
        let damaged: String = letters
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != missing)
            .map(|(_, letter)| letter)
            .collect();
        if letters[missing].is_ascii_digit() || letters[missing] == '-' {
            return Ok(()); // another number, or the start of an arrow
        }
        if letters[missing] == '→' && step.to < 0 {
            return Ok(()); // the sign becomes a dash between two positions
        }
        match damaged.parse::<Move>() {
            Ok(read) => assert!(read == step && matches!(letters[missing], ' ' | '>'), "{damaged}"),
            Err(error) => assert!(error.to_string().contains("is not a move")),
        }
    }

    #[test]
    fn a_solution_reads_back_from_text_and_json(solution in solution()) {
        assert_eq!(solution.to_text().parse::<Solution>().unwrap(), solution);
        let json = serde_json::to_string(&solution).unwrap();
        assert_eq!(serde_json::from_str::<Solution>(&json).unwrap(), solution);
    }

    #[test]
    fn a_pattern_reads_back_and_its_complement_differs_everywhere(
        k in 2..=63u64, pennies in any::<u64>(),
    ) {
        let pattern = Pattern::new(BlockLength::new(k).unwrap(), pennies);
        let text = pattern.to_string();
        assert_eq!(text.len() as u64, k);
        assert_eq!(text.parse(), Ok(pattern));
        let json = serde_json::to_string(&pattern).unwrap();
        assert_eq!(serde_json::from_str::<Pattern>(&json).unwrap(), pattern);
        let flip = |letter| if letter == 'o' { 'x' } else { 'o' };
        let complement: String = text.chars().map(flip).collect();
        assert_eq!(pattern.complement().to_string(), complement);
        assert_eq!(pattern.complement().complement(), pattern);
        let letters: Vec<char> = text.chars().collect();
        assert_eq!(i64::from(pattern.pairs()), crate::rules::model::pairs(&letters));
    }

    #[test]
    fn a_line_of_moves_is_read_in_order(steps in prop::collection::vec((step(), 0..5usize), 0..8)) {
        for separator in [" ", ", ", ";", " ,\t"] {
            let texts: Vec<String> = steps.iter().map(|(step, n)| notations(*step)[*n].clone()).collect();
            let line = format!("{}.", texts.join(separator));
            let read = moves_in_line(&line).unwrap();
            assert_eq!(read, steps.iter().map(|(step, _)| *step).collect::<Vec<_>>());
        }
    }
}

#[test]
fn positions_beyond_the_farthest_are_no_positions() {
    let far = FARTHEST_POSITION + 1;
    for text in [
        format!("({far}→1)"),
        format!("(1→-{far})"),
        "(1→99999999999999999999)".into(),
    ] {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
}

#[test]
fn block_sets_read_back_whatever_the_case_and_nothing_else_is_one() {
    let mut sets = BlockSet::OF_PROPOSITION.to_vec();
    sets.push(BlockSet::ANY);
    sets.push(BlockSet::NONE);
    for set in sets {
        let text = set.to_string();
        assert_eq!(text.parse(), Ok(set));
        if set != BlockSet::NONE {
            assert_eq!(text.to_lowercase().parse(), Ok(set));
        }
        let json = serde_json::to_string(&set).unwrap();
        assert_eq!(serde_json::from_str::<BlockSet>(&json).unwrap(), set);
        assert_eq!(set.mirrored().mirrored(), set);
        assert_eq!(
            (set.reach_left(), set.reach_right()),
            (set.mirrored().reach_right(), set.mirrored().reach_left())
        );
    }
    for text in [
        "", "R2", "L2", "L2R1", "L2R2", "R3", "R", "L1L1R", "all", "R1,L1", "L1 R1",
    ] {
        assert!(text.parse::<BlockSet>().is_err(), "'{text}'");
    }
}

#[test]
fn restrictions_read_back_from_json() {
    for blocks in BlockSet::OF_PROPOSITION {
        for final_type in [None, Some(FinalType::White), Some(FinalType::Black)] {
            for shift in [None, Some(-3), Some(0)] {
                for stationary in [vec![], vec![4, 7]] {
                    let restrictions = Restrictions {
                        blocks,
                        final_type,
                        shift,
                        stationary,
                    };
                    let json = serde_json::to_string(&restrictions).unwrap();
                    let read: Restrictions = serde_json::from_str(&json).unwrap();
                    assert_eq!(read, restrictions, "{json}");
                }
            }
        }
    }
}

#[test]
fn json_that_is_no_solution_is_refused() {
    let good = r#"{"puzzle":"linear","k":2,"n":3,"start":1,"moves":[[1,7],[6,9],[3,6]]}"#;
    assert!(serde_json::from_str::<Solution>(good).is_ok());
    for (part, wrong) in [
        ("linear", "circular"),
        (r#""k":2"#, r#""k":1"#),
        (r#""k":2"#, r#""k":64"#),
        (r#""k":2"#, r#""k":6"#), // 2n > k fails
        (r#""n":3"#, r#""n":0"#),
        (r#""n":3"#, r#""n":-3"#),
        (r#""n":3,"#, ""),
        ("[1,7]", "[1]"),
        ("[1,7]", "[1,7,9]"),
        ("[1,7]", r#"["1",7]"#),
        (r#""start":1"#, r#""begin":1"#), // unknown keys are refused
        (r#""start":1"#, r#""start":9223372036854775807"#),
        (r#""start":1"#, r#""start":-9223372036854775808"#),
        ("]]}", "]]"),
    ] {
        let bad = good.replacen(part, wrong, 1);
        assert!(
            bad != good && serde_json::from_str::<Solution>(&bad).is_err(),
            "{bad}"
        );
    }
}
