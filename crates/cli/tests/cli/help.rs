//! The help of every command: the options under each heading.

use crate::common::Place;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The groups of commands.
const GROUPS: [&str; 5] = [
    "Solve and prove",
    "Generate and show",
    "Other puzzles",
    "Results and data",
    "This program",
];

/// The help of a command.
#[derive(Debug, Default)]
struct Help {
    /// The commands below it.
    below: Vec<String>,
    /// The headings in order, each with its options and their texts.
    headings: Vec<(String, Vec<(String, String)>)>,
}

impl Help {
    /// Reads the short help of a command.
    fn of(place: &Place, command: &str) -> Self {
        let text = place.run(&format!("{command} -h")).done();
        let mut help = Self::default();
        for line in text.lines().filter(|line| !line.is_empty()) {
            let first = line.split_whitespace().next().unwrap_or_default();
            if !line.starts_with(' ') {
                let heading = line.strip_suffix(':').unwrap_or_default();
                help.headings.push((heading.to_owned(), Vec::new()));
                continue;
            }
            let Some((heading, options)) = help.headings.last_mut() else {
                continue;
            };
            let is_group = heading == "Commands" || GROUPS.contains(&&heading[..]);
            let is_command = is_group && line.starts_with("  ") && !line.starts_with("   ");
            if is_command && first != "help" {
                help.below
                    .push(format!("{command} {first}").trim().to_owned());
            }
            // The text of an option is farther to the right, and may begin with the name of another option.
            let is_option = first.starts_with('-') && !line.starts_with("       ");
            let mut words = line.split_whitespace();
            if is_option && let Some(name) = words.find_map(|word| word.strip_prefix("--")) {
                options.push((name.to_owned(), String::new()));
            }
            if let Some((_, words)) = options.last_mut() {
                *words += line;
            }
        }
        help.headings.retain(|(_, options)| !options.is_empty());
        help
    }

    /// Returns the names of the options under a heading.
    fn under(&self, heading: &str) -> Vec<&str> {
        let found = self.headings.iter().find(|(name, _)| name == heading);
        let options = found.map_or(&[][..], |(_, options)| options);
        options.iter().map(|(name, _)| name.as_str()).collect()
    }
}

/// Returns the help of every command.
fn all(place: &Place) -> Vec<(String, Help)> {
    let mut found = Vec::new();
    let mut left = vec![String::new()];
    while let Some(command) = left.pop() {
        let help = Help::of(place, &command);
        left.extend(help.below.iter().rev().cloned());
        found.push((command, help));
    }
    found
}

#[test]
fn every_option_stands_under_its_heading() {
    let place = Place::new();
    let mut listed = String::new();
    let mut headings = BTreeMap::<String, String>::new();
    for (command, help) in all(&place) {
        // Those that every command takes stand in the help of the program alone.
        let global = match command.is_empty() {
            true => &[
                "color",
                "data",
                "format",
                "help",
                "no-corpus",
                "quiet",
                "threads",
                "version",
            ][..],
            false => &["format", "help"],
        };
        let mut found = help.under("Global options");
        found.sort_unstable();
        assert_eq!(found, global, "{command}");
        let _ = writeln!(listed, "tait {command}");
        for (heading, options) in help.headings {
            if heading == "Global options" {
                continue;
            }
            let names: Vec<&str> = options.iter().map(|(name, _)| name.as_str()).collect();
            let _ = writeln!(listed, "    {heading}: {}", names.join(", "));
            // An option that several commands share is under the same heading in all of them.
            for shared in [
                "time-limit",
                "memory-limit",
                "state-limit",
                "seed",
                "progress",
                "fresh",
                "no-store",
                "blocks",
                "base",
            ] {
                if names.contains(&shared) && heading != "Repeating searches" {
                    let first = headings
                        .entry(shared.to_owned())
                        .or_insert_with(|| heading.clone());
                    assert_eq!(*first, heading, "{command}: --{shared}");
                    assert_ne!(heading, "Options", "{command}: --{shared}");
                }
            }
        }
    }
    assert_eq!(headings.len(), 9);
    insta::assert_snapshot!("headings", listed);
}

#[test]
fn every_command_lists_its_own_formats() {
    let place = Place::new();
    let everywhere = all(&place);
    assert!(everywhere.len() > 30);
    for (command, help) in everywhere {
        if !help.below.is_empty() {
            continue;
        }
        let options = help.headings.into_iter().flat_map(|(_, options)| options);
        let (_, words) = options
            .into_iter()
            .find(|(name, _)| name == "format")
            .unwrap();
        let formats = words.split("[possible values: ").nth(1).unwrap();
        let formats: Vec<&str> = formats
            .trim_end_matches(']')
            .split(',')
            .map(str::trim)
            .collect();
        assert!(
            !formats.is_empty() && formats.len() < 10,
            "{command}: {formats:?}"
        );
        let draws = formats.contains(&"svg");
        let is_map = command == "classify";
        let has_text = formats.contains(&"text");
        assert_eq!(draws, !has_text || is_map, "{command}: {formats:?}");
        // The listed formats are those that are accepted: the error for another format lists the same.
        let line = place.run(&format!("{command} --format other")).failed(2);
        for format in formats {
            assert!(line.contains(format), "{command}: {format}: {line}");
        }
    }
}
