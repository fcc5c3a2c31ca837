//! Calls: [markers](Marker), intrinsics, all others.
//!
//! Where an optimiser has merged two calls of a marker, the row is no constant but chosen by φs and `select`s. Then the
//! block is split by row, so that each error and each input stays what it is. (Only an assignment is dropped then: it
//! means nothing but to readers of traces, and a split costs a step.)
//!
//! Intrinsics on integers are operations. Any other call is not modelled.

use std::collections::BTreeSet;

use llvm_ir::instruction::Call;
use llvm_ir::{Constant, Name, Operand as LlvmOperand};
use rustc_hash::FxHashSet;

use super::blocks::{Cut, Flow, Reader};
use super::exact::Exact;
use super::memory::{is_copy, is_fill};
use super::operators::callee;
use super::values::{readable, Shape, Value};
use crate::bv::{BinaryOp, BitVec, UnaryOp};
use crate::llvm::marker::Marker;
use crate::program::{
    Assignment, Exit, InputId, Instruction, Operand, Operation, SiteId, Terminator, UnmodelledId, VariableId,
};

/// Intrinsics that mean nothing to a program on integers, by the beginnings of their names.
pub const WITHOUT_EFFECT: [&str; 9] = [
    "llvm.lifetime.",
    "llvm.dbg.",
    "llvm.donothing",
    "llvm.sideeffect",
    "llvm.var.annotation",
    "llvm.experimental.noalias.scope.decl",
    "llvm.invariant.",
    "llvm.stackrestore",
    "llvm.stacksave",
];

impl<'m> Reader<'m, Exact<'m>> {
    /// Reads a call into the current block.
    ///
    /// # Errors
    /// If it is no marker and no intrinsic on integers.
    pub(super) fn call(&mut self, call: &'m Call) -> Result<Flow, Cut> {
        if call.function.is_left() {
            return Err(Cut::new("inline assembly"));
        }
        let name = callee(call).ok_or_else(|| Cut::new("call through a pointer"))?;
        if let Some(marker) = Marker::of(name) {
            return self.marker(marker, call);
        }
        if name.starts_with("llvm.") {
            return self.intrinsic(name, call);
        }
        Err(Cut::new(self.why_not_called(name)))
    }

    /// Why the body of a function that is called does not stand here.
    fn why_not_called(&self, name: &str) -> String {
        if self.module.get_func_by_name(name).is_none() {
            return format!("call of `{name}`, which has no body");
        }
        let mut seen = FxHashSet::default();
        let mut waiting = vec![name];
        while let Some(function) = waiting.pop().and_then(|name| self.module.get_func_by_name(name)) {
            let calls =
                function.basic_blocks.iter().flat_map(|block| &block.instrs).filter_map(
                    |instruction| match instruction {
                        llvm_ir::Instruction::Call(call) => Some(call),
                        _ => None,
                    },
                );
            for callee in calls.filter_map(callee) {
                if callee == name {
                    return format!("recursive call of `{name}`");
                }
                if self.module.get_func_by_name(callee).is_some() && seen.insert(callee) {
                    waiting.push(callee);
                }
            }
        }
        format!("call of `{name}`, which was not inlined")
    }

    fn marker(&mut self, marker: Marker, call: &'m Call) -> Result<Flow, Cut> {
        use Marker as M;
        let map = &self.program.map;
        match (marker, call.arguments.as_slice()) {
            (M::Stop, _) => Ok(self.exit(Exit::Ok)),
            (M::Error, [(site, _)]) => {
                let count = map.sites.len();
                let rows = self.rows(site, |row| row < count)?;
                self.exit_by_row(site, &rows, |row| Exit::Error(SiteId(row)))
            }
            (M::Unmodelled, [(row, _)]) => {
                let count = map.unmodelled.len();
                let rows = self.rows(row, |row| row < count)?;
                self.exit_by_row(row, &rows, |row| Exit::Unmodelled(UnmodelledId(row)))
            }
            (M::Nondet, [(row, _)]) => self.input(row, call),
            (M::Constant, [(low, _), (high, _)]) => self.wide_constant(low, high, call),
            (M::AccessUnmodelled, _) => self.check(call, false),
            (M::AccessError, _) => self.check(call, true),
            (M::Written, [(address, _), (row, _)]) => Ok(self.written(address, row)),
            (M::CalleeError, _) => self.callee(call),
            (M::Havoc, [(address, _), (row, _)]) => self.havoc(address, row),
            (M::Allocate | M::AllocateLocal, _) => self.allocate(call, false),
            (M::AllocateZeroed, _) => self.allocate(call, true),
            (M::Release, [(address, _)]) => self.release(address),
            (M::Size, [(address, _)]) => self.allocated_size(address, call),
            (M::Free, _) => self.free(call, false),
            (M::FreeError, _) => self.free(call, true),
            (M::EndError, [(row, _)]) => self.program_ends(row),
            (M::Track, _) => self.track(call, false),
            (M::TrackError, _) => self.track(call, true),
            (M::Held | M::HeldIn, [(pointer, _)]) => Ok(self.note_held(pointer, marker == M::HeldIn)),
            (M::Address, [(base, _), (offset, _)]) => self.address(base, offset, call),
            (M::Compared, [(a, _), (b, _)]) => Ok(self.compared(a, b)),
            (M::Apart, _) => self.apart(call),
            (M::Place, [(row, _)]) => match self.value(row) {
                Value::Bits(Operand::Constant(row)) => {
                    self.place(row.unsigned() as usize);
                    Ok(Flow::Continues)
                }
                _ => Err(Cut::new("marker of an unknown place")),
            },
            (M::Value, [(value, _)]) => {
                let value = match (self.value(value), &call.dest) {
                    (Value::Bits(value), Some(name)) => {
                        Value::Bits(self.define(self.width(value), readable(name), Operation::Copy(value)))
                    }
                    (value, _) => value,
                };
                Ok(self.given(call, value))
            }
            (M::Undefined, []) => {
                let value = match self.shape(&self.module.type_of(call)) {
                    Shape::Pointer => Value::Pointer(self.nowhere()),
                    Shape::Bits(width) => Value::Bits(self.undefined(width)),
                    _ => Value::Opaque,
                };
                Ok(self.given(call, value))
            }
            (M::Assign, [(value, _), (row, _)]) => self.assign(value, row),
            // What is resolved before a program is read, or stands only where functions are read by themselves.
            (M::ScopeStart | M::ScopeEnd | M::Holds | M::Any | M::Kept | M::Private, _)
            | (M::CallBegins | M::CallHolds | M::CallHoldsIn | M::CallEnds, _)
            | (M::UsedIf | M::FreedIf | M::ClosedIf | M::EndedIf | M::ReadsOutsideIf | M::WritesOutsideIf, _)
            | (M::Divisor | M::ShiftAmount | M::Reads | M::Writes | M::Unset | M::UnsetIf, _) => {
                Err(Cut::new(format!("a marker that does not belong here: {marker:?}")))
            }
            (
                M::Written
                | M::Error
                | M::Unmodelled
                | M::Nondet
                | M::Constant
                | M::Havoc
                | M::Release
                | M::Size
                | M::EndError,
                _,
            )
            | (M::Address | M::Compared | M::Place | M::Value | M::Undefined | M::Assign | M::Held | M::HeldIn, _) => {
                Err(Cut::new(format!("a marker with other arguments than it has: {marker:?}")))
            }
        }
    }

    /// Binds what a call gives.
    fn given(&mut self, call: &'m Call, value: Value) -> Flow {
        call.dest.iter().for_each(|dest| self.bind(dest, value.clone()));
        Flow::Continues
    }

    /// A computed address. One whose base is not represented is not either.
    fn address(&mut self, base: &LlvmOperand, offset: &LlvmOperand, call: &'m Call) -> Result<Flow, Cut> {
        let Some(dest) = &call.dest else { return Ok(Flow::Continues) };
        let value = match (self.pointer(base), self.value(offset)) {
            (Some(base), Value::Bits(offset)) => Value::Pointer(self.moved(base, offset, &readable(dest))),
            _ => Value::Opaque,
        };
        self.bind(dest, value);
        Ok(Flow::Continues)
    }

    fn exit_by_row(
        &mut self,
        selector: &LlvmOperand,
        rows: &[usize],
        exit: impl Fn(usize) -> Exit,
    ) -> Result<Flow, Cut> {
        if let [row] = rows {
            return Ok(self.exit(exit(*row)));
        }
        let selector = self.bits(selector, "call")?;
        for (block, &row) in self.switch_by_row(selector, rows).into_iter().zip(rows) {
            self.current = block;
            self.exit(exit(row));
        }
        Ok(Flow::Ended)
    }

    fn input(&mut self, row: &LlvmOperand, call: &'m Call) -> Result<Flow, Cut> {
        let (Shape::Bits(width), Some(name)) = (self.shape(&self.module.type_of(call)), &call.dest) else {
            return Err(Cut::new("nondeterministic value that is no integer of at most 128 bits"));
        };
        let widths: Vec<u32> = self.program.map.inputs.iter().map(|input| input.width).collect();
        let rows = self.rows(row, |row| widths.get(row) == Some(&width))?;
        let read = |row: &usize| Operation::Input(InputId(*row));
        let value = match rows.as_slice() {
            [row] => self.define(width, readable(name), read(row)),
            rows => {
                let selector = self.bits(row, "call")?;
                let mut incoming = Vec::new();
                let blocks = self.switch_by_row(selector, rows);
                let join = self.add_part("join");
                for (block, row) in blocks.into_iter().zip(rows) {
                    self.current = block;
                    incoming.push((block, self.define(width, readable(name), read(row))));
                    self.end(Terminator::Jump(join));
                }
                self.current = join;
                self.add_phi(width, readable(name), incoming)
            }
        };
        self.bind(name, Value::Bits(value));
        Ok(Flow::Continues)
    }

    fn assign(&mut self, value: &LlvmOperand, row: &LlvmOperand) -> Result<Flow, Cut> {
        let count = self.program.map.variables.len();
        let Value::Bits(Operand::Constant(row)) = self.value(row) else { return Ok(Flow::Continues) };
        let row = row.unsigned() as usize;
        // An address that is a number for the program has no number here.
        let is_pointer = self.program.map.variables.get(row).is_some_and(|variable| variable.is_pointer);
        let held = match self.value(value) {
            Value::Bits(bits) => Some(bits),
            Value::Pointer(pointer) if is_pointer => Some(self.whole(pointer)),
            _ => None,
        };
        if let Some(value) = held {
            if row < count {
                let assignment = Assignment { variable: VariableId(row), value, origin: self.origin };
                self.add(Instruction::Assign(assignment));
            }
        }
        Ok(Flow::Continues)
    }

    fn wide_constant(&mut self, low: &LlvmOperand, high: &LlvmOperand, call: &'m Call) -> Result<Flow, Cut> {
        let (Shape::Bits(width), Some(name)) = (self.shape(&self.module.type_of(call)), &call.dest) else {
            return Err(Cut::new("integer constant of more than 128 bits"));
        };
        let value = match (self.bits(low, "call")?, self.bits(high, "call")?) {
            (Operand::Constant(low), Operand::Constant(high)) => {
                Operand::Constant(BitVec::new(width, high.unsigned() << 64 | low.unsigned()))
            }
            // Two calls that were merged: the halves are put together here.
            (low, high) => {
                let low = self.define(128, "low", Operation::ZeroExtend(low));
                let high = self.define(128, "high", Operation::ZeroExtend(high));
                let by = Operand::Constant(BitVec::new(128, 64));
                let high = self.define(128, "high", Operation::Binary(BinaryOp::Shl, high, by));
                let whole = self.define(128, readable(name), Operation::Binary(BinaryOp::Or, low, high));
                match width {
                    128 => whole,
                    _ => self.define(width, readable(name), Operation::Truncate(whole)),
                }
            }
        };
        self.bind(name, Value::Bits(value));
        Ok(Flow::Continues)
    }

    /// The rows that an operand may name, ascending; those that `fits` refuses are none that the marker can be given.
    /// Where they cannot be told, all that fit.
    fn rows(&self, operand: &LlvmOperand, fits: impl Fn(usize) -> bool) -> Result<Vec<usize>, Cut> {
        let all = || (0..).take(self.most_rows()).collect();
        let rows = self.choices(operand, &mut FxHashSet::default()).unwrap_or_else(all);
        let rows: Vec<usize> = rows.into_iter().filter(|&row| fits(row)).collect();
        match rows.is_empty() {
            true => Err(Cut::new("marker of an unknown row")),
            false => Ok(rows),
        }
    }

    /// A bound on the number of rows of any table.
    fn most_rows(&self) -> usize {
        let map = &self.program.map;
        map.sites.len().max(map.inputs.len()).max(map.unmodelled.len())
    }

    /// The constants that an operand may be, through φs and `select`s; `None` if it is computed otherwise.
    fn choices(&self, operand: &'_ LlvmOperand, seen: &mut FxHashSet<Name>) -> Option<BTreeSet<usize>> {
        use llvm_ir::Instruction as I;
        match operand {
            LlvmOperand::ConstantOperand(constant) => match constant.as_ref() {
                Constant::Int { value, .. } => Some(BTreeSet::from([*value as usize])),
                Constant::Undef(_) | Constant::Poison(_) => None,
                _ => None,
            },
            LlvmOperand::MetadataOperand => None,
            LlvmOperand::LocalOperand { name, .. } if !seen.insert(name.clone()) => Some(BTreeSet::new()),
            LlvmOperand::LocalOperand { name, .. } => {
                let choices: Vec<&LlvmOperand> = match self.policy.choices.get(name)? {
                    I::Phi(phi) => phi.incoming_values.iter().map(|(operand, _)| operand).collect(),
                    I::Select(select) => vec![&select.true_value, &select.false_value],
                    _ => return None,
                };
                let mut all = BTreeSet::new();
                for choice in choices {
                    all.extend(self.choices(choice, seen)?);
                }
                Some(all)
            }
        }
    }

    fn intrinsic(&mut self, name: &str, call: &'m Call) -> Result<Flow, Cut> {
        if WITHOUT_EFFECT.iter().any(|prefix| name.starts_with(prefix)) {
            if let Some(dest) = &call.dest {
                self.bind(dest, Value::Opaque);
            }
            return Ok(Flow::Continues);
        }
        if is_copy(name) {
            return self.copy(call);
        }
        if is_fill(name) {
            return self.fill(call);
        }
        if let ("llvm.assume", [(condition, _), ..]) = (name, call.arguments.as_slice()) {
            return self.assume(condition);
        }
        let dest = call.dest.as_ref().ok_or_else(|| Cut::new(format!("intrinsic `{name}`")))?;
        let value = self.intrinsic_result(name, call, dest)?;
        self.bind(dest, value);
        Ok(Flow::Continues)
    }

    /// `llvm.assume`: what follows a false assumption is undefined.
    fn assume(&mut self, condition: &LlvmOperand) -> Result<Flow, Cut> {
        let condition = self.bits(condition, "assume")?;
        if condition != Operand::Constant(BitVec::bit(true)) {
            let fails = self.define(1, "assumption fails", Operation::Unary(UnaryOp::Not, condition));
            self.cut_where(fails, "undefined behaviour: an assumption made for the optimiser is false");
        }
        Ok(Flow::Continues)
    }
}
