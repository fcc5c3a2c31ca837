//! Files that hold a partition, as evidence that a program is safe.
//!
//! ```text
//! c comments
//! boxes PROPERTY DATA_MODEL NODES NAME=NUMBER...
//! INPUT KEY      a cut of the input of this place in the order of reading, behind this key, in hexadecimal
//! .              a box that is not cut
//! ```
//!
//! Nodes stand as in [`Partition::nodes`]; options behind their number say how much of the program is followed.

use super::partition::{Node, Partition};
use std::io::{self, BufRead, Write};

/// The word that such a file begins with.
const KEYWORD: &str = "boxes";

/// What stands for a box that is not cut.
const LEAF: &str = ".";

/// A partition, and the question that it answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedPartition {
    /// The property by its name.
    pub property: String,
    /// `ILP32` or `LP64`.
    pub data_model: String,
    /// How much of the program is followed: options by name. What is not named is as by default.
    pub options: Vec<(String, u64)>,
    /// The partition.
    pub partition: Partition,
}

/// Why a file is not taken.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordedError {
    /// It cannot be read.
    #[error("cannot be read: {0}")]
    Io(#[from] io::Error),
    /// It does not begin as it should.
    #[error("line {line}: expected `boxes PROPERTY DATA_MODEL NODES`")]
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
    /// There are more nodes, or fewer, than the first line says.
    #[error("holds {found} nodes, but says that it holds {said}")]
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

impl RecordedPartition {
    /// Writes the file.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "c boxes of inputs, in each of which no execution violates {}", self.property)?;
        write!(out, "{KEYWORD} {} {} {}", self.property, self.data_model, self.partition.nodes.len())?;
        self.options.iter().try_for_each(|(name, number)| write!(out, " {name}={number}"))?;
        writeln!(out)?;
        self.partition.nodes.iter().try_for_each(|node| match node {
            Node::Cut { input, at } => writeln!(out, "{input} {at:x}"),
            Node::Leaf => writeln!(out, "{LEAF}"),
        })
    }

    /// Reads such a file. Whether the nodes are a partition is left to the check.
    ///
    /// # Errors
    /// If it cannot be read or is no such file.
    pub fn read(text: impl BufRead) -> Result<RecordedPartition, RecordedError> {
        let mut recorded: Option<(RecordedPartition, usize)> = None;
        for (index, line) in text.lines().enumerate() {
            let line = line?;
            let words: Vec<&str> = line.split_ascii_whitespace().collect();
            let fault = |expected| RecordedError::Line { line: index + 1, expected };
            match (&mut recorded, &words[..]) {
                (_, [] | ["c", ..]) => {}
                (None, [KEYWORD, property, data_model, count, options @ ..]) => {
                    let count = count.parse().map_err(|_| fault("the number of nodes"))?;
                    let option = |word: &&str| {
                        let (name, number) = word.split_once('=')?;
                        Some((name.to_owned(), number.parse().ok()?))
                    };
                    let options: Option<_> = options.iter().map(option).collect();
                    let options = options.ok_or_else(|| fault("options as `NAME=NUMBER`"))?;
                    let (property, data_model) = ((*property).to_owned(), (*data_model).to_owned());
                    let partition = Partition::default();
                    recorded = Some((RecordedPartition { property, data_model, options, partition }, count));
                }
                (None, _) => return Err(RecordedError::Header { line: index + 1 }),
                (Some((recorded, _)), words) => {
                    let node = node(words).ok_or_else(|| fault("`INPUT KEY`, the key in hexadecimal, or `.`"))?;
                    recorded.partition.nodes.push(node);
                }
            }
        }
        match recorded {
            None => Err(RecordedError::Header { line: 1 }),
            Some((RecordedPartition { partition, .. }, said)) if partition.nodes.len() != said => {
                Err(RecordedError::Count { found: partition.nodes.len(), said })
            }
            Some((recorded, _)) => Ok(recorded),
        }
    }
}

fn node(words: &[&str]) -> Option<Node> {
    match words {
        [LEAF] => Some(Node::Leaf),
        [input, key] => Some(Node::Cut { input: input.parse().ok()?, at: u128::from_str_radix(key, 16).ok()? }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> RecordedPartition {
        let nodes = vec![Node::Cut { input: 2, at: 0xbf80_0000 }, Node::Leaf, Node::Leaf];
        let options = vec![("recursion".to_owned(), 12)];
        let (property, data_model) = ("unreach-call".to_owned(), "LP64".to_owned());
        RecordedPartition { property, data_model, options, partition: Partition { nodes } }
    }

    #[test]
    fn files_are_read_as_they_are_written() {
        let mut text = Vec::new();
        sample().write(&mut text).unwrap();
        assert_eq!(RecordedPartition::read(&text[..]).unwrap(), sample());
        let text = String::from_utf8(text).unwrap();
        assert!(text.ends_with("boxes unreach-call LP64 3 recursion=12\n2 bf800000\n.\n.\n"), "{text}");
    }

    #[test]
    fn what_is_no_such_file_is_refused() {
        let read = |text: &str| RecordedPartition::read(text.as_bytes()).map_err(|error| error.to_string());
        let shorter = "boxes unreach-call LP64 3\n2 bf800000\n.\n";
        assert_eq!(read(shorter), Err("holds 2 nodes, but says that it holds 3".to_owned()));
        assert!(read("inputs unreach-call LP64 0 0\n").unwrap_err().starts_with("line 1: expected `boxes"));
        assert!(read("boxes unreach-call LP64 1\n2 xyz\n").unwrap_err().starts_with("line 2: expected `INPUT KEY`"));
        assert!(read("boxes unreach-call LP64 1 recursion\n.\n").unwrap_err().contains("NAME=NUMBER"));
    }
}
