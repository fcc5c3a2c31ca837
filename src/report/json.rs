//! The report for programs: JSON by serde, with [`SCHEMA_VERSION`](super::SCHEMA_VERSION) in front.

use super::Report;
use std::io;

/// Writes the report as one JSON document with a final line break.
///
/// # Errors
/// If writing fails.
pub fn write(report: &Report, out: &mut dyn io::Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, report)?;
    writeln!(out)
}
