//! Long searches on several machines.
//!
//! A [`Plan`] is a directory: `plan.json` lists the units of a search, the very units that run locally, and each unit has
//! a directory of its own below `units`, with a journal. So a unit resumes after a stop or a kill, and two workers never
//! run it at once. Machines need to share a file system, or to exchange copies of the directory.
//!
//! Three [ways to hand units over](crate::HandOver) take the place of running them:
//!
//! * a [`Planner`] writes the plan;
//! * a [`Worker`] runs units that are [chosen](Selection);
//! * a [`Merger`] collects the findings, each after the checker has accepted it, and the job makes its record of them.
//!   The record is the same as that of a run in one process, apart from times.
//!
//! An [`Overview`] says how far a plan has come. All of them look at a job through [`Work`](crate::Work), so this
//! module knows no search. It prints nothing.
//!
//! ```
//! # use serde_json::{Value, json};
//! # use tait_jobs::{Desk, Findings, Halt, Job, Units};
//! # struct Squares;
//! # impl Units for Squares {
//! #     const KIND: &'static str = "squares-1";
//! #     type Unit = u64;
//! #     type Partial = ();
//! #     type Finding = u64;
//! #     fn parameters(&self) -> Value { json!(null) }
//! # }
//! # impl Job for Squares {
//! #     type Record = u64;
//! #     fn plan(&self) -> Vec<u64> { (1..=10).collect() }
//! #     fn run(&self, unit: &u64, _: &Desk<'_, Self>) -> Result<u64, Halt> { Ok(unit * unit) }
//! #     fn merge(&self, findings: &Findings<Self>) -> u64 {
//! #         (1..=10).filter_map(|unit| findings.get(&unit)).map(|finished| finished.finding).sum()
//! #     }
//! # }
//! use tait_jobs::cluster::{Merger, Plan, Planner, Selection, Worker, WorkerName};
//! use std::sync::Arc;
//! use tait_jobs::{HandOver, JobError, Journal, Workers, run_by};
//!
//! let place = tempfile::tempdir()?;
//! let directory = place.path().join("squares");
//! // Squares is a job whose record is the sum of ten squares.
//! let ran_by = |others: &dyn HandOver| {
//!     let journal = Journal::in_memory(&Squares);
//!     run_by(Workers::Others(others), &Squares, &journal, &(), &Default::default())
//! };
//! let planner = Planner::new(&directory, vec!["squares".to_owned()]);
//! assert!(matches!(ran_by(&planner), Err(JobError::HandedOver)));
//!
//! let plan = Arc::new(Plan::open(&directory)?);
//! for slice in ["1/2", "2/2"] {
//!     let (name, slice) = (WorkerName::of_this_process(None), Selection::slice(slice.parse()?));
//!     let worker = Worker::new(plan.clone(), name, &slice, Box::new(|_, _| {}))?;
//!     assert!(matches!(ran_by(&worker), Err(JobError::HandedOver)));
//! }
//! let merger = Merger::new(plan)?;
//! assert_eq!(ran_by(&merger)?.record, 385);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod merger;
mod plan;
mod worker;

pub use merger::{Counted, Disagreement, Merged, Merger, Overview};
pub use plan::{Plan, PlanError, Planner, Selection, Slice, SliceError};
pub use worker::{Consequence, Ended, Worker, WorkerName};
