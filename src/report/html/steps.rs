//! A path as a list of steps, and beside the lines that it passes.

use super::escaped;
use super::listing::Listing;
use crate::report::events::{events, Event};
use crate::report::{Path, PathLine, SourcePlace, Told};
use std::fmt::Write;

/// So many values are told of a step.
const MOST_VALUES: usize = 100;

/// Says beside the lines what the path does there the last time.
pub(super) fn beside(path: &Path, listing: &mut Listing) {
    for (_, line) in path.told().filter_map(Told::line) {
        if line.place.line > 0 {
            let beside = listing.at(&line.place.file, line.place.line);
            beside.is_passed = true;
            let values = values(line);
            if !values.is_empty() {
                beside.values = values;
            }
        }
    }
    if let Some(place) = path.place.as_ref().filter(|place| place.line > 0) {
        let beside = listing.at(&place.file, place.line);
        beside.is_passed = true;
        beside.violation = violation(path);
    }
}

/// The steps as HTML. The last one is the violation.
pub(super) fn html(path: &Path, prefix: &str, listing: &Listing) -> String {
    let mut html = String::from("<ol class=\"steps\">\n");
    let is_alone = listing.files().len() <= 1;
    for told in path.told() {
        // Writing to a string does not fail.
        let _ = match told {
            Told::Line(index, line) => {
                let head = head(prefix, index + 1, Some(&line.place), is_alone, listing);
                let text = escaped(line.text.as_deref().unwrap_or(""));
                writeln!(html, "{head} <code>{text}</code><span class=\"values\">{}</span></li>", values(line))
            }
            Told::LeftOut(1) => writeln!(html, "<li class=\"out\">… 1 line is left out</li>"),
            Told::LeftOut(count) => writeln!(html, "<li class=\"out\">… {count} lines are left out</li>"),
            Told::NotTold(Some(1)) => writeln!(html, "<li class=\"out\">… 1 basic block is not told</li>"),
            Told::NotTold(Some(blocks)) => {
                writeln!(html, "<li class=\"out\">… {blocks} basic blocks are not told</li>")
            }
            Told::NotTold(None) => writeln!(html, "<li class=\"out\">… the rest is too long to be told</li>"),
        };
    }
    let head = head(prefix, path.lines.len() + 1, path.place.as_ref(), is_alone, listing);
    let _ = writeln!(html, "{head} <span class=\"violation\">{}</span></li>\n</ol>", violation(path));
    html
}

/// How the element of a step begins: its number, and where it is.
fn head(prefix: &str, number: usize, place: Option<&SourcePlace>, is_alone: bool, listing: &Listing) -> String {
    let Some(place) = place else {
        return format!("<li id=\"{prefix}s{number}\" data-row=\"\"><a href=\"#{prefix}s{number}\">{number}</a>");
    };
    let row = match place.line {
        0 => String::new(),
        line => listing.id(prefix, &place.file, line),
    };
    let at = match (is_alone, place.line) {
        (_, 0) => escaped(&place.file),
        (true, line) => format!("line {line}"),
        (false, line) => format!("{}:{line}", escaped(&place.file)),
    };
    let (depth, function) = (place.depth, escaped(&place.function));
    format!(
        "<li id=\"{prefix}s{number}\" data-row=\"{row}\" style=\"--depth:{depth}\">\
         <a href=\"#{prefix}s{number}\">{number}</a> <span class=\"place\">{function}, {at}</span>"
    )
}

fn violation(path: &Path) -> String {
    format!("← {}", escaped(&path.violation))
}

/// What is read at a line, what is called and returned, and what changes.
fn values(line: &PathLine) -> String {
    let events = events(line);
    let more = events.len().saturating_sub(MOST_VALUES);
    let mut html: String = events.into_iter().take(MOST_VALUES).map(|event| self::event(&event)).collect();
    if more > 0 {
        let _ = write!(html, "<span class=\"value\">and {more} more</span>");
    }
    html
}

fn event(event: &Event) -> String {
    let words = escaped(&event.words);
    match &event.bits {
        Some(bits) => format!("<span class=\"value\">{words} <span class=\"bits\">({})</span></span> ", escaped(bits)),
        None => format!("<span class=\"value\">{words}</span> "),
    }
}
