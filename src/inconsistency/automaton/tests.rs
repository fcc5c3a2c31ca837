use super::facts::Expression;
use super::*;
use crate::bv::{BinaryOp, BitVec, Predicate};
use crate::inconsistency::query::{Ending, Found, Query};
use crate::program::testing::random_program;
use crate::program::{
    Assignment, Block, CheckKind, Declared, InputId, InputKind, InputSite, Operand, Origin, OriginId, Phi, Reading,
    Role, Site, Unmodelled, ValueId, Variable, VariableId,
};

const WIDTH: u32 = 32;

fn number(value: u128) -> Operand {
    Operand::Constant(BitVec::new(WIDTH, value))
}

fn variable(name: &str, width: u32) -> Variable {
    Variable {
        name: name.into(),
        function: None,
        type_name: "int".into(),
        width,
        reading: Reading::Signed,
        is_pointer: false,
        declared: Declared::default(),
        role: Role::default(),
    }
}

fn holds_value(variable: usize, value: Operand) -> Instruction {
    Instruction::Assign(Assignment { variable: VariableId(variable), value, origin: None })
}

/// `for (i = 0; i < n; i += 2)` in line 1, and in line 2 `if (i == 7)`, whose way out where it holds is block 5.
fn stepping() -> Program {
    let mut program = Program::default();
    let origin = |line| Origin { file: "a.c".into(), line, column: 1, function: "f".into(), inlined_at: None };
    program.map.origins = vec![origin(1), origin(2)];
    program.map.inputs =
        vec![InputSite { kind: InputKind::Undefined, width: WIDTH, reading: Reading::Signed, origin: None }];
    program.map.variables = vec![variable("n", WIDTH), variable("i", WIDTH)];
    program.widths = vec![WIDTH, WIDTH, 1, 1, WIDTH];
    program.names = ["n", "i", "less", "equal", "next"].map(str::to_owned).to_vec();
    let value = |value| Operand::Value(ValueId(value));
    let define = |result, operation, line: usize| Instruction::Define {
        result: ValueId(result),
        operation,
        origin: Some(OriginId(line - 1)),
    };
    let mut block = |phis: Vec<Phi>, instructions, terminator, line: usize| {
        let origin = Some(OriginId(line - 1));
        program.blocks.push(Block { name: String::new(), phis, instructions, terminator, origin });
    };
    let start = vec![define(0, Operation::Input(InputId(0)), 1), holds_value(0, value(0))];
    block(Vec::new(), start, Terminator::Jump(BlockId(1)), 1);
    let phi = Phi { result: ValueId(1), incoming: vec![(BlockId(0), number(0)), (BlockId(3), value(4))] };
    let less = define(2, Operation::Compare(Predicate::Slt, value(1), value(0)), 1);
    let round = Terminator::Branch { condition: value(2), then: BlockId(2), otherwise: BlockId(4) };
    block(vec![phi], vec![holds_value(1, value(1)), less], round, 1);
    let equal = define(3, Operation::Compare(Predicate::Eq, value(1), number(7)), 2);
    let test = Terminator::Branch { condition: value(3), then: BlockId(5), otherwise: BlockId(3) };
    block(Vec::new(), vec![equal], test, 2);
    let next = define(4, Operation::Binary(BinaryOp::Add, value(1), number(2)), 1);
    block(Vec::new(), vec![next, holds_value(1, value(4))], Terminator::Jump(BlockId(1)), 1);
    block(Vec::new(), Vec::new(), Terminator::Exit(Exit::Ok), 2);
    block(Vec::new(), Vec::new(), Terminator::Jump(BlockId(4)), 2);
    program.validate().unwrap_or_else(|fault| panic!("{fault}"));
    program
}

fn both_lines() -> FxHashSet<Line> {
    FxHashSet::from_iter([("a.c".into(), 1), ("a.c".into(), 2)])
}

fn found(program: &Program, location: BlockId, lines: &FxHashSet<Line>) -> Option<Vec<Station>> {
    let product = Product::new(program, location);
    let places = Places::new(&product, None, lines);
    stations(&product, &places, &Limits::default()).expect("no solver fails")
}

#[test]
fn a_loop_is_explained_by_what_holds_in_each_round() {
    let program = stepping();
    let limits = Limits::default();
    let told = facts_between(&program, BlockId(5), Some(BlockId(2)), &both_lines(), &limits).expect("no solver fails");
    let texts: Vec<(u32, bool, bool, String)> =
        told.iter().map(|told| (told.line.1, told.behind, told.each_round, told.facts.join(", "))).collect();
    let fact = "i % 2 == 0".to_owned();
    assert_eq!(texts, [(2, false, false, fact.clone()), (1, true, true, fact)]);
}

#[test]
fn tampered_automata_are_rejected() {
    let program = stepping();
    let product = Product::new(&program, BlockId(5));
    let stations = found(&program, BlockId(5), &both_lines()).expect("there are facts");
    let is_accepted = |stations: &[Station]| {
        let answers = [SatName::Varisat, SatName::Cadical]
            .map(|sat| holds(&product, stations, sat, &Limits::default()).expect("no solver fails"));
        assert_eq!(answers[0], answers[1]);
        answers[0] == Some(true)
    };
    assert!(is_accepted(&stations));
    let mut tampered = 0;
    for station in 0..stations.len() {
        for fact in 0..stations[station].facts.len() {
            // A fact that does not follow, one that follows and does not suffice, and none.
            let mut without = stations.clone();
            without[station].facts.remove(fact);
            assert!(!is_accepted(&without), "{station} {fact}");
            let mut wrong = stations.clone();
            wrong[station].facts[fact].predicate = Predicate::Ne;
            assert!(!is_accepted(&wrong), "{station} {fact}");
            let mut weak = stations.clone();
            let i = Expression::Variable(VariableId(1));
            let smallest = Expression::Constant(BitVec::signed_min(WIDTH));
            weak[station].facts[fact] = Fact { predicate: Predicate::Sle, left: smallest, right: i };
            assert!(!is_accepted(&weak), "{station} {fact}");
            tampered += 3;
        }
    }
    assert!(tampered >= 6, "{tampered}");
}

/// A corrected program has no automaton: its paths exist.
#[test]
fn what_is_possible_has_no_facts() {
    let mut program = stepping();
    program.blocks[1].phis[0].incoming[0].1 = number(1);
    assert!(found(&program, BlockId(5), &both_lines()).is_none());
}

/// A random program without memory, in which each word is held by a variable from the start of each block on.
fn random(seed: u64) -> Program {
    let mut program = random_program(seed, 3 + seed as usize % 6);
    program.objects.clear();
    program.map.sites.push(Site { kind: CheckKind::Assertion, detail: String::new(), origin: None });
    program.map.unmodelled.push(Unmodelled { reason: String::new(), origin: None });
    let width = program.map.inputs[0].width;
    program.map.variables = ["x", "y", "z"].map(|name| variable(name, width)).to_vec();
    for block in &mut program.blocks {
        block.instructions.retain(|instruction| matches!(instruction, Instruction::Define { .. }));
        for instruction in &mut block.instructions {
            if let Instruction::Define { result, operation: operation @ Operation::Load(..), .. } = instruction {
                let input = InputSite {
                    kind: InputKind::Undefined,
                    width: program.widths[result.0],
                    reading: Reading::Unsigned,
                    origin: None,
                };
                program.map.inputs.push(input);
                *operation = Operation::Input(InputId(program.map.inputs.len() - 1));
            }
        }
        let words = block.phis.iter().enumerate().take(3);
        let held = words.map(|(word, phi)| holds_value(word, Operand::Value(phi.result))).collect();
        let rest = std::mem::replace(&mut block.instructions, held);
        block.instructions.extend(rest);
    }
    program.validate().unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
    program
}

#[test]
fn random_programs_agree_with_ic3() {
    let (mut explained, mut loops, mut possible) = (0, 0, 0);
    for seed in 1..160 {
        let program = random(seed);
        for block in (0..program.blocks.len()).map(BlockId) {
            if matches!(program.blocks[block.0].terminator, Terminator::Exit(_)) {
                continue;
            }
            let mut query = Query::new(&program, &[block]);
            let answer = query.ask(Ending::Return, &[block], &Limits::default()).expect("no engine fails");
            let is_possible = matches!(answer, Found::Path(_));
            let product = Product::new(&program, block);
            if product.order.is_empty() {
                assert!(!is_possible, "seed {seed}: {block:?}");
                continue;
            }
            let stations = found(&program, block, &FxHashSet::default());
            let has_loops = product.order.iter().any(|&node| product.is_head[node]);
            assert!(!is_possible || stations.is_none(), "seed {seed}: {block:?} can be passed\n{program}");
            // Without loops no facts are needed.
            assert!(
                is_possible || has_loops || stations.is_some(),
                "seed {seed}: {block:?} cannot be passed\n{program}"
            );
            possible += usize::from(is_possible);
            explained += usize::from(stations.is_some());
            loops += usize::from(stations.is_some() && has_loops);
        }
    }
    assert!(possible > 20 && explained > 20 && loops > 10, "{possible} {explained} {loops}");
}
