//! Objects that nobody but the function can reach: arrays among its locals, and blocks that it allocates once, whose address goes
//! nowhere. The reader follows what they hold, element by element.

use crate::llvm::ir::{Block, LLVMOpcode, Module, Value};
use crate::llvm::known;
use crate::llvm::marker::declare;
use crate::prepare::flow::{loops, reached_without};
use crate::prepare::function::contents::{behind, is_passed_by, MOST_ELEMENTS};
use rustc_hash::FxHashSet;

/// Larger objects are not followed.
pub const MOST_BYTES: u64 = 1 << 13;

/// Puts a marker behind each such object that is accessed at computed places. Gives the pointers into them.
pub fn mark(module: &Module, function: Value) -> FxHashSet<Value> {
    let repeated: FxHashSet<Block> = loops(function).into_iter().flat_map(|(_, blocks)| blocks).collect();
    let once = |value: &Value| value.block().is_some_and(|block| !repeated.contains(&block));
    let mut all = FxHashSet::default();
    for object in function.instructions().into_iter().filter(|value| is_object(module, *value)).filter(once) {
        if let (Some(pointers), Some(place)) = (pointers(module, object), behind(object)) {
            // A pointer that is null where the object does not begin is read in blocks that know of none.
            let elsewhere = object.block().map(|block| reached_without(function, block)).unwrap_or_default();
            let is_elsewhere = |user: Value| user.block().is_some_and(|block| elsewhere.contains(&block));
            if pointers.iter().any(|pointer| pointer.users().into_iter().any(is_elsewhere)) {
                continue;
            }
            let size = module.pointer_int().constant(size_of(module, object).unwrap_or(0));
            module.before(place).call(declare::private(module), &[object, size]);
            all.extend(pointers);
        }
    }
    all
}

/// Whether an instruction makes an object of a known size that is small enough.
fn is_object(module: &Module, value: Value) -> bool {
    size_of(module, value).is_some_and(|size| (1..=MOST_BYTES).contains(&size))
}

/// How many bytes the object has that an instruction makes.
fn size_of(module: &Module, value: Value) -> Option<u64> {
    match value.is(LLVMOpcode::LLVMAlloca) {
        true => module.object_size(value),
        false => allocated(value),
    }
}

/// How many bytes a call allocates.
pub fn allocated(call: Value) -> Option<u64> {
    let known = known::called(call)?;
    let sizes = call.arguments().into_iter().map(Value::as_int);
    matches!(known.name, "malloc" | "calloc")
        .then(|| sizes.into_iter().try_fold(1, |all: u64, size| all.checked_mul(size?)))?
}

/// The pointers into an object, if all of them are only used to access it, at computed places among others. A local with few
/// elements that only indices lead to is followed without the reader ([`contents`](crate::prepare::function::contents)).
fn pointers(module: &Module, object: Value) -> Option<FxHashSet<Value>> {
    let (mut open, mut seen) = (vec![object], FxHashSet::from_iter([object]));
    let (mut choices, mut strides) = (Vec::new(), Vec::new());
    while let Some(pointer) = open.pop() {
        for user in pointer.users() {
            match use_of(module, user, pointer)? {
                Use::Ends => {}
                Use::Step(computed) => {
                    strides.extend(computed);
                    open.extend(seen.insert(user).then_some(user));
                }
                Use::Choice => {
                    choices.push(user);
                    open.extend(seen.insert(user).then_some(user));
                }
            }
        }
    }
    let is_small = |size: u64| strides.iter().all(|stride| size / stride <= MOST_ELEMENTS as u64);
    let has_slots = object.is(LLVMOpcode::LLVMAlloca) && size_of(module, object).is_none_or(is_small);
    if choices.is_empty() && (has_slots || strides.is_empty()) {
        return None;
    }
    let of_object = |value: &Value| seen.contains(value) || value.is_null();
    let mut arms =
        choices.into_iter().flat_map(|choice| choice.operands().into_iter().filter(|arm| arm.ty().is_pointer()));
    arms.all(|arm| of_object(&arm)).then_some(seen)
}

/// What is done with a pointer.
enum Use {
    /// Nothing that gives another pointer.
    Ends,
    /// Another one is computed from it, with indices that count in so many bytes.
    Step(Vec<u64>),
    /// It is chosen among others.
    Choice,
}

/// What an instruction does with a pointer; `None` if somebody else may have it then.
fn use_of(module: &Module, user: Value, pointer: Value) -> Option<Use> {
    use LLVMOpcode as O;
    let (operands, is_plain) = (user.operands(), |access: Value| !access.is_volatile() && !access.is_atomic());
    match user.opcode()? {
        O::LLVMLoad => is_plain(user).then_some(Use::Ends),
        O::LLVMStore => (operands[0] != pointer && is_plain(user)).then_some(Use::Ends),
        // What is returned is used when the function has ended.
        O::LLVMICmp | O::LLVMRet => Some(Use::Ends),
        O::LLVMGetElementPtr => {
            let steps = module.steps(user)?.into_iter();
            let computed = steps.filter(|(index, _)| index.is_some_and(|index| index.as_int().is_none()));
            Some(Use::Step(computed.map(|(_, stride)| stride.max(1)).collect()))
        }
        O::LLVMPHI | O::LLVMSelect => Some(Use::Choice),
        // How far two are apart.
        O::LLVMPtrToInt => user.users().into_iter().all(|user| user.is(O::LLVMSub)).then_some(Use::Ends),
        O::LLVMCall => {
            let is_given_back = || known::called(user).is_some_and(|known| known.name == "free");
            let is_block = ["llvm.memcpy.", "llvm.memmove.", "llvm.memset."]
                .iter()
                .any(|name| user.callee_name().starts_with(name) && user.arguments()[3].is_zero());
            (is_block || is_passed_by(user, pointer) || is_given_back()).then_some(Use::Ends)
        }
        _ => None,
    }
}
