//! Calls: anything comes back, unless the call is known not to come back at all, or to check something.

use super::havoc::Havoc;
use super::operands::Root;
use crate::bv::{BitVec, Predicate};
use crate::llvm::known::{self, Argument, Known, Returns};
use crate::llvm::marker::{Marker, PREFIX};
use crate::llvm::trap;
use crate::prepare::function::UNUSED;
use crate::program::{self, Assignment, CheckKind, Exit, InputKind, Operand, Operation, VariableId};
use crate::read::blocks::{Flow, Reader};
use crate::read::memory;
use crate::read::operators::{callee, successors};
use crate::read::values::{readable, zero, Value};
use llvm_ir::instruction::Call;
use llvm_ir::{BasicBlock, Constant, Function, Instruction, Module, Name, Type};
use rustc_hash::{FxHashMap, FxHashSet};

/// Intrinsics and markers.
pub(super) fn is_special(callee: &str) -> bool {
    callee.starts_with("llvm.") || callee.starts_with(PREFIX)
}

impl<'m> Reader<'m, Havoc<'m>> {
    /// Reads what a variable holds from here on, where an instruction is the marker that says it. What is not known is
    /// anything.
    pub(super) fn holds(&mut self, instruction: &'m Instruction) -> bool {
        let Instruction::Call(call) = instruction else { return false };
        if memory::marker(call) != Some(Marker::Holds) {
            return false;
        }
        let operand = |this: &mut Self, index: usize| {
            call.arguments.get(index).and_then(|(argument, _): &(llvm_ir::Operand, _)| this.operand(argument))
        };
        let (value, row) = (operand(self, 0), operand(self, 1));
        if let Some(Operand::Constant(row)) = row {
            let variable = VariableId(row.unsigned() as usize);
            let value = value.unwrap_or_else(|| self.anything(1));
            self.add(program::Instruction::Assign(Assignment { variable, value, origin: None }));
        }
        true
    }

    /// Reads a call into the current block.
    pub(super) fn call(&mut self, call: &'m Call) -> Flow {
        let callee = callee(call).unwrap_or_default();
        let is_twice = self.policy.callees.twice.contains(callee);
        if is_twice {
            self.forget();
        }
        let has_body = self.module.get_func_by_name(callee).is_some();
        let marker = Marker::of(callee);
        if let (Some(Marker::Private), Some((pointer, _))) = (marker, call.arguments.first()) {
            self.begins(pointer);
            return Flow::Continues;
        }
        if let (Some(marker @ (Marker::Reads | Marker::Writes)), [(pointer, _), (length, _)]) =
            (marker, &call.arguments[..])
        {
            if let Some(length) = self.operand(length) {
                self.stays_inside(pointer, length, marker == Marker::Reads);
            }
            return Flow::Continues;
        }
        if callee == trap::TRAP {
            return self.trap(call);
        }
        if let Some((bad, kind)) = self.goes_wrong(call) {
            let site = self.check_always(bad, kind);
            if let (Some(site), Some(told)) = (site, self.told_left(call)) {
                self.program.map.sites[site.0].detail = told;
            }
            self.policy.reads.extend(site.filter(|_| marker == Some(Marker::ReadsOutsideIf)));
            return Flow::Continues;
        }
        if known::is_error(callee) && call.arguments.is_empty() {
            return self.fail(CheckKind::ReachError, callee.to_owned());
        }
        let returns = known::returns(callee).filter(|_| !has_body);
        if let (Some(Returns::Assumes | Returns::Asserts), Some((condition, _))) = (returns, call.arguments.first()) {
            self.assume(callee, condition);
        }
        if returns == Some(Returns::Failed) {
            let text = call.arguments.first().and_then(|(argument, _)| self.text(argument)).unwrap_or_default();
            return self.fail(CheckKind::Assertion, text);
        }
        if known::ends(callee) && !has_body || self.policy.callees.ends.contains(callee) {
            return self.stop(&format!("call of `{callee}`, which does not come back"));
        }
        if has_body {
            self.preconditions(callee, call);
        }
        let is_intrinsic = callee.starts_with("llvm.");
        if let Some(pointer) = call.function.as_ref().right().filter(|_| callee.is_empty()) {
            self.access_somewhere(pointer);
        }
        let known = known::known(callee).filter(|known| !has_body && known.takes(call.arguments.len(), is_intrinsic));
        if let Some(known) = known {
            self.library(known, call);
            self.written(known, call);
            if known.argument(0) == Argument::Freed {
                self.given_back(call);
            }
        }
        if gives_nothing(call) && !is_twice && self.policy.callees.may_not_come_back(self.module, call) {
            self.may_stop(if callee.is_empty() { "a function pointer" } else { callee });
        }
        if let Some(name) = &call.dest {
            self.given(callee, call, name);
        }
        Flow::Continues
    }

    /// When something goes wrong where a marker of a check stands, and what; `None` where there is none.
    pub(super) fn goes_wrong(&mut self, call: &'m Call) -> Option<(Operand, CheckKind)> {
        let kind = match memory::marker(call)? {
            Marker::UnsetIf => CheckKind::Uninitialised,
            Marker::UsedIf => CheckKind::UseAfterFree,
            Marker::ClosedIf => CheckKind::ClosedFile,
            Marker::EndedIf => CheckKind::UseAfterScope,
            Marker::FreedIf => CheckKind::DoubleFree,
            Marker::ReadsOutsideIf | Marker::WritesOutsideIf => CheckKind::OutOfBounds,
            Marker::Divisor => CheckKind::DivisionByZero,
            Marker::ShiftAmount => CheckKind::ShiftRange,
            _ => return None,
        };
        let argument = self.operand(&call.arguments.first()?.0)?;
        let width = self.width(argument);
        let bad = match kind {
            CheckKind::DivisionByZero => self.compare(Predicate::Eq, argument, zero(width)),
            CheckKind::ShiftRange => self.beyond(argument, u64::from(width) - 1),
            _ => argument,
        };
        Some((bad, kind))
    }

    /// Binds what a call gives.
    fn given(&mut self, callee: &'m str, call: &'m Call, name: &'m Name) {
        let value = match (Marker::of(callee), call.arguments.first()) {
            (Some(Marker::Address), _) => self.step(call, name).map_or(Value::Opaque, Value::Bits),
            (Some(Marker::Value), Some((first, _))) => match self.operand(first) {
                Some(value) => Value::Bits(self.define(self.width(value), "constant", Operation::Copy(value))),
                None => Value::Opaque,
            },
            _ => self.intrinsic_result(callee, call, name).unwrap_or(Value::Opaque),
        };
        let kind =
            if callee.is_empty() || is_special(callee) { InputKind::Undefined } else { InputKind::Call(callee.into()) };
        let shape = self.shape(&self.module.type_of(call));
        let value = self.settle(value, &shape, &readable(name), &kind);
        let is_foreign = self.module.get_func_by_name(callee).is_none();
        if let (Value::Bits(start), Some(size)) = (&value, self.allocated(callee, call).filter(|_| is_foreign)) {
            self.policy.roots.insert(name, Root::Block(*start, size));
            self.policy.allocations.insert(*start, (callee, self.origin));
        }
        self.bind(name, value);
    }

    /// How many bytes a call allocates, where that is a constant.
    pub(super) fn allocated(&mut self, callee: &str, call: &'m Call) -> Option<u64> {
        let sizes = match callee {
            "malloc" => 0..1,
            "calloc" => 0..2,
            "realloc" => 1..2,
            _ => return None,
        };
        let mut bytes = 1u64;
        for (size, _) in call.arguments.get(sizes)? {
            match self.operand(size)? {
                Operand::Constant(size) => bytes = bytes.checked_mul(u64::try_from(size.unsigned()).ok()?)?,
                Operand::Value(_) => return None,
            }
        }
        Some(bytes)
    }

    /// A check that clang put in has failed.
    fn trap(&mut self, call: &'m Call) -> Flow {
        let number = call.arguments.first().and_then(|(number, _)| self.operand(number));
        let kind = match number {
            Some(Operand::Constant(number)) => u64::try_from(number.unsigned()).ok().and_then(trap::kind),
            _ => None,
        };
        match kind {
            Some(kind) => self.fail(kind, String::new()),
            None => self.stop("a trap"),
        }
    }

    /// The path ends where what is assumed does not hold: nobody asks about such executions.
    fn assume(&mut self, callee: &str, condition: &llvm_ir::Operand) {
        let Some(condition) = self.operand(condition) else { return };
        let zero = Operand::Constant(BitVec::new(self.width(condition), 0));
        let fails = self.compare(Predicate::Eq, condition, zero);
        self.ends_where(fails, callee);
    }

    /// Where the condition holds, the path ends in a call.
    pub(super) fn ends_where(&mut self, condition: Operand, callee: &str) {
        if condition != Operand::Constant(BitVec::bit(false)) {
            let row = self.add_unmodelled(format!("call of `{callee}`, which does not come back"));
            self.leave(condition, Exit::Unmodelled(row));
        }
    }

    /// What a function of the C library does with what its arguments point to.
    fn library(&mut self, known: &Known, call: &'m Call) {
        let length = known.length().and_then(|length| call.arguments.get(length));
        let length = length.and_then(|(length, _)| self.operand(length));
        for (index, (pointer, _)) in call.arguments.iter().enumerate() {
            let argument = known.argument(index);
            let Some(reads) = argument.accesses() else { continue };
            match (argument.is_whole(), length) {
                (true, Some(length)) => self.access_block(pointer, length, reads),
                (true, None) => {}
                // What the library has is as large as it is.
                _ if argument.is_own() => self.access_somewhere(pointer),
                _ => self.access(pointer, &Type::IntegerType { bits: 8 }, reads),
            }
        }
    }

    /// What is given back has been allocated: it is no variable, and no place within a block.
    fn given_back(&mut self, call: &'m Call) {
        if let Some((bad, kind)) = call.arguments.first().and_then(|(pointer, _)| self.cannot_be_freed(pointer)) {
            self.check_always(bad, kind);
        }
    }

    /// The condition under which a pointer cannot be given back, and why.
    pub(super) fn cannot_be_freed(&mut self, pointer: &llvm_ir::Operand) -> Option<(Operand, CheckKind)> {
        let bases = self.bases(pointer);
        if self.only(&bases).is_some() {
            return Some((Operand::Constant(BitVec::bit(true)), CheckKind::FreeOfNonHeap));
        }
        let address = self.operand(pointer)?;
        if self.is_no_block(&bases) {
            let null = zero(self.width(address));
            return Some((self.compare(Predicate::Ne, null, address), CheckKind::FreeOfNonHeap));
        }
        match self.root(pointer)? {
            Root::Block(start, _) if start != address => {
                Some((self.compare(Predicate::Ne, start, address), CheckKind::FreeOfInner))
            }
            _ => None,
        }
    }

    /// The text of a constant string that an operand points to.
    pub(super) fn text(&self, operand: &llvm_ir::Operand) -> Option<String> {
        let Constant::GlobalReference { name, .. } = operand.as_constant()? else { return None };
        let Constant::Array { elements, .. } = self.module.get_global_var_by_name(name)?.initializer.as_ref()?.as_ref()
        else {
            return None;
        };
        let byte = |element: &llvm_ir::ConstantRef| match element.as_ref() {
            Constant::Int { value, .. } => Some(*value as u8),
            _ => None,
        };
        let bytes: Vec<u8> = elements.iter().map(byte).take_while(|byte| *byte != Some(0)).collect::<Option<_>>()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// What is known of a module's functions by their names.
pub struct Callees<'m> {
    /// Those that never come back.
    pub ends: FxHashSet<String>,
    /// Those that may not come back, as they call such a one, or an unknown one that gives nothing.
    pub may_stop: FxHashSet<String>,
    /// Those whose calls may come back twice.
    pub twice: &'m FxHashSet<String>,
}

impl Callees<'_> {
    /// Whether a call may not come back.
    pub fn may_not_come_back(&self, module: &Module, call: &Call) -> bool {
        match callee(call) {
            Some(name) if module.get_func_by_name(name).is_some() => self.may_stop.contains(name),
            _ => may_not_come_back(call),
        }
    }
}

/// The same of a call of what has no body.
fn may_not_come_back(call: &Call) -> bool {
    match callee(call) {
        None => call.function.is_right(),
        Some(name) => !is_special(name) && known::returns(name).is_none(),
    }
}

/// Whether nothing uses what a call gives.
fn gives_nothing(call: &Call) -> bool {
    call.dest.as_ref().is_none_or(|name| name.to_string().contains(UNUSED))
}

/// The functions of a module that may not come back: they call one of those that never do, or an unknown one whose result nothing
/// uses, or one that calls such a one.
pub fn stopping(module: &Module, ends: &FxHashSet<String>) -> FxHashSet<String> {
    let bodies: FxHashSet<&str> = module.functions.iter().map(|function| function.name.as_str()).collect();
    let mut callers: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    let mut open: Vec<&str> = ends.iter().map(String::as_str).collect();
    for function in &module.functions {
        for instruction in function.basic_blocks.iter().flat_map(|block| &block.instrs) {
            let Instruction::Call(call) = instruction else { continue };
            match callee(call) {
                // One that never comes back does not, whoever uses what it gives.
                Some(name) if bodies.contains(name) && (gives_nothing(call) || ends.contains(name)) => {
                    callers.entry(name).or_default().push(&function.name);
                }
                Some(name) if bodies.contains(name) => {}
                Some(name) if known::ends(name) => open.push(&function.name),
                _ if gives_nothing(call) && may_not_come_back(call) => open.push(&function.name),
                _ => {}
            }
        }
    }
    let mut may_stop = FxHashSet::default();
    while let Some(name) = open.pop() {
        if may_stop.insert(name.to_owned()) {
            open.extend(callers.get(name).into_iter().flatten());
        }
    }
    may_stop
}

/// The functions of a module that never come back: no way through them ends with a return, or they are `declared` so.
pub fn endless(module: &Module, declared: &FxHashSet<String>) -> FxHashSet<String> {
    let mut ends = declared.clone();
    loop {
        let takes_arguments =
            |name: &str| module.get_func_by_name(name).is_some_and(|function| !function.parameters.is_empty());
        let stops = |callee: &str| {
            let has_body = module.get_func_by_name(callee).is_some();
            ends.contains(callee)
                || !has_body && known::ends(callee)
                || known::is_error(callee) && !takes_arguments(callee)
        };
        let new = module.functions.iter().filter(|function| !ends.contains(&function.name));
        let new: Vec<String> = new.filter(|function| !comes_back(function, &stops)).map(|f| f.name.clone()).collect();
        if new.is_empty() {
            return ends;
        }
        ends.extend(new);
    }
}

/// Whether some way through a function ends with a return.
fn comes_back(function: &Function, stops: &dyn Fn(&str) -> bool) -> bool {
    let blocks: FxHashMap<&Name, &BasicBlock> =
        function.basic_blocks.iter().map(|block| (&block.name, block)).collect();
    let mut seen = FxHashSet::default();
    let mut open: Vec<&Name> = function.basic_blocks.first().map(|block| &block.name).into_iter().collect();
    while let Some(name) = open.pop() {
        let Some(block) = blocks.get(name).filter(|_| seen.insert(name)) else { continue };
        let is_stop = |instruction: &Instruction| match instruction {
            Instruction::Call(call) => callee(call).is_some_and(stops),
            _ => false,
        };
        if block.instrs.iter().any(is_stop) {
            continue;
        }
        match successors(&block.term) {
            // What cannot be read is assumed to come back.
            None => return true,
            Some(_) if matches!(block.term, llvm_ir::Terminator::Ret(_)) => return true,
            Some(names) => open.extend(names),
        }
    }
    false
}
