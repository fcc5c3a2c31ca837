//! How the blocks of the source end, and what decides which way.

use super::address::Address;
use super::constants;
use crate::bv::BitVec;
use crate::llvm::ir::{Block, LLVMOpcode, Module, Value};
use rustc_hash::{FxHashMap, FxHashSet};

/// What decides which way a block ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Decision {
    /// Something that is computed from what is not known.
    Open,
    /// A condition that is constant as it is written, although the compiler had to keep it: `if (a = 5)`.
    Written,
    /// Constants alone, through variables that are never anything else: a configuration.
    Configured,
}

/// How a block ends, as the source has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// What decides.
    pub decision: Decision,
    /// Line and column of the condition's last operation.
    pub condition: Option<(u32, u32)>,
}

/// A way out of a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Taken {
    /// The condition holds.
    True,
    /// The condition does not hold.
    False,
    /// The case of a `switch` with this value.
    Case(BitVec),
    /// The other values of a `switch`.
    Default,
}

/// How each block of a function ends.
pub fn choices(module: &Module, function: Value) -> Vec<Choice> {
    let constants = Constants::new(module, function);
    let of_block = |block: Block| match condition(block) {
        None => Choice { decision: Decision::Open, condition: None },
        Some(condition) => {
            let decision = if is_constant(condition) {
                Decision::Written
            } else if constants.decide(condition, 0) {
                Decision::Configured
            } else {
                Decision::Open
            };
            let place = condition.opcode().and_then(|_| condition.location());
            Choice { decision, condition: place.map(|place| (place.line(), place.column())) }
        }
    };
    function.blocks().into_iter().map(of_block).collect()
}

/// The places of the choices of a function that constants decide.
pub fn configured(module: &Module, function: Value) -> FxHashSet<(u32, u32)> {
    let constants = Constants::new(module, function);
    let choices = function.instructions().into_iter().filter(|choice| choice.is(LLVMOpcode::LLVMSelect));
    let decided = choices.filter(|choice| {
        choice.operands().first().is_some_and(|&condition| is_constant(condition) || constants.decide(condition, 0))
    });
    decided.filter_map(Value::location).map(|place| (place.line(), place.column())).collect()
}

/// What a block's terminator looks at, where it has a choice.
pub fn condition(block: Block) -> Option<Value> {
    let terminator = block.terminator()?;
    let operands = terminator.operands();
    let chooses = terminator.is(LLVMOpcode::LLVMSwitch) || terminator.is(LLVMOpcode::LLVMBr) && operands.len() == 3;
    operands.first().copied().filter(|_| chooses)
}

fn is_constant(value: Value) -> bool {
    value.is_constant() && !value.is_undefined()
}

/// How deep a condition is looked into.
const DEEPEST: usize = 20;

/// The locals of a function that are given a value once, by a store that names them or a part of them.
struct Constants<'m> {
    module: &'m Module,
    stored: FxHashMap<Value, Vec<Value>>,
}

impl Constants<'_> {
    fn new(module: &Module, function: Value) -> Constants<'_> {
        let annotation = module.metadata_kind("annotation");
        let (mut stored, mut escaped) = (FxHashMap::<Value, Vec<Value>>::default(), Vec::new());
        for instruction in function.instructions() {
            let operands = instruction.operands();
            for (index, operand) in
                operands.iter().enumerate().filter_map(|(index, operand)| Some((index, local(module, *operand)?)))
            {
                match instruction.opcode() {
                    Some(LLVMOpcode::LLVMLoad) => {}
                    // A part of it, if that is at a constant place.
                    Some(LLVMOpcode::LLVMGetElementPtr) if local(module, instruction).is_some() => {}
                    // Clang's pattern is no value of the source.
                    _ if instruction.has_metadata(annotation) => {}
                    Some(LLVMOpcode::LLVMStore) if index == 1 => stored.entry(operand).or_default().push(operands[0]),
                    _ => escaped.push(operand),
                }
            }
        }
        escaped.iter().for_each(|alloca| drop(stored.remove(alloca)));
        Constants { module, stored }
    }

    /// Whether a value is computed from constants alone: literals, and variables that never change.
    fn decide(&self, value: Value, depth: usize) -> bool {
        if is_constant(value) {
            return true;
        }
        if depth == DEEPEST || value.opcode().is_none() || value.is_undefined() {
            return false;
        }
        match value.opcode() {
            Some(LLVMOpcode::LLVMLoad) => value.operands().first().is_some_and(|address| {
                let local = local(self.module, *address);
                let once = local.and_then(|local| self.stored.get(&local)).filter(|values| values.len() == 1);
                address.is_global_constant() || once.is_some_and(|values| self.decide(values[0], depth + 1))
            }),
            Some(LLVMOpcode::LLVMCall) => value.callee().and_then(constants::always_given).is_some(),
            Some(
                LLVMOpcode::LLVMPHI
                | LLVMOpcode::LLVMAlloca
                | LLVMOpcode::LLVMInvoke
                | LLVMOpcode::LLVMAtomicRMW
                | LLVMOpcode::LLVMAtomicCmpXchg,
            ) => false,
            _ => value.operands().into_iter().all(|operand| self.decide(operand, depth + 1)),
        }
    }
}

/// The local that an address is in, at a constant place: which of the two is wider, what is stored or what is read, may be a question of
/// the platform, as with the first byte of a number.
fn local(module: &Module, address: Value) -> Option<Value> {
    let place = Address::of(module, address);
    Some(place.base).filter(|base| base.is(LLVMOpcode::LLVMAlloca) && place.indices.is_empty())
}
