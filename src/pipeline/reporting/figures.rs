//! Sizes of problems, and what engines counted.

use crate::boxes;
use crate::concrete::Figures;
use crate::pipeline::by_boxes::Boxes;
use crate::pipeline::concrete_fallback::ConcreteRuns;
use crate::report::{EngineFigures, Measure, Series};
use crate::solve::EngineRecord;
use crate::ts::Encoding;
use bitreach_dimspec::{DimSpec, Section};

/// The sizes of an encoding and its problem.
pub fn sizes(encoding: &Encoding, problem: &DimSpec) -> Vec<(String, usize)> {
    let system = &encoding.system;
    let mut sizes = vec![
        ("locations".to_owned(), encoding.codes.locations().count()),
        ("state bits".to_owned(), system.state_bits()),
        ("input bits".to_owned(), system.input_bits()),
    ];
    sizes.extend(problem_sizes(problem));
    sizes
}

/// The sizes of an encoding, and of what it is written as.
pub fn named_sizes(encoding: &Encoding, sizes: [(&str, usize); 3]) -> Vec<(String, usize)> {
    let locations = ("locations", encoding.codes.locations().count());
    [locations].into_iter().chain(sizes).map(|(name, size)| (name.to_owned(), size)).collect()
}

/// The sizes of a problem.
pub fn problem_sizes(problem: &DimSpec) -> Vec<(String, usize)> {
    let mut sizes = vec![("variables".to_owned(), problem.variables)];
    sizes.extend(Section::ALL.map(|section| (format!("{section} clauses"), problem.section(section).len())));
    sizes
}

/// What engines counted, and how long the checks of their evidence took.
pub fn engine_figures(engines: &[EngineRecord]) -> Vec<EngineFigures> {
    let check = |record: &EngineRecord| record.check.map(|time| Measure::new("check_seconds", time.as_secs_f64()));
    let figures = |record: &EngineRecord| EngineFigures {
        engine: record.name.to_owned(),
        figures: {
            let counted = record.statistics.0.iter().map(|(name, value)| Measure::new(*name, *value));
            counted.chain(check(record)).collect()
        },
        series: {
            let series = record.series.iter();
            series.map(|(name, values)| Series { name: (*name).to_owned(), values: values.clone() }).collect()
        },
        failure: record.failure.clone(),
    };
    engines.iter().map(figures).collect()
}

/// What the concrete engine counted.
pub fn run_figures(runs: &ConcreteRuns) -> EngineFigures {
    let Figures { runs: count, turns, edges, streams } = runs.figures;
    let counts = [("runs", count), ("turns", turns), ("edges", edges), ("streams", streams)];
    let mut figures: Vec<Measure> = counts.iter().map(|(name, count)| Measure::new(*name, *count as f64)).collect();
    figures.push(Measure::new("total_seconds", runs.seconds));
    EngineFigures { engine: "concrete".to_owned(), figures, series: Vec::new(), failure: None }
}

/// What the search by boxes counted.
pub fn box_figures(boxes: &Boxes) -> EngineFigures {
    let boxes::Figures { boxes: count, work } = boxes.figures;
    let mut figures = vec![Measure::new("boxes", count as f64), Measure::new("instructions", work as f64)];
    figures.extend(boxes.check_seconds.map(|seconds| Measure::new("check_seconds", seconds)));
    figures.push(Measure::new("total_seconds", boxes.seconds));
    EngineFigures { engine: "boxes".to_owned(), figures, series: Vec::new(), failure: boxes.failure.clone() }
}
