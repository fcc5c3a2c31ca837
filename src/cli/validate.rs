//! `bitreach validate`: checks a witness, ours or another tool's, against its program.

use super::args::{DataModelArg, EncodingArg, ValidateArgs};
use super::progress::{self, ProgressLine};
use super::{limits, question::question, written, Failure};
use crate::pipeline::witness::{self, Validation};
use crate::pipeline::{Choice, Predicates, Question, Simplification};
use crate::report::Answer;
use crate::source::task::property_of_specification;
use crate::witness::file::WitnessFile;
use crate::witness::format::hash;
use clap::ValueEnum;
use std::io;
use std::path::Path;

/// Carries the command out.
pub fn run(args: &ValidateArgs) -> Result<u8, Failure> {
    let witness = read(&args.witness)?;
    let limits = limits::watch(&args.search);
    let question = asked(args, &witness, &limits.stop)?;
    let choice = args.search.choice(EncodingArg::Large)?;
    let choice = Choice { predicates: Predicates::Mined, simplification: Simplification::On, ..choice };
    let clock = progress::clock();
    let line = ProgressLine::new(args.search.progress, &clock);
    let validation = witness::validate(&question, &witness, &choice, &limits, (line.observer(), &clock));
    drop(line);
    let kind = if witness.is_violation() { "violation witness" } else { "correctness witness" };
    let (word, sentence, answer) = match validation? {
        Validation::Confirmed(sentence, report) => ("confirmed", sentence, report.verdict.clone()),
        Validation::Rejected(reason) => ("rejected", reason, Answer::rejected()),
        Validation::Undecided(reason, sentence) => {
            let sentence = sentence.strip_prefix("Not decided: ").unwrap_or(&sentence).to_owned();
            ("not decided", sentence, Answer::Unknown(reason))
        }
    };
    let file = args.witness.display();
    let print = |out: &mut dyn io::Write| writeln!(out, "{file}: {kind} {word}: {sentence}\n\n{answer}");
    written(print(&mut io::stdout().lock()))?;
    Ok(answer.exit_code())
}

/// Reads a witness.
fn read(path: &Path) -> Result<WitnessFile, Failure> {
    let fault = |error: &dyn std::fmt::Display| Failure::Input(format!("{}: {error}", path.display()));
    let text = std::fs::read(path).map_err(|error| fault(&format!("cannot be read: {error}")))?;
    let text = String::from_utf8(text).map_err(|_| fault(&"is no witness: it is not UTF-8"))?;
    WitnessFile::read(&text).map_err(|error| fault(&error))
}

/// What is asked: about the program that the witness is about, the property and the data model that it is for.
fn asked(args: &ValidateArgs, witness: &WitnessFile, stop: &bitreach_limits::StopFlag) -> Result<Question, Failure> {
    let name = args.witness.display();
    let fault = |message: String| Failure::Input(format!("{name}: {message}"));
    let task = &witness.task;
    let property =
        property_of_specification(&task.specification).map_err(|error| fault(format!("its specification {error}")))?;
    let data_model = DataModelArg::from_str(&task.data_model, true);
    let data_model =
        data_model.map_err(|_| fault(format!("has the data model `{}`; ILP32 and LP64 are known", task.data_model)))?;
    let mut program = args.program.clone();
    let is_task = |file: &std::path::PathBuf| file.extension().is_some_and(|end| end == "yml" || end == "yaml");
    if program.property.is_empty() {
        program.property = vec![property.to_string()];
    }
    if program.data_model.is_none() && !program.files.iter().any(is_task) {
        program.data_model = Some(data_model);
    }
    let question = question(&program, stop)?;
    if question.property != property {
        return Err(fault(format!("is about {property}, and {} is asked about", question.property)));
    }
    if !question.data_model.to_string().eq_ignore_ascii_case(&task.data_model) {
        return Err(fault(format!("is about {}, and the program is {}", task.data_model, question.data_model)));
    }
    let [unit] = &question.files[..] else {
        return Err(Failure::Usage("a witness is about a program of one file".to_owned()));
    };
    let file = unit.path();
    let bytes =
        std::fs::read(&file).map_err(|error| Failure::Input(format!("{}: cannot be read: {error}", file.display())))?;
    let its = hash(&bytes);
    if !task.input_file_hashes.values().any(|hash| hash.eq_ignore_ascii_case(&its)) {
        let message =
            format!("is about another file: the SHA-256 of {} is {its}, which it does not name", file.display());
        return Err(fault(message));
    }
    Ok(question)
}
