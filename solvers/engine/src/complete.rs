//! Runs of which only some literals are known, made whole by a SAT solver.

use crate::{TimeStep, Trace};
use bitreach_dimspec::{DimSpec, Section};
use bitreach_formula::{counted, Assignment, Lit, Var};
use bitreach_limits::StopFlag;
use bitreach_sat::{Answer, SolverError, SolverFactory};

/// What there is of a run with these literals.
#[derive(Clone, PartialEq, Debug)]
pub enum Completion {
    /// A run that has them.
    Run(Trace),
    /// There is none: a sentence that says why.
    None(String),
    /// The solver was stopped before it knew.
    Stopped,
}

/// A run to the goal with so many assignments and these literals in them. Where each assignment is whole already, they are the run, and
/// nothing is decided about it: [`check_trace`](crate::check::check_trace) does that. Else a solver finds values for what is left open:
/// `I(s_0) ∧ ⋀U(s_j) ∧ ⋀T(s_j, s_{j+1}) ∧ G(s_k) ∧ ⋀ literals`.
///
/// # Errors
/// If the solver fails.
pub fn complete(
    problem: &DimSpec,
    rows: &[Vec<Lit>],
    solvers: &dyn SolverFactory,
    stop: &StopFlag,
) -> Result<Completion, SolverError> {
    let n = problem.variables;
    let Some(last) = rows.len().checked_sub(1) else {
        return Ok(Completion::None("it has no assignments".to_owned()));
    };
    let mut values: Vec<Vec<Option<bool>>> = Vec::with_capacity(rows.len());
    for (step, row) in rows.iter().enumerate() {
        let mut known = vec![None; n];
        for lit in row {
            let Some(value) = known.get_mut(lit.var().index()) else {
                return Ok(Completion::None(format!(
                    "step {step} has the literal {lit}, the problem has {}",
                    counted(n, "variable")
                )));
            };
            if value.replace(lit.is_positive()).is_some_and(|before| before != lit.is_positive()) {
                return Ok(Completion::None(format!(
                    "step {step} says that variable {} is true and false",
                    lit.var().positive()
                )));
            }
        }
        values.push(known);
    }
    let whole = |row: Vec<Option<bool>>| row.into_iter().collect::<Option<Vec<bool>>>().map(Assignment::new);
    if let Some(steps) = values.into_iter().map(whole).collect() {
        return Ok(Completion::Run(Trace { steps }));
    }
    // Variables of that number have to be literals.
    if rows.len().checked_mul(n).is_none_or(|all| all > i32::MAX as usize / 2) {
        return Ok(Completion::None("it is too long to be made whole".to_owned()));
    }
    let mut solver = solvers.create();
    solver.set_stop(stop.clone());
    let mut add = |section: Section, step: usize| {
        for clause in problem.section(section).iter() {
            if stop.is_raised() {
                return false;
            }
            let shifted: Vec<Lit> = clause.iter().map(|lit| lit.shifted(step * n)).collect();
            solver.add_clause(&shifted);
        }
        true
    };
    let mut parts = vec![(Section::Initial, 0), (Section::Goal, last)];
    parts.extend((0..=last).map(|step| (Section::Universal, step)));
    parts.extend((0..last).map(|step| (Section::Transition, step)));
    if !parts.into_iter().all(|(section, step)| add(section, step)) {
        return Ok(Completion::Stopped);
    }
    let given: Vec<Lit> =
        rows.iter().enumerate().flat_map(|(step, row)| row.iter().map(move |lit| lit.shifted(step * n))).collect();
    match solver.solve(&given)? {
        Answer::Stopped => Ok(Completion::Stopped),
        Answer::Unsat => Ok(Completion::None(format!(
            "no run of {} has its values: whatever the variables are that it leaves open, a clause is false",
            steps(TimeStep(last))
        ))),
        Answer::Sat => {
            let value = |step: usize, var: usize| solver.value(Var::new(step * n + var).positive());
            let assignment = |step: usize| Assignment::new((0..n).map(|var| value(step, var)).collect());
            Ok(Completion::Run(Trace { steps: (0..=last).map(assignment).collect() }))
        }
    }
}

fn steps(TimeStep(count): TimeStep) -> String {
    counted(count, "step")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check_trace;
    use crate::testing::counter;
    use bitreach_sat::CadicalFactory;

    fn completed(rows: &[&[i32]]) -> Completion {
        let rows: Vec<Vec<Lit>> =
            rows.iter().map(|row| row.iter().filter_map(|&number| Lit::from_dimacs(number)).collect()).collect();
        complete(&counter(2), &rows, &CadicalFactory, &StopFlag::new()).expect("the solver works")
    }

    #[test]
    fn what_is_left_open_is_found() {
        for rows in [&[&[][..], &[], &[], &[]][..], &[&[-1, -2], &[1, -2], &[-1, 2], &[1, 2]]] {
            match completed(rows) {
                Completion::Run(trace) => assert_eq!(check_trace(&counter(2), &trace), Ok(())),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn what_is_no_run_is_none() {
        for rows in [&[][..], &[&[][..]], &[&[], &[], &[]], &[&[1], &[], &[], &[]], &[&[1, -1], &[]], &[&[6], &[]]] {
            assert!(matches!(completed(rows), Completion::None(_)), "{rows:?}");
        }
    }

    #[test]
    fn a_stopped_solver_decides_nothing() {
        let stop = StopFlag::new();
        stop.raise();
        let rows = vec![Vec::new(); 4];
        let completion = complete(&counter(2), &rows, &CadicalFactory, &stop).expect("the solver works");
        assert_eq!(completion, Completion::Stopped);
    }
}
