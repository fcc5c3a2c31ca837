//! The control flow of functions as drawings, with the path through them. The layout is that of the crate `layout-rs`: layers, few
//! crossings, and lines around what is between.

use super::listing::Listing;
use super::{escaped, Sources};
use crate::report::text::length;
use crate::report::{Flow, Path};
use layout::core::base::Orientation;
use layout::core::format::{ClipHandle, RenderBackend};
use layout::core::geometry::Point;
use layout::core::style::StyleAttr;
use layout::std_shapes::shapes::{Arrow, Element, ShapeKind};
use layout::topo::layout::VisualGraph;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// With more blocks in all, the drawings are folded.
const MOST_OPEN: usize = 60;

/// Once so many blocks would be drawn in all, a function is left out: the layout takes more than a second.
const MOST_DRAWN: usize = 80;

/// So many lines of a block are shown.
const MOST_LINES: usize = 4;

/// So many characters of a line are shown.
const MOST_LETTERS: usize = 36;

/// How wide a letter is, and how high a line.
const LETTER: usize = 8;
const LINE: usize = 16;

/// The drawings of functions that a path goes through; empty if there are none. `prefix` tells drawings on one page apart.
pub(super) fn html(flows: &[Flow], path: &Path, prefix: &str, listing: &Listing, sources: &Sources) -> String {
    let passed = Passed::of(path);
    let seen: Vec<&Flow> = flows.iter().filter(|flow| passed.lines.contains_key(&key(flow))).collect();
    if seen.is_empty() {
        return String::new();
    }
    let count: usize = seen.iter().map(|flow| flow.blocks.len()).sum();
    let open = if count <= MOST_OPEN { " open" } else { "" };
    let mut html =
        format!("<details class=\"flows\"{open}><summary>Control flow ({})</summary>\n", length(count, "blocks"));
    let mut left = MOST_DRAWN;
    for flow in seen {
        let (name, count) = (escaped(&flow.function), flow.blocks.len());
        let rest = left.checked_sub(count);
        left = rest.unwrap_or(left);
        // Writing to a string does not fail.
        let _ = match rest {
            None => {
                writeln!(html, "<h4>{name}</h4><p class=\"place\">{count} blocks are too many for a drawing.</p>")
            }
            Some(_) => writeln!(
                html,
                "<h4>{name}</h4><div class=\"flow\" tabindex=\"0\" role=\"region\" aria-label=\"Control flow of {name}\">{}</div>",
                Drawing::of(flow, &passed, prefix, listing, sources.get(&flow.file)).svg()
            ),
        };
    }
    html + "</details>\n"
}

/// A file and a function in it.
type Function<'a> = (&'a str, &'a str);

fn key(flow: &Flow) -> Function<'_> {
    (&flow.file, &flow.function)
}

/// What a path passes: lines, and pairs of lines one after the other, by function.
struct Passed<'a> {
    lines: BTreeMap<Function<'a>, BTreeSet<u32>>,
    moves: BTreeMap<Function<'a>, BTreeSet<(u32, u32)>>,
}

impl<'a> Passed<'a> {
    fn of(path: &'a Path) -> Passed<'a> {
        let mut passed = Passed { lines: BTreeMap::new(), moves: BTreeMap::new() };
        // The line that control is at in each call that it is in.
        let mut calls: Vec<Option<(Function, u32)>> = Vec::new();
        for line in &path.lines {
            let place = &line.place;
            let here = ((&*place.file, &*place.function), place.line);
            calls.resize(place.depth + 1, None);
            let before = calls[place.depth].replace(here);
            passed.lines.entry(here.0).or_default().insert(here.1);
            if let Some((_, from)) = before.filter(|(function, _)| *function == here.0) {
                passed.moves.entry(here.0).or_default().insert((from, here.1));
            }
        }
        passed
    }
}

/// A drawing on its way to SVG.
struct Drawing<'a> {
    flow: &'a Flow,
    /// The lines of text in each block.
    texts: Vec<Vec<String>>,
    /// The attributes of each block and each edge.
    blocks: Vec<String>,
    edges: Vec<&'static str>,
    svg: String,
    size: (f64, f64),
}

impl<'a> Drawing<'a> {
    fn of(
        flow: &'a Flow,
        passed: &Passed,
        prefix: &str,
        listing: &Listing,
        lines: Option<&Vec<String>>,
    ) -> Drawing<'a> {
        let (empty, none) = (BTreeSet::new(), BTreeSet::new());
        let seen = passed.lines.get(&key(flow)).unwrap_or(&empty);
        let moves = passed.moves.get(&key(flow)).unwrap_or(&none);
        let text = |line: u32| {
            let text = lines.and_then(|lines| lines.get(line as usize - 1)).map_or("", |text| text.trim());
            let cut: String = text.chars().take(MOST_LETTERS).collect();
            format!("{line} {cut}{}", if cut.len() < text.len() { "…" } else { "" })
        };
        let texts = flow.blocks.iter().map(|block| {
            let mut texts: Vec<String> = block.iter().take(MOST_LINES).map(|&line| text(line)).collect();
            if block.len() > MOST_LINES {
                texts.push(format!("… {} more", block.len() - MOST_LINES));
            }
            texts
        });
        let blocks = flow.blocks.iter().map(|block| {
            let rows: Vec<String> = block.iter().map(|&line| listing.id(prefix, &flow.file, line)).collect();
            let class = if block.iter().any(|line| seen.contains(line)) { " class=\"passed\"" } else { "" };
            format!("{class} data-rows=\"{}\"", rows.join(" "))
        });
        // Between the lines of two blocks that are told there may be one that is not.
        let of = |line: u32| flow.blocks.iter().position(|block| block.contains(&line));
        let taken: BTreeSet<(usize, usize)> =
            moves.iter().filter_map(|&(from, to)| Some((of(from)?, of(to)?))).collect();
        let edges = flow.edges.iter().map(|edge| if taken.contains(edge) { " passed" } else { "" });
        Drawing {
            flow,
            texts: texts.collect(),
            blocks: blocks.collect(),
            edges: edges.collect(),
            svg: String::new(),
            size: (0.0, 0.0),
        }
    }

    fn svg(mut self) -> String {
        let direction = Orientation::TopToBottom;
        // Texts and boxes are drawn here: only their size is told.
        let look = StyleAttr::simple();
        let mut graph = VisualGraph::new(direction);
        let mut nodes = Vec::new();
        for (number, texts) in self.texts.iter().enumerate() {
            let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or(1);
            let size = Point::new((width * LETTER + 20) as f64, (texts.len() * LINE + 12) as f64);
            let (shape, name) = (ShapeKind::new_box(""), number.to_string());
            nodes.push(graph.add_node(Element::create_with_properties(shape, look.clone(), direction, size, name)));
        }
        for (number, &(from, to)) in self.flow.edges.iter().enumerate() {
            let arrow = Arrow { properties: Some(number.to_string()), ..Arrow::simple("") };
            graph.add_edge(arrow, nodes[from], nodes[to]);
        }
        graph.do_it(false, false, false, &mut self);
        let (width, height) = (self.size.0.ceil() + 8.0, self.size.1.ceil() + 8.0);
        format!(
            "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             aria-hidden=\"true\">{}</svg>",
            self.svg
        )
    }

    fn grow(&mut self, x: f64, y: f64) {
        self.size = (self.size.0.max(x), self.size.1.max(y));
    }

    /// The head of an arrow that comes to a point from another one.
    fn head(&mut self, (to, from): (Point, Point)) {
        let (x, y) = (to.x - from.x, to.y - from.y);
        let length = x.hypot(y).max(1e-6);
        let (x, y) = (x / length * 7.0, y / length * 7.0);
        let corner = |side: f64| (to.x - x + side * y / 2.0, to.y - y - side * x / 2.0);
        let (left, right) = (corner(1.0), corner(-1.0));
        let _ = write!(
            self.svg,
            "<path class=\"head\" d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z\"></path>",
            to.x, to.y, left.0, left.1, right.0, right.1
        );
    }
}

impl RenderBackend for Drawing<'_> {
    fn draw_rect(&mut self, at: Point, size: Point, _: &StyleAttr, name: Option<String>, _: Option<ClipHandle>) {
        let Some(number) = name.and_then(|name| name.parse::<usize>().ok()) else { return };
        self.grow(at.x + size.x, at.y + size.y);
        let Some((attributes, texts)) = self.blocks.get(number).zip(self.texts.get(number)) else { return };
        let (x, y) = (at.x + 10.0, at.y + (size.y - (texts.len() * LINE) as f64) / 2.0 + 12.0);
        let line = |(index, text): (usize, &String)| {
            format!("<tspan x=\"{x:.1}\" y=\"{:.1}\">{}</tspan>", y + (index * LINE) as f64, escaped(text))
        };
        let texts: String = texts.iter().enumerate().map(line).collect();
        let _ = write!(
            self.svg,
            "<g{attributes}><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"4\"></rect><text>{texts}</text></g>",
            at.x, at.y, size.x, size.y
        );
    }

    fn draw_arrow(
        &mut self,
        path: &[(Point, Point)],
        _: bool,
        heads: (bool, bool),
        _: &StyleAttr,
        name: Option<String>,
        _: &str,
    ) {
        let (Some(&first), Some(&second), Some(&last)) = (path.first(), path.get(1), path.last()) else { return };
        let class = name.and_then(|name| self.edges.get(name.parse::<usize>().ok()?)).copied().unwrap_or("");
        path.iter().flat_map(|&(one, other)| [one, other]).for_each(|at| self.grow(at.x, at.y));
        let point = |point: Point| format!("{:.1} {:.1}", point.x, point.y);
        // The first pair goes out: from where, and by which point. The others come in: by which point, and where.
        let mut line = format!("M{}C{},{},{}", point(first.0), point(first.1), point(second.0), point(second.1));
        for (control, to) in &path[2..] {
            let _ = write!(line, "S{},{}", point(*control), point(*to));
        }
        let _ = write!(self.svg, "<g class=\"edge{class}\"><path d=\"{line}\"></path>");
        if heads.1 {
            self.head((last.1, last.0));
        }
        if heads.0 {
            self.head(first);
        }
        self.svg += "</g>";
    }

    fn draw_line(&mut self, _: Point, _: Point, _: &StyleAttr, _: Option<String>) {}

    fn draw_circle(&mut self, _: Point, _: Point, _: &StyleAttr, _: Option<String>) {}

    fn draw_text(&mut self, _: Point, _: &str, _: &StyleAttr) {}

    fn create_clip(&mut self, _: Point, _: Point, _: usize) -> ClipHandle {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{PathLine, SourcePlace};

    fn path(lines: &[u32]) -> Path {
        let place = |line| SourcePlace { file: "a.c".into(), line, function: "f".into(), depth: 0 };
        Path {
            lines: lines.iter().map(|&line| PathLine::new(place(line), None)).collect(),
            violation: String::new(),
            kind: String::new(),
            place: None,
            column: 0,
            steps: 0,
            unit: "steps".into(),
            gap: None,
            fingerprint: String::new(),
        }
    }

    fn drawn(flow: Flow, lines: &[u32]) -> String {
        let text = vec!["if (a < b) {".to_owned(); 9];
        html(&[flow], &path(lines), "q0", &Listing::default(), &Sources::from([("a.c".to_owned(), text)]))
    }

    #[test]
    fn what_a_path_passes_is_marked() {
        let (blocks, edges) = (vec![vec![1, 2], vec![3], vec![4]], vec![(0, 1), (0, 2), (1, 2), (2, 0)]);
        let flow = Flow { file: "a.c".into(), function: "f".into(), blocks, edges };
        let drawing = drawn(flow.clone(), &[1, 2, 4]);
        assert_eq!(drawing.matches("<rect ").count(), 3, "{drawing}");
        assert_eq!(drawing.matches("<g class=\"passed\" data-rows=").count(), 2, "{drawing}");
        assert!(drawing.contains("height=\"44.0\"") && !drawing.contains("width=\"0.0\""), "{drawing}");
        assert_eq!((drawing.matches("<g class=\"edge").count(), drawing.matches("edge passed").count()), (4, 1));
        assert!(drawing.contains(">1 if (a &lt; b) {</tspan>") && drawing.contains("<details class=\"flows\" open>"));
        // A function that the path does not come to is left out.
        assert_eq!(drawn(Flow { function: "g".into(), ..flow }, &[1]), "");
    }

    #[test]
    fn large_drawings_are_folded_and_very_large_ones_left_out() {
        let chain = |count: usize| Flow {
            file: "a.c".into(),
            function: "f".into(),
            blocks: (1..=count as u32).map(|line| vec![line]).collect(),
            edges: (1..count).map(|block| (block - 1, block)).collect(),
        };
        assert!(drawn(chain(MOST_OPEN + 1), &[1]).starts_with("<details class=\"flows\"><summary>"));
        assert!(drawn(chain(MOST_DRAWN + 1), &[1]).contains("are too many for a drawing"));
    }
}
