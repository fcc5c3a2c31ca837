//! A question as text, in a format whose lines are separate and whose comments begin with a semicolon.

use std::io::{self, Write};

/// A file, line by line.
#[derive(Clone, Debug)]
pub struct Text {
    /// What the file says.
    pub lines: Vec<String>,
    /// How much of what there is, by name.
    pub sizes: [(&'static str, usize); 3],
    /// Lines for the head of the file; those of the caller.
    pub comments: Vec<String>,
}

impl Text {
    /// Writes the file.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let mut out = io::BufWriter::with_capacity(1 << 16, out);
        for comment in &self.comments {
            writeln!(out, "; {}", comment.replace(['\n', '\r'], " "))?;
        }
        self.lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        out.flush()
    }
}
