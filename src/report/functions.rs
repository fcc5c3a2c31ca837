//! Reports about several functions, each by itself, and the verdict that sums them up.

use super::several::{sum, Row, Several};
use super::{Answer, SCHEMA_VERSION};
use serde::Serialize;
use std::io::{self, Write};

/// Why nothing is known of a function that cannot be called with any arguments.
const NOT_CALLED: &str = "arguments";

/// A function, and what was asked about it.
struct Function {
    name: String,
    reports: Several,
    /// Why nothing was asked.
    not_asked: Option<String>,
}

/// The functions so far.
#[derive(Default)]
pub struct Functions(Vec<Function>);

/// The reports about several functions, each by itself.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Document<'a> {
    /// The version of this form; it grows by one when a field changes its meaning or goes.
    #[cfg_attr(test, schemars(extend("const" = SCHEMA_VERSION)))]
    schema_version: u32,
    /// `bitreach` and its version; empty if nothing could be asked about any function.
    tool: &'a str,
    /// The file that was asked about, of several their names in one line; empty as `tool` is.
    file: &'a str,
    /// The files of the functions.
    files: &'a [String],
    /// The verdict that sums those about the functions up.
    verdict: Answer,
    /// The functions, in the order of the files.
    functions: Vec<OfFunction<'a>>,
}

/// One function.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct OfFunction<'a> {
    /// Its name.
    function: &'a str,
    /// The verdict that sums those about its properties up.
    verdict: Answer,
    /// Why nothing was asked about it, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_asked: Option<&'a str>,
    /// The properties, each with the report about it.
    properties: Vec<Row<'a>>,
}

impl Function {
    fn verdict(&self) -> Answer {
        match self.not_asked {
            Some(_) => Answer::Unknown(NOT_CALLED.to_owned()),
            None => self.reports.verdict(),
        }
    }
}

impl Functions {
    /// Adds a function: the reports about it, or why there are none.
    pub fn add(&mut self, name: String, reports: Several, not_asked: Option<String>) {
        self.0.push(Function { name, reports, not_asked });
    }

    /// Unsafe if one is, else unknown if one is, else safe, as of several properties.
    pub fn verdict(&self) -> Answer {
        let verdicts: Vec<Answer> = self.0.iter().map(Function::verdict).collect();
        sum(&verdicts.iter().collect::<Vec<_>>())
    }

    /// Writes a line for each function, `FUNCTION f: SAFE`, and before them why nothing was asked about one, and findings.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write_verdicts(&self, out: &mut dyn Write) -> io::Result<()> {
        for function in &self.0 {
            if let Some(reason) = &function.not_asked {
                writeln!(out, "{reason}")?;
            }
            function.reports.write_findings(out)?;
        }
        self.0.iter().try_for_each(|function| {
            let verdict = function.verdict().to_string();
            writeln!(out, "FUNCTION {}: {}", function.name, verdict.trim_start_matches("VERDICT: "))
        })
    }

    /// One document with all reports.
    pub fn json(&self) -> Document<'_> {
        let first = self.0.iter().flat_map(|function| function.reports.reports()).map(|(_, report)| report).next();
        Document {
            schema_version: SCHEMA_VERSION,
            tool: first.map_or("", |report| &report.tool),
            file: first.map_or("", |report| &report.file),
            files: first.map_or(&[], |report| &report.files),
            verdict: self.verdict(),
            functions: self.0.iter().map(Function::row).collect(),
        }
    }
}

impl Function {
    fn row(&self) -> OfFunction<'_> {
        OfFunction {
            function: &self.name,
            verdict: self.verdict(),
            not_asked: self.not_asked.as_deref(),
            properties: self.reports.rows(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Report;

    #[test]
    fn a_function_without_a_question_is_unknown() {
        let safe = || {
            let mut all = Several::default();
            all.add("p".to_owned(), Report { verdict: Answer::Safe, ..Report::default() });
            all
        };
        let mut functions = Functions::default();
        functions.add("f".to_owned(), safe(), None);
        assert_eq!(functions.verdict(), Answer::Safe);
        functions.add("g".to_owned(), Several::default(), Some("`g` takes `...`".to_owned()));
        assert_eq!(functions.verdict(), Answer::Unknown("arguments".to_owned()));
        let mut text = Vec::new();
        functions.write_verdicts(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(text, "`g` takes `...`\nFUNCTION f: SAFE\nFUNCTION g: UNKNOWN(arguments)\n");
    }
}
