//! Locals that an address may outlive become allocations on the stack: each life is a new object, so that an address from an
//! earlier one is recognised. Whether one object is enough, since no such address is left, is decided by the reader of
//! the module, as for the heap.

use super::resolve::{marked, Marks};
use super::CERTAIN;
use crate::llvm::ir::{LLVMOpcode, Module, Slot, Value};
use crate::llvm::marker::declare::{self, Markers};
use crate::prepare::tables::Tables;
use crate::program::{NamedObject, UnmodelledId, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};

const TOO_MANY: &str = "more lives of one local than are followed, while a pointer to an earlier one may be left";

/// Replaces the locals of `main` whose marks are left. `parts` knows what C calls their parts.
///
/// # Errors
/// If a pass fails.
pub fn make(
    module: &Module,
    main: Value,
    tables: &mut Tables,
    parts: &FxHashMap<Value, Vec<(u64, VariableId)>>,
) -> Result<(), String> {
    let marked = marked(main);
    if marked.is_empty() {
        return Ok(());
    }
    for marks in marked {
        replace(module, main, tables, marks, parts);
    }
    module.run_passes("function(mem2reg,sroa<preserve-cfg>)")
}

/// The instructions that use an address, or one computed from it, and those that compute one, each behind what it is computed from.
fn uses(address: Value) -> (Vec<Value>, Vec<Value>) {
    let (mut uses, mut steps, mut seen) = (Vec::new(), Vec::new(), FxHashSet::from_iter([address]));
    let mut waiting = vec![address];
    while let Some(address) = waiting.pop() {
        for user in address.users().into_iter().filter(|user| seen.insert(*user)) {
            match user.is(LLVMOpcode::LLVMGetElementPtr) {
                true => {
                    waiting.push(user);
                    steps.push(user);
                }
                false => uses.push(user),
            }
        }
    }
    (uses, steps)
}

/// Replaces one local. What is left of it is written between its lives, as passes may do with a local, and never read.
fn replace(
    module: &Module,
    main: Value,
    tables: &mut Tables,
    marks: Marks,
    parts: &FxHashMap<Value, Vec<(u64, VariableId)>>,
) {
    let Marks { local, starts, ends } = marks;
    let (Some(size), Some(&first), Some(behind)) =
        (module.object_size(local), main.instructions().first(), local.next())
    else {
        return;
    };
    let (direct, steps) = uses(local);
    let direct: Vec<Value> = direct.into_iter().filter(|user| !starts.contains(user) && !ends.contains(user)).collect();
    // Where it is accessed, and the object to be given back.
    let [address, life] = [(); 2].map(|()| module.before(first).slot(module.pointer()));
    module.before(behind).write(address, local);
    module.before(first).write(life, module.pointer().zero());
    let name = local.name();
    let origin = starts.first().and_then(|start| tables.origin_of(*start));
    let row = tables.unmodelled(TOO_MANY.to_owned(), origin);
    let parts = parts.get(&local).cloned().unwrap_or_default();
    let named = NamedObject { name: tables.text(&name), is_allocated: false, parts };
    tables.map.allocations.push((UnmodelledId(row.0), named));
    let marker = declare::allocate_local(module);
    for start in starts {
        let builder = module.before(start);
        let unknown = start.arguments()[1];
        if unknown.as_int() != Some(CERTAIN) {
            builder.call(Markers::declare(module).unmodelled, &[unknown]);
        }
        let bytes = module.pointer_int().constant(size);
        let allocation = builder.call(marker, &[bytes, module.int(32).constant(row.0 as u64)]);
        allocation.set_location_of(start);
        allocation.set_name(&name);
        builder.write(address, allocation);
        builder.write(life, allocation);
        start.replace_uses(allocation);
        start.erase();
    }
    for end in ends {
        let builder = module.before(end);
        builder.call(declare::release(module), &[builder.read(life)]);
        builder.write(address, local);
        builder.write(life, module.pointer().zero());
        end.erase();
    }
    for user in direct {
        user.replace_operands(|operand, place| {
            (operand == local || steps.contains(&operand)).then(|| in_this_life(module, operand, local, address, place))
        });
    }
    // Those that others are computed from come first.
    steps.into_iter().rev().filter(|step| !step.has_uses()).for_each(Value::erase);
}

/// Before `place`: the address of a local, or one that is computed from it, with the local's address in this life in its stead.
/// Passes compute addresses in a local once for all lives.
fn in_this_life(module: &Module, address: Value, local: Value, life: Slot, place: Value) -> Value {
    if address == local {
        return module.before(place).read(life);
    }
    let base = in_this_life(module, address.operands()[0], local, life, place);
    let copy = module.before(place).copy_of(address);
    copy.set_operand(0, base);
    copy
}
