//! What people type, in the spelling of the command line's definition: `tait 3 7`, `tait play 3 7`, `--k 3 --n 7` where K N
//! stand without names, `1e9` and `1,000,000`.

use clap::error::{ContextKind, ContextValue, Error};
use clap::{Arg, Command};
use std::any::TypeId;
use std::ffi::OsString;

/// Advice on words that may mean several commands.
const MEANT: [(&str, &str); 9] = [
    (
        "print",
        "tait show prints a solution here, tait worksheet draws one for paper, tait generate prints the moves",
    ),
    ("search", "tait solve, exists, framework and wraps search"),
    (
        "frogs",
        "tait checkers N M --vacancies V plays frogs and toads, tait checkers N M shifts checkers",
    ),
    (
        "reversals",
        "tait checkers --reverse N reverses numbered checkers",
    ),
    (
        "hardest",
        "tait starts 2 4 finds the hardest rows of four nickels and four pennies",
    ),
    (
        "compare",
        "tait explain --compare bases puts all bases side by side, and tait known --tables the thesis' tables",
    ),
    ("prove", "tait solve and tait exists search for a proof"),
    (
        "list",
        "tait known lists what is settled, tait data list the records",
    ),
    (
        "open",
        "tait play writes a page that any browser opens, and tait known lists what is open",
    ),
];

/// Spellings of earlier versions, and what replaces them: a command, maybe an option, and its value, which is any where it
/// has a capital letter.
const REPLACED: [(&str, &str); 11] = [
    ("tables", "known --tables"),
    ("framework --phase 1", "auxiliary"),
    ("framework --phase 2", "framework"),
    ("classify --svg FILE", "classify --format svg --out FILE"),
    ("show --rows A..B", "show --steps A..B"),
    ("draw --rows A..B", "draw --steps A..B"),
    ("grid construct", "grid solve --construct"),
    ("grid components", "grid boards"),
    ("grid design", "grid boards --design"),
    ("grid diameters", "grid boards --diameters"),
    ("grid candidates", "grid boards --candidates"),
];

/// Returns a line that means the same in the spelling of the definition, and what to say of spellings of earlier versions.
pub(crate) fn spelled(
    definition: &Command,
    line: impl IntoIterator<Item = OsString>,
) -> (Vec<OsString>, Vec<String>) {
    let mut line: Vec<OsString> = line.into_iter().collect();
    let replaced = REPLACED
        .iter()
        .filter(|(old, new)| replace(definition, &mut line, old, new));
    let replaced = replaced.map(|(old, new)| format!("tait {old} is now tait {new}"));
    let replaced = replaced.collect();
    if let Some(at) = next_word(&[definition], &line, 1) {
        name_command(&mut line, at);
    }
    let (mut path, mut at) = (vec![definition], 1);
    while let Some(next) = next_word(&path, &line, at) {
        let Some(command) = path[path.len() - 1].find_subcommand(&line[next]) else {
            break;
        };
        path.push(command);
        at = next + 1;
    }
    if path.len() > 1 {
        name_sizes(&path, &mut line, at);
        write_numbers(&path, &mut line, at);
    }
    (line, replaced)
}

/// Puts a spelling in the place of one of an earlier version, and returns whether that occurs.
fn replace(definition: &Command, line: &mut Vec<OsString>, old: &str, new: &str) -> bool {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.split(' ').collect(), new.split(' ').collect());
    let commands = |words: &[&str]| {
        words
            .iter()
            .take_while(|word| !word.starts_with("--"))
            .count()
    };
    let (names, option) = old.split_at(commands(&old));
    let (new_names, new_options) = new.split_at(commands(&new));
    let (mut path, mut places, mut at) = (vec![definition], Vec::new(), 1);
    // The help of a command is asked for by its names alone.
    let help = next_word(&path, line, at).filter(|&place| line[place] == "help");
    if let Some(place) = help {
        if !option.is_empty() {
            return false;
        }
        at = place + 1;
    }
    for name in names {
        let Some(place) = next_word(&path, line, at).filter(|&place| line[place] == *name) else {
            return false;
        };
        path.extend(path[path.len() - 1].find_subcommand(name));
        places.push(place);
        at = place + 1;
    }
    let find = |command: &'_ Command, name: &&str| command.find_subcommand(name).cloned();
    let named =
        (new_names.iter()).try_fold(definition.clone(), |command, name| find(&command, name));
    // What takes values stands before the first word that may be one.
    let values = named.and_then(|named| next_word(&[definition, &named], line, at));
    let values = values.unwrap_or(at);
    let (mut stands, mut value) = (values..values, OsString::new());
    if let [name, expected] = option {
        let words = line.iter().enumerate().skip(at);
        let mut words = words.take_while(|(_, word)| *word != "--");
        let found = words.find_map(|(index, word)| {
            let rest = word.to_str()?.strip_prefix(name)?;
            (rest.is_empty() || rest.starts_with('=')).then_some((index, rest))
        });
        let (index, given) = match found {
            Some((index, "")) => (index, line.get(index + 1).cloned()),
            Some((index, rest)) => (index, rest.strip_prefix('=').map(OsString::from)),
            None => return false,
        };
        let has_capital = expected.bytes().any(|byte| byte.is_ascii_uppercase());
        let Some(given) = given.filter(|given| has_capital || *given == **expected) else {
            return false;
        };
        stands = index..index + if line[index] == *name { 2 } else { 1 };
        value = given;
    }
    let is_value = |word: &str| option.get(1) == Some(&word);
    let spelled = new_options.iter().map(|word| match is_value(word) {
        true => value.clone(),
        false => word.into(),
    });
    if help.is_none() {
        let _ = line.splice(stands, spelled.collect::<Vec<_>>());
    }
    for place in places.drain(1..).rev() {
        let _ = line.remove(place);
    }
    let first = places[0];
    let _ = line.splice(first..=first, new_names.iter().map(OsString::from));
    true
}

/// Adds what a word that names no command may mean to the error.
pub(crate) fn with_meaning(mut error: Error) -> Error {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
        return error;
    };
    let mut meant = MEANT.iter();
    if let Some((_, tip)) = meant.find(|(name, _)| name == word) {
        let tip = ContextValue::StyledStrs(vec![(*tip).into()]);
        let _ = error.insert(ContextKind::Suggested, tip);
        let _ = error.remove(ContextKind::SuggestedSubcommand);
    }
    error
}

/// Puts the command in the place of a word that stands for it.
fn name_command(line: &mut Vec<OsString>, at: usize) {
    let is_number = |at| line.get(at).is_some_and(|word| number(word).is_some());
    let has = |line: &[OsString], names: &[&str]| {
        let given = line[at..].iter().filter_map(|word| word.to_str());
        let mut named = given.map(|word| word.split('=').next().unwrap_or(word));
        named.any(|word| names.contains(&word))
    };
    let has_file = has(line, &["--out", "-o", "--output"]);
    let has_format = has(line, &["--format"]);
    let sizes = match (
        line.get(at + 1).and_then(number),
        line.get(at + 2).and_then(number),
    ) {
        (Some(k), Some(n)) => format!("{k}-{n}"),
        _ => "2-4".to_owned(),
    };
    let file = |ending: &str| format!("tait-{sizes}{ending}");
    let (mut words, mut after): (Vec<&str>, Vec<String>) = (Vec::new(), Vec::new());
    match line[at].to_str() {
        Some("play") => {
            words.push("draw");
            if !has_format {
                after.push("--format=html".to_owned());
            }
            if !has_file {
                after.push(format!("--out={}", file(".html")));
            }
        }
        Some("worksheet") => {
            words.extend(["draw", "--worksheet"]);
            let ending = match has_format {
                false => Some("svg"),
                true => ["svg", "png", "pdf"].into_iter().find(|name| {
                    let mut values = line[at..].iter().filter_map(|word| word.to_str());
                    values.any(|word| word.strip_prefix("--format=").unwrap_or(word) == *name)
                }),
            };
            if let Some(ending) = ending.filter(|_| !has_file) {
                after.push(format!("--out={}", file(&format!("-worksheet.{ending}"))));
            }
        }
        Some("map") => {
            words.push("classify");
            for (name, range) in [("--k", "2..9"), ("--n", "1..16")] {
                if !has(line, &[name]) {
                    after.push(format!("{name}={range}"));
                }
            }
        }
        Some("help") if has(line, &["terms", "glossary"]) => words.push("terms"),
        _ if is_number(at) => {
            let command = if is_number(at + 1) { "solve" } else { "known" };
            line.insert(at, command.into());
            return;
        }
        _ => return,
    }
    if words[0] == "draw" && next_is_option(line, at + 1) && !has(line, &["--k", "--help", "-h"]) {
        // Tait's own puzzle.
        words.extend(["2", "4"]);
    }
    let end = if words[0] == "terms" { at + 2 } else { at + 1 };
    let words = words.into_iter().map(OsString::from);
    let _ = line.splice(at..end.min(line.len()), words.collect::<Vec<_>>());
    line.extend(after.into_iter().map(OsString::from));
}

/// Returns whether an option follows, or nothing.
fn next_is_option(line: &[OsString], at: usize) -> bool {
    let next = line.get(at).and_then(|word| word.to_str());
    next.is_none_or(|word| word.len() > 1 && word.starts_with('-'))
}

/// Puts `--k` and `--n` where K and N are expected without names.
fn name_sizes(path: &[&Command], line: &mut Vec<OsString>, at: usize) {
    let command = path[path.len() - 1];
    let mut found = [None, None];
    for (found, name) in found.iter_mut().zip(["k", "n"]) {
        let is_short = command
            .get_arguments()
            .any(|one| one.get_short().is_some_and(|short| name.starts_with(short)));
        let expected =
            |one: &Arg| one.is_positional() && (one.get_id() == name || one.get_id() == "subject");
        let is_expected = command.get_arguments().any(expected);
        let is_option = command
            .get_arguments()
            .any(|one| one.get_long() == Some(name));
        let (long, short) = (format!("--{name}"), format!("-{name}"));
        let mut index = at;
        while let Some(word) = line.get(index).and_then(|word| word.to_str()) {
            if word == "--" {
                break;
            }
            if word == short && is_option && !is_short {
                line[index] = long.clone().into();
                break;
            }
            let of_short = word.strip_prefix(&short).filter(|_| !is_short);
            let with_value = word.strip_prefix(&long).or(of_short);
            let with_value = with_value.and_then(|rest| rest.strip_prefix('='));
            if is_expected && !is_option {
                if let Some(value) = with_value {
                    *found = Some(value.into());
                    let _ = line.remove(index);
                    break;
                }
                if (*word == long || (*word == short && !is_short)) && index + 1 < line.len() {
                    let _ = line.remove(index);
                    *found = Some(line.remove(index));
                    break;
                }
            }
            index += if takes_next(path, word) { 2 } else { 1 };
        }
    }
    let [k, n]: [Option<OsString>; 2] = found;
    let end = line.iter().position(|word| word == "--");
    let end = end.filter(|&end| end >= at).unwrap_or(line.len());
    match (k, n) {
        (Some(k), n) => drop(line.splice(at..at, [k].into_iter().chain(n))),
        (None, Some(n)) => line.insert(end, n),
        (None, None) => {}
    }
}

/// Writes numbers as digits where numbers are expected.
fn write_numbers(path: &[&Command], line: &mut [OsString], at: usize) {
    let is_integer = |argument: &Arg| {
        let kind = argument.get_value_parser().type_id();
        let integers = [
            TypeId::of::<u64>(),
            TypeId::of::<u32>(),
            TypeId::of::<u16>(),
            TypeId::of::<i64>(),
            TypeId::of::<usize>(),
        ];
        let names = argument.get_value_names().unwrap_or_default();
        integers.iter().any(|one| kind == *one) || names.iter().any(|name| name.contains(".."))
    };
    let has_numbers = path[path.len() - 1]
        .get_positionals()
        .any(|one| is_integer(one) || one.get_id() == "subject" || one.get_id() == "n");
    let mut index = at;
    while let Some(word) = line.get(index).and_then(|word| word.to_str()) {
        let (mut value, mut before) = (None, String::new());
        if word == "--" {
            break;
        } else if let Some(option) = option(path, word) {
            if let Some((name, of_option)) = word.split_once('=') {
                before = format!("{name}=");
                value = is_integer(option).then(|| of_option.to_owned());
            } else if takes_next(path, word) {
                index += 1;
                let next = line.get(index).and_then(|next| next.to_str());
                value = next.filter(|_| is_integer(option)).map(str::to_owned);
            }
        } else if has_numbers {
            value = Some(word.to_owned());
        }
        let ends = value.iter().flat_map(|value| value.split(".."));
        let digits: Option<Vec<String>> = ends
            .map(|end| number(&end.into()).or_else(|| end.is_empty().then(String::new)))
            .collect();
        if let Some(digits) = digits.filter(|digits| !digits.is_empty()) {
            line[index] = format!("{before}{}", digits.join("..")).into();
        }
        index += 1;
    }
}

/// Returns the place of the next word that is neither an option nor the value of one.
fn next_word(path: &[&Command], line: &[OsString], mut at: usize) -> Option<usize> {
    loop {
        let word = line.get(at)?.to_str()?;
        match word.len() > 1 && word.starts_with('-') {
            _ if word == "--" => return None,
            false => return Some(at),
            true => at += if takes_next(path, word) { 2 } else { 1 },
        }
    }
}

/// Returns whether the word after this one is its value.
fn takes_next(path: &[&Command], word: &str) -> bool {
    let is_whole = !word.contains('=') && (word.starts_with("--") || word.chars().count() == 2);
    is_whole && option(path, word).is_some_and(|option| option.get_action().takes_values())
}

/// Returns the option that a word names.
fn option<'a>(path: &[&'a Command], word: &str) -> Option<&'a Arg> {
    let mut arguments = path
        .iter()
        .rev()
        .flat_map(|command| command.get_arguments());
    match word.strip_prefix("--") {
        Some(name) => {
            let name = name.split('=').next();
            arguments.find(|one| {
                let aliases = one.get_all_aliases().unwrap_or_default();
                one.get_long() == name || aliases.iter().any(|alias| name == Some(alias))
            })
        }
        None => {
            let short = word.strip_prefix('-')?.chars().next();
            arguments.find(|one| one.get_short() == short && short.is_some())
        }
    }
}

/// Returns the digits of a number: of `7`, of groups as in `1,000,000` and `1_000_000`, and of `1e9` and `1.5e6`.
fn number(word: &OsString) -> Option<String> {
    let word = word.to_str()?;
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if are_digits(word) {
        return Some(word.to_owned());
    }
    if let Some((mantissa, exponent)) = word.split_once(['e', 'E']) {
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let zeros = exponent
            .parse::<usize>()
            .ok()?
            .checked_sub(fraction.len())?;
        let is_number = are_digits(whole) && are_digits(exponent) && zeros <= 30;
        let digits = format!("{whole}{fraction}");
        return (is_number && are_digits(&digits)).then(|| digits + &"0".repeat(zeros));
    }
    for separator in [',', '_'] {
        let mut groups = word.split(separator);
        let first = groups.next().unwrap_or_default();
        let groups: Vec<&str> = groups.collect();
        let are_groups = groups
            .iter()
            .all(|group| group.len() == 3 && are_digits(group));
        if !groups.is_empty() && are_groups && first.len() <= 3 && are_digits(first) {
            return Some(first.to_owned() + &groups.concat());
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::spelled;
    use crate::arguments::CommandLine;
    use std::ffi::OsString;

    #[test]
    fn what_people_type_is_spelled_as_the_definition_has_it() {
        let definition = CommandLine::definition();
        for (typed, expected) in [
            ("3 7 --fresh", "solve 3 7 --fresh"),
            ("-q --format json 3 1_000", "-q --format json solve 3 1000"),
            ("12", "known 12"),
            ("play", "draw 2 4 --format=html --out=tait-2-4.html"),
            ("play 3 7", "draw 3 7 --format=html --out=tait-3-7.html"),
            (
                "play x.json -o x.html",
                "draw x.json -o x.html --format=html",
            ),
            (
                "worksheet 3 7",
                "draw --worksheet 3 7 --out=tait-3-7-worksheet.svg",
            ),
            (
                "worksheet 3 7 --format tikz",
                "draw --worksheet 3 7 --format tikz",
            ),
            (
                "worksheet 3 7 --format pdf",
                "draw --worksheet 3 7 --format pdf --out=tait-3-7-worksheet.pdf",
            ),
            ("map --k 2..4", "classify --k 2..4 --n=1..16"),
            ("help terms", "terms"),
            ("help solve", "help solve"),
            ("solve --k 3 --n 7", "solve 3 7"),
            ("solve --n=7 --fresh -k=3", "solve 3 7 --fresh"),
            ("solve 3 --n 7 --fresh", "solve 3 --fresh 7"),
            ("framework --k 4 --from 1e2", "framework 4 --from 100"),
            ("known --k 4", "known 4"),
            ("plot depths --k 3 --n 8", "plot depths 3 8"),
            (
                "classify -k 2..4 -n 1..1,000",
                "classify --k 2..4 --n 1..1000",
            ),
            ("verify - --k 4 --n 1e3", "verify - --k 4 --n 1000"),
            ("verify 1,000", "verify 1,000"),
            (
                "generate 7 1,000,000,000 --moves 1..1.5e1",
                "generate 7 1000000000 --moves 1..15",
            ),
            ("show 7 1e3 --steps=1..1_000", "show 7 1000 --steps=1..1000"),
            ("show 7 1e3 --rows=1..10", "show 7 1000 --steps 1..10"),
            ("-q tables --format csv", "-q known --tables --format csv"),
            ("tables --format csv 2 3", "known --format csv --tables 2 3"),
            ("help tables", "help known"),
            ("-q help grid design", "-q help grid boards"),
            (
                "grid design --coins 5 3x3",
                "grid boards --coins 5 --design 3x3",
            ),
            (
                "framework 3 --offsets 2,0,1 --phase=1",
                "auxiliary 3 --offsets 2,0,1",
            ),
            ("framework 3 --phase 2 --to 9", "framework 3 --to 9"),
            (
                "classify --svg x.svg --k 2 --n 3..4",
                "classify --format svg --out x.svg --k 2 --n 3..4",
            ),
            (
                "grid --format csv design 3x3 --coins 5",
                "grid boards --format csv --design 3x3 --coins 5",
            ),
            ("draw 2 4 -- --rows 3", "draw 2 4 -- --rows 3"),
            ("add x 4 1e2 --by 1e9", "add x 4 100 --by 1e9"),
            ("grid table x --glyphs 1,234", "grid table x --glyphs 1,234"),
            (
                "solve 3 7 --state-limit 1e6 -- 1e3",
                "solve 3 7 --state-limit 1000000 -- 1e3",
            ),
            ("", ""),
            ("--data", "--data"),
        ] {
            let line = format!("tait {typed}");
            let line = line.split_whitespace().map(OsString::from);
            let (spelled, _) = spelled(&definition, line);
            let spelled = spelled.join(&OsString::from(" "));
            assert_eq!(
                spelled.to_str().unwrap(),
                format!("tait {expected}").trim_end(),
                "{typed}"
            );
        }
    }
}
