//! Modules as text, read and run.

mod operations;

use super::*;
use crate::bv::BitVec;
use crate::program::{
    CheckKind, Declared, Event, Exit, InputKind, InputRequest, InputSite, Interpreter, Origin, OriginId, Outcome,
    Reading, Role, Site, Variable,
};
use crate::read::bounds::Bounds;

/// A map with two inputs of each of these widths (rows 2i and 2i + 1), ten sites, four variables and three origins.
fn map(widths: &[u32]) -> SourceMap {
    let input =
        |&width: &u32| InputSite { kind: InputKind::Undefined, width, reading: Reading::Unsigned, origin: None };
    let site = Site { kind: CheckKind::ReachError, detail: String::new(), origin: None };
    let variable = |name: usize| Variable {
        name: format!("v{name}").into(),
        function: None,
        type_name: "int".into(),
        width: 32,
        reading: Reading::Signed,
        is_pointer: false,
        declared: Declared::default(),
        role: Role::default(),
    };
    let origin = |line| Origin { file: "a.c".into(), line, column: 1, function: "main".into(), inlined_at: None };
    SourceMap {
        origins: (1..4).map(origin).collect(),
        variables: (0..4).map(variable).collect(),
        inputs: widths.iter().flat_map(|width| [input(width), input(width)]).collect(),
        sites: vec![site; 10],
        ..SourceMap::default()
    }
}

/// Reads a module, and checks that the program is valid, before and after it is simplified.
fn program(text: &str, map: SourceMap) -> Program {
    let module = llvm_ir::Module::from_ir_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let program = read_module(&module, map, &[], Bounds::DEFAULT).unwrap();
    program.validate().unwrap_or_else(|fault| panic!("{fault}\n{program}"));
    let mut simple = program.clone();
    simple.simplify();
    simple.validate().unwrap_or_else(|fault| panic!("{fault}\n{simple}"));
    program
}

/// What a run ends with, and the values it assigns. Inputs of kind "undefined" that the reader added give `open`.
fn run(program: &Program, values: &[u128], open: u128) -> (Outcome, Vec<u128>) {
    let mut simple = program.clone();
    simple.simplify();
    let [plain, simple] = [program, &simple].map(|program| {
        let mut rest = values.iter();
        let rows = program.map.inputs.len();
        let mut inputs = |request: InputRequest| {
            assert!(request.input.0 < rows);
            let next = if program.names[request.value.0] == "undefined" { Some(&open) } else { rest.next() };
            BitVec::new(request.width, *next.expect("no more inputs are read than given"))
        };
        let execution = Interpreter::new(program).record(&mut inputs, 1000);
        let assigned = execution.events.iter().filter_map(|event| match event {
            Event::Assign { bits, .. } => Some(bits.unsigned()),
            _ => None,
        });
        (execution.outcome, assigned.collect::<Vec<u128>>())
    });
    assert_eq!(plain, simple, "{program}");
    plain
}

#[test]
fn loop_with_phis_that_swap() {
    let text = "
        define i32 @main() {
        entry:
          %n = call i32 @__bitreach_nondet_i32(i32 0)
          br label %head
        head:
          %a = phi i32 [ 0, %entry ], [ %b, %body ]
          %b = phi i32 [ 1, %entry ], [ %a, %body ]
          %i = phi i32 [ 0, %entry ], [ %next, %body ]
          %c = icmp ult i32 %i, %n
          br i1 %c, label %body, label %done
        body:
          %next = add i32 %i, 1
          br label %head
        done:
          call void @__bitreach_assign_i32(i32 %a, i32 0)
          call void @__bitreach_assign_i32(i32 %b, i32 1)
          %e = icmp eq i32 %a, 1
          br i1 %e, label %bad, label %good
        bad:
          call void @__bitreach_error(i32 7)
          unreachable
        good:
          call void @__bitreach_stop()
          unreachable
        }
        declare i32 @__bitreach_nondet_i32(i32)
        declare void @__bitreach_assign_i32(i32, i32)
        declare void @__bitreach_error(i32)
        declare void @__bitreach_stop()";
    let program = program(text, map(&[32]));
    assert_eq!(run(&program, &[4], 0), (Outcome::Exit(Exit::Ok), vec![0, 1]));
    assert_eq!(run(&program, &[7], 0), (Outcome::Exit(Exit::Error(crate::program::SiteId(7))), vec![1, 0]));
    let mut endless = |request: InputRequest| BitVec::new(request.width, u128::MAX);
    assert_eq!(Interpreter::new(&program).run(&mut endless, 100, |_| {}), Outcome::StepLimit);
}

#[test]
fn switch_constants_and_aggregates() {
    let text = "
        define i32 @main() {
        entry:
          %n = call i64 @__bitreach_nondet_i64(i32 0)
          switch i64 %n, label %other [ i64 -1, label %one
                                        i64 4, label %one
                                        i64 5, label %join ]
        one:
          br label %join
        other:
          br label %join
        join:
          %p = phi { i64, i1 } [ { i64 3, i1 true }, %one ], [ zeroinitializer, %other ], [ { i64 9, i1 false }, %entry ]
          %q = insertvalue { i64, i1 } %p, i1 true, 1
          %v = extractvalue { i64, i1 } %q, 0
          call void @__bitreach_assign_i64(i64 %v, i32 0)
          %w = call i128 @__bitreach_const_i128(i64 5, i64 7)
          %d = call i128 @__bitreach_const_i128(i64 64, i64 0)
          %h = lshr i128 %w, %d
          %t = trunc i128 %h to i64
          call void @__bitreach_assign_i64(i64 %t, i32 1)
          ret i32 0
        }
        declare i64 @__bitreach_nondet_i64(i32)
        declare void @__bitreach_assign_i64(i64, i32)
        declare i128 @__bitreach_const_i128(i64, i64)";
    let program = program(text, map(&[64]));
    for (n, expected) in [(u64::MAX, 3), (4, 3), (5, 9), (6, 0)] {
        assert_eq!(run(&program, &[n.into()], 0), (Outcome::Exit(Exit::Ok), vec![expected, 7]));
    }
}

#[test]
fn merged_markers_stay_apart() {
    let text = "
        define i32 @main() {
        entry:
          %n = call i32 @__bitreach_nondet_i32(i32 0)
          %c = icmp slt i32 %n, 0
          %row = select i1 %c, i32 0, i32 1
          %m = call i32 @__bitreach_nondet_i32(i32 %row)
          %row8 = zext i1 %c to i32
          %o = call i32 @__bitreach_nondet_i32(i32 %row8)
          switch i32 %m, label %three [ i32 1, label %one
                                        i32 2, label %bad ]
        one:
          br label %bad
        three:
          br label %bad
        bad:
          %site = phi i32 [ 2, %entry ], [ 5, %one ], [ 9, %three ]
          call void @__bitreach_error(i32 %site)
          unreachable
        }
        declare i32 @__bitreach_nondet_i32(i32)
        declare void @__bitreach_error(i32)";
    let program = program(text, map(&[32]));
    let error = |site| Outcome::Exit(Exit::Error(crate::program::SiteId(site)));
    for (n, m, site) in [(0, 1, 5), (0, 2, 2), (u32::MAX, 3, 9)] {
        assert_eq!(run(&program, &[n.into(), m, 0], 0).0, error(site));
        let mut values = [n.into(), m, 0].into_iter();
        let mut inputs = |request: InputRequest| BitVec::new(request.width, values.next().unwrap());
        let execution = Interpreter::new(&program).record(&mut inputs, 100);
        let rows = execution.events.iter().filter_map(|event| match event {
            Event::Input { input, .. } => Some(input.0),
            _ => None,
        });
        let negative = n == u32::MAX;
        assert_eq!(rows.collect::<Vec<_>>(), [0, usize::from(!negative), usize::from(negative)]);
    }
}

/// The reasons that the reader added, of a program whose entry is `body` and that exits right there.
fn reasons(body: &str, declarations: &str) -> Vec<String> {
    let text = format!("define i32 @main(i32 %argc, ptr %argv) {{\n{body}\nret i32 0\n}}\n{declarations}");
    let program = program(&text, map(&[32, 64]));
    let (outcome, _) = run(&program, &[7, 8, 9], 3);
    let reasons: Vec<String> = program.map.unmodelled.iter().map(|row| row.reason.clone()).collect();
    assert_eq!(matches!(outcome, Outcome::Exit(Exit::Unmodelled(_))), !reasons.is_empty(), "{program}");
    // Where it cannot be reached, it is not read.
    let guarded = format!(
        "define i32 @main(i32 %argc, ptr %argv) {{
         br i1 false, label %skipped, label %end
         skipped:
         {body}
         br label %end
         end:
         ret i32 0
         }}
         {declarations}"
    );
    let guarded = self::program(&guarded, map(&[32, 64]));
    assert_eq!(guarded.map.unmodelled, [], "{guarded}");
    reasons
}

#[test]
fn what_is_not_modelled_has_a_reason() {
    let memory = "access to memory through a pointer of unknown origin";
    let table = [
        ("%v = load i32, ptr %argv", "", memory),
        ("%x = alloca i32\nstore i32 3, ptr %x", "", memory),
        ("%x = alloca i32\n%c = icmp eq ptr %x, null", "", "comparison of a pointer of unknown origin"),
        ("%c = ptrtoint ptr %argv to i64\n%d = mul i64 %c, 3", "", "number that depends on the address of an object"),
        ("%d = sitofp i32 %argc to ppc_fp128\n%i = fptosi ppc_fp128 %d to i32", "", "floating-point operation `fptosi`"),
        ("%d = sitofp i32 %argc to ppc_fp128\n%i = fcmp ogt ppc_fp128 %d, %d", "", "floating-point operation `fcmp`"),
        ("call void @f(i32 3)", "declare void @f(i32)", "call of `f`, which has no body"),
        ("call void @f(i32 3)", "define void @f(i32 %x) {\ncall void @g()\nret void\n}\ndefine void @g() {\ncall void @f(i32 1)\nret void\n}", "recursive call of `f`"),
        ("call void @f(i32 3)", "define void @f(i32 %x) {\nret void\n}", "call of `f`, which was not inlined"),
        ("call void %argv(i32 3)", "", "call through a pointer"),
        ("call void asm sideeffect \"nop\", \"\"()", "", "inline assembly"),
        ("%a = zext i32 %argc to i128\n%b = add i128 %a, 1267650600228229401496703205376", "", "integer constant of 128 bits"),
        ("%a = zext i32 %argc to i200\n%b = trunc i200 %a to i8", "", "integer of 200 bits, where at most 128 are supported"),
        ("%a = add i32 %argc, undef", "", "computation with an undefined value"),
        ("%a = add i64 ptrtoint (ptr @g to i64), 1", "@g = global i32 0", "number that depends on the address of an object"),
        ("%v = bitcast i32 %argc to <4 x i8>\n%e = extractelement <4 x i8> %v, i32 0", "", "vector operation `extractelement`"),
        ("%v = atomicrmw add ptr %argv, i32 1 seq_cst", "", "atomic access to memory"),
        ("call void @llvm.trap()", "declare void @llvm.trap()", "intrinsic `llvm.trap`"),
        ("%c = icmp eq i32 %argc, 8\ncall void @llvm.assume(i1 %c)", "declare void @llvm.assume(i1)", "undefined behaviour: an assumption made for the optimiser is false"),
        ("call void @__bitreach_unknown()", "declare void @__bitreach_unknown()", "call of `__bitreach_unknown`, which has no body"),
        ("call void @__bitreach_error(i32 10)", "declare void @__bitreach_error(i32)", "marker of an unknown row"),
    ];
    for (body, declarations, reason) in table {
        assert_eq!(reasons(body, declarations), [reason], "{body}");
    }
    assert_eq!(
        reasons("br label %a\nb:\nunreachable\na:\nbr label %b\nc:", ""),
        ["undefined behaviour: unreachable code is reached"]
    );
}

#[test]
fn what_has_no_effect_is_passed_over() {
    let table = [
        ("%x = alloca i32\n%y = getelementptr i32, ptr %x, i32 1\n%z = select i1 true, ptr %x, ptr %y", ""),
        ("%d = sitofp i32 %argc to double\n%e = fdiv double %d, 0.0\n%f = call double @llvm.fabs.f64(double %e)", ""),
        ("%a = zext i32 %argc to i200\n%b = add i200 %a, %a", ""),
        ("%x = alloca i32\ncall void @llvm.lifetime.start.p0(i64 4, ptr %x)", "declare void @llvm.lifetime.start.p0(i64, ptr)"),
        ("call void @llvm.donothing()", "declare void @llvm.donothing()"),
        ("call void @llvm.assume(i1 true) [ \"align\"(ptr %argv, i64 8) ]", "declare void @llvm.assume(i1)"),
        ("%a = insertvalue { i32, i32 } poison, i32 %argc, 0\n%b = extractvalue { i32, i32 } %a, 0\n%c = add i32 %b, 1", ""),
        ("%a = freeze i32 poison\n%b = add i32 %a, %a", ""),
    ];
    for (body, declarations) in table {
        let declarations = format!("{declarations}\ndeclare double @llvm.fabs.f64(double)");
        assert_eq!(reasons(body, &declarations), [] as [&str; 0], "{body}");
    }
}

#[test]
fn undefined_operands_of_phis_are_inputs_and_addresses_cut_the_edge() {
    let text = "
        @g = global i32 0
        define i32 @main() {
        entry:
          %n = call i32 @__bitreach_nondet_i32(i32 0)
          switch i32 %n, label %a [ i32 1, label %b
                                    i32 2, label %join ]
        a:
          br label %join
        b:
          br label %join
        join:
          %p = phi i32 [ undef, %a ], [ ptrtoint (ptr @g to i32), %b ], [ 17, %entry ]
          %q = phi i32 [ 1, %a ], [ 2, %b ], [ 3, %entry ]
          call void @__bitreach_assign_i32(i32 %p, i32 0)
          call void @__bitreach_assign_i32(i32 %q, i32 0)
          ret i32 0
        }
        declare i32 @__bitreach_nondet_i32(i32)
        declare void @__bitreach_assign_i32(i32, i32)";
    let program = program(text, map(&[32]));
    assert_eq!(run(&program, &[2], 99), (Outcome::Exit(Exit::Ok), vec![17, 3]));
    assert_eq!(run(&program, &[0], 99), (Outcome::Exit(Exit::Ok), vec![99, 1]));
    assert_eq!(run(&program, &[1], 99).0, Outcome::Exit(Exit::Unmodelled(crate::program::UnmodelledId(0))));
    assert_eq!(program.map.unmodelled[0].reason, "number that depends on the address of an object");
}

#[test]
fn masked_shifts_and_constant_divisors_need_no_guard() {
    let text = "
        define i32 @main() {
          %n = call i32 @__bitreach_nondet_i32(i32 0)
          %m = and i32 %n, 31
          %s = shl i32 1, %m
          %d = udiv i32 %s, 3
          %r = srem i32 %d, 10
          %c = icmp eq i32 %r, 5
          br i1 %c, label %bad, label %good
        bad:
          call void @__bitreach_error(i32 0)
          unreachable
        good:
          ret i32 0
        }
        declare i32 @__bitreach_nondet_i32(i32)
        declare void @__bitreach_error(i32)";
    let program = program(text, map(&[32]));
    assert_eq!(program.blocks.len(), 3, "{program}");
    assert_eq!(program.map.inputs.len(), 2, "{program}");
    assert_eq!(run(&program, &[4], 0).0, Outcome::Exit(Exit::Error(crate::program::SiteId(0))));
}

#[test]
fn debug_lines_name_origins() {
    let text = "
        define i32 @main() !dbg !3 {
          %n = call i32 @__bitreach_nondet_i32(i32 0), !dbg !5
          %m = add i32 %n, 1, !dbg !6
          ret i32 %m, !dbg !7
        }
        declare i32 @__bitreach_nondet_i32(i32)
        !llvm.dbg.cu = !{!0}
        !llvm.module.flags = !{!2}
        !0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
        !1 = !DIFile(filename: \"a.c\", directory: \"/\")
        !2 = !{i32 2, !\"Debug Info Version\", i32 3}
        !3 = distinct !DISubprogram(name: \"main\", file: !1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
        !4 = !DISubroutineType(types: !{})
        !5 = !DILocation(line: 2, scope: !3)
        !6 = !DILocation(line: 0, scope: !3)
        !7 = !DILocation(line: 3, scope: !3)";
    let program = program(text, map(&[32]));
    let mut inputs = |request: InputRequest| BitVec::new(request.width, 1);
    let execution = Interpreter::new(&program).record(&mut inputs, 10);
    let lines = execution.events.iter().filter_map(|event| match event {
        Event::Line(origin) => Some(*origin),
        _ => None,
    });
    assert_eq!(lines.collect::<Vec<_>>(), [OriginId(1), OriginId(2)]);
    assert!(program.to_string().contains("; a.c:2"), "{program}");
}

#[test]
fn bitcode_goes_through_a_file_and_damage_is_an_error() {
    assert!(matches!(read(b"no bitcode", SourceMap::default(), &[], Bounds::DEFAULT), Err(ReadError::Module(_))));
    assert!(matches!(
        read(b"BC\xc0\xde damaged", SourceMap::default(), &[], Bounds::DEFAULT),
        Err(ReadError::Module(_))
    ));
    let module = llvm_ir::Module::from_ir_str("declare i32 @main()").unwrap();
    assert!(matches!(read_module(&module, SourceMap::default(), &[], Bounds::DEFAULT), Err(ReadError::NoMain)));
}
