//! Checks proofs by k-induction (Sheeran, Singh, Stålmarck: *Checking safety properties using induction and a SAT-solver*,
//! FMCAD 2000): base and step are asked again, each at once and with a solver of the caller's choice.
//!
//! Why a row of steps that agrees with itself somewhere may be left out: take a shortest run to the goal. If two of its steps
//! agreed on all variables that [`changing_variables`] names, the later one could take the place of the earlier one, and
//! what lies between could be left out: the run would be shorter. So the last steps of a shortest run all differ, miss
//! the goal but in the last, and satisfy every invariant; the step says that there are no `k + 1` such steps, so a
//! shortest run has fewer than `k` transitions, and the base says that there is none.

use super::certificate::{check_clauses, shifted, CertificateFault, CertificateReport, Checker};
use super::exhausted::runs_to_the_goal;
use crate::{changing_variables, KInduction, TimeStep};
use bitreach_dimspec::DimSpec;
use bitreach_formula::{Lit, Var};
use bitreach_sat::{IncrementalSolver, SolverFactory, StopFlag};

/// Checks that the lemmas are an invariant, that no run of fewer than `k` transitions reaches the goal, and that `k` steps
/// that miss it are not followed by one that reaches it.
pub(super) fn check_k_induction(
    problem: &DimSpec,
    proof: &KInduction,
    solvers: &dyn SolverFactory,
    stop: &StopFlag,
) -> Result<CertificateReport, CertificateFault> {
    let KInduction { k, lemmas, distinct } = proof;
    let depth = *k;
    let needed = variables_needed(problem, proof);
    if depth == 0 || needed.is_none_or(|needed| needed > Var::MAX_INDEX) {
        return Err(CertificateFault::Depth { depth });
    }
    if let Some(&(one, two)) = distinct.iter().find(|(one, two)| one >= two || two.0 > depth) {
        return Err(CertificateFault::Pair { one: one.0, two: two.0 });
    }
    let mut checker = Checker::new(solvers, stop);
    check_clauses(problem, lemmas, &[], &mut checker)?;
    checker.restart();
    runs_to_the_goal(problem, depth, &mut *checker.solver);
    if !checker.contradicts(&[])? {
        return Err(CertificateFault::Goal { depth });
    }
    checker.restart();
    late_goals(problem, proof, &mut *checker.solver);
    if !checker.contradicts(&[])? {
        return Err(CertificateFault::Step { depth });
    }
    Ok(CertificateReport {
        clauses: lemmas.len(),
        literals: lemmas.iter().map(|lemma| lemma.len()).sum(),
        queries: checker.queries,
        solver: checker.solver.name(),
        induction: Some(depth),
    })
}

/// At most how many variables the queries take, if that is a number.
fn variables_needed(problem: &DimSpec, proof: &KInduction) -> Option<usize> {
    let steps = proof.k.checked_add(2)?.checked_mul(2 * problem.variables + problem.goal.len() + 2)?;
    steps.checked_add(proof.distinct.len().checked_mul(problem.variables)?)
}

/// `⋀_{j≤k} (L(s_j) ∧ U(s_j)) ∧ ⋀_{j<k} (T(s_j, s_{j+1}) ∧ ¬G(s_j)) ∧ G(s_k)`, and the steps of each pair differ.
fn late_goals(problem: &DimSpec, proof: &KInduction, solver: &mut dyn IncrementalSolver) {
    let (n, k) = (problem.variables, proof.k);
    for step in 0..=k {
        let mut add = |clause: &[Lit]| {
            let moved: Vec<Lit> = clause.iter().map(|lit| lit.shifted(step * n)).collect();
            solver.add_clause(&moved);
        };
        proof.lemmas.iter().for_each(|lemma| add(lemma));
        problem.universal.iter().for_each(&mut add);
        if step < k {
            problem.transition.iter().for_each(&mut add);
        }
    }
    shifted(&problem.goal, k * n).iter().for_each(|clause| solver.add_clause(clause));
    let mut free = (k + 1) * n;
    let mut fresh = || {
        free += 1;
        Var::new(free - 1).positive()
    };
    for step in 0..k {
        // ¬G: all literals of some clause are false.
        let mut some = Vec::with_capacity(problem.goal.len());
        for clause in problem.goal.iter() {
            let violated = fresh();
            clause.iter().for_each(|lit| solver.add_clause(&[!violated, !lit.shifted(step * n)]));
            some.push(violated);
        }
        solver.add_clause(&some);
    }
    let changing = changing_variables(problem);
    for &(TimeStep(one), TimeStep(two)) in &proof.distinct {
        let mut some = Vec::with_capacity(changing.len());
        for var in &changing {
            let (one, two) = (var.positive().shifted(one * n), var.positive().shifted(two * n));
            let differs = fresh();
            solver.add_clause(&[!differs, one, two]);
            solver.add_clause(&[!differs, !one, !two]);
            some.push(differs);
        }
        solver.add_clause(&some);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check_certificate;
    use crate::testing::{random_problem, Expected};
    use crate::Certificate;
    use bitreach_formula::Clause;
    use bitreach_sat::{CadicalFactory, VarisatFactory};

    fn clause(numbers: &[i32]) -> Clause {
        Clause::new(numbers.iter().filter_map(|&number| Lit::from_dimacs(number)))
    }

    /// Two bits, 0 at first; the second one is kept, the first one is kept or rises, and rises only where the second one is 1.
    /// The goal is that the first one is 1. Before that there may be any number of steps in which only the second one is,
    /// all equal: it takes different steps, or a lemma, to see that none of them is a step of a run.
    fn waiting() -> DimSpec {
        let mut problem = DimSpec { variables: 2, ..DimSpec::default() };
        problem.initial.add(&clause(&[-1]));
        problem.initial.add(&clause(&[-2]));
        problem.goal.add(&clause(&[1]));
        // Bit 2 is kept; bit 1 may rise where bit 2 is set.
        for numbers in [&[2, -4][..], &[-2, 4], &[2, -3], &[-1, 3]] {
            problem.transition.add(&clause(numbers));
        }
        problem
    }

    fn check(k: usize, lemmas: &[Clause], distinct: &[(usize, usize)]) -> Result<CertificateReport, CertificateFault> {
        let distinct = distinct.iter().map(|&(one, two)| (TimeStep(one), TimeStep(two))).collect();
        let certificate = Certificate::KInduction(KInduction { k, lemmas: lemmas.to_vec(), distinct });
        check_certificate(&waiting(), &certificate, &VarisatFactory, &StopFlag::new())
    }

    #[test]
    fn each_part_is_needed_and_checked() {
        // One step in 01 may come before the goal, a second different one may not.
        assert!(matches!(check(1, &[], &[(0, 1)]), Err(CertificateFault::Step { depth: 1 })));
        let report = check(2, &[], &[(0, 1)]).expect("two different steps cannot both be 01");
        assert_eq!((report.clauses, report.queries, report.induction), (0, 2, Some(2)));
        assert!(matches!(check(2, &[], &[]), Err(CertificateFault::Step { depth: 2 })));
        assert!(matches!(check(2, &[], &[(0, 2), (1, 2)]), Err(CertificateFault::Step { .. })));
        // With the lemma that bit 2 is never set, one step suffices.
        assert!(check(1, &[clause(&[-2])], &[]).is_ok());
        assert!(matches!(check(0, &[clause(&[-2])], &[]), Err(CertificateFault::Depth { .. })));
        assert!(matches!(check(1, &[clause(&[2])], &[]), Err(CertificateFault::Initiation { .. })));
        assert!(matches!(check(1, &[clause(&[-1])], &[]), Err(CertificateFault::Consecution { .. })));
        assert!(matches!(check(1, &[clause(&[-3])], &[]), Err(CertificateFault::OutOfRange { .. })));
        for pair in [(1, 1), (1, 0), (1, 3)] {
            assert!(matches!(check(2, &[], &[(0, 1), pair]), Err(CertificateFault::Pair { .. })));
        }
    }

    #[test]
    fn a_goal_before_the_step_is_found() {
        let mut problem = waiting();
        problem.initial = [&clause(&[-1])].into_iter().collect();
        let proof = KInduction { k: 2, lemmas: Vec::new(), distinct: vec![(TimeStep(0), TimeStep(1))] };
        let outcome = check_certificate(&problem, &Certificate::KInduction(proof), &VarisatFactory, &StopFlag::new());
        assert!(matches!(outcome, Err(CertificateFault::Goal { depth: 2 })), "{outcome:?}");
    }

    /// All pairs, some or none: a proof is only accepted where the problem is safe.
    #[test]
    fn random_problems() {
        let mut accepted = 0;
        for seed in 0..300 {
            let (problem, expected) = random_problem(seed);
            for k in [1, 3, 8] {
                let pairs = (0..=k).flat_map(|two| (0..two).map(move |one| (TimeStep(one), TimeStep(two))));
                let distinct = pairs.filter(|(one, _)| seed % 3 != 0 || one.0 % 2 == 0).collect();
                let certificate = Certificate::KInduction(KInduction { k, lemmas: Vec::new(), distinct });
                if check_certificate(&problem, &certificate, &CadicalFactory, &StopFlag::new()).is_ok() {
                    assert_eq!(expected, Expected::Safe, "seed {seed}, k {k}");
                    accepted += 1;
                }
            }
        }
        assert!(accepted > 50, "{accepted}");
    }
}
