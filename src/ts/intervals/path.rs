//! The terms of one way through a region: ranges forwards, and what is assumed of some terms backwards to their operands.

use crate::bv::{CoreOp, SymbolId, Term, TermId, TermPool};
use crate::ts::range::Range;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Each term is evaluated again so many times at most, on average.
const ROUNDS: usize = 2;
/// The place of an operand that there is not.
const NONE: u32 = u32::MAX;

/// The terms of a step in a row, operands first: what a path knows of them is by their places there.
pub(super) struct Row<'a> {
    pool: &'a TermPool,
    terms: &'a [TermId],
    /// The places of each term's operands.
    operands: Vec<[u32; 3]>,
    /// The places of the terms that have a term as operand, one term's behind the other's, and where each term's begin.
    users: Vec<u32>,
    starts: Vec<u32>,
    /// The place of each term of the pool that is in the row; anything for the others.
    places: &'a [u32],
}

impl<'a> Row<'a> {
    /// The row of a cone. `places` is room for the places, which any row of the pool may use after another one.
    pub fn new(pool: &'a TermPool, terms: &'a [TermId], places: &'a mut Vec<u32>) -> Row<'a> {
        places.resize(pool.len(), NONE);
        for (place, term) in terms.iter().enumerate() {
            places[term.index()] = place as u32;
        }
        let operands = terms.iter().map(|&term| {
            let mut of = [NONE; 3];
            let operands = pool.term(term).operands();
            of.iter_mut().zip(operands).for_each(|(at, operand)| *at = places[operand.index()]);
            of
        });
        let operands: Vec<[u32; 3]> = operands.collect();
        // Counted, then summed up to where each term's users end, and filled from there downwards.
        let used = || operands.iter().enumerate().flat_map(|(user, of)| of.iter().map(move |&place| (user, place)));
        let mut starts = vec![0; terms.len() + 1];
        used().filter(|&(_, place)| place != NONE).for_each(|(_, place)| starts[place as usize] += 1);
        let mut end = 0;
        for start in &mut starts {
            end += *start;
            *start = end;
        }
        let mut users = vec![0; end as usize];
        for (user, place) in used().filter(|&(_, place)| place != NONE) {
            let start = &mut starts[place as usize];
            *start -= 1;
            users[*start as usize] = user as u32;
        }
        Row { pool, terms, operands, users, starts, places }
    }

    /// The places of the terms that have the one at a place as operand.
    fn users(&self, place: usize) -> &[u32] {
        &self.users[self.starts[place] as usize..self.starts[place + 1] as usize]
    }

    /// The pool of the terms.
    pub fn pool(&self) -> &'a TermPool {
        self.pool
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Where a term is; `None` if it is not in the row.
    fn place(&self, term: TermId) -> Option<usize> {
        let place = self.places[term.index()] as usize;
        (self.terms.get(place) == Some(&term)).then_some(place)
    }
}

/// The ranges of terms, under what is assumed.
#[derive(Clone)]
pub(super) struct Path<'a> {
    row: &'a Row<'a>,
    /// The ranges before anything is assumed. Cases of one step share them.
    ranges: Rc<[Range]>,
    /// Those that differ by what was assumed, and what follows from it for operands and for what is computed from them.
    assumed: FxHashMap<u32, Range>,
    /// Which terms these are, a bit for each.
    differs: Box<[u64]>,
    /// Which terms have an operand that has changed since they were evaluated, a bit for each.
    stale: Box<[u64]>,
    /// Below this number of words of these bits all are zero.
    lowest: usize,
}

impl<'a> Path<'a> {
    /// The ranges of all terms, where words have those of the environment, or any value. Nothing is assumed yet.
    pub fn new(row: &'a Row<'a>, environment: &FxHashMap<SymbolId, Range>) -> Path<'a> {
        let mut ranges: Vec<Range> = Vec::with_capacity(row.len());
        for (place, &id) in row.terms.iter().enumerate() {
            let range = match row.pool.term(id) {
                Term::Symbol(symbol) => {
                    environment.get(&symbol).copied().unwrap_or_else(|| Range::full(row.pool.width(id)))
                }
                _ => row.of_operands(place, |operand| ranges[operand]),
            };
            ranges.push(range);
        }
        let none: Box<[u64]> = vec![0; row.len().div_ceil(64)].into();
        Path {
            row,
            ranges: ranges.into(),
            assumed: FxHashMap::default(),
            differs: none.clone(),
            stale: none,
            lowest: 0,
        }
    }

    /// The range of a term; any value if the step does not depend on the term.
    pub fn get(&self, term: TermId) -> Range {
        self.row.place(term).map_or_else(|| Range::full(self.row.pool.width(term)), |place| self.at(place))
    }

    /// The range of the term at a place.
    fn at(&self, place: usize) -> Range {
        match self.differs(place) {
            true => self.assumed[&(place as u32)],
            false => self.ranges[place],
        }
    }

    fn differs(&self, place: usize) -> bool {
        self.differs[place / 64] >> (place % 64) & 1 == 1
    }

    fn set(&mut self, place: usize, range: Range) {
        self.assumed.insert(place as u32, range);
        self.differs[place / 64] |= 1 << (place % 64);
        for &user in self.row.users(place) {
            self.stale[user as usize / 64] |= 1 << (user % 64);
            self.lowest = self.lowest.min(user as usize / 64);
        }
    }

    /// How many terms differ by what was assumed.
    pub fn len(&self) -> usize {
        self.assumed.len()
    }

    /// Evaluates again what depends on something assumed, and asks again what a condition that is decided says about its operands; false if
    /// nothing satisfies the assumptions.
    pub fn again(&mut self, work: &mut usize) -> bool {
        let row = self.row;
        // `x < y` and `y < x` take one number from each other again and again: what holds after so many rounds is enough.
        let end = *work + ROUNDS * row.len();
        while let Some(word) = (self.lowest..self.stale.len()).find(|&word| self.stale[word] != 0) {
            self.lowest = word;
            if *work > end {
                self.stale[word..].fill(0);
                break;
            }
            let place = word * 64 + self.stale[word].trailing_zeros() as usize;
            self.stale[word] &= self.stale[word] - 1;
            *work += 1;
            let old = self.at(place);
            let Some(new) = row.of_operands(place, |operand| self.at(operand)).meet(&old) else { return false };
            if new != old {
                self.set(place, new);
            }
            if new.width() == 1 && new.as_constant().is_some() {
                let mut open = Vec::new();
                self.operands(place, &new, &mut open);
                if !self.narrow(open) {
                    return false;
                }
            }
        }
        true
    }

    /// Assumes that the words of a term are in a range, and what follows for its operands; false if that cannot be.
    pub fn assume(&mut self, term: TermId, range: Range) -> bool {
        self.row.place(term).is_none_or(|place| self.narrow(vec![(place, Some(range))]))
    }

    /// Lets the terms at these places be in a range, and what follows for their operands; false if that cannot be.
    fn narrow(&mut self, mut open: Vec<(usize, Option<Range>)>) -> bool {
        while let Some((place, range)) = open.pop() {
            let old = self.at(place);
            let Some(new) = range.and_then(|range| range.meet(&old)) else { return false };
            if new != old {
                self.set(place, new);
                self.operands(place, &new, &mut open);
            }
        }
        true
    }

    /// What the range of the term at a place says about its operands: pushes the operands with what their words must be in.
    fn operands(&self, place: usize, range: &Range, open: &mut Vec<(usize, Option<Range>)>) {
        let [first, second, third] = self.row.operands[place].map(|operand| operand as usize);
        let width = range.width();
        let (ones, zeros) = range.known();
        match self.row.pool.term(self.row.terms[place]) {
            Term::Constant(_) | Term::Symbol(_) => {}
            Term::Not(_) => open.push((first, Some(range.not()))),
            Term::Binary(op, ..) => {
                let (a, b) = (first, second);
                let (x, y) = (self.at(a), self.at(b));
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
            Term::Ite(..) => {
                let (condition, then, otherwise) = (first, second, third);
                // A branch that cannot give the range was not taken.
                if self.at(then).meet(range).is_none() {
                    open.extend([(condition, Some(Range::bit(false))), (otherwise, Some(*range))]);
                } else if self.at(otherwise).meet(range).is_none() {
                    open.extend([(condition, Some(Range::bit(true))), (then, Some(*range))]);
                }
            }
            Term::Concat(_, low) => {
                let by = self.row.pool.width(low);
                open.push((first, Some(range.extract(width - 1, by))));
                open.push((second, Some(range.extract(by - 1, 0))));
            }
            Term::Extract { of, low, .. } => {
                open.push((first, Range::bits(self.row.pool.width(of), ones << low, zeros << low)));
            }
            Term::SignExtend { of, .. } => {
                let (low, high) = range.signed_bounds();
                open.push((first, Range::signed(self.row.pool.width(of), low, high)));
            }
        }
    }
}

impl Row<'_> {
    /// The range of the term at a place by those of its operands; any value of a symbol.
    fn of_operands(&self, place: usize, get: impl Fn(usize) -> Range) -> Range {
        let operand = |number: usize| get(self.operands[place][number] as usize);
        match self.pool.term(self.terms[place]) {
            Term::Constant(value) => Range::constant(value),
            Term::Symbol(symbol) => Range::full(self.pool.symbol_width(symbol)),
            Term::Not(_) => operand(0).not(),
            Term::Binary(op, ..) => Range::binary(op, &operand(0), &operand(1)),
            Term::Ite(..) => match operand(0).as_constant() {
                Some(value) => operand(if value.is_nonzero() { 1 } else { 2 }),
                None => operand(1).join(&operand(2)),
            },
            Term::Concat(..) => operand(0).concat(&operand(1)),
            Term::Extract { high, low, .. } => operand(0).extract(high, low),
            Term::SignExtend { width, .. } => operand(0).sign_extend(width),
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
pub(super) fn without(range: &Range, other: &Range) -> Option<Range> {
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
