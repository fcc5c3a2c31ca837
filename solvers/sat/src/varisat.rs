//! Varisat as a back end: the solver that checks evidence, because it checks itself as well.
//!
//! (Harder: Varisat; crate `varisat` 0.2.2.) With *self-checking* on, each clause that the search learns, each failed set of
//! assumptions and each model goes through Varisat's own checker, which shares no code with its search. An answer that
//! does not check is [`SolverError::Proof`].
//!
//! Varisat has no call that ends a running query, but a query ends when its proof cannot be written. So it writes its
//! proof to a sink, which takes everything and keeps nothing, and fails once the stop flag is raised. The solver
//! is of no use after that; it is built anew from the clauses on the next use.
//!
//! A `Varisat` cannot cross threads: create it in the thread that uses it.

use crate::{Answer, IncrementalSolver, SolverError, SolverFactory};
use bitreach_formula::{Cnf, Lit};
use bitreach_limits::StopFlag;
use std::cell::RefCell;
use std::io;
use std::mem::ManuallyDrop;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::rc::Rc;
use varisat::{ExtendFormula, ProofFormat, Solver};

/// Takes a proof and keeps nothing of it; fails once the flag is raised.
struct ProofSink(Rc<RefCell<StopFlag>>);

impl io::Write for ProofSink {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.flush().map(|()| buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        // Not `ErrorKind::Interrupted`: writers try again on that.
        if self.0.borrow().is_raised() {
            Err(io::Error::other("stopped"))
        } else {
            Ok(())
        }
    }
}

/// Varisat with its own proof check, behind [`IncrementalSolver`].
pub struct Varisat {
    /// `None` before the first query and after it was stopped or failed; then the next query starts from `clauses`.
    solver: Option<Solver<'static>>,
    clauses: Cnf,
    stop: Rc<RefCell<StopFlag>>,
    /// After `Sat`: the value of each variable that the solver met.
    model: Vec<bool>,
    /// After `Unsat`: the core, sorted.
    core: Vec<Lit>,
}

fn to_varisat(lit: Lit) -> varisat::Lit {
    varisat::Lit::from_index(lit.var().index(), lit.is_positive())
}

fn from_varisat(lit: varisat::Lit) -> Lit {
    // Varisat codes literals as we do: twice the index, plus 1 where negative.
    Lit::from_code(lit.code())
}

fn add(solver: &mut Solver<'static>, clause: &[Lit]) {
    let clause: Vec<varisat::Lit> = clause.iter().map(|&lit| to_varisat(lit)).collect();
    solver.add_clause(&clause);
}

impl Varisat {
    /// A solver without clauses that checks its own proofs.
    pub fn new() -> Varisat {
        let stop = Rc::new(RefCell::new(StopFlag::new()));
        Varisat { solver: None, clauses: Cnf::new(), stop, model: Vec::new(), core: Vec::new() }
    }

    /// A new solver with all clauses.
    fn rebuilt(&self) -> Solver<'static> {
        let mut solver = Solver::new();
        solver.enable_self_checking();
        solver.write_proof(ProofSink(self.stop.clone()), ProofFormat::Varisat);
        self.clauses.iter().for_each(|clause| add(&mut solver, clause));
        solver
    }

    /// Runs the query and keeps its model or core. A proof that does not check panics in here, and the solver is lost.
    fn query(&mut self, assumptions: &[Lit]) -> Result<Answer, varisat::solver::SolverError> {
        // Not dropped if it panics: a drop ends the proof, and a second panic would end the process.
        let mut solver = ManuallyDrop::new(self.solver.take().unwrap_or_else(|| self.rebuilt()));
        let assumptions: Vec<varisat::Lit> = assumptions.iter().map(|&lit| to_varisat(lit)).collect();
        solver.assume(&assumptions);
        let answer = solver.solve();
        let solver = ManuallyDrop::into_inner(solver);
        // Leaving early drops a solver that has failed and is of no more use.
        let answer = if answer? { Answer::Sat } else { Answer::Unsat };
        self.keep_model(&solver);
        self.core = solver.failed_core().unwrap_or_default().iter().map(|&lit| from_varisat(lit)).collect();
        self.core.sort_unstable();
        self.solver = Some(solver);
        Ok(answer)
    }

    /// Runs the query on a solver of its own, with the assumptions as clauses; all of them are the core. What fails in long
    /// runs is Varisat's proof that a set of assumptions has failed (seen after hundreds of queries, also without a
    /// proof sink), and this way there is no such proof.
    fn query_without_assumptions(&mut self, assumptions: &[Lit]) -> Result<Answer, varisat::solver::SolverError> {
        let mut solver = ManuallyDrop::new(self.rebuilt());
        assumptions.iter().for_each(|&lit| add(&mut solver, &[lit]));
        let answer = solver.solve();
        let solver = ManuallyDrop::into_inner(solver);
        let answer = if answer? { Answer::Sat } else { Answer::Unsat };
        self.keep_model(&solver);
        self.core = assumptions.to_vec();
        self.core.sort_unstable();
        Ok(answer)
    }

    fn keep_model(&mut self, solver: &Solver<'static>) {
        self.model.clear();
        for lit in solver.model().unwrap_or_default().into_iter().map(from_varisat) {
            if self.model.len() <= lit.var().index() {
                self.model.resize(lit.var().index() + 1, false);
            }
            self.model[lit.var().index()] = lit.is_positive();
        }
    }

    fn name_of_it() -> String {
        "varisat-0.2.2".to_string()
    }
}

impl Default for Varisat {
    fn default() -> Varisat {
        Varisat::new()
    }
}

impl IncrementalSolver for Varisat {
    fn name(&self) -> String {
        Varisat::name_of_it()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses.add(clause);
        if let Some(solver) = self.solver.take() {
            // Once a query has been asked, a new clause is part of the proof as well, and its check may fail like any other.
            let mut solver = ManuallyDrop::new(solver);
            if catch_unwind(AssertUnwindSafe(|| add(&mut solver, clause))).is_ok() {
                self.solver = Some(ManuallyDrop::into_inner(solver));
            }
        }
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, SolverError> {
        if self.stop.borrow().is_raised() {
            return Ok(Answer::Stopped);
        }
        let mut outcome = catch_unwind(AssertUnwindSafe(|| self.query(assumptions)));
        if outcome.is_err() {
            outcome = catch_unwind(AssertUnwindSafe(|| self.query_without_assumptions(assumptions)));
        }
        match outcome {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(_)) if self.stop.borrow().is_raised() => Ok(Answer::Stopped),
            Ok(Err(error)) => Err(SolverError::Internal { solver: Varisat::name_of_it(), message: error.to_string() }),
            Err(panic) => {
                let message = panic.downcast_ref::<&str>().map_or("panic", |text| text).to_string();
                Err(SolverError::Proof { solver: Varisat::name_of_it(), message })
            }
        }
    }

    fn value(&self, lit: Lit) -> bool {
        self.model.get(lit.var().index()).is_some_and(|&value| value) == lit.is_positive()
    }

    fn failed(&self, lit: Lit) -> bool {
        self.core.binary_search(&lit).is_ok()
    }

    fn set_stop(&mut self, stop: StopFlag) {
        *self.stop.borrow_mut() = stop;
    }
}

/// Makes [`Varisat`] solvers.
#[derive(Clone, Copy, Debug, Default)]
pub struct VarisatFactory;

impl SolverFactory for VarisatFactory {
    fn name(&self) -> String {
        "varisat".to_string()
    }

    fn create(&self) -> Box<dyn IncrementalSolver> {
        Box::new(Varisat::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance;

    #[test]
    fn conforms() {
        conformance::check_all(&VarisatFactory);
    }

    /// A back end that always takes the way out.
    struct WayOut(Varisat);

    impl IncrementalSolver for WayOut {
        fn name(&self) -> String {
            self.0.name()
        }
        fn add_clause(&mut self, clause: &[Lit]) {
            self.0.add_clause(clause);
        }
        fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, SolverError> {
            let answer = self.0.query_without_assumptions(assumptions);
            answer.map_err(|error| SolverError::Internal { solver: self.name(), message: error.to_string() })
        }
        fn value(&self, lit: Lit) -> bool {
            self.0.value(lit)
        }
        fn failed(&self, lit: Lit) -> bool {
            self.0.failed(lit)
        }
        fn set_stop(&mut self, stop: StopFlag) {
            self.0.set_stop(stop);
        }
    }

    struct WayOutFactory;

    impl SolverFactory for WayOutFactory {
        fn name(&self) -> String {
            "way out".to_string()
        }
        fn create(&self) -> Box<dyn IncrementalSolver> {
            Box::new(WayOut(Varisat::new()))
        }
    }

    #[test]
    fn the_way_out_is_right_too() {
        conformance::random_traces(&WayOutFactory, 400);
    }

    #[test]
    fn literals_go_there_and_back() {
        for number in [1, -1, 2, -2, 1000, -1000] {
            let lit = Lit::from_dimacs(number).expect("not 0");
            assert_eq!(from_varisat(to_varisat(lit)), lit);
            assert_eq!(to_varisat(lit).to_dimacs(), number as isize);
        }
    }
}
