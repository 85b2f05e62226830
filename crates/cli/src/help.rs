//! Help that teaches: commands in groups, each with an example and the reason to use it.
//!
//! The texts are in `help.txt`: `# GROUP`, then the name of a command, and below it an example after `$` and a few
//! sentences.

use crate::format::GLOBAL;
use clap::Command;
use std::fmt::Write as _;

const TEXT: &str = include_str!("help.txt");

/// The help text of one command.
struct Entry {
    group: &'static str,
    name: &'static str,
    example: &'static str,
    /// The lines of its reason.
    why: Vec<&'static str>,
}

/// Returns the entries of all commands, in order.
fn entries() -> Vec<Entry> {
    let (mut entries, mut group) = (Vec::<Entry>::new(), "");
    for line in TEXT.lines().filter(|line| !line.is_empty()) {
        let entry = entries.last_mut();
        match (line.strip_prefix("# "), line.strip_prefix("    "), entry) {
            (Some(name), ..) => group = name,
            (_, Some(text), Some(entry)) => match text.strip_prefix("$ ") {
                Some(example) => entry.example = example,
                None => entry.why.push(text),
            },
            _ => entries.push(Entry {
                group,
                name: line,
                example: "",
                why: Vec::new(),
            }),
        }
    }
    entries
}

/// Returns the command line with its commands in groups, each with its example and its reason.
pub(crate) fn with_examples(line: Command) -> Command {
    let entries = entries();
    let line = entries.iter().fold(line, |line, entry| {
        let names: Vec<&str> = entry.name.split(' ').collect();
        explained(line, &names, entry)
    });
    let groups = groups(&entries, &line);
    line.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n{groups}\n{GLOBAL}:\n{{options}}{{after-help}}"
    ))
}

/// Returns the list of top-level commands, group by group.
fn groups(entries: &[Entry], line: &Command) -> String {
    let (mut text, mut last) = (String::new(), "");
    for entry in entries.iter().filter(|entry| !entry.name.contains(' ')) {
        if entry.group != last {
            let _ = writeln!(text, "\n{}:", entry.group);
            last = entry.group;
        }
        let about = line
            .find_subcommand(entry.name)
            .and_then(Command::get_about);
        let about = about.map(ToString::to_string).unwrap_or_default();
        let _ = writeln!(text, "  {:<12} {about}", entry.name);
    }
    text
}

fn explained(command: Command, names: &[&'static str], entry: &Entry) -> Command {
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
    use super::entries;
    use crate::arguments::CommandLine;
    use clap::Command;

    fn names(command: &Command, before: &str, found: &mut Vec<String>) {
        for below in command.get_subcommands() {
            let name = format!("{before}{}", below.get_name());
            names(below, &format!("{name} "), found);
            found.push(name);
        }
    }

    #[test]
    fn every_command_has_its_words_and_an_example_of_its_own() {
        let mut commands = Vec::new();
        names(&CommandLine::definition(), "", &mut commands);
        let entries = entries();
        let mut told: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
        commands.sort_unstable();
        told.sort_unstable();
        assert_eq!(told, commands);
        for entry in &entries {
            assert!(
                entry.example.contains(&format!("tait {}", entry.name)),
                "{}",
                entry.name
            );
            assert!(
                entry.why.join(" ").ends_with('.') && !entry.group.is_empty(),
                "{}",
                entry.name
            );
        }
    }
}
