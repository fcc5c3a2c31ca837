//! The engine: its main loop, and what all phases share.

use crate::frames::Frames;
use crate::generalize::Activity;
use crate::lift::Mode;
use crate::model::Model;
use crate::obligation::Queue;
use crate::query::Queries;
use crate::statistics::Statistics;
use crate::{Halt, Options};
use bitreach_dimspec::DimSpec;
use bitreach_engine::plain::without_predicates;
use bitreach_engine::{Board, Certificate, Context, Engine, EngineError, Event, Progress, Reason, Trace, Verdict};
use bitreach_formula::{Clause, Cube};

/// The engine's name.
pub(crate) const NAME: &str = "ic3";

/// IC3, also known as property-directed reachability.
#[derive(Clone, Debug, Default)]
pub struct Ic3 {
    /// Which techniques are used.
    pub options: Options,
}

impl Engine for Ic3 {
    fn name(&self) -> &'static str {
        NAME
    }

    fn run(&mut self, problem: &DimSpec, context: &mut Context) -> Result<Verdict, EngineError> {
        let narrow = &mut |_: &Trace| None;
        if self.options.predicates {
            self.run_on(problem, context, narrow)
        } else {
            without_predicates(problem, |plain| self.run_on(plain, context, narrow))
        }
    }
}

/// Someone who hears of a run to the goal and says which clause over the state, false at its end, the goal has from then on,
/// too; `None` ends the search with this run.
pub type Narrow<'n> = dyn FnMut(&Trace) -> Option<Clause> + 'n;

impl Ic3 {
    /// Decides a problem whose goal gets narrower: one search for many questions, which keeps its frames and lemmas, as those
    /// rest on `I`, `T` and `U` alone. The verdict is about the goal as it is in the end. Predicates stay in the problem,
    /// whatever the options say.
    ///
    /// # Errors
    /// As [`Engine::run`], and if the goal does not get narrower.
    pub fn run_narrowing(
        &mut self,
        problem: &DimSpec,
        context: &mut Context,
        narrow: &mut Narrow,
    ) -> Result<Verdict, EngineError> {
        self.run_on(problem, context, narrow)
    }

    fn run_on(
        &mut self,
        problem: &DimSpec,
        context: &mut Context,
        narrow: &mut Narrow,
    ) -> Result<Verdict, EngineError> {
        let model = Model::new(problem);
        let mut search = Search::new(&model, &self.options, context);
        let verdict = match search.decide(narrow) {
            Ok(verdict) => verdict,
            Err(Halt::Fault(error)) => return Err(error),
            Err(Halt::Restart) => {
                let message = "a restart was asked for outside of the main loop".to_owned();
                return Err(EngineError::Internal { engine: NAME, message });
            }
            Err(Halt::Exhausted(reason)) => Verdict::Unknown(search.reason(reason), search.progress()),
        };
        let statistics = search.statistics.figures(search.queries.counts, search.frames.frontier());
        let values = search.frames.lemmas_by_frame().map(|count| count as f64).collect();
        context.tell(Event::Series { engine: NAME, name: "lemmas_by_frame", values });
        context.tell(Event::Finished { engine: NAME, statistics });
        Ok(verdict)
    }
}

/// The state of a run.
pub(crate) struct Search<'p, 'c> {
    /// The problem.
    pub model: &'p Model<'p>,
    /// Which techniques are used.
    pub options: &'p Options,
    budget: &'c mut dyn Watch,
    /// The SAT solvers.
    pub queries: Queries<'p>,
    /// What is known about the reachable states.
    pub frames: Frames,
    /// What is to be excluded.
    pub obligations: Queue,
    /// Which variables occur in recent lemmas.
    pub activity: Activity,
    /// How predecessors are lifted.
    pub lifting: Mode,
    /// Whether `I ∧ U` is known to be unsatisfiable.
    pub no_initial_state: bool,
    /// What engines beside this one know.
    pub board: Board,
    /// How many lemmas of the board have been read, or come from here.
    pub read_lemmas: usize,
    /// What random choices depend on.
    pub random_choices: u64,
    /// Those of them that are over variables which are no state here. The others may rest on them, so a certificate has them.
    pub foreign: Vec<Clause>,
    /// Counters and times.
    pub statistics: Statistics,
    /// What the symbols name as likely never to be reached, as long as not all of it has been tried; and how many rounds were.
    pub named: Vec<Cube>,
    pub seeded: usize,
    /// How many queries of relative induction there had been when the seeding was done.
    pub searching_since: usize,
    /// How many queries of relative induction there had been when the frames were last empty.
    pub restarted_at: usize,
    /// No run of at most this many steps reaches the goal.
    refuted: usize,
}

/// What a search needs of its [`Context`], without the lifetime of the observer.
trait Watch {
    fn exhausted(&self) -> Option<Reason>;
    fn tell(&mut self, event: Event);
}

impl Watch for Context<'_> {
    fn exhausted(&self) -> Option<Reason> {
        Context::exhausted(self)
    }
    fn tell(&mut self, event: Event) {
        Context::tell(self, event);
    }
}

impl<'p, 'c> Search<'p, 'c> {
    fn new(model: &'p Model<'p>, options: &'p Options, context: &'c mut Context) -> Search<'p, 'c> {
        Search {
            model,
            options,
            queries: Queries::new(model, context, options),
            board: context.board.clone(),
            read_lemmas: 0,
            random_choices: context.seed,
            foreign: Vec::new(),
            budget: context,
            frames: Frames::new(options.subsumption),
            obligations: Queue::default(),
            activity: Activity::new(model.problem.variables),
            lifting: Mode::Off,
            no_initial_state: false,
            statistics: Statistics::default(),
            named: Vec::new(),
            seeded: 0,
            searching_since: 0,
            restarted_at: 0,
            refuted: 0,
        }
    }

    /// Decides the problem: strengthen the frontier, open a new one, propagate.
    fn decide(&mut self, narrow: &mut Narrow) -> Result<Verdict, Halt> {
        while let Some(trace) = self.initial_goal_state()? {
            match narrow(&trace) {
                Some(clause) => self.narrow(&trace, &clause)?,
                None => return Ok(Verdict::Unsafe(trace)),
            }
        }
        self.queries.prepare()?;
        self.set_lifting(Mode::choose(self.options.lifting, self.model));
        self.seed()?;
        loop {
            match self.deepen(narrow) {
                Ok(Some(verdict)) => return Ok(verdict),
                Ok(None) => {}
                Err(Halt::Restart) => self.restart()?,
                Err(halt) => return Err(halt),
            }
        }
    }

    /// Strengthens the frontier, opens a new one, and propagates.
    fn deepen(&mut self, narrow: &mut Narrow) -> Result<Option<Verdict>, Halt> {
        while let Some(trace) = self.strengthen_truly()? {
            match narrow(&trace) {
                Some(clause) => self.narrow(&trace, &clause)?,
                None => return Ok(Some(Verdict::Unsafe(trace))),
            }
        }
        self.extend();
        let Some(invariant) = self.propagate()? else { return Ok(None) };
        let mut clauses: Vec<Clause> = self.small(invariant).iter().map(Cube::negated).collect();
        clauses.append(&mut self.foreign);
        Ok(Some(Verdict::Safe(Certificate::Invariant(clauses))))
    }

    /// The goal gets a clause, which is false where the run to it ends. Frames stay, and those below the frontier exclude the new
    /// goal as they did the old one; obligations go, for they lead to states that may be no goal any more.
    fn narrow(&mut self, trace: &Trace, clause: &Clause) -> Result<(), Halt> {
        let holds = trace.steps.last().is_none_or(|end| clause.iter().any(|&lit| end.satisfies(lit)));
        if holds || !self.model.over_state(clause) {
            return Err(Halt::inconsistent("the goal does not get narrower"));
        }
        self.queries.narrow_goal(clause);
        self.obligations.clear();
        Ok(())
    }

    /// What of an invariant its proof needs; all of it, if lemmas of others that are not among it may be needed too, or there
    /// is no time to find out.
    fn small(&mut self, invariant: Vec<Cube>) -> Vec<Cube> {
        if !self.options.small_invariant || !self.foreign.is_empty() {
            return invariant;
        }
        let needed = self.queries.necessary(&invariant);
        needed.ok().flatten().unwrap_or(invariant)
    }

    /// The run of length 0, if there is one: `I ∧ U ∧ G`.
    fn initial_goal_state(&mut self) -> Result<Option<Trace>, Halt> {
        if self.queries.goal_state(0)? {
            return Ok(Some(Trace { steps: vec![self.queries.state_values()] }));
        }
        self.no_initial_state = !self.queries.initial_state(&[])?;
        Ok(None)
    }

    /// Strengthens until the goal is excluded or there is a run to it. A chain without a run means that lifting by core
    /// was misled; then it goes on without. The lemmas stay, for they rest on relative induction alone.
    fn strengthen_truly(&mut self) -> Result<Option<Trace>, Halt> {
        while let Some(chain) = self.strengthen()? {
            if let Some(trace) = self.concretize(&chain)? {
                return Ok(Some(trace));
            }
            if self.lifting != Mode::Core {
                return Err(Halt::inconsistent("a chain of implicants has no run"));
            }
            self.statistics.spurious += 1;
            self.set_lifting(Mode::Implicant);
            self.obligations.clear();
        }
        Ok(None)
    }

    /// Opens a new frontier.
    fn extend(&mut self) {
        self.frames.extend();
        self.queries.extend();
        self.refuted = self.refuted.max(self.frames.frontier() - 1);
        let progress = self.progress();
        self.board.refute(self.refuted);
        self.budget.tell(Event::Progress { engine: NAME, progress });
    }

    /// How far the search is. All frames below the frontier exclude the goal, and `F_i` holds all that is reachable in `i`
    /// steps.
    fn progress(&self) -> Progress {
        let frame = self.frames.frontier();
        Progress { depth: Some(self.refuted), frame: Some(frame), lemmas: Some(self.frames.lemmas()) }
    }

    /// Ends the search if its budget is used up.
    pub fn check_budget(&self) -> Result<(), Halt> {
        match self.budget.exhausted() {
            Some(reason) => Err(Halt::Exhausted(reason)),
            None => Ok(()),
        }
    }

    /// Why the search has to end: a query that was stopped does not know whether time was up.
    fn reason(&self, found: Reason) -> Reason {
        self.budget.exhausted().unwrap_or(found)
    }
}
