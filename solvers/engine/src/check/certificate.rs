//! Checks certificates by queries to a SAT solver, against the problem as it was given.

use super::exhausted::check_exhausted;
use super::fault::{CertificateFault, CertificateReport};
use super::induction::check_k_induction;
use super::invariant::check_invariant;
use crate::plain::plain;
use crate::Certificate;
use bitreach_dimspec::DimSpec;
use bitreach_limits::StopFlag;
use bitreach_sat::SolverFactory;

/// Checks that the certificate proves that no run reaches the goal, with solvers from `solvers`, until `stop` is raised.
///
/// # Errors
/// The first fault found; [`CertificateFault::Unfinished`] if stopped, which is no pass either.
pub fn check_certificate(
    problem: &DimSpec,
    certificate: &Certificate,
    solvers: &dyn SolverFactory,
    stop: &StopFlag,
) -> Result<CertificateReport, CertificateFault> {
    if let Some(plain) = plain(problem) {
        // Most proofs make no use of predicates, whose definitions every query would pay for.
        match check_on(&plain, certificate, solvers, stop) {
            Ok(report) => return Ok(report),
            Err(CertificateFault::Unfinished) => return Err(CertificateFault::Unfinished),
            Err(_) => {}
        }
    }
    check_on(problem, certificate, solvers, stop)
}

fn check_on(
    problem: &DimSpec,
    certificate: &Certificate,
    solvers: &dyn SolverFactory,
    stop: &StopFlag,
) -> Result<CertificateReport, CertificateFault> {
    match certificate {
        Certificate::Invariant(invariant) => check_invariant(problem, invariant, solvers, stop),
        Certificate::Exhausted(exhausted) => check_exhausted(problem, exhausted, solvers, stop),
        Certificate::KInduction(proof) => check_k_induction(problem, proof, solvers, stop),
    }
}

#[cfg(test)]
mod tests;
