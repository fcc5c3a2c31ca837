//! Calls, marked before anything is inlined: which function is entered, what it is passed, and what it returns. Rows of variables
//! stand for these ([`Role`]), and assignments to them are the marks.

use super::finish::declared;
use super::undefined::bodies;
use crate::llvm::ir::{LLVMOpcode, Metadata, Module, Value};
use crate::llvm::marker::{declare, Marker};
use crate::prepare::debug_info::{
    describe, tag, BASE_TYPE, SUBPROGRAM_NAME, SUBPROGRAM_TYPE, TYPES, VARIABLE_FILE, VARIABLE_NAME, VARIABLE_TYPE,
};
use crate::prepare::tables::Tables;
use crate::program::{Declared, Reading, Role, Variable, VariableId};
use rustc_hash::FxHashMap;

/// Marks the calls of all functions but `main`, as far as there is debug information.
pub fn mark(module: &Module, tables: &mut Tables) {
    let Some(main) = module.function("main") else { return };
    for function in bodies(module).filter(|&function| function != main) {
        if let Some(scope) = function.own_scope() {
            let file = tables.text(&scope.operand(VARIABLE_FILE).map(|file| file.file()).unwrap_or_default());
            let name = scope.text_operand(SUBPROGRAM_NAME).unwrap_or_default();
            let declared = Declared { file, line: scope.begins_in_line(), hides: false };
            Marking { module, function, scope, name, declared, tables }.all();
        }
    }
}

struct Marking<'a> {
    module: &'a Module,
    function: Value,
    /// Its debug information.
    scope: Metadata,
    name: String,
    declared: Declared,
    tables: &'a mut Tables,
}

impl Marking<'_> {
    fn all(&mut self) {
        let entry = self.function.blocks().first().map(|block| block.instructions()).unwrap_or_default();
        let is_local = |instruction: &&Value| instruction.is(LLVMOpcode::LLVMAlloca);
        let Some(&first) = entry.iter().find(|instruction| !is_local(instruction)) else { return };
        self.place_where_it_begins(&entry);
        let passed = self.passed(&entry);
        let nothing = self.module.int(1).constant(0);
        let entered = self.row(&self.name.clone(), None, nothing, Role::Entered);
        self.before(first, nothing, entered, None);
        for (node, value) in passed {
            let name = node.text_operand(VARIABLE_NAME).unwrap_or_default();
            let held = value.unwrap_or(nothing);
            let row = self.row(&name, node.operand(VARIABLE_TYPE), held, Role::Parameter);
            if value.is_none() {
                self.tables.map.variables[row.0].width = 0;
            }
            self.before(first, held, row, None);
        }
        let ty =
            self.scope.operand(SUBPROGRAM_TYPE).and_then(|ty| ty.operand(TYPES)).and_then(|types| types.operand(0));
        let ends = self.function.instructions().into_iter().filter(|end| end.is(LLVMOpcode::LLVMRet));
        let ends: Vec<(Value, Value)> =
            ends.filter_map(|end| Some((end, end.operands().first().copied().filter(is_told)?))).collect();
        // A small structure is returned in a number.
        if let (Some(&(_, value)), Some(ty)) = (ends.first(), ty.filter(is_scalar)) {
            let row = self.row(&self.name.clone(), Some(ty), value, Role::Result);
            ends.into_iter().for_each(|(end, value)| self.before(end, value, row, Some(end)));
        }
    }

    /// Clang says of no place where parameters are put into their variables: that is where the function begins. Without this, it would
    /// be where the caller is.
    fn place_where_it_begins(&self, entry: &[Value]) {
        let is_placeless = |instruction: &&Value| {
            let is_mark = declare::called(**instruction) == Some(Marker::Assign);
            (instruction.is(LLVMOpcode::LLVMStore) || is_mark) && instruction.location().is_none()
        };
        let parameters = self.function.parameters();
        let keeps =
            |instruction: &&Value| instruction.operands().first().is_some_and(|value| parameters.contains(value));
        for instruction in entry.iter().filter(is_placeless).filter(keeps) {
            self.module.set_line(*instruction, self.scope, self.declared.line);
        }
    }

    /// The parameters in their order, each with the value that is passed, where that is a number or a pointer.
    fn passed(&self, entry: &[Value]) -> Vec<(Metadata, Option<Value>)> {
        let parameters = self.function.parameters();
        let mut kept: FxHashMap<Value, Value> = FxHashMap::default();
        for store in entry.iter().filter(|store| store.is(LLVMOpcode::LLVMStore)) {
            if let [value, place] = store.operands()[..] {
                // In memory, truth has eight bits.
                let widened = value.is(LLVMOpcode::LLVMZExt).then(|| value.operands().first().copied()).flatten();
                let passed = [Some(value), widened].into_iter().flatten().find(|value| parameters.contains(value));
                if let Some(passed) = passed {
                    kept.entry(place).or_insert(passed);
                }
            }
        }
        let locals = self.function.instructions().into_iter().filter_map(declared);
        let mut passed: Vec<(usize, Metadata, Option<Value>)> = Vec::new();
        for (place, node) in locals {
            let Some(number) = node.parameter_number() else { continue };
            let is_known = node.operand(VARIABLE_TYPE).is_some_and(|ty| is_scalar(&ty));
            let value = kept.get(&place).copied().filter(|value| is_known && is_told(value));
            passed.push((number, node, value));
        }
        passed.sort_by_key(|(number, ..)| *number);
        passed.dedup_by_key(|(number, ..)| *number);
        passed.into_iter().map(|(_, node, value)| (node, value)).collect()
    }

    fn row(&mut self, name: &str, ty: Option<Metadata>, value: Value, role: Role) -> VariableId {
        let (type_name, reading) = ty.map_or((String::new(), Reading::Unsigned), |ty| describe(Some(ty)));
        let variable = Variable {
            name: self.tables.text(name),
            function: Some(self.tables.text(&self.name)),
            type_name: self.tables.text(&type_name),
            width: value.ty().int_width().unwrap_or(1),
            reading,
            is_pointer: value.ty().is_pointer(),
            declared: self.declared.clone(),
            role,
        };
        self.tables.map.variables.push(variable);
        VariableId(self.tables.map.variables.len() - 1)
    }

    /// Puts a mark in front of an instruction, at its place or where the function begins.
    fn before(&self, instruction: Value, value: Value, row: VariableId, place: Option<Value>) {
        let marker = declare::assign(self.module, value.ty());
        let row = self.module.int(32).constant(row.0 as u64);
        let call = self.module.before(instruction).call(marker, &[value, row]);
        match place {
            Some(place) => call.set_location_of(place),
            None => self.module.set_line(call, self.scope, self.declared.line),
        }
    }
}

/// Whether a value is a number or a pointer, and not several.
fn is_told(value: &Value) -> bool {
    value.ty().is_scalar() && value.ty().lanes().is_none()
}

/// Whether a type is that of numbers or pointers, below all names and qualifiers.
fn is_scalar(ty: &Metadata) -> bool {
    let mut current = *ty;
    // Types nest; a broken module could nest them in a circle.
    for _ in 0..100 {
        match current.tag() {
            tag::STRUCTURE | tag::UNION | tag::ARRAY => return false,
            tag::POINTER | tag::ENUMERATION => return true,
            _ if current.is_basic_type() => return true,
            _ => match current.operand(BASE_TYPE) {
                Some(base) => current = base,
                None => return false,
            },
        }
    }
    false
}
