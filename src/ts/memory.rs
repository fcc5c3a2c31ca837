//! Memory in transition systems: each cell that is both read and written is a state; an access at a computed offset is a
//! multiplexer over the cells that it may meet.
//!
//! * [`select`]: a load, as a tree over the bits of the offset in which those cells differ. The other bits are not looked
//!   at: where control comes to the load, the offset is that of one of the cells (see [`program::memory`]).
//! * [`Memory::store`]: a store: each cell is replaced where the offset is its own, by the same bits.
//!
//! [`program::memory`]: crate::program::memory

use crate::bv::{BitVec, SymbolId, TermId, TermPool};
use crate::program::{Access, Instruction, Operation, Program};
use crate::ts::State;
use std::rc::Rc;

/// What each cell holds at one place, by object. Objects are shared until they are written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memory {
    cells: Vec<Rc<Vec<TermId>>>,
}

impl Memory {
    /// The cell that a load reads.
    pub fn load(&self, pool: &mut TermPool, program: &Program, access: Access, offset: TermId) -> TermId {
        let cells = candidates(program, access).map(|(index, at)| (at, self.cells[access.object.0][index])).collect();
        select(pool, cells, offset).unwrap_or_else(|| pool.constant(BitVec::zero(access.width)))
    }

    /// Replaces the cell at the offset by `value` where `condition` holds; `live` says which cells matter.
    pub fn store(
        &mut self,
        pool: &mut TermPool,
        (program, live): (&Program, &Cells),
        access: Access,
        (offset, value, condition): (TermId, TermId, TermId),
    ) {
        let cells: Vec<(usize, u64)> = candidates(program, access).collect();
        let bits = differing(cells.iter().map(|&(_, at)| at), pool.width(offset));
        let targets = cells.into_iter().filter(|&(index, _)| live.symbols[access.object.0][index].is_some());
        let contents = Rc::make_mut(&mut self.cells[access.object.0]);
        for (index, at) in targets {
            let mut hit = condition;
            for &bit in &bits {
                let is_one = pool.extract(offset, bit, bit);
                let fits = if at >> bit & 1 == 1 { is_one } else { pool.not(is_one) };
                hit = pool.and(hit, fits);
            }
            contents[index] = pool.ite(hit, value, contents[index]);
        }
    }

    /// `self` where `condition` holds, else `other`.
    pub fn choose(&self, pool: &mut TermPool, condition: TermId, other: &Memory) -> Memory {
        let choose = |(mine, theirs): (&Rc<Vec<TermId>>, &Rc<Vec<TermId>>)| match Rc::ptr_eq(mine, theirs) {
            true => Rc::clone(mine),
            false => Rc::new(mine.iter().zip(theirs.iter()).map(|(&a, &b)| pool.ite(condition, a, b)).collect()),
        };
        Memory { cells: self.cells.iter().zip(&other.cells).map(choose).collect() }
    }
}

/// The states that hold memory.
#[derive(Clone, Debug)]
pub struct Cells {
    /// The symbol of each cell that is a state, by object and cell. A cell that nothing writes is a constant, one that
    /// nothing reads does not matter.
    symbols: Vec<Vec<Option<SymbolId>>>,
    /// What the cells hold when a step begins.
    pub start: Memory,
    /// What they hold in the next step, as far as it has been built.
    pub next: Memory,
}

impl Cells {
    /// The cells of a program.
    pub fn new(pool: &mut TermPool, program: &Program) -> Cells {
        let none = || program.objects.iter().map(|object| vec![false; object.cells.len()]).collect::<Vec<_>>();
        let (mut read, mut written) = (none(), none());
        let mark = |marks: &mut Vec<Vec<bool>>, access: Access| {
            program.cells(access).for_each(|cell| marks[access.object.0][cell] = true);
        };
        for instruction in program.blocks.iter().flat_map(|block| &block.instructions) {
            match instruction {
                Instruction::Define { operation: Operation::Load(access, _), .. } => mark(&mut read, *access),
                Instruction::Store(store) => mark(&mut written, store.access),
                _ => {}
            }
        }
        let mut symbols = Vec::new();
        let mut start = Vec::new();
        for (object, (read, written)) in program.objects.iter().zip(read.into_iter().zip(written)) {
            let is_state = read.into_iter().zip(written).map(|(read, written)| read && written);
            let row: Vec<Option<SymbolId>> = is_state
                .zip(&object.cells)
                .map(|(is_state, cell)| is_state.then(|| pool.new_symbol(&cell.name, cell.initial.width())))
                .collect();
            let terms = row.iter().zip(&object.cells).map(|(symbol, cell)| match symbol {
                Some(symbol) => pool.symbol(*symbol),
                None => pool.constant(cell.initial),
            });
            start.push(Rc::new(terms.collect()));
            symbols.push(row);
        }
        let start = Memory { cells: start };
        Cells { symbols, next: start.clone(), start }
    }

    /// Where `condition` holds, the cells are as `memory` says in the next step.
    pub fn update(&mut self, pool: &mut TermPool, condition: TermId, memory: &Memory) {
        for (object, changed) in memory.cells.iter().enumerate() {
            if Rc::ptr_eq(changed, &self.start.cells[object]) {
                continue;
            }
            for (cell, &term) in changed.iter().enumerate() {
                if term != self.start.cells[object][cell] {
                    let next = &mut Rc::make_mut(&mut self.next.cells[object])[cell];
                    *next = pool.ite(condition, term, *next);
                }
            }
        }
    }

    /// The states.
    pub fn states(&self, program: &Program) -> Vec<State> {
        let mut states = Vec::new();
        for (object, row) in self.symbols.iter().enumerate() {
            for (index, symbol) in row.iter().enumerate() {
                if let Some(symbol) = *symbol {
                    let cell = &program.objects[object].cells[index];
                    let (name, width) = (cell.name.clone(), cell.initial.width());
                    let next = self.next.cells[object][index];
                    states.push(State { name, symbol, width, initial: Some(cell.initial), next });
                }
            }
        }
        states
    }
}

/// The cells of an access, with their offsets.
fn candidates(program: &Program, access: Access) -> impl Iterator<Item = (usize, u64)> + '_ {
    program.cells(access).map(move |index| (index, program.objects[access.object.0].cells[index].offset))
}

/// The bits, from the lowest, in which some of the offsets differ; of those that a word of `width` bits has.
fn differing(offsets: impl Iterator<Item = u64>, width: u32) -> Vec<u32> {
    let (ones, zeros) = offsets.fold((0, 0), |(ones, zeros), offset| (ones | offset, zeros | !offset));
    (0..width.min(64)).filter(|bit| (ones & zeros) >> bit & 1 == 1).collect()
}

/// The term at the offset; `None` if there is none to choose from.
fn select(pool: &mut TermPool, cells: Vec<(u64, TermId)>, offset: TermId) -> Option<TermId> {
    let (_, first) = *cells.first()?;
    if cells.iter().all(|&(_, term)| term == first) {
        return Some(first);
    }
    let bits = differing(cells.iter().map(|&(at, _)| at), pool.width(offset));
    let Some(&bit) = bits.last() else { return Some(first) };
    let (ones, zeros): (Vec<_>, Vec<_>) = cells.into_iter().partition(|&(at, _)| at >> bit & 1 == 1);
    let (then, otherwise) = (select(pool, ones, offset)?, select(pool, zeros, offset)?);
    let condition = pool.extract(offset, bit, bit);
    Some(pool.ite(condition, then, otherwise))
}
