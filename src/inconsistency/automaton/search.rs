//! Which facts carry a contradiction from point to point.
//!
//! * [`Search::strongest`]: of all candidates at all points, the most that hold whenever a path comes there, given those that
//!   hold where it came from (Flanagan and Leino: *Houdini*, 2001). At heads of loops these are invariants.
//! * [`Search::needed`]: from the end backwards, as few and as simple ones as suffice. A fact is kept because without it a
//!   path could go on to the next fact that is needed, or to the end: it is an error invariant (implied by what comes
//!   before, contradicted by what follows).

use crate::inconsistency::automaton::paths::Product;
use crate::inconsistency::automaton::questions::{Questions, Station};
use crate::solve::{Limits, SatName};
use bitreach_engine::EngineError;
use std::collections::BTreeSet;

/// For each station, which of its facts.
pub type Chosen = Vec<BTreeSet<usize>>;

/// A single fact of at most this complexity is taken although several simpler ones might do: a comparison of two variables.
const PLAIN: usize = 12;

/// A search over the regions between stations. The first region is that from the entry; the others begin at stations.
pub struct Search {
    regions: Vec<Questions>,
    stations: Vec<Station>,
    kept: Vec<Vec<usize>>,
}

/// Which station a region begins at.
fn begin(region: usize) -> Option<usize> {
    region.checked_sub(1)
}

impl Search {
    /// A search that has not begun; `None` if time is up before all is encoded.
    pub fn new(product: &Product, stations: Vec<Station>, sat: SatName, limits: &Limits) -> Option<Search> {
        let starts = std::iter::once(None).chain((0..stations.len()).map(Some));
        let questions = |start| (!limits.are_up()).then(|| Questions::new(product, &stations, start, sat, limits));
        let regions = starts.map(questions).collect::<Option<Vec<Questions>>>()?;
        let kept = stations.iter().map(|station| (0..station.facts.len()).collect()).collect();
        Some(Search { regions, stations, kept })
    }

    /// The facts, of those that are kept, where a region begins.
    fn known(&self, region: usize) -> &[usize] {
        begin(region).map_or(&[], |station| &self.kept[station])
    }

    /// Keeps the most candidates that follow from each other; false if time is up, or if they do not suffice.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn strongest(&mut self) -> Result<bool, EngineError> {
        let mut open: BTreeSet<usize> = (0..self.regions.len()).collect();
        while let Some(region) = open.pop_first() {
            let known = self.known(region).to_vec();
            for goal in 0..self.regions[region].goals.len() {
                let Some(station) = self.regions[region].goals[goal].station else { continue };
                let kept = &self.kept[station];
                let Some(left) = self.regions[region].implied(&known, goal, kept)? else { return Ok(false) };
                if left.len() < kept.len() {
                    self.kept[station] = left;
                    open.insert(station + 1);
                }
            }
        }
        for region in 0..self.regions.len() {
            let known = self.known(region).to_vec();
            for goal in 0..self.regions[region].goals.len() {
                let is_end = self.regions[region].goals[goal].station.is_none();
                if is_end && self.regions[region].is_possible(&known, goal, None)? != Some(false) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// As few of the facts as suffice; `None` if time is up.
    ///
    /// # Errors
    /// If the solver fails.
    pub fn needed(&mut self) -> Result<Option<Chosen>, EngineError> {
        let mut chosen: Chosen = vec![BTreeSet::new(); self.stations.len()];
        let mut open: Vec<(usize, usize, Option<usize>)> = Vec::new();
        for region in 0..self.regions.len() {
            let goals = self.regions[region].goals.iter().enumerate();
            open.extend(goals.filter(|(_, goal)| goal.station.is_none()).map(|(goal, _)| (region, goal, None)));
        }
        while let Some((region, goal, fact)) = open.pop() {
            let Some(new) = self.reasons(region, goal, fact, &chosen)? else { return Ok(None) };
            let Some(station) = begin(region) else { continue };
            for fact in new {
                chosen[station].insert(fact);
                for (region, questions) in self.regions.iter().enumerate() {
                    let goals = questions.goals.iter().enumerate();
                    open.extend(
                        goals
                            .filter(|(_, goal)| goal.station == Some(station))
                            .map(|(goal, _)| (region, goal, Some(fact))),
                    );
                }
            }
        }
        self.without_spare(chosen)
    }

    /// What has to hold at a region's start, besides what is chosen there, so that a goal is not reached, or not without
    /// its fact.
    fn reasons(
        &mut self,
        region: usize,
        goal: usize,
        fact: Option<usize>,
        chosen: &Chosen,
    ) -> Result<Option<Vec<usize>>, EngineError> {
        let station = begin(region);
        let old: Vec<usize> = station.map_or_else(Vec::new, |station| chosen[station].iter().copied().collect());
        let questions = &mut self.regions[region];
        match questions.is_possible(&old, goal, fact)? {
            None => return Ok(None),
            Some(false) => return Ok(Some(Vec::new())),
            Some(true) => {}
        }
        // The fact that is to hold at the goal comes first, if it holds at the start too: then what lies between does not
        // matter to it. The others follow from simple to complex.
        let wanted = fact.and_then(|fact| {
            let to = self.stations[questions.goals[goal].station?].facts.get(fact)?;
            self.stations[station?].facts.iter().position(|own| own == to)
        });
        let kept = station.map_or(&[][..], |station| &self.kept[station]);
        let rest = kept.iter().copied().filter(|fact| Some(*fact) != wanted && !old.contains(fact));
        let mut order: Vec<usize> = wanted.filter(|fact| kept.contains(fact)).into_iter().chain(rest).collect();
        let Some(one) = questions.one_that_suffices(&old, goal, fact, &order)? else { return Ok(None) };
        let complexity = |fact: &usize| station.map_or(0, |station| self.stations[station].facts[*fact].complexity());
        if let Some(one) = one.filter(|one| complexity(one) <= PLAIN) {
            return Ok(Some(vec![one]));
        }
        // The shortest prefix that suffices: its last fact is needed.
        let (mut too_few, mut enough) = (0, order.len());
        let mut step = 1;
        while too_few + 1 < enough {
            let count = if step > 0 { (too_few + step).min(enough - 1) } else { (too_few + enough) / 2 };
            let known = [&old[..], &order[..count]].concat();
            match questions.is_possible(&known, goal, fact)? {
                None => return Ok(None),
                Some(true) => {
                    too_few = count;
                    step *= 2;
                }
                Some(false) => {
                    enough = count;
                    step = 0;
                }
            }
        }
        order.truncate(enough);
        let mut at = order.len().saturating_sub(1);
        while at > 0 {
            at -= 1;
            let mut fewer = order.clone();
            fewer.remove(at);
            let known = [&old[..], &fewer].concat();
            match questions.is_possible(&known, goal, fact)? {
                None => return Ok(None),
                Some(false) => order = fewer,
                Some(true) => {}
            }
        }
        // One long condition, or several short facts: what is shorter altogether.
        let sum: usize = order.iter().map(complexity).sum();
        Ok(Some(one.filter(|one| complexity(one) <= sum).map_or(order, |one| vec![one])))
    }

    /// Leaves out what has become unnecessary, the most complex first.
    fn without_spare(&mut self, mut chosen: Chosen) -> Result<Option<Chosen>, EngineError> {
        for station in 0..chosen.len() {
            for fact in chosen[station].clone().into_iter().rev() {
                chosen[station].remove(&fact);
                match self.suffice(&chosen)? {
                    None => return Ok(None),
                    Some(true) => {}
                    Some(false) => drop(chosen[station].insert(fact)),
                }
            }
        }
        Ok(Some(chosen))
    }

    /// Whether the chosen facts follow from each other along all regions, and exclude the end.
    fn suffice(&mut self, chosen: &Chosen) -> Result<Option<bool>, EngineError> {
        for region in 0..self.regions.len() {
            let known: Vec<usize> =
                begin(region).map_or_else(Vec::new, |station| chosen[station].iter().copied().collect());
            for goal in 0..self.regions[region].goals.len() {
                let facts: Vec<Option<usize>> = match self.regions[region].goals[goal].station {
                    None => vec![None],
                    Some(station) => chosen[station].iter().map(|fact| Some(*fact)).collect(),
                };
                for fact in facts {
                    match self.regions[region].is_possible(&known, goal, fact)? {
                        None => return Ok(None),
                        Some(true) => return Ok(Some(false)),
                        Some(false) => {}
                    }
                }
            }
        }
        Ok(Some(true))
    }

    /// The stations, each with its chosen facts alone.
    pub fn with_chosen(self, chosen: &Chosen) -> Vec<Station> {
        let keep = |(mut station, chosen): (Station, &BTreeSet<usize>)| {
            station.facts = chosen.iter().map(|&fact| station.facts[fact].clone()).collect();
            station
        };
        self.stations.into_iter().zip(chosen).map(keep).collect()
    }
}

/// Whether the facts of stations carry the contradiction: each region implies those it leads to, and none leads to the end.
/// `None` if time is up. Everything is encoded anew, for a solver of any kind.
///
/// # Errors
/// If the solver fails, or its proof does not check.
pub fn holds(
    product: &Product,
    stations: &[Station],
    sat: SatName,
    limits: &Limits,
) -> Result<Option<bool>, EngineError> {
    let Some(mut search) = Search::new(product, stations.to_vec(), sat, limits) else { return Ok(None) };
    let all: Chosen = stations.iter().map(|station| (0..station.facts.len()).collect()).collect();
    search.suffice(&all)
}
