//! Shows text written by somebody else: control characters cannot move the cursor, and a megabyte stays short.

#![expect(clippy::print_stdout, reason = "examples print what they find")]

use tait_text::{clipped, in_line};

pub(crate) fn main() {
    let name = "k04.json\u{1b}[2J\nerror: all is well";
    let shown = in_line(name);
    assert_eq!(shown, r"k04.json\u001b[2J\nerror: all is well");
    println!("{shown}");
    assert!(clipped(&"x".repeat(1_000_000)).len() < 2_000);
}
