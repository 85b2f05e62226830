//! Errors of the command line, in one line like every other error.
//!
//! clap's own text has several lines, and drops text that looks like a colour. So the line is made from the context of
//! clap's error.

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use clap::{Arg, ArgMatches, Command, ValueEnum};
use std::error::Error as _;
use std::ffi::OsStr;
use std::num::{IntErrorKind, ParseIntError};
use tait_text::{clipped, excerpt};

/// The most values that a line lists.
const LISTED: usize = 10;

/// Returns a line that says what is wrong, where, and what would be right.
#[must_use]
pub(crate) fn one_line(error: &Error, mut definition: Command) -> String {
    definition.build(); // otherwise its options cannot be named
    let what = what(error).unwrap_or_else(|| in_words_of_clap(error));
    let line = what + &suggestion(error) + &where_to_look(error, &definition).unwrap_or_default();
    clipped(&line).into_owned()
}

/// Returns what is wrong; `None` for the kinds of errors that clap itself describes in one line.
fn what(error: &Error) -> Option<String> {
    let names = texts(error, ContextKind::InvalidArg);
    let name = names.first();
    let value = texts(error, ContextKind::InvalidValue).pop();
    let command = texts(error, ContextKind::InvalidSubcommand).pop();
    Some(match error.kind() {
        ErrorKind::UnknownArgument => format!("unexpected argument '{}'", name?),
        ErrorKind::InvalidSubcommand => format!("unrecognized subcommand '{}'", command?),
        ErrorKind::MissingSubcommand => {
            let known = texts(error, ContextKind::ValidSubcommand);
            format!("'{}' needs a subcommand: {}", command?, either(&known))
        }
        ErrorKind::MissingRequiredArgument if names.len() > 1 => {
            format!("missing arguments {}", names.join(" "))
        }
        ErrorKind::MissingRequiredArgument => format!("missing argument {}", name?),
        ErrorKind::ArgumentConflict => match (name?, &*texts(error, ContextKind::PriorArg)) {
            (_, []) => return None,
            (name, [prior]) if prior == name => format!("'{name}' can be given only once"),
            (name, prior) => format!("'{name}' cannot be used with '{}'", prior.join("', '")),
        },
        ErrorKind::InvalidValue => {
            invalid_value(&value?, name?, &texts(error, ContextKind::ValidValue))
        }
        ErrorKind::ValueValidation => {
            let (value, name) = (value?, name?);
            let why = why_refused(error, &value)?;
            format!("invalid value '{value}' for '{name}': {why}")
        }
        _ => return None,
    })
}

/// Describes a value that is not one of those that an option takes.
#[must_use]
pub(crate) fn invalid_value(value: &str, option: &str, known: &[String]) -> String {
    let what = match value {
        "" => format!("a value is missing for '{option}'"),
        _ => format!("invalid value '{value}' for '{option}'"),
    };
    match known {
        [] => what,
        _ => format!("{what}: expected {}", either(known)),
    }
}

/// Refuses a value of a global option that comes before the name of a command that does not take it: clap compares only
/// an option after the name with the values of the command's own option of that name.
///
/// # Errors
/// The same error as clap's for an invalid value.
pub(crate) fn refuse_others<T: ValueEnum + Send + Sync + 'static>(
    line: &Command,
    matches: &ArgMatches,
    option: &str,
) -> Result<(), Error> {
    let (mut command, mut matches) = (line, matches);
    let mut own = None;
    while let Some((name, below)) = matches.subcommand() {
        let Some(found) = command.find_subcommand(name) else {
            break;
        };
        (command, matches) = (found, below);
        let mut arguments = command.get_arguments();
        own = arguments
            .find(|argument| argument.get_id() == option)
            .or(own);
    }
    let asked = matches.try_get_one::<T>(option).ok().flatten();
    let name = asked.and_then(ValueEnum::to_possible_value);
    let (Some(own), Some(name)) = (own, name) else {
        return Ok(());
    };
    let known = own.get_possible_values();
    let names: Vec<String> = known.iter().map(|one| one.get_name().to_owned()).collect();
    if names.iter().any(|known| known == name.get_name()) {
        return Ok(());
    }
    let line = invalid_value(name.get_name(), &own.to_string(), &names);
    Err(Error::raw(ErrorKind::InvalidValue, line))
}

/// A parser of the values of an option that adds a tip to its refusals.
#[derive(Debug, Clone)]
pub(crate) struct WithTip<P> {
    pub(crate) parser: P,
    pub(crate) tip: Option<&'static str>,
}

impl<P: TypedValueParser> TypedValueParser for WithTip<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, Error> {
        let parsed = self.parser.parse_ref(command, argument, value);
        parsed.map_err(|mut error| {
            if let Some(tip) = self.tip {
                let tip = ContextValue::StyledStrs(vec![tip.into()]);
                let _ = error.insert(ContextKind::Suggested, tip);
            }
            error
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.parser.possible_values()
    }
}

/// Returns why a value is refused. It replaces the standard library's messages about numbers, which are for
/// programmers.
fn why_refused(error: &Error, value: &str) -> Option<String> {
    let source = error.source()?;
    let is_number = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_digit());
    Some(match source.downcast_ref().map(ParseIntError::kind) {
        None => source.to_string(),
        Some(IntErrorKind::PosOverflow) => "the number is too large".to_owned(),
        Some(_) if value.strip_prefix('-').is_some_and(is_number) => {
            "expected a number that is not negative".to_owned()
        }
        Some(_) => "expected a whole number".to_owned(),
    })
}

/// Returns a suggestion of what may have been meant.
fn suggestion(error: &Error) -> String {
    let mut near = texts(error, ContextKind::SuggestedSubcommand);
    near.extend(texts(error, ContextKind::SuggestedArg));
    near.extend(texts(error, ContextKind::SuggestedValue));
    if !near.is_empty() {
        return format!("; did you mean '{}'?", near.join("' or '"));
    }
    // clap gives the tip to pass it as a value for every option that does not exist, and for numbers below 0.
    let mut tips = texts(error, ContextKind::Suggested);
    let is_wanted = |tip: &str| {
        let passed = tip.strip_prefix("to pass '-");
        passed.is_none_or(|rest| !rest.starts_with(|c: char| c == '-' || c.is_ascii_digit()))
    };
    tips.retain(|tip| is_wanted(tip));
    tips.iter().map(|tip| format!("; {tip}")).collect()
}

/// Returns how the command is used, or a pointer to its help.
fn where_to_look(error: &Error, definition: &Command) -> Option<String> {
    let mut usage = texts(error, ContextKind::Usage).pop()?;
    // clap takes options that the environment sets for a part of the command.
    let from_environment = definition
        .get_arguments()
        .filter(|one| one.get_env().is_some());
    for option in from_environment {
        usage = usage.replace(&format!(" {option}"), "");
    }
    let usage = usage.lines().next()?.trim_start_matches("Usage: ");
    let mut names = texts(error, ContextKind::InvalidArg).into_iter();
    match error.kind() {
        ErrorKind::MissingRequiredArgument => {}
        ErrorKind::UnknownArgument if !names.any(|name| name.starts_with('-')) => {}
        ErrorKind::UnknownArgument | ErrorKind::InvalidSubcommand => {
            // The name of the command ends where its arguments begin.
            let end = [" [", " <", " -"]
                .iter()
                .filter_map(|sign| usage.find(sign))
                .min()?;
            return Some(format!(" (see '{} --help')", &usage[..end]));
        }
        _ => return None,
    }
    Some(format!("; usage: {usage}"))
}

/// Returns the texts of one kind, with the user's input shortened.
fn texts(error: &Error, kind: ContextKind) -> Vec<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => vec![excerpt(text)],
        Some(ContextValue::Strings(texts)) => texts.iter().map(|text| excerpt(text)).collect(),
        Some(ContextValue::StyledStr(text)) => vec![text.to_string()],
        Some(ContextValue::StyledStrs(texts)) => texts.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    }
}

/// Returns `a, b or c`, or only the first ones of many values.
fn either(values: &[String]) -> String {
    match values {
        _ if values.len() > LISTED + 1 => {
            let left = values.len() - LISTED;
            format!("{} or one of {left} others", values[..LISTED].join(", "))
        }
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => values.concat(),
    }
}

/// Returns the first paragraph of clap's own text.
fn in_words_of_clap(error: &Error) -> String {
    let text = error.to_string();
    let text = text.trim_start_matches("error: ");
    text.split("\n\n").next().unwrap_or(text).trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_values_of_a_global_option_are_refused() {
        use clap::{
            Arg, ColorChoice, Command, builder::PossibleValuesParser, builder::TypedValueParser,
            value_parser,
        };
        let of_all = Arg::new("colour")
            .long("colour")
            .global(true)
            .value_parser(value_parser!(ColorChoice));
        let never = PossibleValuesParser::new(["never"]).map(|_| ColorChoice::Never);
        let own = of_all.clone().value_parser(never);
        let mut line = Command::new("tait")
            .arg(of_all)
            .subcommand(Command::new("draw").arg(own));
        line.build(); // otherwise its options cannot be named
        let refused = |words: &str| {
            let matches = line.clone().try_get_matches_from(words.split(' ')).unwrap();
            refuse_others::<ColorChoice>(&line, &matches, "colour")
        };
        assert!(refused("tait --colour never draw").is_ok());
        let error = refused("tait --colour always draw").unwrap_err();
        assert_eq!(
            error.to_string(),
            "error: invalid value 'always' for '--colour <colour>': expected never"
        );
    }

    #[test]
    fn a_tip_follows_the_refusal() {
        use clap::{Arg, Command, builder::PossibleValuesParser};
        let parser = WithTip {
            parser: PossibleValuesParser::new(["text"]),
            tip: Some("tait plot draws"),
        };
        let line = Command::new("tait").arg(Arg::new("format").long("format").value_parser(parser));
        let error = line
            .clone()
            .try_get_matches_from(["tait", "--format", "svg"])
            .unwrap_err();
        assert_eq!(
            one_line(&error, line),
            "invalid value 'svg' for '--format <format>': expected text; tait plot draws"
        );
    }
}
