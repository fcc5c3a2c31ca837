//! One question about a program: is there a path to an end of it that passes one of some blocks? Asked of the engines
//! through crumbs, bits that remember which blocks have been passed.

use crate::bv::SymbolId;
use crate::dimspec::{emit, Emitted};
use crate::program::{BlockId, Exit, Program, SiteId, UnmodelledId};
use crate::solve::{self, Limits, Paths, SatName, Team};
use crate::ts::{large_block, Codes, Encoding, Goal};
use crate::verdict::replay;
use bitreach_engine::{EngineError, Observer, Reason, Trace, Verdict};
use bitreach_formula::{Clause, Cnf, Lit, Polarity};
use rustc_hash::FxHashMap;

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
    /// How it leaves the program; `None` if it was asked for no end.
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

/// Who searches: IC3, which here gains by blocking counterexamples to generalisation (`tests/inconsistent/binary-search.c` with
/// boundaries: 0.3 s, and no end in 10 s without), unlike on programs as a whole.
const MEMBERS: &str = "ic3 ic3 ctg=1";

fn team() -> Team {
    let members = Team::read(MEMBERS, SatName::Cadical).expect("every query of every test reads this table");
    Team { jobs: members.len(), members, seed: 0 }
}

/// A program ready to be asked about.
pub struct Query<'p> {
    program: &'p Program,
    encoding: Encoding,
    crumbs: FxHashMap<BlockId, SymbolId>,
    emitted: Emitted,
    /// How many questions have been asked.
    pub asked: usize,
}

impl<'p> Query<'p> {
    /// Encodes a program so that it can be asked about these blocks.
    pub fn new(program: &'p Program, blocks: &[BlockId]) -> Query<'p> {
        let (encoding, crumbs) = large_block::encode_with_crumbs(program, blocks);
        let emitted = emit(&encoding.system, Goal::Error);
        Query { program, encoding, crumbs, emitted, asked: 0 }
    }

    /// Whether there is a path that passes one of `wanted` and ends so. `wanted` must be among the blocks that the query was
    /// made for.
    ///
    /// # Errors
    /// If an engine fails, or what it found does not hold.
    pub fn ask(
        &mut self,
        ending: Ending,
        wanted: &[BlockId],
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Found, QueryError> {
        self.asked += 1;
        self.set_goal(ending, wanted);
        let solved = solve::solve(&self.emitted.problem, None, &team(), SatName::Cadical, limits, observer)?;
        Ok(match solved.verdict {
            Verdict::Safe(_) => Found::Impossible,
            Verdict::Unknown(reason, _) => Found::Undecided(reason),
            Verdict::Unsafe(_) if ending == Ending::Anywhere => {
                Found::Path(Passed { blocks: vec![false; self.program.blocks.len()], exit: None })
            }
            Verdict::Unsafe(trace) => Found::Path(self.passed(&trace, wanted)?),
        })
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
        observer: &mut dyn Observer,
        mut hear: impl FnMut(&Passed) -> Vec<BlockId>,
    ) -> Result<Option<Found>, QueryError> {
        self.set_goal(Ending::Return, &wanted);
        let (mut asked, mut fault) = (1, None);
        let verdict = solve::narrow(&self.emitted.problem, limits, observer, &mut |trace| {
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
        let (blocks, exit) = replay::visited(self.program, &run).map_err(QueryError::Replay)?;
        if !wanted.iter().any(|block| blocks[block.0]) {
            return Err(QueryError::Replay("it does not pass what it should".into()));
        }
        Ok(Passed { blocks, exit: Some(exit) })
    }

    /// Looks for short paths to the return, each through one of those of `wanted` that no path has passed yet, and hands
    /// each to `hear`, which says what is still wanted.
    ///
    /// # Errors
    /// If the solver fails, or what it found does not hold.
    pub fn short_paths(
        &mut self,
        mut wanted: Vec<BlockId>,
        most_steps: usize,
        limits: &Limits,
        mut hear: impl FnMut(&Passed) -> Vec<BlockId>,
    ) -> Result<(), QueryError> {
        let end = self.end(Ending::Return);
        let mut paths = Paths::new(&self.emitted.problem, limits);
        while !wanted.is_empty() {
            self.asked += 1;
            let crumbs = self.crumbs(&wanted);
            let Some(trace) = paths.next(&end, &crumbs, most_steps)? else { return Ok(()) };
            wanted = hear(&self.passed(&trace, &wanted)?);
        }
        Ok(())
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
    fn set_goal(&mut self, ending: Ending, wanted: &[BlockId]) {
        let (end, crumbs) = (self.end(ending), self.crumbs(wanted));
        let goal = &mut self.emitted.problem.goal;
        *goal = Cnf::new();
        end.iter().for_each(|&lit| goal.add(&[lit]));
        goal.add(&crumbs);
    }
}
