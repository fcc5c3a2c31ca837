//! Predicates: terms of width 1 over the states that a proof may want to speak of, mined from a transition system.
//!
//! An IC3 engine learns clauses over state bits, and `x <= y` or `s == 2 * i` has no short clause over bits. Given such a
//! term as one more variable, the engine speaks of it in one literal (implicit predicate abstraction: Cimatti, Griggio, Mover,
//! Tonetta: *IC3 modulo theories via implicit predicate abstraction*, TACAS 2014, here with the bits still there). A
//! predicate adds a definition and nothing else, so a useless one costs time and no more.
//!
//! * [`atoms`]: the comparisons over states that the system itself makes;
//! * [`kept`]: the comparisons over inputs, of the states that keep these: what a program looks at when it reads a number;
//! * [`pairs`]: order and equality of two words of equal width;
//! * [`substituted`]: a comparison with a word replaced by one that it is compared with, or by its neighbours: what holds of
//!   a bound at the end of a loop often holds of the counter before (Gries: *The Science of Programming*, 1981, §16);
//! * [`carries`]: whether a sum or a difference of two words wraps, with and without sign;
//! * [`affine`](mod@super::affine): linear equations that hold in simulated runs.

use crate::bv::{BitVec, CoreOp, OverflowOp, Predicate, SymbolId, Term, TermId, TermPool};
use crate::ts::{affine, Input, State, TransitionSystem};
use rustc_hash::{FxHashMap, FxHashSet};

/// How many predicates are given at most.
const MOST: usize = 64;
/// Up to so many words of one width, all pairs of them are compared; above, only those that the system compares.
const FEW: usize = 4;
/// Cones of more terms than this are no predicates: their circuits would outweigh the system's.
const LARGEST: usize = 64;

/// Gives the system the predicates that are found in it; says how many there are.
pub fn mine(system: &mut TransitionSystem) -> usize {
    let words: Vec<SymbolId> = system.words();
    let roots: Vec<TermId> = system.states.iter().map(|state| state.next).collect();
    let equations = affine::equations(system, &words);
    let pool = &mut system.pool;
    let atoms = atoms(pool, &roots, &words);
    // What has a first value is an object's size, or what a cell holds: not what a counter is compared with.
    let free: Vec<SymbolId> =
        system.states.iter().filter(|state| state.initial.is_none()).map(|state| state.symbol).collect();
    let compared = compared(pool, &atoms, &free);
    let kept = kept(pool, &system.states, &system.inputs, &words);
    let mut terms: Vec<TermId> = atoms.iter().chain(&kept).copied().filter(|&atom| !tells_a_word(pool, atom)).collect();
    terms.extend(equations.into_iter().filter(|&equation| !tells_a_word(pool, equation)));
    terms.extend(pairs(pool, &atoms, &free, &compared));
    let few = few(pool, &free);
    terms.extend(substituted(pool, &atoms, &compared, &few));
    terms.extend(carries(pool, &roots, &words));
    let mut seen: FxHashSet<TermId> = system.predicates.iter().map(|(_, term)| *term).collect();
    for term in terms {
        // A predicate and its complement are one.
        let term = if let Term::Not(inner) = pool.term(term) { inner } else { term };
        if system.predicates.len() < MOST && pool.as_constant(term).is_none() && seen.insert(term) {
            system.predicates.push((format!("predicate {}", system.predicates.len()), term));
        }
    }
    system.predicates.len()
}

/// The comparisons below the roots that speak of the words alone.
fn atoms(pool: &TermPool, roots: &[TermId], words: &[SymbolId]) -> Vec<TermId> {
    let cone = pool.cone(roots.iter().copied(), |_| false);
    let mut over_words: FxHashSet<TermId> = FxHashSet::default();
    let mut atoms = Vec::new();
    for id in cone {
        let term = pool.term(id);
        let holds = match term {
            Term::Symbol(symbol) => words.contains(&symbol),
            _ => term.operands().all(|operand| over_words.contains(&operand)),
        };
        if !holds {
            continue;
        }
        over_words.insert(id);
        let compares = match term {
            Term::Binary(op, ..) => op.is_predicate(),
            // A bit that is computed says something about the words that it is computed from.
            Term::Extract { of, .. } => pool.width(id) == 1 && !matches!(pool.term(of), Term::Symbol(_)),
            _ => false,
        };
        if compares && pool.cone([id], |_| false).len() <= LARGEST {
            atoms.push(id);
        }
    }
    atoms
}

/// The comparisons that speak of inputs which words keep, with these words in place of the inputs.
fn kept(pool: &mut TermPool, states: &[State], inputs: &[Input], words: &[SymbolId]) -> Vec<TermId> {
    let mut becomes: FxHashMap<SymbolId, TermId> = FxHashMap::default();
    for state in states.iter().filter(|state| words.contains(&state.symbol)) {
        let word = pool.symbol(state.symbol);
        let mut open = vec![state.next];
        // The choices that a next state is made of, without what is computed.
        while let Some(term) = open.pop() {
            match pool.term(term) {
                Term::Ite(_, then, otherwise) => open.extend([otherwise, then]),
                Term::Symbol(symbol) if inputs.iter().any(|input| input.symbol == symbol) => {
                    becomes.entry(symbol).or_insert(word);
                }
                _ => {}
            }
        }
    }
    let known: Vec<SymbolId> = words.iter().chain(becomes.keys()).copied().collect();
    let roots: Vec<TermId> = states.iter().map(|state| state.next).collect();
    let speak = |pool: &TermPool, atom: &TermId| words_of(pool, *atom).iter().any(|word| becomes.contains_key(word));
    let atoms: Vec<TermId> = atoms(pool, &roots, &known).into_iter().filter(|atom| speak(pool, atom)).collect();
    let becomes = becomes.into_iter().map(|(input, word)| (pool.symbol(input), word)).collect();
    pool.replaced(&atoms, &becomes)
}

/// Whether an atom says no more than which value one word has, for which bits are as good.
fn tells_a_word(pool: &TermPool, atom: TermId) -> bool {
    let simple = |id| matches!(pool.term(id), Term::Symbol(_) | Term::Constant(_));
    matches!(pool.term(atom), Term::Binary(CoreOp::Eq, a, b) if simple(a) && simple(b))
        && words_of(pool, atom).len() < 2
}

/// The words that a term depends on.
pub(super) fn words_of(pool: &TermPool, term: TermId) -> Vec<SymbolId> {
    let symbol = |id| if let Term::Symbol(symbol) = pool.term(id) { Some(symbol) } else { None };
    pool.cone([term], |_| false).into_iter().filter_map(symbol).collect()
}

/// Pairs of these words, of equal width, of which some comparison speaks and no other word.
fn compared(pool: &TermPool, atoms: &[TermId], words: &[SymbolId]) -> Vec<(SymbolId, SymbolId)> {
    let mut pairs = Vec::new();
    for &atom in atoms {
        if let [a, b] = words_of(pool, atom)[..] {
            let fits = pool.symbol_width(a) == pool.symbol_width(b) && [a, b].iter().all(|word| words.contains(word));
            if fits && !pairs.contains(&(a, b)) {
                pairs.push((a, b));
            }
        }
    }
    pairs
}

/// All pairs of words of equal width, where there are few of them.
fn few(pool: &TermPool, words: &[SymbolId]) -> Vec<(SymbolId, SymbolId)> {
    let mut pairs = Vec::new();
    for (at, &a) in words.iter().enumerate() {
        let width = pool.symbol_width(a);
        if width > 1 && words.iter().filter(|&&word| pool.symbol_width(word) == width).count() <= FEW {
            pairs.extend(words[at + 1..].iter().filter(|&&b| pool.symbol_width(b) == width).map(|&b| (a, b)));
        }
    }
    pairs
}

/// Order, as the system compares, and equality of pairs of words.
fn pairs(pool: &mut TermPool, atoms: &[TermId], words: &[SymbolId], compared: &[(SymbolId, SymbolId)]) -> Vec<TermId> {
    let orders = |pool: &TermPool, wanted| {
        atoms.iter().any(|&atom| matches!(pool.term(atom), Term::Binary(op, ..) if op == wanted))
    };
    let signed = orders(pool, CoreOp::Slt);
    let unsigned = orders(pool, CoreOp::Ult) || !signed;
    let mut chosen = compared.to_vec();
    chosen.extend(few(pool, words));
    let mut terms = Vec::new();
    for (a, b) in chosen {
        let (a, b) = (pool.symbol(a), pool.symbol(b));
        terms.push(pool.compare(Predicate::Eq, a, b));
        for (predicate, _) in [(Predicate::Slt, signed), (Predicate::Ult, unsigned)].iter().filter(|(_, used)| *used) {
            terms.push(pool.compare(*predicate, a, b));
            terms.push(pool.compare(*predicate, b, a));
        }
    }
    terms
}

/// The comparisons with one word replaced by another: by one that it is compared with, and by the neighbours of that; in
/// those that compute something, by any of few.
fn substituted(
    pool: &mut TermPool,
    atoms: &[TermId],
    compared: &[(SymbolId, SymbolId)],
    few: &[(SymbolId, SymbolId)],
) -> Vec<TermId> {
    let mut terms = Vec::new();
    for &atom in atoms {
        let words = words_of(pool, atom);
        let simple = |&id: &TermId| matches!(pool.term(id), Term::Symbol(_) | Term::Constant(_));
        let computes = !pool.term(atom).operands().all(|operand| simple(&operand));
        if multiplies(pool, atom) {
            continue;
        }
        let others: Vec<_> = few.iter().filter(|pair| computes && !compared.contains(pair)).collect();
        for (&(a, b), near) in
            compared.iter().map(|pair| (pair, true)).chain(others.into_iter().map(|pair| (pair, false)))
        {
            for (from, to) in [(a, b), (b, a)] {
                if !words.contains(&from) || words.contains(&to) {
                    continue;
                }
                let to = pool.symbol(to);
                let one = BitVec::new(pool.width(to), 1);
                let one = pool.constant(one);
                let (above, below) = (pool.core(CoreOp::Add, to, one), pool.core(CoreOp::Sub, to, one));
                for by in [to, below, above].into_iter().take(if near { 3 } else { 1 }) {
                    terms.extend(substituted_all(pool, &[atom], from, by));
                }
            }
        }
    }
    terms
}

/// Whether words are multiplied with each other below a term: each variant of it is a large circuit.
fn multiplies(pool: &TermPool, term: TermId) -> bool {
    pool.cone([term], |_| false).into_iter().any(|id| {
        matches!(pool.term(id), Term::Binary(CoreOp::Mul, a, b) if pool.as_constant(a).or(pool.as_constant(b)).is_none())
    })
}

/// Whether the sums and differences of words that the system computes wrap: what an adder's last carry says, and for signed words its
/// last two. With a constant for one side that says no more than a comparison.
fn carries(pool: &mut TermPool, roots: &[TermId], words: &[SymbolId]) -> Vec<TermId> {
    let word = |pool: &TermPool, id| matches!(pool.term(id), Term::Symbol(symbol) if words.contains(&symbol));
    let mut terms = Vec::new();
    for id in pool.cone(roots.iter().copied(), |_| false) {
        let (a, b, ops) = match pool.term(id) {
            Term::Binary(CoreOp::Add, a, b) => (a, b, [OverflowOp::UAdd, OverflowOp::SAdd]),
            Term::Binary(CoreOp::Sub, a, b) => (a, b, [OverflowOp::USub, OverflowOp::SSub]),
            _ => continue,
        };
        if word(pool, a) && word(pool, b) {
            terms.extend(ops.map(|op| pool.overflow(op, a, b)));
        }
    }
    terms
}

/// The terms with a word replaced by another term of its width.
fn substituted_all(pool: &mut TermPool, terms: &[TermId], word: SymbolId, by: TermId) -> Vec<TermId> {
    let word = pool.symbol(word);
    pool.replaced(terms, &FxHashMap::from_iter([(word, by)]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bv::Evaluator;
    use crate::dimspec::emit;
    use crate::program::testing::program_of;
    use crate::ts::{large_block, Goal};
    use bitreach_dimspec::SymbolKind;

    #[test]
    fn substitution_replaces_one_word_and_no_other() {
        let mut pool = TermPool::new();
        let (x, y) = (pool.new_symbol("x", 8), pool.new_symbol("y", 8));
        let (a, b) = (pool.symbol(x), pool.symbol(y));
        let sum = pool.core(CoreOp::Add, a, b);
        let term = pool.compare(Predicate::Ult, sum, a);
        let new = substituted_all(&mut pool, &[term], x, sum)[0];
        for (x_value, y_value) in [(0u8, 0u8), (3, 255), (200, 100), (7, 9)] {
            let value = |symbol| BitVec::new(8, if symbol == x { x_value } else { y_value } as u128);
            let replaced = x_value.wrapping_add(y_value);
            let expected = replaced.wrapping_add(y_value) < replaced;
            assert_eq!(Evaluator::new(&pool, value).value(new), BitVec::bit(expected));
        }
    }

    /// `n = input` behind `input > 100`: the comparison of `n`, and none where the input is only counted in.
    #[test]
    fn comparisons_of_inputs_are_said_of_the_words_that_keep_them() {
        let mut pool = TermPool::new();
        let [n, sum, input] = ["n", "sum", "input"].map(|name| pool.new_symbol(name, 8));
        let [word, total, given] = [n, sum, input].map(|symbol| pool.symbol(symbol));
        let most = pool.constant(BitVec::new(8, 100));
        let above = pool.core(CoreOp::Ult, most, given);
        let next = pool.ite(above, word, given);
        let state = |name: &str, symbol, next| State { name: name.to_owned(), symbol, width: 8, initial: None, next };
        let inputs = [Input { name: "input".to_owned(), symbol: input, width: 8 }];
        let found = kept(&mut pool, &[state("n", n, next)], &inputs, &[n]);
        assert_eq!(found, [pool.core(CoreOp::Ult, most, word)]);
        let more = pool.core(CoreOp::Add, total, given);
        let next = pool.ite(above, total, more);
        assert_eq!(kept(&mut pool, &[state("sum", sum, next)], &inputs, &[sum]), []);
    }

    /// Of all values of two bytes that are added and subtracted, one predicate each says whether that wraps, with and without sign.
    #[test]
    fn sums_and_differences_that_wrap_are_mined() {
        let mut pool = TermPool::new();
        let (x, y, z) = (pool.new_symbol("x", 8), pool.new_symbol("y", 8), pool.new_symbol("z", 8));
        let (a, b) = (pool.symbol(x), pool.symbol(y));
        let (sum, difference) = (pool.core(CoreOp::Add, a, b), pool.core(CoreOp::Sub, a, b));
        let found = carries(&mut pool, &[sum, difference], &[x, y, z]);
        assert_eq!(found.len(), 4);
        let wraps = |a: u8, b: u8| {
            let (p, q) = (a as i8, b as i8);
            [a.checked_add(b).is_none(), p.checked_add(q).is_none(), a < b, p.checked_sub(q).is_none()]
        };
        for (a, b) in (0..=255).flat_map(|a| (0..=255).map(move |b| (a, b))) {
            let value = |symbol| BitVec::new(8, if symbol == x { a } else { b } as u128);
            let mut evaluator = Evaluator::new(&pool, value);
            let said: Vec<BitVec> = found.iter().map(|&term| evaluator.value(term)).collect();
            assert_eq!(said, wraps(a, b).map(BitVec::bit), "{a} {b}");
        }
        let one = pool.constant(BitVec::new(8, 1));
        let next = pool.core(CoreOp::Add, a, one);
        assert!(carries(&mut pool, &[next], &[x, y, z]).is_empty(), "a comparison with a constant says the same");
    }

    /// The definitions that predicates bring are satisfied by every state, in exactly one way: so they change no answer.
    #[test]
    fn definitions_are_total_and_functional() {
        use bitreach_formula::testing::{for_all, with_seed, Random};
        use bitreach_formula::Cnf;
        use bitreach_sat::{Answer, CadicalFactory, SolverFactory};
        let mut seen = 0;
        for_all(12, with_seed(program_of(6)), |(program, seed)| {
            let mut system = large_block::encode(&program).system;
            let before = emit(&system, Goal::Error).problem;
            mine(&mut system);
            let after = emit(&system, Goal::Error).problem;
            let states = system.state_bits();
            assert!(after.universal.iter().zip(before.universal.iter()).all(|(a, b)| a == b), "the rest is as before");
            let definitions: Cnf = after.universal.iter().skip(before.universal.len()).collect();
            let mut random = Random::new(seed);
            for _ in 0..8 {
                let mut solver = CadicalFactory.create();
                definitions.iter().for_each(|clause| solver.add_clause(clause));
                let word: Vec<_> = (0..states)
                    .map(|bit| bitreach_formula::Var::new(bit).positive())
                    .map(|lit| if random.number() % 2 == 0 { lit } else { !lit })
                    .collect();
                assert_eq!(solver.solve(&word).unwrap(), Answer::Sat);
                for var in after.symbols.of_kind(SymbolKind::Predicate) {
                    seen += 1;
                    let lit = if solver.value(var.positive()) { !var.positive() } else { var.positive() };
                    let mut other = word.clone();
                    other.push(lit);
                    assert_eq!(solver.solve(&other).unwrap(), Answer::Unsat, "{var}");
                    assert_eq!(solver.solve(&word).unwrap(), Answer::Sat);
                }
            }
        });
        assert!(seen >= 100, "{seen} predicates");
    }
}
