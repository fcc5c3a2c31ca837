//! Assembler in functions, as far as it is known by its text: none at all, what only orders accesses or lets time pass, the counter of time,
//! and rows of instructions of x86 that move, count or find bits, swap bytes, or compute with one operand. Of all other nothing is known: it is not
//! modelled, or gives any values where that is asked for (`--unknown-calls any`).

use crate::llvm::ir::{Builder, LLVMIntPredicate, LLVMOpcode, LLVMTypeKind, Module, Type, Value};
use crate::llvm::marker::declare::{self, Markers};
use crate::prepare::program::undefined::bodies;
use crate::prepare::program::UnknownCalls;
use crate::prepare::tables::Tables;
use crate::program::{InputKind, Reading};

/// What changes nothing in a program with one thread.
const WITHOUT_EFFECT: [&str; 11] = [
    "nop",
    "pause",
    "rep nop",
    "mfence",
    "lfence",
    "sfence",
    "lock addl $$0,0(%rsp)",
    "lock addl $$0,0(%esp)",
    "lock addl $$0,-4(%rsp)",
    "lock addl $$0,(%rsp)",
    "lock addl $$0,(%esp)",
];

/// What gives any values, and changes nothing else.
const ANY: [&str; 3] = ["rdtsc", "rdtscp", "cpuid"];

/// Puts what is known in the place of calls of assembler.
pub fn show(module: &Module, markers: &Markers, tables: &mut Tables, unknown: UnknownCalls) {
    let calls: Vec<Value> = bodies(module).flat_map(Value::instructions).collect();
    for call in calls {
        let Some((text, constraints)) = call.assembly() else { continue };
        let instructions = instructions(&text);
        let shown = Operands::of(module, call, &constraints).and_then(|mut operands| {
            let is_known = instructions.as_ref().is_some_and(|all| operands.run(all, tables).is_some());
            if !is_known {
                operands.forget();
            }
            (is_known || unknown == UnknownCalls::Any).then(|| operands.pass_on(tables))?
        });
        if shown.is_none() {
            let origin = tables.origin_of(call);
            let row = tables.unmodelled(format!("inline assembly, `{}`", shortened(&text)), origin);
            module.before(call).call(markers.unmodelled, &[module.int(32).constant(row.0 as u64)]);
        }
    }
}

/// The text in reports.
fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    let all = text.split_whitespace().collect::<Vec<_>>().join(" ").replace("$$", "$");
    match all.char_indices().nth(MOST) {
        None => all,
        Some((end, _)) => format!("{}…", &all[..end]),
    }
}

/// The instructions of a text: no comments, no blanks but one behind the name. Nothing where assemblers may not agree on where a comment or
/// an instruction ends.
fn instructions(text: &str) -> Option<Vec<String>> {
    let is_odd = |line: &str| line.contains(|one: char| one.is_control() && one != '\t');
    let mut found: Vec<String> = Vec::new();
    for line in text.split('\n') {
        let (line, comment) = line.split_once('#').unwrap_or((line, ""));
        if is_odd(line) || is_odd(comment) || comment.contains(';') {
            return None;
        }
        for part in line.split(';') {
            let part = part.split_whitespace().collect::<Vec<_>>().join(" ").replace(", ", ",").replace(" ,", ",");
            // `lock` and `rep` may stand in front of another one, also as one of their own.
            match found.last_mut() {
                Some(before) if !part.is_empty() && ["lock", "rep"].contains(&before.as_str()) => {
                    *before = format!("{before} {part}");
                }
                _ => found.push(part),
            }
        }
    }
    found.retain(|part| !part.is_empty());
    Some(found)
}

/// What a call of assembler gives: a result, or what stands in memory.
struct Output {
    /// The type; of what stands in memory it may not be known.
    ty: Option<Type>,
    /// Where it is in memory.
    pointer: Option<Value>,
    /// What is there: the input in the same place at first.
    value: Option<Value>,
    /// Whether it is anything, as far as it is no value.
    is_any: bool,
    /// The register that it has to be, if one is named.
    register: String,
    /// Whether no input has its register.
    is_early: bool,
    /// Whether an instruction has written its register.
    is_written: bool,
}

impl Output {
    fn is_in_memory(&self) -> bool {
        self.pointer.is_some() && self.value.is_none()
    }
}

/// A call of assembler.
struct Operands<'a> {
    module: &'a Module,
    call: Value,
    outputs: Vec<Output>,
    /// All others, by their numbers in the text behind those of the outputs; nothing for what stands in memory.
    inputs: Vec<Option<Value>>,
}

/// An operand of an instruction.
#[derive(Clone, Copy)]
enum Operand {
    Number(u64),
    Output(usize),
    Input(Value),
}

impl<'a> Operands<'a> {
    /// Those of a call; nothing where a constraint is not known.
    fn of(module: &'a Module, call: Value, constraints: &str) -> Option<Operands<'a>> {
        let types = match call.ty().kind() {
            LLVMTypeKind::LLVMVoidTypeKind => Vec::new(),
            LLVMTypeKind::LLVMStructTypeKind => call.ty().parts()?.0,
            _ => vec![call.ty()],
        };
        let (mut types, arguments) = (types.into_iter(), call.arguments());
        let mut arguments = arguments.into_iter();
        let (mut outputs, mut inputs): (Vec<Output>, Vec<Option<Value>>) = (Vec::new(), Vec::new());
        let mut kept = Vec::new();
        for constraint in constraints.split(',').filter(|constraint| !constraint.is_empty()) {
            if constraint.starts_with("~{") {
                continue;
            } else if constraint.contains('@') {
                // A flag of the processor.
                return None;
            } else if let Some(place) = constraint.strip_prefix('=') {
                let is_early = place.starts_with('&');
                let (ty, pointer) = match place.trim_start_matches('&').starts_with('*') {
                    true => {
                        let pointer = arguments.next()?;
                        (pointer.allocated().filter(|ty| ty.int_width().is_some()), Some(pointer))
                    }
                    false => (Some(types.next()?), None),
                };
                let register = place.trim_start_matches('&').to_owned();
                outputs.push(Output { ty, pointer, value: None, is_any: true, register, is_early, is_written: false });
            } else if let Ok(place) = constraint.parse::<usize>() {
                // Inputs name outputs by the number of the constraint.
                let (input, output) = (arguments.next()?, outputs.get_mut(place)?);
                if output.ty.is_some_and(|ty| ty != input.ty()) || !input.ty().is_scalar() {
                    return None;
                }
                output.ty = Some(input.ty());
                output.value = Some(input);
                inputs.push(None);
            } else {
                let input = arguments.next()?;
                let is_memory = constraint.starts_with('*');
                kept.extend(is_memory.then_some(input));
                inputs.push(Some(input).filter(|_| !is_memory));
            }
        }
        // What is written in memory and not read before is not what it was, also where no instruction writes it.
        for output in &mut outputs {
            output.is_any &= output.pointer.is_none_or(|pointer| !kept.contains(&pointer));
        }
        (types.next().is_none() && arguments.next().is_none()).then_some(Operands { module, call, outputs, inputs })
    }

    fn builder(&self) -> Builder {
        self.module.before(self.call)
    }

    /// Does what instructions do, one after the other; nothing if one is not known.
    fn run(&mut self, instructions: &[String], tables: &mut Tables) -> Option<()> {
        if instructions.iter().any(|one| ANY.contains(&one.as_str())) {
            let is_known = |one: &String| ANY.contains(&one.as_str()) || WITHOUT_EFFECT.contains(&one.as_str());
            // Their inputs say what is asked for, and their results have 32 bits; two registers may be one output.
            let is_long = self.module.pointer_int().int_width() == Some(64);
            let has = |name: &str| instructions.iter().any(|one| one == name);
            let is_plain = |output: &Output| {
                let width = output.ty.and_then(|ty| ty.int_width()).unwrap_or(0);
                let is_written = match output.register.as_str() {
                    "{ax}" | "{dx}" => true,
                    "{cx}" => has("rdtscp") || has("cpuid"),
                    "{bx}" => has("cpuid"),
                    // Both of the first two.
                    "A" => !is_long && width == 64 && !has("cpuid"),
                    _ => false,
                };
                output.pointer.is_none() && is_written && (8..=64).contains(&width)
            };
            if !instructions.iter().all(is_known) || !self.outputs.iter().all(is_plain) {
                return None;
            }
            let word = self.module.int(32);
            for place in 0..self.outputs.len() {
                let ty = self.outputs[place].ty?;
                let is_pair = self.outputs[place].register == "A";
                let any = self.any(if is_pair { ty } else { word }, tables);
                let builder = self.builder();
                let is_wide = !is_pair && ty.int_width() == Some(64);
                self.outputs[place].value =
                    Some(if is_wide { builder.zext(any, ty) } else { builder.resized(any, ty) });
            }
            return Some(());
        }
        instructions.iter().try_for_each(|one| self.step(one, tables))
    }

    fn step(&mut self, text: &str, tables: &mut Tables) -> Option<()> {
        if WITHOUT_EFFECT.contains(&text) {
            return Some(());
        }
        let (text, is_locked) = match text.strip_prefix("lock ") {
            Some(rest) => (rest, true),
            None => (text, false),
        };
        let (name, operands) = text.split_once(' ')?;
        let operands: Vec<(Operand, Option<u32>)> =
            operands.split(',').map(|operand| self.operand(operand)).collect::<Option<_>>()?;
        let (stem, suffix) = match name {
            "bsf" | "bsr" | "popcnt" | "tzcnt" | "lzcnt" | "bswap" | "xadd" | "xchg" | "inc" | "dec" | "neg"
            | "not" | "add" | "sub" | "and" | "or" | "xor" | "mov" | "ror" | "rol" => (name, None),
            _ => {
                let (stem, suffix) = name.split_at_checked(name.len().checked_sub(1)?)?;
                (stem, Some(["b", "w", "l", "q"].iter().position(|one| *one == suffix)?))
            }
        };
        // As wide as the instruction says, or its operands: all that say it have to agree.
        let widths = operands.iter().filter_map(|(operand, width)| width.or_else(|| self.width(*operand)));
        let mut widths = suffix.map(|place| 8 << place).into_iter().chain(widths);
        let width = widths.next()?;
        if !widths.all(|other| other == width) {
            return None;
        }
        let ty = self.module.int(width);
        let operands: Vec<Operand> = operands.into_iter().map(|(operand, _)| operand).collect();
        let is_in_memory = |operand: &Operand| match *operand {
            Operand::Output(place) => self.outputs[place].is_in_memory(),
            _ => false,
        };
        let writes = ["xadd", "xchg", "inc", "dec", "neg", "not", "add", "sub", "and", "or", "xor"].contains(&stem);
        if is_locked && !(writes && operands.iter().any(is_in_memory)) {
            return None;
        }
        // An input, or the address of what is in memory, may be in the register of an output that has been written.
        let is_shared = |operand: &Operand| matches!(operand, Operand::Input(_)) || is_in_memory(operand);
        if self.outputs.iter().any(|output| output.is_written && !output.is_early) && operands.iter().any(is_shared) {
            return None;
        }
        let (builder, zero) = (self.builder(), ty.zero());
        match (stem, &operands[..]) {
            // Of zero, `bsf` and `bsr` leave the whole register as it is.
            ("bsf" | "bsr", &[_, Operand::Output(to)]) if self.outputs[to].ty != Some(ty) => None,
            ("bsf" | "tzcnt" | "bsr" | "lzcnt" | "popcnt", &[from, Operand::Output(to)]) if width >= 16 => {
                let number = self.read(from, ty)?;
                let counted = |name: &str| {
                    let mut given = vec![number];
                    given.extend((name != "llvm.ctpop").then(|| self.module.int(1).zero()));
                    builder.call(self.module.intrinsic(name, &[ty]), &given)
                };
                let result = match stem {
                    "popcnt" => counted("llvm.ctpop"),
                    "tzcnt" => counted("llvm.cttz"),
                    "lzcnt" => counted("llvm.ctlz"),
                    // Of zero it finds nothing: what the result was stays, as processors have it, or is anything.
                    _ => {
                        let found = match stem {
                            "bsf" => counted("llvm.cttz"),
                            _ => builder.sub(ty.constant(u64::from(width) - 1), counted("llvm.ctlz")),
                        };
                        let is_zero = builder.compare(LLVMIntPredicate::LLVMIntEQ, number, zero);
                        let before = self.outputs[to].value.is_some().then(|| self.read(operands[1], ty)).flatten();
                        builder.select(is_zero, before.unwrap_or_else(|| self.any(ty, tables)), found)
                    }
                };
                self.write(to, result)
            }
            ("bswap", &[Operand::Output(of)]) if width >= 32 => {
                let number = self.read(operands[0], ty)?;
                self.write(of, builder.call(self.module.intrinsic("llvm.bswap", &[ty]), &[number]))
            }
            ("ror" | "rol", &[Operand::Number(by), Operand::Output(of)]) => {
                let (number, name) =
                    (self.read(operands[1], ty)?, if stem == "ror" { "llvm.fshr" } else { "llvm.fshl" });
                self.write(of, builder.call(self.module.intrinsic(name, &[ty]), &[number, number, ty.constant(by)]))
            }
            ("mov", &[from, Operand::Output(to)]) => {
                let number = self.read(from, ty)?;
                self.write(to, number)
            }
            ("xchg" | "xadd", &[Operand::Output(one), Operand::Output(other)]) if one != other => {
                let (first, second) = (self.read(operands[0], ty)?, self.read(operands[1], ty)?);
                self.write(one, second)?;
                self.write(other, if stem == "xchg" { first } else { builder.add(first, second) })
            }
            ("inc" | "dec" | "neg" | "not", &[Operand::Output(of)]) => {
                let (number, one) = (self.read(operands[0], ty)?, ty.constant(1));
                let result = match stem {
                    "inc" => builder.add(number, one),
                    "dec" => builder.sub(number, one),
                    "neg" => builder.sub(zero, number),
                    _ => builder.xor(number, ty.ones()),
                };
                self.write(of, result)
            }
            ("add" | "sub" | "and" | "or" | "xor", &[by, Operand::Output(of)]) => {
                let (number, by) = (self.read(operands[1], ty)?, self.read(by, ty)?);
                let opcode = match stem {
                    "add" => LLVMOpcode::LLVMAdd,
                    "sub" => LLVMOpcode::LLVMSub,
                    "and" => LLVMOpcode::LLVMAnd,
                    "or" => LLVMOpcode::LLVMOr,
                    _ => LLVMOpcode::LLVMXor,
                };
                self.write(of, builder.arithmetic(opcode, number, by))
            }
            _ => None,
        }
    }

    /// An operand by its text, and how wide it is if that is said there.
    fn operand(&self, text: &str) -> Option<(Operand, Option<u32>)> {
        let rest = text.strip_prefix('$')?;
        if let Some(number) = rest.strip_prefix('$') {
            let number = match number.strip_prefix("0x") {
                Some(digits) => u64::from_str_radix(digits, 16),
                // With a zero in front it is one in base 8.
                None if number.trim_start_matches('-').starts_with('0') && number != "0" => return None,
                None => number.parse::<i64>().map(|number| number as u64),
            };
            return Some((Operand::Number(number.ok()?), None));
        }
        let (number, width) = match rest.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
            None => (rest, None),
            Some(inner) => {
                let (number, letter) = inner.split_once(':')?;
                (number, Some(8 << ["b", "w", "k", "q"].iter().position(|one| *one == letter)?))
            }
        };
        let number: usize = number.parse().ok()?;
        let operand = match number.checked_sub(self.outputs.len()) {
            None => Operand::Output(number),
            Some(place) => Operand::Input((*self.inputs.get(place)?)?),
        };
        Some((operand, width))
    }

    /// How wide an operand is, if it says that.
    fn width(&self, operand: Operand) -> Option<u32> {
        match operand {
            Operand::Number(_) => None,
            Operand::Output(place) => self.outputs[place].ty.and_then(|ty| ty.int_width()),
            Operand::Input(value) => value.ty().int_width(),
        }
    }

    /// What an operand holds, of a type that is at most as wide as its own.
    fn read(&self, operand: Operand, ty: Type) -> Option<Value> {
        let value = match operand {
            Operand::Number(number) => return Some(ty.constant(number)),
            Operand::Input(value) => value,
            Operand::Output(place) => {
                let output = &self.outputs[place];
                match (output.value, output.pointer) {
                    (Some(value), _) => value,
                    (None, Some(pointer)) => self.builder().load(ty, pointer),
                    (None, None) => return None,
                }
            }
        };
        let is_wide = value.ty().int_width()? >= ty.int_width()?;
        is_wide.then(|| self.builder().resized(value, ty))
    }

    /// What an output holds from then on. Of one that is written in part, the rest stays: of 32 bits the upper half becomes zero.
    fn write(&mut self, place: usize, value: Value) -> Option<()> {
        let builder = self.builder();
        let output = &mut self.outputs[place];
        if output.is_in_memory() {
            // All of it has to be written, or it is anything.
            output.is_any &= output.ty != Some(value.ty());
            builder.store(value, output.pointer?);
            return Some(());
        }
        output.is_written = true;
        let ty = *output.ty.get_or_insert(value.ty());
        let (whole, width) = (ty.int_width()?, value.ty().int_width()?);
        output.value = Some(match width {
            width if width == whole => value,
            32 if whole > 32 => builder.zext(value, ty),
            8 | 16 if width < whole => {
                let kept = builder.and(output.value?, ty.constant(u64::MAX << width));
                builder.or(kept, builder.zext(value, ty))
            }
            _ => return None,
        });
        Some(())
    }

    /// Nothing is known of what it gives.
    fn forget(&mut self) {
        for output in &mut self.outputs {
            (output.value, output.is_any) = (None, true);
        }
    }

    /// Any number.
    fn any(&self, ty: Type, tables: &mut Tables) -> Value {
        let origin = tables.origin_of(self.call);
        let width = ty.int_width().unwrap_or(1);
        let row = tables.input(InputKind::Call("asm".into()), width, Reading::Unsigned, origin);
        self.builder().call(declare::nondet(self.module, ty), &[self.module.int(32).constant(row.0 as u64)])
    }

    /// Each output is what was put there, or anything.
    fn pass_on(&self, tables: &mut Tables) -> Option<()> {
        let (call, builder) = (self.call, self.builder());
        let is_word = |ty: Type| ty.int_width().is_some_and(|width| width <= 64);
        let is_given = |output: &Output| output.value.is_some() || !output.is_any || output.ty.is_some_and(is_word);
        if !self.outputs.iter().all(is_given) {
            return None;
        }
        let mut results = Vec::new();
        for output in &self.outputs {
            let value = output.value.or_else(|| {
                let ty = output.ty.filter(|_| output.is_any)?;
                Some(self.any(ty, tables))
            });
            match (value, output.pointer) {
                (Some(value), Some(pointer)) => drop(builder.store(value, pointer)),
                (Some(value), None) => results.push(value),
                (None, _) => {}
            }
        }
        if call.ty().kind() == LLVMTypeKind::LLVMStructTypeKind {
            let mut all = call.ty().zero();
            for (place, value) in (0..).zip(results) {
                all = builder.with_member(all, value, place);
            }
            call.replace_uses(all);
        } else if let [value] = results[..] {
            call.replace_uses(value);
        }
        call.erase();
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_taken_apart() {
        let parts = |text: &str| instructions(text).map(|parts| parts.join("|"));
        assert_eq!(parts("lock; addl $1, $0\n\t").as_deref(), Some("lock addl $1,$0"));
        assert_eq!(parts("\tlock\n\txaddl $0 , $1;").as_deref(), Some("lock xaddl $0,$1"));
        assert_eq!(parts("rep nop # waits for long\nbswap  ${0:q}").as_deref(), Some("rep nop|bswap ${0:q}"));
        assert_eq!(parts(" # a comment").as_deref(), Some(""));
        assert_eq!([parts("# a; incl $0"), parts("#\rincl $0"), parts("nop\x0cincl $0")], [None, None, None]);
    }
}
