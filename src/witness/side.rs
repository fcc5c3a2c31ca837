//! Words of which something is known, in a solver: what a certificate says where control is, and which facts follow.

use crate::blast::circuits::{self, Word};
use crate::blast::{Aig, AigLit, CnfBuilder};
use crate::bv::BitVec;
use crate::program::BlockId;
use crate::solve::{solver, Answer, IncrementalSolver, Limits, SatName};
use crate::witness::facts::{Fact, Proof, Type};
use crate::witness::words::named;
use bitreach_formula::{Clause, Lit, Polarity, Var};
use std::collections::BTreeMap;

/// So many literals a clause may have to be told.
const MOST_LITERALS: usize = 6;

/// Words of which something is known, in a solver.
pub(super) struct Side {
    solver: Box<dyn IncrementalSolver>,
    /// The next variable that nothing uses.
    next: usize,
    /// What is assumed: where control is.
    here: Vec<Lit>,
    /// The bits of each variable, the least significant first, each of them positive.
    pub words: BTreeMap<String, Vec<Lit>>,
    types: BTreeMap<String, Type>,
}

impl Side {
    /// Words of which nothing is known.
    pub fn free(names: &[String], types: &BTreeMap<String, Type>, limits: &Limits) -> Side {
        let mut side = Side::new(0, types, limits);
        for name in names {
            let bits = (0..types[name].width).map(|_| side.fresh()).collect();
            side.words.insert(name.clone(), bits);
        }
        side
    }

    fn new(variables: usize, types: &BTreeMap<String, Type>, limits: &Limits) -> Side {
        let solver = solver(SatName::Cadical, limits);
        Side { solver, next: variables, here: Vec::new(), words: BTreeMap::new(), types: types.clone() }
    }

    /// What a certificate says at a loop head.
    pub fn at(proof: &Proof, head: BlockId, types: &BTreeMap<String, Type>, limits: &Limits) -> Option<Side> {
        let Proof { encoding, words, problem, .. } = proof;
        let mut side = Side::new(problem.variables, types, limits);
        problem.universal.iter().for_each(|clause| side.solver.add_clause(clause));
        let all = proof.clauses.iter().chain(proof.likely);
        all.for_each(|clause| side.solver.add_clause(clause));
        let code = encoding.codes.word(encoding.codes.of_block(head)?);
        let location = words.variables(encoding.location)?;
        let here = location.iter().enumerate();
        side.here = here.map(|(bit, var)| var.lit(Polarity::of_value(code.get(bit as u32)))).collect();
        for (name, symbol) in named(proof, head, types) {
            let bits = words.variables(symbol).filter(|bits| bits.len() == types[&name].width as usize);
            side.words.extend(bits.map(|bits| (name, bits.iter().map(|var| var.positive()).collect())));
        }
        Some(side)
    }

    fn fresh(&mut self) -> Lit {
        self.next += 1;
        Var::new(self.next - 1).positive()
    }

    pub fn is_possible(&mut self, more: &[Lit]) -> bool {
        let assumed: Vec<Lit> = self.here.iter().chain(more).copied().collect();
        matches!(self.solver.solve(&assumed), Ok(Answer::Sat))
    }

    /// Whether something is impossible here; what is not decided is not.
    fn is_impossible(&mut self, more: &[Lit]) -> bool {
        let assumed: Vec<Lit> = self.here.iter().chain(more).copied().collect();
        matches!(self.solver.solve(&assumed), Ok(Answer::Unsat))
    }

    /// Whether a fact holds whenever control is here.
    pub fn implies(&mut self, fact: &Fact) -> bool {
        self.literal(fact).is_some_and(|lit| self.is_impossible(&[!lit]))
    }

    /// From now on a fact holds.
    pub fn add(&mut self, fact: &Fact) {
        if let Some(lit) = self.literal(fact) {
            self.solver.add_clause(&[lit]);
        }
    }

    /// The smallest and the greatest value of a variable.
    pub fn range(&mut self, name: &str, is_signed: bool) -> Option<(BitVec, BitVec)> {
        let bits = self.words.get(name)?.clone();
        let mut end = |wants: bool| {
            let mut chosen = Vec::with_capacity(bits.len());
            let mut value = 0u128;
            for (index, &bit) in bits.iter().enumerate().rev() {
                let is_sign = is_signed && index + 1 == bits.len();
                let wanted = if wants != is_sign { bit } else { !bit };
                chosen.push(wanted);
                if self.is_impossible(&chosen) {
                    chosen.pop();
                    chosen.push(!wanted);
                }
                value |= u128::from(chosen.last() == Some(&bit)) << index;
            }
            BitVec::new(bits.len() as u32, value)
        };
        Some((end(false), end(true)))
    }

    /// The bits of a variable that have one value, as a mask, and these values.
    pub fn constant_bits(&mut self, name: &str) -> (u128, u128) {
        let bits = self.words.get(name).cloned().unwrap_or_default();
        if !self.is_possible(&[]) {
            return (0, 0);
        }
        let value: Vec<bool> = bits.iter().map(|bit| self.solver.value(*bit)).collect();
        let mut is_open = vec![true; bits.len()];
        let (mut mask, mut values) = (0, 0);
        for index in 0..bits.len() {
            if !is_open[index] {
                continue;
            }
            let other = if value[index] { !bits[index] } else { bits[index] };
            if self.is_impossible(&[other]) {
                mask |= 1 << index;
                values |= u128::from(value[index]) << index;
            } else if self.is_possible(&[other]) {
                for (later, &bit) in bits.iter().enumerate().skip(index) {
                    is_open[later] &= self.solver.value(bit) == value[later];
                }
            }
        }
        (mask, values)
    }

    /// A clause as a fact about variables, if it says something here and speaks of nothing else.
    pub fn told(&self, clause: &Clause) -> Option<Fact> {
        let mut bits = Vec::new();
        for lit in clause.iter().filter(|lit| !self.here.contains(&!**lit)) {
            let is_bit = |word: &(&String, &Vec<Lit>)| word.1.iter().any(|bit| bit.var() == lit.var());
            let (name, word) = self.words.iter().find(is_bit)?;
            let index = word.iter().position(|bit| bit.var() == lit.var())?;
            bits.push((name.clone(), index as u32, word[index] == *lit));
        }
        (!bits.is_empty() && bits.len() <= MOST_LITERALS).then_some(Fact::Any(bits))
    }

    /// A literal that says a fact; `None` if it is about variables that are not here.
    fn literal(&mut self, fact: &Fact) -> Option<Lit> {
        let mut aig = Aig::new();
        let mut inputs: BTreeMap<&str, Word> = BTreeMap::new();
        for name in fact.names() {
            let width = self.words.get(name)?.len();
            inputs.entry(name).or_insert_with(|| (0..width).map(|_| aig.input()).collect());
        }
        let said = says(&mut aig, fact, &inputs, &self.types)?;
        let mut builder = CnfBuilder::new(&aig, &[said], self.next);
        for (name, word) in &inputs {
            word.iter().zip(&self.words[*name]).for_each(|(input, bit)| builder.set_input(*input, bit.var()));
        }
        let lit = builder.lit(said);
        builder.cnf.iter().for_each(|clause| self.solver.add_clause(clause));
        self.next = builder.variables();
        Some(lit.unwrap_or_else(|| {
            let constant = self.fresh();
            self.solver.add_clause(&[if said == AigLit::TRUE { constant } else { !constant }]);
            constant
        }))
    }
}

/// A fact as a circuit over the bits of its variables.
fn says(aig: &mut Aig, fact: &Fact, words: &BTreeMap<&str, Word>, types: &BTreeMap<String, Type>) -> Option<AigLit> {
    let word = |name: &String| words.get(name.as_str()).cloned();
    let constant = |bits: &BitVec| -> Word { (0..bits.width()).map(|bit| AigLit::constant(bits.get(bit))).collect() };
    let less = |name: &String| if types[name].is_signed { circuits::slt } else { circuits::ult };
    Some(match fact {
        Fact::AtLeast(name, low) => !less(name)(aig, &word(name)?, &constant(low)),
        Fact::AtMost(name, high) => !less(name)(aig, &constant(high), &word(name)?),
        Fact::Bits(name, mask, value) => {
            let bits = word(name)?.into_iter().enumerate().filter(|(index, _)| mask >> index & 1 == 1);
            let right: Word = bits.map(|(index, bit)| bit.complemented(value >> index & 1 == 0)).collect();
            circuits::all(aig, &right)
        }
        Fact::Equal(one, other) => circuits::eq(aig, &word(one)?, &word(other)?),
        Fact::Less(one, other) => less(one)(aig, &word(one)?, &word(other)?),
        Fact::LessOrEqual(one, other) => !less(one)(aig, &word(other)?, &word(one)?),
        Fact::Any(bits) => {
            let bit =
                |(name, bit, value): &(String, u32, bool)| Some(word(name)?.get(*bit as usize)?.complemented(!value));
            let bits: Option<Word> = bits.iter().map(bit).collect();
            circuits::any(aig, &bits?)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::witness::facts::tests::{bits, types};

    fn side() -> Side {
        let names: Vec<String> = types().into_keys().collect();
        Side::free(&names, &types(), &Limits::default())
    }

    /// The facts as circuits against what they say, for all values of two words of eight bits that matter.
    #[test]
    fn circuits_say_what_facts_say() {
        let mut side = side();
        let name = |name: &str| name.to_owned();
        for x in [-128i64, -1, 0, 1, 5, 6, 127] {
            for y in [-128i64, -2, 0, 1, 5, 127] {
                let mut here = Vec::new();
                for (name, value) in [("x", x), ("y", y), ("u", x)] {
                    let word = side.words[name].clone();
                    here.extend(
                        word.iter().enumerate().map(|(bit, lit)| if value >> bit & 1 == 1 { *lit } else { !*lit }),
                    );
                }
                side.here = here;
                for (fact, holds) in [
                    (Fact::Less(name("x"), name("y")), x < y),
                    (Fact::LessOrEqual(name("x"), name("y")), x <= y),
                    (Fact::Equal(name("x"), name("y")), x == y),
                    (Fact::AtLeast(name("x"), bits(y)), x >= y),
                    (Fact::AtMost(name("x"), bits(y)), x <= y),
                    (Fact::AtMost(name("u"), bits(y)), x as u8 <= y as u8),
                    (Fact::AtLeast(name("u"), bits(y)), x as u8 >= y as u8),
                    (Fact::Bits(name("x"), 3, 1), x & 3 == 1),
                    (Fact::Any(vec![(name("x"), 0, true), (name("y"), 7, true)]), x & 1 == 1 || y < 0),
                ] {
                    assert_eq!(side.implies(&fact), holds, "{fact:?} with {x} and {y}");
                }
            }
        }
    }

    #[test]
    fn ranges_and_bits_are_found() {
        let mut side = side();
        let name = |name: &str| name.to_owned();
        side.add(&Fact::AtLeast(name("x"), bits(-5)));
        side.add(&Fact::Less(name("x"), name("y")));
        side.add(&Fact::AtMost(name("y"), bits(9)));
        side.add(&Fact::Bits(name("x"), 3, 2));
        side.add(&Fact::AtMost(name("u"), bits(7)));
        assert_eq!(side.range("x", true), Some((bits(-2), bits(6))));
        assert_eq!(side.range("y", true), Some((bits(-1), bits(9))));
        assert_eq!(side.range("u", false), Some((bits(0), bits(7))));
        assert_eq!(side.constant_bits("x"), (3, 2));
        assert_eq!(side.constant_bits("u"), (0xf8, 0));
    }
}
