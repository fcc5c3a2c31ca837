//! A page for people: each finding with its function. The lines that do not matter are folded behind boxes that carry the facts
//! which hold past them, as in figure 8 of Schäf, Schwartz-Narbonne, Wies: *Explaining inconsistent code* (FSE 2013).

use crate::report::inconsistent::{sentence, Fact, Finding, Inconsistencies, InvolvedLine};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The style: readable on a phone and in the dark.
const STYLE: &str = "\
:root { color-scheme: light dark; --back: #fff; --text: #1c1e21; --soft: #5b626b; --line: #e3e6ea; --mark: #fff3c4; \
--bad: #b3261e; --code: #f7f8fa; --box: #e4edfb; --edge: #2f6fd0 }
@media (prefers-color-scheme: dark) { :root { --back: #15171a; --text: #e6e8eb; --soft: #9aa3ad; --line: #2c3138; \
--mark: #4a3d10; --bad: #ff8a80; --code: #1c1f24; --box: #1b2a42; --edge: #6ea2f2 } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--back); color: var(--text); \
font: 1rem/1.5 system-ui, sans-serif }
h1 { font-size: 1.4rem } h2 { font-size: 1.05rem; margin: 0 0 .25rem; overflow-wrap: anywhere }
section { border: 1px solid var(--line); border-radius: .5rem; padding: .75rem; margin: 1rem 0 }
.place, .figures { color: var(--soft); overflow-wrap: anywhere }
.class { color: var(--bad); font-weight: 600 }
.code { background: var(--code); border-radius: .35rem; overflow-x: auto; margin-top: .5rem; padding: .25rem 0; \
font: .85rem/1.5 ui-monospace, monospace }
.row { display: block; padding: 0 .5rem; white-space: pre; width: max-content; min-width: 100% }
.row b { display: inline-block; width: 3.5em; color: var(--soft); font-weight: 400; user-select: none }
.matters { background: var(--mark) }
.note { color: var(--bad); padding-left: 1.5em }
summary, .box { position: sticky; left: 0; padding: .15rem .5rem .15rem 4em; border-left: 3px solid transparent }
summary { color: var(--soft); cursor: pointer; list-style-position: inside }
.carries > summary, .carries.box { background: var(--box); border-left-color: var(--edge) }
.fact { color: var(--text); overflow-wrap: anywhere } .fact code { font-weight: 600 }
.fact + .hidden { padding-left: 1.5em }
@media (max-width: 30rem) { body { padding: .5rem } section { padding: .5rem } .row b { width: 2.5em } \
summary, .box { padding-left: .75rem } .note { display: block; padding-left: 3em } }
";

/// The page. `sources` holds the lines of each file that could be read.
pub fn inconsistencies(report: &Inconsistencies, sources: &BTreeMap<String, Vec<String>>) -> String {
    let mut page = String::from("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n");
    page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
    page += "<title>bitreach: inconsistent code</title>\n";
    // Writing to a string does not fail.
    let _ = writeln!(page, "<style>\n{STYLE}</style></head><body>\n<h1>Inconsistent code</h1>");
    let figures: Vec<String> =
        report.summary.iter().map(|measure| format!("{} {}", measure.value, measure.name)).collect();
    let _ = writeln!(page, "<p class=\"figures\">{}</p>", escaped(&figures.join(", ")));
    if report.findings.is_empty() {
        page += "<p>Nothing was found.</p>\n";
    }
    for finding in &report.findings {
        section(&mut page, finding, sources.get(&finding.file).map_or(&[], Vec::as_slice));
    }
    if !report.gaps.is_empty() {
        page += "<section><h2>Not analysed, or not to the end</h2><ul>\n";
        for gap in &report.gaps {
            let function = gap.function.as_deref().unwrap_or("the whole file");
            let _ = writeln!(page, "<li>{}, {}: {}</li>", escaped(&gap.file), escaped(function), escaped(&gap.reason));
        }
        page += "</ul></section>\n";
    }
    page += "</body></html>\n";
    page
}

fn section(page: &mut String, finding: &Finding, lines: &[String]) {
    let _ = writeln!(
        page,
        "<section><h2><span class=\"class\">{}</span>: {}</h2>\n<div class=\"place\">{}:{} in {}</div>",
        finding.class,
        escaped(&finding.message),
        escaped(&finding.file),
        finding.line,
        escaped(&finding.function)
    );
    if let Some(reason) = &finding.unexplained {
        let _ = writeln!(page, "<div class=\"place\">{}</div>", escaped(reason));
    }
    // Of a whole program, lines of other files may take part.
    for line in finding.lines.iter().filter(|line| line.file != finding.file) {
        let text = line.text.as_deref().unwrap_or_default().trim();
        let (file, note) = (escaped(&line.file), escaped(&line.note));
        let _ =
            writeln!(page, "<div class=\"place\">{file}:{}: <code>{}</code> {note}</div>", line.line, escaped(text));
    }
    let mut matters: BTreeMap<u32, Vec<&InvolvedLine>> = BTreeMap::new();
    for line in finding.lines.iter().filter(|line| line.file == finding.file) {
        matters.entry(line.line).or_default().push(line);
    }
    let (first, last) = finding.extent;
    page.push_str("<div class=\"code\">\n");
    let mut number = first;
    let mut behind: Vec<&Fact> = Vec::new();
    while number <= last && number > 0 {
        let next = matters.range(number..).next().map(|(next, involved)| (*next, involved));
        // What holds between two lines that matter stands on the box that hides what is between them.
        let said: Vec<&str> = behind.iter().map(|fact| fact.text.as_str()).collect();
        let before = next.iter().flat_map(|(_, involved)| involved.iter().flat_map(|line| line.facts(false)));
        let facts: Vec<&Fact> =
            behind.iter().copied().chain(before.filter(|fact| !said.contains(&fact.text.as_str()))).collect();
        let end = next.map_or(last, |(next, _)| (next - 1).min(last));
        folded(page, (number, end), lines, sentence(facts, &[]));
        let Some((line, involved)) = next.filter(|(line, _)| *line <= last) else { break };
        let note: Vec<&str> = involved.iter().map(|line| line.note.as_str()).filter(|note| !note.is_empty()).collect();
        row(page, line, lines, &note.join("; "), true);
        behind = involved.iter().flat_map(|line| line.facts(true)).collect();
        number = line + 1;
    }
    page.push_str("</div></section>\n");
}

/// Lines that do not matter, behind a box with the fact that carries the contradiction past them. Where there is a fact but no
/// line, it stands alone.
fn folded(page: &mut String, (first, last): (u32, u32), lines: &[String], facts: Option<String>) {
    let count = (last + 1).saturating_sub(first);
    let plural = if count == 1 { "line does not matter" } else { "lines do not matter" };
    let (class, fact) = match &facts {
        Some(facts) => (" class=\"carries\"", format!("<span class=\"fact\">{}</span>", escaped(facts))),
        None => ("", String::new()),
    };
    if count > 0 {
        let hidden = format!("<span class=\"hidden\">{count} {plural}</span>");
        let _ = write!(page, "<details{class}><summary>{fact}{hidden}</summary>");
        (first..=last).for_each(|number| row(page, number, lines, "", false));
        page.push_str("</details>\n");
    } else if facts.is_some() {
        let _ = writeln!(page, "<div class=\"box carries\">{fact}</div>");
    }
}

fn row(page: &mut String, number: u32, lines: &[String], note: &str, matters: bool) {
    let text = lines.get((number as usize).wrapping_sub(1)).map_or("", String::as_str);
    let class = if matters { "row matters" } else { "row" };
    let note = match note.is_empty() {
        true => String::new(),
        false => format!("<span class=\"note\">{}</span>", escaped(note)),
    };
    let _ = writeln!(page, "<span class=\"{class}\"><b>{number}</b>{}{note}</span>", escaped(text));
}

/// Text inside HTML.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut in_code = false;
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '`' => {
                escaped += if in_code { "</code>" } else { "<code>" };
                in_code = !in_code;
            }
            c => escaped.push(c),
        }
    }
    if in_code {
        escaped += "</code>";
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(number: u32, facts: &[(&str, bool)]) -> InvolvedLine {
        let fact =
            |(text, behind): &(&str, bool)| Fact { text: (*text).to_owned(), behind: *behind, each_round: *behind };
        InvolvedLine {
            file: "a.c".into(),
            line: number,
            column: 1,
            text: None,
            note: String::new(),
            facts: facts.iter().map(fact).collect(),
        }
    }

    /// Boxes carry the facts: over hidden lines, and where no line is hidden.
    #[test]
    fn facts_stand_on_boxes() {
        let lines = vec![
            line(2, &[("i < 9", true)]),
            line(5, &[("i < 9", false), ("p != NULL", false)]),
            line(6, &[("q", false)]),
        ];
        let finding = Finding {
            file: "a.c".into(),
            line: 5,
            column: 1,
            function: "f".into(),
            class: "contradiction".into(),
            message: String::new(),
            cwe: Vec::new(),
            lines,
            unexplained: None,
            fingerprint: String::new(),
            abstracted: false,
            extent: (1, 8),
        };
        let mut page = String::new();
        let source: Vec<String> = (1..9).map(|number| format!("line {number};")).collect();
        section(&mut page, &finding, &source);
        let boxes: Vec<&str> = page.lines().filter(|line| line.contains("carries")).collect();
        let expected =
            "<details class=\"carries\"><summary><span class=\"fact\"><code>p != NULL</code>; in each round \
                        <code>i &lt; 9</code></span><span class=\"hidden\">2 lines do not matter</span></summary>";
        assert!(boxes.len() == 2 && boxes[0].starts_with(expected), "{boxes:?}");
        assert_eq!(boxes[1], "<div class=\"box carries\"><span class=\"fact\"><code>q</code></span></div>");
        let shown: Vec<usize> = (1..9).filter(|number| page.contains(&format!("<b>{number}</b>"))).collect();
        assert_eq!(shown, (1..9).collect::<Vec<_>>(), "{page}");
        assert_eq!(page.matches("class=\"row matters\"").count(), 3);
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped("`a < b` & c"), "<code>a &lt; b</code> &amp; c");
        assert_eq!(escaped("`open"), "<code>open</code>");
    }
}
