//! A page for people: each finding with its function, in which the lines that do not matter are folded.

use crate::report::inconsistent::{Finding, Inconsistencies};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The style: readable on a phone and in the dark.
const STYLE: &str = "\
:root { color-scheme: light dark; --back: #fff; --text: #1c1e21; --soft: #5b626b; --line: #e3e6ea; --mark: #fff3c4; \
--bad: #b3261e; --code: #f7f8fa }
@media (prefers-color-scheme: dark) { :root { --back: #15171a; --text: #e6e8eb; --soft: #9aa3ad; --line: #2c3138; \
--mark: #4a3d10; --bad: #ff8a80; --code: #1c1f24 } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--back); color: var(--text); \
font: 1rem/1.5 system-ui, sans-serif }
h1 { font-size: 1.4rem } h2 { font-size: 1.05rem; margin: 0 0 .25rem; overflow-wrap: anywhere }
section { border: 1px solid var(--line); border-radius: .5rem; padding: .75rem; margin: 1rem 0 }
.place, .figures { color: var(--soft); overflow-wrap: anywhere }
.class { color: var(--bad); font-weight: 600 }
.code { background: var(--code); border-radius: .35rem; overflow-x: auto; margin-top: .5rem; \
font: .85rem/1.5 ui-monospace, monospace }
.code pre { margin: 0; font: inherit; min-width: max-content }
.row { display: block; padding: 0 .5rem; white-space: pre; min-width: max-content }
.row b { display: inline-block; width: 3.5em; color: var(--soft); font-weight: 400; user-select: none }
.matters { background: var(--mark) }
.note { color: var(--bad); padding-left: 1.5em }
details > summary { color: var(--soft); cursor: pointer; padding: .1rem .5rem; border: 1px dashed var(--line) }
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
    let notes: BTreeMap<u32, &str> = finding
        .lines
        .iter()
        .filter(|line| line.file == finding.file)
        .map(|line| (line.line, line.note.as_str()))
        .collect();
    let (first, last) = finding.extent;
    page.push_str("<div class=\"code\">\n");
    let mut number = first;
    while number <= last && number > 0 {
        match notes.get(&number) {
            Some(note) => {
                row(page, number, lines, note, true);
                number += 1;
            }
            None => {
                let end = notes.range(number..).next().map_or(last, |(next, _)| (*next - 1).min(last));
                let count = end - number + 1;
                let plural = if count == 1 { "line does not matter" } else { "lines do not matter" };
                let _ = write!(page, "<details><summary>{count} {plural}</summary>");
                (number..=end).for_each(|number| row(page, number, lines, "", false));
                page.push_str("</details>\n");
                number = end + 1;
            }
        }
    }
    page.push_str("</div></section>\n");
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

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped("`a < b` & c"), "<code>a &lt; b</code> &amp; c");
        assert_eq!(escaped("`open"), "<code>open</code>");
    }
}
