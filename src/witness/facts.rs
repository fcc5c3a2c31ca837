//! What a certificate says at loop heads, in expressions of C over variables in scope.
//!
//! A C variable at a loop head is a word of the transition system: the value that is named after it, whose definition dominates the
//! head, or the cell that is its place in memory. Facts about these words are looked for (intervals, bits that never change, orders and
//! equalities of two, clauses of the certificate itself), and each of them is proved: the certificate, with the location of the head and
//! the fact's negation, has no model. Which word is which variable is told by names alone; so what comes out are candidates, which the
//! pipeline checks on the program itself before it writes any of them.

use crate::bv::{BitVec, SymbolId};
use crate::dimspec::WordVariables;
use crate::program::{BlockId, Dominators, Instruction, OriginId, Program, SourceMap, ValueId, Variable};
use crate::solve::{solver, Answer, IncrementalSolver, Limits, SatName};
use crate::ts::Encoding;
use crate::witness::format::{Invariant, InvariantKind, C_EXPRESSION};
use crate::witness::given::{ancestors, Given, Loop};
use crate::witness::literal;
use crate::witness::violation::variable_of;
use bitreach_dimspec::DimSpec;
use bitreach_formula::{Clause, Lit, Polarity, Var};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// So many variables of a loop are looked at.
const MOST_VARIABLES: usize = 24;

/// So many literals a clause may have to be told.
const MOST_LITERALS: usize = 6;

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
    /// Clauses that hold in every reachable state that has a successor, also over what steps are made of. In systems that programs
    /// become, every state has one.
    pub moves: &'a [Clause],
    /// Clauses that are likely to hold: what follows with them is a guess.
    pub likely: &'a [Clause],
}

/// Something that holds of variables, each by its name.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Fact {
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

/// What is known of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Type {
    width: u32,
    is_signed: bool,
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

/// The loops of the source, by where they begin, with the heads of loops of the program that stand for them.
fn heads(given: &Given, program: &Program, encoding: &Encoding) -> BTreeMap<usize, Vec<BlockId>> {
    let (dominators, predecessors) = (Dominators::new(program), program.predecessors());
    let is_head = |block: &BlockId| predecessors[block.0].iter().any(|from| dominators.dominates(*block, *from));
    let mut heads: BTreeMap<usize, Vec<BlockId>> = BTreeMap::new();
    for block in encoding.codes.locations().filter(is_head) {
        let of = &program.blocks[block.0];
        let origins = of.origin.into_iter().chain(of.instructions.iter().filter_map(origin));
        let inner = |id| {
            let chain = std::iter::successors(Some(id), |id: &OriginId| program.map.origins.get(id.0)?.inlined_at);
            let place = |id: OriginId| given.of_place(program.map.origins.get(id.0)?);
            chain.take(program.map.origins.len() + 1).filter_map(place).find_map(|offset| given.loops(offset).next())
        };
        if let Some(of) = origins.into_iter().find_map(inner) {
            heads.entry(of.node.start_byte()).or_default().push(block);
        }
    }
    heads
}

fn origin(instruction: &Instruction) -> Option<OriginId> {
    match instruction {
        Instruction::Define { origin, .. } => *origin,
        Instruction::Store(store) => store.origin,
        Instruction::Assign(assignment) => assignment.origin,
    }
}

/// The integer variables that can be spoken of at a loop, with their types.
fn types(given: &Given, map: &SourceMap, of: Loop, function: Option<&str>) -> BTreeMap<String, Type> {
    let names = given.names_in_scope(of);
    let body = ancestors(of.node).find(|node| node.kind() == "function_definition");
    let is_used = |name: &str| body.is_none_or(|body| given.text(body).contains(name));
    let variable = |name: &&str| variable_of(map, name, function).filter(|variable| literal::is_integer(variable));
    let typed = names.iter().filter(|name| is_used(name)).filter_map(|name| Some((*name, variable(name)?)));
    let ty = |variable: &Variable| Type { width: variable.width, is_signed: variable.reading.is_signed() };
    typed.take(MOST_VARIABLES).map(|(name, variable)| (name.to_owned(), ty(variable))).collect()
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

/// Words of which something is known, in a solver.
struct Side {
    solver: Box<dyn IncrementalSolver>,
    /// The next variable that nothing uses.
    next: usize,
    /// What is assumed: where control is.
    here: Vec<Lit>,
    /// The bits of each variable, the least significant first.
    words: BTreeMap<String, Vec<Lit>>,
    types: BTreeMap<String, Type>,
}

impl Side {
    /// Words of which nothing is known.
    fn free(names: &[String], types: &BTreeMap<String, Type>, limits: &Limits) -> Side {
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
    fn at(proof: &Proof, head: BlockId, types: &BTreeMap<String, Type>, limits: &Limits) -> Option<Side> {
        let Proof { encoding, words, problem, .. } = proof;
        let mut side = Side::new(2 * problem.variables, types, limits);
        problem.universal.iter().for_each(|clause| side.solver.add_clause(clause));
        if !proof.moves.is_empty() {
            problem.transition.iter().for_each(|clause| side.solver.add_clause(clause));
        }
        let all = proof.clauses.iter().chain(proof.moves).chain(proof.likely);
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

    fn is_possible(&mut self, more: &[Lit]) -> bool {
        let assumed: Vec<Lit> = self.here.iter().chain(more).copied().collect();
        matches!(self.solver.solve(&assumed), Ok(Answer::Sat))
    }

    /// Whether something is impossible here; what is not decided is not.
    fn is_impossible(&mut self, more: &[Lit]) -> bool {
        let assumed: Vec<Lit> = self.here.iter().chain(more).copied().collect();
        matches!(self.solver.solve(&assumed), Ok(Answer::Unsat))
    }

    /// Whether a fact holds whenever control is here.
    fn implies(&mut self, fact: &Fact) -> bool {
        self.literal(fact).is_some_and(|lit| self.is_impossible(&[!lit]))
    }

    /// From now on a fact holds.
    fn add(&mut self, fact: &Fact) {
        if let Some(lit) = self.literal(fact) {
            self.solver.add_clause(&[lit]);
        }
    }

    /// The smallest and the greatest value of a variable.
    fn range(&mut self, name: &str, is_signed: bool) -> Option<(BitVec, BitVec)> {
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
    fn constant_bits(&mut self, name: &str) -> (u128, u128) {
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
    fn told(&self, clause: &Clause) -> Option<Fact> {
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
        let word = |side: &Side, name: &String| side.words.get(name).cloned();
        Some(match fact {
            Fact::AtLeast(name, low) => {
                let (bits, low, is_signed) = (word(self, name)?, self.constant(*low), self.types[name].is_signed);
                !self.less(&bits, &low, is_signed)
            }
            Fact::AtMost(name, high) => {
                let (bits, high, is_signed) = (word(self, name)?, self.constant(*high), self.types[name].is_signed);
                !self.less(&high, &bits, is_signed)
            }
            Fact::Bits(name, mask, value) => {
                let bits = word(self, name)?;
                let set = bits.iter().enumerate().filter(|(index, _)| mask >> index & 1 == 1);
                let wrong: Vec<Lit> =
                    set.map(|(index, bit)| if value >> index & 1 == 1 { !*bit } else { *bit }).collect();
                !self.any(&wrong)
            }
            Fact::Equal(one, other) => {
                let (one, other) = (word(self, one)?, word(self, other)?);
                let differs: Vec<Lit> = one.iter().zip(&other).map(|(a, b)| self.differ(*a, *b)).collect();
                !self.any(&differs)
            }
            Fact::Less(one, other) => {
                let is_signed = self.types[one].is_signed;
                let (one, other) = (word(self, one)?, word(self, other)?);
                self.less(&one, &other, is_signed)
            }
            Fact::LessOrEqual(one, other) => {
                let is_signed = self.types[one].is_signed;
                let (one, other) = (word(self, one)?, word(self, other)?);
                !self.less(&other, &one, is_signed)
            }
            Fact::Any(bits) => {
                let mut lits = Vec::with_capacity(bits.len());
                for (name, bit, value) in bits {
                    let lit = *self.words.get(name)?.get(*bit as usize)?;
                    lits.push(if *value { lit } else { !lit });
                }
                self.any(&lits)
            }
        })
    }

    /// The bits of a constant.
    fn constant(&mut self, value: BitVec) -> Vec<Lit> {
        let yes = self.fresh();
        self.solver.add_clause(&[yes]);
        (0..value.width()).map(|bit| if value.get(bit) { yes } else { !yes }).collect()
    }

    /// Whether one of some literals is true.
    fn any(&mut self, lits: &[Lit]) -> Lit {
        let any = self.fresh();
        lits.iter().for_each(|lit| self.solver.add_clause(&[!*lit, any]));
        let all: Vec<Lit> = lits.iter().copied().chain([!any]).collect();
        self.solver.add_clause(&all);
        any
    }

    /// Whether two literals differ.
    fn differ(&mut self, a: Lit, b: Lit) -> Lit {
        let differ = self.fresh();
        [[!differ, a, b], [!differ, !a, !b], [differ, !a, b], [differ, a, !b]]
            .iter()
            .for_each(|clause| self.solver.add_clause(clause));
        differ
    }

    /// Whether a word is less than another, bit by bit from the lowest: at the highest bit in which they differ the other one has it.
    fn less(&mut self, one: &[Lit], other: &[Lit], is_signed: bool) -> Lit {
        let mut less = self.any(&[]);
        for (index, (&a, &b)) in one.iter().zip(other).enumerate() {
            let (a, b) = if is_signed && index + 1 == one.len() { (b, a) } else { (a, b) };
            let next = self.fresh();
            // Where the bits differ, the second one decides; else what is lower.
            self.solver.add_clause(&[a, !b, next]);
            self.solver.add_clause(&[!a, b, !next]);
            for (a, b) in [(a, b), (!a, !b)] {
                self.solver.add_clause(&[a, b, !next, less]);
                self.solver.add_clause(&[a, b, next, !less]);
            }
            less = next;
        }
        less
    }
}

/// The words that hold C variables at a loop head.
fn named(proof: &Proof, head: BlockId, types: &BTreeMap<String, Type>) -> Vec<(String, SymbolId)> {
    let (program, system) = (proof.program, &proof.encoding.system);
    let mut symbols: FxHashMap<&str, Vec<SymbolId>> = FxHashMap::default();
    system.states.iter().for_each(|state| symbols.entry(state.name.as_str()).or_default().push(state.symbol));
    let symbol = |name: &str| match symbols.get(name).map(Vec::as_slice) {
        Some([one]) => Some(*one),
        _ => None,
    };
    let dominators = Dominators::new(program);
    let mut defined: Vec<(ValueId, BlockId, bool)> = Vec::new();
    for (index, block) in program.blocks.iter().enumerate() {
        let id = BlockId(index);
        defined.extend(block.phis.iter().map(|phi| (phi.result, id, true)));
        let results = block.instructions.iter().filter_map(|instruction| instruction.result());
        defined.extend(results.map(|value| (value, id, false)));
    }
    let mut found = Vec::new();
    for (name, ty) in types {
        let holds = |value: ValueId| {
            program.widths[value.0] == ty.width && is_named_after(&program.names[value.0], name, types)
        };
        let here: Vec<ValueId> = defined
            .iter()
            .filter(|(value, block, is_phi)| *block == head && *is_phi && holds(*value))
            .map(|(value, ..)| *value)
            .collect();
        let word = match here[..] {
            [one] => symbol(&program.names[one.0]),
            [] => {
                let above = defined
                    .iter()
                    .filter(|(value, block, _)| *block != head && dominators.dominates(*block, head) && holds(*value));
                let is_later = |one: BlockId, other: BlockId| dominators.dominates(other, one);
                let last = above.reduce(|one, other| if is_later(other.1, one.1) { other } else { one });
                let cell = program
                    .objects
                    .iter()
                    .flat_map(|object| &object.cells)
                    .find(|cell| cell.name == *name && cell.variable.is_some() && cell.initial.width() == ty.width);
                last.and_then(|(value, ..)| symbol(&program.names[value.0]))
                    .or_else(|| cell.and_then(|cell| symbol(&cell.name)))
            }
            _ => None,
        };
        found.extend(word.map(|word| (name.clone(), word)));
    }
    found
}

/// Whether a value is named after a variable: by its name, or that and what LLVM puts behind it to tell values apart.
fn is_named_after(value: &str, name: &str, types: &BTreeMap<String, Type>) -> bool {
    let Some(rest) = value.strip_prefix(name) else { return false };
    let is_number = !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
    rest.is_empty() || rest.starts_with('.') || is_number && !types.contains_key(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn types() -> BTreeMap<String, Type> {
        let ty = Type { width: 8, is_signed: true };
        [("x".to_owned(), ty), ("y".to_owned(), ty), ("u".to_owned(), Type { is_signed: false, ..ty })].into()
    }

    fn side() -> Side {
        let names: Vec<String> = types().into_keys().collect();
        Side::free(&names, &types(), &Limits::default())
    }

    fn bits(value: i64) -> BitVec {
        BitVec::new(8, value as u128)
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

    #[test]
    fn names_of_values_are_those_of_variables_and_more() {
        let types = types();
        for (value, is_so) in [("x", true), ("x.0", true), ("x12", true), ("xy", false), ("y", false), ("x.addr", true)]
        {
            assert_eq!(is_named_after(value, "x", &types), is_so, "{value}");
        }
    }
}
