//! Functions that are declared without what they take, `double atof();`, and called: where the arguments are those that the definition
//! wants, the call fits it (C17, 6.5.2.2). Clang writes such a call as one with any number of arguments.

use crate::llvm::ir::{Module, Value};

/// Calls that fit are as if there had been a prototype.
pub fn show(module: &Module) {
    let calls = module.functions().into_iter().flat_map(|function| function.instructions());
    for call in calls.filter(|call| !call.fits_callee()).collect::<Vec<_>>() {
        let arguments = call.arguments();
        let is_open = call.named_before_others() == Some(arguments.len());
        let Some(callee) = call.callee().filter(|callee| is_open && fits(*callee, call, &arguments)) else { continue };
        let fitting = module.before(call).call(callee, &arguments);
        call.replace_uses(fitting);
        call.erase();
    }
}

fn fits(callee: Value, call: Value, arguments: &[Value]) -> bool {
    let parameters = callee.parameters();
    let are_same = |(argument, parameter): (&Value, &Value)| argument.ty() == parameter.ty();
    !callee.is_declaration()
        && callee.named_before_others().is_none()
        && callee.result_type() == Some(call.ty())
        && parameters.len() == arguments.len()
        && arguments.iter().zip(&parameters).all(are_same)
}
