//! Plots as SVG, for pages: colours come from the page's style, and each mark says what it is when it is pointed at. The crate `svg`
//! writes the elements; the axes are ours, since libraries for plots that have marks with titles draw to bitmaps or need scripts.
//!
//! Times are on logarithmic scales, as everywhere in this field.

use super::merge::Run;
use super::record::Record;
use super::score::{verdict, Class};
use std::path::Path;
use svg::node::element::{Circle, Group, Line, Polyline, Text, Title};
use svg::Document;

/// The size of a plot, and the room around it for its axes.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 60.0;
const BELOW: f64 = 45.0;
const MARGIN: f64 = 14.0;

/// The shortest time that is told apart, in seconds: starting a process takes longer than that.
const SHORTEST: f64 = 0.01;

/// A scale: from values to places between 0 and 1.
#[derive(Clone, Copy, Debug)]
enum Scale {
    /// Evenly from the first to the second.
    Even(f64, f64),
    /// By powers of ten, from [`SHORTEST`] to this.
    Powers(f64),
}

impl Scale {
    /// Times up to this one.
    fn of_times(most: f64) -> Scale {
        Scale::Powers(most.max(1.0))
    }

    fn place(self, value: f64) -> f64 {
        match self {
            Scale::Even(least, most) => (value - least) / (most - least).max(1.0),
            Scale::Powers(most) => (value.max(SHORTEST) / SHORTEST).log10() / (most / SHORTEST).log10(),
        }
    }

    /// Round values, with their labels.
    fn ticks(self) -> Vec<(f64, String)> {
        match self {
            Scale::Even(least, most) => {
                let step = round_step((most - least).max(1.0) / 6.0);
                let first = (least / step).ceil() as i64;
                let values = (first..).map(|number| number as f64 * step).take_while(|&value| value <= most);
                values.map(|value| (value, format!("{value}"))).collect()
            }
            Scale::Powers(most) => {
                let values = (-2..).map(|power| 10f64.powi(power)).take_while(|&value| value <= most);
                values.map(|value| (value, format!("{value}"))).collect()
            }
        }
    }
}

/// The next of 1, 2, 5, 10, 20, … that is at least this.
fn round_step(least: f64) -> f64 {
    let steps = (0..18).flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(power)));
    steps.into_iter().find(|&step| step >= least).unwrap_or(least)
}

/// An empty plot with its axes.
struct Plot {
    x: Scale,
    y: Scale,
    document: Document,
}

impl Plot {
    fn new(x: Scale, y: Scale, (x_title, y_title): (&str, &str), name: &str) -> Plot {
        let view = (0.0, 0.0, WIDTH, HEIGHT);
        let document = Document::new().set("viewBox", view).set("class", "plot").set("role", "img");
        let mut plot = Plot { x, y, document: document.add(Title::new(name)) };
        for (value, label) in x.ticks() {
            let at = plot.across(value);
            plot.line("grid", (at, MARGIN), (at, HEIGHT - BELOW));
            plot.text(at, HEIGHT - BELOW + 16.0, "middle", &label);
        }
        for (value, label) in y.ticks() {
            let at = plot.up(value);
            plot.line("grid", (LEFT, at), (WIDTH - MARGIN, at));
            plot.text(LEFT - 6.0, at + 4.0, "end", &label);
        }
        plot.text((LEFT + WIDTH - MARGIN) / 2.0, HEIGHT - 8.0, "middle", x_title);
        let turned = Text::new(y_title).set("text-anchor", "middle");
        let middle = (MARGIN + HEIGHT - BELOW) / 2.0;
        plot.add(turned.set("transform", format!("translate(14 {middle}) rotate(-90)")));
        plot
    }

    fn across(&self, value: f64) -> f64 {
        LEFT + self.x.place(value) * (WIDTH - LEFT - MARGIN)
    }

    fn up(&self, value: f64) -> f64 {
        HEIGHT - BELOW - self.y.place(value) * (HEIGHT - BELOW - MARGIN)
    }

    fn add(&mut self, node: impl Into<Box<dyn svg::Node>>) {
        svg::Node::append(&mut self.document, node);
    }

    fn line(&mut self, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        let line = Line::new().set("class", class).set("x1", rounded(x1)).set("y1", rounded(y1));
        self.add(line.set("x2", rounded(x2)).set("y2", rounded(y2)));
    }

    fn text(&mut self, x: f64, y: f64, anchor: &str, text: &str) {
        self.add(Text::new(text).set("x", rounded(x)).set("y", rounded(y)).set("text-anchor", anchor));
    }

    fn mark(&mut self, class: &str, x: f64, y: f64, title: String) {
        let circle = Circle::new().set("class", class).set("r", 3.5);
        let circle = circle.set("cx", rounded(self.across(x))).set("cy", rounded(self.up(y)));
        self.add(Group::new().add(Title::new(title)).add(circle));
    }

    fn polyline(&mut self, class: &str, points: impl Iterator<Item = (f64, f64)>) {
        let points: Vec<String> = points.map(|(x, y)| format!("{:.1},{:.1}", self.across(x), self.up(y))).collect();
        self.add(Polyline::new().set("class", class).set("points", points.join(" ")));
    }
}

/// A tenth of a point is as fine as anybody sees.
fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// The right answers of each run, fastest first: how many points it has (across) after so much time for each question (up). A run
/// begins at the points that its wrong answers cost. The further to the right and the lower, the better.
pub fn quantiles(runs: &[(&str, &Run)]) -> String {
    let curves: Vec<(&str, Vec<(f64, &Record)>)> = runs.iter().map(|(name, run)| (*name, curve(run))).collect();
    let start =
        |(_, run): &(&str, &Run)| run.records.iter().map(|record| Class::of(record).score().min(0)).sum::<i64>() as f64;
    let least = runs.iter().map(start).fold(0.0, f64::min);
    let points = || curves.iter().flat_map(|(_, curve)| curve);
    let most = points().map(|(score, _)| *score).fold(1.0, f64::max);
    let slowest = points().map(|(_, record)| record.seconds).fold(1.0, f64::max);
    let titles = ("accumulated score of right answers, fastest first", "time of the answer, s");
    let mut plot = Plot::new(Scale::Even(least, most), Scale::of_times(slowest), titles, "Quantile plot");
    for (number, (name, curve)) in curves.iter().enumerate() {
        let class = format!("run{number}");
        plot.polyline(&class, curve.iter().map(|(score, record)| (*score, record.seconds)));
        for (score, record) in curve {
            plot.mark(&class, *score, record.seconds, format!("{name}: {}", says(record)));
        }
        let at = MARGIN + 16.0 + 18.0 * number as f64;
        plot.text(LEFT + 26.0, at, "start", name);
        plot.add(Circle::new().set("class", class).set("r", 5).set("cx", LEFT + 14.0).set("cy", at - 4.0));
    }
    plot.document.to_string()
}

/// The right answers, fastest first, each with the points that the run has with it.
fn curve(run: &Run) -> Vec<(f64, &Record)> {
    let classed = || run.records.iter().map(|record| (Class::of(record), record));
    let mut right: Vec<(Class, &Record)> = classed().filter(|(class, _)| class.is_right()).collect();
    right.sort_by(|(_, one), (_, other)| one.seconds.total_cmp(&other.seconds));
    let mut score: i64 = classed().map(|(class, _)| class.score().min(0)).sum();
    let with_score = |(class, record): (Class, _)| {
        score += class.score();
        (score as f64, record)
    };
    right.into_iter().map(with_score).collect()
}

/// The times of both runs for each question that both asked; below the diagonal the second run was faster.
pub fn scatter((name, other_name): (&str, &str), pairs: &[(&Record, &Record)]) -> String {
    let times = pairs.iter().flat_map(|(one, other)| [one.seconds, other.seconds]);
    let scale = Scale::of_times(times.fold(1.0, f64::max));
    let titles = (format!("{name}: time, s"), format!("{other_name}: time, s"));
    let mut plot = Plot::new(scale, scale, (&titles.0, &titles.1), "Scatter plot");
    let corner = match scale {
        Scale::Powers(most) | Scale::Even(_, most) => most,
    };
    let (from, to) = ((plot.across(0.0), plot.up(0.0)), (plot.across(corner), plot.up(corner)));
    plot.line("diagonal", from, to);
    for (one, other) in pairs {
        let class = match (Class::of(one).is_right(), Class::of(other).is_right()) {
            _ if Class::of(one).is_wrong() || Class::of(other).is_wrong() => "wrong",
            (true, true) => "both",
            (false, false) => "neither",
            (true, false) => "run0",
            (false, true) => "run1",
        };
        let title = format!(
            "{}\n{name}: {}, {:.2} s\n{other_name}: {}, {:.2} s",
            question(one),
            verdict(one),
            one.seconds,
            verdict(other),
            other.seconds
        );
        plot.mark(class, one.seconds, other.seconds, title);
    }
    plot.document.to_string()
}

fn says(record: &Record) -> String {
    format!("{}: {}, {:.2} s", question(record), verdict(record), record.seconds)
}

/// A question in words that are short enough for a mark.
fn question(record: &Record) -> String {
    let task = record.question.task.file_name().map_or(Path::new(""), Path::new);
    format!("{} {}", record.question.property, task.display())
}

#[cfg(test)]
mod tests {
    use super::super::merge::merge;
    use super::super::record::testing::{header, record};
    use super::super::record::Part;
    use super::*;
    use crate::report::Answer;

    #[test]
    fn scales() {
        let even = Scale::Even(-16.0, 40.0);
        assert_eq!((even.place(-16.0), even.place(40.0)), (0.0, 1.0));
        let labels: Vec<String> = even.ticks().into_iter().map(|(_, label)| label).collect();
        assert_eq!(labels, ["-10", "0", "10", "20", "30", "40"]);
        let times = Scale::of_times(100.0);
        assert_eq!((times.place(0.0), times.place(1.0), times.place(100.0)), (0.0, 0.5, 1.0));
        assert_eq!(times.ticks().len(), 5);
        assert_eq!(Scale::Even(0.0, 0.0).ticks().len(), 1);
    }

    #[test]
    fn curves_begin_at_what_wrong_answers_cost() {
        let records = vec![
            record("slow", Some(Answer::Safe), 9.0),
            record("fast", Some(Answer::Safe), 1.0),
            record("wrong", Some(Answer::Unsafe("no-overflow".into())), 1.0),
            record("open", Some(Answer::Unknown("timeout".into())), 1.0),
        ];
        let run = merge(&[Part { file: "x".into(), header: header(4), records }]).unwrap();
        let scores: Vec<(f64, f64)> = curve(&run).iter().map(|(score, record)| (*score, record.seconds)).collect();
        assert_eq!(scores, [(-14.0, 1.0), (-12.0, 9.0)]);
        let plot = quantiles(&[("a<b", &run)]);
        assert!(plot.contains("a&lt;b: no-overflow fast: SAFE, 1.00 s"), "{plot}");
        let pairs = [(&run.records[0], &run.records[2])];
        assert_eq!(scatter(("one", "two"), &pairs).matches("<circle").count(), 1);
    }
}
