//! One question about a program: is there a path to an end of it that passes one of some blocks? Asked of the engines
//! through crumbs, bits that remember which blocks have been passed.

use crate::bv::SymbolId;
use crate::dimspec::{emit, Emitted};
use crate::inconsistency::abstraction;
use crate::program::{BlockId, Exit, Program, SiteId, UnmodelledId, ValueId};
use crate::solve::{self, Answer, Core, Limits, Next, Paths, SatName};
use crate::ts::{large_block, Codes, Encoding, Goal};
use crate::verdict::replay::{self, Reads, Visited};
use bitreach_engine::{Certificate, EngineError, Reason, Trace, Verdict};
use bitreach_formula::{Clause, Cnf, Lit, Polarity};
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::Duration;

/// Where a path is to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// At the function's return.
    Return,
    /// In a check that fails.
    Error,
    /// In a call that does not come back.
    Stop,
    /// Anywhere.
    Anywhere,
}

/// The answer to a question.
#[derive(Clone, Debug)]
pub enum Found {
    /// There is a path.
    Path(Passed),
    /// There is none; proved.
    Impossible,
    /// Not decided.
    Undecided(Reason),
}

/// What a path passes.
#[derive(Clone, Debug)]
pub struct Passed {
    /// For each block, by index, whether the path passes it.
    pub blocks: Vec<bool>,
    /// What it reads.
    pub reads: Reads,
    /// How it leaves the program; `None` if it was asked for no end, or if that is not known.
    pub exit: Option<Exit>,
}

/// Why a question has no answer: a fault of bitreach itself.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// An engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// What was found does not hold on the program.
    #[error("a path cannot be replayed: {0}")]
    Replay(String),
    /// Another solver refutes what was proved.
    #[error("a proof does not check: {0}")]
    Proof(String),
}

/// How many steps a path may have that is looked for before IC3 is asked.
const A_FEW_STEPS: usize = 4;
/// How long it is looked for.
const A_WHILE: Duration = Duration::from_millis(300);

/// A program ready to be asked about.
pub struct Query {
    program: Program,
    has_loops: bool,
    encoding: Encoding,
    crumbs: FxHashMap<BlockId, SymbolId>,
    emitted: Emitted,
    /// Whether the program does what the function does, and not more.
    exact: bool,
    /// How many questions have been asked.
    pub asked: usize,
}

impl Query {
    /// Encodes what of a program paths through these blocks pass, so that it can be asked about them.
    pub fn new(program: &Program, blocks: &[BlockId]) -> Query {
        let program = abstraction::settled(abstraction::around(program, blocks));
        let (encoding, crumbs) = large_block::encode_with_crumbs(&program, blocks);
        let emitted = emit(&encoding.system, Goal::Error);
        let has_loops = abstraction::has_loops(&program);
        Query { has_loops, program, encoding, crumbs, emitted, exact: true, asked: 0 }
    }

    /// The same for a program that can do more than the function it comes from. There, an access may leave its object behind
    /// a check that has been taken away: then the interpreter and the encoding read different things, and no more is said of
    /// a path than that there is one.
    pub fn relaxed(program: &Program, blocks: &[BlockId]) -> Query {
        Query { exact: false, ..Query::new(program, blocks) }
    }

    /// Whether there is a path that passes one of `wanted` and ends so. `wanted` must be among the blocks that the query was
    /// made for.
    ///
    /// # Errors
    /// If an engine fails, or what it found does not hold.
    pub fn ask(&mut self, ending: Ending, wanted: &[BlockId], limits: &Limits) -> Result<Found, QueryError> {
        self.asked += 1;
        if !self.has_loops {
            return self.ask_straight(ending, wanted, limits);
        }
        if self.none_with_loops_abstracted(ending, wanted, limits)? {
            return Ok(Found::Impossible);
        }
        // Where there is a path, there mostly is a short one.
        let mut paths = Paths::new(&self.emitted.problem, &limits.shortly(A_WHILE));
        if let Next::Run(trace) = paths.next(&self.end(ending), &self.crumbs(wanted), A_FEW_STEPS)? {
            return self.ends(ending, &trace, wanted).map(Found::Path);
        }
        self.set_goal(ending, wanted);
        let verdict = solve::narrow(&self.emitted.problem, limits, &mut |_| None)?;
        Ok(match verdict {
            Verdict::Safe(_) => Found::Impossible,
            Verdict::Unknown(reason, _) => Found::Undecided(reason),
            Verdict::Unsafe(trace) => Found::Path(self.ends(ending, &trace, wanted)?),
        })
    }

    /// Whether there is no path even where loops forget what they did and to go back is to return, which a single query
    /// decides. What comes after going back is not asked about there, so only these two endings can be.
    fn none_with_loops_abstracted(
        &self,
        ending: Ending,
        wanted: &[BlockId],
        limits: &Limits,
    ) -> Result<bool, QueryError> {
        if !matches!(ending, Ending::Return | Ending::Anywhere) {
            return Ok(false);
        }
        let straight = abstraction::without_back_edges(&abstraction::forget_in_loops(&self.program));
        let Some(straight) = straight else { return Ok(false) };
        let found = Query::relaxed(&straight, wanted).ask_straight(ending, wanted, &limits.half())?;
        Ok(matches!(found, Found::Impossible))
    }

    /// The same of a program without loops, all of whose paths are one step long: a single query decides.
    fn ask_straight(&self, ending: Ending, wanted: &[BlockId], limits: &Limits) -> Result<Found, QueryError> {
        let mut paths = Paths::new(&self.emitted.problem, limits);
        match paths.next(&self.end(ending), &self.crumbs(wanted), 1)? {
            Next::Run(trace) => self.ends(ending, &trace, wanted).map(Found::Path),
            Next::None => self.none_left(ending, wanted, limits),
            Next::Stopped => Ok(Found::Undecided(solve::exhausted(limits))),
        }
    }

    /// Has another solver prove that there is no path, in a program without loops.
    fn none_left(&self, ending: Ending, wanted: &[BlockId], limits: &Limits) -> Result<Found, QueryError> {
        let mut problem = self.emitted.problem.clone();
        problem.goal = self.goal(ending, wanted);
        Ok(match solve::none_in_one_step(&problem, limits)? {
            true => Found::Impossible,
            false => Found::Undecided(solve::exhausted(limits)),
        })
    }

    /// What a trace passes that ends so.
    fn ends(&self, ending: Ending, trace: &Trace, wanted: &[BlockId]) -> Result<Passed, QueryError> {
        if ending == Ending::Anywhere {
            let blocks = vec![false; self.program.blocks.len()];
            return Ok(Passed { blocks, reads: Reads::default(), exit: None });
        }
        self.passed(trace, wanted)
    }

    /// Looks for paths to the return, each through one of those of `wanted` that no path has passed yet, and hands each to
    /// `hear`, which says what is still wanted, until nothing is (`None`), or no path is left, or time is up. All questions are
    /// put to one engine, which keeps what it has learnt.
    ///
    /// # Errors
    /// If the engine fails, or what it found does not hold.
    pub fn all_paths(
        &mut self,
        mut wanted: Vec<BlockId>,
        limits: &Limits,
        mut hear: impl FnMut(&Passed) -> Vec<BlockId>,
    ) -> Result<Option<Found>, QueryError> {
        if !self.has_loops {
            return match self.search(wanted, 1, limits, hear)? {
                (Next::Stopped, _) => Ok(Some(Found::Undecided(solve::exhausted(limits)))),
                (_, wanted) if wanted.is_empty() => Ok(None),
                (_, wanted) => self.none_left(Ending::Return, &wanted, limits).map(Some),
            };
        }
        self.set_goal(Ending::Return, &wanted);
        let (mut asked, mut fault) = (1, None);
        let verdict = solve::narrow(&self.emitted.problem, limits, &mut |trace| {
            match self.passed(trace, &wanted) {
                Ok(passed) => wanted = hear(&passed),
                Err(error) => {
                    fault = Some(error);
                    return None;
                }
            }
            asked += usize::from(!wanted.is_empty());
            (!wanted.is_empty()).then(|| Clause::new(self.crumbs(&wanted)))
        })?;
        self.asked += asked;
        match (fault, verdict) {
            (Some(fault), _) => Err(fault),
            (None, Verdict::Unsafe(_)) => Ok(None),
            (None, Verdict::Safe(_)) => Ok(Some(Found::Impossible)),
            (None, Verdict::Unknown(reason, _)) => Ok(Some(Found::Undecided(reason))),
        }
    }

    /// What a trace passes: the interpreter runs the program on its inputs.
    fn passed(&self, trace: &Trace, wanted: &[BlockId]) -> Result<Passed, QueryError> {
        let run = self.emitted.run(&self.encoding, trace);
        let run = run.ok_or_else(|| QueryError::Replay("it visits a location that does not exist".into()))?;
        let unknown = || Passed { blocks: vec![false; self.program.blocks.len()], reads: Reads::default(), exit: None };
        match replay::visited(&self.program, &run) {
            Ok(Visited { blocks, reads, exit }) if wanted.iter().any(|block| blocks[block.0]) => {
                Ok(Passed { blocks, reads, exit: Some(exit) })
            }
            _ if !self.exact => Ok(unknown()),
            Ok(_) => Err(QueryError::Replay("it does not pass what it should".into())),
            Err(fault) => Err(QueryError::Replay(fault)),
        }
    }

    /// Looks for short paths to the return, each through one of those of `wanted` that no path has passed yet, and hands
    /// each to `hear`, which says what is still wanted.
    ///
    /// # Errors
    /// If the solver fails, or what it found does not hold.
    pub fn short_paths(
        &mut self,
        wanted: Vec<BlockId>,
        most_steps: usize,
        limits: &Limits,
        hear: impl FnMut(&Passed) -> Vec<BlockId>,
    ) -> Result<(), QueryError> {
        self.search(wanted, most_steps, limits, hear).map(|_| ())
    }

    /// The same; why the search ended, and what is still wanted then.
    fn search(
        &mut self,
        mut wanted: Vec<BlockId>,
        most_steps: usize,
        limits: &Limits,
        mut hear: impl FnMut(&Passed) -> Vec<BlockId>,
    ) -> Result<(Next, Vec<BlockId>), QueryError> {
        let end = self.end(Ending::Return);
        let mut paths = Paths::new(&self.emitted.problem, limits);
        while !wanted.is_empty() {
            self.asked += 1;
            match paths.next(&end, &self.crumbs(&wanted), most_steps)? {
                Next::Run(trace) => wanted = hear(&self.passed(&trace, &wanted)?),
                none => return Ok((none, wanted)),
            }
        }
        Ok((Next::None, wanted))
    }

    /// Some rows of `switches`, inputs of one bit, that suffice for that no path to the return passes one of `wanted` where they are
    /// one, and whether each of them is needed for that, for which there may have been no time. `None` if there is a path
    /// where all of them are one, or no time at all. The program must be one without loops.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn least(
        &self,
        wanted: &[BlockId],
        switches: &[Vec<ValueId>],
        limits: &Limits,
    ) -> Result<Option<(Vec<usize>, bool)>, QueryError> {
        let (end, crumbs) = (self.end(Ending::Return), self.crumbs(wanted));
        let lits = self.switches(switches);
        let mut paths = Paths::new(&self.emitted.problem, limits);
        let mut core = |rows: &[usize]| {
            paths.core(&end, &crumbs, &rows.iter().flat_map(|&row| &lits[row]).copied().collect::<Vec<_>>())
        };
        let all: Vec<usize> = (0..switches.len()).collect();
        let Core::Of(of) = core(&all)? else { return Ok(None) };
        let mut rows = having(&lits, &all, &of);
        let mut needed = 0;
        while needed < rows.len() {
            let mut rest = rows.clone();
            rest.remove(needed);
            match core(&rest)? {
                // What was needed for more is needed for less, so it stays in front.
                Core::Of(of) => rows = having(&lits, &rest, &of),
                Core::None => needed += 1,
                Core::Stopped => return Ok(Some((rows, false))),
            }
        }
        Ok(Some((rows, true)))
    }

    /// An inductive invariant over states that proves that no path to the return passes one of `wanted`; `None` if none of that
    /// kind is found in time.
    ///
    /// # Errors
    /// If the engine fails.
    pub fn invariant(&mut self, wanted: &[BlockId], limits: &Limits) -> Result<Option<Vec<Clause>>, QueryError> {
        self.set_goal(Ending::Return, wanted);
        let found = solve::narrow(&self.emitted.problem, limits, &mut |_| None)?;
        let Verdict::Safe(Certificate::Invariant(clauses)) = found else { return Ok(None) };
        let bits: usize = self.widths().map(|width| width as usize).sum();
        let is_over_states = |clause: &Clause| clause.iter().all(|lit| lit.var().index() < bits);
        Ok(clauses.iter().all(is_over_states).then_some(clauses))
    }

    /// Whether the states of another program have the same variables here.
    pub fn has_states_of(&self, other: &Query) -> bool {
        self.widths().eq(other.widths())
    }

    /// The rows of `switches` that suffice for that an invariant is inductive; `None` if it is not where they are all one, or if time
    /// is up.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn steps_need(
        &self,
        invariant: &[Clause],
        switches: &[Vec<ValueId>],
        limits: &Limits,
    ) -> Result<Option<Vec<usize>>, QueryError> {
        let (problem, lits) = (&self.emitted.problem, self.switches(switches));
        let mut solver = solve::solver(SatName::Cadical, limits);
        invariant.iter().for_each(|clause| solver.add_clause(clause));
        problem.transition.iter().chain(problem.universal.iter()).for_each(|clause| solver.add_clause(clause));
        for clause in problem.universal.iter() {
            solver.add_clause(&clause.iter().map(|&lit| problem.primed(lit)).collect::<Vec<Lit>>());
        }
        let all: Vec<usize> = (0..switches.len()).collect();
        let mut rows: Vec<usize> = Vec::new();
        for clause in invariant {
            let broken: Vec<Lit> = clause.iter().map(|&lit| !problem.primed(lit)).collect();
            // What other clauses need does not count again.
            let mut found = None;
            for some in [rows.clone(), all.clone()] {
                let of = some.iter().flat_map(|&row| &lits[row]).copied();
                match solver
                    .solve(&broken.iter().copied().chain(of).collect::<Vec<Lit>>())
                    .map_err(EngineError::from)?
                {
                    Answer::Sat => continue,
                    Answer::Stopped => return Ok(None),
                    Answer::Unsat => {}
                }
                let of: Vec<Lit> =
                    some.iter().flat_map(|&row| &lits[row]).copied().filter(|&lit| solver.failed(lit)).collect();
                found = Some(having(&lits, &some, &of));
                break;
            }
            let Some(found) = found else { return Ok(None) };
            rows.extend(found);
            rows.sort_unstable();
            rows.dedup();
        }
        Ok(Some(rows))
    }

    /// The literals of inputs of one bit, as far as the program reads them.
    fn switches(&self, rows: &[Vec<ValueId>]) -> Vec<Vec<Lit>> {
        let lit = |value: &ValueId| {
            let symbol = self.encoding.inputs.get(value)?;
            self.emitted.variables(*symbol)?.first().map(|var| var.positive())
        };
        rows.iter().map(|row| row.iter().filter_map(lit).collect()).collect()
    }

    /// The widths of the states.
    fn widths(&self) -> impl Iterator<Item = u32> + '_ {
        self.encoding.system.states.iter().map(|state| state.width)
    }

    /// The crumbs of blocks.
    fn crumbs(&self, blocks: &[BlockId]) -> Vec<Lit> {
        let crumb =
            |block: &BlockId| self.emitted.variables(*self.crumbs.get(block)?)?.first().map(|var| var.positive());
        blocks.iter().filter_map(crumb).collect()
    }

    /// The literals of the location in which a path ends.
    fn end(&self, ending: Ending) -> Vec<Lit> {
        let exit = match ending {
            Ending::Return => Exit::Ok,
            Ending::Error => Exit::Error(SiteId(0)),
            Ending::Stop => Exit::Unmodelled(UnmodelledId(0)),
            Ending::Anywhere => return Vec::new(),
        };
        let code = self.encoding.codes.word(Codes::sink(exit));
        let location = self.emitted.variables(self.encoding.location).unwrap_or_default();
        (0u32..).zip(location).map(|(bit, var)| var.lit(Polarity::of_value(code.get(bit)))).collect()
    }

    /// `G`: the location of the end, and one of the wanted crumbs.
    fn goal(&self, ending: Ending, wanted: &[BlockId]) -> Cnf {
        let mut goal = Cnf::new();
        self.end(ending).iter().for_each(|&lit| goal.add(&[lit]));
        goal.add(&self.crumbs(wanted));
        goal
    }

    fn set_goal(&mut self, ending: Ending, wanted: &[BlockId]) {
        self.emitted.problem.goal = self.goal(ending, wanted);
    }
}

/// Those of some rows that have one of these literals.
fn having(lits: &[Vec<Lit>], rows: &[usize], some: &[Lit]) -> Vec<usize> {
    let some: FxHashSet<&Lit> = some.iter().collect();
    rows.iter().copied().filter(|&row| lits[row].iter().any(|lit| some.contains(lit))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inconsistency::cover::tests::body_of;
    use crate::program::testing::random_program;
    use crate::program::Terminator;

    /// A program asked about one block has only what paths through it pass; that changes no answer.
    #[test]
    fn what_lies_off_the_paths_does_not_matter() {
        let (mut paths, mut none, mut straight) = (0, 0, 0);
        for seed in 1..150 {
            let program = body_of(random_program(seed, 4 + seed as usize % 8)).program;
            let leaves = |block: &BlockId| matches!(program.blocks[block.0].terminator, Terminator::Exit(_));
            let blocks: Vec<BlockId> = (0..program.blocks.len()).map(BlockId).filter(|block| !leaves(block)).collect();
            let mut whole = Query::new(&program, &blocks);
            for &block in &blocks {
                let mut part = Query::new(&program, &[block]);
                straight += usize::from(!part.has_loops && whole.has_loops);
                for ending in [Ending::Return, Ending::Error, Ending::Stop, Ending::Anywhere] {
                    let ask = |query: &mut Query| match query
                        .ask(ending, &[block], &Limits::default())
                        .expect("no engine fails")
                    {
                        Found::Path(_) => true,
                        Found::Impossible => false,
                        Found::Undecided(reason) => panic!("seed {seed}: {reason}"),
                    };
                    let found = ask(&mut whole);
                    assert_eq!(ask(&mut part), found, "seed {seed}, {block:?}, {ending:?}");
                    *(if found { &mut paths } else { &mut none }) += 1;
                }
            }
        }
        assert!(paths > 200 && none > 200 && straight > 1, "{paths}, {none}, {straight}");
    }
}
