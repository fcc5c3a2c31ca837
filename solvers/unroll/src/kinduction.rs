//! k-induction (Sheeran, Singh, Stålmarck: Checking safety properties using induction and a SAT-solver, FMCAD 2000; Eén,
//! Sörensson: Temporal induction by incremental SAT solving, BMC 2003): if no run of fewer than `k` transitions reaches the
//! goal, and `k` steps that miss it are never followed by one that reaches it, nothing ever does.
//!
//! The base is the unroller's search. The step is an unrolling that starts anywhere, of which two things are demanded besides:
//!
//! * the lemmas on the context's board, as they appear (Beyer, Dangl, Wendler: Boosting k-induction with
//!   continuously-refined invariants, CAV 2015);
//! * that its steps differ, but only for pairs of steps that were equal in a model (Eén, Sörensson 2003). With that
//!   the method is complete: some day there is no row of so many different steps.
//!
//! The certificate is `k`, the lemmas and those pairs; the checker asks base and step again.

use crate::search::{stopped, Search};
use crate::{Start, Unrolling};
use bitreach_dimspec::DimSpec;
use bitreach_engine::plain::without_predicates;
use bitreach_engine::{changing_variables, Certificate, Context, Engine, EngineError, Event, KInduction, Statistics};
use bitreach_engine::{TimeStep, Verdict};
use bitreach_formula::{Clause, Cube, Lit, Var};
use bitreach_sat::Answer;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// k-induction as an engine. It is the right one where the property is nearly inductive as it stands; and it finds
/// shortest runs to the goal on the way, as its base is the unroller.
#[derive(Clone, Copy, Debug, Default)]
pub struct KInductive;

const NAME: &str = "kinduction";

impl Engine for KInductive {
    fn name(&self) -> &'static str {
        NAME
    }

    fn run(&mut self, problem: &DimSpec, context: &mut Context) -> Result<Verdict, EngineError> {
        without_predicates(problem, |plain| decide(plain, context))
    }
}

fn decide(problem: &DimSpec, context: &mut Context) -> Result<Verdict, EngineError> {
    let mut base = Search::new(problem, context);
    base.name = NAME;
    let mut step = Step::new(problem, context);
    let verdict = match base.goal_without_runs(problem, context)? {
        Some(verdict) => verdict,
        None => {
            base.leave_out_dead_states(problem, context)?;
            step.first();
            alternate(&mut base, &mut step, context)?
        }
    };
    let mut statistics = base.statistics(context);
    statistics.extend(step.statistics());
    context.tell(Event::Finished { engine: NAME, statistics: Statistics(statistics) });
    Ok(verdict)
}

/// Base and step in turn, for `k` = 1, 2, 3, …
fn alternate(base: &mut Search, step: &mut Step, context: &mut Context) -> Result<Verdict, EngineError> {
    loop {
        // After this, no run of k - 1 transitions or fewer reaches the goal.
        if let Some(verdict) = base.deepen(context)? {
            return Ok(verdict);
        }
        match step.extend(context)? {
            Outcome::Holds(proof) => return Ok(Verdict::Safe(Certificate::KInduction(proof))),
            Outcome::Fails => {}
            Outcome::Stopped => return Ok(base.unknown(stopped(context))),
        }
    }
}

/// What came of the step for one `k`.
enum Outcome {
    /// It holds.
    Holds(KInduction),
    /// There are `k` different steps that miss the goal and lead to it.
    Fails,
    /// Nobody knows.
    Stopped,
}

struct Step<'a> {
    unrolling: Unrolling<'a>,
    /// In which variables steps may differ.
    changing: Vec<Var>,
    /// The lemmas that are demanded.
    lemmas: Vec<Clause>,
    /// How many of the board's lemmas have been read: all of `lemmas`.
    read: usize,
    /// The pairs of steps that are demanded to differ.
    distinct: Vec<(TimeStep, TimeStep)>,
    queries: usize,
    solving: Duration,
}

impl<'a> Step<'a> {
    fn new(problem: &'a DimSpec, context: &Context) -> Step<'a> {
        let mut unrolling = Unrolling::new(problem, Start::Anywhere, context.new_solver());
        unrolling.goal_only_last();
        Step {
            unrolling,
            changing: changing_variables(problem),
            lemmas: Vec::new(),
            read: 0,
            distinct: Vec::new(),
            queries: 0,
            solving: Duration::ZERO,
        }
    }

    /// The first of the steps that miss the goal.
    fn first(&mut self) {
        let first = self.unrolling.add_step();
        let goal = self.unrolling.goal(first);
        self.unrolling.add_clause(&[!goal]);
    }

    /// One step more, the one that reaches the goal:
    ///
    /// ```text
    ///   ⋀_{j≤k} (L(s_j) ∧ U(s_j)) ∧ ⋀_{j<k} (T(s_j, s_{j+1}) ∧ ¬G(s_j)) ∧ G(s_k), pairs differ
    /// ```
    ///
    /// If there is a model, the steps that are equal in it have to differ from here on, and the question is asked again.
    fn extend(&mut self, context: &Context) -> Result<Outcome, EngineError> {
        if !self.unrolling.has_room() {
            return Ok(Outcome::Stopped);
        }
        self.read_lemmas(context);
        let last = self.unrolling.add_step();
        let goal = self.unrolling.goal(last);
        loop {
            if context.exhausted().is_some() {
                return Ok(Outcome::Stopped);
            }
            let started = Instant::now();
            let answer = self.unrolling.solve(&[goal])?;
            self.queries += 1;
            self.solving += started.elapsed();
            match answer {
                Answer::Unsat => return Ok(Outcome::Holds(self.proof(last))),
                Answer::Stopped => return Ok(Outcome::Stopped),
                Answer::Sat if self.separate_equal_steps() => {}
                Answer::Sat => break,
            }
        }
        self.unrolling.add_clause(&[!goal]);
        Ok(Outcome::Fails)
    }

    /// Takes over what others have proved since.
    fn read_lemmas(&mut self, context: &Context) {
        for lemma in context.board.new_lemmas(&mut self.read) {
            self.unrolling.strengthen(&lemma, TimeStep(0));
            self.lemmas.push(lemma);
        }
    }

    /// Demands that the steps differ that are equal in the model. False if there are none.
    fn separate_equal_steps(&mut self) -> bool {
        let trace = self.unrolling.trace();
        let mut seen: BTreeMap<Cube, Vec<TimeStep>> = BTreeMap::new();
        for (step, assignment) in trace.steps.iter().enumerate() {
            seen.entry(assignment.cube(self.changing.iter().copied())).or_default().push(TimeStep(step));
        }
        let before = self.distinct.len();
        for equal in seen.into_values().filter(|equal| equal.len() > 1) {
            let pairs = equal.windows(2).map(|pair| (pair[0], pair[1]));
            for (one, two) in pairs.collect::<Vec<_>>() {
                let differ: Lit = self.unrolling.differ(one, two, &self.changing);
                self.unrolling.add_clause(&[differ]);
                self.distinct.push((one, two));
            }
        }
        self.distinct.len() > before
    }

    fn proof(&self, last: TimeStep) -> KInduction {
        KInduction { k: last.0, lemmas: self.lemmas.clone(), distinct: self.distinct.clone() }
    }

    fn statistics(&self) -> [(&'static str, f64); 5] {
        [
            ("step_queries", self.queries as f64),
            ("step_clauses", self.unrolling.clauses() as f64),
            ("step_lemmas", self.lemmas.len() as f64),
            ("distinct_pairs", self.distinct.len() as f64),
            ("step_seconds", self.solving.as_secs_f64()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bitreach_engine::check::{check_certificate, check_trace};
    use bitreach_engine::testing::{any_problem, counter, Expected};
    use bitreach_engine::{Reason, Silent};
    use bitreach_formula::testing::{for_all, with_seed};
    use bitreach_limits::StopFlag;
    use bitreach_sat::{CadicalFactory, SolverFactory, VarisatFactory};
    use std::sync::Arc;

    /// Runs are shortest; proofs check with another solver, and not with a smaller k; little is left open.
    #[test]
    fn agrees_with_brute_force() {
        let (mut runs, mut proofs, mut with_pairs, mut open) = (0, 0, 0, 0);
        for_all(1600, with_seed(any_problem), |((problem, expected), seed)| {
            let solvers: Arc<dyn SolverFactory> =
                if seed % 5 == 0 { Arc::new(VarisatFactory) } else { Arc::new(CadicalFactory) };
            let mut silent = Silent;
            let mut context = Context::new(solvers, &mut silent);
            context.budget.steps = Some(70);
            match (KInductive.run(&problem, &mut context).expect("the engine works"), expected) {
                (Verdict::Unsafe(trace), Expected::Unsafe { depth }) => {
                    assert_eq!(check_trace(&problem, &trace), Ok(()));
                    assert_eq!(trace.length(), depth);
                    runs += 1;
                }
                (Verdict::Safe(certificate), Expected::Safe) => {
                    let check = |certificate: &Certificate| {
                        check_certificate(&problem, certificate, &VarisatFactory, &StopFlag::new())
                    };
                    let checked = check(&certificate);
                    assert!(checked.is_ok(), "{checked:?}");
                    proofs += 1;
                    if let Certificate::KInduction(mut proof) = certificate {
                        with_pairs += usize::from(!proof.distinct.is_empty());
                        proof.k -= 1;
                        proof.distinct.retain(|(_, two)| two.0 <= proof.k);
                        let refused = check(&Certificate::KInduction(proof));
                        assert!(refused.is_err(), "a smaller k would have done");
                    }
                }
                (Verdict::Unknown(Reason::Steps, _), Expected::Safe) => open += 1,
                (verdict, expected) => panic!("{verdict:?}, but {expected:?}"),
            }
        });
        assert!(runs > 800 && proofs > 400 && with_pairs > 2 && open < 40, "{runs} {proofs} {with_pairs} {open}");
    }

    /// The counter is made to jump over its goal: only different steps, all of them, or the lemma tell that it does.
    #[test]
    fn lemmas_of_others_are_part_of_the_proof() {
        let mut problem = counter(4);
        // Bit 0 stays 0: without an input to count, nothing is reached.
        problem.universal.add(&[Var::new(4).negative()]);
        let prove = |lemmas: Vec<Clause>| {
            let mut silent = Silent;
            let mut context = Context::new(Arc::new(CadicalFactory), &mut silent);
            context.board.add_lemmas(lemmas);
            match KInductive.run(&problem, &mut context) {
                Ok(Verdict::Safe(Certificate::KInduction(proof))) => proof,
                other => panic!("{other:?}"),
            }
        };
        let without = prove(Vec::new());
        assert!(without.lemmas.is_empty());
        let lemma = Clause::new([Var::new(0).negative()]);
        let with = prove(vec![lemma.clone()]);
        assert_eq!(with.lemmas, [lemma]);
        for proof in [&without, &with] {
            let certificate = Certificate::KInduction(proof.clone());
            let checked = check_certificate(&problem, &certificate, &VarisatFactory, &StopFlag::new());
            assert!(checked.is_ok(), "{checked:?}");
        }
        // A lemma that does not hold is found out.
        let wrong = KInduction { lemmas: vec![Clause::new([Var::new(1).positive()])], ..with };
        let certificate = Certificate::KInduction(wrong);
        assert!(check_certificate(&problem, &certificate, &VarisatFactory, &StopFlag::new()).is_err());
    }

    #[test]
    fn limits_end_the_search_in_time() {
        let problem = counter(24);
        let mut silent = Silent;
        let mut context = Context::new(Arc::new(CadicalFactory), &mut silent);
        context.budget.deadline = Some(Instant::now() + Duration::from_millis(300));
        let started = Instant::now();
        let verdict = KInductive.run(&problem, &mut context).expect("the engine works");
        assert!(matches!(verdict, Verdict::Unknown(Reason::Timeout, _)), "{verdict:?}");
        assert!(started.elapsed() < Duration::from_secs(3));
        context.budget.deadline = None;
        context.stop.raise();
        assert!(matches!(KInductive.run(&problem, &mut context), Ok(Verdict::Unknown(Reason::Interrupted, _))));
    }
}
