//! Arrays of computed length and `alloca`: what is allocated on the stack while a function runs becomes an allocation marker, and
//! where it goes a marker that ends its life.
//!
//! Clang saves the stack where a scope has its first such array, and restores it where control leaves the scope. An array
//! goes where the stack is restored that was saved before it in the same scope: the one that control comes to from there
//! without leaving the scope. Whatever is left goes when its function returns. The address is kept in a variable
//! meanwhile, which passes put into a register; null means that there is nothing to give back.

use crate::llvm::ir::{Block, LLVMIntPredicate, LLVMOpcode, Module, Slot, Value};
use crate::llvm::marker::declare::{self, Markers};
use crate::prepare::debug_info;
use crate::prepare::program::discarded;
use crate::prepare::program::files::Files;
use crate::prepare::program::undefined::{always, bodies, guard};
use crate::prepare::tables::Tables;
use crate::program::Reading;
use crate::source::property::Property;
use rustc_hash::FxHashSet;

const TOO_MANY: &str = "more objects of one array of computed length than are followed";
const NEGATIVE: &str = "an array of a negative number of elements, or of more than are followed";
const TOO_LARGE: &str = "an array of more bytes than there are";
/// What is assumed where an array is too large and nobody asks about memory.
const HAS_ROOM: &str =
    "no local array of computed length needs more bytes than an object can have: executions end where one does";
const FOREIGN: &str = "the stack is restored to a place that is not known";

/// An allocation on the stack, and where its address is kept.
struct Array {
    allocation: Value,
    address: Slot,
    /// Whether it is declared as an array, and not what `alloca` gives.
    is_declared: bool,
}

/// Replaces allocations that are not made once where a function begins.
pub fn become_allocations(
    module: &Module,
    markers: &Markers,
    tables: &mut Tables,
    property: Property,
    main: Value,
    files: &Files,
) {
    for function in bodies(module).collect::<Vec<_>>() {
        let instructions = function.instructions();
        // Clang puts all other locals in front of that; the length of an array can be a constant for it that is none in C.
        let is_save = |value: &Value| value.callee_name().starts_with("llvm.stacksave");
        let behind_save: FxHashSet<Value> = instructions.iter().copied().skip_while(|value| !is_save(value)).collect();
        let entry = function.blocks().first().copied();
        let is_plain = |alloca: &Value| {
            let is_one = alloca.operands().first().is_some_and(|count| count.as_int() == Some(1));
            let is_there = alloca.block() == entry && !behind_save.contains(alloca);
            is_there && (is_one || function == main && alloca.is_static_object())
        };
        let is_dynamic = |value: &Value| value.is(LLVMOpcode::LLVMAlloca) && !is_plain(value);
        // What describes one of them is erased with it.
        let allocas: Vec<Value> = instructions.iter().copied().filter(is_dynamic).collect();
        let arrays: Vec<Array> = allocas
            .into_iter()
            .map(|alloca| allocation(module, markers, tables, property, (alloca, function), files))
            .collect();
        if arrays.is_empty() {
            continue;
        }
        let restores: Vec<(Value, Option<FxHashSet<Value>>)> = (named(function, "llvm.stackrestore").into_iter())
            .map(|restore| (restore, in_scope(function, restore)))
            .collect();
        let ends = |array: &Array, value: &Value| {
            restores.iter().any(|(restore, ended)| {
                restore == value && ended.as_ref().is_some_and(|ended| ended.contains(&array.allocation))
            })
        };
        let left: Vec<(&Array, Vec<Block>)> =
            (arrays.iter()).map(|array| (array, left_by_jump(function, array, |value| ends(array, value)))).collect();
        for (restore, ended) in &restores {
            match ended {
                Some(_) => release(module, arrays.iter().filter(|array| ends(array, restore)), *restore),
                None => always(module, markers, tables, *restore, FOREIGN),
            }
        }
        for (array, blocks) in left {
            let begins = |block: Block| block.instructions().into_iter().find(|value| !value.is(LLVMOpcode::LLVMPHI));
            blocks.into_iter().filter_map(begins).for_each(|first| release(module, std::iter::once(array), first));
        }
        for end in function.instructions().into_iter().filter(|value| value.is(LLVMOpcode::LLVMRet)) {
            release(module, arrays.iter(), end);
        }
        for restore in named(function, "llvm.stackrestore") {
            let saved = restore.arguments().first().copied();
            restore.erase();
            // What was read for it alone is read for nothing.
            saved
                .filter(|saved| saved.is(LLVMOpcode::LLVMLoad) && !saved.has_uses())
                .into_iter()
                .for_each(Value::erase);
        }
        for save in named(function, "llvm.stacksave") {
            save.replace_uses(save.ty().zero());
            save.erase();
        }
    }
}

fn named(function: Value, prefix: &str) -> Vec<Value> {
    let instructions = function.instructions().into_iter();
    instructions.filter(|call| call.callee_name().starts_with(prefix)).collect()
}

/// An `alloca` becomes an allocation, whose address is kept.
fn allocation(
    module: &Module,
    markers: &Markers,
    tables: &mut Tables,
    property: Property,
    (alloca, function): (Value, Value),
    files: &Files,
) -> Array {
    let first = function.instructions()[0];
    let address = module.before(first).slot(module.pointer());
    module.before(first).write(address, module.pointer().zero());
    let bytes = bytes(module, markers, tables, property, (alloca, function), files);
    let origin = tables.origin_of(alloca);
    let row = tables.unmodelled(TOO_MANY.to_owned(), origin);
    let builder = module.before(alloca);
    let marker = declare::allocate_local(module);
    let allocation = builder.call(marker, &[bytes, module.int(32).constant(row.0 as u64)]);
    builder.write(address, allocation);
    let name = named(function, "llvm.dbg.declare").into_iter().find_map(|declaration| {
        let arguments = declaration.arguments();
        let is_it = arguments.first()?.described() == Some(alloca);
        let name = arguments.get(1)?.wrapped()?.text_operand(debug_info::VARIABLE_NAME).filter(|_| is_it);
        name.inspect(|_| declaration.erase())
    });
    let is_declared = is_declared(alloca);
    allocation.set_name(&name.unwrap_or_else(|| alloca.name()));
    alloca.replace_uses(allocation);
    alloca.erase();
    Array { allocation, address, is_declared }
}

/// How many bytes an `alloca` allocates; see [`end_too_large`] for where the product does not fit.
fn bytes(
    module: &Module,
    markers: &Markers,
    tables: &mut Tables,
    property: Property,
    (alloca, function): (Value, Value),
    files: &Files,
) -> Value {
    let word = module.pointer_int();
    let count = alloca.operands()[0];
    // The lengths of an array of arrays are multiplied before; there it is undefined if the product does not fit.
    let mut factors = vec![count];
    let mut size = word.constant(alloca.allocated().map_or(0, |ty| module.size_of(ty)));
    while let Some(factor) = factors.pop() {
        if factor.no_unsigned_wrap() && factor.ty() == word {
            factors.extend(factor.operands());
            continue;
        }
        if let Some(length) = signed_length(alloca, factor, function, files) {
            let builder = module.before(alloca);
            let is_negative = builder.compare(LLVMIntPredicate::LLVMIntSLT, length, length.ty().zero());
            guard(module, markers, tables, alloca, is_negative, NEGATIVE);
        }
        if factor.is(LLVMOpcode::LLVMTrunc) && is_declared(alloca) {
            let (builder, length) = (module.before(alloca), factor.operands()[0]);
            let back = builder.zext(factor, length.ty());
            let is_cut = builder.compare(LLVMIntPredicate::LLVMIntNE, back, length);
            end_too_large(module, markers, tables, property, alloca, is_cut);
        }
        let builder = module.before(alloca);
        let is_narrow = factor.ty().int_width() < word.int_width();
        let factor = if is_narrow { builder.zext(factor, word) } else { builder.resized(factor, word) };
        let product = module.intrinsic("llvm.umul.with.overflow", &[word]);
        let product = builder.call(product, &[size, factor]);
        end_too_large(module, markers, tables, property, alloca, builder.member(product, 1));
        size = builder.member(product, 0);
    }
    if is_declared(alloca) && ends_too_large(property) && size.as_int().is_none() {
        let builder = module.before(alloca);
        let most = word.constant((1 << (word.int_width().unwrap_or(64) - 1).min(47)) - 1);
        let is_larger = builder.compare(LLVMIntPredicate::LLVMIntUGT, size, most);
        end_too_large(module, markers, tables, property, alloca, is_larger);
    }
    size
}

/// Whether a path ends where an array is larger than an object can be, which is told as an assumption. Who asks about memory is
/// told of it, and who asks what comes to an end.
fn ends_too_large(property: Property) -> bool {
    !property.is_about_memory() && !property.asks_for_ends()
}

/// Before the `alloca`: where `bad` holds, it allocates more than an object can have. No such array can be had: the path ends, or what
/// follows is not represented.
fn end_too_large(
    module: &Module,
    markers: &Markers,
    tables: &mut Tables,
    property: Property,
    alloca: Value,
    bad: Value,
) {
    if !(is_declared(alloca) && ends_too_large(property)) {
        return guard(module, markers, tables, alloca, bad, TOO_LARGE);
    }
    module.before(alloca).call(markers.stop_if, &[bad, module.int(32).constant(0)]);
    if !tables.map.assumptions.iter().any(|assumption| assumption == HAS_ROOM) {
        tables.map.assumptions.push(HAS_ROOM.to_owned());
    }
}

/// The length of a declared array as it was before clang widened it by zeros or cut it off, whatever its sign is; unless it is a variable of
/// an unsigned type. Of others the module does not tell the sign: what would be negative is taken to be so.
fn signed_length(alloca: Value, factor: Value, function: Value, files: &Files) -> Option<Value> {
    let length = match factor.opcode() {
        Some(LLVMOpcode::LLVMZExt | LLVMOpcode::LLVMTrunc) => factor.operands()[0],
        _ => factor,
    };
    if !is_declared(alloca) || length.as_int().is_some() {
        return None;
    }
    (!is_unsigned_variable(alloca, length, function, files)).then_some(length)
}

/// Whether a length is what a variable of an unsigned type holds. The source has to say so as well: a cast leaves nothing in the module.
fn is_unsigned_variable(alloca: Value, length: Value, function: Value, files: &Files) -> bool {
    let Some(variable) = length.operands().first().copied().filter(|_| length.is(LLVMOpcode::LLVMLoad)) else {
        return false;
    };
    let declarations = named(function, "llvm.dbg.declare");
    let declares = |declaration: &Value, local: Value| {
        declaration.arguments().first().and_then(|address| address.described()) == Some(local)
    };
    // The place of the array's name.
    let place = declarations.iter().find(|one| declares(one, alloca)).and_then(|one| discarded::place(*one));
    let name = declarations.iter().filter(|one| declares(one, variable)).find_map(|declaration| {
        let node = declaration.arguments().get(1).and_then(|node| node.wrapped())?;
        let is_unsigned = debug_info::describe(node.operand(debug_info::VARIABLE_TYPE)).1 == Reading::Unsigned;
        node.text_operand(debug_info::VARIABLE_NAME).filter(|_| is_unsigned)
    });
    match (name, place, files.source(function)) {
        (Some(name), Some((file, place)), Some(source)) => source.text.is_length(&file, place, &name),
        _ => false,
    }
}

/// Whether what an `alloca` allocates is declared as an array.
fn is_declared(alloca: Value) -> bool {
    alloca.name().starts_with("vla")
}

/// Before an instruction: these arrays are gone.
fn release<'a>(module: &Module, arrays: impl Iterator<Item = &'a Array>, place: Value) {
    let builder = module.before(place);
    for array in arrays {
        builder.call(declare::release(module), &[builder.read(array.address)]);
        builder.write(array.address, module.pointer().zero());
    }
}

/// The instructions that control comes to from where the stack was saved that is restored here, before it is restored;
/// `None` if it is not known where that was.
fn in_scope(function: Value, restore: Value) -> Option<FxHashSet<Value>> {
    let key = kept_in(*restore.arguments().first()?);
    let is_restored = |value: &Value| {
        value.callee_name().starts_with("llvm.stackrestore")
            && value.arguments().first().is_some_and(|saved| kept_in(*saved) == key)
    };
    let saves: Vec<Value> = named(function, "llvm.stacksave").into_iter().filter(|&save| saves_to(save, key)).collect();
    let mut inside = FxHashSet::default();
    let mut seen: FxHashSet<Block> = FxHashSet::default();
    let mut waiting: Vec<(Block, Option<Value>)> =
        saves.iter().filter_map(|save| Some((save.block()?, Some(*save)))).collect();
    while let Some((block, after)) = waiting.pop() {
        let instructions = block.instructions();
        let begin = after.and_then(|save| instructions.iter().position(|&other| other == save)).map_or(0, |at| at + 1);
        let until = instructions[begin..].iter().position(&is_restored);
        let end = until.map_or(instructions.len(), |count| begin + count);
        inside.extend(instructions[begin..end].iter().copied());
        if until.is_none() {
            let successors = instructions.last().map(|end| end.successors()).unwrap_or_default();
            waiting.extend(successors.into_iter().filter(|&next| seen.insert(next)).map(|next| (next, None)));
        }
    }
    (!saves.is_empty()).then_some(inside)
}

/// The blocks to which control jumps back from where an array of computed length is declared, without restoring the stack: where an older
/// array of its block stays. No jump leads into the scope of such an array (C17 6.8.6.1), so what can be reached without passing the
/// declaration is outside of it.
fn left_by_jump(function: Value, array: &Array, is_restore: impl Fn(&Value) -> bool) -> Vec<Block> {
    let is_declaration = |value: &Value| *value == array.allocation;
    let (Some(entry), Some(declared), true) =
        (function.blocks().first().copied(), array.allocation.block(), array.is_declared)
    else {
        return Vec::new();
    };
    let reached = |from: Vec<Block>, ends: &dyn Fn(&Value) -> bool| {
        let (mut seen, mut waiting) = (FxHashSet::default(), from);
        while let Some(block) = waiting.pop() {
            if seen.insert(block) && !block.instructions().iter().any(ends) {
                waiting.extend(block.instructions().last().map(|end| end.successors()).unwrap_or_default());
            }
        }
        seen
    };
    let outside = reached(vec![entry], &is_declaration);
    let behind: Vec<Value> =
        declared.instructions().into_iter().skip_while(|value| *value != array.allocation).collect();
    if behind.iter().any(&is_restore) {
        return Vec::new();
    }
    let next = behind.last().map(|end| end.successors()).unwrap_or_default();
    let mut left: Vec<Block> = reached(next, &is_restore).intersection(&outside).copied().collect();
    left.sort_by_key(|block| function.blocks().iter().position(|other| other == block));
    left
}

/// The variable that a saved place was read from, or the place itself where it is in a register.
fn kept_in(saved: Value) -> Value {
    match saved.is(LLVMOpcode::LLVMLoad) {
        true => saved.operands()[0],
        false => saved,
    }
}

/// Whether a place is saved there.
fn saves_to(save: Value, key: Value) -> bool {
    let stores = std::iter::successors(save.next(), |next| next.next());
    let mut stores = stores.filter(|store| store.is(LLVMOpcode::LLVMStore));
    save == key || stores.any(|store| store.operands() == [save, key])
}
