//! Commands stop soon after their time limit, stay near their memory limit, and never die when the address space is too
//! small.

use crate::common::Place;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Returns the binary with a data directory and arguments that are separated by spaces.
fn tait(place: &Place, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tait"));
    let _ = command.arg("--data").arg(place.path("data"));
    let _ = command.args(arguments.split(' ')).stdin(Stdio::null());
    let _ = command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// What no command takes that heeds a limit of a second, even unoptimised and on a busy machine.
const NEVER_SO_LONG: Duration = Duration::from_secs(60);

/// Searches that would take much longer than any test.
const ENDLESS: [&str; 7] = [
    "solve 4 30 --fresh --no-store --engine breadth",
    "solve 4 30 --fresh --no-store --engine ida",
    "solve 3 16 --fresh --no-store --engine bidirectional",
    "solve 4 30 --fresh --no-store --engine external",
    "framework 11 --smallest --from 20 --to 20",
    "grid solve v-to-diagonal-8 --fresh --no-store",
    "wraps 12 --width 30 --no-corpus",
];

#[test]
fn commands_stop_soon_after_their_time_limit() {
    for search in ENDLESS {
        let place = Place::new();
        let begin = Instant::now();
        let arguments = format!("{search} --time-limit 0.5s --progress off");
        let ended = tait(&place, &arguments).status().unwrap();
        assert_eq!(ended.code(), Some(3), "{search}");
        assert!(
            begin.elapsed() < NEVER_SO_LONG,
            "{search}: {:?}",
            begin.elapsed()
        );
    }
}

#[test]
fn setting_up_thousands_of_coins_is_no_reason_to_go_on() {
    let place = Place::new();
    let coin = |index: usize, sign: i32| {
        format!(
            "[{},{}]",
            sign * 2 * (index as i32 % 100),
            2 * (index / 100)
        )
    };
    let coins = |sign| {
        (0..10_000)
            .map(|index| coin(index, sign))
            .collect::<Vec<_>>()
            .join(",")
    };
    let text = format!(
        r#"{{"grid": "square", "up_to": "any", "start": [{}], "target": [{}]}}"#,
        coins(1),
        coins(-1)
    );
    place.write("many.json", &text);
    let begin = Instant::now();
    let file = place.path("many.json");
    let arguments = format!("grid solve {} --time-limit 1s", file.display());
    let ended = tait(&place, &arguments).status().unwrap();
    assert_eq!(ended.code(), Some(2), "no search takes so many coins");
    assert!(begin.elapsed() < NEVER_SO_LONG, "{:?}", begin.elapsed());
}

/// Returns the peak memory of a process so far, in MiB; `None` once it has ended.
fn peak(process: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes >> 10)
}

#[test]
fn searches_stay_near_their_memory_limit() {
    for (search, goes_on_in_files) in [
        (ENDLESS[0], false),
        (ENDLESS[2], true),
        (ENDLESS[5], false),
        (ENDLESS[6], true),
    ] {
        let place = Place::new();
        let arguments = format!("{search} --memory-limit 40M --time-limit 5s --progress off");
        let mut process = tait(&place, &arguments).spawn().unwrap();
        let mut most = 0;
        while process.try_wait().unwrap().is_none() {
            most = peak(&process).unwrap_or(0).max(most);
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(process.wait().unwrap().code(), Some(3), "{search}");
        assert!(most <= 46 + 32, "{search}: {most} MiB");
        let has_files = place.path("data/checkpoints").exists();
        assert_eq!(has_files, goes_on_in_files, "{search}");
    }
}

#[test]
fn the_environment_asks_for_no_more_threads_than_an_option_may() {
    let place = Place::new();
    let mut search = tait(
        &place,
        "solve 4 30 --fresh --no-store --engine ida --progress off",
    );
    let mut process = search.env("RAYON_NUM_THREADS", "99999").spawn().unwrap();
    let threads = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", process.id())).unwrap();
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("Threads:"));
        line.unwrap().trim().parse::<usize>().unwrap()
    };
    // They are all there before the first one works.
    let mut seen = 0;
    while seen < 1024 {
        seen = threads();
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_millis(100));
    let most = threads();
    process.kill().unwrap();
    let _ = process.wait().unwrap();
    assert!(most < 1100, "{most}");
}

#[test]
fn a_file_that_may_not_grow_is_one_line() {
    let place = Place::new();
    let shell = format!(
        "ulimit -f 0; exec {} --no-corpus --data {} solve 3 7 --fresh -q",
        env!("CARGO_BIN_EXE_tait"),
        place.path("data").display()
    );
    let output = Command::new("sh").args(["-c", &shell]).output().unwrap();
    let line = crate::common::Ran::of(output).failed(4);
    assert!(line.contains("File too large"), "{line}");
}

#[test]
fn an_address_space_that_is_too_small_ends_no_command_by_a_signal() {
    let searches = [
        ENDLESS[0],
        ENDLESS[2],
        ENDLESS[5],
        "wraps 4 --width 22 --fresh",
        "grid boards 5x6 --coins 13",
    ];
    // Which of them begin depends on the arenas of the allocator, one for each thread.
    let spaces = [60_000, 100_000, 140_000, 180_000, 240_000, 300_000];
    let both = searches
        .iter()
        .flat_map(|search| spaces.map(|space| (search, space)));
    for (search, space) in both {
        let place = Place::new();
        let shell = format!(
            "ulimit -v {space}; exec {} --data {} {search} --time-limit 1s --progress off",
            env!("CARGO_BIN_EXE_tait"),
            place.path("data").display()
        );
        let mut command = Command::new("sh");
        let _ = command
            .args(["-c", &shell])
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        let ended = command.output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(
            matches!(ended.status.code(), Some(3 | 4)),
            "{search} in {space} kB: {:?}: {said}",
            ended.status
        );
    }
}
