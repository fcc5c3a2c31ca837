//! Functions by themselves: what is not known is any value, pointers are their addresses, and all blocks are read.

use super::bases::{Globals, Object, FIRST_ADDRESS};
use super::branches::NOT_FOLLOWED;
use super::calls::Callees;
use super::contents::Contents;
use super::operands::Root;
use super::{Body, Location, LocationKind};
use crate::prepare::choices::{Choice, Decision, Taken};
use crate::prepare::function::PreparedFunctions;
use crate::prepare::objects::ObjectSource;
use crate::program::postorder::reverse_postorder;
use crate::program::{
    BlockId, InputKind, Operand, Operation, Origin, OriginId, Program, Reading, SiteId, SourceMap, Terminator,
    UnmodelledId,
};
use crate::read::blocks::{Cut, Flow, Reader};
use crate::read::memory::pointer_width;
use crate::read::memory::points_to::{ObjectNumber, PointsTo, FIRST};
use crate::read::operators;
use crate::read::policy::{Half, Policy};
use crate::read::values::{readable, Shape, Value};
use llvm_ir::instruction::{Call, Phi, Select};
use llvm_ir::{BasicBlock, Constant, Function, Instruction, Module, Name};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// What is not known is any value.
pub(in crate::read) struct Havoc<'m> {
    /// Bits of a pointer.
    pub(super) pointer_width: u32,
    /// How many bytes the function's locals have, where that bounds accesses.
    pub(super) local_sizes: Option<&'m FxHashMap<String, u64>>,
    /// How blocks end, as the source has it.
    choices: FxHashMap<&'m Name, Choice>,
    /// Where pointers point that are more than numbers.
    pub(super) roots: FxHashMap<&'m Name, Root>,
    /// What gave the blocks that pointers are the beginnings of, and where.
    pub(super) allocations: FxHashMap<Operand, (&'m str, Option<OriginId>)>,
    /// What is known of the declarations of objects.
    pub(super) prepared: &'m PreparedFunctions,
    /// The globals of the module.
    pub(super) globals: &'m Globals,
    /// What is known of locals and globals, by their numbers.
    pub(super) objects: FxHashMap<ObjectNumber, Object>,
    /// The numbers of locals.
    pub(super) locals: FxHashMap<&'m Name, ObjectNumber>,
    /// From this number on, objects stand for what is held by those whose contents are followed.
    pub(super) first_followed: ObjectNumber,
    /// What the pointers in registers may point into.
    pub(super) points_to: PointsTo<'m>,
    /// The pointers that numbers were made of.
    pub(super) numbers: FxHashMap<&'m Name, &'m llvm_ir::Operand>,
    pub(super) next_address: u128,
    /// What locals are initialised with.
    pub(super) initial: &'m [ObjectSource],
    /// What is known of the contents of objects.
    pub(super) contents: Contents<'m>,
    pub(super) origin_rows: FxHashMap<Origin, OriginId>,
    pub(super) files: FxHashMap<(Option<String>, String), Arc<str>>,
    pub(super) locations: Vec<Location>,
    /// Whether inequalities have locations at their boundaries.
    pub(super) boundary: bool,
    /// The choices without a branch that constants decide, by line and column.
    pub(super) configured: Option<&'m FxHashSet<(u32, u32)>>,
    /// The inequalities: whether both sides may be equal where it holds, and the sides.
    pub(super) inequalities: FxHashMap<&'m Name, (bool, Operand, Operand)>,
    /// Where comparisons stand.
    pub(super) compared: FxHashMap<&'m Name, Option<OriginId>>,
    pub(super) callees: &'m Callees<'m>,
    /// The exits for calls that may not come back.
    pub(super) may_stop: Vec<UnmodelledId>,
    /// The block that leaves the function, once something returns.
    pub(super) return_block: Option<BlockId>,
    /// The pointers that have been checked in the LLVM block being read, by what is checked.
    pub(super) checked: FxHashSet<(Operand, u8)>,
    /// The checks that are assertions of functions that are called, and where these stand.
    pub(super) preconditions: FxHashMap<SiteId, OriginId>,
    /// The checks of accesses that read.
    pub(super) reads: FxHashSet<SiteId>,
    /// The LLVM blocks behind a call that comes back twice, from which control may go back to it.
    pub(super) behind_twice: FxHashSet<&'m Name>,
    /// The blocks from which control may go back to such a call, and return then.
    pub(super) early: FxHashSet<BlockId>,
    /// The construct because of which the function is not analysed.
    unread: Option<String>,
}

/// Reads everything that the entry of a function leads to; with `boundary`, inequalities have locations at their boundaries.
///
/// # Errors
/// The construct because of which the function is not analysed.
pub(super) fn read<'m>(
    module: &'m Module,
    function: &'m Function,
    prepared: &'m PreparedFunctions,
    (callees, globals): (&'m Callees<'m>, &'m Globals),
    boundary: bool,
) -> Result<Body, String> {
    let choices = prepared.choices.get(&function.name).into_iter().flatten().copied();
    let policy = Havoc {
        pointer_width: pointer_width(module),
        local_sizes: prepared.locals.get(&function.name),
        choices: function.basic_blocks.iter().map(|block| &block.name).zip(choices).collect(),
        roots: FxHashMap::default(),
        allocations: FxHashMap::default(),
        prepared,
        globals,
        objects: FxHashMap::default(),
        locals: FxHashMap::default(),
        first_followed: FIRST,
        points_to: PointsTo::default(),
        numbers: FxHashMap::default(),
        next_address: FIRST_ADDRESS,
        initial: &prepared.initial,
        contents: Contents::default(),
        origin_rows: FxHashMap::default(),
        files: FxHashMap::default(),
        locations: Vec::new(),
        boundary,
        configured: prepared.configured.get(&function.name),
        inequalities: FxHashMap::default(),
        compared: FxHashMap::default(),
        callees,
        may_stop: Vec::new(),
        return_block: None,
        checked: FxHashSet::default(),
        preconditions: FxHashMap::default(),
        reads: FxHashSet::default(),
        behind_twice: FxHashSet::default(),
        early: FxHashSet::default(),
        unread: None,
    };
    let map = SourceMap { variables: prepared.variables.clone(), ..SourceMap::default() };
    let mut reader = Reader::new(module, function, Program { map, ..Program::default() }, policy);
    reader.read();
    reader.leave_dead_ends();
    let Reader { draft, policy, .. } = reader;
    match policy.unread {
        Some(reason) => Err(reason),
        None => Ok(Body {
            program: draft.program,
            locations: policy.locations,
            may_stop: policy.may_stop,
            preconditions: policy.preconditions,
            reads: policy.reads,
            whole: None,
        }),
    }
}

impl<'m> Policy<'m> for Havoc<'m> {
    const HAS_GUARDS: bool = false;

    /// All blocks are read, in reverse postorder.
    fn begin(reader: &mut Reader<'m, Self>) {
        let (order, behind_twice) = match (reader.order(), reader.behind_twice()) {
            (Ok(order), Ok(behind_twice)) => (order, behind_twice),
            (Err(reason), _) | (_, Err(reason)) => return reader.policy.unread = Some(reason),
        };
        reader.policy.behind_twice = behind_twice;
        for block in &order {
            reader.add_head(&block.name);
        }
        reader.waiting = order.into_iter().rev().collect();
        reader.current = BlockId(0);
        reader.parameters(Reading::Unsigned);
        reader.list_followed();
        reader.find_bases();
    }

    fn block(reader: &mut Reader<'m, Self>, block: &'m BasicBlock) {
        if let Err(cut) = reader.block(block) {
            reader.policy.unread.get_or_insert(cut.reason);
        }
    }

    fn leave(reader: &mut Reader<'m, Self>, returns: bool) {
        match returns {
            true => {
                let exit = reader.return_block();
                reader.end(Terminator::Jump(exit));
            }
            false => drop(reader.stop("a call that does not come back")),
        }
    }

    fn ways(
        reader: &mut Reader<'m, Self>,
        terminator: &'m llvm_ir::Terminator,
        ways: &[(Taken, &'m Name)],
        _: Option<usize>,
    ) -> Vec<BlockId> {
        let choice = reader.policy.choices.get(reader.llvm_block()).copied();
        let choice = choice.unwrap_or(Choice { decision: Decision::Open, condition: None });
        let condition = choice.condition.and_then(|place| reader.beside(place));
        reader.edges(terminator, ways, (choice.decision, condition))
    }

    fn unknown(reader: &mut Reader<'m, Self>, width: u32, _: Cut) -> Result<Operand, Cut> {
        Ok(reader.anything(width))
    }

    fn settled(
        reader: &mut Reader<'m, Self>,
        name: &Name,
        shape: &Shape,
        result: Result<Value, Cut>,
    ) -> Result<Value, Cut> {
        Ok(reader.settle(result.unwrap_or(Value::Opaque), shape, &readable(name), &InputKind::Undefined))
    }

    fn effect(reader: &mut Reader<'m, Self>, instruction: &'m Instruction) -> Result<Option<Flow>, Cut> {
        reader.effect(instruction);
        Ok(instruction.try_get_result().is_none().then_some(Flow::Continues))
    }

    fn call(reader: &mut Reader<'m, Self>, call: &'m Call) -> Result<Flow, Cut> {
        Ok(reader.call(call))
    }

    fn computed(
        reader: &mut Reader<'m, Self>,
        instruction: &'m Instruction,
        name: &'m Name,
        shape: &Shape,
    ) -> Result<Option<Value>, Cut> {
        match *shape {
            Shape::Bits(width) => Ok(reader.computed(instruction, name, width)?.map(Value::Bits)),
            _ => Ok(None),
        }
    }

    /// A check stands before it.
    fn divide(_: &mut Reader<'m, Self>, _: Operand, _: Operand, _: bool) {}

    fn chosen(
        reader: &mut Reader<'m, Self>,
        select: &'m Select,
        condition: Operand,
        values: [Operand; 2],
        width: u32,
    ) -> Operand {
        reader.choose(select, condition, values, width)
    }

    fn seen(reader: &mut Reader<'m, Self>, bits: Operand, is_none: Operand) -> Operand {
        let width = reader.width(bits);
        let any = reader.anything(width);
        reader.define(width, "bits", Operation::Select(is_none, any, bits))
    }

    fn pointers(&self) -> Shape {
        Shape::Bits(self.pointer_width)
    }

    fn pointer(reader: &mut Reader<'m, Self>, constant: &Constant) -> Value {
        match constant {
            Constant::GlobalReference { name, .. } => {
                reader.global(name).map_or(Value::Opaque, |object| Value::Bits(object.address))
            }
            _ => Value::Opaque,
        }
    }

    fn chosen_pointer(_: &mut Reader<'m, Self>, _: &'m Select, _: Operand, _: &[u32]) -> Result<Value, Cut> {
        Ok(Value::Opaque)
    }

    fn open_pointer(_: &mut Reader<'m, Self>, _: &'m Phi, _: &[u32]) -> Value {
        Value::Opaque
    }

    fn half(
        _: &mut Reader<'m, Self>,
        _: &'m llvm_ir::Operand,
        _: &[u32],
        _: Half,
    ) -> Result<(Operand, Option<Operand>), Cut> {
        Err(Cut::new("a pointer that is no address"))
    }
}

impl<'m> Reader<'m, Havoc<'m>> {
    /// The blocks in reverse postorder.
    fn order(&self) -> Result<Vec<&'m BasicBlock>, String> {
        let blocks = &self.function.basic_blocks;
        let index: FxHashMap<&Name, usize> =
            blocks.iter().zip(0..).map(|(block, index)| (&block.name, index)).collect();
        let successors = |block: BlockId| {
            let names = operators::successors(&blocks[block.0].term).unwrap_or_default();
            names.into_iter().rev().filter_map(|name| index.get(name).copied()).map(BlockId).collect()
        };
        let order = reverse_postorder(blocks.len(), successors);
        let order: Vec<&BasicBlock> = order.into_iter().map(|block| &blocks[block.0]).collect();
        match order.iter().all(|block| operators::successors(&block.term).is_some()) {
            true => Ok(order),
            false => Err(NOT_FOLLOWED.into()),
        }
    }

    fn block(&mut self, block: &'m BasicBlock) -> Result<(), Cut> {
        self.current = self.heads[&block.name];
        let head = self.current;
        self.policy.checked.clear();
        let mut begins = None;
        // At the start, so that the block is passed then.
        let mut goes_back = self.policy.behind_twice.contains(&block.name);
        for instruction in &block.instrs {
            // A marker stands for no place of the source.
            if self.holds(instruction) {
                continue;
            }
            let is_phi = matches!(instruction, Instruction::Phi(_));
            if goes_back && !is_phi {
                self.goes_back();
                goes_back = false;
            }
            self.origin = self.origin_of(instruction);
            begins = begins.or(self.origin.filter(|_| !is_phi));
            if self.instruction(instruction)? == Flow::Ended {
                self.policy.locations.push(Location { block: head, kind: LocationKind::Block, origin: begins });
                return Ok(());
            }
        }
        if goes_back {
            self.goes_back();
        }
        self.origin = self.origin_of(&block.term).or(self.origin);
        let begins = begins.or(self.origin);
        self.policy.locations.push(Location { block: head, kind: LocationKind::Block, origin: begins });
        self.terminator(&block.term)
    }

    /// A value with an input for each part that is not known.
    pub(super) fn settle(&mut self, value: Value, shape: &Shape, name: &str, kind: &InputKind) -> Value {
        match (shape, value) {
            (Shape::Bits(width), Value::Bits(bits)) if self.width(bits) == *width => Value::Bits(bits),
            (Shape::Bits(width), _) => Value::Bits(self.input(*width, name, kind.clone())),
            (Shape::Aggregate(shapes), Value::Aggregate(parts)) if parts.len() == shapes.len() => {
                let parts = parts.into_iter().zip(shapes);
                Value::Aggregate(parts.map(|(part, shape)| self.settle(part, shape, name, kind)).collect())
            }
            (Shape::Aggregate(shapes), _) => {
                Value::Aggregate(shapes.iter().map(|shape| self.settle(Value::Opaque, shape, name, kind)).collect())
            }
            (Shape::Pointer | Shape::Opaque, value) => value,
        }
    }
}
