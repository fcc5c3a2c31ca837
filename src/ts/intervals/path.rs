//! The terms of one way through a region: ranges forwards, and what is assumed of some terms backwards to their operands.

use crate::bv::{CoreOp, SymbolId, Term, TermId, TermPool};
use crate::ts::range::Range;
use rustc_hash::FxHashMap;

/// The ranges of terms, under what is assumed.
#[derive(Clone)]
pub(super) struct Path<'a> {
    pool: &'a TermPool,
    environment: &'a FxHashMap<SymbolId, Range>,
    ranges: FxHashMap<TermId, Range>,
    /// What was assumed, and what follows from it for operands.
    assumed: FxHashMap<TermId, Range>,
}

impl<'a> Path<'a> {
    /// Nothing is evaluated or assumed yet.
    pub fn new(pool: &'a TermPool, environment: &'a FxHashMap<SymbolId, Range>) -> Path<'a> {
        Path { pool, environment, ranges: FxHashMap::default(), assumed: FxHashMap::default() }
    }

    /// The range of a term that was evaluated.
    pub fn get(&self, term: TermId) -> Range {
        let known = self.assumed.get(&term).or_else(|| self.ranges.get(&term));
        known.copied().unwrap_or_else(|| Range::full(self.pool.width(term)))
    }

    /// Gives all terms of a cone a range.
    pub fn evaluate(&mut self, cone: &[TermId], work: &mut usize) {
        for &id in cone {
            let range = self.of_operands(id);
            self.ranges.insert(id, range);
        }
        *work += cone.len();
    }

    /// Evaluates again what depends on something assumed; false if nothing satisfies the assumptions.
    pub fn again(&mut self, cone: &[TermId], work: &mut usize) -> bool {
        for &id in cone {
            if self.pool.term(id).operands().any(|operand| self.assumed.contains_key(&operand)) {
                *work += 1;
                let Some(range) = self.of_operands(id).meet(&self.get(id)) else { return false };
                self.assumed.insert(id, range);
            }
        }
        true
    }

    /// The range of a term by those of its operands.
    fn of_operands(&self, id: TermId) -> Range {
        match self.pool.term(id) {
            Term::Constant(value) => Range::constant(value),
            Term::Symbol(symbol) => {
                self.environment.get(&symbol).copied().unwrap_or_else(|| Range::full(self.pool.width(id)))
            }
            Term::Not(a) => self.get(a).not(),
            Term::Binary(op, a, b) => Range::binary(op, &self.get(a), &self.get(b)),
            Term::Ite(condition, then, otherwise) => match self.get(condition).as_constant() {
                Some(value) if value.is_nonzero() => self.get(then),
                Some(_) => self.get(otherwise),
                None => self.get(then).join(&self.get(otherwise)),
            },
            Term::Concat(high, low) => self.get(high).concat(&self.get(low)),
            Term::Extract { of, high, low } => self.get(of).extract(high, low),
            Term::SignExtend { of, width } => self.get(of).sign_extend(width),
        }
    }

    /// Assumes that the words of a term are in a range, and what follows for its operands; false if that cannot be.
    pub fn assume(&mut self, term: TermId, range: Range) -> bool {
        let mut open = vec![(term, Some(range))];
        while let Some((term, range)) = open.pop() {
            let old = self.get(term);
            let Some(new) = range.and_then(|range| range.meet(&old)) else { return false };
            if new != old {
                self.assumed.insert(term, new);
                self.operands(term, &new, &mut open);
            }
        }
        true
    }

    /// What the range of a term says about its operands: pushes the operands with what their words must be in.
    fn operands(&self, term: TermId, range: &Range, open: &mut Vec<(TermId, Option<Range>)>) {
        let width = range.width();
        let (ones, zeros) = range.known();
        match self.pool.term(term) {
            Term::Constant(_) | Term::Symbol(_) => {}
            Term::Not(a) => open.push((a, Some(range.not()))),
            Term::Binary(op, a, b) => {
                let (x, y) = (self.get(a), self.get(b));
                match op {
                    CoreOp::And => {
                        open.push((a, Range::bits(width, ones, zeros & y.known().0)));
                        open.push((b, Range::bits(width, ones, zeros & x.known().0)));
                    }
                    CoreOp::Xor => {
                        open.push((a, Some(Range::binary(CoreOp::Xor, range, &y))));
                        open.push((b, Some(Range::binary(CoreOp::Xor, range, &x))));
                    }
                    CoreOp::Add => {
                        open.push((a, Some(Range::binary(CoreOp::Sub, range, &y))));
                        open.push((b, Some(Range::binary(CoreOp::Sub, range, &x))));
                    }
                    CoreOp::Sub => {
                        open.push((a, Some(Range::binary(CoreOp::Add, range, &y))));
                        open.push((b, Some(Range::binary(CoreOp::Sub, &x, range))));
                    }
                    _ if op.is_predicate() => {
                        if let Some(holds) = range.as_constant() {
                            let [left, right] = compared(op, holds.is_nonzero(), &x, &y);
                            open.extend([(a, left), (b, right)]);
                        }
                    }
                    _ => {}
                }
            }
            Term::Ite(condition, then, otherwise) => {
                // A branch that cannot give the range was not taken.
                if self.get(then).meet(range).is_none() {
                    open.extend([(condition, Some(Range::bit(false))), (otherwise, Some(*range))]);
                } else if self.get(otherwise).meet(range).is_none() {
                    open.extend([(condition, Some(Range::bit(true))), (then, Some(*range))]);
                }
            }
            Term::Concat(high, low) => {
                let by = self.pool.width(low);
                open.push((high, Some(range.extract(width - 1, by))));
                open.push((low, Some(range.extract(by - 1, 0))));
            }
            Term::Extract { of, low, .. } => {
                open.push((of, Range::bits(self.pool.width(of), ones << low, zeros << low)));
            }
            Term::SignExtend { of, .. } => {
                let (low, high) = range.signed_bounds();
                open.push((of, Range::signed(self.pool.width(of), low, high)));
            }
        }
    }
}

/// What a comparison that holds, or does not, says about its operands; `None` if that cannot be.
fn compared(op: CoreOp, holds: bool, x: &Range, y: &Range) -> [Option<Range>; 2] {
    let width = x.width();
    let ((x_low, x_high), (y_low, y_high)) = (x.bounds(), y.bounds());
    let ((x_least, x_most), (y_least, y_most)) = (x.signed_bounds(), y.signed_bounds());
    match (op, holds) {
        (CoreOp::Eq, true) => [x.meet(y); 2],
        (CoreOp::Eq, false) => [without(x, y), without(y, x)],
        (CoreOp::Ult, true) => [
            y_high.checked_sub(1).and_then(|high| Range::unsigned(width, 0, high)),
            x_low.checked_add(1).and_then(|low| Range::unsigned(width, low, u128::MAX)),
        ],
        (CoreOp::Ult, false) => [Range::unsigned(width, y_low, u128::MAX), Range::unsigned(width, 0, x_high)],
        (CoreOp::Slt, true) => [
            y_most.checked_sub(1).and_then(|most| Range::signed(width, i128::MIN, most)),
            x_least.checked_add(1).and_then(|least| Range::signed(width, least, i128::MAX)),
        ],
        (CoreOp::Slt, false) => [Range::signed(width, y_least, i128::MAX), Range::signed(width, i128::MIN, x_most)],
        _ => [Some(*x), Some(*y)],
    }
}

/// A range less the word of another one, where that is at its end.
fn without(range: &Range, other: &Range) -> Option<Range> {
    let Some(word) = other.as_constant() else { return Some(*range) };
    let width = range.width();
    let ((low, high), (least, most)) = (range.bounds(), range.signed_bounds());
    let (bits, number) = (word.unsigned(), word.signed());
    if low == high {
        return (low != bits).then_some(*range);
    }
    let unsigned = Range::unsigned(width, low + u128::from(low == bits), high - u128::from(high == bits))?;
    unsigned.meet(&Range::signed(width, least + i128::from(least == number), most - i128::from(most == number))?)
}
