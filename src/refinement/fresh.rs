//! What fresh memory holds before the program writes it: stores to instances of what is written again, on every way, before anything there
//! is read. What such a store writes is read by nobody.
//!
//! The ways behind a store are followed symbolically. A value is a term over what the values were as the store happened, so
//! that an address that went through a φ, such as `t = malloc(…); p->next = t; p = t;`, is still known in the next round of a loop, and a
//! store through a pointer to one of several objects is known to be one to this object.

use super::large::StoreSite;
use super::members::meets;
use crate::bv::{BitVec, TermId, TermPool};
use crate::program::{BlockId, Instruction, Operand, Operation, Program, Store, Terminator, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many blocks are followed behind a store at most, on all ways together.
const MOST_BLOCKS: usize = 64;
/// How many operations behind each other say at most what a value was as the store happened.
const DEPTH: usize = 12;

/// These stores.
pub fn first_stores(program: &Program) -> FxHashSet<StoreSite> {
    let is_instance = |store: &Store| program.instances.iter().any(|row| row.object == store.access.object);
    let mut definitions = FxHashMap::default();
    for instruction in program.blocks.iter().flat_map(|block| &block.instructions) {
        if let Instruction::Define { result, operation, .. } = instruction {
            definitions.insert(*result, *operation);
        }
    }
    let mut found = FxHashSet::default();
    for (block, of_block) in program.blocks.iter().enumerate() {
        for (place, instruction) in of_block.instructions.iter().enumerate() {
            match instruction {
                Instruction::Store(store) if is_instance(store) => {
                    let site = (BlockId(block), place);
                    if Ways::new(program, &definitions).lead_to_another(site, store) {
                        found.insert(site);
                    }
                }
                _ => {}
            }
        }
    }
    found
}

/// The ways behind a store.
struct Ways<'p> {
    program: &'p Program,
    /// How values are computed.
    definitions: &'p FxHashMap<ValueId, Operation>,
    pool: TermPool,
    /// What the values were as the store happened.
    before: FxHashMap<ValueId, TermId>,
    /// How many blocks may still be followed.
    left: usize,
}

/// What the values are that have got one since.
type Values = FxHashMap<ValueId, TermId>;

impl<'p> Ways<'p> {
    fn new(program: &'p Program, definitions: &'p FxHashMap<ValueId, Operation>) -> Ways<'p> {
        Ways { program, definitions, pool: TermPool::new(), before: FxHashMap::default(), left: MOST_BLOCKS }
    }

    /// Whether each way leads to another store to the same cell, before anything there may be read. That can be the same store once more, as in
    /// the next round of a loop: what was written before it is not read then either.
    fn lead_to_another(mut self, (block, place): StoreSite, store: &Store) -> bool {
        let cell = self.offset(store, &Values::default());
        let mut open = vec![(block, place + 1, Values::default())];
        while let Some((at, from, mut values)) = open.pop() {
            match self.through(at, from, store, cell, &mut values) {
                Passed::Reads => return false,
                Passed::Writes => continue,
                Passed::Neither => {}
            }
            for next in self.successors(at, &values) {
                if self.left == 0 {
                    return false;
                }
                self.left -= 1;
                let entered = self.enter(at, next, &values);
                open.push((next, 0, entered));
            }
        }
        true
    }

    /// What the rest of a block does with a cell.
    fn through(&mut self, at: BlockId, from: usize, store: &Store, cell: TermId, values: &mut Values) -> Passed {
        let program = self.program;
        for instruction in &program.blocks[at.0].instructions[from..] {
            match instruction {
                Instruction::Store(later) if later.access == store.access => {
                    let condition = self.term(later.condition, values);
                    let happens = self.pool.as_constant(condition).is_some_and(BitVec::is_nonzero);
                    if happens && self.offset(later, values) == cell {
                        return Passed::Writes;
                    }
                }
                Instruction::Store(_) | Instruction::Assign(_) => {}
                Instruction::Define { operation: Operation::Load(access, _), .. } if meets(store.access, *access) => {
                    return Passed::Reads;
                }
                Instruction::Define { result, operation, .. } => {
                    let term = match operation {
                        Operation::Load(..) | Operation::Input(_) => self.anything(*result),
                        operation => {
                            let operands: Vec<TermId> =
                                operation.operands().into_iter().map(|operand| self.term(operand, values)).collect();
                            operation.term(&mut self.pool, &operands, program.widths[result.0])
                        }
                    };
                    values.insert(*result, term);
                }
            }
        }
        Passed::Neither
    }

    /// Where control may go behind a block. A way that ends reads nothing more.
    fn successors(&mut self, at: BlockId, values: &Values) -> Vec<BlockId> {
        let terminator = &self.program.blocks[at.0].terminator;
        if let Terminator::Branch { condition, then, otherwise } = terminator {
            let condition = self.term(*condition, values);
            if let Some(constant) = self.pool.as_constant(condition) {
                return vec![if constant.is_nonzero() { *then } else { *otherwise }];
            }
        }
        let mut next = terminator.successors();
        next.sort_unstable();
        next.dedup();
        next
    }

    /// The values behind an edge: all φs read at once.
    fn enter(&mut self, from: BlockId, to: BlockId, values: &Values) -> Values {
        let mut entered = values.clone();
        for phi in &self.program.blocks[to.0].phis {
            let incoming = phi.incoming.iter().find(|(block, _)| *block == from).map(|(_, operand)| *operand);
            let term = match incoming {
                Some(operand) => self.term(operand, values),
                None => self.anything(phi.result),
            };
            entered.insert(phi.result, term);
        }
        entered
    }

    /// Which cell a store writes.
    fn offset(&mut self, store: &Store, values: &Values) -> TermId {
        let offset = self.term(store.offset, values);
        match self.pool.width(offset) {
            width if width < BitVec::MAX_WIDTH => self.pool.zero_extend(offset, BitVec::MAX_WIDTH),
            _ => offset,
        }
    }

    fn term(&mut self, operand: Operand, values: &Values) -> TermId {
        match operand {
            Operand::Constant(constant) => self.pool.constant(constant),
            Operand::Value(value) => match values.get(&value) {
                Some(&term) => term,
                None => self.term_before(value, DEPTH),
            },
        }
    }

    /// What a value was as the store happened, as far as operations say so that came before. In SSA form they hold among the values
    /// that there are at a place.
    fn term_before(&mut self, value: ValueId, depth: usize) -> TermId {
        if let Some(&term) = self.before.get(&value) {
            return term;
        }
        let term = match self.definitions.get(&value) {
            Some(operation) if depth > 0 && !matches!(operation, Operation::Load(..) | Operation::Input(_)) => {
                let operands: Vec<TermId> = (operation.operands().into_iter())
                    .map(|operand| match operand {
                        Operand::Constant(constant) => self.pool.constant(constant),
                        Operand::Value(value) => self.term_before(value, depth - 1),
                    })
                    .collect();
                operation.term(&mut self.pool, &operands, self.program.widths[value.0])
            }
            _ => self.anything(value),
        };
        self.before.insert(value, term);
        term
    }

    /// Something of which nothing is known.
    fn anything(&mut self, value: ValueId) -> TermId {
        let symbol = self.pool.new_symbol("", self.program.widths[value.0]);
        self.pool.symbol(symbol)
    }
}

/// What the rest of a block does with a cell.
enum Passed {
    /// It may read it.
    Reads,
    /// It writes it.
    Writes,
    /// Neither.
    Neither,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::Predicate;
    use crate::program::{
        Access, Block, Cell, Exit, InputId, InputKind, InputSite, Instances, Object, ObjectId, Pattern, Phi, Reading,
        Tail,
    };

    const DATA: Access = Access { object: ObjectId(0), pattern: Pattern { residue: 0, modulus: 8 }, width: 32 };

    fn value(number: usize) -> Operand {
        Operand::Value(ValueId(number))
    }

    fn constant(width: u32, number: u128) -> Operand {
        Operand::Constant(BitVec::new(width, number))
    }

    fn store(offset: Operand, value: Operand, condition: Operand) -> Instruction {
        Instruction::Store(Store { access: DATA, offset, value, condition, origin: None })
    }

    fn define(result: usize, operation: Operation) -> Instruction {
        Instruction::Define { result: ValueId(result), operation, origin: None }
    }

    fn block(phis: Vec<Phi>, instructions: Vec<Instruction>, terminator: Terminator) -> Block {
        Block { name: "block".to_owned(), phis, instructions, terminator, origin: None }
    }

    /// `p = …; do { p->data = 1; t = malloc(…); p = t; } while (…);`, and what `last` does: what `t->data` holds at first is store 3 of block 1.
    fn program(last: Vec<Instruction>) -> Program {
        let entry = vec![define(0, Operation::Input(InputId(1)))];
        let incoming = vec![(BlockId(0), value(0)), (BlockId(1), value(2))];
        let phi = Phi { result: ValueId(1), incoming };
        let body = vec![
            store(value(1), constant(32, 1), constant(1, 1)),
            define(2, Operation::Input(InputId(1))),
            define(3, Operation::Input(InputId(0))),
            store(value(2), value(3), constant(1, 1)),
            define(4, Operation::Compare(Predicate::Eq, value(3), constant(32, 0))),
        ];
        let (condition, then, otherwise) = (value(4), BlockId(1), BlockId(2));
        let widths = vec![16, 16, 16, 32, 1, 32];
        let cell = Cell { offset: 0, initial: BitVec::zero(32), name: "data".to_owned(), variable: None };
        let tail = Some(Tail { begin: 0, period: 8, is_zero: true });
        let input = |width| InputSite { kind: InputKind::Undefined, width, reading: Reading::Unsigned, origin: None };
        let mut program = Program {
            blocks: vec![
                block(vec![], entry, Terminator::Jump(BlockId(1))),
                block(vec![phi], body, Terminator::Branch { condition, then, otherwise }),
                block(vec![], last, Terminator::Exit(Exit::Ok)),
            ],
            names: widths.iter().map(|_| "value".to_owned()).collect(),
            widths,
            objects: vec![Object { name: "list".to_owned(), size: 1 << 12, cells: vec![cell], tail }],
            instances: vec![Instances {
                object: ObjectId(0),
                links: vec![],
                low: 16,
                scale: 3,
                given: ObjectId(0),
                alive: None,
                chain: None,
            }],
            ..Program::default()
        };
        program.map.inputs = [32, 16].map(input).into();
        program.validate().expect("it is a program");
        program
    }

    fn is_first(last: Vec<Instruction>) -> bool {
        first_stores(&program(last)).contains(&(BlockId(1), 3))
    }

    #[test]
    fn what_is_written_again_on_every_way_is_read_by_nobody() {
        let load = || define(5, Operation::Load(DATA, constant(16, 0)));
        let again = |condition| store(value(2), constant(32, 2), condition);
        assert!(is_first(vec![again(constant(1, 1)), load()]));
        assert!(!is_first(vec![load(), again(constant(1, 1))]), "it is read first");
        assert!(!is_first(vec![again(value(4)), load()]), "it may not be written");
        assert!(!is_first(vec![store(constant(16, 8), constant(32, 2), constant(1, 1)), load()]), "another is written");
    }
}
