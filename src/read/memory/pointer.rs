//! Values that are pointers: moved, compared ([`compare`]), subtracted, held apart ([`overlap`]), packed into one word and back.

mod compare;
mod overlap;

use llvm_ir::{Name, Operand as LlvmOperand};

use super::points_to::{Targets, NOWHERE, NULL};
use super::pools::Narrow;
use crate::bv::{BinaryOp, BitVec, Predicate, UnaryOp};
use crate::program::{Operand, Operation, ValueId};
use crate::read::blocks::{Cut, Reader};
use crate::read::exact::Exact;
use crate::read::phis::TOO_FAR;
use crate::read::values::{readable, Shape, Value};

/// A pointer, or a number that was made of one and has only been moved since.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::read) struct Pointer {
    /// The number of the object.
    pub(in crate::read) object: Operand,
    /// The offset in bytes, as wide as the machine's pointers.
    pub(in crate::read) offset: Operand,
}

impl<'m> Reader<'m, Exact<'m>> {
    /// The start of an object.
    pub(in crate::read) fn pointer_to(&self, object: usize) -> Pointer {
        let word = |width: u32, number: u128| Operand::Constant(BitVec::new(width, number));
        Pointer {
            object: word(self.policy.memory.object_width, object as u128),
            offset: word(self.policy.memory.pointer_width, 0),
        }
    }

    /// Null.
    pub(in crate::read) fn null(&self) -> Pointer {
        self.pointer_to(NULL)
    }

    /// A pointer of which nothing is known.
    pub(in crate::read) fn nowhere(&self) -> Pointer {
        self.pointer_to(NOWHERE)
    }

    /// The address of a global, function or local by its name in the module.
    pub(in crate::read) fn address_of(&self, is_local: bool, name: &str) -> Option<Pointer> {
        self.policy.memory.points_to.number(is_local, name).map(|number| self.pointer_to(number))
    }

    /// An operand as a pointer, which the number 0 also is.
    pub(in crate::read) fn pointer(&mut self, operand: &LlvmOperand) -> Option<Pointer> {
        match self.value(operand) {
            Value::Pointer(pointer) => Some(pointer),
            Value::Bits(Operand::Constant(zero)) if !zero.is_nonzero() => Some(self.null()),
            _ => None,
        }
    }

    /// A part of an operand that is a pointer, in a φ or `select`.
    pub(in crate::read) fn passed_pointer(&mut self, operand: &LlvmOperand, path: &[u32]) -> Result<Pointer, Cut> {
        match self.value(operand).part(path) {
            Some(Value::Pointer(pointer)) => Ok(*pointer),
            _ => Err(Cut::new("a pointer of unknown origin")),
        }
    }

    /// A pointer so many bytes behind another; `offset` is as wide as pointers.
    pub(in crate::read) fn moved(&mut self, base: Pointer, offset: Operand, name: &str) -> Pointer {
        Pointer { object: base.object, offset: self.sum(base.offset, offset, name) }
    }

    /// One pointer or the other.
    pub(in crate::read) fn select_pointer(
        &mut self,
        condition: Operand,
        then: Pointer,
        otherwise: Pointer,
        name: String,
    ) -> Pointer {
        let mut select = |then: Operand, otherwise: Operand| match then == otherwise {
            true => then,
            false => self.define(self.width(then), name.clone(), Operation::Select(condition, then, otherwise)),
        };
        Pointer { object: select(then.object, otherwise.object), offset: select(then.offset, otherwise.offset) }
    }

    /// Whether a value is an address, as a pointer or as a number.
    pub(in crate::read) fn is_address(&mut self, operand: &LlvmOperand) -> bool {
        matches!(self.value(operand), Value::Pointer(_))
    }

    /// A pointer as a number or a number as a pointer: only addresses and zero can be followed.
    pub(in crate::read) fn cast_pointer(&mut self, operand: &LlvmOperand, shape: &Shape) -> Value {
        let fits = *shape == Shape::Pointer || *shape == Shape::Bits(self.policy.memory.pointer_width);
        match self.pointer(operand) {
            Some(pointer) if fits && !self.policy.memory.points_to.targets(operand).unknown => Value::Pointer(pointer),
            _ => Value::Opaque,
        }
    }

    /// The sum of an address and a number.
    ///
    /// # Errors
    /// If both are addresses.
    pub(in crate::read) fn add_address(&mut self, a: &LlvmOperand, b: &LlvmOperand, name: &Name) -> Result<Value, Cut> {
        let (base, offset) = if self.is_address(a) { (a, b) } else { (b, a) };
        let Value::Pointer(base) = self.value(base) else { return Ok(Value::Opaque) };
        if self.policy.memory.points_to.of_value(name).objects.is_empty() {
            return Err(Cut::new("number that depends on the address of an object"));
        }
        let offset = self.bits(offset, "add")?;
        Ok(Value::Pointer(self.moved(base, offset, &readable(name))))
    }

    /// The distance of two addresses, or an address so many bytes before another.
    ///
    /// # Errors
    /// If an address is subtracted from a number.
    pub(in crate::read) fn subtract_address(
        &mut self,
        a: &LlvmOperand,
        b: &LlvmOperand,
        name: &Name,
    ) -> Result<Value, Cut> {
        match (self.value(a), self.value(b)) {
            (Value::Pointer(a), Value::Pointer(b)) => Ok(Value::Bits(self.distance(a, b, readable(name)))),
            (Value::Pointer(_), Value::Bits(_)) if self.policy.memory.points_to.of_value(name).objects.is_empty() => {
                Err(Cut::new("number that depends on the address of an object"))
            }
            (Value::Pointer(a), Value::Bits(b)) => {
                let by = self.define(self.width(b), readable(name), Operation::Unary(UnaryOp::Neg, b));
                Ok(Value::Pointer(self.moved(a, by, &readable(name))))
            }
            _ => Err(Cut::new("number that depends on the address of an object")),
        }
    }

    /// How many bytes `a` is behind `b`.
    pub(in crate::read) fn distance(&mut self, a: Pointer, b: Pointer, name: String) -> Operand {
        let same_object = self.equal(a.object, b.object);
        self.same_object_or_cut(same_object, "difference of pointers into different objects");
        let apart = self.are_apart(a, b);
        self.cut_unless_false(apart, "difference of pointers into different objects");
        let width = self.width(a.offset);
        self.define(width, name, Operation::Binary(BinaryOp::Sub, a.offset, b.offset))
    }

    pub(super) fn same_object_or_cut(&mut self, same_object: Operand, reason: &str) {
        let different = self.negation(same_object);
        self.cut_unless_false(different, reason);
    }

    pub(super) fn exclude_nowhere(&mut self, pointer: Pointer, targets: &Targets) {
        if targets.objects.contains_key(&NOWHERE) {
            let nowhere = self.nowhere();
            let bad = self.equal(pointer.object, nowhere.object);
            self.cut_unless_false(bad, "use of a pointer that has never been set");
        }
    }

    /// The pointer in one word, as memory holds it. Where its offset is too far outside of the object, control leaves.
    pub(super) fn pack(&mut self, pointer: Pointer) -> Operand {
        if let (Operand::Constant(object), Operand::Constant(offset)) = (pointer.object, pointer.offset) {
            if self.policy.memory.holds(offset.signed() as i64) {
                return Operand::Constant(
                    self.policy.memory.packed(object.unsigned() as usize, offset.signed() as i64),
                );
            }
        }
        let narrow = self.policy.memory.held;
        let (low, too_far) = self.narrowed(pointer.offset, narrow);
        if let Some(too_far) = too_far {
            self.cut_unless_false(too_far, TOO_FAR);
        }
        let width = self.policy.memory.packed_width();
        let shift = Operand::Constant(BitVec::new(width, u128::from(narrow.width)));
        let high = self.define(width, "object", Operation::ZeroExtend(pointer.object));
        let high = self.define(width, "object", Operation::Binary(BinaryOp::Shl, high, shift));
        let low = self.define(width, "offset", Operation::ZeroExtend(low));
        self.define(width, "pointer", Operation::Binary(BinaryOp::Or, high, low))
    }

    /// The pointer in one word, however far outside of its object it is: so paths are told.
    pub(in crate::read) fn whole(&mut self, pointer: Pointer) -> Operand {
        let (object, offset) = (self.policy.memory.object_width, self.policy.memory.pointer_width);
        if let (Operand::Constant(object), Operand::Constant(low)) = (pointer.object, pointer.offset) {
            return Operand::Constant(BitVec::new(
                object.width() + offset,
                object.unsigned() << offset | low.unsigned(),
            ));
        }
        let (width, by) = (object + offset, Operand::Constant(BitVec::new(object + offset, u128::from(offset))));
        let high = self.define(width, "object", Operation::ZeroExtend(pointer.object));
        let high = self.define(width, "object", Operation::Binary(BinaryOp::Shl, high, by));
        let low = self.define(width, "offset", Operation::ZeroExtend(pointer.offset));
        self.define(width, "pointer", Operation::Binary(BinaryOp::Or, high, low))
    }

    /// The pointer that memory holds in one word.
    pub(super) fn unpack(&mut self, word: Operand) -> Pointer {
        let (object, narrow) = (self.policy.memory.object_width, self.policy.memory.held);
        let whole = object + narrow.width;
        let shift = Operand::Constant(BitVec::new(whole, u128::from(narrow.width)));
        let high = self.define(whole, "object", Operation::Binary(BinaryOp::LShr, word, shift));
        let object = self.define(object, "object", Operation::Truncate(high));
        let low = self.define(narrow.width, "offset", Operation::Truncate(word));
        Pointer { object, offset: self.widened(low, narrow) }
    }

    /// A narrow offset as wide as pointers.
    pub(in crate::read) fn widened(&mut self, low: Operand, narrow: Narrow) -> Operand {
        let width = self.policy.memory.pointer_width;
        let by = BitVec::new(width, u128::from(narrow.scale));
        let wide = match low {
            low if width == self.width(low) => low,
            Operand::Constant(low) => {
                return Operand::Constant(BinaryOp::Shl.apply(low.sign_extend(width), by));
            }
            low => self.define(width, "offset", Operation::SignExtend(low)),
        };
        match narrow.scale {
            0 => wide,
            _ => self.define(width, "offset", Operation::Binary(BinaryOp::Shl, wide, Operand::Constant(by))),
        }
    }

    /// An offset as φs and memory hold it, and the condition under which it does not fit, unless it always does.
    pub(in crate::read) fn narrowed(&mut self, offset: Operand, narrow: Narrow) -> (Operand, Option<Operand>) {
        let wide = self.policy.memory.pointer_width;
        let by = BitVec::new(wide, u128::from(narrow.scale));
        match offset {
            offset if wide == narrow.width => return (offset, None),
            Operand::Constant(constant) => {
                let low = BinaryOp::AShr.apply(constant, by).truncate(narrow.width);
                let bad = BinaryOp::Shl.apply(low.sign_extend(wide), by) != constant;
                return (Operand::Constant(low), bad.then(|| Operand::Constant(BitVec::bit(true))));
            }
            Operand::Value(value) => {
                if let Some(low) = self.held(value, narrow) {
                    return (low, None);
                }
            }
        }
        let units = match narrow.scale {
            0 => offset,
            _ => self.define(wide, "offset", Operation::Binary(BinaryOp::AShr, offset, Operand::Constant(by))),
        };
        let low = self.define(narrow.width, "offset", Operation::Truncate(units));
        let back = self.widened(low, narrow);
        let too_far = self.define(1, "too far", Operation::Compare(Predicate::Ne, back, offset));
        (low, Some(too_far))
    }

    /// The word that an offset has been widened from, if it was held like this.
    fn held(&self, offset: ValueId, narrow: Narrow) -> Option<Operand> {
        let unshifted = match (narrow.scale, self.operations[offset.0]?) {
            (0, operation) => operation,
            (scale, Operation::Binary(BinaryOp::Shl, Operand::Value(wide), Operand::Constant(by))) => {
                self.operations[wide.0].filter(|_| by.unsigned() == u128::from(scale))?
            }
            _ => return None,
        };
        match unshifted {
            Operation::SignExtend(low) if self.width(low) == narrow.width => Some(low),
            _ => None,
        }
    }

    /// Where `condition` is 1, what follows is not modelled.
    pub(super) fn cut_unless_false(&mut self, condition: Operand, reason: &str) {
        if condition != Operand::Constant(BitVec::bit(false)) {
            self.cut_where(condition, reason);
        }
    }
}
