use super::*;
use crate::bv::{BinaryOp, OverflowOp};
use crate::prepare::function::prepare_functions;
use crate::program::{Block, CheckKind, Exit, Instruction, Operand, Operation, Terminator};

fn functions(text: &str) -> Vec<Function> {
    let prepared = prepare_functions(text.as_bytes(), "test").expect("the module can be prepared");
    read(&prepared, true).expect("the module can be read")
}

fn body(text: &str) -> Body {
    let function = functions(text).into_iter().next().expect("there is a function");
    let body = function.body.expect("the function can be read");
    if let Err(fault) = body.program.validate() {
        panic!("{fault}\n{}", body.program);
    }
    body
}

#[test]
fn accesses_are_checked() {
    let body = body(
        "define i32 @f(ptr %p, i32 %i) {\n %a = alloca [4 x i32]\n %x = load i32, ptr %p\n %at = getelementptr [4 x i32], \
         ptr %a, i32 0, i32 %i\n store i32 %x, ptr %at\n %q = udiv i32 %x, %i\n ret i32 %q\n}\n",
    );
    let kinds: Vec<CheckKind> = body.program.map.sites.iter().map(|site| site.kind).collect();
    assert_eq!(kinds, [CheckKind::NullDereference, CheckKind::OutOfBounds, CheckKind::DivisionByZero]);
    assert_eq!(body.locations.len(), 1);
}

#[test]
fn each_way_out_of_a_branch_is_a_location() {
    let body = body(
        "define void @f(i32 %x) {\n switch i32 %x, label %d [ i32 1, label %a\n i32 2, label %a ]\na:\n br label %d\nd:\n \
         %y = phi i32 [ 0, %0 ], [ 1, %a ]\n %c = icmp eq i32 %y, 1\n br i1 %c, label %e, label %e\ne:\n ret void\n}\n",
    );
    let edges = body.locations.iter().filter(|location| matches!(location.kind, LocationKind::Edge { .. })).count();
    assert_eq!((edges, body.locations.len()), (5, 9));
}

#[test]
fn calls_that_do_not_come_back_end_the_path() {
    let body = body("declare void @abort()\ndefine void @f() {\n call void @abort()\n unreachable\n}\n");
    let exits = |exit: fn(&Exit) -> bool| {
        body.program
            .blocks
            .iter()
            .any(|block| matches!(&block.terminator, crate::program::Terminator::Exit(e) if exit(e)))
    };
    assert!(exits(|exit| matches!(exit, Exit::Unmodelled(_))) && !exits(|exit| matches!(exit, Exit::Ok)));
}

#[test]
fn what_cannot_be_analysed_is_named() {
    let text =
        "define void @f(i128 %x) {\n switch i128 %x, label %a [ i128 1, label %b ]\na:\n ret void\nb:\n ret void\n}\n";
    let reason = functions(text).remove(0).body.expect_err("it cannot be read");
    assert!(reason.contains("more than 64 bits"), "{reason}");
}

/// Behind a call that comes back twice nothing is known of registers, and each block may lead to the return.
#[test]
fn calls_that_come_back_twice_forget() {
    let text = "declare i32 @_setjmp(ptr)\ndeclare void @abort()\ndefine i32 @f(ptr %p, i32 %n) {\n %z = icmp eq i32 %n, 0\n br i1 %z, \
                label %a, label %b\na:\n %x = call i32 @_setjmp(ptr %p)\n %y = icmp eq i32 %n, 0\n br i1 %y, label %b, label \
                %c\nb:\n call void @abort()\n unreachable\nc:\n call void @abort()\n unreachable\n}\n";
    let program = body(text).program;
    let returns = program.blocks.iter().position(|block| matches!(block.terminator, Terminator::Exit(Exit::Ok)));
    let returns = BlockId(returns.expect("it may return"));
    let leads = |block: &Block| block.terminator.successors().contains(&returns);
    assert_eq!(program.blocks.iter().filter(|block| leads(block)).count(), 2, "{program}");
    // Both comparisons are of `%n`, and the second of what it may be then.
    let compared: Vec<Operand> = program
        .blocks
        .iter()
        .flat_map(|block| &block.instructions)
        .filter_map(|instruction| match instruction {
            Instruction::Define { operation: Operation::Compare(_, a, _), .. } => Some(*a),
            _ => None,
        })
        .collect();
    assert_eq!(compared.len(), 1, "{program}");
}

/// What variables hold comes from debug information, but not where a variable is only computed from the value.
#[test]
fn it_is_known_what_variables_hold() {
    let body = body(
        "define i32 @f(i32 %x, ptr %p) !dbg !4 {\n call void @llvm.dbg.value(metadata i32 %x, metadata !9, metadata \
         !DIExpression()), !dbg !11\n call void @llvm.dbg.value(metadata ptr %p, metadata !10, metadata !DIExpression()), \
         !dbg !11\n %y = add i32 %x, 1, !dbg !11\n call void @llvm.dbg.value(metadata i32 %y, metadata !9, metadata \
         !DIExpression(DW_OP_plus_uconst, 1, DW_OP_stack_value)), !dbg !11\n ret i32 %y, !dbg !11\n}\n\
         declare void @llvm.dbg.value(metadata, metadata, metadata)\n\
         !llvm.module.flags = !{!0}\n!llvm.dbg.cu = !{!1}\n!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n\
         !1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)\n\
         !2 = !DIFile(filename: \"a.c\", directory: \"/\")\n!3 = !DISubroutineType(types: !8)\n\
         !4 = distinct !DISubprogram(name: \"f\", scope: !2, file: !2, line: 1, type: !3, unit: !1, spFlags: \
         DISPFlagDefinition)\n!5 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
         !6 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !5, size: 64)\n\
         !7 = !DIDerivedType(tag: DW_TAG_typedef, name: \"link\", baseType: !6)\n!8 = !{}\n\
         !9 = !DILocalVariable(name: \"x\", arg: 1, scope: !4, file: !2, line: 1, type: !5)\n\
         !10 = !DILocalVariable(name: \"p\", arg: 2, scope: !4, file: !2, line: 1, type: !7)\n\
         !11 = !DILocation(line: 2, column: 3, scope: !4)\n",
    );
    let program = &body.program;
    let told = |instruction: &crate::program::Instruction| match instruction {
        crate::program::Instruction::Assign(assignment) => {
            let variable = &program.map.variables[assignment.variable.0];
            let width = program.operand_width(assignment.value);
            Some((variable.name.to_string(), variable.type_name.to_string(), variable.reading.is_signed(), width))
        }
        _ => None,
    };
    let told: Vec<_> = program.blocks.iter().flat_map(|block| block.instructions.iter().filter_map(told)).collect();
    let row = |name: &str, ty: &str, signed, width| (name.to_owned(), ty.to_owned(), signed, width);
    // One bit stands for what is not known.
    assert_eq!(told, [row("x", "int", true, 32), row("p", "int *", false, 64), row("x", "int", true, 1)]);
}

#[test]
fn intrinsics_are_computed() {
    let body = body(
        "declare i32 @llvm.smax.i32(i32, i32)\ndeclare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)\ndefine i1 @f(i32 %x) {\n \
         %a = call i32 @llvm.smax.i32(i32 %x, i32 7)\n %b = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 1)\n \
         %c = extractvalue { i32, i1 } %b, 1\n ret i1 %c\n}\n",
    );
    let instructions = body.program.blocks.iter().flat_map(|block| &block.instructions);
    let computed = instructions.filter(|instruction| match instruction {
        Instruction::Define { operation, .. } => {
            matches!(operation, Operation::Binary(BinaryOp::SMax, ..) | Operation::Overflow(OverflowOp::SAdd, ..))
        }
        _ => false,
    });
    assert_eq!(computed.count(), 2, "{}", body.program);
}

/// Sizes and places of types are LLVM's, and addresses are computed in bytes.
#[test]
fn addresses_are_computed_in_bytes() {
    let body = body(
        "define i32 @f(i64 %i) {\n %a = alloca [3 x { i8, i32, [2 x i16] }]\n %at = getelementptr [3 x { i8, i32, [2 x i16] }], \
         ptr %a, i64 0, i64 %i, i32 1\n store i32 1, ptr %at\n ret i32 0\n}\n",
    );
    let constants = body.program.blocks.iter().flat_map(|block| &block.instructions).filter_map(|i| match i {
        Instruction::Define { operation: Operation::Binary(op, _, Operand::Constant(by)), .. } => {
            Some((*op, by.unsigned()))
        }
        _ => None,
    });
    let constants: Vec<(BinaryOp, u128)> = constants.collect();
    assert!(constants.contains(&(BinaryOp::Mul, 12)) && constants.contains(&(BinaryOp::Add, 4)), "{}", body.program);
    assert_eq!(body.program.map.sites.len(), 1, "{}", body.program);
}

#[test]
fn constants_of_all_types_are_stored() {
    let body = body(
        "define double @f() {\n %d = alloca double\n %p = alloca ptr\n %w = alloca i128\n %i = alloca i1\n store double \
         0.0, ptr %d\n store ptr null, ptr %p\n store i128 0, ptr %w\n store i1 true, ptr %i\n %x = load double, ptr %d\n \
         ret double %x\n}\n",
    );
    assert_eq!(body.locations.len(), 1);
}

/// The checks that the calls in the last function make because of what the first asserts.
fn preconditions(callee: &str, arguments: &str) -> usize {
    let text = format!(
        "@t = external global i32\ndeclare void @__assert_fail(ptr, ptr, i32, ptr)\n{callee}\ndefine void @f(i32 %n, ptr %p, i64 %w) {{\n call void \
         @g({arguments})\n ret void\n}}\n"
    );
    let body = functions(&text).pop().expect("there are functions").body.expect("it can be read");
    if let Err(fault) = body.program.validate() {
        panic!("{fault}\n{}", body.program);
    }
    body.program.map.sites.iter().filter(|site| site.kind == CheckKind::Assertion).count()
}

#[test]
fn calls_check_what_the_callee_asserts() {
    let callee = |head: &str, before: &str| {
        format!(
            "define {head} {{\n {before}\n %c = icmp sgt i32 %a, 0\n br i1 %c, label %good, label %bad\nbad:\n call void \
             @__assert_fail(ptr null, ptr null, i32 0, ptr null)\n unreachable\ngood:\n ret void\n}}"
        )
    };
    let usual = "void @g(i32 %a)";
    assert_eq!(preconditions(&callee(usual, ""), "i32 %n"), 1);
    assert_eq!(preconditions(&callee(usual, ""), "i32 5"), 0, "it holds by constants");
    assert_eq!(preconditions(&callee(usual, "%l = alloca i32\n store i32 %a, ptr %l"), "i32 %n"), 1);
    assert_eq!(preconditions(&callee(usual, "store i32 1, ptr @t"), "i32 %n"), 1, "written before");
    assert_eq!(preconditions(&callee(usual, "call void @f(i32 1, ptr null, i64 0)"), "i32 %n"), 0, "called before");
    assert_eq!(preconditions(&callee("weak void @g(i32 %a)", ""), "i32 %n"), 0, "it may be another function");
    for arguments in ["", "i32 %n, i32 %n", "i64 %w", "ptr %p"] {
        assert_eq!(preconditions(&callee(usual, ""), arguments), 0, "called with `{arguments}`");
    }
    let pointer =
        "define void @g(ptr PASSED %a) {\n %c = icmp eq ptr %a, null\n br i1 %c, label %bad, label %good\nbad:\n \
                   call void @__assert_fail(ptr null, ptr null, i32 0, ptr null)\n unreachable\ngood:\n ret void\n}";
    assert_eq!(preconditions(&pointer.replace("PASSED", ""), "ptr %p"), 1);
    assert_eq!(preconditions(&pointer.replace("PASSED", "byval(i32)"), "ptr byval(i32) %p"), 0, "a copy");
}

/// How many addresses of objects are inputs, and which checks there are.
fn addresses(text: &str) -> (usize, Vec<CheckKind>) {
    let program = body(text).program;
    let is_size = |instruction: &&Instruction| {
        matches!(instruction, Instruction::Define { operation: Operation::Select(..), .. })
    };
    let entry = program.blocks[0].instructions.iter().filter(is_size).count();
    (entry, program.map.sites.iter().map(|site| site.kind).collect())
}

#[test]
fn addresses_are_inputs_where_they_matter() {
    let function = |values: &str, rest: &str| {
        format!(
            "define i32 @f(i1 %c, ptr %x) {{\n %a = alloca [4 x i32]\n %b = alloca [4 x i32]\n br label %l\nl:\n %p = phi ptr {values}, \
             [ %q, %l ]\n %q = getelementptr i32, ptr %p, i64 1\n {rest}\n br i1 %d, label %l, label %e\ne:\n ret i32 0\n}}\n"
        )
    };
    let end = "%y = getelementptr i32, ptr %a, i64 4\n %d = icmp ult ptr %q, %y";
    let store = format!("store i32 0, ptr %p\n {end}");
    // It walks over one object: nothing depends on where that lies, and it is known whether it stays inside.
    assert_eq!(addresses(&function("[ %a, %0 ]", &store)), (0, vec![CheckKind::OutOfBounds]));
    // From elsewhere, in another object, or from null, which a step leads to some address.
    assert_eq!(addresses(&function("[ %x, %0 ]", &store)), (1, vec![CheckKind::NullDereference]));
    assert_eq!(addresses(&function("[ %b, %0 ]", &store)), (0, vec![CheckKind::OutOfBounds]));
    assert_eq!(addresses(&function("[ null, %0 ]", &store)), (1, vec![CheckKind::NullDereference]));
    let either = format!("%s = select i1 %c, ptr %a, ptr %b\n store i32 0, ptr %s\n {}", "%d = icmp ult ptr %q, %s");
    assert_eq!(addresses(&function("[ %a, %0 ]", &either)).0, 2);
    assert_eq!(addresses(&function("[ %x, %0 ]", "%d = icmp ne ptr %q, null")).0, 0);
}

/// What number an address is, is not known; how far two are apart in one object is.
#[test]
fn distances_in_one_object_are_exact() {
    let differences = |values: &str| {
        let text = format!(
            "define i64 @f(i1 %c, ptr %x) {{\n %a = alloca [4 x i32]\n %b = alloca [4 x i32]\n br label %l\nl:\n %p = phi ptr {values}, [ %q, %l ]\n \
             %q = getelementptr i32, ptr %p, i64 1\n %n = ptrtoint ptr %p to i64\n %m = ptrtoint ptr %a to i64\n %d = sub i64 %n, %m\n br i1 %c, \
             label %l, label %e\ne:\n ret i64 %d\n}}\n"
        );
        let program = body(&text).program;
        let names = |operand: Operand| match operand {
            Operand::Value(value) => program.names[value.0].clone(),
            Operand::Constant(_) => "constant".to_owned(),
        };
        let subtracted =
            program.blocks.iter().flat_map(|block| &block.instructions).find_map(|instruction| match instruction {
                Instruction::Define { operation: Operation::Binary(crate::bv::BinaryOp::Sub, a, b), .. } => {
                    Some((names(*a), names(*b)))
                }
                _ => None,
            });
        subtracted.expect("they are subtracted")
    };
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(differences("[ %a, %0 ]"), pair("p", "constant"));
    assert_eq!(differences("[ %b, %0 ]"), pair("n", "m"));
    assert_eq!(differences("[ %x, %0 ]"), pair("p", "m"));
}

/// How many cells each object has, and what is done with them: loads and stores.
fn followed(head: &str, rest: &str) -> (Vec<usize>, usize, usize) {
    let text = format!(
        "declare void @keep(ptr)\ndeclare noalias ptr @malloc(i64)\ndefine i32 @f(i64 %i, i32 %x) {{\n {head}\n %p = \
         getelementptr i32, ptr %a, i64 %i\n store i32 %x, ptr %p\n {rest}\n %j = xor i64 %i, 1\n %q = \
         getelementptr i32, ptr %a, i64 %j\n %v = load i32, ptr %q\n ret i32 %v\n}}\n"
    );
    let program = body(&text).program;
    let instructions = || program.blocks.iter().flat_map(|block| &block.instructions);
    let loads = instructions().filter(|i| matches!(i, Instruction::Define { operation: Operation::Load(..), .. }));
    let stores = instructions().filter(|i| matches!(i, Instruction::Store(_)));
    (program.objects.iter().map(|object| object.cells.len()).collect(), loads.count(), stores.count())
}

#[test]
fn what_nobody_else_reaches_has_cells() {
    let local = "%a = alloca [20 x i32]";
    // It holds anything at first, in each cell.
    assert_eq!(followed(local, ""), (vec![20], 1, 21));
    assert_eq!(followed("%a = call ptr @malloc(i64 12)", ""), (vec![3], 1, 4));
    assert_eq!(followed(local, "call void @keep(ptr %p)"), (vec![], 0, 0));
    assert_eq!(followed(local, "store ptr %p, ptr %a"), (vec![], 0, 0));
    assert_eq!(followed("%a = alloca [300 x i32]", ""), (vec![0], 0, 0), "too many");
    assert_eq!(followed("%a = alloca i32, i64 %i", ""), (vec![], 0, 0), "of unknown size");
    let overlapping = "%r = getelementptr i8, ptr %a, i64 %i\n store i8 1, ptr %r";
    assert_eq!(followed(local, overlapping).1, 0, "accesses overlap");
}
