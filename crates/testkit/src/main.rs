//! `tait-testkit recompute DIR...`: counts the recorded searches again.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tait_testkit::{Recomputed, Recorded, proofs};

/// How long one search may take.
const PATIENCE: Duration = Duration::from_secs(60);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let directories = match arguments.split_first() {
        Some((command, directories)) if command == "recompute" && !directories.is_empty() => {
            directories
        }
        _ => {
            let _ = writeln!(io::stderr(), "usage: tait-testkit recompute DIR...");
            return ExitCode::from(2);
        }
    };
    match recompute(directories) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            let _ = writeln!(io::stderr(), "tait-testkit: {error}");
            ExitCode::from(4)
        }
    }
}

/// Says of every record what came of it; whether none is wrong.
fn recompute(directories: &[String]) -> io::Result<bool> {
    let mut out = io::stdout();
    let (mut right, mut wrong, mut skipped) = (0, 0, 0);
    for directory in directories {
        for Recorded { file, proof } in proofs(Path::new(directory))? {
            let file = file.display();
            let proof = match proof {
                Ok(proof) => proof,
                Err(reason) => {
                    skipped += 1;
                    writeln!(out, "skipped  {file}: {reason}")?;
                    continue;
                }
            };
            let name = format!("{file}: {proof}");
            let begin = Instant::now();
            match proof.recompute(|_| begin.elapsed() < PATIENCE) {
                None => {
                    skipped += 1;
                    let recorded = proof.states();
                    let states =
                        recorded.map_or(String::new(), |states| format!(" for {states} states"));
                    writeln!(out, "skipped  {name}: more than a minute{states}")?;
                }
                Some(Recomputed {
                    difference: Some(difference),
                    ..
                }) => {
                    wrong += 1;
                    writeln!(out, "WRONG    {name}: {difference}")?;
                }
                Some(Recomputed { states, .. }) => {
                    right += 1;
                    let seconds = begin.elapsed().as_secs_f64();
                    writeln!(out, "right    {name}: {states} states, {seconds:.1} s")?;
                }
            }
        }
    }
    writeln!(out, "{right} right, {wrong} wrong, {skipped} skipped")?;
    Ok(wrong == 0)
}
