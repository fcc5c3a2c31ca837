//! What a load is *expected* to read, whatever the element is: that a sum over an array of ones is its length is nothing that one element
//! says, nor any number of them, but that each load on the way gives a one is.
//!
//! An expectation rests on one element that is followed, its *oracle*: at an index that the entry chooses freely and that nothing
//! ends a path for. All that is known of it is whether what is expected holds of what it holds, a bit. Where the load meets the oracle and
//! that is not so, another bit is set for good, the *breach* (as that of a [fact](super::members)). While that is not set, the load gives
//! only what is expected of it, at any element.
//!
//! Nothing is believed by that. Consider a path of the program. If all its loads read what is expected of them, a path of the partial program
//! has the same loads, wherever the oracle is. Else one of the loads of an oracle is the first to read something unexpected; the path
//! whose oracle is that element has the same loads up to there, is breached there, and gives anything from then on. Nothing is expected of an
//! element that no oracle can be ([`Builder::can_be`]). So no path is lost, whichever expectations are tried, and that an array holds only ones needs a lemma about one element: the step from *each* to *all* is that
//! of the search's choice (Flanagan, Qadeer: *Predicate abstraction for software verification*, POPL 2002, skolemise an invariant of all
//! elements in this way; here the first breach in time takes the place of their quantifier).
//!
//! A fact of a member asks what is *stored*; an expectation asks what is *loaded*, so it holds of elements that are loaded only once they
//! have been written, and may differ between two passes through an array.
//!
//! | function | what |
//! |---|---|
//! | [`Builder::oracles`] | adds an oracle and a breach for each kind of element that something is expected of |
//! | [`Builder::begin_oracles`] | what is known of the elements at first |
//! | [`Builder::shows`], [`Builder::fill_oracles`] | what is written to them |
//! | [`Builder::as_expected`] | what a load gives |

use super::build::{Builder, TRUE};
use super::large::Expected;
use super::partial::{Filled, Filling};
use super::steps::Step;
use super::watches::Watch;
use crate::bv::{BinaryOp, BitVec, Predicate};
use crate::program::{Access, ObjectId, Operand, Operation, Store, ValueId};

/// What is expected of a load.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expectation {
    /// It gives one of these.
    OneOf(Vec<BitVec>),
    /// It gives a number between these, which belong to them, with sign.
    Within {
        /// The smallest.
        low: BitVec,
        /// The largest.
        high: BitVec,
    },
    /// It gives its index, counted in strides of the access, so many times, and a number.
    OfIndex {
        /// How many times.
        times: BitVec,
        /// The number.
        plus: BitVec,
    },
}

impl Expectation {
    /// Whether it says what is read.
    pub(super) fn is_exact(&self) -> bool {
        match self {
            Expectation::OneOf(constants) => constants.len() == 1,
            Expectation::Within { .. } => false,
            Expectation::OfIndex { .. } => true,
        }
    }

    /// Whether it holds of a value wherever that is loaded.
    fn holds_of_all(&self, value: BitVec) -> bool {
        match self {
            Expectation::OneOf(constants) => constants.contains(&value),
            Expectation::Within { low, high } => (low.signed()..=high.signed()).contains(&value.signed()),
            Expectation::OfIndex { .. } => false,
        }
    }

    fn in_words(&self) -> String {
        match self {
            Expectation::OneOf(constants) => {
                let constants: Vec<String> = constants.iter().map(|constant| constant.signed().to_string()).collect();
                constants.join(" or ")
            }
            Expectation::Within { low, high } => format!("{} to {}", low.signed(), high.signed()),
            Expectation::OfIndex { times, plus } => format!("{} * index + {}", times.signed(), plus.signed()),
        }
    }

    /// Whether it holds of a value that is loaded at this offset.
    pub(super) fn holds_of(&self, access: Access, offset: u64, value: BitVec) -> bool {
        match self {
            Expectation::OneOf(_) | Expectation::Within { .. } => self.holds_of_all(value),
            Expectation::OfIndex { times, plus } => {
                let index = offset.saturating_sub(access.pattern.residue) / access.pattern.modulus.max(1);
                let index = BitVec::new(access.width, u128::from(index));
                value == BinaryOp::Add.apply(BinaryOp::Mul.apply(*times, index), *plus)
            }
        }
    }
}

/// An element that shows whether loads of its kind read what is expected of them.
#[derive(Clone, Debug)]
pub(super) struct Oracle {
    /// Its index and access.
    watch: Watch,
    /// What is expected of loads, each with the bit that says whether it holds of what the element holds.
    holding: Vec<(Expectation, ObjectId)>,
    breach: ObjectId,
}

impl Builder<'_> {
    /// Adds an oracle and a breach for each kind of element that something is expected of. What the element holds is not followed, only
    /// what is expected of it: one bit.
    pub fn oracles(&mut self) {
        for (load, access, offset) in self.large.accesses(|load| self.precision.expected.contains_key(&load)) {
            let Some(Expected { what, .. }) = self.precision.expected.get(&load) else { continue };
            let known = self.oracles.iter().position(|oracle| oracle.watch.access == access);
            let place = known.unwrap_or_else(|| {
                let name = format!("{}[any]: breach", self.large.program.objects[access.object.0].name);
                let by = self.counts_down_from(access, offset);
                let step = by.map_or(Step::default(), |by| Step { is_reversed: true, by });
                let (breach, index) = (self.add_bit(name), BitVec::zero(self.index_width(access, offset)));
                let watch = Watch {
                    site: None,
                    access,
                    group: usize::MAX,
                    index: Operand::Constant(index),
                    step,
                    is_cell: TRUE,
                    words: breach,
                };
                self.oracles.push(Oracle { watch, holding: Vec::new(), breach });
                self.oracles.len() - 1
            });
            if self.oracles[place].holding.iter().all(|(other, _)| other != what) {
                let name = format!("{}[any]: {}", self.large.program.objects[access.object.0].name, what.in_words());
                let bit = self.add_bit(name);
                self.oracles[place].holding.push((what.clone(), bit));
            }
        }
    }

    /// The entry chooses the element of each oracle. What is expected of it holds at first or not.
    pub fn begin_oracles(&mut self) {
        for place in 0..self.oracles.len() {
            let Oracle { mut watch, holding, .. } = self.oracles[place].clone();
            watch.index = self.choose(watch);
            if let Step { is_reversed: true, by } = watch.step {
                // As the program counts, `by - index`, so that lemmas compare the two: from the last index on.
                let width = self.program.operand_width(watch.index);
                let from = BitVec::new(width, (by as u128).wrapping_sub(self.last_chosen(watch).into()));
                if from.is_nonzero() {
                    let from = Operation::Binary(BinaryOp::Add, watch.index, Operand::Constant(from));
                    watch.index = self.define(width, from);
                }
            }
            self.oracles[place].watch = watch;
            let cells = &self.large.program.objects[watch.access.object.0].cells;
            let initial = self.large.program.cells(watch.access);
            let initial: Vec<(u64, BitVec)> = initial.map(|cell| (cells[cell].offset, cells[cell].initial)).collect();
            let tail = self.large.program.objects[watch.access.object.0].tail;
            for (expected, bit) in holding {
                let holds = |&(offset, value): &(u64, BitVec)| expected.holds_of(watch.access, offset, value);
                let of_tail = tail.map(|tail| tail.is_zero && expected.holds_of_all(BitVec::zero(watch.access.width)));
                let all = initial.iter().all(holds) && of_tail != Some(false);
                let holds = if all { TRUE } else { self.input(1) };
                self.set_bit(bit, holds, TRUE);
            }
        }
    }

    /// A store makes what is expected of an element hold or not.
    pub fn shows(&mut self, Store { access, offset, value, condition, .. }: Store) {
        let is_met =
            |oracle: &&Oracle| oracle.watch.access.object == access.object && oracle.watch.access.width == access.width;
        for Oracle { watch, holding, .. } in self.oracles.iter().filter(is_met).cloned().collect::<Vec<_>>() {
            let hit = self.meets(watch, access, offset);
            let hit = self.both(hit, condition);
            for (expected, bit) in holding {
                let (holds, _) = self.is_as_expected(&expected, watch.access, offset, value);
                self.set_bit(bit, holds, hit);
            }
        }
    }

    /// What writes many elements at once may write an oracle, or not.
    pub fn fill_oracles(&mut self, object: ObjectId, cells: &[Filled]) {
        let is_met = |oracle: &&Oracle| oracle.watch.access.object == object;
        for Oracle { watch: Watch { access, .. }, holding, .. } in
            self.oracles.iter().filter(is_met).cloned().collect::<Vec<_>>()
        {
            let written =
                || cells.iter().filter(|cell| cell.width == access.width && access.pattern.contains(cell.offset));
            let offsets = &self.large.program.objects[object.0].cells;
            let is_whole = self.large.program.objects[object.0].tail.is_none()
                && self
                    .large
                    .program
                    .cells(access)
                    .map(|cell| offsets[cell].offset)
                    .eq(written().map(|cell| cell.offset));
            for (expected, bit) in holding {
                let holds = |cell: &Filled| match cell.value {
                    Filling::Constant(value) => expected.holds_of(access, cell.offset, value),
                    Filling::Input(_) => false,
                };
                let holds = if is_whole && written().all(holds) { TRUE } else { self.input(1) };
                self.set_bit(bit, holds, TRUE);
            }
        }
    }

    /// What a load gives of which something is expected, and that would give `raw`.
    pub fn as_expected(&mut self, (load, access): (ValueId, Access), offset: Operand, raw: Operand) -> Operand {
        let Some(Expected { what, .. }) = self.precision.expected.get(&load) else { return raw };
        let oracle = self.oracles.iter().find(|oracle| oracle.watch.access == access);
        let Some(Oracle { watch, holding, breach }) = oracle.cloned() else { return raw };
        let Some(&(_, bit)) = holding.iter().find(|(other, _)| other == what) else { return raw };
        let meets = self.meets(watch, access, offset);
        let shown = self.bit(bit);
        let fails = self.negation(shown);
        let fails = self.both(meets, fails);
        self.set_bit(breach, TRUE, fails);
        let (holds, witness) = self.is_as_expected(what, access, offset, raw);
        let is_open = self.bit(breach);
        let may = self.either(holds, is_open);
        let may = self.can_be(watch, offset).map_or(may, |can_be| {
            let cannot_be = self.negation(can_be);
            self.either(may, cannot_be)
        });
        self.define(access.width, Operation::Select(may, raw, witness))
    }

    /// Whether an oracle can be the element at an offset; `None` if it can be each. In an object with a tail, its word may be too narrow.
    fn can_be(&mut self, watch: Watch, offset: Operand) -> Option<Operand> {
        let (Access { object, pattern, .. }, last) = (watch.access, self.last_chosen(watch));
        if last >= self.last_index(watch.access) {
            return None;
        }
        let position = self.position(object, offset);
        let last = u128::from(pattern.residue) + u128::from(last) * u128::from(pattern.modulus);
        let last = Operand::Constant(BitVec::new(self.program.operand_width(position), last));
        Some(self.define(1, Operation::Compare(Predicate::Ule, position, last)))
    }

    /// Whether a value is as expected of an element at an offset, and one that is.
    fn is_as_expected(
        &mut self,
        expected: &Expectation,
        access: Access,
        offset: Operand,
        value: Operand,
    ) -> (Operand, Operand) {
        match expected {
            Expectation::OneOf(constants) => {
                let witness = constants.first().copied().unwrap_or(BitVec::zero(access.width));
                (self.is_one_of(value, constants), Operand::Constant(witness))
            }
            Expectation::Within { low, high } => {
                let [low, high] = [low, high].map(|number| Operand::Constant(*number));
                let from = self.define(1, Operation::Compare(Predicate::Sle, low, value));
                let to = self.define(1, Operation::Compare(Predicate::Sle, value, high));
                (self.both(from, to), low)
            }
            Expectation::OfIndex { times, plus } => {
                let index = self.own_index(access, offset);
                let product = Operation::Binary(BinaryOp::Mul, index, Operand::Constant(*times));
                let product = self.define(access.width, product);
                let sum = Operation::Binary(BinaryOp::Add, product, Operand::Constant(*plus));
                let sum = self.define(access.width, sum);
                (self.equal(value, sum), sum)
            }
        }
    }

    /// The index of an access, in strides, as a word of the width of what it accesses.
    fn own_index(&mut self, access: Access, offset: Operand) -> Operand {
        let position = self.position(access.object, offset);
        let from = self.program.operand_width(position);
        let number = |number: u64| Operand::Constant(BitVec::new(from, u128::from(number)));
        let from_begin = Operation::Binary(BinaryOp::Sub, position, number(access.pattern.residue));
        let from_begin = self.define(from, from_begin);
        let by = number(access.pattern.modulus.trailing_zeros().into());
        let index = self.define(from, Operation::Binary(BinaryOp::LShr, from_begin, by));
        match access.width {
            width if width > from => self.define(width, Operation::ZeroExtend(index)),
            width if width < from => self.define(width, Operation::Truncate(index)),
            _ => index,
        }
    }
}
