//! Which objects are different ones, as far as the function itself shows.

use crate::llvm::ir::{LLVMOpcode, Module, Value};
use crate::llvm::known::{self, Argument};
use crate::llvm::marker::{declare, Marker};
#[cfg(doc)]
use crate::prepare::address::Address;
use crate::prepare::function::private::allocated;
use rustc_hash::{FxHashMap, FxHashSet};

/// What a pointer points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Object {
    /// A local, or a block, whose address is used for nothing but accesses and comparisons here.
    Private,
    /// Another local.
    Local,
    /// A global variable of this module that does not change.
    Constant,
    /// Another global variable.
    Global,
    /// What the caller has.
    Parameter,
    /// Anything.
    Unknown,
}

/// What the pointers of a function point to.
pub struct Objects<'m> {
    module: &'m Module,
    known: FxHashMap<Value, Object>,
}

impl<'m> Objects<'m> {
    /// Nothing has been asked.
    pub fn new(module: &'m Module) -> Objects<'m> {
        Objects { module, known: FxHashMap::default() }
    }

    /// What a pointer points to that no address is below.
    pub fn of(&mut self, base: Value) -> Object {
        *self.known.entry(base).or_insert_with(|| object(self.module, base))
    }

    /// Whether two pointers, of which neither is computed from the other by a step, point to different objects. Two globals are
    /// different ones, also where another module defines them.
    pub fn are_apart(&mut self, a: Value, b: Value) -> bool {
        use Object::{Constant, Global, Local, Parameter, Private};
        if a == b {
            return false;
        }
        match (self.of(a), self.of(b)) {
            (Private, _) | (_, Private) => true,
            (Local | Global | Constant, Local | Global | Constant) => true,
            // What a caller has, or the copy that it made of a structure, was there before.
            (Local, Parameter) | (Parameter, Local) => true,
            _ => false,
        }
    }
}

fn object(module: &Module, base: Value) -> Object {
    let is_block = base.is(LLVMOpcode::LLVMCall) && allocated(base).is_some();
    if (is_block || base.is(LLVMOpcode::LLVMAlloca)) && is_private(module, base) {
        return Object::Private;
    }
    if base.is(LLVMOpcode::LLVMAlloca) {
        return Object::Local;
    }
    // A mark that the linker puts somewhere: `extern char __start_set[];`.
    let is_mark = base.is_external_object() && base.allocated().is_some_and(|ty| module.size_of(ty) == 0);
    match (base.is_static_object() || base.is_external_object()) && !is_mark {
        // Where another module defines it, it may not be constant.
        true if base.is_global_constant() && base.is_defined_for_good() => Object::Constant,
        true => Object::Global,
        false if base.is_parameter() => Object::Parameter,
        false => Object::Unknown,
    }
}

/// Whether the address of a local, or of a block, goes nowhere, and no pointer is chosen between it and another one.
fn is_private(module: &Module, local: Value) -> bool {
    let (mut open, mut seen) = (vec![local], FxHashSet::from_iter([local]));
    while let Some(address) = open.pop() {
        for user in address.users() {
            let operands = user.operands();
            let is_kept = match user.opcode() {
                Some(LLVMOpcode::LLVMLoad | LLVMOpcode::LLVMICmp) => true,
                Some(LLVMOpcode::LLVMStore) => operands[0] != address,
                Some(LLVMOpcode::LLVMGetElementPtr) => {
                    // What is not a step to [`Place`] is a pointer of its own.
                    let is_base = operands[0] == address && module.steps(user).is_some();
                    if is_base && seen.insert(user) {
                        open.push(user);
                    }
                    is_base
                }
                Some(LLVMOpcode::LLVMCall) => {
                    let is_marker = declare::called(user) == Some(Marker::Private);
                    let is_given_back = known::called(user).is_some_and(|known| known.name == "free");
                    let is_silent = user.callee_name().starts_with("llvm.lifetime.") || is_marker || is_given_back;
                    is_silent || is_passed_by(user, address)
                }
                _ => false,
            };
            if !is_kept {
                return false;
            }
        }
    }
    true
}

/// Whether a call of a function of the C library does not keep an address, and nobody takes one that it gives back.
pub fn is_passed_by(call: Value, address: Value) -> bool {
    let arguments = || call.arguments().into_iter().enumerate().filter(|(_, argument)| *argument == address);
    let compared = |user: Value| user.is(LLVMOpcode::LLVMICmp);
    let gives_none = !call.ty().is_pointer() || call.users().into_iter().all(compared);
    known::called(call).is_some_and(|known| {
        gives_none && arguments().all(|(index, _)| !matches!(known.argument(index), Argument::Kept | Argument::Freed))
    })
}
