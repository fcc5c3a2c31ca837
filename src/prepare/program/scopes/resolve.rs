//! Locals of which no address is used behind the life that it is from become plain locals again: passes may put them into
//! registers. That is asked of `main` between passes, since most addresses go nowhere once functions are inlined and pointers
//! are in registers. What comes behind a function is only known of `main`, into which the others are inlined.
//!
//! An address is followed through computations, φs and choices. Where a life ends, every value that may be an address of the
//! local is stale; one that is computed anew from an address that is not is not. So a value is stale at a use only if a way
//! leads there from the end of a life that it may be from. Addresses that get into memory are not followed: then each access
//! behind the end of a life that may go anywhere counts.
//!
//! An address that has become a number may be compared behind the end of its life, which accesses nothing: the local of another life may have the
//! place by then. So numbers are followed, too, and comparisons of stale ones count; where numbers get into memory, all comparisons of
//! numbers behind the end.

use crate::llvm::ir::{Block, LLVMOpcode, Module, Value};
use crate::llvm::marker::declare::called;
use crate::llvm::marker::{Marker, PREFIX};
use crate::prepare::address::Address;
use crate::prepare::program::recursion;
use rustc_hash::{FxHashMap, FxHashSet};

/// The marks of a local in a function.
pub struct Marks {
    /// The local.
    pub local: Value,
    /// Calls that begin a life.
    pub starts: Vec<Value>,
    /// Calls that end one.
    pub ends: Vec<Value>,
}

/// The locals of a function that have marks, in the order of their marks.
pub fn marked(function: Value) -> Vec<Marks> {
    let mut index: FxHashMap<Value, usize> = FxHashMap::default();
    let mut marked: Vec<Marks> = Vec::new();
    for call in function.instructions().into_iter().filter(|call| call.is(LLVMOpcode::LLVMCall)) {
        let marker = called(call);
        if !matches!(marker, Some(Marker::ScopeStart | Marker::ScopeEnd)) {
            continue;
        }
        let local = call.arguments()[0];
        let row = *index.entry(local).or_insert(marked.len());
        if row == marked.len() {
            marked.push(Marks { local, starts: Vec::new(), ends: Vec::new() });
        }
        let calls = if marker == Some(Marker::ScopeStart) { &mut marked[row].starts } else { &mut marked[row].ends };
        calls.push(call);
    }
    marked
}

/// Removes the marks of locals of which no address outlives a life.
pub fn resolve(module: &Module) {
    let Some(main) = module.function("main").filter(|main| !main.is_declaration()) else { return };
    resolve_in(module, main, |_| true);
}

/// The same in a function that is not `main`, for locals whose addresses stay in it.
pub fn resolve_within(module: &Module, function: Value) {
    resolve_in(module, function, |addresses| !addresses.escapes);
}

fn resolve_in(module: &Module, function: Value, is_seen: impl Fn(&Addresses) -> bool) {
    for marks in marked(function) {
        let addresses = Addresses::of(module, &marks);
        let is_local = marks.local.is(LLVMOpcode::LLVMAlloca);
        if !is_local || !is_seen(&addresses) || addresses.is_used_late(module, &marks) {
            continue;
        }
        for start in &marks.starts {
            start.replace_uses(marks.local);
        }
        marks.starts.into_iter().chain(marks.ends).for_each(Value::erase);
    }
}

/// The values that may be an address in a local, from whichever of its lives.
struct Addresses {
    values: FxHashSet<Value>,
    /// Whether an address gets to where it is not followed.
    escapes: bool,
    /// Whether it gets there as a number.
    number_escapes: bool,
}

impl Addresses {
    fn of(module: &Module, marks: &Marks) -> Addresses {
        let values = marks.starts.iter().copied().collect();
        let mut addresses = Addresses { values, escapes: false, number_escapes: false };
        let mut waiting = marks.starts.clone();
        while let Some(address) = waiting.pop() {
            for user in address.users() {
                match role(module, user, address) {
                    Role::Address if addresses.values.insert(user) => waiting.push(user),
                    Role::Number => {
                        addresses.escapes = true;
                        if addresses.values.insert(user) {
                            waiting.push(user);
                        }
                    }
                    Role::Escape => {
                        addresses.escapes = true;
                        let is_number = address.ty() != module.pointer() && !user.is(LLVMOpcode::LLVMIntToPtr);
                        addresses.number_escapes |= is_number;
                    }
                    _ => {}
                }
            }
        }
        addresses
    }

    /// Whether an access that may mean the local in an earlier life can come behind the end of that life.
    fn is_used_late(&self, module: &Module, marks: &Marks) -> bool {
        let mut stale_before: FxHashMap<Block, FxHashSet<Value>> = FxHashMap::default();
        let mut waiting: Vec<(Block, Option<Value>)> = Vec::new();
        waiting.extend(marks.ends.iter().filter_map(|end| Some((end.block()?, Some(*end)))));
        while let Some((block, end)) = waiting.pop() {
            let instructions = block.instructions();
            let (begin, mut stale) = match end {
                Some(end) => {
                    let at = instructions.iter().position(|&other| other == end).map_or(0, |at| at + 1);
                    (at, self.values.clone())
                }
                None => (0, stale_before.get(&block).cloned().unwrap_or_default()),
            };
            for &instruction in &instructions[begin..] {
                if self.is_late(module, instruction, &stale) {
                    return true;
                }
                if marks.ends.contains(&instruction) {
                    stale.clone_from(&self.values);
                } else if self.values.contains(&instruction) && !instruction.is(LLVMOpcode::LLVMPHI) {
                    let is_start = marks.starts.contains(&instruction);
                    match !is_start && instruction.operands().iter().any(|operand| stale.contains(operand)) {
                        true => stale.insert(instruction),
                        false => stale.remove(&instruction),
                    };
                }
            }
            let successors = instructions.last().map(|terminator| terminator.successors()).unwrap_or_default();
            for next in successors {
                let coming = self.stale_in(block, next, &stale);
                let is_new = !stale_before.contains_key(&next);
                let known = stale_before.entry(next).or_default();
                let count = known.len();
                known.extend(coming);
                // Nothing but what is known by then can be stale where nothing was; memory may be, always.
                if known.len() > count || is_new && self.escapes {
                    waiting.push((next, None));
                }
            }
        }
        false
    }

    /// What is stale where control comes into a block from another.
    fn stale_in(&self, from: Block, block: Block, stale: &FxHashSet<Value>) -> FxHashSet<Value> {
        let phis = block.instructions().into_iter().take_while(|phi| phi.is(LLVMOpcode::LLVMPHI));
        let mut coming = stale.clone();
        for phi in phis.filter(|phi| self.values.contains(phi)) {
            let is_stale = phi.incoming().iter().any(|(value, other)| *other == from && stale.contains(value));
            match is_stale {
                true => coming.insert(phi),
                false => coming.remove(&phi),
            };
        }
        coming
    }

    /// Whether an instruction may access the local by an address that is stale.
    fn is_late(&self, module: &Module, instruction: Value, stale: &FxHashSet<Value>) -> bool {
        let addresses: Vec<Value> = match instruction.opcode() {
            Some(LLVMOpcode::LLVMLoad) => vec![instruction.operands()[0]],
            Some(LLVMOpcode::LLVMStore) => vec![instruction.operands()[1]],
            Some(LLVMOpcode::LLVMCall) => {
                if !is_marker(instruction) {
                    // It may do anything with what it can get at.
                    return self.escapes || instruction.arguments().iter().any(|argument| stale.contains(argument));
                }
                use Marker as M;
                let marker = called(instruction);
                let looks_only =
                    matches!(marker, Some(M::ScopeStart | M::ScopeEnd | M::Release | M::Address | M::Assign))
                        || matches!(marker, Some(M::Held | M::HeldIn | M::CallHolds | M::CallHoldsIn));
                if looks_only || instruction.callee_name().starts_with("llvm.dbg.") {
                    return false;
                }
                let pointers = instruction.arguments().into_iter();
                pointers.filter(|argument| argument.ty() == module.pointer()).collect()
            }
            Some(LLVMOpcode::LLVMICmp | LLVMOpcode::LLVMSwitch) => {
                return self.compares_late(module, instruction, stale)
            }
            _ => return false,
        };
        let mut addresses = addresses.into_iter();
        addresses.any(|address| stale.contains(&address) || self.escapes && may_be_anywhere(module, address))
    }

    /// Whether an instruction compares a number that is a stale address, or may be one. Where two addresses become numbers only to be compared,
    /// a pass compares the addresses.
    fn compares_late(&self, module: &Module, instruction: Value, stale: &FxHashSet<Value>) -> bool {
        let operands =
            instruction.operands().into_iter().take(if instruction.is(LLVMOpcode::LLVMSwitch) { 1 } else { 2 });
        let compared = operands.filter(|operand| !operand.is_constant()).collect::<Vec<_>>();
        let is_number = |value: &Value| value.ty() != module.pointer();
        compared.iter().any(|value| self.number_escapes && is_number(value) || stale.contains(value))
    }
}

/// What an instruction does with an address.
enum Role {
    /// It is an address of the same object again, or may be.
    Address,
    /// It is a number that is computed from it.
    Number,
    /// It lets the address get to where it is not followed.
    Escape,
    /// It uses it and is done.
    Use,
}

fn role(module: &Module, user: Value, address: Value) -> Role {
    match user.opcode() {
        Some(LLVMOpcode::LLVMGetElementPtr | LLVMOpcode::LLVMPHI | LLVMOpcode::LLVMSelect | LLVMOpcode::LLVMFreeze) => {
            Role::Address
        }
        Some(LLVMOpcode::LLVMPtrToInt) => Role::Number,
        Some(opcode) if address.ty() != module.pointer() && computes(opcode) => Role::Number,
        Some(LLVMOpcode::LLVMLoad | LLVMOpcode::LLVMICmp | LLVMOpcode::LLVMSwitch) => Role::Use,
        Some(LLVMOpcode::LLVMStore) if user.operands()[0] != address => Role::Use,
        Some(LLVMOpcode::LLVMCall) => {
            let gives_address = user.ty() == module.pointer();
            match is_marker(user) {
                true if called(user) == Some(Marker::Address) => Role::Address,
                true if !gives_address => Role::Use,
                _ => Role::Escape,
            }
        }
        _ => Role::Escape,
    }
}

/// Whether an instruction makes a number from numbers.
fn computes(opcode: LLVMOpcode) -> bool {
    use LLVMOpcode as O;
    matches!(
        opcode,
        O::LLVMAdd
            | O::LLVMSub
            | O::LLVMMul
            | O::LLVMUDiv
            | O::LLVMSDiv
            | O::LLVMURem
            | O::LLVMSRem
            | O::LLVMShl
            | O::LLVMLShr
            | O::LLVMAShr
            | O::LLVMAnd
            | O::LLVMOr
            | O::LLVMXor
            | O::LLVMTrunc
            | O::LLVMZExt
            | O::LLVMSExt
    )
}

/// Whether a call is of a marker or of an intrinsic of LLVM's, and not of what stands for a function of the program.
fn is_marker(call: Value) -> bool {
    let name = call.callee_name();
    let stands_in = || call.callee().is_some_and(recursion::is_stand_in);
    name.starts_with("llvm.") || name.starts_with(PREFIX) && !stands_in()
}

/// Whether it is not known in which object an address is.
fn may_be_anywhere(module: &Module, address: Value) -> bool {
    let base = Address::of(module, address).base;
    !base.is_static_object() && !base.is_null() && !is_life(base)
}

/// Whether a value is the address of a local in a life of it: of another one it is no address.
fn is_life(base: Value) -> bool {
    called(base) == Some(Marker::ScopeStart)
}
