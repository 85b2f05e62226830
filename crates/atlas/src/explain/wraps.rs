//! Why wraps work, in words.

use tait_linear::Move;
use tait_linear::wrap::{AnyWrap, Composition, Core, WrapFamily};

/// Explains a family of wraps: the effect of each wrap, the bases, and the sizes that follow.
pub fn family(family: &WrapFamily) -> String {
    let k = family.block_length();
    let mut text = format!("A family of wraps for k = {k}: {}.\n", family.claim());
    for wrap in family.wraps() {
        text.push('\n');
        text.push_str(&self::wrap(wrap));
    }
    text.push('\n');
    let sizes: Vec<String> = family
        .bases()
        .iter()
        .map(|base| base.puzzle().n().to_string())
        .collect();
    if sizes.is_empty() {
        text.push_str("The family needs no base.\n");
    } else {
        text.push_str(&format!(
            "Bases, the innermost solutions: n = {}.\n",
            sizes.join(", ")
        ));
    }
    text.push_str(
        "A wrap turns an inner solution into a larger solution that can be wrapped again. So wraps go around each other in any \
         order, any number of times, and the sizes are those of the bases plus any sum of widths.\n",
    );
    text
}

/// Explains one wrap: its gadget, its moves, and why they hold for every size.
pub fn wrap(wrap: &AnyWrap) -> String {
    let (m, k) = (wrap.width(), wrap.block_length());
    let moves: String = wrap.moves().iter().map(Move::to_string).collect();
    let begin = format!("A {wrap}.\n");
    let middle = match wrap {
        AnyWrap::Whole(wrap) => {
            let before = wrap.before();
            format!(
                "Cells 1 to {m} hold o, cells {} and {} stand for an inner puzzle of any size n', cells {} to {} hold x, and \
                 {k} free cells follow. {before} moves, an inner solution, which slides its row by {k} to the right, and {} \
                 moves, in cells with n' = 1 (cells right of the inner puzzle move over by 2n' - 2):\n  {moves}\nNo move \
                 touches the inner puzzle, the {k} cells it needs are free, and at the end all coins alternate if an \
                 alternating row of {} type stands in the middle.\n",
                m + 1,
                m + 2,
                m + 3,
                2 * m + 2,
                m - before,
                wrap.inner_type()
            )
        }
        AnyWrap::Split(wrap) => {
            let (inner, outer) = (wrap.inner_penny(), wrap.outer_penny());
            let pennies = match inner {
                1 => "n' pennies".to_owned(),
                2 => "n' - 1 pennies".to_owned(),
                _ => format!("n' - {} pennies", inner - 1),
            };
            let between = match outer {
                1 => String::new(),
                2 => format!("cell {} x, ", m + 2),
                _ => format!("cells {} to {} x, ", m + 2, m + outer),
            };
            format!(
                "Cell 1 stands for n' nickels, cells 2 to {} hold o, {between}cell {} stands for {pennies}, cells up to {} hold \
                 x, and {k} free cells follow. {m} moves, in cells with one coin in each of the two:\n  {moves}\nthen an \
                 inner solution in which penny {inner} never moves. No move touches the inner puzzle; the moves leave it \
                 split left of that penny by {} coins that alternate and stay, with nothing left of it, {k} free cells right \
                 of it, and behind them coins that go on alternating ({} type).\n",
                m + 1,
                m + 1 + outer,
                2 * m + 1 + inner,
                wrap.inserted_run(),
                wrap.final_type()
            )
        }
    };
    let end = match wrap.around_trivial_base() {
        Some(solution) => format!(
            "With n' = 1 and one more move the wrap is itself a solution, for n = {}.\n",
            solution.puzzle().n()
        ),
        None => String::new(),
    };
    begin + &middle + &end
}

/// Explains a composition: its wraps, how often each is used, and the core.
pub fn composition(composition: &Composition<'_>) -> String {
    let mut text = format!("From the outside in, to {}:\n", composition.puzzle());
    for layer in composition.layers() {
        text.push_str(&format!(
            "  n = {} to {}: {} x {}\n",
            layer.outer_size(),
            layer.inner_size(),
            layer.count,
            layer.wrap
        ));
    }
    text.push_str(&match composition.core() {
        Core::Base(base) => format!(
            "  n = {}: a base, {} moves\n",
            base.puzzle().n(),
            base.moves().len()
        ),
        Core::Trivial => "  n = 1: one move\n".to_owned(),
    });
    let mut explained: Vec<&AnyWrap> = Vec::new();
    for layer in composition.layers() {
        if !explained.contains(&layer.wrap) {
            text.push('\n');
            text.push_str(&wrap(layer.wrap));
            explained.push(layer.wrap);
        }
    }
    text
}
