//! Checks that runs are exhausted: none is longer than so many transitions without staying where it is, and none up to there
//! reaches the goal. [`Certificate::Exhausted`](crate::Certificate::Exhausted) says why that is a proof.
//!
//! Each of the two queries is asked at once and not step by step: Varisat's check of its own proofs fails now and then when
//! clauses are added after an answer under assumptions. What is constant in a run is left out of them ([`Prefix`]).

use super::fault::{CertificateFault, CertificateReport};
use super::prefix::{Prefix, Rest};
use super::prover::Prover;
use crate::changing_variables;
use bitreach_dimspec::DimSpec;
use bitreach_formula::{Lit, Var};
use bitreach_limits::StopFlag;
use bitreach_sat::{IncrementalSolver, SolverFactory};

/// Checks that runs are exhausted at `depth`: [`Certificate::Exhausted`](crate::Certificate::Exhausted) says what that means.
pub(super) fn check_exhausted(
    problem: &DimSpec,
    depth: usize,
    solvers: &dyn SolverFactory,
    stop: &StopFlag,
) -> Result<CertificateReport, CertificateFault> {
    let n = problem.variables;
    let room = depth.checked_add(2).and_then(|steps| steps.checked_mul(2 * n + problem.goal.len() + 2));
    if depth == 0 || room.is_none_or(|room| room > Var::MAX_INDEX) {
        return Err(CertificateFault::Depth { depth });
    }
    let mut prover = Prover::new(solvers, stop);
    prover.restart();
    runs_to_the_goal(problem, depth, &mut *prover.solver, stop);
    if !prover.contradicts(&[])? {
        return Err(CertificateFault::Goal { depth });
    }
    prover.restart();
    moving_runs(problem, depth, &mut *prover.solver, stop);
    if !prover.contradicts(&[])? {
        return Err(CertificateFault::StutterFree { depth });
    }
    Ok(CertificateReport {
        clauses: 0,
        moves: 0,
        literals: 0,
        queries: prover.queries,
        solver: prover.solver.name(),
        induction: None,
    })
}

/// `I(s_0) ∧ U(s_0) ∧ ⋀_{j<k} (a_{j+1} → a_j ∧ T(s_j, s_{j+1}) ∧ U(s_{j+1})) ∧ ⋁_{j<k} (a_j ∧ G(s_j))` for `k` = `depth`: a run of
/// fewer than `k` transitions, which need not be the start of a longer one, reaches the goal. `a_j` says that step `j` is
/// part of it. A raised flag ends it early, and then the query too; clauses that are left out make no contradiction.
pub(super) fn runs_to_the_goal(problem: &DimSpec, depth: usize, solver: &mut dyn IncrementalSolver, stop: &StopFlag) {
    let n = problem.variables;
    let alive = |step: usize| Var::new(depth * n + step).positive();
    let goal = |step: usize| Var::new(depth * n + depth + step).positive();
    let mut prefix = Prefix::new(problem);
    let mut goals = Vec::new();
    for step in 0..depth {
        if stop.is_raised() {
            return;
        }
        let mut possible = true;
        for clause in prefix.stage() {
            possible &= !clause.is_empty();
            solver.add_clause(&[&[!alive(step)], &clause[..]].concat());
        }
        if !possible {
            // No run has this step, and so none has a later one.
            break;
        }
        if step > 0 {
            solver.add_clause(&[!alive(step), alive(step - 1)]);
        }
        solver.add_clause(&[!goal(step), alive(step)]);
        for clause in problem.goal.iter() {
            if let Rest::OneOf(lits) = prefix.rest(clause, step * n) {
                solver.add_clause(&[&[!goal(step)], &lits[..]].concat());
            }
        }
        goals.push(goal(step));
    }
    solver.add_clause(&goals);
}

/// `I(s_0) ∧ ⋀_{j≤k} U(s_j) ∧ ⋀_{j<k} (T(s_j, s_{j+1}) ∧ s_j ≠ s_{j+1})` for `k` = `depth`. A raised flag ends it
/// early, and then the query too.
fn moving_runs(problem: &DimSpec, depth: usize, solver: &mut dyn IncrementalSolver, stop: &StopFlag) {
    let n = problem.variables;
    let changing = changing_variables(problem);
    let mut prefix = Prefix::new(problem);
    for _ in 0..=depth {
        let stage = prefix.stage();
        stage.iter().for_each(|clause| solver.add_clause(clause));
        if stop.is_raised() || stage.iter().any(Vec::is_empty) {
            return;
        }
    }
    let mut free = (depth + 1) * n;
    let mut add = |clause: &[Lit]| {
        if let Rest::OneOf(lits) = prefix.rest(clause, 0) {
            solver.add_clause(&lits);
        }
    };
    for step in 0..depth {
        if stop.is_raised() {
            return;
        }
        let mut some = Vec::with_capacity(changing.len());
        for var in &changing {
            let (now, next) = (var.positive().shifted(step * n), var.positive().shifted((step + 1) * n));
            let known = |now, next| prefix.is_true(now) && prefix.is_true(next);
            if known(now, next) || known(!now, !next) {
                continue;
            }
            let differs = Var::new(free).positive();
            free += 1;
            add(&[!differs, now, next]);
            add(&[!differs, !now, !next]);
            some.push(differs);
        }
        add(&some);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check_certificate;
    use crate::testing::{any_problem, counter, Expected};
    use crate::Certificate;
    use bitreach_formula::testing::for_all;
    use bitreach_formula::{Clause, Cnf};
    use bitreach_sat::{Answer, CadicalFactory, VarisatFactory};

    fn clause(numbers: &[i32]) -> Clause {
        Clause::new(numbers.iter().filter_map(|&number| Lit::from_dimacs(number)))
    }

    /// Where all runs end or stay, the depth at which they do proves safety, and nothing less does.
    #[test]
    fn exhausted_runs() {
        let at = |depth| Certificate::Exhausted { depth };
        let check =
            |problem: &DimSpec, depth| check_certificate(problem, &at(depth), &VarisatFactory, &StopFlag::new());
        // A token that walks through three places and stays in the last; the goal is that there is none.
        let mut walk = DimSpec { variables: 3, ..DimSpec::default() };
        for numbers in [&[1][..], &[-2], &[-3]] {
            walk.initial.add(&clause(numbers));
            walk.goal.add(&clause(&[-numbers[0].abs()]));
        }
        for numbers in [&[-1, 5][..], &[-2, 6], &[-3, 6], &[-4], &[1, -5], &[2, 3, -6]] {
            walk.transition.add(&clause(numbers));
        }
        assert!(matches!(check(&walk, 0), Err(CertificateFault::Depth { .. })));
        assert!(matches!(check(&walk, 1), Err(CertificateFault::StutterFree { .. })));
        assert!(matches!(check(&walk, 2), Err(CertificateFault::StutterFree { .. })));
        assert!(check(&walk, 3).is_ok());
        assert!(check(&walk, 9).is_ok());
        // A counter never stays; with the third place as the goal it is reached.
        let mut counter = counter(5);
        counter.goal = [&clause(&[])].into_iter().collect();
        assert!(matches!(check(&counter, 20), Err(CertificateFault::StutterFree { .. })));
        walk.goal = [&clause(&[3])].into_iter().collect();
        assert!(matches!(check(&walk, 3), Err(CertificateFault::Goal { depth: 3 })));
    }

    /// Random problems: a depth is only accepted where the problem is safe.
    #[test]
    fn exhausted_runs_of_random_problems() {
        let mut accepted = 0;
        for_all(400, any_problem, |(problem, expected)| {
            for depth in [1, 3, 20] {
                let certificate = Certificate::Exhausted { depth };
                if check_certificate(&problem, &certificate, &CadicalFactory, &StopFlag::new()).is_ok() {
                    assert!(matches!(expected, Expected::Safe), "depth {depth}");
                    accepted += 1;
                }
            }
        });
        assert!(accepted > 20, "{accepted}");
    }

    /// What writes a formula about runs of a length down.
    type Write = fn(&DimSpec, usize, &mut dyn IncrementalSolver, &StopFlag);

    /// A solver that keeps clauses and answers nothing.
    #[derive(Default)]
    struct Written(Cnf);

    impl IncrementalSolver for Written {
        fn name(&self) -> String {
            "written".to_owned()
        }
        fn add_clause(&mut self, clause: &[Lit]) {
            self.0.add(clause);
        }
        fn solve(&mut self, _: &[Lit]) -> Result<Answer, bitreach_sat::SolverError> {
            Ok(Answer::Stopped)
        }
        fn value(&self, _: Lit) -> bool {
            false
        }
        fn failed(&self, _: Lit) -> bool {
            false
        }
        fn set_stop(&mut self, _: StopFlag) {}
    }

    fn satisfiable(cnf: &Cnf) -> bool {
        let mut solver = CadicalFactory.create();
        cnf.iter().for_each(|clause| solver.add_clause(clause));
        solver.solve(&[]).expect("CaDiCaL works") == Answer::Sat
    }

    /// The formula that [`runs_to_the_goal`] says, as it stands there.
    fn plain_runs_to_the_goal(problem: &DimSpec, depth: usize) -> Cnf {
        let n = problem.variables;
        let alive = |step: usize| Var::new(depth * n + step).positive();
        let goal = |step: usize| Var::new(depth * n + depth + step).positive();
        let mut all = Cnf::new();
        let mut add_if = |condition: Lit, cnf: &Cnf, step: usize| {
            for clause in cnf.iter() {
                let moved = clause.iter().map(|lit| lit.shifted(step * n));
                all.add(&[!condition].into_iter().chain(moved).collect::<Vec<_>>());
            }
        };
        add_if(alive(0), &problem.initial, 0);
        for step in 0..depth {
            add_if(alive(step), &problem.universal, step);
            add_if(goal(step), &problem.goal, step);
            if step + 1 < depth {
                add_if(alive(step + 1), &problem.transition, step);
            }
        }
        for step in 0..depth {
            all.add(&[!goal(step), alive(step)]);
            if step > 0 {
                all.add(&[!alive(step), alive(step - 1)]);
            }
        }
        all.add(&(0..depth).map(goal).collect::<Vec<_>>());
        all
    }

    /// The formula that [`moving_runs`] says, as it stands there.
    fn plain_moving_runs(problem: &DimSpec, depth: usize) -> Cnf {
        let n = problem.variables;
        let mut all = Cnf::new();
        let mut add = |cnf: &Cnf, step: usize| {
            cnf.iter().for_each(|clause| all.add(&clause.iter().map(|lit| lit.shifted(step * n)).collect::<Vec<_>>()))
        };
        add(&problem.initial, 0);
        (0..=depth).for_each(|step| add(&problem.universal, step));
        (0..depth).for_each(|step| add(&problem.transition, step));
        let mut free = (depth + 1) * n;
        for step in 0..depth {
            let mut some = Vec::new();
            for var in changing_variables(problem) {
                let (now, next) = (var.positive().shifted(step * n), var.positive().shifted((step + 1) * n));
                let differs = Var::new(free).positive();
                free += 1;
                all.add(&[!differs, now, next]);
                all.add(&[!differs, !now, !next]);
                some.push(differs);
            }
            all.add(&some);
        }
        all
    }

    /// What propagation leaves of the formulas is satisfiable just where they are; and it leaves less.
    #[test]
    fn simplified_formulas_are_satisfiable_where_the_plain_ones_are() {
        let (mut sat, mut unsat, mut left, mut plain) = (0, 0, 0, 0);
        for_all(300, any_problem, |(problem, _)| {
            for depth in [1, 2, 3, 5, 9] {
                let pairs: [(Write, Cnf); 2] = [
                    (runs_to_the_goal, plain_runs_to_the_goal(&problem, depth)),
                    (moving_runs, plain_moving_runs(&problem, depth)),
                ];
                for (index, (write, reference)) in pairs.into_iter().enumerate() {
                    let mut written = Written::default();
                    write(&problem, depth, &mut written, &StopFlag::new());
                    let expected = satisfiable(&reference);
                    assert_eq!(satisfiable(&written.0), expected, "depth {depth}, formula {index}");
                    (sat, unsat) = (sat + usize::from(expected), unsat + usize::from(!expected));
                    (left, plain) = (left + written.0.lits().len(), plain + reference.lits().len());
                }
            }
        });
        assert!(sat > 250 && unsat > 250 && 4 * left < 3 * plain, "{sat} {unsat}: {left} of {plain} literals");
    }

    /// A run from constants is decided by propagation alone.
    #[test]
    fn nothing_is_left_of_a_run_without_choice() {
        let mut problem = counter(6);
        // The input says to count on.
        problem.universal.add(&[Var::new(6).positive()]);
        let mut written = Written::default();
        runs_to_the_goal(&problem, 30, &mut written, &StopFlag::new());
        // For each step what follows on from it, its goal, and where that fails.
        assert!(written.0.len() < 12 * 30, "{} clauses", written.0.len());
        assert!(plain_runs_to_the_goal(&problem, 30).len() > 40 * 30);
    }
}
