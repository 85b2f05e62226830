//! The offsets that can be added to a set, and the patterns that add them.

use tait_linear::{BlockLength, Pattern, UsedOffsets, window_of};

/// Tells whether an offset may be added to a set, regardless of the pattern.
pub(super) type Allows<'a> = dyn Fn(UsedOffsets, u32) -> bool + 'a;

/// Calls `visit` for every offset that may be added to a set, with a pattern that adds it.
pub(super) fn visit_additions(
    k: BlockLength,
    complements: bool,
    allows: &Allows<'_>,
    visit: &mut dyn FnMut(Pattern, UsedOffsets, u32),
) {
    for offset in 0..k.get() {
        let without = (0..1 << k.get()).map(UsedOffsets);
        for used in without.filter(|used| !used.contains(offset) && allows(*used, offset)) {
            let shown = window_of(k, used, offset);
            visit(shown, used, offset);
            if complements {
                visit(shown.complement(), used, offset);
            }
        }
    }
}
