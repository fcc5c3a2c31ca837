//! What C calls the objects of a module, and where it declares them: an access that leaves one is told with it.

use crate::llvm::ir::{Metadata, Module, Value};
use crate::prepare::debug_info::{VARIABLE_FILE, VARIABLE_NAME};
use rustc_hash::FxHashMap;

/// Where C declares an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// Its name.
    pub name: String,
    /// The file.
    pub file: String,
    /// The line, from 1; 0 where that is not known.
    pub line: u32,
}

impl Declaration {
    /// What a variable's debug information says.
    fn of(variable: Metadata) -> Option<Declaration> {
        let name = variable.text_operand(VARIABLE_NAME).filter(|name| !name.is_empty())?;
        let file = variable.operand(VARIABLE_FILE).map(|file| file.file()).unwrap_or_default();
        Some(Declaration { name, file, line: variable.declared_in_line() })
    }
}

/// So many bytes, in words.
pub fn size(bytes: u64) -> String {
    match bytes {
        1 => "1 byte".to_owned(),
        bytes => format!("{bytes} bytes"),
    }
}

/// An object in words: its name, its size, and where it is declared. `file` is that of the reader's place.
pub fn words(declared: Option<&Declaration>, bytes: u64, file: &str) -> String {
    let size = size(bytes);
    match declared {
        None => format!("the object has {size}"),
        Some(Declaration { name, line: 0, .. }) => format!("`{name}` has {size}"),
        Some(at) if at.file == file => format!("`{}` has {size} (line {})", at.name, at.line),
        Some(at) => format!("`{}` has {size} ({}:{})", at.name, at.file, at.line),
    }
}

/// The locals of a function that are in memory.
pub fn locals(function: Value) -> FxHashMap<Value, Declaration> {
    let declared = |call: Value| {
        let arguments = call.arguments();
        let is_declaration = call.callee_name() == "llvm.dbg.declare";
        let local = arguments.first().filter(|_| is_declaration)?.described()?;
        Some((local, Declaration::of(arguments.get(1)?.wrapped()?)?))
    };
    function.instructions().into_iter().filter_map(declared).collect()
}

/// The global variables, by their names in the module.
pub fn globals(module: &Module) -> FxHashMap<String, Declaration> {
    let kind = module.metadata_kind("dbg");
    let declared = |global: Value| {
        let variable = global.global_debug(module, kind)?.wrapped()?.operand(0)?;
        Some((global.name(), Declaration::of(variable)?))
    };
    module.globals().into_iter().filter_map(declared).collect()
}
