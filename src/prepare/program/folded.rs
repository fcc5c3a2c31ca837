//! Undefined behaviour in constants that clang computes itself, as it remarks it. Mostly clang also emits the operation with its check,
//! and no more is needed. What it folds, as in initialisers that are constant as a whole, becomes an error before the code that
//! writes the initial value; where it is not certain that the constant is computed there, or the property does not ask about it,
//! it becomes unmodelled, and where that code is not found, the function is from its beginning, or the program.

use crate::llvm::ir::{LLVMOpcode, Module, Value};
use crate::llvm::marker::declare::Markers;
use crate::llvm::trap;
use crate::prepare::program::undefined::{always, bodies};
use crate::prepare::tables::Tables;
use crate::program::CheckKind;
use crate::source::clang::Remark;
use crate::source::lines::{base_name, Position};
use crate::source::property::Property;
use rustc_hash::{FxHashMap, FxHashSet};

/// An instruction, and the places in the source that it stands for.
struct Placed {
    instruction: Value,
    function: Value,
    position: Position,
    file: String,
}

/// Makes explicit what clang folded.
pub fn make_explicit(module: &Module, markers: &Markers, tables: &mut Tables, property: Property, remarks: &[Remark]) {
    let remarks: Vec<&Remark> = remarks.iter().filter(|remark| is_undefined(remark, property)).collect();
    if remarks.is_empty() || matches!(property, Property::NormalEnd { .. }) && !property.asks_for_overflow() {
        return;
    }
    let places: Vec<Placed> = bodies(module).flat_map(placed).collect();
    let traps: Vec<Trap> = bodies(module).flat_map(traps).collect();
    let mut taken = vec![false; traps.len()];
    let mut missing = Vec::new();
    for remark in remarks {
        match checked_by(&traps, &taken, remark) {
            Some(trap) => taken[trap] = true,
            None => missing.push(remark),
        }
    }
    if !asks_for_shifts(property) && !property.asks_for_overflow() {
        // These are asked for to see which operations clang emits.
        for trap in &traps {
            always(module, markers, tables, trap.call, SHIFT);
        }
    }
    for remark in missing {
        let kind = kind(remark, property);
        let code = initialising(&places, remark);
        for &instruction in &code {
            match kind {
                Some(kind) => {
                    let origin = tables.origin_of(instruction);
                    let site = tables.site(kind, String::new(), origin);
                    module.before(instruction).call(markers.error, &[module.int(32).constant(site.0 as u64)]);
                }
                None => always(module, markers, tables, instruction, &reason(remark)),
            }
        }
        if code.is_empty() {
            for first in beginnings(module, &places, remark) {
                always(module, markers, tables, first, &reason(remark));
            }
        }
    }
}

const SHIFT: &str = "undefined behaviour: shift by the width of the type or more";

fn reason(remark: &Remark) -> String {
    format!("undefined behaviour in a constant in line {}: {}", remark.line, remark.message)
}

fn asks_for_shifts(property: Property) -> bool {
    property == Property::NoBadShift
}

/// Whether an execution that comes there has undefined behaviour, as far as the property tells that from sums that wrap.
fn is_undefined(remark: &Remark, property: Property) -> bool {
    remark.is_bad_shift() || property.asks_for_overflow() && remark.is_overflow()
}

/// The check that fails, if the property asks for it and the constant is surely computed.
fn kind(remark: &Remark, property: Property) -> Option<CheckKind> {
    let operator = remark.surroundings.operator?;
    if remark.is_bad_shift() {
        return asks_for_shifts(property).then_some(CheckKind::ShiftRange);
    }
    match operator {
        '+' => Some(CheckKind::AddOverflow),
        '-' if remark.surroundings.is_unary => Some(CheckKind::NegOverflow),
        '-' => Some(CheckKind::SubOverflow),
        '*' => Some(CheckKind::MulOverflow),
        '<' => Some(CheckKind::ShiftOverflow),
        _ => None,
    }
}

/// Instructions with places.
fn placed(function: Value) -> Vec<Placed> {
    let mut files = FxHashMap::default();
    let mut place = |instruction: Value| {
        let location = instruction.location().filter(|location| location.line() != 0)?;
        let scope = location.scope()?;
        let file = files.entry(scope).or_insert_with(|| base_name(&scope.file()).to_owned()).clone();
        Some(Placed { instruction, function, position: location.position(), file })
    };
    function.instructions().into_iter().filter_map(&mut place).collect()
}

/// A check of clang's.
struct Trap {
    call: Value,
    position: Position,
    file: String,
    /// Whether it is one of constants.
    is_constant: bool,
}

fn traps(function: Value) -> Vec<Trap> {
    let is_trap = |placed: &Placed| placed.instruction.callee_name() == trap::TRAP;
    let traps: Vec<Placed> = placed(function).into_iter().filter(is_trap).collect();
    let mut of_constants = FxHashSet::default();
    for branch in function.blocks().into_iter().filter_map(|block| block.terminator()) {
        let condition = branch.operands().first().copied();
        if branch.is(LLVMOpcode::LLVMBr) && condition.is_some_and(is_of_constants) {
            of_constants.extend(branch.successors().into_iter().flat_map(|block| block.instructions()));
        }
    }
    let trap = |placed: Placed| {
        let is_constant = of_constants.contains(&placed.instruction);
        Trap { call: placed.instruction, position: placed.position, file: placed.file, is_constant }
    };
    traps.into_iter().map(trap).collect()
}

/// Whether a condition is constant, or whether an operation on constants overflows.
fn is_of_constants(condition: Value) -> bool {
    let condition = match condition.is(LLVMOpcode::LLVMXor) {
        true => condition.operands()[0],
        false => condition,
    };
    let operands = condition.operands();
    let is_constant = |value: &Value| value.as_wide_int().is_some();
    match operands.first() {
        Some(call) if condition.is(LLVMOpcode::LLVMExtractValue) => call.arguments().iter().all(is_constant),
        _ => is_constant(&condition),
    }
}

/// The check that stands where the remark is. Everything that a macro makes stands where the macro is named: there only a
/// check of constants is known to be the one, and each for one remark.
fn checked_by(traps: &[Trap], taken: &[bool], remark: &Remark) -> Option<usize> {
    let place = remark.place();
    let is_there = |trap: &Trap, place: Position| trap.position == place && trap.file == remark.file;
    let found = |trap: &Trap| match remark.in_macro {
        false => is_there(trap, place),
        true => {
            let named = remark.surroundings.names.iter().any(|&name| is_there(trap, name));
            trap.is_constant && (named || is_there(trap, place))
        }
    };
    (0..traps.len()).find(|&trap| found(&traps[trap]) && !(remark.in_macro && taken[trap]))
}

/// What writes the initial value around the remark: that of the innermost braces that something is written for.
fn initialising(code: &[Placed], remark: &Remark) -> Vec<Value> {
    let writes = |instruction: Value| {
        let name = instruction.callee_name();
        let copies = ["llvm.memcpy.", "llvm.memset."].iter().any(|prefix| name.starts_with(prefix));
        copies || instruction.is(LLVMOpcode::LLVMStore)
    };
    let all = || code.iter().filter(|placed| placed.file == remark.file && writes(placed.instruction));
    let at = |&place: &Position| {
        let code: Vec<Value> = all().filter(|placed| placed.position == place).map(|p| p.instruction).collect();
        (!code.is_empty()).then_some(code)
    };
    remark.surroundings.initialisers.iter().find_map(at).unwrap_or_default()
}

/// Where the functions begin that the remark may be in: those that have instructions before and behind it; or all of the program.
fn beginnings(module: &Module, code: &[Placed], remark: &Remark) -> Vec<Value> {
    let place = remark.place();
    let is_around = |function: &Value| {
        let placed = code.iter().filter(|placed| placed.function == *function);
        let here = placed.filter(|placed| placed.file == remark.file).map(|placed| placed.position);
        here.clone().min().is_some_and(|first| first <= place) && here.max().is_some_and(|last| place <= last)
    };
    let mut around: Vec<Value> = bodies(module).filter(is_around).collect();
    if around.is_empty() {
        around.extend(module.function("main"));
    }
    around.into_iter().filter_map(|function| function.instructions().first().copied()).collect()
}
