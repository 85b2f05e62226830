//! Coins in a row in words: solutions and why they work, bases, doubles, wraps, preludes, the auxiliary puzzle.

use crate::error::AtlasError;
use crate::extending::{Extensible, counted_choices, positions, written};
use crate::rows::verdict_of_row;
use crate::standing::Standing;
use crate::steps::symbols;
use crate::table::Format;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::ops::ControlFlow;
use tait_draw::{RowPlay, Rows, TextStyle, row_text};
use tait_framework::{auxiliary_solutions, visit_auxiliary_solutions};
use tait_generator::closed::ClosedForm;
use tait_generator::prelude::{Prelude, Shifts, Zigzag};
use tait_linear::rows::{RowGoal, RowReplay, RowSolution};
use tait_linear::wrap::{AnyWrap, Composition, Core, WrapFamily};
use tait_linear::{
    Analysis, AuxiliaryExchange, AuxiliaryList, AuxiliaryOffsets, AuxiliarySolution, Base,
    BlockLength, Claim, DoublesBase, DoublesExtension, DoublesFamily, Exchange, Extension, Finding,
    Move, MoveSequence, Puzzle, Settles, SizeWithoutBase, Solution, analyse, propositions,
};
use tait_search::{Control, StopReason};
use tait_store::to_text;
use tait_text::counted;

/// The maximum number of moves that are listed one by one; if there are more, only those that spend slack.
const LISTED: usize = 60;

/// Explains a solution: why it cannot be shorter, how each move changes the pairs, which blocks it uses, which coins
/// are stationary, and how the propositions of the thesis apply.
pub fn solution(solution: &Solution, standing: &Standing) -> Result<String, AtlasError> {
    let puzzle = solution.puzzle();
    let analysis = analyse(solution).map_err(AtlasError::refused)?;
    let mut text = lower_bound(puzzle);
    text.push_str(&optimality(puzzle, &analysis, standing));
    text.push_str(&pairs(solution, &analysis));
    text.push_str(&format!(
        "\nThe moves land outside the starting row on the blocks {}.\n",
        used_blocks(&analysis)
    ));
    text.push_str(&chapter_2(solution, &analysis)?);
    let stationary = &analysis.stationary;
    text.push_str(&format!(
        "\nStationary coins: nickels {}; pennies {}.\n",
        positions(&stationary.nickels),
        positions(&stationary.pennies)
    ));
    text.push_str(&format!("At the end: {}.\n", analysis.verdict));
    text.push_str(&requirement(solution));
    Ok(text)
}

/// Why n moves are needed.
pub(super) fn lower_bound(puzzle: Puzzle) -> String {
    let (n, goal) = (puzzle.n(), puzzle.coins() - 1);
    let mut text = format!(
        "The lower bound (Theorem 2.1.1). A pair is two adjacent coins of different type. The starting row has 1 pair; an \
         alternating row of 2n = {} coins has {goal}. A move gains at most 2 pairs, the first at most 1. So at least \
         n = {n} moves are needed.\n",
        puzzle.coins()
    );
    if puzzle.least_moves() > n {
        text.push_str(&format!(
            "With two coins that are turned, n moves leave a block of equal coins behind (docs/turned.md), so at least n + 1 = {} are needed.\n",
            n + 1
        ));
    }
    text
}

fn optimality(puzzle: Puzzle, analysis: &Analysis, standing: &Standing) -> String {
    let moves = analysis.verdict.moves;
    if analysis.verdict.meets_lower_bound {
        return format!("This solution has {moves} moves, so no solution is shorter.\n");
    }
    let compared = match standing {
        Standing::Compared(fewest) => fewest.compared(moves),
        _ => None,
    };
    if let Some(compared) = compared {
        return format!("This solution has {moves} moves: {compared}.\n");
    }
    match standing {
        Standing::Optimal(claim @ Claim::Exhaustion { shorter }, level) => {
            let asked = claim.restrictions();
            let asked = asked.map_or_else(String::new, |asked| format!(" with {asked}"));
            let mut text = format!(
                "This solution has {moves} moves. No solution{asked} is shorter, because searches excluded every length from n = \
                 {} on (their positions count from the first coin, 1); {level}:\n",
                puzzle.n()
            );
            for search in shorter {
                text.push_str(&format!("  {search}\n"));
            }
            text
        }
        Standing::Excluded(shorter) => {
            let mut text = format!(
                "This solution has {moves} moves, the fewest known. At least {} are needed: searches excluded every smaller number \
                 (their positions count from the first coin, 1):\n",
                puzzle.n() + shorter.len() as u64
            );
            for search in shorter {
                text.push_str(&format!("  {search}\n"));
            }
            text
        }
        _ => format!(
            "This solution has {moves} moves; a shorter one may exist (tait solve {} {} decides).\n",
            puzzle.k(),
            puzzle.n()
        ),
    }
}

/// Where the slack goes, move by move.
fn pairs(solution: &Solution, analysis: &Analysis) -> String {
    let moves = solution.moves();
    let slack = 2 * moves.len() as i64 - (solution.puzzle().coins() as i64 - 2);
    let mut text = format!(
        "\n{} moves could gain 2 pairs each, and the solution needs {}. Slack: {slack}. A move that gains g pairs costs \
         2 - g.\n",
        moves.len(),
        solution.puzzle().coins() - 2
    );
    let all = moves.len() <= LISTED;
    text.push_str(if all {
        "\nmove: coins slid, pairs gained, pairs then\n"
    } else {
        "\nThe moves that cost slack (every other move gains 2 pairs):\nmove: coins slid, pairs gained, pairs then\n"
    });
    let mut pairs = 1;
    for (index, step) in moves.iter().enumerate() {
        let gain = analysis.gains[index];
        pairs += gain;
        if all || gain != 2 {
            let spent = match 2 - gain {
                0 => String::new(),
                spent => format!(", costs {spent}"),
            };
            text.push_str(&format!(
                "{:>4} {step}: {}, {gain:+}, {pairs}{spent}\n",
                index + 1,
                analysis.patterns[index]
            ));
        }
    }
    text.push_str(&slack_in_words(slack, &analysis.gains));
    text
}

/// Explains a base: its stationary coins and the moves that carry the patterns.
pub fn base(base: &Base) -> String {
    let puzzle = base.puzzle();
    let modulus = 2 * puzzle.k();
    let mut text = format!(
        "Base n = {}, for the sizes {}, {}, {}, ... The nickel at {} and the penny at {} are stationary. {} moves, the exchanges, \
         carry the patterns of a solution of the auxiliary puzzle in order:\n",
        puzzle.n(),
        puzzle.n(),
        puzzle.n() + u64::from(modulus),
        puzzle.n() + 2 * u64::from(modulus),
        base.nickel,
        base.penny,
        base.exchanges.len()
    );
    for exchange in &base.exchanges {
        let step = base.solution.moves().get(exchange.number as usize - 1);
        let step = step.map(ToString::to_string).unwrap_or_default();
        text.push_str(&format!(
            "  move {} {step} {}\n",
            exchange.number,
            carried(exchange, puzzle.is_turned())
        ));
    }
    text
}

fn carried(exchange: &Exchange, is_turned: bool) -> String {
    let role = match (exchange.complement, is_turned) {
        (false, _) => "",
        (true, false) => ", the complement of what F shows there, so F and H swap roles",
        (true, true) => {
            ", the mirror image of the complement of what F shows there, so F and H swap roles"
        }
    };
    format!(
        "carries {} at offset {}{role}",
        exchange.pattern, exchange.offset
    )
}

/// Explains an extension: its base, the inserted coins, and the chain that each exchange became.
pub fn extension(extension: &Extension<'_>) -> String {
    let base = extension.base();
    let (times, k) = (extension.times(), u64::from(base.puzzle().k()));
    let inserted = 2 * k * times;
    let distance = extension.start() - base.solution.start();
    // What is inserted left of the penny shifts the penny, too.
    let (side, before_penny) = match base.puzzle().is_turned() {
        true => ("left", 2 * inserted),
        false => ("right", inserted),
    };
    let mut text = self::base(base);
    text.push_str(&format!(
        "\nThe base is extended m = {times} times. 2km = {inserted} nickels are inserted right of the nickel at {}, and 2km \
         pennies {side} of the penny at {} of the base (at {} and {} of this row). Coins right of the first insertion shift by \
         {inserted}, coins right of both by {}. Each exchange becomes a chain of 2m + 1 = {} moves that also carries its \
         offset of the 2 x {times} blocks of 2k inserted coins; every other move stays one move.\n",
        base.nickel,
        base.penny,
        base.nickel + distance,
        base.penny + distance + before_penny as i64,
        2 * inserted,
        2 * times + 1
    ));
    for (index, exchange) in base.exchanges.iter().enumerate() {
        let first = exchange.number + 2 * times * index as u64;
        let last = first + 2 * times;
        let moves: Vec<String> = if 2 * times < 9 {
            let chain = extension.slice(first - 1..last);
            chain.map(|step| step.to_string()).collect()
        } else {
            let at = |number: u64| extension.move_at(number - 1).map(|step| step.to_string());
            let ends = [
                at(first),
                at(first + 1),
                at(first + 2),
                Some(" ... ".to_owned()),
                at(last),
            ];
            ends.into_iter().flatten().collect()
        };
        text.push_str(&format!(
            "  move {} becomes moves {first} to {last}: {}\n",
            exchange.number,
            moves.concat()
        ));
    }
    text
}

/// Returns what is known of a size without a base.
pub fn smaller_size(size: &SizeWithoutBase) -> String {
    let n = size.n;
    match &size.finding {
        Finding::NoSolution { states } => format!(
            "n = {n} has no solution of n moves: recorded exhaustive search, {} states.\n",
            states.iter().sum::<u64>()
        ),
        Finding::NoBase {
            choices, states, ..
        } => format!(
            "n = {n} has no base: recorded exhaustive search, {choices} choices of stationary coins, {states} states.\n"
        ),
        Finding::NotFound { attempts } => {
            format!("n = {n}: {attempts} attempts found no base; there may be one.\n")
        }
    }
}

/// The maximum number of moves that are named as those that spend slack.
const NAMED: usize = 20;

/// The moves that spend the slack, and how much each.
fn slack_in_words(slack: i64, gains: &[i32]) -> String {
    let spent: Vec<String> = (1..)
        .zip(gains)
        .filter(|(_, gain)| **gain != 2)
        .map(|(number, gain): (usize, _)| format!("{} by move {number}", 2 - gain))
        .collect();
    let more = match spent.len() {
        0..=NAMED => String::new(),
        all => format!(", and the rest by {} more", all - NAMED),
    };
    match spent.is_empty() {
        true => String::new(),
        false => format!(
            "\nSlack spent: all {slack}, {}{more}.\n",
            spent[..spent.len().min(NAMED)].join(", ")
        ),
    }
}

/// The propositions of section 2.2, and the symmetry of section 2.3.
pub(super) fn chapter_2(solution: &Solution, analysis: &Analysis) -> Result<String, AtlasError> {
    let puzzle = solution.puzzle();
    let (k, moves) = (puzzle.k(), analysis.verdict.moves);
    let mut text = String::new();
    for condition in propositions(analysis) {
        let outcome = match (&condition.failure, &condition.case) {
            (Some(failure), _) => format!("fails ({failure})"),
            (None, Some(case)) => format!("holds ({case})"),
            (None, None) => "holds".to_owned(),
        };
        text.push_str(&format!(
            "Proposition {} {outcome}: {}.\n",
            condition.proposition, condition.statement
        ));
    }
    if let Some(more) = moves.checked_sub(puzzle.n()).filter(|more| *more > 0) {
        text.push_str(&format!(
            "Propositions 2.2.1 to 2.2.3 are on solutions of n moves. This one has {more} more.\n"
        ));
    }
    text.push_str(&format!(
        "Section 2.2: {} of {k} coins each move each of the {} coins {:.2} times on average.\n",
        counted(moves, "move"),
        puzzle.coins(),
        (moves * u64::from(k)) as f64 / puzzle.coins() as f64
    ));
    let image = analyse(&solution.mirrored()).map_err(AtlasError::refused)?;
    text.push_str(&format!(
        "Section 2.3: the mirror image with nickels and pennies swapped is a solution, too: {} type again, shift {:+}, on the blocks {}.\n",
        image.verdict.final_type,
        image.verdict.shift,
        used_blocks(&image)
    ));
    Ok(text)
}

/// The blocks on which moves land, and where else.
pub(super) fn used_blocks(analysis: &Analysis) -> String {
    match analysis.elsewhere {
        Some(position) => format!(
            "{}, and elsewhere, first at position {position}",
            analysis.blocks
        ),
        None => analysis.blocks.to_string(),
    }
}

/// Whether the solution is a base, with all choices, or which condition fails.
pub(super) fn requirement(solution: &Solution) -> String {
    let extensible = match Extensible::new(solution.clone()) {
        Ok(extensible) => extensible,
        Err(error) => return format!("\nWhether it is a base is not said: {error}.\n"),
    };
    let choices = extensible.choices();
    if let Some(failure) = extensible.failure() {
        return format!("\nIt is not a base. {failure}.\n");
    }
    let (n, step) = (solution.puzzle().n(), 2 * u64::from(solution.puzzle().k()));
    let more = (solution.moves().len() as u64).saturating_sub(n);
    let (standing, length) = match more {
        0 => (
            "It is a base: Requirement 5.1.2 holds.",
            "n moves".to_owned(),
        ),
        _ => (
            "It has more than n moves, so it is not a base, but Requirement 5.1.2 holds.",
            format!("n + {more} moves"),
        ),
    };
    let count = choices.exchanges().count();
    let first = choices.exchanges().nth(0).unwrap_or_default();
    format!(
        "\n{standing} The nickel a and the penny b can be any of the stationary coins, and {} {} of exchanges, the moves that carry the \
         patterns. The first choice is {} (move:pattern@offset, with ' for a complement). tait extend makes solutions of {length} of it, for \
         n = {}, {}, ....\n",
        if count == 1 { "there is" } else { "there are" },
        counted_choices(count),
        written(&first),
        n + step,
        n + 2 * step
    )
}

/// Explains a solution from any row: the puzzle, its lower bound and its board, and where the slack is spent.
///
/// # Errors
/// When it is wrong.
pub fn row(solution: &RowSolution) -> Result<String, AtlasError> {
    let (verdict, why) = verdict_of_row(solution)?;
    let (puzzle, start) = (&solution.puzzle, solution.start);
    let k = puzzle.k();
    let (goal, link, what) = match puzzle.goal() {
        RowGoal::Alternating => ("alternate without gaps", "pair", "of different kinds"),
        RowGoal::Row(_) => ("form the row of the goal", "link", "of any kinds"),
    };
    let (has, wants) = (puzzle.links(puzzle.start()), puzzle.wanted_links());
    let mut text = format!(
        "{puzzle} start={start}: {verdict}.\n\nThe puzzle. A move slides {k} adjacent coins, in their order, to free positions. In the end the coins \
         must {goal}, anywhere on the line.\n\nThe lower bound. A {link} is two adjacent coins {what}. The start has {} and the goal {wants}. A move \
         makes at most two {link}s more than it breaks{}, so {} are needed.\n",
        counted(has.into(), link),
        match puzzle.start().runs() {
            1 => ", and the first move of a row without gaps at most one more",
            _ => "",
        },
        counted(verdict.lower_bound, "move"),
    );
    let moves = verdict.moves as u32;
    if let Some(board) = puzzle.board_for(moves) {
        text.push_str(&format!(
            "\nThe board. A solution of {} fits on {board} positions, but for positions between coins that are never taken.\n",
            counted(verdict.moves, "move")
        ));
    }
    text.push_str(&format!("\nThe solution is {why}.\n"));
    let slack = 2 * i64::from(moves) - (i64::from(wants) - i64::from(has));
    text.push_str(&format!(
        "\nSlack: {slack}, of which a move that gains g {link}s spends 2 - g.\n\nmove, coins, gain, {link}s, slack spent\n"
    ));
    let mut replay = RowReplay::new(puzzle, start);
    let mut links = i64::from(has);
    for (number, &step) in (1..).zip(&solution.moves) {
        let lost = links_beside(&replay, solution, step.from);
        replay.play(step).map_err(AtlasError::refused)?;
        let gain = links_beside(&replay, solution, step.to) - lost;
        links += gain;
        let letters = replay.cells(step.to..step.to + i64::from(k)).flatten();
        let coins: String = letters.collect();
        text.push_str(&format!(
            "{number:>4} {step} {coins} {gain:+} {links} {}\n",
            2 - gain
        ));
    }
    Ok(text)
}

/// Counts the links between a block and the coins beside it.
fn links_beside(replay: &RowReplay<'_>, solution: &RowSolution, block: i64) -> i64 {
    let links = [block - 1, block + i64::from(solution.puzzle.k()) - 1].map(|left| {
        let mut cells = replay.cells(left..left + 2);
        let (left, right) = (cells.next().flatten(), cells.next().flatten());
        i64::from(solution.puzzle.is_link(left, right))
    });
    links[0] + links[1]
}

/// Explains a closed form: its chains, or the base that it extends.
pub(super) fn closed_form(form: &ClosedForm) -> String {
    if let Some(extension) = form.extension() {
        return doubles_extension(extension);
    }
    let k = form.header().puzzle.k();
    if k.is_multiple_of(2) {
        let first: String = form.slice(0..4).map(|step| step.to_string()).collect();
        return format!(
            "The closed form. The nickels lie in tiles of {tile}, and so do the pennies, with a rest of each. The first \
             coins of all tiles exchange a block of {k}, then those from the second on, and so on to coin {k} of each tile. That makes \
             every tile alternate. Every second coin of a rest is exchanged by two swaps of blocks, one coin apart.\n\
             moves 1 to 4: {first}...\n",
            tile = 2 * k
        );
    }
    let mut text = "The closed form. In a chain with s, each move takes s new coins into its block and leaves the last s behind, so the \
                    block wanders to the left at two places in turn.\n"
        .to_owned();
    for (moves, s) in form.chains() {
        let first: String = form
            .slice(moves.start..moves.end.min(moves.start + 3))
            .map(|step| step.to_string())
            .collect();
        let number = moves.start + 1;
        text.push_str(&match s {
            0 => format!("move {number}: {first}\n"),
            _ => format!(
                "moves {number} to {}, a chain with s = {s}: {first}...\n",
                moves.end
            ),
        });
    }
    text
}

/// Explains a family of doubles: the bases, and the sizes that follow.
pub fn doubles_family(family: &DoublesFamily) -> String {
    let k = family.block_length();
    let mut text = format!("A family of doubles for k = {k}: {}.\n", family.claim());
    for base in family.bases() {
        let n = base.solution().puzzle().n();
        text.push_str(&format!("\nBase n = {n}: {}", doubles_base(&base)));
    }
    text.push('\n');
    text.extend(family.bases().next().map(|base| why_doubles(&base)));
    text
}

/// Explains an extension: its base, the moves that are drawn out, and why its moves work.
pub(super) fn doubles_extension(extension: &DoublesExtension<'_>) -> String {
    let (times, base) = (extension.times(), extension.base());
    let (n, period) = (base.solution().puzzle().n(), base.period());
    let how_often = match times {
        0 => {
            return format!(
                "This is the base n = {n}: {}{}",
                doubles_base(base),
                why_doubles(base)
            );
        }
        1 => "once".to_owned(),
        times => format!("{times} times"),
    };
    format!(
        "The base n = {n} is extended {how_often} by {period} nickels and {period} pennies: {}{}",
        doubles_base(base),
        why_doubles(base)
    )
}

/// Names the doubles moves of a base in a sentence.
fn doubles_base(base: &DoublesBase<'_>) -> String {
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
fn why_doubles(base: &DoublesBase<'_>) -> String {
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

/// Explains a family of wraps: the effect of each wrap, the bases, and the sizes that follow.
pub fn wrap_family(family: &WrapFamily) -> String {
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

/// Shows the preludes of both zigzags for `n` coins of each kind, with strips that are moved as little as possible: the
/// row after each move, its gain, and the offset that it serves. As text, or JSON.
///
/// ```
/// use tait_atlas::Format;
/// use tait_atlas::explain::preludes;
/// let text = preludes(4u64.try_into()?, 7, Format::Text)?;
/// assert!(text.starts_with("k=4 n=7 start=1: the inner zigzag serves the offsets 0, 2, 1"));
/// assert!(text.ends_with("the outer zigzag begins at n = 9\n"));
/// let why = preludes(4u64.try_into()?, 6, Format::Text).unwrap_err();
/// assert_eq!(why.to_string(), "k = 4: n = 6 is too small, the smallest n with a prelude is 7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When there is no prelude, or the row is too wide to be shown.
pub fn preludes(k: BlockLength, n: u64, format: Format) -> Result<String, AtlasError> {
    let fewest = Zigzag::BOTH.map(|zigzag| zigzag.fewest_coins(k));
    let Some(smallest) = fewest.into_iter().flatten().min() else {
        return Err(AtlasError::refused(format!(
            "k = {k} is too small: preludes need k >= 4"
        )));
    };
    if n < smallest {
        return Err(AtlasError::refused(format!(
            "k = {k}: n = {n} is too small, the smallest n with a prelude is {smallest}"
        )));
    }
    let puzzle = Puzzle::new(k.into(), n).map_err(AtlasError::refused)?;
    let (mut texts, mut values, mut missing) = (Vec::new(), Vec::new(), None);
    for (zigzag, fewest) in Zigzag::BOTH.into_iter().zip(fewest) {
        let farthest = Prelude::farthest(puzzle, zigzag);
        let (Some(farthest), Some(prelude)) = (farthest, Prelude::first(puzzle, zigzag)) else {
            missing =
                fewest.map(|n| format!("the {} zigzag begins at n = {n}\n", zigzag_name(zigzag)));
            continue;
        };
        let play = play_of(puzzle, &prelude, farthest)?;
        match format {
            Format::Json => values.push(value(&prelude, farthest, &play)),
            _ => {
                let rows = row_text(&play, Rows::ALL, TextStyle::default());
                let rows = rows.map_err(AtlasError::refused)?;
                texts.push(format!("{}\n\n{rows}", play.heading()));
            }
        }
    }
    match format {
        Format::Json => {
            to_text(&json!({"k": k.get(), "n": n, "preludes": values})).map_err(AtlasError::refused)
        }
        _ => {
            texts.extend(missing);
            Ok(texts.join("\n"))
        }
    }
}

pub(super) const fn zigzag_name(zigzag: Zigzag) -> &'static str {
    match zigzag {
        Zigzag::Outer => "outer",
        Zigzag::Inner => "inner",
    }
}

fn play_of(puzzle: Puzzle, prelude: &Prelude, farthest: Shifts) -> Result<RowPlay, AtlasError> {
    let offsets: Vec<String> = prelude.offsets().iter().map(u32::to_string).collect();
    let here = match prelude.shifts().middle {
        0 => String::new(),
        shift => format!("; here both move by {shift}"),
    };
    let Shifts { middle, right } = farthest;
    let claim = format!(
        "the {} zigzag serves the offsets {}; its right strip can move right by up to {right} positions, its middle \
         strip by up to {middle} and no farther than the right one{here}",
        zigzag_name(prelude.zigzag()),
        offsets.join(", "),
    );
    let notes = prelude.served().into_iter().map(|served| match served {
        Some(offset) => format!("offset {offset}"),
        None => "no offset".to_owned(),
    });
    let first: Vec<_> = prelude.moves().into_iter().zip(notes).collect();
    RowPlay::of_beginning(puzzle, &first, &claim).map_err(AtlasError::refused)
}

/// A prelude as JSON, its moves as in a table of steps.
fn value(prelude: &Prelude, farthest: Shifts, play: &RowPlay) -> Value {
    let mut steps = Vec::new();
    let mut served = prelude.served().into_iter();
    let mut frames = play.frames();
    while let Some(frame) = frames.next_frame() {
        let Some(step) = frame.step else {
            continue;
        };
        steps.push(json!({
            "move": (step.step.from, step.step.to),
            "pattern": symbols(step.carried, ""),
            "gain": step.pairs.map(|(gain, _)| gain),
            "offset": served.next().flatten(),
            "row": symbols(frame.row, ""),
        }));
    }
    json!({
        "zigzag": zigzag_name(prelude.zigzag()),
        "offsets": prelude.offsets(),
        "shifts": {"middle": prelude.shifts().middle, "right": prelude.shifts().right},
        "farthest": {"middle": farthest.middle, "right": farthest.right},
        "position": play.first(),
        "moves": steps,
    })
}

/// Explains a solution of the auxiliary puzzle: the puzzle, and how the solution meets Requirement 5.1.1.
///
/// # Errors
/// When it is wrong.
pub fn auxiliary(solution: &AuxiliarySolution) -> Result<String, AtlasError> {
    let verdict = solution.check().map_err(AtlasError::refused)?;
    let (k, start) = (i64::from(solution.k().get()), solution.start());
    let (front, back, end) = (start + 2 * k - 1, start + 4 * k - 1, start + 5 * k - 1);
    let mut text = format!(
        "{} start={start}: {verdict}.\n\nThe auxiliary puzzle (Figure 5.1). {} nickels, F, and then as many pennies, H, stand in a row. F \
         must become black type and H white type, each where it stands. An extension inserts as many coins into a base, and each exchange \
         is played within the move that carries its pattern (Theorem 5.1.1).\n\n",
        solution.name(),
        2 * k
    );
    text.push_str(&format!(
        "Requirement 5.1.1:\n  (1) The row ends on the positions {start} to {back}, where it began.\n  (2) Of the k-blocks around it the moves \
         use R1 alone, the positions {} to {end}.\n  (3) The last coins of F and H, at {front} and {back}, are stationary.\n  (4) The moves come in \
         groups of three: from F to R1, from H to F, from R1 to H.\n  (5) There are 3k = {} moves.\n",
        back + 1,
        3 * k
    ));
    text.push_str("\nexchange: offset, moves, pattern through R1, pattern that returns\n");
    let offsets = verdict.offsets();
    let groups = solution.moves().chunks(3).zip(&offsets.0);
    for (number, ((moves, offset), exchange)) in (1..).zip(groups.zip(&verdict.exchanges)) {
        let offset = AuxiliaryOffsets(vec![*offset]);
        let moves: String = moves.iter().map(ToString::to_string).collect();
        let (pattern, returned) = (exchange.pattern, exchange.returned);
        let mark = match exchange.returns_complement() {
            true => "",
            false => ", not the complement",
        };
        text.push_str(&format!(
            "{number:>4} {offset}: {moves} {pattern} {returned}{mark}\n"
        ));
    }
    Ok(text)
}

/// Lists solutions of the auxiliary puzzle: a line for each with its offsets and patterns, or as JSON ([`AuxiliaryList`]).
///
/// # Errors
/// Only those of writing JSON.
pub fn auxiliary_list(
    k: BlockLength,
    solutions: &[Vec<AuxiliaryExchange>],
    free_offsets: bool,
    format: Format,
) -> Result<String, AtlasError> {
    if format == Format::Json {
        let list = AuxiliaryList::new(k, free_offsets, solutions);
        return to_text(&list).map_err(AtlasError::refused);
    }
    let lines = solutions.iter();
    Ok(lines.map(|solution| line(solution, free_offsets)).collect())
}

/// Searches for all solutions of the auxiliary puzzle, writes them as [`auxiliary_list`] does, and returns their number. As
/// text each is written as it is found, because there are k! of them or more, and none is kept. As JSON the list is made
/// first, within the memory limit.
///
/// ```
/// use tait_atlas::Format;
/// use tait_atlas::explain::write_auxiliary_list;
/// use tait_linear::BlockLength;
/// let mut list = Vec::new();
/// let k = BlockLength::new(3)?;
/// let count = write_auxiliary_list(k, false, Format::Text, &Default::default(), &mut list)?;
/// assert_eq!(count, Ok(6));
/// assert!(list.starts_with(b"[0, 1, 2] ooo xxo oxo\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the list cannot be written. The inner error says why the search stopped.
pub fn write_auxiliary_list(
    k: BlockLength,
    free_offsets: bool,
    format: Format,
    control: &Control<'_>,
    out: &mut dyn Write,
) -> io::Result<Result<u64, StopReason>> {
    if format == Format::Json {
        let solutions = match auxiliary_solutions(k, free_offsets, control) {
            Ok(solutions) => solutions,
            Err(reason) => return Ok(Err(reason)),
        };
        let list = auxiliary_list(k, &solutions, free_offsets, format);
        out.write_all(list.map_err(io::Error::other)?.as_bytes())?;
        out.flush()?;
        return Ok(Ok(solutions.len() as u64));
    }
    let mut written = Ok(());
    let ended = visit_auxiliary_solutions(k, free_offsets, control, &mut |solution| {
        written = out.write_all(line(solution, free_offsets).as_bytes());
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(StopReason::Asked),
        }
    });
    written.and_then(|()| out.flush())?;
    Ok(ended)
}

/// Returns a solution as a line: its offsets, in both halves where they are free, and its patterns.
fn line(solution: &[AuxiliaryExchange], free_offsets: bool) -> String {
    let offsets =
        |of: fn(&AuxiliaryExchange) -> u32| -> Vec<u32> { solution.iter().map(of).collect() };
    let mut line = format!("{:?}", offsets(|exchange| exchange.front_offset));
    if free_offsets {
        line.push_str(&format!(" {:?}", offsets(|exchange| exchange.back_offset)));
    }
    for exchange in solution {
        line.push_str(&format!(" {}", exchange.pattern));
    }
    let returns_complements = solution.iter().all(AuxiliaryExchange::returns_complement);
    line.push_str(match returns_complements {
        true => "\n",
        false => " (the pattern that returns is not the complement)\n",
    });
    line
}
