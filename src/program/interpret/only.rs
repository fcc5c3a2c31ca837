//! The only way of a program: what it does as long as nothing that it reads has a say in where control goes.
//!
//! Each value and each cell is *open* if it depends on an input, or on memory that holds anything at first. What is computed from
//! open values is open. An open value may be copied and stored; where one decides where control goes or which cell is written,
//! there is more than one way, and the run ends. Up to there all executions of the program take the same way, whatever they read.

use super::{compute, follow, Action, Edge, Interpreter, Leave, Memory, Place, Slot, Step};
use crate::bv::BitVec;
use crate::program::{Exit, InputId, ObjectId};
use rustc_hash::FxHashSet;

/// How far the only way goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OnlyWay {
    /// All executions leave the program here.
    Ends {
        /// How.
        exit: Exit,
        /// After how many blocks.
        blocks: u64,
        /// What is read on the way, which does not matter, in order.
        inputs: Vec<(InputId, BitVec)>,
    },
    /// What is read decides about it.
    Depends,
    /// It is longer than was looked.
    Longer,
}

impl Interpreter {
    /// Follows the only way for so many instructions and blocks.
    pub fn only_way(&self, limit: u64) -> OnlyWay {
        let mut slots = self.initial.clone();
        let mut open = vec![false; slots.len()];
        let mut memory = Memory::new(&self.objects);
        let mut open_cells = OpenCells::default();
        let (mut inputs, mut buffer) = (Vec::new(), Vec::new());
        let (mut block, mut blocks, mut work) = (0, 0, 0);
        while work < limit {
            let code = &self.blocks[block];
            (blocks, work) = (blocks + 1, work + 1 + code.steps.len() as u64);
            for &Step { action, result, .. } in &code.steps {
                match action {
                    Action::Input(input, width) => {
                        let bits = BitVec::zero(width);
                        (slots[result], open[result]) = (bits, true);
                        inputs.push((input, bits));
                    }
                    Action::Assign(..) => {}
                    Action::Load(object, offset, width) => {
                        let place = memory.cell(object, slots[offset], width);
                        open[result] = open[offset] || open_cells.is_open(&memory, object, place.as_ref());
                        slots[result] = match place {
                            Some(Place::Listed(cell)) => memory.contents[object.0][cell],
                            Some(Place::Tail(at)) => {
                                memory.tails.get(&(object, at)).copied().unwrap_or(BitVec::zero(width))
                            }
                            None => BitVec::zero(width),
                        };
                    }
                    Action::Store { object, offset, value, condition } => {
                        if open[condition] {
                            return OnlyWay::Depends;
                        }
                        if !slots[condition].is_nonzero() {
                            continue;
                        }
                        if open[offset] {
                            return OnlyWay::Depends;
                        }
                        let Some(place) = memory.cell(object, slots[offset], slots[value].width()) else { continue };
                        open_cells.set(object, &place, open[value]);
                        match place {
                            Place::Listed(cell) => memory.contents[object.0][cell] = slots[value],
                            Place::Tail(at) => {
                                memory.tails.insert((object, at), slots[value]);
                            }
                        }
                    }
                    Action::Select(condition, a, b) => {
                        let chosen = if slots[condition].is_nonzero() { a } else { b };
                        (slots[result], open[result]) = (slots[chosen], open[condition] || open[chosen]);
                    }
                    action => {
                        slots[result] = compute(action, &slots);
                        open[result] = reads(action).into_iter().flatten().any(|slot| open[slot]);
                    }
                }
            }
            let edge = match &code.leave {
                Leave::Jump(edge) => edge,
                Leave::Branch(value, ..) | Leave::Switch(value, ..) if open[*value] => return OnlyWay::Depends,
                Leave::Branch(condition, then, otherwise) => match slots[*condition].is_nonzero() {
                    true => then,
                    false => otherwise,
                },
                Leave::Switch(value, cases, default) => {
                    let value = slots[*value];
                    cases.iter().find(|(case, _)| *case == value).map_or(default, |(_, edge)| edge)
                }
                &Leave::Exit(exit) => return OnlyWay::Ends { exit, blocks, inputs },
            };
            follow_open(edge, &mut open);
            follow(edge, &mut slots, &mut buffer);
            block = edge.target;
        }
        OnlyWay::Longer
    }
}

/// Which cells are open.
#[derive(Default)]
struct OpenCells {
    /// Listed ones that hold an open value, by index.
    listed: FxHashSet<(ObjectId, usize)>,
    /// Those of tails, by offset.
    tail: FxHashSet<(ObjectId, u64)>,
}

impl OpenCells {
    /// Whether what a cell holds is open; where there is none, nothing is read.
    fn is_open(&self, memory: &Memory, object: ObjectId, place: Option<&Place>) -> bool {
        match place {
            Some(&Place::Listed(cell)) => self.listed.contains(&(object, cell)),
            Some(&Place::Tail(at)) => {
                let was_written = memory.tails.contains_key(&(object, at));
                let is_zero = memory.objects[object.0].tail.is_none_or(|tail| tail.is_zero);
                self.tail.contains(&(object, at)) || !was_written && !is_zero
            }
            None => false,
        }
    }

    /// Notes that a cell is written.
    fn set(&mut self, object: ObjectId, place: &Place, is_open: bool) {
        match (place, is_open) {
            (&Place::Listed(cell), true) => self.listed.insert((object, cell)),
            (&Place::Listed(cell), false) => self.listed.remove(&(object, cell)),
            (&Place::Tail(at), true) => self.tail.insert((object, at)),
            (&Place::Tail(at), false) => self.tail.remove(&(object, at)),
        };
    }
}

/// What an action reads of values.
pub(super) fn reads(action: Action) -> [Option<Slot>; 3] {
    match action {
        Action::Ternary(_, a, b, c) | Action::Select(a, b, c) => [Some(a), Some(b), Some(c)],
        Action::Binary(_, a, b) | Action::Compare(_, a, b) | Action::Overflow(_, a, b) => [Some(a), Some(b), None],
        Action::Float(op, operands) => {
            std::array::from_fn(|index| operands.get(index).copied().filter(|_| index < op.arity()))
        }
        Action::Unary(_, a)
        | Action::ZeroExtend(a, _)
        | Action::SignExtend(a, _)
        | Action::Truncate(a, _)
        | Action::Copy(a) => [Some(a), None, None],
        Action::Load(..) | Action::Store { .. } | Action::Input(..) | Action::Assign(..) => [None; 3],
    }
}

/// What φs take is as open as what they take it from.
fn follow_open(edge: &Edge, open: &mut [bool]) {
    let read: Vec<bool> = edge.moves.iter().map(|&(_, from)| open[from]).collect();
    for (&(to, _), is_open) in edge.moves.iter().zip(read) {
        open[to] = is_open;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::testing::RandomBits;
    use crate::program::testing::{random_program, Random};
    use crate::program::{InputRequest, Outcome};

    /// Where there is only one way, the inputs do not matter: executions on random ones end as it does, after as many blocks.
    #[test]
    fn the_only_way_is_that_of_all_executions() {
        let (mut ends, mut reading, mut depends) = (0, 0, 0);
        for seed in 1..2000 {
            let program = random_program(seed, 2 + seed as usize % 6);
            let interpreter = Interpreter::new(&program);
            match interpreter.only_way(5_000) {
                OnlyWay::Ends { exit, blocks, inputs } => {
                    ends += 1;
                    reading += usize::from(!inputs.is_empty());
                    for round in 0..10 {
                        let mut random = Random::new(seed * 10 + round);
                        let (mut entered, mut rows) = (0, Vec::new());
                        let mut next = |request: InputRequest| {
                            rows.push((request.input, BitVec::zero(request.width)));
                            random.bits(request.width)
                        };
                        let outcome = interpreter.run(&mut next, blocks, |event| {
                            entered += u64::from(matches!(event, crate::program::Event::Block(_)));
                        });
                        assert_eq!((outcome, entered), (Outcome::Exit(exit), blocks), "seed {seed}\n{program}");
                        assert_eq!(rows, inputs);
                    }
                }
                OnlyWay::Depends => depends += 1,
                OnlyWay::Longer => {}
            }
        }
        assert!(ends > 100 && reading > 20 && depends > 100, "{ends} {reading} {depends}");
    }
}
