//! The checkers of evidence. They share nothing with the engines: a trace is checked by evaluation, a certificate by
//! a few kinds of queries to a solver of the caller's choice, which should be another one than the engine's.
//!
//! | module | what |
//! |---|---|
//! | [`trace`] | [`check_trace`]: is this a run, and does it reach the goal? |
//! | [`certificate`] | [`check_certificate`]: does this prove that no run reaches the goal? |
//! | `invariant` | inductive invariants |
//! | `exhausted` | runs that all end or stay |
//! | `induction` | proofs by k-induction |
//! | `prover` | the solver that proves certificates again |
//! | `fault` | what the check of a certificate comes to |
//! | `prefix` | the formula of a run, simplified by unit propagation |

pub mod certificate;
mod exhausted;
mod fault;
mod induction;
mod invariant;
mod prefix;
mod prover;
#[cfg(test)]
mod reference;
pub mod trace;

pub use certificate::check_certificate;
pub use fault::{CertificateFault, CertificateReport};
pub use trace::{check_trace, TraceFault};

use crate::Verdict;
use bitreach_dimspec::DimSpec;
use bitreach_limits::StopFlag;
use bitreach_sat::SolverFactory;

/// What a check of a verdict's evidence found out.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Checked {
    /// The trace is a run to the goal.
    Trace,
    /// The certificate is a proof of safety.
    Certificate(CertificateReport),
    /// There is nothing to check about an unknown verdict.
    Nothing,
}

/// Why the evidence of a verdict is not accepted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EvidenceFault {
    /// The trace is wrong.
    #[error("the trace does not check: {0}")]
    Trace(#[from] TraceFault),
    /// The certificate is wrong, or its check did not end.
    #[error("the certificate does not check: {0}")]
    Certificate(#[from] CertificateFault),
}

/// Checks whatever evidence a verdict has, against the problem as it was given, with [`check_trace`] or
/// [`check_certificate`].
///
/// # Errors
/// The first fault found. That the check was stopped is one of them: [`CertificateFault::Unfinished`].
pub fn check_verdict(
    problem: &DimSpec,
    verdict: &Verdict,
    solvers: &dyn SolverFactory,
    stop: &StopFlag,
) -> Result<Checked, EvidenceFault> {
    match verdict {
        Verdict::Safe(certificate) => Ok(Checked::Certificate(check_certificate(problem, certificate, solvers, stop)?)),
        Verdict::Unsafe(trace) => Ok(check_trace(problem, trace).map(|()| Checked::Trace)?),
        Verdict::Unknown(..) => Ok(Checked::Nothing),
    }
}
