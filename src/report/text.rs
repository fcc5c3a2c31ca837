//! The report for people. The last line is [`Answer`](super::Answer)'s, frozen.

use super::{Measure, NamedValue, Path, PathLine, Report, SourcePlace};
use std::io::{self, Write};

/// How many lines of a path are shown before its middle is left out.
const SHOWN_LINES: usize = 60;

/// Writes the report; with `verbose` also sizes and engine figures in full, and paths whole.
///
/// # Errors
/// If writing fails.
pub fn write(report: &Report, verbose: bool, out: &mut dyn Write) -> io::Result<()> {
    write_open(report, verbose, out)?;
    writeln!(out, "\n{}", report.verdict)
}

/// The same without the verdict at its end.
///
/// # Errors
/// If writing fails.
pub fn write_open(report: &Report, verbose: bool, out: &mut dyn Write) -> io::Result<()> {
    match report.files.len() {
        0 | 1 => writeln!(out, "file        {}", report.file)?,
        _ => writeln!(out, "files       {}", report.file)?,
    }
    if let Some(property) = &report.property {
        writeln!(out, "property    {property}")?;
    }
    if let Some(data_model) = &report.data_model {
        writeln!(out, "data model  {data_model}")?;
    }
    if let Some(path) = &report.path {
        self::path(path, verbose, out)?;
    }
    writeln!(out, "\n{}", report.summary)?;
    if let Some(nothing) = &report.nothing_checked {
        writeln!(out, "{nothing}")?;
    }
    list("evidence", &report.evidence, out)?;
    list("assumptions", &report.assumptions, out)?;
    let unmodelled: Vec<String> = report.unmodelled.iter().map(construct).collect();
    list("not modelled exactly (only matters where it can be reached)", &unmodelled, out)?;
    if !report.sizes.is_empty() {
        writeln!(out, "\nsizes       {}", measures(&report.sizes, "", 0))?;
    }
    if !report.stages.is_empty() {
        writeln!(out, "seconds     {}", measures(&report.stages, "", 3))?;
    }
    for engine in &report.engines {
        if let Some(failure) = &engine.failure {
            writeln!(out, "failed      {failure}")?;
        }
    }
    if verbose {
        for engine in &report.engines {
            writeln!(out, "{:<11} {}", engine.engine, measures(&engine.figures, "", 3))?;
            for series in &engine.series {
                let values: Vec<String> = series.values.iter().map(f64::to_string).collect();
                writeln!(out, "{:<11} {}: {}", "", series.name, values.join(" "))?;
            }
        }
    }
    Ok(())
}

fn construct(construct: &super::Construct) -> String {
    match &construct.place {
        Some(place) => format!("{}: {}", self::place(place), construct.reason),
        None => construct.reason.clone(),
    }
}

fn list(title: &str, lines: &[String], out: &mut dyn Write) -> io::Result<()> {
    if !lines.is_empty() {
        writeln!(out, "\n{title}")?;
    }
    lines.iter().try_for_each(|line| writeln!(out, "  {line}"))
}

/// `name value` pairs; numbers that are whole are shown so, others with `decimals` places.
fn measures(measures: &[Measure], unit: &str, decimals: usize) -> String {
    let show = |measure: &Measure| {
        let decimals = if measure.value.fract() == 0.0 { 0 } else { decimals };
        format!("{} {:.*}{unit}", measure.name, decimals, measure.value)
    };
    measures.iter().map(show).collect::<Vec<_>>().join(" · ")
}

fn place(place: &SourcePlace) -> String {
    match place.line {
        0 => place.file.clone(),
        line => format!("{}:{line}", place.file),
    }
}

/// The executed lines, the middle of long paths left out, then what is violated.
fn path(path: &Path, verbose: bool, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\nhow the error is reached ({} {})", path.steps, path.unit)?;
    let width = path.lines.iter().map(|line| place(&line.place).len()).max().unwrap_or(0);
    let (before, behind) =
        path.lines.split_at(path.gap.map_or(path.lines.len(), |gap| gap.after.min(path.lines.len())));
    lines(before, width, verbose, out)?;
    if let Some(gap) = &path.gap {
        match gap.blocks {
            Some(blocks) => writeln!(out, "  … {blocks} basic blocks are not told")?,
            None => writeln!(out, "  … the rest is too long to be told")?,
        }
        lines(behind, width, verbose, out)?;
    }
    match &path.place {
        Some(at) => writeln!(out, "  {}  <- {}", place(at), path.violation),
        None => writeln!(out, "  <- {}", path.violation),
    }
}

/// Lines of a path, the middle of many left out.
fn lines(lines: &[PathLine], width: usize, verbose: bool, out: &mut dyn Write) -> io::Result<()> {
    let count = lines.len();
    let (head, tail) =
        if verbose || count <= SHOWN_LINES { (count, count) } else { (SHOWN_LINES / 3, count - 2 * SHOWN_LINES / 3) };
    lines[..head].iter().try_for_each(|line| path_line(line, width, out))?;
    if tail > head {
        writeln!(out, "  … {} more lines (--verbose shows them all)", tail - head)?;
    }
    lines[tail..].iter().try_for_each(|line| path_line(line, width, out))
}

fn path_line(line: &PathLine, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let indent = "  ".repeat(line.place.depth.min(8));
    let text = line.text.as_deref().unwrap_or("");
    writeln!(out, "  {:<width$}  {indent}{text}", place(&line.place))?;
    let pad = " ".repeat(width + 6 + indent.len());
    line.inputs.iter().try_for_each(|value| writeln!(out, "{pad}input {}", named(value)))?;
    line.assignments.iter().try_for_each(|value| writeln!(out, "{pad}{}", named(value)))
}

fn named(value: &NamedValue) -> String {
    match &value.shown {
        Some(shown) => format!("{} = {shown}", value.name),
        None => format!("{} = {} ({})", value.name, value.decimal, value.hexadecimal),
    }
}
