//! The glossary of the project.

/// The text that has the glossary.
const GLOSSARY: &str = include_str!("../CONTRIBUTING.md");

/// The terms that meet those who use the program, in the order of the glossary.
const TERMS: [&str; 28] = [
    "nickel, penny",
    "k, n",
    "row",
    "pair",
    "gain",
    "pattern, complement",
    "white, black",
    "shift",
    "block",
    "mirror image",
    "stationary",
    "auxiliary puzzle",
    "exchange",
    "base",
    "extension",
    "residue",
    "doubles move",
    "wrap",
    "family",
    "map",
    "N(k)",
    "slack",
    "exhausted",
    "settled",
    "replayed, recounted, recorded",
    "machine-checked",
    "corpus",
    "record",
];

/// Returns the rows of the glossary: each term that meets those who use the program, and its meaning.
///
/// ```
/// let (term, meaning) = tait_atlas::terms().next().ok_or("no term")?;
/// assert_eq!((term, &*meaning), ("nickel, penny", "the two types of coins, o and x"));
/// # Ok::<(), &str>(())
/// ```
pub fn terms() -> impl Iterator<Item = (&'static str, String)> {
    let rows = GLOSSARY.split("## Glossary").nth(1).unwrap_or_default();
    rows.lines().filter_map(|line| {
        let (term, meaning) = line
            .strip_prefix("| ")?
            .strip_suffix(" |")?
            .split_once(" | ")?;
        let meaning = meaning.replace('`', "");
        // A link to a document is of no use here.
        let meaning = meaning.split(" ([").next()?.to_owned();
        TERMS.contains(&term).then_some((term, meaning))
    })
}

#[cfg(test)]
mod tests {
    use super::{TERMS, terms};

    #[test]
    fn the_glossary_has_every_term() {
        let found: Vec<&str> = terms().map(|(term, _)| term).collect();
        assert_eq!(found, TERMS);
    }
}
