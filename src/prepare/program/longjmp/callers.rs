//! Which calls a jump may come out of: those of what jumps, of functions that have such calls, and those through
//! pointers if one of these functions has its address taken.

use super::is_call;
use crate::llvm::ir::{LLVMOpcode, Module, Value};
use crate::prepare::program::undefined::bodies;
use rustc_hash::FxHashSet;

/// The functions that a jump may leave.
pub struct Callers {
    begin: Value,
    left: FxHashSet<Value>,
    by_pointer: bool,
}

impl Callers {
    /// Those of a module, in which a call of `begin` begins a jump; others than those of which `may_leave` holds keep
    /// it.
    pub fn of(module: &Module, begin: Value, may_leave: impl Fn(Value) -> bool) -> Callers {
        let mut callers = Callers { begin, left: FxHashSet::default(), by_pointer: false };
        let candidates: Vec<Value> = bodies(module).filter(|function| may_leave(*function)).collect();
        loop {
            let is_new = |function: &&Value| {
                !callers.left.contains(*function)
                    && function.instructions().into_iter().any(|call| callers.may_jump(call))
            };
            let new: Vec<Value> = candidates.iter().filter(is_new).copied().collect();
            if new.is_empty() {
                return callers;
            }
            callers.by_pointer |= new.iter().any(|function| function.has_address_taken());
            callers.left.extend(new);
        }
    }

    /// Whether a jump may come out of a call.
    pub fn may_jump(&self, call: Value) -> bool {
        is_call(call)
            && match call.callee() {
                Some(callee) => callee == self.begin || self.left.contains(&callee),
                None => self.by_pointer && !call.is_assembly(),
            }
    }

    /// Whether a jump may leave a function.
    pub fn lets_go(&self, function: Value) -> bool {
        self.left.contains(&function)
    }

    /// What is said never to return does so now, where a jump leaves it.
    pub fn come_back(&self) {
        for function in &self.left {
            function.remove_attribute("noreturn");
            let calls = function.instructions().into_iter().filter(|call| call.is(LLVMOpcode::LLVMCall));
            calls.filter(|call| self.may_jump(*call)).for_each(|call| call.remove_attribute("noreturn"));
            let users = function.users().into_iter().filter(|user| user.is(LLVMOpcode::LLVMCall));
            users.for_each(|call| call.remove_attribute("noreturn"));
        }
    }
}
