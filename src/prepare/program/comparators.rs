//! Functions that `qsort` and `bsearch` call to compare. How often, in which order, and which elements they compare C leaves open. So
//! what follows is unmodelled where such a function does more than compare: where it writes anything but its locals, reads what changes,
//! or may not come back.

use crate::llvm::ir::{LLVMOpcode, Module, Value};
use crate::llvm::known::{self, Argument, Known, Returns, Writes};
use crate::prepare::address::Address;
use crate::prepare::program::intercept;
use crate::prepare::program::undefined::bodies;
use crate::source::library::MORE_THAN_COMPARED;
use crate::source::property::Property;
use crate::source::task::INPUT;

/// Functions that call another one to compare, which is their last argument. The first or second one is the array.
const COMPARING: [&str; 2] = ["qsort", "bsearch"];

/// Puts a call before each of them that is given a function which may do more.
pub fn show(module: &Module, property: Property) {
    let is_one = |call: &Value| {
        call.callee().is_some_and(Value::is_declaration) && COMPARING.contains(&call.callee_name().as_str())
    };
    for call in bodies(module).flat_map(Value::instructions).filter(is_one).collect::<Vec<_>>() {
        let arguments = call.arguments();
        let Some((&given, data)) = arguments.split_last() else { continue };
        let array =
            data.get(usize::from(call.callee_name() == "bsearch")).map(|array| Address::of(module, *array).base);
        let array = array.filter(|array| array.is_static_object());
        let all =
            || module.functions().into_iter().filter(|function| function.has_address_taken() && is_like(*function));
        let functions: Vec<Value> = if given.is_function() { vec![given] } else { all().collect() };
        let only_compares = |function: &Value| {
            Search { module, property, array, reads_all: false, seen: Vec::new() }.only_compares(*function)
        };
        if !functions.iter().all(only_compares) {
            module.before(call).call(module.declare(MORE_THAN_COMPARED, module.void(), &[]), &[]);
        }
    }
}

/// Whether calls of a function, with all that it calls, only read and come back, or do what the order of calls does not matter for, such
/// as to give any value.
pub fn is_without_effects(module: &Module, function: Value, property: Property) -> bool {
    let does_nothing_else = || {
        known::known(&function.name()).is_some_and(|known| {
            known.returns == Returns::Once && known.writes != Writes::Anything && !changes_arguments(known)
        })
    };
    function.is_declaration() && does_nothing_else()
        || Search { module, property, array: None, reads_all: true, seen: Vec::new() }.only_compares(function)
}

/// Whether a function can be called to compare.
fn is_like(function: Value) -> bool {
    let parameters = function.parameters();
    parameters.len() == 2 && parameters.iter().all(|parameter| parameter.ty().is_pointer())
}

struct Search<'a> {
    module: &'a Module,
    property: Property,
    /// The array, if it is known.
    array: Option<Value>,
    /// Whether it does not matter what is read.
    reads_all: bool,
    /// The functions that have been looked at.
    seen: Vec<Value>,
}

impl Search<'_> {
    /// Whether a function, and all that it calls, only reads, and comes back.
    fn only_compares(&mut self, function: Value) -> bool {
        if self.seen.contains(&function) {
            return true;
        }
        self.seen.push(function);
        let name = function.name();
        if intercept::has_error_name(function, self.property) {
            return false;
        }
        if function.is_declaration() {
            return is_plain(&name);
        }
        function.instructions().into_iter().all(|instruction| self.is_harmless(instruction))
    }

    fn is_harmless(&mut self, instruction: Value) -> bool {
        let operands = instruction.operands();
        let base = |address: Value| Address::of(self.module, address).base;
        match instruction.opcode() {
            Some(LLVMOpcode::LLVMStore) => !instruction.is_volatile() && base(operands[1]).is(LLVMOpcode::LLVMAlloca),
            Some(LLVMOpcode::LLVMLoad) => !instruction.is_volatile() && self.is_constant_meanwhile(base(operands[0])),
            Some(LLVMOpcode::LLVMAtomicRMW | LLVMOpcode::LLVMAtomicCmpXchg | LLVMOpcode::LLVMFence) => false,
            Some(LLVMOpcode::LLVMCall) if instruction.is_assembly() => false,
            Some(LLVMOpcode::LLVMCall) => match instruction.callee() {
                Some(callee) if callee.name().starts_with("llvm.mem") => {
                    let arguments = instruction.arguments();
                    let reads = callee.name().starts_with("llvm.memset.")
                        || arguments.get(1).is_some_and(|from| self.is_constant_meanwhile(base(*from)));
                    reads && arguments.first().is_some_and(|to| base(*to).is(LLVMOpcode::LLVMAlloca))
                }
                Some(callee) => self.only_compares(callee),
                None => false,
            },
            _ => true,
        }
    }

    /// Whether what is in an object stays what it is, as the function itself writes nothing: elements of an array change their places.
    fn is_constant_meanwhile(&self, object: Value) -> bool {
        let is_variable =
            object.is_static_object() && !object.is(LLVMOpcode::LLVMAlloca) && !object.is_global_constant();
        let is_number = || object.allocated().is_some_and(|ty| ty.parts().is_none());
        self.reads_all || !is_variable || is_number() || self.array.is_some_and(|array| array != object)
    }
}

/// Whether a function without a body only computes, and writes nothing.
fn is_plain(name: &str) -> bool {
    if let Some(intrinsic) = name.strip_prefix("llvm.") {
        return !["va_", "stack", "eh.", "prefetch"].iter().any(|prefix| intrinsic.starts_with(prefix));
    }
    if name.starts_with(INPUT) {
        return false;
    }
    known::known(name).is_some_and(|known| {
        known.returns == Returns::Once && known.writes == Writes::Nothing && !changes_arguments(known)
    })
}

/// Whether a function changes what it is given.
fn changes_arguments(known: &Known) -> bool {
    use Argument as A;
    let changes = |argument| matches!(argument, A::Written | A::WrittenAll | A::Maybe | A::Freed | A::Kept);
    (0..=known.named()).any(|index| changes(known.argument(index)))
}
