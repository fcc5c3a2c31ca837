//! Where a box is cut whose inputs part: at the border of a condition, if that is found, else in the middle.

use super::numbers::Numbers;
use super::partition::{Order, Side};
use super::run::{computed, operands, Action, Compiled, Run, Slot};
use super::value::Value;
use crate::bv::{BinaryOp, BitVec, FloatOp, UnaryOp};
use crate::program::Reading;

/// Conditions of more operations are not solved for a border.
const LARGEST_CONDITION: usize = 12;

/// So many definitions are looked through on the way from a branch to a comparison.
const DEEPEST: usize = 16;

/// Up to this magnitude, numbers are cut in the middle of their values, and not of their keys.
const LARGE: f64 = 1e6;

/// A cut of a box.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    /// The place of the input in the order of reading.
    pub input: usize,
    /// The last key of the first half.
    pub at: u128,
    /// Whether it is at the border of a condition, and not in the middle.
    pub is_border: bool,
}

/// Where a box is cut, of which the run says that its inputs part at a value. `None` if no cut would help.
pub fn cut(compiled: &Compiled, run: &Run, parts: Slot) -> Option<Cut> {
    let inputs = (0..run.orders.len()).filter(|place| run.inputs(parts) >> place & 1 == 1);
    let open: Vec<usize> = inputs.filter(|&place| is_open(run.orders[place], run.sides[place])).collect();
    let mixed = |&place: &usize| Some((place, border_of_numbers(run.orders[place], run.sides[place])?));
    let border = || border(compiled, run, parts).filter(|(place, _)| open.contains(place));
    if let Some((input, at)) = open.iter().find_map(mixed).or_else(border) {
        return Some(Cut { input, at, is_border: true });
    }
    let width = |&place: &usize| extent(run.orders[place], run.sides[place]);
    let input = open.iter().copied().max_by(|a, b| width(a).total_cmp(&width(b)))?;
    Some(Cut { input, at: middle(run.orders[input], run.sides[input]), is_border: false })
}

/// Whether a side can be cut: it has more than one key, and numbers.
fn is_open(order: Order, side: Side) -> bool {
    let has_numbers = order.infinities().is_none_or(|(first, last)| side.first <= last && side.last >= first);
    !side.is_point() && has_numbers
}

/// Where numbers and what is no number meet, in a side that has both.
fn border_of_numbers(order: Order, side: Side) -> Option<u128> {
    let (first, last) = order.infinities()?;
    match (side.first < first, side.last > last) {
        (true, _) => Some(first - 1),
        (false, true) => Some(last),
        (false, false) => None,
    }
}

/// How wide a side is, to be compared with other sides.
fn extent(order: Order, side: Side) -> f64 {
    match (order.reading(), bounds(order, side)) {
        (Reading::Float(_), Some((low, high))) => high - low,
        _ => (side.last - side.first) as f64,
    }
}

/// The numbers at both ends of a side, if it has only numbers that the machine knows.
fn bounds(order: Order, side: Side) -> Option<(f64, f64)> {
    match Value::of_side(order, side) {
        Value::Numbers(Numbers { low, high, nan: false, .. }) => Some((low, high)),
        _ => None,
    }
}

/// The last key of the first half. Numbers of both signs are cut at zero.
fn middle(order: Order, side: Side) -> u128 {
    let by_key = side.first + (side.last - side.first) / 2;
    let Some((low, high)) = bounds(order, side) else { return by_key };
    let zero = order.key(BitVec::zero(order.width()));
    if side.first < zero && zero <= side.last {
        return zero - 1;
    }
    if low.abs().max(high.abs()) > LARGE {
        return by_key;
    }
    let numbers = Numbers { is_single: order.width() == 32, low, high, nan: false };
    let key = order.key(BitVec::new(order.width(), numbers.bits(low / 2.0 + high / 2.0)));
    if side.first <= key && key < side.last {
        key
    } else {
        by_key
    }
}

/// The point in the middle of a side, as an execution to be tried.
pub fn middle_point(order: Order, side: Side) -> Side {
    let side = Side { last: side.last.min(order.last()), ..side };
    let at = if side.is_point() { side.first } else { middle(order, side) };
    Side { first: at, last: at }
}

/// Where the comparison flips that decides about a value: a key of an input, below which it holds, and above which it does not, or the
/// other way round. Where it is the same at both ends, as equality is, next to the constant that the input is compared with.
fn border(compiled: &Compiled, run: &Run, parts: Slot) -> Option<(usize, u128)> {
    let comparison = comparison(compiled, run, parts, DEEPEST)?;
    let inputs = run.inputs(comparison);
    let place = (inputs.count_ones() == 1).then(|| inputs.trailing_zeros() as usize)?;
    let slot = *run.read.get(place)?;
    let mut size = 0;
    if run.read.iter().rposition(|&read| read == slot) != Some(place) || !is_small(compiled, run, comparison, &mut size)
    {
        return None;
    }
    let order = run.orders[place];
    let holds = |key: u128| {
        let input = Value::of_side(order, Side { first: key, last: key });
        value(compiled, run, comparison, (slot, input)).words().truth()
    };
    let Side { first: mut low, last: mut high } = run.sides[place];
    let at_first = holds(low)?;
    if holds(high)? == at_first {
        let key = order.key(compared_with(compiled, run, comparison, slot)?);
        let at = if key > low { key - 1 } else { key };
        return (low <= key && at < high).then_some((place, at));
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        match holds(middle)? == at_first {
            true => low = middle,
            false => high = middle,
        }
    }
    Some((place, low))
}

/// The constant that a comparison holds against a value, whatever it asks.
fn compared_with(compiled: &Compiled, run: &Run, comparison: Slot, slot: Slot) -> Option<BitVec> {
    let (a, b) = match compiled.definition(comparison)? {
        Action::Compare(_, a, b) => (a, b),
        Action::Float(_, [a, b, _]) => (a, b),
        _ => return None,
    };
    let other = [(a, b), (b, a)].into_iter().find(|(one, _)| *one == slot)?.1;
    run.value(other).only()
}

/// The comparison that is not decided, from which a value is computed.
fn comparison(compiled: &Compiled, run: &Run, slot: Slot, depth: usize) -> Option<Slot> {
    let is_open = |slot: Slot| run.value(slot).only().is_none();
    let next = match compiled.definition(slot)? {
        Action::Float(FloatOp::Less(_) | FloatOp::LessOrEqual(_) | FloatOp::Equal(_), _) => return Some(slot),
        Action::Compare(_, a, b) => {
            let inner = [a, b].into_iter().find(|&operand| is_open(operand))?;
            let deeper = depth.checked_sub(1).and_then(|depth| comparison(compiled, run, inner, depth));
            return deeper.or(Some(slot));
        }
        Action::Unary(UnaryOp::Not, a) | Action::ZeroExtend(a, _) | Action::SignExtend(a, _) => a,
        Action::Truncate(a, _) | Action::Copy(a) => a,
        Action::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, a, b) if is_open(a) && is_open(b) => {
            let depth = depth.checked_sub(1)?;
            return comparison(compiled, run, a, depth).or_else(|| comparison(compiled, run, b, depth));
        }
        Action::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, a, b) => {
            [a, b].into_iter().find(|&o| is_open(o))?
        }
        Action::Select(condition, a, b) => [condition, a, b].into_iter().find(|&operand| is_open(operand))?,
        _ => return None,
    };
    comparison(compiled, run, next, depth.checked_sub(1)?)
}

/// Whether a value is computed from inputs and constants by few operations.
fn is_small(compiled: &Compiled, run: &Run, slot: Slot, size: &mut usize) -> bool {
    *size += 1;
    if *size > LARGEST_CONDITION {
        return false;
    }
    match compiled.definition(slot) {
        Some(Action::Input(_)) | None => true,
        Some(_) if run.inputs(slot) == 0 => true,
        Some(action) => operands(action).into_iter().flatten().all(|operand| is_small(compiled, run, operand, size)),
    }
}

/// A value where an input has another one.
fn value(compiled: &Compiled, run: &Run, slot: Slot, input: (Slot, Value)) -> Value {
    match compiled.definition(slot) {
        _ if slot == input.0 => input.1,
        Some(Action::Input(_) | Action::Load { .. }) | None => run.value(slot),
        Some(_) if run.inputs(slot) == 0 => run.value(slot),
        Some(action) => computed(action, |operand| value(compiled, run, operand, input)),
    }
}
