//! The operations of [`op`](crate::bv::op), built from the core operators of [`term`](crate::bv::term).

use crate::bv::{BinaryOp, BitVec, CoreOp, OverflowOp, Predicate, TermId, TermPool, TernaryOp, UnaryOp};

impl TermPool {
    /// An operation with one operand.
    pub fn unary(&mut self, op: UnaryOp, a: TermId) -> TermId {
        let width = self.width(a);
        match op {
            UnaryOp::Not => self.not(a),
            UnaryOp::Neg => self.negate(a),
            UnaryOp::PopCount => {
                let count = self.pop_count(a);
                self.resize(count, width)
            }
            UnaryOp::LeadingZeros => {
                let count = self.leading_zeros(a);
                self.resize(count, width)
            }
            UnaryOp::TrailingZeros => {
                let reversed = self.reversed(a, 1);
                self.unary(UnaryOp::LeadingZeros, reversed)
            }
            UnaryOp::ByteSwap => self.reversed(a, 8),
            UnaryOp::BitReverse => self.reversed(a, 1),
            UnaryOp::Abs => self.magnitude(a),
        }
    }

    /// An operation with two operands of one width.
    pub fn binary(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        match op {
            BinaryOp::Add => self.core(CoreOp::Add, a, b),
            BinaryOp::Sub => self.core(CoreOp::Sub, a, b),
            BinaryOp::Mul => self.core(CoreOp::Mul, a, b),
            BinaryOp::UDiv => self.core(CoreOp::UDiv, a, b),
            BinaryOp::URem => self.core(CoreOp::URem, a, b),
            BinaryOp::SDiv => self.signed_quotient(a, b),
            BinaryOp::SRem => self.signed_remainder(a, b),
            BinaryOp::And => self.and(a, b),
            BinaryOp::Or => self.or(a, b),
            BinaryOp::Xor => self.core(CoreOp::Xor, a, b),
            BinaryOp::Shl => self.core(CoreOp::Shl, a, b),
            BinaryOp::LShr => self.core(CoreOp::LShr, a, b),
            BinaryOp::AShr => self.core(CoreOp::AShr, a, b),
            BinaryOp::UMin => self.ite_less(CoreOp::Ult, a, b, a, b),
            BinaryOp::UMax => self.ite_less(CoreOp::Ult, a, b, b, a),
            BinaryOp::SMin => self.ite_less(CoreOp::Slt, a, b, a, b),
            BinaryOp::SMax => self.ite_less(CoreOp::Slt, a, b, b, a),
            BinaryOp::UAddSat
            | BinaryOp::SAddSat
            | BinaryOp::USubSat
            | BinaryOp::SSubSat
            | BinaryOp::UShlSat
            | BinaryOp::SShlSat => self.saturating(op, a, b),
        }
    }

    /// An operation with three operands of one width.
    pub fn ternary(&mut self, op: TernaryOp, a: TermId, b: TermId, c: TermId) -> TermId {
        // A width is less than two to its power, hence a value of that width. Where the distance is 0, the other
        // operand is shifted by the width, which leaves nothing of it.
        let width = BitVec::new(self.width(c), self.width(c) as u128);
        let width = self.constant(width);
        let by = self.core(CoreOp::URem, c, width);
        let rest = self.core(CoreOp::Sub, width, by);
        let (left, right) = match op {
            TernaryOp::FunnelLeft => (by, rest),
            TernaryOp::FunnelRight => (rest, by),
        };
        let above = self.core(CoreOp::Shl, a, left);
        let below = self.core(CoreOp::LShr, b, right);
        self.or(above, below)
    }

    /// A comparison, of width 1.
    pub fn compare(&mut self, predicate: Predicate, a: TermId, b: TermId) -> TermId {
        match predicate {
            Predicate::Eq => self.core(CoreOp::Eq, a, b),
            Predicate::Ult => self.core(CoreOp::Ult, a, b),
            Predicate::Slt => self.core(CoreOp::Slt, a, b),
            Predicate::Ne => {
                let equal = self.core(CoreOp::Eq, a, b);
                self.not(equal)
            }
            Predicate::Ule => {
                let greater = self.core(CoreOp::Ult, b, a);
                self.not(greater)
            }
            Predicate::Sle => {
                let greater = self.core(CoreOp::Slt, b, a);
                self.not(greater)
            }
        }
    }

    /// Whether the exact result is outside the type, of width 1.
    pub fn overflow(&mut self, op: OverflowOp, a: TermId, b: TermId) -> TermId {
        match op {
            // The sum reaches two to the width iff `b` is above the complement of `a`. The circuit is the adder's carry.
            OverflowOp::UAdd => {
                let room = self.not(a);
                self.core(CoreOp::Ult, room, b)
            }
            OverflowOp::USub => self.core(CoreOp::Ult, a, b),
            // Only operands of one sign can overflow, and then the sum has the other.
            OverflowOp::SAdd => {
                let sum = self.core(CoreOp::Add, a, b);
                let (signs_differ, sign_changes) = (self.signs_differ(a, b), self.signs_differ(a, sum));
                let same_sign = self.not(signs_differ);
                self.and(same_sign, sign_changes)
            }
            OverflowOp::SSub => {
                let difference = self.core(CoreOp::Sub, a, b);
                let (signs_differ, sign_changes) = (self.signs_differ(a, b), self.signs_differ(a, difference));
                self.and(signs_differ, sign_changes)
            }
            OverflowOp::UMul => self.core(CoreOp::UMulOverflow, a, b),
            OverflowOp::SMul => self.core(CoreOp::SMulOverflow, a, b),
            OverflowOp::SDiv => {
                let width = self.width(a);
                let (smallest, minus_one) =
                    (self.constant(BitVec::signed_min(width)), self.constant(BitVec::ones(width)));
                let smallest = self.core(CoreOp::Eq, a, smallest);
                let minus_one = self.core(CoreOp::Eq, b, minus_one);
                self.and(smallest, minus_one)
            }
        }
    }

    /// Wider by zeros.
    pub fn zero_extend(&mut self, a: TermId, width: u32) -> TermId {
        match width.checked_sub(self.width(a)) {
            Some(0) => a,
            Some(more) => {
                let zeros = self.constant(BitVec::zero(more));
                self.concat(zeros, a)
            }
            None => panic!("an extension of {} bits to {width}", self.width(a)),
        }
    }

    /// The low `width` bits.
    pub fn truncate(&mut self, a: TermId, width: u32) -> TermId {
        self.extract(a, width - 1, 0)
    }

    /// Bitwise and.
    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        self.core(CoreOp::And, a, b)
    }

    /// Bitwise or.
    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = (self.not(a), self.not(b));
        let neither = self.core(CoreOp::And, a, b);
        self.not(neither)
    }

    /// Bitwise: where `a` is one, `b` is one.
    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let b = self.not(b);
        let counterexample = self.core(CoreOp::And, a, b);
        self.not(counterexample)
    }

    /// The conjunction of terms of width 1; true if there are none.
    pub fn all(&mut self, terms: impl IntoIterator<Item = TermId>) -> TermId {
        let truth = self.constant(BitVec::bit(true));
        terms.into_iter().fold(truth, |all, term| self.and(all, term))
    }

    /// The disjunction of terms of width 1; false if there are none.
    pub fn any(&mut self, terms: impl IntoIterator<Item = TermId>) -> TermId {
        let falsity = self.constant(BitVec::bit(false));
        terms.into_iter().fold(falsity, |any, term| self.or(any, term))
    }

    /// Zero extension or truncation, whichever leads to the width.
    fn resize(&mut self, a: TermId, width: u32) -> TermId {
        if self.width(a) < width {
            self.zero_extend(a, width)
        } else {
            self.truncate(a, width)
        }
    }

    fn sign(&mut self, a: TermId) -> TermId {
        let top = self.width(a) - 1;
        self.extract(a, top, top)
    }

    fn signs_differ(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = (self.sign(a), self.sign(b));
        self.core(CoreOp::Xor, a, b)
    }

    fn negate(&mut self, a: TermId) -> TermId {
        let zero = self.constant(BitVec::zero(self.width(a)));
        self.core(CoreOp::Sub, zero, a)
    }

    fn negate_if(&mut self, condition: TermId, a: TermId) -> TermId {
        let negated = self.negate(a);
        self.ite(condition, negated, a)
    }

    /// The absolute value, read as unsigned: that of the smallest value is then right too.
    fn magnitude(&mut self, a: TermId) -> TermId {
        let negative = self.sign(a);
        self.negate_if(negative, a)
    }

    fn signed_quotient(&mut self, a: TermId, b: TermId) -> TermId {
        let (magnitude_a, magnitude_b) = (self.magnitude(a), self.magnitude(b));
        let quotient = self.core(CoreOp::UDiv, magnitude_a, magnitude_b);
        let negative = self.signs_differ(a, b);
        self.negate_if(negative, quotient)
    }

    fn signed_remainder(&mut self, a: TermId, b: TermId) -> TermId {
        let (magnitude_a, magnitude_b) = (self.magnitude(a), self.magnitude(b));
        let remainder = self.core(CoreOp::URem, magnitude_a, magnitude_b);
        let negative = self.sign(a);
        self.negate_if(negative, remainder)
    }

    /// `then` if `a` is less than `b`, else `otherwise`.
    fn ite_less(&mut self, less: CoreOp, a: TermId, b: TermId, then: TermId, otherwise: TermId) -> TermId {
        let condition = self.core(less, a, b);
        self.ite(condition, then, otherwise)
    }

    /// The wrapping result where it is exact, otherwise the bound on the exact result's side.
    fn saturating(&mut self, op: BinaryOp, a: TermId, b: TermId) -> TermId {
        let (wrapping, inexact) = match op {
            BinaryOp::UAddSat => (self.core(CoreOp::Add, a, b), self.overflow(OverflowOp::UAdd, a, b)),
            BinaryOp::SAddSat => (self.core(CoreOp::Add, a, b), self.overflow(OverflowOp::SAdd, a, b)),
            BinaryOp::USubSat => (self.core(CoreOp::Sub, a, b), self.overflow(OverflowOp::USub, a, b)),
            BinaryOp::SSubSat => (self.core(CoreOp::Sub, a, b), self.overflow(OverflowOp::SSub, a, b)),
            BinaryOp::UShlSat | BinaryOp::SShlSat => {
                let shifted = self.core(CoreOp::Shl, a, b);
                let right = if op == BinaryOp::UShlSat { CoreOp::LShr } else { CoreOp::AShr };
                let back = self.core(right, shifted, b);
                (shifted, self.compare(Predicate::Ne, back, a))
            }
            _ => unreachable!("{op:?} does not saturate"),
        };
        let width = self.width(a);
        let bound = match op {
            BinaryOp::UAddSat | BinaryOp::UShlSat => self.constant(BitVec::ones(width)),
            BinaryOp::USubSat => self.constant(BitVec::zero(width)),
            _ => {
                let (least, greatest) =
                    (self.constant(BitVec::signed_min(width)), self.constant(BitVec::signed_max(width)));
                let negative = self.sign(a);
                self.ite(negative, least, greatest)
            }
        };
        self.ite(inexact, bound, wrapping)
    }

    /// The pieces of `piece` bits each in opposite order.
    fn reversed(&mut self, a: TermId, piece: u32) -> TermId {
        let width = self.width(a);
        assert_eq!(width % piece, 0, "pieces of {piece} bits in {width}");
        let mut result = self.extract(a, piece - 1, 0);
        for low in (piece..width).step_by(piece as usize) {
            let next = self.extract(a, low + piece - 1, low);
            result = self.concat(result, next);
        }
        result
    }

    /// How many bits are one, in as few bits as the greatest count needs: halves are counted and added.
    fn pop_count(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        if width == 1 {
            return a;
        }
        let (high, low) = self.halves(a);
        let (high, low) = (self.pop_count(high), self.pop_count(low));
        let (high, low) = (self.zero_extend(high, count_width(width)), self.zero_extend(low, count_width(width)));
        self.core(CoreOp::Add, high, low)
    }

    /// How many bits above the highest one are zero, in as few bits as the greatest count needs: the high half is
    /// counted, and the low half where the high one is zero.
    fn leading_zeros(&mut self, a: TermId) -> TermId {
        let width = self.width(a);
        if width == 1 {
            return self.not(a);
        }
        let (high, low) = self.halves(a);
        let high_width = self.width(high);
        let zero = self.constant(BitVec::zero(high_width));
        let high_is_zero = self.core(CoreOp::Eq, high, zero);
        let (high, low) = (self.leading_zeros(high), self.leading_zeros(low));
        let (high, low) = (self.zero_extend(high, count_width(width)), self.zero_extend(low, count_width(width)));
        let skipped = self.constant(BitVec::new(count_width(width), high_width as u128));
        let low = self.core(CoreOp::Add, skipped, low);
        self.ite(high_is_zero, low, high)
    }

    fn halves(&mut self, a: TermId) -> (TermId, TermId) {
        let width = self.width(a);
        (self.extract(a, width - 1, width / 2), self.extract(a, width / 2 - 1, 0))
    }
}

/// How many bits a count from 0 to `greatest` needs.
fn count_width(greatest: u32) -> u32 {
    u32::BITS - greatest.leading_zeros()
}
