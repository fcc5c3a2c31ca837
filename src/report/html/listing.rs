//! The source, with what is to be said beside its lines. Lines far from those are folded.

use super::{escaped, prose, Sources};
use std::collections::BTreeMap;
use std::fmt::Write;

/// So many lines before and behind one with something beside it are shown.
const AROUND: u32 = 5;

/// Of more lines in one fold, none is on the page.
const MOST_FOLDED: u32 = 5000;

/// What is said beside a line; parts are HTML.
#[derive(Default)]
pub(super) struct Beside {
    /// Sentences above the line, each with whether it is about something bad.
    pub above: Vec<(String, bool)>,
    /// Whether the path passes it.
    pub is_passed: bool,
    /// The values of the last time that the path passes it.
    pub values: String,
    /// What is violated there.
    pub violation: String,
}

/// What is said, by file and line.
#[derive(Default)]
pub(super) struct Listing(BTreeMap<String, BTreeMap<u32, Beside>>);

impl Listing {
    /// What is said beside a line.
    pub(super) fn at(&mut self, file: &str, line: u32) -> &mut Beside {
        self.0.entry(file.to_owned()).or_default().entry(line).or_default()
    }

    /// The names of the files.
    pub(super) fn files(&self) -> Vec<&str> {
        self.0.keys().map(String::as_str).collect()
    }

    /// The element of a line, as others refer to it. `prefix` tells listings on one page apart.
    pub(super) fn id(&self, prefix: &str, file: &str, line: u32) -> String {
        let file = self.0.keys().position(|name| name == file).unwrap_or(self.0.len());
        format!("{prefix}f{file}l{line}")
    }

    /// The files as HTML; empty if there are none.
    pub(super) fn html(&self, prefix: &str, sources: &Sources) -> String {
        let mut html = String::new();
        for (file, beside) in &self.0 {
            let lines = sources.get(file).map_or(&[][..], Vec::as_slice);
            // Writing to a string does not fail.
            let _ = writeln!(html, "<details open><summary>{}</summary><div class=\"code\">", escaped(file));
            if lines.is_empty() {
                html += "<span class=\"said bad\">The file could not be read.</span>\n";
            }
            let mut next = 1;
            for (first, last) in shown(beside.keys().copied(), lines.len() as u32) {
                folded(&mut html, (next, first - 1), lines);
                for number in first..=last {
                    row(&mut html, &self.id(prefix, file, number), number, lines, beside.get(&number));
                }
                next = last + 1;
            }
            folded(&mut html, (next, lines.len() as u32), lines);
            // The file may be gone, or another one than it was; what was said of its lines stays.
            for (number, said) in beside.range(lines.len() as u32 + 1..) {
                row(&mut html, &self.id(prefix, file, *number), *number, lines, Some(said));
            }
            html += "</div></details>\n";
        }
        html
    }
}

/// The ranges of lines that are shown, of a file with so many lines.
fn shown(said: impl Iterator<Item = u32>, count: u32) -> Vec<(u32, u32)> {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for line in said.filter(|line| (1..=count).contains(line)) {
        let (first, last) = (line.saturating_sub(AROUND).max(1), line.saturating_add(AROUND).min(count));
        // A fold of one line is none.
        let (first, last) = (if first == 2 { 1 } else { first }, if last + 1 == count { count } else { last });
        match ranges.last_mut() {
            Some(before) if before.1 + 2 >= first => before.1 = last,
            _ => ranges.push((first, last)),
        }
    }
    ranges
}

fn folded(html: &mut String, (first, last): (u32, u32), lines: &[String]) {
    let count = (last + 1).saturating_sub(first);
    if count > MOST_FOLDED {
        let _ = writeln!(html, "<span class=\"said\">{count} lines are left out</span>");
    } else if count > 0 {
        let _ = write!(html, "<details><summary>{count} line{}</summary>", if count == 1 { "" } else { "s" });
        (first..=last).for_each(|number| row(html, "", number, lines, None));
        html.push_str("</details>\n");
    }
}

fn row(html: &mut String, id: &str, number: u32, lines: &[String], beside: Option<&Beside>) {
    let text = escaped(lines.get((number as usize).wrapping_sub(1)).map_or("", String::as_str));
    let Some(beside) = beside else {
        let _ = writeln!(html, "<span class=\"row\"><b>{number}</b>{text}</span>");
        return;
    };
    for (said, is_bad) in &beside.above {
        let class = if *is_bad { "said bad" } else { "said" };
        let _ = writeln!(html, "<span class=\"{class}\">{}</span>", prose(said));
    }
    let class = if beside.is_passed { "row passed" } else { "row" };
    let (values, violation) = (&beside.values, &beside.violation);
    let _ = writeln!(
        html,
        "<span class=\"{class}\" id=\"{id}\"><b>{number}</b>{text}<span class=\"values\">{values}</span> \
         <span class=\"violation\">{violation}</span></span>"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_far_from_what_is_said_are_folded() {
        assert_eq!(shown([7, 9, 30, 99].into_iter(), 40), [(1, 14), (25, 35)]);
        assert_eq!(shown([8, 20].into_iter(), 26), [(3, 26)]);
        assert_eq!(shown([0, 1].into_iter(), 0), []);
    }

    #[test]
    fn each_line_comes_once() {
        let lines: Vec<String> = (1..=40).map(|number| format!("line {number};")).collect();
        let mut listing = Listing::default();
        listing.at("a.c", 20).values = "x = 1".into();
        listing.at("b.c", 1).above.push(("`i < 9`".into(), false));
        let html = listing.html("q", &Sources::from([("a.c".to_owned(), lines)]));
        for number in 1..=40 {
            assert_eq!(html.matches(&format!("<b>{number}</b>line {number};")).count(), 1, "{html}");
        }
        assert!(html.contains("<summary>14 lines</summary>") && html.contains("<summary>15 lines</summary>"), "{html}");
        assert!(html.contains("id=\"qf0l20\"><b>20</b>line 20;<span class=\"values\">x = 1</span>"), "{html}");
        assert!(html.contains("could not be read") && html.contains("id=\"qf1l1\"><b>1</b><span"), "{html}");
    }
}
