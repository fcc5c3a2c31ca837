//! Variables that no file defines hold any value of their type as the program begins: a function of their own, called before all
//! constructors, gives it to them. What is in an array of a length that is not said, or in a structure that is not, stays unknown.

use crate::llvm::ir::{Module, Value};
use crate::source::library;

/// The name of the function that gives them their values.
pub const FILLED: &str = "bitreach.external";

/// Variables of the C library and the linker that there are no models of: they hold what these say.
const OF_LIBRARY: [&str; 40] = [
    "environ",
    "__environ",
    "_environ",
    "timezone",
    "__timezone",
    "daylight",
    "__daylight",
    "tzname",
    "__tzname",
    "h_errno",
    "sys_errlist",
    "sys_nerr",
    "in6addr_any",
    "in6addr_loopback",
    "program_invocation_name",
    "program_invocation_short_name",
    "__progname",
    "_res",
    "error_message_count",
    "error_one_per_line",
    "argp_err_exit_status",
    "obstack_exit_failure",
    "obstack_alloc_failed_handler",
    "rpc_createerr",
    "getdate_err",
    "__libc_single_threaded",
    "__libc_enable_secure",
    "__progname_full",
    "_IO_stdin_used",
    "end",
    "_end",
    "edata",
    "_edata",
    "etext",
    "_etext",
    "__bss_start",
    "__executable_start",
    "__dso_handle",
    "_DYNAMIC",
    "error_print_progname",
];

/// The variables of a program, to which no models have been linked yet, that no file defines.
fn variables(module: &Module) -> Vec<Value> {
    let is_open = |global: &Value| {
        let is_sized = global.allocated().is_some_and(|ty| module.size_of(ty) > 0);
        let name = global.name();
        let is_own = !library::has_body(&name)
            && !name.starts_with("llvm.")
            && !name.starts_with("__start_")
            && !name.starts_with("__stop_")
            && !OF_LIBRARY.contains(&name.as_str());
        global.is_declaration() && global.has_uses() && !global.may_be_missing() && is_own && is_sized
    };
    module.globals().into_iter().filter(is_open).collect()
}

/// What is assumed about them.
pub fn assumption(module: &Module) -> Option<String> {
    let names: Vec<String> = variables(module).into_iter().map(|global| format!("`{}`", global.name())).collect();
    let (first, rest) = names.split_first()?;
    let text = match rest {
        [] => format!("{first}, which no file defines, holds any value of its type as the program begins"),
        _ => {
            format!("{}, which no file defines, hold any values of their types as the program begins", names.join(", "))
        }
    };
    Some(text)
}

/// Defines them, and gives the function that has to be called before all others.
pub fn define(module: &Module) -> Option<Value> {
    let variables = variables(module);
    if variables.is_empty() {
        return None;
    }
    let function = module.declare(FILLED, module.void(), &[]);
    let builder = module.at_end(module.append_block(function, "entry"));
    for global in variables {
        global.set_initializer(global.allocated()?.zero());
        global.make_variable();
        // Whoever gives inputs finds it by this.
        builder.call(module.declare(FILL, module.void(), &[module.pointer()]), &[global]);
    }
    builder.return_void();
    Some(function)
}

/// The name of the function that stands, until inputs are given, where a variable gets its value.
pub const FILL: &str = "bitreach.fill";
