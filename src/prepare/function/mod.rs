//! Modules prepared for the analysis of each function by itself: branches stay as the source has them.
//!
//! Everything that could let a pass conclude something from undefined behaviour goes: flags, attributes, metadata, the
//! pattern that clang stores into locals without a first value (each such local holds anything instead). Then scalars go
//! into registers, and loads and computations that are the same value are joined: `sroa<preserve-cfg>` and `early-cse`
//! change no block and no edge, so that what is found out about blocks is about the source.
//!
//! | module | what |
//! |---|---|
//! | [`arithmetic`] | divisions and shifts, which passes would delete |
//! | [`contents`] | what memory holds |
//! | [`operands`] | the right operands of `&&` and `||` |
//! | [`out_of_bounds`] | accesses outside of locals, which passes would delete |
//! | [`private`] | objects that nobody else can reach |
//! | [`rounded`] | floating-point numbers that are rounded |
//! | [`sizes`] | sizes of objects, also those that are computed from constants |
//! | [`small`] | small functions that look at memory, which become part of their callers |
//! | [`unset`] | variables and memory that nothing has set |
//! | [`use_after_free`] | memory that has been given back, files that are closed |

mod arithmetic;
mod contents;
mod operands;
mod out_of_bounds;
mod private;
mod rounded;
mod sizes;
mod small;
mod unset;
mod use_after_free;

use super::address::Address;
use super::choices::{choices, condition, configured, Choice};
use super::debug_info::{describe, BASE_TYPE, VARIABLE_NAME, VARIABLE_TYPE};
use super::objects::{self, ObjectSource};
use super::{address, assumptions, constants, names, parse, PrepareError};
use crate::llvm::ir::{LLVMOpcode, LLVMTypeKind, Metadata, Module, Value};
use crate::llvm::known;
use crate::llvm::marker::{declare, Marker, PREFIX};
use crate::prepare::declared::{self, Declaration};
use crate::program::{Declared, Reading, Role, Variable};
use rustc_hash::{FxHashMap, FxHashSet};

/// What the names of results of calls begin with that nothing uses.
pub const UNUSED: &str = "bitreach.unused";

/// A module whose functions can be read one by one.
#[derive(Clone, Debug)]
pub struct PreparedFunctions {
    /// The module as bitcode.
    pub bitcode: Vec<u8>,
    /// For each function with a body, how each of its blocks ends, in the order of the blocks. No pass changes these.
    pub choices: FxHashMap<String, Vec<Choice>>,
    /// For each function with a body, the places of the choices without a branch, as `c ? 1 : 2`, that constants decide: line and column.
    pub configured: FxHashMap<String, FxHashSet<(u32, u32)>>,
    /// The C variables that markers of [`Marker::Holds`] name by row.
    pub variables: Vec<Variable>,
    /// The functions whose calls may come back twice.
    pub twice: FxHashSet<String>,
    /// The functions that are declared not to come back.
    pub ends: FxHashSet<String>,
    /// What locals are initialised with.
    pub initial: Vec<ObjectSource>,
    /// How many bytes the globals have, where that bounds accesses, by name.
    pub globals: FxHashMap<String, u64>,
    /// The same for the locals of each function.
    pub locals: FxHashMap<String, FxHashMap<String, u64>>,
    /// Where the globals are declared, by name.
    pub declared_globals: FxHashMap<String, Declaration>,
    /// The same for the locals of each function.
    pub declared_locals: FxHashMap<String, FxHashMap<String, Declaration>>,
    /// The locals that the checks of [`out_of_bounds`] are about, by row; and their sizes.
    pub left: Vec<(Option<Declaration>, u64)>,
}

/// Prepares a module.
///
/// # Errors
/// If LLVM cannot read it, or a pass fails.
pub fn prepare_functions(bytes: &[u8], name: &str) -> Result<PreparedFunctions, PrepareError> {
    let module = parse(bytes, name)?;
    module.set_debug_records(false);
    constants::globals(&module);
    let twice = known::returning_twice().map(str::to_owned).chain(declared(&module, "returns_twice")).collect();
    small::inline(&module, &twice).map_err(PrepareError::Pass)?;
    bodies(&module).into_iter().for_each(|function| operands::choose(&module, function));
    bodies(&module).into_iter().for_each(|function| arithmetic::mark(&module, function));
    // Before passes simplify conditions.
    let choices = bodies(&module).into_iter().map(|function| (function.name(), choices(&module, function))).collect();
    let configured = bodies(&module).into_iter().map(|function| (function.name(), configured(&module, function)));
    let configured = configured.collect();
    constants::results(&module);
    let ends = declared(&module, "noreturn").collect();
    let (resumed, once): (Vec<Value>, Vec<Value>) =
        bodies(&module).into_iter().partition(|function| calls_one_of(*function, &twice));
    let checked = once.iter().flat_map(|&function| unset::scalars(&module, function)).collect();
    open_locals(&module, &checked);
    for &function in &resumed {
        keep_locals(&module, function, |_| true);
    }
    name_constants(&module);
    assumptions::drop_assumptions(&module);
    for function in bodies(&module) {
        // Without this, passes would take an access to address 0 for impossible.
        module.add_attribute(function, "null_pointer_is_valid", 0);
    }
    // Pointers go into registers first, then it shows which accesses are outside of locals, then these go there.
    let kept: Vec<Value> =
        bodies(&module).into_iter().flat_map(|function| keep_locals(&module, function, is_reached)).collect();
    module.run_passes("function(sroa<preserve-cfg>)").map_err(PrepareError::Pass)?;
    bodies(&module).into_iter().for_each(sizes::spell_out);
    let mut left = Vec::new();
    bodies(&module).into_iter().for_each(|function| out_of_bounds::mark(&module, function, &mut left));
    once.iter().for_each(|&function| unset::objects(&module, function));
    bodies(&module).into_iter().for_each(|function| name_initial(&module, function));
    resumed.iter().for_each(|&function| unset::forget(function));
    kept.into_iter().for_each(Value::erase);
    module.run_passes("function(sroa<preserve-cfg>)").map_err(PrepareError::Pass)?;
    // What is rounded has been read before.
    bodies(&module).into_iter().for_each(|function| rounded::open(&module, function));
    let hidden = hide_conditions(&module);
    module.run_passes("function(early-cse<memssa>)").map_err(PrepareError::Pass)?;
    show_conditions(hidden);
    // Memory holds something else, and what was given back may be, when a call comes back a second time.
    let initial = objects::initial_values(&module, private::MOST_BYTES);
    let values = once.iter().flat_map(|&function| {
        let private = private::mark(&module, function);
        contents::track(&module, function, &private)
    });
    let values: Vec<Value> = values.collect();
    module.run_passes("function(sroa<preserve-cfg>)").map_err(PrepareError::Pass)?;
    values.into_iter().filter(|value| !value.has_uses()).for_each(Value::erase);
    // Which strings are the same shows when pointers are in registers.
    let lengths: Vec<Value> = once.iter().flat_map(|&function| contents::strings::track(&module, function)).collect();
    module.run_passes("function(sroa<preserve-cfg>)").map_err(PrepareError::Pass)?;
    lengths.into_iter().filter(|value| !value.has_uses()).for_each(Value::erase);
    let gives = use_after_free::Gives::of(&module);
    once.into_iter().for_each(|function| use_after_free::track(&module, function, &gives));
    module.run_passes("function(sroa<preserve-cfg>)").map_err(PrepareError::Pass)?;
    bodies(&module).into_iter().for_each(|function| lower_addresses(&module, function));
    let mut variables = Vec::new();
    bodies(&module).into_iter().for_each(|function| mark_variables(&module, function, &mut variables));
    let declared: Vec<(Value, FxHashMap<Value, Declaration>)> =
        bodies(&module).into_iter().map(|function| (function, declared::locals(function))).collect();
    bodies(&module).into_iter().for_each(names::name_values);
    for call in bodies(&module).into_iter().flat_map(|function| function.instructions()) {
        if call.is(LLVMOpcode::LLVMCall) && call.ty().kind() != LLVMTypeKind::LLVMVoidTypeKind && !call.has_uses() {
            call.set_name(UNUSED);
        }
    }
    let globals = sizes::bounding(&module, module.globals());
    let locals = bodies(&module).into_iter().map(|function| {
        let locals = function.instructions().into_iter().filter(|local| local.is(LLVMOpcode::LLVMAlloca));
        (function.name(), sizes::bounding(&module, locals))
    });
    let locals = locals.collect();
    // Behind this they have names.
    let named =
        |locals: FxHashMap<Value, Declaration>| locals.into_iter().map(|(local, at)| (local.name(), at)).collect();
    let declared_locals = declared.into_iter().map(|(function, locals)| (function.name(), named(locals))).collect();
    let declared_globals = declared::globals(&module);
    module.verify().map_err(PrepareError::Pass)?;
    let bitcode = module.bitcode();
    Ok(PreparedFunctions {
        bitcode,
        choices,
        configured,
        variables,
        twice,
        ends,
        initial,
        globals,
        locals,
        declared_globals,
        declared_locals,
        left,
    })
}

/// Addresses are computed in bytes. What is chosen between without a branch stays: as constants the reader knows it by that.
fn lower_addresses(module: &Module, function: Value) {
    let is_lowered = |user: Value, place: &Address| {
        let is_global = place.base.is_static_object() || place.base.is_external_object();
        is_global && !user.is(LLVMOpcode::LLVMSelect)
    };
    address::lower(module, function, is_lowered, |place, builder| place.offset(module, builder));
}

fn bodies(module: &Module) -> Vec<Value> {
    module.functions().into_iter().filter(|function| !function.is_declaration()).collect()
}

/// The functions of which their declaration or a call says something.
fn declared<'m>(module: &'m Module, attribute: &'m str) -> impl Iterator<Item = String> + 'm {
    let says = move |value: &Value| value.has_attribute(attribute);
    let calls = bodies(module).into_iter().flat_map(calls).filter(says).map(Value::callee_name);
    let declared = module.functions().into_iter().filter(says).map(Value::name);
    calls.chain(declared).filter(|name| !name.is_empty())
}

fn calls(function: Value) -> impl Iterator<Item = Value> {
    function.instructions().into_iter().filter(|call| call.is(LLVMOpcode::LLVMCall))
}

/// Whether a function calls one of these by its name.
fn calls_one_of(function: Value, names: &FxHashSet<String>) -> bool {
    calls(function).any(|call| names.contains(&call.callee_name()))
}

/// Keeps locals of a function in memory that any call may change. Where a call comes back twice, its blocks do not show that control may
/// come back to it, with other values in them than before. Gives the markers.
fn keep_locals(module: &Module, function: Value, is_kept: fn(Value) -> bool) -> Vec<Value> {
    let locals = function.instructions().into_iter().filter(|local| local.is(LLVMOpcode::LLVMAlloca));
    let keep = |local: Value| {
        // Without attributes, as a function that may do anything with the address.
        let keep = module.declare(&Marker::Kept.name(), module.void(), &[local.ty()]);
        local.next().map(|place| module.before(place).call(keep, &[local]))
    };
    locals.filter(|&local| is_kept(local)).filter_map(keep).collect()
}

/// Whether pointers may lead to a local: an array, a structure, or one whose address is taken.
fn is_reached(local: Value) -> bool {
    let is_taken = |user: Value| match user.opcode() {
        Some(LLVMOpcode::LLVMLoad | LLVMOpcode::LLVMCall) => false,
        Some(LLVMOpcode::LLVMStore) => user.operands()[0] == local,
        _ => true,
    };
    is_aggregate(local) || local.users().into_iter().any(is_taken)
}

/// Whether a local is an array or a structure.
fn is_aggregate(local: Value) -> bool {
    local.allocated().is_some_and(|ty| ty.parts().is_some())
}

/// Whether a local is one of its type, and not so many.
fn is_one(local: Value) -> bool {
    local.operands().first().is_some_and(|count| count.as_int() == Some(1))
}

/// Clang's patterns go, and each local holds anything when its function begins: what is never written is read as that. What
/// those in `checked` hold then, nothing uses.
fn open_locals(module: &Module, checked: &FxHashSet<Value>) {
    let annotation = module.metadata_kind("annotation");
    for function in bodies(module) {
        for instruction in function.instructions() {
            let is_write = instruction.is(LLVMOpcode::LLVMStore) || instruction.is(LLVMOpcode::LLVMCall);
            if is_write && instruction.has_metadata(annotation) {
                // In a loop, a local may hold another value each time it is declared: it is opened there anew.
                if let Some(address) = instruction.operands().into_iter().find(|value| value.is(LLVMOpcode::LLVMAlloca))
                {
                    open(module, address, instruction, checked.contains(&address));
                    if is_reached(address) || !is_one(address) {
                        unset::begins(module, address, instruction);
                    }
                }
                instruction.erase();
            }
        }
        let entry = function.blocks().first().map(|block| block.instructions()).unwrap_or_default();
        for alloca in entry.into_iter().filter(|instruction| instruction.is(LLVMOpcode::LLVMAlloca)) {
            // Memory is read as anything as it is.
            let is_scalar = alloca.allocated().is_some_and(|ty| declare::any(module, ty).is_some());
            if let Some(place) = alloca.next().filter(|_| is_scalar) {
                open(module, alloca, place, checked.contains(&alloca));
            }
        }
    }
}

/// A constant that is stored becomes the result of a marker, so that the line of the assignment is known where the value is
/// used.
fn name_constants(module: &Module) {
    for function in bodies(module) {
        for store in function.instructions().into_iter().filter(|store| store.is(LLVMOpcode::LLVMStore)) {
            let operands = store.operands();
            let [value, _] = operands[..] else { continue };
            let is_named = value.is_null() || value.is_int_constant();
            if is_named && declare::is_scalar(value.ty()) {
                store.set_operand(0, module.before(store).call(declare::value(module, value.ty()), &[value]));
            }
        }
    }
}

/// What is read from an array or structure that began with constants becomes the result of a marker too, for passes put these in its
/// place: an index among them would lead to where they delete the access, and null look as if it was meant to fail. But pointers that are
/// stored there are read as what they are.
fn name_initial(module: &Module, function: Value) {
    use LLVMOpcode as O;
    let locals = function.instructions().into_iter().filter(|local| local.is(O::LLVMAlloca) && is_aggregate(*local));
    for local in locals {
        let (mut open, mut loads, mut is_initial, mut is_stored) = (vec![local], Vec::new(), false, false);
        while let Some(address) = open.pop() {
            for user in address.users() {
                match user.opcode() {
                    Some(O::LLVMGetElementPtr) => open.push(user),
                    Some(O::LLVMLoad) => loads.push(user),
                    Some(O::LLVMCall) if user.callee_name().starts_with("llvm.mem") => is_initial = true,
                    Some(O::LLVMCall) if user.callee_name().starts_with(PREFIX) => {}
                    _ => is_stored = true,
                }
            }
        }
        let is_named = |load: &Value| declare::is_scalar(load.ty()) && (!is_stored || !load.ty().is_pointer());
        for load in loads.into_iter().filter(is_named).filter(|_| is_initial) {
            let Some(next) = load.next() else { continue };
            let marker = module.before(next).call(declare::value(module, load.ty()), &[load]);
            load.replace_uses(marker);
            marker.set_operand(0, load);
        }
    }
}

/// What branches look at goes through markers, so that `early-cse` does not conclude from one branch what another finds: that
/// a condition is tested twice is for the analysis to find out, and to explain.
fn hide_conditions(module: &Module) -> Vec<Value> {
    let mut markers = Vec::new();
    for block in bodies(module).into_iter().flat_map(|function| function.blocks()) {
        let (Some(condition), Some(terminator)) = (condition(block), block.terminator()) else { continue };
        let width = condition.ty().int_width().filter(|width| *width <= 64 && condition.opcode().is_some());
        if width.is_some() {
            let call = module.before(terminator).call(declare::value(module, condition.ty()), &[condition]);
            terminator.set_operand(0, call);
            markers.push(call);
        }
    }
    for choice in
        bodies(module).into_iter().flat_map(Value::instructions).filter(|value| value.is(LLVMOpcode::LLVMSelect))
    {
        markers.extend(hide_choice(module, choice).into_iter().flatten());
    }
    markers
}

/// The same for a choice between two constants, which has no branch: neither is its condition concluded from a branch, nor what is
/// compared with it from the two.
fn hide_choice(module: &Module, choice: Value) -> [Option<Value>; 2] {
    let marker = |value: Value, place: Value| {
        let ty = value.ty();
        declare::is_scalar(ty).then(|| module.before(place).call(declare::value(module, ty), &[value]))
    };
    let condition = choice.operands().first().copied().filter(|condition| condition.opcode().is_some());
    let condition = condition.and_then(|condition| marker(condition, choice));
    if let Some(hidden) = condition {
        choice.set_operand(0, hidden);
    }
    let result = choice.next().and_then(|next| marker(choice, next));
    if let Some(hidden) = result {
        choice.replace_uses(hidden);
        hidden.set_operand(0, choice);
    }
    [condition, result]
}

/// The conditions as they are now, without the markers.
fn show_conditions(markers: Vec<Value>) {
    for marker in markers {
        if let Some(condition) = marker.arguments().first() {
            marker.replace_uses(*condition);
            marker.erase();
        }
    }
}

/// Where debug information says that a local variable holds a value from there on, a marker says it too: the reader sees no
/// metadata. Of a value that stands for the variable only in part or by a computation, nothing is known.
fn mark_variables(module: &Module, function: Value, variables: &mut Vec<Variable>) {
    let mut rows: FxHashMap<Value, usize> = FxHashMap::default();
    let calls = function.instructions().into_iter().filter(|call| call.callee_name() == "llvm.dbg.value");
    for call in calls {
        let arguments = call.arguments();
        let (Some(node), Some(expression)) = (arguments.get(1).copied(), arguments.get(2)) else { continue };
        let Some(variable) = node.wrapped() else { continue };
        let held = arguments[0].described().filter(|_| expression.text().ends_with("!DIExpression()"));
        let scalar = held.filter(|value| declare::is_scalar(value.ty()));
        let row = *rows.entry(node).or_insert_with(|| {
            let (type_name, reading) = described(variable.operand(VARIABLE_TYPE));
            let name = variable.text_operand(VARIABLE_NAME).unwrap_or_default();
            let width = scalar.and_then(|value| value.ty().int_width()).unwrap_or(0);
            let is_pointer = scalar.is_some_and(|value| value.ty().is_pointer());
            let (name, type_name) = (name.as_str().into(), type_name.as_str().into());
            variables.push(Variable {
                name,
                function: Some(function.name().as_str().into()),
                type_name,
                width,
                reading,
                is_pointer,
                declared: Declared::default(),
                role: Role::default(),
            });
            variables.len() - 1
        });
        let row = module.int(32).constant(row as u64);
        // Where it is not known, a bit that means nothing stands for the value.
        let value = scalar.unwrap_or_else(|| module.int(1).constant(0));
        module.before(call).call(declare::holds(module, value.ty()), &[value, row]);
    }
}

/// The tags of types in DWARF that matter here.
const POINTER: u16 = 0x0f;
const ENUMERATION: u16 = 0x04;

/// The name of a C type, with a star for pointers, and how its values are read.
fn described(ty: Option<Metadata>) -> (String, Reading) {
    let mut current = ty;
    // Types nest; a broken module could nest them in a circle.
    for _ in 0..100 {
        match current {
            Some(ty) if ty.tag() == POINTER => return (format!("{} *", describe(Some(ty)).0), Reading::Unsigned),
            Some(ty) if ty.tag() == ENUMERATION => return ("enum".to_owned(), describe(ty.operand(BASE_TYPE)).1),
            Some(ty) if ty.is_derived_type() => current = ty.operand(BASE_TYPE),
            _ => break,
        }
    }
    describe(ty)
}

/// Before `place`, a local is set to anything; as a pointer, to nowhere if that is checked.
fn open(module: &Module, alloca: Value, place: Value, is_checked: bool) {
    let Some(ty) = alloca.allocated() else { return };
    let builder = module.before(place);
    let any = declare::any(module, ty);
    let any = if is_checked && ty.is_pointer() { Some(declare::undefined(module, ty)) } else { any };
    match (any, module.object_size(alloca)) {
        (Some(any), _) => drop(builder.store(builder.call(any, &[]), alloca)),
        // Passes take it apart, with the local.
        (None, Some(size)) => builder.copy(alloca, module.anything(&format!("{PREFIX}anything"), size), size),
        (None, None) => {}
    }
}
