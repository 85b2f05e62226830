//! Foreign text of any origin: lines of bounded length, moves below a header line, command lines, and the form in which errors and
//! terminals may show it. Also numbers of things, in words.

mod command;
mod escape;
mod lines;
mod moves;
mod solutions;
mod wrapped;

pub use command::{Command, CommandError, quoted};
pub use escape::{clipped, excerpt, in_line, in_text};
pub use lines::{LONGEST_LINE, Line, read_line};
pub use moves::{MoveTextError, Places, Spelling, move_in, moves_in, without_comment};
pub use solutions::{Layout, MoveReader, ReadError, Stated};
pub use wrapped::{counted, lines_within, longest_part, runs, wrapped};
