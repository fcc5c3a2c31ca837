//! Boxes of inputs, and how they are cut. A box says between which values each input lies that an execution reads, by the place of
//! the input in the order of reading. A partition is a tree of cuts: whatever an execution reads, it lies in a box of its leaves.
//!
//! The values of an input are in an order, in which each has a number, its *key*: that of integers, with or without sign, and for
//! floating-point numbers from minus to plus infinity with -0 just below +0. What is no number (NaN) has the keys at both ends.

use crate::bv::{BitVec, Format};
use crate::program::Reading;

/// In which order the values of an input are cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Order {
    width: u32,
    reading: Reading,
}

impl Order {
    /// The order of an input. Where bits are no number as IEEE 754 has them, that without sign.
    pub fn new(width: u32, reading: Reading) -> Order {
        let reading = match reading {
            Reading::Float(Format::Extended | Format::Quad) => Reading::Unsigned,
            Reading::Float(format) if format.width() != width => Reading::Unsigned,
            reading => reading,
        };
        Order { width, reading }
    }

    /// The key of a value.
    pub fn key(self, bits: BitVec) -> u128 {
        let sign = BitVec::signed_min(self.width).unsigned();
        match self.reading {
            Reading::Unsigned => bits.unsigned(),
            Reading::Signed => bits.unsigned() ^ sign,
            Reading::Float(_) if bits.is_negative() => BitVec::new(self.width, !bits.unsigned()).unsigned(),
            Reading::Float(_) => bits.unsigned() | sign,
        }
    }

    /// The value that has a key.
    pub fn value(self, key: u128) -> BitVec {
        let sign = BitVec::signed_min(self.width).unsigned();
        let bits = match self.reading {
            Reading::Unsigned => key,
            Reading::Signed => key ^ sign,
            Reading::Float(_) if key & sign != 0 => key ^ sign,
            Reading::Float(_) => !key,
        };
        BitVec::new(self.width, bits)
    }

    /// How the values are read.
    pub fn reading(self) -> Reading {
        self.reading
    }

    /// The width in bits.
    pub fn width(self) -> u32 {
        self.width
    }

    /// The largest key.
    pub fn last(self) -> u128 {
        BitVec::ones(self.width).unsigned()
    }

    /// Of floating-point numbers: the keys of both infinities.
    pub fn infinities(self) -> Option<(u128, u128)> {
        let Reading::Float(format) = self.reading else { return None };
        Some(infinities(format))
    }
}

/// The keys of minus and plus infinity.
pub fn infinities(format: Format) -> (u128, u128) {
    let order = Order::new(format.width(), Reading::Float(format));
    let infinity = format.infinity();
    let negative = BitVec::new(infinity.width(), infinity.unsigned() | BitVec::signed_min(infinity.width()).unsigned());
    (order.key(negative), order.key(infinity))
}

/// Keys of an input, from the first to the last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Side {
    /// The first key.
    pub first: u128,
    /// The last key, no less.
    pub last: u128,
}

impl Side {
    /// All keys of all widths.
    pub const ALL: Side = Side { first: 0, last: u128::MAX };

    /// Whether it is one key.
    pub fn is_point(self) -> bool {
        self.first == self.last
    }

    /// The keys up to this one, and those behind; `None` if it is no inner border.
    pub fn cut(self, at: u128) -> Option<(Side, Side)> {
        let is_inside = self.first <= at && at < self.last;
        is_inside.then(|| (Side { last: at, ..self }, Side { first: at + 1, ..self }))
    }
}

/// The sides of a box, by the place of the input in the order of reading; inputs behind the last one are not bounded.
pub type Sides = Vec<Side>;

/// A node of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    /// The box is cut: the input of this place has keys up to this one in the first half, and larger ones in the second.
    Cut {
        /// The place of the input in the order of reading, from 0 on.
        input: usize,
        /// The last key of the first half.
        at: u128,
    },
    /// The box is not cut.
    Leaf,
}

/// A partition of all inputs into boxes: nodes of a tree, each in front of its first half and that in front of the second half.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Partition {
    /// The nodes.
    pub nodes: Vec<Node>,
}

/// Why nodes are no partition.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoPartition {
    /// Nodes are missing at the end.
    #[error("the partition ends before its last box")]
    Ends,
    /// There are nodes behind the last box.
    #[error("there are nodes behind the last box of the partition")]
    Longer,
    /// A box is cut where it has nothing.
    #[error("node {node} cuts a box where it does not reach")]
    Outside {
        /// Which one.
        node: usize,
    },
}

/// So many inputs have sides that can be cut, those that are read first.
pub const MOST_INPUTS: usize = 128;

impl Partition {
    /// How many boxes there are.
    pub fn boxes(&self) -> usize {
        self.nodes.iter().filter(|node| **node == Node::Leaf).count()
    }

    /// Calls `visit` on each box, until it has an error.
    ///
    /// # Errors
    /// That, or that the nodes are no partition.
    pub fn each<E: From<NoPartition>>(&self, mut visit: impl FnMut(&Sides) -> Result<(), E>) -> Result<(), E> {
        let mut open = vec![Sides::new()];
        for (index, node) in self.nodes.iter().enumerate() {
            let sides = open.pop().ok_or(NoPartition::Longer)?;
            match *node {
                Node::Leaf => visit(&sides)?,
                Node::Cut { input, at } => {
                    let side = sides.get(input).copied().unwrap_or(Side::ALL);
                    let halves = side.cut(at).filter(|_| input < MOST_INPUTS);
                    let (low, high) = halves.ok_or(NoPartition::Outside { node: index })?;
                    open.push(with(&sides, input, high));
                    open.push(with(&sides, input, low));
                }
            }
        }
        match open.is_empty() {
            true => Ok(()),
            false => Err(NoPartition::Ends.into()),
        }
    }
}

/// The box with another side.
pub fn with(sides: &Sides, input: usize, side: Side) -> Sides {
    let mut sides = sides.clone();
    if sides.len() <= input {
        sides.resize(input + 1, Side::ALL);
    }
    sides[input] = side;
    sides
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_in_the_order_of_the_values() {
        let tiny = Order::new(8, Reading::Float(Format::Tiny));
        let signed = Order::new(8, Reading::Signed);
        let unsigned = Order::new(8, Reading::Unsigned);
        for key in 0..256 {
            for order in [tiny, signed, unsigned] {
                assert_eq!(order.key(order.value(key)), key);
            }
        }
        let less = |a: u128, b: u128| {
            let op = crate::bv::FloatOp::Less(Format::Tiny);
            op.apply([tiny.value(a), tiny.value(b), tiny.value(a)]).is_nonzero()
        };
        let (low, high) = infinities(Format::Tiny);
        for (a, b) in (low..high).zip(low + 1..) {
            let zeros = tiny.value(a).unsigned() == 0x80 && tiny.value(b).unsigned() == 0;
            assert!(less(a, b) != zeros, "{a} {b}");
            assert!(signed.value(a).signed() < signed.value(b).signed());
        }
        let equal = crate::bv::FloatOp::Equal(Format::Tiny);
        let is_number = |key: u128| equal.apply([tiny.value(key); 3]).is_nonzero();
        assert!((0..256).all(|key| is_number(key) == (low..=high).contains(&key)));
    }

    #[test]
    fn each_input_lies_in_a_box() {
        let cut = |input, at| Node::Cut { input, at };
        let leaf = Node::Leaf;
        let partition = Partition { nodes: vec![cut(0, 9), cut(1, 4), leaf, leaf, cut(0, 20), leaf, leaf] };
        let mut boxes = Vec::new();
        partition
            .each(|sides| {
                boxes.push(sides.clone());
                Ok::<(), NoPartition>(())
            })
            .unwrap();
        assert_eq!((boxes.len(), partition.boxes()), (4, 4));
        for (x, y) in (0..30).flat_map(|x| (0..10).map(move |y| (x, y))) {
            let is_in =
                |sides: &Sides| sides.iter().zip([x, y]).all(|(side, key)| side.first <= key && key <= side.last);
            assert_eq!(boxes.iter().filter(|sides| is_in(sides)).count(), 1, "{x} {y}");
        }
    }

    #[test]
    fn what_is_no_partition_is_refused() {
        let (cut, leaf) = (|at| Node::Cut { input: 0, at }, Node::Leaf);
        let each = |nodes: &[Node]| Partition { nodes: nodes.to_vec() }.each(|_| Ok::<(), NoPartition>(()));
        assert_eq!(each(&[]), Err(NoPartition::Ends));
        assert_eq!(each(&[cut(3), leaf]), Err(NoPartition::Ends));
        assert_eq!(each(&[leaf, leaf]), Err(NoPartition::Longer));
        assert_eq!(each(&[cut(3), cut(3), leaf, leaf, leaf]), Err(NoPartition::Outside { node: 1 }));
        assert_eq!(each(&[cut(u128::MAX), leaf, leaf]), Err(NoPartition::Outside { node: 0 }));
        assert_eq!(each(&[cut(3), cut(2), leaf, leaf, leaf]), Ok(()));
    }
}
