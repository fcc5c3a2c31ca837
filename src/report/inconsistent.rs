//! The report of `bitreach inconsistent`: findings like a compiler's messages, and JSON.

#[cfg(test)]
use crate::report::schemas;
use crate::report::Measure;
use anstyle::{AnsiColor, Style};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::{self, Write};

/// The version of the JSON form; see [`crate::report::SCHEMA_VERSION`] for when it grows.
pub const SCHEMA_VERSION: u32 = 2;

/// What a run found.
#[derive(Default, Clone, Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Inconsistencies {
    /// The version of this form; it grows by one when a field changes its meaning or goes.
    #[cfg_attr(test, schemars(extend("const" = SCHEMA_VERSION)))]
    pub schema_version: u32,
    /// `bitreach` and its version.
    pub tool: String,
    /// The findings, by file and line.
    pub findings: Vec<Finding>,
    /// What was found and is not reported, if that is asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withheld: Option<Vec<Withheld>>,
    /// What has not been analysed, or not to the end.
    pub gaps: Vec<Gap>,
    /// The assumptions that all findings rest on, a sentence each.
    pub assumptions: Vec<String>,
    /// Counts, and seconds, whose names end in `_seconds`, in the order in which they are shown.
    #[cfg_attr(test, schemars(transform = schemas::times_at_the_end))]
    pub summary: Vec<Measure>,
}

/// Code that no execution passes on the way to its function's return.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Finding {
    /// The file.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1; 0 where it is not known.
    pub column: u32,
    /// The C function.
    pub function: String,
    /// `must-fail`, `contradiction` or `configuration`.
    #[cfg_attr(test, schemars(extend("enum" = ["must-fail", "contradiction", "configuration"])))]
    pub class: Cow<'static, str>,
    /// One sentence.
    pub message: String,
    /// CWE numbers, the most fitting first.
    pub cwe: Vec<u32>,
    /// The lines that matter, in the order of the source.
    pub lines: Vec<InvolvedLine>,
    /// Why it is not told which lines matter, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unexplained: Option<String>,
    /// Stays the same when code elsewhere in the file changes.
    #[cfg_attr(test, schemars(extend("pattern" = "^[0-9a-f]{16}$")))]
    pub fingerprint: String,
    /// Whether loops were abstracted to find it.
    pub abstracted: bool,
    /// The first and the last line of the function that are known.
    pub extent: (u32, u32),
}

/// Something that was found and is not reported, because a rule says that it is no defect.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Withheld {
    /// Where it stands.
    pub place: Place,
    /// The name of the rule.
    pub rule: Cow<'static, str>,
    /// The C function.
    pub function: String,
    /// What would be reported, one sentence.
    pub message: String,
    /// Why there is such a rule, one sentence.
    pub why: Cow<'static, str>,
}

/// A place in a file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Place {
    /// The file; empty where it is not known.
    pub file: String,
    /// From 1; 0 where it is not known.
    pub line: u32,
    /// From 1; 0 where it is not known.
    pub column: u32,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = if self.column > 0 { format!(":{}", self.column) } else { String::new() };
        write!(f, "{}:{}{column}", self.file, self.line)
    }
}

/// A line that takes part in a finding.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct InvolvedLine {
    /// The file.
    pub file: String,
    /// From 1.
    pub line: u32,
    /// From 1; 0 where it is not known.
    pub column: u32,
    /// The text of the line; `None` where the file cannot be read.
    pub text: Option<String>,
    /// What it has to do with the finding; may be empty.
    pub note: String,
    /// What holds there, on all paths that the finding is about. Proved.
    pub facts: Vec<Fact>,
}

/// What holds at a line that matters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Fact {
    /// In C, such as `task != NULL`.
    pub text: String,
    /// Whether it holds behind the line, and not in front of it.
    pub behind: bool,
    /// Whether it holds in each round of a loop that begins there.
    pub each_round: bool,
}

/// Facts in words: `a` and `b`; in each round `c`. `None` if there are none but those that have been `said`.
pub fn sentence<'a>(facts: impl IntoIterator<Item = &'a Fact>, said: &[&str]) -> Option<String> {
    let (mut once, mut rounds) = (Vec::new(), Vec::new());
    for fact in facts.into_iter().filter(|fact| !said.contains(&fact.text.as_str())) {
        if fact.each_round { &mut rounds } else { &mut once }.push(format!("`{}`", fact.text));
    }
    let once = Some(once.join(" and ")).filter(|text| !text.is_empty());
    let rounds = Some(rounds.join(" and ")).filter(|text| !text.is_empty());
    let parts: Vec<String> = once.into_iter().chain(rounds.map(|text| format!("in each round {text}"))).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

impl InvolvedLine {
    /// The facts in front of the line, or behind it.
    pub fn facts(&self, behind: bool) -> impl Iterator<Item = &Fact> {
        self.facts.iter().filter(move |fact| fact.behind == behind)
    }
}

/// A function or file that has not been analysed, or not to the end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Gap {
    /// The file.
    pub file: String,
    /// The function; `None` for a whole file.
    pub function: Option<String>,
    /// Why, and what that means.
    pub reason: String,
}

impl Finding {
    /// The order of reports: as a reader goes through the files.
    pub fn place(&self) -> (&str, u32, u32) {
        (&self.file, self.line, self.column)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = if self.column > 0 { format!(":{}", self.column) } else { String::new() };
        // `{:#}` is with the colours of a terminal.
        let styled = |style: Style, text: &str| match f.alternate() {
            true => format!("{style}{text}{style:#}"),
            false => text.to_owned(),
        };
        let place = styled(Style::new().bold(), &format!("{}:{}{column}:", self.file, self.line));
        let class = styled(AnsiColor::Magenta.on_default().bold(), &format!("{}:", self.class));
        let caret = styled(AnsiColor::Green.on_default().bold(), "^");
        writeln!(f, "{place} {class} {}", self.message)?;
        let digits = self.lines.iter().map(|line| line.line).max().unwrap_or(0).to_string().len();
        // Where it was not found out in time which lines suffice, there may be many.
        let is_short = self.lines.len() <= MOST_SHOWN;
        let is_shown = |line: &InvolvedLine| {
            is_short
                || !line.note.is_empty()
                || !line.facts.is_empty()
                || (&line.file, line.line) == (&self.file, self.line)
        };
        // What has been said behind a line still holds in front of the next.
        let mut said: Vec<&str> = Vec::new();
        for line in self.lines.iter().filter(|line| is_shown(line)) {
            let Some(text) = &line.text else { continue };
            if let Some(facts) = sentence(line.facts(false), &said) {
                writeln!(f, "  {:>digits$} = {facts}", "")?;
            }
            writeln!(f, "  {:>digits$} | {}", line.line, text.trim_end())?;
            if line.column > 0 {
                // The caret stands under its column, tabs included.
                let lead = text.chars().take(line.column as usize - 1);
                let lead: String = lead.map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
                let note = if line.note.is_empty() { String::new() } else { format!(" {}", line.note) };
                writeln!(f, "  {:>digits$} | {lead}{caret}{note}", "")?;
            }
            if let Some(facts) = sentence(line.facts(true), &[]) {
                writeln!(f, "  {:>digits$} = {facts}", "")?;
            }
            said = line.facts(true).map(|fact| fact.text.as_str()).collect();
        }
        if let Some(reason) = &self.unexplained {
            writeln!(f, "  {:>digits$} … {reason}", "")?;
        }
        match self.lines.iter().filter(|line| !is_shown(line)).count() {
            0 => Ok(()),
            1 => writeln!(f, "  {:>digits$} … 1 more line takes part, as --json and --html tell", ""),
            hidden => writeln!(f, "  {:>digits$} … {hidden} more lines take part, as --json and --html tell", ""),
        }
    }
}

impl Inconsistencies {
    /// Leaves out the findings with these fingerprints, and counts them by themselves.
    pub fn leave_out(&mut self, known: &BTreeSet<String>) {
        let all = std::mem::take(&mut self.findings).into_iter();
        let (left_out, findings): (Vec<_>, Vec<_>) = all.partition(|finding| known.contains(&finding.fingerprint));
        self.findings = findings;
        for measure in &mut self.summary {
            measure.value -= left_out.iter().filter(|finding| finding.class == measure.name).count() as f64;
        }
        let seconds =
            self.summary.iter().position(|measure| measure.name.starts_with("s ")).unwrap_or(self.summary.len());
        self.summary.insert(seconds, Measure::new("in the baseline", left_out.len() as f64));
    }

    /// What stands below the findings: what has not been analysed, and figures.
    pub fn closing(&self, verbose: bool) -> String {
        let mut text = String::new();
        if let Some(withheld) = self.withheld.as_ref().filter(|withheld| !withheld.is_empty()) {
            text += "Withheld:\n";
            for Withheld { place, rule, message, why, .. } in withheld {
                // Writing to a string does not fail.
                let _ = writeln!(text, "  {place}: {rule}: {message}\n    {why}");
            }
            text.push('\n');
        }
        if !self.gaps.is_empty() {
            text += "Not analysed, or not to the end:\n";
            let shown = if verbose { self.gaps.len() } else { self.gaps.len().min(SHOWN_GAPS) };
            for gap in &self.gaps[..shown] {
                let function = gap.function.as_ref().map(|name| format!(" `{name}`")).unwrap_or_default();
                // Writing to a string does not fail.
                let _ = writeln!(text, "  {}{function}: {}", gap.file, gap.reason);
            }
            if shown < self.gaps.len() {
                let _ = writeln!(text, "  and {} more (--verbose shows all)", self.gaps.len() - shown);
            }
            text.push('\n');
        }
        if verbose {
            text += "Assumptions:\n";
            self.assumptions.iter().for_each(|line| text += &format!("  {line}\n"));
            text.push('\n');
        }
        text += &self.figures();
        text.push('\n');
        text
    }

    /// The figures that are not zero, in a line.
    pub(super) fn figures(&self) -> String {
        let figure = |measure: &Measure| match measure.value.fract() == 0.0 {
            true => format!("{} {}", measure.value, in_words(measure)),
            false => format!("{:.2} {}", measure.value, measure.name),
        };
        let is_something = |measure: &&Measure| measure.value != 0.0 || measure.name == "functions";
        self.summary.iter().filter(is_something).map(figure).collect::<Vec<_>>().join(", ")
    }

    /// The report as JSON.
    ///
    /// # Errors
    /// If it cannot be written as JSON, which does not happen for these types.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self)
    }
}

/// What is counted, in the words for so many.
fn in_words(measure: &Measure) -> &str {
    match (&*measure.name, measure.value == 1.0) {
        ("files", true) => "file",
        ("functions", true) => "function",
        ("contradiction", false) => "contradictions",
        ("configuration", false) => "configurations",
        (name, _) => name,
    }
}

/// Of findings with more lines than this, the text shows only those of which there is something to say.
const MOST_SHOWN: usize = 12;
/// How many gaps are shown without `--verbose`.
const SHOWN_GAPS: usize = 10;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_that_are_zero_are_left_out() {
        let summary =
            |figures: &[(&str, f64)]| figures.iter().map(|(name, value)| Measure::new(*name, *value)).collect();
        let told = |figures| Inconsistencies { summary: summary(figures), ..Inconsistencies::default() }.closing(false);
        let figures =
            [("files", 1.0), ("functions", 2.0), ("must-fail", 0.0), ("contradiction", 2.0), ("s in all", 0.25)];
        assert_eq!(told(&figures), "1 file, 2 functions, 2 contradictions, 0.25 s in all\n");
        let figures = [("files", 2.0), ("functions", 0.0), ("contradiction", 1.0), ("s in all", 0.0)];
        assert_eq!(told(&figures), "2 files, 0 functions, 1 contradiction\n");
    }

    #[test]
    fn findings_read_like_a_compilers_messages() {
        let line = InvolvedLine {
            file: "a.c".into(),
            line: 7,
            column: 6,
            text: Some("\tif (p)".into()),
            note: "always true".into(),
            facts: vec![Fact { text: "p != NULL".into(), behind: false, each_round: false }],
        };
        let finding = Finding {
            file: "a.c".into(),
            line: 7,
            column: 2,
            function: "f".into(),
            class: "contradiction".into(),
            message: "`p` is always true here".into(),
            cwe: vec![571],
            lines: vec![line],
            unexplained: None,
            fingerprint: "0".into(),
            abstracted: false,
            extent: (5, 9),
        };
        let expected = "a.c:7:2: contradiction: `p` is always true here\n    = `p != NULL`\n  7 | \tif (p)\n    | \t    ^ always true\n";
        assert_eq!(finding.to_string(), expected);
        let coloured = format!("{finding:#}");
        assert!(coloured.starts_with("\u{1b}[1ma.c:7:2:"), "{coloured:?}");
        assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), expected);
    }
}
