//! `bitreach certify`: checks written evidence against a problem, with code and a solver of its own; or recorded inputs
//! against a program. It takes no longer and no more memory than it may.

use super::args::{
    CertifyArgs, DataModelArg, MemoryArgs, ProgramArgs, ProgressArg, SearchArgs, UnknownCallsArg, RECURSION,
};
use super::question::question;
use super::solve::read_problem;
use super::{limits, written, Failure};
use crate::abandonable;
use crate::pipeline;
use crate::report::Answer;
use crate::solve::{check_evidence, EvidenceOutcome, SatName};
use crate::verdict::RecordedInputs;
use bitreach_engine::file::{self, Evidence};
use bitreach_limits::{exhausted, Limits};
use clap::ValueEnum;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufReader};
use std::path::Path;

/// Carries the command out: 0 and `VERDICT: SAFE` for an invariant that holds, 10 and `VERDICT: UNSAFE(goal)` for a trace
/// that does, 2 for evidence that does not hold, 20 and the reason where a limit ended the check.
pub fn run(args: &CertifyArgs) -> Result<u8, Failure> {
    let name = args.evidence.display();
    let input = |error: &dyn Display| Failure::Input(format!("{name}: {error}"));
    let limits = limits::watch(&SearchArgs::of_limits(args.timeout, args.memory, ProgressArg::Never));
    let extension = args.problem.iter().find_map(|file| file.extension()).and_then(|extension| extension.to_str());
    if matches!(extension, Some("c" | "i" | "ll" | "bc" | "yml" | "yaml")) {
        return program(args, &limits, &input);
    }
    let [problem] = &args.problem[..] else {
        return Err(Failure::Usage("evidence is about one DimSpec problem; give that and the evidence".to_owned()));
    };
    let (sat, own) = (args.sat.solver()?, limits.clone());
    let (problem, file) = (problem.clone(), args.evidence.clone());
    let checked = abandonable::run(&limits.end, move || formula(&problem, &file, sat, &own));
    let (outcome, answer) = checked.unwrap_or_else(|| {
        let reason = exhausted(&limits);
        Ok((EvidenceOutcome::Stopped(reason), Answer::Unknown(reason.to_string())))
    })?;
    tell(outcome, answer, &input)
}

/// Evidence about a DimSpec problem: what came of the check, and the answer that the evidence is for.
fn formula(problem: &Path, file: &Path, sat: SatName, limits: &Limits) -> Result<(EvidenceOutcome, Answer), Failure> {
    let input = |error: &dyn Display| Failure::Input(format!("{}: {error}", file.display()));
    let problem = read_problem(problem).map_err(Failure::Input)?;
    let text = File::open(file).map_err(|error| input(&error))?;
    let (evidence, variables) = file::read(BufReader::new(text)).map_err(|error| input(&error))?;
    if variables != problem.variables {
        let message = format!("is about {variables} variables a step, the problem has {}", problem.variables);
        return Err(input(&message));
    }
    let answer = match evidence {
        Evidence::Certificate(_) => Answer::Safe,
        Evidence::Trace(_) => Answer::Unsafe("goal".to_owned()),
    };
    let outcome = check_evidence(&problem, &evidence, sat, limits);
    Ok((outcome.map_err(|error| Failure::Internal(error.to_string()))?, answer))
}

/// Recorded inputs of a program.
fn program(args: &CertifyArgs, limits: &Limits, input: &dyn Fn(&dyn Display) -> Failure) -> Result<u8, Failure> {
    let text = File::open(&args.evidence).map_err(|error| input(&error))?;
    let recorded = RecordedInputs::read(BufReader::new(text)).map_err(|error| input(&error))?;
    let property = vec![recorded.property.clone()];
    let data_model = DataModelArg::from_str(&recorded.data_model, true).map_err(|error| input(&error))?;
    let program = ProgramArgs {
        files: args.problem.clone(),
        project: None,
        language: None,
        property,
        compile: args.compile.clone(),
        data_model: Some(data_model),
        recursion: RECURSION,
        unknown_calls: UnknownCallsArg::Unmodelled,
        memory: MemoryArgs::default(),
    };
    let mut question = question(&program, &limits.stop)?;
    question.set_options(&recorded.options).map_err(|error| input(&error))?;
    let outcome = pipeline::certify(&question, &recorded, limits)?;
    tell(outcome, Answer::Unsafe(recorded.property), input)
}

/// Says what came of the check; `answer` is what the evidence is for.
fn tell(outcome: EvidenceOutcome, answer: Answer, input: &dyn Fn(&dyn Display) -> Failure) -> Result<u8, Failure> {
    let (sentence, answer) = match outcome {
        EvidenceOutcome::Holds(sentence) => (sentence, answer),
        EvidenceOutcome::Stopped(reason) => {
            let sentence = "The check was stopped before its end: nothing is known about the evidence.";
            (sentence.to_owned(), Answer::Unknown(reason.to_string()))
        }
        EvidenceOutcome::Fails(fault) => return Err(input(&format!("the evidence does not hold: {fault}"))),
    };
    written(print(&sentence, &answer))?;
    Ok(answer.exit_code())
}

fn print(sentence: &str, answer: &Answer) -> io::Result<()> {
    io::Write::write_fmt(&mut io::stdout(), format_args!("{sentence}\n\n{answer}\n"))
}
