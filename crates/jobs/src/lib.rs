//! Long searches in one common form: a search is a list of units, and a journal holds those that are finished.
//!
//! [`Units`] identifies a job and the types of its units and findings. A [`Job`] lists its units ([`plan`](Job::plan)),
//! runs one ([`run`](Job::run)), says which are still wanted ([`wanted`](Job::wanted)) and makes a record of their
//! findings ([`merge`](Job::merge)). [`run`](run()) runs all of them in this process, on the threads of the pool.
//!
//! * **Any order, any worker, more than once.** The finding of a unit depends on the job and the unit alone. So the
//!   record is the same on any number of threads, and after any number of stops.
//! * **One way to resume.** The [`Journal`] is an append-only file of finished units. A run that was stopped or killed
//!   begins with its entries. The file is named after the job's parameters and begins with them, so it never serves
//!   another job. Damage in it is reported in one line, and entries before the damage count. The caller prunes the
//!   journal once the record is written.
//! * **Two ways to merge.** A [`cover`] needs all units. A [`portfolio`] needs the first success in the order of the
//!   plan: units after a success are given up, but units before it are not.
//! * **Seconds add up.** The journal knows how long all parts of a run took together ([`Journal::seconds`]), and
//!   how long each unit took ([`Finished::seconds`]).
//! * **One place checks limits.** The runner checks them before each unit; within a unit the engine checks them through
//!   the [`Desk`].
//!
//! A unit that takes long may leave [partial results](Desk::leave), which a later run of it need not compute again. Its
//! finding is the same with and without them.
//!
//! This crate also stores the records made of findings: the map ([`make_map`]), families ([`make_family`],
//! [`make_common_family`], [`make_doubles`]), wraps ([`make_wraps`]), tables ([`ShapeTable::complete`]) and reversals
//! ([`make_reversals`]). It prints nothing; a run reports to the
//! sink of its [control](tait_search::Control) what happens on the way.
//!
//! ```
//! use serde_json::{Value, json};
//! use tait_jobs::{Desk, Findings, Halt, Job, Journal, Units, run};
//!
//! /// The sum of some squares.
//! struct Squares(u64);
//!
//! impl Units for Squares {
//!     const KIND: &'static str = "squares-1";
//!     type Unit = u64;
//!     type Partial = ();
//!     type Finding = u64;
//!
//!     fn parameters(&self) -> Value {
//!         json!({ "up_to": self.0 })
//!     }
//! }
//!
//! impl Job for Squares {
//!     type Record = u64;
//!
//!     fn plan(&self) -> Vec<u64> {
//!         (1..=self.0).collect()
//!     }
//!     fn run(&self, unit: &u64, _desk: &Desk<'_, Self>) -> Result<u64, Halt> {
//!         Ok(unit * unit)
//!     }
//!     fn merge(&self, findings: &Findings<Self>) -> u64 {
//!         self.plan().iter().filter_map(|unit| findings.get(unit)).map(|finished| finished.finding).sum()
//!     }
//! }
//!
//! # let data = tempfile::tempdir()?;
//! let job = Squares(10);
//! let journal = Journal::open(data.path(), &job)?;
//! let ran = run(&job, &journal, &(), &Default::default())?;
//! assert_eq!((ran.record, ran.stopped), (385, None));
//! journal.prune()?; // the record is written
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod cluster;
mod desk;
mod doubles;
mod exhaustive;
mod family;
mod findings;
mod grid_table;
mod job;
mod journal;
mod layers;
mod local;
mod map;
mod memory;
mod recounted;
mod retry;
mod solution_counts;
mod solved;
mod vacancy;
mod workers;
mod wraps;

pub use desk::Desk;
pub use doubles::{MadeDoubles, make_doubles};
pub use exhaustive::{
    ExhaustiveFinding, ExhaustiveJob, ExhaustiveUnit, OpenSize, PrefixFinding, PrefixJob,
    PrefixUnit, SizeEnd, StepJob, StoredFamily, search_once, stored_family,
};
pub use family::{
    MadeCommonFamily, MadeFamily, family_request, forget_family_run, left_of_family,
    make_common_family, make_family,
};
pub use findings::{Findings, Finished, Left, Units, cover, portfolio};
pub use grid_table::{MadeTable, ShapeTable, StoppedTable, TableFinding, TableJob, TableUnit};
pub use job::{Failure, Halt, Job, JobError, MakeError, Wanted};
pub use journal::{Journal, run_directory};
pub use layers::Layers;
pub use local::{Observer, Run, RunOutcome, run, run_by};
pub use map::{CellFinding, CellPartial, MadeMap, MapJob, MapRequest, OPTIMUM_STATES, make_map};
pub use memory::{share_of_address_space, share_of_available};
pub use recounted::{
    ALWAYS_RECOUNTED, Claimed, Confirm, NotRepeated, RecountEffort, RecountEnd, RecountError,
    RecountJob, RecountUnit, Recounted, Recounts, claimed, recount_all, recounted,
    recounted_answer, recounted_row, recounted_search,
};
pub use solution_counts::{
    Counted, ListFormat, count_solutions, extremes_text, least_of_any_length, write_solutions,
};
pub use solved::{
    forget_solving, grid_solution_record, is_counted, solution_record, solve_resumed, unsolved_json,
};
pub use vacancy::{
    MadeReversals, ShufflingTable, keep_shuffling_table, make_reversals, search_shuffling_table,
};
pub use workers::{HandOver, UnitState, Work, Workers};
pub use wraps::{
    NoWrapSearch, StoredWraps, WrapFinding, WrapJob, WrapPartial, WrapParts, WrapRequest, WrapUnit,
    forget_wrap_run, make_wraps,
};
