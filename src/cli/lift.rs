//! `bitreach lift`: the answer of a solver that ran elsewhere becomes the report that `check` gives.

use super::args::{EncodingArg, GoalArg, LiftArgs, PredicatesArg, SearchArgs, SimplifyArg};
use super::check::{check_outputs, publish, Saved};
use super::progress::{self, ProgressLine};
use super::question::question;
use super::solve::read_problem;
use super::{limits, Failure};
use crate::frontend::Overflow;
use crate::pipeline::{self, Asked, Choice, Form, Format, Given};
use bitreach_dimspec::DimSpec;
use bitreach_engine::answer::{self, Answer, AnswerError};
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::sync::Arc;

/// Carries the command out.
pub fn run(args: &LiftArgs) -> Result<u8, Failure> {
    check_outputs([&args.report.json, &args.report.evidence].into_iter().flatten())?;
    let search = SearchArgs::of_limits(args.timeout, args.memory, args.progress);
    let limits = limits::watch(&search);
    let clock = progress::clock();
    let line = ProgressLine::new(args.progress, &clock);
    let problem = clock.stage("read", || read_problem(&args.problem)).map_err(Failure::Input)?;
    let answer = Arc::new(clock.stage("read", || read_answer(&args.from, &problem))?);
    let mut question = clock.part("clang", || question(&args.program, &limits.stop))?;
    question.assumed.overflow = Overflow::Wraps;
    let choice = Choice { replay: args.replay.name(), ..search.choice(EncodingArg::Small)? };
    let (name, from, form) =
        (args.problem.display().to_string(), args.from.display().to_string(), form(args, &problem));
    let given = Given { name, problem, form, from, answer };
    let finished = pipeline::lift(&Asked { question, choice, limits }, given, &clock);
    drop(line);
    publish(finished?, Saved(Ok(())), &args.report)
}

/// How the problem was encoded: as it says itself, but for what is said on the command line.
fn form(args: &LiftArgs, problem: &DimSpec) -> Form {
    let said = Form::of_comments(&problem.symbols.comments).unwrap_or(Form {
        encoding: EncodingArg::Small.name(),
        predicates: PredicatesArg::Off.name(),
        simplification: SimplifyArg::Off.name(),
        goal: GoalArg::Error.goal(),
        format: Format::DimSpec,
    });
    Form {
        encoding: args.encoding.map_or(said.encoding, EncodingArg::name),
        predicates: args.predicates.map_or(said.predicates, PredicatesArg::name),
        simplification: args.simplify.map_or(said.simplification, SimplifyArg::name),
        goal: args.goal.map_or(said.goal, GoalArg::goal),
        ..said
    }
}

/// Reads what a solver printed, from a file, or from standard input for `-`; or why that is no whole answer.
pub fn read_answer(path: &Path, problem: &DimSpec) -> Result<Result<Answer, AnswerError>, Failure> {
    let fault = |error: &dyn std::fmt::Display| Failure::Input(format!("{}: {error}", path.display()));
    let input: Box<dyn BufRead> = match path == Path::new("-") {
        true => Box::new(io::stdin().lock()),
        false => Box::new(BufReader::new(File::open(path).map_err(|error| fault(&error))?)),
    };
    match answer::read(input, problem.variables) {
        Err(error) if error.is_about_the_file() => Err(fault(&error)),
        read => Ok(read),
    }
}
