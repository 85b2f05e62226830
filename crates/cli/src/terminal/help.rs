//! Help that teaches: commands in groups, each with an example and the reason to use it.
//!
//! The texts come from one file: `# GROUP`, then the name of a command, and below it an example after `$` and a few
//! sentences.

use clap::Command;
use std::fmt::Write as _;
use tait_text::lines_within;
use terminal_size::{Width, terminal_size};

/// The help text of one command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HelpEntry {
    /// The heading above it in the list of commands.
    pub(crate) group: &'static str,
    /// The name of the command.
    pub(crate) name: &'static str,
    pub(crate) example: &'static str,
    /// The lines of its reason.
    pub(crate) why: Vec<&'static str>,
}

/// Returns the entries of all commands, in order.
#[must_use]
pub(crate) fn help_entries(text: &'static str) -> Vec<HelpEntry> {
    let (mut entries, mut group) = (Vec::<HelpEntry>::new(), "");
    for line in text.lines().filter(|line| !line.is_empty()) {
        let entry = entries.last_mut();
        match (line.strip_prefix("# "), line.strip_prefix("    "), entry) {
            (Some(name), ..) => group = name,
            (_, Some(text), Some(entry)) => match text.strip_prefix("$ ") {
                Some(example) => entry.example = example,
                None => entry.why.push(text),
            },
            _ => entries.push(HelpEntry {
                group,
                name: line,
                example: "",
                why: Vec::new(),
            }),
        }
    }
    entries
}

/// Returns the command line with its commands in groups, each with its example and its reason. `options` is the heading
/// of the options that all commands have.
#[must_use]
pub(crate) fn with_examples(line: Command, text: &'static str, options: &str) -> Command {
    let entries = help_entries(text);
    let line = entries.iter().fold(line, |line, entry| {
        let names: Vec<&str> = entry.name.split(' ').collect();
        explained(line, &names, entry)
    });
    let groups = groups(&entries, &line);
    line.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n{groups}\n{options}:\n{{options}}{{after-help}}"
    ))
}

/// Returns the list of top-level commands, group by group.
fn groups(entries: &[HelpEntry], line: &Command) -> String {
    let (mut text, mut last) = (String::new(), "");
    // As wide as clap makes its own lines.
    let width = terminal_size().map_or(100, |(Width(width), _)| width.clamp(30, 100));
    for entry in entries.iter().filter(|entry| !entry.name.contains(' ')) {
        if entry.group != last {
            let _ = writeln!(text, "\n{}:", entry.group);
            last = entry.group;
        }
        let about = line
            .find_subcommand(entry.name)
            .and_then(Command::get_about);
        let about = about.map(ToString::to_string).unwrap_or_default();
        let lines = lines_within(&about, usize::from(width) - 15);
        let about = lines.join(&format!("\n{:15}", ""));
        let _ = writeln!(text, "  {:<12} {about}", entry.name);
    }
    text
}

fn explained(command: Command, names: &[&'static str], entry: &HelpEntry) -> Command {
    if let Some((&name, rest)) = names.split_first() {
        return command.mut_subcommand(name, |command| explained(command, rest, entry));
    }
    let about = command
        .get_about()
        .map(ToString::to_string)
        .unwrap_or_default();
    let more = command.get_after_help().map(|more| format!("\n\n{more}"));
    let example = format!("Example: {}{}", entry.example, more.unwrap_or_default());
    command
        .long_about(format!("{about}\n\n{}", entry.why.join(" ")))
        .after_help(example)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read() {
        let entries =
            help_entries("# Answers\nsolve\n    $ tait solve 3 6\n    Finds a solution.\n");
        assert_eq!((entries[0].group, entries[0].name), ("Answers", "solve"));
        assert_eq!(
            (entries[0].example, entries[0].why[0]),
            ("tait solve 3 6", "Finds a solution.")
        );
    }

    #[test]
    fn commands_stand_in_groups() {
        use clap::Command;
        let line = Command::new("tait").subcommand(Command::new("solve").about("Solves"));
        let text = "# Answers\nsolve\n    $ tait solve 3 6\n    Finds a solution.\n";
        let mut line = with_examples(line, text, "Options");
        assert!(
            line.render_help()
                .to_string()
                .contains("Answers:\n  solve        Solves")
        );
    }
}
