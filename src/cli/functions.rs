//! `bitreach check --all-functions`: each function by itself, one after the other, and a verdict that sums them up.

use super::args::CheckArgs;
use super::check::{decide, findings, output_of_one, tell_all, tell_one};
use super::limits::Watch;
use super::question::{OfFunction, Unasked};
use super::{out_of_memory, written, Failure};
use crate::pipeline::{Choice, Finished};
use crate::report::functions::Functions;
use crate::report::several::Several;
use crate::report::{Answer, Report};
use bitreach_limits::{Limits, Reason};
use std::io::{self, Write};

/// Decides what is asked about each function. Each question has its share of the time that is left.
///
/// # Errors
/// If a question ends without a report, or an output cannot be written.
pub fn run(
    asked: &[OfFunction],
    unasked: &Unasked,
    choice: &Choice,
    watch: &Watch,
    args: &CheckArgs,
) -> Result<u8, Failure> {
    if let Some(option) = output_of_one(args) {
        return Err(Failure::Usage(format!("{option} is for one function; choose one with --function")));
    }
    let count: usize = asked.iter().map(|one| one.questions.as_ref().map_or(0, Vec::len)).sum();
    let (mut functions, mut number) = (Functions::default(), 0);
    let mut reports = Vec::new();
    for OfFunction { name, questions } in asked {
        let mut all = Several::default();
        for question in questions.iter().flatten() {
            number += 1;
            let limits = watch.part((count + 1 - number) as u32);
            if args.all_findings {
                findings(question, choice, &limits, args, &mut all)?;
                continue;
            }
            let Finished { report, .. } = decide(question, choice, &limits, args)?;
            tell_one(&report, &format!("question    {number} of {count}"), args)?;
            all.add(question.property.to_string(), report);
        }
        if questions.is_ok() {
            let report = |report: &Report| Report { function: Some(name.clone()), ..report.clone() };
            unasked.iter().for_each(|(property, one)| all.add(property.clone(), report(one)));
        }
        if args.sarif.is_some() || args.html.is_some() {
            reports.extend_from_slice(all.reports());
        }
        functions.add(name.clone(), all, questions.as_ref().err().cloned());
    }
    for (name, report) in unasked {
        tell_one(report, &format!("not asked   {name}"), args)?;
    }
    tell_all(&functions.json(), &reports, &functions.verdict(), |out| functions.write_verdicts(out), args)
}

/// The end of a run that the limits ended before there was a question.
///
/// # Errors
/// If the verdict cannot be printed.
pub fn ended(limits: &Limits) -> Result<u8, Failure> {
    let reason = limits.cause.get().copied().unwrap_or(Reason::Interrupted);
    let verdict = Answer::Unknown(reason.to_string());
    let mut out = io::stdout().lock();
    written(writeln!(out, "{verdict}").and_then(|()| out.flush()))?;
    out_of_memory::verdict_is_out();
    Ok(verdict.exit_code())
}
