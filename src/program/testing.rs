//! Random valid programs for tests: any control flow, irreducible graphs among it, with every value in SSA form.
//!
//! A program computes with a fixed number of words. Each block but the entry has one φ for each word, which merges what its
//! predecessors hold; so every read is of a value that dominates it. Some reads go further back, to the entry's values.
//! It also reads and writes an array of eight cells, and reads one that is never written.

use crate::bv::testing::RandomBits;
use crate::bv::{BinaryOp, BitVec, Predicate};
use crate::program::{
    Access, Block, BlockId, Cell, Exit, InputId, InputKind, InputSite, Instruction, Object, ObjectId, Operand,
    Operation, Pattern, Phi, Program, Reading, SiteId, SourceMap, Store, Terminator, UnmodelledId, ValueId,
};
pub use bitreach_formula::testing::Random;

/// A random program with the given number of blocks, computing with three words of 3 bits.
pub fn random_program(seed: u64, blocks: usize) -> Program {
    program_of(blocks)(&mut Random::new(seed))
}

/// Makes such programs from the numbers of a generator: for properties ([`bitreach_formula::testing::for_all`]).
pub fn program_of(blocks: usize) -> impl Fn(&mut Random) -> Program {
    move |random| Generator { random, program: Program::default(), straight: false }.run(blocks)
}

/// Makes such programs of 2 to 9 blocks.
pub fn any_program(random: &mut Random) -> Program {
    let blocks = 2 + random.below(8);
    program_of(blocks)(random)
}

/// The same without loops and memory. Its errors have no site, and what is unmodelled no row.
pub fn random_straight_program(seed: u64, blocks: usize) -> Program {
    Generator { random: &mut Random::new(seed), program: Program::default(), straight: true }.run(blocks)
}

const WORDS: usize = 3;
const WIDTH: u32 = 3;

struct Generator<'a> {
    random: &'a mut Random,
    program: Program,
    /// Whether control only goes forward, and memory is left alone.
    straight: bool,
}

impl Generator<'_> {
    fn run(mut self, count: usize) -> Program {
        let input = InputSite { kind: InputKind::Undefined, width: WIDTH, reading: Reading::Unsigned, origin: None };
        self.program.map = SourceMap { inputs: vec![input], ..SourceMap::default() };
        self.program.objects = vec![self.object("array"), self.object("table")];
        // φs first, so that blocks can refer to those of later ones.
        let phis: Vec<Vec<ValueId>> =
            (0..count).map(|block| (0..WORDS).filter(|_| block > 0).map(|_| self.value(WIDTH)).collect()).collect();
        let mut entry_values = Vec::new();
        let mut leaving: Vec<Vec<Operand>> = Vec::new();
        for (block, merged) in phis.iter().enumerate() {
            let mut words: Vec<Operand> = match block {
                0 => (0..WORDS).map(|_| Operand::Constant(self.random.bits(WIDTH))).collect(),
                _ => merged.iter().map(|&phi| Operand::Value(phi)).collect(),
            };
            let mut instructions = Vec::new();
            for _ in 0..self.random.below(4) {
                let word = self.random.below(WORDS);
                let operation = self.operation(&words, &entry_values);
                words[word] = self.define(WIDTH, operation, &mut instructions);
                if !self.straight && self.random.below(3) == 0 {
                    self.store(&words, &mut instructions);
                }
            }
            if block == 0 {
                entry_values.clone_from(&words);
            }
            let terminator = self.terminator(count, &words, &mut instructions);
            leaving.push(words);
            let name = format!("b{block}");
            self.program.blocks.push(Block { name, phis: Vec::new(), instructions, terminator, origin: None });
        }
        self.program.simplify_unreachable(&phis, &leaving)
    }

    fn value(&mut self, width: u32) -> ValueId {
        self.program.widths.push(width);
        self.program.names.push(format!("v{}", self.program.names.len()));
        ValueId(self.program.widths.len() - 1)
    }

    fn define(&mut self, width: u32, operation: Operation, instructions: &mut Vec<Instruction>) -> Operand {
        let result = self.value(width);
        instructions.push(Instruction::Define { result, operation, origin: None });
        Operand::Value(result)
    }

    fn read(&mut self, words: &[Operand], entry_values: &[Operand]) -> Operand {
        match self.random.below(8) {
            0 => Operand::Constant(self.random.bits(WIDTH)),
            1 if !entry_values.is_empty() => entry_values[self.random.below(WORDS)],
            _ => words[self.random.below(WORDS)],
        }
    }

    fn operation(&mut self, words: &[Operand], entry_values: &[Operand]) -> Operation {
        match self.random.below(6) {
            0 => return Operation::Input(InputId(0)),
            1 if !self.straight => {
                let object = ObjectId(self.random.below(2));
                let (access, offset) = self.access(object, words);
                return Operation::Load(access, offset);
            }
            _ => {}
        }
        let ops = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Xor, BinaryOp::And, BinaryOp::Mul, BinaryOp::UDiv];
        let op = ops[self.random.below(ops.len())];
        Operation::Binary(op, self.read(words, entry_values), self.read(words, entry_values))
    }

    /// An object that any word is an offset into.
    fn object(&mut self, name: &str) -> Object {
        let mut cell = |offset| {
            let initial = self.random.bits(WIDTH);
            Cell { offset, initial, name: format!("{name}[{offset}]"), variable: None }
        };
        let cells: Vec<Cell> = (0..1 << WIDTH).map(&mut cell).collect();
        Object { name: name.to_owned(), size: cells.len() as u64, cells, tail: None }
    }

    /// An access to any cell, or to a certain one.
    fn access(&mut self, object: ObjectId, words: &[Operand]) -> (Access, Operand) {
        let offset = self.read(words, &[]);
        let pattern = match offset {
            Operand::Constant(offset) => Pattern { residue: offset.unsigned() as u64, modulus: 0 },
            Operand::Value(_) => Pattern { residue: 0, modulus: 1 },
        };
        (Access { object, pattern, width: WIDTH }, offset)
    }

    fn store(&mut self, words: &[Operand], instructions: &mut Vec<Instruction>) {
        let (access, offset) = self.access(ObjectId(0), words);
        let value = self.read(words, &[]);
        let condition = match self.random.below(2) {
            0 => Operand::Constant(BitVec::bit(true)),
            _ => self.define(1, Operation::Compare(Predicate::Slt, words[0], words[1]), instructions),
        };
        instructions.push(Instruction::Store(Store { access, offset, value, condition, origin: None }));
    }

    fn terminator(&mut self, count: usize, words: &[Operand], instructions: &mut Vec<Instruction>) -> Terminator {
        let here = self.program.blocks.len();
        // Without loops control goes a few blocks on, so that many paths are long.
        let (first, choice) = if self.straight { (here + 1, 4) } else { (1, count) };
        if first == count {
            return Terminator::Exit(Exit::Ok);
        }
        let target = |random: &mut Random| BlockId(first + random.below(choice.min(count - first)));
        match self.random.below(if self.straight { 30 } else { 10 }) {
            0 => Terminator::Exit(Exit::Ok),
            1 => Terminator::Exit(Exit::Error(SiteId(0))),
            2 => Terminator::Exit(Exit::Unmodelled(UnmodelledId(0))),
            3 | 4 => Terminator::Jump(target(self.random)),
            5 => {
                let value = words[self.random.below(WORDS)];
                let case = |bits| BitVec::new(WIDTH, bits);
                let cases = vec![(case(1), target(self.random)), (case(6), target(self.random))];
                Terminator::Switch { value, cases, default: target(self.random) }
            }
            _ => {
                let (a, b) = (words[self.random.below(WORDS)], words[self.random.below(WORDS)]);
                let condition = self.define(1, Operation::Compare(Predicate::Ult, a, b), instructions);
                let (then, otherwise) = (target(self.random), target(self.random));
                Terminator::Branch { condition, then, otherwise }
            }
        }
    }
}

impl Program {
    /// Gives each block its φs, one operand for each predecessor; blocks that cannot be reached become exits, so that
    /// they are nobody's predecessors.
    fn simplify_unreachable(mut self, phis: &[Vec<ValueId>], leaving: &[Vec<Operand>]) -> Program {
        let mut reached = vec![false; self.blocks.len()];
        let mut open = vec![0];
        while let Some(block) = open.pop() {
            if !std::mem::replace(&mut reached[block], true) {
                open.extend(self.blocks[block].terminator.successors().iter().map(|next| next.0));
            }
        }
        for (block, _) in reached.iter().enumerate().filter(|(_, reached)| !**reached) {
            self.blocks[block].terminator = Terminator::Exit(Exit::Ok);
            self.blocks[block].instructions.clear();
        }
        let predecessors = self.predecessors();
        for (block, phis) in phis.iter().enumerate().filter(|(block, _)| reached[*block]) {
            let incoming =
                |word: usize| predecessors[block].iter().map(|&from| (from, leaving[from.0][word])).collect();
            self.blocks[block].phis =
                phis.iter().enumerate().map(|(word, &result)| Phi { result, incoming: incoming(word) }).collect();
        }
        self
    }
}
