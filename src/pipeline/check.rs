//! `check`: whether a program violates a property. [`decided`] and [`search`] are the drawing at the top of [`super`], one call a stage.

use super::all_depths::{search_all_depths, Attempt};
use super::all_lengths::read_for;
use super::answer::{answer_of_runs, answer_of_search};
use super::by_boxes::{self, Boxes};
use super::by_ranges;
use super::by_waypoints;
use super::clock::Clock;
use super::concrete_fallback::{self as concrete, ConcreteRuns};
use super::contradiction;
use super::error::{in_time, PipelineError};
use super::evidence::{evidence, recorded, replayed};
use super::finished::{Basis, Finished, Proof};
use super::front_end::{prepare, Programs};
use super::native_replay;
use super::overflow;
use super::question::{Asked, Choice, Concrete, Question, Simplification};
use super::refinement::{Followed, Refinement};
use super::reporting::{self, report, Facts, Subject};
use super::stages::{blast, encode, search_problem, simplify};
use crate::abandonable;
use crate::dimspec::{Emitted, WordVariables};
use crate::program::{Exit, Program};
use crate::refinement::Feasibility;
use crate::report::Answer;
use crate::solve::{EngineRecord, Solved};
use crate::ts::{Encoding, Goal, Place, Run};
use crate::verdict::{replay, ErrorPath};
use bitreach_dimspec::DimSpec;
use bitreach_engine::{Observer, Progress, Reason, Verdict};
use bitreach_limits::{exhausted, Limits};
use std::sync::Arc;

/// Decides whether a program violates a property. The clock says meanwhile which stage runs.
///
/// # Errors
/// If the program cannot be compiled, or on internal faults. Exhausted limits are a report with an Unknown.
pub fn check(
    question: &Question,
    choice: &Choice,
    limits: &Limits,
    mut observer: impl Observer + 'static,
    clock: &Clock,
) -> Result<Finished, PipelineError> {
    let asked = Asked { question: question.clone(), choice: choice.clone(), limits: limits.clone() };
    let its_clock = clock.clone();
    let work = move || {
        let finished = decided(&asked, &mut observer, &its_clock)?;
        let mut finished = overflow::settled(finished, &asked, &mut observer, &its_clock)?;
        contradiction::tell(&mut finished, &asked, &mut observer, &its_clock)?;
        Ok(finished)
    };
    let finished = in_time(abandonable::run(&limits.end, work).unwrap_or(Err(PipelineError::Stopped)))?;
    Ok(finished.unwrap_or_else(|| Finished::ended(Subject::Program(question), exhausted(limits), clock)))
}

/// Decides it: prepare, read, search with the concrete engine beside, check the evidence, report.
pub(super) fn decided(asked: &Asked, observer: &mut dyn Observer, clock: &Clock) -> Result<Finished, PipelineError> {
    let Asked { question, choice, limits } = asked;
    let prepared = clock.stage("front end", || prepare(question, limits, clock))?;
    let programs = clock.stage("front end", || read_for(question, &prepared, limits))?;
    if choice.concrete == Concrete::Alone {
        let runs = clock.stage("solve", || concrete::alone(asked, &programs))?;
        return decided_by_runs(asked, &programs, runs, &[], None, clock);
    }
    if let Some((own, runs)) = by_waypoints::directed(asked, &programs, &prepared, clock)? {
        return decided_by_runs(&own.asked, &own.programs, runs, &[], None, clock);
    }
    if let Some(finished) = by_ranges::proved(asked, &programs.optimised, observer, clock)? {
        return Ok(finished);
    }
    let boxes = by_boxes::look(asked, &programs, clock);
    if let Some(finished) = boxes.as_ref().map(|boxes| by_boxes::decided(asked, &programs, boxes, clock)) {
        if let Some(finished) = finished? {
            return Ok(finished);
        }
    }
    let Attempt { own, answered, runs, run } = search_all_depths(asked, (&prepared, &programs), observer, clock)?;
    match (answered.as_ref().map(Answered::answer), runs) {
        (None | Some(Answer::Unknown(_)), Some(runs)) if runs.are_answer() => {
            let engines = answered.map_or_else(Vec::new, |answered| answered.found.solved.engines);
            decided_by_runs(&run.asked, &run.programs, runs, &engines, boxes.as_ref(), clock)
        }
        (_, runs) => {
            let answer = answered.as_ref().map(Answered::answer);
            let is_open = answer.is_none_or(|answer| matches!(answer, Answer::Unknown(_)));
            if let Some(failure) = boxes.as_ref().and_then(|boxes| boxes.failure.as_ref()).filter(|_| is_open) {
                return Err(PipelineError::Internal(format!("boxes: {failure}")));
            }
            let answered = answered.ok_or(PipelineError::Stopped)?;
            decided_by_search(&own.asked, &own.programs, answered, (boxes, runs), clock)
        }
    }
}

/// What a search knows when it begins, and how it goes on.
#[derive(Clone, Copy)]
pub struct Course<'a> {
    /// Something unmodelled that can be reached: then errors alone are searched for.
    pub known: Option<Exit>,
    /// The limits of the search for errors alone, once it is known that this exit of the program can be reached; `None` if they stay.
    pub errors: &'a dyn Fn(&Program, Exit) -> Option<Limits>,
}

impl Course<'_> {
    /// Nothing is known, and the limits stay.
    pub const PLAIN: Course<'static> = Course { known: None, errors: &|_, _| None };
}

/// What the search found.
pub struct Found {
    /// The program that was searched last.
    pub program: Arc<Program>,
    /// Its encoding.
    pub encoding: Encoding,
    /// Its problem.
    pub problem: Arc<DimSpec>,
    /// Which variables of that hold which word.
    pub words: WordVariables,
    /// The verdict about the problem.
    pub solved: Solved,
    /// Sizes of the simplified problem, if that has the verdict.
    pub simplified: Vec<(String, usize)>,
    /// A run of the program to the error.
    pub run: Option<Run>,
    /// Unmodelled code that can be reached.
    pub behind: Option<Exit>,
    /// Where that is but a bound on objects, and the program can be searched without: the limit that ended that search.
    pub ended: Option<Reason>,
    /// Whether what it came to rests on what memory held at first that is not recorded.
    pub is_unrecorded: bool,
    /// How many searches there were.
    pub searches: usize,
    /// What was followed of large objects, if there are any.
    pub followed: Option<Followed>,
}

/// Searches for the error or unmodelled code: encode, blast, simplify, search. Where unmodelled code can be reached, the error alone is
/// searched for. Where the run that is found is none of the program, more of large objects is followed, and the next program is encoded.
///
/// # Errors
/// If the limits end a stage before there is a verdict, or on internal faults.
pub fn search(
    mut refinement: Refinement,
    Course { known, errors }: Course,
    choice: &Choice,
    limits: &Limits,
    observer: &mut dyn Observer,
    clock: &Clock,
) -> Result<Found, PipelineError> {
    let whole = refinement.program;
    let is_open = whole.has_unmodelled() && known.is_none();
    let mut goal = if is_open { Goal::ErrorOrUnmodelled } else { Goal::Error };
    let (mut behind, mut searches, mut limits) = (known, 0, limits.clone());
    let whole_limits = limits.clone();
    'refine: loop {
        let program = clock.stage("encode", || refinement.searched(&whole_limits))?;
        let encode = || encode(program.clone(), choice.encoding, choice.predicates, &whole_limits);
        let encoding = clock.stage("encode", encode)?;
        loop {
            let emitted = clock.stage("blast", || blast(&encoding.system, goal, &whole_limits))?;
            let simplified = match choice.simplification {
                Simplification::On => clock.stage("simplify", || simplify(&encoding.system, goal, &emitted, &limits)),
                Simplification::Off => None,
            };
            let Emitted { problem, words, .. } = emitted;
            let problem = Arc::new(problem);
            let (mut solved, simplified) = search_problem(&problem, simplified, choice, &limits, observer, clock)?;
            searches += 1;
            let (mut run, mut is_unrecorded) = (None, false);
            if let Verdict::Unsafe(trace) = &solved.verdict {
                let nowhere = || PipelineError::Internal("a trace visits a location that does not exist".to_owned());
                let found = words.run(&encoding, trace).ok_or_else(nowhere)?;
                match clock.stage("replay", || refinement.feasible(found))? {
                    Feasibility::Spurious(_) => continue 'refine,
                    Feasibility::Feasible(found) if found.sink() == Some(Place::Unmodelled) => {
                        behind = clock.stage("replay", || replay::last_exit(whole, &found));
                        goal = Goal::Error;
                        limits = behind.and_then(|exit| errors(whole, exit)).unwrap_or(limits);
                        continue;
                    }
                    Feasibility::Feasible(found) => run = Some(found),
                    Feasibility::Undecided => {
                        is_unrecorded = true;
                        solved.verdict = Verdict::Unknown(Reason::Effort, Progress::default());
                    }
                }
            }
            let followed = refinement.followed();
            return Ok(Found {
                program,
                encoding,
                problem,
                words,
                solved,
                simplified,
                run,
                behind,
                ended: None,
                is_unrecorded,
                searches,
                followed,
            });
        }
    }
}

/// What the search found, and what that means for the question.
pub struct Answered {
    found: Found,
    /// The run, replayed.
    path: Option<ErrorPath>,
    answer: Answer,
}

impl Answered {
    /// The answer.
    pub fn answer(&self) -> &Answer {
        &self.answer
    }

    /// Unmodelled code that can be reached.
    pub fn behind(&self) -> Option<Exit> {
        self.found.behind
    }

    /// Whether what the search came to rests on what memory held at first that is not recorded.
    pub fn is_unrecorded(&self) -> bool {
        self.found.is_unrecorded
    }
}

/// Replays the run that the search found, if it found one, and gives the answer.
pub fn answered(asked: &Asked, programs: &Programs, found: Found, clock: &Clock) -> Result<Answered, PipelineError> {
    let path = match &found.run {
        Some(run) => Some(clock.stage("replay", || replayed(programs, run))?),
        None => None,
    };
    let Asked { question, limits, .. } = asked;
    let violated = path.as_ref().map(|path| question.violated(&programs.optimised, path.site));
    let unmodelled = found.behind.map(|_| found.ended);
    let answer = answer_of_search(violated, &found.solved.verdict, unmodelled, limits);
    Ok(Answered { found, path, answer })
}

/// Where the search's answer is the answer: replays natively, and reports.
pub fn decided_by_search(
    asked: &Asked,
    programs: &Arc<Programs>,
    Answered { found, path, answer }: Answered,
    (boxes, runs): (Option<Boxes>, Option<ConcreteRuns>),
    clock: &Clock,
) -> Result<Finished, PipelineError> {
    let Asked { question, choice, limits } = asked;
    let native = match &path {
        Some(path) => {
            let replay = || native_replay::replay(question, programs, path, choice.replay, limits);
            Some(clock.stage("native replay", replay)?)
        }
        None => None,
    };
    let inputs = match (&found.followed, &found.run) {
        // The trace is one of a partial program; the execution is one of the program.
        (Some(_), Some(run)) => Some(recorded(question, &programs.optimised, run)?),
        _ => None,
    };
    let summary =
        reporting::summary(question, programs, &answer, path.as_ref(), (found.behind, found.ended), &found.solved);
    let mut engines = reporting::engine_figures(&found.solved.engines);
    engines.extend(boxes.iter().map(reporting::box_figures));
    // Where the concrete engine was stopped before it began, it has nothing to show.
    engines.extend(runs.iter().filter(|runs| runs.seconds > 0.0).map(reporting::run_figures));
    let report = report(Facts {
        programs: Some(programs),
        path: path.as_ref(),
        native: native.as_ref(),
        checked: &found.solved.evidence,
        followed: found.followed.as_ref().map(|followed| (followed, found.searches)),
        sizes: [reporting::sizes(&found.encoding, &found.problem), found.simplified].concat(),
        engines,
        ..Facts::new(Subject::Program(question), answer, summary, clock.take_stages())
    });
    let (problem, verdict) = (found.problem.clone(), found.solved.verdict.clone());
    let basis = match (&path, &verdict) {
        (Some(path), _) => Some(violation(programs, path)),
        (None, Verdict::Safe(certificate)) if report.verdict == Answer::Safe => {
            let Found { program, encoding, problem, words, .. } = found;
            let certificate = certificate.clone();
            let programs = programs.clone();
            Some(Basis::Proof(Box::new(Proof { programs, program, encoding, words, problem, certificate })))
        }
        _ => None,
    };
    let evidence = match (&report.verdict, &inputs) {
        (Answer::Unknown(_), _) | (_, Some(_)) => None,
        _ => evidence(verdict).map(|evidence| (evidence, problem.variables)),
    };
    let problem = evidence.is_some().then_some(problem);
    Ok(Finished { report, evidence, inputs, boxes: None, problem, basis: basis.map(Arc::new) })
}

/// What an answer rests on that is a path.
fn violation(programs: &Programs, path: &ErrorPath) -> Basis {
    Basis::Path(Box::new(path.clone()), Box::new(programs.map_of(path).clone()))
}

/// Where the concrete engine's answer is the answer, after these engines had none: replays natively, and reports.
fn decided_by_runs(
    asked: &Asked,
    programs: &Programs,
    mut runs: ConcreteRuns,
    engines: &[EngineRecord],
    boxes: Option<&Boxes>,
    clock: &Clock,
) -> Result<Finished, PipelineError> {
    let Asked { question, choice, limits } = asked;
    if let (Some(path), None) = (&runs.path, &runs.native) {
        let replay = || native_replay::replay(question, programs, path, choice.replay, limits);
        runs.native = Some(clock.stage("native replay", replay)?);
    }
    let path = runs.path.as_ref();
    let violated = path.map(|path| question.violated(&programs.optimised, path.site));
    let answer = answer_of_runs(violated, runs.only.as_ref(), limits);
    let summary = reporting::summary_of_runs(question, programs, &runs);
    let mut engines = reporting::engine_figures(engines);
    engines.extend(boxes.map(reporting::box_figures));
    engines.push(reporting::run_figures(&runs));
    let report = report(Facts {
        programs: Some(programs),
        path,
        native: runs.native.as_ref(),
        checked: &reporting::evidence_of_runs(&runs),
        engines,
        ..Facts::new(Subject::Program(question), answer, summary, clock.take_stages())
    });
    let basis = match (path, &report.verdict) {
        (Some(path), _) => Some(Arc::new(violation(programs, path))),
        (None, Answer::Safe) => Some(Arc::new(Basis::OnlyWay)),
        (None, _) => None,
    };
    Ok(Finished { inputs: runs.recorded(question), basis, ..Finished::of(report) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::BitVec;
    use crate::bv::Predicate;
    use crate::pipeline::question::EncodingName;
    use crate::program::testing::random_program;
    use crate::program::{
        Access, Block, BlockId, Cell, CheckKind, Instances, Instruction, Object, ObjectId, Operand, Operation, Pattern,
        Program, Site, Store, Tail, Terminator, Unmodelled, ValueId,
    };
    use crate::refinement::{LargeObjects, Precision};
    use crate::solve::{EngineName, SatName};
    use bitreach_engine::Silent;
    use bitreach_limits::StopFlag;

    /// Whether the error can be reached, whether something unmodelled can, and in how many searches that was found out.
    fn outcome(program: &Program, found: Found) -> (bool, bool, usize) {
        let is_reached = match found.solved.verdict {
            Verdict::Safe(_) => false,
            Verdict::Unsafe(_) => true,
            Verdict::Unknown(reason, _) => panic!("not decided: {reason}\n{program}"),
        };
        if is_reached {
            let run = found.run.unwrap();
            assert!(matches!(replay::last_exit(program, &run), Some(Exit::Error(_))), "{program}");
        }
        (is_reached, found.behind.is_some(), found.searches)
    }

    /// Encoding the program would take much longer than it takes to see the flag.
    #[test]
    fn what_is_stopped_is_not_encoded() {
        let mut program = (1..)
            .map(|seed| random_program(seed, 5))
            .find(|program| LargeObjects::new(program, 0).is_some())
            .expect("some have objects");
        let stores = program.blocks.iter().flat_map(|block| &block.instructions);
        let mut stores = stores.filter_map(|instruction| match instruction {
            Instruction::Store(store) => Some(*store),
            _ => None,
        });
        let store = stores.next().expect("a large object is written");
        let [offset, value] = [store.offset, store.value].map(|operand| program.operand_width(operand));
        let numbers = (0..300_000).map(|number| {
            let (offset, value) =
                (BitVec::new(offset, u128::from(store.access.pattern.residue)), BitVec::new(value, number));
            let (offset, value) = (Operand::Constant(offset), Operand::Constant(value));
            Instruction::Store(Store { offset, value, condition: Operand::Constant(BitVec::TRUE), ..store })
        });
        program.blocks[0].instructions.splice(0..0, numbers);
        program.map.sites.push(Site { kind: CheckKind::ReachError, detail: String::new(), origin: None });
        program.map.unmodelled.push(Unmodelled { reason: "random".to_owned(), origin: None });
        program.validate().expect("stores of constants fit");
        let program = Arc::new(program);
        for cells in [0, usize::MAX] {
            let choice = Choice::new(EncodingName::LargeBlock, EngineName::Ic3, SatName::Cadical);
            let limits = Limits { stop: StopFlag::new(), ..Limits::default() };
            limits.stop.raise();
            let refinement = Refinement::new(&program, cells);
            let found = search(refinement, Course::PLAIN, &choice, &limits, &mut Silent, &Clock::new());
            assert!(matches!(found, Err(PipelineError::Stopped)), "{cells}");
        }
    }

    /// A random program with the names of its exits.
    fn asking(seed: u64) -> Program {
        let mut program = random_program(seed, 3 + seed as usize % 7);
        program.map.sites.push(Site { kind: CheckKind::ReachError, detail: String::new(), origin: None });
        program.map.unmodelled.push(Unmodelled { reason: "random".to_owned(), origin: None });
        program
    }

    #[test]
    fn searches_of_partial_programs_agree_with_whole_ones() {
        let (mut reached, mut safe, mut searches, mut expected) = (0, 0, 0, 0);
        for seed in 1..500 {
            let program = Arc::new(asking(seed));
            let Some(large) = LargeObjects::new(&program, 0) else { continue };
            let encoding = if seed % 2 == 0 { EncodingName::LargeBlock } else { EncodingName::SmallBlock };
            let choice = Choice::new(encoding, EngineName::Ic3, SatName::Cadical);
            let (limits, clock) = (Limits::default(), Clock::new());
            let refinement = Refinement::new(&program, 1000);
            let whole = search(refinement, Course::PLAIN, &choice, &limits, &mut Silent, &clock).unwrap();
            assert!(whole.followed.is_none(), "eight cells are few");
            let whole = outcome(&program, whole);
            let in_block = |(block, stores): (usize, &Block)| {
                let is_store = |(_, instruction): &(usize, &Instruction)| matches!(instruction, Instruction::Store(_));
                let stores = stores.instructions.iter().enumerate().filter(is_store);
                stores.map(move |(place, _)| (BlockId(block), place)).collect::<Vec<_>>()
            };
            let stores = program.blocks.iter().enumerate().flat_map(in_block).collect();
            let all_stores = Precision { stores, ..large.first_precision() };
            let expecting = [seed, seed + 1000].map(|seed| large.expecting_anything(seed));
            expected += expecting.iter().map(|precision| precision.expected.len()).sum::<usize>();
            let others = [Precision::default(), large.first_precision(), all_stores];
            for precision in others.into_iter().chain(expecting) {
                let refinement = Refinement::new(&program, 0).from(precision);
                let partly = search(refinement, Course::PLAIN, &choice, &limits, &mut Silent, &clock).unwrap();
                assert!(partly.followed.is_some());
                let partly = outcome(&program, partly);
                assert_eq!(partly.0, whole.0, "seed {seed}\n{program}");
                // Where both an error and something unmodelled can be reached, either may be found first.
                assert!(whole.0 || partly.1 == whole.1, "seed {seed}\n{program}");
                reached += usize::from(partly.0);
                safe += usize::from(!partly.0);
                searches += partly.2;
            }
        }
        assert!(reached > 50 && safe > 50 && searches > reached + safe + 50, "{reached} {safe} {searches}");
        assert!(expected > 100, "{expected}");
    }

    /// Of a row of instances, the one is followed from which what leads to an exit was read: no exit is lost.
    #[test]
    fn searches_that_follow_one_instance_agree_with_whole_ones() {
        let (mut reached, mut safe, mut searches) = (0, 0, 0);
        for seed in 1..400 {
            let mut program = asking(seed);
            program.objects[0].cells.iter_mut().for_each(|cell| cell.initial = BitVec::zero(cell.initial.width()));
            by_what_is_read(&mut program);
            let row = in_a_row(program.clone());
            row.validate().unwrap();
            let (program, row) = (Arc::new(program), Arc::new(row));
            let choice = Choice::new(EncodingName::LargeBlock, EngineName::Ic3, SatName::Cadical);
            let (limits, clock) = (Limits::default(), Clock::new());
            let found = |program: &Arc<Program>, cells| {
                let refinement = Refinement::new(program, cells);
                let found = search(refinement, Course::PLAIN, &choice, &limits, &mut Silent, &clock).unwrap();
                outcome(program, found)
            };
            let (whole, partly) = (found(&program, 1000), found(&row, 0));
            assert_eq!(partly.0, whole.0, "seed {seed}\n{program}");
            assert!(whole.0 || partly.1 == whole.1, "seed {seed}\n{program}");
            reached += usize::from(partly.0);
            safe += usize::from(!partly.0);
            searches += partly.2;
        }
        assert!(reached > 20 && safe > 20 && searches > reached + safe + 20, "{reached} {safe} {searches}");
    }

    /// Control comes to an error, or to something unmodelled, only by what a cell of the first object holds.
    fn by_what_is_read(program: &mut Program) {
        for at in 0..program.blocks.len() {
            let exit = program.blocks[at].terminator.clone();
            let Some(offset) = program.blocks[at].phis.first().map(|phi| phi.result) else { continue };
            if !matches!(exit, Terminator::Exit(Exit::Error(_) | Exit::Unmodelled(_))) {
                continue;
            }
            let width = program.widths[offset.0];
            let access = Access { object: ObjectId(0), pattern: Pattern { residue: 0, modulus: 1 }, width };
            let few = Operand::Constant(BitVec::new(width, 3));
            let (load, condition) = (ValueId(program.widths.len()), ValueId(program.widths.len() + 1));
            program.widths.extend([width, 1]);
            program.names.extend(["read", "is few"].map(str::to_owned));
            let load_it = Operation::Load(access, Operand::Value(offset));
            let compare = Operation::Compare(Predicate::Ult, Operand::Value(load), few);
            for (result, operation) in [(load, load_it), (condition, compare)] {
                program.blocks[at].instructions.push(Instruction::Define { result, operation, origin: None });
            }
            let next = program.blocks.len();
            let (then, otherwise) = (BlockId(next), BlockId(next + 1));
            program.blocks[at].terminator =
                Terminator::Branch { condition: Operand::Value(condition), then, otherwise };
            for terminator in [exit, Terminator::Exit(Exit::Ok)] {
                let (name, phis, instructions) = ("exit".to_owned(), vec![], vec![]);
                program.blocks.push(Block { name, phis, instructions, terminator, origin: None });
            }
        }
    }

    /// The program with its first object as the lives of a row of instances, one in each cell.
    fn in_a_row(mut program: Program) -> Program {
        let width = program.objects[0].cells[0].initial.width();
        let tail = Some(Tail { begin: 0, period: 1, is_zero: true });
        program.objects[0].cells.truncate(1);
        program.objects[0].tail = tail;
        let cell =
            |name: &str, width| Cell { offset: 0, initial: BitVec::zero(width), name: name.to_owned(), variable: None };
        let object = |name: &str, width, size, tail| Object {
            name: name.to_owned(),
            size,
            cells: vec![cell(name, width)],
            tail,
        };
        let count = program.objects.len();
        program.objects.push(object("instances", 1, 8, tail));
        program.objects.push(object("given", width, 1, None));
        let (of_row, given, alive) = (ObjectId(count), ObjectId(count + 1), Some(ObjectId(0)));
        program.instances.push(Instances {
            object: of_row,
            links: vec![],
            low: width,
            scale: 0,
            given,
            alive,
            chain: None,
        });
        program
    }
}
