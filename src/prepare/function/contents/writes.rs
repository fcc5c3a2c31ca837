//! What instructions write, and what that is to a place.

use super::apart::{Object, Objects};
use super::Spot;
use crate::llvm::ir::{LLVMOpcode, Module, Type, Value};
use crate::llvm::known::writes_as;
use crate::llvm::known::{self, Argument, Known, Writes};
use crate::llvm::marker::PREFIX;
use crate::prepare::address::Address;

/// What an instruction writes.
pub enum Write {
    /// A value.
    Stored(Spot, Value),
    /// As many bytes from a place on as are said, if that is known.
    Bytes(Address, Option<u64>, Filling),
    /// What is there has no other name: a file, or memory that is given back. To use that by another name is an error.
    Hidden(Address),
    /// The number of the last error, which the library has.
    Errno,
    /// The same, and what an allocator of the program's own, in another file, may have.
    Heap,
    /// Whatever it can know of.
    Unknown,
}

/// What bytes hold then.
pub enum Filling {
    /// Each the same.
    Each(u64),
    /// What a constant global holds from an offset on.
    Constant(Value, i64),
    /// Anything.
    Anything,
}

/// What a write is to a place.
pub enum Effect {
    /// It is not touched.
    Nothing,
    /// It holds this value.
    Value(Value),
    /// It holds this value if the other place is this one, and is not touched if not.
    Choice(Spot, Value),
    /// It may hold anything.
    Anything,
}

/// Offsets are this far from the ends of the address space.
const FAR: i64 = 1 << 40;

/// Intrinsics that write no memory which a function sees.
const SILENT: [&str; 10] = [
    "llvm.dbg.",
    "llvm.expect.",
    "llvm.assume",
    crate::llvm::trap::TRAP,
    "llvm.trap",
    "llvm.stacksave",
    "llvm.is.constant.",
    "llvm.objectsize.",
    "llvm.threadlocal.address.",
    "llvm.va_end",
];

impl Write {
    /// What an instruction writes.
    pub fn of(module: &Module, instruction: Value) -> Vec<Write> {
        use LLVMOpcode as O;
        let operands = instruction.operands();
        match (instruction.opcode(), &operands[..]) {
            (Some(O::LLVMStore), &[value, address, ..]) => vec![match Spot::of(module, instruction) {
                Some(spot) => Write::Stored(spot, value),
                None => {
                    let bytes = module.stored_size(value.ty());
                    Write::Bytes(Address::of(module, address), Some(bytes), Filling::Anything)
                }
            }],
            (Some(O::LLVMLoad), _) if !instruction.is_atomic() => Vec::new(),
            (Some(O::LLVMLoad | O::LLVMFence | O::LLVMAtomicRMW | O::LLVMAtomicCmpXchg | O::LLVMVAArg), _) => {
                vec![Write::Unknown]
            }
            (Some(O::LLVMCall), _) => called(module, instruction),
            _ => Vec::new(),
        }
    }

    /// Where it writes, if it is known from where on.
    pub fn place(&self) -> Option<&Address> {
        match self {
            Write::Stored(Spot { place, .. }, _) | Write::Bytes(place, ..) | Write::Hidden(place) => Some(place),
            Write::Errno | Write::Heap | Write::Unknown => None,
        }
    }

    /// What it is to a place.
    pub fn effect(&self, module: &Module, objects: &mut Objects, spot: &Spot) -> Effect {
        let own = &spot.place;
        let Some(place) = self.place() else {
            let is_spared = match (self, objects.of(own.base)) {
                (_, Object::Private | Object::Constant) => true,
                (Write::Errno, _) => !is_errno(own.base),
                (Write::Heap, object) => {
                    !is_errno(own.base) && (object != Object::Global || own.base.is_local_global())
                }
                _ => false,
            };
            return if is_spared { Effect::Nothing } else { Effect::Anything };
        };
        if place.base != own.base {
            let is_spared = match self {
                Write::Hidden(_) => true,
                _ => objects.are_apart(place.base, own.base),
            };
            return if is_spared { Effect::Nothing } else { Effect::Anything };
        }
        let bytes = match self {
            Write::Stored(at, value) if place.indices != own.indices => return chosen(module, at, *value, spot),
            Write::Stored(at, _) => Some(module.stored_size(at.ty)),
            Write::Bytes(_, bytes, _) => *bytes,
            Write::Hidden(_) | Write::Errno | Write::Heap | Write::Unknown => None,
        };
        let is_near = place.indices == own.indices && place.constant.abs() < FAR && own.constant.abs() < FAR;
        let Some(bytes) = bytes.filter(|_| is_near) else { return Effect::Anything };
        let end = place.constant.saturating_add_unsigned(bytes);
        let own_end = own.constant.saturating_add_unsigned(module.stored_size(spot.ty));
        if end <= own.constant || own_end <= place.constant {
            return Effect::Nothing;
        }
        match self {
            Write::Stored(at, value) if at == spot => Effect::Value(*value),
            Write::Bytes(_, _, filling) if place.constant <= own.constant && own_end <= end => {
                let value = filling.value(module, own.constant - place.constant, spot.ty);
                value.map_or(Effect::Anything, Effect::Value)
            }
            _ => Effect::Anything,
        }
    }
}

/// Whether the number of the last error is there, by the names that C libraries have for it.
fn is_errno(base: Value) -> bool {
    const NAMES: [&str; 5] = ["__errno_location", "__error", "_errno", "__errno", "___errno"];
    match base.is(LLVMOpcode::LLVMCall) {
        true => NAMES.contains(&base.callee_name().as_str()),
        false => base.name() == "errno",
    }
}

/// What a store to a computed place of a local is to a plain one.
fn chosen(module: &Module, at: &Spot, value: Value, spot: &Spot) -> Effect {
    let place = &spot.place;
    let is_known = place.indices.is_empty() && place.base.is(LLVMOpcode::LLVMAlloca) && at.ty == spot.ty;
    match at.stride(module).filter(|_| is_known) {
        Some(stride) if at.is_multiple_from(place.constant, stride) => Effect::Choice(at.clone(), value),
        _ => Effect::Anything,
    }
}

/// What a call writes.
fn called(module: &Module, call: Value) -> Vec<Write> {
    let (name, arguments) = (call.callee_name(), call.arguments());
    if name.starts_with("llvm.lifetime.") {
        let address = arguments.iter().copied().find(|argument| argument.ty().is_pointer());
        let bytes = |address| Write::Bytes(Address::of(module, address), None, Filling::Anything);
        return address.map(bytes).into_iter().collect();
    }
    if name.starts_with(PREFIX) || SILENT.iter().any(|silent| name.starts_with(silent)) || is_computation(&name) {
        return Vec::new();
    }
    let Some(known) = known::called(call) else { return vec![Write::Unknown] };
    let mut writes = match known.writes {
        Writes::Nothing => Vec::new(),
        Writes::Output | Writes::Own => vec![Write::Errno],
        Writes::Heap => vec![Write::Heap],
        Writes::Anything => vec![Write::Unknown],
    };
    // With a format that is not known it may write numbers to what it is given, but hardly to what has another name.
    let counts = if known.writes == Writes::Output { writes_as(known.name, call, 'n') } else { Some(false) };
    if counts == Some(true) && known.name.starts_with('v') {
        writes.push(Write::Unknown);
    }
    for (index, &address) in arguments.iter().enumerate().filter(|(_, argument)| argument.ty().is_pointer()) {
        let place = || Address::of(module, address);
        match known.argument(index) {
            Argument::Written | Argument::Maybe => writes.push(Write::Bytes(place(), None, Filling::Anything)),
            Argument::WrittenAll => {
                let bytes = known.length().and_then(|length| arguments.get(length)?.as_int());
                writes.push(Write::Bytes(place(), bytes, filling(module, known, &arguments)));
            }
            Argument::Plain if counts == Some(true) => writes.push(Write::Bytes(place(), None, Filling::Anything)),
            Argument::Plain if counts.is_none() => writes.push(Write::Hidden(place())),
            Argument::Own | Argument::Closed | Argument::Freed => writes.push(Write::Hidden(place())),
            _ => {}
        }
    }
    writes
}

/// What the bytes that a block function writes hold then.
fn filling(module: &Module, known: &Known, arguments: &[Value]) -> Filling {
    let &[to, from, ..] = arguments else { return Filling::Anything };
    match known.name {
        "memset" => from.as_int().map_or(Filling::Anything, Filling::Each),
        "bzero" => Filling::Each(0),
        "memcpy" | "memmove" | "bcopy" => {
            let source = Address::of(module, if known.name == "bcopy" { to } else { from });
            let is_constant =
                source.base.is_global_constant() && source.base.is_defined_for_good() && source.indices.is_empty();
            let constant = source.base.initializer().filter(|_| is_constant);
            constant.map_or(Filling::Anything, |constant| Filling::Constant(constant, source.constant))
        }
        _ => Filling::Anything,
    }
}

/// Whether an intrinsic computes something from its arguments and touches no memory.
fn is_computation(name: &str) -> bool {
    const KINDS: [&str; 18] = [
        "abs",
        "bswap",
        "bitreverse",
        "ctlz",
        "ctpop",
        "cttz",
        "fabs",
        "fmuladd",
        "fshl",
        "fshr",
        "sadd",
        "smax",
        "smin",
        "smul",
        "ssub",
        "uadd",
        "umul",
        "usub",
    ];
    let kind = name.strip_prefix("llvm.").and_then(|name| name.split('.').next());
    kind.is_some_and(|kind| KINDS.contains(&kind))
}

impl Filling {
    /// The value of a type that stands so many bytes behind the beginning.
    fn value(&self, module: &Module, offset: i64, ty: Type) -> Option<Value> {
        match self {
            Filling::Each(0) => Some(ty.zero()),
            Filling::Each(byte) => {
                let bytes = ty.int_width().map(|_| module.stored_size(ty))?;
                Some(ty.constant((0..bytes).fold(0, |value, _| value << 8 | (byte & 0xff))))
            }
            Filling::Constant(constant, begin) => {
                let offset = u64::try_from(begin.checked_add(offset)?).ok()?;
                held(module, *constant, offset, ty).filter(|value| !value.is_undefined())
            }
            Filling::Anything => None,
        }
    }
}

/// What a constant holds at an offset, where that is a whole value of a type.
fn held(module: &Module, mut constant: Value, mut offset: u64, ty: Type) -> Option<Value> {
    loop {
        if offset == 0 && constant.ty() == ty {
            return Some(constant);
        }
        let own = constant.ty();
        if constant.is_zero() && offset.checked_add(module.stored_size(ty))? <= module.size_of(own) {
            return Some(ty.zero());
        }
        let (_, count) = own.parts()?;
        let within = |index: &u64| {
            let (at, part) = module.element(own, *index)?;
            (at <= offset && offset < at + module.size_of(part)).then_some(at)
        };
        // Elements of an array are found at once, members of a structure one by one.
        let index = match own.is_array() {
            true => offset / module.element(own, 0).map(|(_, part)| module.size_of(part)).filter(|&size| size > 0)?,
            false => (0..count).find(|index| within(index).is_some())?,
        };
        offset -= within(&index)?;
        constant = constant.aggregate_element(index)?;
    }
}
