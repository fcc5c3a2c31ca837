//! Undefined behaviour that the property does not ask about becomes unmodelled, before a pass can exploit it, and an error where the
//! property asks about it; undefined values become inputs.

use crate::llvm::ir::{LLVMIntPredicate, LLVMOpcode, LLVMRealPredicate, Module, Value};
use crate::llvm::marker::declare::{self, Markers};
use crate::llvm::marker::PREFIX;
use crate::prepare::program::files::Files;
use crate::prepare::tables::Tables;
use crate::program::{CheckKind, InputKind, Reading};
use crate::source::options;
use crate::source::property::Property;

/// Divisions by zero, quotients that do not fit, shifts by the width or more, and `unreachable` that can be reached.
pub fn behaviour_becomes_unmodelled(
    module: &Module,
    markers: &Markers,
    tables: &mut Tables,
    property: Property,
    files: &Files,
) {
    // Of options that ask for such a processor the operations tell themselves; an attribute is about one function. What was compiled
    // elsewhere does not say which of them it was, unless only some functions have it.
    let has_plain = bodies(module).any(|function| !multiplies_and_adds(function));
    let is_by_attribute = |function| match files.source(function) {
        Some(source) => !options::multiplies_and_adds(&source.unit.arguments),
        None => has_plain,
    };
    for function in bodies(module) {
        let is_plain = |name: &str| matches!(function.text_attribute(name).as_str(), "" | "ieee" | "ieee,ieee");
        let fuses = multiplies_and_adds(function) && is_by_attribute(function);
        let flushes = !is_plain("denormal-fp-math") || !is_plain("denormal-fp-math-f32");
        let is_wide = has_wide_registers(module, function);
        for instruction in function.instructions() {
            // A module that was compiled with `-ffast-math` or the like, or a pragma of clang's that allows it.
            if instruction.is_computed_freely() || (flushes || fuses) && computes_floats(instruction) {
                let reason = "floating-point arithmetic that a compiler may change";
                always(module, markers, tables, instruction, reason);
            }
            // Here a machine's registers are wider than the type: what is computed is rounded later or not at all.
            if is_wide && computes_floats(instruction) {
                always(module, markers, tables, instruction, "floating-point arithmetic without SSE2");
            }
            match instruction.opcode() {
                Some(LLVMOpcode::LLVMUDiv | LLVMOpcode::LLVMURem) => {
                    division(module, markers, tables, instruction, false, property);
                }
                Some(LLVMOpcode::LLVMSDiv | LLVMOpcode::LLVMSRem) => {
                    division(module, markers, tables, instruction, true, property)
                }
                Some(LLVMOpcode::LLVMShl | LLVMOpcode::LLVMLShr | LLVMOpcode::LLVMAShr) => {
                    shift(module, markers, tables, instruction, property);
                }
                Some(LLVMOpcode::LLVMFPToSI) => conversion(module, markers, tables, instruction, true),
                Some(LLVMOpcode::LLVMFPToUI) => conversion(module, markers, tables, instruction, false),
                Some(LLVMOpcode::LLVMUIToFP) if instruction.is_never_negative() => {
                    never_negative(module, markers, tables, instruction);
                }
                Some(LLVMOpcode::LLVMExtractElement | LLVMOpcode::LLVMInsertElement) if !has_lane(instruction) => {
                    always(module, markers, tables, instruction, "an element of a vector that there may not be");
                }
                Some(LLVMOpcode::LLVMCall) => call(module, markers, tables, instruction),
                Some(LLVMOpcode::LLVMUnreachable) => unreachable(module, markers, tables, instruction),
                _ => {}
            }
        }
    }
}

/// Functions with bodies that are not markers.
pub fn bodies(module: &Module) -> impl Iterator<Item = Value> {
    let is_body = |function: &Value| !function.is_declaration() && !function.name().starts_with(PREFIX);
    module.functions().into_iter().filter(is_body)
}

/// Before the instruction: where `bad` holds, what follows is not represented.
pub fn guard(module: &Module, markers: &Markers, tables: &mut Tables, instruction: Value, bad: Value, reason: &str) {
    let origin = tables.origin_of(instruction);
    let row = tables.unmodelled(reason.to_owned(), origin);
    module.before(instruction).call(markers.unmodelled_if, &[bad, module.int(32).constant(row.0 as u64)]);
}

/// Before the instruction: where `bad` holds, the property is violated.
fn error(module: &Module, markers: &Markers, tables: &mut Tables, instruction: Value, bad: Value, kind: CheckKind) {
    let origin = tables.origin_of(instruction);
    let site = tables.site(kind, String::new(), origin);
    module.before(instruction).call(markers.error_if, &[bad, module.int(32).constant(site.0 as u64)]);
}

fn division(
    module: &Module,
    markers: &Markers,
    tables: &mut Tables,
    instruction: Value,
    signed: bool,
    property: Property,
) {
    let operands = instruction.operands();
    let [dividend, divisor] = operands[..] else { return };
    if divisor.ty().int_width().is_none() {
        return always(module, markers, tables, instruction, "division of vectors");
    }
    let (ty, builder) = (divisor.ty(), module.before(instruction));
    if !divisor.is_int_constant() || divisor == ty.zero() {
        let bad = builder.compare(LLVMIntPredicate::LLVMIntEQ, divisor, ty.zero());
        match property.asks_for_divisions() {
            true => error(module, markers, tables, instruction, bad, CheckKind::DivisionByZero),
            false => guard(module, markers, tables, instruction, bad, "undefined behaviour: division by zero"),
        }
    }
    if signed && (!divisor.is_int_constant() || divisor == ty.ones()) {
        let builder = module.before(instruction);
        let by_minus_one = builder.compare(LLVMIntPredicate::LLVMIntEQ, divisor, ty.ones());
        let of_smallest = builder.compare(LLVMIntPredicate::LLVMIntEQ, dividend, ty.smallest());
        let bad = builder.and(by_minus_one, of_smallest);
        let reason = "undefined behaviour: the smallest value is divided by -1";
        match property.asks_for_ends() {
            // Signed arithmetic wraps there, unless clang checks it.
            true => instruction.set_operand(1, builder.select(bad, ty.constant(1), divisor)),
            false => guard(module, markers, tables, instruction, bad, reason),
        }
    }
}

fn shift(module: &Module, markers: &Markers, tables: &mut Tables, instruction: Value, property: Property) {
    let operands = instruction.operands();
    let [_, amount] = operands[..] else { return };
    let Some(width) = amount.ty().int_width() else {
        return always(module, markers, tables, instruction, "shift of vectors");
    };
    let fits = amount.as_wide_int().is_some_and(|amount| amount < width as u128);
    if !fits {
        let limit = amount.ty().constant(width as u64);
        let bad = module.before(instruction).compare(LLVMIntPredicate::LLVMIntUGE, amount, limit);
        let reason = "undefined behaviour: shift by the width of the type or more";
        match property {
            Property::NoBadShift => error(module, markers, tables, instruction, bad, CheckKind::ShiftRange),
            Property::NormalEnd { .. } => any_shift(module, tables, instruction, bad),
            _ => guard(module, markers, tables, instruction, bad, reason),
        }
    }
}

/// What counts elements in a type that is wider than pointers is cut off by clang. Where that changes it, it counted elements that no object has;
/// a cast of the program's own looks the same.
pub fn wide_indices_become_unmodelled(module: &Module, markers: &Markers, tables: &mut Tables) {
    let width = module.pointer_int().int_width().unwrap_or(64);
    for address in bodies(module).flat_map(|function| function.instructions()) {
        if !address.is(LLVMOpcode::LLVMGetElementPtr) {
            continue;
        }
        for index in address.operands().into_iter().skip(1).filter_map(|index| cut_off(module, index)) {
            let (wide, builder) = (index.operands()[0], module.before(address));
            let from_least = builder.add(wide, wide.ty().constant(1 << (width - 1)));
            let greatest = wide.ty().constant(u64::MAX >> (64 - width));
            let bad = builder.compare(LLVMIntPredicate::LLVMIntUGT, from_least, greatest);
            guard(module, markers, tables, address, bad, "an index that is wider than a pointer");
        }
    }
}

/// What has been cut off to the width of pointers and counts elements: as it is, backwards, or rows of a computed length.
fn cut_off(module: &Module, index: Value) -> Option<Value> {
    let operands = index.operands();
    match (index.opcode()?, &operands[..]) {
        (LLVMOpcode::LLVMTrunc, _) => (index.ty() == module.pointer_int()).then_some(index),
        (LLVMOpcode::LLVMSub, &[zero, of]) if zero.as_int() == Some(0) => cut_off(module, of),
        (LLVMOpcode::LLVMMul, &[of, _]) => cut_off(module, of),
        _ => None,
    }
}

/// A shift by too much gives anything: it is no end of the program.
fn any_shift(module: &Module, tables: &mut Tables, shift: Value, bad: Value) {
    let operands = shift.operands();
    let ([_, amount], Some(next)) = (&operands[..], shift.next()) else { return };
    shift.set_operand(1, module.before(shift).select(bad, amount.ty().zero(), *amount));
    let any = any_value(module, tables, next, shift.ty());
    let value = module.before(next).select(bad, any, shift);
    shift.replace_uses(value);
    value.set_operand(2, shift);
}

/// Whether an element of a vector is named by a number in range.
fn has_lane(instruction: Value) -> bool {
    let operands = instruction.operands();
    let lanes = operands.first().and_then(|vector| vector.ty().lanes());
    let index = operands.last().and_then(|index| index.as_int());
    matches!((index, lanes), (Some(index), Some(lanes)) if index < u64::from(lanes))
}

/// What is left of a union, or of a bit-field, in the initial values of variables becomes zero, as clang writes it to the program.
pub fn rests_become_zero(module: &Module) {
    for global in module.globals() {
        if let Some(constant) = global.initializer().filter(|&constant| has_undefined_part(constant, true)) {
            global.set_initializer(with_zeros(constant));
        }
    }
}

/// Whether a constant has undefined parts: bytes, or others.
fn has_undefined_part(constant: Value, bytes: bool) -> bool {
    let ty = constant.ty();
    let Some((parts, count)) = ty.parts() else {
        return constant.is_undefined() && (ty.int_width() == Some(8)) == bytes;
    };
    if constant.is_zero() {
        return false;
    }
    if constant.is_undefined() {
        return (ty.is_array() && parts.first().and_then(|part| part.int_width()) == Some(8)) == bytes;
    }
    // Large arrays are data, which has no such parts, or many objects alike.
    let elements = (0..count.min(4096)).filter_map(|index| constant.aggregate_element(index));
    elements.into_iter().any(|element| has_undefined_part(element, bytes))
}

/// A constant with its undefined bytes zero.
fn with_zeros(constant: Value) -> Value {
    if !has_undefined_part(constant, true) {
        return constant;
    }
    let Some((_, count)) = constant.ty().parts().filter(|_| !constant.is_undefined()) else {
        return constant.ty().zero();
    };
    let elements: Vec<Value> =
        (0..count).filter_map(|index| constant.aggregate_element(index)).map(with_zeros).collect();
    constant.ty().aggregate(&elements)
}

/// The x87 unit computes with 80 bits, whatever the type is; it is used where there is nothing else: on a 32-bit machine
/// unless more is said, on others where SSE2 is taken away (`-mno-sse`).
fn has_wide_registers(module: &Module, function: Value) -> bool {
    let features = function.text_attribute("target-features");
    match module.pointer_int().int_width() {
        Some(32) => !features.contains("+sse2"),
        _ => features.contains("-sse2"),
    }
}

/// Whether a function is compiled for a processor that multiplies and adds at once, so that compilers may round once where the source says
/// twice: by an option, or by `__attribute__((target("fma")))`.
fn multiplies_and_adds(function: Value) -> bool {
    let features = function.text_attribute("target-features");
    let has = |feature: &str| ["+fma", "+fma4"].contains(&feature);
    features.split(',').any(has)
}

/// Whether an instruction computes something of floating-point numbers, or one.
pub fn computes_floats(instruction: Value) -> bool {
    use LLVMOpcode as O;
    let moves = match instruction.opcode() {
        Some(O::LLVMLoad | O::LLVMStore | O::LLVMPHI | O::LLVMSelect | O::LLVMRet | O::LLVMBitCast | O::LLVMFNeg) => {
            true
        }
        Some(O::LLVMCall) => !instruction.callee_name().starts_with("llvm."),
        _ => false,
    };
    let is_float = |value: Value| value.ty().is_float();
    !moves && (is_float(instruction) || instruction.operands().into_iter().any(is_float))
}

/// Before a conversion that says that its operand is not negative.
fn never_negative(module: &Module, markers: &Markers, tables: &mut Tables, instruction: Value) {
    let (number, reason) =
        (instruction.operands()[0], "undefined behaviour: a number is negative that is said not to be");
    match number.ty().int_width() {
        Some(_) => {
            let builder = module.before(instruction);
            let bad = builder.compare(LLVMIntPredicate::LLVMIntSLT, number, number.ty().zero());
            guard(module, markers, tables, instruction, bad, reason);
        }
        None => always(module, markers, tables, instruction, reason),
    }
}

/// The instruction itself; of a φ, the first one behind those of its block.
fn behind_phis(instruction: Value) -> Value {
    let rest = |block: crate::llvm::ir::Block| block.instructions().into_iter().find(|i| !i.is(LLVMOpcode::LLVMPHI));
    match instruction.is(LLVMOpcode::LLVMPHI) {
        true => instruction.block().and_then(rest).unwrap_or(instruction),
        false => instruction,
    }
}

/// Before a conversion to an integer: a number that is out of its range has no result, and passes fold it to anything. So has what is
/// no number.
fn conversion(module: &Module, markers: &Markers, tables: &mut Tables, instruction: Value, signed: bool) {
    let (number, width) = (instruction.operands()[0], instruction.ty().int_width());
    let (Some(width), Some(width_of_float)) = (width.filter(|width| *width <= 128), number.ty().float_width()) else {
        return always(module, markers, tables, instruction, "conversion of a floating-point number to an integer");
    };
    // Bits of the significand. Of the two formats of 16 bits, the smaller number: then the bound is a bit too narrow for the other.
    let precision = match width_of_float {
        16 => 8,
        32 => 24,
        64 => 53,
        80 => 64,
        _ => 113,
    };
    let power = |bits: u32| match bits {
        128 => "340282366920938463463374607431768211456".to_owned(),
        bits => (1u128 << bits).to_string(),
    };
    let end = power(width - u32::from(signed));
    // Digits behind the point are cut off: all above the integer below the least one are in range, where there is such a number.
    let builder = module.before(instruction);
    let bound = |text: &str| number.ty().float(text);
    let (predicate, low) = match (signed, width < precision) {
        (false, _) => (LLVMRealPredicate::LLVMRealOGT, bound("-1")),
        (true, true) => (LLVMRealPredicate::LLVMRealOGT, bound(&format!("-{}", (1u128 << (width - 1)) + 1))),
        (true, false) => (LLVMRealPredicate::LLVMRealOGE, bound(&format!("-{end}"))),
    };
    let from = builder.compare_floats(predicate, number, low);
    let to = builder.compare_floats(LLVMRealPredicate::LLVMRealOLT, number, bound(&end));
    let inside = builder.and(from, to);
    let bad = builder.xor(inside, module.int(1).constant(1));
    let reason = "undefined behaviour: a floating-point number is converted to an integer that it does not fit in";
    guard(module, markers, tables, instruction, bad, reason);
}

/// Whether what a count of zeros gives is taken only where its operand is not zero, as `__builtin_ffs` is made: `x == 0 ? 0 : cttz(x) + 1`.
fn is_left_for_zero(call: Value) -> bool {
    let only = |value: Value| value.users().first().copied().filter(|_| value.users().len() == 1);
    let Some(choice) = only(call).filter(|sum| sum.is(LLVMOpcode::LLVMAdd)).and_then(only) else { return false };
    let [condition, then, ..] = choice.operands()[..] else { return false };
    let is_zero = |condition: Value| {
        condition.predicate() == Some(LLVMIntPredicate::LLVMIntEQ)
            && matches!(condition.operands()[..], [value, zero] if zero.is_zero() && call.arguments().first() == Some(&value))
    };
    choice.is(LLVMOpcode::LLVMSelect) && then.is_zero() && is_zero(condition)
}

/// Intrinsics with undefined results, contractions that a compiler may do or leave, and calls that do not fit.
fn call(module: &Module, markers: &Markers, tables: &mut Tables, call: Value) {
    let name = call.callee_name();
    let arguments = call.arguments();
    let bad_value = |bad: fn(crate::llvm::ir::Type) -> Value| {
        let (value, flag) = (*arguments.first()?, arguments.get(1)?);
        // Without its flag the result is defined.
        (value.ty().int_width().is_some() && flag.as_int() != Some(0)).then(|| {
            let bad = bad(value.ty());
            module.before(call).compare(LLVMIntPredicate::LLVMIntEQ, value, bad)
        })
    };
    if name.starts_with("llvm.abs.") {
        if let Some(bad) = bad_value(|ty| ty.smallest()) {
            let reason = "undefined behaviour: the absolute value of the smallest number";
            guard(module, markers, tables, call, bad, reason);
        }
    } else if name.starts_with("llvm.ctlz.") || name.starts_with("llvm.cttz.") {
        if let Some(bad) = bad_value(|ty| ty.zero()).filter(|_| !is_left_for_zero(call)) {
            guard(module, markers, tables, call, bad, "undefined behaviour: the zeros of zero are counted");
        }
    } else if name.starts_with("llvm.minnum.") || name.starts_with("llvm.maxnum.") {
        let reason = "the smaller or larger of two zeros";
        match arguments[..] {
            [a, b, ..] if a.ty().is_float() => {
                let builder = module.before(call);
                let [a, b] = [a, b].map(|x| builder.compare_floats(LLVMRealPredicate::LLVMRealOEQ, x, x.ty().zero()));
                guard(module, markers, tables, call, builder.and(a, b), reason);
            }
            _ => always(module, markers, tables, call, reason),
        }
    } else if name.starts_with("llvm.fmuladd.") {
        always(module, markers, tables, call, "a product and a sum that may be computed as one");
    } else if !call.fits_callee() && call.callee().is_some_and(|callee| !callee.is_declaration()) {
        always(module, markers, tables, call, "undefined behaviour: a call does not fit the function that it calls");
    }
}

/// `unreachable` behind anything but the end of a path means that LLVM takes it for impossible to come here.
fn unreachable(module: &Module, markers: &Markers, tables: &mut Tables, instruction: Value) {
    if !instruction.previous().is_some_and(|previous| markers.ends_path(previous)) {
        let reason = "undefined behaviour: control reaches what the compiler took for unreachable";
        always(module, markers, tables, instruction, reason);
    }
}

/// Before the instruction the path ends: what it does is not represented.
pub fn always(module: &Module, markers: &Markers, tables: &mut Tables, instruction: Value, reason: &str) {
    let origin = tables.origin_of(instruction);
    let row = tables.unmodelled(reason.to_owned(), origin);
    module.before(behind_phis(instruction)).call(markers.unmodelled, &[module.int(32).constant(row.0 as u64)]);
}

/// `undef` operands of integer type become inputs, others unknown values; `poison` ones end the path: clang folds constant expressions with
/// undefined behaviour, such as a shift by too much, to `poison`.
pub fn values_become_inputs(module: &Module, markers: &Markers, tables: &mut Tables) {
    for function in bodies(module) {
        for instruction in function.instructions() {
            if instruction.callee_name().starts_with("llvm.dbg.") {
                continue;
            }
            instruction.replace_operands(|operand, place| {
                if !operand.is_undefined() || operand.ty().parts().is_none() && !operand.ty().is_scalar() {
                    return None;
                }
                if operand.ty().is_scalar() && operand.is_poison() {
                    always(module, markers, tables, place, "undefined behaviour in a constant expression");
                    return Some(operand.ty().zero());
                }
                // Structures are put together from one that is undefined or poison, member by member.
                Some(any_value(module, tables, place, operand.ty()))
            });
        }
    }
}

/// Before `place`: any value of a type, with an input for each integer in it.
fn any_value(module: &Module, tables: &mut Tables, place: Value, ty: crate::llvm::ir::Type) -> Value {
    if let Some((parts, count)) = ty.parts() {
        let mut value = ty.zero();
        for index in 0..count {
            let Some(&part) = parts.get(index as usize).or(parts.first()) else { break };
            let member = any_value(module, tables, place, part);
            value = module.before(place).with_member(value, member, index as u32);
        }
        return value;
    }
    let Some(width) = ty.int_width() else {
        return module.before(place).call(declare::undefined(module, ty), &[]);
    };
    let origin = tables.origin_of(place);
    let row = tables.input(InputKind::Undefined, width, Reading::Unsigned, origin);
    let marker = declare::nondet(module, ty);
    module.before(place).call(marker, &[module.int(32).constant(row.0 as u64)])
}

/// Sections of pointers to functions that run before or behind `main`, by the beginnings of their names.
const SECTIONS: [&str; 7] = [".preinit_array", ".init_array", ".fini_array", ".ctors", ".dtors", ".init", ".fini"];

/// What runs before or behind `main`, or may do so, is not modelled: neither is a program that has it.
pub fn outside_of_main(module: &Module, markers: &Markers, tables: &mut Tables, main: Value) {
    let globals = module.globals();
    let named = |name: &str| globals.iter().any(|global| global.name() == name);
    let placed = |value: &Value| SECTIONS.iter().any(|section| value.section().starts_with(section));
    let reason = if named("llvm.global_ctors") {
        "functions that run before `main` (constructors)"
    } else if named("llvm.global_dtors") {
        "functions that run after `main` (destructors)"
    } else if globals.iter().any(placed) || module.functions().iter().any(placed) {
        "something in a section for code that runs before or after `main`"
    } else if module.has_assembly() {
        "assembly at file scope"
    } else if module.has_resolvers() {
        "functions that are chosen when the program is loaded (ifunc)"
    } else if globals.iter().any(|global| global.is_initialised_elsewhere()) {
        "a variable that is initialised from outside"
    } else if globals.iter().filter_map(|global| global.initializer()).any(|initial| has_undefined_part(initial, false))
    {
        "a variable whose initial value is undefined"
    } else {
        return;
    };
    if let Some(&first) = main.instructions().first() {
        always(module, markers, tables, first, reason);
    }
}
