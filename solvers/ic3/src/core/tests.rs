use super::*;
use bitreach_formula::testing::Random;
use bitreach_formula::Cnf;
use bitreach_sat::conformance;

#[test]
fn conforms() {
    conformance::check_all(&CoreFactory::default());
}

#[test]
fn conforms_while_it_checks_itself() {
    conformance::check_all(&CoreFactory { check_learnt: true });
}

fn random_clause(random: &mut Random, variables: usize) -> Vec<Lit> {
    (0..1 + random.below(3)).map(|_| random.lit(variables)).collect()
}

fn satisfiable(clauses: &[Vec<Lit>], variables: usize) -> bool {
    (0..1u32 << variables).any(|bits| {
        let holds = |lit: &Lit| (bits >> lit.var().index() & 1 == 1) == lit.is_positive();
        clauses.iter().all(|clause| clause.iter().any(holds))
    })
}

/// Gates over the variables below them, and a few clauses that make a kernel.
fn random_base(random: &mut Random, variables: usize) -> Cnf {
    let mut cnf = Cnf::new();
    for gate in 4..variables {
        if random.chance(70) {
            let (a, b, out) = (random.lit(gate), random.lit(gate), Var::new(gate).positive());
            for clause in [[!out, a, a], [!out, b, b], [out, !a, !b]] {
                cnf.add(&clause);
            }
        }
    }
    for _ in 0..random.below(3) {
        cnf.add(&random_clause(random, variables));
    }
    cnf
}

/// Queries within their domain answer as the formula does, with temporary clauses, guarded clauses and cores.
#[test]
fn domains_and_temporary_clauses_change_no_answer() {
    const N: usize = 10;
    let (mut sat, mut unsat, mut partial, mut given_up) = (0, 0, 0, 0);
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let base = random_base(&mut random, N);
        let mut core = Core::checking();
        let mut clauses: Vec<Vec<Lit>> = base.iter().map(<[Lit]>::to_vec).collect();
        core.require(Var::new(N - 1));
        base.iter().for_each(|clause| core.add(clause));
        core.restrict(Rc::new(Dependencies::new(&base, N)), N);
        let guard = Var::new(N).positive();
        let mut fresh = N + 1;
        for _ in 0..30 {
            if random.chance(15) {
                let clause = random_clause(&mut random, N);
                let guarded: Vec<Lit> = clause.iter().copied().chain([!guard]).collect();
                core.add(&guarded);
                clauses.push(guarded);
            }
            let temporary = random.chance(60).then(|| random_clause(&mut random, N));
            let mut assumptions: Vec<Lit> = (0..random.below(4)).map(|_| random.lit(N)).collect();
            assumptions.extend(random.chance(50).then_some(guard));
            let active = Var::new(fresh).positive();
            let query = temporary.as_deref().map(|clause| (active, clause));
            let fully = random.chance(30);
            core.limit_conflicts(random.chance(20).then_some(1));
            let answer =
                if fully { core.solve_fully(query, &assumptions) } else { core.solve_in_domain(query, &assumptions) }
                    .unwrap_or_else(|Unfounded(clause)| panic!("seed {seed}: {clause:?} does not follow"));
            if answer == Answer::Stopped {
                // Later queries answer as if this one had not been asked.
                assert!(core.gave_up(), "seed {seed}: nobody stopped it");
                given_up += 1;
                fresh += usize::from(core.is_refuted(active));
                continue;
            }
            let mut all = clauses.clone();
            all.extend(temporary);
            let holds = |all: &[Vec<Lit>], units: &[Lit]| {
                let units = units.iter().map(|&lit| vec![lit]);
                satisfiable(&all.iter().cloned().chain(units).collect::<Vec<_>>(), N + 1)
            };
            assert_eq!(answer == Answer::Sat, holds(&all, &assumptions), "seed {seed}");
            if answer == Answer::Sat {
                sat += 1;
                let values: Vec<Lit> = (0..N)
                    .flat_map(|var| [Var::new(var).positive(), Var::new(var).negative()])
                    .filter(|&lit| core.is_true(lit))
                    .collect();
                partial += usize::from(values.len() < N);
                assert!(!fully || values.len() == N);
                assumptions.extend(values);
                assert!(holds(&all, &assumptions), "seed {seed}: the values cannot be extended");
            } else {
                unsat += 1;
                let failed: Vec<Lit> = assumptions.iter().copied().filter(|&lit| core.failed(lit)).collect();
                assert!(!holds(&all, &failed), "seed {seed}: the core does not suffice");
            }
            if core.is_refuted(active) {
                fresh += 1;
            }
        }
    }
    assert!(sat > 1000 && unsat > 1000 && partial > 300 && given_up > 50, "{sat} {unsat} {partial} {given_up}");
}

/// What a core with a damaged conflict analysis answers on random queries, of which some have a temporary clause.
#[derive(Default, Debug)]
struct Damaged {
    /// Answers that the reference gives too.
    right: usize,
    /// `Unsat`, where there is a model.
    wrong: usize,
    /// Queries that ended because the core found its own clause not to follow.
    caught: usize,
}

fn with_damage(new: fn() -> Core, damage: fn(&mut Vec<Lit>)) -> Damaged {
    const N: usize = 9;
    let mut count = Damaged::default();
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let mut core = new();
        core.damage = Some(damage);
        core.set_stop(StopFlag::new().within(std::time::Duration::from_secs(5)));
        let clauses: Vec<Vec<Lit>> = (0..4 * N).map(|_| (0..3).map(|_| random.lit(N)).collect()).collect();
        clauses.iter().for_each(|clause| core.add(clause));
        for active in N..N + 10 {
            let temporary: Vec<Lit> = (0..3).map(|_| random.lit(N)).collect();
            let assumptions: Vec<Lit> = (0..random.below(3)).map(|_| random.lit(N)).collect();
            let query = random.chance(50).then(|| (Var::new(active).positive(), &temporary[..]));
            let all = clauses.iter().cloned().chain(query.map(|_| temporary.clone()));
            let all: Vec<Vec<Lit>> = all.chain(assumptions.iter().map(|&lit| vec![lit])).collect();
            match core.solve_fully(query, &assumptions) {
                // From here on the core is of no use.
                Err(_) => {
                    count.caught += 1;
                    break;
                }
                Ok(Answer::Unsat) if satisfiable(&all, N) => count.wrong += 1,
                Ok(_) => count.right += 1,
            }
        }
    }
    count
}

/// Two faults of conflict analysis: without the check they give wrong answers, with it never.
#[test]
fn a_broken_analysis_is_caught() {
    let loses_a_literal = |clause: &mut Vec<Lit>| clause.truncate(1.max(clause.len() - 1));
    let gets_a_sign_wrong = |clause: &mut Vec<Lit>| clause.last_mut().into_iter().for_each(|lit| *lit = !*lit);
    for damage in [loses_a_literal, gets_a_sign_wrong as fn(&mut Vec<Lit>)] {
        let unchecked = with_damage(Core::new, damage);
        assert!(unchecked.wrong > 50 && unchecked.caught == 0, "{unchecked:?}");
        let checked = with_damage(Core::checking, damage);
        assert!(checked.wrong == 0 && checked.caught > 100 && checked.right > 100, "{checked:?}");
    }
    let sound = with_damage(Core::checking, |_| {});
    assert!(sound.wrong == 0 && sound.caught == 0, "{sound:?}");
}

/// The error names the clause.
#[test]
fn a_broken_analysis_ends_in_an_error() {
    let mut core = Core::checking();
    core.damage = Some(|clause| clause[0] = !clause[0]);
    let lits = |numbers: &[i32]| numbers.iter().filter_map(|&lit| Lit::from_dimacs(lit)).collect::<Vec<_>>();
    [&[1, 2, 3][..], &[1, 2, -3]].iter().for_each(|clause| core.add(&lits(clause)));
    let error = IncrementalSolver::solve(&mut core, &lits(&[-1, -2])).expect_err("the clause has a wrong sign");
    assert_eq!(
        error.to_string(),
        "bitreach-ic3-core: the clause [-2 1] was derived and does not follow by unit propagation"
    );
}

/// Pigeons need conflicts, restarts and deletion of clauses.
#[test]
fn pigeons_do_not_fit() {
    let (pigeons, holes) = (8, 7);
    let at = |pigeon: usize, hole: usize| Var::new(pigeon * holes + hole);
    let mut core = Core::checking();
    core.learnt_limit = 50;
    for pigeon in 0..pigeons {
        core.add(&(0..holes).map(|hole| at(pigeon, hole).positive()).collect::<Vec<_>>());
        for other in 0..pigeon {
            (0..holes).for_each(|hole| core.add(&[at(pigeon, hole).negative(), at(other, hole).negative()]));
        }
    }
    core.limit_conflicts(Some(20));
    for _ in 0..3 {
        assert_eq!(core.solve_fully(None, &[]), Ok(Answer::Stopped));
        assert!(core.gave_up());
    }
    core.limit_conflicts(None);
    assert_eq!(core.solve_fully(None, &[]), Ok(Answer::Unsat));
    assert!(!core.gave_up());
    assert!(core.checker.is_some_and(|checker| checker.confirmed > 1000));
}

#[test]
fn garbage_is_collected_without_harm() {
    let mut core = Core::checking();
    let lit = |index: usize| Var::new(index).positive();
    (0..200).for_each(|index| core.add(&[!lit(index), lit(index + 1)]));
    let active = lit(1000);
    for _ in 0..3000 {
        let clause: Vec<Lit> = (0..50).map(lit).collect();
        assert_eq!(core.solve_fully(Some((active, &clause)), &[!lit(200)]), Ok(Answer::Unsat));
        assert!(!core.is_refuted(active));
    }
    assert_eq!(core.solve_fully(None, &[lit(0)]), Ok(Answer::Sat));
    assert!(core.arena.len() < 1_000_000);
}

#[test]
fn gates_leave_no_kernel_and_loops_do() {
    let lits = |numbers: &[i32]| numbers.iter().filter_map(|&lit| Lit::from_dimacs(lit)).collect::<Vec<_>>();
    let mut gates = Cnf::new();
    for clause in [&[-3, 1][..], &[-3, 2], &[3, -1, -2], &[-4, 3, 1], &[-4, -3, -1], &[4, -3, 1], &[4, 3, -1]] {
        gates.add(&lits(clause));
    }
    assert_eq!(Dependencies::new(&gates, 4).kernel(), 0);
    let mut all = Cnf::new();
    for signs in 0..8 {
        all.add(
            &(0..3)
                .map(|var| Var::new(var).lit(bitreach_formula::Polarity::of_value(signs >> var & 1 == 1)))
                .collect::<Vec<_>>(),
        );
    }
    assert_eq!(Dependencies::new(&all, 3).kernel(), 3);
}
