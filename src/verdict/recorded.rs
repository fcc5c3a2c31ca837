//! Executions that are known by their inputs alone, and the files that hold them.
//!
//! ```text
//! c comments
//! inputs PROPERTY DATA_MODEL SITE COUNT
//! ROW WIDTH VALUE        COUNT times, in the order in which the program reads them
//! ```
//!
//! Rows and sites are numbered by the front end, which gives the same program the same numbers. Values are hexadecimal.

use crate::bv::BitVec;
use crate::program::{InputId, SiteId};
use std::io::{self, BufRead, Write};

/// The word that such a file begins with.
pub const KEYWORD: &str = "inputs";

/// The inputs of an execution that ends in an error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedInputs {
    /// The violated property by its name.
    pub property: String,
    /// `ILP32` or `LP64`.
    pub data_model: String,
    /// The check that fails.
    pub site: SiteId,
    /// The inputs in the order in which the optimised program reads them.
    pub inputs: Vec<(InputId, BitVec)>,
}

/// Why a file is not taken.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordedError {
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// A line is not what it should be.
    #[error("line {line}: expected {expected}")]
    Line {
        /// Counted from 1.
        line: usize,
        /// What should stand there.
        expected: &'static str,
    },
    /// There are more inputs, or fewer, than the first line says.
    #[error("holds {found} inputs, but says that it holds {said}")]
    Count {
        /// How many there are.
        found: usize,
        /// How many were announced.
        said: usize,
    },
}

impl RecordedInputs {
    /// Writes the file.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "c the inputs of an execution that violates {}", self.property)?;
        let (site, count) = (self.site.0, self.inputs.len());
        writeln!(out, "{KEYWORD} {} {} {site} {count}", self.property, self.data_model)?;
        self.inputs.iter().try_for_each(|(row, bits)| writeln!(out, "{} {} {:x}", row.0, bits.width(), bits.unsigned()))
    }

    /// Reads such a file.
    ///
    /// # Errors
    /// If it cannot be read or is no such file.
    pub fn read(text: impl BufRead) -> Result<RecordedInputs, RecordedError> {
        let mut recorded: Option<(RecordedInputs, usize)> = None;
        for (index, line) in text.lines().enumerate() {
            let line = line?;
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            let fault = |expected| RecordedError::Line { line: index + 1, expected };
            match (&mut recorded, &words[..]) {
                (_, [] | ["c", ..]) => {}
                (None, [KEYWORD, property, data_model, site, count]) => {
                    let site = site.parse().map_err(|_| fault("the number of a check"))?;
                    let count = count.parse().map_err(|_| fault("the number of inputs"))?;
                    let (property, data_model) = ((*property).to_owned(), (*data_model).to_owned());
                    let inputs = RecordedInputs { property, data_model, site: SiteId(site), inputs: Vec::new() };
                    recorded = Some((inputs, count));
                }
                (None, _) => return Err(fault("`inputs PROPERTY DATA_MODEL SITE COUNT`")),
                (Some((recorded, _)), words) => {
                    let input = input(words).ok_or_else(|| fault("`ROW WIDTH VALUE`, the value in hexadecimal"))?;
                    recorded.inputs.push(input);
                }
            }
        }
        match recorded {
            None => Err(RecordedError::Line { line: 1, expected: "`inputs PROPERTY DATA_MODEL SITE COUNT`" }),
            Some((recorded, said)) if recorded.inputs.len() != said => {
                Err(RecordedError::Count { found: recorded.inputs.len(), said })
            }
            Some((recorded, _)) => Ok(recorded),
        }
    }
}

/// An input that is written as row, width and value.
fn input(words: &[&str]) -> Option<(InputId, BitVec)> {
    let [row, width, value] = words else { return None };
    let width = width.parse().ok().filter(|width| (1..=BitVec::MAX_WIDTH).contains(width))?;
    let value = u128::from_str_radix(value, 16).ok()?;
    let bits = BitVec::new(width, value);
    (bits.unsigned() == value).then_some((InputId(row.parse().ok()?), bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let recorded = RecordedInputs {
            property: "unreach-call".to_owned(),
            data_model: "LP64".to_owned(),
            site: SiteId(3),
            inputs: vec![(InputId(0), BitVec::new(1, 1)), (InputId(7), BitVec::ones(128))],
        };
        let mut text = Vec::new();
        recorded.write(&mut text).unwrap();
        assert_eq!(RecordedInputs::read(&text[..]).unwrap(), recorded);
    }

    #[test]
    fn faults_name_their_line() {
        for (text, message) in [
            ("", "line 1: expected `inputs"),
            ("c x\ntrace 1 2\n", "line 2: expected `inputs"),
            ("inputs p m x 1\n", "line 1: expected the number of a check"),
            ("inputs p m 1 1\n0 8 100\n", "line 2: expected `ROW"),
            ("inputs p m 1 1\n0 0 0\n", "line 2: expected `ROW"),
            ("inputs p m 1 1\n0 129 0\n", "line 2: expected `ROW"),
            ("inputs p m 1 2\n0 8 ff\n", "holds 1 inputs, but says that it holds 2"),
        ] {
            let error = RecordedInputs::read(text.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(message), "{text:?}: {error}");
        }
    }
}
