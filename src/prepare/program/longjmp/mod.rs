//! Jumps out of functions: `setjmp` and `longjmp` become ordinary control flow, as exceptions do that are returned.
//!
//! A `setjmp` numbers its call, and writes the number with that of its place into what it is given. A `longjmp` notes
//! these, and lets its function return; behind each call that a jump may come out of, the function that called returns
//! as well, or goes on behind the `setjmp` that it leads to, if that is one of its own calls. So recursion, inlining
//! and the lives of locals need to know nothing of jumps. The numbers are in `src/source/library/setjmp.c`.
//!
//! | module | what |
//! |---|---|
//! | [`callers`] | which calls a jump may come out of |
//! | [`places`] | the calls of `setjmp`, and where control may be behind them |
//! | [`changed`] | what a jump leaves of locals |

mod callers;
mod changed;
mod places;

use crate::llvm::ir::{Block, Builder, LLVMIntPredicate, LLVMOpcode, LLVMTypeKind, Module, Slot, Type, Value};
use crate::prepare::program::files::Files;
use crate::prepare::program::undefined::bodies;
use crate::source::library::{jump, POINTED};
use crate::source::property::Property;
use callers::Callers;
use changed::Kept;
use places::{Place, Places};

/// The functions that a jump goes back to, and those that jump.
const BACK: [&str; 4] = ["setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"];
const AWAY: [&str; 4] = ["longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"];

/// All of them, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    BACK.into_iter().chain(AWAY)
}

/// Puts ordinary control flow in the place of jumps. Whether there are any: then their models are to be linked. Who
/// asks how a program ends asks about calls that do not come back as well, and keeps them.
pub fn show(module: &Module, main: Value, files: &Files, property: Property) -> bool {
    let called = |names: &[&str]| {
        let is_one = |call: &Value| call.callee().is_some_and(Value::is_declaration) && fits(module, *call, names);
        bodies(module).flat_map(Value::instructions).filter(is_one).collect::<Vec<_>>()
    };
    let (back, away) = (called(&BACK), called(&AWAY));
    if property.asks_for_ends() || back.is_empty() && away.is_empty() {
        return false;
    }
    module.set_debug_records(false);
    let models = Models::declare(module);
    for &call in &away {
        let arguments = call.arguments();
        module.before(call).call(models.begin, &arguments[..2]);
        call.erase();
    }
    let callers = Callers::of(module, models.begin, |function| function != main && returns_from(function, files));
    let mut first = 1;
    for function in bodies(module).collect::<Vec<_>>() {
        let own: Vec<Value> = function.instructions().into_iter().filter(|call| back.contains(call)).collect();
        let calls: Vec<Value> = function.instructions().into_iter().filter(|call| callers.may_jump(*call)).collect();
        let places = Places::of(module, function, &own, &calls, files.is_foreign(function));
        let end = match (function == main, callers.lets_go(function)) {
            (true, _) => End::Lost,
            (_, true) => End::Returns,
            _ => End::Kept,
        };
        let refused: Vec<Value> = own.into_iter().filter(|call| !places.has(*call)).collect();
        first = Pass { module, models: &models, function, end }.run(&places, &calls, first);
        for call in refused {
            module.before(call).call(models.refused, &[]);
            call.replace_uses(call.ty().zero());
            call.erase();
        }
    }
    callers.come_back();
    true
}

/// Whether a call is one of a function of these names, as C declares it.
fn fits(module: &Module, call: Value, names: &[&str]) -> bool {
    let (name, arguments) = (call.callee_name(), call.arguments());
    let is_int = |value: &Value| value.ty() == module.int(32);
    let is_back = BACK.contains(&&*name);
    let count = if is_back && !name.contains("sig") { 1 } else { 2 };
    let is_result = match is_back {
        true => call.ty() == module.int(32),
        false => call.ty().kind() == LLVMTypeKind::LLVMVoidTypeKind,
    };
    let keeps = |arguments: &[Value]| arguments.iter().any(|kept| is_back && kept.as_int() != Some(0));
    // What keeps signals from coming is not followed.
    let is_masked = module.function("sigprocmask").is_some_and(Value::has_uses) && keeps(&arguments[1..]);
    names.contains(&&*name)
        && arguments.len() == count
        && arguments[0].ty() == module.pointer()
        && arguments[1..].iter().all(is_int)
        && is_result
        && call.fits_callee()
        && !is_masked
}

/// Whether a function that a jump comes through is left by it: those of the program are, and what stands in for
/// `longjmp` itself. Of those of the library it is not known what they leave behind.
fn returns_from(function: Value, files: &Files) -> bool {
    files.number(function).is_some() || function.name().starts_with(POINTED)
}

/// The functions of `setjmp.c`.
struct Models {
    place: Value,
    begin: Value,
    waits: Value,
    leads: Value,
    arrived: Value,
    any: Value,
    changed: Value,
    lost: Value,
    kept: Value,
    refused: Value,
}

impl Models {
    fn declare(module: &Module) -> Models {
        let (void, int, long, pointer) = (module.void(), module.int(32), module.int(64), module.pointer());
        Models {
            place: module.declare(jump::PLACE, int, &[pointer, int]),
            begin: module.declare(jump::BEGIN, void, &[pointer, int]),
            waits: module.declare(jump::WAITS, int, &[]),
            leads: module.declare(jump::LEADS, int, &[int, int]),
            arrived: module.declare(jump::ARRIVED, int, &[]),
            any: module.declare(jump::ANY, long, &[]),
            changed: module.declare(jump::CHANGED, void, &[int]),
            lost: module.declare(jump::LOST, void, &[]),
            kept: module.declare(jump::KEPT, void, &[]),
            refused: module.declare(jump::REFUSED, void, &[]),
        }
    }
}

/// What a function does with a jump that leads to no place of its own.
#[derive(Clone, Copy)]
enum End {
    /// It returns: so does the jump.
    Returns,
    /// It called for the library.
    Kept,
    /// Nothing has called it.
    Lost,
}

/// A place where a jump may arrive.
struct Landing<'a> {
    place: &'a Place,
    /// Its number, from 1.
    index: u64,
    /// The number of its last call, or 0 where control has left its block since.
    number: Slot,
    /// What `setjmp` gives.
    result: Slot,
    kept: Vec<Kept>,
    block: Block,
}

struct Pass<'a> {
    module: &'a Module,
    models: &'a Models,
    function: Value,
    end: End,
}

impl Pass<'_> {
    /// Changes a function whose places are numbered from `first`. Gives the next number.
    fn run(&self, places: &Places, calls: &[Value], first: u64) -> u64 {
        let module = self.module;
        places.volatile_locals_are_plain();
        let landings: Vec<Landing> =
            (first..).zip(&places.places).map(|(index, place)| self.landing(place, index)).collect();
        // No instruction goes that one of them names.
        landings.iter().for_each(|landing| self.leave(landing));
        landings.iter().for_each(|landing| self.fill(landing));
        for &call in calls {
            let Some(behind) = call.next().and_then(|next| module.split_before(self.function, next)) else { continue };
            let away = self.search(call, &landings);
            let Some(block) = call.block() else { continue };
            let (builder, end) = self.at_end(block, call);
            let waits = builder.call(self.models.waits, &[]);
            let is_on_its_way = builder.compare(LLVMIntPredicate::LLVMIntNE, waits, waits.ty().zero());
            builder.branch(is_on_its_way, away, behind);
            end.erase();
        }
        first + landings.len() as u64
    }

    /// A builder at the end of a block, which has none, with the debug location of an instruction; and an end to be
    /// erased.
    fn at_end(&self, block: Block, location: Value) -> (Builder, Value) {
        let end = self.module.at_end(block).unreachable();
        end.set_location_of(location);
        (self.module.before(end), end)
    }

    /// Slots for a place, and where jumps arrive that lead to it. What is to be done there follows in [`Pass::fill`].
    fn landing<'a>(&self, place: &'a Place, index: u64) -> Landing<'a> {
        let module = self.module;
        let block = module.append_block(self.function, "landing");
        let slot = |ty: Type| {
            let first = self.function.instructions()[0];
            let slot = module.before(first).slot(ty);
            module.before(first).write(slot, ty.zero());
            slot
        };
        let (number, result) = (slot(module.int(32)), slot(module.int(32)));
        let kept = place.locals.iter().map(|local| Kept::new(local, slot)).collect();
        Landing { place, index, number, result, kept, block }
    }

    /// Where control is outside of the block of a place, no jump leads back to it.
    fn leave(&self, landing: &Landing) {
        for &outside in &landing.place.outside {
            self.module.before(outside).write(landing.number, landing.number.ty().zero());
        }
    }

    /// At a place: what is remembered, and what a jump finds there.
    fn fill(&self, landing: &Landing) {
        let (module, call) = (self.module, landing.place.call);
        let builder = module.before(call);
        let index = module.int(32).constant(landing.index);
        let number = builder.call(self.models.place, &[call.arguments()[0], index]);
        builder.write(landing.number, number);
        builder.write(landing.result, call.ty().zero());
        landing.kept.iter().for_each(|kept| kept.keep(module, &builder));
        let Some(before) = call.block() else { return };
        let Some(behind) = module.split_before(self.function, call) else { return };
        module.at_end(before).jump(behind).set_location_of(call);

        let (builder, end) = self.at_end(landing.block, call);
        let value = builder.call(self.models.arrived, &[]);
        builder.write(landing.result, value);
        landing.kept.iter().for_each(|kept| kept.compare(module, &builder, self.models.any, self.models.changed));
        builder.jump(behind);
        end.erase();
        call.replace_uses(module.before(call).read(landing.result));
        call.erase();
    }

    /// Where control goes behind a call that a jump has come out of.
    fn search(&self, call: Value, landings: &[Landing]) -> Block {
        let module = self.module;
        let away = module.append_block(self.function, "away");
        let mut block = away;
        for landing in landings.iter().filter(|landing| landing.place.is_around(call)) {
            let (builder, end) = self.at_end(block, call);
            let index = module.int(32).constant(landing.index);
            let leads = builder.call(self.models.leads, &[index, builder.read(landing.number)]);
            let is_it = builder.compare(LLVMIntPredicate::LLVMIntNE, leads, leads.ty().zero());
            block = module.append_block(self.function, "elsewhere");
            builder.branch(is_it, landing.block, block);
            end.erase();
        }
        let (builder, end) = self.at_end(block, call);
        match (self.end, self.function.result_type()) {
            (End::Returns, Some(ty)) if ty.kind() != LLVMTypeKind::LLVMVoidTypeKind => {
                builder.return_value(ty.zero());
            }
            (End::Returns, _) => {
                builder.return_void();
            }
            (End::Kept, _) => {
                builder.call(self.models.kept, &[]);
                builder.unreachable();
            }
            (End::Lost, _) => {
                builder.call(self.models.lost, &[]);
                builder.unreachable();
            }
        }
        end.erase();
        away
    }
}

/// Whether an instruction is a call that is in the program.
fn is_call(instruction: Value) -> bool {
    instruction.is(LLVMOpcode::LLVMCall) && !instruction.callee_name().starts_with("llvm.")
}
