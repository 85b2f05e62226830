//! One search for a solution of a given number of moves, on the threads of this process or handed over to others.

use crate::journal::Journal;
use crate::layers::Layers;
use crate::local::run_by;
use crate::make_error::MakeError;
use crate::prefix_job::PrefixJob;
use crate::step_job::StepJob;
use crate::workers::Workers;
use tait_framework::{Engine, SolveRequest, decide, search_in};
use tait_linear::{BoundedSearch, Move};
use tait_search::{Control, Outcome, StopReason, Stopped};

/// Searches for a solution of one length, as [`decide`] does, and returns the engine that gave the outcome. The layers of requests that
/// [keep](SolveRequest::keeps_layers) some are opened in `layers`.
///
/// Others can run two engines: the external one ([`StepJob`]) and IDA* ([`PrefixJob`]). Their answer is the same.
///
/// ```
/// use tait_framework::{Engine, SolveRequest, bounded};
/// use tait_jobs::{Layers, search_once};
/// use tait_linear::Puzzle;
///
/// let request = SolveRequest {
///     engine: Engine::External,
///     ..SolveRequest::new(Puzzle::new(3, 4)?)
/// };
/// # let data = tempfile::tempdir()?;
/// let layers = Layers::new(data.path(), &|_| {});
/// let bounded = bounded(&request, 4)?;
/// let (outcome, _) = search_once(Default::default(), &request, &bounded, &layers, &Default::default())?;
/// assert_eq!(outcome.moves().map(<[_]>::len), Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a file cannot be read or written, or others cannot run the engine; and
/// [`JobError::HandedOver`](crate::JobError::HandedOver).
pub fn search_once(
    workers: Workers<'_>,
    request: &SolveRequest,
    bounded: &BoundedSearch,
    layers: &Layers<'_>,
    control: &Control<'_>,
) -> Result<(Outcome<Move>, Engine), MakeError> {
    // Nothing is recorded, so IDA* may leave out mirror images.
    let bounded = &bounded.clone().with_images();
    let outcome = match (workers, request.engine) {
        (Workers::Threads, engine) if request.keeps_layers() => {
            let files = layers.open(engine, bounded)?;
            search_in(request, bounded, &files, control)?
        }
        (Workers::Threads, _) => return Ok(decide(request, bounded, control)),
        (Workers::Others(_), Engine::External) => {
            let job = StepJob::new(bounded);
            let journal = Journal::in_memory(&job);
            let ran = run_by(workers, &job, &journal, &(), control)?;
            let stopped = stopped(ran.stopped, job.states(journal.findings()));
            ran.record?.unwrap_or(stopped)
        }
        (Workers::Others(_), Engine::IterativeDeepening) if request.cuts.is_none() => {
            let job = PrefixJob::new(bounded);
            let journal = Journal::in_memory(&job);
            let ran = run_by(workers, &job, &journal, &(), control)?;
            let stopped = stopped(ran.stopped, job.states(journal.findings()));
            ran.record.unwrap_or(stopped)
        }
        (Workers::Others(_), _) if request.cuts.is_some() => {
            return Err(MakeError::other(
                "the successors that prune rules cut are counted in one process alone",
            ));
        }
        (Workers::Others(_), engine) => {
            return Err(MakeError::other(format!(
                "a search with the engine {engine} is not cut into units: external and ida are"
            )));
        }
    };
    Ok((outcome, request.engine))
}

/// Returns the outcome of a search with units that are missing.
fn stopped(reason: Option<StopReason>, states: Vec<u64>) -> Outcome<Move> {
    let reason = reason.unwrap_or(StopReason::Asked);
    Outcome::Stopped(Stopped { reason, states })
}
