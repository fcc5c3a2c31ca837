//! Every operation at many widths: the circuit against the reference, by simulation, and its clauses by a SAT solver.

use super::{Aig, AigLit, Blaster, CnfBuilder};
use crate::bv::testing::{all_operations, constant_masks, samples, AnyOp, RandomBits, RandomTerms, WIDTHS};
use crate::bv::{BitVec, CoreOp, SymbolId, TermId, TermPool};
use bitreach_formula::testing::{for_all, Random};
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
    let mut random = Random::new(1);
    for op in all_operations() {
        for width in WIDTHS.into_iter().filter(|&width| op.is_defined_at(width)) {
            let circuit = circuit(op, width);
            for operands in samples(&mut random, width, op.arity()) {
                let values = circuit.blaster.aig.simulate(&input_bits(&operands));
                let found = word_value(&values, &circuit.result);
                assert_eq!(found, op.apply(&operands), "{op:?} at width {width} of {operands:?}");
            }
        }
    }
}

/// The value of a word where the graph's nodes have the given values.
fn word_value(values: &[bool], edges: &[AigLit]) -> BitVec {
    word(edges.iter().map(|edge| values[edge.node()] != edge.is_complemented()), edges.len())
}

/// Constant operands take other ways through multipliers, dividers and comparators, and through rewriting.
#[test]
fn circuits_of_constants_compute_what_the_reference_says() {
    let mut random = Random::new(4);
    for op in all_operations() {
        for width in WIDTHS.into_iter().filter(|&width| op.is_defined_at(width)) {
            for mask in constant_masks(op.arity()).skip(1) {
                for _ in 0..if width <= 8 { 40 } else { 6 } {
                    let constants: Vec<BitVec> = (0..op.arity()).map(|_| random.corner(width)).collect();
                    let mut pool = TermPool::new();
                    let is_constant = |i: usize| mask >> i & 1 == 1;
                    let symbols: Vec<SymbolId> = (0..op.arity()).map(|_| pool.new_symbol("x", width)).collect();
                    let terms: Vec<TermId> = (0..op.arity())
                        .map(|i| if is_constant(i) { pool.constant(constants[i]) } else { pool.symbol(symbols[i]) })
                        .collect();
                    let term = op.build(&mut pool, &terms);
                    let mut blaster = Blaster::new();
                    symbols.iter().for_each(|&symbol| drop(blaster.symbol_bits(&pool, symbol)));
                    let result = blaster.blast(&pool, term);
                    for _ in 0..4 {
                        let operands: Vec<BitVec> = (0..op.arity())
                            .map(|i| if is_constant(i) { constants[i] } else { random.corner(width) })
                            .collect();
                        let values = blaster.aig.simulate(&input_bits(&operands));
                        assert_eq!(
                            word_value(&values, &result),
                            op.apply(&operands),
                            "{op:?} of {operands:?}, {mask:b}"
                        );
                    }
                }
            }
        }
    }
}

/// Core operators on words whose upper bits are zero or signs, as C's promotions make them. Dividers and multipliers
/// treat those on their own; the divisor may still be zero.
#[test]
fn circuits_of_extended_words_compute_what_the_reference_says() {
    let mut random = Random::new(5);
    for op in CoreOp::ALL {
        for (narrow, width) in
            [(1, 2), (1, 5), (2, 3), (2, 5), (3, 4), (3, 6), (8, 32), (16, 64), (32, 128), (127, 128)]
        {
            for shape in 0..9 {
                let mut pool = TermPool::new();
                let widths = [shape % 3, shape / 3].map(|how| if how == 0 { width } else { narrow });
                let symbols = widths.map(|width| pool.new_symbol("x", width));
                let extend = |value: BitVec, how| match how {
                    2 => value.sign_extend(width),
                    _ => value.zero_extend(width),
                };
                let [a, b] = [(symbols[0], shape % 3), (symbols[1], shape / 3)].map(|(symbol, how)| {
                    let term = pool.symbol(symbol);
                    if how == 2 {
                        pool.sign_extend(term, width)
                    } else {
                        pool.zero_extend(term, width)
                    }
                });
                let term = pool.core(op, a, b);
                let mut blaster = Blaster::new();
                symbols.iter().for_each(|&symbol| drop(blaster.symbol_bits(&pool, symbol)));
                let result = blaster.blast(&pool, term);
                for _ in 0..if width <= 6 { 200 } else { 12 } {
                    let operands = [random.corner(widths[0]), random.corner(widths[1])];
                    let expected = op.apply(extend(operands[0], shape % 3), extend(operands[1], shape / 3));
                    let values = blaster.aig.simulate(&input_bits(&operands));
                    assert_eq!(word_value(&values, &result), expected, "{op:?} at {width} of {operands:?}, {shape}");
                }
            }
        }
    }
}

/// Random terms: their circuits and the clauses that define those, in one problem.
#[test]
fn random_terms_compute_what_the_reference_says() {
    let any = |random: &mut Random| RandomTerms::any(random, &[1, 2, 3, 5, 8, 16], 160);
    for_all(60, any, |random| {
        let mut blaster = Blaster::new();
        let inputs: Vec<AigLit> =
            random.pool.symbols().flat_map(|symbol| blaster.symbol_bits(&random.pool, symbol)).collect();
        let words: Vec<Vec<AigLit>> = random.terms.iter().map(|(term, _)| blaster.blast(&random.pool, *term)).collect();
        let roots: Vec<AigLit> = words.iter().flatten().copied().collect();
        let mut builder = CnfBuilder::new(&blaster.aig, &roots, inputs.len());
        inputs.iter().enumerate().for_each(|(index, &input)| builder.set_input(input, Var::new(index)));
        let lits: Vec<Option<Lit>> = roots.iter().map(|&edge| builder.lit(edge)).collect();
        for clause in builder.cnf.iter() {
            let mut vars: Vec<Var> = clause.iter().map(|lit| lit.var()).collect();
            vars.sort_unstable();
            vars.dedup();
            assert_eq!(vars.len(), clause.len(), "a variable twice in {clause:?}");
        }
        let mut solver = CadicalFactory.create();
        builder.cnf.iter().for_each(|clause| solver.add_clause(clause));
        for (e, environment) in random.environments.iter().enumerate() {
            let bits = input_bits(environment);
            let values = blaster.aig.simulate(&bits);
            for ((_, expected), edges) in random.terms.iter().zip(&words) {
                assert_eq!(word_value(&values, edges), expected[e]);
            }
            if e >= 4 {
                continue;
            }
            let assumptions: Vec<Lit> =
                bits.iter().enumerate().map(|(var, &bit)| Var::new(var).lit(Polarity::of_value(bit))).collect();
            assert_eq!(solver.solve(&assumptions).unwrap(), Answer::Sat);
            for (edge, lit) in roots.iter().zip(&lits) {
                let found = lit.map_or(*edge == AigLit::TRUE, |lit| solver.value(lit));
                assert_eq!(found, values[edge.node()] != edge.is_complemented());
            }
        }
    });
}

/// A word and what is derived from it share their gates: a sum and its overflow, a product and its overflow, a
/// difference and a comparison, a quotient and a remainder.
#[test]
fn related_circuits_share_their_gates() {
    use crate::bv::BinaryOp::{Add, Mul, Sub, UDiv, URem};
    use crate::bv::{OverflowOp, Predicate};
    let pairs = [
        (AnyOp::Binary(Add), AnyOp::Overflow(OverflowOp::UAdd), 4),
        (AnyOp::Binary(Add), AnyOp::Overflow(OverflowOp::SAdd), 10),
        (AnyOp::Binary(Sub), AnyOp::Compare(Predicate::Ult), 4),
        (AnyOp::Binary(UDiv), AnyOp::Binary(URem), 0),
        (AnyOp::Binary(Mul), AnyOp::Overflow(OverflowOp::UMul), 500),
        (AnyOp::Binary(Mul), AnyOp::Overflow(OverflowOp::SMul), 800),
    ];
    for (first, second, more) in pairs {
        let mut pool = TermPool::new();
        let symbols = [pool.new_symbol("x", 32), pool.new_symbol("y", 32)];
        let terms = symbols.map(|symbol| pool.symbol(symbol));
        let (first_term, second_term) = (first.build(&mut pool, &terms), second.build(&mut pool, &terms));
        let mut blaster = Blaster::new();
        blaster.blast(&pool, first_term);
        let before = blaster.aig.gates();
        blaster.blast(&pool, second_term);
        let added = blaster.aig.gates() - before;
        assert!(added <= more, "{second:?} takes {added} gates after {first:?}");
    }
}

#[test]
fn clauses_say_what_the_circuit_computes() {
    let mut random = Random::new(2);
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
        let width = if op.is_defined_at(5) { 5 } else { 8 };
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
    let mut random = Random::new(3);
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
