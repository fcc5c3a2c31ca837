//! The unroller against brute force: runs, proofs, bounds and schedules.

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
    // Runs are shortest where no question is left open, however busy the machine is.
    Unroll { growth, patience: Duration::from_secs(3600) }.run(problem, &mut context).expect("the engine works")
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

/// Who has no patience asks for many steps at once, and finds the same; the board hears of no depth that is not known.
#[test]
fn open_questions_change_no_answer() {
    let (mut runs, mut proofs, mut open) = (0, 0, 0.0);
    for_all(300, any_problem, |(problem, expected)| {
        let mut heard = Depths::default();
        let mut context = Context::new(Arc::new(CadicalFactory), &mut heard);
        context.budget.steps = Some(70);
        let verdict =
            Unroll { growth: 0, patience: Duration::ZERO }.run(&problem, &mut context).expect("the engine works");
        let refuted = heard.0.last().copied();
        open += heard.2.get("questions_left_open");
        match (verdict, expected) {
            (Verdict::Unsafe(trace), Expected::Unsafe { depth }) => {
                assert_eq!(check_trace(&problem, &trace), Ok(()));
                assert!(trace.length() >= depth && refuted.is_none_or(|refuted| refuted < depth));
                runs += 1;
            }
            (Verdict::Safe(certificate), Expected::Safe) => {
                let checked = check_certificate(&problem, &certificate, &VarisatFactory, &StopFlag::new());
                assert!(checked.is_ok(), "{checked:?}");
                proofs += 1;
            }
            (Verdict::Unknown(Reason::Steps, _), Expected::Safe) => {}
            (verdict, expected) => panic!("{verdict:?}, but {expected:?}"),
        }
    });
    assert!(runs > 150 && proofs > 5 && open > 50.0, "{runs} {proofs} {open}");
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
    let verdict = Unroll { growth: usize::MAX, ..Unroll::default() }.run(&counter(40), &mut context);
    assert!(matches!(verdict, Ok(Verdict::Unknown(Reason::Timeout, _))), "{verdict:?}");
}

#[test]
fn a_problem_without_variables() {
    let problem = DimSpec::default();
    assert!(matches!(run(&problem, Arc::new(CadicalFactory), 3), Verdict::Unsafe(trace) if trace.length() == 0));
}

/// Hears depths, that the engine has finished, and its figures.
#[derive(Default)]
struct Depths(Vec<usize>, usize, Figures);

impl Observer for Depths {
    fn hear(&mut self, at: Duration, event: &Event) {
        self.2.hear(at, event);
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
