//! The small-block encoding, the reference: one step is one basic block.
//!
//! After Kleine Büning, Balyo, Sinz: *Unbounded Software Model Checking with Incremental SAT-Solving* (arXiv 1802.04174),
//! Definitions 3 to 7; `docs/encoding.md` has the formulas. Which function is which definition:
//!
//! * [`Codes`]: the state space's `location` and `predecessor` (Definition 3), sinks first.
//! * [`Encoder::finish`]: the initial formula (both words are the entry's code), the goal formula, the universal formula
//!   (Definitions 4 to 6).
//! * [`Encoder::block`]: the transition of one block; all of them together are Definition 7. Sinks loop.

use crate::bv::{SymbolId, TermId, TermPool};
use crate::program::{BlockId, Instruction, Operand, Operation, Phi, Program, Terminator, ValueId};
use crate::ts::control::live_across_blocks;
use crate::ts::encoding::{Codes, Encoding};
use crate::ts::memory::{Cells, Memory};
use crate::ts::{Input, State, TransitionSystem};
use rustc_hash::FxHashMap;

/// Encodes a program; one step is one basic block.
pub fn encode(program: &Program) -> Encoding {
    let codes = Codes::new(program, |_| true);
    let mut encoder = Encoder::new(program, &codes);
    codes.locations().for_each(|block| encoder.block(block));
    encoder.finish(codes.clone())
}

/// Builds the system block by block.
struct Encoder<'a> {
    program: &'a Program,
    codes: &'a Codes,
    pool: TermPool,
    location: SymbolId,
    predecessor: SymbolId,
    /// The state symbol of each value that is live across blocks.
    remembered: Vec<Option<SymbolId>>,
    /// The term of each value inside the block that is being encoded.
    local: Vec<Option<TermId>>,
    /// For each remembered value, its next state.
    next: Vec<Option<TermId>>,
    next_location: TermId,
    cells: Cells,
    inputs: Vec<Input>,
    input_of: FxHashMap<ValueId, SymbolId>,
}

impl<'a> Encoder<'a> {
    fn new(program: &'a Program, codes: &'a Codes) -> Encoder<'a> {
        let mut pool = TermPool::new();
        let location = pool.new_symbol("location", codes.width());
        let predecessor = pool.new_symbol("predecessor", codes.width());
        let live = live_across_blocks(program);
        let remembered = (0..program.widths.len())
            .map(|value| live[value].then(|| pool.new_symbol(&program.names[value], program.widths[value])))
            .collect();
        let next_location = pool.symbol(location);
        let cells = Cells::new(&mut pool, program);
        Encoder {
            program,
            codes,
            pool,
            location,
            predecessor,
            remembered,
            local: vec![None; program.widths.len()],
            next: vec![None; program.widths.len()],
            next_location,
            cells,
            inputs: Vec::new(),
            input_of: FxHashMap::default(),
        }
    }

    /// The transition of one block: the values that it defines, and where control goes.
    fn block(&mut self, id: BlockId) {
        let block = &self.program.blocks[id.0];
        let mut defined = Vec::new();
        let mut memory = self.cells.start.clone();
        for phi in &block.phis {
            self.local[phi.result.0] = Some(self.phi(phi));
            defined.push(phi.result);
        }
        for instruction in &block.instructions {
            match instruction {
                Instruction::Define { result, operation, .. } => {
                    self.local[result.0] = Some(self.operation(*result, operation, &memory));
                    defined.push(*result);
                }
                Instruction::Store(store) => {
                    let written = (self.operand(&store.offset), self.operand(&store.value));
                    let written = (written.0, written.1, self.operand(&store.condition));
                    memory.store(&mut self.pool, (self.program, &self.cells), store.access, written);
                }
                Instruction::Assign(_) => {}
            }
        }
        let target = self.target(&block.terminator);
        let here = self.at(self.location, id);
        self.next_location = self.pool.ite(here, target, self.next_location);
        self.cells.update(&mut self.pool, here, &memory);
        for value in defined {
            if let (Some(symbol), Some(term)) = (self.remembered[value.0], self.local[value.0].take()) {
                let kept = self.pool.symbol(symbol);
                self.next[value.0] = Some(self.pool.ite(here, term, kept));
            }
        }
    }

    /// Whether a location word has a block's code.
    fn at(&mut self, word: SymbolId, block: BlockId) -> TermId {
        let word = self.pool.symbol(word);
        self.codes.at(&mut self.pool, word, code(self.codes, block))
    }

    /// A φ chooses by `predecessor`. Its operands are read as they were when the step began.
    fn phi(&mut self, phi: &Phi) -> TermId {
        let mut choices = phi.incoming.iter().rev();
        let (_, last) = choices.next().expect("a φ has an operand for each predecessor, and there is one");
        let mut term = self.remembered_operand(last);
        for (block, operand) in choices {
            let from = self.at(self.predecessor, *block);
            let value = self.remembered_operand(operand);
            term = self.pool.ite(from, value, term);
        }
        term
    }

    /// An operand as the step finds it.
    fn remembered_operand(&mut self, operand: &Operand) -> TermId {
        match *operand {
            Operand::Constant(constant) => self.pool.constant(constant),
            Operand::Value(value) => {
                let symbol = self.remembered[value.0].expect("a value that is read in another block is remembered");
                self.pool.symbol(symbol)
            }
        }
    }

    /// An operand in the middle of a block: what the block has computed, else what the step found.
    fn operand(&mut self, operand: &Operand) -> TermId {
        let computed = match operand {
            Operand::Value(value) => self.local[value.0],
            Operand::Constant(_) => None,
        };
        computed.unwrap_or_else(|| self.remembered_operand(operand))
    }

    fn operation(&mut self, result: ValueId, operation: &Operation, memory: &Memory) -> TermId {
        let width = self.program.widths[result.0];
        if let Operation::Input(_) = operation {
            let name = self.program.names[result.0].clone();
            let symbol = self.pool.new_symbol(&name, width);
            self.inputs.push(Input { name, symbol, width });
            self.input_of.insert(result, symbol);
            return self.pool.symbol(symbol);
        }
        let operands: Vec<TermId> = operation.operands().iter().map(|operand| self.operand(operand)).collect();
        match operation {
            Operation::Load(access, _) => memory.load(&mut self.pool, self.program, *access, operands[0]),
            _ => operation.term(&mut self.pool, &operands, width),
        }
    }

    /// The location code that a terminator leads to.
    fn target(&mut self, terminator: &Terminator) -> TermId {
        let word = |codes: &Codes, block: &BlockId| codes.word(code(codes, *block));
        match terminator {
            Terminator::Jump(target) => self.pool.constant(word(self.codes, target)),
            Terminator::Exit(exit) => self.pool.constant(self.codes.word(Codes::sink(*exit))),
            Terminator::Branch { condition, then, otherwise } => {
                let condition = self.operand(condition);
                let then = self.pool.constant(word(self.codes, then));
                let otherwise = self.pool.constant(word(self.codes, otherwise));
                self.pool.ite(condition, then, otherwise)
            }
            Terminator::Switch { value, cases, default } => {
                let value = self.operand(value);
                let mut target = self.pool.constant(word(self.codes, default));
                for (constant, block) in cases.iter().rev() {
                    let constant = self.pool.constant(*constant);
                    let chosen = self.pool.compare(crate::bv::Predicate::Eq, value, constant);
                    let block = self.pool.constant(word(self.codes, block));
                    target = self.pool.ite(chosen, block, target);
                }
                target
            }
        }
    }

    /// All blocks together, the initial values, what always holds, and the goals.
    fn finish(mut self, codes: Codes) -> Encoding {
        let width = codes.width();
        let entry = Some(codes.word(code(&codes, BlockId(0))));
        let location = self.pool.symbol(self.location);
        let predecessor = self.pool.symbol(self.predecessor);
        let mut universal = codes.in_range(&mut self.pool, location);
        universal.extend(codes.in_range(&mut self.pool, predecessor));
        let (error, error_or_unmodelled) = codes.goals(&mut self.pool, location);
        let control = |name: &str, symbol, next| State { name: name.to_owned(), symbol, width, initial: entry, next };
        let mut states = vec![
            control("location", self.location, self.next_location),
            control("predecessor", self.predecessor, location),
        ];
        for (index, symbol) in self.remembered.iter().enumerate() {
            if let (Some(symbol), Some(next)) = (*symbol, self.next[index]) {
                let (name, width) = (self.program.names[index].clone(), self.program.widths[index]);
                states.push(State { name, symbol, width, initial: None, next });
            }
        }
        states.extend(self.cells.states(self.program));
        let system = TransitionSystem {
            pool: self.pool,
            states,
            locations: vec![self.location, self.predecessor],
            inputs: self.inputs,
            universal,
            predicates: Vec::new(),
            later: Vec::new(),
            candidates: Vec::new(),
            error,
            error_or_unmodelled,
        };
        Encoding { system, codes, location: self.location, inputs: self.input_of }
    }
}

fn code(codes: &Codes, block: BlockId) -> usize {
    codes.of_block(block).expect("in the small-block encoding every block has a code")
}
