//! The sizes for which machine-checked theorems say whether n moves are the minimum.

use crate::map::MapRow;

/// A theorem of `proofs/Statement.v`: for every `n >= 2`, `n` moves are the minimum if and only if `n` is at least `from`
/// or in `also`.
struct Theorem {
    k: u64,
    from: u64,
    also: &'static [u64],
}

const fn theorem(k: u64, from: u64, also: &'static [u64]) -> Theorem {
    Theorem { k, from, also }
}

/// The theorems `k2`, `k3`, and so on. A test compares them with the text of the proofs.
const THEOREMS: [Theorem; 12] = [
    theorem(2, 3, &[]),
    theorem(3, 9, &[3, 4, 5, 7]),
    theorem(4, 7, &[]),
    theorem(5, 10, &[]),
    theorem(6, 12, &[]),
    theorem(7, 12, &[8]),
    theorem(8, 14, &[]),
    theorem(9, 13, &[]),
    theorem(10, 15, &[13]),
    theorem(11, 16, &[]),
    theorem(12, 16, &[]),
    theorem(13, 16, &[]),
];

impl Theorem {
    /// Returns whether `n` moves are the minimum; `None` for sizes about which the theorem says nothing.
    fn suffices(&self, n: u64) -> Option<bool> {
        (n >= 2).then(|| n >= self.from || self.also.contains(&n))
    }

    /// Returns whether all that a row settles follows from the theorem.
    fn implies(&self, row: &MapRow) -> bool {
        let all = |sizes: &[u64], suffice| {
            let mut sizes = sizes.iter();
            sizes.all(|&n| self.suffices(n) == Some(suffice))
        };
        let threshold = row.threshold();
        let bases: Vec<u64> = row.bases().collect();
        all(&bases, true)
            && threshold.from.is_none_or(|from| from >= self.from)
            && all(&threshold.sporadic, true)
            && all(&threshold.below, false)
    }
}

/// Returns whether a machine-checked theorem implies all that a row of the map settles.
pub(crate) fn is_machine_checked(row: &MapRow) -> bool {
    let mut theorems = THEOREMS.iter();
    let theorem = theorems.find(|theorem| theorem.k == u64::from(row.k.get()));
    theorem.is_some_and(|theorem| theorem.implies(row))
}

#[cfg(test)]
mod tests {
    use super::THEOREMS;
    use std::path::Path;

    /// Returns whether a condition of `proofs/Statement.v` holds, such as `n = 8 \/ 12 <= n`.
    fn holds(condition: &str, n: u64) -> bool {
        let atom = |text: &str| {
            let number = |text: &str| text.trim().parse::<u64>().unwrap();
            match text.trim().split_once("<=") {
                Some((least, _)) => number(least) <= n,
                None => match text.split_once("<>") {
                    Some((_, other)) => number(other) != n,
                    None => number(text.split_once('=').unwrap().1) == n,
                },
            }
        };
        let mut cases = condition.split(r"\/");
        cases.any(|case| case.split(r"/\").all(atom))
    }

    fn stated(statement: &str, k: u64) -> &str {
        let begin = format!("  Parameter k{k} : forall n, 2 <= n -> (minimum_moves {k} n n <-> ");
        let line = statement.lines().find_map(|line| line.strip_prefix(&begin));
        line.unwrap().strip_suffix(").").unwrap()
    }

    #[test]
    fn the_theorems_are_those_of_the_proofs() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../proofs/Statement.v");
        let statement = std::fs::read_to_string(path).unwrap();
        assert_eq!(
            statement.matches(" <-> ").count(),
            THEOREMS.len(),
            "each theorem is listed"
        );
        for theorem in &THEOREMS {
            let condition = stated(&statement, theorem.k);
            for n in 2..100 {
                let expected = Some(holds(condition, n));
                assert_eq!(theorem.suffices(n), expected, "k = {}, n = {n}", theorem.k);
            }
        }
    }
}
