//! The `tait` binary; see the library.

fn main() -> std::process::ExitCode {
    tait_cli::main()
}
