//! The search: boxes of which the run does not say how they end are cut, until all end well or one ends in the error.

use super::cut::{cut, middle_point, Cut};
use super::partition::{with, Node, Partition, Sides};
use super::run::{Compiled, End, Run};
use crate::bv::BitVec;
use crate::program::{Exit, Instruction, Operation, Program};
use bitreach_limits::StopFlag;

/// A run on a box goes through so many instructions and blocks at most.
const LONGEST_RUN: u64 = 1 << 17;

/// A partition has so many nodes at most.
const MOST_NODES: usize = 1 << 20;

/// A program whose objects have more cells is not tried.
const MOST_CELLS: usize = 4096;

/// The stop flag is asked after so many boxes.
const BOXES: u64 = 16;

/// What the search came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Found {
    /// In each box of this partition all executions end without error.
    Safe(Partition),
    /// An execution that ends in the error: what it reads, in order.
    Error(Vec<BitVec>),
}

/// How far a search is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// It ended with an answer.
    Found(Found),
    /// It is over without an answer: a box cannot be cut, or leads to something unmodelled.
    GivenUp,
    /// There is more to do.
    Paused,
}

/// What was counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// How many boxes were looked at.
    pub boxes: u64,
    /// How many instructions and blocks were executed on them.
    pub work: u64,
}

/// A search of a program.
pub struct Search {
    compiled: Compiled,
    boxes: Boxes,
    /// What was counted.
    pub figures: Figures,
}

/// What there is of a partition.
struct Boxes {
    /// Boxes still to be looked at, and which share of the whole they count as, the next one last.
    open: Vec<(Sides, f64)>,
    /// The nodes that stand in front of these.
    partition: Partition,
    /// Which share of the whole is decided.
    share: f64,
}

/// Whether boxes may say something about a program: it computes with floating-point numbers, reads something, can end in an error, and
/// its memory is small.
pub fn is_of_use(program: &Program) -> bool {
    let has = |is_wanted: fn(&Operation) -> bool| {
        let mut instructions = program.blocks.iter().flat_map(|block| &block.instructions);
        instructions.any(|instruction| match instruction {
            Instruction::Define { operation, .. } => is_wanted(operation),
            _ => false,
        })
    };
    let has_floats = has(|operation| matches!(operation, Operation::Float(..)));
    let has_inputs = has(|operation| matches!(operation, Operation::Input(_)));
    let cells: usize = program.objects.iter().map(|object| object.cells.len()).sum();
    let has_tails = program.objects.iter().any(|object| object.tail.is_some());
    let can_err = program.exits().any(|exit| matches!(exit, Exit::Error(_)));
    has_floats && has_inputs && can_err && !has_tails && cells <= MOST_CELLS
}

impl Search {
    /// A search that has not begun.
    pub fn new(program: &Program) -> Search {
        let boxes = Boxes { open: vec![(Sides::new(), 1.0)], partition: Partition::default(), share: 0.0 };
        Search { compiled: Compiled::new(program), boxes, figures: Figures::default() }
    }

    /// Which share of the whole is decided. A cut halves it; one at the border of a condition does not, if one half is decided at once.
    pub fn share(&self) -> f64 {
        self.boxes.share
    }

    /// Goes on until so much work has been done in all, or `stop` is raised.
    pub fn go_on(&mut self, work: u64, stop: &StopFlag) -> Step {
        let Search { compiled, boxes, figures } = self;
        let mut run = Run::new(compiled);
        run.work = figures.work;
        let step = loop {
            let is_asked = figures.boxes % BOXES == 0;
            if run.work >= work || is_asked && stop.is_raised() {
                break Step::Paused;
            }
            let Some((sides, share)) = boxes.open.pop() else {
                break Step::Found(Found::Safe(std::mem::take(&mut boxes.partition)));
            };
            figures.boxes += 1;
            if let Some(step) = boxes.look(compiled, &mut run, &sides, share) {
                break step;
            }
        };
        figures.work = run.work;
        step
    }
}

impl Boxes {
    /// Looks at a box that counts as such a share; how the search ends with it, if it does.
    fn look(&mut self, compiled: &Compiled, run: &mut Run, sides: &Sides, share: f64) -> Option<Step> {
        let parts = match run.run(sides, LONGEST_RUN) {
            End::Exit(Exit::Ok) => {
                self.partition.nodes.push(Node::Leaf);
                self.share += share;
                return None;
            }
            End::Exit(Exit::Error(_)) => return Some(Step::Found(Found::Error(point(run)))),
            End::Exit(Exit::Unmodelled(_)) | End::Limit => return Some(Step::GivenUp),
            End::Parts(slot) => slot,
        };
        let place = cut(compiled, run, parts);
        let halves = place.and_then(|cut| Some((cut, run.sides[cut.input].cut(cut.at)?)));
        let Some((Cut { input, at, is_border }, (low, high))) =
            halves.filter(|_| self.partition.nodes.len() < MOST_NODES)
        else {
            return Some(Step::GivenUp);
        };
        let [low, high] = [low, high].map(|side| with(&run.sides, input, side));
        if let Some(inputs) = tried(run) {
            return Some(Step::Found(Found::Error(inputs)));
        }
        self.partition.nodes.push(Node::Cut { input, at });
        let mut ends = |half: &Sides| is_border && matches!(run.run(half, LONGEST_RUN), End::Exit(_));
        let of_low = match (ends(&low), ends(&high)) {
            (true, false) => 0.0,
            (false, true) => share,
            _ => share / 2.0,
        };
        self.open.extend([(high, share - of_low), (low, of_low)]);
        None
    }
}

/// Tries the execution in the middle of the box that was run last; what it reads, if it ends in the error.
fn tried(run: &mut Run) -> Option<Vec<BitVec>> {
    let sides = run.orders.iter().zip(&run.sides).map(|(&order, &side)| middle_point(order, side)).collect();
    run.zeros = true;
    let end = run.run(&sides, LONGEST_RUN);
    run.zeros = false;
    matches!(end, End::Exit(Exit::Error(_))).then(|| point(run))
}

/// An execution in the box that was run last: what it reads.
fn point(run: &Run) -> Vec<BitVec> {
    run.orders.iter().zip(&run.sides).map(|(order, side)| order.value(side.first)).collect()
}
