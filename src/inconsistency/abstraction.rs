//! Programs that can do everything that a given one can, and more. What they cannot do, it cannot.

use crate::bv::BitVec;
use crate::inconsistency::graph::reached;
use crate::program::{
    Access, Block, BlockId, Dominators, Exit, InputId, InputKind, InputSite, Instruction, ObjectId, Operand, Operands,
    Operation, Program, Reading, SiteId, Store, Terminator, ValueId,
};
use crate::ts::control::Order;
use rustc_hash::{FxHashMap, FxHashSet};

/// The program without memory from one round of a loop to the next: what loops change is anything at their heads. Used
/// where the exact program is too much; it can only lose reports.
pub fn forget_in_loops(program: &Program) -> Program {
    let order = Order::new(program);
    let mut relaxed = program.clone();
    for (index, block) in relaxed.blocks.iter_mut().enumerate() {
        // The entry has no φs.
        if !order.is_cut[index] {
            continue;
        }
        let mut inputs = Vec::new();
        for phi in std::mem::take(&mut block.phis) {
            let width = relaxed.widths[phi.result.0];
            let sites = &mut relaxed.map.inputs;
            sites.push(InputSite { kind: InputKind::Undefined, width, reading: Reading::Unsigned, origin: None });
            let operation = Operation::Input(InputId(sites.len() - 1));
            inputs.push(Instruction::Define { result: phi.result, operation, origin: None });
        }
        inputs.append(&mut block.instructions);
        block.instructions = inputs;
    }
    forget_memory(&mut relaxed);
    relaxed
}

/// The same without loops at all, for a program that is given without memory in them: to go back to the head of a loop is
/// to return. `None` if a loop has several entries.
///
/// So a block that cannot be passed on the way to the return here cannot be passed in the program either. A path to the block can
/// do without going back, for what a loop's head and what follows it compute does not depend on rounds before; and once the path
/// goes back behind the block, nothing is asked of how it goes on.
pub fn without_back_edges(program: &Program) -> Option<Program> {
    let (order, dominators) = (Order::new(program), Dominators::new(program));
    let mut place = vec![None; program.blocks.len()];
    order.blocks.iter().enumerate().for_each(|(index, block)| place[block.0] = Some(index));
    let mut straight = program.clone();
    let returns = BlockId(program.blocks.len());
    for &from in &order.blocks {
        for to in program.blocks[from.0].terminator.successors() {
            if place[to.0] > place[from.0] {
                continue;
            }
            if !dominators.dominates(to, from) || !program.blocks[to.0].phis.is_empty() {
                return None;
            }
            straight.blocks[from.0].terminator.redirect(to, returns);
        }
    }
    let (name, terminator) = ("again".to_owned(), Terminator::Exit(Exit::Ok));
    straight.blocks.push(Block { name, phis: Vec::new(), instructions: Vec::new(), terminator, origin: None });
    Some(straight)
}

/// The program without the blocks that no path through one of `wanted` passes: to come there is to fail. Blocks keep their
/// numbers.
pub fn around(program: &Program, wanted: &[BlockId]) -> Program {
    let successors: Vec<Vec<usize>> =
        program.blocks.iter().map(|block| block.terminator.successors().iter().map(|next| next.0).collect()).collect();
    let mut predecessors = vec![Vec::new(); program.blocks.len()];
    for (block, targets) in successors.iter().enumerate() {
        targets.iter().for_each(|&target| predecessors[target].push(block));
    }
    let wanted: Vec<usize> = wanted.iter().map(|block| block.0).collect();
    let (before, behind) = (reached(&predecessors, &wanted), reached(&successors, &wanted));
    let mut around = program.clone();
    for (index, block) in around.blocks.iter_mut().enumerate() {
        if before[index] || behind[index] {
            for phi in &mut block.phis {
                phi.incoming.retain(|(from, _)| before[from.0] || behind[from.0]);
            }
        } else {
            block.phis.clear();
            block.instructions.clear();
            block.terminator = Terminator::Exit(Exit::Error(SiteId(0)));
        }
    }
    slice(&around)
}

/// The program in which objects that are filled once, before all that reads them, hold from the beginning on what they are filled with:
/// an array with initial values. What is filled elsewhere is a state of the program, element by element.
pub fn settled(mut program: Program) -> Program {
    let mut touched: FxHashMap<ObjectId, Touched> = FxHashMap::default();
    for (index, block) in program.blocks.iter().enumerate() {
        for (place, instruction) in block.instructions.iter().enumerate() {
            match instruction {
                Instruction::Define { operation: Operation::Load(access, _), .. } => {
                    touched.entry(access.object).or_default().loads.push((BlockId(index), place, *access));
                }
                Instruction::Store(store) => {
                    touched.entry(store.access.object).or_default().stores.push((BlockId(index), place, *store));
                }
                _ => {}
            }
        }
    }
    touched.retain(|_, touched| !touched.stores.is_empty() && !touched.loads.is_empty());
    if touched.is_empty() {
        return program;
    }
    let dominators = Dominators::new(&program);
    for (object, touched) in touched {
        let Some(cells) = touched.settled(&program, &dominators) else { continue };
        for (offset, value) in cells {
            if let Some(cell) = program.objects[object.0].cell_at(offset) {
                program.objects[object.0].cells[cell].initial = value;
            }
        }
        for block in &mut program.blocks {
            block.instructions.retain(|i| !matches!(i, Instruction::Store(store) if store.access.object == object));
        }
    }
    slice(&program)
}

/// What a program does with an object: where, and where in the block.
#[derive(Default)]
struct Touched {
    loads: Vec<(BlockId, usize, Access)>,
    stores: Vec<(BlockId, usize, Store)>,
}

impl Touched {
    /// What the cells that are read hold whenever they are, by offset, if each always holds the same.
    fn settled(&self, program: &Program, dominators: &Dominators) -> Option<FxHashMap<u64, BitVec>> {
        let (block, last, _) = *self.stores.last()?;
        // The entry comes before all other blocks, and control does not come back there.
        let is_before = |other: BlockId| other == block || other == BlockId(0);
        let is_behind = |&(load, place, _): &(BlockId, usize, Access)| match load == block {
            true => place > last,
            false => dominators.dominates(block, load),
        };
        if !self.stores.iter().all(|store| is_before(store.0)) || !self.loads.iter().all(is_behind) {
            return None;
        }
        let mut held = FxHashMap::default();
        for (_, _, store) in self.stores.iter().filter(|store| store.0 == block) {
            let (Operand::Constant(offset), Operand::Constant(always)) = (store.offset, store.condition) else {
                return None;
            };
            let offset = u64::try_from(offset.unsigned()).ok().filter(|_| always.is_nonzero())?;
            match store.value {
                Operand::Constant(value) => held.insert(offset, value),
                Operand::Value(_) => held.remove(&offset),
            };
        }
        let cells = &program.objects[self.stores[0].2.access.object.0].cells;
        let read = self.loads.iter().flat_map(|(_, _, access)| program.cells(*access));
        read.map(|cell| cells[cell].offset).all(|offset| held.contains_key(&offset)).then_some(held)
    }
}

/// The program without memory: what is read from objects that are written at all is anything.
pub fn without_memory(program: &Program) -> Program {
    let mut relaxed = program.clone();
    forget_memory(&mut relaxed);
    relaxed
}

/// Whether a program writes to memory.
pub fn has_memory(program: &Program) -> bool {
    program.blocks.iter().flat_map(|block| &block.instructions).any(|i| matches!(i, Instruction::Store(_)))
}

/// What is read from objects that are written at all is anything.
fn forget_memory(program: &mut Program) {
    let instructions = || program.blocks.iter().flat_map(|block| &block.instructions);
    let written: FxHashSet<ObjectId> = instructions()
        .filter_map(|instruction| match instruction {
            Instruction::Store(store) => Some(store.access.object),
            _ => None,
        })
        .collect();
    let (widths, sites) = (&program.widths, &mut program.map.inputs);
    for instruction in program.blocks.iter_mut().flat_map(|block| &mut block.instructions) {
        if let Instruction::Define { result, operation, .. } = instruction {
            if matches!(operation, Operation::Load(access, _) if written.contains(&access.object)) {
                let width = widths[result.0];
                sites.push(InputSite { kind: InputKind::Undefined, width, reading: Reading::Unsigned, origin: None });
                *operation = Operation::Input(InputId(sites.len() - 1));
            }
        }
    }
}

/// The program with a branch that may always go to `edge` too, whatever its condition is.
pub fn free_branch(program: &Program, from: BlockId, edge: BlockId) -> Program {
    let mut relaxed = program.clone();
    let condition = any_bit(&mut relaxed, from);
    // The branch as it is moves into a block of its own, from which the φs behind it see control come.
    let number = BlockId(relaxed.blocks.len());
    let old = std::mem::replace(
        &mut relaxed.blocks[from.0].terminator,
        Terminator::Branch { condition, then: edge, otherwise: number },
    );
    for target in old.successors() {
        for (source, _) in relaxed.blocks[target.0].phis.iter_mut().flat_map(|phi| &mut phi.incoming) {
            if *source == from {
                *source = number;
            }
        }
    }
    let (phis, instructions, origin) = (Vec::new(), Vec::new(), relaxed.blocks[from.0].origin);
    relaxed.blocks.push(Block { name: "freed".to_owned(), phis, instructions, terminator: old, origin });
    relaxed
}

/// A new input of one bit, at the end of a block.
fn any_bit(program: &mut Program, block: BlockId) -> Operand {
    any_value(program, block, 1)
}

/// A new input, at the end of a block.
fn any_value(program: &mut Program, block: BlockId, width: u32) -> Operand {
    let input = any(program, width);
    let result = new_value(program, width);
    let instruction = Instruction::Define { result, operation: Operation::Input(input), origin: None };
    program.blocks[block.0].instructions.push(instruction);
    Operand::Value(result)
}

/// A new value, which nothing defines yet.
pub(super) fn new_value(program: &mut Program, width: u32) -> ValueId {
    program.widths.push(width);
    program.names.push("any".to_owned());
    ValueId(program.widths.len() - 1)
}

/// A new row of inputs.
pub(super) fn any(program: &mut Program, width: u32) -> InputId {
    program.map.inputs.push(InputSite { kind: InputKind::Undefined, width, reading: Reading::Unsigned, origin: None });
    InputId(program.map.inputs.len() - 1)
}

/// The program without a check: it goes on where the check would fail.
pub fn without_check(program: &Program, site: SiteId) -> Program {
    let fails = |block: BlockId| leads_to(program, block, site, MOST_STEPS);
    let mut relaxed = program.clone();
    for block in &mut relaxed.blocks {
        if let Terminator::Branch { then, otherwise, .. } = block.terminator {
            match (fails(then), fails(otherwise)) {
                (true, false) => block.terminator = Terminator::Jump(otherwise),
                (false, true) => block.terminator = Terminator::Jump(then),
                _ => {}
            }
        }
    }
    relaxed
}

/// Whether a block leads to a check that fails and nowhere else: through the edge and the block of a call of what `assert` calls, and through
/// both sides of a boundary.
fn leads_to(program: &Program, block: BlockId, site: SiteId, steps: usize) -> bool {
    match program.blocks[block.0].terminator {
        Terminator::Exit(exit) => exit == Exit::Error(site),
        _ if steps == 0 => false,
        Terminator::Jump(next) => leads_to(program, next, site, steps - 1),
        Terminator::Branch { then, otherwise, .. } => {
            [then, otherwise].into_iter().all(|next| leads_to(program, next, site, steps - 1))
        }
        _ => false,
    }
}

/// How many blocks may stand between a branch and the check that fails.
const MOST_STEPS: usize = 4;

/// The program without what no branch depends on: values that decide neither the way nor a check.
pub fn slice(program: &Program) -> Program {
    let mut sliced = slice_with_variables(program);
    for block in &mut sliced.blocks {
        block.instructions.retain(|instruction| !matches!(instruction, Instruction::Assign(_)));
    }
    sliced
}

/// The same, but it is still told which variables hold what, also where that is a value that is no longer there.
pub fn slice_with_variables(program: &Program) -> Program {
    let mut defined: Vec<Option<Operands>> = vec![None; program.widths.len()];
    // What is read from an object needs all that is written to it.
    let mut loaded: FxHashMap<ValueId, ObjectId> = FxHashMap::default();
    let mut stored: FxHashMap<ObjectId, Vec<Operand>> = FxHashMap::default();
    for block in &program.blocks {
        for phi in &block.phis {
            defined[phi.result.0] = Some(phi.incoming.iter().map(|(_, operand)| *operand).collect());
        }
        for instruction in &block.instructions {
            match instruction {
                Instruction::Define { result, operation, .. } => {
                    defined[result.0] = Some(operation.operands());
                    if let Operation::Load(access, _) = operation {
                        loaded.insert(*result, access.object);
                    }
                }
                Instruction::Store(store) => {
                    let operands = [store.offset, store.value, store.condition];
                    stored.entry(store.access.object).or_default().extend(operands);
                }
                Instruction::Assign(_) => {}
            }
        }
    }
    let (mut needed, mut read) = (vec![false; program.widths.len()], FxHashSet::default());
    let mut open: Vec<Operand> = program.blocks.iter().flat_map(|block| block.terminator.operands()).collect();
    while let Some(operand) = open.pop() {
        if let Operand::Value(value) = operand {
            if !std::mem::replace(&mut needed[value.0], true) {
                open.extend(defined[value.0].iter().flatten());
                let object = loaded.get(&value).filter(|&&object| read.insert(object));
                open.extend(object.and_then(|object| stored.get(object)).into_iter().flatten());
            }
        }
    }
    let mut sliced = program.clone();
    for block in &mut sliced.blocks {
        block.phis.retain(|phi| needed[phi.result.0]);
        block.instructions.retain(|instruction| match instruction {
            Instruction::Define { result, .. } => needed[result.0],
            Instruction::Assign(_) => true,
            Instruction::Store(store) => read.contains(&store.access.object),
        });
    }
    sliced
}

/// Whether a program has loops.
pub fn has_loops(program: &Program) -> bool {
    let order = Order::new(program);
    (1..program.blocks.len()).any(|block| order.is_cut[block] && order.blocks.contains(&BlockId(block)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::testing::RandomBits;
    use crate::program::testing::{random_program, Random};
    use crate::program::{Cell, CheckKind, Event, InputRequest, Interpreter, Pattern, Site, Unmodelled};

    /// The blocks that an execution passes whose inputs are the same in all programs that have them.
    fn run(program: &Program, seed: u64) -> Vec<BlockId> {
        let (mut read, mut blocks) = (FxHashMap::<ValueId, u64>::default(), Vec::new());
        let mut inputs = |request: InputRequest| {
            let count = read.entry(request.value).or_default();
            *count += 1;
            Random::new(seed ^ (request.value.0 as u64) << 32 ^ *count).bits(request.width)
        };
        Interpreter::new(program).run(&mut inputs, 100, |event| {
            if let Event::Block(block) = event {
                blocks.push(block);
            }
        });
        blocks
    }

    #[test]
    fn slices_take_the_same_ways() {
        let mut shorter = 0;
        for seed in 1..400 {
            let program = random_program(seed, 3 + seed as usize % 8);
            let sliced = slice(&program);
            let size = |program: &Program| program.blocks.iter().map(|block| block.instructions.len()).sum::<usize>();
            shorter += usize::from(size(&sliced) < size(&program));
            for run_seed in 0..5 {
                assert_eq!(run(&program, run_seed), run(&sliced, run_seed), "seed {seed}\n{program}\n{sliced}");
            }
        }
        assert!(shorter > 100, "{shorter}");
    }

    /// An array that is filled in some block: what is not read from it before may be settled, and nothing else changes.
    #[test]
    fn settled_programs_take_the_same_ways() {
        let (mut settled_ones, mut others) = (0, 0);
        for seed in 1..400 {
            let mut program = random_program(seed, 3 + seed as usize % 8);
            let bits = |width: u32, number: u64| Operand::Constant(BitVec::new(width, u128::from(number)));
            let fill = |cell: &Cell| {
                let pattern = Pattern { residue: cell.offset, modulus: 0 };
                let access = Access { object: ObjectId(1), pattern, width: cell.initial.width() };
                let (offset, value) = (bits(32, cell.offset), bits(access.width, cell.offset ^ seed));
                Instruction::Store(Store { access, offset, value, condition: bits(1, 1), origin: None })
            };
            let stores: Vec<Instruction> = program.objects[1].cells.iter().map(fill).collect();
            let block = if seed % 3 == 0 { seed as usize % program.blocks.len() } else { 0 };
            program.blocks[block].instructions.splice(0..0, stores);
            let after = settled(program.clone());
            for run_seed in 0..5 {
                assert_eq!(run(&program, run_seed), run(&after, run_seed), "seed {seed}\n{program}\n{after}");
            }
            let is_changed = after.objects[1] != program.objects[1];
            *(if is_changed { &mut settled_ones } else { &mut others }) += 1;
        }
        assert!(settled_ones > 50 && others > 50, "{settled_ones}, {others}");
    }

    #[test]
    fn relaxed_programs_are_well_formed() {
        let mut loops = 0;
        for seed in 1..300 {
            let mut program = random_program(seed, 3 + seed as usize % 8);
            program.map.sites.push(Site { kind: CheckKind::Assertion, detail: String::new(), origin: None });
            program.map.unmodelled.push(Unmodelled { reason: String::new(), origin: None });
            program.validate().unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
            loops += usize::from(has_loops(&program));
            let forgetful = forget_in_loops(&program);
            let straight = without_back_edges(&forgetful);
            let last = BlockId(program.blocks.len() - 1);
            for relaxed in [forgetful, slice(&program), around(&program, &[last])].into_iter().chain(straight) {
                relaxed.validate().unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
            }
        }
        assert!(loops > 50, "{loops}");
    }
}
