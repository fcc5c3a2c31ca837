//! The direction in which results are rounded. Arithmetic is rounded to nearest; where a program sets the direction, its operations become
//! calls of models that look at it (`source/library/fenv.c`). What clang writes for code that may look at the environment of floating-point
//! numbers (`#pragma STDC FENV_ACCESS ON`) becomes plain arithmetic first.

use crate::llvm::ir::{LLVMOpcode, LLVMRealPredicate, LLVMTypeKind, Module, Type, Value};
use crate::prepare::program::undefined::bodies;
use crate::source::library::ONLY_TO_NEAREST;

/// What sets the direction, and what asks for it, as clang has it for `FLT_ROUNDS`.
const SET: &str = "fesetround";
const SET_FLT_ROUNDS: &str = "bitreach.set_flt_rounds";
pub const CLANGS: [(&str, &str); 2] =
    [("llvm.set.rounding", SET_FLT_ROUNDS), ("llvm.get.rounding", "bitreach.flt_rounds")];

/// What the names end with of functions without a body, called in place of what is rounded in a direction of its own.
const OF_ITS_OWN: &str = "which #pragma STDC FENV_ROUND rounds";

/// What the names begin with of instructions as calls that leave alone the environment, or change it.
pub const CONSTRAINED: &str = "llvm.experimental.constrained.";

/// These instructions, and intrinsics.
pub const CONSTRAINED_KINDS: [&str; 28] = [
    "fadd",
    "fsub",
    "fmul",
    "fdiv",
    "frem",
    "fptosi",
    "fptoui",
    "sitofp",
    "uitofp",
    "fptrunc",
    "fpext",
    "fcmp",
    "fcmps",
    "sqrt",
    "rint",
    "nearbyint",
    "floor",
    "ceil",
    "trunc",
    "round",
    "roundeven",
    "fma",
    "minnum",
    "maxnum",
    "lrint",
    "llrint",
    "lround",
    "llround",
];

/// Functions of the library that round, by their names for `double`, and their models; without one where they are only known to nearest.
const ROUNDING: [(&str, Option<&str>); 18] = [
    ("sqrt", Some("sqrt")),
    ("rint", Some("rint")),
    ("nearbyint", Some("rint")),
    ("lrint", Some("lrint")),
    ("llrint", Some("llrint")),
    ("fma", None),
    ("fdim", None),
    ("ldexp", None),
    ("scalbn", None),
    ("scalbln", None),
    ("__muldc3", None),
    ("__mulxc3", None),
    ("__divdc3", None),
    ("__divxc3", None),
    ("strtod", None),
    ("strtof", None),
    ("strtold", None),
    ("atof", None),
];

/// Whether the program may set the direction.
pub fn is_set(module: &Module) -> bool {
    [SET, SET_FLT_ROUNDS].iter().any(|name| module.function(name).is_some_and(Value::has_uses))
}

/// Puts the models in. The library's own bodies are not there yet: they round to nearest where that is what they mean.
pub fn show(module: &Module) {
    for call in bodies(module).flat_map(Value::instructions).collect::<Vec<_>>() {
        let name = call.callee_name();
        if let (Some((_, model)), Some(callee)) = (CLANGS.iter().find(|(clangs, _)| *clangs == name), call.callee()) {
            call.set_operand(call.operands().len() - 1, module.declare_like(model, callee));
        } else if let Some(plain) = name.strip_prefix(CONSTRAINED).and_then(|kind| plain(module, call, kind)) {
            call.replace_uses(plain);
            call.erase();
        }
    }
    for function in bodies(module).filter(|function| function.has_attribute(STRICT)).collect::<Vec<_>>() {
        function.remove_attribute(STRICT);
        function.instructions().into_iter().for_each(|call| call.remove_attribute(STRICT));
    }
    let is_declared = |name| module.function(name).is_some_and(Value::is_declaration);
    if is_set(module) && (is_declared(SET) || is_declared(SET_FLT_ROUNDS)) {
        bodies(module).flat_map(Value::instructions).for_each(|instruction| rounded(module, instruction));
    }
}

/// The attribute of functions and calls that look at the environment.
const STRICT: &str = "strictfp";

/// What a call of that kind becomes; nothing if there is no plain instruction for it.
fn plain(module: &Module, call: Value, kind: &str) -> Option<Value> {
    use LLVMOpcode::*;
    let name = kind.split('.').next()?;
    let (words, operands): (Vec<Value>, Vec<Value>) =
        call.arguments().into_iter().partition(|argument| argument.ty().kind() == LLVMTypeKind::LLVMMetadataTypeKind);
    let words: Vec<String> = words.into_iter().map(Value::metadata_string).collect::<Option<_>>()?;
    let builder = module.before(call);
    if words.iter().any(|word| word.starts_with("round.") && word != "round.dynamic") {
        // `#pragma STDC FENV_ROUND`, which clang leaves to the processor, where nothing is set.
        let types: Vec<Type> = operands.iter().map(|operand| operand.ty()).collect();
        let function = module.declare(&format!("{kind}, {OF_ITS_OWN}"), call.ty(), &types);
        return Some(builder.call(function, &operands));
    }
    let opcode = match *CONSTRAINED_KINDS.iter().find(|known| **known == name)? {
        "fadd" => LLVMFAdd,
        "fsub" => LLVMFSub,
        "fmul" => LLVMFMul,
        "fdiv" => LLVMFDiv,
        "frem" => LLVMFRem,
        "fptosi" => LLVMFPToSI,
        "fptoui" => LLVMFPToUI,
        "sitofp" => LLVMSIToFP,
        "uitofp" => LLVMUIToFP,
        "fptrunc" => LLVMFPTrunc,
        "fpext" => LLVMFPExt,
        "fcmp" | "fcmps" => {
            let predicate = words.first().and_then(|word| predicate(word))?;
            return Some(builder.compare_floats(predicate, operands[0], operands[1]));
        }
        "sqrt" | "rint" | "nearbyint" | "floor" | "ceil" | "trunc" | "round" | "roundeven" | "fma" | "minnum"
        | "maxnum" => {
            let function = module.intrinsic(&format!("llvm.{name}"), &[call.ty()]);
            return Some(builder.call(function, &operands));
        }
        "lrint" | "llrint" | "lround" | "llround" => {
            let function = module.intrinsic(&format!("llvm.{name}"), &[call.ty(), operands.first()?.ty()]);
            return Some(builder.call(function, &operands));
        }
        _ => return None,
    };
    // LLVM's builder computes with constants at once, rounded to nearest, and so one operand is none at first.
    let first = *operands.first()?;
    let open = builder.freeze(first);
    let plain = match operands[..] {
        [_, b] => builder.arithmetic(opcode, open, b),
        [_] => builder.cast(opcode, open, call.ty()),
        _ => return None,
    };
    plain.set_operand(0, first);
    open.erase();
    Some(plain)
}

/// A comparison by its name in the module's text.
fn predicate(word: &str) -> Option<LLVMRealPredicate> {
    use LLVMRealPredicate::*;
    let all = [
        ("oeq", LLVMRealOEQ),
        ("ogt", LLVMRealOGT),
        ("oge", LLVMRealOGE),
        ("olt", LLVMRealOLT),
        ("ole", LLVMRealOLE),
        ("one", LLVMRealONE),
        ("ord", LLVMRealORD),
        ("uno", LLVMRealUNO),
        ("ueq", LLVMRealUEQ),
        ("ugt", LLVMRealUGT),
        ("uge", LLVMRealUGE),
        ("ult", LLVMRealULT),
        ("ule", LLVMRealULE),
        ("une", LLVMRealUNE),
    ];
    all.into_iter().find(|(name, _)| *name == word).map(|(_, predicate)| predicate)
}

/// What is rounded becomes the call of a model, or is only known to nearest.
fn rounded(module: &Module, instruction: Value) {
    let operands = instruction.operands();
    let ty = instruction.ty();
    let model = match instruction.opcode() {
        Some(LLVMOpcode::LLVMFAdd) => of_all("add", ty),
        Some(LLVMOpcode::LLVMFSub) => of_all("sub", ty),
        Some(LLVMOpcode::LLVMFMul) => of_fused("mul", ty),
        Some(LLVMOpcode::LLVMFDiv) => of_fused("div", ty),
        Some(LLVMOpcode::LLVMFPTrunc) => narrowed(operands[0].ty(), ty),
        Some(opcode @ (LLVMOpcode::LLVMSIToFP | LLVMOpcode::LLVMUIToFP)) => {
            let is_signed = opcode == LLVMOpcode::LLVMSIToFP;
            let Some(width) = operands[0].ty().int_width() else { return mark(module, instruction) };
            let Some((kind, digits)) = format(ty) else { return mark(module, instruction) };
            if width - u32::from(is_signed) <= digits {
                return;
            }
            if width > 64 || !matches!(kind, "f64" | "f32") {
                return mark(module, instruction);
            }
            let builder = module.before(instruction);
            let wide = module.int(64);
            let (operand, sign) = match is_signed {
                true => (builder.resized(operands[0], wide), "signed"),
                false if width < 64 => (builder.zext(operands[0], wide), "unsigned"),
                false => (operands[0], "unsigned"),
            };
            return replace(module, instruction, &format!("bitreach.of_{sign}.{kind}"), &[operand]);
        }
        Some(LLVMOpcode::LLVMCall) => return rounded_call(module, instruction),
        _ => return,
    };
    match model {
        Some(model) => replace(module, instruction, &model, &operands),
        None => mark(module, instruction),
    }
}

/// The model of a function of the library that rounds, for any type; nothing if it does not round.
fn of_library(name: &str) -> Option<Option<&'static str>> {
    let by_name = |name: &str| ROUNDING.iter().find(|(function, _)| *function == name);
    by_name(name).or_else(|| name.strip_suffix(['f', 'l']).and_then(by_name)).map(|(_, model)| *model)
}

/// Whether the program may set the direction, and a function of the library looks at it.
pub fn looks_at_direction(module: &Module, name: &str) -> bool {
    of_library(name).is_some() && is_set(module)
}

/// A call of what rounds: an intrinsic, or a function of the library, which is still called, as it may set `errno`.
fn rounded_call(module: &Module, call: Value) {
    let Some(callee) = call.callee().filter(|callee| callee.is_declaration()) else { return };
    let (name, arguments) = (callee.name(), call.arguments());
    let Some(number) = arguments.first().map(|number| number.ty()) else { return };
    let intrinsic = name.strip_prefix("llvm.").and_then(|name| name.split('.').next());
    let model = match intrinsic {
        Some("fmuladd") => of_library("fma"),
        Some(name) => of_library(name),
        None => of_library(&name),
    };
    let Some(model) = model else { return };
    let model = model.and_then(|model| match model {
        "sqrt" => of_fused(model, number),
        _ => of_all(model, number),
    });
    match (model, intrinsic, call.next()) {
        (Some(model), None, Some(next)) => {
            let model = module.declare(&model, call.ty(), &[number]);
            let result = module.before(next).call(model, &arguments);
            call.replace_uses(result);
        }
        (Some(model), Some(_), _) => replace(module, call, &model, &arguments),
        _ => mark(module, call),
    }
}

fn replace(module: &Module, instruction: Value, model: &str, arguments: &[Value]) {
    let types: Vec<Type> = arguments.iter().map(|argument| argument.ty()).collect();
    let model = module.declare(model, instruction.ty(), &types);
    instruction.replace_uses(module.before(instruction).call(model, arguments));
    instruction.erase();
}

fn mark(module: &Module, instruction: Value) {
    module.before(instruction).call(module.declare(ONLY_TO_NEAREST, module.void(), &[]), &[]);
}

/// What models call a type, and how many digits its numbers have.
fn format(ty: Type) -> Option<(&'static str, u32)> {
    match ty.kind() {
        LLVMTypeKind::LLVMHalfTypeKind => Some(("f16", 11)),
        LLVMTypeKind::LLVMFloatTypeKind => Some(("f32", 24)),
        LLVMTypeKind::LLVMDoubleTypeKind => Some(("f64", 53)),
        LLVMTypeKind::LLVMX86_FP80TypeKind => Some(("f80", 64)),
        _ => None,
    }
}

/// A model that there is for `float`, `double` and `long double`.
fn of_all(operation: &str, ty: Type) -> Option<String> {
    let (kind, _) = format(ty).filter(|(kind, _)| *kind != "f16")?;
    Some(format!("bitreach.{operation}.{kind}"))
}

/// A model that rests on fused operations.
fn of_fused(operation: &str, ty: Type) -> Option<String> {
    of_all(operation, ty).filter(|_| ty.kind() != LLVMTypeKind::LLVMX86_FP80TypeKind)
}

fn narrowed(from: Type, to: Type) -> Option<String> {
    let ((from, _), (to, _)) = (format(from)?, format(to)?);
    Some(format!("bitreach.trunc.{from}.{to}"))
}
