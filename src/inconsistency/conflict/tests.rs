use super::*;
use crate::bv::testing::RandomBits;
use crate::inconsistency::cover::cover;
use crate::inconsistency::cover::tests::body_of;
use crate::inconsistency::coverage::Method;
use crate::inconsistency::effort::Effort;
use crate::program::interpret::{Event, Interpreter, Outcome};
use crate::program::testing::{random_straight_program, Random};
use crate::program::{Block, InputId, InputKind, InputRequest, InputSite, Operand, Reading, Terminator, ValueId};
use crate::read::function::{Location, LocationKind};

/// A random function without loops.
fn body(seed: u64) -> Body {
    body_of(random_straight_program(seed, 4 + seed as usize % 30))
}

fn covered(body: &Body, method: Method) -> Coverage {
    let graph = Graph::new(body);
    let coverage = cover(body, &graph, method, &Effort::new(true), &Limits::default());
    coverage.unwrap_or_else(|error| panic!("{error}\n{}", body.program))
}

#[test]
fn both_ways_report_the_same() {
    let mut counts = [0; 2];
    for seed in 1..500 {
        let body = body(seed);
        assert!(applies(&body.program), "seed {seed}");
        let (by_ic3, by_conflicts) = (covered(&body, Method::Ic3), covered(&body, Method::Conflict));
        assert_eq!(by_ic3.status, by_conflicts.status, "seed {seed}\n{}", body.program);
        let alive = Graph::new(&body).alive;
        for (status, _) in by_conflicts.status.iter().zip(alive).filter(|(_, alive)| *alive) {
            match status {
                Status::Covered => counts[0] += 1,
                Status::Inconsistent => counts[1] += 1,
                status => panic!("seed {seed}: {status:?}"),
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 300), "{counts:?}");
}

/// What no method says may disagree with what programs do.
#[test]
fn what_executions_pass_is_covered() {
    let mut returned = 0;
    for seed in 1..300 {
        let body = body(seed);
        let status = covered(&body, Method::Conflict).status;
        let mut random = Random::new(seed ^ 0x77);
        for _ in 0..50 {
            let mut blocks = vec![false; body.program.blocks.len()];
            let mut inputs = |request: InputRequest| random.bits(request.width);
            let outcome = Interpreter::new(&body.program).run(&mut inputs, 1000, |event| {
                if let Event::Block(block) = event {
                    blocks[block.0] = true;
                }
            });
            if !matches!(outcome, Outcome::Exit(Exit::Ok)) {
                continue;
            }
            returned += 1;
            for (location, status) in body.locations.iter().zip(&status) {
                assert!(!blocks[location.block.0] || *status == Status::Covered, "seed {seed}: {location:?}");
            }
        }
    }
    assert!(returned > 5000, "{returned}");
}

/// `if (x) { count free choices; if (!x) here; }`: 2^count paths lead to `here`, and none of them is feasible.
fn choices(count: usize) -> Body {
    let mut program = Program::default();
    program.map.inputs =
        vec![InputSite { kind: InputKind::Undefined, width: 1, reading: Reading::Unsigned, origin: None }];
    let end = 3 * count + 3;
    let mut add = |condition: Option<usize>, [then, otherwise]: [usize; 2]| {
        let result = ValueId(program.widths.len());
        program.widths.push(1);
        program.names.push("choice".to_owned());
        let operation = Operation::Input(InputId(0));
        let condition = Operand::Value(condition.map_or(result, ValueId));
        program.blocks.push(Block {
            name: String::new(),
            phis: Vec::new(),
            instructions: vec![Instruction::Define { result, operation, origin: None }],
            terminator: match then == otherwise {
                true => Terminator::Jump(BlockId(then)),
                false => Terminator::Branch { condition, then: BlockId(then), otherwise: BlockId(otherwise) },
            },
            origin: None,
        });
    };
    add(None, [1, end]);
    for choice in 0..count {
        let first = 3 * choice + 1;
        add(None, [first + 1, first + 2]);
        add(None, [first + 3; 2]);
        add(None, [first + 3; 2]);
    }
    add(Some(0), [end, end - 1]);
    add(None, [end; 2]);
    add(None, [end; 2]);
    program.blocks[end].terminator = Terminator::Exit(Exit::Ok);
    let location = |block| Location { block: BlockId(block), kind: LocationKind::Block, origin: None };
    Body {
        locations: (0..end).map(location).collect(),
        program,
        may_stop: Vec::new(),
        preconditions: Default::default(),
        reads: Default::default(),
        whole: None,
    }
}

/// A core that names two edges excludes all the paths that have both.
#[test]
fn a_conflict_excludes_many_paths() {
    let body = choices(120);
    body.program.validate().unwrap_or_else(|fault| panic!("{fault}"));
    let coverage = covered(&body, Method::Conflict);
    let inconsistent: Vec<usize> = coverage.with(Status::Inconsistent).collect();
    assert_eq!(inconsistent, [body.locations.len() - 1]);
    assert!(coverage.queries < 1000, "{}", coverage.queries);
    assert_eq!(covered(&body, Method::Auto).queries, coverage.queries, "it has many branches");
    assert_eq!(covered(&body, Method::Ic3).status, coverage.status);
}

#[test]
fn cores_are_minimal_and_wrong_ones_are_refused() {
    let body = choices(3);
    let net = Net::new(&body.program);
    let formula = Formula::new(&body.program, &net);
    let limits = Limits::default();
    let mut search = Search::new(&body.program, &net, &formula, &limits);
    let last = body.locations.len() - 1;
    assert!(matches!(search.feasible_path(last, FEW), Ok(Found::None)));
    let (edge_in, edge_out) = (net.into[1][0], net.into[last][0]);
    assert_eq!(search.ways.learnt.iter().map(|(_, core)| core.clone()).collect::<Vec<_>>(), [[edge_in, edge_out]]);
    let mut checker = Checker::new(&formula, &search.ways, &limits);
    assert!(matches!(checker.no_way(last), Err(QueryError::Proof(_))), "nothing is learnt");
    assert!(matches!(checker.core(&net, 0, &[edge_in]), Err(QueryError::Proof(_))));
    assert!(matches!(checker.core(&net, 0, &[edge_in, edge_out]), Ok(true)));
    assert!(matches!(checker.no_way(last), Ok(true)));
}

/// All of the paths of a net, counted by its solver, are paths: they begin at the entry, hang together and return.
#[test]
fn paths_are_paths() {
    let mut paths = 0;
    for seed in 1..200 {
        let body = body(seed);
        let net = Net::new(&body.program);
        let mut ways = Ways::new(&net, solve::solver(SatName::Cadical, &Limits::default()));
        let mut expected = vec![0usize; body.program.blocks.len()];
        expected[0] = usize::from(net.blocks.contains(&0));
        net.edges.iter().for_each(|&(from, to)| expected[to] += expected[from]);
        let ends = net.blocks.iter().filter(|&&block| net.out_of[block].is_empty());
        let expected: usize = ends.map(|&block| expected[block]).sum();
        if expected == 0 || expected > 200 {
            continue;
        }
        let mut found = 0;
        while let Ok(Way::Path(path)) = ways.through(0) {
            let mut at = 0;
            for &edge in &path {
                assert_eq!(net.edges[edge].0, at, "seed {seed}");
                at = net.edges[edge].1;
            }
            assert!(matches!(body.program.blocks[at].terminator, Terminator::Exit(Exit::Ok)), "seed {seed}");
            found += 1;
            ways.learn(path);
        }
        assert_eq!(found, expected, "seed {seed}");
        paths += found;
    }
    assert!(paths > 1000, "{paths}");
}
