//! Checks that runs are exhausted: none is longer than so many transitions without staying where it is, and none up to there
//! reaches the goal. [`Certificate::Exhausted`](crate::Certificate::Exhausted) says why that is a proof.
//!
//! Each of the two queries is asked at once and not step by step: Varisat's check of its own proofs fails now and then when
//! clauses are added after an answer under assumptions. What is constant in a run is left out of them ([`Prefix`]).

use super::fault::{CertificateFault, CertificateReport};
use super::invariant::{check_clauses, in_range};
use super::prefix::{Prefix, Rest};
use super::prover::{shifted, Prover};
use crate::{changing_variables, Exhausted};
use bitreach_dimspec::DimSpec;
use bitreach_formula::{Clause, Lit, Var};
use bitreach_limits::StopFlag;
use bitreach_sat::{IncrementalSolver, SolverFactory};

/// Checks that runs are exhausted: [`Exhausted`] says what that means.
pub(super) fn check_exhausted(
    problem: &DimSpec,
    exhausted: &Exhausted,
    solvers: &dyn SolverFactory,
    stop: &StopFlag,
) -> Result<CertificateReport, CertificateFault> {
    let Exhausted { depth, alive, may_stay, lemmas } = exhausted;
    let (n, depth) = (problem.variables, *depth);
    let room = depth.checked_add(2).and_then(|steps| steps.checked_mul(2 * n + problem.goal.len() + 2));
    if depth == 0 || room.is_none_or(|room| room > Var::MAX_INDEX) {
        return Err(CertificateFault::Depth { depth });
    }
    let mut prover = Prover::new(solvers, stop);
    if !lemmas.is_empty() {
        check_clauses(problem, lemmas, &mut prover)?;
    }
    let mut known = problem.clone();
    lemmas.iter().for_each(|lemma| known.universal.add(lemma));
    check_dead(&known, alive, &mut prover)?;
    let mut living = known;
    alive.iter().for_each(|clause| living.universal.add(clause));
    prover.restart();
    runs_to_the_goal(&living, depth, &mut *prover.solver, stop);
    if !prover.contradicts(&[])? {
        return Err(CertificateFault::Goal { depth });
    }
    prover.restart();
    long_runs(&living, depth, *may_stay, &mut *prover.solver, stop);
    if !prover.contradicts(&[])? {
        return Err(CertificateFault::GoesOn { depth });
    }
    Ok(CertificateReport {
        clauses: lemmas.len(),
        literals: lemmas.iter().map(|lemma| lemma.len()).sum(),
        queries: prover.queries,
        solver: prover.solver.name(),
        induction: None,
    })
}

/// For each clause `a` of `alive`: neither `¬a ∧ U ∧ G` nor `¬a ∧ U ∧ T ∧ U' ∧ ⋀ alive'` is satisfiable, so that a run that violates
/// one of the clauses goes on to do so, and misses the goal.
fn check_dead(problem: &DimSpec, alive: &[Clause], prover: &mut Prover) -> Result<(), CertificateFault> {
    if alive.is_empty() {
        return Ok(());
    }
    in_range(problem, alive)?;
    let lives = |clause| CertificateFault::Lives { clause };
    prover.restart();
    prover.add(problem.universal.iter());
    prover.add(problem.goal.iter());
    prover.not_implied(alive, 0)?.map_or(Ok(()), |clause| Err(lives(clause)))?;
    prover.restart();
    prover.add(problem.universal.iter());
    prover.add(problem.transition.iter());
    prover.add(shifted(&problem.universal, problem.variables).iter());
    prover.add(shifted(&alive.iter().collect(), problem.variables).iter());
    prover.not_implied(alive, 0)?.map_or(Ok(()), |clause| Err(lives(clause)))
}

/// `I(s_0) ∧ U(s_0) ∧ ⋀_{j<k} (a_{j+1} → a_j ∧ T(s_j, s_{j+1}) ∧ U(s_{j+1})) ∧ ⋁_{j<k} (a_j ∧ G(s_j))` for `k` = `depth`: a run of
/// fewer than `k` transitions, which need not be the start of a longer one, reaches the goal; `a_{j+1} → ¬G(s_j)` besides, for a
/// shortest one does so in its last step alone. `a_j` says that step `j` is part of it. A raised flag ends it early, and then the query too; clauses that are left out make no contradiction.
pub(super) fn runs_to_the_goal(problem: &DimSpec, depth: usize, solver: &mut dyn IncrementalSolver, stop: &StopFlag) {
    let n = problem.variables;
    let alive = |step: usize| Var::new(depth * n + step).positive();
    let goal = |step: usize| Var::new(depth * n + depth + step).positive();
    let mut free = depth * (n + 2);
    let mut prefix = Prefix::new(problem);
    let mut goals = Vec::new();
    // That the goal is missed in the step before, once there is a later one.
    let mut missed: Option<Vec<Lit>> = None;
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
        if let Some(missed) = missed.take() {
            solver.add_clause(&[&[!alive(step)], &missed[..]].concat());
        }
        solver.add_clause(&[!goal(step), alive(step)]);
        for clause in problem.goal.iter() {
            if let Rest::OneOf(lits) = prefix.rest(clause, step * n) {
                solver.add_clause(&[&[!goal(step)], &lits[..]].concat());
            }
        }
        goals.push(goal(step));
        missed = misses(problem, step, &prefix, &mut free, solver);
    }
    solver.add_clause(&goals);
}

/// A clause that says, together with what it adds to the solver, that a step misses the goal: one of the goal's clauses is
/// violated. `None` if it does anyway, in all runs that have the step. Variables from `free` on are nobody's.
fn misses(
    problem: &DimSpec,
    step: usize,
    prefix: &Prefix,
    free: &mut usize,
    solver: &mut dyn IncrementalSolver,
) -> Option<Vec<Lit>> {
    let mut some = Vec::with_capacity(problem.goal.len());
    for clause in problem.goal.iter() {
        match prefix.rest(clause, step * problem.variables) {
            Rest::Satisfied => {}
            Rest::OneOf(lits) if lits.is_empty() => return None,
            Rest::OneOf(lits) if lits.len() == 1 => some.push(!lits[0]),
            Rest::OneOf(lits) => {
                let violated = Var::new(*free).positive();
                *free += 1;
                lits.iter().for_each(|&lit| solver.add_clause(&[!violated, !lit]));
                some.push(violated);
            }
        }
    }
    Some(some)
}

/// `I(s_0) ∧ ⋀_{j≤k} U(s_j) ∧ ⋀_{j<k} (T(s_j, s_{j+1}) ∧ ¬G(s_j))` for `k` = `depth`, and `⋀_{j<k} s_j ≠ s_{j+1}` if runs may
/// stay where they are. That no run of fewer transitions reaches the goal is known. A raised flag ends it early, and then
/// the query too.
fn long_runs(problem: &DimSpec, depth: usize, may_stay: bool, solver: &mut dyn IncrementalSolver, stop: &StopFlag) {
    let n = problem.variables;
    let changing = if may_stay { changing_variables(problem) } else { Vec::new() };
    let mut prefix = Prefix::new(problem);
    for _ in 0..=depth {
        let stage = prefix.stage();
        stage.iter().for_each(|clause| solver.add_clause(clause));
        if stop.is_raised() || stage.iter().any(Vec::is_empty) {
            return;
        }
    }
    let mut free = (depth + 1) * n;
    for step in 0..depth {
        if stop.is_raised() {
            return;
        }
        if let Some(missed) = misses(problem, step, &prefix, &mut free, solver) {
            solver.add_clause(&missed);
        }
        if !may_stay {
            continue;
        }
        let mut add = |clause: &[Lit]| {
            if let Rest::OneOf(lits) = prefix.rest(clause, 0) {
                solver.add_clause(&lits);
            }
        };
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
    use crate::check::reference::Steps;
    use crate::testing::{any_problem, counter, Expected};
    use crate::Certificate;
    use bitreach_formula::testing::{for_all, with_seed, Random};
    use bitreach_formula::Cnf;
    use bitreach_sat::{Answer, CadicalFactory, VarisatFactory};

    fn clause(numbers: &[i32]) -> Clause {
        Clause::new(numbers.iter().filter_map(|&number| Lit::from_dimacs(number)))
    }

    /// Runs of so many transitions stay.
    fn staying(depth: usize) -> Certificate {
        Certificate::Exhausted(Exhausted { depth, may_stay: true, ..Exhausted::default() })
    }

    /// Where all runs end or stay, the depth at which they do proves safety, and nothing less does.
    #[test]
    fn exhausted_runs() {
        let at = staying;
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
        assert!(matches!(check(&walk, 1), Err(CertificateFault::GoesOn { .. })));
        assert!(matches!(check(&walk, 2), Err(CertificateFault::GoesOn { .. })));
        assert!(check(&walk, 3).is_ok());
        assert!(check(&walk, 9).is_ok());
        // A counter never stays; with the third place as the goal it is reached.
        let mut counter = counter(5);
        counter.goal = [&clause(&[])].into_iter().collect();
        assert!(matches!(check(&counter, 20), Err(CertificateFault::GoesOn { .. })));
        walk.goal = [&clause(&[3])].into_iter().collect();
        assert!(matches!(check(&walk, 3), Err(CertificateFault::Goal { depth: 3 })));
    }

    /// Random problems: a depth is only accepted where the problem is safe.
    #[test]
    fn exhausted_runs_of_random_problems() {
        let mut accepted = 0;
        for_all(400, any_problem, |(problem, expected)| {
            for depth in [1, 3, 20] {
                let certificate = staying(depth);
                if check_certificate(&problem, &certificate, &CadicalFactory, &StopFlag::new()).is_ok() {
                    assert!(matches!(expected, Expected::Safe), "depth {depth}");
                    accepted += 1;
                }
            }
        });
        assert!(accepted > 20, "{accepted}");
    }

    /// The reference: dead states, lemmas, and what is reached without dead states, by enumeration of the steps.
    fn proves(problem: &DimSpec, exhausted: &Exhausted) -> bool {
        let steps = Steps::new(problem);
        let Exhausted { depth, alive, may_stay, lemmas } = exhausted;
        let [alive, held] = [alive, lemmas].map(|clauses| steps.marks(&clauses.iter().collect()));
        let goal = steps.marks(&problem.goal);
        let all = || 0..steps.all.len();
        let next = |step: usize| -> Vec<usize> { steps.next[step].iter().copied().filter(|&to| held[to]).collect() };
        let dead = all()
            .filter(|&step| held[step] && !alive[step])
            .all(|step| !goal[step] && next(step).iter().all(|&to| !alive[to]));
        let changing = changing_variables(problem);
        let differ =
            |one: usize, two: usize| changing.iter().any(|&var| steps.all[one].value(var) != steps.all[two].value(var));
        let first = steps.marks(&problem.initial);
        let mut reached: Vec<usize> = all().filter(|&step| first[step] && held[step] && alive[step]).collect();
        // Runs to the goal may stay anywhere; long ones may not where that is told.
        let mut long = reached.clone();
        let mut missed = true;
        for _ in 0..*depth {
            missed &= reached.iter().all(|&step| !goal[step]);
            let after = |from: &[usize], moving: bool| -> Vec<usize> {
                let leads = |from: usize, to| next(from).contains(&to) && (!moving || differ(from, to));
                all().filter(|&to| alive[to] && from.iter().any(|&from| leads(from, to))).collect()
            };
            (reached, long) = (after(&reached, false), after(&long, *may_stay));
        }
        steps.inductive(problem, lemmas) && dead && missed && long.is_empty()
    }

    /// The clauses that exclude the steps from which no run reaches the goal.
    fn all_alive(problem: &DimSpec) -> Vec<Clause> {
        let steps = Steps::new(problem);
        let mut leads = steps.marks(&problem.goal);
        for _ in 0..steps.all.len() {
            leads = (0..leads.len()).map(|step| leads[step] || steps.next[step].iter().any(|&to| leads[to])).collect();
        }
        let dead = (0..leads.len()).filter(|&step| !leads[step]);
        dead.map(|step| steps.all[step].cube((0..problem.variables).map(Var::new)).negated()).collect()
    }

    /// On small random problems proofs with dead states are accepted exactly where the reference does, by both solvers, and only
    /// for safe problems.
    #[test]
    fn agrees_with_the_enumeration_of_steps() {
        let (mut accepted, mut refused, mut needed, mut lives) = (0, 0, 0, 0);
        for_all(400, with_seed(any_problem), |((problem, expected), seed)| {
            if problem.variables > 4 {
                return;
            }
            let mut random = Random::new(seed);
            let all_alive = all_alive(&problem);
            for round in 0..6 {
                let (depth, may_stay) = (1 + random.below(4), random.below(2) == 0);
                let mut alive: Vec<Clause> = all_alive.iter().filter(|_| random.below(12) >= round).cloned().collect();
                let mut any = |odds: usize| match random.below(odds) {
                    0 => vec![Clause::new((0..2).map(|_| random.lit(problem.variables)))],
                    _ => vec![],
                };
                let lemmas = any(4);
                if round == 5 {
                    alive.extend(any(1));
                }
                let exhausted = Exhausted { depth, alive, may_stay, lemmas };
                let proves = proves(&problem, &exhausted);
                assert!(!proves || expected == Expected::Safe, "round {round}");
                let certificate = Certificate::Exhausted(exhausted.clone());
                for solvers in [&VarisatFactory as &dyn SolverFactory, &CadicalFactory] {
                    let outcome = check_certificate(&problem, &certificate, solvers, &StopFlag::new());
                    assert_eq!(outcome.is_ok(), proves, "round {round}: {outcome:?} {exhausted:?} {problem:?}");
                    lives += usize::from(matches!(outcome, Err(CertificateFault::Lives { .. })));
                }
                accepted += usize::from(proves);
                refused += usize::from(!proves);
                let without = Certificate::Exhausted(Exhausted { alive: Vec::new(), ..exhausted });
                let outcome = check_certificate(&problem, &without, &CadicalFactory, &StopFlag::new());
                needed += usize::from(proves && outcome.is_err());
            }
        });
        assert!(
            accepted > 50 && refused > 50 && needed > 10 && lives > 50,
            "{accepted} accepted, {refused} refused, {needed} needed, {lives} live"
        );
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

    /// The formula that [`long_runs`] says, as it stands there, without that the goal is missed.
    fn plain_long_runs(problem: &DimSpec, depth: usize, may_stay: bool) -> Cnf {
        let n = problem.variables;
        let mut all = Cnf::new();
        let mut add = |cnf: &Cnf, step: usize| {
            cnf.iter().for_each(|clause| all.add(&clause.iter().map(|lit| lit.shifted(step * n)).collect::<Vec<_>>()))
        };
        add(&problem.initial, 0);
        (0..=depth).for_each(|step| add(&problem.universal, step));
        (0..depth).for_each(|step| add(&problem.transition, step));
        let mut free = (depth + 1) * n;
        for step in 0..if may_stay { depth } else { 0 } {
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
                // That the goal is missed is known where the formula is asked: here it contradicts itself, so that it is nowhere.
                let goalless = DimSpec { goal: [&clause(&[])].into_iter().collect(), ..problem.clone() };
                let pairs: [(&DimSpec, Write, Cnf); 3] = [
                    (&problem, runs_to_the_goal, plain_runs_to_the_goal(&problem, depth)),
                    (&goalless, |p, k, s, stop| long_runs(p, k, true, s, stop), plain_long_runs(&problem, depth, true)),
                    (
                        &goalless,
                        |p, k, s, stop| long_runs(p, k, false, s, stop),
                        plain_long_runs(&problem, depth, false),
                    ),
                ];
                for (index, (problem, write, reference)) in pairs.into_iter().enumerate() {
                    let mut written = Written::default();
                    write(problem, depth, &mut written, &StopFlag::new());
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
