//! Cells that one store alone writes, such as the size of an object: what is read behind that store is what it writes. A load of such a cell
//! becomes the stored value; and where that is computed from one value that is not much wider, as a size in bytes is from a number of elements, it is
//! computed again where it is read, so that it need not be remembered beside the other.

use crate::bv::{BinaryOp, BitVec};
use crate::program::{Access, BlockId, Dominators, Instruction, Operand, Operation, Program, Store, ValueId};
use rustc_hash::FxHashMap;

/// So many operations are computed again at most.
const MOST_OPERATIONS: usize = 6;
/// From values that are wider than what is computed, and than this, nothing is computed again.
const NARROW: u32 = 32;

/// Where an instruction stands: its block, and its place there.
type At = (BlockId, usize);

impl Program {
    /// Replaces each load that one store alone can have written before it. True if there was one.
    ///
    /// Control has passed the store whenever it comes to a load that the store dominates, and what is stored has not been computed again
    /// since: who computes it dominates the store, so a path that leads from there to the load around the store would be one from the entry
    /// to the load around the store.
    pub(super) fn forward_lone_stores(&mut self) -> bool {
        let stores = self.lone_stores();
        if stores.is_empty() {
            return false;
        }
        let (dominators, definitions) = (Dominators::new(self), self.operations());
        let mut any = false;
        for index in 0..self.blocks.len() {
            let block = BlockId(index);
            let instructions = std::mem::take(&mut self.blocks[index].instructions);
            let mut forwarded = Vec::with_capacity(instructions.len());
            for (place, mut instruction) in instructions.into_iter().enumerate() {
                if let Instruction::Define { operation, .. } = &mut instruction {
                    let stored = match *operation {
                        Operation::Load(access, Operand::Constant(offset)) => stores
                            .get(&cell(access, offset))
                            .filter(|(_, value)| self.operand_width(*value) == access.width),
                        _ => None,
                    };
                    let is_before = |&&(store, _): &&(At, Operand)| match store {
                        (its, before) if its == block => before < place,
                        (its, _) => dominators.dominates(its, block),
                    };
                    if let Some(&(_, value)) = stored.filter(is_before) {
                        *operation = Operation::Copy(self.computed_again(value, &definitions, &mut forwarded));
                        any = true;
                    }
                }
                forwarded.push(instruction);
            }
            self.blocks[index].instructions = forwarded;
        }
        any
    }

    /// For each cell that one store alone writes, and writes always: where that stands, and what it writes.
    fn lone_stores(&self) -> FxHashMap<(usize, u128), (At, Operand)> {
        let mut found: FxHashMap<(usize, u128), Option<(At, Operand)>> = FxHashMap::default();
        let mut is_open = vec![false; self.objects.len()];
        for (index, block) in self.blocks.iter().enumerate() {
            for (place, instruction) in block.instructions.iter().enumerate() {
                let Instruction::Store(Store { access, offset, value, condition, .. }) = *instruction else { continue };
                let Operand::Constant(offset) = offset else {
                    is_open[access.object.0] = true;
                    continue;
                };
                let is_always = condition == Operand::Constant(BitVec::TRUE);
                let store = ((BlockId(index), place), value);
                found.entry(cell(access, offset)).and_modify(|lone| *lone = None).or_insert(is_always.then_some(store));
            }
        }
        let lone = found.into_iter().filter(|((object, _), _)| !is_open[*object]);
        lone.filter_map(|(cell, store)| Some((cell, store?))).collect()
    }

    /// What each value is defined by, but for φs.
    fn operations(&self) -> Vec<Option<Operation>> {
        let mut definitions = vec![None; self.widths.len()];
        for instruction in self.blocks.iter().flat_map(|block| &block.instructions) {
            if let Instruction::Define { result, operation, .. } = instruction {
                definitions[result.0] = Some(*operation);
            }
        }
        definitions
    }

    /// Computes a value again, where it is computed in few steps from one that is not much wider; else it is the value itself.
    fn computed_again(
        &mut self,
        value: Operand,
        definitions: &[Option<Operation>],
        instructions: &mut Vec<Instruction>,
    ) -> Operand {
        let Operand::Value(value) = value else { return value };
        let (mut leaf, mut steps) = (value, Vec::new());
        while let Some(operation) = definitions[leaf.0].filter(|_| steps.len() < MOST_OPERATIONS) {
            let Some(from) = rests_on(&operation) else { break };
            steps.push((leaf, operation));
            leaf = from;
        }
        if self.widths[leaf.0] > self.widths[value.0].max(NARROW) {
            return Operand::Value(value);
        }
        for (result, mut operation) in steps.into_iter().rev() {
            operation.for_each_operand(|operand| {
                if let Operand::Value(from) = operand {
                    *from = leaf;
                }
            });
            self.widths.push(self.widths[result.0]);
            self.names.push(self.names[result.0].clone());
            leaf = ValueId(self.widths.len() - 1);
            instructions.push(Instruction::Define { result: leaf, operation, origin: None });
        }
        Operand::Value(leaf)
    }
}

/// The cell that an access at a constant offset means: its object, and the offset in bytes.
fn cell(access: Access, offset: BitVec) -> (usize, u128) {
    (access.object.0, offset.unsigned())
}

/// The value that an operation computes its result from, where that is one alone and the operation costs little.
fn rests_on(operation: &Operation) -> Option<ValueId> {
    match *operation {
        Operation::ZeroExtend(Operand::Value(from))
        | Operation::SignExtend(Operand::Value(from))
        | Operation::Truncate(Operand::Value(from))
        | Operation::Copy(Operand::Value(from))
        | Operation::Binary(
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Shl | BinaryOp::LShr | BinaryOp::And,
            Operand::Value(from),
            Operand::Constant(_),
        ) => Some(from),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::testing::RandomBits;
    use crate::program::testing::{random_program, Random};
    use crate::program::{
        Cell, CheckKind, InputRequest, Interpreter, Object, ObjectId, Outcome, Pattern, Site, Unmodelled,
    };

    /// The loads of an object.
    fn loads(program: &Program, object: ObjectId) -> usize {
        let instructions = program.blocks.iter().flat_map(|block| &block.instructions);
        let is_load = |instruction: &&Instruction| match instruction {
            Instruction::Define { operation: Operation::Load(access, _), .. } => access.object == object,
            _ => false,
        };
        instructions.filter(is_load).count()
    }

    /// A program with one more object of one cell, a store to it somewhere, and loads from it, which the program computes with.
    fn with_lone_store(mut program: Program, random: &mut Random) -> (Program, ObjectId) {
        let object = ObjectId(program.objects.len());
        let width = program.map.inputs[0].width;
        let cell = Cell { offset: 0, initial: random.bits(width), name: "size".to_owned(), variable: None };
        program.objects.push(Object { name: "size".to_owned(), size: 1, cells: vec![cell], tail: None });
        let (access, zero) =
            (Access { object, pattern: Pattern { residue: 0, modulus: 0 }, width }, Operand::Constant(BitVec::zero(8)));
        for _ in 0..4 {
            let block = random.below(program.blocks.len());
            let place = random.below(program.blocks[block].instructions.len() + 1);
            program.widths.push(width);
            program.names.push(format!("v{}", program.names.len()));
            let result = ValueId(program.widths.len() - 1);
            let load = Instruction::Define { result, operation: Operation::Load(access, zero), origin: None };
            let widths = program.widths.clone();
            let mut read = |operand: &mut Operand| match *operand {
                Operand::Value(value) if widths[value.0] == width => *operand = Operand::Value(result),
                _ => {}
            };
            for instruction in program.blocks[block].instructions.iter_mut().skip(place).take(2) {
                if let Instruction::Define { operation: operation @ Operation::Binary(..), .. } = instruction {
                    operation.for_each_operand(&mut read);
                }
            }
            program.blocks[block].instructions.insert(place, load);
        }
        let block = random.below(program.blocks.len());
        let place = random.below(program.blocks[block].instructions.len() + 1);
        let defined = program.blocks[block].instructions[..place].iter().filter_map(Instruction::result);
        let phis = program.blocks[block].phis.iter().map(|phi| phi.result);
        let known: Vec<ValueId> = defined.chain(phis).filter(|value| program.widths[value.0] == width).collect();
        let value = match known.is_empty() {
            true => Operand::Constant(random.bits(width)),
            false => Operand::Value(known[random.below(known.len())]),
        };
        let condition = Operand::Constant(BitVec::TRUE);
        let store = Instruction::Store(Store { access, offset: zero, value, condition, origin: None });
        program.blocks[block].instructions.insert(place, store);
        (program, object)
    }

    fn outcome(program: &Program, seed: u64) -> Outcome {
        let mut random = Random::new(seed);
        let mut inputs = |request: InputRequest| random.bits(request.width);
        Interpreter::new(program).record(&mut inputs, 200).outcome
    }

    #[test]
    fn what_is_read_is_what_the_lone_store_wrote() {
        let (mut random, mut forwarded, mut left) = (Random::new(3), 0, 0);
        for seed in 0..600 {
            let mut program = random_program(seed, 2 + seed as usize % 6);
            program.map.sites.push(Site { kind: CheckKind::ReachError, detail: String::new(), origin: None });
            program.map.unmodelled.push(Unmodelled { reason: "random".to_owned(), origin: None });
            let (program, object) = with_lone_store(program, &mut random);
            program.validate().unwrap_or_else(|fault| panic!("{fault}\n{program}"));
            let mut other = program.clone();
            other.forward_lone_stores();
            other.validate().unwrap_or_else(|fault| panic!("{fault}\n{other}"));
            let [before, after] = [&program, &other].map(|program| loads(program, object));
            (forwarded, left) = (forwarded + before - after, left + after);
            for inputs in 0..5 {
                assert_eq!(outcome(&program, inputs), outcome(&other, inputs), "{program}\n{other}");
            }
        }
        assert!(forwarded > 200 && left > 200, "{forwarded} {left}");
    }

    /// Two stores, a store under a condition, and one at a computed offset say nothing.
    #[test]
    fn other_stores_are_not_forwarded() {
        let mut random = Random::new(4);
        for seed in 0..50 {
            let (program, object) = with_lone_store(random_program(seed, 3), &mut random);
            let is_store = |instruction: &Instruction| matches!(instruction, Instruction::Store(store) if store.access.object == object);
            let block =
                program.blocks.iter().position(|block| block.instructions.iter().any(is_store)).expect("it is there");
            let place = program.blocks[block].instructions.iter().position(is_store).expect("it is there");
            let Instruction::Store(store) = program.blocks[block].instructions[place] else { unreachable!() };
            let others = [
                vec![store, store],
                vec![Store { condition: Operand::Constant(BitVec::FALSE), ..store }],
                vec![store, Store { offset: Operand::Value(ValueId(0)), ..store }],
            ];
            for stores in others {
                let mut other = program.clone();
                let stores = stores.into_iter().map(Instruction::Store);
                other.blocks[block].instructions.splice(place..=place, stores);
                let before = loads(&other, object);
                other.forward_lone_stores();
                assert_eq!(loads(&other, object), before, "{other}");
            }
        }
    }
}
