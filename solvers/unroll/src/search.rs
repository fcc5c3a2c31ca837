//! The engine: asks for the goal at step 0, 1, 2, …, so that the first run that it finds is a shortest one.
//!
//! The goal of a step is assumed, not added. Once it is known to be unreachable at that step its negation is added for
//! good: all later runs pass there without reaching the goal, and the solver need not find that out again.

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
#[derive(Clone, Copy, Debug, Default)]
pub struct Unroll {
    /// The schedule: by how many per cent of its length a run grows before the goal is asked for again, at least by one
    /// step. 0, the default, asks at every step.
    pub growth: usize,
}

const NAME: &str = "unroll";

/// Looking whether runs are exhausted may always take this long; beyond, its share of the time is bounded: it costs as
/// much as a step, and for most problems it is in vain.
const LOOK: Duration = Duration::from_millis(500);

impl Engine for Unroll {
    fn name(&self) -> &'static str {
        NAME
    }

    fn run(&mut self, problem: &DimSpec, context: &mut Context) -> Result<Verdict, EngineError> {
        without_predicates(problem, |plain| Search::decide(plain, self.growth, context))
    }
}

impl Search<'_> {
    /// The unroller's search.
    fn decide(problem: &DimSpec, growth: usize, context: &mut Context) -> Result<Verdict, EngineError> {
        let mut search = Search::new(problem, context);
        search.growth = growth;
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
}

/// Time spent on something: by the clock, for figures, and as counted ([`Context::effort`]), for decisions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Spent {
    real: Duration,
    counted: Duration,
}

impl Spent {
    /// How much of both has passed so far.
    fn now(context: &Context) -> Spent {
        Spent { real: context.elapsed(), counted: context.effort() }
    }

    /// Adds what has passed since `started`.
    fn add(&mut self, started: Spent, context: &Context) {
        let now = Spent::now(context);
        self.real += now.real.saturating_sub(started.real);
        self.counted += now.counted.saturating_sub(started.counted);
    }
}

/// The search for runs to the goal; k-induction takes its base from it.
pub(crate) struct Search<'a> {
    /// Who searches, for messages.
    pub name: &'static str,
    /// [`Unroll::growth`].
    growth: usize,
    unrolling: Unrolling<'a>,
    pub progress: Progress,
    /// In which variables steps differ when a run moves.
    changing: Vec<Var>,
    /// How many kinds of dead states are left out.
    dead: usize,
    /// How many of the board's lemmas have been read.
    lemmas: usize,
    /// For each transition so far, the literal that makes it move.
    moves: Vec<Lit>,
    /// The depth at which to look next whether runs are exhausted.
    next_look: usize,
    queries: usize,
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
            growth: 0,
            unrolling: Unrolling::new(problem, Start::Initial, context.new_solver()),
            progress: Progress::default(),
            changing: changing_variables(problem),
            dead: 0,
            lemmas: 0,
            moves: Vec::new(),
            next_look: 1,
            queries: 0,
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
        let dead = dead::excluded(problem, &self.changing, context)?;
        self.dead = dead.len();
        dead.iter().for_each(|clause| self.unrolling.strengthen(clause, TimeStep(0)));
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
                if self.ended(context)? || self.at_rest(step, context)? {
                    return Ok(Verdict::Safe(self.end(step.0)));
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
        let decided = match self.group_size(context) {
            1 => self.ask_one(context)?,
            size => self.ask_group(size, context)?,
        };
        if let Outcome::Decided(verdict) = decided {
            return Ok(Some(verdict));
        }
        let depth = self.unrolling.steps() - 1;
        self.progress.depth = Some(depth);
        context.board.refute(depth);
        context.tell(Event::Progress { engine: self.name, progress: self.progress });
        Ok(None)
    }

    /// How many steps to ask for at once.
    fn group_size(&self, context: &Context) -> usize {
        let steps = self.unrolling.steps();
        let most = context.budget.steps.map_or(usize::MAX, |limit| limit.saturating_add(1) - steps);
        (steps.saturating_mul(self.growth) / 100).clamp(1, most)
    }

    /// Asks for the goal one step further on.
    fn ask_one(&mut self, context: &Context) -> Result<Outcome, EngineError> {
        let step = self.unrolling.add_step();
        let goal = self.unrolling.goal(step);
        let outcome = self.ask(goal, context)?;
        if let Outcome::Unreachable = outcome {
            self.unrolling.add_clause(&[!goal]);
        }
        Ok(outcome)
    }

    /// Asks for the goal in any of the next steps. `a_j` says that step `j` is a part of the run, which need not get to the
    /// last one:
    ///
    /// ```text
    ///   I(s_0) ∧ U(s_0) ∧ ⋀_j (a_{j+1} → a_j ∧ ¬G(s_j) ∧ T(s_j, s_{j+1}) ∧ U(s_{j+1})) ∧ ⋁_{j in group} (a_j ∧ G(s_j))
    /// ```
    ///
    /// The first goal in a model bounds the next question, until there is none before it.
    fn ask_group(&mut self, size: usize, context: &Context) -> Result<Outcome, EngineError> {
        let mut alive: Vec<Lit> = Vec::new();
        let (mut goals, mut ends) = (Vec::new(), Vec::new());
        while alive.len() < size && self.unrolling.has_room() && context.exhausted().is_none() {
            let (step, here) = self.unrolling.add_optional_step(alive.last().copied());
            let goal = self.unrolling.goal(step);
            // The run ends here, in a goal.
            let end = self.unrolling.any(vec![!here, !goal]);
            alive.push(here);
            goals.push(goal);
            ends.push((step, !end));
        }
        let mut found = None;
        loop {
            let some = self.unrolling.any(ends.iter().map(|&(_, end)| end).collect());
            if self.unrolling.known(some) == Some(false) {
                break;
            }
            let started = Spent::now(context);
            let answer = self.unrolling.solve(&[some])?;
            self.queries += 1;
            self.solving.add(started, context);
            match answer {
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
                Answer::Stopped => return Ok(Outcome::Decided(self.unknown(stopped(context)))),
            }
        }
        if let Some(trace) = found {
            return Ok(Outcome::Decided(Verdict::Unsafe(trace)));
        }
        // Runs to a later goal pass all these steps and miss it there.
        alive.iter().for_each(|&here| self.unrolling.add_clause(&[here]));
        goals.iter().for_each(|&goal| self.unrolling.add_clause(&[!goal]));
        Ok(Outcome::Unreachable)
    }

    /// Is `I(s_0) ∧ ⋀ U(s_j) ∧ ⋀ T(s_j, s_{j+1}) ∧ ⋀_{j<k} ¬G(s_j) ∧ G(s_k)` satisfiable, for the last step `k`?
    fn ask(&mut self, goal: Lit, context: &Context) -> Result<Outcome, EngineError> {
        if self.unrolling.known(goal) == Some(false) && !self.unrolling.is_contradictory() {
            return Ok(Outcome::Unreachable);
        }
        let started = Spent::now(context);
        let answer = self.unrolling.solve(&[goal])?;
        self.queries += 1;
        self.solving.add(started, context);
        Ok(match answer {
            Answer::Sat => Outcome::Decided(Verdict::Unsafe(self.unrolling.trace())),
            Answer::Stopped => Outcome::Decided(self.unknown(stopped(context))),
            Answer::Unsat if self.unrolling.failed(goal) => Outcome::Unreachable,
            // Unsatisfiable whether or not the goal is asked for: no run is as long as this.
            Answer::Unsat if self.unrolling.steps() == 1 && self.dead == 0 => {
                Outcome::Decided(Verdict::Safe(Certificate::Invariant(vec![Clause::default()])))
            }
            Answer::Unsat => {
                let depth = self.unrolling.steps() - 1;
                Outcome::Decided(Verdict::Safe(self.end(depth)))
            }
        })
    }

    /// Is `I(s_0) ∧ ⋀ U(s_j) ∧ ⋀ T(s_j, s_{j+1})` unsatisfiable, where dead states are left out? Then every run has come to
    /// one, and all that are shorter than this have been looked at.
    fn ended(&mut self, context: &Context) -> Result<bool, EngineError> {
        if self.dead == 0 || !self.may_look(self.ended) {
            return Ok(false);
        }
        let started = Spent::now(context);
        let none = self.has_no_run(&[], context)?;
        self.ended.add(started, context);
        Ok(none)
    }

    /// Is `I(s_0) ∧ ⋀ U(s_j) ∧ ⋀ T(s_j, s_{j+1}) ∧ ⋀ s_j ≠ s_{j+1}` unsatisfiable? Then every run can be made shorter than
    /// this, and all shorter ones have been looked at. Harder than whether they have [ended](Search::ended), and asked less.
    fn at_rest(&mut self, depth: TimeStep, context: &Context) -> Result<bool, EngineError> {
        if !self.may_look(self.looking) {
            return Ok(false);
        }
        let started = Spent::now(context);
        for step in self.moves.len()..depth.0 {
            let moves = self.unrolling.differ(TimeStep(step), TimeStep(step + 1), &self.changing);
            self.moves.push(moves);
        }
        let moves = std::mem::take(&mut self.moves);
        let none = self.has_no_run(&moves, context);
        self.moves = moves;
        self.looking.add(started, context);
        Ok(none?)
    }

    /// Whether looks of a kind have not taken their share of the time yet.
    fn may_look(&self, spent: Spent) -> bool {
        spent.counted <= self.solving.counted / 4 + LOOK
    }

    /// Whether the solver shows that there is no run of the unrolling's length of which the literals hold. A look that takes long is given
    /// up; a later one may be quicker.
    fn has_no_run(&mut self, assumed: &[Lit], context: &Context) -> Result<bool, SolverError> {
        let limit = self.solving.counted / 2 + LOOK;
        self.unrolling.set_stop(context.stop.clone().until(context.budget.deadline).within(limit));
        let answer = self.unrolling.solve(assumed)?;
        self.unrolling.set_stop(context.stop.clone().until(context.budget.deadline));
        self.queries += 1;
        Ok(answer == Answer::Unsat)
    }

    /// The certificate that every run of `depth` transitions stays somewhere or comes to a dead state. A few more, and it stays
    /// in the latter as well.
    fn end(&self, depth: usize) -> Certificate {
        Certificate::Exhausted { depth: depth + if self.dead > 0 { dead::SETTLING + 1 } else { 0 } }
    }

    pub fn unknown(&self, reason: Reason) -> Verdict {
        Verdict::Unknown(reason, self.progress)
    }

    pub fn statistics(&self, context: &Context) -> Vec<(&'static str, f64)> {
        vec![
            ("steps", self.unrolling.steps() as f64),
            ("queries", self.queries as f64),
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
mod tests {
    use super::*;
    use bitreach_engine::check::{check_certificate, check_trace};
    use bitreach_engine::testing::{any_problem, counter, Expected, Figures};
    use bitreach_engine::{Observer, Silent};
    use bitreach_formula::testing::{for_all, with_seed};
    use bitreach_limits::StopFlag;
    use bitreach_sat::{CadicalFactory, SolverFactory, VarisatFactory};
    use std::sync::Arc;
    use std::time::Instant;

    fn run(problem: &DimSpec, solvers: Arc<dyn SolverFactory>, steps: usize) -> Verdict {
        run_growing(problem, solvers, steps, 0)
    }

    fn run_growing(problem: &DimSpec, solvers: Arc<dyn SolverFactory>, steps: usize, growth: usize) -> Verdict {
        let mut silent = Silent;
        let mut context = Context::new(solvers, &mut silent);
        context.budget.steps = Some(steps);
        Unroll { growth }.run(problem, &mut context).expect("the engine works")
    }

    /// Runs found are shortest and check; Safe problems are never called anything worse than unknown, and certificates
    /// check; where there is no run to the goal, the depth says how far that is known.
    #[test]
    fn agrees_with_brute_force() {
        let (mut runs, mut proofs) = (0, 0);
        for_all(400, with_seed(any_problem), |((problem, expected), seed)| {
            let solvers: Arc<dyn SolverFactory> =
                if seed % 5 == 0 { Arc::new(VarisatFactory) } else { Arc::new(CadicalFactory) };
            match (run_growing(&problem, solvers, 70, [0, 100, 300][seed as usize % 3]), expected) {
                (Verdict::Unsafe(trace), Expected::Unsafe { depth }) => {
                    assert_eq!(check_trace(&problem, &trace), Ok(()));
                    assert_eq!(trace.length(), depth);
                    runs += 1;
                }
                (Verdict::Safe(certificate), Expected::Safe) => {
                    let checked = check_certificate(&problem, &certificate, &VarisatFactory, &StopFlag::new());
                    assert!(checked.is_ok(), "{checked:?}");
                    proofs += 1;
                }
                (Verdict::Unknown(Reason::Steps, progress), Expected::Safe) => {
                    assert_eq!(progress.depth, Some(70));
                }
                (verdict, expected) => panic!("{verdict:?}, but {expected:?}"),
            }
        });
        assert!(runs > 200 && proofs > 10, "{runs} {proofs}");
    }

    #[test]
    fn the_bound_is_the_number_of_transitions() {
        let problem = counter(4);
        assert!(matches!(run(&problem, Arc::new(CadicalFactory), 15), Verdict::Unsafe(trace) if trace.length() == 15));
        let Verdict::Unknown(Reason::Steps, progress) = run(&problem, Arc::new(CadicalFactory), 14) else {
            panic!("14 steps are too few");
        };
        assert_eq!(progress.depth, Some(14));
        assert!(matches!(run(&problem, Arc::new(CadicalFactory), 0), Verdict::Unknown(Reason::Steps, _)));
    }

    /// A schedule may ask for more steps at once than there can be: room and limits end the group.
    #[test]
    fn a_group_takes_what_there_is_room_for() {
        let verdict = run_growing(&counter(4), Arc::new(CadicalFactory), 40, usize::MAX);
        assert!(matches!(verdict, Verdict::Unsafe(trace) if trace.length() == 15));
        let deadline = Some(Instant::now() + Duration::from_millis(200));
        let mut silent = Silent;
        let mut context = Context::new(Arc::new(CadicalFactory), &mut silent);
        context.budget.deadline = deadline;
        let verdict = Unroll { growth: usize::MAX }.run(&counter(40), &mut context);
        assert!(matches!(verdict, Ok(Verdict::Unknown(Reason::Timeout, _))), "{verdict:?}");
    }

    #[test]
    fn a_problem_without_variables() {
        let problem = DimSpec::default();
        assert!(matches!(run(&problem, Arc::new(CadicalFactory), 3), Verdict::Unsafe(trace) if trace.length() == 0));
    }

    /// Hears depths, and that the engine has finished.
    #[derive(Default)]
    struct Depths(Vec<usize>, usize);

    impl Observer for Depths {
        fn hear(&mut self, _at: Duration, event: &Event) {
            match event {
                Event::Progress { progress, .. } => self.0.extend(progress.depth),
                Event::Finished { .. } => self.1 += 1,
                _ => {}
            }
        }
    }

    #[test]
    fn tells_every_depth_and_its_end() {
        let mut depths = Depths::default();
        let mut context = Context::new(Arc::new(CadicalFactory), &mut depths);
        assert!(matches!(Unroll::default().run(&counter(3), &mut context), Ok(Verdict::Unsafe(_))));
        assert_eq!((depths.0, depths.1), ((0..7).collect(), 1));
    }

    /// Whoever has no way on but to the goal is not dead, though no run goes on from there.
    #[test]
    fn a_goal_from_which_nothing_leads_on_is_found() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../dimspec-examples/detour.dimspec");
        let problem = bitreach_dimspec::read::read_file(path.as_ref()).expect("the example is there");
        assert!(matches!(run(&problem, Arc::new(CadicalFactory), 9), Verdict::Unsafe(trace) if trace.length() == 5));
    }

    /// A program that may end at every turn and fails at the 501st. Its end is dead, and without that all is known.
    #[test]
    fn runs_that_may_end_at_any_time_stay_cheap() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../dimspec-examples/from-c-counter-500.dimspec");
        let problem = bitreach_dimspec::read::read_file(path.as_ref()).expect("the example is there");
        let mut figures = Figures::default();
        let mut context = Context::new(Arc::new(CadicalFactory), &mut figures);
        let verdict = Unroll::default().run(&problem, &mut context).expect("the engine works");
        let Verdict::Unsafe(trace) = verdict else { panic!("{verdict:?}") };
        assert_eq!((check_trace(&problem, &trace), trace.length()), (Ok(()), 501));
        let clauses = figures.get("solver_clauses");
        assert!(clauses < 10.0 * problem.transition.len() as f64, "{clauses}");
    }

    #[test]
    fn limits_end_the_search_in_time() {
        // 2^24 steps: nobody waits for these.
        let problem = counter(24);
        let mut silent = Silent;
        let mut context = Context::new(Arc::new(CadicalFactory), &mut silent);
        context.budget.deadline = Some(Instant::now() + Duration::from_millis(300));
        let started = Instant::now();
        let verdict = Unroll::default().run(&problem, &mut context).expect("the engine works");
        assert!(matches!(verdict, Verdict::Unknown(Reason::Timeout, Progress { depth: Some(_), .. })), "{verdict:?}");
        assert!(started.elapsed() < Duration::from_secs(3));

        context.budget.deadline = None;
        context.budget.memory = Some(1);
        assert!(matches!(Unroll::default().run(&problem, &mut context), Ok(Verdict::Unknown(Reason::Memory, _))));

        context.stop.raise();
        assert!(matches!(Unroll::default().run(&problem, &mut context), Ok(Verdict::Unknown(Reason::Interrupted, _))));
    }
}
