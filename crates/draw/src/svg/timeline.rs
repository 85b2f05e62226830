//! The times of an animated picture, as the percentages of its duration that style sheets ask for.

use std::fmt::Write;

/// How long the first row is shown, in milliseconds.
const INTRODUCTION: u64 = 1_800;
/// How long the solved row is shown.
const HOLD: u64 = 3_600;
/// How long the row takes to appear and to vanish, at the ends of a round.
const FADE: u64 = 350;
/// The duration of a move if there are few.
const LONGEST_STEP: u64 = 1_300;
/// The least duration of a move, as quick as the eye follows.
const SHORTEST_STEP: u64 = 500;
/// The duration of all moves together, unless each would take less than the least.
const ALL_STEPS: u64 = 40_000;

/// The times of a round, in milliseconds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Timeline {
    moves: u64,
    step: u64,
}

impl Timeline {
    pub(super) fn new(moves: usize) -> Self {
        let moves = moves as u64;
        let step = (ALL_STEPS / moves.max(1)).clamp(SHORTEST_STEP, LONGEST_STEP);
        Self { moves, step }
    }

    /// The duration of a round.
    pub(super) const fn total(&self) -> u64 {
        INTRODUCTION + self.moves * self.step + HOLD
    }

    /// The time when a move begins.
    pub(super) const fn begin(&self, number: usize) -> u64 {
        INTRODUCTION + number as u64 * self.step
    }

    /// When the coins of a move lift, slide, fall, and lie.
    pub(super) fn flight(&self, number: usize) -> [String; 4] {
        [12, 30, 66, 82].map(|part| self.within(number, part))
    }

    /// When the frame of a move appears, begins to vanish, and is gone.
    pub(super) fn framed(&self, number: usize) -> [String; 3] {
        [1, 88, 99].map(|part| self.within(number, part))
    }

    /// The time after `part` hundredths of a move.
    fn within(&self, number: usize, part: u64) -> String {
        self.percentage(self.begin(number) + self.step * part / 100)
    }

    /// A time as a percentage of the whole, to a thousandth of a percent: a millisecond or less.
    fn percentage(&self, time: u64) -> String {
        let thousandths = (time * 100_000 + self.total() / 2) / self.total();
        let (whole, rest) = (thousandths / 1_000, thousandths % 1_000);
        let digits = format!("{whole}.{rest:03}");
        format!("{}%", digits.trim_end_matches('0').trim_end_matches('.'))
    }

    /// The animations that do not depend on the moves: the row appears and vanishes, lines are seen one after the
    /// other, and the frame of the solved row appears at the end.
    pub(super) fn common(&self) -> String {
        let total = self.total();
        let end = self.begin(self.moves as usize);
        let [comes, goes] = [FADE, total - FADE].map(|time| self.percentage(time));
        let [introduced, stepped, solved] =
            [INTRODUCTION, self.step, end].map(|time| self.percentage(time));
        let framed = self.percentage(end + FADE);
        let mut text = String::new();
        let _ = write!(
            text,
            "@keyframes row{{0%,100%{{opacity:0}}{comes},{goes}{{opacity:1}}}}\
             @keyframes first{{0%{{opacity:1}}{introduced},100%{{opacity:0}}}}\
             @keyframes then{{0%{{opacity:1}}{stepped},100%{{opacity:0}}}}\
             @keyframes last{{0%{{opacity:0}}{solved},100%{{opacity:1}}}}\
             @keyframes solved{{0%,{solved}{{opacity:0}}{framed},{goes}{{opacity:1}}100%{{opacity:0}}}}"
        );
        text
    }
}

#[cfg(test)]
mod tests {
    use super::Timeline;

    #[test]
    fn times_are_parts_of_the_whole_in_their_order() {
        for moves in [0, 1, 9, 31, 60, 120] {
            let timeline = Timeline::new(moves);
            assert!(timeline.total() <= 66_000, "{moves}");
            let mut last = 0.0;
            for number in 0..moves {
                let [comes, goes, gone] = timeline.framed(number);
                let [lifts, slides, falls, lies] = timeline.flight(number);
                for time in [comes, lifts, slides, falls, lies, goes, gone] {
                    let part: f64 = time.strip_suffix('%').unwrap().parse().unwrap();
                    assert!(last < part && part < 100.0, "{moves}: {time}");
                    last = part;
                }
            }
        }
        assert_eq!(Timeline::new(9).percentage(0), "0%");
        assert_eq!(Timeline::new(0).percentage(2_700), "50%");
    }
}
