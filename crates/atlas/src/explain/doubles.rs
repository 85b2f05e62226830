//! Why doubles extend a solution, in words.

use tait_puzzle::linear::{DoublesBase, DoublesExtension, DoublesFamily};

/// Explains a family of doubles: the bases, and the sizes that follow.
pub fn family(family: &DoublesFamily) -> String {
    let k = family.block_length();
    let mut text = format!("A family of doubles for k = {k}: {}.\n", family.claim());
    for base in family.bases() {
        let n = base.solution().puzzle().n();
        text.push_str(&format!("\nBase n = {n}: {}", doubles_move(base)));
    }
    text.push('\n');
    text.push_str(WHY);
    text
}

/// Explains an extension: its base, the move that is drawn out, and why its moves work.
pub(super) fn extension(extension: &DoublesExtension<'_>) -> String {
    let (times, base) = (extension.times(), extension.base());
    let n = base.solution().puzzle().n();
    let how_often = match times {
        0 => return format!("This is the base n = {n}: {}{WHY}", doubles_move(base)),
        1 => "once".to_owned(),
        times => format!("{times} times"),
    };
    format!(
        "The base n = {n} is extended {how_often} by 2 nickels and 2 pennies: {}{WHY}",
        doubles_move(base)
    )
}

/// Names the doubles move of a base.
fn doubles_move(base: DoublesBase<'_>) -> String {
    let number = base.number();
    let step = base.solution().moves()[number - 1];
    format!("its move {number}, {step}, is a doubles move.\n")
}

/// The reason why such bases extend.
const WHY: &str = "A doubles move slides a block aabbaabb.. past which no coin has moved yet: an a stands next to it, and a b next to the \
                   place where it lands. Two more a and two more b there make two more moves of the same kind, and what these \
                   leave behind alternates. The coins on the other sides of both places rest from then on, so all later moves \
                   are possible as before.\n";
