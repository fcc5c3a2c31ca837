//! Any system, not only those that programs become: the answer is known by reaching all states, and what comes back from the
//! simplified system is that answer, with evidence that holds for the system as it was.

use super::systems::{any_system, reach, Kind, Reached, KINDS};
use super::*;
use crate::simplify::signals::Signals;
use bitreach_engine::EngineError;
use bitreach_formula::testing::{for_all, with_seed, Random};
use bitreach_formula::Cnf;
use bitreach_portfolio::{Member, Original, Portfolio};

/// The verdict of two members side by side on `simple`, checked on the system as it was.
fn portfolio(emitted: &Emitted, simple: &Emitted, back: Back) -> Result<Verdict, EngineError> {
    let members =
        vec![Member::new("ic3", || Box::new(Ic3::default())), Member::new("unroll", || Box::new(Unroll::default()))];
    let original =
        Original { problem: Arc::new(emitted.problem.clone()), back: Arc::new(move |verdict| back.verdict(verdict)) };
    let mut observer = Silent;
    let mut context = Context::new(Arc::new(CadicalFactory), &mut observer);
    context.budget.steps = Some(30);
    let mut portfolio = Portfolio::new(members, Arc::new(VarisatFactory)).on_behalf_of(Some(original));
    portfolio.decide(&Arc::new(simple.problem.clone()), &mut context).map(|(verdict, _)| verdict)
}

/// Whether values satisfy what a replacement of a variable says.
fn agrees(value: impl Fn(usize) -> bool, var: usize, replacement: Replacement) -> bool {
    match replacement {
        Replacement::Constant(constant) => value(var) == constant,
        Replacement::Bit(lit) => value(var) == (value(lit.var().index()) == lit.is_positive()),
    }
}

/// Fails unless what is replaced is the same in all reachable states and, of gates, in all reachable steps that have a
/// successor.
fn hold(emitted: &Emitted, expected: &Reached, merges: &Merges, what: &str) {
    let graph = &emitted.graph;
    let bits = |of: u128, count: usize| (0..count).map(move |bit| of >> bit & 1 == 1);
    assert!(graph.inputs <= 10, "{what}: too many inputs to try all");
    for &state in &expected.states {
        for (bit, replacement) in merges.states.iter().enumerate() {
            let Some(replacement) = *replacement else { continue };
            assert!(agrees(|bit| state >> bit & 1 == 1, bit, replacement), "{what}: {replacement:?} of {bit}");
        }
        for inputs in 0..1 << graph.inputs {
            let leaves: Vec<bool> = bits(state, graph.next.len()).chain(bits(inputs, graph.inputs)).collect();
            let (step, next) = graph.step(&leaves);
            let holds = |clause: &[Lit]| clause.iter().any(|lit| next[lit.var().index()] == lit.is_positive());
            if !graph.universal.iter().all(holds) {
                continue;
            }
            let nodes = graph.aig.simulate(&leaves);
            for (&gate, target) in &merges.gates {
                assert_eq!(nodes[gate], nodes[target.node()] != target.is_complemented(), "{what}: node {gate}");
            }
            let said: Cnf = merges.moves.iter().collect();
            assert!(step.falsified(&said).is_none(), "{what}: {:?}", step.falsified(&said));
        }
    }
}

/// One system; tells whether it was made smaller and whether bits were replaced.
fn comes_back(system: &TransitionSystem, expected: &Reached, what: &str) -> (bool, bool) {
    let emitted = emit(system, Goal::Error);
    let merges = merges(&emitted, &initial_values(system), &CadicalFactory, &StopFlag::new(), [GATES, STATES]);
    hold(&emitted, expected, &merges, what);
    let Some(Simplified { emitted: simple, back, .. }) = simplified(system, Goal::Error, &emitted) else {
        return (false, false);
    };
    let safe = Some(expected.depth.is_none());
    let found = decide(&mut Ic3::default(), &simple);
    assert_eq!(word(&found), safe, "{what}");
    let found = back.verdict(found).expect("what IC3 finds has a way back");
    check(&emitted, &found).unwrap_or_else(|fault| panic!("{what}: {fault}"));

    let found = decide(&mut Unroll::default(), &simple);
    assert!(word(&found).is_none() || word(&found) == safe, "{what}");
    if let Verdict::Unsafe(trace) = &found {
        assert_eq!(Some(trace.length()), expected.depth, "{what}: the unroller finds a shortest run");
        let found = back.verdict(found).expect("a run has a way back");
        check(&emitted, &found).unwrap_or_else(|fault| panic!("{what}: {fault}"));
    }
    let found = decide(&mut KInductive, &simple);
    assert!(word(&found).is_none() || word(&found) == safe, "{what}");
    let found = back.verdict(found).expect("an induction has a way back");
    if matches!(&found, Verdict::Safe(Certificate::KInduction(proof)) if proof.distinct.is_empty()) {
        check(&emitted, &found).unwrap_or_else(|fault| panic!("{what}: {fault}"));
    }

    let found = portfolio(&emitted, &simple, back).unwrap_or_else(|fault| panic!("{what}: {fault}"));
    assert_eq!(word(&found), safe, "{what}");
    check(&emitted, &found).unwrap_or_else(|fault| panic!("{what}: {fault}"));
    (true, merges.states.iter().any(Option::is_some))
}

#[test]
fn any_system_comes_back() {
    for kind in KINDS {
        let (mut smaller, mut merged, mut safe, mut deep) = (0, 0, 0, 0);
        for_all(
            120,
            |random| any_system(random, kind),
            |system| {
                let expected = reach(&system);
                let (is_smaller, is_merged) = comes_back(&system, &expected, &format!("{kind:?}"));
                smaller += usize::from(is_smaller);
                merged += usize::from(is_merged);
                safe += usize::from(expected.depth.is_none());
                deep += usize::from(expected.depth.is_some_and(|depth| depth > 1));
            },
        );
        assert!(smaller > 40 && merged > 15, "{kind:?}: only {smaller} got smaller, {merged} by replacements");
        match kind {
            Kind::NothingHolds | Kind::NoFirstState | Kind::GoalFalse => assert_eq!(safe, 120, "{kind:?}"),
            Kind::GoalTrue => assert_eq!(safe, 0),
            _ => assert!(safe > 15 && deep > 1, "{kind:?}: {safe} are safe, {deep} have longer runs"),
        }
    }
}

/// How often engines were wrong about systems with a wrong merge, and how often what came back was rejected or the answer all the same.
#[derive(Default)]
struct Tally {
    wrong_answers: usize,
    rejected: usize,
    held: usize,
}

impl Tally {
    /// Searches the simplified system of a pair with each engine and with all. What comes back, in each form, is the answer or is
    /// rejected; what is accepted is looked at.
    fn search(
        &mut self,
        (emitted, simple): (&Emitted, &Emitted),
        back: Back,
        safe: Option<bool>,
        forms: impl Fn(Verdict) -> Vec<Verdict>,
        accepted: impl Fn(&Verdict),
    ) {
        for engine in [&mut Ic3::default() as &mut dyn Engine, &mut Unroll::default(), &mut KInductive] {
            let found = decide(engine, simple);
            self.wrong_answers += usize::from(word(&found).is_some() && word(&found) != safe);
            for found in back.verdict(found).into_iter().flat_map(&forms) {
                if check(emitted, &found).is_err() {
                    self.rejected += 1;
                    continue;
                }
                assert!(word(&found).is_none() || word(&found) == safe);
                accepted(&found);
                self.held += usize::from(word(&found).is_some());
            }
        }
        match portfolio(emitted, simple, back) {
            Ok(found) => assert!(word(&found).is_none() || word(&found) == safe),
            Err(_) => self.rejected += 1,
        }
    }
}

fn plain_or_related(random: &mut Random) -> TransitionSystem {
    let kind = *random.pick(&[Kind::Plain, Kind::Related]);
    any_system(random, kind)
}

/// What the engines find with a merge that is wrong: either it is the answer anyway, or it is rejected.
#[test]
fn a_wrong_merge_is_rejected() {
    let mut tally = Tally::default();
    for_all(400, with_seed(plain_or_related), |(system, seed)| {
        let mut random = Random::new(seed);
        let expected = reach(&system);
        let emitted = emit(&system, Goal::Error);
        let initial = initial_values(&system);
        let mut merges = Merges { states: vec![None; initial.len()], ..Merges::default() };
        let (bit, other) = (random.below(initial.len()), random.below(initial.len()));
        let replacement = match random.below(3) {
            0 if bit != other => Replacement::Bit(Var::new(other).positive()),
            1 if bit != other => Replacement::Bit(Var::new(other).negative()),
            number => Replacement::Constant(number == 2),
        };
        if expected.states.iter().all(|&state| agrees(|bit| state >> bit & 1 == 1, bit, replacement)) {
            return;
        }
        merges.states[bit] = Some(replacement);
        let Some(Simplified { emitted: simple, back, .. }) =
            replaced(&system, Goal::Error, &emitted, initial, &merges, &StopFlag::new())
        else {
            return;
        };
        let safe = Some(expected.depth.is_none());
        // An invariant comes back with what the merge says, which some reachable state violates.
        let accepted = |found: &Verdict| {
            assert!(!matches!(found, Verdict::Safe(Certificate::Invariant(_))));
        };
        tally.search((&emitted, &simple), back, safe, |found| vec![found], accepted);
    });
    let Tally { wrong_answers, rejected, held } = tally;
    assert!(wrong_answers > 50 && rejected > 200 && held > 200, "{wrong_answers} {rejected} {held}");
}

/// A gate that can be replaced, by an earlier node that it is not the same as in some reachable step; with the clauses that say it is.
fn wrong_gate(emitted: &Emitted, initial: &[Option<bool>], expected: &Reached, random: &mut Random) -> Option<Merges> {
    let graph = &emitted.graph;
    let signals = Signals::of_gates(graph, initial);
    let members = signals.members();
    let gates: Vec<usize> = members
        .iter()
        .copied()
        .filter(|&node| matches!(graph.aig.node(node), Node::And(..)) && signals.can_be_replaced(node))
        .collect();
    let gate = *gates.get(random.below(gates.len().max(1)))?;
    let earlier = members.iter().position(|&node| node == gate)?;
    let (first, opposite) = (members[random.below(earlier)], random.below(2) == 0);
    let bits = |of: u128, count: usize| (0..count).map(move |bit| of >> bit & 1 == 1);
    let right = expected.states.iter().all(|&state| {
        (0..1 << graph.inputs).all(|inputs| {
            let leaves: Vec<bool> = bits(state, graph.next.len()).chain(bits(inputs, graph.inputs)).collect();
            let nodes = graph.aig.simulate(&leaves);
            nodes[gate] == (nodes[first] != opposite)
        })
    });
    let mut merges = Merges { states: vec![None; initial.len()], ..Merges::default() };
    merges.gates.insert(gate, graph.aig.edge(first).complemented(opposite));
    merges.moves = signals.same(gate, first, opposite);
    (!right).then_some(merges)
}

/// What the engines find with a gate that is replaced by a wrong one: it is the answer anyway, or it is rejected, whether what comes back
/// says that it was replaced, or hides it, and also once it is trimmed.
#[test]
fn a_wrong_merge_of_gates_is_rejected() {
    let mut tally = Tally::default();
    let any = |random: &mut Random| {
        let kind = *random.pick(&[Kind::Plain, Kind::Related, Kind::Restricted]);
        any_system(random, kind)
    };
    for_all(400, with_seed(any), |(system, seed)| {
        let mut random = Random::new(seed);
        let expected = reach(&system);
        let emitted = emit(&system, Goal::Error);
        let initial = initial_values(&system);
        let Some(mut merges) = wrong_gate(&emitted, &initial, &expected, &mut random) else { return };
        if seed % 4 == 0 {
            merges.moves.clear();
        }
        let Some(Simplified { emitted: simple, back, .. }) =
            replaced(&system, Goal::Error, &emitted, initial, &merges, &StopFlag::new())
        else {
            return;
        };
        let safe = Some(expected.depth.is_none());
        let forms = |found: Verdict| {
            let kept = trimmed(&emitted.problem, found.clone(), &CadicalFactory, &StopFlag::new());
            vec![found, kept]
        };
        tally.search((&emitted, &simple), back, safe, forms, |_| {});
    });
    let Tally { wrong_answers, rejected, held } = tally;
    assert!(wrong_answers > 20 && rejected > 50 && held > 50, "{wrong_answers} {rejected} {held}");
}

/// Where finding gates, or anything, takes longer than is allowed, bits of states, or nothing, are replaced; what is found comes back
/// all the same.
#[test]
fn limits_of_effort_lose_nothing() {
    let mut states = 0;
    for_all(100, plain_or_related, |system| {
        let expected = reach(&system);
        let emitted = emit(&system, Goal::Error);
        let initial = initial_values(&system);
        let alone = of_states(&emitted.graph, &emitted.problem, &initial, &CadicalFactory, &StopFlag::new());
        for (allowed, what) in [
            ([Duration::ZERO, STATES], "no gates"),
            ([Duration::from_millis(60), STATES], "few questions"),
            ([Duration::ZERO, Duration::ZERO], "nothing"),
        ] {
            let merges = merges(&emitted, &initial, &CadicalFactory, &StopFlag::new(), allowed);
            hold(&emitted, &expected, &merges, what);
            if allowed[0].is_zero() {
                assert!(merges.gates.is_empty() && merges.moves.is_empty());
                let found = if allowed[1].is_zero() { vec![None; initial.len()] } else { alone.states.clone() };
                assert_eq!(merges.states, found, "{what}");
            }
            states += usize::from(merges.states.iter().any(Option::is_some));
            let simple = replaced(&system, Goal::Error, &emitted, initial.clone(), &merges, &StopFlag::new());
            let Some(Simplified { emitted: simple, back, .. }) = simple else { continue };
            let found = back.verdict(decide(&mut Ic3::default(), &simple)).expect("what IC3 finds has a way back");
            assert_eq!(word(&found), Some(expected.depth.is_none()), "{what}");
            check(&emitted, &found).unwrap_or_else(|fault| panic!("{what}: {fault}"));
        }
    });
    assert!(states > 50, "{states}");
}
