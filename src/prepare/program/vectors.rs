//! Vectors become rows of lanes: an operation on vectors is one on each lane, and memory that holds a vector is accessed lane by lane. Where
//! functions take or give vectors, these are put together and taken apart again, which vanishes once all is inlined.

use crate::llvm::ir::{LLVMIntPredicate, LLVMOpcode, Module, Value};
use crate::llvm::marker::declare::Markers;
use crate::prepare::program::undefined::{bodies, guard};
use crate::prepare::tables::Tables;

/// Why control leaves there.
const NO_LANE: &str = "an element of a vector that there may not be";
const FAR_SHIFT: &str = "undefined behaviour: shift of a lane of a vector by its width or more";

/// Takes apart all vectors, if there are any; what is read and written by a computed number has to be there.
///
/// # Errors
/// If the pass fails.
pub fn become_lanes(module: &Module, markers: &Markers, tables: &mut Tables) -> Result<(), String> {
    let is_vector = |value: &Value| value.ty().lanes().is_some();
    let has_vectors = |instruction: &Value| is_vector(instruction) || instruction.operands().iter().any(is_vector);
    let instructions = || bodies(module).flat_map(Value::instructions);
    if !instructions().any(|instruction| has_vectors(&instruction)) {
        return Ok(());
    }
    for instruction in instructions().collect::<Vec<_>>() {
        if matches!(instruction.opcode(), Some(LLVMOpcode::LLVMShl | LLVMOpcode::LLVMLShr | LLVMOpcode::LLVMAShr)) {
            shifts_fit(module, markers, tables, instruction);
        }
        let is_access =
            matches!(instruction.opcode(), Some(LLVMOpcode::LLVMExtractElement | LLVMOpcode::LLVMInsertElement));
        let operands = instruction.operands();
        let (Some(&vector), Some(&index), true) = (operands.first(), operands.last(), is_access) else { continue };
        let Some(lanes) = vector.ty().lanes() else { continue };
        if index.as_int().is_none_or(|index| index >= u64::from(lanes)) {
            let most = index.ty().constant(u64::from(lanes) - 1);
            let is_beyond = module.before(instruction).compare(LLVMIntPredicate::LLVMIntUGT, index, most);
            guard(module, markers, tables, instruction, is_beyond, NO_LANE);
            if is_beyond.as_int() == Some(1) {
                // Control never comes here, and LLVM 19's pass would read behind its own list of lanes.
                instruction.set_operand(operands.len() - 1, index.ty().zero());
            }
        }
    }
    let chooses_nothing = |select: &Value| {
        select.is(LLVMOpcode::LLVMSelect) && select.operands().get(2).is_some_and(|other| other.is_poison())
    };
    let had_choices = instructions().any(|select| chooses_nothing(&select));
    module.run_passes("function(scalarizer)")?;
    if !had_choices {
        // What is read by a computed number is one of the lanes: that it is there was looked at.
        for select in instructions().filter(chooses_nothing).collect::<Vec<_>>() {
            select.set_operand(2, select.ty().zero());
        }
    }
    for instruction in instructions().collect::<Vec<_>>() {
        if instruction.is(LLVMOpcode::LLVMInsertElement) && instruction.operands()[0].is_undefined() {
            complete(instruction);
        }
    }
    Ok(())
}

/// A lane is not shifted by its width or more: C has no vectors, so that no property asks for it, and none of the compiler's checks does.
fn shifts_fit(module: &Module, markers: &Markers, tables: &mut Tables, shift: Value) {
    let amount = shift.operands()[1];
    let Some(lanes) = amount.ty().lanes() else { return };
    for lane in 0..lanes {
        let builder = module.before(shift);
        let by = builder.lane(amount, module.int(32).constant(u64::from(lane)));
        let Some(width) = by.ty().int_width() else { return };
        let most = by.ty().constant(u64::from(width) - 1);
        let is_beyond = builder.compare(LLVMIntPredicate::LLVMIntUGT, by, most);
        if is_beyond.as_int() != Some(0) {
            guard(module, markers, tables, shift, is_beyond, FAR_SHIFT);
        }
    }
}

/// A vector that is put together lane by lane, all of them, begins as zeros: nothing is left of what it was.
fn complete(first: Value) {
    let Some(lanes) = first.ty().lanes() else { return };
    let mut set = vec![false; lanes as usize];
    let mut last = first;
    loop {
        let lane =
            last.operands().last().and_then(|index| index.as_int()).and_then(|index| usize::try_from(index).ok());
        match lane.and_then(|lane| set.get_mut(lane)) {
            Some(lane) => *lane = true,
            None => return,
        }
        if set.iter().all(|lane| *lane) {
            return first.set_operand(0, first.ty().zero());
        }
        match last.users()[..] {
            [next] if next.is(LLVMOpcode::LLVMInsertElement) && next.operands()[0] == last => last = next,
            _ => return,
        }
    }
}
