//! Recursion, inlined to a depth.
//!
//! Each function that can come to call itself has a stand-in of the same type that ends the path as unmodelled. In a walk over the call
//! graph from `main`, the calls that go back to a function that is being walked call its stand-in from then on ([`cut_cycles`], and
//! [`cut_loops`] once tail calls are loops): what is left has no cycles, and everything is inlined into `main`. Then the calls of stand-ins that have come to stand in `main` call the function itself again
//! and are inlined, a level each time ([`open`]), until none is left, or depth or size end it; the rest is unmodelled
//! ([`close`]). So no function is ever copied but by inlining.

use crate::llvm::ir::{LLVMLinkage, LLVMOpcode, LLVMTypeKind, Module, Value};
use crate::llvm::marker::declare::Markers;
use crate::llvm::marker::PREFIX;
use crate::prepare::program::frames;
use crate::prepare::tables::Tables;
use rustc_hash::{FxHashMap, FxHashSet};

/// How deep recursion is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recursion {
    /// It is inlined so many levels below the first call.
    Levels(usize),
    /// To any depth: what calls have to remember is in memory ([`frames`]).
    Frames,
}

/// How the reason ends why what is deeper is not modelled.
const TOO_DEEP: &str = " deeper than it is inlined";

/// Whether something is not modelled because recursion is only inlined to a depth.
pub fn is_too_deep(reason: &str) -> bool {
    reason.ends_with(TOO_DEEP)
}

/// With more instructions than this, `main` gets no further level, and so no recursive function becomes larger.
pub const MOST_INSTRUCTIONS: usize = 20_000;

/// What the names of stand-ins begin with; the function's own follows.
fn prefix() -> String {
    format!("{PREFIX}again_")
}

/// The name of a `main` that has another one around it. No name of C has dots.
const ITSELF: &str = "main.itself";

/// Gives a program whose `main` is called, or has its address taken, a new one that only calls it.
pub fn begin(module: &Module, main: Value) -> Value {
    main.set_name(ITSELF);
    let first = module.declare_like("main", main);
    let builder = module.at_end(module.append_block(first, "entry"));
    let result = builder.call(main, &first.parameters());
    match result.ty().kind() {
        LLVMTypeKind::LLVMVoidTypeKind => builder.return_void(),
        _ => builder.return_value(result),
    };
    first
}

/// The `main` of the program itself, where [`begin`] has put one around it.
pub fn passed_on(main: Value) -> Option<Value> {
    let callee = main.instructions().first().and_then(|call| call.callee())?;
    (callee.name() == ITSELF).then_some(callee)
}

/// The `main` of the program itself, by name.
pub fn own_main(module: &Module) -> Option<Value> {
    module.function(ITSELF).or_else(|| module.function("main"))
}

/// Whether a function stands in for a recursive one.
pub fn is_stand_in(function: Value) -> bool {
    function.name().starts_with(&prefix())
}

/// Makes the stand-ins, and keeps the functions themselves from being thrown away once they are inlined.
pub fn prepare(module: &Module, markers: &Markers, tables: &mut Tables, recursion: Recursion) {
    let mut in_frames = FxHashSet::default();
    let bodies: Vec<Value> = module.functions().into_iter().filter(|function| !function.is_declaration()).collect();
    let calls: FxHashMap<Value, Vec<Value>> = bodies.iter().map(|&function| (function, inner(function))).collect();
    for &function in &bodies {
        let below = below(function, &calls);
        let mut back = below.iter().filter_map(|caller| calls.get(caller)).flatten();
        let Some(&call) = back.find(|call| call.callee() == Some(function)) else { continue };
        if calls[&function].iter().filter(|call| call.callee() == Some(function)).count() > 1 {
            // As a loop around its other calls it could only be unrolled level by level and turn by turn.
            module.add_text_attribute(function, "disable-tail-calls", c"true");
        }
        let name = function.source_name().unwrap_or_else(|| function.name());
        let reason = format!("recursion of `{name}`{TOO_DEEP}");
        let origin = tables.origin_of(call);
        let row = match recursion {
            Recursion::Levels(_) => tables.unmodelled(reason, origin),
            Recursion::Frames => {
                in_frames.extend(below.iter().copied());
                let rows = frames::Why::ALL.map(|why| tables.unmodelled(why.reason(&name), origin));
                rows[0]
            }
        };
        let stand_in = module.declare_like(&format!("{}{}", prefix(), function.name()), function);
        let entry = module.append_block(stand_in, "entry");
        let builder = module.at_end(entry);
        builder.call(markers.unmodelled, &[module.int(32).constant(row.0 as u64)]);
        builder.unreachable();
        module.add_attribute(stand_in, "null_pointer_is_valid", 0);
    }
    if !in_frames.is_empty() {
        frames::begin(module, in_frames);
        tables.map.has_frames = true;
        tables.map.assumptions.push(frames::assumption(module));
    }
}

/// The stand-ins, each with its function.
pub fn stand_ins(module: &Module) -> Vec<(Value, Value)> {
    let prefix = prefix();
    let functions = module.functions().into_iter();
    functions
        .filter_map(|stand_in| Some((stand_in, module.function(stand_in.name().strip_prefix(&prefix)?)?)))
        .collect()
}

/// The row that says why a stand-in is not modelled.
pub fn row(stand_in: Value) -> Option<u64> {
    stand_in.instructions().first()?.arguments().first()?.as_int()
}

/// Lets a stand-in be unmodelled for another reason.
pub fn set_row(module: &Module, stand_in: Value, row: u64) {
    if let Some(call) = stand_in.instructions().first() {
        call.set_operand(0, module.int(32).constant(row));
    }
}

/// Calls of functions whose stand-ins are called call these, too.
pub fn call_stand_ins(module: &Module) {
    let bodies: Vec<Value> = module.functions().into_iter().filter(|function| !function.is_declaration()).collect();
    for call in bodies.into_iter().flat_map(inner) {
        let Some(stand_in) = stand_in(module, call).filter(|stand_in| stand_in.has_uses()) else { continue };
        call.callee().into_iter().for_each(|callee| callee.set_linkage(LLVMLinkage::LLVMExternalLinkage));
        redirect(call, stand_in);
    }
}

/// Lets all calls of one function call another one of its type.
pub fn redirect_all(from: Value, to: Value) {
    from.users().into_iter().filter(|call| call.callee() == Some(from)).for_each(|call| redirect(call, to));
}

/// The direct calls of functions with bodies that are no markers, in order.
fn inner(function: Value) -> Vec<Value> {
    let is_inner = |call: &Value| {
        call.callee().is_some_and(|callee| !callee.is_declaration() && !callee.name().starts_with(PREFIX))
    };
    function.instructions().into_iter().filter(is_inner).collect()
}

/// The functions that a function can come to, itself only if it is one of them.
fn below(function: Value, calls: &FxHashMap<Value, Vec<Value>>) -> FxHashSet<Value> {
    let mut below = FxHashSet::from_iter([function]);
    let mut open = vec![function];
    while let Some(next) = open.pop() {
        let callees = calls.get(&next).into_iter().flatten().filter_map(|call| call.callee());
        open.extend(callees.filter(|&callee| below.insert(callee)));
    }
    below
}

/// The stand-in of a function, if a call of the one can be a call of the other.
fn stand_in(module: &Module, call: Value) -> Option<Value> {
    let callee = call.callee().filter(|_| call.fits_callee())?;
    module.function(&format!("{}{}", prefix(), callee.name()))
}

/// Whether a function can come to call itself.
pub fn is_recursive(module: &Module, function: Value) -> bool {
    module.function(&format!("{}{}", prefix(), function.name())).is_some()
}

/// Calls that go back in a walk from `main` call stand-ins, but for those by which a function calls itself: as tail calls they
/// may yet become loops.
pub fn cut_cycles(module: &Module) {
    cut(module, |caller, callee| caller != callee);
}

/// Functions that call themselves call stand-ins.
pub fn cut_loops(module: &Module) {
    cut(module, |_, _| true);
}

/// Of the calls that go back in a walk from `main`, those of the kind call stand-ins.
fn cut(module: &Module, is_cut: impl Fn(Value, Value) -> bool) {
    let Some(main) = module.function("main") else { return };
    let mut walked = FxHashSet::default();
    let mut path = vec![(main, inner(main).into_iter())];
    while let Some((caller, calls)) = path.last_mut() {
        let caller = *caller;
        let Some(call) = calls.next() else {
            path.pop();
            continue;
        };
        let Some(callee) = call.callee() else { continue };
        if path.iter().any(|(function, _)| *function == callee) {
            if !is_cut(caller, callee) {
                continue;
            }
            if let Some(stand_in) = stand_in(module, call) {
                redirect(call, stand_in);
                // Until the last level it is needed, though nothing calls it.
                callee.set_linkage(LLVMLinkage::LLVMExternalLinkage);
            }
        } else if walked.insert(callee) {
            path.push((callee, inner(callee).into_iter()));
        }
    }
}

fn redirect(call: Value, function: Value) {
    let callee = call.operands().len() - 1;
    call.set_operand(callee, function);
}

/// How many instructions `main` has.
pub fn size(module: &Module) -> usize {
    module.function("main").map_or(0, |main| main.instructions().len())
}

/// Whether `main` calls a stand-in.
pub fn is_open(module: &Module) -> bool {
    let prefix = prefix();
    let instructions = module.function("main").map(|main| main.instructions()).unwrap_or_default();
    instructions.into_iter().any(|call| call.is(LLVMOpcode::LLVMCall) && call.callee_name().starts_with(&prefix))
}

/// Lets the calls of stand-ins in `main` call the functions themselves, as far as the size allows. Whether there was one.
pub fn open(module: &Module) -> bool {
    let prefix = prefix();
    let instructions = module.function("main").map(|main| main.instructions()).unwrap_or_default();
    let mut size = instructions.len();
    let mut opened = false;
    // A level can have thousands of calls of one large function.
    let mut sizes: FxHashMap<Value, usize> = FxHashMap::default();
    for call in instructions.into_iter().filter(|instruction| instruction.is(LLVMOpcode::LLVMCall)) {
        let name = call.callee_name();
        let Some(function) = name.strip_prefix(&prefix).and_then(|name| module.function(name)) else { continue };
        size += *sizes.entry(function).or_insert_with(|| function.instructions().len());
        if size > MOST_INSTRUCTIONS {
            break;
        }
        redirect(call, function);
        opened = true;
    }
    opened
}

/// No level follows: what still calls stand-ins is unmodelled, once they are inlined.
pub fn close(module: &Module) {
    let prefix = prefix();
    for stand_in in module.functions().into_iter().filter(|&function| is_stand_in(function)) {
        let name = stand_in.name();
        let function = name.strip_prefix(&prefix).and_then(|name| module.function(name));
        function.into_iter().for_each(|function| function.set_linkage(LLVMLinkage::LLVMInternalLinkage));
        stand_in.set_linkage(LLVMLinkage::LLVMInternalLinkage);
        module.add_attribute(stand_in, "alwaysinline", 0);
    }
}
