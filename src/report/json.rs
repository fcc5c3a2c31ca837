//! The report for programs: JSON by serde, with [`SCHEMA_VERSION`](super::SCHEMA_VERSION) in front.

use serde::Serialize;
use std::io;

/// Writes the report as one JSON document with a final line break.
///
/// # Errors
/// If writing fails.
pub fn write(report: &impl Serialize, out: &mut dyn io::Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, report)?;
    writeln!(out)
}
