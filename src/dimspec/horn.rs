//! Transition systems as constrained Horn clauses over bit-vectors (SMT-LIB 2, logic `HORN`), for solvers such as Spacer.
//!
//! After the format of CHC-COMP (2023): a predicate for each location, whose arguments are the words that are live there; a rule for
//! each way from one location to the next, and one query. `sat` means that the goal cannot be reached, `unsat` that it can.
//!
//! A way is the system's `T` with the location's code put in, which rewriting makes small. A word is live at a location if a condition
//! of a way from there depends on it, or the value of a word that is live where the way leads. Runs end in sinks; only the goal has a
//! predicate there. What becomes of `U` is as in [`aiger`](super::aiger): it is implied.

use super::text::Text;
use crate::bv::{BitVec, CoreOp, SymbolId, Term, TermId, TermPool};
use crate::program::BlockId;
use crate::ts::{Encoding, Goal, Place};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The name of the goal's predicate.
const GOAL: &str = "goal";

/// A way from a location to another one or to the goal.
struct Way {
    from: BlockId,
    /// `None` for the goal.
    to: Option<BlockId>,
    /// When it is taken: a term of width 1.
    condition: TermId,
}

/// A location: the ways from it, and the next value of each state.
struct Location {
    next: Vec<TermId>,
    /// What the condition of a way depends on, of all ways together.
    read: FxHashSet<SymbolId>,
    live: FxHashSet<SymbolId>,
}

/// An encoding with one of its goals.
pub fn text(encoding: &Encoding, goal: Goal) -> Text {
    let system = &encoding.system;
    let mut pool = system.pool.clone();
    let codes = &encoding.codes;
    let blocks: Vec<(BlockId, BitVec)> =
        codes.locations().filter_map(|block| Some((block, codes.word_of(Place::Block(block))?))).collect();
    let (mut locations, mut ways) = (BTreeMap::new(), Vec::new());
    let states: Vec<SymbolId> = system.states.iter().map(|state| state.symbol).collect();
    let at = states.iter().position(|symbol| *symbol == encoding.location).unwrap_or(0);
    for &(from, code) in &blocks {
        let (location, code) = (pool.symbol(encoding.location), pool.constant(code));
        let roots: Vec<TermId> = system.states.iter().map(|state| state.next).collect();
        let next = pool.replaced(&roots, &FxHashMap::from_iter([(location, code)]));
        let mut read = FxHashSet::default();
        for (to, place) in targets(encoding, &blocks, goal) {
            let condition = equals(&mut pool, next[at], place);
            if pool.as_constant(condition) != Some(BitVec::FALSE) {
                read.extend(symbols(&pool, condition));
                ways.push(Way { from, to, condition });
            }
        }
        locations.insert(from.0, Location { next, read, live: FxHashSet::default() });
    }
    let of_state: FxHashMap<SymbolId, usize> = states.iter().enumerate().map(|(at, symbol)| (*symbol, at)).collect();
    live(&pool, &mut locations, &ways, &of_state);
    let mut writer = Writer { pool: &pool, encoding, locations: &locations, lines: Vec::new() };
    writer.declarations();
    writer.entry(&blocks);
    ways.iter().for_each(|way| writer.rule(way, &of_state));
    writer.lines.push(format!("(assert (=> {GOAL} false))\n(check-sat)"));
    let arguments = locations.values().map(|location| location.live.len()).sum();
    let sizes = [("predicates", locations.len() + 1), ("arguments", arguments), ("rules", ways.len() + 2)];
    Text { lines: writer.lines, sizes, comments: Vec::new() }
}

/// Where ways may lead that matter: the locations and the sinks of the goal, each with its word.
fn targets(encoding: &Encoding, blocks: &[(BlockId, BitVec)], goal: Goal) -> Vec<(Option<BlockId>, BitVec)> {
    let codes = &encoding.codes;
    let sinks: &[Place] = if goal == Goal::Error { &[Place::Error] } else { &[Place::Error, Place::Unmodelled] };
    let sinks = sinks.iter().filter_map(|sink| Some((None, codes.word_of(*sink)?)));
    sinks.chain(blocks.iter().map(|&(block, code)| (Some(block), code))).collect()
}

/// The term that says that a choice between constants is this one: the choice itself, between 0 and 1, so that what cannot be is constant.
fn equals(pool: &mut TermPool, term: TermId, value: BitVec) -> TermId {
    let mut same: FxHashMap<TermId, TermId> = FxHashMap::default();
    for id in pool.cone([term], |_| false) {
        let made = match pool.term(id) {
            Term::Constant(constant) if constant.width() == value.width() => {
                pool.constant(BitVec::bit(constant == value))
            }
            Term::Ite(condition, then, otherwise) => match (same.get(&then), same.get(&otherwise)) {
                (Some(&then), Some(&otherwise)) => pool.ite(condition, then, otherwise),
                _ => continue,
            },
            _ => continue,
        };
        same.insert(id, made);
    }
    let value = pool.constant(value);
    same.get(&term).copied().unwrap_or_else(|| pool.core(CoreOp::Eq, term, value))
}

/// The symbols that a term depends on.
fn symbols(pool: &TermPool, term: TermId) -> FxHashSet<SymbolId> {
    let of = |id: TermId| match pool.term(id) {
        Term::Symbol(symbol) => Some(symbol),
        _ => None,
    };
    pool.cone([term], |_| false).into_iter().filter_map(of).collect()
}

/// Which states are live at each location: the least sets that are closed under all ways.
fn live(
    pool: &TermPool,
    locations: &mut BTreeMap<usize, Location>,
    ways: &[Way],
    of_state: &FxHashMap<SymbolId, usize>,
) {
    let is_state = |symbol: &SymbolId| of_state.contains_key(symbol);
    for location in locations.values_mut() {
        location.live = location.read.iter().copied().filter(is_state).collect();
    }
    // What the next value of a state depends on, at a location.
    let mut known: FxHashMap<TermId, Vec<SymbolId>> = FxHashMap::default();
    let mut changed = true;
    while changed {
        changed = false;
        for way in ways.iter().rev() {
            let Some(to) = way.to else { continue };
            let wanted: Vec<SymbolId> = locations[&to.0].live.iter().copied().collect();
            let Some(from) = locations.get_mut(&way.from.0) else { continue };
            for symbol in wanted {
                let term = from.next[of_state[&symbol]];
                let read =
                    known.entry(term).or_insert_with(|| symbols(pool, term).into_iter().filter(is_state).collect());
                for &symbol in read.iter() {
                    changed |= from.live.insert(symbol);
                }
            }
        }
    }
}

struct Writer<'a> {
    pool: &'a TermPool,
    encoding: &'a Encoding,
    locations: &'a BTreeMap<usize, Location>,
    lines: Vec<String>,
}

impl Writer<'_> {
    /// The states that are live at a location, in the order of the system.
    fn arguments(&self, block: BlockId) -> Vec<(SymbolId, u32)> {
        let live = &self.locations[&block.0].live;
        let states = self.encoding.system.states.iter().filter(|state| live.contains(&state.symbol));
        states.map(|state| (state.symbol, state.width)).collect()
    }

    /// A predicate, applied to arguments.
    fn applied(&self, block: BlockId, arguments: &[String]) -> String {
        match arguments {
            [] => predicate(block),
            _ => format!("({} {})", predicate(block), arguments.join(" ")),
        }
    }

    fn declarations(&mut self) {
        self.lines.push("(set-logic HORN)".to_owned());
        for &block in self.locations.keys() {
            let arguments = self.arguments(BlockId(block));
            let names: Vec<String> =
                arguments.iter().map(|(symbol, _)| one_line(self.pool.symbol_name(*symbol))).collect();
            let sorts: Vec<String> = arguments.iter().map(|(_, width)| sort(*width)).collect();
            self.lines.push(format!("; {}: {}", predicate(BlockId(block)), names.join(", ")));
            self.lines.push(format!("(declare-fun {} ({}) Bool)", predicate(BlockId(block)), sorts.join(" ")));
        }
        self.lines.push(format!("(declare-fun {GOAL} () Bool)"));
    }

    /// The rule of the first location: states have their first values, or any.
    fn entry(&mut self, blocks: &[(BlockId, BitVec)]) {
        let Some(&entry) = blocks.iter().map(|(block, _)| block).find(|block| block.0 == 0) else { return };
        let arguments = self.arguments(entry);
        let variables: Vec<(String, u32)> =
            arguments.iter().enumerate().map(|(at, (_, width))| (format!("y{at}"), *width)).collect();
        let mut body = Vec::new();
        for ((symbol, _), (name, _)) in arguments.iter().zip(&variables) {
            let state = self.encoding.system.states.iter().find(|state| state.symbol == *symbol);
            if let Some(value) = state.and_then(|state| state.initial) {
                body.push(format!("(= {name} {})", constant(value)));
            }
        }
        let names: Vec<String> = variables.iter().map(|(name, _)| name.clone()).collect();
        let head = self.applied(entry, &names);
        self.push_rule(&variables, &body, &head);
    }

    /// The rule of a way: `from(x) ∧ condition(x, i) ∧ y = next(x, i) ⇒ to(y)`.
    fn rule(&mut self, way: &Way, of_state: &FxHashMap<SymbolId, usize>) {
        let from = self.arguments(way.from);
        let to = way.to.map(|to| self.arguments(to)).unwrap_or_default();
        let next: Vec<TermId> =
            to.iter().map(|(symbol, _)| self.locations[&way.from.0].next[of_state[symbol]]).collect();
        let mut names: FxHashMap<SymbolId, String> = FxHashMap::default();
        let mut variables = Vec::new();
        for (at, &(symbol, width)) in from.iter().enumerate() {
            names.insert(symbol, format!("x{at}"));
            variables.push((format!("x{at}"), width));
        }
        let roots: Vec<TermId> = next.iter().copied().chain([way.condition]).collect();
        let cone = self.pool.cone(roots.iter().copied(), |_| false);
        for &id in &cone {
            if let Term::Symbol(symbol) = self.pool.term(id) {
                if !names.contains_key(&symbol) {
                    let name = format!("i{}", names.len());
                    variables.push((name.clone(), self.pool.width(id)));
                    names.insert(symbol, name);
                }
            }
        }
        let heads: Vec<String> = (0..to.len()).map(|at| format!("y{at}")).collect();
        variables.extend(heads.iter().cloned().zip(to.iter().map(|(_, width)| *width)));
        let mut equations: Vec<String> = Vec::new();
        let terms = Terms::new(self.pool, &cone, &roots, names);
        if self.pool.as_constant(way.condition).is_none() {
            equations.push(format!("(= {} #b1)", terms.text(way.condition)));
        }
        equations.extend(next.iter().zip(&heads).map(|(term, head)| format!("(= {head} {})", terms.text(*term))));
        let constraint = terms.bound(match &equations[..] {
            [] => "true".to_owned(),
            [one] => one.clone(),
            many => format!("(and {})", many.join(" ")),
        });
        let arguments: Vec<String> = (0..from.len()).map(|at| format!("x{at}")).collect();
        let body = [self.applied(way.from, &arguments), constraint];
        let head = way.to.map_or(GOAL.to_owned(), |to| self.applied(to, &heads));
        self.push_rule(&variables, &body, &head);
    }

    fn push_rule(&mut self, variables: &[(String, u32)], body: &[String], head: &str) {
        let body = match body {
            [] => "true".to_owned(),
            [one] => one.clone(),
            many => format!("(and {})", many.join(" ")),
        };
        let rule = format!("(=> {body} {head})");
        let variables: Vec<String> =
            variables.iter().map(|(name, width)| format!("({name} {})", sort(*width))).collect();
        self.lines.push(match &variables[..] {
            [] => format!("(assert {rule})"),
            _ => format!("(assert (forall ({}) {rule}))", variables.join(" ")),
        });
    }
}

fn predicate(block: BlockId) -> String {
    format!("at{}", block.0)
}

fn one_line(name: &str) -> String {
    name.replace(['\n', '\r'], " ")
}

fn sort(width: u32) -> String {
    format!("(_ BitVec {width})")
}

fn constant(value: BitVec) -> String {
    format!("#b{:0width$b}", value.unsigned(), width = value.width() as usize)
}

/// The text of terms; what is read several times is bound to a name once.
struct Terms {
    texts: FxHashMap<TermId, String>,
    bindings: Vec<(String, String)>,
}

impl Terms {
    /// The terms of a cone, operands before those who use them.
    fn new(pool: &TermPool, cone: &[TermId], roots: &[TermId], names: FxHashMap<SymbolId, String>) -> Terms {
        let mut reads: FxHashMap<TermId, usize> = FxHashMap::default();
        let operands = cone.iter().flat_map(|id| pool.term(*id).operands().collect::<Vec<_>>());
        operands.chain(roots.iter().copied()).for_each(|id| *reads.entry(id).or_default() += 1);
        let mut terms = Terms { texts: FxHashMap::default(), bindings: Vec::new() };
        for &id in cone {
            let text = terms.of(pool, id, &names);
            let is_leaf = matches!(pool.term(id), Term::Constant(_) | Term::Symbol(_));
            // Long texts of single use are bound, too: nobody's parser has to nest deeply.
            let text = if is_leaf || reads[&id] == 1 && text.len() < 200 {
                text
            } else {
                let name = format!("t{}", terms.bindings.len());
                terms.bindings.push((name.clone(), text));
                name
            };
            terms.texts.insert(id, text);
        }
        terms
    }

    fn text(&self, id: TermId) -> &str {
        &self.texts[&id]
    }

    /// A formula under all bindings.
    fn bound(&self, formula: String) -> String {
        let mut text = String::new();
        for (name, value) in &self.bindings {
            let _ = write!(text, "(let (({name} {value})) ");
        }
        text + &formula + &")".repeat(self.bindings.len())
    }

    /// The text of a term whose operands have theirs.
    fn of(&self, pool: &TermPool, id: TermId, names: &FxHashMap<SymbolId, String>) -> String {
        let bit = |formula: String| format!("(ite {formula} #b1 #b0)");
        match pool.term(id) {
            Term::Constant(value) => constant(value),
            Term::Symbol(symbol) => names[&symbol].clone(),
            Term::Not(a) => format!("(bvnot {})", self.text(a)),
            Term::Ite(condition, then, otherwise) => {
                format!("(ite (= {} #b1) {} {})", self.text(condition), self.text(then), self.text(otherwise))
            }
            Term::Concat(high, low) => format!("(concat {} {})", self.text(high), self.text(low)),
            Term::Extract { of, high, low } => format!("((_ extract {high} {low}) {})", self.text(of)),
            Term::SignExtend { of, width } => {
                format!("((_ sign_extend {}) {})", width - pool.width(of), self.text(of))
            }
            Term::Binary(op, a, b) => {
                let width = pool.width(a);
                let (a, b) = (self.text(a), self.text(b));
                let plain = |name: &str| format!("({name} {a} {b})");
                match op {
                    CoreOp::And => plain("bvand"),
                    CoreOp::Xor => plain("bvxor"),
                    CoreOp::Add => plain("bvadd"),
                    CoreOp::Sub => plain("bvsub"),
                    CoreOp::Mul => plain("bvmul"),
                    CoreOp::UDiv => plain("bvudiv"),
                    CoreOp::URem => plain("bvurem"),
                    CoreOp::Shl => plain("bvshl"),
                    CoreOp::LShr => plain("bvlshr"),
                    CoreOp::AShr => plain("bvashr"),
                    CoreOp::Eq => bit(plain("=")),
                    CoreOp::Ult => bit(plain("bvult")),
                    CoreOp::Slt => bit(plain("bvslt")),
                    // The predicates of SMT-LIB 2.7 are too new for many solvers: the product at twice the width says it.
                    CoreOp::UMulOverflow => {
                        let wide = |word: &str| format!("((_ zero_extend {width}) {word})");
                        let product = format!("(bvmul {} {})", wide(a), wide(b));
                        let high = format!("((_ extract {} {width}) {product})", 2 * width - 1);
                        bit(format!("(not (= {high} {}))", constant(BitVec::zero(width))))
                    }
                    CoreOp::SMulOverflow => {
                        let wide = |word: &str| format!("((_ sign_extend {width}) {word})");
                        let product = format!("(bvmul {} {})", wide(a), wide(b));
                        let low = format!("((_ extract {} 0) {product})", width - 1);
                        bit(format!("(not (= {product} {}))", wide(&low)))
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::testing::any_program;
    use crate::ts::{large_block, small_block};
    use bitreach_formula::testing::for_all;

    /// What a solver's parser asks for: balanced parentheses, declared predicates with as many arguments as they have, one query.
    #[test]
    fn files_are_well_formed() {
        for_all(60, any_program, |program| {
            for encoding in [small_block::encode(&program), large_block::encode(&program)] {
                let mut written = Vec::new();
                text(&encoding, Goal::ErrorOrUnmodelled).write(&mut written).expect("memory can be written");
                let text = String::from_utf8(written).expect("it is text");
                let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with(';')).collect();
                for line in &lines {
                    let depth = line.chars().fold(0i64, |depth, c| match c {
                        '(' => depth + 1,
                        ')' => depth - 1,
                        _ => depth,
                    });
                    assert_eq!(depth, 0, "{line}");
                }
                assert_eq!(lines.iter().filter(|line| line.contains("false")).count(), 1);
                assert_eq!((lines[0], lines[lines.len() - 1]), ("(set-logic HORN)", "(check-sat)"));
            }
        });
    }
}
