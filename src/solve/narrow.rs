//! One search for many questions: is there a run to a goal that gets narrower with each run that is found? One IC3 engine
//! keeps its frames and lemmas from one question to the next.

use crate::solve::{exhausted, Limits, SatName};
use bitreach_dimspec::DimSpec;
use bitreach_engine::check::{check_verdict, CertificateFault, EvidenceFault};
use bitreach_engine::{Context, Engine, EngineError, Progress, Silent, Trace, Verdict};
use bitreach_formula::Clause;
use bitreach_ic3::{Ic3, Options};

/// Looks for runs to the goal of a problem until there are no more, or `narrow`, which is given each run, has enough and says
/// `None`; else it gives a clause over the state, false where the run ends, that the goal has from then on. Runs are checked
/// before `narrow` sees them, and the proof that there are no more is checked by another SAT solver.
///
/// IC3 blocks counterexamples to generalisation here, by which it gains (`tests/inconsistent/binary-search.c` with boundaries: 0.3 s,
/// and no end in 10 s without), unlike on programs as a whole. All of it runs on the caller's thread.
///
/// # Errors
/// If the engine fails or its evidence does not hold. Exhausted limits are `Verdict::Unknown`.
pub fn narrow(
    problem: &DimSpec,
    limits: &Limits,
    narrow: &mut dyn FnMut(&Trace) -> Option<Clause>,
) -> Result<Verdict, EngineError> {
    let mut engine = Ic3 { options: Options { ctg: true, ..Options::default() } };
    let mut silent = Silent;
    let mut context = Context::new(SatName::Cadical.factory(), &mut silent);
    (context.budget, context.stop) = (limits.budget, limits.stop.clone());
    let name = engine.name();
    let fault = |fault: EvidenceFault| EngineError::Internal { engine: name, message: fault.to_string() };
    let (in_time, checker) = (limits.stop.clone().until(limits.budget.deadline), SatName::Cadical.checker().factory());
    let mut asked = problem.clone();
    let mut wrong = None;
    let verdict = engine.run_narrowing(problem, &mut context, &mut |trace| {
        let verdict = Verdict::Unsafe(trace.clone());
        if let Err(error) = check_verdict(&asked, &verdict, &*checker, &in_time) {
            wrong = Some(fault(error));
            return None;
        }
        let clause = narrow(trace)?;
        asked.goal.add(&clause);
        Some(clause)
    })?;
    if let Some(wrong) = wrong {
        return Err(wrong);
    }
    match check_verdict(&asked, &verdict, &*checker, &in_time) {
        Ok(_) => Ok(verdict),
        Err(EvidenceFault::Certificate(CertificateFault::Unfinished)) => {
            Ok(Verdict::Unknown(exhausted(limits), Progress::default()))
        }
        Err(error) => Err(fault(error)),
    }
}
