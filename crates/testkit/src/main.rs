//! `tait-testkit recompute DIR...`: counts the recorded searches again.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tait_testkit::{Proof, Recorded, proofs};

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
            let Proof { search, states } = &proof;
            let name = format!(
                "{file}: k={} n={} in {} moves",
                search.k, search.n, search.moves
            );
            let begin = Instant::now();
            match search.run(|_| begin.elapsed() < PATIENCE) {
                None => {
                    skipped += 1;
                    let states: u64 = states.iter().sum();
                    writeln!(
                        out,
                        "skipped  {name}: more than a minute for {states} states"
                    )?;
                }
                Some(searched) if searched.is_solved || searched.states != *states => {
                    wrong += 1;
                    writeln!(out, "WRONG    {name}: {states:?} recorded, {searched:?}")?;
                }
                Some(_) => {
                    right += 1;
                    let states: u64 = states.iter().sum();
                    let seconds = begin.elapsed().as_secs_f64();
                    writeln!(out, "right    {name}: {states} states, {seconds:.1} s")?;
                }
            }
        }
    }
    writeln!(out, "{right} right, {wrong} wrong, {skipped} skipped")?;
    Ok(wrong == 0)
}
