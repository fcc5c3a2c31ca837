//! Whether a path of a partial program is one of the program: what do the cells really hold that were read?

use super::build::{CONDITION, MARK, OFFSET, VALUE};
use super::large::{LargeObjects, Precision, StoreSite};
use super::partial::{Filled, Filling, Mark, Partial};
use crate::bv::BitVec;
use crate::program::{Access, Event, Exit, ObjectId, ValueId};
use crate::ts::{Place, Run};
use crate::verdict::replay::{follow, last_exit};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// What a path of a partial program is of the program itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Feasibility {
    /// A path of the program itself. The interpreter ran the program like this, and came to the same exit.
    Feasible(Run),
    /// No path of the program. To exclude it, this has to be followed.
    Spurious(Precision),
    /// It rests on what memory holds that nothing has written, and that is not recorded.
    Undecided,
}

/// What a cell holds.
#[derive(Clone, Copy)]
enum Content {
    Known(BitVec),
    /// An input that nothing has read yet: the step and the value that it defines.
    Open(usize, ValueId),
    /// Anything, and no input.
    Unrecorded,
}

/// A load that gave something else than what was there.
struct Wrong {
    load: ValueId,
    /// The cell.
    object: ObjectId,
    offset: u64,
    /// Whether the load can be watched.
    can_watch: bool,
    /// The store that had written the cell, if it can be watched.
    writer: Option<StoreSite>,
}

/// The memory of the program beside a path of the partial one.
struct Memory<'a> {
    large: &'a LargeObjects<'a>,
    precision: &'a Precision,
    /// What cells hold that have been written.
    contents: FxHashMap<(ObjectId, u64), Content>,
    /// Which store has written them last that can be watched.
    writers: FxHashMap<(ObjectId, u64), StoreSite>,
    /// The path, with the inputs that the partial program does not read.
    run: Run,
    /// How many steps have begun.
    begun: usize,
    /// Loads that gave something else than what was there.
    wrong: Vec<Wrong>,
    /// Loads that read something else than what is expected of them.
    refuted: BTreeSet<ValueId>,
    /// Whether something was read that is not recorded.
    is_unrecorded: bool,
}

impl Partial {
    /// Compares a path of the program that follows this much with the program itself.
    ///
    /// # Errors
    /// If the partial program does not do what the path says, or everything that was read is followed already: faults of
    /// bitreach both.
    pub fn feasibility(
        &self,
        large: &LargeObjects,
        precision: &Precision,
        searched: &Run,
    ) -> Result<Feasibility, String> {
        let (contents, writers) = (FxHashMap::default(), FxHashMap::default());
        let (run, begun, wrong, refuted, is_unrecorded) = (searched.clone(), 0, Vec::new(), BTreeSet::new(), false);
        let mut memory = Memory { large, precision, contents, writers, run, begun, wrong, refuted, is_unrecorded };
        let mut words = [None; MARK + 1];
        let followed = follow(&self.program, searched, |event| match event {
            Event::Block(block) if searched.is_location(block) => memory.begun += 1,
            Event::Assign { variable, bits, .. } if variable.0 >= self.first.0 => {
                words[variable.0 - self.first.0] = Some(bits);
                if variable.0 - self.first.0 == MARK {
                    memory.access(&self.marks[bits.unsigned() as usize], std::mem::take(&mut words));
                }
            }
            _ => {}
        });
        let Memory { run, wrong, refuted, is_unrecorded, .. } = memory;
        // What a cell that is not followed gives may be an address that no pointer there is. From there on the encoding, which looks at those
        // bits of an offset alone that tell cells apart, and the interpreter go different ways.
        let exit = match followed {
            Err(fault) if wrong.is_empty() => return Err(fault),
            followed => followed.ok(),
        };
        let is_reached = match run.sink() {
            Some(Place::Unmodelled) => matches!(exit, Some(Exit::Unmodelled(_))),
            _ => matches!(exit, Some(Exit::Error(_))),
        };
        if is_reached && !is_unrecorded && last_exit(large.program, &run) == exit {
            return Ok(Feasibility::Feasible(run));
        }
        let mut more = precision.clone();
        for load in refuted {
            more.expected.remove(&load);
            more.refuted.insert(load);
        }
        for &Wrong { load, can_watch, writer, .. } in &wrong {
            if let Some(expected) = more.expected.get_mut(&load).filter(|expected| expected.is_alone) {
                expected.is_alone = false;
                more.loads.insert(load);
            } else if can_watch && !precision.loads.contains(&load) {
                more.loads.insert(load);
            } else if more.expect(large, load) {
                // Its watch does not tell enough of it.
            } else if let Some(writer) = writer {
                more.stores.insert(writer);
            }
        }
        // A watch stands for many cells: only where none is new, cells are followed.
        if more == *precision {
            more.cells.extend(wrong.iter().map(|wrong| (wrong.object, wrong.offset)));
        }
        match more == *precision {
            true if is_unrecorded => Ok(Feasibility::Undecided),
            true => Err("a path that is none of the program reads nothing wrong".to_owned()),
            false => Ok(Feasibility::Spurious(more)),
        }
    }
}

impl Memory<'_> {
    /// An access, and what is known of it.
    fn access(&mut self, mark: &Mark, words: [Option<BitVec>; MARK + 1]) {
        let offset = words[OFFSET].and_then(|offset| u64::try_from(offset.unsigned()).ok());
        match mark {
            Mark::Load(load, access) => {
                if let (Some(offset), Some(value)) = (offset, words[VALUE]) {
                    if self.large.has_cell(access.object, offset, access.width) {
                        self.read(*load, *access, offset, value);
                    }
                }
            }
            Mark::Store(site, access) => {
                let happens = words[CONDITION].is_some_and(BitVec::is_nonzero);
                if let (Some(offset), Some(value), true) = (offset, words[VALUE], happens) {
                    if self.large.has_cell(access.object, offset, access.width) {
                        self.contents.insert((access.object, offset), Content::Known(value));
                        match self.large.can_watch(*access) {
                            true => self.writers.insert((access.object, offset), *site),
                            false => self.writers.remove(&(access.object, offset)),
                        };
                    }
                }
            }
            Mark::Fill(object, cells) => {
                for &Filled { offset, value, width } in cells {
                    let step = self.begun.saturating_sub(1);
                    let content = match value {
                        Filling::Constant(value) => Content::Known(value),
                        Filling::Input(input) if self.precision.cells.contains(&(*object, offset)) => {
                            let read = self.run.steps.get(step).and_then(|step| step.inputs.get(&input)).copied();
                            Content::Known(read.unwrap_or(BitVec::zero(width)))
                        }
                        Filling::Input(input) => Content::Open(step, input),
                    };
                    self.contents.insert((*object, offset), content);
                    self.writers.remove(&(*object, offset));
                }
            }
        }
    }

    fn read(&mut self, load: ValueId, access: Access, offset: u64, value: BitVec) {
        let object = access.object;
        let cells = &self.large.program.objects[object.0];
        let initial = match cells.tail.filter(|tail| !tail.is_listed(offset)) {
            Some(tail) if tail.is_zero => Some(Content::Known(BitVec::zero(access.width))),
            Some(_) => Some(Content::Unrecorded),
            None => cells.cell_at(offset).map(|cell| Content::Known(cells.cells[cell].initial)),
        };
        let content = self.contents.get(&(object, offset)).copied().or(initial);
        if let Some(expected) = self.precision.expected.get(&load) {
            let known = match content {
                Some(Content::Known(known)) => known,
                _ => value,
            };
            if ![known, value].iter().all(|&value| expected.what.holds_of(access, offset, value)) {
                self.refuted.insert(load);
            }
        }
        match content {
            Some(Content::Known(known)) if known != value => {
                let writer = self.writers.get(&(object, offset)).copied();
                self.wrong.push(Wrong { load, object, offset, can_watch: self.large.can_watch(access), writer });
            }
            Some(Content::Open(step, input)) => {
                // What is read first is what the input was.
                if let Some(step) = self.run.steps.get_mut(step) {
                    step.inputs.insert(input, value);
                }
                self.contents.insert((object, offset), Content::Known(value));
            }
            Some(Content::Unrecorded) => {
                self.is_unrecorded = true;
                self.contents.insert((object, offset), Content::Known(value));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::Predicate;
    use crate::program::{
        Block, BlockId, Cell, CheckKind, InputId, Instruction, Object, Operand, Operation, Pattern, Program, Site,
        SiteId, Store, Terminator,
    };
    use crate::ts::RunStep;
    use bitreach_limits::StopFlag;

    /// Reads an element of an array of zeros, and comes to the error in block 1 if it is none, else to the end in block 2.
    fn reads() -> Program {
        let cells = (0..8).map(|offset| {
            let name = format!("line[{offset}]");
            Cell { offset, initial: BitVec::zero(8), name, variable: None }
        });
        let define = |result, operation| Instruction::Define { result: ValueId(result), operation, origin: None };
        let access = Access { object: ObjectId(0), pattern: Pattern { residue: 0, modulus: 1 }, width: 8 };
        let zero = Operand::Constant(BitVec::zero(8));
        // What nothing writes is no large object.
        let never = Operand::Constant(BitVec::FALSE);
        let (offset, value) = (Operand::Value(ValueId(0)), zero);
        let store = Store { access, offset, value, condition: never, origin: None };
        let instructions = vec![
            define(0, Operation::Input(InputId(0))),
            Instruction::Store(store),
            define(1, Operation::Load(access, Operand::Value(ValueId(0)))),
            define(2, Operation::Compare(Predicate::Ne, Operand::Value(ValueId(1)), zero)),
        ];
        let condition = Operand::Value(ValueId(2));
        let branch = Terminator::Branch { condition, then: BlockId(1), otherwise: BlockId(2) };
        let block = |instructions, terminator| {
            let (name, phis) = ("block".to_owned(), Vec::new());
            Block { name, phis, instructions, terminator, origin: None }
        };
        let mut program = Program {
            blocks: vec![
                block(instructions, branch),
                block(Vec::new(), Terminator::Exit(Exit::Error(SiteId(0)))),
                block(Vec::new(), Terminator::Exit(Exit::Ok)),
            ],
            widths: vec![64, 8, 1],
            names: ["at", "element", "is set"].map(str::to_owned).into(),
            objects: vec![Object { name: "line".to_owned(), size: 8, cells: cells.collect(), tail: None }],
            ..Program::default()
        };
        program.map.sites.push(Site { kind: CheckKind::Assertion, detail: String::new(), origin: None });
        program
    }

    /// What the partial program is found to do that begins in block 0, where the element is read as this number, and goes on in that block.
    fn judged(element: u128, then: usize) -> Result<Feasibility, String> {
        let (program, precision) = (reads(), Precision::default());
        let large = LargeObjects::new(&program, 4).expect("eight cells are many");
        let partial = large.partial(&precision, &StopFlag::default()).expect("nothing stops it");
        let inputs = partial.program.blocks[0].instructions.iter().filter_map(|instruction| match instruction {
            Instruction::Define { result, operation: Operation::Input(_), .. } if *result != ValueId(0) => {
                Some((*result, BitVec::new(partial.program.widths[result.0], element)))
            }
            _ => None,
        });
        let begins = RunStep { place: Place::Block(BlockId(0)), inputs: inputs.collect() };
        let step = |place| RunStep { place, inputs: Default::default() };
        let steps = vec![begins, step(Place::Block(BlockId(then))), step(Place::Error)];
        partial.feasibility(&large, &precision, &Run { steps, is_location: vec![true; partial.program.blocks.len()] })
    }

    /// What was read wrong leads the encoding and the interpreter to different blocks: the path is none of the program, and what was read is
    /// followed. Where all was read right, it is a fault.
    #[test]
    fn a_path_that_leaves_the_interpreter_behind_something_wrong_is_refined() {
        for then in [1, 2] {
            let judged = judged(7, then);
            let is_more = |more: &Precision| !more.loads.is_empty() || !more.cells.is_empty();
            assert!(matches!(&judged, Ok(Feasibility::Spurious(more)) if is_more(more)), "{then}: {judged:?}");
        }
        let fault = judged(0, 1).expect_err("the program goes to the other block");
        assert!(fault.contains("in step 1 the program is at"), "{fault}");
    }
}
