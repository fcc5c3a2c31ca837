//! Assembler in functions, as far as it is known by its text: none at all, what only orders accesses or lets time pass, the order of bytes,
//! and the counter of time. All other is not modelled.

use crate::llvm::ir::{LLVMTypeKind, Module, Type, Value};
use crate::llvm::marker::declare;
use crate::prepare::program::undefined::bodies;
use crate::prepare::tables::Tables;
use crate::program::{InputKind, Reading};

/// What changes nothing in a program with one thread.
const WITHOUT_EFFECT: [&str; 9] = ["", "nop", "pause", "rep; nop", "rep;nop", "rep nop", "mfence", "lfence", "sfence"];

/// What changes the order of the bytes of its operand, by the width of that.
const SWAPS: [(&str, u32); 9] = [
    ("bswap $0", 32),
    ("bswap $0", 64),
    ("bswapl $0", 32),
    ("bswapl ${0:k}", 32),
    ("bswapq $0", 64),
    ("bswapq ${0:q}", 64),
    ("rorw $$8, ${0:w}", 16),
    ("rorw $$8, $0", 16),
    ("rolw $$8, $0", 16),
];

/// Puts what is known in the place of calls of assembler.
pub fn show(module: &Module, tables: &mut Tables) {
    let calls: Vec<Value> = bodies(module).flat_map(Value::instructions).collect();
    for call in calls {
        let Some((text, constraints)) = call.assembly() else { continue };
        let Some(operands) = Operands::of(call, &constraints) else { continue };
        let text = text.trim().trim_end_matches([';', '\n', '\t']).trim_end();
        let comment =
            text.starts_with('#') && text.chars().all(|letter| letter == '\t' || !letter.is_control() && letter != ';');
        let width = operands.outputs.first().and_then(|(ty, _)| ty.int_width());
        let is_swap = SWAPS.iter().any(|(known, of)| *known == text && Some(*of) == width);
        if WITHOUT_EFFECT.contains(&text) || comment {
            operands.pass_on(module, tables, call);
        } else if let (true, [(ty, Some(input))]) = (is_swap, &operands.outputs[..]) {
            let swap = module.intrinsic("llvm.bswap", &[*ty]);
            call.replace_uses(module.before(call).call(swap, &[*input]));
            call.erase();
        } else if matches!(text, "rdtsc") && operands.outputs.iter().all(|(_, input)| input.is_none()) {
            operands.pass_on(module, tables, call);
        }
    }
}

/// What a call of assembler gives: for each output its type, and the input that is in the same place at first.
struct Operands {
    outputs: Vec<(Type, Option<Value>)>,
}

impl Operands {
    /// Those of a call; nothing where a constraint is not known, or an object of the program is written.
    fn of(call: Value, constraints: &str) -> Option<Operands> {
        let types = match call.ty().kind() {
            LLVMTypeKind::LLVMVoidTypeKind => Vec::new(),
            LLVMTypeKind::LLVMStructTypeKind => call.ty().parts()?.0,
            _ => vec![call.ty()],
        };
        let mut outputs: Vec<(Type, Option<Value>)> = types.into_iter().map(|ty| (ty, None)).collect();
        // Inputs name outputs by the number of the constraint.
        let (arguments, mut given, mut next) = (call.arguments(), Vec::new(), 0);
        let mut direct = 0;
        for constraint in constraints.split(',').filter(|constraint| !constraint.is_empty()) {
            if constraint.starts_with("~{") {
                continue;
            } else if let Some(place) = constraint.strip_prefix('=') {
                // What is written through a pointer stays what it is where nothing is done.
                let is_direct = !place.starts_with('*');
                given.push(is_direct.then_some(direct));
                direct += usize::from(is_direct);
                next += usize::from(!is_direct);
            } else if let Ok(place) = constraint.parse::<usize>() {
                let (input, output) = (*arguments.get(next)?, outputs.get_mut((*given.get(place)?)?)?);
                output.1 = Some(input).filter(|input| input.ty() == output.0);
                output.1?;
                next += 1;
            } else {
                next += 1;
            }
        }
        (direct == outputs.len() && next == arguments.len()).then_some(Operands { outputs })
    }

    /// Each output is what was put there, or anything.
    fn pass_on(&self, module: &Module, tables: &mut Tables, call: Value) {
        let is_word = |(ty, _): &(Type, Option<Value>)| ty.int_width().is_some_and(|width| width <= 64);
        if !self.outputs.iter().all(|output| output.1.is_some() || is_word(output)) {
            return;
        }
        let origin = tables.origin_of(call);
        let mut values = Vec::new();
        for &(ty, input) in &self.outputs {
            values.push(input.unwrap_or_else(|| {
                let width = ty.int_width().unwrap_or(1);
                let row = tables.input(InputKind::Call("asm".into()), width, Reading::Unsigned, origin);
                let marker = declare::nondet(module, ty);
                module.before(call).call(marker, &[module.int(32).constant(row.0 as u64)])
            }));
        }
        if call.ty().kind() == LLVMTypeKind::LLVMStructTypeKind {
            let mut all = call.ty().zero();
            for (place, value) in (0..).zip(values) {
                all = module.before(call).with_member(all, value, place);
            }
            call.replace_uses(all);
        } else if let [value] = values[..] {
            call.replace_uses(value);
        }
        call.erase();
    }
}
