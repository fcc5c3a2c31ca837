//! `bitreach certify`: checks written evidence against a problem, with code and a solver of its own; or recorded inputs
//! against a program.

use super::args::{CertifyArgs, DataModelArg, MemoryArgs, ProgramArgs, RECURSION};
use super::check::question;
use super::solve::read_problem;
use super::{written, Failure};
use crate::pipeline;
use crate::report::Answer;
use crate::solve::{check_evidence, EvidenceOutcome};
use crate::verdict::RecordedInputs;
use bitreach_engine::file::{self, Evidence};
use bitreach_sat::StopFlag;
use clap::ValueEnum;
use std::fs::File;
use std::io::{self, BufReader};

/// Carries the command out: 0 and `VERDICT: SAFE` for an invariant that holds, 10 and `VERDICT: UNSAFE(goal)` for a trace
/// that does, 2 for evidence that does not hold.
pub fn run(args: &CertifyArgs) -> Result<u8, Failure> {
    let name = args.evidence.display();
    let input = |error: &dyn std::fmt::Display| Failure::Input(format!("{name}: {error}"));
    let extension = args.problem.extension().and_then(|extension| extension.to_str());
    if matches!(extension, Some("c" | "i" | "ll" | "bc" | "yml" | "yaml")) {
        return program(args, &input);
    }
    let problem = read_problem(&args.problem)?;
    let text = File::open(&args.evidence).map_err(|error| input(&error))?;
    let (evidence, variables) = file::read(BufReader::new(text)).map_err(|error| input(&error))?;
    if variables != problem.variables {
        let message = format!("is about {variables} variables a step, the problem has {}", problem.variables);
        return Err(input(&message));
    }
    let answer = match evidence {
        Evidence::Certificate(_) => Answer::Safe,
        Evidence::Trace(_) => Answer::Unsafe("goal".to_owned()),
    };
    match check_evidence(&problem, &evidence, args.sat.solver()?)
        .map_err(|error| Failure::Internal(error.to_string()))?
    {
        EvidenceOutcome::Holds(sentence) => {
            written(print(&sentence, &answer))?;
            Ok(answer.exit_code())
        }
        EvidenceOutcome::Fails(fault) => Err(input(&format!("the evidence does not hold: {fault}"))),
    }
}

/// Recorded inputs of a program.
fn program(args: &CertifyArgs, input: &dyn Fn(&dyn std::fmt::Display) -> Failure) -> Result<u8, Failure> {
    let text = File::open(&args.evidence).map_err(|error| input(&error))?;
    let recorded = RecordedInputs::read(BufReader::new(text)).map_err(|error| input(&error))?;
    let property = Some(recorded.property.clone());
    let data_model = DataModelArg::from_str(&recorded.data_model, true).map_err(|error| input(&error))?;
    let (file, memory) = (args.problem.clone(), MemoryArgs::default());
    let program = ProgramArgs { file, property, data_model: Some(data_model), recursion: RECURSION, memory };
    let mut question = question(&program, &StopFlag::new())?;
    question.set_options(&recorded.options).map_err(|error| input(&error))?;
    match pipeline::certify(&question, &recorded)? {
        EvidenceOutcome::Holds(sentence) => {
            let answer = Answer::Unsafe(recorded.property);
            written(print(&sentence, &answer))?;
            Ok(answer.exit_code())
        }
        EvidenceOutcome::Fails(fault) => Err(input(&format!("the evidence does not hold: {fault}"))),
    }
}

fn print(sentence: &str, answer: &Answer) -> io::Result<()> {
    io::Write::write_fmt(&mut io::stdout(), format_args!("{sentence}\n\n{answer}\n"))
}
