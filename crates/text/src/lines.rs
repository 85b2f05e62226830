//! Lines of bounded length: a text without line breaks does not fill the memory.

use std::io::{self, BufRead, Read};

/// The most bytes of a line of moves, without its line break: enough for half a million moves.
pub const LONGEST_LINE: usize = 8 << 20;

/// The result of reading a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// No line is left.
    End,
    /// The next line, with its line break, which the last line may lack.
    Whole,
    /// The next line is longer than [`LONGEST_LINE`], and only its beginning was read.
    TooLong,
}

/// Reads the next line into `line`, replacing its contents.
pub fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    let most = LONGEST_LINE as u64 + 1;
    let length = reader.take(most).read_until(b'\n', line)?;
    Ok(match line.last() {
        None => Line::End,
        Some(b'\n') => Line::Whole,
        Some(_) if length > LONGEST_LINE => Line::TooLong,
        Some(_) => Line::Whole,
    })
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_LINE, Line, read_line};
    use std::io::BufReader;

    #[test]
    fn a_line_of_the_largest_length_is_read_and_a_longer_one_is_not() {
        for (length, end, fits) in [
            (LONGEST_LINE, "", true),
            (LONGEST_LINE, "\n", true),
            (LONGEST_LINE + 1, "", false),
            (LONGEST_LINE + 1, "\n", false),
        ] {
            let text = "1".repeat(length) + end;
            let mut line = Vec::new();
            let read = read_line(&mut text.as_bytes(), &mut line).unwrap();
            assert_eq!(matches!(read, Line::Whole), fits, "{length} {end:?}");
            assert_eq!(matches!(read, Line::TooLong), !fits, "{length} {end:?}");
        }
        assert!(matches!(
            read_line(&mut "".as_bytes(), &mut vec![1]),
            Ok(Line::End)
        ));
    }

    #[test]
    fn an_endless_line_takes_the_memory_of_the_longest_one() {
        let mut line = Vec::new();
        let mut reader = BufReader::new(std::io::repeat(0));
        assert!(matches!(
            read_line(&mut reader, &mut line),
            Ok(Line::TooLong)
        ));
        assert!(line.capacity() <= 4 * LONGEST_LINE);
    }
}
