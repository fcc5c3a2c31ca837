//! Whole programs: what cannot be represented cuts its block, and pointers are pairs of an object and an offset.

use super::blocks::{Cut, Flow, Reader};
use super::bounds::Bounds;
use super::memory::{behind_null, Asked, Held, Model, Pointer};
use super::policy::{Half, Policy};
use super::values::{readable, zero, Shape, Value};
use crate::bv::{BinaryOp, BitVec, OverflowOp, Predicate};
use crate::prepare::choices::Taken;
use crate::prepare::objects::ObjectSource;
use crate::program::{BlockId, Exit, Operand, Operation, OriginId, Program, Reading, SiteId, SourceMap, Terminator};
use llvm_ir::instruction::{Call, Phi, Select};
use llvm_ir::{BasicBlock, Constant, Function, HasDebugLoc, Instruction, Module, Name};
use rustc_hash::FxHashMap;

/// What is not known cuts.
pub(super) struct Exact<'m> {
    /// What is known of memory.
    pub(super) memory: Model<'m>,
    /// The accesses that are known to be inside their objects here: address and number of bytes.
    pub(super) checked: Vec<(Pointer, Operand)>,
    /// The pointers of which C says here whether they are equal, two and two.
    pub(super) told_apart: Vec<(Pointer, Pointer)>,
    /// Where instances begin that are known to have been given out: the pool, and the offset.
    pub(super) born: Vec<(usize, Operand)>,
    /// Where instances begin that are known to be alive, where they are meant.
    pub(super) living: Vec<(usize, Operand)>,
    /// The instances of pools of which it is asked whether they are lost: one of each, whichever.
    pub(super) asked: Vec<Asked>,
    /// The φs and `select`s, by name.
    pub(super) choices: FxHashMap<&'m Name, &'m Instruction>,
    /// What locals hold where it is asked next whether memory is lost.
    pub(super) held: Vec<Held<'m>>,
    /// The blocks that stand for marked places, with the rows of these.
    places: Vec<(BlockId, usize)>,
    /// Which objects accesses leave, in words, by check; empty where that is not one object whose size is known.
    pub(super) left: FxHashMap<SiteId, String>,
}

/// Reads a function of a module with these objects as a program. Also gives the blocks that stand for marked places, each with its row, and
/// which objects accesses leave.
pub(super) fn read(
    module: &llvm_ir::Module,
    function: &Function,
    map: SourceMap,
    objects: &[ObjectSource],
    bounds: Bounds,
) -> (Program, Vec<(BlockId, usize)>, FxHashMap<SiteId, String>) {
    let mut reader = reader(module, function, map, objects, bounds);
    reader.read();
    let order = reader.program.reverse_postorder();
    reader.program.remove_unreachable();
    // Each block has the number now that is its place in the order.
    let number: FxHashMap<BlockId, usize> = order.into_iter().zip(0..).collect();
    let kept = |(block, row): &(BlockId, usize)| Some((BlockId(*number.get(block)?), *row));
    let mut places: Vec<(BlockId, usize)> = reader.policy.places.iter().filter_map(kept).collect();
    places.sort_unstable();
    (reader.draft.program, places, reader.policy.left)
}

fn reader<'m>(
    module: &'m Module,
    function: &'m Function,
    map: SourceMap,
    objects: &'m [ObjectSource],
    bounds: Bounds,
) -> Reader<'m, Exact<'m>> {
    let mut memory = Model::new(module, function, objects, bounds);
    let objects = memory.objects(&map.variables);
    let instances = memory.instances(function);
    let (places, object_width) = (memory.named_objects(&map), memory.object_width);
    let map = SourceMap { places, object_width, ..map };
    let policy = Exact {
        memory,
        checked: Vec::new(),
        told_apart: Vec::new(),
        born: Vec::new(),
        living: Vec::new(),
        asked: Vec::new(),
        choices: choices(function),
        held: Vec::new(),
        places: Vec::new(),
        left: FxHashMap::default(),
    };
    Reader::new(module, function, Program { map, objects, instances, ..Program::default() }, policy)
}

impl<'m> Policy<'m> for Exact<'m> {
    const HAS_GUARDS: bool = true;

    /// What nothing leads to is not read.
    fn begin(reader: &mut Reader<'m, Self>) {
        if let Some(entry) = reader.function.basic_blocks.first() {
            reader.current = reader.head(&entry.name);
            reader.parameters(Reading::Signed);
            reader.ask_of_pools();
        }
    }

    fn block(reader: &mut Reader<'m, Self>, block: &'m BasicBlock) {
        reader.current = reader.head(&block.name);
        reader.forget_checks();
        reader.policy.born.clear();
        for instruction in &block.instrs {
            reader.origin = reader.origin_of(instruction);
            match reader.instruction(instruction) {
                Ok(Flow::Continues) => {}
                Ok(Flow::Ended) => return,
                Err(cut) => return reader.cut(cut),
            }
        }
        reader.origin = reader.origin_of(&block.term);
        if let Err(cut) = reader.terminator(&block.term) {
            reader.cut(cut);
        }
    }

    fn leave(reader: &mut Reader<'m, Self>, returns: bool) {
        match returns {
            true => drop(reader.exit(Exit::Ok)),
            false => reader.cut(Cut::new("undefined behaviour: unreachable code is reached")),
        }
    }

    fn ways(
        reader: &mut Reader<'m, Self>,
        _: &'m llvm_ir::Terminator,
        ways: &[(Taken, &'m Name)],
        taken: Option<usize>,
    ) -> Vec<BlockId> {
        if let Some(taken) = taken {
            return vec![reader.head(ways[taken].1); ways.len()];
        }
        // Of several blocks that wait, the last is read first: of a branch, the one for "true".
        let Some(((_, last), others)) = ways.split_last() else { return Vec::new() };
        let last = reader.head(last);
        let others: Vec<BlockId> = others.iter().map(|(_, name)| reader.head(name)).collect();
        others.into_iter().chain([last]).collect()
    }

    fn unknown(_: &mut Reader<'m, Self>, _: u32, cut: Cut) -> Result<Operand, Cut> {
        Err(cut)
    }

    fn settled(_: &mut Reader<'m, Self>, _: &Name, _: &Shape, result: Result<Value, Cut>) -> Result<Value, Cut> {
        result
    }

    fn effect(reader: &mut Reader<'m, Self>, instruction: &'m Instruction) -> Result<Option<Flow>, Cut> {
        use Instruction as I;
        match instruction {
            I::Load(load) => reader.load(load).map(Some),
            I::Store(store) => reader.store(store).map(Some),
            I::Fence(_) | I::CmpXchg(_) | I::AtomicRMW(_) => Err(Cut::new("atomic access to memory")),
            I::VAArg(_) => Err(Cut::new("variable arguments")),
            I::LandingPad(_) | I::CatchPad(_) | I::CleanupPad(_) => Err(Cut::new("exception handling")),
            _ => Ok(None),
        }
    }

    fn call(reader: &mut Reader<'m, Self>, call: &'m Call) -> Result<Flow, Cut> {
        reader.call(call)
    }

    fn computed(
        reader: &mut Reader<'m, Self>,
        instruction: &'m Instruction,
        name: &'m Name,
        shape: &Shape,
    ) -> Result<Option<Value>, Cut> {
        use Instruction as I;
        Ok(Some(match instruction {
            I::Alloca(_) => match name {
                Name::Name(name) => reader.address_of(true, name).map_or(Value::Opaque, Value::Pointer),
                Name::Number(_) => Value::Opaque,
            },
            I::PtrToInt(cast) => reader.cast_pointer(&cast.operand, shape),
            I::IntToPtr(cast) => reader.cast_pointer(&cast.operand, shape),
            I::BitCast(_) | I::GetElementPtr(_) | I::AddrSpaceCast(_) if *shape == Shape::Pointer => Value::Opaque,
            I::Add(add) if reader.is_address(&add.operand0) || reader.is_address(&add.operand1) => {
                reader.add_address(&add.operand0, &add.operand1, name)?
            }
            I::Sub(sub) if reader.is_address(&sub.operand0) || reader.is_address(&sub.operand1) => {
                reader.subtract_address(&sub.operand0, &sub.operand1, name)?
            }
            I::ICmp(compare) => {
                let operands = (&compare.operand0, &compare.operand1);
                let ty = reader.module.type_of(operands.0);
                let is_pointer = matches!(ty.as_ref(), llvm_ir::Type::PointerType { .. });
                if !is_pointer && !reader.is_address(operands.0) && !reader.is_address(operands.1) {
                    return Ok(None);
                }
                Value::Bits(reader.compare_pointers(compare.predicate, operands, readable(&compare.dest))?)
            }
            _ => return Ok(None),
        }))
    }

    /// Splits the block where a divisor is zero, or where a signed quotient does not fit.
    fn divide(reader: &mut Reader<'m, Self>, a: Operand, b: Operand, signed: bool) {
        if let Operand::Constant(divisor) = b {
            if divisor.is_nonzero() && !(signed && divisor.signed() == -1) {
                return;
            }
        }
        let is_zero = Operation::Compare(Predicate::Eq, b, zero(reader.width(b)));
        let mut condition = reader.define(1, "division by zero", is_zero);
        if signed {
            let overflows = reader.define(1, "division overflows", Operation::Overflow(OverflowOp::SDiv, a, b));
            let either = Operation::Binary(BinaryOp::Or, condition, overflows);
            condition = reader.define(1, "division undefined", either);
        }
        let reason = match signed {
            true => "undefined behaviour: division by zero, or of the smallest value by -1",
            false => "undefined behaviour: division by zero",
        };
        reader.cut_where(condition, reason);
    }

    fn chosen(
        reader: &mut Reader<'m, Self>,
        select: &'m Select,
        condition: Operand,
        [then, otherwise]: [Operand; 2],
        width: u32,
    ) -> Operand {
        reader.define(width, readable(&select.dest), Operation::Select(condition, then, otherwise))
    }

    fn seen(reader: &mut Reader<'m, Self>, bits: Operand, is_none: Operand) -> Operand {
        reader.cut_where(is_none, crate::prepare::program::nan::BITS_OF_NAN);
        bits
    }

    fn pointers(&self) -> Shape {
        Shape::Pointer
    }

    fn pointer(reader: &mut Reader<'m, Self>, constant: &Constant) -> Value {
        match constant {
            Constant::IntToPtr(cast) => behind_null(cast).map_or(Value::Opaque, |offset| {
                let offset = BitVec::new(reader.policy.memory.pointer_width, u128::from(offset));
                Value::Pointer(Pointer { offset: Operand::Constant(offset), ..reader.null() })
            }),
            Constant::GlobalReference { name: Name::Name(name), .. } => {
                reader.address_of(false, name).map_or(Value::Opaque, Value::Pointer)
            }
            Constant::Null(_) | Constant::AggregateZero(_) => Value::Pointer(reader.null()),
            Constant::Undef(_) | Constant::Poison(_) => Value::Pointer(reader.nowhere()),
            _ => Value::Opaque,
        }
    }

    fn chosen_pointer(
        reader: &mut Reader<'m, Self>,
        select: &'m Select,
        condition: Operand,
        path: &[u32],
    ) -> Result<Value, Cut> {
        if reader.policy.memory.is_unknown(&select.dest) {
            return Ok(Value::Opaque);
        }
        let then = reader.passed_pointer(&select.true_value, path)?;
        let otherwise = reader.passed_pointer(&select.false_value, path)?;
        Ok(Value::Pointer(reader.select_pointer(condition, then, otherwise, readable(&select.dest))))
    }

    fn open_pointer(reader: &mut Reader<'m, Self>, phi: &'m Phi, path: &[u32]) -> Value {
        if reader.policy.memory.is_unknown(&phi.dest) {
            return Value::Opaque;
        }
        let narrow = reader.policy.memory.narrow_of(&phi.dest);
        let object = reader.open_word(phi, reader.policy.memory.object_width, path, Some(Half::Object));
        let offset = reader.open_word(phi, narrow.width, path, Some(Half::Offset(narrow)));
        let offset = reader.widened(offset, narrow);
        Value::Pointer(Pointer { object, offset })
    }

    fn half(
        reader: &mut Reader<'m, Self>,
        value: &'m llvm_ir::Operand,
        path: &[u32],
        half: Half,
    ) -> Result<(Operand, Option<Operand>), Cut> {
        let pointer = reader.passed_pointer(value, path)?;
        Ok(match half {
            Half::Object => (pointer.object, None),
            Half::Offset(narrow) => reader.narrowed(pointer.offset, narrow),
        })
    }
}

impl<'m> Reader<'m, Exact<'m>> {
    /// The row of the origin table that a debug location names.
    fn origin_of(&self, instruction: &impl HasDebugLoc) -> Option<OriginId> {
        let line = instruction.get_debug_loc().as_ref()?.line as usize;
        (1..=self.program.map.origins.len()).contains(&line).then(|| OriginId(line - 1))
    }

    /// Control passes the place of this row: a block stands for it that begins here.
    pub(super) fn place(&mut self, row: usize) {
        let is_fresh = self.program.blocks[self.current.0].instructions.is_empty()
            && self.policy.places.iter().all(|(block, _)| *block != self.current);
        if !is_fresh {
            let rest = self.add_part("place");
            self.end(Terminator::Jump(rest));
            self.current = rest;
        }
        self.policy.places.push((self.draft.current, row));
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
}

/// The φs and `select`s of a function, by name.
fn choices(function: &Function) -> FxHashMap<&Name, &Instruction> {
    let instructions = function.basic_blocks.iter().flat_map(|block| &block.instrs);
    let choices = instructions.filter(|i| matches!(i, Instruction::Phi(_) | Instruction::Select(_)));
    choices.filter_map(|choice| Some((choice.try_get_result()?, choice))).collect()
}
