//! The calls of `setjmp` in a function, each with the block of the source that it stands in, and with the locals that a
//! jump back to it may find changed.

use super::changed::{self, Local};
use super::BACK;
use crate::llvm::ir::{Block, LLVMIntPredicate, LLVMOpcode, Metadata, Module, Value};
use crate::prepare::debug_info::{VARIABLE_SCOPE, VARIABLE_TYPE};
use crate::prepare::program::scopes::lexical::{around, scope_of, Scope};
use rustc_hash::FxHashSet;

/// The call of a `setjmp`.
pub struct Place {
    /// The call.
    pub call: Value,
    /// Before each of these, control is outside of the block of the call.
    pub outside: Vec<Value>,
    /// What has to be looked at when a jump arrives.
    pub locals: Vec<Local>,
    /// The innermost block around the call that declares variables, if that is not the whole function.
    block: Option<Scope>,
}

impl Place {
    /// Whether another call stands in the block of this one.
    pub fn is_around(&self, call: Value) -> bool {
        let scope = call.location().and_then(scope_of);
        self.block.zip(scope).is_none_or(|(block, scope)| around(scope).any(|outer| outer == block))
    }
}

/// A variable that a function declares.
pub struct Declaration {
    pub local: Value,
    pub scope: Scope,
    pub is_volatile: bool,
}

/// The places of a function that jumps can lead to.
pub struct Places {
    /// The places.
    pub places: Vec<Place>,
    declarations: Vec<Declaration>,
}

impl Places {
    /// Those among the calls of `setjmp` of a function that are followed, where jumps may come out of `jumps`.
    pub fn of(module: &Module, function: Value, own: &[Value], jumps: &[Value], is_foreign: bool) -> Places {
        let mut places = Places { places: Vec::new(), declarations: Vec::new() };
        if own.is_empty() || is_foreign || function.own_scope().is_none() || has_arrays(function) {
            return places;
        }
        places.declarations = declarations(function);
        let flow = Flow { own, jumps };
        for &call in own {
            let Some(scope) = call.location().and_then(scope_of) else { continue };
            if flow.is_inside_expression(function, call) {
                continue;
            }
            let declares = |scope: &Scope| places.declarations.iter().any(|one| one.scope == *scope);
            let block = around(scope).find(|scope| scope.is_subprogram() || declares(scope));
            let block = block.filter(|scope| !scope.is_subprogram());
            let locals = changed::locals(module, function, call, scope, &places.declarations, &flow);
            let outside = block.map(|block| outside(function, block)).unwrap_or_default();
            places.places.push(Place { call, outside, locals, block });
        }
        places
    }

    /// Whether a call is one of them.
    pub fn has(&self, call: Value) -> bool {
        self.places.iter().any(|place| place.call == call)
    }

    /// C says what these hold when a jump has arrived (C17, 7.13.2.1): nobody else writes them.
    pub fn volatile_locals_are_plain(&self) {
        let locals = self.declarations.iter().filter(|one| one.is_volatile && !self.places.is_empty());
        let mut open: Vec<Value> = locals.map(|one| one.local).collect();
        while let Some(address) = open.pop() {
            for user in address.users() {
                match user.opcode() {
                    Some(LLVMOpcode::LLVMLoad) => user.clear_volatile(),
                    Some(LLVMOpcode::LLVMStore) if user.operands()[1] == address => user.clear_volatile(),
                    Some(LLVMOpcode::LLVMGetElementPtr) => open.push(user),
                    _ => {}
                }
            }
        }
    }
}

/// Whether a function has arrays of computed length, or calls `alloca`.
fn has_arrays(function: Value) -> bool {
    let entry = function.blocks().first().copied();
    let is_one = |local: &Value| local.block() == entry && local.is_static_object();
    let instructions = function.instructions();
    let is_array = |value: &Value| value.is(LLVMOpcode::LLVMAlloca) && !is_one(value);
    let saves = |value: &Value| value.callee_name().starts_with("llvm.stacksave") || value.callee_name() == "alloca";
    instructions.iter().any(|value| is_array(value) || saves(value))
}

fn declarations(function: Value) -> Vec<Declaration> {
    let declaration = |call: Value| {
        let arguments = call.arguments();
        let (local, node) = (arguments.first()?.described()?, arguments.get(1)?.wrapped()?);
        let scope = around(node.operand(VARIABLE_SCOPE)?).find(|scope| !scope.is_change_of_file())?;
        Some(Declaration { local, scope, is_volatile: is_volatile(node.operand(VARIABLE_TYPE)) })
    };
    let calls = function.instructions().into_iter().filter(|call| call.callee_name() == "llvm.dbg.declare");
    calls.filter_map(declaration).collect()
}

/// Whether a type is qualified so, as DWARF numbers it, or is one of arrays of such elements.
fn is_volatile(ty: Option<Metadata>) -> bool {
    const ARRAY: u16 = 0x01;
    const TYPEDEF: u16 = 0x16;
    const CONST: u16 = 0x26;
    const VOLATILE: u16 = 0x35;
    const BASE: usize = crate::prepare::debug_info::BASE_TYPE;
    let next = |ty: &Metadata| [ARRAY, TYPEDEF, CONST].contains(&ty.tag()).then(|| ty.operand(BASE)).flatten();
    std::iter::successors(ty, next).take(100).any(|ty| ty.tag() == VOLATILE)
}

/// Accesses, calls and jumps that stand outside of a block, the first of each row of them.
fn outside(function: Value, block: Scope) -> Vec<Value> {
    use LLVMOpcode::{LLVMBr, LLVMCall, LLVMLoad, LLVMRet, LLVMStore, LLVMSwitch};
    let mut found = Vec::new();
    for row in function.blocks().into_iter().map(Block::instructions) {
        let mut is_known = false;
        for instruction in row {
            let counts = [LLVMBr, LLVMCall, LLVMLoad, LLVMRet, LLVMStore, LLVMSwitch];
            let Some(scope) = instruction.location().and_then(scope_of) else { continue };
            if !instruction.opcode().is_some_and(|opcode| counts.contains(&opcode)) {
                continue;
            }
            let is_inside = around(scope).any(|outer| outer == block);
            if !is_inside && !is_known {
                found.push(instruction);
            }
            is_known = !is_inside;
        }
    }
    found
}

/// Where control may go in a function, jumps included.
pub struct Flow<'a> {
    own: &'a [Value],
    jumps: &'a [Value],
}

impl Flow<'_> {
    /// The instructions that control may come to from these places, each the first one of a way, until `ends` says that
    /// a way ends there.
    pub fn reached(&self, from: Vec<Value>, with_jumps: bool, mut ends: impl FnMut(Value) -> bool) -> FxHashSet<Value> {
        let (mut seen, mut open) = (FxHashSet::default(), from);
        while let Some(first) = open.pop() {
            let mut next = Some(first);
            while let Some(instruction) = next.filter(|next| seen.insert(*next)) {
                if ends(instruction) {
                    break;
                }
                if with_jumps && self.jumps.contains(&instruction) {
                    open.extend(self.own.iter().filter_map(|call| call.next()));
                }
                next = instruction.next();
                if next.is_none() {
                    let successors = instruction.successors().into_iter();
                    open.extend(successors.filter_map(|block| block.instructions().first().copied()));
                }
            }
        }
        seen
    }

    /// Whether something that was computed before a call is used behind it: when a jump arrives, nobody knows what it
    /// is.
    fn is_inside_expression(&self, function: Value, call: Value) -> bool {
        let entry = function.blocks().first().copied();
        let is_local = |value: &Value| value.is(LLVMOpcode::LLVMAlloca) && value.block() == entry;
        let mut others = function.instructions().into_iter().filter(|value| *value != call && !is_local(value));
        let from: Vec<Value> = call.next().into_iter().collect();
        others.any(|value| {
            let far = |user: &Value| user.block() != value.block() || value.block() == call.block();
            let users: Vec<Value> = value.users().into_iter().filter(far).collect();
            if users.is_empty() {
                return false;
            }
            // A way that passes the value itself computes it anew.
            let reached = self.reached(from.clone(), false, |other| other == value);
            users.iter().flat_map(|user| uses(*user, value)).any(|place| place != value && reached.contains(&place))
        })
    }

    /// Where control goes from a `setjmp` that does not give zero, as far as that is plain.
    pub fn behind_jump(&self, call: Value) -> Arrival {
        let mut written = Vec::new();
        let ways = self.ways_behind_jump(call, &mut written);
        Arrival { ways, written }
    }

    fn ways_behind_jump(&self, call: Value, written: &mut Vec<Value>) -> Vec<Value> {
        let mut known = Known { not_zero: FxHashSet::from_iter([call]), zero: FxHashSet::default() };
        let mut passed = FxHashSet::default();
        let mut next = call.next();
        while let Some(instruction) = next.filter(|next| passed.insert(*next)) {
            next = match instruction.opcode() {
                Some(LLVMOpcode::LLVMBr) => match instruction.successors()[..] {
                    [only] => only.instructions().first().copied(),
                    [then, otherwise] => {
                        let condition = instruction.operands()[0];
                        let way = match (known.not_zero.contains(&condition), known.zero.contains(&condition)) {
                            (true, false) => then,
                            (false, true) => otherwise,
                            _ => return vec![instruction],
                        };
                        way.instructions().first().copied()
                    }
                    _ => return vec![instruction],
                },
                Some(LLVMOpcode::LLVMSwitch) if known.not_zero.contains(&instruction.operands()[0]) => {
                    let (operands, successors) = (instruction.operands(), instruction.successors());
                    let is_taken = |way: &usize| *way == 0 || operands[2 * way].as_int() != Some(0);
                    let ways = (0..successors.len()).filter(is_taken);
                    return ways.filter_map(|way| successors[way].instructions().first().copied()).collect();
                }
                Some(LLVMOpcode::LLVMICmp | LLVMOpcode::LLVMXor | LLVMOpcode::LLVMZExt) => {
                    known.learn(instruction);
                    instruction.next()
                }
                _ if instruction.callee_name().starts_with("llvm.dbg.") => instruction.next(),
                Some(LLVMOpcode::LLVMStore) if known.not_zero.contains(&instruction.operands()[0]) => {
                    match read_back(instruction) {
                        Some(read) => {
                            let (value, local) = (instruction.operands()[0], instruction.operands()[1]);
                            written.extend((local.allocated() == Some(value.ty())).then_some(local));
                            known.not_zero.insert(read);
                            instruction.next()
                        }
                        None => return vec![instruction],
                    }
                }
                Some(LLVMOpcode::LLVMLoad) if known.not_zero.contains(&instruction) => instruction.next(),
                _ => return vec![instruction],
            };
        }
        call.next().into_iter().collect()
    }
}

/// Where an instruction uses a value: a φ does where control comes from.
fn uses(user: Value, value: Value) -> Vec<Value> {
    let from = |(operand, block): (Value, Block)| block.terminator().filter(|_| operand == value);
    match user.is(LLVMOpcode::LLVMPHI) {
        true => user.incoming().into_iter().filter_map(from).collect(),
        false => vec![user],
    }
}

/// Where control goes when a jump has arrived.
pub struct Arrival {
    /// The first instruction of each way.
    pub ways: Vec<Value>,
    /// What has been written until there, without having been read before.
    pub written: Vec<Value>,
}

/// The read of a variable right behind a store to it.
fn read_back(store: Value) -> Option<Value> {
    let is_described = |value: &Value| value.callee_name().starts_with("llvm.dbg.");
    let next = std::iter::successors(store.next(), |next| next.next()).find(|next| !is_described(next))?;
    let operands = store.operands();
    let is_it = next.is(LLVMOpcode::LLVMLoad) && next.operands()[0] == operands[1] && next.ty() == operands[0].ty();
    is_it.then_some(next)
}

/// What is known to be zero, and what not to be.
struct Known {
    not_zero: FxHashSet<Value>,
    zero: FxHashSet<Value>,
}

impl Known {
    fn learn(&mut self, instruction: Value) {
        let operands = instruction.operands();
        let of = |known: &FxHashSet<Value>| known.contains(&operands[0]);
        let is_against = |number: u64| operands.get(1).and_then(|other| other.as_int()) == Some(number);
        let result = match instruction.opcode() {
            Some(LLVMOpcode::LLVMZExt) if of(&self.not_zero) => Some(true),
            Some(LLVMOpcode::LLVMZExt) if of(&self.zero) => Some(false),
            // Bits that are flipped.
            Some(LLVMOpcode::LLVMXor) if instruction.ty().int_width() == Some(1) && is_against(1) => {
                match (of(&self.not_zero), of(&self.zero)) {
                    (true, _) => Some(false),
                    (_, true) => Some(true),
                    _ => None,
                }
            }
            Some(LLVMOpcode::LLVMICmp) if is_against(0) && instruction.is_equality() => {
                let is_equal = instruction.predicate() == Some(LLVMIntPredicate::LLVMIntEQ);
                match (of(&self.not_zero), of(&self.zero)) {
                    (true, _) => Some(!is_equal),
                    (_, true) => Some(is_equal),
                    _ => None,
                }
            }
            _ => None,
        };
        match result {
            Some(true) => drop(self.not_zero.insert(instruction)),
            Some(false) => drop(self.zero.insert(instruction)),
            None => {}
        }
    }
}

/// Whether a call fills what it is given, or jumps by it, and does nothing else with it.
pub fn is_of_jumps(call: Value) -> bool {
    let name = call.callee_name();
    let is_known = || call.callee().is_some_and(Value::is_declaration);
    BACK.contains(&&*name) && is_known() || name == crate::source::library::jump::BEGIN
}
