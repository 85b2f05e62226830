//! Foreign text, whatever it comes from: lines that are read no farther than a bound, and what an error or a terminal may
//! show.

mod escape;
mod excerpt;
mod lines;

pub use escape::{clipped, in_line, in_text};
pub use excerpt::excerpt;
pub use lines::{LONGEST_LINE, Line, read_line};
