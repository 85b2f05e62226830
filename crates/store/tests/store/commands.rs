//! The commands that make records: written as they are read, and each with a file of its own.

use serde_json::Value;
use std::collections::BTreeSet;
use tait_linear::{BlockLength, FinalType};
use tait_linear::{SolveRequest, wrap::InnerRequirement};
use tait_store::{
    ClassifyCommand, FamilyCommand, GridSolveCommand, GridTableCommand, Pennies, ReverseCommand,
    ShufflingCommand, Span, WrapsCommand,
};
use tait_testkit::{DATA, json_files};
use tait_text::Command;

/// Returns one command for each combination of options.
fn commands() -> Vec<WrapsCommand> {
    let (black, white) = (None, Some(FinalType::White));
    let classes = [
        (None, black, false),
        (None, black, true),
        (Some("1,1"), black, false),
        (Some("1,1"), white, false),
        (Some("1,3,1"), black, false),
    ];
    let widths = [
        (None, None),
        (Some(8), None),
        (None, Some(Span(8..=8))),
        (None, Some(Span(2..=8))),
    ];
    let mut commands = Vec::new();
    for (split, final_type, one_shots) in classes {
        for widths in &widths {
            for (beams, beams_from) in [(None, None), (Some(9), None), (Some(9), Some(6))] {
                let one_side = None;
                let mut sizes = vec![
                    (false, one_side, None, None),
                    (true, one_side, None, None),
                    (true, one_side, Some(9), None),
                    (true, one_side, None, Some(9)),
                    (true, one_side, Some(9), Some(8)),
                ];
                if split.is_some() {
                    sizes.push((true, Some(InnerRequirement::BOTH_SIDES), Some(9), Some(8)));
                }
                for (bases, blocks, to, exhaustive_to) in sizes {
                    commands.extend([1, 7].map(|seed| WrapsCommand {
                        k: BlockLength::new(5).unwrap(),
                        width: widths.0,
                        widths: widths.1.clone(),
                        split: split.map(|pennies| pennies.parse().unwrap()),
                        final_type,
                        one_shots,
                        beams,
                        beam_width: beams.map(|_| 100),
                        beams_from,
                        bases,
                        blocks,
                        to,
                        exhaustive_to,
                        seed,
                    }));
                }
            }
        }
    }
    commands
}

#[test]
fn a_command_is_read_as_it_was_written_and_has_a_file_of_its_own() {
    let commands = commands();
    let mut names = BTreeSet::new();
    for command in &commands {
        let text = command.to_string();
        assert_eq!(
            WrapsCommand::of_command(&text).as_ref(),
            Ok(command),
            "{text}"
        );
        assert!(names.insert(command.variant()), "{text}");
    }
    let sizes = 2 * 5 + 3 * 6;
    assert_eq!(names.len(), sizes * 4 * 3 * 2);
}

/// Returns the commands of all runs in a record.
fn commands_in<'a>(value: &'a Value, found: &mut BTreeSet<&'a str>) {
    match value {
        Value::Object(fields) => {
            found.extend(fields.get("command").and_then(Value::as_str));
            fields.values().for_each(|value| commands_in(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| commands_in(value, found)),
        _ => {}
    }
}

/// Reads a command as one of a kind, and writes it again.
fn again<C: Command>(command: &str) -> Option<String> {
    let read = C::of_command(command).ok()?;
    Some(read.to_command())
}

#[test]
fn every_command_on_record_is_written_as_it_stands() {
    let mut confirming = 0;
    for file in json_files(DATA) {
        let record: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        let mut found = BTreeSet::new();
        commands_in(&record, &mut found);
        for command in found {
            if command.starts_with("verify ") {
                confirming += 1; // it names files
                continue;
            }
            let ways = [
                again::<SolveRequest>,
                again::<ClassifyCommand>,
                again::<FamilyCommand>,
                again::<WrapsCommand>,
                again::<GridSolveCommand>,
                again::<GridTableCommand>,
                again::<ReverseCommand>,
                again::<ShufflingCommand>,
            ];
            let read: Vec<String> = ways.iter().filter_map(|way| way(command)).collect();
            assert_eq!(read, [command], "{}", file.display());
        }
        if record["kind"] == "wrap_search" {
            let command = record["found_by"]["command"].as_str().unwrap();
            let command = WrapsCommand::of_command(command).unwrap();
            assert_eq!(command.variant(), record["variant"].as_str().unwrap());
        }
    }
    assert!(confirming > 0);
}

#[test]
fn what_is_no_such_command_is_not_read() {
    for text in [
        "wraps",
        "wraps 1",
        "wraps 5 6",
        "wraps 5 --width 4 --widths 2..4",
        "wraps 5 --widths 4..2",
        "wraps 5 --widths 2..1001",
        "wraps 5 --split 1",
        "wraps 5 --type white",
        "wraps 5 --split 1,1 --type black",
        "wraps 5 --beams 9",
        "wraps 5 --beams-from 9",
        "wraps 5 --bases --blocks L1R1",
        "wraps 5 --split 4,4 --blocks L1R1",
        "wraps 5 --split 4,4 --bases --blocks R1R2",
        "wraps 5 --fresh",
        "solve 5 6",
    ] {
        assert!(WrapsCommand::of_command(text).is_err(), "{text}");
    }
    for text in ["", "1", "1,x", "1,3,5", "1,,1"] {
        let refused = text.parse::<Pennies>().unwrap_err();
        assert!(refused.starts_with(&format!("invalid pennies '{text}': expected Q,R")));
    }
}

#[test]
fn widths_classes_and_beams_are_those_that_are_asked_for() {
    let searches = |text: &str| -> Vec<String> {
        let command = WrapsCommand::of_command(text).unwrap();
        let searches = command.searches().into_iter();
        searches
            .map(|bounded| {
                let beams = command.beams_for(bounded.width());
                format!("{} {} {beams:?}", bounded.width(), bounded.class())
            })
            .collect()
    };
    let first = searches("wraps 4");
    assert_eq!(first.len(), 14);
    assert_eq!(first[0], "2 shift +k None");
    // An odd width is searched if it is the only one, or for wraps that are not closed.
    assert_eq!(searches("wraps 4 --widths 2..5").len(), 2);
    assert_eq!(
        searches("wraps 4 --widths 4..5 --one-shots"),
        [
            "4 shift +k None",
            "4 shift 0 None",
            "5 shift +k None",
            "5 shift 0 None"
        ]
    );
    let beams = "--beams 9 --beam-width 100 --beams-from 6";
    // Each class appears once, though two steps of the cycle are the same.
    let cycle = searches(&format!("wraps 5 --split 1,3,1,3,1 --widths 4..6 {beams}"));
    assert_eq!(cycle.len(), 4, "{cycle:?}");
    let with_beams: Vec<bool> = cycle.iter().map(|one| one.ends_with("Some(9)")).collect();
    assert_eq!(with_beams, [false, false, true, true]);
}
