//! One run, or two, as a page.

use super::compare::{differences, pairs};
use super::merge::Run;
use super::plots::{quantiles, scatter};
use super::record::Record;
use super::score::{best, verdict, Class};
use super::table::{rows, setup, Named};
use crate::report::html::{escaped, prose, Page};
use bitreach_formula::counted;
use std::fmt::Write;

/// What this page has besides the style of all pages.
const MORE: &str = "\
:root { --run0: #2f6fd0; --run1: #c2571a; --both: #1d8a4e }
@media (prefers-color-scheme: dark) { :root { --run0: #6ea2f2; --run1: #ef9a5f; --both: #5cc98b } }
table { border-collapse: collapse; display: block; overflow-x: auto; font-size: .9rem }
th, td { text-align: left; padding: .15rem .75rem .15rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
td.part { padding-left: 1.25rem; color: var(--soft) }
.plot { width: 100%; height: auto; font: 12px system-ui, sans-serif } .plot text { fill: var(--text) }
.plot .grid { stroke: var(--line) } .plot .diagonal { stroke: var(--soft); stroke-dasharray: 4 3 }
.plot polyline { fill: none; stroke-width: 1.5 } .plot circle { fill-opacity: .75 }
.plot .run0 { stroke: var(--run0) } .plot .run1 { stroke: var(--run1) }
.plot circle.run0, .run0.key { fill: var(--run0); color: var(--run0) }
.plot circle.run1, .run1.key { fill: var(--run1); color: var(--run1) }
.plot circle.both, .both.key { fill: var(--both); color: var(--both) }
.plot circle.neither, .neither.key { fill: var(--soft); color: var(--soft) }
.plot circle.wrong, .wrong.key { fill: var(--bad); color: var(--bad) }
.wrong { color: var(--bad); font-weight: 600 }
";

/// A page about a run, compared with another one if there is one.
pub fn page(run: Named, other: Option<Named>) -> String {
    let (mut page, heading) = (String::new(), run.0);
    let runs: Vec<Named> = [run].into_iter().chain(other).collect();
    runs.iter().for_each(|run| summary(&mut page, *run));
    let _ = writeln!(page, "<section><h2>Quantiles</h2>\n{}</section>", quantiles(&runs));
    if let Some(other) = other {
        comparison(&mut page, run, other);
    }
    for (name, run) in runs {
        remarkable(&mut page, name, run);
    }
    Page { title: &format!("bitreach: {heading}"), heading, style: MORE, body: &page, ..Page::default() }.whole()
}

fn summary(page: &mut String, (name, run): Named) {
    let hosts: Vec<&str> = run.hosts.iter().map(String::as_str).collect();
    let score: i64 = run.records.iter().map(|record| Class::of(record).score()).sum();
    let (best, missing) = (best(run.records.iter().map(|record| &record.question)), run.missing());
    // Writing to a string does not fail.
    let _ = write!(
        page,
        "<section><h2>{}: score {score} of {best}</h2>\n<p class=\"place\">{}. Machines: {}.",
        escaped(name),
        escaped(&setup(run)),
        escaped(&hosts.join(", "))
    );
    if missing > 0 {
        let have = if missing == 1 { "question has" } else { "questions have" };
        let _ = write!(page, " <span class=\"wrong\">{missing} {have} no answer yet.</span>");
    }
    page.push_str("</p>\n<table><tr><th></th><th>number</th><th>score</th><th>time s</th><th>cpu s</th></tr>\n");
    for row in rows(run) {
        let class = if row.is_part { " class=\"part\"" } else { "" };
        let _ = write!(page, "<tr><td{class}>{}</td>", escaped(&row.name));
        let cells = [row.number.to_string(), row.score.to_string(), tenths(row.seconds), tenths(row.processor)];
        cells.iter().for_each(|cell| *page += &format!("<td class=\"number\">{cell}</td>"));
        page.push_str("</tr>\n");
    }
    page.push_str("</table></section>\n");
}

fn tenths(seconds: f64) -> String {
    format!("{seconds:.1}")
}

/// What is wrong, failed, contradicts itself, or was left out.
fn remarkable(page: &mut String, name: &str, run: &Run) {
    let records: Vec<&Record> =
        run.records.iter().filter(|record| Class::of(record).is_wrong() || record.verdict.is_none()).collect();
    if !run.left_out.is_empty() {
        let _ = writeln!(page, "<section><h2>Left out: {}</h2>\n<ul>", escaped(name));
        run.left_out.iter().for_each(|fault| *page += &format!("<li>{}</li>\n", escaped(fault)));
        page.push_str("</ul></section>\n");
    }
    if records.is_empty() && run.contradictions.is_empty() {
        return;
    }
    let _ = writeln!(page, "<section><h2>Wrong or failed: {}</h2>", escaped(name));
    for contradiction in &run.contradictions {
        let _ = writeln!(page, "<p class=\"wrong\">Answers exclude each other: {}</p>", escaped(contradiction));
    }
    page.push_str("<table><tr><th>task</th><th>property</th><th></th><th>verdict</th><th>why</th></tr>\n");
    for record in records {
        let class = Class::of(record);
        let mark = if class.is_wrong() { " class=\"wrong\"" } else { "" };
        let cells = [
            record.question.task.display().to_string(),
            record.question.property.clone(),
            class.name().to_owned(),
            verdict(record),
        ];
        let _ = write!(page, "<tr{mark}>");
        cells.iter().for_each(|cell| *page += &format!("<td>{}</td>", escaped(cell)));
        let _ = write!(page, "<td>{}</td>", prose(record.detail.as_deref().unwrap_or_default()));
        page.push_str("</tr>\n");
    }
    page.push_str("</table></section>\n");
}

fn comparison(page: &mut String, (name, run): Named, (other_name, other): Named) {
    let pairs = pairs(run, other);
    let plot = scatter((name, other_name), &pairs);
    let (name, other_name) = (escaped(name), escaped(other_name));
    let _ = writeln!(
        page,
        "<section><h2>Times of both</h2>\n<p class=\"place\">{} that both asked: \
         <span class=\"both key\">both right</span>, <span class=\"run0 key\">only {name} right</span>, <span class=\"run1 key\">only \
         {other_name} right</span>, <span class=\"neither key\">neither</span>, <span class=\"wrong key\">one is wrong</span>.</p>\n{}</section>",
        counted(pairs.len(), "question"),
        plot
    );
    let differences = differences(&pairs);
    let _ = writeln!(page, "<section><h2>Differences: {}</h2>", differences.len());
    if differences.is_empty() {
        page.push_str("<p>All verdicts of both are of the same class.</p></section>\n");
        return;
    }
    let _ = writeln!(
        page,
        "<table><tr><th>task</th><th>property</th><th>{name}</th><th>s</th><th>{other_name}</th><th>s</th></tr>"
    );
    for (one, other) in differences {
        let question = &one.question;
        let (task, property) = (escaped(&question.task.display().to_string()), escaped(&question.property));
        let _ = write!(page, "<tr><td>{task}</td><td>{property}</td>");
        for record in [one, other] {
            let mark = if Class::of(record).is_wrong() { " class=\"wrong\"" } else { "" };
            let verdict = escaped(&verdict(record));
            let _ = write!(page, "<td{mark}>{verdict}</td><td class=\"number\">{:.2}</td>", record.seconds);
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</table></section>\n");
}

#[cfg(test)]
mod tests {
    use super::super::merge::merge;
    use super::super::record::testing::{header, record};
    use super::super::record::Part;
    use super::*;
    use crate::report::Answer;

    fn run(rows: &[(&str, Option<Answer>)]) -> Run {
        let records = rows.iter().map(|(task, verdict)| record(task, verdict.clone(), 1.0)).collect();
        merge(&[Part { file: "x".into(), header: header(4), records }]).unwrap()
    }

    #[test]
    fn two_runs_are_compared() {
        let (safe, open) = (Some(Answer::Safe), Some(Answer::Unknown("timeout".into())));
        let one = run(&[("a", safe.clone()), ("b<", open.clone()), ("c", None), ("only", safe.clone())]);
        let other = run(&[("a", safe.clone()), ("b<", safe), ("c", Some(Answer::Unsafe("no-overflow".into())))]);
        let pairs = pairs(&one, &other);
        assert_eq!((pairs.len(), differences(&pairs).len()), (3, 2));
        let page = page(("one", &one), Some(("two & more", &other)));
        assert!(page.contains("two &amp; more: time, s") && !page.contains("&amp;amp;"));
        assert!(page.contains("<h2>Differences: 2</h2>") && page.contains("one: score 4 of 8"), "{page}");
        assert!(page.contains("<td>b&lt;</td><td>no-overflow</td><td>UNKNOWN(timeout)</td>"), "{page}");
        assert!(page.contains("<h2>Wrong or failed: two &amp; more</h2>") && page.contains("1 question has no answer"));
        assert_eq!(page.matches("<svg").count(), 2);
    }
}
