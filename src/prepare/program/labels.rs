//! Computed `goto`: addresses of labels become those of functions that nobody calls, and a jump to one of them compares. So
//! tables of labels are tables of constants, and a function that has them is inlined as any other. A jump to no label of the
//! function is undefined (GCC's manual, *Labels as Values*), and unmodelled. So are comparisons of such addresses: labels in one
//! place, or in front of the same code, may have one.
//! Where an address may be compared is only known as long as it stays in locals and tables of the function.

use crate::llvm::ir::{Block, LLVMIntPredicate, LLVMOpcode, LLVMTypeKind, Module, Value};
use crate::llvm::marker::declare::Markers;
use crate::llvm::marker::PREFIX;
use crate::prepare::address::Address;
use crate::prepare::program::undefined::bodies;
use crate::prepare::tables::Tables;
use rustc_hash::FxHashSet;

/// What the names of these functions begin with. No name of C has dots.
const LABEL: &str = "bitreach.label.";

/// Lets all addresses of labels and jumps to them become others. What begins with a φ keeps its jumps, which are not modelled.
pub fn become_functions(module: &Module, markers: &Markers, tables: &mut Tables) {
    let mut count = 0;
    for function in bodies(module).collect::<Vec<_>>() {
        let jumps: Vec<Value> =
            function.instructions().into_iter().filter(|jump| jump.is(LLVMOpcode::LLVMIndirectBr)).collect();
        let begins_with_phi =
            |block: &Block| block.instructions().first().is_some_and(|first| first.is(LLVMOpcode::LLVMPHI));
        if jumps.iter().any(|jump| jump.successors().iter().any(begins_with_phi)) {
            continue;
        }
        if !function.users().into_iter().any(|user| user.labelled().is_some()) {
            continue;
        }
        let Some(comparisons) = Addresses::of(module, function).and_then(|addresses| addresses.comparisons(function))
        else {
            continue;
        };
        for comparison in comparisons {
            let origin = tables.origin_of(comparison);
            let row = tables.unmodelled("a comparison of addresses of labels".to_owned(), origin);
            module.before(comparison).call(markers.unmodelled, &[module.int(32).constant(row.0 as u64)]);
        }
        let mut labels = Vec::new();
        for address in function.users() {
            let Some(block) = address.labelled() else { continue };
            let label = module.declare(&format!("{LABEL}{count}"), module.void(), &[]);
            count += 1;
            address.replace_uses(label);
            labels.push((block, label));
        }
        for jump in jumps {
            let reason = "undefined behaviour: a computed `goto` to what is no label of the function";
            let origin = tables.origin_of(jump);
            let row = tables.unmodelled(reason.to_owned(), origin);
            let (place, targets) = (jump.operands()[0], jump.successors());
            let Some(mut block) = jump.block() else { continue };
            jump.erase();
            for &(target, label) in labels.iter().filter(|(target, _)| targets.contains(target)) {
                let next = module.append_block(function, "label");
                let builder = module.at_end(block);
                builder.branch(builder.compare(LLVMIntPredicate::LLVMIntEQ, place, label), target, next);
                block = next;
            }
            let builder = module.at_end(block);
            builder.call(markers.unmodelled, &[module.int(32).constant(row.0 as u64)]);
            builder.unreachable();
        }
    }
}

/// Where the addresses of a function's labels may be.
struct Addresses<'a> {
    module: &'a Module,
    /// Values that may be one.
    values: FxHashSet<Value>,
    /// Locals and variables that may hold some.
    objects: FxHashSet<Value>,
}

impl Addresses<'_> {
    /// All of them; nothing if some may be elsewhere.
    fn of(module: &Module, function: Value) -> Option<Addresses<'_>> {
        // In other constants, such as differences, they are numbers.
        let is_plain = |user: Value| {
            let is_whole =
                matches!(user.ty().kind(), LLVMTypeKind::LLVMArrayTypeKind | LLVMTypeKind::LLVMStructTypeKind);
            user.opcode().is_some() || user.initializer().is_some() || is_whole
        };
        let labels = || function.users().into_iter().filter(|user| user.labelled().is_some());
        if !labels().flat_map(Value::users).all(is_plain) {
            return None;
        }
        let holds = |global: &Value| global.initializer().is_some_and(holds_label);
        let objects: FxHashSet<Value> = module.globals().into_iter().filter(holds).collect();
        if !objects.iter().all(|table| is_in_code(*table, 0)) {
            return None;
        }
        let mut found = Addresses { module, values: FxHashSet::default(), objects };
        loop {
            let before = found.values.len() + found.objects.len();
            for instruction in function.instructions() {
                found.pass(instruction)?;
            }
            if found.values.len() + found.objects.len() == before {
                return Some(found);
            }
        }
    }

    fn is_label(&self, value: Value) -> bool {
        value.labelled().is_some() || self.values.contains(&value)
    }

    fn base(&self, address: Value) -> Value {
        Address::of(self.module, address).base
    }

    /// Where an instruction carries addresses; nothing if that is out of sight.
    fn pass(&mut self, instruction: Value) -> Option<()> {
        let operands = instruction.operands();
        let carries = operands.iter().any(|operand| self.is_label(*operand));
        let leads = |operand: &Value| operand.ty().is_pointer() && self.objects.contains(&self.base(*operand));
        match instruction.opcode()? {
            LLVMOpcode::LLVMStore => {
                if leads(&operands[0]) {
                    return None;
                }
                if carries {
                    let object = self.base(operands[1]);
                    // A variable that others may see is out of sight.
                    self.objects.insert(object.is(LLVMOpcode::LLVMAlloca).then_some(object)?);
                }
            }
            LLVMOpcode::LLVMLoad if leads(&operands[0]) => {
                self.values.insert(instruction);
            }
            LLVMOpcode::LLVMLoad | LLVMOpcode::LLVMICmp | LLVMOpcode::LLVMIndirectBr => {}
            LLVMOpcode::LLVMGetElementPtr if carries => {
                self.values.insert(instruction);
            }
            LLVMOpcode::LLVMGetElementPtr => {}
            LLVMOpcode::LLVMPHI | LLVMOpcode::LLVMSelect | LLVMOpcode::LLVMFreeze => {
                if operands.iter().any(leads) {
                    return None;
                }
                if carries {
                    self.values.insert(instruction);
                }
            }
            LLVMOpcode::LLVMCall => {
                let (name, arguments) = (instruction.callee_name(), instruction.arguments());
                if [PREFIX, "llvm.dbg.", "llvm.lifetime.", "llvm.memset."].iter().any(|prefix| name.starts_with(prefix))
                {
                    return Some(());
                }
                match (name.starts_with("llvm.memcpy."), arguments.get(1)) {
                    (true, Some(from)) if leads(from) => {
                        let to = self.base(arguments[0]);
                        self.objects.insert(to.is(LLVMOpcode::LLVMAlloca).then_some(to)?);
                    }
                    (true, _) => {}
                    _ if carries || arguments.iter().any(leads) => return None,
                    _ => {}
                }
            }
            _ if carries || operands.iter().any(leads) => return None,
            _ => {}
        }
        Some(())
    }

    /// Comparisons of one of them with anything but null.
    fn comparisons(&self, function: Value) -> Option<Vec<Value>> {
        let compares = |comparison: &Value| {
            let operands = comparison.operands();
            comparison.is(LLVMOpcode::LLVMICmp)
                && operands.iter().any(|operand| self.is_label(*operand))
                && !operands.iter().any(|operand| operand.is_zero())
        };
        Some(function.instructions().into_iter().filter(compares).collect())
    }
}

/// Whether only instructions use an address, or constants that only they use: no other variable begins with it.
fn is_in_code(address: Value, depth: usize) -> bool {
    let is_used_in_code = |user: Value| match user.opcode().is_some() {
        true => true,
        false => user.initializer().is_none() && depth < 8 && is_in_code(user, depth + 1),
    };
    address.users().into_iter().all(is_used_in_code)
}

/// Whether a constant is the address of a label, or has one in it.
fn holds_label(constant: Value) -> bool {
    let (parts, ty) = (constant.ty().parts(), constant.ty());
    if constant.labelled().is_some() {
        return true;
    }
    let is_whole = [LLVMTypeKind::LLVMArrayTypeKind, LLVMTypeKind::LLVMStructTypeKind].contains(&ty.kind());
    // What is all zeros, or numbers, has none.
    let is_plain = constant.is_zero() || constant.as_string().is_some();
    let count = parts.filter(|_| is_whole && !is_plain).map_or(0, |(_, count)| count);
    (0..count).any(|index| constant.aggregate_element(index).is_some_and(holds_label))
}
