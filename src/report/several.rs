//! Reports about several properties of one program, and the verdict that sums them up.

use super::{Answer, Report, SCHEMA_VERSION};
use serde::Serialize;
use std::io::{self, Write};

/// The reports so far, each with its property.
#[derive(Default)]
pub struct Several(Vec<(String, Report)>);

/// The reports about several properties.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Document<'a> {
    /// The version of this form; it grows by one when a field changes its meaning or goes.
    #[cfg_attr(test, schemars(extend("const" = SCHEMA_VERSION)))]
    schema_version: u32,
    /// `bitreach` and its version.
    tool: &'a str,
    /// The file that was asked about; of several their names in one line.
    file: &'a str,
    /// The files of the program.
    files: &'a [String],
    /// The verdict that sums those about the properties up.
    verdict: Answer,
    /// The properties, in the order in which they were asked about.
    properties: Vec<Row<'a>>,
}

/// A property and the report about it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Row<'a> {
    /// The property by name.
    property: &'a str,
    /// The report about it.
    report: &'a Report,
}

impl Several {
    /// Adds the report about a property.
    pub fn add(&mut self, property: String, report: Report) {
        self.0.push((property, report));
    }

    /// Unsafe if one is, with all that is violated; else unknown if one is, with all reasons; else safe.
    pub fn verdict(&self) -> Answer {
        sum(&self.0.iter().map(|(_, report)| &report.verdict).collect::<Vec<_>>())
    }

    /// The reports as rows of a document.
    pub(super) fn rows(&self) -> Vec<Row<'_>> {
        self.0.iter().map(|(property, report)| Row { property, report }).collect()
    }

    /// Writes a line for each property, `PROPERTY no-overflow: SAFE`.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write_verdicts(&self, out: &mut dyn Write) -> io::Result<()> {
        self.0.iter().try_for_each(|(property, report)| {
            let verdict = report.verdict.to_string();
            writeln!(out, "PROPERTY {property}: {}", verdict.trim_start_matches("VERDICT: "))
        })
    }

    /// The reports, each with its property.
    pub fn reports(&self) -> &[(String, Report)] {
        &self.0
    }

    /// One document with all reports.
    pub fn json(&self) -> Document<'_> {
        let first = self.0.first().map(|(_, report)| report);
        Document {
            schema_version: SCHEMA_VERSION,
            tool: first.map_or("", |report| &report.tool),
            file: first.map_or("", |report| &report.file),
            files: first.map_or(&[], |report| &report.files),
            verdict: self.verdict(),
            properties: self.rows(),
        }
    }
}

/// Unsafe if one is, with all that is violated; else unknown if one is, with all reasons; else safe.
pub(super) fn sum(answers: &[&Answer]) -> Answer {
    // What is a sum itself has commas already.
    let violated = distinct(answers.iter().flat_map(|answer| match answer {
        Answer::Unsafe(property) => property.split(',').collect(),
        _ => Vec::new(),
    }));
    let reasons = distinct(answers.iter().flat_map(|answer| match answer {
        Answer::Unknown(reason) => reason.split(',').collect(),
        _ => Vec::new(),
    }));
    match (violated.is_empty(), reasons.is_empty()) {
        (false, _) => Answer::Unsafe(violated),
        (true, false) => Answer::Unknown(reasons),
        (true, true) => Answer::Safe,
    }
}

/// Words, each once, with commas between them.
fn distinct<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let mut found: Vec<&str> = Vec::new();
    for word in words {
        if !found.contains(&word) {
            found.push(word);
        }
    }
    found.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(answers: &[Answer]) -> String {
        let mut all = Several::default();
        for answer in answers {
            all.add("p".to_owned(), Report { verdict: answer.clone(), ..Report::default() });
        }
        all.verdict().to_string()
    }

    #[test]
    fn one_verdict_sums_all_up() {
        let violated = |property: &str| Answer::Unsafe(property.to_owned());
        let unknown = |reason: &str| Answer::Unknown(reason.to_owned());
        assert_eq!(verdict(&[Answer::Safe, Answer::Safe]), "VERDICT: SAFE");
        assert_eq!(
            verdict(&[unknown("timeout"), violated("a"), Answer::Safe, violated("b"), violated("a")]),
            "VERDICT: UNSAFE(a,b)"
        );
        assert_eq!(
            verdict(&[unknown("timeout"), Answer::Safe, unknown("unmodelled"), unknown("timeout")]),
            "VERDICT: UNKNOWN(timeout,unmodelled)"
        );
    }
}
