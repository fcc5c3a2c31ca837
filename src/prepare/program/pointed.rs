//! Functions without a body whose addresses are taken: each becomes one that has a body, and calls it. So a call through a pointer finds it,
//! and what is known of the function is known of that call.

use crate::llvm::ir::{LLVMOpcode, LLVMTypeKind, Module, Value};
use crate::llvm::known::{self, Returns};
use crate::prepare::program::{intercept, rounding};
use crate::source::library::{self, POINTED};
use crate::source::property::Property;

/// Puts them in. Those that the library has bodies for get these, but for those whose calls look at the direction of
/// rounding; an error function is one wherever it is called. What is more than a call stays unmodelled: to come back twice, to end the program, which others are called for, and to allocate on the caller's stack.
pub fn show(module: &Module, property: Property) {
    let errors = intercept::error_functions(module, property);
    let is_one = |function: &Value| {
        let name = function.name();
        let is_plain = function.is_declaration() && !name.starts_with("llvm.") && !function.may_be_missing();
        let is_more =
            matches!(known::returns(&name), Some(Returns::Twice | Returns::Exits)) || name == intercept::ON_STACK;
        let is_linked = library::has_body(&name) && !rounding::looks_at_direction(module, &name);
        let is_called_so = !is_linked && !is_more;
        is_plain
            && is_called_so
            && function.named_before_others().is_none()
            && !errors.contains(function)
            && function.has_address_taken()
    };
    for function in module.functions().into_iter().filter(is_one).collect::<Vec<_>>() {
        let pointed = module.declare_like(&format!("{POINTED}{}", function.name()), function);
        function.replace_uses(pointed);
        for call in pointed.users() {
            if call.is(LLVMOpcode::LLVMCall) && call.callee() == Some(pointed) {
                call.set_operand(call.operands().len() - 1, function);
            }
        }
        let builder = module.at_end(module.append_block(pointed, "entry"));
        let result = builder.call(function, &pointed.parameters());
        match result.ty().kind() {
            LLVMTypeKind::LLVMVoidTypeKind => builder.return_void(),
            _ => builder.return_value(result),
        };
    }
}
