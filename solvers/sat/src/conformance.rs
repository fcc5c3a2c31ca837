//! The test suite that every back end passes (after RustSAT's `solvertests`), to be called from its own tests:
//! `check_all` with its factory. A back end that does not conform panics with the case that shows it.
//!
//! The random case compares whole traces of calls with a reference that tries all assignments.

use crate::{Answer, IncrementalSolver, SolverFactory};
use bitreach_formula::testing::{for_all, lits, Random};
use bitreach_formula::{Lit, Polarity, Var};
use bitreach_limits::StopFlag;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Runs every case.
///
/// # Panics
/// If the back end does not conform.
pub fn check_all(factory: &dyn SolverFactory) {
    no_clauses(factory);
    empty_clause(factory);
    odd_clauses(factory);
    incremental_use(factory);
    failed_assumptions(factory);
    odd_assumptions(factory);
    random_traces(factory, 400);
    pigeons(factory);
    stop_before_a_query(factory);
    stop_within_a_query(factory);
}

/// Builds a shared library with the IPASIR interface in the folder, from the static library of Debian's package
/// `libcadical-dev`, which `make setup` installs.
///
/// # Panics
/// If it cannot be linked.
pub fn library_of_debians_cadical(folder: &Path) -> PathBuf {
    let library = folder.join("libipasircadical.so");
    let built = Command::new("c++")
        .args(["-shared", "-Wl,--whole-archive", "-l:libcadical.a", "-Wl,--no-whole-archive", "-o"])
        .arg(&library)
        .status()
        .expect("there is a C++ compiler");
    assert!(built.success(), "libcadical.a cannot be linked; is Debian's libcadical-dev installed?");
    library
}

fn solver_with(factory: &dyn SolverFactory, clauses: &[&[i32]]) -> Box<dyn IncrementalSolver> {
    let mut solver = factory.create();
    clauses.iter().for_each(|clause| solver.add_clause(&lits(clause)));
    solver
}

/// The answer to a query that nobody stops.
fn ask(solver: &mut dyn IncrementalSolver, assumptions: &[i32]) -> Answer {
    solver.solve(&lits(assumptions)).expect("the back end works")
}

/// Without clauses every query is satisfiable and gives the assumptions back; a variable never met is false.
fn no_clauses(factory: &dyn SolverFactory) {
    let mut solver = solver_with(factory, &[]);
    assert_eq!(ask(&mut *solver, &[]), Answer::Sat);
    assert_eq!(ask(&mut *solver, &[3, -5]), Answer::Sat);
    assert!(lits(&[3, -5]).into_iter().all(|lit| solver.value(lit)));
    for number in [7, 4000] {
        let stranger = lits(&[number])[0];
        assert!(!solver.value(stranger) && solver.value(!stranger));
    }
}

/// The empty clause makes every query unsatisfiable, with no assumption to blame.
fn empty_clause(factory: &dyn SolverFactory) {
    let mut solver = solver_with(factory, &[&[1, 2], &[]]);
    assert_eq!(ask(&mut *solver, &[]), Answer::Unsat);
    assert_eq!(ask(&mut *solver, &[1]), Answer::Unsat);
    assert!(!solver.failed(lits(&[1])[0]));
    solver.add_clause(&lits(&[3]));
    assert_eq!(ask(&mut *solver, &[-2]), Answer::Unsat);
}

/// Duplicate literals, tautologies and repeated clauses change nothing.
fn odd_clauses(factory: &dyn SolverFactory) {
    let mut solver = solver_with(factory, &[&[1, 1], &[2, -2], &[2, -2, 3], &[1], &[-3, -3, -1], &[-1, -3]]);
    assert_eq!(ask(&mut *solver, &[]), Answer::Sat);
    assert!(lits(&[1, -3]).into_iter().all(|lit| solver.value(lit)));
    assert_eq!(ask(&mut *solver, &[3]), Answer::Unsat);
    assert_eq!(ask(&mut *solver, &[2]), Answer::Sat);
    assert_eq!(ask(&mut *solver, &[-2]), Answer::Sat);
}

/// Clauses go in between queries, assumptions hold for one query alone, and asking again gives the same answer.
fn incremental_use(factory: &dyn SolverFactory) {
    let mut solver = solver_with(factory, &[&[1, 2], &[-1, 3]]);
    for _ in 0..3 {
        assert_eq!(ask(&mut *solver, &[-2, -3]), Answer::Unsat);
        assert_eq!(ask(&mut *solver, &[-2]), Answer::Sat);
        assert!(lits(&[1, -2, 3]).into_iter().all(|lit| solver.value(lit)));
        assert_eq!(ask(&mut *solver, &[]), Answer::Sat);
    }
    solver.add_clause(&lits(&[-3]));
    assert_eq!(ask(&mut *solver, &[]), Answer::Sat);
    assert!(lits(&[-1, 2, -3]).into_iter().all(|lit| solver.value(lit)));
    solver.add_clause(&lits(&[-2, 4]));
    assert_eq!(ask(&mut *solver, &[-4]), Answer::Unsat);
    assert_eq!(ask(&mut *solver, &[4]), Answer::Sat);
    solver.add_clause(&lits(&[-4]));
    assert_eq!(ask(&mut *solver, &[]), Answer::Unsat);
    assert_eq!(ask(&mut *solver, &[1]), Answer::Unsat);
}

/// The core names assumptions as they were passed, and leaves out those that play no part.
fn failed_assumptions(factory: &dyn SolverFactory) {
    let mut solver = solver_with(factory, &[&[-1, 2], &[-2, 3], &[4, 5]]);
    assert_eq!(ask(&mut *solver, &[4, 1, 6, -3]), Answer::Unsat);
    let core: Vec<Lit> = lits(&[4, 1, 6, -3]).into_iter().filter(|&lit| solver.failed(lit)).collect();
    assert_eq!(core, lits(&[1, -3]));
}

/// An assumption passed twice, and two that contradict each other.
fn odd_assumptions(factory: &dyn SolverFactory) {
    let mut solver = solver_with(factory, &[&[1, 2]]);
    assert_eq!(ask(&mut *solver, &[-1, -1]), Answer::Sat);
    assert_eq!(ask(&mut *solver, &[3, 1, -1]), Answer::Unsat);
    assert!(lits(&[1, -1]).into_iter().all(|lit| solver.failed(lit)));
    assert_eq!(ask(&mut *solver, &[-1, -2, -1]), Answer::Unsat);
    assert!(lits(&[-1, -2]).into_iter().all(|lit| solver.failed(lit)));
    assert_eq!(ask(&mut *solver, &[1]), Answer::Sat);
}

/// The reference: clauses as bit masks over at most ten variables, decided by trying all assignments.
struct Reference {
    variables: usize,
    /// Variables that occur positively, and negatively.
    clauses: Vec<(usize, usize)>,
}

impl Reference {
    fn add(&mut self, clause: &[Lit]) {
        let mask = |polarity| {
            clause.iter().filter(|lit| lit.polarity() == polarity).fold(0, |mask, lit| mask | 1 << lit.var().index())
        };
        self.clauses.push((mask(Polarity::Positive), mask(Polarity::Negative)));
    }

    fn holds(&self, assignment: usize) -> bool {
        self.clauses.iter().all(|&(positive, negative)| assignment & positive | !assignment & negative != 0)
    }

    fn satisfiable(&self, assumptions: &[Lit]) -> bool {
        (0..1 << self.variables).any(|assignment: usize| {
            let assumed = assumptions.iter().all(|lit| (assignment >> lit.var().index() & 1 == 1) == lit.is_positive());
            assumed && self.holds(assignment)
        })
    }
}

/// Calls of a solver over the first few variables: each round adds clauses and asks a query under assumptions.
#[derive(Debug)]
struct Trace {
    variables: usize,
    rounds: Vec<(Vec<Vec<Lit>>, Vec<Lit>)>,
}

fn any_trace(random: &mut Random) -> Trace {
    let variables = 1 + random.below(10);
    let round = |random: &mut Random| {
        let clause = |random: &mut Random| (0..1 + random.below(4)).map(|_| random.lit(variables)).collect();
        let clauses = (0..random.below(2 + variables)).map(|_| clause(random)).collect();
        (clauses, (0..random.below(variables + 1)).map(|_| random.lit(variables)).collect())
    };
    Trace { variables, rounds: (0..3 + random.below(12)).map(|_| round(random)).collect() }
}

/// Random traces of calls, compared with the reference call by call.
///
/// # Panics
/// If the back end does not conform; the message holds a trace that is short.
pub fn random_traces(factory: &dyn SolverFactory, cases: u32) {
    for_all(cases, any_trace, |trace| check_trace(factory, &trace));
}

/// One of them, the same for the same seed.
///
/// # Panics
/// If the back end does not conform.
pub fn random_trace(factory: &dyn SolverFactory, seed: u64) {
    check_trace(factory, &any_trace(&mut Random::new(seed)));
}

fn check_trace(factory: &dyn SolverFactory, trace: &Trace) {
    let mut reference = Reference { variables: trace.variables, clauses: Vec::new() };
    let mut solver = factory.create();
    for (clauses, assumptions) in &trace.rounds {
        for clause in clauses {
            reference.add(clause);
            solver.add_clause(clause);
        }
        check_query(&mut *solver, &reference, assumptions);
    }
}

fn check_query(solver: &mut dyn IncrementalSolver, reference: &Reference, assumptions: &[Lit]) {
    let answer = solver.solve(assumptions).unwrap_or_else(|error| panic!("{error}"));
    if reference.satisfiable(assumptions) {
        assert_eq!(answer, Answer::Sat, "assumptions {assumptions:?}");
        let model = (0..reference.variables)
            .filter(|&var| solver.value(Var::new(var).positive()))
            .fold(0, |m, var| m | 1 << var);
        assert!(reference.holds(model), "not a model");
        assert!(assumptions.iter().all(|&lit| solver.value(lit)), "the model misses an assumption");
        assert!((0..reference.variables).all(|var| {
            let lit = Var::new(var).positive();
            solver.value(lit) != solver.value(!lit)
        }));
    } else {
        assert_eq!(answer, Answer::Unsat, "assumptions {assumptions:?}");
        let core: Vec<Lit> = assumptions.iter().copied().filter(|&lit| solver.failed(lit)).collect();
        assert!(!reference.satisfiable(&core), "the core {core:?} of {assumptions:?} does not suffice");
    }
}

/// The variable that says that a pigeon sits in a hole.
fn sits(pigeon: usize, hole: usize, holes: usize) -> Lit {
    Var::new(pigeon * holes + hole).positive()
}

/// `pigeons` pigeons in `holes` holes, at most one in each: unsatisfiable if there are more pigeons than holes.
fn pigeon_hole(factory: &dyn SolverFactory, pigeons: usize, holes: usize) -> Box<dyn IncrementalSolver> {
    let mut solver = factory.create();
    for pigeon in 0..pigeons {
        solver.add_clause(&(0..holes).map(|hole| sits(pigeon, hole, holes)).collect::<Vec<_>>());
        for other in 0..pigeon {
            (0..holes).for_each(|hole| solver.add_clause(&[!sits(pigeon, hole, holes), !sits(other, hole, holes)]));
        }
    }
    solver
}

fn pigeons(factory: &dyn SolverFactory) {
    assert_eq!(ask(&mut *pigeon_hole(factory, 7, 6), &[]), Answer::Unsat);
    let mut solver = pigeon_hole(factory, 6, 6);
    assert_eq!(ask(&mut *solver, &[]), Answer::Sat);
    for pigeon in 0..6 {
        assert!((0..6).any(|hole| solver.value(sits(pigeon, hole, 6))));
    }
    // Two pigeons in one hole by assumption: both are to blame.
    let doubled = [sits(2, 3, 6), sits(4, 3, 6)];
    assert_eq!(solver.solve(&doubled).ok(), Some(Answer::Unsat));
    assert!(doubled.iter().all(|&lit| solver.failed(lit)));
}

/// A raised flag stops a query before it starts; with another flag the solver goes on, and assumptions of the stopped
/// query are forgotten.
fn stop_before_a_query(factory: &dyn SolverFactory) {
    let mut solver = solver_with(factory, &[&[1, 2]]);
    let stop = StopFlag::new();
    solver.set_stop(stop.child());
    assert_eq!(ask(&mut *solver, &[-1]), Answer::Sat);
    stop.raise();
    assert_eq!(ask(&mut *solver, &[-1, -2]), Answer::Stopped);
    solver.add_clause(&lits(&[3]));
    assert_eq!(ask(&mut *solver, &[]), Answer::Stopped);
    solver.set_stop(StopFlag::new());
    assert_eq!(ask(&mut *solver, &[1, 2]), Answer::Sat);
    assert!(lits(&[1, 2, 3]).into_iter().all(|lit| solver.value(lit)));
    assert_eq!(ask(&mut *solver, &[-3]), Answer::Unsat);
}

/// A flag raised from another thread ends a query that would otherwise last for hours, and the solver can be used after.
fn stop_within_a_query(factory: &dyn SolverFactory) {
    let mut solver = pigeon_hole(factory, 13, 12);
    let stop = StopFlag::new();
    solver.set_stop(stop.clone());
    let raiser = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        stop.raise();
        Instant::now()
    });
    assert_eq!(ask(&mut *solver, &[]), Answer::Stopped);
    let ended = Instant::now();
    let raised = raiser.join().expect("the raiser ends");
    assert!(ended.duration_since(raised) < Duration::from_secs(5), "stopping took too long");
    solver.set_stop(StopFlag::new());
    let doubled = [sits(2, 3, 12), sits(4, 3, 12)];
    assert_eq!(solver.solve(&doubled).ok(), Some(Answer::Unsat));
    assert!(doubled.iter().all(|&lit| solver.failed(lit)));
}
