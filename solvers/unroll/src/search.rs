//! The engine: asks for the goal at step 0, 1, 2, …, so that the first run that it finds is a shortest one.
//!
//! Where a question takes long, the goal is asked for in the steps behind it at the same time, of which there are twice as many
//! with each question: an error may be easier to find than it is to show that there is none before it. (Rather than the
//! parallel plans of Rintanen, Heljanko, Niemelä: *Planning as satisfiability: parallel plans and algorithms for plan search*,
//! AIJ 2006, Algorithm B, who give each length a share of the time, all lengths share one question.)
//!
//! The goal of a step is assumed, not added. Once it is known to be unreachable at that step its negation is added for
//! good: all later runs pass there without reaching the goal, and the solver need not find that out again.

mod exhausted;

use crate::spent::Spent;
use crate::{dead, Start, Unrolling};
use bitreach_dimspec::DimSpec;
use bitreach_engine::plain::without_predicates;
use bitreach_engine::{changing_variables, Certificate, Context, Engine, EngineError, Event, Progress, Reason};
use bitreach_engine::{Statistics, TimeStep, Verdict};
use bitreach_formula::{Clause, Lit, Var};
use bitreach_sat::{Answer, SolverError};
use std::time::Duration;

/// The unroller as an engine. It is the right one for errors, the shallower the better.
///
/// It answers Safe where no step at all is a goal, or none is initial; and where it has seen all there is: from some depth
/// on every run ends (`T` need not be total) or stays where it is in some step, as in a program whose loops are bounded and
/// that has come to its end. It looks for that now and then (`Search::ended`, `Search::at_rest`).
#[derive(Clone, Copy, Debug)]
pub struct Unroll {
    /// The schedule: by how many per cent of its length a run grows before the goal is asked for again, at least by one
    /// step. 0, the default, asks at every step.
    pub growth: usize,
    /// A question may always take this long, and as long as all before it together. Then the goal is asked for further on, too.
    pub patience: Duration,
}

impl Default for Unroll {
    fn default() -> Unroll {
        Unroll { growth: 0, patience: PATIENCE }
    }
}

const NAME: &str = "unroll";

/// So many clauses that are added take about as long as other engines work between two questions of their stop flag.
const CLAUSES_A_QUESTION: usize = 200;

/// [`Unroll::patience`] by default: most questions about programs take less than a tenth of this.
const PATIENCE: Duration = Duration::from_secs(1);

impl Engine for Unroll {
    fn name(&self) -> &'static str {
        NAME
    }

    fn run(&mut self, problem: &DimSpec, context: &mut Context) -> Result<Verdict, EngineError> {
        without_predicates(problem, |plain| Search::decide(plain, *self, context))
    }
}

impl Search<'_> {
    /// The unroller's search.
    fn decide(problem: &DimSpec, options: Unroll, context: &mut Context) -> Result<Verdict, EngineError> {
        let mut search = Search::new(problem, context);
        search.options = options;
        let verdict = match search.goal_without_runs(problem, context)? {
            Some(verdict) => verdict,
            None => {
                search.leave_out_dead_states(problem, context)?;
                search.step_by_step(context)?
            }
        };
        let statistics = search.statistics(context);
        context.tell(Event::Finished { engine: NAME, statistics: Statistics(statistics) });
        Ok(verdict)
    }
}

/// What came of asking for the goal at one step.
enum Outcome {
    /// That is the verdict.
    Decided(Verdict),
    /// No run reaches the goal at this step.
    Unreachable,
    /// The question took long, and was left open for now.
    Open,
}

/// A step of which it is not known whether the goal is reached there.
struct Open {
    step: TimeStep,
    /// Says that the run gets there.
    here: Lit,
    goal: Lit,
    /// Implies both. No other clauses are about it, so that nothing that is known of later steps is known of it.
    end: Lit,
}

/// The search for runs to the goal; k-induction takes its base from it.
pub(crate) struct Search<'a> {
    /// Who searches, for messages.
    pub name: &'static str,
    options: Unroll,
    unrolling: Unrolling<'a>,
    pub progress: Progress,
    /// In which variables steps differ when a run moves.
    changing: Vec<Var>,
    /// Clauses that are false in dead states alone, which are left out.
    alive: Vec<Clause>,
    /// How many of the board's lemmas have been read.
    lemmas: usize,
    /// Steps for which the question was left open, in order: all behind those that are known to miss the goal.
    open: Vec<Open>,
    /// For each transition so far, the literal that makes it move.
    moves: Vec<Lit>,
    /// The depth at which to look next whether runs are exhausted.
    next_look: usize,
    queries: usize,
    /// How many questions took long and were left open.
    left_open: usize,
    /// Clauses that were added and have not been counted as work.
    uncounted: usize,
    solving: Spent,
    /// Time spent on looking whether all runs have come to dead states.
    ended: Spent,
    /// Time spent on looking whether all runs are at rest, and for dead states.
    looking: Spent,
}

impl<'a> Search<'a> {
    pub fn new(problem: &'a DimSpec, context: &Context) -> Search<'a> {
        Search {
            name: NAME,
            options: Unroll::default(),
            unrolling: Unrolling::new(problem, Start::Initial, context.new_solver()),
            progress: Progress::default(),
            changing: changing_variables(problem),
            alive: Vec::new(),
            lemmas: 0,
            open: Vec::new(),
            moves: Vec::new(),
            next_look: 1,
            queries: 0,
            left_open: 0,
            uncounted: 0,
            solving: Spent::default(),
            ended: Spent::default(),
            looking: Spent::default(),
        }
    }

    /// Is `U ∧ G` satisfiable? If not, no run can help, and the invariant without clauses proves it.
    pub fn goal_without_runs(&mut self, problem: &DimSpec, context: &Context) -> Result<Option<Verdict>, EngineError> {
        let started = Spent::now(context);
        let mut solver = context.new_solver();
        problem.universal.iter().chain(problem.goal.iter()).for_each(|clause| solver.add_clause(clause));
        let answer = solver.solve(&[])?;
        self.queries += 1;
        self.solving.add(started, context);
        Ok(match answer {
            Answer::Sat => None,
            Answer::Unsat => Some(Verdict::Safe(Certificate::Invariant(Vec::new()))),
            Answer::Stopped => Some(self.unknown(stopped(context))),
        })
    }

    /// Leaves out of all steps what cannot be on the way to the goal; and the goal itself in all steps but the last.
    pub fn leave_out_dead_states(&mut self, problem: &DimSpec, context: &Context) -> Result<(), EngineError> {
        let started = Spent::now(context);
        self.alive = dead::excluded(problem, context)?;
        self.alive.iter().for_each(|clause| self.unrolling.strengthen(clause, TimeStep(0)));
        self.unrolling.goal_only_last();
        self.looking.add(started, context);
        Ok(())
    }

    /// Short lemmas of others: values and equalities, which make steps smaller.
    fn read_lemmas(&mut self, context: &Context) {
        let lemmas = context.board.new_lemmas(&mut self.lemmas);
        let last = TimeStep(self.unrolling.steps().saturating_sub(1));
        lemmas.iter().filter(|lemma| lemma.len() <= 2).for_each(|lemma| self.unrolling.strengthen(lemma, last));
    }

    /// Asks for the goal at every step, until there is an answer or nothing left to spend.
    fn step_by_step(&mut self, context: &mut Context) -> Result<Verdict, EngineError> {
        loop {
            if let Some(verdict) = self.deepen(context)? {
                return Ok(verdict);
            }
            let step = TimeStep(self.unrolling.steps() - 1);
            if step.0 >= self.next_look {
                self.next_look = step.0 + step.0 / 4 + 1;
                if self.ended(context)? {
                    return Ok(Verdict::Safe(self.end(step.0, false)));
                }
                if self.at_rest(step, context)? {
                    return Ok(Verdict::Safe(self.end(step.0, true)));
                }
            }
        }
    }

    /// One step more: asks for the goal there. `None` if it cannot be reached there.
    pub fn deepen(&mut self, context: &mut Context) -> Result<Option<Verdict>, EngineError> {
        if let Some(reason) = context.exhausted() {
            return Ok(Some(self.unknown(reason)));
        }
        if context.budget.steps.is_some_and(|limit| self.unrolling.steps() > limit) {
            return Ok(Some(self.unknown(Reason::Steps)));
        }
        if !self.unrolling.has_room() {
            return Ok(Some(self.unknown(Reason::Memory)));
        }
        self.read_lemmas(context);
        let mut decided = match self.group_size(context) {
            1 => self.ask_one(context)?,
            size => self.ask_group(size, context)?,
        };
        while let Outcome::Open = decided {
            self.left_open += 1;
            let size = self.group_size(context);
            decided = self.ask_group(size, context)?;
        }
        if let Outcome::Decided(verdict) = decided {
            return Ok(Some(verdict));
        }
        let depth = self.unrolling.steps() - 1;
        self.progress.depth = Some(depth);
        context.board.refute(depth);
        context.tell(Event::Progress { engine: self.name, progress: self.progress });
        Ok(None)
    }

    /// How many steps to ask for besides those that are open: as many as these are, so that there are twice as many.
    fn group_size(&self, context: &Context) -> usize {
        let steps = self.unrolling.steps();
        let most = context.budget.steps.map_or(usize::MAX, |limit| limit.saturating_add(1).saturating_sub(steps));
        let wanted = (steps.saturating_mul(self.options.growth) / 100).max(self.open.len()).max(1);
        wanted.min(most)
    }

    /// Asks for the goal one step further on.
    fn ask_one(&mut self, context: &Context) -> Result<Outcome, EngineError> {
        let clauses = self.unrolling.clauses();
        let step = self.unrolling.add_step();
        let goal = self.unrolling.goal(step);
        self.count(self.unrolling.clauses() - clauses, context);
        let outcome = self.ask(goal, context)?;
        match outcome {
            Outcome::Unreachable => self.unrolling.add_clause(&[!goal]),
            // What is known of later steps must not tell anything about this literal.
            Outcome::Open => {
                let here = self.unrolling.fresh();
                let end = !self.unrolling.any(vec![!here, !goal]);
                self.open.push(Open { step, here, goal, end });
            }
            Outcome::Decided(_) => {}
        }
        Ok(outcome)
    }

    /// Asks for the goal in any of the steps that are open, and of so many more. `a_j` says that step `j` is a part of the run,
    /// which need not get to the last one:
    ///
    /// ```text
    ///   I(s_0) ∧ U(s_0) ∧ ⋀_j (a_{j+1} → a_j ∧ ¬G(s_j) ∧ T(s_j, s_{j+1}) ∧ U(s_{j+1})) ∧ ⋁_{j in group} (a_j ∧ G(s_j))
    /// ```
    ///
    /// The first goal in a model bounds the next question, until there is none before it. A question that takes long leaves
    /// the steps open: a goal further on may be easier to find than it is to show that there is none here.
    fn ask_group(&mut self, size: usize, context: &Context) -> Result<Outcome, EngineError> {
        let wanted = self.open.len().saturating_add(size);
        while self.open.len() < wanted && self.unrolling.has_room() && context.exhausted().is_none() {
            let before = self.open.last().map(|open| open.here);
            let clauses = self.unrolling.clauses();
            let (step, here) = self.unrolling.add_optional_step(before);
            let goal = self.unrolling.goal(step);
            // The run ends here, in a goal.
            let end = !self.unrolling.any(vec![!here, !goal]);
            self.open.push(Open { step, here, goal, end });
            self.count(self.unrolling.clauses() - clauses, context);
        }
        let further = size > 0 && self.unrolling.has_room();
        let mut ends: Vec<(TimeStep, Lit)> = self.open.iter().map(|open| (open.step, open.end)).collect();
        let mut found = None;
        loop {
            let some = self.unrolling.any(ends.iter().map(|&(_, end)| end).collect());
            if self.unrolling.known(some) == Some(false) {
                break;
            }
            match self.solve(some, further || found.is_some(), context)? {
                Answer::Sat => {
                    let first = ends.iter().position(|&(_, end)| self.unrolling.value(end)).unwrap_or(0);
                    let mut trace = self.unrolling.trace();
                    trace.steps.truncate(ends[first].0 .0 + 1);
                    found = Some(trace);
                    ends.truncate(first);
                }
                Answer::Unsat => break,
                // A run that may not be the shortest is better than none.
                Answer::Stopped if found.is_some() => break,
                Answer::Stopped if context.exhausted().is_none() => return Ok(Outcome::Open),
                Answer::Stopped => return Ok(Outcome::Decided(self.unknown(stopped(context)))),
            }
        }
        if let Some(trace) = found {
            return Ok(Outcome::Decided(Verdict::Unsafe(trace)));
        }
        // Runs to a later goal pass all these steps and miss it there.
        for Open { here, goal, .. } in std::mem::take(&mut self.open) {
            self.unrolling.add_clause(&[here]);
            self.unrolling.add_clause(&[!goal]);
        }
        Ok(Outcome::Unreachable)
    }

    /// Counts clauses that were added as work, where work is counted: nobody asks for that long.
    fn count(&mut self, clauses: usize, context: &Context) {
        self.uncounted += clauses;
        while self.uncounted >= CLAUSES_A_QUESTION {
            self.uncounted -= CLAUSES_A_QUESTION;
            // It waits here where others are to go on.
            let _ = context.stop.is_raised();
        }
    }

    /// Solves under the assumption, for as long as everything before took and [`PATIENCE`] if there is something else to try.
    fn solve(&mut self, assumed: Lit, further: bool, context: &Context) -> Result<Answer, SolverError> {
        let started = Spent::now(context);
        let stop = context.stop.clone().until(context.budget.deadline);
        let limit = self.solving.counted + self.options.patience;
        self.unrolling.set_stop(if further { stop.clone().within(limit) } else { stop.clone() });
        let answer = self.unrolling.solve(&[assumed]);
        self.unrolling.set_stop(stop);
        self.queries += 1;
        self.solving.add(started, context);
        answer
    }

    /// Is `I(s_0) ∧ ⋀ U(s_j) ∧ ⋀ T(s_j, s_{j+1}) ∧ ⋀_{j<k} ¬G(s_j) ∧ G(s_k)` satisfiable, for the last step `k`?
    fn ask(&mut self, goal: Lit, context: &Context) -> Result<Outcome, EngineError> {
        if self.unrolling.known(goal) == Some(false) && !self.unrolling.is_contradictory() {
            return Ok(Outcome::Unreachable);
        }
        Ok(match self.solve(goal, self.unrolling.has_room(), context)? {
            Answer::Sat => Outcome::Decided(Verdict::Unsafe(self.unrolling.trace())),
            Answer::Stopped if context.exhausted().is_none() => Outcome::Open,
            Answer::Stopped => Outcome::Decided(self.unknown(stopped(context))),
            Answer::Unsat if self.unrolling.failed(goal) => Outcome::Unreachable,
            // Unsatisfiable whether or not the goal is asked for: no run is as long as this.
            Answer::Unsat if self.unrolling.steps() == 1 && self.alive.is_empty() => {
                Outcome::Decided(Verdict::Safe(Certificate::Invariant(vec![Clause::default()])))
            }
            Answer::Unsat => {
                let depth = self.unrolling.steps() - 1;
                Outcome::Decided(Verdict::Safe(self.end(depth, false)))
            }
        })
    }

    pub fn unknown(&self, reason: Reason) -> Verdict {
        Verdict::Unknown(reason, self.progress)
    }

    pub fn statistics(&self, context: &Context) -> Vec<(&'static str, f64)> {
        vec![
            ("steps", self.unrolling.steps() as f64),
            ("queries", self.queries as f64),
            ("questions_left_open", self.left_open as f64),
            ("solver_variables", self.unrolling.variables() as f64),
            ("solver_clauses", self.unrolling.clauses() as f64),
            ("solving_seconds", self.solving.real.as_secs_f64()),
            ("looking_seconds", (self.ended.real + self.looking.real).as_secs_f64()),
            ("total_seconds", context.elapsed().as_secs_f64()),
        ]
    }
}

/// Why a query was stopped.
pub(crate) fn stopped(context: &Context) -> Reason {
    context.exhausted().unwrap_or(Reason::Interrupted)
}

#[cfg(test)]
mod tests;
