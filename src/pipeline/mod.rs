//! The whole tool, one function a command, one call a stage, top to bottom.
//!
//! ```text
//! check:  prepare → read → encode → emit → simplify → solve → way back → replay → report
//!                         ↖ more of large objects is followed ← judge ↙
//!                        ↘ concrete engine on a spare worker → replay ↗
//! encode: prepare → read → encode → emit
//! solve:                            solve → report
//! certify: prepare → read → replay
//! ```

mod certify;
mod clock;
pub mod inconsistent;
mod lazily;
mod native;
mod path;
mod question;
mod search;
mod spare;
mod tell;
mod values;

pub use certify::certify;
pub use clock::processor_seconds;
pub use native::Replay;
pub use question::{
    Choice, Encoded, EncodingName, Form, Format, Predicates, Question, Simplification, Written, WHOLE_CELLS,
};
pub use spare::Concrete;

use crate::dimspec::aiger::Aiger;
use crate::dimspec::{emit, emit_until};
use crate::frontend::{self, aside, FrontendError};
use crate::prepare::program::{Prepared, PreparedModule, Unoptimised};
use crate::program::{CheckKind, Exit, Program, SiteId};
use crate::read;
use crate::read::bounds::Bounds;
use crate::report::{Answer, Report};
use crate::simplify::simplify;
use crate::solve::{exhausted, EngineRecord, Limits, SatName};
use crate::source::clang::ClangError;
use crate::source::property::Property;
use crate::ts::Run;
use crate::verdict::{replay, ErrorPath, RecordedInputs};
use bitreach_dimspec::{DimSpec, Section};
use bitreach_engine::file::Evidence;
use bitreach_engine::{Observer, Verdict};
use clock::Clock;
use lazily::Searched;
use search::{cause, decide, encoded};
use spare::Spare;
use std::sync::Arc;

/// A finished run.
#[derive(Clone, Debug)]
pub struct Finished {
    /// What is to be said about it.
    pub report: Report,
    /// The evidence and the number of variables a step of the problem that it is about, where there is an answer.
    pub evidence: Option<(Evidence, usize)>,
    /// Where there is no such evidence: the inputs of the execution that the concrete engine found, or that was found with objects read
    /// lazily.
    pub inputs: Option<RecordedInputs>,
    /// The problem that the evidence is about, where it is not what was given.
    pub problem: Option<DimSpec>,
}

/// What ends a run without a report.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PipelineError {
    /// The program cannot be read or compiled.
    #[error("{0}")]
    Input(String),
    /// The limits ended the run before there was anything to search.
    #[error("stopped before the program was read and encoded")]
    Stopped,
    /// A fault of bitreach itself: an engine failed, evidence did not hold, a trace could not be replayed.
    #[error("{0}")]
    Internal(String),
    /// The state of a run cannot be used.
    #[error(transparent)]
    State(#[from] inconsistent::state::StateError),
}

/// The program in its forms, after the front end.
struct Programs {
    /// As clang compiled it: this one is run natively.
    unoptimised: Unoptimised,
    /// Optimised: this one is encoded.
    optimised: Program,
    /// With all source lines and variables still there: error paths are told on this one.
    plain: Program,
}

/// Decides whether a program violates a property.
///
/// # Errors
/// If the program cannot be compiled, or on internal faults. Exhausted limits are a report with an Unknown.
pub fn check(
    question: &Question,
    choice: &Choice,
    limits: &Limits,
    mut observer: impl Observer + 'static,
) -> Result<Finished, PipelineError> {
    let clock = Clock::new();
    let (own, its_clock) = ((question.clone(), choice.clone(), limits.clone()), clock.clone());
    let work = move || decided(&own.0, &own.1, &own.2, &mut observer, its_clock);
    aside::run(&limits.end, work).unwrap_or_else(|| Ok(stopped(question, limits, clock)))
}

/// Decides it, stage by stage.
fn decided(
    question: &Question,
    choice: &Choice,
    limits: &Limits,
    observer: &mut dyn Observer,
    mut clock: Clock,
) -> Result<Finished, PipelineError> {
    let programs = match clock.stage("front end", || front_end(question, question.bounds.widened(), limits)) {
        Err(PipelineError::Stopped) => return Ok(stopped(question, limits, clock)),
        programs => Arc::new(programs?),
    };
    if choice.concrete == Concrete::Alone {
        return concrete(question, &programs, choice, limits, clock);
    }
    let program = &programs.optimised;
    let (searched, spare) = spare::beside(question, &programs, choice, limits, |choice, limits| {
        lazily::search(program, choice, limits, observer, &mut clock)
    });
    let Searched { encoding, found, behind, lazily } = match searched {
        Err(PipelineError::Stopped) => {
            let spare = spare_result(spare, &Answer::Unknown(String::new()))?.filter(|spare| spare.path.is_some());
            return match spare {
                Some(spare) => found_natively(question, &programs, spare, &[], choice, limits, clock),
                None => Ok(stopped(question, limits, clock)),
            };
        }
        searched => searched?,
    };
    let site = match found.run.as_ref().and_then(|run| replay::last_exit(program, run)) {
        Some(Exit::Error(site)) => Some(site),
        _ => None,
    };
    let violated = violated_property(question, program, site);
    let answer = answer(violated, &found.solved.verdict, limits, behind.is_some());
    let spare = match (&answer, spare_result(spare, &answer)?) {
        (Answer::Unknown(_), Some(spare @ Spare { path: Some(_), .. })) => {
            return found_natively(question, &programs, spare, &found.solved.engines, choice, limits, clock);
        }
        (_, spare) => spare,
    };
    let path = match &found.run {
        Some(run) => Some(clock.stage("replay", || replayed(&programs, run))?),
        None => None,
    };
    let native = match &path {
        Some(path) => {
            Some(clock.stage("native replay", || native::replay(question, &programs, path, choice.replay, limits))?)
        }
        None => None,
    };
    let mut evidence = match answer {
        Answer::Unknown(_) => None,
        _ => evidence(&found.solved.verdict).map(|evidence| (evidence, found.emitted.problem.variables)),
    };
    let mut inputs = None;
    if let (Some(_), Some(run), Answer::Unsafe(_)) = (&lazily, &found.run, &answer) {
        // The trace is one of a partial program; the execution is one of the program.
        (evidence, inputs) = (None, Some(recorded(question, program, run)?));
    }
    let programs = (program, &programs.plain);
    let told = tell::Told { question, programs, encoding: &encoding, path, native, behind, spare, lazily };
    let report = tell::check(told, answer, &found, clock);
    let problem = evidence.is_some().then_some(found.emitted.problem);
    Ok(Finished { report, evidence, inputs, problem })
}

/// The inputs of a run to an error.
fn recorded(question: &Question, program: &Program, run: &Run) -> Result<RecordedInputs, PipelineError> {
    let path = replay::exact(program, run).map_err(PipelineError::Internal)?;
    let (property, data_model) = (question.property.to_string(), question.data_model.to_string());
    let (site, options) = (path.site, question.options());
    Ok(RecordedInputs { property, data_model, site, options, inputs: path.inputs })
}

/// Runs the program natively, and nothing else.
fn concrete(
    question: &Question,
    programs: &Programs,
    choice: &Choice,
    limits: &Limits,
    mut clock: Clock,
) -> Result<Finished, PipelineError> {
    let spare = clock.stage("solve", || spare::alone(question, programs, choice, limits))?;
    found_natively(question, programs, spare, &[], choice, limits, clock)
}

/// What is told where the concrete engine's answer is the answer, after these engines had none.
fn found_natively(
    question: &Question,
    programs: &Programs,
    mut spare: Spare,
    engines: &[EngineRecord],
    choice: &Choice,
    limits: &Limits,
    mut clock: Clock,
) -> Result<Finished, PipelineError> {
    spare.replay_natively(question, programs, choice, limits, &mut clock)?;
    let told = tell::ToldConcrete { question, programs: (&programs.optimised, &programs.plain), engines };
    let inputs = spare.recorded(question);
    Ok(Finished { report: tell::concrete(told, &spare, limits, clock), evidence: None, inputs, problem: None })
}

/// What the spare worker has to say beside the search's answer. Its own faults only matter where there is no answer; an
/// execution that reaches an error although there is a proof that none does is a fault of bitreach.
fn spare_result(spare: Option<Result<Spare, PipelineError>>, answer: &Answer) -> Result<Option<Spare>, PipelineError> {
    match (answer, spare) {
        (Answer::Safe, Some(Ok(Spare { path: Some(_), .. }))) => {
            let message = "an execution reaches an error that was proved to be unreachable";
            Err(PipelineError::Internal(message.to_owned()))
        }
        (Answer::Unknown(_), Some(Err(fault @ PipelineError::Internal(_)))) => Err(fault),
        // There is no clang, which a module in LLVM's form does not need; or there is an answer already.
        (_, Some(Err(_))) => Ok(None),
        (_, Some(Ok(spare))) => Ok(Some(spare)),
        (_, None) => Ok(None),
    }
}

/// Writes the question as a DimSpec problem or an AIGER graph; the latter has no place for predicates.
///
/// # Errors
/// If the program cannot be compiled, or the limits end the run.
pub fn encode(question: &Question, form: Form, limits: &Limits) -> Result<Encoded, PipelineError> {
    let own = (question.clone(), limits.clone());
    aside::run(&limits.end, move || written(&own.0, form, &own.1)).unwrap_or(Err(PipelineError::Stopped))
}

/// Encodes it, stage by stage.
fn written(question: &Question, form: Form, limits: &Limits) -> Result<Encoded, PipelineError> {
    let Form { encoding, predicates, simplification, goal, format } = form;
    let program = front_end(question, question.bounds, limits)?.optimised;
    let mut encoding = encoded(&program, encoding, predicates);
    let mut problem = None;
    if simplification == Simplification::On {
        let emitted = emit_until(&encoding.system, goal, &limits.stop).ok_or(PipelineError::Stopped)?;
        let solvers = SatName::Cadical.factory();
        if let Some(simplified) = simplify(&encoding.system, goal, &emitted, &*solvers, &limits.before_search()) {
            encoding.system = simplified.system;
            problem = Some(simplified.emitted.problem);
        }
    }
    let header = tell::header(question, &encoding);
    let (written, sizes) = match format {
        Format::DimSpec => {
            let mut problem = problem.unwrap_or_else(|| emit(&encoding.system, goal).problem);
            problem.symbols.comments.extend(header);
            let sizes = tell::sizes(&encoding, &problem);
            (Written::DimSpec(problem), sizes)
        }
        Format::Aiger => {
            let mut aiger = Aiger::new(&encoding.system, goal);
            aiger.comments.extend(header);
            let sizes = tell::aiger_sizes(&encoding, &aiger);
            (Written::Aiger(aiger), sizes)
        }
    };
    let unmodelled = tell::constructs(&program).iter().map(tell::construct_line).collect();
    if limits.are_up() {
        return Err(PipelineError::Stopped);
    }
    Ok(Encoded { program, written, sizes, unmodelled })
}

/// Decides a DimSpec problem, which `read` reads.
///
/// # Errors
/// On internal faults, and those of `read`.
pub fn solve(
    name: &str,
    read: impl FnOnce() -> Result<DimSpec, PipelineError> + Send + 'static,
    choice: &Choice,
    limits: &Limits,
    mut observer: impl Observer + 'static,
) -> Result<Finished, PipelineError> {
    let clock = Clock::new();
    let (own, its_clock) = ((name.to_owned(), choice.clone(), limits.clone()), clock.clone());
    let work = move || answered(&own.0, read, &own.1, &own.2, &mut observer, its_clock);
    aside::run(&limits.end, work).unwrap_or_else(|| {
        let answer = Answer::Unknown(exhausted(limits).to_string());
        Ok(Finished { report: tell::unsolved(name, answer, clock), evidence: None, inputs: None, problem: None })
    })
}

/// Decides it, stage by stage.
fn answered(
    name: &str,
    read: impl FnOnce() -> Result<DimSpec, PipelineError>,
    choice: &Choice,
    limits: &Limits,
    observer: &mut dyn Observer,
    mut clock: Clock,
) -> Result<Finished, PipelineError> {
    let problem = clock.stage("read", read)?;
    let solved = decide(&problem, None, choice, limits, observer, &mut clock)?;
    let answer = match &solved.verdict {
        Verdict::Safe(_) => Answer::Safe,
        Verdict::Unsafe(_) => Answer::Unsafe("goal".to_owned()),
        Verdict::Unknown(reason, _) => Answer::Unknown(cause(*reason, limits).to_string()),
    };
    let evidence = evidence(&solved.verdict).map(|evidence| (evidence, problem.variables));
    let report = tell::solve(name, &problem, answer, &solved, clock);
    Ok(Finished { report, evidence, inputs: None, problem: None })
}

/// The report about a program that could not be read, encoded and searched in time.
fn stopped(question: &Question, limits: &Limits, clock: Clock) -> Finished {
    let reason = exhausted(limits).to_string();
    let report = tell::stopped(question, Answer::Unknown(reason), clock);
    Finished { report, evidence: None, inputs: None, problem: None }
}

/// Compiles, prepares and reads the program in both forms, with so much of memory.
fn front_end(question: &Question, bounds: Bounds, limits: &Limits) -> Result<Programs, PipelineError> {
    let prepared = match frontend::prepare(
        &question.file,
        question.property,
        question.data_model,
        question.recursion,
        question.malloc_may_fail,
        &limits.stop,
    ) {
        Err(FrontendError::Clang(ClangError::Stopped)) => return Err(PipelineError::Stopped),
        prepared => prepared.map_err(|error| PipelineError::Input(error.to_string()))?,
    };
    aside::run(&limits.stop, move || programs(prepared, bounds)).ok_or(PipelineError::Stopped)?
}

/// Reads the program in both forms. One that fills large objects has millions of instructions.
fn programs(prepared: Prepared, bounds: Bounds) -> Result<Programs, PipelineError> {
    let read = |module: PreparedModule| {
        let program = read::read(&module.bitcode, module.map, &module.objects, bounds);
        program.map_err(|error| PipelineError::Input(error.to_string()))
    };
    let (mut optimised, plain) = (read(prepared.optimised)?, read(prepared.plain)?);
    optimised.simplify();
    for program in [&optimised, &plain] {
        program.validate().map_err(|fault| PipelineError::Internal(format!("the program is malformed: {fault}")))?;
    }
    Ok(Programs { unoptimised: prepared.unoptimised, optimised, plain })
}

/// Replays a run on the program that was encoded, which has to end in the error that the trace promises; then on the
/// plain one, on which paths are told. Where the plain one takes another way (its inputs cannot always be matched to
/// those of the optimised one), the path is told on the optimised one.
fn replayed(programs: &Programs, run: &Run) -> Result<ErrorPath, PipelineError> {
    let internal = |message: String| PipelineError::Internal(format!("the trace cannot be replayed: {message}"));
    let optimised = replay::exact(&programs.optimised, run).map_err(internal)?;
    Ok(replay::told(&programs.plain, &optimised).unwrap_or(optimised))
}

/// The answer about a program. `behind` says that unmodelled code can be reached.
fn answer(violated: String, verdict: &Verdict, limits: &Limits, behind: bool) -> Answer {
    match verdict {
        Verdict::Unsafe(_) => Answer::Unsafe(violated),
        _ if behind => Answer::Unknown("unmodelled".to_owned()),
        Verdict::Safe(_) => Answer::Safe,
        Verdict::Unknown(reason, _) => Answer::Unknown(cause(*reason, limits).to_string()),
    }
}

/// The property that is violated at a site: of several that are asked for together, the one that its check is about.
fn violated_property(question: &Question, program: &Program, site: Option<SiteId>) -> String {
    let kind = site.and_then(|site| program.map.sites.get(site.0)).map(|site| site.kind);
    match kind {
        Some(kind) if question.property.is_about_memory() && CheckKind::OF_ACCESS.contains(&kind) => {
            Property::ValidDeref.to_string()
        }
        Some(kind) if CheckKind::OF_FREE.contains(&kind) => Property::ValidFree.to_string(),
        Some(CheckKind::Lost) => Property::ValidMemtrack.to_string(),
        _ => question.property.to_string(),
    }
}

fn evidence(verdict: &Verdict) -> Option<Evidence> {
    match verdict {
        Verdict::Safe(certificate) => Some(Evidence::Certificate(certificate.clone())),
        Verdict::Unsafe(trace) => Some(Evidence::Trace(trace.clone())),
        Verdict::Unknown(..) => None,
    }
}

/// Clauses of a section, for size tables.
fn clauses(problem: &DimSpec, section: Section) -> usize {
    problem.section(section).len()
}
