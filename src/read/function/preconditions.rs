//! Preconditions: what a function that is called asserts of its arguments before it does anything, and what it does with them that can go
//! wrong: it goes through a null pointer, leaves an object, divides by zero. A caller that breaks it fails, so the call gets a check for
//! each of these; nothing else of the callee becomes part of the caller.
//!
//! The ways from the callee's entry are followed, loops for one round. Their conditions are computed from the arguments, in the
//! caller; where one depends on memory or on what a call gives, the way is left. So a way that comes to an assertion's failure fails for
//! certain: nothing on it could have changed what it depends on. Behind a call that may not come back, as it may have looked at what is
//! wrong, only what nobody can look for counts: that what is given back is no block. An assertion under a condition,
//! `if (flag) assert(p)`, is one of the two, `assert(!flag || p)`: after compilation they are the same.
//!
//! In the same way a call ends the path where its callee calls what does not come back, as
//! `void assume_abort_if_not(int c) { if (!c) abort(); }` does.

use super::calls::is_special;
use super::havoc::Havoc;
use super::operands::Root;
use crate::bv::{BitVec, Predicate};
use crate::llvm::known::{self, Argument};
use crate::llvm::marker::Marker;
use crate::program::{CheckKind, Exit, Operand, Operation, Origin, OriginId};
use crate::read::blocks::Reader;
use crate::read::conditions::is_plainly;
use crate::read::memory::points_to::is_its_argument;
use crate::read::memory::{marker, stored_bytes};
use crate::read::operators::callee;
use crate::read::values::{readable, zero, Value};
use llvm_ir::function::{Parameter, ParameterAttribute};
use llvm_ir::instruction::{Call, Select};
use llvm_ir::module::Linkage;
use llvm_ir::{BasicBlock, Constant, Function, HasDebugLoc, Instruction, Name, Terminator, Type};
use rustc_hash::{FxHashMap, FxHashSet};

/// So many blocks are followed at most, on all ways together.
const MOST_BLOCKS: usize = 32;
/// The same of a function that asserts nothing and always comes back.
const FEW_BLOCKS: usize = 8;
/// So many instructions are read at most for one call: callers may have many calls, and what is read becomes part of them.
const MOST_INSTRUCTIONS: usize = 1000;
/// So many failures are checked at most, besides assertions.
const MOST_FAILURES: usize = 8;

/// Where a callee fails, and when.
struct Failing {
    /// The instruction, by its address.
    at: *const (),
    /// Where that stands, in the callee.
    place: Option<OriginId>,
    /// How it fails.
    kind: CheckKind,
    /// What is asserted, or which object is left.
    text: String,
    /// The condition under which it fails.
    fails: Operand,
    /// Whether it reads.
    reads: bool,
}

/// The ways through a callee.
struct Ways<'m> {
    function: &'m Function,
    /// The blocks on the way that is followed now.
    way: Vec<&'m Name>,
    /// How many more blocks are followed.
    left: usize,
    /// How many more instructions are read.
    instructions: usize,
    /// What has been met that can fail.
    failures: Vec<Failing>,
    /// The pointers that are not null where it goes on.
    used: FxHashSet<Operand>,
    /// The condition under which a call has been met that does not come back.
    ends: Operand,
    /// Which failures count no more, as a call has been met that may not have come back.
    doubt: Doubt,
}

/// What a call says of failures behind it that may not come back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Doubt {
    /// There was none.
    None,
    /// It may have looked at what is wrong, unless that is where a pointer comes from.
    Looked,
    /// What stands behind it can be reached in another way.
    Beside,
}

impl Doubt {
    fn allows(self, kind: CheckKind) -> bool {
        self == Doubt::None || self == Doubt::Looked && kind.is_of_origin()
    }
}

impl<'m> Reader<'m, Havoc<'m>> {
    /// Adds the checks that a call of a visible function begins with.
    pub(super) fn preconditions(&mut self, callee: &str, call: &'m Call) {
        let Some(function) = self.module.get_func_by_name(callee) else { return };
        let may_be_another =
            matches!(function.linkage, Linkage::WeakAny | Linkage::LinkOnceAny | Linkage::ExternalWeak);
        let asserts = function.basic_blocks.iter().any(|block| self.asserted(block).is_some() || self.ends(block));
        if may_be_another || !self.fits(function, call) {
            return;
        }
        let mut bases = FxHashMap::default();
        let arguments: Vec<(&Name, Option<Operand>, Option<Root>)> = function
            .parameters
            .iter()
            .zip(&call.arguments)
            // Of a structure that is passed by value, the callee has a copy elsewhere.
            .filter(|(parameter, _)| !parameter.attributes.iter().any(is_of_copy))
            .map(|(parameter, (argument, _))| {
                bases.insert(&parameter.name, self.bases(argument));
                (&parameter.name, self.operand(argument), self.root(argument))
            })
            .collect();
        // Names mean something else in the callee.
        let (values, roots) = (std::mem::take(&mut self.values), std::mem::take(&mut self.policy.roots));
        let inequalities = std::mem::take(&mut self.policy.inequalities);
        let contents = std::mem::take(&mut self.policy.contents);
        let (compared, numbers) = (std::mem::take(&mut self.policy.compared), std::mem::take(&mut self.policy.numbers));
        let in_callee = self.policy.points_to.of_callee(function, bases);
        let points_to = std::mem::replace(&mut self.policy.points_to, in_callee);
        for (name, value, root) in arguments {
            self.values.extend(value.map(|value| (name, Value::Bits(value))));
            self.policy.roots.extend(root.map(|root| (name, root)));
        }
        let ends = Operand::Constant(BitVec::bit(false));
        let left = if asserts { MOST_BLOCKS } else { FEW_BLOCKS };
        let (way, failures, used) = (Vec::new(), Vec::new(), FxHashSet::default());
        let mut ways =
            Ways { function, way, left, instructions: MOST_INSTRUCTIONS, failures, used, ends, doubt: Doubt::None };
        if let Some(entry) = function.basic_blocks.first() {
            self.follow(&mut ways, entry, Operand::Constant(BitVec::bit(true)), true);
        }
        (self.values, self.policy.roots, self.policy.inequalities) = (values, roots, inequalities);
        (self.policy.compared, self.policy.numbers, self.policy.points_to) = (compared, numbers, points_to);
        self.policy.contents = contents;
        let mut constants = call.arguments.iter().filter_map(|(argument, _)| argument.as_constant()).peekable();
        let passes_null = constants.peek().is_some() && constants.all(|constant| matches!(constant, Constant::Null(_)));
        for failing in ways.failures {
            self.fails_in_callee(failing, passes_null);
        }
        // What ends by its constants alone is there to end.
        if let Operand::Value(_) = ways.ends {
            self.ends_where(ways.ends, callee);
        }
    }

    /// Whether a call passes what the function takes: a declaration without prototype, or a wrong one, allows others.
    fn fits(&self, function: &Function, call: &Call) -> bool {
        let types =
            |(parameter, argument): (&Parameter, &llvm_ir::Operand)| parameter.ty == self.module.type_of(argument);
        let arguments = call.arguments.iter().map(|(argument, _)| argument);
        !function.is_var_arg
            && function.parameters.len() == call.arguments.len()
            && function.parameters.iter().zip(arguments).all(types)
    }

    /// Follows the ways from a block on, which control comes to under a condition; `is_only`: no other way has branched off.
    fn follow(&mut self, ways: &mut Ways<'m>, block: &'m BasicBlock, reached: Operand, is_only: bool) {
        // In a second round of a loop, values of the first that are still needed would be lost.
        if ways.left == 0 || is_plainly(reached, false) || ways.way.contains(&&block.name) {
            return;
        }
        ways.left -= 1;
        if let Some(assertion) = self.asserted(block) {
            if ways.doubt != Doubt::None {
                return;
            }
            let text = assertion.arguments.first().and_then(|(text, _)| self.text(text)).unwrap_or_default();
            let (at, place) = (address(assertion), self.place_in(ways.function, assertion));
            let kind = CheckKind::Assertion;
            return ways.add(self, Failing { at, place, kind, text, fails: reached, reads: false });
        }
        if self.ends(block) {
            ways.ends = self.either(ways.ends, reached);
            return;
        }
        for instruction in &block.instrs {
            let Some(left) = ways.instructions.checked_sub(1) else { return };
            ways.instructions = left;
            self.can_fail(ways, instruction, reached);
            if !self.goes_on(ways, instruction) {
                return;
            }
            if self.may_stop_in(instruction) {
                ways.doubt = ways.doubt.max(if is_only { Doubt::Looked } else { Doubt::Beside });
            }
        }
        ways.way.push(&block.name);
        match &block.term {
            Terminator::Br(branch) => {
                if let Some(next) = find(ways.function, &branch.dest) {
                    self.follow(ways, next, reached, is_only);
                }
            }
            Terminator::CondBr(branch) => {
                if let Some(condition) = self.operand(&branch.condition) {
                    let not = self.negation(condition);
                    for (condition, next) in [(condition, &branch.true_dest), (not, &branch.false_dest)] {
                        let reached = self.both(reached, condition);
                        if let Some(next) = find(ways.function, next) {
                            self.follow(ways, next, reached, false);
                        }
                    }
                }
            }
            _ => {}
        }
        ways.way.pop();
    }

    /// Reads an instruction of the callee, unless the way is left there: it could end, or what it does is more than to look at its
    /// arguments. A value that is not known has no entry among the values.
    fn goes_on(&mut self, ways: &Ways<'m>, instruction: &'m Instruction) -> bool {
        use Instruction as I;
        let value = match instruction {
            I::Add(_)
            | I::Sub(_)
            | I::Mul(_)
            | I::And(_)
            | I::Or(_)
            | I::Xor(_)
            | I::Shl(_)
            | I::LShr(_)
            | I::AShr(_)
            | I::ICmp(_)
            | I::Trunc(_)
            | I::ZExt(_)
            | I::SExt(_)
            | I::Freeze(_)
            | I::BitCast(_) => self.number_computed(instruction),
            I::Phi(phi) => {
                let from = ways.way.last().copied();
                let incoming = phi.incoming_values.iter().find(|(_, block)| Some(block) == from);
                incoming.and_then(|(value, _)| self.operand(value))
            }
            I::Call(call) if marker(call) == Some(Marker::Address) => {
                call.dest.as_ref().and_then(|dest| self.step(call, dest))
            }
            I::Call(call) if callee(call).is_some_and(is_its_argument) => {
                call.arguments.first().and_then(|(value, _)| self.operand(value))
            }
            // As the length of a string is before anything is known of it.
            I::Call(call) if marker(call) == Some(Marker::Any) => match *self.module.type_of(call) {
                Type::IntegerType { bits } => Some(self.anything(bits)),
                _ => None,
            },
            I::Select(select) => self.chosen(select),
            // What they give is not known.
            I::Alloca(_) | I::Load(_) | I::GetElementPtr(_) => None,
            I::PtrToInt(_) | I::IntToPtr(_) | I::ExtractValue(_) => None,
            // What is loaded is not known anyway.
            I::Store(_) => None,
            I::Call(call) if callee(call).is_some_and(|callee| is_special(callee) || self.comes_back(callee)) => None,
            _ => return false,
        };
        if let Some(name) = instruction.try_get_result() {
            self.policy.points_to.follow(instruction);
            match value {
                Some(value) => self.bind(name, Value::Bits(value)),
                None => drop(self.values.remove(name)),
            }
        }
        true
    }

    /// Whether an instruction calls a function that may not come back.
    fn may_stop_in(&self, instruction: &Instruction) -> bool {
        matches!(instruction, Instruction::Call(call) if self.policy.callees.may_not_come_back(self.module, call))
    }

    /// Whether a call in a callee goes on behind it, once.
    fn comes_back(&self, name: &str) -> bool {
        let has_body = self.module.get_func_by_name(name).is_some();
        let ends = self.policy.callees.ends.contains(name) || !has_body && known::ends(name) || known::is_error(name);
        !ends && !self.policy.callees.twice.contains(name)
    }

    /// The first call of a block of a callee.
    fn first_call(&self, block: &'m BasicBlock) -> Option<&'m Call> {
        let mut calls = block.instrs.iter().filter_map(|instruction| match instruction {
            Instruction::Call(call) => Some(call),
            _ => None,
        });
        calls.find(|call| !callee(call).is_some_and(is_special))
    }

    /// Whether the first call of a block of a callee does not come back, such as `abort`.
    fn ends(&self, block: &'m BasicBlock) -> bool {
        let name = self.first_call(block).and_then(callee).unwrap_or_default();
        let has_body = self.module.get_func_by_name(name).is_some();
        self.policy.callees.ends.contains(name) || !has_body && known::ends(name)
    }

    /// The call with which a block of a callee fails an assertion, where it calls nothing else.
    fn asserted(&self, block: &'m BasicBlock) -> Option<&'m Call> {
        let call = self.first_call(block)?;
        let is_assertion = |name: &str| {
            known::is_error(name) && call.arguments.is_empty()
                || known::is_failed_assertion(name) && self.module.get_func_by_name(name).is_none()
        };
        callee(call).is_some_and(is_assertion).then_some(call)
    }

    /// Notes how an instruction of the callee can fail. Without arguments it is no matter of the caller's.
    fn can_fail(&mut self, ways: &mut Ways<'m>, instruction: &'m Instruction, reached: Operand) {
        if ways.function.parameters.is_empty() {
            return;
        }
        let (bad, reads) = match instruction {
            Instruction::Load(load) => {
                let bytes = stored_bytes(self.module, &load.loaded_ty);
                (self.fails_at(ways, &load.address, bytes, reached), true)
            }
            Instruction::Store(store) => {
                let bytes = stored_bytes(self.module, &self.module.type_of(&store.value));
                (self.fails_at(ways, &store.address, bytes, reached), false)
            }
            Instruction::Call(call) if self.frees(call) => {
                let pointer = call.arguments.first().map(|(pointer, _)| pointer);
                (pointer.and_then(|pointer| self.cannot_be_freed(pointer)), false)
            }
            Instruction::Call(call) => match self.block_in_callee(call) {
                Some((bad, reads)) => (Some((bad, CheckKind::OutOfBounds)), reads),
                // That it reads what it has not set is the callee's own fault.
                None => (self.goes_wrong(call).filter(|(_, kind)| *kind != CheckKind::Uninitialised), false),
            },
            _ => return,
        };
        let is_told = |kind: CheckKind| ways.failures.len() < MOST_FAILURES && ways.doubt.allows(kind);
        let Some((bad, kind)) = bad.filter(|(_, kind)| is_told(*kind)) else { return };
        let fails = self.both(reached, bad);
        if !is_plainly(fails, false) {
            let (at, place) = (address(instruction), self.place_in(ways.function, instruction));
            let text = if kind == CheckKind::OutOfBounds { self.told_accessed(instruction) } else { String::new() };
            ways.add(self, Failing { at, place, kind, text, fails, reads });
        }
    }

    /// The condition under which a function of the C library that a callee calls leaves an object of the caller's, and whether it reads there.
    fn block_in_callee(&mut self, call: &'m Call) -> Option<(Operand, bool)> {
        if let Some(marker @ (Marker::Reads | Marker::Writes)) = marker(call) {
            let [(pointer, _), (length, _)] = &call.arguments[..] else { return None };
            let length = self.operand(length)?;
            return self.block_leaves(pointer, length).map(|bad| (bad, marker == Marker::Reads));
        }
        let name = callee(call).filter(|name| self.module.get_func_by_name(name).is_none())?;
        let known = known::known(name).filter(|known| known.takes(call.arguments.len(), name.starts_with("llvm.")))?;
        let length = self.operand(&call.arguments.get(known.length()?)?.0)?;
        let blocks = call.arguments.iter().enumerate().filter(|(index, _)| known.argument(*index).is_whole());
        let mut bad = None;
        for (index, (pointer, _)) in blocks {
            let reads = known.argument(index).accesses() == Some(true);
            match self.block_leaves(pointer, length) {
                Some(leaves) if !is_plainly(leaves, false) && bad.is_none() => bad = Some((leaves, reads)),
                _ => {}
            }
        }
        bad
    }

    /// Whether a call gives memory back to the C library.
    fn frees(&self, call: &Call) -> bool {
        let name = callee(call).filter(|name| self.module.get_func_by_name(name).is_none());
        let known = name.and_then(known::known).filter(|known| known.takes(call.arguments.len(), false));
        known.is_some_and(|known| known.argument(0) == Argument::Freed)
    }

    /// The condition under which an access of the callee leaves an array of its own, at a place that is computed from its arguments.
    fn leaves_own(
        &mut self,
        ways: &Ways<'m>,
        address: &llvm_ir::Operand,
        bytes: Option<u64>,
    ) -> Option<(Operand, CheckKind)> {
        let llvm_ir::Operand::LocalOperand { name, .. } = address else { return None };
        let instructions = ways.function.basic_blocks.iter().flat_map(|block| &block.instrs);
        let is_it = |instruction: &&Instruction| instruction.try_get_result() == Some(name);
        let Some(Instruction::Call(step)) = instructions.clone().find(is_it) else { return None };
        let [(llvm_ir::Operand::LocalOperand { name: base, .. }, _), (offset, _)] = &step.arguments[..] else {
            return None;
        };
        marker(step).filter(|marker| *marker == Marker::Address)?;
        let sizes = self.policy.prepared.locals.get(&ways.function.name)?;
        let most = sizes.get(&readable(base))?.checked_sub(bytes?)?;
        let offset = self.operand(offset)?;
        Some((self.beyond(offset, most), CheckKind::OutOfBounds))
    }

    /// The condition under which an access of the callee fails, and how.
    fn fails_at(
        &mut self,
        ways: &mut Ways<'m>,
        address: &llvm_ir::Operand,
        bytes: Option<u64>,
        reached: Operand,
    ) -> Option<(Operand, CheckKind)> {
        if let Some(leaves) = self.leaves_own(ways, address, bytes) {
            return Some(leaves);
        }
        match self.root(address)? {
            Root::Value(pointer) | Root::Nullable(pointer, _) => {
                let null = zero(self.width(pointer));
                let is_new = !ways.used.contains(&pointer);
                if is_plainly(reached, true) {
                    ways.used.insert(pointer);
                }
                is_new.then(|| (self.compare(Predicate::Eq, pointer, null), CheckKind::NullDereference))
            }
            Root::Object(_) | Root::Block(..) => {
                let (known, pointer) = (self.known_size(address)?, self.operand(address)?);
                Some((self.leaves(known, pointer, bytes?), CheckKind::OutOfBounds))
            }
        }
    }

    /// The row of a place in a callee.
    fn place_in(&mut self, function: &'m Function, instruction: &impl HasDebugLoc) -> Option<OriginId> {
        let place = self.origin_of(instruction).and_then(|row| self.program.map.origins.get(row.0)).cloned()?;
        Some(self.row(Origin { function: function.name.as_str().into(), ..place }))
    }

    /// The path ends in the callee's failure where the condition holds.
    fn fails_in_callee(&mut self, failing: Failing, passes_null: bool) {
        let Failing { place, kind, text, fails, reads, .. } = failing;
        if is_plainly(fails, false) {
            return;
        }
        let site = self.add_site(kind, text);
        self.policy.preconditions.extend(place.map(|row| (site, row)));
        self.policy.reads.extend(Some(site).filter(|_| reads));
        // An assertion that fails by its constants alone ends the way on purpose, as `assert(0)` does; but not one with null as its only
        // constant.
        let fails = match fails {
            Operand::Constant(_) if passes_null || !kind.is_asserted() => {
                self.define(1, "fails", Operation::Copy(fails))
            }
            _ => fails,
        };
        self.leave(fails, Exit::Error(site));
    }

    /// One of two words, if all is known.
    fn chosen(&mut self, select: &Select) -> Option<Operand> {
        let [then, otherwise] = [&select.true_value, &select.false_value].map(|arm| self.operand(arm));
        match (self.operand(&select.condition)?, then?, otherwise?) {
            (Operand::Constant(holds), then, _) if holds.is_nonzero() => Some(then),
            (Operand::Constant(_), _, otherwise) => Some(otherwise),
            (condition, then, otherwise) if self.width(then) == self.width(otherwise) => {
                let width = self.width(then);
                Some(self.define(width, "chosen", Operation::Select(condition, then, otherwise)))
            }
            _ => None,
        }
    }

    /// The word that an instruction computes, if that is known.
    fn number_computed(&mut self, instruction: &'m Instruction) -> Option<Operand> {
        let (name, shape) = (instruction.try_get_result()?, self.shape(&self.module.type_of(instruction)));
        match self.result(instruction, name, &shape) {
            Ok(Value::Bits(bits)) => Some(bits),
            _ => None,
        }
    }
}

impl<'m> Ways<'m> {
    /// Adds a failure. Several ways may lead to one.
    fn add(&mut self, reader: &mut Reader<'m, Havoc<'m>>, failing: Failing) {
        match self.failures.iter_mut().find(|other| (other.at, other.kind) == (failing.at, failing.kind)) {
            Some(known) => known.fails = reader.either(known.fails, failing.fails),
            None => self.failures.push(failing),
        }
    }
}

/// What tells an instruction from others.
fn address<T>(instruction: &T) -> *const () {
    std::ptr::from_ref(instruction).cast()
}

fn find<'m>(function: &'m Function, name: &Name) -> Option<&'m BasicBlock> {
    function.basic_blocks.iter().find(|block| block.name == *name)
}

/// Whether an attribute says that the callee is given the address of a copy.
fn is_of_copy(attribute: &ParameterAttribute) -> bool {
    use ParameterAttribute as A;
    matches!(attribute, A::ByVal(_) | A::InAlloca(_) | A::Preallocated(_) | A::SRet(_))
}
