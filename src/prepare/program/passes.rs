//! The passes, in stages with small clean-ups between them.
//!
//! They are sound because of what came before: checks are explicit, flags and attributes gone, undefined values inputs, and
//! loops may run for ever (no `mustprogress`). Left out on purpose: `inferattrs` and the default pipelines, which know
//! library functions, and loop rotation and vectorisation, which gain nothing here. `instcombine` must not verify
//! its fixpoint: LLVM ends the process where it is not reached.

use crate::llvm::ir::{LLVMOpcode, Module};
use crate::llvm::marker::{declare, Marker};
use crate::prepare::program::inlining::inline_calls;
use crate::prepare::program::recursion::{self, Recursion};
use crate::prepare::program::scopes::resolve::resolve_within;
use crate::prepare::program::{frames, held};
use crate::program::{InputKind, SourceMap};

const EARLY: &str =
    "function(lower-expect,sroa<modify-cfg>,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>)";
const SCALARS: &str = "function(sroa<modify-cfg>,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>)";
const CORE: [&str; 3] = [
    "function(sroa<modify-cfg>,early-cse<memssa>,correlated-propagation,constraint-elimination,simplifycfg,\
     instcombine<no-verify-fixpoint>,reassociate,sccp)",
    "function(loop-simplify,lcssa,loop-mssa(licm),loop(indvars,loop-deletion),simplifycfg,\
     instcombine<no-verify-fixpoint>)",
    "function(jump-threading,gvn,bdce,dse,adce,simplifycfg<bonus-inst-threshold=4;hoist-common-insts;\
     sink-common-insts;switch-range-to-icmp>,instcombine<no-verify-fixpoint>)",
];

/// Inlines and optimises as far as it goes.
///
/// # Errors
/// If a pass fails.
pub fn optimise(
    module: &Module,
    recursion: Recursion,
    mut resolve_checks: impl FnMut(&Module) -> bool,
) -> Result<(), String> {
    pointers_into_registers(module, &mut resolve_checks)?;
    module.run_passes(EARLY)?;
    erase_unread_inputs(module);
    module.run_passes("function(tailcallelim)")?;
    inline_all(module, recursion, &mut resolve_checks)?;
    erase_unread_inputs(module);
    module.run_passes("globaldce")?;
    localise_globals(module)?;
    // Pointers that globals held are in registers now.
    pointers_into_registers(module, &mut resolve_checks)?;
    module.run_passes(SCALARS)?;
    erase_unread_inputs(module);
    module.run_passes("globalopt")?;
    for _ in 0..2 {
        CORE.iter().try_for_each(|passes| module.run_passes(passes))?;
        module.run_passes("globalopt")?;
        pointers_into_registers(module, &mut resolve_checks)?;
    }
    erase_unread_inputs(module);
    module.run_passes("function(simplifycfg,adce),globaldce")
}

/// Inlines and puts scalars into registers, nothing more.
///
/// # Errors
/// If a pass fails.
pub fn plain(
    module: &Module,
    recursion: Recursion,
    mut resolve_checks: impl FnMut(&Module) -> bool,
) -> Result<(), String> {
    match recursion {
        Recursion::Levels(levels) => plain_levels(module, levels, FARTHER, resolve_checks).map(|_| ()),
        Recursion::Frames => {
            pointers_into_registers(module, &mut resolve_checks)?;
            inline_into_frames(module, &mut resolve_checks)?;
            scalars_into_registers(module, &mut resolve_checks)
        }
    }
}

/// As [`plain`], with at most `farther` times as many levels of recursion where they are small. Gives how many levels there
/// are, if none is left out.
///
/// # Errors
/// If a pass fails.
pub fn plain_levels(
    module: &Module,
    recursion: usize,
    farther: usize,
    mut resolve_checks: impl FnMut(&Module) -> bool,
) -> Result<Option<usize>, String> {
    pointers_into_registers(module, &mut resolve_checks)?;
    let levels = inline(module, recursion, farther, &mut resolve_checks)?;
    scalars_into_registers(module, &mut resolve_checks)?;
    Ok(levels)
}

/// What comes behind inlining where nothing is optimised.
fn scalars_into_registers(module: &Module, resolve_checks: &mut impl FnMut(&Module) -> bool) -> Result<(), String> {
    module.run_passes("globaldce,function(sroa<preserve-cfg>)")?;
    localise_globals(module)?;
    pointers_into_registers(module, resolve_checks)?;
    // Where it splits words, `sroa` masks undefined ones; `instsimplify` folds these away and leaves all else.
    module.run_passes("function(sroa<preserve-cfg>,instsimplify),globaldce")
}

/// Everything goes into `main`.
fn inline_all(
    module: &Module,
    recursion: Recursion,
    resolve_checks: &mut impl FnMut(&Module) -> bool,
) -> Result<(), String> {
    match recursion {
        Recursion::Levels(levels) => inline(module, levels, FARTHER, resolve_checks).map(|_| ()),
        Recursion::Frames => inline_into_frames(module, resolve_checks),
    }
}

/// Everything goes into `main`, recursive functions once, with what calls of them remember in memory.
fn inline_into_frames(module: &Module, resolve_checks: &mut impl FnMut(&Module) -> bool) -> Result<(), String> {
    recursion::cut_loops(module);
    recursion::call_stand_ins(module);
    inline_calls(module)?;
    pointers_into_registers(module, resolve_checks)?;
    recursion::stand_ins(module).into_iter().for_each(|(_, function)| resolve_within(module, function));
    pointers_into_registers(module, resolve_checks)?;
    if frames::make(module)? {
        pointers_into_registers(module, resolve_checks)?;
    }
    recursion::close(module);
    inline_calls(module)?;
    held::resolve(module);
    Ok(())
}

/// So many times as deep recursion is inlined as it is asked for, where a level adds no more than so many instructions: a number that is
/// halved in each level is zero after 32.
pub const FARTHER: usize = 3;
const LITTLE: usize = 100;

/// Everything goes into `main`, recursive functions level by level: a level that is found not to be reached ends it. Gives
/// the number of levels if it is all of them.
fn inline(
    module: &Module,
    depth: usize,
    farther: usize,
    resolve_checks: &mut impl FnMut(&Module) -> bool,
) -> Result<Option<usize>, String> {
    recursion::cut_loops(module);
    inline_calls(module)?;
    pointers_into_registers(module, resolve_checks)?;
    let mut size = recursion::size(module);
    let mut levels = None;
    for level in 0..=depth.saturating_mul(farther) {
        if !recursion::is_open(module) {
            levels = Some(level);
            break;
        }
        if level == depth.saturating_mul(farther) {
            break;
        }
        module.run_passes("function(sccp,simplifycfg)")?;
        let before = std::mem::replace(&mut size, recursion::size(module));
        if (level >= depth && size > before + LITTLE) || !recursion::open(module) {
            break;
        }
        inline_calls(module)?;
        pointers_into_registers(module, resolve_checks)?;
    }
    recursion::close(module);
    inline_calls(module)?;
    held::resolve(module);
    Ok(levels)
}

/// Variables that hold pointers go into registers, level by level, and checks of accesses through them are decided before
/// `sroa` looks at what they point to. `mem2reg` only takes variables that are read and written as what they are.
fn pointers_into_registers(module: &Module, resolve_checks: &mut impl FnMut(&Module) -> bool) -> Result<(), String> {
    let mut compares = false;
    for _ in 0..3 {
        module.run_passes("function(mem2reg,early-cse)")?;
        held::erase_known(module);
        compares |= resolve_checks(module);
    }
    match compares {
        true => inline_calls(module),
        false => Ok(()),
    }
}

/// Globals that only `main` uses become locals. `globalopt` wants to see them written before they are read, so their
/// initial values are stored at the start; the second run takes what the first has split.
fn localise_globals(module: &Module) -> Result<(), String> {
    for _ in 0..2 {
        store_initial_values(module);
        module.run_passes("globalopt")?;
    }
    Ok(())
}

fn store_initial_values(module: &Module) {
    let Some(main) = module.function("main") else { return };
    let instructions = main.instructions();
    let Some(first) = instructions.into_iter().find(|instruction| !instruction.is(LLVMOpcode::LLVMAlloca)) else {
        return;
    };
    for global in module.globals() {
        let scalar = global.allocated().is_some_and(|ty| ty.int_width().is_some());
        if let (true, false, true, Some(value)) =
            (global.is_local_global(), global.is_global_constant(), scalar, global.initializer())
        {
            module.before(first).store(value, global);
        }
    }
}

/// Removes inputs that nothing reads: their calls would keep blocks and loops alive.
fn erase_unread_inputs(module: &Module) {
    for function in module.functions() {
        for call in function.instructions() {
            if call.is(LLVMOpcode::LLVMCall) && !call.has_uses() && declare::called(call) == Some(Marker::Nondet) {
                call.erase();
            }
        }
    }
}

/// In the plain form only inputs that are no calls in the source go: the values of locals that are written before they
/// are read.
pub fn erase_unread_locals(module: &Module, map: &SourceMap) {
    for call in module.function("main").map(|main| main.instructions()).unwrap_or_default() {
        let row = call.arguments().first().and_then(|row| row.as_int());
        let kind = row.and_then(|row| map.inputs.get(row as usize)).map(|input| &input.kind);
        let local = matches!(kind, Some(InputKind::Uninitialised(_) | InputKind::Undefined));
        if local && !call.has_uses() && declare::called(call) == Some(Marker::Nondet) {
            call.erase();
        }
    }
}

/// Turns switches into branches where one compares more than 64 bits: its constants could not be handed over.
///
/// # Errors
/// If the pass fails.
pub fn lower_wide_switches(module: &Module) -> Result<(), String> {
    let main = module.function("main").map(|main| main.instructions()).unwrap_or_default();
    let is_wide = |instruction: &crate::llvm::ir::Value| {
        let width = instruction.operands().first().and_then(|value| value.ty().int_width());
        instruction.is(LLVMOpcode::LLVMSwitch) && width.is_some_and(|width| width > 64)
    };
    if main.iter().any(is_wide) {
        module.run_passes("function(lower-switch)")?;
    }
    Ok(())
}
