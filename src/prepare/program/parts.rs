//! The parts of C variables: `a[3]`, `p.next`, from debug information, by offset.

use super::finish::declared;
use super::undefined::bodies;
use crate::llvm::ir::{LLVMOpcode, Metadata, Module, Value};
use crate::llvm::marker::{declare, PREFIX};
use crate::prepare::address::Address;
use crate::prepare::debug_info::{describe, tag, BASE_TYPE, ELEMENTS, TYPE_NAME, VARIABLE_NAME, VARIABLE_TYPE};
use crate::prepare::tables::Tables;
use crate::program::{Declared, Reading, Role, Variable, VariableId};
use crate::source::library::is_model;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// How many parts a variable is told by; of a larger one, the first so many.
const MOST_PARTS: usize = 4096;

/// Passes take locals apart that are no larger, in bytes.
const MOST_TAKEN_APART: u64 = 64;

/// Of a copy, so many parts are told.
const MOST_COPIED: usize = 16;

/// The parts of the locals of `main`, those of inlined functions among them, and of the globals.
pub fn of_objects(module: &Module, main: Value, tables: &mut Tables) -> FxHashMap<Value, Vec<(u64, VariableId)>> {
    let mut objects = FxHashMap::default();
    for call in main.instructions().into_iter().filter(|call| call.callee_name() == "llvm.dbg.declare") {
        let arguments = call.arguments();
        let local = arguments.first().and_then(|address| address.described());
        let node = arguments.get(1).and_then(|node| node.wrapped());
        if let (Some(local), Some(node)) = (local.filter(|local| local.is(LLVMOpcode::LLVMAlloca)), node) {
            let origin = tables.origin_of(call).and_then(|row| tables.map.origins.get(row.0));
            let function = origin.map(|origin| origin.function.to_string());
            let name = node.text_operand(VARIABLE_NAME).unwrap_or_default();
            local.set_name(&name);
            objects.insert(local, parts(node, &name, function.as_deref(), tables));
        }
    }
    let kind = module.metadata_kind("dbg");
    for global in module.globals() {
        let expression = global.global_debug(module, kind).and_then(|node| node.wrapped());
        if let Some(node) = expression.and_then(|expression| expression.operand(0)) {
            let name = tables.global_name(node).unwrap_or_default();
            objects.insert(global, parts(node, &name, None, tables));
        }
    }
    objects
}

/// Before anything is inlined: behind each store to a part of a small array or structure of the program's, and each copy to one, markers say
/// what its parts hold. Passes make numbers of such locals, whose memory tells nothing then.
pub fn mark_stores(module: &Module, tables: &mut Tables) {
    for function in bodies(module) {
        let instructions = function.instructions();
        let mut locals: FxHashMap<Value, Vec<Part>> = FxHashMap::default();
        for &call in &instructions {
            let Some((local, node)) = declared(call) else { continue };
            let origin = tables.origin_of(call).and_then(|row| tables.map.origins.get(row.0));
            let Some(owner) = origin.filter(|origin| !is_model(&origin.file)).map(|origin| origin.function.clone())
            else {
                continue;
            };
            let size = local.allocated().filter(|ty| !ty.is_scalar()).map(|ty| module.size_of(ty));
            if size.is_some_and(|size| size <= MOST_TAKEN_APART) {
                let name = node.text_operand(VARIABLE_NAME).unwrap_or_default();
                let parts = parts(node, &name, Some(&owner), tables);
                locals.insert(local, told(&parts, &tables.map.variables));
            }
        }
        for instruction in instructions.into_iter().filter(|_| !locals.is_empty()) {
            mark_write(module, &locals, instruction);
        }
    }
}

/// A part that markers speak of.
struct Part {
    id: VariableId,
    bytes: Range<u64>,
    reading: Reading,
    is_pointer: bool,
}

/// The parts that are told: of members of a union, nobody knows which one is meant.
fn told(parts: &[(u64, VariableId)], variables: &[Variable]) -> Vec<Part> {
    let part = |&(offset, id): &(u64, VariableId)| {
        let Variable { width, reading, is_pointer, .. } = variables[id.0];
        Part { id, bytes: offset..offset + u64::from(width / 8), reading, is_pointer }
    };
    let all: Vec<Part> = parts.iter().map(part).collect();
    let is_alone = |part: &Part| all.iter().all(|other| other.id == part.id || !overlap(&other.bytes, &part.bytes));
    let alone: Vec<bool> = all.iter().map(is_alone).collect();
    all.into_iter().zip(alone).filter(|(_, is_alone)| *is_alone).map(|(part, _)| part).collect()
}

fn overlap(one: &Range<u64>, other: &Range<u64>) -> bool {
    one.start < other.end && other.start < one.end
}

/// Behind a write to one of these locals: what the parts hold that it writes to.
fn mark_write(module: &Module, locals: &FxHashMap<Value, Vec<Part>>, write: Value) {
    let Some((local, bytes, value)) = written(module, write) else { return };
    let (Some(parts), Some(next)) = (locals.get(&local), write.next()) else { return };
    let builder = module.before(next);
    let tell = |part: &Part, value: Value| {
        let row = module.int(32).constant(part.id.0 as u64);
        let marker = builder.call(declare::assign(module, value.ty()), &[value, row]);
        marker.set_location_of(write);
    };
    let parts = parts.iter().filter(|part| overlap(&part.bytes, &bytes));
    if let Some(value) = value {
        let is_it = |part: &&Part| part.bytes == bytes && part.is_pointer == value.ty().is_pointer();
        return parts.filter(is_it).for_each(|part| tell(part, value));
    }
    // What is no number has no bits that could be read; and what copies write is told of few parts alone, for each is a load.
    let parts: Vec<&Part> = parts.filter(|part| !matches!(part.reading, Reading::Float(_))).collect();
    for part in parts.into_iter().filter(|part| part.bytes.end - part.bytes.start <= 8).take(MOST_COPIED) {
        let ty = match part.is_pointer {
            true => module.pointer(),
            false => module.int(8 * (part.bytes.end - part.bytes.start) as u32),
        };
        let address = builder.part(module.int(8), local, &[module.int(64).constant(part.bytes.start)]);
        let value = builder.load(ty, address);
        [address, value].into_iter().for_each(|new| new.set_location_of(write));
        tell(part, value);
    }
}

/// The object that an instruction of the program's writes to, and the bytes of it, if both are known; of a store, what is stored.
fn written(module: &Module, instruction: Value) -> Option<(Value, Range<u64>, Option<Value>)> {
    instruction.location()?;
    let operands = instruction.operands();
    let copies = ["llvm.memcpy.", "llvm.memmove.", "llvm.memset."];
    let (address, length, value) = match instruction.is(LLVMOpcode::LLVMStore) {
        true => {
            let value = *operands.first()?;
            // What `longjmp` leaves open is no assignment of the program.
            if is_left_open(value) || !value.ty().is_scalar() {
                return None;
            }
            (*operands.get(1)?, module.size_of(value.ty()), Some(value))
        }
        false if copies.iter().any(|name| instruction.callee_name().starts_with(name)) => {
            (*operands.first()?, operands.get(2)?.as_int()?, None)
        }
        false => return None,
    };
    let Address { base, constant, indices } = Address::of(module, address);
    let start = u64::try_from(constant).ok().filter(|_| indices.is_empty())?;
    Some((base, start..start.checked_add(length)?, value))
}

/// Whether a value is a choice between any one and another.
fn is_left_open(value: Value) -> bool {
    let chosen = value.operands().into_iter().nth(1).filter(|_| value.is(LLVMOpcode::LLVMSelect));
    // It may be cast to its type, and to its width before.
    let below = |value: &Value| value.operands().into_iter().next().filter(|_| !value.is(LLVMOpcode::LLVMCall));
    std::iter::successors(chosen, below).take(3).any(|value| value.callee_name().starts_with(PREFIX))
}

/// The parts of a variable, as rows of variables.
fn parts(variable: Metadata, name: &str, function: Option<&str>, tables: &mut Tables) -> Vec<(u64, VariableId)> {
    let declared = tables.declared(variable);
    let mut walk = Walk { function, declared, tables, parts: Vec::new() };
    if let Some(ty) = variable.operand(VARIABLE_TYPE) {
        walk.ty(ty, name, 0, 0);
    }
    walk.parts
}

/// The parts of what a pointer variable points to, if that is an array of so many bytes: `->next`, `[3]`, `[3].next`.
pub fn pointed_to(variable: Metadata, bytes: u64, tables: &mut Tables) -> Vec<(u64, VariableId)> {
    let mut pointer = variable.operand(VARIABLE_TYPE);
    for _ in 0..100 {
        match pointer {
            Some(ty) if ty.tag() != tag::POINTER && ty.is_derived_type() => pointer = ty.operand(BASE_TYPE),
            _ => break,
        }
    }
    let pointee = pointer.filter(|ty| ty.tag() == tag::POINTER).and_then(|ty| ty.operand(BASE_TYPE));
    let Some(pointee) = pointee else { return Vec::new() };
    let size = size_below_names(pointee);
    let count = bytes.saturating_mul(8).checked_div(size).unwrap_or(0);
    let declared = Declared::default();
    let mut walk = Walk { function: None, declared, tables, parts: Vec::new() };
    for index in 0..count.min(MOST_PARTS as u64) {
        walk.ty(pointee, &format!("[{index}]"), index * size, 0);
    }
    let parts = walk.parts;
    if count == 1 {
        // One structure is no array of them.
        for &(_, id) in &parts {
            let name = tables.map.variables[id.0].name.clone();
            if let Some(member) = name.strip_prefix("[0].") {
                tables.map.variables[id.0].name = tables.text(&format!("->{member}"));
            }
        }
    }
    parts
}

/// The size of a type in bits; names and qualifiers have none of their own.
pub(super) fn size_below_names(ty: Metadata) -> u64 {
    let mut current = ty;
    for _ in 0..100 {
        match current.bit_size() {
            0 => match current.operand(BASE_TYPE) {
                Some(base) => current = base,
                None => break,
            },
            size => return size,
        }
    }
    0
}

struct Walk<'a> {
    function: Option<&'a str>,
    declared: Declared,
    tables: &'a mut Tables,
    parts: Vec<(u64, VariableId)>,
}

impl Walk<'_> {
    /// Lists the parts of something of a type that begins `bits` behind the variable's start.
    fn ty(&mut self, ty: Metadata, name: &str, bits: u64, depth: usize) {
        // Types nest; a broken module could nest them in a circle.
        if self.parts.len() >= MOST_PARTS || depth > 50 {
            return;
        }
        match ty.tag() {
            tag::ARRAY => {
                let dimensions = ty.operand(ELEMENTS).map(|node| node.nodes()).unwrap_or_default();
                let counts: Vec<u64> = dimensions.iter().filter_map(|node| node.int_operand(0)).collect();
                if let Some(element) = ty.operand(BASE_TYPE) {
                    self.array(element, name, bits, &counts, depth);
                }
            }
            tag::STRUCTURE | tag::UNION => {
                let members = ty.operand(ELEMENTS).map(|node| node.nodes()).unwrap_or_default();
                for member in members.into_iter().filter(|member| member.tag() == tag::MEMBER) {
                    let field = member.text_operand(TYPE_NAME).unwrap_or_default();
                    let name = if field.is_empty() { name.to_owned() } else { format!("{name}.{field}") };
                    let Some(base) = member.operand(BASE_TYPE) else { continue };
                    // Bit-fields share cells, which cannot be told by one of them.
                    if !member.is_bit_field() {
                        self.ty(base, &name, bits + member.bit_offset(), depth + 1);
                    }
                }
            }
            tag::POINTER | tag::ENUMERATION => self.scalar(ty, name, bits),
            _ if ty.is_basic_type() => self.scalar(ty, name, bits),
            _ => {
                if let Some(base) = ty.operand(BASE_TYPE) {
                    self.ty(base, name, bits, depth + 1);
                }
            }
        }
    }

    fn array(&mut self, element: Metadata, name: &str, bits: u64, counts: &[u64], depth: usize) {
        let Some((&count, inner)) = counts.split_first() else { return self.ty(element, name, bits, depth + 1) };
        let stride = inner.iter().product::<u64>().saturating_mul(size_below_names(element));
        for index in (0..count).take(MOST_PARTS) {
            let at = bits.saturating_add(index.saturating_mul(stride));
            self.array(element, &format!("{name}[{index}]"), at, inner, depth + 1);
        }
    }

    fn scalar(&mut self, ty: Metadata, name: &str, bits: u64) {
        let width = u32::try_from(ty.bit_size()).unwrap_or(0);
        if bits % 8 != 0 || width % 8 != 0 || width == 0 || self.parts.len() >= MOST_PARTS {
            return;
        }
        let (type_name, reading) = match ty.tag() {
            tag::POINTER => ("pointer".to_owned(), Reading::Unsigned),
            _ => describe(Some(ty)),
        };
        let variable = Variable {
            name: self.tables.text(name),
            function: self.function.map(|function| self.tables.text(function)),
            type_name: self.tables.text(&type_name),
            width,
            reading,
            is_pointer: ty.tag() == tag::POINTER,
            declared: self.declared.clone(),
            role: Role::Variable,
        };
        self.parts.push((bits / 8, VariableId(self.tables.map.variables.len())));
        self.tables.map.variables.push(variable);
    }
}
