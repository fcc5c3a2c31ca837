//! The lives of locals: what has automatic storage lives from where control enters its block of the source until it leaves
//! it, and a pointer to it must not be used after that, even if another life of it has begun.
//!
//! One place decides that for locals of all kinds: variables, parameters, compound literals, what functions give back.
//!
//! | module | what |
//! |---|---|
//! | [`lexical`] | where control enters and leaves blocks of the source |
//! | [`homes`] | which block each local belongs to |
//! | [`jumps`] | locals whose declarations are jumped over |
//! | [`lives`] | where each local of a function begins and ends to live |
//! | [`resolve`] | locals that no pointer outlives are locals again |
//! | [`instances`] | the others become allocations on the stack, a new object for each life |
//!
//! A local whose address goes anywhere gets a marker where a life of it begins, which gives its address in this life
//! ([`mark`]). Whatever is not a direct access uses that address. No pass sees through the marker, so none takes an
//! address from an earlier life for the local's own. What accesses the local directly stands in its scope, where the local is
//! alive.

pub mod homes;
pub mod instances;
pub mod jumps;
pub mod lexical;
pub mod lives;
pub mod resolve;

use crate::llvm::ir::{LLVMOpcode, Module, Value};
use crate::llvm::marker::declare::{self, Markers};
use crate::llvm::marker::PREFIX;
use crate::prepare::program::undefined::{always, bodies};
use crate::prepare::tables::Tables;
use crate::source::syntax::Sources;
use homes::Homes;
use lives::{Life, Lives};

/// The row of a local that is known to be dead behind the ends of its life.
pub const CERTAIN: u64 = u32::MAX as u64;

const UNKNOWN: &str = "a pointer to an object in a part of a block that a macro hides";

/// Functions that were compiled here without debug information (`nodebug`) have blocks that nobody knows.
pub fn functions_without_blocks<'a>(
    module: &Module,
    markers: &Markers,
    tables: &mut Tables,
    text_of: impl Fn(Value) -> Option<&'a Sources>,
) {
    let has_locals = |function: &Value| function.instructions().iter().any(|value| value.is(LLVMOpcode::LLVMAlloca));
    let blind =
        |function: &Value| text_of(*function).is_some() && function.own_scope().is_none() && has_locals(function);
    for function in bodies(module).filter(blind).collect::<Vec<_>>() {
        let mut instructions = function.instructions().into_iter();
        if let Some(first) = instructions.find(|value| !value.is(LLVMOpcode::LLVMAlloca)) {
            always(
                module,
                markers,
                tables,
                first,
                "a function without debug information, which the lives of locals are read from",
            );
        }
    }
}

/// Marks the lives of all locals whose addresses are used for more than direct accesses. `text_of` is what a function was
/// compiled from here, if it was.
pub fn mark<'a>(module: &Module, tables: &mut Tables, text_of: impl Fn(Value) -> Option<&'a Sources>) {
    for function in bodies(module).collect::<Vec<_>>() {
        parameters_become_locals(module, function);
        let locals: Vec<(Value, Vec<Value>)> = function
            .instructions()
            .into_iter()
            .filter(|local| local.is(LLVMOpcode::LLVMAlloca) && local.is_static_object())
            .map(|local| (local, escapes(local)))
            .filter(|(_, escapes)| !escapes.is_empty())
            .collect();
        if !locals.is_empty() {
            // No place may be lost: all are found before the first mark is made.
            let mut lives = Lives::of(module, function, text_of(function).map(|text| Homes::of(function, text)));
            let lives: Vec<Life> = locals.iter().map(|(local, escapes)| lives.life(*local, escapes)).collect();
            for ((local, escapes), life) in locals.iter().zip(&lives) {
                mark_life(module, tables, function, *local, escapes, life);
            }
        }
        let is_mark = |call: &Value| call.callee_name().starts_with("llvm.lifetime.");
        function.instructions().into_iter().filter(is_mark).for_each(Value::erase);
    }
}

/// A structure that is passed by value is an object of the function that gets it.
fn parameters_become_locals(module: &Module, function: Value) {
    for parameter in function.parameters() {
        let Some(ty) = parameter.object_by("byval").filter(|_| parameter.has_uses()) else { continue };
        let Some(&first) = function.instructions().first() else { continue };
        let local = module.before(first).array(ty, module.int(32).constant(1));
        parameter.replace_uses(local);
        module.before(first).copy(local, parameter, module.size_of(ty));
    }
}

/// The marks of one local.
fn mark_life(module: &Module, tables: &mut Tables, function: Value, local: Value, escapes: &[Value], life: &Life) {
    let first = function.blocks().first().and_then(|block| block.instructions().first().copied());
    let Some(first) = first else { return };
    let row = match life.is_certain {
        true => CERTAIN,
        false => {
            let origin = escapes.first().and_then(|user| tables.origin_of(*user));
            tables.unmodelled(UNKNOWN.to_owned(), origin).0 as u64
        }
    };
    let address = module.before(first).slot(module.pointer());
    module.before(first).write(address, module.pointer().zero());
    for &place in &life.ends {
        module.before(place).call(declare::scope_end(module), &[local]);
    }
    for &place in &life.starts {
        let builder = module.before(place);
        let life = builder.call(declare::scope_start(module), &[local, module.int(32).constant(row)]);
        builder.write(address, life);
    }
    // Behind the marks: a life can begin right before the address is used.
    for &user in escapes {
        user.replace_operands(|operand, place| (operand == local).then(|| module.before(place).read(address)));
    }
}

/// The instructions that use the address of a local, or an address in it, for something else than direct accesses. Of those that
/// compute an address in it, the ones that lead to such uses stand for them.
pub fn escapes(local: Value) -> Vec<Value> {
    let mut users = local.users();
    users.dedup();
    users.into_iter().filter(|&user| !is_direct(user, local)).collect()
}

/// Whether an instruction accesses what an address names, or computes an address for instructions that do, and lets no one keep it.
fn is_direct(user: Value, address: Value) -> bool {
    match user.opcode() {
        Some(LLVMOpcode::LLVMLoad) => true,
        Some(LLVMOpcode::LLVMStore) => user.operands()[0] != address,
        Some(LLVMOpcode::LLVMGetElementPtr) => user.users().into_iter().all(|next| is_direct(next, user)),
        Some(LLVMOpcode::LLVMCall) => {
            let name = user.callee_name();
            let mut passed = user.arguments().into_iter().enumerate().filter(|(_, argument)| *argument == address);
            // Of what is passed by value, the function gets a copy; its result is only written.
            name.starts_with("llvm.")
                || name.starts_with(PREFIX)
                || passed.all(|(index, _)| ["byval", "sret"].iter().any(|kind| user.passes_by(index, kind)))
        }
        _ => false,
    }
}
