//! Executions that are known by their inputs alone, and the files that hold them.
//!
//! ```text
//! c comments
//! inputs PROPERTY DATA_MODEL SITE COUNT NAME=NUMBER...
//! ROW WIDTH VALUE        COUNT times, in the order in which the program reads them
//! ```
//!
//! Rows and sites are numbered by the front end, which gives the same program the same numbers where the options are the
//! same by which it says how much of the program is followed: these stand behind the count by name. Files of earlier versions
//! have none. Values are hexadecimal.

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
    /// How much of the program is followed: options by name. What is not named is as by default.
    pub options: Vec<(String, u64)>,
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
    /// It does not begin as it should.
    #[error("line {line}: expected `inputs PROPERTY DATA_MODEL SITE COUNT`")]
    Header {
        /// Counted from 1.
        line: usize,
    },
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

impl RecordedError {
    /// Whether this is no record at all, in contrast to one that is cut off or mutilated.
    pub fn is_no_record(&self) -> bool {
        matches!(self, RecordedError::Io(_) | RecordedError::Header { .. })
    }
}

impl RecordedInputs {
    /// Writes the file.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "c the inputs of an execution that violates {}", self.property)?;
        let (site, count) = (self.site.0, self.inputs.len());
        write!(out, "{KEYWORD} {} {} {site} {count}", self.property, self.data_model)?;
        self.options.iter().try_for_each(|(name, number)| write!(out, " {name}={number}"))?;
        writeln!(out)?;
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
                (None, [KEYWORD, property, data_model, site, count, options @ ..]) => {
                    let site = site.parse().map_err(|_| fault("the number of a check"))?;
                    let count = count.parse().map_err(|_| fault("the number of inputs"))?;
                    let (property, data_model) = ((*property).to_owned(), (*data_model).to_owned());
                    let options: Option<_> = options.iter().map(|word| option(word)).collect();
                    let options = options.ok_or_else(|| fault("options as `NAME=NUMBER`"))?;
                    let inputs =
                        RecordedInputs { property, data_model, site: SiteId(site), options, inputs: Vec::new() };
                    recorded = Some((inputs, count));
                }
                (None, _) => return Err(RecordedError::Header { line: index + 1 }),
                (Some((recorded, _)), words) => {
                    let input = input(words).ok_or_else(|| fault("`ROW WIDTH VALUE`, the value in hexadecimal"))?;
                    recorded.inputs.push(input);
                }
            }
        }
        match recorded {
            None => Err(RecordedError::Header { line: 1 }),
            Some((recorded, said)) if recorded.inputs.len() != said => {
                Err(RecordedError::Count { found: recorded.inputs.len(), said })
            }
            Some((recorded, _)) => Ok(recorded),
        }
    }
}

/// An option that is written as name and number.
fn option(word: &str) -> Option<(String, u64)> {
    let (name, number) = word.split_once('=')?;
    Some((name.to_owned(), number.parse().ok()?))
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
            options: vec![("recursion".to_owned(), 30)],
            inputs: vec![(InputId(0), BitVec::new(1, 1)), (InputId(7), BitVec::ones(128))],
        };
        let mut text = Vec::new();
        recorded.write(&mut text).unwrap();
        assert_eq!(RecordedInputs::read(&text[..]).unwrap(), recorded);
        // As earlier versions wrote it.
        let older = String::from_utf8(text).unwrap().replace(" recursion=30", "");
        let options = Vec::new();
        assert_eq!(RecordedInputs::read(older.as_bytes()).unwrap(), RecordedInputs { options, ..recorded });
    }

    #[test]
    fn faults_name_their_line() {
        for (text, message) in [
            ("", "line 1: expected `inputs"),
            ("c x\ntrace 1 2\n", "line 2: expected `inputs"),
            ("inputs p m x 1\n", "line 1: expected the number of a check"),
            ("inputs p m 1 1 recursion\n", "line 1: expected options"),
            ("inputs p m 1 1 recursion=-1\n", "line 1: expected options"),
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
