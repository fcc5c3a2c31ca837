//! Which locations of a function can be passed: executions first, then short paths, proofs with loops abstracted, and exact ones.

use crate::inconsistency::abstraction;
use crate::inconsistency::conflict;
use crate::inconsistency::coverage::{Coverage, Method};
use crate::inconsistency::effort::Effort;
use crate::inconsistency::graph::Graph;
use crate::inconsistency::greybox::Greybox;
use crate::inconsistency::query::QueryError;
use crate::program::Program;
use crate::read::function::Body;
use crate::solve::Limits;
use std::time::Duration;

/// How many steps short paths have at most: rounds of loops.
const MOST_STEPS: usize = 5;
/// How many steps paths have at most that are looked for where loops alone prove nothing.
const MORE_STEPS: usize = 40;

/// From so many branches on, functions without loops are covered by conflicts.
const MANY_BRANCHES: usize = 100;

/// How much work is done without finding anything new before a stage ends: for paths of a few steps, for proofs without loops, on which
/// most reports rest, for longer paths, for proofs with loops abstracted, and for exact ones, in functions and in small ones.
/// (`tests/inconsistent/counter-division.c` needs three quarters of the last; `vasnprintf` in gzip 1.12 and `loadImage` in
/// libtiff 4.5.0 need all that the proofs without loops get.)
const PATIENCE: Patience = Patience {
    short: Duration::from_millis(150),
    straight: Duration::from_millis(500),
    longer: Duration::from_millis(200),
    abstracted: Duration::from_millis(100),
    exact: Duration::from_secs(1),
    exact_small: Duration::from_millis(4500),
};

struct Patience {
    short: Duration,
    straight: Duration,
    longer: Duration,
    abstracted: Duration,
    exact: Duration,
    exact_small: Duration,
}

/// A function with fewer blocks is small: IC3 finds most of its proofs there.
const SMALL: usize = 60;

/// Finds out which locations can be passed, as long as `limits` allow and `effort` lasts.
///
/// # Errors
/// If an engine fails.
pub fn cover(
    body: &Body,
    graph: &Graph,
    method: Method,
    effort: &Effort,
    limits: &Limits,
) -> Result<Coverage, QueryError> {
    let mut coverage = Coverage::new(graph);
    let mut runs = Greybox::new(&body.program);
    runs.explore(&mut coverage, body, limits);
    let by_conflicts = conflict::applies(&body.program)
        && match method {
            Method::Auto => conflict::branches(&body.program) >= MANY_BRANCHES,
            Method::Ic3 => false,
            Method::Conflict => true,
        };
    if !by_conflicts {
        // Between values there are many choices, and one of them can take rounds and rounds of a loop: it is not to keep branches from
        // being decided.
        let later = if abstraction::has_loops(&body.program) { coverage.set_aside(body) } else { Vec::new() };
        let mut search = Search { coverage, runs, body, graph, effort };
        search.by_ic3(limits)?;
        if search.coverage.take_up(&later) {
            search.by_ic3(&limits.shortly(limits.left() / 4))?;
        }
        search.coverage.came = search.runs.came();
        return Ok(search.coverage);
    }
    coverage.came = runs.came();
    let half = if method == Method::Auto { limits.half() } else { limits.clone() };
    conflict::decide(&mut coverage, body, graph, &half)?;
    if method == Method::Auto && coverage.is_open() {
        coverage.decide(body, graph, limits, &mut |_, _| {})?;
    }
    Ok(coverage)
}

/// What is known about a function, and what finds out more.
struct Search<'a> {
    coverage: Coverage,
    runs: Greybox,
    body: &'a Body,
    graph: &'a Graph,
    effort: &'a Effort,
}

impl Search<'_> {
    /// Short paths first, then proofs with loops abstracted, then exact ones.
    fn by_ic3(&mut self, limits: &Limits) -> Result<(), QueryError> {
        let program = &self.body.program;
        if !abstraction::has_loops(program) {
            return self.exact(limits);
        }
        let quarter = limits.left() / 4;
        let quarter = |limits: &Limits| limits.shortly(quarter);
        self.short_paths(MOST_STEPS, &quarter(limits), PATIENCE.short)?;
        // Much of what cannot be passed cannot be passed even if loops forget what they have done, and that is easily proved.
        // What the relaxed program can do, the function perhaps cannot.
        let forgetful = abstraction::forget_in_loops(program);
        if let Some(straight) = abstraction::without_back_edges(&forgetful).filter(|_| self.coverage.is_open()) {
            self.relaxed(straight, &quarter(limits), PATIENCE.straight)?;
        }
        if self.coverage.is_open() {
            self.short_paths(MORE_STEPS, &quarter(limits), PATIENCE.longer)?;
        }
        if self.coverage.is_open() {
            // This seldom proves more than the program without back edges did.
            self.relaxed(forgetful, &quarter(limits), PATIENCE.abstracted)?;
        }
        // What a function's objects hold can be too much to carry from round to round. Without a whole program's, little can be
        // proved.
        if self.body.whole.is_none() && abstraction::has_memory(program) && self.coverage.is_open() {
            self.relaxed(abstraction::without_memory(program), &quarter(limits), PATIENCE.abstracted)?;
        }
        let patience = if program.blocks.len() < SMALL { PATIENCE.exact_small } else { PATIENCE.exact };
        self.exact(&self.effort.patient(limits, patience))
    }

    /// Covers what can be covered, and proves that the rest cannot.
    fn exact(&mut self, limits: &Limits) -> Result<(), QueryError> {
        let Search { coverage, runs, body, graph, effort } = self;
        coverage.decide(body, graph, limits, &mut |coverage, passed| {
            effort.progress();
            runs.go_on(passed, coverage, body, limits);
        })
    }

    /// Paths of so many steps at most, from which executions go on.
    fn short_paths(&mut self, most_steps: usize, limits: &Limits, patience: Duration) -> Result<(), QueryError> {
        let Search { coverage, runs, body, graph, effort } = self;
        let limits = &effort.patient(limits, patience);
        coverage.short_paths(body, graph, most_steps, limits, &mut |coverage, passed| {
            effort.progress();
            runs.go_on(passed, coverage, body, limits);
        })
    }

    /// What a program that can do more cannot do. Executions are led along what it can do.
    fn relaxed(&mut self, relaxed: Program, limits: &Limits, patience: Duration) -> Result<(), QueryError> {
        let Search { coverage, runs, body, graph, effort } = self;
        let limits = &effort.patient(limits, patience);
        let relaxed = Body { program: relaxed, ..(*body).clone() };
        let mut proofs = Coverage { queries: 0, ..coverage.clone() };
        proofs.decide(&relaxed, graph, limits, &mut |proofs, passed| {
            // What can be passed here need not be proved impossible: each path brings the proof of the others nearer.
            effort.progress();
            if runs.guided(&passed.reads, coverage, body, limits) {
                proofs.take_covered(coverage);
            }
        })?;
        coverage.take_proofs(&proofs);
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::inconsistency::coverage::Status;
    use crate::program::testing::random_program;
    use crate::program::{BlockId, Terminator};
    use crate::read::function::{Location, LocationKind};
    use std::time::Duration;

    /// A function that does what a program does. Every block that does not leave it is a location.
    pub fn body_of(program: Program) -> Body {
        let program = abstraction::slice(&program);
        let leaves = |block: usize| matches!(program.blocks[block].terminator, Terminator::Exit(_));
        let locations = (0..program.blocks.len()).filter(|&block| !leaves(block));
        let location = |block| Location { block: BlockId(block), kind: LocationKind::Block, origin: None };
        Body {
            locations: locations.map(location).collect(),
            program,
            may_stop: Vec::new(),
            preconditions: Default::default(),
            reads: Default::default(),
            whole: None,
        }
    }

    /// Executions, straight proofs and what else saves work decide the same as IC3 alone.
    #[test]
    fn shortcuts_decide_the_same() {
        let (mut by_runs, mut straight, mut all) = (0, 0, 0);
        for seed in 1..150 {
            let body = body_of(random_program(seed, 4 + seed as usize % 8));
            let graph = Graph::new(&body);
            let limits = Limits::default();
            let mut exact = Coverage::new(&graph);
            exact.decide(&body, &graph, &limits, &mut |_, _| {}).expect("IC3 does not fail");
            let quick = cover(&body, &graph, Method::Ic3, &Effort::new(true), &limits).expect("no engine fails");
            assert_eq!(quick.status, exact.status, "seed {seed}");
            let mut runs = Coverage::new(&graph);
            Greybox::new(&body.program).explore(&mut runs, &body, &limits);
            let covered = |coverage: &Coverage| coverage.with(Status::Covered).collect::<Vec<_>>();
            assert!(covered(&runs).iter().all(|location| exact.status[*location] == Status::Covered), "seed {seed}");
            by_runs += covered(&runs).len();
            all += covered(&exact).len();
            let relaxed = abstraction::forget_in_loops(&body.program);
            let Some(program) = abstraction::without_back_edges(&relaxed).filter(|_| abstraction::has_loops(&relaxed))
            else {
                continue;
            };
            assert!(!abstraction::has_loops(&program), "seed {seed}");
            let relaxed = Body { program, ..body.clone() };
            let mut proofs = Coverage::new(&graph);
            proofs.decide(&relaxed, &graph, &limits, &mut |_, _| {}).expect("no solver fails");
            let proved = || proofs.with(Status::Inconsistent);
            assert!(proved().all(|location| exact.status[location] == Status::Inconsistent), "seed {seed}");
            straight += proved().filter(|&location| Coverage::new(&graph).status[location] == Status::Open).count();
        }
        assert!(by_runs * 10 > all * 9, "{by_runs} of {all} on executions");
        assert!(straight > 20, "{straight} proved without loops");
    }

    /// With less time, or with loops abstracted, less is known about a function, and nothing else.
    #[test]
    fn less_time_only_loses_reports() {
        let (mut lost, mut loops, mut abstracted) = (0, 0, [0; 2]);
        for seed in 1..150 {
            let body = body_of(random_program(seed, 4 + seed as usize % 8));
            let graph = Graph::new(&body);
            let cover = |body: &Body, limits: &Limits| {
                let coverage = cover(body, &graph, Method::Auto, &Effort::new(true), limits);
                coverage.unwrap_or_else(|error| panic!("seed {seed}: {error}"))
            };
            let exact = cover(&body, &Limits::default());
            assert!(!exact.is_open(), "seed {seed}");
            for microseconds in [0, 300, 3000] {
                let some = cover(&body, &Limits::default().shortly(Duration::from_micros(microseconds)));
                for (some, exact) in some.status.iter().zip(&exact.status) {
                    assert!(some == exact || *some == Status::Open, "seed {seed}: {some:?}, but {exact:?}");
                    lost += usize::from(some != exact);
                }
            }
            if !abstraction::has_loops(&body.program) {
                continue;
            }
            loops += 1;
            let relaxed = Body { program: abstraction::forget_in_loops(&body.program), ..body.clone() };
            let relaxed = cover(&relaxed, &Limits::default());
            let mut taken = Coverage::new(&graph);
            taken.take_proofs(&relaxed);
            for ((relaxed, taken), exact) in relaxed.status.iter().zip(&taken.status).zip(&exact.status) {
                assert!(taken == exact || *taken == Status::Open, "seed {seed}: {taken:?}, but {exact:?}");
                if *exact == Status::Inconsistent {
                    abstracted[usize::from(*relaxed == Status::Covered)] += 1;
                }
            }
        }
        assert!(lost > 100 && loops > 50, "{lost}, {loops}");
        assert!(abstracted.iter().all(|&count| count > 5), "proved and lost with loops abstracted: {abstracted:?}");
    }
}
