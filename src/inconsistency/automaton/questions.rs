//! The formula of a region in a SAT solver, with a literal for each fact at its start and where its paths arrive.

use crate::blast::aig::Node;
use crate::blast::{AigLit, Blaster, CnfBuilder};
use crate::inconsistency::automaton::facts::{Fact, Held};
use crate::inconsistency::automaton::paths::{Changes, Point, Product};
use crate::program::{Operand, ValueId};
use crate::solve::{Formula, Limits, SatName};
use bitreach_engine::EngineError;
use bitreach_formula::{Lit, Polarity, Var};
use rustc_hash::FxHashSet;

/// A point, what variables hold there, and facts about them.
#[derive(Clone, Debug)]
pub struct Station {
    /// Where.
    pub point: Point,
    /// Which value each variable holds.
    pub held: Held,
    /// Facts: candidates, or what is said to hold.
    pub facts: Vec<Fact>,
}

/// Where paths of a region arrive.
#[derive(Clone, Debug)]
pub struct Goal {
    /// The station, by index, or the end.
    pub station: Option<usize>,
    /// Whether they come there.
    reached: Lit,
    /// Whether each fact of the station holds there.
    facts: Vec<Lit>,
}

/// A region, ready to be asked about.
pub struct Questions {
    formula: Formula,
    /// Whether each fact of the station holds at the start.
    start: Vec<Lit>,
    /// Where its paths arrive.
    pub goals: Vec<Goal>,
}

/// A literal that is true.
fn truth() -> Lit {
    Var::new(0).positive()
}

/// Facts and arrivals of a region as edges of a graph.
struct Edges {
    blaster: Blaster,
    start: Vec<AigLit>,
    goals: Vec<(Option<usize>, AigLit, Vec<AigLit>)>,
}

impl Edges {
    /// Those of the region from a station, or from the entry.
    fn new(product: &Product, stations: &[Station], start: Option<usize>) -> Edges {
        let points: FxHashSet<Point> = stations.iter().map(|station| station.point).collect();
        let from = start.map(|start| &stations[start]);
        let value = |operand: &Operand| match operand {
            Operand::Value(value) => Some(*value),
            Operand::Constant(_) => None,
        };
        let held: FxHashSet<ValueId> =
            from.into_iter().flat_map(|station| station.held.values().filter_map(value)).collect();
        let mut region = product.region(&points, from.map(|station| station.point), held);
        let mut edges = Edges { blaster: Blaster::new(), start: Vec::new(), goals: Vec::new() };
        // Of facts about variables that are not held nothing is known: they do not help, and are never proved.
        let unchanged = Changes::default();
        for (station, fact) in
            from.into_iter().flat_map(|station| station.facts.iter().map(move |fact| (station, fact)))
        {
            let term = fact.term(&mut region, &station.held, &unchanged);
            let edge = term.map_or(AigLit::TRUE, |term| edges.blaster.blast(&region.pool, term)[0]);
            edges.start.push(edge);
        }
        for arrival in std::mem::take(&mut region.arrivals) {
            let station = arrival.at.and_then(|at| stations.iter().position(|station| station.point == at));
            let reached = edges.blaster.blast(&region.pool, arrival.reached)[0];
            let mut facts = Vec::new();
            if let Some(station) = station.map(|station| &stations[station]) {
                for fact in &station.facts {
                    let term = fact.term(&mut region, &station.held, &arrival.changes);
                    facts.push(term.map_or(AigLit::FALSE, |term| edges.blaster.blast(&region.pool, term)[0]));
                }
            }
            edges.goals.push((station, reached, facts));
        }
        edges
    }
}

impl Questions {
    /// The region from a station, or from the entry, to the next stations.
    pub fn new(
        product: &Product,
        stations: &[Station],
        start: Option<usize>,
        sat: SatName,
        limits: &Limits,
    ) -> Questions {
        let Edges { blaster, start, goals } = Edges::new(product, stations, start);
        let of_goals = goals.iter().flat_map(|(_, reached, facts)| facts.iter().chain([reached]));
        let roots: Vec<AigLit> = start.iter().chain(of_goals).copied().collect();
        let aig = &blaster.aig;
        let inputs = (0..aig.len()).filter(|&index| matches!(aig.node(index), Node::Input));
        let inputs: Vec<AigLit> = inputs.map(|index| aig.edge(index)).collect();
        let mut builder = CnfBuilder::new(aig, &roots, inputs.len() + 1);
        for (number, &input) in inputs.iter().enumerate() {
            builder.set_input(input, Var::new(number + 1));
        }
        builder.cnf.add(&[truth()]);
        let mut lit = |edge: AigLit| {
            let constant = Var::new(0).lit(Polarity::of_value(edge == AigLit::TRUE));
            builder.lit(edge).unwrap_or(constant)
        };
        let start = start.into_iter().map(&mut lit).collect();
        let goal = |(station, reached, facts): (Option<usize>, AigLit, Vec<AigLit>)| Goal {
            station,
            reached: lit(reached),
            facts: facts.into_iter().map(&mut lit).collect(),
        };
        let goals = goals.into_iter().map(goal).collect();
        let formula = Formula::new(sat, &builder.cnf, builder.variables(), limits);
        Questions { formula, start, goals }
    }

    /// Whether some path arrives at a goal that begins with `known` facts of the start and ends without its fact `fact`, or
    /// arrives at all: `known(start) ∧ path ∧ ¬fact(goal)`. `None` if time is up.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn is_possible(
        &mut self,
        known: &[usize],
        goal: usize,
        fact: Option<usize>,
    ) -> Result<Option<bool>, EngineError> {
        let goal = &self.goals[goal];
        let mut assumptions: Vec<Lit> = known.iter().map(|&fact| self.start[fact]).collect();
        assumptions.push(goal.reached);
        assumptions.extend(fact.map(|fact| !goal.facts[fact]));
        self.formula.is_satisfiable(&assumptions)
    }

    /// The first of some facts at the start that, together with the `known` ones, makes [`Questions::is_possible`] false;
    /// `Some(None)` if no single one does, `None` if time is up. What is true in a model of one attempt cannot suffice.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn one_that_suffices(
        &mut self,
        known: &[usize],
        goal: usize,
        fact: Option<usize>,
        facts: &[usize],
    ) -> Result<Option<Option<usize>>, EngineError> {
        let mut left = facts.to_vec();
        while let Some(&first) = left.first() {
            match self.is_possible(&[known, &[first]].concat(), goal, fact)? {
                None => return Ok(None),
                Some(false) => return Ok(Some(Some(first))),
                Some(true) => left.retain(|&fact| !self.formula.value(self.start[fact])),
            }
        }
        Ok(Some(None))
    }

    /// Of some facts at a goal, those that hold wherever paths arrive that begin with the `known` ones: what a model shows to
    /// be false goes, until there is no model. `None` if time is up.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn implied(
        &mut self,
        known: &[usize],
        goal: usize,
        facts: &[usize],
    ) -> Result<Option<Vec<usize>>, EngineError> {
        let goal = self.goals[goal].clone();
        let mut left = facts.to_vec();
        let mut assumptions: Vec<Lit> = known.iter().map(|&fact| self.start[fact]).collect();
        assumptions.push(goal.reached);
        while !left.is_empty() {
            let negated: Vec<Lit> = left.iter().map(|&fact| !goal.facts[fact]).collect();
            let some = self.formula.any(&negated);
            assumptions.push(some);
            match self.formula.is_satisfiable(&assumptions)? {
                None => return Ok(None),
                Some(false) => return Ok(Some(left)),
                Some(true) => left.retain(|&fact| self.formula.value(goal.facts[fact])),
            }
            assumptions.pop();
        }
        Ok(Some(left))
    }
}
