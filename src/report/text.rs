//! The report for people, in the order in which they read: the answer in a sentence, how the error is reached or what holds at loops, then
//! what the answer rests on. The last line is [`Answer`]'s, frozen.

use super::events::{happens, named};
use super::{Answer, Invariant, Measure, NamedRun, Path, PathLine, Report, SourcePlace};
use anstyle::{AnsiColor, Style};
use std::io::{self, Write};

/// How a report looks.
#[derive(Clone, Copy, Default, Debug)]
pub struct Look {
    /// With sizes and engine figures in full, and paths whole.
    pub is_verbose: bool,
    /// With the colours of a terminal. The verdict has none: programs read it.
    pub is_coloured: bool,
}

const TITLE: Style = Style::new().bold();
const FAULT: Style = AnsiColor::Red.on_default().bold();
const VALUE: Style = AnsiColor::Cyan.on_default();

impl Look {
    /// A text in a style, if there are any.
    fn styled(self, style: Style, text: &str) -> String {
        match self.is_coloured {
            true => format!("{style}{text}{style:#}"),
            false => text.to_owned(),
        }
    }

    /// The sentence that answers.
    fn answer(self, report: &Report) -> String {
        let colour = match report.verdict {
            Answer::Safe => AnsiColor::Green,
            Answer::Unsafe(_) => AnsiColor::Red,
            Answer::Unknown(_) => AnsiColor::Yellow,
        };
        self.styled(colour.on_default().bold(), &report.summary)
    }
}

/// How many lines of a path are shown before its middle is left out.
const SHOWN_LINES: usize = 60;

/// How many steps of a run are shown before its middle is left out.
const SHOWN_STEPS: usize = 20;

/// Writes the report.
///
/// # Errors
/// If writing fails.
pub fn write(report: &Report, look: Look, out: &mut dyn Write) -> io::Result<()> {
    write_open(report, look, out)?;
    writeln!(out, "\n{}", report.verdict)
}

/// The same without the verdict at its end.
///
/// # Errors
/// If writing fails.
pub fn write_open(report: &Report, look: Look, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", look.answer(report))?;
    if let Some(nothing) = &report.nothing_checked {
        writeln!(out, "{nothing}")?;
    }
    question(report, out)?;
    if let Some(path) = &report.path {
        self::path(path, look, out)?;
    }
    if let Some(run) = &report.run {
        self::run(run, look, out)?;
    }
    let invariant = |invariant: &Invariant| format!("{}: {}", place(&invariant.place), invariant.expression);
    let invariants: Vec<String> = report.invariants.iter().map(invariant).collect();
    list("proved each time that control is at the head of a loop", &invariants, look, out)?;
    list("evidence", &report.evidence, look, out)?;
    assumptions(report, look, out)?;
    unmodelled(report, look, out)?;
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
    if look.is_verbose {
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

/// What was asked.
fn question(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    match report.files.len() {
        0 | 1 => writeln!(out, "\nfile        {}", report.file)?,
        _ => writeln!(out, "\nfiles       {}", report.file)?,
    }
    if let Some(function) = &report.function {
        writeln!(out, "function    {function}")?;
    }
    if let Some(property) = &report.property {
        writeln!(out, "property    {property}")?;
    }
    if let Some(data_model) = &report.data_model {
        writeln!(out, "data model  {data_model}")?;
    }
    Ok(())
}

/// What the answer rests on. An error that is shown, and an answer that there is not, hardly rest on what all questions about C assume: then
/// only how much that is.
fn assumptions(report: &Report, look: Look, out: &mut dyn Write) -> io::Result<()> {
    if look.is_verbose || report.verdict == Answer::Safe {
        return list("assumptions", &report.assumptions, look, out);
    }
    list("assumptions", &report.own_assumptions, look, out)?;
    match report.assumptions.len() - report.own_assumptions.len() {
        0 => Ok(()),
        1 => writeln!(out, "\n1 usual assumption about C and the machine (listed with --verbose)"),
        count => writeln!(out, "\n{count} usual assumptions about C and the machine (listed with --verbose)"),
    }
}

/// What is not modelled exactly. No answer rests on it, and what kept one away stands in the summary: on request, all of it, else how much
/// there is.
fn unmodelled(report: &Report, look: Look, out: &mut dyn Write) -> io::Result<()> {
    match report.unmodelled.len() {
        0 => Ok(()),
        count if !look.is_verbose => {
            let (what, it) = if count == 1 { ("construct is", "it") } else { ("constructs are", "they") };
            let reached = format!("where {it} can be reached (listed with --verbose)");
            writeln!(out, "\n{count} {what} not modelled exactly, which only matters {reached}")
        }
        _ => {
            let lines: Vec<String> = report.unmodelled.iter().map(construct).collect();
            list("not modelled exactly (only matters where it can be reached)", &lines, look, out)
        }
    }
}

fn construct(construct: &super::Construct) -> String {
    match &construct.place {
        Some(place) => format!("{}: {}", self::place(place), construct.reason),
        None => construct.reason.clone(),
    }
}

fn list(title: &str, lines: &[String], look: Look, out: &mut dyn Write) -> io::Result<()> {
    if !lines.is_empty() {
        writeln!(out, "\n{}", look.styled(TITLE, title))?;
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
fn path(path: &Path, look: Look, out: &mut dyn Write) -> io::Result<()> {
    let title = format!("how the error is reached ({})", length(path.steps, &path.unit));
    writeln!(out, "\n{}", look.styled(TITLE, &title))?;
    let width = path.lines.iter().map(|line| place(&line.place).len()).max().unwrap_or(0);
    // Functions by themselves are called by text that is not told.
    let depth = path.lines.iter().map(|line| line.place.depth).min().unwrap_or(0);
    let columns = (width, depth);
    let (before, behind) =
        path.lines.split_at(path.gap.map_or(path.lines.len(), |gap| gap.after.min(path.lines.len())));
    lines(before, columns, look, out)?;
    if let Some(gap) = &path.gap {
        match gap.blocks {
            Some(1) => writeln!(out, "  … 1 basic block is not told")?,
            Some(blocks) => writeln!(out, "  … {blocks} basic blocks are not told")?,
            None => writeln!(out, "  … the rest is too long to be told")?,
        }
        lines(behind, columns, look, out)?;
    }
    let violation = look.styled(FAULT, &format!("<- {}", path.violation));
    match &path.place {
        Some(at) => writeln!(out, "  {}  {violation}", place(at)),
        None => writeln!(out, "  {violation}"),
    }
}

/// How long a run is, in its unit.
pub(super) fn length(count: usize, unit: &str) -> String {
    match (count, unit.strip_prefix("turns ")) {
        (1, Some(rest)) => format!("1 turn {rest}"),
        (1, None) => format!("1 {}", unit.trim_end_matches('s')),
        _ => format!("{count} {unit}"),
    }
}

/// The steps of a run, the middle of long ones left out.
fn run(run: &NamedRun, look: Look, out: &mut dyn Write) -> io::Result<()> {
    let title = format!("how the goal is reached ({}; states where they change)", length(run.steps.len() - 1, "steps"));
    writeln!(out, "\n{}", look.styled(TITLE, &title))?;
    let count = run.steps.len();
    let (head, tail) = if look.is_verbose || count <= SHOWN_STEPS {
        (count, count)
    } else {
        (SHOWN_STEPS / 2, count - SHOWN_STEPS / 2)
    };
    for (number, step) in run.steps.iter().enumerate().filter(|(number, _)| *number < head || *number >= tail) {
        if number == tail && tail > head {
            writeln!(out, "  … {} more steps (--verbose shows them all)", tail - head)?;
        }
        writeln!(out, "  step {number}")?;
        step.inputs
            .iter()
            .try_for_each(|value| writeln!(out, "    {}", look.styled(VALUE, &format!("input {}", named(value)))))?;
        step.states.iter().try_for_each(|value| writeln!(out, "    {}", look.styled(VALUE, &named(value))))?;
    }
    Ok(())
}

/// Lines of a path, the middle of many left out. `columns` says how wide the places are, and how deep calls are at least.
fn lines(lines: &[PathLine], columns: (usize, usize), look: Look, out: &mut dyn Write) -> io::Result<()> {
    let count = lines.len();
    let (head, tail) = if look.is_verbose || count <= SHOWN_LINES {
        (count, count)
    } else {
        (SHOWN_LINES / 3, count - 2 * SHOWN_LINES / 3)
    };
    let write = |range: std::ops::Range<usize>, out: &mut dyn Write| {
        let first = range.start;
        range.into_iter().try_for_each(|index| {
            let before = index.checked_sub(1).filter(|_| index > first).map(|before| &lines[before]);
            path_line(&lines[index], before, columns, look, out)
        })
    };
    write(0..head, out)?;
    if tail > head {
        writeln!(out, "  … {} more lines (--verbose shows them all)", tail - head)?;
    }
    write(tail..count, out)
}

/// A line, and what happens there. `before` is the line above it, which is not written again if it is the same.
fn path_line(
    line: &PathLine,
    before: Option<&PathLine>,
    (width, depth): (usize, usize),
    look: Look,
    out: &mut dyn Write,
) -> io::Result<()> {
    let indent = "  ".repeat((line.place.depth - depth).min(8));
    let text = line.text.as_deref().unwrap_or("");
    if before.is_none_or(|before| before.place != line.place) {
        let head = format!("  {:<width$}  {indent}{text}", place(&line.place));
        writeln!(out, "{}", head.trim_end())?;
    }
    let pad = " ".repeat(width + 6 + indent.len());
    happens(line).iter().try_for_each(|event| writeln!(out, "{pad}{}", look.styled(VALUE, event)))
}

#[cfg(test)]
mod tests {
    use super::super::Construct;
    use super::*;

    fn text(report: &Report, is_verbose: bool) -> String {
        looking(report, Look { is_verbose, is_coloured: false })
    }

    fn looking(report: &Report, look: Look) -> String {
        let mut text = Vec::new();
        write(report, look, &mut text).expect("memory can be written");
        String::from_utf8(text).expect("it is text")
    }

    #[test]
    fn what_is_not_modelled_is_listed_on_request() {
        let construct = Construct { reason: "asm".to_owned(), place: None };
        let unmodelled = vec![construct; 2];
        let safe = Report { verdict: Answer::Safe, unmodelled: unmodelled.clone(), ..Report::default() };
        let open = Report { unmodelled, ..Report::default() };
        for report in [safe, open] {
            let (short, listed) = (text(&report, false), text(&report, true));
            assert!(short.contains("\n2 constructs are not modelled exactly, ") && !short.contains("asm"), "{short}");
            assert_eq!(listed.matches("  asm\n").count(), 2, "{listed}");
        }
    }

    #[test]
    fn assumptions_are_listed_where_the_answer_rests_on_them() {
        let texts = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
        let report = |verdict| Report {
            verdict,
            assumptions: texts(&["usual 1", "own", "usual 2"]),
            own_assumptions: texts(&["own"]),
            ..Report::default()
        };
        let (safe, reached) = (report(Answer::Safe), report(Answer::Unsafe("assert".into())));
        for whole in [text(&safe, false), text(&reached, true)] {
            assert!(whole.contains("\nassumptions\n  usual 1\n  own\n  usual 2\n"), "{whole}");
        }
        for short in [text(&reached, false), text(&report(Answer::Unknown("timeout".into())), false)] {
            let expected =
                "\nassumptions\n  own\n\n2 usual assumptions about C and the machine (listed with --verbose)\n";
            assert!(short.contains(expected) && !short.contains("usual 1"), "{short}");
        }
    }

    #[test]
    fn the_answer_comes_first_and_what_it_rests_on_behind() {
        let place = SourcePlace { file: "a.c".into(), line: 7, function: "main".into(), depth: 0 };
        let report = Report {
            verdict: Answer::Safe,
            summary: "No execution.".into(),
            nothing_checked: Some("Nothing.".into()),
            file: "a.c".into(),
            invariants: vec![Invariant { place, expression: "i < 9".into() }],
            evidence: vec!["proved".into()],
            assumptions: vec!["32 bits".into()],
            ..Report::default()
        };
        let expected = "No execution.\nNothing.\n\nfile        a.c\n\n\
                        proved each time that control is at the head of a loop\n  a.c:7: i < 9\n\n\
                        evidence\n  proved\n\nassumptions\n  32 bits\n\nVERDICT: SAFE\n";
        assert_eq!(text(&report, false), expected);
        // Colours are added, and nothing else is; the verdict has none.
        let coloured = looking(&report, Look { is_coloured: true, ..Look::default() });
        assert!(coloured.starts_with("\u{1b}[1m\u{1b}[32mNo execution."), "{coloured:?}");
        assert_eq!(coloured.lines().last(), Some("VERDICT: SAFE"));
        assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), expected);
    }
}
