//! The last touches: what the reader of the module cannot see is put where it can.

use super::uninitialised::locals;
use super::{differences, memory, parts, passes, scopes};
use crate::llvm::ir::{LLVMOpcode, Metadata, Module, Value};
use crate::llvm::marker::declare;
use crate::llvm::marker::PREFIX;
use crate::prepare::debug_info::describe;
use crate::prepare::names;
use crate::prepare::objects::ObjectSource;
use crate::prepare::tables::Tables;
use crate::program::{NamedObject, Role, SourceMap, UnmodelledId, Variable, VariableId};
use rustc_hash::FxHashMap;

/// Of an allocation whose size is computed, so many bytes have names.
const MOST_NAMED_BYTES: u64 = 64;

/// Before anything is inlined: behind each store to a named scalar variable, local or global, a marker says what it holds.
pub fn mark_assignments(module: &Module, tables: &mut Tables) {
    let mut variables = globals(module, tables);
    let kind = module.metadata_kind("dbg");
    let node = |global: Value| Some((global, global.global_debug(module, kind)?.wrapped()?.operand(0)?));
    let mut nodes: FxHashMap<Value, Metadata> = module.globals().into_iter().filter_map(node).collect();
    for function in module.functions() {
        if function.is_declaration() || function.name().starts_with(PREFIX) {
            continue;
        }
        variables.extend(locals(function, tables).into_iter().map(|(alloca, local)| (alloca, local.variable)));
        nodes.extend(function.instructions().into_iter().filter_map(declared));
        for store in function.instructions() {
            mark(module, &variables, store);
            allocated(&nodes, store, tables);
        }
    }
}

/// The local that a call declares, and its debug information.
pub(super) fn declared(call: Value) -> Option<(Value, Metadata)> {
    let arguments = call.arguments();
    let is_declaration = call.callee_name() == "llvm.dbg.declare";
    is_declaration.then(|| Some((arguments.first()?.described()?, arguments.get(1)?.wrapped()?))).flatten()
}

/// What a call allocates is named after the variable that its address is stored to first.
fn allocated(nodes: &FxHashMap<Value, Metadata>, store: Value, tables: &mut Tables) {
    let operands = store.operands();
    let (true, [call, address]) = (store.is(LLVMOpcode::LLVMStore), &operands[..]) else { return };
    let allocation = if call.is(LLVMOpcode::LLVMCall) { declare::allocated(*call) } else { None };
    let (Some(&node), Some([size, row])) = (nodes.get(address), allocation) else { return };
    let Some(row) = row.as_int() else { return };
    let name = node.text_operand(1).unwrap_or_default();
    let parts = parts::pointed_to(node, size.as_int().unwrap_or(MOST_NAMED_BYTES), tables);
    let named = NamedObject { name: tables.text(&name), is_allocated: true, parts };
    tables.map.allocations.push((UnmodelledId(row as usize), named));
}

fn mark(module: &Module, variables: &FxHashMap<Value, VariableId>, store: Value) {
    let operands = store.operands();
    if let (true, [value, address]) = (store.is(LLVMOpcode::LLVMStore), &operands[..]) {
        // Inputs of uninitialised locals are told as inputs. Null for a local that holds no pointer yet (`held`) is no assignment of the program.
        let is_ours = value.callee_name().starts_with(PREFIX) || value.ty().is_pointer() && value.is_null();
        let is_input = is_ours && store.location().is_none();
        let is_scalar = |value: &Value| value.ty().is_scalar() && value.ty().lanes().is_none();
        // Structures may be written as one number.
        let is_whole = || address.allocated().is_some_and(|ty| ty.is_scalar());
        let Some(variable) = variables.get(address).filter(|_| !is_input && is_scalar(value) && is_whole()) else {
            return;
        };
        let Some(next) = store.next() else { return };
        let marker = declare::assign(module, value.ty());
        let call = module.before(next).call(marker, &[*value, module.int(32).constant(variable.0 as u64)]);
        call.set_location_of(store);
    }
}

/// The global variables of integer or pointer type that have debug information.
fn globals(module: &Module, tables: &mut Tables) -> FxHashMap<Value, VariableId> {
    let kind = module.metadata_kind("dbg");
    let mut rows = FxHashMap::default();
    for global in module.globals() {
        let Some(ty) = global.allocated().filter(|ty| ty.int_width().is_some() || ty.is_pointer()) else { continue };
        let (width, is_pointer) = (ty.int_width().unwrap_or(0), ty.is_pointer());
        let expression = global.global_debug(module, kind).and_then(|node| node.wrapped());
        let Some(node) = expression.and_then(|expression| expression.operand(0)) else { continue };
        let (type_name, reading) = describe(node.operand(3));
        let name = tables.global_name(node).unwrap_or_else(|| global.name());
        let (name, type_name) = (tables.text(&name), tables.text(&type_name));
        let (declared, role) = (tables.declared(node), Role::Variable);
        let variable = Variable { name, function: None, type_name, width, reading, is_pointer, declared, role };
        rows.insert(global, VariableId(tables.map.variables.len()));
        tables.map.variables.push(variable);
    }
    rows
}

/// Names values after variables, replaces wide constants by calls, and flattens debug locations to rows of origins.
/// Also makes addresses explicit and lists the objects.
///
/// # Errors
/// If a pass fails.
pub fn finish(module: &Module, mut tables: Tables) -> Result<(SourceMap, Vec<ObjectSource>), String> {
    let Some(main) = module.function("main") else { return Ok((tables.map, Vec::new())) };
    module.set_debug_records(false);
    passes::erase_unread_locals(module, &tables.map);
    let named = parts::of_objects(module, main, &mut tables);
    scopes::instances::make(module, main, &mut tables, &named)?;
    let objects = memory::objects(module, main, named);
    differences::lower(module, main);
    memory::lower_addresses(module, main);
    names::name_values(main);
    wide_constants(module, main);
    flatten_lines(module, main, &mut tables);
    Ok((tables.map, objects))
}

/// Constants of more than 64 bits become calls: the reader's library cuts them off. So do floating-point constants that it does not show.
fn wide_constants(module: &Module, main: Value) {
    for instruction in main.instructions() {
        instruction.replace_operands(|operand, place| {
            let ty = operand.ty();
            let is_shown = |width: u32| matches!(width, 32 | 64);
            let (width, number) = match ty.int_width() {
                Some(width) => (width, operand.as_wide_int().filter(|_| (65..=128).contains(&width))?),
                None => (ty.float_width().filter(|width| !is_shown(*width))?, operand.as_float_bits(module)?),
            };
            let word = |shift: u32| module.int(64).constant((number >> shift) as u64);
            let (marker, builder) = (declare::constant(module, module.int(width)), module.before(place));
            let number = builder.call(marker, &[word(0), word(64)]);
            Some(if ty.is_float() { builder.bitcast(number, ty) } else { number })
        });
    }
}

/// Debug line L > 0 is row L − 1 of the origins.
fn flatten_lines(module: &Module, main: Value, tables: &mut Tables) {
    let scope = module.subprogram(main);
    for instruction in main.instructions() {
        if let Some(row) = tables.origin_of(instruction) {
            module.set_line(instruction, scope, row.0 as u32 + 1);
        }
    }
}
