//! Why doubles extend a solution, in words.

use tait_linear::{DoublesBase, DoublesExtension, DoublesFamily};

/// Explains a family of doubles: the bases, and the sizes that follow.
pub fn family(family: &DoublesFamily) -> String {
    let k = family.block_length();
    let mut text = format!("A family of doubles for k = {k}: {}.\n", family.claim());
    for base in family.bases() {
        let n = base.solution().puzzle().n();
        text.push_str(&format!("\nBase n = {n}: {}", named(&base)));
    }
    text.push('\n');
    text.extend(family.bases().next().map(|base| why(&base)));
    text
}

/// Explains an extension: its base, the moves that are drawn out, and why its moves work.
pub(super) fn extension(extension: &DoublesExtension<'_>) -> String {
    let (times, base) = (extension.times(), extension.base());
    let (n, period) = (base.solution().puzzle().n(), base.period());
    let how_often = match times {
        0 => return format!("This is the base n = {n}: {}{}", named(base), why(base)),
        1 => "once".to_owned(),
        times => format!("{times} times"),
    };
    format!(
        "The base n = {n} is extended {how_often} by {period} nickels and {period} pennies: {}{}",
        named(base),
        why(base)
    )
}

/// Names the doubles moves of a base in a sentence.
fn named(base: &DoublesBase<'_>) -> String {
    let moves = base.solution().moves();
    let all: Vec<String> = base
        .numbers()
        .map(|number| format!("move {number}, {}", moves[number - 1]))
        .collect();
    match &*all {
        [one] => format!("its {one}, is a doubles move.\n"),
        all => format!("its doubles moves are {}.\n", all.join("; ")),
    }
}

/// Returns the reason why a base extends.
fn why(base: &DoublesBase<'_>) -> String {
    let period = base.period();
    let (letters, others) = match period {
        2 => (String::new(), "What these leave behind alternates."),
        period => (
            format!(", where each letter stands for {} coins,", period / 2),
            "So do the other doubles moves, and after the last one the coins that were inserted alternate.",
        ),
    };
    format!(
        "The first doubles move slides a block aabbaabb..{letters} from a place where more a can be inserted to one where more b \
         can. {period} more of each make two more moves of the same kind. {others} No other move slides coins from both sides of \
         such a place, so all of them are possible as before.\n"
    )
}
