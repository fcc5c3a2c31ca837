//! Undefined behaviour in constants that clang computes itself. Mostly clang also emits the operation with its check,
//! and no more is needed. What it folds, as in initialisers that are constant as a whole, becomes an error before the code that
//! writes the initial value; where it is not certain that the constant is computed there, or the property does not ask about it,
//! it becomes unmodelled, and where that code is not found, the function is from its beginning, or the program.
//!
//! Where an error counts only without an overflow before, what clang warns of is unmodelled too ([`overflow_becomes_unmodelled`]).
//!
//! Two witnesses tell of such constants, [`constants`](crate::source::constants) and clang's own warnings: what one of them
//! does not know is never certain.

use crate::llvm::ir::{LLVMOpcode, Module, Value};
use crate::llvm::marker::declare::Markers;
use crate::llvm::trap;
use crate::prepare::program::overflow;
use crate::prepare::program::undefined::{always, bodies};
use crate::prepare::program::Files;
use crate::prepare::tables::Tables;
use crate::program::CheckKind;
use crate::source::account::{Account, Remark};
use crate::source::constants::{Fault, UndefinedConstant};
use crate::source::lines::{base_name, Position};
use crate::source::property::Property;
use rustc_hash::{FxHashMap, FxHashSet};

/// An instruction, and the place in the source that it stands for.
struct Placed {
    instruction: Value,
    position: Position,
    file: String,
}

/// A constant that is or may be undefined.
struct Suspect<'a> {
    /// The file of the program whose source it is told of: only that one's code is meant.
    unit: usize,
    file: &'a str,
    /// Its operator stands there, from the first place to the last one.
    operator: (Position, Position),
    /// The function that it stands in, if that is known.
    function: Option<&'a str>,
    /// Whether other code may have the same place.
    is_ambiguous: bool,
    /// Whether no check is known to be its own.
    is_unchecked: bool,
    /// The check of clang's that it has where clang emits it, if that is known.
    check: Option<CheckKind>,
    /// The check that surely fails whenever the initial value around it is written.
    certain: Option<CheckKind>,
    initialisers: &'a [Position],
    reason: String,
}

impl<'a> Suspect<'a> {
    fn told_by_tree(unit: usize, constant: &'a UndefinedConstant, property: Property) -> Suspect<'a> {
        let check = match constant.fault {
            Fault::Add => Some(CheckKind::AddOverflow),
            Fault::Subtract => Some(CheckKind::SubOverflow),
            Fault::Multiply => Some(CheckKind::MulOverflow),
            Fault::Negate => Some(CheckKind::NegOverflow),
            Fault::Divide => Some(CheckKind::DivOverflow),
            // One number stands for both in clang's checks.
            Fault::ShiftLeft | Fault::ShiftCount => Some(CheckKind::ShiftOverflow),
            Fault::Convert => None,
        };
        let certain = match constant.fault {
            Fault::ShiftCount => (property == Property::NoBadShift).then_some(CheckKind::ShiftRange),
            _ => check.filter(|_| property.asks_for_overflow()),
        };
        Suspect {
            unit,
            file: &constant.file,
            operator: constant.operator,
            function: Some(&constant.function),
            is_ambiguous: constant.is_ambiguous,
            // Clang does not check what is shifted by too much for overflow.
            is_unchecked: constant.is_folded && constant.is_ambiguous
                || constant.fault == Fault::ShiftCount && property.asks_for_overflow()
                || constant.fault == Fault::Convert,
            check,
            certain: certain.filter(|_| constant.is_certain),
            initialisers: &constant.initialisers,
            reason: match constant.is_known {
                true => reason(constant.operator.0.line, &constant.fault.to_string()),
                false => reason(constant.operator.0.line, &format!("what may be {}", constant.fault)),
            },
        }
    }

    fn told_by_clang(unit: usize, remark: &'a Remark, has_namesake: bool) -> Suspect<'a> {
        Suspect {
            unit,
            file: &remark.file,
            operator: (remark.place, remark.place),
            function: None,
            is_ambiguous: remark.in_macro,
            // A check at this place can be one in the other file.
            is_unchecked: has_namesake,
            check: None,
            certain: None,
            initialisers: &[],
            reason: reason(remark.place.line, &remark.message),
        }
    }
}

fn reason(line: u32, what: &str) -> String {
    format!("undefined behaviour in a constant in line {line}: {what}")
}

/// What is said of constants in a source.
fn suspects(unit: usize, account: &Account, property: Property) -> Vec<Suspect<'_>> {
    let constants = || account.facts.iter().flat_map(|facts| &facts.undefined);
    let is_dead = |remark: &Remark| account.facts.iter().any(|facts| facts.is_dead(&remark.file, remark.place));
    let has_namesake = account.facts.iter().any(|facts| facts.has_namesake);
    let remarks = account.remarks.iter().filter(|remark| {
        let is_told = || !has_namesake && constants().any(|constant| constant.is_at(&remark.file, remark.place));
        remark.is_undefined(property) && !is_told() && !is_dead(remark)
    });
    let of_tree = constants().filter(|constant| constant.concerns(property));
    (of_tree.map(|constant| Suspect::told_by_tree(unit, constant, property)))
        .chain(remarks.map(|remark| Suspect::told_by_clang(unit, remark, has_namesake)))
        .collect()
}

/// Makes explicit what clang folded.
pub fn make_explicit(module: &Module, markers: &Markers, tables: &mut Tables, property: Property, files: &Files) {
    let suspects: Vec<Suspect> =
        files.accounts().flat_map(|(unit, account)| suspects(unit, account, property)).collect();
    if suspects.is_empty() {
        return;
    }
    let code = Code::of(module, files);
    let traps: Vec<Trap> = bodies(module)
        .filter(|&function| !files.is_foreign(function))
        .flat_map(|function| traps(function, files.number(function)))
        .collect();
    let mut taken = vec![false; traps.len()];
    let mut missing = Vec::new();
    for suspect in suspects {
        match checked_by(&traps, &taken, &suspect) {
            Some(trap) => taken[trap] = true,
            None => missing.push(suspect),
        }
    }
    if property != Property::NoBadShift && !property.asks_for_overflow() {
        // These are asked for to see which operations clang emits.
        for trap in &traps {
            always(module, markers, tables, trap.call, SHIFT);
        }
    }
    // One reason is enough.
    let mut explained = FxHashSet::default();
    for suspect in missing {
        let stores = code.initialising(&suspect);
        for &store in &stores {
            match &suspect.certain {
                Some(kind) => {
                    let origin = tables.origin_of(store);
                    let site = tables.site(*kind, String::new(), origin);
                    module.before(store).call(markers.error, &[module.int(32).constant(site.0 as u64)]);
                }
                None if explained.insert(store) => always(module, markers, tables, store, &suspect.reason),
                None => {}
            }
        }
        let beginnings = if stores.is_empty() { code.beginnings(module, &suspect) } else { Vec::new() };
        for first in beginnings.into_iter().filter(|&first| explained.insert(first)) {
            always(module, markers, tables, first, &suspect.reason);
        }
    }
}

/// Where signed constants overflow, and clang says so, what follows is unmodelled: the line, or else the function from its beginning. Where they
/// wrap for the compiler of a file, nothing is; nor where no function is around that the module has.
pub fn overflow_becomes_unmodelled(module: &Module, markers: &Markers, tables: &mut Tables, files: &Files) {
    let is_dead = |account: &Account, remark: &Remark| {
        account.facts.iter().any(|facts| facts.is_dead(&remark.file, remark.place))
    };
    let suspects: Vec<Suspect> = files
        .accounts()
        .filter(|(unit, _)| !files.unit_wraps(*unit))
        .flat_map(|(unit, account)| {
            let remarks = account.remarks.iter().filter(|remark| remark.is_overflow_of_arithmetic());
            remarks.filter(|remark| !is_dead(account, remark)).map(move |remark| Suspect {
                reason: overflow::of_constants(remark.place.line, &remark.message),
                ..Suspect::told_by_clang(unit, remark, false)
            })
        })
        .collect();
    if suspects.is_empty() {
        return;
    }
    let code = Code::of(module, files);
    let mut explained = FxHashSet::default();
    for suspect in suspects {
        let here = code.in_its_line(&suspect);
        let first = if here.is_empty() { first_of(&code.around(&suspect)) } else { here };
        for first in first.into_iter().filter(|&first| explained.insert(first)) {
            always(module, markers, tables, first, &suspect.reason);
        }
    }
}

/// Takes that back, in a module in which they wrap.
pub fn overflow_wraps(module: &Module, tables: &Tables) {
    let unmodelled = Markers::declare(module).unmodelled;
    let is_one = |call: &Value| {
        let row = call.arguments().first().and_then(|row| row.as_int());
        let row = row.and_then(|row| tables.map.unmodelled.get(usize::try_from(row).ok()?));
        call.callee() == Some(unmodelled) && row.is_some_and(|row| overflow::is_overflow(&row.reason))
    };
    bodies(module)
        .flat_map(Value::instructions)
        .filter(is_one)
        .collect::<Vec<Value>>()
        .into_iter()
        .for_each(Value::erase);
}

const SHIFT: &str = "undefined behaviour: shift by the width of the type or more";

/// Instructions with places.
fn placed(function: Value) -> Vec<Placed> {
    let mut files = FxHashMap::default();
    let mut place = |instruction: Value| {
        let location = instruction.location().filter(|location| location.line() != 0)?;
        let scope = location.scope()?;
        let file = files.entry(scope).or_insert_with(|| base_name(&scope.file()).to_owned()).clone();
        Some(Placed { instruction, position: location.position(), file })
    };
    function.instructions().into_iter().filter_map(&mut place).collect()
}

/// What the functions of a module have at which place.
struct Code {
    /// The functions, each with the number of the file that it comes from.
    functions: Vec<(Value, usize)>,
    /// What writes to memory.
    stores: FxHashMap<(usize, String, Position), Vec<Value>>,
    /// For each function and file, the first and the last place.
    extents: Vec<(Value, usize, String, Position, Position)>,
}

impl Code {
    fn of(module: &Module, files: &Files) -> Code {
        let functions = bodies(module).filter_map(|function| Some((function, files.number(function)?))).collect();
        let mut code = Code { functions, stores: FxHashMap::default(), extents: Vec::new() };
        for &(function, unit) in &code.functions {
            let mut extents: FxHashMap<String, (Position, Position)> = FxHashMap::default();
            for Placed { instruction, position, file } in placed(function) {
                let (first, last) = extents.entry(file.clone()).or_insert((position, position));
                (*first, *last) = ((*first).min(position), (*last).max(position));
                let name = instruction.callee_name();
                let copies = ["llvm.memcpy.", "llvm.memset."].iter().any(|prefix| name.starts_with(prefix));
                if copies || instruction.is(LLVMOpcode::LLVMStore) {
                    code.stores.entry((unit, file, position)).or_default().push(instruction);
                }
            }
            code.extents.extend(extents.into_iter().map(|(file, (first, last))| (function, unit, file, first, last)));
        }
        code
    }

    /// What writes the initial value around it: that of the innermost braces that something is written for.
    fn initialising(&self, suspect: &Suspect) -> Vec<Value> {
        let at = |&place: &Position| self.stores.get(&(suspect.unit, suspect.file.to_owned(), place)).cloned();
        suspect.initialisers.iter().find_map(at).unwrap_or_default()
    }

    /// What comes first in its line, in each block that has something there.
    fn in_its_line(&self, suspect: &Suspect) -> Vec<Value> {
        let line = suspect.operator.0.line;
        let functions = self.functions.iter().filter(|(_, unit)| *unit == suspect.unit);
        let mut blocks = FxHashSet::default();
        functions
            .flat_map(|&(function, _)| placed(function))
            .filter(|placed| placed.position.line == line && placed.file == suspect.file)
            .map(|placed| placed.instruction)
            .filter(|instruction| instruction.block().is_some_and(|block| blocks.insert(block)))
            .collect()
    }

    /// Where the function begins that it is in, or all of the program.
    fn beginnings(&self, module: &Module, suspect: &Suspect) -> Vec<Value> {
        let mut around = self.around(suspect);
        if around.is_empty() {
            around.extend(module.function("main"));
        }
        first_of(&around)
    }

    /// The function that it is in. If that is not known: those that have instructions before and behind it.
    fn around(&self, suspect: &Suspect) -> Vec<Value> {
        let (place, _) = suspect.operator;
        match suspect.function {
            Some(name) => (self.functions.iter())
                .filter(|(function, unit)| *unit == suspect.unit && is_named(&function.name(), name))
                .map(|&(function, _)| function)
                .collect(),
            None => (self.extents.iter())
                .filter(|(_, unit, file, first, last)| {
                    *unit == suspect.unit && file == suspect.file && (first..=last).contains(&&place)
                })
                .map(|&(function, ..)| function)
                .collect(),
        }
    }
}

/// The first instruction of each function.
fn first_of(functions: &[Value]) -> Vec<Value> {
    functions.iter().filter_map(|function| function.instructions().first().copied()).collect()
}

/// Whether a function has this name in the source. Where files have functions of the same name, one of them gets another one.
fn is_named(function: &str, name: &str) -> bool {
    function.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// A check of clang's.
struct Trap {
    call: Value,
    /// The number of the file that its function comes from.
    unit: Option<usize>,
    position: Position,
    file: String,
    /// What it checks.
    kind: Option<CheckKind>,
    /// Whether it is one of constants.
    is_constant: bool,
    /// The name of the function that it is in.
    function: String,
}

fn traps(function: Value, unit: Option<usize>) -> Vec<Trap> {
    let is_trap = |placed: &Placed| placed.instruction.callee_name() == trap::TRAP;
    let traps: Vec<Placed> = placed(function).into_iter().filter(is_trap).collect();
    let (mut of_constants, mut passed) = (FxHashSet::default(), FxHashSet::default());
    for branch in function.blocks().into_iter().filter_map(|block| block.terminator()) {
        let Some(&condition) = branch.operands().first().filter(|_| branch.is(LLVMOpcode::LLVMBr)) else { continue };
        let successors = branch.successors();
        if is_of_constants(condition) {
            of_constants.extend(successors.iter().flat_map(|block| block.instructions()));
        }
        // A check that holds in any case is that of another operation.
        if let (Some(number), [yes, no]) = (condition.as_wide_int(), &successors[..]) {
            passed.extend(if number == 0 { yes } else { no }.instructions());
        }
    }
    let name = function.name();
    let trap = |placed: Placed| {
        let is_constant = of_constants.contains(&placed.instruction);
        let number = placed.instruction.arguments().first().and_then(|number| number.as_int());
        let kind = number.and_then(trap::kind).filter(|_| !passed.contains(&placed.instruction));
        let Placed { instruction: call, position, file } = placed;
        Trap { call, unit, position, file, kind, is_constant, function: name.clone() }
    };
    traps.into_iter().map(trap).collect()
}

/// Whether a condition is constant, or whether an operation on constants overflows.
fn is_of_constants(condition: Value) -> bool {
    let condition = match condition.is(LLVMOpcode::LLVMXor) {
        true => condition.operands()[0],
        false => condition,
    };
    let operands = condition.operands();
    let is_constant = |value: &Value| value.as_wide_int().is_some();
    match operands.first() {
        Some(call) if condition.is(LLVMOpcode::LLVMExtractValue) => call.arguments().iter().all(is_constant),
        _ => is_constant(&condition),
    }
}

/// The check that stands where the operator is. Where other code may have the same place, only a check of constants is known to be the one,
/// and each for one constant.
fn checked_by(traps: &[Trap], taken: &[bool], suspect: &Suspect) -> Option<usize> {
    let (first, last) = suspect.operator;
    let is_one = |trap: &Trap| {
        let is_there = first <= trap.position && trap.position <= last;
        let is_there = is_there && trap.unit == Some(suspect.unit) && trap.file == suspect.file;
        let is_inside = suspect.function.is_none_or(|function| is_named(&trap.function, function));
        let is_kind = trap.kind.is_some() && (suspect.check.is_none() || suspect.check == trap.kind);
        is_there && is_inside && is_kind && (trap.is_constant || !suspect.is_ambiguous)
    };
    let is_free = |trap: usize| !(suspect.is_ambiguous && taken[trap]);
    (0..traps.len()).find(|&trap| !suspect.is_unchecked && is_one(&traps[trap]) && is_free(trap))
}
