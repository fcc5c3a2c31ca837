//! A page about verdicts: the source with the path or the invariants beside its lines, and everything else that the report says.

use super::listing::Listing;
use super::{escaped, flow, prose, steps, Page, Sources};
use crate::report::text::length;
use crate::report::{Answer, Construct, EngineFigures, Measure, Path, Report, SourcePlace};
use std::collections::BTreeSet;
use std::fmt::Write;

/// So many constructs that are not modelled exactly are named.
const MOST_CONSTRUCTS: usize = 1000;

/// The page about some properties of a program, each by its name, and the verdict that sums them up. `sources` has the files of
/// [`files`] that could be read.
pub fn verdicts(reports: &[(String, Report)], verdict: &Answer, sources: &Sources) -> String {
    let file = reports.first().map_or("", |(_, report)| &report.file);
    let mut body = String::new();
    if let Some((_, first)) = reports.first() {
        facts(&mut body, first);
    }
    if let [_, _, ..] = reports {
        body += "<table>\n";
        for (number, (property, report)) in reports.iter().enumerate() {
            let (property, class) = (escaped(&named(property, report)), class(&report.verdict));
            let word = escaped(&word(&report.verdict));
            let what = report.path.as_ref().map(violated).unwrap_or_default();
            // Writing to a string does not fail.
            let _ = writeln!(
                body,
                "<tr><td><a href=\"#q{number}\">{property}</a></td><td class=\"{class}\">{word}</td><td>{what}</td></tr>"
            );
        }
        body += "</table>\n";
    }
    for (number, (property, report)) in reports.iter().enumerate() {
        section(&mut body, &format!("q{number}"), property, report, sources);
    }
    let word = word(verdict);
    let has_path = reports.iter().any(|(_, report)| report.path.is_some());
    let script = if has_path { include_str!("verdicts.js") } else { "" };
    let title = format!("bitreach: {word}, {file}");
    Page { title: &title, heading: &word, style: include_str!("verdict.css"), body: &body, script }.whole()
}

/// The names of the files whose lines the page shows.
pub fn files(reports: &[(String, Report)]) -> BTreeSet<String> {
    let listings = reports.iter().map(|(_, report)| listing(report));
    listings.flat_map(|listing| listing.files().into_iter().map(str::to_owned).collect::<Vec<_>>()).collect()
}

fn word(answer: &Answer) -> String {
    answer.to_string().trim_start_matches("VERDICT: ").to_owned()
}

fn class(answer: &Answer) -> &'static str {
    match answer {
        Answer::Safe => "safe",
        Answer::Unsafe(_) => "unsafe",
        Answer::Unknown(_) => "unknown",
    }
}

/// Where a path ends and what is violated there: of several paths about one property, this tells them apart.
fn violated(path: &Path) -> String {
    let what = prose(&path.violation);
    match &path.place {
        Some(SourcePlace { file, line, .. }) if *line > 0 => format!("{}:{line}: {what}", escaped(file)),
        _ => what,
    }
}

/// A property, and the function that it is asked of where that is not the program's `main`.
fn named(property: &str, report: &Report) -> String {
    match &report.function {
        Some(function) => format!("{function}: {property}"),
        None => property.to_owned(),
    }
}

/// What was asked about.
fn facts(body: &mut String, report: &Report) {
    let files = if report.files.len() > 1 { "files" } else { "file" };
    let rows = [(files, Some(&report.file)), ("data model", report.data_model.as_ref()), ("by", Some(&report.tool))];
    body.push_str("<dl>");
    for (name, text) in rows {
        if let Some(text) = text {
            let _ = write!(body, "<dt>{name}</dt><dd>{}</dd>", escaped(text));
        }
    }
    body.push_str("</dl>\n");
}

/// What is said beside the lines of the source.
fn listing(report: &Report) -> Listing {
    let mut listing = Listing::default();
    for invariant in &report.invariants {
        let place = &invariant.place;
        listing.at(&place.file, place.line).above.push((format!("always `{}`", invariant.expression), false));
    }
    if let Some(path) = &report.path {
        steps::beside(path, &mut listing);
    }
    // Beside a path or a proof, what is not modelled matters to nobody.
    if let Answer::Unknown(_) = report.verdict {
        for construct in report.unmodelled.iter().take(MOST_CONSTRUCTS) {
            if let Some(place) = construct.place.as_ref().filter(|place| place.line > 0) {
                let said = (format!("not modelled exactly: {}", construct.reason), true);
                let above = &mut listing.at(&place.file, place.line).above;
                if !above.contains(&said) {
                    above.push(said);
                }
            }
        }
    }
    listing
}

fn section(body: &mut String, prefix: &str, property: &str, report: &Report, sources: &Sources) {
    let (class, word) = (class(&report.verdict), escaped(&word(&report.verdict)));
    let asked = report.property.as_deref().unwrap_or(property);
    let _ = writeln!(
        body,
        "<section id=\"{prefix}\"><h2>{}: <span class=\"{class}\">{word}</span></h2>\n<p>{}</p>",
        escaped(&named(asked, report)),
        prose(&report.summary)
    );
    if let Some(nothing) = &report.nothing_checked {
        let _ = writeln!(body, "<p>{}</p>", prose(nothing));
    }
    let listing = listing(report);
    let source = listing.html(prefix, sources);
    match &report.path {
        Some(path) => {
            let flow = flow::html(&report.flow, path, prefix, &listing, sources);
            trace(body, prefix, path, &listing, [&source, &flow]);
        }
        None => without_path(body, report, &source),
    }
    list(body, "Evidence", report.evidence.iter().map(|text| prose(text)));
    list(body, "Assumptions", report.assumptions.iter().map(|text| prose(text)));
    unmodelled(body, &report.unmodelled);
    figures(body, report);
    body.push_str("</section>\n");
}

/// A path; `parts` are the source and the control flow as HTML.
fn trace(body: &mut String, prefix: &str, path: &Path, listing: &Listing, parts: [&str; 2]) {
    let [source, flow] = parts;
    let count = path.told().filter(|told| told.line().is_some()).count() + 1;
    let button = |go: &str, name: &str| format!("<button type=\"button\" data-go=\"{go}\">{name}</button>");
    let buttons = [("first", "First"), ("back", "Back"), ("forward", "Forward"), ("last", "Last")];
    let buttons: String = buttons.map(|(go, name)| button(go, name)).concat();
    let _ = writeln!(
        body,
        "<div class=\"trace\"><h3>How the error is reached ({})</h3>\n\
         <div class=\"player\" role=\"group\" aria-label=\"Steps of the path\" hidden>{buttons}\
         <output aria-live=\"polite\"></output>\
         <input type=\"range\" min=\"1\" max=\"{count}\" value=\"{count}\" aria-label=\"Step\"></div>\n\
         <div class=\"views\"><div class=\"listing\" tabindex=\"0\" role=\"region\" aria-label=\"Source\">{source}</div>\n\
         <div tabindex=\"0\" role=\"region\" aria-label=\"Steps\">{}</div></div>\n\
         <p class=\"place keys\">Arrow keys left and right step through the path; with Shift, to its begin and its end.</p>\n{flow}</div>",
        length(path.lines.len() + 1, "lines"),
        steps::html(path, prefix, listing)
    );
}

fn without_path(body: &mut String, report: &Report, source: &str) {
    let invariants = report.invariants.iter().map(|invariant| {
        let code = escaped(&invariant.expression);
        format!("{}, {}: <code>{code}</code>", at(&invariant.place), escaped(&invariant.place.function))
    });
    list(body, "Proved each time that control is at a loop's head", invariants);
    if report.verdict == Answer::Safe && report.invariants.is_empty() {
        body.push_str(
            "<p class=\"place\">No invariant about C variables at loop heads was proved beside the answer. They are looked for in \
             programs of one C file.</p>\n",
        );
    }
    if !source.is_empty() {
        let _ = writeln!(body, "<h3>Source</h3>\n<div class=\"listing\">{source}</div>");
    }
}

fn at(place: &SourcePlace) -> String {
    match place.line {
        0 => escaped(&place.file),
        line => format!("{}:{line}", escaped(&place.file)),
    }
}

/// A list with a title, if there is something in it; its items are HTML.
fn list(body: &mut String, title: &str, items: impl Iterator<Item = String>) {
    let items: String = items.map(|item| format!("<li>{item}</li>\n")).collect();
    if !items.is_empty() {
        let _ = writeln!(body, "<h3>{title}</h3>\n<ul>\n{items}</ul>");
    }
}

fn unmodelled(body: &mut String, constructs: &[Construct]) {
    let item = |construct: &Construct| match &construct.place {
        Some(place) => format!("{}: {}", at(place), prose(&construct.reason)),
        None => prose(&construct.reason),
    };
    let more = constructs.len().saturating_sub(MOST_CONSTRUCTS);
    let rest = Some(format!("and {more} more")).filter(|_| more > 0);
    let items = constructs.iter().take(MOST_CONSTRUCTS).map(item).chain(rest);
    list(body, "Not modelled exactly (only matters where it can be reached)", items);
}

/// Sizes, times, and what the engines counted.
fn figures(body: &mut String, report: &Report) {
    body.push_str("<details><summary>Sizes and times</summary>\n");
    table(body, "Sizes", &report.sizes);
    table(body, "Seconds", &report.stages);
    for EngineFigures { engine, figures, failure, .. } in &report.engines {
        table(body, engine, figures);
        if let Some(failure) = failure {
            let _ = writeln!(body, "<p>{} failed: {}</p>", escaped(engine), prose(failure));
        }
    }
    body.push_str("</details>\n");
}

fn table(body: &mut String, title: &str, rows: &[Measure]) {
    if rows.is_empty() {
        return;
    }
    let _ = writeln!(body, "<table><tr><th colspan=\"2\">{}</th></tr>", escaped(title));
    for Measure { name, value } in rows {
        let decimals = if value.fract() == 0.0 { 0 } else { 3 };
        let _ = writeln!(body, "<tr><td>{}</td><td class=\"number\">{value:.decimals$}</td></tr>", escaped(name));
    }
    body.push_str("</table>\n");
}
