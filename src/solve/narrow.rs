//! One search for many questions: is there a run to a goal that gets narrower with each run that is found? One IC3 engine
//! keeps its frames and lemmas from one question to the next.

use crate::solve::{exhausted, Limits, SatName};
use bitreach_dimspec::DimSpec;
use bitreach_engine::check::{check_verdict, CertificateFault, EvidenceFault};
use bitreach_engine::{Context, Engine, EngineError, Progress, Silent, Trace, Verdict};
use bitreach_formula::Clause;
use bitreach_ic3::{Ic3, Options};

/// Through how many clauses simulated runs of large problems are propagated at most before the search: a tenth of a second. Guesses
/// seldom help there. (Of small ones all runs are simulated.)
const SEEDING: usize = 2_000_000;
/// From so many clauses on a problem is large.
const LARGE: usize = 30_000;

/// How many questions more each question of IC3 whether to stop counts as. Over many clauses a query takes long, and for many bits it
/// takes many of them; proofs are found where there are few (measured: 10 µs a question for 80 bits, 1.3 ms for 60 000 clauses).
fn weight(problem: &DimSpec) -> u64 {
    let clauses = (problem.transition.len() + problem.universal.len()) as f64;
    problem.state_variables().len() as u64 / 100 + (4.0 * (clauses / 20_000.0).powi(3)) as u64
}

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
    let clauses = problem.transition.len() + problem.universal.len();
    let options = Options::default();
    let seeding_work = if clauses < LARGE { options.seeding_work } else { SEEDING };
    let mut engine = Ic3 { options: Options { ctg: true, seeding_work, ..options } };
    let mut silent = Silent;
    let mut context = Context::new(SatName::Cadical.factory(), &mut silent);
    (context.budget, context.stop) = (limits.budget, limits.stop.clone().weighing(weight(problem)));
    let name = engine.name();
    let fault = |fault: EvidenceFault| EngineError::Internal { engine: name, message: fault.to_string() };
    // What has been found is proved, however much work that is.
    let in_time = limits.stop.clone().quiet().until(limits.budget.deadline);
    let checker = SatName::Cadical.checker().factory();
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
