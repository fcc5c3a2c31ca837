//! Checks certificates by queries to a SAT solver, against the problem as it was given.
//!
//! The invariant's clauses are checked one after the other on one incremental solver, each negated as assumptions. All of them
//! at once, as a disjunction of selectors, would be a single query, but one that makes the solver search: for 5310
//! clauses against a `T` of 5371 (rings of tokens beside a multiplier), Varisat with its proof check took 0.03 s clause by
//! clause and 40 s for the disjunction, CaDiCaL 0.04 s and 0.26 s. 21 240 clauses take Varisat 0.15 s.
//!
//! Clauses may be over any of the `n` variables of a step. That is sound, because the three conditions are about full
//! assignments; and it is necessary for problems whose `I` is over variables that are existential within a step, where
//! the states of two different first steps may be equal and only one of them initial.

use super::exhausted::check_exhausted;
use super::induction::check_k_induction;
use crate::plain::plain;
use crate::{Certificate, Relative};
use bitreach_dimspec::DimSpec;
use bitreach_formula::{Clause, Cnf, Lit};
use bitreach_sat::{Answer, IncrementalSolver, SolverError, SolverFactory, StopFlag};

/// What a certificate that passed consists of, and what passed it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CertificateReport {
    /// How many clauses the invariant has.
    pub clauses: usize,
    /// How many literals these have together.
    pub literals: usize,
    /// How many clauses there are besides about steps that have a successor.
    pub moves: usize,
    /// How many queries it took.
    pub queries: usize,
    /// The name and version of the solver that answered them.
    pub solver: String,
    /// For how many steps the goal is missed before the induction's step; `None` if the proof is no k-induction.
    pub induction: Option<usize>,
}

/// Why a certificate is not accepted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateFault {
    /// A clause is over variables that a step does not have.
    #[error("the clause {clause:?} is not over the problem's variables")]
    OutOfRange {
        /// The clause.
        clause: Clause,
    },
    /// An initial step violates a clause.
    #[error("an initial step violates the clause {clause:?}")]
    Initiation {
        /// The clause.
        clause: Clause,
    },
    /// A transition leads from the invariant to a step that violates a clause.
    #[error("the invariant does not imply the clause {clause:?} one step later")]
    Consecution {
        /// The clause.
        clause: Clause,
    },
    /// The invariant does not exclude the goal.
    #[error("the invariant holds in a goal step")]
    Safety,
    /// A depth of runs that is no depth, or that no solver could number the variables of.
    #[error("runs of {depth} transitions cannot be exhausted")]
    Depth {
        /// The depth.
        depth: usize,
    },
    /// A run reaches the goal before the depth.
    #[error("a run of fewer than {depth} transitions reaches the goal")]
    Goal {
        /// The depth.
        depth: usize,
    },
    /// A run changes something in each of its transitions.
    #[error("a run of {depth} transitions does not stutter: each of them changes something")]
    StutterFree {
        /// Its transitions.
        depth: usize,
    },
    /// A pair that does not consist of an earlier and a later step of the induction.
    #[error("the steps {one} and {two} are no pair of steps of the induction")]
    Pair {
        /// The step that should come first.
        one: usize,
        /// The other one.
        two: usize,
    },
    /// Steps that miss the goal can lead to it.
    #[error("{depth} steps that miss the goal do not imply that the next one does")]
    Step {
        /// How many.
        depth: usize,
    },
    /// The check was stopped. It says nothing about the certificate.
    #[error("the check was stopped before its end")]
    Unfinished,
    /// The solver failed.
    #[error(transparent)]
    Solver(#[from] SolverError),
}

/// A solver with the count of the queries asked so far.
pub(super) struct Checker<'a> {
    solvers: &'a dyn SolverFactory,
    stop: &'a StopFlag,
    pub(super) solver: Box<dyn IncrementalSolver>,
    pub(super) queries: usize,
}

impl<'a> Checker<'a> {
    pub(super) fn new(solvers: &'a dyn SolverFactory, stop: &'a StopFlag) -> Checker<'a> {
        Checker { solvers, stop, solver: solvers.create(), queries: 0 }
    }

    /// Starts from no clauses again.
    pub(super) fn restart(&mut self) {
        self.solver = self.solvers.create();
        self.solver.set_stop(self.stop.clone());
    }

    fn add<'c>(&mut self, clauses: impl IntoIterator<Item = &'c [Lit]>) {
        clauses.into_iter().for_each(|clause| self.solver.add_clause(clause));
    }

    /// Whether the clauses contradict the assumptions.
    pub(super) fn contradicts(&mut self, assumptions: &[Lit]) -> Result<bool, CertificateFault> {
        self.queries += 1;
        match self.solver.solve(assumptions)? {
            Answer::Unsat => Ok(true),
            Answer::Sat => Ok(false),
            Answer::Stopped => Err(CertificateFault::Unfinished),
        }
    }

    /// The first clause that the solver's clauses do not imply with its variables moved by `shift`, if there is one.
    fn not_implied(&mut self, clauses: &[Clause], shift: usize) -> Result<Option<Clause>, CertificateFault> {
        for clause in clauses {
            let negated: Vec<Lit> = clause.iter().map(|&lit| !lit.shifted(shift)).collect();
            if !self.contradicts(&negated)? {
                return Ok(Some(clause.clone()));
            }
        }
        Ok(None)
    }
}

/// The clauses with their variables moved by `count`.
pub(super) fn shifted(cnf: &Cnf, count: usize) -> Cnf {
    let mut moved = Cnf::new();
    for clause in cnf.iter() {
        moved.add(&clause.iter().map(|lit| lit.shifted(count)).collect::<Vec<_>>());
    }
    moved
}

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
        Certificate::Invariant(invariant) => check_invariant(problem, invariant, &[], solvers, stop),
        Certificate::Relative(Relative { clauses, moves }) => check_invariant(problem, clauses, moves, solvers, stop),
        Certificate::Exhausted { depth } => check_exhausted(problem, *depth, solvers, stop),
        Certificate::KInduction(proof) => check_k_induction(problem, proof, solvers, stop),
    }
}

/// By induction over the steps of a run, every assignment of it satisfies `Inv` (and every one that is not the last, `moves`),
/// and none that satisfies `Inv` satisfies `U ∧ G`.
fn check_invariant(
    problem: &DimSpec,
    invariant: &[Clause],
    moves: &[Clause],
    solvers: &dyn SolverFactory,
    stop: &StopFlag,
) -> Result<CertificateReport, CertificateFault> {
    in_range(problem, invariant)?;
    let mut checker = Checker::new(solvers, stop);

    // Safety: Inv ∧ U ∧ G is unsatisfiable.
    checker.restart();
    checker.add(invariant.iter().map(|clause| &clause[..]));
    checker.add(problem.universal.iter());
    checker.add(problem.goal.iter());
    if !checker.contradicts(&[])? {
        return Err(CertificateFault::Safety);
    }
    check_clauses(problem, invariant, moves, &mut checker)?;
    Ok(CertificateReport {
        clauses: invariant.len(),
        literals: invariant.iter().map(|clause| clause.len()).sum(),
        moves: moves.len(),
        queries: checker.queries,
        solver: checker.solver.name(),
        induction: None,
    })
}

fn in_range(problem: &DimSpec, clauses: &[Clause]) -> Result<(), CertificateFault> {
    let outside = |clause: &&Clause| clause.iter().any(|lit| lit.var().index() >= problem.variables);
    match clauses.iter().find(outside) {
        Some(clause) => Err(CertificateFault::OutOfRange { clause: clause.clone() }),
        None => Ok(()),
    }
}

/// Checks that the clauses hold in every step of every run, and `moves` in every step that is not the last.
pub(super) fn check_clauses(
    problem: &DimSpec,
    invariant: &[Clause],
    moves: &[Clause],
    checker: &mut Checker,
) -> Result<(), CertificateFault> {
    in_range(problem, invariant)?;
    in_range(problem, moves)?;
    let n = problem.variables;
    let universal = shifted(&problem.universal, n);
    let initiation = |clause| CertificateFault::Initiation { clause };
    let consecution = |clause| CertificateFault::Consecution { clause };

    // Initiation: I ∧ U ⇒ c for each clause c of Inv.
    checker.restart();
    checker.add(problem.initial.iter());
    checker.add(problem.universal.iter());
    checker.not_implied(invariant, 0)?.map_or(Ok(()), |clause| Err(initiation(clause)))?;
    if !moves.is_empty() {
        // I ∧ U ∧ T ∧ U' ⇒ m for each clause m of Moves. Varisat's own check of its proof does not get on with clauses that are added
        // after a query, so each kind of query has a solver of its own.
        checker.restart();
        checker.add(problem.initial.iter());
        checker.add(problem.universal.iter());
        checker.add(problem.transition.iter());
        checker.add(universal.iter());
        checker.not_implied(moves, 0)?.map_or(Ok(()), |clause| Err(initiation(clause)))?;
    }

    // Consecution: Inv ∧ Moves ∧ U ∧ T ∧ U' ⇒ c' for each clause c of Inv.
    checker.restart();
    checker.add(invariant.iter().chain(moves).map(|clause| &clause[..]));
    checker.add(problem.universal.iter());
    checker.add(problem.transition.iter());
    checker.add(universal.iter());
    checker.not_implied(invariant, n)?.map_or(Ok(()), |clause| Err(consecution(clause)))?;
    if !moves.is_empty() {
        // Inv ∧ Moves ∧ U ∧ T ∧ Inv' ∧ U' ∧ T' ∧ U'' ⇒ m' for each clause m of Moves.
        checker.restart();
        checker.add(invariant.iter().chain(moves).map(|clause| &clause[..]));
        checker.add(problem.universal.iter());
        checker.add(problem.transition.iter());
        checker.add(universal.iter());
        checker.add(shifted(&invariant.iter().collect(), n).iter());
        checker.add(shifted(&problem.transition, n).iter());
        checker.add(shifted(&problem.universal, 2 * n).iter());
        checker.not_implied(moves, n)?.map_or(Ok(()), |clause| Err(consecution(clause)))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{brute_force, random_problem, Expected, Random};
    use bitreach_formula::{Assignment, Var};
    use bitreach_sat::{CadicalFactory, VarisatFactory};
    use std::collections::BTreeSet;

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

    /// The reference: the three conditions by trying all assignments.
    fn proves(problem: &DimSpec, invariant: &[Clause]) -> bool {
        let n = problem.variables;
        let invariant: Cnf = invariant.iter().collect();
        let holds = |cnf: &Cnf, step: &Assignment| step.falsified(cnf).is_none();
        let all = |bits: usize, n: usize| Assignment::new((0..n).map(|var| bits >> var & 1 == 1).collect());
        let steps: Vec<Assignment> =
            (0..1 << n).map(|bits| all(bits, n)).filter(|step| holds(&problem.universal, step)).collect();
        let initiation = steps.iter().all(|step| !holds(&problem.initial, step) || holds(&invariant, step));
        let safety = steps.iter().all(|step| !holds(&problem.goal, step) || !holds(&invariant, step));
        let outside: Vec<&Assignment> = steps.iter().filter(|step| !holds(&invariant, step)).collect();
        let consecution = steps.iter().filter(|step| holds(&invariant, step)).all(|now| {
            outside.iter().all(|next| {
                let pair = (0..2 * n).map(|v| if v < n { now.value(Var::new(v)) } else { next.value(Var::new(v - n)) });
                !holds(&problem.transition, &Assignment::new(pair.collect()))
            })
        });
        initiation && safety && consecution
    }

    /// A ring of two places whose token is moved by a gate, variable 3, that `T` says to be the first place; the goal is no token. The
    /// gate may be anything in a last step.
    fn gated() -> (DimSpec, Relative) {
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
        let proof = Relative { clauses: vec![clause(&[1, 2])], moves: vec![clause(&[3, 2]), clause(&[-3, -2])] };
        (problem, proof)
    }

    #[test]
    fn what_holds_before_a_successor_is_checked() {
        let (problem, proof) = gated();
        let check = |proof: &Relative| {
            check_certificate(&problem, &Certificate::Relative(proof.clone()), &VarisatFactory, &StopFlag::new())
        };
        let report = check(&proof).expect("it is inductive");
        assert_eq!((report.clauses, report.literals, report.moves), (1, 2, 2));
        // In a step without successor the gate can be anything, so it is no clause of the invariant.
        let all = proof.clauses.iter().chain(&proof.moves).cloned().collect::<Vec<_>>();
        let invariant = check_certificate(&problem, &Certificate::Invariant(all), &VarisatFactory, &StopFlag::new());
        assert!(matches!(invariant, Err(CertificateFault::Initiation { .. })));
        // Not so at first; not so later; about a variable that there is not.
        let with = |numbers: &[i32]| {
            let mut proof = proof.clone();
            proof.moves.push(clause(numbers));
            check(&proof)
        };
        assert!(matches!(with(&[-3]), Err(CertificateFault::Initiation { .. })));
        assert!(matches!(with(&[3]), Err(CertificateFault::Consecution { .. })));
        assert!(matches!(with(&[4]), Err(CertificateFault::OutOfRange { .. })));
        let nothing = Relative { clauses: vec![], ..proof.clone() };
        assert!(matches!(check(&nothing), Err(CertificateFault::Safety)));
    }

    /// The reference for relative invariants: the conditions by trying all pairs and triples of assignments.
    fn proves_relatively(problem: &DimSpec, proof: &Relative) -> bool {
        let n = problem.variables;
        let (inv, moves): (Cnf, Cnf) = (proof.clauses.iter().collect(), proof.moves.iter().collect());
        let holds = |cnf: &Cnf, step: &Assignment| step.falsified(cnf).is_none();
        let step = |bits: usize| Assignment::new((0..n).map(|var| bits >> var & 1 == 1).collect());
        let steps: Vec<Assignment> = (0..1 << n).map(step).filter(|step| holds(&problem.universal, step)).collect();
        let leads = |one: &Assignment, other: &Assignment| {
            let value = |v: usize| if v < n { one.value(Var::new(v)) } else { other.value(Var::new(v - n)) };
            holds(&problem.transition, &Assignment::new((0..2 * n).map(value).collect()))
        };
        let has_successor = |step: &&Assignment| steps.iter().any(|next| leads(step, next));
        let starts = |step: &&Assignment| holds(&problem.initial, step);
        let initiation = steps.iter().filter(starts).all(|step| holds(&inv, step))
            && steps.iter().filter(starts).filter(has_successor).all(|step| holds(&moves, step));
        let safety = steps.iter().all(|step| !holds(&problem.goal, step) || !holds(&inv, step));
        let good = |step: &&Assignment| holds(&inv, step) && holds(&moves, step);
        let consecution = steps.iter().filter(good).all(|now| {
            steps
                .iter()
                .filter(|next| leads(now, next))
                .all(|next| holds(&inv, next) && (holds(&moves, next) || !has_successor(&next)))
        });
        initiation && safety && consecution
    }

    /// On small random problems relative invariants are accepted exactly where the reference does, and only for safe problems.
    #[test]
    fn relative_invariants_agree_with_all_assignments() {
        let (mut accepted, mut refused) = (0, 0);
        for seed in 0..160 {
            let (problem, expected) = random_problem(seed);
            if problem.variables > 4 {
                continue;
            }
            let mut random = Random::new(seed);
            let strongest = strongest(&problem);
            for round in 0..6 {
                let (mut clauses, mut moves) = (Vec::new(), Vec::new());
                for clause in &strongest {
                    if random.below(8) > round / 2 { &mut clauses } else { &mut moves }.push(clause.clone());
                }
                if round % 3 == 2 {
                    moves.push(Clause::new((0..2).map(|_| random.lit(problem.variables))));
                }
                let proof = Relative { clauses, moves };
                let proves = proves_relatively(&problem, &proof);
                assert!(!proves || expected == Expected::Safe, "seed {seed}, round {round}");
                let certificate = Certificate::Relative(proof);
                for solvers in [&VarisatFactory as &dyn SolverFactory, &CadicalFactory] {
                    let outcome = check_certificate(&problem, &certificate, solvers, &StopFlag::new());
                    assert_eq!(outcome.is_ok(), proves, "seed {seed}, round {round}: {outcome:?}");
                }
                accepted += usize::from(proves);
                refused += usize::from(!proves);
            }
        }
        assert!(accepted > 50 && refused > 50, "{accepted} accepted, {refused} refused");
    }

    /// The clauses that exclude exactly the assignments that no run reaches: the strongest invariant.
    fn strongest(problem: &DimSpec) -> Vec<Clause> {
        let n = problem.variables;
        let all: Vec<Assignment> =
            (0..1 << n).map(|bits: usize| Assignment::new((0..n).map(|var| bits >> var & 1 == 1).collect())).collect();
        let vars = || (0..n).map(Var::new);
        let unreachable = |step: &&Assignment| {
            let mut only = problem.clone();
            only.goal = Cnf::new();
            step.cube(vars()).iter().for_each(|&lit| only.goal.add(&[lit]));
            brute_force(&only) == Expected::Safe
        };
        let unreachable: BTreeSet<Clause> =
            all.iter().filter(unreachable).map(|step| step.cube(vars()).negated()).collect();
        unreachable.into_iter().collect()
    }

    /// On small random problems both solvers accept exactly what the reference accepts: the strongest invariant of safe
    /// problems, and that invariant with clauses left out, cut short or made up.
    #[test]
    fn agrees_with_all_assignments() {
        let (mut accepted, mut refused) = (0, 0);
        for seed in 0..160 {
            let (problem, expected) = random_problem(seed);
            if problem.variables > 5 {
                continue;
            }
            let invariant = strongest(&problem);
            assert_eq!(proves(&problem, &invariant), expected == Expected::Safe, "seed {seed}");
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
                    assert_eq!(outcome.is_ok(), expected, "seed {seed}, round {round}: {outcome:?}");
                }
                accepted += usize::from(expected);
                refused += usize::from(!expected);
            }
        }
        assert!(accepted > 50 && refused > 50, "{accepted} accepted, {refused} refused");
    }
}
