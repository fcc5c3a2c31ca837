//! The formula of a region in a SAT solver, with a literal for each fact at its start and where its paths arrive.

use crate::blast::aig::Node;
use crate::blast::{AigLit, Blaster, CnfBuilder};
use crate::inconsistency::automaton::facts::{Fact, Held};
use crate::inconsistency::automaton::paths::{Point, Product};
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

impl Questions {
    /// The region from a station, or from the entry, to the next stations. Of facts about variables that are not held at a
    /// station nothing is known: they are false where they are to be proved, and true where they would help.
    pub fn new(
        product: &Product,
        stations: &[Station],
        start: Option<usize>,
        sat: SatName,
        limits: &Limits,
    ) -> Questions {
        let points: FxHashSet<Point> = stations.iter().map(|station| station.point).collect();
        let from = start.map(|start| &stations[start]);
        let held: FxHashSet<ValueId> = from.map_or_else(FxHashSet::default, |station| {
            let value = |operand: &Operand| match operand {
                Operand::Value(value) => Some(*value),
                Operand::Constant(_) => None,
            };
            station.held.values().filter_map(value).collect()
        });
        let mut region = product.region(&points, from.map(|station| station.point), held);
        let (mut blaster, mut roots) = (Blaster::new(), Vec::new());
        let mut edge = |blaster: &mut Blaster, pool: &crate::bv::TermPool, term: Option<_>, missing: AigLit| {
            let edge = term.map_or(missing, |term| blaster.blast(pool, term)[0]);
            roots.push(edge);
            edge
        };
        let mut begin = Vec::new();
        for fact in from.into_iter().flat_map(|station| &station.facts) {
            let held = from.map(|station| &station.held).expect("facts are those of a station");
            let term = fact.term(&mut region, held, &Default::default());
            begin.push(edge(&mut blaster, &region.pool, term, AigLit::TRUE));
        }
        let mut arrivals = Vec::new();
        for arrival in region.arrivals.clone() {
            let station = arrival.at.and_then(|at| stations.iter().position(|station| station.point == at));
            let reached = edge(&mut blaster, &region.pool, Some(arrival.reached), AigLit::FALSE);
            let mut facts = Vec::new();
            if let Some(station) = station.map(|station| &stations[station]) {
                for fact in &station.facts {
                    let term = fact.term(&mut region, &station.held, &arrival.changes);
                    facts.push(edge(&mut blaster, &region.pool, term, AigLit::FALSE));
                }
            }
            arrivals.push((station, reached, facts));
        }
        let inputs: Vec<AigLit> = (0..blaster.aig.len())
            .filter(|&index| matches!(blaster.aig.node(index), Node::Input))
            .map(|index| blaster.aig.edge(index))
            .collect();
        let mut builder = CnfBuilder::new(&blaster.aig, &roots, inputs.len() + 1);
        for (number, &input) in inputs.iter().enumerate() {
            builder.set_input(input, Var::new(number + 1));
        }
        builder.cnf.add(&[truth()]);
        let mut lit = |edge: AigLit| {
            let constant = Var::new(0).lit(Polarity::of_value(edge == AigLit::TRUE));
            builder.lit(edge).unwrap_or(constant)
        };
        let start = begin.into_iter().map(&mut lit).collect();
        let goal = |(station, reached, facts): (Option<usize>, AigLit, Vec<AigLit>)| Goal {
            station,
            reached: lit(reached),
            facts: facts.into_iter().map(&mut lit).collect(),
        };
        let goals = arrivals.into_iter().map(goal).collect();
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
