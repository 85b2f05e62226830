//! Foreign text, whatever it comes from: lines that are read no farther than a bound, and excerpts that an error may show.

mod excerpt;
mod lines;

pub use excerpt::excerpt;
pub use lines::{LONGEST_LINE, Line, read_line};
