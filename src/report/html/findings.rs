//! A page for people: each finding with its function. The lines that do not matter are folded behind boxes that carry the facts
//! which hold past them, as in figure 8 of Schäf, Schwartz-Narbonne, Wies: *Explaining inconsistent code* (FSE 2013).

use super::{escaped, prose, Page, Sources};
use crate::report::inconsistent::{sentence, Fact, Finding, Inconsistencies, InvolvedLine};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The page. `sources` holds the lines of each file that could be read.
pub fn inconsistencies(report: &Inconsistencies, sources: &Sources) -> String {
    let mut page = String::new();
    // Writing to a string does not fail.
    let _ = writeln!(page, "<p class=\"figures\">{}</p>", escaped(&report.figures()));
    if report.findings.is_empty() {
        page += "<p>Nothing was found.</p>\n";
    }
    // They are in the order of their files.
    let files: Vec<&[Finding]> = report.findings.chunk_by(|one, other| one.file == other.file).collect();
    if files.len() > 1 {
        contents(&mut page, &files);
    }
    for (number, findings) in files.into_iter().enumerate() {
        let file = &findings[0].file;
        let _ = writeln!(page, "<h2 class=\"file\" id=\"f{number}\">{}</h2>", escaped(file));
        let lines = sources.get(file).map_or(&[][..], Vec::as_slice);
        findings.iter().for_each(|finding| section(&mut page, finding, lines));
    }
    if !report.gaps.is_empty() {
        page += "<section><h2>Not analysed, or not to the end</h2><ul>\n";
        for gap in &report.gaps {
            let function = gap.function.as_deref().unwrap_or("the whole file");
            let _ = writeln!(page, "<li>{}, {}: {}</li>", escaped(&gap.file), escaped(function), prose(&gap.reason));
        }
        page += "</ul></section>\n";
    }
    Page { title: "bitreach: inconsistent code", heading: "Inconsistent code", body: &page, ..Page::default() }.whole()
}

/// A list of the files, each with how much was found there.
fn contents(page: &mut String, files: &[&[Finding]]) {
    page.push_str("<nav><ul>\n");
    for (number, findings) in files.iter().enumerate() {
        let count = match findings.len() {
            1 => "1 finding".to_owned(),
            count => format!("{count} findings"),
        };
        let _ = writeln!(page, "<li><a href=\"#f{number}\">{}</a>: {count}</li>", escaped(&findings[0].file));
    }
    page.push_str("</ul></nav>\n");
}

fn section(page: &mut String, finding: &Finding, lines: &[String]) {
    let _ = writeln!(
        page,
        "<section><h3><span class=\"class\">{}</span>: {}</h3>\n<div class=\"place\">{}:{} in {}</div>",
        finding.class,
        prose(&finding.message),
        escaped(&finding.file),
        finding.line,
        escaped(&finding.function)
    );
    if let Some(reason) = &finding.unexplained {
        let _ = writeln!(page, "<div class=\"place\">{}</div>", prose(reason));
    }
    // Of a whole program, lines of other files may take part.
    for line in finding.lines.iter().filter(|line| line.file != finding.file) {
        let text = line.text.as_deref().unwrap_or_default().trim();
        let (file, note) = (escaped(&line.file), prose(&line.note));
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
        Some(facts) => (" class=\"carries\"", format!("<span class=\"fact\">{}</span>", prose(facts))),
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
        false => format!("<span class=\"note\">{}</span>", prose(note)),
    };
    let _ = writeln!(page, "<span class=\"{class}\"><b>{number}</b>{}{note}</span>", escaped(text));
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

    fn finding(file: &str, line: u32) -> Finding {
        Finding {
            file: file.into(),
            line,
            column: 1,
            function: "f".into(),
            class: "contradiction".into(),
            message: format!("message {line}"),
            cwe: Vec::new(),
            lines: Vec::new(),
            unexplained: None,
            fingerprint: String::new(),
            abstracted: false,
            extent: (1, 8),
        }
    }

    #[test]
    fn findings_stand_under_their_files() {
        let page = |findings: Vec<Finding>| {
            inconsistencies(&Inconsistencies { findings, ..Inconsistencies::default() }, &Sources::default())
        };
        let two = page(vec![finding("a.c", 1), finding("a.c", 2), finding("b<.c", 3)]);
        let at = |text: &str| two.find(text).unwrap_or_else(|| panic!("{text} is not there: {two}"));
        let order = [
            "<li><a href=\"#f0\">a.c</a>: 2 findings</li>",
            "<li><a href=\"#f1\">b&lt;.c</a>: 1 finding</li>",
            "id=\"f0\">a.c</h2>",
            "message 1",
            "message 2",
            "id=\"f1\">b&lt;.c</h2>",
            "message 3",
        ];
        assert!(order.map(at).is_sorted(), "{two}");
        let one = page(vec![finding("a.c", 1)]);
        assert!(!one.contains("<nav>") && one.contains("id=\"f0\">a.c</h2>"), "{one}");
    }

    /// Boxes carry the facts: over hidden lines, and where no line is hidden.
    #[test]
    fn facts_stand_on_boxes() {
        let lines = vec![
            line(2, &[("i < 9", true)]),
            line(5, &[("i < 9", false), ("p != NULL", false)]),
            line(6, &[("q", false)]),
        ];
        let finding = Finding { lines, ..finding("a.c", 5) };
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
}
