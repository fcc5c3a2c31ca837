//! Invariants without what their proof does not need.
//!
//! What comes back from a simplified system says of everything that was replaced what it was replaced by, and most of that has nothing
//! to do with the goal. Kept is what cores name: first the clauses that exclude the goal, then, for each clause that is kept, those
//! that make it hold one step later, until nothing is added (Ivrii, Gurfinkel, Belov: *Small inductive safe invariants for
//! SAT-based model checking*, FMCAD 2014, of which this is the first step: cores are taken as they come, and none is made smaller).
//! Clauses of a set that holds at first hold at first, so that is not asked again; nothing here is believed anyway, for the check of the
//! evidence comes after.

use super::bounded;
use bitreach_dimspec::DimSpec;
use bitreach_engine::plain::plain;
use bitreach_engine::{Certificate, Verdict};
use bitreach_formula::{Clause, Cnf, Lit, Var};
use bitreach_limits::StopFlag;
use bitreach_sat::{Answer, IncrementalSolver, SolverFactory};
use std::time::Duration;

/// How long trimming may take, in work that is counted: what takes longer to trim than that is checked as it is.
const EFFORT: Duration = Duration::from_secs(60);

/// The verdict with an invariant of fewer clauses, where fewer do.
pub fn trimmed(problem: &DimSpec, verdict: Verdict, solvers: &dyn SolverFactory, stop: &StopFlag) -> Verdict {
    let Verdict::Safe(Certificate::Invariant(clauses)) = &verdict else { return verdict };
    let stop = bounded(stop, EFFORT);
    // Without predicates, if the proof does without them: the checker tries that first, too.
    let on_plain = plain(problem).and_then(|plain| needed(&plain, clauses, solvers, &stop));
    let Some(needed) = on_plain.or_else(|| needed(problem, clauses, solvers, &stop)) else { return verdict };
    let kept = clauses.iter().zip(needed).filter(|(_, needed)| *needed);
    Verdict::Safe(Certificate::Invariant(kept.map(|(clause, _)| clause.clone()).collect()))
}

/// Which clauses are kept. `None` if the proof does not hold, or not in time.
fn needed(problem: &DimSpec, clauses: &[Clause], solvers: &dyn SolverFactory, stop: &StopFlag) -> Option<Vec<bool>> {
    let (n, u, t) = (problem.variables, &problem.universal, &problem.transition);
    let query = |fixed: &[(&Cnf, usize)]| Query::new(fixed, 2 * n, clauses, solvers, stop);
    let mut open = query(&[(u, 0), (&problem.goal, 0)]).reasons(&[])?;
    let mut lasting = query(&[(u, 0), (t, 0), (u, n)]);
    lasting.keep(&open);
    while let Some(index) = open.pop() {
        let negated: Vec<Lit> = clauses[index].iter().map(|&lit| !lit.shifted(n)).collect();
        let found = lasting.reasons(&negated)?;
        lasting.keep(&found);
        open.extend(found);
    }
    Some(lasting.kept)
}

/// A solver in which clauses can be chosen.
struct Query {
    solver: Box<dyn IncrementalSolver>,
    /// For each clause, a literal that is false where it is chosen: solvers that guess *true* first then do not choose it.
    dropped: Vec<Lit>,
    /// Whether it is chosen for good.
    kept: Vec<bool>,
}

impl Query {
    /// With the clauses of `fixed`, moved by so many variables, and others that can be chosen; `free` is the first variable that
    /// nobody has.
    fn new(
        fixed: &[(&Cnf, usize)],
        free: usize,
        others: &[Clause],
        solvers: &dyn SolverFactory,
        stop: &StopFlag,
    ) -> Query {
        let mut solver = solvers.create();
        solver.set_stop(stop.clone());
        for &(cnf, shift) in fixed {
            for clause in cnf.iter() {
                solver.add_clause(&clause.iter().map(|lit| lit.shifted(shift)).collect::<Vec<_>>());
            }
        }
        let dropped: Vec<Lit> = (0..others.len()).map(|index| Var::new(free + index).positive()).collect();
        for (clause, &dropped) in others.iter().zip(&dropped) {
            solver.add_clause(&[&clause[..], &[dropped]].concat());
        }
        Query { solver, dropped, kept: vec![false; others.len()] }
    }

    /// Chooses clauses for good.
    fn keep(&mut self, found: &[usize]) {
        for &index in found {
            self.kept[index] = true;
            self.solver.add_clause(&[!self.dropped[index]]);
        }
    }

    /// Clauses that contradict `assumed` together with those that are kept. `None` if all together do not, or not in time.
    fn reasons(&mut self, assumed: &[Lit]) -> Option<Vec<usize>> {
        // Most need nothing more, and are quick without as many assumptions as there are clauses.
        match self.solver.solve(assumed) {
            Ok(Answer::Unsat) => return Some(Vec::new()),
            Ok(Answer::Sat) => {}
            Ok(Answer::Stopped) | Err(_) => return None,
        }
        let others: Vec<usize> = (0..self.kept.len()).filter(|&index| !self.kept[index]).collect();
        let chosen = others.iter().map(|&index| !self.dropped[index]);
        let all: Vec<Lit> = assumed.iter().copied().chain(chosen).collect();
        match self.solver.solve(&all) {
            Ok(Answer::Unsat) => {}
            Ok(Answer::Sat | Answer::Stopped) | Err(_) => return None,
        }
        Some(others.into_iter().filter(|&index| self.solver.failed(!self.dropped[index])).collect())
    }
}
