//! Checks a trace by evaluating the four formulas on it.

use crate::{TimeStep, Trace};
use bitreach_dimspec::{DimSpec, Section};
use bitreach_formula::{counted, Assignment, Clause, Lit, Var};

/// Why a trace is not a run to the goal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TraceFault {
    /// There is not even an initial step.
    #[error("the trace has no steps")]
    NoSteps,
    /// An assignment is not one of the problem's `n` variables.
    #[error("step {} assigns {}, but the problem has {expected}", .step.0, counted(*.found, "variable"))]
    Variables {
        /// The step.
        step: TimeStep,
        /// How many variables it assigns.
        found: usize,
        /// `n`.
        expected: usize,
    },
    /// A clause is false.
    #[error("step {} violates the clause `{clause}` of section {section}", .step.0)]
    Violated {
        /// The step; for the transition relation the earlier of the two.
        step: TimeStep,
        /// Where the clause is from.
        section: Section,
        /// The clause. For the transition relation, variables from `n` on are those of the later step.
        clause: Clause,
    },
}

/// Checks that the trace `s_0 … s_k` is a run that reaches the goal:
/// `I(s_0) ∧ ⋀_{j≤k} U(s_j) ∧ ⋀_{j<k} T(s_j, s_{j+1}) ∧ G(s_k)`.
///
/// # Errors
/// The first fault found.
pub fn check_trace(problem: &DimSpec, trace: &Trace) -> Result<(), TraceFault> {
    let (Some(first), Some(last)) = (trace.steps.first(), trace.steps.last()) else {
        return Err(TraceFault::NoSteps);
    };
    for (index, step) in trace.steps.iter().enumerate() {
        if step.len() != problem.variables {
            let (found, expected) = (step.len(), problem.variables);
            return Err(TraceFault::Variables { step: TimeStep(index), found, expected });
        }
    }
    holds(problem, Section::Initial, TimeStep(0), |lit| first.satisfies(lit))?;
    for (index, step) in trace.steps.iter().enumerate() {
        holds(problem, Section::Universal, TimeStep(index), |lit| step.satisfies(lit))?;
    }
    for (index, pair) in trace.steps.windows(2).enumerate() {
        holds(problem, Section::Transition, TimeStep(index), |lit| satisfies_pair(&pair[0], &pair[1], lit))?;
    }
    holds(problem, Section::Goal, TimeStep(trace.length()), |lit| last.satisfies(lit))
}

/// Whether two consecutive steps satisfy a literal of the transition relation.
fn satisfies_pair(now: &Assignment, next: &Assignment, lit: Lit) -> bool {
    match lit.var().index().checked_sub(now.len()) {
        Some(index) => next.satisfies(Var::new(index).lit(lit.polarity())),
        None => now.satisfies(lit),
    }
}

/// Checks that every clause of a section has a literal that is true.
fn holds(problem: &DimSpec, section: Section, step: TimeStep, is_true: impl Fn(Lit) -> bool) -> Result<(), TraceFault> {
    match problem.section(section).iter().find(|clause| !clause.iter().any(|&lit| is_true(lit))) {
        Some(clause) => Err(TraceFault::Violated { step, section, clause: Clause::new(clause.iter().copied()) }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::counter;

    /// The run of a two-bit counter that never pauses. Variables: two bits, the input (which is the first carry), two carries.
    fn run() -> (DimSpec, Trace) {
        let steps = (0..4).map(|now| Assignment::new(vec![now & 1 == 1, now & 2 == 2, true, now & 1 == 1, now == 3]));
        (counter(2), Trace { steps: steps.collect() })
    }

    /// The section that is violated, and at which step.
    fn violated(problem: &DimSpec, trace: &Trace) -> Option<(Section, usize)> {
        match check_trace(problem, trace) {
            Err(TraceFault::Violated { step, section, .. }) => Some((section, step.0)),
            Err(fault) => panic!("{fault}"),
            Ok(()) => None,
        }
    }

    #[test]
    fn a_run_to_the_goal_passes() {
        let (problem, trace) = run();
        assert_eq!(check_trace(&problem, &trace), Ok(()));
    }

    #[test]
    fn a_trace_without_steps_is_none() {
        assert_eq!(check_trace(&counter(2), &Trace { steps: Vec::new() }), Err(TraceFault::NoSteps));
        // Not even where everything is true.
        assert_eq!(check_trace(&DimSpec::default(), &Trace { steps: Vec::new() }), Err(TraceFault::NoSteps));
    }

    #[test]
    fn every_section_is_checked_at_every_step_that_it_concerns() {
        let (mut problem, trace) = run();

        let late = Trace { steps: trace.steps[1..].to_vec() };
        assert_eq!(violated(&problem, &late), Some((Section::Initial, 0)));

        let short = Trace { steps: trace.steps[..3].to_vec() };
        assert_eq!(violated(&problem, &short), Some((Section::Goal, 2)));

        let mut skipping = trace.clone();
        skipping.steps.remove(2);
        assert_eq!(violated(&problem, &skipping), Some((Section::Transition, 1)));

        // The gates of the last step need not be right: no transition leaves it. Those of the step before must be.
        let mut gates = trace.clone();
        gates.steps[3].set(Var::new(4), false);
        assert_eq!(violated(&problem, &gates), None);
        gates.steps[2].set(Var::new(4), true);
        assert_eq!(violated(&problem, &gates), Some((Section::Transition, 2)));

        for step in 0..4 {
            let mut forbidden = problem.clone();
            let state = trace.steps[step].cube([Var::new(0), Var::new(1)]);
            forbidden.universal.add(&state.negated());
            assert_eq!(violated(&forbidden, &trace), Some((Section::Universal, step)));
        }
        problem.universal.add(&[]);
        assert_eq!(violated(&problem, &trace), Some((Section::Universal, 0)));
    }

    #[test]
    fn a_step_assigns_all_variables_and_no_others() {
        let (problem, trace) = run();
        for length in [4, 6] {
            let mut wrong = trace.clone();
            wrong.steps[2] = Assignment::new(vec![false; length]);
            let fault = TraceFault::Variables { step: TimeStep(2), found: length, expected: 5 };
            assert_eq!(check_trace(&problem, &wrong), Err(fault));
        }
    }
}
