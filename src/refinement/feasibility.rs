//! Whether a path of a partial program is one of the program: what do the cells really hold that were read?

use super::build::{CONDITION, MARK, OFFSET, VALUE};
use super::large::{LargeObjects, Precision};
use super::partial::{Filled, Filling, Mark, Partial};
use crate::bv::BitVec;
use crate::program::{Access, Event, ObjectId, ValueId};
use crate::ts::Run;
use crate::verdict::replay::{follow, last_exit};
use rustc_hash::FxHashMap;

/// What a path of a partial program is of the program itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Feasibility {
    /// A path of the program itself. The interpreter ran the program like this, and came to the same exit.
    Feasible(Run),
    /// No path of the program. To exclude it, this has to be followed.
    Spurious(Precision),
}

/// What a cell holds.
#[derive(Clone, Copy)]
enum Content {
    Known(BitVec),
    /// An input that nothing has read yet: the step and the value that it defines.
    Open(usize, ValueId),
}

/// The memory of the program beside a path of the partial one.
struct Memory<'a> {
    large: &'a LargeObjects<'a>,
    precision: &'a Precision,
    /// What cells hold that have been written.
    contents: FxHashMap<(ObjectId, u64), Content>,
    /// The path, with the inputs that the partial program does not read.
    run: Run,
    /// How many steps have begun.
    begun: usize,
    /// Loads that gave something else than what was there, with the cell, and whether the load can be watched.
    wrong: Vec<(ValueId, ObjectId, u64, bool)>,
}

impl Partial {
    /// Compares a path of the program that follows this much with the program itself.
    ///
    /// # Errors
    /// If the partial program does not do what the path says, or everything that was read is followed already: faults of
    /// bitreach both.
    pub fn feasibility(&self, large: &LargeObjects, precision: &Precision, run: &Run) -> Result<Feasibility, String> {
        let (contents, begun, wrong) = (FxHashMap::default(), 0, Vec::new());
        let mut memory = Memory { large, precision, contents, run: run.clone(), begun, wrong };
        let mut words = [None; MARK + 1];
        let exit = follow(&self.program, run, |event| match event {
            Event::Block(block) if run.is_location(block) => memory.begun += 1,
            Event::Assign { variable, bits, .. } if variable.0 >= self.first.0 => {
                words[variable.0 - self.first.0] = Some(bits);
                if variable.0 - self.first.0 == MARK {
                    memory.access(&self.marks[bits.unsigned() as usize], std::mem::take(&mut words));
                }
            }
            _ => {}
        })?;
        let Memory { run, wrong, .. } = memory;
        if last_exit(large.program, &run) == Some(exit) {
            return Ok(Feasibility::Feasible(run));
        }
        let mut more = precision.clone();
        for (load, object, offset, is_computed) in wrong {
            if is_computed && !precision.loads.contains(&load) {
                more.loads.insert(load);
            } else {
                more.cells.insert((object, offset));
            }
        }
        match more == *precision {
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
            Mark::Store(access) => {
                let happens = words[CONDITION].is_some_and(BitVec::is_nonzero);
                if let (Some(offset), Some(value), true) = (offset, words[VALUE], happens) {
                    if self.large.has_cell(access.object, offset, access.width) {
                        self.contents.insert((access.object, offset), Content::Known(value));
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
                }
            }
        }
    }

    fn read(&mut self, load: ValueId, access: Access, offset: u64, value: BitVec) {
        let object = access.object;
        let cells = &self.large.program.objects[object.0];
        let initial = cells.cell_at(offset).map(|cell| Content::Known(cells.cells[cell].initial));
        match self.contents.get(&(object, offset)).copied().or(initial) {
            Some(Content::Known(known)) if known != value => {
                self.wrong.push((load, object, offset, self.large.can_watch(access)));
            }
            Some(Content::Open(step, input)) => {
                // What is read first is what the input was.
                if let Some(step) = self.run.steps.get_mut(step) {
                    step.inputs.insert(input, value);
                }
                self.contents.insert((object, offset), Content::Known(value));
            }
            _ => {}
        }
    }
}
