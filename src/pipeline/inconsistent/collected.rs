//! What is collected while the functions of a run are analysed, and its sum.

use super::convert::assumptions;
use super::request::Options;
use super::state::{Done, Kind, Shortfall};
use crate::pipeline::error::PipelineError;
use crate::report::inconsistent::{Finding, Gap, Inconsistencies, Withheld, SCHEMA_VERSION};
use crate::report::Measure;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// What is collected while functions are analysed.
#[derive(Default)]
pub(super) struct Collected {
    done: Vec<Done>,
    pub(super) findings: Vec<Finding>,
    /// What the findings are told by: a function of a header is there once for each file that includes it.
    told: BTreeSet<(String, u32, u32, String)>,
    /// What is withheld, once too.
    pub(super) withheld: BTreeSet<Withheld>,
    pub(super) gaps: Vec<Gap>,
    /// The files that were read, each with the number for its code.
    pub(super) codes: BTreeSet<(PathBuf, String)>,
    pub(super) fault: Option<PipelineError>,
    /// Whether a file could not be read or compiled.
    pub(super) unreadable: bool,
}

impl Collected {
    /// Adds what is known about a function, and gives the findings that no other function had.
    pub(super) fn take(&mut self, done: Done) -> Vec<Finding> {
        if let Some(Shortfall { kind, reason }) = &done.gap {
            let reason = match kind {
                Kind::NotAnalysed => format!("not analysed: {reason}"),
                Kind::GivenUp => format!("not analysed to the end ({reason})"),
                Kind::Abstracted => {
                    format!("not analysed to the end ({reason}); loops were abstracted then, which can lose reports")
                }
            };
            self.gaps.push(Gap { file: done.file.clone(), function: Some(done.function.clone()), reason });
        }
        for construct in &done.unmodelled {
            let reason = format!("{} is not modelled: nothing that can come behind it is judged", construct.reason);
            self.gaps.push(Gap { file: construct.file.clone(), function: Some(construct.function.clone()), reason });
        }
        let mut new = done.findings.clone();
        new.retain(|at| self.told.insert((at.file.clone(), at.line, at.column, at.message.clone())));
        self.findings.extend(new.iter().cloned());
        self.withheld.extend(done.withheld.iter().cloned());
        self.done.push(done);
        new
    }

    /// The report of a run about so many files.
    pub(super) fn report(mut self, files: usize, options: &Options, withheld: bool, seconds: f64) -> Inconsistencies {
        self.findings.sort_by(|a, b| a.place().cmp(&b.place()).then_with(|| a.message.cmp(&b.message)));
        self.gaps.sort();
        let summary = self.summary(files, seconds);
        Inconsistencies {
            schema_version: SCHEMA_VERSION,
            tool: format!("bitreach {}", env!("CARGO_PKG_VERSION")),
            findings: self.findings,
            withheld: withheld.then(|| self.withheld.into_iter().collect()),
            gaps: self.gaps,
            assumptions: assumptions(options),
            summary,
        }
    }

    fn summary(&self, files: usize, seconds: f64) -> Vec<Measure> {
        let class = |class: &str| self.findings.iter().filter(|finding| finding.class == class).count();
        let fell_short = |kinds: &[Kind]| {
            self.done.iter().filter(|done| done.gap.as_ref().is_some_and(|gap| kinds.contains(&gap.kind))).count()
        };
        let slowest = self.done.iter().map(|done| done.seconds).fold(0.0, f64::max);
        let counts = [
            ("files", files),
            ("functions", self.done.len()),
            ("under a second", self.done.iter().filter(|done| done.seconds < 1.0).count()),
            ("not analysed", fell_short(&[Kind::NotAnalysed])),
            ("given up", fell_short(&[Kind::GivenUp, Kind::Abstracted])),
            ("abstracted", fell_short(&[Kind::Abstracted])),
            ("must-fail", class("must-fail")),
            ("contradiction", class("contradiction")),
            ("configuration", class("configuration")),
            ("kept back", self.withheld.len()),
        ];
        let mut summary: Vec<Measure> =
            counts.into_iter().map(|(name, count)| Measure::new(name, count as f64)).collect();
        let rounded = |seconds: f64| (seconds * 100.0).round() / 100.0;
        summary.push(Measure::new("s in all", rounded(seconds)));
        summary.push(Measure::new("s the slowest function", rounded(slowest)));
        summary
    }
}
