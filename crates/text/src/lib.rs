//! Foreign text of any origin: lines of bounded length, moves below a header line, command lines, and the form in which errors and
//! terminals may show it. Also numbers of things, in words.

mod command;
mod counted;
mod escape;
mod excerpt;
mod lines;
mod moves;
mod shell;
mod solutions;
mod wrapped;

pub use command::{Command, CommandError};
pub use counted::{counted, runs};
pub use escape::{clipped, in_line, in_text};
pub use excerpt::excerpt;
pub use lines::{LONGEST_LINE, Line, read_line};
pub use moves::{MoveTextError, Places, Spelling, move_in, moves_in, without_comment};
pub use shell::quoted;
pub use solutions::{Layout, MoveReader, ReadError, Stated};
pub use wrapped::{lines_within, longest_part, wrapped};
