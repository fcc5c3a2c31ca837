//! What a jump leaves of the locals of the function that it goes back to. Those that are not `volatile` and have
//! changed since `setjmp` hold nobody knows what (C17, 7.13.2.1): any number, and of what is no number it is not
//! represented. What has its old value has not changed.

use super::places::{is_of_jumps, Declaration, Flow};
use crate::llvm::ir::{Builder, LLVMIntPredicate, LLVMOpcode, Module, Slot, Type, Value};
use crate::prepare::program::scopes::lexical::{around, Scope};

/// Of a local with more parts it is not followed whether it changes.
const MOST_PARTS: usize = 64;

/// The structure that a `jmp_buf` is an array of; only what `setjmp.c` has in it counts.
const BUFFER: &str = "struct.__jmp_buf_tag";

/// The name that clang gives objects without one.
const LITERAL: &str = ".compoundliteral";

/// A local that may have changed when a jump arrives, and is read then.
pub struct Local {
    address: Value,
    /// Its parts; nothing if they are too many.
    parts: Option<Vec<Part>>,
}

/// A part of a local that is a single value.
#[derive(Clone, Copy)]
struct Part {
    offset: u64,
    ty: Type,
    /// Whether it is a number of the program's own, which may be any, and not one that `setjmp.c` writes.
    is_own: bool,
}

/// The locals of a function that a jump back to a call may find changed.
pub fn locals(
    module: &Module,
    function: Value,
    call: Value,
    scope: Scope,
    declarations: &[Declaration],
    flow: &Flow,
) -> Vec<Local> {
    let is_alive = |one: &&Declaration| around(scope).any(|outer| outer == one.scope);
    // Clang does not declare variables whose declarations control cannot come to. What it needs for itself, such as `tmp`, may have a name of
    // C's, too: that is written before it is read.
    let is_other = |local: &Value| {
        let name = local.name();
        let is_name = !name.is_empty() && !name.contains(['.', '-']);
        let is_declared = || declarations.iter().any(|one| one.local == *local);
        local.is(LLVMOpcode::LLVMAlloca) && (name.starts_with(LITERAL) || is_name && !is_declared())
    };
    let mut all: Vec<Value> =
        declarations.iter().filter(is_alive).filter(|one| !one.is_volatile).map(|one| one.local).collect();
    all.extend(function.instructions().into_iter().filter(is_other));
    let behind: Vec<Value> = call.next().into_iter().collect();
    let arrived = flow.behind_jump(call);
    let reached = flow.reached(behind, true, |_| false);
    let mut found = Vec::new();
    for address in all {
        let ty = match address.is(LLVMOpcode::LLVMAlloca) {
            true => address.allocated(),
            false => address.object_by("byval"),
        };
        let Some(ty) = ty else { continue };
        let mut uses = Vec::new();
        let escapes = !collect(address, &mut uses);
        if arrived.written.contains(&address) && !escapes {
            continue;
        }
        let may_change = escapes || uses.iter().any(|(user, what)| what.writes && reached.contains(user));
        let is_read = || {
            let mut is_read = false;
            flow.reached(arrived.ways.clone(), true, |instruction| {
                let Some((_, what)) = uses.iter().find(|(user, _)| *user == instruction) else { return false };
                is_read |= what.reads;
                let is_whole = instruction.operands().first().map(|value| value.ty()) == Some(ty);
                what.writes && is_whole && instruction.operands().get(1) == Some(&address)
            });
            is_read
        };
        if may_change && (escapes || is_read()) {
            let mut parts = Vec::new();
            let is_known = parts_of(module, ty, 0, &mut parts);
            // Whether these are volatile, or a member is, is not known.
            let is_volatile = uses.iter().any(|(user, _)| user.is_volatile());
            if is_volatile || declarations.iter().all(|one| one.local != address) {
                parts.iter_mut().for_each(|part| part.is_own = false);
            }
            found.push(Local { address, parts: is_known.then_some(parts) });
        }
    }
    found
}

/// What an instruction does with an object.
#[derive(Clone, Copy)]
struct Use {
    reads: bool,
    writes: bool,
}

/// The instructions that use an address, or one in its object. Whether these are all that access the object.
fn collect(address: Value, uses: &mut Vec<(Value, Use)>) -> bool {
    let mut is_all = true;
    for user in address.users() {
        let (reads, writes) = match user.opcode() {
            Some(LLVMOpcode::LLVMLoad) => (true, false),
            Some(LLVMOpcode::LLVMStore) if user.operands()[0] != address => (false, true),
            Some(LLVMOpcode::LLVMGetElementPtr) => {
                is_all &= collect(user, uses);
                continue;
            }
            Some(LLVMOpcode::LLVMCall) => {
                let name = user.callee_name();
                match ["llvm.memcpy.", "llvm.memmove.", "llvm.memset."].iter().any(|block| name.starts_with(block)) {
                    true => (user.arguments()[1] == address, user.arguments()[0] == address),
                    false if name.starts_with("llvm.lifetime.") => continue,
                    false if is_of_jumps(user) => (true, true),
                    false => {
                        is_all = false;
                        continue;
                    }
                }
            }
            _ => {
                is_all = false;
                continue;
            }
        };
        uses.push((user, Use { reads, writes }));
    }
    is_all
}

/// The parts of a type that are single values, at their offsets; whether they are few, and of known kinds.
fn parts_of(module: &Module, ty: Type, offset: u64, parts: &mut Vec<Part>) -> bool {
    if ty.structure_name().starts_with(BUFFER) {
        let (pointer, int) = (module.pointer(), module.int(32));
        let size = module.size_of(pointer);
        let all = [(offset, pointer), (offset + size, int), (offset + size + 4, int)];
        parts.extend(all.map(|(offset, ty)| Part { offset, ty, is_own: false }));
    } else if let Some((_, count)) = ty.parts() {
        if count > MOST_PARTS as u64 {
            return false;
        }
        let mut elements = (0..count).filter_map(|index| module.element(ty, index));
        return elements.all(|(at, part)| parts_of(module, part, offset + at, parts));
    } else {
        let is_known = ty.is_pointer() || ty.int_width().is_some_and(|width| width <= 64) || ty.float_width().is_some();
        parts.push(Part { offset, ty, is_own: true });
        return is_known && parts.len() <= MOST_PARTS;
    }
    parts.len() <= MOST_PARTS
}

/// A local with what it held at the last `setjmp`.
pub struct Kept {
    address: Value,
    /// Its parts, each with its old value; nothing if they are too many.
    parts: Option<Vec<(Part, Slot)>>,
}

impl Kept {
    /// With slots that `slot` makes.
    pub fn new(local: &Local, slot: impl Fn(Type) -> Slot) -> Kept {
        let parts = local.parts.as_ref().map(|parts| parts.iter().map(|&part| (part, slot(part.ty))).collect());
        Kept { address: local.address, parts }
    }

    /// Remembers what it holds.
    pub fn keep(&self, module: &Module, builder: &Builder) {
        for &(part, old) in self.parts.iter().flatten() {
            builder.write(old, builder.load(part.ty, self.at(module, builder, part.offset)));
        }
    }

    /// A jump has arrived: what has changed is anything.
    pub fn compare(&self, module: &Module, builder: &Builder, any: Value, changed: Value) {
        let int = module.int(32);
        let Some(parts) = &self.parts else {
            builder.call(changed, &[int.constant(1)]);
            return;
        };
        for &(part, old) in parts {
            let (ty, address) = (part.ty, self.at(module, builder, part.offset));
            let now = builder.load(ty, address);
            let bits = ty.int_width().or(ty.float_width()).map(|width| module.int(width));
            let as_bits = |value: Value| match bits {
                Some(bits) if ty.is_float() => builder.bitcast(value, bits),
                _ => value,
            };
            let is_other = builder.compare(LLVMIntPredicate::LLVMIntNE, as_bits(now), as_bits(builder.read(old)));
            match bits.filter(|bits| part.is_own && bits.int_width().is_some_and(|width| width <= 64)) {
                Some(bits) => {
                    let value = builder.call(any, &[]);
                    let value = if bits == value.ty() { value } else { builder.resized(value, bits) };
                    let value = if ty.is_float() { builder.bitcast(value, ty) } else { value };
                    builder.store(builder.select(is_other, value, now), address);
                }
                None => {
                    builder.call(changed, &[builder.zext(is_other, int)]);
                }
            }
        }
    }

    fn at(&self, module: &Module, builder: &Builder, offset: u64) -> Value {
        match offset {
            0 => self.address,
            _ => builder.part(module.int(8), self.address, &[module.int(64).constant(offset)]),
        }
    }
}
