//! What a certificate says at loop heads, in expressions of C over variables in scope.
//!
//! A C variable at a loop head is a word of the transition system: the value that is named after it, whose definition dominates the
//! head, or the cell that is its place in memory. Facts about these words are looked for (intervals, bits that never change, orders and
//! equalities of two, clauses of the certificate itself), and each of them is proved: the certificate, with the location of the head and
//! the fact's negation, has no model. Which word is which variable is told by names alone; so what comes out are candidates, which the
//! pipeline checks on the program itself before it writes any of them.

//!
//! | module | what |
//! |---|---|
//! | [`super::words`] | which words hold which variables at which heads |
//! | [`super::side`] | words in a solver: what holds of them |

use crate::bv::BitVec;
use crate::dimspec::WordVariables;
use crate::program::BlockId;
use crate::program::{Program, SourceMap};
use crate::solve::Limits;
use crate::ts::Encoding;
use crate::witness::format::{Invariant, InvariantKind, C_EXPRESSION};
use crate::witness::given::Given;
use crate::witness::literal;
use crate::witness::side::Side;
use crate::witness::words::{heads, types};
use bitreach_dimspec::DimSpec;
use bitreach_formula::Clause;
use std::collections::BTreeMap;

/// So many facts are told of a loop.
const MOST_FACTS: usize = 40;

/// A proof that a program is safe, and what its variables mean.
pub struct Proof<'a> {
    /// The program that was encoded.
    pub program: &'a Program,
    /// How.
    pub encoding: &'a Encoding,
    /// Which variables hold which word.
    pub words: &'a WordVariables,
    /// The problem.
    pub problem: &'a DimSpec,
    /// Clauses that hold in every reachable state.
    pub clauses: &'a [Clause],
    /// Clauses that are likely to hold: what follows with them is a guess.
    pub likely: &'a [Clause],
}

/// Something that holds of variables, each by its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Fact {
    /// One is no less than this.
    AtLeast(String, BitVec),
    /// One is no greater than this.
    AtMost(String, BitVec),
    /// Bits of one, under a mask, are these.
    Bits(String, u128, u128),
    /// Two are equal.
    Equal(String, String),
    /// One is less than another.
    Less(String, String),
    /// One is no greater than another.
    LessOrEqual(String, String),
    /// One of some bits, each by variable and number, has this value.
    Any(Vec<(String, u32, bool)>),
}

impl Fact {
    /// The variables that it speaks of; some may come twice.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Fact::AtLeast(name, _) | Fact::AtMost(name, _) | Fact::Bits(name, ..) => vec![name],
            Fact::Equal(one, other) | Fact::Less(one, other) | Fact::LessOrEqual(one, other) => vec![one, other],
            Fact::Any(bits) => bits.iter().map(|(name, ..)| name.as_str()).collect(),
        }
    }
}

/// What is known of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Type {
    pub width: u32,
    pub is_signed: bool,
}

/// What the proof says at each loop of a file, one invariant a fact. Each follows from the clauses.
pub fn invariants(given: &Given, map: &SourceMap, proof: &Proof, limits: &Limits) -> Vec<Invariant> {
    let mut invariants = Vec::new();
    // Where steps are blocks, the words of a loop's φs are those of the turn before.
    if proof.encoding.system.locations.len() != 1 {
        return invariants;
    }
    for (start, heads) in heads(given, proof.program, proof.encoding) {
        let Some(of) = given.loops(start).find(|of| of.node.start_byte() == start) else { continue };
        let location = given.location(start);
        let types = types(given, map, of, location.function.as_deref());
        for text in told(proof, &heads, &types, limits) {
            let (kind, location) = (InvariantKind::LoopInvariant, location.clone());
            invariants.push(Invariant { kind, location, value: text, format: C_EXPRESSION.to_owned() });
        }
    }
    invariants
}

/// The facts that hold at all of these heads, as expressions.
fn told(proof: &Proof, heads: &[BlockId], types: &BTreeMap<String, Type>, limits: &Limits) -> Vec<String> {
    let mut sides: Vec<Side> = heads.iter().filter_map(|head| Side::at(proof, *head, types, limits)).collect();
    sides.retain_mut(|side| side.is_possible(&[]));
    let Some(first) = sides.first() else { return Vec::new() };
    // A variable that one of the copies has no word for cannot be spoken of.
    let has_all = |name: &&String| sides.iter().all(|side| side.words.contains_key(*name));
    let names: Vec<String> = first.words.keys().filter(has_all).cloned().collect();
    let mut known = Side::free(&names, types, limits);
    let mut facts = Vec::new();
    for fact in candidates(proof, &mut sides, &names, types) {
        if facts.len() >= MOST_FACTS || limits.are_up() {
            break;
        }
        if !known.implies(&fact) && sides.iter_mut().all(|side| side.implies(&fact)) {
            known.add(&fact);
            facts.push(fact);
        }
    }
    texts(&facts, types)
}

/// Facts that may hold, those that say most first.
fn candidates(proof: &Proof, sides: &mut [Side], names: &[String], types: &BTreeMap<String, Type>) -> Vec<Fact> {
    let mut facts = Vec::new();
    for name in names {
        let is_signed = types[name].is_signed;
        let wider = |(low, high): (BitVec, BitVec), (other, top): (BitVec, BitVec)| {
            (
                if below(other, low, is_signed) { other } else { low },
                if below(high, top, is_signed) { top } else { high },
            )
        };
        let each: Option<Vec<(BitVec, BitVec)>> = sides.iter_mut().map(|side| side.range(name, is_signed)).collect();
        let Some((low, high)) = each.and_then(|each| each.into_iter().reduce(wider)) else { continue };
        let bits = sides.iter_mut().map(|side| side.constant_bits(name)).reduce(|(mask, value), (other, its)| {
            let mask = mask & other & !(value ^ its);
            (mask, value & mask)
        });
        let told = |mask: u128| {
            let bits = bits.filter(|(constant, _)| constant & mask != 0);
            bits.map(|(constant, value)| Fact::Bits(name.clone(), constant & mask, value & mask))
        };
        // What is below the highest bit in which the ends of the interval differ, the interval does not say.
        let differing = low.unsigned() ^ high.unsigned();
        facts.extend(told(differing.checked_ilog2().map_or(0, |highest| (1 << highest) - 1)));
        facts.extend([Fact::AtLeast(name.clone(), low), Fact::AtMost(name.clone(), high)]);
        facts.extend(told(u128::MAX));
    }
    for (index, one) in names.iter().enumerate() {
        for other in &names[index + 1..] {
            if types[one] == types[other] {
                facts.push(Fact::Equal(one.clone(), other.clone()));
                for (less, more) in [(one, other), (other, one)] {
                    facts.push(Fact::Less(less.clone(), more.clone()));
                    facts.push(Fact::LessOrEqual(less.clone(), more.clone()));
                }
            }
        }
    }
    for clause in proof.clauses {
        facts.extend(sides.iter().filter_map(|side| side.told(clause)));
    }
    facts
}

/// Whether a value is less than another.
fn below(one: BitVec, other: BitVec, is_signed: bool) -> bool {
    match is_signed {
        true => one.signed() < other.signed(),
        false => one.unsigned() < other.unsigned(),
    }
}

/// Facts as expressions; an interval of one value is an equality.
fn texts(facts: &[Fact], types: &BTreeMap<String, Type>) -> Vec<String> {
    let constant = |name: &String, bits: BitVec| literal::integer(bits, types[name].is_signed);
    let mut texts = Vec::new();
    for fact in facts {
        let text = match fact {
            Fact::AtLeast(name, low) if facts.contains(&Fact::AtMost(name.clone(), *low)) => {
                constant(name, *low).map(|low| format!("{name} == {low}"))
            }
            Fact::AtMost(name, high) if facts.contains(&Fact::AtLeast(name.clone(), *high)) => None,
            Fact::AtLeast(name, low) => constant(name, *low).map(|low| format!("{name} >= {low}")),
            Fact::AtMost(name, high) => constant(name, *high).map(|high| format!("{name} <= {high}")),
            Fact::Bits(name, mask, value) => {
                let suffix = if types[name].width > 32 { "ULL" } else { "U" };
                Some(format!("({name} & 0x{mask:x}{suffix}) == 0x{value:x}{suffix}"))
            }
            Fact::Equal(one, other) => Some(format!("{one} == {other}")),
            Fact::Less(one, other) => Some(format!("{one} < {other}")),
            Fact::LessOrEqual(one, other) => Some(format!("{one} <= {other}")),
            Fact::Any(bits) => {
                let bit = |(name, bit, value): &(String, u32, bool)| {
                    let suffix = if types[name].width > 32 { "ULL" } else { "U" };
                    let compared = if *value { "!=" } else { "==" };
                    format!("({name} & 0x{:x}{suffix}) {compared} 0", 1u128 << bit)
                };
                Some(bits.iter().map(bit).collect::<Vec<_>>().join(" || "))
            }
        };
        texts.extend(text);
    }
    texts
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Two signed bytes and one without a sign.
    pub fn types() -> BTreeMap<String, Type> {
        let ty = Type { width: 8, is_signed: true };
        [("x".to_owned(), ty), ("y".to_owned(), ty), ("u".to_owned(), Type { is_signed: false, ..ty })].into()
    }

    pub fn bits(value: i64) -> BitVec {
        BitVec::new(8, value as u128)
    }

    #[test]
    fn facts_are_expressions_of_c() {
        let name = |name: &str| name.to_owned();
        let facts = [
            Fact::AtLeast(name("x"), bits(-5)),
            Fact::AtMost(name("x"), bits(6)),
            Fact::AtLeast(name("y"), bits(3)),
            Fact::AtMost(name("y"), bits(3)),
            Fact::Bits(name("x"), 3, 2),
            Fact::Any(vec![(name("x"), 0, true), (name("u"), 7, false)]),
        ];
        let expected = ["x >= (-5)", "x <= 6", "y == 3", "(x & 0x3U) == 0x2U", "(x & 0x1U) != 0 || (u & 0x80U) == 0"];
        assert_eq!(texts(&facts, &types()), expected);
    }
}
