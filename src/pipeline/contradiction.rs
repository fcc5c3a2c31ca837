//! An answer *safe* that says nothing, because what is assumed leaves no execution: asked once more, with an error where an execution
//! begins ([`no_call`]) or ends ([`no_end`]).

use super::check::decided;
use super::clock::Clock;
use super::error::{in_time, PipelineError};
use super::finished::{Basis, Finished};
use super::question::{Asked, Concrete, Replay};
use crate::harness::text::BEGINS;
use crate::prepare::program::AT_NORMAL_END;
use crate::program::{Exit, SiteId, Terminator};
use crate::report::Answer;
use crate::source::property::Property;
use crate::source::temporary::Folder;
use bitreach_engine::Observer;
use std::path::Path;
use std::time::Duration;

/// The question has half of this at most: where it takes longer, nothing is said.
const SHORT: Duration = Duration::from_secs(5);

/// Of a program: as long as its own answer took, but this in any case.
const AT_LEAST: Duration = Duration::from_secs(2);

/// An error at the end of every execution that returns from `main` or calls `exit`. What ends elsewhere, as in `abort`, does not come to it.
fn ends() -> String {
    format!(
        "extern void reach_error(void);\n\
         __attribute__((destructor)) void {AT_NORMAL_END}(void) {{ reach_error(); }}\n"
    )
}

/// Says in the report of what is safe whether nothing satisfies what is assumed.
///
/// # Errors
/// As [`super::check::check`].
pub fn tell(
    finished: &mut Finished,
    asked: &Asked,
    observer: &mut dyn Observer,
    clock: &Clock,
) -> Result<(), PipelineError> {
    if finished.report.verdict != Answer::Safe || asked.limits.are_up() {
        return Ok(());
    }
    let sentence = match &asked.question.function {
        Some(function) if function.called.is_restricted => no_call(asked, observer, clock)?,
        None if assumes(finished) => no_end(asked, observer, clock)?,
        _ => None,
    };
    if let Some(sentence) = sentence {
        finished.report.nothing_checked = Some(sentence.to_owned());
    }
    Ok(())
}

/// Of a function: whether what is assumed of its arguments and of the globals excludes every call.
fn no_call(asked: &Asked, observer: &mut dyn Observer, clock: &Clock) -> Result<Option<&'static str>, PipelineError> {
    let mut asked = shortly(asked, SHORT);
    asked.question.files.iter_mut().for_each(|unit| unit.arguments.push(format!("-D{BEGINS}")));
    let begins = in_time(decided(&asked, observer, clock))?;
    let is_excluded = begins.is_some_and(|begins| begins.report.verdict == Answer::Safe);
    Ok(is_excluded.then_some("Nothing was checked: no arguments and globals satisfy all that --assume says."))
}

/// Of a program that has an end: whether no execution comes to it. Of one that has none, or that cannot be asked about it, nothing is said.
fn no_end(asked: &Asked, observer: &mut dyn Observer, clock: &Clock) -> Result<Option<&'static str>, PipelineError> {
    let mut asked = shortly(asked, AT_LEAST.max(clock.elapsed()).min(SHORT));
    let Ok(folder) = Folder::new() else { return Ok(None) };
    let Ok(file) = folder.file("ends.c", ends()) else { return Ok(None) };
    asked.question.files.push(Path::new(&file).into());
    // A program that has such a function of its own, or that is a module of another machine, does not go with it.
    let ends = match in_time(decided(&asked, observer, clock)) {
        Err(PipelineError::Input(_)) => None,
        other => other?,
    };
    // Where the text itself has no way to an end, that is no fault of what is assumed.
    let is_excluded = |ends: &Finished| ends.report.verdict == Answer::Safe && has_end(ends);
    let sentence = "No execution returns from main or calls exit: each one ends in another way before, as by an assumption or an abort, or \
                    goes on forever. So this answer may say little.";
    Ok(ends.as_ref().is_some_and(is_excluded).then_some(sentence))
}

/// Whether there is a way to an end in the text of the program that was asked about it.
fn has_end(ends: &Finished) -> bool {
    let Some(Basis::Proof(proof)) = ends.basis.as_deref() else { return false };
    let plain = &proof.programs.plain;
    let is_end = |site: SiteId| {
        let origin = plain.map.sites.get(site.0).and_then(|site| plain.map.origins.get(site.origin?.0));
        origin.is_some_and(|origin| &*origin.function == AT_NORMAL_END)
    };
    plain.reverse_postorder().into_iter().any(|block| match plain.blocks[block.0].terminator {
        Terminator::Exit(Exit::Error(site)) => is_end(site),
        _ => false,
    })
}

/// The question whether an error function is called, with little time.
fn shortly(asked: &Asked, time: Duration) -> Asked {
    let mut asked = asked.clone();
    asked.question.property = Property::UnreachCall;
    asked.limits = asked.limits.part(asked.limits.left().min(time) / 2);
    (asked.choice.replay, asked.choice.concrete) = (Replay::Interpreter, Concrete::Off);
    // These are about the checks of the question itself.
    (asked.question.only, asked.question.known) = (None, Vec::new());
    asked
}

/// Whether a program seems to assume something: by `__VERIFIER_assume`, or by a function of its own that is named so.
fn assumes(finished: &Finished) -> bool {
    let is_named = |basis: &Basis| match basis {
        Basis::Proof(proof) => {
            let mut origins = proof.programs.plain.map.origins.iter();
            origins.any(|origin| origin.function.to_ascii_lowercase().contains("assume"))
        }
        _ => false,
    };
    !finished.report.own_assumptions.is_empty() || finished.basis.as_deref().is_some_and(is_named)
}
