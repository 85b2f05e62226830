//! The auxiliary puzzle, played naively on lists of letters.

/// The two halves of the auxiliary puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Halves {
    /// The half that has to become of black type.
    pub front: Vec<char>,
    /// The half that has to become of white type.
    pub back: Vec<char>,
}

impl Halves {
    /// Returns the halves before the first exchange.
    #[must_use]
    pub fn new(k: usize) -> Self {
        Self {
            front: vec!['o'; 2 * k],
            back: vec!['x'; 2 * k],
        }
    }

    /// Returns whether the front is of black type and the back of white type.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        let alternates = |half: &[char]| half.windows(2).all(|two| two[0] != two[1]);
        self.front[0] == 'x' && alternates(&self.front) && alternates(&self.back)
    }

    /// Exchanges the `k` coins of the front at `g` with those of the back at `h`; returns the coins
    /// taken from the front, then those taken from the back.
    pub fn exchange(&mut self, k: usize, g: usize, h: usize) -> (String, String) {
        let went = self.front[g..g + k].iter().collect();
        let came = self.back[h..h + k].iter().collect();
        for i in 0..k {
            std::mem::swap(&mut self.front[g + i], &mut self.back[h + i]);
        }
        (went, came)
    }
}

/// Returns whether some of these patterns, in this order, solve the auxiliary puzzle with equal
/// offsets in both halves, each as it shows in the front or, if complements may be used, in the
/// back.
#[must_use]
pub fn carries_some_order(patterns: &[String], k: usize, complements: bool) -> bool {
    fn go(
        patterns: &[String],
        k: usize,
        complements: bool,
        halves: &Halves,
        used: &mut Vec<usize>,
    ) -> bool {
        if used.len() == k {
            return halves.is_solved();
        }
        let Some((pattern, rest)) = patterns.split_first() else {
            return false;
        };
        if go(rest, k, complements, halves, used) {
            return true; // this pattern is not used
        }
        for offset in 0..k {
            let mut next = halves.clone();
            let (went, came) = next.exchange(k, offset, offset);
            let serves = went == *pattern || (complements && came == *pattern);
            if serves && !used.contains(&offset) {
                used.push(offset);
                let done = go(rest, k, complements, &next, used);
                let _ = used.pop();
                if done {
                    return true;
                }
            }
        }
        false
    }
    go(patterns, k, complements, &Halves::new(k), &mut Vec::new())
}
