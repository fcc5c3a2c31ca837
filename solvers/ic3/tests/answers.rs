//! The engine against problems whose answer is known, with every technique switched off in turn; all evidence is checked.

mod common;

use bitreach_dimspec::{DimSpec, Symbol, SymbolKind};
use bitreach_engine::check::{check_certificate, check_trace};
use bitreach_engine::testing::{any_problem, counter, Expected, Figures};
use bitreach_engine::{Board, Certificate, Context, Engine, Reason, Silent, Verdict};
use bitreach_formula::testing::{for_all, with_seed, Random};
use bitreach_formula::{Clause, Lit, Var};
use bitreach_ic3::{Ic3, Lifting, Location, Options, TABLE};
use bitreach_limits::StopFlag;
use bitreach_sat::{CadicalFactory, VarisatFactory};
use std::sync::Arc;
use std::time::Duration;

/// Decides the problem and checks the evidence.
fn decide(problem: &DimSpec, options: &Options, what: &str) -> (Expected, Figures) {
    let mut figures = Figures::default();
    let mut context = Context::new(Arc::new(CadicalFactory), &mut figures);
    let verdict = Ic3 { options: options.clone() }.run(problem, &mut context);
    let answer = match verdict.unwrap_or_else(|error| panic!("{what}: {error}")) {
        Verdict::Safe(certificate) => {
            check_certificate(problem, &certificate, &VarisatFactory, &StopFlag::new())
                .unwrap_or_else(|fault| panic!("{what}: {fault}"));
            Expected::Safe
        }
        Verdict::Unsafe(trace) => {
            check_trace(problem, &trace).unwrap_or_else(|fault| panic!("{what}: {fault}"));
            Expected::Unsafe { depth: trace.length() }
        }
        Verdict::Unknown(reason, _) => panic!("{what}: {reason}"),
    };
    (answer, figures)
}

fn assert_answer(problem: &DimSpec, expected: Expected, options: &Options, what: &str) {
    let (found, _) = decide(problem, options, what);
    match (expected, found) {
        (Expected::Safe, Expected::Safe) => {}
        (Expected::Unsafe { depth }, Expected::Unsafe { depth: found }) if found >= depth => {}
        _ => panic!("{what}: {expected:?} expected, {found:?} found"),
    }
}

#[test]
fn random_problems_with_default_options() {
    for_all(400, any_problem, |(problem, expected)| {
        assert_answer(&problem, expected, &Options::default(), "a random problem");
    });
}

/// One search for goals that get narrower answers as a search of its own does for each of them: every run is one to the goal
/// as it is then, the proof is about the goal as it is in the end, and that one has no run.
#[test]
fn goals_that_get_narrower() {
    let (mut several, mut frames) = (0, 0);
    for (options, core) in [(Options::default(), 2), (Options { ctg: true, ..Options::default() }, 0)] {
        let options = Options { core, ..options };
        for_all(300, with_seed(any_problem), |((mut problem, _), seed)| {
            let given = problem.clone();
            let (state, mut runs, mut random) = (problem.state_variables(), 0, Random::new(seed));
            let (mut silent, what) = (Figures::default(), "a random problem");
            let mut context = Context::new(Arc::new(CadicalFactory), &mut silent);
            let narrow = &mut |trace: &bitreach_engine::Trace| {
                check_trace(&problem, trace).unwrap_or_else(|fault| panic!("{what}, run {runs}: {fault}"));
                runs += 1;
                // Not the state that this run ends in, or not any with some bits of it.
                let end = trace.steps.last().expect("a run has a step").cube(state.iter().copied());
                let kept = end.iter().filter(|_| random.below(4) > 0).map(|&lit| !lit);
                let clause: Vec<Lit> = kept.chain([!end[0]]).collect();
                problem.goal.add(&clause);
                Some(Clause::new(clause))
            };
            let verdict = Ic3 { options: options.clone() }.run_narrowing(&given, &mut context, narrow);
            let Ok(Verdict::Safe(certificate)) = verdict else { panic!("{what}: {verdict:?}") };
            check_certificate(&problem, &certificate, &VarisatFactory, &StopFlag::new())
                .unwrap_or_else(|fault| panic!("{what}: {fault}"));
            assert_eq!(bitreach_engine::testing::brute_force(&problem), Expected::Safe, "{what}");
            several += usize::from(runs > 1);
            frames += usize::from(runs > 0);
        });
    }
    assert!(several > 100 && frames > 200, "{several}, {frames}");
}

#[test]
fn goals_that_do_not_get_narrower_are_refused() {
    let problem = counter(3);
    let mut silent = Silent;
    let mut context = Context::new(Arc::new(CadicalFactory), &mut silent);
    let first = problem.state_variables()[0];
    let verdict = Ic3::default().run_narrowing(&problem, &mut context, &mut |_| Some(Clause::new([first.positive()])));
    assert!(verdict.is_err(), "{verdict:?}");
}

#[test]
fn random_problems_with_each_technique_at_its_extremes() {
    let mut all = Vec::new();
    for row in TABLE {
        for value in [row.least, row.greatest, 1] {
            if value != row.default && (row.least..=row.greatest).contains(&value) {
                let mut options = Options::default();
                options.set(row.name, value).expect("in range");
                all.push((options, format!("{} = {value}", row.name)));
            }
        }
    }
    for_all(80, any_problem, |(problem, expected)| {
        all.iter().for_each(|(options, what)| assert_answer(&problem, expected, options, what));
    });
}

/// A search that begins again all the time comes to the same answers.
#[test]
fn restarts_change_no_answer() {
    let options = Options { restarts: 2, ..Options::default() };
    let (mut restarts, mut restarted) = (0.0, 0);
    for_all(200, any_problem, |(problem, expected)| {
        assert_answer(&problem, expected, &options, "a random problem");
        let (_, figures) = decide(&problem, &options, "a random problem");
        restarts += figures.get("restarts");
        restarted += usize::from(figures.get("restarts") > 0.0);
    });
    assert!(restarted >= 20, "{restarts} restarts in {restarted} of 200 searches");
}

#[test]
fn everything_off() {
    let mut options = Options::default();
    TABLE.iter().for_each(|row| options.set(row.name, row.least).expect("in range"));
    for_all(200, any_problem, |(problem, expected)| {
        assert_answer(&problem, expected, &options, "a random problem");
    });
}

/// Problems that claim to be functional and are not, or hide their inputs: the answers must not change.
#[test]
fn a_lie_about_functionality_changes_no_answer() {
    let (mut lies, mut misled) = (0, 0.0);
    for_all(400, with_seed(any_problem), |((mut problem, expected), seed)| {
        match seed % 3 {
            // Relations and clauses called functional, all that is not state an input.
            0 if problem.symbols.functional => return,
            0 => problem.symbols.functional = true,
            // Inputs not named as such.
            1 => {
                problem.symbols.functional = true;
                problem.symbols.table.retain(|symbol| symbol.kind != SymbolKind::Input);
            }
            // Gates named as inputs, so that cores blame them and not the state.
            _ => {
                problem.symbols.functional = true;
                problem.symbols.table.iter_mut().for_each(|symbol| symbol.kind = SymbolKind::Input);
            }
        }
        lies += 1;
        let what = "a random problem";
        assert_answer(&problem, expected, &Options::default(), what);
        let (_, figures) = decide(&problem, &Options::default(), what);
        misled += figures.get("spurious_chains");
    });
    assert!(lies >= 250 && misled >= 1.0, "{lies} lies, {misled} of them misled the engine");
}

/// Problems that call variables predicates that are none: gates, inputs, whatever there is. The answers must not change.
#[test]
fn a_lie_about_predicates_changes_no_answer() {
    let mut lies = 0;
    for_all(400, with_seed(any_problem), |((mut problem, expected), seed)| {
        problem.symbols.functional |= seed % 2 == 0;
        let states = problem.state_variables();
        problem.symbols.table.retain(|symbol| states.contains(&symbol.var));
        for var in (0..problem.variables).map(Var::new).filter(|var| !states.contains(var)) {
            if (seed as usize % 3 + var.index()) % 3 != 0 {
                let name = format!("p{var}");
                problem.symbols.table.push(Symbol { var, kind: SymbolKind::Predicate, bit: 0, name });
                lies += 1;
            }
        }
        problem.symbols.table.sort_by_key(|symbol| symbol.var);
        for core in [0, 2] {
            let options = Options { core, check_learnt: true, ..Options::default() };
            assert_answer(&problem, expected, &options, &format!("core {core}"));
        }
    });
    assert!(lies >= 300, "{lies} lies");
}

/// Problems that name clauses as likely which do not hold, or speak of gates and inputs: the answers must not change, and
/// neither may the certificate rest on them.
#[test]
fn wrong_candidates_are_never_believed() {
    let (mut named, mut believed) = (0, 0.0);
    for_all(300, with_seed(any_problem), |((mut problem, expected), seed)| {
        let mut random = Random::new(seed);
        // Many are tried in rounds.
        for _ in 0..if seed % 16 == 0 { 1000 } else { 6 } {
            let size = 1 + random.below(3);
            let lits = (0..size).map(|_| Lit::from_code(random.below(2 * problem.variables)));
            problem.symbols.candidates.push(Clause::new(lits));
            named += 1;
        }
        // What excludes the goal would be a proof if it were believed.
        problem.symbols.candidates.extend(problem.goal.iter().flatten().map(|&lit| Clause::new([!lit])));
        for (core, guess_conflicts) in [(0, 1000), (2, 0), (2, 1)] {
            let options = Options { core, guess_conflicts, check_learnt: true, seeding: false, ..Options::default() };
            let what = format!("core {core}, {guess_conflicts} conflicts");
            assert_answer(&problem, expected, &options, &what);
            let (_, figures) = decide(&problem, &options, &what);
            believed += figures.get("seeds");
        }
    });
    assert!(named >= 1500 && believed >= 50.0, "{named} candidates, {believed} proved");
}

/// Problems that call any variable a location bit: the answers must not change.
#[test]
fn locations_that_are_none_change_no_answer() {
    for_all(200, with_seed(any_problem), |((mut problem, expected), seed)| {
        for symbol in &mut problem.symbols.table {
            if (seed as usize % 3 + symbol.var.index()) % 3 == 0 {
                symbol.kind = SymbolKind::Location;
            }
        }
        for location in [Location::Last, Location::Kept] {
            let options = Options { location, ..Options::default() };
            assert_answer(&problem, expected, &options, &format!("{location:?}"));
        }
    });
}

/// Two words of 32 bits that stay equal: with a literal that says so, the proof has a handful of lemmas.
#[test]
fn a_predicate_says_in_one_literal_what_bits_need_many_for() {
    let lemmas = |problem: &DimSpec| {
        let (found, figures) = decide(problem, &Options::default(), "lockstep");
        assert_eq!(found, Expected::Safe);
        figures.get("lemmas")
    };
    let (with, without) = (lemmas(&common::lockstep(32, true)), lemmas(&common::lockstep(32, false)));
    assert!(with <= 10.0 && without >= 3.0 * with, "{with} lemmas with the predicate, {without} without");
}

/// What simulated runs show, words that are equal in the loop, is proved before the search begins.
#[test]
fn seeds_are_what_simulation_suggests_and_induction_proves() {
    let seeds = |seeding: bool| {
        let options = Options { seeding, ..Options::default() };
        let (found, figures) = decide(&common::lockstep(32, true), &options, "lockstep");
        assert_eq!(found, Expected::Safe);
        figures.get("seeds")
    };
    assert!(seeds(true) >= 1.0);
    assert_eq!(seeds(false), 0.0);
}

#[test]
fn both_lifting_modes_on_programs() {
    let programs = [
        ("parity", common::parity(16, 2), true),
        ("odd step", common::parity(16, 3), false),
        ("bounded", common::bounded(6, 20, 22), true),
        ("not bounded", common::bounded(6, 20, 20), false),
        ("lockstep", common::lockstep(3, false), true),
        ("two phases", common::two_phases(8, 7), true),
        ("constant sum", common::constant_sum(4, 11), true),
        ("gcd", common::gcd(4), true),
        ("machine", common::machine(6, 40, 4, 32), true),
    ];
    for (name, problem, safe) in &programs {
        for lifting in [Lifting::Core, Lifting::Implicant] {
            let options = Options { lifting, ..Options::default() };
            let (found, _) = decide(problem, &options, name);
            assert_eq!(found == Expected::Safe, *safe, "{name} {lifting:?}");
        }
    }
}

#[test]
fn empty_sections() {
    let empty = DimSpec::default();
    let (found, _) = decide(&empty, &Options::default(), "no variables");
    assert_eq!(found, Expected::Unsafe { depth: 0 });

    let mut no_goal = DimSpec::default();
    no_goal.goal.add(&[]);
    assert_eq!(decide(&no_goal, &Options::default(), "no goal").0, Expected::Safe);

    let mut no_start = DimSpec { variables: 1, ..DimSpec::default() };
    no_start.initial.add(&[]);
    assert_eq!(decide(&no_start, &Options::default(), "no start").0, Expected::Safe);

    let mut no_step = counter(2);
    no_step.transition.add(&[]);
    assert_eq!(decide(&no_step, &Options::default(), "no step").0, Expected::Safe);
}

#[test]
fn counters_take_as_long_as_they_count() {
    for bits in 1..=5 {
        let expected = Expected::Unsafe { depth: (1 << bits) - 1 };
        assert_answer(&counter(bits), expected, &Options::default(), &format!("{bits} bits"));
    }
}

#[test]
fn a_budget_ends_in_unknown() {
    let problem = counter(24);
    let mut silent = Silent;
    let mut context = Context::new(Arc::new(CadicalFactory), &mut silent);
    context.budget.deadline = Some(std::time::Instant::now() + Duration::from_millis(300));
    match Ic3::default().run(&problem, &mut context) {
        Ok(Verdict::Unknown(Reason::Timeout, progress)) => assert!(progress.frame.is_some_and(|frame| frame >= 1)),
        other => panic!("{other:?}"),
    }
    let mut context = Context::new(Arc::new(CadicalFactory), &mut silent);
    context.stop.raise();
    match Ic3::default().run(&problem, &mut context) {
        Ok(Verdict::Unknown(Reason::Interrupted, _)) => {}
        other => panic!("{other:?}"),
    }
}

/// What stands on the board is an inductive invariant at any time, whoever put it there; and who reads it answers as
/// before.
#[test]
fn lemmas_on_the_board_are_an_invariant_and_serve_others() {
    let (mut published, mut read) = (0, 0);
    for_all(300, any_problem, |(problem, expected)| {
        let board = Board::new();
        let mut no_goal = problem.clone();
        no_goal.goal.add(&[]);
        for options in [Options { ctg: true, ..Options::default() }, Options::default()] {
            let mut figures = Figures::default();
            let mut context = Context::new(Arc::new(CadicalFactory), &mut figures);
            context.board = board.clone();
            let verdict = Ic3 { options }.run(&problem, &mut context).expect("the engine works");
            match (&verdict, expected) {
                (Verdict::Safe(certificate), Expected::Safe) => {
                    let checked = check_certificate(&problem, certificate, &VarisatFactory, &StopFlag::new());
                    assert!(checked.is_ok(), "{checked:?}");
                }
                (Verdict::Unsafe(trace), Expected::Unsafe { depth }) => {
                    assert_eq!(check_trace(&problem, trace), Ok(()));
                    assert!(board.depth().is_none_or(|refuted| refuted < depth));
                }
                _ => panic!("{verdict:?}, but {expected:?}"),
            }
            let lemmas = Certificate::Invariant(board.new_lemmas(&mut 0));
            let checked = check_certificate(&no_goal, &lemmas, &VarisatFactory, &StopFlag::new());
            assert!(checked.is_ok(), "{checked:?}");
            read += figures.get("shared_lemmas") as usize;
        }
        published += board.lemmas();
    });
    assert!(published >= 5 && read >= 5, "{published} {read}");
}
