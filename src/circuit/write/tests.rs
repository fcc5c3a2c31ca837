use super::*;
use crate::circuit::{aiger, Circuit};
use bitreach_formula::testing::{for_all, Random};

#[test]
fn numbers_take_seven_bits_a_byte() {
    for value in [0, 1, 127, 128, 16_383, 16_384, u32::MAX] {
        let mut bytes = Vec::new();
        number(value, &mut bytes).expect("memory can be written");
        assert_eq!(bytes.len(), (32 - value.leading_zeros()).div_ceil(7).max(1) as usize);
        assert_eq!(bytes.iter().rev().fold(0, |sum, byte| sum << 7 | u32::from(byte & 0x7f)), value);
    }
}

/// A random graph: at most three inputs, four latches of all kinds of first values, some gates, constraints or none.
fn any_graph(random: &mut Random) -> Aiger {
    let mut aig = Aig::new();
    let inputs: Vec<_> = (0..random.below(4)).map(|at| (format!("i{at}"), aig.input())).collect();
    let now: Vec<AigLit> = (0..1 + random.below(4)).map(|_| aig.input()).collect();
    let mut edges: Vec<AigLit> = inputs.iter().map(|(_, input)| *input).chain(now.iter().copied()).collect();
    edges.push(AigLit::TRUE);
    let any =
        |edges: &[AigLit], random: &mut Random| edges[random.below(edges.len())].complemented(random.below(2) == 0);
    for _ in 0..random.below(12) {
        let (a, b) = (any(&edges, random), any(&edges, random));
        edges.push(aig.and(a, b));
    }
    let latches = now.iter().enumerate().map(|(at, &now)| LatchOf {
        name: format!("l{at}"),
        now,
        next: any(&edges, random),
        reset: [Some(false), Some(true), None][random.below(3)],
    });
    let latches = latches.collect();
    let constraints: Vec<AigLit> = (0..random.below(3)).map(|_| any(&edges, random)).collect();
    let bad = any(&edges, random);
    Aiger::new(&aig, inputs, latches, (bad, "bad"), &constraints)
}

fn read_back(graph: &Aiger) -> Circuit {
    let [text, binary] = [Form::Ascii, Form::Binary].map(|form| {
        let mut bytes = Vec::new();
        graph.write(form, &mut bytes).expect("memory can be written");
        aiger::read(&bytes).expect("what is written is read")
    });
    assert_eq!((&text.bad, &text.constraints), (&binary.bad, &binary.constraints), "both forms say the same");
    text
}

/// Whether a bad state can be reached in each number of steps, by all executions.
fn reached(circuit: &Circuit) -> Vec<bool> {
    let (latches, inputs) = (circuit.states.len(), circuit.inputs.len());
    let bit = |number: usize, at: usize| number >> at & 1 == 1;
    let first = |state: &usize| {
        circuit.states.iter().enumerate().all(|(at, latch)| {
            latch.initial.as_ref().is_none_or(|initial| (initial[0] == AigLit::TRUE) == bit(*state, at))
        })
    };
    let mut states: Vec<usize> = (0..1 << latches).filter(first).collect();
    let mut found = Vec::new();
    for _ in 0..6 {
        let (mut next, mut is_bad) = (Vec::new(), false);
        for &state in &states {
            for input in 0..1 << inputs {
                // Inputs are made before latches.
                let leaves: Vec<bool> =
                    (0..inputs).map(|at| bit(input, at)).chain((0..latches).map(|at| bit(state, at))).collect();
                let values = circuit.aig.simulate(&leaves);
                let value = |edge: &AigLit| values[edge.node()] != edge.is_complemented();
                if circuit.constraints.iter().all(value) {
                    is_bad |= circuit.bad.iter().any(value);
                    let bits = circuit.states.iter().flat_map(|latch| latch.next.iter().flatten()).map(value);
                    next.push(bits.enumerate().fold(0, |sum, (at, bit)| sum | usize::from(bit) << at));
                }
            }
        }
        found.push(is_bad);
        next.sort_unstable();
        next.dedup();
        states = next;
    }
    found
}

#[test]
fn version_1_asks_the_same() {
    let mut reaching = 0;
    for_all(500, any_graph, |graph| {
        let (circuit, old) = (read_back(&graph), read_back(&graph.version_1()));
        assert!(old.constraints.is_empty(), "1.0 has none");
        assert!(
            old.states.iter().all(|latch| latch.initial == Some(vec![AigLit::FALSE])),
            "all latches are 0 at first"
        );
        let found = reached(&circuit);
        assert_eq!(found, reached(&old), "{graph:?}");
        reaching += usize::from(found.iter().any(|&bad| bad) && !found.iter().all(|&bad| bad));
    });
    assert!(reaching > 50, "only {reaching} graphs are bad in some steps");
}
