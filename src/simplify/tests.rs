//! Random programs: what is found on the simplified system holds on the system as it was, for every engine.

mod arbitrary;
mod systems;

use super::*;
use crate::dimspec::emit;
use crate::program::testing::{any_program, program_of};
use crate::ts::{large_block, predicates, small_block};
use bitreach_dimspec::DimSpec;
use bitreach_engine::check::{check_verdict, Checked};
use bitreach_engine::{Certificate, Context, Engine, Exhausted, KInduction, Silent, Verdict};
use bitreach_formula::testing::for_all;
use bitreach_formula::{Clause, Var};
use bitreach_ic3::Ic3;
use bitreach_sat::{CadicalFactory, VarisatFactory};
use bitreach_unroll::{KInductive, Unroll};

fn decide(engine: &mut dyn Engine, emitted: &Emitted) -> Verdict {
    let mut observer = Silent;
    let mut context = Context::new(Arc::new(CadicalFactory), &mut observer);
    context.budget.steps = Some(30);
    engine.run(&emitted.problem, &mut context).expect("engines do not fail")
}

fn simplified(system: &TransitionSystem, goal: Goal, emitted: &Emitted) -> Option<Simplified> {
    simplify(system, goal, emitted, &CadicalFactory, &StopFlag::new())
}

fn check(emitted: &Emitted, verdict: &Verdict) -> Result<Checked, String> {
    check_verdict(&emitted.problem, verdict, &VarisatFactory, &StopFlag::new()).map_err(|fault| fault.to_string())
}

fn word(verdict: &Verdict) -> Option<bool> {
    match verdict {
        Verdict::Safe(_) => Some(true),
        Verdict::Unsafe(_) => Some(false),
        Verdict::Unknown(..) => None,
    }
}

/// Whether each bit of the simplified problem is, by name, kind and place, one of the problem as it was: engines look at that.
fn symbols_stay(emitted: &Emitted, simple: &Emitted) -> bool {
    let bits = |of: &Emitted| {
        let count = of.graph.next.len() + of.graph.inputs;
        let table = of.problem.symbols.table[..count].iter();
        table.map(|symbol| (symbol.name.clone(), symbol.bit, symbol.kind)).collect::<Vec<_>>()
    };
    let before = bits(emitted);
    bits(simple).iter().all(|bit| before.contains(bit))
}

/// All clauses of an invariant.
fn clauses(verdict: &Verdict) -> Vec<&Clause> {
    match verdict {
        Verdict::Safe(Certificate::Invariant(clauses)) => clauses.iter().collect(),
        _ => Vec::new(),
    }
}

/// How many programs became smaller, and how many k-inductions came back.
fn random_programs(encode: fn(&crate::program::Program) -> crate::ts::Encoding, mined: bool) -> (usize, usize) {
    let (mut smaller, mut inductions, mut trimmed_away) = (0, 0, 0);
    for_all(150, any_program, |program| {
        let mut encoding = encode(&program);
        if mined {
            predicates::mine(&mut encoding.system);
        }
        for goal in [Goal::Error, Goal::ErrorOrUnmodelled] {
            let emitted = emit(&encoding.system, goal);
            let Some(Simplified { emitted: simple, back, .. }) = simplified(&encoding.system, goal, &emitted) else {
                continue;
            };
            smaller += 1;
            assert_eq!(simple.graph.next.len() + simple.graph.inputs, back.kept());
            assert!(symbols_stay(&emitted, &simple));
            let expected = decide(&mut Ic3::default(), &emitted);
            let found = decide(&mut Ic3::default(), &simple);
            assert_eq!(word(&found), word(&expected));
            let found = back.verdict(found).expect("what IC3 finds has a way back");
            check(&emitted, &found).unwrap_or_else(|fault| panic!("{fault}"));
            let kept = trimmed(&emitted.problem, found.clone(), &CadicalFactory, &StopFlag::new());
            check(&emitted, &kept).unwrap_or_else(|fault| panic!("trimmed: {fault}"));
            let (before, after) = (clauses(&found), clauses(&kept));
            assert!(after.iter().all(|clause| before.contains(clause)), "nothing is added");
            trimmed_away += before.len() - after.len();
            for engine in [&mut Unroll::default() as &mut dyn Engine, &mut KInductive] {
                let found = decide(engine, &simple);
                if word(&found).is_some() {
                    assert_eq!(word(&found), word(&expected));
                }
                let found = back.verdict(found).expect("what bounded engines find has a way back");
                // Neither a proof that steps stay where they are nor one that they differ need hold of all bits; a run always does.
                let about_states = match &found {
                    Verdict::Safe(Certificate::KInduction(proof)) => !proof.distinct.is_empty(),
                    Verdict::Safe(Certificate::Exhausted(exhausted)) => exhausted.may_stay,
                    _ => false,
                };
                let checked = check(&emitted, &found);
                assert!(about_states || checked.is_ok(), "{checked:?}");
                inductions +=
                    usize::from(matches!((found, checked), (Verdict::Safe(Certificate::KInduction(_)), Ok(_))));
            }
        }
    });
    assert!(trimmed_away > 500, "{trimmed_away}");
    (smaller, inductions)
}

#[test]
fn small_blocks_come_back() {
    let (smaller, inductions) = random_programs(small_block::encode, false);
    assert!(smaller > 50 && inductions > 5, "{smaller} {inductions}");
}

#[test]
fn large_blocks_come_back() {
    let (smaller, inductions) = random_programs(large_block::encode, true);
    assert!(smaller > 50 && inductions > 5, "{smaller} {inductions}");
}

/// What holds only together is kept, what has nothing to do with the goal is not; a proof that does not hold stays as it is.
#[test]
fn trimming_keeps_what_a_proof_needs() {
    let clause = |numbers: &[i32]| Clause::new(numbers.iter().filter_map(|&number| Lit::from_dimacs(number)));
    // State 1 is next what state 2 is, unless state 5 is 0; states 2 and 3 become each other; states 4 and 5 stay. All are 0 at first, the
    // goal is state 1.
    let mut problem = DimSpec { variables: 5, ..DimSpec::default() };
    (1..=5).for_each(|number| problem.initial.add(&clause(&[-number])));
    problem.goal.add(&clause(&[1]));
    for numbers in [&[-6, 2][..], &[-6, 5], &[6, -2, -5]] {
        problem.transition.add(&clause(numbers));
    }
    for numbers in [[-7, 3], [7, -3], [-8, 2], [8, -2], [-9, 4], [9, -4], [-10, 5], [10, -5]] {
        problem.transition.add(&clause(&numbers));
    }
    let keep = |clauses: &[&[i32]], stop: &StopFlag| {
        let invariant = clauses.iter().map(|numbers| clause(numbers)).collect();
        let kept = trimmed(&problem, Verdict::Safe(Certificate::Invariant(invariant)), &CadicalFactory, stop);
        let holds = check_verdict(&problem, &kept, &VarisatFactory, &StopFlag::new()).is_ok();
        let Verdict::Safe(Certificate::Invariant(kept)) = kept else { panic!("{kept:?}") };
        (kept, holds)
    };
    let going = StopFlag::new();
    // States 2 and 3 hold each other.
    let (kept, holds) = keep(&[&[-1], &[-2], &[-3], &[-4]], &going);
    assert!(holds);
    assert_eq!(kept, [clause(&[-1]), clause(&[-2]), clause(&[-3])]);
    // State 5 alone is enough as well: one of the two reasons is kept.
    let (kept, holds) = keep(&[&[-1], &[-2], &[-3], &[-4], &[-5]], &going);
    assert!(holds && kept.len() < 4 && !kept.contains(&clause(&[-4])), "{kept:?}");
    let (kept, holds) = keep(&[&[-1], &[-2], &[-4]], &going);
    assert!(!holds && kept.len() == 3, "it does not hold, so it is left for the check to refuse: {kept:?}");
    let stopped = StopFlag::new();
    stopped.raise();
    let (kept, holds) = keep(&[&[-1], &[-2], &[-3], &[-4]], &stopped);
    assert!(holds && kept.len() == 4, "{kept:?}");
}

/// Others may prove something about gates of the simpler problem, which need not be gates of the problem as it was.
#[test]
fn proofs_about_gates_have_no_way_back() {
    let (mut bits, mut gates) = (0, 0);
    for_all(50, program_of(6), |program| {
        let encoding = large_block::encode(&program);
        let emitted = emit(&encoding.system, Goal::Error);
        let Some(Simplified { emitted: simple, back, .. }) = simplified(&encoding.system, Goal::Error, &emitted) else {
            return;
        };
        for var in (0..simple.problem.variables).map(Var::new) {
            let clauses = || vec![Clause::new([var.positive()])];
            let comes_back = [
                Certificate::Invariant(clauses()),
                Certificate::KInduction(KInduction { k: 1, lemmas: clauses(), ..KInduction::default() }),
                Certificate::Exhausted(Exhausted { depth: 1, alive: clauses(), ..Exhausted::default() }),
                Certificate::Exhausted(Exhausted { depth: 1, lemmas: clauses(), ..Exhausted::default() }),
            ]
            .map(|certificate| back.verdict(Verdict::Safe(certificate)).is_some());
            let is_bit = var.index() < back.kept();
            assert!(comes_back == [true; 4] || !is_bit && comes_back == [false; 4], "{var:?}: {comes_back:?}");
            *if comes_back[0] { &mut bits } else { &mut gates } += 1;
        }
    });
    assert!(bits > 100 && gates > 100, "{bits} {gates}");
}

/// What is wrong in a replacement is found by the check on the system as it was.
#[test]
fn a_wrong_replacement_is_rejected() {
    let mut rejected = 0;
    for_all(100, program_of(6), |program| {
        let encoding = large_block::encode(&program);
        let emitted = emit(&encoding.system, Goal::Error);
        let Some(Simplified { emitted: simple, mut back, .. }) = simplified(&encoding.system, Goal::Error, &emitted)
        else {
            return;
        };
        let Verdict::Safe(Certificate::Invariant(clauses)) = decide(&mut Ic3::default(), &simple) else { return };
        let said = &mut back.equalities;
        let Some(index) = said.iter().position(|clause| clause.len() <= 2) else { return };
        // One that says the opposite: of two literals, both at once.
        let opposite: Vec<Clause> = said[index].iter().map(|&lit| Clause::new([!lit])).collect();
        said.splice(index..=index, opposite);
        let verdict = back.verdict(Verdict::Safe(Certificate::Invariant(clauses))).expect("it has a way back");
        assert!(check(&emitted, &verdict).is_err());
        rejected += 1;
    });
    assert!(rejected > 2, "{rejected}");
}
