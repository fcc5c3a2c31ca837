//! Any system, not only those that programs become: the answer is known by reaching all states, and what comes back from the
//! simplified system is that answer, with evidence that holds for the system as it was.

use super::systems::{any_system, reach, Kind, Reached, KINDS};
use super::*;
use bitreach_engine::EngineError;
use bitreach_formula::testing::{for_all, with_seed, Random};
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

/// Fails unless what is replaced is the same in all reachable states.
fn hold(expected: &Reached, merges: &Merges, what: &str) {
    for &state in &expected.states {
        for (bit, replacement) in merges.iter().enumerate() {
            let Some(replacement) = *replacement else { continue };
            assert!(agrees(|bit| state >> bit & 1 == 1, bit, replacement), "{what}: {replacement:?} of {bit}");
        }
    }
}

/// What can be replaced, within this effort.
fn merges(emitted: &Emitted, initial: &[Option<bool>], effort: Duration) -> Merges {
    of_states(&emitted.graph, &emitted.problem, initial, &CadicalFactory, &bounded(&StopFlag::new(), effort))
}

/// One system; tells whether it was made smaller and whether bits were replaced.
fn comes_back(system: &TransitionSystem, expected: &Reached, what: &str) -> (bool, bool) {
    let emitted = emit(system, Goal::Error);
    let merges = merges(&emitted, &initial_values(system), STATES);
    hold(expected, &merges, what);
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
    (true, merges.iter().any(Option::is_some))
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
    /// Searches the simplified system of a pair with each engine and with all. What comes back is the answer or is rejected, trimmed or
    /// not; what is accepted is looked at.
    fn search(
        &mut self,
        (emitted, simple): (&Emitted, &Emitted),
        back: Back,
        safe: Option<bool>,
        accepted: impl Fn(&Verdict),
    ) {
        for engine in [&mut Ic3::default() as &mut dyn Engine, &mut Unroll::default(), &mut KInductive] {
            let found = decide(engine, simple);
            self.wrong_answers += usize::from(word(&found).is_some() && word(&found) != safe);
            let Some(found) = back.verdict(found) else { continue };
            let shorter = trimmed(&emitted.problem, found.clone(), &CadicalFactory, &StopFlag::new());
            assert!(check(emitted, &shorter).is_err() || word(&shorter).is_none() || word(&shorter) == safe);
            if check(emitted, &found).is_err() {
                self.rejected += 1;
                continue;
            }
            assert!(word(&found).is_none() || word(&found) == safe);
            accepted(&found);
            self.held += usize::from(word(&found).is_some());
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
        let mut merges: Merges = vec![None; initial.len()];
        let (bit, other) = (random.below(initial.len()), random.below(initial.len()));
        let replacement = match random.below(3) {
            0 if bit != other => Replacement::Bit(Var::new(other).positive()),
            1 if bit != other => Replacement::Bit(Var::new(other).negative()),
            number => Replacement::Constant(number == 2),
        };
        if expected.states.iter().all(|&state| agrees(|bit| state >> bit & 1 == 1, bit, replacement)) {
            return;
        }
        merges[bit] = Some(replacement);
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
        tally.search((&emitted, &simple), back, safe, accepted);
    });
    let Tally { wrong_answers, rejected, held } = tally;
    assert!(wrong_answers > 50 && rejected > 200 && held > 200, "{wrong_answers} {rejected} {held}");
}

/// Where finding equal bits takes longer than is allowed, nothing is replaced; what is found comes back all the same.
#[test]
fn limits_of_effort_lose_nothing() {
    let mut merged = [0, 0];
    for_all(100, plain_or_related, |system| {
        let expected = reach(&system);
        let emitted = emit(&system, Goal::Error);
        let initial = initial_values(&system);
        for (effort, what) in [(Duration::from_millis(60), "few questions"), (Duration::ZERO, "nothing")] {
            let merges = merges(&emitted, &initial, effort);
            hold(&expected, &merges, what);
            merged[usize::from(effort.is_zero())] += usize::from(merges.iter().any(Option::is_some));
            let simple = replaced(&system, Goal::Error, &emitted, initial.clone(), &merges, &StopFlag::new());
            let Some(Simplified { emitted: simple, back, .. }) = simple else { continue };
            let found = back.verdict(decide(&mut Ic3::default(), &simple)).expect("what IC3 finds has a way back");
            assert_eq!(word(&found), Some(expected.depth.is_none()), "{what}");
            check(&emitted, &found).unwrap_or_else(|fault| panic!("{what}: {fault}"));
        }
    });
    assert!(merged[0] > 10 && merged[1] == 0, "{merged:?}");
}
