//! Control flow: blocks are read from the entry on, each when the first block that leads to it has been read. So every
//! block is read after its dominators, and every definition before its uses, except for those of φs, which are filled
//! in last. A block of LLVM may become several, see [`Draft::add_part`].

use llvm_ir::{BasicBlock, Function, HasDebugLoc, Module, Name};
use rustc_hash::FxHashMap;
use std::ops::{Deref, DerefMut};

use super::draft::Draft;
use super::memory::{Live, Model, Pointer, TOO_FAR};
use super::operators::cases;
use super::values::{readable, Shape, Value};
use crate::bv::BitVec;
use crate::prepare::objects::ObjectSource;
use crate::program::{
    BlockId, Exit, InputKind, InputSite, Operand, Operation, OriginId, Phi, Program, Reading, SourceMap, Terminator,
    Unmodelled, UnmodelledId, ValueId,
};
use crate::read::bounds::Bounds;

/// Why a block ends here: something that cannot be represented.
#[derive(Debug)]
pub(super) struct Cut {
    reason: String,
}

impl Cut {
    pub(super) fn new(reason: impl Into<String>) -> Cut {
        Cut { reason: reason.into() }
    }
}

/// Whether the block goes on after an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    Continues,
    /// Its terminator has been set.
    Ended,
}

/// A φ whose operands are still to be filled in.
struct OpenPhi<'m> {
    block: BlockId,
    result: ValueId,
    /// The part of the aggregate; empty for a single value.
    path: Vec<u32>,
    /// What of that part.
    half: Half,
    source: &'m llvm_ir::instruction::Phi,
}

/// What a φ of the program takes of one of LLVM.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Half {
    /// All of a bit-vector.
    Whole,
    /// The object of a pointer.
    Object,
    /// The offset of a pointer, narrow.
    Offset,
}

/// The state of reading one function.
pub(super) struct Reader<'m> {
    pub(super) module: &'m Module,
    pub(super) function: &'m Function,
    pub(super) draft: Draft<'m>,
    /// What is known of memory.
    pub(super) memory: Model<'m>,
    /// The accesses that are known to be inside their objects here: address and number of bytes.
    pub(super) checked: Vec<(Pointer, Operand)>,
    /// The pointers of which C says here whether they are equal, two and two.
    pub(super) told_apart: Vec<(Pointer, Pointer)>,
    /// The values that are defined so far.
    pub(super) values: FxHashMap<&'m Name, Value>,
    blocks: FxHashMap<&'m Name, &'m BasicBlock>,
    /// The φs and `select`s, by name.
    pub(super) definitions: FxHashMap<&'m Name, &'m llvm_ir::Instruction>,
    /// LLVM blocks to be read; the last comes first.
    waiting: Vec<&'m BasicBlock>,
    phis: Vec<OpenPhi<'m>>,
    unmodelled: FxHashMap<Unmodelled, UnmodelledId>,
    /// Which values are still used where, once someone has asked.
    pub(super) live: Option<Live<'m>>,
    /// The blocks that stand for marked places, with the rows of these.
    places: Vec<(BlockId, usize)>,
}

// What a reader adds goes to its draft.
impl<'m> Deref for Reader<'m> {
    type Target = Draft<'m>;

    fn deref(&self) -> &Draft<'m> {
        &self.draft
    }
}

impl<'m> DerefMut for Reader<'m> {
    fn deref_mut(&mut self) -> &mut Draft<'m> {
        &mut self.draft
    }
}

impl<'m> Reader<'m> {
    /// A reader of `function` of `module`, which has these objects.
    pub(super) fn new(
        module: &'m Module,
        function: &'m Function,
        map: SourceMap,
        objects: &'m [ObjectSource],
        bounds: Bounds,
    ) -> Reader<'m> {
        let mut memory = Model::new(module, function, objects, bounds);
        let objects = memory.objects(&map.variables);
        let (places, object_width) = (memory.named_objects(&map), memory.narrow_widths().0);
        let map = SourceMap { places, object_width, ..map };
        Reader {
            module,
            function,
            draft: Draft::new(Program { map, objects, ..Program::default() }),
            memory,
            checked: Vec::new(),
            told_apart: Vec::new(),
            values: FxHashMap::default(),
            blocks: function.basic_blocks.iter().map(|block| (&block.name, block)).collect(),
            definitions: choices(function),
            waiting: Vec::new(),
            phis: Vec::new(),
            unmodelled: FxHashMap::default(),
            live: None,
            places: Vec::new(),
        }
    }

    /// Reads everything that the entry leads to. Also gives the blocks that stand for marked places, each with its row.
    pub(super) fn run(mut self) -> (Program, Vec<(BlockId, usize)>) {
        if let Some(entry) = self.function.basic_blocks.first() {
            self.current = self.head(&entry.name);
            self.parameters();
        }
        while let Some(block) = self.waiting.pop() {
            self.block(block);
        }
        self.fill_phis();
        let order = self.program.reverse_postorder();
        self.program.remove_unreachable();
        // Each block has the number now that is its place in the order.
        let number: FxHashMap<BlockId, usize> = order.into_iter().zip(0..).collect();
        let kept = |(block, row): &(BlockId, usize)| Some((BlockId(*number.get(block)?), *row));
        let mut places: Vec<(BlockId, usize)> = self.places.iter().filter_map(kept).collect();
        places.sort_unstable();
        (self.draft.program, places)
    }

    /// Control passes the place of this row: a block stands for it that begins here.
    pub(super) fn place(&mut self, row: usize) {
        let is_fresh = self.program.blocks[self.current.0].instructions.is_empty()
            && self.places.iter().all(|(block, _)| *block != self.current);
        if !is_fresh {
            let rest = self.add_part("place");
            self.end(Terminator::Jump(rest));
            self.current = rest;
        }
        self.places.push((self.current, row));
    }

    /// The parameters of `main` are inputs.
    fn parameters(&mut self) {
        for parameter in &self.function.parameters {
            let value = match self.shape(&parameter.ty) {
                Shape::Bits(width) => {
                    let name = readable(&parameter.name);
                    let kind = InputKind::Parameter(name.as_str().into());
                    let input = self.add_input(InputSite { kind, width, reading: Reading::Signed, origin: None });
                    Value::Bits(self.define(width, name, Operation::Input(input)))
                }
                _ => Value::Opaque,
            };
            self.bind(&parameter.name, value);
        }
    }

    fn block(&mut self, block: &'m BasicBlock) {
        self.current = self.head(&block.name);
        self.forget_checks();
        for instruction in &block.instrs {
            self.origin = self.origin_of(instruction);
            match self.instruction(instruction) {
                Ok(Flow::Continues) => {}
                Ok(Flow::Ended) => return,
                Err(cut) => return self.cut(cut),
            }
        }
        self.origin = self.origin_of(&block.term);
        if let Err(cut) = self.terminator(&block.term) {
            self.cut(cut);
        }
    }

    /// The row of the origin table that a debug location names.
    fn origin_of(&self, instruction: &impl HasDebugLoc) -> Option<OriginId> {
        let line = instruction.get_debug_loc().as_ref()?.line as usize;
        (1..=self.program.map.origins.len()).contains(&line).then(|| OriginId(line - 1))
    }

    fn terminator(&mut self, terminator: &'m llvm_ir::Terminator) -> Result<(), Cut> {
        use llvm_ir::Terminator as T;
        match terminator {
            T::Ret(_) => self.end(Terminator::Exit(Exit::Ok)),
            T::Br(branch) => {
                let target = self.head(&branch.dest);
                self.end(Terminator::Jump(target));
            }
            T::CondBr(branch) => {
                let condition = self.bits(&branch.condition, "br")?;
                self.branch(condition, &branch.true_dest, &branch.false_dest);
            }
            T::Switch(switch) => self.switch(switch)?,
            T::Unreachable(_) => return Err(Cut::new("undefined behaviour: unreachable code is reached")),
            T::IndirectBr(_) => return Err(Cut::new("computed `goto`")),
            T::CallBr(_) => return Err(Cut::new("inline assembly that jumps")),
            T::Invoke(_) | T::Resume(_) | T::CleanupRet(_) | T::CatchRet(_) | T::CatchSwitch(_) => {
                return Err(Cut::new("exception handling"))
            }
        }
        Ok(())
    }

    fn branch(&mut self, condition: Operand, then: &'m Name, otherwise: &'m Name) {
        let terminator = match condition {
            Operand::Constant(constant) => {
                Terminator::Jump(self.head(if constant.is_nonzero() { then } else { otherwise }))
            }
            Operand::Value(_) if then == otherwise => Terminator::Jump(self.head(then)),
            Operand::Value(_) => {
                // Of several blocks that wait, the last is read first: make that the one for "true".
                let otherwise = self.head(otherwise);
                Terminator::Branch { condition, then: self.head(then), otherwise }
            }
        };
        self.end(terminator);
    }

    fn switch(&mut self, switch: &'m llvm_ir::terminator::Switch) -> Result<(), Cut> {
        let value = self.bits(&switch.operand, "switch")?;
        let cases = cases(switch).ok_or_else(|| Cut::new("`switch` on an integer of more than 64 bits"))?;
        if let Operand::Constant(constant) = value {
            let target = cases.iter().find(|case| case.0 == constant).map_or(&switch.default_dest, |case| case.1);
            let target = self.head(target);
            self.end(Terminator::Jump(target));
            return Ok(());
        }
        let default = self.head(&switch.default_dest);
        let cases = cases.into_iter().map(|(constant, target)| (constant, self.head(target))).collect();
        self.end(Terminator::Switch { value, cases, default });
        Ok(())
    }

    /// The block that an LLVM block begins with. From now on something leads to it, so it will be read.
    fn head(&mut self, name: &'m Name) -> BlockId {
        if let Some(&head) = self.heads.get(name) {
            return head;
        }
        let head = self.add_head(name);
        self.waiting.extend(self.blocks.get(name));
        head
    }

    /// Ends the current block by an exit.
    pub(super) fn exit(&mut self, exit: Exit) -> Flow {
        self.end(Terminator::Exit(exit));
        Flow::Ended
    }

    /// Ends the current block because of something that cannot be represented.
    fn cut(&mut self, cut: Cut) {
        let row = self.add_unmodelled(cut.reason);
        self.exit(Exit::Unmodelled(row));
    }

    /// Splits the current block: where `condition` is 1, what follows is not modelled.
    pub(super) fn cut_where(&mut self, condition: Operand, reason: &str) {
        let row = self.add_unmodelled(reason.into());
        self.leave(condition, Exit::Unmodelled(row));
    }

    /// Splits the current block: one new block for each row, chosen by `selector`, which has no other values.
    pub(super) fn switch_by_row(&mut self, selector: Operand, rows: &[usize]) -> Vec<BlockId> {
        let width = self.width(selector);
        let blocks: Vec<BlockId> = rows.iter().map(|_| self.add_part("row")).collect();
        let constants = rows.iter().map(|&row| BitVec::new(width, row as u128));
        let mut cases: Vec<(BitVec, BlockId)> = constants.zip(blocks.iter().copied()).collect();
        if let Some((_, default)) = cases.pop() {
            self.end(Terminator::Switch { value: selector, cases, default });
        }
        blocks
    }

    fn add_unmodelled(&mut self, reason: String) -> UnmodelledId {
        let Draft { program, origin, .. } = &mut self.draft;
        let rows = &mut program.map.unmodelled;
        *self.unmodelled.entry(Unmodelled { reason, origin: *origin }).or_insert_with_key(|row| {
            rows.push(row.clone());
            UnmodelledId(rows.len() - 1)
        })
    }

    /// Adds an instruction that defines a new value.
    pub(super) fn define(&mut self, width: u32, name: String, operation: Operation) -> Operand {
        self.draft.define(width, name, operation)
    }

    /// Defines a φ of LLVM, part by part; the operands follow in [`Reader::fill_phis`].
    pub(super) fn open_phi(&mut self, phi: &'m llvm_ir::instruction::Phi) {
        let shape = self.shape(&phi.to_type);
        let value = self.open_part(phi, &shape, &mut Vec::new());
        self.bind(&phi.dest, value);
    }

    fn open_part(&mut self, source: &'m llvm_ir::instruction::Phi, shape: &Shape, path: &mut Vec<u32>) -> Value {
        match shape {
            Shape::Bits(width) => {
                let parts = path.iter().map(|index| format!(".{index}"));
                let name = std::iter::once(readable(&source.dest)).chain(parts).collect();
                let result = self.add_value(*width, name, None);
                let (path, half) = (path.clone(), Half::Whole);
                self.phis.push(OpenPhi { block: self.current, result, path, half, source });
                Value::Bits(Operand::Value(result))
            }
            Shape::Aggregate(shapes) => {
                let mut parts = Vec::new();
                for (index, shape) in (0..).zip(shapes) {
                    path.push(index);
                    parts.push(self.open_part(source, shape, path));
                    path.pop();
                }
                Value::Aggregate(parts)
            }
            Shape::Pointer if self.memory.is_unknown(&source.dest) => Value::Opaque,
            Shape::Pointer => {
                let (object, offset) = self.memory.narrow_widths();
                let [object, offset] = [(object, Half::Object), (offset, Half::Offset)].map(|(width, half)| {
                    let result = self.add_value(width, readable(&source.dest), None);
                    self.phis.push(OpenPhi { block: self.current, result, path: path.clone(), half, source });
                    Operand::Value(result)
                });
                let offset = self.widened(offset);
                Value::Pointer(Pointer { object, offset })
            }
            Shape::Opaque => Value::Opaque,
        }
    }

    /// Gives each φ its operands, edge by edge, for those predecessors that have been read. Where an operand cannot be
    /// represented, control leaves on the edge, through a block put there.
    fn fill_phis(&mut self) {
        let mut groups: Vec<Vec<OpenPhi<'m>>> = Vec::new();
        for phi in std::mem::take(&mut self.phis) {
            match groups.last_mut() {
                Some(group) if group[0].block == phi.block => group.push(phi),
                _ => groups.push(vec![phi]),
            }
        }
        let predecessors = self.program.predecessors();
        for group in groups {
            let block = group[0].block;
            let mut incoming: Vec<Vec<(BlockId, Operand)>> = vec![Vec::new(); group.len()];
            for &from in &predecessors[block.0] {
                self.current = from;
                self.origin = self.program.blocks[from.0].origin;
                match self.edge_operands(from, &group) {
                    Ok((operands, too_far)) => {
                        let from = too_far.map_or(from, |bad| self.guard_edge(from, block, bad));
                        incoming.iter_mut().zip(operands).for_each(|(edges, operand)| edges.push((from, operand)));
                    }
                    Err(cut) => self.cut_edge(from, block, cut),
                }
            }
            for (phi, incoming) in group.into_iter().zip(incoming) {
                self.program.blocks[block.0].phis.push(Phi { result: phi.result, incoming });
            }
        }
    }

    /// The operands of the φs of a block where control comes from `from`, and the condition under which a pointer among
    /// them is too far outside of its object to be remembered.
    fn edge_operands(&mut self, from: BlockId, phis: &[OpenPhi<'m>]) -> Result<(Vec<Operand>, Option<Operand>), Cut> {
        let (mut operands, mut too_far) = (Vec::new(), None);
        for phi in phis {
            let value = self.incoming(phi.source, from).ok_or_else(|| Cut::new("φ without operand"))?;
            operands.push(match phi.half {
                Half::Whole => self.passed(value, &phi.path)?,
                Half::Object => self.passed_pointer(value, &phi.path)?.object,
                Half::Offset => {
                    let offset = self.passed_pointer(value, &phi.path)?.offset;
                    let (narrow, bad) = self.narrowed(offset);
                    too_far = match (too_far, bad) {
                        (Some(one), Some(other)) => Some(self.either(one, other)),
                        (one, other) => one.or(other),
                    };
                    narrow
                }
            });
        }
        Ok((operands, too_far))
    }

    /// Puts a block on an edge, from which control leaves where `bad` is 1. The new block is the one that control comes from.
    fn guard_edge(&mut self, from: BlockId, to: BlockId, bad: Operand) -> BlockId {
        let row = self.add_unmodelled(TOO_FAR.to_owned());
        let (guard, exit) = (self.add_part("guard"), self.add_part("cut"));
        self.program.blocks[from.0].terminator.redirect(to, guard);
        self.end_of(guard, Terminator::Branch { condition: bad, then: exit, otherwise: to });
        self.end_of(exit, Terminator::Exit(Exit::Unmodelled(row)));
        guard
    }

    /// Makes the edge leave the program.
    fn cut_edge(&mut self, from: BlockId, to: BlockId, cut: Cut) {
        let row = self.add_unmodelled(cut.reason);
        let exit = self.add_part("cut");
        self.end_of(exit, Terminator::Exit(Exit::Unmodelled(row)));
        self.program.blocks[from.0].terminator.redirect(to, exit);
    }
}

/// The φs and `select`s of a function, by name.
fn choices(function: &Function) -> FxHashMap<&Name, &llvm_ir::Instruction> {
    let instructions = function.basic_blocks.iter().flat_map(|block| &block.instrs);
    let choices = instructions.filter(|i| matches!(i, llvm_ir::Instruction::Phi(_) | llvm_ir::Instruction::Select(_)));
    choices.filter_map(|choice| Some((choice.try_get_result()?, choice))).collect()
}
