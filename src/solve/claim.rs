//! What other solvers answer, checked as our own engines' answers are.

use super::{check_evidence, exhausted, EvidenceOutcome, Limits, SatName};
use bitreach_dimspec::DimSpec;
use bitreach_engine::answer::{Answer, AnswerError};
use bitreach_engine::complete::{complete, Completion};
use bitreach_engine::file::Evidence;
use bitreach_engine::{EngineError, Reason};

/// Evidence that holds, and a sentence that says what was checked; or why there is none.
pub type Belief = Result<(Evidence, String), Unbelieved>;

/// Why an answer is not believed.
#[derive(Clone, PartialEq, Debug)]
pub enum Unbelieved {
    /// It has evidence, and that does not hold; why.
    Rejected(String),
    /// It says that the goal can be reached, or that it cannot, without anything that could be checked.
    Unproved {
        /// Which of the two it says.
        reachable: bool,
    },
    /// It says nothing; the last line that was printed.
    Nothing(String),
    /// The check was stopped, and nothing is known about the answer.
    Stopped(Reason),
}

/// Checks an answer about a problem, or what was read in its place: one that is cut off or no whole one does not hold. A run that leaves
/// variables open is made whole first.
///
/// # Errors
/// If a SAT solver fails.
pub fn judge(
    problem: &DimSpec,
    answer: &Result<Answer, AnswerError>,
    sat: SatName,
    limits: &Limits,
) -> Result<Belief, EngineError> {
    let evidence = match answer {
        Err(fault) => return Ok(Err(Unbelieved::Rejected(fault.to_string()))),
        Ok(Answer::Evidence(evidence)) => evidence.clone(),
        Ok(Answer::Reachable) => return Ok(Err(Unbelieved::Unproved { reachable: true })),
        Ok(Answer::Unreachable) => return Ok(Err(Unbelieved::Unproved { reachable: false })),
        Ok(Answer::Nothing(last)) => return Ok(Err(Unbelieved::Nothing(last.clone()))),
        Ok(Answer::Run(rows)) => {
            let stop = limits.stop.clone().until(limits.budget.deadline);
            // Which solver finds values does not matter: the whole run is evaluated.
            match complete(problem, rows, &*SatName::Cadical.factory(), &stop)? {
                Completion::Run(trace) => Evidence::Trace(trace),
                Completion::None(why) => return Ok(Err(Unbelieved::Rejected(why))),
                Completion::Stopped => return Ok(Err(Unbelieved::Stopped(exhausted(limits)))),
            }
        }
    };
    Ok(match check_evidence(problem, &evidence, sat, limits)? {
        EvidenceOutcome::Holds(sentence) => Ok((evidence, sentence)),
        EvidenceOutcome::Fails(fault) => Err(Unbelieved::Rejected(fault)),
        EvidenceOutcome::Stopped(reason) => Err(Unbelieved::Stopped(reason)),
    })
}
