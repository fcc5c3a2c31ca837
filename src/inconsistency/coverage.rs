//! Coverage: paths to the return are looked for until all locations are passed, or it is proved that the others cannot be
//! (Kahsai et al., section 6: each answer strengthens the question).

use crate::inconsistency::graph::Graph;
use crate::inconsistency::query::{Found, Passed, Query, QueryError};
use crate::program::BlockId;
use crate::read::function::{Body, LocationKind};
use crate::solve::Limits;
use bitreach_engine::Reason;

/// How locations are covered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// By conflicts where that applies and the function has many branches, else by IC3.
    #[default]
    Auto,
    /// By IC3: all paths at once.
    Ic3,
    /// By conflicts where that applies (Schwartz-Narbonne et al.): path by path.
    Conflict,
}

/// What is known about a location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// No branch leads from it to the return: nothing is asked.
    Ignored,
    /// A path to the return passes it.
    Covered,
    /// No path to the return passes it; proved.
    Inconsistent,
    /// Not decided.
    Open,
}

/// Is told each path when what it passes is covered, and may cover more.
pub type Hear<'a> = dyn FnMut(&mut Coverage, &Passed) + 'a;

/// What is known about the locations of a function.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// By location.
    pub status: Vec<Status>,
    /// By block: whether an execution came there, however it went on.
    pub came: Vec<bool>,
    /// Why not all is decided.
    pub gave_up: Option<Reason>,
    /// How many questions have been asked.
    pub queries: usize,
}

impl Coverage {
    /// Nothing is known but what the branches say.
    pub fn new(graph: &Graph) -> Coverage {
        let by_branches = graph.alive.iter().zip(&graph.returns);
        let status = by_branches.map(|(alive, returns)| match (alive, returns) {
            (true, _) => Status::Open,
            (false, true) => Status::Inconsistent,
            (false, false) => Status::Ignored,
        });
        Coverage { status: status.collect(), came: Vec::new(), gave_up: None, queries: 0 }
    }

    /// The locations of which this is known.
    pub(super) fn with(&self, status: Status) -> impl Iterator<Item = usize> + '_ {
        (0..self.status.len()).filter(move |&location| self.status[location] == status)
    }

    /// Whether an execution is known that comes to a block, however it goes on.
    pub fn comes_to(&self, block: BlockId) -> bool {
        self.came.get(block.0).is_some_and(|&came| came)
    }

    /// Whether something is not decided.
    pub fn is_open(&self) -> bool {
        self.with(Status::Open).next().is_some()
    }

    /// The locations that are not decided.
    pub(super) fn open(&self) -> Vec<usize> {
        self.with(Status::Open).collect()
    }

    /// Asks nothing about choices between values until they are taken up again.
    pub fn set_aside(&mut self, body: &Body) -> Vec<usize> {
        let is_value =
            |location: &usize| matches!(body.locations[*location].kind, LocationKind::Edge { is_value: true, .. });
        let values: Vec<usize> = self.with(Status::Open).filter(is_value).collect();
        values.iter().for_each(|&location| self.status[location] = Status::Ignored);
        values
    }

    /// Takes up locations that were set aside. Whether one of them is not decided.
    pub fn take_up(&mut self, locations: &[usize]) -> bool {
        let open = locations.iter().filter(|&&location| self.status[location] == Status::Ignored);
        let open: Vec<usize> = open.copied().collect();
        open.iter().for_each(|&location| self.status[location] = Status::Open);
        !open.is_empty()
    }

    /// Looks for short paths, of at most so many steps: most locations lie on one. Nothing is proved.
    ///
    /// # Errors
    /// If a solver fails.
    pub fn short_paths(
        &mut self,
        body: &Body,
        graph: &Graph,
        most_steps: usize,
        limits: &Limits,
        hear: &mut Hear,
    ) -> Result<(), QueryError> {
        let open = self.open();
        let mut wanted = graph.minimal(&open);
        let blocks = |wanted: &[usize]| -> Vec<BlockId> {
            wanted.iter().map(|&location| body.locations[location].block).collect()
        };
        let mut query = Query::new(&body.program, &blocks(&wanted));
        let first = blocks(&wanted);
        query.short_paths(first, most_steps, limits, |passed| {
            self.pass(body, &passed.blocks);
            hear(self, passed);
            wanted.retain(|&location| self.status[location] != Status::Covered);
            blocks(&wanted)
        })?;
        self.queries += query.asked;
        Ok(())
    }

    /// Covers what can be covered, and proves that the rest cannot.
    ///
    /// # Errors
    /// If an engine fails.
    pub fn decide(&mut self, body: &Body, graph: &Graph, limits: &Limits, hear: &mut Hear) -> Result<(), QueryError> {
        self.gave_up = None;
        loop {
            let open = self.open();
            if open.is_empty() || self.gave_up.is_some() {
                return Ok(());
            }
            let wanted = graph.minimal(&open);
            self.round(body, graph, wanted, limits, hear)?;
        }
    }

    /// Takes over what another coverage of the same locations has proved to be impossible.
    pub fn take_proofs(&mut self, other: &Coverage) {
        for (status, proved) in self.status.iter_mut().zip(&other.status) {
            if *status == Status::Open && *proved == Status::Inconsistent {
                *status = Status::Inconsistent;
            }
        }
        self.queries += other.queries;
    }

    /// Takes over which locations another coverage, of a program that can do less, says can be passed.
    pub fn take_covered(&mut self, other: &Coverage) {
        for (status, other) in self.status.iter_mut().zip(&other.status) {
            if *other == Status::Covered {
                *status = Status::Covered;
            }
        }
    }

    /// A path to the return passes these blocks.
    pub(super) fn pass(&mut self, body: &Body, blocks: &[bool]) {
        for (index, location) in body.locations.iter().enumerate() {
            if blocks[location.block.0] {
                self.cover(body, index);
            }
        }
    }

    /// A path passes a location: of a whole program, its copies count with it, and so does all that may lie behind it where
    /// that is not modelled.
    fn cover(&mut self, body: &Body, location: usize) {
        if std::mem::replace(&mut self.status[location], Status::Covered) == Status::Covered {
            return;
        }
        let Some(whole) = &body.whole else { return };
        for &other in whole.copies[location].iter().chain(whole.behind.get(&location).into_iter().flatten()) {
            self.status[other] = Status::Covered;
        }
    }

    /// Of a whole program: a place is inconsistent only if all its copies are, and if what is not modelled in front of it is
    /// never reached.
    pub(super) fn agree(&mut self, body: &Body) {
        let Some(whole) = &body.whole else { return };
        for (&location, behind) in &whole.behind {
            if self.status[location] == Status::Open {
                behind.iter().for_each(|&other| self.open_again(other));
            }
        }
        let is_proved = |location: &usize| self.status[*location] == Status::Inconsistent;
        let split = |location: &usize| is_proved(location) && !whole.copies[*location].iter().all(is_proved);
        let split: Vec<usize> = (0..self.status.len()).filter(split).collect();
        split.into_iter().for_each(|location| self.open_again(location));
    }

    fn open_again(&mut self, location: usize) {
        if self.status[location] == Status::Inconsistent {
            self.status[location] = Status::Open;
        }
    }

    /// Decides each of `wanted`, by one engine.
    fn round(
        &mut self,
        body: &Body,
        graph: &Graph,
        mut wanted: Vec<usize>,
        limits: &Limits,
        hear: &mut Hear,
    ) -> Result<(), QueryError> {
        let blocks = |locations: &[usize]| -> Vec<BlockId> {
            locations.iter().map(|&location| body.locations[location].block).collect()
        };
        let mut query = Query::new(&body.program, &blocks(&wanted));
        let first = blocks(&wanted);
        let found = query.all_paths(first, limits, |passed| {
            self.pass(body, &passed.blocks);
            hear(self, passed);
            wanted.retain(|&location| self.status[location] != Status::Covered);
            blocks(&wanted)
        })?;
        self.queries += query.asked;
        match found {
            Some(Found::Impossible) => self.exclude(graph, &wanted),
            Some(Found::Undecided(reason)) => self.gave_up = Some(reason),
            Some(Found::Path(_)) | None => {}
        }
        Ok(())
    }

    /// These locations cannot be passed, nor can those that imply them.
    pub(super) fn exclude(&mut self, graph: &Graph, locations: &[usize]) {
        locations.iter().for_each(|&location| self.status[location] = Status::Inconsistent);
        let open = self.open();
        for location in open {
            if graph.implied([location]).into_iter().any(|implied| self.status[implied] == Status::Inconsistent) {
                self.status[location] = Status::Inconsistent;
            }
        }
    }
}
