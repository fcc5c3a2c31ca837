//! `bitreach inconsistent` in parts: what each keeps, the report of all, and a job array of Slurm.

use super::args::InconsistentArgs;
use super::bench::{digest_of_executable, is_same, OWN_MEMORY};
use super::{written, Failure};
use crate::bench::journal::{host, now, read_folders};
use crate::bench::merge::MergeError;
use crate::bench::shard::Shard;
use crate::bench::slurm::{self, Array};
use crate::pipeline::inconsistent::ledger::Ledger;
use crate::pipeline::inconsistent::parts::{merge, Header, Part, Run, Setup, Share};
use crate::pipeline::inconsistent::state::State;
use crate::pipeline::inconsistent::Request;
use bitreach_formula::counted;
use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where what is known of functions is kept, if that is asked for.
pub fn ledger(args: &InconsistentArgs, request: &Request) -> Result<Option<Box<dyn Ledger>>, Failure> {
    if let Some(file) = &args.state {
        let state = State::open(file, &request.options().to_string()).map_err(usage)?;
        return Ok(Some(Box::new(state)));
    }
    let Some(folder) = &args.output else { return Ok(None) };
    if args.times.as_ref().is_some_and(|times| is_same(times, folder)) {
        return Err(Failure::Usage("--times is for an earlier run: the times in --output change".to_owned()));
    }
    let times = args.times.as_ref().map(|folder| run_of(std::slice::from_ref(folder))).transpose()?;
    let program = env::current_exe().map_err(|error| Failure::Usage(format!("cannot find the executable: {error}")))?;
    let header = Header {
        setup: Setup::new(request, digest_of_executable(&program)?),
        shard: args.shard.unwrap_or(Shard::WHOLE),
        host: host(),
        begun: now(),
    };
    let share = Share::open(folder, header, times.as_ref()).map_err(usage)?;
    Ok(Some(Box::new(share)))
}

/// The run whose parts are in these folders.
pub fn run_of(folders: &[PathBuf]) -> Result<Run, Failure> {
    let parts: Vec<Part> = read_folders(folders).map_err(usage)?;
    let names = || folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(", ");
    merge(parts).map_err(|error| match error {
        MergeError::Empty => {
            Failure::Usage(format!("{}: {error}; `bitreach inconsistent --output` writes some", names()))
        }
        error => usage(error),
    })
}

/// Submits a job array to Slurm, an element for each part: each runs what was typed, for its part.
pub fn submit(args: &InconsistentArgs, elements: u32, output: &Path) -> Result<u8, Failure> {
    let memory = args.memory.unwrap_or(MEMORY);
    let mut command = element(env::args_os().collect(), elements);
    if args.memory.is_none() {
        command.splice(2..2, ["--memory".into(), memory.to_string().into()]);
    }
    // The processes of clang are no part of ours.
    let memory = memory.saturating_add(memory / 8).saturating_add(OWN_MEMORY);
    let processors = u32::try_from(args.jobs.unwrap_or(1)).unwrap_or(u32::MAX);
    let options = &args.sbatch;
    let array = Array { name: "bitreach-inconsistent", elements, command, logs: output, processors, memory, options };
    let job = array.submit().map_err(usage)?;
    let (output, elements) = (output.display(), counted(elements as usize, "element"));
    written(writeln!(io::stdout(), "job {job}: {elements}; then: bitreach inconsistent --collect {output}"))?;
    Ok(0)
}

/// The memory of an element, where nothing is said about it.
const MEMORY: u64 = 4 << 30;

/// The words that were typed, for one element: without those about Slurm, and with its part.
fn element(typed: Vec<OsString>, elements: u32) -> Vec<OsString> {
    let shard = format!("{}/{elements}", slurm::ELEMENT);
    let program = env::current_exe().map_or_else(|_| typed[0].clone(), Into::into);
    let mut words: Vec<OsString> = vec![program, "inconsistent".into(), "--shard".into(), shard.into()];
    let command = typed.iter().position(|word| word == "inconsistent").map_or(typed.len(), |place| place + 1);
    let mut rest = typed.into_iter().skip(command);
    while let Some(word) = rest.next() {
        let (name, has_value) = match word.to_str().and_then(|word| word.split_once('=')) {
            Some((name, _)) => (name, true),
            None => (word.to_str().unwrap_or_default(), false),
        };
        match name {
            "--" => {
                words.push(word);
                words.extend(rest);
                break;
            }
            "--slurm" | "--sbatch" if has_value => {}
            "--slurm" | "--sbatch" => drop(rest.next()),
            _ => words.push(word),
        }
    }
    words
}

fn usage(error: impl ToString) -> Failure {
    Failure::Usage(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_run_what_was_typed_without_words_about_slurm() {
        let words = |text: &str| text.split(' ').map(OsString::from).collect::<Vec<_>>();
        let typed = "b inconsistent --slurm 8 --clang=-DX=1 --sbatch --time=1 -o out --sbatch=-p=x a.c -- --slurm";
        let element = element(words(typed), 8);
        assert_eq!(
            element[1..],
            words("inconsistent --shard $SLURM_ARRAY_TASK_ID/8 --clang=-DX=1 -o out a.c -- --slurm")
        );
    }
}
