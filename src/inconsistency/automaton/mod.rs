//! The error-invariant automaton of a finding: between the lines that suffice for it, the facts that carry the
//! contradiction, as C has them.
//!
//! After Schäf, Schwartz-Narbonne, Wies: *Explaining inconsistent code* (FSE 2013) and Ermis, Schäf, Wies: *Error
//! invariants* (FM 2012). An error invariant is implied by what comes before it, and what follows contradicts it. There they
//! are interpolants of the formula of one path without loops; here they are found among facts that people can read, for all
//! paths of the function at once, its loops included: a fact at the head of a loop is an invariant of it. Where there
//! are no such facts, nothing is said.
//!
//! | module | what |
//! |---|---|
//! | [`paths`] | the paths through the finding's location, cut at points; the formulas of what lies between |
//! | [`facts`] | comparisons of C variables: candidates, terms, text |
//! | [`questions`] | the formula of a region in a SAT solver |
//! | [`search`] | the facts that hold, and of these the few that are needed |
//!
//! Each automaton is checked from scratch by another SAT solver than the one that found it, which checks its own proofs:
//! with the statements of other lines replaced by anything, and everything forgotten at each point but its facts, there
//! is still no path.

pub mod facts;
pub mod paths;
pub mod questions;
pub mod search;
#[cfg(test)]
mod tests;

use crate::inconsistency::abstraction;
use crate::inconsistency::finding::{Line, LineFacts};
use crate::inconsistency::lines;
use crate::program::{BlockId, Exit, Instruction, Operation, Program, Terminator};
use crate::solve::{Limits, SatName};
use crate::ts::control::Order;
use bitreach_engine::EngineError;
use facts::{held_at, held_at_blocks, Fact, Vocabulary};
use paths::{Node, Point, Product};
use questions::Station;
use rustc_hash::{FxHashMap, FxHashSet};
use search::{holds, Search};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Functions with more nodes than this on paths through the location get no facts.
const MOST_NODES: usize = 400;
/// What CaDiCaL does not show within this time is not given to the checker.
const EASY: Duration = Duration::from_secs(1);
/// Facts are looked for at so many points at most, besides heads of loops.
const MOST_POINTS: usize = 16;

/// The facts between the lines that suffice for a finding; none if there are none that can be said, or time is up. `fixed`
/// is the block that ends with the branch that the finding is about.
///
/// # Errors
/// If a solver fails.
pub fn facts_between(
    whole: &Program,
    location: BlockId,
    fixed: Option<BlockId>,
    lines: &FxHashSet<Line>,
    limits: &Limits,
) -> Result<Vec<LineFacts>, EngineError> {
    let program = abstraction::slice_with_variables(&lines::with_lines(whole, lines, fixed.as_slice()));
    let product = Product::new(&program, location);
    if product.order.is_empty() || product.order.len() > MOST_NODES {
        return Ok(Vec::new());
    }
    let places = Places::new(&product, fixed, lines);
    let Some(stations) = stations(&product, &places, limits)? else { return Ok(Vec::new()) };
    Ok(places.tell(&product, &stations))
}

/// Stations with the facts that are needed there, checked; `None` if there are none.
fn stations(product: &Product, places: &Places, limits: &Limits) -> Result<Option<Vec<Station>>, EngineError> {
    let entered = held_at_blocks(product.program);
    let vocabulary = Vocabulary::new(product.program);
    let station = |point: Point| {
        let held = held_at(product.program, &entered, BlockId(point.node / 2), point.index);
        let facts = vocabulary.candidates(&held);
        Station { point, held, facts }
    };
    let heads: Vec<Point> =
        product.order.iter().filter(|&&node| product.is_head[node]).map(|&node| head(node)).collect();
    let lines: Vec<Point> =
        places.points.keys().copied().filter(|point| !heads.contains(point)).take(MOST_POINTS).collect();
    let attempt = |points: &[Point]| -> Result<Option<Search>, EngineError> {
        let stations = points.iter().map(|&point| station(point)).collect();
        let Some(mut search) = Search::new(product, stations, SatName::Cadical, limits) else { return Ok(None) };
        Ok(search.strongest()?.then_some(search))
    };
    let half = limits.half();
    let mut points = [&heads[..], &lines].concat();
    let mut found = attempt(&points)?;
    if found.is_none() {
        // Where the contradiction cannot be said in such facts, the lines around stay together: points are added one by one.
        points.clone_from(&heads);
        found = attempt(&points)?;
        for &point in &lines {
            if found.is_none() || half.are_up() {
                break;
            }
            points.push(point);
            match attempt(&points)? {
                Some(search) => found = Some(search),
                None => drop(points.pop()),
            }
        }
    }
    let Some(mut search) = found else { return Ok(None) };
    let Some(chosen) = search.needed()? else { return Ok(None) };
    let stations = search.with_chosen(&chosen);
    // The checker cannot be stopped within a query: what is hard is not put to it.
    let is_easy = holds(product, &stations, SatName::Cadical, &limits.shortly(EASY))? == Some(true);
    let is_checked = is_easy && holds(product, &stations, SatName::Cadical.checker(), limits)? == Some(true);
    Ok(is_checked.then_some(stations))
}

/// The start of a node.
fn head(node: Node) -> Point {
    Point { node, index: 0 }
}

/// Where paths come to a line that matters, from another one.
struct Places {
    /// The points, each with its line.
    points: BTreeMap<Point, Line>,
    /// The lines that paths may begin with.
    begin: FxHashSet<Line>,
    /// The first line that matters in each node.
    first: FxHashMap<Node, Line>,
    /// The line that each node ends with its branch in, where the branch matters.
    own: FxHashMap<Node, Line>,
}

impl Places {
    fn new(product: &Product, fixed: Option<BlockId>, lines: &FxHashSet<Line>) -> Places {
        let tags: FxHashMap<Node, Vec<(usize, Line)>> =
            product.order.iter().map(|&node| (node, tags(product, node, fixed, lines))).collect();
        // The lines that paths may have been in last where they enter a node.
        let mut before: FxHashMap<Node, BTreeSet<Option<Line>>> = FxHashMap::default();
        let mut open: Vec<Node> = vec![0];
        before.insert(0, BTreeSet::from([None]));
        while let Some(node) = open.pop() {
            let after = match tags[&node].last() {
                Some((_, line)) => BTreeSet::from([Some(line.clone())]),
                None => before[&node].clone(),
            };
            for &next in &product.successors[node] {
                let known = before.entry(next).or_default();
                let size = known.len();
                known.extend(after.iter().cloned());
                if known.len() > size {
                    open.push(next);
                }
            }
        }
        let mut places = Places {
            points: BTreeMap::new(),
            begin: FxHashSet::default(),
            first: FxHashMap::default(),
            own: FxHashMap::default(),
        };
        for &node in &product.order {
            let mut last = before.get(&node).cloned().unwrap_or_default();
            for (index, line) in &tags[&node] {
                places.first.entry(node).or_insert_with(|| line.clone());
                if last.contains(&None) {
                    places.begin.insert(line.clone());
                }
                if last.iter().flatten().any(|last| last != line) {
                    places.points.entry(Point { node, index: *index }).or_insert_with(|| line.clone());
                }
                last = BTreeSet::from([Some(line.clone())]);
            }
            if let Some((index, line)) = tags[&node].last() {
                if *index == product.block(node).instructions.len() {
                    places.own.insert(node, line.clone());
                }
            }
        }
        places
    }

    /// The facts by line. What is said of a line holds wherever paths come to it; of the line of a loop, wherever they come
    /// to it from outside.
    fn tell(&self, product: &Product, stations: &[Station]) -> Vec<LineFacts> {
        let map = &product.program.map;
        let texts =
            |station: &Station| -> BTreeSet<String> { station.facts.iter().map(|fact| fact.text(map)).collect() };
        let facts: FxHashMap<Point, &Station> = stations.iter().map(|station| (station.point, station)).collect();
        let never = |station: &&Station| station.facts.contains(&Fact::never());
        let loops = Order::new(product.program);
        let place: FxHashMap<Node, usize> = product.order.iter().enumerate().map(|(at, &node)| (node, at)).collect();
        let mut rounds: BTreeMap<(Line, bool), BTreeSet<String>> = BTreeMap::new();
        let mut heads: FxHashMap<(&Line, usize), usize> = FxHashMap::default();
        // Behind the location, the first block of a loop that paths come to may be another one than its head.
        for &node in product.order.iter().filter(|&&node| product.is_head[node] && loops.is_cut[node / 2]) {
            let own = self.own.get(&node);
            if let Some(line) = own {
                heads.insert((line, node % 2), place[&node]);
            }
            let line = own.map(|line| (line.clone(), true));
            let line = line.or_else(|| self.next_line(product, node).map(|line| (line, false)));
            let station = facts.get(&Point { node, index: 0 }).copied().filter(|station| !never(station));
            if let (Some(line), Some(station)) = (line, station) {
                rounds.entry(line).or_default().extend(texts(station));
            }
        }
        let mut ways: BTreeMap<Line, BTreeSet<String>> = BTreeMap::new();
        for (point, line) in &self.points {
            let is_inside = heads.get(&(line, point.node % 2)).is_some_and(|head| place[&point.node] > *head);
            let station = facts.get(point).copied();
            if is_inside || station.as_ref().is_some_and(never) {
                continue;
            }
            let own = station.map(texts).unwrap_or_default();
            let all = ways.get(line).map_or_else(|| own.clone(), |all| all.intersection(&own).cloned().collect());
            ways.insert(line.clone(), all);
        }
        ways.retain(|line, _| !self.begin.contains(line));
        for ((line, _), facts) in rounds.iter().filter(|((_, behind), _)| !behind) {
            ways.entry(line.clone()).or_default().retain(|fact| !facts.contains(fact));
        }
        let told = |line, behind, each_round, facts: BTreeSet<String>| LineFacts {
            line,
            behind,
            each_round,
            facts: facts.into_iter().collect(),
        };
        let before = ways.into_iter().map(|(line, facts)| told(line, false, false, facts));
        let rounds = rounds.into_iter().map(|((line, behind), facts)| told(line, behind, true, facts));
        before.chain(rounds).filter(|told| !told.facts.is_empty()).collect()
    }

    /// The first line that matters on paths from a node on.
    fn next_line(&self, product: &Product, from: Node) -> Option<Line> {
        let (mut open, mut seen) = (std::collections::VecDeque::from([from]), FxHashSet::default());
        while let Some(node) = open.pop_front() {
            if let Some(line) = self.first.get(&node) {
                return Some(line.clone());
            }
            if seen.insert(node) {
                open.extend(&product.successors[node]);
            }
        }
        None
    }
}

/// What matters in a node: for each instruction and the terminator, by index, its line.
fn tags(product: &Product, node: Node, fixed: Option<BlockId>, lines: &FxHashSet<Line>) -> Vec<(usize, Line)> {
    let (program, block) = (product.program, product.block(node));
    let line = |origin| lines::line(program, origin);
    let matters = |line: &Line| lines.contains(line);
    let mut tags = Vec::new();
    for (index, instruction) in block.instructions.iter().enumerate() {
        if let Instruction::Define { operation, origin, .. } = instruction {
            if !matches!(operation, Operation::Input(_)) {
                tags.extend(line(*origin).filter(matters).map(|line| (index, line)));
            }
        }
    }
    let end = block.instructions.len();
    let is_fixed = fixed == Some(BlockId(node / 2));
    match &block.terminator {
        Terminator::Branch { then, .. } => {
            let check = match program.blocks[then.0].terminator {
                Terminator::Exit(Exit::Error(site)) => program.map.sites.get(site.0).map(|site| site.origin),
                _ => None,
            };
            let line = line(check.unwrap_or(block.origin));
            tags.extend(line.filter(|line| is_fixed || matters(line)).map(|line| (end, line)));
        }
        Terminator::Switch { .. } => {
            tags.extend(line(block.origin).filter(|line| is_fixed || matters(line)).map(|line| (end, line)));
        }
        _ => {}
    }
    tags
}
