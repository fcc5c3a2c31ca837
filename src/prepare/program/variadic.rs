//! The program's own functions that take any number of arguments.
//!
//! Who calls such a function puts the arguments that it does not name into objects of its own right before the call, and says where
//! they are; the function asks for that as it begins. Both, and what `va_start` and its like do with it, are bodies in C
//! (`stdarg.c`). So such a function is inlined as any other.
//!
//! On machines of 64 bits clang writes `va_arg` as accesses of a `va_list` of four members, and of registers and a stack that this
//! program has none of. Where it reads one integer of up to 64 bits, one `double` or one pointer, these are found by their form, and
//! become calls that give the address of the next argument and check what it is. What else touches a member of a `va_list` is
//! not represented. On those of 32 bits a `va_list` is a pointer to the arguments, which lie one behind the other there and here.

use crate::llvm::ir::{LLVMOpcode, LLVMTypeKind, Module, Type, Value};
use crate::prepare::program::files::Files;
use crate::prepare::program::undefined::bodies;
use crate::source::library::variadic::{Kind, CALL, COPY, END, ENTERED, NUMBER, OTHER, POINTER, START, STATIC};

/// Clang's name of the structure that a `va_list` is on machines of 64 bits.
const LIST: &str = "struct.__va_list_tag";

/// How many bytes an argument has in the object that holds all numbers, and behind how many of them stands what it is.
const ROW: u64 = 16;
const KIND: u64 = 8;

/// Of calls with more arguments the rest is not looked at.
const MOST: usize = 256;

/// Shows the arguments of all calls and the accesses to them. What was compiled elsewhere may access them in other ways; then they stay
/// what they are, and are not modelled.
pub fn show(module: &Module, files: &Files) {
    let begins = |function: &Value| function.instructions().into_iter().any(|call| intrinsic(call) == Some(START));
    if files.has_foreign() || !bodies(module).any(|function| begins(&function)) {
        return;
    }
    if module.pointer_int().int_width() == Some(64) && module.globals().into_iter().any(is_list) {
        // Its members are constants then, not steps, and what accesses them is not found.
        for start in bodies(module).flat_map(Value::instructions).filter(|call| intrinsic(*call) == Some(START)) {
            module.before(start).call(module.declare(STATIC, module.void(), &[]), &[]);
        }
        return;
    }
    for function in bodies(module).collect::<Vec<_>>() {
        for call in function.instructions().into_iter().filter(|call| call.is(LLVMOpcode::LLVMCall)) {
            show_arguments(module, function, call);
        }
        show_lists(module, function);
        if module.pointer_int().int_width() == Some(64) {
            show_accesses(module, function);
        }
    }
}

/// Whether a variable with static storage is a `va_list` or has one in it.
fn is_list(global: Value) -> bool {
    fn holds_list(ty: Type) -> bool {
        is_list_name(&ty.structure_name()) || ty.parts().is_some_and(|(parts, _)| parts.into_iter().any(holds_list))
    }
    !global.is_global_constant() && global.initializer().is_some_and(|value| holds_list(value.ty()))
}

/// Of several structures with one name LLVM gives a number to the second.
fn is_list_name(name: &str) -> bool {
    name.strip_prefix(LIST).is_some_and(|rest| rest.bytes().all(|letter| letter == b'.' || letter.is_ascii_digit()))
}

/// Which body does what an intrinsic does.
fn intrinsic(call: Value) -> Option<&'static str> {
    let name = call.callee_name();
    let is = |text: &str| name.strip_prefix(text).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    INTRINSICS.into_iter().find_map(|(text, body)| is(text).then_some(body))
}

/// The intrinsics of `<stdarg.h>`, and their bodies.
pub const INTRINSICS: [(&str, &str); 3] = [("llvm.va_start", START), ("llvm.va_copy", COPY), ("llvm.va_end", END)];

/// Before a call that passes more than is named, the rest is put where the function finds it.
fn show_arguments(module: &Module, function: Value, call: Value) {
    let Some(named) = call.named_before_others() else { return };
    // What has no body reads none; what is no C function has other places for them.
    let is_known = call.callee().is_none_or(|callee| !callee.is_declaration() && !callee.name().starts_with("llvm."));
    if !is_known || call.is_assembly() || !call.passes_as_c() || call.arguments().len() - named > MOST {
        return;
    }
    let rest: Vec<(usize, Value)> = call.arguments().into_iter().enumerate().skip(named).collect();
    match module.pointer_int().int_width() {
        Some(64) => in_rows(module, function, call, &rest),
        _ => in_line(module, function, call, &rest),
    }
}

/// The arguments in two objects: all numbers, each with what it is, and all pointers.
fn in_rows(module: &Module, function: Value, call: Value, rest: &[(usize, Value)]) {
    let (pointer, count) = (module.pointer(), rest.len() as u64 + 1);
    let Some(numbers) = room(module, function, module.int(64).times(2 * count)) else { return };
    let Some(pointers) = room(module, function, pointer.times(count)) else { return };
    let at = |object: Value, offset: u64| match offset {
        0 => object,
        _ => module.before(call).part(module.int(8), object, &[module.int(64).constant(offset)]),
    };
    let (mut passed, mut end) = (Vec::new(), 0);
    for (place, &(index, argument)) in (0..).zip(rest) {
        let kind = match call.passes_by(index, "byval") {
            true => Kind::Other,
            false => kind_of(argument.ty()),
        };
        match kind {
            Kind::Other => {}
            Kind::Pointer => {
                let slot = at(pointers, 8 * place);
                module.before(call).store(argument, slot);
                passed.push(slot);
            }
            _ => drop(module.before(call).store(argument, at(numbers, ROW * place))),
        }
        module.before(call).store(module.int(32).constant(kind.number()), at(numbers, ROW * place + KIND));
        end = ROW * (place + 1);
    }
    module.before(call).store(module.int(32).constant(Kind::None.number()), at(numbers, end + KIND));
    let function = module.declare(CALL, module.void(), &[pointer, pointer]);
    module.before(call).call(function, &[numbers, pointers]);
    forget(module, call, passed);
}

/// The arguments one behind the other, as a machine of 32 bits has them on its stack.
fn in_line(module: &Module, function: Value, call: Value, rest: &[(usize, Value)]) {
    let (pointer, word) = (module.pointer(), module.int(32));
    let size = |(index, argument): &(usize, Value)| match call.passes_by(*index, "byval") {
        true => None,
        false => Some(module.size_of(argument.ty()).next_multiple_of(4)).filter(|_| argument.ty().is_scalar()),
    };
    let Some(sizes) = rest.iter().map(size).collect::<Option<Vec<u64>>>() else {
        module.before(call).call(module.declare(OTHER, module.void(), &[]), &[]);
        return;
    };
    let function_of = || module.declare(CALL, module.void(), &[pointer, pointer]);
    if rest.is_empty() {
        // None of them is anywhere.
        module.before(call).call(function_of(), &[pointer.zero(), pointer.zero()]);
        return;
    }
    let bytes = sizes.iter().sum::<u64>();
    let Some(area) = room(module, function, module.int(8).times(bytes)) else { return };
    let (mut passed, mut end) = (Vec::new(), 0);
    for (&(_, argument), size) in rest.iter().zip(sizes) {
        let slot = match end {
            0 => area,
            _ => module.before(call).part(module.int(8), area, &[word.constant(end)]),
        };
        module.before(call).store(argument, slot);
        passed.extend(argument.ty().is_pointer().then_some(slot));
        end += size;
    }
    module.before(call).call(function_of(), &[area, pointer.zero()]);
    forget(module, call, passed);
}

/// Behind a call nothing holds the pointers that it passed: what only they led to is lost.
fn forget(module: &Module, call: Value, passed: Vec<Value>) {
    let Some(next) = call.next() else { return };
    for slot in passed {
        module.before(next).without_place().store(module.pointer().zero(), slot);
    }
}

/// What an argument of a type is.
fn kind_of(ty: Type) -> Kind {
    match (ty.int_width(), ty.kind()) {
        (Some(width @ 1..=64), _) => Kind::Integer(width),
        (_, LLVMTypeKind::LLVMDoubleTypeKind) => Kind::Double,
        (_, LLVMTypeKind::LLVMPointerTypeKind) => Kind::Pointer,
        _ => Kind::Other,
    }
}

/// A local that holds zeros where its function begins.
pub fn room(module: &Module, function: Value, ty: Type) -> Option<Value> {
    let first = function.instructions().into_iter().find(|first| !first.is(LLVMOpcode::LLVMAlloca))?;
    let (byte, word) = (module.int(8), module.int(64));
    let local = module.before(first).array(ty, module.int(32).constant(1));
    let fill = module.intrinsic("llvm.memset", &[module.pointer(), word]);
    let arguments = [local, byte.zero(), word.constant(module.size_of(ty)), module.int(1).zero()];
    module.before(first).without_place().call(fill, &arguments);
    Some(local)
}

/// `va_start`, `va_copy` and `va_end` of a function.
fn show_lists(module: &Module, function: Value) {
    let calls: Vec<(Value, &str)> =
        function.instructions().into_iter().filter_map(|call| Some((call, intrinsic(call)?))).collect();
    if calls.is_empty() || !function.passes_as_c() {
        return;
    }
    let pointer = module.pointer();
    let mut own = None;
    if let Some((start, _)) = calls.iter().find(|(_, body)| *body == START) {
        let first = function.instructions().into_iter().find(|first| !first.is(LLVMOpcode::LLVMAlloca));
        own = first.and_then(|first| {
            let own = room(module, function, pointer.times(2))?;
            let entered = module.before(first).call(module.declare(ENTERED, module.void(), &[pointer]), &[own]);
            entered.set_location_of(*start);
            Some(own)
        });
    }
    for (call, body) in calls {
        let mut arguments = call.arguments();
        if body == START {
            let Some(own) = own else { continue };
            arguments.push(own);
        }
        let types: Vec<Type> = arguments.iter().map(|argument| argument.ty()).collect();
        module.before(call).call(module.declare(body, module.void(), &types), &arguments);
        call.erase();
    }
}

/// What clang makes of `va_arg`, and what else accesses members of a `va_list`.
fn show_accesses(module: &Module, function: Value) {
    let phis: Vec<Value> = function.instructions().into_iter().filter(|phi| phi.is(LLVMOpcode::LLVMPHI)).collect();
    for access in phis.into_iter().filter_map(Access::of) {
        access.show(module);
    }
    let is_member = |value: &Value| member(*value).is_some();
    for access in function.instructions().into_iter().filter(is_member).collect::<Vec<_>>() {
        module.before(access).call(module.declare(OTHER, module.void(), &[]), &[]);
    }
}

/// The `va_list` and the member of it that an address is of.
fn member(address: Value) -> Option<(Value, u64)> {
    let is_list = is_list_name(&address.stepped()?.structure_name());
    match address.operands()[..] {
        [list, first, member] if is_list && first.is_zero() => Some((list, member.as_int()?)),
        _ => None,
    }
}

/// The `va_list` and the member that a value is loaded from.
fn loaded(value: Value) -> Option<(Value, u64)> {
    value.is(LLVMOpcode::LLVMLoad).then(|| member(value.operands()[0]))?
}

/// One `va_arg`: of a `va_list`, what kind of argument it reads, and where.
struct Access {
    list: Value,
    kind: Kind,
    /// Where the argument is: in a register, or on the stack.
    address: Value,
    /// Whether it is in a register.
    in_register: Value,
    /// The branch on that.
    branch: Value,
    /// What tells the place, last first: without these the members are not accessed any more.
    parts: Vec<Value>,
}

impl Access {
    /// The access that ends in a φ of the two places.
    fn of(phi: Value) -> Option<Access> {
        let incoming = phi.incoming();
        let [(register, _), (stack, _)] = incoming[..] else { return None };
        // In a register: the address of all of them, and how far behind that this one stands.
        let offset = register.is(LLVMOpcode::LLVMGetElementPtr).then(|| register.operands())?;
        let [area, place] = offset[..] else { return None };
        let ((list, 3), (other, which @ (0 | 1))) = (loaded(area)?, loaded(place)?) else { return None };
        let (third, 2) = loaded(stack)? else { return None };
        if list != other || list != third || register.stepped()?.int_width() != Some(8) {
            return None;
        }
        let in_register = place.users().into_iter().find(|user| user.is(LLVMOpcode::LLVMICmp))?;
        let last = if which == 0 { 40 } else { 160 };
        if in_register.operands()[0] != place || in_register.operands()[1].as_int() != Some(last) {
            return None;
        }
        let users = in_register.users();
        let [branch] = users[..] else { return None };
        let kind = read(phi).filter(|kind| (*kind == Kind::Double) == (which == 1))?;
        let mut parts = vec![phi, register, area, area.operands()[0]];
        parts.extend(written_back(place, LLVMOpcode::LLVMAdd)?);
        parts.extend(written_back(stack, LLVMOpcode::LLVMGetElementPtr)?);
        parts.extend([stack, stack.operands()[0], in_register, place, place.operands()[0]]);
        branch.is(LLVMOpcode::LLVMBr).then_some(Access { list, kind, address: phi, in_register, branch, parts })
    }

    /// The body that finds the argument takes its place.
    fn show(self, module: &Module) {
        let (pointer, int) = (module.pointer(), module.int(32));
        let builder = module.before(self.branch);
        let address = match self.kind {
            Kind::Pointer => builder.call(module.declare(POINTER, pointer, &[pointer]), &[self.list]),
            kind => {
                let number = module.declare(NUMBER, pointer, &[pointer, int]);
                builder.call(number, &[self.list, int.constant(kind.number())])
            }
        };
        self.address.replace_uses(address);
        self.in_register.replace_uses(module.int(1).zero());
        for part in self.parts {
            let is_used = part.has_uses() && !part.is(LLVMOpcode::LLVMStore);
            if !is_used {
                part.erase();
            }
        }
    }
}

/// What is read through an address, if it is read and nothing else.
fn read(address: Value) -> Option<Kind> {
    let users = address.users();
    let [load] = users[..] else { return None };
    let kind = load.is(LLVMOpcode::LLVMLoad).then(|| kind_of(load.ty()))?;
    (kind != Kind::Other).then_some(kind)
}

/// A member moves on: the store, and what it stores.
fn written_back(value: Value, by: LLVMOpcode) -> Option<[Value; 2]> {
    let next = value.users().into_iter().find(|user| user.is(by) && user.operands()[0] == value && is_stored(*user))?;
    let users = next.users();
    let [store] = users[..] else { return None };
    (store.operands()[1] == value.operands()[0]).then_some([store, next])
}

fn is_stored(value: Value) -> bool {
    value.users().into_iter().all(|user| user.is(LLVMOpcode::LLVMStore))
}
