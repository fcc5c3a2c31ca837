//! Memory that has been given back, and files that have been closed: for each pointer in a register that a function gives to `free` or
//! `fclose`, and those that it is chosen from or chosen for, a bit says whether what it points to has been; checks before each access
//! through the pointer, each call that it is given to, and each further `free`, look at it. What a function gives that always gives a
//! pointer to a local of its own, or to what it has given back, is gone from the beginning, and a function that gives back an argument
//! does what `free` does ([`Gives`]).

use crate::llvm::ir::{Block, Builder, LLVMIntPredicate, LLVMOpcode, Module, Slot, Value};
use crate::llvm::known::writes_as;
use crate::llvm::known::{self, Argument};
use crate::llvm::marker::{declare, Marker, PREFIX};
use crate::prepare::flow::{loops, reached_without};
use crate::prepare::function::contents::behind;
use crate::prepare::function::out_of_bounds::accessed;
use rustc_hash::{FxHashMap, FxHashSet};

/// How many pointers are followed through φs and choices in a function. Each is held against each where one is given back.
const MOST: usize = 12;

/// What is gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gone {
    /// A block of memory, which has been given back.
    Block,
    /// A file, which has been closed.
    File,
    /// A local of a function that has returned.
    Local,
}

/// A pointer that is followed.
#[derive(Clone, Copy)]
struct Followed {
    /// What it points to when it is used no more.
    what: Gone,
    /// Whether what it points to has been given back.
    freed: Slot,
    /// The pointer: where control comes that has not passed it, null.
    pointer: Slot,
}

/// Adds bits and checks to a function whose scalars are in registers. The bits are locals: a pass has to follow.
pub fn track(module: &Module, function: Value, gives: &Gives) {
    let instructions = function.instructions();
    let Some(&first) = instructions.first() else { return };
    let calls: Vec<(Value, Value)> =
        instructions.iter().filter_map(|&call| gives.back(call).map(|(pointer, _)| (call, pointer))).collect();
    let given = instructions.iter().filter_map(|&call| gives.back(call));
    let pointers: Vec<(Value, Gone)> =
        given.chain(instructions.iter().filter_map(|&call| Some((call, gives.gone(call)?.0)))).collect();
    let groups = groups(&pointers);
    let mut rows: FxHashMap<Value, Followed> = FxHashMap::default();
    for (&pointer, what) in groups.iter().flat_map(|(group, what)| group.iter().map(move |pointer| (pointer, *what))) {
        let builder = module.before(first);
        let followed = Followed { what, freed: builder.slot(module.int(1)), pointer: builder.slot(pointer.ty()) };
        builder.write(followed.freed, module.int(1).constant(0));
        builder.write(followed.pointer, pointer.ty().zero());
        rows.insert(pointer, followed);
    }
    let tracking = Tracking { module, rows, gives };
    instructions.into_iter().for_each(|instruction| tracking.uses(instruction));
    for (call, pointer) in calls {
        let others = groups.iter().find(|(group, _)| group.contains(&pointer));
        tracking.gives_back(call, pointer, others.map_or(&[], |(group, _)| group.as_slice()));
    }
    // Behind what each is chosen from: places are found when all else is there, so that these come first.
    let pointers = || groups.iter().flat_map(|(group, _)| group).copied();
    let chosen: Vec<Option<Slot>> = pointers().map(|pointer| tracking.comes_in(first, pointer)).collect();
    pointers().zip(chosen).for_each(|(pointer, comes_in)| tracking.begins(first, pointer, comes_in));
}

struct Tracking<'m> {
    module: &'m Module,
    rows: FxHashMap<Value, Followed>,
    gives: &'m Gives,
}

impl Tracking<'_> {
    /// What an instruction does with pointers that are followed is no use of what has been given back.
    fn uses(&self, instruction: Value) {
        let accessed = accessed(self.module, instruction).into_iter().map(|access| base(access.address));
        let mut bases: Vec<Value> = accessed.filter(|base| self.rows.contains_key(base)).collect();
        if instruction.is(LLVMOpcode::LLVMCall) {
            let given = self.gives.back(instruction).map(|(pointer, _)| pointer);
            let arguments = instruction.arguments().into_iter().enumerate();
            let passed = arguments.filter(|(_, argument)| Some(*argument) != given);
            let passed = passed.map(|(index, argument)| (index, base(argument)));
            let is_use = |&(index, base): &(usize, Value)| {
                self.rows.get(&base).is_some_and(|followed| is_used_by(instruction, index, followed.what))
            };
            bases.extend(passed.filter(is_use).map(|(_, base)| base));
        }
        let mut told = FxHashSet::default();
        for followed in bases.into_iter().filter(|base| told.insert(*base)).filter_map(|base| self.rows.get(&base)) {
            let builder = self.module.before(instruction);
            let marker = followed.what.used(Marker::UsedIf);
            builder.call(declare::fails_if(self.module, marker), &[builder.read(followed.freed)]);
        }
    }

    /// A pointer is given to `free`: what it points to is gone, for each of its group that points there.
    fn gives_back(&self, call: Value, pointer: Value, group: &[Value]) {
        let Some(own) = self.rows.get(&pointer) else { return };
        let builder = self.module.before(call);
        let marker = own.what.used(Marker::FreedIf);
        builder.call(declare::fails_if(self.module, marker), &[builder.read(own.freed)]);
        let is_some = builder.compare(LLVMIntPredicate::LLVMIntNE, pointer, pointer.ty().zero());
        for other in group.iter().filter(|&&other| other != pointer).filter_map(|other| self.rows.get(other)) {
            let is_same = builder.compare(LLVMIntPredicate::LLVMIntEQ, builder.read(other.pointer), pointer);
            let is_gone = builder.and(is_same, is_some);
            builder.write(other.freed, builder.or(builder.read(other.freed), is_gone));
        }
        builder.write(own.freed, is_some);
    }

    /// Where control comes to a φ, a slot for whether what has been given back comes in.
    fn comes_in(&self, first: Value, pointer: Value) -> Option<Slot> {
        if !pointer.is(LLVMOpcode::LLVMPHI) {
            return None;
        }
        let slot = self.module.before(first).slot(self.module.int(1));
        for (value, from) in pointer.incoming() {
            let Some(end) = from.terminator() else { continue };
            let builder = self.module.before(end);
            builder.write(slot, self.bit(&builder, value));
        }
        Some(slot)
    }

    /// Where a pointer is computed, it is new, or what it is chosen from: that may be in a loop.
    fn begins(&self, first: Value, pointer: Value, comes_in: Option<Slot>) {
        let place = if pointer.opcode().is_some() { behind(pointer) } else { Some(first) };
        let (Some(place), followed) = (place, &self.rows[&pointer]) else { return };
        let builder = self.module.before(place);
        let freed = match (comes_in, &pointer.operands()[..]) {
            (Some(comes_in), _) => builder.read(comes_in),
            (None, &[condition, a, b]) if pointer.is(LLVMOpcode::LLVMSelect) => {
                let not = builder.compare(LLVMIntPredicate::LLVMIntEQ, condition, condition.ty().zero());
                let a = builder.and(condition, self.bit(&builder, a));
                builder.or(a, builder.and(not, self.bit(&builder, b)))
            }
            _ => match self.gives.gone(pointer) {
                Some((_, true)) => builder.compare(LLVMIntPredicate::LLVMIntNE, pointer, pointer.ty().zero()),
                gone => self.module.int(1).constant(u64::from(gone.is_some())),
            },
        };
        builder.write(followed.freed, freed);
        builder.write(followed.pointer, pointer);
    }

    /// Whether what a value points to has been given back, as far as that is followed.
    fn bit(&self, builder: &Builder, value: Value) -> Value {
        let no = || self.module.int(1).constant(0);
        self.rows.get(&value).map_or_else(no, |followed| builder.read(followed.freed))
    }
}

impl Gone {
    /// The marker where it is used; that for blocks depends on how.
    fn used(self, of_block: Marker) -> Marker {
        match self {
            Gone::Block => of_block,
            Gone::File => Marker::ClosedIf,
            Gone::Local => Marker::EndedIf,
        }
    }
}

/// What functions of a module do in each call that comes back, where no other function can be in their place.
pub struct Gives {
    /// Those that always give a pointer to what is gone when they return; and whether it may be null.
    gone: FxHashMap<Value, (Gone, bool)>,
    /// Those that give back an argument, and which.
    back: FxHashMap<Value, (usize, Gone)>,
}

impl Gives {
    /// What is known of functions whose scalars are in registers.
    pub fn of(module: &Module) -> Gives {
        let functions = || module.functions().into_iter().filter(|function| function.is_defined_for_good());
        let gone = functions().filter_map(|function| Some((function, always_gone(function)?))).collect();
        let back = functions().filter_map(|function| Some((function, always_back(function)?))).collect();
        Gives { gone, back }
    }

    /// What the pointer leads to that a call gives, where that is gone; and whether it may be null.
    fn gone(&self, call: Value) -> Option<(Gone, bool)> {
        let gone = self.gone.get(&call.callee()?).copied();
        gone.filter(|_| call.ty().is_pointer() && call.fits_callee())
    }

    /// The pointer that a call gives back, or to what it closes.
    fn back(&self, call: Value) -> Option<(Value, Gone)> {
        given(call).or_else(|| {
            let &(index, what) = self.back.get(&call.callee()?)?;
            let pointer = call.arguments().get(index).copied().filter(|_| call.fits_callee());
            pointer.filter(|pointer| can_be_followed(*pointer)).map(|pointer| (pointer, what))
        })
    }
}

/// The argument that a function gives back on all ways to its returns.
fn always_back(function: Value) -> Option<(usize, Gone)> {
    let instructions = function.instructions();
    let mut ends = instructions.iter().filter(|end| end.is(LLVMOpcode::LLVMRet)).peekable();
    ends.peek()?;
    let ends: FxHashSet<Block> = ends.filter_map(|end| end.block()).collect();
    let parameters = function.parameters();
    instructions.iter().find_map(|&call| {
        let (pointer, what) = given(call)?;
        let index = parameters.iter().position(|parameter| *parameter == pointer)?;
        let without = reached_without(function, call.block()?);
        ends.iter().all(|end| !without.contains(end)).then_some((index, what))
    })
}

/// What a function gives that always gives null or a pointer to what is gone; and whether it may be null.
fn always_gone(function: Value) -> Option<(Gone, bool)> {
    let instructions = function.instructions();
    let repeated: FxHashSet<Block> = loops(function).into_iter().flat_map(|(_, blocks)| blocks).collect();
    let ends = instructions.iter().filter(|end| end.is(LLVMOpcode::LLVMRet));
    let mut open: Vec<(Value, Block)> = Vec::new();
    for end in ends {
        open.push((*end.operands().first()?, end.block()?));
    }
    let (mut found, mut may_be_null, mut seen) = (None, false, FxHashSet::default());
    while let Some((pointer, block)) = open.pop() {
        if !pointer.ty().is_pointer() || !seen.insert((pointer, block)) {
            continue;
        }
        if pointer.is_null() {
            may_be_null = true;
            continue;
        }
        if pointer.is(LLVMOpcode::LLVMPHI) {
            open.extend(pointer.incoming());
            continue;
        }
        // In a loop it may be another pointer that has been given back.
        let is_one = pointer.block().is_none_or(|block| !repeated.contains(&block));
        let is_before = |call: &&Value| call.block().is_some_and(|at| !reached_without(function, at).contains(&block));
        let mut before = instructions.iter().filter(|_| is_one).filter(is_before);
        found = match base(pointer).is(LLVMOpcode::LLVMAlloca) {
            true => Some(Gone::Local),
            false => {
                may_be_null |= !is_tested(function, pointer, block);
                Some(before.find_map(|call| given(*call).filter(|(given, _)| *given == pointer))?.1)
            }
        };
    }
    found.map(|gone| (gone, may_be_null))
}

/// Whether control only comes to a block by a branch on which a pointer is not null.
fn is_tested(function: Value, pointer: Value, block: Block) -> bool {
    let ends: Vec<Value> = function.blocks().into_iter().filter_map(Block::terminator).collect();
    let is_null_test = |test: &Value| {
        test.is(LLVMOpcode::LLVMICmp) && test.is_equality() && test.operands().iter().any(|side| side.is_null())
    };
    pointer.users().into_iter().filter(is_null_test).any(|test| {
        let branches = ends.iter().filter(|end| end.is(LLVMOpcode::LLVMBr) && end.operands()[0] == test);
        let way = usize::from(test.predicate() == Some(LLVMIntPredicate::LLVMIntEQ));
        let mut ways = branches.filter_map(|end| end.successors().get(way).copied());
        ways.any(|way| {
            let comes = |end: &&Value| end.successors().contains(&way);
            ends.iter().filter(comes).count() == 1 && !reached_without(function, way).contains(&block)
        })
    })
}

/// The pointers to what is gone somewhere, each with those that it is chosen from and chosen for.
fn groups(pointers: &[(Value, Gone)]) -> Vec<(Vec<Value>, Gone)> {
    let mut groups: Vec<(Vec<Value>, Gone)> = Vec::new();
    let mut seen = FxHashSet::default();
    for &(pointer, what) in pointers {
        let (mut group, mut open) = (Vec::new(), vec![pointer]);
        while let Some(pointer) = open.pop() {
            if !can_be_followed(pointer) || !seen.insert(pointer) {
                continue;
            }
            group.push(pointer);
            if is_choice(pointer) {
                open.extend(pointer.operands().into_iter().filter(|operand| operand.ty().is_pointer()));
            }
            open.extend(pointer.users().into_iter().filter(|user| is_choice(*user) && user.ty().is_pointer()));
        }
        groups.push((group, what));
    }
    if groups.iter().map(|(group, _)| group.len()).sum::<usize>() <= MOST {
        return groups;
    }
    let mut told = FxHashSet::default();
    pointers.iter().filter(|(one, _)| told.insert(*one)).map(|(one, what)| (vec![*one], *what)).collect()
}

fn is_choice(value: Value) -> bool {
    value.is(LLVMOpcode::LLVMPHI) || value.is(LLVMOpcode::LLVMSelect)
}

/// Constants and locals are left out.
fn can_be_followed(pointer: Value) -> bool {
    !pointer.is_constant() && !pointer.is(LLVMOpcode::LLVMAlloca)
}

/// The pointer that a call of the C library gives back, or to what it closes.
fn given(call: Value) -> Option<(Value, Gone)> {
    let known = known::called(call).filter(|_| call.is(LLVMOpcode::LLVMCall))?;
    let what = match known.argument(0) {
        Argument::Freed if known.name == "free" => Gone::Block,
        Argument::Closed => Gone::File,
        _ => return None,
    };
    let pointer = call.arguments().first().copied();
    pointer.filter(|pointer| can_be_followed(*pointer)).map(|pointer| (pointer, what))
}

/// Whether a call uses what one of its arguments points to, or keeps or gives on the pointer. A function that only compares it
/// does not. Pointers to locals that are gone mark where the stack is, and files that are closed are taken off lists: of these only
/// functions that are known to look there use them.
fn is_used_by(call: Value, index: usize, what: Gone) -> bool {
    let Some(argument) = call.arguments().get(index).copied().filter(|argument| argument.ty().is_pointer()) else {
        return false;
    };
    let name = call.callee_name();
    if name.starts_with("llvm.") || name.starts_with(PREFIX) || argument.is_constant() {
        return false;
    }
    if let Some(known) = known::called(call) {
        let argument = known.argument(index);
        return match argument {
            // What is printed is the text that is there, unless it is the pointer.
            Argument::Plain => known::is_output(known.name) && writes_as(known.name, call, 'p') == Some(false),
            Argument::Pointer | Argument::Length => false,
            _ => what == Gone::Block || argument.accesses().is_some() && !argument.is_whole(),
        };
    }
    if what != Gone::Block {
        return false;
    }
    let Some(callee) = call.callee().filter(|callee| !callee.is_declaration()) else { return true };
    let compares = |user: Value| user.is(LLVMOpcode::LLVMICmp);
    callee.parameters().get(index).is_none_or(|parameter| !parameter.users().into_iter().all(compares))
}

/// The pointer that an address was computed from.
fn base(mut address: Value) -> Value {
    while address.is(LLVMOpcode::LLVMGetElementPtr) {
        match address.operands().first() {
            Some(&next) => address = next,
            None => break,
        }
    }
    address
}
