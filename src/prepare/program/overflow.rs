//! Overflow checks for modules that did not come from our clang run: from the `nsw` flags, which clang sets on signed
//! arithmetic, and on every signed division. In IR that has been optimised, a flag means that a result is poison and not
//! that the program was wrong: such modules can give false alarms, which the report's assumptions say. A shift without the
//! flag, as clang makes of `<<` when nobody asks for checks, cannot be told from an unsigned one.
//!
//! In modules from our clang run, what has a flag but no check of clang's is unmodelled where it overflows. Where another property is
//! asked for there are no such checks, and all that has a flag can be ([`take_flags`]).

use crate::llvm::ir::{LLVMIntPredicate, LLVMOpcode, Module, Type, Value};
use crate::llvm::marker::declare::Markers;
use crate::llvm::marker::PREFIX;
use crate::prepare::program::undefined::{self, always, guard};
use crate::prepare::program::Files;
use crate::prepare::tables::Tables;
use crate::program::CheckKind;
use crate::source::account::Remark;
use crate::source::clang;
use crate::source::property::Property;

/// Inserts a check before each signed operation.
pub fn insert_checks(module: &Module, markers: &Markers, tables: &mut Tables, files: &Files) {
    for function in module.functions().into_iter().filter(|function| !function.name().starts_with(PREFIX)) {
        let is_foreign = files.is_foreign(function);
        for instruction in function.instructions() {
            if of_vectors(instruction) && (instruction.no_signed_wrap() || !is_foreign) {
                always(module, markers, tables, instruction, "arithmetic of vectors, whose overflow is not checked");
                continue;
            }
            let is_division = instruction.is(LLVMOpcode::LLVMSDiv) || instruction.is(LLVMOpcode::LLVMSRem);
            if !is_foreign && is_division {
                continue;
            }
            let Some((kind, bad)) = check(module, instruction) else { continue };
            if !is_foreign {
                guard(module, markers, tables, instruction, bad, "overflow that clang does not check");
                continue;
            }
            let origin = tables.origin_of(instruction);
            let site = tables.site(kind, String::new(), origin);
            let row = module.int(32).constant(site.0 as u64);
            module.before(instruction).call(markers.error_if, &[bad, row]);
        }
    }
}

/// The sums, differences and products that have the flag, in functions for which that means something: where they overflow, C says nothing.
/// Vectors wrap.
pub fn flagged(module: &Module, is_meant: impl Fn(Value) -> bool) -> Vec<Value> {
    use LLVMOpcode::{LLVMAdd, LLVMMul, LLVMSub};
    let is_one = |instruction: &Value| {
        let computes = matches!(instruction.opcode(), Some(LLVMAdd | LLVMSub | LLVMMul));
        computes && instruction.no_signed_wrap() && instruction.ty().int_width().is_some()
    };
    let meant = undefined::bodies(module).filter(|&function| is_meant(function));
    meant.flat_map(Value::instructions).filter(is_one).collect()
}

/// Takes their flag away, which passes would make use of; where they overflow, what follows is unmodelled if `is_open` says so.
pub fn take_flags(module: &Module, tables: &mut Tables, is_open: bool) {
    let markers = is_open.then(|| Markers::declare(module));
    for instruction in flagged(module, |_| true) {
        if let Some((markers, (kind, bad))) = markers.as_ref().zip(check(module, instruction)) {
            guard(module, markers, tables, instruction, bad, &format!("undefined behaviour: {kind}"));
        }
        instruction.drop_flags();
    }
}

/// How the reasons begin that [`take_flags`] and [`of_constants`] give.
const UNDEFINED: &str = "undefined behaviour: signed ";

/// What is said of signed constants that overflow, where clang remarks that.
pub fn of_constants(line: u32, remark: &str) -> String {
    format!("{UNDEFINED}constants in line {line}: {remark}")
}

/// Whether something is not modelled because signed arithmetic overflows.
pub fn is_overflow(reason: &str) -> bool {
    reason.starts_with(UNDEFINED)
}

/// Whether an instruction computes with vectors of integers.
fn of_vectors(instruction: Value) -> bool {
    use LLVMOpcode::{LLVMAdd, LLVMMul, LLVMSDiv, LLVMSRem, LLVMShl, LLVMSub};
    let computes = matches!(instruction.opcode(), Some(LLVMAdd | LLVMSub | LLVMMul | LLVMShl | LLVMSDiv | LLVMSRem));
    computes && instruction.ty().int_width().is_none()
}

/// Why a module from our clang run is not checked everywhere, if so: something that clang does not check anywhere.
pub fn unchecked(files: &Files) -> Option<String> {
    const NARROW: &str =
        "a `_BitInt` or bit-field that is counted up or down, which clang checks at a width that is not that of C";
    let mut remarks = files.accounts().flat_map(|(_, account)| &account.remarks);
    let complex = remarks.find(|remark| remark.message.contains("[-Wgnu-complex-integer]"));
    let said =
        |remark: &Remark| format!("what is not checked for overflow in line {}: {}", remark.place.line, remark.message);
    let mut facts = files.accounts().filter_map(|(_, account)| account.facts.as_ref());
    let narrow = || facts.any(|facts| facts.counts_narrow).then(|| NARROW.to_owned());
    complex.map(said).or_else(narrow).or_else(|| switched_off(files))
}

/// What switches off clang's checks, if something does.
pub fn switched_off(files: &Files) -> Option<String> {
    let mut facts = files.accounts().filter_map(|(_, account)| account.facts.as_ref());
    facts
        .any(|facts| facts.switches_off)
        .then(|| "what is not checked: an attribute or pragma `no_sanitize`".to_owned())
}

/// Why what is checked is more than an execution does, if so.
pub fn unevaluated(files: &Files, property: Property) -> Option<String> {
    const UNEVALUATED: &str =
        "an operand that is not evaluated, as that of `__builtin_constant_p`, and in which something is checked";
    let facts = || files.accounts().filter_map(|(_, account)| account.facts.as_ref());
    let (is_checked, has_bounds) = (clang::is_checked(property), property == Property::NoIndexOutOfBounds);
    let computes = is_checked && facts().any(|facts| facts.computes_unevaluated);
    let reads = (property.is_about_memory() || has_bounds) && facts().any(|facts| facts.reads_unevaluated);
    (computes || reads).then(|| UNEVALUATED.to_owned())
}

/// Why what clang makes of the source, or says of it, cannot be relied on, if so.
pub fn unreliable(files: &Files) -> Option<String> {
    const SILENCED: &str = "constants may be undefined: a pragma silences clang's warnings about shifts or overflow";
    const UNREAD: &str =
        "constants may be undefined: clang's syntax tree of the source cannot be read, which may be too deep";
    const ATOMIC: &str = "an assignment with an operator to an atomic object, in another type than its own, which clang computes otherwise than C";
    const COMMA: &str = "a member of what a comma operator gives, which is a temporary in C and not for clang";
    let facts = || files.accounts().filter_map(|(_, account)| account.facts.as_ref());
    if files.accounts().any(|(_, account)| account.facts.is_none()) {
        return Some(UNREAD.to_owned());
    }
    if files.accounts().any(|(_, account)| account.asks_for_checks) {
        return Some("a program that asks whether it is checked, and is another one then".to_owned());
    }
    if files.accounts().any(|(_, account)| account.is_silenced) {
        return Some(SILENCED.to_owned());
    }
    if let Some(text) = files.accounts().find_map(|(_, account)| account.left_out.as_ref()) {
        return Some(format!("what compilers do not agree on, and clang 19 leaves out: {text}"));
    }
    let size = files.accounts().find_map(|(_, account)| account.open_size.as_ref());
    if let Some(size) = size {
        return Some(format!("a size or index that clang computes, and in which a shift may be undefined: {size}"));
    }
    if facts().any(|facts| facts.computes_atomically) {
        return Some(ATOMIC.to_owned());
    }
    if let Some(name) = files.accounts().find_map(|(_, account)| account.facts.as_ref()?.passed.as_ref()) {
        return Some(format!(
            "a constant that has no value where a jump passes its declaration, and has it for clang: {name}"
        ));
    }
    facts().any(|facts| facts.has_member_of_comma).then(|| COMMA.to_owned())
}

/// What is checked about an instruction, and the bit that says that it overflows.
fn check(module: &Module, instruction: Value) -> Option<(CheckKind, Value)> {
    let opcode = instruction.opcode()?;
    let ty = instruction.ty();
    ty.int_width()?;
    let operands = instruction.operands();
    let [a, b] = operands[..] else { return None };
    match opcode {
        LLVMOpcode::LLVMAdd if instruction.no_signed_wrap() => {
            Some((CheckKind::AddOverflow, with_overflow(module, instruction, "sadd", ty, a, b)))
        }
        LLVMOpcode::LLVMSub if instruction.no_signed_wrap() => {
            let kind = if a == ty.zero() { CheckKind::NegOverflow } else { CheckKind::SubOverflow };
            Some((kind, with_overflow(module, instruction, "ssub", ty, a, b)))
        }
        LLVMOpcode::LLVMMul if instruction.no_signed_wrap() => {
            Some((CheckKind::MulOverflow, with_overflow(module, instruction, "smul", ty, a, b)))
        }
        LLVMOpcode::LLVMShl if instruction.no_signed_wrap() => {
            // It fits if shifting back gives the operand.
            let builder = module.before(instruction);
            let back = builder.ashr(builder.shl(a, b), b);
            Some((CheckKind::ShiftOverflow, builder.compare(LLVMIntPredicate::LLVMIntNE, back, a)))
        }
        LLVMOpcode::LLVMSDiv | LLVMOpcode::LLVMSRem => {
            let builder = module.before(instruction);
            let smallest = builder.compare(LLVMIntPredicate::LLVMIntEQ, a, ty.smallest());
            let minus_one = builder.compare(LLVMIntPredicate::LLVMIntEQ, b, ty.ones());
            Some((CheckKind::DivOverflow, builder.and(smallest, minus_one)))
        }
        _ => None,
    }
}

/// The second result of `llvm.OP.with.overflow`.
fn with_overflow(module: &Module, before: Value, op: &str, ty: Type, a: Value, b: Value) -> Value {
    let intrinsic = module.intrinsic(&format!("llvm.{op}.with.overflow"), &[ty]);
    let builder = module.before(before);
    let both = builder.call(intrinsic, &[a, b]);
    builder.member(both, 1)
}
