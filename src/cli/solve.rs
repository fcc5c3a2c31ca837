//! `bitreach solve`: decides a DimSpec problem, or a circuit in AIGER or BTOR2.

use super::args::{EncodingArg, EngineArg, SolveArgs};
use super::check::{check_outputs, publish, save, Saved};
use super::progress::{self, ProgressLine};
use super::{limits, Failure};
use crate::circuit::write::Form;
use crate::circuit::{aiger, btor2, Circuit};
use crate::external::Planner;
use crate::pipeline::{self, Finished, PipelineError};
use bitreach_dimspec::read::decompressed;
use bitreach_dimspec::DimSpec;
use bitreach_engine::file::Evidence;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// Carries the command out.
pub fn run(args: &SolveArgs) -> Result<u8, Failure> {
    check_outputs([&args.report.json, &args.report.evidence, &args.witness, &args.certificate].into_iter().flatten())?;
    if args.search.engine == EngineArg::Concrete {
        let message = "the concrete engine runs programs; give it one with `bitreach check --engine concrete`";
        return Err(Failure::Usage(message.to_owned()));
    }
    let choice = args.search.choice(EncodingArg::Small)?;
    let planner = args.external.as_deref().map(Planner::parse).transpose();
    let planner = planner.map_err(|fault| Failure::Usage(format!("--external {fault}")))?;
    let limits = limits::watch(&args.search);
    let (name, file) = (args.file.display().to_string(), args.file.clone());
    // The circuit is needed again for the witness.
    let circuit: Arc<OnceLock<Option<Circuit>>> = Arc::default();
    let read = {
        let kept = Arc::clone(&circuit);
        move || {
            let (problem, circuit) = read_any(&file).map_err(PipelineError::Input)?;
            let _ = kept.set(circuit);
            Ok(problem)
        }
    };
    let clock = progress::clock();
    let line = ProgressLine::new(args.search.progress, &clock);
    let finished = match &planner {
        Some(planner) => pipeline::solve_externally(&name, read, planner, choice.sat.checker(), &limits, &clock),
        None => pipeline::solve(&name, read, &choice, &limits, line.observer(), &clock),
    };
    drop(line);
    let finished = finished?;
    let mut saved = Saved(Ok(()));
    if let Some(path) = &args.witness {
        saved.also(save_witness(path, circuit.get().and_then(Option::as_ref), &finished));
    }
    if let Some(path) = &args.certificate {
        saved.also(save_certificate(path, &name, circuit.get().and_then(Option::as_ref), &finished));
    }
    publish(finished, saved, &args.report)
}

/// Writes a run in the format of the circuit that was given, if there is one.
fn save_witness(path: &Path, circuit: Option<&Circuit>, finished: &Finished) -> Result<(), Failure> {
    let trace = match &finished.evidence {
        Some((Evidence::Trace(trace), _)) => Some(trace),
        _ => None,
    };
    let reason = match (circuit, trace) {
        (None, _) => "witnesses are for AIGER and BTOR2; --evidence writes the run of a DimSpec problem",
        (_, None) => "there is no run to a bad state",
        (Some(circuit), Some(trace)) => match circuit.witness(trace) {
            Some(witness) => return save(path, witness),
            None => return Err(Failure::Internal("the run ends in no bad state of the circuit".to_owned())),
        },
    };
    eprintln!("bitreach: no witness is written to {}: {reason}", path.display());
    Ok(())
}

/// Writes the proof that a circuit is safe as a witness circuit, if there is one.
fn save_certificate(path: &Path, name: &str, circuit: Option<&Circuit>, finished: &Finished) -> Result<(), Failure> {
    let witness = match (circuit, &finished.evidence) {
        (None, _) => {
            Err("certificates are for AIGER and BTOR2; --evidence writes the proof about a DimSpec problem".to_owned())
        }
        (Some(circuit), Some((Evidence::Certificate(certificate), _))) => circuit.certificate(certificate),
        (Some(_), _) => Err("there is no proof that no bad state can be reached".to_owned()),
    };
    let mut witness = match witness {
        Ok(witness) => witness,
        Err(reason) => {
            eprintln!("bitreach: no certificate is written to {}: {reason}", path.display());
            return Ok(());
        }
    };
    witness.comment(format!("a certificate of {name}, by bitreach {}", env!("CARGO_PKG_VERSION")));
    let form = Form::by_name(path);
    let saved = bitreach_dimspec::write::write_whole(path, |mut out| witness.write(form, &mut out));
    saved.map_err(|error| Failure::Usage(format!("cannot write {}: {error}", path.display())))
}

/// Reads a problem from a file, or from standard input for `-`.
pub fn read_problem(path: &Path) -> Result<DimSpec, String> {
    read_any(path).map(|(problem, _)| problem)
}

/// The same; where the problem was given as a circuit, that, too.
fn read_any(path: &Path) -> Result<(DimSpec, Option<Circuit>), String> {
    let name = path.display();
    let fault = |error: &dyn Display| format!("{name}: {error}");
    let unreadable = |error: io::Error| fault(&format!("cannot be read: {error}"));
    let input: Box<dyn Read> = match path == Path::new("-") {
        true => Box::new(io::stdin().lock()),
        false => Box::new(File::open(path).map_err(unreadable)?),
    };
    let mut input = decompressed(input).map_err(unreadable)?;
    let start = input.fill_buf().map_err(unreadable)?;
    let read = match () {
        () if aiger::is_aiger(start) => aiger::read,
        () if btor2::is_btor2(start) => btor2::read,
        () => return Ok((bitreach_dimspec::read::read(input).map_err(|error| fault(&error))?, None)),
    };
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes).map_err(unreadable)?;
    let circuit = read(&bytes).map_err(|error| fault(&error))?;
    Ok((circuit.problem().map_err(|error| fault(&error))?, Some(circuit)))
}
