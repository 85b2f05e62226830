//! The data listed in the thesis: 30 sequences of moves, and the families that three of its sections make of them.
//!
//! The data is compiled in from `data/published/`. It verifies exactly as printed. Where the thesis leaves something to
//! the reader (which coins are stationary, which moves carry the patterns), the files state it, and a test checks every
//! entry with the checker of `tait-linear`. The misprinted patterns of sections 5.2.1 (third pattern for `k = 4`, which
//! must be `xxox`) and 5.2.2 (first pattern for `k = 5`, which must be `ooooo`) are corrected in the exchanges.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::sync::OnceLock;
use tait_linear::{Family, Settles, Solution};

/// A sequence of moves as the thesis lists it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct PublishedSolution {
    /// The place where it is listed, for example `thesis Thm 3.1.1`.
    pub source: String,
    /// The sequence, with the start that the thesis uses.
    #[serde(flatten)]
    pub solution: Solution,
}

/// The bases of one section of the thesis as a family.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct PublishedFamily {
    /// The place where the bases are listed.
    pub source: String,
    /// The family.
    pub family: Family,
}

/// Returns every listed sequence: Theorem 3.1.1 (5 sequences), Theorem 4.1.1 (7), sections 5.2.1 (8) and 5.2.2 (10).
///
/// All have `n` moves except those for `k = 3` and `n = 6` or `8`, which have 7 and 9; exhaustive search shows that
/// these, too, are optimal.
///
/// ```
/// use tait_generator::published;
/// use tait_linear::check;
/// assert_eq!(published::solutions().len(), 30);
/// for entry in published::solutions() {
///     let verdict = check(&entry.solution)?;
///     println!("{} {}: {verdict}", entry.source, entry.solution.puzzle());
/// }
/// # Ok::<(), tait_linear::CheckError>(())
/// ```
pub fn solutions() -> &'static [PublishedSolution] {
    static SOLUTIONS: OnceLock<Vec<PublishedSolution>> = OnceLock::new();
    SOLUTIONS.get_or_init(|| embedded(include_str!("../published/thesis-solutions.json")))
}

/// Returns the families of Theorem 4.2.3 (`k = 3`, even sizes only: odd ones have their own algorithm) and of sections
/// 5.2.1 (`k = 4`) and 5.2.2 (`k = 5`).
///
/// ```
/// use tait_generator::published;
/// let family = &published::families()[1].family;
/// assert_eq!(family.check(0)?.settles_from(), Some(13)); // k = 4
/// # Ok::<(), tait_linear::FamilyError>(())
/// ```
pub fn families() -> &'static [PublishedFamily] {
    static FAMILIES: OnceLock<Vec<PublishedFamily>> = OnceLock::new();
    FAMILIES.get_or_init(|| embedded(include_str!("../published/thesis-families.json")))
}

/// Returns families of the turned puzzle, which tait found (`docs/turned.md`).
///
/// ```
/// use tait_generator::published;
/// let family = &published::turned_families()[1].family;
/// assert_eq!((family.k.get(), family.check(1)?.settles_from()), (3, Some(10)));
/// # Ok::<(), tait_linear::FamilyError>(())
/// ```
pub fn turned_families() -> &'static [PublishedFamily] {
    static FAMILIES: OnceLock<Vec<PublishedFamily>> = OnceLock::new();
    FAMILIES.get_or_init(|| embedded(include_str!("../published/turned-families.json")))
}

/// Returns the listed sequence for `k` and `n`, if there is one.
pub fn solution(k: u32, n: u64) -> Option<&'static Solution> {
    solutions()
        .iter()
        .map(|entry| &entry.solution)
        .find(|solution| (solution.puzzle().k(), solution.puzzle().n()) == (k, n))
}

/// Returns the published family for `k`, if there is one.
pub fn family(k: u32) -> Option<&'static Family> {
    families()
        .iter()
        .map(|entry| &entry.family)
        .find(|family| family.k.get() == k)
}

/// Returns the least N such that the thesis has a solution of n moves for every n >= N, by its families and its
/// algorithms for two and three coins; `None` for a `k` without any.
///
/// ```
/// use tait_generator::published::settles_from;
/// assert_eq!([2, 3, 4, 5, 6].map(settles_from), [Some(3), Some(9), Some(13), Some(14), None]);
/// ```
pub fn settles_from(k: u32) -> Option<u64> {
    match k {
        // Algorithm 3.1 covers every n >= 3.
        2 => Some(3),
        // Algorithm 4.1 covers odd sizes, the bases cover even ones.
        3 => {
            let sizes = family(3)?.bases.iter().map(|base| base.puzzle().n());
            sizes.min().map(|least| least - 1)
        }
        _ => family(k)?.coverage().settles_from(),
    }
}

/// Parses embedded text. The text is part of the program and covered by a test; text that does not parse reads as an
/// empty list, because a library does not panic.
fn embedded<T: DeserializeOwned>(text: &str) -> Vec<T> {
    serde_json::from_str(text).unwrap_or_default()
}
