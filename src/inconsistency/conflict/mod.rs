//! Conflict-directed coverage, for functions without loops.
//!
//! After Schwartz-Narbonne, Schäf, Jovanović, Rümmer, Wies: *Conflict-directed graph coverage* (NFM 2015). One SAT solver
//! looks for paths in the control-flow graph, another decides whether a single path is feasible, and never reasons about
//! several paths at once; why a path is not feasible, a minimal set of its edges, is a clause for the first.
//!
//! | here | there |
//! |---|---|
//! | [`decide`] | `Cover` (algorithm 1); `FindMaxElement` is [`Graph::minimal`] |
//! | [`Search::feasible_path`] | `FeasiblePath` (algorithm 2) |
//! | [`ways`] | `FindPath`, with clauses instead of a theory of control flow |
//! | [`formula`], [`Search::check`] | `CheckSat`: the path formula |
//! | [`Search::minimal`] | `UnsatCore`, by deletion as there, from the solver's own core on |
//! | [`Checker`] | not there: what is proved is proved again by another solver |
//!
//! What is learnt is kept from one location to the next: that a set of edges cannot be passed together does not depend on the
//! location that is looked for.

mod formula;
#[cfg(test)]
mod tests;
mod ways;

use crate::inconsistency::abstraction;
use crate::inconsistency::coverage::{Coverage, Status};
use crate::inconsistency::graph::Graph;
use crate::inconsistency::query::{Passed, QueryError};
use crate::program::{BlockId, Exit, Instruction, Operation, Program};
use crate::read::function::Body;
use crate::solve::{self, Answer, IncrementalSolver, Limits, SatName};
use crate::ts::{Place, Run, RunStep};
use crate::verdict::replay::{self, Visited};
use bitreach_engine::EngineError;
use bitreach_formula::Lit;
use formula::{guard, Formula};
use ways::{Net, Way, Ways};

/// Whether this is a way to analyse a program: it has neither loops nor memory.
pub fn applies(program: &Program) -> bool {
    let reads_memory = |instruction: &Instruction| {
        matches!(instruction, Instruction::Define { operation: Operation::Load(..), .. } | Instruction::Store(_))
    };
    !abstraction::has_loops(program) && !program.blocks.iter().any(|block| block.instructions.iter().any(reads_memory))
}

/// How many branches a function has on its way to the return: what its number of paths grows with.
pub fn branches(program: &Program) -> usize {
    Net::new(program).out_of.iter().filter(|out| out.len() > 1).count()
}

/// So many conflicts are learnt for one location before the others have their turn. In the experiments of the paper no function
/// needed more than ten.
const FEW: usize = 10;

/// Covers what can be covered, and proves that the rest cannot. The program must be one to which this [applies].
///
/// A solver that sees all paths at once is better at finding a path where much is computed along it, and worse at saying that
/// there is none. So it has a short time first, and a longer one for what few conflicts do not decide.
///
/// # Errors
/// If a solver fails, or what it says does not hold.
pub fn decide(coverage: &mut Coverage, body: &Body, graph: &Graph, limits: &Limits) -> Result<(), QueryError> {
    coverage.gave_up = None;
    coverage.short_paths(body, graph, 1, &limits.shortly(limits.left() / 8), &mut |_, _| {})?;
    if !coverage.is_open() {
        return Ok(());
    }
    let net = Net::new(&body.program);
    let formula = Formula::new(&body.program, &net);
    let mut search = Search::new(&body.program, &net, &formula, limits);
    search.round(coverage, body, graph, FEW)?;
    if coverage.is_open() && coverage.gave_up.is_none() {
        coverage.short_paths(body, graph, 1, &limits.shortly(limits.left() / 4), &mut |_, _| {})?;
    }
    while coverage.is_open() && coverage.gave_up.is_none() {
        search.round(coverage, body, graph, usize::MAX)?;
    }
    coverage.queries += search.asked;
    Ok(())
}

/// An answer about one location.
enum Found {
    /// This path is feasible.
    Path(Passed),
    /// No feasible path passes it.
    None,
    /// Not found out with so many conflicts.
    Postponed,
    /// A solver was stopped.
    Stopped,
}

/// An answer about one path.
enum Feasibility {
    /// An execution goes along it.
    Path(Passed),
    /// No execution goes along any path that has these edges.
    Core(Vec<usize>),
    /// The solver was stopped.
    Stopped,
}

/// What the search for feasible paths needs and has learnt.
struct Search<'a> {
    program: &'a Program,
    net: &'a Net,
    formula: &'a Formula,
    limits: &'a Limits,
    ways: Ways<'a>,
    solver: Box<dyn IncrementalSolver>,
    checker: Option<Checker>,
    /// How many questions have been asked.
    asked: usize,
}

impl<'a> Search<'a> {
    fn new(program: &'a Program, net: &'a Net, formula: &'a Formula, limits: &'a Limits) -> Search<'a> {
        let mut solver = solve::solver(SatName::Cadical, limits);
        formula.cnf.iter().for_each(|clause| solver.add_clause(clause));
        let ways = Ways::new(net, solve::solver(SatName::Cadical, limits));
        Search { program, net, formula, limits, ways, solver, checker: None, asked: 0 }
    }

    /// Decides each of a few open locations that imply all, if at most so many conflicts suffice for it.
    fn round(&mut self, coverage: &mut Coverage, body: &Body, graph: &Graph, most: usize) -> Result<(), QueryError> {
        for location in graph.minimal(&coverage.open()) {
            if coverage.status[location] != Status::Open {
                continue;
            }
            match self.feasible_path(body.locations[location].block.0, most)? {
                Found::Path(passed) => coverage.pass(body, &passed.blocks),
                Found::None => coverage.exclude(graph, &[location]),
                Found::Postponed => {}
                Found::Stopped => {
                    coverage.gave_up = Some(solve::exhausted(self.limits));
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// A feasible path through a block, if there is one and at most so many others have to be excluded before.
    fn feasible_path(&mut self, block: usize, most: usize) -> Result<Found, QueryError> {
        for _ in 0..=most {
            self.asked += 1;
            let path = match self.ways.through(block)? {
                Way::Path(path) => path,
                Way::None(used) => return self.proved(block, &used),
                Way::Stopped => return Ok(Found::Stopped),
            };
            match self.check(&path)? {
                Feasibility::Path(passed) if !passed.blocks[block] => {
                    return Err(QueryError::Replay("it does not pass what it should".into()));
                }
                Feasibility::Path(passed) => return Ok(Found::Path(passed)),
                Feasibility::Core(core) => self.ways.learn(core),
                Feasibility::Stopped => return Ok(Found::Stopped),
            }
        }
        Ok(Found::Postponed)
    }

    /// Whether an execution goes along a path.
    fn check(&mut self, path: &[usize]) -> Result<Feasibility, QueryError> {
        let edges: Vec<usize> = path.iter().copied().filter(|&edge| self.formula.speaks[edge]).collect();
        match self.ask(&edges)? {
            Answer::Sat => self.execution(path).map(Feasibility::Path),
            Answer::Unsat => {
                let core = self.core(&edges);
                Ok(self.minimal(core)?.map_or(Feasibility::Stopped, Feasibility::Core))
            }
            Answer::Stopped => Ok(Feasibility::Stopped),
        }
    }

    /// Whether the edges contradict each other. The others are assumed not to be taken: guards stand in clauses with one sign
    /// only, so that excludes nothing, but else the solver may choose to satisfy what they say, too.
    fn ask(&mut self, edges: &[usize]) -> Result<Answer, EngineError> {
        self.asked += 1;
        let mut taken = vec![false; self.net.edges.len()];
        edges.iter().for_each(|&edge| taken[edge] = true);
        let others =
            (0..taken.len()).filter(|&edge| self.formula.speaks[edge] && !taken[edge]).map(|edge| !guard(edge));
        let assumptions: Vec<Lit> = edges.iter().map(|&edge| guard(edge)).chain(others).collect();
        Ok(self.solver.solve(&assumptions)?)
    }

    /// After `Unsat`: which of the edges suffice.
    fn core(&self, edges: &[usize]) -> Vec<usize> {
        edges.iter().copied().filter(|&edge| self.solver.failed(guard(edge))).collect()
    }

    /// Some of these edges, which contradict each other, so that no smaller part of them does. `None` if time is up.
    fn minimal(&mut self, mut core: Vec<usize>) -> Result<Option<Vec<usize>>, EngineError> {
        let mut needed = 0;
        while needed < core.len() {
            let mut rest = core.clone();
            rest.remove(needed);
            match self.ask(&rest)? {
                // What was needed for more is needed for less, so it stays in front.
                Answer::Unsat => core = self.core(&rest),
                Answer::Sat => needed += 1,
                Answer::Stopped => return Ok(None),
            }
        }
        Ok(Some(core))
    }

    /// After `Sat`: what the program does on the inputs of the model, as the interpreter runs it; it must go along the path.
    fn execution(&self, path: &[usize]) -> Result<Passed, QueryError> {
        let step = RunStep { place: Place::Block(BlockId(0)), inputs: self.formula.inputs(&*self.solver) };
        let is_location = (0..self.program.blocks.len()).map(|block| block == 0).collect();
        let run = Run { steps: vec![step], is_location };
        let Visited { blocks, reads, exit } = replay::visited(self.program, &run).map_err(QueryError::Replay)?;
        let is_astray = path.iter().any(|&edge| !blocks[self.net.edges[edge].1]);
        if is_astray || exit != Exit::Ok {
            return Err(QueryError::Replay("it does not go along the path".into()));
        }
        Ok(Passed { blocks, reads, exit: Some(exit) })
    }

    /// Has the other solver prove again that no feasible path passes the block.
    fn proved(&mut self, block: usize, used: &[usize]) -> Result<Found, QueryError> {
        let (formula, ways, limits) = (self.formula, &self.ways, self.limits);
        let checker = self.checker.get_or_insert_with(|| Checker::new(formula, ways, limits));
        for &index in used {
            self.asked += 1;
            if !checker.core(self.net, index, &ways.learnt[index].1)? {
                return Ok(Found::Stopped);
            }
        }
        self.asked += 1;
        Ok(if checker.no_way(block)? { Found::None } else { Found::Stopped })
    }
}

/// Proves again, on another solver than the search's, what findings rest on: the cores that were used, and that they leave no
/// path. Each answer is whether there was time for it.
struct Checker {
    formula: Box<dyn IncrementalSolver>,
    ways: Box<dyn IncrementalSolver>,
    /// For each core, by number, whether it has been proved.
    proved: Vec<bool>,
}

impl Checker {
    fn new(formula: &Formula, ways: &Ways, limits: &Limits) -> Checker {
        let with = |cnf: &bitreach_formula::Cnf| {
            let mut solver = solve::solver(SatName::Cadical.checker(), limits);
            cnf.iter().for_each(|clause| solver.add_clause(clause));
            solver
        };
        Checker { formula: with(&formula.cnf), ways: with(&ways.cnf), proved: Vec::new() }
    }

    /// That these edges contradict each other.
    fn core(&mut self, net: &Net, index: usize, core: &[usize]) -> Result<bool, QueryError> {
        if self.proved.get(index) == Some(&true) {
            return Ok(true);
        }
        let assumptions: Vec<Lit> = core.iter().map(|&edge| guard(edge)).collect();
        if !unsatisfiable(&mut *self.formula, &assumptions, "a core can be satisfied")? {
            return Ok(false);
        }
        self.proved.resize(self.proved.len().max(index + 1), false);
        self.proved[index] = true;
        self.ways.add_clause(&ways::without_all(net, core));
        Ok(true)
    }

    /// That the cores leave no path through a block.
    fn no_way(&mut self, block: usize) -> Result<bool, QueryError> {
        unsatisfiable(&mut *self.ways, &[ways::on_path(block)], "a path is left")
    }
}

/// Whether there was time to prove that the clauses of a solver contradict the assumptions.
fn unsatisfiable(solver: &mut dyn IncrementalSolver, assumptions: &[Lit], otherwise: &str) -> Result<bool, QueryError> {
    match solver.solve(assumptions).map_err(EngineError::from)? {
        Answer::Unsat => Ok(true),
        Answer::Stopped => Ok(false),
        Answer::Sat => Err(QueryError::Proof(otherwise.to_owned())),
    }
}
