//! Counters that go up together: of φs of one block that always differ by the same number, one is kept. LLVM makes such pairs: one for the
//! index of an array, and one for the loop's variable. Engines would have to find out that the two belong together.

use crate::bv::{BinaryOp, BitVec};
use crate::program::{Instruction, Operand, Operation, Phi, Program, ValueId};

/// A value, if there is one, and a number that is added to it.
type Sum = (Option<ValueId>, BitVec);

impl Program {
    /// Replaces each φ that differs from another φ of its block by a number, the same on all ways into the block, by a sum. True if there
    /// was one.
    pub(super) fn join_counters(&mut self) -> bool {
        let (sums, mut any) = (Sums::new(self), false);
        for block in &mut self.blocks {
            let mut kept: Vec<Phi> = Vec::new();
            let mut instructions = Vec::new();
            for phi in std::mem::take(&mut block.phis) {
                let like = kept.iter().find_map(|first| Some((first.result, sums.distance(first, &phi)?)));
                let Some((first, distance)) = like else {
                    kept.push(phi);
                    continue;
                };
                let operation = Operation::Binary(BinaryOp::Add, Operand::Value(first), Operand::Constant(distance));
                instructions.push(Instruction::Define { result: phi.result, operation, origin: None });
                any = true;
            }
            block.phis = kept;
            block.instructions.splice(0..0, instructions);
        }
        any
    }
}

/// What values are sums of: another value and a number.
struct Sums {
    widths: Vec<u32>,
    terms: Vec<Option<(ValueId, BitVec)>>,
}

impl Sums {
    fn new(program: &Program) -> Sums {
        let widths = program.widths.clone();
        let mut terms = vec![None; widths.len()];
        for instruction in program.blocks.iter().flat_map(|block| &block.instructions) {
            let Instruction::Define { result, operation, .. } = instruction else { continue };
            terms[result.0] = match *operation {
                Operation::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), Operand::Value(of), Operand::Constant(by)) => {
                    Some((of, op.apply(BitVec::zero(by.width()), by)))
                }
                Operation::Binary(BinaryOp::Add, Operand::Constant(by), Operand::Value(of)) => Some((of, by)),
                Operation::Copy(Operand::Value(of)) => Some((of, BitVec::zero(widths[of.0]))),
                _ => None,
            };
        }
        Sums { widths, terms }
    }

    /// An operand as a sum, whose value is none itself.
    fn of(&self, operand: Operand) -> Sum {
        match operand {
            Operand::Constant(number) => (None, number),
            Operand::Value(value) => {
                let (mut base, mut number) = (value, BitVec::zero(self.widths[value.0]));
                // Definitions lead to those before them, and a φ ends that.
                while let Some((of, by)) = self.terms[base.0] {
                    (base, number) = (of, BinaryOp::Add.apply(number, by));
                }
                (Some(base), number)
            }
        }
    }

    /// By how much a φ is larger than another one of its block whenever control comes to the block. Where both are given by themselves,
    /// as in a loop, their distance stays as it was.
    fn distance(&self, first: &Phi, other: &Phi) -> Option<BitVec> {
        if self.widths[first.result.0] != self.widths[other.result.0] {
            return None;
        }
        let mut found = None;
        for (&(from, operand), &(its_from, its)) in first.incoming.iter().zip(&other.incoming) {
            if from != its_from {
                return None;
            }
            let ((base, number), (its_base, its_number)) = (self.of(operand), self.of(its));
            let distance = BinaryOp::Sub.apply(its_number, number);
            let stays = base == Some(first.result) && its_base == Some(other.result);
            match stays {
                true if !distance.is_nonzero() => {}
                false if base == its_base && found.is_none_or(|found| found == distance) => found = Some(distance),
                _ => return None,
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::testing::RandomBits;
    use crate::program::testing::random_program;
    use crate::program::{BlockId, CheckKind, InputRequest, Interpreter, Outcome, Site, Unmodelled};
    use bitreach_formula::testing::Random;

    fn phis(program: &Program) -> usize {
        program.blocks.iter().map(|block| block.phis.len()).sum()
    }

    fn add(program: &mut Program, block: BlockId, of: Operand, by: BitVec) -> Operand {
        program.widths.push(by.width());
        program.names.push(format!("v{}", program.names.len()));
        let result = ValueId(program.widths.len() - 1);
        let operation = Operation::Binary(BinaryOp::Add, of, Operand::Constant(by));
        program.blocks[block.0].instructions.push(Instruction::Define { result, operation, origin: None });
        Operand::Value(result)
    }

    /// For each φ another one that is larger by a random number; who reads the first one reads the other one less that number.
    fn doubled(program: &Program, random: &mut Random) -> Program {
        let mut doubled = program.clone();
        for block in 0..program.blocks.len() {
            let mut fresh = Vec::new();
            for phi in &program.blocks[block].phis {
                let width = program.widths[phi.result.0];
                let distance = random.bits(width);
                doubled.widths.push(width);
                doubled.names.push(format!("v{}", doubled.names.len()));
                let result = ValueId(doubled.widths.len() - 1);
                let mut incoming = Vec::new();
                for &(from, operand) in &phi.incoming {
                    let larger = match operand {
                        Operand::Constant(number) => Operand::Constant(BinaryOp::Add.apply(number, distance)),
                        // In a loop of one value, the other one goes on by itself.
                        Operand::Value(value) if value == phi.result => Operand::Value(result),
                        Operand::Value(_) => add(&mut doubled, from, operand, distance),
                    };
                    incoming.push((from, larger));
                }
                fresh.push((phi.result, Phi { result, incoming }, distance));
            }
            for (first, phi, distance) in fresh {
                read_other(&mut doubled, block, (first, phi.result), distance);
                doubled.blocks[block].phis.push(phi);
            }
        }
        doubled
    }

    /// What a block computes from one φ, it computes from the other one, so that a wrong distance shows.
    fn read_other(program: &mut Program, block: usize, (first, other): (ValueId, ValueId), distance: BitVec) {
        let less = BinaryOp::Sub.apply(BitVec::zero(distance.width()), distance);
        let back = add(program, BlockId(block), Operand::Value(other), less);
        let instructions = &mut program.blocks[block].instructions;
        let last = instructions.pop();
        for instruction in instructions.iter_mut() {
            let Instruction::Define { operation, .. } = instruction else { continue };
            operation.for_each_operand(|operand| {
                if *operand == Operand::Value(first) {
                    *operand = back;
                }
            });
        }
        instructions.splice(0..0, last);
    }

    fn outcome(program: &Program, seed: u64) -> Outcome {
        let mut random = Random::new(seed);
        let mut inputs = |request: InputRequest| random.bits(request.width);
        Interpreter::new(program).record(&mut inputs, 200).outcome
    }

    #[test]
    fn of_counters_that_go_up_together_one_is_kept() {
        let (mut random, mut joined) = (Random::new(7), 0);
        for seed in 0..200 {
            let mut program = random_program(seed, 2 + seed as usize % 6);
            program.map.sites.push(Site { kind: CheckKind::ReachError, detail: String::new(), origin: None });
            program.map.unmodelled.push(Unmodelled { reason: "random".to_owned(), origin: None });
            let mut counters = doubled(&program, &mut random);
            counters.validate().unwrap_or_else(|fault| panic!("{fault}\n{counters}"));
            let (before, plain) = (phis(&counters), counters.clone());
            while counters.join_counters() {}
            counters.validate().unwrap_or_else(|fault| panic!("{fault}\n{counters}"));
            joined += before - phis(&counters);
            assert!(phis(&counters) <= phis(&program), "{plain}\n{counters}");
            for inputs in 0..5 {
                assert_eq!(outcome(&plain, inputs), outcome(&counters, inputs), "{plain}\n{counters}");
            }
        }
        assert!(joined > 500, "{joined}");
    }
}
