//! Runs every example of the libraries; its assertions must hold.

#[path = "../../../atlas/examples/ask.rs"]
mod atlas_ask;
#[path = "../../../atlas/examples/families.rs"]
mod atlas_families;
#[path = "../../../corpus/examples/known.rs"]
mod corpus_known;
#[path = "../../../draw/examples/picture.rs"]
mod draw_picture;
#[path = "../../../framework/examples/solve.rs"]
mod framework_solve;
#[path = "../../../framework/examples/turned_bases.rs"]
mod framework_turned_bases;
#[path = "../../../gallery/examples/site.rs"]
mod gallery_site;
#[path = "../../../generator/examples/chains.rs"]
mod generator_chains;
#[path = "../../../generator/examples/stream.rs"]
mod generator_stream;
#[path = "../../../grid/examples/coins.rs"]
mod grid_coins;
#[path = "../../../jobs/examples/journal.rs"]
mod jobs_journal;
#[path = "../../../jobs/examples/plan.rs"]
mod jobs_plan;
#[path = "../../../linear/examples/check.rs"]
mod linear_check;
#[path = "../../../linear/examples/extend.rs"]
mod linear_extend;
#[path = "../../../recount/examples/second_opinion.rs"]
mod recount_second_opinion;
#[path = "../../../search/examples/linear.rs"]
mod search_linear;
#[path = "../../../search/examples/own_puzzle.rs"]
mod search_own_puzzle;
#[path = "../../../space/examples/walk.rs"]
mod space_walk;
#[path = "../../../store/examples/read.rs"]
mod store_read;
#[path = "../../../text/examples/foreign.rs"]
mod text_foreign;
#[path = "../../../vacancy/examples/replay.rs"]
mod vacancy_replay;

use std::error::Error;
use std::fs;
use tait_testkit::{TOP, files_below};

#[test]
fn atlas_families() -> Result<(), Box<dyn Error>> {
    atlas_families::main()
}

#[test]
fn atlas_ask() -> Result<(), Box<dyn Error>> {
    atlas_ask::main()
}

#[test]
fn jobs_plan() -> Result<(), Box<dyn Error>> {
    jobs_plan::main()
}

#[test]
fn corpus_known() -> Result<(), Box<dyn Error>> {
    corpus_known::main()
}

#[test]
fn draw_picture() -> Result<(), Box<dyn Error>> {
    draw_picture::main()
}

#[test]
fn framework_solve() -> Result<(), Box<dyn Error>> {
    framework_solve::main()
}

#[test]
fn gallery_site() -> Result<(), Box<dyn Error>> {
    gallery_site::main()
}

#[test]
fn generator_chains() -> Result<(), Box<dyn Error>> {
    generator_chains::main()
}

#[test]
fn generator_stream() -> Result<(), Box<dyn Error>> {
    generator_stream::main()
}

#[test]
fn grid_coins() -> Result<(), Box<dyn Error>> {
    grid_coins::main()
}

#[test]
fn jobs_journal() -> Result<(), Box<dyn Error>> {
    jobs_journal::main()
}

#[test]
fn linear_check() -> Result<(), Box<dyn Error>> {
    linear_check::main()
}

#[test]
fn framework_turned_bases() -> Result<(), Box<dyn Error>> {
    framework_turned_bases::main()
}

#[test]
fn linear_extend() -> Result<(), Box<dyn Error>> {
    linear_extend::main()
}

#[test]
fn recount_second_opinion() {
    recount_second_opinion::main();
}

#[test]
fn search_linear() -> Result<(), Box<dyn Error>> {
    search_linear::main()
}

#[test]
fn search_own_puzzle() {
    search_own_puzzle::main();
}

#[test]
fn space_walk() {
    space_walk::main();
}

#[test]
fn store_read() -> Result<(), Box<dyn Error>> {
    store_read::main()
}

#[test]
fn text_foreign() {
    text_foreign::main();
}

#[test]
fn vacancy_replay() -> Result<(), Box<dyn Error>> {
    vacancy_replay::main()
}

#[test]
fn none_is_left_out() {
    let listed = include_str!("examples.rs");
    let crates = fs::read_dir(format!("{TOP}/crates")).unwrap();
    let examples = crates.map(|entry| entry.unwrap().path().join("examples"));
    let files: Vec<_> = examples
        .filter(|path| path.is_dir())
        .flat_map(files_below)
        .collect();
    assert!(files.len() > 10);
    for file in files {
        let path = file.strip_prefix(format!("{TOP}/crates")).unwrap();
        let line = format!("\"../../../{}\"", path.display());
        assert!(listed.contains(&line), "{line} is not run");
    }
}
