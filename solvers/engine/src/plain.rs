//! Problems without their predicates, for engines that make no use of them.
//!
//! What `U` says about other variables than states defines predicates ([`SymbolKind::Predicate`]), which every step pays for.
//! Without them the definitions that `T` needs stand in `T`, the others nowhere, and all variables keep their
//! numbers. So `U` and `T` say no more than before: an invariant of the plain problem is one of the whole problem, and a
//! trace becomes one once the gates left out have the values that the definitions give them.

use crate::{EngineError, Trace, Verdict};
use bitreach_dimspec::{DimSpec, SymbolKind};
use bitreach_formula::{Cnf, Lit};

/// Runs an engine on the problem without its predicates. If there are none, that is the problem itself.
///
/// # Errors
/// Those of the run.
pub fn without_predicates(
    problem: &DimSpec,
    run: impl FnOnce(&DimSpec) -> Result<Verdict, EngineError>,
) -> Result<Verdict, EngineError> {
    let Some((plain, definitions)) = split(problem) else { return run(problem) };
    let mut verdict = run(&plain)?;
    if let Verdict::Unsafe(trace) = &mut verdict {
        complete(trace, problem, &definitions);
    }
    Ok(verdict)
}

/// The problem without predicates, if it has some and `I` speaks of states alone. Its clauses are some of the whole problem's,
/// so whatever is contradictory there is contradictory here: a certificate that checks on it proves the whole problem safe.
pub fn plain(problem: &DimSpec) -> Option<DimSpec> {
    let is_state = states(problem);
    let (plain, _) = split(problem)?;
    problem.initial.lits().iter().all(|lit| is_state[lit.var().index()]).then_some(plain)
}

/// The problem without predicates, and what its `U` lacks. `None` if it has none.
fn split(problem: &DimSpec) -> Option<(DimSpec, Cnf)> {
    problem.symbols.of_kind(SymbolKind::Predicate).next()?;
    let is_state = states(problem);
    let over_states = |clause: &&[Lit]| clause.iter().all(|lit| is_state[lit.var().index()]);
    let definitions: Cnf = problem.universal.iter().filter(|clause| !over_states(clause)).collect();
    // What is told of predicates in the next step follows from their definitions.
    let tells = |clause: &&[Lit]| {
        let mut later = clause.iter().filter_map(|lit| lit.var().index().checked_sub(problem.variables));
        later.any(|index| !is_state[index])
    };
    let mut plain = problem.clone();
    plain.universal = problem.universal.iter().filter(over_states).collect();
    plain.transition = problem.transition.iter().filter(|clause| !tells(clause)).collect();
    // In front, as gates are defined before they are used.
    let used = used(&plain, &definitions, is_state.clone());
    let needed = definitions.iter().filter(|clause| clause.iter().all(|lit| used[lit.var().index()]));
    plain.transition = needed.chain(plain.transition.iter()).collect();
    plain.symbols.table.iter_mut().filter(|symbol| symbol.kind == SymbolKind::Predicate).for_each(|symbol| {
        symbol.kind = SymbolKind::Gate;
    });
    Some((plain, definitions))
}

/// The variables of a step that other formulas than the definitions use, and what they are made of: a definition is
/// written after those that it uses, with the gate as its greatest variable.
fn used(problem: &DimSpec, definitions: &Cnf, mut used: Vec<bool>) -> Vec<bool> {
    let others = [&problem.initial, &problem.goal, &problem.transition];
    for lit in others.into_iter().flat_map(|cnf| cnf.lits()).filter(|lit| lit.var().index() < problem.variables) {
        used[lit.var().index()] = true;
    }
    let mut clauses: Vec<&[Lit]> = definitions.iter().collect();
    clauses.sort_by_key(|clause| clause.iter().map(|lit| lit.var()).max());
    for clause in clauses.into_iter().rev() {
        let gate = clause.iter().map(|lit| lit.var()).max();
        if gate.is_some_and(|gate| used[gate.index()]) {
            clause.iter().for_each(|lit| used[lit.var().index()] = true);
        }
    }
    used
}

/// The variables that are states. `T` may tell of a predicate in the next step, too, which makes no state of it: it is what it is defined to be.
fn states(problem: &DimSpec) -> Vec<bool> {
    let mut is_state = vec![false; problem.variables];
    problem.state_variables().into_iter().for_each(|var| is_state[var.index()] = true);
    problem.symbols.of_kind(SymbolKind::Predicate).for_each(|var| is_state[var.index()] = false);
    is_state
}

/// Gives the gates of the definitions their values in each step, by unit propagation from states and inputs.
fn complete(trace: &mut Trace, problem: &DimSpec, definitions: &Cnf) {
    let mut known_at_first = states(problem);
    problem.symbols.of_kind(SymbolKind::Input).for_each(|var| known_at_first[var.index()] = true);
    for step in &mut trace.steps {
        let mut known = known_at_first.clone();
        loop {
            let mut changed = false;
            for clause in definitions.iter() {
                let mut open = clause.iter().filter(|lit| !known[lit.var().index()]);
                let (Some(&lit), None) = (open.next(), open.next()) else { continue };
                if !clause.iter().any(|&other| known[other.var().index()] && step.satisfies(other)) {
                    step.set(lit.var(), lit.is_positive());
                    known[lit.var().index()] = true;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitreach_dimspec::{Symbol, SymbolKind};
    use bitreach_formula::testing::cnf;
    use bitreach_formula::{Assignment, Var};

    /// States 1 and 2; 3 = 1 and 2, which `T` uses; 4 = 3 or 1, which nobody does; both are predicates.
    fn problem() -> DimSpec {
        let mut problem = DimSpec {
            variables: 4,
            universal: cnf(&[&[1, 2], &[-3, 1], &[-3, 2], &[3, -1, -2], &[4, -3], &[4, -1], &[-4, 3, 1]]),
            transition: cnf(&[&[-5, 3], &[5, -3], &[-6, 2], &[6, -2]]),
            ..DimSpec::default()
        };
        let kinds = [SymbolKind::State, SymbolKind::State, SymbolKind::Predicate, SymbolKind::Predicate];
        let symbol = |(index, kind)| Symbol { var: Var::new(index), kind, bit: 0, name: format!("v{index}") };
        problem.symbols.table = kinds.into_iter().enumerate().map(symbol).collect();
        problem
    }

    /// What the first step of a run becomes that an engine finds of the plain problem, which is looked at.
    fn completed(problem: &DimSpec, step: [bool; 4], look: impl FnOnce(&DimSpec)) -> Option<Assignment> {
        let verdict = without_predicates(problem, |plain| {
            look(plain);
            Ok(Verdict::Unsafe(Trace { steps: vec![Assignment::new(step.to_vec())] }))
        });
        match verdict {
            Ok(Verdict::Unsafe(trace)) => trace.steps.into_iter().next(),
            _ => None,
        }
    }

    #[test]
    fn definitions_move_or_go_and_come_back_into_traces() {
        let problem = problem();
        let step = completed(&problem, [true, false, true, false], |plain| {
            assert_eq!(plain.universal, cnf(&[&[1, 2]]));
            let needed = cnf(&[&[-3, 1], &[-3, 2], &[3, -1, -2], &[-5, 3], &[5, -3], &[-6, 2], &[6, -2]]);
            assert_eq!(plain.transition, needed);
            assert_eq!(plain.symbols.of_kind(SymbolKind::Predicate).count(), 0);
        });
        assert_eq!(step, Some(Assignment::new(vec![true, false, false, true])));
    }

    /// What `T` says of a predicate in the next step does not make a state of it: a run of the plain problem may give it any value.
    #[test]
    fn predicates_that_are_told_later_have_the_values_of_their_definitions() {
        let mut problem = problem();
        cnf(&[&[7, -1]]).iter().for_each(|clause| problem.transition.add(clause));
        let step = completed(&problem, [true, false, true, false], |plain| {
            assert_eq!(plain.universal, cnf(&[&[1, 2]]));
            assert_eq!(plain.state_variables(), [Var::new(0), Var::new(1)]);
        });
        assert_eq!(step, Some(Assignment::new(vec![true, false, false, true])));
    }

    #[test]
    fn a_problem_without_predicates_is_left_alone() {
        let mut problem = problem();
        problem.symbols.table.truncate(2);
        let verdict = without_predicates(&problem, |plain| {
            assert!(std::ptr::eq(plain, &problem));
            Ok(Verdict::Unknown(crate::Reason::Timeout, crate::Progress::default()))
        });
        assert!(matches!(verdict, Ok(Verdict::Unknown(..))));
    }
}
