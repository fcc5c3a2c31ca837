//! The checker of invariants against examples, and against all assignments of small problems.

use super::*;
use crate::check::reference::{strongest, Steps};
use crate::testing::{any_problem, Expected};
use crate::Exhausted;
use crate::KInduction;
use bitreach_formula::testing::{for_all, with_seed, Random};
use bitreach_formula::{Clause, Cnf, Lit};
use bitreach_sat::{CadicalFactory, VarisatFactory};
use std::time::{Duration, Instant};

fn check(problem: &DimSpec, invariant: &[Clause]) -> Result<CertificateReport, CertificateFault> {
    check_certificate(problem, &Certificate::Invariant(invariant.to_vec()), &VarisatFactory, &StopFlag::new())
}

fn clause(numbers: &[i32]) -> Clause {
    Clause::new(numbers.iter().filter_map(|&number| Lit::from_dimacs(number)))
}

/// A token that walks round a ring of three places; the goal is two tokens.
fn ring() -> DimSpec {
    let mut problem = DimSpec { variables: 3, ..DimSpec::default() };
    for numbers in [&[1][..], &[-2], &[-3]] {
        problem.initial.add(&clause(numbers));
    }
    for numbers in [[-1, 5], [1, -5], [-2, 6], [2, -6], [-3, 4], [3, -4]] {
        problem.transition.add(&clause(&numbers));
    }
    for numbers in [[1, 2], [2, 3], [3, 1]] {
        problem.goal.add(&clause(&numbers));
    }
    problem
}

fn at_most_one() -> Vec<Clause> {
    vec![clause(&[-1, -2]), clause(&[-2, -3]), clause(&[-3, -1])]
}

#[test]
fn an_inductive_invariant_passes() {
    let report = check(&ring(), &at_most_one()).expect("it is inductive");
    assert_eq!((report.clauses, report.literals, report.queries), (3, 6, 7));
    assert!(report.solver.starts_with("varisat"));
}

#[test]
fn each_condition_is_checked() {
    // Nothing to start and nothing to keep, but the goal is not excluded.
    assert!(matches!(check(&ring(), &[]), Err(CertificateFault::Safety)));
    assert!(matches!(check(&ring(), &at_most_one()[..2]), Err(CertificateFault::Safety)));

    // "There is no token" excludes the goal and is kept, but it is not so at first.
    let none = [clause(&[-1]), clause(&[-2]), clause(&[-3])];
    assert!(matches!(check(&ring(), &none), Err(CertificateFault::Initiation { clause: c }) if c == none[0]));
    assert!(matches!(check(&ring(), &[clause(&[])]), Err(CertificateFault::Initiation { .. })));

    // "The token is in the first place" is so at first and excludes the goal, but it is not kept.
    let first = [clause(&[1]), clause(&[-2]), clause(&[-3])];
    assert!(matches!(check(&ring(), &first), Err(CertificateFault::Consecution { clause: c }) if c == first[0]));
}

#[test]
fn clauses_are_over_one_step() {
    for number in [4, -5, 700] {
        let mut invariant = at_most_one();
        invariant.push(clause(&[-1, number]));
        assert!(matches!(check(&ring(), &invariant), Err(CertificateFault::OutOfRange { .. })));
    }
}

#[test]
fn degenerate_certificates() {
    // No clauses: the goal contradicts U.
    let mut problem = ring();
    at_most_one().iter().for_each(|clause| problem.universal.add(clause));
    assert!(check(&problem, &[]).is_ok());
    // The empty clause: I contradicts U.
    let mut problem = ring();
    problem.universal.add(&clause(&[-1]));
    assert!(check(&problem, &[clause(&[])]).is_ok());
}

/// U of the later step is needed: without it, the invariant below is not kept.
#[test]
fn universal_clauses_hold_in_the_later_step_too() {
    let mut problem = DimSpec { variables: 2, ..DimSpec::default() };
    problem.initial.add(&clause(&[-1]));
    problem.transition.add(&clause(&[1, -1, 3]));
    problem.goal.add(&clause(&[1]));
    problem.universal.add(&clause(&[-1, 2]));
    problem.universal.add(&clause(&[-1, -2]));
    assert!(check(&problem, &[clause(&[-1])]).is_ok());
    problem.universal = Cnf::new();
    assert!(matches!(check(&problem, &[clause(&[-1])]), Err(CertificateFault::Consecution { .. })));
}

#[test]
fn a_stopped_check_is_no_pass() {
    let stop = StopFlag::new();
    stop.raise();
    for solvers in [&VarisatFactory as &dyn SolverFactory, &CadicalFactory] {
        let outcome = check_certificate(&ring(), &Certificate::Invariant(at_most_one()), solvers, &stop);
        assert!(matches!(outcome, Err(CertificateFault::Unfinished)));
    }
}

/// Depths that a tampered file may name: the formula of such a run would take minutes to write down.
#[test]
fn a_check_is_stopped_while_its_formula_is_written_down() {
    let induction = KInduction { k: 10_000_000, ..KInduction::default() };
    for certificate in [
        Certificate::Exhausted(Exhausted { depth: 10_000_000, ..Exhausted::default() }),
        Certificate::KInduction(induction),
    ] {
        let begun = Instant::now();
        let stop = StopFlag::new().until(Some(begun + Duration::from_millis(100)));
        let outcome = check_certificate(&ring(), &certificate, &VarisatFactory, &stop);
        assert!(matches!(outcome, Err(CertificateFault::Unfinished)), "{outcome:?}");
        assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    }
}

/// A ring of two places whose token is moved by a gate, variable 3, that `T` says to be the first place; the goal is no token. The
/// gate may be anything in a last step.
#[test]
fn clauses_are_about_steps_without_successor_too() {
    let mut problem = DimSpec { variables: 3, ..DimSpec::default() };
    for numbers in [&[1][..], &[-2]] {
        problem.initial.add(&clause(numbers));
    }
    // 3 = 1, 1' = 2, 2' = 3.
    for numbers in [[-3, 1], [3, -1], [-4, 2], [4, -2], [-5, 3], [5, -3]] {
        problem.transition.add(&clause(&numbers));
    }
    for numbers in [[-1], [-2]] {
        problem.goal.add(&clause(&numbers));
    }
    let token = clause(&[1, 2]);
    assert!(check(&problem, std::slice::from_ref(&token)).is_ok());
    // Whenever there is a successor the gate is set or the second place has the token.
    assert!(matches!(check(&problem, &[token, clause(&[3, 2])]), Err(CertificateFault::Initiation { .. })));
}

/// The reference: the three conditions by trying all assignments.
fn proves(problem: &DimSpec, invariant: &[Clause]) -> bool {
    let steps = Steps::new(problem);
    let (goal, holds) = (steps.marks(&problem.goal), steps.marks(&invariant.iter().collect()));
    let safety = (0..goal.len()).all(|step| !goal[step] || !holds[step]);
    safety && steps.inductive(problem, invariant)
}

/// On small random problems both solvers accept exactly what the reference accepts: the strongest invariant of safe
/// problems, and that invariant with clauses left out, cut short or made up.
#[test]
fn agrees_with_all_assignments() {
    let (mut accepted, mut refused) = (0, 0);
    for_all(160, with_seed(any_problem), |((problem, expected), seed)| {
        if problem.variables > 5 {
            return;
        }
        let invariant = strongest(&problem);
        assert_eq!(proves(&problem, &invariant), expected == Expected::Safe);
        let mut random = Random::new(seed);
        for round in 0..8 {
            let mut changed = invariant.clone();
            if round % 4 == 1 && !changed.is_empty() {
                changed.remove(random.below(changed.len()));
            } else if round % 4 == 2 && !changed.is_empty() {
                let index = random.below(changed.len());
                changed[index] = Clause::new(changed[index].iter().copied().skip(1));
            } else if round % 4 == 3 {
                changed.push(Clause::new((0..2).map(|_| random.lit(problem.variables))));
            }
            let expected = proves(&problem, &changed);
            let certificate = Certificate::Invariant(changed);
            for solvers in [&VarisatFactory as &dyn SolverFactory, &CadicalFactory] {
                let outcome = check_certificate(&problem, &certificate, solvers, &StopFlag::new());
                assert_eq!(outcome.is_ok(), expected, "round {round}: {outcome:?}");
            }
            accepted += usize::from(expected);
            refused += usize::from(!expected);
        }
    });
    assert!(accepted > 50 && refused > 50, "{accepted} accepted, {refused} refused");
}
