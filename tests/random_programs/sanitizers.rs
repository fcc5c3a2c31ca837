//! A third opinion: what AddressSanitizer and UndefinedBehaviorSanitizer report about programs, each in a process of its
//! own. They miss much, so that nothing follows from silence; but what they report happens.

use super::native::Built;
use super::program::{Dress, Program};
use std::path::Path;

/// What decides where a report belongs: a piece of its text, and the kind of violation as the books call it.
const REPORTS: [(&str, &str); 10] = [
    // With 32 bits, the runtime sometimes fails while it writes a report.
    ("nested bug in the same thread", ""),
    ("stack-overflow", ""),
    ("AddressSanitizer", "deref"),
    ("shift exponent", "shift"),
    ("left shift of", "overflow"),
    ("signed integer overflow", "overflow"),
    ("cannot be represented", "overflow"),
    ("division by zero", "division"),
    ("SEGV", "deref"),
    ("runtime error", ""),
];

/// The checks: not those that ask more than one of the properties does, such as the bounds of an array in a struct.
pub const FLAGS: [&str; 6] = [
    "-fsanitize=address,undefined",
    "-fno-sanitize=null,bounds,alignment,pointer-overflow,object-size",
    "-fno-sanitize-recover=all",
    "-fsanitize-address-use-after-return=always",
    "-fsanitize-address-use-after-scope",
    "-fno-omit-frame-pointer",
];

/// The kind of violation that is reported first about each program, in order, if any; an error where the sanitizers' runtime
/// is missing.
pub fn reports(programs: &[&Program], model: &str, folder: &Path) -> Result<Vec<Option<&'static str>>, String> {
    let built = Built::new(programs, Dress::Plain, model, "sanitized", &FLAGS, folder)?;
    let report = |index| {
        let errors = String::from_utf8_lossy(&built.output(index).stderr).into_owned();
        let found = REPORTS.iter().find(|(text, _)| errors.contains(text));
        found.map(|(_, kind)| *kind).filter(|kind| !kind.is_empty())
    };
    Ok((0..programs.len()).map(report).collect())
}
