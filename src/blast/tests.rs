//! Every operation at many widths: the circuit against the reference, by simulation, and its clauses by a SAT solver.

use super::{Aig, AigLit, Blaster, CnfBuilder};
use crate::bv::testing::{all_operations, samples, AnyOp, Random, WIDTHS};
use crate::bv::{BitVec, SymbolId, TermPool};
use bitreach_formula::{Lit, Polarity, Var};
use bitreach_sat::{Answer, CadicalFactory, SolverFactory};

/// An operation as a circuit over fresh operands.
struct Circuit {
    blaster: Blaster,
    operands: Vec<Vec<AigLit>>,
    result: Vec<AigLit>,
}

fn circuit(op: AnyOp, width: u32) -> Circuit {
    let mut pool = TermPool::new();
    let symbols: Vec<SymbolId> = (0..op.arity()).map(|_| pool.new_symbol("x", width)).collect();
    let terms: Vec<_> = symbols.iter().map(|&symbol| pool.symbol(symbol)).collect();
    let term = op.build(&mut pool, &terms);
    let mut blaster = Blaster::new();
    let operands = symbols.iter().map(|&symbol| blaster.symbol_bits(&pool, symbol)).collect();
    let result = blaster.blast(&pool, term);
    Circuit { blaster, operands, result }
}

/// The operands' bits in the order in which their inputs were made.
fn input_bits(operands: &[BitVec]) -> Vec<bool> {
    operands.iter().flat_map(|value| (0..value.width()).map(|bit| value.get(bit))).collect()
}

fn word(bits: impl DoubleEndedIterator<Item = bool>, width: usize) -> BitVec {
    BitVec::new(width as u32, bits.rev().fold(0, |word, bit| word << 1 | bit as u128))
}

#[test]
fn circuits_compute_what_the_reference_says() {
    let mut random = Random(1);
    for op in all_operations() {
        for width in WIDTHS.into_iter().filter(|&width| op.is_defined_at(width)) {
            let circuit = circuit(op, width);
            for operands in samples(&mut random, width, op.arity()) {
                let values = circuit.blaster.aig.simulate(&input_bits(&operands));
                let bits = circuit.result.iter().map(|edge| values[edge.node()] != edge.is_complemented());
                let found = word(bits, circuit.result.len());
                assert_eq!(found, op.apply(&operands), "{op:?} at width {width} of {operands:?}");
            }
        }
    }
}

#[test]
fn clauses_say_what_the_circuit_computes() {
    let mut random = Random(2);
    for op in all_operations() {
        for width in [1, 2, 3, 5, 8, 16, 33].into_iter().filter(|&width| op.is_defined_at(width)) {
            let circuit = circuit(op, width);
            let inputs: Vec<AigLit> = circuit.operands.iter().flatten().copied().collect();
            let mut builder = CnfBuilder::new(&circuit.blaster.aig, &circuit.result, inputs.len());
            for (index, &input) in inputs.iter().enumerate() {
                builder.set_input(input, Var::new(index));
            }
            let result: Vec<Option<Lit>> = circuit.result.iter().map(|&edge| builder.lit(edge)).collect();
            let mut solver = CadicalFactory.create();
            builder.cnf.iter().for_each(|clause| solver.add_clause(clause));
            for operands in samples(&mut random, width, op.arity()).into_iter().take(40) {
                let bits = input_bits(&operands);
                let assumptions: Vec<Lit> =
                    bits.iter().enumerate().map(|(var, &bit)| Var::new(var).lit(Polarity::of_value(bit))).collect();
                assert_eq!(solver.solve(&assumptions).unwrap(), Answer::Sat, "{op:?} at width {width} is not total");
                let value = |(edge, lit): (&AigLit, &Option<Lit>)| match lit {
                    Some(lit) => solver.value(*lit),
                    None => *edge == AigLit::TRUE,
                };
                let found = word(circuit.result.iter().zip(&result).map(value), result.len());
                assert_eq!(found, op.apply(&operands), "{op:?} at width {width} of {operands:?}");
            }
        }
    }
}

/// Each gate is determined by the inputs: no second model differs in any variable.
#[test]
fn gates_are_determined_by_inputs() {
    for op in all_operations() {
        let width = 8;
        let circuit = circuit(op, width);
        let inputs: Vec<AigLit> = circuit.operands.iter().flatten().copied().collect();
        let mut builder = CnfBuilder::new(&circuit.blaster.aig, &circuit.result, inputs.len());
        for (index, &input) in inputs.iter().enumerate() {
            builder.set_input(input, Var::new(index));
        }
        for &edge in &circuit.result {
            let _ = builder.lit(edge);
        }
        let count = builder.variables();
        let mut solver = CadicalFactory.create();
        // Two copies over the same inputs, of which one gate differs.
        let copy = |lit: Lit| if lit.var().index() < inputs.len() { lit } else { lit.shifted(count) };
        let mut some_differs = Vec::new();
        for clause in builder.cnf.iter() {
            solver.add_clause(clause);
            solver.add_clause(&clause.iter().map(|&lit| copy(lit)).collect::<Vec<_>>());
        }
        for gate in inputs.len()..count {
            let (one, two) = (Var::new(gate).positive(), copy(Var::new(gate).positive()));
            let differs = Var::new(2 * count + gate).positive();
            solver.add_clause(&[!differs, one, two]);
            solver.add_clause(&[!differs, !one, !two]);
            some_differs.push(differs);
        }
        solver.add_clause(&some_differs);
        assert_eq!(solver.solve(&[]).unwrap(), Answer::Unsat, "{op:?}");
    }
}

/// Random graphs over few inputs: rewriting does not change what an edge means.
#[test]
fn rewriting_keeps_the_meaning() {
    let mut random = Random(3);
    for _ in 0..300 {
        let mut aig = Aig::new();
        let mut edges: Vec<AigLit> = (0..4).map(|_| aig.input()).collect();
        // The truth table of each edge over the 16 valuations of the inputs.
        let mut tables: Vec<u16> = vec![0xaaaa, 0xcccc, 0xf0f0, 0xff00];
        for _ in 0..60 {
            let mut pick = || {
                let index = random.below(edges.len());
                let flip = random.below(2) == 1;
                (if flip { !edges[index] } else { edges[index] }, if flip { !tables[index] } else { tables[index] })
            };
            let ((a, table_a), (b, table_b), (c, table_c)) = (pick(), pick(), pick());
            let (edge, table) = match random.below(4) {
                0 => (aig.xor(a, b), table_a ^ table_b),
                1 => (aig.ite(a, b, c), table_a & table_b | !table_a & table_c),
                _ => (aig.and(a, b), table_a & table_b),
            };
            edges.push(edge);
            tables.push(table);
        }
        for valuation in 0..16 {
            let inputs: Vec<bool> = (0..4).map(|input| valuation >> input & 1 == 1).collect();
            let values = aig.simulate(&inputs);
            for (edge, table) in edges.iter().zip(&tables) {
                assert_eq!(values[edge.node()] != edge.is_complemented(), table >> valuation & 1 == 1);
            }
        }
    }
}
