//! Reports about several properties of one program, and the verdict that sums them up.

use super::{Answer, Path, Report, SCHEMA_VERSION};
use serde::Serialize;
use std::io::{self, Write};

/// The reports so far, each with its property.
#[derive(Default)]
pub struct Several {
    /// One for each property; or one for each finding, those of a property in a row.
    reports: Vec<(String, Report)>,
    /// Of properties that were asked on behind their findings: what that came to.
    rest: Vec<(String, Report)>,
}

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
    /// With `--all-findings`: the reports about the other places where it can be violated.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    others: Vec<&'a Report>,
    /// With `--all-findings`: whether there are more such places.
    #[serde(skip_serializing_if = "Option::is_none")]
    rest: Option<&'a Report>,
}

impl Several {
    /// Adds the report about a property.
    pub fn add(&mut self, property: String, report: Report) {
        self.reports.push((property, report));
    }

    /// Adds what it came to to ask for more places where a property can be violated.
    pub fn add_rest(&mut self, property: String, report: Report) {
        self.rest.push((property, report));
    }

    /// Unsafe if one is, with all that is violated; else unknown if one is, with all reasons; else safe.
    pub fn verdict(&self) -> Answer {
        sum(&self.reports.iter().map(|(_, report)| &report.verdict).collect::<Vec<_>>())
    }

    /// The reports as rows of a document.
    pub(super) fn rows(&self) -> Vec<Row<'_>> {
        let of_property = self.reports.chunk_by(|(one, _), (other, _)| one == other);
        let rows = of_property.filter_map(|reports| {
            let ((property, report), others) = reports.split_first()?;
            let others = others.iter().map(|(_, report)| report).collect();
            let rest = self.rest.iter().find(|(asked, _)| asked == property).map(|(_, report)| report);
            Some(Row { property, report, others, rest })
        });
        rows.collect()
    }

    /// Writes a line for each property, `PROPERTY no-overflow: SAFE`, behind those about findings.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write_verdicts(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write_findings(out)?;
        self.rows().iter().try_for_each(|Row { property, report, others, .. }| {
            let answers = [report].into_iter().chain(others).map(|report| &report.verdict);
            let verdict = sum(&answers.collect::<Vec<_>>()).to_string();
            writeln!(out, "PROPERTY {property}: {}", verdict.trim_start_matches("VERDICT: "))
        })
    }

    /// Where findings were asked for, writes a line for each,
    /// `FINDING no-overflow a.c:7 (called at a.c:9): signed addition overflows`, and one that says whether there are more.
    ///
    /// # Errors
    /// If writing fails.
    pub(super) fn write_findings(&self, out: &mut dyn Write) -> io::Result<()> {
        for Row { property, report, others, rest } in &self.rows() {
            let Some(rest) = rest else { continue };
            let paths: Vec<&Path> =
                [report].into_iter().chain(others).filter_map(|report| report.path.as_ref()).collect();
            for (index, path) in paths.iter().enumerate() {
                writeln!(out, "FINDING {property}{}: {}", place(path, &paths), told(index, &paths))?;
            }
            let rest = if rest.verdict == Answer::Safe { "none can fail." } else { &rest.summary };
            writeln!(out, "Other places of {property}: {rest}")?;
        }
        Ok(())
    }

    /// The reports, each with its property.
    pub fn reports(&self) -> &[(String, Report)] {
        &self.reports
    }

    /// One document with all reports.
    pub fn json(&self) -> Document<'_> {
        let first = self.reports.first().map(|(_, report)| report);
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

/// Where a path ends, and where the function that this is in was called, with a space before it; with the column, where others of the paths
/// would be told alike.
fn place(path: &Path, others: &[&Path]) -> String {
    let Some(place) = &path.place else { return String::new() };
    let words = |path: &Path| (line(path), called(path), path.violation.clone());
    let alike = others.iter().filter(|other| words(other) == words(path));
    let column = match alike.count() > 1 && path.column > 0 {
        true => format!(":{}", path.column),
        false => String::new(),
    };
    format!(" {}:{}{column}{}", place.file, place.line, called(path))
}

/// The file and the line where a path ends.
fn line(path: &Path) -> Option<(String, u32)> {
    path.place.as_ref().map(|place| (place.file.clone(), place.line))
}

/// Where the function was called that a path ends in.
fn called(path: &Path) -> String {
    let Some(place) = &path.place else { return String::new() };
    let call = path.lines.iter().rev().map(|line| &line.place).find(|line| line.depth < place.depth);
    call.map(|call| format!(" (called at {}:{})", call.file, call.line)).unwrap_or_default()
}

/// What is violated at the end of a path; of several that would be told alike, which of them it is.
fn told(index: usize, paths: &[&Path]) -> String {
    let words = |path: &Path| (place(path, paths), path.violation.clone());
    let path = paths[index];
    let alike = |paths: &[&Path]| paths.iter().filter(|other| words(other) == words(path)).count();
    match alike(paths) {
        1 => path.violation.clone(),
        all => format!("{} ({} of {all} there)", path.violation, alike(&paths[..=index])),
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
