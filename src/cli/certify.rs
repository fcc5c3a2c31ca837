//! `bitreach certify`: checks written evidence, or what another solver printed, against a problem, with code and a solver of its own;
//! or recorded inputs, or boxes of them, against a program. It takes no longer and no more memory than it may.

use super::args::{CertifyArgs, DataModelArg, ProgramArgs, SearchArgs};
use super::lift::read_answer;
use super::progress::{self, while_reading, ProgressLine};
use super::question::{question, questions_of_functions};
use super::solve::read_problem;
use super::{limits, written, Failure};
use crate::abandonable;
use crate::boxes::RecordedPartition;
use crate::pipeline::{self, Clock};
use crate::report::Answer;
use crate::solve::{judge, EvidenceOutcome, SatName, Unbelieved};
use crate::verdict::RecordedInputs;
use bitreach_dimspec::read::decompressed;
use bitreach_engine::file::{Evidence, Kind};
use bitreach_limits::{exhausted, Limits};
use clap::ValueEnum;
use std::fmt::Display;
use std::fs::File;
use std::io;
use std::path::Path;

/// Carries the command out: 0 and `VERDICT: SAFE` for an invariant that holds, 10 and `VERDICT: UNSAFE(goal)` for a trace
/// that does, 4 and `VERDICT: UNKNOWN(rejected)` for evidence that does not hold or is cut off, 20 and the reason where a limit ended the check.
pub fn run(args: &CertifyArgs) -> Result<u8, Failure> {
    let name = args.evidence.display();
    let input = |error: &dyn Display| Failure::Input(format!("{name}: {error}"));
    let limits = limits::watch(&SearchArgs::of_limits(args.timeout, args.memory, args.progress));
    let extension = args.problem.iter().find_map(|file| file.extension()).and_then(|extension| extension.to_str());
    if matches!(extension, Some("c" | "i" | "ll" | "bc" | "yml" | "yaml")) {
        return program(args, &limits, &input);
    }
    let [problem] = &args.problem[..] else {
        return Err(Failure::Usage("evidence is about one DimSpec problem; give that and the evidence".to_owned()));
    };
    let (sat, own, clock) = (args.sat.solver()?, limits.clone(), progress::clock());
    let (problem, file, its_clock) = (problem.clone(), args.evidence.clone(), clock.clone());
    let line = ProgressLine::new(args.progress, &clock);
    let checked = abandonable::run(&limits.end, move || formula(&problem, &file, sat, (&own, &its_clock)));
    drop(line);
    let (outcome, answer) = checked.unwrap_or_else(|| {
        let reason = exhausted(&limits);
        Ok((EvidenceOutcome::Stopped(reason), Answer::Unknown(reason.to_string())))
    })?;
    tell(outcome, answer, &args.evidence)
}

/// Evidence about a DimSpec problem: what came of the check, and the answer that the evidence is for.
fn formula(
    problem: &Path,
    file: &Path,
    sat: SatName,
    (limits, clock): (&Limits, &Clock),
) -> Result<(EvidenceOutcome, Answer), Failure> {
    let input = |error: &dyn Display| Failure::Input(format!("{}: {error}", file.display()));
    let problem = clock.stage("read", || read_problem(problem)).map_err(Failure::Input)?;
    let answer = clock.stage("read", || read_answer(file, &problem))?;
    let judged = clock
        .stage("check", || judge(&problem, &answer, sat, limits))
        .map_err(|error| Failure::Internal(error.to_string()))?;
    let unsafe_answer = || Answer::Unsafe("goal".to_owned());
    Ok(match judged {
        Ok((Evidence::Certificate(_), sentence)) => (EvidenceOutcome::Holds(sentence), Answer::Safe),
        Ok((Evidence::Trace(_), sentence)) => (EvidenceOutcome::Holds(sentence), unsafe_answer()),
        Err(Unbelieved::Rejected(fault)) => (EvidenceOutcome::Fails(fault), Answer::rejected()),
        Err(Unbelieved::Stopped(reason)) => (EvidenceOutcome::Stopped(reason), Answer::Unknown(reason.to_string())),
        Err(Unbelieved::Unproved { reachable }) => {
            let what =
                if reachable { "can be reached, and gives no run" } else { "cannot be reached, and gives no proof" };
            return Err(input(&format!("is no evidence: it says that the goal {what}")));
        }
        Err(Unbelieved::Nothing(_)) => {
            let headers = Kind::headers();
            return Err(input(&format!("is no evidence: it has no line {headers}, `solution …` or `v …`")));
        }
    })
}

/// What is recorded about a program.
enum Recorded {
    Inputs(RecordedInputs),
    Boxes(RecordedPartition),
}

/// What a file holds; `Err` with what is wrong where it is a record, but not a whole one.
fn recorded(text: &[u8], input: &dyn Fn(&dyn Display) -> Failure) -> Result<Result<Recorded, String>, Failure> {
    match (RecordedInputs::read(text), RecordedPartition::read(text)) {
        (Ok(inputs), _) => Ok(Ok(Recorded::Inputs(inputs))),
        (_, Ok(boxes)) => Ok(Ok(Recorded::Boxes(boxes))),
        (Err(error), Err(of_boxes)) if error.is_no_record() && of_boxes.is_no_record() => Err(input(&error)),
        (Err(error), Err(of_boxes)) => {
            Ok(Err(if error.is_no_record() { of_boxes.to_string() } else { error.to_string() }))
        }
    }
}

/// Recorded inputs of a program, or a partition of them.
fn program(args: &CertifyArgs, limits: &Limits, input: &dyn Fn(&dyn Display) -> Failure) -> Result<u8, Failure> {
    let file = File::open(&args.evidence).map_err(|error| input(&error))?;
    let mut text = Vec::new();
    let mut file = decompressed(file).map_err(|error| input(&error))?;
    io::Read::read_to_end(&mut file, &mut text).map_err(|error| input(&error))?;
    let recorded = match recorded(&text, input)? {
        Ok(recorded) => recorded,
        Err(fault) => return tell(EvidenceOutcome::Fails(fault), Answer::rejected(), &args.evidence),
    };
    let (property, data_model, options) = match &recorded {
        Recorded::Inputs(inputs) => (&inputs.property, &inputs.data_model, &inputs.options),
        Recorded::Boxes(boxes) => (&boxes.property, &boxes.data_model, &boxes.options),
    };
    let data_model = DataModelArg::from_str(data_model, true).map_err(|error| input(&error))?;
    let program = ProgramArgs {
        property: vec![property.clone()],
        compile: args.compile.clone(),
        data_model: Some(data_model),
        ..ProgramArgs::of(args.problem.clone())
    };
    let mut question = match args.function.function {
        None => while_reading(args.progress, || question(&program, &limits.stop))?,
        Some(_) => {
            match while_reading(args.progress, || questions_of_functions(&program, &args.function, &limits.stop))? {
                Some((asked, _)) => match asked.into_iter().flat_map(|one| one.questions.unwrap_or_default()).next() {
                    Some(question) => question,
                    None => return Err(input(&"is about a property that is not asked of functions")),
                },
                None => return tell(EvidenceOutcome::Stopped(exhausted(limits)), Answer::rejected(), &args.evidence),
            }
        }
    };
    question.set_options(options).map_err(|error| input(&error))?;
    let clock = progress::clock();
    let line = ProgressLine::new(args.progress, &clock);
    let (outcome, answer) = match recorded {
        Recorded::Inputs(inputs) => {
            (pipeline::certify(&question, &inputs, limits, &clock), Answer::Unsafe(inputs.property.clone()))
        }
        Recorded::Boxes(boxes) => (pipeline::certify_boxes(&question, &boxes, limits, &clock), Answer::Safe),
    };
    drop(line);
    tell(outcome?, answer, &args.evidence)
}

/// Says what came of the check; `answer` is what the evidence is for.
fn tell(outcome: EvidenceOutcome, answer: Answer, file: &Path) -> Result<u8, Failure> {
    let (sentence, answer) = match outcome {
        EvidenceOutcome::Holds(sentence) => (sentence, answer),
        EvidenceOutcome::Stopped(reason) => {
            let sentence = "The check was stopped before its end: nothing is known about the evidence.";
            (sentence.to_owned(), Answer::Unknown(reason.to_string()))
        }
        EvidenceOutcome::Fails(fault) => {
            (format!("{}: the evidence does not hold: {fault}", file.display()), Answer::rejected())
        }
    };
    written(print(&sentence, &answer))?;
    Ok(answer.exit_code())
}

fn print(sentence: &str, answer: &Answer) -> io::Result<()> {
    io::Write::write_fmt(&mut io::stdout(), format_args!("{sentence}\n\n{answer}\n"))
}
