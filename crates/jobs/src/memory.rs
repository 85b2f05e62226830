//! How much memory this process can still get: from the machine, within control groups, and as address space.

use std::fs::read_to_string;
use std::io;
use std::path::{Path, PathBuf};

/// Control groups of version 1 report this value or more when they have no bound.
const UNBOUNDED: u64 = 1 << 60;

/// The address space that a search takes besides its states: buffers of threads, tables of fixed size, and pieces that the
/// allocator cannot use.
const BESIDE: u64 = 64 << 20;

/// The address space that the allocator reserves for each thread once it allocates, whether or not it takes any of it (glibc on
/// machines of 64 bits).
const ARENA: u64 = 64 << 20;

/// The least address space with which a search begins. The allocator of a program in Rust ends it where it gets no more, and
/// with less than this it can happen anywhere.
const LEAST: u64 = 128 << 20;

/// The places where the system reports memory.
struct System {
    /// The file system of processes.
    proc: PathBuf,
    /// The file system of control groups.
    groups: PathBuf,
}

/// Returns the default memory limit of a search in bytes: three quarters of the memory available without swapping, for
/// the machine and for every control group of this process, but at most [a share of the address space](share_of_address_space).
/// `None` when the system reports nothing.
#[must_use]
pub fn share_of_available() -> Option<u64> {
    System::here().share()
}

/// Returns the most bytes of states for which the address space, as `ulimit -v` bounds it, has room; `None` where nothing
/// bounds it. While a table moves to one of twice its size, both take three times as much.
///
/// # Errors
/// When so little is left that no search should begin.
pub fn share_of_address_space() -> io::Result<Option<u64>> {
    let left = System::here().address_space();
    match left {
        Some(left) if left < LEAST => Err(io::Error::new(
            io::ErrorKind::OutOfMemory,
            format!(
                "only {} MB of address space are left, and a search needs {} MB: raise the limit (ulimit -v)",
                left >> 20,
                LEAST >> 20
            ),
        )),
        _ => Ok(left.map(|left| of_address_space(left, threads()))),
    }
}

fn of_address_space(left: u64, threads: u64) -> u64 {
    // Where no arena fits any more, threads share one.
    let arenas = threads.saturating_mul(ARENA).min(left / 4 * 3);
    left.saturating_sub(BESIDE + arenas) / 4
}

fn threads() -> u64 {
    rayon::current_num_threads() as u64
}

impl System {
    fn here() -> Self {
        Self {
            proc: PathBuf::from("/proc"),
            groups: PathBuf::from("/sys/fs/cgroup"),
        }
    }

    fn share(&self) -> Option<u64> {
        let memory = [self.machine(), self.control_groups()];
        let memory = memory.into_iter().flatten().map(|left| left / 4 * 3);
        let space = self.address_space();
        let space = space.map(|left| of_address_space(left, threads()));
        memory.chain(space).min()
    }

    /// Returns how many bytes the machine has available.
    fn machine(&self) -> Option<u64> {
        let text = read_to_string(self.proc.join("meminfo")).ok()?;
        kilobytes(&text, "MemAvailable:")
    }

    /// Returns how many bytes are left of `ulimit -v`.
    fn address_space(&self) -> Option<u64> {
        let limits = read_to_string(self.proc.join("self/limits")).ok()?;
        let line = value(&limits, "Max address space")?;
        let bound: u64 = line.split_whitespace().next()?.parse().ok()?;
        let status = read_to_string(self.proc.join("self/status")).ok()?;
        Some(bound.saturating_sub(kilobytes(&status, "VmSize:").unwrap_or(0)))
    }

    /// Returns the fewest bytes left within the bounds of this process's control groups and those above.
    fn control_groups(&self) -> Option<u64> {
        let groups = read_to_string(self.proc.join("self/cgroup")).ok()?;
        let left = groups.lines().filter_map(|line| {
            let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
            let second = ["memory.max", "memory.current", "inactive_file"];
            let first = [
                "memory.limit_in_bytes",
                "memory.usage_in_bytes",
                "total_inactive_file",
            ];
            match controllers {
                "" => least_left(&self.groups, path, second),
                _ if controllers.split(',').any(|name| name == "memory") => {
                    least_left(&self.groups.join("memory"), path, first)
                }
                _ => None,
            }
        });
        left.min()
    }
}

/// Returns the fewest bytes left within the bounds of a group and those above it. Unused cached files count as free.
fn least_left(root: &Path, path: &str, [bound, used, cached]: [&str; 3]) -> Option<u64> {
    let own = root.join(path.trim_start_matches('/'));
    let groups = own.ancestors().take_while(|group| group.starts_with(root));
    let left = groups.filter_map(|group| {
        let number = |name: &str| -> Option<u64> {
            let text = read_to_string(group.join(name)).ok()?;
            text.trim().parse().ok()
        };
        let bound = number(bound).filter(|bound| *bound < UNBOUNDED)?;
        let statistics = read_to_string(group.join("memory.stat")).unwrap_or_default();
        let cached = value(&statistics, cached).and_then(|text| text.trim().parse().ok());
        let used = number(used).unwrap_or(0);
        Some(bound.saturating_sub(used.saturating_sub(cached.unwrap_or(0))))
    });
    left.min()
}

/// Returns the text that follows a name at the beginning of a line.
fn value<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(name))
}

/// Returns the number of kilobytes after a name, in bytes.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let number: u64 = value(text, name)?
        .trim()
        .strip_suffix("kB")?
        .trim()
        .parse()
        .ok()?;
    Some(number << 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use tempfile::TempDir;

    /// Returns the share of a machine with 8 GB available, given files as the kernel writes them.
    fn share(files: &[(&str, &str)]) -> Option<u64> {
        let root = TempDir::new().unwrap();
        let machine = (
            "proc/meminfo",
            "MemTotal: 9 kB\nMemAvailable:    8000000 kB\n",
        );
        for (path, text) in files.iter().chain([&machine]) {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let (proc, groups) = (root.path().join("proc"), root.path().join("groups"));
        System { proc, groups }.share()
    }

    #[test]
    fn without_bounds_it_is_three_quarters_of_what_the_machine_has() {
        let unbounded = [
            ("proc/self/cgroup", "0::/user/shell\n"),
            ("groups/user/shell/memory.max", "max\n"),
            (
                "proc/self/limits",
                "Max address space         unlimited            unlimited   bytes\n",
            ),
        ];
        assert_eq!(share(&unbounded), Some(6_000_000 << 10));
    }

    #[test]
    fn the_tightest_control_group_counts_less_what_it_uses() {
        let nested = [
            ("proc/self/cgroup", "0::/user/shell\n"),
            ("groups/user/shell/memory.max", "900000000\n"),
            ("groups/user/shell/memory.current", "100000000\n"),
            ("groups/user/memory.max", "700000000\n"),
            ("groups/user/memory.current", "400000000\n"),
            (
                "groups/user/memory.stat",
                "anon 1\ninactive_file 100000000\n",
            ),
        ];
        assert_eq!(share(&nested), Some(300_000_000));
        // In a container the path is the one on the host, and the group itself is at the root.
        let container = [
            (
                "proc/self/cgroup",
                "5:cpu,cpuacct:/x\n4:memory:/docker/0123\n",
            ),
            ("groups/memory/memory.limit_in_bytes", "400000000\n"),
            ("groups/memory/memory.usage_in_bytes", "100000000\n"),
        ];
        assert_eq!(share(&container), Some(225_000_000));
        let unbounded = [
            ("proc/self/cgroup", "4:memory:/\n"),
            (
                "groups/memory/memory.limit_in_bytes",
                "9223372036854771712\n",
            ),
        ];
        assert_eq!(share(&unbounded), Some(6_000_000 << 10));
    }

    #[test]
    fn of_a_bound_on_the_address_space_a_quarter_is_left_to_states() {
        let (left, gigabyte) = (488 << 20, 1 << 30);
        assert_eq!(of_address_space(left, 0), (left - BESIDE) / 4);
        assert_eq!(of_address_space(left, 2), (left - BESIDE - 2 * ARENA) / 4);
        assert_eq!(
            of_address_space(gigabyte, 1000),
            (gigabyte / 4 - BESIDE) / 4
        );
        let bounded = [
            (
                "proc/self/limits",
                "Limit  Soft Limit\nMax address space         512000000            unlimited   bytes\n",
            ),
            ("proc/self/status", "Name: tait\nVmSize:\t   12000 kB\n"),
        ];
        let left = 512_000_000 - (12_000 << 10);
        assert_eq!(share(&bounded), Some(of_address_space(left, threads())));
    }
}
